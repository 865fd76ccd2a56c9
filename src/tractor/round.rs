//! The lean core of a round: dealing, calling, burying, playing, and what was made of it.
//!
//! Each phase is a struct that has only the methods that make sense in it, and turns into the
//! next one:
//!
//! ```text
//! Dealing ──finish──▶ CallWindow ──close──▶ Burying ──bury──▶ Playing ──tally──▶ Tally
//!                         └──▶ dealt again
//! ```
//!
//! The phases are plain values without anything on the heap, so a copy is a new world to try plays
//! in. They answer with what happened; matches make events of that, playouts ignore it: there is
//! one engine. They know no seeds, no levels beyond the present one, no history and no viewers.

mod burying;
mod dealing;
mod playing;
mod position;

pub use burying::{Burying, NotEight};
pub use dealing::{CallWindow, Closed, DealStart, Dealing};
pub use playing::{FailedThrow, Played, Playing, Refused, Ruling, Tally, Trick, TrickWon};
pub use position::{BadPosition, TrickPosition};
