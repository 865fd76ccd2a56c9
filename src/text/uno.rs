//! UNO's words and pages.

mod buttons;
pub mod cards;
mod hand;
mod notices;
mod plays;
mod scene;
mod score;
mod table;
mod words;

use super::markup::plain;
use super::table::{is_viewer, of_match};
use super::voice::word_of;
use super::*;
use crate::uno::rules::{BluffTest, End, Leaver, Score, UnoCall};
use crate::uno::view::UnoDecision;
use crate::uno::{
    Action, Card, Color, Direction, Face, Move, Notice, PhaseView, Play, Rejection, RoundResult,
    RoundView, Uno, View,
};
use hand::by_color;
use plays::marks;
use table::{MatchContext, TableContext, coming, move_label, numbered, plain_who, turn_line};
use words::{has_numbered_moves, typed_play};

impl Voice for Uno {
    const ALSO: &'static [&'static str] = &[];
    const PLAY_EXAMPLE: &'static str = "play b9";
    const SEAT_EXAMPLE: &'static str = "2";
    const SUBSTITUTES: &'static [Skill] = &[
        Skill::Random,
        Skill::Greedy,
        Skill::Heuristic,
        Skill::Search,
    ];
    const DEALS_BUTTONS: bool = true;
    const VERB_WORDS: &'static [(Verb, &'static str)] =
        &[(Verb::Pass, "不出"), (Verb::Call, "质疑")];
    fn seat_name(seat: Seat, cx: &RenderContext) -> String {
        say!(cx, "seat-number", n = seat.index() + 1)
    }

    fn parse_seat(words: &str) -> Result<Seat, ParseError> {
        words::seat(words)
    }

    fn parse(verb: Verb, words: &str, view: &TableView<Uno>) -> Result<Action, ParseError> {
        words::action(verb, words, view)
    }

    fn proposals(verb: Verb, words: &str, cx: &TableContext) -> Option<Vec<(String, String)>> {
        let game = cx.view.stage.game().filter(|_| verb == Verb::Play)?;
        let round = game.playing()?;
        let own = cx.view.seat() == Some(round.turn);
        if !own
            || !matches!(
                round.decision,
                UnoDecision::Turn | UnoDecision::AfterDrawing
            )
        {
            return None;
        }
        let begins = |word: &str| {
            word.to_lowercase()
                .starts_with(&words.trim().to_lowercase())
        };
        let ways = plays::ways(game, round, cx).into_iter();
        let ways = ways.filter(|way| begins(&way.words) || begins(&way.label));
        Some(ways.map(|way| (plain(&way.label), way.words)).collect())
    }

    fn nth_card(line: &str, view: &TableView<Uno>) -> Option<String> {
        hand::nth_card(line, view)
    }

    fn drafted(action: &Action, _: &TableView<Uno>) -> String {
        match action {
            Action::Move(Move::Play(play)) => typed_play(play.card, play.color, play.uno),
            Action::Move(_) | Action::Deal | Action::Contribute(_) => String::new(),
        }
    }

    fn table_page(cx: &MatchContext) -> Page {
        table::page(cx)
    }

    fn scene(cx: &MatchContext) -> Value {
        scene::of(cx)
    }

    fn is_between(game: &View) -> bool {
        game.playing().is_none()
    }

    fn lies_in_scene(line: &Line) -> bool {
        match line.as_move() {
            // A colour alone and a seat are chosen by buttons.
            Some((Verb::Play, words)) => words.len() > 1 && !words.starts_with('#'),
            Some((Verb::Draw | Verb::Pass | Verb::Call | Verb::Uno | Verb::Catch, _)) => true,
            _ => false,
        }
    }

    fn hand_page(cx: &TableContext) -> Page {
        of_match(cx, hand::page)
    }

    fn leaving(cx: &TableContext) -> String {
        match cx.view.rules.leaver {
            Leaver::Computer => say!(cx, "ask-leave"),
            Leaver::UnderPile => say!(cx, "uno-ask-leave"),
        }
    }

    fn game_sheet(sheet: PageKind, cx: &TableContext) -> Page {
        of_match(cx, |cx| score::page(sheet, cx))
    }

    fn game_notice(notice: &Notice, cx: &TableContext) -> Vec<String> {
        notices::lines(notice, cx)
    }

    fn replay(frames: &[View], players: &[Player], cx: &RenderContext) -> Vec<Page> {
        score::replay_pages(frames, players, cx)
    }

    fn match_outcome(last: &View, cx: &TableContext) -> Option<String> {
        score::match_outcome(last, cx)
    }

    fn rejection(rejection: &Rejection, cx: &TableContext) -> String {
        notices::sentence(rejection, cx)
    }

    fn said(told: &Told, cx: &TableContext) -> Option<String> {
        notices::said(told, cx)
    }

    fn names_cards(rejection: &Rejection) -> bool {
        // That a card can be laid tells of one.
        let laid = matches!(rejection, Rejection::WouldBeBluff | Rejection::MustPlay);
        laid || Told::of(rejection).has(&["Card"])
    }

    fn due(cx: &MatchContext) -> String {
        table::due(cx)
    }

    fn prompt(cx: &MatchContext) -> String {
        hand::prompt(cx)
    }

    fn hint(action: &Action, cx: &TableContext) -> String {
        hand::hint_sentence(action, cx)
    }
}
