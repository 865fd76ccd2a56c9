//! The table of commands, in the order in which people need them.
//!
//! A row has the words of the command (the usual one first; the Chinese ones can only be typed), a
//! correct example, and what differs from other commands of its kind. A command without a row, or a
//! game that no command opens, does not compile.

use super::{Anywhere, AtTable, Name, Verb};
use crate::game::GameKind;

/// Makes [`COMMANDS`], [`OF_CONTROLS`] and [`Name::row`] from the same rows. A name after `|` has no words of its
/// own: its control does the same as typing the command before it.
macro_rules! commands {
    ($($list:ident {$(
        $kind:ident($value:path) $(| $other:ident($also:path))* :
        [$($word:literal),+], $example:literal $(.$fact:ident($($given:expr),*))*;
    )+})+) => {
        $(pub const $list: &[CommandRow] = &[$(*Name::$kind($value).row()),+];)+

        impl Name {
            pub const fn row(self) -> &'static CommandRow {
                match self {
                    $($(Name::$kind($value) $(| Name::$other($also))* => {
                        const ROW: CommandRow = CommandRow::new(Name::$kind($value), &[$($word),+], $example)
                            $(.$fact($($given),*))*;
                        &ROW
                    })+)+
                }
            }
        }
    };
}

commands! {
    COMMANDS {
        Anywhere(Anywhere::Intro): ["intro", "介绍", "介紹"], "intro";
        Anywhere(Anywhere::Practice):
            ["practice", "lesson", "tutorial", "练习", "教程", "練習", "教學"], "practice"
            .shows_hand();
        Anywhere(Anywhere::Daily): ["daily", "每日", "今日", "每日一局"], "daily"
            .options(&[completed("what", CompletionSource::Words(&["practice", "seals"]))])
            .shows_hand();
        Anywhere(Anywhere::Duel): ["duel", "同牌", "同牌对决", "同牌對決"], "duel @Bo"
            .options(&[person("player"), text("code")])
            .chosen_for(MenuTarget::Person)
            .shows_hand();
        Open(GameKind::Tractor):
            ["join", "j", "sit", "坐下", "加入", "入座", "补位", "補位", "换座位", "換座位"], "join south"
            .options(&[completed("seat", CompletionSource::Seats)])
            .shows_hand();
        AtTable(AtTable::Leave): ["leave", "离座", "离开", "離座", "離開"], "leave";
        AtTable(AtTable::Kick): ["kick", "请出", "踢", "請出"], "kick Bo"
            .options(&[person("player").required()]);
        AtTable(AtTable::Computer): ["computer", "bot", "电脑", "加电脑", "電腦"], "computer good"
            .options(&[completed("level", CompletionSource::Computers), completed("seat", CompletionSource::Seats)]);
        Anywhere(Anywhere::List): ["list", "列表"], "list";
        Anywhere(Anywhere::TellMe): ["tellme", "提醒", "提醒我"], "tellme here"
            .options(&[completed("how", CompletionSource::Words(&["here", "off"]))])
            .used_in(UsedIn::Joined);
        AtTable(AtTable::Rules):
            ["rules", "rule", "规则", "規則"], "rules throw_penalty=ten_per_throw"
            .options(&[completed("rule", CompletionSource::Rules), completed("value", CompletionSource::RuleValues)])
            .separated_by("=");
        AtTable(AtTable::Start): ["start", "rematch", "开局", "开始", "開局", "開始", "再来一场", "再來一場", "再来一局", "再來一局"], "start"
            .shows_hand();
        Move(Verb::Deal): ["deal", "发牌", "發牌", "下一局"], "deal lucky words"
            .options(&[text("words")]);
        Move(Verb::Mix): ["mix", "洗牌", "加入洗牌", "掺牌", "摻牌"], "mix lucky words"
            .options(&[text("words").required()]);
        // Without cards, the verb calls a bluff of UNO.
        Move(Verb::Call):
            ["call", "c", "challenge", "亮", "亮主", "反主", "反", "质疑", "質疑", "叫主", "叫"], "call HH"
            .options(&[completed("cards", CompletionSource::Cards(Verb::Call))]);
        Move(Verb::Pass): ["pass", "过", "不亮", "不出", "不叫", "過"], "pass";
        Move(Verb::Kitty): ["kitty", "k", "bury", "扣底", "埋底"], "kitty 3C 4C 3D 6D 7S 8S 9S JS"
            .options(&[completed("cards", CompletionSource::Cards(Verb::Kitty)).required()]);
        Move(Verb::Play): ["play", "p", "出", "出牌", "打", "跟", "甩"], "play 8S 8S"
            .options(&[completed("cards", CompletionSource::Cards(Verb::Play)).required()]);
        Move(Verb::Premove): ["premove", "预出", "預出"], "premove 8S 8S"
            .options(&[completed("cards", CompletionSource::Cards(Verb::Premove)).required()]);
        AtTable(AtTable::Hand): ["hand", "h", "cards", "手牌", "我的牌", "看牌"], "hand"
            .needs(Needs::Seat)
            .shows_hand();
        AtTable(AtTable::Table): ["table", "t", "牌桌", "桌子"], "table"
            .posts_table();
        AtTable(AtTable::Score): ["score", "比分", "分数", "得分", "分數"], "score";
        AtTable(AtTable::Last): ["last", "上一轮", "上一墩", "上一輪"], "last"
            .options(&[text("trick")]);
        AtTable(AtTable::Seen): ["seen", "记牌器", "記牌器"], "seen";
        AtTable(AtTable::Hint): ["hint", "提示"], "hint"
            .needs(Needs::Match);
        Move(Verb::Surrender): ["surrender", "投降", "认输", "認輸"], "surrender";
        Move(Verb::PlayOn): ["playon", "继续打", "繼續打", "继续", "繼續"], "playon";
        Move(Verb::TakeBack): ["takeback", "收回", "悔牌"], "takeback";
        AtTable(AtTable::Reset): ["reset", "重开", "重開"], "reset"
            .options(&[completed("vote", CompletionSource::Words(&["off"]))]);
        AtTable(AtTable::Agree): ["agree", "同意"], "agree"
            .options(&[completed("answer", CompletionSource::Words(&["no"]))]);
        Move(Verb::Draw): ["draw", "d", "摸牌", "抽牌"], "draw";
        Open(GameKind::Uno) | Move(Verb::Uno): ["uno", "u"], "uno"
            .options(&[text("words")])
            .shows_hand();
        Move(Verb::Catch): ["catch", "抓"], "catch"
            .options(&[text("player")]);
        Open(GameKind::TicTacToe): ["ttt", "tictactoe", "井字棋", "圈圈叉叉"], "ttt 3"
            .options(&[
                person("opponent"),
                completed("level", CompletionSource::Words(&["0", "1", "2", "3", "4", "5"])),
                text("words")
            ])
            .chosen_for(MenuTarget::Person);
        Anywhere(Anywhere::Stats): ["stats", "战绩", "统计", "戰績", "統計"], "stats uno"
            .options(&[person("person"), completed("game", CompletionSource::Games)]);
        Anywhere(Anywhere::Profile): ["profile", "档案", "資料", "檔案"], "profile"
            .options(&[person("person")])
            .chosen_for(MenuTarget::Person);
        Anywhere(Anywhere::Leaderboard): ["leaderboard", "排行榜"], "leaderboard uno ppg 10"
            .options(&[
                completed("game", CompletionSource::Games).required(),
                completed("by", CompletionSource::Measures),
                text("places")
            ])
            .used_in(UsedIn::Joined);
        Anywhere(Anywhere::Top10): ["top10", "前十", "前十名"], "top10"
            .options(&[completed("game", CompletionSource::Games)])
            .used_in(UsedIn::Joined);
        AtTable(AtTable::Verify): ["verify", "验牌", "验证", "驗牌"], "verify";
        Anywhere(Anywhere::Replay): ["replay", "回放", "重播"], "replay 2"
            .options(&[text("round")])
            .chosen_for(MenuTarget::Message);
        Anywhere(Anywhere::Review): ["review", "复盘", "復盤", "覆盤", "点评", "點評"], "review"
            .options(&[text("round")]);
        Anywhere(Anywhere::Export): ["export", "导出", "匯出"], "export"
            .chosen_for(MenuTarget::Message);
        Anywhere(Anywhere::Room): ["room", "房间", "房間"], "room new uno"
            .options(&[
                completed("action", CompletionSource::Words(&["new", "join", "leave"])),
                completed("which", CompletionSource::GamesOfNew)
            ])
            .posts_table()
            .shows_hand()
            .used_in(UsedIn::Joined);
        Anywhere(Anywhere::Chat): ["chat", "聊天", ".", "。"], "chat good luck"
            .options(&[text("text").required()])
            .used_in(UsedIn::Joined);
        Anywhere(Anywhere::Seek): ["seek", "找牌友", "找人"], "seek uno 30"
            .options(&[completed("game", CompletionSource::Games), text("minutes")])
            .posts_table()
            .used_in(UsedIn::Servers);
        Anywhere(Anywhere::Cup): ["cup", "杯赛", "比赛", "盃賽", "比賽"], "cup join"
            .options(&[
                completed("action", CompletionSource::Words(&["join", "decline", "leave", "list", "new", "start", "end"])),
                text("what")
            ])
            .used_in(UsedIn::Servers);
        Anywhere(Anywhere::Block): ["block", "屏蔽", "封鎖"], "block @Bo"
            .options(&[person("person"), completed("what", CompletionSource::Words(&["off"]))])
            .chosen_for(MenuTarget::Person);
        Anywhere(Anywhere::Report): ["report", "举报", "檢舉"], "report @Bo"
            .options(&[text("who").required(), text("reason")])
            .chosen_for(MenuTarget::Person);
        Anywhere(Anywhere::Activity): ["activity", "活动", "活動"], "activity"
            .used_in(UsedIn::Servers);
        Anywhere(Anywhere::Settings): ["settings", "set", "设置", "設定"], "settings"
            .options(&[
                completed("setting", CompletionSource::Settings),
                completed("value", CompletionSource::SettingValues)
            ]);
        AtTable(AtTable::End): ["end", "散桌", "结束", "結束"], "end";
        AtTable(AtTable::Pause): ["pause", "暂停", "暫停"], "pause"
            .needs(Needs::Match)
            .shows_hand();
        AtTable(AtTable::Autopilot): ["autopilot", "托管", "託管"], "autopilot"
            .needs(Needs::Match)
            .shows_hand();
        Anywhere(Anywhere::Help): ["help", "帮助", "說明", "幫助"], "help throws"
            .options(&[completed("topic", CompletionSource::Help)]);
    }

    // What controls do: it can be typed, but is no slash command and in no list.
    OF_CONTROLS {
        AtTable(AtTable::More): ["more", "更多"], "more";
        AtTable(AtTable::Select): ["select"], "select 5H"
            .options(&[text("card").required()]).needs(Needs::Seat).shows_hand();
        AtTable(AtTable::Draft): ["draft"], "draft 5H 5H"
            .options(&[text("cards")]).needs(Needs::Seat).shows_hand();
        AtTable(AtTable::Clear): ["clear"], "clear".needs(Needs::Seat).shows_hand();
        AtTable(AtTable::Sort): ["sort", "理牌"], "sort".needs(Needs::Seat).shows_hand();
        AtTable(AtTable::Rush): ["rush"], "rush"
            .needs(Needs::Seat)
            .shows_hand();
        AtTable(AtTable::Decline): ["decline"], "decline";
        AtTable(AtTable::Browser): ["browser"], "browser";
        Anywhere(Anywhere::Back): ["back"], "back";
    }
}

