//! How long is waited after a refusal: twice as long each time, up to ten minutes.

use std::time::Duration;

const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(600);

/// The refusals so far, as far as they lengthen the next pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backoff(u32);

impl Backoff {
    /// The pause after one more refusal.
    pub fn refused(&mut self) -> Duration {
        let pause = LONGEST.min(FIRST * 2_u32.pow(self.0));
        if pause < LONGEST {
            self.0 += 1;
        }
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_ten_minutes() {
        let mut backoff = Backoff::default();
        let pauses: Vec<_> = (0..13).map(|_| backoff.refused().as_secs()).collect();
        assert_eq!(
            pauses,
            [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]
        );
    }
}
