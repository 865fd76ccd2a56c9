//! The page of the viewer's hand, and the options on it: the groups of a hand that menus offer, and the
//! only legal play if there is just one. The game's own [`Due`] decides what is legal.

use super::options::{buries, held, is_asked, to_play, trump, turn};
use super::*;
use crate::text::markup::dotted;
use crate::text::table::{add_return, is_alone};

/// The viewer's hand in each phase.
pub fn page(cx: &MatchContext) -> Page {
    let game = cx.game;
    let over = matches!(game.phase, PhaseView::Over { .. });
    if over || cx.view.seat().is_none() {
        let mut page = table::page(cx);
        page.ping.clear();
        return page;
    }
    let mut page = match &game.phase {
        PhaseView::Dealing { open, .. } => calling(open, false, cx),
        PhaseView::CallWindow { open, passed } => {
            let passed = cx.view.seat().is_some_and(|seat| passed.contains(seat));
            calling(open, !passed, cx)
        }
        PhaseView::Overcalls { open, .. } if is_asked(game) => calling(open, true, cx),
        PhaseView::Burying if buries(game) => bury(cx),
        PhaseView::Playing { .. } if turn(game).is_some() => play(cx),
        _ => waiting(cx),
    };
    add_return(cx, &mut page);
    page
}

/// The hand, each group on a line of its own; the suits that are not held share one.
pub fn hand_lines(game: &View, rising: bool, cx: &RenderContext) -> Vec<String> {
    let mut groups = order::grouped(&game.hand, trump(game));
    if rising {
        groups.iter_mut().for_each(|group| group.cards.reverse());
    }
    let (void, held): (Vec<_>, Vec<_>) = groups.iter().partition(|group| group.cards.is_empty());
    let shown = |group: &&order::Group| phrases::group(group.suit, &group.cards, cx);
    let mut lines: Vec<String> = held.iter().map(shown).collect();
    lines.extend(dotted(void.iter().map(shown)));
    lines
}

fn hand_title(game: &View, cx: &RenderContext) -> String {
    say!(cx, "hand-title", n = game.hand.len())
}

/// Whether the viewer has something to call.
fn can_call(game: &View, open: &[Call], may_pass: bool, cx: &RenderContext) -> String {
    let passed = matches!(game.phase, PhaseView::CallWindow { .. }) && !may_pass;
    match (passed, open.is_empty()) {
        (true, _) => say!(cx, "hand-passed"),
        (false, true) if may_pass => say!(cx, "hand-no-last-call"),
        (false, true) => say!(cx, "hand-no-call"),
        (false, false) if game.trump.is_some() => say!(cx, "hand-can-overcall"),
        (false, false) => say!(cx, "hand-can-call"),
    }
}

/// Calls are taken, or one that takes the kitty over: the legal ones as buttons.
fn calling(open: &[Call], may_pass: bool, cx: &MatchContext) -> Page {
    let game = cx.game;
    let can_call = can_call(game, open, may_pass, cx);
    let mut page = match (is_asked(game), cx.face) {
        (true, _) => {
            let mut page = Page::titled(say!(cx, "hand-overcall"));
            page.push(trick::state(cx));
            page
        }
        // How many cards they are stands at the seat.
        (false, Surface::Browser) => Page::titled(can_call.clone()),
        (false, Surface::Discord | Surface::Terminal) => Page::titled(hand_title(game, cx)),
    };
    page.layout = cx.deals_buttons().then_some(Tint::Calm);
    page.push(table::call_told(cx));
    page.extend(hand_lines(game, cx.draft.rising, cx));
    if page.title != can_call {
        page.push(can_call);
    }
    // Without a clock nothing happens by itself.
    if may_pass && cx.deadline.is_some() {
        page.push(cx.timed(say!(cx, "hand-call-passes")));
    }
    let plain = cx.without_faces();
    let calls = open.iter().map(|call| {
        let words = words::typed_call(*call);
        let shown = match cx.face {
            Surface::Browser => phrases::called(*call, game.level, &plain),
            Surface::Discord | Surface::Terminal => phrases::call(*call, game.level, &plain),
        };
        let label = say!(cx, "button-show", call = shown);
        let face = call.cards(game.level).first().copied();
        cx.act(label, (Verb::Call, words), Style::Main)
            .with_icon(face.and_then(|card| phrases::face(card, cx)))
    });
    let mut buttons: Vec<Control> = calls.collect();
    if may_pass {
        let label = match open.is_empty() && cx.face == Surface::Browser {
            true => say!(cx, "web-go-on"),
            false => say!(cx, "button-wait"),
        };
        buttons.push(cx.act(label, (Verb::Pass, ""), Style::Plain));
    }
    buttons.extend(take_back(cx));
    page.row(buttons);
    if matches!(game.phase, PhaseView::Dealing { .. }) && is_alone(cx.view) {
        page.row(vec![cx.plain(say!(cx, "button-rush"), "rush")]);
    }
    page.with(["hint", "sort", "more"].map(|line| cx.named(line)).to_vec())
}

