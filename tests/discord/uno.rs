//! UNO through the real client: a round to its end, in every way there is to act.

mod newcomers;
pub mod watch;

use std::collections::BTreeSet;

use serde_json::json;
use tractor_bot::chance::Seed;
use tractor_bot::desk::Desk;
use tractor_bot::game::{RuleSet as _, Viewer};
use tractor_bot::host::{Handle, Paced as _};
use tractor_bot::table::{Limits, PersonId, Skill, TableView};
use tractor_bot::text::uno::cards;
use tractor_bot::uno::rules::Rules;
use tractor_bot::uno::{Action, Color, Move, Play, RoundView, Uno, View};

use crate::double::{Double, Options, Person, Seen, flat};
use crate::house::{self, Bot, House, option};
use watch::Watch;

/// Who types commands in the channel.
const TYPED: u8 = 0;
/// Who uses slash commands.
const SLASH: u8 = 1;
/// Who writes letters in direct messages; the fourth taps.
const DIRECT: u8 = 2;

/// What somebody does next.
struct Step {
    seat: u8,
    chosen: Move,
}

/// A table of UNO and those who sit there, seat by seat in the order of the house.
struct Match {
    house: House,
    handle: Handle<Uno>,
}

impl Match {
    /// The first `people` of the house sit down and start under these rules.
    async fn start(house: House, people: usize, rules: &str) -> Self {
        let mut wanted = Rules::default();
        for (name, value) in rules.split(' ').filter_map(|rule| rule.split_once('=')) {
            wanted.set(name, value).expect("a rule");
        }
        for (person, seated) in house.people[..people].iter().zip(1..) {
            let words = if seated == 1 { rules } else { "" };
            person.says(house.table, &format!("$uno {words}"));
            let table = || {
                let key = tractor_bot::table::TableKey(house.table.get());
                let table = house.bot.desk.host().get(key);
                table.and_then(<Uno as tractor_bot::host::Hosted>::of)
            };
            let sits =
                || table().is_some_and(|handle| handle.view(Viewer::Public).seated() == seated);
            house.until("the next to sit", sits).await;
            let ruled =
                || table().is_some_and(|handle| handle.view(Viewer::Public).rules == wanted);
            house.until("the rules to be set", ruled).await;
        }
        let handle = house.handle::<Uno>();
        let game = Self { house, handle };
        game.typed(0, "start").await;
        game.typed(0, "deal").await;
        game
    }

    fn public(&self) -> TableView<Uno> {
        self.handle.view(Viewer::Public)
    }

    fn game(&self) -> View {
        self.public().stage.game().expect("a match").clone()
    }

    fn round(&self) -> RoundView {
        self.game().playing().expect("a round is played").clone()
    }

    fn person(&self, seat: u8) -> &Person {
        &self.house.people[usize::from(seat)]
    }

    fn own(&self, seat: u8) -> View {
        let person = PersonId(self.person(seat).id.get());
        let view = self.handle.view_of(person);
        view.stage.game().expect("a match").clone()
    }

    fn own_round(&self, seat: u8) -> RoundView {
        let own = self.own(seat);
        own.playing().expect("a round is played").clone()
    }

    fn turn(&self) -> u8 {
        self.round().turn.index() as u8
    }

    /// Types a command in the channel, and waits until it is done.
    async fn typed(&self, seat: u8, line: &str) {
        let position = self.public().position;
        self.person(seat)
            .says(self.house.table, &format!("${line}"));
        let moved = || self.public().position > position;
        self.house.until(line, moved).await;
    }

    /// Makes a move in this seat's own way, and waits until the table has taken it.
    async fn make(&self, step: &Step) {
        let position = self.public().position;
        let person = self.person(step.seat);
        let words = words(step.chosen);
        match step.seat {
            TYPED => {
                let line = match step.chosen {
                    Move::Play(_) | Move::Color(_) => format!("$play {words}"),
                    _ => format!("${words}"),
                };
                person.says(self.house.table, &line);
            }
            SLASH => {
                let (command, options) = match step.chosen {
                    Move::Play(_) | Move::Color(_) => ("play", option("cards", words)),
                    _ => (words.as_str(), json!({})),
                };
                let asked = person.slash(self.house.table, command, options);
                asked.message().await;
            }
            DIRECT => {
                let letter = match step.chosen {
                    Move::Draw => "d",
                    Move::Pass => "p",
                    Move::Call => "c",
                    Move::Uno => "u",
                    _ => words.as_str(),
                };
                person.tells_bot(letter);
            }
            _ => self.tap(step).await,
        }
        let what = format!("{} to {:?}", person.name, step.chosen);
        let moved = || self.public().position > position;
        self.house.until(&what, moved).await;
    }

