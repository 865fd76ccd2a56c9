//! What a viewer sees of a match of tractor.

use serde::Serialize;

use super::hand::{buried_points, what_is_wrong};
use super::phrases::{self, MatchContext, TableContext};
use super::results::kitty_caption;
use super::turn::{self, TurnDraft};
use super::{hints, options, order, trick};
use crate::game::Seat;
use crate::table::{Player, StageView, TableView};
use crate::text::context::RenderContext;
use crate::text::markup::plain;
use crate::text::scene::{Exhibit, SceneButton, laid};
use crate::text::table::{is_away, who};
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Call};
use crate::tractor::card::Card;
use crate::tractor::hand::Hand;
use crate::tractor::open::OpenRound;
use crate::tractor::rules::Rules;
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::shape::Lead;
use crate::tractor::trump::Trump;
use crate::tractor::view::{PhaseView, TrickView, View};

#[derive(Debug, Clone, Default, Serialize)]
pub struct TractorScene {
    pub phase: TractorPhase,
    /// The round, counted from 1.
    pub round: u32,
    /// The rank that is trump.
    pub level: &'static str,
    /// The letter of the trump suit, by the call that stands until it is fixed; `None` without one.
    pub suit: Option<char>,
    /// Whether trump is fixed.
    pub fixed: bool,
    /// Trump in a few words.
    pub trump: String,
    /// What is trump, from the highest to the lowest, once something was called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub order: String,
    /// The levels of the teams: of the first seat's, and of the second's; `None` in a finished round.
    pub levels: Option<[&'static str; 2]>,
    /// The seal of the shuffle, before cards are dealt and meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// The dealer as far as known.
    pub dealer: Option<u8>,
    /// The points of the opponents, unless they are hidden.
    pub points: Option<u16>,
    /// With how many points the opponents deal next.
    pub goal: u16,
    /// The call that stands.
    pub call: Option<SeatCards>,
    /// The viewer's cards by suit, trumps first.
    pub hand: Vec<Vec<String>>,
    /// How many cards each seat holds.
    pub sizes: [u8; 4],
    /// The trick on the table; before the lead it is empty.
    pub trick: Option<SceneTrick>,
    /// The trick before, if it can be looked up.
    pub last: Option<SceneTrick>,
    /// The tricks before that one, the latest first; none unless the house shows them all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<SceneTrick>,
    /// The kitty, for whom it is open: who buried it in the round, everybody after it.
    pub kitty: Vec<String>,
    /// The cards with points that the opponents have taken; none if their points are hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<String>,
    /// How the round before ended, until cards are dealt again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<SceneResult>,
    /// What the viewer has to play or bury, or can choose before their turn.
    pub turn: Option<SceneTurn>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TractorPhase {
    #[default]
    Ready,
    Dealing,
    Calling,
    Burying,
    Playing,
    Over,
}

/// Cards before a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatCards {
    pub seat: u8,
    pub cards: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SceneTrick {
    /// In turn order, the lead first.
    pub plays: Vec<SeatCards>,
    pub winning: Option<u8>,
    pub points: Option<u16>,
    /// Who takes it with what, or has beaten what was there, in a sentence.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// Why they do, in a sentence.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// That a throw failed, why, and what was taken back.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub failed: String,
}

/// How a round ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SceneResult {
    /// The points of the opponents, the kitty's among them.
    pub points: u16,
    pub goal: u16,
    /// What became of the kitty's points, in a sentence.
    pub kitty: String,
}

/// A turn of the viewer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SceneTurn {
    /// How many cards are due; `None` for a lead.
    pub count: Option<usize>,
    /// The cards that are played anyway.
    pub fixed: Vec<String>,
    /// Those among which the others are chosen.
    pub open: Vec<String>,
    /// What is put together so far, what is played anyway among it.
    pub chosen: Vec<String>,
    /// Whether that is the hint, because the viewer has chosen nothing yet.
    #[serde(skip_serializing_if = "is_false")]
    pub ready: bool,
    /// What the viewer was advised.
    pub hint: Vec<String>,
    /// All legal plays, if they are few; else none.
    pub plays: Vec<Vec<String>>,
    /// Plays or buries what is put together.
    pub play: Option<SceneButton>,
    /// What is wrong with it, in a sentence.
    pub note: String,
    /// What was led, and with which cards it has to be followed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Whether the turn is yet to come.
    #[serde(skip_serializing_if = "is_false")]
    pub comes: bool,
}

