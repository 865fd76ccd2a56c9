//! The greedy player: takes points and cheap tricks, adds points to its partner's, saves the rest.
//!
//! It rates every legal follow (a sample where there are many) by what the play wins and what it
//! costs. It counts the cards that are out, but does not remember who has run out of a suit.

use super::lowest::lowest_kitty;
use super::sight::{OpenTrick, PlayTurn, Sight};
use crate::chance::Seed;
use crate::game::Seat;
use crate::players::Player;
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Call, CallKind};
use crate::tractor::card::{Card, Rank};
use crate::tractor::deck::KITTY;
use crate::tractor::follow;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::{PLAYERS, Team, partner};
use crate::tractor::shape::{Lead, Unit, UnitKind, Units};
use crate::tractor::throw;
use crate::tractor::trick;
use crate::tractor::trump::{EffectiveSuit, Trump};
use crate::tractor::view::{PhaseView, View};

/// How many follows are looked at where there are more than single cards to choose from.
const SAMPLES: usize = 48;

/// Plays what has the highest immediate value. Deterministic: equal views give equal answers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Greedy;

impl Player<Tractor> for Greedy {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let seat = view.seat()?;
        match &view.phase {
            PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
            PhaseView::Dealing { open, .. } => worthwhile_call(view, seat, open),
            PhaseView::CallWindow { passed, .. } if passed.contains(seat) => None,
            PhaseView::CallWindow { open, .. } => {
                worthwhile_call(view, seat, open).or(Some(Action::PassCall))
            }
            PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. } => {
                act(&Sight::of(view)?)
            }
        }
    }
}

fn act(sight: &Sight<'_>) -> Option<Action> {
    Some(match sight.turn() {
        PlayTurn::Answer => Action::Surrender,
        PlayTurn::Wait => return None,
        PlayTurn::Bury => sight.bury(kitty(sight)),
        PlayTurn::Overcall(open) => {
            worthwhile_call(sight.view, sight.seat, open).unwrap_or(Action::PassCall)
        }
        PlayTurn::Play => sight.play(match sight.table() {
            Some(table) => best_follow(sight, &table),
            None => best_lead(sight),
        }),
    })
}

/// The strongest suit among the open calls, if it is strong enough to be called.
fn worthwhile_call(view: &View, seat: Seat, open: &[Call]) -> Option<Action> {
    let held = |call: Option<Call>| trumps_held(view, call.and_then(Call::suit));
    let standing = view.standing_call();
    let now = held(standing.map(|(_, call)| call));
    let own_side = standing.is_some_and(|(caller, _)| Team::of(caller) == Team::of(seat));
    let best = open.iter().copied().max_by_key(|call| held(Some(*call)))?;
    // A fair share of a quarter of the deck's trumps, and a bit more.
    let enough = 2 + view.hand.len() * 9 / 25;
    let suited = held(Some(best)) >= enough && best.suit().is_some();
    let calls = match (standing, best.kind()) {
        (None, CallKind::Weak | CallKind::Strong) => suited,
        // Overriding shows a pair: it has to be worth it.
        (Some(_), CallKind::Weak | CallKind::Strong) if own_side => {
            suited && held(Some(best)) >= now + 3
        }
        (Some(_), CallKind::Weak | CallKind::Strong) => suited && held(Some(best)) > now,
        (None, CallKind::BigJoker | CallKind::SmallJokers | CallKind::BigJokers) => false,
        // Against a suit of which one has little, no trump suit at all is better.
        (Some(_), CallKind::BigJoker | CallKind::SmallJokers | CallKind::BigJokers) => {
            !own_side && view.hand.len() >= 20 && now <= 7
        }
    };
    calls.then_some(Action::Call(best))
}

/// How many cards of the hand are trumps with this suit.
fn trumps_held(view: &View, suit: Option<crate::tractor::card::Suit>) -> usize {
    let trump = Trump::under(&view.rules, view.level, suit);
    let is_trump = |card: &&Card| trump.effective_suit(**card) == EffectiveSuit::Trumps;
    view.hand.iter().filter(is_trump).count()
}

/// Buries what is worth least: low cards of short suits, no trumps, no points unless it must be.
fn kitty(sight: &Sight<'_>) -> Hand {
    let (layout, hand) = (sight.layout, sight.hand);
    let trump = layout.trump();
    let mut cards: Vec<(i32, Card)> = hand
        .cards(layout)
        .map(|card| {
            let suit = trump.effective_suit(card);
            let length = hand.in_suit(layout, suit).len() as i32;
            let pair = hand.count(layout, card) == 2;
            let ace = card.rank() == Some(Rank::ACE);
            let bonus = if ace { 30 } else { 0 } + if pair { 12 } else { 0 };
            let kept = value(layout, card) + 3 * length + bonus;
            (kept + 4 * i32::from(card.points()), card)
        })
        .collect();
    cards.sort();
    let mut kitty = Hand::EMPTY;
    for (_, card) in cards.into_iter().take(KITTY) {
        kitty.insert(layout, card);
    }
    if kitty.len() as usize == KITTY {
        kitty
    } else {
        lowest_kitty(sight)
    }
}