/// The 33 cards of who buries, of which eight are to be buried.
fn bury(cx: &MatchContext) -> Page {
    let Some(turn) = TurnDraft::of(cx.game, cx) else {
        return waiting(cx);
    };
    let mut page = trick::page(&say!(cx, "hand-bury", n = turn.chosen.len()), cx);
    page.push(trick::state(cx));
    if !cx.deals_buttons() {
        page.extend(hand_lines(cx.game, cx.draft.rising, cx));
    }
    // The button has the cards of a whole kitty.
    if !turn.chosen.is_empty() && turn.flaw != Flaw::None {
        let cards = phrases::cards(&turn.chosen, cx);
        page.push(say!(cx, "hand-bury-chosen", cards));
    }
    page.push(buried_points(&turn, cx));
    controls(&turn, cx, &mut page);
    page
}

/// The points that are buried, and what they risk.
pub fn buried_points(turn: &TurnDraft, cx: &MatchContext) -> String {
    let points: u16 = turn.chosen.iter().map(|card| card.points()).sum();
    let declares = |dealer| cx.view.seat().map(Team::of) == Some(Team::of(dealer));
    let own = match cx.game.dealer.is_some_and(declares) {
        true => "no",
        false => "yes",
    };
    let times = cx.game.rules.kitty_multiplier.word();
    say!(cx, "hand-bury-points", times, points, own)
}

/// The viewer's turn to lead or follow.
fn play(cx: &MatchContext) -> Page {
    let game = cx.game;
    let Some(turn) = TurnDraft::of(game, cx) else {
        return waiting(cx);
    };
    let mut page = trick::page(&own_head(game, cx), cx);
    page.extend(trick::on_table(cx));
    page.push(trick::state(cx));
    if !cx.deals_buttons() {
        page.extend(hand_lines(game, cx.draft.rising, cx));
    }
    page.extend(what_is_wrong(game, &turn, cx));
    controls(&turn, cx, &mut page);
    page
}

/// The buttons of a turn: every card where there is room for them, or whole plays; and a row with what is put
/// together.
fn controls(turn: &TurnDraft, cx: &MatchContext, page: &mut Page) {
    let last = turn::last_row(turn, cx);
    if !cx.deals_buttons() {
        page.row(turn::offers(turn, cx));
        return page.row(last);
    }
    let tint = match buries(cx.game) {
        true => Tint::Kitty,
        false => Tint::Turn,
    };
    buttons::lay_out(Some(turn), (last, tint), cx, page);
}

/// What the viewer has to do on their turn: `Your turn: follow ♠K ♠K with a pair of spades`.
fn own_head(game: &View, cx: &RenderContext) -> String {
    let lead = match &game.phase {
        PhaseView::Playing { trick, .. } => trick.plays.first(),
        _ => None,
    };
    match (lead, turn(game).flatten()) {
        (Some(cards), Some(due)) => {
            let lead = trick::shown(trump(game), cards, cx);
            let due = phrases::due(due, held(game, due.suit), cx);
            let rank = phrases::always_trump(cards, trump(game));
            say!(cx, "hand-turn-follow", lead, due, rank)
        }
        _ => say!(cx, "hand-turn-lead"),
    }
}

/// A line about what was put together, unless its button says it all; without anything, that there
/// is no choice, or what can be led. Of what was chosen before the turn, whether it is played.
pub fn what_is_wrong(game: &View, turn: &TurnDraft, cx: &RenderContext) -> Option<String> {
    match cx.draft.premove {
        Premove::Sure(_) => {
            let cards = phrases::cards(turn.only().unwrap_or(&turn.chosen), cx);
            return Some(say!(cx, "hand-premove", cards));
        }
        Premove::Dropped => return Some(say!(cx, "hand-premove-dropped")),
        Premove::None if turn.comes && turn.chosen.len() == turn.options.fixed.len() => {
            return None;
        }
        Premove::None => {}
    }
    if let Some(only) = turn.only() {
        return Some(say!(cx, "hand-only", cards = phrases::cards(only, cx)));
    }
    if !turn.gathers(cx) || turn.flaw == Flaw::None {
        return None;
    }
    let cards = phrases::cards(&turn.chosen, cx);
    let chosen = match turn.options.choose {
        None if turn.chosen.is_empty() => {
            let first = (game.round == 1).to_string();
            return Some(say!(cx, "hand-lead-any", first));
        }
        _ if turn.chosen.is_empty() => return None,
        Some(more) => {
            let due = turn.options.fixed.len() + more;
            say!(cx, "hand-chosen-of", n = turn.chosen.len(), due, cards)
        }
        None => say!(cx, "hand-chosen", cards),
    };
    let why = notices::flaw(&turn.flaw, game, cx);
    dotted(std::iter::once(chosen).chain(why))
}

