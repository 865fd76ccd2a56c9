//! The pages of a cup, from its call to who has won, and what strangers in a room say to each other.
//!
//! Decides how it goes: nine people, one late, one who leaves, a bye, and a bot that may open no threads; then the same
//! evening as a cup of UNO.

use tractor_bot::chance::Seed;
use tractor_bot::club::cup::{Cup, CupGame, Outcome, Parted};
use tractor_bot::table::{PersonId, TableKey, UnixMillis};
use tractor_bot::text::context::RenderContext;
use tractor_bot::text::cups::NoThreads;
use tractor_bot::text::{cups, rooms};

use super::frame::{Shot, TURN_ENDS};
use super::games::shot;

const PEOPLE: [&str; 9] = [
    "Ana", "小王", "Bo", "Chen", "Dee", "Lin_Lin", "Eve", "阿梅", "Wen",
];

pub fn pages(cx: &RenderContext) -> Vec<Shot> {
    let seed = Seed::from_number(7);
    let person = |at: usize| (PersonId(at as u64 + 1), PEOPLE[at]);
    let mut cup = Cup {
        name: "Friday *night*".to_owned(),
        channel: 5,
        by: PersonId(1),
        rounds: 2,
        ..Cup::default()
    };
    let mut shots = vec![shot("called", &cups::page(&cup, None, cx), false)];
    let nobody = Parted::default();
    for at in [0, 2, 4, 6] {
        cup.join(person(at), Some(person(at + 1)), &nobody);
    }
    cup.join(person(8), None, &nobody);
    shots.push(shot(
        "partners are asked",
        &cups::page(&cup, None, cx),
        false,
    ));
    let asked = cups::ask_page(&cup, person(0), person(1).0, cx);
    shots.push(shot("asked", &asked, false));
    for at in [0, 2, 4, 6] {
        cup.accept(person(at + 1), person(at).0, &nobody);
    }
    cup.begins = Some(UnixMillis(TURN_ENDS * 1_000));
    shots.push(shot("signed up", &cups::page(&cup, None, cx), false));
    cup.begin(&seed, &nobody);
    shots.push(shot(
        "no threads",
        &cups::page(&cup, Some(NoThreads::Permission), cx),
        false,
    ));
    for round in 0..2 {
        let tables = &mut cup.played[round].tables;
        for (at, table) in (0..).zip(&mut *tables) {
            table.place = Some(1_001 + at);
        }
        tables[0].outcome = Some(Outcome::Played(10_040));
        if round == 0 {
            let called = cups::table_page(&cup, 1, &cup.played[0].tables[0], cx);
            shots.push(shot("called to a table", &called, false));
        }
        shots.push(shot(
            &format!("round {}", round + 1),
            &cups::page(&cup, None, cx),
            false,
        ));
        for table in &mut cup.played[round].tables[1..] {
            table.outcome = Some(Outcome::Played(-20_000));
        }
        cup.leave(PersonId(3));
        cup.go_on(&seed, &nobody);
    }
    shots.push(shot("over", &cups::page(&cup, None, cx), false));
    shots.push(shot("won", &cups::end_page(&cup, cx), false));
    let list = cups::list_page(std::slice::from_ref(&cup), cx);
    shots.push(shot("listed", &list, true));
    cup.game = CupGame::Uno;
    let called = cups::table_page(&cup, 1, &cup.played[0].tables[0], cx);
    shots.push(shot("called to a table of UNO", &called, false));
    shots.push(shot("won at UNO", &cups::end_page(&cup, cx), false));
    let room = TableKey(4_711);
    let asked = rooms::asked_to_talk(room, cx);
    shots.push(shot("asked to talk", &asked, false));
    let said = rooms::said("小王", "Well played!", cx);
    shots.push(shot("said in a room", &said, false));
    shots
}
