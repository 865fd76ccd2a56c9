//! Carrying out what was judged possible, and what the clock brings. Nothing here can fail.

use super::judge::{forced, listed};
use super::record::RoundRecord;
use super::{Fixed, Phase, Tractor};
use crate::chance::Contributions;
use crate::game::{Seat, SeatSet};
use crate::tractor::action::{Call, Contribution, RoundEnd, RoundResult};
use crate::tractor::card::Rank;
use crate::tractor::event::Event;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::{
    self, CallWindow, Closed, Dealing, FailedThrow, Overcalls, PlayedTrick, Playing, PointTally,
};
use crate::tractor::rules::{Jack, KittyShown, PointsShown, ThrowStopper};
use crate::tractor::score::{ALL_POINTS, Settlement};
use crate::tractor::seating::{PLAYERS, Team};

impl Tractor {
    pub(super) fn contribute(&mut self, seat: Seat, contribution: Contribution) -> Vec<Event> {
        self.contributions.give(seat.index(), contribution.clone());
        vec![Event::Contributed { seat, contribution }]
    }

    pub(super) fn pass(&mut self, seat: Seat) -> Vec<Event> {
        let mut events = vec![Event::CallPassed { seat }];
        match &mut self.phase {
            Phase::CallWindow(window) => {
                window.pass(seat);
                self.close_if_settled(&mut events);
            }
            Phase::Overcalls(overcalls, record) => {
                self.turns += 1;
                if !overcalls.pass() {
                    self.phase = Phase::Playing(overcalls.playing, record.clone());
                }
            }
            _ => unreachable!("passes are judged possible in these phases alone"),
        }
        events
    }

    pub(super) fn call(&mut self, seat: Seat, call: Call) -> Vec<Event> {
        let dealer = match &mut self.phase {
            Phase::Dealing(dealing) => {
                dealing.call(seat, call, &self.rules);
                dealing.dealer
            }
            Phase::CallWindow(window) => {
                window.call(seat, call, &self.rules);
                window.dealer
            }
            Phase::Overcalls(overcalls, record) => {
                let (overcalls, record) = (*overcalls, record.clone());
                return self.take_over((seat, call), &overcalls, record);
            }
            _ => unreachable!("calls are judged possible in these phases alone"),
        };
        let mut events = vec![Event::Called { seat, call, dealer }];
        self.close_if_settled(&mut events);
        events
    }

    /// A call takes the kitty over.
    fn take_over(
        &mut self,
        call: (Seat, Call),
        overcalls: &Overcalls,
        mut record: RoundRecord,
    ) -> Vec<Event> {
        let playing = &overcalls.playing;
        let burying = overcalls.call(call.1, &self.rules);
        record.take_over(call, playing.layout, burying.layout);
        let (seat, call) = call;
        let dealer = Some(burying.dealer);
        let events = vec![
            Event::Called { seat, call, dealer },
            Event::TakenOver {
                seat,
                trump: burying.layout.trump(),
            },
            Event::TookKitty {
                dealer: seat,
                cards: listed(playing.layout, playing.kitty),
            },
        ];
        self.turns += 1;
        self.phase = Phase::Burying(burying, record);
        events
    }

    /// Takes back the last play, or the call that stands.
    pub(super) fn take_back(&mut self, seat: Seat) -> Vec<Event> {
        let (call, dealer) = match &mut self.phase {
            Phase::Dealing(dealing) => (dealing.take_back(&self.rules), dealing.dealer),
            Phase::CallWindow(window) => (window.take_back(&self.rules), window.dealer),
            _ => return self.take_back_play(seat),
        };
        let event = call.map(|call| Event::CallTakenBack { seat, call, dealer });
        event.into_iter().collect()
    }

    fn take_back_play(&mut self, seat: Seat) -> Vec<Event> {
        let Phase::Playing(playing, record) = &mut self.phase else {
            unreachable!("plays are taken back in this phase alone")
        };
        let Some(cards) = record.take_back(playing, seat, &self.rules) else {
            unreachable!("judged possible with the last play at hand")
        };
        self.turns += 1;
        let cards = listed(playing.layout, cards);
        vec![Event::PlayTakenBack { seat, cards }]
    }

    /// The time for the next card has come, or for the end of the call window.
    pub(super) fn go_on(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        match &mut self.phase {
            Phase::Dealing(dealing) => {
                if let Some((seat, card)) = dealing.draw() {
                    let dealt = dealing.dealt;
                    events.push(Event::Dealt { seat, card, dealt });
                }
                if let Some(window) = dealing.finish() {
                    self.open_calls(window, &mut events);
                }
            }
            Phase::CallWindow(window) => {
                let window = *window;
                self.close_calls(&window, &mut events);
            }
            Phase::Playing(playing, _) => {
                if let Some(ruling) = forced(playing, &self.rules) {
                    return self.play(ruling, false);
                }
            }
            Phase::Ready | Phase::Burying(..) | Phase::Overcalls(..) | Phase::Over(_) => {}
        }
        events
    }

    pub(super) fn round_ready(&self) -> Event {
        Event::RoundReady {
            round: self.round,
            commitment: self.sealed.commitment(),
        }
    }

