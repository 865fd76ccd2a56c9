//! The terminal table: the same game, words and refusals as in Discord, typed at a prompt.
//!
//! Decides when the hand is printed, what the prompt asks for, and when a line of input is read:
//! people may type at any time, a script is read line by line whenever the game waits for it. The
//! desk does everything else.
#![doc = ""]
#![doc = include_str!("console/terminal.md")]

mod choices;
pub mod doctor;
mod house;
mod lines;
pub mod moderation;
mod paint;
pub mod replay;
mod screen;
mod seating;
mod signs;
pub mod verify;

use std::sync::Arc;

pub use house::{CardDisplay, ConsoleError, Sitter, TerminalOptions, network_disk_line, table_key};
pub use paint::{Paint, Painted};
pub use screen::{print, say, tell, write_in_letters};

use tokio::sync::watch;
use tokio::time::Instant;

use crate::command::Verb;
use crate::desk::settings::Settings;
use crate::desk::{Desk, Served, Who};
use crate::game::{GameKind, Seat, Turn, Viewer};
use crate::host::{EndRequest, Handle, Listener, SubmitError};
use crate::players::Player;
use crate::table::{
    By, Closer, Input, Limits, Moment, PersonId, Refusal, Skill, StageView, Submission, TableView,
};
use crate::text::context::{RenderContext, Surface};
use crate::text::looks::CardLook;
use crate::text::page::{Page, PageKind};
use crate::text::press::Press;
use crate::text::{daily, markup, table};
use choices::{Choice, Hinted};
use screen::{Screen, is_in_letters, is_typed};

/// What a tool of the command line found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    pub lines: Vec<String>,
    /// Whether all is as it should be.
    pub sound: bool,
}

impl From<String> for Report {
    fn from(line: String) -> Self {
        Self {
            lines: vec![line],
            sound: true,
        }
    }
}

/// Opens a table for this game, sits everybody down, starts and plays until the input ends.
///
/// # Errors
/// [`ConsoleError`] if the table cannot be set up as asked for, or the terminal fails.
pub async fn run<G: Served>(options: TerminalOptions) -> Result<(), ConsoleError> {
    let mut ending = EndRequest::listen();
    let Some(house) = house::open(&options, &mut ending).await? else {
        return Ok(());
    };
    let settings = Settings::new(
        Arc::clone(&house.store),
        options.locale,
        options.prefix.clone(),
    );
    let seed = options.secret()?;
    let limits = Limits {
        turn_limit_s: None,
        turn_warning_s: None,
        idle_limit_min: None,
        computer_delay_ms: if is_typed() && !options.watch { 700 } else { 0 },
        ..Limits::default()
    };
    let mut screen = Screen::open(&options);
    let mut cx = RenderContext::new(options.locale, Surface::Terminal, options.prefix.clone());
    let earlier = house::earlier::<G>(&house);
    let goes_on = match &earlier {
        Some(earlier) => house::keeps(earlier, &options, &mut screen, &mut ending, &cx).await?,
        None => Some(false),
    };
    let Some(resumed) = goes_on else {
        screen.close();
        house.close().await;
        return Ok(());
    };
    let me = PersonId(1);
    let handle = match earlier {
        Some(handle) if resumed => handle,
        earlier => {
            if let Some(handle) = earlier {
                close(&handle, me).await?;
            }
            let (key, rules) = (table_key::<G>(), G::Rules::default());
            (house.host).open(key, rules, limits, seed, me).await?
        }
    };
    let desk = Desk::new(house.host.clone(), Surface::Terminal, settings)
        .with_diligence(options.diligence)
        .with_limits(limits)
        .with_letters(is_in_letters());
    if is_in_letters() {
        cx.looks.cards = CardLook::Letters;
    }
    let mut console = Console {
        cards: options.cards,
        cx,
        desk,
        handle,
        screen,
        ending,
        failed: house.host.failure(),
        pilots: Vec::new(),
        people: Vec::new(),
        shown: String::new(),
        looks: None,
        watch: options.watch,
        started: None,
        heard: Moment::default(),
        told: false,
        asked: None,
        offered: Vec::new(),
        hinted: None,
        ready: None,
        entered: None,
        lesson: None,
        home: None,
        next: None,
    };
    if resumed {
        console.screen.line(&say!(console.cx, "console-resumed"));
        console.look_who_sits();
    } else if let Err(error) = console.sit_down(&options, seed, true).await {
        // A table that could not be set up must not be found the next time.
        console.screen.close();
        close(&console.handle, me).await?;
        house.close().await;
        return Err(error);
    }
    console.greet();
    let first = if options.learns { "practice" } else { "" };
    let played = console.play_on(first, &options, &house.host).await;
    console.screen.close();
    if played.is_ok() {
        console.say_goodbye();
    }
    drop(console);
    house.close().await;
    played
}

