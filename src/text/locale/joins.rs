//! How cards are joined to the words around them.
//!
//! Decides where a blank of a sentence is left out: Chinese sets one between its words and `♠K`, and none
//! between its words and `大王`. Which of both a card is depends on its reader.

use fluent_bundle::FluentValue as Fact;

/// The facts that are cards.
const CARDS: [&str; 7] = ["card", "cards", "lead", "plays", "played", "back", "with"];

/// Around a card, while its sentence is put together: where it begins or ends with a Chinese word.
const OPENS: char = '\u{e000}';
/// See [`OPENS`].
const CLOSES: char = '\u{e001}';

/// A fact on its way into a sentence.
pub(super) fn fact<'a>(name: &str, fact: &Fact<'a>) -> Fact<'a> {
    let text = match fact {
        Fact::String(text) if CARDS.contains(&name) => text,
        _ => return fact.clone(),
    };
    let opens = text.starts_with(is_word).then_some(OPENS);
    let closes = text.ends_with(is_word).then_some(CLOSES);
    match (opens, closes) {
        (None, None) => fact.clone(),
        _ => {
            let marked: String = opens
                .into_iter()
                .chain(text.chars())
                .chain(closes)
                .collect();
            Fact::from(marked)
        }
    }
}

/// The sentence that was put together of such facts.
pub(super) fn sentence(marked: String) -> String {
    if !marked.contains([OPENS, CLOSES]) {
        return marked;
    }
    let mut sentence = String::with_capacity(marked.len());
    let mut signs = marked.chars().peekable();
    // How far it was when a card ended: two cards keep the blank between them.
    let mut closed = None;
    while let Some(sign) = signs.next() {
        match sign {
            OPENS => {
                let before = sentence.strip_suffix(' ');
                if before.is_some_and(|text| text.ends_with(is_word) && closed != Some(text.len()))
                {
                    sentence.pop();
                }
            }
            CLOSES => {
                closed = Some(sentence.len());
                let mut next = signs.clone();
                if next.next() == Some(' ') && next.next().is_some_and(is_word) {
                    signs.next();
                }
            }
            sign => sentence.push(sign),
        }
    }
    sentence
}

/// Whether a Chinese word is written with it.
const fn is_word(sign: char) -> bool {
    matches!(sign, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::locale::{Locale, Sentences};

    /// Checks a sentence with these cards in it.
    #[track_caller]
    fn check(key: &str, facts: &[(&'static str, &str)], expected: &str) {
        let facts: Vec<_> = facts.iter().map(|(n, v)| (*n, Fact::from(*v))).collect();
        assert_eq!(Sentences::of(Locale::CHINESE).say(key, &facts), expected);
    }

    #[test]
    fn a_card_in_words_is_joined_without_a_blank() {
        check("reject-not-held", &[("card", "大王")], "你没有大王。");
        check("reject-not-held", &[("card", "♠K")], "你没有 ♠K。");
        check(
            "study-pair",
            &[("cards", "小王 小王")],
            "小王 小王这一对不拆。",
        );
        check("study-pair", &[("cards", "♠K ♠K")], "♠K ♠K 这一对不拆。");
        check(
            "study-keeps",
            &[("cards", "♠K 大王")],
            "♠K 大王留着后面用。",
        );
        check("button-play", &[("cards", "大王 ♠K")], "出大王 ♠K");
    }

    #[test]
    fn two_cards_keep_the_blank_between_them_and_names_theirs() {
        let card = |text: &str| match fact("card", &Fact::from(text)) {
            Fact::String(text) => text.into_owned(),
            other => panic!("{other:?}"),
        };
        let two = format!("出 {} {} 了", card("大王"), card("小王"));
        assert_eq!(sentence(two), "出大王 小王了");
        let facts = [("who", "小明"), ("cards", "大王")];
        check("note-played", &facts, "小明 出大王。");
    }
}
