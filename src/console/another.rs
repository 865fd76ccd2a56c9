//! Tables one after the other: those that are opened when one was closed, and the deal of the day, which is
//! played beside the own table.
//!
//! Decides at which table a terminal is, and when it goes back. Both are kept; one of them is on the screen.

use super::house::table_key;
use super::{Console, ConsoleError, Pilot, PlayEnd, TerminalOptions};
use crate::command::{Anywhere, Name};
use crate::desk::{Answer, AskedFrom, Served};
use crate::game::GameKind;
use crate::host::{Handle, Host};
use crate::table::{PersonId, StageView};
use crate::text::page::Page;

impl<G: Served> Console<G> {
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
