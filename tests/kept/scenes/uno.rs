//! Tables of UNO.

use tractor_bot::chance::{Chance, Contribution, Seed};
use tractor_bot::game::{RuleSet as _, Seat, Viewer};
use tractor_bot::players::Player;
use tractor_bot::table::{Closer, Input, Skill, StageView, TableView};
use tractor_bot::uno::view::UnoDecision;
use tractor_bot::uno::{Action, Color, Face, Move, PhaseView, Play, RoundView, Rules, Uno, View};

use super::{Scenes, closers, table, varied};
use crate::drive::{Drive, erratic, find, person, sensible};

const MOST: usize = 180;

/// Words, early deals, cards laid without all that is said along with them, and UNO said or not.
fn wish(view: &View, seat: Seat, chance: &mut Chance) -> Option<Action> {
    match &view.phase {
        PhaseView::Ready { .. } => match chance.below(10) {
            0 => Some(Action::Deal),
            1 | 2 => {
                Contribution::new(&format!("seat {} ✨", seat.index())).map(Action::Contribute)
            }
            _ => None,
        },
        PhaseView::Playing(round) if round.turn != seat => match chance.below(60) {
            0 => Some(Move::Catch(None).into()),
            1 => Some(Move::Uno.into()),
            _ => None,
        },
        PhaseView::Playing(round) => {
            let card = round.playable.get(chance.below(8) as usize);
            match (round.decision, chance.below(12)) {
                (UnoDecision::Color, _) => None,
                (UnoDecision::Turn, 0) => Some(Move::Uno.into()),
                (_, 1) => Some(Move::Draw.into()),
                (_, 2) => Some(Move::Pass.into()),
                (_, 3) => Some(Move::Call.into()),
                (_, 4..) => card.map(|card| Move::Play(Play::of(*card)).into()),
                _ => None,
            }
        }
        PhaseView::Over { .. } => None,
    }
}

fn round(view: &TableView<Uno>) -> Option<&RoundView> {
    view.stage.game().and_then(View::playing)
}

fn rounds(view: &TableView<Uno>) -> usize {
    view.stage.game().map_or(0, |game| game.history.len())
}

const MOMENTS: [&str; 10] = [
    "lobby",
    "ready",
    "playing",
    "naming-a-color",
    "after-drawing",
    "owing",
    "between-rounds",
    "over",
    "late",
    "closed",
];

fn is_at(moment: &str, view: &TableView<Uno>) -> bool {
    let playing = |holds: fn(&RoundView) -> bool| round(view).is_some_and(holds);
    match moment {
        "ready" => matches!(view.stage, StageView::Playing(_)) && round(view).is_none(),
        "playing" => playing(|round| round.discards > 5),
        "naming-a-color" => playing(|round| round.decision == UnoDecision::Color),
        "after-drawing" => playing(|round| round.decision == UnoDecision::AfterDrawing),
        "owing" => playing(|round| round.owed > 0),
        "late" => playing(|round| round.hand_sizes.contains(&1)),
        "between-rounds" => {
            matches!(view.stage, StageView::Playing(_)) && round(view).is_none() && rounds(view) > 0
        }
        "over" => matches!(view.stage, StageView::Over(_)),
        _ => true,
    }
}

fn play_to(drive: &mut Drive<Uno>, moment: &str) {
    if moment == "lobby" {
        return;
    }
    drive.start();
    if moment == "closed" {
        drive.steps(40);
        return drive.close(Closer::Host(drive.table.view(Viewer::Public).host));
    }
    drive.until(MOST, |view| is_at(moment, view));
}

fn moments() -> Scenes<Uno> {
    let scene = |(at, moment): (usize, &&str)| {
        let play = |number| {
            let mut drive = table::<Uno>(number, "match_to=50 auto_pass=off", "");
            drive.wish = Some(wish);
            drive.seat(2, &[Skill::Greedy, Skill::Random]);
            play_to(&mut drive, moment);
            drive
        };
        let from = 20_000 + 30 * at as u64;
        let drive = find(moment, from..from + 30, play, |drive| {
            is_at(moment, &drive.table.view(Viewer::Public))
        });
        (format!("at-{moment}"), drive)
    };
    MOMENTS.iter().enumerate().map(scene).collect()
}

/// Every preset with few and many players.
fn presets() -> Scenes<Uno> {
    let mut scenes = Scenes::new();
    for (at, (name, rules)) in Rules::PRESETS.iter().enumerate() {
        for (turn, seats) in [2_usize, 3, 4, 7, 10].into_iter().enumerate() {
            let number = 21_000 + 10 * at as u64 + turn as u64;
            let mut drive = match turn {
                // A preset chosen at the table brings limits with it.
                1 => table::<Uno>(number, "match_to=100", "open_end=3"),
                _ => Drive::open(number, *rules, Default::default(), None),
            };
            drive.wish = Some(wish);
            drive.people = [erratic::<Uno>, sensible::<Uno>][turn % 2];
            drive.sit(0);
            if turn == 1 {
                assert!(drive.set("preset", name));
            }
            if turn % 2 == 1 {
                assert!(drive.set("match_to", "75"));
            }
            let people = seats.div_ceil(2);
            (1..people).for_each(|number| drive.sit(number));
            (people..seats).for_each(|_| drive.computer(None, Skill::Greedy));
            drive.start();
            drive.until(MOST, |view| is_at("over", view) || rounds(view) >= 2);
            scenes.push((format!("preset-{name}-{seats}"), drive));
        }
    }
    scenes
}

