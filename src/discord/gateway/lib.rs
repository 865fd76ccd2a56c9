//! What goes to Discord through serenity: the connection of a shard, and the few requests that are not deliveries.
//!
//! Each function gives a boxed future and is never inlined: a future is compiled where it is first boxed, and it is
//! this crate that shall carry serenity's. Knows neither events nor which shards are wanted.

pub mod connection;
pub mod requests;

use std::future::Future;
use std::pin::Pin;

/// A future of this crate.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
