//! Tables of tic-tac-toe.

use tractor_bot::game::{RuleSet as _, Viewer};
use tractor_bot::table::{Closer, Invited, Limits, Skill, StageView};
use tractor_bot::tictactoe::{First, InRow, Rules, Size, TicTacToe};

use super::{Scenes, closers, table, varied};
use crate::drive::{Drive, erratic, person, sensible};

fn over(drive: &mut Drive<TicTacToe>) {
    drive.until(30, |view| matches!(view.stage, StageView::Over(_)));
}

/// Every board, with who begins in turn; two games at each and a third to its middle.
fn boards() -> Scenes<TicTacToe> {
    let mut scenes = Scenes::new();
    for (at, size) in Size::ALL.iter().enumerate() {
        for (place, in_row) in InRow::ALL.iter().enumerate() {
            for (turn, first) in First::ALL.iter().enumerate() {
                let number = 40_000 + (100 * at + 10 * place + turn) as u64;
                let rules = format!(
                    "size={} in_row={} first={}",
                    size.word(),
                    in_row.word(),
                    first.word()
                );
                let mut drive = table::<TicTacToe>(number, &rules, "turn_limit=off");
                drive.people = [erratic::<TicTacToe>, sensible::<TicTacToe>][turn % 2];
                match turn {
                    3 => drive.seat(1, &[Skill::Level(at as u8 + 1)]),
                    _ => drive.seat(2, &[]),
                }
                for _ in 0..2 {
                    drive.start();
                    over(&mut drive);
                }
                drive.start();
                drive.steps(3 + turn);
                let name = format!("board-{}-{}-{}", size.word(), in_row.word(), first.word());
                scenes.push((name, drive));
            }
        }
    }
    scenes
}

fn rules() -> Scenes<TicTacToe> {
    let scene = |turn: usize| {
        let mut drive = varied::<TicTacToe>(41_000 + turn as u64, turn);
        if drive.saved.entries.is_empty() {
            drive.sit(0);
        }
        drive.computer(None, Skill::Level(turn as u8 % 6));
        drive.start();
        over(&mut drive);
        (format!("rules-{turn:02}"), drive)
    };
    (0..10).map(scene).collect()
}

fn challenge(number: u64) -> Drive<TicTacToe> {
    let invited = Invited {
        person: person(1),
        name: "Bo".to_owned(),
    };
    let rules = Rules::default().with(&[("size", "4")]);
    let mut drive = Drive::open(number, rules, Limits::default(), Some(invited));
    drive.sit(0);
    drive
}

fn challenges() -> Scenes<TicTacToe> {
    let open = challenge(42_000);
    let mut accepted = challenge(42_001);
    accepted.sit(1);
    accepted.start();
    accepted.steps(4);
    let mut declined = challenge(42_002);
    declined.close(Closer::Declined(person(1)));
    let mut forgotten = challenge(42_003);
    forgotten.wait(2_000);
    forgotten.close(Closer::Idle);
    let mut long = challenge(42_004);
    long.sit(1);
    for _ in 0..4 {
        long.start();
        over(&mut long);
    }
    let named = [
        ("challenge-open", open),
        ("challenge-accepted", accepted),
        ("challenge-declined", declined),
        ("challenge-unanswered", forgotten),
        ("challenge-series", long),
    ];
    named
        .into_iter()
        .map(|(name, drive)| (name.to_owned(), drive))
        .collect()
}

fn company() -> Scenes<TicTacToe> {
    let begun = |number, limits: &str| {
        let mut drive = table::<TicTacToe>(number, "size=5 in_row=4", limits);
        drive.seat(2, &[]);
        drive.start();
        drive.steps(5);
        drive
    };
    let lobby = table::<TicTacToe>(43_000, "", "");
    let mut left = begun(43_001, "substitute=lowest");
    left.leave(1);
    left.steps(3);
    left.sit(4);
    left.steps(3);
    let mut absent = begun(43_002, "absent_turns=1 substitute=random");
    absent.absent = vec![person(0)];
    absent.steps(6);
    absent.absent.clear();
    absent.sit(0);
    absent.steps(2);
    let mut reset = begun(43_003, "ping=off");
    reset.vote(0, true);
    reset.vote(1, true);
    let mut vote = begun(43_004, "");
    vote.vote(1, true);
    let mut gone = begun(43_005, "");
    gone.leave(0);
    gone.leave(1);
    let mut alone = table::<TicTacToe>(43_006, "", "");
    alone.seat(0, &[Skill::Search, Skill::Level(5)]);
    alone.start();
    over(&mut alone);
    let named = [
        ("lobby", lobby),
        ("left", left),
        ("absent-and-back", absent),
        ("reset", reset),
        ("votes-stand", vote),
        ("all-left", gone),
        ("computers-alone", alone),
    ];
    named
        .into_iter()
        .map(|(name, drive)| (name.to_owned(), drive))
        .collect()
}

fn ends() -> Scenes<TicTacToe> {
    let scene = |(at, (name, closer)): (usize, (&str, Closer))| {
        let mut drive = table::<TicTacToe>(43_100 + at as u64, "", "open_end=1 turn_limit=off");
        drive.seat(2, &[]);
        if at % 2 == 0 {
            drive.start();
            drive.steps(2);
        }
        drive.wait(1_900);
        drive.close(closer);
        assert!(matches!(
            drive.table.view(Viewer::Public).stage,
            StageView::Closed
        ));
        (format!("closed-{name}"), drive)
    };
    closers().into_iter().enumerate().map(scene).collect()
}

/// All tables of tic-tac-toe.
pub fn scenes() -> Scenes<TicTacToe> {
    let mut scenes = boards();
    scenes.extend(rules());
    scenes.extend(challenges());
    scenes.extend(company());
    scenes.extend(ends());
    scenes
}
