//! A replay read again: the table after each turn.

use super::{Change, Replay, words};
use crate::game::{Seat, SeatSet};
use crate::uno::round::MOST_PLAYERS;
use crate::uno::view::{UnoChoices, UnoDecision};
use crate::uno::{Card, Direction, Hand, Notice, OpenEvent, RoundView};

/// The highest number of a decision that is believed.
const MOST_STEPS: u32 = 1_000_000;

/// The most events that are told of one turn.
const MOST_TOLD: usize = 64;

/// The most turns of a round that are shown.
const MOST_TURNS: usize = 20_000;

/// The table after a turn, with open hands.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// What happened since a card was laid last, that card included.
    pub recent: Vec<Notice>,
    /// The round as everybody saw it; none when it is over.
    pub round: Option<RoundView>,
    /// The hands by seat.
    pub hands: [Hand; MOST_PLAYERS],
    /// Seats that left the match.
    pub left: SeatSet,
}

impl Replay {
    /// The table after the deal and after each turn; the last one is that after the end, if the
    /// round is over. What does not make sense is passed over.
    pub fn boards(&self) -> Vec<Board> {
        let mut boards: Vec<Board> = Vec::new();
        for change in self.turns.iter().take(MOST_TURNS) {
            let board = self.after(boards.last(), change);
            boards.push(board);
        }
        if let Some(result) = &self.result {
            let before = boards.last();
            let mut hands = [Hand::EMPTY; MOST_PLAYERS];
            for (hand, held) in hands.iter_mut().zip(result.held()) {
                *hand = held;
            }
            let end = Board {
                recent: self.told(before, result.kept, &result.did),
                round: None,
                hands,
                left: before.map_or(SeatSet::EMPTY, |board| board.left),
            };
            boards.push(end);
        }
        boards
    }

    fn told(&self, before: Option<&Board>, kept: u16, did: &[String]) -> Vec<Notice> {
        let old = before.map_or(&[][..], |board| &board.recent);
        let from = old.len().saturating_sub(usize::from(kept));
        let new = did
            .iter()
            .filter_map(|words| words::notice(words, self.round));
        old[from..]
            .iter()
            .cloned()
            .chain(new)
            .take(MOST_TOLD)
            .collect()
    }

    fn after(&self, before: Option<&Board>, change: &Change) -> Board {
        let mut recent = self.told(before, change.kept, &change.did);
        let new = self.told(None, 0, &change.did);
        let earlier = before.and_then(|board| board.round.as_ref());
        let mut hands = before.map_or([Hand::EMPTY; MOST_PLAYERS], |board| board.hands);
        for (seat, words) in &change.hands {
            if let Some(hand) = hands.get_mut(usize::from(*seat)) {
                words::change(hand, words);
            }
        }
        let laid = new.iter().rev().find_map(laid);
        let top = change.top.or(laid).or(earlier.map(|round| round.top));
        let top = top.unwrap_or(Card::WILD);
        let step = earlier.map_or(0, |round| round.step + 1);
        let first = self.order.first().copied().unwrap_or(Seat::new(0));
        let turn = known(change.turn).or(earlier.map(|round| round.turn));
        let turn = turn.unwrap_or(first);
        let kept = before.map_or(0, |board| board.recent.len());
        let kept = kept.min(usize::from(change.kept)).min(recent.len());
        tell_again(&mut recent[kept..], turn);
        Board {
            recent,
            round: Some(RoundView {
                step: step.saturating_add(change.more).min(MOST_STEPS),
                top,
                color: change.color.or(top.color()),
                direction: match change.turned {
                    true => Direction::Backward,
                    false => Direction::Forward,
                },
                turn,
                decision: match change.decides.as_str() {
                    "drawn" => UnoDecision::AfterDrawing,
                    "color" => UnoDecision::Color,
                    "swap" => UnoDecision::Swap,
                    _ => UnoDecision::Turn,
                },
                next: turn,
                owed: change.owed,
                callable: change.callable,
                hand_sizes: hands.iter().map(Hand::len).collect(),
                draw_pile: change
                    .pile
                    .or(earlier.map(|round| round.draw_pile))
                    .unwrap_or(0),
                discards: 0,
                gone: Vec::new(),
                lacks: Vec::new(),
                color_before: None,
                last_play: None,
                said_uno: set(&change.said),
                exposed: known(change.exposed),
                out: change.out.clone(),
                warned: false,
                hand: Vec::new(),
                playable: Vec::new(),
                would_bluff: false,
                drawn: None,
                may: UnoChoices::default(),
                shown: None,
            }),
            hands,
            left: set(&change.left),
        }
    }

    /// All seats in the order of play.
    pub fn seats(&self) -> Vec<Seat> {
        let order = self.order.iter().copied();
        order.filter_map(|seat| known(Some(seat))).collect()
    }
}

/// Has a Reverse say that the same player plays again, where it does not: earlier recordings left that out.
fn tell_again(new: &mut [Notice], turn: Seat) {
    let mut by = None;
    for notice in new {
        match notice {
            Notice::Open(OpenEvent::Played { seat, .. }) => by = Some(*seat),
            Notice::Open(OpenEvent::Reversed { again, .. }) => *again |= by == Some(turn),
            _ => {}
        }
    }
}

/// The card that a notice puts on top.
fn laid(notice: &Notice) -> Option<Card> {
    match notice {
        Notice::Open(OpenEvent::Played { card, .. } | OpenEvent::Dealt { start: card, .. }) => {
            Some(*card)
        }
        _ => None,
    }
}

/// A seat that there is.
fn known(seat: Option<Seat>) -> Option<Seat> {
    seat.filter(|seat| seat.index() < MOST_PLAYERS)
}

fn set(seats: &[Seat]) -> SeatSet {
    seats.iter().filter_map(|seat| known(Some(*seat))).collect()
}
