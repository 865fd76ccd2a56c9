//! The table in the terminal: its arguments, and the options that they make.

use crate::config::Config;
use crate::console::verify::parse_rule;
use crate::console::{self, CardDisplay, Sitter, TerminalOptions};
use crate::desk::Served;
use crate::game::{GameKind, RuleSet as _, at_game};
use crate::host::HousePlan;
use crate::players::program::{CommandLine, Programs};
use crate::table::{ProgramName, Skill};
use crate::text::context::{RenderContext, Surface as Shown};
use crate::text::locale::Locale;
use crate::text::table::{skill_name, skill_of};
use clap::Args;

use super::{LaunchFailure, known_locale};

/// How the terminal table is set up.
#[derive(Debug, Clone, Args)]
pub(crate) struct TableArgs {
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
    #[arg(
        long,
        value_name = "LOOK",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    cards: CardDisplay,
    /// Where lines are broken, 20 to 200, instead of at the width of the window.
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..=200))]
    columns: Option<u16>,
    /// The language: en-US, zh-CN or zh-TW.
    #[arg(long, value_name = "TAG", value_parser = known_locale)]
    locale: Option<Locale>,
}

/// How a skill is named on the command line.
fn skill_word(skill: Skill) -> String {
    let cx = RenderContext::new(Locale::ENGLISH, Shown::Terminal, "$");
    match skill {
        Skill::Level(level) => level.to_string(),
        named => skill_name(named, &cx),
    }
}

/// What `--level` can be.
fn levels<G: Served>() -> String {
    let names = G::SKILLS.iter().copied().map(skill_word);
    let names: Vec<String> = names.collect();
    let mut levels = format!("the computers play: {}", names.join(", "));
    if G::Rules::default().set("start_level", "2").is_ok() {
        levels.push_str("; or the level at which both teams start, 2 to A");
    }
    levels
}

/// The command with the values that this game's table names, and without what the game lacks.
pub(crate) fn with_its_values<G: Served>(command: clap::Command) -> clap::Command {
    let names: Vec<String> = G::SKILLS.iter().copied().map(skill_word).collect();
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
    let level = format!("How well {}", levels::<G>());
    command
        .mut_arg("seats", |arg| arg.help(seats))
        .mut_arg("level", |arg| arg.help(level))
        .mut_arg("deal_interval", |arg| arg.hide(!has("deal_interval")))
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

/// Opens the table; with `learns`, at the lesson.
pub(crate) async fn terminal(
    game: GameKind,
    args: &TableArgs,
    learns: bool,
    config: &Config,
) -> Result<(), LaunchFailure> {
    at_game!(game, G => {
        let options = TerminalOptions {
            learns,
            ..options::<G>(args, config)?
        };
        Ok(Box::pin(console::run::<G>(options)).await?)
    })
}

/// The name of the program of `--player`.
const PLAYER: &str = "player";

/// The options of the command line as the terminal table wants them.
fn options<G: Served>(args: &TableArgs, config: &Config) -> Result<TerminalOptions, String> {
    let mut rules = args.rule.clone();
    if let Some(interval) = &args.deal_interval {
        rules.push(("deal_interval".to_owned(), interval.clone()));
    }
    let mut skill = G::USUAL_SKILL;
    if let Some(level) = &args.level {
        let plays = |skill: &Skill| match skill {
            Skill::Program(name) => G::PROGRAM.is_some() && config.programs.get(*name).is_some(),
            skill => G::SKILLS.contains(skill),
        };
        // Where teams start at a level, a number is that; elsewhere it is a computer's.
        let starts = G::Rules::default().set("start_level", level).is_ok();
        match skill_of(level).filter(plays) {
            Some(named) => skill = named,
            None if starts => rules.push(("start_level".to_owned(), level.clone())),
            None => {
                let (levels, usual) = (levels::<G>(), skill_word(G::USUAL_SKILL));
                return Err(format!(
                    "--level {level:?} cannot be used: {levels}, for example --level {usual}"
                ));
            }
        }
    }
    let mut house = plan(config);
    if let (Some(line), Some(name)) = (&args.player, ProgramName::of(PLAYER)) {
        house.programs = house.programs.with(name, line.clone());
        skill = Skill::Program(name);
    }
    let players = *G::seats(&G::Rules::default()).start();
    let mut seats = args.seats.clone();
    if seats.is_empty() && !args.watch {
        seats.push(Sitter::You);
    }
    let all = seats.len().max(usize::from(players));
    seats.resize(all, Sitter::Computer(skill));
    if args.watch && seats.contains(&Sitter::You) {
        return Err("--watch is for computers only: leave `you` out of --seats".to_owned());
    }
    check_seats::<G>(&seats, &house.programs)?;
    let locale = args.locale.unwrap_or(config.locale);
    let watch = !seats.contains(&Sitter::You);
    Ok(TerminalOptions {
        seats,
        seed: args.seed,
        rules,
        watch,
        learns: false,
        cards: args.cards,
        columns: args.columns,
        colours: config.colours,
        locale,
        prefix: config.prefix.clone(),
        usual_seats: args.seats.is_empty() && args.level.is_none() && args.player.is_none(),
        house,
        diligence: config.studies,
    })
}

/// Refuses programs that nobody named, and computers that cannot play this game.
fn check_seats<G: Served>(seats: &[Sitter], programs: &Programs) -> Result<(), String> {
    for seat in seats {
        match seat {
            Sitter::Computer(Skill::Program(_)) if G::PROGRAM.is_none() => {
                let game = G::KIND.name();
                return Err(format!("programs do not play {game}"));
            }
            Sitter::Computer(Skill::Program(name)) if programs.get(*name).is_none() => {
                return Err(format!(
                    "there is no program {name}: name it in PLAYER_PROGRAMS, or as --player exec:COMMAND"
                ));
            }
            Sitter::Computer(skill @ Skill::Level(level)) if !G::SKILLS.contains(skill) => {
                let levels = levels::<G>();
                return Err(format!("no computer plays at level {level}: {levels}"));
            }
            Sitter::Computer(_) | Sitter::You => {}
        }
    }
    Ok(())
}

/// The house of a terminal, or of browsers: its tables are kept beside the bot's own only if that was asked for.
pub(crate) fn plan(config: &Config) -> HousePlan {
    HousePlan {
        database_url: match config.names_database {
            true => config.database_url.clone(),
            false => "sqlite://tractor-terminal.db".to_owned(),
        },
        programs: config.programs.clone(),
        keep_matches_days: config.keep_matches_days,
    }
}
