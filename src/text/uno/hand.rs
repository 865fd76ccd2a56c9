//! The viewer's hand and what they may do with it.

use crate::text::faced;
use std::collections::{BTreeMap, BTreeSet};

use super::phrases::{TableContext, coming, draw_label, numbered, plain_who, turn_line};
use super::table::colors;
use super::words::has_numbered_moves;
use super::words::typed_play;
use super::{cards, notices, table};
use crate::art::Icon;
use crate::chance::Seed;
use crate::command::Verb;
use crate::game::Seat;
use crate::players::Player;
use crate::players::uno::Heuristic;
use crate::table::StageView;
use crate::text::context::{RenderContext, Surface};
use crate::text::faces::Emoji;
use crate::text::page::{Control, MenuOption, Page, Style};
use crate::text::press::{PageKind, Tap};
use crate::text::table::{
    act, add_return, button, closed_page, hinted, lobby_page, more_button, plain_button, press, who,
};
use crate::text::voice::word_of;
use crate::text::words;
use crate::uno::rules::{BluffTest, Toggle, UnoCall};
use crate::uno::view::{ShownHand, UnoDecision};
use crate::uno::{Action, Card, Color, Move, PhaseView, Play, RoundView, Uno, View};

/// The most plays shown as buttons; more become a menu.
const MOST_BUTTONS: usize = 10;
/// The most options of a menu.
const MOST_CHOICES: usize = 25;

pub fn page(view: &TableContext, cx: &RenderContext) -> Page {
    let game = match &view.stage {
        StageView::Lobby => return lobby_page(view, cx),
        StageView::Closed => return closed_page::<Uno>(cx),
        StageView::Playing(game) | StageView::Over(game) => game,
    };
    match (&game.phase, view.seat()) {
        (PhaseView::Playing(round), Some(seat)) => hand(view, game, round, seat, cx),
        _ => {
            let mut page = table::page(view, game, cx);
            page.ping.clear();
            page
        }
    }
}

fn hand(
    view: &TableContext,
    game: &View,
    round: &RoundView,
    seat: Seat,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::default();
    let turn = match round.turn == seat {
        true => head(own_turn(view, game, round, cx), cx),
        false => turn_line(view, game, round, cx),
    };
    page.push(numbered(round.step + 1, turn, cx));
    let (top, held) = (cards::top(round, cx), round.hand.len());
    let top = say!(cx, "uno-top", top);
    page.push(format!("{top} · {}", say!(cx, "uno-hand", n = held)));
    // In Discord the board shows it.
    if cx.face == Surface::Terminal {
        page.push(others_line(view, game, round, seat, cx));
    }
    if round.drawn.is_none() {
        page.lines.extend(notices::own_draws(view, game, cx));
    }
    page.push("");
    let numbers = cx.face == Surface::Terminal && !has_numbered_moves(&view.rules);
    page.lines
        .extend(hand_lines(round, (marks(game), numbers), cx));
    if round.would_bluff && round.playable.contains(&Card::WILD_DRAW_FOUR) {
        page.push(match game.rules.bluff_test {
            BluffTest::Colour => say!(cx, "uno-would-bluff"),
            BluffTest::AnyPlayable => say!(cx, "uno-would-bluff-any"),
        });
    }
    if let Some(shown) = round.shown.as_ref().filter(|_| notices::has_shown(game)) {
        page.push(shown_line(shown, view, cx));
    }
    if numbers && round.turn == seat {
        page.lines.extend(by_number(round, cx));
    }
    let mut send = None;
    if round.turn == seat && round.decision == UnoDecision::Color {
        colors(view, cx, &mut page);
    } else if round.turn == seat && round.decision == UnoDecision::Swap {
        swaps(view, game, seat, round, cx, &mut page);
    } else {
        send = plays(view, game, round, cx, &mut page);
    }
    actions(view, round, send, cx, &mut page);
    add_return(view, cx, &mut page);
    page
}

