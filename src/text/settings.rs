//! Pages of settings: one's own and the server's, with menus; and signs, how players are shown in a game
//! where each chooses one.
//!
//! Decides order and words. The desk decides which settings exist and their values; limits of
//! tables have the same names here as among the house rules. A game says which signs can be chosen and
//! how the choices at a table fit together.

mod rows;

use super::looks::{CardStyle, Looks, suits_of};
use super::page::MenuOption;
use super::table::value_label;
use super::uno::cards;
use super::*;
use crate::cards::Rank;
use crate::game::{at_game, for_each_game, rules_of_kept};
use crate::store::SettingChange;
use crate::tractor;

pub use rows::{Kind, ROWS, Row};

/// The value of a setting that is not chosen, if that is not one of its other values.
pub const AUTOMATIC: &str = "auto";
/// The value of a server's limit that is not chosen.
pub const STANDARD: &str = "default";
/// The value of `channels` for all channels.
pub const EVERYWHERE: &str = "all";
/// The value of `channels` for the channel of the command.
pub const HERE: &str = "here";

/// What the names of a server's settings begin with that are house rules of new tables; the rest is the game.
pub const RULES: &str = "rules ";

/// The card whose face tells two colours from four.
const DIAMOND: tractor::card::Card = tractor::card::Card::new(Rank::ACE, Suit::Diamonds);

/// A setting with its value.
#[derive(Debug, Clone)]
pub struct Setting {
    pub row: Row,
    /// The current value, as written in commands.
    pub value: String,
    /// The values offered, as written in commands.
    pub offers: Vec<&'static str>,
}

impl Setting {
    /// Whether it is a limit of new tables.
    const fn is_limit(&self) -> bool {
        matches!(self.row.kind, Kind::Limit(_))
    }

    /// The value after the current one, the first after the last.
    pub fn next_value(&self) -> &'static str {
        let now = self.offers.iter().position(|offer| *offer == self.value);
        let next = now.map_or(0, |now| (now + 1) % self.offers.len().max(1));
        self.offers.get(next).copied().unwrap_or(STANDARD)
    }
}

/// Whose settings: those of who asks, or the server's where they ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    Person,
    Server,
}

impl Owner {
    /// What shows them.
    pub const fn line(self) -> &'static str {
        match self {
            Owner::Person => "settings",
            Owner::Server => "settings server",
        }
    }
}

/// The setting for the sign in one game.
#[derive(Debug)]
pub struct SignSetting {
    /// The name of the setting in commands and in the store.
    pub setting: &'static str,

    pub offers: &'static [&'static str],
    /// The value to be stored; `None` for an invalid one.
    pub read: fn(&str) -> Option<String>,
    /// The signs by seat, from what the player of each seat chose; `None` for computers and people
    /// without a choice.
    pub share: fn(&[Option<String>]) -> Vec<String>,
}

macro_rules! signs_of_games {
    ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        [$(<crate::$module::$variant as Voice>::SIGNS),+]
    };
}

/// The settings for the signs of players, each for one game.
pub fn all_signs() -> impl Iterator<Item = &'static SignSetting> {
    for_each_game!(signs_of_games).into_iter().flatten()
}

/// Settings of two or three values, beside those that can be off.
const SWITCHES: [&str; 2] = ["suits", "profile"];

/// What changes nothing at a table in a browser, which says by itself what is set.
const IN_CHAT: [&str; 5] = ["style", "letters", "show_play_number", "ping", "confirm"];

