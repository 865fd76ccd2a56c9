//! A journal of nothing, for tables that are looked at and forgotten.

use tractor_bot::club::RatingChange;
use tractor_bot::game::GameKind;
use tractor_bot::store::{GuildId, Journal, JournalError, NewEntry, Pending, TableState};
use tractor_bot::table::{Position, Record, TableId, UnixMillis};

/// Takes everything and keeps nothing.
pub struct Nowhere;

impl Journal for Nowhere {
    fn open(
        &self,
        _: TableId,
        _: GuildId,
        _: GameKind,
        _: Record,
    ) -> Pending<'_, (), JournalError> {
        Box::pin(async { Ok(()) })
    }

    fn append(&self, _: TableId, _: NewEntry) -> Pending<'_, (), JournalError> {
        Box::pin(async { Ok(()) })
    }

    fn read_on(
        &self,
        _: TableId,
        _: Position,
    ) -> Pending<'_, (TableState, Vec<Record>), JournalError> {
        Box::pin(async { Ok((TableState::Open, Vec::new())) })
    }

    fn round_ratings(
        &self,
        _: TableId,
        _: u32,
        _: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>, JournalError> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn close(&self, _: TableId, _: UnixMillis) -> Pending<'_, (), JournalError> {
        Box::pin(async { Ok(()) })
    }
}
