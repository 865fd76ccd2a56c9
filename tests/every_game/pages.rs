//! Pages of every game: nothing raw, nothing of another game, and what they quote can be typed.

use std::collections::BTreeSet;

use tractor_bot::chance::Seed;
use tractor_bot::command::{AtTable, Name};
use tractor_bot::desk::{Command, Served, round_pages};
use tractor_bot::game::{GameKind, RuleSet as _, Seat, Turn, Viewer};
use tractor_bot::table::{
    By, Header, Input, Limits, Match, News, PersonId, Position, StageView, Submission, Table,
    TableEvent, TableNotice, TableView, notice,
};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::help;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::table::{self, rules_page};
use tractor_bot::text::topic::Topic;
use tractor_bot::text::voice::word_of;

use crate::play::{Played, play, short_rules, viewers};
use crate::replay::skills;
use crate::vocabulary::Vocabulary;

/// The pages of so many moves of a match are read.
const READINGS: usize = 8;

/// The table as it was with this game.
fn view_at<G: Served>(record: &Match<G>, game: &G, viewer: Viewer) -> TableView<G> {
    let mut view = record.view(game, viewer);
    if game.turn() != Turn::Over {
        view.stage = StageView::Playing(game.view(viewer));
    }
    view
}

/// Everything that a viewer can be shown of a match, controls and their codes included.
pub fn shown<G: Served>(record: &Match<G>, game: &G, viewer: Viewer, locale: Locale) -> Vec<Page> {
    let view = view_at(record, game, viewer);
    [Surface::Discord, Surface::Terminal]
        .into_iter()
        .flat_map(|face| pages_of(&view, &RenderContext::new(locale, face, "$")))
        .collect()
}

/// All pages of a table.
pub fn pages_of<G: Served>(view: &TableView<G>, cx: &RenderContext) -> Vec<Page> {
    let mut pages = vec![
        table::public_page(&cx.at(view)),
        rules_page(&cx.at(view)),
        help::page(Topic::Game(G::KIND), cx),
        Page::line(table::prompt(&cx.at(view))),
    ];
    if view.stage.game().is_some() {
        pages.extend([
            G::hand_page(&cx.at(view)),
            table::sheet_page(PageKind::Score, &cx.at(view)),
            table::sheet_page(PageKind::LastTrick, &cx.at(view)),
            table::sheet_page(PageKind::Trick(1), &cx.at(view)),
            table::sheet_page(PageKind::Verify, &cx.at(view)),
        ]);
    }
    pages
}

/// What is read on a page, line by line: its text, and what is written on its controls.
fn lines(page: &Page) -> Vec<String> {
    let mut lines = vec![page.title.clone()];
    lines.extend(page.lines.iter().cloned());
    for control in page.controls.iter().flatten() {
        match control {
            Control::Button { label, .. } => lines.push(label.clone()),
            Control::Menu {
                placeholder,
                choices,
                press,
                ..
            } => {
                lines.push(placeholder.clone());
                // The menu of the help leads to the pages of all games.
                let others = press.line == "help *";
                for option in choices.iter().filter(|_| !others) {
                    lines.extend([option.label.clone(), option.note.clone()]);
                }
            }
        }
    }
    lines
}

