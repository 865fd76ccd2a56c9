//! Work that takes a while and waits for nothing, such as replaying a match: it is done on a thread
//! of its own, so that no table waits for it.

/// The result of the work; `None` if it panicked.
pub async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let done = tokio::task::spawn_blocking(work).await;
    if done.is_err() {
        tracing::error!("work on a thread of its own panicked");
    }
    done.ok()
}
