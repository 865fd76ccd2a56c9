//! What the rendering of a page depends on beside the view: language, face, prefix, the reader's
//! draft and looks.

use super::draft::Draft;
use super::locale::{Locale, Sentences};
use super::looks::Looks;
use super::markup;
use crate::table::TableKey;

/// Where a page is read; only markup differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// In Discord: times count down by themselves.
    Discord,
    /// In a terminal: times are written as seconds.
    Terminal,
}

/// When the present turn ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline {
    /// The moment, in seconds since 1970.
    pub unix: u64,
    /// Seconds from now until then.
    pub left: u32,
}

/// What a page needs to know about its reader.
#[derive(Debug, Clone)]
pub struct RenderContext {
    /// The language.
    pub locale: Locale,
    /// What typed commands begin with, e.g. `$`.
    pub prefix: String,
    /// When the present turn ends, if it does.
    pub deadline: Option<Deadline>,
    /// Where it is read.
    pub face: Face,
    /// The table that controls are for.
    pub table: TableKey,
    /// The reader's unfinished choice, for their own hand alone.
    pub draft: Draft,
    /// How the reader likes things to be shown.
    pub looks: Looks,
    /// How they are shown where everybody reads them.
    pub public_looks: Looks,
    /// The signs that players are shown as, by seat, in a game where they choose them.
    pub signs: Vec<String>,
}

impl RenderContext {
    /// The usual context in this language: no deadline, no draft.
    pub fn new(locale: Locale, face: Face, prefix: impl Into<String>) -> Self {
        Self {
            locale,
            prefix: prefix.into(),
            deadline: None,
            face,
            table: TableKey(0),
            draft: Draft::default(),
            looks: Looks::default(),
            public_looks: Looks::default(),
            signs: Vec::new(),
        }
    }

    /// The same for everybody around the reader: in the looks of the place.
    pub fn for_all(&self) -> Self {
        Self {
            looks: self.public_looks,
            ..self.clone()
        }
    }

    /// The sentences of the reader's language.
    pub fn sentences(&self) -> &'static Sentences {
        Sentences::of(self.locale)
    }

    /// A sentence for a key that is put together at run time (the tests know all of them), or
    /// `otherwise` if there is none.
    pub fn say_key(&self, key: &str, otherwise: &str) -> String {
        let sentences = self.sentences();
        if sentences.has(key) {
            sentences.say(key, &[])
        } else {
            otherwise.to_owned()
        }
    }

    /// When the present turn ends, if it does: counting down by itself where the face can do that.
    pub fn when(&self) -> Option<String> {
        let deadline = self.deadline?;
        Some(match self.face {
            Face::Discord => format!("<t:{}:R>", deadline.unix),
            Face::Terminal => say!(self, "time-left", n = deadline.left),
        })
    }

    /// Names or other words in a row: `a, b, c`.
    pub fn list(&self, words: impl IntoIterator<Item = String>) -> String {
        let join = |a: String, b: String| say!(self, "list-comma", a = a, b = b);
        words.into_iter().reduce(join).unwrap_or_default()
    }

    /// A person's name as it is shown: bold and harmless.
    pub fn name(&self, raw: &str) -> String {
        format!("**{}**", markup::name(raw))
    }

    /// A command as the reader would type it, as code: `` `$play 8S` ``.
    pub fn command(&self, words: &str) -> String {
        format!("`{}{words}`", self.prefix)
    }
}
