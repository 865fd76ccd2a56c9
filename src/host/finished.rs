//! What finished rounds and matches add to history and statistics.
//!
//! Decides who is credited: the people on the seats when a round ends, including absent ones for
//! whom a computer plays. A seat that was given up counts for nobody. Each game says what its
//! rounds count.
//!
//! What a round that is over brought to those who played it, beside its result.
//!
//! Honours of rounds that were finished before anybody looked for them.
//!
//! Their matches are run again. Rounds whose moves are not kept any more keep what they were awarded.

use serde_json::{Value, json};

use super::games::{Counted, Counts, FinishedRound, Paced, RatedSeats};
use crate::club::honour::{self, Earned};
use crate::club::{Honour, RatedPlayer, RatedRound, RatedSide, RatingChange};
use crate::game::{Seat, Viewer, at_game};
use crate::store::{
    Counter, DailyFinish, Db, Finish, Finished, FinishedPlace, PersonTally, StoreError, Versus,
};
use crate::table::{
    DailyDeal, Match, News, Occupant, Proposal, RoundLog, Saved, SeatView, Table, UnixMillis,
    round_ended,
};

/// An input about to be written, with the context needed to credit what it finishes.
pub struct Finishing<'a, G: Paced> {
    /// The table before the input.
    pub table: &'a Table<G>,
    pub proposal: &'a Proposal<G>,
    /// Now.
    pub at: UnixMillis,
    pub round_began: UnixMillis,
}

impl<G: Paced> Finishing<'_, G> {
    /// The rounds and matches that the input finishes.
    pub fn finishes(&self) -> Vec<Finish> {
        let played = self.played();
        let events = self.proposal.events.iter().filter_map(|event| match event {
            News::Game(event) => Some((event, G::counted(event, &played)?)),
            _ => None,
        });
        let counted: Vec<_> = events.collect();
        if counted.is_empty() {
            return Vec::new();
        }
        let ended = round_ended(self.table, &self.proposal.table);
        let log = self.table.round_log_with(&self.proposal.entry.input);
        let finished = counted.into_iter().map(|(event, counted)| {
            let rated = G::rated(event, self.table.rules());
            let rated = rated.and_then(|seats| rated_round::<G>(seats, &log));
            let of_round = counted.round.is_some() == G::HAS_ROUNDS;
            let honours = ended.as_ref().filter(|_| of_round);
            let honours = honours.map(|[before, after]| G::honours(before, after));
            let earned = (rated, honours.unwrap_or_default());
            self.finish(counted, earned, &log)
        });
        let mut finished: Vec<Finish> = finished.collect();
        if let Some(finish) = finished.iter_mut().find(|finish| finish.round.is_some()) {
            finish.daily = self.daily();
        }
        finished
    }

    /// The result of the round if it was the deal of a day, and counts.
    fn daily(&self) -> Option<DailyFinish> {
        let DailyDeal { day, .. } = self.table.daily().filter(|daily| daily.counts)?;
        let person = self.table.view(Viewer::Public).host;
        let Viewer::Seat(seat) = self.table.viewer(person) else {
            return None;
        };
        let before = self.table.game_view(seat)?;
        let after = self.proposal.table.view(Viewer::Seat(seat)).stage;
        let score = G::daily(&before, after.game()?, seat)?;
        Some(DailyFinish { person, day, score })
    }

    fn played(&self) -> FinishedRound<'_, G::Rules> {
        let millis = self.at.0.saturating_sub(self.round_began.0);
        FinishedRound {
            rules: self.table.rules(),
            seats: self.table.occupants().count() as u8,
            seconds: i64::try_from(millis / 1_000).unwrap_or(i64::MAX),
        }
    }

    /// The entry for the history, with what the people on the seats add to the statistics.
    fn finish(
        &self,
        counted: Counted,
        (rated, honours): (Option<RatedRound>, Vec<(Seat, Honour)>),
        log: &RoundLog,
    ) -> Finish {
        let view = self.table.view(Viewer::Public);
        let seats = &view.seats;
        let tally = |place: &SeatView| {
            let person = place.occupant.holder()?;
            let other = || {
                let other = |place: &&SeatView| place.occupant.holder() != Some(person);
                seats.iter().find(other)
            };
            let versus = match counted.by_opponent {
                true => other().map_or(Versus::Anybody, |place| versus(place.occupant)),
                false => Versus::Anybody,
            };
            let counts = counted.counts.get(place.seat.index());
            let counts = counts.cloned().unwrap_or_default();
            Some(PersonTally {
                person,
                name: place.name.clone().unwrap_or_default(),
                versus,
                counts: match gains(place, log) {
                    true => counts,
                    false => lost(counts),
                },
            })
        };
        let mut tallies: Vec<PersonTally> = seats.iter().filter_map(tally).collect();
        tallies.extend(rated.iter().flat_map(company));
        let players: Vec<Value> = seats.iter().map(player).collect();
        let mut summary = json!({ "players": players, "result": counted.result });
        if let Some(rated) = rated {
            summary["rated"] = json!(rated);
        }
        if let Some(honours) = honour::written(&honours) {
            summary["honours"] = honours;
        }
        let held = |place: &&SeatView| place.occupant.holder().is_some();
        let no_gain = seats.iter().filter(held).filter(|place| !gains(place, log));
        let no_gain: Vec<usize> = no_gain.map(|place| place.seat.index()).collect();
        if !no_gain.is_empty() {
            summary["no_gain"] = json!(no_gain);
        }
        Finish {
            match_number: view.number,
            round: counted.round,
            position: self.proposal.entry.position,
            at: self.at,
            summary: summary.to_string(),
            tallies,
            daily: None,
        }
    }
}

