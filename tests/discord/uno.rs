//! UNO through the real client: a round to its end, in every way there is to act.

pub mod watch;

use std::collections::BTreeSet;

use serde_json::json;
use tractor_bot::chance::Seed;
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, Paced as _};
use tractor_bot::table::{PersonId, Position, Skill, TableView};
use tractor_bot::text::uno::cards;
use tractor_bot::uno::{Action, Color, Move, Play, RoundView, Uno, View};

use crate::double::{Person, Seen};
use crate::house::{House, option};
use crate::round::code;
use watch::Watch;

/// Who types commands in the channel.
const TYPED: u8 = 0;
/// Who uses slash commands.
const SLASH: u8 = 1;
/// Who writes letters in direct messages; the fourth taps.
const DIRECT: u8 = 2;

/// A table of UNO and those who sit there, seat by seat in the order of the house.
struct Match {
    house: House,
    handle: Handle<Uno>,
}

impl Match {
    /// The first `people` of the house play under these rules.
    async fn start(house: House, people: usize, rules: &str) -> Self {
        let handle = house.play_uno(people, rules).await;
        Self { house, handle }
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
    async fn make(&self, seat: u8, chosen: Move) {
        let position = self.public().position;
        let (person, line) = (self.person(seat), line(chosen));
        match seat {
            TYPED => {
                person.says(self.house.table, &format!("${line}"));
            }
            SLASH => {
                let (command, options) = match line.split_once(' ') {
                    Some((command, words)) => (command, option("cards", words)),
                    None => (&*line, json!({})),
                };
                person.asks(self.house.table, command, options).await;
            }
            DIRECT => {
                let short = match (line.strip_prefix("play "), chosen) {
                    (Some(words), _) => words,
                    (None, Move::Catch(_)) => &line,
                    (None, _) => &line[..1],
                };
                person.tells_bot(short);
            }
            _ => self.tap(person, chosen).await,
        }
        let what = format!("{} to {line}", person.name);
        let moved = || self.public().position > position;
        self.house.until(&what, moved).await;
    }

    /// Taps on the public message to catch somebody, else on the own cards.
    async fn tap(&self, person: &Person, chosen: Move) {
        let is_own = !matches!(chosen, Move::Catch(_) | Move::Color(_));
        if is_own {
            self.open_hand(person).await;
        }
        match chosen {
            // A Wild that is tapped asks for its colour; without one it is typed.
            Move::Play(play) if play.card.is_wild() && play.color.is_none() => {
                person.says(self.house.table, &format!("${}", line(chosen)));
                return;
            }
            Move::Play(play) if play.color.is_some() => {
                let color = None;
                let wild = words(Move::Play(Play { color, ..play }));
                self.tap_on(person, &format!("draft {wild}"), true).await;
            }
            _ => {}
        }
        self.tap_on(person, &line(chosen), is_own).await;
    }

    /// Taps on the control that types this line, on the own cards or on the public message.
    async fn tap_on(&self, person: &Person, line: &str, own: bool) {
        let since = self.public().turn_started;
        let offered = |seen: &Seen| {
            seen.is_from_bot && seen.is_ephemeral == own && offer(seen, line, since).is_some()
        };
        let seen = person.awaits(line, offered).await;
        let id = offer(&seen, line, since).expect("it was just there");
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

/// What a move is typed with.
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

/// The line of a move.
fn line(chosen: Move) -> String {
    match chosen {
        Move::Play(_) | Move::Color(_) | Move::Swap(_) => format!("play {}", words(chosen)),
        _ => words(chosen),
    }
}

/// The button that types this line, if it is offered since this position.
fn offer(seen: &Seen, line: &str, since: Position) -> Option<String> {
    code(seen, |press| press.at >= since && press.line == *line)
}

#[tokio::test(start_paused = true)]
async fn a_round_of_uno_in_every_way_there_is_to_act() {
    let house = House::open(1).await;
    let game = Match::start(house, 4, "deal_wait=120").await;
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
        game.make(seat, chosen).await;
    }
    assert_eq!(acted.len(), 4);
    game.board("wins round 1").await;
    watch.look(&game.house);
    assert!(watch.cards_seen() > 100, "saw {}", watch.cards_seen());
}

#[tokio::test(start_paused = true)]
async fn a_hand_shown_after_saying_uno_is_kept_up_to_date() {
    let house = House::open(7).await;
    let rules = "start_card=numbers_only auto_pass=off hand=2";
    let game = Match::start(house, 2, rules).await;
    let seat = game.turn();
    let person = game.person(seat);
    let hand = person.asks(game.house.table, "uno", json!({})).await;
    assert!(hand.is_ephemeral && hand.says("Your cards: 2"), "{hand:?}");
    game.typed(seat, "draw").await;
    let follows = |seen: &Seen| seen.is_ephemeral && seen.says("Your cards: 3");
    assert_eq!(person.awaits("the card drawn", follows).await.id, hand.id);
}

#[tokio::test(start_paused = true)]
async fn a_card_drawn_on_the_public_message_is_shown_to_who_drew_it() {
    let house = House::open(7).await;
    let rules = "start_card=numbers_only auto_pass=off";
    let game = Match::start(house, 2, rules).await;
    let seat = game.turn();
    let (person, since) = (game.person(seat), game.public().turn_started);
    let draws = |seen: &Seen| !seen.is_ephemeral && offer(seen, "draw", since).is_some();
    let board = person.awaits("a way to draw", draws).await;
    let id = offer(&board, "draw", since).expect("it was just there");
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
