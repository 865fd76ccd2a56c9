//! The pages of a match of tractor.

use tractor_bot::game::{RuleSet, Seat, Viewer};
use tractor_bot::table::{Closer, Input, Motion, News, PersonId, Refusal, StageView};
use tractor_bot::text::cards;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::page::Page;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Call, Cue};
use tractor_bot::tractor::card::{Card, Rank, Suit};
use tractor_bot::tractor::event::{Event, Notice};
use tractor_bot::tractor::follow::Breach;
use tractor_bot::tractor::rejection::{PhaseName, Rejection};
use tractor_bot::tractor::rules::{PastTricks, Rules};
use tractor_bot::tractor::view::{PhaseView, View};

use super::plain::{HOSTILE, Match, game, players, seated, step, until};
use super::render::{Book, books};

fn tricks(view: &View) -> usize {
    view.tricks.len()
}

fn plays(view: &View) -> usize {
    match &view.phase {
        PhaseView::Playing { trick, .. } => trick.plays.len(),
        _ => 9,
    }
}

/// Public page and the page of every seat that is asked something.
fn snapshot(book: &mut Book, title: &str, stage: &Match, seats: &[u8], cx: &RenderContext) {
    let public = stage.page(cx);
    book.page(&format!("{title}, for all"), &public);
    for seat in seats {
        let page = stage.hand(*seat, cx);
        let name = ["North", "West", "South", "East"][usize::from(*seat)];
        book.page(&format!("{title}, {name} alone"), &page);
    }
}

#[test]
fn the_pages_of_a_match_read_well() {
    books("tractor", Surface::Discord, |book, cx| {
        let mut stage = seated(&[("match_to", "3")], 7);
        let mut players = players();
        snapshot(book, "lobby", &stage, &[], cx);
        book.page("rules", &table_text::rules_page(&cx.at(&stage.public())));
        for (title, about, viewer) in [
            ("rules of scoring, for the host", "scoring", stage.own(0)),
            ("all rules", "all", stage.own(1)),
            ("one rule, for the host", "throw_penalty", stage.own(0)),
            ("one rule, for others", "throw_penalty", stage.own(1)),
        ] {
            let page = table_text::rules_about(about, &cx.at(&viewer));
            book.page(title, &page.expect("a rule"));
        }
        stage.submit(Input::Start { by: PersonId(1) });
        snapshot(book, "before the first deal", &stage, &[0], cx);
        step(&mut stage, &mut players);
        snapshot(book, "the first card", &stage, &[0], cx);
        until(&mut stage, &mut players, |view| !view.calls.is_empty());
        snapshot(book, "after a call", &stage, &[0, 1, 2, 3], cx);
        until(&mut stage, &mut players, |view| {
            matches!(view.phase, PhaseView::CallWindow { .. })
        });
        snapshot(book, "last calls", &stage, &[0, 2], cx);
        until(&mut stage, &mut players, |view| {
            matches!(view.phase, PhaseView::Burying)
        });
        let dealer = stage.awaited().expect("the dealer buries").index() as u8;
        snapshot(book, "the kitty", &stage, &[dealer], cx);
        book.page("the kitty, five chosen", &with_draft(&stage, dealer, 5, cx));
        until(&mut stage, &mut players, |view| plays(view) == 0);
        snapshot(
            book,
            "the first lead",
            &stage,
            &[dealer, (dealer + 1) % 4],
            cx,
        );
        book.page("the first lead, chosen", &with_draft(&stage, dealer, 2, cx));
        for n in 1..4 {
            until(&mut stage, &mut players, |view| plays(view) == n);
            let next = stage.awaited().expect("somebody follows").index() as u8;
            snapshot(book, &format!("{n} played"), &stage, &[next], cx);
        }
        until(&mut stage, &mut players, |view| {
            tricks(view) == 9 && plays(view) == 2
        });
        let next = stage.awaited().expect("somebody follows").index() as u8;
        snapshot(book, "trick 10", &stage, &[next], cx);
        sheets(book, "trick 10", &stage, cx);
        for support in [true, false] {
            let (person, motion) = (PersonId(1), Motion::Reset);
            stage.submit(Input::Vote {
                person,
                motion,
                support,
            });
            if support {
                snapshot(book, "a vote is open", &stage, &[], cx);
                let page = stage.sheet(PageKind::More, 1, cx);
                book.page("a vote is open, more", &page);
            }
        }
        until(&mut stage, &mut players, |view| view.history.len() == 2);
        snapshot(book, "the round is over", &stage, &[0], cx);
        sheets(book, "the round is over", &stage, cx);
        stage.submit(Input::Pause);
        snapshot(book, "nobody is there", &stage, &[0], cx);
        stage.sit(1, "Ana");
        until(&mut stage, &mut players, |view| {
            matches!(view.phase, PhaseView::Over { .. })
        });
        snapshot(book, "the match is over", &stage, &[0], cx);
        sheets(book, "the match is over", &stage, cx);
        stage.submit(Input::Close { by: Closer::Idle });
        snapshot(book, "closed", &stage, &[], cx);
    });
}