    pub(super) fn start_deal(&mut self) -> Event {
        let dealing = Dealing::new(self.deck(), self.opening());
        let first = dealing.first;
        self.turns += 1;
        self.parting = None;
        self.phase = Phase::Dealing(dealing);
        Event::DealStarted {
            round: self.round,
            first,
        }
    }

    /// All cards are out: calls are awaited, unless nobody could make one.
    fn open_calls(&mut self, window: CallWindow, events: &mut Vec<Event>) {
        if window.is_settled(&self.rules) {
            self.close_calls(&window, events);
        } else {
            self.phase = Phase::CallWindow(window);
            events.push(Event::CallWindowOpened);
        }
    }

    fn close_if_settled(&mut self, events: &mut Vec<Event>) {
        if let Phase::CallWindow(window) = &self.phase
            && window.is_settled(&self.rules)
        {
            let window = *window;
            self.close_calls(&window, events);
        }
    }

    fn close_calls(&mut self, window: &CallWindow, events: &mut Vec<Event>) {
        match window.close(&self.rules) {
            None => {
                let secret = self.sealed.reveal();
                self.attempt += 1;
                self.seal();
                events.push(Event::Redealt {
                    round: self.round,
                    attempt: self.attempt,
                    secret,
                    commitment: self.sealed.commitment(),
                });
                if self.waits_for_deal() {
                    self.turns += 1;
                    self.phase = Phase::Ready;
                } else {
                    events.push(self.start_deal());
                }
            }
            Some(Closed {
                burying,
                source,
                turned,
            }) => {
                let dealer = burying.dealer;
                let record = RoundRecord::new(window, &burying, source, turned);
                if !record.flipped.is_empty() {
                    let cards = record.flipped.clone();
                    events.push(Event::KittyFlipped { cards });
                }
                events.push(Event::TrumpFixed {
                    trump: burying.layout.trump(),
                    source,
                    dealer,
                });
                let cards = window.kitty.to_vec();
                events.push(Event::TookKitty { dealer, cards });
                self.dealer = Some(dealer);
                self.turns += 1;
                self.phase = Phase::Burying(burying, record);
            }
        }
    }

    pub(super) fn bury(&mut self, by: Seat, playing: Playing) -> Event {
        if let Phase::Burying(_, mut record) = std::mem::replace(&mut self.phase, Phase::Ready) {
            // What was known of this hand may be in the kitty now.
            record.known[by.index()] = Hand::EMPTY;
            self.turns += 1;
            self.phase = match Overcalls::begin(playing, by, &record.calls, &self.rules) {
                Some(overcalls) => Phase::Overcalls(overcalls, record),
                None => Phase::Playing(playing, record),
            };
        }
        let cards = listed(playing.layout, playing.kitty);
        Event::Buried { dealer: by, cards }
    }

    /// Carries out a play; `may_go_back` if it may be taken back.
    pub(super) fn play(&mut self, ruling: round::JudgedPlay, may_go_back: bool) -> Vec<Event> {
        let Phase::Playing(playing, record) = &mut self.phase else {
            unreachable!("plays are judged possible in this phase alone")
        };
        let before = *playing;
        let seat = before.trick.to_play();
        record.last =
            (may_go_back && !before.is_throw(&ruling)).then_some(record.known[seat.index()]);
        let played = playing.settle(ruling, &self.rules);
        record.play(&before, &played);
        self.turns += 1;
        let layout = playing.layout;
        let mut events = Vec::with_capacity(3);
        if let Some(FailedThrow {
            tried,
            taken_back,
            stopped_by,
            penalty,
        }) = played.failed
        {
            events.push(Event::ThrowFailed {
                seat: played.seat,
                tried: listed(layout, tried),
                played: listed(layout, played.cards),
                taken_back: listed(layout, taken_back),
                stopped_by: match self.rules.throw_stopper {
                    ThrowStopper::Shown => Some(stopped_by),
                    ThrowStopper::Hidden => None,
                },
                penalty,
            });
        }
        events.push(Event::Played {
            seat: played.seat,
            cards: listed(layout, played.cards),
            lead: before.trick.lead.is_none(),
        });
        if let Some((seat, points)) = played.trick {
            events.push(Event::TrickWon {
                seat,
                points: (self.rules.points_shown == PointsShown::Always).then_some(points),
            });
        }
        if let Some(tally) = playing.tally(&self.rules) {
            self.end_round(tally, RoundEnd::PlayedOut, &mut events);
        }
        events
    }

    /// Ends the round as if this team gave up: the opponents have what they won until now, before the kitty is
    /// buried nothing, and from declarers all that is left.
    pub(super) fn give_up(&mut self, team: Team, end: RoundEnd) -> Vec<Event> {
        let fixed = self.phase.fixed();
        let all = fixed.is_some_and(|fixed| Team::of(fixed.dealer) == team);
        let tally = match self.phase.fixed().and_then(|fixed| fixed.playing) {
            Some(playing) => playing.tally_surrender(team),
            None => PointTally {
                points: if all { ALL_POINTS } else { 0 },
                kitty_factor: 0,
            },
        };
        let mut events = Vec::new();
        self.end_round(tally, end, &mut events);
        events
    }

