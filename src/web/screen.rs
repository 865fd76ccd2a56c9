//! A screen: one socket that shows the first page or a table, and carries out what its viewer wants.
//!
//! Decides when something is sent. Each frame is whole and made when it is sent, so that a slow screen gets
//! the newest one and never a queue.

use super::guest::{Guest, Standing};
use super::messages::{Request, Wish};
use super::*;
use crate::desk::{Served, at_any_table};
use crate::host::{Handle, Listener, Spoken};
use crate::table::{StageView, TableKey};
use crate::text::scene::{asks_of, page_beside, scene};
use axum::extract::ws::{Message, WebSocket};
use std::future::pending;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval, sleep, timeout};

#[cfg(feature = "testing")]
use crate::table::TableView;
#[cfg(feature = "testing")]
use crate::text::context::{Deadline, RenderContext};

/// How long a screen may take to receive a frame.
const SENT_WITHIN: Duration = Duration::from_secs(10);
/// How often it is looked whether its viewer may still be there.
const LOOKED_EVERY: Duration = Duration::from_secs(1);
/// How often it is asked whether it is still there.
const ASKED_EVERY: Duration = Duration::from_secs(20);
/// How long a request may take; what is still being made then is there when it is asked for again.
const ANSWERED_WITHIN: Duration = Duration::from_secs(20);
/// How often whoever waits for an answer is told that it is thought of.
const THOUGHT_OF: Duration = Duration::from_secs(1);
/// How long a screen may be silent.
const MOST_SILENCE: Duration = Duration::from_secs(70);
/// How many requests are carried out at once; of those beyond, one after the other in [`PAUSE`].
const MOST_AT_ONCE: u32 = 30;
const PAUSE: Duration = Duration::from_millis(100);
/// Why a screen is closed: whoever looked at it is gone, was too slow, or sent what nobody sends.
struct Gone;

pub struct Screen {
    socket: WebSocket,
    guest: Guest,
    /// How many frames were sent.
    number: u64,
    heard: Instant,
    /// When it was asked last.
    asked: Instant,
    /// What may still be asked for at once.
    patience: u32,
    refilled: Instant,
    /// The language in which the words of the page were sent.
    language: Option<Locale>,
    /// Whether it says that there is nothing to be seen.
    blank: bool,
}

/// What a screen is sent first of a table that looks like this, as it goes over the socket.
#[cfg(feature = "testing")]
pub fn told_of<G: Served>(view: &TableView<G>, cx: &RenderContext) -> [String; 2] {
    let left = |deadline: &Deadline| deadline.unix - u64::from(deadline.left);
    let now = cx.deadline.as_ref().map_or(0, left);
    let at = &cx.at(view);
    let (page, asks, looks) = (
        page_beside(at),
        asks_of(at),
        messages::looks(cx, view.gives_advice()),
    );
    let table = messages::table(scene(at), [&page, &asks], looks, None, &[]);
    let table = messages::frame(table, 1, now);
    [messages::hello(cx, Some("Ana"), None, false), table].map(|message| message.to_string())
}

impl Screen {
    /// Shows what the visit is for, until whoever looks at it leaves.
    pub async fn open(socket: WebSocket, guest: Guest) {
        let now = Instant::now();
        let mut screen = Self {
            socket,
            guest,
            number: 0,
            heard: now,
            asked: now,
            patience: MOST_AT_ONCE,
            refilled: now,
            language: None,
            blank: false,
        };
        let Err(Gone) = screen.show().await;
    }

    async fn show(&mut self) -> Result<std::convert::Infallible, Gone> {
        self.hello().await?;
        self.check().await?;
        if self.guest.standing == Standing::Stranger {
            self.nowhere().await?;
            loop {
                self.while_waiting(pending(), TableKey(0)).await?;
            }
        }
        let Some(key) = self.guest.table else {
            return self.home().await;
        };
        let mut found = false;
        loop {
            // Heard of from before the look, so that no opening is missed.
            let mut openings = self.guest.desk().host().openings();
            if let Some(table) = self.guest.desk().host().get(key) {
                at_any_table!(&table, handle => self.at_table(handle).await)?;
                found = true;
                continue;
            }
            self.check().await?;
            // What was closed stays to be seen.
            if !found {
                self.nowhere().await?;
            }
            let opened = async {
                loop {
                    match openings.recv().await {
                        Ok(opened) if opened != key => {}
                        Ok(_) | Err(RecvError::Lagged(_)) => return,
                        Err(RecvError::Closed) => pending().await,
                    }
                }
            };
            self.while_waiting(opened, key).await?;
        }
    }

