//! The bot's own emojis: the faces of cards as Discord keeps them, and the operator's hand on them, `tractor-bot emojis`.
//!
//! Decides when Discord's list is compared with what is drawn, which process changes it, which emojis are missing, which of
//! ours are stale, which belong to somebody else, and which pages may show: those of a set that is complete. Without
//! emojis, or while they are not complete, cards are written as text; nothing waits for them. How icons look, and where
//! they are used, is decided elsewhere.
//!
//! Of several processes the one that serves shard 0 changes the list, as the store gives each shard
//! to one living process alone; the others look again and again until everything is there.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::time::Duration;

use clap::Subcommand;
use serenity::model::id::EmojiId;
use tokio::time::sleep;

use super::outbox::answers::Failure;
use super::outbox::windows::Budget;
use super::outbox::{ListedEmoji, Outbox};
use super::startup;
use crate::art::{Icon, SuitColors};
use crate::config::Config;
use crate::host::off_thread;
use crate::store::ShardRange;
use crate::text::faces::{Emoji, Faces, PublishedFaces};

/// What this process does about the emojis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// Keeps them in order, alone.
    Alone,
    /// Keeps them in order while other processes use them too, which may be older.
    ForOthers,
    /// Uses what another process put there.
    Reads,
}

impl Duty {
    /// The duty of a process that serves these shards; `None` for all.
    pub fn of(shards: Option<ShardRange>) -> Self {
        match shards {
            None => Duty::Alone,
            Some(shards) if shards.first > 0 => Duty::Reads,
            Some(shards) if shards.last + 1 < shards.total => Duty::ForOthers,
            Some(_) => Duty::Alone,
        }
    }
}

/// How often is looked whether all is as it was.
const LOOK_AGAIN: Duration = Duration::from_secs(60 * 60);
/// The pause after the first time that not everything was there; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(6 * 60 * 60);
/// The least time between two looks.
const LEAST_PAUSE: Duration = Duration::from_secs(30);

/// Keeps the emojis in order and publishes those that pages may show, until it is dropped.
pub async fn keep(outbox: Outbox, faces: PublishedFaces, duty: Duty) {
    let renewal = match Renewal::new(outbox.clone()).await {
        Ok(renewal) => renewal,
        Err(trouble) => return tracing::warn!(%trouble, "{WITHOUT}"),
    };
    // Whether a look ended well before, and how many in a row did not.
    let (mut settled, mut failed) = (false, 0_u32);
    loop {
        let is_whole = match renewal.work(&faces, duty, settled).await {
            Ok(inventory) => inventory.missing.is_empty(),
            Err(trouble) => {
                // Once is enough: it is tried again for as long as it takes.
                match failed {
                    0 => tracing::warn!(%trouble, "{WITHOUT}"),
                    _ => tracing::debug!(%trouble, "{WITHOUT}"),
                }
                false
            }
        };
        let mut pause = LOOK_AGAIN;
        if is_whole {
            (settled, failed) = (true, 0);
        } else {
            let longer = FIRST_PAUSE.saturating_mul(1 << failed.min(16));
            pause = longer.min(LONGEST_PAUSE);
            failed += 1;
        }
        let missed = async {
            sleep(LEAST_PAUSE).await;
            outbox.emoji_missed().await;
            tracing::warn!("Discord did not know an emoji of a message; looking which are there");
        };
        tokio::select! {
            () = sleep(pause) => {}
            () = missed => {}
        }
    }
}

const WITHOUT: &str = "not all emojis are there; where they are missing cards are written as text";

/// Why the emojis are not as they should be.
pub type EmojiTrouble = Box<dyn Error + Send + Sync>;

/// That an icon could not be drawn.
const UNDRAWN: &str = "an icon could not be drawn";

/// Uploads what is missing and deletes what is stale, one emoji after the other.
#[derive(Clone)]
pub struct Renewal {
    outbox: Outbox,
    drawn: Vec<DrawnIcon>,
}

