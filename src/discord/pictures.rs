//! Pictures beside pages: drawn off the async threads, kept for a while, and the first to be left out
//! when there is much to do.
//!
//! Decides when a picture is drawn and when it is shown. No page waits for its picture: it is sent
//! without, and the picture follows by an edit; at once only if it was drawn before. What is on a
//! picture is [`crate::text`]'s to say, and what it looks like [`crate::art`]'s.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use poise::serenity_prelude as serenity;
use serenity::{ChannelId, MessageId};
use tokio::sync::{Mutex as Sequence, Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};

use super::outbox::Outbox;
use super::outbox::answers::Failure;
use super::outbox::edits::Spot;
use super::outbox::letter::{Image, Letter};
use super::outbox::queue::Urgency;
use super::outbox::wire::{TOKEN_LIFE, Token};
use crate::art::Picture;
use crate::host::spawn;
use crate::text::page::Page;

/// How many pictures are drawn at the same time.
const MOST_AT_ONCE: usize = 2;
/// From this number on no more are taken on.
const MOST_WAITING: usize = 24;
/// How many drawn pictures are kept.
const MOST_KEPT: usize = 64;
/// The most characters that describe a picture.
const MOST_ALT: usize = 1_024;
/// How long the answer to a press waits for the picture of the page before.
const LANDS: Duration = Duration::from_millis(500);

/// How often it is asked whether there is room for a picture, and how long after each time again.
const MOST_LOOKS: u32 = 8;
const LOOK_AGAIN: Duration = Duration::from_millis(250);

pub type Png = Arc<[u8]>;

/// The pictures that were drawn lately, and those being drawn.
pub struct Pictures {
    drawn: Mutex<VecDeque<(Picture, Png)>>,
    underway: Mutex<HashMap<Picture, Drawing>>,
    turns: Semaphore,
    /// By what a message came from: the edit that brings its picture.
    following: Mutex<HashMap<u64, Arc<PictureEdit>>>,
}

/// An edit that brings a picture.
#[derive(Default)]
struct PictureEdit {
    /// The message is about to show another page.
    left: watch::Sender<bool>,
    /// Held while it is sent.
    sent: Sequence<()>,
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            drawn: Mutex::default(),
            underway: Mutex::default(),
            turns: Semaphore::new(MOST_AT_ONCE),
            following: Mutex::default(),
        }
    }
}

/// A picture that is being drawn. Clones wait for the same one.
#[derive(Clone)]
pub struct Drawing(watch::Receiver<Option<Png>>);

impl Drawing {
    /// The picture, once it is drawn; `None` if that failed.
    pub async fn done(mut self) -> Option<Png> {
        let drawn = self.0.wait_for(Option::is_some).await.ok()?;
        drawn.clone()
    }
}

impl Pictures {
    /// A picture that was drawn lately.
    pub fn find(&self, picture: &Picture) -> Option<Png> {
        let drawn = self.drawn.lock();
        let found = drawn.iter().find(|(other, _)| other == picture);
        found.map(|(_, png)| Arc::clone(png))
    }

    /// Has a picture drawn; `None` if too many wait for that already.
    pub fn draw(self: &Arc<Self>, picture: &Picture) -> Option<Drawing> {
        let mut underway = self.underway.lock();
        if let Some(drawing) = underway.get(picture) {
            return Some(drawing.clone());
        }
        if underway.len() >= MOST_WAITING {
            tracing::debug!("a picture is left out: too many are being drawn");
            return None;
        }
        let (done, drawing) = watch::channel(None);
        let drawing = Drawing(drawing);
        underway.insert(picture.clone(), drawing.clone());
        let (pictures, picture) = (Arc::clone(self), picture.clone());
        spawn(async move {
            let png = pictures.drawn_in_turn(&picture).await;
            pictures.underway.lock().remove(&picture);
            if let Some(png) = png {
                pictures.keep(picture, &png);
                done.send(Some(png)).ok();
            }
        });
        Some(drawing)
    }

    async fn drawn_in_turn(&self, picture: &Picture) -> Option<Png> {
        let _turn = self.turns.acquire().await.ok()?;
        let drawn = picture.clone();
        let drawn = tokio::task::spawn_blocking(move || Png::from(drawn.png()));
        drawn
            .await
            .inspect_err(|error| tracing::error!(%error, "a picture was not drawn"))
            .ok()
    }

