//! Delivers answers to whoever asked.
//!
//! Decides between a public message, an ephemeral one and a direct message: slash commands are
//! answered where they were given, typed ones privately if the answer is for one person alone. The
//! desk decides what the answer says.

use std::time::Duration;

use serenity::all::{ChannelId, MessageId, UserId};
use tokio::time::timeout;

use super::Bot;
use super::activity;
use super::boards::Signal;
use super::hands::{self, DrawnHand};
use super::heard::{Incoming, SlashCommand, What};
use super::outbox::Opened;
use super::outbox::answers::{Failure, Meaning, report};
use super::outbox::edits::Spot;
use super::outbox::letter::{Callback, Letter, Visibility};
use super::outbox::queue::Urgency;
use super::outbox::wire::Interaction;
use super::pictures;
use super::render;
use super::seeks;
use super::watched::Watched;
use crate::command::{Anywhere, AtTable, Name, Verb};
use crate::desk::{
    Announcement, Answer, AskedFrom, Audience, Command, Effect, Neighbour, UnknownCommand, Who,
};
use crate::host::spawn;
use crate::table::{PersonId, TableKey};
use crate::text::context::RenderContext;
use crate::text::page::{Control, Page, Style};
use crate::text::press::Press;
use crate::text::settings;
use crate::text::settings::Owner;
use crate::text::table::asked;
use crate::text::trouble::Trouble;

/// An answer that takes longer is deferred, because Discord waits three seconds only.
const PROMPT: Duration = Duration::from_millis(1_200);

