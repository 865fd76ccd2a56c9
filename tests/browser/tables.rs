//! The table in a browser, played on a phone: whole matches by thumb, by keyboard, and what has to hold on
//! every screen meanwhile.
//!
//! Decides what counts as a fault of a screen: something wider than it, something too small for a thumb, a
//! message on the console, or a request to anybody else. Pictures of the places go into a folder.

mod bell;
mod blind;
mod exhibits;
mod hints;
mod linked;
mod taps;

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::runtime::Handle;
use tractor_bot::chance::Seed;
use tractor_bot::desk::addresses::Seals;
use tractor_bot::desk::browsers::Visitor;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Announcement, AskedFrom, Command, Desk, Neighbour, Who};
use tractor_bot::game::GameKind;
use tractor_bot::host::{EndRequest, House, HousePlan};
use tractor_bot::players::StudyEffort;
use tractor_bot::table::{Limits, PersonId};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::web::{WebOptions, WebServer};

use super::browser::Browser;

type Outcome<T> = Result<T, String>;

/// The sizes of screens: a phone upright, the same on its side, a desktop.
const SIZES: [(&str, u32, u32); 3] = [
    ("phone", 360, 640),
    ("lying", 640, 360),
    ("desktop", 1280, 800),
];

/// The most steps of a match; where nothing can be tapped a step is a pause, of which a busy machine takes more.
const MOST_STEPS: usize = 12_000;

/// What can be done next, and where: the middle of what a thumb would press.
const NEXT: &str = include_str!("tables/next.js");

/// Where a single card lies that is not the hint and may be played instead, one with points if there is any.
const OTHER: &str = "(() => {
  if (document.querySelectorAll('.hand .raised').length !== 1 || !document.querySelector('.seat.you.due')) return null;
  const open = [...document.querySelectorAll('.hand .card:not([aria-disabled]):not(.raised)')];
  const box = (open.find((one) => /^(10|K)/.test(one.dataset.face ?? '')) ?? open.at(-1))?.getBoundingClientRect();
  return box ? [Math.round(box.left + 12), Math.round(box.top + 12)] : null;
})()";

/// What somebody without a thumb presses next: the hint, or the button of who has no card to play.
const TO_PRESS: &str =
    "(document.getElementById('asked').open ? document.querySelector('#asked .good, #asked .main')
  : document.querySelector('.seat.you.due') && (document.querySelector('.field')
    ?? document.querySelector('.hand .hinted, .acts .good:not(.large), .acts .row .plain:not([data-sheet])')
    ?? document.querySelector('.hand .card:not(.dimmed)') ?? document.querySelector('[data-key=draws]')))";

/// The key that leads there, or presses it.
const KEY: &str = "((wanted) => {
  const here = document.activeElement === wanted;
  if (!wanted?.matches('.card')) return wanted && (here ? 'Enter' : 'Tab');
  return !here ? 'ArrowRight' : wanted.matches('.raised') ? 'Enter' : ' ';
})";

/// The most keys of one turn.
const MOST_KEYS: usize = 400;

/// What is wrong with a screen.
const FAULTS: &str = include_str!("tables/faults.js");

/// Lets the page go on for a moment.
const PAUSE: &str = "new Promise((done) => setTimeout(done, 40))";

/// Whether a replay lies on the table.
const LOOKS_BACK: &str = "Boolean(document.querySelector('[data-key=back]'))";

