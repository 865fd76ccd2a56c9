//! Journals with something on their way to the store.

use std::sync::Arc;

use tractor_bot::club::RatingChange;
use tractor_bot::game::GameKind;
use tractor_bot::store::{Journal, JournalError, JournalWriter, NewEntry, Pending, TableState};
use tractor_bot::table::{GuildId, Position, Record, TableId, UnixMillis};

/// What happens on the way.
pub trait Way: Send + Sync {
    /// Before a table is opened or closed: perhaps that is not done.
    fn passes(&self) -> impl Future<Output = Result<(), JournalError>> + Send {
        async { Ok(()) }
    }

    /// A table may be open now, whatever was told.
    fn opened(&self, _table: TableId) {}

    /// Appends an entry, or does not.
    fn append(
        &self,
        writer: &JournalWriter,
        table: TableId,
        entry: NewEntry,
    ) -> impl Future<Output = Result<(), JournalError>> + Send;
}

/// The journals of a process, which are written on this way.
pub struct Along<W> {
    pub writer: Arc<JournalWriter>,
    pub way: Arc<W>,
}

impl<W: Way + 'static> Journal for Along<W> {
    fn open(
        &self,
        table: TableId,
        guild: GuildId,
        game: GameKind,
        header: Record,
    ) -> Pending<'_, (), JournalError> {
        Box::pin(async move {
            self.way.passes().await?;
            let opened = self.writer.open(table, guild, game, header).await;
            self.way.opened(table);
            opened
        })
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, (), JournalError> {
        Box::pin(self.way.append(&self.writer, table, entry))
    }

    fn read_on(
        &self,
        table: TableId,
        after: Position,
    ) -> Pending<'_, (TableState, Vec<Record>), JournalError> {
        self.writer.read_on(table, after)
    }

    fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>, JournalError> {
        self.writer.round_ratings(table, match_number, round)
    }

    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, (), JournalError> {
        Box::pin(async move {
            self.way.passes().await?;
            self.writer.close(table, at).await
        })
    }
}
