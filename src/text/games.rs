//! The games by name, as sentences list them, so that a game that is added is told of.
//!
//! Decides how names are joined and written within a sentence. What a game is called stands in its own
//! sentences.

use super::context::RenderContext;
use super::table::game_name;
use crate::command::Name;
use crate::game::GameKind;

/// The names of games as a list: `Tractor, UNO and Tic-tac-toe`; `of` makes more of each name.
pub fn listed(
    games: impl IntoIterator<Item = GameKind>,
    cx: &RenderContext,
    of: impl Fn(GameKind, String) -> String,
) -> String {
    let names = games.into_iter().map(|game| {
        let name = game_name(game.name(), cx);
        of(game, name)
    });
    let mut names: Vec<String> = names.collect();
    // Only the first word of a sentence is written large.
    names[1..].iter_mut().for_each(|name| *name = within(name));
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => {
            let before = cx.list(before.iter().cloned());
            say!(cx, "list-and", a = before, b = last)
        }
        _ => names.join(""),
    }
}

/// A name within a sentence: `tic-tac-toe`, but `UNO`.
pub fn within(name: &str) -> String {
    let mut signs = name.chars();
    let first = signs.next().filter(char::is_ascii_uppercase);
    match (first, signs.next()) {
        (Some(first), Some(second)) if second.is_ascii_lowercase() => {
            format!("{}{}", first.to_ascii_lowercase(), &name[1..])
        }
        _ => name.to_owned(),
    }
}

/// The games but the first, for one line: the commands that open them, and their names.
pub fn others(cx: &RenderContext) -> [String; 2] {
    let games = &GameKind::ALL[1..];
    let opens = games
        .iter()
        .map(|game| code(Name::Open(*game).word(), cx))
        .collect();
    let names = games.iter().map(|game| game_name(game.name(), cx));
    [opens, names.map(|name| within(&name)).collect()].map(|words| in_short(words, cx))
}

/// The commands that open rooms for the games but the first.
pub fn rooms(cx: &RenderContext) -> String {
    let games = GameKind::ALL[1..].iter();
    cx.list(games.map(|game| code(&format!("room new {}", game.name()), cx)))
}

fn code(line: &str, cx: &RenderContext) -> String {
    format!("`{}{line}`", cx.prefix)
}

/// Words joined as on a line of the help: `a, b and c`.
fn in_short(words: Vec<String>, cx: &RenderContext) -> String {
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => {
            let before = cx.list(before.iter().cloned());
            say!(cx, "list-and-short", a = before, b = last)
        }
        _ => words.join(""),
    }
}
