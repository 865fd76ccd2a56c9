//! Rules of thumb: counts cards, remembers what follows have revealed, and weighs the expected gain of
//! a play against the worth of its cards.
//!
//! Decides which calls, kitties and plays are worth looking at, and rates them by hand-made weights. The
//! networks of [`super::trained`] rate the same candidates better.

pub mod bid;
pub mod kitty;
mod odds;
mod reason;
#[cfg(test)]
mod tests;

use super::sight::{OpenTrick, Sight, bits};
use crate::tractor::follow::{self, Costs};
use crate::tractor::groups::{chain_cards, chain_starts};
use crate::tractor::hand::Hand;
use crate::tractor::seating::{PLAYERS, next, partner};
use crate::tractor::shape::{Lead, UnitKind, Units};
use crate::tractor::trick;
pub use bid::Bid;
pub use odds::{Odds, power};
pub use reason::{Reason, emptied};

/// The candidate plays of this position, rated.
pub fn candidates(sight: &Sight<'_>) -> Candidates {
    match &sight.table {
        Some(table) => rated_follows(sight, table),
        None => rated_leads(sight),
    }
}

/// The lead of the next trick, in points of the round.
const TEMPO: f32 = 2.0;
/// The points that each player still to come brings to the trick, for each card.
const TO_COME: f32 = 2.0;
/// How much of the worth of a card is lost when it is led rather than followed with.
const LED: f32 = 1.0;
/// The same for leads that nothing beats.
const LED_SURE: f32 = 0.1;
/// For each card beyond the first of a lead that stands.
const LENGTH: f32 = 2.0;
/// Drawing trumps as a declarer, for each trump more than an even share.
const DRAW: f32 = 0.7;
/// Leading trumps as an opponent of the declarers.
const DRAW_AGAINST: f32 = -2.0;
/// The probability that the partner takes over a lead that does not stand, 0–1.
const TAKEOVER: f32 = 0.15;
/// The probability that the partner ruffs a lead that does not stand, if able to, 0–1.
const PARTNER_RUFFS: f32 = 0.8;
/// The share of a kept card's points that the own side wins in the end, 0–1.
const KEPT_POINTS: f32 = 0.55;
/// What the last trick adds to the points at stake in it, beside the kitty.
const LAST: f32 = 5.0;
/// The kitty's points as far as they are not known.
const KITTY: f32 = 8.0;

/// A play with its expected gain, in points of the round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    pub cards: Hand,
    /// Higher is better; only differences are meaningful.
    pub score: f32,
}

/// The rated candidates of a position: legal plays, at most [`Candidates::MOST`].
#[derive(Debug, Clone, Copy)]
pub struct Candidates {
    plays: [Rated; Candidates::MOST],
    len: usize,
}

impl Candidates {
    /// The most that are kept; later ones replace the worst.
    pub const MOST: usize = 40;

    /// None yet.
    pub const NONE: Candidates = Candidates {
        plays: [Rated {
            cards: Hand::EMPTY,
            score: f32::MIN,
        }; Candidates::MOST],
        len: 0,
    };

