//! The list of processes that share a server, its time, and the queue for gateway sessions.
//!
//! Nothing here decides who may write: that is for leases alone. A row that cannot be read is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::*;

/// How long the row of a process that is gone stays, in milliseconds.
const KEPT: u64 = 600_000;

impl Core {
    pub async fn time(&self, now: UnixMillis) -> Result<UnixMillis, StoreError> {
        let doing = "read the time";
        let Some(sql) = self.dialect.time else {
            return Ok(now);
        };
        let mut tx = self.begin(Purpose::Read, doing).await?;
        let rows = tx.run(sql, vec![]).await.doing(doing)?;
        let time = rows.first().and_then(|row| row.id(0).ok());
        Ok(time.map_or(now, UnixMillis))
    }

    pub async fn attend(&self, attendance: Attendance) -> Result<Company, StoreError> {
        let doing = "enter the list of processes";
        if self.dialect.time.is_none() {
            return Ok(Company::default());
        }
        self.database.live(&self.life).await.doing(doing)?;
        let Attendance {
            owner, now, load, ..
        } = &attendance;
        check_text("owner", owner)?;
        let mut tx = self.begin(Purpose::Write, doing).await?;
        let sql = "INSERT INTO processes (life, owner, seen, load) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (life) DO UPDATE SET seen = excluded.seen, load = excluded.load";
        let own = vec![
            self.life.as_str().into(),
            owner.as_str().into(),
            now.0.into(),
            (*load).into(),
        ];
        tx.run(sql, own).await.doing(doing)?;
        let sql = "DELETE FROM processes WHERE seen < $1";
        let before = now.0.saturating_sub(KEPT);
        tx.run(sql, vec![before.into()]).await.doing(doing)?;
        let sql = "SELECT life, owner, seen, load FROM processes ORDER BY life";
        let rows = tx.run(sql, vec![]).await.doing(doing)?;
        let leases = self.read_leases(&mut tx, "").await.doing(doing)?;
        tx.commit().await.doing(doing)?;

        let read = |row: &Row| self.member(row, &attendance);
        let mut members: Vec<Member> = sound(&rows, doing, read);
        let since = |seen: UnixMillis| now.0.saturating_sub(seen.0);
        members.retain(|member| since(member.seen) < attendance.gone_after);
        let mut dead = BTreeSet::new();
        let doubted = members
            .iter()
            .filter(|member| since(member.seen) >= attendance.doubted_after);
        let strangers = leases.iter().filter_map(|lease| lease.life.as_ref());
        let known = |life: &&String| members.iter().any(|member| member.life == **life);
        let strangers = strangers.filter(|life| !known(life));
        let asked: BTreeSet<String> = doubted
            .map(|member| &member.life)
            .chain(strangers)
            .cloned()
            .collect();
        for life in asked {
            if self.database.liveness(&life).await.doing(doing)? == Liveness::Dead {
                dead.insert(life);
            }
        }
        for member in &mut members {
            member.is_dead = dead.contains(&member.life);
        }
        let held = leases.into_iter().filter_map(|lease| {
            let ended = lease.life.as_ref().is_some_and(|life| dead.contains(life));
            let free = ended || lease.is_past(*now);
            let holder = lease.life.unwrap_or_default();
            (!free).then_some((lease.shard, (lease.total, holder)))
        });
        let leases: BTreeMap<_, _> = held.collect();
        if attendance.shares {
            self.held.lock().start();
        }
        Ok(Company { members, leases })
    }

    /// A process as its row says.
    fn member(&self, row: &Row, attendance: &Attendance) -> Option<Member> {
        let life = row.text(0).ok()?.to_owned();
        let seen = row.id(2).ok()?;
        Some(Member {
            is_self: life == self.life,
            life,
            owner: row.text(1).ok()?.to_owned(),
            // One whose clock was ahead is not thereby alive for longer.
            seen: UnixMillis(seen.min(attendance.now.0)),
            load: row.id(3).ok()?,
            is_dead: false,
        })
    }

    /// Takes this process off the list.
    pub async fn leave(&self) -> Result<(), StoreError> {
        let doing = "leave the list of processes";
        let mut tx = self.begin(Purpose::Write, doing).await?;
        let sql = "DELETE FROM processes WHERE life = $1";
        let life = vec![self.life.as_str().into()];
        tx.run(sql, life).await.doing(doing)?;
        tx.commit().await.doing(doing)
    }

    pub async fn queue_identify(
        &self,
        bucket: u32,
        now: UnixMillis,
        every: u64,
    ) -> Result<Duration, StoreError> {
        let doing = "queue for a session";
        if self.dialect.time.is_none() {
            return Ok(Duration::ZERO);
        }
        let now = self.time(now).await?;
        let mut tx = self.begin(Purpose::Write, doing).await?;
        // A place further away than an hour is damage.
        let sql = "INSERT INTO identifies (bucket, next) VALUES ($1, $2 + $3) \
                   ON CONFLICT (bucket) DO UPDATE SET next = CASE \
                   WHEN identifies.next BETWEEN $2 AND $2 + 3600000 \
                   THEN identifies.next + $3 ELSE $2 + $3 END RETURNING next";
        let values = vec![bucket.into(), now.0.into(), every.into()];
        let rows = tx.run(sql, values).await.doing(doing)?;
        tx.commit().await.doing(doing)?;
        let next = rows.first().and_then(|row| row.id(0).ok());
        let place = next.unwrap_or(now.0 + every).saturating_sub(every);
        Ok(Duration::from_millis(place.saturating_sub(now.0)))
    }
}
