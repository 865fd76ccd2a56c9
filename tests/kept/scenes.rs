//! What is played at the kept tables.

pub mod tractor;
pub mod ttt;
pub mod uno;

use tractor_bot::table::{Closer, Limits};

use super::drive::{Drive, person, rotated, ruled, with};
use super::facts::Told;
use tractor_bot::game::RuleSet as _;

/// Tables with their names.
pub type Scenes<G> = Vec<(String, Drive<G>)>;

/// A table with these rules and limits (`hand=3 stack=cross`).
pub fn table<G: Told>(number: u64, rules: &str, limits: &str) -> Drive<G> {
    Drive::open(number, ruled(rules), ruled(limits), None)
}

/// A table at which every rule and limit has another value with every turn: every other one begins
/// with them, at the others they are set one by one.
pub fn varied<G: Told>(number: u64, turn: usize) -> Drive<G> {
    let listed = G::Rules::default().entries();
    let mut rules = rotated(&listed, turn);
    rules.retain(|(name, _)| name != "preset");
    let limits = rotated(&Limits::default().entries(), turn);
    if turn.is_multiple_of(2) {
        return Drive::open(number, with(&rules), with(&limits), None);
    }
    let mut drive = Drive::open(number, G::Rules::default(), Limits::default(), None);
    drive.sit(0);
    for (name, value) in rules.iter().chain(&limits) {
        drive.set(name, value);
    }
    drive
}

/// The ways in which a table is closed from outside.
pub fn closers() -> [(&'static str, Closer); 5] {
    let quiet = Closer::Anybody {
        person: person(1),
        quiet_s: 700,
    };
    [
        ("host", Closer::Host(person(0))),
        ("moderator", Closer::Moderator(person(9))),
        ("anybody", quiet),
        ("idle", Closer::Idle),
        ("deserted", Closer::Deserted),
    ]
}
