//! The best place to play tractor (升级) with friends: a Discord bot, and a table in the terminal.

// Its `say!` serves the modules below.
#[macro_use]
pub mod text;

pub mod chance;
pub mod config;
pub mod console;
pub mod desk;
pub mod discord;
pub mod game;
pub mod host;
pub mod players;
pub mod store;
pub mod table;
pub mod tictactoe;
pub mod tractor;
pub mod uno;
