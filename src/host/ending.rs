//! The signals that ask a program to end.

use tokio::sync::watch;

/// Whether the program was asked to end. Clones hear of it too.
#[derive(Debug, Clone)]
pub struct EndRequest(watch::Receiver<bool>);

impl EndRequest {
    /// Listens from now on, instead of being ended at once.
    pub fn listen() -> Self {
        let (tell, told) = watch::channel(false);
        let asked = asked();
        tokio::spawn(async move {
            asked.await;
            tell.send_replace(true);
            tell.closed().await;
        });
        Self(told)
    }

    /// Waits until the program is asked to end.
    pub async fn asked(&mut self) {
        if self.0.wait_for(|asked| *asked).await.is_err() {
            // Nobody listens for signals any more.
            std::future::pending::<()>().await;
        }
    }
}

/// The first of the signals; their handlers are in place when it is called.
#[cfg(unix)]
fn asked() -> impl Future<Output = ()> + Send {
    use tokio::signal::unix::{SignalKind, signal};

    let kinds = [
        SignalKind::interrupt(),
        SignalKind::terminate(),
        SignalKind::hangup(),
    ];
    let [interrupt, terminate, hangup] = kinds.map(|kind| {
        let handler = signal(kind);
        async move {
            match handler {
                Ok(mut handler) => drop(handler.recv().await),
                Err(_) => std::future::pending().await,
            }
        }
    });
    async move {
        tokio::select! {
            () = interrupt => {}
            () = terminate => {}
            () = hangup => {}
        }
    }
}

/// Ctrl+C.
#[cfg(not(unix))]
async fn asked() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
