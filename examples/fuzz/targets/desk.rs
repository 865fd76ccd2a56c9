//! Several requests in a row, of several people, to a desk with a table in play: what the whole way
//! from the words to the answer makes of them.
//!
//! A line is a request: `0$play 8S` types a command, `1!ap8S8S` presses a control (values chosen in it
//! behind tabs), `2.8S 8S` types without a command, in direct messages, `3~7.rs.j` presses with a code as
//! it stands. The digit says who asks: the first ones sit at the table. `4#` lets the clock go on.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tractor_bot::chance::Seed;
use tractor_bot::command::OLDER;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Who, at_any_table};
use tractor_bot::discord::render;
use tractor_bot::game::{GameKind, Viewer, at_game};
use tractor_bot::host::Host;
use tractor_bot::players::StudyEffort;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::{PersonId, TableKey};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::press::Press;

use super::{face, harmless, locale};
use crate::inputs::{Kit, list};
use crate::kept;
use crate::nowhere::Nowhere;
use crate::scenes::{OPENING, Staged};
use crate::trial::STARTED;

/// Requests of an input.
const MOST_REQUESTS: usize = 12;

const CHANNEL: u64 = 7;

pub fn kit() -> Kit {
    let lines = kept::lines()
        .into_iter()
        .map(|line| [b"0$", &line[..]].concat());
    let mut corpus: Vec<Vec<u8>> = lines.collect();
    for code in kept::codes() {
        let text = String::from_utf8(code).expect("a code");
        let (code, values) = text.split_once('\n').unwrap_or((&text, ""));
        let tap = code.splitn(3, '.').last().unwrap_or_default();
        let values = values.replace('\n', "\t");
        corpus.push(format!("1!{tap}\t{values}").into_bytes());
    }
    let older = OLDER.iter().map(|(word, ..)| format!("2${word} 1"));
    corpus.extend(older.map(String::into_bytes));
    let scripts = [
        "0$leave yes\n0$join\n1$start\n2$deal lucky\n0$hand",
        "0!v\n1!v\n2$reset\n0!ir\n4#\n0$start",
        "0$settings cards faces\n0$settings server prefix !\n0$settings server channels #7\n1$stats\n2$leaderboard uno ppg 5",
        "5$room new uno\n5$room list\n4$room join 12\n4$chat hello\n5$tell me\n4$list",
        "0!h\n0!p0\t8S\t8S#1\n0!z\n0!t\n0!H8S8S\n0!ap8S8S",
        "0$replay 1 2\n0$export\n0$review\n0$verify\n0$score\n0$last",
        "0$rules hand=5 decks=2\n0!Lrounds=off match_to=6\n0!k\thand\n0!rhand\t5\n0!wcalling",
        "4$ttt @1\n0!q\n4$ttt 3 size=4\n4!a\n4$practice\n4$lesson\n4!T0\n4!T0.1\n4!TR",
        "0$computer good\n0!c\t3\n0!x\t1\n0$kick @2 yes\n0!ik2\n0$end yes\n0!ie",
        "2.8S 8S\n2.r5\n2.\n2.xyzzy\n2.5",
    ];
    corpus.extend(scripts.map(|script| script.as_bytes().to_vec()));
    let mut words = kept::words();
    words.extend(list(
        "\n0$ \n1! \n2. \n3~7.rs. \n4# \n5$ \t @1 <@2> <@12> yes",
    ));
    Kit {
        head: 3,
        corpus,
        words,
        longest: 4_096,
    }
}

thread_local! {
    static RUNTIME: RefCell<Option<Runtime>> = const { RefCell::new(None) };
}

/// A runtime whose clock goes on only when nothing else is to be done.
fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder
        .enable_time()
        .start_paused(true)
        .thread_name(STARTED);
    builder.build().expect("a runtime")
}

