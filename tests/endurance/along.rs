//! Journals with something on their way to the store.

use std::sync::Arc;

use tractor_bot::club::RatingChange;
use tractor_bot::store::{
    Db, FinishedPlace, Journal, NewEntry, NewTable, Pending, ReadOn, StoreError,
};
use tractor_bot::table::{Position, TableId, UnixMillis};

/// What happens on the way.
pub trait Way: Send + Sync {
    /// Before a table is opened or closed: perhaps that is not done.
    fn passes(&self) -> impl Future<Output = Result<(), StoreError>> + Send {
        async { Ok(()) }
    }

    /// A table may be open now, whatever was told.
    fn opened(&self, _table: TableId) {}

    /// Appends an entry, or does not.
    fn append(
        &self,
        writer: &Db,
        table: TableId,
        entry: NewEntry,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// The journals of a process, which are written on this way.
pub struct Along<W> {
    pub writer: Arc<Db>,
    pub way: Arc<W>,
}

impl<W: Way + 'static> Journal for Along<W> {
    fn open(&self, new: NewTable) -> Pending<'_, ()> {
        Box::pin(async move {
            self.way.passes().await?;
            let table = new.table;
            let opened = self.writer.open(new).await;
            self.way.opened(table);
            opened
        })
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, ()> {
        Box::pin(self.way.append(&self.writer, table, entry))
    }

    fn read_on(&self, table: TableId, after: Position) -> Pending<'_, ReadOn> {
        Journal::read_on(&*self.writer, table, after)
    }

    fn round_ratings(&self, of: FinishedPlace) -> Pending<'_, Vec<RatingChange>> {
        Journal::round_ratings(&*self.writer, of)
    }

    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, ()> {
        Box::pin(async move {
            self.way.passes().await?;
            Journal::close(&*self.writer, table, at).await
        })
    }
}
