//! Which table a request means, and from where it may be made.
//!
//! In a channel there may be a match, a game beside it and a room at once. A move goes to a table that
//! waits for it and where it makes sense. Any other command goes where it has an effect, and to the
//! channel's match or room before a game beside it, which has buttons of its own.
//!
//! A control names its table, and clients can be made to send any: it counts by the place where it was
//! pressed, which Discord vouches for, and by who presses.

use std::borrow::Cow;
use std::cmp::Reverse;

use serde::Deserialize;

use super::answer::Request;
use super::places::{is_beside, is_room_number};
use super::replays::FAR;
use super::{Answer, AskedFrom, Command, Finder, Served, Who, at_any_table};
use crate::command::{AtTable, CompletionSource, Name, Verb};
use crate::game::{GameKind, Viewer, at_game};
use crate::host::{AnyTable, Handle};
use crate::table::{PersonId, PetitionView, Position, StageView, TableId, TableKey};
use crate::text::context::{RenderContext, Surface};
use crate::text::markup::plain;
use crate::text::page::MenuOption;
use crate::text::table::{completions, computers, open_seats, rules_about};
use crate::text::voice::Voice as _;
use crate::text::words::{ParseError, parse_setting};

/// How likely a person's move means this table; the greatest is meant: that waits for them, where they play, where they
/// sit, the place's own, or that has been played at last.
fn near<G: Served>(
    handle: &Handle<G>,
    person: PersonId,
    own: bool,
) -> (bool, bool, bool, bool, Position) {
    let view = handle.view(Viewer::Public);
    let seat = view.seat_of(person);
    let awaits = seat.is_some_and(|seat| view.awaits(seat));
    let plays = seat.is_some() && matches!(view.stage, StageView::Playing(_));
    let began = view.turn_started.max(handle.id().opening);
    (awaits, plays, seat.is_some(), own, began)
}

/// Whether the words parse as a move of this person at this table.
fn understands<G: Served>(
    handle: &Handle<G>,
    person: PersonId,
    verb: Option<Verb>,
    words: &str,
) -> bool {
    let view = handle.view_of(person);
    let playing = matches!(view.stage, StageView::Playing(_)) && view.seat().is_some();
    playing && G::parse(verb.unwrap_or(G::bare_verb(&view)), words, &view).is_ok()
}

/// The move that a line means whose first letter alone is a command's word, too: `H` calls hearts, `d 5 5`
/// are diamonds. `None` where the command makes sense.
fn letter_move<G: Served>(
    handle: &Handle<G>,
    person: PersonId,
    line: &str,
    command: &Command,
) -> Option<Command> {
    let view = handle.view_of(person);
    let verb = G::bare_verb(&view);
    let words = command.words.as_str();
    let options = command.name.row().options;
    let sensible = match command.name {
        _ if options.is_empty() && !words.is_empty() => false,
        Name::Move(named) => {
            let complete = !words.is_empty() || options.iter().all(|option| !option.required);
            complete && G::parse(named, words, &view).is_ok()
        }
        // Who plays has a seat.
        Name::Open(_) => false,
        // A suit is called in capitals, as its button has it.
        Name::AtTable(_) => verb != Verb::Call || !line.starts_with(char::is_uppercase),
        Name::Anywhere(_) => true,
    };
    let playing = matches!(view.stage, StageView::Playing(_)) && view.seat().is_some();
    // Of a suit alone it is said that it is one.
    let read = || {
        matches!(
            G::parse(verb, line, &view),
            Ok(_) | Err(ParseError::OnlySuit(_))
        )
    };
    (!sensible && playing && read()).then(|| Command::new(Name::Move(verb), line))
}

fn nth_card<G: Served>(handle: &Handle<G>, person: PersonId, line: &str) -> Option<String> {
    G::nth_card(line, &handle.view_of(person))
}