    /// Taps on the public message to catch somebody, else on the own cards.
    async fn tap(&self, step: &Step) {
        let person = self.person(step.seat);
        // A Wild that is tapped asks for its colour; without one it is typed.
        if let Move::Play(play) = step.chosen
            && play.card.is_wild()
            && play.color.is_none()
        {
            let line = format!("$play {}", words(step.chosen));
            person.says(self.house.table, &line);
            return;
        }
        let ending = match step.chosen {
            Move::Play(_) | Move::Color(_) => format!(".play {}", words(step.chosen)),
            Move::Call => ".call".to_owned(),
            Move::Pass => ".pass".to_owned(),
            Move::Draw => ".draw".to_owned(),
            Move::Uno => ".uno".to_owned(),
            Move::Catch(_) => ".catch".to_owned(),
            Move::Swap(seat) => format!(".play #{}", seat.index() + 1),
        };
        let public = matches!(step.chosen, Move::Catch(_) | Move::Color(_));
        if !public {
            self.open_hand(person).await;
        }
        if let Move::Play(play @ Play { color: Some(_), .. }) = step.chosen {
            let color = None;
            let wild = words(Move::Play(Play { color, ..play }));
            self.tap_on(step, &format!(".draft {wild}"), true).await;
        }
        self.tap_on(step, &ending, !public).await;
    }

    /// Taps on the control with a code that ends so, on the own cards or on the public message.
    async fn tap_on(&self, step: &Step, ending: &str, own: bool) {
        let person = self.person(step.seat);
        let (since, wanted) = (self.public().turn_started.0, ending.to_owned());
        let offered = move |seen: &Seen| {
            seen.is_from_bot && seen.is_ephemeral == own && control(seen, &wanted, since).is_some()
        };
        let what = format!("a way to {:?}", step.chosen);
        let seen = person.awaits(&what, offered).await;
        let id = control(&seen, ending, since).expect("it was just there");
        person.presses_late(&seen, &id).answered().await;
    }

    async fn open_hand(&self, person: &Person) -> Seen {
        match person.ephemerals().pop() {
            Some(hand) => hand,
            None => {
                let board = self.house.board("My cards").await;
                person.presses(&board, "My cards").message().await
            }
        }
    }

    /// Waits until the public message says this.
    async fn board(&self, says: &str) -> Seen {
        self.house.board(says).await
    }
}

/// A bot whose tables have this secret and these limits, and four people.
async fn open(secret: Seed, limits: Limits) -> House {
    let discord = Double::with(Options::default()).await;
    let desk: Desk = house::desk(0).with_limits(limits);
    let desk = desk.with_secrets(std::sync::Arc::new(move || Ok(secret)));
    let table = discord.channel("table");
    let people = ["Ana", "Bo", "Chen", "Dee"].map(|name| discord.person(name));
    let bot = Bot::start(&discord, desk).await;
    House::new(discord, bot, table, people)
}

/// A move as it is typed.
fn words(chosen: Move) -> String {
    let colour = |color: Color| color.letter().to_ascii_lowercase().to_string();
    match chosen {
        Move::Play(play) => {
            let mut words = vec![cards::typed(play.card)];
            words.extend(play.color.map(colour));
            words.extend(play.uno.then(|| "uno".to_owned()));
            words.join(" ")
        }
        Move::Color(color) => colour(color),
        Move::Swap(seat) => format!("#{}", seat.index() + 1),
        Move::Draw => "draw".to_owned(),
        Move::Pass => "pass".to_owned(),
        Move::Call => "call".to_owned(),
        Move::Uno => "uno".to_owned(),
        Move::Catch(_) => "catch".to_owned(),
    }
}

/// The button with a code that ends so, offered since this position.
fn control(seen: &Seen, ending: &str, since: u64) -> Option<String> {
    let mut ids = flat(&seen.components).into_iter().filter_map(|control| {
        let id = control["custom_id"].as_str()?.to_owned();
        (control["disabled"] != true).then_some(id)
    });
    ids.find(|id| {
        let at = id.split('.').nth(1);
        let at = at.and_then(|at| u64::from_str_radix(at, 36).ok());
        at.is_some_and(|at| at >= since) && id.ends_with(ending)
    })
}