#[test]
fn pages_of_another_house_show_what_is_always_trump_and_the_points_that_are_told() {
    books("tractor-house", Surface::Discord, |book, cx| {
        let house = [
            ("permanent_trumps", "twos_threes_fives"),
            ("permanent_levels", "passed_over"),
            ("kitty_points", "shown"),
            ("kitty_multiplier", "by_pair"),
            ("points_shown", "declarers"),
        ];
        let mut stage = seated(&house, 7);
        let mut players = players();
        snapshot(book, "lobby", &stage, &[], cx);
        stage.submit(Input::Start { by: PersonId(1) });
        until(&mut stage, &mut players, |view| {
            matches!(view.phase, PhaseView::Burying)
        });
        let dealer = stage.awaited().expect("the dealer buries").index() as u8;
        snapshot(book, "the kitty", &stage, &[dealer], cx);
        book.page("the kitty, chosen", &with_draft(&stage, dealer, 8, cx));
        until(&mut stage, &mut players, |view| {
            tricks(view) == 4 && plays(view) == 2
        });
        let seats = [dealer, (dealer + 1) % 4];
        snapshot(book, "trick 5", &stage, &seats, cx);
        past_tricks(book, &stage, cx);
    });
}

/// The first call is the only one until the kitty is buried; then whoever can takes it over.
#[test]
fn pages_of_a_buried_kitty_say_who_may_take_it_over() {
    books("tractor-overcalls", Surface::Discord, |book, cx| {
        let house = [("kitty_overcalls", "on"), ("kitty_points", "shown")];
        let mut stage = seated(&house, 2).started();
        let mut players = players();
        until(&mut stage, &mut players, |view| view.calls.len() == 1);
        while game(&stage.public()).trump.is_none() {
            let cue = stage.table.cue().expect("the clock goes on");
            stage.submit(Input::Elapse(cue));
        }
        until(&mut stage, &mut players, |view| {
            matches!(view.phase, PhaseView::Overcalls { .. })
        });
        let heard = |stage: &Match| stage.told(cx);
        book.lines("all hear", heard(&stage));
        let mut seen = 0;
        while let PhaseView::Overcalls { asked, .. } = game(&stage.public()).phase {
            let at = asked.index() as u8;
            let own = stage.own(at);
            let call = match &game(&own).phase {
                PhaseView::Overcalls { open, .. } => open.first().copied(),
                _ => None,
            };
            if call.is_some() || seen == 0 {
                let can = if call.is_some() { "can" } else { "cannot" };
                let title = format!("somebody who {can} take the kitty over");
                snapshot(book, &title, &stage, &[at, (at + 1) % 4], cx);
            }
            seen += 1;
            let action = call.map_or(Action::PassCall, Action::Call);
            stage.act(asked, action).expect("who is asked");
            book.lines("all hear", heard(&stage));
            if call.is_some() {
                snapshot(book, "it is taken over", &stage, &[at], cx);
                step(&mut stage, &mut players);
                book.lines("all hear", heard(&stage));
            }
        }
        snapshot(book, "all have passed", &stage, &[0, 1], cx);
    });
}

