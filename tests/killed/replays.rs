//! A second replay of the journals beside the bot's: what everybody is to see at every position.

use std::collections::BTreeMap;

use serde_json::Value;
use tractor_bot::desk::Served;
use tractor_bot::discord::render;
use tractor_bot::game::{Viewer, at_game};
use tractor_bot::table::{
    By, Entry, Header, Input, PersonId, Position, Record, Saved, Submission, Table, TableKey,
};
use tractor_bot::text::context::{Deadline, RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::press::PageKind;
use tractor_bot::text::table as table_text;

/// States older than this many inputs are forgotten.
const KEPT: usize = 1_000;

/// What came to a journal since it was last looked at.
#[derive(Default)]
pub struct Added {
    /// The names of requests, in order.
    pub nonces: Vec<u64>,
    pub entries: usize,
    /// How many of them came from the clock.
    pub by_clock: usize,
    /// How often a match or round was begun.
    pub begun: usize,
}

/// A journal followed entry by entry.
pub trait Replay {
    /// Follows the journal to its end. What was there before must still be there, and each new entry must lead to the
    /// state that it names.
    fn follow(&mut self, saved: &Saved) -> Added;

    /// The last position.
    fn end(&self) -> Position;

    /// The messages that somebody (or everybody) may see at a position, if that is still known: one for each card that
    /// the clock deals there without writing it down.
    fn pages(&self, at: Position, person: Option<PersonId>, form: Form) -> Vec<Value>;
}

/// How a page is shown that is the same otherwise.
#[derive(Clone, Copy)]
pub struct Form {
    /// With the time that is left.
    pub timed: bool,
    /// With a button for every card.
    pub laid_out: bool,
}

/// The replay of a journal from its header.
pub fn begin(saved: &Saved) -> Box<dyn Replay> {
    at_game!(saved.game, G => Box::new(Of::<G>::new(saved)))
}

/// The replay of a journal of this game.
pub struct Of<G: Served> {
    key: TableKey,
    header: Record,
    known: Vec<Record>,
    states: BTreeMap<Position, Table<G>>,
    last: Table<G>,
}

impl<G: Served> Of<G> {
    pub fn new(saved: &Saved) -> Self {
        let header: Header<G> = serde_json::from_str(&saved.header.line).expect("a header");
        let last = Table::new(header);
        Self {
            key: saved.table.key,
            header: saved.header.clone(),
            known: Vec::new(),
            states: BTreeMap::from([(last.position(), last.clone())]),
            last,
        }
    }

    /// The table at the end of the journal.
    pub const fn table(&self) -> &Table<G> {
        &self.last
    }
}

impl<G: Served> Replay for Of<G> {
    fn follow(&mut self, saved: &Saved) -> Added {
        assert_eq!(saved.header, self.header);
        let before = self.known.len();
        let is_kept = saved.entries.get(..before) == Some(&self.known[..]);
        assert!(is_kept, "{}: what was written has changed", saved.table);
        let mut added = Added::default();
        for record in &saved.entries[before..] {
            let entry: Entry<G> = serde_json::from_str(&record.line).expect("an entry");
            added.entries += 1;
            added.nonces.extend(entry.nonce);
            let by_clock = |by: &By| matches!(by, By::Clock(_));
            match &entry.input {
                Input::Elapse(_) => added.by_clock += 1,
                Input::Act { by, .. } if by_clock(by) => added.by_clock += 1,
                Input::Start { .. } => added.begun += 1,
                _ => {}
            }
            let round = self.last.round_started();
            let submission = Submission {
                input: entry.input,
                nonce: entry.nonce,
                offered_at: None,
                spent_s: 0,
            };
            for _ in 0..entry.ticks {
                self.last = self.last.tick().expect("a tick").0;
            }
            let proposal = self.last.propose(&submission);
            let proposal = proposal.unwrap_or_else(|no| panic!("{}: {no}", saved.table));
            assert_eq!(proposal.entry.position, entry.position);
            assert_eq!(proposal.entry.facts, entry.facts, "{}", saved.table);
            self.last = proposal.table;
            added.begun += usize::from(round != self.last.round_started());
            self.states.insert(entry.position, self.last.clone());
            self.known.push(record.clone());
        }
        while self.states.len() > KEPT {
            self.states.pop_first();
        }
        added
    }

    fn end(&self) -> Position {
        self.last.position()
    }

    fn pages(&self, at: Position, person: Option<PersonId>, form: Form) -> Vec<Value> {
        let first = self.states.get(&at).cloned();
        let states = std::iter::successors(first, |table| Some(table.tick()?.0));
        let pages = states.map(|table| self.page(&table, person, form));
        pages.collect()
    }
}

impl<G: Served> Of<G> {
    fn page(&self, table: &Table<G>, person: Option<PersonId>, form: Form) -> Value {
        let mut cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
        cx.table = self.key;
        cx.deadline = form.timed.then_some(Deadline { unix: 0, left: 0 });
        cx.lays_out = form.laid_out;
        let page = match person {
            None => table_text::public_page(&table.view(Viewer::Public), &cx),
            Some(person) => {
                table_text::sheet_page(PageKind::Hand, &table.view(table.viewer(person)), &cx)
            }
        };
        let letter = render::within(&page, form.laid_out);
        serde_json::from_slice(&letter.edit()).expect("a letter is JSON")
    }
}
