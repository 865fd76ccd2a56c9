//! A bot at the double, a channel and people: what every test here begins with.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::Permissions;
use serenity::model::id::ChannelId;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tractor_bot::chance::Seed;
use tractor_bot::config::Config;
use tractor_bot::desk::Desk;
use tractor_bot::desk::settings::Settings;
use tractor_bot::discord::Beside;
use tractor_bot::discord::startup::StartError;
use tractor_bot::game::{RuleSet as _, Viewer};
use tractor_bot::health::Vitals;
use tractor_bot::host::{Clock, Handle, Host, Hosted, MemoryJournal, TableKeeper};
use tractor_bot::store::{Journal, MemoryStore};
use tractor_bot::table::{Limits, PersonId, Position, TableKey, TableView, UnixMillis};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::press::Press;
use tractor_bot::tractor::Tractor;
use tractor_bot::uno::Uno;
use tractor_bot::uno::rules::Rules;

use crate::double::{Double, Options, Person, Seen};

/// A running bot.
pub struct Bot {
    pub desk: Desk,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<Result<(), StartError>>,
}

/// No turn runs out unless a test says so: a slow machine plays for nobody.
pub fn unhurried() -> Limits {
    Limits {
        turn_limit_s: None,
        ..Limits::default()
    }
}

/// Gives a desk the number from which all its tables are dealt.
pub fn seeded(desk: Desk, seed: u8) -> Desk {
    let secret = Seed::new([seed; 32]);
    desk.with_secrets(Arc::new(move || Ok(secret)))
}

/// A desk whose tables are all dealt from this number, and where no turn runs out.
pub fn desk(seed: u8) -> Desk {
    let host = Host::new(Arc::new(MemoryJournal::default()));
    let settings = Settings::new(MemoryStore::new().own(), Locale::ENGLISH, "$");
    let desk = Desk::new(host, Surface::Discord, settings);
    seeded(desk, seed).with_limits(unhurried())
}

/// The same over this store, with the tables that were left there; processes before this one count as killed.
pub async fn kept_desk(store: &MemoryStore, seed: u8) -> Desk {
    store.outlive_others();
    let journals = store.beside();
    let host = Host::with_clock(Arc::clone(&journals) as Arc<dyn Journal>, Arc::new(Daytime));
    let keeper = TableKeeper::new(host.clone(), journals);
    keeper.bring_back().await.expect("the store is in order");
    let settings = Settings::new(store.beside(), Locale::ENGLISH, "$");
    let desk = Desk::new(host, Surface::Discord, settings);
    seeded(desk, seed).with_limits(unhurried())
}

/// The settings of a bot at this Discord, which shows cards as text.
pub fn config(discord: &Double) -> Config {
    let endpoints = discord.endpoints();
    let token = discord.token();
    let variable = |name: &'static str| match name {
        "DISCORD_TOKEN" => Some(token.clone()),
        "DISCORD_API" => Some(endpoints.api.clone()),
        "DISCORD_GATEWAY" => Some(endpoints.gateway.clone()),
        "EMOJIS" => Some("off".to_owned()),
        _ => None,
    };
    Config::from_variables(variable).expect("the settings of a test are right")
}

/// The time of day: it goes by as the time of the test does.
pub struct Daytime;

impl Clock for Daytime {
    fn now(&self) -> UnixMillis {
        static MIDNIGHT: LazyLock<Instant> = LazyLock::new(Instant::now);
        let gone = Instant::now().saturating_duration_since(*MIDNIGHT);
        UnixMillis(1_800_000_000_000 + gone.as_millis() as u64)
    }
}

impl Bot {
    /// Starts a bot; does not wait until it is connected.
    pub fn launch_with(config: Config, desk: Desk) -> Self {
        Self::launch_watched(config, desk, Vitals::default())
    }

