//! The render context: what a page depends on besides the view, such as language, face, prefix, the
//! reader's draft (what they have chosen of their hand and not submitted yet, on their turn or before it) and looks; and
//! the same together with a table, and with its match.

use super::faces::Faces;
use super::form::Form;
use super::locale::{BUTTON, COMMAND, ENDS};
use super::looks::Looks;
use super::*;
use crate::command::CommandRow;
use crate::host::Laurels;
use crate::table::ProgramName;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

/// The face on which a page is read; only markup differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surface {
    /// Discord, where times count down by themselves.
    #[default]
    Discord,
    /// A terminal, where times are written in seconds.
    Terminal,
    /// A browser, where cards lie on a table and a ring runs down with the time.
    Browser,
}

impl Surface {
    /// The word by which sentences tell the faces apart: in a terminal nothing is tapped.
    pub const fn word(self) -> &'static str {
        ["discord", "terminal", "browser"][self as usize]
    }
}

/// The end of the current turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline {
    /// Unix time in seconds.
    pub unix: u64,
    /// Seconds from now until then.
    pub left: u32,
}

/// The render context of a page for one reader.
#[derive(Debug, Clone, Default)]
pub struct RenderContext {
    pub locale: Locale,
    /// The prefix of typed commands, e.g. `$`.
    pub prefix: String,
    /// How the reader gives commands.
    pub form: Form,
    /// Whether they tap cards, so that an example names cards and no command.
    pub taps: bool,
    /// The end of the current turn, if limited.
    pub deadline: Option<Deadline>,
    /// What the last round brought, while its result is shown.
    pub laurels: Arc<Laurels>,
    pub face: Surface,
    /// The table of the controls.
    pub table: TableKey,
    /// The reader's draft, for their own hand only.
    pub draft: Draft,
    pub looks: Looks,
    pub public_looks: Looks,
    /// The players' signs by seat, in a game where they choose them.
    pub signs: Vec<String>,
    /// The emojis that stand for cards, where there are any.
    pub faces: Option<Arc<Faces>>,
    /// Whether pages may have pictures beside them.
    pub pictures: bool,
    /// Whether whoever sits at a table can have it in a browser from the page.
    pub opens_browser: bool,
    /// Whether the channel's table can be opened in a window of Discord from the page.
    pub opens_activity: bool,
    /// The programs that may be seated at the table as computer players.
    pub programs: Vec<ProgramName>,
    /// The house rules with which new tables of the server begin, by game, as they are kept
    /// ([`crate::game::kept_rules`]); none where they are standard, and at tables that are of no server.
    pub server_rules: BTreeMap<String, String>,
}

impl RenderContext {
    /// A context in this language without deadline and draft.
    pub fn new(locale: Locale, face: Surface, prefix: impl Into<String>) -> Self {
        Self {
            locale,
            prefix: prefix.into(),
            taps: face == Surface::Browser,
            face,
            ..Self::default()
        }
    }

    /// The same beside a table as the reader sees it.
    pub const fn at<'a, G: Voice>(&'a self, view: &'a TableView<G>) -> TableContext<'a, G> {
        TableContext { view, cx: self }
    }

    /// Whether this holds of what is said in some language.
    pub fn in_any_language(holds: impl Fn(&Self) -> bool) -> bool {
        Locale::all().any(|locale| holds(&Self::new(locale, Surface::Terminal, "")))
    }

    /// The same context with the public looks.
    pub fn for_all(&self) -> Self {
        self.in_looks(self.public_looks)
    }

    /// The same context in other looks.
    pub fn in_looks(&self, looks: Looks) -> Self {
        Self {
            looks,
            ..self.clone()
        }
    }

    /// The emoji of an icon, if the reader sees cards as faces and there is one.
    pub fn emoji(&self, icon: Icon) -> Option<&Emoji> {
        let faces = self.faces.as_ref();
        let faces = faces.filter(|_| self.looks.cards == CardLook::Faces);
        faces?.emoji(icon)
    }

    /// The emoji on a control. Terminals show none there.
    pub fn icon(&self, icon: Icon) -> Option<Emoji> {
        let emoji = self.emoji(icon).filter(|_| self.face == Surface::Discord);
        emoji.cloned()
    }

    /// Whether cards that are no plain ones have words instead of codes: for who is read to, and at a table where they
    /// lie beside the text with faces of their own.
    pub const fn in_words(&self) -> bool {
        matches!(self.face, Surface::Browser) || matches!(self.looks.cards, CardLook::Letters)
    }

