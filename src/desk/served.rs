//! What a game must provide to be served at the desk.

use super::{Answer, Command, Desk, Place, Who};
use crate::command::Verb;
use crate::host::Hosted;
use crate::text::context::RenderContext;
use crate::text::voice::Voice;

/// A game that can be served: it is hosted, has words and pages, and can be opened.
pub trait Served: Hosted + Voice {
    /// The description of its terminal command in the program's `--help`.
    const IN_TERMINAL: &'static str;

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
