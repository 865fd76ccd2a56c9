//! What may happen at a table, told as scripts.

mod between;
mod challenges;
mod decided;
mod digests;
mod journals;
mod kicks;
mod later;
mod newcomers;
mod petitions;
mod round_log;
mod script;

pub(super) use script::sum_up;
use script::*;

#[test]
fn people_take_the_first_free_seat_or_the_one_they_name() {
    check("1 sits; 2 sits", "lobby 1: 1 2 - -");
    check("1 sits 2; 2 sits; 3 sits; 4 sits", "lobby 1: 2 3 1 4");
    check("1 sits 1; 2 sits 1 => SeatTaken", "lobby 1: - 1 - -");
    check(
        "1 sits 4 => NoSuchSeat; 1 sits 200 => NoSuchSeat",
        "lobby 1: - - - -",
    );
    check(
        "1 sits; 1 sits => AlreadySeated; 1 sits 0 => AlreadySeated",
        "lobby 1: 1 - - -",
    );
    check(
        "1 sits; 2 sits; 3 sits; 4 sits; 5 sits => Full",
        "lobby 1: 1 2 3 4",
    );
}

#[test]
fn somebody_may_move_to_another_seat_and_computers_make_room_before_the_start() {
    check("1 sits; 2 sits; 1 sits 3", "lobby 1: - 2 - 1");
    check("1 sits; 1 adds 2; 1 sits 2", "lobby 1: - - 1 -");
    check("1 sits; 1 adds; 1 adds; 1 adds; 2 sits", "lobby 1: 1 2 c c");
    check("1 sits; 1 adds 3; 2 sits 3", "lobby 1: 1 - - 2");
}

#[test]
fn leaving_before_the_start_frees_that_seat_alone() {
    check("1 sits; 2 sits; 3 sits; 2 leaves", "lobby 1: 1 - 3 -");
    check(
        "1 sits; 2 sits; 3 sits; 2 leaves; 4 sits",
        "lobby 1: 1 4 3 -",
    );
    check("1 sits; 2 leaves => NotSeated", "lobby 1: 1 - - -");
}

#[test]
fn the_next_person_is_host_and_the_last_one_out_closes_the_table() {
    check("2 sits", "lobby 2: 2 - - -");
    check("1 sits; 2 sits; 3 sits; 1 leaves", "lobby 2: - 2 3 -");
    check(
        "1 sits; 2 sits; 1 leaves; 1 sets rounds 2 => NotHost",
        "lobby 2: - 2 - -",
    );
    check(
        "1 sits; 1 adds; 1 leaves; 2 sits => Closed",
        "closed 1: - c - -",
    );
}

#[test]
fn computers_are_added_and_removed_by_those_at_the_table_before_the_start() {
    check("1 adds; 1 adds 3; 1 removes 0", "lobby 1: - - - c");
    check(
        "1 sits; 2 adds => NotSeated; 1 adds 0 => SeatTaken",
        "lobby 1: 1 - - -",
    );
    check(
        "1 sits; 1 removes 0 => NoComputer; 1 removes 9 => NoSuchSeat",
        "lobby 1: 1 - - -",
    );
    check(
        "1 sits; 1 adds; 1 starts; 1 adds => NotInLobby",
        "playing 1: 1 c",
    );
    check(
        "1 sits; 1 adds; 1 starts; 1 removes 1 => NotInLobby",
        "playing 1: 1 c",
    );
}

#[test]
fn a_match_starts_with_enough_players_who_move_up() {
    check("1 sits; 1 starts => TooFew", "lobby 1: 1 - - -");
    check(
        "1 sits; 2 sits 3; 3 starts => NotSeated; 2 starts",
        "playing 1: 1 2",
    );
    check(
        "1 sits; 2 sits; 1 starts; 2 starts => NotInLobby",
        "playing 1: 1 2",
    );
    check("1 adds; 1 adds; 1 starts", "playing 1: c c");
}

