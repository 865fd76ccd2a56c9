//! The real program is killed in the middle of play and started again, again and again: whatever it has acknowledged is
//! kept, once, and everybody sees what they saw.
//!
//! A killing more often than usual: `KILLS=200 cargo test --test killed -- --nocapture`; `SEED` repeats the instants.
//! With `OTHER_PROGRAM`, the file of another version, each start is an update or the way back half of the time.

#![cfg(unix)]

extern crate double;

mod disk;
#[path = "../store/home.rs"]
#[allow(dead_code, reason = "each test uses its own part")]
mod home;
mod ledger;
mod operated;
mod people;
mod program;
#[allow(dead_code, reason = "each test uses its own part")]
mod replays;

use std::path::Path;
use std::time::Duration;

use double::dice::Dice;
use double::number::number;
use double::{Double, Options, Person};
use home::Home;
use ledger::Ledger;
use people::{Player, open, set_rules};
use program::Program;
use serde_json::json;
use serenity::futures::future::join_all;
use serenity::model::Permissions;
use serenity::model::id::ChannelId;
use tokio::time::{sleep, timeout};
use tractor_bot::game::{Game, GameKind, at_game};

/// How often it is killed where nobody says otherwise.
const KILLS: u64 = 8;
/// The longest life, in milliseconds.
const LONGEST: u64 = 1_500;

/// A Discord that withholds nothing the bot asks for.
fn options() -> Options {
    let mut options = Options::default();
    options.bot_permissions |= Permissions::SEND_MESSAGES_IN_THREADS;
    options
}

/// Two people sit down in a channel: one opens the table, and the other presses a button there.
async fn sit([first, second]: &[Person; 2], channel: ChannelId, game: GameKind) {
    open(first, channel, game).await;
    people::sit_down(second, channel).await;
}

/// How many sit at a table, computers included.
const MOST_SEATED: u8 = 4;

/// A table of each game, and two of the first, with two people at each.
async fn sit_down(discord: &Double, seed: u64) -> Vec<Player> {
    let tables = GameKind::ALL.map(|game| (game.name(), game));
    let mut players = Vec::new();
    for (name, game) in tables.into_iter().chain([("more", GameKind::USUAL)]) {
        let seats = at_game!(game, G => *G::seats(&<G as Game>::Rules::default()).end());
        let computers = seats.min(MOST_SEATED) - 2;
        let channel = discord.channel(name);
        let people = ["Ana", "Bo"].map(|person| discord.person(&format!("{person} of {name}")));
        sit(&people, channel, game).await;
        if computers > 0 {
            let words = json!({"level": computers.to_string()});
            people[0].asks(channel, "computer", words).await;
        }
        let quick = [
            ("computer_delay", "0.05"),
            ("deal_interval", "0.02"),
            ("call_window", "1"),
        ];
        set_rules(&people[0], channel, game, quick).await;
        for person in people {
            let dice = Dice::new(seed, players.len() as u64);
            players.push(Player::new(person, channel, dice, (5, 45)));
        }
    }
    players
}

/// Lets people play for a while: until an instant that knows nothing of what they do, or until just after an input.
async fn live(players: &mut [Player], ledger: &Ledger, dice: &mut Dice) {
    let playing = join_all(players.iter_mut().map(|player| player.play(ledger)));
    let end = async {
        sleep(Duration::from_millis(dice.below(LONGEST))).await;
        if dice.below(2) == 0 {
            let before = ledger.inputs();
            let pressed = async {
                while ledger.inputs() == before {
                    tokio::task::yield_now().await;
                }
            };
            timeout(Duration::from_secs(1), pressed).await.ok();
            sleep(Duration::from_micros(dice.below(15_000))).await;
        }
    };
    tokio::select! {
        _ = playing => {}
        () = end => {}
    }
}

/// Starts the program, or the other version that is named by `OTHER_PROGRAM`, as the dice decide.
fn start(discord: &Double, home: &Home, dice: &mut Dice) -> Program {
    match std::env::var_os("OTHER_PROGRAM") {
        Some(other) if dice.below(2) == 0 => {
            Program::start_other(Path::new(&other), discord, &home.url())
        }
        Some(_) | None => Program::start(discord, &home.url()),
    }
}

async fn check(home: Home) {
    let kills = number("KILLS").unwrap_or(KILLS);
    let seed = number("SEED").unwrap_or(1);
    println!("SEED={seed} KILLS={kills}");
    let mut dice = Dice::new(seed, u64::MAX);
    let discord = Double::with(options()).await;
    discord.home();
    let mut ledger = Ledger::new(discord.clone(), home.url());
    let program = start(&discord, &home, &mut dice);
    discord.registered("join").await;
    let mut players = sit_down(&discord, seed).await;
    let mut running = Some(program);
    for kill in 1..=kills {
        let program = match running.take() {
            Some(program) => program,
            None => {
                let program = start(&discord, &home, &mut dice);
                // Now and then it does not even get as far as Discord.
                if dice.below(10) == 0 {
                    sleep(Duration::from_millis(dice.below(300))).await;
                    program.kill(&discord).await;
                    ledger.audit(kill).await;
                    continue;
                }
                discord.connected().await;
                ledger.came_back(program.age());
                for player in &mut players {
                    player.use_what_is_there(&ledger).await;
                }
                program
            }
        };
        live(&mut players, &ledger, &mut dice).await;
        program.kill(&discord).await;
        ledger.audit(kill).await;
    }
    ledger.report();
    discord.assert_clean();
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_or_done_twice_with_sqlite() {
    check(Home::sqlite()).await;
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn nothing_acknowledged_is_lost_or_done_twice_with_postgresql() {
    if let Some(home) = Home::postgres("killed").await {
        check(home).await;
    }
}
