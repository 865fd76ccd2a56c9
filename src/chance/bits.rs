//! Counting the bits of words and finding one of them, as fast as the processor can.
//!
//! Knows words alone: no cards and no layout. Where the processor has instructions for it they are
//! used; what is found is the same everywhere.

#[cfg(target_arch = "x86_64")]
use std::hint::select_unpredictable;
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// One of the set bits of two words, those of the first before those of the second: that of the
/// number which `choose` makes of how many there are; no bit if there are not so many.
#[inline]
pub fn any(one: u64, two: u64, choose: impl FnOnce(u32) -> u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if are_deposited_at_once() {
        // SAFETY: the processor has what `any_at_once` is compiled for. Both are made from one list in
        // `at_once!`, so that nothing is used that was not asked for; the answer does not change while the
        // program runs, and none but that answer is kept. Besides this the function is safe.
        #[expect(unsafe_code, reason = "the processor was asked for these instructions")]
        return unsafe { any_at_once(one, two, choose) };
    }
    any_by_counting(one, two, choose)
}

/// [`any`] on any processor.
#[inline]
fn any_by_counting(one: u64, two: u64, choose: impl FnOnce(u32) -> u32) -> u64 {
    let firsts = CountedBits::of(one);
    let seconds = match two {
        0 => CountedBits::NONE,
        two => CountedBits::of(two),
    };
    let n = choose(firsts.len() + seconds.len());
    match n.checked_sub(firsts.len()) {
        None => firsts.nth(n),
        Some(n) if n < seconds.len() => seconds.nth(n),
        Some(_) => 0,
    }
}

