//! What is typed at a table in the terminal as people type it: numbers, words without commands, empty
//! lines, and several people at one keyboard.

use crate::console::Terminal;

#[test]
fn squares_stay_squares_after_the_help_which_has_its_pages_by_number() {
    let mut terminal = Terminal::open(&["ttt", "--level", "0", "--seed", "1"]);
    terminal.answer();
    for (line, expected) in [
        ("help", "a number alone is a square"),
        ("help 5", "Calling trump"),
        ("5", "You mark 5"),
        // What is offered otherwise is chosen by its number.
        ("settings", "Language"),
        ("1", "English"),
    ] {
        terminal.types(line);
        terminal.hears(expected);
    }
    terminal.leave();
}

#[test]
fn a_square_is_marked_by_a_figure_in_full_width() {
    let mut terminal = Terminal::open(&["ttt", "--level", "0", "--seed", "1"]);
    terminal.answer();
    terminal.types("５");
    terminal.hears("You mark 5");
    terminal.leave();
}

#[test]
fn levels_that_a_game_does_not_have_are_refused() {
    for (arguments, expected) in [
        (["ttt", "--level", "6"], "0, 1, 2, 3, 4, 5"),
        (["ttt", "--seats", "you,9"], "0, 1, 2, 3, 4, 5"),
        (["uno", "--level", "3"], "random"),
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_tractor-bot"))
            .args(arguments)
            .env("DATABASE_URL", "memory:")
            .env_remove("DISCORD_TOKEN")
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the program runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
}

#[test]
fn plus_four_is_a_card_and_no_number() {
    let mut terminal = Terminal::open(&["uno", "--seed", "3"]);
    let (_, due) = terminal.answer();
    assert!(due.is_some());
    terminal.types("+4 g");
    terminal.hears("You play ★+4.");
    terminal.leave();
}

#[test]
fn of_many_cards_of_uno_that_fit_the_numbers_are_named() {
    let mut terminal = Terminal::open(&["uno", "--seed", "9", "--rule", "hand=10"]);
    for line in ["deal", "draw", "pass", "draw", "pass", "draw", "pass"] {
        terminal.types(line);
    }
    terminal.hears("By number: 2 · 6 · 7 · 8 · 11 b · 13 b");
    terminal.types("6");
    terminal.hears("You play 🟢G5.");
    terminal.leave();
}

/// A script that asks for hints and follows them by empty lines gets on with every game.
#[test]
fn a_script_of_hints_and_empty_lines_goes_on_where_a_hint_is_due() {
    for (arguments, ends) in [
        ("--seed 4 --deal-interval 0 --rule rounds=1", "Matches won"),
        ("uno --seed 4 --rule match_to=50", "Matches won"),
        ("ttt --level 0 --seed 4", "Series 1"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut terminal = Terminal::open(&arguments);
        let (mut text, mut due) = terminal.answer();
        let mut lines = 0;
        while !text.contains(ends) {
            assert!(due.is_some(), "{}", terminal.said);
            assert!(lines < 300, "it does not go on\n{text}");
            terminal.types("hint");
            terminal.answer();
            terminal.types("");
            (text, due) = terminal.answer();
            lines += 1;
        }
        terminal.leave();
    }
}
