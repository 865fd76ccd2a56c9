//! The two decks: their shuffle and who is dealt which card.
//!
//! Decides the order in which cards leave the pile; the timing, the calls and what becomes of the
//! kitty are decided elsewhere.
//!
//! Before the shuffle the 108 cards lie in the order of [`Card::all`], the first deck before the
//! second; they are shuffled as [`Chance::shuffle`] specifies. The first 100 are dealt one by one in
//! turn order, the last eight are the kitty, to be turned over in the order in which they lie.

use super::card::Card;
#[cfg(feature = "testing")]
use super::hand::{Hand, Layout};
use super::seating::PLAYERS;
use crate::chance::{Chance, Seed};
use crate::game::Seat;

/// Cards in both decks.
pub const CARDS: usize = 2 * Card::KINDS;
/// Cards of the kitty (底牌).
pub const KITTY: usize = 8;
/// Cards dealt to the players.
pub const DEALT: usize = CARDS - KITTY;

/// The two decks in the order in which they are dealt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Deck([Card; CARDS]);

impl std::fmt::Debug for Deck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Deck(hidden)")
    }
}

/// The decks as they lie before the shuffle.
impl Default for Deck {
    fn default() -> Deck {
        Deck(ORDERED)
    }
}

impl Deck {
    /// The decks shuffled.
    ///
    /// ```
    /// use engine::chance::Seed;
    /// use engine::tractor::deck::Deck;
    /// use engine::tractor::seating::Wind;
    ///
    /// let deck = Deck::shuffled(&mut Seed::from_number(7).chance());
    /// let (first, _) = deck.dealt(0, Wind::South.seat()).expect("a hundred cards are dealt");
    /// assert_eq!(first, Wind::South.seat());
    /// assert!(deck.dealt(100, Wind::South.seat()).is_none(), "the rest is the kitty");
    /// ```
    #[inline]
    pub fn shuffled(chance: &mut Chance) -> Deck {
        let mut cards = ORDERED;
        chance.shuffle(&mut cards);
        Deck(cards)
    }

    /// The decks in this order; `None` unless each of the 54 cards is there twice.
    ///
    /// ```
    /// use engine::tractor::card::Card;
    /// use engine::tractor::deck::{CARDS, Deck};
    ///
    /// assert!(Deck::stacked([Card::BIG_JOKER; CARDS]).is_none());
    /// ```
    pub fn stacked(cards: [Card; CARDS]) -> Option<Deck> {
        let mut sorted = cards;
        sorted.sort_unstable();
        let (pairs, _) = sorted.as_chunks();
        let twice = |(pair, card): (&[Card; 2], Card)| *pair == [card; 2];
        let complete = pairs.iter().zip(Card::all()).all(twice);
        complete.then_some(Deck(cards))
    }

    /// All cards in the order of the pile, the kitty last.
    pub const fn cards(&self) -> &[Card; CARDS] {
        &self.0
    }

    /// The `at`-th dealt card and who gets it when `first` draws first; `None` from the kitty on.
    pub fn dealt(&self, at: usize, first: Seat) -> Option<(Seat, Card)> {
        let card = self.0[..DEALT].get(at)?;
        let seat = (first.index() + at) % PLAYERS;
        Some((Seat::new(seat as u8), *card))
    }

    /// The kitty, in the order in which it would be turned over.
    pub const fn kitty(&self) -> [Card; KITTY] {
        let mut kitty = [Card::BIG_JOKER; KITTY];
        kitty.copy_from_slice(self.0.split_at(DEALT).1);
        kitty
    }
}

/// The decks as they lie before the shuffle.
const ORDERED: [Card; CARDS] = {
    let mut cards = [Card::BIG_JOKER; CARDS];
    let mut at = 0;
    while at < CARDS {
        if let Some(card) = Card::from_index(at % Card::KINDS) {
            cards[at] = card;
        }
        at += 1;
    }
    cards
};

#[cfg(feature = "testing")]
impl Deck {
    /// The four hands by seat when `first` draws first.
    #[inline]
    pub fn hands(&self, layout: &Layout, first: Seat) -> [Hand; PLAYERS] {
        let mut hands = [Hand::EMPTY; PLAYERS];
        for round in self.0[..DEALT].chunks_exact(PLAYERS) {
            for (at, card) in round.iter().enumerate() {
                hands[at].insert(layout, *card);
            }
        }
        hands.rotate_right(first.index() % PLAYERS);
        hands
    }
}

