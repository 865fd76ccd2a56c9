//! Reviews: what somebody could have done better in a finished round, for them alone.

use std::path::PathBuf;

use tractor_bot::console::Paint;
use tractor_bot::console::replay::{ReviewSubject, review};
use tractor_bot::desk::{Audience, Desk, Effect, Served};
use tractor_bot::game::{RuleSet as _, Viewer};
use tractor_bot::host::Handle;
use tractor_bot::players::StudyEffort;
use tractor_bot::players::tractor::{Greedy, Lowest};
use tractor_bot::table::{By, Input, Limits, Position, Skill, StageView, TableKey};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::press::Press;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::view::PhaseView;

use crate::asking::{
    ANA, BO, add_computers, ask, check, open, place, played, plays, refuses, submit, who,
};

/// A table with Ana and computers, and a desk that studies little.
async fn begin<G: Served>(rules: G::Rules, computers: usize) -> (Desk, Handle<G>) {
    let limits = Limits {
        turn_limit_s: None,
        ..Limits::default()
    };
    let (desk, table) = open::<G>(rules, limits).await;
    if computers < 4 {
        let (person, name, seat) = (ANA, "Ana".to_owned(), None);
        submit(&table, Input::Sit { person, name, seat }).await;
    }
    add_computers(&table, computers, Skill::Greedy).await;
    (desk.with_diligence(StudyEffort(4)), table)
}

#[tokio::test(start_paused = true)]
async fn whoever_played_is_told_alone_what_cost_most() {
    let (desk, table) = begin::<Tractor>(Rules::default(), 3).await;
    refuses(&desk, ANA, "review", "nothing to review yet").await;
    submit(&table, Input::Start { by: ANA }).await;
    plays(&table, ANA, &mut Greedy, |game| !game.history.is_empty()).await;
    // Asked twice at once, and by a tap: one review is made, and shown each time.
    let press = Press {
        table: TableKey(1),
        at: Position(0),
        line: "review".into(),
    };
    let own = who(ANA);
    let (typed, again, tapped) = tokio::join!(
        ask(&desk, ANA, "review"),
        ask(&desk, ANA, "review 1"),
        async { desk.press(&own, &place(), &press, &[]).await }
    );
    for answer in [&typed, &again, &tapped] {
        check(answer, Effect::Shown, "Your play in round 1");
        check(answer, Effect::Shown, "were as good as a strong player's");
        assert_eq!(answer.audience, Audience::Private);
        assert_eq!(answer.page, typed.page);
    }
    let told = typed.page.text().matches("you played").count();
    assert!(told <= 3, "{}", typed.page.text());
    refuses(
        &desk,
        BO,
        "review",
        "You played nothing yourself in round 1",
    )
    .await;
    refuses(&desk, ANA, "review 9", "Round 9 is not over").await;
    refuses(&desk, ANA, "review last", "$review 2").await;
}

#[tokio::test(start_paused = true)]
async fn in_a_browser_each_costly_decision_lies_on_the_table() {
    let (desk, table) = begin::<Tractor>(Rules::default(), 3).await;
    submit(&table, Input::Start { by: ANA }).await;
    plays(&table, ANA, &mut Lowest, |game| game.history.len() >= 3).await;
    let browsing = desk.for_browsers();
    let mut found = 0;
    for round in 1..=3 {
        if found > 1 {
            break;
        }
        let mut answer = ask(&browsing, ANA, &format!("review {round}")).await;
        check(&answer, Effect::Shown, "Your play in round");
        let listed = ask(&desk, ANA, &format!("review {round}")).await;
        let costly = listed.page.text().matches("you played").count();
        let costly = costly + listed.page.text().matches("you buried").count();
        for step in 1..=costly {
            found += 1;
            let exhibit = answer.page.exhibit.as_deref().expect("a table");
            let exhibit: serde_json::Value = serde_json::from_str(exhibit).expect("JSON");
            let marks = &exhibit["step"]["marks"];
            assert!(!marks["played"].as_array().expect("cards").is_empty());
            assert!(!marks["advised"].as_array().expect("cards").is_empty());
            if costly == 1 {
                break;
            }
            check(&answer, Effect::Shown, &format!("{step} of {costly}"));
            let presses = answer.page.presses();
            let decisions = presses.filter(|press| {
                press
                    .line
                    .after("review")
                    .is_some_and(|page| !page.is_empty())
            });
            let next = decisions.last().cloned().expect("it leads on");
            answer = browsing.press(&who(ANA), &place(), &next, &[]).await;
            // Nobody else reads it.
            let other = browsing.press(&who(BO), &place(), &next, &[]).await;
            assert_ne!(other.outcome, Effect::Shown);
        }
    }
    assert!(found > 0, "whoever plays the lowest decides badly");
}

