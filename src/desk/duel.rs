//! Duels: one round of tractor that everybody who has its code plays with the same cards.
//!
//! Decides which cards a new duel has, and who is asked to play them. How its round is opened, seated and gone
//! on with is that of the deal of the day.

use super::answer::Announcement;
use super::daily::{Undone, daily_done};
use super::{Answer, AskedFrom, Desk, Who};
use crate::command::{Anywhere, Name};
use crate::store::{DailyRanking, DailyScore, DailySecret};
use crate::table::{DailyDeal, PersonId, TableKey};
use crate::text::context::RenderContext;
use crate::text::daily::{self, DuelResult};
use crate::text::duel;
use crate::text::statistics::{self, mentioned};
use crate::tractor::rules::Rules;

/// The most people whom somebody asks at once.
const MOST_ASKED: usize = 8;

/// The most results that are shown.
const MOST_SHOWN: u32 = 25;

impl Desk {
    /// Plays a duel or shows how it went: that of the code, or else a new one; who is mentioned is asked to play
    /// it, too.
    pub(super) async fn duel(
        &self,
        who: &Who,
        place: &AskedFrom,
        words: &str,
        cx: RenderContext,
    ) -> Answer {
        let (mut people, mut number) = (Vec::new(), None);
        for word in words.split_whitespace() {
            match (mentioned(word), duel::number(word)) {
                (Some(person), _) if person != who.person => people.push(person),
                (None, Some(code)) if number.is_none() => number = Some(code),
                _ => {
                    let example = cx.command(Name::Anywhere(Anywhere::Duel).example());
                    return Answer::refused(say!(cx, "duel-usage", example));
                }
            }
        }
        if people.len() > MOST_ASKED {
            return Answer::refused(say!(cx, "duel-many", most = MOST_ASKED));
        }
        self.duel_of(who, place, (number, people), cx).await
    }

    pub(super) async fn duel_of(
        &self,
        who: &Who,
        place: &AskedFrom,
        (number, people): (Option<u32>, Vec<PersonId>),
        cx: RenderContext,
    ) -> Answer {
        let done = async {
            let days = self.days(&cx).await?;
            let number = match number {
                Some(number) => number,
                None => self.new_duel(who, &days).await?,
            };
            let deal = DailyDeal {
                day: DailyDeal::DUELS + number,
                counts: true,
            };
            let answer = self.play_deal((who, place), &days, deal, &cx).await?;
            let key = answer.table.unwrap_or(TableKey(place.channel));
            let said = self.invite(who, place, (number, &people), key).await;
            Ok(Answer { said, ..answer })
        };
        daily_done(Box::pin(done).await, &cx)
    }

    /// The number of a duel that nobody has played.
    async fn new_duel(&self, who: &Who, days: &DailySecret) -> Result<u32, Undone> {
        let request = who.nonce.unwrap_or_else(|| self.host.now().0);
        let own = days.secret.derive("a duel", who.person.0);
        let mut chance = own.derive("a request", request).chance();
        loop {
            let number = duel::drawn(|signs| chance.below(signs));
            let played = self.settings.store().daily_field(DailyDeal::DUELS + number);
            if played.await?.is_empty() {
                return Ok(number);
            }
        }
    }

    /// What is said where somebody asks others to play the same cards; nothing where nobody hears it.
    async fn invite(
        &self,
        who: &Who,
        place: &AskedFrom,
        (number, people): (u32, &[PersonId]),
        table: TableKey,
    ) -> Vec<Announcement> {
        let mut asked = Vec::new();
        for person in people {
            if !self
                .settings
                .person(*person)
                .await
                .blocked
                .contains(&who.person)
            {
                asked.push(*person);
            }
        }
        if asked.is_empty() || place.is_direct() {
            return Vec::new();
        }
        let cx = self.public_context(place).await;
        let name = statistics::person(who.person, &who.name, &cx);
        let page = daily::invitation(number, &name, asked, table, &cx);
        let channel = place.channel;
        vec![Announcement { channel, page }]
    }

    /// How everybody did in a duel that somebody has played.
    pub(super) async fn duel_result(
        &self,
        number: u32,
        (table, score): (TableKey, &DailyScore),
        cx: &RenderContext,
    ) -> Result<Answer, Undone> {
        let day = DailyDeal::DUELS + number;
        let everybody = DailyRanking {
            from: day,
            to: day,
            guild: None,
            limit: MOST_SHOWN,
        };
        let all = self.settings.store().daily_leaders(everybody).await?;
        let result = DuelResult {
            number,
            score,
            all: &all,
            needed: Rules::default().points_to_win.0,
            table,
        };
        Ok(Answer::shown(daily::duel_page(&result, cx)).for_them_alone())
    }
}