    pub fn push(&mut self, cards: Hand, score: f32) {
        if self.len < Self::MOST {
            self.plays[self.len] = Rated { cards, score };
            self.len += 1;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Rated> {
        self.plays[..self.len].iter()
    }

    /// The best one, the first of equals.
    pub fn best(&self) -> Option<Hand> {
        let mut best: Option<&Rated> = None;
        for rated in self.iter() {
            if best.is_none_or(|best| rated.score > best.score) {
                best = Some(rated);
            }
        }
        best.map(|rated| rated.cards)
    }
}

/// The state of a trick before this player follows.
struct Outlook<'a> {
    sight: &'a Sight<'a>,
    table: &'a OpenTrick,
    worth: Worth,
    /// How likely the trick goes to the own side if this player does not win it.
    without: f32,
    /// What is at stake beside the cards of this player.
    stake: f32,
}

fn rated_follows(sight: &Sight<'_>, table: &OpenTrick) -> Candidates {
    let outlook = Outlook::of(sight, table);
    let mut found = Candidates::NONE;
    let suit = sight.suit(table.lead.suit());
    let held = sight.hand.within(suit);
    if table.lead.len() == 1 {
        let choice = if held.is_empty() { sight.hand } else { held };
        let mut before = 0;
        for bit in bits(choice.one()) {
            if before == 0 || !does_the_same(sight, before, bit) {
                outlook.rate(Hand::from_words(bit, 0), &mut found);
                before = bit;
            }
        }
        return found;
    }
    outlook.rate_cheapest(&mut found);
    if held.len() >= table.lead.len() {
        outlook.rate_units(suit, &mut found);
    } else if held.is_empty() && sight.trumps() != suit {
        outlook.rate_ruffs(&mut found);
    }
    found
}

/// Whether a card is equivalent to a lower one: of one suit, of equal points, both single or both
/// in a pair, and no unseen card between them.
pub fn does_the_same(sight: &Sight<'_>, lower: u64, bit: u64) -> bool {
    let suit = sight.layout.suit_of(lower);
    let levels = sight.layout.levels(lower) == lower && sight.layout.levels(bit) == bit;
    let between = (bit - 1) & !(lower - 1) & suit;
    let pairs = sight.hand.two();
    let points = |bit| Hand::from_words(bit, 0).points(sight.layout);
    levels
        && suit & bit != 0
        && sight.unseen.one() & between == 0
        && (pairs & lower == 0) == (pairs & bit == 0)
        && points(lower) == points(bit)
}

/// Whether two plays are single cards that do the same.
pub fn alike(sight: &Sight<'_>, a: Hand, b: Hand) -> bool {
    let (low, high) = (a.one().min(b.one()), a.one().max(b.one()));
    let single = a.is_single() && b.is_single();
    a == b || (single && does_the_same(sight, low, high))
}

impl<'a> Outlook<'a> {
    fn of(sight: &'a Sight<'a>, table: &'a OpenTrick) -> Outlook<'a> {
        let mate = partner(sight.seat);
        let ours = table.winning == mate;
        let last = sight.hand.len() == table.lead.len();
        let to_come = (PLAYERS - table.plays - 1) as f32;
        let mut stake = f32::from(table.points) + to_come * table.lead.len() as f32 * TO_COME;
        if last {
            stake += LAST + 2.0 * kitty_points(sight);
        }
        // Whoever can follow throughout parts with cards of that suit alone.
        let suit = sight.suit(table.lead.suit());
        let follows = sight.hand.within(suit).len() >= table.lead.len();
        Outlook {
            sight,
            table,
            worth: Worth::of(sight, if follows { suit } else { u64::MAX }),
            without: match (table.plays, ours) {
                (3, true) => 1.0,
                (3, false) => 0.0,
                // The other side's last player is still to come.
                (2, true) => 1.0 - sight.beaten_by(next(sight.seat), &table.lead, table.standing),
                (2, false) => 0.0,
                // The partner is still to come, after another opponent.
                _ => {
                    let beaten = sight.beaten_by(mate, &table.lead, table.standing);
                    let over = sight.beaten_by(next(sight.seat), &table.lead, table.standing);
                    beaten * (1.0 - 0.5 * over)
                }
            },
            stake,
        }
    }

    fn rate(&self, play: Hand, found: &mut Candidates) {
        let score = self.score(play);
        found.push(play, score);
    }

    /// The expected gain of a play: the points at stake times the probability that they are ours,
    /// less the worth of its cards.
    fn score(&self, play: Hand) -> f32 {
        let (sight, table) = (self.sight, self.table);
        let rule = sight.rules.throw_winner;
        let wins = trick::beats(sight.layout, rule, &table.lead, play, table.standing);
        let (ours, mine) = if wins {
            self.if_winning(play)
        } else {
            (self.without, 0.0)
        };
        let own = f32::from(play.points(sight.layout));
        ours * self.stake + (ours - KEPT_POINTS) * own + mine * TEMPO - self.worth.cost(sight, play)
    }

    /// The probabilities that the own side, and that this player, wins the trick if this play is
    /// the highest so far.
    fn if_winning(&self, play: Hand) -> (f32, f32) {
        let (sight, lead) = (self.sight, &self.table.lead);
        match self.table.plays {
            3 => (1.0, 1.0),
            2 => {
                let beaten = sight.beaten_by(next(sight.seat), lead, play);
                (1.0 - beaten, 1.0 - beaten)
            }
            _ => {
                let beaten = sight.beaten_by(next(sight.seat), lead, play);
                let again = sight.beaten_by(partner(sight.seat), lead, play);
                (1.0 - beaten + beaten * again * 0.5, 1.0 - beaten)
            }
        }
    }

    /// The cheapest follows: keeping points, and giving them.
    fn rate_cheapest(&self, found: &mut Candidates) {
        let sight = self.sight;
        let mut last = Hand::EMPTY;
        for share in [0.0, self.without, 1.0] {
            let costs = self.costs(share);
            let play = follow::cheapest(
                sight.layout,
                sight.follow_rules(),
                &self.table.lead,
                sight.hand,
                &costs,
            );
            if play != last {
                self.rate(play, found);
            }
            last = play;
        }
    }

    /// What each card costs if this share of its points is ours.
    fn costs(&self, share: f32) -> Costs {
        let sight = self.sight;
        let mut costs = Costs::NONE;
        for bit in bits(sight.hand.one()) {
            let points = f32::from(Hand::from_words(bit, 0).points(sight.layout));
            let one = self.worth.single(bit) + (KEPT_POINTS - share) * points;
            let pair = self.worth.pair(bit);
            let at = bit.trailing_zeros() as usize;
            costs.card[at] = one + pair;
            costs.pair[at] = 2.0 * one + pair;
        }
        costs
    }

    /// Every pair or tractor of a suit that beats what stands.
    fn rate_units(&self, suit: u64, found: &mut Candidates) {
        let sight = self.sight;
        let lead = &self.table.lead;
        if lead.is_throw() {
            return;
        }
        let length = lead.shape().groups.longest();
        let pairs = sight.hand.two() & suit;
        let mut starts = chain_starts(sight.layout.levels(pairs), length);
        while starts != 0 {
            let low = starts.trailing_zeros();
            starts &= starts - 1;
            let cards = chain_cards(sight.layout, pairs, low, length);
            let play = Hand::from_words(cards, cards);
            let rule = sight.rules.throw_winner;
            let wins = trick::beats(sight.layout, rule, lead, play, self.table.standing);
            let legal = follow::judge(sight.layout, sight.follow_rules(), lead, sight.hand, play);
            if wins && legal.is_ok() {
                self.rate(play, found);
            }
        }
    }

    /// Ruffs of pairs, tractors and throws.
    fn rate_ruffs(&self, found: &mut Candidates) {
        let sight = self.sight;
        let lead = &self.table.lead;
        let trumps = sight.hand.within(sight.trumps());
        if trumps.len() < lead.len() || trumps.pairs() < lead.pairs() {
            return;
        }
        if !lead.is_throw() {
            self.rate_units(sight.trumps(), found);
            return;
        }
        let costs = self.costs(1.0);
        for high in [false, true] {
            if let Some(ruff) = follow::ruff(sight.layout, lead, trumps, &costs, high) {
                self.rate(ruff, found);
            }
        }
    }
}

/// The kitty's points as far as the player knows them.
fn kitty_points(sight: &Sight<'_>) -> f32 {
    sight
        .buried
        .map_or(KITTY, |kitty| f32::from(kitty.points(sight.layout)))
}

fn rated_leads(sight: &Sight<'_>) -> Candidates {
    let worth = Worth::of(sight, u64::MAX);
    let mut found = Candidates::NONE;
    for suit in sight.suits_of(sight.hand.one()) {
        rate_suit(sight, &worth, suit, &mut found);
    }
    found
}

fn rate_suit(sight: &Sight<'_>, worth: &Worth, suit: u64, found: &mut Candidates) {
    let layout = sight.layout;
    let held = sight.hand.within(suit);
    let Some(whole) = Lead::read(layout, held) else {
        return;
    };
    let mut rate = |cards| found.push(cards, score(sight, worth, suit, cards));
    let mut safe = (Hand::EMPTY, 0);
    for unit in Units::of(layout, held) {
        if sight.is_safe(&whole, &unit) {
            safe = (safe.0.plus(unit.cards), safe.1 + 1);
        }
        rate(unit.cards);
        // A pair may be worth more as two singles, a tractor as its pairs.
        if let UnitKind::Tractor { .. } = unit.kind {
            let low = unit.cards.one() & unit.cards.one().wrapping_neg();
            rate(Hand::from_words(low, low));
        }
    }
    if safe.1 > 1 {
        rate(safe.0);
    }
}

/// The expected gain of a lead, in points.
fn score(sight: &Sight<'_>, worth: &Worth, suit: u64, cards: Hand) -> f32 {
    let Some(lead) = Lead::read(sight.layout, cards) else {
        return f32::MIN;
    };
    let [right, left] = sight.rivals();
    let beaten = [right, left].map(|seat| sight.beaten_by(seat, &lead, cards));
    let stands = (1.0 - beaten[0]) * (1.0 - beaten[1]);
    let mate = partner(sight.seat);
    let beats = sight.beaten_by(mate, &lead, cards);
    let mut ruffs = sight.ruffed_by(mate, &lead);
    if ruffs > 0.02 {
        let over = [right, left].map(|seat| 1.0 - 0.5 * sight.void(seat, suit));
        ruffs *= over[0] * over[1];
    }
    let takes = ruffs * PARTNER_RUFFS + (beats - ruffs).max(0.0) * TAKEOVER;
    let ours = stands + (1.0 - stands) * takes.min(1.0);
    let own = f32::from(cards.points(sight.layout));
    let count = lead.len() as f32;
    let mut stake = 3.0 * count * TO_COME;
    if sight.hand.len() == lead.len() {
        stake += LAST + 2.0 * kitty_points(sight);
    }
    let led = LED + (LED_SURE - LED) * stands;
    let mut score = ours * stake + (ours - KEPT_POINTS) * own + stands * TEMPO
        - led * worth.cost(sight, cards)
        + stands * (count - 1.0) * LENGTH;
    if suit == sight.trumps() {
        score += draws(sight, count);
    }
    score
}

/// What drawing trumps is worth besides the trick.
fn draws(sight: &Sight<'_>, count: f32) -> f32 {
    let trumps = sight.trumps();
    let [right, left] = sight.rivals();
    let out = sight.unseen.within(trumps).len() as f32;
    let against: f32 = [right, left]
        .iter()
        .map(|seat| sight.share(*seat, trumps))
        .sum();
    let theirs = against * out;
    if theirs < 0.5 {
        return -2.0;
    }
    if !sight.declares() {
        return DRAW_AGAINST;
    }
    let mine = sight.hand.within(trumps).len() as f32;
    DRAW * (mine - theirs / 2.0) * count.min(2.0)
}

/// A card of a side suit that nothing unseen beats.
const BOSS: f32 = 5.0;
/// A card of a side suit that one unseen card beats; half of it if two do.
const SECOND: f32 = 0.8;
/// Every step of a card in its side suit.
const STEP: f32 = 0.08;
/// A pair of a side suit, and more if no unseen pair beats it.
const PAIR: f32 = 1.5;
const BOSS_PAIR: f32 = 3.0;
/// Any trump.
const TRUMP: f32 = 3.0;
/// What a trump that nothing beats is worth beyond that; less the more unseen ones beat it.
const TRUMP_TOP: f32 = 8.0;
/// How fast that falls with every unseen higher trump.
const TRUMP_FALL: f32 = 0.75;
const TRUMP_PAIR: f32 = 3.0;
/// Each pair that stands in a tractor.
const CHAIN: f32 = 2.0;
/// Having no card of a side suit while there are trumps to ruff it with.
const VOID: f32 = 3.0;
/// How much a card of a side suit is worth less the shorter the suit is.
const SHORT: f32 = 0.4;

/// The worth of every card of a hand.
#[derive(Debug, Clone, Copy)]
pub struct Worth {
    /// Of one copy, by bit.
    single: [f32; 64],
    /// What a pair is worth beyond its two cards.
    pair: [f32; 64],
    /// The side suits of which there are cards, and what it is worth to have none of them left.
    void: f32,
}

impl Worth {
    /// The worth of the cards in the hand of this sight, as far as they are of these suits.
    pub fn of(sight: &Sight<'_>, suits: u64) -> Worth {
        let (hand, trumps) = (sight.hand, sight.trumps());
        let mut worth = Worth {
            single: [0.0; 64],
            pair: [0.0; 64],
            void: if hand.one() & trumps != 0 { VOID } else { 0.0 },
        };
        for suit in sight.suits_of(hand.one() & suits) {
            if suit == trumps {
                worth.weigh_trumps(sight);
            } else {
                worth.weigh_side(sight, suit);
            }
        }
        worth
    }

