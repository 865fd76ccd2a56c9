//! The controls of a turn: buttons that carry whole plays, and a last row with the play that was put together,
//! clear, hint, sort and more.
//!
//! Decides which plays are offered by one tap, which is marked as the hint, and what is chosen before the viewer
//! has chosen anything.

use super::*;
use crate::text::table::hinted;
use std::collections::HashSet;

/// The size of a kitty.
const KITTY: usize = 8;

/// What can be done on a turn, and what was put together for it so far.
pub struct TurnDraft {
    pub options: TurnOptions,
    /// Plays of one tap, in the order of the buttons.
    pub plays: Vec<Vec<Card>>,
    /// What the viewer was advised.
    pub hint: Option<Vec<Card>>,
    /// Whether the plays of one tap are all there are.
    pub whole: bool,
    /// Whether equal cards are mostly played together: a lead, or pairs are due.
    pub takes_pairs: bool,
    /// The cards that are put together: those that have to be played, and those chosen.
    pub chosen: Vec<Card>,
    /// Whether these are the hint, because the viewer has chosen nothing.
    pub ready: bool,
    /// What is wrong with these.
    pub flaw: Flaw,
    /// Whether the turn is yet to come.
    pub comes: bool,
}

impl TurnDraft {
    /// The turn of the viewer; `None` if they have nothing to play or bury.
    pub fn of(game: &View, cx: &RenderContext) -> Option<Self> {
        let options = options::options(game)?;
        Some(Self::with(options, plays::advised(game, cx), game, cx))
    }

    /// The turn of the viewer that is to come in this trick, in the match as it will be then.
    pub fn to_come(game: &View, cx: &RenderContext) -> Option<(View, Self)> {
        let foreseen = options::foreseen(game)?;
        let options = options::options(&foreseen)?;
        let mut turn = Self {
            comes: true,
            ..Self::with(options, None, &foreseen, cx)
        };
        // What will be led is not known: anything may fit.
        if matches!(options::turn(&foreseen), Some(None)) {
            turn.takes_pairs = false;
            turn.flaw = match turn.chosen.is_empty() {
                true => Flaw::Count,
                false => Flaw::None,
            };
        }
        Some((foreseen, turn))
    }

    fn with(
        options: TurnOptions,
        hint: Option<Vec<Card>>,
        game: &View,
        cx: &RenderContext,
    ) -> Self {
        let trump = options::trump(game);
        let all = match options::only_play(game) {
            Some(only) => Some(vec![only]),
            None => plays::whole(game, &options),
        };
        let whole = all.is_some();
        let mut plays = all.unwrap_or_default();
        if !whole && options.choose.is_none() {
            plays.extend(hint.clone());
            plays.extend(plays::units(game));
            let mut seen = HashSet::new();
            plays.retain(|play| seen.insert(play.clone()));
            plays.truncate(Page::MOST_BUTTONS);
        }
        if whole && cx.draft.rising {
            plays.reverse();
        }
        let untouched = cx.draft.chosen.is_none() && hint.is_some();
        let ready = untouched && ready(game, &options, whole, cx);
        let drafted = match ready {
            true => options::chosen(hint.as_deref().unwrap_or_default(), &options),
            false => options::drafted(&cx.draft, &options),
        };
        let mut chosen = options.fixed.clone();
        chosen.extend(drafted);
        order::sort(&mut chosen, trump);
        let flaw = match options::buries(game) {
            true if chosen.len() == KITTY => Flaw::None,
            true => Flaw::Count,
            false => options::flaw(game, &chosen),
        };
        Self {
            options,
            plays,
            hint,
            whole,
            takes_pairs: options::turn(game).is_some_and(|due| due.is_none_or(|due| due.pairs > 0)),
            chosen,
            ready,
            flaw,
            comes: false,
        }
    }

    /// The only legal play, if there is just one.
    pub fn only(&self) -> Option<&[Card]> {
        match self.plays.as_slice() {
            [only] if self.whole => Some(only),
            _ => None,
        }
    }

    /// Whether cards are put together: there are more plays than are offered, or they are confirmed.
    pub fn gathers(&self, cx: &RenderContext) -> bool {
        let at_once = match cx.deals_buttons() {
            true => self.plays_at_once(cx),
            false => self.whole && !cx.looks.confirm,
        };
        self.only().is_none() && (self.comes || !at_once)
    }

    /// Whether a tap on a card completes a play, and plays it.
    pub fn plays_at_once(&self, cx: &RenderContext) -> bool {
        self.options.choose == Some(1) && !cx.looks.confirm && !self.comes
    }

    /// The only legal play that has this card beside those that have to be played, if there is just one.
    pub fn only_with(&self, card: Card) -> Option<&[Card]> {
        let mut with = self.plays.iter().filter(|play| play.contains(&card));
        let only = with.next().filter(|_| self.whole)?;
        with.next().is_none().then_some(only)
    }

    /// Whether the card can be chosen: it is part of a legal play, as far as that is known.
    pub fn may_choose(&self, card: Card) -> bool {
        let mut open = self.options.groups.iter();
        let is_open = open.any(|group| group.cards.contains(&card));
        let plays = |play: &Vec<Card>| play.contains(&card);
        is_open && self.only().is_none() && (!self.whole || self.plays.iter().any(plays))
    }

    /// Whether these further copies of a card are chosen in place of what was: a lead of another suit, or
    /// more than one or two cards that are due. A hint that nobody touched gives way in a lead.
    pub fn starts_anew(&self, card: Card, more: usize, game: &View, cx: &RenderContext) -> bool {
        if options::buries(game) {
            return false;
        }
        let trump = options::trump(game);
        let suit = trump.effective_suit(card);
        let other = |card: &Card| trump.effective_suit(*card) != suit;
        let chosen = self.chosen.len() - self.options.fixed.len();
        match self.options.choose {
            None => cx.draft.chosen.is_none() || self.chosen.iter().any(other),
            Some(due) => due <= 2 && chosen + more > due,
        }
    }
}

