//! How much people have to do: taps, messages and mentions, counted from what the double saw.
//!
//! Scripted people follow hints: where a play lies ready they tap it, where none does they ask for a
//! hint first; they call what the hint would call, and let the window for calls pass.

use std::time::Duration;

use serde_json::json;
use tractor_bot::chance::Seed;
use tractor_bot::command::Verb;
use tractor_bot::game::{Seat, Turn};
use tractor_bot::host::Paced;
use tractor_bot::table::{Position, Skill, StageView};
use tractor_bot::text::press::{Line, Press};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Call};
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::double::transcript::Deed;
use crate::double::{Person, Seen, flat};
use crate::house::House;

/// What some people did and got, up to a moment.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Buttons, menus and slash commands.
    taps: usize,
    /// Lines that were typed.
    typed: usize,
    /// Messages of the bot that notified one of them, those that were taken away again too.
    mentions: usize,
}

impl Counts {
    /// Everything that these people did and got so far.
    fn of(house: &House, people: &[Person]) -> Self {
        let world = house.discord.world();
        let ours = |entry: &&crate::double::transcript::Entry| {
            people.iter().any(|person| person.id == entry.by)
        };
        let deeds = |deed: Deed| {
            let entries = world.entries.iter().filter(ours);
            entries.filter(|entry| entry.deed == deed).count()
        };
        let rung = world
            .messages
            .values()
            .filter(|told| told.author == world.bot);
        let rung = rung.map(|told| {
            let rings = |person: &&Person| told.pinged.contains(&person.id);
            people.iter().filter(rings).count()
        });
        Self {
            taps: deeds(Deed::Used),
            typed: deeds(Deed::Posted),
            mentions: rung.sum(),
        }
    }

    fn since(self, before: Self) -> Self {
        Self {
            taps: self.taps - before.taps,
            typed: self.typed - before.typed,
            mentions: self.mentions - before.mentions,
        }
    }
}

fn game(house: &House, person: &Person) -> Option<View> {
    house.view(person).stage.game().cloned()
}

/// What the hint says.
fn advice(view: &View) -> Option<Action> {
    Tractor::computer(Skill::Heuristic, Seed::from_number(0)).choose(view)
}

/// The buttons of a message that can be pressed and were offered at this position or later, with
/// their ids and styles.
fn live(seen: &Seen, since: Position) -> Vec<(Line, String, u64)> {
    let buttons = flat(&seen.components).into_iter();
    let buttons = buttons.filter(|control| control["type"] == 2 && control["disabled"] != true);
    let taps = buttons.filter_map(|button| {
        let id = button["custom_id"].as_str()?;
        let press = Press::of_code(id).filter(|press| press.at >= since)?;
        Some((press.line, id.to_owned(), button["style"].as_u64()?))
    });
    taps.collect()
}

/// The button that plays or buries at once: the one that is marked, if several are there.
fn ready(seen: &Seen, since: Position) -> Option<String> {
    let plays = |line: &Line| {
        let made = line.as_move();
        made.is_some_and(|(verb, words)| {
            matches!(verb, Verb::Play | Verb::Kitty) && !words.is_empty()
        })
    };
    let mut all = live(seen, since);
    all.retain(|(tap, ..)| plays(tap));
    const GOOD: u64 = 3;
    all.sort_by_key(|(_, _, style)| *style != GOOD);
    all.into_iter().next().map(|(_, id, _)| id)
}

/// The own hand; it is opened where it is not.
async fn hand(house: &House, person: &Person) -> Seen {
    let is_hand = |seen: &&Seen| seen.says("Your") || seen.says("Trumps");
    let hands = person.ephemerals();
    if let Some(hand) = hands.iter().rev().find(is_hand) {
        return hand.clone();
    }
    let board = house.board_of(person, "My hand").await;
    person.presses(&board, "My hand").message().await
}

/// Plays or buries what the hand proposes.
async fn follows_hints(house: &House, person: &Person) {
    let public = house.public();
    let (position, turn) = (public.position, public.turn_started);
    let open = hand(house, person).await;
    let is_new = move |seen: &Seen| seen.id == open.id && !live(seen, turn).is_empty();
    let mut hand = person.awaits("the own turn in the hand", is_new).await;
    if ready(&hand, turn).is_none() {
        person.presses_late(&hand, "Hint").message().await;
        let id = hand.id;
        let is_ready = move |seen: &Seen| seen.id == id && ready(seen, turn).is_some();
        hand = person.awaits("a play that lies ready", is_ready).await;
    }
    let id = ready(&hand, turn).expect("it was awaited");
    person.presses_late(&hand, &id).answered().await;
    house.moves_on(position, "the play").await;
}

/// Whether this is the button of a call.
fn is_of(call: Call, line: &Line) -> bool {
    let Some((Verb::Call, words)) = line.as_move() else {
        return false;
    };
    // A suit once for a single card, twice for a pair.
    let cards = call.cards(Rank::TWO).len();
    let suit = call.suit().map(|suit| suit.letter());
    words.len() == cards && suit.is_none_or(|suit| words.starts_with(suit))
}

