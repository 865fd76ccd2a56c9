//! The honours of a round of tractor.

use super::Honour;
use crate::game::Seat;
use crate::tractor::card::{Card, Rank};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::replay::{Outcome, Replay, TrickReplay};
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::shape::{Lead, UnitKind};
use crate::tractor::trump::EffectiveSuit;

/// What was earned in a finished round, by seat; each at most once.
pub fn honours(replay: &Replay) -> Vec<(Seat, Honour)> {
    let (Some(trump), Some(outcome)) = (replay.trump(), replay.outcome()) else {
        return Vec::new();
    };
    let layout = Layout::of(trump);
    let mut earned = Vec::new();
    for trick in &replay.tricks {
        led(layout, trick, &mut earned);
    }
    collected(replay, &mut earned);
    if outcome.surrendered.is_none() && !outcome.agreed {
        kitty(replay, &outcome, &mut earned);
        won(replay, &outcome, &mut earned);
    }
    if outcome.match_over {
        both(outcome.winner, Honour::Match, &mut earned);
    }
    earned.sort_unstable_by_key(|(seat, honour)| (seat.index(), *honour));
    earned.dedup();
    earned
}

fn both(team: Team, honour: Honour, earned: &mut Vec<(Seat, Honour)>) {
    earned.extend(team.seats().map(|seat| (seat, honour)));
}

/// What a player did with a lead, or to one.
fn led(layout: &Layout, trick: &TrickReplay, earned: &mut Vec<(Seat, Honour)>) {
    let read = |cards: &[Card]| Lead::read(layout, Hand::of(layout, cards).ok()?);
    let Some(lead) = trick.plays.first().and_then(|play| read(&play.0)) else {
        return;
    };
    let longest = |lead: &Lead| match lead.units(layout).next().map(|unit| unit.kind) {
        Some(UnitKind::Tractor { pairs }) => pairs,
        Some(UnitKind::Pair | UnitKind::Single) | None => 0,
    };
    let cards = trick.plays[0].0.len();
    if lead.is_throw() && trick.tried.is_empty() {
        earned.extend((cards >= 4).then_some((trick.leader, Honour::Throw)));
        earned.extend((cards >= 8).then_some((trick.leader, Honour::LongThrow)));
    }
    let pairs = longest(&lead);
    earned.extend((pairs >= 3).then_some((trick.leader, Honour::TractorThree)));
    earned.extend((pairs >= 4).then_some((trick.leader, Honour::TractorFour)));
    let turn = (trick.won.index() + PLAYERS - trick.leader.index()) % PLAYERS;
    let by = trick.plays.get(turn).and_then(|play| read(&play.0));
    let suit = |cards: &[Card]| {
        let hand = Hand::of(layout, cards).ok()?;
        hand.only_suit(layout)
    };
    let plain = suit(&trick.plays[0].0).is_some_and(|suit| suit != EffectiveSuit::Trumps);
    if turn > 0
        && pairs >= 2
        && !lead.is_throw()
        && plain
        && suit(&trick.plays[turn].0) == Some(EffectiveSuit::Trumps)
        && by.is_some_and(|by| longest(&by) >= 2)
    {
        earned.push((trick.won, Honour::TrumpTractor));
    }
}

/// What a player won with tricks, and was dealt.
fn collected(replay: &Replay, earned: &mut Vec<(Seat, Honour)>) {
    for seat in Seat::first(PLAYERS as u8) {
        let own = || replay.tricks.iter().filter(|trick| trick.won == seat);
        let points: u16 = own().map(|trick| trick.points).sum();
        let rich = own().any(|trick| trick.points >= 40);
        earned.extend(rich.then_some((seat, Honour::RichTrick)));
        earned.extend((points >= 100).then_some((seat, Honour::Hundred)));
        let many = own().count() >= 15;
        earned.extend(many.then_some((seat, Honour::FifteenTricks)));
        earned.extend((jokers(replay, seat) == 4).then_some((seat, Honour::FourJokers)));
    }
}

/// How many jokers somebody was dealt, those of a kitty that is shown included.
fn jokers(replay: &Replay, seat: Seat) -> usize {
    let hand = replay.hands.get(seat.index());
    let cards = hand.map_or(&[][..], |hand| &hand.0);
    cards.iter().filter(|card| card.is_joker()).count()
}

/// What became of the kitty.
fn kitty(replay: &Replay, outcome: &Outcome, earned: &mut Vec<(Seat, Honour)>) {
    let (Some(last), Some(trick)) = (outcome.last_trick, replay.tricks.last()) else {
        return;
    };
    let counted = || outcome.kitty.0.iter().map(|card| card.points()).sum();
    let points: u16 = outcome.kitty_points.unwrap_or_else(counted);
    if Team::of(last) == Team::of(outcome.dealer) {
        let turn = (last.index() + PLAYERS - trick.leader.index()) % PLAYERS;
        let play = trick.plays.get(turn);
        let joker = play.is_some_and(|play| play.0.iter().any(|card| card.is_joker()));
        earned.extend((joker && points > 0).then_some((last, Honour::JokerSaves)));
        earned.extend((points >= 25).then_some((outcome.dealer, Honour::RichKitty)));
    } else if points > 0 {
        let factor = outcome.kitty_factor;
        earned.extend((factor >= 2).then_some((last, Honour::KittyCaptured)));
        earned.extend((factor >= 4).then_some((last, Honour::KittyFour)));
        earned.extend((factor >= 8).then_some((last, Honour::KittyEight)));
    }
}

/// How the round was won.
fn won(replay: &Replay, outcome: &Outcome, earned: &mut Vec<(Seat, Honour)>) {
    let winner = outcome.winner;
    let declares = winner == Team::of(outcome.dealer);
    let mut add = |yes: bool, honour: Honour| {
        if yes {
            both(winner, honour, earned);
        }
    };
    add(declares && outcome.points == 0, Honour::Shutout);
    add(!declares && outcome.points >= 160, Honour::DoubleScore);
    add(
        !declares && outcome.points == outcome.needed,
        Honour::JustEnough,
    );
    add(
        declares && outcome.points + 5 == outcome.needed,
        Honour::HairsBreadth,
    );
    add(declares && replay.suit.is_none(), Honour::NoTrump);
    add(
        declares && replay.level == Some(Rank::ACE),
        Honour::LastLevel,
    );
    let none =
        !replay.hands.is_empty() && winner.seats().iter().all(|seat| jokers(replay, *seat) == 0);
    add(none, Honour::NoJoker);
}
