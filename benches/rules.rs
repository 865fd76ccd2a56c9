//! How fast the rules are: `cargo bench --bench rules`, or `cargo bench --bench rules -- round` for what has that in its name.
//!
//! The best of many turns of each, as the time of one piece.

#[path = "../tests/allocations/rounds.rs"]
mod rounds;
#[path = "../tests/browser/stage.rs"]
mod stage;

use std::hint::black_box;
use std::time::{Duration, Instant};

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::desk::Served;
use tractor_bot::game::{RuleSet as _, Seat};
use tractor_bot::table::{Input, PersonId, Skill, Submission, Table};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::card::{Card, Rank, Suit};
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::follow::{self, FollowRules};
use tractor_bot::tractor::hand::{Hand, Layout};
use tractor_bot::tractor::round::DealStart;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::score::MatchScore;
use tractor_bot::tractor::seating::Team;
use tractor_bot::tractor::shape::Lead;
use tractor_bot::tractor::trump::Trump;
use tractor_bot::uno;

use stage::Stage;

/// How long each is measured.
const LONG: Duration = Duration::from_secs(3);

/// Positions of one kind: a lead, the follower's hand and a play from it.
type Positions = Vec<(&'static Layout, Lead, Hand, Hand)>;

/// Prints how long one piece takes of the work that does so many.
fn measure(name: &str, pieces: u32, mut work: impl FnMut()) {
    let mut asked = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'));
    if asked.next().is_some_and(|part| !name.contains(&part)) {
        return;
    }
    let (begun, mut best) = (Instant::now(), Duration::MAX);
    while begun.elapsed() < LONG {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed());
    }
    let each = best.as_secs_f64() * 1e9 / f64::from(pieces);
    println!("{each:10.1} ns  {name}");
}

fn chance(number: u64) -> Chance {
    Seed::from_number(number).chance()
}

/// What is led in usual tricks: a unit of a random suit of a dealt hand, or a throw of two.
fn usual_lead(layout: &Layout, hand: Hand, chance: &mut Chance) -> Option<Lead> {
    let cards: Vec<Card> = hand.cards(layout).collect();
    let suit = layout
        .trump()
        .effective_suit(cards[chance.below(cards.len() as u32) as usize]);
    let whole = Lead::read(layout, hand.in_suit(layout, suit))?;
    let units: Vec<Hand> = whole.units(layout).map(|unit| unit.cards).collect();
    let at = |chance: &mut Chance| units[chance.below(units.len() as u32) as usize];
    let led = match chance.below(8) {
        0 => {
            let (one, other) = (at(chance), at(chance));
            if one == other { one } else { one.plus(other) }
        }
        1..=4 => units[0],
        _ => at(chance),
    };
    Lead::read(layout, led)
}

/// Follows as they come up in play, half of them legal.
fn usual_positions() -> Positions {
    let mut chance = chance(1);
    let mut positions = Vec::new();
    let trumps: Vec<Trump> = Trump::all().collect();
    while positions.len() < 4096 {
        let layout = Layout::of(trumps[positions.len() % trumps.len()]);
        let deck = Deck::shuffled(&mut chance);
        let [leader, hand, ..] = deck.hands(layout, Seat::new(0));
        let Some(lead) = usual_lead(layout, leader, &mut chance) else {
            continue;
        };
        let rules = FollowRules::default();
        let mut play = follow::random(layout, rules, &lead, hand, &mut chance);
        if chance.below(2) == 0 {
            // Some cards of the hand, whatever they are.
            let mut cards: Vec<Card> = hand.cards(layout).collect();
            chance.shuffle(&mut cards);
            play = Hand::of(layout, &cards[..lead.len() as usize]).expect("out of a hand");
        }
        positions.push((layout, lead, hand, play));
    }
    positions
}

fn read(layout: &Layout, text: &str) -> Hand {
    let cards: Vec<Card> = text
        .split_whitespace()
        .flat_map(|card| [card.parse().expect("a card"); 2])
        .collect();
    Hand::of(layout, &cards).expect("pairs")
}

/// Hands of nothing but trump pairs under leads of nothing but trump pairs. Cards here stand for
/// pairs.
fn adversarial_positions() -> Positions {
    let layout = Layout::of(Trump::suited(Rank::TWO, Suit::Spades));
    let leads = [
        "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
        "3S 4S 5S 7S 8S 9S JS QS KS 2D 2S J-",
        "3S 4S 6S 7S 9S 10S QS KS 2D 2S J+",
        "3S 4S 5S 6S 8S 9S 10S JS KS AS 2C 2S",
        "4S 5S 6S 7S 8S 10S JS QS KS AS J- J+",
    ];
    let hands = [
        "3S 5S 7S 9S JS KS 2C 2D 2H J- J+ QS",
        "3S 4S 6S 7S 9S 10S QS KS 2C 2H 2S J+",
        "3S 5S 6S 8S 9S JS QS AS 2C 2D 2S J+",
        "AS 2C 2D 2H 2S 3S 5S 7S 9S JS KS J+",
        "KS AS 2C 2D 2S J- 3S 4S 6S 8S 9S JS",
    ];
    let mut positions = Vec::new();
    for lead in leads {
        let lead = Lead::read(layout, read(layout, lead)).expect("trumps");
        for hand in hands {
            let one_more = Hand::of(layout, &["10S".parse().expect("a card")]).expect("a card");
            let hand = read(layout, hand);
            let hand = if hand.holds(one_more) {
                hand
            } else {
                hand.plus(one_more)
            };
            let play = follow::lowest(layout, FollowRules::default(), &lead, hand);
            positions.push((layout, lead, hand, play));
        }
    }
    positions
}

