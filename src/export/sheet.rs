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
    /// All icons; the id of an emoji is its place here, counted from 1.
    icons: Vec<Icon>,
    /// The icons that are on the page, by the name that they are used by.
    used: BTreeMap<String, Icon>,
}

impl HtmlSheet {
    pub(super) fn new() -> Self {
        Self {
            html: String::new(),
            icons: Icon::all().collect(),
            used: BTreeMap::new(),
        }
    }

    /// How pages are asked for, language by language, the one shown first in front.
    pub(super) fn languages(&self, first: Locale) -> Vec<RenderContext> {
        let emojis = (1..).zip(&self.icons).map(|(id, icon)| {
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
        contexts.collect()
    }

    /// Adds text without markup.
    pub(super) fn text(&mut self, text: &str) {
        markup::escape(text, &mut self.html);
    }

    /// Adds the same thing in every language, of which one is shown.
    pub(super) fn each(
        &mut self,
        languages: &[RenderContext],
        tag: &str,
        mut add: impl FnMut(&mut Self, usize),
    ) {
        for (at, cx) in languages.iter().enumerate() {
            let language = cx.locale.tag();
            let _ = write!(self.html, "<{tag} lang=\"{language}\">");
            add(self, at);
            let _ = write!(self.html, "</{tag}>");
        }
    }

    /// Adds a line of light markup, without its paragraph.
    pub(super) fn inline(&mut self, line: &str) {
        let Self { html, icons, used } = self;
        markup::inline(line, &mut |tag| emoji(tag, icons, used), html);
    }

    /// Adds the lines of a page, after its title as a heading of the third order.
    pub(super) fn page(&mut self, page: &Page) {
        if !page.title.is_empty() {
            self.html.push_str("<h3>");
            self.inline(&page.title);
            self.html.push_str("</h3>\n");
        }
        let Self { html, icons, used } = self;
        for line in &page.lines {
            markup::paragraph(line, &mut |tag| emoji(tag, icons, used), html);
        }
    }

    /// Adds a card of tractor; `trick` is the one in which it is played, where that matters.
    pub(super) fn card(&mut self, card: Card, trick: Option<usize>) {
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
