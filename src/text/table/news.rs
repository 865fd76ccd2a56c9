//! What happened at a table, in lines, and why something is refused there.

use super::lobby::has_open_seat;
use super::people::{computer_name, person, skill_name, who};
use super::petitions::{declined_line, wish_line};
use super::rules::{choices_sentence, rule_label, value_label};
use crate::command::Name;
use crate::game::{RuleError, Seat};
use crate::host::Fate;
use crate::table::{
    Admission, Away, Closer, Motion, News, Occupant, Refusal, StageView, TableNotice, TableView,
};
use crate::text::context::{RenderContext, Surface};
use crate::text::daily;
use crate::text::trouble::more_time;
use crate::text::voice::Voice;
use crate::text::words::quotable;

pub fn news_lines<G: Voice>(
    news: &TableNotice<G>,
    view: &TableView<G>,
    cx: &RenderContext,
) -> Vec<String> {
    // Seats that lie around a table have no names.
    let seat_name = |seat: &Seat| match cx.face {
        Surface::Browser => "none".to_owned(),
        Surface::Discord | Surface::Terminal => G::seat_name(*seat, cx),
    };
    let at = |seat: &Seat| who(view, *seat, cx);
    let line = match news {
        News::Sat {
            name,
            seat,
            instead_of,
            ..
        } => {
            let (who, seat) = (cx.name(name), seat_name(seat));
            match instead_of {
                None => say!(cx, "news-sat", who, seat),
                Some(_) => say!(cx, "news-sat-instead", who, seat),
            }
        }
        News::ComesIn {
            name, admission, ..
        } => {
            let who = cx.name(name);
            match admission {
                Admission::NextRound => say!(cx, "news-comes-in-round", who),
                Admission::NextMatch => say!(cx, "news-comes-in-match", who),
            }
        }
        News::StaysOut { name, .. } => say!(cx, "news-stays-out", who = cx.name(name)),
        News::Moved { to, .. } => say!(cx, "news-moved", who = at(to), seat = seat_name(to)),
        // During a match the substitute, or the game itself, makes the news.
        News::Left { .. } if matches!(view.stage, StageView::Playing(_)) => return Vec::new(),
        // With the last one the table closes, which makes the news: no seat is free, and nobody plays on.
        News::Left { .. } | News::Substituted { .. } if matches!(view.stage, StageView::Closed) => {
            return Vec::new();
        }
        News::Left { name, seat, .. } => {
            let (who, seat) = (cx.name(name), seat_name(seat));
            say!(cx, "news-left", who, seat)
        }
        News::Kicked { name, .. } if matches!(view.stage, StageView::Playing(_)) => {
            say!(cx, "news-kicked-match", who = cx.name(name))
        }
        News::Kicked { name, seat, .. } => {
            let (who, seat) = (cx.name(name), seat_name(seat));
            say!(cx, "news-kicked", who, seat)
        }
        News::Substituted {
            seat,
            away: Away::Left | Away::Gone | Away::Coming,
            ..
        } => {
            let name = view.place(*seat).and_then(|place| place.name.as_deref());
            let who = cx.name(name.unwrap_or_default());
            say!(cx, "news-substituted-left", who, seat = seat_name(seat))
        }
        News::Substituted {
            seat,
            person,
            away: Away::Absent,
            ..
        } => {
            let name = view.place(*seat).and_then(|place| place.name.as_deref());
            let who = name.map_or_else(
                || super::people::person(view, *person, cx),
                |name| cx.name(name),
            );
            say!(
                cx,
                "news-substituted-absent",
                who,
                join = cx.command("join")
            )
        }
        News::Returned { seat, .. } => say!(cx, "news-returned", who = at(seat)),
        News::HostChanged { host } => say!(cx, "news-host", who = person(view, *host, cx)),
        News::ComputerAdded { seat, skill } => {
            let skill = skill_name(*skill, cx);
            let seat = match cx.face {
                Surface::Browser => computer_name::<G>(*seat, cx),
                Surface::Discord | Surface::Terminal => seat_name(seat),
            };
            say!(cx, "news-computer-added", seat, skill)
        }
        News::ComputerRemoved { seat } => {
            say!(cx, "news-computer-removed", seat = seat_name(seat))
        }
        News::RuleSet { name, value } => {
            let value = value_label(name, value, cx);
            say!(cx, "news-rule", rule = rule_label::<G>(name, cx), value)
        }
        News::SeatsDrawn { secret } => {
            let seats = view.seats.iter().map(|place| {
                let who = who(view, place.seat, cx);
                match cx.face {
                    Surface::Browser => who,
                    Surface::Discord | Surface::Terminal => {
                        format!("{} {who}", G::seat_name(place.seat, cx))
                    }
                }
            });
            say!(
                cx,
                "news-seats-drawn",
                seats = cx.list(seats),
                secret = secret.as_str()
            )
        }
        News::Started { number: 1 } => say!(cx, "news-started"),
        News::Started { number } => say!(cx, "news-started-again", n = *number),
        News::Warned { seat, seconds } => {
            say!(cx, "news-warned", who = at(seat), seconds = *seconds)
        }
        News::TimeUp { seat } => say!(cx, "news-time-up", who = at(seat)),
        News::Voted {
            person,
            motion,
            support,
            votes,
            needed,
        } => {
            let who = super::people::person(view, *person, cx);
            let (votes, needed) = (*votes, *needed);
            match (motion, support) {
                (Motion::Reset, true) => say!(cx, "news-voted", who, votes, needed),
                (Motion::Reset, false) => say!(cx, "news-unvoted", who, votes, needed),
                (Motion::Petition(_), true) => say!(cx, "news-agreed", who, votes, needed),
                (Motion::Petition(_), false) => say!(cx, "news-disagreed", who, votes, needed),
            }
        }
        News::Asked { by, wish } => wish_line(*by, wish, view, cx),
        News::Declined { by, wish } => declined_line(*by, wish, view, cx),
        News::Paused => super::lobby::paused_line(view, cx),
        News::Resumed { .. } => say!(cx, "news-resumed"),
        News::Reset => say!(cx, "news-reset"),
        News::DealtAgain { round: Some(_) } => say!(cx, "news-dealt-again"),
        News::DealtAgain { round: None } => say!(cx, "news-match-off"),
        News::Closed { by } => {
            super::lobby::challenge_end(view, cx).unwrap_or_else(|| closed_line(*by, view, cx))
        }
        News::MatchOver { .. } | News::Game(_) => return Vec::new(),
    };
    vec![line]
}

