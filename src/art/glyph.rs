//! Glyphs: digits, letters, suits and the winds as strokes and shapes of our own.
//!
//! Decides their forms. Letters and digits are drawn by strokes in a box of 60 × 80, suits as shapes
//! in a box of 100 × 100. Knows no card.

use super::*;
use std::fmt::Write as _;

/// The height of the box of a letter.
const HEIGHT: f32 = 80.0;
/// How far apart two letters stand, beside their strokes.
const GAP: f32 = 24.0;

/// The strokes of a sign; `None` if it is not known.
const fn strokes(sign: char) -> Option<&'static str> {
    Some(match sign {
        '0' | 'O' => "M30 4C64 4 64 78 30 78C-4 78-4 4 30 4Z",
        '1' => "M4 20L20 4V78",
        '2' => "M6 22C6-2 54-2 54 24C54 44 8 58 6 77H56",
        '3' => "M7 11C22-2 53 1 53 21C53 37 36 39 26 39C40 39 57 43 57 60C57 83 18 84 5 69",
        '4' => "M44 78V4L4 56H58",
        '5' => "M52 4H14L10 38C26 27 57 30 57 54C57 83 18 84 5 70",
        '6' => "M48 7C24 1 5 26 5 52C5 86 57 86 57 55C57 30 12 30 6 52",
        '7' => "M4 4H56L24 78",
        '8' => "M30 38C8 35 8 4 30 4C52 4 52 35 30 38C0 42 0 78 30 78C60 78 60 42 30 38Z",
        '9' => "M12 75C36 81 55 54 55 28C55-6 3-6 3 25C3 50 48 50 54 28",
        'J' => "M14 4H52M40 4V54C40 84 6 84 5 58",
        'Q' => "M30 4C64 4 64 78 30 78C-4 78-4 4 30 4ZM36 56L56 80",
        'K' => "M8 4V78M54 4L10 46M26 32L56 78",
        'A' => "M3 78L30 4L57 78M14 54H46",
        'R' => "M8 78V4H34C60 4 60 42 34 42H8M30 42L56 78",
        'G' => "M54 18C42-4 4-4 4 40C4 86 56 86 56 46H34",
        'B' => "M8 40H34C64 40 64 78 34 78H8V4H32C56 4 56 40 32 40",
        'Y' => "M4 4L30 42L56 4M30 42V78",
        'N' => "M6 78V4L54 78V4",
        'W' => "M2 4L16 78L32 28L48 78L62 4",
        'S' => "M52 15C42-3 8-1 8 21C8 42 55 38 55 60C55 84 15 84 4 66",
        'E' => "M52 4H8V78H52M8 40H44",
        'I' => "M6 4V78",
        'P' => "M8 78V4H34C60 4 60 44 34 44H8",
        'T' => "M2 4H58M30 4V78",
        '+' => "M2 41H50M26 17V65",
        '-' => "M4 41H46",
        '/' => "M4 84L40-2",
        '%' => "M6 76L54 6M14 4A10 10 0 1 1 13 4ZM46 58A10 10 0 1 1 45 58Z",
        '北' => "M22 6V76M22 32H4M2 68L22 58M42 6V64C42 72 46 74 52 74H60V62M42 36L60 24",
        '西' => "M2 6H60M8 26H54V76H8ZM24 6V30C24 44 18 48 12 50M38 6V42C38 48 42 50 52 50",
        '南' => {
            "M4 14H58M31 2V26M8 28H54V74C54 78 50 78 46 77M8 28V78M21 35L25 43M41 35L37 43M18 50H44M18 63H44M31 44V76"
        }
        '东' => "M8 16H56M24 2L12 42H54M34 28V72C34 78 28 78 24 74M16 52L6 70M46 52L58 70",
        '底' => {
            "M34 2V12M8 14H60M10 14V42C10 58 8 68 2 78M50 24L22 30V68L36 60M22 46H54M40 28C42 50 48 66 60 74V62M32 70L40 78"
        }
        '牌' => {
            "M10 6V40C10 58 8 68 2 78M22 2V24M10 24H28M10 44H24V78M46 2L42 12M34 12H60V42H34ZM34 27H60M47 12V42C45 52 40 58 32 62M30 62H62M52 46V80"
        }
        '得' => {
            "M16 4L4 18M18 22L4 40M11 34V78M28 4H54V34H28ZM28 19H54M24 44H60M22 56H62M48 44V72C48 78 42 78 38 76M30 62L36 70"
        }
        '分' => {
            "M24 4C20 20 12 32 2 40M38 4C42 18 50 30 60 38M14 44H48C48 60 46 70 42 76L34 72M28 44C26 60 20 70 8 78"
        }
        _ => return None,
    })
}

/// How wide a sign is.
const fn breadth(sign: char) -> f32 {
    match sign {
        '1' => 24.0,
        'J' => 52.0,
        'W' => 64.0,
        'E' => 56.0,
        'I' => 12.0,
        '+' => 52.0,
        '-' => 50.0,
        '/' => 44.0,
        '一'.. => 62.0,
        _ => 60.0,
    }
}

