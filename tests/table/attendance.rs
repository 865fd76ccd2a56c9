//! Who only looks is there: a match goes on for them a while, though they do nothing in it.

use std::time::Duration;

use tokio::time::sleep;
use tractor_bot::desk::{Desk, Effect};
use tractor_bot::game::{RuleSet as _, Viewer};
use tractor_bot::host::Handle;
use tractor_bot::table::{Input, Limits, PersonId, Skill};
use tractor_bot::text::press::Press;
use tractor_bot::uno::Uno;
use tractor_bot::uno::rules::Rules;

use crate::asking::{ANA, BO, add_computers, ask, open, place, submit, who};

/// How somebody shows that they are there.
#[derive(Debug, Clone)]
enum Look {
    Types(&'static str),
    Taps(&'static str, &'static [&'static str]),
}

/// Looks at the table once.
async fn look(desk: &Desk, table: &Handle<Uno>, person: PersonId, how: &Look) {
    let answer = match how {
        Look::Types(line) => ask(desk, person, line).await,
        Look::Taps(tap, values) => {
            let press = Press {
                table: table.key(),
                at: table.turn_started(),
                line: (*tap).into(),
            };
            let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
            desk.press(&who(person), &place(), &press, &values).await
        }
    };
    assert_ne!(answer.outcome, Effect::Done, "{how:?} does something");
}

/// How many rounds of UNO end before the match is paused, at which Ana and Bo sit with a computer and do
/// nothing, while this person looks at it like this every second.
async fn rounds(person: PersonId, how: Option<&Look>) -> usize {
    let limits = Limits {
        turn_limit_s: Some(5),
        absent_turns: None,
        ..Limits::default()
    };
    let rules = Rules::default().with(&[("match_to", "5000")]);
    let (desk, table) = open::<Uno>(rules, limits).await;
    for person in [ANA, BO] {
        let (name, seat) = ("Somebody".to_owned(), None);
        submit(&table, Input::Sit { person, name, seat }).await;
    }
    add_computers(&table, 1, Skill::Greedy).await;
    submit(&table, Input::Start { by: ANA }).await;
    while !table.view(Viewer::Public).paused {
        assert!(table.is_playing(), "the match is paused before it is over");
        if let Some(how) = how {
            look(&desk, &table, person, how).await;
        }
        sleep(Duration::from_secs(1)).await;
    }
    let stage = table.view(Viewer::Public).stage;
    stage.game().expect("a match").history.len()
}

#[tokio::test(start_paused = true)]
async fn whoever_sits_there_and_looks_is_there() {
    let nobody = rounds(ANA, None).await;
    let looks = [
        Look::Types("hand"),
        Look::Types("score"),
        Look::Types("hint"),
        Look::Types("table"),
        // It is refused.
        Look::Types("play nothing"),
        Look::Taps("hand", &[]),
        Look::Taps("score", &[]),
        Look::Taps("hint", &[]),
        Look::Taps("draft r5", &[]),
    ];
    for how in looks {
        assert_eq!(rounds(ANA, Some(&how)).await, nobody + 3, "{how:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_looks_on_or_elsewhere_is_not() {
    let nobody = rounds(ANA, None).await;
    let (stranger, score) = (PersonId(99), Look::Types("score"));
    assert_eq!(rounds(stranger, Some(&score)).await, nobody);
    for line in ["help uno", "list", "settings"] {
        let elsewhere = Look::Types(line);
        assert_eq!(rounds(ANA, Some(&elsewhere)).await, nobody, "{line}");
    }
}
