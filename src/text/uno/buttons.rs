//! The hand of UNO as buttons, one for each kind of card, where the page's message has room for them.
//!
//! Decides how the cards lie in rows, and that a wild card asks for its colour in their place. What a play
//! says and does is decided by [`super::plays`].

use super::plays::{PlayOption, advised, says_uno};
use super::table::color_button;
use super::words::action;
use super::*;
use crate::text::looks::CardLook;
use crate::text::table::comes_back;

/// What somebody sees who plays with buttons.
pub struct HandRows<'a> {
    round: &'a RoundView,
    cx: &'a MatchContext<'a>,
    /// What they have tapped, and can still play.
    chosen: Option<Play>,
}

impl<'a> HandRows<'a> {
    /// The buttons of the cards; `None` if there are none: the reader has menus, or chooses something else.
    pub fn of(round: &'a RoundView, cx: &'a MatchContext) -> Option<Self> {
        let own = cx.view.seat() == Some(round.turn);
        let plays = matches!(
            round.decision,
            UnoDecision::Turn | UnoDecision::AfterDrawing
        );
        let mut rows = Self {
            round,
            cx,
            chosen: None,
        };
        if let Ok(Action::Move(Move::Play(play))) = action(Verb::Play, cx.draft.words(), cx.view) {
            rows.chosen = Some(play).filter(|play| rows.is_open(play.card));
        }
        (cx.deals_buttons() && (plays || !own)).then_some(rows)
    }

    /// The wild card that was tapped and lacks its colour. A colour that a hint has named is marked.
    pub fn lacks_color(&self) -> Option<Play> {
        let asks = |play: &Play| play.color.is_none() || !self.cx.looks.confirm;
        self.chosen.filter(|play| play.card.is_wild() && asks(play))
    }

    /// The button that sends what was chosen, where plays are confirmed.
    pub fn send(&self) -> Option<Control> {
        let chosen = self.chosen.filter(|_| self.cx.looks.confirm);
        Some(PlayOption::of(chosen?, None, self.cx).sent(self.cx))
    }

    /// The colours of a wild card, in the place of the hand.
    pub fn colors(&self, wild: Play) -> Vec<Control> {
        let hinted = wild.color.or_else(|| {
            let hint = advised(self.cx).filter(|hint| hint.card == wild.card);
            hint.filter(|_| marks(self.cx.game))?.color
        });
        let colors = Color::ALL.into_iter().map(|color| {
            let words = typed_play(wild.card, Some(color), wild.uno);
            let line = match self.cx.looks.confirm {
                true => format!("draft {words}").into(),
                false => Line::of_move(Verb::Play, &words),
            };
            let style = Style::good_if(hinted == Some(color));
            color_button(self.cx, color, (line, style))
        });
        let back = self.cx.plain(say!(self.cx, "button-back"), "clear");
        colors.chain([back]).collect()
    }

    /// The hand above a `last` row: a row for each colour, or all in one line, or what can be played first and
    /// as much of the rest as fits. Gives the cards that are on no button, too.
    pub fn lay_out(&self, last: usize, page: &mut Page) -> Vec<Card> {
        // The button to come back has a row of its own.
        let kept = if comes_back(self.cx.view) { 2 } else { 0 };
        let room = Page::MOST_PARTS - kept - Page::parts(&[last]);
        let kinds = by_color(&self.round.hand).map(|(_, mut held)| {
            held.dedup();
            held
        });
        let kinds: Vec<Vec<Card>> = kinds.collect();
        let buttons = |kinds: &[Card]| kinds.iter().flat_map(|card| self.buttons(*card)).collect();
        let mut lines: Vec<Vec<Control>> = kinds.iter().map(|line| buttons(line)).collect();
        let counts: Vec<usize> = lines.iter().map(Vec::len).collect();
        let mut rest = Vec::new();
        if Page::parts(&counts) > room {
            let mut kinds = kinds.concat();
            let mut line = lines.concat();
            if Page::parts(&[line.len()]) > room {
                kinds.sort_by_key(|card| !self.is_open(*card));
                line = buttons(&kinds);
                let fits = |count: &usize| Page::parts(&[*count]) <= room;
                line.truncate((0..line.len()).rev().find(fits).unwrap_or(0));
                rest = kinds.split_off(line.len());
            }
            lines = vec![line];
        }
        lines.into_iter().for_each(|line| page.row(line));
        let held = self.round.hand.iter().copied();
        held.filter(|card| rest.contains(card)).collect()
    }

    /// Whether a card can be tapped: where the rules have nothing marked, each can.
    fn is_open(&self, card: Card) -> bool {
        let own = self.cx.view.seat() == Some(self.round.turn);
        self.round.playable.contains(&card) || (own && !marks(self.cx.game))
    }

    /// The buttons of a kind: where UNO can be said with it, one that says so, too.
    fn buttons(&self, card: Card) -> Vec<Control> {
        let says_uno = says_uno(self.cx.game, self.round) && self.is_open(card);
        let ways = [true, false].into_iter().filter(|uno| says_uno || !uno);
        let ways = ways.map(|uno| {
            let play = Play {
                uno,
                ..Play::of(card)
            };
            self.button(play, says_uno)
        });
        ways.collect()
    }

    fn button(&self, play: Play, says_uno: bool) -> Control {
        let cx = self.cx;
        // Where UNO can be said with it, the hint says it.
        let hint = advised(cx).filter(|_| marks(self.cx.game) && play.uno == says_uno);
        let way = PlayOption::of(play, hint, cx);
        let is_chosen = self
            .chosen
            .is_some_and(|chosen| (chosen.card, chosen.uno) == (play.card, play.uno));
        let style = match marks(self.cx.game) && self.is_open(play.card) {
            _ if is_chosen => Style::Good,
            true if self.chosen.is_none() => way.style,
            true => Style::Main,
            false => Style::Plain,
        };
        let mut label = way.rest;
        let copies = self.round.hand.iter().filter(|card| **card == play.card);
        if let copies @ 2.. = copies.count() {
            label = format!("{label} ×{copies}").trim_start().to_owned();
        }
        // What the colour of a button says is read out, too.
        if is_chosen && cx.looks.cards == CardLook::Letters {
            label = format!("✓ {label}");
        }
        let button = match cx.looks.confirm || play.card.is_wild() {
            true => cx.button(label, format!("draft {}", way.words), style),
            false => cx.act(label, (Verb::Play, way.words), style),
        };
        button.with_icon(way.icon).only_if(self.is_open(play.card))
    }
}
