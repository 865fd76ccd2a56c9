//! The strong player: it plays what it could do to the end, in many worlds that look the same to it.
//!
//! Every candidate meets the same worlds. What is clearly worse than the best so far is dropped on
//! the way; so the effort, which is counted in moves and not in time, goes where it matters. In the other hands it imagines
//! cards that it has not seen, and in each hand few of what its seat showed to lack.

use super::levels::Sight;
use super::scene::{Suspicion, choice, lay};
use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::players::Player;
use crate::uno::card::{Card, Color};
use crate::uno::round::{MOST_PLAYERS, Round, Stage, Unlogged};
use crate::uno::rules::Score;
use crate::uno::signs::Lacks;
use crate::uno::view::is_guilty;
use crate::uno::{Action, Hand, Move, Play, Uno, View};

/// How much a searching player looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSize {
    /// Moves of playouts for a decision, in all.
    pub moves: u32,
    /// Worlds for a decision, at most.
    pub worlds: u32,
}

impl SearchSize {
    /// Some ten milliseconds at most.
    pub const USUAL: SearchSize = SearchSize {
        moves: 120_000,
        worlds: 1_600,
    };
}

/// Deals the hidden cards anew and takes what does best in the mean.
#[derive(Debug, Clone, Copy)]
pub struct Search {
    seed: Seed,
    effort: SearchSize,
}

/// Worlds after which candidates are compared.
const BATCH: u32 = 16;
/// A candidate is dropped once the best one leads by so many standard errors.
const BEHIND: f64 = 2.5;
/// The usual move is left only for one that leads by so many.
const SURE: f64 = 1.0;
const MOST_CANDIDATES: usize = 16;

impl Search {
    /// A player with this seed and the usual effort.
    pub const fn new(seed: Seed) -> Self {
        Self::with(seed, SearchSize::USUAL)
    }

    pub const fn with(seed: Seed, effort: SearchSize) -> Self {
        Self { seed, effort }
    }
}

impl Player<Uno> for Search {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a strong player of uno", self.seed)?;
        if !sight.in_turn() {
            return sight.catch().or_else(|| sight.jump_in());
        }
        let usual = sight.choice();
        let candidates = candidates(&sight, usual);
        let best = match candidates.len() {
            0 | 1 => usual,
            _ => best(&sight, self.effort, usual, candidates).unwrap_or(usual),
        };
        Some(best.into())
    }
}

/// What the player could do, the usual move first.
fn candidates(sight: &Sight<'_>, usual: Move) -> Vec<Move> {
    let mut moves = vec![usual];
    let mut add = |chosen: Move| {
        if !moves.contains(&chosen) && moves.len() < MOST_CANDIDATES {
            moves.push(chosen);
        }
    };
    match sight.round.stage {
        Stage::Color | Stage::StartColor => {
            Color::ALL.into_iter().map(Move::Color).for_each(add);
        }
        Stage::Swap(_) => sight.others().map(Move::Swap).for_each(add),
        Stage::Turn | Stage::Drawn(_) => {
            for card in sight.round.layable().iter() {
                let plays = plays(sight, card).into_iter();
                plays.map(Move::Play).for_each(&mut add);
            }
            sight.instead().for_each(add);
        }
    }
    moves
}

/// The ways to lay a card: with each colour, or each hand to exchange.
fn plays(sight: &Sight<'_>, card: Card) -> Vec<Play> {
    let usual = lay(&sight.round, sight.seat, card, None);
    if card.is_wild() {
        let color = |color| Play {
            color: Some(color),
            ..usual
        };
        // A colour one does not hold is named only where there is no other.
        let held = |color: &Color| sight.hand().of_color(*color) > 0;
        let mut colors: Vec<Color> = Color::ALL.into_iter().filter(held).collect();
        if colors.is_empty() {
            colors.extend(Color::ALL);
        }
        return colors.into_iter().map(color).collect();
    }
    if usual.swap.is_some() {
        let with = |seat| Play {
            swap: Some(seat),
            ..usual
        };
        return sight.others().map(with).collect();
    }
    vec![usual]
}

/// What a candidate was worth in each world.
struct TriedMove {
    chosen: Move,
    worths: Vec<i32>,
}

impl TriedMove {
    fn sum(&self) -> i64 {
        self.worths.iter().map(|worth| i64::from(*worth)).sum()
    }

    /// By how many standard errors this one is better than another over the same worlds.
    fn lead_over(&self, other: &TriedMove) -> f64 {
        let count = self.worths.len() as f64;
        let pairs = self.worths.iter().zip(&other.worths);
        let differences = pairs.map(|(own, others)| f64::from(own - others));
        let (sum, square) = differences.fold((0.0, 0.0), |(sum, square), difference| {
            (sum + difference, square + difference * difference)
        });
        let mean = sum / count;
        let spread = (square / count - mean * mean).max(1.0);
        mean / (spread / count).sqrt()
    }
}

