//! The families of tractor: `order`, `decompose`, `follow`, `winner` and `throw`.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tractor_bot::tractor::card::{Card, Rank, Suit};
use tractor_bot::tractor::follow as following;
use tractor_bot::tractor::follow::FollowRules;
use tractor_bot::tractor::hand::{Hand, Layout};
use tractor_bot::tractor::rules::{Rules, ThrowWinner};
use tractor_bot::tractor::shape::{Lead, Shape};
use tractor_bot::tractor::throw as throwing;
use tractor_bot::tractor::trick;
use tractor_bot::tractor::trump::{EffectiveSuit, Trump};

use crate::{HouseRules, Judge, letter};

/// What is trump on a line: `rank`, and `suit` unless it is a no-trump round.
#[derive(Deserialize)]
struct Round {
    rank: Rank,
    suit: Option<SuitLetter>,
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct SuitLetter(Suit);

impl TryFrom<String> for SuitLetter {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        letter(&text, Suit::from_letter, "suit").map(Self)
    }
}

impl Round {
    fn trump(&self, rules: &Rules) -> Trump {
        let suit = self.suit.as_ref().map(|letter| letter.0);
        Trump::under(rules, self.rank, suit)
    }
}

/// Makes a judge out of a function of the rules, the layout and the position.
fn family<P: DeserializeOwned + 'static>(
    rules: &HouseRules,
    judge: impl Fn(&Rules, &'static Layout, P) -> Result<Value, String> + 'static,
) -> Result<Judge, String> {
    let rules = rules.of(Rules::default())?;
    Ok(Box::new(move |line: Value| {
        let round = Round::deserialize(&line).map_err(|error| error.to_string())?;
        let position = P::deserialize(line).map_err(|error| error.to_string())?;
        let layout = Layout::under(round.trump(&rules), rules.tractor_length);
        judge(&rules, layout, position)
    }))
}

fn set(layout: &Layout, cards: &[Card]) -> Result<Hand, String> {
    Hand::of(layout, cards).map_err(|third| format!("a third {}", third.card))
}

fn lead(layout: &Layout, cards: &[Card]) -> Result<Lead, String> {
    Lead::read(layout, set(layout, cards)?)
        .ok_or_else(|| "a lead is of one suit and has 1 to 25 cards".to_owned())
}

/// A set as cards, low to high.
fn list(layout: &Layout, hand: Hand) -> Vec<Card> {
    hand.cards(layout).collect()
}

#[derive(Deserialize)]
struct OrderPosition {
    cards: Option<Vec<Card>>,
}

/// `rank`, `suit`, `cards` → `suits` of the cards, and `pairs`: `[x, y, cmp, tractor]` for every two
/// of them. Without `cards`: all cards by suit and level, and all `tractor_pairs`.
pub fn order(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |_, layout, position: OrderPosition| {
        match position.cards {
            Some(cards) => Ok(order_of(layout, &cards)),
            None => Ok(whole_order(layout)),
        }
    })
}

/// Whether `x x y y` is a tractor.
fn is_tractor(layout: &Layout, x: Card, y: Card) -> bool {
    Hand::of(layout, &[x, x, y, y])
        .ok()
        .and_then(|cards| Lead::read(layout, cards))
        .is_some_and(|lead| lead.shape().sizes().eq([4]))
}

fn order_of(layout: &Layout, cards: &[Card]) -> Value {
    let trump = layout.trump();
    let suit = |card: &Card| trump.effective_suit(*card).letter();
    let suits: Vec<char> = cards.iter().map(suit).collect();
    let mut pairs = Vec::new();
    for (i, &x) in cards.iter().enumerate() {
        for &y in &cards[i + 1..] {
            let comparable = trump.effective_suit(x) == trump.effective_suit(y);
            let cmp = comparable.then(|| layout.level(x).cmp(&layout.level(y)) as i8);
            pairs.push(json!([x, y, cmp, is_tractor(layout, x, y)]));
        }
    }
    json!({ "suits": suits, "pairs": pairs })
}

