//! Scripts of what happens at a table: who does what, and what comes of it.
//!
//! A line is `1 sits`, `1 sits 3`, `2 leaves`, `1 kicks 2`, `1 adds`, `1 adds 2`, `1 removes 2`, `1 sets NAME
//! VALUE`, `1 starts`, `1 declines`, `1 steps|shouts|cheats`, `c2 steps` (the computer on seat 2), `t2 steps` (the
//! clock for seat 2), `tick`, `1 votes`, `1 unvotes`, `1 asks` (what to do), `1 agrees` (to the newest petition), `1 disagrees`, `free 2` (a seat that was
//! left is kept no longer), `1 closes`, `m9 closes` (a moderator), `idle`,
//! `pause`, `gone`; `@-3` behind it is a control offered three positions ago, `#7` a nonce, and `=> Refusal`
//! what it is refused with. Seats count from 0. A table is then summed up as `playing 1: 1 c s2 l3
//! -`: stage, host, and on the seats person 1, a computer, a substitute for the absent 2, one for 3
//! who left (`g3` once the seat is not kept any longer; `n3` for one who comes in with the next round), nobody. Behind them `+ 5` waits for a seat.

pub(super) use super::super::countdown::{Action, Countdown, Event, Rules, Tick};
pub(super) use super::super::*;

pub(super) const OPENER: PersonId = PersonId(1);
pub(super) const OPENING: Position = Position(1_000);

pub(super) fn header(rules: Rules) -> Header<Countdown> {
    Header::new(
        rules,
        Limits::default().with(&[("consent", "off"), ("seat_kept", "off")]),
        Seed::from_number(5),
        OPENER,
        OPENING,
    )
}

/// The header of a table with these house rules and limits, `rounds=3 entry=ask`; with `invited=2` it is a
/// challenge of person 2.
pub(in crate::table) fn header_of(settings: &str) -> Header<Countdown> {
    let mut header = header(Rules::default());
    let settings = settings.split_whitespace();
    for (name, value) in settings.filter_map(|setting| setting.split_once('=')) {
        if name == "invited" {
            let person = PersonId(value.parse().expect("a person"));
            let name = "Bo".to_owned();
            header.invited = Some(Invited { person, name });
        } else if header.rules.set(name, value).is_err() {
            header
                .limits
                .set(name, value)
                .expect("a house rule or a limit");
        }
    }
    header
}

/// The state that a table is in, in short.
pub(in crate::table) fn sum_up(table: &Table<Countdown>) -> String {
    let seats: Vec<String> = table
        .occupants()
        .map(|(_, occupant)| match occupant {
            Occupant::Empty => "-".to_owned(),
            Occupant::Person(person) => person.0.to_string(),
            Occupant::Computer(_) => "c".to_owned(),
            Occupant::Substitute {
                instead_of, away, ..
            } => {
                let away = match away {
                    Away::Absent => "s",
                    Away::Left => "l",
                    Away::Gone => "g",
                    Away::Coming => "n",
                };
                format!("{away}{}", instead_of.0)
            }
        })
        .collect();
    let newcomers = table.newcomers.iter();
    let newcomers: String = newcomers
        .map(|newcomer| format!(" + {}", newcomer.person.0))
        .collect();
    format!(
        "{} {}: {}{newcomers}",
        table.stage_name(),
        table.host.0,
        seats.join(" ")
    )
}

/// Reads one line of a script; the refusal it names comes along.
pub(super) fn read(
    line: &str,
    table: &Table<Countdown>,
) -> (Submission<Countdown>, Option<String>) {
    let (line, refusal) = match line.split_once("=>") {
        Some((line, refusal)) => (line, Some(refusal.trim().to_owned())),
        None => (line, None),
    };
    let (mut nonce, mut offered_at, mut spent_s) = (None, None, 0);
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        if let Some(number) = word.strip_prefix('#') {
            nonce = Some(number.parse().expect("a nonce"));
        } else if let Some(ago) = word.strip_prefix('@') {
            let ago: i64 = ago.parse().expect("positions ago");
            offered_at = Some(Position((table.position().0 as i64 + ago) as u64));
        } else if let Some(spent) = word.strip_prefix('-') {
            spent_s = spent.trim_end_matches('s').parse().expect("seconds");
        } else {
            words.push(word);
        }
    }
    let input = input(&words, table);
    (
        Submission {
            input,
            nonce,
            offered_at,
            spent_s,
        },
        refusal,
    )
}