/// Words by which other bots have been typed for long: the command that each means here, and the
/// words that it stands for before those that are typed.
pub const OLDER: &[(&str, Name, &str)] = &[
    // uno-telegram-bot.
    ("new", Name::Anywhere(Anywhere::Room), "new last"),
    ("begin", Name::AtTable(AtTable::Start), ""),
    ("status", Name::AtTable(AtTable::Table), ""),
    ("configs", Name::AtTable(AtTable::Rules), ""),
    // The UNO of phenny and jenni.
    ("unostop", Name::AtTable(AtTable::End), ""),
    ("unostats", Name::Anywhere(Anywhere::Leaderboard), "uno"),
    ("unotop10", Name::Anywhere(Anywhere::Top10), "uno"),
    ("pce-on", Name::Anywhere(Anywhere::Settings), "letters on"),
    ("pce-off", Name::Anywhere(Anywhere::Settings), "letters off"),
    ("pa", Name::Move(Verb::Pass), ""),
    // Its own name, as the other games have theirs.
    ("tractor", Name::Open(GameKind::Tractor), ""),
    // Tic-tac-toe is called tres en raya; and the final score is told when a table is closed.
    ("tres", Name::Open(GameKind::TicTacToe), ""),
    ("final", Name::AtTable(AtTable::End), ""),
];

