//! Whole matches: seeds, scores, clocks and leavers.

use super::*;
use crate::chance::{Chance, Contribution};

/// A match of `seats` under the rules, with the first round dealt.
fn dealt(changes: &str, seats: u8, seed: u64) -> Uno {
    let (mut game, _) = Uno::start(&rules(changes), seats, Seed::from_number(seed));
    game.act(Seat::new(0), Action::Deal).expect("anybody deals");
    game
}

/// A match in this position of its first round; see [`position`].
pub(super) fn in_position(changes: &str, start: &str) -> Uno {
    let round = position(changes, start);
    let seats = round.circle.seats().len() as u8;
    let (mut game, _) = Uno::start(&rules(changes), seats, Seed::from_number(1));
    game.order = round.circle.seats().to_vec();
    game.phase = Phase::Playing(Box::new(round));
    game
}

/// Lets the clock do what the match waits for, and says what that was.
fn tick(game: &mut Uno) -> Cue {
    let cue = game.cue().expect("the clock is waited for");
    game.elapse(cue);
    cue
}

/// Plays until a round, or the match, is over.
pub(super) fn play_round(game: &mut Uno, chance: &mut Chance) {
    let before = game.history.len();
    while game.history.len() == before {
        match game.turn() {
            Turn::Over => return,
            Turn::Clock => drop(game.elapse(game.cue().expect("the clock deals"))),
            Turn::Seats(_) => {
                let round = game.round().expect("a round");
                let (seat, chosen) = (round.turn, round.random_move(chance));
                game.act(seat, chosen.into()).expect("it is allowed");
            }
        }
    }
}

#[test]
fn as_many_may_sit_down_as_the_house_says() {
    for (changes, most) in [("", 10), ("players=4", 4), ("players=2", 2)] {
        assert_eq!(Uno::seats(&rules(changes)), 2..=most, "{changes}");
    }
}

#[test]
fn players_sit_in_a_random_order_or_as_they_came() {
    let orders = |changes: &str| -> std::collections::BTreeSet<Vec<Seat>> {
        let seeds = (0..300).map(Seed::from_number);
        let start = |seed| Uno::start(&rules(changes), 4, seed).0;
        seeds
            .map(|seed| start(seed).view(Viewer::Public).order)
            .collect()
    };
    assert_eq!(orders("").len(), 24, "every order that four can have");
    let came: Vec<Seat> = Seat::first(4).collect();
    assert!(orders("order=seats").into_iter().eq([came]));
}

#[test]
fn as_many_cards_are_dealt_as_the_house_says() {
    for (changes, held) in [("", 7), ("hand=5", 5), ("hand=1", 1)] {
        let game = dealt(&format!("{changes} start_card=numbers_only"), 3, 1);
        let round = game.round().expect("a round");
        assert!(Seat::first(3).all(|seat| round.hand(seat).len() == held));
    }
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
    play_round(&mut game, &mut Seed::from_number(3).chance());
    let result = &game.history[0];
    let secret = Seed::from_hex(&result.deal.secret).expect("a seed");
    assert_eq!(secret, Seed::from_number(11).derive("uno round", 1));
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
        while game.turn() != Turn::Over {
            play_round(&mut game, &mut chance);
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
        let sums = Seat::first(3).map(|seat| {
            let gained = history.iter().map(|round| round.gained[seat.index()]);
            gained.sum::<u32>()
        });
        assert!(sums.eq(game.scores.iter().copied()));
        assert!(game.winners().iter().eq([places[0]]));
        assert_eq!(
            game.act(Seat::new(0), Action::Deal),
            Err(Rejection::MatchOver)
        );
    }
    assert_eq!(Rules::OFFICIAL.score, Score::Match);
}

