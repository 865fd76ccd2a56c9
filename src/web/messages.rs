//! What goes over the socket of a screen.
#![doc = ""]
#![doc = include_str!("protocol.md")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::invitation::Invitation;
use crate::art::SuitColors;
use crate::desk::addresses::Seals;
use crate::desk::{Answer, Effect};
use crate::text::context::RenderContext;
use crate::text::locale::Locale;
use crate::text::looks::CardLook;
use crate::text::markup::{self, Span};
use crate::text::page::{Control, MenuOption, Page, Style};
use crate::text::scene::VERSION;

/// What a screen asks for, with a number by which it knows the answer.
#[derive(Debug, Deserialize)]
pub struct Request {
    #[serde(default)]
    pub id: u64,
    #[serde(flatten)]
    pub wish: Wish,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// What a control does.
    Press {
        code: String,
        #[serde(default)]
        values: Vec<String>,
    },
    /// What a typed line says.
    Words(String),
    /// What is put together of the hand, as cards are typed; empty for nothing.
    Draft(String),
    /// A new table of a game.
    Open {
        game: String,
        /// Computers take the other seats, and it begins.
        #[serde(default)]
        computers: bool,
    },
    /// What somebody wants to be called.
    Name(String),
    /// Nothing: the screen asks whether it is still heard.
    Here(()),
}

/// What a screen is told.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Told<S> {
    Hello(Hello),
    Home(Home),
    Table(Table<S>),
    /// What somebody says at the table.
    Said(Said),
    /// The table is in another process: where it is opened, once.
    Moved(String),
    Answer(Reply),
    /// The screen is heard.
    Here(u64),
    /// The screen is still there: seconds since 1970.
    Beat(u64),
    /// Why the screen ends, for good.
    Ended(Line),
}

/// Who the viewer is, and the words of the page.
#[derive(Debug, Serialize)]
pub struct Hello {
    version: u32,
    language: &'static str,
    /// The others that there are: each with its tag and its own name.
    other_languages: Vec<(&'static str, &'static str)>,
    /// `None` as long as they have not said.
    name: Option<String>,
    /// What links for others begin with, if not with the address of the page.
    outside: Option<String>,
    /// Whether people come from elsewhere: here they have the names that they have there.
    linked: bool,
    words: BTreeMap<&'static str, String>,
}

/// The first page.
#[derive(Debug, Serialize)]
pub struct Home {
    pub games: Vec<GameOffer>,
    /// The tables where the viewer sits.
    pub tables: Vec<OwnTable>,
    /// How far the viewer is with the deal of today, where it can be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily: Option<String>,
    /// How tables are opened, if not here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Line>,
}

#[derive(Debug, Serialize)]
pub struct GameOffer {
    pub game: &'static str,
    pub name: String,
}

#[derive(Debug, Serialize)]
pub struct OwnTable {
    pub key: String,
    pub name: String,
    /// Who sits there.
    pub people: String,
}

/// A table as it is now.
#[derive(Debug, Serialize)]
pub struct Table<S> {
    /// Counts what the screen was sent.
    pub number: u64,
    /// Seconds since 1970 on the clock of the deadline.
    pub now: u64,
    /// `None` where there is no table.
    pub scene: Option<S>,
    pub page: ShownPage,
    pub looks: ShownLooks,
    /// How others come to it, while it waits for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Invitation>,
    /// What happened since the frame before.
    pub news: Vec<Line>,
}

/// A line that somebody says at the table.
#[derive(Debug, Serialize)]
pub struct Said {
    /// The seat of who says it, if they have one.
    pub seat: Option<u8>,
    pub name: String,
    pub text: String,
}

/// How the viewer wants to see cards.
#[derive(Debug, Serialize)]
pub struct ShownLooks {
    four_colors: bool,
    /// They are read to: cards are named by letters.
    letters: bool,
}

/// What came of a request.
#[derive(Debug, Serialize)]
pub struct Reply {
    id: u64,
    outcome: &'static str,
    page: ShownPage,
    /// The page is the viewer's hand, as the table shows it.
    hand: bool,
    /// The table that it is about.
    table: Option<String>,
    /// What is laid on the table beside the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    exhibit: Option<Box<RawValue>>,
    /// A file to be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<ShownFile>,
}

#[derive(Debug, Serialize)]
struct ShownFile {
    name: String,
    text: String,
}

/// A page with its markup taken apart: nothing in it is to be read as HTML.
#[derive(Debug, Default, Serialize)]
pub struct ShownPage {
    title: String,
    lines: Vec<Line>,
    controls: Vec<Vec<ShownControl>>,
}

