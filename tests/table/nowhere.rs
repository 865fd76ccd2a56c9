//! A journal of nothing, for tables that are looked at and forgotten.

use tractor_bot::club::RatingChange;
use tractor_bot::store::{FinishedPlace, Journal, NewEntry, NewTable, Pending, ReadOn, TableState};
use tractor_bot::table::{Position, TableId, UnixMillis};

/// Takes everything and keeps nothing.
pub struct Nowhere;

impl Journal for Nowhere {
    fn open(&self, _: NewTable) -> Pending<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn append(&self, _: TableId, _: NewEntry) -> Pending<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn read_on(&self, _: TableId, _: Position) -> Pending<'_, ReadOn> {
        Box::pin(async { Ok((TableState::Open, Vec::new())) })
    }

    fn round_ratings(&self, _: FinishedPlace) -> Pending<'_, Vec<RatingChange>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn close(&self, _: TableId, _: UnixMillis) -> Pending<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}
