//! A position as the player on turn knows it, with probabilities of what they cannot see, and the public
//! information that all four seats share: cards that are gone, and what follows have revealed.
//!
//! Decides nothing. It is made from a view, or from the position of a playout; neither shows it the
//! hands of others.

use std::cell::Cell;

use crate::game::Seat;
use crate::players::tractor::sight::{OpenTrick, Sight};
use crate::tractor::deck::KITTY;
use crate::tractor::follow::FollowRules;
use crate::tractor::groups::chain_starts;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rules::{Rules, ThrowCheckedAgainst};
use crate::tractor::seating::{PLAYERS, Team, next, partner};
use crate::tractor::shape::{Lead, Unit};
use crate::tractor::throw;
use crate::tractor::trump::EffectiveSuit;
use crate::tractor::view::{PhaseView, TrickView};

/// How much of the kitty is likely to be of a side suit and of trumps, as a share of an ordinary
/// place for a card.
const KITTY_SIDE: f32 = 1.2;
const KITTY_TRUMPS: f32 = 0.15;

/// Cards in every hand when the first trick begins.
const DEALT: u8 = 25;

/// A cache of probabilities of this position, by seat and suit; below 0 where not computed yet.
#[derive(Debug, Clone)]
pub struct Odds {
    share: [[Cell<f32>; LANES]; PLAYERS],
    void: [[Cell<f32>; LANES]; PLAYERS],
    trump: [Cell<f32>; PLAYERS],
}

/// The suits of a layout, by the highest bit of each in steps of thirteen.
const LANES: usize = 5;

impl Odds {
    /// An empty cache.
    pub const fn unknown() -> Odds {
        Odds {
            share: [const { [const { Cell::new(-1.0) }; LANES] }; PLAYERS],
            void: [const { [const { Cell::new(-1.0) }; LANES] }; PLAYERS],
            trump: [const { Cell::new(-1.0) }; PLAYERS],
        }
    }
}

/// The value of the cell, computed if it is not there yet.
#[inline]
fn once(cell: &Cell<f32>, work_out: impl FnOnce() -> f32) -> f32 {
    let known = cell.get();
    if known >= 0.0 {
        return known;
    }
    let value = work_out();
    cell.set(value);
    value
}

/// The place of a suit in [`Odds`].
#[inline]
const fn lane(suit: u64) -> usize {
    (63 - (suit | 1).leading_zeros()) as usize / 13
}

/// What the player on turn knows of the position.
#[derive(Debug, Clone)]
pub struct RoundScene<'a> {
    pub layout: &'static Layout,
    pub rules: &'a Rules,
    /// What everybody has seen.
    pub memory: &'a Memory,
    /// Who is to play.
    pub seat: Seat,
    pub dealer: Seat,
    /// Who buried the kitty, or is to: the dealer, or who has taken it over.
    pub burier: Seat,
    pub hand: Hand,
    /// The kitty, if the player buried it.
    pub buried: Option<Hand>,
    /// How many cards each seat holds now.
    pub sizes: [u8; PLAYERS],
    /// The trick to follow in; `None` if the player leads.
    pub table: Option<OpenTrick>,
    /// What the player cannot see.
    pub unseen: Hand,
    /// Points of the opponents so far, penalties included.
    pub points: u16,
    /// The cache of probabilities.
    pub odds: Odds,
}

