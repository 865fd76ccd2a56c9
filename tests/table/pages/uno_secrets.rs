//! What a viewer of UNO cannot see never shows on any page: it is dealt anew, and not a byte changes.

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{Game, RuleSet, Seat, Turn, Viewer, Worlds as _, digest_of};
use tractor_bot::table::{Input, PersonId, StageView, TableView};
use tractor_bot::text::context::Face;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::press::Sheet;
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::uno::rules::Rules;
use tractor_bot::uno::{Action, Event, Move, Notice, Uno};

use super::render::context;
use super::uno::{Match, choose, seated};

/// Everything that the viewer can be shown, controls and their codes included.
fn everything(view: &TableView<Uno>, locale: Locale) -> String {
    let cx = context(locale, Face::Discord);
    let pages = [
        table_text::public_page(view, &cx),
        Uno::hand_page(view, &cx),
        table_text::sheet_page(Sheet::Score, view, &cx),
        table_text::sheet_page(Sheet::LastTrick, view, &cx),
        table_text::sheet_page(Sheet::Verify, view, &cx),
    ];
    let terminal = context(locale, Face::Terminal);
    format!("{pages:#?}\n{}", Uno::prompt(view, &terminal))
}

/// The table as it would be with this match.
fn at_table(stage: &Match, game: &Uno, viewer: Viewer) -> TableView<Uno> {
    let template = stage.table.view(viewer);
    TableView {
        turn: game.turn(),
        stage: match game.turn() {
            Turn::Over => StageView::Over(game.view(viewer)),
            Turn::Clock | Turn::Seats(_) | Turn::Each(_) => StageView::Playing(game.view(viewer)),
        },
        ..template
    }
}

/// Lines about what just happened, for a viewer.
fn lines(events: &[Event], view: &TableView<Uno>, locale: Locale) -> Vec<String> {
    let cx = context(locale, Face::Discord);
    let notices = events
        .iter()
        .filter_map(|e| <Uno as Game>::notice(e, view.viewer));
    let told: Vec<Notice> = notices.collect();
    let told = told
        .iter()
        .map(|notice| Uno::game_notice(notice, view, &cx));
    told.flatten().collect()
}

fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    let seats = Seat::first(seats).map(Viewer::Seat);
    seats.chain([Viewer::Public])
}

/// Plays a match and compares every page of everybody with that of another world.
fn check(settings: &[(&str, &str)], seats: u8, seed: u64) {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, value).expect("a rule");
    }
    let mut stage = seated(settings, u64::from(seats));
    stage.submit(Input::Start { by: PersonId(1) });
    let (mut game, _) = Uno::start(&rules, seats, Seed::from_number(seed));
    let mut chance = Seed::from_number(seed).derive("other worlds", 0).chance();
    let (mut differ, mut called) = (0, 0);
    for _ in 0..140 {
        let events = step(&mut game, &mut chance);
        called += u32::from(events.iter().any(|e| matches!(e, Event::Called { .. })));
        for viewer in viewers(seats) {
            let other = game.another_world(viewer, &mut chance);
            let (here, there) = (
                at_table(&stage, &game, viewer),
                at_table(&stage, &other, viewer),
            );
            for locale in Locale::all() {
                let (shown, same) = (everything(&here, locale), everything(&there, locale));
                assert_eq!(
                    shown, same,
                    "seed {seed}, {settings:?}: {viewer:?} can tell"
                );
                let told = lines(&events, &here, locale);
                assert_eq!(told, lines(&events, &there, locale), "seed {seed}");
            }
            differ += u32::from(digest_of(&game) != digest_of(&other));
        }
        if game.turn() == Turn::Over {
            break;
        }
    }
    assert!(differ > 100, "the other worlds are other worlds: {differ}");
    let callable = settings.contains(&("hand", "10"));
    assert!(!callable || called > 0, "no bluff was called");
}

/// One more input: a move, now and then a bluff called or somebody caught.
fn step(game: &mut Uno, chance: &mut Chance) -> Vec<Event> {
    let Turn::Seats(seats) = game.turn() else {
        return game.act(Seat::new(0), Action::Deal).unwrap_or_default();
    };
    let seat = seats.iter().next().expect("somebody's turn");
    let view = game.view(Viewer::Seat(seat));
    let round = view.playing().expect("a round is played");
    if let Some(exposed) = round.exposed
        && let Ok(events) = game.act(view.order[0], Move::Catch(Some(exposed)).into())
    {
        return events;
    }
    let chosen = match round.may.call && chance.below(3) > 0 {
        true => Some(Move::Call.into()),
        false => choose(&view, chance),
    };
    let done = chosen.and_then(|chosen| game.act(seat, chosen).ok());
    done.unwrap_or_else(|| {
        game.act(seat, Move::Draw.into())
            .expect("drawing is possible")
    })
}

#[test]
fn what_a_viewer_of_uno_cannot_see_never_shows_on_a_page() {
    check(&[("hand", "10")], 4, 21);
    check(&[("preset", "zeroxis")], 3, 22);
    check(&[("preset", "party"), ("end", "places")], 4, 23);
    check(&[("preset", "irc"), ("draw", "many")], 2, 24);
}
