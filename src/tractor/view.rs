//! A match as one viewer may know it: all that pages and computer players receive.

use serde::Serialize;

use super::action::{Call, Progress, RoundResult, TrumpSource};
use super::card::{Card, Rank};
use super::follow::Due;
use super::rules::{PastTricks, PointsShown, Rules, WhoDeals};
use super::seating::Team;
use super::trump::Trump;
use crate::chance::{Commitment, Contributions};
use crate::game::{Past, Seat, SeatSet, Viewer};

/// A match as one viewer may know it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// Whose view this is.
    pub viewer: Viewer,
    /// The house rules.
    pub rules: Rules,
    /// Levels of North + South and of West + East.
    pub levels: [Rank; 2],
    /// What both teams still have to do.
    pub progress: [Progress; 2],
    /// The round, counted from 1.
    pub round: u32,
    /// The attempt at dealing this round, counted from 0.
    pub attempt: u32,
    /// The dominant rank of the round.
    pub level: Rank,
    /// The dealer as far as known.
    pub dealer: Option<Seat>,
    /// Who deals if nobody calls, where a call makes the dealer of a later round; until the calls are closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncalled: Option<Seat>,
    /// Trump once it is fixed (from the kitty on).
    pub trump: Option<Trump>,
    /// How trump was found, once it is fixed.
    pub source: Option<TrumpSource>,
    /// Who has taken the kitty over by a call, the last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_over: Option<Seat>,
    /// The calls of this deal, the last one standing.
    pub calls: Vec<(Seat, Call)>,
    /// The viewer's own cards, sorted; empty for the public.
    pub hand: Vec<Card>,
    /// How many cards each seat holds.
    pub hand_sizes: [u8; 4],
    /// Cards that everybody knows a seat to hold: taken back from a failed throw, or shown by a call
    /// (those of who buries only until the kitty is buried, as they may be in it).
    pub known: [Vec<Card>; 4],
    /// Cards of the kitty that were turned over because nobody called.
    pub flipped: Vec<Card>,
    /// The kitty, for whoever buried it alone; `None` for all others.
    pub buried: Option<Vec<Card>>,
    /// The points in the kitty, as long as the house tells them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kitty_points: Option<u16>,
    /// Points of the opponents in this round, penalties included; never below 0.
    pub points: u16,
    /// Points that failed throws brought the opponents; negative if their own cost them more.
    pub penalties: i16,
    /// Points captured in tricks by each seat in this round.
    pub captured: [u16; 4],
    /// The tricks played to the end in this round, the first first: all that can be remembered. What may
    /// be shown of them is [`View::past_tricks`].
    pub tricks: Vec<TrickView>,
    /// Seats that offered to surrender this round.
    pub surrender: SeatSet,
    /// Whether the viewer may take back their last play or call.
    pub can_take_back: bool,
    /// What is going on.
    pub phase: PhaseView,
    /// The rounds played so far.
    pub history: Past<RoundResult>,
    /// The last trick of the round before, until cards are dealt again.
    pub parting: Option<TrickView>,
    /// What was hidden of the round, for whoever sees all of what is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Box<OpenCards>>,
}

/// What is hidden of a round while it is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenCards {
    /// The hands by seat before the first trick; that of who buried the kitty is with it, unless the house never
    /// shows it.
    pub hands: [Vec<Card>; 4],
    /// The kitty as it was buried; empty if the house never shows it.
    pub kitty: Vec<Card>,
}

/// What is going on, as one viewer may know it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseView {
    /// Before a deal.
    Ready {
        /// Binds the bot to the shuffle of the next deal.
        commitment: Commitment,
        /// What players mixed in so far, by seat.
        contributions: Contributions,
        /// How often the round was dealt without a call.
        redeals: u32,
    },
    /// Cards are being dealt.
    Dealing {
        /// Binds the bot to this shuffle.
        commitment: Commitment,
        /// Cards out, 0–100.
        dealt: u8,
        /// The calls open to the viewer now.
        open: Vec<Call>,
    },
    /// All cards are out; calls are still taken for a while.
    CallWindow {
        /// Seats that will not call (any more).
        passed: SeatSet,
        /// The calls open to the viewer now.
        open: Vec<Call>,
    },
    /// The eight cards of the kitty are chosen, by [`View::burier`].
    Burying,
    /// The kitty is buried, and the others may take it over.
    Overcalls {
        /// Who is asked now.
        asked: Seat,
        /// The calls open to the viewer now.
        open: Vec<Call>,
    },
    /// Tricks are played.
    Playing {
        /// The trick on the table; empty before the lead.
        trick: TrickView,
        /// Who plays next.
        to_play: Seat,
        /// The viewer's obligations towards the lead, when it is their turn to follow.
        due: Option<Due>,
    },
    /// The match is over.
    Over {
        /// The team that won it.
        winner: Team,
    },
}

/// A trick as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct TrickView {
    /// Who leads.
    pub leader: Seat,
    /// The plays in turn order, the lead first.
    pub plays: Vec<Vec<Card>>,
    /// The seat whose play is the highest so far; `None` before the lead.
    pub winning: Option<Seat>,
    /// Points in the trick so far.
    pub points: u16,
    /// The failed throw that this lead comes from: all cards that were tried.
    pub failed_throw: Option<Vec<Card>>,
}

impl View {
    /// The seat of the viewer, if they have one.
    pub fn seat(&self) -> Option<Seat> {
        self.viewer.seat()
    }

    /// Whether the points of this round are hidden from the viewer: then all of them are 0 here until it
    /// is over.
    pub fn hides_points(&self) -> bool {
        let in_round = matches!(
            self.phase,
            PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. }
        );
        let declares = || self.seat().map(Team::of) == self.dealer.map(Team::of);
        in_round
            && self.viewer != Viewer::All
            && match self.rules.points_shown {
                PointsShown::Always => false,
                PointsShown::End => true,
                PointsShown::Declarers => !declares(),
            }
    }

    /// The complete tricks of this round that can be looked up now: the latest of them, the last one last.
    pub fn past_tricks(&self) -> &[TrickView] {
        let led =
            matches!(&self.phase, PhaseView::Playing { trick, .. } if !trick.plays.is_empty());
        let shown = match self.rules.past_tricks {
            PastTricks::All => self.tricks.len(),
            PastTricks::None if led => 0,
            PastTricks::Last | PastTricks::None => 1,
        };
        &self.tricks[self.tricks.len().saturating_sub(shown)..]
    }

    /// Whether the viewer may start the deal of the round.
    pub fn may_deal(&self) -> bool {
        let PhaseView::Ready { redeals, .. } = self.phase else {
            return false;
        };
        // A deal that waits for somebody after redeals waits for anybody.
        match (self.rules.who_deals, self.dealer) {
            (WhoDeals::Dealer, Some(dealer)) if redeals == 0 => self.seat() == Some(dealer),
            (WhoDeals::Anybody | WhoDeals::Dealer, _) => self.seat().is_some(),
        }
    }

    /// Who buries the kitty, or has buried it: the dealer, or who has taken it over.
    pub fn burier(&self) -> Option<Seat> {
        self.taken_over.or(self.dealer)
    }

    /// The call that stands, with its caller.
    pub fn standing_call(&self) -> Option<(Seat, Call)> {
        self.calls.last().copied()
    }
}
