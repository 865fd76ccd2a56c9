//! A view in terms of [`Hand`]s, as the computer players use it.

use crate::game::Seat;
use crate::tractor::action::{Action, Call};
use crate::tractor::card::Card;
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::{PLAYERS, Team, partner};
use crate::tractor::shape::Lead;
use crate::tractor::view::{PhaseView, TrickView, View};

/// What a seated player sees of a round whose trump is fixed.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    pub view: &'a View,
    pub seat: Seat,
    pub dealer: Seat,
    pub layout: &'static Layout,
    pub hand: Hand,
}

/// What a player has to do once trump is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayTurn<'a> {
    /// Nothing: it is for others to play or bury.
    Wait,
    /// The partner offers to surrender, and waits for an answer.
    Answer,
    Bury,
    /// To take the kitty over by one of these calls, or to pass.
    Overcall(&'a [Call]),
    /// To lead or follow.
    Play,
}

/// The trick that a player is to follow in.
#[derive(Debug, Clone, Copy)]
pub struct OpenTrick {
    pub lead: Lead,
    /// The play that is the highest so far.
    pub standing: Hand,
    pub winning: Seat,
    pub plays: usize,
    /// The points on the table.
    pub points: u16,
}

impl<'a> Sight<'a> {
    /// What a player sees; `None` for spectators and before trump is fixed.
    pub fn of(view: &'a View) -> Option<Sight<'a>> {
        let layout = Layout::under(view.trump?, view.rules.tractor_length);
        Some(Sight {
            view,
            seat: view.seat()?,
            dealer: view.dealer?,
            layout,
            hand: Hand::of(layout, &view.hand).ok()?,
        })
    }

    pub fn turn(&self) -> PlayTurn<'a> {
        let offers = self.view.surrender;
        if offers.contains(partner(self.seat)) && !offers.contains(self.seat) {
            return PlayTurn::Answer;
        }
        match &self.view.phase {
            PhaseView::Playing { to_play, .. } if *to_play == self.seat => PlayTurn::Play,
            PhaseView::Burying if self.view.burier() == Some(self.seat) => PlayTurn::Bury,
            PhaseView::Overcalls { asked, open } if *asked == self.seat => PlayTurn::Overcall(open),
            _ => PlayTurn::Wait,
        }
    }

    /// Whether this player is of the dealer's team.
    pub fn declares(&self) -> bool {
        Team::of(self.seat) == Team::of(self.dealer)
    }

    /// The trick to follow in; `None` if this player leads, or no tricks are played yet.
    pub fn table(&self) -> Option<OpenTrick> {
        let PhaseView::Playing { trick, .. } = &self.view.phase else {
            return None;
        };
        let winning = trick.winning?;
        let place = (winning.index() + PLAYERS - trick.leader.index()) % PLAYERS;
        Some(OpenTrick {
            lead: Lead::read(self.layout, self.read(trick.plays.first()?))?,
            standing: self.read(trick.plays.get(place)?),
            winning,
            plays: trick.plays.len(),
            points: counted(trick),
        })
    }

    /// Points captured in tricks by seat, counted from the cards: they may be hidden.
    pub fn captured(&self) -> [u16; PLAYERS] {
        let mut captured = [0; PLAYERS];
        for trick in &self.view.tricks {
            if let Some(winner) = trick.winning {
                captured[winner.index()] += counted(trick);
            }
        }
        captured
    }

    /// The opponents' points so far: captured in tricks, and from failed throws.
    pub fn points(&self) -> u16 {
        let captured = self.captured();
        let theirs =
            Seat::first(PLAYERS as u8).filter(|seat| Team::of(*seat) != Team::of(self.dealer));
        let tricks: u16 = theirs.map(|seat| captured[seat.index()]).sum();
        tricks.saturating_add_signed(self.view.penalties)
    }

    pub fn follow_rules(&self) -> FollowRules {
        FollowRules::from(&self.view.rules)
    }

    /// Cards that this player cannot see: in the other hands, or buried by somebody else.
    pub fn unseen(&self) -> Hand {
        let mut unseen = Hand::EMPTY;
        for card in Card::all().chain(Card::all()) {
            unseen.insert(self.layout, card);
        }
        let view = self.view;
        let table = match &view.phase {
            PhaseView::Playing { trick, .. } => Some(trick),
            _ => None,
        };
        let plays = view
            .tricks
            .iter()
            .chain(table)
            .flat_map(|trick| &trick.plays);
        let seen = plays.chain([&view.hand]).chain(&view.buried);
        for &card in seen.flatten() {
            unseen.remove(self.layout, card);
        }
        unseen
    }

    /// Cards of a view in the layout of the round.
    pub(super) fn read(&self, cards: &[Card]) -> Hand {
        let mut hand = Hand::EMPTY;
        for &card in cards {
            hand.insert(self.layout, card);
        }
        hand
    }

    pub fn play(&self, cards: Hand) -> Action {
        Action::Play(cards.cards(self.layout).collect())
    }

    pub fn bury(&self, cards: Hand) -> Action {
        Action::Bury(cards.cards(self.layout).collect())
    }
}

/// The points in a trick, counted from its cards.
fn counted(trick: &TrickView) -> u16 {
    trick.plays.iter().flatten().map(|card| card.points()).sum()
}
