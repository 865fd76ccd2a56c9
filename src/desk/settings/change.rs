//! Showing and changing settings, by typing or by menus.
//!
//! Decides names, values and permissions. [`crate::text::settings`] has the pages.
//!
//! What was changed of a server's settings: by whom, when, from what to what.
//!
//! Decides how much is kept and who sees it; [`crate::text::settings`] has the page.
//!
//! The house rules with which new tables of a server begin.
//!
//! Decides who may keep them, and what a new table takes of them. They are kept with the settings of the
//! server, a line for each game; [`crate::game::kept_rules`] writes it.

use std::sync::Arc;

use super::Settings;
use crate::desk::answer::{Attachment, Done, Request, refuse};
use crate::desk::deeds::asks;
use crate::desk::replays::busy;
use crate::desk::seeking::tell_nothing;
use crate::desk::{Answer, AskedFrom, At, People, Served, Who};
use crate::game::{GameKind, RuleSet, at_game, kept_rules, rules_of_kept};
use crate::store::{GuildId, Scope, SettingChange, StoreError, setting_of};
use crate::table::UnixMillis;
use crate::text::context::RenderContext;
use crate::text::settings::{self, Kind, Owner, RULES, Row, STANDARD, Setting};
use crate::text::trouble::Trouble;
use crate::text::words::{is_yes, means, quotable};

/// A right example of a command that changes a setting of a server.
const SERVER_EXAMPLE: &str = "settings server prefix !";
impl People {
    /// Shows the settings, or changes one of the requester's own or (moderators) of the server's.
    pub(in crate::desk) async fn change_settings(
        &self,
        asked: &Request<'_>,
        words: &str,
        tapped: bool,
    ) -> Done {
        let cx = &asked.cx;
        let words = words.replace(['=', ':', '：'], " ");
        let words: Vec<&str> = words.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else {
            return self.settings_page(asked, Owner::Person).await;
        };
        match first.to_lowercase().as_str() {
            forget if means(forget, "word-forget") => {
                if rest.first().is_some_and(|sure| is_yes(sure)) {
                    return self.forget(asked).await;
                }
                let question = settings::forget_question(cx);
                Ok(asks(question, "settings forget yes", cx))
            }
            export if means(export, "word-export") => self.export_settings(asked).await,
            log if means(log, "word-log") => self.settings_log(asked).await,
            browser if self.front.addresses.is_some() && means(browser, "word-browser") => {
                self.browser_settings(asked, rest.first().copied()).await
            }
            server if means(server, "word-server") => match rest.split_first() {
                None => self.settings_page(asked, Owner::Server).await,
                Some((name, values)) => {
                    self.set_one(asked, Owner::Server, (name, values), tapped)
                        .await
                }
            },
            name => {
                self.set_one(asked, Owner::Person, (name, rest), tapped)
                    .await
            }
        }
    }

    /// Everything that is kept about the requester, as a file.
    async fn export_settings(&self, asked: &Request<'_>) -> Done {
        let person = asked.who.person;
        if !self.replays.may_ask(person, self.front.host.now()) {
            return busy(&asked.cx);
        }
        let kept = asked.read(self.front.store().about(person).await)?;
        let text = serde_json::to_string_pretty(&kept).expect("what is kept is JSON");
        let name = format!("tractor-bot-{}.json", person.0);
        let answer = Answer::shown(say!(asked.cx, "settings-exported"));
        Ok(answer.for_them_alone().with(Attachment { name, text }))
    }

    /// Deletes what is kept of somebody.
    async fn forget(&self, asked: &Request<'_>) -> Done {
        let person = asked.who.person;
        let told_nothing = tell_nothing(self.front.store(), person).await;
        let forgotten = told_nothing.is_ok() && self.front.settings.forget(person).await;
        self.forgotten(Some(Scope::Person(person)));
        asked.saved(forgotten)?;
        Ok(Answer::shown(say!(asked.cx, "settings-forgotten")))
    }

    /// Keeps nothing in memory of somebody who was forgotten, perhaps by another process; with `None` of anybody.
    pub fn forgotten(&self, scope: Option<Scope>) {
        self.front.settings.changed(scope);
        self.replays.clear();
        match scope {
            Some(Scope::Person(person)) => self.said.forget(Some(person)),
            Some(Scope::Guild(_) | Scope::Channel(_)) => {}
            None => self.said.forget(None),
        }
    }

