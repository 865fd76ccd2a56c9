//! The beginner: plays as people do who have just learnt the rules.
//!
//! It follows suit, plays its high cards as soon as it may, and throws low cards on tricks that it
//! cannot win. It knows who is its partner, but sees no danger behind whoever is ahead now. It
//! neither counts nor remembers anything, breaks pairs, and buries whatever is low.

use super::sight::{OpenTrick, PlayTurn, Sight};
use crate::chance::{Chance, Seed};
use crate::players::Player;
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Call, CallKind};
use crate::tractor::card::{Card, Suit};
use crate::tractor::deck::KITTY;
use crate::tractor::follow;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::{PLAYERS, partner};
use crate::tractor::shape::{UnitKind, Units};
use crate::tractor::trick;
use crate::tractor::trump::{EffectiveSuit, Trump};
use crate::tractor::view::{PhaseView, View};

/// How many follows are looked at where there are more than single cards to choose from.
const SAMPLES: usize = 12;
/// So many times in ten it does not look who is ahead: it beats its partner, or gives points away.
const SLIPS: u32 = 6;

/// Plays as a beginner. Equal seeds and views give equal answers.
#[derive(Debug, Clone, Copy)]
pub struct Beginner {
    seed: Seed,
}

impl Beginner {
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }

    fn act(&self, sight: &Sight<'_>) -> Option<Action> {
        match sight.turn() {
            PlayTurn::Answer => return Some(Action::Surrender),
            PlayTurn::Wait => return None,
            PlayTurn::Bury => return Some(sight.bury(kitty(sight))),
            PlayTurn::Overcall(open) => {
                return call(sight.view, open).or(Some(Action::PassCall));
            }
            PlayTurn::Play => {}
        }
        let view = sight.view;
        let moment = u64::from(view.round) << 16 | u64::from(sight.hand.len()) << 4;
        let seed = self
            .seed
            .derive("a beginner at tractor", moment | sight.seat.index() as u64);
        let mut chance = seed.chance();
        let cards = match sight.table() {
            Some(table) => follow_suit(sight, &table, &mut chance),
            None => lead(sight, &mut chance),
        };
        Some(sight.play(cards))
    }
}

impl Player<Tractor> for Beginner {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let seat = view.seat()?;
        match &view.phase {
            PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
            PhaseView::Dealing { open, .. } => call(view, open),
            PhaseView::CallWindow { passed, .. } if passed.contains(seat) => None,
            PhaseView::CallWindow { open, .. } => call(view, open).or(Some(Action::PassCall)),
            PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. } => {
                self.act(&Sight::of(view)?)
            }
        }
    }
}

/// Calls a suit of which it holds a good number, and never overturns another call.
fn call(view: &View, open: &[Call]) -> Option<Action> {
    if view.standing_call().is_some() {
        return None;
    }
    let held = |suit: Option<Suit>| {
        let trump = Trump::under(&view.rules, view.level, suit);
        let is_trump = |card: &&Card| trump.effective_suit(**card) == EffectiveSuit::Trumps;
        view.hand.iter().filter(is_trump).count()
    };
    let suited = open.iter().filter(|call| call.kind() == CallKind::Weak);
    let best = suited.max_by_key(|call| held(call.suit()))?;
    let enough = 1 + view.hand.len() / 4;
    (held(best.suit()) >= enough).then_some(Action::Call(*best))
}

/// Buries its lowest cards, points and all; trumps where nothing else is left.
fn kitty(sight: &Sight<'_>) -> Hand {
    let (layout, mut cards) = (
        sight.layout,
        sight.hand.cards(sight.layout).collect::<Vec<_>>(),
    );
    cards.sort_by_key(|card| (height(layout, *card), *card));
    let mut kitty = Hand::EMPTY;
    for card in cards.into_iter().take(KITTY) {
        kitty.insert(layout, card);
    }
    kitty
}

/// How high a card is, trumps above all others.
fn height(layout: &Layout, card: Card) -> i32 {
    let trump = layout.trump();
    let trumps = match trump.effective_suit(card) {
        EffectiveSuit::Trumps => 20,
        EffectiveSuit::Side(_) => 0,
    };
    trumps + i32::from(trump.step(card))
}

fn heights(layout: &Layout, cards: Hand) -> i32 {
    cards.cards(layout).map(|card| height(layout, card)).sum()
}

/// Leads its highest cards of a side suit: pairs and tractors if they come with them, aces first.
/// Trumps are led when nothing else is left.
fn lead(sight: &Sight<'_>, chance: &mut Chance) -> Hand {
    let layout = sight.layout;
    let mut best: Option<(i32, Hand)> = None;
    for suit in layout.trump().effective_suits() {
        for unit in Units::of(layout, sight.hand.in_suit(layout, suit)) {
            let size = match unit.kind {
                UnitKind::Single => 0,
                UnitKind::Pair => 4,
                UnitKind::Tractor { pairs } => 4 * i32::from(pairs),
            };
            let trumps = match suit {
                EffectiveSuit::Trumps => 100,
                EffectiveSuit::Side(_) => 0,
            };
            let high = heights(layout, unit.cards) / i32::from(unit.cards.len().max(1) as u8);
            let worth = high + size - trumps + chance.below(3) as i32;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, unit.cards));
            }
        }
    }
    best.map_or(sight.hand.nth_copy(0), |(_, cards)| cards)
}

/// What it plays on a lead: the highest that wins now if the other side is ahead and there is
/// something to win; points for its partner if that one is ahead; else what is lowest.
fn follow_suit(sight: &Sight<'_>, table: &OpenTrick, chance: &mut Chance) -> Hand {
    let (layout, rules) = (sight.layout, sight.follow_rules());
    let slips = chance.below(10) < SLIPS;
    let partners = !slips && table.winning == partner(sight.seat);
    let worth = |play: Hand| {
        let points = i32::from(play.points(layout));
        let high = heights(layout, play);
        let wins = trick::beats(
            layout,
            sight.view.rules.throw_winner,
            &table.lead,
            play,
            table.standing,
        );
        let stakes = i32::from(table.points) + points;
        let last = table.plays + 1 == PLAYERS;
        let pays = stakes > 0 || is_side(layout, play);
        // It does not ask whether somebody behind will beat this: high cards go first.
        let eager = is_side(layout, play) || stakes >= 10;
        match (wins, partners) {
            (true, false) if pays && eager && !last => 100 + stakes + high,
            (true, false) if pays => 100 + stakes - high,
            (false, true) => 50 + points - high / 4,
            _ if slips => -high,
            _ => 20 - high - 3 * points,
        }
    };
    let mut best = follow::lowest(layout, rules, &table.lead, sight.hand);
    let mut most = worth(best);
    let mut consider = |play: Hand| {
        let worth = worth(play);
        if worth > most {
            (most, best) = (worth, play);
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
        for _ in 0..SAMPLES {
            consider(follow::random(
                layout,
                rules,
                &table.lead,
                sight.hand,
                chance,
            ));
        }
    }
    best
}

/// Whether no card of these is a trump.
fn is_side(layout: &Layout, cards: Hand) -> bool {
    cards.in_suit(layout, EffectiveSuit::Trumps).is_empty()
}
