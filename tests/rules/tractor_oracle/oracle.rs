//! The rules of plays once more, by brute force on lists of cards: everything is tried, nothing is
//! clever, and nothing of the compact core is used. The order of the cards is laid out in lists.

use std::cmp::Reverse;
use std::collections::HashMap;

use tractor_bot::tractor::card::{Card, Rank, Suit};
use tractor_bot::tractor::follow::FollowRules;
use tractor_bot::tractor::rules::{
    FollowPair, FollowThrow, FollowTractor, PermanentTrumps, ThrowWinner, TractorProtection,
};
use tractor_bot::tractor::trump::{EffectiveSuit, Trump};

/// Sizes of units: the pairs of each pair or tractor, longest first, and how many singles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sizes {
    pub groups: Vec<usize>,
    pub singles: usize,
}

/// What a follow has to be able to form, in the order in which it is asked for.
type Demands = Vec<Vec<usize>>;

/// A unit: its pairs (0 for a single) and the step of its lowest card.
pub type Unit = (usize, u8);

/// The brute-force rules of a round.
pub struct Oracle {
    pub trump: Trump,
    /// Every suit with its cards, low to high; those of a step are equally high.
    order: Vec<(EffectiveSuit, Vec<Vec<Card>>)>,
    /// How many pairs make a tractor.
    tractor: usize,
    demands: HashMap<Sizes, Demands>,
}

impl Oracle {
    pub fn new(trump: Trump, tractor: usize) -> Self {
        Self {
            trump,
            order: order(trump),
            tractor,
            demands: HashMap::new(),
        }
    }

    /// The suit that a card counts as, and its step in it.
    fn place(&self, card: Card) -> (EffectiveSuit, u8) {
        let steps = |(suit, steps): &(EffectiveSuit, Vec<Vec<Card>>)| {
            let at = steps.iter().position(|step| step.contains(&card))?;
            Some((*suit, at as u8))
        };
        let mut places = self.order.iter().filter_map(steps);
        places.next().expect("every card has a place")
    }

    pub fn suit(&self, card: Card) -> EffectiveSuit {
        self.place(card).0
    }

    pub fn step(&self, card: Card) -> u8 {
        self.place(card).1
    }

    fn of_suit(&self, cards: &[Card], suit: EffectiveSuit) -> Vec<Card> {
        let of_suit = |card: &&Card| self.suit(**card) == suit;
        cards.iter().filter(of_suit).copied().collect()
    }

    /// The steps of the pairs and of the cards without a second copy, low to high.
    fn steps(&self, cards: &[Card]) -> (Vec<u8>, Vec<u8>) {
        let mut sorted = cards.to_vec();
        sorted.sort_by_key(|card| card.index());
        let (mut pairs, mut singles) = (Vec::new(), Vec::new());
        for copies in sorted.chunk_by(|x, y| x == y) {
            let steps = if copies.len() == 2 {
                &mut pairs
            } else {
                &mut singles
            };
            steps.push(self.step(copies[0]));
        }
        pairs.sort_unstable();
        singles.sort_unstable();
        (pairs, singles)
    }

    /// Reads a lead: the longest tractor again and again, then pairs, then singles.
    pub fn units(&self, cards: &[Card]) -> Vec<Unit> {
        let (mut pairs, singles) = self.steps(cards);
        let mut units = Vec::new();
        while !pairs.is_empty() {
            let starts = pairs.iter().map(|&low| (longest_from(&pairs, low), low));
            let (longest, highest) = starts.max().expect("there are pairs");
            let (length, low) = match longest < self.tractor {
                true => (1, pairs[pairs.len() - 1]),
                false => (longest, highest),
            };
            take(&mut pairs, low, length).expect("the chain was found among them");
            units.push((length, low));
        }
        units.extend(singles.iter().rev().map(|&step| (0, step)));
        units
    }

