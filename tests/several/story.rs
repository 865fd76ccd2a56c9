//! Two tables that span the processes: tractor in a channel of one server, where one of the four plays from direct
//! messages, and a room of UNO with people in both servers and in direct messages.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, GuildId};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tractor_bot::game::Viewer;
use tractor_bot::store::{self, Store};
use tractor_bot::table::{StageView, TableKey, TableView};
use tractor_bot::tractor::Tractor;
use tractor_bot::uno::Uno;

use crate::company::{Company, PATIENCE};
use crate::double::{Double, Person};
use crate::games::{Game, Playable, Progress};
use crate::ledger::Ledger;
use crate::people::{ANSWER, Player, Way, board, offered};
use crate::truth::Truth;

/// For how long they play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lasts {
    /// One match of each game, a short one.
    Once,
    /// Until they are told to stop.
    On,
}

/// Somebody at a table.
#[derive(Clone)]
pub struct Guest {
    pub person: Person,
    /// Where they play.
    pub channel: ChannelId,
    /// Where the table was opened.
    pub home: ChannelId,
}

/// The servers, the tables, and what people have done there.
pub struct Story {
    pub store: Arc<dyn Store>,
    pub ledger: Arc<Ledger>,
    pub tea: GuildId,
    pub harbour: GuildId,
    /// Channels of the two servers.
    pub lounge: ChannelId,
    pub pier: ChannelId,
    pub tractor: Option<Game<Tractor>>,
    pub uno: Option<Game<Uno>>,
    pub tractor_goes: Arc<Progress>,
    pub uno_goes: Arc<Progress>,
    pub room: TableKey,
    lasts: Lasts,
    pub guests: Vec<Guest>,
}

