//! Cups: who plays whom in which round, what a round brings, and who stands where.
//!
//! Decides pairs, tables, byes and points, from what is kept of the cup and a seed alone: the same cup leads to the
//! same tables anywhere. What a deal is and where a table stands is not known here; the page for players is in
//! [`crate::desk`].

mod swiss;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

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

/// The most rounds of a cup.
pub const MOST_ROUNDS: u32 = 12;

/// The most characters of the name of a cup.
pub const MOST_NAME: usize = 60;

/// The longest time from the call of a cup until it begins, in days.
pub const LONGEST_DAYS: u64 = 7;

/// The most points of a round. A bye, and a table with nothing to compare, bring half.
const ALL: i64 = 100;

/// The most people whom one person calls to be their partner.
const MOST_CALLED: usize = 8;

/// A cup, from sign-up to its end.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cup {
    /// As it was written; not escaped.
    pub name: String,
    /// Where its post is, and below which its tables are.
    pub channel: u64,
    /// Who called it.
    pub by: PersonId,
    #[serde(default, skip_serializing_if = "CupGame::is_usual")]
    pub game: CupGame,
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
    /// Who has called whom to be their partner: nobody is called twice by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called: Vec<(PersonId, PersonId)>,
    /// What asks people to be partners.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<CupAsk>,
    /// The message with the standings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post: Option<u64>,
    /// Whether the winners were told.
    #[serde(default)]
    pub told: bool,
}

/// A message that asks somebody to be a partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CupAsk {
    /// 0 for somebody who was forgotten.
    pub by: PersonId,
    pub partner: PersonId,
    /// The message, while it has buttons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post: Option<u64>,
}

/// What is played at its tables, by two against two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CupGame {
    #[default]
    Tractor,
    Uno,
}

impl CupGame {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CupStage {
    #[default]
    SignUp,
    Playing,
    Over,
}

/// One or two people; a computer plays for who is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    pub players: Vec<Entrant>,
    /// Whom its only player has asked to be their partner, until they answer or the next round begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Entrant>,
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
    /// The pairs that have nobody to play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<usize>,
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

/// How somebody was signed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    /// By themselves, or they were in it.
    In,
    /// By themselves, until the partner whom they have asked says yes; whether that one is to be called.
    Asked { calls: bool },
    /// With who had asked them.
    Paired,
}

/// Who is not to meet whom: one of the two has blocked the other.
#[derive(Debug, Clone, Default)]
pub struct Parted(BTreeSet<(PersonId, PersonId)>);

impl FromIterator<(PersonId, PersonId)> for Parted {
    fn from_iter<I: IntoIterator<Item = (PersonId, PersonId)>>(blocks: I) -> Self {
        Self(blocks.into_iter().collect())
    }
}

impl Parted {
    pub fn are(&self, one: PersonId, other: PersonId) -> bool {
        self.0.contains(&(one, other)) || self.0.contains(&(other, one))
    }

    /// Whether anybody of one pair who still plays is not to meet somebody of the other. A pair with itself, too.
    fn keep_from(&self, one: &Pair, other: &Pair) -> bool {
        one.playing()
            .any(|one| other.playing().any(|other| self.are(one, other)))
    }
}

impl Pair {
    fn of(players: Vec<Entrant>) -> Self {
        let asked = None;
        Self { players, asked }
    }

    fn playing(&self) -> impl Iterator<Item = PersonId> {
        let players = self.players.iter().filter(|player| !player.left);
        players.map(|player| player.person)
    }

    /// Whether anybody of it still plays.
    pub fn plays(&self) -> bool {
        self.playing().next().is_some()
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
        let byes = self.byes.iter().map(|pair| (*pair, ALL / 2));
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
        points.chain(byes)
    }
}

impl Cup {
    /// Signs somebody up, alone or with a partner, who is asked unless they have asked themselves; who had left comes
    /// back. `None`, and nothing has changed, if either is in another pair, they are not to meet, or there are pairs
    /// enough.
    pub fn join(
        &mut self,
        who: (PersonId, &str),
        partner: Option<(PersonId, &str)>,
        parted: &Parted,
    ) -> Option<Joined> {
        let Some(partner) = partner.filter(|(person, _)| *person != who.0) else {
            return self.join_alone(who, parted).then_some(Joined::In);
        };
        if self.accept(who, partner.0, parted) {
            return Some(Joined::Paired);
        }
        let has_other = |person| self.player(person).is_some() && self.alone(person).is_none();
        if parted.are(who.0, partner.0) || has_other(who.0) || has_other(partner.0) {
            return None;
        }
        if self.alone(who.0).is_none() && !self.seat(None, who) {
            return None;
        }
        self.every_player(|player| player.left &= player.person != who.0);
        let own = self.alone(who.0)?;
        self.pairs[own].asked = Some(entrant(partner));
        let call = (who.0, partner.0);
        let count = self.called.iter().filter(|(by, _)| *by == who.0).count();
        let calls = count < MOST_CALLED && !self.called.contains(&call);
        self.called.extend(calls.then_some(call));
        Some(Joined::Asked { calls })
    }

