//! What is the same at every table: lobby, seats, house rules, news and refusals.

use super::markup;
use super::page::{Choice, Control, Page, Style};
use super::press::{Press, Sheet, Tap};
use super::speech::{Face, Speech};
use super::voice::Voice;
use super::words::{Verb, quotable};
use crate::game::{Choices, GameKind, RuleEntry, RuleError, RuleSet, Seat, Viewer};
use crate::table::{
    Away, Closer, Motion, News, Occupant, PersonId, Refusal, SeatView, Skill, StageView,
    TableNotice, TableView,
};

/// Who sits on the seat, as it is shown: `**Ana**`, with a robot if a computer plays there.
pub fn who<G: Voice>(view: &TableView<G>, seat: Seat, cx: &Speech) -> String {
    let Some(place) = view.place(seat) else {
        return say!(cx, "seat-empty");
    };
    let name = || cx.name(place.name.as_deref().unwrap_or_default());
    match place.occupant {
        Occupant::Empty => say!(cx, "seat-empty"),
        Occupant::Person(_) => name(),
        Occupant::Computer(_) => format!("**{}** 🤖", say!(cx, "computer")),
        Occupant::Substitute { .. } => format!("{} 🤖", name()),
    }
}

/// The person as they are shown, as far as they have a seat here.
pub fn person<G: Voice>(view: &TableView<G>, person: PersonId, cx: &Speech) -> String {
    match view.seat_of(person) {
        Some(seat) => who(view, seat, cx),
        None => cx.name("?"),
    }
}

/// A button for this view.
pub fn button<G: Voice>(
    view: &TableView<G>,
    cx: &Speech,
    label: String,
    tap: Tap,
    style: Style,
) -> Control {
    Control::Button {
        label: markup::plain(&label).chars().take(80).collect(),
        press: press(view, cx, tap),
        style,
        enabled: true,
    }
}

/// The tap as it is offered with this view.
pub fn press<G: Voice>(view: &TableView<G>, cx: &Speech, tap: Tap) -> Press {
    Press {
        table: cx.table,
        at: view.position,
        tap,
    }
}

/// What a game is called.
pub fn game_name(name: &str, cx: &Speech) -> String {
    cx.say_key(&format!("game-{name}"), name)
}

/// What a computer player of this level is called.
pub fn skill_name(skill: Skill, cx: &Speech) -> String {
    match skill {
        Skill::Level(level) => say!(cx, "skill-level", n = level),
        named => cx.say_key(&format!("skill-{named}"), &named.to_string()),
    }
}

/// The table before a match.
pub fn lobby_page<G: Voice>(view: &TableView<G>, cx: &Speech) -> Page {
    let seated = view.seated();
    let most = usize::from(*G::seats(&view.rules).end());
    let least = usize::from(*G::seats(&view.rules).start());
    let game = game_name(G::KIND.name(), cx);
    let mut page = Page::titled(say!(
        cx,
        "lobby-title",
        game = game,
        seated = seated,
        seats = most
    ));
    // Where many may sit, the empty seats would be a page of their own.
    let taken = |place: &&SeatView| most <= 4 || !place.occupant.is_empty();
    let places: Vec<String> = (view.seats.iter().filter(taken))
        .map(|place| {
            format!(
                "{} {}",
                G::seat_name(place.seat, cx),
                who(view, place.seat, cx)
            )
        })
        .collect();
    page.lines
        .extend(places.chunks(2).map(|pair| pair.join(" · ")));
    page.lines.extend(G::lobby_lines(view, cx));
    page.push(rules_line(view, cx));
    if view.seat_of(view.host).is_some() {
        page.push(say!(cx, "lobby-host", who = person(view, view.host, cx)));
    }
    page.lines.extend(series_line(view, cx));
    page.push(match least.saturating_sub(seated) {
        0 => say!(cx, "lobby-ready", start = cx.command("start")),
        missing => say!(cx, "lobby-wait", missing = missing),
    });
    lobby_controls(view, cx, seated < most, seated >= least, &mut page);
    page
}

