//! Plays, rated by a network.
//!
//! Decides what the network is told of a position and of a play in it. Suits are told apart by what they
//! are in the trick, not by name: the suit that is led, the other side suits, trumps.

use super::lanes::{self, Lane};
use super::{LayerSums, Network};
use crate::players::tractor::heuristic::{self, Candidates};
use crate::players::tractor::sight::{Sight, bits};
use crate::tractor::hand::Hand;
use crate::tractor::seating::{Team, partner};
use crate::tractor::trick;

/// Where the features of a suit begin in its block.
struct SuitBlock {
    mine: [usize; 2],
    out: [usize; 2],
    standing: usize,
    void: usize,
    pairless: usize,
    count: usize,
    left: usize,
    tops: usize,
    end: usize,
}

impl SuitBlock {
    /// That of a suit with so many different cards; `counts` and `tops` are how many numbers are told apart.
    const fn of(cards: usize, counts: usize, tops: usize) -> Self {
        let void = 5 * cards;
        let count = void + 6;
        Self {
            mine: [0, cards],
            out: [2 * cards, 3 * cards],
            standing: 4 * cards,
            void,
            pairless: void + 3,
            count,
            left: count + counts,
            tops: count + 2 * counts,
            end: count + 2 * counts + tops,
        }
    }
}

const SIDE: SuitBlock = SuitBlock::of(13, 12, 5);
const TRUMP: SuitBlock = SuitBlock::of(20, 20, 6);

/// Where the features of what a play does to a suit begin.
struct GivenBlock {
    given: [usize; 2],
    rest: usize,
    above: usize,
    pairs_above: usize,
    breaks: usize,
    end: usize,
}

impl GivenBlock {
    /// That of a suit with so many different cards; `rests` and `aboves` are how many numbers are told apart.
    const fn of(cards: usize, rests: usize, aboves: usize) -> Self {
        let rest = 2 * cards;
        let above = rest + rests;
        let pairs_above = above + aboves;
        Self {
            given: [0, cards],
            rest,
            above,
            pairs_above,
            breaks: pairs_above + 3,
            end: pairs_above + 6,
        }
    }
}

const SIDE_GIVEN: GivenBlock = GivenBlock::of(13, 10, 5);
const TRUMP_GIVEN: GivenBlock = GivenBlock::of(20, 16, 6);

// The rest.
const G_ROLE: usize = 0;
const G_TURN: usize = G_ROLE + 4;
const G_LEAD: usize = G_TURN + 16;
const G_TABLE: usize = G_LEAD + 10;
const G_POINTS: usize = G_TABLE + 10;
const G_SIZE: usize = G_POINTS + 84;
const G_UNSEEN_POINTS: usize = G_SIZE + 26;
const G_KITTY: usize = G_UNSEEN_POINTS + 21;
const G_TRUMP: usize = G_KITTY + 12;
const G_END: usize = G_TRUMP + 5;
const GP_WINS: usize = 0;
const GP_POINTS: usize = GP_WINS + 8;
const GP_SHAPE: usize = GP_POINTS + 9;
const GP_LAST: usize = GP_SHAPE + 12;
const GP_DISCARDS: usize = GP_LAST + 3;
const GP_KIND: usize = GP_DISCARDS + 6;
const GP_VOIDS: usize = GP_KIND + 4;
const GP_END: usize = GP_VOIDS + 3;

// Blocks: the suit that is led (or would be), the other side suits, trumps as led or not.
const LED: usize = 0;
const OTHER: usize = LED + SIDE.end;
const TRUMP_LED: usize = OTHER + SIDE.end;
const TRUMP_OTHER: usize = TRUMP_LED + TRUMP.end;
const GENERAL: usize = TRUMP_OTHER + TRUMP.end;
const PLAY_LED: usize = GENERAL + G_END;
const PLAY_OTHER: usize = PLAY_LED + SIDE_GIVEN.end;
const PLAY_TRUMP_LED: usize = PLAY_OTHER + SIDE_GIVEN.end;
const PLAY_TRUMP: usize = PLAY_TRUMP_LED + TRUMP_GIVEN.end;
const PLAY: usize = PLAY_TRUMP + TRUMP_GIVEN.end;
pub const FEATURES: usize = PLAY + GP_END;

fn bucket(count: u32) -> usize {
    match count {
        0..=6 => count as usize,
        7 | 8 => 7,
        9 | 10 => 8,
        11..=13 => 9,
        14..=17 => 10,
        _ => 11,
    }
}

/// The lane of the suit that is led, counted from 0; `None` for trumps.
pub type Led = Option<usize>;

