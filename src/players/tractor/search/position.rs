//! A position to think about, the worlds it could be in, and how well each fits what the others have
//! played: by the ratings of the quick player, as if everybody played like it, now and then less well.

use super::playout::{self, Playout};
use super::world;
use super::world::HiddenCards;
use crate::chance::Chance;
use crate::game::Seat;
use crate::players::tractor::heuristic::{Odds, alike, power};
use crate::players::tractor::memory::Memory;
use crate::players::tractor::policy::Policy;
use crate::players::tractor::sight::{OpenTrick, Sight, captured, read, tricks};
use crate::tractor::action::Call;
use crate::tractor::hand::Hand;
use crate::tractor::round::RoundPosition;
#[cfg(feature = "testing")]
use crate::tractor::rules::Rules;
use crate::tractor::seating::PLAYERS;
use crate::tractor::shape::Lead;
use crate::tractor::trick;
use crate::tractor::view::{PhaseView, TrickView, View};

/// A position to think about, and what is common to all worlds that it could be in.
#[derive(Debug)]
pub struct SearchPosition<'a> {
    /// What the player knows.
    pub sight: Sight<'a>,
    /// Who led the trick on the table, or leads.
    pub leader: Seat,
    /// What was played to it.
    pub plays: Vec<Hand>,
    /// Points captured in tricks by seat.
    pub captured: [u16; PLAYERS],
    /// Points that failed throws brought the opponents.
    pub penalties: i16,
    /// What the others have played.
    pub past: Past<'a>,
}

impl<'a> SearchPosition<'a> {
    /// The position of a player on turn, who plays, buries or may take the kitty over.
    pub fn of(view: &'a View) -> Option<SearchPosition<'a>> {
        let sight = Sight::of(view)?;
        let read = |trick: &TrickView| -> PastTrick {
            let plays = trick.plays.iter().map(|play| read(sight.layout, play));
            (trick.leader, plays.collect())
        };
        let tricks: Vec<PastTrick> = tricks(view).map(read).collect();
        let (leader, plays) = match &view.phase {
            PhaseView::Playing { .. } => tricks.last()?.clone(),
            _ => (sight.dealer, Vec::new()),
        };
        Some(SearchPosition {
            past: Past::of(&sight, &tricks),
            sight,
            leader,
            plays,
            captured: captured(view),
            penalties: view.penalties,
        })
    }

    /// A world that it could be in: of two, rather the one in which the others would have played as
    /// they did.
    pub fn deal(&self, policy: &Policy<'_>, chance: &mut Chance) -> HiddenCards {
        let first = world::deal(&self.sight, chance);
        if self.past.plays.is_empty() {
            return first;
        }
        let second = world::deal(&self.sight, chance);
        let fits = [&first, &second].map(|world| self.past.fit(world, policy));
        let odds = fits[0] / (fits[0] + fits[1]);
        match f64::from(chance.below(1 << 15)) < odds * 32_768.0 {
            true => first,
            false => second,
        }
    }

    /// A world as a position to be played on; `None` if there is no such position.
    pub fn imagine(&self, world: &HiddenCards) -> Option<Playout> {
        let position = RoundPosition {
            trump: self.sight.layout.trump(),
            dealer: self.sight.dealer,
            hands: world.hands,
            kitty: world.kitty,
            leader: self.leader,
            plays: &self.plays,
            captured: self.captured,
            penalties: self.penalties,
        };
        Some(Playout {
            playing: position.set_up(self.sight.rules).ok()?,
            memory: self.sight.memory,
            burier: self.sight.burier,
        })
    }

    /// The same after burying this kitty.
    pub fn imagine_buried(&self, world: &HiddenCards, kitty: Hand) -> Option<Playout> {
        let mut world = *world;
        world.kitty = kitty;
        world.hands[self.sight.seat.index()] = self.sight.hand.minus(kitty);
        self.imagine(&world)
    }

    /// The same after taking the kitty over with this call.
    pub fn imagine_taken_over(
        &self,
        world: &HiddenCards,
        call: Call,
        policy: &Policy<'_>,
    ) -> Option<Playout> {
        let (playing, rules) = (self.imagine(world)?.playing, self.sight.rules);
        let burying = playing.taken_over(self.sight.seat, call, rules);
        Some(playout::bury(&burying, policy, rules))
    }
}

#[cfg(feature = "testing")]
impl<'a> SearchPosition<'a> {
    /// The position of the seat on turn in a simulated round, whose past is left out; `None` if it is over.
    pub fn in_playout(playout: &Playout, rules: &'a Rules) -> Option<SearchPosition<'a>> {
        let playing = &playout.playing;
        let trick = &playing.trick;
        Some(SearchPosition {
            sight: playout.sight(playing.to_play()?, rules),
            leader: trick.leader,
            plays: trick.plays().to_vec(),
            captured: playing.captured,
            penalties: playing.penalties,
            past: Past::default(),
        })
    }
}

/// How many of the latest plays of others are looked at.
const LATEST: usize = 16;
/// A play that is rated so much lower, in levels, is e times less likely.
const SLACK: f32 = 0.12;
/// The least probability of a play: people do anything.
const LEAST: f64 = 0.02;

/// A play of somebody else.
#[derive(Debug)]
struct SeenPlay<'a> {
    /// What they knew, whatever their cards were.
    sight: Sight<'a>,
    cards: Hand,
    /// What the seat has played since, this play included.
    since: Hand,
}

/// The latest plays of the others.
#[derive(Debug, Default)]
pub struct Past<'a> {
    plays: Vec<SeenPlay<'a>>,
}

