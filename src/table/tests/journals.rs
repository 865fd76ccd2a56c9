//! What a journal leads to: from its beginning, from a snapshot on, and where it no longer fits.

use super::*;
use crate::game::Digest;

/// A journal as it is kept, its entries at the times 1, 2, 3, …
pub(super) fn saved<G: Game>(header: Header<G>, entries: &[Entry<G>]) -> Saved {
    let times = (1..).map(UnixMillis);
    let records = entries.iter().zip(times);
    Saved {
        table: TableId {
            key: TableKey(1),
            opening: header.opening,
        },
        game: G::KIND,
        header: Record::of_header(&header, UnixMillis(0)),
        snapshot: None,
        entries: records
            .map(|(entry, at)| Record::of_entry(entry, at))
            .collect(),
        altered: false,
    }
}

/// Two players, three ticks before each of three rounds of two turns.
const RULES: Rules = Rules {
    from: 3,
    rounds: 3,
    turns: 2,
    ..Rules::STANDARD
};

/// Two rounds and the beginning of a third.
const SCRIPT: &str = "1 sits; 2 sits; 1 starts; tick; tick; 2 shouts; tick; 1 steps; 2 steps; tick; tick; \
    tick; 1 steps; 1 shouts; 2 steps; tick; tick; tick; 1 steps";

/// Plays a script as the host of tables does: ticks that are not written down are not.
fn play_ticking(rules: Rules, script: &str) -> (Table<Countdown>, Vec<Entry<Countdown>>) {
    let mut table = Table::new(header(rules));
    let mut entries = Vec::new();
    for line in script.split(';').map(str::trim) {
        if let Some((ticked, events)) = table.tick().filter(|_| line == "tick") {
            assert_eq!(ticked.position(), table.position());
            assert!(ticked.moment() > table.moment() && !events.is_empty());
            table = ticked;
            continue;
        }
        let proposal = table.propose(&read(line, &table).0).expect("allowed");
        assert!(proposal.table.moment() > table.moment());
        table = proposal.table;
        entries.push(proposal.entry);
    }
    (table, entries)
}

#[track_caller]
fn same(one: &Table<Countdown>, other: &Table<Countdown>) {
    assert_eq!(one.digest(), other.digest());
    assert_eq!(all_views(one), all_views(other));
    assert_eq!(one.moment(), other.moment());
}

#[test]
fn ticks_are_counted_by_the_next_entry() {
    let (table, entries) = play_ticking(RULES, SCRIPT);
    let (recorded, all) = play(RULES, SCRIPT);
    assert_eq!(
        all.len() - entries.len(),
        3,
        "every second tick was not written down"
    );
    let ticks: Vec<u32> = entries.iter().map(|entry| entry.ticks).collect();
    assert_eq!(ticks.iter().sum::<u32>(), 3);
    assert_eq!(sum_up(&table), sum_up(&recorded));
    let back = restore_strictly::<Countdown>(&saved(header(RULES), &entries)).expect("its own");
    same(&back.table, &table);
    let mut more = entries;
    let at = more
        .iter()
        .position(|entry| entry.ticks > 0)
        .expect("a tick");
    more[at].ticks += 1;
    let refused = restore::<Countdown>(&saved(header(RULES), &more)).expect_err("no such tick");
    assert!(
        matches!(refused, ReplayError::Refused { at: Position(p), .. } if p == 1_001 + at as u64)
    );
}

#[test]
fn digests_are_looked_at_where_rounds_end_and_at_the_last_entry() {
    let (_, mut entries) = play(RULES, SCRIPT);
    let kept = saved(header(RULES), &entries);
    let ends = |table: &Table<Countdown>| table.round_started() == table.position();
    let mut table = Table::new(header(RULES));
    let before: Vec<bool> = entries
        .iter()
        .map(|entry| {
            table.fold(entry).expect("its own journal");
            ends(&table)
        })
        .collect();
    for at in 0..entries.len() {
        let right = std::mem::replace(&mut entries[at].digest, Digest([7; 8]));
        let mut wrong = kept.clone();
        wrong.entries[at] = Record::of_entry(&entries[at], UnixMillis(0));
        let seen = before[at] || at + 1 == entries.len();
        assert_eq!(restore::<Countdown>(&wrong).is_err(), seen, "entry {at}");
        assert!(restore_strictly::<Countdown>(&wrong).is_err());
        wrong.altered = true;
        assert!(restore_strictly::<Countdown>(&wrong).is_ok());
        entries[at].digest = right;
    }
}

