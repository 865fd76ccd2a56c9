//! Light markup as HTML.
//!
//! Decides bold, code, headings, and that everything else is text. Icons are the caller's to draw.

use std::fmt::Write as _;

use crate::text::markup::{Span, spans};

/// Adds a text in which no sign means anything in HTML, neither between tags nor in quotes.
pub fn escape(text: &str, html: &mut String) {
    for sign in text.chars() {
        match sign {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            // An invisible joiner that keeps Discord from reading a mention.
            '\u{2060}' => {}
            sign => html.push(sign),
        }
    }
}

/// Adds a line without its paragraph; `draw` draws the icon of a name, such as `SK`.
pub fn inline(line: &str, draw: &mut dyn FnMut(&str) -> Option<String>, html: &mut String) {
    for span in spans(line) {
        let (before, after) = match &span {
            Span::Bold(_) => ("<b>", "</b>"),
            Span::Code(_) => ("<code>", "</code>"),
            Span::Plain(_) | Span::Icon(_) | Span::Time(_) => ("", ""),
        };
        html.push_str(before);
        match &span {
            Span::Icon(name) => html.push_str(&draw(name).unwrap_or_default()),
            span => escape(&span.text(), html),
        }
        html.push_str(after);
    }
}

/// Adds a line as a paragraph: a heading (`# `), small (`-# `), a gap, or plain.
pub fn paragraph(line: &str, draw: &mut dyn FnMut(&str) -> Option<String>, html: &mut String) {
    let kinds = [
        ("### ", "h3"),
        ("## ", "h2"),
        ("# ", "h1"),
        ("-# ", "small"),
    ];
    let known = kinds
        .iter()
        .find_map(|(mark, class)| Some((line.strip_prefix(mark)?, *class)));
    let (words, class) = match known {
        Some(known) => known,
        None if line.trim().is_empty() => ("", "gap"),
        None => (line, "line"),
    };
    // Writing to a string does not fail.
    let _ = write!(html, "<p class=\"{class}\">");
    inline(words, draw, html);
    html.push_str("</p>\n");
}
