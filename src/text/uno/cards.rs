//! Cards of UNO, typed and shown.
//!
//! Reads the notations of several bots (`g6 rr +4y`, `R1 BS BT WF`, `b 9`, `wd4 b`) and words.
//! Cards are shown with a letter besides their colour unless the reader turned that off, so that
//! everybody can tell them apart. Knows no rules of play.

use super::*;
use crate::text::looks::CardStyle;
use crate::text::words::notation;

/// The meaning of a piece of a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlayPiece {
    Color(Color),
    Face(Face),
    /// `r`: red, or Reverse.
    RedOrReverse,
    Uno,
    With,
    /// A seat number, counted from 1, after a sign for it.
    Seat,
}

/// The notations of each piece. First2Shed writes a card's colour before its face, also where it has none: `ww`.
const PIECES: &[(PlayPiece, &str)] = &[
    (
        PlayPiece::Face(Face::WildDrawFour),
        "wild draw four|wild draw 4|wilddrawfour|draw four|drawfour",
    ),
    (
        PlayPiece::Face(Face::WildDrawFour),
        "draw 4|变色+4|變色+4|王牌|★+4|wd4|wf|w4|+4|加四|f",
    ),
    (
        PlayPiece::Face(Face::DrawTwo),
        "draw two|drawtwo|draw 2|+2|d2|加二|d|t",
    ),
    (PlayPiece::Face(Face::Wild), "wild|ww|变色|變色|★|🌈|w"),
    (PlayPiece::Face(Face::Reverse), "reverse|反转|反轉|🔄|⇄"),
    (PlayPiece::Face(Face::Skip), "skip|跳过|跳過|禁止|🚫|⊘|s"),
    (PlayPiece::Color(Color::Red), "red|红色|红|紅|🔴|❤|🟥"),
    (
        PlayPiece::Color(Color::Green),
        "green|绿色|绿|綠|🟢|💚|🟩|g",
    ),
    (PlayPiece::Color(Color::Blue), "blue|蓝色|蓝|藍|🔵|💙|🟦|b"),
    (
        PlayPiece::Color(Color::Yellow),
        "yellow|黄色|黄|黃|🟡|💛|🟨|y",
    ),
    (PlayPiece::Uno, "uno|!"),
    (PlayPiece::With, "with|换"),
    (PlayPiece::Seat, "seat|#"),
    (PlayPiece::RedOrReverse, "r"),
];
/// The words for numbers, from 0.
const NUMBERS: [&str; 10] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedCards {
    /// A card, the colour it names, the player to swap hands with, and UNO.
    Card {
        face: Face,
        /// The card's colour, or the colour named with a wild card.
        color: Option<Color>,
        /// The player to swap hands with.
        with: Option<Seat>,
        /// Whether UNO is said with it.
        uno: bool,
    },
    /// A colour alone.
    Color(Color),
    /// A seat alone.
    Seat(Seat),
}

/// Reads a play.
///
/// # Errors
/// [`ParseError::TooLong`], or [`ParseError::UnknownUno`] with the piece that is not understood.
pub fn read(words: &str) -> Result<TypedCards, ParseError> {
    let text = clean(words)?.to_lowercase();
    let unknown = |piece: &str| ParseError::UnknownUno(quotable(piece));
    let mut sum = ReadSoFar::default();
    let mut rest = text.trim_start_matches(is_gap);
    while !rest.is_empty() {
        let taken = sum.take(rest).ok_or_else(|| unknown(piece(rest)))?;
        rest = rest[taken..].trim_start_matches(is_gap);
    }
    sum.typed().ok_or_else(|| unknown(words))
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '，' | '、' | '-' | '_' | '/')
}

fn piece(rest: &str) -> &str {
    rest.split(is_gap).next().unwrap_or_default()
}

/// The pieces read so far.
#[derive(Default)]
struct ReadSoFar {
    faces: Vec<Face>,
    colors: Vec<Color>,
    ambiguous: usize,
    seat: Option<Seat>,
    seat_follows: bool,
    uno: bool,
}

