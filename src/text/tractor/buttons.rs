//! The hand as buttons, one a card, where the page's message has room for them.
//!
//! Decides how the cards lie in rows, which of them are chosen, marked or cannot be played, and what a tap on
//! one puts together. What is legal, and what was chosen before, is said by [`super::turn`].

use super::*;
use crate::text::table::comes_back;

/// Lays the hand out above the last row of the page. Without a turn, be it one to come, no card can be tapped.
pub fn lay_out(
    turn: Option<&TurnDraft>,
    (last, tint): (Vec<Control>, Tint),
    cx: &MatchContext,
    page: &mut Page,
) {
    let hand = HandRows { turn, cx };
    let (lines, last, left_out) = hand.lines(last);
    page.layout = Some(tint);
    if !left_out.is_empty() {
        let held = cx.game.hand.iter().copied();
        let held: Vec<Card> = held.filter(|card| left_out.contains(card)).collect();
        page.push(say!(cx, "hand-left-out", cards = phrases::cards(&held, cx)));
    }
    lines.into_iter().for_each(|line| page.row(line));
    page.row(last);
}

struct HandRows<'a> {
    turn: Option<&'a TurnDraft>,
    cx: &'a MatchContext<'a>,
}

/// A card of the hand with all its copies, and those that share a button.
type Kind = (Card, usize);

impl HandRows<'_> {
    /// The whole hand above a last row, in as many lines as fit: a new one for each suit, or all in one, or equal
    /// cards on one button. Before a card has none, what stands below the table, too, goes from the last row, but for a
    /// hint. What is left out then is said above: cards that cannot be played, and the highest, which are hardly ever
    /// buried.
    fn lines(&self, last: Vec<Control>) -> (Vec<Vec<Control>>, Vec<Control>, Vec<Card>) {
        let mut groups = order::grouped(&self.cx.game.hand, options::trump(self.cx.game));
        groups.retain(|group| !group.cards.is_empty());
        let cards = groups.iter().flat_map(|group| group.cards.clone());
        let mut kinds: Vec<Card> = cards.collect();
        if self.cx.draft.rising {
            groups.iter_mut().for_each(|group| group.cards.reverse());
        }
        let mut short = last.clone();
        loop {
            if let Some(lines) = self.fitting(&groups, self.room(&short)) {
                return (lines, short, Vec::new());
            }
            if short.len() <= 2 {
                break;
            }
            short.pop();
        }
        kinds.dedup();
        // From the one that is needed least: none that is chosen, and before those that can be a part of a play.
        kinds.retain(|card| self.chosen(*card) == 0);
        kinds.sort_by_key(|card| self.may_choose(*card));
        let room = self.room(&short);
        let mut left_out = Vec::new();
        for card in kinds {
            left_out.push(card);
            for group in &mut groups {
                group.cards.retain(|other| *other != card);
            }
            if let Some(lines) = self.fitting(&groups, room) {
                return (lines, short, left_out);
            }
        }
        (Vec::new(), short, left_out)
    }

    /// What is left above a last row.
    fn room(&self, last: &[Control]) -> usize {
        // The button to come back has a row of its own.
        let kept = if comes_back(self.cx.view) { 2 } else { 0 };
        Page::MOST_PARTS - kept - Page::parts(&[last.len()])
    }

    fn fitting(&self, groups: &[Group], room: usize) -> Option<Vec<Vec<Control>>> {
        for merged in [false, true] {
            let buttons = groups.iter().map(|group| self.buttons(group, merged));
            let buttons: Vec<Vec<Control>> = buttons.collect();
            let counts: Vec<usize> = buttons.iter().map(Vec::len).collect();
            let lines = match Page::parts(&counts) <= room {
                true => buttons,
                false => vec![buttons.concat()],
            };
            let all: usize = lines.iter().map(Vec::len).sum();
            if lines.len() > 1 || Page::parts(&[all]) <= room {
                return Some(lines);
            }
        }
        None
    }

    /// The buttons of a suit; equal cards `merged` into one.
    fn buttons(&self, group: &Group, merged: bool) -> Vec<Control> {
        let kinds = group.cards.chunk_by(|a, b| a == b);
        let kinds = kinds.map(|alike| (alike[0], alike.len()));
        let buttons = kinds.flat_map(|kind| match merged {
            true => vec![self.merged(kind)],
            false => (0..kind.1).map(|copy| self.copy(kind, copy)).collect(),
        });
        buttons.collect()
    }

    /// A label that says, where the card has no picture, what the colour of its button does for others.
    fn told(&self, label: String, is_chosen: bool) -> String {
        match is_chosen && self.cx.looks.cards == CardLook::Letters {
            true => format!("✓ {label}"),
            false => label,
        }
    }

    /// One copy of a card.
    fn copy(&self, (card, held): Kind, copy: usize) -> Control {
        let chosen = self.chosen(card);
        let is_chosen = copy < chosen;
        let pairs = self.turn.is_some_and(|turn| turn.takes_pairs);
        let more = match is_chosen {
            true => -1,
            false if pairs && chosen == 0 => held as i8,
            false => 1,
        };
        let (icon, label) = phrases::faced(&[card], self.cx);
        // Discord takes no two buttons that do the same.
        let words = match copy {
            0 => cards::packed(&[card]),
            _ => cards::packed(&[card]).to_lowercase(),
        };
        let label = self.told(label, is_chosen);
        let style = match is_chosen {
            true => Style::Good,
            false if copy < self.hinted(card) => Style::Main,
            false => Style::Plain,
        };
        let at_once = self.turn.filter(|turn| turn.plays_at_once(self.cx));
        let control = match at_once.filter(|turn| turn.only().is_none()) {
            Some(turn) => {
                let rest = cards::packed(&turn.options.fixed);
                let play = (Verb::Play, format!("{rest}{words}"));
                self.cx.act(label, play, style)
            }
            None => self.select(label, words, more, style),
        };
        control.with_icon(icon).only_if(self.may_choose(card))
    }

    /// All copies of a card on one button: the first tap chooses one, the second both, the third none.
    fn merged(&self, (card, held): Kind) -> Control {
        let chosen = self.chosen(card);
        let more = if chosen < held { 1 } else { -(held as i8) };
        let (icon, mut label) = phrases::faced(&[card], self.cx);
        if held > 1 {
            let count = match chosen {
                1 => format!("1/{held}"),
                _ => format!("×{held}"),
            };
            label = format!("{label} {count}").trim_start().to_owned();
        }
        let label = self.told(label, chosen > 0);
        let style = match chosen {
            0 if self.hinted(card) > 0 => Style::Main,
            0 => Style::Plain,
            _ => Style::Good,
        };
        let control = self.select(label, cards::packed(&[card]), more, style);
        control.with_icon(icon).only_if(self.may_choose(card))
    }

    fn select(&self, label: String, card: String, more: i8, style: Style) -> Control {
        let fewer = if more < 0 { "-" } else { "" };
        let copies = match more.abs() {
            1 => String::new(),
            many => format!("{many}×"),
        };
        let line = format!("select {fewer}{copies}{card}");
        self.cx.button(label, line, style)
    }

    fn chosen(&self, card: Card) -> usize {
        let Some(turn) = self.turn else {
            return 0;
        };
        let chosen = turn.only().unwrap_or(&turn.chosen);
        chosen.iter().filter(|other| **other == card).count()
    }

    fn may_choose(&self, card: Card) -> bool {
        self.turn.is_some_and(|turn| turn.may_choose(card))
    }

    fn hinted(&self, card: Card) -> usize {
        let hint = self.turn.and_then(|turn| turn.hint.as_deref());
        let hint = hint.unwrap_or_default().iter();
        hint.filter(|other| **other == card).count()
    }
}

