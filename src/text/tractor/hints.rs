//! What is advised, and what could have been done better: hints, their reasons, and the review of a round.
//!
//! Decides how a finding of a study is worded, kindly. What it is worth, the players say.

use super::*;
use crate::chance::Seed;
use crate::players::tractor::Reason;
use crate::players::tractor::study::{Costly, Finding, Review, Study, Why};
use crate::table::Decision;

/// The best that a study finds, and its reason; `None` where there is nothing to study.
pub fn studied(diligence: StudyEffort, cx: &MatchContext) -> Option<(Action, String)> {
    let game = cx.game;
    let study = Study::for_hint(game, diligence)?;
    let (best, trump) = (study.best(), game.trump?);
    let hint = action(&best, game, cx)?;
    let reason = match study.against_the_natural() {
        Some(finding) if !finding.is_close() => reason(&finding, trump, cx),
        finding => {
            let quick = Reason::of(game, &best).map(|reason| because(reason, cx));
            let close = finding.map(|finding| close(&finding, trump, cx));
            match (quick, close) {
                (Some(why), Some(gain)) => say!(cx, "study-reason", why, gain),
                (quick, close) => quick.or(close)?,
            }
        }
    };
    Some((best, say!(cx, "hint-because", hint, reason)))
}

/// An action in words, without a reason.
fn action(action: &Action, game: &View, cx: &RenderContext) -> Option<String> {
    let trump = options::trump(game);
    Some(match action {
        Action::Play(play) => say!(cx, "hint-play", cards = trick::shown(trump, play, cx)),
        Action::Bury(kitty) => say!(cx, "hint-bury", cards = trick::shown(trump, kitty, cx)),
        Action::Call(call) => {
            let call = phrases::call(*call, game.level, cx);
            say!(cx, "hint-call", call)
        }
        _ => return None,
    })
}

/// The action in words, with a reason that is found at once.
pub fn sentence(action: &Action, cx: &TableContext) -> String {
    let game = cx.view.stage.game();
    let hint = match action {
        Action::PassCall => return say!(cx, "hint-pass"),
        Action::Deal => return say!(cx, "ready-deal"),
        action => game.and_then(|game| self::action(action, game, cx)),
    };
    let Some(hint) = hint else {
        return say!(cx, "hint-none");
    };
    match game.and_then(|game| Reason::of(game, action)) {
        Some(reason) => say!(cx, "hint-because", hint, reason = because(reason, cx)),
        None => hint,
    }
}

/// A reason in words.
fn because(reason: Reason, cx: &RenderContext) -> String {
    tell::sentence("reason", &reason, cx, &[])
}

/// The cards of an action, sorted as a hand.
pub fn cards(action: &Action, trump: Trump) -> Vec<Card> {
    match action {
        Action::Play(cards) | Action::Bury(cards) => order::sorted(cards, trump),
        _ => Vec::new(),
    }
}

/// The cards of what was done, or of what would have been better; of a kitty only those that are not in the other one.
fn shown(finding: &Finding, own: bool, trump: Trump, cx: &RenderContext) -> String {
    phrases::cards(&apart(finding, own, trump), cx)
}

fn apart(finding: &Finding, own: bool, trump: Trump) -> Vec<Card> {
    let (one, other) = match own {
        true => (&finding.other, &finding.best),
        false => (&finding.best, &finding.other),
    };
    let shown = cards(one, trump);
    match one {
        Action::Bury(_) => trick::without(&shown, &cards(other, trump)),
        _ => shown,
    }
}

/// Whose points are meant.
pub const fn side(finding: &Finding) -> &'static str {
    match finding.declares {
        true => "declarers",
        false => "opponents",
    }
}

/// The points of a finding as they are said.
pub fn points(finding: &Finding) -> u32 {
    finding.points.mean.round().max(0.0) as u32
}

/// What the difference is about.
pub fn why(finding: &Finding, trump: Trump, cx: &RenderContext) -> String {
    let side = side(finding);
    match &finding.why {
        Why::Takes([often, instead]) => {
            say!(cx, "study-takes", often = *often, instead = *instead)
        }
        Why::TrickPoints { own: true } => say!(cx, "study-feeds"),
        Why::TrickPoints { own: false } => say!(cx, "study-spares"),
        Why::ThrowFails(often) => {
            let other = shown(finding, true, trump, cx);
            say!(cx, "study-throw", cards = other, often = *often)
        }
        Why::LastTrick {
            keeps,
            often: [often, instead],
        } => match keeps.is_empty() {
            true => say!(cx, "study-last", side, often = *often, instead = *instead),
            false => {
                let (cards, often, instead) = (trick::shown(trump, keeps, cx), *often, *instead);
                say!(cx, "study-last-keeps", side, cards, often, instead)
            }
        },
        Why::KeepsPair(pair) => say!(cx, "study-pair", card = trick::shown(trump, &pair[..1], cx)),
        Why::Keeps(cards) => say!(cx, "study-keeps", cards = trick::shown(trump, cards, cx)),
        Why::DrawsTrumps => say!(cx, "study-draws"),
        Why::Empties(suits) => say!(cx, "study-empties", suits = *suits),
        Why::BuriesFewer(points) => say!(cx, "study-fewer", points = *points),
        Why::BuriesMore(points) => say!(cx, "study-more", points = *points),
        Why::Later => say!(cx, "study-later"),
    }
}

