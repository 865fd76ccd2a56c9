//! What players may do when: every refusal of a match is found here, before anything changes.

use super::record::RoundRecord;
use super::{Phase, Tractor};
use crate::game::Seat;
use crate::tractor::action::{Action, Call, Contribution};
use crate::tractor::card::Card;
use crate::tractor::deck::KITTY;
use crate::tractor::follow::{Breach, FollowRules};
use crate::tractor::hand::{Hand, Layout, NotHeld};
use crate::tractor::rejection::{Rejection, Stay};
use crate::tractor::round::{Burying, Playing, Refused};
use crate::tractor::rules::{ForcedPlays, Rules, TakeBack, WhoDeals};
use crate::tractor::seating::{PLAYERS, Team, partner};
use crate::tractor::{follow, round};

/// An action that was judged possible.
pub(super) enum JudgedAction {
    Contribute(Contribution),
    Deal,
    Call(Call),
    PassCall,
    Bury(Playing),
    Play(round::JudgedPlay),
    OfferSurrender,
    Surrender(Team),
    PlayOn,
    TakeBackCall,
    TakeBackPlay,
}

impl From<NotHeld> for Rejection {
    fn from(NotHeld { card, held }: NotHeld) -> Self {
        Rejection::NotHeld { card, held }
    }
}

impl Tractor {
    pub(super) fn judge(&self, seat: Seat, action: Action) -> Result<JudgedAction, Rejection> {
        if seat.index() >= PLAYERS {
            return Err(Rejection::NoSuchSeat { seat });
        }
        match (action, &self.phase) {
            (Action::Contribute(words), Phase::Ready) => Ok(JudgedAction::Contribute(words)),
            (Action::Deal, Phase::Ready) => self.judge_deal(seat),
            (Action::Call(call), Phase::Dealing(dealing)) => {
                dealing.judge_call(seat, call, &self.rules)?;
                Ok(JudgedAction::Call(call))
            }
            (Action::Call(call), Phase::CallWindow(window)) => {
                window.judge_call(seat, call, &self.rules)?;
                Ok(JudgedAction::Call(call))
            }
            (Action::PassCall, Phase::CallWindow(window)) => {
                window.judge_pass(seat)?;
                Ok(JudgedAction::PassCall)
            }
            (Action::Call(call), Phase::Overcalls(overcalls, record)) => {
                overcalls.judge_call(seat, call, &record.calls, &self.rules)?;
                Ok(JudgedAction::Call(call))
            }
            (Action::PassCall, Phase::Overcalls(overcalls, _)) => {
                overcalls.judge_pass(seat)?;
                Ok(JudgedAction::PassCall)
            }
            (Action::Bury(cards), Phase::Burying(burying, _)) => judge_bury(burying, seat, &cards),
            (Action::Play(cards), Phase::Playing(playing, _)) => {
                self.judge_play(playing, seat, &cards)
            }
            (Action::Surrender, phase) if phase.fixed().is_some() => self.judge_surrender(seat),
            (Action::PlayOn, phase) if phase.fixed().is_some() => {
                let offered = [seat, partner(seat)].map(|seat| self.offers.contains(seat));
                if !offered.contains(&true) {
                    return Err(Rejection::NoOffer);
                }
                Ok(JudgedAction::PlayOn)
            }
            (Action::TakeBack, _) => self.judge_take_back(seat),
            (_, phase) => Err(Rejection::WrongPhase {
                phase: phase.name(),
            }),
        }
    }

    fn judge_deal(&self, seat: Seat) -> Result<JudgedAction, Rejection> {
        match (self.rules.who_deals, self.opening().dealer) {
            // A deal that waits for somebody after redeals waits for anybody.
            (WhoDeals::Dealer, Some(dealer)) if dealer != seat && self.attempt == 0 => {
                Err(Rejection::DealIsFor { dealer })
            }
            (WhoDeals::Anybody | WhoDeals::Dealer, _) => Ok(JudgedAction::Deal),
        }
    }

    pub(super) fn judge_take_back(&self, seat: Seat) -> Result<JudgedAction, Rejection> {
        let why = match &self.phase {
            Phase::Dealing(dealing) => {
                dealing.judge_take_back(seat, &self.rules)?;
                return Ok(JudgedAction::TakeBackCall);
            }
            Phase::CallWindow(window) => {
                window.judge_take_back(seat, &self.rules)?;
                return Ok(JudgedAction::TakeBackCall);
            }
            Phase::Playing(playing, record) => match (self.rules.take_back, record.last) {
                (TakeBack::Off, _) => Stay::PlaysStand,
                (TakeBack::On, _) if last_played(playing, record) != Some(seat) => Stay::NotTheirs,
                (TakeBack::On, Some(_)) => return Ok(JudgedAction::TakeBackPlay),
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
    fn judge_surrender(&self, seat: Seat) -> Result<JudgedAction, Rejection> {
        if self.offers.contains(seat) {
            return Err(Rejection::OfferStands);
        }
        if self.offers.contains(partner(seat)) {
            return Ok(JudgedAction::Surrender(Team::of(seat)));
        }
        Ok(JudgedAction::OfferSurrender)
    }

    fn judge_play(
        &self,
        playing: &Playing,
        seat: Seat,
        cards: &[Card],
    ) -> Result<JudgedAction, Rejection> {
        let turn = playing.trick.to_play();
        if seat != turn {
            return Err(Rejection::NotYourTurn { turn });
        }
        let hand = playing.hand(seat);
        let play = hand.pick(playing.layout, cards)?;
        let refused = match playing.judge(play, &self.rules) {
            Ok(ruling) => return Ok(JudgedAction::Play(ruling)),
            Err(refused) => refused,
        };
        Err(self.explain(playing, hand, play, cards, refused))
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

fn judge_bury(burying: &Burying, seat: Seat, cards: &[Card]) -> Result<JudgedAction, Rejection> {
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
    Ok(JudgedAction::Bury(playing))
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
