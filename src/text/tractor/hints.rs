//! A sensible action and its reason, from a computer player.

use super::phrases::{self, Table};
use super::reasons;
use crate::chance::Seed;
use crate::players::Diligence;
use crate::players::tractor::Reason;
use crate::players::tractor::study::{Effort, Study};
use crate::text::context::RenderContext;
use crate::tractor::action::Action;
use crate::tractor::card::Rank;
use crate::tractor::view::View;

/// The best that a study finds, and its reason; `None` where there is nothing to study.
pub fn studied(game: &View, diligence: Diligence, cx: &RenderContext) -> Option<(Action, String)> {
    // Hints depend only on the view, so any fixed seed will do.
    let study = Study::of(
        game,
        None,
        Effort::HINT.with(diligence),
        Seed::from_number(0),
    )?;
    let (best, trump) = (study.best(), game.trump?);
    let hint = action(&best, game.level, cx)?;
    let reason = match study.against_the_natural() {
        Some(finding) if !finding.is_close() => reasons::reason(&finding, trump, cx),
        finding => {
            let quick = Reason::of(game, &best).map(|reason| because(reason, cx));
            let close = finding.map(|finding| reasons::close(&finding, trump, cx));
            match (quick, close) {
                (Some(why), Some(gain)) => say!(cx, "study-reason", why = why, gain = gain),
                (quick, close) => quick.or(close)?,
            }
        }
    };
    let sentence = say!(cx, "hint-because", hint = hint, reason = reason);
    Some((best, sentence))
}

/// An action in words, without a reason.
fn action(action: &Action, level: Rank, cx: &RenderContext) -> Option<String> {
    Some(match action {
        Action::Play(play) => say!(cx, "hint-play", cards = phrases::cards(play, cx)),
        Action::Bury(kitty) => say!(cx, "hint-bury", cards = phrases::cards(kitty, cx)),
        Action::Call(call) => {
            let call = phrases::call(*call, level, cx);
            say!(cx, "hint-call", call = call)
        }
        Action::PassCall
        | Action::Deal
        | Action::Contribute(_)
        | Action::Surrender
        | Action::PlayOn
        | Action::TakeBack => return None,
    })
}

/// The action in words, with a reason that is found at once.
pub fn sentence(action: &Action, view: &Table, cx: &RenderContext) -> String {
    let level = view.stage.game().map_or(Rank::TWO, |game| game.level);
    let hint = match action {
        Action::Play(_) | Action::Bury(_) | Action::Call(_) => {
            self::action(action, level, cx).unwrap_or_default()
        }
        Action::PassCall => return say!(cx, "hint-pass"),
        Action::Deal => return say!(cx, "ready-deal", deal = cx.command("deal")),
        Action::Contribute(_) | Action::Surrender | Action::PlayOn | Action::TakeBack => {
            return say!(cx, "hint-none");
        }
    };
    let reason = view.stage.game().and_then(|game| Reason::of(game, action));
    match reason {
        Some(reason) => say!(
            cx,
            "hint-because",
            hint = hint,
            reason = because(reason, cx)
        ),
        None => hint,
    }
}

/// A reason in words.
fn because(reason: Reason, cx: &RenderContext) -> String {
    let sure = |surely| if surely { "yes" } else { "no" };
    match reason {
        Reason::OnlyPlay => say!(cx, "hint-only"),
        Reason::LastTrick => say!(cx, "hint-last"),
        Reason::SafeLead => say!(cx, "hint-safe"),
        Reason::SafeThrow => say!(cx, "hint-throw"),
        Reason::DrawsTrumps => say!(cx, "hint-draws"),
        Reason::PartnerRuffs => say!(cx, "hint-partner-ruffs"),
        Reason::EmptiesSuit => say!(cx, "hint-empties"),
        Reason::AsksPairs => say!(cx, "hint-pairs"),
        Reason::LowLead => say!(cx, "hint-low"),
        Reason::Takes { points, surely } => {
            say!(cx, "hint-takes", points = points, sure = sure(surely))
        }
        Reason::Ruffs { points, surely } => {
            say!(cx, "hint-ruffs", points = points, sure = sure(surely))
        }
        Reason::FeedsPartner { points } => say!(cx, "hint-gives", points = points),
        Reason::PartnerHas => say!(cx, "hint-partner"),
        Reason::PartnerToCome => say!(cx, "hint-partner-to-come"),
        Reason::SavesPair => say!(cx, "hint-saves-pair"),
        Reason::CostsLeast => say!(cx, "hint-least"),
        Reason::Buries { suits, points } => {
            say!(cx, "hint-buries", suits = suits, points = points)
        }
        Reason::ManyTrumps { trumps } => say!(cx, "hint-trumps", trumps = trumps),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::context::Face;
    use crate::text::locale::Locale;

    #[track_caller]
    fn check(reason: Reason, english: &str, chinese: &str) {
        for (locale, sentence) in [(Locale::ENGLISH, english), (Locale::CHINESE, chinese)] {
            let cx = RenderContext::new(locale, Face::Terminal, "$");
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
            "扣完 1 门，以后可以毙。底里没有分。",
        );
        check(
            buries(0, 15),
            "You will miss these cards least. 15 points are buried.",
            "扣掉最用不上的牌。底里有 15 分。",
        );
        check(
            Reason::FeedsPartner { points: 10 },
            "Your partner is winning the trick: give 10 points.",
            "对家最大，送 10 分。",
        );
    }
}