pub(in crate::table) fn input(words: &[&str], table: &Table<Countdown>) -> Input<Countdown> {
    let seat = |word: &&str| Seat::new(word.parse().expect("a seat"));
    let who = words[0];
    let person = PersonId(who.trim_start_matches(['c', 't', 'm']).parse().unwrap_or(0));
    let act = |action| {
        let seat = Seat::new(person.0 as u8);
        let by = match who.as_bytes()[0] {
            b'c' => By::Computer(seat),
            b't' => By::Clock(seat),
            _ => By::Person(person),
        };
        Input::Act { by, action }
    };
    let vote = |support| Input::Vote {
        person,
        motion: Motion::Reset,
        support,
    };
    let newest = table.view(Viewer::Public).petitions;
    let newest = newest.last().map_or(Position(0), |newest| newest.at);
    let answer = |support| Input::Vote {
        person,
        motion: Motion::Petition(newest),
        support,
    };
    match words {
        ["tick"] => Input::Elapse(table.cue().unwrap_or(Tick { round: 9, left: 9 })),
        ["idle"] => Input::Close { by: Closer::Idle },
        ["pause"] => Input::Pause,
        [_, "halts"] => Input::Halt { by: person },
        [_, "rests"] => Input::Rest { person },
        ["gone"] => Input::Close {
            by: Closer::Deserted,
        },
        [_, "sits", rest @ ..] => {
            let name = format!("name of {who}");
            Input::Sit {
                person,
                name,
                seat: rest.first().map(seat),
            }
        }
        [_, "leaves"] => Input::Leave { person },
        [_, "kicks", whom] => Input::Kick {
            by: person,
            person: PersonId(whom.parse().expect("a person")),
        },
        [_, "adds", rest @ ..] => {
            let seat = rest.first().map(seat);
            Input::AddComputer {
                by: person,
                seat,
                skill: Skill::Greedy,
            }
        }
        [_, "removes", place] => Input::RemoveComputer {
            by: person,
            seat: seat(place),
        },
        [_, "sets", name, value] => {
            let (name, value) = ((*name).to_owned(), (*value).to_owned());
            Input::SetRule {
                by: person,
                name,
                value,
            }
        }
        [_, "starts"] => Input::Start { by: person },
        [_, "steps"] => act(Action::Step),
        [_, "shouts"] => act(Action::Shout),
        [_, "cheats"] => act(Action::Cheat),
        [_, "asks"] => Input::Advised { person },
        [_, "votes"] => vote(true),
        [_, "unvotes"] => vote(false),
        [_, "agrees"] => answer(true),
        [_, "disagrees"] => answer(false),
        ["free", place] => Input::Release { seat: seat(place) },
        ["m9", "closes"] => Input::Close {
            by: Closer::Moderator(person),
        },
        [_, "declines"] => Input::Close {
            by: Closer::Declined(person),
        },
        [_, "closes"] => Input::Close {
            by: Closer::Host(person),
        },
        [_, "closes", "after", quiet] => Input::Close {
            by: Closer::Anybody {
                person,
                quiet_s: quiet.parse().expect("seconds"),
            },
        },
        _ => panic!("a script does not know {words:?}"),
    }
}

/// Plays a script (lines, or parts between semicolons) at a new table with these rules.
pub(super) fn play(rules: Rules, script: &str) -> (Table<Countdown>, Vec<Entry<Countdown>>) {
    play_from(header(rules), script)
}

/// Plays a script at the new table of this header.
pub(super) fn play_from(
    header: Header<Countdown>,
    script: &str,
) -> (Table<Countdown>, Vec<Entry<Countdown>>) {
    let mut table = Table::new(header);
    let mut entries = Vec::new();
    for line in script
        .split(['\n', ';'])
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let (submission, refusal) = read(line, &table);
        match (table.propose(&submission), refusal) {
            (Ok(proposal), None) => {
                table = proposal.table;
                entries.push(proposal.entry);
            }
            (Err(refused), Some(expected)) => {
                let told = format!("{refused:?}");
                assert!(told.starts_with(&expected), "{line}: {told}");
            }
            (Ok(_), Some(_)) => panic!("accepted: {line}"),
            (Err(refused), None) => panic!("{line}: {refused:?}"),
        }
    }
    (table, entries)
}

