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

use serde_json::json;
use tokio::runtime::Runtime;
use tractor_bot::chance::Seed;
use tractor_bot::desk::browsers::Visitor;
use tractor_bot::desk::browsing::Seals;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Announcement, AskedFrom, Command, Desk, Neighbour, Who};
use tractor_bot::game::GameKind;
use tractor_bot::host::{EndRequest, House, HousePlan};
use tractor_bot::players::StudyEffort;
use tractor_bot::table::{Limits, PersonId};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::web::{WebOptions, WebServer};

use super::browser::{Browser, point};

type Outcome<T> = Result<T, String>;

/// The sizes of screens: a desktop, a phone on its side, the same upright.
const SIZES: [(&str, u32, u32); 3] = [
    ("desktop", 1280, 800),
    ("lying", 640, 360),
    ("phone", 360, 640),
];

/// The most steps of a match; where nothing can be tapped a step is a pause, of which a busy machine takes more.
const MOST_STEPS: usize = 12_000;

/// What can be done next, and where: the middle of what a thumb would press.
const NEXT: &str = include_str!("tables/next.js");

/// Where a single card lies that is not the hint and may be played instead, one with points if there is any.
const OTHER: &str = include_str!("tables/other.js");

/// The key that somebody without a thumb presses next.
const KEY: &str = include_str!("tables/key.js");

/// The most keys of one turn.
const MOST_KEYS: usize = 400;

/// What is wrong with a screen.
const FAULTS: &str = include_str!("tables/faults.js");

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
    runtime: Runtime,
}

impl Served {
    pub fn start(neighbour: Option<Arc<dyn Neighbour>>) -> Outcome<Served> {
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        let (desk, server) = runtime.block_on(Self::open(neighbour));
        let address = server.address().map_err(|error| error.to_string())?;
        runtime.spawn(server.run());
        Ok(Self {
            address,
            desk,
            runtime,
        })
    }

    async fn open(neighbour: Option<Arc<dyn Neighbour>>) -> (Desk, WebServer) {
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
        let secret = Seed::from_number(7);
        let desk = Desk::new(house.host.clone(), Surface::Browser, settings)
            .with_limits(limits)
            .with_diligence(StudyEffort(2))
            .with_secrets(Arc::new(move || Ok(secret)));
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
        (desk, server.expect("a free port"))
    }

    /// Opens a round of tractor for somebody who uses another face, and a link by which they have it in a
    /// browser.
    fn link(&self) -> Outcome<String> {
        let link = self.runtime.block_on(link_of(&self.desk))?;
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
            if kind == GameKind::TicTacToe && self.holds(over)? {
                break;
            }
            let Some(at) = point(&next["at"]) else {
                self.browser.pause()?;
                continue;
            };
            // Now and then something else than the hint, so that there is something to be reviewed.
            if kind == GameKind::Tractor && taps % 3 == 1 {
                taps += 1;
                let other = self.browser.ask(OTHER)?;
                if let Some(other) = point(&other) {
                    self.browser.tap(other)?;
                    self.browser.pause()?;
                    continue;
                }
            }
            if taps % 12 == 3 && pictures < 4 {
                pictures += 1;
                self.everywhere(&format!("{game}-{pictures}"))?;
                if pictures == 1 {
                    self.in_words(game)?;
                }
                // What is pressed next is where it lies on this screen.
                for _ in 0..3 {
                    self.browser.pause()?;
                }
                taps += 1;
                continue;
            }
            match point(&next["up"]) {
                // Every other play is made by a finger that moves up over a card.
                Some((x, y)) if taps % 2 == 0 => {
                    self.browser.swipe((x, y), (x, y.saturating_sub(90)))?;
                }
                _ => self.browser.tap(at)?,
            }
            self.browser.pause()?;
            self.faultless()?;
            taps += 1;
        }
        // A tap on its way may have met the button of the replay, which lies there now.
        if self.holds(LOOKS_BACK)? {
            self.press("[data-key=back]")?;
        }
        self.everywhere(&format!("{game}-end"))?;
        if kind == GameKind::Tractor {
            for language in ["zh-CN", "en-US"] {
                const ENDED: &str = "document.querySelector('.result h1').textContent";
                let ended = self.browser.ask(ENDED)?;
                self.command(&format!("settings language {language}"))?;
                self.until(&format!("document.documentElement.lang === '{language}'"))?;
                self.until(&format!("{ENDED} !== {ended}"))?;
                self.looking_back(language)?;
            }
        } else {
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
        if self.holds("Boolean(document.querySelector('#asked #name'))")? {
            self.types("Ana")?;
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
                "Boolean({KEY}) || !document.querySelector('.felt')"
            ))?;
            if self.holds("!document.querySelector('.felt')")? {
                break;
            }
            let before = self.browser.ask(CARDS)?;
            for _ in 0..MOST_KEYS {
                if self.holds(&format!("{CARDS} !== {before}"))? {
                    break;
                }
                let key = self.browser.ask(KEY)?;
                let Some(key) = key.as_str() else {
                    self.browser.pause()?;
                    continue;
                };
                self.browser.press(key)?;
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
        self.types(words)?;
        self.until(
            "!document.getElementById('asked').open || !document.querySelector('#asked input')",
        )?;
        self.browser
            .ask("document.getElementById('asked').close()")
            .map(drop)
    }

