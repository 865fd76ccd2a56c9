//! What every part of the face shares.

use std::sync::Arc;

use super::boards::Boards;
use super::delivery::Delivery;
use super::panels::Panels;
use crate::desk::Desk;

/// What every part of the face shares; clones are the same bot.
#[derive(Clone)]
pub struct Bot {
    /// Where people's wishes are carried out.
    pub desk: Desk,
    /// The door to Discord.
    pub delivery: Delivery,
    /// The public messages of the tables.
    pub boards: Arc<Boards>,
    /// The hands that are open.
    pub panels: Arc<Panels>,
}
