//! The light markup of lines: `**bold**`, `` `code` ``, `<:name:id>` for the face of a card, `<t:seconds:R>` for
//! a point of time, `-# ` before a line in small letters, and `\` to escape a sign.
//!
//! Lines are sent to Discord unchanged; [`spans`] splits them for terminals.

use std::borrow::Cow;
use std::cmp::Ordering;
use time::OffsetDateTime;

/// A part of a line with one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    Plain(String),
    Bold(String),
    /// Code: a command or cards.
    Code(String),
    /// The name of an icon that is shown within the line.
    Icon(String),
    /// A point of time, in seconds since 1970.
    Time(u64),
}

impl Span {
    /// The text without its style.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Span::Plain(text) | Span::Bold(text) | Span::Code(text) | Span::Icon(text) => {
                text.into()
            }
            Span::Time(seconds) => utc(*seconds).into(),
        }
    }
}

/// A point of time where nobody knows the reader's own.
fn utc(seconds: u64) -> String {
    let since = time::Duration::seconds(seconds.try_into().unwrap_or(i64::MAX));
    let at = OffsetDateTime::UNIX_EPOCH.saturating_add(since);
    let (hour, minute, _) = at.to_hms();
    format!("{} {hour:02}:{minute:02} UTC", at.date())
}

/// A point of time as the face shows it: how long it is until then or since, or a date.
pub fn time(seconds: u64, relative: bool) -> String {
    format!("<t:{seconds}:{}>", if relative { 'R' } else { 'f' })
}

/// The time of day of a point of time, on the reader's own clock.
pub fn clock(seconds: u64) -> String {
    format!("<t:{seconds}:t>")
}

/// The most characters of a name that are shown.
const MOST_NAME: usize = 24;

/// The most marks above and below one letter.
const MOST_STACKED: usize = 2;

/// A person's name made safe for a line: shortened, without markup, mentions, links and invisible
/// characters.
pub fn name(raw: &str) -> String {
    let mut clean: Vec<char> = Vec::new();
    let mut stacked = 0;
    for c in raw.chars().take(200).filter(|c| !is_treacherous(*c)) {
        stacked = if is_stacked(c) { stacked + 1 } else { 0 };
        if stacked <= MOST_STACKED {
            clean.push(c);
        }
    }
    if clean.iter().all(|c| c.is_whitespace()) {
        clean = vec!['?'];
    }
    let long = clean.len() > MOST_NAME;
    clean.truncate(if long { MOST_NAME - 1 } else { MOST_NAME });
    let mut shown = escape(clean.iter().collect::<String>().trim());
    if long {
        shown.push('…');
    }
    shown
}

/// Text of a person made safe between backticks.
pub fn quoted(words: &str) -> String {
    let harmless = words.chars().filter(|c| !is_treacherous(*c));
    harmless.map(|c| if c == '`' { '\'' } else { c }).collect()
}

/// The most characters of a line that are shown of what somebody else has written.
const MOST_LINE: usize = 4_000;

/// Text from anywhere made safe for a terminal: lines stay lines, and nothing in them steers it.
pub fn harmless(text: &str) -> String {
    let mut clean = String::with_capacity(text.len().min(MOST_LINE));
    let mut column = 0;
    for c in text.chars() {
        match c {
            '\n' => column = 0,
            _ if is_treacherous(c) && c != '\t' => continue,
            _ => column += 1,
        }
        match column.cmp(&MOST_LINE) {
            Ordering::Less => clean.push(if c == '\t' { ' ' } else { c }),
            Ordering::Equal => clean.push('…'),
            Ordering::Greater => {}
        }
    }
    clean
}

