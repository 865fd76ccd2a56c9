//! From a page to the bytes of a request, for the board and a hand in play: time, and allocations. Beside
//! it the same by serenity's builders: `cargo bench --bench letters`.

#![expect(missing_docs, reason = "the function that criterion's macro makes")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tractor_bot::discord::render;
use tractor_bot::table::{Input, PersonId, TableKey};
use tractor_bot::text::context::{Deadline, RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::Page;
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;

#[path = "../tests/table/pages/builders.rs"]
mod builders;
#[path = "../tests/allocations/counting.rs"]
mod counting;
#[path = "../tests/table/pages/plain.rs"]
mod plain;
#[allow(dead_code, reason = "tests use the rest of it")]
#[path = "../tests/table/pages/stage.rs"]
mod stage;

use counting::Weight;

fn context() -> RenderContext {
    let mut cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
    cx.table = TableKey(1_234_567_890_123_456_789);
    cx.deadline = Some(Deadline {
        unix: 1_900_000_000,
        left: 40,
    });
    cx
}

/// The board of a table and the hand of whoever leads, in the third trick.
fn pages() -> [(&'static str, Page); 2] {
    let mut stage = plain::seated(&[], 7);
    stage.submit(Input::Start { by: PersonId(1) });
    let mut players = plain::players();
    plain::until(&mut stage, &mut players, |view| {
        let leads =
            matches!(&view.phase, PhaseView::Playing { trick, .. } if trick.plays.is_empty());
        leads && view.tricks.len() == 2
    });
    let cx = context();
    let leader = stage.awaited().expect("somebody leads");
    let hand = stage.table.view(tractor_bot::game::Viewer::Seat(leader));
    [
        ("board", table_text::public_page(&stage.public(), &cx)),
        ("hand", Tractor::hand_page(&hand, &cx)),
    ]
}

fn counted<T>(work: impl FnOnce() -> T) -> u64 {
    let before = Weight::asked();
    drop(black_box(work()));
    Weight::asked().since(before).blocks
}

fn writing(criterion: &mut Criterion) {
    for (name, page) in pages() {
        let written = || render::letter(black_box(&page)).edit();
        let built = || builders::edit(black_box(&page)).to_string().into_bytes();
        println!(
            "{name}: {} bytes; {} allocations, {} by serenity's builders",
            written().len(),
            counted(written),
            counted(built),
        );
        criterion.bench_function(&format!("{name}, builders"), |bench| bench.iter(built));
        criterion.bench_function(name, |bench| bench.iter(written));
    }
}

criterion_group! {
    name = letters;
    config = Criterion::default().sample_size(50);
    targets = writing
}
criterion_main!(letters);
