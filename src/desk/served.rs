//! What a game must provide to be served at the desk, and what tractor and UNO do.

use super::answer::{Done, Request};
use super::{Command, Desk};
use crate::chance::Seed;
use crate::command::Verb;
use crate::game::Seat;
use crate::host::Hosted;
use crate::table::StageView;
use crate::text::voice::Voice;
use crate::tractor::Tractor;
use crate::tractor::card::Card;
use crate::tractor::deck::Dealt;
use crate::tractor::seating::Wind;
use crate::uno::round::Circle;
use crate::uno::{Round, Uno};

/// Cards that lie together: where, and which.
pub type Heap = (String, Vec<String>);

/// A game that can be served: it is hosted, has words and pages, and can be opened.
pub trait Served: Hosted + Voice {
    /// The description of its terminal command in the program's `--help`.
    const IN_TERMINAL: &'static str;

    /// The cards that a shuffle deals, worked out anew for `tractor-bot verify`: what they lie in, and
    /// the cards in their order. `order` has the seats as they are dealt to, the first one first.
    /// `None` in a game without sealed deals.
    fn dealt(_shuffle: &Seed, _rules: &Self::Rules, _order: &[Seat]) -> Option<Vec<Heap>> {
        None
    }

    /// Whether a control for this verb is accepted one turn late instead of being stale, because it
    /// can do no harm.
    fn may_come_late(_verb: Verb) -> bool {
        false
    }

    /// Carries out the command that opens a table of the game, [`Name::Open`](crate::command::Name::Open).
    fn open(
        desk: &Desk,
        asked: &Request<'_>,
        command: &Command,
    ) -> impl Future<Output = Done> + Send;
}

impl Served for Tractor {
    const IN_TERMINAL: &'static str = "Tractor in this terminal, also where a token is set";

    fn dealt(shuffle: &Seed, _: &Self::Rules, order: &[Seat]) -> Option<Vec<Heap>> {
        let first = order.first().copied().unwrap_or(Wind::North.seat());
        let dealt = Dealt::of(shuffle, first);
        let named = |cards: &[Card]| cards.iter().map(Card::to_string).collect();
        let hands = Wind::ALL.iter().zip(&dealt.hands);
        let hands = hands.map(|(wind, hand)| (format!("{wind:?}"), named(hand)));
        let kitty = ("kitty".to_owned(), named(&dealt.kitty));
        Some(hands.chain([kitty]).collect())
    }

    /// Whether to concede is read while others play on; the control names its round.
    fn may_come_late(verb: Verb) -> bool {
        verb == Verb::Surrender
    }

    async fn open(desk: &Desk, asked: &Request<'_>, command: &Command) -> Done {
        desk.join(asked, &command.words).await
    }
}

impl Served for Uno {
    const IN_TERMINAL: &'static str = "UNO against the computer in this terminal";

    fn dealt(shuffle: &Seed, rules: &Self::Rules, order: &[Seat]) -> Option<Vec<Heap>> {
        let active = order.iter().copied().collect();
        let (hands, top) = Round::dealt(rules, &Circle::new(order), active, *shuffle);
        let hands = order.iter().map(|seat| {
            let cards = hands[seat.index()].cards();
            let name = format!("seat {}", seat.index() + 1);
            (name, cards.map(|card| card.to_string()).collect())
        });
        let top = ("top".to_owned(), vec![top.top.to_string()]);
        Some(hands.chain([top]).collect())
    }

    /// UNO is said in a hurry, often with a control of the turn before.
    fn may_come_late(verb: Verb) -> bool {
        verb == Verb::Uno
    }

    async fn open(desk: &Desk, asked: &Request<'_>, command: &Command) -> Done {
        if let Some(handle) = desk.table_of_game::<Uno>(asked.who, asked.place) {
            let view = handle.view_of(asked.who.person);
            if matches!(view.stage, StageView::Playing(_)) && view.seat().is_some() {
                let at = desk.at(&handle, asked);
                return Ok(at.about(desk.make_move(&at, Verb::Uno, &command.words).await));
            }
        }
        desk.open_or_join::<Uno>(asked, &command.words).await
    }
}
