//! A whole match of tractor: round after round, from the first level to the last.
//!
//! Decides what players may do when, and keeps what belongs to the match: levels, history, the
//! secrets of the shuffles, offers to surrender. How a round goes is for [`super::round`], which
//! is played here and nowhere else. Knows neither people nor time limits.
//!
//! # Chance
//! The shuffle of a deal comes from the secret `seed.derive("tractor deal", n)` with
//! `n = round × 2³² + attempt`, where rounds count from 1 and attempts at dealing a round from 0.
//! Its commitment is shown before the deal. The deck is shuffled with the chance of that secret
//! [mixed](SealedDeal::shuffle_seed) with what the players contributed, North first; the secret is revealed
//! with the round's result, or when the cards are dealt again. A round that an update of the program
//! could not go on with takes its secrets from the seed derived for "tractor deal again" and a number
//! that no other round has, in place of the match's own.

mod contract;
mod judge;
mod record;
mod settle;
mod show;
#[cfg(test)]
mod states;
#[cfg(feature = "testing")]
mod worlds;

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::RoundResult;
use super::card::Rank;
use super::deck::Deck;
use super::hand::{Hand, Layout};
use super::rejection::PhaseName;
use super::round::{Burying, CallWindow, DealStart, Dealing, Overcalls, PlayedTrick, Playing};
use super::rules::{NextDealer, Rules};
use super::score::MatchScore;
use super::seating::{PLAYERS, Team};
use super::trump::Trump;
use crate::chance::{Contributions, SealedDeal, Seed};
use crate::game::{Past, Seat, SeatSet, is_default, sum};
use record::RoundRecord;

/// A match of tractor.
///
/// ```
/// use engine::chance::Seed;
/// use engine::game::{Game, Viewer};
/// use engine::tractor::{Tractor, action::Action, rejection::Rejection, rules::Rules, seating::Wind};
///
/// let (mut game, _) = Tractor::start(&Rules::default(), 4, Seed::from_number(7));
/// let north = Wind::North.seat();
/// assert!(matches!(game.act(north, Action::PassCall), Err(Rejection::WrongPhase { .. })));
/// game.act(north, Action::Deal)?;
/// // The clock deals the cards one by one.
/// while let Some(cue) = game.cue() {
///     game.elapse(cue);
///     if game.view(Viewer::Public).hand_sizes == [25; 4] {
///         break;
///     }
/// }
/// assert_eq!(game.view(Viewer::Seat(north)).hand.len(), 25);
/// assert!(game.view(Viewer::Public).hand.is_empty());
/// # Ok::<(), Rejection>(())
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Tractor {
    rules: Rules,
    /// What the secrets of the deals to come are derived from.
    seed: Seed,
    /// The secret of the present deal, or of the next one.
    sealed: SealedDeal,
    standing: MatchScore,
    /// The dealer of the present round, or of the next one; nobody before the first round. Where a call
    /// makes the dealer, who deals if nobody calls, until the calls are closed.
    #[serde(default, skip_serializing_if = "is_default")]
    dealer: Option<Seat>,
    /// The present round, or the next one; counted from 1.
    round: u32,
    /// The attempt at dealing it, counted from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    attempt: u32,
    /// The number with which an update let the round be dealt again; 0 if none did.
    #[serde(default, skip_serializing_if = "is_default")]
    again: u64,
    contributions: Contributions,
    /// Who offered to surrender the present round.
    #[serde(default, skip_serializing_if = "is_default")]
    offers: SeatSet,
    /// See [`turn_number`](crate::game::Game::turn_number): rises when a deal begins, when it is
    /// closed, and with every kitty, overcall and pass on it, play and end of a round.
    turns: u32,
    phase: Phase,
    #[serde(with = "sum")]
    history: Past<RoundResult>,
    /// The last trick of the round before with its trump, until cards are dealt again.
    #[serde(default, skip_serializing_if = "is_default")]
    parting: Option<(Trump, PlayedTrick)>,
}

