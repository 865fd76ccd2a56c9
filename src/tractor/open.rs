//! A round that is over, laid open: what pages, honours and readers of exported matches are told of it.

use serde::Serialize;

use super::action::{RoundEnd, RoundResult};
use super::card::Card;
use super::rules::Rules;
use super::seating::PLAYERS;
use super::view::{PhaseView, TrickView, View};
use crate::game::Seat;

/// A round that is over. What is told of it is that of the view before its end and of the one after it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OpenRound {
    /// The round, counted from 1.
    pub round: u32,
    /// The calls in order, with the cards that were shown for them.
    pub calls: Vec<(Seat, Vec<Card>)>,
    /// Cards of the kitty that were turned over because nobody called.
    pub flipped: Vec<Card>,
    /// Who had taken the kitty over when it was buried for the last time.
    pub taken_over: Option<Seat>,
    /// The hands by seat before the kitty was buried, that of who buried it with it unless the house never
    /// shows it; empty if the round ended before that.
    pub hands: Vec<Vec<Card>>,
    /// The cards buried; empty if the house never shows them.
    pub kitty: Vec<Card>,
    /// The tricks that were played to the end.
    pub tricks: Vec<TrickView>,
    /// The result.
    pub result: RoundResult,
    /// The house rules.
    #[serde(skip)]
    pub rules: Rules,
    /// Whether the match was over with it.
    #[serde(skip)]
    pub match_over: bool,
}

impl OpenRound {
    /// The round of these views of all, the last of them after its end; `None` if that is no end of a round.
    pub fn of(frames: &[View]) -> Option<Self> {
        let [.., before, after] = frames else {
            return None;
        };
        Self::between(before, after)
    }

    /// The round that ended between these views of all.
    pub fn between(before: &View, after: &View) -> Option<Self> {
        let result = after.history.last()?.clone();
        let mut round = Self {
            round: result.round,
            calls: Vec::new(),
            flipped: Vec::new(),
            taken_over: None,
            hands: Vec::new(),
            kitty: Vec::new(),
            tricks: Vec::new(),
            result,
            rules: after.rules,
            match_over: matches!(after.phase, PhaseView::Over { .. }),
        };
        // A round can be given up before a card is played.
        if let (PhaseView::Playing { .. }, Some(open)) = (&before.phase, &before.open) {
            let calls = before.calls.iter();
            let shown = calls.map(|(seat, call)| (*seat, call.cards(before.level)));
            round.calls = shown.collect();
            round.flipped.clone_from(&before.flipped);
            round.taken_over = before.taken_over;
            round.hands = open.hands.to_vec();
            round.kitty.clone_from(&open.kitty);
            round.tricks.clone_from(&before.tricks);
            let last = after.parting.clone();
            let last = last.filter(|_| round.result.end == RoundEnd::PlayedOut);
            round.tricks.extend(last);
        }
        Some(round)
    }

    /// Who buried the kitty.
    pub fn burier(&self) -> Seat {
        self.taken_over.unwrap_or(self.result.dealer)
    }

    /// What each seat held before each trick, and at the end.
    pub fn holdings(&self) -> Vec<[Vec<Card>; PLAYERS]> {
        let dealt = |seat: usize| self.hands.get(seat).cloned().unwrap_or_default();
        let mut hands: [Vec<Card>; PLAYERS] = std::array::from_fn(dealt);
        take(&mut hands[self.burier().index()], &self.kitty);
        let mut holdings = vec![hands.clone()];
        for trick in &self.tricks {
            for (seat, play) in (trick.leader.index()..).zip(&trick.plays) {
                take(&mut hands[seat % PLAYERS], play);
            }
            holdings.push(hands.clone());
        }
        holdings
    }
}

/// Takes cards out of a hand.
fn take(hand: &mut Vec<Card>, cards: &[Card]) {
    for card in cards {
        if let Some(at) = hand.iter().position(|held| held == card) {
            hand.remove(at);
        }
    }
}
