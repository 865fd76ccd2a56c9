//! What Discord shows, held against the tables: each is shown once where it belongs, as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::Value;
use serenity::model::id::{ChannelId, MessageId};
use tractor_bot::at_any_table;
use tractor_bot::desk::{AskedFrom, Desk, Served, Who};
use tractor_bot::host::Handle;
use tractor_bot::table::{PersonId, Position, TableKey};
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::{Press, Tap};

use crate::double::{ACKNOWLEDGE_WITHIN, Double, Interaction, Message, Person, World};
use crate::people::controls;

/// The codes of the controls of a page that can be used, as they are written.
fn codes(page: &Page) -> BTreeSet<String> {
    let controls = page.controls.iter().flatten();
    let code = |control: &Control| match control {
        Control::Button {
            press,
            enabled: true,
            ..
        }
        | Control::Menu { press, .. } => Some(press.code()),
        Control::Button { .. } => None,
    };
    controls.filter_map(code).collect()
}

/// The codes of the controls of a message that can be used.
fn shown_codes(components: &[Value]) -> BTreeSet<String> {
    controls(components)
        .into_iter()
        .map(|control| control.id)
        .collect()
}

/// Whether these controls are those of this table: a page of a replay only tells of it.
fn is_of(key: TableKey, codes: &BTreeSet<String>) -> bool {
    let mut presses = codes.iter().filter_map(|code| Press::of_code(code));
    presses.any(|press| press.table == key && !matches!(press.tap, Tap::Replay(_)))
}

/// What is wrong with how the tables are shown; nothing if all is as it should be.
pub async fn wrong(discord: &Double, desk: &Desk) -> Vec<String> {
    let mut wrong = Vec::new();
    for table in desk.host().list() {
        at_any_table!(&table, handle => wrong.extend(wrong_at(discord, desk, handle).await));
    }
    wrong
}

async fn wrong_at<G: Served>(discord: &Double, desk: &Desk, handle: &Handle<G>) -> Vec<String> {
    let key = handle.key();
    let mut wrong = Vec::new();
    for showing in desk.places().of(key).places {
        let channel = ChannelId::new(showing.channel);
        let place = place_of(discord, channel);
        let page = desk.public_page(handle, &place).await;
        wrong.extend(wrong_in(discord, key, channel, &page));
    }
    wrong
}

fn wrong_in(discord: &Double, key: TableKey, channel: ChannelId, page: &Page) -> Option<String> {
    let world = discord.world();
    if world.channels[&channel].deleted {
        return Some(format!("table {} is in a channel that is gone", key.0));
    }
    let boards = world.messages.values().filter(|message| {
        message.channel == channel
            && message.author == world.bot
            && message.only.is_none()
            && !message.deleted
            && is_of(key, &shown_codes(&message.components))
            && !is_reply(&world, message)
    });
    let boards: Vec<_> = boards.collect();
    let name = &world.channels[&channel].name;
    let [board] = &boards[..] else {
        let public = world.messages.values().rev().filter(|message| {
            message.channel == channel && message.only.is_none() && !message.deleted
        });
        let newest = public.take(6).map(|message| world.render(message));
        let newest: Vec<_> = newest.collect();
        let dated = boards.iter().map(|message| {
            let asked = message
                .interaction
                .and_then(|asked| world.interactions.get(&asked));
            let what = asked.map(|asked| asked.what.clone());
            (message.id, message.created, what)
        });
        let here = format!("/channels/{channel}/");
        let sent = world.outgoing.iter().rev();
        let sent = sent.filter(|request| request.path.starts_with(&here));
        let sent = sent.take(12).map(|request| {
            let (at, path) = (request.at, &request.path);
            format!("{at:?} {} {path} → {}", request.method, request.status)
        });
        let sent: Vec<_> = sent.collect();
        return Some(format!(
            "{name}: {} boards, but there is\n{}\n{}\nThe channel shows, newest first:\n{}\n\n{:?}\n{}",
            boards.len(),
            page.title,
            page.lines.join("\n"),
            newest.join("\n--\n"),
            dated.collect::<Vec<_>>(),
            sent.join("\n"),
        ));
    };
    let embed = board.embeds.first().cloned().unwrap_or_default();
    let text = match board.embeds.is_empty() {
        true => board.content.clone(),
        false => embed["description"].as_str().unwrap_or_default().to_owned(),
    };
    let title = embed["title"].as_str().unwrap_or_default();
    let lines = page.lines.join("\n");
    let same = text.trim().starts_with(lines.trim())
        && title.trim() == page.title.trim()
        && shown_codes(&board.components) == codes(page);
    (!same).then(|| {
        let differ: Vec<_> = shown_codes(&board.components)
            .symmetric_difference(&codes(page))
            .cloned()
            .collect();
        format!(
            "{name} shows\n{}\nbut it is\n{}\n{lines}\n{differ:?}",
            world.render(board),
            page.title
        )
    })
}

