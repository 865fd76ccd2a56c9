//! A match as the table sees it: what it promises as a game.

use std::ops::RangeInclusive;

use serde_json::Value;

use super::{Phase, Tractor, accords};
use crate::chance::Seed;
use crate::game::{AccordError, Choices, Game, GameKind, Past, Seat, SeatSet, Turn, Viewer};
use crate::tractor::action::{Action, Cue, RoundResult};
use crate::tractor::deck::DEALT;
use crate::tractor::event::{Event, Notice};
use crate::tractor::open::OpenRound;
use crate::tractor::rejection::Rejection;
use crate::tractor::rules::Rules;
use crate::tractor::score::MatchScore;
use crate::tractor::seating::{PLAYERS, partner};
use crate::tractor::view::View;

impl Game for Tractor {
    type Rules = Rules;
    type Action = Action;
    type Cue = Cue;
    type Event = Event;
    type Notice = Notice;
    type View = View;
    type Rejection = Rejection;

    const KIND: GameKind = GameKind::Tractor;
    const IS_SHORT: bool = false;
    const REVISION: u32 = 1;

    fn seats(_: &Rules) -> RangeInclusive<u8> {
        PLAYERS as u8..=PLAYERS as u8
    }

    fn start(rules: &Rules, _seats: u8, seed: Seed) -> (Self, Vec<Event>) {
        let matches = Tractor {
            dealer: rules.first_dealer.seat(),
            ..Tractor::resumed(rules, MatchScore::new(rules), None, seed)
        };
        let events = vec![matches.round_ready()];
        (matches, events)
    }

    const ACCORDS: &'static [(&'static str, Choices)] = accords::ACCORDS;

    fn agree(&mut self, accord: &str, value: &str) -> Result<Vec<Event>, AccordError> {
        self.carry_accord(accord, value)
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, Rejection> {
        let ruling = self.judge(seat, action)?;
        Ok(self.settle(seat, ruling))
    }

    fn elapse(&mut self, cue: Cue) -> Vec<Event> {
        if self.cue() != Some(cue) {
            return Vec::new();
        }
        self.go_on()
    }

    fn cue(&self) -> Option<Cue> {
        let (round, attempt) = (self.round, self.attempt);
        match &self.phase {
            Phase::Dealing(dealing) => Some(Cue::Deal {
                round,
                attempt,
                dealt: dealing.dealt,
            }),
            Phase::CallWindow(window) => Some(Cue::CloseCalls {
                round,
                attempt,
                // Taking one back adds as much as two calls, so that no number comes again.
                calls: window.calls.count() + 2 * window.taken_back(),
            }),
            Phase::Playing(playing, _) => self.is_forced(playing).then_some(Cue::Forced {
                round,
                turn: self.turns,
            }),
            Phase::Ready | Phase::Burying(..) | Phase::Overcalls(..) | Phase::Over(_) => None,
        }
    }

    /// Before a deal anybody may start it, but nobody is pressed: there is no seat on turn. While
    /// cards are dealt, and in the call window, the game goes on by itself: players may call, but
    /// nobody has to. An offer to surrender waits for the partner's answer before all else.
    fn turn(&self) -> Turn {
        let asked: SeatSet = self.offers.iter().map(partner).collect();
        if !asked.is_empty() {
            return Turn::Seats(asked);
        }
        let seat = match &self.phase {
            Phase::Ready => return Turn::Seats(SeatSet::EMPTY),
            Phase::Dealing(_) | Phase::CallWindow(_) => return Turn::Clock,
            Phase::Burying(burying, _) => burying.by,
            Phase::Overcalls(overcalls, _) => overcalls.asked,
            Phase::Playing(playing, _) => playing.trick.to_play(),
            Phase::Over(_) => return Turn::Over,
        };
        Turn::Seats([seat].into_iter().collect())
    }

    /// A call that is taken back was seen by everybody, but shows nothing that the others had hidden.
    fn takes_back(&self, action: &Action) -> bool {
        matches!(self.phase, Phase::Playing(..)) && matches!(action, Action::TakeBack)
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn turn_number(&self) -> u32 {
        self.turns
    }

    /// After so many redeals in a row the deal waits for somebody who wants it.
    fn is_stalled(&self) -> bool {
        self.waits_for_deal() && matches!(self.phase, Phase::Ready)
    }

    fn winners(&self) -> SeatSet {
        match self.phase {
            Phase::Over(team) => team.seats().into_iter().collect(),
            _ => SeatSet::EMPTY,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        self.show(viewer)
    }

    fn notice(event: &Event, viewer: Viewer) -> Option<Notice> {
        Some(Notice::of(event, viewer))
    }

    /// A card that is dealt, but for the last: the calling may end with that one.
    fn is_tick(cue: Cue) -> bool {
        matches!(cue, Cue::Deal { dealt, .. } if usize::from(dealt) + 1 < DEALT)
    }

    type Round = RoundResult;

    fn past(&self) -> &Past<RoundResult> {
        &self.history
    }

    fn past_mut(&mut self) -> &mut Past<RoundResult> {
        &mut self.history
    }

    fn is_between_rounds(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Over(_))
    }

    fn deal_again(&mut self, number: u64) -> Option<Vec<Event>> {
        if !matches!(self.phase, Phase::Ready) {
            return None;
        }
        self.again = number;
        self.seal();
        Some(vec![self.round_ready()])
    }

    fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
        if self.is_between_rounds() {
            self.seal();
        }
    }

    fn sheet(frames: &[View]) -> Value {
        let round = OpenRound::of(frames);
        serde_json::to_value(round).expect("a round serializes")
    }
}
