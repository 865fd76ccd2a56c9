//! What all levels have in common, and those that look no further than the trick that is played.
//!
//! Decides what a level is asked, and how the weaker ones answer, down to one that plays at random, which simulations
//! are made of.

use super::sight::{Decision, OpenTrick, Sight, read};
use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::players::Player;
use crate::tractor::action::{Action, Call, CallKind};
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::deck::KITTY;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::{PLAYERS, Team, partner};
use crate::tractor::shape::{Lead, Unit, UnitKind, Units};
use crate::tractor::trump::{EffectiveSuit, Trump};
use crate::tractor::view::{PhaseView, View};
use crate::tractor::{Tractor, follow, throw, trick};

/// How a level decides.
pub(super) trait Level: Send {
    /// The answer to a partner who offers to give the round up.
    fn answer(&self, _: &View) -> Action {
        Action::Surrender
    }

    /// The call to make now, if any of the open ones.
    fn call(&self, view: &View, open: &[Call]) -> Option<Call>;

    /// Eight of the 33 cards.
    fn bury(&self, view: &View, sight: &Sight<'_>) -> Hand;

    /// What to lead, or to follow with.
    fn play(&self, view: &View, sight: &Sight<'_>) -> Option<Hand>;
}

impl<L: Level> Player<Tractor> for L {
    fn choose(&mut self, view: &View) -> Option<Action> {
        match Decision::of(view) {
            Decision::None => None,
            Decision::Answer => Some(self.answer(view)),
            Decision::Call(open) => self.call(view, open).map(Action::Call),
            Decision::CallOrPass(open) => {
                Some(self.call(view, open).map_or(Action::PassCall, Action::Call))
            }
            Decision::Bury => {
                let sight = Sight::of(view)?;
                Some(sight.bury(self.bury(view, &sight)))
            }
            Decision::Play => {
                let sight = Sight::of(view)?;
                Some(sight.play(self.play(view, &sight)?))
            }
        }
    }
}

/// The eight cards of the hand that come first by this key.
fn first_eight<K: Ord>(sight: &Sight<'_>, key: impl Fn(Card) -> K) -> Hand {
    let mut cards: Vec<Card> = sight.hand.cards(sight.layout).collect();
    cards.sort_by_key(|card| key(*card));
    cards.truncate(KITTY);
    read(sight.layout, &cards)
}

/// The unit of the hand that is worth most to lead, the first of equals.
fn best_unit(sight: &Sight<'_>, mut worth: impl FnMut(EffectiveSuit, &Unit) -> i32) -> Hand {
    let mut best: Option<(i32, Hand)> = None;
    for suit in sight.layout.trump().effective_suits() {
        for unit in Units::of(sight.layout, sight.hand.in_suit(sight.layout, suit)) {
            let worth = worth(suit, &unit);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, unit.cards));
            }
        }
    }
    best.map_or(sight.hand.nth_copy(0), |(_, cards)| cards)
}

/// The follow that is worth most, the lowest of equals: of all single cards, or of so many that chance finds.
fn best_follow(
    sight: &Sight<'_>,
    table: &OpenTrick,
    (samples, chance): (usize, &mut Chance),
    worth: impl Fn(Hand) -> i32,
) -> Hand {
    let (layout, rules, hand) = (sight.layout, sight.follow_rules(), sight.hand);
    let lowest = follow::lowest(layout, rules, &table.lead, hand);
    let mut best = (worth(lowest), lowest);
    let mut consider = |play: Hand| {
        let worth = worth(play);
        if worth > best.0 {
            best = (worth, play);
        }
    };
    if table.lead.len() == 1 {
        let singles = (0..hand.len()).map(|n| hand.nth_copy(n));
        let legal = |play: &Hand| follow::judge(layout, rules, &table.lead, hand, *play).is_ok();
        singles.filter(legal).for_each(consider);
    } else {
        for _ in 0..samples {
            consider(follow::random(layout, rules, &table.lead, hand, chance));
        }
    }
    best.1
}

