//! What may happen at a table: the scripts of `fixtures/table/scripts.cases`, and what they do not tell.

mod between;
mod decided;
mod digests;
mod journals;
mod later;
mod round_log;
mod script;

use crate::game::cases;
use script::*;
pub(super) use script::{header_of, input, sum_up};

cases::sections! {
    include_str!("../../fixtures/table/scripts.cases"), check_section;
    people_take_the_first_free_seat_or_the_one_they_name
    somebody_may_move_to_another_seat_and_computers_make_room_before_the_start
    leaving_before_the_start_frees_that_seat_alone
    the_next_person_is_host_and_the_last_one_out_closes_the_table
    computers_are_added_and_removed_by_those_at_the_table_before_the_start
    a_match_starts_with_enough_players_who_move_up
    house_rules_are_the_hosts_before_a_match_and_limits_at_any_time
    a_leaver_is_replaced_in_a_match_and_may_come_back_at_any_time
    a_leaver_is_out_where_the_game_can_go_on_without_them
    nobody_gets_to_see_two_hands_of_a_match
    two_turns_of_the_clock_make_room_for_a_computer_until_they_are_back
    the_clock_acts_only_for_a_person_whose_time_runs
    three_votes_carry_a_reset_or_all_where_fewer_sit_and_always_more_than_half
    what_was_spent_is_taken_from_the_bank_of_who_acts_and_each_match_has_banks_of_its_own
    votes_end_with_the_round_and_with_those_who_go
    after_a_match_the_same_seats_play_another_one
    a_quiet_table_can_be_ended_by_anybody_who_sits_there_where_the_limits_say_so
    a_table_is_closed_by_its_host_a_moderator_or_the_clock
    a_paused_match_goes_on_only_when_somebody_at_the_table_does_something
    whoever_plays_pauses_the_match_and_lets_a_computer_play_for_them
    the_clock_has_nothing_to_do_in_a_paused_match
    a_control_of_a_turn_that_has_passed_is_stale_but_chatter_does_not_make_it_so
    the_same_request_is_accepted_once
    won_matches_count_until_somebody_comes_goes_or_moves
    whoever_left_has_left_for_good_and_whoever_was_absent_has_their_seat
    turns_missed_in_a_match_do_not_count_in_the_next
    a_match_that_is_over_makes_those_welcome_again_who_were_taken_off_their_seat
    a_match_that_is_given_up_while_it_is_paused_is_not_paused_any_more
    a_seat_is_played_by_the_computer_that_the_limits_name
    the_host_takes_others_off_their_seats_and_they_may_not_sit_down_again
    only_the_host_does_and_only_to_others_who_sit_there
    in_a_match_a_computer_plays_on_and_others_may_take_the_seat
    a_match_that_is_over_or_given_up_makes_them_welcome_again
    only_who_was_challenged_gets_the_free_seat
    a_challenge_stays_as_it_was_made_until_it_is_answered
    it_is_declined_by_who_was_challenged_and_taken_back_by_the_challenger
    a_newcomer_waits_for_the_next_round_and_may_change_their_mind
    no_more_come_in_than_there_are_seats
    in_the_last_round_a_newcomer_waits_for_the_next_match
    the_host_closes_the_table_to_newcomers_and_opens_it_again
    a_seat_that_a_computer_plays_on_is_taken_over_before_anybody_waits
    nobody_waits_where_the_game_takes_no_more_players
    rules_are_not_set_in_a_match_that_somebody_has_left
    a_seat_that_is_kept_is_not_waited_for_by_its_name
    who_takes_over_a_seat_waits_no_longer
    who_asked_for_a_seat_and_comes_in_otherwise_asks_no_more
    won_matches_count_anew_when_somebody_comes_in
    somebody_new_may_take_a_computers_seat_in_a_match
    other_limits_in_the_middle_of_a_round_count_from_the_next_or_when_the_others_agree
    a_kick_in_a_round_needs_the_yes_of_everybody_who_has_played_it
    a_seat_that_was_left_is_kept_for_a_while_and_nobody_sees_two_hands
    nobody_sees_a_hand_of_the_round_that_somebody_else_has_seen
    the_host_is_asked_before_somebody_new_sits_down_in_a_match
    a_table_that_asks_lets_nobody_in_unasked_before_a_match_either
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
