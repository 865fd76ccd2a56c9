//! Plays, rated by a network.
//!
//! Decides what the network is told of a position and of a play in it. Suits are told apart by what they
//! are in the trick, not by name: the suit that is led, the other side suits, trumps.

use super::lanes;
use super::network::{LayerSums, Network};
use crate::players::tractor::heuristic::{self, Candidates, Weights};
use crate::players::tractor::sight::Sight;
use crate::tractor::hand::Hand;
use crate::tractor::seating::{Team, next, partner};
use crate::tractor::trick;

const RANKS: usize = 13;
const TRUMPS: usize = 20;

// What is told of a side suit.
const S_MINE1: usize = 0;
const S_MINE2: usize = S_MINE1 + RANKS;
const S_OUT1: usize = S_MINE2 + RANKS;
const S_OUT2: usize = S_OUT1 + RANKS;
const S_STAND: usize = S_OUT2 + RANKS;
const S_VOID: usize = S_STAND + RANKS;
const S_PAIRLESS: usize = S_VOID + 3;
const S_COUNT: usize = S_PAIRLESS + 3;
const S_LEFT: usize = S_COUNT + 12;
const S_TOPS: usize = S_LEFT + 12;
const S_END: usize = S_TOPS + 5;
// What a play does to a side suit.
const SP_ONE: usize = 0;
const SP_TWO: usize = SP_ONE + RANKS;
const SP_REST: usize = SP_TWO + RANKS;
const SP_ABOVE: usize = SP_REST + 10;
const SP_PAIRS_ABOVE: usize = SP_ABOVE + 5;
const SP_BREAKS: usize = SP_PAIRS_ABOVE + 3;
const SP_END: usize = SP_BREAKS + 3;
// Trumps.
const T_MINE1: usize = 0;
const T_MINE2: usize = T_MINE1 + TRUMPS;
const T_OUT1: usize = T_MINE2 + TRUMPS;
const T_OUT2: usize = T_OUT1 + TRUMPS;
const T_STAND: usize = T_OUT2 + TRUMPS;
const T_VOID: usize = T_STAND + TRUMPS;
const T_PAIRLESS: usize = T_VOID + 3;
const T_COUNT: usize = T_PAIRLESS + 3;
const T_LEFT: usize = T_COUNT + 20;
const T_TOPS: usize = T_LEFT + 20;
const T_END: usize = T_TOPS + 6;
const TP_ONE: usize = 0;
const TP_TWO: usize = TP_ONE + TRUMPS;
const TP_REST: usize = TP_TWO + TRUMPS;
const TP_ABOVE: usize = TP_REST + 16;
const TP_PAIRS_ABOVE: usize = TP_ABOVE + 6;
const TP_BREAKS: usize = TP_PAIRS_ABOVE + 3;
const TP_END: usize = TP_BREAKS + 3;
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
const OTHER: usize = LED + S_END;
const TRUMP_LED: usize = OTHER + S_END;
const TRUMP_OTHER: usize = TRUMP_LED + T_END;
const GENERAL: usize = TRUMP_OTHER + T_END;
const PLAY_LED: usize = GENERAL + G_END;
const PLAY_OTHER: usize = PLAY_LED + SP_END;
const PLAY_TRUMP_LED: usize = PLAY_OTHER + SP_END;
const PLAY_TRUMP: usize = PLAY_TRUMP_LED + TP_END;
const PLAY: usize = PLAY_TRUMP + TP_END;
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
    let others = [
        next(sight.seat),
        partner(sight.seat),
        partner(next(sight.seat)),
    ];
    let standing = sight.table.map_or(Hand::EMPTY, |table| table.standing);
    for (lane, (suit, shift)) in lanes::each(sight).enumerate() {
        let base = if led == Some(lane) { LED } else { OTHER };
        let (mine, out) = (sight.hand.within(suit), sight.unseen.within(suit));
        lanes::side(sight.layout, mine.one(), shift, base + S_MINE1, tell);
        lanes::side(sight.layout, mine.two(), shift, base + S_MINE2, tell);
        lanes::side(sight.layout, out.one(), shift, base + S_OUT1, tell);
        lanes::side(sight.layout, out.two(), shift, base + S_OUT2, tell);
        lanes::side(
            sight.layout,
            standing.one() & suit,
            shift,
            base + S_STAND,
            tell,
        );
        for (at, seat) in others.iter().enumerate() {
            if sight.memory.without(*seat) & suit != 0 {
                tell(base + S_VOID + at);
            } else if sight.memory.pairless(*seat) & suit != 0 {
                tell(base + S_PAIRLESS + at);
            }
        }
        tell(base + S_COUNT + bucket(mine.len()));
        tell(base + S_LEFT + bucket(out.len()));
        let top = 63 - out.one().leading_zeros().min(63);
        let tops = if out.is_empty() {
            mine.len()
        } else {
            mine.within(u64::MAX << top).len()
        };
        tell(base + S_TOPS + tops.min(4) as usize);
    }
    let base = if led.is_none() {
        TRUMP_LED
    } else {
        TRUMP_OTHER
    };
    let trumps = sight.trumps();
    let (mine, out) = (sight.hand.within(trumps), sight.unseen.within(trumps));
    lanes::trumps(sight.layout, mine.one(), base + T_MINE1, tell);
    lanes::trumps(sight.layout, mine.two(), base + T_MINE2, tell);
    lanes::trumps(sight.layout, out.one(), base + T_OUT1, tell);
    lanes::trumps(sight.layout, out.two(), base + T_OUT2, tell);
    lanes::trumps(sight.layout, standing.one() & trumps, base + T_STAND, tell);
    for (at, seat) in others.iter().enumerate() {
        if sight.memory.without(*seat) & trumps != 0 {
            tell(base + T_VOID + at);
        } else if sight.memory.pairless(*seat) & trumps != 0 {
            tell(base + T_PAIRLESS + at);
        }
    }
    tell(base + T_COUNT + mine.len().min(19) as usize);
    tell(base + T_LEFT + (out.len() / 2).min(19) as usize);
    let mut tops = 0;
    let mut left = mine.one();
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left &= left - 1;
        if out.one() & sight.layout.above(trumps, bit) == 0 {
            tops += 1 + u32::from(mine.two() & bit != 0);
        }
    }
    tell(base + T_TOPS + tops.min(5) as usize);
    general(sight, tell);
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
    for (lane, (suit, shift)) in lanes::each(sight).enumerate() {
        if touched & suit == 0 {
            continue;
        }
        let base = if led == Some(lane) {
            PLAY_LED
        } else {
            PLAY_OTHER
        };
        let (given, kept, out) = (
            cards.within(suit),
            rest.within(suit),
            sight.unseen.within(suit),
        );
        lanes::side(sight.layout, given.one(), shift, base + SP_ONE, tell);
        lanes::side(sight.layout, given.two(), shift, base + SP_TWO, tell);
        tell(base + SP_REST + kept.len().min(9) as usize);
        let low = given.one() & given.one().wrapping_neg();
        let above = suit & !(low | (low - 1));
        tell(base + SP_ABOVE + out.within(above).len().min(4) as usize);
        tell(base + SP_PAIRS_ABOVE + (out.two() & above).count_ones().min(2) as usize);
        let broken = (sight.hand.two() & suit & given.one() & !given.two()).count_ones();
        tell(base + SP_BREAKS + broken.min(2) as usize);
        voids += usize::from(kept.is_empty() && sight.hand.one() & trumps != 0);
    }
    if touched & trumps != 0 {
        let base = if led.is_none() {
            PLAY_TRUMP_LED
        } else {
            PLAY_TRUMP
        };
        let (given, kept, out) = (
            cards.within(trumps),
            rest.within(trumps),
            sight.unseen.within(trumps),
        );
        lanes::trumps(sight.layout, given.one(), base + TP_ONE, tell);
        lanes::trumps(sight.layout, given.two(), base + TP_TWO, tell);
        tell(base + TP_REST + kept.len().min(15) as usize);
        let levels = sight.layout.levels(given.one());
        let above = sight.layout.above(trumps, levels & levels.wrapping_neg());
        tell(base + TP_ABOVE + out.within(above).len().min(5) as usize);
        tell(base + TP_PAIRS_ABOVE + (out.two() & above).count_ones().min(2) as usize);
        let broken = (sight.hand.two() & trumps & given.one() & !given.two()).count_ones();
        tell(base + TP_BREAKS + broken.min(2) as usize);
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

/// The candidates of a position, rated by the network.
pub fn candidates(network: &Network, sight: &Sight<'_>) -> Candidates {
    let found = heuristic::candidates(sight, &Weights::TUNED);
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