/// The effect of a command at a table: 0 none, 1 it shows something, 2 it also changes something.
fn effect<G: Served>(
    handle: &Handle<G>,
    (name, words): (AtTable, &str),
    person: PersonId,
    cx: &RenderContext,
) -> u8 {
    let view = handle.view_of(person);
    let sits = view.seat().is_some();
    let playing = matches!(view.stage, StageView::Playing(_));
    let settles = matches!(view.stage, StageView::Lobby | StageView::Over(_));
    match name {
        AtTable::Start | AtTable::Computer => u8::from(sits && settles),
        AtTable::Kick => u8::from(view.host == person),
        AtTable::Hand | AtTable::Hint | AtTable::Reset => u8::from(sits && playing),
        AtTable::Score | AtTable::Last | AtTable::Seen | AtTable::Verify => {
            u8::from(!matches!(view.stage, StageView::Lobby))
        }
        AtTable::Rules => {
            let name = match parse_setting(words, String::new) {
                Ok(Some((name, _))) => name,
                _ => words.to_owned(),
            };
            let known = rules_about(&name, &cx.at(&view)).is_some();
            u8::from(known) + u8::from(known && sits && settles)
        }
        AtTable::Agree => {
            let person = |petition: &PetitionView| petition.awaited.contains(&person);
            u8::from(view.petitions.iter().any(person))
        }
        AtTable::Select | AtTable::Draft | AtTable::Clear => u8::from(sits && playing),
        AtTable::Sort | AtTable::Rush | AtTable::Pause | AtTable::Autopilot => {
            u8::from(sits && playing)
        }
        AtTable::Decline => u8::from(view.invited.is_some()),
        AtTable::Leave | AtTable::Table | AtTable::End | AtTable::More | AtTable::Browser => 0,
    }
}

impl Finder {
    /// The tables that a person can mean in a channel, the likeliest for a move first: those where
    /// they sit, then the channel's own, then others shown there. In direct messages, all tables
    /// where they sit or can come back to their seat; where only one is seen, that one.
    pub fn tables_at(&self, person: PersonId, place: &AskedFrom) -> Vec<AnyTable> {
        let channel = TableKey(place.channel);
        let mut keys = match place.table {
            Some(key) => vec![key],
            None => self.front.places.shown_at(place.channel),
        };
        if place.table.is_none() && !self.front.places.is_elsewhere(channel) {
            keys.push(channel);
        }
        let mut tables: Vec<AnyTable> = keys
            .iter()
            .filter_map(|key| self.front.host.get(*key))
            .collect();
        tables.retain(|table| !self.is_apart(table) || sits_at(table, person));
        // A terminal shows one table.
        if place.is_direct() && place.table.is_none() && self.front.face != Surface::Terminal {
            let others = self.front.host.list().into_iter();
            tables.extend(others.filter(|table| {
                let theirs = at_any_table!(table, handle => {
                    let view = handle.view(Viewer::Public);
                    view.expects(person) || view.left_by(person).is_some()
                });
                theirs && !keys.contains(&table.key())
            }));
        }
        let near = |table: &AnyTable| {
            let own = table.key() == channel;
            at_any_table!(table, handle => near(handle, person, own))
        };
        tables.sort_by_cached_key(|table| Reverse(near(table)));
        tables
    }

    /// Whether a table is for the eyes of one person alone.
    pub(super) fn is_apart(&self, table: &AnyTable) -> bool {
        self.front.places.of(table.key()).unposted
    }

    /// The answer, for the requester alone if it is about a table that is for their eyes alone.
    pub(super) fn kept_apart(&self, answer: Answer, who: &Who, place: &AskedFrom) -> Answer {
        let table = self.table_at(who.person, place);
        answer.alone_if(table.is_some_and(|table| self.is_apart(&table)))
    }

    /// The table that is meant in a channel, without further words.
    pub fn table_at(&self, person: PersonId, place: &AskedFrom) -> Option<AnyTable> {
        self.tables_at(person, place).into_iter().next()
    }

    /// The table that a move means: of several, one where the words make sense, and the likeliest
    /// of those. `verb` is `None` for words without a command.
    pub(super) fn table_for(
        &self,
        who: &Who,
        place: &AskedFrom,
        verb: Option<Verb>,
        words: &str,
    ) -> Option<AnyTable> {
        let tables = self.tables_at(who.person, place);
        let fits = |table: &&AnyTable| at_any_table!(*table, handle => understands(handle, who.person, verb, words));
        let played = |table: &&AnyTable| {
            let plays = !is_beside(table.key()) && sits_at(table, who.person);
            plays && at_any_table!(*table, handle => handle.is_playing())
        };
        // Of one alone it need not be known whether it makes sense.
        let several = Some(tables.iter()).filter(|tables| tables.len() > 1);
        let meant = several.and_then(|mut tables| {
            let fit = tables.clone().find(fits);
            fit.or_else(|| tables.find(played))
        });
        meant.or(tables.first()).cloned()
    }

    /// Has the tables that may be meant be back after a start, and where other processes left them: the one of this key,
    /// or all of the requester's here.
    pub(super) async fn catch_up(&self, asked: &Request<'_>, key: Option<TableKey>) {
        self.until_back(asked.place, key).await;
        if !self.front.host.has_others() {
            return;
        }
        let tables = match key {
            Some(key) => self.front.host.get(key).into_iter().collect(),
            None => self.tables_at(asked.who.person, asked.place),
        };
        for table in tables {
            at_any_table!(&table, handle => handle.catch_up().await);
        }
    }