/// The journal of these entries with the snapshot that was taken after so many of them, if there is
/// one, and without what came before it.
fn from_snapshot(rules: Rules, entries: &[Entry<Countdown>], after: usize) -> Option<Saved> {
    let whole = saved(header(rules), entries);
    let first = Saved {
        entries: whole.entries[..after].to_vec(),
        ..whole.clone()
    };
    let there = restore::<Countdown>(&first).expect("its own journal");
    let line = there.table.snapshot(there.last_deed)?;
    let position = there.table.position();
    Some(Saved {
        snapshot: Some(Record {
            position,
            at: there.last_input,
            line,
        }),
        entries: whole.entries[after..].to_vec(),
        ..whole
    })
}

#[test]
fn a_snapshot_stands_for_all_that_came_before_it() {
    for (rules, script) in [
        (RULES, SCRIPT),
        (
            Rules { out: 1, ..RULES },
            "1 sits; 2 sits; 3 sits; 1 starts; 2 leaves; tick; tick; tick; 1 steps",
        ),
        (
            Rules::STANDARD,
            "1 sits; 2 sits; 3 sits; 1 kicks 3; 1 starts; 1 steps; 2 steps; 1 steps",
        ),
        (
            Rules::STANDARD,
            "1 sits; 1 adds; 1 starts; 1 votes; 1 sets turn_limit off; 1 sets rounds 2; 1 starts",
        ),
    ] {
        let (table, entries) = play_ticking(rules, script);
        let whole = restore::<Countdown>(&saved(header(rules), &entries)).expect("its own");
        let mut snapshots = 0;
        for after in 0..=entries.len() {
            let Some(kept) = from_snapshot(rules, &entries, after) else {
                continue;
            };
            snapshots += 1;
            let back = restore::<Countdown>(&kept).expect("snapshot and rest");
            same(&back.table, &whole.table);
            let times = |back: &Restored<Countdown>| {
                let began = (back.turn_began, back.round_began);
                (back.last_input, back.last_deed, began)
            };
            assert_eq!(times(&back), times(&whole), "{script}: {after}");
            assert_eq!(back.table.nonces, whole.table.nonces);
        }
        assert!(snapshots > 1, "{script}");
        same(&whole.table, &table);
    }
}

#[test]
fn no_snapshot_is_taken_while_a_round_is_played() {
    let (table, _) = play(RULES, "1 sits; 2 sits; 1 starts; tick; tick; tick; 1 steps");
    assert_eq!(table.snapshot(UnixMillis(1)), None);
    let (table, _) = play(RULES, "1 sits; 2 sits; 1 starts; 1 closes");
    assert_eq!(table.snapshot(UnixMillis(1)), None);
}

#[test]
fn a_snapshot_that_does_not_fit_is_not_used() {
    let (table, entries) = play(RULES, SCRIPT);
    let whole = saved(header(RULES), &entries);
    let after = (0..entries.len()).rfind(|at| from_snapshot(RULES, &entries, *at).is_some());
    let sound = from_snapshot(RULES, &entries, after.expect("a round ended")).expect("a snapshot");
    let line = sound.snapshot.clone().expect("a snapshot").line;
    let changed = |from: &str, to: &str| {
        let changed = line.replacen(from, to, 1);
        assert_ne!(changed, line, "{from}");
        changed
    };
    for bad in [
        String::new(),
        "null".to_owned(),
        line[..line.len() / 2].to_owned(),
        changed("\"taken\":", "\"taken\":1"),
        changed("\"number\":1", "\"number\":2"),
        changed("\"shouts\":2", "\"shouts\":7"),
        changed("{\"position\"", "{\"stake\":1,\"position\""),
        changed("\"past\":[", "\"past\":[0,"),
        changed("\"position\":1", "\"position\":2"),
        changed("\"revision\":1", "\"revision\":2"),
    ] {
        let mut kept = sound.clone();
        let snapshot = kept.snapshot.as_mut().expect("a snapshot");
        snapshot.line.clone_from(&bad);
        let refused = restore::<Countdown>(&kept).expect_err("not all entries are there");
        assert!(matches!(refused, ReplayError::Snapshot), "{bad}");
        assert!(
            mend::<Countdown>(&kept).is_none(),
            "the whole journal is to be asked first"
        );
        kept.entries.clone_from(&whole.entries);
        same(
            &restore::<Countdown>(&kept).expect("all are there").table,
            &table,
        );
    }
}

