//! Who asked, where, and how the answer gets back to them.
//!
//! Decides between a message for everybody, one that only the person sees, and a direct message:
//! slash commands are answered where they were given, typed ones privately wherever the answer is
//! for one person alone. What the answer says is the desk's.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    ChannelId, CommandInteraction, ComponentInteraction, Context, GuildId, Member, Permissions,
    UserId,
};
use tokio::time::{Instant, timeout};

use super::Bot;
use super::commands::leaks;
use super::delivery::failure::Meaning;
use super::delivery::gate::Urgency;
use super::delivery::letter::{Callback, Seen};
use super::delivery::live_message::Spot;
use super::delivery::wire::Token;
use super::panels::Drawn;
use super::{render, startup};
use crate::desk::{Answer, Audience, Command, Name, Outcome, Place, Said, UnknownCommand, Who};
use crate::host::TableKey;
use crate::table::PersonId;
use crate::text::context::RenderContext;
use crate::text::locale::Locale;
use crate::text::page::{Control, Page, Style};
use crate::text::press::{Owner, Press, Sheet, Tap};
use crate::text::settings;
use crate::text::trouble::Trouble;

/// An answer that takes longer is promised first, so that Discord does not give up.
const PROMPT: Duration = Duration::from_millis(1_200);
/// How long an interaction's token lives, with a margin.
pub const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60 - 20);

/// Who gave a slash command, and where.
pub fn of_command(interaction: &CommandInteraction) -> (Who, Place) {
    of_interaction(
        interaction.id.get(),
        &interaction.user,
        interaction.member.as_deref(),
        &interaction.locale,
        (
            interaction.channel_id.get(),
            interaction.guild_id,
            interaction.guild_locale.as_deref(),
        ),
    )
}

/// Who used a control, and where.
pub fn of_component(interaction: &ComponentInteraction) -> (Who, Place) {
    of_interaction(
        interaction.id.get(),
        &interaction.user,
        interaction.member.as_ref(),
        &interaction.locale,
        (
            interaction.channel_id.get(),
            interaction.guild_id,
            interaction.guild_locale.as_deref(),
        ),
    )
}

fn of_interaction(
    id: u64,
    user: &serenity::User,
    member: Option<&Member>,
    locale: &str,
    (channel, guild, guild_locale): (u64, Option<GuildId>, Option<&str>),
) -> (Who, Place) {
    let permissions = member.and_then(|member| member.permissions);
    let who = Who {
        person: PersonId(user.id.get()),
        name: member
            .map_or_else(|| user.display_name(), Member::display_name)
            .to_owned(),
        locale: Locale::of(locale),
        moderator: permissions.is_some_and(|own| own.contains(Permissions::MANAGE_CHANNELS)),
        nonce: Some(id),
    };
    let locale = guild_locale.and_then(Locale::of);
    let guild = guild.map(GuildId::get);
    (
        who,
        Place {
            channel,
            guild,
            locale,
            channels: vec![channel],
        },
    )
}

/// Who wrote a message, and where. What the message does not say is known from the server.
fn of_message(context: &Context, message: &serenity::Message) -> (Who, Place) {
    let nick = message
        .member
        .as_ref()
        .and_then(|member| member.nick.clone());
    let guild = message
        .guild_id
        .and_then(|guild| context.cache.guild(guild));
    let permissions = guild
        .as_ref()
        .zip(message.member.as_ref())
        .and_then(|(guild, member)| {
            let channel = guild.channels.get(&message.channel_id)?;
            Some(guild.partial_member_permissions_in(channel, message.author.id, member))
        });
    let who = Who {
        person: PersonId(message.author.id.get()),
        name: nick.unwrap_or_else(|| message.author.display_name().to_owned()),
        locale: None,
        moderator: permissions.is_some_and(|own| own.contains(Permissions::MANAGE_CHANNELS)),
        nonce: Some(message.id.get()),
    };
    let place = Place {
        channel: message.channel_id.get(),
        guild: message.guild_id.map(GuildId::get),
        locale: guild.and_then(|guild| Locale::of(&guild.preferred_locale)),
        channels: vec![message.channel_id.get()],
    };
    (who, place)
}

