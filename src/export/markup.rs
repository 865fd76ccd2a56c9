//! Light markup as HTML.
//!
//! Decides bold, code, headings, and that everything else is text. What stands between angle
//! brackets (an emoji, a time, a command) is the caller's to draw; what they do not know is text too.

use std::fmt::Write as _;

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

/// Adds a line without its paragraph; `tag` draws `:t_SK:17` of `<:t_SK:17>`.
pub fn inline(line: &str, tag: &mut dyn FnMut(&str) -> Option<String>, html: &mut String) {
    let (mut bold, mut code) = (false, false);
    let mut rest = line;
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        match sign {
            '`' => {
                html.push_str(if code { "</code>" } else { "<code>" });
                code = !code;
            }
            '\\' if !code => {
                let next = rest.chars().next();
                let length = next.map_or(0, char::len_utf8);
                escape(&rest[..length], html);
                rest = &rest[length..];
            }
            '*' if !code && rest.starts_with('*') => {
                rest = &rest[1..];
                html.push_str(if bold { "</b>" } else { "<b>" });
                bold = !bold;
            }
            '<' if !code => {
                let end = rest.find('>');
                let drawn = end.and_then(|end| Some((tag(&rest[..end])?, &rest[end + 1..])));
                match drawn {
                    Some((drawn, after)) => {
                        html.push_str(&drawn);
                        rest = after;
                    }
                    None => html.push_str("&lt;"),
                }
            }
            sign => escape(sign.encode_utf8(&mut [0; 4]), html),
        }
    }
    // What was not closed is closed, so that it cannot reach beyond its line.
    html.push_str(if code { "</code>" } else { "" });
    html.push_str(if bold { "</b>" } else { "" });
}

/// Adds a line as a paragraph: a heading (`# `), small (`-# `), a gap, or plain.
pub fn paragraph(line: &str, tag: &mut dyn FnMut(&str) -> Option<String>, html: &mut String) {
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
    inline(words, tag, html);
    html.push_str("</p>\n");
}
