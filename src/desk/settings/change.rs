//! Showing and changing settings, by typing or by menus.
//!
//! Decides names, values and permissions. [`crate::text::settings`] has the pages.

use std::sync::Arc;

use crate::desk::answer::Attachment;
use crate::desk::deeds::asks;
use crate::desk::{Answer, AskedFrom, Desk, Who};
use crate::game::RuleSet;
use crate::store::{GuildId, Scope, SettingChange};
use crate::text::context::RenderContext;
use crate::text::page::DestructiveAction;
use crate::text::page::Page;
use crate::text::settings;
use crate::text::settings::Owner;
use crate::text::settings::{Kind, Row, STANDARD, Setting};
use crate::text::trouble::Trouble;
use crate::text::words::{is_yes, means, quotable};

/// A right example of a command that changes a setting of a server.
const SERVER_EXAMPLE: &str = "settings server prefix !";
impl Desk {
    /// Shows the settings, or changes one of the requester's own or (moderators) of the server's.
    pub(in crate::desk) async fn change_settings(
        &self,
        (who, place): (&Who, &AskedFrom),
        (words, tapped): (&str, bool),
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
                        self.set_one(Owner::Server, (name, values), (who, place), tapped)
                            .await
                    }
                }
            }
            Some(name) => {
                let values: Vec<&str> = parts.collect();
                self.set_one(Owner::Person, (name, &values), (who, place), tapped)
                    .await
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
        let page = Page::line(say!(cx, "settings-exported"));
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

    /// Shows or changes one setting. What a control changed is shown among the others.
    async fn set_one(
        &self,
        owner: Owner,
        (name, values): (&str, &[&str]),
        (who, place): (&Who, &AskedFrom),
        tapped: bool,
    ) -> Answer {
        let set = self.setting(owner, name, values, who, place).await;
        match tapped && !values.is_empty() && !set.is_refusal() {
            true => self.settings_page(owner, who, place).await,
            false => set,
        }
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
        let scope = match owner {
            Owner::Person => Some(Scope::Person(who.person)),
            Owner::Server => place.guild.map(|guild| Scope::Guild(GuildId(guild))),
        };
        let values = match scope {
            Some(scope) => self.settings.values(scope).await,
            None => Arc::default(),
        };
        let guild = self.settings.guild(place.guild).await;
        let limits = guild.limits(self.limits).entries();
        let rows = Row::of(owner).into_iter();
        let rows = rows.filter(|row| row.name != "watching" || self.addresses.is_some());
        let settings = rows.map(|row| {
            let limit = limits.iter().find(|limit| limit.name == row.name);
            let kept = values
                .get(row.name)
                .and_then(|value| row.read(value, 0).ok()?);
            let value = match row.kind {
                Kind::Prefix => guild.prefix.clone(),
                Kind::Limit(_) => limit.map_or_else(String::new, |limit| limit.value.clone()),
                _ => kept.unwrap_or_else(|| row.usual(owner).unwrap_or_default().to_owned()),
            };
            let offers = row.offers(owner);
            Setting { row, value, offers }
        });
        settings.collect()
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
        let wanted = name.to_lowercase().replace('-', "_");
        let settings = self.settings_of(owner, who, place).await;
        let mut called = settings.into_iter();
        let Some(setting) = called.find(|known| known.row.is_called(&wanted)) else {
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
        let Ok(value) = setting.row.read(&values.join(" "), place.channel) else {
            let example = settings::example(owner, &setting, &cx);
            let name = setting.row.name;
            return Answer::refused(say!(cx, "settings-bad-value", name, example));
        };
        let mut changes = vec![(setting.row.name.to_owned(), value)];
        if let Scope::Guild(guild) = scope {
            let change = SettingChange {
                at: self.host.now(),
                person: who.person,
                setting: setting.row.name.to_owned(),
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
        let now = settings
            .iter()
            .find(|known| known.row.name == setting.row.name);
        Answer::shown(settings::changed(owner, now.unwrap_or(&setting), &cx))
    }

    /// The names of settings as they are typed, each with the values offered, for autocompletion.
    pub async fn setting_names(
        &self,
        who: &Who,
        place: &AskedFrom,
    ) -> Vec<(String, Vec<&'static str>)> {
        let own = self.settings_of(Owner::Person, who, place).await;
        let own = own.into_iter().map(|s| (s.row.name.to_owned(), s.offers));
        let mut names: Vec<_> = own.collect();
        if place.guild.is_some() && who.moderator {
            let servers = self.settings_of(Owner::Server, who, place).await;
            let named = |s: Setting| (format!("server {}", s.row.name), s.offers);
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