/// What a command requires; each variant includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    Nothing,
    /// A table in the place of the command.
    Table,
    /// A seat at the table.
    Seat,
    /// A match in progress there.
    Match,
}

/// Where a command is of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UsedIn {
    Everywhere,
    /// Only where the bot itself is: on its servers and in its own direct messages.
    Joined,
    Servers,
}

/// An option of a slash command. In typed lines the options are words in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name, as it is registered with Discord.
    pub name: &'static str,
    /// Whether the option is mandatory in a slash command.
    pub required: bool,
    pub kind: OptionKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    Text,
    /// Text with autocompletion from this source.
    Completed(CompletionSource),
    /// A person of the server.
    Person,
}

/// The source of an option's completions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompletionSource {
    Words(&'static [&'static str]),
    /// The topics of the help and the commands.
    Help,
    Games,
    /// The games, if the previous option is `new`.
    GamesOfNew,
    /// The measures of the game in the previous option.
    Measures,
    /// The house rules and limits of the channel's table.
    Rules,
    /// The values of the rule in the previous option.
    RuleValues,
    /// The settings of the person and of the server.
    Settings,
    /// The values of the setting in the previous option.
    SettingValues,
    /// The free seats of the channel's table.
    Seats,
    /// The skills of computer players that can be added to the channel's table.
    Computers,
    /// What the person can do with this verb, from the controls of their hand.
    Cards(Verb),
}

