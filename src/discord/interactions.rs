//! Buttons and menus: decodes a control and carries it out for whoever used it.
//!
//! Nothing is stored between offering a control and its use, so controls work after a restart;
//! unknown codes are ignored. Decides whether the message with the control is edited or a new one
//! answers. A press on a public message is answered with an update of that message, and what it shows
//! follows privately: so the press brings a token with which the message is edited from then on.

use serenity::all::ChannelId;

use super::Bot;
use super::activity;
use super::hands::{self, DrawnHand};
use super::heard::{self, Incoming};
use super::outbox::Opened;
use super::outbox::answers::{Failure, report};
use super::outbox::edits::Spot;
use super::outbox::letter::{Callback, Letter, Visibility};
use super::outbox::queue::Urgency;
use super::outbox::tokens::Expected;
use super::outbox::wire::Interaction;
use super::pictures;
use super::render;
use super::replies::{self, promptly, relay};
use crate::command::{Anywhere, AtTable, Name, Verb};
use crate::desk::{Answer, AskedFrom, Audience, Effect, Who};
use crate::table::TableKey;
use crate::text::press::{Line, Press};

/// Carries out a control and answers the interaction.
pub async fn pressed(
    bot: &Bot,
    heard: &Incoming,
    (by, pressed): (&Interaction, &heard::ButtonUse),
) {
    let Incoming { who, place, .. } = heard;
    bot.boards.learn_place(place);
    let (code, shared) = render::unmarked(&pressed.code);
    let Some(press) = Press::of_code(code) else {
        let cx = bot.desk.front.context(who, place).await;
        let line = say!(cx, "discord-unknown-control");
        return bot.outbox.tell_one(by, line).await;
    };
    if press.line == "activity" && activity::launch(bot, heard, by).await {
        return;
    }
    if let Some(name) = press.line.asks().filter(|_| pressed.chosen.is_empty()) {
        let cx = bot.desk.front.context(who, place).await;
        if let Some(title) = cx.asked_by_form(name) {
            let code = pressed.code.clone();
            let text = bot.desk.text_to_change(who, place, &press).await;
            let form = Callback::Form { code, title, text };
            let opened = bot.outbox.open(by, &form).await;
            return report(opened, "a form");
        }
    }
    let subject = Subject::of(&press.line);
    // It is ephemeral or a direct message.
    let is_own = pressed.ephemeral || place.is_direct();
    let own = !shared && is_own && subject != Subject::BesideTheHand;
    let on = match (own, pressed.ephemeral) {
        (true, _) => On::Own,
        (false, false) => On::Public,
        (false, true) => On::Beside,
    };
    // A message that this press brings forth can be posted with its token.
    let expected = (on == On::Public).then(|| bot.outbox.tokens().expect(pressed.message));
    let promise = match on {
        On::Own | On::Public => Callback::UpdateLater,
        On::Beside => Callback::Later,
    };
    let table = press.table;
    let name = press.line.name();
    let is_sheet =
        matches!(name, Some(Name::AtTable(name)) if name.is_of_match() || name == AtTable::Rules);
    let work = async {
        let turn = match (own, subject.is_hand()) {
            (true, _) => Some(bot.hands.turn(table, who.person).await),
            (false, true) => Some(bot.hands.turn_at_once(table, who.person)),
            (false, false) => None,
        };
        // What is laid out stays so, and since it was pressed an own message of a table may have been.
        let laid_out = pressed.laid_out || (own && table != TableKey(0));
        let done = carry_out(bot, (who, place), press, &pressed.chosen, (own, laid_out)).await;
        if own {
            bot.pictures.leave(pressed.origin).await;
        }
        // What was waited for in vain may have shown a later state meanwhile.
        match turn {
            Some(turn) if own && turn.is_missing() => {
                let turn = bot.hands.turn(table, who.person).await;
                let covered = turn.shows_newer(done.answer.drawn_at);
                (done, Some(turn), covered)
            }
            turn => (done, turn, false),
        }
    };
    let ((done, turn, covered), late) =
        Box::pin(promptly(work, replies::promise(bot, by, promise))).await;
    // A press can open another table.
    let (asked, table) = (table, done.answer.table.unwrap_or(table));
    let turn = turn.filter(|_| table == asked);
    // A page on the message of a hand that is kept up to date is soon drawn over.
    let passes = own && is_sheet && bot.hands.is_open(table, who.person);
    if covered && done.live && done.note.is_none() {
        if late.is_none() {
            let opened = bot.outbox.open(by, &Callback::UpdateLater);
            report(opened.await, "an answer to a press");
        }
        return;
    }
    let showing = show(bot, (by, pressed), &done, (on, late, passes), expected);
    let (spot, opened) = match showing.await {
        Ok(shown) => shown,
        Err(failure) => return tracing::warn!(%failure, "an answer to a press was not delivered"),
    };
    if done.answer.repeated && opened == Opened::Before {
        return;
    }
    replies::note_answered(bot, heard, by, name, (&done.answer, &spot));
    // A hand is never kept on a message that others see.
    let follows = matches!(&spot, Spot::By(shown) if shown.follow_up.is_some());
    if done.live && (on != On::Public || follows) {
        let spot = match on {
            On::Own if place.is_direct() && !pressed.ephemeral => {
                Spot::Channel(ChannelId::new(place.channel.max(1)), pressed.message)
            }
            On::Own | On::Public | On::Beside => spot,
        };
        // It may show what another process answered.
        let shown = (opened == Opened::Now).then(|| done.drawn());
        hands::open(bot, table, heard.requester(), (spot, shown), turn).await;
    }
}