/// Text of known signs, within a box: as high as it, centred, narrowed if it is too long.
pub(super) fn text(
    words: &str,
    [x, y, width, height]: [f32; 4],
    weight: f32,
    color: &str,
) -> String {
    let sign = |sign: char| Some((strokes(sign)?, breadth(sign)));
    let known: Vec<(&str, f32)> = words.chars().filter_map(sign).collect();
    let natural: f32 = known.iter().map(|(_, wide)| wide).sum::<f32>()
        + GAP * known.len().saturating_sub(1) as f32;
    let tall = (height - weight) / HEIGHT;
    let wide = tall.min((width - weight).max(1.0) / natural.max(1.0));
    let mut left = x + (width - natural * wide) / 2.0;
    let top = y + weight / 2.0;
    let mut drawn = format!(
        r#"<g fill="none" stroke="{color}" stroke-width="{weight}" stroke-linecap="round" stroke-linejoin="round">"#
    );
    for (path, sign) in known {
        // The strokes keep their width however the sign is scaled.
        let moved = scaled(path, [left, top], [wide, tall]);
        let _ = write!(drawn, r#"<path d="{moved}"/>"#);
        left += (sign + GAP) * wide;
    }
    drawn.push_str("</g>");
    drawn
}

/// A path of absolute commands, each coordinate scaled and then moved.
fn scaled(path: &str, [x, y]: [f32; 2], [wide, tall]: [f32; 2]) -> String {
    let mut moved = String::with_capacity(path.len() * 2);
    let mut command = 'M';
    let mut place = 0;
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphabetic() {
            (command, place) = (first, 0);
            moved.push(first);
            rest = &rest[1..];
            continue;
        }
        if first == ' ' {
            rest = &rest[1..];
            continue;
        }
        let end = rest[1..].find(|c: char| !c.is_ascii_digit() && c != '.');
        let end = end.map_or(rest.len(), |end| end + 1);
        let value: f32 = rest[..end].parse().unwrap_or_default();
        let value = match (command, place % 7) {
            ('A', 0) => value * wide,
            ('A', 1) => value * tall,
            ('A', 2..=4) => value,
            ('H', _) | ('A', 5) => x + value * wide,
            ('V', _) | ('A', _) => y + value * tall,
            _ if place % 2 == 0 => x + value * wide,
            _ => y + value * tall,
        };
        let _ = write!(moved, "{} ", (value * 10.0).round() / 10.0);
        place += 1;
        rest = &rest[end..];
    }
    moved
}

/// A suit, as wide and high as `size`, its centre at `x`, `y`.
pub(super) fn suit(suit: Suit, [x, y]: [f32; 2], size: f32, color: &str) -> String {
    let shape = match suit {
        Suit::Hearts => {
            r#"<path d="M50 96C18 68 2 50 2 29C2 11 16 4 27 4C39 4 47 12 50 23C53 12 61 4 73 4C84 4 98 11 98 29C98 50 82 68 50 96Z"/>"#
        }
        Suit::Diamonds => r#"<path d="M50 0Q66 28 90 50Q66 72 50 100Q34 72 10 50Q34 28 50 0Z"/>"#,
        Suit::Spades => {
            r#"<path d="M50 2C68 28 97 42 97 65C97 80 86 87 75 87C65 87 57 82 54 74C55 85 58 93 67 99H33C42 93 45 85 46 74C43 82 35 87 25 87C14 87 3 80 3 65C3 42 32 28 50 2Z"/>"#
        }
        Suit::Clubs => {
            r#"<circle cx="50" cy="25" r="23"/><circle cx="25" cy="60" r="23"/><circle cx="75" cy="60" r="23"/><path d="M40 38H60L62 60C54 62 54 90 68 99H32C46 90 46 62 38 60Z"/>"#
        }
    };
    let scale = size / 100.0;
    let (left, top) = (x - size / 2.0, y - size / 2.0);
    format!(
        r#"<g fill="{color}" transform="translate({left:.1} {top:.1}) scale({scale:.4})">{shape}</g>"#
    )
}

/// The points of a star with five rays.
pub(super) fn star([x, y]: [f32; 2], radius: f32) -> String {
    let points = (0..10).map(|n| {
        let long = if n % 2 == 0 { radius } else { radius * 0.42 };
        let angle = std::f32::consts::PI * (n as f32 / 5.0 - 0.5);
        format!(
            "{:.1},{:.1}",
            x + long * angle.cos(),
            y + long * angle.sin()
        )
    });
    points.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_that_is_drawn_is_known() {
        for sign in "0123456789JQKARGBYNWSE+-/%北西南东".chars() {
            assert!(strokes(sign).is_some(), "{sign}");
        }
        assert_eq!(strokes('x'), None);
    }

    #[test]
    fn a_path_is_moved_as_a_whole() {
        assert_eq!(
            scaled("M4 20L20-4V78", [10.0, 5.0], [0.5, 2.0]),
            "M12 45 L20 -3 V161 "
        );
    }
}