impl Renewal {
    /// A renewal to all icons as they are drawn now.
    ///
    /// # Errors
    /// [`EmojiTrouble`].
    pub async fn new(outbox: Outbox) -> Result<Self, EmojiTrouble> {
        let drawn = off_thread(drawn).await.ok_or(UNDRAWN)?;
        Ok(Self { outbox, drawn })
    }

    /// Does what is to be done now; gives what Discord holds then.
    async fn work(
        &self,
        faces: &PublishedFaces,
        duty: Duty,
        settled: bool,
    ) -> Result<Inventory, EmojiTrouble> {
        let publish = |inventory: &Inventory| faces.publish(inventory.faces());
        let inventory = self.look().await?;
        publish(&inventory);
        if duty == Duty::Reads {
            return Ok(inventory);
        }
        let missing = inventory.missing.len();
        if missing > 0 {
            tracing::info!(missing, "uploading emojis");
        }
        let inventory = self.upload(inventory, publish).await?;
        if missing > 0 {
            tracing::info!(uploaded = missing, "all emojis are there");
        }
        // Processes of the version before still show theirs; by the next look they are gone.
        let stale = inventory.stale.len();
        if stale == 0 || duty == Duty::ForOthers && !settled {
            return Ok(inventory);
        }
        let inventory = self.delete(inventory).await?;
        tracing::info!(stale, "emojis of older drawings are deleted");
        Ok(inventory)
    }

    /// What Discord holds now.
    ///
    /// # Errors
    /// [`EmojiTrouble`].
    pub async fn look(&self) -> Result<Inventory, EmojiTrouble> {
        let listed = self.outbox.emojis().await?;
        Ok(Inventory::new(&self.drawn, listed))
    }

    /// Uploads what is missing, as far as there is room, and looks what Discord holds then. `told`
    /// hears of each set that is complete.
    ///
    /// # Errors
    /// [`EmojiTrouble`]; what was uploaded before stays.
    pub async fn upload(
        &self,
        mut inventory: Inventory,
        mut told: impl FnMut(&Inventory),
    ) -> Result<Inventory, EmojiTrouble> {
        if inventory.missing.is_empty() {
            return Ok(inventory);
        }
        if inventory.room() < inventory.missing.len() && !inventory.stale.is_empty() {
            inventory = self.delete(inventory).await?;
        }
        let (room, missing, others) = (inventory.room(), inventory.missing.len(), inventory.others);
        for (icon, name) in inventory.fitting() {
            self.upload_one(&mut inventory, icon, &name).await?;
            if inventory.is_complete(Set::of(icon)) {
                told(&inventory);
            }
        }
        let inventory = self.look().await?;
        told(&inventory);
        match inventory.missing.len() {
            0 => Ok(inventory),
            _ if room < missing => Err(format!(
                "there is room for {room} of {missing} emojis that are missing: a bot has {MOST} at most, \
                 and {others} of them are somebody else's"
            )
            .into()),
            missing => {
                Err(format!("{missing} emojis are not there although they were uploaded").into())
            }
        }
    }

    async fn upload_one(
        &self,
        inventory: &mut Inventory,
        icon: Icon,
        name: &str,
    ) -> Result<(), EmojiTrouble> {
        let png = off_thread(move || icon.png()).await.ok_or(UNDRAWN)?;
        let failure = match self.outbox.upload_emoji(name, png).await {
            Ok(id) => {
                inventory.found(icon, id);
                return Ok(());
            }
            Err(failure) => failure,
        };
        // A name is taken if an upload's answer was lost, or another process was faster.
        if matches!(failure, Failure::Refused { status: 400, .. }) {
            let listed = self.outbox.emojis().await?;
            if let Some(same) = listed.iter().find(|emoji| emoji.name == name) {
                inventory.found(icon, same.id);
                return Ok(());
            }
        }
        Err(failure.into())
    }

