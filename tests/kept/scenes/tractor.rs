//! Tables of tractor.

use tractor_bot::chance::{Chance, Contribution, Seed};
use tractor_bot::game::Seat;
use tractor_bot::players::Player;
use tractor_bot::players::tractor::Random;
use tractor_bot::table::{By, Closer, Input, Skill, StageView, TableView};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::{PhaseView, View};

use super::{Scenes, closers, table, varied};
use crate::drive::{Drive, erratic, find, person};

const MOST: usize = 1_500;
const TWO: [Skill; 2] = [Skill::Greedy, Skill::Heuristic];

fn quitter(seed: Seed) -> Box<dyn Player<Tractor>> {
    Box::new(Random::giving_up(seed, 30))
}

fn wish(view: &View, seat: Seat, chance: &mut Chance) -> Option<Action> {
    match &view.phase {
        PhaseView::Ready { .. } => {
            let words = format!("lucky {} 幸运", seat.index());
            let words = Contribution::new(&words)?;
            (chance.below(6) == 0).then_some(Action::Contribute(words))
        }
        PhaseView::CallWindow { .. } => (chance.below(3) == 0).then_some(Action::PassCall),
        PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. } => {
            match view.surrender.is_empty() {
                true => (chance.below(300) == 0).then_some(Action::Surrender),
                false => (chance.below(3) == 0).then_some(Action::PlayOn),
            }
        }
        PhaseView::Dealing { .. } | PhaseView::Over { .. } => None,
    }
}

fn phase(view: &TableView<Tractor>) -> Option<&PhaseView> {
    view.stage.game().map(|game| &game.phase)
}

fn tricks(view: &TableView<Tractor>) -> usize {
    let playing = phase(view).filter(|phase| matches!(phase, PhaseView::Playing { .. }));
    let game = view.stage.game().filter(|_| playing.is_some());
    game.map_or(0, |game| game.tricks.len())
}

fn rounds(view: &TableView<Tractor>) -> usize {
    view.stage.game().map_or(0, |game| game.history.len())
}

/// The moments at which tables stand still.
const MOMENTS: [&str; 11] = [
    "lobby",
    "ready",
    "dealing",
    "call-window",
    "burying",
    "first-trick",
    "middle",
    "last-trick",
    "between-rounds",
    "over",
    "closed",
];

fn is_at(moment: &str, view: &TableView<Tractor>) -> bool {
    let cards = |most: u8| {
        let game = view.stage.game();
        game.is_some_and(|game| game.hand_sizes.iter().all(|size| *size <= most))
    };
    let led = |view: &TableView<Tractor>| match phase(view) {
        Some(PhaseView::Playing { trick, .. }) => !trick.plays.is_empty(),
        _ => false,
    };
    match moment {
        "ready" => matches!(phase(view), Some(PhaseView::Ready { .. })),
        "dealing" => matches!(phase(view), Some(PhaseView::Dealing { dealt: 37.., .. })),
        "call-window" => matches!(phase(view), Some(PhaseView::CallWindow { .. })),
        "burying" => matches!(phase(view), Some(PhaseView::Burying)),
        "first-trick" => tricks(view) == 0 && led(view),
        "middle" => tricks(view) >= 7 && led(view),
        "last-trick" => tricks(view) > 0 && led(view) && cards(1),
        "between-rounds" => rounds(view) > 0 && !matches!(view.stage, StageView::Over(_)),
        "over" => matches!(view.stage, StageView::Over(_)),
        _ => true,
    }
}

/// Starts and plays on to a moment.
fn play_to(drive: &mut Drive<Tractor>, moment: &str) {
    play_on(drive, moment, MOST);
}

/// The same, if it is not too far away.
fn play_on(drive: &mut Drive<Tractor>, moment: &str, most: usize) {
    if moment == "lobby" {
        return;
    }
    drive.start();
    if moment == "closed" {
        drive.steps(130);
        return drive.close(Closer::Moderator(person(9)));
    }
    drive.until(most, |view| is_at(moment, view));
}

fn moments() -> Scenes<Tractor> {
    let scene = |(at, moment): (usize, &&str)| {
        let play = |number| {
            let mut drive = table::<Tractor>(number, "match_to=2", "");
            drive.wish = Some(wish);
            drive.seat(2, &TWO);
            play_to(&mut drive, moment);
            drive
        };
        let from = 1_000 + 20 * at as u64;
        let drive = find(moment, from..from + 20, play, |drive| {
            let view = drive.table.view(tractor_bot::game::Viewer::Public);
            is_at(moment, &view)
        });
        (format!("at-{moment}"), drive)
    };
    MOMENTS.iter().enumerate().map(scene).collect()
}

