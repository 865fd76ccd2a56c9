//! In which language, form and looks somebody is answered, and what a page depends on besides the view.

use super::answer::Request;
use super::moves::quick_advice;
use super::{AskedFrom, At, Desk, Served, Who};
use crate::game::Viewer;
use crate::host::Handle;
use crate::table::{PersonId, TableView};
use crate::text::context::{Deadline, RenderContext, Surface};
use crate::text::locale::Locale;
use crate::text::looks::{CardLook, Looks};
use crate::text::settings::{RULES, SignSetting};

impl Desk {
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
        let locale = locale.unwrap_or_else(|| self.settings.standard_language());
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
        self.with_draft_at(at).1
    }

    /// The same, and which change of the draft was the last.
    pub(super) fn with_draft_at<G: Served>(&self, at: &At<'_, G>) -> (u64, RenderContext) {
        self.advised(at.cx.clone(), at.handle, at.who.person)
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
