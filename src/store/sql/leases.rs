//! Taking, renewing and releasing leases; the list of processes that share a server, its time, and the
//! queue for gateway sessions.
//!
//! Whatever stands in a damaged row keeps no process from starting: a lease that cannot be read is
//! none, and a fencing number is always greater than all that can be read. Who may write is decided by
//! leases alone, never by the list.

use super::*;
use crate::store::lease::{Applicant, Lease};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;

/// Begins the id of a life that others cannot see; its leases have to expire.
const UNSEEN: &str = "unseen:";

/// How often, every tenth of a second, a process that starts asks again while all in its way are lives
/// that it cannot see, such as those of a version that wrote none: longer than their leases last.
const MOST_WAITING: u32 = 200;

/// Greater fencing numbers are damaged: no number of restarts gets there.
const GREATEST_FENCE: i64 = 1 << 53;

/// How long the row of a process that is gone stays, in milliseconds.
const KEPT: u64 = 600_000;

impl Db {
    /// is known to be dead (which is thereby fenced off). Those that this value holds already are
    /// left alone, so it can be called again and again until all are there. A lease of more than an
    /// hour from now is none.
    ///
    /// # Errors
    /// [`StoreError::OtherTotal`] while somebody holds a lease under another number of shards. For
    /// the first call of this value, that is for a process that starts:
    /// [`StoreError::Namesake`] if another living process has the same owner's name,
    /// [`StoreError::Overlap`] if one holds some of the shards. Later calls do not fail for that,
    /// and tell who has them in [`Leases::elsewhere`].
    pub async fn acquire(&self, request: LeaseRequest) -> Result<Leases, StoreError> {
        check_text("owner", &request.owner)?;
        let lacking = self.held.lock().lacking(&request)?;
        if lacking.is_empty() {
            return Ok(Leases::default());
        }
        let doing = "take leases";
        let seen = self.database.live(&self.life).await.doing(doing)?;
        let started = self.held.lock().is_started();
        if !started {
            self.unseen.store(!seen, Ordering::Relaxed);
        }
        let begun = Instant::now();
        let (mut attempts, mut watched) = (0, None);
        loop {
            // Time goes on only for who waits for leases to end.
            let waited = watched.as_ref().map_or(Duration::ZERO, |_| begun.elapsed());
            let request = request.after(waited);
            let mut unknown = Vec::new();
            let done = self.acquire_once(&request, &lacking, started, &mut unknown);
            let done = done.await;
            let refused = match done {
                Err(StoreError::Namesake { .. } | StoreError::Overlap { .. }) => true,
                // Perhaps of nobody: then it ends.
                Err(StoreError::OtherTotal { .. }) => !unknown.is_empty(),
                _ => false,
            };
            // Whoever renewed a lease meanwhile is alive.
            let renewed = watched.as_ref().is_some_and(|before| *before != unknown);
            attempts += 1;
            let most = match unknown.is_empty() {
                true => self.dialect.patience,
                false => MOST_WAITING,
            };
            if !refused || renewed || attempts > most {
                return done;
            }
            watched = (!unknown.is_empty()).then_some(unknown);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn acquire_once(
        &self,
        request: &LeaseRequest,
        lacking: &[u32],
        started: bool,
        unknown: &mut Vec<(u32, UnixMillis)>,
    ) -> Result<Leases, StoreError> {
        let doing = "take leases";
        let life = self.life();
        let applicant = Applicant {
            request,
            life: &life,
            started,
        };
        let mut tx = self.writing(doing).await?;
        let last = lock_fences(&mut tx).await?;
        let all = self.read_leases(&mut tx, self.dialect.keep).await?;
        let mut lives = HashMap::new();
        let mut in_the_way = Vec::new();
        for lease in all.iter().filter(|lease| !applicant.is_free(lease)) {
            let life = lease.life.as_deref().unwrap_or(UNSEEN);
            let liveness = match lives.get(life) {
                Some(liveness) => *liveness,
                None if life.starts_with(UNSEEN) => Liveness::Unknown,
                None => self.database.liveness(life).await.doing(doing)?,
            };
            lives.insert(life, liveness);
            if liveness == Liveness::Unknown {
                unknown.push((lease.shard, lease.expires));
            }
            if liveness == Liveness::Dead {
                tracing::info!(shard = lease.shard, holder = %lease.holder(), "its process is gone");
            } else {
                in_the_way.push(lease.clone());
            }
        }
        if unknown.len() < in_the_way.len() {
            unknown.clear();
        }
        let leases = applicant.judge(lacking, &in_the_way)?;

        let fences = all.iter().map(|lease| lease.fence.0.cast_signed());
        let fence = fences.fold(last, i64::max) + 1;
        let sql = "UPDATE fences SET last = $1";
        tx.run(sql, vec![fence.into()]).await?;
        let fence = Fence(fence.cast_unsigned());
        let sql = "DELETE FROM leases WHERE total <> $1";
        let ours = request.shards.total();
        tx.run(sql, vec![ours.into()]).await?;
        let holder = lease::name_holder(&request.owner, request.now);
        for &shard in &leases.taken {
            // Deleted first: whatever its row holds, the new one is whole.
            let sql = "DELETE FROM leases WHERE shard = $1";
            tx.run(sql, vec![shard.into()]).await?;
            let sql = "INSERT INTO leases (shard, total, owner, fence, expires, life, holder) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7)";
            let lease = vec![
                shard.into(),
                ours.into(),
                request.owner.as_str().into(),
                fence.0.into(),
                request.until.0.into(),
                life.as_str().into(),
                holder.as_str().into(),
            ];
            tx.run(sql, lease).await?;
        }
        tx.commit().await?;
        self.held.lock().gain(&leases.taken, fence);
        Ok(leases)
    }

    /// The id of this life, as it stands in leases.
    pub(super) fn life(&self) -> String {
        if self.unseen.load(Ordering::Relaxed) {
            format!("{UNSEEN}{}", self.life)
        } else {
            self.life.clone()
        }
    }

    /// All leases that can be read, in the order of their shards; the others are removed.
    pub(super) async fn read_leases(
        &self,
        tx: &mut Tx,
        keep: &str,
    ) -> Result<Vec<Lease>, StoreError> {
        let sql = format!(
            "SELECT shard, total, owner, fence, expires, life, holder FROM leases ORDER BY shard{keep}"
        );
        let mut leases = Vec::new();
        for row in tx.run(&sql, vec![]).await? {
            if let Some(lease) = read_lease(&row) {
                leases.push(lease);
                continue;
            }
            let shard = row.int(0)?;
            tracing::warn!(shard, "a lease cannot be read and is removed");
            let sql = "DELETE FROM leases WHERE shard = $1";
            tx.run(sql, vec![shard.into()]).await?;
        }
        Ok(leases)
    }

    /// Keeps all leases held here until then. Answers with the shards that have been lost to
    /// somebody else: their tables must be let go.
    pub async fn renew(&self, until: UnixMillis) -> Result<Vec<u32>, StoreError> {
        let doing = "renew leases";
        let held = self.held.lock().all();
        if !held.is_empty() {
            self.database.live(&self.life).await.doing(doing)?;
        }
        let mut tx = self.writing(doing).await?;
        let sql = "UPDATE leases SET expires = $1 \
                   WHERE shard = $2 AND fence = $3 AND life = $4 RETURNING shard";
        let mut lost = Vec::new();
        for (shard, fence) in held {
            let values = vec![
                until.0.into(),
                shard.into(),
                fence.0.into(),
                self.life().into(),
            ];
            if tx.run(sql, values).await?.is_empty() {
                lost.push(shard);
            }
        }
        tx.commit().await?;
        self.held.lock().lose(&lost);
        Ok(lost)
    }

    /// Gives all leases back, so that another process need not wait for them to expire, and takes this
    /// process off the list of those that serve the bot.
    pub async fn release(&self) -> Result<(), StoreError> {
        let held = self.held.lock().lose_all();
        let given = self.delete_leases(held).await;
        if self.dialect.time.is_some() {
            self.leave().await?;
        }
        given
    }

    /// Gives the leases of these shards back.
    pub async fn give_back(&self, shards: Vec<u32>) -> Result<(), StoreError> {
        let held = self.held.lock().give(&shards);
        self.delete_leases(held).await
    }

    async fn delete_leases(&self, held: Vec<(u32, Fence)>) -> Result<(), StoreError> {
        let mut tx = self.writing("give leases back").await?;
        for (shard, fence) in held {
            let sql = "DELETE FROM leases WHERE shard = $1 AND fence = $2";
            let values = vec![shard.into(), fence.0.into()];
            tx.run(sql, values).await?;
        }
        tx.commit().await
    }

    /// The fencing numbers of the leases of this life, locked until the transaction ends.
    pub(super) async fn fences(&self, tx: &mut Tx) -> Result<HashMap<u32, Fence>, StoreError> {
        // Locked in the order in which they are renewed.
        let sql = format!(
            "SELECT shard, fence FROM leases WHERE life = $1 ORDER BY shard{}",
            self.dialect.keep
        );
        let rows = tx.run(&sql, vec![self.life().into()]).await?;
        // A lease that cannot be read is lost, and taken anew with the next renewal.
        let fence = |row: &Row| Some((row.small(0).ok()?, Fence(row.id(1).ok()?)));
        Ok(rows.iter().filter_map(fence).collect())
    }

    /// Fails if the lease has been taken over.
    pub(super) async fn check_fence(
        &self,
        tx: &mut Tx,
        shard: u32,
        fence: Fence,
    ) -> Result<(), StoreError> {
        let fences = self.fences(tx).await?;
        if fences.get(&shard) == Some(&fence) {
            Ok(())
        } else {
            Err(StoreError::Fenced { shard })
        }
    }
}

fn read_lease(row: &Row) -> Option<Lease> {
    let fence = row.int(3).ok()?;
    let expires = row.int(4).ok()?;
    if !(0..GREATEST_FENCE).contains(&fence) || expires < 0 {
        return None;
    }
    Some(Lease {
        shard: row.small(0).ok()?,
        total: row.small(1).ok()?,
        owner: row.text(2).ok()?.to_owned(),
        fence: Fence(fence.cast_unsigned()),
        expires: UnixMillis(expires.cast_unsigned()),
        life: row.optional_text(5).map(str::to_owned),
        holder: row.optional_text(6).map(str::to_owned),
    })
}

/// Admits one process at a time, until the transaction ends, and gives the last fencing number.
async fn lock_fences(tx: &mut Tx) -> Result<i64, StoreError> {
    // The one row is a lock.
    let sql = "UPDATE fences SET last = COALESCE(last, -1) RETURNING one, last";
    let rows = tx.run(sql, vec![]).await?;
    let is_sound = |last: &i64| (0..GREATEST_FENCE).contains(last);
    let last = |row: &Row| row.int(1).ok().filter(is_sound);
    if let [row] = rows.as_slice()
        && let Some(last) = last(row)
        && row.int(0).is_ok_and(|one| one == 1)
    {
        return Ok(last);
    }
    tracing::warn!("the last fencing number was damaged and is made anew from the leases");
    tx.run("DELETE FROM fences", vec![]).await?;
    let sql = "INSERT INTO fences (one, last) VALUES (1, 0)";
    tx.run(sql, vec![]).await?;
    Ok(rows.iter().filter_map(last).max().unwrap_or(0))
}

impl Db {
    /// The time that counts for leases: the server's, where processes on several machines share one;
    /// otherwise `now`.
    pub async fn time(&self, now: UnixMillis) -> Result<UnixMillis, StoreError> {
        let Some(sql) = self.dialect.time else {
            return Ok(now);
        };
        let mut tx = self.reading("read the time").await?;
        let rows = tx.run(sql, vec![]).await?;
        let time = rows.first().and_then(|row| row.id(0).ok());
        Ok(time.map_or(now, UnixMillis))
    }

    /// Enters this process in the list of those that serve the bot, and reads the list. From then on it
    /// does not count as one that starts, which [`Db::acquire`] refuses. Where nobody shares the data,
    /// the list is empty.
    pub async fn attend(&self, attendance: PeerEntry) -> Result<PeerList, StoreError> {
        let doing = "enter the list of processes";
        if self.dialect.time.is_none() {
            return Ok(PeerList::default());
        }
        self.database.live(&self.life).await.doing(doing)?;
        let PeerEntry {
            owner, now, load, ..
        } = &attendance;
        check_text("owner", owner)?;
        let mut tx = self.writing(doing).await?;
        let sql = "INSERT INTO processes (life, owner, seen, load) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (life) DO UPDATE SET seen = excluded.seen, load = excluded.load";
        let own = vec![
            self.life.as_str().into(),
            owner.as_str().into(),
            now.0.into(),
            (*load).into(),
        ];
        tx.run(sql, own).await?;
        let sql = "DELETE FROM processes WHERE seen < $1";
        let before = now.0.saturating_sub(KEPT);
        tx.run(sql, vec![before.into()]).await?;
        let sql = "SELECT life, owner, seen, load FROM processes ORDER BY life";
        let rows = tx.run(sql, vec![]).await?;
        let leases = self.read_leases(&mut tx, "").await?;
        tx.commit().await?;

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
        Ok(PeerList { members, leases })
    }

    /// A process as its row says.
    fn member(&self, row: &Row, attendance: &PeerEntry) -> Option<Member> {
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
        let mut tx = self.writing("leave the list of processes").await?;
        let sql = "DELETE FROM processes WHERE life = $1";
        let life = vec![self.life.as_str().into()];
        tx.run(sql, life).await?;
        tx.commit().await
    }

    /// Reserves the next place in the queue of a bucket of gateway sessions, one every so many
    /// milliseconds over all processes; answers with how long it is until then. A place that nobody uses
    /// is lost, and no more.
    pub async fn queue_identify(
        &self,
        bucket: u32,
        now: UnixMillis,
        every: u64,
    ) -> Result<Duration, StoreError> {
        if self.dialect.time.is_none() {
            return Ok(Duration::ZERO);
        }
        let now = self.time(now).await?;
        let mut tx = self.writing("queue for a session").await?;
        // A place further away than an hour is damage.
        let sql = "INSERT INTO identifies (bucket, next) VALUES ($1, $2 + $3) \
                   ON CONFLICT (bucket) DO UPDATE SET next = CASE \
                   WHEN identifies.next BETWEEN $2 AND $2 + 3600000 \
                   THEN identifies.next + $3 ELSE $2 + $3 END RETURNING next";
        let values = vec![bucket.into(), now.0.into(), every.into()];
        let rows = tx.run(sql, values).await?;
        tx.commit().await?;
        let next = rows.first().and_then(|row| row.id(0).ok());
        let place = next.unwrap_or(now.0 + every).saturating_sub(every);
        Ok(Duration::from_millis(place.saturating_sub(now.0)))
    }
}