    /// The same as one that tells an operator how it is.
    pub fn launch_watched(config: Config, desk: Desk, vitals: Vitals) -> Self {
        Self::begin(config, desk, (vitals, None))
    }

    /// The same with another face beside Discord.
    pub fn begin(config: Config, desk: Desk, (vitals, beside): (Vitals, Option<Beside>)) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let own = desk.clone();
        let task = tokio::spawn(async move {
            let stopped = async {
                stopped.await.ok();
            };
            let faces = (&vitals, beside);
            tractor_bot::discord::run_watched(&config, own, faces, stopped).await
        });
        Self {
            desk,
            stop: Some(stop),
            task,
        }
    }

    /// One whose tables can be opened in a browser, and where; with a secret in windows of Discord, too.
    #[cfg(feature = "web")]
    pub async fn with_browsers(
        discord: &Double,
        secret: Option<&str>,
        desk: Desk,
    ) -> (Self, std::net::SocketAddr) {
        use tractor_bot::config::{Secret, WebFace};
        use tractor_bot::desk::browsing::Seals;
        use tractor_bot::web::{FrameOptions, WebOptions, WebServer};

        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a free port");
        let listen = listener.local_addr().expect("an address");
        let face = WebFace {
            listen,
            url: format!("http://{listen}"),
            client_header: None,
        };
        let url = Some(face.url.clone());
        let seals = Seals::new(&discord.token());
        let mut config = config(discord);
        config.web = Some(face);
        config.activity_key = secret.map(Secret::new);
        let beside = Box::new(move |bot: &tractor_bot::discord::Bot| {
            let doorkeeper = Arc::new(bot.clone());
            let frame = bot.activity.as_ref().map(|activity| FrameOptions {
                application: activity.application.get(),
                parents: vec!["https://discord.com".to_owned()],
                doorkeeper: doorkeeper.clone(),
            });
            let options = WebOptions {
                listen,
                url,
                hosts: Vec::new(),
                client_header: None,
                house: None,
                locale: Locale::ENGLISH,
                seals,
                neighbour: Some(doorkeeper),
                frame,
            };
            let server = WebServer::over(listener, bot.desk.for_browsers(), options);
            tractor_bot::host::spawn(server.run())
        });
        let bot = Self::begin(config, desk, (Vitals::default(), Some(beside)));
        discord.registered("play").await;
        discord.connected().await;
        (bot, listen)
    }

    pub async fn start(discord: &Double, desk: Desk) -> Self {
        let bot = Self::launch_with(config(discord), desk);
        discord.registered("play").await;
        discord.connected().await;
        bot
    }

    /// Asks it to stop and waits for its end.
    pub async fn stop(mut self) -> Result<(), StartError> {
        self.halt().await
    }

    /// The same, for a bot that is still looked at.
    pub async fn halt(&mut self) -> Result<(), StartError> {
        if let Some(stop) = self.stop.take() {
            stop.send(()).ok();
        }
        self.ends().await
    }

    pub async fn ends(&mut self) -> Result<(), StartError> {
        (&mut self.task).await.expect("the bot does not panic")
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A channel with four people who want to play.
pub struct House {
    /// First, so that the bot is still there.
    pub _inspection: Inspection,
    pub discord: Double,
    pub bot: Bot,
    pub table: ChannelId,
    pub people: [Person; 4],
    /// What the table is found by.
    pub key: TableKey,
    /// Where each of the four plays.
    pub places: [ChannelId; 4],
}

/// Fails when the house is left if the bot sent anything that Discord would refuse or drop, or left an interaction
/// unanswered: see [`Double::assert_clean`]. Violations that a test takes are forgiven.
pub struct Inspection(pub Double);

impl Drop for Inspection {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.0.assert_clean();
        }
    }
}

impl House {
    pub async fn open(seed: u8) -> Self {
        Self::with(Options::default(), seed).await
    }

    pub async fn with(options: Options, seed: u8) -> Self {
        Self::of(options, desk(seed)).await
    }