const fn is_false(yes: &bool) -> bool {
    !*yes
}

pub fn of(cx: &MatchContext) -> TractorScene {
    let game = cx.game;
    let trump = options::trump(game);
    let groups = order::grouped(&game.hand, trump).into_iter();
    let groups = groups.filter(|group| !group.cards.is_empty());
    let hand = groups.map(|mut group| {
        if cx.draft.rising {
            group.cards.reverse();
        }
        names(&group.cards)
    });
    let (phase, trick) = match &game.phase {
        PhaseView::Ready { .. } => (TractorPhase::Ready, None),
        PhaseView::Dealing { .. } => (TractorPhase::Dealing, None),
        PhaseView::CallWindow { .. } | PhaseView::Overcalls { .. } => (TractorPhase::Calling, None),
        PhaseView::Burying => (TractorPhase::Burying, None),
        PhaseView::Playing { trick, .. } => (TractorPhase::Playing, Some(trick)),
        PhaseView::Over { .. } => (TractorPhase::Over, None),
    };
    let between = matches!(phase, TractorPhase::Ready | TractorPhase::Over);
    let shown = game.history.last().filter(|_| between);
    let kitty = shown.map(|round| &round.kitty).or(game.buried.as_ref());
    let mut past = game.past_tricks().iter().rev();
    let last = past.next().or(game.parting.as_ref());
    let shows_points = !game.hides_points();
    let trick_of = |trick: &TrickView| SceneTrick {
        said: plain(&outcome(trick, cx)),
        why: plain(&trick::why(trick, trump, cx)),
        failed: plain(&failed(trick, trump, cx)),
        ..lay(trick, trump, shows_points)
    };
    TractorScene {
        phase,
        round: game.round,
        level: game.level.name(),
        suit: trump.suit.map(|suit| suit.letter()),
        fixed: game.trump.is_some(),
        trump: plain(&phrases::trump(trump, cx)),
        order: match game.trump.is_some() || game.standing_call().is_some() {
            true => plain(&phrases::trump_order(trump, cx)),
            false => String::new(),
        },
        levels: Some(game.levels.map(|level| level.name())),
        seal: match &game.phase {
            PhaseView::Ready { commitment, .. } | PhaseView::Dealing { commitment, .. } => {
                Some(commitment.to_string())
            }
            _ => None,
        },
        dealer: game.dealer.map(index),
        points: shows_points.then_some(game.points),
        goal: game.rules.points_to_win.0,
        call: game.standing_call().map(|(seat, call)| SeatCards {
            seat: index(seat),
            cards: names(&Call::cards(call, game.level)),
        }),
        hand: hand.collect(),
        sizes: game.hand_sizes,
        trick: trick.map(trick_of),
        last: last.map(trick_of),
        earlier: past.map(trick_of).collect(),
        kitty: kitty.map_or_else(Vec::new, |cards| names(&order::sorted(cards, trump))),
        taken: match shows_points {
            true => names(&order::sorted(&taken(game), trump)),
            false => Vec::new(),
        },
        result: shown.map(|round| SceneResult {
            points: round.points,
            goal: game.rules.points_to_win.0,
            kitty: plain(&kitty_caption(round, cx)),
        }),
        turn: TurnDraft::of(game, cx)
            .map(|turn| due(&turn, cx))
            .or_else(|| {
                let to_come = TurnDraft::to_come(game, cx).filter(|_| !is_away(cx.view));
                to_come.map(|(foreseen, turn)| due(&turn, &cx.with(&foreseen)))
            }),
    }
}

/// The steps of a finished round, each with what everybody held at its end: the deal, and the tricks.
pub fn steps(
    round: &OpenRound,
    players: &[Player],
    cx: &RenderContext,
) -> Vec<Exhibit<TractorScene>> {
    let stage = StageView::Lobby;
    let view = TableView::<Tractor>::of_players(players, Rules::default(), stage);
    let trump = round.result.trump;
    let written = |hand: &Vec<Card>| names(&order::sorted(hand, trump));
    let steps = round.holdings().into_iter().enumerate();
    let steps = steps.map(|(tricks, hands)| {
        let scene = after(round, tricks, &hands, cx);
        laid(
            scene,
            hands.iter().map(written).collect(),
            (0, None),
            &cx.at(&view),
        )
    });
    steps.collect()
}

