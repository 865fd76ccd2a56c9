//! Whole matches: seeds, scores, clocks and leavers.

use super::*;
use crate::chance::Contribution;

/// A match of `seats` under the rules, with the first round dealt.
fn dealt(changes: &str, seats: u8, seed: u64) -> Uno {
    let (mut game, _) = Uno::start(&rules(changes), seats, Seed::from_number(seed));
    game.act(Seat::new(0), Action::Deal).expect("anybody deals");
    game
}

#[test]
fn a_revealed_secret_deals_the_same_cards_again() {
    let (mut game, _) = Uno::start(&rules("order=seats"), 3, Seed::from_number(11));
    let words = Contribution::new("pepper").expect("words");
    game.act(Seat::new(1), Action::Contribute(words))
        .expect("before the deal");
    let committed = game.view(Viewer::Public).commitment;
    game.act(Seat::new(2), Action::Deal).expect("anybody deals");
    let dealt = *game.round().expect("a round").hand(Seat::new(1));
    let mut chance = Seed::from_number(3).chance();
    while game.history.is_empty() {
        let round = game.round().expect("a round");
        let (seat, chosen) = (round.turn(), round.random_move(&mut chance));
        game.act(seat, chosen.into()).expect("it is allowed");
    }
    let result = &game.history[0];
    let secret = Seed::from_hex(&result.deal.secret).expect("a seed");
    assert_eq!(
        (secret.commitment(), result.deal.commitment),
        (committed, committed)
    );
    let mut deck: Vec<Card> = Vec::new();
    for card in Card::all() {
        deck.extend(std::iter::repeat_n(card, usize::from(card.copies())));
    }
    secret.mixed(["", "pepper", ""]).chance().shuffle(&mut deck);
    let second = deck.iter().rev().skip(1).step_by(3).take(7).copied();
    assert_eq!(dealt, second.collect::<Hand>());
}

#[test]
fn a_match_goes_on_to_its_goal_and_begins_each_round_one_further() {
    for (score, goal) in [("match", 500), ("lowest", 300)] {
        let changes = format!("order=seats match_to={goal} score={score}");
        let mut game = dealt(&changes, 3, 7);
        let mut chance = Seed::from_number(8).chance();
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Clock => drop(game.elapse(game.cue().expect("the clock deals"))),
                Turn::Seats(_) | Turn::Each(_) => {
                    let round = game.round().expect("a round");
                    let (seat, chosen) = (round.turn(), round.random_move(&mut chance));
                    game.act(seat, chosen.into()).expect("it is allowed");
                }
            }
        }
        let history = &game.history;
        assert!(history.len() > 1 && history.iter().all(|round| round.end == RoundEnd::Out));
        assert!(*game.scores.iter().max().expect("seats") >= goal);
        let Phase::Over { places } = &game.phase else {
            panic!("over")
        };
        let scores = places.iter().map(|seat| game.scores[seat.index()]);
        assert!(if score == "match" {
            scores.rev().is_sorted()
        } else {
            scores.is_sorted()
        });
        assert_eq!(game.order[0].index(), (history.len() - 1) % 3);
        assert_eq!(
            game.act(Seat::new(0), Action::Deal),
            Err(Rejection::MatchOver)
        );
    }
    assert_eq!(Rules::OFFICIAL.score, Score::Match);
}

#[test]
fn the_first_card_has_its_effect_officially() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..400 {
        let game = dealt("order=seats", 3, seed);
        let round = game.round().expect("a round");
        let expected = match round.top().face() {
            Face::Number(_) => "turn 0: 7 7 7",
            Face::Skip => "turn 1: 7 7 7",
            Face::Reverse => "turn 2: 7 7 7",
            Face::DrawTwo => "turn 1: 9 7 7",
            Face::Wild => "turn 0 color: 7 7 7",
            Face::WildDrawFour => "put back",
        };
        assert_eq!(told(round), expected);
        *seen.entry(expected).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
}

#[test]
fn a_turn_limit_warns_and_then_plays_something_plain() {
    let mut game = dealt("order=seats turn_limit=30", 2, 1);
    let mut steps = Vec::new();
    for _ in 0..400 {
        let Some(cue) = game.cue() else { break };
        steps.push(cue);
        let stale = game.clone();
        game.elapse(cue);
        let mut again = game.clone();
        assert!(
            again.elapse(cue).is_empty() && again == game,
            "a stale cue changes nothing"
        );
        assert_ne!(stale, game);
    }
    assert!(matches!(steps[0], Cue::Warn { .. }) && matches!(steps[1], Cue::TimeUp { .. }));
    assert_eq!(
        steps[0].wait_ms(&game.rules) + steps[1].wait_ms(&game.rules),
        30_000
    );
    let mut quick = dealt("order=seats turn_limit=30 time_out=play", 2, 1);
    while quick.history.is_empty() {
        quick.elapse(quick.cue().expect("there is always something to wait for"));
    }
    assert_eq!(quick.history[0].end, RoundEnd::Out);
}