/// Waits until something cannot be written down: the game would only stand still.
async fn failure(failed: &mut watch::Receiver<Option<String>>) -> String {
    match failed.wait_for(Option::is_some).await {
        Ok(why) => why.clone().unwrap_or_default(),
        // Nothing is written any more.
        Err(_) => std::future::pending().await,
    }
}

/// Ends an earlier table, and waits until it is off the list.
async fn close<G: Served>(handle: &Handle<G>, person: PersonId) -> Result<(), ConsoleError> {
    let mut listener = handle.listen();
    let by = Closer::Moderator(person);
    let closed = handle.submit(Submission::typed(Input::Close { by })).await;
    closed.map_err(|error| ConsoleError::Option(error.to_string()))?;
    while listener.next().await.is_some() {}
    Ok(())
}

/// Why nobody plays any more at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlayEnd {
    /// The input ended, or the program is to end.
    Left,
    /// The table was closed.
    Closed,
    /// It goes on at another table.
    Elsewhere,
}

/// A computer player on the seat of a person: keeps a table of computers alone going.
struct Pilot<G: Served> {
    person: PersonId,
    seat: Seat,
    skill: Skill,
    player: Box<dyn Player<G>>,
}

struct Console<G: Served> {
    desk: Desk,
    handle: Handle<G>,
    cx: RenderContext,
    screen: Screen,
    ending: EndRequest,
    /// Why something could not be written down, once it could not.
    failed: watch::Receiver<Option<String>>,
    pilots: Vec<Pilot<G>>,
    /// How cards are to look where there is room for it.
    cards: CardDisplay,
    /// The people who type here, in turn order of their seats.
    people: Vec<(PersonId, Seat)>,
    /// The hand and its choices as they were last printed.
    shown: String,
    /// Whose cards may stand on the screen, where several people share it.
    looks: Option<PersonId>,
    watch: bool,
    /// Who listens since the match was started, and to what that led.
    started: Option<(Listener<G>, Moment)>,
    /// Up to where news were heard.
    heard: Moment,
    /// Something was told since the last prompt.
    told: bool,
    /// Who was asked last, and what is done if they answer with yes.
    asked: Option<(PersonId, Press)>,
    /// What the last answer offered by numbers.
    offered: Vec<Choice>,
    hinted: Option<Hinted<G::Action>>,
    /// What an empty line does, as the prompt says.
    ready: Option<Choice>,
    /// When an empty line was typed last.
    entered: Option<Instant>,
    /// The page of the lesson that is read; `None` outside of it.
    lesson: Option<Page>,
    /// The own table, with who plays there for people, while the deal of the day is played.
    home: Option<(Handle<G>, Vec<Pilot<G>>)>,
    /// The table at which it goes on after what was just carried out.
    next: Option<Handle<G>>,
}

