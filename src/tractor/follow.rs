//! Following: the cards that a hand has to give to a lead, and whether a play gives them.
//!
//! Decides the legality of follows in closed form: the [`Due`] is worked out from the hand, and a
//! play is legal if it contains what is due. Knows no seats, no trick and no winner.
//!
//! # The rule
//! 1. As many cards of the led suit as were led, as far as held. A hand without more of them than
//!    were led plays them all and owes nothing else.
//! 2. As many pairs as the lead has, as far as held.
//! 3. For a tractor of L pairs, with p = min(L, pairs held): the best grouping of p pairs that the
//!    hand can form, longest tractor first and then fewest groups (3 | 2+1 | 1+1+1).
//! 4. For a throw, the units are asked for all together. While the hand cannot form them, one unit
//!    is relaxed by one step, always one with most steps left. A unit's steps are the groupings of
//!    its L pairs from best to worst, then those of L − 1 pairs, and so on down to none.
//!
//! House rules ask for less: for pairs alone instead of tractors, or for nothing beyond 1. Where they
//! protect tractors, 2 to 4 are asked of the pairs of a hand that are left without those of its
//! tractors, if the lead has none, or of its tractors that are longer than all units of the lead. A
//! hand is read like a lead for that, the longest tractors first.
//!
//! # Why nothing is searched
//! The steps of all units are one sequence (see `Relaxations`): a tractor of L pairs begins further
//! up in it than one of L − 1. So a lead with a single tractor relaxes along the sequence alone
//! until its groupings have as many pairs as are left beside the separate pairs, and the best
//! grouping of that many is read off the chains of the hand. Several tractors take one walk down.

mod choice;

use serde::{Deserialize, Serialize};

pub use choice::{Costs, cheapest, lowest, only, random, ruff};

use super::groups::{Chains, Groups, without_longer};
use super::hand::{Hand, Layout};
use super::rules::{FollowPair, FollowThrow, FollowTractor, Rules, TractorProtection};
use super::shape::Lead;
use super::trump::EffectiveSuit;

/// The house rules that decide what a lead asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FollowRules {
    /// What a tractor asks.
    pub tractor: FollowTractor,
    /// What a throw asks.
    pub throw: FollowThrow,
    /// Whether pairs and tractors are asked for at all.
    pub pair: FollowPair,
    /// Which tractors of the hand pairs are not asked out of.
    pub protection: TractorProtection,
}

impl From<&Rules> for FollowRules {
    fn from(rules: &Rules) -> Self {
        Self {
            tractor: rules.follow_tractor,
            throw: rules.follow_throw,
            pair: rules.follow_pair,
            protection: rules.tractor_protection,
        }
    }
}

impl FollowRules {
    /// How many pairs this lead asks for.
    #[inline]
    fn ask_pairs(self, lead: &Lead) -> u32 {
        match self.pair {
            FollowPair::PairsFirst => lead.pairs(),
            FollowPair::SuitOnly => 0,
        }
    }

    /// Whether a hand that has followed suit throughout with fewer pairs than were led has no pair
    /// of it left.
    #[inline]
    pub fn draw_every_pair(self) -> bool {
        match (self.pair, self.protection) {
            (FollowPair::PairsFirst, TractorProtection::Off) => true,
            (FollowPair::PairsFirst, _) | (FollowPair::SuitOnly, _) => false,
        }
    }

    /// The pairs of a suit that this lead can ask for, of those held.
    #[inline]
    fn drawn(self, layout: &Layout, lead: &Lead, pairs: u64) -> u64 {
        let most = match self.protection {
            TractorProtection::Off => return pairs,
            TractorProtection::FromPairs if lead.shape().groups.longest() > 1 => return pairs,
            TractorProtection::FromPairs => 1,
            TractorProtection::FromShorter => lead.shape().groups.longest().max(1),
        };
        without_longer(layout, pairs, most)
    }