/// Any text with markup, mentions and links escaped: an address is not one any more, so that Discord
/// shows neither its page nor the invitation below the message.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    let mut signs = text.chars().peekable();
    let mut in_word = false;
    while let Some(c) = signs.next() {
        let joins = in_word && signs.peek().is_some_and(char::is_ascii_alphanumeric);
        in_word = c.is_alphanumeric();
        match c {
            '*' | '_' | '~' | '|' | '`' | '\\' | '>' | '<' | '#' | '[' | ']' | '(' | ')' | ':'
            | '-' => {
                escaped.push('\\');
                escaped.push(c);
            }
            // An invisible joiner keeps `@everyone` from being a mention.
            '@' => escaped.push_str("@\u{2060}"),
            // It keeps `discord.gg` from being an address, too.
            '.' | '。' | '．' | '｡' if joins => escaped.extend([c, '\u{2060}']),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Whether a character is removed from people's text: controls, line breaks, changes of writing
/// direction, and invisible characters.
pub fn is_treacherous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFC}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a character is a mark on the one before it, of those that can be stacked to any height.
fn is_stacked(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// Parts of a line with points between them; `None` without any.
pub fn dotted(parts: impl IntoIterator<Item = String>) -> Option<String> {
    let join = |line, part| format!("{line} · {part}");
    parts.into_iter().reduce(join)
}

/// What stands before a line in small letters.
const SMALL: &str = "-# ";

/// A line in small letters, where there are some.
pub fn small(line: &str) -> String {
    format!("{SMALL}{line}")
}

/// Whether a line is in small letters.
pub fn is_small(line: &str) -> bool {
    line.starts_with(SMALL)
}

/// The spans of a line, for faces that style them themselves.
pub fn spans(line: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut text = String::new();
    let (mut bold, mut code) = (false, false);
    let mut rest = line.strip_prefix(SMALL).unwrap_or(line).chars();
    let flush = |spans: &mut Vec<Span>, text: &mut String, bold: bool, code: bool| {
        let done = std::mem::take(text);
        match (done.is_empty(), code, bold) {
            (true, ..) => {}
            (_, true, _) => spans.push(Span::Code(done)),
            (_, _, true) => spans.push(Span::Bold(done)),
            _ => spans.push(Span::Plain(done)),
        }
    };
    while let Some(sign) = rest.next() {
        match sign {
            '<' if !code => {
                let icon = |(name, after): (&str, _)| (Span::Icon(name.to_owned()), after);
                let within = icon_in(rest.as_str()).map(icon);
                match within.or_else(|| time_in(rest.as_str())) {
                    Some((span, after)) => {
                        flush(&mut spans, &mut text, bold, code);
                        spans.push(span);
                        rest = after.chars();
                    }
                    None => text.push(sign),
                }
            }
            '`' => {
                flush(&mut spans, &mut text, bold, code);
                code = !code;
            }
            '\\' if !code => text.extend(rest.next()),
            '*' if !code && rest.as_str().starts_with('*') => {
                rest.next();
                flush(&mut spans, &mut text, bold, code);
                bold = !bold;
            }
            '\u{2060}' => {}
            _ => text.push(sign),
        }
    }
    flush(&mut spans, &mut text, bold, code);
    spans
}

/// The name of an icon whose markup begins before this text, and what comes after it.
fn icon_in(rest: &str) -> Option<(&str, &str)> {
    let (inside, after) = rest.strip_prefix(':')?.split_once('>')?;
    let (name, id) = inside.split_once(':')?;
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && id.chars().all(|c| c.is_ascii_digit())).then_some((name, after))
}

/// The point of time whose markup begins before this text, and what comes after it.
fn time_in(rest: &str) -> Option<(Span, &str)> {
    let (inside, after) = rest.strip_prefix("t:")?.split_once('>')?;
    let (seconds, _) = inside.split_once(':')?;
    Some((Span::Time(seconds.parse().ok()?), after))
}

/// Whether a line has no markup at all, so that it is its own text.
pub fn is_plain(line: &str) -> bool {
    // The first byte of the joiner that `spans` leaves out begins many other signs, too.
    let may_mark = |byte| matches!(byte, b'<' | b'`' | b'\\' | b'*');
    !line.bytes().any(may_mark) && !line.contains('\u{2060}') && !line.starts_with(SMALL)
}

pub fn plain(line: &str) -> String {
    if is_plain(line) {
        return line.to_owned();
    }
    spans(line).iter().map(Span::text).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cases;

    #[test]
    fn names_cannot_bring_markup_mentions_or_tricks_into_a_line() {
        for (raw, shown) in cases("names") {
            assert_eq!(name(&raw), shown, "{raw:?}");
            if !raw.is_empty() && !shown.contains(['?', '…', '\u{0301}']) {
                let harmless: String = raw.chars().filter(|c| !is_treacherous(*c)).collect();
                assert_eq!(plain(&shown), harmless.trim(), "reads back");
            }
        }
    }

    #[test]
    fn a_line_falls_into_spans() {
        let line = r"**Ana** played `♠K` \*once\*";
        let expected = [
            Span::Bold("Ana".into()),
            Span::Plain(" played ".into()),
            Span::Code("♠K".into()),
            Span::Plain(" *once*".into()),
        ];
        assert_eq!(spans(line), expected);
        let line = "**Bo** <:t_SK_3fa9:17> <:t_SK_3fa9:17>, <t:5:R> <:no";
        let king = || Span::Icon("t_SK_3fa9".into());
        let expected = [
            Span::Bold("Bo".into()),
            Span::Plain(" ".into()),
            king(),
            Span::Plain(" ".into()),
            king(),
            Span::Plain(", ".into()),
            Span::Time(5),
            Span::Plain(" <:no".into()),
        ];
        assert_eq!(spans(line), expected);
        let line = time(1_795_791_741, true);
        assert_eq!(spans(&line), [Span::Time(1_795_791_741)]);
        assert_eq!(plain(&line), "2026-11-27 15:02 UTC");
        assert_eq!(
            plain(&format!("<t:{}:f>", u64::MAX)),
            "9999-12-31 23:59 UTC"
        );
    }
}
