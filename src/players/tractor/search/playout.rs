//! Playouts: rounds simulated to their end, with the heuristic player on all four seats.

use super::ending;
use crate::game::Seat;
use crate::players::tractor::heuristic::{Memory, Odds, Scene};
use crate::players::tractor::policy::Policy;
use crate::players::tractor::sight::Table;
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::Hand;
use crate::tractor::round::Playing;
use crate::tractor::rules::Rules;
use crate::tractor::shape::Lead;

/// So many plays of an ending take as long as one of the quick player.
const ENDING_PLAYS: u32 = 8;

/// A round that is being simulated.
#[derive(Debug, Clone, Copy)]
pub struct Playout {
    /// The position, all hands included.
    pub playing: Playing,
    /// What everybody has seen up to it.
    pub memory: Memory,
}

impl Playout {
    /// Makes a play; `None` if it is not legal.
    pub fn play(&mut self, cards: Hand, rules: &Rules) -> Option<()> {
        let seat = self.playing.to_play()?;
        let layout = self.playing.layout();
        let lead = self.playing.trick().lead().copied();
        let ruling = self.playing.judge(cards, rules).ok()?;
        let played = self.playing.settle(ruling, rules);
        let lead = lead.or_else(|| Lead::read(layout, played.cards))?;
        self.memory
            .note(layout, FollowRules::from(rules), &lead, seat, played.cards);
        if let Some(failed) = played.failed {
            self.memory.note_taken_back(seat, failed.taken_back);
        }
        Some(())
    }

    /// Plays the round to its end, its last two tricks as well as can be: the opponents' points, and how
    /// many plays it took.
    pub fn finish(mut self, rules: &Rules, policy: &Policy<'_>) -> (u16, u32) {
        let mut plays = 0;
        while let Some(seat) = self.playing.to_play() {
            if self.playing.hand(seat).len() <= ending::CARDS {
                let (points, more) = ending::points(&self.playing, rules);
                return (points, plays + more / ENDING_PLAYS);
            }
            let chosen = policy.play(&self.scene(seat, rules));
            if chosen.and_then(|cards| self.play(cards, rules)).is_none() {
                break;
            }
            plays += 1;
        }
        let points = self.playing.tally(rules).map(|tally| tally.points);
        (points.unwrap_or(self.playing.points()), plays)
    }

    /// What the player on turn knows in this position.
    pub fn scene<'a>(&'a self, seat: Seat, rules: &'a Rules) -> Scene<'a> {
        let playing = &self.playing;
        let (layout, hand, dealer) = (playing.layout(), playing.hand(seat), playing.dealer());
        let trick = playing.trick();
        let buried = (seat == dealer).then_some(playing.kitty());
        let table = trick
            .lead()
            .zip(trick.winning())
            .map(|(lead, winning)| Table {
                lead: *lead,
                standing: trick.highest(),
                winning,
                plays: trick.plays().len(),
                points: trick.points(layout),
            });
        Scene {
            layout,
            rules,
            memory: &self.memory,
            seat,
            dealer,
            hand,
            buried,
            sizes: playing.hands().map(|hand| hand.len() as u8),
            table,
            unseen: Scene::unseen(layout, &self.memory, hand, buried),
            points: playing.points(),
            odds: Odds::unknown(),
        }
    }
}
