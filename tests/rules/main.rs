//! The rules of the games without a table: fixtures, other engines' verdicts, brute force and random matches.

mod playthroughs;
mod provisional;
#[path = "../../examples/referee/main.rs"]
#[allow(dead_code, reason = "nobody reads standard input here")]
mod referee;
mod tictactoe_positions;
mod tractor_dealers;
mod tractor_house;
mod tractor_kitty;
mod tractor_match;
mod tractor_oracle;
mod tractor_overcalls;
mod tractor_past;
mod tractor_record;
mod tractor_rules;
mod tractor_simulation;
mod tractor_vectors;
mod uno_simulation;
mod uno_vectors;
