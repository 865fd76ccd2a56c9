//! Moves, drafts and hints: what people do while a match is played.
//!
//! Decides whether a move is carried out, comes too late, or is asked about first, and what is suggested. How long what
//! somebody has picked is kept, [`super::premoves`] decides.

use super::answer::{Done, refuse};
use super::deeds::asks;
use super::premoves::made_for;
use super::{Answer, At, Moves, Served};
use crate::chance::Seed;
use crate::command::{Name, Verb};
use crate::table::{Closer, Input, Refusal, Skill, StageView, TableView};
use crate::text::context::Draft;
use crate::text::context::Surface;
use crate::text::page::{Page, PageKind};
use crate::text::press::Press;
use crate::text::table::{self, asked, sheet_page};
use crate::text::words::{is_no, is_yes};

impl Moves {
    /// Submits the move that the words describe.
    pub(super) async fn make_move<G: Served>(
        &self,
        at: &At<'_, G>,
        verb: Verb,
        words: &str,
    ) -> Done {
        at.require(Name::Move(verb))?;
        if self.was_meant_before(at, verb) {
            return Ok(Answer::done(at.hand()));
        }
        if self.is_slip(at) {
            return Ok(Answer::refused(say!(at.cx, "desk-slip")).for_them_alone());
        }
        let concedes = verb == Verb::Surrender;
        if let Some(question) = concedes.then(|| self.concedes(at, words)).flatten() {
            return Ok(question);
        }
        let deals_with_words = verb == Verb::Deal && !words.trim().is_empty();
        if (verb == Verb::Mix || deals_with_words) && at.view().daily.is_some() {
            return at.refuse(&Refusal::Daily);
        }
        if deals_with_words {
            for (verb, words) in [(Verb::Mix, words), (Verb::Deal, "")] {
                at.act(at.read_move(verb, words)?).await?;
            }
            return Ok(self.mixed(at));
        }
        if verb == Verb::Premove && is_no(words) {
            return Ok(self.clear(at));
        }
        let action = at.read_move(verb, words)?;
        if verb == Verb::Premove && !at.handle.awaits(at.view().viewer) {
            return self.premove(at, &action);
        }
        match at.act(action).await {
            // The table shows it to all until the deal.
            Ok(()) if verb == Verb::Mix && !at.unseen => Ok(self.mixed(at)),
            Ok(()) => Ok(Answer::done(at.confirmation())),
            Err(_) if self.was_meant_before(at, verb) => Ok(Answer::done(at.hand())),
            Err(refused) => Err(refused),
        }
    }

    /// The question whether to concede, if the words of the command do not confirm it and nobody's
    /// offer is answered; `None` where there is nothing to ask about.
    fn concedes<G: Served>(&self, at: &At<'_, G>, words: &str) -> Option<Answer> {
        // The button of the question names the round.
        if is_yes(words) || words.parse::<u32>().is_ok() {
            return None;
        }
        let page = sheet_page(PageKind::Surrender, &at.cx.at(&at.view()));
        if words == "?" {
            return Some(Answer::shown(page).for_them_alone());
        }
        let plays_on = |press: &Press| press.line.name() == Some(Name::Move(Verb::PlayOn));
        let answers = page.presses().any(plays_on);
        asked(&page).filter(|_| !answers)?;
        Some(asks(page, "surrender yes", &at.cx))
    }

    /// Tells that words were mixed in: after the deal the table does not show it.
    fn mixed<G: Served>(&self, at: &At<'_, G>) -> Answer {
        let line = say!(at.cx, "deal-mixed");
        if at.unseen {
            return Answer::shown(line);
        }
        Answer::done(at.hand_under(line))
    }

    pub(super) async fn decline<G: Served>(&self, at: &At<'_, G>) -> Done {
        let by = Closer::Declined(at.who.person);
        at.submit(Input::Close { by }).await?;
        Ok(Answer::done(say!(at.cx, "desk-declined")))
    }

    /// Puts together the move that the words describe, instead of what was picked.
    pub(super) fn put_together<G: Served>(&self, at: &At<'_, G>, words: &str) -> Done {
        self.refuse_stale(at)?;
        let view = at.view();
        let action = at.read_move(G::bare_verb(&view), words)?;
        Ok(self.redraft(at, |draft| draft.choose(G::drafted(&action, &view))))
    }

    /// Has copies of a card more in the draft, or fewer: `5H`, two of them `2×5H`, or one fewer `-5H`. Of taps that
    /// come at once none is lost.
    pub(super) fn select<G: Served>(&self, at: &At<'_, G>, words: &str) -> Done {
        self.refuse_stale(at)?;
        let fewer = words.strip_prefix('-');
        let words = fewer.unwrap_or(words);
        let (copies, card) = words.split_once('×').unwrap_or(("1", words));
        let copies: i8 = copies.parse().unwrap_or(0);
        let more = if fewer.is_some() { -copies } else { copies };
        loop {
            let (changed, cx) = self.front.advised(at.cx.clone(), at.handle, at.who.person);
            let view = at.view();
            let Some(action) = G::selected(card, more, &cx.at(&view)) else {
                break;
            };
            let mut draft = cx.draft;
            draft.choose(G::drafted(&action, &view));
            let made = (made_for(&view, at.who.person), draft);
            if self
                .front
                .drafts
                .lock()
                .put(at.draft_of(), Some(changed), made)
            {
                break;
            }
        }
        Ok(Answer::shown(at.hand()).for_them_alone())
    }

