//! What all parts of the Discord face share.

use std::sync::Arc;

use super::attention::Attention;
use super::boards::Boards;
use super::delivery::Delivery;
use super::panels::Panels;
use crate::desk::Desk;

/// What all parts of the Discord face share; clones share everything.
#[derive(Clone)]
pub struct Bot {
    /// The desk, which carries out commands and taps.
    pub desk: Desk,
    /// The outgoing requests.
    pub delivery: Delivery,
    /// The boards: public messages of the tables.
    pub boards: Arc<Boards>,
    /// The panels: open hands.
    pub panels: Arc<Panels>,
    /// Who used the bot lately.
    pub attention: Arc<Attention>,
}