    /// What the form of a command asks for, with which a button says so; `None` if it has no form.
    pub fn asked_by_form(&self, name: Name) -> Option<String> {
        let key = format!("form-{}", name.word());
        self.sentences().has(&key).then(|| self.said(&key, &[]))
    }

    /// The button that opens such a form for a line, such as `room join *`, where there are forms.
    pub fn asking(&self, table: TableKey, line: impl Into<Line>) -> Vec<Control> {
        let line = line.into();
        let name = line.asks().filter(|_| self.face == Surface::Discord);
        let label = name.and_then(|name| self.asked_by_form(name));
        let button = label.map(|label| Control::plain(format!("{label}…"), table, line));
        button.into_iter().collect()
    }

    /// The same context without emojis: for labels and placeholders, which show no markup.
    pub fn without_faces(&self) -> Self {
        Self {
            faces: None,
            ..self.clone()
        }
    }

    /// Whether a hand has a button for every card: in a message of Discord, which is laid out for it.
    pub fn deals_buttons(&self) -> bool {
        self.face == Surface::Discord
    }

    /// The sentences of the reader's language.
    pub fn sentences(&self) -> &'static Sentences {
        Sentences::of(self.locale)
    }

    /// The sentence for a key composed at run time (the tests know all of them); without one,
    /// `otherwise`.
    pub fn say_key(&self, key: &str, otherwise: &str) -> String {
        let said = self.sentences().has(key).then(|| self.said(key, &[]));
        said.unwrap_or_else(|| otherwise.to_owned())
    }

    /// The sentence for the key with these facts.
    pub fn said(&self, key: &str, facts: &[(&str, Fact<'_>)]) -> String {
        self.with_commands(self.sentences().say(key, facts))
    }

    /// The sentence with its commands and buttons as the reader has them.
    fn with_commands(&self, mut sentence: String) -> String {
        while let Some(begins) = sentence.find([COMMAND, BUTTON]) {
            let (before, rest) = sentence.split_at(begins);
            let Some((named, after)) = rest.split_once(ENDS) else {
                break;
            };
            let words = named.trim_start_matches([COMMAND, BUTTON]);
            let shown = match words.split_once('\n') {
                Some((label, words)) => self.by_button(&self.said(label, &[]), words),
                None => self.command(words),
            };
            sentence = format!("{before}{shown}{after}");
        }
        sentence
    }

    /// When the current turn ends, if limited; as a countdown if the face supports it. A browser shows it
    /// beside the text.
    pub fn when(&self) -> Option<String> {
        let deadline = self.deadline?;
        Some(match self.face {
            Surface::Browser => return None,
            Surface::Discord => {
                say!(self, "time-up", when = markup::time(deadline.unix, true))
            }
            Surface::Terminal => say!(self, "time-left", n = deadline.left),
        })
    }

    /// A line followed by the countdown of the turn.
    pub fn timed(&self, line: String) -> String {
        match self.when() {
            Some(when) => format!("{line} · {when}"),
            None => line,
        }
    }

    /// When that happens by itself which a page asks for, if it does.
    pub fn by_itself(&self) -> Option<String> {
        let deadline = self.deadline?;
        let when = markup::time(deadline.unix, true);
        let (face, n) = (self.face.word(), deadline.left);
        Some(say!(self, "time-by-itself", face, when, n))
    }

    /// Words as a list: `a, b, c`.
    pub fn list(&self, words: impl IntoIterator<Item = String>) -> String {
        let join = |a: String, b: String| say!(self, "list-comma", a, b);
        words.into_iter().reduce(join).unwrap_or_default()
    }

    /// The same, if there are any.
    pub fn listed(&self, words: impl IntoIterator<Item = String>) -> Option<String> {
        Some(self.list(words)).filter(|list| !list.is_empty())
    }

    /// A person's name as shown: bold and escaped.
    pub fn name(&self, raw: &str) -> String {
        format!("**{}**", self.plain_name(raw))
    }

    /// A person's name, escaped; of somebody who asked to be forgotten it is empty.
    pub fn plain_name(&self, raw: &str) -> String {
        match raw.is_empty() {
            true => say!(self, "stats-forgotten"),
            false => markup::name(raw),
        }
    }

    /// A text in which every command that is written as code is shown as [`Self::command`] shows it.
    pub fn commands_in(&self, text: &str) -> String {
        let shown = text.split('`').enumerate().map(|(at, piece)| {
            let words = piece.strip_prefix(self.prefix.as_str());
            match words.filter(|_| at % 2 == 1) {
                Some(words) => self.command(words),
                None if at % 2 == 1 => format!("`{piece}`"),
                None => piece.to_owned(),
            }
        });
        shown.collect()
    }

    /// A command as the reader gives it, in the words of the language: `` `$play 8S` ``, or
    /// `` `/play cards:8S` ``.
    pub fn command(&self, words: &str) -> String {
        self.form.command(words, &self.prefix, self.locale)
    }

    /// How something is done for which the page has a button: its label; in a terminal, the command.
    pub fn by_button(&self, label: &str, words: &str) -> String {
        match self.face {
            Surface::Terminal => self.command(words),
            Surface::Discord | Surface::Browser => format!("**{label}**"),
        }
    }

    /// The word of a command with its sign, for titles: `$play` or `/play`.
    pub fn command_title(&self, row: &'static CommandRow) -> String {
        self.form.title(row, &self.prefix, self.locale)
    }
}

/// The render context of what is said at a table, as its viewer sees it.
pub struct TableContext<'a, G: Voice> {
    pub view: &'a TableView<G>,
    cx: &'a RenderContext,
}

