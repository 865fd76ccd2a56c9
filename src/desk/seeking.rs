//! Looking for a game: people of a server list themselves, and a room is opened when there are enough.
//!
//! Decides who looks for what and how long, who of them sit down together, and when they are called: once, when
//! there is a room for them. Who looks for a game is a setting of the server.
//!
//! Telling people that a seat is free: they ask once, in a channel, are told once, and are forgotten.
//!
//! Decides who is remembered, how many, and when they are told. How somebody is told, the faces decide.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::answer::{Done, Request, refuse};
use super::settings::RoomReach;
use super::{Announcement, Answer, Club, Served, at_any_table};
use crate::game::{Game, GameKind, Viewer, at_game};
use crate::host::Handle;
use crate::store::{Banned, Db, GuildId, Scope, Seek, StoreError, Stored, StoredRow, setting_of};
use crate::table::{
    Away, Occupant, PersonId, SeatView, StageView, TableKey, TableView, UnixMillis,
};
use crate::text::context::Surface;
use crate::text::rooms::RoomTrouble;
use crate::text::statistics::game;
use crate::text::strangers::{self, SeekTrouble, Seekers};
use crate::text::words::{is_no, means};

/// For how many minutes somebody is listed who does not say.
const USUAL_MIN: u64 = 60;
/// The shortest and the longest time that can be asked for, in minutes.
const MINUTES: RangeInclusive<u64> = 5..=240;
/// The most people who look for a game on a server.
const MOST_PEOPLE: usize = 50;
/// For so many a game is opened; some can be played by more.
const ENOUGH: u8 = 4;

/// How many are enough for a game.
fn enough(game: GameKind) -> usize {
    at_game!(game, G => {
        let seats = <G as Game>::seats(&<G as Game>::Rules::default());
        usize::from(ENOUGH.clamp(*seats.start(), *seats.end()))
    })
}

impl Club {
    /// Lists the requester as looking for a game, or not any more; without words shows who does.
    pub(super) async fn seek(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let Some(guild) = place.guild.map(GuildId) else {
            return refuse(SeekTrouble::NoServer.page(cx));
        };
        if words.is_empty() {
            return self.seekers(asked, guild).await;
        }
        if is_no(words) {
            asked.written(self.seek_nothing(guild, &[who.person]).await)?;
            return Ok(Answer::shown(strangers::seeks_nothing(cx)).for_them_alone());
        }
        if let Some(kind) = words.strip_suffix(" now").and_then(game) {
            return self.seek_game(asked, kind, None).await;
        }
        let (mut wanted, mut minutes) = (None, None);
        for word in words.split_whitespace() {
            let time = word.parse().ok().filter(|time| MINUTES.contains(time));
            match (game(&word.to_lowercase()), time) {
                (Some(kind), _) if wanted.is_none() => wanted = Some(kind),
                (None, Some(time)) if minutes.is_none() => minutes = Some(time),
                _ => return refuse(SeekTrouble::Unclear(MINUTES).page(cx)),
            }
        }
        let wanted = wanted.unwrap_or(GameKind::USUAL);
        let minutes = minutes.or(Some(USUAL_MIN));
        self.seek_game(asked, wanted, minutes).await
    }

    /// Lists the requester for so many minutes, and opens a room if there are enough with them; with `None` opens it at
    /// once for them and all who look for this game.
    async fn seek_game(&self, asked: &Request<'_>, game: GameKind, minutes: Option<u64>) -> Done {
        let Request { who, place, cx } = asked;
        // Nobody is called by two.
        let _alone = self.telling.enter().await;
        let (guild, seeks) = self.seekable(asked).await?;
        let others = seeks.iter().filter(|seek| seek.person != who.person);
        let people: BTreeSet<PersonId> = others.map(|seek| seek.person).collect();
        if minutes.is_some() && people.len() >= MOST_PEOPLE {
            return refuse(SeekTrouble::Full.page(cx));
        }
        let company = self.company(who.person, game, &seeks).await;
        let Some(minutes) = minutes.filter(|_| company.len() + 1 < enough(game)) else {
            return match company.is_empty() {
                true => refuse(SeekTrouble::Nobody.page(cx)),
                false => self.sit_down_with(asked, (guild, game, company)).await,
            };
        };
        let now = self.front.host.now();
        let own = Seek {
            person: who.person,
            game,
            name: who.name.clone(),
            since: now,
            until: UnixMillis(now.0 + minutes * 60_000),
            channel: place.channel,
        };
        let kept = self.front.store().set_settings(
            Scope::Guild(guild),
            vec![setting_of(&own.key(), Some(&own))],
        );
        asked.written(kept.await)?;
        let public = self.front.public_context(place).await;
        let seeks: Vec<Seek> = company.into_iter().chain([own]).collect();
        let games = [listed(game, &seeks, now)];
        let page = strangers::seekers_page(&games, TableKey(place.channel), &public);
        Ok(Answer::shown(page).for_everybody())
    }

