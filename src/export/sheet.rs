//! The page under way: its text, the faces that are on it, and its languages.
//!
//! Decides how a card and a sentence are written down. A face is drawn once and used by name.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::markup;
use crate::art::{Icon, SuitColors};
use crate::text::context::{RenderContext, Surface};
use crate::text::faces::{Emoji, Faces};
use crate::text::locale::Locale;
use crate::text::page::Page;
use crate::tractor::card::Card;

pub(super) struct HtmlSheet {
    pub(super) html: String,
    /// How pages are asked for, language by language, the one shown first in front.
    pub(super) languages: Arc<[RenderContext]>,
    /// All icons; the id of an emoji is its place here, counted from 1.
    icons: Vec<Icon>,
    /// The icons that are on the page, by the name that they are used by.
    used: BTreeMap<String, Icon>,
}

impl HtmlSheet {
    /// A page whose words are in all languages, this one first.
    pub(super) fn new(first: Locale) -> Self {
        let icons: Vec<Icon> = Icon::all().collect();
        let emojis = (1..).zip(&icons).map(|(id, icon)| {
            let name = icon.stem().into();
            (*icon, Emoji { name, id })
        });
        let faces = Arc::new(Faces::new(emojis));
        let others = Locale::all().filter(|locale| *locale != first);
        let contexts = std::iter::once(first).chain(others).map(|locale| {
            let mut cx = RenderContext::new(locale, Surface::Discord, "$");
            cx.faces = Some(Arc::clone(&faces));
            cx
        });
        Self {
            html: String::new(),
            languages: contexts.collect(),
            icons,
            used: BTreeMap::new(),
        }
    }

    /// Adds a round.
    pub(super) fn section(&mut self, number: u32, add: impl FnOnce(&mut Self)) {
        let _ = writeln!(self.html, "<section data-round=\"{number}\">");
        add(self);
        self.html.push_str("</section>\n");
    }

    /// Adds a step with its words in every language, and what belongs to it besides.
    pub(super) fn step(&mut self, number: usize, pages: &[Page], add: impl FnOnce(&mut Self)) {
        let _ = write!(self.html, "<article data-n=\"{number}\">");
        self.each("div", |sheet, at| sheet.page(&pages[at]));
        add(self);
        self.html.push_str("</article>\n");
    }

    /// Adds the same thing in every language, of which one is shown.
    fn each(&mut self, tag: &str, mut add: impl FnMut(&mut Self, usize)) {
        for (at, cx) in Arc::clone(&self.languages).iter().enumerate() {
            let language = cx.locale.tag();
            let _ = write!(self.html, "<{tag} lang=\"{language}\">");
            add(self, at);
            let _ = write!(self.html, "</{tag}>");
        }
    }

    /// Adds cards below a name, each with the trick in which it is played where that matters.
    pub(super) fn cards(
        &mut self,
        class: &str,
        name: impl Fn(usize) -> String,
        cards: impl Iterator<Item = (Card, Option<usize>)>,
    ) {
        let _ = write!(self.html, "<div class=\"{class}\"><h4>");
        self.each("span", |sheet, at| sheet.inline(&name(at)));
        self.html.push_str("</h4><div class=\"cards\">");
        for (card, trick) in cards {
            self.card(card, trick);
        }
        self.html.push_str("</div></div>");
    }

    /// Adds a line of light markup, without its paragraph.
    fn inline(&mut self, line: &str) {
        let Self {
            html, icons, used, ..
        } = self;
        markup::inline(line, &mut |tag| emoji(tag, icons, used), html);
    }

    /// Adds the lines of a page, after its title as a heading of the third order.
    fn page(&mut self, page: &Page) {
        if !page.title.is_empty() {
            self.html.push_str("<h3>");
            self.inline(&page.title);
            self.html.push_str("</h3>\n");
        }
        let Self {
            html, icons, used, ..
        } = self;
        for line in &page.lines {
            markup::paragraph(line, &mut |tag| emoji(tag, icons, used), html);
        }
    }

    /// Adds a card of tractor; `trick` is the one in which it is played, where that matters.
    fn card(&mut self, card: Card, trick: Option<usize>) {
        let icon = Icon::card(card, SuitColors::Two);
        let name = used(icon, &mut self.used);
        let trick = trick.map_or(String::new(), |trick| format!(" data-t=\"{trick}\""));
        let _ = write!(
            self.html,
            "<svg class=\"c\"{trick} role=\"img\" aria-label=\"{card}\"><use href=\"#{name}\"/></svg>"
        );
    }

    /// The drawings of all faces on the page, each once.
    pub(super) fn drawings(&self) -> String {
        let drawings = self.used.iter().map(|(name, icon)| symbol(name, *icon));
        drawings.collect()
    }
}

/// Notes that an icon is on the page; the answer is what it is used by.
fn used(icon: Icon, used: &mut BTreeMap<String, Icon>) -> String {
    let name = format!("i-{}", icon.stem());
    used.insert(name.clone(), icon);
    name
}

/// An emoji within a line.
fn emoji(tag: &str, icons: &[Icon], noted: &mut BTreeMap<String, Icon>) -> Option<String> {
    let (name, id) = tag.strip_prefix(':')?.split_once(':')?;
    let at = id.parse::<usize>().ok()?.checked_sub(1)?;
    let icon = icons.get(at).filter(|icon| icon.stem() == name)?;
    let drawn = used(*icon, noted);
    Some(format!(
        "<svg class=\"e\" role=\"img\" aria-label=\"{name}\"><use href=\"#{drawn}\"/></svg>"
    ))
}

/// A drawing to be used by name: its outer element becomes a symbol.
fn symbol(name: &str, icon: Icon) -> String {
    let svg = icon.svg();
    let inner = svg.split_once('>').map_or("", |(_, rest)| rest);
    let inner = inner.strip_suffix("</svg>").unwrap_or(inner);
    let size = Icon::SIZE;
    format!("<symbol id=\"{name}\" viewBox=\"0 0 {size} {size}\">{inner}</symbol>\n")
}