    /// Deletes what is stale.
    ///
    /// # Errors
    /// [`EmojiTrouble`]; what was deleted before is gone.
    pub async fn delete(&self, mut inventory: Inventory) -> Result<Inventory, EmojiTrouble> {
        for ListedEmoji { id, .. } in std::mem::take(&mut inventory.stale) {
            self.outbox.delete_emoji(id).await?;
        }
        Ok(inventory)
    }
}

/// The most emojis that Discord keeps for a bot.
pub const MOST: usize = 2_000;

/// An icon with its name, which takes a drawing to make.
pub type DrawnIcon = (Icon, String);

/// Every icon with its name, in the order in which they are needed.
pub fn drawn() -> Vec<DrawnIcon> {
    Icon::all().map(|icon| (icon, icon.name())).collect()
}

/// Icons that are shown together or not at all, so that no page mixes emojis and text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Set {
    /// The cards of tractor in two colours, and their back.
    Cards,
    /// The other colours of diamonds and clubs.
    FourColors,
    Uno,
}

impl Set {
    pub const fn of(icon: Icon) -> Self {
        match icon {
            Icon::Card(_, SuitColors::Two) | Icon::Back => Set::Cards,
            Icon::Card(_, SuitColors::Four) => Set::FourColors,
            Icon::Uno(_) | Icon::Color(_) | Icon::UnoBack => Set::Uno,
        }
    }
}

/// What Discord holds, as far as it concerns us.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inventory {
    pub there: Vec<(Icon, ListedEmoji)>,
    /// Icons that Discord does not have yet.
    pub missing: Vec<DrawnIcon>,
    /// Emojis of ours that are not shown any more: of older drawings, or twice there.
    pub stale: Vec<ListedEmoji>,
    /// The number of emojis that are not ours.
    pub others: usize,
}

impl Inventory {
    /// Compares what is drawn with what Discord lists.
    pub fn new(drawn: &[DrawnIcon], listed: Vec<ListedEmoji>) -> Self {
        let names = drawn.iter().map(|(icon, name)| (name.as_str(), *icon));
        let current: HashMap<&str, Icon> = names.collect();
        let stems: HashSet<String> = drawn.iter().map(|(icon, _)| icon.stem()).collect();
        let mut inventory = Self::default();
        let mut seen = HashSet::new();
        for emoji in listed {
            match current.get(emoji.name.as_str()) {
                Some(icon) if seen.insert(*icon) => inventory.there.push((*icon, emoji)),
                Some(_) => inventory.stale.push(emoji),
                None if is_ours(&emoji.name, &stems) => inventory.stale.push(emoji),
                None => inventory.others += 1,
            }
        }
        let missing = drawn.iter().filter(|(icon, _)| !seen.contains(icon));
        inventory.missing = missing.cloned().collect();
        inventory
    }

    /// An icon that was missing has this emoji now.
    pub fn found(&mut self, icon: Icon, id: EmojiId) {
        let Some(at) = self.missing.iter().position(|(other, _)| *other == icon) else {
            return;
        };
        let (_, name) = self.missing.remove(at);
        self.there.push((icon, ListedEmoji { id, name }));
    }

    /// Whether all of a set is there, and what it cannot be shown without.
    pub fn is_complete(&self, set: Set) -> bool {
        let lacks = |set| self.missing.iter().any(|(icon, _)| Set::of(*icon) == set);
        !(lacks(set) || set == Set::FourColors && lacks(Set::Cards))
    }

    /// The emojis of the sets that are complete; `None` if none is.
    pub fn faces(&self) -> Option<Faces> {
        let shown = self.there.iter();
        let shown = shown.filter(|(icon, _)| self.is_complete(Set::of(*icon)));
        let shown = shown.map(|(icon, emoji)| {
            let (name, id) = (emoji.name.as_str().into(), emoji.id.get());
            (*icon, Emoji { name, id })
        });
        let shown: Vec<_> = shown.collect();
        (!shown.is_empty()).then(|| Faces::new(shown))
    }

