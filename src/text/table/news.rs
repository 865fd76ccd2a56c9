//! What happened at a table, in lines, why something is refused there, and what somebody asked for that waits for others.

use super::*;
use crate::game::RuleError;
use crate::host::Fate;
use crate::table::{Happening, LimitChange, News, PetitionView, Refusal, Wish};
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
        Happening::SeatsDrawn { .. } => {
            let seats = view.seats.iter().map(|place| seated(place.seat, cx));
            more.push(("seats", cx.list(seats)));
        }
        Happening::Asked { by, wish } => return vec![wish_line(*by, wish, cx)],
        Happening::Declined { by, wish } => return vec![declined_line(*by, wish, cx)],
        Happening::Paused => return vec![super::lobby::paused_line(cx)],
        Happening::Closed { by } => {
            return vec![super::lobby::challenge_end(cx).unwrap_or_else(|| match by {
                Some(by) => tell::sentence("news-closed-by", by, cx, &[]),
                None => say!(cx, "news-closed-by-deserted"),
            })];
        }
        Happening::MatchOver { .. } => return Vec::new(),
        _ => {}
    }
    let line = tell::sentence("news", news, cx, &more);
    Vec::from_iter(Some(line).filter(|line| !line.is_empty()))
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
    match view.next_admission().filter(|_| !has_open_seat(view)) {
        Some(Admission::NextRound) => say!(cx, "refuse-watching-round", join),
        Some(Admission::NextMatch) => say!(cx, "refuse-watching-match", join),
        None if is_full(view) => say!(cx, "refuse-watching"),
        None => say!(cx, "refuse-not-seated", join),
    }
}

/// Whether nobody can join this match.
fn is_full<G: Voice>(view: &TableView<G>) -> bool {
    let taken = |occupant: Occupant| occupant.person().is_some() || is_absent(occupant);
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

/// Adds what waits for others, with the buttons that answer the newest; to who sits there the newest that waits for
/// them, or else the button that takes their own back.
pub fn add_petitions<G: Voice>(cx: &TableContext<G>, page: &mut Page) {
    let view = cx.view;
    for petition in &view.petitions {
        page.push(wish_line(petition.by, &petition.wish, cx));
    }
    let viewer = view
        .seat()
        .and_then(|seat| view.place(seat)?.occupant.person());
    let waits = |petition: &&PetitionView| match viewer {
        Some(viewer) => petition.awaited.contains(&viewer),
        None => !petition.awaited.is_empty(),
    };
    let own = |petition: &&PetitionView| Some(petition.by) == viewer;
    if let Some(petition) = view.petitions.iter().rfind(waits) {
        let (yes, needed) = (petition.yes, petition.needed);
        let agree = match needed {
            1 => say!(cx, "button-agree"),
            needed => say!(cx, "button-agree-more", yes, needed),
        };
        page.row(vec![
            cx.button(agree, format!("agree #{}", petition.at.0), Style::Good),
            cx.plain(say!(cx, "button-disagree"), no(petition)),
        ]);
    } else if let Some(petition) = view.petitions.iter().rfind(own) {
        page.row(vec![cx.plain(say!(cx, "button-withdraw"), no(petition))]);
    }
}

/// What says no to it, or takes it back.
fn no(petition: &PetitionView) -> String {
    format!("agree no #{}", petition.at.0)
}

/// What somebody asks for, and whose yes it needs.
pub fn wish_line<G: Voice>(by: PersonId, wish: &Wish, cx: &TableContext<G>) -> String {
    let later = of_wish(wish, cx).is_some_and(|petition| petition.awaited.is_empty());
    let more = [
        ("later", later.to_string()),
        ("host", person(cx.view.host, cx)),
    ];
    told("petition", by, wish, cx, more)
}

/// What becomes of what was not granted, or was taken back.
pub(super) fn declined_line<G: Voice>(by: PersonId, wish: &Wish, cx: &TableContext<G>) -> String {
    let stands = of_wish(wish, cx).is_some();
    told("declined", by, wish, cx, [("stands", stands.to_string())])
}

fn of_wish<'a, G: Voice>(wish: &Wish, cx: &TableContext<'a, G>) -> Option<&'a PetitionView> {
    let mut petitions = cx.view.petitions.iter();
    petitions.find(|petition| petition.wish == *wish)
}

fn told<G: Voice>(
    prefix: &str,
    by: PersonId,
    wish: &Wish,
    cx: &TableContext<G>,
    more: impl IntoIterator<Item = (&'static str, String)>,
) -> String {
    let changes = match wish {
        Wish::Limits(changes) | Wish::Accord(changes) => changes_of::<G>(changes, cx),
        Wish::Kick { .. } | Wish::Sit { .. } => String::new(),
    };
    let mut facts = vec![("who", person(by, cx)), ("changes", changes)];
    facts.extend(more);
    tell::sentence(prefix, wish, cx, &facts)
}

fn changes_of<G: Voice>(changes: &[LimitChange], cx: &RenderContext) -> String {
    cx.list(changes.iter().map(|change| {
        let rule = rule_label::<G>(&change.limit, cx);
        let value = value_label(&change.limit, &change.value, cx);
        say!(cx, "petition-change", rule, value)
    }))
}