#[test]
fn house_rules_are_the_hosts_before_a_match_and_limits_at_any_time() {
    check(
        "1 sits; 1 sets rounds 3; 1 sets from x => Rule(BadValue",
        "lobby 1: 1 - - -",
    );
    check(
        "1 sits; 1 sets colour blue => Rule(UnknownName",
        "lobby 1: 1 - - -",
    );
    check(
        "1 sits; 2 sits; 2 sets rounds 3 => NotHost",
        "lobby 1: 1 2 - -",
    );
    let script = "1 sits; 2 sits; 1 starts; 1 sets rounds 3 => NotInLobby; 1 sets turn_limit off";
    check(script, "playing 1: 1 2");
    let alone = "1 sits; 1 adds; 1 starts;";
    check(
        &format!("{alone} 1 sets turn_limit off; 1 sets rounds 3; 1 sets seats 3"),
        "playing 1: 1 c",
    );
    check(
        &format!("{alone} 1 steps; 1 sets rounds 3 => NotInLobby"),
        "playing 1: 1 c",
    );
    check(
        "1 sits; 2 sits; 1 starts; 2 leaves; 1 sets rounds 3 => NotInLobby",
        "playing 1: 1 l2",
    );
    check("1 sits 3; 1 sets seats 2", "lobby 1: 1 -");
    check(
        "1 sits; 2 sits; 3 sits; 1 sets seats 2 => TooMany",
        "lobby 1: 1 2 3 -",
    );
    check("1 sits; 1 sets seats 2; 1 sets seats 3", "lobby 1: 1 - -");
}

const FOUR: &str = "1 sits; 2 sits; 3 sits; 4 sits; 1 starts;";

#[test]
fn a_leaver_is_replaced_in_a_match_and_may_come_back_at_any_time() {
    check(&format!("{FOUR} 2 leaves"), "playing 1: 1 l2 3 4");
    check(&format!("{FOUR} 2 leaves; 2 sits"), "playing 1: 1 2 3 4");
    check(&format!("{FOUR} 2 leaves; 2 sits 3"), "playing 1: 1 2 3 4");
    check(
        &format!("{FOUR} 2 leaves; 2 shouts => NotSeated"),
        "playing 1: 1 l2 3 4",
    );
    check(
        &format!("{FOUR} 1 leaves; 2 leaves; 1 sits"),
        "playing 3: 1 l2 3 4",
    );
    let all = "1 leaves; 2 leaves; 3 leaves; 4 leaves; 1 sits => Closed";
    check(&format!("{FOUR} {all}"), "closed 4: l1 l2 l3 l4");
}

#[test]
fn a_leaver_is_out_where_the_game_can_go_on_without_them() {
    let rules = Rules {
        out: 1,
        ..Rules::default()
    };
    check_with(rules, &format!("{FOUR} 2 leaves"), "playing 1: 1 - 3 4");
    let over = "2 leaves; 2 sits => HeldAnotherHand; 3 leaves; 4 leaves";
    check_with(rules, &format!("{FOUR} {over}"), "over 1: 1 - - -");
}

#[test]
fn nobody_gets_to_see_two_hands_of_a_match() {
    let script = "1 sits; 2 sits; 1 adds; 1 starts; 2 leaves; 2 sits 2";
    check(script, "playing 1: 1 2 c");
    let script = "1 sits; 2 sits; 1 adds; 1 starts; 2 leaves; 3 sits 1; 2 sits => HeldAnotherHand";
    check(script, "playing 1: 1 3 c");
    let script = "1 sits; 1 adds; 1 adds; 1 starts; 2 sits 1; 2 leaves; 3 sits 1; 2 sits 2 => HeldAnotherHand; 3 leaves; 2 sits 2 => HeldAnotherHand; 2 sits";
    check(script, "playing 1: 1 2 c");
}

