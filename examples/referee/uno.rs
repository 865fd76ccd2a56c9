//! The families of UNO: `uno-legal`, `uno-effects`, `uno-scores`, `uno-stacking` and `uno-trace`.
//!
//! Directions are 1 and -1, cards `R5 GS BR YD W WF`, lists of cards are in the order of their names.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tractor_bot::chance::Seed;
use tractor_bot::game::{RuleSet as _, Seat};
use tractor_bot::uno::card::{Card, Color, Face};
use tractor_bot::uno::event::{Direction, Event, OpenEvent};
use tractor_bot::uno::rules::Rules;
use tractor_bot::uno::setup::Setup;
use tractor_bot::uno::{Hand, Move, Play, Round, score};

use super::{HouseRules, Judge, field, letter};

/// Makes a judge out of a preset, changed by the command line, and a function of the position.
fn family(
    preset: Rules,
    rules: &HouseRules,
    judge: impl Fn(Rules, &Value) -> Result<Value, String> + 'static,
) -> Result<Judge, String> {
    let rules = rules.of(preset)?;
    Ok(Box::new(move |line: &Value| judge(rules, line)))
}

fn color(text: &str) -> Result<Color, String> {
    letter(text, Color::from_letter, "colour")
}

/// The most cards that can be in a game: eight decks.
const MOST_CARDS: usize = 864;
const MOST_COPIES: u8 = 32;

fn hand(cards: &[Card]) -> Result<Hand, String> {
    let mut hand = Hand::EMPTY;
    for card in cards {
        if hand.count(*card) == MOST_COPIES {
            return Err(format!("{card} too often"));
        }
        hand.insert(*card);
    }
    Ok(hand)
}

/// The `hands` of a line.
fn hands(line: &Value) -> Result<Vec<Hand>, String> {
    let hands: Vec<Vec<Card>> = field(line, "hands")?;
    hands.iter().map(|cards| hand(cards)).collect()
}

fn list(cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    let mut names: Vec<_> = cards.into_iter().map(|card| card.to_string()).collect();
    names.sort();
    names
}

fn way(direction: i8) -> Result<Direction, String> {
    match direction {
        1 => Ok(Direction::Forward),
        -1 => Ok(Direction::Backward),
        other => Err(format!("{other} is no direction: 1 or -1")),
    }
}

fn sign(direction: Direction) -> i8 {
    match direction {
        Direction::Forward => 1,
        Direction::Backward => -1,
    }
}

fn resume(setup: Setup) -> Result<Round, String> {
    let cards = setup.draw.len() + setup.discards.len();
    if cards > MOST_CARDS {
        return Err(format!("{cards} cards are too many"));
    }
    Round::resume(setup, Seed::from_number(0)).map_err(str::to_owned)
}

/// A position of which a line tells `top`, `color` and `hand`.
fn told(rules: Rules, line: &Value) -> Result<Setup, String> {
    let (top, color) = (
        field(line, "top")?,
        color(&field::<String>(line, "color")?)?,
    );
    let held: Vec<Card> = field(line, "hand")?;
    Ok(position(rules, top, color, hand(&held)?))
}

/// A position in which the first of two is to play; the pile has more cards than anybody draws.
fn position(rules: Rules, top: Card, color: Color, hand: Hand) -> Setup {
    let filler = Card::new(Some(Color::Red), Face::Number(1))
        .into_iter()
        .cycle();
    Setup {
        rules,
        hands: vec![hand, filler.clone().take(2).collect()],
        draw: filler.take(12).collect(),
        discards: Vec::new(),
        top,
        color,
        direction: Direction::Forward,
        turn: Seat::new(0),
        drawn: None,
        owed: 0,
    }
}

/// `top`, `color`, `hand`, `drawn` → `play`, `strict` (without a bluff), `may_draw`, `may_pass` and
/// `challenge_succeeds` (null without a Wild Draw Four to lay).
pub fn legal(rules: &HouseRules) -> Result<Judge, String> {
    family(Rules::OFFICIAL, rules, |rules, line| {
        let mut setup = told(rules, line)?;
        setup.drawn = field(line, "drawn")?;
        let round = resume(setup)?;
        let (play, strict) = (round.layable(), round.layable_honestly());
        let four = Card::WILD_DRAW_FOUR;
        Ok(json!({
            "play": list(play.iter()),
            "strict": list(strict.iter()),
            "may_draw": round.may_draw().is_ok(),
            "may_pass": round.may_pass().is_ok(),
            "challenge_succeeds": play.contains(four).then(|| !strict.contains(four)),
        }))
    })
}

