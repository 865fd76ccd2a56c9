//! How a terminal table is set up: which house it stands in, and when an earlier table goes on.
//!
//! Decides when nothing is kept (repeatable and watched tables), and which tables there are.

use super::screen::{Screen, tell};
use super::{ConsoleError, TerminalOptions};
use crate::desk::Served;
use crate::game::Viewer;
use crate::host::{EndRequest, Handle, House, HousePlan};
use crate::store;
use crate::table::{StageView, TableKey};
use crate::text::context::{RenderContext, Surface};
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
