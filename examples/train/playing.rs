//! Labels plays: candidates tried in sampled worlds, each played on to the end of the round.

use tractor_bot::chance::Chance;
use tractor_bot::players::tractor::Sight;
use tractor_bot::players::tractor::heuristic::{self, alike};
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::players::tractor::search::playout::{self, Playout};
use tractor_bot::players::tractor::search::{SearchPosition, world, worth};
use tractor_bot::players::tractor::trained::plays;
use tractor_bot::tractor::hand::Hand;
use tractor_bot::tractor::round::Dealing;
use tractor_bot::tractor::rules::Rules;

use crate::sample::{Choice, Sample, features};

/// Worlds for a label. More decisions teach more than surer labels.
const WORLDS: u32 = 10;
/// The most candidates of a decision.
const MOST: usize = 8;
/// Of a hundred decisions so many are labelled, and so many of the others are played at random.
const LABELLED: u32 = 35;
const STRAY: u32 = 6;

/// A candidate with the rating of the rules of thumb, less that of the best, and its worth.
#[derive(Clone, Copy)]
struct Nominee {
    cards: Hand,
    rating: f32,
    worth: f32,
}

/// Plays a round by a policy, and labels many of its decisions.
pub fn plays(dealing: Dealing, policy: Policy<'static>, chance: &mut Chance) -> Vec<Sample> {
    let rules = Rules::default();
    let burying = playout::finish(dealing, &|_| policy, &rules, None, &mut |_, _, call| call);
    let Some(burying) = burying else {
        return Vec::new();
    };
    let mut playout = playout::bury(&burying, &policy, &rules);
    let mut samples = Vec::new();
    while playout.playing.to_play().is_some() {
        let (cards, sample) = decide(&playout, &policy, &rules, chance);
        samples.extend(sample);
        playout.play(cards, &rules).expect("a legal play");
    }
    samples
}

/// What is played, and the label if there is one. Now and then it is not the best play, so that strange
/// positions are seen too.
fn decide(
    playout: &Playout,
    policy: &Policy<'_>,
    rules: &Rules,
    chance: &mut Chance,
) -> (Hand, Option<Sample>) {
    let moment = SearchPosition::in_playout(playout, rules).expect("somebody on turn");
    let sight = &moment.sight;
    let chosen = policy.play(sight).expect("cards in hand");
    let dice = chance.below(100);
    if sight.hand.len() < 2 || dice >= LABELLED + STRAY {
        return (chosen, None);
    }
    let mut nominees = nominees(sight, chosen, chance);
    let any = nominees[chance.below(nominees.len() as u32) as usize].cards;
    if dice >= LABELLED {
        return (any, None);
    }
    if nominees.len() < 2 || try_all(&moment, &mut nominees, policy, chance).is_none() {
        return (chosen, None);
    }
    let best = nominees.iter().max_by(|a, b| a.worth.total_cmp(&b.worth));
    let cards = match chance.below(10) {
        0 => any,
        1..=4 => best.expect("several").cards,
        _ => chosen,
    };
    (cards, Some(label(sight, &nominees)))
}

/// The play chosen, the best by the rules of thumb, and some others.
fn nominees(sight: &Sight<'_>, chosen: Hand, chance: &mut Chance) -> Vec<Nominee> {
    let found = heuristic::candidates(sight);
    let mut rated: Vec<_> = found.iter().copied().collect();
    rated.sort_by(|a, b| b.score.total_cmp(&a.score));
    let best = rated[0].score;
    if rated.len() > MOST - 1 {
        chance.shuffle(&mut rated[MOST - 1..]);
    }
    if let Some(at) = rated.iter().position(|rated| rated.cards == chosen) {
        rated.swap(0, at);
    }
    let mut nominees: Vec<Nominee> = Vec::new();
    for one in rated {
        let known = |other: &Nominee| alike(sight, other.cards, one.cards);
        if nominees.len() < MOST && !nominees.iter().any(known) {
            nominees.push(Nominee {
                cards: one.cards,
                rating: one.score - best,
                worth: 0.0,
            });
        }
    }
    nominees
}

/// Plays all of them out in the same worlds; `None` if hardly any world could be dealt.
fn try_all(
    moment: &SearchPosition<'_>,
    nominees: &mut [Nominee],
    policy: &Policy<'_>,
    chance: &mut Chance,
) -> Option<()> {
    let sight = &moment.sight;
    let mut worlds = 0;
    for _ in 0..WORLDS {
        let world = world::deal(sight, chance);
        let Some(start) = moment.imagine(&world) else {
            continue;
        };
        for nominee in nominees.iter_mut() {
            let mut playout = start;
            playout.play(nominee.cards, sight.rules)?;
            let points = playout.finish(sight.rules, policy).0;
            nominee.worth += worth(points, sight.rules, sight.declares()) as f32;
        }
        worlds += 1;
    }
    for nominee in nominees {
        nominee.worth /= worlds.max(1) as f32;
    }
    (worlds >= WORLDS / 2).then_some(())
}

/// The decision as the network sees it.
fn label(sight: &Sight<'_>, nominees: &[Nominee]) -> Sample {
    let mut sample = Sample::default();
    let mut leds: Vec<plays::Led> = Vec::new();
    for nominee in nominees {
        let led = plays::led(sight, nominee.cards);
        let known = leds.iter().position(|other| *other == led);
        let state = known.unwrap_or_else(|| {
            leds.push(led);
            let state = features(|mut tell| plays::state(sight, led, &mut tell));
            sample.states.push(state);
            leds.len() - 1
        });
        sample.choices.push(Choice {
            state: state as u8,
            features: features(|mut tell| plays::play(sight, led, nominee.cards, &mut tell)),
            dense: plays::dense(nominee.rating, 0.0) as f32 / 32.0,
            worth: nominee.worth,
        });
    }
    sample
}
