//! The lesson at the terminal: what is typed while one of its pages is read.

use super::Console;
use crate::command::{Anywhere, Name};
use crate::desk::{Answer, Command, Place, Served, Who};
use crate::text::tractor::lesson;

impl<G: Served> Console<G> {
    /// Carries out a line that is meant for the lesson; `false` for any other.
    pub(super) async fn learn(&mut self, line: &str, who: &Who, place: &Place) -> bool {
        let page = self.lesson.as_ref();
        let Some(words) = page.and_then(|page| lesson::meant(line, page)) else {
            return false;
        };
        let command = Command::new(Name::Anywhere(Anywhere::Practice), words);
        let answer = self.desk.run(who, place, command).await;
        self.read_lesson(&answer);
        self.print_answer(&answer);
        self.ask_again().await;
        true
    }

    /// Keeps the page of the lesson that is read from now on: after a command of the table, and
    /// after the end of the lesson, none.
    pub(super) fn read_on(&mut self, command: Name, answer: &Answer) {
        let teaches = command == Name::Anywhere(Anywhere::Practice);
        if teaches || !matches!(command, Name::Anywhere(_)) {
            self.read_lesson(answer);
        }
    }

    fn read_lesson(&mut self, answer: &Answer) {
        let before = self.lesson.take().is_some();
        let goes_on = lesson::asked(&answer.page).is_some();
        self.lesson = goes_on.then(|| answer.page.clone());
        if before && !goes_on {
            // The table is shown again when it is gone back to.
            self.shown.clear();
        }
    }
}
