//! The Discord face, end to end: the real client against the double, with people who act through it.

extern crate double;

mod activity;
#[cfg(feature = "web")]
mod browser;
mod cards;
mod cups;
mod daily;
mod double_itself;
mod edges;
mod emojis;
mod foreign;
mod forms;
mod guests;
mod hands;
mod hidden;
mod hostile;
mod house;
mod kitty;
mod lesson;
mod lobby;
mod one_tap;
mod operator;
mod pictures;
mod premove;
mod pressed;
mod questions;
mod quiet;
mod refusals;
mod restart;
mod rooms;
mod round;
mod seats;
mod servers;
mod settings;
mod setup;
mod several;
mod shards;
mod strangers;
mod trouble;
mod ttt;
mod uno;