    /// With this desk.
    pub async fn of(options: Options, desk: Desk) -> Self {
        let discord = Double::with(options).await;
        let table = discord.channel("table");
        let people = ["Ana", "Bo", "Chen", "Dee"].map(|name| discord.person(name));
        let bot = Bot::start(&discord, desk).await;
        Self::new(discord, bot, table, people)
    }

    /// A house whose table is its channel's own.
    pub fn new(discord: Double, bot: Bot, table: ChannelId, people: [Person; 4]) -> Self {
        Self {
            _inspection: Inspection(discord.clone()),
            discord,
            bot,
            table,
            people,
            key: TableKey(table.get()),
            places: [table; 4],
        }
    }

    /// Where somebody plays.
    pub fn place(&self, person: &Person) -> ChannelId {
        let places = self.people.iter().zip(self.places);
        let mut own = places.filter(|(other, _)| other.id == person.id);
        own.next().map_or(self.table, |(_, place)| place)
    }

    /// The newest message about the table where somebody plays.
    pub async fn board_of(&self, person: &Person, says: &str) -> Seen {
        let (place, says) = (self.place(person), says.to_owned());
        let what = format!("the table with {says:?}");
        let shows = move |seen: &Seen| {
            seen.is_from_bot && !seen.is_ephemeral && seen.channel == place && seen.says(&says)
        };
        person.awaits(&what, shows).await
    }

    /// The open table of a game.
    pub fn handle<G: Hosted>(&self) -> Handle<G> {
        let table = self.bot.desk.host().get(self.key);
        table.and_then(G::of).expect("a table of this game is open")
    }

    pub fn is_open(&self) -> bool {
        self.bot.desk.host().get(self.key).is_some()
    }

    pub fn public(&self) -> TableView<Tractor> {
        self.handle::<Tractor>().view(Viewer::Public)
    }

    pub fn view(&self, person: &Person) -> TableView<Tractor> {
        self.handle::<Tractor>().view_of(PersonId(person.id.get()))
    }

    /// Waits until the table is further than it was.
    pub async fn moves_on(&self, from: Position, what: &str) {
        let moved = || self.public().position > from;
        self.until(what, moved).await;
    }

    /// Waits until something holds.
    #[track_caller]
    pub fn until(&self, what: &str, holds: impl Fn() -> bool) -> impl Future<Output = ()> {
        self.discord.seek(what, move || holds().then_some(()))
    }

    /// So many seconds go by.
    pub async fn passes(&self, seconds: u64) {
        self.discord.passes(Duration::from_secs(seconds)).await;
    }

    /// The newest public message of the bot that says this.
    pub async fn board(&self, says: &str) -> Seen {
        let says = says.to_owned();
        let what = format!("the table with {says:?}");
        let stranger = &self.people[0];
        stranger
            .awaits(&what, move |seen| {
                seen.is_from_bot && !seen.is_ephemeral && !seen.is_direct && seen.says(&says)
            })
            .await
    }

    /// The same people with another process, which serves this desk.
    pub async fn restarted(self, desk: Desk) -> Self {
        self.bot.stop().await.expect("it stops in good order");
        // Otherwise the next one counts as connected while the session of this one still ends.
        self.discord
            .until("the session to end", |world| !world.is_connected())
            .await;
        Self {
            bot: Bot::start(&self.discord, desk).await,
            ..self
        }
    }

    /// Somebody types a line in the channel, and reads this in answer.
    pub async fn types(&self, person: &Person, line: &str, says: &str) -> Seen {
        let (mark, says) = (self.discord.mark(), says.to_owned());
        person.says(self.table, line);
        let answers = move |seen: &Seen| seen.is_from_bot && seen.says(&says);
        person.awaits_since(mark, line, answers).await
    }

    /// The code of a control of the table.
    pub fn code(&self, at: Position, line: &'static str) -> String {
        let (table, line) = (self.key, line.into());
        Press { table, at, line }.code()
    }