fn lobby_controls<G: Voice>(
    view: &TableView<G>,
    cx: &Speech,
    room: bool,
    enough: bool,
    page: &mut Page,
) {
    let plain = |label, tap| button(view, cx, label, tap, Style::Plain);
    let mut start = button(view, cx, say!(cx, "button-start"), Tap::Start, Style::Good);
    let mut join = button(view, cx, say!(cx, "button-join"), Tap::Join, Style::Main);
    for (control, possible) in [(&mut start, enough), (&mut join, room)] {
        if let Control::Button { enabled, .. } = control {
            *enabled = possible;
        }
    }
    page.row(vec![
        join,
        plain(say!(cx, "button-leave"), Tap::Leave),
        plain(say!(cx, "button-rules"), Tap::Show(Sheet::Rules)),
        plain(
            say!(cx, "button-help"),
            Tap::Show(Sheet::Help(super::help::Topic::Table)),
        ),
        start,
    ]);
    let free = view.seats.iter().filter(|place| place.occupant.is_empty());
    let free = free.map(|place| Choice {
        label: G::seat_name(place.seat, cx),
        value: place.seat.index().to_string(),
        note: String::new(),
        chosen: false,
    });
    menu(
        view,
        cx,
        page,
        say!(cx, "menu-seat"),
        free.collect(),
        Tap::Sit(None),
    );
    if room {
        let skills = G::SKILLS.iter().map(|skill| Choice {
            label: skill_name(*skill, cx),
            value: skill.to_string(),
            note: cx.say_key(&format!("skill-note-{skill}"), ""),
            chosen: false,
        });
        menu(
            view,
            cx,
            page,
            say!(cx, "menu-computer"),
            skills.collect(),
            Tap::AddComputer(None),
        );
    }
}

/// Adds a menu from which one thing is chosen, unless there is nothing to choose.
fn menu<G: Voice>(
    view: &TableView<G>,
    cx: &Speech,
    page: &mut Page,
    placeholder: String,
    mut choices: Vec<Choice>,
    tap: Tap,
) {
    choices.truncate(25);
    if choices.is_empty() {
        return;
    }
    page.row(vec![Control::Menu {
        placeholder,
        choices,
        at_least: 1,
        at_most: 1,
        press: press(view, cx, tap),
    }]);
}

/// Which house rules are not the standard ones, in a line.
fn rules_line<G: Voice>(view: &TableView<G>, cx: &Speech) -> String {
    let mut changed = view.rules.entries();
    changed.retain(|entry| entry.value != entry.default);
    // A preset says it all; one that was changed says nothing.
    match changed.iter().position(|entry| entry.name == "preset") {
        Some(at) if changed[at].value == "custom" => drop(changed.remove(at)),
        Some(at) => changed = vec![changed.swap_remove(at)],
        None => {}
    }
    let changed = changed.into_iter();
    let changed: Vec<String> = changed
        .map(|entry| {
            format!(
                "{} **{}**",
                rule_label::<G>(entry.name, cx),
                rule_value(&entry, cx)
            )
        })
        .collect();
    if changed.is_empty() {
        say!(cx, "lobby-rules-standard")
    } else {
        say!(cx, "lobby-rules-changed", rules = cx.list(changed))
    }
}

/// A table at which nothing can happen any more.
pub fn closed_page(cx: &Speech) -> Page {
    let mut page = Page::titled(say!(cx, "closed-title"));
    page.push(say!(cx, "closed-hint", join = cx.command("join")));
    page
}

