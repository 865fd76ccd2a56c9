//! How long icons and pictures take to draw, and how large their files are: `cargo bench --bench art`.

#![expect(missing_docs, reason = "the function that criterion's macro makes")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tractor_bot::art::picture::{Course, Levels, Round, Trick, Winds};
use tractor_bot::art::{Icon, Picture, SuitColors};
use tractor_bot::tractor::card::{Card, Rank};
use tractor_bot::tractor::seating::{Team, Wind};
use tractor_bot::tractor::trump::Trump;

/// A picture of each kind, as full as matches make them.
fn pictures() -> Vec<(&'static str, Picture)> {
    let hand: Vec<Card> = Card::all().step_by(2).take(25).collect();
    let trick = Trick {
        trump: Trump::no_trump(Rank::TWO),
        leader: Wind::West.seat(),
        plays: std::array::from_fn(|n| hand[n * 4..n * 4 + 4].to_vec()),
        winner: Some(Wind::East.seat()),
        dealer: Some(Wind::North.seat()),
        hands: None,
        colors: SuitColors::Two,
        winds: Winds::Latin,
    };
    let open = Trick {
        hands: Some(std::array::from_fn(|_| hand.clone())),
        ..trick.clone()
    };
    let round = Round {
        trick: Some(trick.clone()),
        kitty: hand[..8].to_vec(),
        points: (120, 80),
        winner: Team::WestEast,
        declarers: Team::NorthSouth,
        levels: [[Rank::TWO, Rank::FIVE], [Rank::TWO, Rank::TEN]],
        to: Rank::ACE,
        colors: SuitColors::Two,
        winds: Winds::Chinese,
    };
    let levels = Levels {
        levels: Rank::all().map(|rank| [rank, Rank::FIVE]).collect(),
        winners: vec![Team::NorthSouth; 12],
        to: Rank::ACE,
        winds: Winds::Latin,
    };
    let spans = (1..=12).map(|n| (n, n / 2)).collect();
    vec![
        ("trick", Picture::Trick(trick)),
        ("trick with hands", Picture::Trick(open)),
        ("round", Picture::Round(round)),
        ("levels", Picture::Levels(levels)),
        ("course", Picture::Course(Course { spans })),
    ]
}

fn drawing(criterion: &mut Criterion) {
    let sizes: Vec<usize> = Icon::all().map(|icon| icon.png().len()).collect();
    let largest = sizes.iter().max().copied().unwrap_or_default();
    println!(
        "{} icons, {} bytes in all, {largest} at most",
        sizes.len(),
        sizes.iter().sum::<usize>()
    );
    let king = Icon::card(Card::from_index(11).expect("a card"), SuitColors::Two);
    criterion.bench_function("icon", |bench| bench.iter(|| black_box(king).png()));
    for (name, picture) in pictures() {
        println!("{name}: {} bytes", picture.png().len());
        criterion.bench_function(name, |bench| bench.iter(|| black_box(&picture).png()));
    }
}

criterion_group! {
    name = art;
    config = Criterion::default().sample_size(20);
    targets = drawing
}
criterion_main!(art);