/// Plays the scripts of a section. `table` sets house rules and limits, and every script starts with the lines that
/// it `begins` with.
pub(super) fn check_section(cases: &[Vec<&str>]) {
    let (mut header, mut first) = (header_of(""), "");
    for case in cases {
        match case[..] {
            [line] if line.starts_with("table") => header = header_of(line),
            [line] => first = line.strip_prefix("begins").expect("a beginning"),
            [script, seats] => check(&header, &format!("{first}; {script}"), seats, ""),
            [script, seats, told] => check(&header, &format!("{first}; {script}"), seats, told),
            _ => panic!("{case:?}"),
        }
    }
}

/// Plays a script; then the table is summed up like this, and this is told of it. It comes back like that from its
/// journal and, where one is taken, from a snapshot.
fn check(header: &Header<Countdown>, script: &str, seats: &str, told: &str) {
    let (table, entries) = play_from(header.clone(), script);
    assert_eq!(sum_up(&table), seats, "{script}");
    let facts = facts(&table);
    for fact in told.split(',').map(str::trim) {
        let is_told = fact.is_empty() || facts.iter().any(|told| told == fact);
        assert!(is_told, "{script}: {fact} is not among {facts:?}");
    }
    let again = Table::replay(header.clone(), entries).expect("its own journal");
    assert_eq!(again.digest(), table.digest());
    assert_eq!(again.nonces, table.nonces);
    assert_eq!(all_views(&again), all_views(&table));
    let at = UnixMillis(7);
    if let Some(line) = table.snapshot(at) {
        let position = table.position();
        let record = Record { position, at, line };
        let (again, _) = Table::of_snapshot(header, &record, None).expect("its own snapshot");
        assert_eq!(again.digest(), table.digest(), "{script}");
        assert_eq!(sum_up(&again), seats);
        let petitions = |table: &Table<Countdown>| table.view(Viewer::Public).petitions;
        assert_eq!(petitions(&again), petitions(&table), "{script}");
    }
}

/// What may be told of a table beside its seats.
fn facts(table: &Table<Countdown>) -> Vec<String> {
    let view = table.view(Viewer::Public);
    let each =
        |told: fn(&SeatView) -> String| view.seats.iter().map(told).collect::<Vec<_>>().join(" ");
    let bank = |seat: &SeatView| seat.bank_s.map_or("-".to_owned(), |left| left.to_string());
    let computers = table.occupants().filter_map(|(_, who)| who.computer());
    let computers: Vec<String> = computers.map(|skill| skill.to_string()).collect();
    let asked = view
        .petitions
        .iter()
        .map(|petition| match &petition.awaited[..] {
            [] => "-".to_owned(),
            awaited => awaited.iter().map(|person| person.0.to_string()).collect(),
        });
    let mut facts = vec![
        if table.is_paused() {
            "paused"
        } else {
            "not paused"
        }
        .to_owned(),
        match (table.cue(), table.tick()) {
            (Some(_), Some(_)) => "ticks".to_owned(),
            (None, None) => "no ticks".to_owned(),
            (cue, _) => format!("{cue:?} is no tick"),
        },
        format!("limit {}", table.limits().turn_limit_s.unwrap_or(0)),
        format!("match {}", view.number),
        format!("played {}", view.series.played),
        format!("won {}", each(|seat| seat.won.to_string())),
        format!("bank {}", each(bank)),
        format!("missed {}", each(|seat| seat.missed.to_string())),
        format!("computers {}", computers.join(" ")),
        format!("{} waiting", view.petitions.len()),
        format!("asked {}", asked.collect::<Vec<_>>().join("/")),
    ];
    facts.extend(
        view.barred
            .iter()
            .map(|person| format!("barred {}", person.0)),
    );
    facts.extend(table.snapshot(UnixMillis(7)).map(|_| "kept".to_owned()));
    for person in (1..=6).map(PersonId) {
        facts.push(match table.viewer(person) {
            Viewer::Seat(seat) => format!("{} sees seat {}", person.0, seat.index()),
            _ => format!("{} looks on", person.0),
        });
        let comes = view.admission(person);
        facts.extend(comes.map(|when| format!("{} comes in {when:?}", person.0)));
    }
    facts
}

/// Everything that anybody sees, as bytes.
pub(super) fn all_views(table: &Table<Countdown>) -> Vec<String> {
    let seats = Seat::first(4).map(Viewer::Seat);
    let viewers = seats.chain([Viewer::Public]);
    viewers
        .map(|viewer| serde_json::to_string(&table.view(viewer)).expect("a view"))
        .collect()
}
