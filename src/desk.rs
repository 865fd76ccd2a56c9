//! The front desk: carries out a person's command or tap at the right table.
//!
//! Decides which table is meant, who somebody is there, the language of the answer and who may see
//! it. The Discord and terminal faces use only the desk, so both play the same game with the same
//! words. Knows no rules of any game and no Discord.
//!
//! A request goes to the service that its row of the commands belongs to. Each stands over those above it: [`Front`]
//! (in which words), [`Finder`] (which table), [`People`] and [`Archive`], [`Tables`] with its [`Moves`], [`Club`].
#![doc = ""]
#![doc = include_str!("desk/commands.md")]
#![doc = ""]
#![doc = include_str!("desk/daily.md")]
#![doc = ""]
#![doc = include_str!("desk/club.md")]

pub mod answer;
mod at;
pub mod browsers;
pub mod browsing;
pub mod cups;
mod daily;
mod deeds;
mod duel;
mod fixed_deal;
pub mod front;
mod meant;
mod moves;
mod own_rules;
mod pacing;
pub mod places;
mod premoves;
mod replays;
mod requests;
mod review;
mod rooms;
mod seats;
mod seeking;
mod served;
pub mod settings;
mod statistics;
mod strangers;
mod talk;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parking_lot::Mutex;
use serde::de::DeserializeOwned;

use crate::chance::Seed;
pub use crate::host::at_any_table;
use crate::host::{Host, Lock, NoEntropy, Workshop};
use crate::players::StudyEffort;
use crate::store::{Banned, Notice};
use crate::table::{Limits, TableKey};
use crate::text::context::Surface;
use crate::text::faces::PublishedFaces;
pub use answer::{
    Announcement, Answer, AskedFrom, Attachment, Audience, Being, Command, Effect, Mentioned,
    UnknownCommand, Who,
};
use at::At;
use browsers::Browsers;
use browsing::Addresses;
pub use browsing::Neighbour;
use deeds::AskedPlaces;
use front::Forms;
pub use front::{FormRoute, Front};
use pacing::{Guesses, Openings};
pub use pacing::{Pacing, TablesAnHour};
use places::{PLACES, Places};
use replays::Replays;
pub use replays::{match_pages, round_pages};
use requests::JustPressed;
use review::Reviews;
pub use served::Served;
use settings::{FORGOTTEN, SETTINGS_CHANGED, Settings};
use talk::{MUTED, SPOKEN, SaidLately};

/// Where the secrets of new tables come from.
pub type Secrets = Arc<dyn Fn() -> Result<Seed, NoEntropy> + Send + Sync>;

/// Addresses that whoever asks what the bot is, or for help, is told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    /// Where the bot is added to a server.
    pub invitation: Option<String>,
    /// Where its pages are read.
    pub docs: Option<String>,
    /// Where questions go.
    pub support: Option<String>,
}

/// How many hints are studied at once, and how many wait; whoever comes beyond that gets a quick one.
const HINTS_AT_ONCE: usize = 1;

/// See [`HINTS_AT_ONCE`].
const HINTS_WAITING: usize = 4;

/// Finds the table that a request means.
#[derive(Clone)]
pub struct Finder {
    front: Arc<Front>,
    /// Numbers of rooms that were none.
    guesses: Arc<Guesses>,
}

/// People: what they have chosen, what they say to each other, and whom they or the operator want to keep away.
#[derive(Clone)]
pub struct People {
    front: Arc<Front>,
    finder: Finder,
    browsers: Arc<Browsers>,
    /// What people say from place to place.
    talk: Arc<Pacing>,
    said: Arc<SaidLately>,
    /// Whom the operator has shut out, as it was last read.
    bans: Arc<Mutex<BTreeSet<Banned>>>,
    /// What was made of matches: nothing of it is kept of who is forgotten.
    replays: Arc<Replays>,
}

