//! How well a sampled world fits what the others have played: would they have played so with these
//! cards?
//!
//! Decides by the ratings of the quick player, as if everybody played like it, now and then less well.

use super::world::World;
use crate::game::Seat;
use crate::players::tractor::heuristic::{Memory, Odds, Scene, alike, power};
use crate::players::tractor::policy::Policy;
use crate::players::tractor::sight::Table;
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::Hand;
use crate::tractor::seating::PLAYERS;
use crate::tractor::shape::Lead;
use crate::tractor::trick;

/// How many of the latest plays of others are looked at.
const LATEST: usize = 16;
/// A play that is rated so much lower, in levels, is e times less likely.
const SLACK: f32 = 0.12;
/// The least probability of a play: people do anything.
const LEAST: f64 = 0.02;

/// A play of somebody else, with what they knew besides their cards.
#[derive(Debug, Clone)]
struct Seen {
    seat: Seat,
    cards: Hand,
    memory: Memory,
    sizes: [u8; PLAYERS],
    table: Option<Table>,
    points: u16,
    /// What the seat has played since, this play included.
    since: Hand,
}

/// The latest plays of the others.
#[derive(Debug, Clone, Default)]
pub struct Past {
    plays: Vec<Seen>,
}

/// A trick so far: who led, and the plays in order.
pub type Played = (Seat, Vec<Hand>);

impl Past {
    /// The plays of these tricks that are not of the player of this scene.
    pub fn of(scene: &Scene<'_>, tricks: &[Played]) -> Past {
        let (layout, rules) = (scene.layout, scene.rules);
        let (dealer, me) = (scene.dealer, scene.seat);
        let follow = FollowRules::from(rules);
        let mut memory = Memory::START;
        let mut sizes = [25; PLAYERS];
        let mut points = 0;
        let mut plays: Vec<Seen> = Vec::new();
        for (leader, cards) in tricks {
            let Some(lead) = cards.first().and_then(|led| Lead::read(layout, *led)) else {
                continue;
            };
            let mut table: Option<Table> = None;
            for (at, play) in cards.iter().enumerate() {
                let seat = Seat::new(((leader.index() + at) % PLAYERS) as u8);
                if seat != me {
                    plays.push(Seen {
                        seat,
                        cards: *play,
                        memory,
                        sizes,
                        table,
                        points,
                        since: Hand::EMPTY,
                    });
                }
                memory.note(layout, follow, &lead, seat, *play);
                sizes[seat.index()] -= play.len() as u8;
                let standing = table.map_or(*play, |table| table.standing);
                let beats =
                    at > 0 && trick::beats(layout, rules.throw_winner, &lead, *play, standing);
                let before = table;
                table = Some(Table {
                    lead,
                    standing: if beats { *play } else { standing },
                    winning: match before {
                        Some(table) if !beats => table.winning,
                        _ => seat,
                    },
                    plays: at + 1,
                    points: before.map_or(0, |table| table.points) + play.points(layout),
                });
            }
            if let Some(table) = table.filter(|table| table.plays == PLAYERS) {
                let theirs = (table.winning.index() + dealer.index()) % 2 == 1;
                points += if theirs { table.points } else { 0 };
            }
        }
        plays.drain(..plays.len().saturating_sub(LATEST));
        let mut since = [Hand::EMPTY; PLAYERS];
        for seen in plays.iter_mut().rev() {
            let all = &mut since[seen.seat.index()];
            *all = all.plus(seen.cards);
            seen.since = *all;
        }
        Past { plays }
    }

    /// Whether nobody else has played.
    pub fn is_empty(&self) -> bool {
        self.plays.is_empty()
    }

    /// How likely these plays are if the cards lie so, 0–1.
    pub fn fit(&self, world: &World, scene: &Scene<'_>, policy: &Policy<'_>) -> f64 {
        let (layout, rules, dealer) = (scene.layout, scene.rules, scene.dealer);
        let fits = self.plays.iter().map(|seen| {
            let hand = world.hands[seen.seat.index()].plus(seen.since);
            let buried = (seen.seat == dealer).then_some(world.kitty);
            let scene = Scene {
                layout,
                rules,
                memory: &seen.memory,
                seat: seen.seat,
                dealer,
                hand,
                buried,
                sizes: seen.sizes,
                table: seen.table,
                unseen: Scene::unseen(layout, &seen.memory, hand, buried),
                points: seen.points,
                odds: Odds::unknown(),
            };
            likelihood(&scene, seen.cards, policy)
        });
        fits.product()
    }
}

/// How likely a play is, 0–1.
fn likelihood(scene: &Scene<'_>, cards: Hand, policy: &Policy<'_>) -> f64 {
    let candidates = policy.candidates(scene);
    let ratings = candidates.iter().map(|rated| rated.score);
    let best = ratings.fold(f32::MIN, f32::max);
    let (mut all, mut this) = (0.0, 0.0);
    for rated in candidates.iter() {
        let share = falling((best - rated.score) / SLACK);
        all += share;
        if alike(scene, rated.cards, cards) {
            this += share;
        }
    }
    f64::from(this / all).max(LEAST)
}

/// About e to the power of −x, by multiplications alone: the same on every machine.
fn falling(x: f32) -> f32 {
    power((1.0 - x / 64.0).max(0.0), 64)
}
