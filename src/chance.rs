//! Seeds, commitments and the shuffle: the only source of chance in a game.
//!
//! Everything here is specified down to the byte, so that anybody can check a revealed seed in any
//! language and so that no new version of a library can change an old game. It decides nothing
//! about cards and knows neither clock nor operating system: the first seed comes from outside.
//!
//! * The key stream is ChaCha with 8 rounds, the seed as its key, nonce and counter zero.
//! * A draw takes the next two bytes of the key stream as a little-endian number.
//! * A number below `n` is made from draws by Lemire's method with rejection: `m = draw × n`; the
//!   draw is thrown away while `m mod 65536 < 65536 mod n`; the result is `m div 65536`.
//! * The shuffle is Fisher–Yates from the end: for `i` from the last index down to 1, swap the
//!   items at `i` and at a number below `i + 1`.
//! * Seeds are derived with SHA-256 over length-prefixed parts (see [`Seed::derive`]).
#![doc = ""]
#![doc = include_str!("chance.md")]
#![warn(missing_docs)]

pub mod bits;

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Names this scheme in every hash, so that another scheme can never collide with it.
const SCHEME: &[u8] = b"tractor-bot/shuffle/1";

/// 32 secret bytes that decide everything left to chance. Whoever knows a deal's seed knows every
/// hand, so it is never logged: `Debug` hides it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(#[serde(with = "hex::serde")] [u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(hidden)")
    }
}

/// The fingerprint of a seed: shown before a deal, it binds the bot to the seed revealed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commitment(#[serde(with = "hex::serde")] [u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl Seed {
    /// A seed of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A seed for tests, benchmarks and `--seed`: the number, little-endian, then zeros.
    pub const fn from_number(number: u64) -> Self {
        let mut bytes = [0; 32];
        let low = number.to_le_bytes();
        let mut i = 0;
        while i < 8 {
            bytes[i] = low[i];
            i += 1;
        }
        Self(bytes)
    }

    /// Reads 64 hexadecimal digits; `None` for anything else.
    ///
    /// ```
    /// use engine::chance::Seed;
    ///
    /// let digits = "07".repeat(32);
    /// let seed = Seed::from_hex(&digits).expect("64 digits");
    /// assert_eq!(seed.reveal(), digits);
    /// assert_eq!(Seed::from_hex("07"), None);
    /// ```
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes).ok()?;
        Some(Self(bytes))
    }

    /// The seed in hexadecimal digits, for revealing it once nothing depends on it any more.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// The seed for the `index`-th use of one purpose. Knowing it tells nothing about this seed
    /// or about its other derivations.
    ///
    /// ```
    /// use engine::chance::Seed;
    ///
    /// let seed = Seed::from_number(7);
    /// assert_eq!(seed.derive("deal", 1), seed.derive("deal", 1));
    /// assert_ne!(seed.derive("deal", 1), seed.derive("deal", 2));
    /// assert_ne!(seed.derive("deal", 1), seed.derive("kitty", 1));
    /// ```
    pub fn derive(&self, purpose: &str, index: u64) -> Seed {
        Seed(hash(&[
            b"derive",
            &self.0,
            purpose.as_bytes(),
            &index.to_le_bytes(),
        ]))
    }

    /// This seed with the players' contributions mixed in, in seat order; an absent contribution
    /// counts as empty.
    ///
    /// ```
    /// use engine::chance::Seed;
    ///
    /// let secret = Seed::from_number(7);
    /// let one = secret.mixed(["lucky", "", "", ""]);
    /// let other = secret.mixed(["", "lucky", "", ""]);
    /// assert_ne!(one, other, "it counts who mixed the words in");
    /// ```
    pub fn mixed<'a>(&'a self, contributions: impl IntoIterator<Item = &'a str>) -> Seed {
        let mut parts: Vec<&[u8]> = vec![b"mix", &self.0];
        parts.extend(contributions.into_iter().map(|text| text.as_bytes()));
        Seed(hash(&parts))
    }

    /// The fingerprint that may be shown while the seed is still secret.
    ///
    /// ```
    /// use engine::chance::Seed;
    ///
    /// let sealed = Seed::from_number(7).commitment();
    /// // Once the secret is revealed, everybody can compare.
    /// assert_eq!(sealed, Seed::from_number(7).commitment());
    /// assert_ne!(sealed, Seed::from_number(8).commitment());
    /// ```
    pub fn commitment(&self) -> Commitment {
        Commitment(hash(&[b"commit", &self.0]))
    }

    /// The stream of chance of this seed.
    pub fn chance(&self) -> Chance {
        Chance {
            stream: ChaCha8Rng::from_seed(self.0),
            bytes: [0; 256],
            used: 256,
        }
    }
}

