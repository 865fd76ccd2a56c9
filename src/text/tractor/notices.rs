//! What happened, as lines for the viewer, and why an action is refused.

use super::*;
use crate::players::Player;
use crate::players::tractor::Lowest;
use crate::text::voice::word_of;
use crate::tractor::event::Event;
use crate::tractor::rejection::PhaseName;

/// What happened, in lines; none where the pages show it.
pub fn lines(notice: &Notice, cx: &TableContext) -> Vec<String> {
    match notice {
        Notice::Open(event) => open(event, cx),
        // That the declarer takes the kitty is told with the trump.
        Notice::CardDealt { .. } | Notice::KittyTaken { .. } => Vec::new(),
        Notice::KittyBuried { dealer } => {
            let more = [("leads", leads(*dealer, cx.view).to_string())];
            vec![tell::sentence("note", notice, cx, &more)]
        }
    }
}

fn open(event: &Event, cx: &TableContext) -> Vec<String> {
    let game = cx.view.stage.game();
    let told = |more: &[(&str, String)]| tell::sentence("note", event, cx, more);
    vec![match event {
        Event::Called { seat, call, dealer } => {
            let level = game.map_or(Rank::TWO, |game| game.level);
            let known = dealer.filter(|_| game.and_then(|game| game.taken_over).is_none());
            let declares = match known {
                None => "nobody",
                Some(dealer) if dealer == *seat => "caller",
                Some(_) => "other",
            };
            let call = phrases::called(*call, level, cx);
            told(&[("declares", declares.to_owned()), ("call", call)])
        }
        Event::Redealt { .. } => {
            let waits = matches!(game.map(|game| &game.phase), Some(PhaseView::Ready { .. }));
            told(&[("waits", waits.to_string())])
        }
        Event::Buried { dealer, .. } => told(&[("leads", leads(*dealer, cx.view).to_string())]),
        Event::ThrowFailed { penalty, .. } => {
            let cost = (*penalty > 0).then(|| say!(cx, "note-throw-penalty", points = *penalty));
            return std::iter::once(told(&[])).chain(cost).collect();
        }
        Event::TrickWon { seat, .. } if cx.face == Surface::Browser => taken(*seat, cx),
        Event::TrickWon { seat, points } => match points {
            Some(points) => trick_won(*seat, *points, cx),
            None => say!(cx, "note-trick-hidden", who = who(*seat, cx)),
        },
        Event::StandingSet { levels, dealer } => standing(*levels, *dealer, cx),
        Event::RoundOver(result) => return round_over(result, cx),
        Event::MatchOver { winner } => results::match_title(*winner, cx),
        _ => told(&[]),
    }]
}

/// How tractor's own values are said.
pub fn said(told: &Told, cx: &TableContext) -> Option<String> {
    Some(match told.kind {
        "Card" if told.value.is_array() => in_order(&told.read::<Vec<Card>>(), cx),
        "Card" => phrases::card(told.read::<Card>(), cx),
        "Call" => {
            let level = cx.view.stage.game().map_or(Rank::TWO, |game| game.level);
            phrases::call(told.read(), level, cx)
        }
        "Trump" => phrases::trump_line(told.read(), cx),
        "Commitment" => short(told.value.as_str()?),
        _ => return None,
    })
}

/// What the people at the table agreed on, and who deals next as far as known.
fn standing(levels: [Rank; 2], dealer: Option<Seat>, cx: &TableContext) -> String {
    let [one, other] = Team::ALL.map(|team| {
        let (team, level) = (phrases::people(team, cx), levels[team.index()]);
        say!(cx, "note-standing-team", team, level = level.name())
    });
    let levels = say!(cx, "note-standing", one, other);
    match dealer {
        Some(dealer) => {
            let deals = say!(cx, "note-standing-dealer", who = who(dealer, cx));
            format!("{levels} {deals}")
        }
        None => levels,
    }
}

/// Whether the round goes on with the lead of who has buried.
fn leads(buried_by: Seat, view: &TableView<Tractor>) -> bool {
    let game = view.stage.game();
    game.is_none_or(|game| {
        let asks = matches!(game.phase, PhaseView::Overcalls { .. });
        !asks && game.dealer.is_none_or(|dealer| dealer == buried_by)
    })
}

