//! The front desk: carries out a person's command or tap at the right table.
//!
//! Decides which table is meant, who somebody is there, the language of the answer and who may see
//! it. The Discord and terminal faces use only the desk, so both play the same game with the same
//! words. Knows no rules of any game and no Discord.
#![doc = ""]
#![doc = include_str!("desk/commands.md")]
#![doc = ""]
#![doc = include_str!("desk/daily.md")]
#![doc = ""]
#![doc = include_str!("desk/club.md")]

pub mod addresses;
pub mod answer;
mod asked_places;
mod at;
mod bans;
mod blocking;
pub mod browsers;
mod browsing;
mod contexts;
pub mod cups;
mod daily;
mod deeds;
mod drafts;
mod duel;
pub mod forms;
mod history;
mod meant;
mod moves;
mod neighbours;
mod own_rules;
mod pacing;
mod petitions;
pub mod places;
mod premoves;
mod pressed;
mod profile;
mod replays;
mod reporting;
mod requests;
mod review;
mod reviews;
mod rooms;
mod said;
mod seats;
mod seeking;
mod served;
pub mod settings;
mod state;
mod statistics;
mod talk;
mod tell;
mod tictactoe;
pub mod windows;

use crate::command::{Anywhere, AtTable, Name};
use crate::game::{GameKind, Viewer};
use crate::host::Handle;
pub use crate::host::at_any_table;
use crate::table::{Input, Position, StageView, TableKey};
use crate::text::context::{RenderContext, Surface};
use crate::text::page::{Page, PageKind};
use crate::text::topic::Topic;
use crate::text::words::{is_no, is_yes};
use crate::text::{help, rooms as room_text, table};
pub use answer::{
    Announcement, Answer, AskedFrom, Attachment, Audience, Being, Command, Effect, Mentioned,
    UnknownCommand, Who,
};
use at::At;
pub use browsing::Neighbour;
pub use history::{match_pages, round_pages};
pub use pacing::{Pacing, TablesAnHour};
use requests::Offer;
pub use served::Served;
pub use state::{Desk, Links, Secrets};

#[cfg(feature = "testing")]
impl Desk {
    /// The same desk with another source of secrets, for tables whose deals are to be repeated.
    pub fn with_secrets(mut self, secrets: Secrets) -> Self {
        self.secrets = secrets;
        self
    }
}

impl Desk {
    /// Carries out a command that needs no table.
    async fn anywhere(
        &self,
        name: Anywhere,
        (who, place): (&Who, &AskedFrom),
        (command, offer): (&Command, Option<Offer>),
        cx: RenderContext,
    ) -> Answer {
        let words = command.words.as_str();
        let key = offer.and_then(|offer| offer.table);
        match name {
            Anywhere::Back => {
                let line = say!(cx, "asked-nothing-done");
                Answer::shown(Page::line(line)).for_them_alone()
            }
            Anywhere::Intro => {
                let mut page = help::page(Topic::Intro, &cx);
                let link = self.links.invitation.as_deref();
                page.lines
                    .extend(link.map(|link| say!(cx, "intro-link", link = link)));
                page.lines.extend(self.where_more_is(&cx));
                Answer::shown(page).for_everybody()
            }
            Anywhere::Help if words.is_empty() => {
                let topic = self
                    .fitting(who, place, None, Topic::Game(GameKind::USUAL))
                    .await;
                let mut page = help::page(topic, &cx);
                page.lines.extend(self.where_more_is(&cx));
                Answer::shown(page)
            }
            // The button of a table: its game's page that fits what the presser is doing there.
            Anywhere::Help if words.starts_with("here ") => {
                let topic = Topic::of(words.trim_start_matches("here "))
                    .unwrap_or(Topic::Game(GameKind::USUAL));
                Answer::shown(help::page(self.fitting(who, place, key, topic).await, &cx))
            }
            Anywhere::Help => Answer::shown(help::find(words, &cx)),
            Anywhere::Daily => self.daily(who, place, words, cx).await,
            Anywhere::Duel => self.duel(who, place, words, cx).await,
            Anywhere::Practice => self.practise(who, place, words, cx).await,
            Anywhere::List => Answer::shown(self.list(who, place, &cx)),
            Anywhere::TellMe => self.tell_me(who, place, words, &cx).await,
            Anywhere::Room => self.room((who, place), (words, key), cx).await,
            Anywhere::Chat => self.chat(who, place, words, &cx).await,
            Anywhere::Block => self.block(who, place, words, &cx).await,
            Anywhere::Seek => self.seek(who, place, words, &cx).await,
            Anywhere::Cup => self.cup(who, place, command, &cx).await,
            Anywhere::Activity => Self::about_window(&cx),
            Anywhere::Report => self.report(who, place, words, &cx).await,
            Anywhere::Settings => {
                let tapped = offer.is_some();
                self.change_settings((who, place), (words, tapped), &cx)
                    .await
            }
            Anywhere::Stats | Anywhere::Leaderboard | Anywhere::Top10 => {
                self.statistics(name, who, place, words, &cx).await
            }
            Anywhere::Profile => {
                let answer = self.profile(who, place, words, &cx).await;
                match offer {
                    Some(_) => answer.for_them_alone(),
                    None => answer,
                }
            }
            Anywhere::Replay | Anywhere::Review if key.is_some() => {
                let table = key.unwrap_or(TableKey(place.channel));
                self.look_back(name, (who, place), (table, words), &cx)
                    .await
            }
            Anywhere::Replay => {
                let replay = self.replay(who, place, words, &cx).await;
                self.kept_apart(replay, (who, place))
            }
            Anywhere::Export => {
                let file = self.export(who, place, &cx).await;
                self.kept_apart(file, (who, place))
            }
            Anywhere::Review => self.review(who, place, words, &cx).await,
        }
    }