    pub fn sizes(&self, cards: &[Card]) -> Sizes {
        let units = self.units(cards);
        let groups = units.iter().map(|unit| unit.0).filter(|&pairs| pairs > 0);
        Sizes {
            groups: groups.collect(),
            singles: units.iter().filter(|unit| unit.0 == 0).count(),
        }
    }

    /// Whether a play out of the hand is a legal follow of the lead.
    pub fn legal(
        &mut self,
        rules: FollowRules,
        lead: &[Card],
        hand: &[Card],
        play: &[Card],
    ) -> bool {
        let suit = self.suit(lead[0]);
        let (held, given) = (self.of_suit(hand, suit), self.of_suit(play, suit));
        if held.len() <= lead.len() {
            return given.len() == held.len();
        }
        if given.len() < lead.len() {
            return false;
        }
        if rules.pair == FollowPair::SuitOnly {
            return true;
        }
        let sizes = self.sizes(lead);
        let longest = sizes.groups.first().copied().unwrap_or(1);
        let drawn = |unit: &Unit| match rules.protection {
            TractorProtection::Off => true,
            TractorProtection::FromPairs => longest > 1 || unit.0 == 1,
            TractorProtection::FromShorter => unit.0 <= longest,
        };
        // What is drawn, as steps of pairs: those of the units that are not protected.
        let units = self.units(&held).into_iter();
        let drawn = units.filter(|unit| unit.0 > 0 && drawn(unit));
        let steps = drawn.flat_map(|(length, low)| low..low + length as u8);
        let mut held: Vec<u8> = steps.collect();
        held.sort_unstable();
        let given = self.steps(&given).0;
        let asked: usize = sizes.groups.iter().sum();
        if given.len() < asked.min(held.len()) {
            return false;
        }
        let is_throw = sizes.groups.len() + sizes.singles > 1;
        let pairs_only = is_throw && rules.throw == FollowThrow::PairsOnly;
        if pairs_only || rules.tractor == FollowTractor::PairsOnly {
            return true;
        }
        let demands = self
            .demands
            .entry(sizes)
            .or_insert_with_key(|sizes| demands(&sizes.groups, self.tractor));
        // The first demand that can be met at all decides.
        for demand in demands.iter() {
            if can_form(&given, demand) {
                return true;
            }
            if can_form(&held, demand) {
                return false;
            }
        }
        true
    }

    /// What a throw becomes: `None` if it stands, else the unit that is led and the first player
    /// who can beat it.
    pub fn throw(&self, throw: &[Card], others: &[Vec<Card>; 3]) -> Option<(Unit, usize)> {
        let units = self.units(throw);
        if units.len() == 1 {
            return None;
        }
        let suit = self.suit(throw[0]);
        let beats = |other: &Vec<Card>, unit: &Unit| {
            let cards = self.of_suit(other, suit);
            let (pairs, singles) = self.steps(&cards);
            match unit.0 {
                0 => pairs.iter().chain(&singles).any(|&step| step > unit.1),
                length => pairs
                    .iter()
                    .any(|&low| low > unit.1 && longest_from(&pairs, low) >= length),
            }
        };
        let beaten = |unit: &&Unit| others.iter().any(|other| beats(other, unit));
        let smallest = units.iter().filter(beaten).map(|unit| unit.0).min()?;
        let led = units.iter().filter(|unit| unit.0 == smallest).min();
        let led = *led.expect("a unit of that size was beaten");
        let stopped_by = others.iter().position(|other| beats(other, &led));
        Some((led, stopped_by.expect("the lowest unit is beaten too")))
    }

    /// Every way to read a play as units of these sizes; none if it lacks the structure.
    fn readings(&self, sizes: &Sizes, play: &[Card]) -> Vec<Vec<Unit>> {
        let (pairs, singles) = self.steps(play);
        let mut readings = Vec::new();
        read(&sizes.groups, pairs, singles, Vec::new(), &mut readings);
        readings
    }

