//! Cups: who plays whom in which round, what a round brings, and who stands where.
//!
//! Decides pairs, tables, byes and points, from what is kept of the cup and a seed alone: the same cup leads to the
//! same tables anywhere. What a deal is and where a table stands is not known here; the page for players is in
//! [`crate::desk`].

mod swiss;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use self::swiss::Past;
use crate::chance::Seed;
use crate::table::{PersonId, TableId, UnixMillis};

/// With fewer pairs a cup does not begin: there would be one table, and nothing to compare.
pub const FEWEST_PAIRS: usize = 4;

/// With fewer people nobody is drawn a partner, so that there are pairs enough.
const FEWEST_DRAWN: usize = 2 * FEWEST_PAIRS;

/// The most pairs of a cup.
pub const MOST_PAIRS: usize = 32;

/// The most points of a round. A bye, and a table with nothing to compare, bring half.
const ALL: i64 = 100;

/// A cup, from sign-up to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cup {
    /// As it was written; not escaped.
    pub name: String,
    /// Where its post is, and below which its tables are.
    pub channel: u64,
    /// Who called it.
    pub by: PersonId,
    /// How many rounds it has.
    pub rounds: u32,
    /// Whether pairs are drawn when it begins.
    pub drawn: bool,
    /// When it begins by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<UnixMillis>,
    pub stage: CupStage,
    /// Never shorter once it has begun: tables name pairs by their place here.
    pub pairs: Vec<Pair>,
    /// The rounds that have begun.
    pub played: Vec<CupRound>,
    /// The message with the standings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post: Option<u64>,
    /// Whether the winners were told.
    #[serde(default)]
    pub told: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CupStage {
    SignUp,
    Playing,
    Over,
}

/// One or two people; a computer plays for who is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub players: Vec<Entrant>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// 0 for somebody who was forgotten.
    pub person: PersonId,
    /// Not escaped; empty for somebody who was forgotten.
    pub name: String,
    /// Whether they have left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CupRound {
    pub tables: Vec<CupTable>,
    /// The pair that has nobody to play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CupTable {
    /// The pairs in the first and third seat, and in the second and fourth.
    pub sides: [usize; 2],
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u64>,
    /// Which it is, once it was opened there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// How a table ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// How the first side did: the greater, the better for it.
    Played(i64),
    /// It was ended without a result.
    Void,
}

/// Where a pair stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CupPlace {
    /// From 1; equals share the best of their places.
    pub place: usize,
    /// Which pair.
    pub pair: usize,
    pub points: i64,
}

impl Pair {
    /// Whether anybody of it still plays.
    pub fn plays(&self) -> bool {
        self.players.iter().any(|player| !player.left)
    }
}

impl CupRound {
    pub fn is_over(&self) -> bool {
        self.tables.iter().all(|table| table.outcome.is_some())
    }

    /// What each pair gets: of every other table where the same seats were better 0, equal 1, worse 2, in
    /// hundredths of what is possible.
    fn points(&self) -> impl Iterator<Item = (usize, i64)> {
        let scores = |table: &CupTable| match table.outcome {
            Some(Outcome::Played(score)) => Some(score),
            Some(Outcome::Void) | None => None,
        };
        let all: Vec<i64> = self.tables.iter().filter_map(scores).collect();
        let others = all.len().saturating_sub(1) as i64;
        let bye = self.bye.map(|pair| (pair, ALL / 2));
        let points = self.tables.iter().flat_map(move |table| {
            let first = match scores(table).filter(|_| others > 0) {
                Some(own) => {
                    let beaten: i64 = all.iter().map(|other| 1 + (own - other).signum()).sum();
                    // Its equal is itself, once.
                    ((beaten - 1) * ALL + others) / (2 * others)
                }
                None => ALL / 2,
            };
            [(table.sides[0], first), (table.sides[1], ALL - first)]
        });
        points.chain(bye)
    }
}

