//! Refusals of a table: what, why, and one correct example.

use super::people::{person, who};
use super::rules::choices_sentence;
use crate::command::Name;
use crate::game::{RuleError, Seat};
use crate::table::{Away, Occupant, Refusal, StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::voice::Voice;
use crate::text::words::quotable;

/// Why the table refuses an input: what, why, and one correct example.
pub fn refusal<G: Voice>(refusal: &Refusal<G>, view: &TableView<G>, cx: &RenderContext) -> String {
    let join = || cx.command("join");
    let seat_name = |seat: &Seat| G::seat_name(*seat, cx);
    match refusal {
        Refusal::NotSeated if is_full(view) => say!(cx, "refuse-watching"),
        Refusal::NotSeated => say!(cx, "refuse-not-seated", join = join()),
        Refusal::AlreadySeated { seat } => {
            say!(cx, "refuse-already-seated", seat = seat_name(seat))
        }
        Refusal::NoSuchSeat { .. } => {
            let join = cx.command(&format!("join {}", G::SEAT_EXAMPLE));
            say!(cx, "refuse-no-such-seat", join = join)
        }
        Refusal::SeatTaken { seat } => {
            let who = who(view, *seat, cx);
            say!(
                cx,
                "refuse-seat-taken",
                seat = seat_name(seat),
                who = who,
                join = join()
            )
        }
        Refusal::Kept { invited } => {
            say!(cx, "refuse-kept", who = cx.name(&invited.name))
        }
        Refusal::Full => {
            let tell = say!(cx, "tell-hint", command = cx.command("tellme"));
            format!("{} {tell}", say!(cx, "refuse-full"))
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
            let left = match left_s {
                0..120 => say!(cx, "for-seconds", n = *left_s),
                _ => say!(cx, "for-minutes", n = left_s.div_ceil(60)),
            };
            say!(
                cx,
                "refuse-not-quiet",
                who = person(view, *host, cx),
                left = left
            )
        }
        Refusal::NotInLobby => say!(cx, "refuse-not-in-lobby", reset = cx.command("reset")),
        Refusal::NotPlaying => say!(cx, "refuse-not-playing", start = cx.command("start")),
        Refusal::TooFew { seated, least } => say!(
            cx,
            "refuse-too-few",
            seated = *seated,
            least = *least,
            computer = cx.command("computer"),
            start = cx.command("start"),
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
            say!(
                cx,
                "refuse-rule-unknown",
                name = quotable(name),
                rules = rules
            )
        }
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