impl<'a> RoundScene<'a> {
    pub fn of(sight: &Sight<'a>, memory: &'a Memory) -> RoundScene<'a> {
        let view = sight.view;
        let buried = view.buried.as_ref().map(|cards| sight.read(cards));
        RoundScene {
            layout: sight.layout,
            rules: &view.rules,
            memory,
            seat: sight.seat,
            dealer: sight.dealer,
            burier: view.burier().unwrap_or(sight.dealer),
            hand: sight.hand,
            buried,
            sizes: view.hand_sizes,
            table: sight.table(),
            unseen: Self::unseen(sight.layout, memory, sight.hand, buried),
            points: sight.points(),
            odds: Odds::unknown(),
        }
    }

    /// The position of who buries and holds all 33 cards, when the kitty is buried and everybody has
    /// 25 cards.
    pub fn before_burying(self) -> RoundScene<'a> {
        RoundScene {
            buried: Some(Hand::EMPTY),
            sizes: [DEALT; PLAYERS],
            odds: Odds::unknown(),
            ..self
        }
    }

    /// What a player cannot see who holds `hand` and, if it was this one, buried `buried`.
    #[inline]
    pub fn unseen(layout: &Layout, memory: &Memory, hand: Hand, buried: Option<Hand>) -> Hand {
        let out = Hand::both_decks(layout).minus(memory.gone()).minus(hand);
        out.minus(buried.unwrap_or(Hand::EMPTY))
    }

    /// The bits of the trumps.
    #[inline]
    pub fn trumps(&self) -> u64 {
        self.layout.trumps()
    }

    #[inline]
    pub fn follow_rules(&self) -> FollowRules {
        FollowRules::from(self.rules)
    }

    /// Whether this player is of the dealer's team.
    #[inline]
    pub fn declares(&self) -> bool {
        Team::of(self.seat) == Team::of(self.dealer)
    }

    /// The opponent who plays next, and the one who plays before.
    #[inline]
    pub fn rivals(&self) -> [Seat; 2] {
        let right = next(self.seat);
        [right, partner(right)]
    }

    /// The probability that a given unseen card of a suit is in the hand of a seat, 0–1.
    #[inline]
    pub fn share(&self, seat: Seat, suit: u64) -> f32 {
        let cell = &self.odds.share[seat.index()][lane(suit)];
        once(cell, || self.share_of(seat, suit))
    }

    fn share_of(&self, seat: Seat, suit: u64) -> f32 {
        if self.memory.without(seat) & suit != 0 {
            return 0.0;
        }
        let mut places = match self.buried {
            Some(_) => 0.0,
            None if suit == self.trumps() => KITTY as f32 * KITTY_TRUMPS,
            None => KITTY as f32 * KITTY_SIDE,
        };
        for other in Seat::first(PLAYERS as u8) {
            if other != self.seat && self.memory.without(other) & suit == 0 {
                places += f32::from(self.sizes[other.index()]);
            }
        }
        f32::from(self.sizes[seat.index()]) / places.max(1.0)
    }

    /// The probability that a seat has no card of a suit, 0–1.
    #[inline]
    pub fn void(&self, seat: Seat, suit: u64) -> f32 {
        let cell = &self.odds.void[seat.index()][lane(suit)];
        once(cell, || self.void_of(seat, suit))
    }

    fn void_of(&self, seat: Seat, suit: u64) -> f32 {
        if self.memory.without(seat) & suit != 0 {
            return 1.0;
        }
        if self.memory.known(seat).one() & suit != 0 {
            return 0.0;
        }
        power(1.0 - self.share(seat, suit), self.unseen.within(suit).len())
    }

    /// The probability that a seat that has yet to play can beat the standing play on this lead,
    /// 0–1.
    pub fn beaten_by(&self, seat: Seat, lead: &Lead, standing: Hand) -> f32 {
        let (suit, trumps) = (self.layout.suit(lead.suit()), self.trumps());
        let led_trumps = suit == trumps;
        let ruffed = !led_trumps && standing.one() & trumps != 0;
        let followed = if ruffed || lead.is_throw() {
            0.0
        } else {
            self.higher_in(seat, suit, lead, standing)
        };
        if led_trumps || followed >= 1.0 {
            return followed;
        }
        let void = self.void(seat, suit);
        if void < 0.002 || self.memory.without(seat) & trumps != 0 {
            return followed;
        }
        let over = if ruffed { standing } else { Hand::EMPTY };
        let ruffs = if lead.is_throw() {
            self.ruffs_throw(seat, lead, over)
        } else if lead.len() == 1 && !ruffed {
            let cell = &self.odds.trump[seat.index()];
            once(cell, || self.higher_in(seat, trumps, lead, over))
        } else {
            self.higher_in(seat, trumps, lead, over)
        };
        (followed + void * ruffs).min(1.0)
    }

    /// The probability that a seat can ruff this lead, 0–1.
    pub fn ruffed_by(&self, seat: Seat, lead: &Lead) -> f32 {
        let (suit, trumps) = (self.layout.suit(lead.suit()), self.trumps());
        if suit == trumps || lead.is_throw() || self.memory.without(seat) & trumps != 0 {
            return 0.0;
        }
        self.void(seat, suit) * self.higher_in(seat, trumps, lead, Hand::EMPTY)
    }

    /// How likely a seat has a unit like the lead in this suit that is higher than `standing` (any
    /// at all over no cards).
    fn higher_in(&self, seat: Seat, suit: u64, lead: &Lead, standing: Hand) -> f32 {
        let possible = self.memory.possible(seat, self.unseen.within(suit));
        if possible.is_empty() {
            return 0.0;
        }
        let share = self.share(seat, suit);
        let length = lead.shape().groups.longest();
        let above = match self.lowest_of(standing) {
            0 => suit,
            bit => self.layout.above(suit, bit),
        };
        let known = self.memory.known(seat);
        match length {
            0 => {
                if known.one() & above != 0 {
                    return 1.0;
                }
                let higher = possible.within(above);
                let copies =
                    higher.one().count_ones() + (self.unseen.two() & higher.one()).count_ones();
                1.0 - power(1.0 - share, copies)
            }
            1 => {
                if known.two() & above != 0 {
                    return 1.0;
                }
                let pairs = (possible.two() & above).count_ones();
                1.0 - power(1.0 - share * share, pairs)
            }
            _ => {
                let starts = chain_starts(self.layout.levels(possible.two()), length);
                let starts = match self.lowest_of(standing) {
                    0 => starts,
                    bit => starts & self.layout.levels(self.layout.above(suit, bit)),
                };
                let pairs = power(share * share, length);
                1.0 - power(1.0 - pairs, starts.count_ones())
            }
        }
    }

    /// The lowest bit of the play's units; 0 for no cards.
    #[inline]
    fn lowest_of(&self, standing: Hand) -> u64 {
        let levels = self.layout.levels(standing.one());
        levels & levels.wrapping_neg()
    }

    /// How likely a seat without the led suit has trumps that beat a throw.
    fn ruffs_throw(&self, seat: Seat, lead: &Lead, over: Hand) -> f32 {
        let trumps = self.trumps();
        let possible = self.memory.possible(seat, self.unseen.within(trumps));
        let share = self.share(seat, trumps);
        let expected = share * possible.len() as f32;
        let length = lead.len() as f32;
        let enough = ((expected - length) / 4.0 + 0.45).clamp(0.0, 1.0);
        let pairs = lead.pairs();
        let structure = match pairs {
            0 => 1.0,
            _ if possible.pairs() < pairs => 0.0,
            _ => (share * share * possible.pairs() as f32).min(1.0) / pairs as f32,
        };
        let higher = if over.is_empty() { 1.0 } else { 0.4 };
        enough * structure * higher
    }

    /// Whether no unseen card in the hands that a throw is checked against can beat a unit of a
    /// lead in its suit.
    pub fn is_safe(&self, lead: &Lead, unit: &Unit) -> bool {
        let asked = |seat: Seat| match self.rules.throw_checked_against {
            ThrowCheckedAgainst::All => seat != self.seat,
            ThrowCheckedAgainst::Opponents => Team::of(seat) != Team::of(self.seat),
        };
        Seat::first(PLAYERS as u8)
            .filter(|seat| asked(*seat))
            .all(|seat| {
                let possible = self.memory.possible(seat, self.unseen);
                !throw::beats(self.layout, lead, unit, possible)
            })
    }

    /// The bits of an effective suit.
    #[inline]
    pub fn suit(&self, suit: EffectiveSuit) -> u64 {
        self.layout.suit(suit)
    }
}