/// How many cards of the hand are trumps with this suit.
fn trumps_held(view: &View, suit: Option<Suit>) -> usize {
    let trump = Trump::under(&view.rules, view.level, suit);
    let is_trump = |card: &&Card| trump.effective_suit(**card) == EffectiveSuit::Trumps;
    view.hand.iter().filter(is_trump).count()
}

/// The lowest legal play: what is played for somebody who is away. It buries the lowest cards without points, never
/// calls, and declines to surrender: nothing that an absent person could regret.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lowest;

impl Level for Lowest {
    fn answer(&self, _: &View) -> Action {
        Action::PlayOn
    }

    fn call(&self, _: &View, _: &[Call]) -> Option<Call> {
        None
    }

    fn bury(&self, _: &View, sight: &Sight<'_>) -> Hand {
        first_eight(sight, |card| (card.points(), low(sight, card)))
    }

    fn play(&self, _: &View, sight: &Sight<'_>) -> Option<Hand> {
        if let Some(table) = &sight.table {
            let rules = sight.follow_rules();
            let lowest = follow::lowest(sight.layout, rules, &table.lead, sight.hand);
            return Some(lowest);
        }
        let cards = sight.hand.cards(sight.layout);
        let lowest = cards.min_by_key(|card| low(sight, *card));
        Some(read(sight.layout, lowest.as_slice()))
    }
}

/// Side suits below trumps, and each low to high.
fn low(sight: &Sight<'_>, card: Card) -> (bool, u8) {
    let trump = sight.layout.trump();
    let trumps = trump.effective_suit(card) == EffectiveSuit::Trumps;
    (trumps, trump.step(card))
}

/// The beginner: plays as people do who have just learnt the rules.
///
/// It follows suit, plays its high cards as soon as it may, and throws low cards on tricks that it
/// cannot win. It knows who is its partner, but sees no danger behind whoever is ahead now. It
/// neither counts nor remembers anything, breaks pairs, and buries whatever is low. Equal seeds and views give equal
/// answers.
#[derive(Debug, Clone, Copy)]
pub struct Beginner {
    seed: Seed,
}

/// How many follows a beginner looks at where there are more than single cards to choose from.
const BEGINNER_SAMPLES: usize = 12;
/// So many times in ten it does not look who is ahead: it beats its partner, or gives points away.
const SLIPS: u32 = 6;

impl Beginner {
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }

    /// Leads its highest cards of a side suit: pairs and tractors if they come with them, aces first.
    /// Trumps are led when nothing else is left.
    fn lead(sight: &Sight<'_>, chance: &mut Chance) -> Hand {
        best_unit(sight, |suit, unit| {
            let size = match unit.kind {
                UnitKind::Single => 0,
                UnitKind::Pair => 4,
                UnitKind::Tractor { pairs } => 4 * i32::from(pairs),
            };
            let trumps = match suit {
                EffectiveSuit::Trumps => 100,
                EffectiveSuit::Side(_) => 0,
            };
            let high = heights(sight.layout, unit.cards) / unit.cards.len().max(1) as i32;
            high + size - trumps + chance.below(3) as i32
        })
    }

    /// What it plays on a lead: the highest that wins now if the other side is ahead and there is
    /// something to win; points for its partner if that one is ahead; else what is lowest.
    fn follow(sight: &Sight<'_>, table: &OpenTrick, chance: &mut Chance) -> Hand {
        let (layout, rule) = (sight.layout, sight.rules.throw_winner);
        let slips = chance.below(10) < SLIPS;
        let partners = !slips && table.winning == partner(sight.seat);
        best_follow(sight, table, (BEGINNER_SAMPLES, chance), |play| {
            let points = i32::from(play.points(layout));
            let high = heights(layout, play);
            let wins = trick::beats(layout, rule, &table.lead, play, table.standing);
            let stakes = i32::from(table.points) + points;
            let last = table.plays + 1 == PLAYERS;
            let is_side = play.in_suit(layout, EffectiveSuit::Trumps).is_empty();
            let pays = stakes > 0 || is_side;
            // It does not ask whether somebody behind will beat this: high cards go first.
            let eager = is_side || stakes >= 10;
            match (wins, partners) {
                (true, false) if pays && eager && !last => 100 + stakes + high,
                (true, false) if pays => 100 + stakes - high,
                (false, true) => 50 + points - high / 4,
                _ if slips => -high,
                _ => 20 - high - 3 * points,
            }
        })
    }
}

