//! The people: they look at their screens a few times a second, think as long as people do, and press,
//! choose or type. What their screens show is noted on the way.
//!
//! All of them are one loop, so that a thousand tables cost the machine little beside the bot.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::json;
use serenity::model::id::{ChannelId, MessageId};
use tractor_bot::command::Verb;
use tractor_bot::host::Handle;
use tractor_bot::players::Player as _;
use tractor_bot::players::tractor::Lowest;
use tractor_bot::table::PersonId;
use tractor_bot::text::cards::typed;
use tractor_bot::text::press::{PageKind, Tap};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::double::dice::Dice;
use crate::double::{Double, Person, Place, Seen, World};
use crate::meter::{Moment, Plays, Track};
use crate::screen::{Shows, Step, button, shows, towards};

const LOOKS_EVERY: Duration = Duration::from_millis(40);
/// From a tap to the next one towards the same play, in milliseconds.
const TAP: (u64, u64) = (600, 1_000);
/// How often somebody asks for their hand again, in milliseconds.
const HAND_AGAIN: (u64, u64) = (60_000, 120_000);
/// How often somebody who types asks something that the bot answers, in milliseconds.
const ASKS: (u64, u64) = (30_000, 60_000);
/// A tap that led to nothing is repeated after this time.
const AGAIN: Duration = Duration::from_secs(3);
/// How many of the newest messages are looked at, for each screen.
const LOOKED_AT: usize = 4;

/// Messages on a screen, newest last, with the revision at which each was read.
#[derive(Default)]
struct Screen(Vec<(MessageId, u64)>);

impl Screen {
    fn add(&mut self, message: MessageId) {
        if self.0.len() >= LOOKED_AT {
            self.0.remove(0);
        }
        self.0.push((message, 0));
    }

