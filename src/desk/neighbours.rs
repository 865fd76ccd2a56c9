//! What the desks of other processes tell: that settings or places were changed, somebody was forgotten, or what is said
//! at a table.
//!
//! All of it may be lost: then it is read anew, or was said into the wind.

use serde::de::DeserializeOwned;

use super::Desk;
use super::settings::{FORGOTTEN, SETTINGS_CHANGED};
use crate::store::Notice;
use crate::table::TableKey;

/// The topic of words about where a table is shown; the rest is its key.
pub(super) const PLACES: &str = "places";
/// The topic of words with what somebody says at a table.
pub(super) const SPOKEN: &str = "spoken";
/// The topic of words about who is muted at a table.
pub(super) const MUTED: &str = "muted";

impl Desk {
    /// Hears what other processes tell; never ends.
    pub async fn hear_others(self) {
        let mut others = self.host.hear_others();
        loop {
            match others.next().await {
                Notice::Word { topic, body } => self.hear(&topic, &body).await,
                Notice::Missed => {
                    self.forgotten(None);
                    for table in self.host.list() {
                        self.replace(table.key()).await;
                    }
                }
            }
        }
    }

    async fn hear(&self, topic: &str, body: &str) {
        match topic {
            SETTINGS_CHANGED => self.settings.changed(of(body)),
            FORGOTTEN => self.forgotten(of(body)),
            PLACES => {
                if let Some(key) = of(body) {
                    self.replace(TableKey(key)).await;
                }
            }
            SPOKEN => {
                if let Some(spoken) = of(body) {
                    self.spoken(spoken);
                }
            }
            MUTED => {
                if let Some(muted) = of(body) {
                    self.muted(muted);
                }
            }
            // For somebody else who listens, or of a later version.
            _ => {}
        }
    }

    /// Reads anew where a table is shown, which is then drawn there.
    async fn replace(&self, key: TableKey) {
        self.places.look_again(key).await;
        self.host.announce(key);
    }
}

fn of<T: DeserializeOwned>(body: &str) -> Option<T> {
    serde_json::from_str(body).ok()
}