impl<G: Served> Console<G> {
    /// Says what this is.
    fn greet(&self) {
        if self.watch {
            return;
        }
        let game = table::game_name(G::KIND.name(), &self.cx);
        self.screen.line(&say!(self.cx, "console-welcome", game));
        if G::KIND == GameKind::USUAL {
            self.screen.line(&say!(self.cx, "console-newcomer"));
            self.screen.line(&say!(self.cx, "console-browser"));
        }
    }

    /// Plays until the input ends (or, when watching, until the match is over), until the table is closed,
    /// or until the program is asked to end.
    async fn play(&mut self, first: &str) -> Result<PlayEnd, ConsoleError> {
        // What the start of the match led to at once was heard from there on.
        let (mut listener, heard) = self.started.take().unwrap_or_else(|| {
            let listener = self.handle.listen();
            (listener, self.handle.moment())
        });
        self.heard = heard;
        self.fit_window();
        self.act_for_computers().await;
        if first.is_empty() {
            self.show_what_is_due(false).await;
        } else {
            self.carry_out(first).await;
        }
        loop {
            if self.next.is_some() {
                return Ok(PlayEnd::Elsewhere);
            }
            let view = self.view();
            // Whatever happened last is told before the end.
            let told = self.heard == self.handle.moment();
            if self.watch && told && matches!(view.stage, StageView::Over(_) | StageView::Closed) {
                return Ok(PlayEnd::Left);
            }
            let takes_input = self.takes_input(&view);
            tokio::select! {
                biased;
                () = self.ending.asked() => return Ok(PlayEnd::Left),
                why = failure(&mut self.failed) => return Err(ConsoleError::NotKept(why)),
                heard = listener.next() => match heard {
                    Some(heard) => {
                        self.fit_window();
                        self.hear(heard).await;
                    }
                    None => return Ok(PlayEnd::Closed),
                },
                line = self.screen.next(), if takes_input => match line? {
                    Some(line) if self.quits(&line) => return Ok(PlayEnd::Left),
                    Some(line) => {
                        self.fit_window();
                        self.carry_out(&line).await;
                    }
                    None => return Ok(PlayEnd::Left),
                },
            }
        }
    }

    /// Whether a line may be read now: of a script only what the game waits for. What is typed at a table that was
    /// just closed belongs to the question for the next one.
    fn takes_input(&self, view: &TableView<G>) -> bool {
        let playing = matches!(view.stage, StageView::Playing(_));
        let closed = matches!(view.stage, StageView::Closed);
        let beside = self.asked.is_some() || self.lesson.is_some();
        let waits = self.screen.is_typed() || !playing || beside;
        !self.watch && !closed && (waits || self.is_due(view))
    }

    /// Whether the game waits for somebody who types: it is their turn, it is anybody's, they may pass, or the
    /// clock waits for them.
    fn is_due(&self, view: &TableView<G>) -> bool {
        match view.turn {
            Turn::Seats(seats) if seats.is_empty() => true,
            Turn::Seats(_) | Turn::Over => self.awaited(view).is_some(),
            Turn::Clock => {
                let may_pass = self.people.iter().any(|(_, seat)| self.can_pass(*seat));
                may_pass || self.handle.deadline().is_none()
            }
        }
    }

    /// Whoever types and is waited for.
    fn awaited(&self, view: &TableView<G>) -> Option<(PersonId, Seat)> {
        let here = |(person, seat): &(PersonId, Seat)| {
            let place = view.place(*seat);
            place.is_some_and(|place| place.occupant.person() == Some(*person))
        };
        let people = self.people.iter().copied().filter(here);
        match view.turn {
            Turn::Seats(seats) => people.clone().find(|(_, seat)| seats.contains(*seat)),
            Turn::Clock => people.clone().find(|(_, seat)| self.can_pass(*seat)),
            Turn::Over => None,
        }
    }

    fn can_pass(&self, seat: Seat) -> bool {
        G::may_pass(&self.handle.view(Viewer::Seat(seat)))
    }

