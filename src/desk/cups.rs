//! Cups: called, signed up for, begun and ended by whom.
//!
//! Decides who may do what, and keeps a cup in one piece: every change is made to what was read last, or made
//! anew to what somebody else has written meanwhile. Who plays whom and for which points is for
//! [`crate::club::cup`], what is done for tables for [`tables`], which words ask for what for [`request`].

mod request;
mod tables;

use std::sync::atomic::Ordering;

use super::answer::{Done, Request, refuse};
use super::{Answer, Club, Command};
use crate::club::cup::{Cup, CupAsk, CupRound, CupStage, Entrant, Joined, Parted};
use crate::store::{GuildId, Scope, StoreError, StoredRow};
use crate::table::{PersonId, UnixMillis};
use crate::text::context::Surface;
use crate::text::cups::{self, CupDone, CupTrouble};

use request::{CupRequest, Partner};

/// A cup of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuildCup {
    pub guild: GuildId,
    /// Its number there.
    pub number: u32,
    pub cup: Cup,
}

impl Club {
    pub(super) async fn cup(&self, asked: &Request<'_>, command: &Command) -> Done {
        let Request { who, place, cx } = asked;
        let request = CupRequest::read(command).or_else(|trouble| refuse(trouble.page(cx)))?;
        let Some(guild) = place.guild.filter(|_| self.front.face == Surface::Discord) else {
            return refuse(CupTrouble::NoServer.page(cx));
        };
        if let (CupRequest::New(..), Some(why)) = (&request, place.no_threads) {
            return refuse(CupTrouble::NoPlace(why).page(cx));
        }
        let guild = GuildId(guild);
        let cups = asked.written(self.cups_of(guild).await)?;
        let live = cups.last().filter(|last| last.cup.stage != CupStage::Over);
        let number = match (&request, cups.last(), live) {
            (CupRequest::New(..), _, Some(_)) => return refuse(CupTrouble::Unfinished.page(cx)),
            (CupRequest::New(cup, minutes), last, None) => {
                let now = self.front.host.now().0;
                let cup = Cup {
                    channel: place.channel,
                    by: who.person,
                    begins: minutes.map(|minutes| UnixMillis(now + minutes * 60_000)),
                    ..Cup::clone(cup)
                };
                let number = last.map_or(1, |last| last.number + 1);
                return self.new_cup(asked, (guild, number), cup).await;
            }
            (CupRequest::List, Some(_), _) => {
                let cups: Vec<Cup> = cups.into_iter().rev().map(|one| one.cup).collect();
                return Ok(Answer::shown(cups::list_page(&cups, cx)));
            }
            (CupRequest::Tell, Some(last), _) => {
                return Ok(Answer::shown(cups::page(&last.cup, None, cx)));
            }
            (CupRequest::End { sure: false }, _, Some(GuildCup { cup, .. }))
                if who.moderator || cup.by == who.person =>
            {
                return Ok(Answer::shown(cups::ask_end_page(cup, cx)).for_them_alone());
            }
            (_, _, None) => return refuse(CupTrouble::None.page(cx)),
            (_, _, Some(last)) => last.number,
        };
        let partner = match &request {
            CupRequest::Join(Some(Partner::Known(person, name))) => Some((*person, name.clone())),
            CupRequest::Join(Some(Partner::Called(name))) => {
                match self.entrant_called(asked, name, &cups) {
                    Some(partner) => Some(partner),
                    None => return refuse(CupTrouble::Nobody(name.clone()).page(cx)),
                }
            }
            _ => None,
        };
        let seed = asked.written(self.cup_seed(guild, number).await)?;
        let partner = partner.as_ref();
        let partner = partner.map(|(person, name)| (*person, name.as_str()));
        let mut also = vec![who.person];
        also.extend(partner.map(|(person, _)| person));
        let mut ended = None;
        let changed = self.change_cup((guild, number), &also, |cup, parted| {
            let runs = who.moderator || cup.by == who.person;
            match &request {
                CupRequest::Join(_) => {
                    if cup.drawn && partner.is_some() {
                        return Err(CupTrouble::Drawn);
                    }
                    match cup.join((who.person, &who.name), partner, parted) {
                        Some(Joined::Asked { .. }) => Ok(CupDone::Asked),
                        Some(Joined::Paired) => Ok(CupDone::Paired),
                        Some(Joined::In) => Ok(CupDone::Joined),
                        None => Err(CupTrouble::In),
                    }
                }
                CupRequest::Accept(by) => match cup.accept((who.person, &who.name), *by, parted) {
                    true => Ok(CupDone::Paired),
                    false => Err(CupTrouble::NotAsked),
                },
                CupRequest::Decline => match cup.decline(who.person) {
                    true => Ok(CupDone::Declined),
                    false => Err(CupTrouble::NotAsked),
                },
                CupRequest::Leave => match cup.leave(who.person) {
                    true => Ok(CupDone::Left),
                    false => Err(CupTrouble::NotIn),
                },
                _ if !runs => Err(CupTrouble::MayNot),
                CupRequest::Start if cup.stage != CupStage::SignUp => Err(CupTrouble::Begun),
                CupRequest::Start => match cup.begin(&seed, parted) {
                    true => Ok(CupDone::Started),
                    false => Err(CupTrouble::Few),
                },
                _ => {
                    // A round that is not over counts for nobody.
                    ended = cup.played.pop_if(|round| !round.is_over());
                    cup.stage = CupStage::Over;
                    Ok(CupDone::Ended)
                }
            }
        });
        let Some((cup, done)) = asked.written(changed.await)? else {
            return refuse(CupTrouble::None.page(cx));
        };
        let done = done.or_else(|trouble| refuse(trouble.page(cx)))?;
        self.cups.fetch_add(1, Ordering::Relaxed);
        let tables = ended.map_or_else(Vec::new, |round| round.tables);
        self.close_cup_tables(cup.game, &tables).await;
        Ok(Answer::shown(done.page(cx)).for_them_alone())
    }

