//! Typed commands in the words of the reader's language.
//!
//! Decides how a line such as `play 5H` is shown to who reads another language: `出 红桃5`. What is shown
//! is understood when it is typed. Does not know prefixes, slash commands or what is legal.

use super::*;
use crate::command::{Anywhere, AtTable};
use crate::tractor::card::Card;
use crate::uno::Color;

/// A command line without its prefix, in the words of this language. A word of the command in
/// another language becomes the usual one.
pub fn line(words: &str, locale: Locale) -> String {
    let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
    let Some(name) = Name::of(word) else {
        return words.to_owned();
    };
    let tongue = Tongue(Sentences::of(locale));
    let own = tongue.of_one_game(word);
    let usual = tongue.listed(&format!("command-{}", name.word()));
    let usual = usual.unwrap_or_else(|| name.word().to_owned());
    // English is what the sources are written in.
    let english = locale == Locale::ENGLISH;
    let (word, rest) = match word.is_ascii() {
        true if english => return words.to_owned(),
        true => (usual, tongue.rest(name, rest)),
        false if english => (usual, rest.to_owned()),
        false => (
            own.unwrap_or_else(|| word.to_owned()),
            tongue.rest(name, rest),
        ),
    };
    match rest.is_empty() {
        true => word,
        false => format!("{word} {rest}"),
    }
}

/// How one language writes what stands behind a command.
struct Tongue<'a>(&'a Sentences);

