//! Every rule and house rule of a round, case by case: `fixtures/tractor/*.cases` is the test.
//!
//! `UPDATE_FIXTURES=1 cargo test --test rules tractor_rules` writes what happens into the files, to
//! be read before it is committed.

use std::fmt::Write as _;
use std::path::Path;

use tractor_bot::game::{RuleSet, Seat};
use tractor_bot::tractor::action::{Call, Progress, TrumpSource};
use tractor_bot::tractor::card::{Card, Rank, Suit, notation};
use tractor_bot::tractor::deck::{CARDS, DEALT, Deck, KITTY};
use tractor_bot::tractor::follow;
use tractor_bot::tractor::hand::{Hand, Layout};
use tractor_bot::tractor::round::{
    Burying, CallWindow, Closed, DealStart, Dealing, Playing, Refused, RoundPosition,
};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::seating::Team;
use tractor_bot::tractor::trump::Trump;

use crate::playthroughs::compare;

const WINDS: [&str; 4] = ["N", "W", "S", "E"];

#[test]
fn tricks_go_by_the_rules() {
    check("play", play_case);
}

#[test]
fn calls_go_by_the_rules() {
    check("calls", call_case);
}

/// Runs every case of a file and compares what happens line by line.
#[track_caller]
fn check(name: &str, run: fn(&Case) -> String) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/tractor");
    let path = fixtures.join(name).with_extension("cases");
    let written = std::fs::read_to_string(&path).expect("the cases are there");
    let (head, cases) = written.split_once("\n== ").expect("a file of cases");
    let mut happened = head.trim_end().to_owned();
    for case in cases.split("\n== ") {
        let case = Case::read(case);
        write!(happened, "\n\n== {}", run(&case).trim_end()).expect("strings grow");
    }
    happened.push('\n');
    compare(&path, &written, &happened);
}

/// A case as written: settings, named hands, and the lines that begin with `>`.
struct Case {
    title: String,
    settings: Vec<(String, String)>,
    head: Vec<String>,
    hands: [Vec<Card>; 4],
    steps: Vec<String>,
}

impl Case {
    fn read(text: &str) -> Case {
        let mut lines = text.lines();
        let mut case = Case {
            title: lines.next().unwrap_or_default().to_owned(),
            settings: Vec::new(),
            head: Vec::new(),
            hands: [const { Vec::new() }; 4],
            steps: Vec::new(),
        };
        for line in lines {
            if let Some(step) = line.strip_prefix("> ") {
                case.steps.push(step.to_owned());
            } else if line.contains(" | ") {
                case.head.push(line.to_owned());
                for (hand, wind) in line.split(" | ").zip(WINDS) {
                    let hand = hand.strip_prefix(wind).expect("N | W | S | E");
                    case.hands[seat(wind).index()] = cards(hand);
                }
            } else if !line.is_empty() && !line.starts_with('<') {
                case.head.push(line.to_owned());
                for setting in line.split(", ") {
                    let (name, value) = setting.split_once([' ', '=']).expect("name value");
                    case.settings.push((name.to_owned(), value.to_owned()));
                }
            }
        }
        case
    }

