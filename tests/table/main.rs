//! Tables as people meet them, without Discord: commands and pages, restarts, statistics, the terminal.

mod archive;
mod asking;
mod attendance;
mod console;
mod daily;
mod history;
mod keeping;
mod leases;
mod lesson;
mod mangled;
mod newcomer;
mod nowhere;
mod pages;
mod programs;
mod put_back;
mod readme;
mod recordings;
mod restart;
mod reviews;
mod shared;
mod statistics;
mod tapes;
mod terminal;
mod typing;
mod who_may;
mod words;
