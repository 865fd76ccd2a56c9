//! Inputs at will: kept ones that are changed here and there, with respect for what texts are made
//! of (numbers, strings, brackets, lines), and now and then bytes at random.

use std::ops::Range;
use std::sync::LazyLock;

use crate::dice::Dice;

/// What inputs are made from.
pub struct Kit {
    /// Bytes at random in front of every input, by which a target chooses what it is tried on.
    pub head: usize,
    /// Inputs that mean something, without their heads.
    pub corpus: Vec<Vec<u8>>,
    /// Words that mean something to the target.
    pub words: Vec<Vec<u8>>,
    /// The most bytes of an input.
    pub longest: usize,
}

/// Pieces that texts stumble over: other writings, directions, invisible and combined characters, other
/// digits and signs, mentions, controls.
static HOSTILE: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    list(
        "\u{202e} \u{2066} \u{200b} \u{200d} \u{feff} \u{fe0f} \u{0} \u{7} \u{1b}[2J \u{301}\u{301}\u{301} \
         👩‍👩‍👧‍👦 🇨🇳 🂡 ♥ ♠️ Ａ ５ ＄ ￥ 。 、 　 ٣ १ ß İ ı ſ Ǆ ﬁ é e\u{301} 黑桃 红5 大王 @everyone <@1> <@&1> <#1> \
         <@18446744073709551616> <:a:1> </play:1> https://example.com discord.gg/x ` ``` ** || \\ \" ' = : \
         # ~ \n \r\n \t \u{2028} { } [ ] , null -0 1e999 0x10 +1 %s $ ../ \u{10ffff} \u{fdfd}",
    )
});

/// Numbers at the edges.
static NUMBERS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    list(
        "0 1 -1 2 3 4 7 9 10 15 16 25 53 54 99 100 108 127 128 255 256 1000 32768 65535 65536 2147483647 \
         2147483648 4294967295 4294967296 9007199254740993 9223372036854775807 9223372036854775808 \
         18446744073709551615 18446744073709551616 1e308 0.5 1e-400",
    )
});

/// Values of JSON.
static VALUES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| list(r#"null true false [] {} "" [null] {"":0} [[[[[[[[]]]]]]]]"#));

/// What is written with a space between.
pub fn list(text: &str) -> Vec<Vec<u8>> {
    let pieces = text.split(' ');
    pieces.map(|piece| piece.as_bytes().to_vec()).collect()
}

/// The longest piece that is copied within an input.
const LONGEST_COPY: usize = 2_048;

/// Makes the next input in place of what is in `out`.
pub fn make(dice: &mut Dice, kit: &Kit, out: &mut Vec<u8>) {
    out.clear();
    for _ in 0..kit.head {
        out.push(dice.draw() as u8);
    }
    match dice.below(40) {
        0 => noise(dice, out),
        1..=4 => sentence(dice, kit, out),
        _ => out.extend_from_slice(dice.pick::<Vec<u8>>(&kit.corpus)),
    }
    let times = match dice.below(8) {
        // What is kept is tried as it is, too.
        0 => 0,
        1..=4 => 1,
        _ => 2 + dice.below(6),
    };
    for _ in 0..times {
        change(dice, kit, out);
    }
    out.truncate(kit.longest);
}

/// Bytes at random.
fn noise(dice: &mut Dice, out: &mut Vec<u8>) {
    let size = 1 << dice.below(9);
    for _ in 0..dice.below(size) {
        out.push(dice.draw() as u8);
    }
}

/// Words of the target and hostile pieces in a row.
fn sentence(dice: &mut Dice, kit: &Kit, out: &mut Vec<u8>) {
    for at in 0..=dice.below(6) {
        if at > 0 && !dice.once_in(4) {
            out.push(b' ');
        }
        let piece = piece(dice, kit);
        out.extend_from_slice(piece);
    }
}

fn piece<'a>(dice: &mut Dice, kit: &'a Kit) -> &'a [u8] {
    match dice.below(6) {
        0 => dice.pick::<Vec<u8>>(&HOSTILE),
        1 => dice.pick::<Vec<u8>>(&NUMBERS),
        _ if kit.words.is_empty() => b"",
        _ => dice.pick::<Vec<u8>>(&kit.words),
    }
}

/// One change behind the head.
fn change(dice: &mut Dice, kit: &Kit, out: &mut Vec<u8>) {
    let head = kit.head.min(out.len());
    let at = head + dice.below(out.len() - head + 1);
    match dice.below(16) {
        0 if at < out.len() => out[at] ^= 1 << dice.below(8),
        1 if at < out.len() => out[at] = dice.draw() as u8,
        2 => insert(out, at, &[dice.draw() as u8]),
        3 | 4 => insert(out, at, piece(dice, kit)),
        5 => {
            let size = dice.below(32).min(out.len() - at);
            out.drain(at..at + size);
        }
        6 => {
            let size = dice.below(LONGEST_COPY).min(out.len() - at);
            let copied = out[at..at + size].to_vec();
            for _ in 0..=dice.below(4) {
                insert(out, at, &copied);
            }
        }
        7 | 8 => put_at(out, number(out, at), dice.pick::<Vec<u8>>(&NUMBERS)),
        9 => {
            let new = match dice.below(3) {
                0 => dice.pick::<Vec<u8>>(&VALUES).clone(),
                1 => literal(out, head + dice.below(out.len() - head + 1))
                    .map_or_else(Vec::new, |found| out[found].to_vec()),
                _ => quoted(piece(dice, kit)),
            };
            put_at(out, literal(out, at), &new);
        }
        10 => put_at(out, word(out, at), piece(dice, kit)),
        11 | 12 => bracketed(dice, kit, out, at),
        13 => lines(dice, out, at),
        14 => {
            let other = dice.pick(&kit.corpus);
            out.truncate(at);
            out.extend_from_slice(&other[dice.below(other.len() + 1)..]);
        }
        _ => out.truncate(at),
    }
}

