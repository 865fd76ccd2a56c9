//! Several requests in a row, of several people, to a desk with a table in play: what the whole way from the words to the
//! answer makes of them.
//!
//! A line is a request: `0$play 8S` types a command, `1!play 8S 8S` presses a control (values chosen in it behind tabs),
//! `2.8S 8S` types without a command, in direct messages, `3~7.rs.join` presses with a code as it stands, `0?play 8` has the
//! words of a move completed. The digit says who asks: the first ones sit at the table. `4#` lets the clock go on.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Builder;
use tractor_bot::chance::Seed;
use tractor_bot::command::{COMMANDS, Name, OLDER, Verb};
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Who, at_any_table};
use tractor_bot::discord::render;
use tractor_bot::game::{Game, GameKind, RuleSet as _, Viewer, at_game};
use tractor_bot::host::{Host, MemoryJournal};
use tractor_bot::players::StudyEffort;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::PersonId;
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::press::Press;
use tractor_bot::text::{markup, typed};

use crate::inputs::{Kit, list};
use crate::scenes::{SCENES, Scene};
use crate::stage::PLACE;

/// Requests of an input.
const MOST_REQUESTS: usize = 12;

/// Requests that go together, with an empty line between.
const SCRIPTS: &str = include_str!("scripts.txt");

pub fn kit() -> Kit {
    let scripts = SCRIPTS.split("\n\n");
    let mut corpus: Vec<String> = scripts.map(str::to_owned).collect();
    for scene in &*SCENES {
        corpus.extend(scene.taps.iter().map(|tap| format!("0!{tap}")));
        corpus.extend(scene.lines.iter().map(|line| format!("0${line}")));
    }
    for row in COMMANDS {
        let lines = Locale::all().map(|locale| typed::line(row.example, locale));
        corpus.extend(lines.map(|line| format!("1${line}")));
    }
    corpus.extend(OLDER.iter().map(|(word, ..)| format!("2${word} 1")));
    let long = ["8S ".repeat(400), "x".repeat(1_001), "升".repeat(1_000)];
    corpus.extend(long.map(|words| format!("0$play {words}")));
    corpus.sort_unstable();
    corpus.dedup();
    let mut words = words();
    words.extend(list(
        "\n0$ \n1! \n2. \n3~7.rs. \n4# \n5$ \n0? \t . @1 <@2> <@12> zzzzzzzzzzzzz 3w5e11264sgsf #1",
    ));
    Kit {
        head: 3,
        corpus,
        words,
        joins: true,
        longest: 8_192,
    }
}

/// Words of commands, options, cards, seats, house rules and their values.
pub fn words() -> Vec<String> {
    let mut words = list(
        "8S 5H 10C J+ J- AD 大王 小王 黑桃8 红桃 方块 r5 bs gr y+2 w wf +4 w:b #2 a1 c3 5 uno yes no off all north 南 #5 ++ 8S8S8S \
         5h5h6h6h r5r5 s[1] lucky",
    );
    for row in COMMANDS {
        words.extend(row.words.iter().map(|word| (*word).to_owned()));
        words.extend(list(row.example));
    }
    for game in GameKind::ALL {
        at_game!(game, G => for entry in <G as Game>::Rules::default().entries() {
            words.extend([entry.name.to_owned(), format!("{}={}", entry.name, entry.value)]);
            words.extend(entry.choices.offered().iter().map(|value| (*value).to_owned()));
        });
    }
    words
}

pub fn run(input: &[u8]) -> bool {
    let [high, low, read, text @ ..] = input else {
        return false;
    };
    let number = usize::from(u16::from_be_bytes([*high, *low]));
    let scene = &SCENES[number % SCENES.len()];
    // Its clock goes on only when nothing else is to be done.
    let mut builder = Builder::new_current_thread();
    let runtime = builder.enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime");
    runtime.block_on(asked(scene, *read, &String::from_utf8_lossy(text)))
}