/// Whether a message answers what somebody has typed: some answers show the table as it is then.
fn is_reply(world: &World, message: &Message) -> bool {
    let typed = message
        .replies_to
        .and_then(|typed| world.messages.get(&typed));
    typed.is_some_and(|typed| typed.author != world.bot)
}

/// What is wrong with the hand that somebody used last, if this process can keep it up to date: it has
/// the tokens that were given out since its start.
pub async fn wrong_hand(
    (desk, since): (&Desk, Duration),
    person: &Person,
    channel: ChannelId,
) -> Option<String> {
    let key = TableKey(channel.get());
    let (codes, text, story) = {
        let world = person.double.world();
        let hands = world.messages.values().filter(|message| {
            let codes = shown_codes(&message.components);
            let own = world.is_direct(message.channel, person.id)
                || (message.channel == channel && message.only == Some(person.id));
            own && !message.deleted && is_hand(key, &codes)
        });
        let (used, hand) = hands
            .map(|hand| (last_used(&world, hand), hand))
            .max_by_key(|(used, _)| *used)?;
        let ends = used + Duration::from_secs(14 * 60);
        if used < since || ends < world.now() {
            return None;
        }
        let all = world.messages.values().filter(|message| {
            message.only == Some(person.id) && message.channel == channel && !message.deleted
        });
        let all = all.filter(|one| last_used(&world, one) + Duration::from_secs(200) > used);
        let all = all.map(|one| {
            format!(
                "{} used {:?}\n{}",
                one.id,
                last_used(&world, one),
                world.render(one)
            )
        });
        let all: Vec<_> = all.collect();
        let story = format!("{}\nALL:\n{}", story(&world, hand.id), all.join("\n"));
        (shown_codes(&hand.components), world.render(hand), story)
    };
    let table = desk.host().get(key)?;
    let who = Who::new(PersonId(person.id.get()), person.name.clone());
    let place = place_of(&person.double, channel);
    let page = at_any_table!(&table, handle => desk.hand_page(handle, &who, &place).await);
    // What somebody has picked on another message shows there alone, so the positions are compared.
    let right = positions(&self::codes(&page));
    (positions(&codes) != right).then(|| {
        let (name, lines) = (&person.name, page.lines.join("\n"));
        format!("the hand of {name} shows\n{text}\nbut it is\n{lines}\n{story}")
    })
}

/// The positions at which these controls were offered.
fn positions(codes: &BTreeSet<String>) -> BTreeSet<Position> {
    let presses = codes.iter().filter_map(|code| Press::of_code(code));
    presses.map(|press| press.at).collect()
}

