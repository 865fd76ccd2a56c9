//! A wire between a process and its database that a test can cut and mend.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The state of a wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wire {
    Whole,
    /// Connections are dropped, and new ones are refused.
    Cut,
    /// Nothing passes, and nobody is told: as where packets are lost on the way. What was on its way arrives once the
    /// wire is whole again.
    Silent,
}

/// A wire to one server.
pub struct Relay {
    address: SocketAddr,
    state: watch::Sender<Wire>,
}

impl Relay {
    /// A wire to `server`, whole.
    pub async fn to(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("loopback has free ports");
        let address = listener
            .local_addr()
            .expect("a bound listener has an address");
        let state = watch::Sender::new(Wire::Whole);
        let told = state.subscribe();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (told, server) = (told.clone(), server.clone());
                tokio::spawn(connect(stream, server, told));
            }
        });
        Self { address, state }
    }

    /// Where a process is to connect to.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn set(&self, state: Wire) {
        self.state.send_replace(state);
    }
}

async fn connect(client: TcpStream, server: String, mut told: watch::Receiver<Wire>) {
    let is_decided = told.wait_for(|state| *state != Wire::Silent).await;
    if !is_decided.is_ok_and(|state| *state == Wire::Whole) {
        return;
    }
    let Ok(server) = TcpStream::connect(server).await else {
        return;
    };
    for stream in [&client, &server] {
        let _ = stream.set_nodelay(true);
    }
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let mut cut = told.clone();
    tokio::select! {
        () = carry(from_client, to_server, told.clone()) => {}
        () = carry(from_server, to_client, told) => {}
        _ = cut.wait_for(|state| *state == Wire::Cut) => {}
    }
}

/// Carries bytes one way while the wire is whole, until one end closes.
async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut told: watch::Receiver<Wire>) {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let Ok(read @ 1..) = from.read(&mut bytes).await else {
            return;
        };
        if told.wait_for(|state| *state == Wire::Whole).await.is_err() {
            return;
        }
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}
