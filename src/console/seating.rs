//! Sets a terminal table up: who sits where, and the rules.

use super::screen::{EndRequest, Screen};
use super::{Console, ConsoleError, Paint, Pilot, Sitter, TerminalOptions};
use crate::chance::Seed;
use crate::desk::Served;
use crate::game::{RuleSet as _, Seat, Viewer};
use crate::host::{Handle, SubmitError};
use crate::table::{Input, PersonId, SeatView, StageView, Submission};
use crate::text::context::RenderContext;
use crate::text::locale::{Locale, Sentences};
use crate::text::table::{self, computer_name};

/// Whether an earlier table goes on, although the command line may ask for another one: nobody loses a
/// match that way. Whoever types is asked; a script goes on. `None` if the program is to end instead.
pub(super) async fn keeps<G: Served>(
    earlier: &Handle<G>,
    options: &TerminalOptions,
    screen: &mut Screen,
    ending: &mut EndRequest,
    cx: &RenderContext,
) -> Result<Option<bool>, ConsoleError> {
    if options.rules.is_empty() && options.usual_seats {
        return Ok(Some(true));
    }
    let view = earlier.view(Viewer::Public);
    let StageView::Playing(game) = &view.stage else {
        return Ok(Some(false));
    };
    if !screen.is_typed() {
        screen.line(&say!(cx, "console-options-wait", end = cx.command("end")));
        return Ok(Some(true));
    }
    let what = G::table_page(&view, game, cx).title;
    loop {
        screen.line(&say!(cx, "console-another", what = what.as_str()));
        let line = tokio::select! {
            () = ending.asked() => return Ok(None),
            line = screen.next() => line?,
        };
        match line.as_deref().map(str::trim) {
            None => return Ok(None),
            Some("") => return Ok(Some(true)),
            Some(word) if is_new(word) => return Ok(Some(false)),
            Some(_) => {}
        }
    }
}

/// Whether somebody asks for another table, in any language.
fn is_new(word: &str) -> bool {
    let word = word.trim_start_matches(['$', '/']).to_lowercase();
    let named = |locale: Locale| Sentences::of(locale).say("console-new", &[]) == word;
    Locale::all().any(named)
}

impl<G: Served> Console<G> {
    /// Seats everybody, sets the rules, and starts.
    pub(super) async fn sit_down(
        &mut self,
        options: &TerminalOptions,
        seed: Seed,
    ) -> Result<(), ConsoleError> {
        let host = PersonId(1);
        for (index, sitter) in options.seats.iter().enumerate() {
            let seat = Seat::new(index as u8);
            // The first seat is always a person's, since a table needs one: when watching, a
            // computer player acts for them.
            let piloted = matches!(sitter, Sitter::Computer(_)) && index == 0;
            match sitter {
                Sitter::Computer(skill) if !piloted => {
                    self.set_up(Input::AddComputer {
                        by: host,
                        seat: Some(seat),
                        skill: *skill,
                    })
                    .await?;
                }
                sitter => {
                    let person = PersonId(index as u64 + 1);
                    let name = match sitter {
                        Sitter::You => self.name_of(person),
                        Sitter::Computer(_) => computer_name::<G>(seat, &self.cx),
                    };
                    self.set_up(Input::Sit {
                        person,
                        name,
                        seat: Some(seat),
                    })
                    .await?;
                    if let Sitter::Computer(skill) = sitter {
                        let seed = seed.derive("terminal", 0);
                        let player = self.desk.host().computer(*skill, seed);
                        self.pilots.push(Pilot {
                            person,
                            seat,
                            player,
                        });
                    } else {
                        self.people.push((person, seat));
                    }
                }
            }
        }
        for (name, value) in &options.rules {
            let along = self.view().rules.limits_with(name, value);
            for (name, value) in
                std::iter::once((name.as_str(), value.as_str())).chain(along.iter().copied())
            {
                let (by, name, value) = (host, name.to_owned(), value.to_owned());
                self.set_up(Input::SetRule { by, name, value }).await?;
            }
        }
        self.set_up(Input::Start { by: host }).await
    }

    /// Finds the people who type here at a table that goes on.
    pub(super) fn sit_down_again(&mut self) {
        self.screen.line(&say!(
            self.cx,
            "console-resumed",
            end = self.cx.command("end")
        ));
        self.look_who_sits();
    }

    /// Notes which seats people who type have: all who are no computers.
    pub(super) fn look_who_sits(&mut self) {
        let places = self.view().seats;
        let person = |place: &SeatView| place.occupant.holder().map(|person| (person, place.seat));
        let piloted = |person| self.pilots.iter().any(|pilot| pilot.person == person);
        let people = places.iter().filter_map(person);
        self.people = people.filter(|(person, _)| !piloted(*person)).collect();
    }

    /// What somebody who types is called at the table.
    pub(super) fn name_of(&self, person: PersonId) -> String {
        say!(self.cx, "console-you", n = person.0)
    }

    async fn set_up(&self, input: Input<G>) -> Result<(), ConsoleError> {
        let Err(error) = self.handle.submit(Submission::typed(input)).await else {
            return Ok(());
        };
        let said = match error {
            SubmitError::Refused(refusal) => {
                table::refusal(&refusal, &self.handle.view(Viewer::Public), &self.cx)
            }
            error => error.to_string(),
        };
        Err(ConsoleError::Option(Paint::Plain.line(&said)))
    }
}
