//! Whole rounds between two contestants, each deal twice with the partnerships exchanged.

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::heuristic::Memory;
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::players::tractor::search::playout::{self, Playout, before_burying, finish};
use tractor_bot::players::tractor::search::{Auction, PastTrick, SearchEffort, SearchPosition};
use tractor_bot::tractor::action::Call;
use tractor_bot::tractor::hand::Hand;
use tractor_bot::tractor::round::{Burying, Dealing, Playing};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::score::{Side, band};
use tractor_bot::tractor::seating::Team;

use crate::rounds::deal;

/// A player: a policy, alone or with a search upon it.
pub struct Contestant {
    /// The quick player.
    pub policy: Policy<'static>,
    /// The search upon it.
    pub effort: Option<SearchEffort>,
}

impl Contestant {
    /// The call to make now; `quick` is the policy's.
    fn call(
        &self,
        dealing: &Dealing,
        seat: Seat,
        quick: Option<Call>,
        rules: &Rules,
        chance: &mut Chance,
    ) -> Option<Call> {
        let Some(effort) = &self.effort else {
            return quick;
        };
        let auction = Auction::in_deal(dealing, seat, rules);
        let open: Vec<Call> = dealing.open_calls(seat, rules).collect();
        effort.call(&auction, &open, &self.policy, chance)
    }

    fn bury(&self, burying: &Burying, rules: &Rules, chance: &mut Chance) -> Playing {
        let Some(effort) = &self.effort else {
            return playout::bury(burying, &self.policy, rules);
        };
        let scene = before_burying(burying, rules);
        let moment = SearchPosition::before_burying(scene);
        burying
            .bury(effort.bury(&moment, &self.policy, chance).expect("a kitty"))
            .expect("eight cards")
    }

    fn play(
        &self,
        playout: &Playout,
        seat: Seat,
        rules: &Rules,
        tricks: &[PastTrick],
        chance: &mut Chance,
    ) -> Hand {
        let Some(effort) = &self.effort else {
            return self
                .policy
                .play(&playout.scene(seat, rules))
                .expect("cards");
        };
        let moment = SearchPosition::in_playout(playout, tricks, rules).expect("a turn");
        effort.play(&moment, &self.policy, chance).expect("cards")
    }
}

/// Whole rounds of two kinds of minds, each deal twice.
pub fn play(pairs: u64, seed: u64, contestants: &[Contestant; 2]) {
    let rules = Rules::default();
    let seeds = Seed::from_number(seed);
    let (mut levels, mut points, mut plain) = (Vec::new(), Vec::new(), 0);
    for number in 0..pairs {
        let mut level = 0.0;
        let mut chance = seeds.derive("searches", number).chance();
        let mut point = Some(0.0);
        for first in Team::ALL {
            let arm = |seat: Seat| usize::from(Team::of(seat) != first);
            let mut burying = None;
            for attempt in 0..20 {
                let seed = seeds.derive("a deal", number);
                let dealing = deal(if attempt == 0 {
                    seed
                } else {
                    seed.derive("again", attempt)
                });
                burying = finish(
                    dealing,
                    &|seat| contestants[arm(seat)].policy,
                    &rules,
                    None,
                    &mut |dealing, seat, chosen| {
                        let contestant = &contestants[arm(seat)];
                        contestant.call(dealing, seat, chosen, &rules, &mut chance)
                    },
                );
                if burying.is_some() {
                    break;
                }
            }
            let Some(burying) = burying else {
                point = None;
                continue;
            };
            plain += u64::from(burying.layout().trump().suit.is_none());
            let dealer = burying.dealer();
            let mut playout = Playout {
                playing: contestants[arm(dealer)].bury(&burying, &rules, &mut chance),
                memory: Memory::START,
            };
            let mut tricks: Vec<PastTrick> = Vec::new();
            while let Some(seat) = playout.playing.to_play() {
                if playout.playing.trick().plays().is_empty() {
                    tricks.push((seat, Vec::new()));
                }
                let mind = &contestants[arm(seat)];
                let cards = mind.play(&playout, seat, &rules, &tricks, &mut chance);
                playout.play(cards, &rules).expect("legal");
                let (_, plays) = tricks.last_mut().expect("a trick");
                plays.push(cards);
            }
            let total = playout.playing.tally(&rules).expect("over").points;
            level += levels_of(total, &rules, arm(dealer) == 0) / 2.0;
            let signed = if arm(dealer) == 0 {
                -f64::from(total)
            } else {
                f64::from(total)
            };
            point = point.map(|point| point + signed / 2.0);
        }
        levels.push(level);
        points.extend(point);
    }
    println!(
        "{} levels a round, {} points, {plain} of {} without a trump suit",
        show(&levels),
        show(&points),
        2 * pairs
    );
}

fn levels_of(points: u16, rules: &Rules, declares: bool) -> f64 {
    let (side, levels) = band(points, rules);
    let levels = f64::from(levels);
    if (side == Side::Declarers) == declares {
        levels
    } else {
        -levels
    }
}

/// A mean with its interval.
fn show(values: &[f64]) -> String {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let var = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    format!("{mean:+.3} ± {:.3}", 1.96 * (var / n).sqrt())
}
