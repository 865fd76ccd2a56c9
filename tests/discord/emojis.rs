//! The bot's emojis: uploaded at the start, renewed, shared by several processes, and done without.

mod tool;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};
use tractor_bot::art::Icon;
use tractor_bot::config::Config;
use tractor_bot::desk::Desk;
use tractor_bot::store::ShardRange;

use crate::double::{Double, Fault, Options};
use crate::house::{Bot, House, desk};
use crate::kitty::until_the_kitty;

const UPLOAD: &str = "POST /applications/*/emojis";
const LIST: &str = "GET /applications/*/emojis";

/// The names of all icons as they are drawn now.
pub fn names() -> BTreeSet<String> {
    Icon::all().map(Icon::name).collect()
}

/// The name of an older drawing of an icon.
pub fn older(icon: Icon) -> String {
    format!("{}{}_00000", Icon::PREFIX, icon.stem())
}

/// Puts emojis of these names there.
pub fn put(discord: &Double, names: impl IntoIterator<Item = String>) {
    let mut world = discord.world();
    for name in names {
        let id = world.snowflake().to_string();
        world.emojis.push(json!({"id": id, "name": name}));
    }
}

/// The names that Discord has.
pub fn held(discord: &Double) -> Vec<String> {
    let world = discord.world();
    let name = |emoji: &Value| emoji["name"].as_str().expect("a name").to_owned();
    world.emojis.iter().map(name).collect()
}

/// How many requests of each method there were about emojis that were answered well, and the rest.
pub fn asked(discord: &Double) -> BTreeMap<String, usize> {
    let mut asked = BTreeMap::new();
    for payload in discord.outgoing() {
        let request = payload.request;
        let fine = if request.status < 300 { "" } else { " refused" };
        if request.route.contains("/emojis") {
            let kind = format!("{}{fine}", request.method);
            *asked.entry(kind).or_default() += 1;
        }
    }
    asked
}

pub fn config(discord: &Double) -> Config {
    Config {
        emojis: true,
        ..crate::house::config(discord)
    }
}

/// Starts a bot with emojis; waits until it is connected.
async fn start(discord: &Double) -> Bot {
    let bot = Bot::launch_with(config(discord), desk(1));
    discord.registered("play").await;
    discord.connected().await;
    bot
}

/// Waits until pages of this desk can show all icons, by the emojis that Discord has.
async fn shows(discord: &Double, desk: &Desk) {
    let published = desk.faces().clone();
    let whole = move || {
        let faces = published.now()?;
        let named = |icon: Icon| Some((faces.emoji(icon)?.name.to_string(), icon.name()));
        Icon::all()
            .all(|icon| named(icon).is_some_and(|(shown, own)| shown == own))
            .then_some(faces)
    };
    let faces = discord.find("the emojis", move |_| whole()).await;
    let world = discord.world();
    for icon in Icon::all() {
        let id = json!(faces.emoji(icon).expect("it was awaited").id.to_string());
        let listed = world.emojis.iter().find(|listed| listed["id"] == id);
        assert_eq!(listed.expect("it is there")["name"], json!(icon.name()));
    }
}

#[tokio::test(start_paused = true)]
async fn the_first_start_uploads_all_and_the_second_nothing() {
    let discord = Double::start().await;
    put(&discord, ["party".to_owned(), "t_rex_cafe".to_owned()]);
    let bot = start(&discord).await;
    shows(&discord, &bot.desk).await;
    bot.stop().await.expect("it stops");
    let all = names().len();
    let mut expected: BTreeMap<String, usize> = BTreeMap::new();
    expected.insert("GET".to_owned(), 2);
    expected.insert("POST".to_owned(), all);
    assert_eq!(asked(&discord), expected);

    let bot = start(&discord).await;
    shows(&discord, &bot.desk).await;
    bot.stop().await.expect("it stops");
    expected.insert("GET".to_owned(), 3);
    assert_eq!(asked(&discord), expected);
    assert_eq!(held(&discord).len(), all + 2, "what is not ours stays");
    discord.assert_clean();
}