/// Whether whoever holds a seat may gain by a round.
fn gains(place: &SeatView, log: &RoundLog) -> bool {
    let holder = place.occupant.holder();
    holder.is_some_and(|person| log.gains(place.seat, person))
}

/// What is left of counts where nothing is gained: that a round was played which was not won.
fn lost(mut counts: Counts) -> Counts {
    let won = |(counter, count): &(Counter, i64)| counter.is_win() && *count > 0;
    if counts.iter().any(won) {
        return Vec::new();
    }
    counts.retain(|(counter, _)| counter.is_number_played());
    counts
}

/// The round for those who held the seats when it was dealt; `None` if it does not count.
fn rated_round<G: Paced>(seats: RatedSeats, log: &RoundLog) -> Option<RatedRound> {
    let player = |seat: &Seat| {
        let place = log.dealt().iter().find(|place| place.seat == *seat)?;
        let person = place.occupant.holder();
        Some(RatedPlayer {
            seat: *seat,
            person,
            name: match person {
                Some(_) => place.name.clone().unwrap_or_default(),
                None => String::new(),
            },
            computer: place.occupant.computer().filter(|_| person.is_none()),
            no_gain: person.is_some_and(|person| !log.gains(*seat, person)),
        })
    };
    let side = |(place, seats): &(u32, Vec<Seat>)| {
        let players: Option<Vec<RatedPlayer>> = seats.iter().map(player).collect();
        let place = *place;
        players.map(|players| RatedSide { place, players })
    };
    let sides: Option<Vec<RatedSide>> = seats.iter().map(side).collect();
    let round = RatedRound { sides: sides? };
    log.is_played().then(|| round.checked(G::KIND))?
}

/// With whom, and against whom, people played a round of a game with partners.
fn company(round: &RatedRound) -> Vec<PersonTally> {
    let mut company = Vec::new();
    if round.sides.iter().all(|side| side.players.len() < 2) {
        return company;
    }
    for side in &round.sides {
        let won = round.sides.iter().all(|other| side.place <= other.place);
        let people = side.players.iter();
        for (own, person) in people.filter_map(|own| Some((own, own.person?))) {
            for other in &round.sides {
                let (rounds, wins) = match std::ptr::eq(other, side) {
                    true => (Counter::WithRounds, Counter::WithWins),
                    false => (Counter::AgainstRounds, Counter::AgainstWins),
                };
                if own.no_gain && won {
                    continue;
                }
                let others = other.players.iter().filter_map(|other| other.person);
                company.extend(
                    others
                        .filter(|other| *other != person)
                        .map(|other| PersonTally {
                            person,
                            name: own.name.clone(),
                            versus: Versus::Person(other),
                            counts: vec![(rounds, 1), (wins, i64::from(won))],
                        }),
                );
            }
        }
    }
    company
}