    /// Who looks for a game on the requester's server, if they can sit down with them.
    async fn seekable(&self, asked: &Request<'_>) -> Done<(GuildId, Vec<Seek>)> {
        let Request { who, place, cx } = asked;
        let Some(guild) = place.guild.filter(|_| self.front.face == Surface::Discord) else {
            return refuse(SeekTrouble::NoServer.page(cx));
        };
        if self.front.settings.guild(place.guild).await.rooms() == RoomReach::Off {
            return refuse(RoomTrouble::Off.page(cx));
        }
        if let Some(other) = self.front.places.room_of(who.person) {
            return refuse(RoomTrouble::Elsewhere(other.key()).page(cx));
        }
        let guild = GuildId(guild);
        Ok((guild, asked.read(self.seeks(guild).await)?))
    }

    /// Those who look for this game longest and would sit down with this person and one another, as many as are
    /// enough with them.
    async fn company(&self, person: PersonId, game: GameKind, seeks: &[Seek]) -> Vec<Seek> {
        let mut company: Vec<Seek> = Vec::new();
        let others = seeks.iter();
        for seek in others.filter(|seek| seek.game == game && seek.person != person) {
            if company.len() + 1 >= enough(game) {
                break;
            }
            let mut fits = self.front.places.room_of(seek.person).is_none();
            for other in company.iter().map(|other| other.person).chain([person]) {
                fits = fits && !self.people.are_parted(seek.person, other).await;
            }
            if fits {
                company.push(seek.clone());
            }
        }
        company
    }

    /// Opens a room, seats the requester, and calls the others there.
    async fn sit_down_with(
        &self,
        asked: &Request<'_>,
        (guild, game, company): (GuildId, GameKind, Vec<Seek>),
    ) -> Done {
        let Request { who, place, cx } = asked;
        let mut people: Vec<PersonId> = company.iter().map(|seek| seek.person).collect();
        people.push(who.person);
        // First, so that nobody is called to two rooms.
        asked.written(self.seek_nothing(guild, &people).await)?;
        let opened = at_game!(game, G => {
            let rules = self.front.settings.opening_rules::<G>(place.guild).await;
            self.tables.new_room_of::<G>(asked, rules).await
        });
        if opened.is_err() {
            // They look on.
            let written = company.iter();
            let written = written.map(|seek| setting_of(&seek.key(), Some(seek)));
            asked.written(
                self.front
                    .store()
                    .set_settings(Scope::Guild(guild), written.collect())
                    .await,
            )?;
        }
        let table = opened?;
        let others = company.iter().map(|seek| seek.name.as_str());
        let names: Vec<&str> = [who.name.as_str()].into_iter().chain(others).collect();
        let public = self.front.public_context(place).await;
        let mut channels: Vec<u64> = company.iter().map(|seek| seek.channel).collect();
        channels.sort_unstable();
        channels.dedup();
        let said = channels.into_iter().map(|channel| {
            let called = company.iter().filter(|seek| seek.channel == channel);
            let called = called.map(|seek| seek.person).collect();
            let page = strangers::found_page((game, table.key()), &names, called, &public);
            Announcement::new(channel, page)
        });
        let answer = Answer::shown(self.tables.told_to(who, &table).page(cx)).about(table.key());
        Ok(answer.saying(said.collect()))
    }

    /// The page with all on a server who look for a game and would sit down with this person.
    async fn seekers(&self, asked: &Request<'_>, guild: GuildId) -> Done {
        let Request { who, place, cx } = asked;
        let mut seeks = Vec::new();
        for seek in asked.read(self.seeks(guild).await)? {
            if !self.people.are_parted(seek.person, who.person).await {
                seeks.push(seek);
            }
        }
        let now = self.front.host.now();
        let games = GameKind::ALL.map(|game| listed(game, &seeks, now));
        let page = strangers::seekers_page(&games, TableKey(place.channel), cx);
        Ok(Answer::shown(page).for_them_alone())
    }