/// A person's settings: a menu or a button for each, and buttons for the server's and for having
/// everything deleted, which asks first.
pub fn own_page(settings: &[Setting], on_server: bool, cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "settings-title"));
    let here = cx.face == Surface::Browser;
    if !here {
        page.extend(settings.iter().map(|setting| line(setting, cx)));
        page.part(say!(cx, "settings-hint", command = "settings style heart"));
    }
    // A message has five rows: one for each menu, and two of buttons; those for what has two or three
    // values, which a tap sets to its next one, come first; signs have a page of their own.
    let own = settings.iter().filter(|setting| {
        !(matches!(setting.row.kind, Kind::Signs(_)) || here && IN_CHAT.contains(&setting.row.name))
    });
    let (switches, menus): (Vec<_>, Vec<_>) = own.partition(|setting| {
        setting.offers.contains(&"off") || SWITCHES.contains(&setting.row.name)
    });
    for setting in menus {
        let row = values(Owner::Person, setting, true, cx);
        page.row(vec![row]);
    }
    let switches = switches.into_iter().map(|setting| {
        let line = format!("settings {} {}", setting.row.name, setting.next_value());
        let (label, value) = (label(setting, cx), said(setting, &setting.value, cx));
        plain(say!(cx, "settings-choice", label, value), line, cx)
    });
    let mut switches: Vec<Control> = switches.collect();
    let mut row = switches.split_off(switches.len().min(Page::MOST_BUTTONS));
    page.row(switches);
    let server = || plain(say!(cx, "settings-button-server"), "settings server", cx);
    row.extend(on_server.then(server));
    let forget = say!(cx, "settings-button-forget");
    row.push(plain(forget, "settings forget", cx));
    page.with(row)
}

/// The settings of a server; with a menu for those who may change them.
pub fn server_page(settings: &[Setting], may_change: bool, cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "settings-server-title"));
    let (limits, others): (Vec<_>, Vec<_>) =
        settings.iter().partition(|setting| setting.is_limit());
    page.extend(others.iter().map(|setting| line(setting, cx)));
    page.part(format!("**{}**", say!(cx, "settings-server-limits")));
    page.extend(limits.iter().map(|setting| line(setting, cx)));
    page.push("");
    if may_change {
        let command = "settings server turn_limit 60";
        page.push(say!(cx, "settings-hint", command));
        page.push(say!(cx, "settings-log-hint"));
        let choices = settings.iter().map(|setting| {
            let value = said(setting, &setting.value, cx);
            MenuOption::new(label(setting, cx), setting.row.name.to_owned(), value)
        });
        let (placeholder, choices) = (say!(cx, "settings-menu"), choices.take(25).collect());
        let menu = Control::menu(placeholder, choices, cx.table, "settings server *");
        page.row(vec![menu]);
    } else {
        page.push(say!(cx, "settings-not-moderator"));
    }
    page.with(vec![plain(say!(cx, "settings-button-own"), "settings", cx)])
}

/// What was changed of a server's settings, the latest first; `changes` begin with the oldest.
pub fn log_page(changes: &[SettingChange], settings: &[Setting], cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "settings-log-title"));
    for change in changes.iter().rev() {
        let rules = changed_rules(change, cx);
        let known = settings
            .iter()
            .find(|known| known.row.name == change.setting);
        let value = |value: &str| match known {
            Some(setting) => said(setting, value, cx),
            // Of another version, or of what is not to be had any more.
            None => format!("`{value}`"),
        };
        let who = statistics::person(change.person, "", cx);
        let when = markup::time(change.at.0 / 1_000, false);
        let (label, [from, to]) = rules.unwrap_or_else(|| {
            let label = known.map_or_else(|| change.setting.clone(), |known| label(known, cx));
            (label, [&change.from, &change.to].map(|text| value(text)))
        });
        page.push(say!(cx, "settings-log-entry", when, who, label, from, to));
    }
    if changes.is_empty() {
        page.push(say!(cx, "settings-log-none"));
    }
    page
}

/// A change of the house rules of new tables: what was changed, and the rules before and since.
fn changed_rules(change: &SettingChange, cx: &RenderContext) -> Option<(String, [String; 2])> {
    let game = GameKind::of(change.setting.strip_prefix(RULES)?)?;
    let label = say!(cx, "server-rules", game = table::game_name(game.name(), cx));
    let rules = [&change.from, &change.to];
    let rules = rules.map(|kept| at_game!(game, G => in_words::<G>(&rules_of_kept(kept), cx)));
    Some((label, rules))
}

