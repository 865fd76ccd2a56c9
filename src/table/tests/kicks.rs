//! The host takes somebody off their seat.

use super::script::*;

const TWO: &str = "1 sits; 2 sits; 1 starts;";

#[test]
fn the_host_takes_others_off_their_seats_and_they_may_not_sit_down_again() {
    check("1 sits; 2 sits; 3 sits; 1 kicks 2", "lobby 1: 1 - 3 -");
    check(
        "1 sits; 2 sits; 1 kicks 2; 2 sits => Barred; 2 sits 3 => Barred; 3 sits",
        "lobby 1: 1 3 - -",
    );
    check(
        "1 sits; 2 sits; 1 kicks 2; 2 leaves => NotSeated",
        "lobby 1: 1 - - -",
    );
}

#[test]
fn only_the_host_does_and_only_to_others_who_sit_there() {
    check("1 sits; 2 sits; 2 kicks 1 => NotHost", "lobby 1: 1 2 - -");
    check("1 sits; 1 kicks 1 => OwnSeat", "lobby 1: 1 - - -");
    check("1 sits; 1 kicks 2 => NotThere", "lobby 1: 1 - - -");
    // Who opened the table and has not sat down is its host until somebody sits.
    check("2 sits; 1 kicks 2 => NotHost", "lobby 2: 2 - - -");
}

#[test]
fn in_a_match_a_computer_plays_on_and_others_may_take_the_seat() {
    check(&format!("{TWO} 1 kicks 2"), "playing 1: 1 l2");
    check(
        &format!("{TWO} 1 kicks 2; 2 sits => Barred; 2 steps => NotSeated; 3 sits"),
        "playing 1: 1 3",
    );
}

#[test]
fn a_match_that_is_over_or_given_up_makes_them_welcome_again() {
    let over = format!("{TWO} 1 kicks 2; 1 votes");
    check(&format!("{over}; 2 sits"), "lobby 1: 1 c 2 -");
    let kicked = "1 sits; 2 sits; 1 kicks 2; 1 adds; 1 starts; 2 sits => Barred; 1 votes; 2 sits";
    check(kicked, "lobby 1: 1 c 2 -");
}

#[test]
fn a_table_is_brought_back_with_those_who_may_not_sit_down() {
    let (table, _) = play(Rules::default(), "1 sits; 2 sits; 3 sits; 1 kicks 2");
    let (other, _) = play(Rules::default(), "1 sits; 2 sits; 3 sits; 2 leaves");
    assert_ne!(table.digest(), other.digest());
    assert_eq!(
        table.view(crate::game::Viewer::Public).barred,
        [PersonId(2)]
    );
}