    /// The page of the help that fits what somebody is doing at a table, this one or the one that is meant where they
    /// ask.
    async fn fitting(
        &self,
        who: &Who,
        place: &AskedFrom,
        key: Option<TableKey>,
        topic: Topic,
    ) -> Topic {
        let table = match key {
            Some(key) => match self.host.get(key) {
                Some(table) if self.admitted(who, place, &table).await.is_some() => Some(table),
                Some(_) | None => None,
            },
            None => self.table_at(who.person, place),
        };
        table.map_or(
            topic,
            |table| at_any_table!(&table, handle => table::help_topic(&handle.view_of(who.person))),
        )
    }

    /// Where the pages are read and where questions go: a line, if the operator named either.
    fn where_more_is(&self, cx: &RenderContext) -> Option<String> {
        let (docs, support) = (self.links.docs.as_deref(), self.links.support.as_deref());
        let docs = docs.map(|link| say!(cx, "link-docs", link));
        let support = support.map(|link| say!(cx, "link-support", link));
        let links: Vec<String> = docs.into_iter().chain(support).collect();
        (!links.is_empty()).then(|| links.join(" · "))
    }

    /// The public page of a table in the language of a place, with its controls.
    pub async fn public_page<G: Served>(&self, handle: &Handle<G>, place: &AskedFrom) -> Page {
        let cx = self.context_of_all(handle, place).await;
        let mut page = self.public(handle, place.channel, &cx);
        page.link = self.link_for_watching(handle.id(), place, &cx).await;
        page
    }

    /// The same without the countdown of the turn, for while no clock runs.
    pub async fn page_at_rest<G: Served>(&self, handle: &Handle<G>, place: &AskedFrom) -> Page {
        let mut cx = self.context_of_all(handle, place).await;
        cx.deadline = None;
        self.public(handle, place.channel, &cx)
    }