impl ReadSoFar {
    /// Adds the next piece and returns its length; `None` if it is unknown.
    fn take(&mut self, rest: &str) -> Option<usize> {
        let first = rest.chars().next()?;
        if let Some(digit) = first.to_digit(10) {
            let more = rest[1..].chars().next().and_then(|c| c.to_digit(10));
            let number = more.map_or(digit, |more| digit * 10 + more) as u8;
            if self.seat_follows {
                self.seat = Some(Seat::new(number.checked_sub(1).filter(|seat| *seat < 16)?));
                self.seat_follows = false;
                return Some(1 + usize::from(more.is_some()));
            }
            self.faces.push(Face::Number(digit as u8));
            return Some(1);
        }
        let numbers = NUMBERS.into_iter().zip(0..);
        let numbers = numbers.map(|(word, number)| (PlayPiece::Face(Face::Number(number)), word));
        let (length, piece) = notation(rest, PIECES.iter().copied().chain(numbers))?;
        match piece {
            PlayPiece::Color(color) => self.colors.push(color),
            PlayPiece::Face(face) => self.faces.push(face),
            PlayPiece::RedOrReverse => self.ambiguous += 1,
            PlayPiece::Uno => self.uno = true,
            PlayPiece::With | PlayPiece::Seat => self.seat_follows = true,
        }
        Some(length)
    }

    /// The meaning of all pieces together.
    fn typed(mut self) -> Option<TypedCards> {
        // `rr` and `g r` are Reverse; `r5` and `w r` are red.
        if self.faces.is_empty() && self.ambiguous + self.colors.len() == 2 && self.ambiguous > 0 {
            self.faces.push(Face::Reverse);
            self.ambiguous -= 1;
        }
        self.colors
            .extend(std::iter::repeat_n(Color::Red, self.ambiguous));
        // A card as shown has its colour twice: `🔵B9`.
        self.colors.dedup();
        let color = match self.colors[..] {
            [] => None,
            [color] => Some(color),
            _ => return None,
        };
        if self.seat_follows {
            return None;
        }
        match (self.faces.as_slice(), color, self.seat) {
            ([face], color, with) => Some(TypedCards::Card {
                face: *face,
                color,
                with,
                uno: self.uno,
            }),
            ([], Some(color), None) => Some(TypedCards::Color(color)),
            ([], None, Some(seat)) => Some(TypedCards::Seat(seat)),
            _ => None,
        }
    }
}

fn style(cx: &RenderContext) -> CardStyle {
    match cx.in_words() {
        true => CardStyle::Long,
        false => cx.looks.style,
    }
}

/// A colour as the reader sees it: its icon, or what [`color_sign`] writes.
pub fn color(color: Color, cx: &RenderContext) -> String {
    match cx.emoji(Icon::Color(color)) {
        Some(icon) => icon.to_string(),
        None => color_sign(color, cx),
    }
}

/// A colour as a sign and its letter, or in words: `🔵B`, `blue`. Without letters only the sign, if
/// the style has one.
pub fn color_sign(color: Color, cx: &RenderContext) -> String {
    match style(cx) {
        CardStyle::Long => color_name(color, cx),
        style if style.sign(color).is_empty() => color.letter().to_string(),
        style if cx.looks.letters => format!("{}{}", style.sign(color), color.letter()),
        style => style.sign(color).to_owned(),
    }
}

/// What stands on a card: a number or a sign, or a word for who is read to.
pub fn face(face: Face, cx: &RenderContext) -> String {
    let words = cx.in_words();
    match face {
        Face::Skip if words => say!(cx, "uno-word-skip"),
        Face::Reverse if words => say!(cx, "uno-word-reverse"),
        Face::Wild if words => say!(cx, "uno-word-wild"),
        Face::WildDrawFour if words => say!(cx, "uno-word-wild-draw-four"),
        face => mark(face),
    }
}

/// The number or sign that stands on a card.
pub fn mark(face: Face) -> String {
    match face {
        Face::Number(number) => number.to_string(),
        Face::Skip => "⊘".to_owned(),
        Face::Reverse => "⇄".to_owned(),
        Face::DrawTwo => "+2".to_owned(),
        Face::Wild => "★".to_owned(),
        Face::WildDrawFour => "★+4".to_owned(),
    }
}

/// A card as the reader sees it: its face, or what [`sign`] writes.
pub fn shown(card: Card, cx: &RenderContext) -> String {
    match cx.emoji(Icon::Uno(card)) {
        Some(face) => face.to_string(),
        None => sign(card, cx),
    }
}

/// A card without its face: `🔵B9`, `🔴R⊘`, `★+4`.
pub fn sign(card: Card, cx: &RenderContext) -> String {
    let gap = match style(cx) {
        CardStyle::Long => " ",
        _ => "",
    };
    let sign = card
        .color()
        .map_or_else(String::new, |named| color_sign(named, cx) + gap);
    format!("{sign}{}", face(card.face(), cx))
}