/// It is sound in itself: the entry that stands at its position led elsewhere.
#[test]
fn a_snapshot_of_another_state_is_not_used() {
    let (_, entries) = play(RULES, SCRIPT);
    let at = (0..entries.len()).rfind(|at| from_snapshot(RULES, &entries, *at).is_some());
    let at = at.expect("a round ended");
    let mut kept = from_snapshot(RULES, &entries, at).expect("a snapshot");
    let led_to = Record::of_entry(&entries[at - 1], UnixMillis(0));
    kept.entries.insert(0, led_to.clone());
    assert!(restore::<Countdown>(&kept).is_ok());
    let whole = Saved {
        snapshot: kept.snapshot.clone(),
        ..saved(header(RULES), &entries)
    };
    assert!(check_journal::<Countdown>(&whole).is_ok());
    let told = |at: usize| serde_json::to_string(&entries[at].digest).expect("a text");
    kept.entries[0].line = led_to.line.replace(&told(at - 1), &told(0));
    let refused = restore::<Countdown>(&kept).expect_err("it led elsewhere");
    assert!(matches!(refused, ReplayError::Snapshot), "{refused}");
    let mut wrong = whole;
    let snapshot = wrong.snapshot.as_mut().expect("a snapshot");
    snapshot.line.clone_from(&led_to.line);
    let refused = check_journal::<Countdown>(&wrong).expect_err("it is none");
    assert!(matches!(refused, ReplayError::Snapshot), "{refused}");
}

/// A later version wrote it: its digest is right, and what it means is not known.
#[test]
fn a_snapshot_of_later_rules_is_not_used() {
    let (_, entries) = play(RULES, SCRIPT);
    let after = (0..entries.len()).rfind(|at| from_snapshot(RULES, &entries, *at).is_some());
    let mut kept =
        from_snapshot(RULES, &entries, after.expect("a round ended")).expect("a snapshot");
    let snapshot = kept.snapshot.as_mut().expect("a snapshot");
    let (_, state) = snapshot.line.split_once("\"table\":").expect("the state");
    let (state, _) = state.rsplit_once(",\"past\":").expect("what is past");
    let later = state.replacen("\"revision\":1", "\"revision\":2", 1);
    let told = |state: &str| serde_json::to_string(&Digest::of_text(state)).expect("plain");
    assert!(
        snapshot.line.contains(&told(state)),
        "the digest is of the state"
    );
    let line = snapshot.line.replacen(&told(state), &told(&later), 1);
    snapshot.line = line.replacen(state, &later, 1);
    let refused = restore::<Countdown>(&kept).expect_err("not all entries are there");
    assert!(matches!(refused, ReplayError::Snapshot));
}

/// Damages the entry at this place in every way, mends the journal, and goes on from there; `round`
/// is the one that has to be dealt again, `None` if the match is off.
#[track_caller]
fn check_mended(entries: &[Entry<Countdown>], at: usize, round: Option<u32>, seats: &str) {
    let crash = Input::Act {
        by: By::Person(PersonId(1)),
        action: Action::Crash,
    };
    let stranger = Input::Leave {
        person: PersonId(9),
    };
    let sound = saved(header(RULES), entries);
    for way in ["unreadable", "missing", "refused", "panics", "diverged"] {
        let mut kept = sound.clone();
        let entry = &entries[at];
        let with = |input: &Input<Countdown>| {
            let input = input.clone();
            Record::of_entry(
                &Entry {
                    input,
                    ..entry.clone()
                },
                UnixMillis(0),
            )
        };
        match way {
            "unreadable" => kept.entries[at].line.truncate(9),
            "missing" => drop(kept.entries.remove(at)),
            "refused" => kept.entries[at] = with(&stranger),
            "panics" => kept.entries[at] = with(&crash),
            _ => {
                kept.entries.truncate(at + 1);
                kept.entries[at] = Record::of_entry(
                    &Entry {
                        digest: Digest([7; 8]),
                        ..entry.clone()
                    },
                    UnixMillis(0),
                );
            }
        }
        if way == "missing" && at == kept.entries.len() {
            continue;
        }
        let error = restore::<Countdown>(&kept).expect_err(way);
        assert!(
            !matches!(error, ReplayError::Later { .. }),
            "{way}: {error}"
        );
        let mended = mend::<Countdown>(&kept).unwrap_or_else(|| panic!("{way} can be mended"));
        let last = kept.entries.last().expect("entries").position;
        assert_eq!(mended.entry.position, last.next());
        assert!(
            mended
                .events
                .contains(&News::Table(Happening::DealtAgain { round })),
            "{way}"
        );
        let table = mended.restored.table;
        assert_eq!(sum_up(&table), seats, "{way}");
        kept.entries
            .push(Record::of_entry(&mended.entry, UnixMillis(99)));
        let back = restore_strictly::<Countdown>(&kept).expect("mended");
        same(&back.table, &table);
        assert_eq!(
            (back.turn_began, back.round_began),
            (UnixMillis(99), UnixMillis(99))
        );
        if round.is_some() {
            let fresh = Table::replay(header(RULES), entries[..3].to_vec()).expect("its own");
            assert_ne!(all_views(&fresh)[0], all_views(&table)[0], "other numbers");
        }
        // It goes on, also from the last snapshot and after the next damage.
        let line = table.snapshot(UnixMillis(98)).expect("between two rounds");
        let position = table.position();
        let mut tail = kept.clone();
        tail.entries.clear();
        tail.snapshot = Some(Record {
            position,
            at: UnixMillis(99),
            line,
        });
        same(
            &restore::<Countdown>(&tail).expect("a snapshot").table,
            &table,
        );
        let bad = Record {
            position: position.next(),
            at: UnixMillis(100),
            line: "{}".to_owned(),
        };
        for journal in [&mut kept, &mut tail] {
            journal.entries.push(bad.clone());
            let again = mend::<Countdown>(journal).expect("once more");
            assert!(matches!(again.entry.input, Input::Again { to } if to == position));
            let record = Record::of_entry(&again.entry, UnixMillis(101));
            journal.entries.push(record);
            let back = restore::<Countdown>(journal).expect("mended twice");
            same(&back.table, &again.restored.table);
            if round.is_some() {
                assert_ne!(
                    all_views(&back.table)[0],
                    all_views(&table)[0],
                    "others once more"
                );
            }
        }
    }
}

