//! Inputs at will: kept ones that are changed here and there, with respect for what texts are made of (numbers, strings,
//! brackets, words), and now and then bytes at random.

use std::ops::Range;
use std::sync::LazyLock;

/// Numbers at will that a seed repeats on every machine.
#[derive(Debug, Clone)]
pub struct Dice(double::dice::Dice);

impl Dice {
    /// The stream of one input: of this seed, this target and this number.
    pub fn new(seed: u64, target: &str, number: u64) -> Self {
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let name = target.bytes().fold(0xcbf2_9ce4_8422_2325, fold);
        Self(double::dice::Dice::new(seed ^ name, number))
    }

    pub fn byte(&mut self) -> u8 {
        self.0.draw() as u8
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound.max(1) as u64) as usize
    }

    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// What inputs are made from.
pub struct Kit {
    /// Bytes at random in front of every input, by which a target chooses what it is tried on.
    pub head: usize,
    /// Inputs that mean something, without their heads.
    pub corpus: Vec<String>,
    /// Words that mean something to the target.
    pub words: Vec<String>,
    /// Whether several inputs are one as well, a line each.
    pub joins: bool,
    /// The most bytes of an input.
    pub longest: usize,
}

/// Pieces that texts stumble over: other writings, directions, invisible and combined characters, other digits and signs,
/// mentions, controls; numbers at the edges; values of JSON.
static HOSTILE: LazyLock<Vec<String>> = LazyLock::new(|| {
    list(
        "\u{202e} \u{2066} \u{200b} \u{200d} \u{feff} \u{fe0f} \u{0} \u{7} \u{1b}[2J \u{301}\u{301}\u{301} \
         👩‍👩‍👧‍👦 🇨🇳 🂡 ♥ ♠️ Ａ ５ ＄ ￥ 。 、 　 ٣ १ ß İ ı ſ Ǆ ﬁ é e\u{301} 黑桃 红5 大王 @everyone <@1> <@&1> <#1> \
         <@18446744073709551616> <:a:1> </play:1> https://example.com discord.gg/x ` ``` ** || \\ \" ' = : \
         # ~ \n \r\n \t \u{2028} { } [ ] , -0 1e999 0x10 +1 %s $ ../ \u{10ffff} \u{fdfd} null true false [] {} [null] \
         {\"\":0} [[[[[[[[]]]]]]]]",
    )
});

static NUMBERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    list(
        "0 1 -1 2 3 4 7 9 10 15 16 25 53 54 99 100 108 127 128 255 256 1000 32768 65535 65536 2147483647 \
         2147483648 4294967295 4294967296 9007199254740993 9223372036854775807 9223372036854775808 \
         18446744073709551615 18446744073709551616 1e308 0.5 1e-400",
    )
});

/// What is written with a space between.
pub fn list(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// The longest piece that is copied within an input.
const LONGEST_COPY: usize = 2_048;

/// Makes an input.
pub fn make(dice: &mut Dice, kit: &Kit) -> Vec<u8> {
    let mut out: Vec<u8> = (0..kit.head).map(|_| dice.byte()).collect();
    match dice.below(40) {
        0 => {
            let size = 1 << dice.below(9);
            out.extend((0..dice.below(size)).map(|_| dice.byte()));
        }
        1..=4 => {
            for _ in 0..=dice.below(6) {
                out.extend(piece(dice, kit));
                out.extend((!dice.once_in(4)).then_some(b' '));
            }
        }
        _ => out.extend(dice.pick(&kit.corpus).bytes()),
    }
    while kit.joins && !dice.once_in(3) {
        out.push(b'\n');
        out.extend(dice.pick(&kit.corpus).bytes());
    }
    let times = match dice.below(8) {
        // What is kept is tried as it is, too.
        0 => 0,
        1..=4 => 1,
        _ => 2 + dice.below(6),
    };
    for _ in 0..times {
        change(dice, kit, &mut out);
    }
    out.truncate(kit.longest);
    out
}

fn piece<'a>(dice: &mut Dice, kit: &'a Kit) -> &'a [u8] {
    let piece = match dice.below(6) {
        0 => dice.pick::<String>(&HOSTILE),
        1 => dice.pick::<String>(&NUMBERS),
        _ => dice.pick(&kit.words),
    };
    piece.as_bytes()
}

/// One change behind the head.
fn change(dice: &mut Dice, kit: &Kit, out: &mut Vec<u8>) {
    let head = kit.head.min(out.len());
    let at = head + dice.below(out.len() - head + 1);
    let span = |most: usize, dice: &mut Dice| at..at + dice.below(most).min(out.len() - at);
    let (place, new) = match dice.below(14) {
        0 if at < out.len() => (Some(at..at + 1), vec![out[at] ^ 1 << dice.below(8)]),
        1 => (Some(at..at), vec![dice.byte()]),
        2 | 3 => (Some(at..at), piece(dice, kit).to_vec()),
        4 => (Some(span(32, dice)), Vec::new()),
        5 => {
            let copied = out[span(LONGEST_COPY, dice)].to_vec();
            (Some(at..at), copied.repeat(1 + dice.below(4)))
        }
        6 | 7 => (
            number(out, at),
            dice.pick::<String>(&NUMBERS).clone().into_bytes(),
        ),
        8 => {
            let quoted = [b"\"", piece(dice, kit), b"\""].concat();
            (literal(out, at), quoted)
        }
        9 => (word(out, at), piece(dice, kit).to_vec()),
        10 => (brackets(out, at), Vec::new()),
        11 => {
            let other = dice.pick(&kit.corpus).as_bytes();
            let found = brackets(other, dice.below(other.len()));
            let place = brackets(out, at).filter(|_| found.is_some());
            (
                place,
                found.map_or_else(Vec::new, |found| other[found].to_vec()),
            )
        }
        12 => {
            let other = dice.pick(&kit.corpus).as_bytes();
            (
                Some(at..out.len()),
                other[dice.below(other.len())..].to_vec(),
            )
        }
        _ => (Some(at..out.len()), Vec::new()),
    };
    if let Some(place) = place {
        out.splice(place, new);
    }
}

/// The next bytes from `at` on that are all of a kind.
fn run(text: &[u8], at: usize, is: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    let start = at + text[at..].iter().position(|byte| is(*byte))?;
    let size = text[start..].iter().position(|byte| !is(*byte));
    Some(start..size.map_or(text.len(), |size| start + size))
}

fn number(text: &[u8], at: usize) -> Option<Range<usize>> {
    run(text, at, |byte| byte.is_ascii_digit())
}

fn word(text: &[u8], at: usize) -> Option<Range<usize>> {
    run(text, at, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
    })
}

/// The next string of a text of JSON, as far as that can be told from its middle.
fn literal(text: &[u8], at: usize) -> Option<Range<usize>> {
    let quote = |from: usize| Some(from + text[from..].iter().position(|byte| *byte == b'"')?);
    let start = quote(at)?;
    Some(start..quote(start + 1)? + 1)
}

/// The next part of a text that stands in brackets.
fn brackets(text: &[u8], at: usize) -> Option<Range<usize>> {
    let opens = |byte: &u8| matches!(byte, b'{' | b'[');
    let start = at + text[at..].iter().position(opens)?;
    let mut depth = 0_u32;
    for (index, byte) in text.iter().enumerate().skip(start) {
        match byte {
            byte if opens(byte) => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start..index + 1);
        }
    }
    None
}
