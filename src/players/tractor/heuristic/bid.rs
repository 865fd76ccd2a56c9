//! What a player knows who may call trump.
//!
//! Decides nothing. It is made from a view, or from a deal in simulation; neither shows it the cards of
//! others.

use crate::game::Seat;
use crate::tractor::action::Call;
use crate::tractor::card::Rank;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::Dealing;
use crate::tractor::rules::{FirstDealer, Rules};
use crate::tractor::trump::Trump;
use crate::tractor::view::View;

/// What a player knows who may call.
#[derive(Debug, Clone, Copy)]
pub struct Bid<'a> {
    pub rules: &'a Rules,
    /// The dominant rank.
    pub level: Rank,
    /// Who asks.
    pub seat: Seat,
    /// The cards so far, in the layout of a round without a trump suit.
    pub hand: Hand,
    /// Who deals by the rounds before.
    pub fixed: Option<Seat>,
    /// Who made the first call.
    pub first: Option<Seat>,
    pub standing: Option<(Seat, Call)>,
}

impl<'a> Bid<'a> {
    /// What a player sees while cards are dealt; `None` for spectators.
    pub fn of(view: &'a View) -> Option<Bid<'a>> {
        let layout = Layout::of(Trump::no_trump(view.level));
        Some(Bid {
            rules: &view.rules,
            level: view.level,
            seat: view.seat()?,
            hand: Hand::of(layout, &view.hand).ok()?,
            // In the first round the calls name the dealer.
            fixed: view.dealer.filter(|_| view.round > 1),
            first: view.calls.first().map(|(by, _)| *by),
            standing: view.standing_call(),
        })
    }

    pub fn in_deal(dealing: &Dealing, seat: Seat, rules: &'a Rules) -> Bid<'a> {
        Bid {
            rules,
            level: dealing.opening().level,
            seat,
            hand: dealing.hands()[seat.index()],
            fixed: dealing.opening().dealer,
            first: dealing.calls().first().map(|(by, _)| by),
            standing: dealing.calls().standing(),
        }
    }

    pub fn layout(&self) -> &'static Layout {
        Layout::of(Trump::no_trump(self.level))
    }

    /// Who would deal after this call, or if nobody called any more; `None` if nobody would.
    pub fn dealer_after(&self, call: Option<Call>) -> Option<Seat> {
        let standing = self.standing.map(|(by, _)| by);
        match (self.fixed, self.rules.first_dealer) {
            (Some(dealer), _) => Some(dealer),
            (None, FirstDealer::FirstCall) => self.first.or(call.map(|_| self.seat)),
            (None, FirstDealer::FinalCall) => call.map(|_| self.seat).or(standing),
        }
    }
}
