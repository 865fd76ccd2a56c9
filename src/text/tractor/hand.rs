//! The page of the viewer's hand, and the options on it: the groups of a hand that menus offer, and the
//! only legal play if there is just one. The game's own [`Due`] decides what is legal.

use super::phrases::Table;
use super::turn::Turn;
use super::words::Group;
use super::{notices, phrases, results, table, trick, turn, words};
use crate::command::Verb;
use crate::game::Seat;
use crate::table::StageView;
use crate::text::cards;
use crate::text::context::RenderContext;
use crate::text::draft::Draft;
use crate::text::page::{Control, Page, Style};
use crate::text::press::{Sheet, Tap};
use crate::text::table::{
    act, add_return, closed_page, is_away, lobby_page, more_button, plain_button, who,
};
use crate::tractor::Tractor;
use crate::tractor::action::Call;
use crate::tractor::card::Card;
use crate::tractor::follow::{Breach, Due};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rules::KittyMultiplier;
use crate::tractor::trump::{EffectiveSuit, Trump};
use crate::tractor::view::{PhaseView, View};

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
        PhaseView::Burying if buries(game) => bury(view, game, cx),
        PhaseView::Playing { .. } if turn(game).is_some() => play(view, game, cx),
        PhaseView::Ready { .. }
        | PhaseView::Burying
        | PhaseView::Playing { .. }
        | PhaseView::Over { .. } => waiting(view, game, cx),
    };
    add_return(view, cx, &mut page);
    page
}

/// The hand, each group on a line of its own; the suits that are not held share one.
fn hand_lines(game: &View, rising: bool, cx: &RenderContext) -> Vec<String> {
    let mut groups = words::grouped(&game.hand, trump(game));
    if rising {
        groups.iter_mut().for_each(|group| group.cards.reverse());
    }
    let (void, held): (Vec<_>, Vec<_>) = groups.iter().partition(|group| group.cards.is_empty());
    let shown = |group: &&words::Group| phrases::group(group.suit, &group.cards, cx);
    let mut lines: Vec<String> = held.iter().map(shown).collect();
    let void: Vec<String> = void.iter().map(shown).collect();
    if !void.is_empty() {
        lines.push(void.join(" · "));
    }
    lines
}

fn hand_title(game: &View, cx: &RenderContext) -> String {
    say!(cx, "hand-title", n = game.hand.len())
}

/// The call window: the legal calls as buttons.
fn calling(view: &Table, game: &View, open: &[Call], may_pass: bool, cx: &RenderContext) -> Page {
    let mut page = Page::titled(hand_title(game, cx));
    page.push(table::call_line(view, game, cx));
    page.lines.extend(hand_lines(game, cx.draft.rising, cx));
    let passed = matches!(game.phase, PhaseView::CallWindow { .. }) && !may_pass;
    page.push(match (passed, open.is_empty()) {
        (true, _) => say!(cx, "hand-passed"),
        (false, true) if may_pass => say!(cx, "hand-no-last-call"),
        (false, true) => say!(cx, "hand-no-call"),
        (false, false) => say!(cx, "hand-can-call"),
    });
    page.lines.extend(cx.when().filter(|_| may_pass));
    let plain = cx.without_faces();
    let calls = open.iter().map(|call| {
        let words = words::typed_call(*call);
        let shown = phrases::call(*call, game.level, &plain);
        let label = say!(cx, "button-show", call = shown);
        let face = call.cards(game.level).first().copied();
        let face = face.and_then(|card| phrases::face(card, cx));
        act(view, cx, label, (Verb::Call, words), Style::Main).with_icon(face)
    });
    let mut buttons: Vec<Control> = calls.collect();
    if may_pass {
        let wait = (Verb::Pass, String::new());
        buttons.push(act(view, cx, say!(cx, "button-wait"), wait, Style::Plain));
    }
    buttons.extend(take_back(view, game, cx));
    for row in buttons.chunks(5) {
        page.row(row.to_vec());
    }
    page.row(vec![
        plain_button(view, cx, say!(cx, "button-hint"), Tap::Hint),
        plain_button(view, cx, say!(cx, "button-sort"), Tap::Sort),
        more_button(view, cx),
    ]);
    page
}

