//! Two processes serve one bot: whichever hears somebody answers, and all see the same.

use std::sync::Arc;

use serde_json::json;
use tokio::task::JoinHandle;
use tractor_bot::desk::Desk;
use tractor_bot::desk::settings::Settings;
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, Host, Hosted as _, KeepingFailed, TableKeeper};
use tractor_bot::store::ShardRange;
use tractor_bot::store::{Journal, MemoryStore};
use tractor_bot::table::{PersonId, TableKey};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::tictactoe::TicTacToe;

use crate::double::{Double, Options, Person, Seen, World};
use crate::house::{Bot, Daytime, House, Inspection, config, seeded, unhurried};
use crate::ttt::accepted;

/// A process that serves one of two shards.
pub struct Process {
    bot: Option<Bot>,
    desk: Desk,
    keeping: JoinHandle<Result<(), KeepingFailed>>,
}

impl Drop for Process {
    fn drop(&mut self) {
        self.keeping.abort();
    }
}

impl Process {
    pub async fn start(discord: &Double, store: &MemoryStore, shard: u16) -> Self {
        let store = store.beside();
        let journals = Arc::clone(&store);
        let host = Host::with_clock(Arc::clone(&journals) as Arc<dyn Journal>, Arc::new(Daytime));
        let shards = ShardRange {
            first: shard,
            last: shard,
            total: 2,
        };
        host.serve(shards);
        let keeper = TableKeeper::new(host.clone(), journals);
        keeper.bring_back().await.expect("the store is in order");
        let settings = Settings::new(store, Locale::ENGLISH, "$");
        let desk = Desk::new(host, Surface::Discord, settings);
        let desk = seeded(desk, shard as u8 + 1).with_limits(unhurried());
        let keeping = tokio::spawn(keeper.run());
        let mut config = config(discord);
        config.shards = Some(shards);
        let bot = Bot::launch_with(config, desk.clone());
        Self {
            bot: Some(bot),
            desk,
            keeping,
        }
    }

    /// Ends as on SIGTERM.
    pub async fn stops(&mut self) {
        let mut bot = self.bot.take().expect("it runs");
        bot.halt().await.expect("it stops in good order");
        self.desk.host().shutdown().await;
        let kept = (&mut self.keeping).await.expect("it does not panic");
        assert_eq!(kept, Ok(()));
    }

    fn sits(&self, person: &Person) -> bool {
        let mut tables = self.desk.host().list().into_iter();
        let person = PersonId(person.id.get());
        tables.any(|table| {
            tractor_bot::host::at_any_table!(table, handle => {
                handle.view(Viewer::Public).seat_of(person).is_some()
            })
        })
    }
}

/// Ana and Bo in a server of shard 1, Chen in one of shard 0, Dee in direct messages (shard 0). The
/// process of the house serves shard 1.
async fn four() -> (House, Process, Process) {
    let discord = Double::with(Options::default()).await;
    let hill = discord.guild_of("Hill", (1, 2));
    let harbour = discord.guild_of("Harbour", (0, 2));
    let table = discord.channel_in(hill, "table");
    let secret = discord.channel_in(harbour, "secret-harbour-channel");
    discord.set_locale(harbour, "zh-CN");
    let people = ["Ana", "Bo", "Chen", "Dee"].map(|name| discord.stranger(name));
    let [ana, bo, chen, dee] = people;
    let dee = dee.speaking("zh-CN");
    for person in [&ana, &bo] {
        person.enters(hill);
    }
    for person in [&chen, &dee] {
        person.enters(harbour);
    }
    let places = [table, table, secret, dee.direct()];
    let store = MemoryStore::shared();
    let low = Process::start(&discord, &store, 0).await;
    let mut high = Process::start(&discord, &store, 1).await;
    discord.registered("play").await;
    let both = |world: &World| {
        let up = world.sessions.values().filter(|session| session.is_up);
        up.count() == 2
    };
    discord.until("both processes are connected", both).await;
    let bot = high.bot.take().expect("it was started");
    let house = House {
        _inspection: Inspection(discord.clone()),
        discord,
        bot,
        table,
        people: [ana, bo, chen, dee],
        key: TableKey(table.get()),
        places,
    };
    (house, low, high)
}