    /// How many emojis Discord would still take.
    pub fn room(&self) -> usize {
        MOST.saturating_sub(self.there.len() + self.stale.len() + self.others)
    }

    /// The missing icons for which there is room: whole sets, as a part of one is of no use.
    pub fn fitting(&self) -> Vec<DrawnIcon> {
        let of_set = |set| {
            self.missing
                .iter()
                .filter(move |drawn| Set::of(drawn.0) == set)
        };
        let (mut room, mut fitting) = (self.room(), Vec::new());
        for set in [Set::Cards, Set::FourColors, Set::Uno] {
            let size = of_set(set).count();
            if size <= room {
                fitting.extend(of_set(set).cloned());
                room -= size;
            }
        }
        fitting
    }
}

/// Whether a name is one that [`Icon::name`] gave to some drawing of one of our icons: somebody
/// else's emoji is never touched, be it that its name begins alike.
fn is_ours(name: &str, stems: &HashSet<String>) -> bool {
    let Some((stem, version)) = name
        .strip_prefix(Icon::PREFIX)
        .and_then(|name| name.rsplit_once('_'))
    else {
        return false;
    };
    let hex = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f');
    (4..=8).contains(&version.len()) && version.bytes().all(hex) && stems.contains(stem)
}

/// What is to be done about the bot's emojis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum EmojiRequest {
    /// Shows which are there, missing and stale.
    Show,
    /// Uploads what is missing and deletes what is stale.
    Renew,
    /// Deletes all that the bot uploaded.
    Remove {
        /// That it is meant.
        #[arg(long)]
        yes: bool,
    },
}

/// Carries out a request. `say` hears a line at a time; `confirm` is asked before so many emojis are
/// deleted for good.
///
/// # Errors
/// What the operator is told of why.
pub async fn answer(
    config: &Config,
    request: EmojiRequest,
    mut say: impl FnMut(&str),
    confirm: impl FnOnce(usize) -> bool,
) -> Result<(), EmojiTrouble> {
    let token = config.token.as_ref().ok_or(
        "DISCORD_TOKEN is not set: emojis belong to a bot. Set it here or in the file .env, then ask again",
    )?;
    let http = startup::http(config, token.expose());
    let known = startup::introduce(&http, &Budget::default()).await?;
    let wire = startup::wire(config, token.expose(), known.info.id)?;
    let renewal = Renewal::new(Outbox::new(wire)).await?;
    let mut inventory = renewal.look().await?;
    match request {
        EmojiRequest::Show => report(&inventory, say),
        EmojiRequest::Renew => {
            let (missing, stale) = (inventory.missing.len(), inventory.stale.len());
            say(&format!("uploading {missing}, deleting {stale}"));
            let inventory = renewal.upload(inventory, |_| {}).await?;
            let inventory = renewal.delete(inventory).await?;
            report(&inventory, say);
        }
        EmojiRequest::Remove { yes } => {
            let shown = inventory.there.drain(..);
            inventory.stale.extend(shown.map(|(_, emoji)| emoji));
            let ours = inventory.stale.len();
            if ours > 0 && !yes && !confirm(ours) {
                return Err("nothing was deleted; --yes answers the question beforehand".into());
            }
            renewal.delete(inventory).await?;
            say(&format!(
                "deleted {ours}; with EMOJIS=off a bot uploads none"
            ));
        }
    }
    Ok(())
}

/// Says of an inventory the numbers, then the names of what is not in order.
fn report(inventory: &Inventory, mut say: impl FnMut(&str)) {
    let Inventory {
        there,
        missing,
        stale,
        others,
    } = inventory;
    say(&format!(
        "{} there, {} missing, {} stale, {others} of somebody else",
        there.len(),
        missing.len(),
        stale.len(),
    ));
    for (_, name) in missing {
        say(&format!("missing: {name}"));
    }
    for ListedEmoji { id, name } in stale {
        say(&format!("stale: {name} ({id})"));
    }
}