    /// The games that somebody on a server looks for, with all who do; `None` if nobody does.
    ///
    /// # Errors
    /// [`StoreError`] if that could not be read.
    pub async fn looked_for(&self, guild: GuildId) -> Result<Option<Vec<Seekers>>, StoreError> {
        let (seeks, now) = (self.seeks(guild).await?, self.front.host.now());
        let mut games = GameKind::ALL.map(|game| listed(game, &seeks, now)).to_vec();
        games.retain(|seekers| !seekers.people.is_empty());
        Ok((!games.is_empty()).then_some(games))
    }

    /// Who looks for a game on a server, the first of them first.
    async fn seeks(&self, guild: GuildId) -> Result<Vec<Seek>, StoreError> {
        let store = self.front.store();
        let kept = store.all_stored(Some(Scope::Guild(guild))).await?;
        let now = self.front.host.now();
        let seeks = kept.into_iter().map(|row: StoredRow<Seek>| row.value);
        let mut seeks: Vec<Seek> = seeks.filter(|seek| seek.until > now).collect();
        let bans = self.people.bans.lock();
        seeks.retain(|seek| !bans.contains(&Banned::Person(seek.person)));
        seeks.sort_by_key(|seek| (seek.since, seek.person));
        Ok(seeks)
    }

    /// These people look for nothing on a server any more.
    async fn seek_nothing(&self, guild: GuildId, people: &[PersonId]) -> Result<(), StoreError> {
        let games = |person: &PersonId| {
            let person = *person;
            GameKind::ALL.map(|game| setting_of::<Seek>(&(game, person), None))
        };
        let changes = people.iter().flat_map(games).collect();
        self.front
            .store()
            .set_settings(Scope::Guild(guild), changes)
            .await
    }

    /// Deletes what is kept of those whose time is over, on all servers.
    pub async fn drop_old_seeks(&self) {
        let store = self.front.store();
        let kept = store.all_stored::<Seek>(None).await;
        let kept = kept.unwrap_or_else(|error| {
            tracing::warn!(%error, "who looked for a game could not be read");
            Vec::new()
        });
        let now = self.front.host.now();
        for old in kept.into_iter().filter(|row| row.value.until <= now) {
            if let Err(error) = store.store::<Seek>(old.scope, &old.key, None).await {
                tracing::warn!(%error, "who looked for a game could not be deleted");
            }
        }
    }

    /// Notes that somebody wants to be told as soon as they can sit down in this channel: `here` by a
    /// mention, `off` not any more.
    pub(super) async fn tell_me(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let person = who.person;
        let shown = |line| Ok(Answer::shown(line).for_them_alone());
        let off = is_no(words);
        if let Some(table) = self.front.places.own_table(place).filter(|_| !off) {
            let view = at_any_table!(&table, handle => {
                let view = handle.view(Viewer::Public);
                (view.expects(person), has_seat_for(&view, person))
            });
            match view {
                (true, _) => return shown(say!(cx, "tell-seated")),
                (false, true) => return shown(say!(cx, "tell-free")),
                (false, false) => {}
            }
        }
        let here = means(words, "word-here");
        let noted = self.note_waiting(place.channel, person, (!off).then_some(here));
        match asked.written(noted.await)? {
            true if off => shown(say!(cx, "tell-off")),
            true => shown(say!(cx, "tell-noted")),
            false => refuse(say!(cx, "tell-too-many")),
        }
    }

    /// Those who are to be told that they can sit down at this table, which is shown in this channel:
    /// each once.
    pub async fn whom_to_tell<G: Served>(&self, handle: &Handle<G>, channel: u64) -> Vec<Waiting> {
        let _alone = self.telling.enter().await;
        let view = handle.view(Viewer::Public);
        let Ok(waiting) = self.waiting(channel).await else {
            return Vec::new();
        };
        let sits = |one: &Waiting| view.expects(one.person);
        let is_due = |one: &Waiting| sits(one) || has_seat_for(&view, one.person);
        let due: Vec<Waiting> = waiting.into_iter().filter(is_due).collect();
        let gone = due.iter();
        let gone = gone.map(|one| setting_of::<Waiting>(&one.person, None));
        let scope = Scope::Channel(TableKey(channel));
        let gone = self.front.store().set_settings(scope, gone.collect());
        if let Err(error) = gone.await {
            // They are told when it can be noted that they were: otherwise they would be told again.
            tracing::warn!(%error, "who was told of a seat could not be written");
            return Vec::new();
        }
        due.into_iter().filter(|one| !sits(one)).collect()
    }