    /// Who wins the trick.
    pub fn winner(&self, rule: ThrowWinner, plays: &[Vec<Card>]) -> usize {
        let lead = self.suit(plays[0][0]);
        let sizes = self.sizes(&plays[0]);
        // Whether the play is a ruff, and its readings.
        let contenders: Vec<(bool, Vec<Vec<Unit>>)> = plays
            .iter()
            .map(|play| {
                let all = |suit| play.iter().all(|&card| self.suit(card) == suit);
                let able = all(lead) || all(EffectiveSuit::Trumps);
                let ruff = lead != EffectiveSuit::Trumps && all(EffectiveSuit::Trumps);
                (
                    ruff,
                    if able {
                        self.readings(&sizes, play)
                    } else {
                        Vec::new()
                    },
                )
            })
            .collect();
        let single_unit = sizes.groups.len() + sizes.singles == 1;
        let rule = if single_unit {
            ThrowWinner::TopUnit
        } else {
            rule
        };
        (1..plays.len()).fold(0, |best, at| {
            let ((ruff, readings), (standing_ruff, standing)) =
                (&contenders[at], &contenders[best]);
            let higher = match rule {
                ThrowWinner::TopUnit => top(readings) > top(standing),
                ThrowWinner::HighestCard => highest(readings) > highest(standing),
                ThrowWinner::AllUnits => standing
                    .iter()
                    .all(|floor| readings.iter().any(|reading| all_higher(reading, floor))),
            };
            let wins = match (ruff, standing_ruff) {
                _ if readings.is_empty() => false,
                (true, false) => true,
                (false, true) => false,
                _ => higher,
            };
            if wins { at } else { best }
        })
    }
}

/// All cards in their order: the side suits without what is always trump, then the trumps.
fn order(trump: Trump) -> Vec<(EffectiveSuit, Vec<Vec<Card>>)> {
    let rank = |text: &str| -> Rank { text.parse().expect("a rank") };
    let mut above: Vec<Rank> = match trump.permanent {
        PermanentTrumps::Off => Vec::new(),
        PermanentTrumps::Twos => vec![rank("2")],
        PermanentTrumps::TwosThreesFives => vec![rank("2"), rank("3"), rank("5")],
    };
    above.retain(|other| *other != trump.rank);
    above.push(trump.rank);
    let plain = |suit: Suit| -> Vec<Vec<Card>> {
        let ranks = Rank::all().filter(|rank| !above.contains(rank));
        ranks.map(|rank| vec![Card::new(rank, suit)]).collect()
    };
    let sides = Suit::ALL
        .into_iter()
        .filter(|suit| trump.suit != Some(*suit));
    let mut trumps: Vec<Vec<Card>> = trump.suit.map(plain).unwrap_or_default();
    for rank in &above {
        trumps.push(sides.clone().map(|suit| Card::new(*rank, suit)).collect());
        trumps.extend(trump.suit.map(|suit| vec![Card::new(*rank, suit)]));
    }
    trumps.extend([vec![Card::SMALL_JOKER], vec![Card::BIG_JOKER]]);
    let sides = sides.map(|suit| (EffectiveSuit::Side(suit), plain(suit)));
    sides.chain([(EffectiveSuit::Trumps, trumps)]).collect()
}

/// The step of the best unit of the largest size over all readings.
fn top(readings: &[Vec<Unit>]) -> Option<u8> {
    let best = |reading: &Vec<Unit>| {
        let largest = reading.iter().map(|unit| unit.0).max();
        let of_largest = reading.iter().filter(|unit| Some(unit.0) == largest);
        of_largest.map(|unit| unit.1).max()
    };
    readings.iter().filter_map(best).max()
}

/// The step of the highest card.
fn highest(readings: &[Vec<Unit>]) -> Option<u8> {
    let cards = readings.first()?.iter();
    cards
        .map(|&(pairs, low)| low + (pairs.max(1) - 1) as u8)
        .max()
}

