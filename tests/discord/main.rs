//! The Discord face, end to end: the real client against the double, with people who act through it.

mod absent;
#[path = "../double/mod.rs"]
mod double;
mod double_itself;
mod edges;
mod emojis;
mod faces;
mod fates;
mod forms;
mod games;
mod hands;
mod hidden;
mod hostile;
mod house;
mod kitty;
mod lesson;
mod load;
mod lobby;
mod one_tap;
mod pictures;
mod pressed;
mod questions;
mod quiet;
mod restart;
mod rooms;
mod round;
mod seats;
mod servers;
mod settings;
mod several;
mod shards;
mod startup;
mod taps;
mod trouble;
mod ttt;
mod uno;
