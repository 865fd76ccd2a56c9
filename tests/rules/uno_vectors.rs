//! Positions and whole games with known verdicts, told in `fixtures/uno` (see the README there).

use tractor_bot::chance::Seed;
use tractor_bot::game::{RuleSet as _, Seat};
use tractor_bot::uno::card::{Card, Color, cards};
use tractor_bot::uno::event::{Direction, Event, OpenEvent};
use tractor_bot::uno::hand::Hand;
use tractor_bot::uno::round::Stage;
use tractor_bot::uno::rules::Rules;
use tractor_bot::uno::score;
use tractor_bot::uno::setup::Setup;
use tractor_bot::uno::{Move, Play, Round};

const LEGAL: &str = include_str!("../../fixtures/uno/legal.txt");
const EFFECTS: &str = include_str!("../../fixtures/uno/effects.txt");
const SCORES: &str = include_str!("../../fixtures/uno/scores.txt");
const STACKING: &str = include_str!("../../fixtures/uno/stacking.txt");
const GAMES: &str = include_str!("../../fixtures/uno/games.txt");

/// Runs `verdict` on what is given in each line of a fixture and compares it with what is told
/// behind `>`; says all that differ.
fn check(fixture: &str, at_least: usize, verdict: impl Fn(&[&str]) -> String) {
    let mut seen = 0;
    let mut differing = Vec::new();
    for line in fixture.lines() {
        let (given, told) = line.split_once(" > ").expect("a position and a verdict");
        let words: Vec<&str> = given.split(' ').collect();
        let found = verdict(&words);
        if found != told {
            differing.push(format!("{given} > {told}, but found {found}"));
        }
        seen += 1;
    }
    assert!(seen >= at_least, "only {seen} positions");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

fn hand(text: &str) -> Hand {
    pile(text).into_iter().collect()
}

fn pile(text: &str) -> Vec<Card> {
    let text = if text == "-" { "" } else { text };
    cards(&text.replace(',', " ")).expect("cards")
}

fn color(text: &str) -> Color {
    Color::from_letter(text.chars().next().expect("a letter")).expect("a colour")
}

fn seat(text: &str) -> Seat {
    Seat::new(text.parse().expect("a seat"))
}

fn number(text: &str) -> u16 {
    text.parse().expect("a number")
}

fn sign(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "+",
        Direction::Backward => "-",
    }
}

fn direction(text: &str) -> Direction {
    if text == "+" {
        Direction::Forward
    } else {
        Direction::Backward
    }
}

fn guilt(guilty: bool) -> &'static str {
    if guilty { "guilty" } else { "innocent" }
}

/// Cards as the fixtures list them: by name, `-` for none.
fn list(cards: impl IntoIterator<Item = Card>) -> String {
    let mut names: Vec<_> = cards.into_iter().map(|card| card.to_string()).collect();
    names.sort();
    if names.is_empty() {
        return "-".to_owned();
    }
    names.join(",")
}

/// The rules of uno-telegram-bot with a config.
fn zeroxis(config: &str) -> Rules {
    let mut rules = Rules::ZEROXIS;
    for (name, value) in config.split(',').filter_map(|word| word.split_once('=')) {
        rules.set(name, value).expect("a config by its name");
    }
    rules
}

/// A position in which the first of two is to play.
fn position(rules: Rules, top: &str, in_force: &str, hand: Hand) -> Setup {
    Setup {
        rules,
        hands: vec![hand, pile("R1,R1").into_iter().collect()],
        draw: pile("R1,G1,B1,Y1,R2,G2,B2,Y2,R3,G3"),
        discards: Vec::new(),
        top: card(top),
        color: color(in_force),
        direction: Direction::Forward,
        turn: Seat::new(0),
        drawn: None,
        owed: 0,
    }
}

fn resume(setup: Setup) -> Round {
    Round::resume(setup, Seed::from_number(1)).expect("a position that makes sense")
}

