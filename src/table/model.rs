//! Every state that a table can get into, with four players and an outsider: lobby, seats, votes,
//! people who go, come back and are replaced. In none of them is a table stuck, and in none can
//! anybody do what is for somebody else to do.
//!
//! States that differ only in who of the five is who count as one.

use std::collections::{HashMap, VecDeque};

use super::countdown::{Action, Countdown, Event};
use super::seating::SeenHand;
use super::tests::{header_of, input, sum_up};
use super::*;

/// Four players and an outsider.
const PEOPLE: [PersonId; 5] = [
    PersonId(1),
    PersonId(2),
    PersonId(3),
    PersonId(4),
    PersonId(5),
];

/// What tells a state from others: all that decides what can happen from here on. Positions,
/// numbers of matches, secrets and results are left out, and people are named in order of
/// appearance.
fn key(table: &Table<Countdown>) -> String {
    let mut seen: Vec<PersonId> = Vec::new();
    let mut name = |person: PersonId| {
        seen.iter()
            .position(|other| *other == person)
            .unwrap_or_else(|| {
                seen.push(person);
                seen.len() - 1
            })
    };
    let mut key = table.stage_name().to_owned();
    if table.is_paused() {
        key.push_str(" paused");
    }
    for (seat, place) in table.seating.iter() {
        let occupant = match place.occupant {
            Occupant::Empty => "-".to_owned(),
            Occupant::Computer(_) => "c".to_owned(),
            Occupant::Person(person) => format!("p{}", name(person)),
            Occupant::Substitute {
                instead_of, away, ..
            } => {
                format!("{away:?}{}", name(instead_of))
            }
        };
        let votes = |person| table.votes.contains(&person);
        let vote = if place.occupant.person().is_some_and(votes) {
            "!"
        } else {
            ""
        };
        key.push_str(&format!(" {occupant}{vote}{}", place.missed));
        for (person, _) in table.seating.held.iter().filter(|(_, held)| *held == seat) {
            key.push_str(&format!("h{}", name(*person)));
        }
    }
    // Those that somebody else held than who holds them now, or not from the deal on.
    let usual = |hand: &&SeenHand| {
        let holder = table.seating.occupant(hand.seat).and_then(Occupant::holder);
        hand.dealt && holder == Some(hand.person)
    };
    let seen = table.seating.seen.iter().flatten();
    for hand in seen.filter(|hand| !usual(hand)) {
        key.push_str(&format!(
            " {:?}{}{}",
            hand.seat,
            name(hand.person),
            hand.dealt
        ));
    }
    let game = table.view(Viewer::Public).stage;
    let game = game.game().filter(|_| !table.is_open());
    let game = game.map(|game| (game.left, game.taken, game.next));
    let invited = table.invited.as_ref().map(|invited| name(invited.person));
    let barred: Vec<usize> = table.barred.iter().map(|person| name(*person)).collect();
    let petitions = table.view(Viewer::Public).petitions.into_iter();
    let petitions: Vec<String> = petitions
        .map(|petition| match petition.wish {
            Wish::Limits(changes) | Wish::Accord(changes) => format!("{}", changes.len()),
            Wish::Kick { person } => format!("k{}", name(person)),
            Wish::Sit { person, seat, .. } => format!("s{}{seat:?}", name(person)),
        })
        .collect();
    let limit = table.limits().turn_limit_s;
    let host = name(table.host);
    let newcomers = table.newcomers.iter();
    let newcomers: Vec<usize> = newcomers.map(|newcomer| name(newcomer.person)).collect();
    format!("{key} {host} {invited:?} {barred:?} {petitions:?} {newcomers:?} {limit:?} {game:?}")
}

/// Everything that could be handed in, by each person and by no person.
fn inputs(table: &Table<Countdown>) -> Vec<Input<Countdown>> {
    let mut lines = Vec::new();
    for person in 1..=PEOPLE.len() {
        let lines_of = "sits, sits 1, leaves, adds, removes 0, removes 2, sets turns 2, starts, steps, asks, votes, \
            unvotes, closes, declines, halts, rests";
        let lines_of = lines_of.split(", ");
        lines.extend(lines_of.map(|line| format!("{person} {line}")));
        // One at a time, by the host and by somebody who is not.
        if table.barred.is_empty() {
            lines.extend([1, table.host.0].map(|by| format!("{by} kicks {person}")));
        }
    }
    let others = "c0 steps, c1 steps, c2 steps, c3 steps, t0 steps, t1 steps, t2 steps, t3 steps, free 0, free 1, \
        pause, idle, m9 closes";
    lines.extend(others.split(", ").map(str::to_owned));
    if table.limits().consent == Consent::On {
        lines.push(format!("{} sets turn_limit 5", table.host.0));
    }
    let words = |line: &String| input(&line.split(' ').collect::<Vec<_>>(), table);
    let mut inputs: Vec<_> = lines.iter().map(words).collect();
    inputs.extend(table.cue().map(Input::Elapse));
    inputs.extend(Seat::first(4).map(|seat| Input::Act {
        by: By::ClockOn(seat),
        action: Action::Step,
    }));
    for petition in table.view(Viewer::Public).petitions {
        let answer = |person| {
            [true, false].map(|support| Input::Vote {
                person,
                motion: Motion::Petition(petition.at),
                support,
            })
        };
        inputs.extend(PEOPLE.into_iter().flat_map(answer));
    }
    inputs
}