    /// Carries out what is asked for until something happens, or the table is there.
    async fn while_waiting(
        &mut self,
        happens: impl Future<Output = ()>,
        key: TableKey,
    ) -> Result<(), Gone> {
        tokio::pin!(happens);
        let mut ticks = interval(LOOKED_EVERY);
        loop {
            tokio::select! {
                () = &mut happens => return Ok(()),
                message = self.socket.recv() => {
                    self.take(message).await?;
                    if self.guest.desk().host().get(key).is_some() {
                        return Ok(());
                    }
                }
                _ = ticks.tick() => self.look().await?,
            }
        }
    }

    /// The first page.
    async fn home(&mut self) -> Result<std::convert::Infallible, Gone> {
        let mut ticks = interval(LOOKED_EVERY);
        loop {
            let home = self.guest.home().await;
            self.send(&home).await?;
            loop {
                tokio::select! {
                    message = self.socket.recv() => {
                        if self.take(message).await? {
                            break;
                        }
                    }
                    _ = ticks.tick() => self.look().await?,
                }
            }
        }
    }

    /// A page that says that there is no table.
    async fn nowhere(&mut self) -> Result<(), Gone> {
        let page = self.guest.nothing().await;
        let looks = messages::looks(&self.guest.context().await, false);
        let pages = [&page, &Page::default()];
        let nothing = messages::table(Value::Null, pages, looks, None, &[]);
        self.frame(nothing).await?;
        self.blank = true;
        Ok(())
    }

    /// Shows a table until it is gone.
    async fn at_table<G: Served>(&mut self, handle: &Handle<G>) -> Result<(), Gone> {
        let mut listener = handle.listen();
        let mut voices = self.guest.desk().host().voices();
        let mut news = Vec::new();
        let mut ticks = interval(LOOKED_EVERY);
        handle.look(self.guest.visitor.person);
        loop {
            let there = self.catch_up(&mut listener, &mut news).await;
            self.check().await?;
            let said = std::mem::take(&mut news);
            match self.guest.may_see(handle.id()).await {
                true => self.show_table(handle, said).await?,
                // When something happens there is not theirs to know either.
                false if self.blank => {}
                false => self.nowhere().await?,
            }
            if !there {
                return Ok(());
            }
            loop {
                tokio::select! {
                    heard = listener.next() => {
                        self.guest.note(heard.as_ref(), &mut news).await;
                        break;
                    }
                    Ok(spoken) = voices.recv() => self.hear(handle, spoken).await?,
                    message = self.socket.recv() => {
                        if self.take(message).await? {
                            break;
                        }
                    }
                    _ = ticks.tick() => self.look().await?,
                }
            }
        }
    }

    /// Says on the screen what somebody says at its table, if its viewer hears that.
    async fn hear<G: Served>(&mut self, handle: &Handle<G>, spoken: Spoken) -> Result<(), Gone> {
        let watches = matches!(self.guest.standing, Standing::Watcher { .. });
        let person = self.guest.visitor.person;
        if watches || spoken.table != handle.key() || !self.guest.may_see(handle.id()).await {
            return Ok(());
        }
        if !self.guest.desk().people.hears(person, &spoken).await {
            return Ok(());
        }
        let seat = handle.view_of(person).seat_of(spoken.by);
        let said = json!({"seat": seat, "name": spoken.name, "text": spoken.text});
        self.send(&json!({"said": said})).await
    }

    /// Hears what has happened already; `false` once the table is gone.
    async fn catch_up<G: Served>(
        &mut self,
        listener: &mut Listener<G>,
        news: &mut Vec<String>,
    ) -> bool {
        loop {
            let heard = tokio::select! {
                biased;
                heard = listener.next() => heard,
                () = std::future::ready(()) => return true,
            };
            if heard.is_none() {
                return false;
            }
            self.guest.note(heard.as_ref(), news).await;
        }
    }

    async fn show_table<G: Served>(
        &mut self,
        handle: &Handle<G>,
        news: Vec<String>,
    ) -> Result<(), Gone> {
        let (who, place) = (self.guest.who(), self.guest.place());
        let cx = self.guest.desk().front.drafted(handle, &who, &place).await;
        let view = handle.view_of(who.person);
        let mut page = page_beside(&cx.at(&view));
        if matches!(self.guest.standing, Standing::Watcher { .. }) {
            page.controls.clear();
        }
        if matches!(view.stage, StageView::Closed) {
            page.row(self.guest.opening(&cx).into_iter().collect());
        }
        let asks = asks_of(&cx.at(&view));
        let waits = matches!(view.stage, StageView::Lobby);
        let invites = waits && self.guest.standing == Standing::AtHome;
        let invited = invites.then(|| {
            let site = &self.guest.site;
            let path = format!("/t/{}", self.guest.site.options.seals.address(handle.key()));
            messages::invitation(&path, site.options.listen, site.outside(), &cx)
        });
        let looks = messages::looks(&cx, view.gives_advice() && view.seat().is_some());
        let table = scene(&cx.at(&view));
        let table = messages::table(table, [&page, &asks], looks, invited, &news);
        self.frame(table).await
    }