impl Cup {
    /// A cup for which nobody has signed up yet, with partners of one's own and no time to begin.
    pub fn called(name: String, channel: u64, by: PersonId, rounds: u32) -> Self {
        Self {
            name,
            channel,
            by,
            rounds,
            drawn: false,
            begins: None,
            stage: CupStage::SignUp,
            pairs: Vec::new(),
            played: Vec::new(),
            post: None,
            told: false,
        }
    }

    /// Signs somebody up, with a partner or without; who had left comes back, and who is in it alone or with a
    /// partner stays so. `false` if either is in another pair, or there are pairs enough.
    pub fn join(&mut self, who: (PersonId, &str), partner: Option<(PersonId, &str)>) -> bool {
        let partner = partner.filter(|(person, _)| *person != who.0);
        if self.player(who.0).is_some() && partner.is_none() {
            self.every_player(|player| player.left &= player.person != who.0);
            return true;
        }
        // A pair keeps its players once it has played.
        let alone = |cup: &Self, person| {
            (0..cup.pairs.len()).find(|pair| {
                let players = cup.pairs[*pair].players.as_slice();
                matches!(players, [own] if own.person == person) && !cup.has_met(*pair)
            })
        };
        if self.player(who.0).is_some() && alone(self, who.0).is_none() {
            return false;
        }
        let Some(partner) = partner else {
            let late = self.drawn && self.stage == CupStage::Playing;
            let waits = (0..self.pairs.len()).find(|place| {
                let pair = &self.pairs[*place];
                late && pair.players.len() == 1 && pair.plays() && !self.has_met(*place)
            });
            return self.seat(waits, vec![entrant(who)]);
        };
        let place = match (self.player(partner.0), alone(self, partner.0)) {
            (Some(_), None) => return false,
            (Some(_), place) => place,
            (None, _) => None,
        };
        match (place, alone(self, who.0)) {
            // Both wait by themselves: before the cup one pair goes, later it stays with nobody.
            (Some(place), Some(own)) => {
                self.pairs[place].players.push(entrant(who));
                match self.stage {
                    CupStage::SignUp => drop(self.pairs.remove(own)),
                    CupStage::Playing | CupStage::Over => self.pairs[own].players.clear(),
                }
                true
            }
            (Some(place), None) => self.seat(Some(place), vec![entrant(who)]),
            (None, Some(own)) => self.seat(Some(own), vec![entrant(partner)]),
            (None, None) => self.seat(None, vec![entrant(who), entrant(partner)]),
        }
    }

    fn seat(&mut self, pair: Option<usize>, mut players: Vec<Entrant>) -> bool {
        match pair {
            Some(pair) => self.pairs[pair].players.append(&mut players),
            None if self.pairs.len() >= MOST_PAIRS => return false,
            None => self.pairs.push(Pair { players }),
        }
        true
    }

    /// Takes somebody out; `false` if they are not in it.
    pub fn leave(&mut self, person: PersonId) -> bool {
        if self.player(person).is_none_or(|own| own.left) {
            return false;
        }
        if self.stage == CupStage::SignUp {
            let players = self.pairs.iter_mut().map(|pair| &mut pair.players);
            players.for_each(|players| players.retain(|player| player.person != person));
            self.pairs.retain(|pair| !pair.players.is_empty());
        }
        self.every_player(|player| player.left |= player.person == person);
        true
    }

    /// Takes away who somebody is, and leaves what their pair has reached. `false` if they are not in it.
    pub fn forget(&mut self, person: PersonId) -> bool {
        let by = self.by == person;
        if by {
            self.by = PersonId(0);
        }
        let is_in = self.player(person).is_some();
        self.every_player(|player| {
            if player.person == person {
                let (person, name) = (PersonId(0), String::new());
                let left = true;
                *player = Entrant { person, name, left };
            }
        });
        is_in || by
    }

    pub fn player(&self, person: PersonId) -> Option<&Entrant> {
        let mut players = self.pairs.iter().flat_map(|pair| &pair.players);
        players.find(|player| player.person == person)
    }

