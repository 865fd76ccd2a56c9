//! Properties of ratings, and honours of rounds.

use proptest::prelude::*;

use super::honour::{self, Earned};
use super::*;
use crate::chance::{Contributions, SealedDeal, Seed};
use crate::game::{GameKind, Seat};
use crate::table::{GuildId, PersonId, Skill, UnixMillis};
use crate::tractor::action::{Progress, RoundEnd, RoundResult, TrumpSource};
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::open::OpenRound;
use crate::tractor::rules::Rules;
use crate::tractor::seating::Team;
use crate::tractor::trump::Trump;
use crate::tractor::view::TrickView;

const GAME: GameKind = GameKind::Tractor;
const DAY: u64 = 86_400_000;

fn person(number: u64) -> RatedPlayer {
    RatedPlayer {
        seat: Seat::new(0),
        person: Some(PersonId(number)),
        name: String::new(),
        computer: None,
        no_gain: false,
    }
}

/// A round of these people; the sides come with their places.
fn round(sides: &[(u32, &[u64])]) -> RatedRound {
    let side = |(place, people): &(u32, &[u64])| RatedSide {
        place: *place,
        players: people.iter().map(|number| person(*number)).collect(),
    };
    RatedRound {
        sides: sides.iter().map(side).collect(),
    }
}

fn count(ledger: &mut Ledger, sides: &[(u32, &[u64])], day: u64) {
    ledger.count(&round(sides), (GAME, GuildId(7)), UnixMillis(day * DAY));
}

fn standing(ledger: &Ledger, number: u64) -> Standing {
    let booked = ledger.standings.get(&(GAME, EVERYWHERE, PersonId(number)));
    booked.map_or(Standing::NEW, |booked| booked.standing)
}

fn sum(ledger: &Ledger) -> i64 {
    let all = ledger.standings.iter();
    let all = all.filter(|((_, guild, _), _)| *guild == EVERYWHERE);
    all.map(|(_, booked)| booked.standing.rating - Standing::NEW.rating)
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A closed company gains nothing together, whoever beats whom how often: each has their place
    /// among themselves, and the mean stays near where all began.
    #[test]
    fn no_cycle_of_accounts_gains_from_nothing(
        rounds in prop::collection::vec((0..8_u64, 1..4_u64, 1..4_u64, any::<bool>()), 1..300),
    ) {
        let mut ledger = Ledger::default();
        for (n, (first, second, third, wins)) in rounds.iter().enumerate() {
            let [a, b, c, d] = [0, *second, 3 + third, 7].map(|step| 1 + (first + step) % 8);
            if [a, b, c].contains(&d) || a == c || b == c {
                continue;
            }
            let (won, lost) = (u32::from(!wins), u32::from(*wins));
            count(&mut ledger, &[(won, &[a, b]), (lost, &[c, d])], n as u64 / 8);
        }
        let people = ledger.days.keys().map(|(person, ..)| person).collect::<std::collections::BTreeSet<_>>();
        let mean = sum(&ledger) / people.len().max(1) as i64;
        prop_assert!(mean.abs() < 60_000, "{mean}");
    }

    /// The order of sides, and of players on them, changes nothing.
    #[test]
    fn the_order_within_a_round_does_not_matter(
        before in prop::array::uniform4((0..2_000_000_i64, 60_000..250_000_i64)),
        wins in any::<bool>(),
    ) {
        let known = |who: PersonId| {
            let (rating, spread) = before[who.0 as usize];
            Standing { rating, spread, rounds: 3 }
        };
        let (won, lost) = (u32::from(!wins), u32::from(wins));
        let of = |sides: &[(u32, &[u64])]| {
            let mut changes = round(sides).changes(GAME, 500, known);
            changes.sort_by_key(|change| change.person);
            changes
        };
        let expected = of(&[(won, &[0, 1]), (lost, &[2, 3])]);
        prop_assert_eq!(&of(&[(lost, &[2, 3]), (won, &[0, 1])]), &expected);
        prop_assert_eq!(&of(&[(lost, &[3, 2]), (won, &[1, 0])]), &expected);
    }

    /// What one side wins the other loses, if all are equally certain.
    #[test]
    fn sums_stay_among_equally_certain_people(
        ratings in prop::array::uniform4(0..2_000_000_i64),
        spread in 60_000..119_000_i64,
        weight in 0..1_000_u32,
    ) {
        let known = |who: PersonId| Standing {
            rating: ratings[who.0 as usize],
            spread,
            rounds: 50,
        };
        let sides: [(u32, &[u64]); 2] = [(0, &[0, 1]), (1, &[2, 3])];
        let changes = round(&sides).changes(GAME, weight, known);
        let moved: i64 = changes.iter().map(|change| change.after.rating - change.before.rating).sum();
        prop_assert!(moved.abs() <= 2, "{moved}");
    }
}

