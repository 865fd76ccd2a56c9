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

use crate::command::{Anywhere, AtTable, Name, UsedIn, Verb};
use crate::game::{GameKind, Viewer, at_game};
use crate::host::Handle;
pub use crate::host::at_any_table;
use crate::table::{Input, Position, StageView, TableKey};
use crate::text::context::{RenderContext, Surface};
use crate::text::page::{Page, PageKind};
use crate::text::press::Press;
use crate::text::topic::Topic;
use crate::text::trouble::Trouble;
use crate::text::words::{ParseError, is_no, is_yes};
use crate::text::{help, rooms as room_text, table};
pub use answer::{
    Announcement, Answer, AskedFrom, Attachment, Audience, Being, Command, Effect, Mentioned,
    UnknownCommand, Who,
};
use at::At;
pub use browsing::Neighbour;
pub use history::{match_pages, round_pages};
pub use pacing::{Pacing, TablesAnHour};
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
    pub async fn run(&self, who: &Who, place: &AskedFrom, command: Command) -> Answer {
        self.carry_out(who, place, command, false).await
    }

    /// Carries out a command; `unseen` for somebody who is not shown what only confirms it, because the
    /// table shows it to all: the page of [`Effect::Done`] may be empty.
    pub async fn carry_out(
        &self,
        who: &Who,
        place: &AskedFrom,
        command: Command,
        unseen: bool,
    ) -> Answer {
        self.serve(who, place, command, (None, unseen)).await
    }

    /// Carries out a press, with the values chosen in a menu: the same as typing its line, at the table whose control it
    /// is. It may come late, or from somebody whom it was not offered to.
    pub async fn press(
        &self,
        who: &Who,
        place: &AskedFrom,
        press: &Press,
        values: &[String],
    ) -> Answer {
        let line = press.line.with(values);
        let Some((name, words)) = line.command() else {
            return Answer::refused(say!(self.context(who, place).await, "desk-gone"));
        };
        let offer = Offer {
            table: Some(press.table).filter(|table| table.0 != 0),
            at: press.at,
        };
        let command = Command::new(name, words);
        self.serve(who, place, command, (Some(offer), false)).await
    }

    async fn serve(
        &self,
        who: &Who,
        place: &AskedFrom,
        command: Command,
        (offer, unseen): (Option<Offer>, bool),
    ) -> Answer {
        let mut cx = self.context(who, place).await;
        cx.taps = offer.is_some();
        // What is kept about somebody is theirs to have and to be forgotten all the same.
        let own = command.name == Name::Anywhere(Anywhere::Settings);
        if let Some(answer) = self.shut_out(who, place, &cx).filter(|_| !own) {
            return answer;
        }
        let allowed = || async { self.settings.guild(place.guild).await.allows(place.channel) };
        if offer.is_none() && !who.moderator && !allowed().await {
            return Answer::refused(say!(cx, "desk-channel-not-allowed"));
        }
        if place.as_guest && command.name.row().used_in != UsedIn::Everywhere {
            return Answer::refused(say!(cx, "desk-not-as-guest"));
        }
        let key = offer.and_then(|offer| offer.table);
        self.catch_up(who, place, key).await;
        let words = command.words.as_str();
        match (command.name, key) {
            (Name::Anywhere(name), _) => {
                self.anywhere(name, (who, place), (&command, offer), cx)
                    .await
            }
            (_, Some(key)) => {
                self.at_offered(who, place, (key, offer), &command, cx)
                    .await
            }
            (Name::Open(game), None) => {
                at_game!(game, G => G::open(self, who, place, &command, cx).await)
            }
            (Name::AtTable(name), None) => {
                let table = self.table_of(who, place, (name, words), &cx);
                let Some(table) = table.or_else(|| self.closed_table(who, place, name)) else {
                    return Answer::refused(Trouble::NoTable.page(&cx));
                };
                at_any_table!(&table, handle => {
                    let at = At { unseen, ..self.at(handle, (who, place), cx, None) };
                    at.answered(self.at_a_table(&at, name, words).await)
                })
            }
            (Name::Move(verb), None) => {
                let Some(table) = self.table_for(who, place, Some(verb), words) else {
                    return Answer::refused(Trouble::NoTable.page(&cx));
                };
                let (verb, words) = match verb {
                    Verb::Surrender if is_no(words) => (Verb::PlayOn, ""),
                    verb => (verb, words),
                };
                at_any_table!(&table, handle => {
                    let at = At { unseen, ..self.at(handle, (who, place), cx, None) };
                    at.answered(self.make_move(&at, verb, words).await)
                })
            }
        }
    }

    /// Carries out a press at the table whose control it is.
    async fn at_offered(
        &self,
        who: &Who,
        place: &AskedFrom,
        (key, offer): (TableKey, Option<Offer>),
        command: &Command,
        cx: RenderContext,
    ) -> Answer {
        let closed = || {
            let mut closed = self.host.lately_closed().into_iter();
            let is_of_match = matches!(command.name, Name::AtTable(name) if name.is_of_match());
            closed.find(|table| is_of_match && table.key() == key)
        };
        let Some(table) = self.host.get(key).or_else(closed) else {
            return Answer::refused(say!(cx, "desk-gone"));
        };
        // The same words as for a table that there is not: they tell nobody of one.
        let Some(who) = self.admitted(who, place, &table).await else {
            return Answer::refused(say!(cx, "desk-gone"));
        };
        let who = who.as_ref();
        at_any_table!(&table, handle => {
            let late = |verb| may_come_late(handle, verb);
            let late = matches!(command.name, Name::Move(verb) if late(verb));
            let offered_at = offer.map(|offer| offer.at).filter(|_| !late);
            let at = self.at(handle, (who, place), cx, offered_at);
            // It is for a turn that the same tap has just ended.
            let (tapped, now) = ((key, offered_at, command), self.host.now());
            if !self.pressed.is_new(who.person, tapped, now) {
                return at.answered(Answer::done(self.hand(&at)));
            }
            let words = command.words.as_str();
            let answer = match command.name {
                Name::Open(_) => self.sit_at(&at, words).await,
                Name::AtTable(name) => self.at_a_table(&at, name, words).await,
                Name::Move(verb) => self.make_move(&at, verb, words).await,
                Name::Anywhere(_) => Answer::refused(say!(at.cx, "desk-defect")),
            };
            if answer.outcome != Effect::Done {
                self.pressed.forget(who.person);
            }
            // What a button shows, it shows to who taps it.
            at.answered(answer.for_them_alone())
        })
    }

    /// Somebody's own hand at a table as it is now; `None` if they have none there.
    pub async fn own_hand(&self, who: &Who, place: &AskedFrom, table: TableKey) -> Option<Answer> {
        let table = self.host.get(table)?;
        let cx = self.context(who, place).await;
        at_any_table!(&table, handle => {
            let at = self.at(handle, (who, place), cx, None);
            let hand = at.is_seated().then(|| Answer::shown(self.hand(&at)).for_them_alone());
            hand.map(|hand| at.answered(hand))
        })
    }

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
            Anywhere::Settings => self.change_settings(who, place, words, &cx).await,
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

    /// Carries out a line that begins with no command, where one is not needed (in direct messages
    /// and in the terminal): cards or a call, as far as the game waits for some.
    pub async fn bare(
        &self,
        who: &Who,
        place: &AskedFrom,
        line: &str,
        unknown: UnknownCommand,
    ) -> Answer {
        let cx = self.context(who, place).await;
        if let Some(answer) = self.shut_out(who, place, &cx) {
            return answer;
        }
        let trouble = || Answer::refused(Trouble::UnknownCommand(unknown.word.clone()).page(&cx));
        self.catch_up(who, place, None).await;
        let Some(table) = self.table_for(who, place, None, line) else {
            return trouble();
        };
        let answer = at_any_table!(&table, handle => {
            let at = self.at(handle, (who, place), cx.clone(), None);
            let answer = self.bare_at(&at, line, &unknown).await;
            answer.map(|answer| at.answered(answer))
        });
        answer.unwrap_or_else(trouble)
    }

    /// Understands a line without a command at a table; `None` if it makes no sense there.
    async fn bare_at<G: Served>(
        &self,
        at: &At<'_, G>,
        line: &str,
        unknown: &UnknownCommand,
    ) -> Option<Answer> {
        let view = at.view();
        let playing = matches!(view.stage, StageView::Playing(_)) && view.seat().is_some();
        let verb = G::bare_verb(&view);
        let read = G::parse(verb, line, &view);
        // Words that look like no cards at all are more likely a mistyped command.
        let like_cards = unknown.meant.is_none() && line.contains(char::is_numeric)
            || matches!(read, Err(ParseError::OnlySuit { .. }));
        let sensible = playing && (like_cards || read.is_ok());
        match sensible {
            true => Some(self.make_move(at, verb, line).await),
            false => None,
        }
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
            AtTable::Pick => self.pick(at, words),
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

/// The control by which a command came.
#[derive(Debug, Clone, Copy)]
struct Offer {
    /// The table whose control it is, if it is about one.
    table: Option<TableKey>,
    at: Position,
}

/// Whether a move may be made by a control of an earlier turn.
fn may_come_late<G: Served>(_: &Handle<G>, verb: Verb) -> bool {
    G::may_come_late(verb)
}

/// The trick that is asked for by its number, or the last one.
fn past_trick(words: &str) -> PageKind {
    let number = words.trim().parse();
    number.map_or(PageKind::LastTrick, PageKind::Trick)
}

#[cfg(test)]
mod tests;
mod whereabouts;