#[test]
fn two_turns_of_the_clock_make_room_for_a_computer_until_they_are_back() {
    let two = "1 sits; 2 sits; 1 sets turns 20; 1 starts;";
    check(&format!("{two} t0 steps; 2 steps"), "playing 1: 1 2");
    check(
        &format!("{two} t0 steps; 2 steps; t0 steps"),
        "playing 2: s1 2",
    );
    check(
        &format!("{two} t0 steps; 2 steps; 1 steps; 2 steps; t0 steps"),
        "playing 1: 1 2",
    );
    let gone = format!("{two} t0 steps; 2 steps; t0 steps; 2 steps;");
    check(
        &format!("{gone} 3 sits => Full; c0 steps"),
        "playing 2: s1 2",
    );
    check(&format!("{gone} 1 steps"), "playing 2: 1 2");
    check(
        &format!("{gone} 1 sits; c0 steps => NotAwaited"),
        "playing 2: 1 2",
    );
    check(&format!("{gone} 1 leaves; 3 sits"), "playing 2: n3 2");
    // Whoever is only absent may come back, though nobody else is left.
    check(&format!("{gone} 2 leaves"), "playing 2: s1 l2");
    let off = "1 sets absent_turns off; t0 steps; 2 steps; t0 steps; 2 steps; t0 steps";
    check(&format!("{two} {off}"), "playing 1: 1 2");
}

#[test]
fn the_clock_acts_only_for_a_person_whose_time_runs() {
    let rules = Rules {
        from: 1,
        turns: 9,
        ..Rules::default()
    };
    let start = "1 sits; 2 sits; 1 adds; 1 starts;";
    check_with(
        rules,
        &format!("{start} t0 steps => NotAwaited"),
        "playing 1: 1 2 c",
    );
    let script = "tick; tick => Stale; t1 steps => NotAwaited; t0 cheats => Game; t0 steps";
    check_with(rules, &format!("{start} {script}"), "playing 1: 1 2 c");
    let script = "tick; 1 steps; 2 steps; t2 steps => NotAwaited; c0 steps => NotAwaited; c2 steps";
    check_with(rules, &format!("{start} {script}"), "playing 1: 1 2 c");
    let script = "tick; 1 sets turn_limit off; t0 steps => NotAwaited";
    check_with(rules, &format!("{start} {script}"), "playing 1: 1 2 c");
}

#[test]
fn three_votes_carry_a_reset_or_all_where_fewer_sit_and_always_more_than_half() {
    check(&format!("{FOUR} 1 votes; 2 votes"), "playing 1: 1 2 3 4");
    check(
        &format!("{FOUR} 1 votes; 2 votes; 4 votes"),
        "lobby 1: 1 2 3 4",
    );
    check(
        &format!("{FOUR} 1 votes; 1 votes => VoteStands; 5 votes => NotSeated"),
        "playing 1: 1 2 3 4",
    );
    check(
        &format!("{FOUR} 1 votes; 2 votes; 1 unvotes; 3 votes"),
        "playing 1: 1 2 3 4",
    );
    check(
        &format!("{FOUR} 1 unvotes => VoteStands"),
        "playing 1: 1 2 3 4",
    );
    check(
        "1 sits; 2 sits; 1 adds; 1 starts; 1 votes; 2 votes",
        "lobby 1: 1 2 c -",
    );
    check("1 sits; 1 adds; 1 starts; 1 votes", "lobby 1: 1 c - -");
    let rules = Rules {
        seats: 6,
        ..Rules::default()
    };
    let six = "1 sits; 2 sits; 3 sits; 4 sits; 5 sits; 6 sits; 1 starts; 1 votes; 2 votes; 3 votes";
    check_with(rules, six, "playing 1: 1 2 3 4 5 6");
    let reset = "lobby 1: 1 2 3 4 5 6";
    check_with(rules, &format!("{six}; 4 votes"), reset);
    check_with(
        rules,
        &format!("1 sits; 1 sets reset_votes three; {}", &six[8..]),
        reset,
    );
    check("1 sits; 2 sits; 1 votes => NotPlaying", "lobby 1: 1 2 - -");
}