/// What is put together once the viewer chose so many copies of a card more, or fewer.
pub fn selected(card: &str, more: i8, cx: &TableContext) -> Option<Action> {
    let game = cx.view.stage.game()?;
    let to_come = TurnDraft::to_come(game, cx);
    let (game, turn) = match &to_come {
        Some((foreseen, turn)) => (foreseen, turn),
        None => (game, &TurnDraft::of(game, cx)?),
    };
    let read = cards::read(card).ok()?;
    let [card] = read.as_slice() else {
        return None;
    };
    let held = game.hand.iter().filter(|other| *other == card).count();
    let mut chosen = turn.chosen.clone();
    let count = |chosen: &[Card]| chosen.iter().filter(|other| *other == card).count();
    let wanted = count(&chosen).saturating_add_signed(more.into()).min(held);
    if wanted < count(&chosen) {
        for _ in wanted..count(&chosen) {
            let at = chosen.iter().rposition(|other| other == card)?;
            chosen.remove(at);
        }
    } else if let Some(play) = turn.only_with(*card) {
        chosen = play.to_vec();
    } else {
        if turn.starts_anew(*card, wanted - count(&chosen), game, cx) {
            chosen.clone_from(&turn.options.fixed);
        }
        let more = wanted.saturating_sub(count(&chosen));
        chosen.extend(std::iter::repeat_n(*card, more));
    }
    Some(match options::buries(game) {
        true => Action::Bury(chosen),
        false => Action::Play(chosen),
    })
}
