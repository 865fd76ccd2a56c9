//! Whole rounds of tractor, played in every way there is to act.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tractor_bot::chance::Seed;
use tractor_bot::game::{Seat, Turn};
use tractor_bot::host::Paced;
use tractor_bot::table::{Skill, StageView};
use tractor_bot::text::press::Press;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, CallKind};
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::cards;
use crate::double::{Person, Seen};
use crate::hidden::Watch;
use crate::house::{House, option};

/// How somebody acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// `$play 8S 8S` in the channel; the kitty in direct messages.
    Typed,
    /// `/play cards: 8S 8S`.
    Slash,
    /// Bare cards in direct messages: `8S 8S`.
    Direct,
    /// Menus and buttons of the own hand.
    Taps,
}

/// What happened on the way through a round.
#[derive(Default, Debug)]
pub struct Story {
    pub called: BTreeSet<CallKind>,
    pub failed_throw: bool,
    pub plays: usize,
}

fn game(house: &House, person: &Person) -> Option<View> {
    house.view(person).stage.game().cloned()
}

fn words(cards: &[Card]) -> String {
    cards
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The command of an action and its words.
fn spoken(action: &Action, view: &View) -> (&'static str, String) {
    match action {
        Action::Deal => ("deal", String::new()),
        Action::Call(call) => ("call", words(&call.cards(view.level))),
        Action::PassCall => ("pass", String::new()),
        Action::Bury(cards) => ("kitty", words(cards)),
        Action::Play(cards) => ("play", words(cards)),
        other => panic!("nobody does {other:?} here"),
    }
}

/// Does something, and waits until the table has taken it.
pub async fn act(house: &House, person: &Person, way: Way, action: &Action) {
    let view = game(house, person).expect("a match is played");
    let position = house.public().position;
    let (command, words) = spoken(action, &view);
    match (way, action) {
        // In direct messages cards and calls need no command.
        (Way::Direct, Action::Call(_) | Action::Bury(_) | Action::Play(_)) => {
            person.tells_bot(&words);
        }
        (Way::Typed, Action::Bury(_)) | (Way::Direct, _) => {
            person.tells_bot(&format!("{command} {words}"));
        }
        (Way::Typed, _) => {
            person.says(house.place(person), &format!("${command} {words}"));
        }
        (Way::Slash, _) => {
            let options = match &*words {
                "" => json!({}),
                words => option("cards", words),
            };
            person.asks(house.place(person), command, options).await;
        }
        (Way::Taps, _) => tap(house, person, action).await,
    }
    house
        .moves_on(position, &format!("{} to {command} {words}", person.name))
        .await;
}

/// The own hand as it is now, opened where it is not.
pub async fn hand(house: &House, person: &Person) -> Seen {
    let hand = person.ephemerals().pop();
    match hand {
        Some(hand) => hand,
        None => {
            let board = house.board_of(person, "My hand").await;
            person.presses(&board, "My hand").message().await
        }
    }
}

/// Buttons that can be pressed and begin with one of these words.
pub fn button(seen: &Seen, words: &[&str]) -> Option<String> {
    seen.buttons()
        .into_iter()
        .find(|label| words.iter().any(|word| label.starts_with(word)))
}

/// Acts by thumb: what is on the board, or the cards of the own hand.
async fn tap(house: &House, person: &Person, action: &Action) {
    let cards = match action {
        Action::Deal => {
            let board = house.board_of(person, "level").await;
            let label = button(&board, &["Deal", "Next round"]).expect("a button to deal");
            person.presses(&board, &label).answered().await;
            return;
        }
        Action::Call(call) => {
            // A suit once for a single card, twice for a pair: `call D`, `call DD`.
            let suit = call.suit().expect("nobody calls jokers here").letter();
            let line = match call.kind() {
                CallKind::Weak => format!("call {suit}"),
                _ => format!("call {suit}{suit}"),
            };
            return tap_line(house, person, &line).await;
        }
        Action::PassCall => return tap_line(house, person, "pass").await,
        Action::Bury(cards) | Action::Play(cards) => cards,
        other => panic!("nobody does {other:?} here"),
    };
    hand(house, person).await;
    choose(person, cards).await;
}

/// Taps the button of the own hand that types this line, once it is there.
async fn tap_line(house: &House, person: &Person, line: &str) {
    hand(house, person).await;
    let button = |seen: &Seen| code(seen, |press| press.line == *line);
    let shows = |seen: &Seen| seen.is_ephemeral && button(seen).is_some();
    let hand = person.awaits(line, shows).await;
    let id = button(&hand).expect("it was awaited");
    person.presses_late(&hand, &id).answered().await;
}

/// The buttons of a message that can be pressed, each with what it does.
pub fn presses(seen: &Seen) -> Vec<(Press, Value)> {
    let live = seen.live().into_iter();
    let read = |button: Value| Some((Press::of_code(button["custom_id"].as_str()?)?, button));
    live.filter_map(read).collect()
}

/// The id of the first of them that is like this.
pub fn code(seen: &Seen, wanted: impl Fn(&Press) -> bool) -> Option<String> {
    let mut all = presses(seen).into_iter();
    let (press, _) = all.find(|(press, _)| wanted(press))?;
    Some(press.code())
}

/// Taps cards of the hand until they are played or buried; gives how often.
pub async fn choose(person: &Person, wanted: &[Card]) -> usize {
    let mut hand = person
        .awaits("the own turn in the hand", cards::is_turn)
        .await;
    for taps in 1..40 {
        let (code, done) = cards::wanted(&hand, wanted);
        let pressed = person.presses_late(&hand, &code);
        if done {
            pressed.answered().await;
            return taps;
        }
        let shown = pressed.message().await;
        assert_eq!(shown.id, hand.id, "the hand stays where it is");
        hand = shown;
    }
    panic!(
        "{} never got {wanted:?} together on\n{}",
        person.name, hand.text
    );
}

/// The cards that a press plays or buries.
pub fn plays(press: &Press) -> Option<&str> {
    let cards = press.line.after("play").or(press.line.after("kitty"))?;
    Some(cards).filter(|cards| !matches!(*cards, "" | "*"))
}

/// Which of the four is on a seat, if any is.
pub fn among_four(house: &House, seat: Seat) -> Option<usize> {
    let holder = house.public().seats[seat.index()].occupant.person()?;
    let mut people = house.people.iter();
    people.position(|person| person.id.get() == holder.0)
}

/// The person on a seat.
pub fn on(house: &House, seat: Seat) -> usize {
    among_four(house, seat).expect("one of the four sits there")
}

/// Deals and plays a round to its end, each person in their own way.
pub async fn play_round(house: &House, ways: [Way; 4], watch: &mut Watch) -> Story {
    let story = play(house, ways, watch, usize::MAX).await;
    watch.shuffled();
    story
}

/// Deals and makes so many plays, or all of the round.
pub async fn play(house: &House, ways: [Way; 4], watch: &mut Watch, plays: usize) -> Story {
    let mut story = Story::default();
    let rounds = |house: &House| match &house.public().stage {
        StageView::Playing(game) | StageView::Over(game) => game.history.len(),
        StageView::Lobby | StageView::Closed => 0,
    };
    let before = rounds(house);
    act(house, &house.people[0], ways[0], &Action::Deal).await;
    while rounds(house) == before && story.plays < plays {
        watch.look(house);
        let public = house.public();
        let Some(view) = public.stage.game() else {
            panic!("the match was broken off");
        };
        match (&view.phase, public.turn) {
            (PhaseView::Dealing { .. } | PhaseView::CallWindow { .. }, _) => {
                if !call(house, ways, &mut story).await && !pass(house, ways, &story).await {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }
            (PhaseView::Burying | PhaseView::Playing { .. }, Turn::Seats(seats)) => {
                let seat = seats.iter().next().expect("somebody's turn");
                let place = on(house, seat);
                let person = &house.people[place];
                let own = game(house, person).expect("a match is played");
                let action = decide(&own, seat, &mut story);
                act(house, person, ways[place], &action).await;
                story.plays += usize::from(matches!(action, Action::Play(_)));
                story.failed_throw |= failed(house);
            }
            _ => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    watch.look(house);
    story
}

/// Ends a round in which cards are played or buried: the declarers surrender.
pub async fn surrender(house: &House) {
    let rounds = || {
        house
            .public()
            .stage
            .game()
            .map_or(0, |game| game.history.len())
    };
    let before = rounds();
    let public = house.public();
    let dealer = public.stage.game().and_then(|game| game.dealer);
    let dealer = on(house, dealer.expect("a dealer"));
    let (dealer, partner) = (&house.people[dealer], &house.people[(dealer + 2) % 4]);
    let asked = dealer.asks(house.table, "surrender", json!({})).await;
    dealer.presses(&asked, "Surrender").answered().await;
    partner.asks(house.table, "surrender", json!({})).await;
    house
        .until("the end of the round", || rounds() > before)
        .await;
}

fn failed(house: &House) -> bool {
    let public = house.public();
    public.stage.game().is_some_and(|game| match &game.phase {
        PhaseView::Playing { trick, .. } => trick.failed_throw.is_some(),
        _ => false,
    })
}

/// Calls weakly as soon as anybody can, then strongly if anybody else can.
pub async fn call(house: &House, ways: [Way; 4], story: &mut Story) -> bool {
    for (person, way) in house.people.iter().zip(ways) {
        let Some(view) = game(house, person) else {
            continue;
        };
        let (PhaseView::Dealing { open, .. } | PhaseView::CallWindow { open, .. }) = &view.phase
        else {
            continue;
        };
        let own = |call: &&tractor_bot::tractor::action::Call| !story.called.contains(&call.kind());
        let wanted = open.iter().filter(own).find(|call| {
            matches!(call.kind(), CallKind::Weak | CallKind::Strong)
                && view
                    .standing_call()
                    .is_none_or(|(seat, _)| Some(seat) != view.seat())
        });
        if let Some(wanted) = wanted {
            story.called.insert(wanted.kind());
            act(house, person, way, &Action::Call(*wanted)).await;
            return true;
        }
    }
    false
}

/// Once both calls are made, nobody waits for the end of the call window.
pub async fn pass(house: &House, ways: [Way; 4], story: &Story) -> bool {
    for (person, way) in house.people.iter().zip(ways) {
        let view = game(house, person);
        let waits = view.is_some_and(|view| match &view.phase {
            PhaseView::CallWindow { passed, .. } => {
                view.seat().is_some_and(|seat| !passed.contains(seat))
            }
            _ => false,
        });
        if waits && story.called.len() == 2 {
            act(house, person, way, &Action::PassCall).await;
            return true;
        }
    }
    false
}

/// What a sensible person does; whoever leads first tries a throw that others can beat.
pub fn decide(view: &View, seat: Seat, story: &mut Story) -> Action {
    if let PhaseView::Playing { trick, .. } = &view.phase
        && trick.plays.is_empty()
        && !story.failed_throw
        && let Some(throw) = weak_throw(view)
    {
        return Action::Play(throw);
    }
    let mut player = Tractor::computer(Skill::Greedy, Seed::from_number(seat.index() as u64));
    player
        .choose(view)
        .expect("whose turn it is has something to do")
}

/// The two lowest different cards of a side suit.
fn weak_throw(view: &View) -> Option<Vec<Card>> {
    let trump = view.trump?;
    for card in &view.hand {
        let suit = trump.effective_suit(*card);
        if suit == tractor_bot::tractor::trump::EffectiveSuit::Trumps {
            continue;
        }
        let mut same: Vec<Card> = view
            .hand
            .iter()
            .copied()
            .filter(|other| trump.effective_suit(*other) == suit)
            .collect();
        same.sort_by_key(|card| card.rank());
        same.dedup();
        if same.len() >= 2 {
            return Some(same[..2].to_vec());
        }
    }
    None
}
/// A deal in which one player can call weakly and another strongly.
const SEED: u8 = 1;

#[tokio::test(start_paused = true)]
async fn every_way_to_act_goes_with_every_other() {
    let house = House::open(SEED).await;
    house.sit_down_by_typing().await;
    let mut watch = Watch::new();
    let ways = [Way::Slash, Way::Typed, Way::Direct, Way::Taps];
    let story = play_round(&house, ways, &mut watch).await;
    let calls: Vec<_> = story.called.iter().copied().collect();
    assert_eq!(
        calls,
        [CallKind::Weak, CallKind::Strong],
        "seed {SEED} has other calls"
    );
    assert!(story.failed_throw && story.plays >= 60, "{story:?}");
    house.board("Next declarer").await;
    assert!(
        watch.cards_seen > 100,
        "the search for hidden cards saw {}",
        watch.cards_seen
    );
}