/// What is compiled for these instructions, and whether the processor has them.
#[cfg(target_arch = "x86_64")]
macro_rules! at_once {
    ([$($feature:tt),+] $(#[$about:meta])* fn $name:ident $($rest:tt)+) => {
        $(#[$about])*
        $(#[target_feature(enable = $feature)])+
        #[inline]
        fn $name $($rest)+

        fn has_all_at_once() -> bool {
            $(is_x86_feature_detected!($feature))&&+
        }
    };
}

#[cfg(target_arch = "x86_64")]
at_once! {
["bmi1", "bmi2", "popcnt"]
/// [`any`] with the instructions made for it.
fn any_at_once(one: u64, two: u64, choose: impl FnOnce(u32) -> u32) -> u64 {
    let firsts = one.count_ones();
    let n = choose(firsts + two.count_ones());
    let first = n < firsts;
    let word = select_unpredictable(first, one, two);
    let n = n - select_unpredictable(first, 0, firsts);
    // A bit beyond the last of the word is deposited nowhere.
    std::arch::x86_64::_pdep_u64(1_u64.checked_shl(n).unwrap_or(0), word)
}
}

/// Whether the processor counts the bits of a word in one step, and deposits them in few.
#[cfg(target_arch = "x86_64")]
#[inline]
fn are_deposited_at_once() -> bool {
    const YES: u8 = 1;
    const NO: u8 = 2;
    static KNOWN: AtomicU8 = AtomicU8::new(0);
    #[cold]
    fn ask() -> bool {
        // Some have the instruction but take a step for each bit; those with VAES do not.
        let yes = is_x86_feature_detected!("vaes") && has_all_at_once();
        KNOWN.store(if yes { YES } else { NO }, Ordering::Relaxed);
        yes
    }
    match KNOWN.load(Ordering::Relaxed) {
        YES => true,
        NO => false,
        _ => ask(),
    }
}

/// How many bits are set in the first two words, and twice those of the other two.
/// The result has to be below 256.
#[inline]
pub const fn weigh(single: [u64; 2], double: [u64; 2]) -> u32 {
    // All are counted together: at most eight bits in each four, 48 in each byte.
    let single = quarters(single[0]) + quarters(single[1]);
    let double = quarters(double[0]) + quarters(double[1]);
    let single = (single & LOW_QUARTERS) + (single >> 4 & LOW_QUARTERS);
    let double = (double & LOW_QUARTERS) + (double >> 4 & LOW_QUARTERS);
    ((single + 2 * double).wrapping_mul(CountedBits::BYTES) >> 56) as u32
}

/// The set bits of a word, counted so that any of them can be found.
#[derive(Clone, Copy)]
struct CountedBits {
    word: u64,
    /// For each byte, how many bits are set in it and in all below it.
    up_to: u64,
}

impl CountedBits {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    const NONE: CountedBits = CountedBits { word: 0, up_to: 0 };

    #[inline]
    const fn of(word: u64) -> CountedBits {
        let fours = quarters(word);
        let eights = (fours + (fours >> 4)) & LOW_QUARTERS;
        let up_to = eights.wrapping_mul(Self::BYTES);
        CountedBits { word, up_to }
    }

    /// How many bits are set.
    #[inline]
    const fn len(self) -> u32 {
        (self.up_to >> 56) as u32
    }

    /// The `n`-th set bit from below; `n` is below [`CountedBits::len`].
    #[inline]
    const fn nth(self, n: u32) -> u64 {
        // The top bit of each byte up to which there are more than n.
        let tops = 0x80 * Self::BYTES;
        let more = ((self.up_to | tops) - (n as u64 + 1) * Self::BYTES) & tops;
        let byte = more.trailing_zeros() & !7;
        let below = (self.up_to << 8 >> byte) as u8;
        let place = NTH[(n as usize - below as usize) & 7][(self.word >> byte) as u8 as usize];
        1 << (byte + place as u32)
    }
}

/// The lower four bits of every byte.
const LOW_QUARTERS: u64 = 0x0F * CountedBits::BYTES;

/// How many bits are set in each four of a word.
#[inline]
const fn quarters(word: u64) -> u64 {
    let twos = word - (word >> 1 & (0x55 * CountedBits::BYTES));
    (twos & (0x33 * CountedBits::BYTES)) + (twos >> 2 & (0x33 * CountedBits::BYTES))
}

/// The place of the `n`-th set bit of every byte.
static NTH: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut place) = (0, 0);
        while place < 8 {
            if byte & (1 << place) != 0 {
                places[n][byte] = place;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> impl Iterator<Item = u64> {
        let next = |word: &u64| {
            Some(word.rotate_left(7).wrapping_mul(0xD129_0D3F) & word >> 3 | word << 60)
        };
        std::iter::successors(Some(0x9E37_79B9_7F4A_7C15), next).take(1_000)
    }

    #[test]
    fn bits_are_counted_from_below() {
        for word in words().chain([0, 1, u64::MAX]) {
            let set: Vec<u64> = (0..64)
                .map(|at| 1 << at)
                .filter(|bit| word & bit != 0)
                .collect();
            let counted = CountedBits::of(word);
            assert_eq!(counted.len() as usize, set.len());
            let found: Vec<u64> = (0..counted.len()).map(|n| counted.nth(n)).collect();
            assert_eq!(found, set, "{word:x}");
        }
    }

    #[test]
    fn every_processor_finds_the_same_bit() {
        for (one, two) in words().map(|word| (word, word & word >> 5)) {
            for n in 0..130 {
                let mut lengths = [0; 2];
                let found = any(one, two, |len| {
                    lengths[0] = len;
                    n
                });
                let counted = any_by_counting(one, two, |len| {
                    lengths[1] = len;
                    n
                });
                assert_eq!(found, counted, "{one:x} {two:x} {n}");
                assert_eq!(lengths, [one.count_ones() + two.count_ones(); 2]);
            }
        }
    }

    /// Every byte at every place beside every other place, with every number: whatever a word is made of.
    #[test]
    fn every_byte_has_the_same_bits_on_every_processor() {
        for byte in 0..=u64::from(u8::MAX) {
            for (at, beside) in (0..8).flat_map(|at| (0..8).map(move |beside| (at, beside))) {
                let one = byte << (8 * at);
                for (one, two) in [
                    (one, 0x91 << (8 * beside)),
                    (0x91 << (8 * beside), one),
                    (!one, one),
                ] {
                    for n in 0..=one.count_ones() + two.count_ones() {
                        let found = any(one, two, |_| n);
                        assert_eq!(
                            found,
                            any_by_counting(one, two, |_| n),
                            "{one:x} {two:x} {n}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn bits_are_weighed_as_they_are_counted() {
        for word in words() {
            let [a, b] = [word, word.rotate_left(9)];
            let [c, d] = [
                word.rotate_left(23) & 0x00FF_00FF,
                word.rotate_left(40) & 0xFFFF,
            ];
            let weight = a.count_ones() + b.count_ones() + 2 * (c.count_ones() + d.count_ones());
            assert_eq!(weigh([a, b], [c, d]), weight);
        }
        assert_eq!(weigh([0, 1], [1 << 63, 0]), 3);
    }
}