/// How many cards the others hold.
fn others_line(
    view: &TableContext,
    game: &View,
    round: &RoundView,
    own: Seat,
    cx: &RenderContext,
) -> String {
    let others = coming(game, round);
    let others = others.filter(|seat| *seat != own && !round.out.contains(seat));
    let held = others.map(|seat| {
        let n = round.hand_sizes.get(seat.index()).copied().unwrap_or(0);
        let uno = match n == 1 && round.said_uno.contains(seat) {
            true => " UNO",
            false => "",
        };
        format!("{} {n}{uno}", who(view, seat, cx))
    });
    say!(
        cx,
        "uno-others",
        held = held.collect::<Vec<_>>().join(" · ")
    )
}

/// What the viewer has to do, its first line bold and with the countdown of the turn.
fn head(turn: String, cx: &RenderContext) -> String {
    let (first, rest) = turn.split_once('\n').unwrap_or((&turn, ""));
    let first = match first.contains("**") {
        true => first.to_owned(),
        false => format!("**{first}**"),
    };
    let first = std::iter::once(first).chain(cx.when());
    let first = first.collect::<Vec<_>>().join(" · ");
    match rest {
        "" => first,
        rest => format!("{first}\n{rest}"),
    }
}

/// What the viewer has to do on their turn.
fn own_turn(view: &TableContext, game: &View, round: &RoundView, cx: &RenderContext) -> String {
    let ticks = cx.face == Surface::Terminal || shows_faces(round, cx);
    let your_turn = || match (marks(game), ticks) {
        (true, false) => say!(cx, "uno-your-turn"),
        (true, true) => say!(cx, "uno-your-turn-ticked"),
        (false, _) => say!(cx, "uno-your-turn-unmarked"),
    };
    match round.decision {
        UnoDecision::Color => say!(cx, "uno-choose-color"),
        UnoDecision::Swap => say!(cx, "uno-choose-swap"),
        UnoDecision::Turn if round.owed > 0 => owing(view, round, cx),
        UnoDecision::Turn if round.playable.is_empty() => say!(cx, "uno-nothing-fits"),
        UnoDecision::Turn => your_turn(),
        UnoDecision::AfterDrawing => match round.drawn {
            Some(card) if round.playable.is_empty() => {
                say!(cx, "uno-you-drew", card = cards::shown(card, cx))
            }
            Some(card) => say!(cx, "uno-you-drew-fits", card = cards::shown(card, cx)),
            None => your_turn(),
        },
    }
}

/// Whether playable cards are marked.
fn marks(game: &View) -> bool {
    game.rules.allow_highlight_playable_cards == Toggle::On
}

/// What can be done about the cards owed, and the cost of calling a bluff wrongly.
fn owing(view: &TableContext, round: &RoundView, cx: &RenderContext) -> String {
    let owed = round.owed;
    let mut line = match round.playable.is_empty() {
        true => say!(cx, "uno-you-owe", owed),
        false => say!(cx, "uno-you-owe-or-hand-on", owed),
    };
    if let (true, Some((by, _))) = (round.may.call, round.last_play) {
        let who = who(view, by, cx);
        line.push('\n');
        line.push_str(&say!(cx, "uno-you-may-call", who, owed, more = owed + 2));
    }
    line
}

/// The hand by colour, in the order in which it is shown and numbered.
fn laid_out(round: &RoundView) -> impl Iterator<Item = (Option<Color>, Vec<Card>)> {
    let colors = Color::ALL.map(Some).into_iter().chain([None]);
    let held = colors.map(|color| {
        let held = round.hand.iter().copied();
        let held: Vec<Card> = held.filter(|card| card.color() == color).collect();
        (color, held)
    });
    held.filter(|(_, held)| !held.is_empty())
}

/// Whether the hand is shown as faces: all of its cards have one.
fn shows_faces(round: &RoundView, cx: &RenderContext) -> bool {
    faced::row(round.hand.iter().copied().map(Icon::Uno), cx).is_some()
}

