//! People of a server who look for others to play with.

use tractor_bot::desk::{Answer, AskedFrom, Command, Effect};
use tractor_bot::game::{GameKind, Viewer};
use tractor_bot::host::Hosted as _;
use tractor_bot::store::{GuildId, Scope, Seek};
use tractor_bot::table::{PersonId, Position, TableKey};
use tractor_bot::text::markup::plain;
use tractor_bot::text::press::Press;
use tractor_bot::tractor::Tractor;

use super::{ANA, BO, HOUR, Town, who};
use crate::asking::check;

const GUILD: u64 = 7;

fn place(channel: u64) -> AskedFrom {
    AskedFrom::new(channel, Some(GUILD))
}

impl Town {
    async fn asks(&self, person: u64, channel: u64, line: &str) -> Answer {
        let command = Command::parse(line).expect("a command");
        self.desk.run(&who(person), &place(channel), command).await
    }

    async fn taps(&self, person: u64, channel: u64, table: u64, line: &str) -> Answer {
        let press = Press {
            table: TableKey(table),
            at: Position(0),
            line: line.to_owned().into(),
        };
        self.desk
            .press(&who(person), &place(channel), &press, &[])
            .await
    }

    /// How many settings of the server tell of somebody who looks for a game.
    async fn kept(&self) -> usize {
        let store = self.desk.settings().store();
        let scope = Scope::Guild(GuildId(GUILD));
        let kept = store.all_stored::<Seek>(Some(scope)).await;
        kept.expect("a store").len()
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_opens_when_there_are_enough_and_each_is_called_once_where_they_asked() {
    let town = Town::open().await;
    check(
        &town.asks(ANA, 1, "seek").await,
        Effect::Shown,
        "Nobody on this",
    );
    let first = town.asks(ANA, 1, "seek").await;
    assert_eq!(first.page.presses().count(), GameKind::ALL.len());
    let ana = town.asks(ANA, 1, "seek tractor 30").await;
    check(&ana, Effect::Shown, "1 of 4: Ana (30 more minutes)");
    let too = ana.page.presses().next().expect("a button").line.clone();
    assert_eq!(too, "seek tractor");
    check(
        &town.taps(BO, 2, 2, too.as_str()).await,
        Effect::Shown,
        "2 of 4: Ana (30",
    );
    // Another game, and another server, are others.
    check(
        &town.asks(5, 1, "seek uno").await,
        Effect::Shown,
        "1 of 4: P5",
    );
    check(
        &town.ask(6, "seek tractor").await,
        Effect::Shown,
        "1 of 4: P6",
    );
    check(
        &town.asks(3, 2, "seek 240").await,
        Effect::Shown,
        "3 of 4: Ana",
    );
    check(
        &town.asks(3, 2, "seek 10").await,
        Effect::Shown,
        "P3 (10 more",
    );
    assert_eq!(town.kept().await, 4);
    let opened = town.asks(4, 3, "seek tractor").await;
    check(&opened, Effect::Shown, "1 of 4 seats taken");
    let room = opened.table.expect("a room").0;
    let called: Vec<(u64, Vec<PersonId>)> = opened
        .said
        .iter()
        .map(|said| (said.channel, said.page.ping.clone()))
        .collect();
    let [ana, bo, third] = [ANA, BO, 3].map(PersonId);
    assert_eq!(called, [(1, vec![ana]), (2, vec![bo, third])]);
    let said = plain(&opened.said[0].page.text());
    assert!(said.contains("P4, Ana, Bo Li, P3"), "{said}");
    assert_eq!(town.kept().await, 1, "they look for nothing more");
    for (person, channel) in [(ANA, 1), (BO, 2), (3, 2)] {
        let sat = town
            .taps(person, channel, room, &format!("room join {room}"))
            .await;
        assert_eq!(sat.outcome, Effect::Done, "{}", sat.page.text());
    }
    let room = town.desk.host().get(TableKey(room)).and_then(Tractor::of);
    let view = room.expect("a room").view(Viewer::Public);
    assert_eq!(view.seated(), 4);
    // Who sits in a room looks for none.
    check(&town.asks(ANA, 1, "seek").await, Effect::Shown, "P5");
    check(
        &town.asks(ANA, 1, "seek uno").await,
        Effect::Refused,
        "You sit in room",
    );
}

#[tokio::test(start_paused = true)]
async fn it_ends_by_itself_by_off_by_a_tap_and_by_being_forgotten() {
    let town = Town::open().await;
    check(
        &town.asks(ANA, 1, "seek uno 5").await,
        Effect::Shown,
        "1 of 4",
    );
    let alone = town.taps(ANA, 1, 1, "seek uno now").await;
    check(&alone, Effect::Refused, "Nobody else");
    town.wait(HOUR);
    check(
        &town.asks(BO, 1, "seek").await,
        Effect::Shown,
        "Nobody on this",
    );
    assert_eq!(town.kept().await, 1);
    town.desk.drop_old_seeks().await;
    assert_eq!(town.kept().await, 0);
    check(
        &town.asks(ANA, 1, "seek ttt").await,
        Effect::Shown,
        "1 of 2",
    );
    check(
        &town.asks(ANA, 1, "seek uno").await,
        Effect::Shown,
        "1 of 4",
    );
    check(
        &town.asks(ANA, 1, "seek off").await,
        Effect::Shown,
        "no game here",
    );
    assert_eq!(town.kept().await, 0);
    check(
        &town.asks(ANA, 1, "seek uno").await,
        Effect::Shown,
        "1 of 4",
    );
    check(&town.asks(BO, 1, "seek uno").await, Effect::Shown, "2 of 4");
    check(
        &town.asks(ANA, 1, "settings forget yes").await,
        Effect::Shown,
        "",
    );
    assert_eq!(town.kept().await, 1);
    let now = town.taps(5, 1, 1, "seek uno now").await;
    check(&now, Effect::Shown, "1 of");
    assert_eq!(now.said[0].page.ping, [PersonId(BO)]);
    for (line, words) in [
        ("seek chess", "5 to 240"),
        ("seek uno 4", "5 to 240"),
        ("seek uno ttt", "5 to 240"),
        ("seek 30 30", "5 to 240"),
    ] {
        check(&town.asks(ANA, 1, line).await, Effect::Refused, words);
    }
    let direct = AskedFrom::new(1, None);
    let command = Command::parse("seek uno").expect("a command");
    let direct = town.desk.run(&who(ANA), &direct, command).await;
    check(&direct, Effect::Refused, "on a server");
}

#[tokio::test(start_paused = true)]
async fn who_has_blocked_one_another_is_not_brought_together() {
    let town = Town::open().await;
    check(&town.asks(ANA, 1, "block <@2>").await, Effect::Shown, "");
    check(
        &town.asks(ANA, 1, "seek ttt").await,
        Effect::Shown,
        "1 of 2",
    );
    // Bo is not called to Ana, and not told why.
    check(
        &town.asks(BO, 1, "seek ttt").await,
        Effect::Shown,
        "1 of 2: Bo Li",
    );
    let list = town.asks(BO, 1, "seek").await.page.text();
    assert!(!list.contains("Ana"), "{list}");
    let alone = town.taps(BO, 1, 1, "seek ttt now").await;
    check(&alone, Effect::Refused, "Nobody else");
    let opened = town.asks(3, 1, "seek ttt").await;
    assert_eq!(opened.said[0].page.ping, [PersonId(ANA)]);
}