#[test]
fn the_first_card_has_its_effect() {
    let check = |changes: &str, kinds: usize, draw_two: &'static str| {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..400 {
            let game = dealt(&format!("order=seats {changes}"), 3, seed);
            let round = game.round().expect("a round");
            let expected = match round.top().face() {
                Face::Number(_) => "turn 0: 7 7 7",
                Face::Skip => "turn 1: 7 7 7",
                Face::Reverse => "turn 2: 7 7 7",
                Face::DrawTwo => draw_two,
                Face::Wild => "turn 0 color: 7 7 7",
                Face::WildDrawFour => "put back",
            };
            assert_eq!(told(round), expected, "{changes}");
            seen.insert(expected);
        }
        assert_eq!(seen.len(), kinds, "{changes}: {seen:?}");
    };
    check("", 5, "turn 1: 9 7 7");
    // What can be handed on is not drawn at once.
    for stack in ["same_kind", "zeroxis", "cross"] {
        check(&format!("stack={stack}"), 5, "turn 0 owes 2: 7 7 7");
    }
    check("start_card=no_wild", 4, "turn 1: 9 7 7");
    check("start_card=numbers_only", 1, "");
}

#[test]
fn whoever_begins_names_the_colour_of_a_first_wild() {
    let wild = |game: &Uno| game.round().is_some_and(|round| round.top() == Card::WILD);
    let mut games = (0..).map(|seed| dealt("order=seats leaver=under_pile", 3, seed));
    let mut game = games.find(wild).expect("one of them begins so");
    let mut left = game.clone();
    let blue = Move::Color(Color::Blue);
    game.act(Seat::new(0), blue.into())
        .expect("it is asked for");
    assert_eq!(told(game.round().expect("a round")), "turn 0: 7 7 7");
    left.withdraw(Seat::new(0)).expect("anybody may leave");
    assert_eq!(told(left.round().expect("a round")), "turn 1 color: 0 7 7");
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

#[test]
fn after_so_many_rounds_a_match_is_over_whatever_the_scores_are() {
    let mut game = dealt("match_to=5000", 2, 3);
    let mut chance = Seed::from_number(4).chance();
    play_round(&mut game, &mut chance);
    let result = game.history[0].clone();
    while game.history.len() < score::MOST_ROUNDS - 1 {
        game.history.push(result.clone());
    }
    play_round(&mut game, &mut chance);
    assert_eq!(game.turn(), Turn::Over);
    assert!(game.scores.iter().all(|score| *score < 5_000));
}

#[test]
fn every_round_has_a_secret_and_words_of_its_own() {
    let (mut game, _) = Uno::start(&rules(""), 2, Seed::from_number(5));
    let words = Contribution::new("pepper").expect("words");
    game.act(Seat::new(1), Action::Contribute(words))
        .expect("before the deal");
    let mut chance = Seed::from_number(6).chance();
    let mut seals = Vec::new();
    for round in 0..3 {
        seals.push(game.view(Viewer::Public).commitment);
        play_round(&mut game, &mut chance);
        let deal = &game.history[round].deal;
        assert_eq!(deal.commitment, seals[round]);
        let given: Vec<_> = deal.contributions.given().collect();
        let expected: &[_] = if round == 0 { &[(1, "pepper")] } else { &[] };
        assert_eq!(given, expected, "round {round}");
    }
    assert!(seals[0] != seals[1] && seals[1] != seals[2] && seals[0] != seals[2]);
}

#[test]
fn a_round_that_is_dealt_again_has_other_chance_and_the_next_one_its_own() {
    let seal = |game: &Uno| game.view(Viewer::Public).commitment;
    let (game, _) = Uno::start(&rules(""), 2, Seed::from_number(5));
    let again = |number| {
        let mut again = game.clone();
        again.deal_again(number).expect("no round is played");
        kept::read(&again)
    };
    let mut all = [game.clone(), again(1), again(2)];
    let seals = all.each_ref().map(seal);
    assert!(seals[0] != seals[1] && seals[1] != seals[2] && seals[0] != seals[2]);
    for game in &mut all {
        play_round(game, &mut Seed::from_number(6).chance());
    }
    let [usual, one, two] = all.each_ref().map(seal);
    assert_eq!((one, two), (usual, usual));
    let mut playing = dealt("", 2, 5);
    assert!(playing.deal_again(1).is_none(), "it is played on");
}

#[test]
fn whoever_has_to_decide_is_warned_anew() {
    let mut game = dealt("order=seats turn_limit=30 start_card=numbers_only", 2, 1);
    let warned = |game: &Uno| {
        game.view(Viewer::Public)
            .playing()
            .map(|round| round.warned)
    };
    for _ in 0..3 {
        assert_eq!(warned(&game), Some(false));
        assert!(matches!(tick(&mut game), Cue::Warn { .. }));
        assert_eq!(warned(&game), Some(true));
        assert!(matches!(tick(&mut game), Cue::TimeUp { .. }));
    }
    let mut next = dealt("order=seats turn_limit=30", 2, 1);
    assert!(matches!(tick(&mut next), Cue::Warn { step: 0, .. }));
    play_round(&mut next, &mut Seed::from_number(6).chance());
    assert!(matches!(tick(&mut next), Cue::Deal { round: 2 }));
    assert!(matches!(next.cue(), Some(Cue::Warn { step: 0, .. })));
}

#[test]
fn the_clock_plays_one_turn() {
    let limit = "turn_limit=30 time_out=play";
    let mut game = in_position(limit, "R5: RS G1 G2 / B1 B2");
    assert!(matches!(tick(&mut game), Cue::Warn { .. }));
    assert!(matches!(tick(&mut game), Cue::TimeUp { .. }));
    let round = game.round().expect("a round");
    assert_eq!(told(round), "turn 0: 2 2", "the other one was passed over");
    // A card and its colour are one turn.
    let mut wild = in_position(limit, "R5: W B1 B2 / B3 B4");
    tick(&mut wild);
    tick(&mut wild);
    assert_eq!(told(wild.round().expect("a round")), "turn 1: 2 2");
}

#[test]
fn whoever_left_gets_no_cards_and_has_no_say() {
    let changes = "order=seats leaver=under_pile start_card=numbers_only match_to=5000";
    let mut game = dealt(changes, 3, 1);
    play_round(&mut game, &mut Seed::from_number(6).chance());
    let [a, b, c] = [0, 1, 2].map(Seat::new);
    game.withdraw(b).expect("anybody may leave");
    assert_eq!(
        game.act(b, Action::Deal),
        Err(Rejection::NotPlaying { seat: b })
    );
    let mut game = kept::read(&game);
    let mut alone = game.clone();
    game.act(a, Action::Deal).expect("anybody who plays deals");
    assert_eq!(game.act(a, Action::Deal), Err(Rejection::Dealt));
    // It would have been the turn of whoever left, the first in the order of play.
    assert_eq!(told(game.round().expect("a round")), "turn 2: 0 7 7");
    alone.withdraw(c).expect("anybody may leave");
    assert_eq!(alone.turn(), Turn::Over);
    assert!(alone.winners().iter().eq([a]));
}

#[test]
fn whoever_is_out_and_leaves_has_no_place_in_the_match() {
    let changes = "end=places leaver=under_pile score=round";
    let mut game = in_position(changes, "R5: R1 / R3 / Y1 R2");
    for (by, card) in [(0, "0 R1"), (1, "1 R3")] {
        game.act(Seat::new(by), chosen(card).1.into())
            .expect("it is allowed");
        if by == 0 {
            game.withdraw(Seat::new(0)).expect("anybody may leave");
        }
    }
    let Phase::Over { places } = &game.phase else {
        panic!("over: {:?}", game.phase)
    };
    assert!(places.iter().map(|seat| seat.index()).eq([1, 2]));
}

#[test]
fn what_may_be_done_is_shown_to_the_player_in_turn_alone() {
    let of = |round: &Round, seat: u8| RoundView::of(round, Viewer::Seat(Seat::new(seat)), false);
    let drew = played("auto_pass=off", "G5: B1 G9 WF / R1 R2 / R3 R4", "0 draw");
    let own = of(&drew, 0);
    assert_eq!(own.drawn, "G1".parse().ok());
    assert_eq!(notation(own.playable), "G1");
    let bluff = played("", "G5: B1 G9 WF / R1 R2 / R3 R4", "");
    assert!(of(&bluff, 0).would_bluff);
    let wild = played("", "G5: B1 B2 W / R1 R2 / R3 R4", "0 W");
    assert!(of(&wild, 0).may.color);
    for round in [drew, bluff, wild] {
        let public = RoundView::of(&round, Viewer::Public, false);
        for seen in [of(&round, 1), public] {
            assert!(seen.drawn.is_none() && seen.playable.is_empty() && !seen.would_bluff);
            assert_eq!(seen.may, view::UnoChoices::default());
        }
    }
}
