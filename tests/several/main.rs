//! Several processes over one PostgreSQL, with one Discord: people in two servers and in direct messages play on,
//! whatever happens to one of the processes, and nothing is lost or done twice.
//!
//! Needs a PostgreSQL server (`TEST_POSTGRES_URL`) and minutes of real time: `cargo test --test several -- --nocapture`.

#![cfg(unix)]

extern crate double;

mod company;
mod cup;
mod games;
mod ledger;
mod people;
mod relay;
#[path = "../killed/replays.rs"]
#[allow(dead_code, reason = "each test uses its own part")]
mod replays;
mod story;
mod trouble;
mod truth;
mod witness;
