//! What happened at a table, in lines, and why something is refused there.

use super::lobby::{has_open_seat, seats};
use super::people::computer_name;
use super::petitions::{declined_line, wish_line};
use super::rules::{choices_sentence, rule_label, value_label};
use crate::command::Name;
use crate::game::RuleError;
use crate::host::Fate;
use crate::table::{
    Admission, Away, Happening, News, Occupant, Refusal, StageView, TableNotice, TableView,
};
use crate::text::context::{RenderContext, Surface, TableContext};
use crate::text::daily;
use crate::text::tell;
use crate::text::voice::Voice;
use crate::text::words::quotable;

/// The lines of what happened; none where the pages show it.
pub fn news_lines<G: Voice>(news: &TableNotice<G>, cx: &TableContext<G>) -> Vec<String> {
    let News::Table(news) = news else {
        return Vec::new();
    };
    let view = cx.view;
    let mut more = vec![("stage", tell::stage(&view.stage))];
    match news {
        // With the last one the table closes, which makes the news: nobody plays on.
        Happening::Substituted { .. } if matches!(view.stage, StageView::Closed) => {
            return Vec::new();
        }
        Happening::Substituted { seat, person, .. } => {
            let name = view.place(*seat).and_then(|place| place.name.as_deref());
            let who = name.map_or_else(|| super::people::person(*person, cx), |name| cx.name(name));
            more.push(("who", who));
        }
        Happening::ComputerAdded { seat, .. } => more.push((
            "seat",
            match cx.face {
                Surface::Browser => computer_name::<G>(*seat, cx),
                Surface::Discord | Surface::Terminal => G::seat_name(*seat, cx),
            },
        )),
        Happening::RuleSet { name, value } => {
            let rule = rule_label::<G>(name, cx);
            more.extend([("rule", rule), ("value", value_label(name, value, cx))]);
        }
        Happening::SeatsDrawn { .. } => more.push(("seats", cx.list(seats(cx)))),
        Happening::Asked { by, wish } => return vec![wish_line(*by, wish, cx)],
        Happening::Declined { by, wish } => return vec![declined_line(*by, wish, cx)],
        Happening::Paused => return vec![super::lobby::paused_line(cx)],
        Happening::Closed { by } => {
            let end = super::lobby::challenge_end(cx);
            return vec![end.unwrap_or_else(|| match by {
                Some(by) => tell::sentence("news-closed-by", by, cx, &[]),
                None => say!(cx, "news-closed-by-deserted"),
            })];
        }
        Happening::MatchOver { .. } => return Vec::new(),
        _ => {}
    }
    let line = tell::sentence("news", news, cx, &more);
    Some(line)
        .filter(|line| !line.is_empty())
        .into_iter()
        .collect()
}

/// What became of a table, as one line for everybody.
pub fn fate_line(fate: Fate, cx: &RenderContext) -> String {
    let table = match fate {
        Fate::Aside { table, .. } => table.to_string(),
        Fate::DealtAgain { .. } | Fate::PutBack => String::new(),
    };
    tell::sentence("news", &fate, cx, &[("table", table)])
}

/// Why the table refuses an input: what, why, and one correct example.
pub fn refusal<G: Voice>(refusal: &Refusal<G>, cx: &TableContext<G>) -> String {
    let view = cx.view;
    let daily = || view.daily.map_or_else(|| "daily".to_owned(), daily::words);
    match refusal {
        Refusal::NotSeated => not_seated(cx),
        Refusal::Rule(error) => rule_error(error, cx),
        Refusal::Game(rejection) => G::rejection(rejection, cx),
        refusal => {
            let more = [
                ("seat_example", G::SEAT_EXAMPLE.to_owned()),
                ("opens", Name::Open(G::KIND).word().to_owned()),
                ("daily", daily()),
            ];
            tell::sentence("refuse", refusal, cx, &more)
        }
    }
}

/// That somebody has no seat, and how they get one.
fn not_seated<G: Voice>(cx: &TableContext<G>) -> String {
    let view = cx.view;
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
    let more = match error {
        RuleError::UnknownName { name } => vec![("name", quotable(name))],
        RuleError::Clash { name, value, .. } => {
            vec![("name", (*name).to_owned()), ("value", quotable(value))]
        }
        RuleError::BadValue {
            name,
            value,
            choices,
        } => {
            let words = choices.offered();
            let right = words.get(1).or(words.first()).unwrap_or(&"");
            let choices = choices_sentence(name, choices, cx);
            let example = format!("{name}={right}");
            vec![
                ("value", quotable(value)),
                ("choices", choices),
                ("example", example),
            ]
        }
    };
    tell::sentence("refuse-rule", error, cx, &more)
}
