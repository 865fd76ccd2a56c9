//! The deal of the day: one round of tractor that is the same for everybody.
//!
//! Decides which cards a day has, who has played it already, and for how many days
//! somebody has played. What keeps the round the same while it is played is for [`crate::table`].
//!
//! Who did best in the deals of the days: of today, or of this month.

use super::answer::{Done, Request, refuse};
use super::fixed_deal::{self, rules_of};
use super::places::{OWN, Showing, ShownPlaces};
use super::{Answer, Club, Served, Who, at_any_table};
use crate::chance::Seed;
use crate::club::day_of;
use crate::game::Viewer;
use crate::host::{AnyTable, Handle, Hosted as _};
use crate::store::{
    DailyEntry, DailyRanking, DailyScore, DailySecret, Fault, GuildId, Month, StoreError,
    TableState,
};
use crate::table::{
    Closer, DailyDeal, Input, PersonId, Skill, StageView, Submission, TableId, TableKey, UnixMillis,
};
use crate::text::context::{RenderContext, Surface};
use crate::text::daily::{self, DailyRequest, DailyResult, DailySeal, DailySpan};
use crate::text::statistics::StatisticsQuestion;
use crate::text::words::means;
use crate::tractor::Tractor;
use crate::tractor::rules::Rules;
use crate::tractor::seating::Wind;

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// How many days are sealed and opened on the page about them.
const SEALED: u32 = 3;

/// A missed day is forgiven if none was in so many days before.
const FORGIVEN_EVERY: u32 = 7;

/// The cards of a day, and all chance in its round, come from this.
fn seed_of(days: &DailySecret, day: u32) -> Seed {
    days.secret.derive("the deal of a day", u64::from(day))
}

/// For how many days somebody has played who played on these, the latest first. A day that is missed is
/// forgiven once a week; today can still be played.
fn streak(played: &[u32], today: u32) -> u32 {
    let begins = match played.first() {
        Some(last) if *last >= today => today,
        _ => today.saturating_sub(1),
    };
    let (mut expected, mut streak) = (begins, 0);
    let mut forgiven: Option<u32> = None;
    for day in played {
        while expected > *day {
            if forgiven.is_some_and(|last| last - expected < FORGIVEN_EVERY) {
                return streak;
            }
            forgiven = Some(expected);
            expected -= 1;
        }
        streak += 1;
        expected = day.saturating_sub(1);
    }
    streak
}

impl Club {
    pub(super) async fn daily(&self, asked: &Request<'_>, words: &str) -> Done {
        match DailyRequest::read(words) {
            Some(DailyRequest::Play) => {
                let deal = DailyDeal {
                    day: self.today(),
                    counts: true,
                };
                let days = asked.read(self.day_secret().await)?;
                self.play_deal(asked, &days, deal).await
            }
            Some(DailyRequest::Practise) => self.practise_daily(asked).await,
            Some(DailyRequest::Seals) => self.daily_seals(asked).await,
            None => refuse(say!(asked.cx, "daily-usage")),
        }
    }

    pub(super) fn today(&self) -> u32 {
        day_of(self.front.host.now())
    }

    /// When the day of today's deal ends.
    pub(super) fn daily_until(&self, cx: &RenderContext) -> String {
        let next = (u64::from(self.today()) + 1) * DAY / 1_000;
        daily::until_line(next, self.front.host.now().0 / 1_000, cx)
    }

    /// What the seeds of days and of cups come from; it is made when it is asked for first.
    pub(super) async fn day_secret(&self) -> Result<DailySecret, StoreError> {
        let fresh = (self.front.secrets)().map_err(|error| StoreError::Failed {
            doing: "draw a secret",
            fault: Fault::Other,
            detail: error.to_string(),
        })?;
        let offered = DailySecret {
            secret: fresh.derive("days", 0),
            first: self.today(),
        };
        self.front.store().daily_secret(offered).await
    }