    /// Who speaks when a line is typed: whoever is waited for, else the first.
    fn speaker(&self) -> (PersonId, Option<Seat>) {
        let awaited = self.awaited(&self.view());
        let somebody = awaited.or_else(|| self.people.first().copied());
        somebody.map_or((PersonId(1), None), |(person, seat)| (person, Some(seat)))
    }

    fn view(&self) -> TableView<G> {
        self.handle.view(Viewer::Public)
    }

    /// Lets the computers that sit in a person's place act.
    async fn act_for_computers(&mut self) {
        for pilot in &mut self.pilots {
            let view = self.handle.view(Viewer::Seat(pilot.seat));
            let StageView::Playing(game) = &view.stage else {
                continue;
            };
            let Some(action) = pilot.player.choose(game).or_else(|| G::nudge(game)) else {
                continue;
            };
            let by = By::Person(pilot.person);
            let submission = Submission::typed(Input::Act { by, action });
            // The state may have moved on in between: the next news asks again.
            if let Err(SubmitError::Refused(Refusal::Game(rejection))) =
                self.handle.submit(submission).await
            {
                tracing::debug!(%rejection, "a computer's action came too late");
            }
        }
    }

    /// Prints the hand and the prompt of whoever is waited for, once; if something was `told` since,
    /// the prompt again.
    async fn show_what_is_due(&mut self, told: bool) {
        // What happened is told before what is due: the rest of the news is on its way.
        self.told |= told;
        if self.watch || self.lesson.is_some() || self.handle.moment() != self.heard {
            return;
        }
        let told = std::mem::take(&mut self.told);
        let (person, seat) = self.speaker();
        let Some(seat) = seat else { return };
        let view = self.handle.view(Viewer::Seat(seat));
        if matches!(view.stage, StageView::Closed) {
            return;
        }
        let page = self.page_of(person, &view).await;
        if self.handle.moment() != self.heard {
            self.told = told;
            return;
        }
        if matches!(view.stage, StageView::Playing(_))
            && !self.is_due(&view)
            && !(self.screen.is_typed() && page.moves().next().is_some())
        {
            return;
        }
        if let Some(curtain) = self.curtain(&page, &view) {
            if self.shown != curtain {
                (self.looks, self.ready) = (None, None);
                self.screen.scroll_away();
                self.shown.clone_from(&curtain);
            } else if !told {
                return;
            }
            self.screen.prompt(&curtain);
            return;
        }
        let offers = choices::typed_moves::<G>(&page, &self.cx);
        // Beside the turn of somebody else the hand is as it was: what can be done is enough.
        let beside = matches!(view.turn, Turn::Seats(_)) && !self.is_due(&view);
        let mut shown = offers.join("\n");
        if !beside {
            let prompt = table::prompt(&self.cx.at(&view));
            shown = format!("{}{shown}{prompt}", page.text());
        }
        // That time goes by is no reason to show it again.
        let cx = self.desk.front.at_table(self.cx.clone(), &self.handle);
        for when in cx.when().into_iter().chain(cx.by_itself()) {
            shown = shown.replace(&when, "");
        }
        if shown == self.shown {
            // A script was asked once; it knows.
            if told && self.screen.is_typed() {
                self.ask_again().await;
            }
            return;
        }
        self.shown = shown;
        match beside {
            true => offers.iter().for_each(|offer| self.screen.line(offer)),
            false => self.screen.page_with(&page, &offers),
        }
        self.prompt(&page, &view);
    }

    /// What is asked for before this page of somebody's hand is shown where several people share the
    /// screen.
    fn curtain(&self, page: &Page, view: &TableView<G>) -> Option<String> {
        let shared = G::HAS_HANDS && self.screen.is_typed() && self.people.len() > 1;
        // Before a deal there is nothing to hide.
        let hides = matches!(view.stage, StageView::Playing(_))
            && page.moves().all(|offered| offered.verb != Verb::Deal);
        let (person, seat) = self.speaker();
        let seat = seat.filter(|_| shared && hides && self.looks != Some(person))?;
        let who = table::who(seat, &self.cx.at(view));
        Some(say!(self.cx, "console-curtain", who))
    }