/// SHA-256 over the scheme's name and the parts, each preceded by its length in bytes (eight
/// bytes, little-endian).
fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut sha = Sha256::new();
    for part in std::iter::once(&SCHEME).chain(parts) {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    sha.finalize().into()
}

/// Words that a player mixes into the next shuffle, 1 to 64 bytes after trimming.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Contribution(String);

impl Contribution {
    /// The longest contribution, in bytes.
    pub const MOST_BYTES: usize = 64;

    /// A contribution of these words; `None` if they are empty or too long.
    ///
    /// ```
    /// use engine::chance::Contribution;
    ///
    /// assert_eq!(Contribution::new(" lucky ").expect("five bytes").as_str(), "lucky");
    /// assert_eq!(Contribution::new("  "), None);
    /// assert_eq!(Contribution::new(&"x".repeat(65)), None);
    /// ```
    pub fn new(words: &str) -> Option<Self> {
        let words = words.trim();
        let fits = !words.is_empty() && words.len() <= Self::MOST_BYTES;
        fits.then(|| Self(words.to_owned()))
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Contribution {
    type Error = &'static str;

    fn try_from(words: String) -> Result<Self, Self::Error> {
        Self::new(&words).ok_or("a contribution has 1 to 64 bytes")
    }
}

impl From<Contribution> for String {
    fn from(contribution: Contribution) -> String {
        contribution.0
    }
}

/// What the players mix into the shuffle of the next deal, in seat order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Contributions(Vec<Option<Contribution>>);

impl Contributions {
    /// Nothing from any of so many seats.
    pub fn none(seats: usize) -> Self {
        Self(vec![None; seats])
    }

    /// Takes the words of the seat with this index, in place of those it gave before.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn give(&mut self, seat: usize, words: Contribution) {
        self.0[seat] = Some(words);
    }

    /// One seat more, behind the others, that has given nothing.
    pub fn add_seat(&mut self) {
        self.0.push(None);
    }

    /// The words of every seat, in seat order; `None` where nothing was given.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        let words = self.0.iter();
        words.map(|words| words.as_ref().map(Contribution::as_str))
    }

    /// What was given, with the index of the seat that gave it.
    pub fn given(&self) -> impl Iterator<Item = (usize, &str)> {
        let words = self.iter().enumerate();
        words.filter_map(|(seat, words)| Some((seat, words?)))
    }
}

/// The secret of one deal: its commitment may be shown at once, the secret itself when nothing
/// depends on it any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SealedDeal(Seed);

impl SealedDeal {
    /// The secret of the `index`-th deal of a match with this seed, `purpose` being the game's own
    /// word for its deals.
    pub fn new(seed: &Seed, purpose: &str, index: u64) -> Self {
        Self(seed.derive(purpose, index))
    }

    /// The fingerprint of the secret.
    pub fn commitment(&self) -> Commitment {
        self.0.commitment()
    }

    /// What the cards are shuffled with: the secret with what the players contributed.
    pub fn shuffle_seed(&self, contributions: &Contributions) -> Seed {
        let words = contributions.iter().map(Option::unwrap_or_default);
        self.0.mixed(words)
    }

    /// The secret in hexadecimal digits, once the deal is over or given up.
    pub fn reveal(&self) -> String {
        self.0.reveal()
    }

    /// Opens the seal of a deal that is over.
    pub fn open(&self, contributions: Contributions) -> OpenedDeal {
        OpenedDeal {
            commitment: self.commitment(),
            contributions,
            secret: self.reveal(),
        }
    }
}

/// All that the shuffle of a deal can be checked with afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedDeal {
    /// The commitment shown before the deal.
    pub commitment: Commitment,
    /// What the players mixed in.
    pub contributions: Contributions,
    /// The revealed secret, 64 hexadecimal digits.
    pub secret: String,
}

