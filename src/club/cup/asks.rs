//! What asks somebody to be a partner: who waits for whom, and where the message is that asks.

use super::{Cup, CupAsk, CupStage, Entrant};
use crate::table::PersonId;

impl Cup {
    /// Who waits for whose answer, of those who were called.
    pub fn asking(&self) -> Vec<(Entrant, PersonId)> {
        let waiting = self.pairs.iter().filter_map(|pair| {
            let (by, asked) = (pair.players.first()?, pair.asked.as_ref()?);
            let is_called = self.called.contains(&(by.person, asked.person));
            is_called.then(|| (by.clone(), asked.person))
        });
        match self.stage {
            CupStage::Over => Vec::new(),
            CupStage::SignUp | CupStage::Playing => waiting.collect(),
        }
    }

    /// What has asked somebody to be this person's partner.
    pub fn ask(&self, by: PersonId, partner: PersonId) -> Option<CupAsk> {
        let mut asks = self.asks.iter();
        asks.find(|ask| (ask.by, ask.partner) == (by, partner))
            .copied()
    }

    /// Messages with buttons that ask what is answered, or does not matter any more.
    pub fn answered_asks(&self) -> Vec<CupAsk> {
        let open = self.asking();
        let is_open = |ask: &CupAsk| {
            let mut open = open.iter();
            open.any(|(by, partner)| (by.person, *partner) == (ask.by, ask.partner))
        };
        let asks = self.asks.iter().filter(|ask| ask.post.is_some());
        asks.filter(|ask| !is_open(ask)).copied().collect()
    }

    /// Keeps where a message is that asks for a partner, or that it has no buttons any more.
    pub fn note_ask(&mut self, ask: CupAsk) {
        self.asks
            .retain(|known| (known.by, known.partner) != (ask.by, ask.partner));
        self.asks.push(ask);
    }
}