fn desk(scene: &Scene, read: u8) -> Desk {
    let host = Host::new(Arc::new(MemoryJournal::default()));
    let settings = Settings::new(MemoryStore::new().own(), Locale::ENGLISH, "$");
    let secret = Seed::from_number(1);
    let face = match read & 1 {
        0 => Surface::Discord,
        _ => Surface::Terminal,
    };
    let desk = Desk::new(host, face, settings)
        .with_secrets(Arc::new(move || Ok(secret)))
        .with_diligence(StudyEffort(1));
    // A table that is over is not brought back.
    let _ = desk.host().restore(&scene.saved);
    desk
}

/// Whether one of the requests was carried out.
async fn asked(scene: &Scene, read: u8, text: &str) -> bool {
    let desk = desk(scene, read);
    let mut any = false;
    for (number, line) in text.lines().take(MOST_REQUESTS).enumerate() {
        let mut signs = line.chars();
        let (Some(who), Some(way)) = (signs.next(), signs.next()) else {
            continue;
        };
        let who = asker(who, number as u64, read);
        if let Some(answer) = request(&desk, &who, way, signs.as_str()).await {
            any |= !answer.is_refusal();
            harmless(&answer.page.text());
            drop(render::answer(&answer, false));
            for said in &answer.said {
                harmless(&said.page.text());
            }
        }
    }
    for table in desk.host().list() {
        at_any_table!(table, handle => {
            harmless(&desk.front.public_page(&handle, &place('$')).await.text());
            drop(handle.view(Viewer::Public));
        });
    }
    desk.host().shutdown().await;
    any
}

async fn request(desk: &Desk, who: &Who, way: char, words: &str) -> Option<Answer> {
    let place = &place(way);
    match (way, Command::parse(words)) {
        ('!' | '~', _) => press(desk, who, place, words, way == '!').await,
        ('#', _) => {
            let seconds = words.trim().parse().unwrap_or(20).min(100_000);
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            None
        }
        ('?', command) => {
            let (verb, words) = match &command {
                Ok(command) => match command.name {
                    Name::Move(verb) => (verb, &*command.words),
                    _ => (Verb::ALL[words.len() % Verb::ALL.len()], &*command.words),
                },
                Err(_) => (Verb::ALL[words.len() % Verb::ALL.len()], words),
            };
            for (shown, typed) in desk.finder.completions(who, place, verb, words).await {
                harmless(&shown);
                assert!(typed.len() <= 400, "{typed:?} is too long to be typed");
            }
            None
        }
        (_, Ok(command)) => Some(desk.run(who, place, command).await),
        ('.', Err(unknown)) => Some(desk.bare(who, place, words, unknown).await),
        (_, Err(unknown)) => {
            harmless(&unknown.word);
            None
        }
    }
}

/// The tables of the scenes have the first people on their seats.
fn asker(sign: char, number: u64, read: u8) -> Who {
    let locales: Vec<Locale> = Locale::all().collect();
    let person = sign.to_digit(10).map_or(90, |digit| u64::from(digit) + 1);
    Who {
        person: PersonId(person),
        name: format!("\u{202e}{sign}**P** <@1>"),
        locale: Some(locales[usize::from(read >> 1) % locales.len()]),
        moderator: person == 4,
        nonce: Some(1_000 + number),
    }
}

fn place(way: char) -> AskedFrom {
    AskedFrom::new(PLACE.key.0, (way != '.').then_some(9))
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
    let code = match now {
        false => tap.to_owned(),
        true => {
            let table = PLACE.key;
            let at = desk.host().get(table).map_or(
                PLACE.opening,
                |table| at_any_table!(table, handle => handle.moment().position),
            );
            let line = tap.to_owned().into();
            Press { table, at, line }.code()
        }
    };
    let (code, _) = render::unmarked(&code);
    let press = Press::of_code(code)?;
    assert_eq!(press.code(), code, "a press has one code");
    let values: Vec<String> = parts.take(25).map(str::to_owned).collect();
    Some(desk.press(who, place, &press, &values).await)
}

/// What is told to anybody is no longer than a message, and holds nothing that turns a line round.
fn harmless(told: &str) {
    assert!(told.len() <= 16_000, "{} bytes are told", told.len());
    // An invisible joiner keeps mentions from being any.
    let bad = |c: &char| markup::is_treacherous(*c) && !matches!(c, '\n' | '\u{2060}');
    assert_eq!(told.chars().find(bad), None, "in {told:?}");
}