/// Carries out a slash command and answers it.
pub async fn to_slash(
    bot: &Bot,
    context: &Context,
    interaction: &CommandInteraction,
    command: Command,
) {
    let (who, mut place) = of_command(interaction);
    if let (Name::List, Some(guild), Some(member)) = (
        command.name,
        interaction.guild_id,
        interaction.member.as_deref(),
    ) {
        place.channels = member_channels(context, guild, member);
    }
    let name = command.name;
    let token = Token::new(interaction.token.as_str());
    let until = Instant::now() + TOKEN_LIFE;
    let promise = async {
        let opening = Callback::Later(Seen::ByOne);
        report(
            bot.delivery.open(interaction.id, &token, &opening).await,
            "a promise of an answer",
        );
    };
    let asked = ask(bot, &who, &place, command, false);
    let (mut answer, late) = promptly(asked, promise).await;
    let lacking = lacking(interaction);
    if opens_table(name) && !lacking.is_empty() {
        let cx = bot.desk.context(&who, &place).await;
        let names = lacking.get_permission_names().join(", ");
        answer
            .page
            .push(say!(cx, "discord-missing", permissions = names));
    }
    let letter = render::answer(&answer);
    let shown = Drawn::of(letter.clone(), &answer);
    let outcome = match late {
        true => bot.delivery.amend(&token, &letter).await,
        false => {
            let opening = Callback::Message(letter, seen(answer.audience));
            bot.delivery.open(interaction.id, &token, &opening).await
        }
    };
    let sent = outcome.is_ok();
    report(outcome, "an answer to a slash command");
    if sent {
        bot.panels.keep_ticket(&who, &place, &token, until);
    }
    if let (true, Some(table)) = (sent, live_at(name, &answer)) {
        let spot = Spot::Answer(token, until);
        bot.panels.open(bot, table, (who, place), spot, shown);
    }
}

/// The permissions that the bot lacks where the command was given.
fn lacking(interaction: &CommandInteraction) -> Permissions {
    let Some(own) = interaction
        .app_permissions
        .filter(|_| interaction.guild_id.is_some())
    else {
        return Permissions::empty();
    };
    let thread = interaction.channel.as_ref().is_some_and(|channel| {
        use serenity::ChannelType::{NewsThread, PrivateThread, PublicThread};
        matches!(channel.kind, NewsThread | PrivateThread | PublicThread)
    });
    let elsewhere = match thread {
        true => Permissions::SEND_MESSAGES,
        false => Permissions::SEND_MESSAGES_IN_THREADS,
    };
    startup::NEEDED.difference(own | elsewhere)
}

/// Whether the table's message is to appear after a command.
fn opens_table(name: Name) -> bool {
    use Name::{Join, Room, Table, TicTacToe, Uno};
    matches!(name, Join | Uno | TicTacToe | Room | Table)
}

/// The table, if the answer to a command shows somebody's hand there, or a seat at which they will
/// have one: then it is kept up to date.
fn live_at(name: Name, answer: &Answer) -> Option<TableKey> {
    use Name::{Hand, Join, Move, Room, Start};
    let hand = matches!(name, Hand | Join | Room | Start | Move(_));
    let live = hand && answer.audience == Audience::Private && answer.outcome != Outcome::Refused;
    answer.table.filter(|_| live)
}

/// Waits for work; if it takes long, keeps the promise meanwhile and says that it did.
pub async fn promptly<T>(
    work: impl Future<Output = T>,
    promise: impl Future<Output = ()>,
) -> (T, bool) {
    let mut work = std::pin::pin!(work);
    match timeout(PROMPT, work.as_mut()).await {
        Ok(done) => (done, false),
        Err(_) => {
            promise.await;
            (work.await, true)
        }
    }
}

fn seen(audience: Audience) -> Seen {
    match audience {
        Audience::Private | Audience::Personal => Seen::ByOne,
        Audience::Public => Seen::ByAll,
    }
}

/// Asks the desk; the public message is posted anew for those who want to see the table.
/// `unseen` where nobody is shown what only confirms the command.
async fn ask(bot: &Bot, who: &Who, place: &Place, command: Command, unseen: bool) -> Answer {
    bot.boards.learn_place(place);
    let shows = command.name == Name::Table;
    let mut answer = match unseen {
        true => bot.desk.run_unseen(who, place, command).await,
        false => bot.desk.run(who, place, command).await,
    };
    relay(bot, std::mem::take(&mut answer.said));
    let table = answer
        .table
        .filter(|_| shows && answer.outcome == Outcome::Shown);
    match table {
        Some(key) if bot.boards.post_anew(key, place.channel) => {
            let cx = bot.desk.context(who, place).await;
            Answer::done(Page::line(say!(cx, "discord-table-below")))
        }
        Some(_) | None => answer,
    }
}

