//! Forgetting a person: in statistics and settings, and in everything kept of tables that are over.
//!
//! What is compressed cannot be searched by the database, so it is looked through table by table,
//! each in a transaction of its own; a note in `meta` has that finished after a kill.

use super::tables::read_pack;
use super::*;
use crate::club::cup::Cup;
use crate::store::forget::{is_account, without};
use crate::store::journal::{header_seal, pack_seal};
use crate::store::packed;
use crate::table::{Position, Record};

/// Begins the name of the note about a person who is being forgotten.
const NOTE: &str = "forgetting:";

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
        let changed = forget_in_journals(&mut tx, person).await?;
        let sql = "INSERT INTO meta (name, value) VALUES ($1, '') ON CONFLICT DO NOTHING";
        let note = format!("{NOTE}{}", person.0);
        tx.run(sql, &note).await?;
        tx.commit().await?;
        let packed = self.forget_in_packs(person).await?;
        let mut tx = self.writing(doing).await?;
        tx.run("DELETE FROM meta WHERE name = $1", note).await?;
        tx.commit().await?;
        Ok(changed + packed)
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

    /// Looks through all packed entries of tables that are over; the number of tables changed.
    async fn forget_in_packs(&self, person: PersonId) -> Result<usize, StoreError> {
        let doing = "forget a person";
        let sql = "SELECT id FROM tables WHERE id IN (SELECT table_id FROM packs)";
        let tables: Vec<i64> = self.list(doing, sql, ()).await?;
        let mut changed = 0;
        for table in tables {
            let mut tx = self.reading(doing).await?;
            let found = is_packed_in(&mut tx, person, table);
            if found.await? {
                drop(tx);
                let mut tx = self.writing(doing).await?;
                let forgotten = forget_in_journal(&mut tx, person, table);
                changed += usize::from(forgotten.await?);
                tx.commit().await?;
            }
        }
        Ok(changed)
    }
}

/// Whether a person is named in the packed entries of one table.
async fn is_packed_in(tx: &mut Tx, person: PersonId, row: i64) -> Result<bool, StoreError> {
    let id = person.0.to_string();
    let sql = "SELECT first, last, body, seal FROM packs WHERE table_id = $1";
    for pack in tx.run(sql, row).await? {
        let body = pack.bytes(2).unwrap_or_default();
        let entries = packed::unpack(Position(0), body).unwrap_or_default();
        if entries.iter().any(|entry| entry.line.contains(&id)) {
            return Ok(true);
        }
    }
    Ok(false)
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

/// Forgets a person in closed journals at once, in open ones when they end.
async fn forget_in_journals(tx: &mut Tx, person: PersonId) -> Result<usize, StoreError> {
    let sql = "SELECT id, state FROM tables WHERE header LIKE $1 \
               OR id IN (SELECT table_id FROM entries WHERE body LIKE $1) \
               OR id IN (SELECT table_id FROM finished WHERE summary LIKE $1)";
    let mut changed = 0;
    for row in tx.run(sql, format!("%{}%", person.0)).await? {
        let (table, state): (i64, Option<String>) = row.read()?;
        if state.as_deref() == Some("open") {
            let sql = "INSERT INTO forget_later (table_id, person) VALUES ($1, $2) \
                       ON CONFLICT DO NOTHING";
            tx.run(sql, (table, person)).await?;
        } else if forget_in_journal(tx, person, table).await? {
            changed += 1;
        }
    }
    Ok(changed)
}

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
    changed |= forgotten.in_entries(tx).await?;
    changed |= forgotten.in_packs(tx).await?;
    changed |= forgotten.in_history(tx).await?;
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

    /// The parameters of a search in this table: its row, and the person's id.
    fn place(&self) -> (i64, String) {
        (self.row, format!("%{}%", self.person.0))
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
        let seal = if fits {
            seal_of(&header)
        } else {
            String::new()
        };
        let sql = "UPDATE tables SET header = $2, seal = $3 WHERE id = $1";
        tx.run(sql, (self.row, header, seal)).await?;
        Ok(true)
    }

    async fn in_entries(&self, tx: &mut Tx) -> Result<bool, StoreError> {
        let sql = "SELECT position, at, body FROM entries WHERE table_id = $1 AND body LIKE $2";
        let mut changed = false;
        let records: Vec<Record> = tx.all(sql, self.place()).await?;
        for record in records {
            let Some(line) = self.without(&record.line) else {
                continue;
            };
            let sql = "UPDATE entries SET body = $3 WHERE table_id = $1 AND position = $2";
            tx.run(sql, (self.row, record.position, line)).await?;
            changed = true;
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
            let body = packed::pack(&entries);
            let seal = pack_seal(self.table, first, last, &body);
            let sql = "UPDATE packs SET body = $3, seal = $4 WHERE table_id = $1 AND first = $2";
            tx.run(sql, (self.row, first, body, seal)).await?;
            changed = true;
        }
        Ok(changed)
    }

    async fn in_history(&self, tx: &mut Tx) -> Result<bool, StoreError> {
        let sql = "SELECT match_number, round_number, summary FROM finished \
                   WHERE table_id = $1 AND summary LIKE $2";
        let mut changed = false;
        let finished: Vec<(i64, i64, String)> = tx.all(sql, self.place()).await?;
        for (number, round, summary) in finished {
            if let Some(summary) = self.without(&summary) {
                let sql = "UPDATE finished SET summary = $4 \
                           WHERE table_id = $1 AND match_number = $2 AND round_number = $3";
                tx.run(sql, (self.row, number, round, summary)).await?;
                changed = true;
            }
        }
        Ok(changed)
    }
}
