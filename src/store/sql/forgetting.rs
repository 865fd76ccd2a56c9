//! Forgetting a person: in statistics and settings, and in everything kept of tables that are over.

use super::*;
use crate::store::forget::{is_account, without};
use crate::store::journal::{entry_seal, header_seal};

impl<D: Dialect> Core<D> {
    pub async fn forget(&self, person: PersonId) -> Result<usize, StoreError> {
        let doing = "forget a person";
        let mut tx = self.begin(Purpose::Write, doing).await?;
        forget_sums(&mut tx, person).await.doing(doing)?;
        let changed = match is_account(person) {
            true => forget_in_journals(&mut tx, person).await.doing(doing)?,
            false => 0,
        };
        tx.commit().await.doing(doing)?;
        Ok(changed)
    }

    /// Forgets people whose removal waited for the end of the table.
    pub async fn forget_late(&self, tx: &mut D::Tx, table: i64) -> Result<(), sqlx::Error> {
        let sql = "DELETE FROM forget_later WHERE table_id = $1 RETURNING person";
        for row in tx.run(sql, vec![table.into()]).await? {
            forget_in_journal(tx, PersonId(row.id(0)?), table).await?;
        }
        Ok(())
    }
}

/// Removes statistics, name and settings; in other people's statistics the person becomes
/// `PersonId(0)`.
async fn forget_sums<T: Transaction>(tx: &mut T, person: PersonId) -> Result<(), sqlx::Error> {
    let me = Versus::Person(person).to_string();
    let nobody = Versus::Person(PersonId(0)).to_string();
    let sql = "INSERT INTO counters (game, guild, person, versus, counter, value) \
               SELECT game, guild, person, $2, counter, value FROM counters WHERE versus = $1 \
               ON CONFLICT (game, guild, person, versus, counter) \
               DO UPDATE SET value = counters.value + excluded.value";
    tx.run(sql, vec![me.as_str().into(), nobody.into()]).await?;
    let sql = "DELETE FROM counters WHERE versus = $1 OR person = $2";
    tx.run(sql, vec![me.into(), person.0.into()]).await?;
    let sql = "DELETE FROM people WHERE person = $1";
    tx.run(sql, vec![person.0.into()]).await?;
    let sql = "DELETE FROM settings WHERE scope = 'person' AND id = $1";
    tx.run(sql, vec![person.0.into()]).await.map(drop)
}

/// Forgets a person in closed journals at once, in open ones when they end.
async fn forget_in_journals<T: Transaction>(
    tx: &mut T,
    person: PersonId,
) -> Result<usize, sqlx::Error> {
    let like = || Value::from(format!("%{}%", person.0));
    let sql = "SELECT id, state FROM tables WHERE header LIKE $1 \
               OR id IN (SELECT table_id FROM entries WHERE body LIKE $1) \
               OR id IN (SELECT table_id FROM finished WHERE summary LIKE $1)";
    let mut changed = 0;
    for row in tx.run(sql, vec![like()]).await? {
        let table = row.int(0)?;
        if row.text(1)? == "open" {
            let sql = "INSERT INTO forget_later (table_id, person) VALUES ($1, $2) \
                       ON CONFLICT DO NOTHING";
            let values = vec![table.into(), person.0.into()];
            tx.run(sql, values).await?;
        } else if forget_in_journal(tx, person, table).await? {
            changed += 1;
        }
    }
    Ok(changed)
}

/// Replaces the person in one journal and its history; `false` if they are not in it.
async fn forget_in_journal<T: Transaction>(
    tx: &mut T,
    person: PersonId,
    row: i64,
) -> Result<bool, sqlx::Error> {
    let id = || Value::from(row);
    let sql = "SELECT channel, opening, guild, game, opened_at, header, forgotten \
               FROM tables WHERE id = $1";
    let rows = tx.run(sql, vec![id()]).await?;
    let Some(row) = rows.first() else {
        return Ok(false);
    };
    let table = tables::table_id(row, 0)?;
    let stand_in = PersonId(u64::from(row.small(6)?) + 1);
    let mut changed = false;
    if let Some(header) = without(person, stand_in, row.text(5)?) {
        let game = tables::game(row, 3)?;
        let at = UnixMillis(row.id(4)?);
        let seal = header_seal(table, GuildId(row.id(2)?), game.name(), at, &header);
        let sql = "UPDATE tables SET header = $2, seal = $3 WHERE id = $1";
        tx.run(sql, vec![id(), header.into(), seal.into()]).await?;
        changed = true;
    }
    let like = || Value::from(format!("%{}%", person.0));
    let sql = "SELECT position, at, body FROM entries WHERE table_id = $1 AND body LIKE $2";
    for row in tx.run(sql, vec![id(), like()]).await? {
        let mut record = tables::read_entry(&row)?;
        if let Some(line) = without(person, stand_in, &record.line) {
            record.line = line;
            let seal = entry_seal(table, &record);
            let sql = "UPDATE entries SET body = $3, seal = $4 \
                       WHERE table_id = $1 AND position = $2";
            let position = record.position.0.into();
            let values = vec![id(), position, record.line.into(), seal.into()];
            tx.run(sql, values).await?;
            changed = true;
        }
    }
    let sql = "SELECT match_number, round_number, summary FROM finished \
               WHERE table_id = $1 AND summary LIKE $2";
    for row in tx.run(sql, vec![id(), like()]).await? {
        if let Some(summary) = without(person, stand_in, row.text(2)?) {
            let sql = "UPDATE finished SET summary = $4 \
                       WHERE table_id = $1 AND match_number = $2 AND round_number = $3";
            let round = [row.int(0)?.into(), row.int(1)?.into()];
            let mut values = vec![id()];
            values.extend(round);
            values.push(summary.into());
            tx.run(sql, values).await?;
            changed = true;
        }
    }
    if changed {
        let sql = "UPDATE tables SET forgotten = forgotten + 1 WHERE id = $1";
        tx.run(sql, vec![id()]).await?;
    }
    Ok(changed)
}
