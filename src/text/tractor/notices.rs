//! What happened, as lines for the viewer, and why an action is refused.

use super::options::Flaw;
use super::phrases::TableContext;
use super::{order, phrases, results, scene, trick, words};
use crate::command::{Name, Verb};
use crate::game::Seat;
use crate::players::Player;
use crate::players::tractor::Lowest;
use crate::text::cards;
use crate::text::context::{RenderContext, Surface};
use crate::text::replay::short;
use crate::text::table::who;
use crate::text::tractor::options;
use crate::text::voice::{Voice as _, word_of};
use crate::tractor::action::{Action, Call};
use crate::tractor::card::{Card, Rank};
use crate::tractor::event::{Event, Notice};
use crate::tractor::follow::{Breach, Due};
use crate::tractor::rejection::{PhaseName, Rejection, Stay};
use crate::tractor::rules::OwnCall;
use crate::tractor::seating::Team;
use crate::tractor::view::{PhaseView, View};
use crate::tractor::{Tractor, seating};

pub fn lines(notice: &Notice, view: &TableContext, cx: &RenderContext) -> Vec<String> {
    let at = |seat: &Seat| who(view, *seat, cx);
    match notice {
        Notice::Open(event) => open(event, view, cx),
        // That the declarer takes the kitty is told with the trump.
        Notice::CardDealt { .. } | Notice::KittyTaken { .. } => Vec::new(),
        Notice::KittyBuried { dealer } => {
            let who = at(dealer);
            vec![match leads(*dealer, view) {
                true => say!(cx, "note-buried", who),
                false => say!(cx, "note-buried-over", who),
            }]
        }
    }
}

fn open(event: &Event, view: &TableContext, cx: &RenderContext) -> Vec<String> {
    let at = |seat: &Seat| who(view, *seat, cx);
    let shown = |play: &[Card]| in_order(play, view, cx);
    let line = match event {
        Event::RoundReady { round, commitment } => {
            let ready = say!(cx, "note-ready", round = *round);
            let seal = short(&commitment.to_string());
            ready + &sealed(say!(cx, "note-seal", seal), cx)
        }
        Event::Contributed { seat, .. } => say!(cx, "note-contributed", who = at(seat)),
        Event::DealStarted { round, first } => {
            say!(cx, "note-deal", round = *round, who = at(first))
        }
        Event::Dealt { card, .. } => say!(cx, "note-drawn", card = phrases::card(*card, cx)),
        Event::Called { seat, call, dealer } => {
            let level = view.stage.game().map_or(Rank::TWO, |game| game.level);
            let call = phrases::called(*call, level, cx);
            let taken_over = view.stage.game().and_then(|game| game.taken_over);
            match dealer.filter(|_| taken_over.is_none()) {
                Some(dealer) if dealer == *seat => {
                    say!(cx, "note-called-dealer", who = at(seat), call)
                }
                Some(dealer) => {
                    say!(
                        cx,
                        "note-called-stays",
                        who = at(seat),
                        call,
                        dealer = at(&dealer)
                    )
                }
                None => say!(cx, "note-called", who = at(seat), call),
            }
        }
        Event::CallTakenBack { seat, call, .. } => {
            let level = view.stage.game().map_or(Rank::TWO, |game| game.level);
            let call = phrases::call(*call, level, cx);
            say!(cx, "note-call-taken-back", who = at(seat), call)
        }
        Event::CallWindowOpened => say!(cx, "note-window"),
        Event::CallPassed { seat } => say!(cx, "note-call-passed", who = at(seat)),
        Event::KittyFlipped { cards } => say!(cx, "note-flipped", cards = shown(cards)),
        Event::Redealt { commitment, .. } => {
            let game = view.stage.game().map(|game| &game.phase);
            let deal = cx.by_button(&say!(cx, "button-deal"), "deal");
            let again = match game {
                Some(PhaseView::Ready { .. }) => say!(cx, "note-redeal-waits", deal),
                _ => say!(cx, "note-redealt"),
            };
            let seal = short(&commitment.to_string());
            again + &sealed(say!(cx, "note-seal-new", seal), cx)
        }
        Event::TrumpFixed { trump, dealer, .. } => {
            let trump = phrases::trump_line(*trump, cx);
            say!(cx, "note-trump", trump, who = at(dealer))
        }
        Event::TookKitty { cards, .. } => say!(cx, "note-kitty-own", cards = shown(cards)),
        Event::TakenOver { seat, trump } => {
            let trump = phrases::trump_line(*trump, cx);
            say!(cx, "note-taken-over", who = at(seat), trump)
        }
        Event::Buried { dealer, cards } => match leads(*dealer, view) {
            true => say!(cx, "note-buried-own", cards = shown(cards)),
            false => say!(cx, "note-buried-over-own", cards = shown(cards)),
        },
        Event::Played {
            seat,
            cards,
            lead: true,
        } => {
            say!(cx, "note-led", who = at(seat), cards = shown(cards))
        }
        Event::Played {
            seat,
            cards,
            lead: false,
        } => {
            say!(cx, "note-played", who = at(seat), cards = shown(cards))
        }
        Event::PlayTakenBack { seat, cards } => {
            say!(
                cx,
                "note-play-taken-back",
                who = at(seat),
                cards = shown(cards)
            )
        }
        Event::ThrowFailed { .. } => return throw_failed(event, view, cx),
        Event::TrickWon { seat, .. } if cx.face == Surface::Browser => taken(*seat, view, cx),
        Event::TrickWon {
            seat,
            points: Some(points),
        } => trick_won(*seat, *points, view, cx),
        Event::TrickWon { seat, points: None } => say!(cx, "note-trick-hidden", who = at(seat)),
        Event::SurrenderOffered { seat } => say!(cx, "note-surrender-offered", who = at(seat)),
        Event::SurrenderOff { seat } => say!(cx, "note-surrender-off", who = at(seat)),
        Event::StandingSet { levels, dealer } => standing(*levels, *dealer, view, cx),
        Event::RoundOver(result) => return round_over(result, view, cx),
        Event::MatchOver { winner } => results::match_title(*winner, view, cx),
    };
    vec![line]
}

