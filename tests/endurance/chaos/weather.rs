//! A store that is slow, and refuses now and then, when a test says so.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::sleep;
use tractor_bot::club::RatingChange;
use tractor_bot::game::GameKind;
use tractor_bot::store::{Journal, JournalError, JournalWriter, NewEntry, Pending, TableState};
use tractor_bot::table::{GuildId, Position, Record, TableId, UnixMillis};

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

/// The journals of a process in such a store.
pub struct Faulty {
    keeper: Arc<JournalWriter>,
    sky: Arc<Sky>,
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

    async fn passes(&self) -> Result<(), JournalError> {
        let weather = *self.weather.lock();
        match weather {
            Weather::Fair => {}
            Weather::Slow(most) => {
                let millis = self.dice.lock().below(most + 1);
                sleep(Duration::from_millis(millis)).await;
            }
            Weather::Bad(failing) => {
                if self.dice.lock().below(100) < failing {
                    let why = "the weather".to_owned();
                    return Err(JournalError::Unavailable { why });
                }
            }
        }
        Ok(())
    }
}

impl Faulty {
    pub fn new(keeper: Arc<JournalWriter>, sky: Arc<Sky>) -> Self {
        Self { keeper, sky }
    }
}

impl Journal for Faulty {
    fn open(
        &self,
        table: TableId,
        guild: GuildId,
        game: GameKind,
        header: Record,
    ) -> Pending<'_, (), JournalError> {
        Box::pin(async move {
            self.sky.passes().await?;
            self.keeper.open(table, guild, game, header).await
        })
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, (), JournalError> {
        Box::pin(async move {
            self.sky.passes().await?;
            self.keeper.append(table, entry).await
        })
    }

    fn read_on(
        &self,
        table: TableId,
        after: Position,
    ) -> Pending<'_, (TableState, Vec<Record>), JournalError> {
        self.keeper.read_on(table, after)
    }

    fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>, JournalError> {
        self.keeper.round_ratings(table, match_number, round)
    }

    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, (), JournalError> {
        Box::pin(async move {
            self.sky.passes().await?;
            self.keeper.close(table, at).await
        })
    }
}