#[tokio::test(start_paused = true)]
async fn a_hint_is_studied_and_can_be_followed() {
    let (desk, table) = begin::<Tractor>(Rules::default(), 3).await;
    submit(&table, Input::Start { by: ANA }).await;
    let mut hints = 0;
    while hints < 6 {
        let StageView::Playing(game) = table.view_of(ANA).stage else {
            panic!("a match is played")
        };
        let tricks = matches!(game.phase, PhaseView::Playing { .. } | PhaseView::Burying);
        if !(tricks && table.awaits(table.viewer(ANA))) {
            match game.may_deal() {
                true => {
                    let (by, action) = (By::Person(ANA), Action::Deal);
                    submit(&table, Input::Act { by, action }).await;
                }
                false => {
                    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
                    ask(&desk, ANA, "pass").await;
                }
            }
            continue;
        }
        let answer = ask(&desk, ANA, "hint").await;
        check(&answer, Effect::Shown, "Hint: ");
        let action = desk.front.hinted(&table, ANA).expect("what was advised");
        let by = By::Person(ANA);
        submit(&table, Input::Act { by, action }).await;
        hints += 1;
    }
    assert!(table.view(Viewer::Public).position > Position(0));
}

/// A match of four greedy computer players at which Ana looks on, as a file.
async fn exported() -> String {
    let rules = Rules::default().with(&[("match_to", "3")]);
    let (desk, table) = begin::<Tractor>(rules, 4).await;
    submit(&table, Input::Start { by: ANA }).await;
    played(&table, |_| false).await;
    let file = ask(&desk, ANA, "export").await;
    file.attachment.expect("a file").text
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tractor-bot-{name}-{}", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    path
}

/// `UPDATE_FIXTURES=1 cargo test --test table reviews` writes the pages anew.
#[tokio::test(start_paused = true)]
async fn an_exported_match_is_reviewed() {
    let file = written("review", &exported().await);
    let whose = ReviewSubject {
        seat: Some("south".to_owned()),
        name: None,
    };
    let plain = (Locale::ENGLISH, Paint::Plain);
    let made = review(&file, &whose, plain, StudyEffort(8));
    let made = made.expect("a finished match").to_string();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tractor/review.txt");
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(path, &made).expect("a writable folder");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(made, kept, "{path}");
    let nobody = ReviewSubject {
        seat: None,
        name: Some("Zoe".to_owned()),
    };
    let error = review(&file, &nobody, plain, StudyEffort(1));
    let error = error.expect_err("nobody is called that").to_string();
    assert!(error.contains("nobody in this match is \"Zoe\""), "{error}");
    std::fs::remove_file(&file).ok();
}

/// A name that empties the screen, writes to the clipboard and turns the direction of writing, and one without end.
#[tokio::test(start_paused = true)]
async fn names_in_a_file_do_not_steer_the_terminal() {
    let mut recorded: serde_json::Value = serde_json::from_str(&exported().await).expect("JSON");
    let hostile = "\x1b[2J\x1b]52;c;aGk=\x07\u{202e}\u{9b}1m\nAna";
    recorded["players"][0]["name"] = hostile.into();
    recorded["players"][1]["name"] = "x".repeat(100_000).into();
    let file = written("hostile\u{202e}\x1b[2J", &recorded.to_string());
    let no_match = written("no-match\u{202e}\x1b[2J", "{}");
    for (arguments, file) in [
        (&["replay"][..], &file),
        (&["review", "--seat", "south"], &file),
        (&["review", "--name", "\x1b[2J"], &file),
        (&["replay"], &no_match),
        (&["review"], &no_match),
    ] {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
        program.args(arguments).arg(file).env("STUDIES", "1");
        let said = program.output().expect("it runs");
        let said = [said.stdout, said.stderr].concat();
        let said = String::from_utf8(said).expect("text");
        let treacherous = |c: char| c != '\n' && tractor_bot::text::markup::is_treacherous(c);
        assert!(!said.contains(treacherous), "{arguments:?}: {said:?}");
        assert!(
            !said.is_empty() && !said.contains(&"x".repeat(100)),
            "{arguments:?}"
        );
    }
    std::fs::remove_file(&file).ok();
    std::fs::remove_file(&no_match).ok();
}