/// Who takes the trick, and where the opponents stand; their sum is left out if it is no longer the
/// one after this trick.
fn trick_won(seat: Seat, points: u16, cx: &TableContext) -> String {
    let who = who(seat, cx);
    let game = cx.view.stage.game();
    let opponents = game.and_then(phrases::opponents);
    let kept = opponents.is_some_and(|team| team != Team::of(seat));
    let kept = kept.to_string();
    let trick = say!(cx, "note-trick-taken", kept, who, points);
    // A failed throw may have cost points since.
    let newest = game.filter(|game| {
        let is_this = |last: &TrickView| last.winning == Some(seat) && last.points == points;
        matches!(&game.phase, PhaseView::Playing { trick, .. } if trick.failed_throw.is_none())
            && game.tricks.last().is_some_and(is_this)
    });
    match newest {
        Some(game) => {
            let (total, needed) = (game.points, game.rules.points_to_win.0);
            say!(cx, "note-trick-total", trick, total, needed)
        }
        None => trick,
    }
}

/// Who takes the trick with what, as the table in a browser says it.
fn taken(seat: Seat, cx: &TableContext) -> String {
    let game = cx.view.stage.game();
    let last = game.and_then(|game| Some((game, game.tricks.last().or(game.parting.as_ref())?)));
    match last.filter(|(_, trick)| trick.winning == Some(seat)) {
        Some((game, trick)) => scene::outcome(trick, &cx.with(game)),
        None => say!(cx, "note-trick-hidden", who = who(seat, cx)),
    }
}

fn round_over(result: &crate::tractor::action::RoundResult, cx: &TableContext) -> Vec<String> {
    let Some(game) = cx.view.stage.game() else {
        return vec![results::outcome_title(result, &cx.view.rules, cx)];
    };
    let page = results::round_page(result, &cx.with(game));
    let seal = results::seal_line(result.round, &result.deal.secret, cx);
    page.told().chain(seal).collect()
}

/// Why an action is refused.
pub fn sentence(rejection: &Rejection, cx: &TableContext) -> String {
    let view = cx.view;
    let game = view.stage.game();
    let holds = |card: &Card| game.is_some_and(|game| game.hand.contains(card));
    let more = match rejection {
        Rejection::WrongPhase { phase } => wrong_phase(*phase, cx),
        Rejection::NoCards => vec![("play", cx.command(&play_example(view)))],
        Rejection::WrongCount { example, .. } | Rejection::MixedLead { example } => {
            vec![("example", play(example, cx))]
        }
        Rejection::MustFollow {
            breach,
            due,
            example,
        } => {
            return breach_sentence(*breach, due, &play(example, cx), cx);
        }
        Rejection::NotDealer { .. } => {
            let taken_over = game.is_some_and(|game| game.taken_over.is_some());
            vec![("taken_over", taken_over.to_string())]
        }
        Rejection::KittyCount { .. } => vec![("kitty", kitty_example(view))],
        Rejection::CallNotHeld { call, card } => {
            let needed = call.cards(game.map_or(Rank::TWO, |game| game.level));
            let cards = phrases::cards(&needed, cx);
            vec![("cards", cards), ("held", holds(card).to_string())]
        }
        Rejection::CallTooLow { standing, .. } => {
            let higher = game.map(|game| phrases::overturn(*standing, game.level, &game.rules, cx));
            vec![("higher", higher.unwrap_or_default())]
        }
        Rejection::OwnCallStands { .. } => {
            vec![("own_call", view.rules.own_call.word().to_owned())]
        }
        Rejection::OfferStands => {
            let partner = view.seat().map(seating::partner);
            let partner = partner.map(|seat| who(seat, cx));
            vec![("who", partner.unwrap_or_default())]
        }
        _ => Vec::new(),
    };
    tell::sentence("reject", rejection, cx, &more)
}

