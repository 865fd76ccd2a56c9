//! A step of the lesson as it lies on a table: the trick, what is called, and the cards that are chosen among.

use super::steps::{DEALER, LessonTask, READER, STEPS, Step, read};
use crate::game::Viewer;
use crate::table::{Player, Position, StageView, TableKey, TableView};
use crate::text::context::RenderContext;
use crate::text::markup::plain;
use crate::text::press::Press;
use crate::text::scene::{Exhibit, SceneButton, position};
use crate::text::tractor::lesson::Lesson;
use crate::text::tractor::order;
use crate::text::tractor::phrases::{self};
use crate::text::tractor::scene::{
    SceneTrick, SceneTurn, SeatCards, TractorPhase, TractorScene, index, names,
};
use crate::text::voice::Voice as _;
use crate::tractor::Tractor;
use crate::tractor::card::Card;
use crate::tractor::round::Played;
use crate::tractor::rules::Rules;
use crate::tractor::seating::{PLAYERS, Wind};
use crate::tractor::trump::Trump;

/// What the reader is called.
pub fn you(cx: &RenderContext) -> String {
    say!(cx, "lesson-tractor-you")
}

/// A step before the choice, read by the first lines of its page.
pub fn question(number: u8, said: usize, cx: &RenderContext) -> Exhibit<TractorScene> {
    let step = &STEPS[usize::from(number)];
    let hand = read(step.hand);
    let (playing, played) = step.trick().unzip();
    let count = match step.task {
        LessonTask::Trick { .. } => playing
            .and_then(|playing| playing.due(&Rules::default()))
            .map(|due| usize::from(due.count)),
        LessonTask::Kitty => Some(read(step.good).len()),
        LessonTask::Level => Some(1),
        LessonTask::Call { .. } => None,
    };
    let label = match step.task {
        LessonTask::Trick { .. } => say!(cx, "button-play-none"),
        LessonTask::Kitty => say!(cx, "button-bury"),
        LessonTask::Call { .. } | LessonTask::Level => say!(cx, "web-choose"),
    };
    let press = Press {
        // It is about no table.
        table: TableKey(0),
        at: Position(0),
        line: Lesson::Cards(number, "*".to_owned()).line(),
    };
    let turn = SceneTurn {
        count,
        open: names(&hand),
        play: Some(SceneButton {
            label,
            press: press.code(),
            enabled: false,
        }),
        ..SceneTurn::default()
    };
    let laid = TractorScene {
        turn: Some(turn),
        ..laid(step, &hand, &played.unwrap_or_default(), cx)
    };
    seen(laid, said, cx)
}

/// A step after the good choice.
pub fn result(step: &Step, said: usize, cx: &RenderContext) -> Exhibit<TractorScene> {
    let mut hand = read(step.hand);
    let played = step.played();
    let own = played.iter().find(|play| play.seat == READER.seat());
    let gone = match (own, &step.task) {
        (Some(own), _) => step.cards_of(own.cards),
        (None, LessonTask::Kitty) => read(step.good),
        (None, _) => Vec::new(),
    };
    for card in gone {
        let at = hand.iter().position(|held| *held == card);
        at.map(|at| hand.swap_remove(at));
    }
    let call = match &step.task {
        LessonTask::Call { then: (by, cards) } => Some(SeatCards {
            seat: index(by.seat()),
            cards: names(&read(cards)),
        }),
        _ => None,
    };
    let kitty = match step.task {
        LessonTask::Kitty => names(&read(step.good)),
        LessonTask::Trick { kitty, .. } => names(&read(kitty)),
        _ => Vec::new(),
    };
    let mut laid = TractorScene {
        call,
        kitty,
        ..laid(step, &hand, &played, cx)
    };
    // Trump is what was called last, and who called first in the first round is the declarer.
    if let LessonTask::Call { then: (_, cards) } = &step.task {
        let trump = Trump {
            suit: read(cards)[0].suit(),
            ..step.trump()
        };
        laid.suit = trump.suit.map(|suit| suit.letter());
        laid.trump = plain(&phrases::trump(trump, cx));
        laid.dealer = Some(index(READER.seat()));
    }
    // The declarers go up, and the partner of who declared is next.
    if let (LessonTask::Level, Some(rank)) = (&step.task, read(step.good)[0].rank()) {
        laid.level = rank.name();
        laid.levels = Some([rank.name(), step.trump().rank.name()]);
        (laid.suit, laid.fixed) = (None, false);
        laid.dealer = Some(index(Wind::North.seat()));
    }
    seen(laid, said, cx)
}

/// As the reader sees it, at a table whose other seats go by their names.
fn seen(laid: TractorScene, said: usize, cx: &RenderContext) -> Exhibit<TractorScene> {
    let players = Wind::ALL.map(|wind| Player {
        name: Some(match wind {
            READER => you(cx),
            other => Tractor::seat_name(other.seat(), cx),
        }),
        computer: None,
        person: None,
    });
    let mut view = TableView::<Tractor>::of_players(&players, Rules::default(), StageView::Lobby);
    view.viewer = Viewer::Seat(READER.seat());
    position(laid, (said, None), &cx.at(&view))
}

fn laid(step: &Step, hand: &[Card], played: &[Played], cx: &RenderContext) -> TractorScene {
    let trump = step.trump();
    let groups = order::grouped(hand, trump).into_iter();
    let groups = groups.filter(|group| !group.cards.is_empty());
    let won = played.last().and_then(|last| last.trick);
    let plays = played.iter().map(|play| SeatCards {
        seat: index(play.seat),
        cards: names(&step.cards_of(play.cards)),
    });
    let after = |seat: usize| {
        let played = played.iter().filter(|play| play.seat.index() == seat);
        played
            .map(|play| step.cards_of(play.cards).len())
            .sum::<usize>()
    };
    let whole = read(step.hand).len();
    let sizes = std::array::from_fn::<_, PLAYERS, _>(|seat| match seat == READER.seat().index() {
        true => hand.len() as u8,
        false => (whole.min(25) - after(seat)) as u8,
    });
    TractorScene {
        phase: match step.task {
            LessonTask::Kitty => TractorPhase::Burying,
            LessonTask::Call { .. } => TractorPhase::Dealing,
            LessonTask::Trick { .. } | LessonTask::Level => TractorPhase::Playing,
        },
        round: 1,
        level: trump.rank.name(),
        suit: trump.suit.map(|suit| suit.letter()),
        fixed: trump.suit.is_some(),
        trump: plain(&phrases::trump(trump, cx)),
        levels: matches!(step.task, LessonTask::Level).then(|| [trump.rank.name(); 2]),
        dealer: match step.task {
            LessonTask::Trick { .. } => Some(index(DEALER.seat())),
            LessonTask::Kitty | LessonTask::Level => Some(index(READER.seat())),
            LessonTask::Call { .. } => None,
        },
        goal: Rules::STANDARD.points_to_win.0,
        hand: groups.map(|group| names(&group.cards)).collect(),
        sizes,
        // Where nothing is played, what is called lies there.
        trick: matches!(step.task, LessonTask::Trick { .. }).then(|| SceneTrick {
            plays: plays.collect(),
            winning: won.map(|won| index(won.0)),
            points: won.map(|won| won.1),
            ..SceneTrick::default()
        }),
        ..TractorScene::default()
    }
}
