//! The house rule that a kitty is never shown: no result, view, page or replay has it.

use tractor_bot::game::{Game, Seat, Viewer};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, RoundResult};
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::open::OpenRound;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::tractor_house::{before_last_trick, play_until, public, start, step};
use crate::tractor_past::{people, table};

/// The first round to its end, as whoever may see all of what is over sees it; the players of this seat and their
/// partner give up once so many tricks are played.
fn recorded(game: &mut Tractor, surrender: Option<(Seat, usize)>) -> (Vec<View>, Vec<Event>) {
    let (mut frames, mut events) = (Vec::new(), Vec::new());
    while game.round() == 1 {
        let tricks = public(game).tricks.len();
        let playing = matches!(public(game).phase, PhaseView::Playing { .. });
        match surrender.filter(|(_, after)| playing && tricks == *after) {
            Some((seat, _)) => {
                game.act(seat, Action::Surrender).expect("an offer");
                let partner = Seat::new((seat.index() as u8 + 2) % 4);
                events = game.act(partner, Action::Surrender).expect("agreed");
            }
            None => events = step(game),
        }
        frames.push(game.view(Viewer::All));
    }
    (frames, events)
}

/// The lines about the kitty on the table after the first round, and in its replay.
fn told(game: &Tractor, frames: &[View], viewer: Viewer, locale: Locale) -> Vec<String> {
    let cx = RenderContext::new(locale, Surface::Discord, "$");
    let view = game.view(viewer);
    let result = Tractor::table_page(&cx.at(&table(&view)).with(&view));
    let replay = Tractor::replay(frames, &people(), &cx);
    let pages = std::iter::once(result).chain(replay);
    let names = ["Kitty:", "Buried:", "底牌："];
    let lines = pages.flat_map(|page| page.lines);
    lines
        .filter(|line| names.iter().any(|name| line.contains(name)))
        .collect()
}

/// Plays a round twice, with a kitty that is shown and with one that never is; whether it counted.
fn check_kitty_unshown(seed: u64, surrender: Option<(Seat, usize)>) -> bool {
    let mut open = start(seed, &[]);
    let mut game = start(seed, &[("kitty_shown", "never")]);
    let ((open_frames, _), (frames, events)) = (
        recorded(&mut open, surrender),
        recorded(&mut game, surrender),
    );
    let shown = public(&open).history[0].clone();
    assert_eq!((shown.kitty.len(), shown.kitty_points), (8, None));
    let counts = shown.kitty_factor > 0;
    let points: u16 = shown.kitty.iter().map(|card| card.points()).sum();
    let expected = RoundResult {
        kitty: Vec::new(),
        kitty_points: counts.then_some(points),
        ..shown.clone()
    };
    let over = events.iter().find_map(|event| match event {
        Event::RoundOver(result) => Some(&**result),
        _ => None,
    });
    assert_eq!(over, Some(&expected), "seed {seed}");
    for viewer in Seat::first(4).map(Viewer::Seat).chain([Viewer::Public]) {
        assert_eq!(
            game.view(viewer).history.first(),
            Some(&expected),
            "seed {seed}"
        );
        for locale in Locale::all() {
            let lines = told(&open, &open_frames, viewer, locale);
            assert_eq!(lines.len(), 3, "the result, twice, and the deal");
            let lines = told(&game, &frames, viewer, locale);
            assert_eq!(lines.len(), if counts { 2 } else { 0 }, "{lines:?}");
            let suits = ['♠', '♥', '♣', '♦'];
            for line in lines {
                assert!(line.contains(&points.to_string()), "{line}");
                assert!(!line.contains(suits), "{line}");
            }
        }
    }
    assert_eq!(
        (game.past().len(), game.past().last()),
        (1, Some(&expected))
    );
    let [open, round] =
        [&open_frames, &frames].map(|frames| OpenRound::of(frames).expect("it ended"));
    let hands = open.holdings().remove(0);
    assert_eq!(round.holdings()[0], hands, "the hands that were played");
    let without = OpenRound {
        hands: hands.into(),
        kitty: Vec::new(),
        result: expected,
        rules: round.rules,
        ..open
    };
    assert_eq!(round, without, "seed {seed}");
    counts
}

#[test]
fn a_kitty_that_is_never_shown_is_in_no_result_view_page_or_replay() {
    let counted = (0..4).filter(|seed| check_kitty_unshown(*seed, None));
    let counted = counted.count();
    assert!((1..4).contains(&counted), "{counted}");
    let given_up = Seat::first(2).map(|seat| check_kitty_unshown(0, Some((seat, 3))));
    assert_eq!(given_up.filter(|counts| *counts).count(), 1);
}

#[test]
fn a_kitty_that_is_never_shown_is_seen_by_who_buried_it_while_the_round_is_played() {
    let mut game = start(0, &[("kitty_shown", "never")]);
    play_until(&mut game, before_last_trick);
    let dealer = public(&game).dealer.expect("trump is fixed");
    for viewer in Seat::first(4).map(Viewer::Seat).chain([Viewer::Public]) {
        let buried = game.view(viewer).buried.map(|kitty| kitty.len());
        let own = viewer == Viewer::Seat(dealer);
        assert_eq!(buried, own.then_some(8), "{viewer:?}");
    }
}