#[test]
fn leavers_end_a_match_when_nobody_is_left_to_play_against() {
    let mut game = dealt("leaver=under_pile", 3, 1);
    assert!(game.withdraw(Seat::new(1)).is_some());
    assert!(game.withdraw(Seat::new(1)).is_none(), "gone already");
    assert_eq!(
        game.act(Seat::new(1), Move::Draw.into()),
        Err(Rejection::NotPlaying { seat: Seat::new(1) })
    );
    assert!(game.withdraw(Seat::new(0)).is_some());
    assert_eq!(game.turn(), Turn::Over);
    let mut played_on = dealt("", 3, 1);
    assert!(
        played_on.withdraw(Seat::new(1)).is_none(),
        "somebody else plays the hand on"
    );
}

#[test]
fn two_decks_are_for_more_than_four_players() {
    for (changes, seats, cards) in [
        ("preset=irc", 4, 108),
        ("preset=irc", 5, 216),
        ("decks=8", 2, 864),
    ] {
        assert_eq!(
            dealt(changes, seats, 1).round().expect("a round").cards(),
            cards
        );
    }
}

#[test]
fn a_shown_hand_is_for_the_caller_alone() {
    let mut round = position("", "R5: WF R1 R2 / B1 B2 / Y1 Y2");
    let mut events = Vec::new();
    for text in ["0 WF=B", "1 call"] {
        let (by, chosen) = chosen(text);
        round.play(by, chosen, &mut events).expect("it is allowed");
    }
    let seen = |viewer| {
        RoundView::of(&round, viewer, false)
            .shown
            .map(|shown| notation(shown.cards))
    };
    assert_eq!(seen(Viewer::Seat(Seat::new(1))).as_deref(), Some("R1 R2"));
    assert_eq!(seen(Viewer::Seat(Seat::new(2))), None);
    assert_eq!(seen(Viewer::Public), None);
    let called = events
        .iter()
        .find(|event| matches!(event, Event::Called { .. }))
        .expect("a call");
    let told = |viewer| match called.notice(viewer) {
        Notice::Called { guilty, hand, .. } => (guilty, hand.map(notation)),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        told(Viewer::Seat(Seat::new(1))),
        (true, Some("R1 R2".to_owned()))
    );
    assert_eq!(told(Viewer::Seat(Seat::new(2))), (true, None));
    assert_eq!(told(Viewer::Public), (true, None));
}

/// Plays until a round, or the match, is over.
fn play_round(game: &mut Uno, chance: &mut Chance) {
    let before = game.history.len();
    while game.history.len() == before {
        match game.turn() {
            Turn::Over => return,
            Turn::Clock => drop(game.elapse(game.cue().expect("the clock deals"))),
            Turn::Seats(_) | Turn::Each(_) => {
                let round = game.round().expect("a round");
                let (seat, chosen) = (round.turn(), round.random_move(chance));
                game.act(seat, chosen.into()).expect("it is allowed");
            }
        }
    }
}

#[test]
fn where_places_are_played_for_it_counts_what_the_others_held_when_the_first_was_out() {
    for (counted, expected) in [("first_out", [0, 52, 12]), ("round_end", [0, 0, 3])] {
        let changes = format!("end=places counted={counted} uno_call=off");
        let mut round = position(&changes, "R5: R1 / R2 W / R9 R3");
        for text in ["0 R1", "1 R2", "2 R9", "1 W=R"] {
            let (by, chosen) = chosen(text);
            round
                .play(by, chosen, &mut Unlogged)
                .expect("it is allowed");
        }
        assert_eq!(told(&round), "Out 012: 0 0 1", "{counted}");
        assert_eq!(round.counted()[..3], expected, "{counted}");
    }
}

#[test]
fn ten_who_play_for_places_reach_the_goal_in_a_few_rounds() {
    for score in ["match", "lowest"] {
        let mut game = dealt(&format!("end=places score={score}"), 10, 5);
        let mut chance = Seed::from_number(6).chance();
        for _ in 0..20 {
            play_round(&mut game, &mut chance);
        }
        assert_eq!(game.turn(), Turn::Over, "{score}: {:?}", game.scores);
    }
}

#[test]
fn after_so_many_rounds_a_match_is_over_whatever_the_scores_are() {
    let mut game = dealt("match_to=5000", 2, 3);
    let mut chance = Seed::from_number(4).chance();
    play_round(&mut game, &mut chance);
    let result = game.history[0].clone();
    game.history.resize(score::MOST_ROUNDS - 1, result);
    play_round(&mut game, &mut chance);
    assert_eq!(game.turn(), Turn::Over);
    assert!(game.scores.iter().all(|score| *score < 5_000));
}

#[test]
fn a_round_in_which_everybody_only_passes_is_blocked() {
    let passes = ["0 pass,1 pass"; 10].join(",");
    let start = "R5: B1 B2 / Y1 Y3";
    check("pass_without_draw=on", start, &passes, "Blocked 01: 2 2");
    let but_one = passes.strip_suffix(",1 pass").expect("the last pass");
    check("pass_without_draw=on", start, but_one, "turn 1: 2 2");
}