#[test]
fn what_was_spent_is_taken_from_the_bank_of_who_acts_and_each_match_has_banks_of_its_own() {
    let left = |script: &str| {
        let (table, _) = play(Rules::default(), script);
        let seats = table.view(Viewer::Public).seats;
        seats.iter().map(|seat| seat.bank_s).collect::<Vec<_>>()
    };
    let start = "1 sits; 2 sits; 1 adds; 1 sets bank 2; 1 starts;";
    let two = Some(120);
    assert_eq!(left(start), [two, two, None]);
    let acted = format!("{start} 1 steps -20s; 2 steps -130s;");
    assert_eq!(left(&acted), [Some(100), Some(0), None]);
    // Who gets up and comes back has no more time than before.
    let back = format!("{acted} 1 leaves; 1 sits");
    assert_eq!(left(&back), [Some(100), Some(0), None]);
    let over = format!("{acted} c2 steps; 1 steps -5s;");
    assert_eq!(left(&format!("{over} 1 starts")), [two, two, None]);
    assert_eq!(left("1 sits; 2 sits; 1 starts; 1 steps -20s"), [None, None]);
    // It is in the digests, and in the journal.
    let (spent, _) = play(Rules::default(), &acted);
    let (kept, _) = play(Rules::default(), &format!("{start} 1 steps; 2 steps;"));
    assert_ne!(spent.digest(), kept.digest());
}

#[test]
fn votes_end_with_the_round_and_with_those_who_go() {
    let rules = Rules {
        turns: 2,
        rounds: 3,
        ..Rules::default()
    };
    let script = "1 votes; 2 votes; 1 steps; 2 steps; 3 votes; 4 votes";
    check_with(rules, &format!("{FOUR} {script}"), "playing 1: 1 2 3 4");
    let script = "1 votes; 2 votes; 2 leaves; 3 votes";
    check(&format!("{FOUR} {script}"), "playing 1: 1 l2 3 4");
    let script = "1 votes; 2 votes; 3 leaves; 4 leaves";
    check(&format!("{FOUR} {script}"), "lobby 1: 1 2 c c");
}

#[test]
fn after_a_match_the_same_seats_play_another_one() {
    let over = "1 sits; 2 sits; 1 starts; 1 steps; 2 steps; 1 steps; 2 steps;";
    check(over, "over 1: 1 2 - -");
    check(
        &format!("{over} 1 steps => NotPlaying; 2 starts"),
        "playing 1: 1 2",
    );
    check(
        &format!("{over} 1 sets turns 1; 3 sits; 1 starts"),
        "playing 1: 1 2 3",
    );
    check(
        &format!("{over} 2 leaves; 1 starts => TooFew; 2 sits; 1 starts"),
        "playing 1: 1 2",
    );
    let (table, _) = play(
        Rules::default(),
        &format!("{over} 1 starts; {}", &over[25..]),
    );
    let view = table.view(Viewer::Public);
    assert_eq!((view.number, view.series.played), (2, 2));
    assert_eq!((view.seats[0].won, view.seats[1].won), (2, 0));
}

#[test]
fn a_quiet_table_can_be_ended_by_anybody_who_sits_there_where_the_limits_say_so() {
    let quiet = "1 sits; 2 sits; 1 sets open_end 3";
    check(
        "1 sits; 2 sits; 2 closes after 999 => NotHost",
        "lobby 1: 1 2 - -",
    );
    check(
        &format!("{quiet}; 2 closes after 179 => NotQuiet"),
        "lobby 1: 1 2 - -",
    );
    check(&format!("{quiet}; 2 closes after 180"), "closed 1: 1 2 - -");
    check(
        &format!("{quiet}; 1 starts; 2 closes after 180"),
        "closed 1: 1 2",
    );
    check(&format!("{quiet}; 1 closes after 0"), "closed 1: 1 2 - -");
    check(
        &format!("{quiet}; 3 closes after 999 => NotSeated"),
        "lobby 1: 1 2 - -",
    );
    check(
        &format!("{quiet}; 2 closes => NotHost; m9 closes"),
        "closed 1: 1 2 - -",
    );
}

#[test]
fn a_table_is_closed_by_its_host_a_moderator_or_the_clock() {
    check(
        "1 sits; 2 sits; 2 closes => NotHost; 1 closes; 1 sits => Closed",
        "closed 1: 1 2 - -",
    );
    check(&format!("{FOUR} m9 closes"), "closed 1: 1 2 3 4");
    check("1 sits; idle", "closed 1: 1 - - -");
    check(
        &format!("{FOUR} idle => NotInLobby; gone"),
        "closed 1: 1 2 3 4",
    );
}