pub fn run(input: &[u8]) -> bool {
    let [game, scene, read, text @ ..] = input else {
        return false;
    };
    let text = String::from_utf8_lossy(text);
    RUNTIME.with_borrow_mut(|kept| {
        let runtime = kept.take().unwrap_or_else(runtime);
        let game = GameKind::ALL[usize::from(*game) % GameKind::ALL.len()];
        let done = runtime.block_on(asked(game, *scene, *read, &text));
        // After a panic another one is made.
        *kept = Some(runtime);
        done
    })
}

fn desk(game: GameKind, scene: u8, read: u8) -> Desk {
    let host = Host::new(Arc::new(Nowhere));
    let settings = Settings::new(Arc::new(MemoryStore::new()), Locale::ENGLISH, "$");
    let secret = Seed::from_number(1);
    let desk = Desk::new(host, face(read), settings)
        .with_secrets(Arc::new(move || Ok(secret)))
        .with_diligence(StudyEffort(1));
    at_game!(game, G => {
        let restored = desk.host().restore(&G::scene(scene).saved);
        // A table that is over is not brought back.
        drop(restored);
    });
    desk
}

/// Whether one of the requests was carried out.
async fn asked(game: GameKind, scene: u8, read: u8, text: &str) -> bool {
    let desk = desk(game, scene, read);
    let mut any = false;
    for (number, line) in text.lines().take(MOST_REQUESTS).enumerate() {
        let mut signs = line.chars();
        let (Some(who), Some(way)) = (signs.next(), signs.next()) else {
            continue;
        };
        let words = signs.as_str();
        let who = asker(who, number as u64, read);
        let place = place(way);
        let answer = match way {
            '!' | '~' => press(&desk, &who, &place, words, way == '!').await,
            '#' => {
                tokio::time::sleep(Duration::from_secs(
                    words.trim().parse().unwrap_or(20).min(100_000),
                ))
                .await;
                None
            }
            '.' => match Command::parse(words) {
                Ok(command) => Some(desk.run(&who, &place, command).await),
                Err(unknown) => Some(desk.bare(&who, &place, words, unknown).await),
            },
            _ => match Command::parse(words) {
                Ok(command) => Some(desk.run(&who, &place, command).await),
                Err(_) => None,
            },
        };
        if let Some(answer) = answer {
            any |= !answer.is_refusal();
            look_at(&answer);
        }
    }
    for table in desk.host().list() {
        at_any_table!(table, handle => {
            harmless(&desk.public_page(&handle, &place('$')).await.text());
            drop(handle.view(Viewer::Public));
        });
    }
    desk.host().shutdown().await;
    any
}

/// The tables of the scenes have the first people on their seats.
fn asker(sign: char, number: u64, read: u8) -> Who {
    let person = sign.to_digit(10).map_or(90, |digit| u64::from(digit) + 1);
    Who {
        person: PersonId(person),
        name: format!("\u{202e}{sign}**P** <@1>"),
        locale: Some(locale(read)),
        moderator: person == 4,
        nonce: Some(1_000 + number),
    }
}

fn place(way: char) -> AskedFrom {
    let guild = (way != '.').then_some(9);
    AskedFrom::new(CHANNEL, guild)
}

/// Presses a control: one of the table as it is now, or any code.
async fn press(
    desk: &Desk,
    who: &Who,
    place: &AskedFrom,
    words: &str,
    now: bool,
) -> Option<Answer> {
    let mut parts = words.split('\t');
    let tap = parts.next().unwrap_or_default();
    let press = match now {
        false => Press::of_code(tap)?,
        true => {
            let join = Press::of_code("7.0.j")?;
            let table = desk.host().get(TableKey(CHANNEL));
            let at = table.map_or(
                OPENING,
                |table| at_any_table!(table, handle => handle.moment().position),
            );
            let place = Press { at, ..join }.code();
            Press::of_code(&format!("{}{tap}", &place[..place.len() - 1]))?
        }
    };
    let values: Vec<String> = parts.take(25).map(str::to_owned).collect();
    Some(desk.press(who, place, &press, &values).await)
}

fn look_at(answer: &Answer) {
    harmless(&answer.page.text());
    drop(render::answer(answer));
    for said in &answer.said {
        harmless(&said.page.text());
    }
}
