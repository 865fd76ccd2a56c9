//! Tic-tac-toe's words and pages: one message is the board, its squares are buttons.

mod pieces;

use super::page::Control;
use super::scene::{button_of, laid, put_beside};
use super::settings::SignSetting;
use super::voice::no_seat;
use super::words::number;
use super::*;
use crate::game::{RuleSet, Viewer};
use crate::table::Closer;
use crate::tictactoe::{Ending, Event, First, Mark, Rejection, Rules, Square, TicTacToe, View};

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
    const ALSO: &'static [&'static str] = &["tic-tac-toe"];
    const STARTS_WHEN_FULL: bool = true;
    const SUBSTITUTES: &'static [Skill] = &[];
    const SIGNS: Option<&'static SignSetting> = Some(&pieces::SIGNS);
    const PLAY_EXAMPLE: &'static str = "play 5";

    fn seat_name(seat: Seat, cx: &RenderContext) -> String {
        pieces::piece(seat, cx).to_owned()
    }

    fn parse_seat(words: &str) -> Result<Seat, ParseError> {
        let number = words.trim().parse::<u8>().ok();
        let number = number.filter(|number| (1..=2).contains(number));
        let seat = number.map(|number| Seat::new(number - 1));
        seat.ok_or_else(|| no_seat::<Self>(words))
    }

    fn parse(verb: Verb, words: &str, _: &TableView<TicTacToe>) -> Result<Mark, ParseError> {
        if verb != Verb::Play {
            return Err(ParseError::NoSuchMove { verb });
        }
        if words.trim().is_empty() {
            return Err(ParseError::NoCell);
        }
        let number = number(words).and_then(|number| u8::try_from(number).ok());
        let number = number.ok_or_else(|| ParseError::UnknownCell(quotable(words)))?;
        Ok(Mark(Square::new(number - 1)))
    }

    /// The squares that can be marked: buttons are those of the others, too.
    fn proposals(verb: Verb, words: &str, cx: &TableContext) -> Option<Vec<(String, String)>> {
        let game = cx.view.stage.game().filter(|_| verb == Verb::Play)?;
        let own = game.turn.is_some() && game.turn == cx.view.seat();
        let free = game.board.squares();
        let free = free.filter(|square| own && game.board.is_empty(*square));
        let cells = free.map(|square| (square.index() + 1).to_string());
        let cells = cells.filter(|cell| cell.starts_with(words.trim()));
        Some(cells.map(|cell| (cell.clone(), cell)).collect())
    }

    fn lobby_lines(cx: &TableContext) -> Vec<String> {
        let (size, row) = (cx.view.rules.size.squares(), cx.view.rules.in_row.squares());
        vec![say!(cx, "ttt-board", size, row = row.min(size))]
    }

    fn table_page(cx: &MatchContext) -> Page {
        let view = cx.view;
        let mut page = head(cx);
        let over = matches!(view.stage, StageView::Over(_));
        if over && let Some(next) = begins_next(view) {
            page.push(say!(cx, "ttt-next", who = table::who(next, cx)));
        }
        board(&mut page, cx);
        if is_played(view) && cx.game.board.size() < 5 {
            add_more(&mut page, cx);
        }
        if over {
            page.row(vec![
                cx.button(say!(cx, "button-rematch"), "start deal", Style::Main),
                cx.plain(say!(cx, "ttt-button-close"), "end"),
                table::profile_button(cx),
            ]);
        }
        table::ping(view, &mut page);
        page
    }

    fn closed_page(cx: &TableContext) -> Page {
        let mut page = Page::titled(say!(cx, "game-ttt"));
        let closing = cx.view.closing.as_ref();
        let game = closing.and_then(|closing| closing.game.as_ref());
        let expired = closing.is_some_and(|closing| closing.by == Some(Closer::Idle));
        page.push(match (game, table::challenge_end(cx)) {
            (_, Some(end)) => end,
            (Some(game), None) if game.ending.is_some() => status(&cx.with(game)),
            _ if expired => say!(cx, "ttt-expired"),
            _ => say!(cx, "ttt-closed"),
        });
        if let Some(game) = game {
            page.extend(standing(cx));
            board(&mut page, &cx.with(game));
        }
        page.push(say!(cx, "ttt-closed-hint"));
        page
    }

    fn replay(frames: &[View], players: &[Player], cx: &RenderContext) -> Vec<Page> {
        let games = frames.iter().map(|game| {
            let game = View {
                viewer: Viewer::Public,
                ..game.clone()
            };
            let stage = StageView::Over(game.clone());
            let view = TableView::of_players(players, Rules::default(), stage);
            let at = cx.at(&view);
            let mut page = head(&at.with(&game));
            page.extend(drawn(&game, cx));
            let scene = scene_of(&at.with(&game));
            let step = laid(scene, Value::Null, (0, Value::Null), &at);
            put_beside(&mut page, &step, cx);
            page
        });
        games.collect()
    }

    fn match_outcome(last: &View, cx: &TableContext) -> Option<String> {
        let [a, b] = [0, 1].map(|seat| table::plain_who(Seat::new(seat), cx));
        Some(match last.ending {
            Some(Ending::Won { seat, .. }) => {
                let (who, other) = if seat.index() == 0 { (a, b) } else { (b, a) };
                say!(cx, "ttt-outcome", who, other)
            }
            Some(Ending::Drawn) | None => say!(cx, "ttt-outcome-drawn", a, b),
        })
    }

    fn scene(cx: &MatchContext) -> Value {
        scene_of(cx)
    }

    fn lies_in_scene(line: &Line) -> bool {
        line.name() == Some(Name::Move(Verb::Play))
    }

    fn hand_page(cx: &TableContext) -> Page {
        table::public_page(cx)
    }

    fn game_sheet(sheet: PageKind, cx: &TableContext) -> Page {
        if sheet == PageKind::Seen {
            return Page::line(say!(cx, "seen-only-tractor"));
        }
        Page {
            controls: Vec::new(),
            ..table::public_page(cx)
        }
    }

    fn game_notice(notice: &Event, cx: &TableContext) -> Vec<String> {
        vec![match notice {
            Event::Ended(Ending::Won { seat, .. }) => {
                say!(cx, "ttt-won", who = table::who(*seat, cx))
            }
            Event::Ended(Ending::Drawn) => say!(cx, "ttt-drawn"),
            event => tell::sentence("ttt", event, cx, &[]),
        }]
    }

    fn rejection(rejection: &Rejection, cx: &TableContext) -> String {
        let board = cx.view.stage.game().map(|game| &game.board);
        let free = board.and_then(|board| board.squares().find(|square| board.is_empty(*square)));
        let example = free.map_or(1, |square| square.index() + 1).to_string();
        tell::sentence("ttt", rejection, cx, &[("example", example)])
    }

    fn said(told: &Told, _: &TableContext) -> Option<String> {
        let square = (told.kind == "Square").then(|| told.read::<Square>());
        square.map(|square| (square.index() + 1).to_string())
    }

    fn due(cx: &MatchContext) -> String {
        status(cx)
    }

    fn prompt(cx: &MatchContext) -> String {
        say!(cx, "ttt-prompt")
    }

    fn hint(action: &Mark, cx: &TableContext) -> String {
        say!(cx, "ttt-hint", cell = action.0.index() + 1)
    }
}