/// The occupant of a seat, for the history.
fn player(place: &SeatView) -> Value {
    match place.occupant {
        Occupant::Empty => Value::Null,
        Occupant::Computer(skill) => json!({ "computer": skill }),
        Occupant::Person(person) => json!({ "person": person, "name": place.name }),
        Occupant::Substitute {
            skill, instead_of, ..
        } => json!({ "person": instead_of, "name": place.name, "computer": skill }),
    }
}

/// The opponent as a key of statistics.
fn versus(opponent: Occupant) -> Versus {
    match (opponent.holder(), opponent.computer()) {
        (Some(person), _) => Versus::Person(person),
        (None, Some(skill)) => Versus::Computer(skill.to_string()),
        (None, None) => Versus::Anybody,
    }
}

/// Told as long as the result of the round is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Laurels {
    /// How it moved their ratings everywhere.
    pub ratings: Vec<RatingChange>,
    /// What they earned.
    pub honours: Vec<Earned>,
}

/// How many rounds are looked at before more are asked for.
const AT_A_TIME: u32 = 500;

/// Finds the honours of all finished rounds that are kept, and writes them into their summaries; they
/// are to be counted afterwards by [`Db::rebuild_ratings`]. Answers with the number of rounds
/// where something changed.
///
/// # Errors
/// [`StoreError`] if the store cannot be reached.
pub async fn award_past(store: &Db) -> Result<u64, StoreError> {
    let (mut changed, mut after) = (0, None::<FinishedPlace>);
    loop {
        let rounds = store.finished_after(after, AT_A_TIME).await?;
        let Some(last) = rounds.last() else {
            return Ok(changed);
        };
        after = Some((last.table, last.match_number, last.round));
        let same_match =
            |a: &Finished, b: &Finished| (a.table, a.match_number) == (b.table, b.match_number);
        for rounds in rounds.chunk_by(same_match) {
            let saved = match store.journal(rounds[0].table).await {
                Ok(kept) => kept.saved,
                Err(error @ StoreError::Failed { .. }) => return Err(error),
                // Its moves are not kept any more, or cannot be read.
                Err(_) => continue,
            };
            let found = at_game!(saved.game, G => found::<G>(&saved, rounds));
            for (round, honours) in rounds.iter().zip(found) {
                let summary = honours.and_then(|honours| awarded(round, &honours));
                if let Some(summary) = summary {
                    let place = (round.table, round.match_number, round.round);
                    store.put_summary(place, summary).await?;
                    changed += 1;
                }
            }
        }
    }
}

/// What was earned in these rounds of a match, each `None` if it cannot be looked at.
fn found<G: Paced>(saved: &Saved, rounds: &[Finished]) -> Vec<Option<Vec<(Seat, Honour)>>> {
    let played = Match::<G>::of(saved, rounds[0].match_number).ok();
    let honours = |finished: &Finished| {
        if finished.round.is_some() != G::HAS_ROUNDS {
            return None;
        }
        let frames = played.as_ref()?.frames(finished.round.unwrap_or(1))?;
        let [.., before, after] = &frames[..] else {
            return None;
        };
        Some(G::honours(before, after))
    };
    rounds.iter().map(honours).collect()
}

/// The summary of a round with these honours; `None` if it has them.
fn awarded(round: &Finished, honours: &[(Seat, Honour)]) -> Option<String> {
    let mut summary: Value = serde_json::from_str(&round.summary).ok()?;
    let fields = summary.as_object_mut()?;
    let before = fields.remove("honours");
    let after = honour::written(honours);
    if before == after {
        return None;
    }
    fields.extend(after.map(|after| ("honours".to_owned(), after)));
    Some(summary.to_string())
}