/// `players`, `dir`, `seat`, `card` → `next`, `next_dir` and `draws` by seat, when what is owed is
/// drawn.
pub fn effects(rules: &HouseRules) -> Result<Judge, String> {
    family(Rules::OFFICIAL, rules, |rules, line| {
        let (players, seat): (u8, u8) = (field(line, "players")?, field(line, "seat")?);
        let card: Card = field(line, "card")?;
        let color = card.color().unwrap_or(Color::Red);
        let is_nine = Card::new(Some(color), Face::Number(9)) == Some(card);
        let other = if is_nine { 8 } else { 9 };
        let top = Card::new(Some(color), Face::Number(other)).ok_or("a number")?;
        // Hands of three without a card of that colour: nobody is out, and nothing is a bluff.
        let rest = Color::ALL
            .into_iter()
            .find(|other| *other != color)
            .unwrap_or(color);
        let held = [2, 3, 4]
            .into_iter()
            .filter_map(|number| Card::new(Some(rest), Face::Number(number)));
        let mut setup = position(rules, top, color, Hand::EMPTY);
        setup.hands = vec![held.collect(); usize::from(players)];
        setup.direction = way(field(line, "dir")?)?;
        setup.turn = Seat::new(seat);
        let own = setup
            .hands
            .get_mut(usize::from(seat))
            .ok_or("no such seat")?;
        own.insert(card);
        let before: Vec<u16> = setup.hands.iter().map(Hand::len).collect();
        let mut round = resume(setup)?;
        let play = Play {
            color: card.is_wild().then_some(rest),
            ..Play::of(card)
        };
        let make = |round: &mut Round, chosen| {
            let done = round.play(round.turn, chosen, &mut Vec::new());
            done.map_err(|error| error.to_string())
        };
        make(&mut round, Move::Play(play))?;
        if round.owed > 0 {
            make(&mut round, Move::Draw)?;
        }
        let mut draws = Map::new();
        for (seat, before) in Seat::first(players).zip(before) {
            let now = round.hand(seat).len();
            if now > before {
                draws.insert(seat.index().to_string(), json!(now - before));
            }
        }
        Ok(json!({
            "next": round.turn.index(),
            "next_dir": sign(round.direction),
            "draws": draws,
        }))
    })
}

/// `hands`, the winner's being empty → `score`.
pub fn scores(rules: &HouseRules) -> Result<Judge, String> {
    family(Rules::OFFICIAL, rules, |rules, line| {
        let hands = hands(line)?;
        let winner = hands
            .iter()
            .position(Hand::is_empty)
            .ok_or("nobody's hand is empty")?;
        let winner = u8::try_from(winner).map_err(|error| error.to_string())?;
        let held: Vec<u32> = hands.iter().map(Hand::points).collect();
        let gained = score::gains_of(&rules, &held, &[Seat::new(winner)]);
        Ok(json!({ "score": gained[usize::from(winner)] }))
    })
}

/// Config values of uno-telegram-bot by name: words or truths.
type Config = BTreeMap<String, Value>;

fn configured(mut rules: Rules, line: &Value) -> Result<Rules, String> {
    let config: Option<Config> = field(line, "config")?;
    for (name, value) in config.unwrap_or_default() {
        let word = match value {
            Value::String(word) => word,
            other => other.to_string(),
        };
        rules.set(&name, &word).map_err(|error| error.to_string())?;
    }
    Ok(rules)
}

/// `config`, `top`, `color`, `pending`, `hand` → `play` under `preset=zeroxis`, and whether a Wild
/// Draw Four among it would be a bluff.
pub fn stacking(rules: &HouseRules) -> Result<Judge, String> {
    family(Rules::ZEROXIS, rules, |rules, line| {
        let mut setup = told(configured(rules, line)?, line)?;
        setup.owed = field(line, "pending")?;
        let round = resume(setup)?;
        let (play, honest) = (round.layable(), round.layable_honestly());
        let four = Card::WILD_DRAW_FOUR;
        Ok(json!({
            "play": list(play.iter()),
            "bluff_if_wf": play.contains(four).then(|| !honest.contains(four)),
        }))
    })
}

