//! What a game has to provide so that it can be played with words and pages.
//!
//! Everything that happens at any table (seats, lobby, rules, votes) is phrased once, in
//! [`super::table`]. Nothing here has a default: what a game does not have, it says.

use std::collections::BTreeMap;

use super::context::RenderContext;
use super::page::Page;
use super::press::Sheet;
use super::signs::Signs;
use super::words::ParseError;
use crate::command::Verb;
use crate::game::{Game, Seat};
use crate::table::{MatchRecord, Skill, TableView};

/// A game that can be played with words and pages.
pub trait Voice: Game {
    /// A seat to name in examples, e.g. `south`.
    const SEAT_EXAMPLE: &'static str;
    /// A right command for a move, e.g. `play 8S 8S`.
    const PLAY_EXAMPLE: &'static str;
    /// What the game is called where one is asked for, in lower case, beside its name and the words
    /// for the command of that name.
    const ALSO: &'static [&'static str];

    /// The computer players that make sense in this game, the weakest first.
    const SKILLS: &'static [Skill];
    /// Those of the limit `substitute` that can play this game; without any it is not offered.
    const SUBSTITUTES: &'static [Skill];

    /// Whether a match begins as soon as the last seat is taken, as there is nothing more to settle.
    const STARTS_WHEN_FULL: bool;

    /// Whether players hold what others do not see. Where they do not, the public page shows it all.
    const HAS_HANDS: bool;

    /// How players choose what they are shown as, where the game has that.
    const SIGNS: Option<&'static Signs>;

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

    /// Which command words without one are meant for now.
    fn bare_verb(view: &TableView<Self>) -> Verb;

    /// Whether the clock runs until the viewer speaks or lets it pass.
    fn may_pass(view: &TableView<Self>) -> bool;

    /// The action as choices of the menus on the hand page; none for a page without such menus.
    fn picks(action: &Self::Action, view: &TableView<Self>) -> BTreeMap<u8, Vec<String>>;

    /// What the lobby says about the game, below the seats.
    fn lobby_lines(view: &TableView<Self>, cx: &RenderContext) -> Vec<String>;

    /// The table for everybody while a match is played and after it.
    fn table_page(view: &TableView<Self>, game: &Self::View, cx: &RenderContext) -> Page;

    /// The table after it was closed; [`super::table::closing_page`] says why it was and no more.
    fn closed_page(view: &TableView<Self>, cx: &RenderContext) -> Page;

    /// The viewer's own hand and what they can do with it.
    fn hand_page(view: &TableView<Self>, cx: &RenderContext) -> Page;

    /// Another page of the game: those that every table has are [`super::table::sheet_page`]'s.
    fn game_sheet(sheet: Sheet, view: &TableView<Self>, cx: &RenderContext) -> Page;

    /// The result of a round, without controls; `None` unless it is over. A game without rounds is
    /// one round.
    fn round_page(
        round: u32,
        view: &TableView<Self>,
        game: &Self::View,
        cx: &RenderContext,
    ) -> Option<Page>;

    /// A round that is over, page by page, with all hands open; the last page is its result.
    /// [`super::replay::moves`] shows the table after each move.
    fn replay(record: &MatchRecord<Self>, round: u32, cx: &RenderContext) -> Vec<Page>;

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
}
