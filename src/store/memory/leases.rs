//! Who holds the shards in the store in memory.

use super::data::Data;
use crate::store::lease::{self, Applicant, HeldLeases, Lease};
use crate::store::*;

impl Data {
    /// Takes those shards that are asked for and not held yet.
    ///
    /// # Errors
    /// If somebody else holds one of them.
    pub fn lease(
        &mut self,
        request: LeaseRequest,
        held: &mut HeldLeases,
        life: &str,
    ) -> Result<Leases, StoreError> {
        let lacking = held.lacking(&request)?;
        if lacking.is_empty() {
            return Ok(Leases::default());
        }
        let applicant = Applicant {
            request: &request,
            life,
            started: held.is_started(),
        };
        let lives = &self.lives;
        let lives = |lease: &Lease| lease.life.as_ref().is_some_and(|life| lives.contains(life));
        let mut in_the_way: Vec<Lease> = self.leases.values().cloned().collect();
        in_the_way.retain(|lease| lives(lease) && !applicant.is_free(lease));
        let leases = applicant.judge(&lacking, &in_the_way)?;
        let ours = request.shards.total();
        self.leases.retain(|_, lease| lease.total == ours);
        self.fence += 1;
        let fence = Fence(self.fence);
        for &shard in &leases.taken {
            let lease = Lease {
                shard,
                total: ours,
                owner: request.owner.clone(),
                fence,
                expires: request.until,
                life: Some(life.to_owned()),
                holder: Some(lease::name_holder(&request.owner, request.now)),
            };
            self.leases.insert(shard, lease);
        }
        held.gain(&leases.taken, fence);
        Ok(leases)
    }
}
