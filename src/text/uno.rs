//! How UNO is spoken: its pages, notices, refusals and words.

pub mod cards;
mod hand;
mod notices;
mod refusals;
mod score;
mod table;
mod words;

use super::context::RenderContext;
use super::page::Page;
use super::press::Sheet;
use super::replay::hand_line;
use super::voice::Voice;
use super::words::ParseError;
use crate::command::Verb;
use crate::game::Seat;
use crate::table::{Skill, TableView};
use crate::uno::{Action, Notice, PhaseView, Rejection, Uno, View};

/// The house rules in groups, the last of them under the names of uno-telegram-bot.
const RULE_GROUPS: &[(&str, &[&str])] = &[
    (
        "cards",
        &[
            "players",
            "order",
            "decks",
            "hand",
            "start_card",
            "deal_wait",
        ],
    ),
    (
        "laying",
        &[
            "stack",
            "draw_4_on_draw_4",
            "draw_2_on_draw_4",
            "must_play",
            "last_card",
            "seven_zero",
            "jump_in",
        ],
    ),
    ("bluffing", &["wild4", "bluff_test", "after_call"]),
    (
        "drawing",
        &["draw", "after_draw", "pass_without_draw", "auto_pass"],
    ),
    ("saying", &["uno_call", "uno_penalty", "false_catch"]),
    ("ending", &["end", "final_draw_counts", "score", "match_to"]),
    (
        "others",
        &["time_out", "leaver", "allow_highlight_playable_cards"],
    ),
    (
        "telegram",
        &[
            "draw_4_on_draw_4",
            "draw_2_on_draw_4",
            "disable_call_bluff",
            "allow_play_non_drawn_cards",
            "allow_pass_without_draw",
            "draw_pass_behavior",
            "allow_highlight_playable_cards",
        ],
    ),
];

/// A table of UNO for one viewer.
type Table = TableView<Uno>;

impl Voice for Uno {
    const OPENED_WITH: &'static str = "uno";
    const SEAT_EXAMPLE: &'static str = "2";
    const SKILLS: &'static [Skill] = &[Skill::Random, Skill::Heuristic];
    const RULE_GROUPS: &'static [(&'static str, &'static [&'static str])] = RULE_GROUPS;

    fn seat_name(seat: Seat, cx: &RenderContext) -> String {
        say!(cx, "seat-number", n = seat.index() + 1)
    }

    fn parse_seat(words: &str) -> Result<Seat, ParseError> {
        words::seat(words)
    }

    fn parse(verb: Verb, words: &str, view: &Table) -> Result<Action, ParseError> {
        words::action(verb, words, view)
    }

    fn lobby_lines(_: &Table, _: &RenderContext) -> Vec<String> {
        Vec::new()
    }

    fn table_page(view: &Table, game: &View, cx: &RenderContext) -> Page {
        table::page(view, game, cx)
    }

    fn hand_page(view: &Table, cx: &RenderContext) -> Page {
        hand::page(view, cx)
    }

    fn game_sheet(sheet: Sheet, view: &Table, cx: &RenderContext) -> Page {
        score::page(sheet, view, cx)
    }

    fn game_notice(notice: &Notice, view: &Table, cx: &RenderContext) -> Vec<String> {
        notices::lines(notice, view, cx)
    }

    fn open_hand(view: &Table, seat: Seat, cx: &RenderContext) -> Option<String> {
        match &view.stage.game()?.phase {
            PhaseView::Playing(round) => {
                let cards = cards::list(&round.hand, cx);
                let who = super::table::who(view, seat, cx);
                Some(hand_line::<Uno>(&who, seat, &cards, cx))
            }
            PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
        }
    }

    fn rejection(rejection: &Rejection, view: &Table, cx: &RenderContext) -> String {
        refusals::sentence(rejection, view, cx)
    }

    fn prompt(view: &Table, cx: &RenderContext) -> String {
        hand::prompt(view, cx)
    }

    fn hint(action: &Action, view: &Table, cx: &RenderContext) -> String {
        hand::hint(action, view, cx)
    }
}