/// The number in a text about a room.
fn number(text: &str) -> TableKey {
    let mut after = text.split("room join ").skip(1).map(|rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    let number = after.find_map(|number| number);
    let by_option = || {
        let rest = text.split("which:").nth(1)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    TableKey(number.or_else(by_option).expect(text))
}

/// A line that is typed until the table has taken it.
async fn until<G: Playable>(
    truth: &mut Truth<G>,
    (what, seen): (&str, impl Fn() -> String),
    mut act: impl FnMut(),
    holds: impl Fn(&TableView<G>) -> bool,
) {
    let begun = std::time::Instant::now();
    while begun.elapsed() < PATIENCE {
        act();
        let acted = std::time::Instant::now();
        while acted.elapsed() < ANSWER {
            let view = truth.table().await.map(|table| table.view(Viewer::Public));
            if view.is_some_and(|view| holds(&view)) {
                return;
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
    panic!("{what} was not done\n{}", last(&seen(), 40));
}

impl Story {
    /// Servers on these shards, and people there who sit down and start.
    pub async fn begin(company: &Company, shards: [u64; 2], lasts: Lasts) -> Self {
        let discord = &company.discord;
        discord.registered("play").await;
        let store = store::connect(company.url()).await.expect("the store");
        let [tea, harbour] = [("Tea House", shards[0]), ("Harbour", shards[1])]
            .map(|(name, shard)| company.guild(name, shard));
        let lounge = discord.channel_in(tea, "lounge");
        let pier = discord.channel_in(harbour, "pier");
        let mut story = Self {
            store,
            ledger: Arc::default(),
            tea,
            harbour,
            lounge,
            pier,
            tractor: None,
            uno: None,
            tractor_goes: Arc::default(),
            uno_goes: Arc::default(),
            room: TableKey(0),
            lasts,
            guests: Vec::new(),
        };
        for (guild, channel) in [(tea, lounge), (harbour, pier)] {
            let owner = story.visitor(company, "Owner");
            owner.is_granted(guild, Permissions::MANAGE_CHANNELS);
            // Whoever waits for a process to come back is not hurried.
            let words = json!({"setting": "server", "value": "turn_limit off"});
            owner.asks(channel, "settings", words).await;
        }
        story.sit_down_to_tractor(company).await;
        story.gather_for_uno(company).await;
        story
    }

    /// Somebody who is in both servers.
    pub fn visitor(&self, company: &Company, name: &str) -> Person {
        let person = company.discord.stranger(name);
        person.enters(self.tea);
        person.enters(self.harbour);
        person
    }

    async fn sit_down_to_tractor(&mut self, company: &Company) {
        let discord = &company.discord;
        let people = ["Ana", "Bo", "Chen", "Dee"].map(|name| self.visitor(company, name));
        let key = TableKey(self.pier.get());
        let mut truth = Truth::<Tractor>::of(key, company.pool.clone(), Arc::clone(&self.store));
        for (person, seated) in people.iter().zip(1..) {
            let joins = || {
                person.slash(self.pier, "join", json!({}));
            };
            until(
                &mut truth,
                ("to sit", || discord.transcript()),
                joins,
                |view| view.seated() >= seated,
            )
            .await;
        }
        let first = &people[0];
        let short = (self.lasts == Lasts::Once).then_some("rounds=1");
        let rules = ["deal_interval=0.02", "call_window=3"];
        for rule in rules.into_iter().chain(short) {
            first.says(self.pier, &format!("$rules {rule}"));
            sleep(Duration::from_millis(200)).await;
        }
        let [ana, bo, chen, dee] = people;
        let direct = dee.direct();
        let players = vec![
            Player::new(ana, self.pier, Way::Taps),
            Player::new(bo, self.pier, Way::Taps),
            Player::new(chen, self.pier, Way::Typed),
            Player::new(dee, direct, Way::Direct),
        ];
        let progress = Arc::clone(&self.tractor_goes);
        let game = self
            .start(company, truth, players, (self.pier, progress))
            .await;
        self.tractor = Some(game);
    }

    async fn gather_for_uno(&mut self, company: &Company) {
        let discord = &company.discord;
        let people = ["Eve", "Fay", "Gus", "Hal"].map(|name| self.visitor(company, name));
        let [eve, fay, gus, hal] = people;
        let words = json!({"action": "new", "which": "uno"});
        let told = eve.asks(self.lounge, "room", words).await;
        let key = number(&told.text);
        self.room = key;
        let mut truth = Truth::<Uno>::of(key, company.pool.clone(), Arc::clone(&self.store));
        let which = key.0.to_string();
        let (lounge, pier) = (self.lounge, self.pier);
        let words = json!({"action": "join", "which": which});
        let line = format!("room join {which}");
        let joins: [(&str, &dyn Fn()); 3] = [
            ("Fay to join", &|| {
                fay.slash(lounge, "room", words.clone());
            }),
            ("Gus to join", &|| {
                gus.says(pier, &format!("${line}"));
            }),
            ("Hal to join", &|| {
                hal.tells_bot(&line);
            }),
        ];
        for ((what, joins), seated) in joins.into_iter().zip(2..) {
            let seen = || discord.transcript();
            let sits = |view: &TableView<Uno>| view.seated() >= seated;
            until(&mut truth, (what, seen), joins, sits).await;
        }
        if self.lasts == Lasts::Once {
            eve.says(self.lounge, "$rules match_to=50");
            sleep(Duration::from_millis(200)).await;
        }
        let direct = hal.direct();
        let players = vec![
            Player::new(eve, self.lounge, Way::Slash),
            Player::new(fay, self.lounge, Way::Taps),
            Player::new(gus, self.pier, Way::Typed),
            Player::new(hal, direct, Way::Direct),
        ];
        let progress = Arc::clone(&self.uno_goes);
        let game = self
            .start(company, truth, players, (self.lounge, progress))
            .await;
        self.uno = Some(game);
    }

    /// Starts a table at its home, where the first of its people is.
    async fn start<G: Playable>(
        &mut self,
        company: &Company,
        mut truth: Truth<G>,
        players: Vec<Player>,
        (home, progress): (ChannelId, Arc<Progress>),
    ) -> Game<G> {
        let starts = || {
            players[0].person.says(home, "$start");
        };
        let seen = || company.discord.transcript();
        let is_started = |view: &TableView<G>| matches!(view.stage, StageView::Playing(_));
        until(&mut truth, ("the start", seen), starts, is_started).await;
        self.come(&players, home);
        Game {
            truth,
            players,
            ledger: Arc::clone(&self.ledger),
            progress,
            again: self.lasts == Lasts::On,
        }
    }

    fn come(&mut self, players: &[Player], home: ChannelId) {
        let guest = |player: &Player| Guest {
            person: player.person.clone(),
            channel: player.channel,
            home,
        };
        self.guests.extend(players.iter().map(guest));
    }

    /// The longest time in which one of the tables did not go on, of those that ended after this.
    pub fn longest_since(&self, instant: std::time::Instant) -> Duration {
        let goes = [&self.tractor_goes, &self.uno_goes];
        let longest = goes.map(|goes| goes.longest_since(instant));
        longest.into_iter().max().unwrap_or_default()
    }

    /// Lets them play in the background.
    pub fn play(&mut self) -> Playing {
        let tractor = self.tractor.take().expect("they play already");
        let uno = self.uno.take().expect("they play already");
        Playing {
            tractor: tokio::spawn(tractor.play()),
            uno: tokio::spawn(uno.play()),
        }
    }

    /// Waits until both tables have gone on so often.
    pub async fn go_on(&self, company: &Company, moves: usize) {
        let [tractor, uno] = [&self.tractor_goes, &self.uno_goes].map(|goes| goes.count());
        let begun = std::time::Instant::now();
        while self.tractor_goes.count() < tractor + moves || self.uno_goes.count() < uno + moves {
            assert!(
                begun.elapsed() < PATIENCE,
                "they do not go on: {} of {moves} ({}), {} of {moves} ({})\n{}\n{}",
                self.tractor_goes.count() - tractor,
                self.tractor_goes.doing(),
                self.uno_goes.count() - uno,
                self.uno_goes.doing(),
                company.logs(),
                self.stories(),
            );
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// What each of the people at the tables saw last.
    fn stories(&self) -> String {
        let saw = self.guests.iter().map(|guest| {
            let saw = last(&guest.person.transcript(), 40);
            format!("--- {}\n{saw}\n", guest.person.name)
        });
        saw.collect()
    }

    /// Tells them to stop, and waits until they have.
    pub async fn stop(&mut self, playing: Playing) {
        self.tractor_goes.stop();
        self.uno_goes.stop();
        self.has_played(playing.end().await);
    }

    /// Both tables as they were left.
    pub fn has_played(&mut self, (tractor, uno): (Game<Tractor>, Game<Uno>)) {
        self.tractor = Some(tractor);
        self.uno = Some(uno);
    }

    /// Holds all that was done against the journals, and what is shown against what is so; then everybody goes home.
    pub async fn ends(mut self, company: Company) {
        self.converges(&company).await;
        let discord = &company.discord;
        let figures = self.ledger.audit(discord, &company.pool, &self.store).await;
        company.tell(&format!("{figures:?}"));
        for (way, accepted) in &figures.accepted {
            assert!(*accepted > 0, "{way:?}");
        }
        let transcript = discord.transcript();
        for wrong in ["No table is open here", "There is no room"] {
            if let Some((before, _)) = transcript.split_once(wrong) {
                let before = last(before, 12);
                panic!("somebody read {wrong:?}:\n{before}\n{}", company.logs());
            }
        }
        let mut violations = discord.take_violations();
        // A busy machine takes longer for one connection than for the next; Discord has that one tried again.
        let early = |violation: &String| violation.contains(" identified for shard ");
        let (early, worse): (Vec<_>, Vec<_>) = violations.drain(..).partition(early);
        assert!(
            worse.is_empty() && early.len() <= 2,
            "{worse:#?} {early:#?}"
        );
        self.store.close().await.expect("the store can be closed");
        company.ends().await;
    }

    /// Waits until every place shows its table as it is.
    async fn converges(&mut self, company: &Company) {
        let tractor = self.tractor.as_mut().expect("nobody plays");
        shows(company, tractor, &[self.pier]).await;
        let uno = self.uno.as_mut().expect("nobody plays");
        let direct = uno.players[3].channel;
        shows(company, uno, &[self.lounge, self.pier, direct]).await;
    }
}

/// Waits until the newest public message about a table in each place is offered at the table's last position.
async fn shows<G: Playable>(company: &Company, game: &mut Game<G>, places: &[ChannelId]) {
    let key = game.truth.key();
    let begun = std::time::Instant::now();
    loop {
        let position = game.view().await.position;
        let shown = places
            .iter()
            .map(|place| offered(&company.discord, *place, key));
        let shown: Vec<_> = shown.collect();
        if shown.iter().all(|at| *at == Some(position)) {
            return;
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "the places {places:?} show {shown:?} of {position:?}\n{:#?}\n{}\n{}\n{}",
            places
                .iter()
                .map(|place| board(&company.discord, *place, key))
                .collect::<Vec<_>>(),
            requests(&company.discord, places),
            company.logs(),
            last(&company.discord.transcript(), 80),
        );
        sleep(Duration::from_millis(50)).await;
    }
}

/// What became of the messages of the bot in these places, and by whom.
fn requests(discord: &Double, places: &[ChannelId]) -> String {
    let world = discord.world();
    let mut of: Vec<_> = world.outgoing.iter().rev().collect();
    of.retain(|request| {
        let place = places.iter().map(|place| format!("/{place}/"));
        place.into_iter().any(|place| request.path.contains(&place))
    });
    let told = of.iter().take(60).rev().map(|request| {
        format!(
            "{:.3?} {} {} {} {}\n",
            request.at, request.by, request.method, request.path, request.status
        )
    });
    told.collect()
}

/// The last lines of a long text.
fn last(text: &str, most: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(most)..].join("\n")
}

/// Both tables being played.
pub struct Playing {
    tractor: JoinHandle<Game<Tractor>>,
    uno: JoinHandle<Game<Uno>>,
}

impl Playing {
    /// Waits until nobody plays any more.
    pub async fn end(self) -> (Game<Tractor>, Game<Uno>) {
        let tractor = self.tractor.await.expect("they play by the rules");
        (tractor, self.uno.await.expect("they play by the rules"))
    }
}