/// The suit that is led if the player plays these cards.
pub fn led(sight: &Sight<'_>, cards: Hand) -> Led {
    let cards = sight.table.map_or(cards, |table| table.lead.cards());
    let bit = cards.one() & cards.one().wrapping_neg();
    let suit = sight.layout.suit_of(bit);
    (suit != sight.trumps()).then(|| lanes::lane_of(suit))
}

/// What a position is if this suit is led.
pub fn state(sight: &Sight<'_>, led: Led, tell: &mut impl FnMut(usize)) {
    for (at, lane) in lanes::sides(sight).enumerate() {
        let base = if led == Some(at) { LED } else { OTHER };
        let (mine, out) = (sight.hand.within(lane.0), sight.unseen.within(lane.0));
        let top = 63 - out.one().leading_zeros().min(63);
        let tops = if out.is_empty() {
            mine.len()
        } else {
            mine.within(u64::MAX << top).len()
        };
        tell(base + SIDE.count + bucket(mine.len()));
        tell(base + SIDE.left + bucket(out.len()));
        tell(base + SIDE.tops + tops.min(4) as usize);
        suit(sight, &SIDE, base, lane, tell);
    }
    let base = if led.is_none() {
        TRUMP_LED
    } else {
        TRUMP_OTHER
    };
    let trumps = sight.trumps();
    let (mine, out) = (sight.hand.within(trumps), sight.unseen.within(trumps));
    let tops = bits(mine.one())
        .filter(|bit| out.one() & sight.layout.above(trumps, *bit) == 0)
        .map(|bit| 1 + usize::from(mine.two() & bit != 0))
        .sum::<usize>();
    tell(base + TRUMP.count + mine.len().min(19) as usize);
    tell(base + TRUMP.left + (out.len() / 2).min(19) as usize);
    tell(base + TRUMP.tops + tops.min(5));
    suit(sight, &TRUMP, base, lanes::trumps(sight.layout), tell);
    general(sight, tell);
}

/// Which cards of a suit lie where, and who has shown to have none.
#[inline]
fn suit(
    sight: &Sight<'_>,
    block: &SuitBlock,
    base: usize,
    lane: Lane,
    tell: &mut impl FnMut(usize),
) {
    let (layout, suit) = (sight.layout, lane.0);
    let (mine, out) = (sight.hand.within(suit), sight.unseen.within(suit));
    lanes::copies(layout, mine, lane, block.mine.map(|at| base + at), tell);
    lanes::copies(layout, out, lane, block.out.map(|at| base + at), tell);
    let standing = sight.table.map_or(0, |table| table.standing.one());
    lanes::cards(layout, standing & suit, lane, base + block.standing, tell);
    let [right, left] = sight.rivals();
    for (at, seat) in [right, partner(sight.seat), left].into_iter().enumerate() {
        if sight.memory.without[seat.index()] & suit != 0 {
            tell(base + block.void + at);
        } else if sight.memory.pairless[seat.index()] & suit != 0 {
            tell(base + block.pairless + at);
        }
    }
}

fn general(sight: &Sight<'_>, tell: &mut impl FnMut(usize)) {
    let role = (sight.seat.index() + 4 - sight.dealer.index()) % 4;
    tell(GENERAL + G_ROLE + role);
    let declares = Team::of(sight.seat) == Team::of(sight.dealer);
    match &sight.table {
        None => tell(GENERAL + G_TURN),
        Some(table) => {
            let winning = usize::from(table.winning == partner(sight.seat));
            tell(GENERAL + G_TURN + 4 * table.plays + 2 * winning + usize::from(declares));
            let lead = GENERAL + G_LEAD;
            tell(lead + table.lead.len().min(6) as usize - 1);
            if table.lead.is_throw() {
                tell(lead + 6);
            } else if table.lead.pairs() > 1 {
                tell(lead + 7);
            } else if table.lead.pairs() == 1 {
                tell(lead + 8);
            }
            tell(GENERAL + G_TABLE + usize::from(table.points / 5).min(9));
        }
    }
    let points = usize::from(sight.points / 5).min(41);
    tell(GENERAL + G_POINTS + points + if declares { 0 } else { 42 });
    tell(GENERAL + G_SIZE + (sight.hand.len() as usize).min(25));
    let unseen = sight.unseen.points(sight.layout) / 10;
    tell(GENERAL + G_UNSEEN_POINTS + usize::from(unseen).min(20));
    let kitty = sight.buried.map_or(11, |kitty| {
        usize::from(kitty.points(sight.layout) / 5).min(10)
    });
    tell(GENERAL + G_KITTY + kitty);
    match sight.layout.trump().suit {
        None => tell(GENERAL + G_TRUMP),
        Some(_) if sight.layout.trump().rank == crate::tractor::card::Rank::ACE => {
            tell(GENERAL + G_TRUMP + 1);
        }
        Some(_) => {}
    }
}

