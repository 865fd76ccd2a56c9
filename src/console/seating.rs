//! Sets a terminal table up: who sits where, and the rules.
//!
//! Tables one after the other: those that are opened when one was closed, and the deal of the day, which is
//! played beside the own table.
//!
//! Decides at which table a terminal is, and when it goes back. Both are kept; one of them is on the screen.

use super::house::table_key;
use super::{Console, ConsoleError, Paint, Pilot, PlayEnd, Sitter, TerminalOptions};
use crate::chance::Seed;
use crate::command::{Anywhere, Name};
use crate::desk::{Answer, AskedFrom, Served};
use crate::game::{GameKind, RuleSet as _, Seat, Viewer};
use crate::host::{Handle, Host, SubmitError, TableNews};
use crate::table::{Input, PersonId, SeatView, StageView, Submission};
use crate::text::page::Page;
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
            let (at, person) = (Seat::new(index as u8), PersonId(index as u64 + 1));
            let (by, seat) = (host, Some(at));
            match *sitter {
                Sitter::You => {
                    let name = self.name_of(person);
                    self.set_up(Input::Sit { person, name, seat }).await?;
                    self.people.push((person, at));
                }
                // The first seat is always a person's, since a table needs one: when watching, a
                // computer player acts for them.
                Sitter::Computer(skill) if index == 0 => {
                    let name = computer_name::<G>(at, &self.cx);
                    self.set_up(Input::Sit { person, name, seat }).await?;
                    let seed = seed.derive("terminal", 0);
                    let player = self.desk.host().computer(skill, seed);
                    self.pilots.push(Pilot {
                        person,
                        seat: at,
                        skill,
                        player,
                    });
                }
                Sitter::Computer(skill) => {
                    let sits = Input::AddComputer { by, seat, skill };
                    self.set_up(sits).await?;
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

    /// Where people type.
    pub(super) fn place(&self) -> AskedFrom {
        AskedFrom::new(self.handle.key().0, None)
    }

    /// Plays at this table and at those that are opened after it. `first` is a line that is carried out
    /// at once; empty for none.
    pub(super) async fn play_on(
        &mut self,
        first: &str,
        options: &TerminalOptions,
        host: &Host,
    ) -> Result<(), ConsoleError> {
        let mut first = first.to_owned();
        loop {
            let end = self.play(&first).await?;
            first.clear();
            match (end, self.next.take(), self.home.take()) {
                (PlayEnd::Left, ..) => return Ok(()),
                (PlayEnd::Elsewhere, Some(next), home) => self.go_beside(next, home),
                (PlayEnd::Elsewhere | PlayEnd::Closed, None, Some(home)) => self.go_home(home),
                (PlayEnd::Elsewhere | PlayEnd::Closed, _, _) => {
                    let Some(line) = self.opens_another().await? else {
                        return Ok(());
                    };
                    first = line;
                    let seed = options.secret()?;
                    let (rules, limits) = (G::Rules::default(), self.view().limits);
                    let opened = host.open::<G>(table_key::<G>(), rules, limits, seed, PersonId(1));
                    self.go_to(opened.await?);
                    self.sit_down(options, seed, first.is_empty()).await?;
                }
            }
        }
    }

    /// Another table, at which nothing was said yet.
    fn go_to(&mut self, handle: Handle<G>) {
        self.handle = handle;
        self.people.clear();
        self.pilots.clear();
        self.shown.clear();
        self.told = false;
        self.started = None;
        (self.asked, self.hinted, self.ready, self.lesson) = (None, None, None, None);
        self.offered.clear();
    }

    /// The table of a deal of the day, beside the own one.
    fn go_beside(&mut self, next: Handle<G>, home: Option<(Handle<G>, Vec<Pilot<G>>)>) {
        let own = |console: &mut Self| {
            let pilots = std::mem::take(&mut console.pilots);
            (console.handle.clone(), pilots)
        };
        let home = home.unwrap_or_else(|| own(self));
        if home.0.id() == next.id() {
            return self.go_home(home);
        }
        self.go_to(next);
        self.home = Some(home);
        self.look_who_sits();
    }

    fn go_home(&mut self, (handle, pilots): (Handle<G>, Vec<Pilot<G>>)) {
        self.go_to(handle);
        self.pilots = pilots;
        self.look_who_sits();
    }

    /// What is answered to a command before the desk is asked: one that leads back to the own table, and
    /// the deal of the day where another game is played.
    pub(super) fn turns_away(&mut self, name: Name) -> Option<Answer> {
        let home = self.home.as_ref().filter(|_| name == Name::Open(G::KIND));
        if let Some((home, _)) = home {
            self.next = Some(home.clone());
            return Some(Answer::done(Page::default()));
        }
        let other = is_daily(name) && G::KIND != GameKind::Tractor;
        other.then(|| Answer::refused(say!(self.cx, "console-daily")))
    }

    /// Goes on where the deal of the day is played; once it is over and was told how it went, back at the
    /// own table.
    pub(super) fn follow(&mut self, name: Option<Name>, answer: &Answer) {
        if !name.is_some_and(is_daily) {
            return;
        }
        let host = self.desk.host();
        let other = answer.table.filter(|key| *key != self.handle.key());
        if let Some(next) = other.and_then(|key| host.get(key)).and_then(G::of) {
            self.next = Some(next);
        } else if let Some((home, _)) = &self.home
            && answer.table.is_none()
            && !answer.is_refusal()
            && !matches!(self.view().stage, StageView::Playing(_))
        {
            self.next = Some(home.clone());
            self.print_answer(answer);
        }
    }
}

const fn is_daily(name: Name) -> bool {
    matches!(name, Name::Anywhere(Anywhere::Daily | Anywhere::Duel))
}
