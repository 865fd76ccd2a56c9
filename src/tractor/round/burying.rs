//! The dealer has the kitty in hand and buries eight cards.

use super::Playing;
use crate::game::Seat;
use crate::tractor::deck::KITTY;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::PLAYERS;

/// Trump is fixed, and the dealer holds 33 cards of which eight are to be buried (扣底).
#[derive(Debug, Clone, Copy)]
pub struct Burying {
    layout: &'static Layout,
    dealer: Seat,
    hands: [Hand; PLAYERS],
}

/// These are not eight cards of the dealer's hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a kitty is eight cards of the dealer's hand")]
pub struct NotEight;

impl Burying {
    /// The dealer's hand has the kitty in it already; the other hands are as they were dealt.
    pub fn new(layout: &'static Layout, dealer: Seat, hands: [Hand; PLAYERS]) -> Burying {
        Burying {
            layout,
            dealer,
            hands,
        }
    }

    /// The layout of all hands, which knows what is trump.
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// The dealer.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// All hands, by seat; the dealer's has 33 cards.
    pub fn hands(&self) -> &[Hand; PLAYERS] {
        &self.hands
    }

    /// Buries these cards; the dealer then leads.
    ///
    /// # Errors
    /// [`NotEight`] if they are not eight cards of the dealer's hand.
    pub fn bury(&self, kitty: Hand) -> Result<Playing, NotEight> {
        let mut hands = self.hands;
        let hand = &mut hands[self.dealer.index()];
        if kitty.len() as usize != KITTY || !hand.holds(kitty) {
            return Err(NotEight);
        }
        *hand = hand.minus(kitty);
        Ok(Playing::new(self.layout, self.dealer, hands, kitty))
    }
}
