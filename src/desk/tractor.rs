//! Tractor at the desk.

use super::{Answer, Command, Desk, Place, Served, Who};
use crate::command::Verb;
use crate::text::context::RenderContext;
use crate::tractor::Tractor;

impl Served for Tractor {
    const IN_TERMINAL: &'static str = "Tractor in this terminal, also where a token is set";

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
