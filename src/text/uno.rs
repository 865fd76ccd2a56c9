//! UNO's words and pages.

pub mod cards;
mod hand;
mod notices;
mod phrases;
mod results;
mod score;
mod table;
mod words;

use crate::text::table::closing_page;
use std::collections::BTreeMap;

use super::context::RenderContext;
use super::page::Page;
use super::press::Sheet;
use super::voice::Voice;
use super::words::ParseError;
use crate::command::Verb;
use crate::game::Seat;
use crate::table::{Player, Skill};
use crate::uno::replay::Replay;
use crate::uno::rules::Leaver;
use crate::uno::{Action, Notice, Rejection, Uno, View};
use phrases::Table;

impl Voice for Uno {
    const ALSO: &'static [&'static str] = &[];
    const PLAY_EXAMPLE: &'static str = "play b9";
    const SEAT_EXAMPLE: &'static str = "2";
    const SKILLS: &'static [Skill] = &[
        Skill::Random,
        Skill::Beginner,
        Skill::Greedy,
        Skill::Heuristic,
        Skill::Search,
    ];
    const SUBSTITUTES: &'static [Skill] = &[
        Skill::Random,
        Skill::Greedy,
        Skill::Heuristic,
        Skill::Search,
    ];
    const VERB_WORDS: &'static [(Verb, &'static str)] =
        &[(Verb::Pass, "不出"), (Verb::Call, "质疑")];
    fn seat_name(seat: Seat, cx: &RenderContext) -> String {
        say!(cx, "seat-number", n = seat.index() + 1)
    }

    fn parse_seat(words: &str) -> Result<Seat, ParseError> {
        words::seat(words)
    }

    fn parse(verb: Verb, words: &str, view: &Table) -> Result<Action, ParseError> {
        words::action(verb, words, view)
    }

    fn proposals(_: Verb, _: &str, _: &Table) -> Option<Vec<(String, String)>> {
        None
    }

    fn nth_card(line: &str, view: &Table) -> Option<String> {
        hand::nth_card(line, view)
    }

    fn picks(action: &Action, _: &Table) -> BTreeMap<u8, Vec<String>> {
        hand::picks(action)
    }

    fn lobby_lines(_: &Table, _: &RenderContext) -> Vec<String> {
        Vec::new()
    }

    fn table_page(view: &Table, game: &View, cx: &RenderContext) -> Page {
        table::page(view, game, cx)
    }

    fn closed_page(view: &Table, cx: &RenderContext) -> Page {
        closing_page(view, cx)
    }

    fn hand_page(view: &Table, cx: &RenderContext) -> Page {
        hand::page(view, cx)
    }

    fn leaving(view: &Table, cx: &RenderContext) -> String {
        match view.rules.leaver {
            Leaver::Computer => say!(cx, "ask-leave", join = cx.command("join")),
            Leaver::UnderPile => say!(cx, "uno-ask-leave"),
        }
    }

    fn game_sheet(sheet: Sheet, view: &Table, cx: &RenderContext) -> Page {
        score::page(sheet, view, cx)
    }

    fn game_notice(notice: &Notice, view: &Table, cx: &RenderContext) -> Vec<String> {
        notices::lines(notice, view, cx)
    }

    fn replay(replay: &Replay, players: &[Player], cx: &RenderContext) -> Vec<Page> {
        score::replay_pages(replay, players, cx)
    }

    fn rejection(rejection: &Rejection, view: &Table, cx: &RenderContext) -> String {
        notices::sentence(rejection, view, cx)
    }

    fn names_cards(rejection: &Rejection) -> bool {
        notices::names_cards(rejection)
    }

    fn prompt(view: &Table, cx: &RenderContext) -> String {
        hand::prompt(view, cx)
    }

    fn hint(action: &Action, view: &Table, cx: &RenderContext) -> String {
        hand::hint_sentence(action, view, cx)
    }
}
