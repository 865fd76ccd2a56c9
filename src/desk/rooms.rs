//! Rooms: tables with a number, where people sit from several channels, servers and direct
//! messages.
//!
//! Decides the number of a room and who may join. [`super::places`] keeps where rooms are shown; what people say
//! to each other there is in [`super::talk`]. Nobody learns where the others sit from.
//! The round after the lesson is one of them, with three computer players; at the terminal it is the own
//! table. What the lesson says and how it judges is in [`crate::text::tractor::lesson`].

use std::sync::atomic::AtomicU64;

use super::answer::{Done, Request, refuse};
use super::places::{ROOM_NUMBERS, Showing, ShownPlaces, is_room_number};
use super::settings::RoomReach;
use super::{Answer, AskedFrom, At, Served, Tables, Who, at_any_table};
use crate::game::{GameKind, Viewer, at_game};
use crate::host::{AnyTable, Hosted as _};
use crate::table::{Input, StageView, TableKey};
use crate::text::context::Surface;
use crate::text::rooms::{Room, RoomTrouble};
use crate::text::statistics::game;
use crate::text::tractor::lesson::{self, Lesson};
use crate::text::trouble::ListedStage;
use crate::text::words::{is_yes, means, quotable};
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::rules::Rules;

/// Ranges of room numbers, with the count of rooms up to which each is used: few rooms get four
/// digits, which are easy to say; of many, numbers are longer, so that one in two hundred is a room at most.
const NUMBERS: [(usize, std::ops::Range<u64>); 3] = [
    (45, ROOM_NUMBERS.start..10_000),
    (450, 10_000..100_000),
    (usize::MAX, 100_000..ROOM_NUMBERS.end),
];

/// The key of the room with this number, if the word is in a valid range.
pub(super) fn number(word: &str) -> Option<TableKey> {
    let digits = word.trim_start_matches('#');
    let number: u64 = digits.parse().ok()?;
    Some(TableKey(number)).filter(|key| is_room_number(*key))
}

impl Tables {
    /// Opens, shows, joins or leaves a room.
    pub(super) async fn room(
        &self,
        asked: &Request<'_>,
        words: &str,
        offered: Option<TableKey>,
    ) -> Done {
        let cx = &asked.cx;
        if self.front.face == Surface::Terminal {
            return refuse(RoomTrouble::Terminal.page(cx));
        }
        let own = || self.front.places.room_of(asked.who.person);
        let nowhere = || refuse(RoomTrouble::Nowhere.page(cx));
        let mut parts = words.split_whitespace();
        let (first, rest) = (
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default(),
        );
        let more = parts.next().is_some();
        if !more && means(first, "word-leave") && (rest.is_empty() || is_yes(rest)) {
            let (table, sure) = (own().map_or_else(nowhere, Ok)?, !rest.is_empty());
            return at_any_table!(&table, handle => self.leave(&self.front.at(handle, asked), sure).await);
        }
        if self.has_addresses_alone() {
            return refuse(RoomTrouble::ByAddress.page(cx));
        }
        match first {
            _ if more => refuse(RoomTrouble::Unclear.page(cx)),
            "" => Ok(self.tell_room(asked)),
            new if means(new, "word-new") && means(rest, "word-last") => {
                match self.last_game(asked.place).await {
                    Some(game) => self.new_room(asked, game.name()).await,
                    None => refuse(RoomTrouble::WhichGame.page(cx)),
                }
            }
            new if means(new, "word-new") => self.new_room(asked, rest).await,
            join if means(join, "word-join") => self.join_room(asked, rest).await,
            "talk" | "hush" if rest.is_empty() => {
                let table = offered.and_then(|key| self.front.host.get(key));
                let table = table.or_else(own).map_or_else(nowhere, Ok)?;
                at_any_table!(&table, handle => {
                    let at = self.front.at(handle, asked);
                    Ok(at.answered(self.people.let_talk(&at, first == "talk").await))
                })
            }
            _ if rest.is_empty() && number(first).is_some() => self.join_room(asked, first).await,
            _ => refuse(RoomTrouble::Unclear.page(cx)),
        }
    }

    /// Whether tables are found by their addresses alone, as in a house: nobody is to try numbers there.
    fn has_addresses_alone(&self) -> bool {
        self.front.face == Surface::Browser && self.front.addresses.is_none()
    }

    fn tell_room(&self, asked: &Request) -> Answer {
        let Request { who, place, cx } = asked;
        if let Some(table) = self.front.places.room_of(who.person) {
            return Answer::shown(self.told_to(who, &table).page(cx)).about(table.key());
        }
        let tables = self.finder.tables_at(who.person, place);
        match tables
            .iter()
            .find(|table| self.front.places.is_room(table.key()))
        {
            Some(table) => {
                Answer::shown(self.told_to(who, table).invitation(cx)).about(table.key())
            }
            None => Answer::shown(RoomTrouble::Nowhere.page(cx)),
        }
    }