    async fn frame(&mut self, table: Value) -> Result<(), Gone> {
        self.number += 1;
        self.blank = false;
        let now = self.guest.desk().host().now().0 / 1_000;
        let frame = messages::frame(table, self.number, now);
        self.send(&frame).await
    }

    async fn hello(&mut self) -> Result<(), Gone> {
        let cx = self.guest.context().await;
        self.language = Some(cx.locale);
        let (name, site) = (self.guest.visitor.name.as_deref(), &self.guest.site);
        let hello = messages::hello(&cx, name, site.outside(), site.is_by_link());
        self.send(&hello).await
    }

    /// Takes a message; `true` if something was asked for, so that what is shown may be another now.
    async fn take(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<bool, Gone> {
        self.heard = Instant::now();
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(false),
            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return Err(Gone),
        };
        self.slow_down().await;
        self.check().await?;
        let Ok(request) = serde_json::from_str::<Request>(&text) else {
            return Err(Gone);
        };
        let here = json!({"here": request.id});
        if matches!(request.wish, Wish::Here(())) {
            self.send(&here).await?;
            return Ok(false);
        }
        let renamed = matches!(request.wish, Wish::Name(_));
        let work = Box::pin(self.guest.carry_out(request.wish));
        let answer = thought_of(work, &frame(&here), &mut self.socket).await?;
        let answer = match answer {
            Some(answer) => answer,
            None => Answer::refused(say!(self.guest.context().await, "web-no-answer")),
        };
        let reply = messages::reply(request.id, &answer, &self.guest.site.options.seals);
        // The language may have been changed.
        let language = self.guest.context().await.locale;
        if renamed || Some(language) != self.language {
            self.hello().await?;
        }
        self.send(&reply).await?;
        Ok(true)
    }

    /// Whoever was signed out or shut out sees and does nothing more.
    async fn check(&mut self) -> Result<(), Gone> {
        let Some(why) = self.guest.ended().await else {
            return Ok(());
        };
        self.send(&json!({"ended": line(&why)})).await?;
        self.socket.deliver(Message::Close(None)).await?;
        Err(Gone)
    }

    /// Lets whoever asks too much wait.
    async fn slow_down(&mut self) {
        let refill = self.refilled.elapsed().as_millis() / PAUSE.as_millis();
        if refill > 0 {
            let refill = u32::try_from(refill).unwrap_or(MOST_AT_ONCE);
            self.patience = self.patience.saturating_add(refill).min(MOST_AT_ONCE);
            self.refilled = Instant::now();
        }
        match self.patience.checked_sub(1) {
            Some(left) => self.patience = left,
            None => sleep(PAUSE).await,
        }
    }

    /// Looks whether both sides are still there.
    async fn look(&mut self) -> Result<(), Gone> {
        if self.heard.elapsed() > MOST_SILENCE {
            return Err(Gone);
        }
        self.check().await?;
        if self.asked.elapsed() < ASKED_EVERY {
            return Ok(());
        }
        self.asked = Instant::now();
        self.socket.deliver(Message::Ping(Vec::new().into())).await
    }

    async fn send(&mut self, told: &Value) -> Result<(), Gone> {
        self.socket.deliver(frame(told)).await
    }
}

fn frame(told: &Value) -> Message {
    Message::Text(told.to_string().into())
}

/// What messages go to.
trait Line {
    async fn deliver(&mut self, message: Message) -> Result<(), Gone>;
}

impl Line for WebSocket {
    async fn deliver(&mut self, message: Message) -> Result<(), Gone> {
        let sent = timeout(SENT_WITHIN, self.send(message)).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }
}

/// What comes of the work, if that is soon enough; until then the screen is told that it is still heard.
async fn thought_of<T>(
    work: impl Future<Output = T>,
    here: &Message,
    screen: &mut impl Line,
) -> Result<Option<T>, Gone> {
    let work = timeout(ANSWERED_WITHIN, work);
    tokio::pin!(work);
    loop {
        match timeout(THOUGHT_OF, &mut work).await {
            Ok(done) => return Ok(done.ok()),
            Err(_) => screen.deliver(here.clone()).await?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Line for Vec<Message> {
        async fn deliver(&mut self, message: Message) -> Result<(), Gone> {
            self.push(message);
            Ok(())
        }
    }

    /// What takes so many seconds is answered, or not, and the screen is told so often before.
    async fn check(seconds: u64, answered: bool, told: usize) {
        let mut screen = Vec::new();
        let work = sleep(Duration::from_millis(seconds * 1_000 + 500));
        let answer = thought_of(work, &Message::Text("here".into()), &mut screen).await;
        assert!(answer.is_ok_and(|answer| answer.is_some() == answered));
        assert_eq!(screen.len(), told, "{seconds} s");
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_is_told_every_second_that_they_are_heard() {
        check(0, true, 0).await;
        check(4, true, 4).await;
        check(60, false, 19).await;
    }
}
