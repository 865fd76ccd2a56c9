//! The terminal table: the same game, words and refusals as in Discord, typed at a prompt.
//!
//! Decides how pages become lines, when the hand is printed, and when a line of input is read:
//! people may type at any time, a script is read line by line whenever the game waits for it. The
//! desk does everything else.
#![doc = ""]
#![doc = include_str!("console/terminal.md")]

pub mod doctor;
mod house;
mod lesson;
mod options;
mod paint;
pub mod replay;
pub mod verify;

use std::io::{IsTerminal, Write};
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin};

pub use house::table_key;
pub use options::{ConsoleError, Options, Sitter};
pub use paint::Paint;

use crate::chance::Seed;
use crate::command::{Name, Verb};
use crate::desk::settings::Settings;
use crate::desk::{Answer, Command, Desk, Outcome, Place, Served, Who};
use crate::game::{RuleSet as _, Seat, Turn, Viewer};
use crate::host::{Handle, Heard, SubmitError, Update, fresh_seed};
use crate::players::Player;
use crate::table::{
    By, Closer, Input, Limits, Moment, PersonId, Refusal, SeatView, StageView, Submission,
    TableView,
};
use crate::text::context::{Face, RenderContext};
use crate::text::page::{Control, Page};
use crate::text::press::{Press, Tap};
use crate::text::table::{self, computer_name};
use crate::text::words::{is_no, is_yes};
use house::House;

/// Opens a table for this game, sits everybody down, starts and plays until the input ends.
///
/// # Errors
/// [`ConsoleError`] if the table cannot be set up as asked for, or the terminal fails.
pub async fn run<G: Served>(options: Options) -> Result<(), ConsoleError> {
    let house = House::open(&options).await?;
    let settings = Settings::new(
        Arc::clone(&house.store),
        options.locale,
        options.prefix.clone(),
    );
    let terminal = std::io::stdin().is_terminal();
    let seed = match options.seed {
        Some(number) => Seed::from_number(number),
        None => fresh_seed()?,
    };
    let limits = Limits {
        turn_limit_s: None,
        turn_warning_s: None,
        idle_limit_min: None,
        computer_delay_ms: if terminal && !options.watch { 700 } else { 0 },
        ..Limits::default()
    };
    let earlier = house.earlier::<G>();
    let fresh = options.rules.is_empty() && options.usual_seats;
    let resumed = earlier.is_some() && fresh;
    let me = PersonId(1);
    let handle = match earlier {
        Some(handle) if resumed => handle,
        earlier => {
            if let Some(handle) = earlier {
                let by = Closer::Moderator(me);
                close(&handle, Input::Close { by }).await?;
            }
            let rules = G::Rules::default();
            house
                .host
                .open::<G>(table_key::<G>(), rules, limits, seed, me)
                .await?
        }
    };
    let desk = Desk::new(house.host.clone(), Face::Terminal, settings);
    let colours = std::io::stdout().is_terminal() && terminal;
    let paint = if colours {
        Paint::Colours
    } else {
        Paint::Plain
    };
    let mut console = Console {
        cx: RenderContext::new(options.locale, Face::Terminal, options.prefix.clone()),
        desk,
        handle,
        paint,
        terminal,
        pilots: Vec::new(),
        people: Vec::new(),
        shown: String::new(),
        watch: options.watch,
        heard: Moment::default(),
        told: false,
        asked: None,
        lesson: None,
    };
    if resumed {
        console.sit_down_again();
    } else if let Err(error) = console.sit_down(&options, seed).await {
        // A table that could not be set up must not be found the next time.
        let by = Closer::Moderator(me);
        close(&console.handle, Input::Close { by }).await?;
        house.close().await;
        return Err(error);
    }
    if !house.keeps && !options.watch && options.seed.is_none() {
        console.print(&say!(console.cx, "console-not-kept"));
    }
    for key in house.host.fates() {
        if let Some((_, fate)) = house.host.take_fate(key) {
            console.print(&table::fate_line(fate, &console.cx));
        }
    }
    let played = console.play().await;
    drop(console);
    house.close().await;
    played
}

