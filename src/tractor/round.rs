//! The core of a round: dealing, calling, burying, playing, and the tally at its end.
//!
//! Each phase is a struct that has only the methods that make sense in it, and turns into the
//! next one:
//!
//! ```text
//! Dealing ──finish──▶ CallWindow ──close──▶ Burying ──bury──▶ Playing ──tally──▶ Tally
//!                         └──▶ dealt again
//! ```
//!
//! The phases are plain values without heap memory: a copy is a position in which plays can be
//! tried out. Methods return what happened; matches turn that into events, playouts ignore it, and
//! both use this one engine. It knows no seeds, no levels beyond the present one, no history and no
//! viewers.

mod burying;
mod dealing;
mod playing;
mod position;

pub use burying::{Burying, NotEight};
pub use dealing::{CallWindow, Closed, DealStart, Dealing};
pub use playing::{Before, FailedThrow, Played, Playing, Refused, Ruling, Tally, Trick, TrickWon};
pub use position::{BadPosition, TrickPosition};