/// What stands above the board.
fn head(cx: &MatchContext) -> Page {
    let mut page = Page::titled(say!(cx, "game-ttt"));
    page.push(status(cx));
    page.extend(standing(cx));
    page
}

/// The players' pieces, and the standing of the series.
fn standing(cx: &TableContext) -> Vec<String> {
    let view = cx.view;
    let player = |seat| format!("{} {}", pieces::piece(seat, cx), table::who(seat, cx));
    let players: Vec<String> = Seat::first(2).map(player).collect();
    let mut lines = vec![players.join(" · ")];
    let [first, second] = [0, 1].map(|seat| view.series.won_by(Seat::new(seat)));
    match view.series.played.saturating_sub(first + second) {
        _ if view.series.played == 0 => {}
        0 => lines.push(say!(cx, "ttt-series", first, second)),
        drawn => lines.push(say!(cx, "ttt-series-drawn", first, second, drawn)),
    }
    let missed = view.seats.iter().filter(|place| place.missed > 0);
    lines.extend(missed.map(|place| say!(cx, "ttt-missed", who = table::who(place.seat, cx))));
    lines
}

/// Who begins the rematch, if known.
fn begins_next(view: &TableView<TicTacToe>) -> Option<Seat> {
    let computers = view.seats.iter();
    let computers = computers.filter(|place| place.occupant.computer().is_some());
    let computers = computers.map(|place| place.seat).collect();
    match view.rules.for_match(view.series.played, computers).first {
        First::Alternate | First::Challenger => Some(Seat::new(0)),
        First::Opponent => Some(Seat::new(1)),
        First::Random => None,
    }
}

