//! How a terminal table is set up: which house it stands in, and when an earlier table goes on.
//!
//! Decides when nothing is kept (repeatable and watched tables), and which tables there are.
//!
//! Its options, and why one could not be opened or went wrong.

use super::screen::{Screen, tell};
use crate::chance::Seed;
use crate::desk::Served;
use crate::game::Viewer;
use crate::host::{EndRequest, Handle, House, HousePlan, NoEntropy, OpenError, fresh_seed};
use crate::players::StudyEffort;
use crate::store;
use crate::table::{Skill, StageView, TableKey};
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Locale;
use crate::text::table::fate_line;
use crate::text::words::means;

/// The channel of the terminal; the games' tables are counted from it.
const CHANNEL: u64 = 1;

/// Opens the store of the options, or one in memory if nothing is to be kept. While another program has
/// the table, it is waited for; `None` if this one is asked to end meanwhile.
///
/// # Errors
/// [`ConsoleError::Store`] if the store cannot be opened.
pub(super) async fn open(
    options: &TerminalOptions,
    ending: &mut EndRequest,
) -> Result<Option<House>, ConsoleError> {
    let kept = options.seed.is_none() && !options.watch;
    let url = match kept {
        true => &options.house.database_url,
        false => House::IN_MEMORY,
    };
    let cx = RenderContext::new(options.locale, Surface::Terminal, options.prefix.clone());
    let plan = HousePlan {
        database_url: url.to_owned(),
        ..options.house.clone()
    };
    let waits = |holder: &str| {
        let holder = crate::text::markup::escape(holder);
        tell(&say!(cx, "console-waits", holder));
    };
    let house = House::open(plan, waits, ending).await?;
    if let Some(file) = store::exposed(url) {
        let file = crate::text::markup::escape(&file);
        tell(&say!(cx, "console-exposed", file));
    }
    if let Some(line) = network_disk_line(store::network_disk(url), &cx) {
        tell(&line);
    }
    let Some(house) = house else { return Ok(None) };
    // Tables of other games among them, which are not opened now.
    let fates = house.host.fates().into_iter();
    for (_, fate) in fates.filter_map(|key| house.host.take_fate(key)) {
        tell(&fate_line(fate, &cx));
    }
    Ok(Some(house))
}

/// That the database lies where it may be spoiled, as [`store::network_disk`] says, and what to do.
pub fn network_disk_line(found: Option<(String, &str)>, cx: &RenderContext) -> Option<String> {
    let (file, disk) = found?;
    let file = crate::text::markup::escape(&file);
    Some(say!(cx, "setup-network-disk", file, disk))
}

/// The stored table of this game, if it is still open.
pub(super) fn earlier<G: Served>(house: &House) -> Option<Handle<G>> {
    house.host.get(table_key::<G>()).and_then(G::of)
}

/// Whether an earlier table goes on, although the command line may ask for another one: nobody loses a
/// match that way. Whoever types is asked; a script goes on. `None` if the program is to end instead.
pub(super) async fn keeps<G: Served>(
    earlier: &Handle<G>,
    options: &TerminalOptions,
    screen: &mut Screen,
    ending: &mut EndRequest,
    cx: &RenderContext,
) -> Result<Option<bool>, ConsoleError> {
    if options.rules.is_empty() && options.usual_seats {
        return Ok(Some(true));
    }
    let view = earlier.view(Viewer::Public);
    let StageView::Playing(game) = &view.stage else {
        return Ok(Some(false));
    };
    if !screen.is_typed() {
        screen.line(&say!(cx, "console-options-wait"));
        return Ok(Some(true));
    }
    let what = G::table_page(&cx.at(&view).with(game)).title;
    loop {
        screen.line(&say!(cx, "console-another", what = what.as_str()));
        let line = tokio::select! {
            () = ending.asked() => return Ok(None),
            line = screen.next() => line?,
        };
        match line.as_deref().map(str::trim) {
            None => return Ok(None),
            Some("") => return Ok(Some(true)),
            Some(word) if means(word.trim_start_matches('$'), "word-new") => {
                return Ok(Some(false));
            }
            Some(_) => {}
        }
    }
}

/// The key of a game's table in the terminal: one for each game.
pub fn table_key<G: Served>() -> TableKey {
    TableKey(CHANNEL + u64::from(G::KIND.number()))
}

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
