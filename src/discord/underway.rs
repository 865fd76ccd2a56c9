//! The requests that are being answered: a process that stops waits for them.
//!
//! Knows neither what they are nor who asks.

use tokio::sync::watch;

/// Counts the requests that are being answered, so that a process that stops waits for them.
#[derive(Debug, Default)]
pub struct Underway(watch::Sender<usize>);

/// A request that is being answered, until it is dropped.
pub struct Answering<'a>(&'a Underway);

impl Underway {
    /// A request is being answered from now on.
    pub fn begin(&self) -> Answering<'_> {
        self.0.send_modify(|count| *count += 1);
        Answering(self)
    }

    /// Waits until none is.
    pub async fn are_answered(&self) {
        // It cannot fail: the other end is here.
        self.0.subscribe().wait_for(|count| *count == 0).await.ok();
    }
}

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        self.0.0.send_modify(|count| *count -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_waits_goes_on_when_all_are_answered() {
        let underway = Underway::default();
        underway.are_answered().await;
        let (first, second) = (underway.begin(), underway.begin());
        let mut waits = Box::pin(underway.are_answered());
        drop(first);
        let waiting = tokio::select! {
            biased;
            () = &mut waits => false,
            () = std::future::ready(()) => true,
        };
        assert!(waiting);
        drop(second);
        waits.await;
    }
}