/// The dealer's 33 cards, of which eight are to be buried.
fn bury(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let Some(turn) = Turn::of(game, cx) else {
        return waiting(view, game, cx);
    };
    let title = say!(cx, "hand-bury", n = turn.chosen.len());
    let mut page = trick::page(&title, cx);
    page.push(trick::state(view, game, cx));
    page.lines.extend(hand_lines(game, cx.draft.rising, cx));
    if !turn.chosen.is_empty() {
        // The button has the cards of a whole kitty.
        if turn.flaw != Flaw::None {
            let cards = phrases::cards(&turn.chosen, cx);
            page.push(say!(cx, "hand-bury-chosen", cards));
        }
        let points: u16 = turn.chosen.iter().map(|card| card.points()).sum();
        page.push(match game.rules.kitty_multiplier {
            KittyMultiplier::Double => say!(cx, "hand-bury-points", points),
            KittyMultiplier::Power => say!(cx, "hand-bury-points-power", points),
            KittyMultiplier::BySize => say!(cx, "hand-bury-points-size", points),
        });
    }
    turn::controls(view, game, &turn, cx, &mut page);
    page
}

/// The viewer's turn to lead or follow.
fn play(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let Some(turn) = Turn::of(game, cx) else {
        return waiting(view, game, cx);
    };
    let mut page = trick::page(&own_head(game, cx), cx);
    page.lines.extend(trick::on_table(view, game, cx));
    page.push(trick::state(view, game, cx));
    page.lines.extend(hand_lines(game, cx.draft.rising, cx));
    page.lines.extend(what_is_wrong(game, &turn, cx));
    turn::controls(view, game, &turn, cx, &mut page);
    page
}

/// What the viewer has to do on their turn: `Your turn: follow ♠K ♠K with a pair of spades`.
fn own_head(game: &View, cx: &RenderContext) -> String {
    let lead = match &game.phase {
        PhaseView::Playing { trick, .. } => trick.plays.first(),
        _ => None,
    };
    match (lead, turn(game).flatten()) {
        (Some(lead), Some(due)) => {
            let lead = trick::shown(trump(game), lead, cx);
            let due = phrases::due(due, held(game, due.suit), cx);
            say!(cx, "hand-turn-follow", lead, due)
        }
        _ => say!(cx, "hand-turn-lead"),
    }
}

/// A line about what was put together, unless its button says it all; without anything, that there
/// is no choice, or what can be led.
fn what_is_wrong(game: &View, turn: &Turn, cx: &RenderContext) -> Option<String> {
    if let Some(only) = turn.only() {
        return Some(say!(cx, "hand-only", cards = phrases::cards(only, cx)));
    }
    if !turn.gathers(cx) || turn.flaw == Flaw::None {
        return None;
    }
    let cards = phrases::cards(&turn.chosen, cx);
    let chosen = match turn.options.choose {
        None if turn.chosen.is_empty() => return Some(say!(cx, "hand-lead-hint")),
        _ if turn.chosen.is_empty() => return None,
        Some(more) => {
            let due = turn.options.fixed.len() + more;
            let n = turn.chosen.len();
            say!(cx, "hand-chosen-of", n, due, cards)
        }
        None => say!(cx, "hand-chosen", cards),
    };
    let why = notices::flaw(&turn.flaw, game, cx);
    Some(
        std::iter::once(chosen)
            .chain(why)
            .collect::<Vec<_>>()
            .join(" · "),
    )
}

