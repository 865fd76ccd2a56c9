//! Chooses a face: Discord with a token, else a table in the terminal.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgMatches, Args, CommandFactory as _, FromArgMatches, Parser, Subcommand};
use tractor_bot::album;
use tractor_bot::config::{Config, DEFAULT_DATABASE_URL};
use tractor_bot::console::doctor::{self, Request};
use tractor_bot::console::review::Whose;
use tractor_bot::console::verify::{self, verify};
use tractor_bot::console::{self, Cards, Options, Paint, Sitter};
use tractor_bot::desk::Served;
use tractor_bot::game::{GameKind, RuleSet as _, at_game};
use tractor_bot::players::program::CommandLine;
use tractor_bot::store;
use tractor_bot::table::{ProgramName, Skill};
use tractor_bot::text::context::{Face as Shown, RenderContext};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::table::{skill_name, skill_of};

/// Play tractor (升级), UNO and tic-tac-toe: in Discord with a token, else in this terminal.
#[derive(Debug, Parser)]
#[command(
    version,
    about = "Play tractor (升级), UNO and tic-tac-toe: in Discord with a token, else in this terminal",
    long_about = None,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Face>,
    #[command(flatten)]
    table: TableArgs,
}

/// What is asked for.
#[derive(Debug)]
enum Face {
    /// A game in this terminal, also where a token is set; each is a command of its name.
    Play(GameKind, TableArgs),
    /// What is no game.
    Other(Tool),
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Checks a shuffle of tractor: works the deal of a revealed secret out anew.
    Verify(VerifyArgs),
    /// Shows a finished match from the file that `$export` gave.
    Replay {
        /// The file.
        file: PathBuf,
        /// The language: en-US or zh-CN.
        #[arg(long)]
        locale: Option<String>,
        /// Writes it as one page for a browser into this file; it must not exist yet.
        #[arg(long, value_name = "OUT")]
        html: Option<PathBuf>,
    },
    /// Says of a finished match from such a file what its players could have done better.
    Review {
        /// The file.
        file: PathBuf,
        /// The seat whose play is looked at, such as north; everybody's without it.
        #[arg(long, conflicts_with = "name")]
        seat: Option<String>,
        /// What the person is called whose play is looked at.
        #[arg(long)]
        name: Option<String>,
        /// The language: en-US or zh-CN.
        #[arg(long)]
        locale: Option<String>,
    },
    /// Copies everything that is kept at DATABASE_URL into a new SQLite file, also while the bot runs.
    Backup {
        /// The file; it must not exist yet.
        file: PathBuf,
    },
    /// Fills the empty database at DATABASE_URL from a backup.
    Restore {
        /// The file that `backup` wrote.
        file: PathBuf,
    },
    /// Looks for damage at DATABASE_URL, and for tables that were set aside.
    Doctor {
        #[command(subcommand)]
        action: Option<DoctorAction>,
    },
    /// Shows which of the bot's emojis for cards Discord has, renews or removes them.
    Emojis {
        #[command(subcommand)]
        action: Option<EmojisAction>,
    },
}

/// What is to be done about the bot's emojis.
#[derive(Debug, Clone, Copy, Subcommand)]
enum EmojisAction {
    /// Shows which are there, missing and stale.
    Show,
    /// Uploads what is missing and deletes what is stale.
    Renew,
    /// Deletes all that the bot uploaded.
    Remove {
        /// That it is meant.
        #[arg(long)]
        yes: bool,
    },
}

/// What is to be done about tables that are set aside. They are named as the list names them.
#[derive(Debug, Subcommand)]
enum DoctorAction {
    /// Lists tables that are set aside and rows that are damaged.
    List,
    /// Says what is known of a table.
    Show {
        /// Its name, or `#` and the number of its row.
        table: String,
    },
    /// Writes the rows of a table into a new file, one a line.
    Export {
        /// Its name, or `#` and the number of its row.
        table: String,
        /// The file; it must not exist yet.
        file: PathBuf,
    },
    /// Tries again whether a table can go on; a running bot then brings it back.
    Retry {
        /// Its name.
        table: String,
    },
    /// Deletes a table for good.
    Drop {
        /// Its name, or `#` and the number of its row.
        table: String,
        /// That it is meant.
        #[arg(long)]
        yes: bool,
    },
}

