//! Matches without anybody: they are paused, and closed in the end, under every house rule. Matches of one person
//! with computers: they wait.

use tokio::time::sleep;

use super::world::*;
use crate::game::{Choices, Rule};
use crate::host::presence::MOST_ALONE;
use crate::table::Closer;
use crate::tractor::view::PhaseView;
use crate::uno::Uno;

const MINUTE: Duration = Duration::from_secs(60);

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
        add_computer(&table, skill).await;
    }
    submit(&table, Input::Start { by: ANA }).await;
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
async fn what_is_watched_is_not_paused() {
    let world = World::new();
    let table = world.countdown(rules(0, 9, 4), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    table.keep_going();
    while table.is_playing() {
        assert!(!is_paused(&table));
        sleep(MINUTE).await;
    }
    assert!(matches!(
        table.view(Viewer::Public).stage,
        StageView::Over(_)
    ));
}

#[tokio::test(start_paused = true)]
async fn what_is_watched_waits_for_nobody_to_deal() {
    let (rules, limits) = (crate::uno::Rules::default(), Limits::default());
    let (key, seed) = (TableKey(7), Seed::from_number(7));
    let world = World::new();
    let opened = world.host.open::<Uno>(key, rules, limits, seed, ANA);
    let table = opened.await.expect("free");
    submit(&table, sit(ANA)).await;
    add_computer(&table, Skill::Greedy).await;
    submit(&table, Input::Start { by: ANA }).await;
    table.keep_going();
    let mut player = Uno::computer(Skill::Greedy, seed);
    let first = table.table().round_started();
    for _ in 0..10_000 {
        let now = table.table();
        if now.round_started() != first && !now.turn().awaited().is_empty() {
            return;
        }
        let view = table.view_of(ANA);
        match player.choose(view.stage.game().expect("a match")) {
            Some(action) => {
                let by = By::Person(ANA);
                submit(&table, Input::Act { by, action }).await;
            }
            None => sleep(Duration::from_secs(1)).await,
        }
    }
    panic!("the second round is not dealt");
}

#[tokio::test(start_paused = true)]
async fn a_paused_match_stays_paused_after_a_restart_and_is_closed_in_the_end() {
    let world = World::new();
    let table = world.countdown(rules(0, 9, 2), &[]).await;
    seat_and_start(&table, &[ANA, BO]).await;
    sleep(5 * MINUTE).await;
    assert!(is_paused(&table));
    let seen = views(&table);
    let (_world, table) = world.restart(&table).await;
    assert_eq!(views(&table), seen);
    let listener = table.listen();
    sleep(20 * MINUTE).await;
    assert_eq!(views(&table), seen);
    let by = Some(Closer::Idle);
    assert_eq!(
        all_heard(listener).await,
        [News::Table(Happening::Closed { by })]
    );
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
        assert_eq!(world.host.defects(), Defects::default(), "{told}");
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

/// Ana plays a round with three computers, and stays away for five minutes whenever she may do something, and
/// after it. `says`: whether she may, though it is nobody's turn.
async fn check_alone<G: Hosted>(
    rules: G::Rules,
    deal: G::Action,
    [between, says]: [fn(&G::View) -> bool; 2],
) {
    let world = World::new();
    let limits = Limits::default().with(&[("bank", "5"), ("computer_delay", "0")]);
    let opened = world
        .host
        .open::<G>(TableKey(1), rules, limits, Seed::from_number(11), ANA);
    let table = opened.await.expect("free");
    submit(&table, sit(ANA)).await;
    for _ in 0..3 {
        add_computer(&table, Skill::Greedy).await;
    }
    submit(&table, Input::Start { by: ANA }).await;
    let game = || table.view_of(ANA).stage.game().expect("playing").clone();
    let (mut player, mut waited, mut dealt) =
        (G::computer(Skill::Lowest, Seed::from_number(1)), 0, false);
    for _ in 0..500 {
        // Computers, and the only play that there is.
        sleep(60 * Duration::from_secs(1)).await;
        let over = between(&game()) && dealt;
        if over || table.awaits(table.viewer(ANA)) || says(&game()) {
            let seen = table.moment();
            assert_eq!(table.deadline(), None, "{:?}", G::KIND);
            sleep(5 * MINUTE).await;
            assert_eq!(table.moment(), seen, "{:?}", G::KIND);
            waited += 1;
        }
        if over {
            break;
        }
        let action = match between(&game()) {
            true => Some(deal.clone()),
            false => player.choose(&game()),
        };
        dealt |= !between(&game());
        if let Some(action) = action {
            let by = By::Person(ANA);
            submit(&table, Input::Act { by, action }).await;
        }
    }
    assert!(between(&game()) && dealt && waited > 3, "{waited}");
    let seat = &table.view(Viewer::Public).seats[0];
    assert_eq!((seat.missed, seat.bank_s), (0, None));
    // Whoever comes has somebody to wait for.
    submit(&table, sit(BO)).await;
    submit(
        &table,
        Input::Vote {
            person: ANA,
            motion: crate::table::Motion::Petition(table.view(Viewer::Public).petitions[0].at),
            support: true,
        },
    )
    .await;
    assert!(table.deadline().is_some(), "{:?}", G::KIND);
}

#[tokio::test(start_paused = true)]
async fn nobody_hurries_who_plays_with_computers_alone() {
    let between = |view: &crate::tractor::view::View| matches!(view.phase, PhaseView::Ready { .. });
    let says = |view: &crate::tractor::view::View| match &view.phase {
        PhaseView::CallWindow { open, passed } => {
            !open.is_empty() && !passed.contains(Seat::new(0))
        }
        _ => false,
    };
    let deal = crate::tractor::action::Action::Deal;
    check_alone::<Tractor>(Default::default(), deal, [between, says]).await;
    let between = |view: &crate::uno::View| view.playing().is_none();
    let rules = crate::uno::Rules::default().with(&[("turn_limit", "30")]);
    check_alone::<Uno>(rules, crate::uno::Action::Deal, [between, |_| false]).await;
}
