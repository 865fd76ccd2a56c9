//! The families of tractor: `order`, `decompose`, `follow`, `winner` and `throw`.

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

use super::{HouseRules, Judge, field, letter};

/// Makes a judge out of a function of the rules, the layout and the position. What is trump on a line is `rank`, and `suit`
/// unless it is a no-trump round.
fn family(
    rules: &HouseRules,
    judge: impl Fn(&Rules, &'static Layout, &Value) -> Result<Value, String> + 'static,
) -> Result<Judge, String> {
    let rules = rules.of(Rules::default())?;
    Ok(Box::new(move |line: &Value| {
        let suit: Option<String> = field(line, "suit")?;
        let suit = suit.map(|suit| letter(&suit, Suit::from_letter, "suit"));
        let trump = Trump::under(&rules, field::<Rank>(line, "rank")?, suit.transpose()?);
        judge(&rules, Layout::under(trump, rules.tractor_length), line)
    }))
}

fn set(layout: &Layout, cards: &[Card]) -> Result<Hand, String> {
    Hand::of(layout, cards).map_err(|third| format!("a third {}", third.card))
}

/// The cards in this field of a line.
fn cards(line: &Value, name: &str) -> Result<Vec<Card>, String> {
    field(line, name)
}

fn lead(layout: &Layout, cards: &[Card]) -> Result<Lead, String> {
    Lead::read(layout, set(layout, cards)?)
        .ok_or_else(|| "a lead is of one suit and has 1 to 25 cards".to_owned())
}

/// A set as cards, low to high.
fn list(layout: &Layout, hand: Hand) -> Vec<Card> {
    hand.cards(layout).collect()
}

/// `rank`, `suit`, `cards` → `suits` of the cards, and `pairs`: `[x, y, cmp, tractor]` for every two
/// of them. Without `cards`: all cards by suit and level, and all `tractor_pairs`.
pub fn order(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |_, layout, line| {
        let cards: Option<Vec<Card>> = field(line, "cards")?;
        Ok(cards.map_or_else(|| whole_order(layout), |cards| order_of(layout, &cards)))
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

/// `rank`, `suit`, `cards` of one effective suit → `default_shape`.
pub fn decompose(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |_, layout, line| {
        let cards = set(layout, &cards(line, "cards")?)?;
        cards
            .only_suit(layout)
            .ok_or("cards of one suit are needed")?;
        let sizes: Vec<u32> = Shape::of(layout, cards).sizes().collect();
        Ok(json!({ "default_shape": sizes }))
    })
}

/// `rank`, `suit`, `lead`, `hand`, `play` → `legal`; where it is not, why.
pub fn follow(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |rules, layout, line| {
        let lead = lead(layout, &cards(line, "lead")?)?;
        let hand = set(layout, &cards(line, "hand")?)?;
        let play = match hand.pick(layout, &cards(line, "play")?) {
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

/// `rank`, `suit`, `plays` in turn order → the winner's place under each policy, and `points`.
pub fn winner(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |_, layout, line| {
        let plays: Vec<Vec<Card>> = field(line, "plays")?;
        let plays = plays.iter().map(|play| set(layout, play));
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

/// `rank`, `suit`, `throw`, `hands` of the three others → `ok`, `played`, `taken_back`.
pub fn throw(rules: &HouseRules) -> Result<Judge, String> {
    family(rules, |rules, layout, line| {
        let lead = lead(layout, &cards(line, "throw")?)?;
        let [right, partner, left] = &field::<[Vec<Card>; 3]>(line, "hands")?;
        let others = [
            set(layout, right)?,
            set(layout, partner)?,
            set(layout, left)?,
        ];
        let rule = rules.throw_checked_against;
        Ok(match throwing::check(layout, rule, &lead, &others) {
            None => json!({
                "ok": true,
                "played": list(layout, lead.cards()),
                "taken_back": [],
                "stopped_by": null,
            }),
            Some((unit, stopped_by)) => json!({
                "ok": false,
                "played": list(layout, unit.cards),
                "taken_back": list(layout, lead.cards().minus(unit.cards)),
                "stopped_by": stopped_by + 1,
            }),
        })
    })
}
