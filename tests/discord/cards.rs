//! A hand with a button for every card: a round played by tapping cards.

use std::collections::BTreeMap;

use serde_json::json;
use tractor_bot::chance::Seed;
use tractor_bot::host::Paced as _;
use tractor_bot::table::Skill;
use tractor_bot::text::press::Press;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::View;

use crate::double::{Answer, Person, Seen, is_laid_out};
use crate::house::House;
use crate::kitty::until_the_kitty;
use crate::one_tap::awaited;
use crate::round::{choose, code, hand, plays, presses};

/// The colour of a hand on whose turn nothing waits.
const CALM: u32 = 0x2F_7D_5B;

/// Everybody has sat down, and the dealer buries.
pub async fn dealt(seed: u8) -> House {
    let house = House::open(seed).await;
    house.sit_down_by_typing().await;
    until_the_kitty(&house).await;
    house
}

fn read(packed: &str) -> Vec<Card> {
    let mut cards = tractor_bot::text::cards::read(packed).expect("cards");
    cards.sort_unstable();
    cards
}

/// The card that a press chooses, and how many copies more of it.
fn selects(press: &Press) -> Option<(Card, i8)> {
    let words = press.line.after("select")?;
    let (sign, words) = words
        .strip_prefix('-')
        .map_or((1, words), |words| (-1, words));
    let (copies, card) = words.split_once('×').unwrap_or(("1", words));
    Some((read(card)[0], sign * copies.parse::<i8>().ok()?))
}

/// Whether a play can be tapped, or a card that is chosen for this turn and not for one to come.
pub fn is_turn(seen: &Seen) -> bool {
    let frame = seen.components.first();
    let comes = frame.is_some_and(|frame| frame["accent_color"] == CALM);
    let is_of_turn = |press: &Press| plays(press).is_some() || selects(press).is_some() && !comes;
    seen.is_ephemeral && code(seen, is_of_turn).is_some()
}

/// The own hand on the own turn.
pub async fn own_turn(house: &House, person: &Person) -> Seen {
    hand(house, person).await;
    person.awaits("the own turn", is_turn).await
}

/// The button with which somebody goes on who wants exactly these cards, and whether that plays them.
pub fn wanted(hand: &Seen, wanted: &[Card]) -> (String, bool) {
    let mut wanted = wanted.to_vec();
    wanted.sort_unstable();
    if let Some(play) = code(hand, |press| {
        plays(press).is_some_and(|cards| read(cards) == wanted)
    }) {
        return (play, true);
    }
    let is_wanted = |card: Card| wanted.iter().filter(|other| **other == card).count();
    let now = chosen(hand);
    let has = |card: Card| now.iter().filter(|other| **other == card).count();
    let selecting = |fits: &dyn Fn(Card, i8) -> bool| {
        code(hand, |press| {
            selects(press).is_some_and(|(card, more)| fits(card, more))
        })
    };
    let next = selecting(&|card, more| more > 0 && has(card) < is_wanted(card));
    let next = next.or_else(|| selecting(&|card, more| more < 0 && has(card) > is_wanted(card)));
    // Of equal cards on one button, after one both are chosen, and then none.
    let next = next.or_else(|| selecting(&|card, _| has(card) > is_wanted(card)));
    let next = next.unwrap_or_else(|| panic!("{wanted:?} cannot be chosen on\n{}", hand.text));
    (next, false)
}

