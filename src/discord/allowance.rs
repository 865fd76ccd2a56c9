//! The share of the requests a second that this process may send, of those that Discord counts for the
//! whole bot.
//!
//! Decides the share from what all processes say of themselves: so many for each, the rest by open tables. All
//! read the same list, but not at the same moment; so less is taken at once, and more only after everybody
//! has had time to take less.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::delivery::Delivery;
use crate::host::HeldShards;
use crate::store::Member;

/// What each process may send at least, as long as there is enough for all.
const LEAST: usize = 5;

/// After this time every process has read a list: some renewals.
const SETTLED_AFTER: Duration = Duration::from_secs(5);

/// The share of this process, as the list says, of what all may send.
fn share(most: usize, members: &[Member]) -> usize {
    if members.len() <= 1 {
        return most;
    }
    let least = LEAST.min(most / members.len()).max(1);
    let spare = most.saturating_sub(least * members.len());
    let own = members.iter().find(|member| member.is_self);
    let load = own.map_or(0, |own| own.load) as u128;
    let all: u128 = members.iter().map(|member| u128::from(member.load)).sum();
    let part = match all {
        0 => spare / members.len(),
        all => usize::try_from(spare as u128 * load / all).unwrap_or(0),
    };
    least + part
}

struct Allowance {
    /// What all may send.
    most: usize,
    begun: Option<Instant>,
    /// What the list said, and when, as long as it counts.
    recent: VecDeque<(Instant, usize)>,
}

impl Allowance {
    fn of(most: usize) -> Self {
        Self {
            most,
            begun: None,
            recent: VecDeque::new(),
        }
    }

    /// What may be sent from now on.
    fn now(&mut self, members: &[Member], now: Instant) -> usize {
        let share = share(self.most, members);
        let alone = members.len() <= 1;
        let first = *self.begun.get_or_insert(now);
        // Whoever is alone when it starts takes it all.
        if self.recent.is_empty() && !alone {
            self.recent.push_back((first, share.min(LEAST)));
        }
        self.recent.push_back((now, share));
        // The last one before the time in which it counts still stood when that time began.
        while self
            .recent
            .get(1)
            .is_some_and(|(at, _)| now >= *at + SETTLED_AFTER)
        {
            self.recent.pop_front();
        }
        let shares = self.recent.iter().map(|(_, share)| *share);
        shares.min().unwrap_or(share)
    }
}

/// Keeps a delivery to its share of what all may send, until it is dropped.
pub async fn keep(delivery: Delivery, most: usize, mut held: watch::Receiver<HeldShards>) {
    let mut allowance = Allowance::of(most);
    loop {
        let most = {
            let held = held.borrow_and_update();
            allowance.now(&held.members, Instant::now())
        };
        delivery.set_most_a_second(most);
        if held.changed().await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::UnixMillis;

    /// Processes with so many tables, of which this is one.
    fn members(loads: &[u64], own: usize) -> Vec<Member> {
        let member = |(at, load): (usize, &u64)| Member {
            life: at.to_string(),
            owner: String::new(),
            seen: UnixMillis(0),
            load: *load,
            is_self: at == own,
            is_dead: false,
        };
        loads.iter().enumerate().map(member).collect()
    }

    #[test]
    fn all_shares_together_are_no_more_than_there_is() {
        for loads in [
            &[0, 0][..],
            &[1, 0],
            &[100, 1, 1],
            &[7, 7, 7, 7],
            &[1_000_000, 0, 3],
            &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        ] {
            let shares = (0..loads.len()).map(|own| share(45, &members(loads, own)));
            let shares: Vec<usize> = shares.collect();
            let sum: usize = shares.iter().sum();
            assert!(sum <= 45 && sum + loads.len() > 45 - loads.len());
            let least = LEAST.min(45 / loads.len());
            assert!(shares.iter().all(|share| *share >= least), "{shares:?}");
        }
        assert_eq!(share(45, &members(&[3, 1], 0)), 5 + 35 * 3 / 4);
        assert_eq!(share(450, &members(&[3, 1], 0)), 5 + 440 * 3 / 4);
        assert_eq!(share(45, &[]), 45);
    }

    #[tokio::test(start_paused = true)]
    async fn less_is_taken_at_once_and_more_only_when_all_know() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let (alone, two) = (members(&[9], 0), members(&[1, 1], 0));
        let mut old = Allowance::of(45);
        assert_eq!(old.now(&alone, at(0)), 45);
        assert_eq!(old.now(&two, at(2)), 22);
        let mut new = Allowance::of(45);
        assert_eq!(new.now(&two, at(0)), LEAST);
        assert_eq!(new.now(&two, at(2)), LEAST);
        assert_eq!(new.now(&two, at(4)), LEAST);
        assert_eq!(new.now(&two, at(6)), 22);
        // The other one has gone.
        assert_eq!(old.now(&two, at(6)), 22);
        assert_eq!(old.now(&alone, at(8)), 22);
        assert_eq!(old.now(&alone, at(10)), 22);
        assert_eq!(old.now(&alone, at(14)), 45);
    }
}
