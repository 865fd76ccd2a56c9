//! Checks the tractor core against verdicts of an independent engine (`fixtures/tractor/*.cases`;
//! the head of each file describes its lines).

use std::cmp::Ordering;
use std::fs;
use std::path::Path;

use tractor_bot::tractor::card::{Card, Suit, notation};
use tractor_bot::tractor::follow::{self, FollowRules};
use tractor_bot::tractor::hand::{Hand, Layout};
use tractor_bot::tractor::rules::{FollowThrow, FollowTractor, ThrowCheckedAgainst, ThrowWinner};
use tractor_bot::tractor::shape::{Lead, Shape};
use tractor_bot::tractor::trump::{EffectiveSuit, Trump};
use tractor_bot::tractor::{throw, trick};

/// One line of a file: the trump, then the fields after it, the verdict being the last.
struct Case<'a> {
    layout: &'static Layout,
    fields: Vec<&'a str>,
}

impl Case<'_> {
    fn cards(&self, field: usize) -> Vec<Card> {
        cards(self.fields[field])
    }

    fn hand(&self, field: usize) -> Hand {
        Hand::of(self.layout, &self.cards(field)).expect("at most two copies of a card")
    }

    fn lead(&self, field: usize) -> Lead {
        Lead::read(self.layout, self.hand(field)).expect("a lead of one suit")
    }

    fn verdict(&self) -> &str {
        self.fields.last().expect("a verdict")
    }
}

fn cards(text: &str) -> Vec<Card> {
    let read = |card: &str| card.parse().expect("a card in standard notation");
    text.split_whitespace().map(read).collect()
}

fn trump(text: &str) -> Trump {
    let (rank, suit) = text.split_at(text.len() - 1);
    Trump {
        suit: suit.chars().next().and_then(Suit::from_letter),
        ..Trump::no_trump(rank.parse().expect("a rank"))
    }
}

/// Compares the verdict on every line of a file, as `judge` writes it, with the one recorded.
fn check(file: &str, judge: impl Fn(&Case) -> String) {
    let path = Path::new("fixtures/tractor").join(file);
    let text = fs::read_to_string(path).expect("the fixture is readable");
    let (mut lines, mut wrong) = (0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields: Vec<&str> = line.split(" | ").collect();
        let layout = Layout::of(trump(fields.remove(0)));
        let case = Case { layout, fields };
        let verdict = judge(&case);
        lines += 1;
        if verdict != case.verdict() {
            wrong.push(format!("{line}\n  judged: {verdict}"));
        }
    }
    assert!(lines > 0, "{file} has no cases");
    let shown = wrong.len().min(5);
    assert!(
        wrong.is_empty(),
        "{} of {lines} differ in {file}:\n{}",
        wrong.len(),
        wrong[..shown].join("\n")
    );
}

/// How the first card compares with the second, as written in `order.cases`.
fn comparison(layout: &Layout, x: Card, y: Card) -> char {
    let trump = layout.trump();
    if trump.effective_suit(x) != trump.effective_suit(y) {
        return '.';
    }
    let both = Hand::of(layout, &[x, x, y, y]);
    let tractor = both.is_ok_and(|both| Shape::of(layout, both).units() == 1);
    match (layout.level(x).cmp(&layout.level(y)), tractor) {
        (Ordering::Equal, _) => '=',
        (Ordering::Less, false) => '<',
        (Ordering::Less, true) => '(',
        (Ordering::Greater, false) => '>',
        (Ordering::Greater, true) => ')',
    }
}

#[test]
fn cards_compare_as_recorded() {
    check("order.cases", |case| {
        let (layout, cards) = (case.layout, case.cards(0));
        let suit = |card: &Card| layout.trump().effective_suit(*card).letter();
        let mut text: String = cards.iter().map(suit).collect();
        text.push(' ');
        for (i, &x) in cards.iter().enumerate() {
            text.extend(cards[i + 1..].iter().map(|&y| comparison(layout, x, y)));
        }
        text
    });
}

#[test]
fn every_round_orders_all_cards_as_recorded() {
    check("suits.cases", |case| {
        let trump = case.layout.trump();
        let listed = |suit: EffectiveSuit| {
            let in_suit = Card::all().filter(|&card| trump.effective_suit(card) == suit);
            let mut cards: Vec<Card> = in_suit.collect();
            cards.sort_by_key(|&card| case.layout.level(card));
            let same = |x: &Card, y: &Card| case.layout.level(*x) == case.layout.level(*y);
            let classes = cards.chunk_by(same);
            let classes: Vec<String> = classes
                .map(|class| notation(class).replace(' ', "="))
                .collect();
            format!("{}: {}", suit.letter(), classes.join(" "))
        };
        let suits: Vec<String> = trump.effective_suits().map(listed).collect();
        suits.join(" ; ")
    });
}

#[test]
fn leads_are_read_as_recorded() {
    check("shape.cases", |case| {
        let shape = Shape::of(case.layout, case.hand(0));
        let sizes: Vec<String> = shape.sizes().map(|size| size.to_string()).collect();
        sizes.join(" ")
    });
}

#[test]
fn follows_are_judged_as_recorded() {
    let pairs_only = FollowRules {
        tractor: FollowTractor::PairsOnly,
        throw: FollowThrow::PairsOnly,
        ..FollowRules::default()
    };
    check("follow.cases", |case| {
        let (lead, hand) = (case.lead(0), case.hand(1));
        let play = hand.pick(case.layout, &case.cards(2)).expect("held");
        let judge = |rules| follow::judge(case.layout, rules, &lead, hand, play);
        let judged = [FollowRules::default(), pairs_only].map(judge);
        let mark = |legal: &Result<_, _>| if legal.is_ok() { '+' } else { '-' };
        judged.iter().map(mark).collect()
    });
}

#[test]
fn tricks_are_won_as_recorded() {
    check("winner.cases", |case| {
        let plays: Vec<Hand> = (0..4).map(|play| case.hand(play)).collect();
        let lead = case.lead(0);
        let winners: String = ThrowWinner::ALL
            .iter()
            .map(|&rule| trick::winner(case.layout, rule, &lead, &plays).to_string())
            .collect();
        format!("{winners} {}", trick::points(case.layout, &plays))
    });
}

#[test]
fn throws_stand_or_fail_as_recorded() {
    check("throw.cases", |case| {
        let others = [case.hand(1), case.hand(2), case.hand(3)];
        let lead = case.lead(0);
        let rule = ThrowCheckedAgainst::All;
        let Err(failed) = throw::check(case.layout, rule, &lead, &others) else {
            return "stands".to_owned();
        };
        let led = failed.unit.cards;
        assert_eq!(failed.taken_back.plus(led), lead.cards());
        // Any of equally low units will do.
        let is_led = |unit: &str| Hand::of(case.layout, &cards(unit)) == Ok(led);
        if case.verdict().split(" / ").any(is_led) {
            case.verdict().to_owned()
        } else {
            notation(&led.cards(case.layout).collect::<Vec<_>>())
        }
    });
}
