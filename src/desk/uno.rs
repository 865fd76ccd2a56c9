//! UNO at the desk: one command opens a table, joins it, and says UNO during a match.

use super::served::Heap;
use super::{Answer, Command, Desk, Place, Served, Who};
use crate::chance::Seed;
use crate::command::Verb;
use crate::game::Seat;
use crate::table::StageView;
use crate::text::context::RenderContext;
use crate::uno::round::Circle;
use crate::uno::{Round, Rules, Uno};

impl Served for Uno {
    const IN_TERMINAL: &'static str = "UNO against the computer in this terminal";

    fn dealt(shuffle: &Seed, rules: &Rules, order: &[Seat]) -> Option<Vec<Heap>> {
        let active = order.iter().copied().collect();
        let (hands, top) = Round::dealt(rules, &Circle::new(order), active, *shuffle);
        let hands = order.iter().map(|seat| {
            let cards = hands[seat.index()].cards();
            let name = format!("seat {}", seat.index() + 1);
            (name, cards.map(|card| card.to_string()).collect())
        });
        let top = ("top".to_owned(), vec![top.top_card().to_string()]);
        Some(hands.chain([top]).collect())
    }

    /// UNO is said in a hurry, often with a control of the turn before.
    fn may_come_late(verb: Verb) -> bool {
        verb == Verb::Uno
    }

    async fn open(
        desk: &Desk,
        who: &Who,
        place: &Place,
        command: &Command,
        cx: RenderContext,
    ) -> Answer {
        if let Some(handle) = desk.table_of_game::<Uno>(who, place) {
            let view = handle.view_of(who.person);
            if matches!(view.stage, StageView::Playing(_)) && view.seat().is_some() {
                let at = desk.at(&handle, (who, place), cx, None);
                let answer = desk.make_move(&at, Verb::Uno, &command.words).await;
                return answer.about(handle.key());
            }
        }
        desk.open_or_join::<Uno>(who, place, &command.words, cx)
            .await
    }
}