/// Whether the hint is chosen as long as the viewer has chosen nothing: where it cannot be played by a
/// button of its own among others.
fn ready(game: &View, options: &TurnOptions, whole: bool, cx: &RenderContext) -> bool {
    let leads = matches!(options::turn(game), Some(None));
    let has_button = match (cx.face, cx.deals_buttons()) {
        (Surface::Browser, _) => false,
        (_, true) => options.choose == Some(1),
        (_, false) => whole || leads,
    };
    !(has_button || cx.looks.confirm)
}

/// The buttons of whole plays.
pub fn offers(turn: &TurnDraft, cx: &TableContext) -> Vec<Control> {
    // What was put together has a button in the last row.
    let again = |play: &[Card]| turn.gathers(cx) && !cx.looks.confirm && play == turn.chosen;
    let plays = turn.plays.iter().filter(|play| !again(play));
    plays.map(|play| offer(turn, play, cx)).collect()
}

/// The play that was put together, and what helps with it.
pub fn last_row(turn: &TurnDraft, cx: &MatchContext) -> Vec<Control> {
    let mut row = Vec::new();
    let buries = options::buries(cx.game);
    // Thirty-three cards leave room for what is needed alone.
    let narrow = buries && cx.deals_buttons();
    let gathered = turn.chosen.len() > turn.options.fixed.len();
    if turn.gathers(cx) {
        let leads = matches!(options::turn(cx.game), Some(None));
        if gathered || !(leads || cx.looks.confirm) {
            row.push(send(turn, cx));
        }
        if gathered && !narrow {
            row.push(cx.named("clear"));
        }
    }
    if let Some(only) = turn.only().filter(|_| cx.deals_buttons()) {
        row.push(offer(turn, only, cx));
    }
    if turn.only().is_none() {
        row.push(cx.named("hint"));
    }
    if !narrow {
        row.push(cx.named("sort"));
    }
    row.push(cx.named("more"));
    row
}

/// What is done with the cards chosen before the turn: they are played when it comes, or not.
pub fn premove_row(turn: &TurnDraft, cx: &MatchContext) -> Vec<Control> {
    let is_sure = matches!(cx.draft.premove, Premove::Sure(_));
    let gathered = turn.chosen.len() > turn.options.fixed.len();
    if turn.only().is_none() && !gathered {
        return Vec::new();
    }
    let mut row = vec![send(turn, cx)];
    if gathered && !is_sure {
        row.push(cx.named("clear"));
    }
    row
}

/// Cards as a control carries them: buttons have little room, and a terminal shows what they carry.
fn carried(cards: &[Card], cx: &RenderContext) -> String {
    match cx.face {
        Surface::Terminal => cards::typed(cards),
        Surface::Discord | Surface::Browser => cards::packed(cards),
    }
}

/// The button of a whole play; the only one there is says so, the hint is marked. If plays are
/// confirmed, it puts the play together first.
fn offer(turn: &TurnDraft, play: &[Card], cx: &TableContext) -> Control {
    let ((face, shown), words) = (phrases::faced(play, cx), carried(play, cx));
    let only = turn.only().is_some();
    let marked = turn.hint.as_deref() == Some(play);
    let label = match (only, marked) {
        (true, _) => say!(cx, "button-play", cards = shown).trim_end().to_owned(),
        (false, true) => hinted(&shown).trim_end().to_owned(),
        (false, false) => shown,
    };
    let style = Style::good_if(marked || only);
    let offer = match cx.looks.confirm && !only {
        true => cx.button(label, format!("draft {words}"), style),
        false => cx.act(label, (Verb::Play, words), style),
    };
    offer.with_icon(face)
}

/// The button that plays or buries what was put together, or the only play there is; its press contains
/// the cards.
pub fn send(turn: &TurnDraft, cx: &MatchContext) -> Control {
    if turn.comes {
        return send_later(turn, cx);
    }
    if let Some(only) = turn.only() {
        return offer(turn, only, cx);
    }
    let buries = options::buries(cx.game);
    let (face, shown) = match buries {
        true => (None, phrases::signs(&turn.chosen, cx)),
        false => phrases::faced(&turn.chosen, cx),
    };
    let (verb, label) = match (buries, turn.flaw == Flaw::None) {
        (true, true) => (Verb::Kitty, say!(cx, "button-bury-cards", cards = shown)),
        (true, false) => (Verb::Kitty, say!(cx, "button-bury")),
        (false, _) if turn.chosen.is_empty() => (Verb::Play, say!(cx, "button-play-none")),
        (false, _) => (Verb::Play, say!(cx, "button-play", cards = shown)),
    };
    let label = label.trim_end().to_owned();
    let words = (verb, carried(&turn.chosen, cx));
    let send = cx.act(label, words, Style::Good).with_icon(face);
    send.only_if(turn.flaw == Flaw::None)
}

/// The button that has what was put together played when the turn comes, or takes it back.
fn send_later(turn: &TurnDraft, cx: &TableContext) -> Control {
    if matches!(cx.draft.premove, Premove::Sure(_)) {
        return cx.named("clear");
    }
    let chosen = turn.only().unwrap_or(&turn.chosen);
    let (face, cards) = phrases::faced(chosen, cx);
    let label = say!(cx, "button-premove", cards).trim().to_owned();
    let words = (Verb::Premove, carried(chosen, cx));
    let send = cx.act(label, words, Style::Good).with_icon(face);
    send.only_if(turn.flaw == Flaw::None)
}
