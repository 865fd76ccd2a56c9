//! What was changed of a server's settings: by whom, when, from what to what.
//!
//! Decides how much is kept and who sees it; [`crate::text::settings`] has the page.

use super::Settings;
use super::change::no_server;
use crate::desk::answer::{Done, Request, refuse};
use crate::desk::{Answer, Desk};
use crate::store::{GuildId, Scope, SettingChange, StoreError, setting_of};
use crate::table::UnixMillis;
use crate::text::settings::{self, Owner};

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

impl Desk {
    /// The changes on the server, for its moderators.
    pub(super) async fn settings_log(&self, asked: &Request<'_>) -> Done {
        let Request { who, place, cx } = asked;
        let Some(guild) = place.guild else {
            return no_server("settings log", cx);
        };
        if !who.moderator {
            return refuse(say!(cx, "settings-log-not-moderator"));
        }
        let changes = asked.read(self.settings.changes_on(GuildId(guild)).await)?;
        let known = self.settings_of(Owner::Server, who, place).await;
        Ok(Answer::shown(settings::log_page(&changes, &known, cx)).for_them_alone())
    }
}