/// Ends an earlier table, and waits until it is off the list.
async fn close<G: Served>(handle: &Handle<G>, input: Input<G>) -> Result<(), ConsoleError> {
    let mut listener = handle.listen();
    let closed = handle.submit(Submission::typed(input)).await;
    closed.map_err(|error| ConsoleError::Option(error.to_string()))?;
    while listener.next().await.is_some() {}
    Ok(())
}

/// A computer player on the seat of a person: keeps a table of computers alone going.
struct Pilot<G: Served> {
    person: PersonId,
    seat: Seat,
    player: Box<dyn Player<G>>,
}

struct Console<G: Served> {
    desk: Desk,
    handle: Handle<G>,
    cx: RenderContext,
    paint: Paint,
    /// A person types; otherwise a script is read when the game waits for it.
    terminal: bool,
    pilots: Vec<Pilot<G>>,
    /// The people who type here, in turn order of their seats.
    people: Vec<(PersonId, Seat)>,
    /// The hand and its choices as they were last printed.
    shown: String,
    watch: bool,
    /// Up to where news were heard.
    heard: Moment,
    /// Something was told since the last prompt.
    told: bool,
    /// Who was asked last, and what is done if they answer with yes.
    asked: Option<(PersonId, Press)>,
    /// The page of the lesson that is read; `None` outside of it.
    lesson: Option<Page>,
}

