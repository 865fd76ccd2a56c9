//! Snapshots: a whole table between two rounds, as a text.
//!
//! A snapshot only spares the replay of what came before it. It is used if it can be read, if writing
//! it again gives the same, and if its digest fits the state; otherwise the journal tells. So its form
//! may change from version to version. It does not hold the table's secret.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::journal::{Header, Record, UnixMillis};
use super::people::Votes;
use super::people::{Invited, Newcomer, PersonId, Series};
use super::petition::Petition;
use super::seating::{KeptSeating, Seating};
use super::{Position, RoundLog, Table, TableStage, match_seed};
use crate::chance::Seed;
use crate::game::{FactsDigest, Game, differing, of_differing};

/// How many ids of requests a snapshot keeps: duplicates arrive within seconds.
const KEPT_NONCES: usize = 64;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptState {
    position: Position,
    revision: u32,
    /// Where the present stage, round and turn began.
    started: [Position; 3],
    last_deed: UnixMillis,
    host: PersonId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invited: Option<Invited>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    barred: Vec<PersonId>,
    seating: KeptSeating,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    newcomers: Vec<Newcomer>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    limits: BTreeMap<String, String>,
    stage: KeptStage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<Value>,
    number: u32,
    votes: Votes,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    petitions: Vec<Petition>,
    series: Series,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nonces: Vec<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    salts: Vec<Seed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawn: Option<Seed>,
    facts: FactsDigest,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptStage {
    Lobby,
    Playing,
    Over,
}

impl<G: Game> Table<G> {
    /// The table as a text from which it can be restored without what came before; `None` unless a
    /// stage or a round has begun with the last entry and nothing hidden is at stake yet.
    /// `last_deed` is when somebody at the table last did something.
    pub fn snapshot(&self, last_deed: UnixMillis) -> Option<String> {
        let begins = self.round_started == self.position && self.ticks == 0;
        let kept = begins.then(|| self.kept(last_deed)).flatten()?;
        serde_json::to_string(&kept).ok()
    }

    /// Whether no round is being played: before a match, between two rounds, or after the match.
    pub(super) fn is_between_rounds(&self) -> bool {
        match &self.stage {
            TableStage::Lobby | TableStage::Over(_) => true,
            TableStage::Playing(game) => game.snapshot().is_some(),
            TableStage::Closed { .. } => false,
        }
    }

    fn kept(&self, last_deed: UnixMillis) -> Option<KeptState> {
        let (stage, game) = match &self.stage {
            TableStage::Lobby => (KeptStage::Lobby, None),
            TableStage::Playing(game) => (KeptStage::Playing, Some(game.snapshot()?)),
            TableStage::Over(game) => (KeptStage::Over, Some(game.snapshot()?)),
            TableStage::Closed { .. } => return None,
        };
        let dropped = self.nonces.len().saturating_sub(KEPT_NONCES);
        Some(KeptState {
            position: self.position,
            revision: self.revision,
            started: [self.stage_started, self.round_started, self.turn_started],
            last_deed,
            host: self.host,
            invited: self.invited.clone(),
            barred: self.barred.clone(),
            seating: self.seating.kept(),
            newcomers: self.newcomers.clone(),
            rules: differing(&self.rules),
            limits: differing(&self.limits),
            stage,
            game,
            number: self.number,
            votes: self.votes.clone(),
            petitions: self.petitions.clone(),
            series: self.series.clone(),
            nonces: self.nonces.iter().skip(dropped).copied().collect(),
            salts: self.salts.clone(),
            drawn: self.drawn,
            facts: self.digest(),
        })
    }

    fn of_kept(header: &Header<G>, kept: KeptState) -> Option<Self> {
        let seed = match_seed(header.secret, &kept.salts, kept.number);
        let game = |value: Option<Value>| G::of_snapshot(seed, &value?);
        let stage = match kept.stage {
            KeptStage::Lobby => TableStage::Lobby,
            KeptStage::Playing => TableStage::Playing(game(kept.game)?),
            KeptStage::Over => TableStage::Over(game(kept.game)?),
        };
        let [stage_started, round_started, turn_started] = kept.started;
        let seating = Seating::of_kept(kept.seating)?;
        Some(Self {
            secret: header.secret,
            salts: kept.salts,
            position: kept.position,
            ticks: 0,
            revision: kept.revision,
            stage_started,
            round_started,
            turn_started,
            host: kept.host,
            invited: kept.invited,
            daily: header.daily,
            barred: kept.barred,
            log: RoundLog::begun(&seating),
            seating,
            newcomers: kept.newcomers,
            rules: of_differing(&kept.rules)?,
            limits: of_differing(&kept.limits)?,
            stage,
            // A match is paused after its round has begun, and then there is no snapshot.
            paused: false,
            number: kept.number,
            drawn: kept.drawn,
            votes: kept.votes,
            petitions: kept.petitions,
            series: kept.series,
            nonces: kept.nonces.into(),
        })
    }
}

impl<G: Game> Table<G> {
    /// The table of this snapshot, if it fits, and when somebody there last did something. In an
    /// `altered` one people were replaced, and its digest no longer matches.
    pub(super) fn of_snapshot(
        header: &Header<G>,
        record: &Record,
        altered: bool,
    ) -> Option<(Self, UnixMillis)> {
        let read = || read(header, record, altered);
        // What a snapshot cannot do, the journal can: a panic is one more way not to fit.
        catch_unwind(AssertUnwindSafe(read)).ok().flatten()
    }
}

fn read<G: Game>(
    header: &Header<G>,
    record: &Record,
    altered: bool,
) -> Option<(Table<G>, UnixMillis)> {
    let text: Value = serde_json::from_str(&record.line).ok()?;
    let kept = KeptState::deserialize(&text).ok()?;
    let (facts, last_deed) = (kept.facts, kept.last_deed);
    let known = kept.revision <= G::REVISION && kept.position == record.position;
    let begins = kept.started[1] == kept.position && kept.position >= header.opening;
    let table = Table::of_kept(header, kept).filter(|_| known && begins)?;
    let mut again = table.kept(last_deed)?;
    if altered {
        again.facts = facts;
    }
    let same = again.facts == facts && serde_json::to_value(&again).ok()? == text;
    same.then_some((table, last_deed))
}