#[test]
fn a_round_that_cannot_be_gone_on_with_is_dealt_again() {
    let (_, entries) = play(RULES, SCRIPT);
    let at = |position: usize, round, seats| check_mended(&entries, position, round, seats);
    at(4, Some(0), "playing 1: 1 2");
    at(9, Some(1), "playing 1: 1 2");
    at(entries.len() - 1, Some(2), "playing 1: 1 2");
    // The start itself is no longer allowed.
    at(2, None, "lobby 1: 1 2 - -");
    at(1, None, "lobby 1: 1 - - -");
}

#[test]
fn a_mended_journal_keeps_its_matches() {
    let (_, entries) = play(RULES, SCRIPT);
    let mut kept = saved(header(RULES), &entries);
    kept.entries.last_mut().expect("entries").line.clear();
    let mended = mend::<Countdown>(&kept).expect("a round ended before");
    kept.entries
        .push(Record::of_entry(&mended.entry, UnixMillis(99)));
    let played = Match::<Countdown>::of(&kept, 1).expect("the match");
    let game = played.play(|_, _| {}).expect("its moves");
    let now = mended.restored.table.view(Viewer::Seat(Seat::new(0)));
    let now = now.stage.game().expect("it is played").clone();
    assert_eq!(game.view(Viewer::Seat(Seat::new(0))), now);
}

#[test]
fn a_snapshot_of_what_was_taken_back_is_not_used() {
    let (_, entries) = play(RULES, SCRIPT);
    let mut kept = saved(header(RULES), &entries);
    kept.entries[4].line.clear();
    let mended = mend::<Countdown>(&kept).expect("the first round is dealt again");
    let record = Record::of_entry(&mended.entry, UnixMillis(99));
    kept.entries.push(record);
    // Another version of the program could not use this one.
    let last = (0..entries.len()).rev();
    let mut snapshots = last.filter_map(|after| from_snapshot(RULES, &entries, after));
    kept.snapshot = snapshots.next().expect("a round ended later").snapshot;
    let back = restore::<Countdown>(&kept).expect("the whole journal is there");
    same(&back.table, &mended.restored.table);
}

#[test]
fn nobody_can_ask_for_a_round_to_be_dealt_again() {
    let (table, _) = play(RULES, SCRIPT);
    let again = Input::Again {
        to: Position(1_000),
    };
    let refused = table.propose(&Submission::typed(again)).expect_err("never");
    assert!(matches!(refused, Refusal::Reserved));
}

