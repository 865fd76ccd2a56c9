//! Profiles: where somebody stands, and what they have earned.
//!
//! Decides who may see whose; the store knows what is in them, and [`crate::text`] shows them.

use super::{Answer, AskedFrom, Desk, Who};
use crate::store::{Reach, StoreError};
use crate::table::PersonId;
use crate::text::context::RenderContext;
use crate::text::profile;
use crate::text::statistics::{self, mentioned};
use crate::text::trouble::Trouble;

impl Desk {
    /// Somebody's profile; the requester's own without words.
    pub(super) async fn profile(
        &self,
        who: &Who,
        place: &AskedFrom,
        words: &str,
        cx: &RenderContext,
    ) -> Answer {
        let person = match words.trim() {
            "" => who.person,
            words => match mentioned(words) {
                Some(person) => person,
                None => return Answer::refused(profile::unclear(words, cx)),
            },
        };
        let name = if person == who.person { &who.name } else { "" };
        let shown = statistics::person(person, name, cx);
        if person != who.person && self.settings.person(person).await.is_private {
            return Answer::refused(profile::private(&shown, cx));
        }
        match self.profile_of(person, &shown, cx).await {
            Ok(answer) => self.beside_a_match(answer, place),
            Err(error) => {
                tracing::error!(%error, "a profile could not be read");
                Answer::refused(Trouble::NotRead.page(cx))
            }
        }
    }

    async fn profile_of(
        &self,
        person: PersonId,
        shown: &str,
        cx: &RenderContext,
    ) -> Result<Answer, StoreError> {
        let store = self.settings.store();
        let stats = store.stats(person, Reach::Everywhere).await?;
        let standings = store.standings(person).await?;
        let streak = self.daily_streak(person).await?;
        let page = profile::page(shown, &stats, &standings, streak, cx);
        Ok(Answer::shown(page).for_everybody())
    }
}