fn seat_of(table: &Table<Countdown>, person: PersonId) -> Option<Seat> {
    table.seating.held_by(person)
}

/// Checks that an accepted input was allowed to whoever submitted it.
fn check_authority(
    before: &Table<Countdown>,
    input: &Input<Countdown>,
    after: &Table<Countdown>,
    events: &[TableEvent<Countdown>],
) {
    let state = || format!("{input:?} in {}", sum_up(before));
    let sits = |person| before.seating.sits_at(person).is_some();
    let occupant = |seat| before.seating.occupant(seat).expect("a seat of this table");
    let invited = before.invited.as_ref().map(|invited| invited.person);
    // Until somebody who was challenged has answered, the challenge stays as it was made.
    let answered = invited.is_none();
    let allowed = match input {
        Input::Sit { person, .. } if !answered => {
            invited == Some(*person) || (*person == before.host && !sits(*person))
        }
        Input::Sit { person, .. } => {
            let barred = before.barred.contains(person);
            // In a paused match it says that they are there.
            !barred && (!sits(*person) || before.is_open() || before.is_paused())
        }
        Input::Leave { person } => {
            seat_of(before, *person).is_some() || before.admission(*person).is_some()
        }
        Input::Kick { by, person } => {
            let there = seat_of(before, *person).is_some() || before.admission(*person).is_some();
            let other = by != person && there;
            let asks = before.limits().consent == Consent::On && before.is_playing();
            *by == before.host && other && (asks || seat_of(after, *person).is_none())
        }
        Input::AddComputer { by, .. } | Input::RemoveComputer { by, .. } | Input::Start { by } => {
            (sits(*by) || *by == before.host) && before.is_open() && answered
        }
        Input::SetRule { by, name, .. } => {
            let computer = |who: Occupant| who.is_empty() || who.computer().is_some();
            let others = |(_, who)| who != Occupant::Person(*by) && !computer(who);
            let anew = before.is_playing() && !before.occupants().any(others);
            *by == before.host && answered && (before.is_open() || name == "turn_limit" || anew)
        }
        Input::Act { by, .. } => {
            let seat = match by {
                By::Person(person) => seat_of(before, *person).expect("on a seat"),
                By::Computer(seat) | By::Clock(seat) | By::ClockOn(seat) => *seat,
            };
            let acted = events.iter().any(
                |event| matches!(event, News::Game(Event::Stepped { seat: who }) if *who == seat),
            );
            let theirs = match by {
                By::Person(person) => occupant(seat).holder() == Some(*person),
                By::Computer(_) => occupant(seat).computer().is_some(),
                By::Clock(_) | By::ClockOn(_) => occupant(seat).person().is_some(),
            };
            let runs = matches!(by, By::Person(_)) || !before.is_paused();
            acted && theirs && runs
        }
        Input::Elapse(cue) => before.cue() == Some(*cue),
        Input::Pause => before.is_playing() && !before.is_paused(),
        Input::Halt { by } => sits(*by) && before.is_playing() && !before.is_paused(),
        Input::Rest { person } => sits(*person) && before.is_playing(),
        Input::Release { .. } => true,
        Input::Reseed { salt } => !before.is_salted(salt),
        Input::Again { .. } => false,
        Input::Vote {
            motion: Motion::Petition(at),
            person,
            ..
        } => before
            .view(Viewer::Public)
            .petitions
            .iter()
            .any(|petition| petition.at == *at && (sits(*person) || petition.by == *person)),
        Input::Vote { person, .. } => sits(*person),
        Input::Advised { person } => before.is_playing() && seat_of(before, *person).is_some(),
        Input::Close { by } => match by {
            Closer::Host(person) => *person == before.host,
            Closer::Anybody { person, .. } => *person == before.host || sits(*person),
            Closer::Moderator(_) => true,
            Closer::Idle => before.is_open() || before.is_paused() || before.is_alone(),
            Closer::Deserted => true,
            Closer::Declined(person) => invited == Some(*person),
        },
    };
    assert!(allowed, "{}", state());
    // Nobody else is moved, put away or brought back; only the start lets people move up, and only
    // the end of a match or a reset settles who is away. Between matches the seats of those who are
    // away are free.
    let clock = match input {
        Input::Act {
            by: By::Clock(seat) | By::ClockOn(seat),
            ..
        } => occupant(*seat).person(),
        _ => None,
    };
    let kicked = match input {
        Input::Kick { person, .. } => Some(*person),
        _ => None,
    };
    // Who asks for a seat, or is to lose one, gets or loses it by others' yes, or when the round is over.
    let petitions = before.petition_views();
    let asked = |person: PersonId| {
        petitions.iter().any(|petition| match petition.wish {
            Wish::Limits(_) | Wish::Accord(_) => false,
            Wish::Kick { person: who } | Wish::Sit { person: who, .. } => who == person,
        })
    };
    let waited = |person: PersonId| before.admission(person).is_some();
    let actor = kicked.or(input.person()).or(clock);
    let moves = matches!(input, Input::Start { .. }) || after.is_open() != before.is_open();
    for person in PEOPLE
        .into_iter()
        .filter(|person| Some(*person) != actor && !moves)
        .filter(|person| !asked(*person) && !waited(*person))
    {
        let place = |table: &Table<Countdown>| match before.is_open() {
            true => table.seating.sits_at(person),
            false => seat_of(table, person),
        };
        assert_eq!(place(after), place(before), "{}", state());
    }
}

