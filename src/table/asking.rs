//! Petitions: what one person at a table cannot have without the yes of others: other limits in the
//! middle of a round, somebody taken off their seat in a match, somebody new on a seat, and what a game lets
//! people agree on.
//!
//! Decides what has to wait, whose yes counts and how many are needed. An answer is a vote about the
//! petition. Knows no clock: a change of limits that nobody agrees to counts from the next round.

use serde::{Deserialize, Serialize};

use super::journal::Position;
use super::limits::{Consent, Entry, Limits};
use super::past::Move;
use super::people::{Motion, PersonId};
use super::{Happening, Refusal, Table};
use crate::game::{AccordError, Choices, Game, RuleError, RuleSet, Seat};

/// Limits that take nothing from anybody: they count at once.
const HARMLESS: [&str; 3] = ["computer_delay", "ping", "turn_warning"];

impl<G: Game> Table<G> {
    /// The petitions as everybody sees them, the oldest first.
    pub(super) fn petition_views(&self) -> Vec<PetitionView> {
        let views = self.petitions.iter().map(|petition| {
            let mut awaited = self.voters(petition);
            awaited.retain(|voter| !petition.yes.contains(voter) && !petition.no.contains(voter));
            PetitionView {
                at: petition.at,
                by: petition.by,
                wish: petition.wish.clone(),
                yes: petition.yes.len() as u8,
                needed: self.needed(petition) as u8,
                awaited,
            }
        });
        views.collect()
    }

    /// Whose yes counts: to a kick in the middle of a round, that of those who have played it from its deal on.
    fn voters(&self, petition: &Petition) -> Vec<PersonId> {
        let asked = |who: &PersonId| match &petition.wish {
            Wish::Limits(_) | Wish::Accord(_) => *who != petition.by,
            Wish::Kick { person } => {
                *who != petition.by && who != person && self.seating.has_played(*who)
            }
            Wish::Sit { .. } => *who == self.host,
        };
        self.seating.people().filter(asked).collect()
    }

    /// How many have to say yes: all to a kick in the middle of a round, one between rounds and to somebody new,
    /// otherwise more than half of the others.
    fn needed(&self, petition: &Petition) -> usize {
        match (&petition.wish, self.voters(petition).len()) {
            (Wish::Limits(_) | Wish::Accord(_), 0) => 0,
            (Wish::Limits(_) | Wish::Accord(_), voters) => voters / 2 + 1,
            (Wish::Kick { .. }, voters) if self.seating.is_in_round() => voters.max(1),
            (Wish::Kick { .. } | Wish::Sit { .. }, _) => 1,
        }
    }

    /// Whether a change of this limit, to what these limits say, waits for the others: in the middle of a round that others play
    /// in as well.
    pub(super) fn limit_waits(&self, by: PersonId, limit: &str, limits: &Limits) -> bool {
        let others = self.seating.people().any(|person| person != by);
        // Whether newcomers are let in at all is the host's to say.
        let door = |limits: &Limits| limits.entry == Entry::Closed;
        let free = HARMLESS.contains(&limit) || door(limits) != door(&self.limits);
        self.asks_in_match() && others && !free && !self.is_between_rounds()
    }

    /// Whether a kick waits: for somebody else's yes, and where nobody else is there, for the end of
    /// the round.
    pub(super) fn kick_waits(&self, by: PersonId, person: PersonId) -> bool {
        let mut people = self.seating.people();
        let others = people.any(|other| other != by && other != person);
        self.asks_in_match() && (others || !self.is_between_rounds())
    }

    /// Whether the host is asked before this person sits down: they are new, and take over a hand in a
    /// match, or come to a table that nobody may enter unasked.
    pub(super) fn sitting_waits(&self, person: PersonId, takes_hand: bool) -> bool {
        let asks = self.limits.entry == Entry::Ask || (takes_hand && self.asks_in_match());
        asks && self.is_for_host(person)
    }

    /// Refuses somebody new while the table is closed to them.
    pub(super) fn check_let_in(&self, person: PersonId) -> Result<(), Refusal<G>> {
        if self.limits.entry == Entry::Closed && self.is_for_host(person) {
            return Err(Refusal::NotLetIn { host: self.host });
        }
        Ok(())
    }

    /// Whether the host, who is there, decides about this person, who is new.
    fn is_for_host(&self, person: PersonId) -> bool {
        let invited = self.invited.as_ref().map(|invited| invited.person);
        let there = self.seating.sits_at(self.host).is_some();
        let known = self.seating.knows(person) || self.admission(person).is_some();
        there && !known && invited != Some(person) && person != self.host
    }