/// Twenty-six tables with other rules each, four kinds of company, and an end at any moment.
fn rules() -> Scenes<Tractor> {
    let scene = |turn: usize| {
        let mut drive = varied::<Tractor>(1_500 + turn as u64, turn);
        drive.wish = Some(wish);
        drive.people = if turn.is_multiple_of(3) {
            quitter
        } else {
            erratic::<Tractor>
        };
        if drive.saved.entries.is_empty() {
            drive.sit(0);
        }
        let people = 1 + turn % 4;
        (1..people).for_each(|number| drive.sit(number));
        let skills = [Skill::Lowest, Skill::Random, Skill::Level(turn as u8 % 4)];
        for skill in &skills[..4 - people] {
            drive.computer(None, *skill);
        }
        play_on(&mut drive, MOMENTS[3 + turn % 8], 450);
        (format!("rules-{turn:02}"), drive)
    };
    (0..26).map(scene).collect()
}

/// A table that is played at until so many rounds are over, found by what happened there.
fn seen(
    name: &str,
    from: u64,
    rules: &str,
    people: fn(Seed) -> Box<dyn Player<Tractor>>,
    silent: bool,
    wanted: &[&str],
) -> (String, Drive<Tractor>) {
    let play = |number| {
        let mut drive = table::<Tractor>(number, rules, "");
        (drive.people, drive.silent) = (people, silent);
        drive.seat(4, &[]);
        drive.start();
        drive.until(700, |view| rounds(view) >= 1);
        drive
    };
    let holds = |drive: &Drive<Tractor>| drive.has_seen(wanted);
    (name.to_owned(), find(name, from..from + 60, play, holds))
}

fn happenings() -> Scenes<Tractor> {
    let any = erratic::<Tractor>;
    let failed = ["ThrowFailed"];
    vec![
        seen(
            "surrendered",
            2_000,
            "",
            quitter,
            false,
            &["SurrenderOffered", "RoundOver"],
        ),
        seen(
            "offer-declined",
            2_100,
            "",
            quitter,
            false,
            &["SurrenderOff"],
        ),
        seen("throw-failed", 2_200, "", any, false, &failed),
        seen(
            "throw-ten",
            2_300,
            "throw_penalty=ten_per_throw",
            any,
            false,
            &failed,
        ),
        seen(
            "throw-cards",
            2_400,
            "throw_penalty=ten_per_card",
            any,
            false,
            &failed,
        ),
        seen("redealt", 2_500, "redeal_limit=1", any, true, &["Redealt"]),
        seen(
            "redealt-twice",
            2_600,
            "redeal_limit=2",
            any,
            true,
            &["Redealt"],
        ),
        seen(
            "joker-calls",
            2_700,
            "first_dealer=final_call",
            any,
            false,
            &["Called"],
        ),
    ]
}

/// A second round in which nobody calls.
fn nobody_calls(
    name: &str,
    number: u64,
    rules: &str,
    rounds_wanted: usize,
) -> (String, Drive<Tractor>) {
    let mut drive = table::<Tractor>(number, rules, "substitute=greedy");
    drive.seat(4, &[]);
    drive.start();
    drive.until(MOST, |view| rounds(view) >= 1);
    drive.silent = true;
    drive.until(450, |view| {
        rounds(view) >= rounds_wanted || is_at("middle", view)
    });
    (name.to_owned(), drive)
}

fn no_trump() -> (String, Drive<Tractor>) {
    let play = |number| {
        let mut drive = table::<Tractor>(number, "", "");
        drive.people = erratic::<Tractor>;
        drive.seat(4, &[]);
        drive.start();
        drive.until(MOST, |view| is_at("middle", view));
        drive
    };
    let holds = |drive: &Drive<Tractor>| {
        let called = |record: &tractor_bot::table::Record| record.line.contains("_jokers\"");
        drive.saved.entries.iter().any(called)
    };
    (
        "no-trump".to_owned(),
        find("no-trump", 2_800..2_900, play, holds),
    )
}

fn after_ace() -> (String, Drive<Tractor>) {
    let play = |number| {
        let rules = "after_ace=no_trump_round match_to=3 start_level=3 gates=five_ten_king_ace";
        let mut drive = table::<Tractor>(number, rules, "");
        drive.seat(3, &[Skill::Lowest]);
        drive.start();
        drive.until(MOST, |view| is_at("over", view));
        drive
    };
    let holds = |drive: &Drive<Tractor>| drive.has_seen(&["MatchOver"]);
    (
        "after-ace".to_owned(),
        find("after-ace", 2_900..2_930, play, holds),
    )
}

