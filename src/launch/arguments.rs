//! The command line: what may be asked for, in clap's terms. What is done about it, others decide.

use std::path::PathBuf;

use crate::console::doctor::DoctorRequest;
use crate::console::moderation::ReportFilter;
use crate::console::replay::ReviewSubject;
use crate::console::verify::VerifyRequest;
use crate::desk::Served as _;
#[cfg(feature = "discord")]
use crate::discord::emojis::EmojiRequest;
use crate::game::{GameKind, at_game};
use crate::store::Banned;
use crate::table::{GuildId, PersonId};
use crate::text::context::{RenderContext, Surface as TextFace};
use crate::text::help;
use crate::text::locale::Locale;
use crate::text::voice::Voice as _;
use clap::{ArgMatches, Args, FromArgMatches as _, Subcommand, ValueEnum};

use super::known_locale;
use super::table::{TableArgs, with_its_values};
#[cfg(feature = "web")]
use super::web::WebArgs;

/// The version, what it was built from if the build was told, and with which faces and stores.
fn version() -> String {
    let features = [
        (cfg!(feature = "discord"), "discord"),
        (cfg!(feature = "web"), "web"),
        (cfg!(feature = "postgres"), "postgres"),
    ];
    let built = features.into_iter().filter(|(is_built, _)| *is_built);
    let parts = built.map(|(_, name)| name.to_owned());
    let commit = option_env!("GIT_COMMIT").filter(|commit| !commit.is_empty());
    let commit = commit.map(|commit| format!("commit {commit}"));
    let parts: Vec<_> = commit.into_iter().chain(parts).collect();
    match parts.is_empty() {
        true => env!("CARGO_PKG_VERSION").to_owned(),
        false => format!("{} ({})", env!("CARGO_PKG_VERSION"), parts.join(", ")),
    }
}

/// What the program is for, with the games by their names and how else people know them.
fn about() -> String {
    let cx = RenderContext::new(Locale::ENGLISH, TextFace::Terminal, "");
    let also = |game| {
        at_game!(game, G => G::ALSO)
            .iter()
            .find(|word| !word.is_ascii())
    };
    let games = help::listed(GameKind::ALL, &cx, |game, name| match also(game) {
        Some(also) => format!("{name} ({also})"),
        None => name,
    });
    let games = help::within(&games);
    format!("Play {games}: in Discord with a token, else in this terminal")
}

/// What is asked for.
#[derive(Debug)]
pub(crate) enum LaunchMode {
    /// No command: Discord with a token, else a table in this terminal.
    Usual(TableArgs),
    /// A game in this terminal, also where a token is set; each is a command of its name.
    Play(GameKind, TableArgs),
    /// What is no game.
    Other(Tool),
}

/// All that may be asked for.
pub(crate) fn command() -> clap::Command {
    let games = GameKind::ALL.map(|game| {
        let about = at_game!(game, G => G::IN_TERMINAL);
        // Its own settings would otherwise replace what the command says of itself.
        let command = TableArgs::augment_args(clap::Command::new(game.name()))
            .about(about)
            .long_about(None);
        at_game!(game, G => with_its_values::<G>(command))
    });
    let usual = TableArgs::augment_args(clap::Command::new(env!("CARGO_PKG_NAME")))
        .version(version())
        .about(about())
        .long_about(None)
        .args_conflicts_with_subcommands(true);
    let usual = at_game!(GameKind::USUAL, G => with_its_values::<G>(usual));
    Tool::augment_subcommands(usual.subcommands(games))
}

