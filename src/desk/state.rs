//! What the desk holds and all its requests share.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parking_lot::Mutex;

use super::addresses::Addresses;
use super::browsers::Browsers;
use super::drafts::Drafts;
use super::forms::Forms;
use super::pacing::{Guesses, Openings, Pacing, TablesAnHour};
use super::petitions::AskedPlaces;
use super::places::Places;
use super::pressed::JustPressed;
use super::replays::Replays;
use super::review::Reviews;
use super::said::SaidLately;
use super::settings::Settings;
use crate::chance::Seed;
use crate::host::{Host, Lock, NoEntropy, Workshop, fresh_seed};
use crate::players::StudyEffort;
use crate::store::Banned;
use crate::table::Limits;
use crate::text::context::Surface;
use crate::text::faces::PublishedFaces;

/// How many hints are studied at once, and how many wait; whoever comes beyond that gets a quick one.
const HINTS_AT_ONCE: usize = 1;

/// See [`HINTS_AT_ONCE`].
const HINTS_WAITING: usize = 4;

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

/// The desk; clones share everything.
#[derive(Clone)]
pub struct Desk {
    pub(super) host: Host,
    pub(super) face: Surface,
    pub(super) settings: Arc<Settings>,
    pub(super) places: Arc<Places>,
    pub(super) drafts: Arc<Drafts>,
    pub(super) forms: Arc<Forms>,
    pub(super) replays: Arc<Replays>,
    pub(super) reviews: Reviews,
    /// Where hints are studied.
    pub(super) hints: Workshop,
    /// How long a control has to be there before a press of it is meant.
    pub(super) reaction: Duration,
    /// How much work goes into hints and reviews.
    pub(super) diligence: StudyEffort,
    /// Whether cards are written in letters whatever people chose: nothing else can be shown.
    pub(super) letters: bool,
    /// What people say from place to place.
    pub(super) talk: Arc<Pacing>,
    pub(super) said: Arc<SaidLately>,
    /// Numbers of rooms that were none.
    pub(super) guesses: Arc<Guesses>,
    pub(super) asked_places: Arc<AskedPlaces>,
    /// The tables that were opened lately, where their number is limited.
    pub(super) openings: Option<Arc<Openings>>,
    /// Held while the list of those who wait for a seat, or look for a game, is changed.
    pub(super) telling: Lock,
    /// Held while somebody comes into a room: nobody sits in two.
    pub(super) entering: Lock,
    /// Whom the operator has shut out, as it was last read.
    pub(super) bans: Arc<Mutex<BTreeSet<Banned>>>,
    /// The taps that were carried out just now.
    pub(super) pressed: Arc<JustPressed>,
    /// How often cups were changed here.
    pub(super) cups: Arc<AtomicU64>,
    pub(super) secrets: Secrets,
    pub(super) limits: Limits,
    pub(super) links: Arc<Links>,
    /// The emojis for pages.
    pub(super) faces: PublishedFaces,
    pub(super) browsers: Arc<Browsers>,
    /// Where tables can be opened in a browser from here, if they can.
    pub(super) addresses: Option<Arc<Addresses>>,
    /// Whether they can be opened in windows of Discord.
    pub(super) opens_windows: bool,
}

impl Desk {
    /// A desk for this face. New tables get these limits and secrets from the operating system.
    pub fn new(host: Host, face: Surface, settings: Settings) -> Self {
        let browsers = Arc::new(Browsers::new(Arc::clone(settings.store())));
        Self {
            host,
            face,
            places: Arc::new(Places::new(Arc::clone(settings.store()))),
            settings: Arc::new(settings),
            drafts: Arc::default(),
            forms: Arc::default(),
            replays: Arc::default(),
            reviews: Reviews::default(),
            hints: Workshop::new(HINTS_AT_ONCE, HINTS_WAITING),
            diligence: StudyEffort::USUAL,
            letters: false,
            reaction: Duration::ZERO,
            talk: Arc::new(Pacing::new(5, 10)),
            said: Arc::default(),
            guesses: Arc::default(),
            asked_places: Arc::default(),
            openings: None,
            telling: Lock::default(),
            entering: Lock::default(),
            bans: Arc::default(),
            pressed: Arc::default(),
            cups: Arc::default(),
            secrets: Arc::new(fresh_seed),
            limits: Limits::default(),
            links: Arc::default(),
            faces: PublishedFaces::default(),
            browsers,
            addresses: None,
            opens_windows: false,
        }
    }

    /// The same desk, which names these addresses to whoever asks what the bot is.
    pub fn with_links(mut self, links: Links) -> Self {
        self.links = Arc::new(links);
        self
    }

    /// The same desk, which writes cards in letters whatever people chose.
    pub const fn with_letters(mut self, letters: bool) -> Self {
        self.letters = letters;
        self
    }

    /// The same desk, which puts so much work into hints and reviews.
    pub const fn with_diligence(mut self, diligence: StudyEffort) -> Self {
        self.diligence = diligence;
        self
    }

    /// The same desk, at which fingers press: what stands less than 400 ms in the place of another control was
    /// not meant. (Programs are faster.)
    pub const fn for_fingers(mut self) -> Self {
        self.reaction = Duration::from_millis(400);
        self
    }

    /// The same desk, whose new tables get these limits.
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The same desk, at which no more tables are opened than that.
    pub fn with_openings(mut self, most: Option<TablesAnHour>) -> Self {
        self.openings = most.map(|most| Arc::new(Openings::new(most)));
        self
    }

    pub const fn host(&self) -> &Host {
        &self.host
    }

    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The emojis for pages, which the face publishes.
    pub const fn faces(&self) -> &PublishedFaces {
        &self.faces
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}