    /// All settings of a person or of the server, with menus.
    async fn settings_page(&self, asked: &Request<'_>, owner: Owner) -> Done {
        let Request { who, place, .. } = asked;
        // The language may just have been changed.
        let cx = self.context_about(asked, owner).await;
        if owner == Owner::Server && place.guild.is_none() {
            return no_server(SERVER_EXAMPLE, &cx);
        }
        let settings = self.settings_of(owner, who, place).await;
        let page = match owner {
            Owner::Person => {
                let mut page = settings::own_page(&settings, place.guild.is_some(), &cx);
                page.extend(self.browser_line(who, &cx).await);
                page
            }
            Owner::Server => {
                let mut page = settings::server_page(&settings, who.moderator, &cx);
                page.extend(self.server_rules(who, place, &cx).await);
                page
            }
        };
        Ok(Answer::shown(page).for_them_alone())
    }

    /// The context in which settings are shown: with the looks of their owner.
    async fn context_about(&self, asked: &Request<'_>, owner: Owner) -> RenderContext {
        let cx = self.front.context(asked.who, asked.place).await;
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
            Some(scope) => self.front.settings.values(scope).await,
            None => Arc::default(),
        };
        let guild = self.front.settings.guild(place.guild).await;
        let limits = guild.limits(self.front.limits).entries();
        let rows = Row::of(owner).into_iter();
        let rows = rows.filter(|row| row.name != "watching" || self.front.addresses.is_some());
        let settings = rows.map(|row| {
            let limit = limits.iter().find(|limit| limit.name == row.name);
            let kept = values.get(row.name);
            let kept = kept.and_then(|value| row.read(value, 0).ok()?);
            let value = match row.kind {
                Kind::Prefix => guild.word("prefix").to_owned(),
                Kind::Limit(_) => limit.map_or_else(String::new, |limit| limit.value.clone()),
                _ => kept.unwrap_or_else(|| row.usual(owner).unwrap_or_default().to_owned()),
            };
            let offers = row.offers(owner);
            Setting { row, value, offers }
        });
        settings.collect()
    }

    /// Gives a setting another value; in the log of a server it is kept who did.
    pub(super) async fn set_and_log(
        &self,
        asked: &Request<'_>,
        scope: Scope,
        setting: String,
        (from, to): (String, Option<String>),
    ) -> Done<()> {
        let mut changes = vec![(setting.clone(), to.clone())];
        if let Scope::Guild(guild) = scope {
            let change = SettingChange {
                at: self.front.host.now(),
                person: asked.who.person,
                setting,
                from,
                to: to.unwrap_or_else(|| STANDARD.to_owned()),
            };
            changes.extend(self.front.settings.kept_change(guild, change).await);
        }
        asked.saved(self.front.settings.set(scope, changes).await)
    }

    /// Explains a setting, or changes it if there are values. What a control changed is shown among the others.
    async fn set_one(
        &self,
        asked: &Request<'_>,
        owner: Owner,
        (name, values): (&str, &[&str]),
        tapped: bool,
    ) -> Done {
        let Request { who, place, .. } = asked;
        let cx = self.context_about(asked, owner).await;
        let scope = match (owner, place.guild) {
            (Owner::Person, _) => Scope::Person(who.person),
            (Owner::Server, Some(guild)) => Scope::Guild(GuildId(guild)),
            (Owner::Server, None) => return no_server(SERVER_EXAMPLE, &cx),
        };
        let wanted = name.to_lowercase().replace('-', "_");
        let settings = self.settings_of(owner, who, place).await;
        let mut called = settings.into_iter();
        let Some(setting) = called.find(|known| known.row.is_called(&wanted)) else {
            return unknown(owner, name, &cx);
        };
        if values.is_empty() {
            let may_change = owner == Owner::Person || who.moderator;
            let page = settings::setting_page(owner, &setting, may_change, &cx);
            return Ok(Answer::shown(page));
        }
        if owner == Owner::Server && !who.moderator {
            return refuse(Trouble::NotModerator.page(&cx));
        }
        let Ok(value) = setting.row.read(&values.join(" "), place.channel) else {
            let example = settings::example(owner, &setting, &cx);
            let name = setting.row.name;
            return refuse(say!(cx, "settings-bad-value", name, example));
        };
        let (name, from) = (setting.row.name.to_owned(), setting.value.clone());
        self.set_and_log(asked, scope, name, (from, value)).await?;
        if tapped {
            return self.settings_page(asked, owner).await;
        }
        // The answer already uses the changed language.
        let cx = self.context_about(asked, owner).await;
        let settings = self.settings_of(owner, who, place).await;
        let mut settings = settings.iter();
        let now = settings.find(|known| known.row.name == setting.row.name);
        let page = settings::changed(owner, now.unwrap_or(&setting), &cx);
        Ok(Answer::shown(page))
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
        if self.front.addresses.is_some() {
            names.push(("browser".to_owned(), vec!["off"]));
        }
        names.push(("forget".to_owned(), Vec::new()));
        names
    }

    /// The changes on the server, for its moderators.
    pub(super) async fn settings_log(&self, asked: &Request<'_>) -> Done {
        let Request { who, place, cx } = asked;
        let Some(guild) = place.guild else {
            return no_server("settings log", cx);
        };
        if !who.moderator {
            return refuse(say!(cx, "settings-log-not-moderator"));
        }
        let changes = asked.read(self.front.settings.changes_on(GuildId(guild)).await)?;
        let known = self.settings_of(Owner::Server, who, place).await;
        Ok(Answer::shown(settings::log_page(&changes, &known, cx)).for_them_alone())
    }

    /// Lets new tables of the server begin with these rules. Standard ones are not kept.
    pub(in crate::desk) async fn set_server_rules<G: Served>(
        &self,
        at: &At<'_, G>,
        rules: &G::Rules,
    ) -> Done {
        let cx = &at.cx;
        let Some(guild) = at.place.guild else {
            return no_server("rules save server", cx);
        };
        if !at.who.moderator {
            return refuse(Trouble::NotModerator.page(cx));
        }
        let game = G::KIND.name();
        let mut before = self.front.settings.guild(Some(guild)).await.rules(RULES);
        let before = before.remove(game);
        let kept = kept_rules(rules);
        let kept = Some(kept).filter(|kept| *kept != kept_rules(&G::Rules::default()));
        let from = before.unwrap_or_else(|| STANDARD.to_owned());
        let (scope, setting) = (Scope::Guild(GuildId(guild)), format!("{RULES}{game}"));
        self.set_and_log(at, scope, setting, (from, kept)).await?;
        Ok(Answer::shown(settings::rules_line::<G>(rules, cx)))
    }

    /// With which rules new tables of the server begin, where they are not standard; for those who may
    /// change that, how it is done.
    pub(super) async fn server_rules(
        &self,
        who: &Who,
        place: &AskedFrom,
        cx: &RenderContext,
    ) -> Vec<String> {
        let mut rules = self.front.settings.guild(place.guild).await.rules(RULES);
        let kept = GameKind::ALL.into_iter().filter_map(|game| {
            let kept = rules.remove(game.name())?;
            Some(at_game!(game, G => settings::rules_line::<G>(&rules_of_kept(&kept), cx)))
        });
        let mut lines: Vec<String> = kept.collect();
        if who.moderator {
            let (save, forget) = ("rules save server", "rules forget server");
            let (save, forget) = (cx.command(save), cx.command(forget));
            lines.push(say!(cx, "server-rules-hint", save, forget));
        }
        lines
    }
}

