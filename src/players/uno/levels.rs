//! The levels that look no further than the round as it is, and what the weaker of them do: any move that is allowed, as
//! little as may be done, the first card that fits, and the colour that they hold most of. The best of them watches the
//! others as well as its own hand, as everybody does in the playouts of a search.

use super::scene::{Suspicion, choice, give_way, lay};
use super::search::unseen;
use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::players::Player;
use crate::uno::card::{Card, Color, Kinds};
use crate::uno::round::{MOST_PLAYERS, Round, Stage};
use crate::uno::rules::{Draw, TimeOut};
use crate::uno::view::RoundView;
use crate::uno::{Action, Hand, Move, Play, Uno, View};

/// A player of one of these levels.
#[derive(Debug, Clone, Copy)]
pub struct Quick {
    level: Level,
    seed: Seed,
}

/// How well it plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Passes or draws where it may and lays the first card where it must, or under `time_out=play`
    /// where it can: for people who are absent.
    Idle,
    /// Plays any legal action.
    Random,
    /// Plays as somebody who has just learnt the rules.
    Beginner,
    /// Plays for its own hand alone.
    Greedy,
    /// Plays sensibly, within microseconds.
    Heuristic,
}

/// One time in so many a beginner notices that somebody else forgot to say UNO, and a greedy player sees it too late.
const NOTICES: u32 = 4;
const OVERLOOKS: u32 = 2;
/// One time in so many they forget it themselves.
const BEGINNER_FORGETS: u32 = 4;
const GREEDY_FORGETS: u32 = 8;
/// One time in so many a greedy player calls a Wild Draw Four a bluff.
const CALLS: u32 = 8;

impl Quick {
    pub const fn new(level: Level, seed: Seed) -> Self {
        Self { level, seed }
    }

    /// One that leaves nothing to chance, for who is absent.
    pub fn idle() -> Self {
        Self::new(Level::Idle, Seed::from_number(0))
    }
}

impl Player<Uno> for Quick {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let purpose = match self.level {
            Level::Idle => "an idle player of uno",
            Level::Random => "a random player of uno",
            Level::Beginner => "a beginner at uno",
            Level::Greedy => "a simple player of uno",
            Level::Heuristic => "a good player of uno",
        };
        let sight = Sight::of(view, purpose, self.seed)?;
        let mut chance = sight.seed.chance();
        match sight.in_turn() {
            true => self.level.moves(&sight, &mut chance).map(Action::from),
            false => self.level.interrupts(&sight, &mut chance),
        }
    }
}

impl Level {
    /// What it does while somebody else is on turn.
    fn interrupts(self, sight: &Sight<'_>, chance: &mut Chance) -> Option<Action> {
        let any = || sight.catch().or_else(|| sight.jump_in());
        match self {
            Level::Idle => None,
            Level::Random => any().filter(|_| chance.below(2) == 0),
            Level::Beginner => any().filter(|_| chance.below(NOTICES) == 0),
            Level::Greedy => {
                let sees = chance.below(OVERLOOKS) != 0;
                let caught = sight.catch().filter(|_| sees);
                caught.or_else(|| sight.jump_in())
            }
            Level::Heuristic => any(),
        }
    }

    /// What it does in its turn.
    fn moves(self, sight: &Sight<'_>, chance: &mut Chance) -> Option<Move> {
        let (round, hand) = (&sight.round, sight.hand());
        let color = match self {
            Level::Random => Color::ALL[chance.below(4) as usize],
            Level::Beginner => any_color(hand, chance),
            Level::Idle | Level::Greedy => best_color(hand, None),
            Level::Heuristic => return Some(sight.choice()),
        };
        let honest = round.layable_honestly();
        Some(match (round.stage, self) {
            (Stage::Color | Stage::StartColor, _) => Move::Color(color),
            (Stage::Swap(_), Level::Random) => {
                let others: Vec<_> = sight.others().collect();
                let at = chance.below(others.len() as u32) as usize;
                Move::Swap(others[at])
            }
            (Stage::Swap(_), _) => Move::Swap(round.fewest_cards(sight.seat)),
            (_, Level::Idle) => return as_little_as_may_be(sight),
            (_, Level::Random) => return any_move(sight, color, chance),
            (_, Level::Beginner) => {
                let fitting = honest.iter().count() as u32;
                if fitting == 0 {
                    return Some(give_way(round));
                }
                let uno = chance.below(BEGINNER_FORGETS) != 0;
                let card = honest.nth(chance.below(fitting) as usize)?;
                let play = lay(round, sight.seat, card, Some(color));
                Move::Play(Play { uno, ..play })
            }
            (_, Level::Greedy | Level::Heuristic) => {
                if round.bluff.is_some() && chance.below(CALLS) == 0 {
                    return Some(Move::Call);
                }
                let Some(card) = honest.iter().max_by_key(|card| worth(hand, *card)) else {
                    return Some(give_way(round));
                };
                let uno = chance.below(GREEDY_FORGETS) != 0;
                let play = sight.lay_well(card);
                Move::Play(Play { uno, ..play })
            }
        })
    }
}

fn any_move(sight: &Sight<'_>, color: Color, chance: &mut Chance) -> Option<Move> {
    let cards = sight.round.layable().iter();
    let plays = cards.map(|card| Move::Play(lay(&sight.round, sight.seat, card, Some(color))));
    let moves: Vec<Move> = plays.chain(sight.instead()).collect();
    let at = chance.below(moves.len().max(1) as u32) as usize;
    moves.get(at).copied()
}

