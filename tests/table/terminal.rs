//! The terminal table beside other programs, and with somebody at the keys: signals, the end of other
//! programs, and a line that is edited while news come in.

use std::process::Command;

use crate::console::{FreshStore, Terminal};

#[test]
fn a_second_program_waits_until_the_first_one_ends() {
    let store = FreshStore::new();
    let mut first = Terminal::open_in(&store, &[]);
    first.answer();
    let mut second = Terminal::open_in(&store, &[]);
    let line = second.line();
    assert!(line.contains("Another program has your table"), "{line}");
    first.leave();
    let (text, due) = second.answer();
    assert!(text.contains("Your last table goes on"), "{text} {due:?}");
    let said = second.leave();
    assert_eq!(said.matches("Another program").count(), 1, "{said}");
}

#[test]
fn what_is_no_text_is_told_and_the_game_goes_on() {
    let store = FreshStore::new();
    let mut terminal = Terminal::open_in(&store, &[]);
    terminal.answer();
    terminal.presses(b"$he\xfflp\n");
    let (text, due) = terminal.answer();
    assert!(
        text.contains("Not everything that you typed is text"),
        "{text}"
    );
    assert!(due.is_some(), "{text}");
    terminal.types("$rules");
    let (text, due) = terminal.answer();
    assert!(!text.contains("is text") && due.is_some(), "{text}");
    terminal.leave();
}

#[test]
#[cfg(unix)]
fn who_waits_can_give_up() {
    let store = FreshStore::new();
    let mut first = Terminal::open_in(&store, &[]);
    first.answer();
    let mut second = Terminal::open_in(&store, &[]);
    second.line();
    second.signal("INT");
    assert!(second.ends());
    first.leave();
}

#[test]
#[cfg(unix)]
fn a_signal_ends_the_game_cleanly_and_gives_the_table_back() {
    let store = FreshStore::new();
    for signal in ["INT", "TERM", "HUP"] {
        let mut terminal = Terminal::open_in(&store, &[]);
        let (text, _) = terminal.answer();
        assert!(!text.contains("Another program"), "{signal}: {text}");
        terminal.signal(signal);
        assert!(terminal.ends(), "{signal}: {}", terminal.said);
        assert!(terminal.said.contains("Goodbye."), "{}", terminal.said);
    }
}

#[test]
#[cfg(unix)]
fn a_table_of_a_killed_program_goes_on_at_once() {
    let store = FreshStore::new();
    let mut terminal = Terminal::open_in(&store, &[]);
    terminal.answer();
    terminal.signal("KILL");
    assert!(!terminal.ends());
    let mut terminal = Terminal::open_in(&store, &[]);
    let (text, _) = terminal.answer();
    assert!(!text.contains("Another program"), "{text}");
    assert!(text.contains("Your last table goes on"), "{text}");
    terminal.leave();
}

/// The program at a terminal of this many columns, if `script` of util-linux can make one.
#[cfg(target_os = "linux")]
fn at_a_terminal(columns: u16, arguments: &str) -> Option<Terminal> {
    let version = Command::new("script").arg("--version").output().ok()?;
    let known = String::from_utf8_lossy(&version.stdout).contains("util-linux");
    let program = env!("CARGO_BIN_EXE_tractor-bot");
    let command = format!("stty cols {columns} rows 40; exec {program} {arguments}");
    let mut script = Command::new("script");
    script
        .args(["-qfec", &command, "/dev/null"])
        .env("TERM", "xterm");
    known.then(|| Terminal::converse("memory:", script))
}

#[test]
#[cfg(target_os = "linux")]
fn an_empty_line_does_what_the_prompt_says() {
    let Some(mut terminal) = at_a_terminal(80, "uno --seed 2") else {
        return;
    };
    terminal.hears("Enter: Deal");
    terminal.presses("\r");
    // Several cards fit: nothing is chosen until a hint is asked for.
    terminal.hears("for example");
    terminal.presses("hint\r");
    terminal.hears("Enter: $play r+2");
    terminal.presses("\r");
    terminal.hears("play rr");
    terminal.presses("\u{3}");
    assert!(terminal.ends(), "{}", terminal.said);
    assert!(terminal.said.contains("Goodbye."), "{}", terminal.said);
}

#[test]
#[cfg(target_os = "linux")]
fn people_at_one_keyboard_see_their_cards_when_they_ask_for_them() {
    let Some(mut terminal) = at_a_terminal(80, "uno --seats you,you --seed 2") else {
        return;
    };
    terminal.hears("Enter: Deal");
    terminal.presses("deal\r");
    terminal.hears("press Enter to see your cards");
    let before = terminal.said.clone();
    assert!(!before.contains("Your cards"), "{before}");
    terminal.presses("\r");
    terminal.hears("Your cards: 7");
    // What the first player draws cannot be played: the other is asked before anything is shown.
    terminal.presses("draw\r");
    terminal.hears("press Enter to see your cards");
    terminal.presses("hello\r");
    terminal.hears("press Enter to see your cards");
    terminal.presses("\r");
    terminal.hears("Your cards: 7");
    terminal.presses("\u{3}");
    assert!(terminal.ends(), "{}", terminal.said);
    let asked = terminal.said.matches("press Enter to see").count();
    assert_eq!(asked, 3, "{}", terminal.said);
}

#[test]
#[cfg(target_os = "linux")]
fn lines_are_edited_and_fit_the_window() {
    let Some(mut terminal) = at_a_terminal(40, "--seed 11 --deal-interval 0") else {
        return;
    };
    terminal.hears("> ");
    // A wrong letter is taken back, and the line comes again from the history.
    terminal.presses("lizt\u{7f}\u{7f}st\r");
    terminal.hears("North");
    terminal.presses("\u{1b}[A\r");
    terminal.hears("North");
    terminal.presses("\u{4}");
    assert!(terminal.ends(), "{}", terminal.said);
    let said = std::mem::take(&mut terminal.said);
    assert_eq!(said.matches("Here").count(), 2, "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn cards_lie_on_the_table_where_a_terminal_has_colours() {
    const ON_WHITE: &str = "48;5;255m";
    let arguments = "--seed 6 --deal-interval 0 --rule call_window=1 --rule computer_delay=0";
    let Some(mut terminal) = at_a_terminal(80, arguments) else {
        return;
    };
    terminal.hears("> ");
    terminal.presses("deal\r");
    terminal.hears(ON_WHITE);
    // The lead of the partner lies at the top, one's own seat is at the bottom.
    terminal.hears("Your turn: follow");
    terminal.hears("▸ South Sam ◂");
    terminal.hears("North You");
    terminal.presses("\u{3}");
    assert!(terminal.ends(), "{}", terminal.said);
    let narrow = (50, arguments.to_owned());
    for (columns, arguments) in [(80, format!("{arguments} --cards text")), narrow] {
        let mut terminal = at_a_terminal(columns, &arguments).expect("it was there before");
        terminal.hears("> ");
        terminal.presses("deal\r");
        terminal.hears("follow");
        terminal.presses("\u{3}");
        assert!(terminal.ends(), "{}", terminal.said);
        assert!(!terminal.said.contains(ON_WHITE), "{}", terminal.said);
    }
}