#[tokio::test(start_paused = true)]
async fn errors_in_the_middle_are_got_over() {
    let discord = Double::start().await;
    let bot = start(&discord).await;
    for (already, fault, times) in [
        (10, Fault::Status(500), 2),
        (25, slow(false), 3),
        (40, Fault::DropAfter, 1),
        (60, slow(true), 1),
        (80, Fault::DropBefore, 1),
    ] {
        discord
            .until("some of them", |world| world.emojis.len() >= already)
            .await;
        discord.fail(UPLOAD, fault, times);
    }
    shows(&discord, &bot.desk).await;
    bot.stop().await.expect("it stops");
    let held = held(&discord);
    assert_eq!(held.len(), names().len(), "none is there twice");
    assert_eq!(held.into_iter().collect::<BTreeSet<_>>(), names());
    discord.assert_clean();
}

/// Discord asks to wait.
fn slow(global: bool) -> Fault {
    Fault::TooMany {
        retry_after: Duration::from_millis(200),
        global,
    }
}

#[tokio::test(start_paused = true)]
async fn a_discord_without_emojis_does_not_delay_the_bot() {
    let discord = Double::start().await;
    discord.fail(LIST, Fault::Ignored, usize::MAX);
    let bot = start(&discord).await;
    let (table, ana) = (discord.channel("table"), discord.person("Ana"));
    let answer = ana.asks(table, "join", json!({})).await;
    assert!(answer.is_ephemeral);
    assert_eq!(bot.desk.faces().now(), None);
    bot.stop().await.expect("it stops");
}

#[tokio::test(start_paused = true)]
async fn of_two_processes_one_uploads_and_both_show() {
    let options = Options {
        shards: 2,
        ..Options::default()
    };
    let discord = Double::with(options).await;
    let process = |shard| {
        let shards = ShardRange {
            first: shard,
            last: shard,
            total: 2,
        };
        let config = Config {
            shards: Some(shards),
            ..config(&discord)
        };
        Bot::launch_with(config, desk(1))
    };
    put(&discord, [older(Icon::Back)]);
    let bots = [process(1), process(0)];
    for bot in &bots {
        shows(&discord, &bot.desk).await;
    }
    let asked = asked(&discord);
    assert_eq!(asked["POST"], names().len());
    assert!(!asked.contains_key("POST refused"), "{asked:?}");
    // The other process may be of the version before, and show it still.
    assert!(held(&discord).contains(&older(Icon::Back)));
    for bot in bots {
        bot.stop().await.expect("it stops");
    }
    discord.assert_clean();
}

/// What was sent that shows an emoji of ours, in a text or a control.
fn shown(discord: &Double, mark: &str) -> usize {
    let outgoing = discord.outgoing();
    let sent = outgoing.iter().map(|payload| &payload.request);
    let sent = sent.filter(|request| !request.route.contains("/emojis"));
    sent.filter(|request| request.body.to_string().contains(mark))
        .count()
}

#[tokio::test(start_paused = true)]
async fn a_round_is_played_with_emojis_and_goes_on_when_they_are_gone() {
    let discord = Double::start().await;
    put(&discord, names());
    let table = discord.channel("table");
    let people = ["Ana", "Bo", "Chen", "Dee"].map(|name| discord.person(name));
    let bot = start(&discord).await;
    shows(&discord, &bot.desk).await;
    let house = House::new(discord, bot, table, people);
    house.sit_down_by_typing().await;
    let dealer = &house.people[until_the_kitty(&house).await];
    let discord = &house.discord;
    let board = house.board("My hand").await;
    let hand = dealer.presses(&board, "My hand").message().await;
    assert!(hand.is_ephemeral && !hand.components.is_empty());
    assert!(shown(discord, "<:t_") > 0, "{}", discord.transcript());
    assert!(
        shown(discord, "\"name\":\"t_") > 0,
        "controls show them too"
    );
    discord.assert_clean();

    // Somebody deletes all of them: what controls show is sent without.
    discord.world().emojis.clear();
    let hand = dealer.presses(&board, "My hand").message().await;
    assert!(hand.is_ephemeral && !hand.components.is_empty());
    let complaints = discord.take_violations();
    let of_control = |told: &&String| told.contains("a control shows the emoji");
    assert!(complaints.iter().filter(of_control).count() >= 2);
    let emoji = |told: &String| told.contains("emoji");
    assert!(complaints.iter().all(emoji), "{complaints:#?}");
}