/// What is going on, with what is only there meanwhile.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    Ready,
    Dealing(Dealing),
    CallWindow(CallWindow),
    Burying(Burying, RoundRecord),
    Overcalls(Overcalls, RoundRecord),
    Playing(Playing, RoundRecord),
    Over(Team),
}

/// How far a round has come that is set up.
#[derive(Debug, Clone, Copy)]
pub enum RoundSoFar {
    /// Cards are being dealt.
    Dealing(Dealing),
    /// The kitty is buried.
    Burying(Burying),
    /// Tricks are played.
    Playing(Playing),
}

/// What the phases after the calling share.
struct Fixed<'a> {
    layout: &'static Layout,
    dealer: Seat,
    hands: &'a [Hand; PLAYERS],
    record: &'a RoundRecord,
    /// What is played once the kitty is buried.
    playing: Option<&'a Playing>,
}

impl Phase {
    fn name(&self) -> PhaseName {
        match self {
            Phase::Ready => PhaseName::Ready,
            Phase::Dealing(_) => PhaseName::Dealing,
            Phase::CallWindow(_) => PhaseName::CallWindow,
            Phase::Burying(..) => PhaseName::Burying,
            Phase::Overcalls(..) => PhaseName::Overcalls,
            Phase::Playing(..) => PhaseName::Playing,
            Phase::Over(_) => PhaseName::Over,
        }
    }

    /// The round whose trump is fixed, if one is.
    fn fixed(&self) -> Option<Fixed<'_>> {
        let (playing, record) = match self {
            Phase::Burying(burying, record) => {
                return Some(Fixed {
                    layout: burying.layout,
                    dealer: burying.dealer,
                    hands: &burying.hands,
                    record,
                    playing: None,
                });
            }
            Phase::Overcalls(Overcalls { playing, .. }, record)
            | Phase::Playing(playing, record) => (playing, record),
            _ => return None,
        };
        Some(Fixed {
            layout: playing.layout,
            dealer: playing.dealer,
            hands: &playing.hands,
            record,
            playing: Some(playing),
        })
    }
}

/// Shows nothing hidden: no seed and no card.
impl fmt::Debug for Tractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tractor")
            .field("round", &self.round)
            .field("phase", &self.phase.name())
            .field("standing", &self.standing)
            .finish_non_exhaustive()
    }
}

/// The secret of this deal in a match of this seed; see [`Tractor`].
fn sealed(seed: &Seed, round: u32, attempt: u32, again: u64) -> SealedDeal {
    let deal = u64::from(round) << 32 | u64::from(attempt);
    let seed = match again {
        0 => *seed,
        number => seed.derive("tractor deal again", number),
    };
    SealedDeal::new(&seed, "tractor deal", deal)
}

impl Tractor {
    /// A match in mid-course, before the deal of a round: with these levels, and with the dealer
    /// that the rounds before have led to; without one it is the first round.
    pub fn resumed(
        rules: &Rules,
        standing: MatchScore,
        dealer: Option<Seat>,
        seed: Seed,
    ) -> Tractor {
        let round = if dealer.is_none() { 1 } else { 2 };
        Tractor {
            rules: *rules,
            seed,
            sealed: sealed(&seed, round, 0, 0),
            standing,
            dealer,
            round,
            attempt: 0,
            again: 0,
            contributions: Contributions::none(PLAYERS),
            offers: SeatSet::EMPTY,
            turns: 0,
            phase: Phase::Ready,
            history: Past::default(),
            parting: None,
        }
    }

    /// A match whose first round, at this level, has come so far. Whether it could have is not checked.
    pub fn set_up(rules: &Rules, level: Rank, round: RoundSoFar) -> Tractor {
        let standing = MatchScore {
            levels: [level; 2],
            ..MatchScore::new(rules)
        };
        let record = RoundRecord::empty();
        let (dealer, phase) = match round {
            RoundSoFar::Dealing(dealing) => (dealing.dealer, Phase::Dealing(dealing)),
            RoundSoFar::Burying(burying) => (Some(burying.dealer), Phase::Burying(burying, record)),
            RoundSoFar::Playing(playing) => (Some(playing.dealer), Phase::Playing(playing, record)),
        };
        Tractor {
            dealer,
            phase,
            ..Tractor::resumed(rules, standing, None, Seed::from_number(0))
        }
    }