/// The message on which a control was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum On {
    /// Their own, which shows the answer.
    Own,
    /// One that others see too.
    Public,
    /// Their own, which stays as it is.
    Beside,
}

/// Answers a press with what was done, unless somebody else does; gives the message that shows it. Its picture follows
/// unless the page `passes` soon. Its token is `expected` until the answer is there. It may be `late`: then something was
/// promised.
async fn show(
    bot: &Bot,
    (by, pressed): (&Interaction, &heard::ButtonUse),
    done: &Done,
    (on, late, passes): (On, Option<Opened>, bool),
    expected: Option<Expected<'_>>,
) -> Result<(Spot, Opened), Failure> {
    let outbox = &bot.outbox;
    let mut letter = done.drawn().letter();
    let picture = pictures::add(&bot.pictures, &done.answer.page, &mut letter);
    let opening = done.opening(letter.clone(), on == On::Own);
    let picture = picture.filter(|_| opening.shows() && !passes);
    let first = match (&opening, on) {
        // The message stays the token's original; what is private follows. A refusal is told at once, and so is what
        // waits for others.
        (Callback::Message(_, Visibility::ByOne), On::Public)
            if !matches!(done.answer.outcome, Effect::Asked | Effect::Refused) =>
        {
            Callback::UpdateLater
        }
        _ => opening.clone(),
    };
    let opened = match late {
        Some(opened) => opened,
        None => outbox.open(by, &first).await?,
    };
    let (late, original) = (late.is_some(), Spot::By(by.message(None)));
    if done.answer.repeated && opened == Opened::Before {
        return Ok((original, opened));
    }
    let updates = matches!(first, Callback::Update(_) | Callback::UpdateLater);
    if !pressed.ephemeral && (late || updates) {
        outbox.tokens().keep(pressed.message, by.message(None));
    }
    drop(expected);
    let spot = match (&opening, on) {
        (Callback::Message(_, seen), On::Public) if late || first != opening => {
            let follow_up = outbox.follow_up(&by.token, &letter, *seen).await?;
            Spot::By(by.message(Some(follow_up)))
        }
        // The board edits itself.
        (Callback::UpdateLater, On::Public) => original,
        _ if late => {
            outbox.edit(&original, &letter, Urgency::Urgent).await?;
            original
        }
        _ => original,
    };
    if let Some(picture) = picture {
        let origin = match on {
            On::Own => pressed.origin,
            On::Public | On::Beside => by.id.get(),
        };
        picture.send(outbox, letter, (spot.clone(), origin));
    }
    Ok((spot, opened))
}

/// What a tap is about, as far as it decides which message shows the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    /// The presser's hand.
    Hand,
    /// The same, and it can give them cards.
    Cards,
    /// A match that begins.
    Start,
    /// The answer leaves the hand where it is: a question on the hand's own message would be drawn over with the
    /// next card that is played.
    BesideTheHand,
    Other,
}