/// The house rules and limits of the table; in the lobby they can be changed there.
pub fn rules_page<G: Voice>(view: &TableView<G>, cx: &Speech) -> Page {
    let mut page = Page::titled(say!(cx, "rules-title"));
    let (rules, limits) = (view.rules.entries(), view.limits.entries());
    page.lines
        .extend(rules.iter().map(|entry| rule_line::<G>(entry, cx)));
    page.push("");
    page.push(format!("**{}**", say!(cx, "rules-limits")));
    page.lines
        .extend(limits.iter().map(|entry| rule_line::<G>(entry, cx)));
    if matches!(view.stage, StageView::Lobby | StageView::Over(_)) {
        let example = rules.first().map_or_else(String::new, rule_example);
        page.push("");
        page.push(say!(cx, "rules-hint", command = cx.command(&example)));
        let choices = rules.iter().chain(&limits).map(|entry| Choice {
            label: rule_label::<G>(entry.name, cx),
            value: entry.name.to_owned(),
            note: rule_value(entry, cx),
            chosen: false,
        });
        let placeholder = say!(cx, "menu-rule");
        menu(
            view,
            cx,
            &mut page,
            placeholder,
            choices.collect(),
            Tap::ChooseRule,
        );
        let end = say!(cx, "button-end");
        page.row(vec![button(view, cx, end, Tap::End, Style::Grave)]);
    }
    page
}

/// One house rule and what it may be, with a menu of its values; `None` if there is no such rule.
pub fn rule_page<G: Voice>(name: &str, view: &TableView<G>, cx: &Speech) -> Option<Page> {
    let entries = view
        .rules
        .entries()
        .into_iter()
        .chain(view.limits.entries());
    let entry = entries.into_iter().find(|entry| entry.name == name)?;
    let mut page = Page::titled(rule_label::<G>(entry.name, cx));
    page.push(rule_line::<G>(&entry, cx));
    page.push(choices_sentence(entry.name, &entry.choices, cx));
    let values = match entry.choices {
        Choices::Words(words) => words,
        Choices::Number { suggested, .. } => suggested,
    };
    let choices = values.iter().map(|value| Choice {
        label: value_label(entry.name, value, cx),
        value: (*value).to_owned(),
        note: (*value).to_owned(),
        chosen: *value == entry.value,
    });
    let tap = Tap::SetRule(entry.name.to_owned());
    menu(
        view,
        cx,
        &mut page,
        say!(cx, "menu-value"),
        choices.collect(),
        tap,
    );
    let back = Tap::Show(Sheet::Rules);
    page.row(vec![button(
        view,
        cx,
        say!(cx, "button-back"),
        back,
        Style::Plain,
    )]);
    Some(page)
}

fn rule_line<G: Voice>(entry: &RuleEntry, cx: &Speech) -> String {
    let (label, value) = (rule_label::<G>(entry.name, cx), rule_value(entry, cx));
    if entry.value == entry.default {
        say!(
            cx,
            "rules-entry-usual",
            label = label,
            value = value,
            name = entry.name
        )
    } else {
        say!(
            cx,
            "rules-entry",
            label = label,
            value = value,
            name = entry.name
        )
    }
}

/// What a rule is called; a game may have a label of its own for a name that others have too.
fn rule_label<G: Voice>(name: &str, cx: &Speech) -> String {
    let key = name.replace('_', "-");
    let own = cx.say_key(&format!("rule-{}-{key}", G::KIND.name()), "");
    if own.is_empty() {
        cx.say_key(&format!("rule-{key}"), name)
    } else {
        own
    }
}

fn rule_value(entry: &RuleEntry, cx: &Speech) -> String {
    value_label(entry.name, &entry.value, cx)
}

/// A value of a rule in words; values that are numbers or ranks stay as they are.
fn value_label(name: &str, value: &str, cx: &Speech) -> String {
    let (name, key) = (name.replace('_', "-"), value.replace('_', "-"));
    if name == "substitute" {
        return cx.say_key(&format!("skill-{key}"), value);
    }
    match value {
        "on" | "off" => cx.say_key(&format!("value-{key}"), value),
        _ => cx.say_key(&format!("value-{name}-{key}"), value),
    }
}

/// How the rule is changed to another value than it has: `rules throw_penalty=ten_per_throw`.
fn rule_example(entry: &RuleEntry) -> String {
    let values = match entry.choices {
        Choices::Words(words) => words,
        Choices::Number { suggested, .. } => suggested,
    };
    let other = values.iter().find(|value| **value != entry.value);
    format!("rules {}={}", entry.name, other.unwrap_or(&""))
}