/// Why the better one is better, and by how much.
pub fn reason(finding: &Finding, trump: Trump, cx: &RenderContext) -> String {
    let other = shown(finding, true, trump, cx);
    let (side, points) = (side(finding), points(finding));
    let gain = say!(cx, "study-gain", side, points, other);
    say!(cx, "study-reason", why = why(finding, trump, cx), gain)
}

/// That the other one is about as good.
pub fn close(finding: &Finding, trump: Trump, cx: &RenderContext) -> String {
    let said = say!(cx, "study-close", other = shown(finding, true, trump, cx));
    // It is a sentence of its own, and a joker is a word.
    let mut letters = said.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// How many points of a hundred the chance to win has to differ by to be told.
const TELLING: u8 = 5;

/// The review of what a player decided in a round, from what they saw then.
pub fn review(
    round: u32,
    (made, players): (Vec<Decision<Tractor>>, &[Player]),
    diligence: StudyEffort,
    cx: &RenderContext,
) -> Vec<Page> {
    let made = kept(made);
    let trump = made.iter().find_map(|decision| decision.view.trump);
    let review = Review::of(&made, diligence, Seed::from_number(u64::from(round)));
    let Some(trump) = trump.filter(|_| cx.face == Surface::Browser && !review.costly.is_empty())
    else {
        return vec![told(round, &review, trump, cx)];
    };
    let pages = review.costly.iter().enumerate().map(|(at, costly)| {
        let mut page = Page::titled(say!(cx, "review-title", round));
        page.extend(lines(costly, trump, cx));
        if at == 0 {
            let (good, all) = (review.good, review.decisions);
            page.push(say!(cx, "review-good", good, all));
        }
        let said = page.lines.len();
        page.push(say!(cx, "review-about"));
        let decided = &made[costly.decision].view;
        let step = looked_back_at(decided, players, (costly, trump, said), cx);
        put_beside(&mut page, &step, cx);
        page
    });
    pages.collect()
}

/// The table as the reader saw it when they decided, with what they did and what would have been better.
fn looked_back_at(
    decided: &View,
    players: &[Player],
    (costly, trump, said): (&Costly, Trump, usize),
    cx: &RenderContext,
) -> Value {
    let stage = StageView::Playing(decided.clone());
    let mut view = TableView::<Tractor>::of_players(players, decided.rules, stage);
    view.viewer = decided.viewer;
    let [advised, played] = [false, true].map(|own| apart(&costly.finding, own, trump));
    let marks = json!({"played": played, "advised": advised});
    let mut scene = scene::of(&cx.at(&view).with(decided));
    scene["turn"] = Value::Null;
    laid(scene, Value::Null, (said, marks), &cx.at(&view))
}

/// The decisions that were not taken back.
fn kept(made: Vec<Decision<Tractor>>) -> Vec<Decision<Tractor>> {
    let mut kept = Vec::new();
    for decision in made {
        match decision.action {
            Action::TakeBack => drop(kept.pop()),
            Action::Play(_) | Action::Bury(_) | Action::Call(_) => kept.push(decision),
            _ => {}
        }
    }
    kept
}

fn told(round: u32, review: &Review, trump: Option<Trump>, cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "review-title", round));
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
        page.extend(lines(costly, trump, cx));
    }
    page.part(say!(cx, "review-good", good, all));
    page
}

/// What was done, what would have been better, and why.
fn lines(costly: &Costly, trump: Trump, cx: &RenderContext) -> Vec<String> {
    let finding = &costly.finding;
    let [best, own] = [false, true].map(|own| shown(finding, own, trump, cx));
    let (side, points) = (side(finding), points(finding));
    let mut lines = vec![match costly.trick {
        Some(trick) => say!(cx, "review-play", trick, own, best, side, points),
        None => say!(cx, "review-kitty", own, best, side, points),
    }];
    let mut reason = why(finding, trump, cx);
    let [often, instead] = finding.wins;
    if often >= instead.saturating_add(TELLING) {
        let wins = say!(cx, "review-wins", often, instead);
        reason = say!(cx, "study-reason", why = reason, gain = wins);
    }
    lines.push(reason);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::locale::Locale;

    #[track_caller]
    fn check(reason: Reason, english: &str, chinese: &str) {
        for (locale, sentence) in [(Locale::ENGLISH, english), (Locale::CHINESE, chinese)] {
            let cx = RenderContext::new(locale, Surface::Terminal, "$");
            assert_eq!(because(reason, &cx), sentence);
        }
    }

    #[test]
    fn reasons_are_whole_sentences() {
        let takes = |points, surely| Reason::Takes { points, surely };
        check(
            takes(15, true),
            "It takes the trick with 15 points, most likely for good.",
            "能拿下这一轮，有 15 分，基本稳了。",
        );
        check(
            takes(0, false),
            "It takes the trick for now, but it can still be beaten.",
            "能拿下这一轮，后面还可能被管上。",
        );
        check(
            Reason::Ruffs {
                points: 10,
                surely: false,
            },
            "It trumps in and takes 10 points for now, but a higher trump can follow.",
            "毙掉这一轮，有 10 分，后面还可能被盖毙。",
        );
        let buries = |suits, points| Reason::Buries { suits, points };
        check(
            buries(1, 0),
            "You run out of one suit and can trump in there. No points are buried.",
            "扣完 1 门，以后可以毙。底牌里没有分。",
        );
        check(
            buries(0, 15),
            "You will miss these cards least. 15 points are buried.",
            "扣掉最用不上的牌。底牌里有 15 分。",
        );
        check(
            Reason::FeedsPartner { points: 10 },
            "Your partner is winning the trick: give 10 points.",
            "对家最大，送 10 分。",
        );
    }
}
