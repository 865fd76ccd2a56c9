//! A decision as a network sees it, and its bytes in a file of labels.

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

    pub fn write(&self, out: &mut Vec<u8>) {
        let list = |features: &[u16], out: &mut Vec<u8>| {
            out.extend((features.len() as u16).to_le_bytes());
            out.extend(features.iter().flat_map(|feature| feature.to_le_bytes()));
        };
        out.extend([self.states.len() as u8, self.choices.len() as u8]);
        for state in &self.states {
            list(state, out);
        }
        for choice in &self.choices {
            out.push(choice.state);
            out.extend(choice.dense.to_le_bytes());
            out.extend(choice.worth.to_le_bytes());
            list(&choice.features, out);
        }
    }

    /// All samples of a file; one that was not written whole is left out.
    pub fn read_all(mut bytes: &[u8]) -> Vec<Sample> {
        std::iter::from_fn(|| Sample::read(&mut bytes)).collect()
    }

    fn read(rest: &mut &[u8]) -> Option<Sample> {
        let [states, choices] = take(rest)?;
        let mut sample = Sample::default();
        for _ in 0..states {
            sample.states.push(list(rest)?);
        }
        for _ in 0..choices {
            let [state] = take(rest)?;
            sample.choices.push(Choice {
                state,
                dense: f32::from_le_bytes(take(rest)?),
                worth: f32::from_le_bytes(take(rest)?),
                features: list(rest)?,
            });
        }
        Some(sample)
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk::<N>()?;
    *rest = others;
    Some(*first)
}

fn list(rest: &mut &[u8]) -> Option<Vec<u16>> {
    let count = u16::from_le_bytes(take(rest)?);
    let mut feature = || take(rest).map(u16::from_le_bytes);
    (0..count).map(|_| feature()).collect()
}
