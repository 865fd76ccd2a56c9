//! Pieces: each player has a sign of their choice, never the same for both.
//!
//! Decides which signs can be chosen: one letter, symbol or visible emoji that cannot be mistaken
//! for the number of a square and does not affect the text around it.

use super::*;
use crate::text::looks::CardLook;

/// The default signs: one's own and the opponent's.
const USUAL: [&str; 2] = ["🔶", "🔴"];

/// The longest sign in characters; emojis of families consist of that many.
const MOST_CHARS: usize = 10;

/// A person's choice: their own sign, and perhaps one for a computer opponent behind it, separated by spaces; `None` for
/// anything else, or if both are equal.
fn chosen(words: &str) -> Option<Vec<&str>> {
    let signs: Vec<&str> = words.split_whitespace().collect();
    let differ = match signs.as_slice() {
        [own, other] => own != other,
        signs => signs.len() == 1,
    };
    (differ && signs.iter().all(|sign| is_sign(sign))).then_some(signs)
}

pub const SIGNS: SignSetting = SignSetting {
    setting: "pieces",
    offers: &["❌ ⭕", "🐱 🐶", "🍎 🍏", "🌞 🌙", "🔵 🟡", "X O"],
    read: |words| chosen(words).map(|signs| signs.join(" ")),
    share: |players| {
        let choice = |seat: usize| chosen(players.get(seat)?.as_deref()?);
        share([0, 1].map(|seat| choice(seat).unwrap_or_default())).into()
    },
};

/// The default signs for who is read to.
const LETTERS: [&str; 2] = ["X", "O"];

/// The sign of a seat. For who is read to, a letter stands for one that nobody chose, unless the other
/// player has that letter.
pub fn piece(seat: Seat, cx: &RenderContext) -> &str {
    let usual = USUAL[seat.index() % USUAL.len()];
    let sign = cx.signs.get(seat.index()).map_or(usual, String::as_str);
    let place = USUAL.iter().position(|default| *default == sign);
    let letter = place.map(|place| LETTERS[place]);
    let letter = letter.filter(|letter| !cx.signs.iter().any(|sign| sign == letter));
    let read = cx.looks.cards == CardLook::Letters;
    letter.filter(|_| read).unwrap_or(sign)
}

/// The signs by seat for these choices; none for computers and people without a choice. If both
/// chose the same, the second player gets another one.
fn share(chosen: [Vec<&str>; 2]) -> [String; 2] {
    let own = |seat: usize| chosen[seat].first().copied();
    let other = |seat: usize| chosen[seat].get(1).copied();
    let first = own(0).or_else(|| other(1).filter(|sign| Some(*sign) != own(1)));
    let first = first.or_else(|| USUAL.into_iter().find(|sign| Some(*sign) != own(1)));
    let first = first.unwrap_or(USUAL[0]);
    let wishes = [own(1), other(0), other(1), Some(USUAL[1]), Some(USUAL[0])];
    let mut wishes = wishes.into_iter().flatten();
    let second = wishes.find(|sign| *sign != first).unwrap_or(USUAL[1]);
    [first, second].map(str::to_owned)
}

/// Whether the word is one sign: emojis may be joined, coloured, or the two halves of a flag.
fn is_sign(word: &str) -> bool {
    if word.chars().count() > MOST_CHARS {
        return false;
    }
    match word.chars().collect::<Vec<char>>().as_slice() {
        [one] => is_base(*one),
        [a, b] if is_flag_half(*a) && is_flag_half(*b) => true,
        joined => joined.split(|sign| *sign == JOINER).all(is_element),
    }
}

const JOINER: char = '\u{200D}';
const AS_EMOJI: char = '\u{FE0F}';

/// Whether it is an emoji, with optional modifiers.
fn is_element(signs: &[char]) -> bool {
    let Some((base, looks)) = signs.split_first() else {
        return false;
    };
    let fits = |sign: &char| *sign == AS_EMOJI || is_colour(*sign);
    is_symbol(*base) && looks.len() <= 2 && looks.iter().all(fits)
}

const fn is_colour(sign: char) -> bool {
    matches!(sign, '\u{1F3FB}'..='\u{1F3FF}')
}

const fn is_flag_half(sign: char) -> bool {
    matches!(sign, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Whether a single character can be a sign: no digit, no markup, no joiner and no change of
/// writing direction.
fn is_base(sign: char) -> bool {
    let letter = matches!(sign,
        'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}' | '\u{370}'..='\u{3FF}' | '\u{410}'..='\u{44F}'
        | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}');
    let mark = matches!(sign, '+' | '%' | '&' | '$' | '!' | '?' | '=');
    mark || is_symbol(sign) || letter && sign.is_alphabetic()
}

const fn is_symbol(sign: char) -> bool {
    matches!(sign,
        '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '\u{2190}'..='\u{27FF}' | '\u{2900}'..='\u{2BFF}'
        | '〰' | '〽' | '㊗' | '㊙' | '\u{1F004}'..='\u{1FAFF}')
        && !is_colour(sign)
        && !is_flag_half(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cases;

    #[test]
    fn one_or_two_signs_can_be_chosen_and_nothing_that_harms() {
        for (words, expected) in cases("pieces/chosen") {
            let choice = (SIGNS.read)(&words);
            let expected = Some(words.clone()).filter(|_| expected == "taken");
            assert_eq!(choice, expected, "{words:?}");
        }
    }

    #[test]
    fn who_is_read_to_has_letters_for_pieces_that_nobody_chose() {
        use crate::text::context::Surface;
        use crate::text::locale::Locale;

        let check = |looks: CardLook, one: &str, two: &str, expected: &str| {
            let mut cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "$");
            cx.looks.cards = looks;
            cx.signs = (SIGNS.share)(&[one, two].map(|words| Some(words.to_owned())));
            let shown = Seat::first(2).map(|seat| piece(seat, &cx));
            assert_eq!(shown.collect::<String>(), expected);
            cx.signs.clear();
            let usual = if looks == CardLook::Letters {
                "X"
            } else {
                USUAL[0]
            };
            assert_eq!(piece(Seat::new(0), &cx), usual);
        };
        check(CardLook::Symbols, "", "", "🔶🔴");
        check(CardLook::Letters, "", "", "XO");
        check(CardLook::Letters, "🐱", "", "🐱O");
        check(CardLook::Letters, "O", "", "O🔴");
    }

    #[test]
    fn both_players_have_their_own_sign_and_never_the_same() {
        for (words, expected) in cases("pieces/shared") {
            let choices = words.split(", ").map(|words| Some(words.to_owned()));
            let pieces = (SIGNS.share)(&choices.collect::<Vec<_>>());
            assert_eq!(pieces.join(""), expected, "{words}");
        }
    }
}