/// The hand by colour; playable cards are bold if they are to be marked, and have a tick where they
/// are faces or counted: a script has no bold letters. Each has its number if they are to be counted.
fn hand_lines(round: &RoundView, (mark, count): (bool, bool), cx: &RenderContext) -> Vec<String> {
    let playable = |card: &Card| mark && round.playable.contains(card);
    let mut number = 0;
    if shows_faces(round, cx) {
        let mut ticked = |card: &Card| {
            number += 1;
            let face = cards::shown(*card, cx);
            let tick = if playable(card) { "✓ " } else { "" };
            match count {
                true => format!("{number}:{face}{tick}"),
                false => format!("{face}{tick}"),
            }
        };
        let mut line = |held: Vec<Card>| held.iter().map(&mut ticked).collect::<String>();
        let lines = laid_out(round).map(|(_, held)| line(held).trim_end().to_owned());
        return lines.collect();
    }
    let mut shown = |card: &Card| {
        number += 1;
        let face = match count {
            true => format!("{number}:{}", cards::face(card.face(), cx)),
            false => cards::face(card.face(), cx),
        };
        match (playable(card), count) {
            (true, true) => format!("**{face}**✓"),
            (true, false) => format!("**{face}**"),
            (false, _) => face,
        }
    };
    let lines = laid_out(round).map(|(color, held)| {
        let sign = color.map_or_else(String::new, |color| cards::color_sign(color, cx) + " ");
        let held: Vec<String> = held.iter().map(&mut shown).collect();
        format!("{sign}{}", held.join(" "))
    });
    lines.collect()
}

/// What is typed for the playable cards where they are too many to be offered one by one.
fn by_number(round: &RoundView, cx: &RenderContext) -> Option<String> {
    let ways = |card: &Card| if card.is_wild() { Color::ALL.len() } else { 1 };
    if round.playable.iter().map(ways).sum::<usize>() <= MOST_BUTTONS {
        return None;
    }
    let held = laid_out(round).flat_map(|(_, held)| held).zip(1..);
    let mut named = BTreeSet::new();
    let first = held.filter(|(card, _)| round.playable.contains(card) && named.insert(*card));
    let typed = first.map(|(card, number)| match card.is_wild() {
        true => format!("`{number} b`"),
        false => format!("`{number}`"),
    });
    let numbers = typed.collect::<Vec<_>>().join(" · ");
    Some(say!(cx, "uno-by-number", numbers))
}

/// The play of the card with this number, with what is typed after it: `3`, `3 b`, `3 uno`.
pub fn nth_card(line: &str, view: &TableContext) -> Option<String> {
    if has_numbered_moves(&view.rules) {
        return None;
    }
    let round = view.stage.game()?.playing()?;
    let (number, rest) = line
        .trim()
        .split_once(char::is_whitespace)
        .unwrap_or((line.trim(), ""));
    let number = words::number(number)?;
    match round.decision {
        UnoDecision::Turn | UnoDecision::AfterDrawing => {}
        UnoDecision::Color | UnoDecision::Swap => return None,
    }
    let card = laid_out(round).flat_map(|(_, held)| held).nth(number - 1)?;
    Some(
        format!("{} {rest}", super::cards::typed(card))
            .trim()
            .to_owned(),
    )
}

fn shown_line(shown: &ShownHand, view: &TableContext, cx: &RenderContext) -> String {
    let (who, held) = (who(view, shown.seat, cx), cards::list(&shown.cards, cx));
    if shown.guilty {
        say!(cx, "uno-shown-guilty", who, cards = held)
    } else {
        say!(cx, "uno-shown-innocent", who, cards = held)
    }
}

/// A way to play a card: its label, its code, and the icon and label of its button.
#[derive(Clone)]
struct PlayOption {
    /// All of it in words, for options, which always have a label.
    label: String,
    icon: Option<Emoji>,
    /// What is left to say beside the icon.
    rest: String,
    words: String,
    style: Style,
}

/// The play that a computer player would make.
fn hint(game: &View) -> Option<Play> {
    // The advice depends only on the view, so any fixed seed will do.
    match Heuristic::new(Seed::from_number(0)).choose(game)? {
        Action::Move(Move::Play(play)) => Some(play),
        Action::Move(_) | Action::Deal | Action::Contribute(_) => None,
    }
}

