//! The facts of a table: all that the digests cover which replays are checked with, hidden parts
//! included. New ones are added at the end, and are absent from every state that there was before.

use super::{Table, TableStage};
use crate::chance::Seed;
use crate::game::{Facts, FactsDigest, Game};

impl<G: Game> Table<G> {
    /// A summary of the whole state, hidden parts included.
    pub fn digest(&self) -> FactsDigest {
        let mut facts = Facts::default();
        self.facts(&mut facts);
        facts.digest()
    }

    /// Lists everything that is true of this table; see [`Game::facts`].
    fn facts(&self, facts: &mut Facts) {
        let started = [self.stage_started, self.round_started, self.turn_started];
        facts.always("position", &self.position);
        facts.always("started", &started);
        facts.add("ticks", &self.ticks, &0);
        facts.always("host", &self.host);
        self.seating.facts(facts);
        facts.rules("rules", &self.rules);
        facts.rules("limits", &self.limits);
        facts.always("stage", self.stage_name());
        facts.add("match", &self.number, &0);
        let votes = self.votes.supporters();
        facts.add("votes", votes, &[]);
        facts.add("petitions", &self.petitions[..], &[]);
        facts.add("played", &self.series.played, &0);
        facts.add("won", &self.series.won[..], &[]);
        let invited = self.invited.as_ref();
        let invited = invited.map(|invited| (invited.person, &invited.name));
        facts.add("invited", &invited, &None);
        facts.add("barred", &self.barred[..], &[]);
        match &self.stage {
            TableStage::Playing(game) | TableStage::Over(game) => {
                facts.part("game", |facts| game.facts(facts));
            }
            TableStage::Lobby | TableStage::Closed { .. } => {}
        }
        facts.add("paused", &self.paused, &false);
        let salts: Vec<_> = self.salts.iter().map(Seed::commitment).collect();
        facts.add("salts", &salts[..], &[]);
        facts.add("newcomers", &self.newcomers[..], &[]);
        let drawn = self.drawn.map(|secret| secret.commitment());
        facts.add("drawn", &drawn, &None);
    }
}
