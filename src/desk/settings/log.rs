//! What was changed of a server's settings: by whom, when, from what to what.
//!
//! Decides how much is kept and who sees it; [`crate::text::settings`] has the page.

use super::Settings;
use super::change::no_server;
use crate::desk::{Answer, AskedFrom, Desk, Who};
use crate::store::{GuildId, Scope, SettingChange, setting_of};
use crate::table::UnixMillis;
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::settings;
use crate::text::settings::Owner;
use crate::text::trouble::Trouble;

/// How many changes are kept of a server; the oldest give way.
const MOST_CHANGES: usize = 50;

impl Settings {
    /// The changes on a server, the oldest first; `None` if the store failed. They are not cached, so that nothing of somebody who was forgotten stays in memory.
    async fn changes_on(&self, guild: GuildId) -> Option<Vec<SettingChange>> {
        let kept = self.store.all_stored(Some(Scope::Guild(guild))).await;
        if let Err(error) = &kept {
            tracing::warn!(%error, "the changes of settings could not be read");
        }
        Some(kept.ok()?.into_iter().map(|row| row.value).collect())
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

impl Desk {
    /// The changes on the server, for its moderators.
    pub(super) async fn settings_log(
        &self,
        who: &Who,
        place: &AskedFrom,
        cx: &RenderContext,
    ) -> Answer {
        let Some(guild) = place.guild else {
            return Answer::refused(no_server("settings log", cx));
        };
        if !who.moderator {
            return Answer::refused(Page::line(say!(cx, "settings-log-not-moderator")));
        }
        let Some(changes) = self.settings.changes_on(GuildId(guild)).await else {
            return Answer::refused(Trouble::NotRead.page(cx));
        };
        let known = self.settings_of(Owner::Server, who, place).await;
        Answer::shown(settings::log_page(&changes, &known, cx)).for_them_alone()
    }
}