    /// Whether this lead asks for tractors, if it asks for pairs.
    #[inline]
    fn ask_tractors(self, lead: &Lead) -> bool {
        let tractors = match self.tractor {
            FollowTractor::TractorsFirst => true,
            FollowTractor::PairsOnly => false,
        };
        let throw = match self.throw {
            FollowThrow::Units => true,
            FollowThrow::PairsOnly => !lead.is_throw(),
        };
        tractors && throw && !lead.shape().groups.tractors().is_empty()
    }
}

/// The obligations of a hand towards a lead. A play is legal exactly if it meets all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// The led effective suit.
    pub suit: EffectiveSuit,
    /// How many cards are due: as many as were led.
    pub count: u8,
    /// How many of them have to be of the led suit: all that are held if fewer than were led.
    pub in_suit: u8,
    /// How many pairs of the led suit have to be among them, those in tractors included. Any will do,
    /// also those that the house protects.
    pub pairs: u8,
    /// The tractors of the led suit that have to be among them, lengths in pairs.
    pub tractors: Groups,
}

/// The obligation that a play does not meet; the first one in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breach {
    /// More or fewer cards than were led.
    Count {
        /// How many are due.
        due: u8,
        /// How many were given.
        given: u8,
    },
    /// Too few cards of the led suit.
    Suit {
        /// How many are due.
        due: u8,
        /// How many were given.
        given: u8,
    },
    /// Too few pairs of the led suit.
    Pairs {
        /// How many are due.
        due: u8,
        /// How many were given.
        given: u8,
    },
    /// A tractor of the led suit is missing.
    Tractor {
        /// The longest missing one, in pairs.
        due: u8,
    },
}

impl Due {
    /// The obligations of `hand`, as it is before the play, towards `lead`.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// # use engine::tractor::{follow::*, groups::Groups, shape::Lead};
    /// let lead = Lead::read(layout, hand("8H 8H 7H 7H")).expect("one suit");
    /// let due = |text| Due::of(layout, FollowRules::default(), &lead, hand(text));
    /// assert_eq!(due("5H 5H 4H 4H KH").tractors, Groups::one(2));
    /// let gap = due("5H 5H 3H 3H KH");
    /// assert_eq!((gap.pairs, gap.tractors), (2, Groups::NONE));
    /// assert_eq!(due("5H AS KS QS JS").in_suit, 1);
    /// ```
    #[inline]
    pub fn of(layout: &Layout, rules: FollowRules, lead: &Lead, hand: Hand) -> Due {
        let held = hand.in_suit(layout, lead.suit());
        let mut due = Due {
            suit: lead.suit(),
            count: lead.len() as u8,
            in_suit: held.len() as u8,
            pairs: 0,
            tractors: Groups::NONE,
        };
        if due.in_suit > due.count {
            due.in_suit = due.count;
            let asked = rules.ask_pairs(lead);
            if asked > 0 {
                let pairs = rules.drawn(layout, lead, held.two());
                due.pairs = pairs.count_ones().min(asked) as u8;
                if due.pairs > 1 && rules.ask_tractors(lead) {
                    due.tractors = tractors_due(layout, lead, pairs);
                }
            }
        }
        due
    }

    /// Checks a play against the obligations.
    ///
    /// # Errors
    /// The first obligation that it does not meet.
    #[inline]
    pub fn check(&self, layout: &Layout, play: Hand) -> Result<(), Breach> {
        let given = play.len() as u8;
        if given != self.count {
            let due = self.count;
            return Err(Breach::Count { due, given });
        }
        let of_suit = play.in_suit(layout, self.suit);
        let given = of_suit.len() as u8;
        if given < self.in_suit {
            let due = self.in_suit;
            return Err(Breach::Suit { due, given });
        }
        let given = of_suit.pairs() as u8;
        if given < self.pairs {
            let due = self.pairs;
            return Err(Breach::Pairs { due, given });
        }
        if self.tractors.is_empty() {
            return Ok(());
        }
        let chains = Chains::of(layout, of_suit.two());
        if chains.supply(self.tractors) {
            Ok(())
        } else {
            Err(self.missing_tractor(chains))
        }
    }

