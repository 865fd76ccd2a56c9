//! What is noted of a round while it is played, for showing it when it is over.

use super::judge::listed;
use super::record::{PlayedTrick, RoundRecord};
use super::{Phase, Tractor};
use crate::tractor::action::RoundEnd;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::replay::{CardList, Outcome, Replay, TrickReplay, shown};
use crate::tractor::round::Playing;
use crate::tractor::rules::KittyShown;

/// See [`Game::recording`](crate::game::Game::recording). The hands are those of the present moment with all
/// that was played from them, so that nothing is missed whenever it begins.
pub(super) fn recording(game: &Tractor, replay: &mut Replay) -> Option<u32> {
    let same = replay.round == game.round;
    match &game.phase {
        Phase::Playing(playing, record) => {
            let seen = replay.tricks.len();
            if !same || replay.hands.is_empty() || seen > record.tricks.len() {
                let buried = match game.rules.kitty_shown {
                    KittyShown::End => playing.kitty(),
                    KittyShown::Never => Hand::EMPTY,
                };
                *replay = begun(game.round, playing, record, buried);
            }
            let new = record.tricks.iter().skip(replay.tricks.len());
            let layout = playing.layout();
            replay.tricks.extend(new.map(|trick| told(layout, trick)));
            None
        }
        // A round can be given up before a card is played.
        Phase::Burying(..) | Phase::Overcalls(..) if same && replay.hands.is_empty() => None,
        Phase::Burying(..) | Phase::Overcalls(..) => {
            *replay = Replay {
                round: game.round,
                ..Replay::default()
            };
            None
        }
        Phase::Ready | Phase::Dealing(_) | Phase::CallWindow(_) | Phase::Over(_) => {
            end(game, replay)
        }
    }
}

/// Adds the result if the round of the replay is over; one that was given up is forgotten.
fn end(game: &Tractor, replay: &mut Replay) -> Option<u32> {
    if replay.round == 0 {
        return None;
    }
    let last = game.history.last();
    let Some(result) = last.filter(|result| result.round == replay.round) else {
        *replay = Replay::default();
        return None;
    };
    if replay.result.is_none() {
        (replay.level, replay.suit) = (Some(result.trump.rank), result.trump.suit);
        replay.permanent = result.trump.permanent;
        replay.dealer = Some(result.dealer);
        let parting = game.parting.as_deref();
        if let (RoundEnd::PlayedOut, Some((trump, trick))) = (result.end, parting) {
            replay.tricks.push(told(Layout::of(*trump), trick));
        }
        let over = matches!(game.phase, Phase::Over(_));
        replay.result = Some(Outcome::of(result, over, &game.rules));
    }
    Some(result.round)
}

/// A round in play without its tricks; `buried` is what may be seen of the kitty.
fn begun(round: u32, playing: &Playing, record: &RoundRecord, buried: Hand) -> Replay {
    let layout = playing.layout();
    let trump = layout.trump();
    let mut hands = *playing.hands();
    let dealer = playing.dealer();
    let buried_by = record.taken_over.unwrap_or(dealer);
    hands[buried_by.index()] = hands[buried_by.index()].plus(buried);
    let whole = record.tricks.iter().map(|t| (t.leader, &t.plays[..]));
    let open = (playing.trick().leader(), playing.trick().plays());
    for (leader, plays) in whole.chain([open]) {
        for (seat, play) in (leader.index()..).zip(plays) {
            let hand = &mut hands[seat % 4];
            *hand = hand.plus(*play);
        }
    }
    let cards = |hand: Hand| CardList(listed(layout, hand));
    Replay {
        round,
        level: Some(trump.rank),
        suit: trump.suit,
        permanent: trump.permanent,
        dealer: Some(dealer),
        calls: record
            .calls
            .iter()
            .map(|call| shown(call, trump.rank))
            .collect(),
        flipped: CardList(record.flipped.clone()),
        taken_over: record.taken_over,
        hands: hands.map(cards).into(),
        buried: cards(buried),
        tricks: Vec::with_capacity(25),
        result: None,
    }
}

fn told(layout: &Layout, trick: &PlayedTrick) -> TrickReplay {
    let cards = |hand: &Hand| CardList(listed(layout, *hand));
    TrickReplay {
        leader: trick.leader,
        plays: trick.plays.iter().map(cards).collect(),
        tried: trick.tried.as_ref().map(cards).unwrap_or_default(),
        won: trick.winner,
        points: trick.points,
    }
}
