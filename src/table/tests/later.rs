//! What a later version wrote and this one does not know is told from damage: it is set aside, not mended.

use super::journals::saved;
use super::*;

/// This version has to say that this was written by a later one.
#[track_caller]
fn check_later(kept: &Saved, what: &str) {
    match restore::<Countdown>(kept) {
        Err(ReplayError::Later { what: told }) => assert_eq!(told, what),
        Err(other) => panic!("{what}: {other}"),
        Ok(_) => panic!("{what} was overlooked"),
    }
    assert!(mend::<Countdown>(kept).is_none(), "{what}: it is sound");
}

#[test]
fn what_the_later_version_used_is_told_from_damage() {
    let rules = Rules {
        out: 1,
        ..Rules::STANDARD
    };
    let (_, entries) = play(rules, "1 sits; 2 sits; 1 starts; 1 steps");
    let sound = saved(header(rules), &entries);
    let last = entries.len() - 1;
    let line = |from: &str, to: &str| {
        let mut kept = sound.clone();
        let line = &mut kept.entries[last].line;
        *line = line.replacen(from, to, 1);
        assert_ne!(*line, sound.entries[last].line, "{from}");
        kept
    };
    check_later(&line("\"Step\"", "\"bid\""), "bid");
    check_later(&line("{\"act\":", "{\"resign\":"), "resign");
    check_later(&line("\"input\"", "\"scene\":4,\"input\""), "scene");
    check_later(
        &line("\"input\"", "\"revision\":2,\"input\""),
        "revision 2 of the rules",
    );
    let set = |name: &str, value: &str| {
        let mut kept = sound.clone();
        let set = Input::<Countdown>::SetRule {
            by: PersonId(1),
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let entry = Entry {
            input: set,
            ..entries[1].clone()
        };
        kept.entries[1] = Record::of_entry(&entry, UnixMillis(0));
        kept
    };
    check_later(&set("blind", "3"), "the house rule blind");
    check_later(
        &set("rounds", "many"),
        "another value of the house rule rounds",
    );
    let head = |from: &str, to: &str| {
        let mut kept = sound.clone();
        kept.header.line = kept.header.line.replacen(from, to, 1);
        assert_ne!(kept.header.line, sound.header.line, "{from}");
        kept
    };
    check_later(
        &head("\"format\":1", "\"format\":2,\"shape\":[]"),
        "format 2",
    );
    check_later(
        &head("\"revision\":1", "\"revision\":2"),
        "revision 2 of the rules",
    );
    check_later(
        &head("\"rules\":{", "\"rules\":{\"blind\":3,"),
        "blind among the house rules",
    );
    check_later(
        &head("\"limits\":{", "\"limits\":{\"overtime\":5,"),
        "overtime among the limits",
    );
    check_later(&head("\"secret\"", "\"club\":7,\"secret\""), "club");
    let damaged = head("\"secret\"", "\"secret");
    assert!(matches!(
        restore::<Countdown>(&damaged),
        Err(ReplayError::Unreadable { .. })
    ));
}