/// What is over: replays, reviews and files of matches.
#[derive(Clone)]
pub struct Archive {
    front: Arc<Front>,
    finder: Finder,
    replays: Arc<Replays>,
    reviews: Reviews,
}

/// What is done in a match: moves, drafts and hints.
#[derive(Clone)]
pub struct Moves {
    front: Arc<Front>,
    /// Where hints are studied.
    hints: Workshop,
    /// How long a control has to be there before a press of it is meant.
    reaction: Duration,
}

/// Tables: opened, sat down at, set up, started and left.
#[derive(Clone)]
pub struct Tables {
    front: Arc<Front>,
    finder: Finder,
    people: People,
    moves: Moves,
    /// Those that were opened lately, where their number is limited.
    openings: Option<Arc<Openings>>,
    asked_places: Arc<AskedPlaces>,
    /// Held while somebody comes into a room: nobody sits in two.
    entering: Lock,
}

/// What brings people together: deals of days, duels, cups, leaderboards, and who looks for a game.
#[derive(Clone)]
pub struct Club {
    front: Arc<Front>,
    people: People,
    tables: Tables,
    /// Held while the list of those who wait for a seat, or look for a game, is changed.
    telling: Lock,
    /// How often cups were changed here.
    cups: Arc<AtomicU64>,
}

/// The desk: its services, each over those above it, and who is sent to which. Clones share everything.
#[derive(Clone)]
pub struct Desk {
    pub front: Arc<Front>,
    pub finder: Finder,
    pub people: People,
    pub archive: Archive,
    pub tables: Tables,
    pub club: Club,
    /// The taps that were carried out just now.
    pressed: Arc<JustPressed>,
    /// Addresses that are named to whoever asks what the bot is.
    pub links: Arc<Links>,
}

impl Desk {
    /// A desk for this face. New tables get the usual limits, and secrets from the operating system.
    pub fn new(host: Host, face: Surface, settings: Settings) -> Self {
        let browsers = Arc::new(Browsers::new(Arc::clone(settings.store())));
        let front = Arc::new(Front::new(host, face, settings));
        let finder = Finder {
            front: Arc::clone(&front),
            guesses: Arc::default(),
        };
        let replays = Arc::<Replays>::default();
        let people = People {
            front: Arc::clone(&front),
            finder: finder.clone(),
            browsers,
            talk: Arc::new(Pacing::new(5, 10)),
            said: Arc::default(),
            bans: Arc::default(),
            replays: Arc::clone(&replays),
        };
        let archive = Archive {
            front: Arc::clone(&front),
            finder: finder.clone(),
            replays,
            reviews: Reviews::default(),
        };
        let moves = Moves {
            front: Arc::clone(&front),
            hints: Workshop::new(HINTS_AT_ONCE, HINTS_WAITING),
            reaction: Duration::ZERO,
        };
        let tables = Tables {
            front: Arc::clone(&front),
            finder: finder.clone(),
            people: people.clone(),
            moves,
            openings: None,
            asked_places: Arc::default(),
            entering: Lock::default(),
        };
        let club = Club {
            front: Arc::clone(&front),
            people: people.clone(),
            tables: tables.clone(),
            telling: Lock::default(),
            cups: Arc::default(),
        };
        Self {
            front,
            finder,
            people,
            archive,
            tables,
            club,
            pressed: Arc::default(),
            links: Arc::default(),
        }
    }

    /// The same desk, whose services stand over those that it has now.
    fn wired(mut self) -> Self {
        let front = || Arc::clone(&self.front);
        self.finder.front = front();
        let finder = || self.finder.clone();
        (self.people.front, self.people.finder) = (front(), finder());
        (self.archive.front, self.archive.finder) = (front(), finder());
        (self.tables.front, self.tables.finder) = (front(), finder());
        (self.tables.people, self.tables.moves.front) = (self.people.clone(), front());
        self.club.front = front();
        (self.club.people, self.club.tables) = (self.people.clone(), self.tables.clone());
        self
    }

