//! The viewer's hand, what they have to do, and the controls for it.

use std::collections::BTreeMap;

use super::options::{self, Flaw, Options};
use super::phrases::{self, Table};
use super::{order, refusals, table, words};
use crate::command::Verb;
use crate::table::StageView;
use crate::text::cards;
use crate::text::context::RenderContext;
use crate::text::page::{Control, MenuOption, Page, Style};
use crate::text::press::{Sheet, Tap};
use crate::text::table::{
    act, button, closed_page, come_back, lobby_page, more_button, press, who,
};
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Call};
use crate::tractor::card::Card;
use crate::tractor::rules::KittyMultiplier;
use crate::tractor::view::{PhaseView, View};

/// The most menus beside the row of buttons.
const MOST_MENUS: usize = 4;

/// The viewer's hand in each phase.
pub fn page(view: &Table, cx: &RenderContext) -> Page {
    let game = match &view.stage {
        StageView::Lobby => return lobby_page(view, cx),
        StageView::Closed => return closed_page::<Tractor>(cx),
        StageView::Playing(game) | StageView::Over(game) => game,
    };
    let over = matches!(game.phase, PhaseView::Over { .. });
    if over || view.seat().is_none() {
        let mut page = table::page(view, game, cx);
        page.ping.clear();
        return page;
    }
    let mut page = match &game.phase {
        PhaseView::Dealing { open, .. } => calling(view, game, open, false, cx),
        PhaseView::CallWindow { open, passed } => {
            let passed = view.seat().is_some_and(|seat| passed.contains(seat));
            calling(view, game, open, !passed, cx)
        }
        PhaseView::Burying if options::buries(game) => bury(view, game, cx),
        PhaseView::Playing { .. } if options::turn(game).is_some() => play(view, game, cx),
        PhaseView::Ready { .. }
        | PhaseView::Burying
        | PhaseView::Playing { .. }
        | PhaseView::Over { .. } => waiting(view, game, cx),
    };
    if let Some((line, back)) = come_back(view, cx) {
        page.lines.insert(0, line);
        page.row(vec![back]);
    }
    page
}

/// The hand, each group on a line of its own.
fn hand_lines(game: &View, rising: bool, cx: &RenderContext) -> Vec<String> {
    let mut groups = order::grouped(&game.hand, options::trump(game));
    if rising {
        groups.iter_mut().for_each(|group| group.cards.reverse());
    }
    let lines = groups
        .iter()
        .map(|group| phrases::group(group.suit, &group.cards, cx));
    lines.collect()
}

fn hand_title(game: &View, cx: &RenderContext) -> String {
    say!(cx, "hand-title", n = game.hand.len())
}

/// The call window: the legal calls as buttons.
fn calling(view: &Table, game: &View, open: &[Call], may_pass: bool, cx: &RenderContext) -> Page {
    let mut page = Page::titled(hand_title(game, cx));
    page.lines = hand_lines(game, cx.draft.rising, cx);
    let passed = matches!(game.phase, PhaseView::CallWindow { .. }) && !may_pass;
    page.push(match (passed, open.is_empty()) {
        (true, _) => say!(cx, "hand-passed"),
        (false, true) if may_pass => say!(cx, "hand-no-last-call"),
        (false, true) => say!(cx, "hand-no-call"),
        (false, false) => say!(cx, "hand-can-call"),
    });
    page.lines.extend(cx.when().filter(|_| may_pass));
    let calls = open.iter().map(|call| {
        let words = words::typed_call(*call);
        act(
            view,
            cx,
            say!(
                cx,
                "button-show",
                call = phrases::call(*call, game.level, cx)
            ),
            (Verb::Call, words),
            Style::Main,
        )
    });
    let mut buttons: Vec<Control> = calls.collect();
    if may_pass {
        let wait = (Verb::Pass, String::new());
        buttons.push(act(view, cx, say!(cx, "button-wait"), wait, Style::Plain));
    }
    for row in buttons.chunks(5) {
        page.row(row.to_vec());
    }
    page.row(vec![
        button(view, cx, say!(cx, "button-hint"), Tap::Hint, Style::Plain),
        button(view, cx, say!(cx, "button-sort"), Tap::Sort, Style::Plain),
        more_button(view, cx),
    ]);
    page
}

