//! Reviews: what somebody could have done better in a finished round.
//!
//! Decides which round is meant and whose decisions are looked at: those that the requester made
//! themselves; how many reviews are made at once, how many wait and how many are kept. What decisions are
//! worth is for the game's own players.

use super::reviews::ReviewKey;
use crate::command::Anywhere;
use crate::desk::reviews::Reviewed;

use super::history::{FAR, not_over};
use super::{Answer, AskedFrom, Desk, Served, Who};
use crate::game::at_game;
use crate::players::StudyEffort;
use crate::store::{Finished, StoreError};
use crate::table::{Decision, Match, Player, TableId, TableKey};
use crate::text::context::RenderContext;
use crate::text::replay;
use crate::text::replay::ReplayPage;
use crate::text::trouble::Trouble;
use crate::text::voice::Voice as _;

impl Desk {
    /// Reviews a finished round for the requester: the last one, or the one with this number in the same
    /// match.
    pub(super) async fn review(
        &self,
        who: &Who,
        place: &AskedFrom,
        words: &str,
        cx: &RenderContext,
    ) -> Answer {
        let round = match words.parse::<u32>() {
            Ok(round) if round > 0 => Some(round),
            _ if words.is_empty() => None,
            _ => {
                let example = cx.command("review 2");
                return Answer::refused(say!(cx, "review-usage", example));
            }
        };
        let history = self.history(who, place).await;
        self.review_of(who, round, history, cx).await
    }

    /// Looks back by a control of a table: at the page that its words name, or at the decisions of the last round.
    pub(super) async fn look_back(
        &self,
        name: Anywhere,
        (who, place): (&Who, &AskedFrom),
        (key, words): (TableKey, &str),
        cx: &RenderContext,
    ) -> Answer {
        let Some(leaf) = ReplayPage::of_word(words) else {
            return match name {
                Anywhere::Review => self.review_at(who, place, key, cx).await,
                _ => self.replay(who, place, words, cx).await,
            };
        };
        let opening = leaf.opening;
        let table = TableId { key, opening };
        if !self.may_look_back(who, place, table, leaf.number).await {
            return Answer::refused(say!(cx, "desk-gone"));
        }
        match name {
            Anywhere::Review => self.reviewed(who, key, leaf, cx).await,
            _ => self.replay_leaf(place, key, leaf, cx).await,
        }
    }

    /// Reviews the last finished round of a table whose control was used here.
    async fn review_at(
        &self,
        who: &Who,
        place: &AskedFrom,
        table: TableKey,
        cx: &RenderContext,
    ) -> Answer {
        let history = self.settings.store().history(table, 0, FAR);
        let history = match history.await {
            Ok(history) => history,
            Err(error) => return unreadable(&error, cx),
        };
        let may = match history.first() {
            Some(last) => {
                let number = last.match_number;
                self.may_look_back(who, place, last.table, number).await
            }
            None => table.0 == place.channel,
        };
        match may {
            true => self.review_of(who, None, Ok((table, history)), cx).await,
            false => Answer::refused(say!(cx, "desk-gone")),
        }
    }

    async fn review_of(
        &self,
        who: &Who,
        round: Option<u32>,
        history: Result<(TableKey, Vec<Finished>), StoreError>,
        cx: &RenderContext,
    ) -> Answer {
        let (key, history) = match history {
            Ok(found) => found,
            Err(error) => return unreadable(&error, cx),
        };
        let played = self.host.get(key).map(|table| table.kind());
        let game = played.or_else(|| history.first().map(|finished| finished.game));
        if let Some(game) = game.filter(|game| at_game!(*game, G => !G::STUDIES)) {
            let (replay, stats) = (
                cx.command("replay"),
                cx.command(&format!("stats {}", game.name())),
            );
            let told = say!(cx, "review-only-tractor", replay, stats);
            return Answer::refused(told);
        }
        let is_round =
            |finished: &&Finished| Some(finished.game) == game && finished.round.is_some();
        let Some(last) = history.iter().find(is_round) else {
            return Answer::refused(say!(cx, "review-none"));
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
        self.reviewed(who, last.table.key, leaf, cx).await
    }

    /// A page of the review of a round.
    pub(super) async fn reviewed(
        &self,
        who: &Who,
        table: TableKey,
        leaf: ReplayPage,
        cx: &RenderContext,
    ) -> Answer {
        let (number, round) = (leaf.number, leaf.round);
        let table = TableId {
            key: table,
            opening: leaf.opening,
        };
        let saved = match self.settings.store().journal(table).await {
            Ok(kept) => kept.saved,
            Err(error) => return unreadable(&error, cx),
        };
        let faces = cx.faces.as_ref().map(|faces| faces.mark());
        let key = ReviewKey {
            table,
            number,
            round,
            person: who.person,
            reader: format!("{:?} {:?} {:?} {faces:?}", cx.locale, cx.face, cx.looks),
        };
        let (person, own, diligence) = (who.person, cx.clone(), self.diligence);
        let make = move || {
            at_game!(saved.game, G => {
                let played = Match::<G>::of(&saved, number).ok();
                let own_deeds = |_, by| by == Some(person);
                let decisions = played.as_ref().and_then(|played| played.decisions(round, own_deeds));
                let players = played.as_ref().map_or(&[][..], Match::players);
                made::<G>(round, (decisions, players), diligence, &own)
            })
        };
        match self.reviews.of(key, make).await {
            Some(Reviewed::Pages(pages)) => {
                let page = match pages.as_slice() {
                    [only] => Some(only.clone()),
                    pages => replay::leaf(pages, table.key, (leaf, "review"), cx),
                };
                let page = page.expect("a review has a page");
                let aloud = say!(cx, "review-closed");
                let answer = Answer::shown(page).for_them_alone();
                answer.or_aloud(Some(aloud.into()))
            }
            Some(Reviewed::NotPlayed) => {
                let replay = cx.command(&format!("replay {round}"));
                Answer::refused(say!(cx, "review-not-played", n = round, replay))
            }
            Some(Reviewed::NotKept) => Answer::refused(say!(cx, "replay-pruned")),
            None => Answer::refused(say!(cx, "review-busy")),
        }
    }
}

/// The review of what a person decided in a round, if that is known.
fn made<G: Served>(
    round: u32,
    (decisions, players): (Option<Vec<Decision<G>>>, &[Player]),
    diligence: StudyEffort,
    cx: &RenderContext,
) -> Reviewed {
    let Some(decisions) = decisions else {
        return Reviewed::NotKept;
    };
    if decisions.is_empty() {
        return Reviewed::NotPlayed;
    }
    match G::review(round, (decisions, players), diligence, cx) {
        Some(pages) => Reviewed::Pages(pages),
        None => Reviewed::NotKept,
    }
}

fn unreadable(error: &StoreError, cx: &RenderContext) -> Answer {
    if matches!(error, StoreError::Pruned { .. }) {
        return Answer::refused(say!(cx, "replay-pruned"));
    }
    tracing::error!(%error, "a round could not be read for its review");
    Answer::refused(Trouble::NotRead.page(cx))
}