/// All ways to play the playable cards; wild cards once for each colour. The hint is marked.
fn options(
    playable: &[Card],
    uno: bool,
    hint: Option<Play>,
    cx: &RenderContext,
) -> Vec<PlayOption> {
    let of = |card: &Card, color: Option<Color>| {
        let named = color.map_or_else(String::new, |color| {
            format!(" → {}", cards::color_sign(color, cx))
        });
        let said = if uno { " UNO" } else { "" };
        let label = format!("{}{named}{said}", cards::sign(*card, cx));
        let icon = cx.icon(Icon::Uno(*card));
        let rest = match icon {
            Some(_) => format!("{named}{said}").trim_start().to_owned(),
            None => label.clone(),
        };
        let is_hint = hint.is_some_and(|hint| {
            let color = color.is_none() || color == hint.color;
            hint.card == *card && color
        });
        let marked = |label: String| match is_hint {
            true => hinted(&label).trim_end().to_owned(),
            false => label,
        };
        PlayOption {
            icon,
            rest: marked(rest),
            label: marked(label),
            words: typed_play(*card, color, uno),
            style: if uno || is_hint {
                Style::Good
            } else {
                Style::Main
            },
        }
    };
    let ways = playable.iter().flat_map(|card| match card.is_wild() {
        true => Color::ALL.map(|color| of(card, Some(color))).to_vec(),
        false => vec![of(card, None)],
    });
    ways.collect()
}

/// The playable cards: a few as buttons, many as menus. With two cards left they can include UNO.
/// If plays are confirmed, returns the button that sends the chosen one.
fn plays(
    view: &TableContext,
    game: &View,
    round: &RoundView,
    cx: &RenderContext,
    page: &mut Page,
) -> Option<Control> {
    let mut send = None;
    if round.playable.is_empty() {
        return send;
    }
    let says_uno = round.hand.len() == 2 && game.rules.uno_call == UnoCall::Catch;
    let hint = hint(game);
    let mut ways = match says_uno {
        true => options(&round.playable, true, hint, cx),
        false => Vec::new(),
    };
    // Where UNO can be said with it, the hint says it.
    let hint = hint.filter(|_| !says_uno);
    ways.extend(options(&round.playable, false, hint, cx));
    let (confirm, picks) = (cx.looks.confirm, cx.draft.picks.values().flatten());
    let chosen: Vec<&String> = picks.filter(|_| confirm).collect();
    if let Some(way) = ways.iter().find(|way| chosen.contains(&&way.words)) {
        let label = say!(cx, "button-play", cards = way.rest.as_str());
        let label = label.trim_end().to_owned();
        let play = (Verb::Play, way.words.clone());
        send = Some(act(view, cx, label, play, Style::Good).with_icon(way.icon.clone()));
    }
    if ways.len() <= MOST_BUTTONS {
        let buttons = ways.into_iter().map(|way| {
            let button = match confirm {
                true => button(view, cx, way.rest, Tap::Draft(way.words), way.style),
                false => act(view, cx, way.rest, (Verb::Play, way.words), way.style),
            };
            button.with_icon(way.icon)
        });
        let buttons: Vec<Control> = buttons.collect();
        buttons.chunks(5).for_each(|row| page.row(row.to_vec()));
        return send;
    }
    for (menu, ways) in (0..4).zip(ways.chunks(MOST_CHOICES)) {
        let choices = ways.iter().map(|way| MenuOption {
            icon: way.icon.clone(),
            label: way.label.clone(),
            value: way.words.clone(),
            note: String::new(),
            chosen: chosen.contains(&&way.words),
        });
        let tap = match confirm {
            true => Tap::Pick(menu),
            false => Tap::Choose(Verb::Play),
        };
        page.row(vec![Control::Menu {
            placeholder: say!(cx, "uno-menu"),
            choices: choices.collect(),
            at_least: u8::from(!confirm),
            at_most: 1,
            press: press(view, cx, tap),
        }]);
    }
    send
}

/// A play as the draft of who confirms plays has it.
pub fn picks(action: &Action) -> BTreeMap<u8, Vec<String>> {
    let words = match action {
        Action::Move(Move::Play(play)) => Some(typed_play(play.card, play.color, play.uno)),
        Action::Move(_) | Action::Deal | Action::Contribute(_) => None,
    };
    words.into_iter().map(|words| (0, vec![words])).collect()
}

