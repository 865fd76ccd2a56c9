//! Challenges: a table that waits for the answer of one person.

use super::script::*;

/// Person 1 has challenged person 2.
fn challenge() -> Header<Countdown> {
    let rules = Rules {
        seats: 2,
        turns: 2,
        ..Rules::default()
    };
    let mut header = header(rules);
    header.invited = Some(Invited {
        person: PersonId(2),
        name: "Bo".to_owned(),
    });
    header
}

fn check(script: &str, expected: &str) {
    check_from(challenge(), script, expected);
}

#[test]
fn only_who_was_challenged_gets_the_free_seat() {
    check("1 sits; 3 sits => Kept; 2 sits", "lobby 1: 1 2");
    check("1 sits; 1 sits => Kept; 1 sits 1 => Kept", "lobby 1: 1 -");
    check("1 sits; 2 sits; 1 starts; 3 sits => Full", "playing 1: 1 2");
    // The answer is given: from then on it is a table like any other.
    check("1 sits; 2 sits; 2 leaves; 3 sits", "lobby 1: 1 3");
}

#[test]
fn a_challenge_stays_as_it_was_made_until_it_is_answered() {
    check("1 sits; 1 adds => Kept; 1 starts => Kept", "lobby 1: 1 -");
    let script =
        "1 sits; 1 sets turns 3 => Kept; 1 sets turn_limit 30 => Kept; 2 sits; 1 sets turns 3";
    check(script, "lobby 1: 1 2");
}

#[test]
fn it_is_declined_by_who_was_challenged_and_taken_back_by_the_challenger() {
    check("1 sits; 2 declines; 2 sits => Closed", "closed 1: 1 -");
    check(
        "1 sits; 3 declines => Kept; 1 declines => Kept",
        "lobby 1: 1 -",
    );
    check("1 sits; 2 sits; 2 declines => Stale", "lobby 1: 1 2");
    check("1 sits; 2 closes => NotHost; 1 closes", "closed 1: 1 -");
    check("1 sits; 1 leaves", "closed 1: - -");
    check("1 sits; idle", "closed 1: 1 -");
}

#[test]
fn what_became_of_it_can_be_seen_afterwards() {
    let (table, _) = play_from(challenge(), "1 sits; 2 declines");
    let view = table.view(Viewer::Public);
    let by = Some(Closer::Declined(PersonId(2)));
    assert_eq!(
        view.closing
            .map(|closing| (closing.by, closing.game.is_some())),
        Some((by, false))
    );
    assert_eq!(
        view.invited.map(|invited| invited.name).as_deref(),
        Some("Bo")
    );

    let (table, _) = play_from(challenge(), "1 sits; 2 sits; 1 starts; 1 steps; 1 closes");
    let view = table.view(Viewer::Public);
    let closing = view.closing.expect("it is closed");
    assert_eq!(closing.by, Some(Closer::Host(PersonId(1))));
    assert_eq!(closing.game.map(|game| game.taken), Some(1));
    assert_eq!(view.invited, None);
}

#[test]
fn a_header_without_a_challenge_is_written_as_before() {
    let line = |header| serde_json::to_value(header).expect("a header");
    assert!(line(header(Rules::default())).get("invited").is_none());
    let invited = line(challenge())["invited"].clone();
    assert_eq!(invited, serde_json::json!({ "person": 2, "name": "Bo" }));
}