#[test]
fn pages_of_a_round_say_which_caller_deals() {
    books("tractor-callers", Surface::Discord, |book, cx| {
        for (value, title) in [("first_call", "the first"), ("final_call", "the last")] {
            let house = [("next_dealer", value), ("no_trump_calls", "one_joker")];
            let mut stage = seated(&house, 7).started();
            let mut players = players();
            until(&mut stage, &mut players, |view| {
                view.round == 2 && matches!(view.phase, PhaseView::Ready { .. })
            });
            snapshot(book, &format!("{title} deals"), &stage, &[], cx);
            until(&mut stage, &mut players, |view| {
                matches!(view.phase, PhaseView::Dealing { .. })
            });
            let seats = [0];
            snapshot(
                book,
                &format!("{title}, the first card"),
                &stage,
                &seats,
                cx,
            );
            until(&mut stage, &mut players, |view| !view.calls.is_empty());
            snapshot(book, &format!("{title}, after a call"), &stage, &seats, cx);
        }
    });
}

/// What is shown of past tricks in the fifth, in houses that show all of them, the last one or none.
fn past_tricks(book: &mut Book, stage: &Match, cx: &RenderContext) {
    for (past, number) in [
        (PastTricks::All, 2),
        (PastTricks::All, 7),
        (PastTricks::Last, 2),
        (PastTricks::None, 4),
    ] {
        let mut view = stage.public();
        if let StageView::Playing(game) = &mut view.stage {
            game.rules.past_tricks = past;
        }
        let page = table_text::sheet_page(PageKind::Trick(number), &cx.at(&view));
        book.page(&format!("trick {number}, {past:?} can be looked up"), &page);
    }
}

/// The hand page with the first cards chosen.
fn with_draft(stage: &Match, seat: u8, count: usize, cx: &RenderContext) -> Page {
    let view = stage.own(seat);
    let mut cx = cx.clone();
    let held = &game(&view).hand;
    cx.draft
        .choose(cards::typed(&held[..count.min(held.len())]));
    Tractor::hand_page(&cx.at(&view))
}

fn sheets(book: &mut Book, title: &str, stage: &Match, cx: &RenderContext) {
    for (name, sheet) in [
        ("score", PageKind::Score),
        ("last trick", PageKind::LastTrick),
        ("verify", PageKind::Verify),
        ("surrender", PageKind::Surrender),
        ("more", PageKind::More),
    ] {
        let page = stage.sheet(sheet, 0, cx);
        book.page(&format!("{title}, {name}"), &page);
    }
    for line in ["leave yes", "reset yes", "end yes", "kick <@2> yes"] {
        let page = table_text::question(&line.into(), &cx.at(&stage.own(0)));
        book.page(&format!("{title}, {line} asks"), &page);
    }
}

#[test]
fn the_news_of_a_round_read_well() {
    books("tractor-news", Surface::Terminal, |book, cx| {
        for viewer in [Viewer::Public, Viewer::Seat(Seat::new(0))] {
            let mut stage = seated(&[("throw_penalty", "ten_per_throw")], 9).started();
            let mut players = players();
            let mut lines = Vec::new();
            for n in 0..400 {
                let view = stage.table.view(viewer);
                lines.extend(stage.news(viewer, cx));
                if game(&view).history.len() == 1 {
                    break;
                }
                if n == 30 {
                    people_come_and_go(&mut stage, viewer, cx, &mut lines);
                }
                step(&mut stage, &mut players);
            }
            book.lines(&format!("{viewer:?}"), lines.join("\n"));
        }
        book.lines("a throw is stopped", stopped_throw(cx));
        let (unheard, page) = unheard_deals(cx);
        book.lines("nobody calls", unheard);
        book.page("nobody called three times", &page);
        book.lines("before a match", lobby_news(cx));
    });
}

