//! What is done for the tables of cups: opened, begun and read, round by round.
//!
//! All of it can be done again and again, by whoever has the server's tables, and leads to the same: what was done
//! already is found in the cup, at the table, or in the history.

use std::convert::Infallible;

use super::{Club, GuildCup};
use crate::chance::Seed;
use crate::club::cup::{Cup, CupGame, CupStage, CupTable, Outcome, Pair};
use crate::desk::fixed_deal::{self, Compared};
use crate::game::{Seat, Viewer};
use crate::host::{Handle, OpenError, Venue};
use crate::store::{Finished, GuildId, StoreError};
use crate::table::{Input, Limits, PersonId, Skill, StageView, Submission, TableId, TableKey};
use crate::tractor::Tractor;
use crate::uno::Uno;

/// Seconds for a turn where the server has no limit: somebody who is away keeps no round from ending.
const TURN_S: u32 = 90;

impl Club {
    /// What all chance in a cup comes from.
    pub(super) async fn cup_seed(&self, guild: GuildId, number: u32) -> Result<Seed, StoreError> {
        let days = self.day_secret().await?;
        let of_guild = days.secret.derive("cups of a server", guild.0);
        Ok(of_guild.derive("a cup", number.into()))
    }

    /// Does what is due for a cup: begins it, opens its tables where they have a place, takes in how they ended, and
    /// goes on with the next round. Answers with the cup as it is then; `None` if it is gone.
    ///
    /// # Errors
    /// [`StoreError`]; whatever was not done is done the next time.
    pub async fn keep_cup(&self, one: &GuildCup) -> Result<Option<GuildCup>, StoreError> {
        let &GuildCup { guild, number, .. } = one;
        let seed = self.cup_seed(guild, number).await?;
        let now = self.front.host.now();
        let begun = self.change_cup((guild, number), &[], |cup, parted| {
            if cup.stage == CupStage::SignUp && cup.begins.is_some_and(|at| at <= now) {
                // With too few it waits until somebody says so.
                cup.begins = None;
                cup.begin(&seed, parted);
            }
        });
        let Some((cup, ())) = begun.await? else {
            return Ok(None);
        };
        let tables = cup.played.last().map_or(&[][..], |round| &round.tables);
        let mut found = Vec::with_capacity(tables.len());
        for table in tables.iter().filter(|_| cup.stage == CupStage::Playing) {
            let place = (&cup, table);
            found.push(match cup.game {
                CupGame::Tractor => self.keep_cup_table::<Tractor>(guild, place, &seed).await?,
                CupGame::Uno => self.keep_cup_table::<Uno>(guild, place, &seed).await?,
            });
        }
        let round = cup.played.len();
        let kept = self.change_cup((guild, number), &[], |cup, parted| {
            if cup.stage != CupStage::Playing || cup.played.len() != round {
                return false;
            }
            let tables = cup.played.last_mut().map(|round| &mut round.tables);
            for (table, (id, outcome)) in tables.into_iter().flatten().zip(&found) {
                table.table = table.table.or(*id);
                table.outcome = table.outcome.or(*outcome);
            }
            cup.go_on(&seed, parted)
        });
        let Some((after, went_on)) = kept.await? else {
            return Ok(None);
        };
        if went_on || after.stage == CupStage::Over {
            self.close_cup_tables(cup.game, tables).await;
        }
        let cup = after;
        Ok(Some(GuildCup { guild, number, cup }))
    }

    /// The table that a place of the cup has, opened and dealt if it was not, and how it ended.
    async fn keep_cup_table<G: Compared>(
        &self,
        guild: GuildId,
        (cup, table): (&Cup, &CupTable),
        seed: &Seed,
    ) -> Result<(Option<TableId>, Option<Outcome>), StoreError> {
        let (Some(place), None) = (table.place, table.outcome) else {
            return Ok((table.table, table.outcome));
        };
        let key = TableKey(place);
        let here = self.front.host.get(key).and_then(G::of);
        let id = match (table.table, &here) {
            (Some(id), _) => id,
            // It was opened just before a process ended.
            (None, Some(handle)) => handle.id(),
            (None, None) => {
                let Some(handle) = self.open_cup_table::<G>(guild, cup, table, seed).await else {
                    return Ok((None, None));
                };
                self.seat_cup_table(&handle, cup, table).await;
                return Ok((Some(handle.id()), None));
            }
        };
        let history = self.front.store().history(key, 0, 8).await?;
        let is_it =
            |done: &&Finished| done.table == id && done.match_number == 1 && done.round == Some(1);
        if let Some(done) = history.iter().find(is_it) {
            let outcome = G::score(&done.summary).map_or(Outcome::Void, Outcome::Played);
            return Ok((Some(id), Some(outcome)));
        }
        let Some(handle) = here.filter(|handle| handle.id() == id) else {
            let open = self.is_open_anywhere(id).await?;
            return Ok((Some(id), (!open).then_some(Outcome::Void)));
        };
        let view = handle.view(Viewer::Public);
        // Players agreed to end it.
        let void = view.number > 0 && matches!(view.stage, StageView::Lobby);
        if !void {
            self.seat_cup_table(&handle, cup, table).await;
        }
        Ok((Some(id), void.then_some(Outcome::Void)))
    }

