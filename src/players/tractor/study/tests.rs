//! Moments with an obvious answer: `fixtures/tractor/studies.cases`.

use super::{Finding, Study};
use crate::chance::Seed;
use crate::game::Seat;
use crate::players::tractor::heuristic::Odds;
use crate::players::tractor::moment::{open_trick, plays, seat, setting};
use crate::players::tractor::search::{Past, SearchPosition};
use crate::players::tractor::sight::Memory;
use crate::players::tractor::sight::Sight;
use crate::tractor::action::Action;
use crate::tractor::card::{Card, notation};
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rules::Rules;
use crate::tractor::seating::{PLAYERS, next};
use crate::tractor::shape::Lead;
use crate::tractor::testing::{read, trump};

/// What was seen before the moment: every card that is nowhere else was played without telling
/// anything, but for the suits that seats are said to be out of.
fn memory(layout: &'static Layout, case: &str, gone: Hand, table: &[(Seat, Hand)]) -> Memory {
    let mut memory = Memory::START;
    let follow = FollowRules::default();
    let mut note = |led: Hand, seat, cards| {
        let lead = Lead::read(layout, led).expect("a lead");
        memory.note(layout, follow, &lead, seat, cards);
    };
    let nobody_in_particular = seat(setting(case, "me "));
    for copy in 0..gone.len() {
        let card = gone.nth_copy(copy);
        note(card, nobody_in_particular, card);
    }
    for (out, cards) in plays(layout, setting(case, "out ")) {
        note(cards, out, Hand::EMPTY);
    }
    for (seat, cards) in table {
        note(table[0].1, *seat, *cards);
    }
    memory
}

/// The study of a case, and the layout of its cards.
fn study(case: &str, also: Option<&str>) -> (Option<Study<'static>>, &'static Layout) {
    let layout = Layout::of(trump(setting(case, "trump ")));
    let cards = |name| match setting(case, name) {
        "" => Hand::EMPTY,
        words => read(layout, words),
    };
    let (me, hand, hidden) = (seat(setting(case, "me ")), cards("hand "), cards("hidden "));
    let table = plays(layout, setting(case, "trick "));
    let buried = Some(cards("buried ")).filter(|cards| !cards.is_empty());
    let seen = table
        .iter()
        .fold(hand.plus(hidden), |all, (_, play)| all.plus(*play));
    let seen = seen.plus(buried.unwrap_or(Hand::EMPTY));
    let memory = memory(layout, case, Hand::both_decks(layout).minus(seen), &table);
    let mut sizes = [hand.len() as u8; PLAYERS];
    for (seat, play) in &table {
        sizes[seat.index()] -= play.len() as u8;
    }
    let places: u8 = sizes.iter().sum::<u8>() - sizes[me.index()];
    let kitty = if buried.is_some() { 0 } else { 8 };
    assert_eq!(hidden.len(), u32::from(places) + kitty, "{case}");
    let dealer = seat(setting(case, "dealer "));
    let mut captured = [0; PLAYERS];
    captured[next(dealer).index()] = setting(case, "points ").parse().unwrap_or(0);
    let sight = Sight {
        layout,
        rules: &Rules::STANDARD,
        memory,
        seat: me,
        dealer,
        burier: dealer,
        hand,
        buried,
        sizes,
        table: open_trick(layout, &table),
        unseen: memory.unseen(layout, hand, buried),
        points: captured.iter().sum(),
        odds: Odds::unknown(),
    };
    let leader = table.first().map_or(me, |(leader, _)| *leader);
    let position = SearchPosition {
        sight,
        leader,
        plays: table.iter().map(|(_, play)| *play).collect(),
        captured,
        penalties: 0,
        past: Past::default(),
    };
    let study = Study::begun(position, false, also.map(|also| read(layout, also)), 12);
    let mut chance = Seed::from_number(7).chance();
    (study.tried_out(40_000, &mut chance), layout)
}

fn shown(action: &Action) -> String {
    match action {
        Action::Play(cards) | Action::Bury(cards) => notation(&sorted(cards)),
        other => format!("{other:?}"),
    }
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort();
    cards
}

/// What the study says against the play that the case names.
fn verdict(case: &str) -> Result<Finding, String> {
    let wrong = setting(case, "not ");
    let (study, layout) = study(case, Some(wrong));
    let study = study.ok_or("no study")?;
    let best = shown(&study.best());
    let mut expected = setting(case, "< ").split('|').map(|play| {
        let cards: Vec<Card> = read(layout, play).cards(layout).collect();
        notation(&sorted(&cards))
    });
    if !expected.any(|expected| expected == best) {
        return Err(format!("it finds {best}"));
    }
    let finding = study.against_the_own().ok_or("nothing against it")?;
    let why = format!("{:?}", finding.why);
    match (
        finding.is_close(),
        why.starts_with(setting(case, "because ")),
    ) {
        (true, _) => Err(format!("too close: {:?}, {why}", finding.points)),
        (false, false) => Err(format!("because {why}, {:?}", finding.points)),
        (false, true) => Ok(finding),
    }
}

#[test]
fn what_is_obvious_is_found_and_named() {
    let file = include_str!("../../../../fixtures/tractor/studies.cases");
    let mut wrong = Vec::new();
    for case in file.split("\n== ").skip(1) {
        let title = case.lines().next().unwrap_or_default();
        match verdict(case) {
            Ok(finding) => println!("{title}: {:?}, {:?}", finding.points, finding.why),
            Err(what) => wrong.push(format!("{title}: {what}")),
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
