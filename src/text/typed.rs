//! Typed commands in the words of the reader's language.
//!
//! Decides how a line such as `play 5H` is shown to readers of Chinese: `出 红桃5`. What is shown is
//! understood when it is typed. Does not know prefixes, slash commands or what is legal.

use super::cards;
use super::locale::Locale;
use crate::cards::Suit;
use crate::command::{Anywhere, AtTable, Name, Verb};
use crate::tractor::card::Card;

/// Words of examples: as written in the sources, and in Chinese.
const WORDS: [(&str, &str); 13] = [
    ("lucky words", "一路好运"),
    ("good luck", "祝你好运"),
    ("hello", "你好"),
    ("all", "全部"),
    ("off", "撤下"),
    ("good", "中等"),
    ("north", "北"),
    ("west", "西"),
    ("south", "南"),
    ("east", "东"),
    ("yes", "确定"),
    ("throws", "甩牌"),
    ("words", "术语"),
];

/// A command line without its prefix, in the words of this language. A word of the command in
/// another language becomes the usual one.
pub fn line(words: &str, locale: Locale) -> String {
    let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
    let Some(name) = Name::of(word) else {
        return words.to_owned();
    };
    let (word, rest) = match locale == Locale::CHINESE {
        false if word.is_ascii() => return words.to_owned(),
        false => (name.word(), rest.to_owned()),
        true if !word.is_ascii() => (word, in_chinese(name, rest)),
        true => {
            let known = name.row().words.iter().find(|word| !word.is_ascii());
            (*known.unwrap_or(&word), in_chinese(name, rest))
        }
    };
    match rest.is_empty() {
        true => word.to_owned(),
        false => format!("{word} {rest}"),
    }
}

/// The words after a command in Chinese, as far as they have a Chinese writing.
fn in_chinese(name: Name, rest: &str) -> String {
    let written = match name {
        _ if rest.is_empty() || !rest.is_ascii() => None,
        Name::AtTable(AtTable::Reset) if rest == "off" => Some("收回".to_owned()),
        Name::Move(Verb::Call) => call(rest),
        Name::Move(verb) => {
            let french = cards::read::<Card>(rest).ok();
            let french = french.filter(|cards| !cards.is_empty());
            let french = french.map(|cards| list(&cards));
            let uno = || (verb == Verb::Play).then(|| uno(rest)).flatten();
            french.or_else(uno).or_else(|| known(rest))
        }
        Name::Open(_)
        | Name::AtTable(AtTable::Computer | AtTable::Rules)
        | Name::Anywhere(Anywhere::Chat | Anywhere::Help) => known(rest),
        _ => None,
    };
    written.unwrap_or_else(|| rest.to_owned())
}

/// The words of an example.
fn known(words: &str) -> Option<String> {
    let known = WORDS.iter().find(|(english, _)| *english == words);
    known.map(|(_, chinese)| (*chinese).to_owned())
}

/// A call: `一对红桃` for `HH`.
fn call(words: &str) -> Option<String> {
    if let Some(suits) = cards::suits(words) {
        return match suits[..] {
            [one] => Some(suit(one).to_owned()),
            [one, _] => Some(format!("一对{}", suit(one))),
            _ => None,
        };
    }
    match cards::read::<Card>(words).ok()?[..] {
        [one, two] if one == two => Some(format!("一对{}", card(one))),
        [one] => Some(card(one)),
        _ => None,
    }
}

fn list(cards: &[Card]) -> String {
    let written: Vec<String> = cards.iter().map(|one| card(*one)).collect();
    written.join(" ")
}

fn card(card: Card) -> String {
    match card.plain() {
        Some(plain) => format!("{}{}", suit(plain.suit()), plain.rank()),
        None if card == Card::BIG_JOKER => "大王".to_owned(),
        None => "小王".to_owned(),
    }
}

/// A play of UNO as pages write it: `红5` for `r5`, `变色 蓝` for `w b`.
fn uno(words: &str) -> Option<String> {
    let written = words.split(' ').map(|piece| match piece {
        "w" => Some("变色".to_owned()),
        "+4" => Some("变色+4".to_owned()),
        "uno" => Some(piece.to_owned()),
        seat if seat.starts_with('#') => Some(piece.to_owned()),
        card => {
            let color = match card.chars().next()? {
                'r' => "红",
                'g' => "绿",
                'b' => "蓝",
                'y' => "黄",
                _ => return None,
            };
            let face = match &card[1..] {
                "s" => "跳过",
                "r" => "反转",
                face if face.chars().all(|c| c.is_ascii_digit() || c == '+') => face,
                _ => return None,
            };
            Some(format!("{color}{face}"))
        }
    });
    let written: Option<Vec<String>> = written.collect();
    Some(written?.join(" "))
}

const fn suit(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "梅花",
        Suit::Diamonds => "方块",
        Suit::Hearts => "红桃",
        Suit::Spades => "黑桃",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::COMMANDS;

    #[test]
    fn lines_are_written_in_chinese() {
        for (words, chinese) in [
            ("deal", "发牌"),
            ("deal lucky words", "发牌 一路好运"),
            ("play 5H", "出 红桃5"),
            ("play 8S 8S J+", "出 黑桃8 黑桃8 大王"),
            ("kitty 10C J-", "扣底 梅花10 小王"),
            ("call H", "亮 红桃"),
            ("call HH", "亮 一对红桃"),
            ("call J-J-", "亮 一对小王"),
            ("pass", "过"),
            ("pass 3H QS", "过 红桃3 黑桃Q"),
            ("不亮", "不亮"),
            ("不出", "不出"),
            ("质疑", "质疑"),
            ("join south", "坐下 南"),
            ("computer all", "电脑 全部"),
            ("computer good", "电脑 中等"),
            ("reset off", "重开 收回"),
            ("help throws", "帮助 甩牌"),
            ("help words", "帮助 术语"),
            ("play 红5", "出 红5"),
            ("play r5", "出 红5"),
            ("play r5 uno", "出 红5 uno"),
            ("play g+2", "出 绿+2"),
            ("play w b", "出 变色 蓝"),
            ("play +4 y", "出 变色+4 黄"),
            ("play rr", "出 红反转"),
            ("play b", "出 蓝"),
            ("play #2", "出 #2"),
            ("play 5", "出 5"),
            (
                "rules throw_penalty=ten_per_throw",
                "规则 throw_penalty=ten_per_throw",
            ),
            ("xyz 5", "xyz 5"),
        ] {
            assert_eq!(line(words, Locale::CHINESE), chinese, "{words}");
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
    fn every_example_is_the_same_command_in_chinese() {
        for row in COMMANDS {
            let shown = line(row.example, Locale::CHINESE);
            let word = shown.split(' ').next().expect("a word");
            assert_eq!(Name::of(word), Some(row.name), "{shown}");
        }
    }

    /// Cards in Chinese are read as the same cards.
    #[test]
    fn cards_in_chinese_read_back() {
        for one in Card::all() {
            assert_eq!(cards::read(&card(one)), Ok(vec![one]));
        }
    }
}