/// How a message came to be as it is: what was done with it, and what was sent for that.
fn story(world: &World, message: MessageId) -> String {
    let mut told = Vec::new();
    for asked in concerned(world, message) {
        let (what, created, answered) = (&asked.what, asked.created, asked.answered);
        told.push(format!("{created:?} {what}, answered at {answered:?}"));
        let sent = world.outgoing.iter();
        let sent = sent.filter(|request| request.path.contains(&asked.token));
        for request in sent {
            let path = request.path.replace(&asked.token, "…");
            let body = request.body.to_string();
            let body: String = body.chars().take(120).collect();
            let (at, method, status) = (request.at, &request.method, request.status);
            told.push(format!("  {at:?} {method} {path} → {status}: {body}"));
        }
    }
    let (created, edited) = {
        let shown = &world.messages[&message];
        (shown.created, shown.edited)
    };
    format!(
        "{message}, created at {created:?}, edited at {edited:?}:\n{}",
        told.join("\n")
    )
}

/// When somebody asked for this message, or used it last.
fn last_used(world: &World, message: &Message) -> Duration {
    let used = concerned(world, message.id).map(|asked| asked.created);
    used.chain([message.created]).max().unwrap_or_default()
}

/// What was done with a message, or brought it forth.
fn concerned(world: &World, message: MessageId) -> impl Iterator<Item = &Interaction> {
    world.interactions.values().filter(move |asked| {
        asked.source == Some(message)
            || asked.original == Some(message)
            || asked.messages.contains(&message)
    })
}

/// Whether these controls are those of a hand at this table.
fn is_hand(key: TableKey, codes: &BTreeSet<String>) -> bool {
    let mut presses = codes.iter().filter_map(|code| Press::of_code(code));
    presses.any(|press| {
        let tap = &press.tap;
        let own = matches!(
            tap,
            Tap::Pick(_) | Tap::Select { .. } | Tap::Sort | Tap::Hint
        );
        press.table == key && own
    })
}

fn place_of(discord: &Double, channel: ChannelId) -> AskedFrom {
    let guild = discord.world().guild_of(channel);
    AskedFrom::new(channel.get(), guild.map(|guild| guild.get()))
}

/// Messages that are there more than once: the same text by the bot in the same channel, in answer to the
/// same thing or at about the same time. A board that was put away is none: cards that are dealt anew because
/// nobody called end with the same words on the next board.
pub fn twins(discord: &Double, since: Duration) -> Vec<String> {
    let world = discord.world();
    let own = world.messages.values().filter(|message| {
        message.author == world.bot
            && message.only.is_none()
            && message.guild.is_some()
            && !message.deleted
            && message.created >= since
    });
    let mut seen = BTreeMap::<_, &Message>::new();
    let mut twins = Vec::new();
    for message in own {
        let of = (message.channel, message.replies_to, message.interaction);
        let text = world.render(message);
        let answers = message.replies_to.is_some() || message.interaction.is_some();
        let put_away = |one: &Message| one.edited.is_some() && one.components.is_empty();
        let close = |before: &&Message| {
            let soon = message.created - before.created < Duration::from_secs(60);
            (answers || soon) && !put_away(before)
        };
        if let Some(before) = seen.insert((of, text.clone()), message).filter(close) {
            let stories = [before, message].map(|one| story(&world, one.id));
            let stories = stories.join("\n");
            twins.push(format!("twice in {}:\n{text}\n{stories}", message.channel));
        }
    }
    twins
}

/// What nobody answered although it reached the bot in time.
pub fn left_waiting(
    discord: &Double,
    since: Duration,
    deaf: &[(Duration, Option<Duration>)],
) -> Vec<String> {
    let world = discord.world();
    let now = world.now();
    let heard = |created: Duration| {
        deaf.iter().all(|(from, until)| {
            let until = until.unwrap_or(now) + Duration::from_secs(1);
            created + ACKNOWLEDGE_WITHIN < *from || created > until
        })
    };
    let unanswered = world.interactions.values().filter(|one| {
        one.answer.is_none()
            && !one.excused
            && one.created >= since
            && one.created + ACKNOWLEDGE_WITHIN < now
            && heard(one.created)
    });
    let told = unanswered.map(|one| {
        format!(
            "{} of {} at {:?} was not answered",
            one.what,
            world.name(one.user),
            one.created
        )
    });
    told.collect()
}
