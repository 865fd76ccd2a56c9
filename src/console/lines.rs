//! Carries out what is typed at a terminal table, and prints the answers and what is heard from the table.
//!
//! Decides who speaks, and what an empty line, a number and a yes or no belong to, and what is typed
//! while a page of the lesson is read. The desk does the rest.

use std::time::Duration;

use tokio::time::Instant;

use super::choices::{Choice, Hinted};
use super::screen::NO_TEXT;
use super::{Console, choices, signs};
use crate::command::{Anywhere, AtTable, Name};
use crate::desk::{Answer, AskedFrom, Command, Effect, Served, Who};
use crate::game::Viewer;
use crate::host::{TableNews, Update};
use crate::table::{Occupant, PersonId, StageView};
use crate::text::page::Page;
use crate::text::tractor::lesson;
use crate::text::words::{is_no, is_yes, means, number, same_prefix};
use crate::text::{markup, table};

/// How soon an empty line comes after another one where the key is held: keyboards repeat after two thirds of a second
/// at the latest, and then faster.
const HELD: Duration = Duration::from_millis(700);

impl<G: Served> Console<G> {
    /// Cards lie around the table as long as the window has room for that: it may be another one by now.
    pub(super) fn fit_window(&mut self) {
        let has_faces = self.screen.has_faces(self.cards);
        if has_faces != self.cx.faces.is_some() {
            let faces = has_faces.then(signs::faces);
            self.desk.faces().publish(faces);
            self.cx.faces = self.desk.faces().now();
        }
    }

    /// Whether a line ends the program. Only the small letter does by itself: a queen is written large.
    pub(super) fn quits(&self, line: &str) -> bool {
        let line = self.bare(line);
        line == "q" || means(line, "word-quit")
    }