/// Thirty-six tables with other rules each.
fn rules() -> Scenes<Uno> {
    let scene = |turn: usize| {
        let mut drive = varied::<Uno>(22_000 + turn as u64, turn);
        drive.wish = Some(wish);
        drive.people = [erratic::<Uno>, sensible::<Uno>][turn % 2];
        if drive.saved.entries.is_empty() {
            drive.sit(0);
        }
        let most = usize::from(drive.table.rules().players);
        let seats = (2 + turn % 9).min(most);
        let people = (1 + turn % 4).min(seats);
        (1..people).for_each(|number| drive.sit(number));
        for place in people..seats {
            let skills = [
                Skill::Lowest,
                Skill::Random,
                Skill::Level(3),
                Skill::Heuristic,
            ];
            drive.computer(None, skills[place % 4]);
        }
        play_to(&mut drive, MOMENTS[2 + turn % 8]);
        (format!("rules-{turn:02}"), drive)
    };
    (0..36).map(scene).collect()
}

fn seen(
    name: &str,
    from: u64,
    rules: &str,
    people: usize,
    who: fn(Seed) -> Box<dyn Player<Uno>>,
    wanted: &[&str],
) -> (String, Drive<Uno>) {
    let play = |number| {
        let mut drive = table::<Uno>(number, rules, "");
        drive.people = who;
        drive.wish = Some(wish);
        drive.seat(people, &[]);
        drive.start();
        let all = |view: &TableView<Uno>| rounds(view) > 0;
        drive.until(MOST, all);
        drive
    };
    let holds = |drive: &Drive<Uno>| drive.has_seen(wanted);
    (name.to_owned(), find(name, from..from + 90, play, holds))
}

fn happenings() -> Scenes<Uno> {
    let any = erratic::<Uno>;
    let steady = sensible::<Uno>;
    let bluff = "bluff_test=any_playable after_call=next";
    vec![
        seen("bluff-called", 23_000, "", 3, any, &["Called"]),
        seen("bluff-called-next", 23_100, bluff, 4, any, &["Called"]),
        seen(
            "caught",
            23_200,
            "uno_penalty=4 hand=4",
            3,
            any,
            &["Caught"],
        ),
        seen(
            "caught-falsely",
            23_300,
            "hand=3",
            3,
            any,
            &["CaughtFalsely"],
        ),
        seen(
            "reshuffled",
            23_400,
            "hand=10 draw=many",
            8,
            any,
            &["Reshuffled"],
        ),
        seen(
            "jumped-in",
            23_500,
            "jump_in=on decks=4 hand=5",
            4,
            any,
            &["Played"],
        ),
        seen(
            "seven-zero",
            23_600,
            "seven_zero=on",
            4,
            any,
            &["Swapped", "HandedOn"],
        ),
        seen(
            "seven-zero-two",
            23_700,
            "seven_zero=on hand=4",
            2,
            steady,
            &["Swapped"],
        ),
        seen(
            "places",
            23_800,
            "end=places hand=3 score=none",
            5,
            steady,
            &["Out", "MatchOver"],
        ),
        seen(
            "stack-cross",
            23_900,
            "stack=cross decks=3",
            3,
            any,
            &["Drew"],
        ),
        seen(
            "stack-zeroxis",
            24_000,
            "preset=zeroxis draw_4_on_draw_4=on draw_2_on_draw_4=true_any_color decks=3",
            4,
            any,
            &["Drew"],
        ),
        seen(
            "own-clock",
            24_100,
            "turn_limit=30 time_out=play",
            3,
            any,
            &["TimedOut", "Warned"],
        ),
        seen(
            "lowest",
            24_200,
            "score=lowest match_to=50 hand=2",
            3,
            steady,
            &["RoundOver"],
        ),
        seen(
            "one-round",
            24_300,
            "score=round hand=3",
            2,
            steady,
            &["MatchOver"],
        ),
        seen(
            "official-words",
            24_400,
            "hand=5",
            4,
            any,
            &["Contributed", "RoundOver"],
        ),
    ]
}

