//! Who may close a table, and what is left of it then.

use crate::game::Game;
use crate::table::{Closer, Happening, News, PersonId, Refusal, Table, TableEvent, TableStage};

impl<G: Game> Table<G> {
    pub(super) fn check_closer(&self, closer: Closer) -> Result<(), Refusal<G>> {
        match closer {
            Closer::Host(person) => self.check_host(person),
            Closer::Anybody { person, quiet_s } => self.check_quiet(person, quiet_s),
            Closer::Idle if self.may_expire() => Ok(()),
            Closer::Idle => Err(Refusal::NotInLobby),
            Closer::Moderator(_) | Closer::Deserted => Ok(()),
            Closer::Declined(person) => match &self.invited {
                Some(invited) if invited.person == person => Ok(()),
                Some(_) => self.check_settled(),
                None => Err(Refusal::Stale),
            },
        }
    }

    /// Whether somebody who need not be the host may end the table after so many quiet seconds.
    fn check_quiet(&self, person: PersonId, quiet_s: u32) -> Result<(), Refusal<G>> {
        self.check_member(person)?;
        let Some(minutes) = self.limits.open_end_min else {
            return self.check_host(person);
        };
        let left_s = minutes.saturating_mul(60).saturating_sub(quiet_s);
        match left_s == 0 || person == self.host {
            true => Ok(()),
            false => Err(Refusal::NotQuiet {
                host: self.host,
                left_s,
            }),
        }
    }

    pub(in crate::table) fn close(&mut self, by: Option<Closer>, events: &mut Vec<TableEvent<G>>) {
        let game = match std::mem::replace(&mut self.stage, TableStage::Lobby) {
            TableStage::Playing(game) | TableStage::Over(game) => Some(game),
            TableStage::Lobby | TableStage::Closed { .. } => None,
        };
        self.stage = TableStage::Closed { by, game };
        events.push(News::Table(Happening::Closed { by }));
    }
}
