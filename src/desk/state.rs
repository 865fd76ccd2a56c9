//! What the desk holds and all its requests share.
//!
//! What the desks of other processes tell: that settings or places were changed, somebody was forgotten, or what is said
//! at a table.
//!
//! All of it may be lost: then it is read anew, or was said into the wind.
//!
//! In which language, form and looks somebody is answered, and what a page depends on besides the view.
//!
//! Commands are named to each person as they gave their last one, and never in a form that is not heard
//! where they read; that is kept in memory alone. Without slash commands, as in the terminal, all is typed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serde::de::DeserializeOwned;

use super::answer::Request;
use super::browsers::Browsers;
use super::browsing::Addresses;
use super::deeds::AskedPlaces;
use super::moves::quick_advice;
use super::pacing::{Guesses, Openings, Pacing, TablesAnHour};
use super::places::Places;
use super::premoves::Drafts;
use super::replays::Replays;
use super::requests::JustPressed;
use super::review::Reviews;
use super::settings::{FORGOTTEN, SETTINGS_CHANGED, Settings};
use super::talk::SaidLately;
use super::{AskedFrom, At, Served, Who};
use crate::chance::Seed;
use crate::game::Viewer;
use crate::host::{Handle, Host, Lock, NoEntropy, Workshop, fresh_seed};
use crate::players::StudyEffort;
use crate::store::{Banned, Notice};
use crate::table::{Limits, PersonId, TableKey, TableView};
use crate::text::context::{Deadline, RenderContext, Surface};
use crate::text::faces::PublishedFaces;
use crate::text::form::{Form, SlashForm};
use crate::text::locale::Locale;
use crate::text::looks::{CardLook, Looks};
use crate::text::settings::{RULES, SignSetting};

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
    pub(super) drafts: Arc<Mutex<Drafts>>,
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
    pub letters: bool,
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
    /// Addresses that are named to whoever asks what the bot is.
    pub links: Arc<Links>,
    /// The emojis for pages.
    pub(super) faces: PublishedFaces,
    pub(super) browsers: Arc<Browsers>,
    /// Where tables can be opened in a browser from here, if they can.
    pub addresses: Option<Arc<Addresses>>,
    /// Whether they can be opened in windows of Discord.
    pub opens_windows: bool,
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
            SPOKEN => of(body).into_iter().for_each(|spoken| self.spoken(spoken)),
            MUTED => of(body).into_iter().for_each(|muted| self.muted(muted)),
            // For somebody else who listens, or of a later version.
            _ => {}
        }
    }

    /// Reads anew where a table is shown, which is then drawn there.
    async fn replace(&self, key: TableKey) {
        self.places.look_again(key).await;
        self.host.announce(key);
    }

    /// In which language, with which prefix and in which looks somebody is answered: their own
    /// choice, then what their client speaks, then the server's choice, then what the server speaks.
    pub async fn context(&self, who: &Who, place: &AskedFrom) -> RenderContext {
        let chosen = self.settings.person(who.person).await;
        let mut cx = self.public_context(place).await;
        if let Some(locale) = chosen.language().or(who.locale) {
            cx.locale = locale;
        }
        cx.form = self.forms.of(who.person, place);
        cx.looks = chosen.looks(cx.looks);
        // There a card is raised before it is played.
        cx.looks.confirm &= self.face != Surface::Browser;
        if self.letters {
            cx.looks.cards = CardLook::Letters;
        }
        cx.opens_browser = self.face == Surface::Discord && self.addresses.is_some();
        // In direct messages and at the terminal nobody else reads along.
        if place.guild.is_none() {
            cx.public_looks = cx.looks;
        }
        cx
    }

    /// A request of somebody.
    pub(super) async fn request<'a>(&self, who: &'a Who, place: &'a AskedFrom) -> Request<'a> {
        let cx = self.context(who, place).await;
        Request { who, place, cx }
    }

    /// In which language, with which prefix and in which looks everybody at a place is spoken to.
    pub async fn public_context(&self, place: &AskedFrom) -> RenderContext {
        let guild = self.settings.guild(place.guild).await;
        let locale: Option<Locale> = guild.language().or(place.locale);
        let locale = locale.unwrap_or_else(|| self.settings.language);
        let looks = guild.looks(Looks::default());
        let mut cx = RenderContext::new(locale, self.face, guild.word("prefix"));
        cx.form = self.forms.of_place(place);
        cx.faces = self.faces.now();
        (cx.looks, cx.public_looks) = (looks, looks);
        cx.pictures = self.face == Surface::Discord && guild.is_on("pictures");
        cx.opens_activity = self.face == Surface::Discord && self.opens_windows;
        cx.server_rules = guild.rules(RULES);
        cx
    }

    /// The context of what everybody at a place sees of a table.
    pub(super) async fn context_of_all<G: Served>(
        &self,
        handle: &Handle<G>,
        place: &AskedFrom,
    ) -> RenderContext {
        let cx = self.public_context(place).await;
        if G::SIGNS.is_some() {
            for seat in &handle.view(Viewer::Public).seats {
                if let Some(person) = seat.occupant.holder() {
                    self.settings.person(person).await;
                }
            }
        }
        self.at_table(cx, handle)
    }

    /// The context of a table: its key for controls, its deadline, and the signs of its players.
    pub fn at_table<G: Served>(&self, mut cx: RenderContext, handle: &Handle<G>) -> RenderContext {
        cx.table = handle.key();
        cx.programs = self.host.programs::<G>();
        // People of a room come from several servers.
        if self.places.is_room(cx.table) {
            cx.server_rules.clear();
        }
        if let Some(signs) = G::SIGNS {
            cx.signs = self.signs(signs, &handle.view(Viewer::Public));
        }
        cx.laurels = handle.laurels();
        cx.deadline = handle.deadline().map(|deadline| Deadline {
            unix: deadline.0 / 1_000,
            left: self.host.seconds_until(deadline),
        });
        cx
    }

    /// What players are shown as, as far as it was read what they chose.
    fn signs<G: Served>(&self, signs: &SignSetting, view: &TableView<G>) -> Vec<String> {
        let chosen = view.seats.iter().map(|seat| {
            let person = seat.occupant.holder()?;
            self.settings.person_as_known(person).sign(signs)
        });
        (signs.share)(&chosen.collect::<Vec<_>>())
    }

    /// The context with the draft and the deadline as they are now.
    pub(super) fn with_draft<G: Served>(&self, at: &At<'_, G>) -> RenderContext {
        self.advised(at.cx.clone(), at.handle, at.who.person).1
    }

    /// The context of somebody who may sit at a table: with their draft, and with what they are advised. That is the
    /// hint that they asked for on this turn, or what they always want to have suggested, and nothing at a table
    /// that gives no advice. Pages, scenes and completions know of no other advice.
    pub(super) fn advised<G: Served>(
        &self,
        cx: RenderContext,
        handle: &Handle<G>,
        person: PersonId,
    ) -> (u64, RenderContext) {
        let mut cx = self.at_table(cx, handle);
        let (changed, draft) = self.draft(handle, person);
        cx.draft = draft;
        if cx.looks.suggestions
            && cx.draft.advised.is_none()
            && handle.awaits(handle.viewer(person))
        {
            let view = handle.view_of(person);
            let advice = Some(view).filter(TableView::gives_advice);
            let advice = advice.and_then(|view| quick_advice(&view));
            cx.draft.advised = advice.and_then(|action| serde_json::to_string(&action).ok());
        }
        (changed, cx)
    }
}