    /// The longest tractor that the chains of a play cannot supply beside the longer ones.
    #[cold]
    fn missing_tractor(&self, chains: Chains) -> Breach {
        let mut asked = Groups::NONE;
        let mut missing = 0;
        for length in self.tractors.lengths() {
            missing = length;
            asked = asked.and(Groups::one(length));
            if !chains.supply(asked) {
                break;
            }
        }
        Breach::Tractor { due: missing as u8 }
    }
}

/// Whether `play`, taken from `hand`, is a legal follow of `lead`.
///
/// # Errors
/// The first obligation that it does not meet; [`Due::of`] has all of them.
///
/// # Example
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::tractor::{follow::*, shape::Lead};
/// let lead = Lead::read(layout, hand("8H 8H")).expect("one suit");
/// let held = hand("5H 5H KH AD");
/// let play = |text| judge(layout, FollowRules::default(), &lead, held, hand(text));
/// assert_eq!(play("5H 5H"), Ok(()));
/// assert_eq!(play("5H KH"), Err(Breach::Pairs { due: 1, given: 0 }));
/// assert_eq!(play("5H AD"), Err(Breach::Suit { due: 2, given: 1 }));
/// assert_eq!(play("5H"), Err(Breach::Count { due: 2, given: 1 }));
/// ```
#[inline]
pub fn judge(
    layout: &Layout,
    rules: FollowRules,
    lead: &Lead,
    hand: Hand,
    play: Hand,
) -> Result<(), Breach> {
    if lead.len() == 1 && play.is_single() {
        // Most leads are a single card, which owes nothing but its suit.
        let suit = layout.suit(lead.suit());
        // Not `||`: which of the two it is nobody can foretell, but one of them nearly always holds.
        if (play.one() & suit != 0) | (hand.one() & suit == 0) {
            return Ok(());
        }
    }
    Due::of(layout, rules, lead, hand).check(layout, play)
}

/// The groupings of pairs in the order in which a unit relaxes, worst first: none, 1, 1+1, 2,
/// 1+1+1, 2+1, 3, … up to twelve pairs. Where a tractor has three pairs, those with a 2 are missing.
struct Relaxations {
    groups: [Groups; STEPS],
    /// How many pairs each of them has.
    pairs: [u8; STEPS],
    /// The step of one unbroken tractor, by its pairs.
    first: [u16; 13],
    /// How many pairs make a tractor.
    tractor: usize,
}

impl Relaxations {
    /// The step of the shortest tractor.
    #[inline]
    fn shortest(&self) -> usize {
        usize::from(self.first[self.tractor])
    }

    /// The tractors of the best grouping of so many pairs that the chains supply.
    #[cold]
    fn best(&self, chains: Chains, pairs: u32) -> Groups {
        let [fewer, best] = [pairs - 1, pairs].map(|pairs| usize::from(self.first[pairs as usize]));
        let groupings = self.groups[fewer + 1..=best].iter().rev();
        let mut supplied = groupings.filter(|groups| chains.supply_tractors(**groups));
        supplied.next().copied().unwrap_or(Groups::NONE).tractors()
    }
}

/// How many groupings of at most twelve pairs there are.
const STEPS: usize = 272;

/// The groupings where two pairs make a tractor, and those where it takes three.
static RELAXED: [Relaxations; 2] = [relaxed(2), relaxed(3)];

