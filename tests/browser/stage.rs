//! A table of one match without a host: people on its seats, players that decide for them, and its journal.

use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::Seat;
use tractor_bot::players::Player;
use tractor_bot::table::{
    By, Header, Input, Limits, Occupant, PersonId, Position, Record, Saved, Submission, Table,
    TableId, TableKey, UnixMillis,
};

/// Where it is, and where its journal begins.
pub const PLACE: TableId = TableId {
    key: TableKey(7),
    opening: Position(1_000),
};

/// A table at which everybody is asked in turn.
pub struct Stage<G: Served> {
    pub table: Table<G>,
    pub journal: Saved,
}

impl<G: Served> Stage<G> {
    /// A table at which people with these names have sat down, the first of them its host.
    pub fn of(rules: G::Rules, seed: u64, names: &[&str]) -> Self {
        let (secret, host) = (Seed::from_number(seed), PersonId(1));
        let header = Header::new(rules, Limits::default(), secret, host, PLACE.opening);
        let journal = Saved {
            table: PLACE,
            game: G::KIND,
            header: Record::of_header(&header, UnixMillis(0)),
            snapshot: None,
            entries: Vec::new(),
            altered: false,
        };
        let table = Table::new(header);
        let mut stage = Self { table, journal };
        for (number, name) in (1..).zip(names) {
            let (person, name, seat) = (PersonId(number), (*name).to_owned(), None);
            stage.submit(Input::Sit { person, name, seat });
        }
        stage
    }

    /// Hands something in; whether that is allowed.
    pub fn try_submit(&mut self, input: Input<G>) -> bool {
        let Ok(proposal) = self.table.propose(&Submission::typed(input)) else {
            return false;
        };
        self.table = proposal.table;
        let record = Record::of_entry(&proposal.entry, UnixMillis(0));
        self.journal.entries.push(record);
        true
    }

    pub fn submit(&mut self, input: Input<G>) {
        let told = format!("{input:?}");
        assert!(self.try_submit(input), "{told} is refused");
    }

    /// Whoever has this seat does something: what was handed in, if that is allowed.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Option<Input<G>> {
        let (_, occupant) = self.table.occupants().find(|(at, _)| *at == seat)?;
        let by = match occupant {
            Occupant::Person(person) => By::Person(person),
            _ => By::Computer(seat),
        };
        let input = Input::Act { by, action };
        self.try_submit(input.clone()).then_some(input)
    }

    /// Somebody acts who wants to, else whoever may deals, else the clock goes on; what that was, if anything happened.
    pub fn step(&mut self, players: &mut [Box<dyn Player<G>>]) -> Option<Input<G>> {
        for (seat, player) in (0..).map(Seat::new).zip(players) {
            let view = self.table.game_view(seat)?;
            let acted = player
                .choose(&view)
                .and_then(|action| self.act(seat, action));
            if acted.is_some() {
                return acted;
            }
        }
        let first = Seat::new(0);
        let nudge = self.table.game_view(first).and_then(|view| G::nudge(&view));
        let dealt = nudge.and_then(|action| self.act(first, action));
        if dealt.is_some() {
            return dealt;
        }
        let input = Input::Elapse(self.table.cue()?);
        match self.table.tick() {
            // That is in no journal.
            Some((table, _)) => self.table = table,
            None => self.submit(input.clone()),
        }
        Some(input)
    }
}
