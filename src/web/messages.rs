//! What goes over the socket of a screen.
#![doc = ""]
#![doc = include_str!("protocol.md")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::invitation::Invitation;
use crate::art::SuitColors;
use crate::desk::browsing::Seals;
use crate::desk::{Answer, Attachment, Effect};
use crate::text::context::RenderContext;
use crate::text::locale::{Fact, Locale};
use crate::text::looks::CardLook;
use crate::text::markup::{self, Span};
use crate::text::page::{Control, Page};
use crate::text::scene::VERSION;

/// Sentences by their names on the page.
pub type Words = BTreeMap<&'static str, String>;

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
    Answer(Reply),
    /// The screen is heard.
    Here(u64),
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
    words: Words,
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
    /// Who sits there besides the viewer.
    pub people: String,
    /// When somebody last did something there, in seconds since 1970.
    pub since: u64,
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
    /// What waits for a yes while the viewer plays, with the buttons that are theirs.
    #[serde(skip_serializing_if = "ShownPage::is_empty")]
    pub asks: ShownPage,
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
    /// Whether plays are suggested to them, where that may be.
    suggestions: Option<bool>,
}

/// What came of a request.
#[derive(Debug, Serialize)]
pub struct Reply {
    id: u64,
    outcome: Effect,
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
    file: Option<Attachment>,
}

/// A page with its markup taken apart: nothing in it is to be read as HTML.
#[derive(Debug, Default, Serialize)]
pub struct ShownPage {
    title: String,
    lines: Vec<Line>,
    controls: Vec<Vec<Value>>,
}

/// A line: pieces of text with their style, `""`, `"bold"`, `"code"`, `"small"` or `"time"`, whose
/// text is a number of seconds since 1970.
pub type Line = Vec<(&'static str, String)>;

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
            outcome: answer.outcome,
            hand: answer.drawn_at.is_some(),
            table: answer.table.map(|key| seals.address(key)),
            page: ShownPage::of(&answer.page),
            exhibit: answer
                .page
                .exhibit
                .and_then(|json| RawValue::from_string(json.into()).ok()),
            file: answer.attachment,
        }
    }
}

impl ShownLooks {
    /// The looks of a reader who is advised where they look, or is not.
    pub fn of(cx: &RenderContext, is_advised: bool) -> Self {
        Self {
            four_colors: cx.looks.suits == SuitColors::Four,
            letters: cx.looks.cards == CardLook::Letters,
            suggestions: is_advised.then_some(cx.looks.suggestions),
        }
    }
}

impl ShownPage {
    pub fn of(page: &Page) -> Self {
        let controls = page.controls.iter();
        let controls = controls.map(|row| row.iter().map(control).collect());
        let lines = page.lines.iter().flat_map(|line| line.split('\n'));
        Self {
            title: markup::plain(&page.title),
            lines: lines.map(line).collect(),
            controls: controls.collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.controls.is_empty()
    }
}

/// A control as the page shows it.
fn control(control: &Control) -> Value {
    match control {
        Control::Button {
            label,
            press,
            style,
            enabled,
            ..
        } => {
            json!({"button": {"label": label, "press": press.code(), "style": style, "enabled": enabled}})
        }
        Control::Menu {
            placeholder,
            choices,
            at_least,
            at_most,
            press,
        } => {
            let options = choices.iter().map(|one| {
                let [label, note] = [&one.label, &one.note].map(|text| markup::plain(text));
                json!({"label": label, "value": one.value, "note": note, "chosen": one.chosen})
            });
            let options: Vec<Value> = options.collect();
            json!({"menu": {
                "label": placeholder, "press": press.code(), "at_least": at_least, "at_most": at_most, "options": options,
            }})
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

/// What the page says by itself, and its name there: the sentence `web-…`, with `…` for what is put in.
pub const WORDS: &str = "\
    title home name name_ask name_set computers others lesson invite invited offline watching hand table last kitty \
    points dealer away details bell command keys close send choose replay played advised run halt check check_seal \
    check_shown check_hand unseen menu you partner cards card_one we they trump no_call trump_help points_help \
    levels_help joker_big joker_small news taken go_on now speed slow normal quick command_line too_soon unanswered \
    full about daily profile settings continue sit_as sit your_turn turn_of invite_title copy copy_by_hand free \
    tap_to_sit tap_to_fill host talk say say_it block mute unmute nothing_said uno_with pile forwards backwards \
    looks this_device thinks level points_lie points_ours points_theirs cancel more why rules help alone \
    unplayable";

/// The colours and faces of UNO in words: `uno-…`.
const UNO_WORDS: &str =
    "red green blue yellow word_skip word_reverse word_wild word_wild_draw_four";

/// What it says in a window of Discord before anybody came in: `activity-…`.
pub const ACTIVITY_WORDS: &str = "waits silent declined code window absent unreachable again";

/// These sentences, whose keys begin alike.
pub fn sentences(kind: &str, words: &'static str, cx: &RenderContext) -> Words {
    let facts = ["n", "name", "what", "who"].map(|fact| (fact, Fact::from("…")));
    let word = |name| {
        let key = format!("{kind}-{}", str::replace(name, "_", "-"));
        (name, cx.sentences().say(&key, &facts))
    };
    words.split_whitespace().map(word).collect()
}

fn words(cx: &RenderContext) -> Words {
    let (mut words, count) = (sentences("web", WORDS, cx), 1_usize);
    words.extend(sentences("uno", UNO_WORDS, cx));
    words.extend([
        ("again", say!(cx, "activity-again")),
        ("suggestions", say!(cx, "setting-suggestions")),
        ("small_joker", say!(cx, "card-small-joker-words", count)),
        ("big_joker", say!(cx, "card-big-joker-words", count)),
    ]);
    words
}
