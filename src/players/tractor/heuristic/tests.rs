//! Moments in which it is clear what to do: `fixtures/tractor/moments.cases`.

use super::{Odds, Reason};
use crate::players::tractor::moment::{Plays, open_trick, plays, seat, setting};
use crate::players::tractor::policy::Policy;
use crate::players::tractor::sight::Memory;
use crate::players::tractor::sight::Sight;
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rules::Rules;
use crate::tractor::seating::PLAYERS;
use crate::tractor::shape::Lead;
use crate::tractor::testing::{read, trump};

/// What the player does and why, in the words of the file.
fn decide(case: &str, policy: &Policy<'_>) -> (Hand, Reason, &'static Layout) {
    let layout = Layout::of(trump(setting(case, "trump ")));
    let rules = Rules::default();
    let me = seat(setting(case, "me "));
    let hand = read(layout, setting(case, "hand "));
    let mut memory = Memory::START;
    let mut sizes = [hand.len() as u8; PLAYERS];
    for line in case.lines() {
        if let Some(seen) = line.strip_prefix("seen ") {
            note_trick(&mut memory, layout, seen);
        }
    }
    let on_table = note_trick(&mut memory, layout, setting(case, "trick "));
    let table = open_trick(layout, &on_table);
    for (seat, play) in &on_table {
        sizes[seat.index()] -= play.len() as u8;
    }
    let buried = setting(case, "buried ");
    let buried = (!buried.is_empty()).then(|| read(layout, buried));
    let sight = Sight {
        layout,
        rules: &rules,
        memory,
        seat: me,
        dealer: seat(setting(case, "dealer ")),
        burier: seat(setting(case, "dealer ")),
        hand,
        buried,
        sizes,
        table,
        unseen: memory.unseen(layout, hand, buried),
        points: 0,
        odds: Odds::unknown(),
    };
    let play = policy.play(&sight).expect("cards to play");
    (play, Reason::of_play(&sight, play), layout)
}

/// Notes plays such as `N AH, W 4H`, the lead first.
fn note_trick(memory: &mut Memory, layout: &Layout, words: &str) -> Plays {
    let plays = plays(layout, words);
    if let Some((_, led)) = plays.first() {
        let lead = Lead::read(layout, *led).expect("a lead");
        for (seat, play) in &plays {
            memory.note(layout, FollowRules::default(), &lead, *seat, *play);
        }
    }
    plays
}

#[test]
fn clear_moments_are_played_as_people_would() {
    check(&Policy::trained(), |case| !case.contains("\nthumbs\n"));
}

#[test]
fn rules_of_thumb_play_clear_moments_so_too() {
    let thumbs = Policy {
        calls: None,
        kitties: None,
        plays: None,
    };
    check(&thumbs, |_| true);
}

#[track_caller]
fn check(policy: &Policy<'_>, asked: impl Fn(&str) -> bool) {
    let file = include_str!("../../../../fixtures/tractor/moments.cases");
    let mut wrong = Vec::new();
    for case in file.split("\n== ").skip(1).filter(|case| asked(case)) {
        let title = case.lines().next().unwrap_or_default();
        let (play, reason, layout) = decide(case, policy);
        let cards =
            |hand: Hand| crate::tractor::card::notation(&hand.cards(layout).collect::<Vec<_>>());
        let mut expected = setting(case, "< ")
            .split('|')
            .map(|play| read(layout, play));
        if !expected.any(|expected| expected == play) {
            wrong.push(format!("{title}: {} ({reason:?})", cards(play)));
        }
        let because = setting(case, "because ");
        if !format!("{reason:?}").starts_with(because) {
            wrong.push(format!("{title}: because {reason:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