/// What lies on the table at the end of so many tricks.
fn after(
    round: &OpenRound,
    tricks: usize,
    hands: &[Vec<Card>; PLAYERS],
    cx: &RenderContext,
) -> TractorScene {
    let (trump, past) = (round.result.trump, &round.tricks[..tricks]);
    let opponents = Team::of(round.result.dealer).other();
    let won = past
        .iter()
        .filter(|trick| trick.winning.map(Team::of) == Some(opponents));
    let call = round.calls.last().map(|(seat, cards)| SeatCards {
        seat: index(*seat),
        cards: names(cards),
    });
    TractorScene {
        phase: match tricks {
            0 => TractorPhase::Burying,
            _ => TractorPhase::Playing,
        },
        round: round.round,
        level: trump.rank.name(),
        suit: trump.suit.map(|suit| suit.letter()),
        fixed: true,
        trump: plain(&phrases::trump(trump, cx)),
        order: plain(&phrases::trump_order(trump, cx)),
        dealer: Some(index(round.result.dealer)),
        points: Some(won.map(|trick| trick.points).sum()),
        goal: round.rules.points_to_win.0,
        call,
        sizes: std::array::from_fn(|seat| hands[seat].len() as u8),
        trick: past.last().map(|trick| lay(trick, trump, true)),
        kitty: match tricks {
            0 => names(&order::sorted(&round.kitty, trump)),
            _ => Vec::new(),
        },
        ..TractorScene::default()
    }
}

fn lay(trick: &TrickView, trump: Trump, shows_points: bool) -> SceneTrick {
    let plays = trick::plays(trick).map(|(seat, cards)| SeatCards {
        seat: index(seat),
        cards: names(&order::sorted(cards, trump)),
    });
    SceneTrick {
        plays: plays.collect(),
        winning: trick.winning.map(index),
        points: shows_points.then_some(trick.points),
        ..SceneTrick::default()
    }
}

/// Which throw the lead is left of, and what was taken back; told as long as the trick lies there.
fn failed(trick: &TrickView, trump: Trump, cx: &TableContext) -> String {
    let tried = trick.failed_throw.as_ref().zip(trick.plays.first());
    tried.map_or_else(String::new, |(tried, lead)| {
        let back = trick::without(tried, lead);
        let [played, back] = [lead, &back].map(|cards| trick::shown(trump, cards, cx));
        let who = who(trick.leader, cx);
        let (seat, taken_back, stopped_by) = (who, back, "none");
        say!(
            cx,
            "note-throw-failed",
            seat,
            played,
            taken_back,
            stopped_by
        )
    })
}

/// The cards with points in the tricks that the opponents took: they lie before them, whatever else of past tricks
/// is shown.
fn taken(game: &View) -> Vec<Card> {
    let opponents = game.dealer.map(|dealer| Team::of(dealer).other());
    let tricks = game.tricks.iter();
    let theirs = tricks.filter(|trick| trick.winning.map(Team::of) == opponents);
    let cards = theirs.flat_map(|trick| trick.plays.iter().flatten().copied());
    cards.filter(|card| card.points() > 0).collect()
}

/// Who takes a trick with what and for whom its points are, or who has just beaten what lay there.
pub(super) fn outcome(trick: &TrickView, cx: &MatchContext) -> String {
    let Some(winner) = trick.winning else {
        return String::new();
    };
    let after = (winner.index() + PLAYERS - trick.leader.index()) % PLAYERS;
    let Some(play) = trick.plays.get(after) else {
        return String::new();
    };
    let cards = phrases::cards(&order::sorted(play, options::trump(cx.game)), cx);
    let who = who(winner, cx);
    match trick.plays.len() {
        PLAYERS => {
            let points = trick.points;
            let side = match cx.view.seat().map(Team::of) {
                Some(own) if points > 0 && !cx.game.hides_points() => {
                    if own == Team::of(winner) {
                        "own"
                    } else {
                        "other"
                    }
                }
                _ => "none",
            };
            say!(cx, "scene-taken", who, cards, side, points)
        }
        count if after > 0 && after + 1 == count => say!(cx, "scene-beats", who, cards),
        _ => String::new(),
    }
}