    fn weigh_side(&mut self, sight: &Sight<'_>, suit: u64) {
        let layout = sight.layout;
        let held = sight.hand.within(suit);
        let out = sight.unseen.within(suit);
        let short = SHORT * (4.0 - held.len() as f32).max(0.0);
        let chained = chained(layout.levels(held.two()));
        for bit in bits(held.one()) {
            let above = layout.above(suit, bit);
            let step = (suit & (bit - 1)).count_ones() as f32;
            let higher = match out.within(above).len() {
                0 if out.is_empty() => BOSS * 0.6,
                0 => BOSS,
                1 => SECOND,
                2 => SECOND * 0.5,
                _ => 0.0,
            };
            let at = bit.trailing_zeros() as usize;
            self.single[at] = higher + STEP * step - short;
            if held.two() & bit != 0 {
                let boss = out.two() & above == 0;
                let chain = chained & bit != 0;
                self.pair[at] =
                    PAIR + if boss { BOSS_PAIR } else { 0.0 } + if chain { CHAIN } else { 0.0 };
            }
        }
    }

    fn weigh_trumps(&mut self, sight: &Sight<'_>) {
        let (layout, trumps) = (sight.layout, sight.trumps());
        let held = sight.hand.within(trumps);
        let out = sight.unseen.within(trumps);
        let chained = chained(layout.levels(held.two()));
        for bit in bits(held.one()) {
            let above = layout.above(trumps, bit);
            let higher = out.within(above).len() as f32;
            let at = bit.trailing_zeros() as usize;
            self.single[at] = TRUMP + TRUMP_TOP / (1.0 + TRUMP_FALL * higher);
            if held.two() & bit != 0 {
                let chain = layout.levels(bit) & chained != 0;
                self.pair[at] = TRUMP_PAIR + if chain { CHAIN } else { 0.0 };
            }
        }
    }

