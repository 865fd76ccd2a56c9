//! The best place to play tractor (升级, 拖拉机) with friends: a Discord bot, and a table in the
//! terminal or a browser, for tractor, UNO and tic-tac-toe.
//!
//! # The map
//!
//! One table, many faces. A module may use those above it in this list, never those below; a test
//! (`tests/tidy.rs`) holds the floors.
//!
//! | floor | what it decides | what it does not know |
//! |---|---|---|
//! | [`chance`] | seeds, commitments, the shuffle | cards, clocks |
//! | [`cards`] | suits, ranks and the 52 plain cards of a French deck | jokers, trump, points |
//! | [`game`] | the contract of a game: seats, turns, views, house rules | any game |
//! | [`tictactoe`] | a whole game in one short file: the one to read first and to copy | people, symbols, time |
//! | [`uno`] | cards, piles, house rules and presets, turns, scores | people, sentences, time |
//! | [`tractor`] | cards, trump, hands, units, following, throws, tricks, calls, rounds, matches | people, sentences, time |
//! | [`art`] | the faces of cards and pictures of tricks, rounds and matches, as SVG and PNG | words, pages, Discord |
//! | [`table`] | seats, lobby, votes, the journal and its replay, for any game | clocks, threads, sentences |
//! | [`club`] | ratings and honours: what a finished round means to who played it | the store, sentences, time |
//! | [`players`] | who decides from a view: random, lowest, greedy, … | the game behind the view |
//! | [`store`] | what is durable: journals, statistics, settings | what a journal means |
//! | [`host`] | one task a table, deadlines, computer players, writing down before showing | sentences |
//! | [`text`] | words to actions, views to pages, in every language | where a page is shown |
//! | [`desk`] | what a person's command or tap does at the channel's table | Discord, rules |
//! | [`config`] | the environment | everything else |
//! | [`health`] | what an operator asks: whether it lives and is ready, its figures | what is measured |
//! | [`discord`], [`console`], [`web`], [`export`] | the faces: messages, prompts, screens, delivery; a page of a match | rules |
//! | [`launch`] | the command line: which face, which tool | what they do |
//!
//! The floors that think and draw ([`chance`] to [`art`], [`table`], [`players`]) are a crate of their own, `engine`,
//! whose list of modules is `src/engine.rs`: it is compiled beside the libraries of the faces, and in tests it is
//! optimised a little. Here they have the names that they would have as modules. serenity's connections and requests
//! are another crate (`src/discord/gateway`), as they seldom change and take long.
//!
//! # The way of a command
//!
//! A message, an interaction or a typed line becomes a [`desk::Command`]; so does a press, whose control is a line that
//! need not be typed ([`text::press::Press`]). The desk finds the table and the person's seat
//! ([`desk::Finder`]) and hands both to the service that carries it out; [`text`] reads the words as an action of the
//! game, and the table's [`host::Handle`] takes it to the task that owns the table. There it is judged against the state (nothing changes yet), written into the journal,
//! and only then applied and published. Faces render what they hear: each viewer gets a view made
//! for them by the rules, so that nothing hidden can be shown by mistake.
//!
//! A table is the fold of its journal: header and accepted inputs. Replaying them gives the same
//! state, the same views and the same digests on any machine and in every later version; that is how
//! tables come back after a restart or an update. A snapshot at the end of a round only shortens it. After a start they come back one after another, and
//! first those that somebody asks for ([`host::Host::has_back`]). Chance enters with the table's secret alone, and every deal can be checked afterwards.
//!
//! # Several processes
//!
//! Processes over one PostgreSQL serve shards of servers that the operator gives each ([`store::ShardRange`]), and all of them
//! play at every table: each keeps a fold of its journal, judges, and appends at the next position, which is the
//! only lock. Who was slower reads what came between and judges again; what is refused is judged again after reading
//! on. [`store::Notices`] say where a journal ends by now; they may be lost, as [`host::TableKeeper`] looks for itself now and then.
//! Clock, computer players and messages of a table are those of the process that serves its server ([`host::Host::serves`]):
//! a cue that comes twice is stale. Cards that the clock draws stand in no journal: each process draws them by the time, and
//! the next entry says how many there were.
//!
//! # Pages
//!
//! What people need to know is written beside the code that makes it true, and is part of these
//! pages: the shuffle in [`chance`], the rules in [`tractor`], [`uno`] and [`tictactoe`], every
//! command in [`desk`], running the bot in [`discord`], updates, backups and repairs in [`store`], the
//! terminal in [`console`], the browser in [`web`], and how strong the computer players are in [`players`]. `CONTRIBUTING.md` shows the way around.
//!
//! # To add a game
//!
//! Write its own files, and give it a line in the list of games, [`game::for_each_game!`]. What it then
//! lacks fails to compile, or fails a test of `tests/every_game` that bears its name. What it has to
//! provide, floor by floor, each in a file or folder of its own:
//!
//! 1. its rules, a [`game::Game`] with a [`game::RuleSet`], and what is kept of a finished round of it;
//! 2. computer players in [`players`]: at least one that always knows a legal action;
//! 3. [`host::Paced`] in `host/games`: how long it waits, who plays, what it adds to statistics and
//!    what its players are compared by, which of its news can wait;
//! 4. [`text::voice::Voice`]: seats, words to actions, pages, the scene of them, refusals; its sentences, the labels
//!    of its house rules and its help in a file of its name in each folder of `text/locales`;
//! 5. [`desk::Served`] in `desk`: how it is opened;
//! 6. the command that opens it: a row of `command/table.rs`, its usage in the help and its words in
//!    `discord/commands`.
//!
//! Tables, stores, replays, exports, rooms and the terminal take it from the list.

// Its `say!` serves the modules below.
#[macro_use]
pub mod text;

// Rules, tables and players, under the names that they always had here.
pub use engine::*;

pub mod club;
pub mod command;
pub mod config;
pub mod console;
pub mod desk;
#[cfg(feature = "discord")]
pub mod discord;
pub mod export;
#[cfg(feature = "discord")]
pub mod health;
pub mod host;
pub mod launch;
pub mod store;
#[cfg(feature = "web")]
pub mod web;