impl From<DoctorAction> for Request {
    fn from(action: DoctorAction) -> Self {
        match action {
            DoctorAction::List => Request::List,
            DoctorAction::Show { table } => Request::Show(table),
            DoctorAction::Export { table, file } => Request::Export(table, file),
            DoctorAction::Retry { table } => Request::Retry(table),
            DoctorAction::Drop { table, yes } => Request::Drop { table, sure: yes },
        }
    }
}

impl FromArgMatches for Face {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let game = matches.subcommand().and_then(|(name, of_game)| {
            let game = GameKind::of(name)?;
            Some((game, of_game))
        });
        match game {
            Some((game, matches)) => Ok(Face::Play(game, TableArgs::from_arg_matches(matches)?)),
            None => Tool::from_arg_matches(matches).map(Face::Other),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for Face {
    fn augment_subcommands(command: clap::Command) -> clap::Command {
        let games = GameKind::ALL.map(|game| {
            let about = at_game!(game, G => G::IN_TERMINAL);
            // Its own settings would otherwise replace what the command says of itself.
            let command = TableArgs::augment_args(clap::Command::new(game.name()))
                .about(about)
                .long_about(None);
            at_game!(game, G => with_its_values::<G>(command))
        });
        Tool::augment_subcommands(command.subcommands(games))
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        GameKind::of(name).is_some() || Tool::has_subcommand(name)
    }
}

/// How the terminal table is set up.
#[derive(Debug, Clone, Args)]
struct TableArgs {
    /// Who sits where, in turn order, separated by commas: `you`, or how well a computer plays.
    #[arg(long, value_delimiter = ',', value_parser = parse_sitter)]
    seats: Vec<Sitter>,
    /// A number that makes every deal repeatable; the table is not kept.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Seconds between two dealt cards, 0 to 5.
    #[arg(long, value_name = "SECONDS")]
    deal_interval: Option<String>,
    /// How well the computers play.
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// A program that plays for the computers: exec: and its command line; on single seats it is
    /// program:player.
    #[arg(long, value_name = "exec:COMMAND", value_parser = parse_player)]
    player: Option<CommandLine>,
    /// A house rule or limit as the table names it, for example idle_limit=20; can be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_rule)]
    rule: Vec<(String, String)>,
    /// Only computers play, one line a play; the table is not kept.
    #[arg(long)]
    watch: bool,
    /// How cards look where the terminal has colours: `faces` or `text`.
    #[arg(long, value_name = "LOOK", value_parser = parse_cards, default_value = "faces")]
    cards: Cards,
    /// The language: en-US or zh-CN.
    #[arg(long, value_name = "TAG")]
    locale: Option<String>,
}

fn parse_cards(look: &str) -> Result<Cards, &'static str> {
    match look {
        "faces" => Ok(Cards::Faces),
        "text" => Ok(Cards::Text),
        _ => Err("cards are `faces` or `text`, for example --cards text"),
    }
}

/// The command with the values that this game's table names, and without what the game lacks.
fn with_its_values<G: Served>(command: clap::Command) -> clap::Command {
    let cx = RenderContext::new(Locale::ENGLISH, Shown::Terminal, "$");
    let names = G::SKILLS.iter().map(|skill| match skill {
        Skill::Level(level) => level.to_string(),
        named => skill_name(*named, &cx),
    });
    let names: Vec<String> = names.collect();
    let rules = G::Rules::default().entries();
    let has = |name: &str| rules.iter().any(|rule| rule.name == name);
    let players = *G::seats(&G::Rules::default()).start();
    let seats = ["you"]
        .into_iter()
        .chain(names.iter().rev().map(String::as_str));
    let seats: Vec<&str> = seats.take(usize::from(players)).collect();
    let seats = format!(
        "Who sits where, in turn order, separated by commas: you, or how well a computer plays, for \
         example {}",
        seats.join(",")
    );
    let mut level = format!("How well the computers play: {}", names.join(", "));
    if has("start_level") {
        level.push_str("; or the level at which both teams start, 2 to A");
    }
    command
        .mut_arg("seats", |arg| arg.help(seats))
        .mut_arg("level", |arg| arg.help(level))
        .mut_arg("deal_interval", |arg| arg.hide(!has("deal_interval")))
}

/// What a shuffle is checked with; `$verify` shows all of it after a round.
#[derive(Debug, Clone, Args)]
struct VerifyArgs {
    /// The secret that was revealed, 64 hexadecimal digits.
    secret: String,
    /// The seal that was shown before the deal, to be compared.
    #[arg(long)]
    seal: Option<String>,
    /// What North mixed in.
    #[arg(long, value_name = "WORDS", default_value = "")]
    north: String,
    /// What West mixed in.
    #[arg(long, value_name = "WORDS", default_value = "")]
    west: String,
    /// What South mixed in.
    #[arg(long, value_name = "WORDS", default_value = "")]
    south: String,
    /// What East mixed in.
    #[arg(long, value_name = "WORDS", default_value = "")]
    east: String,
    /// Who drew the first card.
    #[arg(long, value_name = "SEAT", default_value = "north")]
    first: String,
}

fn parse_sitter(word: &str) -> Result<Sitter, String> {
    if word.eq_ignore_ascii_case("you") {
        return Ok(Sitter::You);
    }
    let skill = skill_of(word).map(Sitter::Computer);
    skill.ok_or_else(|| {
        format!("{word:?} is neither you nor a computer player: for example you,simple,you,random")
    })
}

fn parse_player(words: &str) -> Result<CommandLine, String> {
    const EXAMPLE: &str = "for example --player 'exec:python3 examples/players/simple.py'";
    let line = words
        .strip_prefix("exec:")
        .ok_or_else(|| format!("a program is exec: and its command line, {EXAMPLE}"))?;
    CommandLine::parse(line).map_err(|error| error.to_string())
}

fn parse_rule(words: &str) -> Result<(String, String), String> {
    let (name, value) = words
        .split_once('=')
        .ok_or_else(|| format!("{words:?} is not NAME=VALUE: for example no_call=redeal"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn main() -> ExitCode {
    let command = at_game!(GameKind::USUAL, G => with_its_values::<G>(Cli::command()));
    let cli = match Cli::from_arg_matches(&command.get_matches()) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let config = match Config::from_environment() {
        Ok(config) => config,
        Err(error) => return fail(&error),
    };
    if let Err(error) = start_logging(&config) {
        return fail(&*error);
    }
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let outcome = runtime.block_on(run(cli, &config));
    // A read of the terminal may still be under way; it must not keep the process.
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&*error),
    }
}

type Failure = Box<dyn std::error::Error>;

async fn run(cli: Cli, config: &Config) -> Result<(), Failure> {
    match cli.command {
        Some(Face::Play(game, args)) => terminal(game, &args, config).await,
        Some(Face::Other(Tool::Replay { file, locale, html })) => {
            let locale = known_locale(locale.as_deref().unwrap_or(&config.locale))?;
            match html {
                Some(page) => write_album(&file, locale, &page),
                None => show_replay(&file, locale, config),
            }
        }
        Some(Face::Other(Tool::Review {
            file,
            seat,
            name,
            locale,
        })) => {
            let locale = known_locale(locale.as_deref().unwrap_or(&config.locale))?;
            let whose = match (seat, name) {
                (Some(seat), _) => Whose::Seat(seat),
                (None, Some(name)) => Whose::Name(name),
                (None, None) => Whose::Everybody,
            };
            let paint = Paint::of_output(config.colours);
            console::print(&console::review::review(
                &file,
                &whose,
                (locale, paint),
                config.studies,
            )?);
            Ok(())
        }
        Some(Face::Other(Tool::Verify(args))) => check_shuffle(args),
        Some(Face::Other(Tool::Backup { file })) => back_up(config, file).await,
        Some(Face::Other(Tool::Restore { file })) => restore(config, file).await,
        Some(Face::Other(Tool::Doctor { action })) => {
            ask_doctor(config, action.map_or(Request::List, Into::into)).await
        }
        Some(Face::Other(Tool::Emojis { action })) => {
            about_emojis(config, action.unwrap_or(EmojisAction::Show)).await
        }
        None if config.token.is_some() => serve(config).await,
        None => terminal(GameKind::USUAL, &cli.table, config).await,
    }
}

#[cfg(feature = "discord")]
async fn serve(config: &Config) -> Result<(), Failure> {
    Ok(tractor_bot::discord::serve(config).await?)
}

#[cfg(not(feature = "discord"))]
async fn serve(_: &Config) -> Result<(), Failure> {
    Err(
        "DISCORD_TOKEN is set, but this program was built without the feature `discord`: build it \
         with that, or unset the token to play in this terminal"
            .into(),
    )
}

#[cfg(feature = "discord")]
async fn about_emojis(config: &Config, action: EmojisAction) -> Result<(), Failure> {
    use tractor_bot::discord::emojis::tool;
    let (request, sure) = match action {
        EmojisAction::Show => (tool::Request::Show, false),
        EmojisAction::Renew => (tool::Request::Renew, false),
        EmojisAction::Remove { yes } => (tool::Request::Remove, yes),
    };
    let confirm = |count| {
        sure || {
            eprintln!("Delete {count} emojis of the bot? [y/N]");
            let mut answer = String::new();
            let read = std::io::stdin().read_line(&mut answer);
            read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
        }
    };
    Ok(tool::answer(config, request, |line| println!("{line}"), confirm).await?)
}

#[cfg(not(feature = "discord"))]
async fn about_emojis(_: &Config, action: EmojisAction) -> Result<(), Failure> {
    Err(format!("{action:?}: this program was built without the feature `discord`").into())
}

fn show_replay(file: &Path, locale: Locale, config: &Config) -> Result<(), Failure> {
    let text = console::replay::replay(file, locale, Paint::of_output(config.colours))?;
    console::print(&text);
    Ok(())
}

fn write_album(file: &Path, locale: Locale, page: &Path) -> Result<(), Failure> {
    let html = console::replay::shown(file, |text| album::page(text, locale))?;
    let failed = |error| format!("{} cannot be written: {error}", page.display());
    let mut out = File::create_new(page).map_err(failed)?;
    out.write_all(html.as_bytes()).map_err(failed)?;
    println!("{} shows the match in any browser", page.display());
    Ok(())
}

fn known_locale(tag: &str) -> Result<Locale, String> {
    let locale = Locale::of(tag);
    locale.ok_or_else(|| format!("there is no language {tag:?}: for example en-US or zh-CN"))
}

fn check_shuffle(args: VerifyArgs) -> Result<(), Failure> {
    let report = verify(&verify::Request {
        secret: args.secret,
        seal: args.seal,
        words: [args.north, args.west, args.south, args.east],
        first: args.first,
    })?;
    for line in &report.lines {
        println!("{line}");
    }
    match report.holds {
        true => Ok(()),
        false => Err("the seal does not hold".into()),
    }
}

async fn back_up(config: &Config, file: PathBuf) -> Result<(), Failure> {
    let store = store::connect_existing(&config.database_url).await?;
    store.backup(file.clone()).await?;
    println!("everything kept at DATABASE_URL is in {}", file.display());
    println!("it holds the seeds of matches that are still played: keep it to yourself");
    Ok(store.close().await?)
}

async fn restore(config: &Config, file: PathBuf) -> Result<(), Failure> {
    let store = store::connect(&config.database_url).await?;
    let rows = store.restore_from(file.clone()).await?;
    println!("{rows} rows of {} are at DATABASE_URL now", file.display());
    Ok(store.close().await?)
}

async fn ask_doctor(config: &Config, request: Request) -> Result<(), Failure> {
    let store = store::connect_existing(&config.database_url).await?;
    let report = doctor::answer(&*store, request).await?;
    for line in &report.lines {
        println!("{line}");
    }
    store.close().await?;
    match report.sound {
        true => Ok(()),
        false => Err("not everything is sound".into()),
    }
}

async fn terminal(game: GameKind, args: &TableArgs, config: &Config) -> Result<(), Failure> {
    at_game!(game, G => {
        let options = options::<G>(args, config)?;
        Ok(console::run::<G>(options).await?)
    })
}

/// The name of the program of `--player`.
const PLAYER: &str = "player";

/// The options of the command line as the terminal table wants them.
fn options<G: Served>(args: &TableArgs, config: &Config) -> Result<Options, String> {
    let mut rules = args.rule.clone();
    if let Some(interval) = &args.deal_interval {
        rules.push(("deal_interval".to_owned(), interval.clone()));
    }
    let mut skill = G::USUAL_SKILL;
    if let Some(level) = &args.level {
        let named = skill_of(level);
        // Where teams start at a level, a number is that; elsewhere it is a computer's.
        let rules_of_game = G::Rules::default().entries();
        let has_levels = rules_of_game.iter().any(|rule| rule.name == "start_level");
        match named.filter(|named| !has_levels || Skill::NAMED.contains(named)) {
            Some(named) => skill = named,
            None => rules.push(("start_level".to_owned(), level.clone())),
        }
    }
    let mut programs = config.programs.clone();
    if let (Some(line), Some(name)) = (&args.player, ProgramName::of(PLAYER)) {
        programs = programs.with(name, line.clone());
        skill = Skill::Program(name);
    }
    let players = *G::seats(&G::Rules::default()).start();
    let first = if args.watch {
        Sitter::Computer(skill)
    } else {
        Sitter::You
    };
    let usual = std::iter::once(first).chain(std::iter::repeat(Sitter::Computer(skill)));
    let mut seats = args.seats.clone();
    seats.extend(
        usual
            .skip(seats.len())
            .take(usize::from(players).saturating_sub(seats.len())),
    );
    if args.watch && seats.contains(&Sitter::You) {
        return Err("--watch is for computers only: leave `you` out of --seats".to_owned());
    }
    Sitter::check_programs::<G>(&seats, &programs)?;
    let tag = args.locale.as_deref().unwrap_or(&config.locale);
    let locale = known_locale(tag)?;
    let watch = !seats.contains(&Sitter::You);
    Ok(Options {
        seats,
        seed: args.seed,
        rules,
        watch,
        cards: args.cards,
        colours: config.colours,
        locale,
        prefix: config.prefix.clone(),
        programs,
        usual_seats: args.seats.is_empty() && args.level.is_none() && args.player.is_none(),
        database_url: database_url(config),
        keep_matches_days: config.keep_matches_days,
        diligence: config.studies,
    })
}

/// Where a terminal table is kept: beside the bot's own tables only if that was asked for.
fn database_url(config: &Config) -> String {
    match config.database_url.as_str() {
        DEFAULT_DATABASE_URL => "sqlite://tractor-terminal.db".to_owned(),
        url => url.to_owned(),
    }
}

/// Logs go to standard error, so that a script can read the game from standard output.
fn start_logging(config: &Config) -> Result<(), Failure> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log).map_err(|_| {
        format!(
            "RUST_LOG={:?} cannot be used, for example RUST_LOG=tractor_bot=debug,warn",
            config.log
        )
    })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .try_init()
        .map_err(|error| -> Failure { error })
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("tractor-bot: {error}");
    ExitCode::FAILURE
}