/// What was led, what the viewer has of it, and what is due of that; nothing where they have none of it.
fn what_follows(game: &View, cx: &RenderContext) -> String {
    let (PhaseView::Playing { trick, .. }, Some(Some(due))) = (&game.phase, options::turn(game))
    else {
        return String::new();
    };
    let trump = options::trump(game);
    let mut held = order::sorted(&game.hand, trump);
    held.retain(|card| trump.effective_suit(*card) == due.suit);
    let Some(lead) = trick.plays.first().filter(|_| !held.is_empty()) else {
        return String::new();
    };
    // What looks like the suit that was led, and is trump, and the other way round.
    let alike = game
        .hand
        .iter()
        .filter(|card| card.suit() == lead[0].suit());
    let unlike: Vec<Card> = lead.iter().chain(&held).chain(alike).copied().collect();
    let rank = phrases::always_trump(&unlike, trump);
    let lead = phrases::cards(&order::sorted(lead, trump), cx);
    let (cards, due) = (phrases::cards(&held, cx), phrases::due(due, held.len(), cx));
    plain(&say!(cx, "scene-follow", lead, cards, due, rank))
}

fn due(turn: &TurnDraft, cx: &MatchContext) -> SceneTurn {
    let game = cx.game;
    let all = turn.options.groups.iter();
    let open: Vec<Card> = all.flat_map(|group| group.cards.iter().copied()).collect();
    let chosen = turn.only().unwrap_or(&turn.chosen);
    let plays = turn.whole.then_some(turn.plays.as_slice());
    let plays = plays.unwrap_or_default().iter();
    SceneTurn {
        count: turn
            .options
            .choose
            .map(|more| turn.options.fixed.len() + more),
        fixed: names(&turn.options.fixed),
        open: names(&open),
        chosen: names(chosen),
        ready: turn.ready,
        hint: turn.hint.as_deref().map_or_else(Vec::new, names),
        plays: plays.map(|play| names(play)).collect(),
        // Before the turn nothing is offered as long as nothing is chosen.
        play: SceneButton::of(&turn::send(turn, cx)).filter(|_| !turn.comes || !chosen.is_empty()),
        note: options::buries(game)
            .then(|| {
                let risk = buried_points(turn, cx);
                let advice = turn.ready.then(|| suggested(chosen, cx));
                advice
                    .into_iter()
                    .chain([risk])
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .or_else(|| what_is_wrong(game, turn, cx))
            .or_else(|| turn.ready.then(|| suggested(chosen, cx)))
            .or_else(|| throws(game, turn).then(|| say!(cx, "hand-lead-throw")))
            .map_or_else(String::new, |line| plain(&line)),
        why: match options::buries(game) {
            true => what_is_wrong(game, turn, cx).unwrap_or_default(),
            false => what_follows(game, cx),
        },
        comes: turn.comes,
    }
}

/// Whether what is put together is led as a throw, which may fail.
fn throws(game: &View, turn: &TurnDraft) -> bool {
    let layout = options::layout(game);
    let cards = Hand::of(layout, &turn.chosen).ok();
    let lead = cards.and_then(|cards| Lead::read(layout, cards));
    let leads = turn.options.choose.is_none() && !turn.comes;
    leads && lead.is_some_and(|lead| lead.is_throw())
}

/// Why these cards are raised that the viewer has not chosen; of what cannot be looked up any more nothing is told.
fn suggested(cards: &[Card], cx: &MatchContext) -> String {
    let game = cx.game;
    let action = match options::buries(game) {
        true => Action::Bury(cards.to_vec()),
        false => Action::Play(cards.to_vec()),
    };
    let mut known = game.clone();
    let hidden = game.tricks.len() - game.past_tricks().len();
    for trick in &mut known.tricks[..hidden] {
        trick.plays.iter_mut().for_each(Vec::clear);
        trick.failed_throw = None;
    }
    let view = TableView {
        stage: StageView::Playing(known),
        ..cx.view.clone()
    };
    hints::sentence(&action, &cx.at(&view))
}

pub(super) fn names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}

const fn index(seat: Seat) -> u8 {
    seat.index() as u8
}
