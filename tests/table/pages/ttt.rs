//! The pages of tic-tac-toe.

use tractor_bot::chance::Seed;
use tractor_bot::game::{RuleSet, Seat, Viewer};
use tractor_bot::table::{Closer, Header, Input, Invited, PersonId, Position, Skill};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tictactoe::{Mark, Rejection, Rules, Square, TicTacToe};

use super::render::{books, context, keeps_to_limits};
use super::stage::Stage;

fn begun(rules: &[(&str, &str)]) -> Stage<TicTacToe> {
    let chosen = Rules::default().with(rules);
    let mut stage = Stage::new(chosen, 1);
    stage.sit(1, "Ana");
    let (by, skill) = (PersonId(1), Skill::Level(3));
    stage.submit(Input::AddComputer {
        by,
        seat: None,
        skill,
    });
    stage
}

#[test]
fn the_pages_of_tic_tac_toe_read_well() {
    books("ttt", Surface::Discord, |book, cx| {
        let mut stage = begun(&[]);
        book.page("lobby", &stage.page(cx));
        book.page("rules", &table_text::rules_page(&cx.at(&stage.public())));
        stage.submit(Input::Start { by: PersonId(1) });
        let mut lines = stage.news(Viewer::Public, cx);
        for (n, square) in [4, 0, 2, 1, 6].into_iter().enumerate() {
            let seat = Seat::new(n as u8 % 2);
            stage
                .act(seat, Mark(Square::new(square)))
                .expect("a free square");
            lines.extend(stage.news(Viewer::Public, cx));
            let title = format!("after {} marks", n + 1);
            book.page(&title, &stage.page(cx));
        }
        let terminal = context(cx.locale, Surface::Terminal);
        let page = stage.page(&terminal);
        book.lines("in a terminal", page.text());
        book.lines("the news", lines.join("\n"));
        let (square, by, turn) = (Square::new(4), Seat::new(0), Seat::new(1));
        for rejection in [
            Rejection::Over,
            Rejection::NotYourTurn { turn },
            Rejection::OffBoard { square },
            Rejection::Taken { square, by },
        ] {
            let said = TicTacToe::rejection(&rejection, &cx.at(&stage.public()));
            book.lines(&rejection.to_string(), said);
        }
    });
}

/// Ana has challenged Bo.
fn challenge() -> Stage<TicTacToe> {
    let (secret, host) = (Seed::from_number(1), PersonId(1));
    let (rules, limits) = Default::default();
    let mut header = Header::new(rules, limits, secret, host, Position(1_000));
    header.invited = Some(Invited {
        person: PersonId(2),
        name: "Bo".to_owned(),
    });
    let mut stage = Stage::of(header);
    stage.sit(1, "Ana");
    stage
}

/// The seats play these squares in turn, first the one whose turn it is.
fn mark(stage: &mut Stage<TicTacToe>, squares: &[u8]) {
    for square in squares {
        let seat = stage.awaited().expect("the game goes on");
        let marked = stage.act(seat, Mark(Square::new(*square)));
        marked.expect("a free square");
    }
}

#[test]
fn challenges_rematches_and_expiry_read_well() {
    books("ttt-between-people", Surface::Discord, |book, cx| {
        let page = |stage: &Stage<TicTacToe>| stage.page(cx);
        let close = |by| Input::Close { by };
        book.page("a challenge", &page(&challenge()));
        let mut stage = challenge();
        let refused = stage.try_submit(Input::Start { by: PersonId(1) });
        let refused = refused.expect_err("Bo has not answered");
        let refused = table_text::refusal(&refused, &cx.at(&stage.public()));
        book.lines("for somebody else", refused);
        for (title, by) in [
            ("declined", Closer::Declined(PersonId(2))),
            ("not answered", Closer::Idle),
            ("taken back", Closer::Host(PersonId(1))),
        ] {
            let mut stage = challenge();
            stage.submit(close(by));
            book.page(title, &page(&stage));
            book.lines("the news", stage.told(cx));
        }
        stage.sit(2, "Bo");
        stage.submit(Input::Start { by: PersonId(1) });
        mark(&mut stage, &[0, 1, 4, 2, 8]);
        book.page("the first game is over", &page(&stage));
        stage.submit(Input::Start { by: PersonId(2) });
        book.page("the rematch is begun by the other", &page(&stage));
        mark(&mut stage, &[4, 0, 1, 7, 2, 6, 3, 5, 8]);
        book.page("a draw", &page(&stage));
        let before = stage.table.clone();
        stage.submit(close(Closer::Idle));
        book.page("closed after a game", &page(&stage));
        stage.table = before;
        for name in ["size", "turn_limit"] {
            let value = if name == "size" { "5" } else { "off" };
            let (by, name, value) = (PersonId(1), name.to_owned(), value.to_owned());
            stage.submit(Input::SetRule { by, name, value });
        }
        stage.submit(Input::Start { by: PersonId(2) });
        mark(&mut stage, &[0, 1, 6, 2, 12]);
        book.page("over on the largest board", &page(&stage));
        stage.submit(Input::Start { by: PersonId(1) });
        mark(&mut stage, &[0, 1]);
        stage.submit(close(Closer::Idle));
        book.page("expired on the largest board", &page(&stage));
    });
}

#[test]
fn every_board_fits_a_message() {
    for size in ["3", "4", "5"] {
        let mut stage = begun(&[("size", size), ("in_row", "5")]);
        stage.submit(Input::Start { by: PersonId(1) });
        let cx = context(Locale::ENGLISH, Surface::Discord);
        for square in 0..25 {
            keeps_to_limits(&stage.page(&cx));
            let Some(seat) = stage.awaited() else {
                break;
            };
            stage
                .act(seat, Mark(Square::new(square)))
                .expect("a free square");
        }
        keeps_to_limits(&stage.page(&cx));
    }
}
