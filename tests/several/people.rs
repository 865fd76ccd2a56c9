//! People who play from where they are, each in their own way.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::id::ChannelId;
use tokio::time::{sleep, timeout};
use tractor_bot::command::Verb;
use tractor_bot::discord::render::unmarked;
use tractor_bot::table::{PersonId, Position, TableKey};
use tractor_bot::text::press::{PageKind, Press, Tap};

use crate::double::{Double, Person, Seen, flat};
use crate::ledger::Ledger;
pub use crate::ledger::Way;

/// Discord waits three seconds for an answer, and people hardly longer.
pub const ANSWER: Duration = Duration::from_millis(3_300);

/// Something to be done at a table.
#[derive(Clone, Debug)]
pub struct Deed {
    /// The command, and the words after it.
    pub word: &'static str,
    pub words: String,
    /// The same as the verb of a button, if there is one.
    pub verb: Option<Verb>,
    /// Whether the words are enough in direct messages.
    pub bare: bool,
    /// Whether a hint may choose other words.
    pub hinted: bool,
}

impl Deed {
    pub fn new(word: &'static str, words: impl Into<String>) -> Self {
        Self {
            word,
            words: words.into(),
            verb: None,
            bare: false,
            hinted: false,
        }
    }

    pub fn verb(self, verb: Verb) -> Self {
        Self {
            verb: Some(verb),
            ..self
        }
    }

    fn line(&self) -> String {
        format!("{} {}", self.word, self.words).trim().to_owned()
    }

    /// Whether this tap does it.
    fn is_done_by(&self, tap: &Tap) -> bool {
        match tap {
            Tap::Act { verb, words } => {
                Some(*verb) == self.verb && (self.hinted || *words == self.words)
            }
            Tap::Start => self.word == "start",
            _ => false,
        }
    }
}

/// Somebody at a table.
pub struct Player {
    pub person: Person,
    /// Where they play.
    pub channel: ChannelId,
    pub way: Way,
    turns: usize,
}

impl Player {
    pub const fn new(person: Person, channel: ChannelId, way: Way) -> Self {
        Self {
            person,
            channel,
            way,
            turns: 0,
        }
    }

    pub const fn id(&self) -> PersonId {
        PersonId(self.person.id.get())
    }

    /// What they are about to do, for the log.
    pub fn tells(&self, deed: &Deed) -> String {
        format!("{} ({:?}): {}", self.person.name, self.way, deed.line())
    }

    /// Does it in the own way. Returns when it was answered, or was not within the time; a line is not waited for.
    pub async fn does(&mut self, deed: &Deed, table: (TableKey, Position), ledger: &Arc<Ledger>) {
        self.turns += 1;
        let by_buttons = match self.way {
            Way::Taps => true,
            Way::Direct => self.turns.is_multiple_of(2),
            Way::Slash | Way::Typed => false,
        };
        if by_buttons && deed.verb.is_some() && self.taps(deed, table, ledger).await {
            return;
        }
        let (key, _) = table;
        let what = self.tells(deed);
        match self.way {
            Way::Slash | Way::Taps => {
                let options = match deed.words.is_empty() {
                    true => json!({}),
                    false => json!({"cards": deed.words}),
                };
                let asked = self.person.slash(self.channel, deed.word, options);
                ledger.said(asked.id.get(), key, Way::Slash, &what);
                timeout(ANSWER, asked.answered()).await.ok();
            }
            Way::Typed if deed.word == "kitty" => {
                let line = self.person.tells_bot(&deed.line());
                ledger.said(line.get(), key, self.way, &what);
            }
            Way::Typed => {
                let line = format!("${}", deed.line());
                let line = self.person.says(self.channel, &line);
                ledger.said(line.get(), key, self.way, &what);
            }
            Way::Direct => {
                let words = match deed.bare {
                    true => deed.words.clone(),
                    false => deed.line(),
                };
                let line = self.person.tells_bot(&words);
                ledger.said(line.get(), key, self.way, &what);
            }
        }
    }