/// The seal of a shuffle after a sentence; in a browser it stands where it is checked.
fn sealed(seal: String, cx: &RenderContext) -> String {
    match cx.face {
        Surface::Browser => String::new(),
        Surface::Discord | Surface::Terminal => seal,
    }
}

/// What the people at the table agreed on, and who deals next as far as known.
fn standing(
    levels: [Rank; 2],
    dealer: Option<Seat>,
    view: &TableContext,
    cx: &RenderContext,
) -> String {
    let [one, other] = Team::ALL.map(|team| {
        let (team, level) = (phrases::people(team, view, cx), levels[team.index()]);
        say!(cx, "note-standing-team", team, level = level.name())
    });
    let levels = say!(cx, "note-standing", one, other);
    match dealer {
        Some(dealer) => format!(
            "{levels} {}",
            say!(cx, "note-standing-dealer", who = who(view, dealer, cx))
        ),
        None => levels,
    }
}

/// Whether the round goes on with the lead of who has buried.
fn leads(buried_by: Seat, view: &TableContext) -> bool {
    let game = view.stage.game();
    game.is_none_or(|game| {
        let asks = matches!(game.phase, PhaseView::Overcalls { .. });
        !asks && game.dealer.is_none_or(|dealer| dealer == buried_by)
    })
}

/// Who takes the trick, and where the opponents stand; their sum is left out if it is no longer the
/// one after this trick.
fn trick_won(seat: Seat, points: u16, view: &TableContext, cx: &RenderContext) -> String {
    let who = who(view, seat, cx);
    let game = view.stage.game();
    let opponents = game.and_then(phrases::opponents);
    let trick = match opponents.filter(|team| *team != Team::of(seat)) {
        None => say!(cx, "note-trick", who, points),
        Some(_) => say!(cx, "note-trick-kept", who, points),
    };
    // A failed throw may have cost points since.
    let newest = game.filter(|game| {
        matches!(&game.phase, PhaseView::Playing { trick, .. } if trick.failed_throw.is_none())
            && game
                .tricks
                .last()
                .is_some_and(|last| last.winning == Some(seat) && last.points == points)
    });
    match newest {
        Some(game) => say!(
            cx,
            "note-trick-total",
            trick,
            total = game.points,
            needed = game.rules.points_to_win.0
        ),
        None => trick,
    }
}