fn choices_sentence(name: &str, choices: &Choices, cx: &Speech) -> String {
    match choices {
        Choices::Words(words) => {
            let values = words.iter().map(|word| format!("`{word}`"));
            say!(cx, "rule-values", name = name, values = cx.list(values))
        }
        Choices::Number {
            least,
            most,
            suggested,
        } => {
            let values = cx.list(suggested.iter().map(|word| format!("`{word}`")));
            say!(
                cx,
                "rule-range",
                name = name,
                least = *least,
                most = *most,
                values = values
            )
        }
    }
}

/// What happened at the table, as lines.
pub fn news_lines<G: Voice>(
    news: &TableNotice<G>,
    view: &TableView<G>,
    cx: &Speech,
) -> Vec<String> {
    let seat_name = |seat: &Seat| G::seat_name(*seat, cx);
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
                None => say!(cx, "news-sat", who = who, seat = seat),
                Some(_) => say!(cx, "news-sat-instead", who = who, seat = seat),
            }
        }
        News::Moved { to, .. } => say!(cx, "news-moved", who = at(to), seat = seat_name(to)),
        // In a match the computer that plays on, or the game itself, says it all.
        News::Left { .. } if matches!(view.stage, StageView::Playing(_)) => return Vec::new(),
        News::Left { seat, .. } => say!(cx, "news-seat-free", seat = seat_name(seat)),
        News::Substituted {
            seat,
            away: Away::Left,
            ..
        } => {
            let name = view.place(*seat).and_then(|place| place.name.as_deref());
            let who = cx.name(name.unwrap_or_default());
            say!(
                cx,
                "news-substituted-left",
                who = who,
                seat = seat_name(seat)
            )
        }
        News::Substituted {
            seat,
            person,
            away: Away::Absent,
            ..
        } => {
            let name = view.place(*seat).and_then(|place| place.name.as_deref());
            let who = name.map_or_else(|| self::person(view, *person, cx), |name| cx.name(name));
            say!(
                cx,
                "news-substituted-absent",
                who = who,
                join = cx.command("join")
            )
        }
        News::Returned { seat, .. } => say!(cx, "news-returned", who = at(seat)),
        News::HostChanged { host } => say!(cx, "news-host", who = person(view, *host, cx)),
        News::ComputerAdded { seat, skill } => {
            let skill = skill_name(*skill, cx);
            say!(
                cx,
                "news-computer-added",
                seat = seat_name(seat),
                skill = skill
            )
        }
        News::ComputerRemoved { seat } => {
            say!(cx, "news-computer-removed", seat = seat_name(seat))
        }
        News::RuleSet { name, value } => {
            let value = value_label(name, value, cx);
            say!(
                cx,
                "news-rule",
                rule = rule_label::<G>(name, cx),
                value = value
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
            support,
            votes,
            needed,
            ..
        } => {
            let who = self::person(view, *person, cx);
            if *support {
                say!(
                    cx,
                    "news-voted",
                    who = who,
                    votes = *votes,
                    needed = *needed
                )
            } else {
                say!(
                    cx,
                    "news-unvoted",
                    who = who,
                    votes = *votes,
                    needed = *needed
                )
            }
        }
        News::Reset => say!(cx, "news-reset"),
        News::Closed { by } => closed_line(*by, cx),
        News::MatchOver { .. } | News::Game(_) => return Vec::new(),
    };
    vec![line]
}

fn closed_line(by: Option<Closer>, cx: &Speech) -> String {
    match by {
        Some(Closer::Host(_)) => say!(cx, "news-closed-host"),
        Some(Closer::Moderator(_)) => say!(cx, "news-closed-moderator"),
        Some(Closer::Idle) => say!(cx, "news-closed-idle"),
        Some(Closer::Deserted) | None => say!(cx, "news-closed-empty"),
    }
}