/// House rules in words, also where they are standard.
fn in_words<G: Voice>(rules: &G::Rules, cx: &RenderContext) -> String {
    let rules = table::rules_in_words::<G>(rules, cx);
    rules.unwrap_or_else(|| say!(cx, "server-rules-standard"))
}

/// With which house rules new tables of a game begin on the server.
pub fn rules_line<G: Voice>(rules: &G::Rules, cx: &RenderContext) -> String {
    let game = table::game_name(G::KIND.name(), cx);
    let (label, value) = (say!(cx, "server-rules", game), in_words::<G>(rules, cx));
    say!(cx, "settings-choice", label, value)
}

/// One setting with its description and values.
pub fn setting_page(owner: Owner, setting: &Setting, may_change: bool, cx: &RenderContext) -> Page {
    let mut page = Page::titled(label(setting, cx));
    page.push(line(setting, cx));
    page.push(of_row(["about", "about-setting"], setting, "", cx));
    let offers = setting.offers.iter().map(|offer| format!("`{offer}`"));
    let (values_said, command) = (cx.list(offers), example(owner, setting, cx));
    page.push(say!(cx, "settings-values", values = values_said, command));
    if may_change {
        page.row(vec![values(owner, setting, false, cx)]);
    }
    page.with(vec![plain(say!(cx, "button-back"), owner.line(), cx)])
}

pub fn changed(owner: Owner, setting: &Setting, cx: &RenderContext) -> Page {
    let (label, value) = (label(setting, cx), said(setting, &setting.value, cx));
    let server = (owner == Owner::Server).to_string();
    Page::line(say!(cx, "settings-changed", server, label, value))
}

/// A correct command that changes a setting to another value.
pub fn example(owner: Owner, setting: &Setting, cx: &RenderContext) -> String {
    let unchosen = |offer: &str| offer == AUTOMATIC || offer == STANDARD;
    let mut others = setting.offers.iter();
    let other = others.find(|offer| **offer != setting.value && !unchosen(offer));
    let (line, name) = (owner.line(), setting.row.name);
    cx.command(&format!("{line} {name} {}", other.unwrap_or(&STANDARD)))
}

/// The question whether to have everything about oneself deleted.
pub fn forget_question(cx: &RenderContext) -> Page {
    let sure = "settings forget yes";
    let sure = Control::button(say!(cx, "button-do-it"), cx.table, sure, Style::Grave);
    let back = plain(say!(cx, "button-back"), "settings", cx);
    Page::line(say!(cx, "ask-forget")).with(vec![sure, back])
}

/// A public page with a button that opens the presser's settings.
pub fn entrance(owner: Owner, cx: &RenderContext) -> Page {
    let own = plain(say!(cx, "settings-title"), owner.line(), cx);
    Page::line(say!(cx, "settings-entrance")).with(vec![own])
}

fn line(setting: &Setting, cx: &RenderContext) -> String {
    let (label, value) = (label(setting, cx), said(setting, &setting.value, cx));
    say!(cx, "rules-entry", label, value, name = setting.row.name)
}

/// The label of a setting; of a limit the one that it has among the house rules.
fn label(setting: &Setting, cx: &RenderContext) -> String {
    of_row(["rule", "setting"], setting, setting.row.name, cx)
}

/// The sentence of a limit or of another setting, whose keys begin so.
fn of_row(kinds: [&str; 2], setting: &Setting, otherwise: &str, cx: &RenderContext) -> String {
    let kind = kinds[usize::from(!setting.is_limit())];
    let key = format!("{kind}-{}", setting.row.name.replace('_', "-"));
    cx.say_key(&key, otherwise)
}