fn follows() {
    let rules = FollowRules::default();
    let judge = |positions: &Positions| {
        let legal = |(layout, lead, hand, play): &&(&'static Layout, Lead, Hand, Hand)| {
            follow::judge(layout, rules, lead, *hand, *play).is_ok()
        };
        black_box(black_box(positions).iter().filter(legal).count());
    };
    let usual = usual_positions();
    measure("a follow, typical", usual.len() as u32, || judge(&usual));
    // The worst of them counts.
    for (number, position) in adversarial_positions().into_iter().enumerate() {
        let same = vec![position; 1_000];
        let name = format!("a follow, adversarial {number:02}");
        measure(&name, same.len() as u32, || judge(&same));
    }
}

fn deals() {
    let layout = Layout::of(Trump::suited(Rank::TWO, Suit::Hearts));
    let mut chance = chance(4);
    measure("shuffle and deal", 1_000, || {
        for _ in 0..1_000 {
            black_box(Deck::shuffled(&mut chance).hands(layout, Seat::new(1)));
        }
    });
}

/// Rounds one after the other: shuffle, deal card by card, calls, kitty, throws, every play judged, the score.
fn random_rounds(rules: &Rules) -> impl FnMut() {
    let rules = *rules;
    let (mut chance, mut standing) = (chance(5), MatchScore::new(&rules));
    let mut dealer = Seat::new(0);
    move || {
        let (level, progress) = standing.of(Team::of(dealer));
        let opening = DealStart {
            level,
            dealer: Some(dealer),
            uncalled: None,
            progress,
        };
        let Some(mut playing) = rounds::deal(opening, &rules, &mut chance) else {
            return;
        };
        rounds::play(&mut playing, &rules, &mut chance);
        let points = playing.tally(&rules).map_or(0, |tally| tally.points);
        let settled = standing.settle(dealer, points, &rules);
        standing = settled.standing;
        dealer = settled.next_dealer;
        if settled.match_won {
            standing = MatchScore::new(&rules);
        }
    }
}

/// A table, and what somebody hands in there.
type Moments<G> = Vec<(Table<G>, Submission<G>)>;

/// Moments of a match of four greedy players: every seventh input from each quarter of it.
fn moments<G: Served>(rules: &[(&str, &str)]) -> [Moments<G>; 4] {
    let rules = G::Rules::default().with(rules);
    let mut stage = Stage::<G>::of(rules, 6, &["Ana", "Bo", "Chen", "Dee"]);
    stage.submit(Input::Start { by: PersonId(1) });
    let player = |seat| G::computer(Skill::Greedy, Seed::from_number(seat));
    let mut players: Vec<_> = (0..4).map(player).collect();
    let mut all = Moments::new();
    while stage.table.is_playing() {
        let (table, entries) = (stage.table.clone(), stage.journal.entries.len());
        let input = stage.step(&mut players).expect("the match goes on");
        // Cards that are dealt are no inputs.
        if stage.journal.entries.len() > entries {
            all.push((table, Submission::typed(input)));
        }
    }
    let quarter = all.len().div_ceil(4);
    let mut quarters = all.chunks(quarter);
    std::array::from_fn(|_| {
        let quarter = quarters.next().expect("a long match");
        quarter.iter().step_by(7).cloned().collect()
    })
}

/// What an input costs until it can be written: the rules, the state after it, its digest.
fn inputs<G: Served>(rules: &[(&str, &str)]) {
    let quarters = moments::<G>(rules);
    for (name, at) in [("first", 0), ("last", 3)] {
        let moments = &quarters[at];
        let name = format!(
            "an input of {} with its digest, {name} quarter of a long match",
            G::KIND.name()
        );
        measure(&name, moments.len() as u32, || {
            for (table, submission) in moments {
                let proposal = black_box(table).propose(submission);
                black_box(proposal.expect("as before"));
            }
        });
    }
}

fn main() {
    inputs::<Tractor>(&[
        ("deal_interval", "0"),
        ("rounds", "30"),
        ("gates", "five_ten_king_ace"),
    ]);
    inputs::<uno::Uno>(&[("match_to", "5000")]);
    follows();
    deals();
    let strictest = [
        ("throw_penalty", "ten_per_card"),
        ("throw_winner", "all_units"),
        ("kitty_multiplier", "by_size"),
        ("level_cap", "uncapped"),
        ("gates", "five_ten_king_ace"),
    ];
    for (name, rules) in [
        ("standard rules", Rules::default()),
        ("other house rules", Rules::default().with(&strictest)),
    ] {
        let mut round = random_rounds(&rules);
        measure(&format!("a random round, {name}"), 1_000, || {
            (0..1_000).for_each(|_| round());
        });
    }
    for (preset, rules) in uno::rules::Rules::PRESETS {
        for seats in [2, 4] {
            let mut number = 0;
            measure(
                &format!("a random round of UNO, {preset}, {seats} players"),
                1_000,
                || {
                    for _ in 0..1_000 {
                        number += 1;
                        let seed = Seed::from_number(number);
                        let mut chance = seed.derive("random moves", 0).chance();
                        let mut round = rounds::deal_uno(rules, seats, seed);
                        rounds::play_uno(&mut round, &mut chance);
                        black_box(round);
                    }
                },
            );
        }
    }
}