    /// The game that is played in a channel, or was played there last.
    async fn last_game(&self, place: &AskedFrom) -> Option<GameKind> {
        if let Some(table) = self.front.places.own_table(place) {
            return Some(table.kind());
        }
        let store = self.front.store();
        let history = store.history(TableKey(place.channel), 0, 1).await;
        history.ok()?.first().map(|finished| finished.game)
    }

    async fn new_room(&self, asked: &Request<'_>, word: &str) -> Done {
        let Request { who, place, cx } = asked;
        if self.front.settings.guild(place.guild).await.rooms() == RoomReach::Off {
            return refuse(RoomTrouble::Off.page(cx));
        }
        let kind = match word {
            "" => Some(GameKind::USUAL),
            word => game(&word.to_lowercase()),
        };
        let Some(kind) = kind else {
            return refuse(RoomTrouble::NoGame(quotable(word)).page(cx));
        };
        let table = at_game!(kind, G => {
            let rules = self.front.settings.opening_rules::<G>(place.guild).await;
            self.new_room_of::<G>(asked, rules).await?
        });
        Ok(Answer::shown(self.told_to(who, &table).page(cx)).about(table.key()))
    }

    /// Opens a room of this game where the requester sits; nobody sits in two.
    pub(super) async fn new_room_of<G: Served>(
        &self,
        asked: &Request<'_>,
        rules: G::Rules,
    ) -> Done<AnyTable> {
        let _alone = self.entering.enter().await;
        if let Some(room) = self.front.places.room_of(asked.who.person) {
            return refuse(RoomTrouble::Elsewhere(room.key()).page(&asked.cx));
        }
        let Some(key) = self.fresh_number(asked.who, asked.place) else {
            return asked.not_saved();
        };
        let opened = async {
            let shown = Some(self.front.places.of(key));
            let begun = (rules, None, None);
            let table = self.open_for::<G>(asked, key, shown, begun).await?;
            at_any_table!(&table, handle => self.sit(&self.front.at(handle, asked), None).await?);
            Ok(table)
        };
        let opened = opened.await;
        if opened.is_err() {
            self.front.places.forget(key).await;
        }
        opened
    }

    /// A free room number, reserved for the requester; `None` without randomness.
    fn fresh_number(&self, who: &Who, place: &AskedFrom) -> Option<TableKey> {
        let seed = (self.front.secrets)().inspect_err(|error| {
            tracing::error!(%error, "no room can be opened");
        });
        // Tests may give every table the same seed.
        let request = who.nonce.unwrap_or_else(|| self.front.host.now().0);
        let mut chance = seed.ok()?.derive("room", request).chance();
        let open = self.front.places.rooms().len();
        let (_, numbers) = NUMBERS.into_iter().find(|(most, _)| open < *most)?;
        let shown = ShownPlaces {
            room: true,
            places: vec![Showing {
                people: vec![who.person],
                ..Showing::of(place)
            }],
            ..ShownPlaces::default()
        };
        let count = u32::try_from(numbers.end - numbers.start).unwrap_or(1);
        let thousand = |n: u32| n.div_ceil(1_000);
        loop {
            let high = chance.below(thousand(count));
            let number = u64::from(high * 1_000 + chance.below(1_000));
            let key = TableKey(numbers.start + number);
            let free = self.front.host.get(key).is_none();
            if free && numbers.contains(&key.0) && self.front.places.reserve(key, shown.clone()) {
                return Some(key);
            }
        }
    }

    /// Joins the room with this number; who sits there already is shown it here.
    pub(super) async fn join_room(&self, asked: &Request<'_>, word: &str) -> Done {
        let Request { who, place, cx } = asked;
        if self.has_addresses_alone() {
            return refuse(RoomTrouble::ByAddress.page(cx));
        }
        let now = self.front.host.now();
        let room = number(word).filter(|key| self.front.places.is_room(*key));
        let table = room.and_then(|key| self.front.host.get(key));
        let guessed = self.finder.guesses.wait(who.person, place.guild, now);
        // Whoever has a seat there knows the number.
        let own = self.front.places.room_of(who.person);
        let seated = own.is_some_and(|own| table.as_ref().is_some_and(|to| to.key() == own.key()));
        if let Some(trouble) = guessed.filter(|_| !seated) {
            return refuse(trouble.page(cx));
        }
        let Some(table) = table else {
            self.finder.guesses.count(who.person, place.guild, now);
            return match word {
                "" => refuse(RoomTrouble::Unclear.page(cx)),
                word => refuse(RoomTrouble::Unknown(quotable(word)).page(cx)),
            };
        };
        let _alone = self.entering.enter().await;
        let other = self.front.places.room_of(who.person);
        if let Some(other) = other.filter(|other| other.key() != table.key()) {
            return refuse(RoomTrouble::Elsewhere(other.key()).page(cx));
        }
        let trouble = self.out_of_reach(table.key(), place).await;
        if let Some(trouble) = trouble.filter(|_| !seated) {
            return refuse(trouble.page(cx));
        }
        at_any_table!(&table, handle => {
            let at = self.front.at(handle, asked);
            Ok(at.about(self.come_in(&at, &table).await))
        })
    }

