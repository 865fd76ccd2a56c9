//! How a game is spoken.
//!
//! A game implements the parts that are its own (cards, boards, moves, refusals); everything that
//! happens at any table (seats, lobby, rules, votes) is phrased once, in [`super::table`].

use std::collections::BTreeMap;

use super::context::RenderContext;
use super::page::Page;
use super::press::Sheet;
use super::table;
use super::words::ParseError;
use crate::command::Verb;
use crate::game::{Game, Seat};
use crate::table::{MatchRecord, News, Refusal, Skill, StageView, TableNotice, TableView};

/// A game that can be played with words and pages.
pub trait Voice: Game {
    /// A seat to name in examples, e.g. `south`.
    const SEAT_EXAMPLE: &'static str;
    /// The computer players that make sense in this game, the weakest first.
    const SKILLS: &'static [Skill];

    /// The command that opens a table of this game.
    const OPENED_WITH: &'static str = "join";

    /// Whether a match begins as soon as the last seat is taken, as there is nothing more to settle.
    const STARTS_WHEN_FULL: bool = false;

    /// Whether players hold what others do not see. Where they do not, the public page shows it all.
    const HAS_HANDS: bool = true;

    /// Whether players mark with signs of their own choice, which the pages show.
    const HAS_PIECES: bool = false;

    /// The house rules that are read together, by the name of each group: where there are too many
    /// for one menu.
    const RULE_GROUPS: &'static [(&'static str, &'static [&'static str])] = &[];

    /// What the seat is called.
    fn seat_name(seat: Seat, cx: &RenderContext) -> String;

    /// The seat that the words name.
    ///
    /// # Errors
    /// [`ParseError::UnknownSeat`].
    fn parse_seat(words: &str) -> Result<Seat, ParseError>;

    /// The action that a command asks for. Whether it is allowed is for the game.
    ///
    /// # Errors
    /// What was not understood.
    fn parse(verb: Verb, words: &str, view: &TableView<Self>) -> Result<Self::Action, ParseError>;

    /// What the lobby says about the game, below the seats.
    fn lobby_lines(view: &TableView<Self>, cx: &RenderContext) -> Vec<String>;

    /// The table for everybody while a match is played and after it.
    fn table_page(view: &TableView<Self>, game: &Self::View, cx: &RenderContext) -> Page;

    /// The viewer's own hand and what they can do with it.
    fn hand_page(view: &TableView<Self>, cx: &RenderContext) -> Page;

    /// Another page of the game; those that every table has are [`Voice::sheet`]'s.
    fn game_sheet(sheet: Sheet, view: &TableView<Self>, cx: &RenderContext) -> Page;

    /// What happened in the game, as lines; none if the pages say it all.
    fn game_notice(
        notice: &Self::Notice,
        view: &TableView<Self>,
        cx: &RenderContext,
    ) -> Vec<String>;

    /// Why the game refuses an action: what, why, and one right example.
    fn rejection(rejection: &Self::Rejection, view: &TableView<Self>, cx: &RenderContext)
    -> String;

    /// What is due from the viewer now, in a few words: the prompt of a terminal.
    fn prompt(view: &TableView<Self>, cx: &RenderContext) -> String;

    /// A sensible action, named and explained.
    fn hint(action: &Self::Action, view: &TableView<Self>, cx: &RenderContext) -> String;

    /// The action as choices of the menus on the hand page, for those that the page has.
    fn picks(_action: &Self::Action, _view: &TableView<Self>) -> BTreeMap<u8, Vec<String>> {
        BTreeMap::new()
    }

    /// Whether the clock runs until the viewer speaks or lets it pass.
    fn may_pass(_view: &TableView<Self>) -> bool {
        false
    }

    /// Which command words without one are meant for now.
    fn bare_verb(_view: &TableView<Self>) -> Verb {
        Verb::Play
    }

    /// A round that is over, page by page, with all hands open.
    fn replay(record: &MatchRecord<Self>, round: u32, cx: &RenderContext) -> Vec<Page> {
        super::replay::moves(record, round, cx)
    }

    /// The table as it is shown in a replay, where nothing can be tapped.
    fn record_page(view: &TableView<Self>, game: &Self::View, cx: &RenderContext) -> Page {
        Self::table_page(view, game, cx)
    }

    /// What the viewer on this seat holds, as a line of a replay; none where there are no hands.
    fn open_hand(_view: &TableView<Self>, _seat: Seat, _cx: &RenderContext) -> Option<String> {
        None
    }

    /// The table as everybody may see it.
    fn public_page(view: &TableView<Self>, cx: &RenderContext) -> Page {
        match &view.stage {
            StageView::Lobby => table::lobby_page(view, cx),
            StageView::Playing(game) | StageView::Over(game) => Self::table_page(view, game, cx),
            StageView::Closed => Self::closed_page(view, cx),
        }
    }

    /// The table after it was closed, and why it was.
    fn closed_page(view: &TableView<Self>, cx: &RenderContext) -> Page {
        let mut page = table::closed_page::<Self>(cx);
        if let Some(by) = view.closing.as_ref().map(|closing| closing.by) {
            let why = table::news_lines(&News::Closed { by }, view, cx);
            page.lines.splice(0..0, why);
        }
        page
    }

    /// The page that was asked for.
    fn sheet(sheet: Sheet, view: &TableView<Self>, cx: &RenderContext) -> Page {
        match sheet {
            Sheet::Hand => Self::hand_page(view, cx),
            Sheet::Rules => table::rules_page(view, cx),
            Sheet::Help(topic) => super::help::page(topic, cx),
            Sheet::Score | Sheet::LastTrick | Sheet::Verify | Sheet::Surrender => {
                Self::game_sheet(sheet, view, cx)
            }
        }
    }

    /// What happened at the table, as lines for whom the notice is for; `None` if there is nothing
    /// to say about it.
    fn notice(
        notice: &TableNotice<Self>,
        view: &TableView<Self>,
        cx: &RenderContext,
    ) -> Option<Vec<String>> {
        let lines = match notice {
            News::Game(notice) => Self::game_notice(notice, view, cx),
            news => table::news_lines(news, view, cx),
        };
        (!lines.is_empty()).then_some(lines)
    }

    /// Why the table refuses an input: what, why, and one right example.
    fn refusal(refusal: &Refusal<Self>, view: &TableView<Self>, cx: &RenderContext) -> String {
        match refusal {
            Refusal::Game(rejection) => Self::rejection(rejection, view, cx),
            refusal => table::refusal(refusal, view, cx),
        }
    }
}
