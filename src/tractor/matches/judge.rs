//! What players may do when: every refusal of a match is found here, before anything changes. What may be done is
//! carried out in `settle`.

use super::record::RoundRecord;
use super::{Phase, Tractor};
use crate::game::Seat;
use crate::tractor::action::{Action, RoundEnd};
use crate::tractor::card::Card;
use crate::tractor::deck::KITTY;
use crate::tractor::event::Event;
use crate::tractor::follow::{Breach, FollowRules};
use crate::tractor::hand::{Hand, Layout, NotHeld};
use crate::tractor::rejection::{Rejection, Stay};
use crate::tractor::round::{Burying, Playing, Refused};
use crate::tractor::rules::{ForcedPlays, Rules, TakeBack, WhoDeals};
use crate::tractor::seating::{PLAYERS, Team, partner};
use crate::tractor::{follow, round};

impl From<NotHeld> for Rejection {
    fn from(NotHeld { card, held }: NotHeld) -> Self {
        Rejection::NotHeld { card, held }
    }
}

impl Tractor {
    /// Carries out an action that may be.
    pub(super) fn try_action(
        &mut self,
        seat: Seat,
        action: Action,
    ) -> Result<Vec<Event>, Rejection> {
        if seat.index() >= PLAYERS {
            return Err(Rejection::NoSuchSeat { seat });
        }
        match (action, &self.phase) {
            (Action::Contribute(words), Phase::Ready) => Ok(self.contribute(seat, words)),
            (Action::Deal, Phase::Ready) => {
                self.judge_deal(seat)?;
                Ok(vec![self.start_deal()])
            }
            (Action::Call(call), Phase::Dealing(dealing)) => {
                dealing.judge_call(seat, call, &self.rules)?;
                Ok(self.call(seat, call))
            }
            (Action::Call(call), Phase::CallWindow(window)) => {
                window.judge_call(seat, call, &self.rules)?;
                Ok(self.call(seat, call))
            }
            (Action::PassCall, Phase::CallWindow(window)) => {
                window.judge_pass(seat)?;
                Ok(self.pass(seat))
            }
            (Action::Call(call), Phase::Overcalls(overcalls, record)) => {
                overcalls.judge_call(seat, call, &record.calls, &self.rules)?;
                Ok(self.call(seat, call))
            }
            (Action::PassCall, Phase::Overcalls(overcalls, _)) => {
                overcalls.judge_pass(seat)?;
                Ok(self.pass(seat))
            }
            (Action::Bury(cards), Phase::Burying(burying, _)) => {
                let playing = judge_bury(burying, seat, &cards)?;
                Ok(vec![self.bury(seat, playing)])
            }
            (Action::Play(cards), Phase::Playing(playing, _)) => {
                let ruling = self.judge_play(playing, seat, &cards)?;
                let may_go_back = self.rules.take_back == TakeBack::On;
                Ok(self.play(ruling, may_go_back))
            }
            (Action::Surrender, phase) if phase.fixed().is_some() => self.surrender(seat),
            (Action::PlayOn, phase) if phase.fixed().is_some() => self.play_on(seat),
            (Action::TakeBack, _) => {
                self.judge_take_back(seat)?;
                Ok(self.take_back(seat))
            }
            (_, phase) => Err(Rejection::WrongPhase {
                phase: phase.name(),
            }),
        }
    }

    fn judge_deal(&self, seat: Seat) -> Result<(), Rejection> {
        match (self.rules.who_deals, self.opening().dealer) {
            // A deal that waits for somebody after redeals waits for anybody.
            (WhoDeals::Dealer, Some(dealer)) if dealer != seat && self.attempt == 0 => {
                Err(Rejection::DealIsFor { dealer })
            }
            (WhoDeals::Anybody | WhoDeals::Dealer, _) => Ok(()),
        }
    }

    pub(super) fn judge_take_back(&self, seat: Seat) -> Result<(), Rejection> {
        let why = match &self.phase {
            Phase::Dealing(dealing) => return dealing.judge_take_back(seat, &self.rules),
            Phase::CallWindow(window) => return window.judge_take_back(seat, &self.rules),
            Phase::Playing(playing, record) => match (self.rules.take_back, record.last) {
                (TakeBack::Off, _) => Stay::PlaysStand,
                (TakeBack::On, _) if last_played(playing, record) != Some(seat) => Stay::NotTheirs,
                (TakeBack::On, Some(_)) => return Ok(()),
                (TakeBack::On, None) => Stay::Told,
            },
            Phase::Ready | Phase::Burying(..) | Phase::Overcalls(..) | Phase::Over(_) => {
                return Err(Rejection::WrongPhase {
                    phase: self.phase.name(),
                });
            }
        };
        Err(Rejection::Stays { why })
    }

