//! Refusals without a table: unknown commands, input that was not understood, each with one correct
//! example, and messages that must not be where they are or cannot be delivered.

use serde::{Deserialize, Serialize};

use super::context::{RenderContext, Surface};
use super::locale::Locale;
use super::page::Page;
use super::table::game_name;
use super::voice::{Voice, word_of};
use super::words::{ParseError, means, quotable};
use crate::command::{Name, Verb};
use crate::game::GameKind;
use crate::table::{PersonId, StageView};
use crate::uno::Uno;

/// Why a command did not reach a table, or its answer not the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    NoTable,
    /// Another game is played in the channel.
    Busy(GameKind),
    /// The journal could not be written, so nothing was done.
    NotSaved,
    /// The store could not be read.
    NotRead,
    NotModerator,
    /// They have opened so many tables within an hour; seconds until they may open another one.
    OpenedMany {
        most: u32,
        left_s: u32,
    },
    /// So many were opened on their server, or from their house.
    ManyOpenedHere {
        most: u32,
        left_s: u32,
        in_house: bool,
    },
    UnknownCommand(String),
    KittyInPublic,
    PremoveInPublic,
    /// This person accepts no direct messages; their name, not escaped.
    ClosedMessages {
        person: PersonId,
        name: String,
        /// Whether it is their hand, which a button can show.
        of_hand: bool,
    },
}

impl Trouble {
    /// The refusal, with what to do about it.
    pub fn page(&self, cx: &RenderContext) -> Page {
        match self {
            Trouble::NoTable => Page::line(say!(cx, "desk-no-table", command = cx.command("join"))),
            Trouble::Busy(game) => {
                let game = game_name(game.name(), cx);
                Page::line(say!(cx, "desk-other-game", game))
            }
            Trouble::NotSaved => Page::line(say!(cx, "desk-not-saved")),
            Trouble::NotRead => Page::line(say!(cx, "desk-not-read")),
            Trouble::NotModerator => Page::line(say!(cx, "settings-not-moderator")),
            Trouble::OpenedMany { most, left_s } => {
                let (left, list) = (more_time(*left_s, cx), cx.command("list"));
                Page::line(match cx.face {
                    Surface::Browser => say!(cx, "web-opened-many", most = *most, left),
                    _ => say!(cx, "desk-opened-many", most = *most, left, list),
                })
            }
            Trouble::ManyOpenedHere {
                most,
                left_s,
                in_house,
            } => {
                let (left, list) = (more_time(*left_s, cx), cx.command("list"));
                Page::line(match in_house {
                    true => say!(cx, "web-many-opened", most = *most, left),
                    false => say!(cx, "desk-many-opened-here", most = *most, left, list),
                })
            }
            Trouble::UnknownCommand(word) => Page::line(unknown_command(word, cx)),
            Trouble::KittyInPublic => Page::line(say!(cx, "trouble-kitty-in-public")),
            Trouble::PremoveInPublic => Page::line(say!(cx, "trouble-premove-in-public")),
            Trouble::ClosedMessages {
                person,
                name,
                of_hand,
            } => {
                let who = cx.name(name);
                let mut page = Page::line(match of_hand {
                    true => say!(cx, "trouble-closed-messages", who),
                    false => say!(cx, "trouble-closed-answer", who),
                });
                page.ping.push(*person);
                page
            }
        }
    }
}

/// So much more time, in words.
pub fn more_time(left_s: u32, cx: &RenderContext) -> String {
    match left_s {
        0..120 => say!(cx, "for-seconds", n = left_s),
        _ => say!(cx, "for-minutes", n = left_s.div_ceil(60)),
    }
}

fn unknown_command(word: &str, cx: &RenderContext) -> String {
    let shown = cx.command(&quotable(word));
    let meant = Name::nearest(word).map(Name::word);
    // Tried by people who cannot read the language that they find: another one is named.
    let other = match cx.locale {
        Locale::ENGLISH => "settings language zh-CN",
        _ => "settings language en-US",
    };
    let language = || means(word, "word-setting-language").then_some(other);
    match meant.or_else(language) {
        Some(meant) => {
            let meant = cx.command(meant);
            say!(cx, "desk-unknown-command-meant", word = shown, meant)
        }
        None => {
            let help = cx.command("help");
            say!(cx, "desk-unknown-command", word = shown, help)
        }
    }
}

/// A table in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTable {
    /// Where it is, as the face writes it: a channel's mention or name.
    pub place: String,
    pub game: GameKind,
    pub seated: usize,
    pub seats: usize,
    pub stage: ListedStage,
    /// Who sits where.
    pub people: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ListedStage {
    Lobby,
    Playing,
    Over,
}