/// The hand while it is somebody else's turn: the trick so far, and who is to play.
fn waiting(view: &Table, game: &View, cx: &RenderContext) -> Page {
    let mut page = match trick::head(view, game, cx) {
        Some(head) => trick::page(&head, cx),
        None => Page::titled(hand_title(game, cx)),
    };
    if let PhaseView::Burying | PhaseView::Playing { .. } = game.phase {
        page.lines.extend(trick::on_table(view, game, cx));
        page.push(trick::state(view, game, cx));
    }
    if game.hand.is_empty() {
        page.push(results::last(view, game, cx).unwrap_or_else(|| say!(cx, "hand-none")));
    } else {
        page.lines.extend(hand_lines(game, cx.draft.rising, cx));
    }
    // There is no line left for it where a computer plays for the viewer.
    if let Some(buried) = game.buried.as_ref().filter(|_| !is_away(view)) {
        let buried = trick::shown(trump(game), buried, cx);
        page.push(say!(cx, "hand-buried", cards = buried));
    }
    if let PhaseView::Ready { .. } = game.phase {
        page.push(table::ready_line(view, game, cx));
        let deal = || table::deal_button(view, game, cx);
        page.row(game.may_deal().then(deal).into_iter().collect());
    }
    let plain = |label, tap| plain_button(view, cx, label, tap);
    page.row(take_back(view, game, cx).into_iter().collect());
    page.row(vec![
        plain(say!(cx, "button-hand"), Tap::Show(Sheet::Hand)),
        plain(say!(cx, "button-sort"), Tap::Sort),
        plain(say!(cx, "button-score"), Tap::Show(Sheet::Score)),
        more_button(view, cx),
    ]);
    page
}

/// The button that takes back the viewer's last play or call, while that can be.
fn take_back(view: &Table, game: &View, cx: &RenderContext) -> Option<Control> {
    let back = (Verb::TakeBack, String::new());
    let label = || say!(cx, "button-take-back");
    let button = || act(view, cx, label(), back, Style::Plain);
    game.can_take_back.then(button)
}

/// A short prompt for what the viewer has to do now.
pub fn prompt(view: &Table, cx: &RenderContext) -> String {
    let game = match &view.stage {
        StageView::Lobby | StageView::Over(_) => return cx.command("start"),
        StageView::Closed => return cx.command("join"),
        StageView::Playing(game) => game,
    };
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
        PhaseView::CallWindow { open, .. } if open.is_empty() => say!(cx, "prompt-no-call"),
        PhaseView::Dealing { .. } | PhaseView::CallWindow { .. } => say!(cx, "prompt-call"),
        PhaseView::Burying if buries(game) => say!(cx, "prompt-bury"),
        PhaseView::Burying | PhaseView::Playing { .. } => match to_play(game).or(game.dealer) {
            Some(seat) => say!(cx, "prompt-wait", who = who(view, seat, cx)),
            None => say!(cx, "game-tractor"),
        },
        PhaseView::Over { .. } => cx.command("start"),
    }
}

/// What the viewer has to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Cards that must be played anyway: all of a suit that runs out.
    pub fixed: Vec<Card>,
    /// The cards to choose from, by effective suit.
    pub groups: Vec<Group>,
    /// How many must be chosen; `None` for a lead.
    pub choose: Option<usize>,
}

/// Trump; by the standing call as long as it is not fixed.
pub fn trump(view: &View) -> Trump {
    let called = || view.standing_call().and_then(|(_, call)| call.suit());
    view.trump.unwrap_or_else(|| Trump {
        rank: view.level,
        suit: called(),
    })
}

/// The layout of the round, by the standing call as long as trump is not fixed.
pub fn layout(view: &View) -> &'static Layout {
    Layout::under(trump(view), view.rules.tractor_length)
}

/// The viewer's turn in play: `Some(None)` to lead, `Some` of what is due to follow; `None` if it
/// is not their turn.
pub fn turn(view: &View) -> Option<Option<&Due>> {
    match &view.phase {
        PhaseView::Playing { to_play, due, .. } if view.seat() == Some(*to_play) => {
            Some(due.as_ref())
        }
        _ => None,
    }
}

/// Whether the viewer has to bury the kitty.
pub fn buries(view: &View) -> bool {
    matches!(view.phase, PhaseView::Burying) && view.seat().is_some() && view.seat() == view.dealer
}

