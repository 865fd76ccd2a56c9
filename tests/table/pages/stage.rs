//! A table without a host: inputs go in one by one, and everybody's view can be asked for.

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, Seat, Viewer};
use tractor_bot::table::{
    By, Header, Input, Limits, Match, PersonId, Position, Record, Refusal, Saved, Submission,
    Table, TableEvent, TableId, TableKey, TableView, UnixMillis, notice,
};
use tractor_bot::text::context::RenderContext;
use tractor_bot::text::page::{Page, PageKind};
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;

/// A table and what happened there last.
pub struct Stage<G: Game> {
    pub table: Table<G>,
    pub last: Vec<TableEvent<G>>,
    journal: Saved,
}

impl<G: Game> Stage<G> {
    /// A table with these rules, opened by the first person.
    pub fn new(rules: G::Rules, seed: u64) -> Self {
        let (secret, host) = (Seed::from_number(seed), PersonId(1));
        let header = Header::new(rules, Limits::default(), secret, host, Position(1_000));
        Self::of(header)
    }

    /// The table of this header.
    pub fn of(header: Header<G>) -> Self {
        let journal = Saved {
            table: TableId {
                key: TableKey(1),
                opening: header.opening,
            },
            game: G::KIND,
            header: Record::of_header(&header, UnixMillis(0)),
            snapshot: None,
            entries: Vec::new(),
            altered: false,
        };
        let (table, last) = (Table::new(header), Vec::new());
        Self {
            table,
            last,
            journal,
        }
    }

    /// Hands an input in.
    pub fn try_submit(&mut self, input: Input<G>) -> Result<(), Refusal<G>> {
        let proposal = self.table.propose(&Submission::typed(input))?;
        self.table = proposal.table;
        self.last = proposal.events;
        let record = Record::of_entry(&proposal.entry, UnixMillis(0));
        self.journal.entries.push(record);
        Ok(())
    }

    /// The first match so far.
    pub fn played(&self) -> Match<G> {
        Match::of(&self.journal, 1).expect("its own journal")
    }

    /// Hands in an input that has to be accepted.
    #[track_caller]
    pub fn submit(&mut self, input: Input<G>) {
        self.try_submit(input).expect("the input is accepted");
    }

    /// Somebody sits down on the next free seat.
    pub fn sit(&mut self, person: u64, name: &str) {
        self.submit(Input::Sit {
            person: PersonId(person),
            name: name.to_owned(),
            seat: None,
        });
    }

    /// The table with its match begun.
    pub fn started(mut self) -> Self {
        self.submit(Input::Start { by: PersonId(1) });
        self
    }

    /// Whoever sits there does something.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal<G>> {
        let place = self.public().seats[seat.index()].clone();
        let by = match place.occupant.person() {
            Some(person) => By::Person(person),
            None => By::Computer(seat),
        };
        self.try_submit(Input::Act { by, action })
    }

    pub fn public(&self) -> TableView<G> {
        self.table.view(Viewer::Public)
    }

    pub fn own(&self, seat: u8) -> TableView<G> {
        self.table.view(Viewer::Seat(Seat::new(seat)))
    }

    /// The first seat that the game waits for.
    pub fn awaited(&self) -> Option<Seat> {
        self.table.turn().awaited().iter().next()
    }
}

impl<G: Voice> Stage<G> {
    /// What happened last, in words for this viewer.
    pub fn news(&self, viewer: Viewer, cx: &RenderContext) -> Vec<String> {
        let view = self.table.view(viewer);
        let notices = self.last.iter();
        let notices = notices.filter_map(|event| notice::<G>(event, viewer));
        let lines = notices.filter_map(|notice| table_text::notice_lines(&notice, &cx.at(&view)));
        lines.flatten().collect()
    }

    /// The same for everybody, line by line.
    pub fn told(&self, cx: &RenderContext) -> String {
        self.news(Viewer::Public, cx).join("\n")
    }

    /// The page for everybody.
    pub fn page(&self, cx: &RenderContext) -> Page {
        table_text::public_page(&cx.at(&self.public()))
    }

    /// The hand of a seat.
    pub fn hand(&self, seat: u8, cx: &RenderContext) -> Page {
        G::hand_page(&cx.at(&self.own(seat)))
    }

    /// What a seat is shown when it asks for this.
    pub fn sheet(&self, kind: PageKind, seat: u8, cx: &RenderContext) -> Page {
        table_text::sheet_page(kind, &cx.at(&self.own(seat)))
    }
}
