//! What a viewer sees of a match of tractor.

use super::hand::{buried_points, what_is_wrong};
use super::results::kitty_caption;
use super::*;
use crate::text::markup::plain;

pub fn of(cx: &MatchContext) -> Value {
    let game = cx.game;
    let trump = options::trump(game);
    let mut hand = order::grouped(&game.hand, trump);
    hand.retain(|group| !group.cards.is_empty());
    if cx.draft.rising {
        hand.iter_mut().for_each(|group| group.cards.reverse());
    }
    let (phase, trick, seal) = match &game.phase {
        PhaseView::Ready { commitment, .. } => ("ready", None, Some(commitment)),
        PhaseView::Dealing { commitment, .. } => ("dealing", None, Some(commitment)),
        PhaseView::CallWindow { .. } | PhaseView::Overcalls { .. } => ("calling", None, None),
        PhaseView::Burying => ("burying", None, None),
        PhaseView::Playing { trick, .. } => ("playing", Some(trick), None),
        PhaseView::Over { .. } => ("over", None, None),
    };
    let between = matches!(phase, "ready" | "over");
    let shown = game.history.last().filter(|_| between);
    let kitty = shown.map(|round| &round.kitty).or(game.buried.as_ref());
    let kitty = kitty.map_or(&[][..], Vec::as_slice);
    let call = game.standing_call();
    let called = game.trump.is_some() || call.is_some();
    let mut past = game.past_tricks().iter().rev();
    let last = past.next().or(game.parting.as_ref());
    let shows_points = !game.hides_points();
    let trick_of = |trick: &TrickView| {
        let mut laid = lay(trick, trump, shows_points);
        laid["said"] = plain(&outcome(trick, cx)).into();
        laid["why"] = plain(&trick::why(trick, trump, cx)).into();
        laid["failed"] = plain(&failed(trick, trump, cx)).into();
        given(laid, &["said", "why", "failed"])
    };
    let turn = TurnDraft::of(game, cx).map(|turn| due(&turn, cx));
    let to_come = || {
        let to_come = TurnDraft::to_come(game, cx).filter(|_| !is_away(cx.view));
        to_come.map(|(foreseen, turn)| due(&turn, &cx.with(&foreseen)))
    };
    let scene = json!({
        "phase": phase,
        "round": game.round,
        "level": game.level,
        "suit": trump.suit,
        "fixed": game.trump.is_some(),
        "trump": plain(&phrases::trump(trump, cx)),
        "order": called.then(|| plain(&phrases::trump_order(trump, cx))),
        "levels": game.levels,
        "seal": seal,
        "dealer": game.dealer,
        "points": shows_points.then_some(game.points),
        "goal": game.rules.points_to_win,
        "call": call.map(|(seat, call)| json!({"seat": seat, "cards": call.cards(game.level)})),
        "hand": hand.iter().map(|group| &group.cards).collect::<Vec<_>>(),
        "sizes": game.hand_sizes,
        "trick": trick.map(trick_of),
        "last": last.map(trick_of),
        "earlier": past.map(trick_of).collect::<Vec<_>>(),
        "kitty": order::sorted(kitty, trump),
        "taken": shows_points.then(|| order::sorted(&taken(game), trump)),
        "result": shown.map(|round| json!({
            "points": round.points,
            "goal": game.rules.points_to_win,
            "kitty": plain(&kitty_caption(round, cx)),
        })),
        "turn": turn.or_else(to_come),
    });
    given(scene, &["order", "seal", "earlier", "taken", "result"])
}

/// The steps of a finished round, each with what everybody held at its end: the deal, and the tricks.
pub fn steps(round: &OpenRound, players: &[Player], cx: &RenderContext) -> Vec<Value> {
    let view = TableView::<Tractor>::of_players(players, Rules::default(), StageView::Lobby);
    let trump = round.result.trump;
    let steps = round.holdings().into_iter().enumerate();
    let steps = steps.map(|(tricks, hands)| {
        let scene = after(round, tricks, &hands, cx);
        let hands = hands.map(|hand| order::sorted(&hand, trump));
        laid(scene, json!(hands), (0, Value::Null), &cx.at(&view))
    });
    steps.collect()
}