/// The board: as buttons if there is room beside other controls, otherwise drawn in lines.
fn board(page: &mut Page, cx: &MatchContext) {
    match cx.face != Surface::Terminal && (is_played(cx.view) || cx.game.board.size() < 5) {
        true => page.controls = squares(cx),
        false => page.extend(drawn(cx.game, cx)),
    }
}

/// Adds the button to what is seldom needed, with the open vote for returning to the lobby beside it.
/// A message has five rows: the largest board leaves no room, and there all of it is typed.
fn add_more(page: &mut Page, cx: &TableContext) {
    let rows = page.controls.len();
    table::add_vote(cx, page);
    let more = cx.named("more");
    match page.controls.get_mut(rows) {
        Some(row) => row.push(more),
        None => page.row(vec![more]),
    }
}

/// Whose turn it is, or how the game ended.
fn status(cx: &MatchContext) -> String {
    match (&cx.game.ending, cx.game.turn) {
        (Some(Ending::Won { seat, .. }), _) => {
            say!(cx, "ttt-won", who = table::who(*seat, cx))
        }
        (Some(Ending::Drawn), _) | (None, None) => say!(cx, "ttt-drawn"),
        (None, Some(seat)) => {
            let piece = pieces::piece(seat, cx);
            cx.timed(say!(cx, "ttt-turn", piece, who = table::who(seat, cx)))
        }
    }
}

/// The board drawn in lines. The terminal shows the numbers of empty squares and no colours; in
/// Discord the winning line is made of stars.
fn drawn(game: &View, cx: &RenderContext) -> Vec<String> {
    let terminal = cx.face == Surface::Terminal;
    let cell = |square: &Square| match game.board.mark(*square) {
        Some(_) if !terminal && winning(game).contains(square) => "⭐".to_owned(),
        Some(seat) => match pieces::piece(seat, cx) {
            narrow if terminal && narrow.is_ascii() => format!("{narrow:>2}"),
            piece => piece.to_owned(),
        },
        None if terminal => format!("{:>2}", square.index() + 1),
        None => "⬜".to_owned(),
    };
    let rows = rows(game).into_iter();
    rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" "))
        .collect()
}

/// The squares of each row of the board.
fn rows(game: &View) -> Vec<Vec<Square>> {
    let all: Vec<Square> = game.board.squares().collect();
    let rows = all.chunks(usize::from(game.board.size()));
    rows.map(<[Square]>::to_vec).collect()
}

pub type TableContext<'a> = context::TableContext<'a, TicTacToe>;
pub type MatchContext<'a> = context::MatchContext<'a, TicTacToe>;

/// Whether squares can be marked.
pub const fn is_played(view: &TableView<TicTacToe>) -> bool {
    matches!(view.stage, StageView::Playing(_))
}

/// The winning line; empty without one.
pub fn winning(game: &View) -> &[Square] {
    match &game.ending {
        Some(Ending::Won { line, .. }) => line,
        Some(Ending::Drawn) | None => &[],
    }
}

/// The squares as rows of buttons; the winning line is highlighted.
pub fn squares(cx: &MatchContext) -> Vec<Vec<Control>> {
    let game = cx.game;
    let line = winning(game);
    let button = |square: Square| {
        let mark = game.board.mark(square);
        let style = match () {
            () if line.contains(&square) => Style::Good,
            () if game.last == Some(square) => Style::Main,
            () => Style::Plain,
        };
        let words = (square.index() + 1).to_string();
        let label = mark.map_or(words.as_str(), |seat| pieces::piece(seat, cx));
        let mark = cx.act(label.to_owned(), (Verb::Play, &words), style);
        // During the game a tap on a marked square is refused in words.
        mark.only_if(is_played(cx.view))
    };
    let rows = rows(game).into_iter();
    rows.map(|row| row.into_iter().map(button).collect())
        .collect()
}

/// The board as it lies before the viewer: a square is marked as long as nobody has and it is their turn; its label is
/// the sign of who did, or its number.
fn scene_of(cx: &MatchContext) -> Value {
    let game = cx.game;
    let due = is_played(cx.view) && cx.view.seat().is_some_and(|seat| cx.view.awaits(seat));
    let signs = [0, 1].map(|seat| pieces::piece(Seat::new(seat), cx));
    let buttons = squares(cx).into_iter().flatten();
    let squares = game.board.squares().zip(buttons).map(|(square, button)| {
        let seat = game.board.mark(square);
        let button = button_of(&button.only_if(due && seat.is_none()));
        json!({"seat": seat, "button": button})
    });
    json!({
        "size": game.board.size(),
        "signs": signs,
        "squares": squares.collect::<Vec<_>>(),
        "last": game.last,
        "line": winning(game),
    })
}
