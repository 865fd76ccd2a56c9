//! Cups of any size, with people who come late and go.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::table::{Position, TableKey};

fn cup(rounds: u32, drawn: bool) -> Cup {
    Cup {
        drawn,
        name: "Friday".to_owned(),
        channel: 1,
        by: PersonId(1),
        rounds,
        ..Cup::default()
    }
}

fn join(cup: &mut Cup, person: u64, partner: Option<u64>) -> bool {
    joins(cup, person, partner).is_some()
}

fn joins(cup: &mut Cup, person: u64, partner: Option<u64>) -> Option<Joined> {
    let partner = partner.map(|person| (PersonId(person), "Partner"));
    cup.join((PersonId(person), "Person"), partner, &nobody())
}

/// One asks, and the other says yes.
fn both_join(cup: &mut Cup, person: u64, partner: u64) -> bool {
    let mut joins = |one, other| joins(cup, one, Some(other));
    joins(person, partner).is_some() && joins(partner, person) == Some(Joined::Paired)
}

/// Nobody has blocked anybody.
fn nobody() -> Parted {
    Parted::default()
}

/// So many pairs of two.
fn pairs(rounds: u32, pairs: u64) -> Cup {
    let mut cup = cup(rounds, false);
    for pair in 0..pairs {
        assert!(both_join(&mut cup, 100 + 2 * pair, 101 + 2 * pair));
    }
    cup
}

/// Ends the round that is played, with these results over and over.
fn ends(cup: &mut Cup, scores: &[i64]) {
    let round = cup.played.last_mut().expect("it has begun");
    for (table, score) in round.tables.iter_mut().zip(scores.iter().cycle()) {
        table.outcome = Some(Outcome::Played(*score));
    }
}

