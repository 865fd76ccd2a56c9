//! Showing and changing settings, by typing or by menus.
//!
//! Decides names, values and permissions. [`crate::text::settings`] has the pages.

use super::{Guild, Mentions, Personal, RoomReach};
use crate::desk::answer::Attachment;
use crate::desk::deeds::asks;
use crate::desk::{Answer, AskedFrom, Desk, Who};
use crate::game::RuleSet;
use crate::store::{GuildId, Scope, SettingChange};
use crate::table::Limits;
use crate::text::context::RenderContext;
use crate::text::locale::Locale;
use crate::text::looks::{CardLook, CardStyle, HandLook, SUIT_COLORS, suits_of, suits_word};
use crate::text::page::Page;
use crate::text::press::{DestructiveAction, Owner, Tap};
use crate::text::settings;
use crate::text::settings::{AUTOMATIC, EVERYWHERE, HERE, STANDARD, Setting, all_signs};
use crate::text::signs::SignSetting;
use crate::text::trouble::Trouble;
use crate::text::words::{is_yes, meaning, means, quotable};

/// The most channels that a server can allow.
const MOST_CHANNELS: usize = 50;
const PREFIXES: &[&str] = &["$", "!", ".", "?", ";", "-", "+", "%"];
/// A right example of a command that changes a setting of a server.
const SERVER_EXAMPLE: &str = "settings server prefix !";
/// The values of a person's switch; the first follows the server.
const SWITCH: &[&str] = &[AUTOMATIC, "on", "off"];

/// A value to be stored; `None` resets the setting. An error is a value that the setting cannot
/// have.
type Checked = Result<Option<String>, ()>;

impl Desk {
    /// Shows the settings, or changes one of the requester's own or (moderators) of the server's.
    pub(in crate::desk) async fn change_settings(
        &self,
        who: &Who,
        place: &AskedFrom,
        words: &str,
        cx: &RenderContext,
    ) -> Answer {
        let words = words.replace(['=', ':', '：'], " ");
        let mut parts = words.split_whitespace();
        let first = parts.next().map(str::to_lowercase);
        match first.as_deref() {
            None => self.settings_page(Owner::Person, who, place).await,
            Some(forget) if means(forget, "word-forget") => {
                if parts.next().is_some_and(is_yes) {
                    return self.forget(who, cx).await;
                }
                let (question, line) = settings::forget_question(cx);
                asks(question, line, DestructiveAction::Forget, cx)
            }
            Some(export) if means(export, "word-export") => self.export_settings(who, cx).await,
            Some(log) if means(log, "word-log") => self.settings_log(who, place, cx).await,
            Some(browser) if self.is_about_browsers(browser) => {
                self.browser_settings(parts.next(), who, cx).await
            }
            Some(server) if means(server, "word-server") => {
                let rest: Vec<&str> = parts.collect();
                match rest.split_first() {
                    None => self.settings_page(Owner::Server, who, place).await,
                    Some((name, values)) => {
                        self.setting(Owner::Server, name, values, who, place).await
                    }
                }
            }
            Some(name) => {
                let values: Vec<&str> = parts.collect();
                self.setting(Owner::Person, name, &values, who, place).await
            }
        }
    }

    /// Everything that is kept about the requester, as a file.
    async fn export_settings(&self, who: &Who, cx: &RenderContext) -> Answer {
        if !self.replays.may_ask(who.person, self.host.now()) {
            return Answer::refused(Page::line(say!(cx, "replay-busy")));
        }
        let Some(kept) = self.settings.about(who.person).await else {
            return Answer::refused(Trouble::NotRead.page(cx));
        };
        let text = serde_json::to_string_pretty(&kept).expect("what is kept is JSON");
        let name = format!("tractor-bot-{}.json", who.person.0);
        let page = Page::line(say!(
            cx,
            "settings-exported",
            command = cx.command("export")
        ));
        Answer::shown(page)
            .for_them_alone()
            .with(Attachment { name, text })
    }