/// Says in other places what somebody has said here.
fn relay(bot: &Bot, said: Vec<Said>) {
    for Said { channel, page } in said {
        let bot = bot.clone();
        tokio::spawn(async move {
            let letter = render::letter(&page);
            let id = ChannelId::new(channel.max(1));
            // Turns go first.
            let post = bot.delivery.post(id, &letter, None, Urgency::Cosmetic);
            report(post.await, "what was said in another place");
            bot.boards.count_message(channel);
        });
    }
}

/// Carries out a line such as `. hello` of a channel: it is said to the others of a room, if the
/// one who wrote it sits in one that is shown there. Elsewhere such lines mean nothing.
pub async fn to_others(bot: &Bot, context: &Context, message: &serenity::Message) {
    let rest = message.content.strip_prefix(['.', '。']);
    let Some(words) = rest.filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return;
    };
    let (who, place) = of_message(context, message);
    let prefix = bot.desk.settings().guild(place.guild).await.prefix;
    let ours = place.guild.is_some() && !message.author.bot && message.webhook_id.is_none();
    if ours && !message.content.starts_with(&prefix) && bot.desk.talks(who.person, &place) {
        let command = Command::new(Name::Chat, words);
        to_message(bot, context, message, command).await;
    }
}

/// Carries out a typed command and answers it.
pub async fn to_message(
    bot: &Bot,
    context: &Context,
    message: &serenity::Message,
    command: Command,
) {
    let (who, mut place) = of_message(context, message);
    if let (Name::List, Some(guild)) = (command.name, message.guild_id) {
        place.channels =
            visible_channels(context, guild, &message.author, message.member.as_deref());
    }
    let name = command.name;
    let owner = match command.words.is_empty() {
        true => Owner::Person,
        false => Owner::Server,
    };
    let leaks = leaks(&command, &place);
    let answer = ask(bot, &who, &place, command, place.guild.is_some()).await;
    if leaks {
        let table = answer.table.unwrap_or(TableKey(place.channel));
        hush(bot, message, (&who, &place), table).await;
    }
    let live = live_at(name, &answer);
    match (answer.outcome, answer.audience) {
        _ if place.guild.is_none() => directly(bot, message, who, place, &answer, live).await,
        // The table shows it to all.
        (Outcome::Done, Audience::Private | Audience::Personal) => {}
        (Outcome::Done | Outcome::Shown, Audience::Public)
        | (Outcome::Shown, Audience::Personal) => reply(bot, message, &answer.page).await,
        // Their menus are for one person, and a server's settings are not for direct messages.
        (Outcome::Shown, Audience::Private) if name == Name::Settings => {
            let cx = bot.desk.public_context(&place).await;
            reply(bot, message, &settings::entrance(owner, &cx)).await;
        }
        (Outcome::Shown, Audience::Private) | (Outcome::Refused, _) => {
            privately(bot, message, who, place, &answer, live).await;
        }
    }
}

/// Carries out a line of direct messages that begins with no command.
pub async fn to_bare_line(
    bot: &Bot,
    context: &Context,
    message: &serenity::Message,
    line: &str,
    unknown: UnknownCommand,
) {
    let (who, place) = of_message(context, message);
    let answer = bot.desk.bare(&who, &place, line, unknown).await;
    let live = answer.table.filter(|_| answer.outcome == Outcome::Done);
    directly(bot, message, who, place, &answer, live).await;
}

/// Answers in direct messages what was asked there.
async fn directly(
    bot: &Bot,
    message: &serenity::Message,
    who: Who,
    place: Place,
    answer: &Answer,
    live: Option<TableKey>,
) {
    let letter = render::answer(answer);
    let posted = bot
        .delivery
        .post(message.channel_id, &letter, None, Urgency::Urgent)
        .await;
    if let (Ok(id), Some(table)) = (&posted, live) {
        let spot = Spot::Channel(message.channel_id, Some(*id));
        let shown = Drawn::of(letter, answer);
        bot.panels.open(bot, table, (who, place), spot, shown);
    }
    report(posted, "an answer in direct messages");
}

fn member_channels(context: &Context, guild: GuildId, member: &Member) -> Vec<u64> {
    let Some(guild) = context.cache.guild(guild) else {
        return Vec::new();
    };
    let visible = guild.channels.values().filter(|channel| {
        guild
            .user_permissions_in(channel, member)
            .contains(Permissions::VIEW_CHANNEL)
    });
    visible.map(|channel| channel.id.get()).collect()
}

