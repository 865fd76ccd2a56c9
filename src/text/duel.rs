//! The codes of duels, by which people tell one another which cards they mean.

/// The signs of a code, none of which is easily taken for another.
const SIGNS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// How many signs a code has.
const LENGTH: usize = 5;

/// A duel by chance, each sign of its code drawn by `below`, which takes how many there are.
pub fn drawn(mut below: impl FnMut(u32) -> u32) -> u32 {
    (0..LENGTH).fold(0, |number, _| number << 5 | below(SIGNS.len() as u32))
}

/// The code of a duel.
pub fn code(number: u32) -> String {
    let signs = (0..LENGTH).rev();
    let sign = |place| SIGNS[(number >> (5 * place) & 31) as usize];
    signs.map(|place| char::from(sign(place))).collect()
}

/// The duel of a code, in letters of either size.
pub fn number(code: &str) -> Option<u32> {
    if code.len() != LENGTH {
        return None;
    }
    code.bytes().try_fold(0, |number: u32, sign| {
        let sign = sign.to_ascii_uppercase();
        let value = SIGNS.iter().position(|other| *other == sign)?;
        Some(number << 5 | value as u32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_written() {
        for wanted in [0, 1, 31, 32, 123_456, (1 << 25) - 1] {
            let code = code(wanted);
            assert_eq!(number(&code), Some(wanted), "{code}");
            assert_eq!(number(&code.to_lowercase()), Some(wanted), "{code}");
        }
        assert_eq!(code(0), "22222");
        for wrong in ["", "2222", "222222", "2222O", "2222I", "2222é", "22221"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}
