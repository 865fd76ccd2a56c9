//! Cups in channels: their post, threads for their tables, and who won.
//!
//! Decides when a cup is looked after, and by which process: the one that serves the cup's server. What is due is for
//! the desk. A thread of which nobody heard that it was opened is found again by its name, and a post of which nobody heard
//! by its nonce.

use std::collections::HashMap;
use std::time::Duration;

use poise::serenity_prelude::{ChannelId, MessageId};
use tokio::time::sleep;

use super::Bot;
use super::delivery::Thread;
use super::delivery::failure::{Failure, Meaning};
use super::delivery::gate::Urgency;
use super::delivery::letter::Letter;
use super::pictures::{self, SentTo};
use super::replies::calling;
use crate::club::cup::{CupStage, CupTable};
use crate::desk::AskedFrom;
use crate::desk::cups::GuildCup;
use crate::store::GuildId;
use crate::text::context::RenderContext;
use crate::text::cups;

/// How often cups are looked after.
const EVERY: Duration = Duration::from_secs(1);

/// After so many times all cups are looked for: those that other processes have called, too.
const ALL_EVERY: u32 = 60;

/// What the posts of cups show, and where they are.
type Shown = HashMap<(GuildId, u32), (u64, Letter)>;

/// Looks after the cups of the servers of this process; never ends.
pub async fn keep(bot: Bot) {
    let mut shown = Shown::new();
    let (mut live, mut known) = (Vec::new(), None);
    for turn in (0..ALL_EVERY).cycle() {
        let peers = bot.peers.as_ref();
        let now = Some((bot.desk.cup_changes(), peers.map(|peers| peers.shards())));
        if turn == 0 || now != known {
            (live, known) = (bot.desk.live_cups().await, now);
        }
        for one in std::mem::take(&mut live) {
            let is_ours = peers.is_none_or(|peers| peers.serves(one.guild))
                && bot.boards.knows(one.cup.channel);
            live.extend(match is_ours {
                true => look_after(&bot, one, &mut shown).await,
                false => Some(one),
            });
        }
        sleep(EVERY).await;
    }
}

/// Does what is due for a cup; `None` if nothing more is.
async fn look_after(bot: &Bot, one: GuildCup, shown: &mut Shown) -> Option<GuildCup> {
    let place = bot.boards.place_of(one.cup.channel, Some(one.guild.0));
    let cx = bot.desk.public_context(&place).await;
    let mut kept = one.clone();
    let mut stuck = false;
    // Once more where tables were given a place.
    for _ in 0..2 {
        kept = match bot.desk.keep_cup(&kept).await {
            Ok(kept) => kept?,
            Err(error) => {
                tracing::warn!(guild = one.guild.0, cup = one.number, %error, "a cup could not be looked after");
                return Some(one);
            }
        };
        match open_threads(bot, &kept, &place, &cx).await {
            Ok(true) => {}
            Ok(false) => break,
            Err(problem) => {
                let guild = one.guild.0;
                tracing::warn!(guild, ?problem, "tables of a cup have no threads yet");
                stuck = problem.meaning() == Meaning::Forbidden;
                break;
            }
        }
    }
    show(bot, &mut kept, stuck, shown, &cx).await;
    if kept.cup.stage != CupStage::Over {
        return Some(kept);
    }
    shown.remove(&(kept.guild, kept.number));
    if bot.desk.takes_cup_end(kept.guild, kept.number).await {
        let page = cups::end_page(&kept.cup, &cx);
        let mut letter = calling(&page);
        let picture = pictures::add(&bot.pictures, &page, &mut letter);
        let channel = ChannelId::new(kept.cup.channel.max(1));
        let posted = bot
            .delivery
            .post(channel, &letter, None, Urgency::Automatic);
        match (posted.await, picture) {
            (Ok(post), Some(picture)) => {
                picture.send(&bot.delivery, letter, SentTo::Message(channel, post));
            }
            (Ok(_), None) => {}
            (Err(problem), _) => {
                let guild = one.guild.0;
                tracing::warn!(guild, ?problem, "who won a cup could not be told");
            }
        }
    }
    None
}

