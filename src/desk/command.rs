//! What people type: a command word, its other names, and the words behind it.
//!
//! Decides which command a line is. What the words behind it mean is decided where the command is
//! carried out, and only there.

use crate::table::PersonId;
use crate::text::help;
use crate::text::words::{Verb, quotable};

/// A command with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// What is asked for.
    pub name: Name,
    /// The rest of the line, trimmed.
    pub words: String,
    /// Who is mentioned in it, as far as the face knows.
    pub people: Vec<Mentioned>,
}

/// Somebody who is mentioned in a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mentioned {
    /// Who.
    pub person: PersonId,
    /// What they are called; not escaped.
    pub name: String,
    /// What they are.
    pub being: Being,
}

/// What has an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Being {
    /// A person.
    Person,
    /// This bot.
    Myself,
    /// Another bot.
    Bot,
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    /// Say what this bot is and how to begin.
    Intro,
    /// Explain a topic or a command.
    Help,
    /// Sit down at the channel's table, opening one if there is none.
    Join,
    /// Stand up.
    Leave,
    /// Put a computer player on a free seat.
    Computer,
    /// Show the tables of the server.
    List,
    /// Start the match.
    Start,
    /// Show the house rules, or change one.
    Rules,
    /// Show one's own hand.
    Hand,
    /// Show the table.
    Table,
    /// Show the last trick or the last plays.
    Last,
    /// Show the scoreboard.
    Score,
    /// Vote for going back to the lobby.
    Reset,
    /// End the table.
    End,
    /// Name a sensible play.
    Hint,
    /// Open or join an UNO table; at one, say UNO.
    Uno,
    /// Play tic-tac-toe.
    TicTacToe,
    /// Show or change settings of one's own or of the server.
    Settings,
    /// Show what somebody has played and won.
    Stats,
    /// Show the best of a game.
    Leaderboard,
    /// Show the ten best of every game.
    Top10,
    /// Show how the last shuffle can be checked.
    Verify,
    /// Show a finished round, trick by trick.
    Replay,
    /// Give a finished match as a file.
    Export,
    /// Open, find, join or leave a room.
    Room,
    /// Say something to the others of a room.
    Chat,
    /// A move in a running game.
    Move(Verb),
}

/// Every command with its names, the usual one first. The Chinese names are for typing.
const NAMES: &[(Name, &[&str])] = &[
    (Name::Intro, &["intro", "介绍", "介紹"]),
    (Name::Help, &["help", "帮助", "說明", "幫助"]),
    (
        Name::Join,
        &["join", "j", "sit", "加入", "坐下", "入座", "补位", "補位"],
    ),
    (Name::Leave, &["leave", "离开", "离座", "離開", "離座"]),
    (
        Name::Computer,
        &["computer", "bot", "电脑", "加电脑", "電腦"],
    ),
    (Name::List, &["list", "列表"]),
    (Name::Start, &["start", "开始", "开局", "開始", "開局"]),
    (Name::Rules, &["rules", "rule", "规则", "規則"]),
    (
        Name::Hand,
        &["hand", "h", "cards", "手牌", "我的牌", "看牌"],
    ),
    (Name::Table, &["table", "t", "牌桌", "桌子"]),
    (Name::Last, &["last", "上一墩"]),
    (Name::Score, &["score", "分数", "比分", "得分", "分數"]),
    (Name::Reset, &["reset", "重开", "重開"]),
    (Name::End, &["end", "结束", "散桌", "結束"]),
    (Name::Hint, &["hint", "提示"]),
    (Name::Uno, &["uno", "u"]),
    (Name::TicTacToe, &["ttt", "tictactoe", "井字棋", "圈圈叉叉"]),
    (Name::Settings, &["settings", "set", "设置", "設定"]),
    (Name::Stats, &["stats", "战绩", "统计", "戰績", "統計"]),
    (Name::Leaderboard, &["leaderboard", "排行榜"]),
    (Name::Top10, &["top10", "前十", "前十名"]),
    (Name::Verify, &["verify", "验牌", "验证", "驗牌"]),
    (Name::Replay, &["replay", "回放"]),
    (Name::Export, &["export", "导出", "匯出"]),
    (Name::Room, &["room", "房间", "房間"]),
    (Name::Chat, &["chat", "聊天", ".", "。"]),
    (Name::Move(Verb::Deal), &["deal", "发牌", "發牌", "下一局"]),
    (
        Name::Move(Verb::Call),
        &[
            "call", "c", "亮主", "叫主", "反主", "质疑", "質疑", "叫", "亮", "反",
        ],
    ),
    (
        Name::Move(Verb::Kitty),
        &["kitty", "k", "bury", "扣底", "埋底"],
    ),
    (
        Name::Move(Verb::Play),
        &["play", "p", "出牌", "出", "打", "跟", "甩"],
    ),
    (
        Name::Move(Verb::Pass),
        &["pass", "过", "不叫", "不出", "過"],
    ),
    (Name::Move(Verb::Draw), &["draw", "d", "摸牌", "抽牌"]),
    (Name::Move(Verb::Catch), &["catch", "抓"]),
    (Name::Move(Verb::Surrender), &["surrender", "投降"]),
    (
        Name::Move(Verb::PlayOn),
        &["playon", "继续", "继续打", "繼續"],
    ),
];