    /// Shows how a deal that counts went, or goes on with it, or begins it.
    pub(super) async fn play_deal(
        &self,
        asked: &Request<'_>,
        days: &DailySecret,
        deal: DailyDeal,
    ) -> Done {
        let who = asked.who;
        let store = self.front.store();
        let kept = asked.read(store.daily(who.person, deal.day).await)?;
        if let Some(kept) = &kept
            && let Some((score, counts)) = &kept.result
        {
            let key = kept.table.key;
            return match deal.duel() {
                Some(number) => self.duel_result(asked, number, (key, score)).await,
                None => {
                    let done = (key, score, *counts);
                    self.daily_result(asked, (days, deal.day), done).await
                }
            };
        }
        let here = self.daily_table(who, deal);
        let handle = match (here, kept) {
            (Some(handle), Some(kept)) if handle.id() == kept.table => handle,
            (_, Some(kept)) => return self.daily_gone(asked, &kept, deal).await,
            (here, None) => {
                let handle = match here {
                    Some(handle) => handle,
                    None => self.open_daily(asked, days, deal).await?,
                };
                let guild = GuildId(asked.place.guild.unwrap_or_default());
                let begun = store.begin_daily((who.person, deal.day), guild, handle.id());
                let kept = asked.read(begun.await)?;
                if kept.table != handle.id() {
                    self.close_table(&handle).await;
                    return self.daily_gone(asked, &kept, deal).await;
                }
                handle
            }
        };
        self.seat_daily(asked, &handle, deal).await
    }

    /// Begins the deal of today once more, for whoever has played it or given it up.
    async fn practise_daily(&self, asked: &Request<'_>) -> Done {
        let who = asked.who;
        let days = asked.read(self.day_secret().await)?;
        let day = self.today();
        let kept = asked.read(self.front.store().daily(who.person, day).await)?;
        let done = match &kept {
            Some(DailyEntry {
                result: None,
                table,
            }) => !asked.read(self.is_open_anywhere(*table).await)?,
            kept => kept.is_some(),
        };
        if !done {
            return refuse(say!(asked.cx, "daily-play-first"));
        }
        let deal = DailyDeal { day, counts: false };
        let playing = self.daily_table(who, deal);
        let handle = match playing.filter(Handle::is_playing) {
            Some(handle) => handle,
            None => self.open_daily(asked, &days, deal).await?,
        };
        self.seat_daily(asked, &handle, deal).await
    }

    /// Somebody's table of this deal, if it is open here.
    fn daily_table(&self, who: &Who, deal: DailyDeal) -> Option<Handle<Tractor>> {
        let mut tables = self.daily_tables(who);
        tables.find_map(|(handle, other)| (other == deal).then_some(handle))
    }

    /// All their tables of deals of days that are open here.
    fn daily_tables(&self, who: &Who) -> impl Iterator<Item = (Handle<Tractor>, DailyDeal)> {
        let person = who.person;
        let tables = self.front.host.list().into_iter().filter_map(Tractor::of);
        tables.filter_map(move |handle| {
            let view = handle.view_of(person);
            let own = view.host == person && !matches!(view.stage, StageView::Closed);
            let deal = view.daily.filter(|_| own)?;
            Some((handle, deal))
        })
    }

    /// Closes a table as its host would. One that is gone already is closed as well.
    pub(super) async fn close_table<G: Served>(&self, handle: &Handle<G>) {
        let by = Closer::Host(handle.view(Viewer::Public).host);
        let _ = handle.submit(Submission::typed(Input::Close { by })).await;
    }

    /// Opens a table for a deal; their others of the kind are over then.
    async fn open_daily(
        &self,
        asked: &Request<'_>,
        days: &DailySecret,
        deal: DailyDeal,
    ) -> Done<Handle<Tractor>> {
        let Request { who, place, cx } = asked;
        for (handle, other) in self.daily_tables(who).collect::<Vec<_>>() {
            // A day comes after another; a duel waits for nobody, and nobody loses one by it.
            let duels = other.duel().is_some() || deal.duel().is_some();
            if duels && other.counts && handle.is_playing() {
                return refuse(say!(cx, "duel-unfinished", first = daily::words(other)));
            }
            self.close_table(&handle).await;
        }
        let seed = seed_of(days, deal.day);
        let key = self.daily_key(who, days, deal);
        let shown = (self.front.face == Surface::Discord).then(|| ShownPlaces {
            unposted: true,
            ..ShownPlaces::here(place)
        });
        let begun = (rules_of(&seed), None, Some((deal, seed)));
        let table = self
            .tables
            .open_for::<Tractor>(asked, key, shown, begun)
            .await?;
        Ok(Tractor::of(table).expect("a key of tractor is one of no other game"))
    }

