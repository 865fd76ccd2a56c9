//! Somebody who presses the main button of the table, whatever it says: no play is made for them that was not the only one.

use serde_json::json;
use tractor_bot::game::GameKind;

use super::{MOST_STEPS, Outcome, Screen, point};

const JUDGE: &str = include_str!("blind.js");
const LOOK: &str = include_str!("look.js");

/// So often a turn that waits for a choice is pressed at in vain, before something is chosen.
const IN_VAIN: usize = 3;

/// What came of the presses of a round.
#[derive(Debug, Default)]
struct Pressed {
    /// Plays that the button made, as there was no other.
    forced: usize,
    /// Turns at which it did nothing until something was chosen.
    waited: usize,
}

impl Screen<'_> {
    /// Presses through a round of each game. The answer says what came of it.
    pub(super) fn blindly(&mut self) -> Outcome<String> {
        let source = json!({ "source": JUDGE });
        let added = self
            .browser
            .tell("Page.addScriptToEvaluateOnNewDocument", source)?;
        let mut told = Vec::new();
        for (kind, number) in GameKind::ALL.into_iter().zip(1..) {
            let rules = (kind == GameKind::Tractor).then_some("deal_interval=0 rounds=1");
            let Pressed { forced, waited } = self
                .presses(number, rules)
                .map_err(|error| format!("{} pressed blindly: {error}", kind.name()))?;
            let game = kind.name();
            told.push(format!("{game} {forced} forced plays and {waited} choices"));
        }
        self.browser
            .tell("Page.removeScriptToEvaluateOnNewDocument", added)?;
        Ok(format!("blind presses made of {}", told.join(", of ")))
    }

    fn presses(&mut self, number: u32, rules: Option<&str>) -> Outcome<Pressed> {
        self.browser.size(390, 844, 1.0)?;
        self.first_page()?;
        self.opens(number, rules)?;
        self.until("[...document.querySelectorAll('.lobby button')].length > 1")?;
        self.tap_named("Play with computers")?;
        let (mut pressed, mut in_vain, mut is_chosen) = (Pressed::default(), 0, false);
        for _ in 0..MOST_STEPS {
            let seen = self.browser.ask(LOOK)?;
            for sent in seen["sent"].as_array().into_iter().flatten() {
                match sent.as_str() {
                    Some("forced") => pressed.forced += 1,
                    Some("chosen") if is_chosen => {
                        (pressed.waited, is_chosen) = (pressed.waited + 1, false);
                    }
                    Some("none") => {}
                    _ => return Err(format!("a press made a play that was {sent}: {seen}")),
                }
            }
            if seen["over"] == true && pressed.waited > 0 {
                return Ok(pressed);
            }
            in_vain = if seen["waits"] == true {
                in_vain + 1
            } else {
                0
            };
            if seen["waits"] == true && seen["says"] == "" {
                return Err(format!("nothing says that a choice is waited for: {seen}"));
            }
            let main = seen["main"].is_array() && in_vain <= IN_VAIN;
            let at = if main { &seen["main"] } else { &seen["card"] };
            if let Some(at) = point(at).filter(|_| main || in_vain > IN_VAIN) {
                is_chosen |= !main;
                self.browser.tap(at)?;
            }
            self.browser.pause()?;
        }
        self.stuck("the round does not end")
    }
}