impl<'a, G: Voice> TableContext<'a, G> {
    /// The same beside the match that is played there, or a moment of one.
    pub const fn with(&self, game: &'a G::View) -> MatchContext<'a, G> {
        let at = TableContext {
            view: self.view,
            cx: self.cx,
        };
        MatchContext { game, at }
    }
}

impl<G: Voice> Deref for TableContext<'_, G> {
    type Target = RenderContext;

    fn deref(&self) -> &RenderContext {
        self.cx
    }
}

/// The render context of what is said of a match, as its viewer sees it.
pub struct MatchContext<'a, G: Voice> {
    pub game: &'a G::View,
    at: TableContext<'a, G>,
}

impl<'a, G: Voice> Deref for MatchContext<'a, G> {
    type Target = TableContext<'a, G>;

    fn deref(&self) -> &TableContext<'a, G> {
        &self.at
    }
}

/// A draft: what is put together, and how the hand is sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// The words of what is put together: `5H 5H`. `None` as long as nothing was touched; empty where everything was
    /// taken out again.
    pub chosen: Option<String>,
    /// What a hint advised on this turn: the action as JSON.
    pub advised: Option<String>,
    /// Whether groups are sorted low to high.
    pub rising: bool,
    pub premove: Premove,
}

/// Whether what was chosen before the turn is played by itself when it comes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Premove {
    #[default]
    None,
    /// It is: the action as JSON.
    Sure(String),
    /// It would have been, but fits no more.
    Dropped,
}

/// What somebody chooses for who has still to play in a trick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospect {
    /// The cards that they hold.
    pub hand: String,
    /// What was led, if anything was.
    pub lead: Option<String>,
}

impl Draft {
    /// What is put together, in words.
    pub fn words(&self) -> &str {
        self.chosen.as_deref().unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        self.words().is_empty()
    }

    /// What is left of it when it fits no more.
    pub fn dropped(&self) -> Self {
        Self {
            rising: self.rising,
            premove: match self.premove {
                Premove::Sure(_) | Premove::Dropped => Premove::Dropped,
                Premove::None => Premove::None,
            },
            ..Self::default()
        }
    }

    /// Chooses this instead of what was chosen; then nothing is played by itself.
    pub fn choose(&mut self, words: String) {
        (self.chosen, self.premove) = (Some(words), Premove::None);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::text::form::SlashForm;
    use crate::text::help;
    use crate::text::topic::Topic;

    #[test]
    fn whole_pages_change_with_the_form() {
        for locale in Locale::all() {
            let page = |form| {
                let mut cx = RenderContext::new(locale, Surface::Discord, "$");
                cx.form = form;
                help::page(Topic::Intro, &cx).text()
            };
            let slash = SlashForm::new([("join".to_owned(), 17)]);
            let (typed, slashed) = (page(Form::Typed), page(Form::Slash(Arc::new(slash))));
            assert!(typed.contains("`$") && !typed.contains('/'), "{typed}");
            assert!(
                slashed.contains("</join:17>") && !slashed.contains('$'),
                "{slashed}"
            );
        }
    }
}
