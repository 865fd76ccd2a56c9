//! A match as one viewer may know it, all that pages and computer players receive, and rounds as somebody
//! may imagine them who sees it.

use serde::Serialize;
use serde_json::{Value, json};

use super::action::Move;
use super::card::{Card, Color, Kinds};
use super::event::{Direction, Notice, OpenEvent};
use super::hand::Hand;
use super::legal::{fitting, has_color};
use super::pile::Piles;
use super::round::{Bluff, Circle, MOST_PLAYERS, Round, Stage};
use super::rules::{BluffTest, Rules};
use super::score::RoundResult;
use super::signs::{Lacks, Signs};
use crate::chance::{Commitment, Seed};
use crate::game::{Past, Seat, SeatSet, Viewer};

/// A match as one viewer may know it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// Whose view this is.
    pub viewer: Viewer,
    /// The house rules.
    pub rules: Rules,
    /// All seats in the order of play.
    pub order: Vec<Seat>,
    /// Seats that left the match.
    pub left: SeatSet,
    /// The round that is played or comes next, counted from 1.
    pub round: u32,
    /// The commitment to the secret of this round's shuffle.
    pub commitment: Commitment,
    /// The score of each seat.
    pub scores: Vec<u32>,
    /// The rounds played so far.
    pub history: Past<RoundResult>,
    /// What happened since a card was laid last, that card included.
    pub recent: Vec<Notice>,
    /// What is going on.
    pub phase: PhaseView,
    /// What each seat holds in a round, for whoever sees all of what is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Vec<Card>>,
}

/// What is going on, as one viewer may know it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseView {
    /// Before a deal.
    Ready {
        /// Seats that mixed something into the shuffle.
        contributed: SeatSet,
    },
    /// A round is played.
    Playing(RoundView),
    /// The match is over.
    Over {
        /// All who played to the end, the winner first.
        places: Vec<Seat>,
    },
}

/// What the player in turn has to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UnoDecision {
    /// To lay a card, to draw, or whatever else [`UnoChoices`] says.
    Turn,
    /// The same, after having drawn in this turn.
    AfterDrawing,
    /// The colour of a wild card.
    Color,
    /// With whom to exchange hands.
    Swap,
}

/// What the viewer may do now, besides laying one of the `playable` cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct UnoChoices {
    /// Draw: a card, or all the cards owed.
    pub draw: bool,
    /// End the turn.
    pub pass: bool,
    /// Call the bluff of the Wild Draw Four on top.
    pub call: bool,
    /// Say UNO without laying a card along with it.
    pub uno: bool,
    /// Catch somebody who has one card. Set for any such player: who has said UNO is not shown.
    pub catch: bool,
    /// Name a colour.
    pub color: bool,
    /// Choose whom to exchange hands with.
    pub swap: bool,
}

/// A hand that was shown to somebody who called a bluff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownHand {
    /// Whose hand.
    pub seat: Seat,
    /// Whether it was a bluff.
    pub guilty: bool,
    /// The hand as it was then, the Wild Draw Four laid and nothing drawn yet.
    pub cards: Vec<Card>,
}

/// A round as one viewer may know it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoundView {
    /// Counts decisions: it rises whenever somebody has something new to decide.
    pub step: u32,
    /// The top card.
    pub top: Card,
    /// The colour in force; `None` while the colour of the first Wild is not named.
    pub color: Option<Color>,
    /// Which way the turn goes.
    pub direction: Direction,
    /// Whose turn it is.
    pub turn: Seat,
    /// What they have to decide.
    pub decision: UnoDecision,
    /// Who plays next if the turn passes now.
    pub next: Seat,
    /// Cards that the player in turn owes.
    pub owed: u16,
    /// Whether the Wild Draw Four on top may be called a bluff.
    pub callable: bool,
    /// How many cards each seat holds.
    pub hand_sizes: Vec<u16>,
    /// How many cards can be drawn before the discards are shuffled.
    pub draw_pile: u16,
    /// How many cards lie under the top card.
    pub discards: u16,
    /// Which those are, the lowest first: everybody saw them laid.
    pub gone: Vec<Card>,
    /// What each seat showed to lack.
    pub lacks: Vec<Lacks>,
    /// The colour in force before the top card was laid, if one was.
    pub color_before: Option<Color>,
    /// Who laid the last card, and which.
    pub last_play: Option<(Seat, Card)>,
    /// Seats with one card that said UNO.
    pub said_uno: SeatSet,
    /// Who has one card, has not said UNO and can still be caught.
    pub exposed: Option<Seat>,
    /// Who has no cards any more, in the order of places.
    pub out: Vec<Seat>,
    /// Whether the player in turn was reminded.
    pub warned: bool,
    /// The viewer's own cards in the order of the deck; empty for the public.
    pub hand: Vec<Card>,
    /// The kinds that the viewer may lay now, bluffs and cards to jump in with included.
    pub playable: Vec<Card>,
    /// Whether a Wild Draw Four among them would be a bluff.
    pub would_bluff: bool,
    /// The card that the viewer drew in this turn.
    pub drawn: Option<Card>,
    /// What else the viewer may do now.
    pub may: UnoChoices,
    /// The hand shown to the viewer by their last call in this round.
    pub shown: Option<ShownHand>,
}