/// What may be laid, and whether a Wild Draw Four among it would be a bluff.
fn may_lay(round: &Round) -> String {
    let bluff = if round.layable().contains(Card::WILD_DRAW_FOUR) {
        guilt(!round.layable_honestly().contains(Card::WILD_DRAW_FOUR))
    } else {
        "-"
    };
    format!("{} {bluff}", list(round.layable().iter()))
}

#[test]
fn what_may_be_laid_drawn_and_passed_is_the_official_verdict() {
    check(LEGAL, 2_500, |words| {
        let [_, top, in_force, drawn, held] = words else {
            panic!("five words")
        };
        let mut setup = position(Rules::OFFICIAL, top, in_force, hand(held));
        setup.drawn = (*drawn != "-").then(|| card(drawn));
        let has_drawn = setup.drawn.is_some();
        let round = resume(setup);
        assert_eq!(round.may_draw().is_ok(), !has_drawn);
        assert_eq!(round.may_pass().is_ok(), has_drawn);
        may_lay(&round)
    });
}

#[test]
fn what_may_be_stacked_is_the_verdict_of_uno_telegram_bot() {
    check(STACKING, 500, |words| {
        let [_, config, top, in_force, owed, held] = words else {
            panic!("six words")
        };
        let mut setup = position(zeroxis(config), top, in_force, hand(held));
        setup.owed = number(owed);
        let mut official = setup.clone();
        official.rules = Rules::OFFICIAL;
        assert!(
            resume(official).layable().is_empty(),
            "officially nothing is stacked"
        );
        may_lay(&resume(setup))
    });
}

#[test]
fn every_card_has_its_effect_on_the_next_player() {
    check(EFFECTS, 250, |words| {
        let [_, players, way, by, laid] = words else {
            panic!("five words")
        };
        let laid = card(laid);
        let mut setup = position(Rules::OFFICIAL, "R9", "R", Hand::EMPTY);
        setup.hands = (0..number(players)).map(|_| hand("B3,B4,B6")).collect();
        setup.turn = seat(by);
        setup.hands[setup.turn.index()].insert(laid);
        setup.direction = direction(way);
        let sizes: Vec<u16> = setup.hands.iter().map(Hand::len).collect();
        let mut round = resume(setup);
        let play = Play::of(laid).naming(Color::Green);
        round
            .play(seat(by), Move::Play(play), &mut Vec::new())
            .expect("it fits");
        if round.owed > 0 {
            round
                .play(round.turn, Move::Draw, &mut Vec::new())
                .expect("cards are owed");
        }
        let grown = Seat::first(sizes.len() as u8).filter_map(|seat| {
            let more = round.hand(seat).len().checked_sub(sizes[seat.index()])?;
            (more > 0).then(|| format!("{}:{more}", seat.index()))
        });
        let draws = grown.collect::<Vec<_>>().join(",");
        let draws = if draws.is_empty() { "-" } else { &draws };
        format!("{} {} {draws}", round.turn.index(), sign(round.direction))
    });
}

#[test]
fn the_winner_scores_what_the_others_hold() {
    check(SCORES, 180, |words| {
        let [_, hands] = words else {
            panic!("two words")
        };
        let hands: Vec<Hand> = hands.split('/').map(hand).collect();
        let winner = hands.iter().position(Hand::is_empty).expect("a winner");
        let places = [Seat::new(winner as u8)];
        let held: Vec<u32> = hands.iter().map(Hand::points).collect();
        let gained = score::gains_of(&Rules::OFFICIAL, &held, &places);
        assert_eq!(
            gained.iter().sum::<u32>(),
            gained[winner],
            "nobody else scores"
        );
        format!("{winner} {}", gained[winner])
    });
}

