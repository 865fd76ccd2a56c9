//! A decision as a network sees it, with the label of each choice.

#[derive(Debug, Clone)]
pub struct Choice {
    /// Which of the states it belongs to.
    pub state: u8,
    pub features: Vec<u16>,
    /// The number beside them.
    pub dense: f32,
    /// What it is worth in levels, relative to the mean of all choices.
    pub worth: f32,
}

/// A decision: choices, each of them a state and what is chosen in it.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    /// Features of the position; for leads there is one for each suit.
    pub states: Vec<Vec<u16>>,
    pub choices: Vec<Choice>,
}

/// The features that `tell` tells.
pub fn features(tell: impl FnOnce(&mut dyn FnMut(usize))) -> Vec<u16> {
    let mut told = Vec::new();
    tell(&mut |feature| told.push(feature as u16));
    told
}

impl Sample {
    /// Choices in one state: the features of each, and what it is worth.
    pub fn of(state: Vec<u16>, choices: impl Iterator<Item = (Vec<u16>, f32)>) -> Self {
        let choice = |(features, worth)| Choice {
            state: 0,
            features,
            dense: 0.0,
            worth,
        };
        Self {
            states: vec![state],
            choices: choices.map(choice).collect(),
        }
    }

    /// Takes the mean off the worths.
    pub fn centre(&mut self) {
        let sum: f32 = self.choices.iter().map(|choice| choice.worth).sum();
        let mean = sum / self.choices.len().max(1) as f32;
        for choice in &mut self.choices {
            choice.worth -= mean;
        }
    }
}
