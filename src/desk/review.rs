//! Reviews: what somebody could have done better in a finished round.
//!
//! Decides which round is meant and whose decisions are looked at: those that the requester made
//! themselves; how many reviews are made at once, how many wait and how many are kept. What decisions are
//! worth is for the game's own players.

use std::sync::Arc;

use super::answer::{Done, Request, refuse};
use super::replays::{FAR, Shelf, not_over};
use super::{Answer, Archive, Served};
use crate::command::Anywhere;
use crate::game::at_game;
use crate::host::Workshop;
use crate::players::StudyEffort;
use crate::store::Finished;
use crate::table::{Match, PersonId, Saved, TableId, TableKey, UnixMillis};
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::replay::{self, ReplayPage};
use crate::text::voice::Voice as _;

/// How many reviews are made at once, and how many wait.
const AT_ONCE: usize = 1;
/// See [`AT_ONCE`].
const WAITING: usize = 6;
/// How many reviews are kept to be shown again.
const MOST_KEPT: usize = 32;

/// Which round of which match at a table, whose review it is, and how it is written.
type ReviewKey = (TableId, u32, u32, PersonId, String);

enum Reviewed {
    Pages(Vec<Page>),
    /// The requester decided nothing in that round.
    NotPlayed,
    /// What was played is not kept, or cannot be replayed.
    NotKept,
}

/// The reviews that are being made, and those that were made lately.
#[derive(Clone)]
pub(super) struct Reviews {
    workshop: Workshop,
    kept: Arc<Shelf<ReviewKey, Reviewed>>,
}

impl Default for Reviews {
    fn default() -> Self {
        Self {
            workshop: Workshop::new(AT_ONCE, WAITING),
            kept: Arc::new(Shelf::new((MOST_KEPT, usize::MAX), u64::MAX)),
        }
    }
}

impl Reviews {
    /// The review of this name; `None` if too many are asked for. Who asks twice at once waits for
    /// the one that is made already.
    async fn of(
        &self,
        key: ReviewKey,
        now: UnixMillis,
        make: impl FnOnce() -> Reviewed + Send + 'static,
    ) -> Option<Arc<Reviewed>> {
        if let Some(kept) = self.kept.find(&key, now) {
            return Some(kept);
        }
        let shelf = Arc::clone(&self.kept);
        let work = move || {
            shelf.find(&key, now).unwrap_or_else(|| {
                let made = Arc::new(make());
                shelf.keep(key, Arc::clone(&made), (0, now));
                made
            })
        };
        self.workshop.work(work).await
    }
}

impl Archive {
    /// Reviews a finished round for the requester: the last one, or the one with this number in the same
    /// match.
    pub(super) async fn review(&self, asked: &Request<'_>, words: &str) -> Done {
        let cx = &asked.cx;
        let round = match words.parse::<u32>() {
            Ok(round) if round > 0 => Some(round),
            _ if words.is_empty() => None,
            _ => return refuse(say!(cx, "review-usage")),
        };
        let history = self.history(asked).await?;
        self.review_of(asked, round, history).await
    }

    /// Looks back by a control of a table: at the page that its words name, or at the decisions of the last round.
    pub(super) async fn look_back(
        &self,
        name: Anywhere,
        asked: &Request<'_>,
        key: TableKey,
        words: &str,
    ) -> Done {
        let Some(leaf) = ReplayPage::of_word(words) else {
            return match name {
                Anywhere::Review => self.review_at(asked, key).await,
                _ => self.replay(asked, words).await,
            };
        };
        let opening = leaf.opening;
        let table = TableId { key, opening };
        if !self.finder.may_look_back(asked, table, leaf.number).await {
            return refuse(say!(asked.cx, "desk-gone"));
        }
        match name {
            Anywhere::Review => self.reviewed(asked, key, leaf).await,
            _ => self.replay_leaf(asked, key, leaf).await,
        }
    }