    /// Deletes what is kept of somebody.
    async fn forget(&self, who: &Who, cx: &RenderContext) -> Answer {
        let told_nothing = self.tell_nothing(who.person).await;
        let forgotten = told_nothing && self.settings.forget(who.person).await;
        self.forgotten(Some(Scope::Person(who.person)));
        match forgotten {
            true => Answer::shown(Page::line(say!(cx, "settings-forgotten"))),
            false => Answer::refused(Trouble::NotSaved.page(cx)),
        }
    }

    /// Keeps nothing in memory of somebody who was forgotten, perhaps by another process; with `None` of anybody.
    pub fn forgotten(&self, scope: Option<Scope>) {
        self.settings.changed(scope);
        self.replays.clear();
        match scope {
            Some(Scope::Person(person)) => self.said.forget(Some(person)),
            Some(Scope::Guild(_) | Scope::Channel(_)) => {}
            None => self.said.forget(None),
        }
    }

    /// Carries out a tap about settings; `None` for all others.
    pub(in crate::desk) async fn tap_settings(
        &self,
        who: &Who,
        place: &AskedFrom,
        tap: &Tap,
        values: &[String],
    ) -> Option<Answer> {
        let chosen = values.first().map_or("", String::as_str);
        Some(match tap {
            Tap::Settings(owner) => self.settings_page(*owner, who, place).await,
            Tap::Sure(DestructiveAction::Forget) => {
                let cx = self.context(who, place).await;
                self.forget(who, &cx).await.for_them_alone()
            }
            Tap::ChooseSetting => {
                let answer = self.setting(Owner::Server, chosen, &[], who, place).await;
                answer.for_them_alone()
            }
            Tap::AskForget => {
                let cx = self.context(who, place).await;
                let (question, _) = settings::forget_question(&cx);
                Answer::shown(question).for_them_alone()
            }
            Tap::SetSetting(owner, name) => {
                let own = self.settings_of(*owner, who, place).await;
                let own = own.iter().find(|setting| setting.name == name);
                let next = own.map_or("", Setting::next_value);
                // A button has no chosen value.
                let chosen = if values.is_empty() { next } else { chosen };
                let set = self.setting(*owner, name, &[chosen], who, place).await;
                match set.is_refusal() {
                    true => set.for_them_alone(),
                    // The page shows the chosen value.
                    false => self.settings_page(*owner, who, place).await,
                }
            }
            _ => return None,
        })
    }

    /// All settings of a person or of the server, with menus.
    async fn settings_page(&self, owner: Owner, who: &Who, place: &AskedFrom) -> Answer {
        // The language may just have been changed.
        let cx = self.context_about(owner, who, place).await;
        if owner == Owner::Server && place.guild.is_none() {
            return Answer::refused(no_server(SERVER_EXAMPLE, &cx));
        }
        let settings = self.settings_of(owner, who, place).await;
        let page = match owner {
            Owner::Person => {
                let mut page = settings::own_page(&settings, place.guild.is_some(), &cx);
                page.lines.extend(self.browser_line(who, &cx).await);
                page
            }
            Owner::Server => {
                let mut page = settings::server_page(&settings, who.moderator, &cx);
                page.lines.extend(self.server_rules(who, place, &cx).await);
                page
            }
        };
        Answer::shown(page).for_them_alone()
    }

    /// The context in which settings are shown: with the looks of their owner.
    async fn context_about(&self, owner: Owner, who: &Who, place: &AskedFrom) -> RenderContext {
        let cx = self.context(who, place).await;
        match owner {
            Owner::Person => cx,
            Owner::Server => cx.for_all(),
        }
    }

    pub(super) async fn settings_of(
        &self,
        owner: Owner,
        who: &Who,
        place: &AskedFrom,
    ) -> Vec<Setting> {
        match owner {
            Owner::Person => own(&self.settings.person(who.person).await),
            Owner::Server => {
                let guild = self.settings.guild(place.guild).await;
                let limits = guild.limits(self.limits);
                servers(&guild, self.addresses.is_some(), &limits)
            }
        }
    }

