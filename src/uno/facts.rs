//! The facts of a match that digests cover, hidden cards included. New ones are added at the end.

use super::round::{Bluff, Round, Stage};
use super::{Card, Hand, Phase, Uno};
use crate::game::{Facts, Seat, SeatSet};

impl Uno {
    /// Lists the facts of this match.
    pub(super) fn list(&self, facts: &mut Facts) {
        let no_words = vec![None; self.scores.len()];
        let words: Vec<Option<&str>> = self.contributions.iter().collect();
        facts.rules("rules", &self.rules);
        facts.always("order", &self.order);
        facts.add("left", &self.left, &SeatSet::EMPTY);
        facts.always("round", &self.number);
        facts.always("commitment", &self.sealed().commitment());
        facts.add("contributed", &words, &no_words);
        facts.add("rounds", &self.history.len(), &0);
        facts.add("scores", &self.scores, &vec![0; self.scores.len()]);
        facts.add("warned", &self.warned, &None);
        let (phase, places) = match &self.phase {
            Phase::Ready => ("ready", &[][..]),
            Phase::Playing(_) => ("playing", &[][..]),
            Phase::Over { places } => ("over", &places[..]),
        };
        facts.always("phase", phase);
        facts.add("places", places, &[]);
        if let Phase::Playing(round) = &self.phase {
            facts.part("play", |facts| list_round(facts, round));
        }
        facts.add("again", &self.again, &0);
    }
}

fn cards(hand: &Hand) -> Vec<Card> {
    hand.cards().collect()
}

fn list_round(facts: &mut Facts, round: &Round) {
    let hands = round.circle.seats().iter();
    let hands: Vec<(Seat, Vec<Card>)> = hands
        .map(|seat| (*seat, cards(round.hand(*seat))))
        .collect();
    let bluff = |bluff: &Bluff| (bluff.by, bluff.guilty, cards(&bluff.hand));
    let (stage, drawn) = match round.stage {
        Stage::Turn => ("turn", None),
        Stage::Drawn(card) => ("drawn", Some(card)),
        Stage::Color => ("color", None),
        Stage::StartColor => ("start_color", None),
        Stage::Swap(card) => ("swap", Some(card)),
    };
    let shown = round.shown.map(|shown| (shown.to, bluff(&shown.bluff)));
    facts.always("hands", &hands);
    facts.always("draw", &round.piles.draw);
    facts.add("discards", &round.piles.discards[..], &[]);
    facts.always("top", &round.piles.top);
    facts.add("reshuffles", &round.piles.reshuffles, &0);
    facts.add("color", &round.color, &None);
    facts.always("direction", &round.direction);
    facts.always("turn", &round.turn);
    facts.always("stage", stage);
    facts.add("card", &drawn, &None);
    facts.add("owed", &round.owed, &0);
    facts.add("bluff", &round.bluff.as_ref().map(bluff), &None);
    facts.add("shown", &shown, &None);
    facts.always("active", &round.active);
    facts.add("out", &round.out[..], &[]);
    facts.add("exposed", &round.exposed, &None);
    facts.add("said", &round.said_uno, &SeatSet::EMPTY);
    facts.add("announced", &round.announced, &false);
    facts.add("last_play", &round.last_play, &None);
    facts.add("idle", &round.idle, &0);
    facts.add("step", &round.step, &0);
    facts.add("counted", &round.counted, &None);
}
