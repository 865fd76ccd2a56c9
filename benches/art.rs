//! How long icons and pictures take to draw, and how large their files are: `cargo bench --bench art`.

#![expect(missing_docs, reason = "the function that criterion's macro makes")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tractor_bot::art::{Icon, SuitColors};
use tractor_bot::tractor::card::Card;

/// The pictures that the example `faces` draws, too.
#[path = "../examples/faces/pictures.rs"]
mod pictures;

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
    for (name, picture) in pictures::of_each_kind() {
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