    /// A line without spaces around it and the prefix of commands, be it that of another bot.
    fn bare<'l>(&self, line: &'l str) -> &'l str {
        let line = line.trim();
        let prefix = self.cx.prefix.as_str();
        let bare = line.strip_prefix(prefix);
        let wide = || line.strip_prefix(same_prefix(prefix, line)?);
        let others = || {
            let bare = line.strip_prefix(['/', '.'])?;
            Command::parse(bare).is_ok().then_some(bare)
        };
        let bare = bare.or_else(wide).or_else(others);
        bare.unwrap_or(line).trim()
    }

    /// Waits for what opens another table after one was closed, and gives what is still to be carried
    /// out at it: the line, if it says more than that. `None` if the program is to end.
    pub(super) async fn opens_another(&mut self) -> std::io::Result<Option<String>> {
        if self.watch {
            return Ok(None);
        }
        let open = self.cx.command(Name::Open(G::KIND).word());
        loop {
            self.screen
                .prompt(&say!(self.cx, "console-closed", open = open.as_str()));
            let line = tokio::select! {
                () = self.ending.asked() => return Ok(None),
                line = self.screen.next() => line?,
            };
            let Some(line) = line.filter(|line| !self.quits(line)) else {
                return Ok(None);
            };
            let line = self.bare(&line);
            if line.is_empty() {
                return Ok(Some(String::new()));
            }
            if let Ok(command) = Command::parse(line)
                && command.name == Name::Open(G::KIND)
            {
                let alone = command.words.is_empty();
                return Ok(Some(if alone { "" } else { line }.to_owned()));
            }
        }
    }

    pub(super) async fn carry_out(&mut self, line: &str) {
        if line.contains(NO_TEXT) {
            let sign = NO_TEXT.to_string();
            self.screen.line(&say!(self.cx, "console-no-text", sign));
        }
        let line = self.bare(line);
        let ready = self.ready.take();
        let answers = is_yes(line) || is_no(line);
        let asked = self.asked.take().filter(|_| answers);
        let speaker = || self.speaker_of(line);
        let who = self.who(asked.as_ref().map_or_else(speaker, |(person, _)| *person));
        if asked.is_none() && self.learn(line, &who, &self.place()).await {
            return;
        }
        if line.is_empty() {
            self.enter(&who, ready).await;
            return;
        }
        // Whoever typed something in between holds no key.
        self.entered = None;
        let offered = std::mem::take(&mut self.offered);
        let chosen = number(line).and_then(|number| offered.get(number - 1));
        let answer = match (asked, chosen) {
            (Some((_, mut press)), _) => {
                if is_no(line) {
                    press.line = "back".into();
                }
                self.desk.press(&who, &self.place(), &press, &[]).await
            }
            (None, Some(chosen)) => self.choose(&who, chosen).await,
            (None, None) => self.run(&who, line).await,
        };
        self.take_answer(&who, &answer).await;
    }

    async fn choose(&mut self, who: &Who, Choice { press, .. }: &Choice) -> Answer {
        let answer = self.desk.press(who, &self.place(), press, &[]).await;
        self.follow(press.line.name(), &answer);
        answer
    }

    /// Carries out a line that is an order of its own.
    async fn run(&mut self, who: &Who, line: &str) -> Answer {
        let place = self.place();
        let own = self.desk.finder.nth_card(who, &place, line);
        let line = own.as_deref().unwrap_or(line);
        match Command::parse(line) {
            Ok(command) => {
                let command = self.desk.finder.meant(who, &place, line, command);
                let name = command.name;
                if let Some(answer) = self.turns_away(name) {
                    return answer;
                }
                let answer = self.desk.run(who, &place, command).await;
                if name == Name::Anywhere(Anywhere::Practice) {
                    self.read_lesson(&answer);
                }
                self.follow(Some(name), &answer);
                if name == Name::AtTable(AtTable::Hint) && answer.outcome == Effect::Shown {
                    self.note_hint(who.person, &answer);
                }
                answer
            }
            Err(unknown) => self.desk.bare(who, &place, line, unknown).await,
        }
    }

    /// Does what the prompt said that an empty line does; without that, shows the hand again.
    async fn enter(&mut self, who: &Who, ready: Option<Choice>) {
        // A key that is held is pressed once.
        let before = self.entered.replace(Instant::now());
        if self.screen.is_typed() && before.is_some_and(|before| before.elapsed() < HELD) {
            self.ask_again().await;
            return;
        }
        let viewer = self.speaker().1.map_or(Viewer::Public, Viewer::Seat);
        let view = self.handle.view(viewer);
        let page = self.page_of(who.person, &view).await;
        let hidden = self.curtain(&page, &view).is_some();
        if hidden {
            self.looks = Some(who.person);
        }
        let Some(ready) = ready.filter(|_| !hidden) else {
            self.shown.clear();
            self.show_what_is_due(false).await;
            return;
        };
        let answer = self.choose(who, &ready).await;
        self.take_answer(who, &answer).await;
    }

    /// Prints an answer, and asks on.
    async fn take_answer(&mut self, who: &Who, answer: &Answer) {
        if self.next.is_some() {
            return;
        }
        self.print_answer(answer);
        let asked = table::asked(&answer.page);
        self.asked = asked.map(|press| (who.person, press.clone()));
        // Language and looks may have been changed.
        self.cx = self.desk.front.context(who, &self.place()).await;
        let learns = lesson::standing(&answer.page).is_some();
        let lesson = self.lesson.as_ref().filter(|_| !learns);
        let waits = lesson.and_then(|page| lesson::waits(page, &self.cx));
        if let Some(waits) = &waits {
            self.screen.line(waits);
        }
        if waits.is_some() || answer.outcome != Effect::Done {
            self.ask_again().await;
        }
    }

    /// Remembers what a hint advises, so that an empty line can do it.
    fn note_hint(&mut self, person: PersonId, answer: &Answer) {
        let action = self.desk.front.hinted(&self.handle, person);
        let mut lines = answer.page.lines.iter();
        let typed = lines.find_map(|line| choices::command_in(line, &self.cx));
        let typed = typed.and_then(|typed| {
            let Command { name, words, .. } = Command::parse(&typed).ok()?;
            let label = markup::plain(&self.cx.command(&typed));
            Some(self.choice_of(label, format!("{} {words}", name.word())))
        });
        self.hinted = action.map(|action| Hinted {
            turn: self.handle.turn_started(),
            action,
            typed,
        });
    }

    /// Who speaks a line: whoever is waited for, else the first; whoever is away comes back.
    fn speaker_of(&self, line: &str) -> PersonId {
        let joins = Command::parse(line).is_ok_and(|command| matches!(command.name, Name::Open(_)));
        let view = self.handle.view(Viewer::Public);
        let away = view.seats.iter().find_map(|place| place.occupant.away());
        away.filter(|_| joins).unwrap_or_else(|| self.speaker().0)
    }

    /// The first line of a page if what follows is the hand that was printed last.
    fn said_above_the_hand<'p>(&self, page: &'p Page) -> Option<&'p str> {
        let (said, hand) = page.lines.split_first()?;
        let hand = Page {
            title: page.title.clone(),
            lines: hand.to_vec(),
            ..Page::default()
        };
        let shown = !hand.lines.is_empty() && self.shown.starts_with(&hand.text());
        shown.then_some(said)
    }

    /// Prints an answer, unless the news will tell it anyway.
    pub(super) fn print_answer(&mut self, answer: &Answer) {
        if answer.outcome == Effect::Done {
            return;
        }
        // A page of the lesson has words for its choices.
        let learns = lesson::standing(&answer.page).is_some();
        let page = Some(&answer.page).filter(|_| !learns);
        let rows = page.map(choices::numbered).unwrap_or_default();
        let offers = choices::numbered_lines(&rows, &self.cx);
        match self.said_above_the_hand(&answer.page) {
            Some(said) => self.screen.line(said),
            None => self.screen.page_with(&answer.page, &offers),
        }
        let offered: Vec<_> = rows.into_iter().flat_map(|(_, choices)| choices).collect();
        // Where numbers are moves that all can see, squares of a board.
        let moves = !G::HAS_HANDS && matches!(self.view().stage, StageView::Playing(_));
        self.offered = match moves && offered.iter().any(choices::turns_page) {
            true => {
                self.screen.line(&say!(self.cx, "console-help-by-number"));
                Vec::new()
            }
            false => offered,
        };
        if let Some(file) = &answer.attachment {
            let kept = std::fs::write(&file.name, &file.text);
            let failed = kept.map_or_else(|error| format!(": {error}"), |()| String::new());
            let line = format!("{}{failed}", file.name);
            self.screen.line(&line);
        }
    }

    /// Carries out a line that is meant for the lesson; `false` for any other.
    pub(super) async fn learn(&mut self, line: &str, who: &Who, place: &AskedFrom) -> bool {
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

    /// Keeps the page of the lesson that is read from now on. What else is typed leaves it as it is.
    fn read_lesson(&mut self, answer: &Answer) {
        let before = self.lesson.take().is_some();
        let goes_on = lesson::standing(&answer.page).is_some();
        self.lesson = goes_on.then(|| answer.page.clone());
        if before && !goes_on {
            // The table is shown again when it is gone back to.
            self.shown.clear();
        }
    }

    /// Prints what happened and asks computers that sit in a person's place.
    pub(super) async fn hear(&mut self, heard: TableNews<G>) {
        let told = match heard {
            TableNews::Update(update) => {
                self.heard = update.moment;
                if update.is_quiet() && !self.told {
                    return;
                }
                self.print_news(&update)
            }
            TableNews::Missed => {
                self.heard = self.handle.moment();
                self.screen.line(&say!(self.cx, "news-missed"));
                true
            }
        };
        self.look_who_sits();
        self.act_for_computers().await;
        self.show_what_is_due(told).await;
    }

    /// Prints what happened, computers in a person's place marked as such; `false` if there is nothing to
    /// say about it.
    fn print_news(&self, update: &Update<G>) -> bool {
        let viewer = self.viewer();
        let mut view = update.view(viewer);
        for pilot in &self.pilots {
            let place = view.seats.iter_mut().find(|place| place.seat == pilot.seat);
            if let Some(place) = place {
                place.occupant = Occupant::Computer(pilot.skill);
            }
        }
        let said = update.notices(viewer).into_iter();
        let said = said.filter_map(|notice| table::notice_lines(&notice, &self.cx.at(&view)));
        let mut lines: Vec<String> = said.flatten().collect();
        // The page below says again how a match ended.
        if matches!(view.stage, StageView::Over(_)) && !self.watch && self.speaker().1.is_some() {
            let cx = self.desk.front.at_table(self.cx.clone(), &self.handle);
            let page = table::public_page(&cx.at(&view));
            let below = |line: &String| page.lines.contains(line) || *line == page.title;
            lines.retain(|line| !below(line));
        }
        lines.iter().for_each(|line| self.screen.line(line));
        !lines.is_empty()
    }
}
