//! What the table says about one command: the words for it, its options, what it needs and shows.
//!
//! Decides what is usual for commands of a kind; a row says where one differs.

use super::name::{Name, Verb};

/// What a command requires; each variant includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    Nothing,
    /// A table in the place of the command.
    Table,
    /// A seat at the table.
    Seat,
    /// A match in progress there.
    Match,
}

/// An option of a slash command. In typed lines the options are words in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name, as it is registered with Discord.
    pub name: &'static str,
    /// Whether the option is mandatory in a slash command.
    pub required: bool,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// Text with autocompletion from this source.
    Completed(Source),
    /// A person of the server.
    Person,
}

/// The source of an option's completions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Words(&'static [&'static str]),
    /// The topics of the help and the commands.
    Help,
    Games,
    /// The games, if the previous option is `new`.
    GamesOfNew,
    /// The measures of the game in the previous option.
    Measures,
    /// The house rules and limits of the channel's table.
    Rules,
    /// The values of the rule in the previous option.
    RuleValues,
    /// The settings of the person and of the server.
    Settings,
    /// The values of the setting in the previous option.
    SettingValues,
    /// The free seats of the channel's table.
    Seats,
    /// The skills of computer players that can be added to the channel's table.
    Computers,
    /// What the person can do with this verb, from the controls of their hand.
    Cards(Verb),
}

pub(super) const fn text(name: &'static str) -> Parameter {
    Parameter {
        name,
        required: false,
        kind: Kind::Text,
    }
}

pub(super) const fn person(name: &'static str) -> Parameter {
    Parameter {
        name,
        required: false,
        kind: Kind::Person,
    }
}

pub(super) const fn completed(name: &'static str, source: Source) -> Parameter {
    Parameter {
        name,
        required: false,
        kind: Kind::Completed(source),
    }
}

impl Parameter {
    pub(super) const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }
}

/// A row of the table: everything about a command except its description and its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    pub name: Name,
    /// The words by which it is typed, the usual one first.
    pub words: &'static [&'static str],
    /// A correct line, without the prefix.
    pub example: &'static str,
    /// The options in the order in which they are typed.
    pub options: &'static [Parameter],
    /// The separator between the options in a typed line.
    pub separator: &'static str,
    pub needs: Needs,
    /// Whether it makes the table's board appear in the channel.
    pub posts_table: bool,
    /// Whether a private answer shows the asker's hand, or a seat where they will have one: such an
    /// answer is kept up to date as a panel.
    pub shows_hand: bool,
}

impl Row {
    /// A row with what is usual for commands of this kind.
    pub(super) const fn new(
        name: Name,
        words: &'static [&'static str],
        example: &'static str,
    ) -> Self {
        let needs = match name {
            Name::Anywhere(_) | Name::Open(_) => Needs::Nothing,
            Name::AtTable(_) => Needs::Table,
            Name::Move(_) => Needs::Match,
        };
        Self {
            name,
            words,
            example,
            options: &[],
            separator: " ",
            needs,
            posts_table: matches!(name, Name::Open(_)),
            shows_hand: matches!(name, Name::Move(_)),
        }
    }

    pub(super) const fn options(self, options: &'static [Parameter]) -> Self {
        Self { options, ..self }
    }

    pub(super) const fn separated_by(self, separator: &'static str) -> Self {
        Self { separator, ..self }
    }

    pub(super) const fn needs(self, needs: Needs) -> Self {
        Self { needs, ..self }
    }

    pub(super) const fn posts_table(self) -> Self {
        Self {
            posts_table: true,
            ..self
        }
    }

    pub(super) const fn shows_hand(self) -> Self {
        Self {
            shows_hand: true,
            ..self
        }
    }
}