/// All states, and from which state each can be reached.
struct Graph {
    states: Vec<Table<Countdown>>,
    into: Vec<Vec<usize>>,
}

fn explore(first: Table<Countdown>) -> Graph {
    let mut known = HashMap::from([(key(&first), 0)]);
    let mut graph = Graph {
        states: vec![first],
        into: vec![Vec::new()],
    };
    let mut queue = VecDeque::from([0]);
    while let Some(index) = queue.pop_front() {
        let table = graph.states[index].clone();
        let mut somebody = false;
        for input in inputs(&table) {
            let submission = Submission::typed(input);
            let Ok((after, events)) = table.outcome(&submission, &submission.input) else {
                continue;
            };
            check_authority(&table, &submission.input, &after, &events);
            let who = submission.input.person();
            somebody |= who.is_some_and(|person| PEOPLE.contains(&person));
            let next = *known.entry(key(&after)).or_insert_with(|| {
                graph.states.push(after);
                graph.into.push(Vec::new());
                queue.push_back(graph.states.len() - 1);
                graph.states.len() - 1
            });
            graph.into[next].push(index);
        }
        // No stuck table: one of the five can do something, whatever the clock does.
        assert!(somebody || table.is_closed(), "stuck: {}", sum_up(&table));
    }
    graph
}

/// Which states lead to one of those wanted.
fn leading_to(graph: &Graph, wanted: impl Fn(&Table<Countdown>) -> bool) -> Vec<bool> {
    let mut leads: Vec<bool> = graph.states.iter().map(wanted).collect();
    let mut queue: VecDeque<usize> = leads
        .iter()
        .enumerate()
        .filter(|(_, leads)| **leads)
        .map(|(index, _)| index)
        .collect();
    while let Some(index) = queue.pop_front() {
        for from in &graph.into[index] {
            if !std::mem::replace(&mut leads[*from], true) {
                queue.push_back(*from);
            }
        }
    }
    leads
}

/// Explores all states of a table with these house rules and limits: more than `least`, and none without an end.
fn check(settings: &str, least: usize) {
    let graph = explore(Table::new(header_of(settings)));
    assert!(graph.states.len() > least, "{}", graph.states.len());
    let over = leading_to(&graph, |table| matches!(table.stage, TableStage::Over(_)));
    let closed = leading_to(&graph, Table::is_closed);
    for (index, table) in graph.states.iter().enumerate() {
        assert!(
            table.is_closed() || over[index],
            "no end of a match: {}",
            sum_up(table)
        );
        assert!(closed[index], "no end: {}", sum_up(table));
    }
}

#[test]
#[ignore = "minutes: .ci/deep players"]
fn in_no_state_is_a_table_stuck_and_in_none_does_anybody_act_for_another() {
    let four = "least=4 from=1 turns=2 absent_turns=1 substitute=greedy";
    check(four, 9_000);
}

#[test]
fn a_challenge_is_the_challenged_persons_to_answer_in_every_state() {
    check("seats=2 turns=2 absent_turns=1 invited=2", 100);
}

#[test]
fn newcomers_are_stuck_in_no_state_and_take_nobodys_seat() {
    let joining = "seats=3 turns=2 rounds=2 joins=1 out=1 absent_turns=1 seat_kept=10";
    check(joining, 1_000);
}

#[test]
#[ignore = "minutes: .ci/deep players"]
fn where_the_others_are_asked_nobody_loses_or_gets_a_seat_without_them_in_any_state() {
    let asking = "seats=2 turns=2 rounds=2 absent_turns=1 consent=on seat_kept=10";
    check(asking, 1_000);
}