/// What the viewer has to choose; `None` if nothing.
pub fn options(view: &View) -> Option<Options> {
    let mut groups = words::grouped(&view.hand, trump(view));
    groups.retain(|group| !group.cards.is_empty());
    if buries(view) {
        return Some(Options {
            fixed: Vec::new(),
            groups,
            choose: Some(8),
        });
    }
    let Some(due) = turn(view)? else {
        return Some(Options {
            fixed: Vec::new(),
            groups,
            choose: None,
        });
    };
    let count = usize::from(due.count);
    let led = |group: &Group| group.suit == due.suit;
    let held = groups.iter().find(|group| led(group));
    let held = held.map_or_else(Vec::new, |group| group.cards.clone());
    Some(if held.len() > count {
        groups.retain(led);
        Options {
            fixed: Vec::new(),
            groups,
            choose: Some(count),
        }
    } else {
        groups.retain(|group| !led(group));
        Options {
            choose: Some(count - held.len()),
            fixed: held,
            groups,
        }
    })
}

/// The viewer's only legal play, if there is obviously just one.
pub fn only_play(view: &View) -> Option<Vec<Card>> {
    let Some(due) = turn(view)? else {
        return (view.hand.len() == 1).then(|| view.hand.clone());
    };
    let options = options(view)?;
    let choose = options.choose?;
    let open: Vec<Card> = options.groups.into_iter().flat_map(|g| g.cards).collect();
    let mut play = options.fixed;
    let alike = open.iter().all(|card| Some(card) == open.first());
    if choose == open.len() || choose == 0 || (alike && choose < open.len()) {
        play.extend(open.iter().take(choose));
        return Some(play);
    }
    if !play.is_empty() {
        return None;
    }
    only_pairs(trump(view), due, &open)
}

/// The only choice of pairs that satisfies what is due, if only pairs are due.
fn only_pairs(trump: Trump, due: &Due, held: &[Card]) -> Option<Vec<Card>> {
    if due.pairs == 0 || due.pairs * 2 != due.count {
        return None;
    }
    let layout = Layout::of(trump);
    let twice = held.windows(2).filter(|two| two[0] == two[1]);
    let pairs: Vec<Card> = twice.map(|two| two[0]).collect();
    let mut only = None;
    for choice in 0..1_u32 << pairs.len().min(16) {
        if choice.count_ones() != u32::from(due.pairs) {
            continue;
        }
        let chosen = pairs
            .iter()
            .enumerate()
            .filter(|(i, _)| choice >> i & 1 == 1);
        let play: Vec<Card> = chosen.flat_map(|(_, card)| [*card, *card]).collect();
        let legal = Hand::of(layout, &play).is_ok_and(|play| due.check(layout, play).is_ok());
        if legal && only.replace(play).is_some() {
            return None;
        }
    }
    only
}

/// The cards of the draft that the viewer holds and may choose.
pub fn drafted(draft: &Draft, options: &Options) -> Vec<Card> {
    chosen(&cards::read(&draft.words()).unwrap_or_default(), options)
}

/// The cards of these that the viewer holds and may choose.
pub fn chosen(wanted: &[Card], options: &Options) -> Vec<Card> {
    let mut open: Vec<Card> = options
        .groups
        .iter()
        .flat_map(|g| g.cards.clone())
        .collect();
    let mut take = |card: &Card| {
        let at = open.iter().position(|other| other == card)?;
        Some(open.remove(at))
    };
    wanted.iter().filter_map(&mut take).collect()
}

/// What is wrong with a play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    None,
    /// Too few or too many cards.
    Count,
    /// A lead of several suits.
    Mixed,
    /// What is due is not played.
    Breach(Breach),
}

/// What is wrong with these cards as the viewer's play.
pub fn flaw(view: &View, play: &[Card]) -> Flaw {
    let trump = trump(view);
    match turn(view) {
        Some(Some(due)) if play.len() != usize::from(due.count) => Flaw::Count,
        Some(Some(due)) => {
            let layout = Layout::of(trump);
            match Hand::of(layout, play).map(|play| due.check(layout, play)) {
                Ok(Ok(())) => Flaw::None,
                Ok(Err(breach)) => Flaw::Breach(breach),
                Err(_) => Flaw::Count,
            }
        }
        _ if play.is_empty() => Flaw::Count,
        _ => {
            let suit = |card: &Card| trump.effective_suit(*card);
            let one = play.iter().all(|card| suit(card) == suit(&play[0]));
            if one { Flaw::None } else { Flaw::Mixed }
        }
    }
}