impl Tongue<'_> {
    fn said(&self, key: &str, facts: &[(&str, Fact<'_>)]) -> String {
        self.0.say(key, facts)
    }

    /// A word that one game has for a command of several: [`super::voice::Voice::VERB_WORDS`].
    fn of_one_game(&self, word: &str) -> Option<String> {
        match word {
            "不亮" => Some(say!(self, "command-show-nothing")),
            "不出" => Some(say!(self, "command-lay-nothing")),
            "质疑" => Some(say!(self, "command-challenge")),
            _ => None,
        }
    }

    /// The words after a command, as far as this language writes them in its own way.
    fn rest(&self, name: Name, rest: &str) -> String {
        let written = match name {
            _ if rest.is_empty() || !rest.is_ascii() => None,
            Name::AtTable(AtTable::Reset) if rest == "off" => Some(say!(self, "typed-take-back")),
            Name::AtTable(AtTable::Agree) if rest == "no" => Some(say!(self, "typed-no")),
            Name::Move(Verb::Call) => self.call(rest),
            Name::Move(verb) => {
                let french = cards::read(rest).ok();
                let french = french.filter(|cards| !cards.is_empty());
                let french = french.map(|cards| self.list(&cards));
                let uno = || (verb == Verb::Play).then(|| self.uno(rest)).flatten();
                french.or_else(uno).or_else(|| self.example(rest))
            }
            Name::Open(_)
            | Name::AtTable(AtTable::Computer | AtTable::Rules)
            | Name::Anywhere(Anywhere::Chat | Anywhere::Help) => self.example(rest),
            Name::Anywhere(Anywhere::Room | Anywhere::Cup | Anywhere::Settings) => self.first(rest),
            _ => None,
        };
        written.unwrap_or_else(|| rest.to_owned())
    }

    /// The words of an example.
    fn example(&self, words: &str) -> Option<String> {
        self.listed(&format!("example-{}", words.replace(' ', "-")))
    }

    fn listed(&self, key: &str) -> Option<String> {
        self.0.part(key, None, &[])
    }

    /// What is wanted of a command with several purposes: `加入 4711` for `join 4711`.
    fn first(&self, words: &str) -> Option<String> {
        let word = words.split(' ').next()?;
        let known = self.listed(&format!("word-{word}"))?;
        let usual = known.split('|').next()?.trim();
        Some(words.replacen(word, usual, 1))
    }

    /// A call: `一对红桃` for `HH`.
    fn call(&self, words: &str) -> Option<String> {
        if let Some(suits) = cards::suits(words) {
            return match suits[..] {
                [one] => Some(self.suit(one)),
                [one, _] => Some(self.pair(self.suit(one))),
                _ => None,
            };
        }
        match cards::read(words).ok()?[..] {
            [one, two] if one == two => Some(self.pair(self.card(one))),
            [one] => Some(self.card(one)),
            _ => None,
        }
    }

    fn pair(&self, of: String) -> String {
        say!(self, "typed-pair", of)
    }

    fn list(&self, cards: &[Card]) -> String {
        let written: Vec<String> = cards.iter().map(|one| self.card(*one)).collect();
        written.join(" ")
    }

    fn card(&self, card: Card) -> String {
        match card.plain() {
            Some(plain) => {
                let (suit, rank) = (self.suit(plain.suit()), plain.rank().to_string());
                say!(self, "typed-card", suit, rank)
            }
            None if card == Card::BIG_JOKER => say!(self, "card-big-joker"),
            None => say!(self, "card-small-joker"),
        }
    }

    fn suit(&self, suit: Suit) -> String {
        self.said(&format!("typed-{}", suit.word()), &[])
    }

    /// A play of UNO as pages write it: `红5` for `r5`, `变色 蓝` for `w b`.
    fn uno(&self, words: &str) -> Option<String> {
        let written = words.split(' ').map(|piece| match piece {
            "w" => Some(say!(self, "uno-word-wild")),
            "+4" => Some(say!(self, "uno-word-wild-draw-four")),
            "uno" => Some(piece.to_owned()),
            seat if seat.starts_with('#') => Some(piece.to_owned()),
            card => {
                let letter = card.get(..1)?;
                let mut colors = Color::ALL.map(Color::word).into_iter();
                let color = colors.find(|color| color.starts_with(letter))?;
                let color = self.said(&format!("uno-{color}"), &[]);
                let face = match &card[1..] {
                    "s" => say!(self, "uno-word-skip"),
                    "r" => say!(self, "uno-word-reverse"),
                    face if face.chars().all(|c| c.is_ascii_digit() || c == '+') => face.to_owned(),
                    _ => return None,
                };
                Some(format!("{color}{face}"))
            }
        });
        Some(written.collect::<Option<Vec<String>>>()?.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{COMMANDS, CommandRow};
    use crate::text::cases;

    #[test]
    fn lines_are_written_in_chinese() {
        for (words, expected) in cases("chinese") {
            assert_eq!(line(&words, Locale::CHINESE), expected, "{words}");
        }
    }

    #[test]
    fn other_languages_keep_the_usual_words() {
        for (words, shown) in [("play 5H", "play 5H"), ("不出", "pass"), ("质疑", "call")] {
            assert_eq!(line(words, Locale::ENGLISH), shown, "{words}");
        }
    }

    /// What is shown names the same command when it is typed.
    #[test]
    fn every_example_is_the_same_command_in_every_language() {
        let shown = |row: &CommandRow| Locale::all().map(|locale| line(row.example, locale));
        let word = |line: &String| line.split(' ').next().and_then(Name::of);
        let strange = COMMANDS.iter().flat_map(|row| {
            let shown = shown(row).filter(|line| word(line) != Some(row.name));
            shown.collect::<Vec<_>>()
        });
        let strange: Vec<_> = strange.collect();
        assert!(strange.is_empty(), "{strange:?}");
    }

    /// A further language is a folder of sentences and nothing else.
    #[test]
    fn a_made_up_language_is_typed_in_its_own_words() {
        let made_up = |file: &str| {
            let lines = file.lines().map(|line| match line.split_once(" = ") {
                Some((key, words)) if !words.contains('$') => format!("{key} = {words}-o"),
                _ => line.to_owned(),
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        let english = Locale::ENGLISH.files().iter().map(|file| made_up(file));
        let sentences = Sentences::read("eo", english);
        let tongue = Tongue(&sentences);
        for (name, rest, shown) in [
            (Name::Move(Verb::Play), "5H QS", "hearts-o 5 spades-o Q"),
            (Name::Move(Verb::Call), "HH", "a pair of hearts-o"),
            (Name::Move(Verb::Play), "w b", "wild-o blue-o"),
            (Name::AtTable(AtTable::Computer), "all", "all-o"),
            (Name::AtTable(AtTable::Reset), "off", "off-o"),
            (Name::AtTable(AtTable::Agree), "no", "no-o"),
        ] {
            assert_eq!(tongue.rest(name, rest), shown);
        }
    }

    /// Cards in Chinese are read as the same cards.
    #[test]
    fn cards_in_words_read_back() {
        for locale in Locale::all().filter(|locale| locale.is_chinese()) {
            let tongue = Tongue(Sentences::of(locale));
            for one in Card::all() {
                assert_eq!(cards::read(&tongue.card(one)), Ok(vec![one]));
            }
        }
    }
}