fn best(sight: &Sight<'_>, effort: SearchSize, usual: Move, candidates: Vec<Move>) -> Option<Move> {
    let worlds = Worlds::of(sight)?;
    let mut tried: Vec<TriedMove> = candidates
        .into_iter()
        .map(|chosen| TriedMove {
            chosen,
            worths: Vec::with_capacity(effort.worlds as usize),
        })
        .collect();
    let mut chance = sight.seed.derive("worlds", 0).chance();
    let (mut moves, mut world) = (0, 0);
    while moves < effort.moves && world < effort.worlds && tried.len() > 1 {
        for _ in 0..BATCH {
            let round = worlds.deal(&mut chance)?;
            // The same luck for every candidate.
            let luck = chance.clone();
            for one in &mut tried {
                let (worth, length) = look(sight, &round, one.chosen, luck.clone());
                one.worths.push(worth);
                moves += length;
            }
            world += 1;
        }
        tried.sort_by_key(|one| std::cmp::Reverse(one.sum()));
        let best = tried.remove(0);
        tried.retain(|one| best.lead_over(one) < BEHIND);
        tried.insert(0, best);
    }
    let best = tried.first()?;
    let known = tried.iter().find(|one| one.chosen == usual);
    let sure = known.is_none_or(|known| best.lead_over(known) > SURE);
    Some(if sure { best.chosen } else { usual })
}

/// Plays a move and then the round to its end in one world.
fn look(sight: &Sight<'_>, world: &Round, chosen: Move, mut luck: Chance) -> (i32, u32) {
    let mut round = world.clone();
    if round.play(sight.seat, chosen, &mut Unlogged).is_err() {
        return (i32::MIN / 4096, 1);
    }
    let moves = play_out(&mut round, &mut luck);
    (worth(&sight.view.scores, &round, sight.seat), moves + 4)
}

/// One time in so many the signs of a seat are not believed.
const DOUBTS: u32 = 8;
/// How often a hand is dealt again that should, or should not, make a bluff of a Wild Draw Four.
const TRIES: u32 = 12;

/// How many copies of each kind the viewer has not seen.
pub(super) fn unseen(view: &View) -> [u8; Card::KINDS] {
    let mut counts = [0_u8; Card::KINDS];
    let Some(round) = view.playing() else {
        return counts;
    };
    let held: u32 = round.hand_sizes.iter().map(|size| u32::from(*size)).sum();
    let all = held + u32::from(round.draw_pile) + u32::from(round.discards) + 1;
    let decks = (all / 108) as u8;
    for card in Card::all() {
        counts[card.index()] = card.copies().saturating_mul(decks);
    }
    for card in round.hand.iter().chain(&round.gone).chain([&round.top]) {
        let count = &mut counts[card.index()];
        *count = count.saturating_sub(1);
    }
    counts
}

/// What a player knows of the hidden cards.
pub(super) struct Worlds<'a> {
    sight: &'a Sight<'a>,
    /// Cards that may be anywhere.
    unseen: Vec<Card>,
    /// Everybody else who holds cards, whoever showed to lack most first.
    others: Vec<OtherHand>,
    /// Who laid a Wild Draw Four that may be called, and the probability of a bluff in 65,536ths.
    suspect: Option<(Seat, u32)>,
}

#[derive(Debug, Clone)]
struct OtherHand {
    seat: Seat,
    size: u16,
    lacks: Lacks,
    /// Cards that the viewer saw in this hand and nowhere since.
    known: Vec<Card>,
}

impl<'a> Worlds<'a> {
    /// `None` where the view does not account for all cards.
    pub(super) fn of(sight: &'a Sight<'a>) -> Option<Self> {
        let seen = sight.seen;
        let counts = unseen(sight.view);
        let copies = |card: Card| std::iter::repeat_n(card, usize::from(counts[card.index()]));
        let cards: Vec<Card> = Card::all().flat_map(copies).collect();
        let other = |seat: Seat| OtherHand {
            seat,
            size: seen.hand_sizes[seat.index()],
            lacks: seen.lacks[seat.index()],
            known: Vec::new(),
        };
        let mut others: Vec<OtherHand> = sight.others().map(other).collect();
        let held: u16 = others.iter().map(|other| other.size).sum();
        if cards.len() != usize::from(held) + usize::from(seen.draw_pile) {
            return None;
        }
        let signs = |other: &OtherHand| {
            let lacks = other.lacks.colors.iter().chain([&other.lacks.wilds]);
            lacks.filter(|sign| sign.is_some()).count()
        };
        others.sort_by_key(|other| std::cmp::Reverse(signs(other)));
        let suspicion = Suspicion::of(&sight.round);
        let mut worlds = Self {
            sight,
            unseen: cards,
            others,
            suspect: suspicion.map(|of| (of.by, (sight.guilt(&of) * 65_536.0) as u32)),
        };
        worlds.remember_shown();
        Some(worlds)
    }

    /// What a caller was shown is still there, as far as it has not been seen elsewhere.
    fn remember_shown(&mut self) {
        let Some(shown) = &self.sight.seen.shown else {
            return;
        };
        let mut others = self.others.iter_mut();
        let Some(other) = others.find(|other| other.seat == shown.seat) else {
            return;
        };
        let mut cards = shown.cards.clone();
        cards.truncate(usize::from(other.size));
        for card in cards {
            if let Some(at) = self.unseen.iter().position(|held| *held == card) {
                self.unseen.swap_remove(at);
                other.known.push(card);
            }
        }
    }

