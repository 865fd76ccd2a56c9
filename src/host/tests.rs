//! Tables under paused time: what people, players, the clock and the journal do to one another.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::*;
use crate::game::{RuleSet, Seat, Viewer};
use crate::table::{Input, News, Skill, StageView, Submission};

const HOST: PersonId = PersonId(1);

#[tokio::test(start_paused = true)]
async fn a_table_of_computers_plays_a_whole_match() {
    let journal = Arc::new(MemoryJournal::default());
    let host = Host::new(journal);
    let mut rules = crate::tractor::rules::Rules::default();
    rules.set("match_to", "3").expect("a rule");
    let limits = Limits::default();
    let table = host
        .open::<Tractor>(TableKey(7), rules, limits, Seed::from_number(1), HOST)
        .await
        .expect("the first table here");
    for _ in 0..4 {
        let add = Input::AddComputer {
            by: HOST,
            seat: None,
            skill: Skill::Greedy,
        };
        table
            .submit(Submission::typed(add))
            .await
            .expect("a free seat");
    }
    let began = Instant::now();
    table
        .submit(Submission::typed(Input::Start { by: HOST }))
        .await
        .expect("four are seated");
    while matches!(table.view(Viewer::Public).stage, StageView::Playing(_)) {
        assert!(began.elapsed() < Duration::from_secs(36_000), "it ends");
        sleep(Duration::from_secs(60)).await;
    }
    assert_eq!(host.defects(), Defects::default());
    let view = table.view(Viewer::Public);
    assert!(matches!(view.stage, StageView::Over(_)));
    assert_eq!(view.series.played, 1);
    assert_eq!(view.seats.iter().map(|place| place.won).sum::<u32>(), 2);
    let _ = (Seat::new(0), News::<()>::Reset);
}