/// The groups as menus: at most `most`, with at most 25 cards each.
pub fn menus(groups: &[Group], most: usize) -> Vec<Vec<Card>> {
    let chunks = groups.iter().flat_map(|group| group.cards.chunks(25));
    let mut menus: Vec<Vec<Card>> = chunks.map(<[Card]>::to_vec).collect();
    while menus.len() > most {
        // Merges the two neighbours with the smallest sum.
        let sums = menus.windows(2).map(|two| two[0].len() + two[1].len());
        let Some((at, sum)) = sums.enumerate().min_by_key(|(_, sum)| *sum) else {
            break;
        };
        if sum > 25 {
            break;
        }
        let second = menus.remove(at + 1);
        menus[at].extend(second);
    }
    menus
}

/// How many cards of this suit the viewer holds.
pub fn held(view: &View, suit: EffectiveSuit) -> usize {
    let trump = trump(view);
    let of_suit = |card: &&Card| trump.effective_suit(**card) == suit;
    view.hand.iter().filter(of_suit).count()
}

/// Who plays next in the current trick.
pub fn to_play(view: &View) -> Option<Seat> {
    match &view.phase {
        PhaseView::Playing { to_play, .. } => Some(*to_play),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::tractor::card::{Rank, Suit};

    /// The dealer's hand of 33 cards from two decks, or one of trumps only, in menus.
    fn check(hand: &[Card], trump: Trump) {
        let groups = words::grouped(hand, trump);
        let menus = menus(&groups, 4);
        assert!(menus.len() <= 4, "{menus:?}");
        assert!(menus.iter().all(|menu| menu.len() <= 25), "{menus:?}");
        let mut offered: Vec<Card> = menus.concat();
        let mut held = hand.to_vec();
        offered.sort_unstable();
        held.sort_unstable();
        assert_eq!(offered, held, "every card is offered once");
    }

    #[test]
    fn any_hand_of_33_cards_fits_four_menus() {
        let mut deck: Vec<Card> = Card::all().chain(Card::all()).collect();
        let mut chance = Seed::from_number(1).chance();
        for trump in Trump::all() {
            chance.shuffle(&mut deck);
            check(&deck[..33], trump);
            let suit = |card: &Card| trump.effective_suit(*card) == EffectiveSuit::Trumps;
            let (trumps, others): (Vec<Card>, Vec<Card>) = deck.iter().partition(|card| suit(card));
            for most in [25, 26, 33] {
                let some = trumps.iter().take(most).chain(&others).take(33);
                check(&some.copied().collect::<Vec<_>>(), trump);
            }
        }
    }

    #[test]
    fn only_pairs_of_one_suit_can_be_the_only_choice() {
        let trump = Trump::suited(Rank::TWO, Suit::Spades);
        let layout = Layout::of(trump);
        let check = |lead: &str, hand: &str, expected: Option<&str>| {
            let read = |words: &str| cards::read(words).expect("cards");
            let lead = Hand::of(layout, &read(lead)).expect("cards");
            let lead = crate::tractor::shape::Lead::read(layout, lead).expect("a lead");
            let held = Hand::of(layout, &read(hand)).expect("cards");
            let rules = crate::tractor::follow::FollowRules::default();
            let due = Due::of(layout, rules, &lead, held);
            let only = only_pairs(trump, &due, &read(hand));
            let expected = expected.map(read);
            assert_eq!(only, expected, "{hand}");
        };
        check("KH KH", "AH 9H 9H 4H", Some("9H 9H"));
        check("KH KH", "9H 9H 4H 4H 3H", None);
        check("KH KH QH QH", "9H 9H 8H 8H 4H 4H", Some("9H 9H 8H 8H"));
        check("KH KH QH QH", "9H 9H 7H 7H 4H 4H", None);
        check("KH", "9H 9H 4H", None);
    }
}