#[tokio::test(start_paused = true)]
async fn a_room_is_played_from_servers_of_two_processes_and_direct_messages() {
    let (mut house, low, _high) = four().await;
    house.gather("tractor").await;
    let [ana, _, chen, dee] = house.people.clone();
    let watch = house.begins_a_round(&dee).await;
    assert!(watch.cards_seen > 50, "{}", watch.cards_seen);
    // Both have the table.
    let sit = || low.sits(&chen) && low.sits(&dee);
    house.until("it to be known everywhere", sit).await;
    // The ring goes to one place alone: where the one sits whose turn it is.
    for person in &house.people {
        let place = house.place(person);
        assert!(person.pings().iter().all(|ring| ring.channel == place));
    }
    // Nobody reads of the others' server.
    let [home, other] = [house.table, house.places[2]].map(|place| place.to_string());
    let read = house.sent_to(&ana);
    assert!(!read.contains("secret-harbour-channel") && !read.contains(&other));
    assert!(!house.sent_to(&chen).contains(&home));
}

#[tokio::test(start_paused = true)]
async fn a_room_of_another_process_is_listed_found_and_left_from_anywhere() {
    let (mut house, low, _high) = four().await;
    house.gather("uno").await;
    let [ana, _, chen, dee] = house.people.clone();
    let direct = house.places[3];
    house.seats(4).await;
    let number = house.key.0.to_string();
    // Dee's messages come to the process that does not have the room.
    let listed = dee.asks(direct, "list", json!({})).await;
    assert!(
        listed.says(&number) && listed.says("Dee"),
        "{}",
        listed.text
    );
    let again = dee.asks(direct, "room", json!({"action": "new"})).await;
    again.assert_says(&number);
    // By its number alone, as rooms are told.
    let eve = house.discord.stranger("Eve");
    eve.tells_bot(&format!("$join {number}"));
    house.seats(5).await;
    for command in ["start", "deal"] {
        ana.slash(house.table, command, json!({})).answered().await;
    }
    let board = house.board_of(&dee, "我的牌").await;
    let hand = dee.presses(&board, "我的牌").message().await;
    assert!(hand.is_ephemeral, "{}", hand.text);
    // Somebody in direct messages is offered what can be done at the table of the other process.
    let offered = dee.is_offered(direct, "rules", "rule", "", json!({})).await;
    assert!(offered.len() > 5, "{offered:?}");
    // Both say that they want to talk, each where they are heard.
    let asked = house.wants_to_talk(&chen).await;
    asked.assert_says("The others are asked");
    let agreed = house.wants_to_talk(&ana).await;
    agreed.assert_says("You hear each other now");
    chen.says(house.places[2], ". hello from the harbour");
    let said = |seen: &Seen| seen.says("hello from the harbour") && seen.is_from_bot;
    ana.awaits("what Chen said", said).await;
    dee.asks(direct, "room", json!({"action": "leave"})).await;
    let gone = || !low.sits(&dee);
    house.until("her to be gone everywhere", gone).await;
}

#[tokio::test(start_paused = true)]
async fn a_setting_changed_in_one_process_is_seen_by_the_other() {
    let (house, low, _high) = four().await;
    let [ana, ..] = house.people.clone();
    let direct = ana.direct();
    // The process of direct messages has Ana's settings in memory.
    ana.tells_bot("$settings language zh-CN");
    let known = || language(&low.desk, &ana);
    let chinese = || known() == Some(Locale::CHINESE);
    let answered = |seen: &Seen| seen.is_from_bot && seen.says("简体中文");
    ana.awaits("the answer", answered).await;
    let told = ana.asks(direct, "score", json!({})).await;
    assert!(!told.says("No table") && chinese(), "{}", told.text);
    // Another process changes them.
    ana.says(house.table, "$settings language en-US");
    house
        .until("the other process to hear of it", || !chinese())
        .await;
    let told = ana.asks(direct, "score", json!({})).await;
    told.assert_says("No table");
    assert_eq!(known(), Some(Locale::ENGLISH));
}

/// The language of somebody, as a process has it in memory.
fn language(desk: &Desk, person: &Person) -> Option<Locale> {
    let person = PersonId(person.id.get());
    desk.settings().person_as_known(person).language()
}