/// The hand while it is somebody else's turn: the trick so far, and who is to play.
fn waiting(cx: &MatchContext) -> Page {
    let game = cx.game;
    let is_ready = matches!(game.phase, PhaseView::Ready { .. });
    let mut page = match trick::head(cx) {
        Some(head) => trick::page(&head, cx),
        // What happened stands above.
        None if is_ready && cx.face == Surface::Terminal => Page::default(),
        None if game.hand.is_empty() => {
            Page::titled(results::last(cx).unwrap_or_else(|| say!(cx, "hand-none")))
        }
        None => Page::titled(hand_title(game, cx)),
    };
    if let PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. } = game.phase
    {
        page.extend(trick::on_table(cx));
        page.push(trick::state(cx));
    }
    if !game.hand.is_empty() && !cx.deals_buttons() {
        page.extend(hand_lines(game, cx.draft.rising, cx));
    }
    // There is no line left for it where a computer plays for the viewer.
    if let Some(buried) = game.buried.as_ref().filter(|_| !is_away(cx.view)) {
        let buried = trick::shown(trump(game), buried, cx);
        page.push(say!(cx, "hand-buried", cards = buried));
    }
    if is_ready {
        page.push(table::ready_line(cx));
        let deal = || table::deal_button(cx);
        page.row(game.may_deal().then(deal).into_iter().collect());
    }
    // Where there is no button for every card, cards are chosen before the turn by typing them.
    let chooses = cx.deals_buttons() || cx.draft.premove != Premove::None;
    let to_come = (chooses && !is_away(cx.view)).then(|| TurnDraft::to_come(game, cx));
    let to_come = to_come.flatten();
    let mut premove = Vec::new();
    if let Some((foreseen, turn)) = &to_come {
        page.extend(what_is_wrong(foreseen, turn, cx));
        premove = turn::premove_row(turn, &cx.with(foreseen));
    }
    let back: Vec<Control> = take_back(cx).into_iter().collect();
    let mut row = vec!["hand", "sort", "score", "more"];
    // There is room for five, and the table has the score.
    if cx.deals_buttons() && !premove.is_empty() {
        row = vec!["sort", "more"];
    }
    let row: Vec<Control> = row.into_iter().map(|line| cx.named(line)).collect();
    if cx.deals_buttons() {
        let last = ([premove, back, row].concat(), Tint::Calm);
        buttons::lay_out(to_come.as_ref().map(|(_, turn)| turn), last, cx, &mut page);
    } else {
        page.row([premove, back].concat());
        page.row(row);
    }
    page
}

/// The button that takes back the viewer's last play or call, while that can be.
fn take_back(cx: &MatchContext) -> Option<Control> {
    let label = || say!(cx, "button-take-back");
    let button = || cx.act(label(), (Verb::TakeBack, ""), Style::Plain);
    cx.game.can_take_back.then(button)
}

/// A short prompt for what the viewer has to do now.
pub fn prompt(cx: &MatchContext) -> String {
    let game = cx.game;
    if let Some(turn) = turn(game) {
        return match turn {
            None => say!(cx, "prompt-lead"),
            Some(due) => {
                let due = phrases::due(due, held(game, due.suit), cx);
                say!(cx, "prompt-follow", due)
            }
        };
    }
    match &game.phase {
        PhaseView::Ready { .. } => say!(cx, "prompt-deal"),
        PhaseView::Overcalls { asked, .. } if !is_asked(game) => {
            say!(cx, "prompt-wait", who = who(*asked, cx))
        }
        PhaseView::CallWindow { open, .. } | PhaseView::Overcalls { open, .. }
            if open.is_empty() =>
        {
            say!(cx, "prompt-no-call")
        }
        PhaseView::Dealing { .. } | PhaseView::CallWindow { .. } | PhaseView::Overcalls { .. } => {
            say!(cx, "prompt-call")
        }
        PhaseView::Burying if buries(game) => say!(cx, "prompt-bury"),
        PhaseView::Burying | PhaseView::Playing { .. } => match to_play(game).or(game.burier()) {
            Some(seat) => say!(cx, "prompt-wait", who = who(seat, cx)),
            None => say!(cx, "game-tractor"),
        },
        PhaseView::Over { .. } => cx.command("start"),
    }
}
