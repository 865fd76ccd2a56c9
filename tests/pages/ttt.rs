//! The pages of tic-tac-toe.

use tractor_bot::game::{RuleSet, Seat, Viewer};
use tractor_bot::table::{Input, PersonId, Skill};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::press::Sheet;
use tractor_bot::text::speech::Face;
use tractor_bot::text::voice::Voice;
use tractor_bot::tictactoe::{Mark, Rejection, Rules, Square, TicTacToe};

use super::render::{Book, keeps_to_limits, speech};
use super::stage::Stage;

fn begun(rules: &[(&str, &str)]) -> Stage<TicTacToe> {
    let mut chosen = Rules::default();
    for (name, value) in rules {
        chosen.set(name, value).expect("a rule");
    }
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
    for locale in Locale::all() {
        let mut book = Book::new(locale, "ttt");
        let mut stage = begun(&[]);
        let cx = speech(locale, Face::Discord);
        book.page("lobby", &TicTacToe::public_page(&stage.public(), &cx));
        book.page(
            "rules",
            &TicTacToe::sheet(Sheet::Rules, &stage.public(), &cx),
        );
        stage.submit(Input::Start { by: PersonId(1) });
        let mut lines = stage.news(Viewer::Public, &cx);
        for (n, square) in [4, 0, 2, 1, 6].into_iter().enumerate() {
            let seat = Seat::new(n as u8 % 2);
            stage
                .act(seat, Mark(Square::new(square)))
                .expect("a free square");
            lines.extend(stage.news(Viewer::Public, &cx));
            let title = format!("after {} marks", n + 1);
            book.page(&title, &TicTacToe::public_page(&stage.public(), &cx));
        }
        let terminal = speech(locale, Face::Terminal);
        let page = TicTacToe::public_page(&stage.public(), &terminal);
        book.lines("in a terminal", page.text());
        book.lines("the news", lines.join("\n"));
        let (square, by, turn) = (Square::new(4), Seat::new(0), Seat::new(1));
        for rejection in [
            Rejection::Over,
            Rejection::NotYourTurn { turn },
            Rejection::OffBoard { square },
            Rejection::Taken { square, by },
        ] {
            let said = TicTacToe::rejection(&rejection, &stage.public(), &cx);
            book.lines(&rejection.to_string(), said);
        }
        book.check();
    }
}

#[test]
fn every_board_fits_a_message() {
    for size in ["3", "4", "5"] {
        let mut stage = begun(&[("size", size), ("in_row", "5")]);
        stage.submit(Input::Start { by: PersonId(1) });
        let cx = speech(Locale::ENGLISH, Face::Discord);
        for square in 0..25 {
            keeps_to_limits(&TicTacToe::public_page(&stage.public(), &cx));
            let Some(seat) = stage.awaited() else {
                break;
            };
            stage
                .act(seat, Mark(Square::new(square)))
                .expect("a free square");
        }
        keeps_to_limits(&TicTacToe::public_page(&stage.public(), &cx));
    }
}
