//! What happened at a table, as lines.

use super::people::{person, skill_name, who};
use super::rules::{rule_label, value_label};
use crate::game::Seat;
use crate::table::{Away, Closer, News, StageView, TableNotice, TableView};
use crate::text::context::RenderContext;
use crate::text::voice::Voice;

pub fn news_lines<G: Voice>(
    news: &TableNotice<G>,
    view: &TableView<G>,
    cx: &RenderContext,
) -> Vec<String> {
    let seat_name = |seat: &Seat| G::seat_name(*seat, cx);
    let at = |seat: &Seat| who(view, *seat, cx);
    let line = match news {
        News::Sat {
            name,
            seat,
            instead_of,
            ..
        } => {
            let (who, seat) = (cx.name(name), seat_name(seat));
            match instead_of {
                None => say!(cx, "news-sat", who = who, seat = seat),
                Some(_) => say!(cx, "news-sat-instead", who = who, seat = seat),
            }
        }
        News::Moved { to, .. } => say!(cx, "news-moved", who = at(to), seat = seat_name(to)),
        // During a match the substitute, or the game itself, makes the news.
        News::Left { .. } if matches!(view.stage, StageView::Playing(_)) => return Vec::new(),
        // With the last one the table closes, which makes the news: no seat is free, and nobody plays on.
        News::Left { .. } | News::Substituted { .. } if matches!(view.stage, StageView::Closed) => {
            return Vec::new();
        }
        News::Left { name, seat, .. } => {
            let (who, seat) = (cx.name(name), seat_name(seat));
            say!(cx, "news-left", who = who, seat = seat)
        }
        News::Kicked { name, .. } if matches!(view.stage, StageView::Playing(_)) => {
            say!(cx, "news-kicked-match", who = cx.name(name))
        }
        News::Kicked { name, seat, .. } => {
            let (who, seat) = (cx.name(name), seat_name(seat));
            say!(cx, "news-kicked", who = who, seat = seat)
        }
        News::Substituted {
            seat,
            away: Away::Left,
            ..
        } => {
            let name = view.place(*seat).and_then(|place| place.name.as_deref());
            let who = cx.name(name.unwrap_or_default());
            say!(
                cx,
                "news-substituted-left",
                who = who,
                seat = seat_name(seat)
            )
        }
        News::Substituted {
            seat,
            person,
            away: Away::Absent,
            ..
        } => {
            let name = view.place(*seat).and_then(|place| place.name.as_deref());
            let who = name.map_or_else(
                || super::people::person(view, *person, cx),
                |name| cx.name(name),
            );
            say!(
                cx,
                "news-substituted-absent",
                who = who,
                join = cx.command("join")
            )
        }
        News::Returned { seat, .. } => say!(cx, "news-returned", who = at(seat)),
        News::HostChanged { host } => say!(cx, "news-host", who = person(view, *host, cx)),
        News::ComputerAdded { seat, skill } => {
            let skill = skill_name(*skill, cx);
            say!(
                cx,
                "news-computer-added",
                seat = seat_name(seat),
                skill = skill
            )
        }
        News::ComputerRemoved { seat } => {
            say!(cx, "news-computer-removed", seat = seat_name(seat))
        }
        News::RuleSet { name, value } => {
            let value = value_label(name, value, cx);
            say!(
                cx,
                "news-rule",
                rule = rule_label::<G>(name, cx),
                value = value
            )
        }
        News::Started { number: 1 } => say!(cx, "news-started"),
        News::Started { number } => say!(cx, "news-started-again", n = *number),
        News::Warned { seat, seconds } => {
            say!(cx, "news-warned", who = at(seat), seconds = *seconds)
        }
        News::TimeUp { seat } => say!(cx, "news-time-up", who = at(seat)),
        News::Voted {
            person,
            support,
            votes,
            needed,
            ..
        } => {
            let who = super::people::person(view, *person, cx);
            if *support {
                say!(
                    cx,
                    "news-voted",
                    who = who,
                    votes = *votes,
                    needed = *needed
                )
            } else {
                say!(
                    cx,
                    "news-unvoted",
                    who = who,
                    votes = *votes,
                    needed = *needed
                )
            }
        }
        News::Paused => super::seats::paused_line(view, cx),
        News::Resumed { .. } => say!(cx, "news-resumed"),
        News::Reset => say!(cx, "news-reset"),
        News::DealtAgain { round: Some(_) } => say!(cx, "news-dealt-again"),
        News::DealtAgain { round: None } => say!(cx, "news-match-off"),
        News::Closed { by } => {
            super::challenge::challenge_end(view, cx).unwrap_or_else(|| closed_line(*by, view, cx))
        }
        News::MatchOver { .. } | News::Game(_) => return Vec::new(),
    };
    vec![line]
}

fn closed_line<G: Voice>(by: Option<Closer>, view: &TableView<G>, cx: &RenderContext) -> String {
    match by {
        Some(Closer::Anybody { person, .. }) => {
            let who = super::people::person(view, person, cx);
            say!(cx, "news-closed-quiet", who = who)
        }
        Some(Closer::Host(_)) => say!(cx, "news-closed-host"),
        Some(Closer::Moderator(_)) => say!(cx, "news-closed-moderator"),
        Some(Closer::Idle) => say!(cx, "news-closed-idle"),
        Some(Closer::Deserted | Closer::Declined(_)) | None => say!(cx, "news-closed-empty"),
    }
}
