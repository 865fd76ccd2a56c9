//! What all parts of the Discord face share.

use std::sync::Arc;

use super::attention::Attention;
use super::boards::Boards;
use super::company::Company;
use super::delivery::Delivery;
use super::panels::Panels;
use super::pictures::Pictures;
use super::underway::Underway;
use crate::desk::Desk;
use crate::desk::forms::Way;
use crate::table::PersonId;

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
    /// The pictures beside pages.
    pub pictures: Arc<Pictures>,
    /// Who used the bot lately.
    pub attention: Arc<Attention>,
    /// The requests that are being answered.
    pub underway: Arc<Underway>,
    /// The other processes of the bot, where there can be some.
    pub company: Option<Arc<Company>>,
}

impl Bot {
    /// This person uses the bot now, by a command in this way or by a tap.
    pub fn is_used_by(&self, person: PersonId, way: Option<Way>) {
        self.attention.note(person);
        if let Some(way) = way {
            self.desk.forms().note(person, way);
        }
    }
}