/// What is going on instead, and what can be done then.
fn wrong_phase(phase: PhaseName, cx: &TableContext) -> Vec<(&'static str, String)> {
    let game = cx.view.stage.game();
    let open = match game.map(|game| &game.phase) {
        Some(
            PhaseView::Dealing { open, .. }
            | PhaseView::CallWindow { open, .. }
            | PhaseView::Overcalls { open, .. },
        ) => open.first().copied(),
        _ => None,
    };
    let phase = match phase {
        PhaseName::Overcalls if !game.is_some_and(options::is_asked) => "overcalls",
        PhaseName::CallWindow | PhaseName::Overcalls if open.is_none() => "no_call",
        PhaseName::CallWindow | PhaseName::Overcalls => "call_window",
        PhaseName::Burying if game.is_some_and(options::buries) => "burying_you",
        phase => Told::of(&phase).name,
    };
    let burier = game.and_then(View::burier).filter(|_| phase == "burying");
    let dealer = burier.map_or_else(String::new, |seat| who(seat, cx));
    let call = open.map_or_else(|| "H".to_owned(), words::typed_call);
    vec![
        ("phase", phase.to_owned()),
        ("call", call),
        ("pass", word_of::<Tractor>(Verb::Pass).to_owned()),
        ("dealer", dealer),
        ("kitty", cx.command(&kitty_example(cx.view))),
        ("play", cx.command(&play_example(cx.view))),
    ]
}

/// Cards in the order of a hand.
fn in_order(play: &[Card], cx: &TableContext) -> String {
    match cx.view.stage.game() {
        Some(game) => trick::shown(options::trump(game), play, cx),
        None => phrases::cards(play, cx),
    }
}

/// Cards in the order of a hand, as they are typed.
fn typed(play: &[Card], view: &TableView<Tractor>) -> String {
    match view.stage.game() {
        Some(game) => cards::typed(&order::sorted(play, options::trump(game))),
        None => cards::typed(play),
    }
}

/// A correct play in typed notation: the lowest on the viewer's turn, otherwise any card they hold.
fn play_example(view: &TableView<Tractor>) -> String {
    let game = view.stage.game();
    let lowest = game.and_then(|game| match Lowest.choose(game) {
        Some(Action::Play(cards)) => Some(typed(&cards, view)),
        _ => game.hand.first().map(ToString::to_string),
    });
    let play = lowest.map(|cards| format!("play {cards}"));
    play.unwrap_or_else(|| Tractor::PLAY_EXAMPLE.to_owned())
}

/// Eight cards of who buries in typed notation: those that the clock would bury.
fn kitty_example(view: &TableView<Tractor>) -> String {
    match view.stage.game().and_then(|game| Lowest.choose(game)) {
        Some(Action::Bury(kitty)) => format!("kitty {}", typed(&kitty, view)),
        _ => Name::Move(Verb::Kitty).example().to_owned(),
    }
}

/// For example `$play 8S 8S`; the cards alone for who taps them.
fn play(example: &[Card], cx: &TableContext) -> String {
    let command = match cx.taps {
        true => phrases::cards(example, cx),
        false => cx.command(&format!("play {}", typed(example, cx.view))),
    };
    say!(cx, "for-example", command)
}

/// Which obligation a play does not meet.
pub fn breach_sentence(breach: Breach, due: &Due, example: &str, cx: &RenderContext) -> String {
    let suit = phrases::suit(due.suit, 2, cx);
    let more = [("suit", suit), ("example", example.to_owned())];
    tell::sentence("reject", &breach, cx, &more)
}

/// What is wrong with a draft; `None` as long as cards are missing.
pub fn flaw(flaw: &Flaw, game: &View, cx: &RenderContext) -> Option<String> {
    let sentence = match (flaw, options::turn(game).flatten()) {
        (Flaw::None | Flaw::Count, _) | (Flaw::Breach(_), None) => return None,
        (Flaw::Mixed, _) => say!(cx, "reject-mixed-lead", example = ""),
        (Flaw::Breach(breach), Some(due)) => breach_sentence(*breach, due, "", cx),
    };
    Some(sentence.trim_end().to_owned())
}
