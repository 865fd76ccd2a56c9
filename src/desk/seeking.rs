//! Looking for a game: people of a server list themselves, and a room is opened when there are enough.
//!
//! Decides who looks for what and how long, who of them sit down together, and when they are called: once, when
//! there is a room for them. Who looks for a game is a setting of the server.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::answer::{Done, Request, refuse};
use super::settings::RoomReach;
use super::{Announcement, Answer, Desk};
use crate::game::{Game, GameKind, at_game};
use crate::store::{Banned, GuildId, Scope, Seek, StoreError, StoredRow, setting_of};
use crate::table::{PersonId, TableKey, UnixMillis};
use crate::text::context::{RenderContext, Surface};
use crate::text::rooms::RoomTrouble;
use crate::text::statistics::game;
use crate::text::strangers::{self, SeekTrouble, Seekers};
use crate::text::words::is_no;

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

impl Desk {
    /// Lists the requester as looking for a game, or not any more; without words shows who does.
    pub(super) async fn seek(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let Some(guild) = place.guild.map(GuildId) else {
            return refused(&SeekTrouble::NoServer, cx);
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
                _ => return refused(&SeekTrouble::Unclear(MINUTES), cx),
            }
        }
        let wanted = wanted.unwrap_or(GameKind::USUAL);
        self.seek_game(asked, wanted, minutes.or(Some(USUAL_MIN)))
            .await
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
            return refused(&SeekTrouble::Full, cx);
        }
        let company = self.company(who.person, game, &seeks).await;
        let Some(minutes) = minutes.filter(|_| company.len() + 1 < enough(game)) else {
            return match company.is_empty() {
                true => refused(&SeekTrouble::Nobody, cx),
                false => self.sit_down_with(asked, (guild, game, company)).await,
            };
        };
        let now = self.host.now();
        let own = Seek {
            person: who.person,
            game,
            name: who.name.clone(),
            since: now,
            until: UnixMillis(now.0 + minutes * 60_000),
            channel: place.channel,
        };
        let kept = self.change_seeks(guild, vec![setting_of(&own.key(), Some(&own))]);
        asked.written(kept.await)?;
        let public = self.public_context(place).await;
        let seeks: Vec<Seek> = company.into_iter().chain([own]).collect();
        let games = [listed(game, &seeks, now)];
        let page = strangers::seekers_page(&games, TableKey(place.channel), &public);
        Ok(Answer::shown(page).for_everybody())
    }

    /// Who looks for a game on the requester's server, if they can sit down with them.
    async fn seekable(&self, asked: &Request<'_>) -> Done<(GuildId, Vec<Seek>)> {
        let Request { who, place, cx } = asked;
        let Some(guild) = place.guild.filter(|_| self.face == Surface::Discord) else {
            return refused(&SeekTrouble::NoServer, cx);
        };
        if self.settings.guild(place.guild).await.rooms() == RoomReach::Off {
            return refuse(RoomTrouble::Off.page(cx));
        }
        if let Some(other) = self.room_of(who.person) {
            return refuse(RoomTrouble::Elsewhere(other.key()).page(cx));
        }
        let guild = GuildId(guild);
        Ok((guild, asked.read(self.seeks(guild).await)?))
    }

    /// Those who look for this game longest and would sit down with this person and one another, as many as are
    /// enough with them.
    async fn company(&self, person: PersonId, game: GameKind, seeks: &[Seek]) -> Vec<Seek> {
        let mut company: Vec<Seek> = Vec::new();
        for seek in seeks
            .iter()
            .filter(|seek| seek.game == game && seek.person != person)
        {
            if company.len() + 1 >= enough(game) {
                break;
            }
            let mut fits = self.room_of(seek.person).is_none();
            for other in company.iter().map(|other| other.person).chain([person]) {
                fits = fits && !self.are_parted(seek.person, other).await;
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
            let rules = self.opening_rules::<G>(place).await;
            self.new_room_of::<G>(asked, rules).await
        });
        if opened.is_err() {
            // They look on.
            let written = company.iter();
            let written = written.map(|seek| setting_of(&seek.key(), Some(seek)));
            asked.written(self.change_seeks(guild, written.collect()).await)?;
        }
        let table = opened?;
        let names: Vec<&str> = [who.name.as_str()]
            .into_iter()
            .chain(company.iter().map(|seek| seek.name.as_str()))
            .collect();
        let public = self.public_context(place).await;
        let mut channels: Vec<u64> = company.iter().map(|seek| seek.channel).collect();
        channels.sort_unstable();
        channels.dedup();
        let said = channels.into_iter().map(|channel| {
            let called = company.iter().filter(|seek| seek.channel == channel);
            let called = called.map(|seek| seek.person).collect();
            Announcement {
                channel,
                page: strangers::found_page((game, table.key()), &names, called, &public),
            }
        });
        Ok(Answer {
            said: said.collect(),
            ..Answer::shown(self.told_to(who, &table).page(cx)).about(table.key())
        })
    }

    /// The page with all on a server who look for a game and would sit down with this person.
    async fn seekers(&self, asked: &Request<'_>, guild: GuildId) -> Done {
        let Request { who, place, cx } = asked;
        let mut seeks = Vec::new();
        for seek in asked.read(self.seeks(guild).await)? {
            if !self.are_parted(seek.person, who.person).await {
                seeks.push(seek);
            }
        }
        let now = self.host.now();
        let games = GameKind::ALL.map(|game| {
            let of_it = seeks.iter().filter(|seek| seek.game == game);
            listed(game, &of_it.cloned().collect::<Vec<_>>(), now)
        });
        let page = strangers::seekers_page(&games, TableKey(place.channel), cx);
        Ok(Answer::shown(page).for_them_alone())
    }

    /// The games that somebody on a server looks for, with all who do; `None` if nobody does.
    ///
    /// # Errors
    /// [`StoreError`] if that could not be read.
    pub async fn looked_for(&self, guild: GuildId) -> Result<Option<Vec<Seekers>>, StoreError> {
        let (seeks, now) = (self.seeks(guild).await?, self.host.now());
        let games = GameKind::ALL.into_iter().filter_map(|game| {
            let of_it: Vec<Seek> = seeks
                .iter()
                .filter(|seek| seek.game == game)
                .cloned()
                .collect();
            (!of_it.is_empty()).then(|| listed(game, &of_it, now))
        });
        let games: Vec<Seekers> = games.collect();
        Ok((!games.is_empty()).then_some(games))
    }

    /// Who looks for a game on a server, the first of them first.
    async fn seeks(&self, guild: GuildId) -> Result<Vec<Seek>, StoreError> {
        let store = self.settings.store();
        let kept = store.all_stored(Some(Scope::Guild(guild))).await?;
        let now = self.host.now();
        let seeks = kept.into_iter().map(|row: StoredRow<Seek>| row.value);
        let mut seeks: Vec<Seek> = seeks.filter(|seek| seek.until > now).collect();
        let bans = self.bans.lock();
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
        self.change_seeks(guild, changes).await
    }

    async fn change_seeks(
        &self,
        guild: GuildId,
        changes: Vec<(String, Option<String>)>,
    ) -> Result<(), StoreError> {
        let store = self.settings.store();
        store.set_settings(Scope::Guild(guild), changes).await
    }

    /// Deletes what is kept of those whose time is over, on all servers.
    pub async fn drop_old_seeks(&self) {
        let store = self.settings.store();
        let kept = store
            .all_stored::<Seek>(None)
            .await
            .unwrap_or_else(|error| {
                tracing::warn!(%error, "who looked for a game could not be read");
                Vec::new()
            });
        let now = self.host.now();
        for old in kept.into_iter().filter(|row| row.value.until <= now) {
            if let Err(error) = store.store::<Seek>(old.scope, &old.key, None).await {
                tracing::warn!(%error, "who looked for a game could not be deleted");
            }
        }
    }
}

fn refused<T>(trouble: &SeekTrouble, cx: &RenderContext) -> Done<T> {
    refuse(trouble.page(cx))
}

/// Those who look for a game, as they are shown.
fn listed(game: GameKind, seeks: &[Seek], now: UnixMillis) -> Seekers {
    let people = seeks.iter().map(|seek| {
        let left = seek.until.0.saturating_sub(now.0).div_ceil(60_000);
        (seek.name.clone(), left)
    });
    Seekers {
        game,
        enough: enough(game),
        people: people.collect(),
    }
}