    async fn new_cup(
        &self,
        asked: &Request<'_>,
        (guild, number): (GuildId, u32),
        after: Cup,
    ) -> Done {
        let Request { who, cx, .. } = asked;
        let chosen = self.front.settings.guild(Some(guild.0)).await;
        if !who.moderator && chosen.word("cups") != "everybody" {
            return refuse(CupTrouble::MayNot.page(cx));
        }
        let called = cups::called_page(&after, cx);
        let call = |before: Option<Cup>| match before {
            None => (Some(after.clone()), true),
            there => (there, false),
        };
        let store = self.front.store();
        let kept = store.change_stored(Scope::Guild(guild), &number, call);
        if !asked.written(kept.await)? {
            return refuse(CupTrouble::Unfinished.page(cx));
        }
        self.cups.fetch_add(1, Ordering::Relaxed);
        Ok(Answer::shown(called).for_them_alone())
    }

    /// Who is called so: somebody who has signed up, or who sits at the channel's table.
    fn entrant_called(
        &self,
        Request { who, place, .. }: &Request,
        name: &str,
        cups: &[GuildCup],
    ) -> Option<(PersonId, String)> {
        let pairs = cups.last().into_iter().flat_map(|last| &last.cup.pairs);
        let mut entrants = pairs.flat_map(|pair| &pair.players);
        let called = |entrant: &&Entrant| entrant.name.to_lowercase() == name.to_lowercase();
        if let Some(entrant) = entrants.find(called) {
            return Some((entrant.person, entrant.name.clone()));
        }
        let meant = self.people.whom_words_mean(who, place, name)?;
        Some((meant.person, meant.name))
    }

    /// The cups of a server, the latest last.
    async fn cups_of(&self, guild: GuildId) -> Result<Vec<GuildCup>, StoreError> {
        let store = self.front.store();
        let kept = store.all_stored(Some(Scope::Guild(guild))).await?;
        Ok(kept.into_iter().filter_map(guild_cup).collect())
    }

