//! Cups in channels: their post, threads for their tables, and who won.
//!
//! Decides when a cup is looked after, and by which process: the one that serves the cup's server. After a refusal nothing
//! is asked of Discord for it, longer each time, unless the cup or the bot's permissions there change. What is due is
//! for the desk. A thread of which nobody heard that it was opened is found again by its name, and a post of which nobody
//! heard by its nonce.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::all::{ChannelId, MessageId};
use tokio::time::{Instant, sleep};

use super::Bot;
use super::outbox::Thread;
use super::outbox::answers::{Failure, Meaning, Pauses, Remedy, report};
use super::outbox::edits::Spot;
use super::outbox::letter::Letter;
use super::outbox::queue::Urgency;
use super::replies::{Way, calling, deliver};
use crate::club::cup::{Cup, CupAsk, CupStage, CupTable};
use crate::desk::AskedFrom;
use crate::desk::cups::GuildCup;
use crate::host::spawn;
use crate::store::GuildId;
use crate::text::context::RenderContext;
use crate::text::cups::{self, NoThreads};

/// How often cups are looked after.
const EVERY: Duration = Duration::from_secs(1);

/// After so many times all cups are looked for: those that other processes have called, too.
const ALL_EVERY: u32 = 60;

/// What the posts of cups show, and where they are.
type Shown = HashMap<(GuildId, u32), (u64, Letter)>;

/// The cups that wait after a refusal: as they were then, and until when.
#[derive(Default)]
pub struct CupPauses(Mutex<HashMap<(GuildId, u32), CupPause>>);

struct CupPause {
    cup: Cup,
    until: Instant,
    backoff: Pauses,
}

impl CupPauses {
    /// The bot's permissions on a server may have changed: its cups wait no longer.
    pub fn retry(&self, guild: GuildId) {
        self.0.lock().retain(|(of, _), _| *of != guild);
    }

    fn is_waiting(&self, one: &GuildCup) -> bool {
        let pauses = self.0.lock();
        let pause = pauses.get(&(one.guild, one.number));
        pause.is_some_and(|pause| pause.cup == one.cup && Instant::now() < pause.until)
    }

    /// A cup waits after a refusal, or goes on.
    fn note(&self, one: &GuildCup, refused: bool) {
        let (mut pauses, of) = (self.0.lock(), (one.guild, one.number));
        if !refused {
            pauses.remove(&of);
            return;
        }
        let pause = pauses.entry(of).or_insert_with(|| CupPause {
            cup: one.cup.clone(),
            until: Instant::now(),
            backoff: Pauses::default(),
        });
        pause.cup.clone_from(&one.cup);
        pause.until = Instant::now() + pause.backoff.longer();
    }
}

