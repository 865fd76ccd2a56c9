//! Tractor at the desk.

use super::served::Heap;
use super::{Answer, Command, Desk, Place, Served, Who};
use crate::chance::Seed;
use crate::command::Verb;
use crate::game::Seat;
use crate::text::context::RenderContext;
use crate::tractor::Tractor;
use crate::tractor::card::Card;
use crate::tractor::check::Dealt;
use crate::tractor::rules::Rules;
use crate::tractor::seating::Wind;

impl Served for Tractor {
    const IN_TERMINAL: &'static str = "Tractor in this terminal, also where a token is set";

    fn dealt(shuffle: &Seed, _: &Rules, order: &[Seat]) -> Option<Vec<Heap>> {
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

    async fn open(
        desk: &Desk,
        who: &Who,
        place: &Place,
        command: &Command,
        cx: RenderContext,
    ) -> Answer {
        desk.join(who, place, &command.words, cx).await
    }
}
