//! Duels: one round of tractor that everybody who has its code plays with the same cards.
//!
//! Decides which cards a new duel has, and who is asked to play them. How its round is opened, seated and gone
//! on with is that of the deal of the day.

use super::answer::{Announcement, Done, Request, refuse};
use super::{Answer, Club, Who};
use crate::command::{Anywhere, Name};
use crate::store::{DailyRanking, DailyScore, DailySecret, StoreError};
use crate::table::{DailyDeal, PersonId, TableKey};
use crate::text::daily::{self, DuelResult};
use crate::text::duel;
use crate::text::statistics::{self, mentioned};
use crate::tractor::rules::Rules;

/// The most people whom somebody asks at once.
const MOST_ASKED: usize = 8;

/// The most results that are shown.
const MOST_SHOWN: u32 = 25;

impl Club {
    /// Plays a duel or shows how it went: that of the code, or else a new one; who is mentioned is asked to play
    /// it, too.
    pub(super) async fn duel(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let (mut people, mut number) = (Vec::new(), None);
        for word in words.split_whitespace() {
            match (mentioned(word), duel::number(word)) {
                (Some(person), _) if person != who.person => people.push(person),
                (None, Some(code)) if number.is_none() => number = Some(code),
                _ => {
                    let example = cx.command(Name::Anywhere(Anywhere::Duel).example());
                    return refuse(say!(cx, "duel-usage", example));
                }
            }
        }
        if people.len() > MOST_ASKED {
            return refuse(say!(cx, "duel-many", most = MOST_ASKED));
        }
        let days = asked.read(self.day_secret().await)?;
        let number = match number {
            Some(number) => number,
            None => asked.read(self.new_duel(who, &days).await)?,
        };
        let deal = DailyDeal {
            day: DailyDeal::DUELS + number,
            counts: true,
        };
        let answer = self.play_deal(asked, &days, deal).await?;
        let key = answer.table.unwrap_or(TableKey(place.channel));
        let said = self.invite(asked, (number, &people), key).await;
        Ok(Answer { said, ..answer })
    }

    /// The number of a duel that nobody has played.
    async fn new_duel(&self, who: &Who, days: &DailySecret) -> Result<u32, StoreError> {
        let request = who.nonce.unwrap_or_else(|| self.front.host.now().0);
        let own = days.secret.derive("a duel", who.person.0);
        let mut chance = own.derive("a request", request).chance();
        loop {
            let number = duel::drawn(|signs| chance.below(signs));
            let played = self.front.store().daily_field(DailyDeal::DUELS + number);
            if played.await?.is_empty() {
                return Ok(number);
            }
        }
    }

    /// What is said where somebody asks others to play the same cards; nothing where nobody hears it.
    async fn invite(
        &self,
        asked: &Request<'_>,
        (number, people): (u32, &[PersonId]),
        table: TableKey,
    ) -> Vec<Announcement> {
        let Request { who, place, .. } = asked;
        let mut invited = Vec::new();
        for person in people {
            if !self.people.has_blocked(*person, who.person).await {
                invited.push(*person);
            }
        }
        if invited.is_empty() || place.is_direct() {
            return Vec::new();
        }
        let cx = self.front.public_context(place).await;
        let name = statistics::person(who.person, &who.name, &cx);
        let page = daily::invitation(number, &name, invited, table, &cx);
        vec![Announcement::new(place.channel, page)]
    }

    /// How everybody did in a duel that somebody has played.
    pub(super) async fn duel_result(
        &self,
        asked: &Request<'_>,
        number: u32,
        (table, score): (TableKey, &DailyScore),
    ) -> Done {
        let day = DailyDeal::DUELS + number;
        let everybody = DailyRanking {
            from: day,
            to: day,
            guild: None,
            limit: MOST_SHOWN,
        };
        let all = asked.read(self.front.store().daily_leaders(everybody).await)?;
        let result = DuelResult {
            number,
            score,
            all: &all,
            needed: Rules::default().points_to_win.0,
            table,
        };
        Ok(Answer::shown(daily::duel_page(&result, &asked.cx)).for_them_alone())
    }
}
