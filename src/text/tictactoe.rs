//! How tic-tac-toe is spoken: the board is the message, its squares are the buttons.

use super::page::{Control, Page, Style};
use super::press::{Press, Sheet, Tap};
use super::speech::{Face, Speech};
use super::table;
use super::voice::Voice;
use super::words::{ParseError, Verb, quotable};
use crate::game::Seat;
use crate::table::{Skill, StageView, TableView};
use crate::tictactoe::{Ending, Event, Mark, Rejection, Square, TicTacToe, View};

/// A table of tic-tac-toe for one viewer.
type Table = TableView<TicTacToe>;

/// What the first and the second seat mark with.
const PIECES: [&str; 2] = ["🔶", "🔴"];

impl Voice for TicTacToe {
    const SEAT_EXAMPLE: &'static str = "2";
    const SKILLS: &'static [Skill] = &[
        Skill::Level(0),
        Skill::Level(1),
        Skill::Level(2),
        Skill::Level(3),
        Skill::Level(4),
        Skill::Level(5),
    ];

    fn seat_name(seat: Seat, _: &Speech) -> String {
        PIECES[seat.index() % 2].to_owned()
    }

    fn parse_seat(words: &str) -> Result<Seat, ParseError> {
        let number = words.trim().parse::<u8>().ok();
        let number = number.filter(|number| (1..=2).contains(number));
        number
            .map(|number| Seat::new(number - 1))
            .ok_or_else(|| ParseError::UnknownSeat {
                piece: quotable(words),
                example: Self::SEAT_EXAMPLE,
            })
    }

    fn parse(verb: Verb, words: &str, _: &Table) -> Result<Mark, ParseError> {
        if verb != Verb::Play {
            return Err(ParseError::NoSuchMove { verb });
        }
        let number = words.trim().parse::<u8>().ok().filter(|number| *number > 0);
        number
            .map(|number| Mark(Square::new(number - 1)))
            .ok_or_else(|| ParseError::UnknownCell {
                piece: quotable(words),
            })
    }

    fn lobby_lines(view: &Table, cx: &Speech) -> Vec<String> {
        let (size, row) = (view.rules.size.squares(), view.rules.in_row.squares());
        vec![say!(cx, "ttt-board", size = size, row = row.min(size))]
    }

    fn table_page(view: &Table, game: &View, cx: &Speech) -> Page {
        let players: Vec<String> = (view.seats.iter())
            .map(|place| {
                format!(
                    "{} {}",
                    PIECES[place.seat.index() % 2],
                    table::who(view, place.seat, cx)
                )
            })
            .collect();
        let mut page = Page::titled(say!(cx, "game-ttt"));
        page.push(status(view, game, cx));
        page.push(players.join(" · "));
        if view.series.played > 0 {
            let won = |seat| view.series.won_by(Seat::new(seat));
            page.push(say!(cx, "ttt-series", first = won(0), second = won(1)));
        }
        match cx.face {
            Face::Terminal => page.lines.extend(drawn(game)),
            Face::Discord => {}
        }
        page.controls = squares(view, game, cx);
        if matches!(view.stage, StageView::Over(_)) && page.controls.len() < 5 {
            let rematch = say!(cx, "button-rematch");
            let end = say!(cx, "button-end");
            page.row(vec![
                table::button(view, cx, rematch, Tap::Start, Style::Main),
                table::button(view, cx, end, Tap::End, Style::Plain),
            ]);
        }
        page.ping = table::awaited(view);
        page
    }

    fn hand_page(view: &Table, cx: &Speech) -> Page {
        Self::public_page(view, cx)
    }

    fn game_sheet(_: Sheet, view: &Table, cx: &Speech) -> Page {
        let mut page = Self::public_page(view, cx);
        page.controls.clear();
        page
    }

    fn game_notice(notice: &Event, view: &Table, cx: &Speech) -> Vec<String> {
        match notice {
            Event::Started { first } => {
                vec![say!(cx, "ttt-starts", who = table::who(view, *first, cx))]
            }
            Event::Marked { seat, square } => {
                let who = table::who(view, *seat, cx);
                vec![say!(cx, "ttt-marked", who = who, cell = square.index() + 1)]
            }
            Event::Ended(Ending::Won { seat, .. }) => {
                vec![say!(cx, "ttt-won", who = table::who(view, *seat, cx))]
            }
            Event::Ended(Ending::Drawn) => vec![say!(cx, "ttt-drawn")],
        }
    }

    fn rejection(rejection: &Rejection, view: &Table, cx: &Speech) -> String {
        let free = || {
            let board = view.stage.game().map(|game| &game.board);
            let free = board.and_then(|b| b.squares().find(|square| b.is_empty(*square)));
            cx.command(&format!(
                "play {}",
                free.map_or(1, |square| square.index() + 1)
            ))
        };
        match rejection {
            Rejection::Over => say!(cx, "ttt-over", command = cx.command("start")),
            Rejection::NotYourTurn { turn } => {
                say!(cx, "ttt-not-your-turn", who = table::who(view, *turn, cx))
            }
            Rejection::OffBoard { square } => {
                say!(
                    cx,
                    "ttt-off-board",
                    cell = square.index() + 1,
                    example = free()
                )
            }
            Rejection::Taken { square, .. } => {
                say!(cx, "ttt-taken", cell = square.index() + 1, example = free())
            }
        }
    }

    fn prompt(view: &Table, cx: &Speech) -> String {
        match view.stage.game() {
            Some(game) if game.ending.is_none() => say!(cx, "ttt-prompt"),
            _ => cx.command("start"),
        }
    }

    fn hint(action: &Mark, _: &Table, cx: &Speech) -> String {
        let cell = action.0.index() + 1;
        say!(
            cx,
            "ttt-hint",
            command = cx.command(&format!("play {cell}"))
        )
    }
}