    /// Reviews the last finished round of a table whose control was used here.
    async fn review_at(&self, asked: &Request<'_>, table: TableKey) -> Done {
        let history = asked.read(self.front.store().history(table, 0, FAR).await)?;
        let may = match history.first() {
            Some(Finished {
                table,
                match_number,
                ..
            }) => {
                self.finder
                    .may_look_back(asked, *table, *match_number)
                    .await
            }
            None => table.0 == asked.place.channel,
        };
        match may {
            true => self.review_of(asked, None, (table, history)).await,
            false => refuse(say!(asked.cx, "desk-gone")),
        }
    }

    async fn review_of(
        &self,
        asked: &Request<'_>,
        round: Option<u32>,
        (key, history): (TableKey, Vec<Finished>),
    ) -> Done {
        let cx = &asked.cx;
        let played = self.front.host.get(key).map(|table| table.kind());
        let game = played.or_else(|| history.first().map(|finished| finished.game));
        if let Some(game) = game.filter(|game| at_game!(*game, G => !G::STUDIES)) {
            return refuse(say!(cx, "review-only-tractor", game = game.name()));
        }
        let is_round =
            |finished: &&Finished| Some(finished.game) == game && finished.round.is_some();
        let Some(last) = history.iter().find(is_round) else {
            return refuse(say!(cx, "review-none"));
        };
        let last_round = last.round.unwrap_or(1);
        let round = round.unwrap_or(last_round);
        if round > last_round {
            return not_over("review", round, last_round, cx);
        }
        let leaf = ReplayPage {
            opening: last.table.opening,
            number: last.match_number,
            round,
            page: 0,
        };
        self.reviewed(asked, last.table.key, leaf).await
    }

    /// A page of the review of a round.
    async fn reviewed(&self, asked: &Request<'_>, table: TableKey, leaf: ReplayPage) -> Done {
        let (cx, person) = (&asked.cx, asked.who.person);
        let (number, round) = (leaf.number, leaf.round);
        let table = TableId {
            key: table,
            opening: leaf.opening,
        };
        let journal = self.front.store().journal(table).await;
        let saved = asked.read(journal)?.saved;
        let faces = cx.faces.as_ref().map(|faces| faces.mark());
        let reader = format!("{:?} {:?} {:?} {faces:?}", cx.locale, cx.face, cx.looks);
        let key = (table, number, round, person, reader);
        let (own, diligence) = (cx.clone(), self.front.diligence);
        let make = move || at_game!(saved.game, G => made::<G>(&saved, (number, round), person, diligence, &own));
        let reviewed = self.reviews.of(key, self.front.host.now(), make).await;
        match reviewed.as_deref() {
            Some(Reviewed::Pages(pages)) => {
                let page = match pages.as_slice() {
                    [only] => Some(only.clone()),
                    pages => replay::leaf(pages, table.key, (leaf, "review"), cx),
                };
                let page = page.expect("a review has a page");
                let aloud = say!(cx, "review-closed");
                let answer = Answer::shown(page).for_them_alone();
                Ok(answer.or_aloud(Some(aloud.into())))
            }
            Some(Reviewed::NotPlayed) => {
                let replay = cx.command(&format!("replay {round}"));
                refuse(say!(cx, "review-not-played", n = round, replay))
            }
            Some(Reviewed::NotKept) => refuse(say!(cx, "replay-pruned")),
            None => refuse(say!(cx, "review-busy")),
        }
    }
}

/// The review of what a person decided in a round, if that is known.
fn made<G: Served>(
    saved: &Saved,
    (number, round): (u32, u32),
    person: PersonId,
    diligence: StudyEffort,
    cx: &RenderContext,
) -> Reviewed {
    let Ok(played) = Match::<G>::of(saved, number) else {
        return Reviewed::NotKept;
    };
    let pages = match played.decisions(round, |_, by| by == Some(person)) {
        Some(decisions) if decisions.is_empty() => return Reviewed::NotPlayed,
        Some(decisions) => G::review(round, (decisions, played.players()), diligence, cx),
        None => None,
    };
    pages.map_or(Reviewed::NotKept, Reviewed::Pages)
}