    /// Drops what this person asked for themselves: they have a seat, or will have one.
    pub(super) fn drop_petition_of(&mut self, newcomer: PersonId) {
        let own = |wish: &Wish| matches!(wish, Wish::Sit { person, .. } if *person == newcomer);
        self.petitions.retain(|petition| !own(&petition.wish));
    }

    /// Asks the others for what the game lets people agree on; where nobody else is there, it is done.
    pub(super) fn ask_for_accord(
        &mut self,
        by: PersonId,
        (name, choices): (&'static str, Choices),
        value: &str,
    ) -> Result<(), Refusal<G>> {
        self.seating.sits_at(by).ok_or(Refusal::NotSeated)?;
        let value = value.trim();
        let mut words = choices.offered().iter();
        let word = words.find(|word| word.eq_ignore_ascii_case(value));
        let word = word.ok_or_else(|| {
            let value = value.to_owned();
            Refusal::Rule(RuleError::BadValue {
                name,
                value,
                choices,
            })
        })?;
        let change = LimitChange {
            limit: name.to_owned(),
            value: (*word).to_owned(),
        };
        let wish = Wish::Accord(vec![change]);
        let others = self.seating.people().any(|person| person != by);
        match others {
            true => {
                self.clone().grant(wish.clone())?;
                self.ask(by, wish)
            }
            false => self.grant(wish),
        }
    }

    fn asks_in_match(&self) -> bool {
        self.is_playing() && self.limits.consent == Consent::On
    }

    /// Puts a wish to those whose yes it needs. Changes of the same kind that wait already are put again with
    /// the new one among them.
    pub(super) fn ask(&mut self, by: PersonId, mut wish: Wish) -> Result<(), Refusal<G>> {
        let same = |petition: &Petition| match (&petition.wish, &wish) {
            (Wish::Limits(_), Wish::Limits(_)) | (Wish::Accord(_), Wish::Accord(_)) => true,
            (Wish::Kick { person }, Wish::Kick { person: other })
            | (Wish::Sit { person, .. }, Wish::Sit { person: other, .. }) => person == other,
            _ => false,
        };
        if let Some(index) = self.petitions.iter().position(same) {
            let before = &self.petitions[index];
            if let (Wish::Limits(old), Wish::Limits(new)) | (Wish::Accord(old), Wish::Accord(new)) =
                (&before.wish, &mut wish)
            {
                let mut all = old.clone();
                all.retain(|change| new.iter().all(|other| other.limit != change.limit));
                all.append(new);
                *new = all;
            }
            if before.wish == wish {
                return Err(Refusal::AskedAlready);
            }
            self.petitions.remove(index);
        }
        let at = self.position.next();
        self.tell(Happening::Asked {
            by,
            wish: wish.clone(),
        });
        self.petitions.push(Petition {
            at,
            by,
            wish,
            yes: Vec::new(),
            no: Vec::new(),
        });
        Ok(())
    }

    /// Takes somebody's answer to the petition that was put at this position. Who asked takes it back
    /// by a no.
    pub(super) fn answer(
        &mut self,
        person: PersonId,
        at: Position,
        support: bool,
    ) -> Result<(), Refusal<G>> {
        let mut petitions = self.petitions.iter();
        let index = petitions.position(|petition| petition.at == at);
        let index = index.ok_or(Refusal::Stale)?;
        let petition = &self.petitions[index];
        let own = petition.by == person && !support;
        if !own && !self.voters(petition).contains(&person) {
            return Err(match (&petition.wish, self.seating.sits_at(person)) {
                (_, None) => Refusal::NotSeated,
                (Wish::Sit { .. }, Some(_)) => Refusal::NotHost { host: self.host },
                _ => Refusal::NotAsked,
            });
        }
        let petition = &mut self.petitions[index];
        let (said, other) = match support {
            true => (&mut petition.yes, &mut petition.no),
            false => (&mut petition.no, &mut petition.yes),
        };
        if said.contains(&person) {
            return Err(Refusal::AnswerStands { support });
        }
        said.push(person);
        other.retain(|voter| *voter != person);
        let petition = self.petitions[index].clone();
        let (yes, needed) = (petition.yes.len(), self.needed(&petition));
        let voters = self.voters(&petition).len();
        let left = voters.saturating_sub(petition.no.len());
        if own || left < needed {
            self.petitions.remove(index);
            self.tell(Happening::Declined {
                by: petition.by,
                wish: petition.wish.clone(),
            });
            // What nobody agrees to still counts from the next round on, unless it is taken back.
            if let (Wish::Limits(_), false) = (&petition.wish, own) {
                self.petitions.insert(index, petition);
            }
            return Ok(());
        }
        if yes < needed {
            self.tell(Happening::Voted {
                person,
                motion: Motion::Petition(at),
                support,
                votes: yes as u8,
                needed: needed as u8,
            });
            return Ok(());
        }
        self.petitions.remove(index);
        self.grant(petition.wish)
    }

    /// Carries out what was asked for.
    fn grant(&mut self, wish: Wish) -> Result<(), Refusal<G>> {
        match wish {
            Wish::Limits(changes) => {
                for LimitChange { limit, value } in changes {
                    self.limits.set(&limit, &value).map_err(Refusal::Rule)?;
                    self.tell_rule(self.limits.entry(&limit));
                }
                Ok(())
            }
            Wish::Accord(changes) => {
                for LimitChange { limit, value } in changes {
                    let game = self.playing_mut().ok_or(Refusal::NotPlaying)?;
                    let told = game.agree(&limit, &value).map_err(|error| match error {
                        AccordError::NotNow => Refusal::NotNow,
                        AccordError::Rule(error) => Refusal::Rule(error),
                    })?;
                    self.tell_game(told);
                    let accord = limit;
                    self.note(|| (Move::Agree { accord, value }, None));
                }
                Ok(())
            }
            Wish::Kick { person } => self.take_off(person),
            Wish::Sit { person, name, seat } => self.take_seat(person, &name, seat),
        }
    }

    /// What a new round, or any input, makes of petitions: limits count from the next round on, and so
    /// does a kick that nobody was there to agree to; what has become pointless is dropped.
    pub(super) fn settle_petitions(&mut self, begins: bool) {
        for petition in std::mem::take(&mut self.petitions) {
            let petition = self.with_those_seated(petition);
            let playing = self.is_playing();
            let carried = petition.yes.len() >= self.needed(&petition);
            let by_host = petition.by == self.host;
            let (due, lasts) = match &petition.wish {
                Wish::Limits(_) => (begins || !playing || carried, by_host),
                Wish::Accord(_) => {
                    let possible = self.clone().grant(petition.wish.clone());
                    let there = self.seating.sits_at(petition.by).is_some();
                    (carried, possible.is_ok() && there)
                }
                Wish::Kick { person } => {
                    let unasked = self.voters(&petition).is_empty();
                    let there = self.seating.held_by(*person).is_some();
                    (begins && (unasked || carried), playing && by_host && there)
                }
                Wish::Sit { person, .. } => {
                    let waits = playing || self.limits.entry != Entry::Open;
                    (false, waits && self.seating.sits_at(*person).is_none())
                }
            };
            if lasts && !self.is_closed() {
                match due {
                    // It was found possible when it was asked for.
                    true => drop(self.grant(petition.wish)),
                    false => self.petitions.push(petition),
                }
            }
        }
    }

    /// The petition with the answers of those alone whose answer still counts.
    fn with_those_seated(&self, mut petition: Petition) -> Petition {
        let voters = self.voters(&petition);
        petition.yes.retain(|voter| voters.contains(voter));
        petition.no.retain(|voter| voters.contains(voter));
        petition
    }
}

/// What somebody asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Wish {
    /// Other limits: at once, and not only from the next round on.
    Limits(Vec<LimitChange>),
    /// What the game lets people agree on in the middle of a match.
    Accord(Vec<LimitChange>),
    /// Somebody is to be taken off their seat.
    Kick {
        /// Who.
        person: PersonId,
    },
    /// To sit down.
    Sit {
        /// Who.
        person: PersonId,
        /// What they are called.
        name: String,
        /// On which seat; any if none is named.
        seat: Option<Seat>,
    },
}

/// A limit, or something to agree on, and its new value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitChange {
    /// Which.
    pub limit: String,
    /// The value as written in commands.
    pub value: String,
}

/// A wish that waits for others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Petition {
    /// The position by which it came to be what it is: an answer is to nothing else.
    pub(super) at: Position,
    pub(super) by: PersonId,
    pub(super) wish: Wish,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) yes: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) no: Vec<PersonId>,
}

/// A wish that waits for others, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PetitionView {
    /// What answers name it by.
    pub at: Position,
    /// Who asks.
    pub by: PersonId,
    /// For what.
    pub wish: Wish,
    /// How many have said yes.
    pub yes: u8,
    /// How many have to.
    pub needed: u8,
    /// Whose answer is awaited.
    pub awaited: Vec<PersonId>,
}
