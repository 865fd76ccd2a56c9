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