    fn every_player(&mut self, change: impl FnMut(&mut Entrant)) {
        let pairs = self.pairs.iter_mut();
        pairs.flat_map(|pair| &mut pair.players).for_each(change);
    }

    /// Whether a pair was in any round.
    fn has_met(&self, pair: usize) -> bool {
        let is_it = |other: usize| other == pair;
        self.played.iter().any(|round| {
            let mut sides = round.tables.iter().flat_map(|table| table.sides);
            sides.any(is_it) || round.bye.is_some_and(is_it)
        })
    }

    /// Ends the sign-up, draws pairs if they are drawn, and begins the first round; `false`, and nothing
    /// has changed, if there are too few pairs.
    pub fn begin(&mut self, seed: &Seed) -> bool {
        let mut pairs = self.pairs.clone();
        if self.drawn {
            let players = pairs.into_iter().flat_map(|pair| pair.players);
            let mut players: Vec<Entrant> = players.collect();
            seed.derive("pairs", 0).chance().shuffle(&mut players);
            let size = if players.len() < FEWEST_DRAWN { 1 } else { 2 };
            let drawn = players.chunks(size).map(|players| Pair {
                players: players.to_vec(),
            });
            pairs = drawn.collect();
        }
        if self.stage != CupStage::SignUp || pairs.len() < FEWEST_PAIRS {
            return false;
        }
        (self.pairs, self.begins, self.stage) = (pairs, None, CupStage::Playing);
        self.begin_round(seed);
        true
    }

    /// After a round that is over: begins the next one, or ends the cup. `false` if no round is over.
    pub fn go_on(&mut self, seed: &Seed) -> bool {
        let over = self.played.last().is_some_and(CupRound::is_over);
        if self.stage != CupStage::Playing || !over {
            return false;
        }
        match self.played.len() < self.rounds as usize {
            true => self.begin_round(seed),
            false => self.stage = CupStage::Over,
        }
        true
    }

    /// Draws the tables of the next round; with fewer than two pairs the cup is over.
    fn begin_round(&mut self, seed: &Seed) {
        let mut past = Past::of(self.pairs.len());
        for round in &self.played {
            let tables = round.tables.iter();
            tables.for_each(|table| past.note_met(table.sides));
            round.bye.into_iter().for_each(|pair| past.note_bye(pair));
        }
        let places = self.standing().into_iter();
        let places = places.filter(|place| self.pairs[place.pair].plays());
        let places = places.map(|place| (place.place, place.pair)).collect();
        let seed = seed.derive("tables of a round", self.played.len() as u64);
        let Some((bye, tables)) = swiss::round(places, &past, &mut seed.chance()) else {
            self.stage = CupStage::Over;
            return;
        };
        let tables = tables.into_iter().map(|sides| CupTable {
            sides,
            place: None,
            table: None,
            outcome: None,
        });
        let tables = tables.collect();
        self.played.push(CupRound { tables, bye });
    }

    /// The pairs that anybody was in, the best first; of equals in the order in which they came.
    pub fn standing(&self) -> Vec<CupPlace> {
        let mut points = vec![0; self.pairs.len()];
        let over = self.played.iter().filter(|round| round.is_over());
        for (pair, more) in over.flat_map(CupRound::points) {
            points[pair] += more;
        }
        let pairs = (0..self.pairs.len()).filter(|pair| !self.pairs[*pair].players.is_empty());
        let mut pairs: Vec<usize> = pairs.collect();
        pairs.sort_by_key(|pair| std::cmp::Reverse(points[*pair]));
        let place = |pair: &usize| {
            pairs
                .iter()
                .position(|other| points[*other] == points[*pair])
        };
        let places = pairs.iter().map(|pair| CupPlace {
            place: place(pair).map_or(0, |better| better + 1),
            pair: *pair,
            points: points[*pair],
        });
        places.collect()
    }
}

fn entrant((person, name): (PersonId, &str)) -> Entrant {
    let name = name.to_owned();
    let left = false;
    Entrant { person, name, left }
}
