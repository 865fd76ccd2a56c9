//! How people ask for something: by typing, by a tap, or as a program beside the desk would. Each request
//! has a name, and what was told of it is noted.

use tractor_bot::command::{Name, Verb};
use tractor_bot::desk::{Answer, Being, Command, Effect, Mentioned, Served};
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, SubmitError};
use tractor_bot::table::{By, Input, PersonId, Submission};
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::Line;
use tractor_bot::text::press::Press;

use super::life::Life;
use super::world::{Person, Redo};
use crate::ledger::Told;

/// What a request leaves in a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trace {
    /// Nothing is known of that.
    Unknown,
    /// Something, if it is done; if it is refused, a part of it may have been done.
    Steps,
    /// One entry if it is done, and none if it is refused.
    One,
}

fn told(answer: &Answer, trace: Trace) -> Told {
    match (answer.outcome, trace) {
        (Effect::Done | Effect::Asked, Trace::Steps | Trace::One) => Told::Done,
        (Effect::Refused, Trace::One) => Told::Refused,
        _ => Told::Nothing,
    }
}

impl Life {
    /// Somebody types a line.
    pub async fn types(&self, me: &mut Person, line: &str, trace: Trace) -> Answer {
        let nonce = me.nonce();
        let line = line.to_owned();
        me.redo = Some(Redo {
            nonce,
            line: line.clone(),
        });
        // Now and then it is delivered twice.
        let answer = match me.dice.happens(20) {
            true => {
                let (one, two) = tokio::join!(
                    self.types_as(me, nonce, &line, trace),
                    self.types_as(me, nonce, &line, trace),
                );
                if one.is_refusal() { two } else { one }
            }
            false => self.types_as(me, nonce, &line, trace).await,
        };
        me.redo = None;
        answer
    }

    /// The same under this name.
    pub async fn types_as(&self, me: &Person, nonce: u64, line: &str, trace: Trace) -> Answer {
        self.world.books.lock().ledger.asks(nonce, None, line);
        let (who, place) = (me.who(nonce), &me.place);
        let answer = match Command::parse(line) {
            Ok(command) => {
                let command = command.mentioning(mentioned(line));
                Box::pin(self.desk.run(&who, place, command)).await
            }
            Err(unknown) => self.desk.bare(&who, place, line, unknown).await,
        };
        self.told(nonce, &answer, trace);
        answer
    }

    /// Somebody taps a control.
    pub async fn taps(&self, me: &mut Person, press: &Press, values: &[String]) -> Answer {
        let nonce = me.nonce();
        let trace = match press.line.command() {
            // What others were quicker to begin is done without a word and without an entry.
            Some((Name::Move(Verb::Premove | Verb::Deal), _)) => Trace::Unknown,
            Some((Name::Move(Verb::Surrender), "?")) => Trace::Unknown,
            Some((Name::Move(_), _)) => Trace::One,
            Some((Name::Open(_), _)) => Trace::Steps,
            _ => Trace::Unknown,
        };
        let twice = me.dice.happens(20);
        let me = &*me;
        let tap = |trace| async move {
            let what = format!("{:?}", press.line);
            self.world.books.lock().ledger.asks(nonce, None, &what);
            let who = me.who(nonce);
            let answer = Box::pin(self.desk.press(&who, &me.place, press, values)).await;
            self.told(nonce, &answer, trace);
            answer
        };
        match twice {
            // The second is taken for a slip, before the first is written.
            true => tokio::join!(tap(trace), tap(Trace::Unknown)).0,
            false => tap(trace).await,
        }
    }

    fn told(&self, nonce: u64, answer: &Answer, trace: Trace) {
        let told = told(answer, trace);
        self.world.books.lock().ledger.tells(nonce, told);
        self.world.answers(nonce, answer);
    }

    /// Somebody acts in the game, without words.
    pub async fn acts<G: Served>(&self, me: &mut Person, handle: &Handle<G>, action: G::Action) {
        let nonce = me.nonce();
        let view = handle.view(Viewer::Public);
        let submission = Submission {
            input: Input::Act {
                by: By::Person(me.id),
                action,
            },
            nonce: Some(nonce),
            offered_at: Some(view.turn_started),
            spent_s: 0,
        };
        self.world.books.lock().ledger.asks(nonce, None, "act");
        let answer = handle.submit(submission).await;
        let told = match &answer {
            Ok(update) => Told::At(handle.id(), update.moment.position),
            Err(SubmitError::Refused(_) | SubmitError::NotSaved(_) | SubmitError::Defect) => {
                Told::Refused
            }
            // It may be written that nobody was told of.
            Err(SubmitError::Gone) => Told::Nothing,
        };
        self.world.books.lock().ledger.tells(nonce, told);
        let said = match answer {
            Ok(update) => format!("{nonce} {:?}", update.moment),
            Err(error) => format!("{nonce} {error}"),
        };
        self.world.says(&said);
    }
}

/// The people mentioned in a line.
fn mentioned(line: &str) -> Vec<Mentioned> {
    let ids = line.split("<@").skip(1);
    let ids = ids.filter_map(|rest| rest.split('>').next()?.parse().ok());
    let person = |id| Mentioned {
        person: PersonId(id),
        name: format!("P{}", id % 5_000_000_000),
        being: Being::Person,
    };
    ids.map(person).collect()
}

/// The controls of a page that can be used, with values for those that are menus.
pub fn controls(page: &Page, wanted: impl Fn(&Line) -> bool) -> Vec<(Press, Vec<String>)> {
    let usable = page.controls.iter().flatten().filter_map(|control| {
        Some(match control {
            Control::Button { press, enabled, .. } => {
                enabled.then(|| (press.clone(), Vec::new()))?
            }
            Control::Menu { choices, press, .. } => {
                let values = choices.iter().map(|choice| choice.value.clone());
                (press.clone(), values.take(1).collect())
            }
        })
    });
    usable.filter(|(press, _)| wanted(&press.line)).collect()
}