/// Replays one game of uno-telegram-bot and compares everything after every move.
fn replay(game: &str) {
    let mut lines = game.lines().peekable();
    let head: Vec<&str> = lines.next().expect("a head").split(' ').collect();
    let [_, id, config, start, first, way, owed, _, winner] = head[..] else {
        panic!("nine words")
    };
    let mut told = |name| {
        let line = lines.next_if(|line| line.starts_with(name))?;
        line.split_once(' ').map(|(_, cards)| cards)
    };
    let hands = told("hands").expect("hands").split('/').map(hand).collect();
    let draw = pile(told("pile").expect("a pile"));
    let mut round = resume(Setup {
        rules: zeroxis(config),
        hands,
        draw,
        discards: Vec::new(),
        top: card(start),
        color: color(start),
        direction: direction(way),
        turn: seat(first),
        drawn: None,
        owed: number(owed),
    });
    while let Some(line) = lines.next() {
        let (given, verdict) = line.split_once(" > ").expect("a move and a verdict");
        let words: Vec<&str> = given.split(' ').collect();
        let drawer = assert_move(&mut round, &words, verdict, &format!("game {id}: {line}"));
        if let Some(shuffled) = lines.next_if(|line| line.starts_with("pile")) {
            let drawer = drawer.expect("the pile is shuffled for somebody who draws");
            assert!(
                round.restack(pile(&shuffled[5..]), drawer),
                "game {id}: {line}"
            );
        }
    }
    assert!(round.end.is_some(), "game {id} ends");
    assert_eq!(round.places()[0], seat(winner), "game {id}");
}

/// Makes one move after comparing what is allowed, and compares the position after it. Says who
/// drew cards.
fn assert_move(round: &mut Round, words: &[&str], verdict: &str, at: &str) -> Option<Seat> {
    let [by, chosen, legal, other] = words else {
        panic!("four words: {at}")
    };
    let by = seat(by);
    assert_eq!(round.turn, by, "{at}");
    assert_eq!(list(round.layable().iter()), *legal, "{at}");
    let may = [("d", Move::Draw), ("p", Move::Pass), ("c", Move::Call)]
        .map(|(letter, chosen)| {
            if round.judge(by, chosen).is_ok() {
                letter
            } else {
                ""
            }
        })
        .concat();
    assert_eq!(may, *other, "{at}");
    let chosen = match *chosen {
        "d" => Move::Draw,
        "p" => Move::Pass,
        "c" => Move::Call,
        play => match play.split_once(':') {
            Some((wild, named)) => Move::Play(Play::of(card(wild)).naming(color(named))),
            None => Move::Play(Play::of(card(play))),
        },
    };
    let mut events = Vec::new();
    round
        .play(by, chosen, &mut events)
        .expect("it was told to be allowed");
    assert!(round.end.is_some() || matches!(round.stage, Stage::Turn | Stage::Drawn(_)));
    let sizes = Seat::first(round.circle.seats().len() as u8).map(|seat| round.hand(seat).len());
    let sizes = sizes
        .map(|size| size.to_string())
        .collect::<Vec<_>>()
        .join(",");
    let in_force = round.color.expect("a colour").letter();
    let (next, way) = (round.turn.index(), sign(round.direction));
    let mut found = format!("{next} {way} {} {in_force} {sizes}", round.owed);
    let mut drawer = None;
    for event in &events {
        match event {
            Event::Called { guilty, .. } => found += &format!(" {}", guilt(*guilty)),
            Event::Drew { seat, cards, .. } => {
                found += &format!(" drew={}", cards.len());
                drawer = Some(*seat);
            }
            Event::Open(OpenEvent::SaidUno { .. }) => found += " uno",
            _ => {}
        }
    }
    assert_eq!(found, verdict, "{at}");
    drawer
}

#[test]
fn whole_games_go_as_uno_telegram_bot_played_them() {
    let games: Vec<&str> = GAMES.split("game ").skip(1).collect();
    assert!(games.len() >= 30, "only {} games", games.len());
    for game in games {
        replay(&format!("game {game}"));
    }
}
