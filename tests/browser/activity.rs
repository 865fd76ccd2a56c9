//! The table in a window of Discord: a page that plays Discord's side around it, and what people find in it.
//!
//! The bot is a whole one, at the double of Discord; only the page around the window is made here.

use std::sync::Arc;

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use double::windows::CLIENT_SECRET;
use double::{Double, Options, Person, Time};
use serde_json::{Value, json};
use serenity::model::id::ChannelId;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tractor_bot::config::{Secret, WebFace};
use tractor_bot::desk::browsing::Seals;
use tractor_bot::discord;
use tractor_bot::health::Vitals;
use tractor_bot::host::spawn;
use tractor_bot::text::locale::Locale;
use tractor_bot::web::{FrameOptions, WebOptions, WebServer};

use super::browser::Browser;
use super::house::{Bot, config, desk};

type Outcome<T> = Result<T, String>;

/// Discord's side of the talk: `play` says how it behaves, `said` is what the page asked for.
const HOST: &str = include_str!("window.html");

/// Long waits of the page are over at once.
const HASTE: &str = "{ const wait = window.setTimeout; \
    window.setTimeout = (done, time, ...rest) => wait(done, time >= 15000 ? 0 : time, ...rest); }";

/// A bot with its page, the page around it, and people.
struct Stage {
    _runtime: Runtime,
    _bot: Bot,
    discord: Double,
    people: [Person; 2],
    channel: ChannelId,
    /// Where the bot's page is.
    page: String,
    /// Where Discord's is: another site for the browser.
    around: String,
}

impl Stage {
    fn open() -> Outcome<Self> {
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        let (discord, bot, page, around) = runtime.block_on(begin());
        let channel = discord.channel("table");
        let people = ["Ana", "Bo"].map(|name| discord.person(name));
        runtime.block_on(discord.connected());
        Ok(Self {
            _runtime: runtime,
            _bot: bot,
            discord,
            people,
            channel,
            page,
            around,
        })
    }
}

async fn begin() -> (Double, Bot, String, String) {
    let flags: u64 = 1 << 17 | 1 << 19;
    let discord = Double::with(Options {
        application: json!({ "flags": flags }),
        time: Time::Runs,
        ..Options::default()
    });
    let discord = discord.await;
    let bound = async || {
        let bound = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = bound.local_addr().expect("an address");
        (bound, address)
    };
    let ((own, listen), (other, beside)) = (bound().await, bound().await);
    let around = format!("http://localhost:{}", beside.port());
    let router = Router::new().route("/", get(|| async { Html(HOST) }));
    tokio::spawn(async move { axum::serve(other, router).await });
    let url = format!("http://{listen}");
    let mut config = config(&discord);
    config.web = Some(WebFace {
        listen,
        url: url.clone(),
        client_header: None,
    });
    config.activity_key = Some(Secret::new(CLIENT_SECRET));
    let (seals, page) = (Seals::new(&discord.token()), url.clone());
    let parents = vec![around.clone()];
    let beside = Box::new(move |bot: &discord::Bot| {
        let activity = bot.activity.as_ref().expect("a secret is set");
        let options = WebOptions {
            listen,
            url: Some(url),
            hosts: Vec::new(),
            client_header: None,
            house: None,
            seals,
            locale: Locale::ENGLISH,
            neighbour: Some(Arc::new(bot.clone())),
            frame: Some(FrameOptions {
                application: activity.application.get(),
                parents,
                doorkeeper: Arc::new(bot.clone()),
            }),
        };
        spawn(WebServer::over(own, bot.desk.for_browsers(), options).run())
    });
    let bot = Bot::begin(config, desk(1), (Vitals::default(), Some(beside)));
    (discord, bot, page, around)
}

/// The window in the browser.
struct Window<'a> {
    browser: &'a mut Browser,
    stage: &'a Stage,
}