impl Level for Beginner {
    /// Calls a suit of which it holds a good number, and never overturns another call.
    fn call(&self, view: &View, open: &[Call]) -> Option<Call> {
        if view.standing_call().is_some() {
            return None;
        }
        let suited = open.iter().filter(|call| call.kind() == CallKind::Weak);
        let best = suited.max_by_key(|call| trumps_held(view, call.suit()))?;
        let enough = 1 + view.hand.len() / 4;
        (trumps_held(view, best.suit()) >= enough).then_some(*best)
    }

    /// Buries its lowest cards, points and all; trumps where nothing else is left.
    fn bury(&self, _: &View, sight: &Sight<'_>) -> Hand {
        first_eight(sight, |card| (height(sight.layout, card), card))
    }

    fn play(&self, view: &View, sight: &Sight<'_>) -> Option<Hand> {
        let moment = u64::from(view.round) << 16
            | u64::from(sight.hand.len()) << 4
            | sight.seat.index() as u64;
        let seed = self.seed.derive("a beginner at tractor", moment);
        let mut chance = seed.chance();
        Some(match &sight.table {
            Some(table) => Self::follow(sight, table, &mut chance),
            None => Self::lead(sight, &mut chance),
        })
    }
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

/// The greedy player: takes points and cheap tricks, adds points to its partner's, saves the rest.
///
/// It rates every legal follow (a sample where there are many) by what the play wins and what it
/// costs. It counts the cards that are out, but does not remember who has run out of a suit. Deterministic: equal views
/// give equal answers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Greedy;

/// How many follows it looks at where there are more than single cards to choose from.
const GREEDY_SAMPLES: usize = 48;

impl Level for Greedy {
    /// The strongest suit among the open calls, if it is strong enough to be called.
    fn call(&self, view: &View, open: &[Call]) -> Option<Call> {
        let held = |call: Option<Call>| trumps_held(view, call.and_then(Call::suit));
        let standing = view.standing_call();
        let now = held(standing.map(|(_, call)| call));
        let seat = view.seat()?;
        let own_side = standing.is_some_and(|(caller, _)| Team::of(caller) == Team::of(seat));
        let best = open.iter().copied().max_by_key(|call| held(Some(*call)))?;
        // A fair share of a quarter of the deck's trumps, and a bit more.
        let enough = 2 + view.hand.len() * 9 / 25;
        let strong = held(Some(best)) >= enough;
        let calls = match (standing, best.suit()) {
            (None, suit) => strong && suit.is_some(),
            // Overriding shows a pair: it has to be worth it.
            (Some(_), Some(_)) if own_side => strong && held(Some(best)) >= now + 3,
            (Some(_), Some(_)) => strong && held(Some(best)) > now,
            // Against a suit of which one has little, no trump suit at all is better.
            (Some(_), None) => !own_side && view.hand.len() >= 20 && now <= 7,
        };
        calls.then_some(best)
    }

    /// Buries what is worth least: low cards of short suits, no trumps, no points unless it must be.
    fn bury(&self, _: &View, sight: &Sight<'_>) -> Hand {
        let (layout, hand) = (sight.layout, sight.hand);
        first_eight(sight, |card| {
            let suit = layout.trump().effective_suit(card);
            let length = hand.in_suit(layout, suit).len() as i32;
            let pair = hand.count(layout, card) == 2;
            let ace = card.rank() == Some(Rank::ACE);
            let bonus = if ace { 30 } else { 0 } + if pair { 12 } else { 0 };
            let kept = value(layout, card) + 3 * length + bonus;
            (kept + 4 * i32::from(card.points()), card)
        })
    }