fn swaps(
    view: &TableContext,
    game: &View,
    own: Seat,
    round: &RoundView,
    cx: &RenderContext,
    page: &mut Page,
) {
    let others = game
        .order
        .iter()
        .filter(|seat| **seat != own && !game.left.contains(**seat) && !round.out.contains(seat));
    let buttons = others.map(|seat| {
        let name = plain_who(view, *seat, cx);
        let held = round.hand_sizes.get(seat.index()).copied().unwrap_or(0);
        let words = format!("#{}", seat.index() + 1);
        act(
            view,
            cx,
            format!("{name} ({held})"),
            (Verb::Play, words),
            Style::Main,
        )
    });
    let buttons: Vec<Control> = buttons.collect();
    buttons.chunks(5).for_each(|row| page.row(row.to_vec()));
}

/// Everything else that the viewer may do now, after the button that sends what they chose.
fn actions(
    view: &TableContext,
    round: &RoundView,
    send: Option<Control>,
    cx: &RenderContext,
    page: &mut Page,
) {
    let may = round.may;
    // Before a draw, saying UNO would have no effect.
    let uno = may.uno && (round.exposed == view.seat() || !round.playable.is_empty());
    let all = [
        (
            may.call,
            say!(cx, "uno-button-call"),
            Verb::Call,
            Style::Grave,
        ),
        (may.draw, draw_label(round, cx), Verb::Draw, Style::Plain),
        (
            may.pass,
            say!(cx, "uno-button-pass"),
            Verb::Pass,
            Style::Plain,
        ),
        (uno, say!(cx, "uno-button-uno"), Verb::Uno, Style::Good),
        (
            may.catch,
            say!(cx, "uno-button-catch"),
            Verb::Catch,
            Style::Plain,
        ),
    ];
    let open = all.into_iter().filter(|(may, ..)| *may);
    let row =
        open.map(|(_, label, verb, style)| act(view, cx, label, (verb, String::new()), style));
    let mut row: Vec<Control> = send.into_iter().chain(row).collect();
    if row.is_empty() {
        let again = Tap::Show(PageKind::Hand);
        let label = say!(cx, "uno-button-hand");
        row.push(plain_button(view, cx, label, again));
    }
    row.push(more_button(view, cx));
    for row in row.chunks(5) {
        page.row(row.to_vec());
    }
}

/// A short prompt for what the viewer has to do now.
pub fn prompt(view: &TableContext, cx: &RenderContext) -> String {
    let game = match &view.stage {
        StageView::Lobby | StageView::Over(_) => return cx.command("start"),
        StageView::Closed => return cx.command("join"),
        StageView::Playing(game) => game,
    };
    match (game.playing(), view.seat()) {
        (Some(round), Some(seat)) if round.turn == seat => {
            let top = cards::top(round, cx);
            say!(cx, "uno-prompt", top)
        }
        (Some(round), _) => say!(cx, "prompt-wait", who = who(view, round.turn, cx)),
        (None, _) => say!(cx, "prompt-deal"),
    }
}

/// A sensible action in words.
pub fn hint_sentence(action: &Action, view: &TableContext, cx: &RenderContext) -> String {
    let Action::Move(chosen) = action else {
        return say!(cx, "ready-deal", deal = cx.command("deal"));
    };
    match chosen {
        Move::Play(play) => {
            let round = view.stage.game().and_then(|game| game.playing());
            let last_but_one = round.is_some_and(|round| round.hand.len() == 2);
            let words = typed_play(play.card, play.color, play.uno && last_but_one);
            let command = cx.command(&format!("play {words}"));
            say!(
                cx,
                "uno-hint-play",
                card = cards::shown(play.card, cx),
                command
            )
        }
        Move::Color(color) => say!(cx, "uno-hint-color", color = cards::color(*color, cx)),
        Move::Draw => say!(cx, "uno-hint", command = cx.command("draw")),
        Move::Pass => say!(
            cx,
            "uno-hint",
            command = cx.command(word_of::<Uno>(Verb::Pass))
        ),
        Move::Call => say!(
            cx,
            "uno-hint",
            command = cx.command(word_of::<Uno>(Verb::Call))
        ),
        Move::Uno => say!(cx, "uno-hint", command = cx.command("uno")),
        Move::Catch(_) => say!(cx, "uno-hint", command = cx.command("catch")),
        Move::Swap(seat) => {
            let words = format!("play #{}", seat.index() + 1);
            say!(cx, "uno-hint", command = cx.command(&words))
        }
    }
}
