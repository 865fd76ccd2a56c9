//! Pages of rooms: how they are opened, found and left, and chat across them.
//!
//! A room is named only by its number: pages say nothing of the servers and channels from where
//! others sit there. Of what is said, mentions of people, roles and channels, and links to them, are
//! removed, which would ping somebody or reveal another server. The rest is shown literally.

use super::trouble::ListedStage;
use super::*;

/// The data of a room's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// Its number.
    pub key: TableKey,
    pub game: GameKind,
    pub seated: usize,
    pub seats: usize,
    pub stage: ListedStage,
    /// The number of places from where people sit there.
    pub places: usize,
    /// Whether the reader's side wants to talk to people from elsewhere, if such sit there.
    pub talks: Option<bool>,
}

impl Room {
    /// The page for somebody who sits there: its state, how to invite, talk and leave.
    pub fn page(&self, cx: &RenderContext) -> Page {
        let mut page = Page::titled(say!(cx, "room-title", n = number(self.key)));
        page.push(self.state(cx));
        page.push(say!(cx, "room-invite", command = join(self.key, cx)));
        page.push(say!(cx, "room-talk"));
        page.push(say!(cx, "room-go"));
        let mut row = cx.asking(self.key, "chat *");
        row.extend(self.talks.map(|talks| match talks {
            true => Control::plain(say!(cx, "button-hush"), self.key, "room hush"),
            false => talk_button(self.key, cx),
        }));
        if self.talks == Some(false) {
            page.push(say!(cx, "room-strangers"));
        }
        page.with(row)
    }

    /// The page for somebody who does not sit there.
    pub fn invitation(&self, cx: &RenderContext) -> Page {
        let mut page = Page::titled(say!(cx, "room-title", n = number(self.key)));
        page.push(self.state(cx));
        page.push(say!(cx, "room-sit-down", command = join(self.key, cx)));
        page
    }

    fn state(&self, cx: &RenderContext) -> String {
        let (game, stage) = (game_name(self.game.name(), cx), self.stage.said(cx));
        let (seated, seats, places) = (self.seated, self.seats, self.places);
        say!(cx, "room-state", game, stage, seated, seats, places)
    }
}

/// The line below a table with the room's number and how others join.
pub fn line(key: TableKey, cx: &RenderContext) -> String {
    say!(cx, "room-line", n = number(key), command = join(key, cx))
}

/// The name of a room in a list.
pub fn called(key: TableKey, cx: &RenderContext) -> String {
    say!(cx, "room-called", n = number(key))
}

/// Adds the button to talk to people from elsewhere to the page of a table, where there is room for it.
pub fn add_talk(page: &mut Page, key: TableKey, cx: &RenderContext) {
    if page.layout.is_none() && page.controls.len() < Page::MOST_ROWS {
        page.row(vec![talk_button(key, cx)]);
    }
}

fn talk_button(key: TableKey, cx: &RenderContext) -> Control {
    Control::plain(say!(cx, "button-talk"), key, "room talk")
}

/// Asks people whether they want to talk to somebody from elsewhere in their room.
pub fn asked_to_talk(key: TableKey, cx: &RenderContext) -> Page {
    Page::line(say!(cx, "talk-wanted", n = number(key))).with(vec![talk_button(key, cx)])
}

/// A chat message, as the others read it.
pub fn said(name: &str, text: &str, cx: &RenderContext) -> Page {
    Page::line(say!(cx, "chat-line", who = cx.name(name), text))
}

/// The number as a name, without thousands separators.
fn number(key: TableKey) -> String {
    key.0.to_string()
}