    /// The key of a new table, which nobody can guess.
    fn daily_key(&self, who: &Who, days: &DailySecret, deal: DailyDeal) -> TableKey {
        let request = who.nonce.unwrap_or_else(|| self.front.host.now().0);
        let own = days.secret.derive("a table of a day", who.person.0);
        let purpose = if deal.counts { "a deal" } else { "practice" };
        let own = own.derive(purpose, deal.day.into());
        let digits = own.derive("a request", request).reveal();
        let number = u64::from_str_radix(&digits[..16], 16).unwrap_or(request);
        TableKey(number & (OWN - 1) | OWN)
    }

    /// Seats whoever asks in the south with computers around them, deals, and shows their hand here; what is
    /// done already is left as it is.
    async fn seat_daily(
        &self,
        asked: &Request<'_>,
        handle: &Handle<Tractor>,
        deal: DailyDeal,
    ) -> Done {
        let Request { who, place, cx } = asked;
        let key = handle.key();
        if self.front.face == Surface::Discord
            && self.front.places.of(key).at(place.channel).is_none()
        {
            let here = Showing::of(place);
            let moved = self.front.places.change(key, |before| {
                let places = vec![here.clone()];
                before.map(|shown| ShownPlaces { places, ..shown })
            });
            moved.await;
        }
        let at = self.front.at(handle, asked);
        let south = [(who.person, who.name.as_str(), Wind::South.seat())];
        let submit = |input| at.submit(input);
        fixed_deal::begin(handle, &south, (Skill::Steady, false), submit).await?;
        let daily = cx.command(&daily::words(deal));
        let aloud = say!(cx, "daily-aloud", daily);
        let answer = Answer::shown(at.hand()).for_them_alone();
        Ok(at.answered(Ok(answer.or_aloud(Some(aloud.into())))))
    }

    /// Why a deal that somebody has begun cannot be gone on with here.
    async fn daily_gone(&self, asked: &Request<'_>, kept: &DailyEntry, deal: DailyDeal) -> Done {
        let cx = &asked.cx;
        let open = asked.read(self.is_open_anywhere(kept.table).await)?;
        refuse(match (open, deal.duel()) {
            (true, _) => say!(cx, "daily-elsewhere"),
            (false, None) => say!(cx, "daily-given-up"),
            (false, Some(_)) => say!(cx, "duel-given-up"),
        })
    }

