//! Servers around the tables: spectators, moderators, settings, languages, channels that go.

use std::collections::BTreeMap;

use serde_json::json;
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, GuildId};
use tractor_bot::store::{self, Left, Scope, Stored as _};
use tractor_bot::table::TableKey;
use tractor_bot::tractor::action::Action;

use crate::double::Seen;
use crate::house::House;
use crate::kitty::{until_the_kitty, until_the_kitty_by};
use crate::round::{Way, act};

fn is_open(house: &House, channel: ChannelId) -> bool {
    let key = TableKey(channel.get());
    house.bot.desk.host().get(key).is_some()
}

#[tokio::test(start_paused = true)]
async fn spectators_see_the_table_and_no_hand() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    until_the_kitty(&house).await;
    let eve = house.discord.person("Eve");
    let board = house.board("buries eight cards").await;
    assert!(eve.looks_at(&board).is_some());
    let refused = eve.presses(&board, "My hand").message().await;
    refused.assert_tells_alone("watching");
    assert!(!refused.says("♠"), "{}", refused.text);
    let score = eve.presses(&board, "Score").message().await;
    score.assert_tells_alone("Match to A");
    let more = eve.presses(&board, "More…").message().await;
    assert!(more.is_ephemeral && more.control("Reset").is_none());
    eve.says(house.table, "$reset yes");
    let refused = |seen: &Seen| seen.is_direct && seen.is_from_bot;
    eve.awaits("a refusal", refused).await;
    let votes = house.public().votes;
    assert!(votes.iter().all(|vote| vote.supporters.is_empty()));
}

#[tokio::test(start_paused = true)]
async fn moderators_end_a_table_and_nobody_else_but_its_host() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let eve = house.discord.person("Eve");
    house.types(&eve, "$end", "Only the host").await;
    house.types(&house.people[2], "$end", "Only the host").await;
    assert!(is_open(&house, house.table));
    house.promotes(&eve);
    let asked = eve.asks(house.table, "end", json!({})).await;
    assert!(is_open(&house, house.table), "{}", asked.text);
    eve.presses(&asked, "Do it").answered().await;
    let board = house.board("A moderator closed the table.").await;
    assert!(board.says("`$join` opens a new one."));
    house
        .until("the table to be gone", || !is_open(&house, house.table))
        .await;
    let old = eve.forges(&board, "zz.0.join").message().await;
    assert!(old.is_ephemeral);
}

#[tokio::test(start_paused = true)]
async fn the_list_names_the_tables_that_somebody_can_see() {
    let house = House::open(1).await;
    let (ana, bo) = (&house.people[0], &house.people[1]);
    let (other, secret) = (
        house.discord.channel("other"),
        house.discord.channel("secret"),
    );
    for channel in [house.table, other, secret] {
        ana.asks(channel, "join", json!({})).await;
    }
    let hidden = Permissions::VIEW_CHANNEL;
    let none = Permissions::empty();
    house.discord.overwrite(secret, bo.id, none, hidden);
    let elsewhere = house.discord.guild("Far Away");
    let far = house.discord.channel_in(elsewhere, "far");
    ana.enters(elsewhere);
    ana.asks(far, "join", json!({})).await;
    let list = bo.asks(house.table, "list", json!({})).await;
    let raw = list.embeds[0]["description"].as_str().unwrap_or_default();
    let named = |channel: ChannelId| raw.contains(&format!("<#{channel}>"));
    assert!(named(house.table) && named(other), "{raw}");
    assert!(!named(secret) && !named(far), "{raw}");
}

#[tokio::test(start_paused = true)]
async fn a_server_has_its_own_prefix_language_channels_and_limits() {
    let house = House::open(1).await;
    let (ana, eve) = (&house.people[0], house.discord.person("Eve"));
    let refused = house.sets(ana, "prefix !").await;
    refused.assert_says("manage channels");
    house.promotes(&eve);
    let channels = format!("channels <#{}>", house.table);
    for value in ["turn_limit off", "prefix !", &channels] {
        let set = house.sets(&eve, value).await;
        assert!(set.is_ephemeral, "{}", set.text);
    }
    let other = house.discord.channel("other");
    let refused = ana.asks(other, "join", json!({})).await;
    refused.assert_tells_alone("is off in this channel");
    house.sets(&eve, "language zh-CN").await;
    ana.says(house.table, "!join");
    let board = house.board("还差 3 人").await;
    board.assert_says("升级");
    assert_eq!(house.public().limits.turn_limit_s, None);
    // The private answers are in the person's own language.
    let bo = house.people[1].clone().speaking("en-GB");
    let rules = bo.presses(&board, "规则").message().await;
    rules.assert_tells_alone("House rules");
}