/// A recomputed deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dealt {
    /// The hands by seat, each in the order in which it was dealt.
    pub hands: [Vec<Card>; PLAYERS],
    /// The eight cards that were left, in the order in which they lay.
    pub kitty: [Card; KITTY],
}

impl Dealt {
    /// What this shuffle deals to the seat that draws first and the others.
    pub fn of(shuffle: &Seed, first: Seat) -> Self {
        let deck = Deck::shuffled(&mut shuffle.chance());
        let mut hands = [const { Vec::new() }; PLAYERS];
        for at in 0..DEALT {
            if let Some((seat, card)) = deck.dealt(at, first) {
                hands[seat.index()].push(card);
            }
        }
        let kitty = deck.kitty();
        Self { hands, kitty }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::tractor::card::Rank;
    use crate::tractor::card::notation;
    use crate::tractor::seating::Wind;
    use crate::tractor::trump::Trump;

    #[test]
    fn a_deal_gives_every_card_to_one_place() {
        let layout = Layout::of(Trump::no_trump(Rank::TWO));
        for number in 0..100 {
            let deck = Deck::shuffled(&mut Seed::from_number(number).chance());
            let first = Seat::new((number % 4) as u8);
            let hands = deck.hands(layout, first);
            assert!(hands.iter().all(|hand| hand.len() == 25));
            assert_eq!(Deck::stacked(*deck.cards()), Some(deck));
            let mut one_by_one = [Hand::EMPTY; PLAYERS];
            for at in 0..DEALT {
                let (seat, card) = deck.dealt(at, first).expect("a hundred cards");
                assert!(one_by_one[seat.index()].insert(layout, card));
            }
            assert_eq!(one_by_one, hands);
            assert_eq!(deck.dealt(DEALT, first), None);
            let kitty = Hand::of(layout, &deck.kitty()).expect("two copies");
            let all = hands.into_iter().fold(kitty, Hand::plus);
            assert_eq!((all.len(), all.pairs()), (108, 54));
        }
    }

    /// The deal of this secret with what the players mixed in by seat.
    fn deal(secret: &Seed, words: [&str; PLAYERS], first: Wind) -> Dealt {
        Dealt::of(&secret.mixed(words), first.seat())
    }

    /// The page that says how a deal is worked out.
    const PAGE: &str = include_str!("../chance.md");

    /// A deal as the page prints it.
    fn told(secret: &Seed, words: [&str; PLAYERS], first: Wind) -> String {
        let dealt = deal(secret, words, first);
        let mut lines = vec![
            format!("secret   {}", secret.reveal()),
            format!("seal     {}", secret.commitment()),
            format!("mixed    {}", secret.mixed(words).reveal()),
        ];
        for (wind, hand) in Wind::ALL.iter().zip(&dealt.hands) {
            lines.push(format!("{:<9}{}", format!("{wind:?}"), notation(hand)));
        }
        lines.push(format!("kitty    {}", notation(&dealt.kitty)));
        lines.join("\n") + "\n"
    }

    /// The secret of the worked example, and the words that were mixed in.
    fn example() -> (Seed, [&'static str; PLAYERS]) {
        let secret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
        let secret = Seed::from_hex(secret).expect("64 digits");
        (secret, ["lucky", "", "", "八仙"])
    }

    #[test]
    fn the_worked_example_comes_out_as_written() {
        let (secret, words) = example();
        let told = told(&secret, words, Wind::North);
        assert!(PAGE.contains(&told), "src/chance.md lacks:\n{told}");
    }

    /// The script of the page, run as it stands there; where there is no Python it is left out.
    #[test]
    fn the_script_in_python_deals_the_same() {
        let script = PAGE.split("```python\n").nth(1).expect("a script");
        let script = script.split("```").next().expect("its end");
        let (secret, words) = example();
        for (secret, words, first) in [
            (secret, words, Wind::North),
            (Seed::from_number(1), [""; PLAYERS], Wind::East),
            (Seed::from_number(2), ["", "a b", "♥", "x"], Wind::West),
        ] {
            let run = std::process::Command::new("python3")
                .args(["-c", script, &secret.reveal()])
                .args(words)
                .arg(format!("{first:?}"))
                .env("PYTHONUTF8", "1")
                .output();
            let run = match run {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    assert!(std::env::var_os("NEEDS_PYTHON").is_none(), "no Python");
                    return;
                }
                run => run.expect("python3 can be run"),
            };
            let errors = String::from_utf8_lossy(&run.stderr);
            assert!(run.status.success(), "{errors}");
            let dealt = String::from_utf8_lossy(&run.stdout);
            assert_eq!(dealt, told(&secret, words, first));
        }
    }

    #[test]
    fn other_words_or_another_secret_give_another_deal() {
        let deal = |number, words| deal(&Seed::from_number(number), words, Wind::North);
        let dealt = deal(1, ["a", "", "", ""]);
        assert_eq!(dealt, deal(1, ["a", "", "", ""]));
        assert_ne!(dealt.hands, deal(1, ["", "a", "", ""]).hands);
        assert_ne!(dealt.hands, deal(1, ["b", "", "", ""]).hands);
    }

    #[test]
    fn whoever_draws_first_gets_the_first_card() {
        let secret = Seed::from_number(3);
        let north = deal(&secret, [""; 4], Wind::North);
        let east = deal(&secret, [""; 4], Wind::East);
        assert_eq!(north.kitty, east.kitty);
        for seat in 0..PLAYERS {
            assert_eq!(north.hands[seat], east.hands[(seat + 3) % PLAYERS]);
        }
    }

    /// Chi-square over ten million deals: where a card goes, and how many pairs a hand has. Run with
    /// `cargo test --release -p engine chi_square -- --ignored --nocapture`; `src/chance.md` has the result.
    #[test]
    #[ignore = "minutes: .ci/deep players"]
    fn chi_square_of_ten_million_deals() {
        const DEALS: u64 = 10_000_000;
        let master = Seed::from_number(2_026);
        let mut places = vec![[0_u64; CARDS]; CARDS];
        let mut pairs = [0_u64; MOST_PAIRS + 1];
        for number in 0..DEALS {
            let seed = master.derive("chi square", number);
            let mut pile: [u8; CARDS] = std::array::from_fn(|at| at as u8);
            seed.chance().shuffle(&mut pile);
            if number < 1_000 {
                // What is counted here is the shuffle of the deck.
                let deck = Deck::shuffled(&mut seed.chance());
                let kinds = deck.cards().iter().map(|card| card.index());
                assert!(kinds.eq(pile.iter().map(|card| usize::from(*card) % Card::KINDS)));
            }
            let mut held = [0_u8; Card::KINDS];
            for (place, card) in pile.iter().enumerate() {
                places[usize::from(*card)][place] += 1;
                if place < DEALT && place % PLAYERS == 0 {
                    held[usize::from(*card) % Card::KINDS] += 1;
                }
            }
            let count = held.iter().filter(|copies| **copies == 2).count();
            pairs[count.min(MOST_PAIRS)] += 1;
        }
        let square = |seen: u64, expected: f64| (seen as f64 - expected).powi(2) / expected;
        let mean = DEALS as f64 / CARDS as f64;
        let sum: f64 = places
            .iter()
            .flatten()
            .map(|seen| square(*seen, mean))
            .sum();
        // Every deal fills each place and each card's row once: rows and columns add up.
        let n = CARDS as f64;
        report("places", sum * (n - 1.0) / n, (n - 1.0).powi(2));
        let expected = pair_chances().map(|chance| chance * DEALS as f64);
        let sum = pairs
            .iter()
            .zip(expected)
            .map(|(seen, mean)| square(*seen, mean))
            .sum();
        report("pairs", sum, MOST_PAIRS as f64);
    }

    const CARDS: usize = crate::tractor::deck::CARDS;
    /// Hands with more pairs than this are counted together with those that have as many.
    const MOST_PAIRS: usize = 9;

    fn report(what: &str, chi_square: f64, freedom: f64) {
        let z = (chi_square - freedom) / (2.0 * freedom).sqrt();
        println!("{what}: chi-square {chi_square:.1} at {freedom} degrees of freedom, z = {z:.2}");
        assert!(z.abs() < 4.0, "{what} are not as likely as they should be");
    }

    /// How likely a hand of 25 has 0, 1, 2, … pairs.
    fn pair_chances() -> [f64; MOST_PAIRS + 1] {
        let choose = |n: usize, k: usize| -> f64 {
            (0..k).map(|i| ((n - i) as f64 / (k - i) as f64).ln()).sum()
        };
        let mut chances = [0.0; MOST_PAIRS + 1];
        for pairs in 0..=12 {
            let singles = 25 - 2 * pairs;
            let ways = choose(54, pairs) + choose(54 - pairs, singles);
            let ways = ways + singles as f64 * 2_f64.ln() - choose(108, 25);
            chances[pairs.min(MOST_PAIRS)] += ways.exp();
        }
        let sum: f64 = chances.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        chances
    }
}
