//! The floors that know nothing of faces, stores and time: chance, rules, tables, computer players and pictures.

pub mod art;
pub mod cards;
pub mod chance;
pub mod game;
pub mod players;
pub mod table;
pub mod tictactoe;
pub mod tractor;
pub mod uno;
