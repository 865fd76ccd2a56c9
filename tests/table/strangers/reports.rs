//! Reports, from who makes them to the operator's list.

use tractor_bot::console::moderation::{self, ReportFilter};
use tractor_bot::desk::{Audience, Desk, Effect};
use tractor_bot::store::GuildId;
use tractor_bot::table::PersonId;

use super::{ANA, BO, HOUR, place, who};
use crate::asking::{Town, check};

async fn listed(desk: &Desk, filter: ReportFilter) -> String {
    let lines = moderation::reports(desk.settings().store(), filter).await;
    lines.expect("a store").join("\n")
}

#[tokio::test(start_paused = true)]
async fn a_stranger_is_reported_by_the_name_at_the_table_and_blocked_by_a_tap() {
    let town = Town::open().await;
    town.seat_together().await;
    let desk = &town.desk;
    let done = town
        .ask(ANA, "report bo li  says\nbad\u{202E} things ")
        .await;
    check(&done, Effect::Shown, "your report about Bo Li");
    assert_eq!(done.audience, Audience::Private);
    let list = listed(desk, ReportFilter::default()).await;
    for line in [
        "  about Bo Li (2)",
        "  by Ana (1)",
        "  on server 71, at table ",
        "  why: says bad things",
    ] {
        assert!(list.contains(line), "{line:?} is not in\n{list}");
    }
    assert!(!list.contains(['\u{1b}', '\u{202E}']), "{list:?}");
    let tap = done.page.presses().next().expect("a button").clone();
    assert_eq!(tap.line, *format!("block <@{BO}>"));
    let blocked = desk.press(&who(ANA), &place(ANA), &tap, &[]).await;
    check(&blocked, Effect::Shown, "never sit in one room");
    // Who is blocked already can be reported again, without a button.
    let again = town.ask(ANA, "report 2 again").await;
    check(&again, Effect::Shown, "your report");
    assert!(again.page.presses().next().is_none());
}

#[tokio::test(start_paused = true)]
async fn so_many_reports_a_day_and_none_without_anybody() {
    let town = Town::open().await;
    town.seat_together().await;
    let desk = &town.desk;
    for line in ["report", "report Nobody", "report <@1> me", "report 1"] {
        check(&town.ask(ANA, line).await, Effect::Refused, "$report @Bo");
    }
    town.ask(ANA, "computer").await;
    for line in ["report Sam plays badly", "report @sam", "report 3"] {
        check(
            &town.ask(ANA, line).await,
            Effect::Refused,
            "Sam is a computer",
        );
    }
    let long = format!("report <@3> {}", "x".repeat(401));
    check(&town.ask(ANA, &long).await, Effect::Refused, "has 401");
    for day in 0..4 {
        for other in 0..5 {
            let line = format!("report <@{}>", 10 + day * 5 + other);
            check(&town.ask(ANA, &line).await, Effect::Shown, "your report");
        }
        let more = town.ask(ANA, "report <@3>").await;
        check(&more, Effect::Refused, "5 reports within a day");
        check(&town.ask(90 + day, "report <@3>").await, Effect::Shown, "");
        town.clock.goes_on(25 * HOUR);
    }
    let full = town.ask(ANA, "report <@3>").await;
    check(&full, Effect::Refused, "20 reports of yours");
    let of = |about: Option<u64>, by: Option<u64>, guild: Option<u64>| ReportFilter {
        about: about.map(PersonId),
        by: by.map(PersonId),
        guild: guild.map(GuildId),
    };
    for (filter, count) in [
        (of(None, None, None), 24),
        (of(Some(3), None, None), 4),
        (of(None, Some(ANA), None), 20),
        (of(None, None, Some(160)), 1),
        (of(Some(3), Some(ANA), None), 0),
    ] {
        let list = listed(desk, filter).await;
        assert_eq!(
            list.matches("  about ").count(),
            count,
            "{filter:?}\n{list}"
        );
    }
    let list = listed(desk, of(Some(3), None, None)).await;
    assert!(list.contains("by P90 (90), one of 4 people"), "{list}");
    // What was looked into is gone, and makes room.
    let own = listed(desk, of(None, Some(ANA), None)).await;
    let (_, id) = own.rsplit_once(' ').expect("how it is done with");
    let store = &**desk.settings().store();
    moderation::done(store, &[id.to_owned()])
        .await
        .expect("it is");
    let again = moderation::done(store, &[id.to_owned()]).await;
    assert!(again.is_err());
    check(&town.ask(ANA, "report <@3>").await, Effect::Shown, "");
    // Forgetting takes one's own away, and none by others.
    check(
        &town.ask(ANA, "settings forget yes").await,
        Effect::Shown,
        "",
    );
    let left = listed(desk, ReportFilter::default()).await;
    assert_eq!(left.matches("  about ").count(), 4, "{left}");
}