/// People who come, go, are absent and come back, and votes.
fn company() -> Scenes<Tractor> {
    let mut scenes = Scenes::new();
    let begun = |number, rules: &str, limits: &str, moment: &str| {
        let mut drive = table::<Tractor>(number, rules, limits);
        drive.seat(4, &[]);
        play_to(&mut drive, moment);
        drive
    };
    let mut left = begun(3_000, "", "substitute=lowest", "first-trick");
    left.leave(1);
    left.steps(9);
    left.sit(1);
    left.steps(5);
    left.leave(2);
    left.steps(3);
    left.sit_at(7, Some(2));
    left.steps(4);
    scenes.push(("left-and-back".to_owned(), left));

    let mut absent = begun(
        3_001,
        "",
        "absent_turns=1 substitute=random turn_limit=30",
        "burying",
    );
    absent.absent = vec![person(1), person(3)];
    absent.steps(24);
    scenes.push(("absent".to_owned(), absent));
    let mut back = begun(3_002, "", "absent_turns=2 substitute=greedy", "first-trick");
    back.absent = vec![person(2)];
    back.steps(10);
    back.sit(2);
    back.absent.clear();
    back.steps(10);
    scenes.push(("absent-and-back".to_owned(), back));

    let mut votes = begun(3_003, "", "ping=off", "middle");
    votes.vote(0, true);
    votes.vote(1, true);
    votes.vote(0, false);
    scenes.push(("votes-stand".to_owned(), votes));
    let mut reset = begun(3_004, "", "computer_delay=0", "dealing");
    (0..3).for_each(|number| reset.vote(number, true));
    reset.set("kitty_multiplier", "by_size");
    reset.start();
    reset.steps(120);
    scenes.push(("reset".to_owned(), reset));

    let mut moved = table::<Tractor>(3_005, "", "");
    moved.seat(2, &[Skill::Random]);
    moved.sit_at(0, Some(3));
    moved.sit_at(1, Some(2));
    let by = person(1);
    moved.computer(Some(0), Skill::Search);
    let seat = Seat::new(0);
    moved.must(Input::RemoveComputer { by, seat });
    moved.leave(0);
    scenes.push(("moved".to_owned(), moved));

    let mut gone = begun(3_006, "", "", "first-trick");
    (0..4).rev().for_each(|number| gone.leave(number));
    scenes.push(("all-left".to_owned(), gone));

    let mut twice = table::<Tractor>(3_007, "match_to=2", "");
    twice.seat(2, &[Skill::Level(1), Skill::Level(3)]);
    play_to(&mut twice, "over");
    twice.set("throw_winner", "all_units");
    twice.leave(1);
    twice.sit(5);
    twice.start();
    twice.steps(140);
    scenes.push(("second-match".to_owned(), twice));

    let mut alone = table::<Tractor>(3_008, "", "turn_limit=off idle_limit=off");
    alone.seat(
        0,
        &[
            Skill::Lowest,
            Skill::Greedy,
            Skill::Heuristic,
            Skill::Random,
        ],
    );
    play_to(&mut alone, "middle");
    scenes.push(("computers-alone".to_owned(), alone));

    let mut deep = begun(3_009, "", "", "last-trick");
    let by = By::Person(person(0));
    let refused = deep.hand_in(Input::Act {
        by,
        action: Action::Deal,
    });
    assert!(refused.is_err(), "no deal in the middle of a round");
    deep.leave(3);
    deep.computer_stands_in();
    scenes.push(("searching".to_owned(), deep));
    scenes
}

impl Drive<Tractor> {
    /// The substitute plays the rest of the round.
    fn computer_stands_in(&mut self) {
        self.until(8, |view| rounds(view) > 0);
    }
}

fn ends() -> Scenes<Tractor> {
    let scene = |(at, (name, closer)): (usize, (&str, Closer))| {
        let mut drive = table::<Tractor>(3_100 + at as u64, "", "open_end=10");
        drive.seat(4, &[]);
        if closer != Closer::Idle {
            drive.start();
            drive.steps(20 + 30 * at);
        }
        drive.wait(1_900);
        drive.close(closer);
        (format!("closed-{name}"), drive)
    };
    closers().into_iter().enumerate().map(scene).collect()
}

/// All tables of tractor.
pub fn scenes() -> Scenes<Tractor> {
    let mut scenes = moments();
    scenes.extend(rules());
    scenes.extend(happenings());
    scenes.push(nobody_calls("flipped", 2_950, "no_call=flip", 2));
    scenes.push(nobody_calls("nobody-calls", 2_951, "no_call=no_trump", 2));
    scenes.push(nobody_calls(
        "nobody-calls-again",
        2_952,
        "no_call=redeal redeal_limit=2",
        2,
    ));
    scenes.push(no_trump());
    scenes.push(after_ace());
    scenes.extend(company());
    scenes.extend(ends());
    scenes
}
