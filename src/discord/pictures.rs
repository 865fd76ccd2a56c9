//! Pictures beside pages: drawn off the async threads, kept for a while, and the first to be left out
//! when there is much to do.
//!
//! Decides when a picture is drawn and when it is shown. No page waits for its picture: it is sent
//! without, and the picture follows by an edit; at once only if it was drawn before. What is on a
//! picture is [`crate::text`]'s to say, and what it looks like [`crate::art`]'s.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use ::serenity::all as serenity;
use parking_lot::Mutex;
use serenity::MessageId;
use tokio::sync::{Mutex as Sequence, Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::outbox::Outbox;
use super::outbox::answers::Failure;
use super::outbox::edits::Spot;
use super::outbox::letter::{Image, Letter};
use super::outbox::queue::Urgency;
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

pub struct Pictures {
    /// Those that were drawn lately, and those being drawn; the newest last.
    known: Mutex<Vec<(Picture, Drawing)>>,
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
            known: Mutex::default(),
            turns: Semaphore::new(MOST_AT_ONCE),
            following: Mutex::default(),
        }
    }
}

/// A picture that is drawn, or being drawn. Clones wait for the same one.
#[derive(Clone)]
pub struct Drawing(watch::Receiver<Option<Png>>);

impl Drawing {
    /// The picture, if it is drawn.
    pub fn png(&self) -> Option<Png> {
        self.0.borrow().clone()
    }

    /// The picture, once it is drawn; `None` if that failed.
    pub async fn done(mut self) -> Option<Png> {
        let drawn = self.0.wait_for(Option::is_some).await.ok()?;
        drawn.clone()
    }
}

impl Pictures {
    /// Has a picture drawn that was not lately; `None` if too many wait for that already.
    pub fn draw(self: &Arc<Self>, picture: &Picture) -> Option<Drawing> {
        let mut known = self.known.lock();
        if let Some((_, drawing)) = known.iter().find(|(other, _)| other == picture) {
            return Some(drawing.clone());
        }
        let underway = known.iter().filter(|(_, one)| one.png().is_none());
        if underway.count() >= MOST_WAITING {
            tracing::debug!("a picture is left out: too many are being drawn");
            return None;
        }
        let (done, drawing) = watch::channel(None);
        let drawing = Drawing(drawing);
        known.push((picture.clone(), drawing.clone()));
        let (pictures, picture) = (Arc::clone(self), picture.clone());
        spawn(async move {
            let png = pictures.drawn_in_turn(&picture).await;
            let mut known = pictures.known.lock();
            match png {
                Some(png) => drop(done.send(Some(png))),
                None => known.retain(|(other, _)| *other != picture),
            }
            let mut drawn = known.iter().filter(|(_, one)| one.png().is_some()).count();
            known.retain(|(_, one)| {
                let goes = drawn > MOST_KEPT && one.png().is_some();
                drawn -= usize::from(goes);
                !goes
            });
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
    let drawing = pictures.draw(picture)?;
    if let Some(png) = drawing.png() {
        letter.image = Some(image(picture, &page.alt, png));
        return None;
    }
    Some(Following {
        pictures: Arc::clone(pictures),
        page: page.clone(),
        drawing,
    })
}

impl Following {
    /// Edits the picture into the letter once it is drawn, where that was sent; the message came from the interaction
    /// with this id, or from nothing but itself. It is left out if the bot's requests go on waiting for each other, or
    /// if the message shows another page by then.
    pub fn send(self, outbox: &Outbox, letter: Letter, (sent, origin): (Spot, u64)) {
        let edit = Arc::<PictureEdit>::default();
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
        sent: Spot,
        edit: &PictureEdit,
    ) -> Result<(), Failure> {
        let (Some(png), Some(picture)) = (self.drawing.done().await, &self.page.picture) else {
            return Ok(());
        };
        letter.image = Some(image(picture, &self.page.alt, png));
        let urgency = match sent {
            Spot::By(_) => Urgency::Urgent,
            Spot::Channel(_, message) if calm(outbox, Some(message)).await => Urgency::Automatic,
            Spot::Channel(..) => return Ok(()),
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
        let edited = outbox.edit_unless(left, &sent, &letter, urgency.into());
        edited.await.map(drop)
    }
}

/// Waits a little while for the bot's requests not to wait for each other, unless the message is not
/// among them; whether that came.
async fn calm(outbox: &Outbox, message: Option<MessageId>) -> bool {
    for _ in 0..MOST_LOOKS {
        let apart = message.is_some_and(|message| outbox.tokens().reach(message));
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
    own: Option<(Picture, Drawing)>,
    /// Whether the message was drawn without, as it was not there yet.
    waits: bool,
}

impl ShownPicture {
    /// The picture of the page if it is drawn. Otherwise [`Self::drawn`] tells when it is, unless
    /// there is too much to do.
    pub fn of(&mut self, pictures: &Arc<Pictures>, page: &Page) -> Option<Image> {
        let picture = page.picture.as_deref();
        let own = self.own.take();
        let own = own.filter(|(own, _)| Some(own) == picture);
        self.own = own.or_else(|| Some((picture?.clone(), pictures.draw(picture?)?)));
        let png = self.own.as_ref().map(|(_, drawing)| drawing.png());
        self.waits = png == Some(None);
        Some(image(picture?, &page.alt, png??))
    }

    /// Waits for the picture that is being drawn, for ever if there is none; whether the message, shown
    /// as this one, is to be drawn again with it.
    pub async fn drawn(&mut self, outbox: &Outbox, shown: Option<MessageId>) -> bool {
        let waits = self.own.as_ref().filter(|_| self.waits);
        let Some((_, drawing)) = waits else {
            return std::future::pending().await;
        };
        let is_drawn = drawing.clone().done().await.is_some();
        let calm = calm(outbox, shown).await;
        self.waits = false;
        self.own.take_if(|_| !is_drawn);
        is_drawn && calm
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(won: u32) -> Picture {
        let spans = vec![(won, won)];
        Picture::Course(spans)
    }

    #[tokio::test]
    async fn a_picture_is_drawn_once() {
        let pictures = Arc::new(Pictures::default());
        let two = [pictures.draw(&course(1)), pictures.draw(&course(1))];
        let mut drawn = Vec::new();
        for drawing in two {
            drawn.push(drawing.expect("nothing waits").done().await.expect("drawn"));
        }
        assert!(Arc::ptr_eq(&drawn[0], &drawn[1]));
        let kept = pictures.draw(&course(1)).and_then(|kept| kept.png());
        let kept = kept.expect("kept");
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
        for drawing in waiting.into_iter().flatten() {
            drawing.done().await.expect("drawn");
        }
        for won in 100..101 + MOST_KEPT as u32 {
            let drawing = pictures.draw(&course(won)).expect("nothing waits");
            drawing.done().await.expect("drawn");
        }
        let is_kept = |won| {
            let known = pictures.known.lock();
            known.iter().any(|(picture, _)| *picture == course(won))
        };
        assert!(!is_kept(0) && !is_kept(100) && is_kept(100 + MOST_KEPT as u32));
    }
}
