//! The public information that all four seats share: cards that are gone, and what follows have revealed.

use super::sight::{read, tricks};
use crate::game::Seat;
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::PLAYERS;
use crate::tractor::shape::Lead;
use crate::tractor::view::View;

/// The public information of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// The cards that were played.
    pub gone: Hand,
    /// The bits of the suits of which each seat has shown to have no card left.
    pub without: [u64; PLAYERS],
    /// The bits of the suits in which each seat has shown to have no pair left.
    pub pairless: [u64; PLAYERS],
    /// Cards that each seat certainly holds.
    pub known: [Hand; PLAYERS],
}

impl Memory {
    /// Before the first lead.
    pub const START: Memory = Memory {
        gone: Hand::EMPTY,
        without: [0; PLAYERS],
        pairless: [0; PLAYERS],
        known: [Hand::EMPTY; PLAYERS],
    };

    /// What was seen of a round so far.
    pub fn of(view: &View, layout: &Layout) -> Memory {
        let mut memory = Memory::START;
        let rules = FollowRules::from(&view.rules);
        for trick in tricks(view) {
            let plays = trick.plays.iter().map(|cards| read(layout, cards));
            let Some(lead) = plays.clone().next().and_then(|led| Lead::read(layout, led)) else {
                continue;
            };
            let seats = (trick.leader.index()..).map(|seat| Seat::new((seat % PLAYERS) as u8));
            for (seat, cards) in seats.zip(plays) {
                memory.note(layout, rules, &lead, seat, cards);
            }
        }
        memory.known = view.known.each_ref().map(|cards| read(layout, cards));
        memory
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

    /// What a player cannot see who holds `hand` and, if it was this one, buried `buried`.
    #[inline]
    pub fn unseen(&self, layout: &Layout, hand: Hand, buried: Option<Hand>) -> Hand {
        let out = Hand::both_decks(layout).minus(self.gone).minus(hand);
        out.minus(buried.unwrap_or(Hand::EMPTY))
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
            assert_eq!(
                memory.pairless[seat.index()] == layout.suit(lead.suit()),
                expected
            );
            assert_eq!(memory.without[seat.index()], 0);
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
