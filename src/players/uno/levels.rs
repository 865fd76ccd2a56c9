//! The levels that look no further than the round as it is, and what the weaker of them do: any move that is allowed, as
//! little as may be done, the first card that fits, and the colour that they hold most of. The best of them watches the
//! others as well as its own hand.

use super::scene::{Scene, Suspicion};
use super::search::unseen;
use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::players::Player;
use crate::uno::card::{Card, Color, Face, Kinds};
use crate::uno::rules::{Draw, Rules, TimeOut, Wild4};
use crate::uno::view::{RoundView, UnoDecision};
use crate::uno::{Action, Hand, Move, Play, Uno, View};

/// A player of one of these levels.
#[derive(Debug, Clone, Copy)]
pub struct Quick {
    level: Level,
    seed: Seed,
}

/// How well it plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Passes or draws where it may and lays the first card where it must, or under `time_out=play`
    /// where it can: for people who are absent.
    Idle,
    /// Plays any legal action.
    Random,
    /// Plays as somebody who has just learnt the rules.
    Beginner,
    /// Plays for its own hand alone.
    Greedy,
    /// Plays sensibly, within microseconds.
    Heuristic,
}

/// One time in so many a beginner notices that somebody else forgot to say UNO, and a greedy player sees it too late.
const NOTICES: u32 = 4;
const OVERLOOKS: u32 = 2;
/// One time in so many they forget it themselves.
const BEGINNER_FORGETS: u32 = 4;
const GREEDY_FORGETS: u32 = 8;
/// One time in so many a greedy player calls a Wild Draw Four a bluff.
const CALLS: u32 = 8;

impl Quick {
    pub const fn new(level: Level, seed: Seed) -> Self {
        Self { level, seed }
    }

    /// One that leaves nothing to chance, for who is absent.
    pub fn idle() -> Self {
        Self::new(Level::Idle, Seed::from_number(0))
    }
}

impl Player<Uno> for Quick {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let purpose = match self.level {
            Level::Idle => "an idle player of uno",
            Level::Random => "a random player of uno",
            Level::Beginner => "a beginner at uno",
            Level::Greedy => "a simple player of uno",
            Level::Heuristic => "a good player of uno",
        };
        let sight = Sight::of(view, purpose, self.seed)?;
        let mut chance = sight.chance();
        match sight.in_turn() {
            true => self.level.moves(&sight, &mut chance).map(Action::from),
            false => self.level.interrupts(&sight, &mut chance),
        }
    }
}

impl Level {
    /// What it does while somebody else is on turn.
    fn interrupts(self, sight: &Sight<'_>, chance: &mut Chance) -> Option<Action> {
        let any = || sight.catch().or_else(|| sight.jump_in());
        match self {
            Level::Idle => None,
            Level::Random => any().filter(|_| chance.below(2) == 0),
            Level::Beginner => any().filter(|_| chance.below(NOTICES) == 0),
            Level::Greedy => {
                let sees = chance.below(OVERLOOKS) != 0;
                let caught = sight.catch().filter(|_| sees);
                caught.or_else(|| sight.jump_in())
            }
            Level::Heuristic => any(),
        }
    }

    /// What it does in its turn.
    fn moves(self, sight: &Sight<'_>, chance: &mut Chance) -> Option<Move> {
        let round = sight.round;
        let color = match self {
            Level::Random => Color::ALL[chance.below(4) as usize],
            Level::Beginner => any_color(&sight.hand, chance),
            Level::Idle | Level::Greedy => best_color(&sight.hand, None),
            Level::Heuristic => return choice(sight),
        };
        match (round.decision, self) {
            (UnoDecision::Color, _) => Some(Move::Color(color)),
            (UnoDecision::Swap, Level::Random) => {
                let others: Vec<_> = sight.others().collect();
                let at = chance.below(others.len() as u32) as usize;
                Some(Move::Swap(others[at]))
            }
            (UnoDecision::Swap, _) => Some(Move::Swap(sight.fewest_cards())),
            (_, Level::Idle) => as_little_as_may_be(sight),
            (_, Level::Random) => any_move(sight, color, chance),
            (_, Level::Beginner) => {
                let fitting: Vec<Card> = sight.honest().collect();
                let Some(most) = fitting.len().checked_sub(1) else {
                    return sight.give_way(color);
                };
                let uno = chance.below(BEGINNER_FORGETS) != 0;
                let card = fitting[chance.below(most as u32 + 1) as usize];
                let play = sight.play(card, color);
                Some(Move::Play(Play { uno, ..play }))
            }
            (_, Level::Greedy | Level::Heuristic) => {
                let best = sight.honest().max_by_key(|card| worth(&sight.hand, *card));
                if round.may.call && chance.below(CALLS) == 0 {
                    return Some(Move::Call);
                }
                let Some(card) = best else {
                    return sight.give_way(color);
                };
                let uno = chance.below(GREEDY_FORGETS) != 0;
                let play = sight.play(card, best_color(&sight.hand, Some(card)));
                Some(Move::Play(Play { uno, ..play }))
            }
        }
    }
}