/// A trick so far: who led, and the plays in order.
type PastTrick = (Seat, Vec<Hand>);

impl<'a> Past<'a> {
    /// The plays of these tricks that are not of the player of this sight.
    fn of(sight: &Sight<'a>, tricks: &[PastTrick]) -> Past<'a> {
        let (layout, rules) = (sight.layout, sight.rules);
        let follow = sight.follow_rules();
        let mut memory = Memory::START;
        let mut sizes = [25; PLAYERS];
        let mut points = 0;
        let mut plays: Vec<SeenPlay<'a>> = Vec::new();
        for (leader, cards) in tricks {
            let Some(lead) = cards.first().and_then(|led| Lead::read(layout, *led)) else {
                continue;
            };
            let mut table: Option<OpenTrick> = None;
            for (at, play) in cards.iter().enumerate() {
                let seat = Seat::new(((leader.index() + at) % PLAYERS) as u8);
                if seat != sight.seat {
                    plays.push(SeenPlay {
                        sight: Sight {
                            memory,
                            seat,
                            sizes,
                            table,
                            points,
                            odds: Odds::unknown(),
                            ..*sight
                        },
                        cards: *play,
                        since: Hand::EMPTY,
                    });
                }
                memory.note(layout, follow, &lead, seat, *play);
                sizes[seat.index()] -= play.len() as u8;
                let standing = table.map_or(*play, |table| table.standing);
                let beats =
                    at > 0 && trick::beats(layout, rules.throw_winner, &lead, *play, standing);
                let before = table;
                table = Some(OpenTrick {
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
                let theirs = (table.winning.index() + sight.dealer.index()) % 2 == 1;
                points += if theirs { table.points } else { 0 };
            }
        }
        plays.drain(..plays.len().saturating_sub(LATEST));
        let mut since = [Hand::EMPTY; PLAYERS];
        for seen in plays.iter_mut().rev() {
            let all = &mut since[seen.sight.seat.index()];
            *all = all.plus(seen.cards);
            seen.since = *all;
        }
        Past { plays }
    }

    /// How likely these plays are if the cards lie so, 0–1.
    fn fit(&self, world: &HiddenCards, policy: &Policy<'_>) -> f64 {
        let fits = self.plays.iter().map(|seen| {
            let sight = &seen.sight;
            let hand = world.hands[sight.seat.index()].plus(seen.since);
            let buried = (sight.seat == sight.burier).then_some(world.kitty);
            let sight = Sight {
                hand,
                buried,
                unseen: sight.memory.unseen(sight.layout, hand, buried),
                odds: Odds::unknown(),
                ..*sight
            };
            likelihood(&sight, seen.cards, policy)
        });
        fits.product()
    }
}

/// How likely a play is, 0–1.
fn likelihood(sight: &Sight<'_>, cards: Hand, policy: &Policy<'_>) -> f64 {
    let candidates = policy.candidates(sight);
    let ratings = candidates.iter().map(|rated| rated.score);
    let best = ratings.fold(f32::MIN, f32::max);
    let (mut all, mut this) = (0.0, 0.0);
    for rated in candidates.iter() {
        let share = falling((best - rated.score) / SLACK);
        all += share;
        if alike(sight, rated.cards, cards) {
            this += share;
        }
    }
    f64::from(this / all).max(LEAST)
}

/// About e to the power of −x, by multiplications alone: the same on every machine.
fn falling(x: f32) -> f32 {
    power((1.0 - x / 64.0).max(0.0), 64)
}