    /// Waits until the tables that may be meant here are back after a start.
    pub(super) async fn until_back(&self, place: &AskedFrom, key: Option<TableKey>) {
        // In direct messages any may be theirs.
        if place.is_direct() {
            return self.front.host.has_all_back().await;
        }
        let mut keys = self.front.places.shown_at(place.channel);
        keys.extend(key.into_iter().chain([TableKey(place.channel)]));
        self.front.host.has_back(&keys).await;
    }

    /// What the words of a move can be completed to, as shown and as typed.
    pub async fn completions(
        &self,
        who: &Who,
        place: &AskedFrom,
        verb: Verb,
        words: &str,
    ) -> Vec<(String, String)> {
        let asked = self.front.request(who, place).await;
        self.catch_up(&asked, None).await;
        let Some(table) = self.table_for(who, place, Some(verb), words) else {
            return Vec::new();
        };
        at_any_table!(&table, handle => {
            let view = handle.view_of(who.person);
            completions(verb, words, &self.front.advised(asked.cx, handle, who.person).1.at(&view))
        })
    }

    /// The seats that can be taken in the lobby that is meant here, or the computer players that can be
    /// added there, as shown and as typed.
    pub async fn lobby_offers(
        &self,
        who: &Who,
        place: &AskedFrom,
        source: CompletionSource,
    ) -> Vec<(String, String)> {
        let asked = self.front.request(who, place).await;
        let allowed = self
            .front
            .settings
            .guild(place.guild)
            .await
            .allows(place.channel);
        let table = self.table_of(&asked, (AtTable::Table, ""));
        let Some(table) = table.filter(|_| allowed || who.moderator) else {
            return Vec::new();
        };
        at_any_table!(&table, handle => {
            handle.look(who.person);
            let (cx, view) = (self.front.at_table(asked.cx, handle).for_all(), handle.view(Viewer::Public));
            if !matches!(view.stage, StageView::Lobby) || view.invited.is_some() {
                return Vec::new();
            }
            let seat = |seat: MenuOption| (plain(&seat.label), plain(&seat.label));
            let computer = |skill: MenuOption| {
                let (name, note) = (plain(&skill.label), plain(&skill.note));
                let label = if note.is_empty() { name } else { format!("{name} – {note}") };
                (label, skill.value)
            };
            match source {
                CompletionSource::Seats => open_seats(&cx.at(&view)).into_iter().map(seat).collect(),
                _ => computers(&cx.at(&view)).into_iter().map(computer).collect(),
            }
        })
    }

    /// Whether a command shows hidden cards to others if it is typed at this place: one that some game
    /// hides, unless it is a move in a game that does not.
    pub fn leaks(&self, who: &Who, place: &AskedFrom, command: &Command) -> bool {
        let Name::Move(verb) = command.name else {
            return false;
        };
        // What is chosen before one's turn, nobody else may know.
        let hides =
            |game| verb == Verb::Premove || at_game!(game, G => G::SECRET_WORDS.contains(&verb));
        let is_read = place.guild.is_some() && !command.words.is_empty();
        if !is_read || !GameKind::ALL.into_iter().any(hides) {
            return false;
        }
        let table = self.table_for(who, place, Some(verb), &command.words);
        let open = table.filter(|table| !hides(table.kind()));
        open.is_none_or(|table| {
            at_any_table!(&table, handle => {
                !understands(handle, who.person, Some(verb), &command.words)
            })
        })
    }

    /// What a typed line means that was read as this command: a suit or a rank can be the word of a
    /// command, too.
    pub fn meant(&self, who: &Who, place: &AskedFrom, line: &str, command: Command) -> Command {
        let line = line.trim();
        let letter = line.split(char::is_whitespace).next();
        if letter.is_none_or(|word| word.chars().count() != 1) {
            return command;
        }
        let table = self.table_for(who, place, None, line);
        let meant = table.and_then(|table| {
            at_any_table!(&table, handle => letter_move(handle, who.person, line, &command))
        });
        meant.unwrap_or(command)
    }

    /// The command that a line stands for which begins with the number of a card, as the terminal
    /// shows the own hand.
    pub fn nth_card(&self, who: &Who, place: &AskedFrom, line: &str) -> Option<String> {
        let table = self.table_for(who, place, None, line)?;
        let words = at_any_table!(&table, handle => nth_card(handle, who.person, line));
        words.map(|words| format!("{} {words}", Name::Move(Verb::Play).word()))
    }