/// Calls by the button of the hand, unless somebody else is quicker.
async fn calls(house: &House, person: &Person, call: Call) {
    let open = hand(house, person).await;
    let view = || game(house, person);
    while view().and_then(|view| advice(&view)) == Some(Action::Call(call)) {
        let seen = person.looks_at(&open);
        let taps = seen.as_ref().map(|seen| live(seen, Position(0)));
        let taps = taps.unwrap_or_default();
        if let (Some((_, id, _)), Some(seen)) = (taps.iter().find(|tap| is_of(call, &tap.0)), seen)
        {
            person.presses_late(&seen, id).answered().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// These people play until something holds, and call if they are to; computers play for the rest.
async fn play(house: &House, people: &[Person], call: bool, done: impl Fn(&View) -> bool) {
    loop {
        let public = house.public();
        let StageView::Playing(view) = &public.stage else {
            return;
        };
        if done(view) {
            return;
        }
        let mut idle = false;
        match (&view.phase, public.turn) {
            (PhaseView::Ready { .. }, _) => {
                let next = |seen: &Seen| {
                    let mut buttons = seen.buttons().into_iter();
                    buttons.find(|label| ["Deal", "Next round"].contains(&&**label))
                };
                let deals = move |seen: &Seen| !seen.is_ephemeral && next(seen).is_some();
                let board = people[0].awaits("a button to deal", deals).await;
                let label = next(&board).expect("it was there");
                people[0].presses_late(&board, &label).answered().await;
                house.moves_on(public.position, "the deal").await;
            }
            (PhaseView::Dealing { .. } | PhaseView::CallWindow { .. }, _) => {
                let callers = people.iter().filter(|_| call);
                let mut wanted =
                    callers.filter_map(|person| match advice(&game(house, person)?)? {
                        Action::Call(call) => Some((person, call)),
                        _ => None,
                    });
                match wanted.next() {
                    Some((person, call)) => calls(house, person, call).await,
                    None => idle = true,
                }
            }
            (PhaseView::Burying | PhaseView::Playing { .. }, Turn::Seats(seats)) => {
                let seat = seats.iter().next().expect("somebody's turn");
                match person_on(house, people, seat) {
                    Some(person) => follows_hints(house, person).await,
                    None => idle = true,
                }
            }
            _ => idle = true,
        }
        if idle {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

fn person_on<'a>(house: &House, people: &'a [Person], seat: Seat) -> Option<&'a Person> {
    let holder = house.public().seats[seat.index()].occupant.person()?;
    people.iter().find(|person| person.id.get() == holder.0)
}

/// Whether the first trick lies on the table or is taken.
fn first_trick(view: &View) -> bool {
    match &view.phase {
        PhaseView::Playing { trick, .. } => !view.tricks.is_empty() || trick.plays.len() == 4,
        _ => false,
    }
}

/// Opens a table whose cards are dealt at once, and whose window for calls is short.
async fn invited(seed: u8) -> House {
    let house = House::open(seed).await;
    let ana = &house.people[0];
    ana.asks(house.table, "join", json!({})).await;
    house.board("1 of 4").await;
    house
}

/// Hurries what only takes time.
async fn hurried(house: &House) {
    for rule in ["deal_interval=0", "call_window=1", "computer_delay=0"] {
        let position = house.public().position;
        house.people[0].says(house.table, &format!("$rules {rule}"));
        house.moves_on(position, rule).await;
    }
}

/// The other three sit down, and the host starts, each by one tap.
async fn friends_start(house: &House) {
    for (person, seated) in house.people[1..].iter().zip(["1 of 4", "2 of 4", "3 of 4"]) {
        let board = house.board(seated).await;
        person.presses(&board, "Sit down").answered().await;
    }
    let board = house.board("4 of 4").await;
    house.people[0].presses(&board, "Start").answered().await;
    house
        .until("the start", || house.handle::<Tractor>().is_playing())
        .await;
}

#[tokio::test(start_paused = true)]
async fn from_the_invitation_to_the_first_trick_with_four_friends() {
    let house = invited(1).await;
    hurried(&house).await;
    let before = Counts::of(&house, &house.people);
    friends_start(&house).await;
    play(&house, &house.people, true, |view| {
        matches!(view.phase, PhaseView::Playing { .. })
    })
    .await;
    let led = Counts::of(&house, &house.people).since(before);
    play(&house, &house.people, true, first_trick).await;
    let lies = Counts::of(&house, &house.people).since(before);
    println!("four friends, to the first lead {led:?}, to the end of the first trick {lies:?}");
    assert!(led.typed == 0 && lies.typed == 0, "{led:?} {lies:?}");
    assert!(led.taps <= 12, "{led:?}\n{}", house.discord.transcript());
}

#[tokio::test(start_paused = true)]
async fn from_the_invitation_to_the_first_trick_alone() {
    let house = invited(1).await;
    hurried(&house).await;
    let ana = &house.people[..1];
    let before = Counts::of(&house, ana);
    let board = house.board("1 of 4").await;
    ana[0]
        .presses(&board, "Play with computers")
        .answered()
        .await;
    house
        .until("the start", || house.handle::<Tractor>().is_playing())
        .await;
    // Who only wants to play lets the computers call.
    play(&house, ana, false, |view| {
        matches!(view.phase, PhaseView::Playing { .. })
    })
    .await;
    let led = Counts::of(&house, ana).since(before);
    println!("alone, to the first lead {led:?}");
    assert_eq!(led.typed, 0, "{led:?}");
    assert!(led.taps <= 2, "{led:?}\n{}", house.discord.transcript());
}
