//! A cup of 24 people, over two processes: the one that has it is killed while it opens the tables of the second round, and
//! comes back while they are played; in the middle of the third it is killed again. Nothing is counted, called or told twice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, GuildId};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tractor_bot::club::cup::{Cup, CupStage, CupTable, Outcome};
use tractor_bot::game::Viewer;
use tractor_bot::players::{Player as _, tractor::Greedy};
use tractor_bot::store::{self, CupChange, Scope, Store};
use tractor_bot::table::{PersonId, StageView, TableKey};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;

use crate::company::{Company, PATIENCE};
use crate::double::{Fault, Person, Seen};
use crate::games::Playable as _;
use crate::ledger::Ledger;
use crate::people::{ANSWER, Deed, Player, Way};
use crate::truth::Truth;

/// How many people sign up before it begins.
const PEOPLE: usize = 24;
/// How many tables they make.
const TABLES: usize = PEOPLE / 4;
const ROUNDS: usize = 3;

/// The server, its people, and their cup.
struct Evening {
    store: Arc<dyn Store>,
    ledger: Arc<Ledger>,
    guild: GuildId,
    hall: ChannelId,
    people: BTreeMap<PersonId, Person>,
    post: Seen,
}

impl Evening {
    /// A server whose people have signed up for a cup, which has begun.
    async fn begin(company: &Company) -> Self {
        let discord = &company.discord;
        discord.registered("cup").await;
        let guild = company.guild("Harbour", 1);
        let hall = discord.channel_in(guild, "hall");
        let owner = discord.stranger("Owner");
        owner.enters(guild);
        owner.is_granted(guild, Permissions::MANAGE_CHANNELS);
        let words = json!({"setting": "server", "value": "computer_delay 0"});
        owner.asks(hall, "settings", words).await;
        let words = json!({"action": "new", "what": format!("Big {ROUNDS} drawn")});
        let called = owner.asks(hall, "cup", words).await;
        called.assert_says("The cup is called");
        let post = owner.awaits("the post", |seen| seen.says("A cup of tractor"));
        let mut evening = Self {
            store: store::connect(company.url()).await.expect("the store"),
            ledger: Arc::default(),
            guild,
            hall,
            people: BTreeMap::new(),
            post: post.await,
        };
        for number in 1..=PEOPLE {
            evening.comes(company, &format!("P{number}")).await;
        }
        let begun = owner.asks(hall, "cup", json!({"action": "start"})).await;
        begun.assert_says("The cup begins");
        evening
    }

    /// Somebody comes to the server and signs up.
    async fn comes(&mut self, company: &Company, name: &str) {
        let person = company.discord.stranger(name);
        person.enters(self.guild);
        let told = person.presses(&self.post, "Sign up").message().await;
        told.assert_says("You are signed up");
        self.people.insert(PersonId(person.id.get()), person);
    }

    /// The cup as it is kept.
    async fn cup(&self) -> Cup {
        let scope = Scope::Guild(store::GuildId(self.guild.get()));
        let name = CupChange::named(1);
        let kept = self.store.setting(scope, &name).await.expect("the store");
        let kept = kept.expect("a cup was called");
        CupChange::read(&name, &kept).expect("a cup").1
    }

