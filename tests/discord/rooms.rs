//! Rooms: one table, seen from two servers and from direct messages.

use serde_json::json;
use serenity::model::Permissions;
use serenity::model::id::ChannelId;
use tractor_bot::console::moderation;
use tractor_bot::desk::Desk;
use tractor_bot::game::Viewer;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::TableKey;
use tractor_bot::uno::Uno;

use crate::double::{Double, Options, Person, Seen};
use crate::hidden::Watch;
use crate::house::{Bot, House, Inspection, desk, kept_desk, option};
use crate::restart::is_posted;
use crate::round::{Way, play};

/// Four people: two in a channel of one server, one in another server, one in direct messages.
pub async fn four(desk: Desk) -> House {
    let discord = Double::with(Options::default()).await;
    let table = discord.channel("table");
    let (ana, bo) = (discord.person("Ana"), discord.person("Bo"));
    let harbour = discord.guild("Harbour");
    let secret = discord.channel_in(harbour, "secret-harbour-channel");
    discord.set_locale(harbour, "zh-CN");
    let chen = discord.stranger("Chen");
    let dee = discord.stranger("Dee").speaking("zh-CN");
    chen.enters(harbour);
    dee.enters(harbour);
    let places = [table, table, secret, dee.direct()];
    let bot = Bot::start(&discord, desk).await;
    House {
        _inspection: Inspection(discord.clone()),
        discord,
        bot,
        table,
        people: [ana, bo, chen, dee],
        key: TableKey(table.get()),
        places,
    }
}

/// The number in a text about a room.
pub fn number(text: &str) -> u64 {
    let mut words = text.split(|c: char| !c.is_ascii_digit());
    let number = words.find_map(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("no number: {text}"))
}

impl House {
    /// Ana opens a room, and sits there alone.
    pub async fn opens_a_room(&mut self, game: &str) {
        let options = json!({"action": "new", "which": game});
        let told = self.people[0].asks(self.table, "room", options).await;
        self.key = TableKey(number(&told.text));
    }

    /// Ana opens a room; the others come in, each from their place: by a tap, by typing and by a
    /// slash command.
    pub async fn gather(&mut self, game: &str) {
        self.opens_a_room(game).await;
        let [_, bo, chen, dee] = self.people.clone();
        let number = self.key.0;
        let board = self.board_of(&bo, &number.to_string()).await;
        bo.presses(&board, "Sit down").answered().await;
        if game == "ttt" {
            return;
        }
        chen.says(self.places[2], &format!("$room join {number}"));
        self.board_of(&chen, "房间").await;
        let options = json!({"action": "join", "which": number.to_string()});
        dee.asks(self.places[3], "room", options).await;
        self.board_of(&dee, "房间").await;
    }

    /// Waits until so many sit at a table of UNO.
    pub async fn seats(&self, count: usize) {
        let handle = self.handle::<Uno>();
        let seated = || handle.view(Viewer::Public).seated() == count;
        self.until("people to sit", seated).await;
    }

    /// The beginning of a round of tractor, started by one of the four, who play in different ways, each from their
    /// place. All read how it goes on, in the language of their place.
    pub async fn begins_a_round(&self, starter: &Person) -> Watch {
        let seated = || self.public().seated() == 4;
        self.until("everybody to sit", seated).await;
        let [ana, _, chen, dee] = &self.people;
        for rule in ["deal_interval=0.02", "call_window=30"] {
            let position = self.public().position;
            ana.says(self.table, &format!("$rules {rule}"));
            self.moves_on(position, rule).await;
        }
        let position = self.public().position;
        starter.says(self.place(starter), "$start");
        self.moves_on(position, "the start").await;
        let mut watch = Watch::new();
        let ways = [Way::Slash, Way::Taps, Way::Typed, Way::Direct];
        play(self, ways, &mut watch, 8).await;
        for person in [chen, dee] {
            self.board_of(person, "我的牌").await;
        }
        watch
    }

    /// Somebody says that they want to talk to people from elsewhere, by the page of the room.
    pub async fn wants_to_talk(&self, person: &Person) -> Seen {
        let page = person.asks(self.place(person), "room", json!({})).await;
        let buttons = page.buttons();
        let talk = buttons
            .iter()
            .find(|label| ["Talk", "聊天"].contains(&label.as_str()));
        let talk = talk.unwrap_or_else(|| panic!("no button in\n{}", page.text));
        person.presses(&page, talk).message().await
    }

    /// What the bot has posted or said anywhere where somebody could read it.
    pub fn sent_to(&self, person: &Person) -> String {
        let sent = self.discord.outgoing().into_iter();
        let read = sent.filter(|payload| payload.seen_by.contains(&person.id));
        let read = read.filter(|payload| !payload.request.path.contains("/commands"));
        read.map(|payload| payload.request.body.to_string())
            .collect()
    }
}