impl RoundView {
    /// The round as `viewer` may know it.
    pub fn of(round: &Round, viewer: Viewer, warned: bool) -> Self {
        let seat = viewer.seat();
        let in_turn = seat == Some(round.turn);
        let sizes = (0..round.circle.seats().len()).map(|seat| round.hands[seat].len());
        let seats = Seat::first(round.circle.seats().len() as u8);
        let lacks = seats.map(|seat| *round.signs.of(seat));
        let jumps = || seat.and_then(|seat| round.jump_in(seat));
        let playable = match in_turn {
            true => round.layable().iter().collect(),
            false => jumps().into_iter().collect(),
        };
        Self {
            step: round.step,
            top: round.piles.top,
            color: round.color,
            direction: round.direction,
            turn: round.turn,
            decision: match round.stage {
                Stage::Turn => UnoDecision::Turn,
                Stage::Drawn(_) => UnoDecision::AfterDrawing,
                Stage::Color | Stage::StartColor => UnoDecision::Color,
                Stage::Swap(_) => UnoDecision::Swap,
            },
            next: round.after(round.turn),
            owed: round.owed,
            callable: round.bluff.is_some(),
            hand_sizes: sizes.collect(),
            draw_pile: round.piles.draw.len() as u16,
            discards: round.piles.discards.len() as u16,
            gone: round.piles.discards.clone(),
            lacks: lacks.collect(),
            color_before: round.signs.before(),
            last_play: round.last_play,
            said_uno: round.said_uno,
            exposed: round.exposed,
            out: round.out.clone(),
            warned,
            hand: seat.map_or_else(Vec::new, |seat| round.hand(seat).cards().collect()),
            playable,
            would_bluff: in_turn && round.is_bluff(round.layable()),
            drawn: match round.stage {
                Stage::Drawn(card) if in_turn => Some(card),
                _ => None,
            },
            may: seat.map_or_else(UnoChoices::default, |seat| UnoChoices::of(round, seat)),
            shown: round
                .shown
                .filter(|shown| seat == Some(shown.to))
                .map(|shown| ShownHand {
                    seat: shown.bluff.by,
                    guilty: shown.bluff.guilty,
                    cards: shown.bluff.hand.cards().collect(),
                }),
        }
    }
}

impl UnoChoices {
    fn of(round: &Round, seat: Seat) -> Self {
        let may = |chosen| round.judge(seat, chosen).is_ok();
        let stage = (seat == round.turn).then_some(round.stage);
        Self {
            draw: may(Move::Draw),
            pass: may(Move::Pass),
            call: may(Move::Call),
            uno: may(Move::Uno),
            catch: may(Move::Catch(None)),
            color: matches!(stage, Some(Stage::Color | Stage::StartColor)),
            swap: matches!(stage, Some(Stage::Swap(_))),
        }
    }
}

impl View {
    /// The seat of the viewer, if they have one.
    pub fn seat(&self) -> Option<Seat> {
        self.viewer.seat()
    }

    /// The round being played.
    pub fn playing(&self) -> Option<&RoundView> {
        match &self.phase {
            PhaseView::Playing(round) => Some(round),
            PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
        }
    }
}

