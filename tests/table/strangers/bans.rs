//! People and servers that the operator has shut out.

use tractor_bot::console::moderation;
use tractor_bot::desk::Effect;
use tractor_bot::game::Viewer;
use tractor_bot::host::Hosted as _;
use tractor_bot::store::{Ban, Banned, GuildId};
use tractor_bot::table::{PersonId, UnixMillis};
use tractor_bot::uno::Uno;

use super::{ANA, BO, place, who};
use crate::asking::{NOW, Town, check};

impl Town {
    async fn ban(&self, whom: Banned) {
        let store = &**self.desk.settings().store();
        let ban = Ban {
            at: UnixMillis(NOW),
            reason: "insults\u{1b}".to_owned(),
        };
        moderation::ban(store, whom, ban).await.expect("a store");
        self.heed().await;
    }

    async fn unban(&self, whom: Banned) -> String {
        let store = &**self.desk.settings().store();
        let done = moderation::unban(store, whom).await.expect("a store");
        self.heed().await;
        done.join("\n")
    }

    async fn heed(&self) {
        // Channels of people lie on servers of theirs.
        let guild_of = |channel: u64| Some(channel - 10_000_000 + 70);
        self.desk.people.heed_bans(guild_of).await;
    }

    /// Who sits in the room.
    fn seated(&self) -> Vec<u64> {
        let rooms = self.desk.host().list().into_iter();
        let rooms = rooms.filter_map(Uno::of);
        let seats = rooms.flat_map(|room| room.view(Viewer::Public).seats);
        let people = seats.filter_map(|seat| seat.occupant.holder());
        people.map(|person| person.0).collect()
    }
}

#[tokio::test(start_paused = true)]
async fn who_is_shut_out_leaves_and_nothing_is_done_for_them() {
    const SHUT_OUT: &str = "has shut you out";
    for playing in [false, true] {
        let town = Town::open().await;
        town.seat_together().await;
        let sheet = town.ask(ANA, "rules").await.page;
        if playing {
            check(&town.ask(ANA, "start").await, Effect::Done, "");
        }
        town.ban(Banned::Person(PersonId(ANA))).await;
        assert_eq!(town.seated(), [BO], "playing: {playing}");
        for line in [
            "room new uno",
            "join",
            "help",
            "daily",
            "report <@3>",
            "chat hello",
            "play 5",
            "score",
        ] {
            let refused = town.ask(ANA, line).await;
            check(&refused, Effect::Refused, SHUT_OUT);
            assert!(refused.said.is_empty() && refused.page.lines.len() == 1);
        }
        for press in sheet.presses() {
            let values = ["0".to_owned()];
            let refused = town
                .desk
                .press(&who(ANA), &place(ANA), press, &values)
                .await;
            check(&refused, Effect::Refused, SHUT_OUT);
        }
        let bare = town
            .desk
            .bare(&who(ANA), &place(ANA), "r5", unknown())
            .await;
        check(&bare, Effect::Refused, SHUT_OUT);
        // What is kept of them is theirs all the same.
        let forgotten = town.ask(ANA, "settings forget yes").await;
        assert_ne!(forgotten.outcome, Effect::Refused, "{forgotten:?}");
        // The other one goes on, and what is heeded again changes nothing.
        check(&town.ask(BO, "table").await, Effect::Shown, "");
        town.heed().await;
        assert_eq!(town.seated(), [BO]);
        let done = town.unban(Banned::Person(PersonId(ANA))).await;
        assert!(done.contains("let in again"), "{done}");
        check(&town.ask(ANA, "help").await, Effect::Shown, "");
        let again = town.unban(Banned::Person(PersonId(ANA))).await;
        assert!(again.contains("was not"), "{again}");
    }
}

fn unknown() -> tractor_bot::desk::UnknownCommand {
    tractor_bot::desk::Command::parse("xyzzy").expect_err("no command")
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_shut_out_has_no_tables_and_its_people_play_elsewhere() {
    const SHUT_OUT: &str = "has shut this server out";
    let town = Town::open().await;
    town.seat_together().await;
    check(&town.ask(BO, "ttt").await, Effect::Done, "");
    let tables = || town.desk.host().list().len();
    assert_eq!(tables(), 2);
    town.ban(Banned::Guild(GuildId(70 + BO))).await;
    assert_eq!(tables(), 1, "it is closed");
    for line in ["room", "join", "uno", "help"] {
        check(&town.ask(BO, line).await, Effect::Refused, SHUT_OUT);
    }
    // The room goes on where others see it, and Bo elsewhere.
    check(
        &town.ask(ANA, "room").await,
        Effect::Shown,
        "shown only here",
    );
    let elsewhere = tractor_bot::desk::AskedFrom::new(5, None);
    let helped = town.says(&who(BO), &elsewhere, "help").await;
    check(&helped, Effect::Shown, "");
    town.unban(Banned::Guild(GuildId(70 + BO))).await;
    check(&town.ask(BO, "help").await, Effect::Shown, "");
}

#[tokio::test(start_paused = true)]
async fn a_restart_and_being_forgotten_let_nobody_in() {
    let store = tractor_bot::store::MemoryStore::new();
    let town = Town::over(&store, NOW, 7).await;
    let list = async || {
        let store = &**town.desk.settings().store();
        moderation::bans(store).await.expect("a store").join("\n")
    };
    assert_eq!(list().await, "nobody is shut out");
    town.ban(Banned::Person(PersonId(BO))).await;
    town.ban(Banned::Guild(GuildId(71))).await;
    let kept = town.desk.settings().store();
    kept.forget(PersonId(BO)).await.expect("a store");
    let since = "since 2023-11-14 22:13:20 UTC  insults";
    assert_eq!(
        list().await,
        format!("person 2  {since}\nserver 71  {since}")
    );
    town.desk.host().shutdown().await;
    store.outlive_others();
    let again = Town::over(&store, NOW, 7).await;
    again.heed().await;
    check(
        &again.ask(BO, "help").await,
        Effect::Refused,
        "shut you out",
    );
    check(&again.ask(ANA, "help").await, Effect::Refused, "shut this");
}
