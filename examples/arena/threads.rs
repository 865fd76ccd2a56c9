//! The same work on several threads: results do not depend on how many there are.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// Does `work` for every number below `count`, on so many threads. Each thread begins with a `crew` of
/// its own; the answer has the results in order, and the crews.
pub fn spread<C: Send, R: Send>(
    threads: usize,
    count: u32,
    crew: impl Fn() -> Result<C, String> + Sync,
    work: impl Fn(&mut C, u32) -> R + Sync,
) -> Result<(Vec<R>, Vec<C>), String> {
    let next = AtomicU32::new(0);
    let one = || {
        let mut crew = crew()?;
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok((done, crew));
            }
            done.push((number, work(&mut crew, number)));
        }
    };
    let parts: Vec<Result<_, String>> = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        let join = running.into_iter().map(|thread| thread.join());
        join.map(|part| part.unwrap_or_else(|_| Err("a thread panicked".to_owned())))
            .collect()
    });
    let (mut done, mut crews) = (Vec::new(), Vec::new());
    for part in parts {
        let (results, crew) = part?;
        done.extend(results);
        crews.push(crew);
    }
    done.sort_by_key(|(number, _)| *number);
    Ok((done.into_iter().map(|(_, result)| result).collect(), crews))
}