#[test]
fn a_paused_match_goes_on_only_when_somebody_at_the_table_does_something() {
    let paused = "1 sits; 2 sits; 1 adds; 1 sets turns 20; 1 starts; 1 steps; pause;";
    let still = |script: &str| {
        let script = format!("{paused} {script}");
        check(&script, "playing 1: 1 2 c");
        play(Rules::default(), &script).0.is_paused()
    };
    assert!(still(
        "pause => Stale; t1 steps => NotAwaited; tick => Stale"
    ));
    assert!(still(
        "9 votes => NotSeated; 9 steps => NotSeated; 2 sits 2 => AlreadySeated"
    ));
    for back in [
        "1 sits",
        "2 sits 1",
        "1 votes",
        "2 steps",
        "1 shouts",
        "1 sets ping off",
    ] {
        assert!(!still(back), "{back}");
    }
    // Who leaves is not there, and whoever takes a seat is.
    let left = play(Rules::default(), &format!("{paused} 1 leaves")).0;
    assert!(left.is_paused());
    check(
        &format!("{paused} 9 sits; c2 steps => NotAwaited"),
        "playing 1: 1 2 9",
    );
    check(&format!("{paused} idle"), "closed 1: 1 2 c");
    check("1 sits; pause => NotPlaying", "lobby 1: 1 - - -");
    check(
        "1 sits; 2 sits; 1 sets turn_limit off; 1 starts; idle",
        "closed 1: 1 2",
    );
}

#[test]
fn whoever_plays_pauses_the_match_and_lets_a_computer_play_for_them() {
    let two = "1 sits; 2 sits; 1 sets turns 20; 1 starts;";
    let paused = |script: &str| {
        play(Rules::default(), &format!("{two} {script}"))
            .0
            .is_paused()
    };
    assert!(paused("2 halts; 1 halts => Stale; 9 halts => NotSeated"));
    assert!(!paused("2 halts; 1 steps"));
    check(
        "1 sits; 1 halts => NotPlaying; 1 rests => NotPlaying",
        "lobby 1: 1 - - -",
    );
    check(
        &format!(
            "{two} 1 rests; 1 rests => NotSeated; 9 rests => NotSeated; c1 steps => NotAwaited; c0 steps"
        ),
        "playing 2: s1 2",
    );
    // A play of their own, or a tap, and it is their turn again; whoever else is there is host meanwhile, and stays it.
    check(&format!("{two} 1 rests; 1 steps"), "playing 2: 1 2");
    check(&format!("{two} 1 rests; 1 sits"), "playing 2: 1 2");
}

#[test]
fn the_clock_has_nothing_to_do_in_a_paused_match() {
    let rules = Rules {
        from: 3,
        ..Rules::default()
    };
    let waits = |script: &str| {
        let (table, _) = play(rules, &format!("1 sits; 2 sits; 1 starts; tick; {script}"));
        (table.cue().is_some(), table.tick().is_some())
    };
    assert_eq!(waits("1 shouts"), (true, true));
    assert_eq!(waits("pause"), (false, false));
    assert_eq!(waits("pause; 1 shouts"), (true, true));
}

#[test]
fn a_control_of_a_turn_that_has_passed_is_stale_but_chatter_does_not_make_it_so() {
    let two = "1 sits; 2 sits; 1 sets turns 20; 1 starts; 1 steps;";
    check(&format!("{two} 2 steps @0"), "playing 1: 1 2");
    check(
        &format!("{two} 1 shouts; 1 votes; 2 shouts; 2 steps @-3"),
        "playing 1: 1 2",
    );
    check(
        &format!("{two} 2 steps; 1 steps; 2 steps @-2 => Stale"),
        "playing 1: 1 2",
    );
    check(
        &format!("{two} 2 steps @1 => Stale; 2 steps @-900 => Stale"),
        "playing 1: 1 2",
    );
    check(
        &format!("{two} 1 votes @-1; 2 steps; 2 votes @-2"),
        "lobby 1: 1 2 - -",
    );
    check(
        &format!("{two} 1 leaves @-2 => Stale; 1 leaves @-1"),
        "playing 2: l1 2",
    );
    check(
        "1 sits; 2 sits; 3 sits @-2; 1 starts @-1; 1 starts @-2 => Stale",
        "playing 1: 1 2 3",
    );
    let rules = Rules {
        from: 3,
        ..Rules::default()
    };
    check_with(
        rules,
        "1 sits; 2 sits; 1 starts; tick; tick; 1 shouts @-2",
        "playing 1: 1 2",
    );
    let rules = Rules {
        turns: 1,
        rounds: 9,
        ..Rules::default()
    };
    check_with(
        rules,
        "1 sits; 2 sits; 1 starts; 1 steps; 1 votes @-1 => Stale",
        "playing 1: 1 2",
    );
}

