//! Rooms: one table, seen from two servers and from direct messages.

use std::time::Duration;

use serde_json::json;
use serenity::model::Permissions;
use serenity::model::id::ChannelId;
use tractor_bot::console::moderation;
use tractor_bot::desk::Desk;
use tractor_bot::game::{Turn, Viewer};
use tractor_bot::store::{MemoryStore, Scope};
use tractor_bot::table::{StageView, TableKey};
use tractor_bot::tictactoe::TicTacToe;
use tractor_bot::uno::Uno;

use crate::double::{Double, Options, Person, Seen};
use crate::hidden::Watch;
use crate::house::{Bot, House, Inspection, desk, desk_over, option};
use crate::round::{Way, play};
use crate::uno;

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
fn number(text: &str) -> u64 {
    let digits = |word: &str| {
        word.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let text = text.replace("room join ", "which:");
    let mut numbers = text.split("which:").skip(1).map(|rest| {
        let word = rest.split(|c: char| !c.is_ascii_digit()).next();
        digits(word.unwrap_or_default())
    });
    let number = numbers.find(|word| !word.is_empty());
    number.and_then(|word| word.parse().ok()).expect(&text)
}

impl House {
    /// Ana opens a room of UNO, and sits there alone.
    pub async fn opens_a_room(&mut self) {
        let options = json!({"action": "new", "which": "uno"});
        let told = self.people[0].slash(self.table, "room", options);
        self.key = TableKey(number(&told.message().await.text));
    }

    /// Ana opens a room; the others come in, each from their place: by a tap, by typing and by a
    /// slash command.
    pub async fn gather(&mut self, game: &str) {
        let options = json!({"action": "new", "which": game});
        let [ana, bo, chen, dee] = self.people.clone();
        let told = ana.asks(self.table, "room", options).await;
        let number = number(&told.text);
        self.key = TableKey(number);
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
    fn sent_to(&self, person: &Person) -> String {
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
async fn four_people_play_from_two_servers_and_direct_messages() {
    let mut house = four(desk(1)).await;
    house.gather("tractor").await;
    let [ana, _, chen, _] = house.people.clone();
    let watch = house.begins_a_round(&ana).await;
    assert!(watch.cards_seen > 50, "{}", watch.cards_seen);
    // The ring goes to one place alone: where the one sits whose turn it is.
    for person in &house.people {
        let place = house.place(person);
        assert!(person.pings().iter().all(|ring| ring.channel == place));
    }
    // Nobody reads of the others' server.
    let read = house.sent_to(&ana);
    let other = house.places[2].to_string();
    assert!(!read.contains("secret-harbour-channel") && !read.contains(&other));
    let (read, home) = (house.sent_to(&chen), house.table.to_string());
    assert!(!read.contains(&home));
}

#[tokio::test(start_paused = true)]
async fn uno_is_tapped_in_direct_messages_and_the_table_stays_the_table() {
    let mut house = four(desk(3)).await;
    house.gather("uno").await;
    let dee = house.people[3].clone();
    let handle = house.handle::<Uno>();
    let seated = || handle.view(Viewer::Public).seated() == 4;
    house.until("everybody to sit", seated).await;
    house.people[0].says(house.table, "$start");
    house.people[0].says(house.table, "$deal");
    let playing = || matches!(handle.view(Viewer::Public).stage, StageView::Playing(_));
    house.until("the match to begin", playing).await;
    let board = house.board_of(&dee, "我的牌").await;
    let hand = dee.presses(&board, "我的牌").message().await;
    assert!(hand.is_ephemeral && hand.id != board.id, "{}", hand.text);
    let board = dee.looks_at(&board).expect("the table is still there");
    assert!(board.says(&house.key.0.to_string()), "{}", board.text);
    // Everybody looks at their hand and draws, each from where they are; nobody reads another's.
    let mut watch = uno::watch::Watch::new();
    watch.look(&house);
    for _ in 0..8 {
        let view = handle.view(Viewer::Public);
        let Turn::Seats(seats) = view.turn else {
            break;
        };
        let seat = seats.iter().next().expect("somebody's turn");
        let holder = view.seats[seat.index()].occupant.person();
        let person = house
            .people
            .iter()
            .find(|person| Some(person.id.get()) == holder.map(|holder| holder.0));
        let person = person.expect("one of the four");
        let place = house.place(person);
        person.asks(place, "hand", json!({})).await;
        person.says(place, "$draw");
        let moved = || handle.view(Viewer::Public).position > view.position;
        house.until("a card to be drawn", moved).await;
        watch.look(&house);
        let drawn = handle.view(Viewer::Public);
        if drawn.turn == view.turn {
            person.says(place, "$pass");
            let passed = || handle.view(Viewer::Public).position > drawn.position;
            house.until("the turn to pass", passed).await;
        }
        watch.look(&house);
    }
    assert!(watch.cards_seen() > 50, "{}", watch.cards_seen());
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
    // Six at once are too many, and that is said.
    for n in 0..6 {
        let told = bo
            .asks(home, "chat", option("text", format!("again {n}")))
            .await;
        let refused = told.says("a lot at once");
        assert_eq!(refused, n >= 4, "{n}: {}", told.text);
    }
    // At a table of a channel everybody reads the channel.
    let other = house.discord.channel("other");
    let eve = house.discord.person("Eve");
    eve.asks(other, "join", json!({})).await;
    let told = eve.slash(other, "chat", option("text", "hello"));
    assert!(told.message().await.says("just write"));
}

#[tokio::test(start_paused = true)]
async fn people_of_different_servers_hear_each_other_after_both_sides_have_tapped() {
    let store = MemoryStore::new();
    let (first, host) = desk_over(&store).await;
    let mut house = four(first).await;
    house.gather("uno").await;
    let [ana, bo, chen, dee] = house.people.clone();
    let (home, harbour, direct) = (house.places[0], house.places[2], house.places[3]);
    let says = async |person: &Person, place: ChannelId, text: &'static str| {
        person.asks(place, "chat", option("text", text)).await
    };
    let heard = |person: &Person, place: ChannelId, text: &str| {
        chats(person, place).iter().any(|seen| seen.says(text))
    };
    let offered = |seen: &Seen| {
        let table = seen.channel == home && !seen.is_ephemeral && seen.says("from anywhere");
        table && seen.buttons().contains(&"Talk".to_owned())
    };
    ana.awaits("the button below the table", offered).await;
    let quiet = says(&ana, home, "before").await;
    quiet.assert_tells_alone("as soon as both sides tap");
    let asked = ana.presses(&quiet, "Talk").message().await;
    asked.assert_tells_alone("The others are asked");
    let call = |seen: &Seen| seen.channel == harbour && seen.says("别处的人想聊天");
    let call = chen.awaits("a question", call).await;
    assert!(!call.pings && !call.says("Ana"), "{}", call.text);
    says(&ana, home, "alone")
        .await
        .assert_tells_alone("nobody on the other side");
    says(&chen, harbour, "alone")
        .await
        .assert_tells_alone("as soon as both sides tap");
    // Who does not sit there has no say.
    let eve = house.discord.stranger("Eve");
    let server = house.discord.world().guild_of(harbour);
    eve.enters(server.expect("a channel of a server"));
    eve.presses(&call, "聊天")
        .message()
        .await
        .assert_says("You sit in no room");
    says(&ana, home, "still")
        .await
        .assert_tells_alone("nobody on the other side");
    let asked = |seen: &&Seen| seen.says("别处的人想聊天");
    assert_eq!(dee.sees(direct).iter().filter(asked).count(), 1);
    let agreed = chen.presses(&call, "聊天").message().await;
    assert_eq!(dee.sees(direct).iter().filter(asked).count(), 1);
    agreed.assert_tells_alone("You hear each other now");
    // Bo is of Ana's server; Dee in direct messages has not said anything.
    says(&bo, home, "together").await.assert_says("one other");
    chen.awaits("what Bo said", |seen| seen.says("together"))
        .await;
    assert!(!heard(&dee, direct, "together"));
    let reported = json!({"who": "Bo", "reason": "noise"});
    chen.asks(harbour, "report", reported).await;
    let store_of = house.bot.desk.settings().store();
    let reports = moderation::reports(store_of, moderation::ReportFilter::default());
    let reports = reports.await.expect("a store").join("\n");
    assert!(reports.contains("they said: together"), "{reports}");

    // A restart forgets nothing of it.
    host.shutdown().await;
    let (second, _host) = desk_over(&store).await;
    let house = house.restarted(second).await;
    says(&chen, harbour, "again").await;
    ana.awaits("what Chen said", |seen| seen.says("again"))
        .await;
    house
        .wants_to_talk(&dee)
        .await
        .assert_says("可以互相看到了");
    says(&dee, direct, "everybody").await.assert_says("2");
    // Who is blocked is not heard, whatever was tapped.
    let block = json!({"person": ana.id.to_string()});
    chen.asks(harbour, "block", block).await;
    says(&ana, home, "blocked").await.assert_says("one other");
    dee.awaits("what Ana said", |seen| seen.says("blocked"))
        .await;
    assert!(!heard(&chen, harbour, "blocked"));
    // And they can stop.
    let page = chen.asks(harbour, "room", json!({})).await;
    let stopped = chen.presses(&page, "Stop talking").message().await;
    stopped.assert_tells_alone("do not hear people from elsewhere");
    says(&chen, harbour, "stopped")
        .await
        .assert_tells_alone("as soon as both sides tap");
    says(&bo, home, "on").await.assert_says("one other");
    for text in ["before", "alone", "still", "stopped"] {
        let heard = [
            heard(&ana, home, text),
            heard(&chen, harbour, text),
            heard(&dee, direct, text),
        ];
        assert_eq!(heard, [false; 3], "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn who_types_finds_the_button_to_talk_and_is_told_which_words_there_are() {
    let mut house = four(desk(1)).await;
    house.gather("uno").await;
    let [ana, _, chen, _] = house.people.clone();
    let (home, harbour) = (house.places[0], house.places[2]);
    // Talking is a button, and one word after `room`.
    for (person, place, line, told) in [
        (&ana, home, "$room talks", "opens a room"),
        (&ana, home, "$room talk off", "opens a room"),
        (&chen, harbour, "$房间 聊天", "开房间"),
    ] {
        let (mark, alone) = (house.discord.mark(), person.direct());
        person.says(place, line);
        let refused = |seen: &Seen| seen.channel == alone && seen.says(told);
        person.awaits_since(mark, line, refused).await;
    }
    for (person, place, line, button, told) in [
        (&ana, home, "$room", "Talk", "The others are asked"),
        (&chen, harbour, "$房间", "聊天", "You hear each other now"),
    ] {
        person.says(place, line);
        let with_button = |seen: &Seen| {
            let is_page = !seen.is_ephemeral && seen.says("`. ");
            is_page && seen.buttons().contains(&button.to_owned())
        };
        let page = person.awaits(line, with_button).await;
        person
            .presses(&page, button)
            .message()
            .await
            .assert_tells_alone(told);
    }
    ana.says(home, "$chat typed");
    chen.awaits("what Ana said", |seen| {
        seen.channel == harbour && seen.says("typed")
    })
    .await;
    chen.says(harbour, "$房间");
    let stop = |seen: &Seen| seen.buttons().contains(&"不再聊天".to_owned());
    let page = chen.awaits("the way back", stop).await;
    let stopped = chen.presses(&page, "不再聊天").message().await;
    stopped.assert_tells_alone("do not hear people from elsewhere");
}

#[tokio::test(start_paused = true)]
async fn a_room_follows_its_people_and_ends_with_the_last_of_them() {
    let mut house = four(desk(1)).await;
    house.gather("uno").await;
    let [ana, bo, chen, dee] = house.people.clone();
    let handle = house.handle::<Uno>();
    let seated = |n| {
        let handle = handle.clone();
        move || handle.view(Viewer::Public).seated() == n
    };
    house.until("everybody to sit", seated(4)).await;
    // Only where one sits, or where it is shown, is it listed.
    let number = house.key.0.to_string();
    let listed = dee.asks(house.places[3], "list", json!({})).await;
    listed.assert_says(&number);
    let elsewhere = house.discord.stranger("Eve");
    let listed = elsewhere.slash(elsewhere.direct(), "list", json!({}));
    assert!(!listed.message().await.says(&number));
    // One room at a time.
    let told = chen.slash(house.places[2], "room", json!({"action": "new"}));
    assert!(told.message().await.says(&number));
    // The last one of a place leaves: the table is not shown there any more.
    chen.says(house.places[2], "$room leave");
    house.until("Chen to leave", seated(3)).await;
    house.board_of(&chen, "不再在这里显示").await;
    let mark = house.discord.mark();
    // Dee goes to the harbour, and the table with them.
    let here = house.places[2];
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
    assert!(house.is_open());
    for (person, left) in [(&dee, 2), (&bo, 1)] {
        person.tells_bot("room leave");
        house.until("somebody to leave", seated(left)).await;
    }
    let told = ana.slash(house.table, "room", json!({"action": "leave"}));
    told.answered().await;
    house.until("the end", || !house.is_open()).await;
    let places = house.bot.desk.places();
    house
        .until("the places to be forgotten", || !places.is_room(house.key))
        .await;
    let told = ana.slash(
        house.table,
        "room",
        json!({"action": "join", "which": number}),
    );
    assert!(told.message().await.says("no room"));
}

#[tokio::test(start_paused = true)]
async fn numbers_cannot_be_tried_out() {
    let house = four(desk(1)).await;
    let bo = &house.people[1];
    for n in 0..6 {
        let which = (1_234 + n).to_string();
        let options = json!({"action": "join", "which": which});
        let told = bo.asks(house.table, "room", options).await;
        assert_eq!(told.says("Try again in"), n == 5, "{}", told.text);
    }
}

#[tokio::test(start_paused = true)]
async fn who_tries_numbers_out_waits_and_who_knows_one_does_not() {
    let mut house = four(desk(1)).await;
    house.opens_a_room().await;
    let bo = house.people[1].clone();
    let handle = house.handle::<Uno>();
    let seated = || handle.view(Viewer::Public).seated();
    let harbour = house.discord.world().guild_of(house.places[2]);
    let wrong = (1_000..10_000).filter(|number| *number != house.key.0);
    let mut eves = Vec::new();
    for (number, account) in wrong.zip(0..20) {
        let eve = house.discord.stranger(&format!("Eve {account}"));
        eves.push(eve.clone());
        eve.enters(harbour.expect("a server"));
        let options = json!({"action": "join", "which": number.to_string()});
        let told = eve.asks(house.places[2], "room", options).await;
        assert!(!told.says("分钟"), "{account}: {}", told.text);
    }
    // For them the right number is not told apart from a wrong one now; nobody else notices.
    let right = json!({"action": "join", "which": house.key.0.to_string()});
    let eve = eves.swap_remove(7).speaking("en-US");
    let told = eve.slash(house.places[2], "room", right.clone());
    let told = told.message().await;
    told.assert_says("Try again in 10 minutes");
    assert_eq!(seated(), 1);
    let chen = house.people[2].clone();
    chen.slash(house.places[2], "room", right.clone())
        .answered()
        .await;
    house.until("Chen to sit", || seated() == 2).await;
    bo.slash(house.table, "room", right).answered().await;
    house.until("Bo to sit", || seated() == 3).await;
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_every_place_goes_on_with_its_message() {
    let store = MemoryStore::new();
    let (first, host) = desk_over(&store).await;
    let mut house = four(first).await;
    house.gather("ttt").await;
    let [ana, _, chen, _] = house.people.clone();
    let number = house.key.0;
    // Bo goes to direct messages, so that there are two places.
    let bo = house.people[1].clone();
    bo.tells_bot(&format!("room join {number}"));
    house.places[1] = bo.direct();
    let shown = |house: &House| house.bot.desk.places().of(house.key).places.len() == 2;
    house.until("two places", || shown(&house)).await;
    let before = [
        house.board_of(&ana, "from anywhere").await,
        house.board_of(&bo, "from anywhere").await,
    ];
    // Where the messages are is noted in the background.
    let noted = house.places[..2]
        .iter()
        .map(|place| format!("board {place}"));
    for name in noted {
        let beside = store.beside();
        let scope = Scope::Channel(house.key);
        while beside
            .setting(scope, &name)
            .await
            .expect("it can be read")
            .is_none()
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    host.shutdown().await;
    let (second, _host) = desk_over(&store).await;
    let house = house.restarted(second).await;
    let mark = house.discord.mark();
    ana.says(house.table, "$play 5");
    for (person, before) in [&ana, &bo].into_iter().zip(&before) {
        let place = house.place(person);
        let again = move |seen: &Seen| seen.channel == place && seen.says("**Bo** to play");
        let again = person.awaits_since(mark, "the table to go on", again).await;
        assert_eq!(again.id, before.id, "{}", house.discord.transcript());
    }
    assert!(house.handle::<TicTacToe>().view(Viewer::Public).seated() == 2);
    // Rooms are still told apart from channels' own tables.
    let told = chen.asks(house.places[2], "room", json!({})).await;
    told.assert_says("You sit in no room");
}