    /// The table that a command other than a move means.
    pub(super) fn table_of(&self, asked: &Request, command: (AtTable, &str)) -> Option<AnyTable> {
        let Request { who, place, cx } = asked;
        let tables = self.tables_at(who.person, place).into_iter();
        tables.max_by_key(|table| {
            let (sits, own) = (sits_at(table, who.person), table.key().0 == place.channel);
            at_any_table!(table, handle => {
                let effect = effect(handle, command, who.person, cx);
                (effect, sits, !is_beside(table.key()), near(handle, who.person, own))
            })
        })
    }

    /// Where the last match was that is asked about, though its table was closed since: the one here, or in
    /// direct messages that of who asks.
    pub(super) fn closed_table(&self, asked: &Request, name: AtTable) -> Option<AnyTable> {
        let Request { who, place, .. } = asked;
        if !name.is_of_match() || name == AtTable::Hand {
            return None;
        }
        let here = place.table.unwrap_or(TableKey(place.channel));
        let meant = |table: &AnyTable| match sits_at(table, who.person) {
            true => {
                let was_here = self.front.places.was_at(table.key(), place.channel);
                table.key() == here || was_here || place.is_direct()
            }
            false => table.key() == here && !self.is_apart(table),
        };
        self.front.host.lately_closed().into_iter().find(meant)
    }

    /// Who presses a control of this table, with what they are there; `None` if the table is not played
    /// where they press. Its own channels (and servers) count, and for those who sit there also direct
    /// messages and, in a room, where they sat before: hands stay there.
    pub(super) async fn admitted<'a>(
        &self,
        who: &'a Who,
        place: &AskedFrom,
        table: &AnyTable,
    ) -> Option<Cow<'a, Who>> {
        let key = table.key();
        if (is_beside(key) || is_room_number(key)) && !self.front.places.is_elsewhere(key) {
            // Where it is shown could not be read when it was restored.
            self.front.places.recall(key).await;
        }
        if self.front.places.of(key).is_at(place) {
            return Some(Cow::Borrowed(who));
        }
        let follows = place.is_direct() || self.front.places.is_room(key);
        let theirs = follows && at_any_table!(table, handle => belongs(handle, who.person));
        // Who moderates another place has no say here.
        theirs.then(|| {
            Cow::Owned(Who {
                moderator: false,
                ..who.clone()
            })
        })
    }

    /// Whether what is over of a table may be looked at where somebody presses: where it was played, and
    /// by those who sit there or played that match, wherever they read it.
    pub(super) async fn may_look_back(
        &self,
        asked: &Request<'_>,
        table: TableId,
        number: u32,
    ) -> bool {
        let Request { who, place, .. } = asked;
        let key = table.key;
        if key.0 == place.channel {
            return true;
        }
        let open = self.front.host.get(key);
        if let Some(table) = &open
            && self.admitted(who, place, table).await.is_some()
        {
            return true;
        }
        // Nobody can guess the number of a table beside a channel's, and where it was is forgotten.
        if open.is_none() && is_beside(key) {
            return true;
        }
        // A number that leads nowhere is a guess at that of a room.
        let now = self.front.host.now();
        if self.guesses.wait(who.person, place.guild, now).is_some() {
            return false;
        }
        let played = self.took_part(who.person, table, number).await;
        if !played {
            self.guesses.count(who.person, place.guild, now);
        }
        played
    }

    /// The table that a link for watching leads to, and the server that lets it be watched.
    pub async fn watched(&self, link: &str) -> Option<(TableId, u64)> {
        let open = |key| {
            let table: AnyTable = self.front.host.get(key)?;
            Some(at_any_table!(&table, handle => handle.id()))
        };
        let (table, guild) = self.front.addresses.as_ref()?.watched(link, open)?;
        self.front.lets_watch(guild).await.then_some((table, guild))
    }

    /// Whether somebody has a seat at this table, is away from theirs, or is invited to one.
    pub fn is_of(&self, person: PersonId, key: TableKey) -> bool {
        let table = self.front.host.get(key);
        table.is_some_and(|table| at_any_table!(&table, handle => belongs(handle, person)))
    }

    /// Where a table is played for who looks at it from a browser: in the channel from which they sit there.
    pub fn seat_place(&self, person: PersonId, key: TableKey) -> AskedFrom {
        let shown = self.front.places.of(key);
        let theirs = shown.places.iter().find(|one| one.people.contains(&person));
        let place = theirs.or(shown.places.first());
        place.map_or_else(
            || AskedFrom::new(key.0, None),
            |place| AskedFrom::new(place.channel, place.guild),
        )
    }

    /// The table of this game that a person means, if any.
    pub(super) fn table_of_game<G: Served>(
        &self,
        who: &Who,
        place: &AskedFrom,
    ) -> Option<Handle<G>> {
        let mut tables = self.tables_at(who.person, place).into_iter();
        tables.find_map(G::of)
    }

    /// The table whose control was used, be it closed since if the command tells of a match.
    pub(super) fn offered_table(&self, key: TableKey, name: Name) -> Option<AnyTable> {
        let closed = || {
            let mut closed = self.front.host.lately_closed().into_iter();
            let is_of_match = matches!(name, Name::AtTable(name) if name.is_of_match());
            closed.find(|table| is_of_match && table.key() == key)
        };
        self.front.host.get(key).or_else(closed)
    }

    /// The answer, for the requester alone while a match is played in the channel: the others are
    /// reading the table.
    pub(super) fn beside_a_match(&self, answer: Answer, place: &AskedFrom) -> Answer {
        let own = self.front.places.own_table(place);
        let shown = self.front.places.shown_at(place.channel).into_iter();
        let mut tables = shown.filter_map(|key| self.front.host.get(key)).chain(own);
        let playing = tables.any(|table| at_any_table!(&table, handle => handle.is_playing()));
        let aloud = playing.then(|| answer.page.clone());
        answer.alone_if(playing).or_aloud(aloud)
    }

    /// Whether a person played a match, by what was kept of it.
    async fn took_part(&self, person: PersonId, table: TableId, number: u32) -> bool {
        let history = self.front.store().history(table.key, 0, FAR).await;
        history.iter().flatten().any(|finished| {
            let of_match = finished.table == table && finished.match_number == number;
            of_match && played_in(&finished.summary).contains(&person)
        })
    }
}