/// What a player who looks one card ahead would play.
fn greedy(game: &View) -> Vec<Card> {
    let mut player = Tractor::computer(Skill::Greedy, Seed::from_number(1));
    match player.choose(game) {
        Some(Action::Play(cards) | Action::Bury(cards)) => cards,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_round_is_played_by_choosing_cards() {
    let house = dealt(1).await;
    let (dealer, _) = awaited(&house).expect("somebody buries");
    let (mut used, mut several) = (BTreeMap::<usize, usize>::new(), 0);
    while let Some((place, game)) = awaited(&house) {
        let (person, position) = (&house.people[place], house.public().position);
        let cards = greedy(&game);
        several += usize::from(cards.len() > 1);
        let hand = own_turn(&house, person).await;
        assert!(is_laid_out(&hand.components), "{}", hand.text);
        *used.entry(place).or_default() += choose(person, &cards).await;
        house.moves_on(position, "the play").await;
    }
    // One tap a trick where one card is played, and few more where there are several. Nothing is chosen before a tap: eight
    // cards and their burying are nine.
    let few = |(place, taps): (&usize, &usize)| *taps <= 30 + 9 * usize::from(*place == dealer);
    assert!(several > 0 && used.iter().all(few), "{used:?}");
    house.board("Next declarer").await;
}

/// The cards that are chosen on a hand, one for each.
pub fn chosen(hand: &Seen) -> Vec<Card> {
    let mut cards = Vec::new();
    for (press, control) in presses(hand) {
        let Some((card, more)) = selects(&press) else {
            continue;
        };
        // A button of all copies shows how many of them are chosen.
        let label = control["label"].as_str().unwrap_or_default();
        let merged = label.contains('×') || label.contains('/');
        let count = match (control["style"] == 3, merged) {
            (true, true) if more < 0 => 2,
            (true, _) => 1,
            (false, _) => 0,
        };
        cards.extend(std::iter::repeat_n(card, count));
    }
    cards.sort_unstable();
    cards
}

#[tokio::test(start_paused = true)]
async fn of_a_burst_of_taps_none_is_lost() {
    for seed in [1, 2] {
        let house = dealt(seed).await;
        let (place, _) = awaited(&house).expect("somebody buries");
        let person = &house.people[place];
        let hand = own_turn(&house, person).await;
        let before = house.discord.outgoing().len();
        // Eight cards that are held once.
        let (mut expected, mut codes) = (chosen(&hand), Vec::new());
        for (press, control) in presses(&hand) {
            let label = control["label"].as_str().unwrap_or_default();
            let once = |(_, more): &(Card, i8)| *more > 0 && !label.contains(['×', '/']);
            let Some((card, _)) = selects(&press).filter(once) else {
                continue;
            };
            if codes.len() < 8 {
                expected.push(card);
                codes.push(press.code());
            }
        }
        expected.sort_unstable();
        assert!(codes.len() >= 6, "{}", hand.text);
        let pressed: Vec<_> = codes
            .iter()
            .map(|code| person.presses_late(&hand, code))
            .collect();
        let mut late = 0;
        for asked in &pressed {
            late += usize::from(asked.answered().await == Answer::DeferredUpdate);
        }
        let hand = person.looks_at(&hand).expect("the hand is there");
        assert_eq!(chosen(&hand), expected, "{}", hand.text);
        let sent = house.discord.outgoing();
        let sent = sent[before..].iter().map(|sent| &sent.request.path);
        let burst: Vec<&String> = sent
            .skip_while(|path| !path.ends_with("/callback"))
            .collect();
        let (own, answered) = (hand.id.to_string(), codes.len());
        let edits = burst.iter().filter(|path| path.ends_with(&own)).count();
        let answers = burst.iter().filter(|path| path.ends_with("/callback"));
        assert_eq!(answers.count(), answered, "one answer a tap: {burst:?}");
        // An edit of the hand may have been on its way.
        assert!(edits <= 1 + late, "a second request: {burst:?}");
    }
}

/// Pages that become the hand in the end: beside a hand, and before the free round of the lesson.
#[tokio::test(start_paused = true)]
async fn what_may_become_a_hand_is_laid_out_from_its_beginning() {
    let house = dealt(2).await;
    let (place, _) = awaited(&house).expect("somebody buries");
    let person = &house.people[place];
    let hand = own_turn(&house, person).await;
    let more = person.presses(&hand, "More…").message().await;
    more.assert_says("Leave");
    assert!(more.id != hand.id && is_laid_out(&more.components));
    let stranger = house.discord.person("Stranger");
    let intro = stranger.asks(house.table, "intro", json!({})).await;
    let mut page = stranger.presses(&intro, "Practice").message().await;
    while !page.buttons().contains(&"Play a round".to_owned()) {
        assert!(is_laid_out(&page.components), "{}", page.text);
        page = stranger.presses(&page, "Skip").message().await;
    }
    let shown = stranger.presses(&page, "Play a round").message().await;
    assert_eq!(shown.id, page.id);
    assert!(is_laid_out(&shown.components), "{}", shown.text);
}