    /// The same desk over a front with this change.
    fn with_front(mut self, change: impl FnOnce(&mut Front)) -> Self {
        change(Arc::make_mut(&mut self.front));
        self.wired()
    }

    /// The same desk with another source of secrets, for tables whose deals are to be repeated.
    #[cfg(feature = "testing")]
    pub fn with_secrets(self, secrets: Secrets) -> Self {
        self.with_front(|front| front.secrets = secrets)
    }

    /// The same desk, which puts so much work into hints and reviews.
    pub fn with_diligence(self, diligence: StudyEffort) -> Self {
        self.with_front(|front| front.diligence = diligence)
    }

    /// The same desk, whose new tables get these limits.
    pub fn with_limits(self, limits: Limits) -> Self {
        self.with_front(|front| front.limits = limits)
    }

    /// The same desk, at which cards are written in letters if nothing else can be shown.
    pub fn with_letters(self, letters: bool) -> Self {
        self.with_front(|front| front.letters = letters)
    }

    /// The same desk, from which tables can be opened in a browser, perhaps also in windows of Discord.
    pub fn with_addresses(self, addresses: Addresses, opens_windows: bool) -> Self {
        self.with_front(|front| {
            front.addresses = Some(Arc::new(addresses));
            front.opens_windows = opens_windows;
        })
    }

    /// The same desk, at which fingers press: what stands less than 400 ms in the place of another control was
    /// not meant. (Programs are faster.)
    pub fn for_fingers(mut self) -> Self {
        self.tables.moves.reaction = Duration::from_millis(400);
        self.wired()
    }

    /// The same desk, at which no more tables are opened than that.
    pub fn with_openings(mut self, most: Option<TablesAnHour>) -> Self {
        self.tables.openings = most.map(|most| Arc::new(Openings::new(most)));
        self.wired()
    }

    /// A desk over the same tables for people who come from a browser.
    pub fn for_browsers(&self) -> Self {
        self.clone().with_front(|front| {
            front.face = Surface::Browser;
            front.forms = Arc::default();
            front.faces = PublishedFaces::default();
        })
    }

    pub fn host(&self) -> &Host {
        &self.front.host
    }

    pub fn forms(&self) -> &Forms {
        &self.front.forms
    }

    /// The emojis for pages, which the face publishes.
    pub fn faces(&self) -> &PublishedFaces {
        &self.front.faces
    }

    pub fn settings(&self) -> &Settings {
        &self.front.settings
    }

    pub fn places(&self) -> &Places {
        &self.front.places
    }

    /// The sessions of people in browsers.
    pub fn browsers(&self) -> &Browsers {
        &self.people.browsers
    }

    /// Hears what other processes tell: that settings or places were changed, somebody was forgotten, or what is said at
    /// a table. All of it may be lost: then it is read anew, or was said into the wind. Never ends.
    pub async fn hear_others(self) {
        let mut others = self.front.host.hear_others();
        loop {
            match others.next().await {
                Notice::Word { topic, body } => self.hear(&topic, &body).await,
                Notice::Missed => {
                    self.people.forgotten(None);
                    for table in self.front.host.list() {
                        self.front.places.replace(table.key()).await;
                    }
                }
            }
        }
    }

    async fn hear(&self, topic: &str, body: &str) {
        match topic {
            SETTINGS_CHANGED => self.front.settings.changed(of(body)),
            FORGOTTEN => self.people.forgotten(of(body)),
            PLACES => {
                if let Some(key) = of(body) {
                    self.front.places.replace(TableKey(key)).await;
                }
            }
            SPOKEN => of(body)
                .into_iter()
                .for_each(|spoken| self.people.spoken(spoken)),
            MUTED => of(body)
                .into_iter()
                .for_each(|muted| self.people.muted(muted)),
            // For somebody else who listens, or of a later version.
            _ => {}
        }
    }
}

fn of<T: DeserializeOwned>(body: &str) -> Option<T> {
    serde_json::from_str(body).ok()
}

#[cfg(test)]
mod tests;
