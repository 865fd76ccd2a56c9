//! The public information of a round: cards that are gone, and what follows have revealed.
//!
//! Knows public facts alone: the same memory serves all four seats.

use crate::game::Seat;
use crate::players::tractor::Sight;
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::PLAYERS;
use crate::tractor::shape::Lead;
use crate::tractor::view::{PhaseView, TrickView};

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
    use crate::tractor::card::{Rank, Suit};
    use crate::tractor::rules::{FollowPair, TractorProtection};
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
