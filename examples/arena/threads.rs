//! The same work on several threads: results do not depend on how many there are.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// Does `work` for every number below `count`, on so many threads. Each thread begins with a `crew` of
/// its own; the answer has the results in order, and the crews.
pub fn spread<C: Send, R: Send>(
    threads: usize,
    count: u32,
    crew: impl Fn() -> C + Sync,
    work: impl Fn(&mut C, u32) -> R + Sync,
) -> (Vec<R>, Vec<C>) {
    let next = AtomicU32::new(0);
    let one = || {
        let (mut crew, mut done) = (crew(), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return (done, crew);
            }
            done.push((number, work(&mut crew, number)));
        }
    };
    let (done, crews): (Vec<_>, Vec<C>) = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        let parts = running.into_iter().map(|thread| thread.join());
        parts.map(|part| part.expect("no panic")).unzip()
    });
    let mut done: Vec<(u32, R)> = done.into_iter().flatten().collect();
    done.sort_by_key(|(number, _)| *number);
    (done.into_iter().map(|(_, result)| result).collect(), crews)
}