/// The topic of words about where a table is shown; the rest is its key.
pub(super) const PLACES: &str = "places";
/// The topic of words with what somebody says at a table.
pub(super) const SPOKEN: &str = "spoken";
/// The topic of words about who is muted at a table.
pub(super) const MUTED: &str = "muted";

fn of<T: DeserializeOwned>(body: &str) -> Option<T> {
    serde_json::from_str(body).ok()
}

/// From this count on the ways of all people are forgotten.
const MOST_PEOPLE: usize = 50_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormRoute {
    Typed,
    Slash,
}

/// The forms in which commands are named.
#[derive(Default)]
pub struct Forms {
    /// Whether typed commands are not heard on servers.
    deaf: AtomicBool,
    slash: Mutex<Option<Arc<SlashForm>>>,
    last: Mutex<HashMap<PersonId, FormRoute>>,
}

impl Forms {
    /// These slash commands can be used.
    pub fn register(&self, slash: SlashForm) {
        *self.slash.lock() = Some(Arc::new(slash));
    }

    /// Whether typed commands are heard on servers; in direct messages they always are.
    pub fn hear_typed(&self, heard: bool) {
        self.deaf.store(!heard, Ordering::Relaxed);
    }

    /// This person gives a command in this way.
    pub fn note(&self, person: PersonId, way: FormRoute) {
        let mut last = self.last.lock();
        if last.len() >= MOST_PEOPLE {
            last.clear();
        }
        last.insert(person, way);
    }

    pub(super) fn of(&self, person: PersonId, place: &AskedFrom) -> Form {
        let way = self.last.lock().get(&person).copied();
        self.form(way == Some(FormRoute::Slash) || self.is_deaf(place))
    }

    pub(super) fn of_place(&self, place: &AskedFrom) -> Form {
        self.form(self.is_deaf(place))
    }

    fn is_deaf(&self, place: &AskedFrom) -> bool {
        place.as_guest || (place.guild.is_some() && self.deaf.load(Ordering::Relaxed))
    }

    fn form(&self, slash: bool) -> Form {
        let known = self.slash.lock().clone().filter(|_| slash);
        known.map_or(Form::Typed, Form::Slash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_way_counts_where_it_is_heard() {
        let place = |guild| AskedFrom {
            channel: 1,
            guild,
            locale: None,
            channels: Vec::new(),
            as_guest: false,
            no_threads: None,
            table: None,
            client: None,
        };
        let (server, direct) = (place(Some(3)), place(None));
        let (ana, bo) = (PersonId(1), PersonId(2));
        let forms = Forms::default();
        forms.note(ana, FormRoute::Slash);
        assert!(!forms.of(ana, &server).is_slash(), "there are none");
        forms.register(SlashForm::default());
        assert!(forms.of(ana, &server).is_slash() && forms.of(ana, &direct).is_slash());
        assert!(!forms.of(bo, &server).is_slash() && !forms.of_place(&server).is_slash());
        forms.note(ana, FormRoute::Typed);
        assert!(!forms.of(ana, &server).is_slash());
        forms.hear_typed(false);
        assert!(forms.of(ana, &server).is_slash() && forms.of_place(&server).is_slash());
        assert!(!forms.of(ana, &direct).is_slash() && !forms.of_place(&direct).is_slash());
    }
}
