//! Refusals without a table: unknown commands, input that was not understood, each with one correct
//! example, and messages that must not be where they are or cannot be delivered.

use super::voice::word_of;
use super::*;
use crate::uno::Uno;
use serde::Deserialize;

/// Why a command did not reach a table, or its answer not the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
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
        let mut page = Page::line(match self {
            Trouble::UnknownCommand(word) => unknown_command(word, cx),
            trouble => tell::sentence("trouble", trouble, cx, &[]),
        });
        if let Trouble::ClosedMessages { person, .. } = self {
            page.ping.push(*person);
        }
        page
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
    match meant.or_else(|| means(word, "word-setting-language").then_some(other)) {
        Some(meant) => say!(cx, "desk-unknown-command-meant", word = shown, meant),
        None => say!(cx, "desk-unknown-command", word = shown),
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

    pub(super) fn said(self, cx: &RenderContext) -> String {
        match self {
            ListedStage::Lobby => say!(cx, "list-lobby"),
            ListedStage::Playing => say!(cx, "list-playing"),
            ListedStage::Over => say!(cx, "list-over"),
        }
    }
}

pub fn tables_page(tables: &[ListedTable], cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "list-title"));
    if tables.is_empty() {
        page.push(say!(cx, "list-none"));
    }
    for table in tables {
        let (place, game) = (table.place.as_str(), game_name(table.game.name(), cx));
        let (seated, seats, stage) = (table.seated, table.seats, table.stage.said(cx));
        page.push(say!(cx, "list-line", place, game, seated, seats, stage));
        if table.seated > 0 {
            page.push(format!("▸ {}", table.people));
        }
    }
    page
}

/// A parse error in words, with one correct example.
pub fn misread<G: Voice>(error: &ParseError, cx: &RenderContext) -> String {
    let mut more = vec![
        ("play", G::PLAY_EXAMPLE.to_owned()),
        ("pass", word_of::<Uno>(Verb::Pass).to_owned()),
    ];
    match error {
        ParseError::UnknownCall(piece) if piece.is_empty() => {
            more.push(("it", "none".to_owned()));
        }
        ParseError::NoSuchMove { verb } | ParseError::NotNow { verb } => {
            more.push(("word", word_of::<G>(*verb).to_owned()));
        }
        _ => {}
    }
    tell::sentence("parse", error, cx, &more)
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