impl ListedStage {
    pub const fn of<V>(stage: &StageView<V>) -> Self {
        match stage {
            StageView::Lobby => ListedStage::Lobby,
            StageView::Playing(_) => ListedStage::Playing,
            StageView::Over(_) | StageView::Closed => ListedStage::Over,
        }
    }
}

pub fn tables_page(tables: &[ListedTable], cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "list-title"));
    if tables.is_empty() {
        page.push(say!(cx, "list-none", join = cx.command("join")));
    }
    for table in tables {
        let stage = match table.stage {
            ListedStage::Lobby => say!(cx, "list-lobby"),
            ListedStage::Playing => say!(cx, "list-playing"),
            ListedStage::Over => say!(cx, "list-over"),
        };
        page.push(say!(
            cx,
            "list-line",
            place = table.place.as_str(),
            game = game_name(table.game.name(), cx),
            seated = table.seated,
            seats = table.seats,
            stage,
        ));
        if table.seated > 0 {
            page.push(format!("▸ {}", table.people));
        }
    }
    page
}

/// A parse error in words, with one correct example.
pub fn misread<G: Voice>(error: &ParseError, cx: &RenderContext) -> String {
    let command = |words: &str| cx.command(words);
    match error {
        ParseError::TooLong => say!(cx, "parse-too-long"),
        ParseError::TooManyCards { most } => {
            say!(
                cx,
                "parse-too-many-cards",
                most = *most,
                command = command(G::PLAY_EXAMPLE)
            )
        }
        ParseError::UnknownCard { piece } => {
            say!(cx, "parse-unknown-card", piece = piece.as_str())
        }
        ParseError::OnlySuit { piece } => {
            let command = command("play KS");
            say!(cx, "parse-only-suit", piece = piece.as_str(), command)
        }
        ParseError::NoUno => {
            let (plain, pass) = (command("play b9"), command(word_of::<Uno>(Verb::Pass)));
            say!(cx, "parse-no-uno", plain, pass)
        }
        ParseError::NoColor => say!(cx, "parse-no-color", command = command("play 3 b")),
        ParseError::UnknownUno { piece } => {
            let (plain, wild) = (command("play b9"), command("play w b"));
            say!(cx, "parse-unknown-uno", piece = piece.as_str(), plain, wild)
        }
        ParseError::UnknownCall { piece } => {
            let (weak, strong) = (command("call H"), command("call HH"));
            let jokers = command("call J-J-");
            if piece.is_empty() {
                say!(cx, "parse-no-call", weak, strong, jokers)
            } else {
                let piece = piece.as_str();
                say!(cx, "parse-unknown-call", piece, weak, strong, jokers,)
            }
        }
        ParseError::UnknownSeat { piece, example } => {
            let command = command(&format!("join {example}"));
            say!(cx, "parse-unknown-seat", piece = piece.as_str(), command)
        }
        ParseError::UnknownPlayer { piece } => {
            let command = command("catch 2");
            say!(cx, "parse-unknown-player", piece = piece.as_str(), command)
        }
        ParseError::NoSetting { piece, example } => {
            let command = command(example);
            say!(cx, "parse-no-setting", piece = piece.as_str(), command)
        }
        ParseError::NoCell => say!(cx, "parse-no-cell", command = command("play 5")),
        ParseError::UnknownCell { piece } => {
            let command = command("play 5");
            say!(cx, "parse-unknown-cell", piece = piece.as_str(), command)
        }
        ParseError::NoContribution => {
            say!(
                cx,
                "parse-no-contribution",
                command = command("mix lucky words")
            )
        }
        ParseError::LongContribution { most } => {
            let command = command("mix lucky words");
            say!(cx, "parse-long-contribution", most = *most, command)
        }
        ParseError::NoSuchMove { verb } => {
            say!(
                cx,
                "parse-no-such-move",
                command = command(word_of::<G>(*verb))
            )
        }
        ParseError::NotNow { verb } => {
            say!(cx, "parse-not-now", command = command(word_of::<G>(*verb)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::context::Surface;

    #[test]
    fn who_asks_for_a_command_that_is_none_is_shown_what_was_meant() {
        let chinese = Locale::all().find(|locale| locale.tag() == "zh-CN");
        let chinese = chinese.expect("there is Chinese");
        for (locale, word, meant) in [
            (Locale::ENGLISH, "plaay", "$play"),
            (Locale::ENGLISH, "language", "$settings language zh-CN"),
            (Locale::ENGLISH, "LANG", "$settings language zh-CN"),
            (Locale::ENGLISH, "语言", "$settings language zh-CN"),
            (chinese, "language", "$设置 language en-US"),
            (Locale::ENGLISH, "xyzzy", "$help"),
        ] {
            let cx = RenderContext::new(locale, Surface::Terminal, "$");
            let said = Trouble::UnknownCommand(word.to_owned()).page(&cx).text();
            assert!(said.contains(meant), "{word}: {said}");
        }
    }
}