/// `base` to a power, by multiplications alone: the same on every machine.
#[inline]
pub fn power(base: f32, exponent: u32) -> f32 {
    let (mut result, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left & 1 != 0 {
            result *= square;
        }
        square *= square;
        left >>= 1;
    }
    result
}

/// The public information of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    gone: Hand,
    without: [u64; PLAYERS],
    pairless: [u64; PLAYERS],
    known: [Hand; PLAYERS],
}

impl Memory {
    /// Before the first lead.
    pub const START: Memory = Memory {
        gone: Hand::EMPTY,
        without: [0; PLAYERS],
        pairless: [0; PLAYERS],
        known: [Hand::EMPTY; PLAYERS],
    };

    /// What a player saw of the round so far.
    pub fn of(sight: &Sight<'_>) -> Memory {
        let mut memory = Memory::START;
        let view = sight.view;
        for trick in &view.tricks {
            memory.note_trick(sight, trick);
        }
        if let PhaseView::Playing { trick, .. } = &view.phase {
            memory.note_trick(sight, trick);
        }
        memory.known = view.known.each_ref().map(|cards| sight.read(cards));
        memory
    }

    fn note_trick(&mut self, sight: &Sight<'_>, trick: &TrickView) {
        let Some(led) = trick.plays.first() else {
            return;
        };
        let Some(lead) = Lead::read(sight.layout, sight.read(led)) else {
            return;
        };
        let seats = (trick.leader.index()..).map(|seat| Seat::new((seat % PLAYERS) as u8));
        for (seat, cards) in seats.zip(&trick.plays) {
            self.note(
                sight.layout,
                sight.follow_rules(),
                &lead,
                seat,
                sight.read(cards),
            );
        }
    }