fn join(key: TableKey, cx: &RenderContext) -> String {
    cx.command(&format!("room join {}", key.0))
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RoomTrouble {
    /// The words after `room` are not understood.
    Unclear,
    NoGame(String),
    /// No game was played here before that could be meant.
    WhichGame,
    /// No open room has this number.
    Unknown(String),
    /// Too many wrong numbers; seconds until the next try.
    Guessing(u32),
    /// Too many wrong numbers on the server, or everywhere; seconds until the next try.
    GuessedHere(u32),
    /// The requester sits in another room.
    Elsewhere(TableKey),
    /// The requester sits in no room.
    Nowhere,
    /// The terminal has no rooms.
    Terminal,
    /// A house has tables with addresses, and none with numbers.
    ByAddress,
    /// The message has nothing that can be repeated.
    Silent,
    /// The message is too long; its characters.
    Long(usize),
    /// Too many messages; seconds until the next one.
    Fast(u32),
    /// The host of the table has muted the requester.
    Muted,
    /// The requester only looks at the table.
    Standing,
    /// Everybody in the room is here.
    Alone(TableKey),
    /// Nobody hears the requester: all others are from elsewhere, and not both sides want to talk. Whether the own one
    /// does.
    Quiet {
        room: TableKey,
        wants: bool,
    },
    /// The requester sits at a channel's own table, where everybody reads the channel.
    InChannel,
    /// The server where it is asked for has no rooms.
    Off,
    /// Some server whose people would sit there has them sit with one another alone.
    Ours,
    /// One of two who would sit there together has blocked the other.
    Parted,
}

impl RoomTrouble {
    /// The refusal, with what would be right.
    pub fn page(&self, cx: &RenderContext) -> Page {
        let more = match self {
            RoomTrouble::NoGame(_) => {
                let games = GameKind::ALL.map(|game| format!("`{}`", game.name()));
                vec![("list", cx.list(games))]
            }
            RoomTrouble::WhichGame => {
                let commands =
                    GameKind::ALL.map(|game| cx.command(&format!("room new {}", game.name())));
                vec![("commands", cx.list(commands))]
            }
            RoomTrouble::GuessedHere(seconds) => {
                let minutes = seconds.div_ceil(60);
                return Page::line(say!(cx, "room-trouble-guessed-here", minutes));
            }
            RoomTrouble::Long(_) => vec![("most", MOST.to_string())],
            _ => Vec::new(),
        };
        let mut page = Page::line(tell::sentence("room-trouble", self, cx, &more));
        page.row(match self {
            RoomTrouble::Quiet { room, wants: false } => vec![talk_button(*room, cx)],
            RoomTrouble::Unclear | RoomTrouble::Nowhere => cx.asking(TableKey(0), "room join *"),
            _ => Vec::new(),
        });
        page
    }
}

/// The most characters of a message.
pub const MOST: usize = 400;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnfitLine {
    /// Nothing is left.
    Empty,
    /// Its number of characters exceeds [`MOST`].
    Long(usize),
}

/// The message in one line, without mentions and markup.
///
/// # Errors
/// [`UnfitLine`] if nothing is left, or too much.
pub fn harmless(raw: &str) -> Result<String, UnfitLine> {
    let told = without_mentions(raw);
    let words = told.split_whitespace().map(without_places);
    let words = words.map(|word| {
        let visible = word.chars().filter(|c| !markup::is_treacherous(*c));
        visible.collect::<String>()
    });
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    match line.chars().count() {
        0 => Err(UnfitLine::Empty),
        long if long > MOST => Err(UnfitLine::Long(long)),
        _ => Ok(markup::escape(&line)),
    }
}

/// The text with short placeholders for everything that Discord would render differently.
fn without_mentions(raw: &str) -> String {
    let mut told = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('<') {
        told.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest
            .find('>')
            .filter(|end| !rest[..*end].contains(char::is_whitespace));
        match end.and_then(|end| Some((end, sign(&rest[1..end])?))) {
            Some((end, sign)) => {
                told.push_str(&sign);
                rest = &rest[end + 1..];
            }
            None => {
                told.push('<');
                rest = &rest[1..];
            }
        }
    }
    told.push_str(rest);
    told
}

/// The placeholder for the text between angle brackets, if it is Discord syntax.
fn sign(inner: &str) -> Option<String> {
    let emoji = inner.strip_prefix('a').unwrap_or(inner);
    if let Some((name, id)) = emoji
        .strip_prefix(':')
        .and_then(|rest| rest.split_once(':'))
    {
        return id.parse::<u64>().is_ok().then(|| format!(":{name}:"));
    }
    match inner.chars().next()? {
        '@' => Some("@…".to_owned()),
        '#' => Some("#…".to_owned()),
        _ if inner.starts_with("id:") || inner.starts_with("t:") || inner.starts_with('/') => {
            Some("…".to_owned())
        }
        _ => None,
    }
}

/// The word, unless it links to a place in Discord, which would reveal another server's channels.
fn without_places(word: &str) -> &str {
    let lower = word.to_lowercase();
    match lower.contains("discord") && lower.contains("/channels/") {
        true => "…",
        false => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cases;

    #[test]
    fn what_is_said_arrives_as_it_was_written_and_rings_nobody() {
        for (raw, shown) in cases("said") {
            let said = harmless(&raw).expect("something is left");
            assert_eq!(markup::plain(&said), shown, "{raw:?}");
            assert!(!said.contains("@everyone") && !said.contains("@here"));
        }
        for raw in [
            "[x](https://a.example)",
            "# big",
            "> quote",
            "-# small",
            "a*b*_c_",
        ] {
            let said = harmless(raw).expect("something is left");
            assert_eq!(markup::plain(&said), raw, "{said}");
            assert_ne!(said, raw);
        }
    }

    #[test]
    fn nothing_and_too_much_is_not_repeated() {
        assert_eq!(harmless(""), Err(UnfitLine::Empty));
        assert_eq!(harmless(" \u{200B}\u{202E}\n"), Err(UnfitLine::Empty));
        let long = harmless(&"x".repeat(MOST + 1));
        assert_eq!(long, Err(UnfitLine::Long(MOST + 1)));
        assert!(harmless(&"x".repeat(MOST)).is_ok());
    }
}
