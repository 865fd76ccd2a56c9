//! Words to actions and views to pages, in every language.
//!
//! Decides how input is parsed (`words`, `cards`), what a page shows and in which order, and its
//! sentences (`locales/<locale>/*.ftl`). Receives views and notices for one viewer, never a game;
//! knows no Discord message, no terminal and no clock. A game implements [`voice::Voice`].

#[macro_use]
pub mod locale;
pub mod cards;
pub mod context;
pub mod cups;
pub mod daily;
pub mod draft;
pub mod duel;
pub mod faced;
pub mod faces;
pub mod form;
pub mod glossary;
pub mod help;
pub mod length;
pub mod looks;
pub mod markup;
pub mod page;
pub mod press;
pub mod profile;
pub mod ratings;
pub mod replay;
pub mod rooms;
pub mod scene;
pub mod settings;
pub mod signs;
pub mod statistics;
pub mod strangers;
pub mod table;
pub mod tictactoe;
pub mod topic;
pub mod tractor;
pub mod trouble;
pub mod typed;
pub mod uno;
pub mod voice;
pub mod words;
