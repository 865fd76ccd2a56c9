//! How sentences name commands: as their reader gives them, by typing or as slash commands.
//!
//! Decides how a line such as `join south` is written in each form. Who uses which form, the desk
//! decides; which slash commands there are, the face.

use super::*;
use crate::command::{CommandRow, CompletionSource, OptionKind, Parameter};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Debug, Clone, Default)]
pub enum Form {
    /// Typed, with the prefix: `$play 8S`.
    #[default]
    Typed,
    /// As slash commands: `/play cards:8S`.
    Slash(Arc<SlashForm>),
}

impl Form {
    pub const fn is_slash(&self) -> bool {
        matches!(self, Form::Slash(_))
    }

    /// A line such as `play 8S` as code in this form: `` `$play 8S` ``, or `` `/play cards:8S` ``.
    pub fn command(&self, words: &str, prefix: &str, locale: Locale) -> String {
        match self {
            Form::Typed => format!("`{prefix}{}`", typed::line(words, locale)),
            Form::Slash(slash) => match meant(words) {
                Some((row, words)) => slash.line(row, &words, locale),
                None => format!("`{words}`"),
            },
        }
    }

    /// The word of a command with its sign: `$play` or `/play`.
    pub fn title(&self, row: &'static CommandRow, prefix: &str, locale: Locale) -> String {
        match self {
            Form::Typed => format!("{prefix}{}", typed::line(row.words[0], locale)),
            Form::Slash(slash) => format!("/{}", slash.name(locale, row.words[0], None)),
        }
    }
}

/// What is called something in a language: a command, or an option of it.
type Called = (Locale, &'static str, Option<&'static str>);

#[derive(Debug, Default)]
pub struct SlashForm {
    /// Ids by the usual word.
    ids: HashMap<String, u64>,
    names: HashMap<Called, String>,
}

impl SlashForm {
    /// Slash commands with these ids by their usual words.
    pub fn new(ids: impl IntoIterator<Item = (String, u64)>) -> Self {
        Self {
            ids: ids.into_iter().collect(),
            names: HashMap::new(),
        }
    }

    /// The same, with what a command or one of its options is called in another language.
    pub fn called(
        mut self,
        locale: Locale,
        command: &'static str,
        option: Option<&'static str>,
        name: String,
    ) -> Self {
        self.names.insert((locale, command, option), name);
        self
    }

    fn name<'a>(
        &'a self,
        locale: Locale,
        command: &'static str,
        option: Option<&'static str>,
    ) -> &'a str {
        let own = self.names.get(&(locale, command, option));
        own.map_or(option.unwrap_or(command), String::as_str)
    }

    /// A command alone, to be tapped if its id is known; otherwise, and with words, as code. Words
    /// that its options do not take are left out.
    fn line(&self, row: &'static CommandRow, words: &str, locale: Locale) -> String {
        let usual = row.words[0];
        let name = self.name(locale, usual, None);
        let given = given(row, words);
        if given.is_empty() {
            return match self.ids.get(usual) {
                Some(id) => format!("</{usual}:{id}>"),
                None => format!("`/{name}`"),
            };
        }
        let given = given.into_iter().map(|(option, value)| {
            let option = self.name(locale, usual, Some(option.name));
            format!("{option}:{value}")
        });
        format!("`/{name} {}`", given.collect::<Vec<String>>().join(" "))
    }
}

/// The command of a line and its words; `None` for a line that begins with none.
fn meant(line: &str) -> Option<(&'static CommandRow, String)> {
    let (word, words) = line.split_once(' ').unwrap_or((line, ""));
    let (name, before) = Name::meant(word, words.trim().is_empty())?;
    Some((name.row(), format!("{before} {words}").trim().to_owned()))
}

/// The words of a typed line as options of the slash command: each takes what it can be, the last
/// one all that is left.
fn given(row: &'static CommandRow, words: &str) -> Vec<(&'static Parameter, String)> {
    let mut rest = words.trim();
    let mut given = Vec::new();
    for (at, option) in row.options.iter().enumerate() {
        let taken = match at + 1 == row.options.len() {
            true => rest.len(),
            false => taken(option, rest, row.separator),
        };
        if taken > 0 {
            given.push((option, rest[..taken].trim().to_owned()));
            rest = rest[taken..].trim_start_matches([' ', '=']);
        }
    }
    given
}

/// How many bytes of the words an option takes.
fn taken(option: &Parameter, words: &str, separator: &str) -> usize {
    let until = |text: &str| text.find(separator).unwrap_or(text.len());
    let (first, word) = (until(words), &words[..until(words)]);
    let takes = match option.kind {
        OptionKind::Person => word.starts_with('@') || word.starts_with("<@"),
        OptionKind::Completed(CompletionSource::Words(offered)) => offered.contains(&word),
        OptionKind::Completed(CompletionSource::Settings) if word == "server" => {
            let name = words[first..].trim_start();
            return words.len() - name.len() + until(name);
        }
        OptionKind::Completed(_) | OptionKind::Text => true,
    };
    if takes { first } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::COMMANDS;
    use crate::text::cases;

    fn slash() -> Form {
        let slash = SlashForm::new([("join".to_owned(), 17), ("play".to_owned(), 18)]);
        let slash = slash.called(Locale::CHINESE, "play", None, "出牌".to_owned());
        let slash = slash.called(Locale::CHINESE, "play", Some("cards"), "牌".to_owned());
        Form::Slash(Arc::new(slash))
    }

    #[test]
    fn a_command_is_named_in_the_form_of_its_reader() {
        for (line, expected) in cases("form/english") {
            let named = |form: Form| form.command(&line, "$", Locale::ENGLISH);
            let (typed, slashed) = (named(Form::Typed), named(slash()));
            assert_eq!(format!("{typed} {slashed}"), expected);
        }
    }

    #[test]
    fn slash_commands_have_the_names_of_the_language() {
        for (line, written) in cases("form/chinese") {
            let named = slash().command(&line, "$", Locale::CHINESE);
            assert_eq!(named, written, "{line}");
        }
    }

    #[test]
    fn every_example_loses_nothing_as_a_slash_command() {
        for row in COMMANDS {
            let (_, words) = row.example.split_once(' ').unwrap_or((row.example, ""));
            let values: Vec<String> = given(row, words).into_iter().map(|(_, v)| v).collect();
            assert_eq!(values.join(row.separator), words, "{}", row.example);
        }
    }
}