    /// Fills in what is asked for, and sends it.
    fn types(&mut self, words: &str) -> Outcome<()> {
        let typed = json!({ "text": words });
        self.browser.tell("Input.insertText", typed)?;
        self.press("#asked form button")
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
        let at = point(&self.browser.ask(&at)?);
        self.browser
            .tap(at.ok_or_else(|| format!("{label} is beside the screen"))?)
    }

    /// Waits until a condition holds.
    fn until(&mut self, condition: &str) -> Outcome<()> {
        match self.browser.until(condition) {
            true => Ok(()),
            false => self.stuck(&format!("it never came to {condition}")),
        }
    }

    /// Says what is not as it should be, with the page as it is.
    fn stuck<T>(&mut self, what: &str) -> Outcome<T> {
        self.picture("stuck")?;
        let state = "document.body.className + ': ' + document.body.innerText";
        let state = self.browser.ask(state)?;
        Err(format!("{what}: {state}"))
    }

    fn holds(&mut self, condition: &str) -> Outcome<bool> {
        Ok(self.browser.ask(condition)? == true)
    }

    /// Presses, and waits until this is another than before.
    fn press_to_change(&mut self, selector: &str, what: &str) -> Outcome<()> {
        let before = self.browser.ask(what)?;
        self.press(selector)?;
        self.until(&format!("{what} !== {before}"))
    }

    /// Presses it until this holds: what comes too soon after a turn is refused, and whoever means it presses again.
    fn press_to(&mut self, selector: &str, holds: &str) -> Outcome<()> {
        for _ in 0..3 {
            self.press(selector)?;
            if self.browser.until(holds) {
                return Ok(());
            }
        }
        self.stuck(&format!("{selector} did not lead to {holds}"))
    }

    /// Keeps a picture of the page.
    fn keep(&mut self, file: &Path, (width, height): (u32, u32)) -> Outcome<()> {
        let taken = self.browser.photograph(width, height)?;
        fs::write(file, taken).map_err(|error| error.to_string())
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
                let size = (side("innerWidth")?, side("innerHeight")?);
                self.keep(&file, size)?;
                Err(format!("faults, see {}: {faults}", file.display()))
            }
        }
    }

    /// Pictures of what is shown on every screen, by day and by night; at last on the phone.
    fn everywhere(&mut self, name: &str) -> Outcome<()> {
        for (screen, width, height) in SIZES {
            self.browser.size(width, height, 1.0)?;
            self.browser.pause()?;
            self.browser.pause()?;
            self.faultless()?;
            let Some(out) = self.out.clone() else {
                continue;
            };
            for scheme in ["light", "dark"] {
                let media =
                    json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
                self.browser.tell("Emulation.setEmulatedMedia", media)?;
                let place = format!("{name}-{screen}-{scheme}");
                self.keep(&out.join(format!("{place}.png")), (width, height))?;
                self.accessible(&place)?;
            }
        }
        Ok(())
    }

    fn picture(&mut self, name: &str) -> Outcome<()> {
        let Some(out) = &self.out else {
            return Ok(());
        };
        let file = out.join(format!("{name}.png"));
        self.keep(&file, (360, 640))?;
        self.accessible(name)
    }

    /// Nobody else was asked for anything, and the console is empty.
    fn quiet(&mut self) -> Outcome<()> {
        let own = format!("http://{}/", self.address);
        // What the page has drawn itself has an address in it.
        let drawn = |url: &str| url.strip_prefix("blob:").unwrap_or(url).starts_with(&own);
        self.browser.quiet(drawn)
    }
}