/// A throw that North tries and West can beat, as everybody hears of it.
fn stopped_throw(cx: &RenderContext) -> String {
    let read = |words| cards::read(words).expect("cards");
    let stage = seated(&[], 9).started();
    let event = Event::ThrowFailed {
        seat: Seat::new(0),
        tried: read("KD QD"),
        played: read("QD"),
        taken_back: read("KD"),
        stopped_by: Some(Seat::new(1)),
        penalty: 10,
    };
    let notice = News::Game(Notice::Open(event));
    let lines = table_text::notice_lines(&notice, &cx.at(&stage.public()));
    lines.expect("there is something to say").join("\n")
}

/// A first round in which nobody says anything: what is told at the end of each deal, and the table
/// then.
fn unheard_deals(cx: &RenderContext) -> (String, Page) {
    let mut stage = seated(&[], 9).started();
    stage.act(Seat::new(0), Action::Deal).expect("a deal");
    let mut lines = Vec::new();
    while let Some(cue) = stage.table.cue() {
        stage.submit(Input::Elapse(cue));
        if matches!(cue, Cue::CloseCalls { .. }) {
            lines.extend(stage.news(Viewer::Public, cx));
        }
    }
    (lines.join("\n"), stage.page(cx))
}

/// What is told when somebody goes and the table is ended.
fn lobby_news(cx: &RenderContext) -> String {
    let mut stage = seated(&[], 9);
    let (by, name, value) = (PersonId(1), "open_end".to_owned(), "3".to_owned());
    let mut lines = Vec::new();
    for input in [
        Input::SetRule { by, name, value },
        Input::Leave {
            person: PersonId(3),
        },
        Input::Close {
            by: Closer::Anybody {
                person: PersonId(2),
                quiet_s: 180,
            },
        },
    ] {
        stage.submit(input);
        lines.extend(stage.news(Viewer::Public, cx));
    }
    lines.join("\n")
}

fn people_come_and_go(
    stage: &mut Match,
    viewer: Viewer,
    cx: &RenderContext,
    lines: &mut Vec<String>,
) {
    let (person, motion) = (PersonId(2), Motion::Reset);
    let vote = |support| Input::Vote {
        person,
        motion,
        support,
    };
    let leave = |person| Input::Leave {
        person: PersonId(person),
    };
    let sit = |person, name: &str| Input::Sit {
        person: PersonId(person),
        name: name.to_owned(),
        seat: None,
    };
    for input in [
        vote(true),
        vote(false),
        leave(3),
        sit(3, HOSTILE),
        leave(1),
        sit(1, "Ana"),
    ] {
        stage.submit(input);
        lines.extend(stage.news(viewer, cx));
    }
}

#[test]
fn refusals_say_what_why_and_one_right_example() {
    books("tractor-refusals", Surface::Discord, |book, cx| {
        let mut stage = seated(&[], 7);
        let lobby = stage.own(0);
        for refusal in table_refusals() {
            book.lines(
                &refusal.to_string(),
                table_text::refusal(&refusal, &cx.at(&lobby)),
            );
        }
        stage.submit(Input::Start { by: PersonId(1) });
        let mut players = players();
        until(&mut stage, &mut players, |view| plays(view) == 1);
        let view = stage.own(0);
        for rejection in rejections() {
            book.lines(
                &rejection.to_string(),
                Tractor::rejection(&rejection, &cx.at(&view)),
            );
        }
    });
}