/// Goes through all that can become of a window.
pub fn go_through(browser: &mut Browser) -> Outcome<usize> {
    let stage = &Stage::open()?;
    let [ana, bo] = &stage.people;
    let there = stage.discord.window(stage.channel, &[ana]);
    let mut window = Window { browser, stage };
    window.browser.size(640, 480, 1.0)?;
    let haste = json!({ "source": HASTE });
    let script = "Page.addScriptToEvaluateOnNewDocument";
    window.browser.tell(script, haste)?;
    window.browser.visit(&stage.around)?;

    // Consent is refused, and given after.
    window.open(&there, None, true)?;
    window.says("Without your consent")?;
    window.says("access_denied")?;
    let asked = window
        .around("said.find(([kind, what]) => kind === 1 && what.cmd === 'AUTHORIZE')[1].args")?;
    let expected = json!({
        "client_id": stage.discord.world().application.to_string(), "response_type": "code", "state": "",
        "prompt": "none", "scope": ["identify"],
    });
    if asked != expected {
        return Err(format!("the page asks for {asked}"));
    }
    window.consent(ana)?;
    window.again()?;
    // There was no table: Ana has opened one.
    window.until("Boolean(document.querySelector('.lobby button')) && document.body.textContent.includes('1 of 4')")?;

    // Discord is late: that is said, and the page goes on by itself when it comes.
    let code = ana.consents();
    window.open(&there, Some(&code), false)?;
    window.says("Discord does not answer")?;
    window.around("ready()")?;
    window.until("document.body.textContent.includes('1 of 4')")?;

    // A window that there is not, and somebody who is not in this one.
    window.open("i-1-gc-1", Some(&ana.consents()), true)?;
    window.says("Discord knows no such window")?;
    window.open(&there, Some(&bo.consents()), true)?;
    window.says("you are not in this window")?;
    // Meanwhile Bo has come into it: one tap for a seat, and the cards are dealt after the next.
    stage.discord.enters(bo, &there);
    window.consent(bo)?;
    window.again()?;
    window.press("Sit down as Bo")?;
    window.until("document.body.textContent.includes('2 of 4')")?;
    // Others are invited by Discord's own dialog, and by a link where there is none.
    window.until_around(
        "said.some(([kind, what]) => kind === 1 && what.cmd === 'SET_ORIENTATION_LOCK_STATE')",
    )?;
    window.press("Invite")?;
    window.until_around(
        "said.some(([kind, what]) => kind === 1 && what.cmd === 'OPEN_INVITE_DIALOG')",
    )?;
    window.around("play.direct = true")?;
    window.press("Invite")?;
    window.until_around(
        "said.some(([kind, what]) => what.cmd === 'SHARE_LINK' && what.args.message.length > 9)",
    )?;
    window.press("Fill with computers and deal")?;
    window.until("document.querySelectorAll('.hand .card').length > 3")?;
    window.until("Boolean(document.querySelector('header .tool')) && !document.querySelector('header a.tool')")?;

    // A small picture, and back.
    window.until_around("said.some(([kind, what]) => kind === 1 && what.cmd === 'SUBSCRIBE')")?;
    window.browser.size(240, 135, 1.0)?;
    window.around("layout(1)")?;
    window.until("document.body.classList.contains('small') && !document.querySelector('header').checkVisibility()")?;
    window.until("document.querySelector('.felt').checkVisibility() && document.querySelector('h1').checkVisibility()")?;
    window.until("document.documentElement.scrollWidth <= innerWidth")?;
    window.browser.size(640, 480, 1.0)?;
    window.around("layout(0)")?;
    window.until("document.querySelector('header').checkVisibility()")?;
    Ok(5)
}

impl Window<'_> {
    /// Opens a window of this name, with what Discord says when it is asked who is there.
    fn open(&mut self, name: &str, code: Option<&str>, ready: bool) -> Outcome<()> {
        let page = &self.stage.page;
        let address = json!(format!(
            "{page}/?instance_id={name}&frame_id=7&platform=desktop"
        ));
        let play = json!({ "ready": ready, "code": code });
        self.around(&format!("Object.assign(play, {play}); open({address})"))
            .map(drop)
    }

    fn consent(&mut self, person: &Person) -> Outcome<()> {
        let code = json!(person.consents());
        self.around(&format!("play.code = {code}")).map(drop)
    }

    fn again(&mut self) -> Outcome<()> {
        self.press("Try again")
    }

    /// What a piece of script on the page around says.
    fn around(&mut self, script: &str) -> Outcome<Value> {
        self.browser.ask(script)
    }

    /// What a piece of script within the window says; an error where there is none yet.
    fn ask(&mut self, script: &str) -> Outcome<Value> {
        let tree = self.browser.tell("Page.getFrameTree", json!({}))?;
        let frame = &tree["frameTree"]["childFrames"][0]["frame"]["id"];
        let world = json!({ "frameId": frame });
        let world = self.browser.tell("Page.createIsolatedWorld", world)?;
        let asked = json!({
            "expression": script, "returnByValue": true, "contextId": world["executionContextId"],
        });
        let mut answer = self.browser.tell("Runtime.evaluate", asked)?;
        Ok(answer["result"]["value"].take())
    }

    fn until(&mut self, condition: &str) -> Outcome<()> {
        for _ in 0..500 {
            if self.ask(condition).is_ok_and(|holds| holds == true) {
                return Ok(());
            }
            self.browser.pause()?;
        }
        let shown = self.ask("document.body.innerText");
        Err(format!(
            "it never came to {condition} in the window: {shown:?}"
        ))
    }

    fn until_around(&mut self, condition: &str) -> Outcome<()> {
        match self.browser.until(condition) {
            true => Ok(()),
            false => Err(format!("it never came to {condition} around the window")),
        }
    }

    fn says(&mut self, words: &str) -> Outcome<()> {
        let words = json!(words);
        self.until(&format!("document.body.textContent.includes({words})"))
    }

    fn press(&mut self, label: &str) -> Outcome<()> {
        let label = json!(label);
        let found = format!(
            "[...document.querySelectorAll('button')].find((one) => one.textContent === {label})"
        );
        self.until(&format!("Boolean({found})"))?;
        self.ask(&format!("{found}.click()")).map(drop)
    }
}