#[derive(Deserialize)]
struct TraceMove {
    #[serde(rename = "do")]
    chosen: String,
    #[serde(default)]
    reshuffled_draw_pile: Option<Vec<Card>>,
}

/// A whole game under `preset=zeroxis`: `config`, how it started, `hands`, the pile and `do` of each
/// of the `moves` → what was allowed and what came of each, and the `winner`.
pub fn trace(rules: &HouseRules) -> Result<Judge, String> {
    family(Rules::ZEROXIS, rules, |rules, line| {
        let top: Card = field(line, "start_card")?;
        let mut round = resume(Setup {
            rules: configured(rules, line)?,
            hands: hands(line)?,
            draw: field(line, "draw_pile_pop_from_end")?,
            discards: Vec::new(),
            top,
            color: top.color().ok_or("a wild card does not start")?,
            direction: way(field(line, "start_direction")?)?,
            turn: Seat::new(field(line, "start_player")?),
            drawn: None,
            owed: field(line, "start_pending")?,
        })?;
        let given: Vec<TraceMove> = field(line, "moves")?;
        let mut moves = Vec::new();
        for (number, given) in given.into_iter().enumerate() {
            let verdict = follow(&mut round, given);
            moves.push(verdict.map_err(|problem| format!("move {number}: {problem}"))?);
        }
        let winner = round
            .end
            .and_then(|_| round.places().first().map(|seat| seat.index()));
        Ok(json!({ "moves": moves, "winner": winner }))
    })
}

/// Makes one move of a game: what was allowed, and what came of it.
fn follow(round: &mut Round, given: TraceMove) -> Result<Value, String> {
    let by = round.turn;
    let legal = list(round.layable().iter());
    let other = [("d", Move::Draw), ("p", Move::Pass), ("c", Move::Call)];
    let other = other
        .into_iter()
        .filter(|(_, chosen)| round.judge(by, *chosen).is_ok());
    let other: Vec<_> = other.map(|(letter, _)| letter).collect();
    let chosen = read_move(&given.chosen)?;
    let mut events = Vec::new();
    round
        .play(by, chosen, &mut events)
        .map_err(|error| error.to_string())?;
    let mut drawer = None;
    let seats = round.circle.seats().iter();
    let sizes: Vec<u16> = seats.map(|seat| round.hand(*seat).len()).collect();
    let color = round.color.map(|color| color.letter().to_string());
    let mut verdict = json!({
        "p": by.index(),
        "do": given.chosen,
        "legal": legal,
        "other": other,
        "next": round.turn.index(),
        "dir": sign(round.direction),
        "pending": round.owed,
        "color": color,
        "sizes": sizes,
    });
    for event in &events {
        match event {
            Event::Called { guilty, .. } => {
                verdict["bluffed"] = json!(guilty);
            }
            Event::Drew { seat, cards, .. } => {
                drawer = Some(*seat);
                verdict["drew"] = json!(cards.len());
            }
            Event::Open(OpenEvent::SaidUno { .. }) => {
                verdict["uno"] = json!(true);
            }
            _ => {}
        }
    }
    if let (Some(pile), Some(drawer)) = (given.reshuffled_draw_pile, drawer)
        && !round.restack(pile, drawer)
    {
        return Err("the shuffled pile has other cards".to_owned());
    }
    Ok(verdict)
}

/// `B7`, `WF:R` with the colour named, `d`, `p`, `c`.
fn read_move(text: &str) -> Result<Move, String> {
    let card = |text: &str| text.parse::<Card>().map_err(|error| error.to_string());
    Ok(match text {
        "d" => Move::Draw,
        "p" => Move::Pass,
        "c" => Move::Call,
        _ => Move::Play(match text.split_once(':') {
            Some((wild, color)) => Play::of(card(wild)?).naming(self::color(color)?),
            None => Play::of(card(text)?),
        }),
    })
}