fn closed_line<G: Voice>(by: Option<Closer>, view: &TableView<G>, cx: &RenderContext) -> String {
    match by {
        Some(Closer::Anybody { person, .. }) => {
            let who = super::people::person(view, person, cx);
            say!(cx, "news-closed-quiet", who)
        }
        Some(Closer::Host(_)) => say!(cx, "news-closed-host"),
        Some(Closer::Moderator(_)) => say!(cx, "news-closed-moderator"),
        Some(Closer::Idle) => say!(cx, "news-closed-idle"),
        Some(Closer::Deserted | Closer::Declined(_)) | None => say!(cx, "news-closed-empty"),
    }
}

/// What became of a table, as one line for everybody.
pub fn fate_line(fate: Fate, cx: &RenderContext) -> String {
    let command = cx.command("join");
    match fate {
        Fate::DealtAgain { round: Some(_) } => say!(cx, "news-dealt-again"),
        Fate::DealtAgain { round: None } => say!(cx, "news-match-off"),
        Fate::PutBack => say!(cx, "news-put-back"),
        Fate::Aside { later: true, .. } => say!(cx, "news-aside-later", command),
        Fate::Aside {
            table,
            later: false,
        } => {
            let table = format!("`{table}`");
            say!(cx, "news-aside", table, command)
        }
    }
}

