//! What taps on one's own cards raise and lower: positions of a turn of tractor, each with taps and what lies raised
//! after them.

use super::{Outcome, Screen};

const TAPS: &str = include_str!("taps.js");

impl Screen<'_> {
    /// Taps at all positions. The answer is how many there are.
    pub(super) fn taps(&mut self) -> Outcome<u64> {
        self.first_page()?;
        let told = self.browser.ask(TAPS)?;
        let wrong: Vec<_> = told["wrong"].as_array().into_iter().flatten().collect();
        match (wrong.as_slice(), told["tapped"].as_u64()) {
            ([], Some(tapped)) => Ok(tapped),
            _ => Err(format!("taps raise other cards: {told}")),
        }
    }
}