/// Why a command about a server does nothing elsewhere.
pub(super) fn no_server<T>(example: &str, cx: &RenderContext) -> Done<T> {
    refuse(say!(
        cx,
        "settings-no-server",
        command = cx.command(example)
    ))
}

fn unknown<T>(owner: Owner, name: &str, cx: &RenderContext) -> Done<T> {
    let example = match owner {
        Owner::Person => "settings language zh-CN",
        Owner::Server => SERVER_EXAMPLE,
    };
    let (name, example) = (quotable(name), cx.command(example));
    refuse(say!(cx, "settings-unknown", name, example))
}

/// How many changes are kept of a server; the oldest give way.
const MOST_CHANGES: usize = 50;

impl Settings {
    /// The changes on a server, the oldest first; `None` if the store failed. They are not cached, so that nothing of somebody who was forgotten stays in memory.
    async fn changes_on(&self, guild: GuildId) -> Result<Vec<SettingChange>, StoreError> {
        let kept = self.store.all_stored(Some(Scope::Guild(guild))).await?;
        Ok(kept.into_iter().map(|row| row.value).collect())
    }

    /// What has to be written so that a change on a server is kept.
    pub(super) async fn kept_change(
        &self,
        guild: GuildId,
        mut change: SettingChange,
    ) -> Vec<(String, Option<String>)> {
        if change.from == change.to {
            return Vec::new();
        }
        let before = self.changes_on(guild).await.unwrap_or_default();
        // One after the other, also within a millisecond.
        let earliest = before.last().map_or(0, |last| last.at.0 + 1);
        change.at = UnixMillis(change.at.0.max(earliest));
        let beyond = (before.len() + 1).saturating_sub(MOST_CHANGES);
        let gone = before.iter().take(beyond);
        let gone = gone.map(|old| setting_of::<SettingChange>(&old.at, None));
        gone.chain([setting_of(&change.at, Some(&change))])
            .collect()
    }
}