/// Who is at a table of the round, or has a bye.
fn in_round(round: &CupRound) -> Vec<usize> {
    let sides = round.tables.iter().flat_map(|table| table.sides);
    sides.chain(round.byes.iter().copied()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn everybody_plays_once_a_round_nobody_twice_against_the_same(
        count in 4_u64..=32,
        rounds in 1_u32..=8,
        seed in any::<u64>(),
        scores in proptest::collection::vec(-3_i64..=3, 1..20),
    ) {
        // Whoever has met less than half of the others can be given somebody new.
        let rounds = rounds.min((count as u32 - 1) / 2);
        let seed = Seed::from_number(seed);
        let mut cup = pairs(rounds, count);
        prop_assert!(cup.begin(&seed, &nobody()));
        let (mut met, mut byes) = (BTreeSet::new(), BTreeSet::new());
        for number in 1..=rounds as usize {
            prop_assert_eq!(cup.played.len(), number);
            let round = &cup.played[number - 1];
            let there = in_round(round);
            let all: BTreeSet<usize> = there.iter().copied().collect();
            prop_assert_eq!((all.len(), there.len()), (count as usize, count as usize));
            prop_assert_eq!(round.byes.len() as u64, count % 2);
            for [one, other] in round.tables.iter().map(|table| table.sides) {
                prop_assert!(met.insert((one.min(other), one.max(other))), "again");
            }
            for pair in &round.byes {
                prop_assert!(byes.insert(*pair), "a second bye");
            }
            prop_assert!(!cup.go_on(&seed, &nobody()), "it is played");
            ends(&mut cup, &scores);
            let sum: i64 = cup.standing().iter().map(|place| place.points).sum();
            prop_assert_eq!(sum, ALL / 2 * count as i64 * number as i64);
            let mut again = cup.clone();
            prop_assert!(cup.go_on(&seed, &nobody()));
            prop_assert!(again.go_on(&seed, &nobody()));
            prop_assert_eq!(&cup, &again, "the same from the same");
        }
        prop_assert_eq!(cup.stage, CupStage::Over);
    }

    #[test]
    fn who_leaves_plays_no_more_and_who_comes_late_begins_with_nothing(
        count in 5_u64..=12,
        steps in proptest::collection::vec((0_u64..6, any::<u8>()), 1..12),
        seed in any::<u64>(),
    ) {
        let seed = Seed::from_number(seed);
        let mut cup = pairs(12, count);
        prop_assert!(cup.begin(&seed, &nobody()));
        let mut next = 1_000;
        for (what, which) in steps {
            let pair = usize::from(which) % cup.pairs.len();
            match what {
                0 | 1 => {
                    let person = PersonId(100 + u64::from(which) % (2 * count));
                    let was_in = cup.player(person).is_some_and(|own| !own.left);
                    prop_assert_eq!(cup.leave(person), was_in);
                }
                2 => {
                    next += 2;
                    let has_room = cup.pairs.len() < MOST_PAIRS;
                    prop_assert_eq!(both_join(&mut cup, next, next + 1), has_room);
                    let place = cup.standing().into_iter().find(|place| place.pair == cup.pairs.len() - 1);
                    prop_assert_eq!(place.map(|place| place.points), Some(0));
                }
                3 => {
                    let own = cup.pairs[pair].players.first().map(|player| player.person);
                    let own = own.filter(|own| own.0 > 0);
                    let points = cup.standing();
                    prop_assert!(own.is_none_or(|own| cup.forget(own)));
                    prop_assert_eq!(points, cup.standing());
                }
                _ => {}
            }
            ends(&mut cup, &[1, -1, 0]);
            let playing: BTreeSet<usize> = (0..cup.pairs.len()).filter(|pair| cup.pairs[*pair].plays()).collect();
            prop_assert!(cup.go_on(&seed, &nobody()));
            if cup.stage == CupStage::Over {
                prop_assert!(playing.len() < 2 || cup.played.len() == 12);
                return Ok(());
            }
            let there = in_round(cup.played.last().expect("it goes on"));
            let all: BTreeSet<usize> = there.iter().copied().collect();
            prop_assert_eq!(there.len(), all.len());
            prop_assert_eq!(all, playing);
        }
    }
}

#[test]
fn points_are_those_tables_that_were_worse_with_the_same_cards() {
    let check = |scores: &[Option<i64>], expected: &[i64]| {
        let mut cup = pairs(1, 2 * scores.len() as u64);
        let tables = scores.iter().enumerate().map(|(at, score)| CupTable {
            sides: [2 * at, 2 * at + 1],
            place: None,
            table: None,
            outcome: Some(score.map_or(Outcome::Void, Outcome::Played)),
        });
        let tables = tables.collect();
        cup.played = vec![CupRound {
            tables,
            byes: Vec::new(),
        }];
        let mut places = cup.standing();
        places.sort_by_key(|place| place.pair);
        let points: Vec<i64> = places.iter().map(|place| place.points).collect();
        assert_eq!(points, expected, "{scores:?}");
    };
    check(&[Some(2), Some(1)], &[100, 0, 0, 100]);
    check(&[Some(1), Some(1)], &[50, 50, 50, 50]);
    check(&[Some(3), Some(1), Some(1)], &[100, 0, 25, 75, 25, 75]);
    check(&[Some(3), None], &[50, 50, 50, 50]);
    check(&[Some(3), None, Some(-1)], &[100, 0, 50, 50, 0, 100]);
    check(
        &[Some(9), Some(3), Some(2), Some(1)],
        &[100, 0, 67, 33, 33, 67, 0, 100],
    );
}

#[test]
fn partners_find_each_other_and_nobody_is_in_two_pairs() {
    let mut cup = cup(3, false);
    assert!(join(&mut cup, 1, None));
    assert!(
        join(&mut cup, 1, None) && cup.pairs.len() == 1,
        "another tap"
    );
    assert_eq!(
        joins(&mut cup, 2, Some(1)),
        Some(Joined::Asked { calls: true })
    );
    assert_eq!(cup.pairs.len(), 2, "who is asked decides");
    assert!(join(&mut cup, 1, Some(2)) && cup.pairs.len() == 1);
    assert!(!join(&mut cup, 3, Some(2)), "2 has a partner");
    assert!(join(&mut cup, 4, None) && join(&mut cup, 5, None));
    assert!(both_join(&mut cup, 4, 5), "both waited");
    assert_eq!(cup.pairs.len(), 2);
    assert!(join(&mut cup, 6, Some(6)), "oneself is no partner");
    assert!(both_join(&mut cup, 7, 8) && cup.leave(PersonId(8)));
    assert_eq!(cup.pairs.len(), 4);
    let seed = Seed::from_number(1);
    assert!(cup.begin(&seed, &nobody()) && !cup.begin(&seed, &nobody()));
    assert!(cup.leave(PersonId(7)) && !cup.leave(PersonId(7)) && !cup.leave(PersonId(99)));
    assert!(!cup.pairs[3].plays());
    assert!(join(&mut cup, 7, None), "who left comes back");
    assert!(cup.pairs[3].plays());
    assert!(
        !join(&mut cup, 9, Some(7)),
        "who has played keeps their partner"
    );
    assert!(join(&mut cup, 9, None) && both_join(&mut cup, 10, 9));
    assert_eq!(cup.standing().len(), 5);
}

#[test]
fn few_people_are_drawn_no_partners_and_too_few_do_not_begin() {
    let check = |people: u64, expected: Option<usize>| {
        let mut cup = cup(3, true);
        assert!((1..=people).all(|person| join(&mut cup, person, None)));
        let begun = cup.begin(&Seed::from_number(5), &nobody());
        assert_eq!(begun.then_some(cup.pairs.len()), expected, "{people}");
    };
    for (people, pairs) in [(4, 4), (7, 7), (8, 4), (9, 5), (24, 12)] {
        check(people, Some(pairs));
    }
    check(3, None);
}

#[test]
fn nobody_is_in_a_cup_by_another_persons_word() {
    let mut cup = cup(3, false);
    let asked = |calls| Some(Joined::Asked { calls });
    assert_eq!(joins(&mut cup, 1, Some(2)), asked(true));
    assert_eq!(joins(&mut cup, 1, Some(2)), asked(false));
    assert!(cup.player(PersonId(2)).is_none() && cup.named(PersonId(2)).is_some());
    let says_yes = |cup: &mut Cup, person, by| {
        cup.accept((PersonId(person), "Person"), PersonId(by), &nobody())
    };
    assert!(!says_yes(&mut cup, 3, 1), "3 was not asked");
    assert!(cup.decline(PersonId(2)) && !cup.decline(PersonId(2)));
    assert!(!says_yes(&mut cup, 2, 1), "they said no");
    assert!(join(&mut cup, 1, Some(3)) && join(&mut cup, 2, Some(3)));
    assert!(says_yes(&mut cup, 3, 1) && !says_yes(&mut cup, 3, 2));
    // Who is forgotten is asked for nothing, and nobody waits for them.
    assert!(join(&mut cup, 4, Some(5)) && cup.forget(PersonId(5)));
    assert!(cup.named(PersonId(5)).is_none());
    let blocks: Parted = [(PersonId(7), PersonId(6))].into_iter().collect();
    let (six, seven) = ((PersonId(6), "Six"), (PersonId(7), "Seven"));
    assert_eq!(cup.join(six, Some(seven), &blocks), None);
    assert_eq!(cup.join(seven, Some(six), &blocks), None);
    assert!(join(&mut cup, 6, Some(7)) && join(&mut cup, 8, None));
    assert!(!cup.accept(seven, six.0, &blocks), "blocked meanwhile");
    let seed = Seed::from_number(1);
    assert!(cup.begin(&seed, &nobody()) && cup.pairs.iter().all(|pair| pair.asked.is_none()));
    assert!(cup.player(PersonId(7)).is_none());
}

#[test]
fn nobody_is_called_twice_by_one_or_by_one_who_calls_everybody() {
    let mut cup = cup(3, false);
    let calls =
        |cup: &mut Cup, by, whom| joins(cup, by, Some(whom)) == Some(Joined::Asked { calls: true });
    assert!(calls(&mut cup, 1, 2) && calls(&mut cup, 1, 3));
    assert!(!calls(&mut cup, 1, 2), "asked again");
    assert!(
        cup.decline(PersonId(2)) && !calls(&mut cup, 1, 2),
        "they said no"
    );
    assert!(
        cup.leave(PersonId(1)) && !calls(&mut cup, 1, 3),
        "left and came back"
    );
    assert!(calls(&mut cup, 4, 3), "by somebody else");
    let called = (10..30).filter(|whom| calls(&mut cup, 1, *whom));
    assert_eq!(called.count(), MOST_CALLED - 2);
    assert!(cup.forget(PersonId(3)));
    assert!(cup.called.iter().all(|(_, called)| *called != PersonId(3)));
}

#[test]
fn who_comes_back_between_the_draw_and_their_table_meets_nobody_they_have_blocked() {
    let seed = Seed::from_number(1);
    let mut cup = cup(3, false);
    for person in 1..=8 {
        assert!(join(&mut cup, person, None));
    }
    assert!(cup.begin(&seed, &nobody()));
    ends(&mut cup, &[1, -1]);
    assert!(cup.go_on(&seed, &nobody()));
    let sides = cup.played[1].tables[0].sides;
    let [one, other] = sides.map(|side| cup.pairs[side].players[0].person);
    let blocks: Parted = [(other, one)].into_iter().collect();
    let comes_back = |cup: &mut Cup| cup.join((one, "Person"), None, &blocks) == Some(Joined::In);
    assert!(cup.leave(one) && !comes_back(&mut cup));
    // With a computer in their place at the table, they are in it again from the next round on.
    cup.played[1].tables[0].table = Some(TableId {
        key: TableKey(1),
        opening: Position(1),
    });
    assert!(comes_back(&mut cup) && cup.leave(one));
    cup.played[1].tables[0].table = None;
    assert!(
        cup.leave(other) && comes_back(&mut cup),
        "who is gone is met by nobody"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn who_has_blocked_somebody_meets_them_never_and_no_more_sit_out_than_must(
        people in 4_u64..=32,
        drawn in any::<bool>(),
        blocks in proptest::collection::vec((1_u64..=32, 1_u64..=32), 0..60),
        seed in any::<u64>(),
    ) {
        let seed = Seed::from_number(seed);
        let blocks = blocks.into_iter().filter(|(one, other)| one != other);
        let blocks: Vec<(u64, u64)> = blocks.collect();
        // One half is there before the cup begins, the other comes while it is played.
        let parted = |count: usize| -> Parted {
            let blocks = blocks[..count].iter();
            blocks.map(|(one, other)| (PersonId(*one), PersonId(*other))).collect()
        };
        let mut now = parted(blocks.len() / 2);
        let mut cup = cup(4, drawn);
        for person in 1..=people {
            prop_assert!(join(&mut cup, person, None));
            if !drawn && person % 2 == 0 {
                let [who, by] = [person, person - 1].map(|person| (PersonId(person), "Person"));
                let asks = cup.join(who, Some(by), &now);
                prop_assert_eq!(asks.is_none(), now.are(who.0, by.0));
                prop_assert_eq!(cup.accept(by, who.0, &now), asks.is_some());
            }
        }
        let mut goes_on = cup.begin(&seed, &now);
        prop_assert!(goes_on || cup.pairs.len() < FEWEST_PAIRS);
        while goes_on && cup.stage == CupStage::Playing {
            let round = cup.played.last().expect("it has begun");
            let there: Vec<usize> = in_round(round);
            let all: BTreeSet<usize> = there.iter().copied().collect();
            prop_assert_eq!((all.len(), there.len()), (cup.pairs.len(), cup.pairs.len()));
            for table in &round.tables {
                let of = |side: usize| cup.pairs[side].players.iter();
                let players: Vec<PersonId> = table.sides.into_iter().flat_map(of).map(|own| own.person).collect();
                for one in &players {
                    prop_assert!(players.iter().all(|other| !now.are(*one, *other)));
                }
            }
            // Two who have a bye could not have played each other.
            for (at, one) in round.byes.iter().enumerate() {
                for other in &round.byes[..at] {
                    let [one, other] = [one, other].map(|pair| &cup.pairs[*pair]);
                    let apart = [(one, one), (other, other), (one, other)];
                    prop_assert!(apart.iter().any(|(one, other)| now.keep_from(one, other)));
                }
            }
            now = parted(blocks.len());
            ends(&mut cup, &[1, -1, 0]);
            goes_on = cup.go_on(&seed, &now);
        }
    }

    #[test]
    fn as_few_are_left_over_as_can_be(count in 0_usize..=10, edges in any::<u64>()) {
        let fits = |one: usize, other: usize| {
            let (low, high) = (one.min(other), one.max(other));
            low != high && edges >> (high * (high - 1) / 2 + low) & 1 == 1
        };
        // Every way to match them, one after the other.
        fn most(left: u32, fits: &impl Fn(usize, usize) -> bool) -> usize {
            if left == 0 {
                return 0;
            }
            let first = left.trailing_zeros() as usize;
            let rest = left & (left - 1);
            let with = (0..32).filter(|other| rest >> other & 1 == 1 && fits(first, *other));
            let with = with.map(|other| 1 + most(rest & !(1 << other), fits)).max();
            with.unwrap_or(0).max(most(rest, fits))
        }
        let spare: Vec<usize> = (0..count).rev().collect();
        let (over, pairs) = swiss::matched(&spare, &fits);
        prop_assert_eq!(pairs.len(), most((1 << count) - 1, &fits));
        prop_assert_eq!(over.len(), count - 2 * pairs.len());
        prop_assert!(pairs.iter().all(|[one, other]| fits(*one, *other)));
        let all: BTreeSet<usize> = pairs.into_iter().flatten().chain(over).collect();
        prop_assert_eq!(all.len(), count);
    }
}
