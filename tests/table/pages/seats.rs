//! Seats that are drawn when a match starts.

use tractor_bot::chance::Seed;
use tractor_bot::console::verify::{VerifyRequest, verify};
use tractor_bot::game::Viewer;
use tractor_bot::table::{Input, PersonId, StageView, drawn_seats};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::table as table_text;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;

use super::plain::{Match, players, seated, until};
use super::render::{books, context};

/// Who sits on the seats: a name, or what kind of computer.
fn sitting(stage: &Match) -> Vec<String> {
    let seats = stage.public().seats.into_iter();
    let names = seats.map(|place| match place.name {
        Some(name) => name,
        None => format!("{:?}", place.occupant.computer()),
    });
    names.collect()
}

/// Starts a match and checks its draw against the seal that was shown; where everybody sat before.
fn check_start(stage: &mut Match) -> Vec<usize> {
    let before = sitting(stage);
    let sealed = stage.public().draw.expect("the seats are drawn");
    assert_eq!(sealed.secret, None);
    stage.submit(Input::Start { by: PersonId(1) });
    let drawn = stage.public().draw.expect("they were drawn");
    assert_eq!(
        drawn.commitment, sealed.commitment,
        "the seal that was shown"
    );
    let digits = drawn.secret.expect("the draw is open");
    let secret = Seed::from_hex(&digits).expect("64 digits");
    assert_eq!(secret.commitment(), sealed.commitment);
    let from: Vec<usize> = drawn_seats(&secret, 4)
        .iter()
        .map(|seat| seat.index())
        .collect();
    let expected: Vec<String> = from.iter().map(|at| before[*at].clone()).collect();
    assert_eq!(sitting(stage), expected);
    let request = VerifyRequest {
        secret: digits.clone(),
        seal: Some(sealed.commitment.to_string()),
        seats: before,
        ..VerifyRequest::default()
    };
    let report = verify::<Tractor>(&request).expect("a secret");
    assert!(report.sound);
    for (wind, name) in ["North", "West", "South", "East"].iter().zip(&expected) {
        let line = format!("{wind:<9}{name}");
        assert!(report.lines.contains(&line), "{line}: {:?}", report.lines);
    }
    let page =
        table_text::public_page(&context(Locale::ENGLISH, Surface::Discord).at(&stage.public()));
    assert!(page.text().contains(&digits), "{}", page.text());
    from
}

#[test]
fn seats_are_drawn_as_the_seal_has_it_and_anew_for_each_match() {
    let mut orders = Vec::new();
    for seed in 0..4 {
        let mut stage = seated(&[("seating", "drawn"), ("rounds", "1")], seed);
        for _ in 0..2 {
            orders.push(check_start(&mut stage));
            until(&mut stage, &mut players(), |view| {
                matches!(view.phase, PhaseView::Over { .. })
            });
            assert!(matches!(stage.public().stage, StageView::Over(_)));
        }
        let won = |stage: &Match| {
            let won = stage.public().seats.into_iter();
            let mut won: Vec<_> = won.map(|place| (place.name, place.won)).collect();
            won.sort();
            won
        };
        let before = won(&stage);
        orders.push(check_start(&mut stage));
        assert_eq!(won(&stage), before, "what was won goes along");
    }
    orders.sort();
    orders.dedup();
    assert!(orders.len() > 6, "{orders:?}");
}

#[test]
fn drawn_seats_are_told_with_what_the_draw_is_checked_with() {
    books("tractor-seats", Surface::Discord, |book, cx| {
        let mut stage = seated(&[("seating", "drawn")], 7);
        let lobby = stage.page(cx);
        book.page("lobby", &lobby);
        stage.news(Viewer::Public, cx);
        stage.submit(Input::Start { by: PersonId(1) });
        book.lines("the start", stage.told(cx));
        let ready = stage.page(cx);
        book.page("before the first deal", &ready);
    });
}

#[test]
fn nobody_is_moved_where_seats_are_chosen() {
    let mut stage = seated(&[], 7);
    let before = sitting(&stage);
    assert_eq!(stage.public().draw, None);
    stage.submit(Input::Start { by: PersonId(1) });
    assert_eq!((stage.public().draw, sitting(&stage)), (None, before));
}