#[tokio::test(start_paused = true)]
async fn a_round_of_uno_in_every_way_there_is_to_act() {
    let limits = Limits {
        turn_limit_s: None,
        ..Limits::default()
    };
    let house = open(Seed::from_number(1), limits).await;
    let game = Match::start(house, 4, "order=seats deal_wait=120").await;
    let (mut watch, mut acted) = (Watch::new(), BTreeSet::new());
    for moves in 0.. {
        assert!(moves < 600, "the round does not end");
        watch.look(&game.house);
        if game.game().playing().is_none() {
            break;
        }
        let seat = game.turn();
        let mut player = Uno::computer(Skill::Greedy, Seed::from_number(u64::from(seat)));
        let chosen = match player.choose(&game.own(seat)) {
            // Nobody has to say UNO, and a card on the hand does not.
            Some(Action::Move(Move::Play(play))) => Move::Play(Play { uno: false, ..play }),
            Some(Action::Move(chosen)) => chosen,
            other => panic!("{other:?} on their turn"),
        };
        acted.insert(seat);
        game.make(&Step { seat, chosen }).await;
    }
    assert_eq!(acted.len(), 4);
    game.board("wins round 1").await;
    watch.look(&game.house);
    assert!(watch.cards_seen() > 100, "saw {}", watch.cards_seen());
}

/// Draws while it may, then plays a wild card among many.
#[tokio::test(start_paused = true)]
async fn of_a_large_hand_what_can_be_played_is_on_buttons() {
    let house = House::open(3).await;
    let rules = "order=seats start_card=numbers_only draw=many after_draw=any hand=10";
    let game = Match::start(house, 2, rules).await;
    let seat = game.turn();
    while game.own_round(seat).hand.len() < 33 {
        game.typed(seat, "d").await;
    }
    let person = game.person(seat);
    let round = game.own_round(seat);
    let wild = round.playable.iter().find(|card| card.is_wild());
    let card = *wild.expect("a wild card among 33");
    let hand = game.open_hand(person).await;
    hand.assert_says("Your cards: 33");
    let play = Play::of(card).naming(Color::Green);
    let complete = person.types(game.house.table, "play", "cards", "w", json!({}));
    let sent = words(Move::Play(play));
    assert!(complete.choices().await.iter().any(|(_, v)| *v == sent));
    let chosen = Step {
        seat,
        chosen: Move::Play(play),
    };
    game.make(&chosen).await;
    game.board("→ 🟢G").await;
}

#[tokio::test(start_paused = true)]
async fn a_hand_shown_after_saying_uno_is_kept_up_to_date() {
    let house = House::open(7).await;
    let rules = "order=seats start_card=numbers_only auto_pass=off hand=2";
    let game = Match::start(house, 2, rules).await;
    let seat = game.turn();
    let person = game.person(seat);
    let said = person.slash(game.house.table, "uno", json!({}));
    let hand = said.message().await;
    assert!(hand.is_ephemeral && hand.says("Your cards: 2"), "{hand:?}");
    game.typed(seat, "draw").await;
    let follows = |seen: &Seen| seen.is_ephemeral && seen.says("Your cards: 3");
    assert_eq!(person.awaits("the card drawn", follows).await.id, hand.id);
}

#[tokio::test(start_paused = true)]
async fn a_card_drawn_on_the_public_message_is_shown_to_who_drew_it() {
    let house = House::open(7).await;
    let rules = "order=seats start_card=numbers_only auto_pass=off";
    let game = Match::start(house, 2, rules).await;
    let seat = game.turn();
    let (person, since) = (game.person(seat), game.public().turn_started.0);
    let draws = move |seen: &Seen| !seen.is_ephemeral && control(seen, ".draw", since).is_some();
    let board = person.awaits("a way to draw", draws).await;
    let Some(id) = control(&board, ".draw", since) else {
        panic!("drawing is a button");
    };
    let hand = person.presses_late(&board, &id).message().await;
    let held = hand.is_ephemeral && hand.says("Your cards: 8") && hand.says("You drew ");
    assert!(held, "{}", hand.text);
    // The hand is open now: what follows is shown there, not in one more message.
    game.typed(seat, "pass").await;
    let follows = |seen: &Seen| seen.is_ephemeral && seen.says("to play");
    assert_eq!(person.awaits("the next turn", follows).await.id, hand.id);
    // UNO is understood on a message of the turn before, and refused for what it is.
    let late = person.presses_late(&board, "UNO").message().await;
    late.assert_says("second-to-last card");
}