    /// Reads the messages that have changed: when they did, and what they show of this table.
    fn read(
        &mut self,
        world: &World,
        table: u64,
    ) -> impl Iterator<Item = (MessageId, Moment, Shows)> {
        self.0.iter_mut().filter_map(move |(id, read)| {
            let message = &world.messages[id];
            if std::mem::replace(read, message.revision) == message.revision {
                return None;
            }
            let at = message.edited.unwrap_or(message.created);
            Some((*id, at, shows(&message.components, table)?))
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Buttons and menus of the private hand.
    Taps,
    /// `$play` in the channel; asks for the score now and then.
    Types,
    /// Types too, and has the hand in direct messages.
    TypesDirectly,
}

pub struct Player {
    person: Person,
    pub way: Way,
    screen: Screen,
    hand: Option<MessageId>,
    /// What the private hand showed.
    pub track: Track,
    /// The turn that they have seen, and when they act next.
    turn: Option<u64>,
    due: Option<Moment>,
    /// When they next ask for their hand, or something else.
    asks: Moment,
    asked: usize,
    /// Typed commands that are still to be answered.
    awaits: Vec<(MessageId, Moment)>,
}

pub struct Table {
    channel: ChannelId,
    handle: Handle<Tractor>,
    pub people: Vec<Player>,
    screen: Screen,
    board: Option<MessageId>,
    /// The messages that were the board, and since when.
    pub boards: Vec<(Moment, MessageId)>,
    /// What the board showed.
    pub track: Track,
    pub plays: Arc<Mutex<Plays>>,
    pub by_people: Arc<Mutex<Plays>>,
    /// When the match starts, at the earliest when it is dealt, and when somebody gives the round up.
    pub starts: Option<Moment>,
    pub deals: Moment,
    pub concedes: Option<Moment>,
}

impl Table {
    pub fn new(channel: ChannelId, handle: Handle<Tractor>, people: Vec<(Person, Way)>) -> Self {
        let player = |(person, way)| Player {
            person,
            way,
            screen: Screen::default(),
            hand: None,
            track: Track::default(),
            turn: None,
            due: None,
            asks: Moment::ZERO,
            asked: 0,
            awaits: Vec::new(),
        };
        Self {
            channel,
            handle,
            people: people.into_iter().map(player).collect(),
            screen: Screen::default(),
            board: None,
            boards: Vec::new(),
            track: Track::default(),
            plays: Arc::default(),
            by_people: Arc::default(),
            starts: None,
            deals: Moment::ZERO,
            concedes: None,
        }
    }

    /// Somebody who has a seat.
    pub fn person(&self, number: usize) -> PersonId {
        PersonId(self.people[number % self.people.len()].person.id.get())
    }

    pub const fn handle(&self) -> &Handle<Tractor> {
        &self.handle
    }
}

pub struct Crowd {
    discord: Double,
    pub tables: Vec<Table>,
    dice: Dice,
    newest: MessageId,
    /// From a typed command to its answer.
    pub typed: Vec<(Moment, Duration)>,
    /// How long people think, in milliseconds.
    pace: (u64, u64),
}

impl Crowd {
    pub fn new(discord: Double, tables: Vec<Table>, pace: (u64, u64)) -> Self {
        Self {
            discord,
            tables,
            dice: Dice::new(7, 0),
            newest: MessageId::new(1),
            typed: Vec::new(),
            pace,
        }
    }

    /// Typed commands since `from` that nobody has answered yet, with the time they were sent.
    pub fn unanswered(&self) -> impl Iterator<Item = Moment> {
        let people = self.tables.iter().flat_map(|table| &table.people);
        people.flat_map(|player| player.awaits.iter().map(|(_, at)| *at))
    }

    pub async fn live(&mut self, until: Moment) {
        loop {
            let now = {
                let discord = self.discord.clone();
                let world = discord.world();
                self.look(&world);
                world.now()
            };
            if now >= until {
                return;
            }
            for at in 0..self.tables.len() {
                self.act(at, now);
            }
            tokio::time::sleep(LOOKS_EVERY).await;
        }
    }

    /// Notes what all screens show.
    fn look(&mut self, world: &World) {
        self.look_at_new_messages(world);
        for table in &mut self.tables {
            let key = table.handle.key().0;
            for (id, at, shows) in table.screen.read(world, key) {
                if shows.is_board {
                    table.track.show(at, shows.position);
                    if table.board.replace(id) != Some(id) {
                        table.boards.push((at, id));
                    }
                }
            }
            for player in &mut table.people {
                for (id, at, shows) in player.screen.read(world, key) {
                    if shows.is_hand && player.hand.is_none_or(|hand| hand <= id) {
                        player.track.show(at, shows.position);
                        player.hand = Some(id);
                    }
                }
            }
        }
    }

    fn look_at_new_messages(&mut self, world: &World) {
        let new = world
            .messages
            .range(MessageId::new(self.newest.get() + 1)..);
        for (id, message) in new {
            self.newest = *id;
            if message.author != world.bot {
                continue;
            }
            let mut places = self.tables.iter_mut();
            let direct = match world.channels[&message.channel].place {
                Place::Direct(person) => Some(person),
                Place::Guild(_) | Place::Group => None,
            };
            let Some(table) = places.find(|table| match direct {
                Some(person) => table.people.iter().any(|player| player.person.id == person),
                None => table.channel == message.channel,
            }) else {
                continue;
            };
            let mut answers = Vec::new();
            let reader = message.only.or(direct);
            let mut people = table.people.iter_mut();
            match people.find(|player| Some(player.person.id) == reader) {
                Some(player) => {
                    player.screen.add(*id);
                    if player.way == Way::TypesDirectly && !player.awaits.is_empty() {
                        answers.push(player.awaits.remove(0));
                    }
                }
                None => {
                    table.screen.add(*id);
                    for player in &mut table.people {
                        let answered =
                            |(typed, _): &(MessageId, Moment)| message.replies_to == Some(*typed);
                        answers.extend(player.awaits.extract_if(.., |typed| answered(typed)));
                    }
                }
            }
            let took = |(_, at)| (at, message.created.saturating_sub(at));
            self.typed.extend(answers.into_iter().map(took));
        }
    }

    fn within(&mut self, (least, most): (u64, u64)) -> Duration {
        Duration::from_millis(self.dice.between(least, most + 1))
    }

    fn act(&mut self, at: usize, now: Moment) {
        let table = &mut self.tables[at];
        if !table.handle.is_playing() {
            if table.starts.is_some_and(|starts| starts <= now) {
                table.starts = Some(now + AGAIN);
                table.people[0]
                    .person
                    .slash(table.channel, "start", json!({}));
            }
            return;
        }
        if table.concedes.is_some_and(|concedes| concedes <= now) {
            // Somebody whose partner is a computer, which agrees.
            let loser = usize::from(table.people.len() == 3);
            let public = table.handle.view_of(PersonId(0));
            let game = public.stage.game();
            let plays = game.is_some_and(|game| matches!(game.phase, PhaseView::Playing { .. }));
            table.concedes = (!plays).then(|| now + AGAIN);
            if plays {
                table.people[loser]
                    .person
                    .says(table.channel, "$surrender yes");
            }
        }
        for who in 0..self.tables[at].people.len() {
            self.asks(at, who, now);
            self.plays(at, who, now);
        }
    }

    /// Asks for the hand, or types a question, when it is time.
    fn asks(&mut self, at: usize, who: usize, now: Moment) {
        let again = match self.tables[at].people[who].way {
            Way::Taps => HAND_AGAIN,
            Way::Types | Way::TypesDirectly => ASKS,
        };
        if self.tables[at].people[who].asks > now {
            return;
        }
        // At first everybody comes at another moment.
        let first = self.tables[at].people[who].asks == Moment::ZERO;
        let wait = match first {
            true => self.within((500, 4_000)),
            false => self.within(again),
        };
        self.tables[at].people[who].asks = now + wait;
        if first {
            return;
        }
        let table = &self.tables[at];
        let person = &table.people[who].person;
        if table.people[who].way == Way::Taps {
            let hand = |tap: &Tap| *tap == Tap::Show(PageKind::Hand);
            if !self.presses(person, table.board, hand) {
                // There are no hands yet.
                self.tables[at].people[who].asks = now + AGAIN;
            }
            return;
        }
        let table = &mut self.tables[at];
        let player = &mut table.people[who];
        let direct = player.way == Way::TypesDirectly && player.asked.is_multiple_of(2);
        let words = if direct { "$hand" } else { "$score" };
        player.asked += 1;
        let message = player.person.says(table.channel, words);
        player.awaits.push((message, now));
    }

    /// Does what the own turn asks for, once it is seen and thought over.
    fn plays(&mut self, at: usize, who: usize, now: Moment) {
        let table = &self.tables[at];
        let player = &table.people[who];
        let id = PersonId(player.person.id.get());
        let awaited = table.handle.awaits(table.handle.viewer(id));
        // Nobody in particular is awaited before a deal: the first at the table sees to it.
        if !awaited && who != 0 {
            self.tables[at].people[who].due = None;
            return;
        }
        let turn = table.handle.turn_started().0;
        if player.turn != Some(turn) || (awaited && player.due.is_none()) {
            let shown = table.track.position().max(player.track.position());
            if shown.is_some_and(|shown| shown >= turn) {
                let view = table.handle.view_of(id);
                let acts = awaited || view.stage.game().is_some_and(View::may_deal);
                let due = acts.then(|| now + self.within(self.pace));
                let player = &mut self.tables[at].people[who];
                (player.turn, player.due) = (Some(turn), due);
            }
            return;
        }
        if player.due.is_none_or(|due| now < due) {
            return;
        }
        let view = table.handle.view_of(id);
        let Some(game) = view.stage.game() else {
            return;
        };
        let next = match Lowest.choose(game) {
            Some(Action::Play(cards)) => self.send(at, who, Verb::Play, &cards),
            Some(Action::Bury(cards)) => self.send(at, who, Verb::Kitty, &cards),
            _ if game.may_deal() => self.deal(at, who, now),
            _ => self.pass(at, who, game),
        };
        self.tables[at].people[who].due = Some(now + next);
    }

    /// Plays or buries cards in the person's way; when to look again.
    fn send(&mut self, at: usize, who: usize, verb: Verb, cards: &[Card]) -> Duration {
        let tap = self.within(TAP);
        let table = &self.tables[at];
        let player = &table.people[who];
        match (player.way, verb) {
            (Way::Taps, _) => {
                let hand = player
                    .hand
                    .and_then(|hand| seen(&self.discord, &player.person, hand));
                match hand.and_then(|hand| Some((towards(&hand, verb, cards)?, hand))) {
                    Some((Step::Press(id), hand)) => drop(player.person.forges(&hand, &id)),
                    Some((Step::Tap(id), hand)) => {
                        player.person.forges(&hand, &id);
                        return tap;
                    }
                    Some((Step::Choose(data), hand)) => {
                        player.person.uses_component(&hand, data, "cards");
                        return tap;
                    }
                    // There is no hand yet.
                    None => self.tables[at].people[who].asks = Moment::from_nanos(1),
                }
            }
            (_, Verb::Kitty) => drop(player.person.tells_bot(&format!("kitty {}", typed(cards)))),
            (_, _) => drop(
                player
                    .person
                    .says(table.channel, &format!("$play {}", typed(cards))),
            ),
        }
        AGAIN
    }

    /// The first at the table has the next round dealt.
    fn deal(&self, at: usize, who: usize, now: Moment) -> Duration {
        let table = &self.tables[at];
        let person = &table.people[who].person;
        if who == 0 && table.deals <= now {
            let deals = |tap: &Tap| acts(tap, Verb::Deal);
            if !self.presses(person, table.board, deals) {
                person.slash(table.channel, "deal", json!({}));
            }
        }
        AGAIN
    }

    /// Makes no call, so that the round begins.
    fn pass(&self, at: usize, who: usize, game: &View) -> Duration {
        let player = &self.tables[at].people[who];
        if matches!(game.phase, PhaseView::CallWindow { .. }) {
            self.presses(&player.person, player.hand, |tap| acts(tap, Verb::Pass));
        }
        AGAIN
    }

    /// Presses the button of a message that does this; `false` if there is none.
    fn presses(
        &self,
        person: &Person,
        message: Option<MessageId>,
        does: impl Fn(&Tap) -> bool,
    ) -> bool {
        let message = message.and_then(|message| seen(&self.discord, person, message));
        let button = message.and_then(|message| Some((button(&message, does)?, message)));
        if let Some((id, message)) = &button {
            person.forges(message, id);
        }
        button.is_some()
    }
}

fn acts(tap: &Tap, wanted: Verb) -> bool {
    matches!(tap, Tap::Act { verb, .. } if *verb == wanted)
}

/// A message as a person sees it now.
fn seen(discord: &Double, person: &Person, message: MessageId) -> Option<Seen> {
    let world = discord.world();
    let known = world.messages.get(&message);
    let known = known.filter(|message| world.is_visible(message, person.id))?;
    Some(world.seen(known, person.id))
}