    fn play(&self, _: &View, sight: &Sight<'_>) -> Option<Hand> {
        let Some(table) = &sight.table else {
            // Leads what cannot be beaten, the largest first; failing that a low card without points.
            return Some(best_unit(sight, |suit, unit| lead_worth(sight, suit, unit)));
        };
        // The sample is the same whenever the same is looked at.
        let mut chance = Seed::from_number(u64::from(sight.hand.len())).chance();
        let sample = (GREEDY_SAMPLES, &mut chance);
        let worth = |play| follow_worth(sight, table, play);
        Some(best_follow(sight, table, sample, worth))
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

/// The rating of a follow: the expected points of the trick for the own side, less the cost of the
/// cards.
fn follow_worth(sight: &Sight<'_>, table: &OpenTrick, play: Hand) -> i32 {
    let layout = sight.layout;
    let rule = sight.rules.throw_winner;
    let wins = trick::beats(layout, rule, &table.lead, play, table.standing);
    let last = table.plays + 1 == PLAYERS;
    let partners = table.winning == partner(sight.seat);
    let percent = match (wins, partners) {
        (true, _) if last => 100,
        (true, _) if stands(sight, play) => 85,
        (true, _) => 45,
        (false, true) if last => 100,
        (false, true) if stands(sight, table.standing) => 85,
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
fn stands(sight: &Sight<'_>, play: Hand) -> bool {
    let lead = Lead::read(sight.layout, play);
    lead.is_some_and(|lead| {
        let mut units = lead.units(sight.layout);
        units.all(|unit| !throw::beats(sight.layout, &lead, &unit, sight.unseen))
    })
}

fn lead_worth(sight: &Sight<'_>, suit: EffectiveSuit, unit: &Unit) -> i32 {
    let layout = sight.layout;
    let points = i32::from(unit.cards.points(layout));
    let size = match unit.kind {
        UnitKind::Single => 0,
        UnitKind::Pair => 12,
        UnitKind::Tractor { pairs } => 20 * i32::from(pairs),
    };
    let held = sight.hand.in_suit(layout, suit).len() as i32;
    let others = sight.unseen.in_suit(layout, suit).len() as i32;
    if stands(sight, unit.cards) {
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

/// Plays any legal action. Equal seeds and views give equal answers: the choice depends on the
/// position, not on how often the player was asked before.
#[derive(Debug, Clone, Copy)]
pub struct Random {
    seed: Seed,
}

impl Random {
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }

    /// The chance for this decision: derived from the seed, the seat and the position, so that every
    /// decision has its own.
    fn chance(&self, view: &View) -> Chance {
        let (stage, step) = match &view.phase {
            PhaseView::Ready { .. } => (0, 0),
            PhaseView::Dealing { dealt, .. } => (1, u64::from(*dealt)),
            PhaseView::CallWindow { passed, .. } => (2, passed.len() as u64),
            PhaseView::Burying => (3, 0),
            PhaseView::Overcalls { asked, .. } => (6, asked.index() as u64),
            PhaseView::Playing { trick, .. } => {
                let tricks = view.tricks.len() as u64;
                (4, 4 * tricks + trick.plays.len() as u64)
            }
            PhaseView::Over { .. } => (5, 0),
        };
        let spoken = (view.calls.len() + view.surrender.len()) as u64;
        let moment = u64::from(view.round) << 40
            | u64::from(view.attempt & 0xFFFF) << 24
            | stage << 20
            | spoken << 16
            | step << 2
            | view.seat().map_or(0, Seat::index) as u64;
        self.seed
            .derive("a random player of tractor", moment)
            .chance()
    }
}

impl Level for Random {
    fn answer(&self, view: &View) -> Action {
        match self.chance(view).below(2) {
            0 => Action::Surrender,
            _ => Action::PlayOn,
        }
    }

    fn call(&self, view: &View, open: &[Call]) -> Option<Call> {
        let (mut chance, count) = (self.chance(view), open.len() as u32);
        if !matches!(view.phase, PhaseView::Dealing { .. }) {
            // Every second time a pass.
            return open.get(chance.below(2 * count + 1) as usize).copied();
        }
        let calls = count > 0 && chance.below(16) == 0;
        calls.then(|| open[chance.below(count) as usize])
    }

    fn bury(&self, view: &View, sight: &Sight<'_>) -> Hand {
        random_kitty(sight.hand, &mut self.chance(view))
    }

    fn play(&self, view: &View, sight: &Sight<'_>) -> Option<Hand> {
        let (layout, hand, mut chance) = (sight.layout, sight.hand, self.chance(view));
        Some(match &sight.table {
            Some(table) => {
                follow::random(layout, sight.follow_rules(), &table.lead, hand, &mut chance)
            }
            None => random_lead(layout, hand, &mut chance),
        })
    }
}

/// The same, but for offers to give the round up.
#[cfg(feature = "testing")]
#[derive(Debug, Clone)]
pub struct GivesUp {
    random: Random,
    /// One time in so many that it is to bury or to play it offers that.
    times: u32,
    /// The last round in which it did: whoever is declined does not ask again.
    offered: u32,
}

#[cfg(feature = "testing")]
impl Random {
    /// A player who, one time in `times` that it is to bury or to play, offers to give the round up.
    pub const fn giving_up(seed: Seed, times: u32) -> GivesUp {
        GivesUp {
            random: Self::new(seed),
            times,
            offered: 0,
        }
    }
}

#[cfg(feature = "testing")]
impl Player<Tractor> for GivesUp {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let plays = matches!(Decision::of(view), Decision::Bury | Decision::Play);
        let gives_up = plays && self.random.chance(view).below(self.times) == 0;
        if gives_up && self.offered < view.round {
            self.offered = view.round;
            return Some(Action::Surrender);
        }
        self.random.choose(view)
    }
}

/// Any eight cards of the hand.
pub fn random_kitty(hand: Hand, chance: &mut Chance) -> Hand {
    let mut kitty = Hand::EMPTY;
    let mut rest = hand;
    for _ in 0..KITTY {
        let card = random_card(rest, chance);
        kitty = kitty.plus(card);
        rest = rest.minus(card);
    }
    kitty
}

/// A random lead from the hand: a card, and as chance will have it its pair, its tractor, or a
/// throw of several cards of its suit.
pub fn random_lead(layout: &Layout, hand: Hand, chance: &mut Chance) -> Hand {
    let card = random_card(hand, chance);
    let Some(suit) = card.only_suit(layout) else {
        return card;
    };
    let suit = hand.in_suit(layout, suit);
    match chance.below(8) {
        // The unit that the card belongs to.
        0..5 => unit_of(layout, suit, card),
        5 | 6 => card,
        _ => {
            let (mut play, mut rest) = (card, suit.minus(card));
            while !rest.is_empty() && chance.below(3) > 0 {
                let unit = unit_of(layout, rest, random_card(rest, chance));
                play = play.plus(unit);
                rest = rest.minus(unit);
            }
            play
        }
    }
}

/// The unit that a card belongs to when all these cards of one suit are led.
fn unit_of(layout: &Layout, suit: Hand, card: Hand) -> Hand {
    if suit.two() & card.one() == 0 {
        return card;
    }
    let mut units = Units::of(layout, suit);
    let unit = units.find(|unit| unit.cards.holds(card));
    unit.map_or(card, |unit| unit.cards)
}

fn random_card(hand: Hand, chance: &mut Chance) -> Hand {
    hand.any_copy(|len| chance.below(len.max(1)))
}