fn as_little_as_may_be(sight: &Sight<'_>) -> Option<Move> {
    let (round, rules) = (&sight.round, &sight.round.rules);
    if rules.time_out == TimeOut::Play
        && let Some(card) = round.layable_honestly().nth(0)
    {
        return Some(Move::Play(sight.lay_well(card)));
    }
    let may_end = rules.draw != Draw::ManyNoPass || round.owed > 0;
    let playable = round.layable();
    if round.may_pass().is_ok() {
        Some(Move::Pass)
    } else if round.may_draw().is_ok() && (may_end || playable.is_empty()) {
        // Where nobody may pass, drawing on would only end with the pile.
        Some(Move::Draw)
    } else {
        playable.nth(0).map(|card| Move::Play(sight.lay_well(card)))
    }
}

/// A colour of the hand, if only by looking at one of its cards.
fn any_color(hand: &Hand, chance: &mut Chance) -> Color {
    let colors: Vec<Color> = hand.cards().filter_map(Card::color).collect();
    match colors.len() {
        0 => Color::ALL[chance.below(4) as usize],
        held => colors[chance.below(held as u32) as usize],
    }
}

/// How much there is to be said for laying a card, by the own hand alone.
fn worth(hand: &Hand, card: Card) -> u32 {
    match card.color() {
        None => 0,
        Some(color) => 20 * u32::from(hand.of_color(color)) + card.points(),
    }
}

/// The colour to go on in once `laid` is gone: the one held most, dear cards first.
fn best_color(hand: &Hand, laid: Option<Card>) -> Color {
    let worth = |color: Color| {
        let kinds = hand.kinds() & Kinds::of_color(color);
        let held = |card: Card| u32::from(hand.count(card)) * (20 + card.points());
        let all: u32 = kinds.iter().map(held).sum();
        let laid = laid.filter(|card| card.color() == Some(color));
        all - laid.map_or(0, |card| 20 + card.points())
    };
    let best = Color::ALL.into_iter().max_by_key(|color| worth(*color));
    best.unwrap_or(Color::Red)
}

/// What a player sees, and the chance for this decision.
pub(super) struct Sight<'a> {
    pub(super) view: &'a View,
    pub(super) seat: Seat,
    pub(super) seen: &'a RoundView,
    /// The round, with as many cards as there are, and any, where the player sees none.
    pub(super) round: Round,
    /// The seed of this decision.
    pub(super) seed: Seed,
}

impl<'a> Sight<'a> {
    /// `None` for spectators, and where no round is played.
    pub(super) fn of(view: &'a View, purpose: &str, seed: Seed) -> Option<Self> {
        let (seat, seen) = (view.seat()?, view.playing()?);
        // Another chance for every decision, and for every seat that looks on.
        let moment = u64::from(view.round) << 36 | u64::from(seen.step) << 4 | seat.index() as u64;
        let seed = seed.derive(purpose, moment);
        let any = |count: u16| Card::all().cycle().take(usize::from(count));
        let mut hands = [Hand::EMPTY; MOST_PLAYERS];
        for (hand, size) in hands.iter_mut().zip(&seen.hand_sizes) {
            hand.extend(any(*size));
        }
        hands[seat.index()] = seen.hand.iter().copied().collect();
        Some(Self {
            view,
            seat,
            seen,
            round: Round::imagined(view, hands, any(seen.draw_pile).collect(), seed)?,
            seed,
        })
    }

    pub(super) fn in_turn(&self) -> bool {
        self.seen.turn == self.seat
    }

    pub(super) fn hand(&self) -> &Hand {
        self.round.hand(self.seat)
    }

    /// Everybody else who holds cards.
    pub(super) fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = self.round.active.iter();
        seats.filter(|seat| *seat != self.seat)
    }

    /// What may be done instead of laying a card.
    pub(super) fn instead(&self) -> impl Iterator<Item = Move> + '_ {
        let all = [Move::Draw, Move::Pass, Move::Call].into_iter();
        all.filter(|chosen| self.round.judge(self.seat, *chosen).is_ok())
    }

    pub(super) fn catch(&self) -> Option<Action> {
        let exposed = self.seen.exposed.filter(|seat| *seat != self.seat)?;
        let may = self.seen.may.catch;
        may.then(|| Move::Catch(Some(exposed)).into())
    }

    pub(super) fn jump_in(&self) -> Option<Action> {
        let card = self.round.jump_in(self.seat)?;
        Some(lay(&self.round, self.seat, card, None).into())
    }

    /// Lays a card and goes on in the best colour of the own hand.
    fn lay_well(&self, card: Card) -> Play {
        let color = best_color(self.hand(), Some(card));
        lay(&self.round, self.seat, card, Some(color))
    }

    /// What the heuristic player does in its turn.
    pub(super) fn choice(&self) -> Move {
        choice(&self.round, &mut self.seed.chance(), |of| self.guilt(of))
    }

    /// How likely a Wild Draw Four on top is a bluff.
    pub(super) fn guilt(&self, of: &Suspicion<'_>) -> f64 {
        let below = self.seen.gone.last().copied();
        of.guilt(below.unwrap_or(self.seen.top), &unseen(self.view))
    }
}