impl<G: Served> Console<G> {
    /// Seats everybody, sets the rules, and starts.
    async fn sit_down(&mut self, options: &Options, seed: Seed) -> Result<(), ConsoleError> {
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
                        let player = G::computer(*skill, seed.derive("terminal", 0));
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
    fn sit_down_again(&mut self) {
        self.print(&say!(
            self.cx,
            "console-resumed",
            end = self.cx.command("end")
        ));
        let places = self.view().seats;
        let person = |place: &SeatView| place.occupant.holder().map(|person| (person, place.seat));
        self.people = places.iter().filter_map(person).collect();
    }

    /// What somebody who types is called at the table.
    fn name_of(&self, person: PersonId) -> String {
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

    /// Plays until the input ends (or, when watching, until the match is over).
    async fn play(&mut self) -> Result<(), ConsoleError> {
        let mut input = BufReader::new(tokio::io::stdin()).lines();
        let mut listener = self.handle.listen();
        self.heard = self.handle.moment();
        if !self.watch {
            self.print(&say!(
                self.cx,
                "console-welcome",
                help = self.cx.command("help")
            ));
        }
        self.act_for_computers().await;
        self.show_what_is_due(false);
        loop {
            let view = self.view();
            // Whatever happened last is told before the end.
            let told = self.heard == self.handle.moment();
            if self.watch && told && matches!(view.stage, StageView::Over(_) | StageView::Closed) {
                return self.say_goodbye();
            }
            tokio::select! {
                biased;
                heard = listener.next() => match heard {
                    Some(heard) => self.hear(heard).await,
                    None => return self.say_goodbye(),
                },
                line = next_line(&mut input), if self.takes_input() => match line? {
                    Some(line) => self.obey(&line).await,
                    None => return self.say_goodbye(),
                },
            }
        }
    }

    /// Whether a line may be read now: of a script only what the game waits for.
    fn takes_input(&self) -> bool {
        if self.watch {
            return false;
        }
        let view = self.view();
        let playing = matches!(view.stage, StageView::Playing(_));
        let beside = self.asked.is_some() || self.lesson.is_some();
        self.terminal || !playing || beside || self.is_due(&view)
    }

    /// Whether the game waits for somebody who types: it is their turn, it is anybody's, or they
    /// may pass.
    fn is_due(&self, view: &TableView<G>) -> bool {
        match view.turn {
            Turn::Seats(seats) if seats.is_empty() => true,
            Turn::Seats(_) | Turn::Each(_) | Turn::Over => self.awaited(view).is_some(),
            Turn::Clock => self.people.iter().any(|(_, seat)| self.can_pass(*seat)),
        }
    }

    /// Whoever types and is waited for.
    fn awaited(&self, view: &TableView<G>) -> Option<(PersonId, Seat)> {
        let people = self.people.iter().copied();
        match view.turn {
            Turn::Seats(seats) | Turn::Each(seats) => {
                people.clone().find(|(_, seat)| seats.contains(*seat))
            }
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

    /// Prints what happened and asks computers that sit in a person's place.
    async fn hear(&mut self, heard: Heard<G>) {
        let told = match heard {
            Heard::Update(update) => {
                self.heard = update.moment;
                self.print_news(&update)
            }
            Heard::Missed => {
                self.heard = self.handle.moment();
                true
            }
        };
        self.act_for_computers().await;
        self.show_what_is_due(told);
    }

    /// Prints what happened; `false` if there is nothing to say about it.
    fn print_news(&self, update: &Update<G>) -> bool {
        let viewer = match self.people.as_slice() {
            [(_, seat)] => Viewer::Seat(*seat),
            _ => Viewer::Public,
        };
        let view = self.handle.view(viewer);
        let notices = update.notices(viewer);
        let said = notices
            .iter()
            .filter_map(|notice| table::notice_lines(notice, &view, &self.cx));
        let lines: Vec<String> = said.flatten().collect();
        lines.iter().for_each(|line| self.print(line));
        !lines.is_empty()
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
    fn show_what_is_due(&mut self, told: bool) {
        // What happened is told before what is due: the rest of the news is on its way.
        self.told |= told;
        if self.watch || self.lesson.is_some() || self.handle.moment() != self.heard {
            return;
        }
        let told = std::mem::take(&mut self.told);
        let (_, seat) = self.speaker();
        let Some(seat) = seat else { return };
        let view = self.handle.view(Viewer::Seat(seat));
        if matches!(view.stage, StageView::Playing(_))
            && !self.is_due(&view)
            && !(self.terminal && self.has_choice(&view))
        {
            return;
        }
        let page = match view.stage {
            StageView::Playing(_) => G::hand_page(&view, &self.cx),
            _ => table::public_page(&view, &self.cx),
        };
        let prompt = G::prompt(&view, &self.cx);
        let shown = format!(
            "{}{}{prompt} > ",
            self.paint.page(&page),
            self.choices(&page)
        );
        if shown == self.shown {
            // A script was asked once; it knows.
            if told && self.terminal {
                self.ask_again();
            }
            return;
        }
        write(&format!("{shown}{}", self.line_end()));
        self.shown = shown;
    }

    /// Prints the prompt alone: the hand was shown before.
    fn ask_again(&self) {
        if self.asked.is_some() {
            let question = self.paint.line(&say!(self.cx, "console-ask"));
            write(&format!("{question} > {}", self.line_end()));
            return;
        }
        if self.ask_in_lesson() {
            return;
        }
        let (_, seat) = self.speaker();
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        let prompt = G::prompt(&self.handle.view(viewer), &self.cx);
        let prompt = self.paint.line(&format!("{prompt} > "));
        write(&format!("{prompt}{}", self.line_end()));
    }

    /// A person types behind the prompt; a script reads it as a line.
    const fn line_end(&self) -> &'static str {
        if self.terminal { "" } else { "\n" }
    }

    /// Whether the viewer may speak now without being waited for.
    fn has_choice(&self, view: &TableView<G>) -> bool {
        moves(&G::hand_page(view, &self.cx)).next().is_some()
    }

    /// What the buttons of a page would do, as it is typed; many plays on one line.
    fn choices(&self, page: &Page) -> String {
        let plays = moves(page).filter(|(verb, ..)| *verb == Verb::Play);
        let plays: Vec<&str> = plays.map(|(_, words, _)| words).collect();
        let many = plays.len() > 1;
        let line = |(verb, words, label): (Verb, &str, &str)| {
            let typed = self
                .cx
                .command(format!("{} {words}", Name::Move(verb).word()).trim());
            format!("{}\n", self.paint.line(&format!("  {typed}  {label}")))
        };
        let others = moves(page).filter(|(verb, ..)| !(many && *verb == Verb::Play));
        let others: String = others.map(line).collect();
        if !many {
            return others;
        }
        let command = self.cx.command("play");
        let plays = format!("  {command} {}", plays.join(" · "));
        format!("{}\n{others}", self.paint.line(&plays))
    }

    /// Carries out a typed line.
    async fn obey(&mut self, line: &str) {
        let line = line.trim();
        let line = line
            .strip_prefix(self.cx.prefix.as_str())
            .unwrap_or(line)
            .trim();
        let answers = is_yes(line) || is_no(line);
        let asked = self.asked.take().filter(|_| answers);
        let speaker = || self.speaker().0;
        let person = asked.as_ref().map_or_else(speaker, |(person, _)| *person);
        let who = Who {
            person,
            name: self.name_of(person),
            locale: Some(self.cx.locale),
            moderator: true,
            nonce: None,
        };
        let place = Place {
            channel: table_key::<G>().0,
            guild: None,
            locale: None,
            channels: vec![table_key::<G>().0],
        };
        if asked.is_none() && self.learn(line, &who, &place).await {
            return;
        }
        if line.is_empty() {
            self.shown.clear();
            self.show_what_is_due(false);
            return;
        }
        let own = self.desk.nth_card(&who, &place, line);
        let line = own.as_deref().unwrap_or(line);
        let answer = match (asked, Command::parse(line)) {
            (Some((_, mut press)), _) => {
                if is_no(line) {
                    press.tap = Tap::Refrain;
                }
                self.desk.press(&who, &place, &press, &[]).await
            }
            (None, Ok(command)) => {
                let name = command.name;
                let answer = self.desk.run(&who, &place, command).await;
                self.read_on(name, &answer);
                answer
            }
            (None, Err(unknown)) => self.desk.bare(&who, &place, line, unknown).await,
        };
        self.print_answer(&answer);
        self.asked = table::asked(&answer.page).map(|press| (person, press.clone()));
        // Language and looks may have been changed.
        self.cx = self.desk.context(&who, &place).await;
        match answer.outcome {
            Outcome::Done => {}
            Outcome::Shown | Outcome::Refused => self.ask_again(),
        }
    }

    /// Prints an answer, unless the news will tell it anyway.
    fn print_answer(&self, answer: &Answer) {
        if answer.outcome == Outcome::Done {
            return;
        }
        write(&self.paint.page(&answer.page));
        if let Some(file) = &answer.attachment {
            let kept = std::fs::write(&file.name, &file.text);
            let line = match kept {
                Ok(()) => file.name.clone(),
                Err(error) => format!("{}: {error}", file.name),
            };
            self.print(&line);
        }
    }

    fn print(&self, line: &str) {
        write(&format!("{}\n", self.paint.line(line)));
    }

    fn say_goodbye(&self) -> Result<(), ConsoleError> {
        let view = self.view();
        if view.stage.game().is_some() {
            let score = table::sheet_page(crate::text::press::Sheet::Score, &view, &self.cx);
            write(&format!("\n{}", self.paint.page(&score)));
        }
        self.print(&say!(self.cx, "console-goodbye"));
        Ok(())
    }
}

async fn next_line(input: &mut Lines<BufReader<Stdin>>) -> std::io::Result<Option<String>> {
    input.next_line().await
}

/// The moves that a page offers: verb, words and label.
fn moves(page: &Page) -> impl Iterator<Item = (Verb, &str, &str)> {
    page.controls
        .iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Button {
                label,
                press,
                enabled: true,
                ..
            } => match &press.tap {
                Tap::Act { verb, words } => Some((*verb, words.as_str(), label.as_str())),
                _ => None,
            },
            Control::Button { .. } | Control::Menu { .. } => None,
        })
}

/// Writes to standard output. That nobody reads any more shows in the end of the input.
fn write(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
}