    /// Presses what does it, after asking for the hand and a hint where that is needed; whether there was such a button.
    async fn taps(
        &self,
        deed: &Deed,
        (key, since): (TableKey, Position),
        ledger: &Arc<Ledger>,
    ) -> bool {
        let what = format!("{} presses {}", self.person.name, deed.line());
        let does = |tap: &Tap| deed.is_done_by(tap);
        for step in 0..4 {
            if let Some((seen, id)) = self.finds((key, since), &does) {
                let asked = self.person.presses_late(&seen, &id);
                let own = seen.is_ephemeral;
                ledger.pressed(asked.id.get(), key, self.way, own, &what);
                timeout(ANSWER, asked.answered()).await.ok();
                return true;
            }
            let hint = self.finds((key, since), &|tap| *tap == Tap::Hint);
            match hint.filter(|_| deed.hinted && step < 3) {
                Some((seen, id)) => {
                    let asked = self.person.presses_late(&seen, &id);
                    timeout(ANSWER, asked.message()).await.ok();
                }
                None if step == 0 || step == 2 => self.asks_for_hand(key).await,
                None => sleep(Duration::from_millis(300)).await,
            }
        }
        false
    }

    /// Opens the own hand: by the button of the table, by the command where that cannot be seen.
    async fn asks_for_hand(&self, key: TableKey) {
        if self.way == Way::Direct {
            let before = self.person.double.mark();
            self.person.tells_bot("hand");
            let comes = self.person.awaits_since(before, "the hand", |seen| {
                seen.is_direct && seen.is_from_bot
            });
            timeout(ANSWER, comes).await.ok();
            return;
        }
        let shows = |tap: &Tap| *tap == Tap::Show(PageKind::Hand);
        let asked = match self.finds((key, Position(0)), &shows) {
            Some((seen, id)) => self.person.presses_late(&seen, &id),
            None => self.person.slash(self.channel, "hand", json!({})),
        };
        timeout(ANSWER, asked.answered()).await.ok();
        sleep(Duration::from_millis(50)).await;
    }

    /// The newest button of this table that does what is wanted, offered since a position, where this person plays.
    pub fn finds(
        &self,
        (key, since): (TableKey, Position),
        wanted: &dyn Fn(&Tap) -> bool,
    ) -> Option<(Seen, String)> {
        let channel = match self.way {
            Way::Direct => self.person.direct(),
            _ => self.channel,
        };
        let world = self.person.double.world();
        let visible = world.visible(self.person.id).rev();
        let mut ours =
            visible.filter(|message| message.author == world.bot && message.channel == channel);
        ours.find_map(|message| {
            let controls = flat(&message.components);
            let id = controls.iter().find_map(|control| {
                let id = control["custom_id"].as_str()?;
                let press = Press::of_code(unmarked(id).0)?;
                let fits = press.table == key && press.at >= since && wanted(&press.tap);
                let is_on = control["type"] == 2 && control["disabled"] != true;
                (fits && is_on).then(|| id.to_owned())
            })?;
            Some((world.seen(message, self.person.id), id))
        })
    }
}

/// What the bot offers at this table in a message.
fn presses(components: &[Value], key: TableKey) -> Vec<Press> {
    let controls = flat(components);
    let presses = controls.iter().filter_map(|control| {
        let press = Press::of_code(unmarked(control["custom_id"].as_str()?).0)?;
        (press.table == key).then_some(press)
    });
    presses.collect()
}

/// The newest public message about a table in a place, as nobody in particular sees it.
pub fn board(discord: &Double, place: ChannelId, key: TableKey) -> Option<Seen> {
    let world = discord.world();
    let mut public = world.messages.values().rev().filter(|message| {
        message.channel == place
            && message.author == world.bot
            && message.only.is_none()
            && !message.deleted
    });
    let board = public.find(|message| !presses(&message.components, key).is_empty())?;
    Some(world.seen(board, world.bot))
}

/// The last position at which that message offers something.
pub fn offered(discord: &Double, place: ChannelId, key: TableKey) -> Option<Position> {
    let board = board(discord, place, key)?;
    let presses = presses(&board.components, key).into_iter();
    presses.map(|press| press.at).max()
}