    /// The first of a team offers, the second agrees.
    fn surrender(&mut self, seat: Seat) -> Result<Vec<Event>, Rejection> {
        if self.offers.contains(seat) {
            return Err(Rejection::OfferStands);
        }
        if self.offers.contains(partner(seat)) {
            let team = Team::of(seat);
            return Ok(self.give_up(team, RoundEnd::Surrendered(team)));
        }
        self.offers.insert(seat);
        Ok(vec![Event::SurrenderOffered { seat }])
    }

    fn play_on(&mut self, seat: Seat) -> Result<Vec<Event>, Rejection> {
        let both = [seat, partner(seat)];
        if !both.iter().any(|seat| self.offers.contains(*seat)) {
            return Err(Rejection::NoOffer);
        }
        for seat in both {
            self.offers.remove(seat);
        }
        Ok(vec![Event::SurrenderOff { seat }])
    }

    fn judge_play(
        &self,
        playing: &Playing,
        seat: Seat,
        cards: &[Card],
    ) -> Result<round::JudgedPlay, Rejection> {
        let turn = playing.trick.to_play();
        if seat != turn {
            return Err(Rejection::NotYourTurn { turn });
        }
        let hand = playing.hand(seat);
        let play = hand.pick(playing.layout, cards)?;
        let ruling = playing.judge(play, &self.rules);
        ruling.map_err(|refused| self.explain(playing, hand, play, cards, refused))
    }

    /// Turns the core's refusal of held cards into one that says what is due, with an example.
    fn explain(
        &self,
        playing: &Playing,
        hand: Hand,
        play: Hand,
        cards: &[Card],
        refused: Refused,
    ) -> Rejection {
        let layout = playing.layout;
        match (refused, playing.trick.lead.as_ref(), cards) {
            (Refused::Follow(breach), Some(lead), _) => {
                let rules = FollowRules::from(&self.rules);
                let due = follow::Due::of(layout, rules, lead, hand);
                let example = listed(layout, follow::lowest(layout, rules, lead, hand));
                match breach {
                    Breach::Count { due, given } => Rejection::WrongCount {
                        due,
                        given,
                        example,
                    },
                    Breach::Suit { .. } | Breach::Pairs { .. } | Breach::Tractor { .. } => {
                        Rejection::MustFollow {
                            breach,
                            due,
                            example,
                        }
                    }
                }
            }
            (Refused::MixedLead, _, [first, ..]) => {
                let suit = layout.trump().effective_suit(*first);
                let example = listed(layout, play.in_suit(layout, suit));
                Rejection::MixedLead { example }
            }
            _ => Rejection::NoCards,
        }
    }
}

fn judge_bury(burying: &Burying, seat: Seat, cards: &[Card]) -> Result<Playing, Rejection> {
    let dealer = burying.by;
    if seat != dealer {
        return Err(Rejection::NotDealer { dealer });
    }
    let hand = burying.hands[seat.index()];
    let kitty = hand.pick(burying.layout, cards)?;
    let playing = burying.bury(kitty).ok_or(Rejection::KittyCount {
        given: kitty.len() as u8,
    })?;
    debug_assert_eq!(kitty.len() as usize, KITTY);
    Ok(playing)
}

/// Who made the last play of the round, if anybody played yet.
fn last_played(playing: &Playing, record: &RoundRecord) -> Option<Seat> {
    let trick = &playing.trick;
    let (leader, plays) = match (trick.plays().len(), record.tricks.last()) {
        (0, last) => (last?.leader, PLAYERS),
        (plays, _) => (trick.leader, plays),
    };
    Some(Seat::new(((leader.index() + plays - 1) % PLAYERS) as u8))
}

/// Cards as people and events list them: suit by suit, low to high.
pub(super) fn listed(layout: &Layout, cards: Hand) -> Vec<Card> {
    cards.cards(layout).collect()
}

/// The play that the clock makes for the player on turn: the only legal one, and never a lead.
pub(super) fn forced(playing: &Playing, rules: &Rules) -> Option<round::JudgedPlay> {
    if rules.forced_plays == ForcedPlays::Player {
        return None;
    }
    let lead = playing.trick.lead.as_ref()?;
    let hand = playing.hand(playing.to_play()?);
    let play = follow::only(playing.layout, rules.into(), lead, hand)?;
    playing.judge(play, rules).ok()
}