/// The dealer's 33 cards, of which eight are to be buried.
fn bury(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let Some(options) = options::options(game) else {
        return waiting(view, game, cx);
    };
    let chosen = options::drafted(&cx.draft, &options);
    let mut page = Page::titled(say!(cx, "hand-bury", n = chosen.len()));
    page.lines = hand_lines(game, cx.draft.rising, cx);
    if !chosen.is_empty() {
        page.push(say!(cx, "hand-bury-chosen", cards = cards::list(&chosen)));
        let points: u16 = chosen.iter().map(|card| card.points()).sum();
        page.push(match game.rules.kitty_multiplier {
            KittyMultiplier::Double => say!(cx, "hand-bury-points", points = points),
            KittyMultiplier::BySize => say!(cx, "hand-bury-points-size", points = points),
        });
    }
    menus(view, game, &options, cx, &mut page);
    let words = cards::packed(&chosen);
    let label = say!(cx, "button-bury");
    let send = act(view, cx, label, (Verb::Kitty, words), Style::Good);
    send_row(view, send, chosen.len() == 8, cx, &mut page);
    page
}

/// The viewer's turn to lead or follow.
fn play(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let Some(options) = options::options(game) else {
        return waiting(view, game, cx);
    };
    let mut page = Page::titled(String::new());
    let lead = match &game.phase {
        PhaseView::Playing { trick, .. } => trick.plays.first(),
        _ => None,
    };
    match (lead, options::turn(game).flatten()) {
        (Some(lead), Some(due)) => {
            page.title = say!(cx, "hand-follow", lead = cards::list(lead));
            let due = phrases::due(due, options::held(game, due.suit), cx);
            page.push(say!(cx, "hand-due", due = due));
        }
        _ => {
            page.title = say!(cx, "hand-lead");
            page.push(say!(cx, "hand-lead-hint"));
        }
    }
    page.lines.extend(cx.when());
    page.push("");
    page.lines.extend(hand_lines(game, cx.draft.rising, cx));
    if let Some(only) = options::only_play(game) {
        page.push(say!(cx, "hand-only", cards = cards::list(&only)));
        page.row(vec![play_button(view, &only, cx)]);
        page.row(vec![more_button(view, cx)]);
        return page;
    }
    let mut chosen = options.fixed.clone();
    chosen.extend(options::drafted(&cx.draft, &options));
    order::sort(&mut chosen, options::trump(game));
    let flaw = options::flaw(game, &chosen);
    if !chosen.is_empty() {
        let shown = cards::list(&chosen);
        page.push(match options.choose {
            Some(more) => {
                let due = options.fixed.len() + more;
                say!(
                    cx,
                    "hand-chosen-of",
                    n = chosen.len(),
                    due = due,
                    cards = shown
                )
            }
            None => say!(cx, "hand-chosen", cards = shown),
        });
        page.lines.extend(refusals::flaw(&flaw, game, cx));
    }
    menus(view, game, &options, cx, &mut page);
    send_row(
        view,
        play_button(view, &chosen, cx),
        flaw == Flaw::None,
        cx,
        &mut page,
    );
    page
}

/// The button that plays these cards; its press contains them.
fn play_button(view: &Table, chosen: &[Card], cx: &RenderContext) -> Control {
    let label = match chosen {
        [] => say!(cx, "button-play-none"),
        chosen => say!(cx, "button-play", cards = cards::list(chosen)),
    };
    act(
        view,
        cx,
        label,
        (Verb::Play, cards::packed(chosen)),
        Style::Good,
    )
}

/// The buttons submit, clear, hint, sort and more.
fn send_row(view: &Table, mut send: Control, ready: bool, cx: &RenderContext, page: &mut Page) {
    if let Control::Button { enabled, .. } = &mut send {
        *enabled = ready;
    }
    let plain = |label, tap| button(view, cx, label, tap, Style::Plain);
    page.row(vec![
        send,
        plain(say!(cx, "button-clear"), Tap::Clear),
        plain(say!(cx, "button-hint"), Tap::Hint),
        plain(say!(cx, "button-sort"), Tap::Sort),
        more_button(view, cx),
    ]);
}

/// A menu for each group, at most four.
fn menus(view: &Table, game: &View, options: &Options, cx: &RenderContext, page: &mut Page) {
    let (trump, bury) = (options::trump(game), options::buries(game));
    let picked: Vec<&String> = cx.draft.picks.values().flatten().collect();
    for (number, held) in options::menus(&options.groups, MOST_MENUS)
        .iter()
        .enumerate()
    {
        let shown = if cx.draft.rising {
            held.iter().rev().copied().collect()
        } else {
            held.clone()
        };
        let groups = order::grouped(&shown, trump);
        let groups = groups.iter().filter(|group| !group.cards.is_empty());
        let named = groups.map(|group| phrases::group(group.suit, &group.cards, cx));
        let named = named.collect::<Vec<_>>().join(" · ");
        // For a kitty, the number of cards is for all menus together: the title has it.
        let placeholder = match options.choose {
            Some(n) if !bury => say!(cx, "menu-cards-of", n = n, cards = named),
            Some(_) | None => named,
        };
        let choices: Vec<MenuOption> = choices(&shown, &picked);
        let most = options.choose.unwrap_or(choices.len()).min(choices.len());
        page.row(vec![Control::Menu {
            placeholder: placeholder.chars().take(150).collect(),
            at_least: 0,
            at_most: most.max(1) as u8,
            press: press(view, cx, Tap::Pick(number as u8)),
            choices,
        }]);
    }
}