fn sits_at(table: &AnyTable, person: PersonId) -> bool {
    at_any_table!(table, handle => handle.view(Viewer::Public).seat_of(person).is_some())
}

/// Whether this person has a seat, is away from theirs, or is invited to one.
pub(super) fn belongs<G: Served>(handle: &Handle<G>, person: PersonId) -> bool {
    let view = handle.view(Viewer::Public);
    let invited = view.invited.as_ref();
    let invited = invited.is_some_and(|other| other.person == person);
    invited || view.seat_of(person).is_some() || view.left_by(person).is_some()
}

/// Who had a seat in a round or match, by its summary.
fn played_in(summary: &str) -> Vec<PersonId> {
    #[derive(Deserialize)]
    struct Summary {
        players: Vec<Option<Player>>,
    }
    #[derive(Deserialize)]
    struct Player {
        person: Option<PersonId>,
    }
    let summary = serde_json::from_str::<Summary>(summary).ok();
    let players = summary.into_iter().flat_map(|summary| summary.players);
    players.filter_map(|player| player?.person).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::Desk;
    use super::super::tests::{anew, desk, guild, run, seated};
    use super::*;
    use crate::text::cases;
    use crate::tractor::view::PhaseView;

    /// What a line means to the first player.
    fn check(desk: &Desk, line: &str, expected: &str) {
        let command = Command::parse(line).expect(line);
        let meant = desk.finder.meant(&anew(1), &guild(), line, command);
        let read = format!("{} {}", meant.name.word(), meant.words);
        assert_eq!(read.trim(), expected, "{line}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_letter_alone_is_a_suit_or_a_rank_where_its_command_makes_no_sense() {
        let desk = desk();
        let table = seated(&desk, 1..=1).await;
        for line in ["rules deal_interval=0", "computer all", "start"] {
            run(&desk, &anew(1), &guild(), line).await;
        }
        check(&desk, "J", "join");
        run(&desk, &anew(1), &guild(), "deal").await;
        let game = || {
            let stage = table.view_of(PersonId(1)).stage;
            stage.game().cloned().expect("a match")
        };
        while !matches!(game().phase, PhaseView::CallWindow { .. }) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        for (line, expected) in cases("meant/calling") {
            check(&desk, &line, &expected);
        }
        run(&desk, &anew(1), &guild(), "pass").await;
        // The view of who is not to follow has nothing due.
        while !matches!(game().phase, PhaseView::Playing { due: Some(_), .. }) {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        for (line, expected) in cases("meant/following") {
            check(&desk, &line, &expected);
        }
    }
}