/// A value in words, cards as they would look.
fn said(setting: &Setting, value: &str, cx: &RenderContext) -> String {
    match (setting.row.name, value) {
        (_, AUTOMATIC) => say!(cx, "settings-automatic"),
        (_, STANDARD) => say!(cx, "settings-standard"),
        ("language", tag) => Locale::of(tag).map_or("", Locale::name).to_owned(),
        ("style", name) => CardStyle::of(name).map_or_else(
            || value_label("style", name, cx),
            |style| in_signs(Looks { style, ..cx.looks }, cx),
        ),
        ("prefix", _) => format!("`{value}`"),
        _ if matches!(setting.row.kind, Kind::Signs(_)) => value.to_owned(),
        ("channels", EVERYWHERE) => say!(cx, "settings-everywhere"),
        ("channels", HERE) => say!(cx, "settings-here"),
        ("channels", ids) => {
            let mentions = ids.split(' ').map(|id| format!("<#{id}>"));
            mentions.collect::<Vec<_>>().join(" ")
        }
        (name, value) => value_label(name, value, cx),
    }
}

fn in_look(cards: CardLook, cx: &RenderContext) -> RenderContext {
    cx.in_looks(Looks { cards, ..cx.looks })
}

/// The face that an option shows, where there are emojis.
fn icon(setting: &Setting, offer: &str, cx: &RenderContext) -> Option<Emoji> {
    let cx = in_look(CardLook::Faces, cx);
    let colors = match (setting.row.name, offer) {
        ("cards", "faces") => cx.looks.suits,
        ("suits", colors) => suits_of(colors)?,
        _ => return None,
    };
    cx.icon(Icon::card(DIAMOND, colors))
}

/// A few cards in these looks.
fn sample(looks: Looks, cx: &RenderContext) -> String {
    let cards = ["R7", "BS"].map(|card| card.parse().expect("a card of UNO"));
    cards::list(&cards, &cx.in_looks(looks))
}

/// A few cards that are no faces, and have no words of their own.
fn in_signs(looks: Looks, cx: &RenderContext) -> String {
    let cards = CardLook::Symbols;
    sample(Looks { cards, ..looks }, cx)
}

fn values(owner: Owner, setting: &Setting, named: bool, cx: &RenderContext) -> Control {
    let label = label(setting, cx);
    let choices = setting.offers.iter().map(|offer| {
        let value = said(setting, offer, cx);
        let note = Some(note(setting, offer, cx)).filter(|note| *note != value);
        MenuOption {
            icon: icon(setting, offer, cx),
            label: match named {
                true => say!(cx, "settings-choice", label = label.as_str(), value),
                false => value,
            },
            value: (*offer).to_owned(),
            note: note.unwrap_or_default(),
            chosen: *offer == setting.value,
        }
    });
    let line = format!("{} {} *", owner.line(), setting.row.name);
    Control::menu(label.clone(), choices.take(25).collect(), cx.table, line)
}

/// The note of an option: the look of a value, or its name in commands.
fn note(setting: &Setting, offer: &str, cx: &RenderContext) -> String {
    match (setting.row.name, offer) {
        ("cards", "symbols" | "letters") => {
            let cx = in_look(CardLook::of(offer).unwrap_or_default(), cx);
            let (tractors, unos) = (super::tractor::sample(&cx), sample(cx.looks, &cx));
            format!("{tractors} · {unos} · {offer}")
        }
        ("letters", "on" | "off") => {
            let letters = offer == "on";
            in_signs(
                Looks {
                    letters,
                    ..cx.looks
                },
                cx,
            )
        }
        ("show_play_number", "on") => format!("#12 · {}", say!(cx, "uno-your-turn-unmarked")),
        ("show_play_number", "off") => say!(cx, "uno-your-turn-unmarked"),
        _ => offer.to_owned(),
    }
}

fn plain(label: String, line: impl Into<Line>, cx: &RenderContext) -> Control {
    Control::plain(label, cx.table, line)
}
