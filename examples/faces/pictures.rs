//! Pictures to be looked at and measured: one of each kind, as full as matches make them.

use tractor_bot::art::picture::{Course, Levels, RoundPicture, TrickPicture, Winds};
use tractor_bot::art::{Picture, SuitColors};
use tractor_bot::tractor::card::{Card, Rank, Suit};
use tractor_bot::tractor::seating::{Team, Wind};
use tractor_bot::tractor::trump::Trump;

fn cards(text: &str) -> Vec<Card> {
    let cards = text.split(' ').filter_map(|word| word.parse().ok());
    cards.collect()
}

fn rank(index: usize) -> Rank {
    Rank::from_index(index.min(12)).unwrap_or(Rank::ACE)
}

pub fn of_each_kind() -> Vec<(&'static str, Picture)> {
    let trick = TrickPicture {
        trump: Trump::suited(Rank::TWO, Suit::Hearts),
        leader: Wind::West.seat(),
        plays: [
            cards("KS KS"),
            cards("4S 4S"),
            cards("9S 10S"),
            cards("AS AS"),
        ],
        winner: Some(Wind::East.seat()),
        dealer: Some(Wind::North.seat()),
        colors: SuitColors::Two,
        winds: Winds::Latin,
    };
    let round = RoundPicture {
        trick: Some(trick.clone()),
        kitty: cards("3C 4C 5D 9D 3S 6S JC 2D"),
        points: (120, 80),
        winner: Team::WestEast,
        declarers: Team::NorthSouth,
        colors: SuitColors::Two,
        winds: Winds::Chinese,
    };
    let mut levels = vec![[rank(0), rank(0)]];
    let mut winners = Vec::new();
    for n in 0..24 {
        let [a, b] = levels[n].map(Rank::index);
        let first = n % 3 != 1;
        levels.push(match first {
            true => [rank(a + n % 2), rank(b)],
            false => [rank(a), rank(b + 2)],
        });
        winners.push(if first {
            Team::NorthSouth
        } else {
            Team::WestEast
        });
    }
    let course = Levels {
        levels,
        winners,
        to: Rank::ACE,
        winds: Winds::Latin,
    };
    let spans = (0..12).map(|n| (5 + n * 7 % 11, 2 + n * 5 % 4)).collect();
    vec![
        ("trick", Picture::Trick(trick)),
        ("round", Picture::Round(round)),
        ("levels", Picture::Levels(course)),
        ("course", Picture::Course(Course { spans })),
    ]
}
