//! How fast the tractor core is: `cargo bench --bench tractor`.

#![expect(missing_docs, reason = "the function that criterion's macro makes")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{RuleSet, Seat};
use tractor_bot::players::tractor::{random_kitty, random_lead};
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::{Card, Rank, Suit};
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::follow::{self, FollowRules};
use tractor_bot::tractor::hand::{Hand, Layout};
use tractor_bot::tractor::round::{Closed, DealStart, Dealing, Playing};
use tractor_bot::tractor::rules::{Rules, ThrowCheckedAgainst, ThrowWinner};
use tractor_bot::tractor::score::MatchScore;
use tractor_bot::tractor::seating::Team;
use tractor_bot::tractor::shape::{Lead, Shape};
use tractor_bot::tractor::trump::Trump;
use tractor_bot::tractor::{throw, trick};

/// Positions of one kind: a lead, the follower's hand and a play from it.
type Positions = Vec<(&'static Layout, Lead, Hand, Hand)>;

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

fn follows(criterion: &mut Criterion) {
    let usual = usual_positions();
    let mut group = criterion.benchmark_group("follow");
    group.throughput(Throughput::Elements(usual.len() as u64));
    let rules = FollowRules::default();
    group.bench_function("typical, 4096 positions", |bencher| {
        bencher.iter(|| {
            let legal = |(layout, lead, hand, play): &&(&'static Layout, Lead, Hand, Hand)| {
                follow::judge(layout, rules, lead, *hand, *play).is_ok()
            };
            black_box(&usual).iter().filter(legal).count()
        });
    });
    group.throughput(Throughput::Elements(1));
    for (number, (layout, lead, hand, play)) in adversarial_positions().iter().enumerate() {
        group.bench_function(format!("adversarial {number:02}"), |bencher| {
            bencher.iter(|| {
                let (lead, hand, play) = black_box((lead, *hand, *play));
                follow::judge(layout, rules, lead, hand, play).is_ok()
            });
        });
    }
    group.throughput(Throughput::Elements(usual.len() as u64));
    group.bench_function("random legal play, 4096 positions", |bencher| {
        let mut chance = chance(2);
        bencher.iter(|| {
            let pairs = |(layout, lead, hand, _): &(&'static Layout, Lead, Hand, Hand)| {
                follow::random(layout, rules, lead, *hand, &mut chance).pairs()
            };
            black_box(&usual).iter().map(pairs).sum::<u32>()
        });
    });
    group.finish();
}

fn units(criterion: &mut Criterion) {
    let usual = usual_positions();
    let mut group = criterion.benchmark_group("shape");
    group.throughput(Throughput::Elements(usual.len() as u64));
    group.bench_function("of a suit, 4096 hands", |bencher| {
        bencher.iter(|| {
            let units = |(layout, lead, hand, _): &(&'static Layout, Lead, Hand, Hand)| {
                Shape::of(layout, hand.in_suit(layout, lead.suit())).units()
            };
            black_box(&usual).iter().map(units).sum::<u32>()
        });
    });
    group.finish();
}

fn tricks(criterion: &mut Criterion) {
    let mut chance = chance(3);
    let mut plays = Vec::new();
    let mut throws = Vec::new();
    for trump in (0..16).flat_map(|_| Trump::all()) {
        let layout = Layout::of(trump);
        let hands = Deck::shuffled(&mut chance).hands(layout, Seat::new(0));
        let Some(lead) = usual_lead(layout, hands[0], &mut chance) else {
            continue;
        };
        let rules = FollowRules::default();
        let mut follow = |hand| follow::random(layout, rules, &lead, hand, &mut chance);
        let four = [
            lead.cards(),
            follow(hands[1]),
            follow(hands[2]),
            follow(hands[3]),
        ];
        plays.push((layout, lead, four));
        let whole = hands[0].in_suit(layout, lead.suit());
        if let Some(throw) = Lead::read(layout, whole) {
            throws.push((layout, throw, [hands[1], hands[2], hands[3]]));
        }
    }
    let mut group = criterion.benchmark_group("trick");
    group.throughput(Throughput::Elements(plays.len() as u64));
    group.bench_function("winner and points, 1040 tricks", |bencher| {
        bencher.iter(|| {
            let winner = |(layout, lead, plays): &(&'static Layout, Lead, [Hand; 4])| {
                trick::winner(layout, ThrowWinner::TopUnit, lead, plays)
                    + usize::from(trick::points(layout, plays))
            };
            black_box(&plays).iter().map(winner).sum::<usize>()
        });
    });
    group.throughput(Throughput::Elements(throws.len() as u64));
    group.bench_function("throw of a whole suit, 1040 throws", |bencher| {
        bencher.iter(|| {
            let stands = |(layout, lead, others): &&(&'static Layout, Lead, [Hand; 3])| {
                throw::check(layout, ThrowCheckedAgainst::All, lead, others).is_ok()
            };
            black_box(&throws).iter().filter(stands).count()
        });
    });
    group.finish();
}

fn deals(criterion: &mut Criterion) {
    let layout = Layout::of(Trump::suited(Rank::TWO, Suit::Hearts));
    let mut group = criterion.benchmark_group("deal");
    group.bench_function("shuffle and deal, one stream", |bencher| {
        let mut chance = chance(4);
        bencher.iter(|| Deck::shuffled(&mut chance).hands(layout, Seat::new(1)));
    });
    group.bench_function("shuffle and deal, a new seed each", |bencher| {
        let mut number = 0;
        bencher.iter_batched(
            || {
                number += 1;
                Seed::from_number(number)
            },
            |seed| Deck::shuffled(&mut seed.chance()).hands(layout, Seat::new(1)),
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

/// Deals, with calls at random as the cards for them are drawn, and buries at random; `None` if
/// nobody called where that means another deal.
fn random_deal(opening: DealStart, rules: &Rules, chance: &mut Chance) -> Option<Playing> {
    let mut dealing = Dealing::new(Deck::shuffled(chance), opening);
    while let Some((seat, card)) = dealing.draw() {
        if card.rank().is_some_and(|rank| rank != opening.level) || chance.below(4) > 0 {
            continue;
        }
        let call = dealing.open_calls(seat, rules).next_back();
        if let Some(call) = call {
            dealing.call(seat, call, rules);
        }
    }
    match dealing.finish()?.close(rules) {
        Closed::Redeal => None,
        Closed::Fixed { burying, .. } => {
            let hand = burying.hands()[burying.dealer().index()];
            burying.bury(random_kitty(hand, chance)).ok()
        }
    }
}

/// Plays a round at random, every play judged; returns the opponents' points.
fn random_play(mut playing: Playing, rules: &Rules, chance: &mut Chance) -> (u32, u16) {
    let layout = playing.layout();
    let mut plays = 0;
    while let Some(seat) = playing.to_play() {
        let hand = playing.hand(seat);
        let cards = match playing.trick().lead() {
            None => random_lead(layout, hand, chance),
            Some(lead) => follow::random(layout, rules.into(), lead, hand, chance),
        };
        let ruling = playing.judge(cards, rules).expect("a legal play");
        playing.settle(ruling, rules);
        plays += 1;
    }
    let points = playing.tally(rules).map_or(0, |tally| tally.points);
    (plays, points)
}

/// Whole rounds: shuffle, deal card by card, calls, kitty, throws, every play judged, the score.
fn rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("round");
    group.throughput(Throughput::Elements(1));
    let standard = Rules::default();
    let mut strictest = Rules::default();
    for (name, value) in [
        ("throw_penalty", "ten_per_card"),
        ("throw_winner", "all_units"),
        ("kitty_multiplier", "by_size"),
        ("level_cap", "uncapped"),
        ("gates", "five_ten_king_ace"),
    ] {
        strictest.set(name, value).expect("a house rule");
    }
    for (name, rules) in [
        ("standard rules", standard),
        ("other house rules", strictest),
    ] {
        group.bench_function(format!("random, {name}"), |bencher| {
            let mut chance = chance(5);
            let mut standing = MatchScore::new(&rules);
            let mut dealer = Seat::new(0);
            bencher.iter(|| {
                let (level, progress) = standing.of(Team::of(dealer));
                let opening = DealStart {
                    level,
                    dealer: Some(dealer),
                    uncalled: None,
                    progress,
                };
                let Some(playing) = random_deal(opening, &rules, &mut chance) else {
                    return 0;
                };
                let (plays, points) = random_play(playing, &rules, &mut chance);
                let settled = standing.settle(dealer, points, &rules);
                standing = settled.standing;
                dealer = settled.next_dealer;
                if settled.match_won {
                    standing = MatchScore::new(&rules);
                }
                plays
            });
        });
    }
    let opening = DealStart {
        level: Rank::TWO,
        dealer: Some(Seat::new(0)),
        uncalled: None,
        progress: Progress::Climbing,
    };
    group.bench_function("playing alone, from the first lead", |bencher| {
        let mut chance = chance(6);
        let start = random_deal(opening, &standard, &mut chance).expect("a dealer is known");
        bencher.iter(|| random_play(black_box(start), &standard, &mut chance));
    });
    group.finish();
}

criterion_group!(benches, follows, units, tricks, deals, rounds);
criterion_main!(benches);
