//! Chat between the places of a room, sanitised before it is repeated.
//!
//! Removes mentions of people, roles and channels, and links to them, which would ping somebody or
//! reveal another server. The rest is shown literally.

use super::markup;

/// The most characters of a message.
pub const MOST: usize = 400;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// Nothing is left.
    Empty,
    /// Its number of characters exceeds [`MOST`].
    Long(usize),
}

/// The message in one line, without mentions and markup.
///
/// # Errors
/// [`Unfit`] if nothing is left, or too much.
pub fn harmless(raw: &str) -> Result<String, Unfit> {
    let told = without_mentions(raw);
    let words = told.split_whitespace().map(without_places);
    let words = words.map(|word| {
        let visible = word.chars().filter(|c| !markup::is_treacherous(*c));
        visible.collect::<String>()
    });
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    match line.chars().count() {
        0 => Err(Unfit::Empty),
        long if long > MOST => Err(Unfit::Long(long)),
        _ => Ok(markup::escape(&line)),
    }
}

/// The text with short placeholders for everything that Discord would render differently.
fn without_mentions(raw: &str) -> String {
    let mut told = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('<') {
        told.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest
            .find('>')
            .filter(|end| !rest[..*end].contains(char::is_whitespace));
        match end.and_then(|end| Some((end, sign(&rest[1..end])?))) {
            Some((end, sign)) => {
                told.push_str(&sign);
                rest = &rest[end + 1..];
            }
            None => {
                told.push('<');
                rest = &rest[1..];
            }
        }
    }
    told.push_str(rest);
    told
}

/// The placeholder for the text between angle brackets, if it is Discord syntax.
fn sign(inner: &str) -> Option<String> {
    let emoji = inner.strip_prefix('a').unwrap_or(inner);
    if let Some((name, id)) = emoji
        .strip_prefix(':')
        .and_then(|rest| rest.split_once(':'))
    {
        return id.parse::<u64>().is_ok().then(|| format!(":{name}:"));
    }
    match inner.chars().next()? {
        '@' => Some("@…".to_owned()),
        '#' => Some("#…".to_owned()),
        _ if inner.starts_with("id:") || inner.starts_with("t:") || inner.starts_with('/') => {
            Some("…".to_owned())
        }
        _ => None,
    }
}

/// The word, unless it links to a place in Discord, which would reveal another server's channels.
fn without_places(word: &str) -> &str {
    let lower = word.to_lowercase();
    match lower.contains("discord") && lower.contains("/channels/") {
        true => "…",
        false => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, shown: Result<&str, Unfit>) {
        let said = harmless(raw).map(|line| markup::plain(&line));
        assert_eq!(said.as_deref().map_err(|unfit| *unfit), shown, "{raw:?}");
    }

    #[test]
    fn what_is_said_arrives_as_it_was_written() {
        check("good luck", Ok("good luck"));
        check("  two\nlines\tand  gaps ", Ok("two lines and gaps"));
        check("1 < 2 > 1 <3", Ok("1 < 2 > 1 <3"));
        check("**bold** `5H` ||spoiler||", Ok("**bold** `5H` ||spoiler||"));
        check("祝你好运", Ok("祝你好运"));
    }

    #[test]
    fn nobody_is_rung_and_no_channel_is_named() {
        check("hi <@123456789012345678>", Ok("hi @…"));
        check("<@!1> <@&2> <#3>", Ok("@… @… #…"));
        check("<:cat:12> <a:dance:13>", Ok(":cat: :dance:"));
        check("<t:1:R> <id:guide> </play:5>", Ok("… … …"));
        check("<<@1>@2>", Ok("<@…@2>"));
        check(
            "see https://discord.com/channels/1/2/3 there",
            Ok("see … there"),
        );
        check("https://Ptb.DiscordApp.com/CHANNELS/1/2", Ok("…"));
        let everyone = harmless("@everyone @here").expect("something is left");
        assert!(!everyone.contains("@everyone") && !everyone.contains("@here"));
        for raw in [
            "[x](https://a.example)",
            "# big",
            "> quote",
            "-# small",
            "a*b*_c_",
        ] {
            let said = harmless(raw).expect("something is left");
            assert_eq!(markup::plain(&said), raw, "{said}");
            assert_ne!(said, raw);
        }
    }

    #[test]
    fn nothing_and_too_much_is_not_repeated() {
        check("", Err(Unfit::Empty));
        check(" \u{200B}\u{202E}\n", Err(Unfit::Empty));
        check(&"x".repeat(MOST + 1), Err(Unfit::Long(MOST + 1)));
        let most = "x".repeat(MOST);
        check(&most, Ok(&most));
    }
}