/// A line: pieces of text with their style, `""`, `"bold"`, `"code"`, `"small"` or `"time"`, whose
/// text is a number of seconds since 1970.
pub type Line = Vec<(&'static str, String)>;

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum ShownControl {
    Button {
        label: String,
        press: String,
        style: &'static str,
        enabled: bool,
    },
    Menu {
        label: String,
        press: String,
        at_least: u8,
        at_most: u8,
        options: Vec<ShownOption>,
    },
}

#[derive(Debug, Serialize)]
struct ShownOption {
    label: String,
    value: String,
    note: String,
    chosen: bool,
}

impl Hello {
    pub fn new(
        cx: &RenderContext,
        name: Option<String>,
        outside: Option<String>,
        linked: bool,
    ) -> Self {
        Self {
            version: VERSION,
            language: cx.locale.tag(),
            other_languages: Locale::all()
                .filter(|locale| *locale != cx.locale)
                .map(|locale| (locale.tag(), locale.name()))
                .collect(),
            name,
            outside,
            linked,
            words: words(cx),
        }
    }
}

impl Reply {
    pub fn new(id: u64, answer: Answer, seals: &Seals) -> Self {
        Self {
            id,
            outcome: match answer.outcome {
                Effect::Done => "done",
                Effect::Shown => "shown",
                Effect::Asked => "asked",
                Effect::Refused => "refused",
            },
            hand: answer.drawn_at.is_some(),
            table: answer.table.map(|key| seals.address(key)),
            page: ShownPage::of(&answer.page),
            exhibit: answer
                .page
                .exhibit
                .and_then(|json| RawValue::from_string(json.into()).ok()),
            file: answer.attachment.map(|file| ShownFile {
                name: file.name,
                text: file.text,
            }),
        }
    }
}

impl ShownLooks {
    pub fn of(cx: &RenderContext) -> Self {
        Self {
            four_colors: cx.looks.suits == SuitColors::Four,
            letters: cx.looks.cards == CardLook::Letters,
        }
    }
}

impl ShownPage {
    pub fn of(page: &Page) -> Self {
        let controls = page.controls.iter();
        let controls = controls.map(|row| row.iter().map(ShownControl::of).collect());
        let lines = page.lines.iter().flat_map(|line| line.split('\n'));
        Self {
            title: markup::plain(&page.title),
            lines: lines.map(line).collect(),
            controls: controls.collect(),
        }
    }
}

impl ShownControl {
    fn of(control: &Control) -> Self {
        match control {
            Control::Button {
                label,
                press,
                style,
                enabled,
                ..
            } => Self::Button {
                label: label.clone(),
                press: press.code(),
                style: match style {
                    Style::Main => "main",
                    Style::Plain => "plain",
                    Style::Good => "good",
                    Style::Grave => "grave",
                },
                enabled: *enabled,
            },
            Control::Menu {
                placeholder,
                choices,
                at_least,
                at_most,
                press,
            } => Self::Menu {
                label: placeholder.clone(),
                press: press.code(),
                at_least: *at_least,
                at_most: *at_most,
                options: choices.iter().map(ShownOption::of).collect(),
            },
        }
    }
}

impl ShownOption {
    fn of(option: &MenuOption) -> Self {
        Self {
            label: markup::plain(&option.label),
            value: option.value.clone(),
            note: markup::plain(&option.note),
            chosen: option.chosen,
        }
    }
}

/// A line with its markup taken apart.
pub fn line(text: &str) -> Line {
    let small = markup::is_small(text);
    let pieces = markup::spans(text).into_iter().map(|span| match span {
        Span::Bold(text) => ("bold", text),
        Span::Code(text) => ("code", text),
        Span::Time(seconds) => ("time", seconds.to_string()),
        Span::Plain(text) | Span::Icon(text) if small => ("small", text),
        Span::Plain(text) | Span::Icon(text) => ("", text),
    });
    pieces.collect()
}

/// What the page says by itself.
fn words(cx: &RenderContext) -> BTreeMap<&'static str, String> {
    BTreeMap::from([
        ("title", say!(cx, "web-title")),
        ("home", say!(cx, "web-home")),
        ("name", say!(cx, "web-name")),
        ("name_ask", say!(cx, "web-name-ask")),
        ("name_set", say!(cx, "web-name-set")),
        ("computers", say!(cx, "web-computers")),
        ("others", say!(cx, "web-others")),
        ("lesson", say!(cx, "web-lesson")),
        ("invite", say!(cx, "web-invite")),
        ("invited", say!(cx, "web-invited")),
        ("offline", say!(cx, "web-offline")),
        ("watching", say!(cx, "web-watching")),
        ("hand", say!(cx, "web-hand")),
        ("table", say!(cx, "web-table")),
        ("last", say!(cx, "web-last")),
        ("kitty", say!(cx, "web-kitty")),
        ("points", say!(cx, "web-points")),
        ("dealer", say!(cx, "web-dealer")),
        ("away", say!(cx, "web-away")),
        ("details", say!(cx, "web-details")),
        ("bell", say!(cx, "web-bell")),
        ("command", say!(cx, "web-command")),
        ("keys", say!(cx, "web-keys")),
        ("close", say!(cx, "web-close")),
        ("send", say!(cx, "web-send")),
        ("choose", say!(cx, "web-choose")),
        ("replay", say!(cx, "web-replay")),
        ("played", say!(cx, "web-played")),
        ("advised", say!(cx, "web-advised")),
        ("run", say!(cx, "web-run")),
        ("halt", say!(cx, "web-halt")),
        ("check", say!(cx, "web-check")),
        ("check_seal", say!(cx, "web-check-seal")),
        ("check_shown", say!(cx, "web-check-shown")),
        ("check_hand", say!(cx, "web-check-hand")),
        ("unseen", say!(cx, "web-unseen", what = "…")),
        ("menu", say!(cx, "web-menu")),
        ("you", say!(cx, "web-you")),
        ("partner", say!(cx, "web-partner")),
        ("cards", say!(cx, "web-cards", n = "…")),
        ("card_one", say!(cx, "web-card-one")),
        ("we", say!(cx, "web-we")),
        ("they", say!(cx, "web-they")),
        ("trump", say!(cx, "web-trump")),
        ("no_call", say!(cx, "web-no-call")),
        ("trump_help", say!(cx, "web-trump-help", n = "…")),
        ("points_help", say!(cx, "web-points-help", n = "…")),
        ("levels_help", say!(cx, "web-levels-help")),
        ("joker_big", say!(cx, "web-joker-big")),
        ("joker_small", say!(cx, "web-joker-small")),
        ("dealer_mark", say!(cx, "web-dealer-mark")),
        ("news", say!(cx, "web-news")),
        ("taken", say!(cx, "web-taken")),
        ("go_on", say!(cx, "web-go-on")),
        ("now", say!(cx, "web-now")),
        ("speed", say!(cx, "web-speed")),
        ("slow", say!(cx, "web-slow")),
        ("normal", say!(cx, "web-normal")),
        ("quick", say!(cx, "web-quick")),
        ("command_line", say!(cx, "web-command-line")),
        ("too_soon", say!(cx, "web-too-soon")),
        ("unanswered", say!(cx, "web-unanswered")),
        ("full", say!(cx, "web-full")),
        ("buried_points", say!(cx, "web-buried-points", n = "…")),
        ("about", say!(cx, "web-about")),
        ("daily", say!(cx, "web-daily")),
        ("profile", say!(cx, "web-profile")),
        ("settings", say!(cx, "web-settings")),
        ("continue", say!(cx, "web-continue")),
        ("sit_as", say!(cx, "web-sit-as", name = "…")),
        ("sit", say!(cx, "web-sit")),
        ("your_turn", say!(cx, "web-your-turn")),
        ("turn_of", say!(cx, "web-turn-of", who = "…")),
        ("invite_title", say!(cx, "web-invite-title")),
        ("copy", say!(cx, "web-copy")),
        ("copy_by_hand", say!(cx, "web-copy-by-hand")),
        ("free", say!(cx, "web-free")),
        ("tap_to_sit", say!(cx, "web-tap-to-sit")),
        ("tap_to_fill", say!(cx, "web-tap-to-fill")),
        ("host", say!(cx, "web-host")),
        ("talk", say!(cx, "web-talk")),
        ("say", say!(cx, "web-say")),
        ("say_it", say!(cx, "web-say-it")),
        ("block", say!(cx, "web-block", who = "…")),
        ("mute", say!(cx, "web-mute", who = "…")),
        ("unmute", say!(cx, "web-unmute", who = "…")),
        ("nothing_said", say!(cx, "web-nothing-said")),
        ("uno_with", say!(cx, "web-uno-with")),
        ("pile", say!(cx, "web-pile")),
        ("forwards", say!(cx, "web-forwards")),
        ("backwards", say!(cx, "web-backwards")),
        ("looks", say!(cx, "web-looks")),
        ("this_device", say!(cx, "web-this-device")),
        ("small_joker", say!(cx, "card-small-joker")),
        ("big_joker", say!(cx, "card-big-joker")),
    ])
}