    fn join_alone(&mut self, who: (PersonId, &str), parted: &Parted) -> bool {
        if self.player(who.0).is_some() {
            if self.would_meet(who.0, parted) {
                return false;
            }
            self.every_player(|player| player.left &= player.person != who.0);
            return true;
        }
        let late = self.drawn && self.stage == CupStage::Playing;
        let own = Pair::of(vec![entrant(who)]);
        let waits = (0..self.pairs.len()).find(|place| {
            let pair = &self.pairs[*place];
            let fits = pair.players.len() == 1 && pair.plays() && !parted.keep_from(pair, &own);
            late && fits && !self.has_met(*place)
        });
        self.seat(waits, who)
    }

    /// Whether somebody who comes back now would be seated with whom they are not to meet: the tables of the round
    /// were drawn without them, and theirs is not open.
    fn would_meet(&self, person: PersonId, parted: &Parted) -> bool {
        let tables = self.played.last().map_or(&[][..], |round| &round.tables);
        let mut drawn = tables.iter().filter(|table| table.table.is_none());
        drawn.any(|table| {
            let pairs = table.sides.map(|side| &self.pairs[side]);
            let players = || pairs.iter().flat_map(|pair| &pair.players);
            let meets = |other: &Entrant| !other.left && parted.are(person, other.person);
            players().any(|own| own.person == person) && players().any(meets)
        })
    }

    /// The pair of somebody who is in it alone. A pair keeps its players once it has played.
    fn alone(&self, person: PersonId) -> Option<usize> {
        (0..self.pairs.len()).find(|pair| {
            let players = self.pairs[*pair].players.as_slice();
            matches!(players, [own] if own.person == person) && !self.has_met(*pair)
        })
    }

    /// Signs somebody up with who has asked them to; `false`, and nothing has changed, if nobody has, or it cannot be.
    pub fn accept(&mut self, who: (PersonId, &str), asker: PersonId, parted: &Parted) -> bool {
        let by = self.alone(asker).filter(|pair| {
            let asked = self.pairs[*pair].asked.as_ref();
            asked.is_some_and(|asked| asked.person == who.0)
        });
        let own = self.alone(who.0);
        let has_other = own.is_none() && self.player(who.0).is_some();
        let Some(by) = by.filter(|_| !has_other && !parted.are(who.0, asker)) else {
            return false;
        };
        self.pairs[by].asked = None;
        self.pairs[by].players.push(entrant(who));
        // Before the cup a pair goes, later it stays with nobody.
        match (own, self.stage) {
            (None, _) => {}
            (Some(own), CupStage::SignUp) => drop(self.pairs.remove(own)),
            (Some(own), _) => self.pairs[own] = Pair::of(Vec::new()),
        }
        true
    }

    /// Says no to all who have asked somebody to be their partner; `false` if nobody has.
    pub fn decline(&mut self, person: PersonId) -> bool {
        let mut any = false;
        for pair in &mut self.pairs {
            any |= pair.asked.take_if(|asked| asked.person == person).is_some();
        }
        any
    }

