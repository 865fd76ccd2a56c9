//! Forgetting a person: in statistics and settings, and in everything kept of tables that are over.
//!
//! What is compressed cannot be searched by the database, so all of it is looked through. Table by table is changed,
//! each in a transaction of its own; a note in `meta` has that finished after a kill.
//!
//! Letting go: the names of people who were not seen for long, and servers that the bot left.

use super::tables::read_pack;
use super::{packs, *};
use crate::club::cup::Cup;
use crate::club::day_of;
use crate::store::about::{is_account, without};
use crate::store::journal::{header_seal, pack_seal};

/// Begins the name of the note about a person who is being forgotten.
const NOTE: &str = "forgetting:";

/// Finds the tables in which a person is named, but in packed entries.
const NAMED: &str = "header LIKE $1 OR id IN (SELECT table_id FROM entries WHERE body LIKE $1) \
                     OR id IN (SELECT table_id FROM finished WHERE summary LIKE $1)";

impl Db {
    /// Forgets a person: statistics, name, settings, and their id and name in the journals of
    /// ended tables (see [`forget`]); open tables follow when they end. Answers with the number
    /// of journals changed at once.
    pub async fn forget(&self, person: PersonId) -> Result<usize, StoreError> {
        let doing = "forget a person";
        let mut tx = self.writing(doing).await?;
        forget_sums(&mut tx, person).await?;
        if !is_account(person) {
            tx.commit().await?;
            return Ok(0);
        }
        let sql = "INSERT INTO meta (name, value) VALUES ($1, '') ON CONFLICT DO NOTHING";
        let note = format!("{NOTE}{}", person.0);
        tx.run(sql, &note).await?;
        let sql = format!(
            "INSERT INTO forget_later (table_id, person) SELECT id, $2 FROM tables \
             WHERE state = 'open' AND ({NAMED}) ON CONFLICT DO NOTHING"
        );
        let like = format!("%{}%", person.0);
        tx.run(&sql, (&like, person)).await?;
        tx.commit().await?;
        let sql = format!(
            "SELECT id FROM tables WHERE (state IS NULL OR state <> 'open') \
             AND ({NAMED} OR id IN (SELECT table_id FROM packs))"
        );
        let tables: Vec<i64> = self.list(doing, &sql, like).await?;
        let mut changed = 0;
        for table in tables {
            let mut tx = self.writing(doing).await?;
            let forgotten = forget_in_journal(&mut tx, person, table);
            changed += usize::from(forgotten.await?);
            tx.commit().await?;
        }
        let mut tx = self.writing(doing).await?;
        tx.run("DELETE FROM meta WHERE name = $1", note).await?;
        tx.commit().await?;
        Ok(changed)
    }

    /// Goes on with forgetting that was interrupted by the end of the process.
    pub async fn finish_forgetting(&self) -> Result<(), StoreError> {
        let sql = "SELECT name FROM meta WHERE name LIKE 'forgetting:%'";
        let notes: Vec<String> = self.list("forget a person", sql, ()).await?;
        for note in notes {
            let person = note.strip_prefix(NOTE);
            if let Some(person) = person.and_then(|person| person.parse().ok()) {
                self.forget(PersonId(person)).await?;
            }
        }
        Ok(())
    }

    /// Forgets people whose removal waited for the end of the table.
    pub(super) async fn forget_late(&self, tx: &mut Tx, table: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM forget_later WHERE table_id = $1 RETURNING person";
        let people: Vec<PersonId> = tx.all(sql, table).await?;
        for person in people {
            forget_in_journal(tx, person, table).await?;
        }
        Ok(())
    }

    /// Empties the names of people of whom nothing was counted for so many days; what was counted stays.
    /// Answers with the number of names.
    pub async fn forget_names(&self, now: UnixMillis, days: u32) -> Result<usize, StoreError> {
        let doing = "forget names";
        // In the order in which rounds write them.
        let sql = "SELECT person, seen FROM people WHERE name <> '' AND seen < $1 ORDER BY person";
        let people = self.list(doing, sql, day_of(now).saturating_sub(days));
        let people: Vec<(PersonId, i64)> = people.await?;
        let mut names = 0;
        for people in people.chunks(TOGETHER) {
            let mut tx = self.writing(doing).await?;
            for person in people {
                // Unless they were seen meanwhile.
                let sql = "UPDATE people SET name = '' WHERE person = $1 AND seen = $2 \
                           RETURNING person";
                names += tx.run(sql, *person).await?.len();
            }
            tx.commit().await?;
        }
        Ok(names)
    }