fn chats(person: &Person, place: ChannelId) -> Vec<Seen> {
    let seen = person.sees(place).into_iter();
    seen.filter(|seen| seen.is_from_bot && seen.content.starts_with("💬"))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn a_hand_that_is_opened_in_direct_messages_leaves_the_table_there() {
    let mut house = four(desk(3)).await;
    house.gather("uno").await;
    let dee = house.people[3].clone();
    house.seats(4).await;
    for line in ["$start", "$deal"] {
        house.people[0].says(house.table, line);
    }
    let board = house.board_of(&dee, "我的牌").await;
    let hand = dee.presses(&board, "我的牌").message().await;
    assert!(hand.is_ephemeral && hand.id != board.id, "{}", hand.text);
    let board = dee.looks_at(&board).expect("the table is still there");
    board.assert_says(&house.key.0.to_string());
}

#[tokio::test(start_paused = true)]
async fn what_is_said_in_a_room_is_read_in_its_other_places() {
    let mut house = four(desk(1)).await;
    house.gather("uno").await;
    let [ana, bo, chen, dee] = house.people.clone();
    let (home, harbour, direct) = (house.places[0], house.places[2], house.places[3]);
    for person in [&ana, &chen, &dee] {
        house.wants_to_talk(person).await;
    }
    // A stranger's line with a dot in front is nobody's business.
    house
        .discord
        .person("Eve")
        .says(home, ". nobody hears this");
    let words = format!("hi {} @everyone <#{home}> **there**", dee.mention());
    ana.says(home, &format!("$chat {words}"));
    let heard = |person: &Person, place: ChannelId, says: &'static str| {
        let person = person.clone();
        async move {
            let said = move |seen: &Seen| {
                seen.channel == place && seen.content.starts_with("💬") && seen.says(says)
            };
            person.awaits(says, said).await
        }
    };
    for (person, place) in [(&chen, harbour), (&dee, direct)] {
        let said = heard(person, place, "Ana").await;
        assert!(!said.pings, "{}", said.content);
        let plain = tractor_bot::text::markup::plain(&said.content);
        assert_eq!(plain, "💬 Ana: hi @… @everyone #… **there**");
        for hidden in [home.to_string(), dee.id.to_string(), "@everyone".to_owned()] {
            assert!(!said.content.contains(&hidden), "{}", said.content);
        }
    }
    // By a dot, by a slash command without a word in the channel, and from direct messages.
    bo.says(home, ". with a dot");
    heard(&dee, direct, "with a dot").await;
    let told = chen
        .asks(harbour, "chat", option("text", "with a slash"))
        .await;
    assert!(
        told.is_ephemeral && told.says('2'.to_string().as_str()),
        "{}",
        told.text
    );
    heard(&ana, home, "with a slash").await;
    dee.tells_bot(". from afar");
    heard(&bo, home, "from afar").await;
    heard(&chen, harbour, "from afar").await;
    let here = chats(&ana, home);
    assert!(
        here.iter()
            .all(|seen| !seen.says("Ana") && !seen.says("nobody"))
    );
}