    fn keep(&self, picture: Picture, png: &Png) {
        let mut drawn = self.drawn.lock();
        drawn.push_back((picture, Arc::clone(png)));
        if drawn.len() > MOST_KEPT {
            drawn.pop_front();
        }
    }

    /// The message that came from this interaction, or that is this one, is about to show another page: the picture of the one before
    /// does not follow any more, or has arrived.
    pub async fn leave(&self, origin: u64) {
        let before = self.following.lock().remove(&origin);
        if let Some(before) = before {
            before.left.send_replace(true);
            timeout(LANDS, before.sent.lock()).await.ok();
        }
    }
}

/// A drawn picture of a page as it is sent.
pub fn image(picture: &Picture, alt: &str, png: Png) -> Image {
    let name = match picture {
        Picture::Levels(_) => "levels.png",
        Picture::Round(_) => "round.png",
        Picture::Trick(_) => "trick.png",
        Picture::Course(_) => "course.png",
        Picture::Ratings(_) => "ratings.png",
        Picture::Cup(_) => "cup.png",
    };
    let alt = alt.chars().take(MOST_ALT).collect();
    Image { name, alt, png }
}

/// Where a page was sent.
pub enum SentTo {
    /// As the answer to an interaction; the message came from the one with this id.
    Answer(Token, u64),
    /// As a follow-up to the interaction with this id.
    Further(Token, MessageId, u64),
    Message(ChannelId, MessageId),
}

impl SentTo {
    /// What the message came from: an interaction, or nothing but itself.
    const fn origin(&self) -> u64 {
        match self {
            SentTo::Answer(_, origin) | SentTo::Further(_, _, origin) => *origin,
            SentTo::Message(_, message) => message.get(),
        }
    }
}

/// A picture that is to follow its page.
pub struct Following {
    pictures: Arc<Pictures>,
    page: Page,
    drawing: Drawing,
}

/// Adds the picture of a page to its letter if it is drawn already; otherwise it may follow.
#[must_use]
pub fn add(pictures: &Arc<Pictures>, page: &Page, letter: &mut Letter) -> Option<Following> {
    let picture = page.picture.as_deref()?;
    if let Some(png) = pictures.find(picture) {
        letter.image = Some(image(picture, &page.alt, png));
        return None;
    }
    let drawing = pictures.draw(picture)?;
    Some(Following {
        pictures: Arc::clone(pictures),
        page: page.clone(),
        drawing,
    })
}

impl Following {
    /// Edits the picture into the letter once it is drawn. It is left out if the bot's requests go on
    /// waiting for each other, or if the message shows another page by then.
    pub fn send(self, outbox: &Outbox, letter: Letter, sent: SentTo) {
        let (origin, edit) = (sent.origin(), Arc::<PictureEdit>::default());
        let (pictures, outbox) = (Arc::clone(&self.pictures), outbox.clone());
        pictures.following.lock().insert(origin, Arc::clone(&edit));
        spawn(async move {
            if let Err(failure) = self.edit(&outbox, letter, sent, &edit).await {
                tracing::warn!(%failure, "a picture was not delivered");
            }
            let mut following = pictures.following.lock();
            // A later page of the same message may wait for its own.
            if following
                .get(&origin)
                .is_some_and(|own| Arc::ptr_eq(own, &edit))
            {
                following.remove(&origin);
            }
        });
    }

    async fn edit(
        self,
        outbox: &Outbox,
        mut letter: Letter,
        sent: SentTo,
        edit: &PictureEdit,
    ) -> Result<(), Failure> {
        let (Some(png), Some(picture)) = (self.drawing.done().await, &self.page.picture) else {
            return Ok(());
        };
        letter.image = Some(image(picture, &self.page.alt, png));
        let until = Instant::now() + TOKEN_LIFE;
        let (spot, urgency) = match sent {
            SentTo::Answer(token, _) => (Spot::Answer(token, until), Urgency::Urgent),
            SentTo::Further(token, message, _) => {
                (Spot::Further(token, message, until), Urgency::Urgent)
            }
            SentTo::Message(channel, message) => {
                if !calm(outbox, Some(message)).await {
                    return Ok(());
                }
                (Spot::Channel(channel, message), Urgency::Automatic)
            }
        };
        let _sent = edit.sent.lock().await;
        let mut left = edit.left.subscribe();
        if *left.borrow() {
            return Ok(());
        }
        let left = async {
            // It cannot fail: the other end is here.
            left.wait_for(|left| *left).await.ok();
        };
        let edited = outbox.edit_unless(&spot, &letter, urgency.into(), left);
        edited.await.map(drop)
    }
}

