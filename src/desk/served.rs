//! What a game must provide to be served at the desk.

use super::{Answer, Command, Desk, Place, Who};
use crate::chance::Seed;
use crate::command::Verb;
use crate::game::Seat;
use crate::host::Hosted;
use crate::text::context::RenderContext;
use crate::text::voice::Voice;

/// Cards that lie together: where, and which.
pub type Heap = (String, Vec<String>);

/// A game that can be served: it is hosted, has words and pages, and can be opened.
pub trait Served: Hosted + Voice {
    /// The description of its terminal command in the program's `--help`.
    const IN_TERMINAL: &'static str;

    /// The cards that a shuffle deals, worked out anew for `tractor-bot verify`: what they lie in, and
    /// the cards in their order. `order` has the seats as they are dealt to, the first one first.
    /// `None` in a game without sealed deals.
    fn dealt(shuffle: &Seed, rules: &Self::Rules, order: &[Seat]) -> Option<Vec<Heap>>;

    /// Whether a control for this verb is accepted one turn late instead of being stale, because it
    /// can do no harm.
    fn may_come_late(verb: Verb) -> bool;

    /// Carries out the command that opens a table of the game, [`Name::Open`](crate::command::Name::Open).
    fn open(
        desk: &Desk,
        who: &Who,
        place: &Place,
        command: &Command,
        cx: RenderContext,
    ) -> impl Future<Output = Answer> + Send;
}