/// Ana challenges Bo in their channel, who accepts.
async fn begin_ttt(house: &House) -> Handle<TicTacToe> {
    accepted(house).await;
    let tables = house.bot.desk.host().list().into_iter();
    let mut games = tables.filter_map(TicTacToe::of);
    games.find(Handle::is_playing).expect("it was accepted")
}

/// Marks these squares in turn, Ana first.
async fn mark(house: &House, game: &Handle<TicTacToe>, squares: &[u8]) {
    let [ana, bo, ..] = &house.people;
    for (square, person) in squares.iter().zip([ana, bo].into_iter().cycle()) {
        let before = game.view(Viewer::Public).position;
        person.says(house.table, &format!("$play {square}"));
        let marked = || game.view(Viewer::Public).position > before;
        house.until("the mark", marked).await;
    }
}

/// Both say that it is over.
async fn end(house: &House, game: &Handle<TicTacToe>) {
    for person in &house.people[..2] {
        person.says(house.table, "$end yes");
    }
    let closed = || house.bot.desk.host().get(game.key()).is_none();
    house.until("the end", closed).await;
}

#[tokio::test(start_paused = true)]
async fn who_is_forgotten_in_one_process_is_forgotten_by_all() {
    let (house, low, high) = four().await;
    let [ana, bo, ..] = house.people.clone();
    let person = PersonId(ana.id.get());
    let direct = ana.direct();
    let store = high.desk.settings().store();
    let finished = begin_ttt(&house).await;
    mark(&house, &finished, &[1, 4, 2, 5, 3]).await;
    let replay = bo.asks(house.table, "replay", json!({})).await;
    replay.assert_says("Ana");
    end(&house, &finished).await;
    // The process of their channel keeps its pages.
    let replay = bo.presses(&replay, "Next").message().await;
    replay.assert_says("Ana");
    // Both processes know her language, and her game.
    house.sets_own(&ana, "language", "zh-CN").await;
    for (desk, place) in [(&high.desk, house.table), (&low.desk, direct)] {
        let chinese = |told: &Seen| told.says("井字棋") && told.says("1");
        let told = ana.asks(place, "stats", json!({})).await;
        assert!(chinese(&told), "{}", told.text);
        assert_eq!(language(desk, &ana), Some(Locale::CHINESE));
    }
    let open = begin_ttt(&house).await;
    mark(&house, &open, &[1, 4]).await;

    let words = json!({"setting": "forget", "value": "yes"});
    ana.asks(direct, "settings", words).await;
    for desk in [&high.desk, &low.desk] {
        let gone = || language(desk, &ana).is_none();
        house.until("her language to go", gone).await;
    }
    let ranking = || json!({"game": "ttt", "places": "everywhere"});
    for (asker, place) in [(&ana, direct), (&bo, house.table), (&bo, bo.direct())] {
        let told = asker.asks(place, "leaderboard", ranking()).await;
        assert!(
            !told.says("Ana") && !told.says(&person.0.to_string()),
            "{}",
            told.text
        );
    }
    for place in [direct, house.table] {
        let told = ana.asks(place, "stats", json!({})).await;
        assert!(!told.says("井字棋"), "{}", told.text);
    }
    let told = bo.presses(&replay, "Previous").message().await;
    assert!(!told.says("Ana") && told.says("Bo"), "{}", told.text);
    let names = async |game: &Handle<TicTacToe>| {
        let journal = store.journal(game.id()).await.expect("it is kept");
        let header = [journal.saved.header.line.clone()].into_iter();
        let lines = header.chain(journal.saved.entries.into_iter().map(|entry| entry.line));
        lines
            .filter(|line| line.contains(&person.0.to_string()))
            .count()
    };
    // Whoever is seated is, until the match is over: in the process where it is played.
    assert!(names(&open).await > 0 && names(&finished).await == 0);
    assert!(open.view(Viewer::Public).seat_of(person).is_some());
    mark(&house, &open, &[2, 5, 3]).await;
    let replay = bo.asks(house.table, "replay", json!({})).await;
    replay.assert_says("Ana");
    end(&house, &open).await;
    assert_eq!(names(&open).await, 0);
    let told = bo.presses(&replay, "Next").message().await;
    assert!(!told.says("Ana") && told.says("Bo"), "{}", told.text);
}