/// Waits a little while for the bot's requests not to wait for each other, unless the message is not
/// among them; whether that came.
async fn calm(outbox: &Outbox, message: Option<MessageId>) -> bool {
    for _ in 0..MOST_LOOKS {
        let apart = message.is_some_and(|message| outbox.has_token(message));
        if apart || !outbox.is_behind() {
            return true;
        }
        sleep(LOOK_AGAIN).await;
    }
    tracing::debug!("a picture is left out: the bot has other things to send");
    false
}

/// The picture of a message that is drawn again and again: kept as long as the message shows it.
#[derive(Default)]
pub struct ShownPicture {
    drawn: Option<(Picture, Png)>,
    drawing: Option<(Picture, Drawing)>,
}

impl ShownPicture {
    /// The picture of the page if it is drawn. Otherwise [`Self::drawn`] tells when it is, unless
    /// there is too much to do.
    pub fn of(&mut self, pictures: &Arc<Pictures>, page: &Page) -> Option<Image> {
        self.drawing = None;
        let Some(picture) = page.picture.as_deref() else {
            self.drawn = None;
            return None;
        };
        if self.drawn.as_ref().is_none_or(|(own, _)| own != picture) {
            let found = pictures.find(picture);
            self.drawn = found.map(|png| (picture.clone(), png));
        }
        match &self.drawn {
            Some((_, png)) => Some(image(picture, &page.alt, Arc::clone(png))),
            None => {
                let drawing = pictures.draw(picture);
                self.drawing = drawing.map(|drawing| (picture.clone(), drawing));
                None
            }
        }
    }

    /// Waits for the picture that is being drawn, for ever if there is none; whether the message, shown
    /// as this one, is to be drawn again with it.
    pub async fn drawn(&mut self, outbox: &Outbox, shown: Option<MessageId>) -> bool {
        let Some((_, drawing)) = &self.drawing else {
            return std::future::pending().await;
        };
        let png = drawing.clone().done().await;
        let calm = calm(outbox, shown).await;
        let picture = self.drawing.take().map(|(picture, _)| picture);
        self.drawn = picture.zip(png);
        self.drawn.is_some() && calm
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::picture::Course;

    fn course(won: u32) -> Picture {
        let spans = vec![(won, won)];
        Picture::Course(Course { spans })
    }

    #[tokio::test]
    async fn a_picture_is_drawn_once() {
        let pictures = Arc::new(Pictures::default());
        assert_eq!(pictures.find(&course(1)), None);
        let two = [pictures.draw(&course(1)), pictures.draw(&course(1))];
        let mut drawn = Vec::new();
        for drawing in two {
            drawn.push(drawing.expect("nothing waits").done().await.expect("drawn"));
        }
        assert!(Arc::ptr_eq(&drawn[0], &drawn[1]));
        let kept = pictures.find(&course(1)).expect("kept");
        assert!(Arc::ptr_eq(&kept, &drawn[0]) && kept.starts_with(b"\x89PNG"));
    }

    #[tokio::test]
    async fn what_is_too_much_is_left_out_and_only_the_newest_are_kept() {
        let pictures = Arc::new(Pictures::default());
        // Nothing is drawn before the test waits: it has the only thread.
        let waiting = (0..MOST_WAITING as u32).map(|won| pictures.draw(&course(won)));
        let waiting: Vec<_> = waiting.collect();
        assert!(waiting.iter().all(Option::is_some));
        assert!(pictures.draw(&course(1_000)).is_none());
        assert!(pictures.draw(&course(0)).is_some(), "it waits already");
        let png = Png::from(*b"PNG");
        for won in 100..101 + MOST_KEPT as u32 {
            pictures.keep(course(won), &png);
        }
        assert_eq!(pictures.find(&course(100)), None);
        assert!(pictures.find(&course(101)).is_some());
    }
}
