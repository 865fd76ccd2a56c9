//! How many taps a round of tractor takes on a phone.

use super::{MOST_STEPS, NEXT, Outcome, Screen, point};

impl Screen<'_> {
    /// A round of tractor by somebody who does what the page proposes. The answer is how many taps that takes, with the
    /// one that seats computers.
    pub(super) fn by_hints(&mut self, preset: &str) -> Outcome<usize> {
        self.browser.size(360, 640, 1.0)?;
        self.first_page()?;
        self.opens(
            1,
            Some(&format!("preset={preset} deal_interval=0 rounds=1")),
        )?;
        // The last of these rules is in force: a button of the page before would be refused.
        self.until("document.body.innerText.includes('Length of a match')")?;
        self.tap_named("Play with computers")?;
        let mut taps = 1;
        for _ in 0..MOST_STEPS {
            let next = self.browser.ask(NEXT)?;
            if taps > 1 && next["game"] == false && next["over"] != "" {
                return Ok(taps);
            }
            if let Some(at) = point(&next["at"]) {
                self.browser.tap(at)?;
                taps += 1;
                self.faultless()?;
            }
            self.browser.pause()?;
        }
        self.stuck(&format!(
            "a round of {preset} does not end after {taps} taps"
        ))
    }
}
