//! The first lines that somebody sees and types at a table in the terminal.

use crate::console::Terminal;

#[test]
fn the_first_screen_says_what_this_is_and_where_to_learn_it() {
    let mut terminal = Terminal::open(&["--seed", "5"]);
    let (page, prompt) = terminal.answer();
    assert!(
        page.contains("A table for Tractor in the terminal"),
        "{page}"
    );
    assert!(
        page.contains("New to tractor? $practice teaches it"),
        "{page}"
    );
    assert!(prompt.is_some_and(|prompt| prompt.starts_with("deal")));
    terminal.leave();
}

#[test]
fn the_lesson_is_a_command_of_the_program_too() {
    let mut terminal = Terminal::open(&["practice", "--seed", "5"]);
    let (page, _) = terminal.answer();
    assert!(page.contains("Practice 1 of 14"), "{page}");
    terminal.leave();
}

#[test]
fn house_rules_are_set_until_the_first_card_is_dealt() {
    let mut terminal = Terminal::open(&["--seed", "5", "--deal-interval", "0"]);
    terminal.answer();
    terminal.types("rules match_to=6");
    terminal.hears("Last level: 6");
    // What is wrong leaves the match as it is.
    terminal.types("rules match_to=1");
    terminal.types("score");
    terminal.hears("Match to 6");
    terminal.types("deal");
    terminal.types("rules match_to=8");
    terminal.hears("Not during a match");
    assert!(!terminal.said.contains("Match 2"), "{}", terminal.said);
    terminal.leave();
}

#[test]
fn words_that_end_the_program_end_it() {
    for word in ["quit", "exit", "q", "$quit", "退出"] {
        let mut terminal = Terminal::open(&["--seed", "5"]);
        terminal.answer();
        terminal.types(word);
        terminal.hears("Goodbye.");
        assert_eq!(terminal.line().trim_end(), "", "{word}");
        assert_eq!(terminal.line(), "", "{word}");
    }
}

#[test]
fn a_match_that_is_over_is_told_once_and_played_again_by_a_word() {
    let mut terminal = Terminal::open(&["ttt", "--seats", "you,you", "--seed", "5"]);
    for square in ["1", "4", "2", "5", "3"] {
        terminal.answer();
        terminal.types(square);
    }
    terminal.hears("wins");
    terminal.answer();
    terminal.types("rematch");
    let (page, _) = terminal.answer();
    assert!(page.contains("your turn"), "{page}");
    for square in ["1", "4", "2", "5", "3"] {
        terminal.types(square);
        terminal.answer();
    }
    let before = terminal.said.len();
    terminal.types("quit");
    terminal.hears("Goodbye.");
    assert!(
        !terminal.said[before..].contains("wins"),
        "{}",
        terminal.said
    );
}

#[test]
fn after_a_table_was_closed_its_word_opens_the_next_one() {
    for (game, word) in [("uno", "$uno"), ("ttt", "$ttt"), ("uno", "")] {
        let mut terminal = Terminal::open(&[game, "--seed", "5"]);
        terminal.answer();
        terminal.types("end");
        terminal.answer();
        terminal.types("yes");
        terminal.hears(" opens another table, quit ends");
        terminal.types("nonsense");
        terminal.hears(" opens another table, quit ends");
        terminal.types(word);
        terminal.hears(if game == "ttt" {
            "a square"
        } else {
            "Your cards: 7"
        });
        terminal.types("quit");
        terminal.hears("Goodbye.");
    }
}

#[test]
fn another_game_of_tic_tac_toe_has_the_level_and_the_board_that_are_asked_for() {
    let mut terminal = Terminal::open(&["ttt", "--seats", "you,1", "--seed", "5"]);
    terminal.answer();
    terminal.types("ttt 5");
    terminal.hears("A match is being played.");
    terminal.types("end");
    terminal.answer();
    terminal.types("yes");
    terminal.hears("opens another table");
    terminal.types("ttt 5 size=4");
    terminal.hears("level 5");
    terminal.hears("16");
    terminal.leave();
}

#[test]
fn commands_are_understood_with_the_prefixes_of_other_bots() {
    let mut terminal = Terminal::open(&["uno", "--seed", "5"]);
    terminal.answer();
    for (typed, heard) in [
        ("/status", "Draw pile"),
        (".pce-off", "Letter beside the colour: off"),
        ("/configs", "House rules"),
        ("/begin", "A match is being played."),
        (".d", "You draw"),
        ("/nonsense", "I don't know the command"),
    ] {
        terminal.types(typed);
        terminal.hears(heard);
    }
    terminal.leave();
}

#[test]
fn numbers_are_moves_under_the_rules_of_first2shed() {
    let mut terminal = Terminal::open(&["uno", "--rule", "preset=first2shed", "--seed", "5"]);
    terminal.answer();
    terminal.types("1");
    terminal.hears("You draw");
    terminal.types("2");
    terminal.hears("You pass");
    terminal.leave();
}