fn insert(out: &mut Vec<u8>, at: usize, new: &[u8]) {
    out.splice(at..at, new.iter().copied());
}

fn put_at(out: &mut Vec<u8>, place: Option<Range<usize>>, new: &[u8]) {
    if let Some(place) = place {
        out.splice(place, new.iter().copied());
    }
}

fn quoted(word: &[u8]) -> Vec<u8> {
    let mut quoted = vec![b'"'];
    quoted.extend_from_slice(word);
    quoted.push(b'"');
    quoted
}

/// The next bytes from `at` on that are all of a kind.
fn run(text: &[u8], at: usize, is: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    let start = at + text[at..].iter().position(|byte| is(*byte))?;
    let size = text[start..].iter().position(|byte| !is(*byte));
    Some(start..size.map_or(text.len(), |size| start + size))
}

/// The next number.
fn number(text: &[u8], at: usize) -> Option<Range<usize>> {
    run(text, at, |byte| byte.is_ascii_digit())
}

/// The next word.
fn word(text: &[u8], at: usize) -> Option<Range<usize>> {
    run(text, at, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
    })
}

/// The next string or number of a text of JSON.
fn literal(text: &[u8], at: usize) -> Option<Range<usize>> {
    let start = at
        + text[at..]
            .iter()
            .position(|byte| *byte == b'"' || byte.is_ascii_digit())?;
    if text[start] != b'"' {
        return number(text, start);
    }
    let mut escaped = false;
    for (index, byte) in text.iter().enumerate().skip(start + 1) {
        match byte {
            b'"' if !escaped => return Some(start..index + 1),
            byte => escaped = *byte == b'\\' && !escaped,
        }
    }
    None
}

/// The next part of a text of JSON that stands in brackets.
fn brackets(text: &[u8], at: usize) -> Option<Range<usize>> {
    let start = at
        + text[at..]
            .iter()
            .position(|byte| matches!(byte, b'{' | b'['))?;
    let (mut depth, mut in_text, mut escaped) = (0_u32, false, false);
    for (index, byte) in text.iter().enumerate().skip(start) {
        match byte {
            b'"' if !escaped => in_text = !in_text,
            b'{' | b'[' if !in_text => depth += 1,
            b'}' | b']' if !in_text => {
                depth -= 1;
                if depth == 0 {
                    return Some(start..index + 1);
                }
            }
            _ => {}
        }
        escaped = *byte == b'\\' && !escaped;
    }
    None
}

/// Takes out a part in brackets, repeats it, or puts another in its place.
fn bracketed(dice: &mut Dice, kit: &Kit, out: &mut Vec<u8>, at: usize) {
    let Some(place) = brackets(out, at) else {
        return;
    };
    match dice.below(4) {
        0 => {
            let comma = out.get(place.end) == Some(&b',');
            out.drain(place.start..place.end + usize::from(comma));
        }
        1 => {
            let mut again = vec![b','];
            again.extend_from_slice(&out[place.clone()][..place.len().min(LONGEST_COPY)]);
            for _ in 0..=dice.below(3) {
                insert(out, place.end, &again);
            }
        }
        2 => {
            let other = dice.pick(&kit.corpus);
            let from = dice.below(other.len() + 1);
            if let Some(found) = brackets(other, from) {
                put_at(out, Some(place), &other[found]);
            }
        }
        _ => {
            let from = kit.head.min(out.len());
            let from = from + dice.below(out.len() - from + 1);
            if let Some(found) = brackets(out, from) {
                let other = out[found].to_vec();
                put_at(out, Some(place), &other);
            }
        }
    }
}

/// Takes out a line, repeats it, or exchanges it with the next.
fn lines(dice: &mut Dice, out: &mut Vec<u8>, at: usize) {
    let start = out[..at]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |found| found + 1);
    let Some(size) = out[at..].iter().position(|byte| *byte == b'\n') else {
        return;
    };
    let end = at + size + 1;
    let line = out[start..end].to_vec();
    match dice.below(3) {
        0 => drop(out.drain(start..end)),
        1 => insert(out, end, &line),
        _ => {
            let next = out[end..].iter().position(|byte| *byte == b'\n');
            let next = next.map_or(out.len(), |found| end + found + 1);
            insert(out, next, &line);
            out.drain(start..end);
        }
    }
}