impl Subject {
    fn of(line: &Line) -> Self {
        match line.command() {
            Some((Name::Move(Verb::Draw | Verb::Call), _)) => Self::Cards,
            Some((Name::Move(Verb::Surrender), "?")) => Self::Other,
            Some((Name::AtTable(AtTable::Start), _)) => Self::Start,
            Some(
                (Name::AtTable(AtTable::Leave) | Name::Anywhere(Anywhere::Daily), "")
                | (Name::AtTable(AtTable::Browser | AtTable::More), _),
            ) => Self::BesideTheHand,
            Some((Name::AtTable(AtTable::Kick), _)) if !line.is_confirmed() => Self::BesideTheHand,
            Some(
                (Name::Move(_) | Name::AtTable(AtTable::Hint), _)
                | (Name::Anywhere(Anywhere::Daily | Anywhere::Duel), _)
                | (Name::Anywhere(Anywhere::Practice), "round"),
            ) => Self::Hand,
            Some((name @ Name::AtTable(_), _)) if name.row().shows_hand => Self::Hand,
            _ => Self::Other,
        }
    }

    const fn is_hand(self) -> bool {
        matches!(self, Self::Hand | Self::Cards)
    }
}

/// What is shown after a press.
struct Done {
    answer: Answer,
    /// Shown above the page, so that a refusal does not hide it.
    note: Option<String>,
    /// Whether the page is the hand, which is then kept up to date.
    live: bool,
    /// Whether it takes the place of the question that was answered.
    settles: bool,
    /// Whether it is shown on a message that is laid out.
    laid_out: bool,
}

impl Done {
    fn drawn(&self) -> DrawnHand {
        DrawnHand::of(&self.answer, self.laid_out, self.note.clone())
    }

    fn opening(&self, letter: Letter, own: bool) -> Callback {
        match (self.answer.outcome, self.answer.audience) {
            _ if self.settles => Callback::Update(letter),
            // The board edits itself.
            (Effect::Done, _) if !own && !self.live => Callback::UpdateLater,
            (_, Audience::Public) if !own => Callback::Message(letter, Visibility::ByAll),
            _ if own => Callback::Update(letter),
            _ => Callback::Message(letter, Visibility::ByOne),
        }
    }
}

/// Carries out a control on a message, which may be the presser's `own`, and `laid_out`. A refusal at the own hand is shown
/// above the current hand.
async fn carry_out(
    bot: &Bot,
    (who, place): (&Who, &AskedFrom),
    press: Press,
    chosen: &[String],
    (own, laid_out): (bool, bool),
) -> Done {
    let mut answer = bot.desk.press(who, place, &press, chosen).await;
    relay(bot, std::mem::take(&mut answer.said));
    let subject = Subject::of(&press.line);
    let is_open = bot.hands.is_open(press.table, who.person);
    let at_hand = subject.is_hand() || (subject == Subject::Start && is_open);
    if answer.outcome == Effect::Refused && own && at_hand {
        // A refused press is not tried again.
        if let Some(hand) = bot.desk.own_hand(who, place, press.table).await {
            let note = answer.page.text().chars().take(MOST_NOTE).collect();
            let repeated = answer.repeated;
            return Done {
                answer: Answer { repeated, ..hand },
                note: Some(note),
                live: true,
                settles: false,
                laid_out,
            };
        }
    }
    let begins = subject == Subject::Start && answer.drawn_at.is_some();
    let shown = match answer.outcome {
        Effect::Shown => true,
        // A drawn card is shown, unless an open hand shows it; and so is the hand of who starts.
        Effect::Done => {
            let new = subject == Subject::Cards || begins;
            own || (new && !is_open)
        }
        Effect::Asked | Effect::Refused => false,
    };
    // How a duel went is no hand.
    let went = press.line.after("duel").is_some() && answer.drawn_at.is_none();
    let live = shown && (subject.is_hand() || begins) && !went;
    let settles = answer.outcome == Effect::Done && press.line.is_confirmed();
    let hand = shown && press.line == "hand";
    let reason = hand.then(|| bot.hands.take_reason(press.table, who.person));
    Done {
        note: reason.flatten(),
        live,
        settles,
        laid_out: laid_out && (own || settles),
        answer,
    }
}

const MOST_NOTE: usize = 1_900;