#[tokio::test(start_paused = true)]
async fn people_of_different_servers_hear_each_other_after_both_sides_have_tapped() {
    let store = MemoryStore::new();
    let mut house = four(kept_desk(&store, 1).await).await;
    house.gather("uno").await;
    let [ana, bo, chen, dee] = house.people.clone();
    let (home, harbour, direct) = (house.places[0], house.places[2], house.places[3]);
    let says = async |person: &Person, place: ChannelId, text: &'static str| {
        person.asks(place, "chat", option("text", text)).await
    };
    let heard = |person: &Person, place: ChannelId, text: &str| {
        chats(person, place).iter().any(|seen| seen.says(text))
    };
    let quiet = says(&ana, home, "before").await;
    quiet.assert_tells_alone("as soon as both sides tap");
    let asked = ana.presses(&quiet, "Talk").message().await;
    asked.assert_tells_alone("The others are asked");
    let call = |seen: &Seen| seen.channel == harbour && seen.says("别处的人想聊天");
    let call = chen.awaits("a question", call).await;
    assert!(!call.pings && !call.says("Ana"), "{}", call.text);
    let told = says(&ana, home, "alone").await;
    told.assert_tells_alone("nobody on the other side");
    // Who does not sit there has no say.
    let eve = house.discord.stranger("Eve");
    let server = house.discord.world().guild_of(harbour);
    eve.enters(server.expect("a channel of a server"));
    let refused = eve.presses(&call, "聊天").message().await;
    refused.assert_says("You sit in no room");
    let agreed = chen.presses(&call, "聊天").message().await;
    agreed.assert_tells_alone("You hear each other now");
    // Bo is of Ana's server; Dee in direct messages has not said anything.
    let told = says(&bo, home, "together").await;
    told.assert_says("one other");
    let hears = |seen: &Seen| seen.says("together");
    chen.awaits("what Bo said", hears).await;
    let reported = json!({"who": "Bo", "reason": "noise"});
    chen.asks(harbour, "report", reported).await;
    let store_of = house.bot.desk.settings().store();
    let reports = moderation::reports(store_of, moderation::ReportFilter::default());
    let reports = reports.await.expect("a store").join("\n");
    assert!(reports.contains("they said: together"), "{reports}");

    // A restart forgets nothing of it, and they can stop.
    let house = house.restarted(kept_desk(&store, 1).await).await;
    says(&chen, harbour, "again").await;
    ana.awaits("what Chen said", |seen| seen.says("again"))
        .await;
    let page = chen.asks(harbour, "room", json!({})).await;
    let stopped = chen.presses(&page, "Stop talking").message().await;
    stopped.assert_tells_alone("do not hear people from elsewhere");
    let told = says(&chen, harbour, "stopped").await;
    told.assert_tells_alone("as soon as both sides tap");
    for (person, place, texts) in [
        (&chen, harbour, ["before", "alone"]),
        (&dee, direct, ["together", "again"]),
        (&ana, house.table, ["stopped", "alone"]),
    ] {
        for text in texts {
            assert!(!heard(person, place, text), "{text}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_follows_its_people_and_ends_with_the_last_of_them() {
    let mut house = four(desk(1)).await;
    house.gather("uno").await;
    let [ana, bo, chen, dee] = house.people.clone();
    house.seats(4).await;
    // The last one of a place leaves: the table is not shown there any more.
    let (here, number) = (house.places[2], house.key.0.to_string());
    chen.says(here, "$room leave");
    house.seats(3).await;
    house.board_of(&chen, "不再在这里显示").await;
    let mark = house.discord.mark();
    // Dee goes to the harbour, and the table with them.
    dee.says(here, &format!("$join {number}"));
    let shown = move |seen: &Seen| {
        seen.channel == here && seen.is_from_bot && seen.says("号房间") && seen.says("Dee")
    };
    dee.awaits_since(mark, "the table", shown).await;
    house.board_of(&dee, "不再在这里显示").await;
    // A moderator of one server sends the room away from there, but ends it for nobody.
    let harbour = house.discord.world().guild_of(here).expect("a server");
    chen.is_granted(harbour, Permissions::MANAGE_CHANNELS);
    chen.asks(here, "end", json!({})).await;
    house.board_of(&chen, "不再在这里显示").await;
    for (person, left) in [(&dee, 2), (&bo, 1)] {
        person.tells_bot("room leave");
        house.seats(left).await;
    }
    let leave = json!({"action": "leave"});
    ana.asks(house.table, "room", leave).await;
    house.until("the end", || !house.is_open()).await;
    let forgotten = || !house.bot.desk.places().is_room(house.key);
    house.until("the places to go", forgotten).await;
    let join = json!({"action": "join", "which": number});
    let told = ana.asks(house.table, "room", join).await;
    told.assert_says("no room");
}

#[tokio::test(start_paused = true)]
async fn who_tries_numbers_out_waits_and_who_knows_one_does_not() {
    let mut house = four(desk(1)).await;
    house.opens_a_room("uno").await;
    let [_, bo, chen, _] = house.people.clone();
    let server = house.discord.world().guild_of(house.places[2]);
    let join = |number: u64| json!({"action": "join", "which": number.to_string()});
    let wrong = (1_000..10_000).filter(|number| *number != house.key.0);
    let mut eves = Vec::new();
    for (number, account) in wrong.zip(0..20) {
        let eve = house.discord.stranger(&format!("Eve {account}"));
        eve.enters(server.expect("a server"));
        let told = eve.asks(house.places[2], "room", join(number)).await;
        assert!(!told.says("分钟"), "{account}: {}", told.text);
        eves.push(eve);
    }
    // For them the right number is not told apart from a wrong one now; nobody else notices.
    let right = || join(house.key.0);
    let eve = eves.swap_remove(7).speaking("en-US");
    let told = eve.asks(house.places[2], "room", right()).await;
    told.assert_says("Try again in 10 minutes");
    house.seats(1).await;
    chen.asks(house.places[2], "room", right()).await;
    bo.asks(house.table, "room", right()).await;
    house.seats(3).await;
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_every_place_goes_on_with_its_message() {
    let store = MemoryStore::new();
    let mut house = four(kept_desk(&store, 1).await).await;
    house.gather("ttt").await;
    let [ana, bo, chen, _] = house.people.clone();
    // Bo goes to direct messages, so that there are two places.
    bo.tells_bot(&format!("room join {}", house.key.0));
    house.places[1] = bo.direct();
    let places = [house.table, bo.direct()];
    let before = [
        house.board_of(&ana, "from anywhere").await,
        house.board_of(&bo, "from anywhere").await,
    ];
    for place in places {
        is_posted(&store, house.key, place).await;
    }
    let house = house.restarted(kept_desk(&store, 1).await).await;
    let mark = house.discord.mark();
    ana.says(house.table, "$play 5");
    for ((person, place), before) in [&ana, &bo].into_iter().zip(places).zip(&before) {
        let again = move |seen: &Seen| seen.channel == place && seen.says("**Bo** to play");
        let again = person.awaits_since(mark, "the table to go on", again).await;
        assert_eq!(again.id, before.id, "{}", house.discord.transcript());
    }
    // Rooms are still told apart from channels' own tables.
    let told = chen.asks(house.places[2], "room", json!({})).await;
    told.assert_says("You sit in no room");
}