/// Reads the pages of a lobby, of a match from its first move to its last, and of its replay.
pub fn check<G: Served>() {
    let seats = *G::seats(&G::Rules::default()).start();
    let skill = G::SKILLS[G::SKILLS.len() / 2];
    let skills = skills::<G>(skill, seats);
    let mut matches = (7..107).map(|seed| play::<G>(short_rules::<G>(), &skills, seed));
    let rounds = |played: &Played<G>| played.finishes.iter().filter(|f| f.round.is_some()).count();
    // Between two rounds there are pages of their own.
    let several = |played: &Played<G>| !G::HAS_ROUNDS || rounds(played) > 1;
    let played = matches
        .find(several)
        .expect("one match in a hundred has several rounds under the shortest rules but one");
    let mut problems = BTreeSet::new();
    for locale in Locale::all() {
        let vocabulary = Vocabulary::of(locale);
        for face in [Surface::Discord, Surface::Terminal] {
            let cx = RenderContext::new(locale, face, "$");
            let mut reader = Reader::<G>::new(&vocabulary, cx);
            let lobby = lobby::<G>().view(Viewer::Public);
            reader.read(&lobby, pages_of(&lobby, &reader.cx));
            for topic in Topic::all() {
                let page = help::page(topic, &reader.cx);
                page.lines
                    .iter()
                    .for_each(|line| reader.read_in_terminal(line));
            }
            reader.read_match(&played, seats);
            reader.read_replay(&played.played);
            let told = |problem| format!("{}, {face:?}: {problem}", locale.tag());
            problems.extend(reader.problems.into_iter().map(told));
        }
    }
    let problems: Vec<String> = problems.into_iter().collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// A new table.
pub fn lobby<G: Served>() -> Table<G> {
    let (secret, host) = (Seed::from_number(1), PersonId(1));
    let rules = G::Rules::default();
    Table::new(Header::new(
        rules,
        Limits::default(),
        secret,
        host,
        Position(1),
    ))
}

/// Words for what is done to controls: in a terminal nothing is tapped.
const TAPS: [&str; 8] = [
    "tap", "taps", "tapped", "tapping", "button", "buttons", "menu", "menus",
];
/// The same in Chinese.
const TAPPED: [&str; 10] = [
    "按钮", "菜单", "点击", "轻点", "点按", "点一", "点格", "请点", "点“", "点**",
];

/// Looks for what should be on no page.
struct Reader<'a, G> {
    vocabulary: &'a Vocabulary,
    cx: RenderContext,
    problems: BTreeSet<String>,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: Served> Reader<'a, G> {
    fn new(vocabulary: &'a Vocabulary, cx: RenderContext) -> Self {
        Self {
            vocabulary,
            cx,
            problems: BTreeSet::new(),
            game: std::marker::PhantomData,
        }
    }

    fn read(&mut self, view: &TableView<G>, pages: Vec<Page>) {
        self.read_lines(view, pages.iter().flat_map(lines));
    }

    fn read_lines(&mut self, view: &TableView<G>, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            self.problems.extend(self.vocabulary.flaws(G::KIND, &line));
            self.read_in_terminal(&line);
            for quoted in line.split('`').skip(1).step_by(2) {
                if let Some(words) = quoted.strip_prefix(self.cx.prefix.as_str())
                    && !can_be_typed(view, words)
                {
                    let problem = format!("`{quoted}` is no command in: {line}");
                    self.problems.insert(problem);
                }
                self.problems.extend(self.strange_verb(quoted));
            }
        }
    }

    /// A verb is written in the word that the game has for it.
    fn strange_verb(&self, quoted: &str) -> Option<String> {
        let word = quoted.strip_prefix(self.cx.prefix.as_str())?;
        let word = word.split(' ').next().filter(|word| !word.is_ascii())?;
        let Name::Move(verb) = Name::of(word)? else {
            return None;
        };
        let own = self.cx.command(word_of::<G>(verb));
        let written = self.cx.command(word);
        (own != written).then(|| format!("{written} is {own} in this game"))
    }

    /// A terminal has no controls to speak of.
    fn read_in_terminal(&mut self, line: &str) {
        let mut words = line.split(|c: char| !c.is_ascii_alphabetic());
        let tapped = words.any(|word| TAPS.contains(&&*word.to_lowercase()))
            || TAPPED.iter().any(|signs| line.contains(signs));
        if tapped && self.cx.face == Surface::Terminal {
            let problem = format!("a terminal is told to tap: {line}");
            self.problems.insert(problem);
        }
    }

    /// Follows the journal: what is told of every input, and now and then every page.
    fn read_match(&mut self, played: &Played<G>, seats: u8) {
        let every = played.saved.entries.len().div_ceil(READINGS);
        let mut at = 0;
        played.follow(|before, input, proposal| {
            if let Input::Act { action, .. } = input {
                self.read_move(before, action, seats);
            }
            let table = &proposal.table;
            for viewer in [Viewer::Public, Viewer::Seat(Seat::new(0))] {
                self.read_news(table, &proposal.events, viewer);
            }
            if at % every == 0 || table.is_open() {
                for viewer in viewers(seats) {
                    let view = table.view(viewer);
                    self.read(&view, pages_of(&view, &self.cx));
                }
            }
            at += 1;
        });
    }

    fn read_news(&mut self, table: &Table<G>, events: &[TableEvent<G>], viewer: Viewer) {
        let notices = events.iter().filter_map(|event| notice::<G>(event, viewer));
        let step = |notice: &TableNotice<G>| matches!(notice, News::Game(own) if G::is_step(own));
        let notices: Vec<_> = notices.filter(|notice| !step(notice)).collect();
        if notices.is_empty() {
            return;
        }
        let view = table.view(viewer);
        let told = notices.iter();
        let told = told.filter_map(|notice| table::notice_lines::<G>(notice, &self.cx.at(&view)));
        let told: Vec<String> = told.flatten().collect();
        self.read_lines(&view, told);
    }

    /// What is said of a move before it is made: as a hint, and why others may not make it.
    fn read_move(&mut self, table: &Table<G>, action: &G::Action, seats: u8) {
        for seat in Seat::first(seats) {
            let view = table.view(Viewer::Seat(seat));
            let mut told = vec![G::hint(action, &self.cx.at(&view))];
            let action = action.clone();
            let by = match view.seats[seat.index()].occupant.person() {
                Some(person) => By::Person(person),
                None => By::Computer(seat),
            };
            let refused = table.propose(&Submission::typed(Input::Act { by, action }));
            told.extend(
                refused
                    .err()
                    .map(|no| table::refusal::<G>(&no, &self.cx.at(&view))),
            );
            self.read_lines(&view, told);
        }
    }

    /// Every round that is over can be looked at, page by page, with nothing to tap.
    fn read_replay(&mut self, record: &Match<G>) {
        let game = record.play(|_, _| {}).expect("its own moves");
        let view = view_at(record, &game, Viewer::Public);
        let rounds = if G::HAS_ROUNDS {
            1..=game.round()
        } else {
            1..=1
        };
        for round in rounds {
            let pages = round_pages(record, round, &self.cx).unwrap_or_default();
            if pages.is_empty() {
                self.problems.insert(format!("round {round} has no replay"));
            }
            let typed = format!("`{}", self.cx.prefix);
            for page in &pages {
                if !page.controls.is_empty() || page.text().contains(&typed) {
                    let problem = format!("a replay asks for something: {}", page.text());
                    self.problems.insert(problem);
                }
            }
            self.read(&view, pages);
        }
    }
}

/// Whether a line that a page quotes is a command, and its words mean something at this table.
fn can_be_typed<G: Served>(view: &TableView<G>, line: &str) -> bool {
    let Ok(command) = Command::parse(line) else {
        return false;
    };
    let words = command.words.as_str();
    match command.name {
        Name::Move(verb) => G::parse(verb, words, view).is_ok(),
        Name::Open(GameKind::USUAL) => words.is_empty() || G::parse_seat(words).is_ok(),
        Name::AtTable(AtTable::Rules) => match words.split_once('=') {
            Some((name, value)) => {
                let mut rules = view.rules;
                let mut limits = view.limits;
                rules.set(name, value).is_ok() || limits.set(name, value).is_ok()
            }
            None => true,
        },
        _ => true,
    }
}