/// Who takes the trick with what, as the table in a browser says it.
fn taken(seat: Seat, view: &TableContext, cx: &RenderContext) -> String {
    let game = view.stage.game();
    let last = game.and_then(|game| Some((game, game.tricks.last().or(game.parting.as_ref())?)));
    match last.filter(|(_, trick)| trick.winning == Some(seat)) {
        Some((game, trick)) => scene::outcome(trick, view, game, cx),
        None => say!(cx, "note-trick-hidden", who = who(view, seat, cx)),
    }
}

fn throw_failed(event: &Event, view: &TableContext, cx: &RenderContext) -> Vec<String> {
    let Event::ThrowFailed {
        seat,
        played,
        taken_back,
        stopped_by,
        penalty,
        ..
    } = event
    else {
        return Vec::new();
    };
    let (who_, played) = (who(view, *seat, cx), in_order(played, view, cx));
    let back = in_order(taken_back, view, cx);
    let stopped = match stopped_by {
        Some(stopper) => say!(
            cx,
            "note-throw-stopped",
            stopper = who(view, *stopper, cx),
            who = who_,
            played,
            back,
        ),
        None => say!(
            cx,
            "note-throw-stopped-by-somebody",
            who = who_,
            played,
            back,
        ),
    };
    let cost = (*penalty > 0).then(|| say!(cx, "note-throw-penalty", points = *penalty));
    std::iter::once(stopped).chain(cost).collect()
}

fn round_over(
    result: &crate::tractor::action::RoundResult,
    view: &TableContext,
    cx: &RenderContext,
) -> Vec<String> {
    let Some(game) = view.stage.game() else {
        return vec![results::title(result, view, cx)];
    };
    let page = results::round_page(result, view, game, cx);
    let seal = results::seal_line(result.round, &result.deal.secret, cx);
    let title = format!("**{}**", page.title);
    let lines = std::iter::once(title).chain(page.lines);
    lines.chain(seal).collect()
}

pub fn sentence(rejection: &Rejection, view: &TableContext, cx: &RenderContext) -> String {
    let at = |seat: &Seat| who(view, *seat, cx);
    match rejection {
        Rejection::NoSuchSeat { .. } => say!(cx, "reject-no-such-seat"),
        Rejection::WrongPhase { phase } => wrong_phase(*phase, view, cx),
        Rejection::NotYourTurn { turn } => say!(cx, "reject-turn", who = at(turn)),
        Rejection::NotHeld { card, held: 0 } => {
            say!(cx, "reject-not-held", card = phrases::card(*card, cx))
        }
        Rejection::NotHeld { card, .. } => {
            say!(cx, "reject-not-second", card = phrases::card(*card, cx))
        }
        Rejection::NoCards => {
            say!(
                cx,
                "reject-no-cards-play",
                command = cx.command(&play_example(view))
            )
        }
        Rejection::WrongCount {
            due,
            given,
            example,
        } => {
            say!(
                cx,
                "reject-count",
                due = *due,
                given = *given,
                example = play(example, view, cx)
            )
        }
        Rejection::MixedLead { example } => {
            say!(cx, "reject-mixed", example = play(example, view, cx))
        }
        Rejection::MustFollow {
            breach,
            due,
            example,
        } => breach_sentence(*breach, due, &play(example, view, cx), cx),
        Rejection::NotDealer { dealer } => {
            let game = view.stage.game();
            match game.is_some_and(|game| game.taken_over.is_some()) {
                true => say!(cx, "reject-burying", who = at(dealer)),
                false => say!(cx, "reject-not-dealer", who = at(dealer)),
            }
        }
        Rejection::KittyCount { given: 0 } => {
            let kitty = cx.command(&kitty_example(view));
            say!(cx, "reject-no-cards-kitty", command = kitty)
        }
        Rejection::KittyCount { given } => {
            say!(
                cx,
                "reject-kitty-count",
                given = *given,
                kitty = cx.command(&kitty_example(view))
            )
        }
        Rejection::CallNotHeld { call, card } => call_not_held(*call, *card, view, cx),
        Rejection::CallTooLow { standing, by } => {
            let game = view.stage.game();
            let higher = game.map(|game| phrases::overturn(*standing, game.level, &game.rules, cx));
            let level = game.map_or(Rank::TWO, |game| game.level);
            let call = phrases::call(*standing, level, cx);
            let higher = higher.unwrap_or_default();
            say!(cx, "reject-call-too-low", call, who = at(by), higher)
        }
        Rejection::OwnCallStands { standing } => {
            let level = view.stage.game().map_or(Rank::TWO, |game| game.level);
            let call = phrases::call(*standing, level, cx);
            match view.rules.own_call {
                OwnCall::Raise => say!(cx, "reject-own-call-raise", call),
                OwnCall::Overturn | OwnCall::Stand => {
                    say!(cx, "reject-own-call", call)
                }
            }
        }
        Rejection::DealIsFor { dealer } => say!(cx, "reject-deal-dealer", who = at(dealer)),
        Rejection::Stays { why } => stays(*why, cx),
        Rejection::NoTrumpCallsOff => {
            say!(cx, "reject-no-trump-off", call = cx.command("call H"))
        }
        Rejection::CallsClosed => say!(cx, "reject-calls-closed"),
        Rejection::NoOffer => say!(cx, "reject-no-offer", surrender = cx.command("surrender")),
        Rejection::OfferStands => {
            let partner = view.seat().map(seating::partner);
            let partner = partner.map_or_else(String::new, |seat| at(&seat));
            say!(
                cx,
                "reject-offer-stands",
                who = partner,
                playon = cx.command("playon")
            )
        }
    }
}

