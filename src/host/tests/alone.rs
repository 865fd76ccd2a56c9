//! Matches without anybody: they are paused, and closed in the end, under every house rule.

use tokio::time::sleep;

use super::world::*;
use crate::game::{Choices, Rule};
use crate::host::presence::{MOST_ALONE, MOST_LOOKED_ON};
use crate::table::{Closer, Limits, TableNotice};
use crate::tractor::action::Action as Deed;
use crate::tractor::rules::Rules as TractorRules;
use crate::tractor::view::{PhaseView, View as TractorView};

const MINUTE: Duration = Duration::from_secs(60);

async fn hand_in<G: Hosted>(table: &Handle<G>, input: Input<G>) {
    let accepted = table.submit(Submission::typed(input)).await;
    accepted.unwrap_or_else(|no| panic!("it is allowed: {no}"));
}

/// A table at which computer players alone play; `None` if the rules ask for fewer than two seats.
async fn computers<G: Hosted>(
    world: &World,
    key: u64,
    (rules, skill): (G::Rules, Skill),
    limits: &[(&str, &str)],
) -> Handle<G> {
    let set = Limits::default().with(limits);
    let (least, most) = G::seats(&rules).into_inner();
    let opened = world
        .host
        .open::<G>(TableKey(key), rules, set, Seed::from_number(key), ANA);
    let table = opened.await.expect("free");
    for _ in 0..most.clamp(least, 4) {
        let (by, seat) = (ANA, None);
        hand_in(&table, Input::AddComputer { by, seat, skill }).await;
    }
    hand_in(&table, Input::Start { by: ANA }).await;
    table
}

fn is_paused<G: Paced>(table: &Handle<G>) -> bool {
    table.view(Viewer::Public).paused
}

/// Everything that is heard until the table closes.
async fn all_heard<G: Paced>(mut listener: Listener<G>) -> Vec<TableNotice<G>> {
    let mut all = Vec::new();
    while let Some(heard) = listener.next().await {
        if let TableNews::Update(update) = heard {
            all.extend(update.notices(Viewer::Public));
        }
    }
    all
}