    fn setting(&self, name: &str) -> Option<&str> {
        let found = self.settings.iter().find(|(setting, _)| setting == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The house rules among the settings.
    fn rules(&self) -> Rules {
        let mut rules = Rules::default();
        let own = [
            "trump", "dealer", "uncalled", "leader", "kitty", "captured", "level", "round",
        ];
        for (name, value) in self
            .settings
            .iter()
            .filter(|(name, _)| !own.contains(&name.as_str()))
        {
            rules.set(name, value).expect("a house rule");
        }
        rules
    }

    /// The case with what happens after each step.
    fn retold(&self, mut happens: impl FnMut(&str) -> Vec<String>) -> String {
        let mut text = format!("{}\n{}\n", self.title, self.head.join("\n"));
        for step in &self.steps {
            writeln!(text, "> {step}").expect("strings grow");
            for line in happens(step) {
                writeln!(text, "< {line}").expect("strings grow");
            }
        }
        text
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace()
        .map(|card| card.parse().expect("a card"))
        .collect()
}

fn seat(wind: &str) -> Seat {
    let at = WINDS
        .iter()
        .position(|other| *other == wind)
        .expect("a wind");
    Seat::new(at as u8)
}

fn wind(seat: Seat) -> &'static str {
    WINDS[seat.index()]
}

/// `9C` for rank nine and clubs, `9` for no trump suit.
fn trump(text: &str) -> Trump {
    let suit = text.chars().last().and_then(Suit::from_letter);
    let rank = text.trim_end_matches(|c| suit.is_some_and(|suit| suit.letter() == c));
    Trump {
        suit,
        ..Trump::no_trump(rank.parse().expect("a rank"))
    }
}

fn play_case(case: &Case) -> String {
    let rules = case.rules();
    let trump = Trump {
        permanent: rules.permanent_trumps,
        ..trump(case.setting("trump").expect("a trump"))
    };
    let layout = Layout::of(trump);
    let hand = |cards: &[Card]| Hand::of(layout, cards).expect("two copies");
    let dealer = seat(case.setting("dealer").expect("a dealer"));
    let mut captured = [0; 4];
    for (of, points) in captured
        .iter_mut()
        .zip(case.setting("captured").unwrap_or("").split(' '))
    {
        *of = points.parse().unwrap_or(0);
    }
    // A hand that is shorter than the longest one is of no importance beyond what is written.
    let mut playing = RoundPosition {
        trump,
        dealer,
        hands: case.hands.each_ref().map(|cards| hand(cards)),
        kitty: hand(&cards(case.setting("kitty").unwrap_or(""))),
        leader: case.setting("leader").map_or(dealer, seat),
        plays: &[],
        captured,
        penalties: 0,
    }
    .set_up(&rules)
    .unwrap_or_else(|| panic!("{}: no position", case.title));
    case.retold(|step| play_step(&mut playing, &rules, step))
}

fn play_step(playing: &mut Playing, rules: &Rules, step: &str) -> Vec<String> {
    let (who, what) = step.split_once(' ').expect("who does what");
    if who == "surrender" {
        let team = Team::ALL[usize::from(what == "WE")];
        let tally = playing.tally_surrender(team);
        return vec![format!(
            "{} points, kitty ×{}",
            tally.points, tally.kitty_factor
        )];
    }
    let layout = playing.layout;
    let listed = |hand: Hand| notation(&hand.cards(layout).collect::<Vec<_>>());
    assert_eq!(playing.to_play(), Some(seat(who)), "{step}");
    let hand = playing.hand(seat(who));
    let Ok(cards) = hand.pick(layout, &cards(what)) else {
        return vec!["refused: not held".to_owned()];
    };
    let ruling = match playing.judge(cards, rules) {
        Ok(ruling) => ruling,
        Err(Refused::Follow(breach)) => {
            let lead = playing.trick.lead.as_ref().expect("a lead to follow");
            let lowest = follow::lowest(layout, rules.into(), lead, hand);
            return vec![format!(
                "refused: {breach:?}; for example {}",
                listed(lowest)
            )];
        }
        Err(refused) => return vec![format!("refused: {refused:?}")],
    };
    let before = playing.points();
    let played = playing.settle(ruling, rules);
    let mut lines = Vec::new();
    if let Some(failed) = played.failed {
        let mut line = format!(
            "{} can beat {}; {} back",
            wind(failed.stopped_by),
            listed(played.cards),
            listed(failed.taken_back),
        );
        if failed.penalty > 0 {
            let points = playing.points();
            write!(
                line,
                "; {} points cost, {before} → {points}",
                failed.penalty
            )
            .expect("strings grow");
        }
        lines.push(line);
    }
    if let Some((winner, points)) = played.trick {
        lines.push(format!("{} wins {points} points", wind(winner)));
    }
    if let Some(tally) = playing.tally(rules) {
        let (points, factor) = (tally.points, tally.kitty_factor);
        lines.push(format!("over: {points} points, kitty ×{factor}"));
    }
    lines
}

/// A round from its deal on: calls while cards are dealt, then in the window, the kitty, plays.
enum Calling {
    Dealing(Dealing),
    Window(CallWindow),
    Burying(Burying),
    Playing(Playing),
    Closed,
}

fn call_case(case: &Case) -> String {
    let rules = case.rules();
    let level: Rank = case
        .setting("level")
        .expect("a level")
        .parse()
        .expect("a rank");
    let progress = match case.setting("round") {
        Some(_) => Progress::NoTrumpRound,
        None => Progress::Climbing,
    };
    let opening = DealStart {
        level,
        dealer: case.setting("dealer").map(seat),
        uncalled: case.setting("uncalled").map(seat),
        progress,
    };
    let mut dealing = Dealing::new(deck(case, opening.dealer.or(opening.uncalled)), opening);
    let named = case.hands.iter().map(Vec::len).max().unwrap_or(0);
    for _ in 0..4 * named {
        dealing.draw().expect("a card");
    }
    let mut calling = Calling::Dealing(dealing);
    case.retold(|step| call_step(&mut calling, &rules, step))
}

/// A deck in which every seat draws its named cards first and the named kitty lies last.
fn deck(case: &Case, first: Option<Seat>) -> Deck {
    let kitty = cards(case.setting("kitty").unwrap_or(""));
    let mut left: Vec<Card> = Card::all().chain(Card::all()).collect();
    for card in case.hands.iter().flatten().chain(&kitty) {
        let at = left
            .iter()
            .position(|other| other == card)
            .expect("two copies");
        left.remove(at);
    }
    let first = first.map_or(0, Seat::index);
    let mut order = [Card::BIG_JOKER; CARDS];
    for (at, place) in order.iter_mut().enumerate() {
        let named = if at < DEALT {
            case.hands[(first + at) % 4].get(at / 4)
        } else {
            kitty.get(at - DEALT)
        };
        *place = named.copied().unwrap_or_else(|| left.remove(0));
    }
    assert!(kitty.is_empty() || kitty.len() == KITTY);
    Deck::stacked(order).expect("both decks")
}

fn call_step(calling: &mut Calling, rules: &Rules, step: &str) -> Vec<String> {
    if let Calling::Playing(playing) = calling {
        return play_step(playing, rules, step);
    }
    match step.split(' ').collect::<Vec<_>>()[..] {
        ["all", "cards"] => {
            deal_all(calling);
            Vec::new()
        }
        ["close"] => {
            deal_all(calling);
            let Calling::Window(window) = calling else {
                panic!("closed already");
            };
            let end = window.close(rules);
            let line = closed(end.as_ref(), window);
            *calling = end.map_or(Calling::Closed, |end| Calling::Burying(end.burying));
            vec![line]
        }
        ["bury", ref kitty @ ..] => bury(calling, &cards(&kitty.join(" "))),
        [who, "pass"] => {
            let Calling::Window(window) = calling else {
                panic!("no call window");
            };
            match window.judge_pass(seat(who)) {
                Ok(()) => window.pass(seat(who)),
                Err(refusal) => return vec![format!("refused: {refusal}")],
            }
            settled(window.is_settled(rules))
        }
        [who, "back"] => take_back(calling, rules, seat(who)),
        [who, kind, ref suit @ ..] => {
            let suit = suit
                .first()
                .and_then(|suit| suit.chars().next())
                .and_then(Suit::from_letter);
            let call = match (kind, suit) {
                ("weak", Some(suit)) => Call::Weak(suit),
                ("strong", Some(suit)) => Call::Strong(suit),
                ("joker", None) => Call::BigJoker,
                ("small", None) => Call::SmallJokers,
                ("big", None) => Call::BigJokers,
                _ => panic!("no call: {step}"),
            };
            make(calling, rules, seat(who), call)
        }
        _ => panic!("no step: {step}"),
    }
}

fn make(calling: &mut Calling, rules: &Rules, seat: Seat, call: Call) -> Vec<String> {
    let verdict = match calling {
        Calling::Dealing(dealing) => dealing.judge_call(seat, call, rules),
        Calling::Window(window) => window.judge_call(seat, call, rules),
        _ => panic!("the calling is closed"),
    };
    if let Err(refusal) = verdict {
        return vec![format!("refused: {refusal}")];
    }
    match calling {
        Calling::Dealing(dealing) => {
            dealing.call(seat, call, rules);
            vec![format!("dealer {}", dealing.dealer.map_or("nobody", wind))]
        }
        Calling::Window(window) => {
            window.call(seat, call, rules);
            settled(window.is_settled(rules))
        }
        _ => Vec::new(),
    }
}

fn take_back(calling: &mut Calling, rules: &Rules, seat: Seat) -> Vec<String> {
    let verdict = match calling {
        Calling::Dealing(dealing) => dealing.judge_take_back(seat, rules),
        Calling::Window(window) => window.judge_take_back(seat, rules),
        _ => panic!("the calling is closed"),
    };
    if let Err(refusal) = verdict {
        return vec![format!("refused: {refusal}")];
    }
    let (back, dealer) = match calling {
        Calling::Dealing(dealing) => (dealing.take_back(rules), dealing.dealer),
        Calling::Window(window) => (window.take_back(rules), window.dealer),
        _ => panic!("the calling is closed"),
    };
    assert!(back.is_some());
    vec![format!("dealer {}", dealer.map_or("nobody", wind))]
}

fn bury(calling: &mut Calling, kitty: &[Card]) -> Vec<String> {
    let Calling::Burying(burying) = calling else {
        panic!("no kitty to bury");
    };
    let hand = burying.hands[burying.dealer.index()];
    let picked = hand.pick(burying.layout, kitty);
    let buried = picked.map_err(|lacking| lacking.to_string());
    let not = "a kitty is eight cards of the dealer's hand".to_owned();
    match buried.and_then(|kitty| burying.bury(kitty).ok_or(not)) {
        Ok(playing) => *calling = Calling::Playing(playing),
        Err(why) => return vec![format!("refused: {why}")],
    }
    Vec::new()
}

fn settled(is_settled: bool) -> Vec<String> {
    is_settled
        .then(|| "nothing more can be called".to_owned())
        .into_iter()
        .collect()
}

fn deal_all(calling: &mut Calling) {
    if let Calling::Dealing(dealing) = calling {
        while dealing.draw().is_some() {}
        *calling = Calling::Window(dealing.finish().expect("all cards are out"));
    }
}

fn closed(closed: Option<&Closed>, window: &CallWindow) -> String {
    match closed {
        None => "dealt again".to_owned(),
        Some(Closed {
            burying,
            source,
            turned,
        }) => {
            let trump = burying.layout.trump();
            let suit = trump.suit.map_or('–', Suit::letter);
            let source = match source {
                TrumpSource::Called(caller) => format!("called by {}", wind(*caller)),
                TrumpSource::Flipped(card) => {
                    let turned = notation(&window.kitty[..usize::from(*turned)]);
                    format!("turned over: {turned}, {card} decides")
                }
                TrumpSource::Nobody => "called by nobody".to_owned(),
                TrumpSource::AfterAce => "after the last level".to_owned(),
            };
            let dealer = burying.dealer;
            let held = burying.hands[dealer.index()].len();
            format!(
                "trump {suit}, {source}; dealer {} with {held} cards",
                wind(dealer)
            )
        }
    }
}
