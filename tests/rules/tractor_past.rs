//! The house rule about past tricks: which of them pages and scenes show while a round is played.

use tractor_bot::game::{Game, Seat, Viewer};
use tractor_bot::players::Player as _;
use tractor_bot::players::tractor::Lowest;
use tractor_bot::table::{Player, StageView, TableView};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::Page;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::seating::Team;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::tractor_house::{play_until, public, start, step};

/// The people of every table here.
pub(crate) fn people() -> [Player; 4] {
    ["Ana", "Bo", "Cy", "Di"].map(|name| Player {
        name: Some(name.to_owned()),
        computer: None,
        person: None,
    })
}

pub(crate) fn table(view: &View) -> TableView<Tractor> {
    let stage = StageView::Playing(view.clone());
    TableView {
        viewer: view.viewer,
        ..TableView::of_players(&people(), view.rules, stage)
    }
}

fn sheet(kind: PageKind, view: &View) -> Page {
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
    table_text::sheet_page(kind, &cx.at(&table(view)))
}

/// All that is shown of a match on this face, as text: pages with their pictures, and the scene.
fn all_shown(view: &View, face: Surface) -> String {
    let table = table(view);
    let mut cx = RenderContext::new(Locale::ENGLISH, face, "$");
    cx.pictures = true;
    // What computer players advise comes of all that they remember, but with these it does not.
    let advised = Lowest
        .choose(view)
        .map(|action| serde_json::to_string(&action));
    cx.draft.advised = advised.map(|advised| advised.expect("plain fields"));
    let kinds = [PageKind::Score, PageKind::LastTrick, PageKind::Verify];
    let tricks = (0..=26).map(PageKind::Trick);
    let sheets = kinds.into_iter().chain(tricks);
    let sheets = sheets.map(|kind| table_text::sheet_page(kind, &cx.at(&table)));
    let pages: Vec<Page> = [
        table_text::public_page(&cx.at(&table)),
        Tractor::hand_page(&cx.at(&table)),
    ]
    .into_iter()
    .chain(sheets)
    .collect();
    let scene =
        serde_json::to_string(&Tractor::scene(&cx.at(&table).with(view))).expect("plain fields");
    format!("{pages:?} {scene}")
}

/// The same match to somebody who has forgotten the cards of the first so many tricks, but for those with points that
/// lie before the opponents.
fn forgotten(view: &View, tricks: usize) -> View {
    let opponents = view.dealer.map(|dealer| Team::of(dealer).other());
    let mut view = view.clone();
    for trick in &mut view.tricks[..tricks] {
        let theirs = trick.winning.map(Team::of) == opponents;
        for play in &mut trick.plays {
            play.retain(|card| theirs && card.points() > 0);
        }
        trick.failed_throw = None;
    }
    view
}

/// The cards with points that the opponents have taken are before everybody, whatever of past tricks is.
fn shows_what_was_taken(view: &View) {
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Browser, "$");
    let scene = Tractor::scene(&cx.at(&table(view)).with(view));
    let taken: Vec<String> = serde_json::from_value(scene["taken"].clone()).unwrap_or_default();
    let points = taken
        .iter()
        .map(|name| match name.trim_end_matches(['S', 'H', 'D', 'C']) {
            "5" => 5,
            "10" | "K" => 10,
            other => panic!("{other} has no points"),
        });
    let dealer = view.dealer.expect("cards are played");
    let opponents = (0..4)
        .map(Seat::new)
        .filter(|seat| Team::of(*seat) != Team::of(dealer));
    let captured: u16 = opponents.map(|seat| view.captured[seat.index()]).sum();
    assert_eq!(points.sum::<u16>(), captured, "{taken:?}");
}

/// Plays a round; `shown` says how many past tricks are shown after so many, and whether the next one
/// is led.
fn check(value: &str, shown: impl Fn(usize, bool) -> usize) {
    let mut game = start(5, &[("past_tricks", value)]);
    play_until(&mut game, |view| {
        matches!(view.phase, PhaseView::Playing { .. })
    });
    for number in 0.. {
        if game.round() > 1 {
            break;
        }
        let viewers = [Viewer::Public, Viewer::Seat(Seat::new(0))];
        for viewer in viewers.into_iter().filter(|_| number % 3 == 0) {
            let view = game.view(viewer);
            let PhaseView::Playing { trick, .. } = &view.phase else {
                panic!("tricks are played");
            };
            let played = view.tricks.len();
            let shown = shown(played, !trick.plays.is_empty());
            assert_eq!(view.past_tricks().len(), shown, "{value} {played}");
            shows_what_was_taken(&view);
            let hidden = forgotten(&view, played - shown);
            for face in [Surface::Discord, Surface::Terminal, Surface::Browser] {
                let (told, kept) = (all_shown(&view, face), all_shown(&hidden, face));
                assert!(told == kept, "{value}: a page has a trick of {played}");
            }
            if shown > 0 {
                let more = forgotten(&view, played);
                let face = Surface::Browser;
                assert!(all_shown(&view, face) != all_shown(&more, face), "{value}");
            }
        }
        step(&mut game);
    }
    let view = public(&game);
    let parting = view.parting.as_ref().expect("the round was played out");
    let page = sheet(PageKind::LastTrick, &view);
    assert_eq!(page.title, "The last trick of the round");
    // Besides the plays, who takes it and why.
    assert_eq!(page.lines.len(), parting.plays.len() + 2, "{value}");
}

#[test]
fn no_page_and_no_scene_shows_a_trick_that_cannot_be_looked_up() {
    check("last", |played, _| played.min(1));
    check("none", |played, led| if led { 0 } else { played.min(1) });
    check("all", |played, _| played);
}