    async fn open_cup_table<G: Compared>(
        &self,
        guild: GuildId,
        cup: &Cup,
        table: &CupTable,
        seed: &Seed,
    ) -> Option<Handle<G>> {
        let secret = seed.derive("cards of a round", cup.played.len() as u64);
        let given = self
            .front
            .settings
            .guild(Some(guild.0))
            .await
            .limits(self.front.limits);
        let limits = Limits {
            turn_limit_s: given.turn_limit_s.or(Some(TURN_S)),
            absent_turns: given.absent_turns.or(Some(1)),
            ..given
        };
        let key = TableKey(table.place?);
        let (host, ..) = players(cup, table).next()?;
        let (venue, rules) = (Venue { key, guild }, G::compared(&secret));
        let opened = self
            .front
            .host
            .open::<G>(venue, rules, limits, secret, host);
        let opened = opened.await.inspect_err(|error| {
            if !matches!(error, OpenError::AlreadyOpen) {
                tracing::warn!(%error, "a table of a cup could not be opened");
            }
        });
        opened.ok()
    }

    /// Seats who is to play, with computers for who is missing, and deals; takes away who has left the cup. What is
    /// done already is left as it is.
    async fn seat_cup_table<G: Compared>(&self, handle: &Handle<G>, cup: &Cup, table: &CupTable) {
        let submit = |input| async move {
            let done = handle.submit(Submission::typed(input)).await;
            if let Err(error) = done {
                tracing::warn!(table = %handle.id(), %error, "a table of a cup is not as it should be");
            }
            Ok::<(), Infallible>(())
        };
        let people: Vec<_> = players(cup, table).collect();
        let Ok(()) = fixed_deal::begin(handle, &people, (Skill::Heuristic, true), submit).await;
        let view = || handle.view(Viewer::Public);
        let sides = table.sides.iter();
        let all = sides.flat_map(|side| &cup.pairs[*side].players);
        for player in all.filter(|player| player.left && view().seat_of(player.person).is_some()) {
            let person = player.person;
            let Ok(()) = submit(Input::Leave { person }).await;
        }
    }

    /// Closes the tables of a round that is over, or does not count any more.
    pub(super) async fn close_cup_tables(&self, game: CupGame, tables: &[CupTable]) {
        for table in tables {
            match game {
                CupGame::Tractor => self.close_cup_table::<Tractor>(table).await,
                CupGame::Uno => self.close_cup_table::<Uno>(table).await,
            }
        }
    }

    /// Closes a table of a round that is over, if it is still played there. A result stays to be read: such a table
    /// is closed when it was quiet for long, as any other.
    async fn close_cup_table<G: Compared>(&self, table: &CupTable) {
        let here = table
            .place
            .and_then(|place| self.front.host.get(TableKey(place)));
        if let Some(handle) = here.and_then(G::of)
            && table.table == Some(handle.id())
            && !matches!(handle.view(Viewer::Public).stage, StageView::Over(_))
        {
            self.close_table(&handle).await;
        }
    }
}

/// Who sits where of those who have not left.
fn players<'a>(cup: &'a Cup, table: &CupTable) -> impl Iterator<Item = (PersonId, &'a str, Seat)> {
    let sides = table.sides.into_iter().zip(0_u8..);
    sides.flat_map(|(side, first)| {
        let Pair { players, .. } = &cup.pairs[side];
        let seated = players.iter().zip([first, first + 2]);
        let there = seated.filter(|(player, _)| !player.left);
        there.map(|(player, seat)| (player.person, player.name.as_str(), Seat::new(seat)))
    })
}
