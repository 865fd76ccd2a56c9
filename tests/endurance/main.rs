//! The bot over a long time: a simulated day, an hour of trouble, and the program as its operator sees it.

extern crate double;

mod along;
mod audit;
mod chaos;
mod crowd;
mod day;
mod digest;
#[path = "../discord/house.rs"]
#[allow(dead_code, reason = "each test uses its own part")]
mod house;
mod ledger;
#[allow(dead_code, reason = "each test uses its own part")]
mod player;
#[cfg(unix)]
mod program;
