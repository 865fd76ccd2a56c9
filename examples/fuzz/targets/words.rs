//! Everything that can be typed, given to a slash command or completed, at tables of every game and
//! phase, by whoever sits there or looks on.

use tractor_bot::command::{Anywhere, AtTable, Name, Verb};
use tractor_bot::desk::Command;
use tractor_bot::game::{GameKind, RuleError, at_game};
use tractor_bot::table::{By, Input, PersonId, Refusal, Submission, TableView};
use tractor_bot::text::context::RenderContext;
use tractor_bot::text::statistics::{StatisticsQuestion, unclear};
use tractor_bot::text::{form, help, markup, rooms, table, trouble, words};

use super::{harmless, reader};
use crate::inputs::Kit;
use crate::kept;
use crate::scenes::{Scene, Staged};

pub fn kit() -> Kit {
    let mut corpus = kept::lines();
    // What comes behind a command, alone.
    let behind = |line: &Vec<u8>| {
        let space = line.iter().position(|byte| *byte == b' ')?;
        Some(line[space + 1..].to_vec())
    };
    corpus.extend(corpus.iter().filter_map(behind).collect::<Vec<_>>());
    corpus.extend([
        b"8S ".repeat(400),
        b"x".repeat(1_001),
        "升".repeat(1_000).into_bytes(),
    ]);
    Kit {
        head: 5,
        corpus,
        words: kept::words(),
        longest: 8_192,
    }
}

pub fn run(input: &[u8]) -> bool {
    let [game, scene, who, read, way, text @ ..] = input else {
        return false;
    };
    let text = String::from_utf8_lossy(text);
    let game = GameKind::ALL[usize::from(*game) % GameKind::ALL.len()];
    at_game!(game, G => At {
        scene: G::scene(*scene),
        who: *who,
        cx: reader(*read),
    }.hears(*way, &text))
}

/// Who says something where, and how they read.
pub struct At<G: Staged> {
    pub scene: &'static Scene<G>,
    pub who: u8,
    pub cx: RenderContext,
}

impl<G: Staged> At<G> {
    fn view(&self) -> &'static TableView<G> {
        self.scene.view(self.who)
    }

    /// Those on the seats, and strangers.
    const fn person(&self) -> PersonId {
        PersonId(self.who as u64 % 12 + 1)
    }

    fn hears(&self, way: u8, text: &str) -> bool {
        match way % 16 {
            0..=5 => match Command::parse(text) {
                Ok(command) => self.carries_out(command.name, &command.words),
                Err(unknown) => {
                    harmless(&unknown.word);
                    self.moves(G::bare_verb(self.view()), text)
                }
            },
            6 => self.moves(G::bare_verb(self.view()), text),
            7..=9 => self.moves(Verb::ALL[usize::from(self.who) % Verb::ALL.len()], text),
            10 => self.completes(text),
            11 => self.rules(text),
            12 => self.submits(Input::Sit {
                person: PersonId(90),
                name: text.to_owned(),
                seat: None,
            }),
            13 => says(text),
            14 => {
                let form = form::Form::default();
                form.command(text, "$", self.cx.locale).len() + self.cx.commands_in(text).len() > 0
            }
            _ => self.looks_up(Anywhere::Help, text),
        }
    }

    fn carries_out(&self, name: Name, words: &str) -> bool {
        match name {
            Name::Move(verb) => self.moves(verb, words),
            Name::AtTable(AtTable::Rules) => self.rules(words),
            Name::AtTable(_) | Name::Open(_) => {
                let seat = G::parse_seat(words).ok();
                let skill = table::skill_of(words);
                let (by, person) = (self.person(), self.person());
                let name = words.to_owned();
                self.submits(match skill {
                    Some(skill) => Input::AddComputer { by, seat, skill },
                    None => Input::Sit { person, name, seat },
                })
            }
            Name::Anywhere(name) => self.looks_up(name, words),
        }
    }

    /// A move: its words, whether it is allowed, and why not.
    pub fn moves(&self, verb: Verb, words: &str) -> bool {
        let view = self.view();
        match G::parse(verb, words, view) {
            Ok(action) => {
                drop(G::picks(&action, view));
                self.submits(Input::Act {
                    by: By::Person(self.person()),
                    action,
                })
            }
            Err(error) => {
                harmless(&trouble::misread::<G>(&error, &self.cx));
                false
            }
        }
    }

    /// Hands in an input; a refusal is told.
    pub fn submits(&self, input: Input<G>) -> bool {
        match self.scene.table.propose(&Submission::typed(input)) {
            Ok(proposal) => proposal.table.position() == self.scene.table.position().next(),
            Err(refusal) => {
                let view = self.view();
                harmless(&table::refusal(&refusal, view, &self.cx));
                if let Refusal::Game(rejection) = &refusal {
                    let public = self.scene.view(self.scene.views.len() as u8 - 1);
                    if !G::names_cards(rejection) {
                        harmless(&G::rejection(rejection, public, &self.cx));
                    }
                }
                false
            }
        }
    }

    fn completes(&self, words: &str) -> bool {
        let verb = Verb::ALL[usize::from(self.who) % Verb::ALL.len()];
        let offers = G::proposals(verb, words, self.view()).unwrap_or_default();
        drop(G::nth_card(words, self.view()));
        for (shown, typed) in &offers {
            harmless(shown);
            assert!(typed.len() <= 400, "{typed:?} is too long to be typed");
        }
        !offers.is_empty()
    }

    pub fn rules(&self, text: &str) -> bool {
        let view = self.view();
        let example = || table::rules_example(view);
        match words::parse_settings(text, example) {
            Err(error) => harmless(&trouble::misread::<G>(&error, &self.cx)),
            Ok(Some(settings)) => {
                let by = self.person();
                let set = |(name, value)| self.submits(Input::SetRule { by, name, value });
                return settings
                    .into_iter()
                    .take(8)
                    .map(set)
                    .fold(false, |any, done| any | done);
            }
            Ok(None) => {}
        }
        match words::parse_setting(text, example) {
            Err(error) => harmless(&trouble::misread::<G>(&error, &self.cx)),
            Ok(Some((name, value))) => {
                let by = self.person();
                return self.submits(Input::SetRule { by, name, value });
            }
            Ok(None) => {
                let page = table::rules_about(text, view, &self.cx);
                let name = words::quotable(text);
                match page {
                    Some(page) => harmless(&page.text()),
                    None => harmless(&table::rule_error(
                        &RuleError::UnknownName { name },
                        &self.cx,
                    )),
                }
            }
        }
        false
    }

    fn looks_up(&self, name: Anywhere, words: &str) -> bool {
        if !matches!(
            name,
            Anywhere::Stats | Anywhere::Leaderboard | Anywhere::Top10
        ) {
            harmless(&help::find(words, &self.cx).text());
            return says(words);
        }
        let question = StatisticsQuestion::parse(words);
        let told = unclear(&question.unclear(), Name::Anywhere(name), &self.cx);
        harmless(&told.text());
        question.limit() > 0 && question.name.is_none()
    }
}

/// What is repeated to others.
fn says(text: &str) -> bool {
    harmless(&markup::name(text));
    harmless(&words::quotable(text));
    let plain = markup::plain(text);
    assert!(plain.len() <= 4 * text.len(), "it grows");
    assert!(words::is_yes(text) as u8 + (words::is_no(text) as u8) < 2);
    match rooms::harmless(text) {
        Ok(told) => {
            harmless(&told);
            assert!(!told.contains("@everyone"), "{told:?}");
            true
        }
        Err(_) => false,
    }
}