/// Whether the refusal tells something about the hand of whom it is for.
pub const fn names_cards(rejection: &Rejection) -> bool {
    match rejection {
        Rejection::NotHeld { .. }
        | Rejection::WrongCount { .. }
        | Rejection::MixedLead { .. }
        | Rejection::MustFollow { .. }
        | Rejection::CallNotHeld { .. } => true,
        Rejection::NoSuchSeat { .. }
        | Rejection::WrongPhase { .. }
        | Rejection::NotYourTurn { .. }
        | Rejection::NoCards
        | Rejection::NotDealer { .. }
        | Rejection::KittyCount { .. }
        | Rejection::CallTooLow { .. }
        | Rejection::OwnCallStands { .. }
        | Rejection::DealIsFor { .. }
        | Rejection::Stays { .. }
        | Rejection::NoTrumpCallsOff
        | Rejection::CallsClosed
        | Rejection::NoOffer
        | Rejection::OfferStands => false,
    }
}

fn stays(why: Stay, cx: &RenderContext) -> String {
    match why {
        Stay::PlaysStand => say!(cx, "reject-stays-plays"),
        Stay::CallsStand => say!(cx, "reject-stays-calls"),
        Stay::NotTheirs => say!(cx, "reject-stays-others"),
        Stay::Told => say!(cx, "reject-stays-told"),
        Stay::Again => say!(cx, "reject-stays-again"),
    }
}

fn wrong_phase(phase: PhaseName, view: &TableContext, cx: &RenderContext) -> String {
    let open = match view.stage.game().map(|game| &game.phase) {
        Some(
            PhaseView::Dealing { open, .. }
            | PhaseView::CallWindow { open, .. }
            | PhaseView::Overcalls { open, .. },
        ) => open.first().copied(),
        _ => None,
    };
    let call = || {
        let words = open.map_or_else(|| "H".to_owned(), words::typed_call);
        cx.command(&format!("call {words}"))
    };
    match phase {
        PhaseName::Ready => say!(
            cx,
            "reject-ready",
            deal = cx.by_button(&say!(cx, "button-deal"), "deal")
        ),
        PhaseName::Dealing => say!(cx, "reject-dealing", call = call()),
        PhaseName::Overcalls if !view.stage.game().is_some_and(options::is_asked) => {
            say!(cx, "reject-overcalls")
        }
        PhaseName::CallWindow | PhaseName::Overcalls if open.is_none() => {
            say!(
                cx,
                "reject-no-call",
                pass = cx.command(word_of::<Tractor>(Verb::Pass))
            )
        }
        PhaseName::CallWindow | PhaseName::Overcalls => {
            say!(
                cx,
                "reject-call-window",
                call = call(),
                pass = cx.command(word_of::<Tractor>(Verb::Pass))
            )
        }
        PhaseName::Burying => match view.stage.game() {
            Some(game) if options::buries(game) => {
                say!(
                    cx,
                    "reject-burying-you",
                    kitty = cx.command(&kitty_example(view))
                )
            }
            game => {
                let dealer = game.and_then(View::burier);
                let dealer = dealer.map_or_else(String::new, |seat| who(view, seat, cx));
                say!(cx, "reject-burying", who = dealer)
            }
        },
        PhaseName::Playing => {
            say!(cx, "reject-playing", play = cx.command(&play_example(view)))
        }
        PhaseName::Over => say!(
            cx,
            "reject-over",
            start = cx.by_button(&say!(cx, "button-rematch"), "start")
        ),
    }
}