/// Looks after the cups of the servers of this process; never ends.
pub async fn keep(bot: Bot) {
    let mut shown = Shown::new();
    let (mut live, mut known) = (Vec::new(), None);
    for turn in (0..ALL_EVERY).cycle() {
        let now = Some(bot.desk.club.cup_changes());
        if turn == 0 || now != known {
            (live, known) = (bot.desk.club.live_cups().await, now);
        }
        for one in std::mem::take(&mut live) {
            let is_ours = bot.desk.host().serves(one.guild) && bot.boards.knows(one.cup.channel);
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
    let cx = bot.desk.front.public_context(&place).await;
    let mut kept = one.clone();
    let (mut stuck, mut refused) = (None, false);
    // Once more where tables were given a place.
    for _ in 0..2 {
        kept = match bot.desk.club.keep_cup(&kept).await {
            Ok(kept) => kept?,
            Err(error) => {
                tracing::warn!(guild = one.guild.0, cup = one.number, %error, "a cup could not be looked after");
                return Some(one);
            }
        };
        if bot.cups.is_waiting(&kept) {
            return Some(kept);
        }
        match open_threads(bot, &kept, &place, &cx).await {
            Ok(true) => {}
            Ok(false) => break,
            Err(problem) => {
                let guild = one.guild.0;
                tracing::warn!(guild, ?problem, "tables of a cup have no threads yet");
                stuck = match problem.meaning() {
                    Meaning::Forbidden => Some(NoThreads::Permission),
                    Meaning::NoThreads => Some(NoThreads::Kind),
                    _ => None,
                };
                refused = true;
                break;
            }
        }
    }
    refused |= !show(bot, &mut kept, stuck, shown, &cx).await;
    refused |= !ask_partners(bot, &mut kept, &cx).await;
    bot.cups.note(&kept, refused);
    if kept.cup.stage != CupStage::Over {
        return Some(kept);
    }
    shown.remove(&(kept.guild, kept.number));
    if bot.desk.club.takes_cup_end(kept.guild, kept.number).await {
        let page = cups::end_page(&kept.cup, &cx);
        let channel = ChannelId::new(kept.cup.channel.max(1));
        let way = Way::Channel(channel, None, Urgency::Automatic);
        let told = deliver(bot, way, &mut calling(&page), &page).await;
        report(told, "who won a cup");
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
    let threads = bot.outbox.own_threads(guild).await?;
    let free = tables.iter().enumerate();
    for (at, table) in free.filter(|(_, table)| table.place.is_none()) {
        let thread = open_thread(bot, one, (at, table), (&threads, place), cx).await?;
        bot.desk.club.place_cup_table(one, at, thread.get()).await;
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
        None => bot.outbox.open_thread(channel, &title).await?,
    };
    let there = AskedFrom::new(thread.get(), place.guild);
    let locale = place.locale;
    bot.boards.learn_place(&AskedFrom { locale, ..there });
    if found.is_none_or(|found| found.last_message_id.is_none()) {
        let letter = calling(&cups::table_page(&one.cup, at + 1, table, cx));
        // Whom it mentions is in the thread from then on.
        let called = bot.outbox.post(thread, &letter, None, Urgency::Urgent);
        called.await?;
    }
    Ok(thread)
}

/// Asks those whom somebody wants as a partner, each once with a mention, and takes the buttons from what is over; `false`
/// if that could not be done.
async fn ask_partners(bot: &Bot, one: &mut GuildCup, cx: &RenderContext) -> bool {
    let channel = ChannelId::new(one.cup.channel.max(1));
    let mut done = true;
    for (by, partner) in one.cup.asking() {
        let ask = one.cup.ask(by.person, partner);
        if ask.is_some_and(|ask| ask.post.is_some()) {
            continue;
        }
        let mut page = cups::ask_page(&one.cup, (by.person, &by.name), partner, cx);
        let first = ask.is_none();
        if !first {
            // They were called before.
            page.ping.clear();
        }
        let nonce = first.then(|| format!("{:x}.{:x}", by.person.0, partner.0 & 0xffff_ffff));
        let asked = bot
            .outbox
            .post_as(nonce, channel, &calling(&page), None, Urgency::Automatic)
            .await;
        done &= asked.is_ok();
        if let Ok(post) = &asked {
            let ask = CupAsk {
                by: by.person,
                partner,
                post: Some(post.get()),
            };
            bot.desk.club.note_cup_ask(one, ask).await;
        }
        report(asked, "that somebody is wanted as a partner");
    }
    for ask in one.cup.answered_asks() {
        let post = MessageId::new(ask.post.unwrap_or_default().max(1));
        let plain = Some(&Letter::default());
        let over = bot.outbox.disarm((channel, post), plain).await;
        done &= over.is_ok();
        if over.is_ok() {
            bot.desk
                .club
                .note_cup_ask(one, CupAsk { post: None, ..ask })
                .await;
        }
        report(over, "that a question is over");
    }
    done
}

/// Posts how a cup stands, or edits the post; `false` if neither could be done.
async fn show(
    bot: &Bot,
    one: &mut GuildCup,
    stuck: Option<NoThreads>,
    shown: &mut Shown,
    cx: &RenderContext,
) -> bool {
    let letter = super::render::letter(&cups::page(&one.cup, stuck, cx));
    let channel = ChannelId::new(one.cup.channel.max(1));
    let (guild, number) = (one.guild, one.number);
    if let Some(post) = one.cup.post {
        let last = shown.get(&(guild, number));
        if last.is_some_and(|(last, is)| *last == post && *is == letter) {
            return true;
        }
        let spot = Spot::Channel(channel, MessageId::new(post.max(1)));
        let edit = bot.outbox.edit(&spot, &letter, Urgency::Automatic);
        let Err(problem) = edit.await else {
            shown.insert((guild, number), (post, letter));
            return true;
        };
        match problem.remedy() {
            Some(Remedy::Anew) => {}
            // The next one goes on below.
            Some(Remedy::Below) => {
                let (outbox, old) = (bot.outbox.clone(), MessageId::new(post.max(1)));
                spawn(async move {
                    report(outbox.tidy(channel, old).await, "the old post of a cup");
                });
            }
            _ => {
                report::<()>(Err(problem), "how a cup stands");
                return false;
            }
        }
    }
    // Later ones come where somebody deleted it, or it is too old.
    let first = one.cup.post.is_none();
    let nonce = first.then(|| format!("{:x}.{number}", guild.0));
    let posted = bot
        .outbox
        .post_as(nonce, channel, &letter, None, Urgency::Automatic);
    match posted.await {
        // A process that ended may have posted it, as the cup was then: it is edited in the next turn.
        Ok(post) => {
            one.cup.post = Some(post.get());
            bot.desk.club.note_cup_post(guild, number, post.get()).await;
            true
        }
        failed => {
            report(failed, "the post of a cup");
            false
        }
    }
}