impl Name {
    /// All commands, in the order in which they are listed.
    pub fn all() -> impl Iterator<Item = Name> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// The names under which it can be typed, the usual one first.
    pub fn aliases(self) -> &'static [&'static str] {
        let entry = NAMES.iter().find(|(name, _)| *name == self);
        // Saying UNO is a move of its own for controls alone; typed it is the command `uno`.
        entry.map_or(&["uno"], |(_, aliases)| aliases)
    }

    /// The usual name.
    pub fn word(self) -> &'static str {
        self.aliases()[0]
    }

    /// The command typed as this word, any case.
    pub fn of(word: &str) -> Option<Name> {
        let word = word.to_lowercase();
        let mut entries = NAMES.iter();
        let entry = entries.find(|(_, aliases)| aliases.contains(&word.as_str()));
        entry.map(|(name, _)| *name)
    }
}

/// A line that begins with no known command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown command {word:?}")]
pub struct UnknownCommand {
    /// The first word, short and harmless.
    pub word: String,
    /// The command that was perhaps meant.
    pub meant: Option<Name>,
}

impl Command {
    /// A command with these words.
    pub fn new(name: Name, words: impl AsRef<str>) -> Self {
        Self {
            name,
            words: words.as_ref().trim().to_owned(),
            people: Vec::new(),
        }
    }

    /// The same command, in which these people are mentioned.
    pub fn mentioning(self, people: Vec<Mentioned>) -> Self {
        Self { people, ..self }
    }

    /// Reads a line without its prefix: a command word, then its words.
    ///
    /// # Errors
    /// The first word, and the command that it resembles, if it is none.
    pub fn parse(line: &str) -> Result<Self, UnknownCommand> {
        let line = line.trim();
        let (word, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match Name::of(word) {
            Some(name) => Ok(Self::new(name, words)),
            None => Err(UnknownCommand {
                word: quotable(word),
                meant: help::nearest(word).and_then(Name::of),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_a_command_and_its_words() {
        let check = |line: &str, name, words: &str| {
            assert_eq!(
                Command::parse(line),
                Ok(Command::new(name, words)),
                "{line:?}"
            );
        };
        check("play 5H 5H", Name::Move(Verb::Play), "5H 5H");
        check("  P\t5H ", Name::Move(Verb::Play), "5H");
        check("出牌 红桃5", Name::Move(Verb::Play), "红桃5");
        check("JOIN north", Name::Join, "north");
    }

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        let check = |line: &str, meant| {
            let error = Command::parse(line).expect_err(line);
            assert_eq!(error.meant, meant, "{line:?}");
        };
        check("paly 5H", Some(Name::Move(Verb::Play)));
        check("surender", Some(Name::Move(Verb::Surrender)));
        check("xyzzy", None);
        check("", None);
    }

    #[test]
    fn no_word_names_two_commands() {
        let mut words: Vec<&str> = Name::all().flat_map(Name::aliases).copied().collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