    /// Seals the next deal.
    fn seal(&mut self) {
        self.sealed = sealed(&self.seed, self.round, self.attempt, self.again);
    }

    /// The cards of the present deal in their order.
    fn deck(&self) -> Deck {
        Deck::shuffled(&mut self.sealed.shuffle_seed(&self.contributions).chance())
    }

    /// Whether the present round has been dealt again as often as it is by itself.
    fn waits_for_deal(&self) -> bool {
        let limit = u32::from(self.rules.redeal_limit);
        self.attempt > 0 && self.attempt.checked_rem(limit) == Some(0)
    }

    /// What is known of the present round before its deal.
    fn opening(&self) -> DealStart {
        let team = self.dealer.map_or(Team::NorthSouth, Team::of);
        let (level, progress) = self.standing.of(team);
        let by_call = self.round > 1 && self.rules.next_dealer != NextDealer::Winners;
        let (dealer, uncalled) = match by_call {
            true => (None, self.dealer),
            false => (self.dealer, None),
        };
        DealStart {
            level,
            dealer,
            uncalled,
            progress,
        }
    }

    /// Who deals if nobody calls, as long as a call can make the dealer of a later round.
    fn uncalled(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Ready | Phase::Dealing(_) | Phase::CallWindow(_) => self.opening().uncalled,
            Phase::Burying(..) | Phase::Overcalls(..) | Phase::Playing(..) | Phase::Over(_) => None,
        }
    }

    /// The dominant rank of the present round, which its deal began with.
    fn level(&self) -> Rank {
        let fixed = self.phase.fixed();
        fixed.map_or_else(|| self.opening().level, |round| round.layout.trump().rank)
    }

    /// The same as it was read, complete; `None` where it cannot be.
    fn read(mut self) -> Option<Tractor> {
        let mut seats = self.dealer.into_iter().chain(self.offers.iter());
        let counted = self.round > 0 && self.round.max(self.attempt).max(self.turns) < MOST;
        let parting = self.parting.as_ref();
        let fits = counted
            && seats.all(|seat| seat.index() < PLAYERS)
            && self.contributions.iter().len() == PLAYERS
            && parting.is_none_or(|(trump, trick)| trick.fits(Layout::of(*trump)));
        if !fits {
            return None;
        }
        let (rules, opening, deck) = (self.rules, self.opening(), self.deck());
        let fits = match &mut self.phase {
            Phase::Ready | Phase::Over(_) => true,
            Phase::Dealing(dealing) => {
                *dealing = dealing.read(deck, opening, &rules)?;
                true
            }
            Phase::CallWindow(window) => window.fits(deck, opening, &rules),
            Phase::Burying(burying, record) => burying.fits(&rules) && record.tricks.is_empty(),
            Phase::Overcalls(overcalls, record) => {
                *overcalls = overcalls.read(&rules)?;
                record.tricks.is_empty()
            }
            Phase::Playing(playing, record) => {
                *playing = playing.read(&record.tricks, &rules)?;
                true
            }
        };
        let fits = fits
            && self.phase.fixed().is_none_or(|round| {
                let Fixed { layout, hands, .. } = round;
                round.record.fits(layout, hands, &rules) && self.dealer == Some(round.dealer)
            });
        fits.then_some(self)
    }
}

impl Serialize for Tractor {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Tractor::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for Tractor {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let read = Tractor::deserialize(from)?.read();
        read.ok_or_else(|| {
            D::Error::custom("seats, cards or numbers of this match do not fit together")
        })
    }
}

/// More than rounds, deals or turns are ever counted.
const MOST: u32 = 1 << 30;
