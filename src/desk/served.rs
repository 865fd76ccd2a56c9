//! What a game has to say to be served at the desk: how it is opened.

use super::{Answer, Command, Desk, Place, Who};
use crate::command::Verb;
use crate::host::Hosted;
use crate::text::context::RenderContext;
use crate::text::voice::Voice;

/// A game that people can be served at: it is hosted, it can be spoken, and it can be opened.
pub trait Served: Hosted + Voice {
    /// What the program's own help says of the command that plays the game in a terminal.
    const IN_TERMINAL: &'static str;

    /// Whether a control for this can do no harm that was offered in the turn before: it is accepted
    /// then, and is not stale.
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