fn table_refusals() -> Vec<Refusal<Tractor>> {
    let seat = Seat::new(1);
    let rule = |name, value| Rules::default().set(name, value).expect_err("no such rule");
    let mut ten = Rules::default().with(&[("start_level", "10")]);
    let clash = ten.set("match_to", "9").expect_err("below the first level");
    vec![
        Refusal::NotSeated,
        Refusal::AlreadySeated { seat },
        Refusal::NoSuchSeat { seat },
        Refusal::SeatTaken { seat },
        Refusal::Full,
        Refusal::Daily,
        Refusal::HeldAnotherHand { seat },
        Refusal::NoComputer { seat },
        Refusal::NotHost { host: PersonId(1) },
        Refusal::NotQuiet {
            host: PersonId(1),
            left_s: 50,
        },
        Refusal::NotQuiet {
            host: PersonId(1),
            left_s: 170,
        },
        Refusal::NotInLobby,
        Refusal::NotPlaying,
        Refusal::TooFew {
            seated: 3,
            least: 4,
        },
        Refusal::TooMany { seated: 5, most: 4 },
        Refusal::Rule(rule("no_such_rule", "on")),
        Refusal::Rule(rule("throw_penalty", "fifty")),
        Refusal::Rule(rule("call_window", "1000")),
        Refusal::Rule(clash),
        Refusal::VoteStands { support: true },
        Refusal::VoteStands { support: false },
        Refusal::Stale,
        Refusal::Duplicate,
        Refusal::NotAwaited { seat },
        Refusal::Reserved,
        Refusal::Closed,
    ]
}

fn rejections() -> Vec<Rejection> {
    let (seat, call) = (Seat::new(3), Call::Strong(Suit::Hearts));
    let card = Card::new(Rank::KING, Suit::Hearts);
    let example = || vec![Card::new(Rank::TEN, Suit::Spades); 2];
    let due = {
        let mut stage = seated(&[], 7).started();
        let mut players = players();
        until(&mut stage, &mut players, |view| plays(view) == 1);
        let next = stage.awaited().expect("somebody follows");
        let view = stage.own(next.index() as u8);
        match &game(&view).phase {
            PhaseView::Playing { due, .. } => (*due).expect("a follow is due"),
            _ => panic!("a trick is played"),
        }
    };
    let must = |breach| Rejection::MustFollow {
        breach,
        due,
        example: example(),
    };
    let mut rejections = vec![
        Rejection::NoSuchSeat { seat },
        Rejection::NotYourTurn { turn: Seat::new(1) },
        Rejection::NotHeld { card, held: 0 },
        Rejection::NotHeld { card, held: 1 },
        Rejection::NoCards,
        Rejection::WrongCount {
            due: 2,
            given: 3,
            example: example(),
        },
        Rejection::MixedLead { example: example() },
        must(Breach::Count { due: 1, given: 2 }),
        must(Breach::Suit { due: 2, given: 1 }),
        must(Breach::Pairs { due: 1, given: 0 }),
        must(Breach::Tractor { due: 2 }),
        Rejection::NotDealer { dealer: seat },
        Rejection::KittyCount { given: 7 },
        Rejection::KittyCount { given: 0 },
        Rejection::CallNotHeld { call, card },
        Rejection::NoTrumpCallsOff,
        Rejection::CallsClosed,
        Rejection::NoOffer,
        Rejection::OfferStands,
    ];
    let calls = [
        Call::Weak(Suit::Clubs),
        call,
        Call::BigJoker,
        Call::SmallJokers,
        Call::BigJokers,
    ];
    rejections.extend(calls.map(|standing| Rejection::CallTooLow { standing, by: seat }));
    let phases = [
        PhaseName::Ready,
        PhaseName::Dealing,
        PhaseName::CallWindow,
        PhaseName::Burying,
        PhaseName::Playing,
        PhaseName::Over,
    ];
    rejections.extend(phases.map(|phase| Rejection::WrongPhase { phase }));
    rejections
}