/// The cards of an action as values of the menus that offer them.
pub fn picks(action: &Action, view: &Table) -> BTreeMap<u8, Vec<String>> {
    let mut picks = BTreeMap::new();
    let game = view.stage.game();
    let (Action::Play(wanted) | Action::Bury(wanted), Some(options)) =
        (action, game.and_then(options::options))
    else {
        return picks;
    };
    let mut wanted = wanted.clone();
    let menus = options::menus(&options.groups, MOST_MENUS);
    for (number, held) in menus.iter().enumerate() {
        let mut values: Vec<String> = Vec::new();
        for card in held {
            let Some(at) = wanted.iter().position(|other| other == card) else {
                continue;
            };
            wanted.remove(at);
            let first = card.to_string();
            let twice = values.contains(&first);
            values.push(if twice { format!("{first}#2") } else { first });
        }
        picks.insert(number as u8, values);
    }
    picks
}

/// An option for each card; the second copy has another value.
fn choices(held: &[Card], picked: &[&String]) -> Vec<MenuOption> {
    let mut choices: Vec<MenuOption> = Vec::with_capacity(held.len());
    for card in held {
        let first = card.to_string();
        let twice = choices.iter().any(|choice| choice.value == first);
        let value = if twice { format!("{first}#2") } else { first };
        choices.push(MenuOption {
            label: cards::shown(*card),
            chosen: picked.contains(&&value),
            note: String::new(),
            value,
        });
    }
    choices
}

/// The hand while it is somebody else's turn.
fn waiting(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let mut page = Page::titled(hand_title(game, cx));
    if game.hand.is_empty() {
        page.push(say!(cx, "hand-none"));
    } else {
        page.lines = hand_lines(game, cx.draft.rising, cx);
    }
    if let Some(buried) = &game.buried {
        let mut buried = buried.clone();
        order::sort(&mut buried, options::trump(game));
        page.push(say!(cx, "hand-buried", cards = cards::list(&buried)));
    }
    if let PhaseView::Ready { .. } = game.phase {
        page.push(table::ready_line(game, cx));
        page.row(vec![table::deal_button(view, game, cx)]);
    } else if let Some(seat) = options::to_play(game) {
        page.push(say!(cx, "hand-wait", who = who(view, seat, cx)));
        page.lines.extend(cx.when());
    } else if let Some(dealer) = game.dealer {
        page.push(say!(cx, "hand-wait-bury", who = who(view, dealer, cx)));
        page.lines.extend(cx.when());
    }
    let plain = |label, tap| button(view, cx, label, tap, Style::Plain);
    page.row(vec![
        plain(say!(cx, "button-hand"), Tap::Show(Sheet::Hand)),
        plain(say!(cx, "button-sort"), Tap::Sort),
        plain(say!(cx, "button-score"), Tap::Show(Sheet::Score)),
        more_button(view, cx),
    ]);
    page
}

/// A short prompt for what the viewer has to do now.
pub fn prompt(view: &Table, cx: &RenderContext) -> String {
    let game = match &view.stage {
        StageView::Lobby | StageView::Over(_) => return cx.command("start"),
        StageView::Closed => return cx.command("join"),
        StageView::Playing(game) => game,
    };
    if let Some(turn) = options::turn(game) {
        return match turn {
            None => say!(cx, "prompt-lead"),
            Some(due) => {
                let due = phrases::due(due, options::held(game, due.suit), cx);
                say!(cx, "prompt-follow", due = due)
            }
        };
    }
    match &game.phase {
        PhaseView::Ready { .. } => say!(cx, "prompt-deal"),
        PhaseView::Dealing { .. } | PhaseView::CallWindow { .. } => say!(cx, "prompt-call"),
        PhaseView::Burying if options::buries(game) => say!(cx, "prompt-bury"),
        PhaseView::Burying | PhaseView::Playing { .. } => {
            match options::to_play(game).or(game.dealer) {
                Some(seat) => say!(cx, "prompt-wait", who = who(view, seat, cx)),
                None => say!(cx, "game-tractor"),
            }
        }
        PhaseView::Over { .. } => cx.command("start"),
    }
}