    /// Changes a cup as it is now, knowing who of its people, and of these `also`, are not to meet; `None` if there is
    /// no such cup. It is not written if nothing has changed.
    async fn change_cup<T>(
        &self,
        (guild, number): (GuildId, u32),
        also: &[PersonId],
        mut change: impl FnMut(&mut Cup, &Parted) -> T,
    ) -> Result<Option<(Cup, T)>, StoreError> {
        let (store, scope) = (self.front.store(), Scope::Guild(guild));
        loop {
            let Some(known) = store.stored::<Cup>(scope, &number).await? else {
                return Ok(None);
            };
            let people: Vec<PersonId> = people_of(&known).chain(also.iter().copied()).collect();
            let parted = self.people.parted_among(&people).await;
            let changed = store.change_stored(scope, &number, |cup: Option<Cup>| match cup {
                Some(mut cup) if people_of(&cup).eq(people_of(&known)) => {
                    let done = change(&mut cup, &parted);
                    (Some(cup.clone()), Some((cup, done)))
                }
                other => (other, None),
            });
            // Of who came meanwhile it is not known whom they are not to meet.
            if let Some(done) = changed.await? {
                return Ok(Some(done));
            }
        }
    }

    /// The cups that are not over, or whose end was not told.
    pub async fn live_cups(&self) -> Vec<GuildCup> {
        let kept = self.front.store().all_stored(None).await;
        let kept = kept.unwrap_or_else(|error| {
            tracing::warn!(%error, "cups could not be read");
            Vec::new()
        });
        let cups = kept.into_iter().filter_map(guild_cup);
        let live = |one: &GuildCup| one.cup.stage != CupStage::Over || !one.cup.told;
        cups.filter(live).collect()
    }

    /// How often people have changed cups here.
    pub fn cup_changes(&self) -> u64 {
        self.cups.load(Ordering::Relaxed)
    }

    /// Notes where the post of a cup is.
    pub async fn note_cup_post(&self, guild: GuildId, number: u32, post: u64) {
        let noted = self.change_cup((guild, number), &[], |cup, _| cup.post = Some(post));
        if let Err(error) = noted.await {
            tracing::warn!(%error, "where the post of a cup is could not be noted");
        }
    }

    /// Notes where a message is that asks for a partner, or that it has no buttons any more.
    pub async fn note_cup_ask(&self, one: &mut GuildCup, ask: CupAsk) {
        one.cup.note_ask(ask);
        let noted = self.change_cup((one.guild, one.number), &[], |cup, _| cup.note_ask(ask));
        if let Err(error) = noted.await {
            tracing::warn!(%error, "where somebody is asked to be a partner could not be noted");
        }
    }

    /// Whether who won is to be told now: once.
    pub async fn takes_cup_end(&self, guild: GuildId, number: u32) -> bool {
        let taken = self.change_cup((guild, number), &[], |cup, _| {
            let first = cup.stage == CupStage::Over && !cup.told;
            cup.told |= first;
            first
        });
        matches!(taken.await, Ok(Some((_, true))))
    }

    /// Notes where a table of the present round is; `false` if it has a place already.
    pub async fn place_cup_table(&self, one: &GuildCup, at: usize, place: u64) -> bool {
        let round = one.cup.played.len();
        let placed = self.change_cup((one.guild, one.number), &[], |cup, _| {
            let same = cup.played.len() == round;
            let of_round = |round: &mut CupRound| {
                let free = round.tables.get_mut(at);
                let free = free.filter(|table| table.place.is_none());
                free.map(|table| table.place = Some(place)).is_some()
            };
            same && cup.played.last_mut().is_some_and(of_round)
        });
        matches!(placed.await, Ok(Some((_, true))))
    }
}

fn people_of(cup: &Cup) -> impl Iterator<Item = PersonId> + '_ {
    let players = cup.pairs.iter().flat_map(|pair| &pair.players);
    players.map(|player| player.person)
}

fn guild_cup(row: StoredRow<Cup>) -> Option<GuildCup> {
    let Scope::Guild(guild) = row.scope else {
        return None;
    };
    let (number, cup) = (row.key, row.value);
    Some(GuildCup { guild, number, cup })
}