/// What axe finds wrong with the page: each rule, with the first place that breaks it.
const VIOLATIONS: &str = "Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))
  .then(() => axe.run(document, { resultTypes: ['violations'] })).then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary}`))";

/// Plays a round of tractor, and keeps no pictures.
pub fn round(browser: &mut Browser) -> Outcome<String> {
    let home = Served::start(None)?;
    let mut table = Screen::open(browser, &home)?;
    let positions = table.taps()?;
    let taken = table.game(GameKind::Tractor, 1)?;
    table.quiet()?;
    Ok(format!(
        "taps in {positions} positions, and {taken} in a round of tractor"
    ))
}

/// Presses the main button of each game without a thought.
pub fn blind(browser: &mut Browser) -> Outcome<String> {
    let home = Served::start(None)?;
    let mut table = Screen::open(browser, &home)?;
    let pressed = table.blindly()?;
    table.quiet()?;
    Ok(pressed)
}

/// Plays all games, and keeps pictures in this folder. With the script of axe every place is looked at by it, too.
pub fn play(browser: &mut Browser, out: &Path, axe: Option<&Path>) -> Outcome<String> {
    fs::create_dir_all(out).map_err(|error| error.to_string())?;
    let axe = axe.map(fs::read_to_string).transpose();
    let axe = axe.map_err(|error| format!("axe cannot be read: {error}"))?;
    let home = Served::start(None)?;
    let mut table = Screen {
        out: Some(out.to_owned()),
        axe,
        ..Screen::open(browser, &home)?
    };
    let mut steps = vec![table.first_load()?];
    steps.push(format!("taps in {} positions", table.taps()?));
    for (game, number) in GameKind::ALL.into_iter().zip(1..) {
        let taken = table.game(game, number)?;
        let game = game.name();
        steps.push(format!("{game}: {taken} taps"));
    }
    for preset in ["standard", "contest"] {
        let taken = table.by_hints(preset)?;
        steps.push(format!("a round by hints alone, {preset}: {taken} taps"));
    }
    table.lesson()?;
    table.by_keyboard()?;
    steps.push("two turns of UNO by keyboard".to_owned());
    table.quiet()?;
    let beside = Served::start(Some(Arc::new(NoFace)))?;
    table.address = beside.address;
    steps.push(table.by_link(&beside)?);
    match table.barriers.as_slice() {
        [] => Ok(steps.join(", ")),
        barriers => Err(format!("axe finds:\n{}", barriers.join("\n"))),
    }
}

/// A face beside the browser that nobody uses.
struct NoFace;

impl Neighbour for NoFace {
    fn is_used_by(&self, _: PersonId) {}

    fn post(&self, _: Vec<Announcement>) {}

    fn guild_of(&self, _: u64) -> Option<u64> {
        None
    }
}

/// Tables of which nothing is kept, served in threads of their own.
pub struct Served {
    pub address: SocketAddr,
    desk: Desk,
    runtime: Handle,
}

impl Served {
    pub fn start(neighbour: Option<Arc<dyn Neighbour>>) -> Outcome<Served> {
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(async {
                let plan = HousePlan {
                    database_url: House::IN_MEMORY.to_owned(),
                    programs: Default::default(),
                    keep_matches_days: None,
                };
                let opened = House::open(plan, |_| {}, &mut EndRequest::listen()).await;
                let house = opened.expect("a store in memory").expect("nobody else");
                let settings = Settings::new(house.store.clone(), Locale::ENGLISH, "$".to_owned());
                let limits = Limits {
                    computer_delay_ms: 0,
                    ..Limits::default()
                };
                let desk = Desk::new(house.host.clone(), Surface::Browser, settings);
                let secret = Seed::from_number(7);
                let desk = desk.with_limits(limits).with_diligence(StudyEffort(2));
                let desk = desk.with_secrets(Arc::new(move || Ok(secret)));
                let options = WebOptions {
                    listen: SocketAddr::from(([127, 0, 0, 1], 0)),
                    url: None,
                    hosts: Vec::new(),
                    client_header: None,
                    house: None,
                    seals: Seals::new("secret"),
                    neighbour,
                    frame: None,
                    locale: Locale::ENGLISH,
                };
                let server = WebServer::bind(desk.clone(), options).await;
                let server = server.expect("a free port");
                let served = Served {
                    address: server.address().expect("an address"),
                    desk,
                    runtime: Handle::current(),
                };
                if tell.send(served).is_ok() {
                    server.run().await;
                }
            });
        });
        told.recv().map_err(|error| error.to_string())
    }

    /// Opens a round of tractor for somebody who uses another face, and a link by which they have it in a
    /// browser.
    fn link(&self) -> Outcome<String> {
        let (tell, told) = std::sync::mpsc::channel();
        let desk = self.desk.clone();
        self.runtime
            .spawn(async move { tell.send(link_of(&desk).await) });
        let link = told.recv().map_err(|error| error.to_string())??;
        Ok(format!("http://{}/t/{link}", self.address))
    }
}

async fn link_of(desk: &Desk) -> Outcome<String> {
    let who = Who::new(PersonId(7), "Ana".to_owned());
    let place = AskedFrom::new(5, None);
    let mut key = None;
    for line in [
        "join",
        "rules deal_interval=0 call_window=0",
        "computer all",
        "start",
        "deal",
    ] {
        let command = Command::parse(line).map_err(|_| format!("no command: {line}"))?;
        let answer = desk.run(&who, &place, command).await;
        if answer.is_refusal() {
            return Err(format!("{line}: {}", answer.page.text()));
        }
        key = answer.table.or(key);
    }
    let key = key.ok_or("no table")?;
    let visitor = Visitor {
        person: who.person,
        name: Some(who.name),
    };
    let now = desk.host().now();
    let offered = desk.browsers().offer(visitor, key, now).await;
    let token = offered.map_err(|error| error.to_string())?;
    Ok(format!("{}#{token}", Seals::new("secret").address(key)))
}

struct Screen<'a> {
    browser: &'a mut Browser,
    address: SocketAddr,
    /// Where pictures of the places go, if any are kept.
    out: Option<PathBuf>,
    /// The script of axe, if pages are looked at by it.
    axe: Option<String>,
    /// What it found.
    barriers: Vec<String>,
}

impl<'a> Screen<'a> {
    /// A phone that can be touched, before its first page.
    fn open(browser: &'a mut Browser, home: &Served) -> Outcome<Self> {
        let touch = json!({"enabled": true});
        browser.tell("Emulation.setTouchEmulationEnabled", touch)?;
        Ok(Self {
            browser,
            address: home.address,
            out: None,
            axe: None,
            barriers: Vec::new(),
        })
    }

    /// How much a browser that was never here before is sent, up to the first page.
    fn first_load(&mut self) -> Outcome<String> {
        self.first_page()?;
        let loaded = self.browser.reports(&["Network.loadingFinished"]);
        let bytes = loaded
            .iter()
            .filter_map(|report| report["params"]["encodedDataLength"].as_u64());
        let bytes: u64 = bytes.sum();
        let told = self.browser.reports(&["Network.webSocketFrameReceived"]);
        let told = told
            .iter()
            .filter_map(|report| report["params"]["response"]["payloadData"].as_str());
        let told: usize = told.map(str::len).sum();
        Ok(format!(
            "first load: {bytes} bytes in {} answers, and {told} by the socket",
            loaded.len()
        ))
    }

    /// Has axe look at this place, for whoever does not see the page, or only in part.
    fn accessible(&mut self, place: &str) -> Outcome<()> {
        let Some(axe) = &self.axe else {
            return Ok(());
        };
        if self.browser.ask("!window.axe")? == true {
            self.browser.ask(&format!("{axe}; true"))?;
        }
        let found = self.browser.ask(VIOLATIONS)?;
        let found = found.as_array().into_iter().flatten();
        self.barriers
            .extend(found.map(|one| format!("{place}: {one}")));
        Ok(())
    }

    /// Opens a table of a game and plays it to its end by taps. The answer is how many.
    fn game(&mut self, kind: GameKind, number: u32) -> Outcome<usize> {
        let game = kind.name();
        self.browser.size(360, 640, 1.0)?;
        self.first_page()?;
        if kind == GameKind::Tractor {
            self.wants_the_bell()?;
        }
        self.picture(&format!("{game}-home"))?;
        let rules = (kind == GameKind::Tractor).then_some("deal_interval=0 rounds=1");
        self.opens(number, rules)?;
        self.counts_rings(kind)?;
        self.picture(&format!("{game}-lobby"))?;
        // As taps go: the button of the page that lets computers take the other seats.
        self.until("[...document.querySelectorAll('.lobby button')].length > 1")?;
        self.tap_named("Play with computers")?;
        let mut taps = 0;
        let mut pictures = 0;
        for step in 0..MOST_STEPS {
            let next = self.browser.ask(NEXT)?;
            let begun = step > 0 && taps > 0;
            if begun && next["game"] == false && next["over"] != "" {
                break;
            }
            let over = "Boolean(document.querySelector('.square.won')) || \
                        document.querySelectorAll('.square.mark').length === 9";
            if kind == GameKind::TicTacToe && self.browser.ask(over)? == true {
                break;
            }
            let (Some(x), Some(y)) = (next["x"].as_u64(), next["y"].as_u64()) else {
                self.browser.ask(PAUSE)?;
                continue;
            };
            // Now and then something else than the hint, so that there is something to be reviewed.
            if kind == GameKind::Tractor && taps % 3 == 1 {
                taps += 1;
                let other = self.browser.ask(OTHER)?;
                if let (Some(x), Some(y)) = (other[0].as_u64(), other[1].as_u64()) {
                    self.browser.tap((x as u32, y as u32))?;
                    self.browser.ask(PAUSE)?;
                    continue;
                }
            }
            if taps % 12 == 3 && pictures < 4 {
                pictures += 1;
                self.everywhere(&format!("{game}-{pictures}"))?;
                if pictures == 1 {
                    self.in_words(game)?;
                }
                self.browser.size(360, 640, 1.0)?;
                // What is pressed next is where it lies on this screen.
                self.browser.ask(PAUSE)?;
                self.browser.ask(PAUSE)?;
                self.browser.ask(PAUSE)?;
                taps += 1;
                continue;
            }
            let raised = (next["up"][0].as_u64(), next["up"][1].as_u64());
            match raised {
                // Every other play is made by a finger that moves up over a card.
                (Some(x), Some(y)) if taps % 2 == 0 => {
                    let (x, y) = (x as u32, y as u32);
                    self.browser.swipe((x, y), (x, y.saturating_sub(90)))?;
                }
                _ => self.browser.tap((x as u32, y as u32))?,
            }
            self.browser.ask(PAUSE)?;
            self.faultless()?;
            taps += 1;
        }
        // A tap on its way may have met the button of the replay, which lies there now.
        if self.browser.ask(LOOKS_BACK)? == true {
            self.press("[data-key=back]")?;
        }
        self.everywhere(&format!("{game}-end"))?;
        if kind == GameKind::Tractor {
            self.browser.size(360, 640, 1.0)?;
            for language in ["zh-CN", "en-US"] {
                self.command(&format!("settings language {language}"))?;
                self.until(&format!("document.documentElement.lang === '{language}'"))?;
                self.looking_back(language)?;
            }
        }
        if kind != GameKind::Tractor {
            self.replayed(game)?;
        }
        self.rang(kind, taps)?;
        match taps {
            0..=2 => Err(format!("{game} was not played")),
            taps => Ok(taps),
        }
    }

    /// Opens the table of this number on the first page, under house rules.
    fn opens(&mut self, number: u32, rules: Option<&str>) -> Outcome<()> {
        let others = format!(".games li:nth-child({number}) button:last-child");
        self.press(&others)?;
        // Friends see a name, which is asked for once.
        self.until("Boolean(document.querySelector('header, #asked #name'))")?;
        if self
            .browser
            .ask("Boolean(document.querySelector('#asked #name'))")?
            == true
        {
            self.browser
                .tell("Input.insertText", json!({ "text": "Ana" }))?;
            self.press("#asked form button")?;
        }
        self.until("Boolean(document.querySelector('header'))")?;
        if let Some(rules) = rules {
            self.until("Boolean(document.querySelector('.lobby'))")?;
            self.command(&format!("rules {rules}"))?;
        }
        Ok(())
    }

    /// The beginning of a round of UNO without a thumb: two turns, whatever the cards allow in them.
    fn by_keyboard(&mut self) -> Outcome<()> {
        const CARDS: &str = "document.querySelectorAll('.hand .card').length";
        self.first_page()?;
        self.press(".games li:nth-child(2) button:first-child")?;
        self.until(&format!("{CARDS} > 0"))?;
        for _ in 0..2 {
            self.until(&format!(
                "Boolean({TO_PRESS}) || !document.querySelector('.felt')"
            ))?;
            if self.browser.ask("!document.querySelector('.felt')")? == true {
                break;
            }
            let before = self.browser.ask(CARDS)?;
            for _ in 0..MOST_KEYS {
                if self.browser.ask(&format!("{CARDS} !== {before}"))? == true {
                    break;
                }
                let Some(key) = self
                    .browser
                    .ask(&format!("{KEY}({TO_PRESS})"))?
                    .as_str()
                    .map(str::to_owned)
                else {
                    self.browser.ask(PAUSE)?;
                    continue;
                };
                self.browser.press(&key)?;
            }
            self.until(&format!("{CARDS} !== {before}"))?;
        }
        Ok(())
    }

    fn first_page(&mut self) -> Outcome<()> {
        let url = format!("http://{}/", self.address);
        self.browser.visit(&url)?;
        self.until("Boolean(document.querySelector('.games'))")
    }

    /// Types a command, as by its window.
    fn command(&mut self, words: &str) -> Outcome<()> {
        self.browser.press("/")?;
        self.until("Boolean(document.querySelector('#asked input'))")?;
        let typed = json!({ "text": words });
        self.browser.tell("Input.insertText", typed)?;
        self.press("#asked form button")?;
        self.until(
            "!document.getElementById('asked').open || !document.querySelector('#asked input')",
        )?;
        self.browser
            .ask("document.getElementById('asked').close()")
            .map(drop)
    }

    fn press(&mut self, selector: &str) -> Outcome<()> {
        let selector = json!(selector);
        self.until(&format!("Boolean(document.querySelector({selector}))"))?;
        self.browser
            .ask(&format!("document.querySelector({selector}).click()"))
            .map(drop)
    }

    fn tap_named(&mut self, label: &str) -> Outcome<()> {
        let label = json!(label);
        let found = format!(
            "[...document.querySelectorAll('.panel button, .lobby button, .acts button')].find((one) => one.textContent === {label})"
        );
        self.until(&format!("Boolean({found})"))?;
        // A page may sound only after somebody has touched it.
        let at = format!(
            "(({{left, top}}) => [Math.round(left + 12), Math.round(top + 12)])({found}.getBoundingClientRect())"
        );
        let at = self.browser.ask(&at)?;
        match (at[0].as_u64(), at[1].as_u64()) {
            (Some(x), Some(y)) => self.browser.tap((x as u32, y as u32)),
            _ => Err(format!("{label} is beside the screen")),
        }
    }

    /// Waits until a condition holds.
    fn until(&mut self, condition: &str) -> Outcome<()> {
        for _ in 0..2_000 {
            // While the page goes to another address nothing can be asked.
            if self.browser.ask(condition).is_ok_and(|holds| holds == true) {
                return Ok(());
            }
            let _ = self.browser.ask(PAUSE);
        }
        self.picture("stuck")?;
        let state = "document.body.className + ': ' + document.body.innerText";
        let state = self.browser.ask(state)?;
        Err(format!("it never came to {condition}: {state}"))
    }

    /// Nothing on the screen is a fault.
    fn faultless(&mut self) -> Outcome<()> {
        let faults = self.browser.ask(FAULTS)?;
        match faults.as_array().is_some_and(Vec::is_empty) {
            true => Ok(()),
            false => {
                let folder = self.out.clone().unwrap_or_else(std::env::temp_dir);
                let file = folder.join("fault.png");
                let mut side = |of: &str| {
                    Ok::<_, String>(self.browser.ask(of)?.as_u64().unwrap_or(640) as u32)
                };
                let (width, height) = (side("innerWidth")?, side("innerHeight")?);
                let taken = self.browser.photograph(width, height)?;
                fs::write(&file, taken).map_err(|error| error.to_string())?;
                Err(format!("faults, see {}: {faults}", file.display()))
            }
        }
    }

    /// Pictures of what is shown on every screen, by day and by night.
    fn everywhere(&mut self, name: &str) -> Outcome<()> {
        for (screen, width, height) in SIZES {
            self.browser.size(width, height, 1.0)?;
            self.browser.ask(PAUSE)?;
            self.browser.ask(PAUSE)?;
            self.faultless()?;
            let Some(out) = self.out.clone() else {
                continue;
            };
            for scheme in ["light", "dark"] {
                let media =
                    json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
                self.browser.tell("Emulation.setEmulatedMedia", media)?;
                let taken = self.browser.photograph(width, height)?;
                let file = out.join(format!("{name}-{screen}-{scheme}.png"));
                fs::write(&file, taken).map_err(|error| error.to_string())?;
                self.accessible(&format!("{name}-{screen}-{scheme}"))?;
            }
        }
        Ok(())
    }

    fn picture(&mut self, name: &str) -> Outcome<()> {
        let Some(out) = &self.out else {
            return Ok(());
        };
        let taken = self.browser.photograph(360, 640)?;
        let file = out.join(format!("{name}.png"));
        fs::write(&file, taken).map_err(|error| error.to_string())?;
        self.accessible(name)
    }

    /// Nobody else was asked for anything, and the console is empty.
    fn quiet(&mut self) -> Outcome<()> {
        let own = format!("http://{}/", self.address);
        let sent = self.browser.reports(&["Network.requestWillBeSent"]);
        let urls = sent
            .iter()
            .filter_map(|report| report["params"]["request"]["url"].as_str());
        // What the page has drawn itself has an address in it.
        let is_own = |url: &&str| url.strip_prefix("blob:").unwrap_or(url).starts_with(&own);
        let other: Vec<&str> = urls.filter(|url| !is_own(url)).collect();
        if !other.is_empty() {
            return Err(format!("the page asks for {other:?}"));
        }
        let wrong: Vec<Value> = self.browser.reports(&[
            "Runtime.exceptionThrown",
            "Log.entryAdded",
            "Runtime.consoleAPICalled",
        ]);
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(format!("something went wrong: {wrong:?}")),
        }
    }
}