/// What a card is worth to the one who keeps it, points aside.
fn value(layout: &Layout, card: Card) -> i32 {
    let trump = layout.trump();
    let step = i32::from(trump.step(card));
    match trump.effective_suit(card) {
        EffectiveSuit::Trumps => 30 + 2 * step,
        EffectiveSuit::Side(_) if card.rank() == Some(Rank::ACE) => 24,
        EffectiveSuit::Side(_) => step,
    }
}

/// What it costs to part with these cards: their worth, and the pairs that are broken for them.
fn cost(sight: &Sight<'_>, play: Hand) -> i32 {
    let layout = sight.layout;
    let cards: i32 = play.cards(layout).map(|card| value(layout, card)).sum();
    let broken = play.one() & !play.two() & sight.hand.two();
    cards + 6 * broken.count_ones() as i32
}

/// The legal follow with the highest rating.
fn best_follow(sight: &Sight<'_>, table: &OpenTrick) -> Hand {
    let (layout, rules) = (sight.layout, sight.follow_rules());
    let lowest = follow::lowest(layout, rules, &table.lead, sight.hand);
    let unseen = sight.unseen();
    let mut best = (worth_of(sight, table, unseen, lowest), lowest);
    let mut consider = |play: Hand| {
        let worth = worth_of(sight, table, unseen, play);
        if worth > best.0 {
            best = (worth, play);
        }
    };
    if table.lead.len() == 1 {
        for n in 0..sight.hand.len() {
            let play = sight.hand.nth_copy(n);
            if follow::judge(layout, rules, &table.lead, sight.hand, play).is_ok() {
                consider(play);
            }
        }
    } else {
        // The sample is the same whenever the same is looked at.
        let mut chance = Seed::from_number(u64::from(sight.hand.len())).chance();
        for _ in 0..SAMPLES {
            consider(follow::random(
                layout,
                rules,
                &table.lead,
                sight.hand,
                &mut chance,
            ));
        }
    }
    best.1
}

/// The rating of a follow: the expected points of the trick for the own side, less the cost of the
/// cards.
fn worth_of(sight: &Sight<'_>, table: &OpenTrick, unseen: Hand, play: Hand) -> i32 {
    let layout = sight.layout;
    let rule = sight.view.rules.throw_winner;
    let wins = trick::beats(layout, rule, &table.lead, play, table.standing);
    let last = table.plays + 1 == PLAYERS;
    let partners = table.winning == partner(sight.seat);
    let percent = match (wins, partners) {
        (true, _) if last => 100,
        (true, _) if stands(layout, play, unseen) => 85,
        (true, _) => 45,
        (false, true) if last => 100,
        (false, true) if stands(layout, table.standing, unseen) => 85,
        (false, true) => 45,
        (false, false) if table.plays == 1 => 25,
        (false, false) => 0,
    };
    let points = i32::from(table.points + play.points(layout));
    // Winning a trick is worth a little by itself: the lead.
    let lead = if wins { 4 } else { 0 };
    (2 * percent - 100) * (points + lead) / 10 - 3 * cost(sight, play)
}

/// Whether no unseen card of its own suit beats a play of one suit.
fn stands(layout: &Layout, play: Hand, unseen: Hand) -> bool {
    let lead = Lead::read(layout, play);
    lead.is_some_and(|lead| {
        let mut units = lead.units(layout);
        units.all(|unit| !throw::beats(layout, &lead, &unit, unseen))
    })
}

/// Leads what cannot be beaten, the largest first; failing that a low card without points.
fn best_lead(sight: &Sight<'_>) -> Hand {
    let layout = sight.layout;
    let unseen = sight.unseen();
    let mut best: Option<(i32, Hand)> = None;
    for suit in layout.trump().effective_suits() {
        let cards = sight.hand.in_suit(layout, suit);
        for unit in Units::of(layout, cards) {
            let worth = lead_worth(sight, suit, &unit, unseen);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, unit.cards));
            }
        }
    }
    best.map_or(sight.hand.nth_copy(0), |(_, cards)| cards)
}

fn lead_worth(sight: &Sight<'_>, suit: EffectiveSuit, unit: &Unit, unseen: Hand) -> i32 {
    let layout = sight.layout;
    let points = i32::from(unit.cards.points(layout));
    let size = match unit.kind {
        UnitKind::Single => 0,
        UnitKind::Pair => 12,
        UnitKind::Tractor { pairs } => 20 * i32::from(pairs),
    };
    let held = sight.hand.in_suit(layout, suit).len() as i32;
    let others = unseen.in_suit(layout, suit).len() as i32;
    if stands(layout, unit.cards, unseen) {
        // A side suit of which little is out will be ruffed.
        let safe = match suit {
            EffectiveSuit::Side(_) => others - 4,
            EffectiveSuit::Trumps if sight.declares() => 6,
            EffectiveSuit::Trumps => -6,
        };
        return 60 + size + if safe > 0 { points } else { -points } + safe.min(10);
    }
    let trumps = match suit {
        EffectiveSuit::Side(_) => 0,
        EffectiveSuit::Trumps => 15,
    };
    size + held - 2 * points - cost(sight, unit.cards) / 2 - trumps
}
