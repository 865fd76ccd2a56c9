//! What lies on the table instead of a match: replays, reviews and the lesson.

use serde_json::json;

use super::{Outcome, Screen};

/// The button that leads to the next step of what is looked back at, where it is, and what the steps are called and tell.
const NEXT_STEP: &str = ".acts .more > button:last-of-type";
const LAST: &str = "document.querySelector('.acts .more > button:last-of-type')";
const STEP: &str = "document.querySelector('.say h1').textContent";
const PLACE: &str = "document.getElementById('main').textContent";
const SAID: &str = "document.querySelector('.say').textContent";
const ASKED: &str = "document.getElementById('asked').open";

/// The level that the lesson asks for.
const LEVEL: &str = "['♥4']";

impl Screen<'_> {
    /// The shuffle of a finished round, repeated by the page, and its replay on the same table.
    pub(super) fn looking_back(&mut self, language: &str) -> Outcome<()> {
        const SIGNS: &str = "[...document.querySelector('#asked section section').textContent]
          .filter((one) => '✓✗'.includes(one)).join('')";
        self.press(".panel [data-key=more]")?;
        self.press("#asked [data-key='$verify']")?;
        self.until("Boolean(document.querySelector('#asked section section'))")?;
        self.picture(&format!("tractor-verify-{language}"))?;
        let signs = self.browser.ask(SIGNS)?;
        // The own cards may have been dealt and played between two looks.
        if !["✓✓", "✓✓✓"].contains(&signs.as_str().unwrap_or_default()) {
            return Err(format!("the page says of the shuffle {signs}"));
        }
        self.press("#asked .close")?;
        self.press_to(
            "[data-key=replay]",
            "document.querySelectorAll('.hand .card').length > 20",
        )?;
        if !self.holds("document.querySelectorAll('.held').length === 3")? {
            return Err("a replay without the hands of the others".to_owned());
        }
        self.everywhere(&format!("tractor-replay-deal-{language}"))?;
        for press in [NEXT_STEP, NEXT_STEP, "[data-key=run]"] {
            self.press_to_change(press, STEP)?;
        }
        self.everywhere(&format!("tractor-replay-{language}"))?;
        self.press("[data-key=back]")?;
        self.until("Boolean(document.querySelector('.panel'))")?;
        self.reviewing(language)
    }

    /// What could have been done better in that round, decision by decision.
    fn reviewing(&mut self, language: &str) -> Outcome<()> {
        const REVIEWED: &str = "Boolean(document.querySelector('.acts .advised, #asked[open] h1'))";
        self.command("review")?;
        // It takes its time where nothing is optimized.
        self.until(REVIEWED).or_else(|_| self.until(REVIEWED))?;
        // Whoever follows the hints may have done nothing that costs much.
        if self.holds(ASKED)? {
            self.picture(&format!("tractor-review-{language}"))?;
            return self.press("#asked .close");
        }
        self.everywhere(&format!("tractor-review-{language}"))?;
        if self.holds(&format!("{LAST}?.disabled === false"))? {
            self.press_to_change(NEXT_STEP, SAID)?;
            self.everywhere(&format!("tractor-review-next-{language}"))?;
        }
        self.press("[data-key=back]")?;
        self.until("Boolean(document.querySelector('.panel'))")
    }

    /// The replay of a game of which the hands, or the board, lie open.
    pub(super) fn replayed(&mut self, game: &str) -> Outcome<()> {
        const SHOWN: &str = "document.getElementById('main').classList[0]";
        let shown = self.browser.ask(SHOWN)?;
        self.press_to(
            "[data-key=replay]",
            "Boolean(document.querySelector('[data-key=run]'))",
        )?;
        let again = self.browser.ask(SHOWN)?;
        if again != shown {
            return Err(format!("the replay of {shown} is one of {again}"));
        }
        for _ in 0..2 {
            self.press_to_change(NEXT_STEP, PLACE)?;
        }
        self.everywhere(&format!("{game}-replay"))?;
        self.press("[data-key=back]")?;
        self.until("!document.querySelector('[data-key=back]')")
    }

    /// The lesson from the first page on: each step by thumb, once also with cards that the rules refuse.
    pub(super) fn lesson(&mut self) -> Outcome<()> {
        const CHOSEN: &str = "[...document.querySelectorAll('.say strong')].at(-1)?.textContent";
        for language in ["zh-CN", "en-US"] {
            self.browser.size(360, 640, 1.0)?;
            self.first_page()?;
            let other = json!(format!("[data-key='language {language}']"));
            let switch = format!("document.querySelector({other})?.click()");
            self.browser.ask(&switch)?;
            self.until(&format!("document.documentElement.lang === '{language}'"))?;
            self.press("[data-key=lesson]")?;
            self.until("Boolean(document.querySelector('.hand .card'))")?;
            self.everywhere(&format!("lesson-1-{language}"))?;
            // The first card is a trump, and spades were led.
            self.choose("['♥9']")?;
            self.until("document.querySelectorAll('.say p').length === 2")?;
            self.picture(&format!("lesson-refused-{language}"))?;
            for step in 1.. {
                let cards = match self.browser.ask(CHOSEN)?.as_str() {
                    // The level is not named.
                    None => LEVEL.to_owned(),
                    Some(cards) => json!(cards).to_string() + ".match(/[♠♥♦♣](10|[2-9JQKA])/g)",
                };
                if [3, 11].contains(&step) {
                    self.everywhere(&format!("lesson-{step}-{language}"))?;
                }
                self.choose(&cards)?;
                self.until("Boolean(document.querySelector('.acts .good:not(.large)'))")?;
                if [1, 9].contains(&step) {
                    self.everywhere(&format!("lesson-after-{step}-{language}"))?;
                }
                let heading = "document.querySelector('h1').textContent";
                self.press_to_change(".acts .good:not(.large)", heading)?;
                if self.holds("!document.querySelector('.felt')")? {
                    break;
                }
            }
            self.picture(&format!("lesson-end-{language}"))?;
            self.press("[data-key=back]")?;
            self.until("Boolean(document.querySelector('.games'))")?;
        }
        Ok(())
    }

    /// Taps these cards of the hand, and plays them.
    fn choose(&mut self, cards: &str) -> Outcome<()> {
        self.browser.ask(&format!(
            "{cards}.forEach((name) => [...document.querySelectorAll('.hand .card:not(.raised)')]
              .find((one) => one.getAttribute('aria-label') === name).click())"
        ))?;
        self.press(".acts .large:not([aria-disabled=true])")
    }
}