fn any_move(sight: &Sight<'_>, color: Color, chance: &mut Chance) -> Option<Move> {
    let round = sight.round;
    let cards = round.playable.iter();
    let lay = cards.map(|card| Move::Play(sight.play(*card, color)));
    let moves: Vec<Move> = lay.chain(sight.instead()).collect();
    let at = chance.below(moves.len().max(1) as u32) as usize;
    moves.get(at).copied()
}

fn as_little_as_may_be(sight: &Sight<'_>) -> Option<Move> {
    let round = sight.round;
    let lay = |card| Move::Play(sight.play(card, best_color(&sight.hand, Some(card))));
    if sight.rules.time_out == TimeOut::Play
        && let Some(card) = sight.honest().next()
    {
        return Some(lay(card));
    }
    let may_end = sight.rules.draw != Draw::ManyNoPass || round.owed > 0;
    if round.may.pass {
        Some(Move::Pass)
    } else if round.may.draw && (may_end || round.playable.is_empty()) {
        // Where nobody may pass, drawing on would only end with the pile.
        Some(Move::Draw)
    } else {
        round.playable.first().map(|card| lay(*card))
    }
}

/// A colour of the hand, if only by looking at one of its cards.
fn any_color(hand: &Hand, chance: &mut Chance) -> Color {
    let colors: Vec<Color> = hand.cards().filter_map(Card::color).collect();
    match colors.len() {
        0 => Color::ALL[chance.below(4) as usize],
        held => colors[chance.below(held as u32) as usize],
    }
}

/// How much there is to be said for laying a card, by the own hand alone.
fn worth(hand: &Hand, card: Card) -> u32 {
    match card.color() {
        None => 0,
        Some(color) => 20 * u32::from(hand.of_color(color)) + card.points(),
    }
}

/// The colour to go on in once `laid` is gone: the one held most, dear cards first.
fn best_color(hand: &Hand, laid: Option<Card>) -> Color {
    let worth = |color: Color| {
        let kinds = hand.kinds() & Kinds::of_color(color);
        let held = |card: Card| u32::from(hand.count(card)) * (20 + card.points());
        let all: u32 = kinds.iter().map(held).sum();
        let laid = laid.filter(|card| card.color() == Some(color));
        all - laid.map_or(0, |card| 20 + card.points())
    };
    let best = Color::ALL.into_iter().max_by_key(|color| worth(*color));
    best.unwrap_or(Color::Red)
}

/// What a player sees of the round, and the chance for this decision.
pub(super) struct Sight<'a> {
    pub(super) view: &'a View,
    pub(super) seat: Seat,
    pub(super) rules: &'a Rules,
    pub(super) round: &'a RoundView,
    pub(super) hand: Hand,
    /// The seed of this decision.
    pub(super) seed: Seed,
}

impl<'a> Sight<'a> {
    /// `None` for spectators, and where no round is played.
    pub(super) fn of(view: &'a View, purpose: &str, seed: Seed) -> Option<Self> {
        let (seat, round) = (view.seat()?, view.playing()?);
        // Another chance for every decision, and for every seat that looks on.
        let moment = u64::from(view.round) << 36 | u64::from(round.step) << 4 | seat.index() as u64;
        Some(Self {
            view,
            seat,
            rules: &view.rules,
            round,
            hand: round.hand.iter().copied().collect(),
            seed: seed.derive(purpose, moment),
        })
    }

    pub(super) fn chance(&self) -> Chance {
        self.seed.chance()
    }

    pub(super) fn in_turn(&self) -> bool {
        self.round.turn == self.seat
    }

    pub(super) fn size(&self, seat: Seat) -> u16 {
        self.round.hand_sizes[seat.index()]
    }

