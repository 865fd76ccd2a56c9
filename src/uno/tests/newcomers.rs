//! Players who come in with a later round.

use super::matches::play_round;
use super::*;
use crate::chance::Contribution;

fn started(changes: &str, seats: u8) -> Uno {
    Uno::start(&rules(changes), seats, Seed::from_number(5)).0
}

#[test]
fn a_match_takes_up_to_ten_while_a_round_is_to_come() {
    for (changes, before, during) in [
        ("", 7, 7),
        ("players=4", 1, 1),
        ("players=3", 0, 0),
        ("score=lowest", 7, 7),
        // The round that is played is the match.
        ("score=round", 7, 0),
        ("score=none", 7, 0),
        ("preset=irc", 7, 0),
    ] {
        let mut game = started(changes, 3);
        assert_eq!(game.vacancies(), Some(before), "{changes}");
        if before == 0 {
            assert_eq!(game.admit(), None, "{changes}");
        }
        game.act(Seat::new(0), Action::Deal).expect("anybody deals");
        assert_eq!(game.vacancies(), Some(during), "{changes}");
        assert_eq!(
            game.admit(),
            None,
            "nobody comes into a round that is played"
        );
        if during == 0 && before > 0 {
            play_round(&mut game, &mut Seed::from_number(1).chance());
            assert_eq!(
                (game.turn(), game.vacancies()),
                (Turn::Over, Some(0)),
                "{changes}"
            );
            assert_eq!(game.admit(), None, "{changes}");
        }
    }
}

#[test]
fn who_comes_in_sits_behind_the_last_one_with_no_points() {
    let mut chance = Seed::from_number(2).chance();
    let mut game = started("order=seats match_to=1000", 3);
    play_round(&mut game, &mut chance);
    let scores = game.scores.clone();
    assert_eq!(game.admit(), Some(Seat::new(3)));
    let order = |game: &Uno| -> Vec<usize> { game.order.iter().map(|seat| seat.index()).collect() };
    assert_eq!(order(&game), [1, 2, 3, 0], "the second one begins round 2");
    assert_eq!(game.scores, [&scores[..], &[0]].concat());
    let words = Contribution::new("salt").expect("words");
    game.act(Seat::new(3), Action::Contribute(words))
        .expect("they play from now on");
    play_round(&mut game, &mut chance);
    let result = game.history.last().expect("a round");
    assert_eq!((result.places.len(), result.hands.len()), (4, 4));
    assert!(result.deal.contributions.given().eq([(3, "salt")]));
    let secret = Seed::from_hex(&result.deal.secret).expect("a secret");
    assert_eq!(secret.commitment(), result.deal.commitment);
    assert_eq!(game.history[0].scores.len(), 3, "what was is as it was");
    assert_eq!(order(&game), [2, 3, 0, 1]);
}

#[test]
fn nobody_wins_by_coming_late_where_the_lowest_sum_wins() {
    let mut chance = Seed::from_number(2).chance();
    let mut game = started("score=lowest match_to=1000", 3);
    play_round(&mut game, &mut chance);
    let most = game.scores.iter().copied().max().expect("three play");
    game.admit().expect("seven seats are free");
    assert!(most > 0 && game.scores[3] == most, "{:?}", game.scores);
}

#[test]
fn decks_are_counted_anew_where_a_newcomer_makes_five() {
    let cards = |game: &Uno| game.round().expect("a round").cards();
    let mut game = started("decks=two_above_four", 4);
    game.elapse(game.cue().expect("the clock deals"));
    assert_eq!(cards(&game), 108);
    play_round(&mut game, &mut Seed::from_number(3).chance());
    game.admit().expect("six seats are free");
    game.elapse(game.cue().expect("the clock deals"));
    assert_eq!(cards(&game), 216);
}