/// The channels of a server that somebody can see.
fn visible_channels(
    context: &Context,
    guild: GuildId,
    user: &serenity::User,
    member: Option<&serenity::PartialMember>,
) -> Vec<u64> {
    let (Some(guild), Some(member)) = (context.cache.guild(guild), member) else {
        return Vec::new();
    };
    let visible = guild.channels.values().filter(|channel| {
        let own = guild.partial_member_permissions_in(channel, user.id, member);
        own.contains(Permissions::VIEW_CHANNEL)
    });
    visible.map(|channel| channel.id.get()).collect()
}

async fn reply(bot: &Bot, message: &serenity::Message, page: &Page) {
    let letter = render::letter(page);
    let answers = message.guild_id.map(|_| message.id);
    let post = bot
        .delivery
        .post(message.channel_id, &letter, answers, Urgency::Urgent)
        .await;
    match post {
        // Where the bot may not write, the person is told all the same.
        Err(failure) if failure.meaning() == Meaning::Forbidden && answers.is_some() => {
            report(
                bot.delivery.whisper(message.author.id, &letter).await,
                "an answer",
            );
        }
        post => report(post, "an answer in a channel"),
    }
}

/// Answers by direct message. Where that is not possible, the channel is told what holds no secret.
async fn privately(
    bot: &Bot,
    message: &serenity::Message,
    who: Who,
    place: Place,
    answer: &Answer,
    live: Option<TableKey>,
) {
    let person = UserId::new(who.person.0);
    let letter = render::answer(answer);
    match bot.delivery.whisper(person, &letter).await {
        Ok((channel, id)) => {
            if let Some(table) = live {
                let spot = Spot::Channel(channel, Some(id));
                let shown = Drawn::of(letter, answer);
                bot.panels.open(bot, table, (who, place), spot, shown);
            }
        }
        Err(failure) if failure.meaning() == Meaning::DirectClosed => {
            let cx = bot.desk.context(&who, &place).await;
            let mut page = match answer.audience {
                Audience::Private => Trouble::ClosedMessages(who.person, who.name).page(&cx),
                Audience::Personal | Audience::Public => answer.page.clone(),
            };
            let table = answer.table.unwrap_or(TableKey(place.channel));
            page.row(vec![hand_button(&cx, table)]);
            reply(bot, message, &page).await;
        }
        failure => report(failure, "a direct message"),
    }
}

/// The button that shows their hand to whoever presses it.
fn hand_button(cx: &RenderContext, table: TableKey) -> Control {
    Control::Button {
        label: say!(cx, "button-hand"),
        press: Press {
            table,
            at: crate::table::Position(0),
            tap: Tap::Show(Sheet::Hand),
        },
        style: Style::Main,
        enabled: true,
    }
}

/// Takes hidden cards out of a channel where everybody can read them, and says how to do better.
async fn hush(
    bot: &Bot,
    message: &serenity::Message,
    (who, place): (&Who, &Place),
    table: TableKey,
) {
    let deleted = bot
        .delivery
        .delete(message.channel_id, message.id, Urgency::Urgent)
        .await;
    let cx = bot.desk.context(who, place).await;
    let mut page = Trouble::KittyInPublic.page(&cx);
    if deleted.is_err() {
        page.push(say!(cx, "discord-kitty-still-there"));
    }
    report(deleted, "taking a kitty out of a channel");
    page.row(vec![hand_button(&cx, table)]);
    let mut letter = render::letter(&page);
    let person = UserId::new(who.person.0);
    letter.content = format!("<@{person}> {}", letter.content);
    letter.pings = vec![person];
    let post = bot
        .delivery
        .post(message.channel_id, &letter, None, Urgency::Urgent)
        .await;
    report(post, "a warning about a kitty");
}

/// Says that a line is no command, and which was perhaps meant.
pub async fn unknown_command(
    bot: &Bot,
    context: &Context,
    message: &serenity::Message,
    unknown: &UnknownCommand,
) {
    let (who, place) = of_message(context, message);
    let cx = bot.desk.context(&who, &place).await;
    reply(
        bot,
        message,
        &Trouble::UnknownCommand(unknown.word.clone()).page(&cx),
    )
    .await;
}

/// Failures are told to whoever runs the bot; the words hold no token and no card.
pub fn report<T>(outcome: Result<T, super::delivery::failure::Failure>, what: &'static str) {
    if let Err(failure) = outcome {
        tracing::warn!(%failure, what, "not delivered");
    }
}