    /// A world: the round with the hidden cards dealt anew.
    pub(super) fn deal(&self, chance: &mut Chance) -> Option<Round> {
        let Sight { view, seat, .. } = *self.sight;
        let mut pool = self.unseen.clone();
        chance.shuffle(&mut pool);
        let mut hands = [Hand::EMPTY; MOST_PLAYERS];
        hands[seat.index()] = *self.sight.hand();
        for other in &self.others {
            let believes = chance.below(DOUBTS) != 0;
            let suspected = self.suspect.filter(|(suspect, _)| *suspect == other.seat);
            let guilty = suspected.map(|(_, guilt)| chance.below(65_536) < guilt);
            let mut hand = other.deal(&mut pool, believes);
            for _ in 0..TRIES {
                if guilty.is_none_or(|guilty| is_guilty(view, &hand) == guilty) {
                    break;
                }
                pool.extend(hand.cards());
                other.known.iter().for_each(|known| take(&mut pool, *known));
                chance.shuffle(&mut pool);
                hand = other.deal(&mut pool, believes && guilty != Some(true));
            }
            hands[other.seat.index()] = hand;
        }
        Round::imagined(view, hands, pool, self.sight.seed)
    }
}

fn take(pool: &mut Vec<Card>, card: Card) {
    if let Some(at) = pool.iter().position(|held| *held == card) {
        pool.swap_remove(at);
    }
}

impl OtherHand {
    /// Takes a hand out of the pool; one of a seat that lacks what it showed to lack, if believed.
    fn deal(&self, pool: &mut Vec<Card>, believes: bool) -> Hand {
        let mut hand: Hand = self.known.iter().copied().collect();
        // The cards that were drawn last come first: they may be anything.
        for place in 0..self.size - hand.len() {
            let fits = |card: &Card| {
                let sign = match card.color() {
                    Some(color) => self.lacks.colors[color.index()],
                    None => self.lacks.wilds,
                };
                !believes || sign.is_none_or(|drawn| place < u16::from(drawn))
            };
            let at = pool.iter().rposition(fits).or(pool.len().checked_sub(1));
            if let Some(at) = at {
                hand.insert(pool.swap_remove(at));
            }
        }
        hand
    }
}

/// A round that takes longer than so many moves is worth nothing to anybody.
const MOST_MOVES: u32 = 400;
/// A win of a round is worth so many points by itself: what the cards left over do not say.
const WIN: i32 = 60;
/// And a win that ends the match so many more.
const MATCH: i32 = 150;

/// Plays a round to its end; returns how many moves that took.
fn play_out(round: &mut Round, chance: &mut Chance) -> u32 {
    let mut moves = 0;
    while round.end.is_none() && moves < MOST_MOVES {
        moves += 1;
        let (seat, chosen) =
            jump_in(round).unwrap_or_else(|| (round.turn, choice(round, chance, usual_guilt)));
        if round.play(seat, chosen, &mut Unlogged).is_err() {
            let plain = round.plainest_move();
            if round.play(round.turn, plain, &mut Unlogged).is_err() {
                break;
            }
        }
    }
    moves
}

/// The probability of a bluff by the odds of any hand of that size.
fn usual_guilt(of: &Suspicion<'_>) -> f64 {
    of.guilt_of(0.24)
}

fn jump_in(round: &Round) -> Option<(Seat, Move)> {
    if !round.rules.jump_in.is_on() {
        return None;
    }
    let mut seats = round.active.iter();
    seats.find_map(|seat| {
        let card = round.jump_in(seat)?;
        Some((seat, Move::Play(lay(round, seat, card, None))))
    })
}

/// What the end of a round is worth to a seat, in points; the others' gain is shared by all of them.
fn worth(scores: &[u32], round: &Round, seat: Seat) -> i32 {
    let first = round.places().first().copied();
    let Some(winner) = first.filter(|_| round.end.is_some()) else {
        return 0;
    };
    let seats = round.circle.seats();
    let plays = |other: &&Seat| round.active.contains(**other) || round.out.contains(other);
    let players = seats.iter().filter(plays).count();
    let others = (players as i32 - 1).max(1);
    let held = |seat: Seat| round.hand(seat).points() as i32;
    let all: i32 = seats.iter().map(|other| held(*other)).sum();
    let sign = |gain: i32| if winner == seat { gain } else { -gain / others };
    match round.rules.score {
        Score::None => sign(WIN),
        Score::Round => sign(WIN + all / 8),
        Score::Match => {
            let gain = all - held(winner);
            let ends = scores[winner.index()] + gain as u32 >= u32::from(round.rules.match_to);
            sign(gain + WIN + if ends { MATCH } else { 0 })
        }
        Score::Lowest => (all - held(seat)) / others - held(seat) + sign(WIN),
    }
}