    /// The servers that the bot left before this time ([`LEFT`]), and did not come back to.
    pub async fn left_guilds(&self, before: UnixMillis) -> Result<Vec<GuildId>, StoreError> {
        let doing = "list servers that were left";
        let sql = "SELECT id, value FROM settings WHERE scope = 'guild' AND name = $1 ORDER BY id";
        let mut left: Vec<(GuildId, String)> = self.list(doing, sql, Left::NAME).await?;
        left.retain(|(_, at)| is_before(at, before));
        Ok(left.into_iter().map(|(guild, _)| guild).collect())
    }

    /// Forgets a server that the bot left before this time: its settings, tables with their history, and
    /// standings there. What people did there stays in their sums and ratings over all servers, without
    /// saying where. `false`, and nothing or not all is forgotten, if the bot came back, or while a table of
    /// it is open.
    pub async fn forget_guild(
        &self,
        guild: GuildId,
        before: UnixMillis,
    ) -> Result<bool, StoreError> {
        let doing = "forget a server";
        let mut tx = self.reading(doing).await?;
        let sql = "SELECT id, state FROM tables WHERE guild = $1 ORDER BY id";
        let rows = tx.run(sql, guild).await?;
        if rows.iter().any(|row| row.text(1) == Ok("open")) {
            return Ok(false);
        }
        let tables: Result<Vec<i64>, StoreError> = rows.iter().map(Row::read).collect();
        let sql = "SELECT DISTINCT person FROM counters WHERE guild = $1 ORDER BY person";
        let people = tx.run(sql, guild).await?;
        drop(tx);
        for tables in tables?.chunks(TOGETHER) {
            let Some(mut tx) = self.leaving(guild, before).await? else {
                return Ok(false);
            };
            for table in tables {
                remove(&mut tx, *table).await?;
            }
            tx.commit().await?;
        }
        for person in people {
            let Some(mut tx) = self.leaving(guild, before).await? else {
                return Ok(false);
            };
            move_sums(&mut tx, guild, person.read()?).await?;
            tx.commit().await?;
        }
        let Some(mut tx) = self.leaving(guild, before).await? else {
            return Ok(false);
        };
        for sql in [
            "DELETE FROM ratings WHERE guild = $1",
            "UPDATE daily SET guild = 0 WHERE guild = $1",
            "DELETE FROM settings WHERE scope = 'guild' AND id = $1",
        ] {
            tx.run(sql, guild).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// A transaction in which something of a server is forgotten; `None` if the bot came back, which waits
    /// for its end.
    async fn leaving(&self, guild: GuildId, before: UnixMillis) -> Result<Option<Tx>, StoreError> {
        let mut tx = self.writing("forget a server").await?;
        let sql = "UPDATE settings SET value = value \
                   WHERE scope = 'guild' AND id = $1 AND name = $2 RETURNING value";
        let left = tx.first(sql, (guild, Left::NAME)).await?;
        let left = left.is_some_and(|row| row.text(0).is_ok_and(|at| is_before(at, before)));
        Ok(left.then_some(tx))
    }
}

/// Removes statistics, name and settings; in other people's statistics the person becomes
/// `PersonId(0)`.
async fn forget_sums(tx: &mut Tx, person: PersonId) -> Result<(), StoreError> {
    let me = Versus::Person(person).to_string();
    let nobody = Versus::Person(PersonId(0)).to_string();
    // First, and then person by person: nobody counts for them meanwhile, nor waits in a circle.
    tx.run("DELETE FROM people WHERE person = $1", person)
        .await?;
    let sql = "INSERT INTO counters (game, guild, person, versus, counter, value) \
               SELECT game, guild, person, $2, counter, value FROM counters WHERE versus = $1 \
               ORDER BY person, game, guild, counter \
               ON CONFLICT (game, guild, person, versus, counter) \
               DO UPDATE SET value = counters.value + excluded.value";
    tx.run(sql, (&me, nobody)).await?;
    let sql = "DELETE FROM counters WHERE versus = $1 OR person = $2";
    tx.run(sql, (me, person)).await?;
    tx.run("DELETE FROM daily WHERE person = $1", person)
        .await?;
    ratings::forget(tx, person).await?;
    let sql = "DELETE FROM settings WHERE scope = 'person' AND id = $1";
    tx.run(sql, person).await?;
    // Nobody changes one meanwhile.
    if is_account(person) {
        let sql = "UPDATE settings SET value = value WHERE scope <> 'person' AND value LIKE $1";
        tx.run(sql, format!("%{}%", person.0)).await?;
    }
    for setting in statistics::naming(tx, person).await? {
        forget_in_setting(tx, person, setting).await?;
    }
    Ok(())
}

/// Takes a person out of a setting of somebody else: one under their number goes; otherwise nobody takes their place.
/// What a channel keeps of its open table goes with that.
async fn forget_in_setting(
    tx: &mut Tx,
    person: PersonId,
    NamedSetting { scope, name, value }: NamedSetting,
) -> Result<(), StoreError> {
    let number = person.0.to_string();
    if name.split(' ').any(|word| word == number) {
        let sql = "DELETE FROM settings WHERE scope = $1 AND id = $2 AND name = $3";
        return tx.run(sql, (scope, name)).await.map(drop);
    }
    let after = match read_setting::<Cup>(&name, &value) {
        Some((key, mut cup)) => setting_of(&key, cup.forget(person).then_some(&cup)).1,
        None => without(person, PersonId(0), &value),
    };
    let Some(after) = after.filter(|_| !matches!(scope, Scope::Channel(_))) else {
        return Ok(());
    };
    let sql = "UPDATE settings SET value = $4 WHERE scope = $1 AND id = $2 AND name = $3";
    tx.run(sql, (scope, name, after)).await.map(drop)
}

/// How texts of a table that name a person are found, each after two numbers that are its key, and are written anew.
type Texts = [&'static str; 2];

const ENTRIES: Texts = [
    "SELECT position, at, body FROM entries WHERE table_id = $1 AND body LIKE $2",
    "UPDATE entries SET body = $4 WHERE table_id = $1 AND position = $2 AND at = $3",
];

const HISTORY: Texts = [
    "SELECT match_number, round_number, summary FROM finished WHERE table_id = $1 AND summary LIKE $2",
    "UPDATE finished SET summary = $4 WHERE table_id = $1 AND match_number = $2 AND round_number = $3",
];

/// Who is forgotten where: the person, and who stands for them in this journal.
struct Forgotten {
    person: PersonId,
    stand_in: PersonId,
    table: TableId,
    row: i64,
}

/// Replaces the person in everything of one table; `false` if they are not in it.
async fn forget_in_journal(tx: &mut Tx, person: PersonId, row: i64) -> Result<bool, StoreError> {
    let sql = "SELECT channel, opening, guild, game, opened_at, header, seal, forgotten \
               FROM tables WHERE id = $1";
    let Some(header) = tx.first(sql, row).await? else {
        return Ok(false);
    };
    let (Ok(table), Ok(before)) = (header.get(0), header.get::<u32>(7)) else {
        tracing::warn!(
            row,
            "a damaged table is left as it is, though somebody asked to be forgotten"
        );
        return Ok(false);
    };
    let forgotten = Forgotten {
        person,
        stand_in: PersonId(u64::from(before) + 1),
        table,
        row,
    };
    let mut changed = forgotten.in_header(tx, &header).await?;
    for text in [ENTRIES, HISTORY] {
        changed |= forgotten.in_texts(tx, text).await?;
    }
    changed |= forgotten.in_packs(tx).await?;
    if changed {
        for sql in [
            "UPDATE tables SET forgotten = forgotten + 1 WHERE id = $1",
            // It only saves time, and its digest would not fit any more.
            "DELETE FROM snapshots WHERE table_id = $1",
        ] {
            tx.run(sql, row).await?;
        }
    }
    Ok(changed)
}

impl Forgotten {
    fn without(&self, text: &str) -> Option<String> {
        without(self.person, self.stand_in, text)
    }

    /// In the header, in a row of `channel, opening, guild, game, opened_at, header, seal`. What did
    /// not fit its seal does not do so afterwards.
    async fn in_header(&self, tx: &mut Tx, row: &Row) -> Result<bool, StoreError> {
        let Ok((guild, game, at, line, seal)) = row.get(2) else {
            return Ok(false);
        };
        let (game, line, seal): (String, String, String) = (game, line, seal);
        let Some(header) = self.without(&line) else {
            return Ok(false);
        };
        let seal_of = |line: &str| header_seal(self.table, guild, &game, at, line);
        let fits = seal == seal_of(&line);
        let seal = Some(seal_of(&header)).filter(|_| fits).unwrap_or_default();
        let sql = "UPDATE tables SET header = $2, seal = $3 WHERE id = $1";
        tx.run(sql, (self.row, header, seal)).await?;
        Ok(true)
    }

    async fn in_texts(&self, tx: &mut Tx, [find, write]: Texts) -> Result<bool, StoreError> {
        let like = format!("%{}%", self.person.0);
        let texts: Vec<((i64, i64), String)> = tx.all(find, (self.row, like)).await?;
        let mut changed = false;
        for (key, text) in texts {
            if let Some(text) = self.without(&text) {
                tx.run(write, (self.row, key, text)).await?;
                changed = true;
            }
        }
        Ok(changed)
    }

    async fn in_packs(&self, tx: &mut Tx) -> Result<bool, StoreError> {
        let sql = "SELECT first, last, body, seal FROM packs WHERE table_id = $1";
        let mut changed = false;
        for row in tx.run(sql, self.row).await? {
            let Some(mut entries) = read_pack(self.table, &row) else {
                continue;
            };
            let mut here = false;
            for entry in &mut entries {
                if let Some(line) = self.without(&entry.line) {
                    entry.line = line;
                    here = true;
                }
            }
            if !here {
                continue;
            }
            let (first, last) = row.read()?;
            let body = packs::pack(&entries);
            let seal = pack_seal(self.table, first, last, &body);
            let sql = "UPDATE packs SET body = $3, seal = $4 WHERE table_id = $1 AND first = $2";
            tx.run(sql, (self.row, first, body, seal)).await?;
            changed = true;
        }
        Ok(changed)
    }
}

/// How many tables or names are removed in one transaction, so that others can write in between.
const TOGETHER: usize = 10;

/// Has the sums of a person on a server count for no server, so that those over all stay.
async fn move_sums(tx: &mut Tx, guild: GuildId, person: i64) -> Result<(), StoreError> {
    // Nobody counts for them meanwhile.
    let sql = "UPDATE people SET name = name WHERE person = $1";
    tx.run(sql, person).await?;
    for sql in [
        "INSERT INTO counters (game, guild, person, versus, counter, value) \
         SELECT game, 0, person, versus, counter, value FROM counters \
         WHERE person = $1 AND guild = $2 ORDER BY game, versus, counter \
         ON CONFLICT (game, guild, person, versus, counter) \
         DO UPDATE SET value = counters.value + excluded.value",
        "DELETE FROM counters WHERE person = $1 AND guild = $2",
    ] {
        tx.run(sql, (person, guild)).await?;
    }
    Ok(())
}

/// Whether the time in a text is before this one.
fn is_before(at: &str, before: UnixMillis) -> bool {
    at.parse().is_ok_and(|at: u64| at < before.0)
}

/// Removes a table that is not open, with its history, and what is set of its channel.
async fn remove(tx: &mut Tx, row: i64) -> Result<(), StoreError> {
    packs::empty(tx, row).await?;
    for sql in [
        "DELETE FROM rated WHERE table_id = $1",
        "DELETE FROM finished WHERE table_id = $1",
        "DELETE FROM settings WHERE scope = 'channel' \
         AND id = (SELECT channel FROM tables WHERE id = $1)",
        "DELETE FROM tables WHERE id = $1",
    ] {
        tx.run(sql, row).await?;
    }
    Ok(())
}