/// Somebody exchanges hands, names a colour or is about to, afterwards.
fn halves() -> Scenes<Uno> {
    let decides = |view: &TableView<Uno>, wanted| round(view).is_some_and(|r| r.decision == wanted);
    let play = |number, rules: &str, wanted| {
        let mut drive = table::<Uno>(number, rules, "");
        drive.wish = Some(|view, seat, chance| {
            let round = view.playing().filter(|round| round.turn == seat)?;
            let bare =
                |card: &&tractor_bot::uno::Card| card.is_wild() || card.face() == Face::Number(7);
            let card = round.playable.iter().find(bare);
            let card = card.filter(|_| chance.below(2) == 0)?;
            Some(Move::Play(Play::of(*card)).into())
        });
        drive.seat(3, &[]);
        drive.start();
        drive.until(MOST, |view| decides(view, wanted));
        drive
    };
    let at = |wanted| move |drive: &Drive<Uno>| decides(&drive.table.view(Viewer::Public), wanted);
    let rules = "seven_zero=on decks=2";
    let swap = |number| play(number, rules, UnoDecision::Swap);
    let color = |number| play(number, "decks=2", UnoDecision::Color);
    let mut named = find("named", 24_700..24_750, color, at(UnoDecision::Color));
    let view = named.table.view(Viewer::Public);
    let seat = round(&view).expect("a round").turn;
    let by = view.seats[seat.index()]
        .occupant
        .person()
        .expect("a person");
    let (by, action) = (
        tractor_bot::table::By::Person(by),
        Move::Color(Color::Blue).into(),
    );
    named.must(Input::Act { by, action });
    vec![
        (
            "at-swapping".to_owned(),
            find("swap", 24_600..24_650, swap, at(UnoDecision::Swap)),
        ),
        ("color-afterwards".to_owned(), named),
    ]
}

/// People who come, go, are absent and come back.
fn company() -> Scenes<Uno> {
    let begun = |number, rules: &str, limits: &str, people| {
        let mut drive = table::<Uno>(number, rules, limits);
        drive.seat(people, &[Skill::Greedy]);
        play_to(&mut drive, "playing");
        drive
    };
    let mut scenes = Scenes::new();
    let mut left = begun(25_000, "", "substitute=greedy", 4);
    left.leave(1);
    left.steps(6);
    left.sit(1);
    left.leave(2);
    left.sit_at(6, Some(2));
    left.steps(10);
    scenes.push(("left-and-back".to_owned(), left));
    let mut under = begun(25_001, "leaver=under_pile", "", 5);
    under.leave(1);
    under.steps(8);
    under.leave(0);
    under.steps(8);
    scenes.push(("under-the-pile".to_owned(), under));
    let mut last = begun(25_002, "leaver=under_pile", "", 2);
    last.leave(0);
    last.steps(4);
    last.leave(1);
    scenes.push(("nobody-left".to_owned(), last));
    let mut absent = begun(25_003, "", "absent_turns=2 substitute=lowest", 3);
    absent.absent = vec![person(2)];
    absent.steps(30);
    absent.sit(2);
    absent.absent.clear();
    absent.steps(6);
    scenes.push(("absent-and-back".to_owned(), absent));
    let mut votes = begun(25_004, "", "", 3);
    votes.vote(2, true);
    scenes.push(("votes-stand".to_owned(), votes));
    let mut reset = begun(25_005, "decks=8", "", 2);
    (0..2).for_each(|number| reset.vote(number, true));
    reset.set("disable_call_bluff", "true");
    reset.set("draw_pass_behavior", "multiple_draws_disable_pass");
    reset.set("score", "match(300)");
    reset.set("players", "3");
    scenes.push(("reset".to_owned(), reset));
    let mut twice = table::<Uno>(25_006, "score=none hand=3", "ping=off");
    twice.seat(3, &[Skill::Random]);
    for _ in 0..2 {
        twice.start();
        twice.until(MOST, |view| is_at("over", view));
    }
    twice.must(Input::RemoveComputer {
        by: person(0),
        seat: Seat::new(3),
    });
    twice.set("preset", "party");
    twice.start();
    twice.steps(12);
    scenes.push(("third-match".to_owned(), twice));
    let mut alone = table::<Uno>(25_007, "match_to=50", "");
    alone.seat(
        0,
        &[Skill::Lowest, Skill::Level(2), Skill::Search, Skill::Random],
    );
    play_to(&mut alone, "over");
    scenes.push(("computers-alone".to_owned(), alone));
    scenes
}

fn ends() -> Scenes<Uno> {
    let scene = |(at, (name, closer)): (usize, (&str, Closer))| {
        let mut drive = table::<Uno>(25_100 + at as u64, "preset=irc", "open_end=3");
        drive.seat(3, &[]);
        if closer != Closer::Idle {
            drive.start();
            drive.steps(6 + 3 * at);
        }
        drive.wait(1_900);
        drive.close(closer);
        (format!("closed-{name}"), drive)
    };
    closers().into_iter().enumerate().map(scene).collect()
}

/// All tables of UNO.
pub fn scenes() -> Scenes<Uno> {
    let mut scenes = moments();
    scenes.extend(presets());
    scenes.extend(rules());
    scenes.extend(happenings());
    scenes.extend(halves());
    scenes.extend(company());
    scenes.extend(ends());
    scenes
}