    /// Explains a setting, or changes it if there are values.
    async fn setting(
        &self,
        owner: Owner,
        name: &str,
        values: &[&str],
        who: &Who,
        place: &AskedFrom,
    ) -> Answer {
        let cx = self.context_about(owner, who, place).await;
        let scope = match (owner, place.guild) {
            (Owner::Person, _) => Scope::Person(who.person),
            (Owner::Server, Some(guild)) => Scope::Guild(GuildId(guild)),
            (Owner::Server, None) => return Answer::refused(no_server(SERVER_EXAMPLE, &cx)),
        };
        let wanted = usual_name(name);
        let settings = self.settings_of(owner, who, place).await;
        let Some(setting) = settings.into_iter().find(|known| known.name == wanted) else {
            return Answer::refused(unknown(owner, name, &cx));
        };
        if values.is_empty() {
            let may_change = owner == Owner::Person || who.moderator;
            let page = settings::setting_page(owner, &setting, may_change, &cx);
            return Answer::shown(page);
        }
        if owner == Owner::Server && !who.moderator {
            return Answer::refused(Trouble::NotModerator.page(&cx));
        }
        let Ok(value) = checked(&setting, values, place) else {
            let example = settings::example(owner, &setting, &cx);
            let name = setting.name;
            return Answer::refused(say!(cx, "settings-bad-value", name, example));
        };
        let mut changes = vec![(setting.name.to_owned(), value)];
        if let Scope::Guild(guild) = scope {
            let change = SettingChange {
                at: self.host.now(),
                person: who.person,
                setting: setting.name.to_owned(),
                from: setting.value.clone(),
                to: changes[0].1.as_deref().unwrap_or(STANDARD).to_owned(),
            };
            changes.extend(self.settings.kept_change(guild, change).await);
        }
        if !self.settings.set(scope, changes).await {
            return Answer::refused(Trouble::NotSaved.page(&cx));
        }
        // The answer already uses the changed language.
        let cx = self.context_about(owner, who, place).await;
        let settings = self.settings_of(owner, who, place).await;
        let now = settings.iter().find(|known| known.name == setting.name);
        Answer::shown(settings::changed(owner, now.unwrap_or(&setting), &cx))
    }

    /// The names of settings as they are typed, each with the values offered, for autocompletion.
    pub async fn setting_names(
        &self,
        who: &Who,
        place: &AskedFrom,
    ) -> Vec<(String, Vec<&'static str>)> {
        let own = self.settings_of(Owner::Person, who, place).await;
        let own = own.into_iter().map(|s| (s.name.to_owned(), s.offers));
        let mut names: Vec<_> = own.collect();
        if place.guild.is_some() && who.moderator {
            let servers = self.settings_of(Owner::Server, who, place).await;
            let named = |s: Setting| (format!("server {}", s.name), s.offers);
            names.extend(servers.into_iter().map(named));
            names.push(("log".to_owned(), Vec::new()));
        }
        names.push(("export".to_owned(), Vec::new()));
        if self.addresses.is_some() {
            names.push(("browser".to_owned(), vec!["off"]));
        }
        names.push(("forget".to_owned(), Vec::new()));
        names
    }
}

/// Why a command about a server does nothing elsewhere.
pub(super) fn no_server(example: &str, cx: &RenderContext) -> String {
    say!(cx, "settings-no-server", command = cx.command(example))
}

fn unknown(owner: Owner, name: &str, cx: &RenderContext) -> String {
    let example = match owner {
        Owner::Person => "settings language zh-CN",
        Owner::Server => SERVER_EXAMPLE,
    };
    say!(
        cx,
        "settings-unknown",
        name = quotable(name),
        example = cx.command(example)
    )
}

/// The words for the settings.
const NAMES: [&str; 17] = [
    "word-setting-language",
    "word-setting-cards",
    "word-setting-suits",
    "word-setting-style",
    "word-setting-letters",
    "word-setting-show-play-number",
    "word-setting-ping",
    "word-setting-confirm",
    "word-setting-suggestions",
    "word-setting-hand",
    "word-setting-profile",
    "word-setting-prefix",
    "word-setting-channels",
    "word-setting-pictures",
    "word-setting-watching",
    "word-setting-rooms",
    "word-setting-cups",
];

/// The standard name of a setting, however it was typed.
fn usual_name(typed: &str) -> String {
    let name = typed.to_lowercase().replace('-', "_");
    if let Some(key) = meaning(&name, &NAMES) {
        return key.trim_start_matches("word-setting-").replace('-', "_");
    }
    let signs = all_signs().find(|signs| signs.aliases.contains(&name.as_str()));
    signs.map_or(name, |signs| signs.setting.to_owned())
}

