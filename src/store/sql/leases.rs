//! Taking, renewing and releasing leases.

use std::collections::HashMap;

use super::*;

impl<D: Dialect> Core<D> {
    pub async fn acquire(&self, request: LeaseRequest) -> Result<Vec<u32>, StoreError> {
        check_text("owner", &request.owner)?;
        let wanted = self.held.lock().lacking(&request)?;
        if wanted.is_empty() {
            return Ok(wanted);
        }
        let doing = "take leases";
        let mut tx = self.begin(Purpose::Write, doing).await?;
        // The one row of `fences` is also a lock that admits one process at a time.
        let sql = "UPDATE fences SET last = last + 1 RETURNING last";
        let rows = tx.run(sql, vec![]).await.doing(doing)?;
        let fence = rows.first().ok_or(sqlx::Error::RowNotFound);
        let fence = fence.and_then(|row| row.id(0)).doing(doing)?;

        let sql = "DELETE FROM leases WHERE total <> $1 AND (expires <= $2 OR owner = $3)";
        let ours = request.shards.total();
        let owner = || Value::from(request.owner.as_str());
        let values = vec![ours.into(), request.now.0.into(), owner()];
        tx.run(sql, values).await.doing(doing)?;
        let sql = "SELECT total FROM leases WHERE total <> $1 LIMIT 1";
        let others = tx.run(sql, vec![ours.into()]).await.doing(doing)?;
        if let Some(other) = others.first() {
            let theirs = other.small(0).doing(doing)?;
            return Err(StoreError::OtherTotal { ours, theirs });
        }

        let sql = "INSERT INTO leases (shard, total, owner, fence, expires) \
                   VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (shard) DO UPDATE \
                   SET owner = excluded.owner, fence = excluded.fence, expires = excluded.expires \
                   WHERE leases.expires <= $6 OR leases.owner = excluded.owner \
                   RETURNING shard";
        let mut taken = Vec::new();
        for shard in wanted {
            let lease = vec![
                shard.into(),
                ours.into(),
                owner(),
                fence.into(),
                request.until.0.into(),
                request.now.0.into(),
            ];
            if !tx.run(sql, lease).await.doing(doing)?.is_empty() {
                taken.push(shard);
            }
        }
        tx.commit().await.doing(doing)?;
        self.held.lock().gain(&taken, Fence(fence));
        Ok(taken)
    }

    pub async fn renew(&self, until: UnixMillis) -> Result<Vec<u32>, StoreError> {
        let doing = "renew leases";
        let held = self.held.lock().all();
        let mut tx = self.begin(Purpose::Write, doing).await?;
        let sql = "UPDATE leases SET expires = $1 WHERE shard = $2 AND fence = $3 RETURNING shard";
        let mut lost = Vec::new();
        for (shard, fence) in held {
            let values = vec![until.0.into(), shard.into(), fence.0.into()];
            if tx.run(sql, values).await.doing(doing)?.is_empty() {
                lost.push(shard);
            }
        }
        tx.commit().await.doing(doing)?;
        self.held.lock().lose(&lost);
        Ok(lost)
    }

    pub async fn release(&self) -> Result<(), StoreError> {
        let doing = "give leases back";
        let held = self.held.lock().lose_all();
        let mut tx = self.begin(Purpose::Write, doing).await?;
        for (shard, fence) in held {
            let sql = "DELETE FROM leases WHERE shard = $1 AND fence = $2";
            let values = vec![shard.into(), fence.0.into()];
            tx.run(sql, values).await.doing(doing)?;
        }
        tx.commit().await.doing(doing)
    }

    /// The fencing numbers of the leases under this process's name, locked until the transaction
    /// ends.
    pub async fn fences(&self, tx: &mut D::Tx) -> Result<HashMap<u32, Fence>, sqlx::Error> {
        let owner = self.held.lock().owner();
        let sql = format!(
            "SELECT shard, fence FROM leases WHERE owner = $1{}",
            D::KEEP
        );
        let rows = tx.run(&sql, vec![owner.into()]).await?;
        rows.iter()
            .map(|row| Ok((row.small(0)?, Fence(row.id(1)?))))
            .collect()
    }

    /// Fails if the lease has been taken over.
    pub async fn check_fence(
        &self,
        tx: &mut D::Tx,
        shard: u32,
        fence: Fence,
        doing: &'static str,
    ) -> Result<(), StoreError> {
        let fences = self.fences(tx).await.doing(doing)?;
        if fences.get(&shard) == Some(&fence) {
            Ok(())
        } else {
            Err(StoreError::Fenced { shard })
        }
    }
}
