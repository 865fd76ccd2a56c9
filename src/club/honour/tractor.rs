//! The honours of a round of tractor.

use super::Honour;
use crate::game::Seat;
use crate::tractor::action::{RoundEnd, RoundResult};
use crate::tractor::card::{Card, Rank};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::open::OpenRound;
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::shape::{Lead, UnitKind};
use crate::tractor::trump::EffectiveSuit;
use crate::tractor::view::{TrickView, View};

/// What was earned in a finished round, by seat; each at most once.
pub fn honours(before: &View, after: &View) -> Vec<(Seat, Honour)> {
    let round = OpenRound::between(before, after);
    round.map_or_else(Vec::new, |round| of_round(&round))
}

/// The same of a round that is laid open.
pub(in crate::club) fn of_round(round: &OpenRound) -> Vec<(Seat, Honour)> {
    let layout = Layout::of(round.result.trump);
    let mut earned = Vec::new();
    for trick in &round.tricks {
        led(layout, trick, &mut earned);
    }
    collected(round, &mut earned);
    if round.result.end == RoundEnd::PlayedOut {
        kitty(round, &mut earned);
        won(round, &mut earned);
    }
    if round.match_over {
        both(round.result.winner, Honour::Match, &mut earned);
    }
    earned.sort_unstable_by_key(|(seat, honour)| (seat.index(), *honour));
    earned.dedup();
    earned
}

fn both(team: Team, honour: Honour, earned: &mut Vec<(Seat, Honour)>) {
    earned.extend(team.seats().map(|seat| (seat, honour)));
}

/// What a player did with a lead, or to one.
fn led(layout: &Layout, trick: &TrickView, earned: &mut Vec<(Seat, Honour)>) {
    let read = |cards: &[Card]| Lead::read(layout, Hand::of(layout, cards).ok()?);
    let Some(lead) = trick.plays.first().and_then(|play| read(play)) else {
        return;
    };
    let longest = |lead: &Lead| match lead.units(layout).next().map(|unit| unit.kind) {
        Some(UnitKind::Tractor { pairs }) => pairs,
        Some(UnitKind::Pair | UnitKind::Single) | None => 0,
    };
    let cards = trick.plays[0].len();
    if lead.is_throw() && trick.failed_throw.is_none() {
        earned.extend((cards >= 4).then_some((trick.leader, Honour::Throw)));
        earned.extend((cards >= 8).then_some((trick.leader, Honour::LongThrow)));
    }
    let pairs = longest(&lead);
    earned.extend((pairs >= 3).then_some((trick.leader, Honour::TractorThree)));
    earned.extend((pairs >= 4).then_some((trick.leader, Honour::TractorFour)));
    let won = trick.winning.unwrap_or(trick.leader);
    let turn = (won.index() + PLAYERS - trick.leader.index()) % PLAYERS;
    let by = trick.plays.get(turn).and_then(|play| read(play));
    let suit = |cards: &[Card]| {
        let hand = Hand::of(layout, cards).ok()?;
        hand.only_suit(layout)
    };
    let plain = suit(&trick.plays[0]).is_some_and(|suit| suit != EffectiveSuit::Trumps);
    if turn > 0
        && pairs >= 2
        && !lead.is_throw()
        && plain
        && suit(&trick.plays[turn]) == Some(EffectiveSuit::Trumps)
        && by.is_some_and(|by| longest(&by) >= 2)
    {
        earned.push((won, Honour::TrumpTractor));
    }
}

/// What a player won with tricks, and was dealt.
fn collected(round: &OpenRound, earned: &mut Vec<(Seat, Honour)>) {
    for seat in Seat::first(PLAYERS as u8) {
        let tricks = round.tricks.iter();
        let own = || tricks.clone().filter(|trick| trick.winning == Some(seat));
        let points: u16 = own().map(|trick| trick.points).sum();
        let rich = own().any(|trick| trick.points >= 40);
        earned.extend(rich.then_some((seat, Honour::RichTrick)));
        earned.extend((points >= 100).then_some((seat, Honour::Hundred)));
        let many = own().count() >= 15;
        earned.extend(many.then_some((seat, Honour::FifteenTricks)));
        earned.extend((jokers(round, seat) == 4).then_some((seat, Honour::FourJokers)));
    }
}

/// How many jokers somebody was dealt, those of a kitty that is shown included.
fn jokers(round: &OpenRound, seat: Seat) -> usize {
    let hand = round.hands.get(seat.index()).into_iter().flatten();
    hand.filter(|card| card.is_joker()).count()
}

/// What became of the kitty.
fn kitty(round: &OpenRound, earned: &mut Vec<(Seat, Honour)>) {
    let outcome: &RoundResult = &round.result;
    let (Some(last), Some(trick)) = (outcome.last_trick, round.tricks.last()) else {
        return;
    };
    let counted = || outcome.kitty.iter().map(|card| card.points()).sum();
    let points: u16 = outcome.kitty_points.unwrap_or_else(counted);
    if Team::of(last) == Team::of(outcome.dealer) {
        let turn = (last.index() + PLAYERS - trick.leader.index()) % PLAYERS;
        let play = trick.plays.get(turn);
        let joker = play.is_some_and(|play| play.iter().any(|card| card.is_joker()));
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
fn won(round: &OpenRound, earned: &mut Vec<(Seat, Honour)>) {
    let (outcome, needed) = (&round.result, round.rules.points_to_win.0);
    let winner = outcome.winner;
    let declares = winner == Team::of(outcome.dealer);
    let mut add = |yes: bool, honour: Honour| {
        if yes {
            both(winner, honour, earned);
        }
    };
    add(declares && outcome.points == 0, Honour::Shutout);
    add(!declares && outcome.points >= 160, Honour::DoubleScore);
    add(!declares && outcome.points == needed, Honour::JustEnough);
    add(
        declares && outcome.points + 5 == needed,
        Honour::HairsBreadth,
    );
    add(declares && outcome.trump.suit.is_none(), Honour::NoTrump);
    add(
        declares && outcome.trump.rank == Rank::ACE,
        Honour::LastLevel,
    );
    let none =
        !round.hands.is_empty() && winner.seats().iter().all(|seat| jokers(round, *seat) == 0);
    add(none, Honour::NoJoker);
}
