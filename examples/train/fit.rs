//! Fits the network to labelled decisions: Adam, decisions as batches.

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::players::tractor::trained::{FIRST, SECOND};

use crate::float::Network;
use crate::sample::{Choice, Sample};

struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
}

const BATCH: usize = 64;

/// Fits the network of a file, or a new one, to samples with so many features.
pub fn fit(path: &std::path::Path, epochs: u64, mut samples: Vec<Sample>, features: usize) {
    let held = (samples.len() / 20).min(5000);
    let test = samples.split_off(samples.len() - held);
    println!(
        "{} moments to learn from, {} held back",
        samples.len(),
        test.len()
    );
    let mut chance = Seed::from_number(1).chance();
    let mut network = std::fs::read(path)
        .ok()
        .and_then(|bytes| Network::from_bytes(&bytes, features))
        .unwrap_or_else(|| random(&mut chance, features));
    let size = (features + 1) * FIRST + FIRST + SECOND * FIRST + SECOND + SECOND;
    let mut adam = Adam {
        first: vec![0.0; size],
        second: vec![0.0; size],
    };
    let mut gradient = Gradient::new(features);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let steps = (epochs as usize * samples.len() / BATCH).max(1);
    let mut step = 0;
    report("before", &network, &test);
    for epoch in 0..epochs {
        shuffle(&mut order, epoch + 1);
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            gradient.clear();
            for &at in batch {
                loss += learn(&network, &samples[at], &mut gradient);
            }
            step += 1;
            let rate = 0.002 * (1.0 - step as f32 / (steps + 1) as f32).max(0.02);
            apply(&mut network, &gradient, &mut adam, rate, step, batch.len());
        }
        println!("epoch {epoch}: {:.5}", loss / samples.len() as f64);
        report("held back", &network, &test);
        std::fs::write(path, network.to_bytes()).expect("written");
    }
}

/// Mixes the order of the samples: more of them than the cards that `Chance` shuffles.
fn shuffle(order: &mut [usize], seed: u64) {
    let mut state = seed;
    for at in (1..order.len()).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        order.swap(at, ((state >> 33) as usize) % (at + 1));
    }
}

/// The error, and the levels that are lost by the choice against the best label; what the player's own loses beside it.
fn report(name: &str, network: &Network, test: &[Sample]) {
    let (mut error, mut lost, mut own, mut count) = (0.0, 0.0, 0.0, 0);
    for sample in test {
        let (_, outs) = outputs(network, sample);
        let mean = outs.iter().map(|out| out.2).sum::<f32>() / outs.len() as f32;
        let choices = sample.choices.iter().zip(&outs);
        for (choice, out) in choices.clone() {
            error += f64::from((out.2 - mean - choice.worth).powi(2));
            count += 1;
        }
        let best = choices
            .max_by(|a, b| a.1.2.total_cmp(&b.1.2))
            .expect("some");
        let worths = sample.choices.iter().map(|choice| choice.worth);
        let top = worths.fold(f32::MIN, f32::max);
        lost += f64::from(top - best.0.worth);
        own += f64::from(top - sample.choices[0].worth);
    }
    let n = test.len() as f64;
    println!(
        "{name}: error {:.4}; lost {:.4}, the player's own {:.4}",
        error / f64::from(count),
        lost / n,
        own / n
    );
}

fn random(chance: &mut Chance, features: usize) -> Network {
    let mut network = Network::empty(features);
    let mut number = |scale: f32| {
        let sum: u32 = (0..4).map(|_| chance.below(60000)).sum();
        (sum as f32 / 120_000.0 - 1.0) * scale
    };
    let first = network.first.iter_mut().flatten();
    let second = network.second.iter_mut().flatten();
    first.for_each(|weight| *weight = number(0.15));
    second.for_each(|weight| *weight = number(0.3));
    network.last = network.last.map(|_| number(0.5));
    network
}

struct Gradient {
    network: Network,
    touched: Vec<u16>,
    seen: Vec<bool>,
}

impl Gradient {
    fn new(features: usize) -> Gradient {
        Gradient {
            network: Network::empty(features),
            touched: Vec::new(),
            seen: vec![false; features + 1],
        }
    }

    fn clear(&mut self) {
        for &feature in &self.touched {
            self.network.first[usize::from(feature)] = [0.0; FIRST];
            self.seen[usize::from(feature)] = false;
        }
        self.touched.clear();
        self.network = Network {
            first: std::mem::take(&mut self.network.first),
            ..Network::empty(0)
        };
    }

    fn add(&mut self, feature: u16, row: &[f32; FIRST], times: f32) {
        if !self.seen[usize::from(feature)] {
            self.seen[usize::from(feature)] = true;
            self.touched.push(feature);
        }
        for (sum, number) in self.network.first[usize::from(feature)].iter_mut().zip(row) {
            *sum += number * times;
        }
    }
}

fn sums(network: &Network, start: &[f32; FIRST], features: &[u16]) -> [f32; FIRST] {
    let mut sums = *start;
    for &feature in features {
        for (sum, weight) in sums.iter_mut().zip(&network.first[usize::from(feature)]) {
            *sum += weight;
        }
    }
    sums
}

