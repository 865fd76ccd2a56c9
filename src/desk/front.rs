//! What every service of the desk is built on: the tables, what is stored, and how people are spoken to.
//!
//! Decides in which language, form and looks somebody is answered, and what a page of a table depends on besides the
//! view. Who may see it, and what is done at a table, it does not know.
//!
//! Commands are named to each person as they gave their last one, and never in a form that is not heard
//! where they read; that is kept in memory alone. Without slash commands, as in the terminal, all is typed.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;

use super::answer::Request;
use super::at::At;
use super::browsing::Addresses;
use super::moves::quick_advice;
use super::places::Places;
use super::premoves::Drafts;
use super::settings::Settings;
use super::{AskedFrom, Secrets, Served, Who};
use crate::game::Viewer;
use crate::host::{Handle, Host, fresh_seed};
use crate::players::StudyEffort;
use crate::store::Db;
use crate::table::{Limits, PersonId, StageView, TableId, TableView};
use crate::text::context::{Deadline, RenderContext, Surface};
use crate::text::faces::PublishedFaces;
use crate::text::form::{Form, SlashForm};
use crate::text::locale::Locale;
use crate::text::looks::{CardLook, Looks};
use crate::text::page::{Page, PageLink};
use crate::text::settings::{RULES, SignSetting};
use crate::text::{rooms, table};

/// The tables as one face shows them: in which words, and with what a page needs besides the view.
#[derive(Clone)]
pub struct Front {
    pub(super) host: Host,
    pub(super) face: Surface,
    pub(super) settings: Arc<Settings>,
    pub(super) places: Arc<Places>,
    pub(super) drafts: Arc<Mutex<Drafts>>,
    pub(super) forms: Arc<Forms>,
    /// The emojis for pages.
    pub(super) faces: PublishedFaces,
    /// Whether cards are written in letters whatever people chose: nothing else can be shown.
    pub(super) letters: bool,
    /// Where tables can be opened in a browser from here, if they can.
    pub(super) addresses: Option<Arc<Addresses>>,
    /// Whether they can be opened in windows of Discord.
    pub(super) opens_windows: bool,
    /// How much work goes into hints and reviews.
    pub(super) diligence: StudyEffort,
    pub(super) secrets: Secrets,
    /// Those of new tables, where a server has no others.
    pub(super) limits: Limits,
}

impl Front {
    pub(super) fn new(host: Host, face: Surface, settings: Settings) -> Self {
        Self {
            places: Arc::new(Places::new(host.clone(), Arc::clone(settings.store()))),
            host,
            face,
            settings: Arc::new(settings),
            drafts: Arc::default(),
            forms: Arc::default(),
            faces: PublishedFaces::default(),
            letters: false,
            addresses: None,
            opens_windows: false,
            diligence: StudyEffort::USUAL,
            secrets: Arc::new(fresh_seed),
            limits: Limits::default(),
        }
    }

    pub(super) fn store(&self) -> &Arc<Db> {
        self.settings.store()
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

    /// The context of a table for somebody who may sit there, with what they have picked so far.
    pub async fn drafted<G: Served>(
        &self,
        handle: &Handle<G>,
        who: &Who,
        place: &AskedFrom,
    ) -> RenderContext {
        let cx = self.context(who, place).await;
        self.advised(cx, handle, who.person).1
    }

    /// What the last hint of this turn advised somebody.
    pub fn hinted<G: Served>(&self, handle: &Handle<G>, person: PersonId) -> Option<G::Action> {
        let (_, draft) = self.draft(handle, person);
        serde_json::from_str(draft.advised.as_deref()?).ok()
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

    /// A request at this table.
    pub(super) fn at<'a, G: Served>(
        &'a self,
        handle: &'a Handle<G>,
        &Request { who, place, ref cx }: &Request<'a>,
    ) -> At<'a, G> {
        let (_, cx) = self.advised(cx.clone(), handle, who.person);
        At {
            front: self,
            handle,
            asked: Request { who, place, cx },
            offered_at: None,
            unseen: false,
            steps: AtomicU64::new(0),
            drawn_at: OnceLock::new(),
        }
    }

    /// The public page of a table in the language of a place, with its controls.
    pub async fn public_page<G: Served>(&self, handle: &Handle<G>, place: &AskedFrom) -> Page {
        let cx = self.context_of_all(handle, place).await;
        let mut page = self.table_page(handle, place.channel, &cx);
        page.link = self.link_for_watching(handle.id(), place, &cx).await;
        page
    }

    /// The same without the countdown of the turn, for while no clock runs.
    pub async fn page_at_rest<G: Served>(&self, handle: &Handle<G>, place: &AskedFrom) -> Page {
        let mut cx = self.context_of_all(handle, place).await;
        cx.deadline = None;
        self.table_page(handle, place.channel, &cx)
    }

    /// The public page of a table in a channel, with the number of a room.
    pub(super) fn table_page<G: Served>(
        &self,
        handle: &Handle<G>,
        channel: u64,
        cx: &RenderContext,
    ) -> Page {
        let view = handle.view(Viewer::Public);
        let mut page = table::public_page(&cx.at(&view));
        if self.places.is_room(handle.key()) {
            page.push(rooms::line(handle.key(), cx));
            let open = !matches!(view.stage, StageView::Closed);
            if open && self.places.has_strangers(handle.key(), channel) {
                rooms::add_talk(&mut page, handle.key(), cx);
            }
        }
        page
    }

    /// Somebody's own hand page at a table, with what they have picked so far.
    pub async fn hand_page<G: Served>(
        &self,
        handle: &Handle<G>,
        who: &Who,
        place: &AskedFrom,
    ) -> Page {
        self.at(handle, &self.request(who, place).await).hand()
    }

    /// Where everybody who reads the public page of a table there can watch it in a browser, if the server
    /// lets them.
    pub(super) async fn link_for_watching(
        &self,
        table: TableId,
        place: &AskedFrom,
        cx: &RenderContext,
    ) -> Option<PageLink> {
        let (addresses, guild) = (self.addresses.as_ref()?, place.guild?);
        let lets = self.lets_watch(guild).await && self.host.get(table.key).is_some();
        lets.then(|| PageLink {
            label: say!(cx, "button-watch"),
            url: addresses.for_watching(table, guild),
        })
    }

    /// Whether tables of a server can be watched by whoever has the link.
    pub async fn lets_watch(&self, guild: u64) -> bool {
        let chosen = self.settings.guild(Some(guild)).await;
        chosen.is_on("watching")
    }
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
