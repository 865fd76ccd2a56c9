//! How a terminal table is set up, and why one could not be opened or went wrong.

use crate::chance::Seed;
use crate::host::{HousePlan, NoEntropy, OpenError, fresh_seed};
use crate::players::StudyEffort;
use crate::table::Skill;
use crate::text::locale::Locale;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sitter {
    /// Whoever types.
    You,
    Computer(Skill),
}

/// How cards look in a terminal that has colours and is wide enough; elsewhere they are text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum CardDisplay {
    /// Each on a ground of its own, the trick around the table.
    #[default]
    Faces,
    /// As text: `♠K`.
    Text,
}

/// How a terminal table is set up.
#[derive(Debug, Clone)]
pub struct TerminalOptions {
    /// Who sits where, in turn order.
    pub seats: Vec<Sitter>,
    /// Makes every deal repeatable.
    pub seed: Option<u64>,
    /// House rules and limits, by name and value.
    pub rules: Vec<(String, String)>,
    /// Only computers play, and the match ends by itself.
    pub watch: bool,
    /// It begins with the lesson.
    pub learns: bool,
    /// How cards look in a terminal that has colours.
    pub cards: CardDisplay,
    /// Where lines are broken; `None` for the width of the window, if there is one.
    pub columns: Option<u16>,
    pub colours: bool,
    pub locale: Locale,
    /// What typed commands begin with; it may be left out.
    pub prefix: String,
    /// Nobody asked for other seats than the usual ones, so that an earlier table may go on.
    pub usual_seats: bool,
    /// Where the table is kept, and which programs may sit on its seats.
    pub house: HousePlan,
    /// How much work goes into hints and reviews.
    pub diligence: StudyEffort,
}

impl TerminalOptions {
    /// The secret of a table's deals.
    pub(super) fn secret(&self) -> Result<Seed, NoEntropy> {
        self.seed
            .map_or_else(fresh_seed, |number| Ok(Seed::from_number(number)))
    }
}

/// Why the terminal table could not be opened or went wrong.
#[derive(Debug, thiserror::Error)]
pub enum ConsoleError {
    #[error("the table could not be opened: {0}")]
    Open(#[from] OpenError),
    #[error(transparent)]
    Entropy(#[from] NoEntropy),
    /// A seat, rule or limit given as option is refused.
    #[error("{0}")]
    Option(String),
    #[error("DATABASE_URL: {0}")]
    Store(#[from] crate::store::StoreError),
    #[error(
        "DATABASE_URL: the match cannot be written down, so it stops here: {0}. Nothing that was shown is lost; \
         it goes on once the file can be written again"
    )]
    NotKept(String),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