    /// Why a room cannot be joined from here, as servers want it whose people sit there or would.
    async fn out_of_reach(&self, room: TableKey, place: &AskedFrom) -> Option<RoomTrouble> {
        let shown = self.front.places.of(room).places.into_iter();
        let mut guilds: Vec<Option<u64>> = shown.map(|place| place.guild).collect();
        guilds.push(place.guild);
        let mixed = guilds.iter().any(|guild| *guild != place.guild);
        match self.front.settings.guild(place.guild).await.rooms() {
            RoomReach::Off => return Some(RoomTrouble::Off),
            RoomReach::Ours if mixed => return Some(RoomTrouble::Ours),
            RoomReach::Ours | RoomReach::Everywhere => {}
        }
        for guild in guilds.into_iter().filter(|_| mixed) {
            if self.front.settings.guild(guild).await.rooms() != RoomReach::Everywhere {
                return Some(RoomTrouble::Ours);
            }
        }
        None
    }

    async fn come_in<G: Served>(&self, at: &At<'_, G>, table: &AnyTable) -> Done {
        let person = at.who.person;
        let mut seats = at.view().seats.into_iter();
        if seats.any(|seat| seat.occupant.person() == Some(person)) {
            at.settle_here().await;
        } else {
            let answer = self.sit(at, None).await?;
            if at.view().seat_of(person).is_none() {
                return Ok(answer);
            }
        }
        Ok(Answer::done(match at.view().stage {
            StageView::Playing(_) if G::HAS_HANDS => at.hand(),
            _ => self.told_to(at.who, table).page(&at.cx),
        }))
    }

    pub(super) fn told_to(&self, who: &Who, table: &AnyTable) -> Room {
        let shown = self.front.places.of(table.key());
        let own = shown.home(who.person);
        let strangers = own.filter(|own| shown.has_strangers_to(own));
        let (seated, seats, stage) = at_any_table!(table, handle => {
            let view = handle.view(Viewer::Public);
            (view.seated(), view.seats.len(), ListedStage::of(&view.stage))
        });
        Room {
            key: table.key(),
            game: table.kind(),
            seated,
            seats,
            stage,
            places: shown.places.len(),
            talks: strangers.map(|own| own.talks),
        }
    }

    /// Carries out what was typed after the command.
    pub(super) async fn practise(&self, asked: &Request<'_>, words: &str) -> Done {
        let cx = &asked.cx;
        Ok(Answer::shown(match Lesson::read(words) {
            Lesson::Step(step) => lesson::page(step, cx),
            Lesson::Cards(step, words) => lesson::choose(step, &words, cx),
            Lesson::Stop => lesson::stopped(cx),
            Lesson::Round if self.front.face == Surface::Terminal => lesson::at_this_table(cx),
            Lesson::Round => return self.free_round(asked).await,
        }))
    }

    /// Opens a room with three computer players and deals; the answer is the hand.
    async fn free_round(&self, asked: &Request<'_>) -> Done {
        // The lesson told the standard rules.
        let opened = self.new_room_of::<Tractor>(asked, Rules::default()).await?;
        let Some(handle) = Tractor::of(opened) else {
            return refuse(say!(asked.cx, "desk-defect"));
        };
        let at = At {
            // The steps before were those of opening the room.
            steps: AtomicU64::new(8),
            ..self.front.at(&handle, asked)
        };
        let done = self.fill_and_deal(&at).await;
        Ok(at.answered(done.map(|()| Answer::shown(at.hand()).for_them_alone())))
    }

    async fn fill_and_deal(&self, at: &At<'_, Tractor>) -> Done<()> {
        let by = at.who.person;
        for (name, value) in UNHURRIED {
            let (name, value) = (name.to_owned(), value.to_owned());
            at.submit(Input::SetRule { by, name, value }).await?;
        }
        self.add_computers(at, "all").await?;
        at.submit(Input::Start { by }).await?;
        at.act(Action::Deal).await
    }
}

/// House rules and limits of the table after the lesson: the cards come as fast as calls allow, and nobody hurries.
const UNHURRIED: [(&str, &str); 3] = [
    ("deal_interval", "0.2"),
    ("call_window", "30"),
    ("turn_limit", "600"),
];