/// Bytes are changed, lost and doubled, in the header, in entries and in the snapshot: whatever comes
/// of it, nothing panics, and what is mended can be restored.
#[test]
fn no_damage_makes_a_replay_panic() {
    let (_, entries) = play_ticking(RULES, SCRIPT);
    let snapshot = from_snapshot(RULES, &entries, 3).expect("the match has begun");
    let whole = saved(header(RULES), &entries);
    let mut chance = Seed::from_number(11).chance();
    let numbers = [
        "0",
        "255",
        "65536",
        "4294967295",
        "18446744073709551615",
        "-1",
        "1e9",
        "null",
    ];
    let (mut mended, mut restored) = (0, 0);
    for round in 0..1_500 {
        let mut kept = [&whole, &snapshot][round % 2].clone();
        for _ in 0..=chance.below(3) {
            let count = kept.entries.len() as u32 + 2;
            let record = match chance.below(count) as usize {
                0 => &mut kept.header,
                1 => kept.snapshot.as_mut().unwrap_or(&mut kept.header),
                entry => &mut kept.entries[entry - 2],
            };
            let mut line = record.line.clone().into_bytes();
            let at = chance.below(line.len().max(1) as u32) as usize;
            match chance.below(5) {
                0 => line.truncate(at),
                1 if at < line.len() => line[at] = chance.below(256) as u8,
                2 if at < line.len() => drop(line.remove(at)),
                3 => record.position = Position(u64::from(chance.below(2)) * u64::MAX),
                _ => {
                    let digits = |byte: &u8| byte.is_ascii_digit();
                    let from = line
                        .iter()
                        .skip(at)
                        .position(digits)
                        .map_or(line.len(), |i| at + i);
                    let to = line
                        .iter()
                        .skip(from)
                        .take_while(|byte| digits(byte))
                        .count()
                        + from;
                    let number = numbers[chance.below(numbers.len() as u32) as usize];
                    line.splice(from..to, number.bytes());
                }
            }
            record.line = String::from_utf8_lossy(&line).into_owned();
        }
        restored += u32::from(restore::<Countdown>(&kept).is_ok());
        let _ = Match::<Countdown>::of(&kept, 1);
        if let Some(again) = mend::<Countdown>(&kept) {
            mended += 1;
            let record = Record::of_entry(&again.entry, UnixMillis(99));
            let table = again.restored.table;
            kept.entries.push(record);
            if table.position() < Position(u64::MAX) {
                let back = restore::<Countdown>(&kept).expect("what was mended");
                assert_eq!(back.table.digest(), table.digest());
            }
        }
    }
    assert!(
        mended > 500 && restored > 0,
        "{mended} mended, {restored} restored"
    );
}

#[test]
fn a_journal_that_is_not_whole_is_refused() {
    let rules = Rules::default();
    let (_, entries) = play(rules, "1 sits; 2 sits; 1 starts; 1 steps");
    let replay = |entries: Vec<Entry<Countdown>>| Table::replay(header(rules), entries);
    assert!(replay(entries.clone()).is_ok());
    let mut missing = entries.clone();
    missing.remove(1);
    assert!(matches!(replay(missing), Err(ReplayError::Gap { .. })));
    let mut twice = entries.clone();
    twice.insert(1, twice[1].clone());
    assert!(matches!(replay(twice), Err(ReplayError::Gap { .. })));
    let mut other = entries.clone();
    other[1].digest = other[0].digest;
    assert!(matches!(
        replay(other),
        Err(ReplayError::Diverged {
            at: Position(1_002)
        })
    ));
    let mut refused = entries.clone();
    refused[1].input = Input::Leave {
        person: PersonId(9),
    };
    assert!(matches!(replay(refused), Err(ReplayError::Refused { .. })));
    let old = Header {
        format: 0,
        ..header(rules)
    };
    assert!(matches!(
        Table::replay(old, entries.clone()),
        Err(ReplayError::Format { found: 0 })
    ));
    let other = Header {
        game: crate::game::GameKind::Tractor,
        ..header(rules)
    };
    assert!(matches!(
        Table::replay(other, entries),
        Err(ReplayError::Game { .. })
    ));
}

#[test]
fn lines_that_cannot_be_read_are_told_without_quoting_them() {
    let (_, entries) = play(Rules::default(), "1 sits");
    let mut saved = saved(header(Rules::default()), &entries);
    saved.entries[0].at = UnixMillis(9);
    let back = restore::<Countdown>(&saved).expect("whole");
    assert_eq!(
        (back.last_input, back.turn_began),
        (UnixMillis(9), UnixMillis(0))
    );
    saved.entries[0].line = "{\"position\":\"secret words".to_owned();
    let error = restore::<Countdown>(&saved).expect_err("torn");
    assert!(matches!(
        error,
        ReplayError::Unreadable {
            at: Position(1_001),
            ..
        }
    ));
    assert!(!error.to_string().contains("secret"));
}
