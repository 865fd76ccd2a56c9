//! What scripts do not tell: what is dealt anew, what a digest tells apart, what became of a challenge.

use super::script::*;

#[test]
fn every_match_is_dealt_anew() {
    let secrets = |script: &str| {
        let (table, _) = play(Rules::default(), script);
        Seat::first(2)
            .map(|seat| table.game_view(seat).expect("a match").secret)
            .collect::<Vec<_>>()
    };
    let begun = "1 sits; 2 sits; 1 starts;";
    let again = format!("{begun} 1 steps; 2 steps; 1 steps; 2 steps; 1 starts");
    assert_ne!(secrets(begun), secrets(&again));
}

#[test]
fn each_computer_player_has_a_seed_of_its_own() {
    let table = Table::new(header(Rules::default()));
    let mut seeds: Vec<String> = Seat::first(4)
        .map(|seat| table.player_seed(seat).reveal())
        .chain([Seed::from_number(5).reveal()])
        .collect();
    seeds.sort();
    seeds.dedup();
    assert_eq!(seeds.len(), 5, "and none is the table's secret");
}

#[test]
fn what_tells_two_tables_apart_is_in_their_digests() {
    let digest = |script: &str| {
        let (table, _) = play_from(header_of("joins=1"), &format!("1 sits; 2 sits; {script}"));
        table.digest()
    };
    for (begun, one, other) in [
        // Whether it is paused, who votes, whose turn the clock played, who waits for a seat.
        ("1 starts", "pause", "1 sets ping on"),
        ("1 starts", "1 votes", "1 sets ping on"),
        ("1 starts", "t0 steps", "1 steps"),
        ("1 starts; 1 steps", "3 sits", "4 sits"),
        // What is left in a bank, who may not sit down, what is asked for.
        ("1 sets bank 2; 1 starts", "1 steps -20s", "1 steps"),
        ("3 sits", "1 kicks 2", "2 leaves"),
        (
            "1 sets consent on; 1 starts; 1 steps",
            "1 kicks 2",
            "1 sets turn_limit 5",
        ),
    ] {
        let [one, other] = [one, other].map(|last| format!("{begun}; {last}"));
        assert_ne!(digest(&one), digest(&other), "{one}, {other}");
    }
}

#[test]
fn who_comes_between_two_rounds_sits_down_and_does_not_wait() {
    let script = "1 sits; 2 sits; 1 starts; 1 steps; 2 steps";
    let (table, _) = play_from(header_of("rounds=3 turns=2 joins=1"), script);
    let (submission, _) = read("3 sits", &table);
    let events = table.propose(&submission).expect("there is a seat").events;
    assert!(
        matches!(&events[..], [News::Table(Happening::Sat { .. })]),
        "{events:?}"
    );
}

/// Person 1 has challenged person 2.
const CHALLENGE: &str = "seats=2 turns=2 invited=2";

#[test]
fn what_became_of_a_challenge_can_be_seen_afterwards() {
    let (table, _) = play_from(header_of(CHALLENGE), "1 sits; 2 declines");
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

    let (table, _) = play_from(
        header_of(CHALLENGE),
        "1 sits; 2 sits; 1 starts; 1 steps; 1 closes",
    );
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
    let invited = line(header_of(CHALLENGE))["invited"].clone();
    assert_eq!(invited, serde_json::json!({ "person": 2, "name": "Bo" }));
}