    /// From now on somebody moderates the server.
    pub fn promotes(&self, person: &Person) {
        person.is_granted(self.discord.home(), Permissions::MANAGE_CHANNELS);
    }

    /// Somebody changes a setting of the server: `prefix !`.
    pub async fn sets(&self, person: &Person, value: &str) -> Seen {
        let words = json!({"setting": "server", "value": value});
        person.asks(self.table, "settings", words).await
    }

    /// Somebody changes a setting of their own, or of what is kept of them.
    pub async fn sets_own(&self, person: &Person, setting: &str, value: &str) -> Seen {
        let words = json!({"setting": setting, "value": value});
        person.asks(self.table, "settings", words).await
    }

    /// All four sit down by tapping: the board then.
    pub async fn sit_down_by_tapping(&self) -> Seen {
        let [ana, others @ ..] = &self.people;
        ana.asks(self.table, "join", json!({})).await;
        for (person, seated) in others.iter().zip(["1 of 4", "2 of 4", "3 of 4"]) {
            let board = self.board(seated).await;
            person.presses(&board, "Sit down").answered().await;
        }
        self.board("4 of 4").await
    }

    /// The first so many sit down at a table of UNO, are on turn as they sit, and have cards.
    pub async fn play_uno(&self, people: usize, rules: &str) -> Handle<Uno> {
        let mut wanted = Rules::default();
        let rules = format!("order=seats {rules}");
        for (name, value) in rules.split(' ').filter_map(|rule| rule.split_once('=')) {
            wanted.set(name, value).expect("a rule");
        }
        let view = || {
            let table = self.bot.desk.host().get(self.key).and_then(Uno::of)?;
            Some(table.view(Viewer::Public))
        };
        for (person, seated) in self.people[..people].iter().zip(1..) {
            let words = if seated == 1 { &*rules } else { "" };
            person.says(self.table, &format!("$uno {words}"));
            let sits =
                || view().is_some_and(|view| view.seated() == seated && view.rules == wanted);
            self.until("the next to sit", sits).await;
        }
        let host = &self.people[0];
        host.says(self.table, "$start");
        let begun = || view().is_some_and(|view| view.stage.game().is_some());
        self.until("the match", begun).await;
        host.says(self.table, "$deal");
        let dealt = |view: TableView<Uno>| view.stage.game()?.playing().cloned();
        self.until("the cards", || view().and_then(dealt).is_some())
            .await;
        self.handle()
    }

    /// Ana challenges Bo to tic-tac-toe: the message of the challenge.
    pub async fn challenge(&self) -> Seen {
        let [ana, bo, ..] = &self.people;
        let words = option("opponent", bo.id.to_string());
        let asked = ana.asks(self.table, "ttt", words).await;
        assert!(asked.is_ephemeral, "{}", asked.text);
        self.board("Waiting for **Bo**").await
    }

    /// All four sit down by typing, in turn order, and a match is started with a quick deal.
    pub async fn sit_down_by_typing(&self) {
        self.sit_down_under(&[]).await;
    }

    /// The same under house rules.
    pub async fn sit_down_under(&self, rules: &[&str]) {
        for (person, seats) in self.people.iter().zip(1..) {
            person.says(self.table, "$join");
            let seated = || self.is_open() && self.public().seated() == seats;
            self.until("the next to sit", seated).await;
        }
        for rule in ["deal_interval=0.02", "call_window=30"].iter().chain(rules) {
            let position = self.public().position;
            self.people[0].says(self.table, &format!("$rules {rule}"));
            self.moves_on(position, rule).await;
        }
        let position = self.public().position;
        self.people[0].says(self.table, "$start");
        self.moves_on(position, "the start").await;
    }
}

/// The options of a slash command that has one.
pub fn option(name: &str, value: impl Into<Value>) -> Value {
    json!({ name: value.into() })
}