/// Whether every unit is higher than its counterpart, both sorted by size and height.
fn all_higher(reading: &[Unit], floor: &[Unit]) -> bool {
    let sorted = |units: &[Unit]| {
        let mut units = units.to_vec();
        units.sort_unstable();
        units
    };
    let (reading, floor) = (sorted(reading), sorted(floor));
    reading
        .iter()
        .zip(&floor)
        .all(|(unit, other)| unit.1 > other.1)
}

/// Collects all readings of pairs and singles as these groups, the rest as singles.
fn read(
    groups: &[usize],
    pairs: Vec<u8>,
    singles: Vec<u8>,
    units: Vec<Unit>,
    all: &mut Vec<Vec<Unit>>,
) {
    let Some((&length, groups)) = groups.split_first() else {
        let mut units = units;
        let rest = pairs.iter().chain(&pairs).chain(&singles);
        units.extend(rest.map(|&step| (0, step)));
        all.push(units);
        return;
    };
    let mut starts = pairs.clone();
    starts.dedup();
    for low in starts {
        let mut left = pairs.clone();
        if take(&mut left, low, length).is_some() {
            let mut units = units.clone();
            units.push((length, low));
            read(groups, left, singles.clone(), units, all);
        }
    }
}

/// The length of the longest chain that begins at a step.
fn longest_from(pairs: &[u8], low: u8) -> usize {
    let reached = |&length: &usize| pairs.contains(&(low + length as u8));
    (0..).take_while(reached).count()
}

/// Takes a chain out of the pairs, if it is there.
fn take(pairs: &mut Vec<u8>, low: u8, length: usize) -> Option<()> {
    for step in low..low + length as u8 {
        let at = pairs.iter().position(|&pair| pair == step)?;
        pairs.remove(at);
    }
    Some(())
}

/// Whether groups of these lengths can be formed out of the pairs at once.
fn can_form(pairs: &[u8], groups: &[usize]) -> bool {
    let Some((&length, rest)) = groups.split_first() else {
        return true;
    };
    if groups.iter().sum::<usize>() > pairs.len() {
        return false;
    }
    if length == 1 {
        return true;
    }
    let mut starts = pairs.to_vec();
    starts.dedup();
    starts.into_iter().any(|low| {
        let mut left = pairs.to_vec();
        take(&mut left, low, length).is_some() && can_form(&left, rest)
    })
}

/// All ways to write a number as a sum of parts of at most `most`.
fn sums(number: usize, most: usize) -> Vec<Vec<usize>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let first = (1..=most.min(number)).rev();
    first
        .flat_map(|part| {
            let rest = sums(number - part, part).into_iter();
            rest.map(move |rest| [&[part][..], &rest].concat())
        })
        .collect()
}

/// The groupings that a unit of so many pairs is asked for one after the other: of all its pairs,
/// of one pair less, … of none; the longest tractor first, then the fewest groups.
fn relaxations(pairs: usize, tractor: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for count in (0..=pairs).rev() {
        let mut groupings = sums(count, count);
        groupings.retain(|groups| groups.iter().all(|&part| part == 1 || part >= tractor));
        groupings.sort_by_key(|groups| (Reverse(groups.first().copied()), groups.len()));
        all.extend(groupings);
    }
    all
}

/// What units of these pairs ask for together, relaxed unit by unit, the unit with most relaxations
/// left first.
fn demands(units: &[usize], tractor: usize) -> Demands {
    let lists = units.iter().map(|&pairs| relaxations(pairs, tractor));
    let lists: Vec<Vec<Vec<usize>>> = lists.collect();
    let mut at = vec![0; units.len()];
    let mut demands = Vec::new();
    loop {
        let groups = lists
            .iter()
            .zip(&at)
            .flat_map(|(list, &at)| list[at].clone());
        let mut demand: Vec<usize> = groups.collect();
        demand.sort_unstable_by_key(|&length| Reverse(length));
        demands.push(demand);
        let left = |unit: &usize| lists[*unit].len() - 1 - at[*unit];
        let Some(most) = (0..units.len())
            .max_by_key(left)
            .filter(|unit| left(unit) > 0)
        else {
            return demands;
        };
        at[most] += 1;
    }
}