#[tokio::test(start_paused = true)]
async fn a_match_is_paused_after_a_round_in_which_nobody_acted_and_goes_on_when_somebody_does() {
    let world = World::new();
    let table = world.countdown(rules(0, 9, 4), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    // Whoever was there in the first round is missed in the second.
    sleep(4 * 90 * Duration::from_secs(1)).await;
    assert!(!is_paused(&table));
    sleep(20 * MINUTE).await;
    assert!(is_paused(&table));
    let (position, seen) = (table.view(Viewer::Public).position, views(&table));
    sleep(5 * MINUTE).await;
    assert_eq!((views(&table), table.deadline()), (seen, None));
    submit(&table, sit(BO)).await;
    assert!(!is_paused(&table));
    sleep(2 * MINUTE).await;
    assert!(table.view(Viewer::Public).position > position, "it goes on");
}

#[tokio::test(start_paused = true)]
async fn a_match_at_which_somebody_acts_in_every_round_is_not_paused() {
    let world = World::new();
    let table = world.countdown(rules(0, 30, 4), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    let listener = table.listen();
    let mut support = false;
    while table
        .view(Viewer::Public)
        .stage
        .game()
        .is_some_and(|game| game.left == 0)
        && matches!(table.view(Viewer::Public).stage, StageView::Playing(_))
    {
        // She only votes; nobody plays.
        support = !support;
        let (person, motion) = (ANA, crate::table::Motion::Reset);
        let vote = Input::Vote {
            person,
            motion,
            support,
        };
        if table.submit(Submission::typed(vote)).await.is_err() {
            submit(&table, sit(ANA)).await;
        }
        sleep(MINUTE).await;
    }
    sleep(60 * MINUTE).await;
    assert!(!all_heard(listener).await.contains(&News::Paused));
}

/// Lets a match go on until it is paused, while this person looks at it in each of the next so many
/// rounds; gives how many ended until then.
async fn rounds_until_paused(
    table: &Handle<Countdown>,
    looks: Option<PersonId>,
    rounds: u32,
) -> u32 {
    let mut listener = table.listen();
    let mut ended = 0;
    loop {
        if let Some(person) = looks.filter(|_| ended < rounds) {
            settle().await;
            let seen = views(table);
            table.look(person);
            table.look(person);
            settle().await;
            assert_eq!(views(table), seen, "a look changes nothing");
        }
        loop {
            let news = heard(&mut listener).await;
            if news.contains(&News::Paused) {
                return ended;
            }
            if news.contains(&News::Game(Event::RoundOver)) {
                ended += 1;
                break;
            }
        }
    }
}

/// A match of many short rounds, in which Ana and Bo are waited for.
async fn long_match(world: &World, limits: &[(&str, &str)]) -> Handle<Countdown> {
    let table = world.countdown(rules(0, 40, 2), limits).await;
    seat_and_start(&table, &[ANA, BO]).await;
    table
}

#[tokio::test(start_paused = true)]
async fn whoever_has_a_seat_and_only_looks_is_there_but_not_for_ever() {
    let looker_on = PersonId(77);
    let cases = [
        (None, 0, 1),
        (Some(ANA), 1, 2),
        (Some(BO), 2, 3),
        (Some(ANA), MOST_LOOKED_ON, 1 + MOST_LOOKED_ON),
        (Some(ANA), 40, 1 + MOST_LOOKED_ON),
        // Who has no seat is not at the table.
        (Some(looker_on), 40, 1),
    ];
    for (looks, rounds, expected) in cases {
        let table = long_match(&World::new(), &[]).await;
        let ended = rounds_until_paused(&table, looks, rounds).await;
        assert_eq!(ended, expected, "{looks:?} in {rounds} rounds");
    }
}

#[tokio::test(start_paused = true)]
async fn a_look_does_not_go_on_with_a_paused_match_and_who_acts_may_look_on_again() {
    // Nobody loses a seat for being slow.
    let table = long_match(&World::new(), &[("absent_turns", "off")]).await;
    assert_eq!(rounds_until_paused(&table, None, 0).await, 1);
    table.look(ANA);
    sleep(5 * MINUTE).await;
    assert!(is_paused(&table));
    for _ in 0..2 {
        // The round in which she comes back counts for itself.
        submit(&table, sit(ANA)).await;
        assert!(!is_paused(&table));
        let ended = rounds_until_paused(&table, Some(ANA), 40).await;
        assert_eq!(ended, 2 + MOST_LOOKED_ON);
    }
    // Who has left looks on from outside.
    submit(&table, sit(BO)).await;
    submit(&table, Input::Leave { person: ANA }).await;
    assert_eq!(rounds_until_paused(&table, Some(ANA), 40).await, 2);
}

#[tokio::test(start_paused = true)]
async fn looks_are_in_no_journal() {
    let mut journals = Vec::new();
    for looks in [0, 3] {
        let world = World::new();
        let table = long_match(&world, &[]).await;
        for _ in 0..looks {
            table.look(ANA);
        }
        sleep(2 * MINUTE).await;
        let saved = world.journal.memory.saved(table.id()).expect("kept");
        let lines = saved.entries.into_iter().map(|entry| entry.line);
        journals.push(lines.collect::<Vec<_>>());
    }
    assert_eq!(journals[0], journals[1]);
}

#[tokio::test(start_paused = true)]
async fn a_paused_match_stays_paused_after_a_restart_and_is_closed_in_the_end() {
    let world = World::new();
    let table = world.countdown(rules(0, 9, 2), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    sleep(5 * MINUTE).await;
    assert!(is_paused(&table));
    let seen = views(&table);
    world.host.shutdown().await;
    let saved = world.journal.memory.saved(table.id()).expect("kept");
    let world = world.restarted();
    let table = world.bring_back(&saved);
    assert_eq!(views(&table), seen);
    let listener = table.listen();
    sleep(20 * MINUTE).await;
    assert_eq!(views(&table), seen);
    let by = Some(Closer::Idle);
    assert_eq!(all_heard(listener).await, [News::Closed { by }]);
}

/// How many rounds end after a restart, before the match is paused.
async fn rounds_after_a_restart(acts: bool) -> usize {
    let world = World::new();
    let limits = Limits::default().with(&[("turn_limit", "5"), ("absent_turns", "off")]);
    let rules = crate::uno::Rules::default().with(&[("match_to", "5000")]);
    let (host, seed) = (&world.host, Seed::from_number(1));
    let opened = host.open::<Uno>(TableKey(5), rules, limits, seed, ANA);
    let table = opened.await.expect("free");
    for person in [ANA, BO] {
        hand_in(&table, sit(person)).await;
    }
    hand_in(&table, Input::Start { by: ANA }).await;
    // The first round is dealt by the clock.
    sleep(Duration::from_secs(20)).await;
    if acts {
        let (name, value) = ("ping".to_owned(), "off".to_owned());
        hand_in(
            &table,
            Input::SetRule {
                by: ANA,
                name,
                value,
            },
        )
        .await;
    }
    let ended = |table: &Handle<Uno>| {
        let stage = table.view(Viewer::Public).stage;
        stage.game().expect("a match").history.len()
    };
    assert!(
        !is_paused(&table) && ended(&table) == 0,
        "it is the first round"
    );
    host.shutdown().await;
    let saved = world.journal.memory.saved(table.id()).expect("kept");
    let world = world.restarted();
    let back = world.host.restore(&saved).expect("its own journal");
    let back = Uno::of(back).expect("of its game");
    while !is_paused(&back) {
        sleep(Duration::from_secs(1)).await;
    }
    ended(&back)
}

#[tokio::test(start_paused = true)]
async fn whoever_did_something_before_a_restart_was_there_in_that_round() {
    assert_eq!(rounds_after_a_restart(false).await, 1);
    assert_eq!(rounds_after_a_restart(true).await, 2);
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_match_without_a_turn_limit_is_closed() {
    let world = World::new();
    let table = world
        .countdown(rules(0, 1, 9), &[("turn_limit", "off")])
        .await;
    seat_and_start(&table, &[ANA, BO]).await;
    sleep(29 * MINUTE).await;
    submit(&table, act(By::Person(ANA), Action::Step)).await;
    sleep(29 * MINUTE).await;
    assert!(matches!(table.view_of(ANA).stage, StageView::Playing(_)));
    sleep(2 * MINUTE).await;
    assert!(matches!(table.view_of(ANA).stage, StageView::Closed));
}

/// Everything at once, and dealt again without end.
fn at_once() -> TractorRules {
    let mut rules = TractorRules::default();
    for name in ["deal_interval", "call_window", "redeal_limit"] {
        rules.set(name, "0").expect("a rule of tractor");
    }
    rules
}

fn match_of(table: &Handle<Tractor>) -> TractorView {
    let stage = table.view(Viewer::Public).stage;
    stage.game().expect("a match").clone()
}

#[tokio::test(start_paused = true)]
async fn computers_call_however_fast_the_cards_come() {
    let world = World::new();
    for (key, skill) in [(1, Skill::Greedy), (2, Skill::Heuristic)] {
        let table = computers::<Tractor>(&world, key, (at_once(), skill), &[]).await;
        sleep(10 * MINUTE).await;
        let played = match_of(&table).history.first().cloned().expect("a round");
        assert!(played.call.is_some() && played.attempt < 3, "{played:?}");
        assert!(is_paused(&table), "after that round nobody is there");
    }
    // At a table with a person they do as well.
    let (rules, limits) = (at_once(), Limits::default());
    let opened = world
        .host
        .open::<Tractor>(TableKey(3), rules, limits, Seed::from_number(3), ANA);
    let table = opened.await.expect("free");
    hand_in(&table, sit(ANA)).await;
    for _ in 0..3 {
        let (by, seat, skill) = (ANA, None, Skill::Greedy);
        hand_in(&table, Input::AddComputer { by, seat, skill }).await;
    }
    hand_in(&table, Input::Start { by: ANA }).await;
    let (by, action) = (By::Person(ANA), Deed::Deal);
    hand_in(&table, Input::Act { by, action }).await;
    sleep(Duration::from_secs(1)).await;
    let phase = match_of(&table).phase;
    let fixed = matches!(phase, PhaseView::Burying | PhaseView::Playing { .. });
    assert!(fixed, "{phase:?}");
}

#[tokio::test(start_paused = true)]
async fn a_round_is_not_dealt_again_without_end() {
    let world = World::new();
    let (rules, limits) = (at_once(), Limits::default());
    let host = &world.host;
    let opened = host.open::<Tractor>(TableKey(1), rules, limits, Seed::from_number(1), ANA);
    let table = opened.await.expect("free");
    // Of these four nobody ever calls.
    for person in (1..=4).map(PersonId) {
        hand_in(&table, sit(person)).await;
    }
    hand_in(&table, Input::Start { by: ANA }).await;
    let began = table.view(Viewer::Public).position.0;
    let deal = |by| Input::Act {
        by: By::Person(by),
        action: Deed::Deal,
    };
    hand_in(&table, deal(ANA)).await;
    sleep(MINUTE).await;
    assert!(is_paused(&table));
    // A deal is a hundred cards.
    let inputs = table.view(Viewer::Public).position.0 - began;
    assert!(inputs <= 2 * u64::from(MOST_ALONE) / 100 + 2, "{inputs}");
    // Whoever comes back finds it as it was.
    hand_in(&table, sit(BO)).await;
    assert!(!is_paused(&table));
    sleep(MINUTE).await;
    assert!(is_paused(&table));
}

/// House rules drawn at random from what is offered of each.
fn drawn_rules<R: RuleSet>(chance: &mut crate::chance::Chance) -> R {
    let mut rules = R::default();
    let offered = R::RULES
        .iter()
        .map(|rule: &Rule<R>| (rule.name, rule.choices));
    for (name, choices) in offered {
        let values = match choices {
            Choices::Words(words) => words,
            Choices::Number { .. } => choices.offered(),
        };
        let value = values[chance.below(values.len() as u32) as usize];
        // Some exclude one another.
        rules.set(name, value).ok();
    }
    rules
}

/// Computers alone, under house rules drawn at random, end their match or are stopped in time; then
/// the table is closed.
async fn check<G: Hosted>(cases: u64) {
    let skills = [Skill::Lowest, Skill::Random, Skill::Greedy];
    for case in 0..cases {
        let world = World::new();
        let mut chance = Seed::from_number(case).derive("alone", 0).chance();
        let rules = drawn_rules::<G::Rules>(&mut chance);
        let skill = skills[chance.below(3) as usize];
        let limits = [
            [("turn_limit", "90"), ("turn_limit", "off")][chance.below(2) as usize],
            [("computer_delay", "0"), ("computer_delay", "1")][chance.below(2) as usize],
        ];
        let told = format!("case {case}: {:?} {rules:?} {skill}", G::KIND);
        let table = computers::<G>(&world, case, (rules, skill), &limits).await;
        let began = table.view(Viewer::Public).position.0;
        sleep(24 * 60 * MINUTE).await;
        let view = table.view(Viewer::Public);
        assert!(matches!(view.stage, StageView::Closed), "{told}");
        // The pause and the closing are two more.
        let inputs = view.position.0 - began;
        assert!(
            inputs <= u64::from(MOST_ALONE) + 2,
            "{inputs} inputs, {told}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn computers_alone_stop_under_every_house_rule_of_every_game() {
    for game in GameKind::ALL {
        at_game!(game, G => check::<G>(18).await);
    }
}