    fn seat(&mut self, pair: Option<usize>, who: (PersonId, &str)) -> bool {
        match pair {
            Some(pair) => self.pairs[pair].players.push(entrant(who)),
            None if self.pairs.len() >= MOST_PAIRS => return false,
            None => self.pairs.push(Pair::of(vec![entrant(who)])),
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
        // Who does not play any more asks for nobody.
        let gone = self.pairs.iter_mut().filter(|pair| !pair.plays());
        gone.for_each(|pair| pair.asked = None);
        true
    }

    /// Whether it is kept of somebody that they had to do with it.
    pub fn concerns(&self, person: PersonId) -> bool {
        let asks = self.asks.iter().map(|ask| (ask.by, ask.partner));
        let mut called = self.called.iter().copied().chain(asks);
        let is_called = called.any(|(by, called)| by == person || called == person);
        self.by == person || self.named(person).is_some() || is_called
    }

    /// Takes away who somebody is, and leaves what their pair has reached. `false` if it does not concern them.
    pub fn forget(&mut self, person: PersonId) -> bool {
        let concerns = self.concerns(person);
        if self.by == person {
            self.by = PersonId(0);
        }
        self.decline(person);
        let is_other = |call: &(PersonId, PersonId)| call.0 != person && call.1 != person;
        self.called.retain(is_other);
        for ask in &mut self.asks {
            for who in [&mut ask.by, &mut ask.partner] {
                if *who == person {
                    *who = PersonId(0);
                }
            }
        }
        self.every_player(|player| {
            if player.person == person {
                let (person, name) = (PersonId(0), String::new());
                let left = true;
                *player = Entrant { person, name, left };
            }
        });
        concerns
    }

    pub fn player(&self, person: PersonId) -> Option<&Entrant> {
        let mut players = self.pairs.iter().flat_map(|pair| &pair.players);
        players.find(|player| player.person == person)
    }

    /// Somebody who is in it, or was asked to be.
    pub fn named(&self, person: PersonId) -> Option<&Entrant> {
        let mut asked = self.pairs.iter().filter_map(|pair| pair.asked.as_ref());
        self.player(person)
            .or_else(|| asked.find(|asked| asked.person == person))
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
            sides.any(is_it) || round.byes.iter().copied().any(is_it)
        })
    }

    /// Ends the sign-up, draws pairs if they are drawn, and begins the first round; `false`, and nothing
    /// has changed, if there are too few pairs.
    pub fn begin(&mut self, seed: &Seed, parted: &Parted) -> bool {
        let mut pairs = self.pairs.clone();
        if self.drawn {
            let players = pairs.into_iter().flat_map(|pair| pair.players);
            pairs = drawn(players.collect(), seed, parted);
        }
        if self.stage != CupStage::SignUp || pairs.len() < FEWEST_PAIRS {
            return false;
        }
        (self.pairs, self.begins, self.stage) = (pairs, None, CupStage::Playing);
        self.begin_round(seed, parted);
        true
    }

    /// After a round that is over: begins the next one, or ends the cup. `false` if no round is over.
    pub fn go_on(&mut self, seed: &Seed, parted: &Parted) -> bool {
        let over = self.played.last().is_some_and(CupRound::is_over);
        if self.stage != CupStage::Playing || !over {
            return false;
        }
        match self.played.len() < self.rounds as usize {
            true => self.begin_round(seed, parted),
            false => self.stage = CupStage::Over,
        }
        true
    }

    /// Draws the tables of the next round; where there can be none the cup is over. Who has not answered until now
    /// is nobody's partner.
    fn begin_round(&mut self, seed: &Seed, parted: &Parted) {
        self.pairs.iter_mut().for_each(|pair| pair.asked = None);
        let mut past = Past::of(self.pairs.len());
        for round in &self.played {
            let tables = round.tables.iter();
            tables.for_each(|table| past.note_met(table.sides));
            round.byes.iter().for_each(|pair| past.note_bye(*pair));
        }
        let places = self.standing().into_iter();
        let places = places.filter(|place| self.pairs[place.pair].plays());
        let places = places.map(|place| (place.place, place.pair)).collect();
        let apart = |one: usize, other: usize| {
            let is_apart =
                |one: usize, other: usize| parted.keep_from(&self.pairs[one], &self.pairs[other]);
            // Partners who are not to meet sit at no table.
            is_apart(one, other) || is_apart(one, one) || is_apart(other, other)
        };
        let seed = seed.derive("tables of a round", self.played.len() as u64);
        let Some((byes, tables)) = swiss::round(places, &past, apart, &mut seed.chance()) else {
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
        self.played.push(CupRound { tables, byes });
    }

    /// The points of every pair after so many rounds, as far as they are over.
    pub fn points_after(&self, rounds: usize) -> Vec<i64> {
        let mut points = vec![0; self.pairs.len()];
        let over = self.played[..rounds].iter().filter(|round| round.is_over());
        for (pair, more) in over.flat_map(CupRound::points) {
            points[pair] += more;
        }
        points
    }

    /// The pairs that anybody was in, the best first; of equals in the order in which they came.
    pub fn standing(&self) -> Vec<CupPlace> {
        let points = self.points_after(self.played.len());
        let pairs = (0..self.pairs.len()).filter(|pair| !self.pairs[*pair].players.is_empty());
        let mut pairs: Vec<usize> = pairs.collect();
        pairs.sort_by_key(|pair| std::cmp::Reverse(points[*pair]));
        let place = |pair: &usize| {
            let mut pairs = pairs.iter();
            pairs.position(|other| points[*other] == points[*pair])
        };
        let places = pairs.iter().map(|pair| CupPlace {
            place: place(pair).map_or(0, |better| better + 1),
            pair: *pair,
            points: points[*pair],
        });
        places.collect()
    }

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

/// Pairs by lot, of people who may meet; few have a computer each.
fn drawn(mut players: Vec<Entrant>, seed: &Seed, parted: &Parted) -> Vec<Pair> {
    seed.derive("pairs", 0).chance().shuffle(&mut players);
    let many = players.len() >= FEWEST_DRAWN;
    let fits =
        |one: usize, other: usize| many && !parted.are(players[one].person, players[other].person);
    let last_first: Vec<usize> = (0..players.len()).rev().collect();
    let (alone, pairs) = swiss::matched(&last_first, &fits);
    let alone = alone.into_iter().map(|player| vec![player]);
    let pairs = pairs.into_iter().map(|pair| pair.to_vec());
    let pair = |pair: Vec<usize>| {
        let players = pair.into_iter().map(|player| players[player].clone());
        Pair::of(players.collect())
    };
    pairs.chain(alone).map(pair).collect()
}

fn entrant((person, name): (PersonId, &str)) -> Entrant {
    let name = name.to_owned();
    let left = false;
    Entrant { person, name, left }
}