/// Hidden units, second ones, and the output.
type Forward = ([f32; FIRST], [f32; SECOND], f32);

fn forward(network: &Network, state: &[f32; FIRST], play: &[u16], dense: f32) -> Forward {
    let mut hidden = sums(network, state, play);
    for (sum, weight) in hidden
        .iter_mut()
        .zip(&network.first[network.first.len() - 1])
    {
        *sum = (*sum + dense * weight).max(0.0);
    }
    let mut second = [0.0; SECOND];
    let mut out = 0.0;
    for (unit, passed) in second.iter_mut().enumerate() {
        let row = &network.second[unit];
        let sum: f32 = hidden.iter().zip(row).map(|(a, b)| a * b).sum();
        *passed = (sum + network.second_bias[unit]).max(0.0);
        out += network.last[unit] * *passed;
    }
    (hidden, second, out)
}

/// The sums of each state, and for each choice its hidden units, its second ones and its worth.
fn outputs(network: &Network, sample: &Sample) -> (Vec<[f32; FIRST]>, Vec<Forward>) {
    let states = sample.states.iter();
    let states: Vec<_> = states
        .map(|state| sums(network, &network.first_bias, state))
        .collect();
    let outs = sample.choices.iter().map(|choice| {
        let state = &states[usize::from(choice.state)];
        forward(network, state, &choice.features, choice.dense)
    });
    let outs = outs.collect();
    (states, outs)
}

fn learn(network: &Network, sample: &Sample, gradient: &mut Gradient) -> f64 {
    let (states, outs) = outputs(network, sample);
    let count = outs.len() as f32;
    let mean = outs.iter().map(|out| out.2).sum::<f32>() / count;
    let mut loss = 0.0;
    let mut by_state = vec![[0.0_f32; FIRST]; states.len()];
    for (choice, (hidden, second, out)) in sample.choices.iter().zip(&outs) {
        let Choice {
            state,
            features: play,
            dense,
            worth: target,
        } = choice;
        let error = out - mean - target;
        loss += f64::from(error * error) / f64::from(count);
        // The errors sum up to zero, so the mean's own share does.
        let error = error / count;
        let mut back = [0.0_f32; FIRST];
        for (unit, passed) in second.iter().enumerate() {
            gradient.network.last[unit] += error * passed;
            if *passed > 0.0 {
                let down = error * network.last[unit];
                gradient.network.second_bias[unit] += down;
                for at in 0..FIRST {
                    gradient.network.second[unit][at] += down * hidden[at];
                    back[at] += down * network.second[unit][at];
                }
            }
        }
        for at in 0..FIRST {
            if hidden[at] <= 0.0 {
                back[at] = 0.0;
            }
            gradient.network.first_bias[at] += back[at];
            by_state[usize::from(*state)][at] += back[at];
        }
        for &feature in play {
            gradient.add(feature, &back, 1.0);
        }
        gradient.add((network.first.len() - 1) as u16, &back, *dense);
    }
    for (features, back) in sample.states.iter().zip(&by_state) {
        for &feature in features {
            gradient.add(feature, back, 1.0);
        }
    }
    loss
}

fn apply(
    network: &mut Network,
    gradient: &Gradient,
    adam: &mut Adam,
    rate: f32,
    step: usize,
    batch: usize,
) {
    let scale = 1.0 / batch as f32;
    let (b1, b2) = (0.9_f32, 0.999_f32);
    let fix = (1.0 - b2.powi(step.min(100_000) as i32)).sqrt()
        / (1.0 - b1.powi(step.min(100_000) as i32));
    let mut one = |weights: &mut [f32], gradients: &[f32], at: usize, most: f32| {
        for (n, (weight, gradient)) in weights.iter_mut().zip(gradients).enumerate() {
            let gradient = gradient * scale;
            let (first, second) = (&mut adam.first[at + n], &mut adam.second[at + n]);
            *first = b1 * *first + (1.0 - b1) * gradient;
            *second = b2 * *second + (1.0 - b2) * gradient * gradient;
            *weight = (*weight - rate * fix * *first / (second.sqrt() + 1e-7)).clamp(-most, most);
        }
    };
    for &feature in &gradient.touched {
        let feature = usize::from(feature);
        let gradients = &gradient.network.first[feature];
        one(&mut network.first[feature], gradients, feature * FIRST, 2.0);
    }
    let rest = &gradient.network;
    let mut at = network.first.len() * FIRST;
    let second = network.second.iter_mut().zip(&rest.second);
    let pairs = [(&mut network.first_bias[..], &rest.first_bias[..])]
        .into_iter()
        .chain(second.map(|(weights, gradients)| (&mut weights[..], &gradients[..])))
        .chain([
            (&mut network.second_bias[..], &rest.second_bias[..]),
            (&mut network.last[..], &rest.last[..]),
        ]);
    for (weights, gradients) in pairs {
        one(weights, gradients, at, 7.0);
        at += weights.len();
    }
}