/// Cards in the order of a hand.
fn in_order(play: &[Card], view: &TableContext, cx: &RenderContext) -> String {
    match view.stage.game() {
        Some(game) => trick::shown(options::trump(game), play, cx),
        None => phrases::cards(play, cx),
    }
}

/// Cards in the order of a hand, as they are typed.
fn typed(play: &[Card], view: &TableContext) -> String {
    match view.stage.game() {
        Some(game) => cards::typed(&order::sorted(play, options::trump(game))),
        None => cards::typed(play),
    }
}

/// A correct play in typed notation: the lowest on the viewer's turn, otherwise any card they hold.
fn play_example(view: &TableContext) -> String {
    let game = view.stage.game();
    let lowest = game.and_then(|game| match Lowest.choose(game) {
        Some(Action::Play(cards)) => Some(typed(&cards, view)),
        _ => game.hand.first().map(ToString::to_string),
    });
    lowest.map_or_else(
        || Tractor::PLAY_EXAMPLE.to_owned(),
        |cards| format!("play {cards}"),
    )
}

/// Eight cards of who buries in typed notation: those that the clock would bury.
fn kitty_example(view: &TableContext) -> String {
    match view.stage.game().and_then(|game| Lowest.choose(game)) {
        Some(Action::Bury(kitty)) => format!("kitty {}", typed(&kitty, view)),
        _ => Name::Move(Verb::Kitty).example().to_owned(),
    }
}

/// For example `$play 8S 8S`; the cards alone for who taps them.
fn play(example: &[Card], view: &TableContext, cx: &RenderContext) -> String {
    let command = match cx.taps {
        true => phrases::cards(example, cx),
        false => cx.command(&format!("play {}", typed(example, view))),
    };
    say!(cx, "for-example", command)
}

pub fn breach_sentence(breach: Breach, due: &Due, example: &str, cx: &RenderContext) -> String {
    let suit = phrases::suit(due.suit, 2, cx);
    match breach {
        Breach::Count { due, given } => {
            say!(cx, "reject-count", due, given, example)
        }
        Breach::Suit { due, given } => {
            say!(cx, "reject-suit", suit, due, given, example)
        }
        Breach::Pairs { due, .. } => {
            say!(cx, "reject-pairs", suit, due, example)
        }
        Breach::Tractor { due } => {
            say!(cx, "reject-tractor", suit, due, example)
        }
    }
}

/// What is wrong with a draft; `None` as long as cards are missing.
pub fn flaw(flaw: &Flaw, game: &View, cx: &RenderContext) -> Option<String> {
    let sentence = match (flaw, options::turn(game).flatten()) {
        (Flaw::None | Flaw::Count, _) | (Flaw::Breach(_), None) => return None,
        (Flaw::Mixed, _) => say!(cx, "reject-mixed", example = ""),
        (Flaw::Breach(breach), Some(due)) => breach_sentence(*breach, due, "", cx),
    };
    Some(sentence.trim_end().to_owned())
}

fn call_not_held(call: Call, card: Card, view: &TableContext, cx: &RenderContext) -> String {
    let game = view.stage.game();
    let level = game.map_or(crate::tractor::card::Rank::TWO, |game| game.level);
    let needed = phrases::cards(&call.cards(level), cx);
    let one = game.is_some_and(|game| game.hand.contains(&card));
    if one {
        say!(cx, "reject-call-not-second", cards = needed)
    } else {
        say!(
            cx,
            "reject-call-not-held",
            cards = needed,
            card = phrases::card(card, cx)
        )
    }
}
