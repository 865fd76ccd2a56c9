//! Tables as people meet them, without Discord: commands and pages, restarts, statistics, the terminal.

mod console;
mod films;
mod history;
mod pages;
mod restart;
mod statistics;
mod who_may;