fn whole_order(layout: &Layout) -> Value {
    let trump = layout.trump();
    let (mut suits, mut tractors) = (Map::new(), Vec::new());
    for suit in trump.effective_suits() {
        let in_suit = Card::all().filter(|&card| trump.effective_suit(card) == suit);
        let mut cards: Vec<Card> = in_suit.collect();
        cards.sort_by_key(|&card| layout.level(card));
        let classes: Vec<&[Card]> = cards
            .chunk_by(|&x, &y| layout.level(x) == layout.level(y))
            .collect();
        suits.insert(suit.letter().to_string(), json!(classes));
        for (i, &x) in cards.iter().enumerate() {
            let above = cards[i + 1..].iter();
            tractors.extend(
                above
                    .filter(|&&y| is_tractor(layout, x, y))
                    .map(|&y| [x, y]),
            );
        }
    }
    json!({ "suits": suits, "tractor_pairs": tractors })
}

#[derive(Deserialize)]
struct DecomposePosition {
    cards: Vec<Card>,
}

/// `rank`, `suit`, `cards` of one effective suit → `default_shape`.
pub fn decompose(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |_, layout, position: DecomposePosition| {
        let cards = set(layout, &position.cards)?;
        cards
            .only_suit(layout)
            .ok_or("cards of one suit are needed")?;
        let sizes: Vec<u32> = Shape::of(layout, cards).sizes().collect();
        Ok(json!({ "default_shape": sizes }))
    })
}

#[derive(Deserialize)]
struct FollowPosition {
    lead: Vec<Card>,
    hand: Vec<Card>,
    play: Vec<Card>,
}

/// `rank`, `suit`, `lead`, `hand`, `play` → `legal`; where it is not, why.
pub fn follow(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |rules, layout, position: FollowPosition| {
        let lead = lead(layout, &position.lead)?;
        let hand = set(layout, &position.hand)?;
        let play = match hand.pick(layout, &position.play) {
            Ok(play) => play,
            Err(missing) => return Ok(json!({ "legal": false, "error": missing.to_string() })),
        };
        let rules = FollowRules::from(rules);
        Ok(match following::judge(layout, rules, &lead, hand, play) {
            Ok(()) => json!({ "legal": true }),
            Err(breach) => json!({
                "legal": false,
                "breach": breach,
                "due": due(&following::Due::of(layout, rules, &lead, hand)),
            }),
        })
    })
}

fn due(due: &following::Due) -> Value {
    json!({
        "suit": EffectiveSuit::letter(due.suit),
        "count": due.count,
        "in_suit": due.in_suit,
        "pairs": due.pairs,
        "tractors": due.tractors,
    })
}

#[derive(Deserialize)]
struct WinnerPosition {
    plays: Vec<Vec<Card>>,
}

/// `rank`, `suit`, `plays` in turn order → the winner's place under each policy, and `points`.
pub fn winner(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |_, layout, position: WinnerPosition| {
        let plays = position.plays.iter().map(|play| set(layout, play));
        let plays: Vec<Hand> = plays.collect::<Result<_, _>>()?;
        let first = *plays.first().ok_or("no plays")?;
        let lead =
            Lead::read(layout, first).ok_or("a lead is of one suit and has 1 to 25 cards")?;
        if plays.iter().any(|play| play.len() != lead.len()) {
            return Err("all plays have as many cards as the lead".to_owned());
        }
        let winner = |rule: ThrowWinner| trick::winner(layout, rule, &lead, &plays);
        Ok(json!({
            "top_unit": winner(ThrowWinner::TopUnit),
            "all_units": winner(ThrowWinner::AllUnits),
            "highest_card": winner(ThrowWinner::HighestCard),
            // Play by play: a position may show more copies of a card than there are.
            "points": plays.iter().map(|play| play.points(layout)).sum::<u16>(),
        }))
    })
}

#[derive(Deserialize)]
struct ThrowPosition {
    throw: Vec<Card>,
    hands: [Vec<Card>; 3],
}

/// `rank`, `suit`, `throw`, `hands` of the three others → `ok`, `played`, `taken_back`.
pub fn throw(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |rules, layout, position: ThrowPosition| {
        let lead = lead(layout, &position.throw)?;
        let [right, partner, left] = &position.hands;
        let others = [
            set(layout, right)?,
            set(layout, partner)?,
            set(layout, left)?,
        ];
        let rule = rules.throw_checked_against;
        Ok(match throwing::check(layout, rule, &lead, &others) {
            Ok(()) => json!({
                "ok": true,
                "played": list(layout, lead.cards()),
                "taken_back": [],
                "stopped_by": null,
            }),
            Err(failed) => json!({
                "ok": false,
                "played": list(layout, failed.unit.cards),
                "taken_back": list(layout, failed.taken_back),
                "stopped_by": failed.stopped_by + 1,
            }),
        })
    })
}