    /// What one copy of the card of a bit is worth.
    #[inline]
    pub fn single(&self, bit: u64) -> f32 {
        self.single[bit.trailing_zeros() as usize]
    }

    /// What a pair of this card is worth beyond its two cards.
    #[inline]
    pub fn pair(&self, bit: u64) -> f32 {
        self.pair[bit.trailing_zeros() as usize]
    }

    /// What it costs to part with these cards of the hand.
    pub fn cost(&self, sight: &Sight<'_>, play: Hand) -> f32 {
        let mut cost = 0.0;
        for bit in bits(play.one()) {
            let copies = if play.two() & bit != 0 { 2.0 } else { 1.0 };
            cost += copies * self.single(bit);
            if sight.hand.two() & bit != 0 {
                cost += self.pair(bit);
            }
        }
        cost - self.voids(sight, play)
    }

    /// What the side suits are worth that these cards are the last of.
    fn voids(&self, sight: &Sight<'_>, play: Hand) -> f32 {
        let (rest, mut voids) = (sight.hand.minus(play).one(), 0.0);
        for suit in sight.suits_of(play.one() & !sight.trumps()) {
            if rest & suit == 0 && sight.unseen.one() & suit != 0 {
                voids += self.void;
            }
        }
        voids
    }
}

/// The levels that have a neighbour.
#[inline]
fn chained(levels: u64) -> u64 {
    levels & (levels << 1 | levels >> 1)
}