#[test]
fn the_same_request_is_accepted_once() {
    check(
        "1 sits #7; 2 sits #7 => Duplicate; 2 sits #8",
        "lobby 1: 1 2 - -",
    );
    check(
        "1 sits; 1 sits #7 => AlreadySeated; 2 sits #7",
        "lobby 1: 1 2 - -",
    );
    let (table, entries) = play(Rules::default(), "1 sits #7; 2 sits #8");
    let again = Table::replay(header(Rules::default()), entries).expect("its own journal");
    let (submission, _) = read("3 sits #7", &table);
    assert!(matches!(
        again.propose(&submission),
        Err(Refusal::Duplicate)
    ));
}

#[test]
fn requests_are_remembered_within_bounds() {
    let mut script = String::from("1 sits #1; 2 sits; 1 starts;");
    script.extend((2..=MOST_NONCES + 9).map(|nonce| format!("1 shouts #{nonce};")));
    let (table, _) = play(Rules::default(), &script);
    assert_eq!(table.nonces.len(), MOST_NONCES);
}

#[test]
fn names_are_cut_to_a_bound_and_never_empty() {
    let table = Table::new(header(Rules::default()));
    for (name, kept) in [
        ("  Ana ", "Ana".to_owned()),
        ("", "1".to_owned()),
        (&"长".repeat(6_000), "长".repeat(MOST_NAME_CHARS)),
    ] {
        let input = Input::Sit {
            person: OPENER,
            name: name.to_owned(),
            seat: None,
        };
        let proposal = table
            .propose(&Submission::typed(input))
            .expect("a free seat");
        assert_eq!(
            proposal.table.view(Viewer::Public).seats[0].name,
            Some(kept)
        );
    }
}

#[test]
fn views_and_notices_show_a_secret_to_its_owner_alone() {
    let (lobby, _) = play(Rules::default(), "1 sits; 2 sits");
    let (submission, _) = read("1 starts", &lobby);
    let proposal = lobby.propose(&submission).expect("two are seated");
    let table = &proposal.table;
    for (viewer, own) in [
        (table.viewer(PersonId(1)), Some(0)),
        (table.viewer(PersonId(2)), Some(1)),
        (table.viewer(PersonId(3)), None),
    ] {
        let secrets = proposal
            .events
            .iter()
            .filter_map(|e| notice::<Countdown>(e, viewer));
        let told: Vec<Seat> = secrets
            .filter_map(|told| match told {
                News::Game(Event::Secret { seat, .. }) => Some(seat),
                _ => None,
            })
            .collect();
        assert_eq!(told, own.map(Seat::new).into_iter().collect::<Vec<_>>());
        let view = table.view(viewer);
        assert_eq!(view.seat(), own.map(Seat::new));
        assert_eq!(
            view.stage.game().expect("playing").secret.is_some(),
            own.is_some()
        );
    }
}

#[test]
fn what_may_be_logged_shows_nothing_hidden() {
    let (lobby, _) = play(Rules::default(), "1 sits; 2 sits");
    let (submission, _) = read("1 starts", &lobby);
    let proposal = lobby.propose(&submission).expect("two are seated");
    let head = Record::of_header(&header(Rules::default()), UnixMillis(0));
    let shown = format!("{proposal:?} {:?} {head:?}", proposal.table);
    for word in ["secret", "Secret", "seat", "hand"] {
        assert!(!shown.contains(word), "{shown}");
    }
}