/// Why the table refuses an input: what, why, and one right example.
pub fn refusal<G: Voice>(refusal: &Refusal<G>, view: &TableView<G>, cx: &Speech) -> String {
    let join = || cx.command("join");
    let seat_name = |seat: &Seat| G::seat_name(*seat, cx);
    match refusal {
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
        Refusal::Full => say!(cx, "refuse-full"),
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
        Refusal::Closed => say!(cx, "refuse-closed", join = join()),
        Refusal::Game(rejection) => G::rejection(rejection, view, cx),
    }
}

fn rule_error(error: &RuleError, cx: &Speech) -> String {
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
            let words = match choices {
                Choices::Words(words) => words,
                Choices::Number { suggested, .. } => suggested,
            };
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

/// Matches won in this series, if any were: `Matches won: Ana 2, Bo 1`.
pub fn series_line<G: Voice>(view: &TableView<G>, cx: &Speech) -> Option<String> {
    let winners = view.seats.iter().filter(|place| place.won > 0);
    let wins = winners.map(|place| format!("{} {}", who(view, place.seat, cx), place.won));
    let wins: Vec<String> = wins.collect();
    (!wins.is_empty()).then(|| say!(cx, "wins-list", wins = cx.list(wins)))
}

/// The button that votes for starting over, with the votes so far.
pub fn reset_button<G: Voice>(view: &TableView<G>, cx: &Speech) -> Control {
    let vote = view.votes.iter().find(|vote| vote.motion == Motion::Reset);
    let label = match vote {
        Some(vote) if !vote.supporters.is_empty() => {
            let votes = vote.supporters.len();
            say!(cx, "button-reset", votes = votes, needed = vote.needed)
        }
        _ => say!(cx, "button-reset-none"),
    };
    button(view, cx, label, Tap::VoteReset, Style::Plain)
}

/// The persons whose turn it is, for telling them.
pub fn awaited<G: Voice>(view: &TableView<G>) -> Vec<PersonId> {
    let due = view.seats.iter().filter(|place| view.awaits(place.seat));
    due.filter_map(|place| place.occupant.person()).collect()
}

/// A button that is the same as typing.
pub fn act<G: Voice>(
    view: &TableView<G>,
    cx: &Speech,
    label: String,
    (verb, words): (Verb, String),
    style: Style,
) -> Control {
    button(view, cx, label, Tap::Act { verb, words }, style)
}

/// Whether the view is that of a player of this seat.
pub fn is_viewer<G: Voice>(view: &TableView<G>, seat: Seat) -> bool {
    view.viewer == Viewer::Seat(seat)
}

/// A table in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableLine {
    channel: u64,
    game: GameKind,
    seated: usize,
    seats: usize,
    stage: StageView<()>,
}

impl TableLine {
    /// The line of the table in this channel.
    pub fn of<G: Voice>(view: &TableView<G>, channel: u64) -> Self {
        Self {
            channel,
            game: G::KIND,
            seated: view.seated(),
            seats: usize::from(*G::seats(&view.rules).end()),
            stage: match view.stage {
                StageView::Lobby => StageView::Lobby,
                StageView::Playing(_) => StageView::Playing(()),
                StageView::Over(_) => StageView::Over(()),
                StageView::Closed => StageView::Closed,
            },
        }
    }

    fn say(&self, cx: &Speech) -> String {
        let stage = match self.stage {
            StageView::Lobby => say!(cx, "list-lobby"),
            StageView::Playing(()) => say!(cx, "list-playing"),
            StageView::Over(()) | StageView::Closed => say!(cx, "list-over"),
        };
        let place = match cx.face {
            Face::Discord => format!("<#{}>", self.channel),
            Face::Terminal => format!("#{}", self.channel),
        };
        say!(
            cx,
            "list-line",
            place = place,
            game = game_name(self.game.name(), cx),
            seated = self.seated,
            seats = self.seats,
            stage = stage,
        )
    }
}

/// The open tables.
pub fn list_page(tables: &[TableLine], cx: &Speech) -> Page {
    let mut page = Page::titled(say!(cx, "list-title"));
    if tables.is_empty() {
        page.push(say!(cx, "list-none", join = cx.command("join")));
    }
    page.lines.extend(tables.iter().map(|table| table.say(cx)));
    page
}