/// Whose turn it is, or how it ended.
fn status(view: &Table, game: &View, cx: &Speech) -> String {
    match (&game.ending, game.turn) {
        (Some(Ending::Won { seat, .. }), _) => {
            say!(cx, "ttt-won", who = table::who(view, *seat, cx))
        }
        (Some(Ending::Drawn), _) | (None, None) => say!(cx, "ttt-drawn"),
        (None, Some(seat)) => {
            let piece = PIECES[seat.index() % 2];
            let turn = say!(
                cx,
                "ttt-turn",
                piece = piece,
                who = table::who(view, seat, cx)
            );
            match cx.when() {
                Some(when) => format!("{turn} · {when}"),
                None => turn,
            }
        }
    }
}

/// The squares as buttons, a row of the board each; the winning line stands out.
fn squares(view: &Table, game: &View, cx: &Speech) -> Vec<Vec<Control>> {
    let line = match &game.ending {
        Some(Ending::Won { line, .. }) => line.as_slice(),
        Some(Ending::Drawn) | None => &[],
    };
    let button = |square: Square| {
        let mark = game.board.mark(square);
        let style = match () {
            () if line.contains(&square) => Style::Good,
            () if game.last == Some(square) => Style::Main,
            () => Style::Plain,
        };
        let words = (square.index() + 1).to_string();
        Control::Button {
            label: mark
                .map_or(words.as_str(), |seat| PIECES[seat.index() % 2])
                .to_owned(),
            press: Press {
                table: cx.table,
                at: view.position,
                tap: Tap::Act {
                    verb: Verb::Play,
                    words,
                },
            },
            style,
            // A tap on a marked square is answered in words while the game goes on.
            enabled: game.ending.is_none(),
        }
    };
    let all: Vec<Square> = game.board.squares().collect();
    let rows = all.chunks(usize::from(game.board.size()));
    rows.map(|row| row.iter().copied().map(button).collect())
        .collect()
}

/// The board as lines; empty squares show their numbers.
fn drawn(game: &View) -> Vec<String> {
    let cell = |square: &Square| match game.board.mark(*square) {
        Some(seat) => PIECES[seat.index() % 2].to_owned(),
        None => format!("{:>2}", square.index() + 1),
    };
    let all: Vec<Square> = game.board.squares().collect();
    let rows = all.chunks(usize::from(game.board.size()));
    rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" "))
        .collect()
}
