//! What all parts of the Discord face share.

use std::sync::Arc;

use super::attention::Attention;
use super::boards::Boards;
use super::company::Company;
use super::delivery::Delivery;
use super::heard::Heard;
use super::panels::Panels;
use super::pictures::Pictures;
use super::underway::Underway;
use crate::desk::Desk;
use crate::desk::forms::Way;
use crate::table::PersonId;

/// What all parts of the Discord face share; clones share everything.
#[derive(Clone)]
pub struct Bot {
    pub desk: Desk,
    pub delivery: Delivery,
    /// The boards: public messages of the tables.
    pub boards: Arc<Boards>,
    /// The panels: open hands.
    pub panels: Arc<Panels>,
    pub pictures: Arc<Pictures>,
    /// Who used the bot lately.
    pub attention: Arc<Attention>,
    /// The requests that are being answered.
    pub underway: Arc<Underway>,
    /// The other processes of the bot, where there can be some.
    pub company: Option<Arc<Company>>,
}

impl Bot {
    /// This was heard just now, unless it was before.
    pub fn note_heard(&self, heard: &Heard) {
        if let Some((interaction, kind)) = heard.interaction() {
            self.delivery.hear(interaction, kind);
        }
    }

    /// This person uses the bot now, by a command in this way or by a tap.
    pub fn is_used_by(&self, person: PersonId, way: Option<Way>) {
        self.attention.note(person);
        if let Some(way) = way {
            self.desk.forms().note(person, way);
        }
    }
}