    /// Notes a play, the lead itself included.
    pub fn note(
        &mut self,
        layout: &Layout,
        rules: FollowRules,
        lead: &Lead,
        seat: Seat,
        cards: Hand,
    ) {
        let at = seat.index();
        self.gone = self.gone.plus(cards);
        let known = self.known[at];
        let shown = Hand::from_words(known.one() & cards.one(), known.two() & cards.two());
        self.known[at] = known.minus(shown);
        let suit = layout.suit(lead.suit());
        let followed = cards.within(suit);
        if followed.len() < lead.len() {
            self.without[at] |= suit;
        } else if rules.draw_every_pair() && followed.pairs() < lead.pairs() {
            self.pairless[at] |= suit;
        }
    }

    /// Cards that went back to a hand because a throw failed.
    pub fn note_taken_back(&mut self, seat: Seat, cards: Hand) {
        let known = &mut self.known[seat.index()];
        *known = Hand::from_words(known.one() | cards.one(), known.two() | cards.two());
    }

    /// The cards that were played.
    pub const fn gone(&self) -> Hand {
        self.gone
    }

    /// The bits of the suits of which a seat has shown to have no card left.
    pub const fn without(&self, seat: Seat) -> u64 {
        self.without[seat.index()]
    }

    /// The bits of the suits in which a seat has shown to have no pair left.
    pub const fn pairless(&self, seat: Seat) -> u64 {
        self.pairless[seat.index()]
    }

    /// Cards that a seat certainly holds.
    pub const fn known(&self, seat: Seat) -> Hand {
        self.known[seat.index()]
    }

    /// The subset of these unseen cards that a seat may hold, as far as its follows have revealed.
    #[inline]
    pub const fn possible(&self, seat: Seat, unseen: Hand) -> Hand {
        let at = seat.index();
        let with = !self.without[at];
        let pairs = with & !self.pairless[at];
        Hand::from_words(unseen.one() & with, unseen.two() & pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::card::Rank;
    use crate::tractor::card::Suit;
    use crate::tractor::rules::FollowPair;
    use crate::tractor::rules::TractorProtection;
    use crate::tractor::testing::read;
    use crate::tractor::trump::Trump;

    #[test]
    fn who_gives_no_pair_has_none_where_pairs_are_drawn() {
        let layout = Layout::of(Trump::suited(Rank::TWO, Suit::Clubs));
        let lead = Lead::read(layout, read(layout, "AD AD")).expect("a lead");
        let check = |rules: FollowRules, expected: bool| {
            let mut memory = Memory::START;
            let seat = Seat::new(1);
            memory.note(layout, rules, &lead, seat, read(layout, "3D 5D"));
            assert_eq!(memory.pairless(seat) == layout.suit(lead.suit()), expected);
            assert_eq!(memory.without(seat), 0);
        };
        check(FollowRules::default(), true);
        let suit_only = FollowRules {
            pair: FollowPair::SuitOnly,
            ..FollowRules::default()
        };
        check(suit_only, false);
        let protected = FollowRules {
            protection: TractorProtection::FromPairs,
            ..FollowRules::default()
        };
        check(protected, false);
    }
}