/// What lies on the table at the end of so many tricks.
fn after(
    round: &OpenRound,
    tricks: usize,
    hands: &[Vec<Card>; PLAYERS],
    cx: &RenderContext,
) -> Value {
    let (trump, past) = (round.result.trump, &round.tricks[..tricks]);
    let opponents = Team::of(round.result.dealer).other();
    let won = past
        .iter()
        .filter(|trick| trick.winning.map(Team::of) == Some(opponents));
    let call = round.calls.last();
    let begins = tricks == 0;
    let kitty: &[Card] = if begins { &round.kitty } else { &[] };
    json!({
        "phase": if begins { "burying" } else { "playing" },
        "round": round.round,
        "level": trump.rank,
        "suit": trump.suit,
        "fixed": true,
        "trump": plain(&phrases::trump(trump, cx)),
        "order": plain(&phrases::trump_order(trump, cx)),
        "levels": null,
        "dealer": round.result.dealer,
        "points": won.map(|trick| trick.points).sum::<u16>(),
        "goal": round.rules.points_to_win,
        "call": call.map(|(seat, cards)| json!({"seat": seat, "cards": cards})),
        "hand": [],
        "sizes": hands.each_ref().map(Vec::len),
        "trick": past.last().map(|trick| lay(trick, trump, true)),
        "last": null,
        "kitty": order::sorted(kitty, trump),
        "turn": null,
    })
}

fn lay(trick: &TrickView, trump: Trump, shows_points: bool) -> Value {
    let plays = trick::plays(trick)
        .map(|(seat, cards)| json!({"seat": seat, "cards": order::sorted(cards, trump)}));
    json!({
        "plays": plays.collect::<Vec<_>>(),
        "winning": trick.winning,
        "points": shows_points.then_some(trick.points),
    })
}

/// Which throw the lead is left of, and what was taken back; told as long as the trick lies there.
fn failed(trick: &TrickView, trump: Trump, cx: &TableContext) -> String {
    let tried = trick.failed_throw.as_ref().zip(trick.plays.first());
    tried.map_or_else(String::new, |(tried, lead)| {
        let back = trick::without(tried, lead);
        let [played, back] = [lead, &back].map(|cards| trick::shown(trump, cards, cx));
        let (seat, taken_back, stopped_by) = (who(trick.leader, cx), back, "none");
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
            let told = points > 0 && !cx.game.hides_points();
            let side = match cx.view.seat().filter(|_| told).map(Team::of) {
                Some(own) if own == Team::of(winner) => "own",
                Some(_) => "other",
                None => "none",
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

fn due(turn: &TurnDraft, cx: &MatchContext) -> Value {
    let game = cx.game;
    let fixed = &turn.options.fixed;
    let chosen = turn.only().unwrap_or(&turn.chosen);
    let plays = turn.whole.then_some(turn.plays.as_slice());
    let advice = || suggested(chosen, cx);
    let (note, why) = if options::buries(game) {
        let advice = turn.ready.then(advice).into_iter();
        let note = advice.chain([buried_points(turn, cx)]);
        let why = what_is_wrong(game, turn, cx).unwrap_or_default();
        (Some(note.collect::<Vec<_>>().join(" ")), why)
    } else {
        let note = what_is_wrong(game, turn, cx)
            .or_else(|| turn.ready.then(advice))
            .or_else(|| throws(game, turn).then(|| say!(cx, "hand-lead-throw")));
        (note, what_follows(game, cx))
    };
    // Before the turn nothing is offered as long as nothing is chosen.
    let offers = !turn.comes || !chosen.is_empty();
    let turn = json!({
        "count": turn.options.choose.map(|more| fixed.len() + more),
        "fixed": fixed,
        "open": turn.options.open(),
        "chosen": chosen,
        "ready": turn.ready,
        "hint": turn.hint.as_deref().unwrap_or_default(),
        "plays": plays.unwrap_or_default(),
        "play": offers.then(|| button_of(&turn::send(turn, cx))),
        "note": plain(&note.unwrap_or_default()),
        "why": why,
        "comes": turn.comes,
    });
    given(turn, &["ready", "why", "comes"])
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