const fn relaxed(tractor: u32) -> Relaxations {
    let mut all = [Groups::NONE; STEPS];
    let (mut pairs_of, mut unbroken) = ([0; STEPS], [0; 13]);
    let (mut at, mut pairs) = (1, 1);
    while pairs <= 12 {
        let first = at;
        // The ways to write a number as a sum, from `pairs` itself down, each after the other.
        let mut parts = [0u32; 12];
        parts[0] = pairs;
        let mut count = 1;
        loop {
            let mut groups = Groups::NONE;
            let mut i = 0;
            while i < count {
                groups = groups.and(Groups::one(parts[i]));
                i += 1;
            }
            if tractor == 2 || groups.count(2) == 0 {
                // Insertion keeps this number's groupings sorted, worst first.
                let mut place = at;
                while place > first && better(all[place - 1], groups) {
                    all[place] = all[place - 1];
                    place -= 1;
                }
                all[place] = groups;
                pairs_of[at] = pairs as u8;
                at += 1;
            }
            // The next sum: shorten the last part above 1 and refill.
            let mut ones = 0;
            while count > 0 && parts[count - 1] == 1 {
                ones += 1;
                count -= 1;
            }
            if count == 0 {
                break;
            }
            parts[count - 1] -= 1;
            let (most, mut left) = (parts[count - 1], ones + 1);
            while left > 0 {
                let part = if left < most { left } else { most };
                parts[count] = part;
                count += 1;
                left -= part;
            }
        }
        unbroken[pairs as usize] = at as u16 - 1;
        pairs += 1;
    }
    Relaxations {
        groups: all,
        pairs: pairs_of,
        first: unbroken,
        tractor: tractor as usize,
    }
}

/// Whether `a` is asked for before `b`, both of as many pairs: longest tractor first, then fewest
/// groups, then the longer ones among the rest.
const fn better(a: Groups, b: Groups) -> bool {
    if a.longest() != b.longest() {
        return a.longest() > b.longest();
    }
    if a.len() != b.len() {
        return a.len() < b.len();
    }
    let mut length = a.longest();
    while length > 0 {
        if a.count(length) != b.count(length) {
            return a.count(length) > b.count(length);
        }
        length -= 1;
    }
    false
}

/// The tractors that these pairs of the led suit owe to a lead with tractors.
fn tractors_due(layout: &Layout, lead: &Lead, pairs: u64) -> Groups {
    let levels = layout.levels(pairs);
    if levels & levels >> 1 == 0 {
        return Groups::NONE;
    }
    let chains = Chains::of(layout, pairs);
    let groups = lead.shape().groups;
    let separate = groups.count(1);
    let longest = groups.longest();
    let relaxed = &RELAXED[usize::from(layout.tractor() > 2)];
    if groups.len() > separate + 1 {
        return relax(relaxed, chains, groups);
    }
    // A single tractor: its groupings have as many pairs as the separate pairs leave to it.
    let left = pairs.count_ones().saturating_sub(separate).min(longest);
    if left < layout.tractor() {
        return Groups::NONE;
    }
    if chains.is_heaped() {
        return relaxed.best(chains, left);
    }
    chains.best(left).broken(layout.tractor()).tractors()
}

/// Relaxes the units of a lead with several tractors step by step until the chains supply them.
fn relax(relaxed: &Relaxations, chains: Chains, groups: Groups) -> Groups {
    let (mut at, mut units) = ([0usize; 6], 0);
    for length in groups.tractors().lengths().take(at.len()) {
        at[units] = usize::from(relaxed.first[length as usize]);
        units += 1;
    }
    let (mut asked, mut pairs) = (groups, groups.pairs());
    // The units are leveled from above: the first `top` of them have most steps left, all equally
    // many, which makes their groupings equal too.
    let mut top = 1;
    loop {
        if pairs <= chains.pairs() && chains.supply_tractors(asked) {
            return asked.tractors();
        }
        while top < units && at[top] == at[0] {
            top += 1;
        }
        let unit = top - 1;
        let step = at[unit];
        if step < relaxed.shortest() {
            // Separate pairs are all that can still be asked for.
            return Groups::NONE;
        }
        let (now, then) = (relaxed.groups[step], relaxed.groups[step - 1]);
        asked = asked.without(now).and(then);
        pairs -= u32::from(relaxed.pairs[step] - relaxed.pairs[step - 1]);
        at[unit] -= 1;
        top = if unit == 0 { 1 } else { unit };
    }
}

#[cfg(test)]
mod tests;