impl LaunchMode {
    /// What these arguments ask for.
    pub(crate) fn of(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let game = |(name, of_game)| Some((GameKind::of(name)?, of_game));
        Ok(match matches.subcommand() {
            None => LaunchMode::Usual(TableArgs::from_arg_matches(matches)?),
            Some(command) => match game(command) {
                Some((game, args)) => LaunchMode::Play(game, TableArgs::from_arg_matches(args)?),
                None => LaunchMode::Other(Tool::from_arg_matches(matches)?),
            },
        })
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Tool {
    /// Teaches tractor in ten minutes, at a table in this terminal.
    Practice(TableArgs),
    /// From a token to a bot that can be invited: looks at what is set up, and says what is left to do.
    #[cfg(feature = "discord")]
    Setup {
        /// The language: en-US, zh-CN or zh-TW.
        #[arg(long, value_name = "TAG", value_parser = known_locale)]
        locale: Option<Locale>,
    },
    /// Serves tables of all games to browsers, here or in the house.
    #[cfg(feature = "web")]
    Web(WebArgs),
    /// Checks a shuffle: works the deal of a revealed secret out anew.
    Verify {
        #[command(flatten)]
        request: VerifyRequest,
        /// The game.
        #[arg(long, display_order = 1, default_value = GameKind::USUAL.name(), value_parser = parse_game)]
        game: GameKind,
    },
    /// Shows a finished match from the file that `$export` gave.
    Replay {
        /// The file.
        file: PathBuf,
        /// The language: en-US, zh-CN or zh-TW.
        #[arg(long, value_name = "TAG", value_parser = known_locale)]
        locale: Option<Locale>,
        /// Writes it as one page for a browser into this file; it must not exist yet.
        #[arg(long, value_name = "OUT")]
        html: Option<PathBuf>,
    },
    /// Says of a finished match from such a file what its players could have done better.
    Review {
        /// The file.
        file: PathBuf,
        #[command(flatten)]
        whose: ReviewSubject,
        /// The language: en-US, zh-CN or zh-TW.
        #[arg(long, value_name = "TAG", value_parser = known_locale)]
        locale: Option<Locale>,
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
    /// Lists what people reported of others by `$report`, from DATABASE_URL.
    Reports(ReportsArgs),
    /// Shuts a person or a server out, at DATABASE_URL: the bot does nothing for them any more.
    Ban {
        #[command(flatten)]
        whom: BanTarget,
        /// Why; nobody but the operator reads it.
        reason: Vec<String>,
    },
    /// Lets a person or a server in again.
    Unban(BanTarget),
    /// Lists who is shut out.
    Bans,
    /// About the ratings at DATABASE_URL.
    Ratings {
        #[command(subcommand)]
        action: RatingsAction,
    },
    /// Asks the running bot, at HEALTH_LISTEN, whether it lives; fails if it does not.
    #[cfg(feature = "discord")]
    Health {
        /// Whether it is ready as well: connected to Discord, and its store answers.
        #[arg(long)]
        ready: bool,
    },
    /// Shows which of the bot's emojis for cards Discord has, renews or removes them.
    #[cfg(feature = "discord")]
    Emojis {
        #[command(subcommand)]
        action: Option<EmojiRequest>,
    },
}

/// Which reports are listed, or that one is done with. People and servers are named by their numbers at Discord.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ReportsArgs {
    #[command(subcommand)]
    pub(crate) action: Option<ReportsAction>,
    #[command(flatten)]
    pub(crate) filter: ReportFilter,
}

/// What is to be done about reports.
#[derive(Debug, Subcommand)]
pub(crate) enum ReportsAction {
    /// Deletes reports that were looked into.
    Done {
        /// Their names, as they are listed.
        #[arg(required = true)]
        reports: Vec<String>,
    },
}

/// Who is shut out or let in.
#[derive(Debug, Args)]
pub(crate) struct BanTarget {
    /// What it is.
    #[arg(value_enum)]
    kind: BanKind,
    /// Its number at Discord.
    id: u64,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum BanKind {
    Person,
    Server,
}

/// Numbers at Discord have 17 digits or more: those of its first months.
const LEAST_ID: u64 = 10_000_000_000_000_000;

impl BanTarget {
    /// Who is to be shut out.
    ///
    /// # Errors
    /// If nobody at Discord can have this number: it would be kept, and do nothing.
    pub(crate) fn of_discord(&self) -> Result<Banned, String> {
        if self.id < LEAST_ID {
            return Err(format!(
                "{} is no number at Discord, which has 17 digits or more: switch on Developer Mode there, and copy it \
                 by Copy ID from the menu of the person or server",
                self.id
            ));
        }
        Ok(self.banned())
    }

    pub(crate) fn banned(&self) -> Banned {
        match self.kind {
            BanKind::Person => Banned::Person(PersonId(self.id)),
            BanKind::Server => Banned::Guild(GuildId(self.id)),
        }
    }
}

/// What is to be done about ratings.
#[derive(Debug, Clone, Copy, Subcommand)]
pub(crate) enum RatingsAction {
    /// Works all of them out again from the finished rounds; the bot must be stopped.
    Rebuild,
}

/// What is looked at.
#[derive(Debug, Subcommand)]
pub(crate) enum DoctorAction {
    #[command(flatten)]
    Store(DoctorRequest),
    /// Looks at the bot's application, servers and commands at Discord, and at the clock.
    #[cfg(feature = "discord")]
    Discord {
        /// The language: en-US, zh-CN or zh-TW.
        #[arg(long, value_name = "TAG", value_parser = known_locale)]
        locale: Option<Locale>,
    },
}

fn parse_game(word: &str) -> Result<GameKind, String> {
    GameKind::of(word).ok_or_else(|| {
        format!(
            "the games are {}",
            GameKind::ALL.map(GameKind::name).join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(words: &[&str]) -> Tool {
        let words = ["tractor-bot"].iter().chain(words);
        let matches = command().try_get_matches_from(words);
        match matches.and_then(|matches| LaunchMode::of(&matches)) {
            Ok(LaunchMode::Other(tool)) => tool,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn nobody_is_shut_out_by_a_number_that_discord_does_not_give() {
        for (id, known) in [("12", false), ("175928847299117063", true)] {
            for kind in ["person", "server"] {
                let Tool::Ban { whom, .. } = tool(&["ban", kind, id]) else {
                    panic!("{kind} {id}");
                };
                assert_eq!(whom.of_discord().is_ok(), known, "{kind} {id}");
            }
        }
    }

    #[cfg(feature = "discord")]
    #[test]
    fn what_is_found_at_discord_is_told_in_any_language() {
        let Tool::Doctor {
            action: Some(DoctorAction::Discord { locale }),
        } = tool(&["doctor", "discord", "--locale", "zh-CN"])
        else {
            panic!("it looks at Discord");
        };
        assert_eq!(locale, Some(Locale::CHINESE));
    }
}