#[test]
fn accounts_made_for_losing_bring_nothing_to_whom_is_known() {
    let mut ledger = Ledger::default();
    // Four people who know where they stand.
    for day in 0..40 {
        for n in 0..8 {
            let [won, lost] = [u32::from(n % 2 == 0), u32::from(n % 2 == 1)];
            count(&mut ledger, &[(won, &[1, 2]), (lost, &[3, 4])], day);
        }
    }
    let before = standing(&ledger, 1);
    assert!(!before.is_provisional(), "{before:?}");
    for farm in 0..200 {
        let [a, b] = [100 + 2 * farm, 101 + 2 * farm];
        for _ in 0..8 {
            count(&mut ledger, &[(0, &[1, 2]), (1, &[a, b])], 50 + farm);
        }
    }
    let after = standing(&ledger, 1);
    assert_eq!(after.rating, before.rating);
    // With computers it is as strong as it plays: half against equals.
    let greedy = || RatedPlayer {
        person: None,
        computer: Some(Skill::Greedy),
        ..person(0)
    };
    for n in 0..200_u64 {
        let mut even = round(&[(n as u32 % 2, &[1, 2]), (1 - n as u32 % 2, &[])]);
        even.sides[1].players = vec![greedy(), greedy()];
        ledger.count(&even, (GAME, EVERYWHERE), UnixMillis((500 + n) * DAY));
    }
    let (points, _) = standing(&ledger, 1).points();
    assert!((950..=1_050).contains(&points), "{points}");
}

#[test]
fn whose_cards_others_played_loses_by_a_round_and_gains_nothing() {
    for (place, moves) in [(0, false), (1, true)] {
        let mut played = round(&[(place, &[1, 2]), (1 - place, &[3, 4])]);
        let usual = played.changes(GAME, 1_000, |_| Standing::NEW);
        played.sides[0].players[0].no_gain = true;
        let changes = played.changes(GAME, 1_000, |_| Standing::NEW);
        assert_eq!(changes[0].after != Standing::NEW, moves);
        assert_eq!(changes[0] == usual[0], moves);
        assert_eq!(changes[1..], usual[1..], "it is nobody else's matter");
    }
    let summary = r#"{"players": [{"person": 1}, {"person": 2}], "honours": {"0": ["throw"], "1": ["match"]}, "no_gain": [0]}"#;
    let earned: Vec<Honour> = honour::earned(summary)
        .iter()
        .map(|earned| earned.honour)
        .collect();
    assert_eq!(earned, [Honour::Match]);
}

#[test]
fn what_can_be_rated_is_told_from_what_cannot() {
    let computer = |skill| RatedPlayer {
        person: None,
        computer: Some(skill),
        ..person(0)
    };
    let with = |player: RatedPlayer| {
        let mut round = round(&[(0, &[1, 2]), (1, &[3])]);
        round.sides[1].players.push(player);
        round.checked(GAME).is_some()
    };
    assert!(with(person(4)));
    assert!(with(computer(Skill::Search)));
    assert!(!with(person(1)), "nobody plays on two seats");
    assert!(!with(computer(Skill::Lowest)), "it was not measured");
    assert!(
        !with(RatedPlayer {
            person: None,
            ..person(0)
        }),
        "nobody"
    );
    assert!(round(&[(0, &[1, 2])]).checked(GAME).is_none());
    assert!(round(&[(0, &[1, 2]), (1, &[])]).checked(GAME).is_none());
}

