//! How long a match takes, and the lengths that the host can choose with one tap.
//!
//! A game knows its figures ([`super::voice::Voice`]); here they become words.

use super::context::RenderContext;

/// A length of a match that is offered in the lobby.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Length {
    /// What its button says.
    pub label: String,
    /// The house rules that make it, as written in commands: `rounds=off match_to=6`.
    pub settings: String,
    /// Whether the rules are so already.
    pub chosen: bool,
}

/// About how long a match takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lasts {
    pub rounds: u32,
    /// All of them together, in seconds.
    pub seconds: u32,
}

impl Lasts {
    /// In words: `About 10 rounds, 80 minutes`.
    pub fn line(self, cx: &RenderContext) -> String {
        let time = time(self.seconds, cx);
        match self.rounds {
            1 => say!(cx, "length-line-one", time),
            rounds => say!(cx, "length-line", rounds, time),
        }
    }
}

/// A time as people round it: single minutes up to twenty, then tens of minutes, and from two hours on
/// half hours.
fn time(seconds: u32, cx: &RenderContext) -> String {
    let minutes = seconds.div_ceil(60).max(1);
    match minutes {
        0..20 => say!(cx, "length-minutes", n = minutes),
        20..115 => say!(cx, "length-minutes", n = (minutes + 5) / 10 * 10),
        _ => {
            let halves = (minutes + 15) / 30;
            match halves % 2 {
                0 => say!(cx, "length-hours", n = halves / 2),
                _ => say!(cx, "length-hours-half", n = halves / 2),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::context::Surface;
    use crate::text::locale::Locale;

    #[test]
    fn times_are_rounded_as_people_round_them() {
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "$");
        for (minutes, said) in [
            (0, "one minute"),
            (8, "8 minutes"),
            (19, "19 minutes"),
            (24, "20 minutes"),
            (80, "80 minutes"),
            (114, "110 minutes"),
            (120, "2 hours"),
            (150, "2½ hours"),
            (192, "3 hours"),
        ] {
            assert_eq!(time(minutes * 60, &cx), said, "{minutes}");
        }
        let lasts = |rounds, minutes: u32| Lasts {
            rounds,
            seconds: minutes * 60,
        };
        assert_eq!(lasts(10, 80).line(&cx), "About 10 rounds, 80 minutes");
        assert_eq!(lasts(1, 8).line(&cx), "One round, about 8 minutes");
    }
}
