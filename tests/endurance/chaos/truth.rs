//! What Discord shows, held against the tables: each is shown once where it belongs, as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tractor_bot::command::{AtTable, Name};

use serde_json::Value;
use serenity::model::id::{ChannelId, MessageId};
use tractor_bot::at_any_table;
use tractor_bot::desk::{AskedFrom, Desk, Who};
use tractor_bot::table::{PersonId, Position, TableKey};
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::{Line, Press};

use crate::crowd::controls;
use double::{ACKNOWLEDGE_WITHIN, Double, Interaction, Message, Person, World, texts};

/// How long a hand that was used is kept up to date.
const KEPT_UP: Duration = Duration::from_secs(14 * 60);

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
    let controls = controls(components).into_iter();
    controls.map(|control| control.id).collect()
}

/// Whether a message has a control of this table that is like this.
fn offers(message: &Message, key: TableKey, wanted: fn(&Line) -> bool) -> bool {
    let mut offered = controls(&message.components).into_iter();
    offered.any(|control| control.press.table == key && wanted(&control.press.line))
}

/// What is wrong with how the tables are shown; nothing if all is as it should be.
pub async fn wrong(discord: &Double, desk: &Desk) -> Vec<String> {
    let mut wrong = Vec::new();
    for table in desk.host().list() {
        let key = table.key();
        for showing in desk.places().of(key).places {
            let channel = ChannelId::new(showing.channel);
            let place = place_of(discord, channel);
            let page =
                at_any_table!(&table, handle => desk.front.public_page(handle, &place).await);
            wrong.extend(wrong_in(&discord.world(), key, channel, &page));
        }
    }
    wrong
}

fn wrong_in(world: &World, key: TableKey, channel: ChannelId, page: &Page) -> Option<String> {
    let name = &world.channels[&channel].name;
    if world.channels[&channel].deleted {
        return Some(format!("table {} is in a channel that is gone", key.0));
    }
    // A page of a replay only tells of a table.
    let is_board = |message: &&Message| {
        message.channel == channel
            && message.author == world.bot
            && message.only.is_none()
            && !message.deleted
            && offers(message, key, |line| line.after("replay").is_none())
            && !is_reply(world, message)
    };
    let boards: Vec<_> = world.messages.values().filter(is_board).collect();
    let lines = page.lines.join("\n");
    let [board] = &boards[..] else {
        let count = boards.len();
        let stories = boards.iter().map(|board| story(world, board.id));
        let stories = stories.collect::<Vec<_>>().join("\n");
        let title = &page.title;
        return Some(format!(
            "{name}: {count} boards, but there is\n{title}\n{lines}\n{stories}"
        ));
    };
    let texts = texts(&board.components);
    let text = texts.first().and_then(Value::as_str).unwrap_or_default();
    let told = match page.title.trim() {
        "" => lines.clone(),
        title => format!("**{title}**\n{lines}"),
    };
    let same =
        text.trim().starts_with(told.trim()) && shown_codes(&board.components) == codes(page);
    let right = &page.title;
    (!same).then(|| {
        let shown = story(world, board.id);
        format!("{name} shows\n{shown}\nbut it is\n{right}\n{lines}")
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
    let (codes, story) = {
        let world = person.double.world();
        let own = |line: &Line| {
            use AtTable::{Hint, Select, Sort};
            matches!(line.name(), Some(Name::AtTable(Select | Sort | Hint)))
        };
        let hands = world.messages.values().filter(|message| {
            let direct = world.is_direct(message.channel, person.id);
            let alone = message.channel == channel && message.only == Some(person.id);
            (direct || alone) && !message.deleted && offers(message, key, own)
        });
        let used = hands.map(|hand| (last_used(&world, hand), hand));
        let (used, hand) = used.max_by_key(|(used, _)| *used)?;
        if used < since || used + KEPT_UP < world.now() {
            return None;
        }
        (shown_codes(&hand.components), story(&world, hand.id))
    };
    let table = desk.host().get(key)?;
    let who = Who::new(PersonId(person.id.get()), person.name.clone());
    let place = place_of(&person.double, channel);
    let page = at_any_table!(&table, handle => desk.front.hand_page(handle, &who, &place).await);
    // What somebody has picked on another message shows there alone, so the positions are compared.
    (positions(&codes) != positions(&self::codes(&page))).then(|| {
        let (name, lines) = (&person.name, page.lines.join("\n"));
        format!("the hand of {name} is\n{lines}\nbut it shows\n{story}")
    })
}

/// The positions at which these controls were offered.
fn positions(codes: &BTreeSet<String>) -> BTreeSet<Position> {
    let presses = codes.iter().filter_map(|code| Press::of_code(code));
    presses.map(|press| press.at).collect()
}

/// What a message shows, and how it came to be like that: what was done with it, and what was sent for that.
fn story(world: &World, message: MessageId) -> String {
    let shown = &world.messages[&message];
    let (created, edited, text) = (shown.created, shown.edited, world.render(shown));
    let mut told = vec![format!(
        "{message}, created at {created:?}, edited at {edited:?}:\n{text}"
    )];
    let edits = world.outgoing.iter();
    for edit in edits.filter(|edit| edit.path.ends_with(&format!("/messages/{message}"))) {
        let (at, method, status) = (edit.at, &edit.method, edit.status);
        told.push(format!("{at:?} {method} {} → {status}", edit.route));
    }
    for asked in concerned(world, message) {
        let (what, created, answered) = (&asked.what, asked.created, asked.answered);
        told.push(format!("{created:?} {what}, answered at {answered:?}"));
        let sent = world.outgoing.iter();
        for request in sent.filter(|request| request.path.contains(&asked.token)) {
            let (at, method, status) = (request.at, &request.method, request.status);
            told.push(format!("  {at:?} {method} {} → {status}", request.route));
        }
    }
    told.join("\n")
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
