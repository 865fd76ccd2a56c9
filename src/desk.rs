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

pub mod answer;
pub mod browsers;
pub mod browsing;
pub mod cups;
mod daily;
mod deeds;
mod duel;
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
mod state;
mod statistics;
mod strangers;
mod talk;

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
use answer::{Done, Request, refuse};
pub use browsing::Neighbour;
pub use pacing::{Pacing, TablesAnHour};
pub use replays::{match_pages, round_pages};
use requests::{At, Offer};
pub use served::Served;
pub use state::{Desk, FormRoute, Links, Secrets};

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
        asked: &Request<'_>,
        command: &Command,
        offer: Option<Offer>,
    ) -> Done {
        let Request { who, place, cx } = asked;
        let words = command.words.as_str();
        let key = offer.and_then(|offer| offer.table);
        match name {
            Anywhere::Back => {
                let line = say!(cx, "asked-nothing-done");
                Ok(Answer::shown(line).for_them_alone())
            }
            Anywhere::Intro => {
                let mut page = help::page(Topic::Intro, cx);
                let link = self.links.invitation.as_deref();
                page.lines
                    .extend(link.map(|link| say!(cx, "intro-link", link = link)));
                page.lines.extend(self.where_more_is(cx));
                Ok(Answer::shown(page).for_everybody())
            }
            // The button of a table: its game's page that fits what the presser is doing there.
            Anywhere::Help if words.is_empty() || words.starts_with("here ") => {
                let here = words.strip_prefix("here ");
                let topic = here.and_then(Topic::of);
                let topic = topic.unwrap_or(Topic::Game(GameKind::USUAL));
                let table = key.filter(|_| here.is_some());
                let mut page = help::page(self.fitting(asked, table, topic).await, cx);
                let more = self.where_more_is(cx).filter(|_| here.is_none());
                page.lines.extend(more);
                Ok(Answer::shown(page))
            }
            Anywhere::Help => Ok(Answer::shown(help::find(words, cx))),
            Anywhere::Daily => self.daily(asked, words).await,
            Anywhere::Duel => self.duel(asked, words).await,
            Anywhere::Practice => self.practise(asked, words).await,
            Anywhere::List => Ok(Answer::shown(self.list(asked))),
            Anywhere::TellMe => self.tell_me(asked, words).await,
            Anywhere::Room => self.room(asked, words, key).await,
            Anywhere::Chat => self.chat(asked, words).await,
            Anywhere::Block => self.block(asked, words).await,
            Anywhere::Seek => self.seek(asked, words).await,
            Anywhere::Cup => self.cup(asked, command).await,
            Anywhere::Activity => Self::about_window(cx),
            Anywhere::Report => self.report(asked, words).await,
            Anywhere::Settings => self.change_settings(asked, words, offer.is_some()).await,
            Anywhere::Stats | Anywhere::Leaderboard | Anywhere::Top10 => {
                self.statistics(name, asked, words).await
            }
            Anywhere::Profile => {
                let answer = self.profile(asked, words).await?;
                Ok(answer.alone_if(offer.is_some()))
            }
            Anywhere::Replay | Anywhere::Review if key.is_some() => {
                let table = key.unwrap_or(TableKey(place.channel));
                self.look_back(name, asked, table, words).await
            }
            Anywhere::Replay => {
                let replay = self.replay(asked, words).await?;
                Ok(self.kept_apart(replay, who, place))
            }
            Anywhere::Export => Ok(self.kept_apart(self.export(asked).await?, who, place)),
            Anywhere::Review => self.review(asked, words).await,
        }
    }

    /// The page of the help that fits what somebody is doing at a table, this one or the one that is meant where they
    /// ask.
    async fn fitting(&self, asked: &Request<'_>, key: Option<TableKey>, topic: Topic) -> Topic {
        let Request { who, place, .. } = asked;
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
        let mut page = table::public_page(&cx.at(&view));
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
        self.hand(&self.at(handle, &self.request(who, place).await))
    }

    /// Opens a table of a game at a place that has none, whatever other tables the requester has; they
    /// sit down.
    pub async fn open_here<G: Served>(&self, who: &Who, place: &AskedFrom) -> Answer {
        let asked = self.request(who, place).await;
        match self.open::<G>(&asked).await.map(G::of) {
            Ok(Some(handle)) => {
                let at = self.at(&handle, &asked);
                at.answered(self.sit(&at, None).await)
            }
            Ok(None) => Answer::refused(say!(asked.cx, "desk-defect")),
            Err(refused) => *refused,
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
        self.advised(cx, handle, who.person).1
    }

    async fn at_a_table<G: Served>(&self, at: &At<'_, G>, name: AtTable, words: &str) -> Done {
        at.require(Name::AtTable(name))?;
        let by = at.who.person;
        match name {
            AtTable::Leave => self.leave(at, is_yes(words)).await,
            AtTable::Kick => self.kick_by_words(at, words).await,
            AtTable::Computer => self.add_computers(at, words).await,
            AtTable::Start if words == "deal" => self.start_and_deal(at).await,
            AtTable::Start if words == "computers" => self.play_with_computers(at).await,
            AtTable::Start => match &at.view().stage {
                StageView::Playing(game) => {
                    let due = G::due(&at.cx.at(&at.view()).with(game));
                    refuse(say!(at.cx, "start-playing", due))
                }
                _ => self.submit(at, Input::Start { by }).await,
            },
            AtTable::Rules => self.rules(at, words).await,
            AtTable::Hand => Ok(self.show(at, PageKind::Hand)),
            AtTable::Score => Ok(self.show(at, PageKind::Score)),
            AtTable::Last => Ok(self.show(at, past_trick(words))),
            AtTable::Seen => Ok(self.show(at, PageKind::Seen)),
            AtTable::Verify => Ok(self.show(at, PageKind::Verify)),
            AtTable::Table => {
                let page = self.public(at.handle, at.place.channel, &at.cx.for_all());
                Ok(Answer::shown(page).for_everybody())
            }
            AtTable::Reset => self.vote_reset(at, words).await,
            AtTable::Agree => {
                let (no, to): (Vec<&str>, Vec<&str>) =
                    words.split_whitespace().partition(|w| is_no(w));
                let to = to.first().and_then(|to| to.strip_prefix('#')?.parse().ok());
                let to = to.map(Position);
                self.answer_petition(at, to, no.is_empty()).await
            }
            AtTable::End => self.end(at, is_yes(words)).await,
            AtTable::More => Ok(self.show(at, PageKind::More)),
            AtTable::Select => Ok(self.select(at, words)),
            AtTable::Draft if words.is_empty() => Ok(self.clear(at)),
            AtTable::Draft => self.put_together(at, words),
            AtTable::Clear => Ok(self.clear(at)),
            AtTable::Sort => Ok(self.sort(at)),
            AtTable::Rush => {
                at.handle.rush(by);
                Ok(Answer::done(self.hand(at)))
            }
            AtTable::Pause => self.submit(at, Input::Halt { by }).await,
            AtTable::Autopilot => self.submit(at, Input::Rest { person: by }).await,
            AtTable::Decline => self.decline(at).await,
            AtTable::Browser => self.open_in_browser(at).await,
            AtTable::Hint => match at.view() {
                view if view.gives_advice() => self.hint(at).await,
                view => refuse(match view.daily.and_then(|deal| deal.duel()) {
                    Some(_) => say!(at.cx, "duel-no-hint"),
                    None => say!(at.cx, "daily-no-hint"),
                }),
            },
        }
    }

    /// Hands in an input and shows what the table looks like to them then.
    async fn submit<G: Served>(&self, at: &At<'_, G>, input: Input<G>) -> Done {
        at.submit(input).await?;
        Ok(Answer::done(self.hand_or_table(at)))
    }

    fn show<G: Served>(&self, at: &At<'_, G>, sheet: PageKind) -> Answer {
        match sheet {
            PageKind::Hand => Answer::shown(self.hand(at)).for_them_alone(),
            // At a terminal nobody else reads it.
            PageKind::Score | PageKind::LastTrick | PageKind::Trick(_) | PageKind::Seen
                if at.cx.face == Surface::Discord =>
            {
                let public = at.handle.view(Viewer::Public);
                Answer::shown(table::sheet_page(sheet, &at.cx.for_all().at(&public)))
                    .for_everybody()
            }
            sheet => Answer::shown(table::sheet_page(sheet, &at.cx.at(&at.view()))),
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
        self.hand_now(at)
    }

    /// The same without a claim that it is what the answer shows.
    fn hand_now<G: Served>(&self, at: &At<'_, G>) -> Page {
        table::sheet_page(PageKind::Hand, &self.with_draft(at).at(&at.view()))
    }

    /// The hand of who plays, the public table for everybody else. In a channel the lobby has a
    /// message of its own.
    fn hand_or_table<G: Served>(&self, at: &At<'_, G>) -> Page {
        if at.unseen || (at.handle.is_playing() && at.is_seated()) {
            return self.confirmation(at);
        }
        let view = at.view();
        match view.stage {
            StageView::Lobby if at.cx.face == Surface::Discord => {
                table::lobby_brief(&at.cx.at(&view))
            }
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
