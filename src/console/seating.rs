//! Sets a terminal table up: who sits where, and the rules.

use super::{Console, ConsoleError, Paint, Pilot, Sitter, TerminalOptions};
use crate::chance::Seed;
use crate::desk::Served;
use crate::game::{RuleSet as _, Seat, Viewer};
use crate::host::{SubmitError, TableNews};
use crate::table::{Input, PersonId, SeatView, Submission};
use crate::text::table::{self, computer_name};

impl<G: Served> Console<G> {
    /// Whose view is told: that of who types alone.
    pub(super) fn viewer(&self) -> Viewer {
        match self.people.as_slice() {
            [(_, seat)] => Viewer::Seat(*seat),
            _ => Viewer::Public,
        }
    }

    /// Seats everybody, sets the rules, and starts if nothing else is wanted first.
    pub(super) async fn sit_down(
        &mut self,
        options: &TerminalOptions,
        seed: Seed,
        starts: bool,
    ) -> Result<(), ConsoleError> {
        let host = PersonId(1);
        for (index, sitter) in options.seats.iter().enumerate() {
            let seat = Seat::new(index as u8);
            // The first seat is always a person's, since a table needs one: when watching, a
            // computer player acts for them.
            let piloted = matches!(sitter, Sitter::Computer(_)) && index == 0;
            match sitter {
                Sitter::Computer(skill) if !piloted => {
                    let (by, seat, skill) = (host, Some(seat), *skill);
                    let sits = Input::AddComputer { by, seat, skill };
                    self.set_up(sits).await?;
                }
                sitter => {
                    let person = PersonId(index as u64 + 1);
                    let name = match sitter {
                        Sitter::You => self.name_of(person),
                        Sitter::Computer(_) => computer_name::<G>(seat, &self.cx),
                    };
                    let at = Some(seat);
                    let sits = Input::Sit {
                        person,
                        name,
                        seat: at,
                    };
                    self.set_up(sits).await?;
                    if let Sitter::Computer(skill) = *sitter {
                        let seed = seed.derive("terminal", 0);
                        let player = self.desk.host().computer(skill, seed);
                        self.pilots.push(Pilot {
                            person,
                            seat,
                            skill,
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
            for (name, value) in [(&**name, &**value)].iter().chain(along) {
                let (by, name, value) = (host, (*name).to_owned(), (*value).to_owned());
                self.set_up(Input::SetRule { by, name, value }).await?;
            }
        }
        if self.watch {
            self.handle.keep_going();
        }
        if starts {
            let mut listener = self.handle.listen();
            self.set_up(Input::Start { by: host }).await?;
            // The start itself is no news here.
            if let Some(TableNews::Update(start)) = listener.next().await {
                self.started = Some((listener, start.moment));
            }
        }
        Ok(())
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
                table::refusal(&refusal, &self.cx.at(&self.handle.view(Viewer::Public)))
            }
            error => error.to_string(),
        };
        Err(ConsoleError::Option(Paint::Plain.line(&said).to_string()))
    }
}