    /// What somebody who types is shown: their hand, or the table before and after a match.
    async fn page_of(&self, person: PersonId, view: &TableView<G>) -> Page {
        match view.stage {
            StageView::Playing(_) => {
                let who = self.who(person);
                self.desk
                    .front
                    .hand_page(&self.handle, &who, &self.place())
                    .await
            }
            _ => table::public_page(
                &self
                    .desk
                    .front
                    .at_table(self.cx.clone(), &self.handle)
                    .at(view),
            ),
        }
    }

    /// Prints the prompt alone: the hand was shown before.
    async fn ask_again(&mut self) {
        if self.asked.is_some() {
            self.screen.prompt(&say!(self.cx, "console-ask"));
            return;
        }
        if let Some(page) = &self.lesson {
            self.screen
                .prompt(&crate::text::tractor::lesson::prompt(page, &self.cx));
            return;
        }
        let (person, seat) = self.speaker();
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        let view = self.handle.view(viewer);
        let page = self.page_of(person, &view).await;
        if let Some(curtain) = self.curtain(&page, &view) {
            self.screen.prompt(&curtain);
            return;
        }
        self.prompt(&page, &view);
    }

    /// Prints the prompt. Who types is told what an empty line does, or an example; a script knows.
    fn prompt(&mut self, page: &Page, view: &TableView<G>) {
        let prompt = table::prompt(&self.cx.at(view));
        self.ready = None;
        if matches!(view.stage, StageView::Playing(_)) {
            let turn = self.handle.turn_started();
            let hinted = self.hinted.as_ref().filter(|hinted| hinted.turn == turn);
            self.ready = choices::ready(page, hinted, view);
        } else if matches!(view.stage, StageView::Over(_)) {
            let (label, line) = match view.daily {
                Some(deal) => (say!(self.cx, "button-daily"), daily::words(deal)),
                None => (say!(self.cx, "console-rematch"), "start".to_owned()),
            };
            self.ready = Some(self.choice_of(label, line));
        }
        if !self.screen.is_typed() {
            self.screen.prompt(&prompt);
            return;
        }
        let due = self.is_due(view) && self.ready.is_none();
        let example = due.then(|| choices::example(page, view, &self.cx));
        let prompt = match (&self.ready, example.flatten()) {
            (Some(ready), _) => {
                let what = markup::escape(&ready.label);
                say!(self.cx, "console-enter", prompt, what)
            }
            (None, Some(example)) => say!(self.cx, "console-example", prompt, example),
            (None, None) => prompt,
        };
        // Several people at one keyboard are told whose turn it is.
        let whose = view.seat().filter(|_| self.people.len() > 1);
        let whose = whose.map(|seat| table::who(seat, &self.cx.at(view)));
        self.screen.prompt(&match whose {
            Some(who) => say!(self.cx, "console-whose", who, prompt),
            None => prompt,
        });
    }

    /// What carries out this line at the table as it is now.
    fn choice_of(&self, label: String, line: String) -> Choice {
        Choice {
            label,
            press: Press {
                table: self.handle.key(),
                at: self.handle.moment().position,
                line: line.into(),
            },
        }
    }

    fn who(&self, person: PersonId) -> Who {
        Who {
            person,
            name: self.name_of(person),
            locale: Some(self.cx.locale),
            moderator: true,
            nonce: None,
        }
    }

    fn say_goodbye(&self) {
        let view = self.handle.view(self.viewer());
        // The result of a match stands above.
        if matches!(view.stage, StageView::Playing(_)) {
            let score = table::sheet_page(PageKind::Score, &self.cx.at(&view));
            self.screen.line("");
            self.screen.page(&score);
        }
        self.screen.line(&say!(self.cx, "console-goodbye"));
    }
}
