//! What people may agree on in the middle of a match, and nobody may do alone.

use std::time::Duration;

use tokio::time::sleep;
use tractor_bot::desk::Effect;
use tractor_bot::game::Viewer;
use tractor_bot::host::Paced as _;
use tractor_bot::table::{Input, Match, PersonId};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::RoundEnd;
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::seating::{Team, Wind};
use tractor_bot::tractor::view::PhaseView;

use crate::asking::{ANA, BO, ask, place, refuses, submit};
use crate::premove::{PEOPLE, Round};

const CHEN: PersonId = PEOPLE[2];
const DEE: PersonId = PEOPLE[3];

/// Asks for this, which the others are to agree on.
async fn says(round: &Round, person: PersonId, line: &str, words: &str) {
    let answer = ask(&round.desk, person, line).await;
    let told = answer.page.text();
    assert_eq!(answer.outcome, Effect::Asked, "{line}: {told}");
    assert!(told.contains(words), "{line}: {told}");
}

async fn board(round: &Round) -> String {
    let page = round.desk.front.public_page(&round.table, &place()).await;
    page.text()
}

async fn tricks(round: &Round, count: usize) {
    while round.game(Viewer::Public).tricks.len() < count {
        let seat = round.on_turn();
        round.does_what_is_sensible(seat).await;
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_round_ends_with_the_points_as_they_stand_when_most_of_the_others_agree() {
    let round = Round::deal().await;
    tricks(&round, 5).await;
    let before = round.game(Viewer::Public);
    let now = "Not at this moment";
    refuses(&round.desk, BO, "rules level=8", now).await;
    refuses(&round.desk, BO, "rules round=over", "end").await;
    refuses(&round.desk, PersonId(77), "rules round=end", "watching").await;
    // Anybody at the table may ask, and the one who asks does not count.
    let asked = "Round: ended with the points as they are";
    says(&round, BO, "rules round=end", asked).await;
    let page = board(&round).await;
    assert!(page.contains(asked), "{page}");
    refuses(&round.desk, BO, "agree", "").await;
    ask(&round.desk, ANA, "agree").await;
    assert_eq!(round.game(Viewer::Public).round, 1);
    ask(&round.desk, DEE, "agree no").await;
    assert_eq!(round.game(Viewer::Public).round, 1);
    ask(&round.desk, CHEN, "agree").await;
    let game = round.game(Viewer::Public);
    let result = game.history.last().expect("a round that is over");
    assert_eq!(result.end, RoundEnd::Agreed);
    assert_eq!((result.points, result.kitty_factor), (before.points, 0));
    assert_eq!(result.kitty.len(), 8);
    let event = Event::RoundOver(Box::new(result.clone()));
    assert!(Tractor::rated(&event, &game.rules).is_none());
    assert!(round.table.view(Viewer::Public).petitions.is_empty());
    let page = board(&round).await;
    assert!(page.contains("You agreed to end the round"), "{page}");
    let score = ask(&round.desk, ANA, "score").await.page.text();
    assert!(score.contains("ended by agreement"), "{score}");
}

#[tokio::test(start_paused = true)]
async fn levels_and_the_dealer_are_agreed_on_between_two_rounds() {
    let round = Round::deal().await;
    says(&round, ANA, "rules round=end", "Round").await;
    for person in [BO, CHEN] {
        ask(&round.desk, person, "agree").await;
    }
    assert_eq!(round.game(Viewer::Public).round, 2);
    let line = "rules level=8 level_we=j dealer=West";
    says(&round, CHEN, line, "Level of North + South: 8").await;
    let wishes = round.table.view(Viewer::Public).petitions;
    assert_eq!(wishes.len(), 1, "one question for all of it: {wishes:?}");
    refuses(&round.desk, CHEN, "rules level=1", "2").await;
    for person in [ANA, DEE] {
        ask(&round.desk, person, "agree").await;
    }
    let game = round.game(Viewer::Public);
    assert_eq!(game.levels.map(|level| level.name()), ["8", "J"]);
    assert_eq!(game.dealer, Some(Wind::West.seat()));
    assert_eq!(game.level.name(), "J");
    assert_eq!(Team::of(Wind::West.seat()), Team::WestEast);
    let page = ask(&round.desk, BO, "rules match").await.page.text();
    for line in ["Level of West + East: **J**", "Declarer: **West**"] {
        assert!(page.contains(line), "{page}");
    }
    // What waits when the cards are dealt is asked for no more.
    says(&round, CHEN, "rules level=3", "Level").await;
    ask(&round.desk, ANA, "deal").await;
    assert!(round.table.view(Viewer::Public).petitions.is_empty());
    assert!(matches!(
        round.game(Viewer::Public).phase,
        PhaseView::Dealing { .. } | PhaseView::CallWindow { .. }
    ));
}

/// From its journal, and from its file.
#[tokio::test(start_paused = true)]
async fn a_match_is_run_again_with_what_was_agreed_on() {
    let round = Round::deal_by(&[("rounds", "2")]).await;
    let line = "rules level=8 level_we=j dealer=West";
    for (person, line) in [(ANA, "rules round=end"), (CHEN, line)] {
        says(&round, person, line, "").await;
        for other in [BO, DEE] {
            ask(&round.desk, other, "agree").await;
        }
    }
    round.begin().await;
    tricks(&round, 2).await;
    says(&round, ANA, "rules round=end", "").await;
    for other in [BO, DEE] {
        ask(&round.desk, other, "agree").await;
    }
    let game = round.game(Viewer::Public);
    assert!(matches!(game.phase, PhaseView::Over { .. }), "{game:?}");
    let store = round.desk.settings().store();
    let saved = store.journal(round.table.id()).await.expect("it is kept");
    let played = Match::<Tractor>::of(&saved.saved, 1).expect("its journal");
    let file = played.export().expect("it is over");
    assert!(file.contains(r#"{"agree":{"accord":"level","value":"8"}}"#));
    let again = Match::<Tractor>::of_export(&file).expect("its file");
    for played in [played, again] {
        let last = |round| played.frames(round)?.pop()?.history.last().cloned();
        let results: Vec<_> = played.rounds().filter_map(last).collect();
        assert_eq!(results, game.history[..]);
    }
}

#[tokio::test(start_paused = true)]
async fn who_plays_with_computers_alone_asks_nobody() {
    let round = Round::deal().await;
    for person in [BO, CHEN, DEE] {
        submit(&round.table, Input::Leave { person }).await;
    }
    for line in ["rules round=end", "rules level=10"] {
        let answer = ask(&round.desk, ANA, line).await;
        assert_eq!(answer.outcome, Effect::Done, "{}", answer.page.text());
    }
    assert_eq!(round.game(Viewer::Public).levels[0].name(), "10");
}