/// A round that North declared at this trump, with these tricks, hands and kitty, before what else there is of it.
fn open_round(
    trump: &str,
    tricks: &[(u8, &str, u8, u16)],
    (hands, kitty): (&[&str], &str),
) -> OpenRound {
    let cards = |text: &str| -> Vec<Card> {
        let cards = text.split_whitespace();
        cards.map(|card| card.parse().expect("a card")).collect()
    };
    let (rank, suit) = trump.split_at(1);
    let trump = Trump {
        rank: rank.parse().expect("a rank"),
        suit: suit.chars().next().and_then(Suit::from_letter),
        ..Trump::no_trump(Rank::TWO)
    };
    let tricks = tricks
        .iter()
        .map(|(leader, plays, winner, points)| TrickView {
            leader: Seat::new(*leader),
            plays: plays.split(" | ").map(cards).collect(),
            winning: Some(Seat::new(*winner)),
            points: *points,
            failed_throw: None,
        });
    let tricks: Vec<_> = tricks.collect();
    let result = RoundResult {
        round: 1,
        trump,
        last_trick: tricks.last().and_then(|trick| trick.winning),
        kitty: cards(kitty),
        dealer: Seat::new(0),
        source: TrumpSource::Nobody,
        call: None,
        points: 0,
        captured: [0; 4],
        penalties: 0,
        kitty_points: None,
        kitty_factor: 0,
        end: RoundEnd::PlayedOut,
        winner: Team::NorthSouth,
        gained: 0,
        levels: [trump.rank, Rank::TWO],
        progress: [Progress::Climbing; 2],
        next_dealer: Seat::new(0),
        throws: [(0, 0); 4],
        deal: SealedDeal::new(&Seed::from_number(1), "", 0).open(Contributions::none(4)),
        attempt: 0,
        fell: false,
    };
    OpenRound {
        round: 1,
        calls: Vec::new(),
        flipped: Vec::new(),
        taken_over: None,
        hands: hands.iter().map(|hand| cards(hand)).collect(),
        kitty: cards(kitty),
        tricks,
        result,
        rules: Rules::STANDARD,
        match_over: false,
    }
}

/// The honours of a round, by seat.
fn check(round: &OpenRound, expected: &[(u8, Honour)]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(seat, honour)| (Seat::new(*seat), *honour))
        .collect();
    assert_eq!(honour::of_round(round), expected);
}

#[test]
fn honours_are_found_in_a_round_that_is_over() {
    use Honour::*;
    let throw = "3H 3H 4H 4H | 5S 5S 6S 6S | 6H 7H 8H 9H | 10H JH QH KH";
    let last = "AC KC KC QC QC | 3C 4C 5C 6C 7C | 3D 4D 5D 6D 7D | 8D 9D 10D JD QD";
    let tricks = [(1, throw, 2, 40), (2, last, 2, 30)];
    let mut captured = open_round("2S", &tricks, (&[], "5D 3C"));
    captured.result.dealer = Seat::new(1);
    (captured.result.winner, captured.result.points) = (Team::NorthSouth, 160);
    captured.result.kitty_factor = 8;
    check(
        &captured,
        &[
            (0, DoubleScore),
            (2, Throw),
            (2, TrumpTractor),
            (2, RichTrick),
            (2, KittyCaptured),
            (2, KittyFour),
            (2, KittyEight),
            (2, DoubleScore),
        ],
    );
    let hands = ["J+ J+ J- J- AC", "2C", "3C", "4C"];
    let tricks = [(3, "4C | J+ | 2C | 3C", 0, 0)];
    let mut saved = open_round("A", &tricks, (&hands, "10C 10D KC"));
    saved.match_over = true;
    check(
        &saved,
        &[
            (0, JokerSaves),
            (0, RichKitty),
            (0, Shutout),
            (0, NoTrump),
            (0, FourJokers),
            (0, LastLevel),
            (0, Match),
            (2, Shutout),
            (2, NoTrump),
            (2, LastLevel),
            (2, Match),
        ],
    );
    let mut given_up = open_round("2C", &[], (&[], ""));
    given_up.result.end = RoundEnd::Surrendered(Team::NorthSouth);
    (given_up.result.winner, given_up.result.points) = (Team::WestEast, 200);
    check(&given_up, &[]);
}

#[test]
fn honours_are_read_from_a_summary_for_people_alone() {
    let honours = [
        (Seat::new(0), Honour::Throw),
        (Seat::new(1), Honour::Shutout),
    ];
    let written = honour::written(&honours).expect("there are some");
    let summary = serde_json::json!({
        "players": [{"person": 7, "name": "Ana"}, {"person": 8, "name": "Bo", "computer": "greedy"}],
        "honours": written,
    });
    let earned = honour::earned(&summary.to_string());
    let ana = Earned {
        seat: Seat::new(0),
        person: PersonId(7),
        honour: Honour::Throw,
    };
    assert_eq!(earned, [ana]);
    assert_eq!(honour::earned("{}"), []);
    assert_eq!(honour::written(&[]), None);
    for honour in Honour::ALL {
        assert_eq!(Honour::named(honour.name()), Some(*honour));
    }
}