    /// Waits until the cup is so.
    async fn until(&self, what: &str, holds: impl Fn(&Cup) -> bool) -> Cup {
        let begun = Instant::now();
        loop {
            let cup = self.cup().await;
            if holds(&cup) {
                return cup;
            }
            assert!(begun.elapsed() < PATIENCE, "{what}: {cup:#?}");
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// The tables of a round, when all of them are open.
    async fn tables(&self, round: usize) -> Vec<CupTable> {
        let open = |cup: &Cup| {
            let tables = cup.played.get(round - 1).map(|round| &round.tables);
            tables.is_some_and(|tables| tables.iter().all(|table| table.table.is_some()))
        };
        let mut cup = self.until("the tables of a round", open).await;
        std::mem::take(&mut cup.played[round - 1].tables)
    }

    /// Lets people play at these tables, each until its round is over.
    fn play(&self, company: &Company, tables: &[CupTable]) -> JoinSet<()> {
        let mut playing = JoinSet::new();
        for table in tables {
            let place = table.place.expect("an open table has a place");
            let truth = Truth::of(
                TableKey(place),
                company.pool.clone(),
                Arc::clone(&self.store),
            );
            playing.spawn(play(truth, self.people.clone(), Arc::clone(&self.ledger)));
        }
        playing
    }

    /// Waits until cards are played at one of these tables.
    async fn is_played(&self, company: &Company, tables: &[CupTable]) {
        let begun = Instant::now();
        for table in tables.iter().cycle() {
            let key = TableKey(table.place.expect("an open table has a place"));
            let mut truth =
                Truth::<Tractor>::of(key, company.pool.clone(), Arc::clone(&self.store));
            let stage = truth
                .table()
                .await
                .map(|table| table.view(Viewer::Public).stage);
            let game = stage.as_ref().and_then(StageView::game);
            if game.is_some_and(|game| matches!(game.phase, PhaseView::Playing { .. })) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{}", company.logs());
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// The messages of the bot in a channel that say this.
    fn says(&self, company: &Company, channel: ChannelId, text: &str) -> usize {
        let world = company.discord.world();
        let messages = world.messages.values();
        let own = messages.filter(|message| {
            message.channel == channel && message.author == world.bot && !message.deleted
        });
        let own = own.filter(|message| message.only.is_none());
        own.filter(|message| world.seen(message, world.bot).says(text))
            .count()
    }

    /// The threads below the hall.
    fn threads(&self, company: &Company) -> Vec<ChannelId> {
        let world = company.discord.world();
        let threads = world.channels.values();
        let threads = threads.filter(|channel| channel.parent == Some(self.hall));
        threads.map(|thread| thread.id).collect()
    }

    /// Holds what is kept and shown against what was played.
    async fn audit(&self, company: &Company) {
        let cup = self.cup().await;
        let tables: Vec<&CupTable> = cup.played.iter().flat_map(|round| &round.tables).collect();
        let places: BTreeSet<u64> = tables.iter().filter_map(|table| table.place).collect();
        let threads = self.threads(company);
        let opened: BTreeSet<u64> = threads.iter().map(|thread| thread.get()).collect();
        assert_eq!((&opened, opened.len()), (&places, tables.len()));
        for thread in threads {
            let called = self.says(company, thread, "Every table has the same cards");
            assert_eq!(called, 1, "its people are called once");
        }
        assert_eq!(
            self.says(company, self.hall, "🏆 Big"),
            1,
            "there is one post"
        );
        assert_eq!(self.says(company, self.hall, "🏆 **Big** is over"), 1);
        let played = |table: &&&CupTable| matches!(table.outcome, Some(Outcome::Played(_)));
        assert_eq!(tables.iter().filter(played).count(), tables.len());
        let byes: usize = cup.played.iter().map(|round| round.byes.len()).sum();
        let points: i64 = cup.standing().iter().map(|place| place.points).sum();
        let points = usize::try_from(points).expect("points");
        assert_eq!(points, 100 * tables.len() + 50 * byes);
        for (at, player) in cup
            .pairs
            .iter()
            .flat_map(|pair| pair.players.iter().enumerate())
        {
            let rounds = tables.iter().filter(|table| {
                let mut players = table
                    .sides
                    .iter()
                    .flat_map(|side| &cup.pairs[*side].players);
                players.any(|own| own.person == player.person)
            });
            let about = self.store.about(player.person).await.expect("the store");
            let told = about.finished.iter().filter(|one| one.round.is_some());
            let sum = about.sums.iter().find(|sum| {
                let here = sum.guild.0 == self.guild.get() && sum.versus.is_empty();
                here && sum.counter == "rounds"
            });
            let sum = sum.map_or(0, |sum| usize::try_from(sum.value).expect("rounds"));
            let (rounds, told) = (rounds.count(), told.count());
            match at {
                0 => assert_eq!((told, sum), (rounds, rounds), "{player:?}"),
                // Computers have the seats of those in the end.
                _ => assert!(sum == 0 && told <= rounds, "{player:?}: {told} {sum}"),
            }
        }
    }
}

/// Plays for the people of a table by what they type there, until its round is over. One of each pair leaves at once, and has
/// a computer go on.
async fn play(mut truth: Truth<Tractor>, people: BTreeMap<PersonId, Person>, ledger: Arc<Ledger>) {
    let key = truth.key();
    let begun = Instant::now();
    while begun.elapsed() < 3 * PATIENCE {
        // It is closed when the others of the round are over.
        let Some(table) = truth.table().await else {
            return;
        };
        let view = table.view(Viewer::Public);
        if matches!(view.stage, StageView::Over(_)) {
            return;
        }
        let leaves = view.seats[2..].iter().find_map(|place| {
            let person = place.occupant.person()?;
            Some((person, Deed::new("leave", "yes")))
        });
        let playing = view.stage.game().is_some();
        let leaves = leaves.filter(|_| playing);
        let due = || {
            view.seats.iter().find_map(|place| {
                let person = place.occupant.person()?;
                let own = table.view(table.viewer(person)).stage;
                let own = own.game()?;
                let due = match own.phase {
                    PhaseView::Ready { .. } | PhaseView::Dealing { .. } => false,
                    PhaseView::CallWindow { .. } => true,
                    _ => view.turn.awaited().contains(place.seat),
                };
                let action = Greedy.choose(own).filter(|_| due)?;
                Some((person, Tractor::deed(&action, own)))
            })
        };
        let Some((person, deed)) = leaves.or_else(due) else {
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let channel = ChannelId::new(key.0);
        let mut player = Player::new(people[&person].clone(), channel, Way::Typed);
        player.does(&deed, (key, view.turn_started), &ledger).await;
        let acted = Instant::now();
        while acted.elapsed() < ANSWER && truth.position().await == view.position {
            sleep(Duration::from_millis(15)).await;
        }
    }
    panic!("the round at {key:?} does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cup_is_whole_after_its_process_was_killed() {
    let Some(mut company) = Company::of("cup", 2, 2).await else {
        return;
    };
    for name in ["one", "two"] {
        company.start(name, "auto/2").await;
    }
    company.settles(&["one", "two"]).await;
    let mut evening = Evening::begin(&company).await;
    let (discord, shard) = (company.discord.clone(), company.shard(evening.hall));
    let tables = evening.tables(1).await;
    assert_eq!(tables.len(), TABLES);
    company.tell("the first round begins");
    for pair in &evening.cup().await.pairs[..2] {
        let leaver = &evening.people[&pair.players[1].person];
        let gone = leaver.presses(&evening.post, "Leave the cup").message();
        gone.await.assert_says("You are not in the cup any more");
    }
    // The last thread of the second round is opened, and its process never hears of it.
    let threads = format!("POST /channels/{}/threads", evening.hall);
    discord.fail(&threads, Fault::Late(Duration::ZERO), TABLES - 1);
    discord.fail(&threads, Fault::Silence, 1);
    evening.play(&company, &tables).join_all().await;
    let begun = Instant::now();
    while evening.threads(&company).len() < 2 * TABLES {
        assert!(begun.elapsed() < PATIENCE, "{}", company.logs());
        sleep(Duration::from_millis(20)).await;
    }
    let at = discord.world().now();
    let victim = company.named(&company.owner(shard).await);
    company.kill(victim).await;
    let tables = evening.tables(2).await;
    company.tell("the second round begins");
    evening.ledger.was_in_trouble(at, discord.world().now());
    evening.comes(&company, "Zoe").await;
    // While they play it comes back, and gets the server or another one.
    company.start(victim, "auto/2").await;
    evening.play(&company, &tables).join_all().await;
    let tables = evening.tables(3).await;
    company.tell("the third round begins");
    let playing = evening.play(&company, &tables);
    evening.is_played(&company, &tables).await;
    let at = discord.world().now();
    let victim = company.named(&company.owner(shard).await);
    company.kill(victim).await;
    company.start(victim, "auto/2").await;
    company.settles(&["one", "two"]).await;
    let now = discord.world().now();
    evening.ledger.was_in_trouble(at, now);
    playing.join_all().await;
    let over = |cup: &Cup| cup.stage == CupStage::Over && cup.told;
    evening.until("the end of the cup", over).await;
    let owner = evening.people.values().next().expect("somebody");
    let won = owner.awaits("who won", |seen| seen.says("🏆 **Big** is over"));
    won.await;
    evening.audit(&company).await;
    company.settles(&["one", "two"]).await;
    let Evening { store, ledger, .. } = evening;
    let figures = ledger.audit(&discord, &company.pool, &store).await;
    company.tell(&format!("{figures:?}"));
    store.close().await.expect("the store can be closed");
    company.ends().await;
}