#[tokio::test(start_paused = true)]
async fn a_table_ends_with_its_channel_and_with_its_server() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    act(&house, &house.people[0], Way::Typed, &Action::Deal).await;
    house.discord.delete_channel(house.table);
    house
        .until("the table to end", || !is_open(&house, house.table))
        .await;
    let elsewhere = house.discord.guild("Far Away");
    let far = house.discord.channel_in(elsewhere, "far");
    let ana = &house.people[0];
    ana.enters(elsewhere);
    ana.asks(far, "join", json!({})).await;
    assert!(is_open(&house, far));
    house.discord.remove_bot(elsewhere);
    house
        .until("the table to end", || !is_open(&house, far))
        .await;
    // The person can sit down elsewhere at once.
    let new = house.discord.channel("new");
    ana.asks(new, "join", json!({})).await;
    assert!(is_open(&house, new));
    assert!(house.discord.invalid_requests() <= 12);
}

#[tokio::test(start_paused = true)]
async fn permissions_lost_in_a_round_and_given_back_leave_no_trace() {
    let house = House::open(1).await;
    house.sit_down_by_typing().await;
    let (discord, table) = (&house.discord, house.table);
    let all = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES | Permissions::EMBED_LINKS;
    discord.deny_bot(table, all);
    let place = until_the_kitty_by(&house, Way::Slash).await;
    let dealer = &house.people[place];
    // The round goes on by slash commands and private hands.
    let hand = dealer.asks(table, "hand", json!({})).await;
    hand.assert_says("0 / 8 chosen");
    dealer.presses(&hand, "Hint").answered().await;
    let id = hand.id;
    let chosen = move |seen: &Seen| seen.id == id && seen.says("8 / 8 chosen");
    dealer.awaits("what the hint chose", chosen).await;
    let asked = discord.invalid_requests();
    assert!(asked <= 20, "{asked} requests were refused");
    discord.deny_bot(table, Permissions::empty());
    let board = house.board("buries eight cards").await;
    assert!(board.is_from_bot);
    let rounds = dealer.sees(table).into_iter();
    let boards = rounds.filter(|seen| seen.is_from_bot && seen.says("buries eight cards"));
    assert_eq!(boards.filter(|seen| !seen.is_ephemeral).count(), 1);
}

/// The settings of a server, as the store has them.
async fn kept(house: &House, guild: GuildId) -> BTreeMap<String, String> {
    let scope = Scope::Guild(store::GuildId(guild.get()));
    let store = house.bot.desk.settings().store();
    store.settings(scope).await.expect("memory keeps them")
}

/// Waits until the settings of a server are so.
async fn until_kept(house: &House, guild: GuildId, so: impl Fn(&BTreeMap<String, String>) -> bool) {
    let so = async || so(&kept(house, guild).await);
    house.discord.until_told("the settings", so).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_removed_the_bot_is_forgotten_after_thirty_days() {
    let house = House::open(1).await;
    let (home, away) = (house.discord.home(), house.discord.guild("Far Away"));
    let eve = house.discord.person("Eve");
    eve.is_granted(home, Permissions::MANAGE_CHANNELS);
    house.sets(&eve, "prefix !").await;
    house.discord.outage(home);
    house.discord.remove_bot(away);
    let is_left = |kept: &BTreeMap<String, String>| kept.contains_key(Left::NAME);
    until_kept(&house, away, is_left).await;
    let at_home = kept(&house, home).await;
    assert_eq!(at_home["prefix"], "!");
    assert!(!is_left(&at_home), "an outage is no removal");

    // As if that had been long ago, and the bot had come back to one of them while nothing ran.
    let desk = house.bot.desk.clone();
    for guild in [home, away] {
        let scope = Scope::Guild(store::GuildId(guild.get()));
        let long_ago = desk
            .settings()
            .store()
            .set_setting(scope, Left::NAME, Some("1"));
        long_ago.await.expect("memory keeps it");
    }
    let house = house.restarted(desk).await;
    until_kept(&house, away, BTreeMap::is_empty).await;
    until_kept(&house, home, |kept| !is_left(kept)).await;
    assert_eq!(kept(&house, home).await["prefix"], "!");
}
