//! A store that is slow, and refuses now and then, when a test says so.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::sleep;
use tractor_bot::store::{Db, Fault, Journal, NewEntry, StoreError};
use tractor_bot::table::TableId;

use crate::along::Way;
use double::dice::Dice;

/// How the store does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weather {
    #[default]
    Fair,
    /// Everything takes up to so many milliseconds.
    Slow(u64),
    /// Of a hundred calls so many fail, without any effect.
    Bad(u64),
}

/// What the weather is, for all processes.
pub struct Sky {
    weather: Mutex<Weather>,
    dice: Mutex<Dice>,
}

impl Sky {
    pub fn new(seed: u64) -> Self {
        Self {
            weather: Mutex::default(),
            dice: Mutex::new(Dice::new(seed, 3_000)),
        }
    }

    pub fn set(&self, weather: Weather) {
        *self.weather.lock() = weather;
    }
}

impl Way for Sky {
    async fn passes(&self) -> Result<(), StoreError> {
        let weather = *self.weather.lock();
        match weather {
            Weather::Fair => {}
            Weather::Slow(most) => {
                let millis = self.dice.lock().below(most + 1);
                sleep(Duration::from_millis(millis)).await;
            }
            Weather::Bad(failing) => {
                if self.dice.lock().below(100) < failing {
                    return Err(StoreError::Failed {
                        doing: "write",
                        fault: Fault::Other,
                        detail: "the weather".to_owned(),
                    });
                }
            }
        }
        Ok(())
    }

    async fn append(&self, writer: &Db, table: TableId, entry: NewEntry) -> Result<(), StoreError> {
        self.passes().await?;
        Journal::append(writer, table, entry).await
    }
}