/// A card with the colour in force: `★ → 🔵B`.
pub fn shown_with(card: Card, in_force: Option<Color>, cx: &RenderContext) -> String {
    match in_force.filter(|_| card.is_wild()) {
        Some(named) if cx.in_words() => cx.list([shown(card, cx), color(named, cx)]),
        Some(named) => format!("{} → {}", shown(card, cx), color(named, cx)),
        None => shown(card, cx),
    }
}

/// The top card with the colour in force, unless that is still to be named.
pub fn top(round: &RoundView, cx: &RenderContext) -> String {
    let in_force = round.color.filter(|_| round.decision != UnoDecision::Color);
    shown_with(round.top, in_force, cx)
}

/// Cards: a row of faces, or signs separated by spaces, or by commas if they contain spaces.
pub fn list(cards: &[Card], cx: &RenderContext) -> String {
    if let Some(faces) = faces::row(cards.iter().copied().map(Icon::Uno), cx) {
        return faces;
    }
    let cards = cards.iter().map(|card| sign(*card, cx));
    match style(cx) {
        CardStyle::Long => cx.list(cards),
        _ => cards.collect::<Vec<_>>().join(" "),
    }
}

/// A card in typed notation: `b9`, `r+2`, `w`.
pub fn typed(card: Card) -> String {
    let letter = card
        .color()
        .map(|color| color.letter().to_ascii_lowercase());
    let face = match card.face() {
        Face::Number(number) => number.to_string(),
        Face::Skip => "s".to_owned(),
        Face::Reverse => "r".to_owned(),
        Face::DrawTwo => "+2".to_owned(),
        Face::Wild => "w".to_owned(),
        Face::WildDrawFour => "+4".to_owned(),
    };
    letter.into_iter().collect::<String>() + &face
}

pub fn color_name(color: Color, cx: &RenderContext) -> String {
    cx.said(&format!("uno-{}", color.word()), &[])
}

#[cfg(test)]
mod tests {
    use super::super::super::context::Surface as Face_;
    use super::super::super::locale::Locale;
    use super::super::super::looks::CardLook;
    use super::*;
    use crate::text::cases;

    fn check(words: &str, expected: &str) {
        let read = match read(words) {
            Err(error) => error.to_string(),
            Ok(TypedCards::Color(color)) => format!("colour {}", color.letter()),
            Ok(TypedCards::Seat(seat)) => format!("seat {}", seat.index()),
            Ok(TypedCards::Card {
                face,
                color,
                with,
                uno,
            }) => {
                let card = Card::new(color, face);
                let named = color.filter(|_| card.is_some_and(Card::is_wild));
                let card = card.map_or_else(|| format!("{face:?}"), |card| card.to_string());
                let named = named.map_or_else(String::new, |color| format!(" {}", color.letter()));
                let with = with.map_or_else(String::new, |seat| format!(" #{}", seat.index()));
                format!("{card}{named}{with}{}", if uno { " uno" } else { "" })
            }
        };
        assert_eq!(read, expected, "{words:?}");
    }

    #[test]
    fn plays_are_read_in_every_usual_writing() {
        for (words, expected) in cases("uno") {
            check(&words, &expected);
        }
    }

    #[test]
    fn every_card_reads_back_as_it_is_typed_and_shown() {
        for card in Card::all() {
            check(&typed(card), &card.to_string());
            for locale in Locale::all() {
                let mut cx = RenderContext::new(locale, Face_::Terminal, "$");
                cx.looks.cards = CardLook::Letters;
                check(&shown(card, &cx), &card.to_string());
                cx.looks.cards = CardLook::Symbols;
                for style in CardStyle::ALL {
                    for letters in [true, false] {
                        (cx.looks.style, cx.looks.letters) = (style, letters);
                        check(&shown(card, &cx), &card.to_string());
                    }
                    assert_eq!(CardStyle::of(style.word()), Some(style));
                }
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn no_input_panics(words in "\\PC*") {
            let _ = read(&words);
        }

        #[test]
        fn no_input_made_of_card_signs_panics(words in "[0-9rgbywsdtfu+#!红 ]{0,40}") {
            let _ = read(&words);
        }
    }

    /// What pages write in Chinese is read as the same play.
    #[test]
    fn plays_in_chinese_read_back() {
        let plays = [
            "r5", "g+2", "w b", "+4 y", "rr", "bs", "y0 uno", "b7 #3", "w", "+4", "b", "#2",
        ];
        for words in plays {
            let line = crate::text::typed::line(&format!("play {words}"), Locale::CHINESE);
            let chinese = line.strip_prefix("出 ").expect("the word for playing");
            assert_eq!(super::read(chinese), super::read(words), "{chinese}");
        }
    }
}
