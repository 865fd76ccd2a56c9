//! What a choice did in sampled worlds, and what that says of it.

/// A variance of the gain in one world that a few worlds do not speak against, in squares of
/// [`worth`](super::worth).
const USUAL_VARIANCE: f64 = 0.2;
/// How many worlds that counts as.
const USUAL_WORLDS: f64 = 3.0;
/// The variance of what the quick player's rating says of a gain.
const DOUBT: f64 = 0.01;

/// A call, kitty or play with its results in the worlds so far, relative to the quick player's choice.
#[derive(Debug, Clone, Copy)]
pub struct Tried<C> {
    pub choice: C,
    /// The gain that the quick player's rating promises.
    rating: f64,
    sum: f64,
    squares: f64,
    worlds: u32,
}

impl<C> Tried<C> {
    /// Not tried yet.
    pub const fn new(choice: C, rating: f64) -> Tried<C> {
        Tried {
            choice,
            rating,
            sum: 0.0,
            squares: 0.0,
            worlds: 0,
        }
    }

    /// Notes what it gained in one more world.
    pub fn add(&mut self, gain: f64) {
        self.sum += gain;
        self.squares += gain * gain;
        self.worlds += 1;
    }

    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.worlds.max(1))
    }

    /// The square of the standard error of the mean.
    pub fn error(&self) -> f64 {
        let worlds = f64::from(self.worlds.max(1));
        let variance = (self.squares / worlds - self.mean().powi(2)).max(0.0);
        (variance + USUAL_VARIANCE) / (worlds + USUAL_WORLDS)
    }

    /// The expected gain: what the worlds say, weighed against the quick player's rating by how sure
    /// each of them is.
    pub fn expected(&self) -> f64 {
        if self.worlds == 0 {
            return self.rating;
        }
        let error = self.error();
        (self.mean() * DOUBT + self.rating * error) / (DOUBT + error)
    }
}
