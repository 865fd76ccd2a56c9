//! The ways to play cards of UNO: what their controls say and do.

use super::*;
use crate::text::faces::Emoji;
use crate::text::table::hinted;
use crate::uno::rules::Toggle;

/// The most plays that are listed; of more it is said which cards they are.
pub const MOST_LISTED: usize = 10;

/// Whether playable cards are marked.
pub fn marks(game: &View) -> bool {
    game.rules.allow_highlight_playable_cards == Toggle::On
}

/// A way to play a card: its label, its code, and the icon and label of its button.
#[derive(Clone)]
pub struct PlayOption {
    pub card: Card,
    /// The colour that it names.
    pub color: Option<Color>,
    /// Whether it says UNO.
    pub uno: bool,
    /// The viewer was advised it.
    pub is_hint: bool,
    /// All of it in words, for options, which always have a label.
    pub label: String,
    pub icon: Option<Emoji>,
    /// What is left to say beside the icon.
    pub rest: String,
    pub words: String,
    pub style: Style,
}

/// The play that the viewer was advised, if it was one.
pub fn advised(cx: &RenderContext) -> Option<Play> {
    match serde_json::from_str(cx.draft.advised.as_deref()?) {
        Ok(Action::Move(Move::Play(play))) => Some(play),
        Ok(Action::Move(_) | Action::Deal | Action::Contribute(_)) | Err(_) => None,
    }
}

impl PlayOption {
    /// The play of a card; of a wild card without a colour, that its colour is chosen next. The hint is marked.
    pub fn of(play: Play, hint: Option<Play>, cx: &RenderContext) -> Self {
        let Play {
            card, color, uno, ..
        } = play;
        let named = color.map_or_else(String::new, |color| {
            format!(" → {}", cards::color_sign(color, cx))
        });
        let said = if uno { " UNO" } else { "" };
        let label = format!("{}{named}{said}", cards::sign(card, cx));
        let icon = cx.icon(Icon::Uno(card));
        let rest = match icon {
            Some(_) => format!("{named}{said}").trim_start().to_owned(),
            None => label.clone(),
        };
        let is_hint =
            hint.is_some_and(|hint| hint.card == card && (color.is_none() || color == hint.color));
        let marked = |label: String| match is_hint {
            true => hinted(&label).trim_end().to_owned(),
            false => label,
        };
        Self {
            card,
            color,
            uno,
            is_hint,
            icon,
            rest: marked(rest),
            label: marked(label),
            words: typed_play(card, color, uno),
            style: Style::good_if(uno || is_hint),
        }
    }

    /// The button that sends it.
    pub fn sent(&self, cx: &TableContext) -> Control {
        let label = say!(cx, "button-play", cards = self.rest.as_str());
        let play = (Verb::Play, self.words.clone());
        cx.act(label.trim_end().to_owned(), play, Style::Good)
            .with_icon(self.icon.clone())
    }
}

/// Whether UNO can be said with the play.
pub fn says_uno(game: &View, round: &RoundView) -> bool {
    round.hand.len() == 2 && game.rules.uno_call == UnoCall::Catch
}

/// All ways to play now, wild cards once for each colour; the hint is marked. With two cards left they can include UNO.
pub fn ways(game: &View, round: &RoundView, cx: &RenderContext) -> Vec<PlayOption> {
    let (says_uno, hint) = (says_uno(game, round), advised(cx));
    let said = [true, false].into_iter().filter(|uno| says_uno || !uno);
    let plays = said.flat_map(|uno| {
        round.playable.iter().flat_map(move |card| {
            let colors = match card.is_wild() {
                true => Color::ALL.map(Some).to_vec(),
                false => vec![None],
            };
            let play = Play::of(*card);
            let of = move |color| Play { color, uno, ..play };
            colors.into_iter().map(of)
        })
    });
    // Where UNO can be said with it, the hint says it.
    let hint_of = |play: &Play| hint.filter(|_| play.uno == says_uno);
    let ways = plays.map(|play| PlayOption::of(play, hint_of(&play), cx));
    ways.collect()
}

/// A button for each way to play, unless they are so many that a prompt says which they are. If plays are confirmed,
/// returns the button that sends the chosen one.
pub fn controls(round: &RoundView, cx: &MatchContext, page: &mut Page) -> Option<Control> {
    let ways = ways(cx.game, round, cx);
    let confirm = cx.looks.confirm;
    let chosen = ways
        .iter()
        .find(|way| confirm && way.words == cx.draft.words());
    let send = chosen.map(|way| way.sent(cx));
    if ways.len() > MOST_LISTED {
        return send;
    }
    let buttons = ways.into_iter().map(|way| {
        let button = if confirm {
            cx.button(way.rest, format!("draft {}", way.words), way.style)
        } else {
            cx.act(way.rest, (Verb::Play, way.words), way.style)
        };
        button.with_icon(way.icon)
    });
    page.row(buttons.collect());
    send
}