/// How an answer gets to somebody.
#[derive(Clone, Copy)]
pub enum Way<'a> {
    /// Into a channel, as a reply to a line if it answers one.
    Channel(ChannelId, Option<MessageId>, Urgency),
    /// Into their direct messages.
    Whisper(UserId),
    /// As the first answer to a command, or in place of the one that was promised.
    Answer(&'a Interaction, Visibility),
    Late(&'a Interaction),
}

/// Sends the letter of a page; its picture may follow. Gives the message.
///
/// # Errors
/// [`Failure`] if Discord did not take it.
pub async fn deliver(
    bot: &Bot,
    way: Way<'_>,
    letter: &mut Letter,
    page: &Page,
) -> Result<Spot, Failure> {
    let picture = pictures::add(&bot.pictures, page, letter);
    let outbox = &bot.outbox;
    let posted = |channel, message: MessageId| (Spot::Channel(channel, message), message.get());
    let (spot, origin) = match way {
        Way::Channel(channel, answers, urgency) => {
            let posting = outbox.post(channel, letter, answers, urgency);
            posted(channel, posting.await?)
        }
        Way::Whisper(person) => {
            let (channel, message) = outbox.whisper(person, letter).await?;
            posted(channel, message)
        }
        Way::Answer(by, seen) => {
            let opening = Callback::Message(letter.clone(), seen);
            outbox.open(by, &opening).await?;
            (Spot::By(by.message(None)), by.id.get())
        }
        Way::Late(by) => {
            let spot = Spot::By(by.message(None));
            outbox.edit(&spot, letter, Urgency::Urgent).await?;
            (spot, by.id.get())
        }
    };
    if let Some(picture) = picture {
        picture.send(outbox, letter.clone(), (spot.clone(), origin));
    }
    Ok(spot)
}

/// Carries out a slash command and answers it.
pub async fn to_slash(bot: &Bot, heard: &Incoming, (by, slash): (&Interaction, &SlashCommand)) {
    let Incoming { who, place, .. } = heard;
    let name = slash.command.name;
    let opens = name == Name::Anywhere(Anywhere::Activity);
    if opens && activity::launch(bot, heard, by).await {
        return;
    }
    let asked = Box::pin(ask(bot, who, place, slash.command.clone(), false));
    let (mut answer, late) = promptly(asked, promise(bot, by, Callback::Later)).await;
    if answer.repeated && late == Some(Opened::Before) {
        return;
    }
    if slash.hidden && (name.row().posts_table || answer.audience == Audience::Public) {
        let cx = bot.desk.front.context(who, place).await;
        answer.page.push(say!(cx, "discord-seen-by-one"));
    }
    if name.row().posts_table && !slash.lacking.is_empty() {
        let cx = bot.desk.front.context(who, place).await;
        let names = slash.lacking.get_permission_names().join(", ");
        answer
            .page
            .push(say!(cx, "discord-missing", permissions = names));
    }
    let table = table_of_hand(name, &answer);
    let mut shown = drawn(bot, &answer, table);
    shown.note = table.and_then(|table| bot.hands.take_reason(table, who.person));
    let mut letter = shown.letter();
    let way = match late {
        Some(_) => Way::Late(by),
        None => Way::Answer(by, seen(answer.audience)),
    };
    let mut outcome = deliver(bot, way, &mut letter, &answer.page).await;
    let refused = outcome.as_ref().err().map(Failure::meaning);
    if letter.file.is_some() && matches!(refused, Some(Meaning::NoUploads | Meaning::Forbidden)) {
        let cx = bot.desk.front.context(who, place).await;
        letter = Letter::text(say!(cx, "discord-no-files"));
        outcome = deliver(bot, way, &mut letter, &answer.page).await;
    }
    let spot = match outcome {
        Ok(spot) => spot,
        failed => return report(failed, "an answer to a slash command"),
    };
    note_answered(bot, heard, by, Some(name), (&answer, &spot));
    if let Some(table) = table {
        hands::open(bot, table, heard.requester(), (spot, Some(shown)), None).await;
    }
}

/// An interaction was answered there: what else its token can do from now on, and who looks for a game.
pub fn note_answered(
    bot: &Bot,
    heard: &Incoming,
    by: &Interaction,
    name: Option<Name>,
    (answer, spot): (&Answer, &Spot),
) {
    bot.outbox.guests().note_answered(&by.token);
    if name == Some(Name::Anywhere(Anywhere::Seek)) {
        seeks::note(bot, &heard.place, answer, Some(spot.clone()));
    }
    bot.hands.keep_ticket(heard.requester(), by.message(None));
}

/// An answer as a letter. What becomes a hand with a button for every card is laid out from the start.
fn drawn(bot: &Bot, answer: &Answer, table: Option<TableKey>) -> DrawnHand {
    let table = table.and_then(|key| bot.desk.host().get(key)).map(Watched);
    let is_laid_out = table.is_some_and(|table| table.manner().deals_buttons);
    DrawnHand::of(answer, is_laid_out, None)
}

/// The table, if the answer shows the hand of whoever asked, or a seat where they will have one:
/// the answer is then kept up to date as a hand. A question is none: it would be drawn over.
fn table_of_hand(name: Name, answer: &Answer) -> Option<TableKey> {
    let private = answer.audience == Audience::Private && answer.outcome != Effect::Refused;
    let shows = private && name.row().shows_hand && asked(&answer.page).is_none();
    answer.table.filter(|_| shows)
}

/// Waits for `work`; if it takes long, carries out `promise` meanwhile, and gives what came of that.
pub async fn promptly<T, P>(
    work: impl Future<Output = T>,
    promise: impl Future<Output = P>,
) -> (T, Option<P>) {
    let mut work = std::pin::pin!(work);
    match timeout(PROMPT, work.as_mut()).await {
        Ok(done) => (done, None),
        Err(_) => {
            let promised = promise.await;
            (work.await, Some(promised))
        }
    }
}

/// Promises an answer; if Discord did not take the promise, the answer may still come in time.
pub async fn promise(bot: &Bot, by: &Interaction, opening: Callback) -> Opened {
    let opened = bot.outbox.open(by, &opening).await;
    opened.unwrap_or_else(|failure| {
        tracing::warn!(%failure, "an answer was not promised");
        Opened::Now
    })
}

fn seen(audience: Audience) -> Visibility {
    match audience {
        Audience::Private | Audience::Personal => Visibility::ByOne,
        Audience::Public => Visibility::ByAll,
    }
}

/// Asks the desk; a command that shows the table also posts its board anew. With `unseen`, an
/// answer that only confirms the command is not drawn.
async fn ask(bot: &Bot, who: &Who, place: &AskedFrom, command: Command, unseen: bool) -> Answer {
    bot.boards.learn_place(place);
    let shows = command.name == Name::AtTable(AtTable::Table);
    let mut answer = bot.desk.carry_out(who, place, command, unseen).await;
    relay(bot, std::mem::take(&mut answer.said));
    let table = answer
        .table
        .filter(|_| shows && answer.outcome == Effect::Shown);
    match table {
        Some(key) if bot.boards.post_anew(key, place.channel) => {
            let cx = bot.desk.front.context(who, place).await;
            Answer::done(Page::line(say!(cx, "discord-table-below")))
        }
        Some(_) | None => answer,
    }
}

/// A message that calls those whom its page is for.
pub fn calling(page: &Page) -> Letter {
    let mut letter = render::letter(page);
    let people = page.ping.iter();
    letter.pings = people.map(|person| UserId::new(person.0.max(1))).collect();
    // A mention within a page calls nobody.
    for person in letter.pings.iter().rev() {
        let content = format!("<@{person}> {}", letter.content);
        letter.content = content.trim_end().to_owned();
    }
    letter
}

/// Posts in other places of a room what was said in this one.
pub fn relay(bot: &Bot, said: Vec<Announcement>) {
    for Announcement { channel, page } in said {
        let bot = bot.clone();
        spawn(async move {
            let letter = calling(&page);
            let id = ChannelId::new(channel.max(1));
            // Game messages take precedence.
            let post = bot.outbox.post(id, &letter, None, Urgency::Cosmetic);
            report(post.await, "what was said in another place");
            bot.boards.tell(channel, &Signal::Said);
        });
    }
}

impl Neighbour for Bot {
    fn is_used_by(&self, person: PersonId) {
        self.attention.note(person);
    }

    fn post(&self, said: Vec<Announcement>) {
        relay(self, said);
    }

    fn guild_of(&self, channel: u64) -> Option<u64> {
        self.boards.guild_of(channel)
    }
}

/// Carries out a typed command and answers it.
pub async fn to_message(bot: &Bot, heard: &Incoming, line: MessageId, command: &Command) {
    let Incoming { who, place, .. } = heard;
    let name = command.name;
    let owner = match command.words.is_empty() {
        true => Owner::Person,
        false => Owner::Server,
    };
    let leaks = bot.desk.finder.leaks(who, place, command);
    let answer = ask(bot, who, place, command.clone(), place.guild.is_some()).await;
    if leaks {
        let table = answer.table.unwrap_or(TableKey(place.channel));
        let why = match name {
            Name::Move(Verb::Premove) => Trouble::PremoveInPublic,
            _ => Trouble::KittyInPublic,
        };
        hush(bot, line, (who, place), (table, why)).await;
    }
    let live = table_of_hand(name, &answer);
    let answer = there(answer, who);
    let mut posted = None;
    match (answer.outcome, answer.audience) {
        _ if place.guild.is_none() => directly(bot, heard, &answer, live).await,
        // The board shows it to all.
        (Effect::Done, Audience::Private | Audience::Personal) => {}
        (Effect::Done | Effect::Shown, Audience::Public) | (Effect::Shown, Audience::Personal) => {
            posted = reply(bot, heard, line, &answer.page).await;
        }
        // Their menus are for one person, and a server's settings do not belong in direct messages.
        (Effect::Shown, Audience::Private)
            if name == Name::Anywhere(Anywhere::Settings)
                && asked(&answer.page).is_none()
                && answer.attachment.is_none() =>
        {
            let cx = bot.desk.front.public_context(place).await;
            reply(bot, heard, line, &settings::entrance(owner, &cx)).await;
        }
        (Effect::Shown, Audience::Private) | (Effect::Asked | Effect::Refused, _) => {
            privately(bot, heard, line, &answer, live).await;
        }
    }
    if name == Name::Anywhere(Anywhere::Seek) {
        seeks::note(bot, place, &answer, posted);
    }
}

/// The answer as it is sent to who typed. Who moderates does so only in the channel, and a button in direct messages would
/// do nothing for them: they are told what to type instead.
fn there(answer: Answer, who: &Who) -> Answer {
    let ends = |press: &Press| press.line == "end yes";
    let closes = who.moderator && asked(&answer.page).is_some_and(ends);
    let page = answer.aloud.clone().filter(|_| closes);
    Answer {
        page: page.unwrap_or_else(|| answer.page.clone()),
        ..answer
    }
}

/// Carries out a line without a command in direct messages.
pub async fn to_bare_line(bot: &Bot, heard: &Incoming, line: &str, unknown: &UnknownCommand) {
    let Incoming { who, place, .. } = heard;
    let answer = bot.desk.bare(who, place, line, unknown.clone()).await;
    let live = answer.table.filter(|_| answer.outcome == Effect::Done);
    directly(bot, heard, &answer, live).await;
}

/// Answers a command of direct messages there.
async fn directly(bot: &Bot, heard: &Incoming, answer: &Answer, live: Option<TableKey>) {
    let way = Way::Channel(channel(&heard.place), None, Urgency::Urgent);
    let sent = send(bot, heard, way, answer, live).await;
    report(sent, "an answer in direct messages");
}

/// Sends an answer, which is kept up to date if it shows the hand at a table.
async fn send(
    bot: &Bot,
    heard: &Incoming,
    way: Way<'_>,
    answer: &Answer,
    live: Option<TableKey>,
) -> Result<(), Failure> {
    let shown = drawn(bot, answer, live);
    let spot = deliver(bot, way, &mut shown.letter(), &answer.page).await?;
    if let Some(table) = live {
        hands::open(bot, table, heard.requester(), (spot, Some(shown)), None).await;
    }
    Ok(())
}

fn channel(place: &AskedFrom) -> ChannelId {
    ChannelId::new(place.channel.max(1))
}

/// Replies to a line in the channel; gives the message there.
async fn reply(bot: &Bot, heard: &Incoming, line: MessageId, page: &Page) -> Option<Spot> {
    let mut letter = render::letter(page);
    let answers = heard.place.guild.map(|_| line);
    let way = Way::Channel(channel(&heard.place), answers, Urgency::Urgent);
    match deliver(bot, way, &mut letter, page).await {
        // Where the bot may not write, the person is told directly.
        Err(failure) if failure.meaning() == Meaning::Forbidden && answers.is_some() => {
            let person = UserId::new(heard.who.person.0);
            report(bot.outbox.whisper(person, &letter).await, "an answer");
            None
        }
        Ok(spot) => Some(spot),
        failed => {
            report(failed, "an answer in a channel");
            None
        }
    }
}

/// Answers by direct message. If that fails for whatever reason, posts in the channel what holds no secret.
async fn privately(
    bot: &Bot,
    heard: &Incoming,
    line: MessageId,
    answer: &Answer,
    live: Option<TableKey>,
) {
    let Incoming { who, place, .. } = heard;
    let way = Way::Whisper(UserId::new(who.person.0));
    let Err(failure) = send(bot, heard, way, answer, live).await else {
        return;
    };
    tracing::debug!(%failure, "a direct message was not delivered: it is told in the channel");
    let cx = bot.desk.front.context(who, place).await;
    let table = answer.table.unwrap_or(TableKey(place.channel));
    let of_hand = matches!(&heard.what, What::Typed(_, command)
        if command.name.row().shows_hand || matches!(command.name, Name::Move(_)));
    let mut page = match (&answer.aloud, answer.audience) {
        (Some(aloud), _) => aloud.clone(),
        (None, Audience::Private) => Trouble::ClosedMessages {
            person: who.person,
            name: who.name.clone(),
            of_hand,
        }
        .page(&cx),
        (None, Audience::Personal | Audience::Public) => answer.page.clone(),
    };
    if of_hand && answer.is_refusal() && page.text() != answer.page.text() {
        // The hand that the button opens tells what was not said here.
        let reason = answer.page.text();
        bot.hands.keep_reason(table, who.person, reason);
    }
    if of_hand && asked(&answer.page).is_none() {
        page.row(vec![hand_button(&cx, table)]);
    }
    reply(bot, heard, line, &page).await;
}

/// The button that opens the presser's hand.
fn hand_button(cx: &RenderContext, table: TableKey) -> Control {
    Control::button(say!(cx, "button-hand"), table, "hand", Style::Main)
}

/// Deletes a message that shows hidden cards in a channel, and says how to avoid it, once a round.
async fn hush(
    bot: &Bot,
    line: MessageId,
    (who, place): (&Who, &AskedFrom),
    (table, why): (TableKey, Trouble),
) {
    let channel = channel(place);
    let deleted = bot.outbox.delete(channel, line, Urgency::Urgent).await;
    let cx = bot.desk.front.context(who, place).await;
    let mut page = why.page(&cx);
    if deleted.is_err() {
        page.push(say!(cx, "discord-kitty-still-there"));
    }
    report(deleted, "taking a kitty out of a channel");
    if !bot.hands.is_to_be_hushed(table, who.person) {
        return;
    }
    page.row(vec![hand_button(&cx, table)]);
    page.ping = vec![who.person];
    let letter = calling(&page);
    let post = bot.outbox.post(channel, &letter, None, Urgency::Urgent);
    report(post.await, "a warning about a kitty");
}

/// Answers a line that is no command, with the likely one.
pub async fn unknown_command(
    bot: &Bot,
    heard: &Incoming,
    line: MessageId,
    unknown: &UnknownCommand,
) {
    let Incoming { who, place, .. } = heard;
    let cx = bot.desk.front.context(who, place).await;
    let page = Trouble::UnknownCommand(unknown.word.clone()).page(&cx);
    reply(bot, heard, line, &page).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Verb;
    use crate::table::Position;

    #[test]
    fn who_moderates_is_told_what_to_type_where_they_do() {
        let mut page = Page::line("Really?");
        page.row(vec![Control::Button {
            label: "Do it".to_owned(),
            icon: None,
            press: Press {
                table: TableKey(1),
                at: Position(3),
                line: "end yes".into(),
            },
            style: Style::Grave,
            enabled: true,
        }]);
        let aloud = Page::line("Type it");
        for (moderator, expected) in [(false, &page), (true, &aloud)] {
            let who = Who {
                moderator,
                ..Who::new(PersonId(1), "Bo")
            };
            let answer = Answer::shown(page.clone()).or_aloud(Some(aloud.clone()));
            assert_eq!(there(answer, &who).page, *expected);
        }
    }

    #[test]
    fn a_question_is_not_drawn_over_by_the_hand() {
        let press = |line: &'static str| Press {
            table: TableKey(1),
            at: Position(3),
            line: line.into(),
        };
        let of = |line| {
            let mut page = Page::line("Really?");
            page.row(vec![Control::Button {
                label: "Do it".to_owned(),
                icon: None,
                press: press(line),
                style: Style::Grave,
                enabled: true,
            }]);
            let mut answer = Answer::shown(page);
            answer.table = Some(TableKey(1));
            answer.audience = Audience::Private;
            answer
        };
        let name = Name::Move(Verb::Surrender);
        assert!(name.row().shows_hand);
        assert_eq!(table_of_hand(name, &of("hint")), Some(TableKey(1)));
        assert_eq!(table_of_hand(name, &of("leave yes")), None);
    }
}