    /// Everybody else who holds cards.
    pub(super) fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = Seat::first(self.round.hand_sizes.len() as u8);
        seats.filter(|seat| *seat != self.seat && self.size(*seat) > 0)
    }

    /// The cards that may be laid and are no bluff.
    pub(super) fn honest(&self) -> impl Iterator<Item = Card> + '_ {
        let is_bluff = |card: &Card| self.round.would_bluff && *card == Card::WILD_DRAW_FOUR;
        let playable = self.round.playable.iter().copied();
        playable.filter(move |card| !is_bluff(card))
    }

    /// What may be done instead of laying a card.
    pub(super) fn instead(&self) -> impl Iterator<Item = Move> + use<> {
        let may = self.round.may;
        let (draw, pass, call) = (Move::Draw, Move::Pass, Move::Call);
        let all = [(may.draw, draw), (may.pass, pass), (may.call, call)];
        let allowed = all.into_iter().filter(|(may, _)| *may);
        allowed.map(|(_, chosen)| chosen)
    }

    pub(super) fn catch(&self) -> Option<Action> {
        let exposed = self.round.exposed.filter(|seat| *seat != self.seat)?;
        let may = self.round.may.catch;
        may.then(|| Move::Catch(Some(exposed)).into())
    }

    pub(super) fn jump_in(&self) -> Option<Action> {
        let card = *self.round.playable.first()?;
        Some(self.play(card, Color::Red).into())
    }

    /// Lays a card, naming the colour, the swap and UNO with it where needed.
    pub(super) fn play(&self, card: Card, color: Color) -> Play {
        let swaps = self.rules.seven_zero.is_on() && card.face() == Face::Number(7);
        Play {
            card,
            color: card.is_wild().then_some(color),
            swap: (swaps && self.hand.len() > 1).then(|| self.fewest_cards()),
            uno: true,
        }
    }

    /// Whom to exchange hands with, if one has to.
    pub(super) fn fewest_cards(&self) -> Seat {
        self.others()
            .min_by_key(|seat| self.size(*seat))
            .unwrap_or(self.round.next)
    }

    /// Draws or passes, as is allowed; lays what it can where neither is.
    pub(super) fn give_way(&self, color: Color) -> Option<Move> {
        let round = self.round;
        Some(match (round.may.draw, round.may.pass) {
            (true, _) => Move::Draw,
            (false, true) => Move::Pass,
            (false, false) => Move::Play(self.play(*round.playable.first()?, color)),
        })
    }
}

/// One time in so many it bluffs though nobody is about to win, and if somebody is.
const BLUFFS: u32 = 12;
const BLUFFS_IN_DANGER: u32 = 3;

/// What the heuristic player does in its turn.
pub(super) fn choice(sight: &Sight<'_>) -> Option<Move> {
    let round = sight.round;
    let scene = Scene::of_view(sight.rules, &sight.view.order, round, &sight.hand);
    Some(match round.decision {
        UnoDecision::Color => Move::Color(scene.best_color(None)),
        UnoDecision::Swap => Move::Swap(sight.fewest_cards()),
        UnoDecision::Turn | UnoDecision::AfterDrawing => {
            let mut kinds: Kinds = round.playable.iter().copied().collect();
            if round.would_bluff && !bluffs(sight, &scene) {
                kinds.remove(Card::WILD_DRAW_FOUR);
            }
            match scene.best_of(kinds) {
                _ if round.may.call && call_pays(sight) => Move::Call,
                Some(card) => Move::Play(sight.play(card, scene.best_color(Some(card)))),
                None => sight.give_way(scene.best_color(None))?,
            }
        }
    })
}

/// Whether to lay a Wild Draw Four as a bluff this time: where nobody can call it there is nothing
/// to lose, else when somebody is about to win, or on a whim.
fn bluffs(sight: &Sight<'_>, scene: &Scene<'_>) -> bool {
    match sight.rules.wild4 {
        Wild4::Free | Wild4::Enforced => true,
        Wild4::Challenge => {
            let odds = match scene.in_danger() {
                true => BLUFFS_IN_DANGER,
                false => BLUFFS,
            };
            sight.chance().below(odds) == 0
        }
    }
}

/// Whether calling the bluff on top is likely to pay.
fn call_pays(sight: &Sight<'_>) -> bool {
    let suspicion = suspicion(sight);
    suspicion.is_some_and(|suspicion| suspicion.call_pays(suspicion.guilt(&unseen(sight.view))))
}

/// The Wild Draw Four on top, if it may be called.
pub(super) fn suspicion<'a>(sight: &Sight<'a>) -> Option<Suspicion<'a>> {
    let round = sight.round;
    let (by, _) = round.last_play.filter(|_| round.callable)?;
    Some(Suspicion {
        rules: sight.rules,
        by,
        held: sight.size(by),
        lacks: &round.lacks[by.index()],
        color: round.color_before?,
        below: *round.gone.last()?,
        own: sight.hand.len(),
        owed: round.owed,
        others: sight.others().count() as u16,
    })
}