/// What a play is; `led` as for [`state`].
pub fn play(sight: &Sight<'_>, led: Led, cards: Hand, tell: &mut impl FnMut(usize)) {
    let rest = sight.hand.minus(cards);
    let mut voids = 0;
    let trumps = sight.trumps();
    let touched = cards.one();
    for (at, lane) in lanes::sides(sight).enumerate() {
        if touched & lane.0 == 0 {
            continue;
        }
        let base = if led == Some(at) {
            PLAY_LED
        } else {
            PLAY_OTHER
        };
        given(sight, &SIDE_GIVEN, base, lane, cards, tell);
        voids += usize::from(rest.within(lane.0).is_empty() && sight.hand.one() & trumps != 0);
    }
    if touched & trumps != 0 {
        let base = if led.is_none() {
            PLAY_TRUMP_LED
        } else {
            PLAY_TRUMP
        };
        let lane = lanes::trumps(sight.layout);
        given(sight, &TRUMP_GIVEN, base, lane, cards, tell);
    }
    let points = cards.points(sight.layout);
    tell(PLAY + GP_POINTS + usize::from(points / 5).min(8));
    let shape = match cards.len() {
        1 => 0,
        2 if cards.pairs() == 1 => 1,
        n => (n as usize).min(6) * 2 - 2 + usize::from(cards.pairs() * 2 == n),
    };
    tell(PLAY + GP_SHAPE + shape.min(11));
    if let Some(table) = &sight.table {
        let wins = trick::beats(
            sight.layout,
            sight.rules.throw_winner,
            &table.lead,
            cards,
            table.standing,
        );
        tell(PLAY + GP_WINS + 2 * table.plays + usize::from(wins));
        if rest.is_empty() {
            tell(PLAY + GP_LAST + usize::from(wins));
        }
        let suit = sight.suit(table.lead.suit());
        let discards = cards.len() - cards.within(suit).len();
        tell(PLAY + GP_DISCARDS + discards.min(5) as usize);
        let kind = match (discards > 0, cards.within(trumps).len() == cards.len()) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        };
        tell(PLAY + GP_KIND + kind);
    } else {
        tell(PLAY + GP_KIND + 3);
        if rest.is_empty() {
            tell(PLAY + GP_LAST + 2);
        }
    }
    tell(PLAY + GP_VOIDS + voids.min(2));
}

/// What a play does to a suit of which it has cards.
#[inline]
fn given(
    sight: &Sight<'_>,
    block: &GivenBlock,
    base: usize,
    lane: Lane,
    cards: Hand,
    tell: &mut impl FnMut(usize),
) {
    let (layout, suit) = (sight.layout, lane.0);
    let (given, out) = (cards.within(suit), sight.unseen.within(suit));
    lanes::copies(layout, given, lane, block.given.map(|at| base + at), tell);
    let mut count = |from: usize, to: usize, count: u32| {
        tell(base + from + (count as usize).min(to - from - 1));
    };
    let kept = sight.hand.minus(cards).within(suit);
    count(block.rest, block.above, kept.len());
    let levels = layout.levels(given.one());
    let above = layout.above(suit, levels & levels.wrapping_neg());
    count(block.above, block.pairs_above, out.within(above).len());
    let pairs = (out.two() & above).count_ones();
    count(block.pairs_above, block.breaks, pairs);
    let broken = (sight.hand.two() & given.one() & !given.two()).count_ones();
    count(block.breaks, block.end, broken);
}

/// The candidates of a position, rated by the network.
pub fn candidates(network: &Network, sight: &Sight<'_>) -> Candidates {
    let found = heuristic::candidates(sight);
    if found.iter().nth(1).is_none() {
        return found;
    }
    let best = found
        .iter()
        .map(|rated| rated.score)
        .fold(f32::MIN, f32::max);
    let mut states: [Option<LayerSums>; 5] = [None; 5];
    let mut rated = Candidates::NONE;
    for candidate in found.iter() {
        let led = led(sight, candidate.cards);
        let state = states[led.unwrap_or(4)].get_or_insert_with(|| {
            let mut sums = network.start();
            state(sight, led, &mut |feature| network.add(&mut sums, feature));
            sums
        });
        let mut sums = *state;
        play(sight, led, candidate.cards, &mut |feature| {
            network.add(&mut sums, feature);
        });
        rated.push(
            candidate.cards,
            network.rate(sums, dense(candidate.score, best)),
        );
    }
    rated
}

/// The heuristic player's rating as a number for the network.
pub fn dense(score: f32, best: f32) -> i32 {
    ((score - best) * 3.2).max(-96.0) as i32
}
