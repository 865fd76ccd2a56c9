//! The bell of the table in a browser: switched on without a thumb, rung by turns that begin, silent where there is no sound.

use tractor_bot::game::GameKind;

use super::{MOST_KEYS, Outcome, Screen};

/// Counts how often it rings, and how often that sounds.
const COUNTED: &str = include_str!("bell.js");

/// Whether the keyboard has come to the switch of the bell.
const AT_BELL: &str = "document.activeElement.dataset.key === 'bell'";

impl Screen<'_> {
    /// Somebody without a thumb switches the bell on, which was off, and hears it; it is on from then on.
    pub(super) fn wants_the_bell(&mut self) -> Outcome<()> {
        const IS_ON: &str = "document.querySelector('[data-key=bell]').ariaPressed";
        const SETTINGS: &str = "[data-key=settings]";
        self.browser.ask(COUNTED)?;
        self.press(SETTINGS)?;
        self.until(&format!("{IS_ON} === 'false'"))?;
        for _ in 0..MOST_KEYS {
            if self.holds(AT_BELL)? {
                break;
            }
            self.browser.press("Tab")?;
        }
        self.browser.press("Enter")?;
        self.until("window.rung === 1 && window.sounded === 1")?;
        self.until(&format!("{IS_ON} === 'true' && {AT_BELL}"))?;
        self.first_page()?;
        self.press(SETTINGS)?;
        self.until(&format!("{IS_ON} === 'true'"))?;
        self.press("#asked .close")
    }

    /// The menu with the switch of the bell, and the table in words.
    pub(super) fn in_words(&mut self, game: &str) -> Outcome<()> {
        const SWITCH: &str = "#asked [data-key=words]";
        self.press("[data-key=menu]")?;
        self.until("Boolean(document.querySelector('#asked [data-key=bell]'))")?;
        self.picture(&format!("{game}-menu"))?;
        self.press(SWITCH)?;
        self.until("Boolean(document.querySelector('.words'))")?;
        self.everywhere(&format!("{game}-words"))?;
        self.press("[data-key=menu]")?;
        self.press(SWITCH)?;
        self.until("Boolean(document.querySelector('.felt'))")
    }

    /// How often it rings is counted from now on; only at one game a browser is left that can sound.
    pub(super) fn counts_rings(&mut self, kind: GameKind) -> Outcome<()> {
        self.browser.ask(COUNTED)?;
        if kind != GameKind::Tractor {
            self.browser.ask("delete window.AudioContext")?;
        }
        Ok(())
    }

    /// It rang, no more often than something was done, and aloud where that can be.
    pub(super) fn rang(&mut self, kind: GameKind, taps: usize) -> Outcome<()> {
        let rung = self.browser.ask("[window.rung, window.sounded]")?;
        let [rung, sounded] = [&rung[0], &rung[1]].map(|count| count.as_u64().unwrap_or_default());
        // Cards, calls and tricks sound as well.
        let is_loud = rung >= 1 && sounded >= rung;
        if (1..=taps as u64).contains(&rung) && is_loud == (kind == GameKind::Tractor) {
            return Ok(());
        }
        let game = kind.name();
        Err(format!(
            "{game} rang {rung} times, {sounded} of them aloud, in {taps} taps"
        ))
    }
}