    /// Whether a table is open, be it in another process.
    pub(super) async fn is_open_anywhere(&self, table: TableId) -> Result<bool, StoreError> {
        // The store learns of the end of a table a moment after everybody else.
        let closed = |here: &AnyTable| {
            at_any_table!(here, handle => handle.id() == table
                && matches!(handle.view(Viewer::Public).stage, StageView::Closed))
        };
        if self.front.host.list().iter().any(closed) {
            return Ok(false);
        }
        match self.front.store().journal(table).await {
            Ok(journal) => Ok(journal.state == TableState::Open),
            Err(StoreError::Missing { .. } | StoreError::Pruned { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// How somebody did in the deal of a day that they have played.
    async fn daily_result(
        &self,
        asked: &Request<'_>,
        (days, day): (&DailySecret, u32),
        (table, score, counts): (TableKey, &DailyScore, bool),
    ) -> Done {
        let store = self.front.store();
        let field = asked.read(store.daily_field(day).await)?;
        let played = asked.read(store.daily_days(asked.who.person).await)?;
        let result = DailyResult {
            number: number_of(days, day),
            score,
            counts,
            field: &field,
            streak: streak(&played, day),
            needed: Rules::default().points_to_win.0,
            table,
        };
        let mut page = daily::result_page(&result, &asked.cx);
        page.push(self.daily_until(&asked.cx));
        Ok(Answer::shown(page).for_them_alone())
    }

    /// How far somebody is with the deal of today, in a sentence; `None` where that cannot be read.
    pub async fn daily_state(&self, person: PersonId, cx: &RenderContext) -> Option<String> {
        let kept = self.front.store().daily(person, self.today()).await;
        let kept = kept.inspect_err(|error| tracing::warn!(%error, "a day could not be read"));
        let streak = self.daily_streak(person).await.unwrap_or_default();
        Some(match kept.ok()? {
            None => say!(cx, "daily-state-new", streak),
            Some(DailyEntry { result: None, .. }) => say!(cx, "daily-state-begun"),
            Some(DailyEntry {
                result: Some((score, _)),
                ..
            }) => daily::state(&score, streak, cx),
        })
    }

    /// For how many days somebody has played the deal of the day.
    pub(super) async fn daily_streak(&self, person: PersonId) -> Result<u32, StoreError> {
        let played = self.front.store().daily_days(person).await?;
        Ok(streak(&played, self.today()))
    }

    /// The seals of the days to come, and what opens those before today.
    async fn daily_seals(&self, asked: &Request<'_>) -> Done {
        let days = asked.read(self.day_secret().await)?;
        let today = self.today();
        let shown = today.saturating_sub(SEALED).max(days.first)..=today.saturating_add(SEALED);
        let seal = |day: u32| {
            let seed = seed_of(&days, day);
            DailySeal {
                number: number_of(&days, day),
                commitment: seed.commitment(),
                secret: (day < today).then(|| seed.reveal()),
            }
        };
        let seals: Vec<DailySeal> = shown.map(seal).collect();
        Ok(Answer::shown(daily::seals_page(&seals, &asked.cx)))
    }

    /// Who did best today or in this month.
    pub(super) async fn daily_leaders(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { place, cx, .. } = asked;
        let (month, others): (Vec<&str>, Vec<&str>) = words
            .split_whitespace()
            .partition(|word| means(word, "word-month"));
        let question = StatisticsQuestion::parse(&others.join(" "));
        if question.name.is_some() || question.game.is_some() || question.person.is_some() {
            return refuse(say!(cx, "daily-leaders-usage"));
        }
        let (days, today) = (asked.read(self.day_secret().await)?, self.today());
        let guild = place.guild.filter(|_| !question.everywhere).map(GuildId);
        let (from, span) = match month.is_empty() {
            true => (today, DailySpan::Day(number_of(&days, today))),
            false => (first_of_month(today), DailySpan::Month(month_of(today))),
        };
        let ranking = DailyRanking {
            from,
            to: today,
            guild,
            limit: question.limit(),
        };
        let leaders = asked.read(self.front.store().daily_leaders(ranking).await)?;
        let mut page = daily::leaders_page(span, &leaders, guild.is_none(), cx);
        if month.is_empty() {
            page.push(self.daily_until(cx));
        }
        Ok(self
            .people
            .finder
            .beside_a_match(Answer::shown(page).for_everybody(), place))
    }
}

/// The number of a day, from 1.
fn number_of(days: &DailySecret, day: u32) -> u32 {
    day.saturating_sub(days.first) + 1
}

fn month_of(day: u32) -> Month {
    Month::of(UnixMillis(u64::from(day) * DAY))
}

/// The first day of the month of this day.
fn first_of_month(day: u32) -> u32 {
    let month = month_of(day);
    let days = (0..=day).rev().take_while(|day| month_of(*day) == month);
    days.last().unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::fixed_deal::LEVELS;
    use crate::tractor::card::Rank;
    use crate::tractor::rules::FirstDealer;

    #[test]
    fn a_streak_forgives_one_day_a_week() {
        let check = |played: &[u32], expected| {
            assert_eq!(streak(played, 100), expected, "{played:?}");
        };
        check(&[], 0);
        check(&[100], 1);
        check(&[99], 1);
        check(&[98], 1);
        check(&[97], 0);
        check(&[100, 99, 98], 3);
        check(&[100, 98, 97], 3);
        check(&[100, 97, 96], 1);
        check(&[100, 98, 97, 95, 94], 3);
        check(&[100, 98, 97, 96, 95, 94, 93, 91, 90], 9);
        check(&[100, 98, 97, 96, 95, 94, 92, 91], 6);
    }

    #[test]
    fn days_differ_in_level_and_dealer_and_nobody_knows_one_by_another() {
        let days = DailySecret {
            secret: Seed::from_number(1),
            first: 20_000,
        };
        let rules = (20_000..20_200).map(|day| rules_of(&seed_of(&days, day)));
        let rules: Vec<Rules> = rules.collect();
        for level in Rank::all().take(LEVELS as usize) {
            assert!(
                rules.iter().any(|rules| rules.start_level == level),
                "{level}"
            );
        }
        for dealer in Wind::ALL {
            let named = FirstDealer::named(dealer);
            assert!(rules.iter().any(|rules| rules.first_dealer == named));
        }
        assert_eq!(rules_of(&seed_of(&days, 20_007)), rules[7]);
        assert_eq!(number_of(&days, 20_007), 8);
    }

    #[test]
    fn a_month_begins_with_its_first_day() {
        // 2024-10-04 and 2024-10-31.
        assert_eq!(first_of_month(20_000), 19_997);
        assert_eq!(first_of_month(20_027), 19_997);
        assert_eq!(first_of_month(20_028), 20_028);
    }
}