/// Opens threads for tables that have no place yet, and calls their people there. Answers with whether there were
/// any.
async fn open_threads(
    bot: &Bot,
    one: &GuildCup,
    place: &AskedFrom,
    cx: &RenderContext,
) -> Result<bool, Failure> {
    let round = one.cup.played.last();
    let round = round.filter(|_| one.cup.stage == CupStage::Playing);
    let tables = round.map_or(&[][..], |round| &round.tables);
    if tables.iter().all(|table| table.place.is_some()) {
        return Ok(false);
    }
    let guild = one.guild.0.max(1).into();
    let threads = bot.delivery.own_threads(guild).await?;
    let free = tables.iter().enumerate();
    for (at, table) in free.filter(|(_, table)| table.place.is_none()) {
        let thread = open_thread(bot, one, (at, table), (&threads, place), cx).await?;
        bot.desk.place_cup_table(one, at, thread.get()).await;
    }
    Ok(true)
}

/// Opens a thread for a table, unless it is among these, and calls its people there.
async fn open_thread(
    bot: &Bot,
    one: &GuildCup,
    (at, table): (usize, &CupTable),
    (threads, place): (&[Thread], &AskedFrom),
    cx: &RenderContext,
) -> Result<ChannelId, Failure> {
    let channel = ChannelId::new(one.cup.channel.max(1));
    let title = cups::table_title(&one.cup, at + 1, cx);
    let found = threads.iter().find(|thread| {
        // Those of an earlier cup with this name are older than the post.
        let is_new = one.cup.post.is_some_and(|post| thread.id.get() > post);
        is_new && thread.parent_id == Some(channel) && thread.name == title
    });
    let thread = match found {
        Some(found) => found.id,
        None => bot.delivery.open_thread(channel, &title).await?,
    };
    let there = AskedFrom::new(thread.get(), place.guild);
    let locale = place.locale;
    bot.boards.learn_place(&AskedFrom { locale, ..there });
    if found.is_none_or(|found| found.last_message_id.is_none()) {
        let letter = calling(&cups::table_page(&one.cup, at + 1, table, cx));
        // Whom it mentions is in the thread from then on.
        let called = bot.delivery.post(thread, &letter, None, Urgency::Urgent);
        called.await?;
    }
    Ok(thread)
}

/// Posts how a cup stands, or edits the post.
async fn show(bot: &Bot, one: &mut GuildCup, stuck: bool, shown: &mut Shown, cx: &RenderContext) {
    let letter = super::render::letter(&cups::page(&one.cup, stuck, cx));
    let channel = ChannelId::new(one.cup.channel.max(1));
    let (guild, number) = (one.guild, one.number);
    if let Some(post) = one.cup.post {
        let is_shown = shown.get(&(guild, number)) == Some(&(post, letter.clone()));
        if is_shown {
            return;
        }
        let edit = bot
            .delivery
            .edit(channel, MessageId::new(post.max(1)), &letter);
        match edit.await {
            Ok(()) => {
                shown.insert((guild, number), (post, letter));
                return;
            }
            Err(problem) if problem.meaning() == Meaning::MessageGone => {}
            Err(problem) => {
                tracing::warn!(
                    guild = guild.0,
                    ?problem,
                    "how a cup stands could not be shown"
                );
                return;
            }
        }
    }
    let delivery = &bot.delivery;
    let posted = match one.cup.post {
        None => {
            let nonce = format!("{:x}.{number}", guild.0);
            let post = delivery.post_as(&nonce, channel, &letter, None, Urgency::Automatic);
            post.await
        }
        // Somebody deleted it.
        Some(_) => {
            delivery
                .post(channel, &letter, None, Urgency::Automatic)
                .await
        }
    };
    match posted {
        // A process that ended may have posted it, as the cup was then: it is edited in the next turn.
        Ok(post) => {
            one.cup.post = Some(post.get());
            bot.desk.note_cup_post(guild, number, post.get()).await;
        }
        Err(problem) => {
            tracing::warn!(guild = guild.0, ?problem, "a cup could not be posted");
        }
    }
}