    /// Notes how somebody waits in a channel, or with `None` that they do not; `false` if there are too
    /// many.
    async fn note_waiting(
        &self,
        channel: u64,
        person: PersonId,
        here: Option<bool>,
    ) -> Result<bool, StoreError> {
        let _alone = self.telling.enter().await;
        let scope = Scope::Channel(TableKey(channel));
        if here.is_some() {
            let here = self.waiting(channel).await?.into_iter();
            let others = here.filter(|other| other.person != person).count();
            let mut elsewhere = waits_of(self.front.store(), person).await?;
            elsewhere.retain(|row| row.scope != scope);
            if others >= MOST_WAITING || elsewhere.len() >= MOST_CHANNELS {
                return Ok(false);
            }
        }
        let since = self.front.host.now();
        let waiting = here.map(|here| Waiting {
            person,
            here,
            since,
        });
        let store = self.front.store();
        store.store(scope, &person, waiting.as_ref()).await?;
        Ok(true)
    }

    /// Who waits in a channel, the first of them first.
    async fn waiting(&self, channel: u64) -> Result<Vec<Waiting>, StoreError> {
        let scope = Scope::Channel(TableKey(channel));
        let kept = self.front.store().all_stored(Some(scope)).await?;
        let mut waiting: Vec<Waiting> = kept.into_iter().map(|row| row.value).collect();
        waiting.sort_by_key(|one| one.since);
        Ok(waiting)
    }
}

/// Forgets everywhere that this person waits.
pub(super) async fn tell_nothing(store: &Db, person: PersonId) -> Result<(), StoreError> {
    for row in waits_of(store, person).await? {
        store.store::<Waiting>(row.scope, &row.key, None).await?;
    }
    Ok(())
}

/// Where somebody waits.
async fn waits_of(store: &Db, person: PersonId) -> Result<Vec<StoredRow<Waiting>>, StoreError> {
    let mut waits = store.all_stored::<Waiting>(None).await?;
    waits.retain(|row| row.key == person);
    Ok(waits)
}

/// Those who look for a game, as they are shown.
fn listed(game: GameKind, seeks: &[Seek], now: UnixMillis) -> Seekers {
    let of_it = seeks.iter().filter(|seek| seek.game == game);
    let people = of_it.map(|seek| {
        let left = seek.until.0.saturating_sub(now.0).div_ceil(60_000);
        (seek.name.clone(), left)
    });
    Seekers {
        game,
        enough: enough(game),
        people: people.collect(),
    }
}

/// The most people who wait in a channel.
const MOST_WAITING: usize = 20;
const MOST_CHANNELS: usize = 5;

/// Somebody who is to be told: kept in the scope of the channel where they wait, under their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    pub person: PersonId,
    /// Whether by a mention in the channel, and not by a direct message.
    pub here: bool,
    /// Since when: who waits first is told first.
    since: UnixMillis,
}

impl Stored for Waiting {
    const NAME: &'static str = "waiting ";
    type Key = PersonId;
}

/// Whether this person could sit down at the table, or come in later, now.
fn has_seat_for<G: Served>(view: &TableView<G>, person: PersonId) -> bool {
    let free = |place: &SeatView| match &view.stage {
        StageView::Lobby | StageView::Over(_) => place.occupant.person().is_none(),
        StageView::Playing(_) => match place.occupant {
            Occupant::Computer(_) => true,
            Occupant::Substitute { away, .. } => {
                matches!(away, Away::Left | Away::Gone) && !view.keeps(place.seat)
            }
            Occupant::Empty | Occupant::Person(_) => false,
        },
        StageView::Closed => false,
    };
    let kept = view.invited.is_some() || view.barred.contains(&person);
    !kept && (view.next_admission().is_some() || view.seats.iter().any(free))
}