    fn end_round(&mut self, tally: PointTally, end: RoundEnd, events: &mut Vec<Event>) {
        let Some(Fixed {
            layout,
            dealer,
            record,
            playing,
            ..
        }) = self.phase.fixed()
        else {
            unreachable!("a round ends after trump is fixed")
        };
        let last = record.tricks.last();
        let fell = end == RoundEnd::PlayedOut
            && last.is_some_and(|trick| is_sent_back(layout, dealer, trick, self.rules.jack));
        let standing = match fell {
            true => (self.standing).back_to_start(Team::of(dealer), &self.rules),
            false => self.standing,
        };
        let settled = standing.settle(dealer, tally.points, &self.rules);
        let kitty = playing.map_or(Hand::EMPTY, |playing| playing.kitty);
        let (kitty, kitty_points) = match self.rules.kitty_shown {
            KittyShown::End => (listed(layout, kitty), None),
            KittyShown::Never if tally.kitty_factor == 0 => (Vec::new(), None),
            KittyShown::Never => (Vec::new(), Some(kitty.points(layout))),
        };
        let result = RoundResult {
            round: self.round,
            dealer,
            trump: layout.trump(),
            source: record.source,
            call: record.calls.standing(),
            points: tally.points,
            captured: playing.map_or([0; PLAYERS], |playing| playing.captured),
            penalties: playing.map_or(0, |playing| playing.penalties),
            last_trick: playing.and_then(Playing::last_winner),
            kitty,
            kitty_points,
            kitty_factor: tally.kitty_factor,
            end,
            winner: settled.winner,
            gained: settled.gained,
            levels: settled.standing.levels,
            progress: settled.standing.progress,
            next_dealer: settled.next_dealer,
            throws: record.throws,
            deal: self.sealed.open(self.contributions.clone()),
            attempt: self.attempt,
            fell,
        };
        self.parting = last.map(|trick| (layout.trump(), *trick));
        self.history.push(result.clone());
        events.push(Event::RoundOver(Box::new(result)));
        self.turns += 1;
        self.standing = settled.standing;
        self.dealer = Some(settled.next_dealer);
        self.offers = SeatSet::EMPTY;
        self.contributions = Contributions::none(PLAYERS);
        if let Some(winner) = self.match_winner(&settled) {
            self.phase = Phase::Over(winner);
            self.seal();
            events.push(Event::MatchOver { winner });
        } else {
            self.round += 1;
            self.attempt = 0;
            self.again = 0;
            self.phase = Phase::Ready;
            self.seal();
            events.push(self.round_ready());
        }
    }

    /// The team that has won the match with this round, which is in the history: by its levels, or
    /// because no more rounds are to be played.
    fn match_winner(&self, settled: &Settlement) -> Option<Team> {
        let played = self.history.len() as u64;
        let last = self
            .rules
            .rounds
            .is_some_and(|rounds| played >= u64::from(rounds));
        if settled.match_won {
            Some(settled.winner)
        } else if last {
            Some(settled.standing.ahead().unwrap_or(settled.winner))
        } else {
            None
        }
    }
}

/// Whether the declarers, at level J, lost the last trick of the round to the jacks that this rule
/// sends them back for.
fn is_sent_back(layout: &Layout, dealer: Seat, trick: &PlayedTrick, rule: Jack) -> bool {
    let place = (trick.winner.index() + PLAYERS - trick.leader.index()) % PLAYERS;
    let play = trick.plays[place];
    let jacks = play
        .cards(layout)
        .all(|card| card.rank() == Some(Rank::JACK));
    let enough = match rule {
        Jack::Off => false,
        Jack::Single => play.len() == 1,
        Jack::Any => true,
    };
    let lost = Team::of(trick.winner) != Team::of(dealer);
    lost && enough && jacks && layout.trump().rank == Rank::JACK
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::cases;
    use crate::tractor::seating::Wind;
    use crate::tractor::testing::{read, trump};

    /// Whether the last trick, from West to North while North is the dealer, sends the declarers back.
    fn check(case: &[&str]) {
        let [what, plays @ .., winner, expected] = case else {
            panic!("{case:?}");
        };
        let layout = Layout::of(trump(what));
        let plays: [&str; PLAYERS] = plays.try_into().expect("a play each");
        let mut winds = Wind::ALL.into_iter();
        let winner = winds.find(|wind| format!("{wind:?}") == *winner);
        let trick = PlayedTrick {
            leader: Wind::West.seat(),
            plays: plays.map(|play| read(layout, play)),
            winner: winner.expect("a wind").seat(),
            points: 0,
            tried: None,
        };
        let falls = |rule| is_sent_back(layout, Wind::North.seat(), &trick, rule);
        let under = [Jack::Single, Jack::Any].map(falls);
        assert_eq!(format!("{under:?}"), *expected, "{case:?}");
        assert!(!falls(Jack::Off));
    }

    cases::sections! {
        include_str!("../../../fixtures/engine/jacks.cases"), cases::each(check);
        jacks_that_win_the_last_trick_send_declarers_at_level_j_back
    }
}
