//! The review of a round: the decisions of one player that cost most, kindly worded.

use super::reasons;
use crate::chance::Seed;
use crate::players::Diligence;
use crate::players::tractor::study::{self, Costly, Effort, Review};
use crate::table::Decision;
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::trump::Trump;

/// How many points of a hundred the chance to win has to differ by to be told.
const TELLING: u8 = 5;

/// The review of what a player decided in a round, from what they saw then.
pub fn page(
    round: u32,
    made: Vec<Decision<Tractor>>,
    diligence: Diligence,
    cx: &RenderContext,
) -> Page {
    let made = kept(made);
    let trump = made.iter().find_map(|decision| decision.view.trump);
    let [glance, close_look] = [Effort::GLANCE, Effort::CLOSE_LOOK].map(|of| of.with(diligence));
    let seed = Seed::from_number(u64::from(round));
    let review = Review::of(&made, glance, close_look, seed);
    told(round, &review, trump, cx)
}

/// The decisions that were not taken back.
fn kept(made: Vec<Decision<Tractor>>) -> Vec<study::Decision> {
    let mut kept: Vec<study::Decision> = Vec::new();
    for Decision { view, action, .. } in made {
        match action {
            Action::TakeBack => drop(kept.pop()),
            Action::Play(_) | Action::Bury(_) | Action::Call(_) => {
                kept.push(study::Decision { view, action });
            }
            Action::Contribute(_)
            | Action::Deal
            | Action::PassCall
            | Action::Surrender
            | Action::PlayOn => {}
        }
    }
    kept
}

fn told(round: u32, review: &Review, trump: Option<Trump>, cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "review-title", round = round));
    let (good, all) = (review.good, review.decisions);
    let (Some(trump), 1..) = (trump, all) else {
        page.push(say!(cx, "review-nothing"));
        return page;
    };
    match review.costly.is_empty() {
        true => page.push(say!(cx, "review-clean")),
        false => page.push(say!(cx, "review-about")),
    }
    for costly in &review.costly {
        page.push("");
        page.lines.extend(lines(costly, trump, cx));
    }
    page.push("");
    page.push(say!(cx, "review-good", good = good, all = all));
    page
}

/// What was done, what would have been better, and why.
fn lines(costly: &Costly, trump: Trump, cx: &RenderContext) -> Vec<String> {
    let finding = &costly.finding;
    let (best, own) = (&finding.best, &finding.other);
    let shown = |one, other| reasons::shown(finding.kind, one, other, trump, cx);
    let (best, own) = (shown(best, own), shown(own, best));
    let (side, points) = (reasons::side(finding), reasons::points(finding));
    let mut lines = vec![match costly.trick {
        Some(trick) => say!(
            cx,
            "review-play",
            trick = trick,
            own = own,
            best = best,
            side = side,
            points = points
        ),
        None => say!(
            cx,
            "review-kitty",
            own = own,
            best = best,
            side = side,
            points = points
        ),
    }];
    let mut reason = reasons::why(finding, trump, cx);
    let [often, instead] = finding.wins;
    if often >= instead.saturating_add(TELLING) {
        let wins = say!(cx, "review-wins", often = often, instead = instead);
        reason = say!(cx, "study-reason", why = reason, gain = wins);
    }
    lines.push(reason);
    lines
}