    /// Takes everything out of the draft.
    pub(super) fn clear<G: Served>(&self, at: &At<'_, G>) -> Answer {
        self.redraft(at, |draft| draft.choose(String::new()))
    }

    /// Reverses the sort order of the hand.
    pub(super) fn sort<G: Served>(&self, at: &At<'_, G>) -> Answer {
        self.redraft(at, |draft| draft.rising = !draft.rising)
    }

    /// Changes the draft, and shows the hand.
    fn redraft<G: Served>(&self, at: &At<'_, G>, change: impl FnOnce(&mut Draft)) -> Answer {
        let mut draft = at.with_draft().draft;
        change(&mut draft);
        self.keep_draft(at, draft);
        Answer::shown(at.hand()).for_them_alone()
    }

    /// Suggests a sensible action, and puts it into the draft unless something was picked.
    pub(super) async fn hint<G: Served>(&self, at: &At<'_, G>) -> Done {
        let Some((action, sentence)) = self.advice(at).await else {
            return Ok(Answer::shown(self.without_advice(at)).for_them_alone());
        };
        let mut draft = at.with_draft().draft;
        let person = at.who.person;
        // A round in which somebody was told often what to do brings them nothing.
        if draft.advised.is_none() && at.handle.counts_hints(person) {
            at.submit(Input::Advised { person }).await?;
        }
        draft.advised = serde_json::to_string(&action).ok();
        if draft.is_empty() {
            draft.chosen = Some(G::drafted(&action, &at.view()));
        }
        self.keep_draft(at, draft);
        Ok(Answer::shown(at.hand_under(sentence)).for_them_alone())
    }

    /// What is said where there is nothing to advise: that the cards are to be dealt, if they are. It stands above the hand
    /// whose button was tapped: somebody may have played meanwhile.
    fn without_advice<G: Served>(&self, at: &At<'_, G>) -> Page {
        let deals = |press: &Press| press.line.name() == Some(Name::Move(Verb::Deal));
        let sentence = match at.hand_now().presses().any(deals) {
            true => say!(at.cx, "ready-deal"),
            false => say!(at.cx, "desk-nothing-to-do"),
        };
        let on_hand = at.offered_at.is_some() && at.cx.face == Surface::Discord;
        if !(on_hand && at.handle.is_playing() && at.is_seated()) {
            return Page::line(sentence);
        }
        at.hand_under(sentence)
    }

    /// What a study finds, where one is worth its time and there is room for it; else what a computer
    /// player does at once. `None` if there is nothing to do.
    async fn advice<G: Served>(&self, at: &At<'_, G>) -> Option<(G::Action, String)> {
        if G::STUDIES && matches!(at.view().stage, StageView::Playing(_)) {
            let (view, cx) = (at.view(), at.cx.clone());
            let (turn, diligence) = (view.turn_started, self.front.diligence);
            let study = move || G::studied_hint(diligence, &cx.at(&view));
            let studied = self.hints.work(study).await;
            // The game may have gone on meanwhile.
            if let Some(Some(studied)) = studied
                && at.handle.turn_started() == turn
            {
                return Some(studied);
            }
        }
        let view = at.view();
        let action = quick_advice(&view)?;
        let sentence = G::hint(&action, &at.cx.at(&view));
        Some((action, sentence))
    }

    pub(super) fn keep_draft<G: Served>(&self, at: &At<'_, G>, draft: Draft) {
        let made = (made_for(&at.view(), at.who.person), draft);
        self.front.drafts.lock().put(at.draft_of(), None, made);
    }

    /// Whether a tap was for what somebody else was quicker to do: to deal, or what stood where there is now a move of
    /// another one's turn. Nothing is said of it.
    fn was_meant_before<G: Served>(&self, at: &At<'_, G>, verb: Verb) -> bool {
        match verb {
            Verb::Deal => {
                let begun = |game| !G::is_between(game);
                at.offered_at.is_some() && at.view().stage.game().is_some_and(begun)
            }
            Verb::Play | Verb::Draw | Verb::Pass => {
                self.is_slip(at) && !at.handle.awaits(at.view().viewer)
            }
            _ => false,
        }
    }

    /// Whether the control took the place of one of another turn just now: the second tap of two was for that one.
    fn is_slip<G: Served>(&self, at: &At<'_, G>) -> bool {
        let fresh = |offered| offered >= at.handle.turn_started();
        at.offered_at.is_some_and(fresh) && at.handle.turn_lasted() < self.reaction
    }

    /// Refuses what is tapped at a control that was offered before the current turn, unless that is somebody else's
    /// before one's own.
    pub(super) fn refuse_stale<G: Served>(&self, at: &At<'_, G>) -> Done<()> {
        let (view, turn) = (at.view(), at.handle.turn_started());
        if at.offered_at.is_none_or(|offered| offered >= turn)
            || made_for(&view, at.who.person).before.is_some()
        {
            return Ok(());
        }
        let told = table::refusal(&Refusal::Stale, &at.cx.at(&view));
        refuse(at.hand_under(told))
            .map_err(|refused: Box<Answer>| Box::new(refused.for_them_alone()))
    }
}

/// What a computer player does at once in the place of the viewer.
pub(super) fn quick_advice<G: Served>(view: &TableView<G>) -> Option<G::Action> {
    // The advice depends only on the view, so any fixed seed will do.
    let mut adviser = G::computer(Skill::Heuristic, Seed::from_number(0));
    adviser.choose(view.stage.game()?)
}