impl Round {
    /// The round of a view with these hands, by seat, and this draw pile, the next card last. `seed`
    /// shuffles the discards once the pile is drawn.
    ///
    /// `None` where no round is played. Where somebody else has drawn in this turn, it is as if they had not: the view
    /// does not tell which card that was.
    pub fn imagined(
        view: &View,
        hands: [Hand; MOST_PLAYERS],
        draw: Vec<Card>,
        seed: Seed,
    ) -> Option<Round> {
        let seen = view.playing()?;
        let stage = match seen.decision {
            UnoDecision::Turn => Stage::Turn,
            UnoDecision::AfterDrawing => seen.drawn.map_or(Stage::Turn, Stage::Drawn),
            UnoDecision::Color if seen.color.is_none() => Stage::StartColor,
            UnoDecision::Color => Stage::Color,
            UnoDecision::Swap => Stage::Swap(seen.top),
        };
        let seats = Seat::first(seen.hand_sizes.len() as u8);
        let plays = |seat: &Seat| seen.hand_sizes[seat.index()] > 0 && !view.left.contains(*seat);
        let mut piles = Piles::stacked(draw, Vec::new(), seen.top, seed);
        // Room for all cards, as after a deal.
        let held: usize = hands.iter().map(|hand| usize::from(hand.len())).sum();
        let cards = piles.draw.len() + held;
        piles.discards.reserve(cards + seen.gone.len());
        piles.discards.extend_from_slice(&seen.gone);
        let blamed = seen.last_play.filter(|_| seen.callable);
        let circle = Circle::new(&view.order);
        let turn = (seen.turn, seats.filter(plays).collect());
        Some(Round {
            color: seen.color,
            direction: seen.direction,
            stage,
            owed: seen.owed,
            bluff: blamed.map(|(by, _)| Bluff {
                by,
                guilty: is_guilty(view, &hands[by.index()]),
                hand: hands[by.index()],
            }),
            out: seen.out.clone(),
            exposed: seen.exposed,
            said_uno: seen.said_uno,
            last_play: seen.last_play,
            step: seen.step,
            signs: Signs::of_view(&seen.lacks, seen.color_before),
            ..Round::still(&view.rules, circle, hands, piles, turn)
        })
    }
}

/// Whether the Wild Draw Four on top of a view was a bluff if it was laid from this hand.
///
/// ```
/// # use engine::{chance::Seed, game::{Game as _, Seat, Viewer}, uno::{*, view::is_guilty}};
/// let (mut game, _) = Uno::start(&Rules::default(), 2, Seed::from_number(3));
/// game.act(Seat::new(0), Action::Deal)?;
/// let view = game.view(Viewer::Public);
/// assert!(!is_guilty(&view, &Hand::EMPTY), "nothing was laid yet");
/// # Ok::<(), Rejection>(())
/// ```
pub fn is_guilty(view: &View, hand: &Hand) -> bool {
    // What the top card was laid on.
    let before = |seen: &RoundView| Some((seen.color_before?, *seen.gone.last()?));
    let Some((color, below)) = view.playing().and_then(before) else {
        return false;
    };
    match view.rules.bluff_test {
        BluffTest::Colour => has_color(hand, color),
        BluffTest::AnyPlayable => {
            let others = fitting(below, color) - Kinds::WILD_DRAW_FOUR;
            !(hand.kinds() & others).is_empty()
        }
    }
}

/// See [`Game::sheet`](crate::game::Game::sheet): the hands that were dealt, what was laid, and the result.
pub(super) fn sheet(frames: &[View]) -> Value {
    let dealt = frames.iter().find(|view| view.playing().is_some());
    let result = frames.last().and_then(|after| after.history.last());
    let pairs = frames.iter().zip(frames.iter().skip(1));
    let laid: Vec<(Seat, Card)> = pairs
        .filter_map(|(before, now)| laid(before, now))
        .collect();
    json!({
        "round": result.map(|result| result.round),
        "order": frames.first().map(|view| &view.order),
        "hands": dealt.map(|view| &view.hands),
        "start": dealt.and_then(View::playing).map(|round| round.top),
        "laid": laid,
        "result": result,
    })
}

impl Round {
    /// What each seat holds.
    pub(super) fn laid_open(&self) -> Vec<Vec<Card>> {
        let seats = Seat::first(self.circle.seats().len() as u8);
        seats
            .map(|seat| self.hand(seat).cards().collect())
            .collect()
    }
}

/// The card that was laid between two views. What happened since a card was laid begins with that card: it goes on, or
/// begins anew.
fn laid(before: &View, now: &View) -> Option<(Seat, Card)> {
    let Some(Notice::Open(OpenEvent::Played { seat, card, .. })) = now.recent.first() else {
        return None;
    };
    let step = |view: &View| view.playing().map(|round| round.step);
    let goes_on = now.recent.starts_with(&before.recent);
    let same = goes_on && (now.recent.len() > before.recent.len() || step(before) == step(now));
    (!same).then_some((*seat, *card))
}