const fn text(name: &'static str) -> Parameter {
    Parameter {
        name,
        required: false,
        kind: OptionKind::Text,
    }
}

const fn person(name: &'static str) -> Parameter {
    text(name).read_as(OptionKind::Person)
}

const fn completed(name: &'static str, source: CompletionSource) -> Parameter {
    text(name).read_as(OptionKind::Completed(source))
}

impl Parameter {
    const fn read_as(self, kind: OptionKind) -> Self {
        Self { kind, ..self }
    }

    const fn required(mut self) -> Self {
        self.required = true;
        self
    }
}

/// A row of the table: everything about a command except its description and its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandRow {
    pub name: Name,
    /// The words by which it is typed, the usual one first.
    pub words: &'static [&'static str],
    /// A correct line, without the prefix.
    pub example: &'static str,
    /// The options in the order in which they are typed.
    pub options: &'static [Parameter],
    /// The separator between the options in a typed line.
    pub separator: &'static str,
    pub needs: Needs,
    /// Whether it makes the table's board appear in the channel.
    pub posts_table: bool,
    /// Whether a private answer shows the requester's hand, or a seat where they will have one: such an
    /// answer is kept up to date as a panel.
    pub shows_hand: bool,
    pub used_in: UsedIn,
    /// What else it can be chosen for, from the menu of that.
    pub chosen_for: Option<MenuTarget>,
}

/// What Discord has a menu of commands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuTarget {
    /// A person, who is then the first option.
    Person,
    /// A message, in whose channel the command is then given.
    Message,
}

impl CommandRow {
    /// A row with what is usual for commands of this kind.
    const fn new(name: Name, words: &'static [&'static str], example: &'static str) -> Self {
        let needs = match name {
            Name::Anywhere(_) | Name::Open(_) => Needs::Nothing,
            Name::AtTable(_) => Needs::Table,
            Name::Move(_) => Needs::Match,
        };
        Self {
            name,
            words,
            example,
            options: &[],
            separator: " ",
            needs,
            posts_table: matches!(name, Name::Open(_)),
            shows_hand: matches!(name, Name::Move(_)),
            used_in: UsedIn::Everywhere,
            chosen_for: None,
        }
    }

    const fn options(self, options: &'static [Parameter]) -> Self {
        Self { options, ..self }
    }

    const fn separated_by(self, separator: &'static str) -> Self {
        Self { separator, ..self }
    }

    const fn needs(self, needs: Needs) -> Self {
        Self { needs, ..self }
    }

    const fn posts_table(mut self) -> Self {
        self.posts_table = true;
        self
    }

    const fn used_in(self, used_in: UsedIn) -> Self {
        Self { used_in, ..self }
    }

    const fn chosen_for(mut self, target: MenuTarget) -> Self {
        self.chosen_for = Some(target);
        self
    }

    const fn shows_hand(mut self) -> Self {
        self.shows_hand = true;
        self
    }
}
