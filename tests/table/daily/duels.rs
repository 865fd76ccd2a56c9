//! Duels: the same cards for whoever has the code.

use tractor_bot::text::page::Page;

use super::*;

const BO: PersonId = PersonId(ANA.0 + 1);

/// The code on a page that tells of a duel.
fn code(page: &Page) -> String {
    let text = plain(&page.text());
    let (_, rest) = text.split_once("duel ").expect("how it is played");
    rest.chars().take(5).collect()
}

/// The cards that were dealt to somebody.
fn dealt(process: &Process, person: PersonId) -> String {
    let view = process.table(person).view_of(person);
    let game = view.stage.game().expect("a round");
    let mut cards: Vec<String> = game.hand.iter().map(ToString::to_string).collect();
    cards.sort();
    format!("{} {}", game.level, cards.join(" "))
}

/// Closes the tables at which somebody has played.
async fn gets_up(process: &Process, person: PersonId) {
    check(&process.ask(person, "end yes").await, Effect::Done, "");
}

#[tokio::test(start_paused = true)]
async fn a_friend_plays_the_same_cards_and_both_see_who_did_better() {
    let (_, process) = open().await;
    let hand = process.ask(ANA, "duel <@1111111111111111112>").await;
    check(&hand, Effect::Shown, "");
    assert_eq!(hand.audience, Audience::Private);
    let [said] = &hand.said[..] else {
        panic!("one is asked: {:?}", hand.said);
    };
    assert_eq!((said.channel, &said.page.ping), (5, &vec![BO]));
    let code = code(&said.page);
    let again = process.ask(ANA, &format!("duel {code}")).await;
    assert_eq!((again.outcome, again.said.len()), (Effect::Shown, 0));
    check(
        &process.ask(ANA, "hint").await,
        Effect::Refused,
        "in a duel",
    );
    let cards = dealt(&process, ANA);
    play(&process.table(ANA), ANA, &mut Greedy, usize::MAX).await;
    let alone = process
        .ask(ANA, &format!("duel {}", code.to_lowercase()))
        .await;
    check(&alone, Effect::Shown, &format!("Same cards · {code}"));
    check(&alone, Effect::Shown, "1. P111 ");
    // Bo taps the button, sees nothing of how Ana did, and gets the same cards.
    let tap = said.page.presses().next().expect("a button").clone();
    let own = process.0.desk.press(&who(BO), &place(), &tap, &[]).await;
    check(&own, Effect::Shown, "");
    assert!(
        !plain(&own.page.text()).contains("P111"),
        "{}",
        own.page.text()
    );
    assert_eq!(dealt(&process, BO), cards);
    play(
        &process.table(BO),
        BO,
        &mut Random::new(Seed::from_number(3)),
        usize::MAX,
    )
    .await;
    let mut both = Vec::new();
    for person in [ANA, BO] {
        let answer = process.ask(person, &format!("duel {code}")).await;
        check(&answer, Effect::Shown, "2. P11");
        let lines = answer.page.lines.into_iter();
        both.push(
            lines
                .filter(|line| line.contains(" points)"))
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!((both[0].len(), &both[0]), (2, &both[1]));
    // Neither a day nor a streak has anything of it.
    check(
        &process.ask(ANA, "leaderboard daily").await,
        Effect::Shown,
        "Nobody yet",
    );
    let profile = process.ask(ANA, "profile").await;
    assert!(
        !profile.page.text().contains("streak"),
        "{}",
        profile.page.text()
    );
}

#[tokio::test(start_paused = true)]
async fn each_new_duel_has_other_cards_and_no_round_is_lost_by_another() {
    let (_, process) = open().await;
    for wrong in [
        "duel 7K3Q",
        "duel hello",
        "duel <@1111111111111111111>",
        "duel 22222 33333",
    ] {
        check(&process.ask(ANA, wrong).await, Effect::Refused, "$duel @Bo");
    }
    let crowd: String = (2..11).map(|n| format!(" <@{n}>")).collect();
    check(
        &process.ask(ANA, &format!("duel{crowd}")).await,
        Effect::Refused,
        "At most 8",
    );
    check(&process.ask(ANA, "duel 22222").await, Effect::Shown, "");
    let first = dealt(&process, ANA);
    for other in ["duel", "daily", "duel 33333"] {
        check(
            &process.ask(ANA, other).await,
            Effect::Refused,
            "$duel 22222",
        );
    }
    gets_up(&process, ANA).await;
    check(
        &process.ask(ANA, "duel 22222").await,
        Effect::Refused,
        "given up this duel",
    );
    check(&process.ask(ANA, "daily").await, Effect::Shown, "");
    check(
        &process.ask(ANA, "duel 33333").await,
        Effect::Refused,
        "$daily",
    );
    play(&process.table(ANA), ANA, &mut Greedy, usize::MAX).await;
    check(&process.ask(ANA, "duel 33333").await, Effect::Shown, "");
    assert_ne!(dealt(&process, ANA), first);
}

#[tokio::test(start_paused = true)]
async fn who_has_blocked_somebody_is_not_asked_by_them() {
    let (_, process) = open().await;
    check(
        &process.ask(BO, "block <@1111111111111111111>").await,
        Effect::Shown,
        "",
    );
    let hand = process.ask(ANA, "duel <@1111111111111111112>").await;
    assert_eq!((hand.outcome, hand.said.len()), (Effect::Shown, 0));
}
