//! Means with their intervals.

use std::fmt;

use serde::Serialize;

/// A mean with the half-width of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Mean {
    pub mean: f64,
    pub interval: f64,
    pub count: usize,
}

impl Mean {
    pub fn of(values: &[f64]) -> Mean {
        let count = values.len();
        let many = count.max(1) as f64;
        let mean = values.iter().sum::<f64>() / many;
        let square: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let spread = (square / (many - 1.0).max(1.0)).sqrt();
        Mean {
            mean,
            interval: 1.96 * spread / many.sqrt(),
            count,
        }
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.3} ± {:.3}", self.mean, self.interval)
    }
}