    /// The public page of a table in a channel, with the number of a room.
    fn public<G: Served>(&self, handle: &Handle<G>, channel: u64, cx: &RenderContext) -> Page {
        let view = handle.view(Viewer::Public);
        let mut page = table::public_page(&view, cx);
        if self.places.is_room(handle.key()) {
            page.push(room_text::line(handle.key(), cx));
            let open = !matches!(view.stage, StageView::Closed);
            if open && self.has_strangers(handle.key(), channel) {
                room_text::add_talk(&mut page, handle.key(), cx);
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
        let cx = self.context(who, place).await;
        let at = self.at(handle, (who, place), cx, None);
        self.hand(&at)
    }

    /// Opens a table of a game at a place that has none, whatever other tables the requester has; they
    /// sit down.
    pub async fn open_here<G: Served>(&self, who: &Who, place: &AskedFrom) -> Answer {
        let cx = self.context(who, place).await;
        let begun = (self.opening_rules::<G>(place).await, None);
        let key = TableKey(place.channel);
        let opened = self.open_for::<G>(key, None, begun, (who, place), &cx);
        match opened.await.map(G::of) {
            Ok(Some(handle)) => {
                let at = self.at(&handle, (who, place), cx, None);
                at.answered(self.sit(&at, None).await)
            }
            Ok(None) => Answer::refused(say!(cx, "desk-defect")),
            Err(answer) => answer,
        }
    }

    /// The context of a table for somebody who may sit there, with what they have picked so far.
    pub async fn drafted<G: Served>(
        &self,
        handle: &Handle<G>,
        who: &Who,
        place: &AskedFrom,
    ) -> RenderContext {
        let cx = self.context(who, place).await;
        self.at(handle, (who, place), cx, None).cx
    }

    async fn at_a_table<G: Served>(&self, at: &At<'_, G>, name: AtTable, words: &str) -> Answer {
        if let Some(answer) = at.lacks(Name::AtTable(name)) {
            return answer;
        }
        match name {
            AtTable::Leave => self.leave(at, is_yes(words)).await,
            AtTable::Kick => self.kick_by_words(at, words).await,
            AtTable::Computer => self.add_computers(at, words).await,
            AtTable::Start if words == "deal" => self.start_and_deal(at).await,
            AtTable::Start if words == "computers" => self.play_with_computers(at).await,
            AtTable::Start => match &at.view().stage {
                StageView::Playing(game) => {
                    let due = G::due(&at.view(), game, &at.cx);
                    Answer::refused(say!(at.cx, "start-playing", due))
                }
                _ => self.submit(at, Input::Start { by: at.who.person }).await,
            },
            AtTable::Rules => self.rules(at, words).await,
            AtTable::Hand => self.show(at, PageKind::Hand),
            AtTable::Score => self.show(at, PageKind::Score),
            AtTable::Last => self.show(at, past_trick(words)),
            AtTable::Seen => self.show(at, PageKind::Seen),
            AtTable::Verify => self.show(at, PageKind::Verify),
            AtTable::Table => {
                Answer::shown(self.public(at.handle, at.place.channel, &at.cx.for_all()))
                    .for_everybody()
            }
            AtTable::Reset => self.vote_reset(at, words).await,
            AtTable::Agree => {
                let (no, to): (Vec<&str>, Vec<&str>) =
                    words.split_whitespace().partition(|w| is_no(w));
                let to = to.first().and_then(|to| to.strip_prefix('#')?.parse().ok());
                self.answer_petition(at, to.map(Position), no.is_empty())
                    .await
            }
            AtTable::End => self.end(at, is_yes(words)).await,
            AtTable::More => self.show(at, PageKind::More),
            AtTable::Select => self.select_by_words(at, words),
            AtTable::Draft if words.is_empty() => self.clear(at),
            AtTable::Draft => self.put_together(at, words),
            AtTable::Clear => self.clear(at),
            AtTable::Sort => self.sort(at),
            AtTable::Rush => {
                at.handle.rush(at.who.person);
                Answer::done(self.hand(at))
            }
            AtTable::Pause => self.submit(at, Input::Halt { by: at.who.person }).await,
            AtTable::Autopilot => {
                let person = at.who.person;
                self.submit(at, Input::Rest { person }).await
            }
            AtTable::Decline => self.decline(at).await,
            AtTable::Browser => self.open_in_browser(at).await,
            AtTable::Hint => match at.view() {
                view if view.gives_advice() => self.hint(at).await,
                view => Answer::refused(match view.daily.and_then(|deal| deal.duel()) {
                    Some(_) => say!(at.cx, "duel-no-hint"),
                    None => say!(at.cx, "daily-no-hint"),
                }),
            },
        }
    }

    /// Hands in an input and shows what the table looks like to them then.
    async fn submit<G: Served>(&self, at: &At<'_, G>, input: Input<G>) -> Answer {
        match at.submit(input).await {
            Ok(()) => Answer::done(self.hand_or_table(at)),
            Err(answer) => answer,
        }
    }

    fn show<G: Served>(&self, at: &At<'_, G>, sheet: PageKind) -> Answer {
        match sheet {
            PageKind::Hand => Answer::shown(self.hand(at)).for_them_alone(),
            // At a terminal nobody else reads it.
            PageKind::Score | PageKind::LastTrick | PageKind::Trick(_) | PageKind::Seen
                if at.cx.face == Surface::Discord =>
            {
                let public = at.handle.view(Viewer::Public);
                Answer::shown(table::sheet_page(sheet, &public, &at.cx.for_all())).for_everybody()
            }
            sheet => Answer::shown(table::sheet_page(sheet, &at.view(), &at.cx)),
        }
    }

    /// What confirms to who plays that something was done: their hand, if they are shown it.
    fn confirmation<G: Served>(&self, at: &At<'_, G>) -> Page {
        match at.unseen {
            true => Page::default(),
            false => self.hand(at),
        }
    }

    fn hand<G: Served>(&self, at: &At<'_, G>) -> Page {
        at.drawn_at.get_or_init(|| at.handle.moment());
        table::sheet_page(PageKind::Hand, &at.view(), &self.with_draft(at))
    }

    /// The hand of who plays, the public table for everybody else. In a channel the lobby has a
    /// message of its own.
    fn hand_or_table<G: Served>(&self, at: &At<'_, G>) -> Page {
        if at.unseen || (at.handle.is_playing() && at.is_seated()) {
            return self.confirmation(at);
        }
        let view = at.view();
        match view.stage {
            StageView::Lobby if at.cx.face == Surface::Discord => table::lobby_brief(&view, &at.cx),
            _ => self.public(at.handle, at.place.channel, &at.cx.for_all()),
        }
    }
}

/// The trick that is asked for by its number, or the last one.
fn past_trick(words: &str) -> PageKind {
    let number = words.trim().parse();
    number.map_or(PageKind::LastTrick, PageKind::Trick)
}

#[cfg(test)]
mod tests;
mod whereabouts;