fn languages() -> Vec<&'static str> {
    or_automatic(Locale::all().map(Locale::tag))
}

/// These values, and none of them.
fn or_automatic(values: impl IntoIterator<Item = &'static str>) -> Vec<&'static str> {
    std::iter::once(AUTOMATIC).chain(values).collect()
}

const fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

fn setting(name: &'static str, value: Option<&str>, offers: Vec<&'static str>) -> Setting {
    Setting {
        name,
        value: value.unwrap_or(AUTOMATIC).to_owned(),
        offers,
        is_limit: false,
    }
}

fn own(chosen: &Personal) -> Vec<Setting> {
    let letters = on_off(chosen.letters.unwrap_or(true));
    let mut settings = vec![
        setting("language", chosen.language.map(Locale::tag), languages()),
        setting(
            "cards",
            chosen.cards.map(CardLook::word),
            or_automatic(CardLook::ALL.map(CardLook::word)),
        ),
        setting(
            "suits",
            chosen.suits.map(suits_word),
            or_automatic(SUIT_COLORS.map(suits_word)),
        ),
        setting(
            "style",
            chosen.style.map(CardStyle::word),
            or_automatic(CardStyle::ALL.map(CardStyle::word)),
        ),
        setting("letters", Some(letters), vec!["on", "off"]),
        setting(
            "show_play_number",
            chosen.show_play_number.map(on_off),
            SWITCH.to_vec(),
        ),
        setting(
            "ping",
            Some(chosen.mentions().word()),
            Mentions::ALL.map(Mentions::word).to_vec(),
        ),
        setting("confirm", Some(on_off(chosen.confirm)), vec!["on", "off"]),
        setting(
            "suggestions",
            Some(on_off(chosen.suggestions)),
            vec!["on", "off"],
        ),
        setting(
            "hand",
            Some(chosen.hand.word()),
            HandLook::ALL.map(HandLook::word).to_vec(),
        ),
        setting(
            "profile",
            Some(if chosen.is_private { "private" } else { "open" }),
            vec!["open", "private"],
        ),
    ];
    settings.extend(all_signs().map(|signs| {
        let value = chosen.signs.get(signs.setting).map(String::as_str);
        let offers = or_automatic(signs.offers.iter().copied());
        setting(signs.setting, value, offers)
    }));
    settings
}

/// A server's settings, then the limits of its tables; `opens` where tables can be had in a browser.
fn servers(chosen: &Guild, opens: bool, limits: &Limits) -> Vec<Setting> {
    let channels: Vec<String> = chosen.channels.iter().map(u64::to_string).collect();
    let channels = match channels.is_empty() {
        true => EVERYWHERE.to_owned(),
        false => channels.join(" "),
    };
    let style = chosen.style.unwrap_or_default().word();
    let numbers = on_off(chosen.show_play_number.unwrap_or(false));
    let mut settings = vec![
        setting("prefix", Some(&chosen.prefix), PREFIXES.to_vec()),
        setting("language", chosen.language.map(Locale::tag), languages()),
        setting("channels", Some(&channels), vec![EVERYWHERE, HERE]),
        setting(
            "cards",
            Some(chosen.cards.unwrap_or_default().word()),
            CardLook::ALL.map(CardLook::word).to_vec(),
        ),
        setting(
            "suits",
            Some(suits_word(chosen.suits.unwrap_or_default())),
            SUIT_COLORS.map(suits_word).to_vec(),
        ),
        setting(
            "style",
            Some(style),
            CardStyle::ALL.map(CardStyle::word).to_vec(),
        ),
        setting("show_play_number", Some(numbers), vec!["on", "off"]),
        setting("pictures", Some(on_off(chosen.pictures)), vec!["on", "off"]),
        setting(
            "cups",
            Some(if chosen.open_cups {
                "everybody"
            } else {
                "moderators"
            }),
            vec!["moderators", "everybody"],
        ),
        setting(
            "rooms",
            Some(chosen.rooms.word()),
            RoomReach::ALL.map(RoomReach::word).to_vec(),
        ),
    ];
    let watching = || setting("watching", Some(on_off(chosen.watching)), vec!["on", "off"]);
    settings.extend(opens.then(watching));
    settings.extend(limits.entries().into_iter().map(|entry| {
        let values = entry.choices.offered();
        Setting {
            name: entry.name,
            value: entry.value,
            offers: values.iter().copied().chain([STANDARD]).collect(),
            is_limit: true,
        }
    }));
    settings
}

/// The value to be stored.
fn checked(setting: &Setting, values: &[&str], place: &AskedFrom) -> Checked {
    if setting.name == "channels" {
        return channels_value(values, place);
    }
    if let Some(signs) = all_signs().find(|signs| signs.setting == setting.name) {
        return signs_value(signs, &values.join(" "));
    }
    let [value] = values else {
        return Err(());
    };
    let lower = value.to_lowercase();
    if is_standard(value) {
        return Ok(None);
    }
    match setting.name {
        "language" if lower == "off" => Ok(None),
        "language" => match Locale::of(value) {
            Some(locale) => Ok(Some(locale.tag().to_owned())),
            None => Err(()),
        },
        "cards" => named(CardLook::of(value).map(CardLook::word)),
        "suits" => named(suits_of(value).map(suits_word)),
        "hand" => named(HandLook::of(value).map(HandLook::word)),
        "style" => named(CardStyle::of(value).map(CardStyle::word)),
        "letters" | "show_play_number" | "confirm" | "suggestions" | "pictures" | "watching" => {
            named(meaning(value, &["word-on", "word-off"]).map(|on| on_off(on == "word-on")))
        }
        "profile" => named(match value {
            open if means(open, "word-open") => Some("open"),
            private if means(private, "word-private") => Some("private"),
            _ => None,
        }),
        "cups" => named(match value {
            all if means(all, "word-everybody") => Some("everybody"),
            few if means(few, "word-moderators") => Some("moderators"),
            _ => None,
        }),
        "rooms" => named(match value {
            all if means(all, "word-everywhere") => Some(RoomReach::Everywhere.word()),
            ours if means(ours, "word-ours") => Some(RoomReach::Ours.word()),
            off if means(off, "word-off") => Some(RoomReach::Off.word()),
            _ => None,
        }),
        "prefix" => prefix_value(value),
        "ping" if !setting.is_limit => named(match value {
            on if means(on, "word-on") => Some("on"),
            slow if means(slow, "word-slow") => Some("slow"),
            off if means(off, "word-never") => Some("off"),
            _ => None,
        }),
        limit => match Limits::default().set(limit, value) {
            Ok(()) => Ok(Some(lower)),
            Err(_) => Err(()),
        },
    }
}

/// A value of those that have a name.
fn named(word: Option<&'static str>) -> Checked {
    word.map(|word| Some(word.to_owned())).ok_or(())
}

fn signs_value(signs: &SignSetting, value: &str) -> Checked {
    if is_standard(value) {
        return Ok(None);
    }
    (signs.read)(value).map(Some).ok_or(())
}

/// Whether a value resets a setting to its default.
fn is_standard(value: &str) -> bool {
    means(value, "word-automatic")
}

fn prefix_value(value: &str) -> Checked {
    let sign = |c: char| c.is_ascii_punctuation() && !"/@#`<>\\".contains(c) || c.is_alphanumeric();
    let fits = (1..=5).contains(&value.chars().count()) && value.chars().all(sign);
    fits.then(|| Some(value.to_owned())).ok_or(())
}

fn channels_value(values: &[&str], place: &AskedFrom) -> Checked {
    if let [value] = values {
        if means(value, "word-all-channels") {
            return Ok(None);
        }
        if means(value, "word-this-channel") {
            return Ok(Some(place.channel.to_string()));
        }
    }
    let id = |value: &&str| {
        let digits = value.trim_start_matches("<#").trim_end_matches('>');
        digits.parse::<u64>().ok().filter(|id| *id > 0)
    };
    let ids: Option<Vec<u64>> = values.iter().map(id).collect();
    let ids = ids.filter(|ids| (1..=MOST_CHANNELS).contains(&ids.len()));
    let ids = ids.ok_or(())?;
    Ok(Some(
        ids.iter().map(u64::to_string).collect::<Vec<_>>().join(" "),
    ))
}