/// Why the table refuses an input: what, why, and one correct example.
pub fn refusal<G: Voice>(refusal: &Refusal<G>, view: &TableView<G>, cx: &RenderContext) -> String {
    let join = || cx.command("join");
    let seat_name = |seat: &Seat| G::seat_name(*seat, cx);
    match refusal {
        Refusal::NotSeated => not_seated(view, cx),
        Refusal::AlreadySeated { seat } => {
            say!(cx, "refuse-already-seated", seat = seat_name(seat))
        }
        Refusal::NoSuchSeat { .. } => {
            let join = cx.command(&format!("join {}", G::SEAT_EXAMPLE));
            say!(cx, "refuse-no-such-seat", join)
        }
        Refusal::SeatTaken { seat } => {
            let who = who(view, *seat, cx);
            say!(
                cx,
                "refuse-seat-taken",
                seat = seat_name(seat),
                who,
                join = join()
            )
        }
        Refusal::SeatKept { seat, left_s } => {
            let (who, seat) = (who(view, *seat, cx), seat_name(seat));
            let left = more_time(*left_s, cx);
            say!(cx, "refuse-seat-kept", who, seat, left, join = join())
        }
        Refusal::AskedAlready => say!(cx, "refuse-asked-already", no = cx.command("agree no")),
        Refusal::NotAsked => say!(cx, "refuse-not-asked", rules = cx.command("rules")),
        Refusal::AnswerStands { support: true } => {
            say!(cx, "refuse-agreed-already", no = cx.command("agree no"))
        }
        Refusal::AnswerStands { support: false } => {
            say!(cx, "refuse-disagreed-already", yes = cx.command("agree"))
        }
        Refusal::Kept { invited } => {
            say!(cx, "refuse-kept", who = cx.name(&invited.name))
        }
        Refusal::Full => {
            let tell = say!(cx, "tell-hint", command = cx.command("tellme"));
            format!("{} {tell}", say!(cx, "refuse-full"))
        }
        Refusal::ComesIn { admission } => super::lobby::comes_in(*admission, cx),
        Refusal::NotLetIn { host } => say!(
            cx,
            "refuse-not-let-in",
            who = person(view, *host, cx),
            rules = cx.command("rules entry=open")
        ),
        Refusal::Daily => {
            let daily = view.daily.map_or_else(|| "daily".to_owned(), daily::words);
            say!(cx, "refuse-daily", daily = cx.command(&daily))
        }
        Refusal::Barred => say!(cx, "refuse-barred"),
        Refusal::NotThere => {
            say!(cx, "refuse-not-there", command = cx.command("kick Bo"))
        }
        Refusal::OwnSeat => say!(cx, "refuse-own-seat", leave = cx.command("leave")),
        Refusal::HeldAnotherHand { seat } => {
            say!(
                cx,
                "refuse-held-another-hand",
                seat = seat_name(seat),
                join = join()
            )
        }
        Refusal::NoComputer { seat } => say!(cx, "refuse-no-computer", seat = seat_name(seat)),
        Refusal::NotHost { host } => say!(cx, "refuse-not-host", who = person(view, *host, cx)),
        Refusal::NotQuiet { host, left_s } => {
            let left = more_time(*left_s, cx);
            say!(cx, "refuse-not-quiet", who = person(view, *host, cx), left)
        }
        Refusal::NotInLobby => say!(cx, "refuse-not-in-lobby", reset = cx.command("reset")),
        Refusal::NotPlaying => say!(
            cx,
            "refuse-not-playing",
            start = cx.by_button(&say!(cx, "button-start"), "start")
        ),
        Refusal::NotNow => say!(cx, "refuse-not-now"),
        Refusal::TooFew { seated, least } => say!(
            cx,
            "refuse-too-few",
            seated = *seated,
            least = *least,
            computer = cx.command("computer"),
            start = cx.by_button(&say!(cx, "button-start"), "start"),
        ),
        Refusal::TooMany { seated, most } => {
            say!(cx, "refuse-too-many", seated = *seated, most = *most)
        }
        Refusal::Rule(error) => rule_error(error, cx),
        Refusal::VoteStands { support: true } => {
            say!(cx, "refuse-vote-stands", unvote = cx.command("reset off"))
        }
        Refusal::VoteStands { support: false } => {
            say!(cx, "refuse-no-vote", vote = cx.command("reset"))
        }
        Refusal::Stale => say!(cx, "refuse-stale"),
        Refusal::Duplicate => say!(cx, "refuse-duplicate"),
        Refusal::NotAwaited { seat } => say!(cx, "refuse-not-awaited", seat = seat_name(seat)),
        Refusal::Reserved => say!(cx, "refuse-reserved"),
        Refusal::Closed => say!(
            cx,
            "refuse-closed",
            join = cx.command(Name::Open(G::KIND).word())
        ),
        Refusal::Game(rejection) => G::rejection(rejection, view, cx),
    }
}

/// That somebody has no seat, and how they get one.
fn not_seated<G: Voice>(view: &TableView<G>, cx: &RenderContext) -> String {
    let join = match cx.face {
        Surface::Browser => cx.by_button(&say!(cx, "button-join"), "join"),
        Surface::Discord | Surface::Terminal => cx.command("join"),
    };
    let later = view.next_admission().filter(|_| !has_open_seat(view));
    match later {
        Some(Admission::NextRound) => say!(cx, "refuse-watching-round", join),
        Some(Admission::NextMatch) => say!(cx, "refuse-watching-match", join),
        None if is_full(view) => say!(cx, "refuse-watching"),
        None => say!(cx, "refuse-not-seated", join),
    }
}

/// Whether nobody can join this match.
fn is_full<G: Voice>(view: &TableView<G>) -> bool {
    let away = Away::Absent;
    let taken = |occupant: Occupant| match occupant {
        Occupant::Person(_) => true,
        Occupant::Substitute { away: own, .. } => own == away,
        Occupant::Empty | Occupant::Computer(_) => false,
    };
    let playing = matches!(view.stage, StageView::Playing(_));
    playing && view.seats.iter().all(|place| taken(place.occupant))
}

/// Why a house rule is not changed.
pub fn rule_error(error: &RuleError, cx: &RenderContext) -> String {
    match error {
        RuleError::UnknownName { name } => {
            let rules = cx.command("rules");
            say!(cx, "refuse-rule-unknown", name = quotable(name), rules)
        }
        RuleError::Clash {
            name,
            value,
            other,
            while_it_is,
        } => say!(
            cx,
            "refuse-rule-clash",
            name = *name,
            value = quotable(value),
            other = *other,
            now = while_it_is.as_str(),
            command = cx.command(&format!("rules {other}")),
        ),
        RuleError::BadValue {
            name,
            value,
            choices,
        } => {
            let words = choices.offered();
            let right = words.get(1).or(words.first()).unwrap_or(&"");
            say!(
                cx,
                "refuse-rule-value",
                value = quotable(value),
                choices = choices_sentence(name, choices, cx),
                command = cx.command(&format!("rules {name}={right}")),
            )
        }
    }
}
