//! Settings by thumb: menus that only their owner sees, and a server's for moderators alone.

use serde_json::json;
use tractor_bot::desk::settings::{Chosen, Mentions};
use tractor_bot::table::{Limits, PersonId};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::looks::{CardStyle, Looks};

use crate::double::{Options, Person};
use crate::house::{House, desk, option};

fn person(person: &Person) -> PersonId {
    PersonId(person.id.get())
}

#[tokio::test(start_paused = true)]
async fn everybody_changes_their_own_settings_with_menus() {
    let house = House::open(1).await;
    let (ana, bo) = (&house.people[0], &house.people[1]);
    let page = ana.asks(house.table, "settings", json!({})).await;
    page.assert_tells_alone("Cards of UNO");
    let chosen = ana
        .selects(&page, "Cards of UNO", &["heart"])
        .message()
        .await;
    assert_eq!(chosen.id, page.id, "the page itself changes");
    chosen.assert_says("❤️R7");
    let chosen = ana
        .presses(&chosen, "Letter beside the colour: on")
        .message()
        .await;
    chosen.assert_says("❤️7");
    let chosen = ana.presses(&chosen, "Mentions: on").message().await;
    chosen.assert_says("Mentions: **rarely**");
    let chosen = ana.selects(&page, "Language", &["zh-CN"]).message().await;
    chosen.assert_says("设置");
    let settings = house.bot.desk.settings();
    let own = settings.person(person(ana)).await;
    let looks = own.looks(Looks::default());
    let expected = (Some(Locale::CHINESE), CardStyle::Heart, false);
    assert_eq!((own.language(), looks.style, looks.letters), expected);
    assert_eq!(own.mentions(), Mentions::Slow);
    assert_eq!(settings.person(person(bo)).await, Chosen::default());
}

#[tokio::test(start_paused = true)]
async fn typed_settings_are_shown_to_whoever_taps_alone() {
    let house = House::open(1).await;
    let (ana, bo) = (&house.people[0], &house.people[1]);
    ana.says(house.table, "$settings style emoji");
    house.board("Cards of UNO: 🟥R7").await;
    ana.says(house.table, "$settings");
    let entrance = house.board("for you alone").await;
    for (who, cards) in [(ana, "🟥R7"), (bo, "automatic")] {
        let own = who.presses(&entrance, "Settings").message().await;
        own.assert_tells_alone(cards);
    }
    let direct = ana.direct();
    ana.says(direct, "settings letters off");
    let letters =
        |seen: &crate::double::Seen| seen.is_direct && seen.says("Letter beside the colour: off");
    ana.awaits("the answer in direct messages", letters).await;
}

#[tokio::test(start_paused = true)]
async fn moderators_change_the_servers_settings_with_menus() {
    let limits = Limits::default();
    let house = House::of(Options::default(), desk(1).with_limits(limits)).await;
    let (ana, bo) = (&house.people[0], &house.people[1]);
    house.promotes(ana);
    let page = bo.asks(house.table, "settings", json!({})).await;
    let server = bo.presses(&page, "This server").message().await;
    assert!(
        server.control("Choose what to change").is_none(),
        "{}",
        server.text
    );
    let page = ana.asks(house.table, "settings", json!({})).await;
    let server = ana.presses(&page, "This server").message().await;
    let one = ana
        .selects(&server, "Choose what to change", &["turn_limit"])
        .message()
        .await;
    one.assert_tells_alone("Seconds for a turn: **90**");
    let set = ana
        .selects(&one, "Seconds for a turn", &["180"])
        .message()
        .await;
    set.assert_says("Seconds for a turn: **180**");
    ana.asks(house.table, "join", json!({})).await;
    assert_eq!(house.public().limits.turn_limit_s, Some(180));
}

#[tokio::test(start_paused = true)]
async fn names_and_values_are_completed() {
    let house = House::open(1).await;
    let (ana, bo) = (&house.people[0], &house.people[1]);
    house.promotes(ana);
    let mut offered = Vec::new();
    for who in [ana, bo] {
        let asked = who.types(house.table, "settings", "setting", "server", json!({}));
        offered.push(asked.choices().await);
    }
    let limit = "server turn_limit";
    assert!(offered[0].contains(&(limit.to_owned(), json!(limit))));
    assert!(offered[1].is_empty(), "{:?}", offered[1]);
    let given = option("setting", "style");
    let values = bo
        .is_offered(house.table, "settings", "value", "h", given)
        .await;
    assert_eq!(values, vec![("heart".to_owned(), json!("heart"))]);
    let done = house.sets_own(bo, "style", "heart").await;
    done.assert_tells_alone("❤️R7");
}
