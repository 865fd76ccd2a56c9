//! The interface of a game's words and pages.
//!
//! What happens at any table (seats, lobby, rules, votes) is phrased once, in [`super::table`]. What has
//! a default here, a game need not have; the rest it says in its own words.
#![warn(missing_docs)]

use super::context::MatchContext;
use super::context::Prospect;
use super::settings::SignSetting;
use super::table::{Lasts, Length, closing_page};
use super::*;
use crate::game::Game;
use crate::players::StudyEffort;
use crate::table::Decision;

/// A game with words and pages.
pub trait Voice: Game {
    /// A seat for examples, e.g. `south`.
    const SEAT_EXAMPLE: &'static str;
    /// A correct command for a move, e.g. `play 8S 8S`.
    const PLAY_EXAMPLE: &'static str;
    /// What the game is called where one is asked for, in lower case, beside its name and the words
    /// for the command of that name.
    const ALSO: &'static [&'static str];

    /// The skills of computer players that this game offers, the weakest first.
    const SKILLS: &'static [Skill] = &[
        Skill::Random,
        Skill::Beginner,
        Skill::Greedy,
        Skill::Heuristic,
        Skill::Search,
    ];
    /// The values of the limit `substitute` that this game can use; without any it is not offered.
    const SUBSTITUTES: &'static [Skill];

    /// Whether a match starts as soon as the last seat is taken, because nothing else is to be
    /// settled.
    const STARTS_WHEN_FULL: bool = false;

    /// Whether the hand page has a button for every card where it can ([`RenderContext::deals_buttons`]).
    const DEALS_BUTTONS: bool = false;

    /// The verbs whose words name cards that others must not see. Where somebody types one in a
    /// channel, the message does not stay there.
    const SECRET_WORDS: &'static [Verb] = &[];

    /// The Chinese words of this game for verbs that other games have, too, where they are not the
    /// usual ones; each is a word of the verb's command.
    const VERB_WORDS: &'static [(Verb, &'static str)] = &[];

    /// The setting for players' signs, if the game has one.
    const SIGNS: Option<&'static SignSetting> = None;

    /// The name of the seat.
    fn seat_name(seat: Seat, cx: &RenderContext) -> String;

    /// The seat that the words name.
    ///
    /// # Errors
    /// [`ParseError::UnknownSeat`].
    fn parse_seat(words: &str) -> Result<Seat, ParseError>;

    /// The action of a command. The game decides whether it is legal.
    ///
    /// # Errors
    /// What was not understood.
    fn parse(verb: Verb, words: &str, view: &TableView<Self>) -> Result<Self::Action, ParseError>;

    /// Whole legal actions of a verb that the words can be completed to, as shown and as typed, the one that was
    /// advised first; `None` if the controls of the hand have them all.
    fn proposals(verb: Verb, words: &str, cx: &TableContext<Self>)
    -> Option<Vec<(String, String)>>;

    /// What a line that begins with the number of a card, as the terminal shows the hand, stands for:
    /// the words of a play. `None` in a game whose cards have no numbers, and for any other line.
    fn nth_card(_line: &str, _view: &TableView<Self>) -> Option<String> {
        None
    }

    /// The verb that words without a command mean now.
    fn bare_verb(_view: &TableView<Self>) -> Verb {
        Verb::Play
    }

    /// Whether the viewer may pass although it is nobody's turn: in the call window.
    fn may_pass(_view: &TableView<Self>) -> bool {
        false
    }

    /// What is put together where this action is to be made, in words ([`super::context::Draft::chosen`]).
    fn drafted(_action: &Self::Action, _view: &TableView<Self>) -> String {
        String::new()
    }

    /// The action that is put together once there are so many copies of a card more in the draft, or fewer, where the
    /// hand page has a button for every card ([`Voice::DEALS_BUTTONS`]).
    fn selected(_card: &str, _more: i8, _cx: &TableContext<Self>) -> Option<Self::Action> {
        None
    }

    /// What the viewer still chooses for, on their turn or before it, in a game where that can be done before.
    fn prospect(_view: &TableView<Self>) -> Option<Prospect> {
        None
    }

    /// Judges what the viewer chose before their turn, as far as it is known what will be legal then; where there
    /// is something that they choose for ([`Voice::prospect`]).
    ///
    /// # Errors
    /// Why the game will refuse it.
    fn judge_premove(
        _action: &Self::Action,
        _view: &TableView<Self>,
    ) -> Result<(), Self::Rejection> {
        Ok(())
    }

    /// The game's lines in the lobby, below the seats.
    fn lobby_lines(_cx: &TableContext<Self>) -> Vec<String> {
        Vec::new()
    }

    /// About how long a match takes with these rules and players; `None` in a game of which that is
    /// not known, or is soon over.
    fn lasts(_view: &TableView<Self>) -> Option<Lasts> {
        None
    }

    /// The lengths of a match that the host can choose with one tap, the shortest first; at most five.
    fn lengths(_cx: &TableContext<Self>) -> Vec<Length> {
        Vec::new()
    }

    /// The public page during and after a match.
    fn table_page(cx: &MatchContext<Self>) -> Page;

    /// The page of a closed table: why it was closed.
    fn closed_page(cx: &TableContext<Self>) -> Page {
        closing_page(cx)
    }

    /// The match as the viewer sees it; the pages beside it have the words.
    fn scene(cx: &MatchContext<Self>) -> Value;

    /// Whether nothing lies on the table: between two rounds, and after the last one.
    fn is_between(_game: &Self::View) -> bool {
        false
    }

    /// Whether what lies in the scene does the same as this control of the hand.
    fn lies_in_scene(line: &Line) -> bool;

    /// The page of the viewer's hand.
    fn hand_page(cx: &TableContext<Self>) -> Page;

    /// What this is now that people may agree to change, in the words of commands; empty if it is nothing yet.
    fn accord(_game: &Self::View, _name: &str) -> String {
        String::new()
    }

    /// How a value of the game's own types is said in a sentence, such as cards; `None` if its fields are facts by
    /// themselves.
    fn said(_told: &Told, _cx: &TableContext<Self>) -> Option<String> {
        None
    }

    /// What happens if the viewer, who is not the only person there, leaves the match: one line.
    fn leaving(cx: &TableContext<Self>) -> String {
        say!(cx, "ask-leave")
    }

    /// The game's own buttons among what cannot be undone; a press of one asks first.
    fn more(_cx: &TableContext<Self>) -> Vec<Control> {
        Vec::new()
    }

    /// The game's further pages; [`super::table::sheet_page`] has those common to all games.
    fn game_sheet(sheet: PageKind, cx: &TableContext<Self>) -> Page;

    /// A finished round, page by page, with all hands open; the last page is its result.
    /// [`super::replay::pages`] takes away what nobody can use there.
    fn replay(frames: &[Self::View], players: &[Player], cx: &RenderContext) -> Vec<Page>;

    /// How a match ended, by its last round: who won, and how far they came. One line, of names that are not
    /// bold; `None` where that does not tell. The view has the players and their house rules.
    fn match_outcome(last: &Self::View, cx: &TableContext<Self>) -> Option<String>;

    /// The lines of a notice; none if the pages already show it.
    fn game_notice(notice: &Self::Notice, cx: &TableContext<Self>) -> Vec<String>;

    /// Why the game refuses an action: what, why, and one correct example.
    fn rejection(rejection: &Self::Rejection, cx: &TableContext<Self>) -> String;

    /// Whether the refusal, or its sentence, tells something about the hand of whom it is for.
    fn names_cards(rejection: &Self::Rejection) -> bool {
        Told::of(rejection).has(&["Card"])
    }

    /// Who is waited for in a match that is being played, and for what: one line.
    fn due(cx: &MatchContext<Self>) -> String;

    /// A short prompt for what the viewer has to do now in a match, for the terminal.
    fn prompt(cx: &MatchContext<Self>) -> String;

    /// The page of the help for what is going on in the match.
    fn help_topic(_game: &Self::View) -> Topic {
        Topic::Game(Self::KIND)
    }

    /// A sensible action with its reason.
    fn hint(action: &Self::Action, cx: &TableContext<Self>) -> String;

    /// Whether decisions of this game are studied: for better hints, and for reviews.
    const STUDIES: bool = false;

    /// A better hint, which takes tens of milliseconds: an action, and its sentence. `None` where a
    /// study finds nothing out, so that [`Voice::hint`] is as good.
    fn studied_hint(
        _diligence: StudyEffort,
        _cx: &TableContext<Self>,
    ) -> Option<(Self::Action, String)> {
        None
    }

    /// The review of what one player decided in a finished round, which takes seconds: a page, or where cards lie on
    /// a table one for each decision. `None` in a game without reviews.
    fn review(
        _round: u32,
        _made: (Vec<Decision<Self>>, &[Player]),
        _diligence: StudyEffort,
        _cx: &RenderContext,
    ) -> Option<Vec<Page>> {
        None
    }
}

/// That these words name no seat of the game.
pub fn no_seat<G: Voice>(words: &str) -> ParseError {
    ParseError::UnknownSeat {
        piece: quotable(words),
        example: G::SEAT_EXAMPLE,
    }
}

/// The word of a verb in this game, as commands are written; where the language has another one, it
/// is shown in that.
pub fn word_of<G: Voice>(verb: Verb) -> &'static str {
    let own = G::VERB_WORDS.iter().find(|(known, _)| *known == verb);
    own.map_or(Name::Move(verb).word(), |(_, word)| word)
}