/// A stream of chance; equal seeds give equal streams everywhere.
#[derive(Clone)]
pub struct Chance {
    stream: ChaCha8Rng,
    bytes: [u8; 256],
    used: usize,
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chance(hidden)")
    }
}

impl Chance {
    #[inline]
    fn draw(&mut self) -> u32 {
        if self.used == self.bytes.len() {
            self.stream.fill_bytes(&mut self.bytes);
            self.used = 0;
        }
        let pair = [self.bytes[self.used], self.bytes[self.used + 1]];
        self.used += 2;
        u32::from(u16::from_le_bytes(pair))
    }

    /// A number from 0 to `n - 1`, all equally likely. `n` is from 1 to 65,536.
    ///
    /// ```
    /// use engine::chance::Seed;
    ///
    /// let mut dice = Seed::from_number(7).chance();
    /// assert!((0..100).all(|_| dice.below(6) < 6));
    /// ```
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!((1..=0x1_0000).contains(&n), "a draw is made of 16 bits");
        loop {
            let product = self.draw() * n;
            let low = product & 0xFFFF;
            // The remainder is only worked out where it can matter: it is below n.
            if low >= n || low >= 0x1_0000 % n {
                return product >> 16;
            }
        }
    }

    /// Puts the items into a random order, all orders equally likely.
    ///
    /// ```
    /// use engine::chance::Seed;
    ///
    /// let mut cards = ["AS", "KS", "QS", "JS"];
    /// Seed::from_number(7).chance().shuffle(&mut cards);
    /// let mut again = ["AS", "KS", "QS", "JS"];
    /// Seed::from_number(7).chance().shuffle(&mut again);
    /// assert_eq!(cards, again, "equal seeds give equal orders");
    /// ```
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_orders_and_other_seeds_others() {
        let order = |number| {
            let mut items: Vec<u8> = (0..108).collect();
            Seed::from_number(number).chance().shuffle(&mut items);
            items
        };
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
        let mut sorted = order(7);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..108).collect::<Vec<u8>>());
    }

    #[test]
    fn an_opened_deal_holds_what_shuffled_it() {
        let sealed = SealedDeal::new(&Seed::from_number(7), "a game's deal", 2);
        let mut contributions = Contributions::none(3);
        let nothing = sealed.shuffle_seed(&contributions);
        for words in ["salt", "pepper"] {
            contributions.give(1, Contribution::new(words).expect("words"));
        }
        let mixed = sealed.shuffle_seed(&contributions);
        assert_ne!(mixed, nothing);
        let opened = sealed.open(contributions);
        assert_eq!(
            opened.contributions.given().collect::<Vec<_>>(),
            [(1, "pepper")]
        );
        let secret = Seed::from_hex(&opened.secret).expect("64 digits");
        assert_eq!(secret.commitment(), opened.commitment);
        assert_eq!(secret.mixed(["", "pepper", ""]), mixed);
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut chance = Seed::from_number(1).chance();
        for n in [1, 2, 3, 7, 108, 65_535, 65_536] {
            assert!((0..2_000).all(|_| chance.below(n) < n));
        }
    }

    #[test]
    fn seeds_and_chance_never_show_themselves() {
        let seed = Seed::from_number(0xABCD);
        assert!(
            !format!("{seed:?} {:?}", seed.chance())
                .to_lowercase()
                .contains("abcd")
        );
    }

    #[test]
    fn every_number_is_as_likely_as_any_other() {
        // Of the draws, four fall on every three numbers: without rejection one of them has two.
        let mut chance = Seed::from_number(5).chance();
        let mut thirds = [0_u32; 3];
        for _ in 0..6_000 {
            thirds[chance.below(49_152) as usize % 3] += 1;
        }
        let even = |count: &u32| (1_850..=2_150).contains(count);
        assert!(thirds.iter().all(even), "{thirds:?}");
    }

    #[test]
    fn a_contribution_has_1_to_64_bytes() {
        let most = "x".repeat(Contribution::MOST_BYTES);
        for words in ["a", "♥", &most] {
            let contribution = Contribution::new(&format!(" {words} ")).expect("words");
            assert_eq!(contribution.as_str(), words);
        }
        for words in ["", "  ", &format!("{most}x")] {
            assert_eq!(Contribution::new(words), None);
        }
    }
}
