//! A round of a fixed match at the table in a browser, as a moving picture.
//!
//! The page is the real one; what would come over its socket is told to it, play by play. The browser draws each picture
//! as WebP, and here they are put behind one another in one file, which needs no encoder.

use std::time::{Duration, Instant};

use serde_json::json;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::web::told_of;

use super::browser::Browser;
use super::felts;
use super::games;
use super::stage::Stage;
use super::tables::Served as Page;

type Outcome<T> = Result<T, String>;

const WIDTH: u32 = 360;
const HEIGHT: u32 = 640;
/// How many tricks are seen before the end of the round.
const TRICKS: usize = 4;
/// The most bytes of the file.
const MOST: usize = 3_000_000;

/// Pictures, each with how many milliseconds it stays.
struct Film<'a> {
    browser: &'a mut Browser,
    pictures: Vec<(Vec<u8>, u32)>,
    since: Instant,
}

impl Film<'_> {
    /// Takes pictures for so long.
    fn roll(&mut self, milliseconds: u64) -> Outcome<()> {
        let begun = Instant::now();
        loop {
            let picture = self.browser.frame(WIDTH, HEIGHT)?;
            let passed = self.since.elapsed().as_millis() as u32;
            self.since = Instant::now();
            let last = self.pictures.last_mut();
            let same = last.is_some_and(|(last, stays)| {
                *stays += passed;
                *last == picture
            });
            if !same {
                self.pictures.push((picture, 0));
            }
            if begun.elapsed() >= Duration::from_millis(milliseconds) {
                return Ok(());
            }
        }
    }

    fn tell(&mut self, stage: &Stage<Tractor>, cx: &RenderContext) -> Outcome<()> {
        let viewer = Viewer::Seat(Seat::new(0));
        let [_, table] = told_of(&stage.table.view(viewer), cx);
        self.browser
            .ask(&format!("tell({})", json!(table)))
            .map(drop)
    }
}

/// How many cards lie in the trick, and how many tricks were played.
fn course(stage: &Stage<Tractor>) -> (usize, usize) {
    let view = stage.game();
    let lies = match &view.phase {
        PhaseView::Playing { trick, .. } => trick.plays.len(),
        _ => 0,
    };
    (lies, view.tricks.len())
}

/// Draws it: the deal, some tricks, and how the round ends.
pub fn draw(browser: &mut Browser, page: &Page) -> Outcome<Vec<u8>> {
    let mut cx = games::context(Locale::ENGLISH);
    cx.face = Surface::Browser;
    (cx.faces, cx.deadline) = (None, None);
    felts::set_up(browser, (WIDTH, HEIGHT, true), false)?;
    felts::open(browser, page)?;
    let mut stage = Stage::<Tractor>::new(&[("match_to", "4")], 7, 4).start();
    let hello = told_of(&stage.table.view(Viewer::Public), &cx);
    browser.ask(&format!("tell({})", json!(hello[0])))?;
    let (pictures, since) = (Vec::new(), Instant::now());
    let mut film = Film {
        browser,
        pictures,
        since,
    };
    let mut players = games::tractor_players();
    let mut seen = (0, 0);
    loop {
        stage.step(&mut players);
        match stage.game().phase {
            PhaseView::Dealing { dealt, .. } if dealt % 8 != 0 => continue,
            PhaseView::Dealing { .. } => {
                film.tell(&stage, &cx)?;
                film.roll(150)?;
                continue;
            }
            PhaseView::Ready { .. } if stage.game().round > 1 => break,
            _ => {}
        }
        let now = course(&stage);
        if now == seen || now.1 > TRICKS {
            continue;
        }
        seen = now;
        film.tell(&stage, &cx)?;
        // A trick that is whole is shown for a while, and flies to who took it.
        film.roll(if now.0 == 0 { 1_400 } else { 420 })?;
    }
    film.tell(&stage, &cx)?;
    film.roll(4_500)?;
    let moving = moving(&film.pictures);
    match moving.len() {
        0..=MOST => Ok(moving),
        size => Err(format!("the moving picture has {size} bytes")),
    }
}

/// A number of three bytes, the lowest first.
fn three(number: u32) -> [u8; 3] {
    let [a, b, c, _] = number.to_le_bytes();
    [a, b, c]
}

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = name.to_vec();
    chunk.extend((data.len() as u32).to_le_bytes());
    chunk.extend(data);
    chunk.extend(vec![0; data.len() % 2]);
    chunk
}

/// A WebP of these pictures, over and over.
fn moving(pictures: &[(Vec<u8>, u32)]) -> Vec<u8> {
    let size = [three(WIDTH - 1), three(HEIGHT - 1)].concat();
    let head = [&[2, 0, 0, 0][..], &size].concat();
    let mut body = b"WEBP".to_vec();
    body.extend(chunk(b"VP8X", &head));
    body.extend(chunk(b"ANIM", &[0; 6]));
    let last = pictures.len().saturating_sub(1);
    for (at, (picture, stays)) in pictures.iter().enumerate() {
        let stays = if at == last { 3_000 } else { (*stays).max(40) };
        // What a still picture has behind its own head, drawn over the one before.
        let frame = [&[0; 6][..], &size, &three(stays), &[2], still(picture)].concat();
        body.extend(chunk(b"ANMF", &frame));
    }
    chunk(b"RIFF", &body)
}

/// The chunk of a WebP that has its picture.
fn still(picture: &[u8]) -> &[u8] {
    let mut at = 12;
    while let Some(head) = picture.get(at..at + 8) {
        let size = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let end = (at + 8 + size + size % 2).min(picture.len());
        if head.starts_with(b"VP8 ") || head.starts_with(b"VP8L") {
            return &picture[at..end];
        }
        at = end;
    }
    &[]
}
