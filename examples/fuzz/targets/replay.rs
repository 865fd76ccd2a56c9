//! The file of a finished match, which anybody can write and give to `tractor-bot replay`.

use tractor_bot::desk::{match_pages, record_pages};
use tractor_bot::export;
use tractor_bot::game::{GameKind, at_game};
use tractor_bot::table::{Archive, MatchRecord, Recording, game_of};
use tractor_bot::text::replay;

use super::reader;
use crate::inputs::{Kit, list};
use crate::kept;

/// Longer files take longer to read, and show nothing else.
const LONGEST: usize = 40_000;

pub fn kit() -> Kit {
    let words = "format game number over rules seed players moves rounds act seat action person tractor uno ttt \
        elapse deal round dealt step play call kitty withdraw match_to 8S J+ R5 WF name computer level \
        hands tricks plays draw";
    Kit {
        head: 2,
        corpus: kept::exports(LONGEST),
        words: list(words),
        longest: LONGEST,
    }
}

pub fn run(input: &[u8]) -> bool {
    let [read, way, text @ ..] = input else {
        return false;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return false;
    };
    let cx = reader(*read);
    if let Some(game) = game_of(text) {
        at_game!(game, G => if let Some(recording) = Recording::<G>::of_text(text) {
            return replay::pages::<G>(&recording.replay, &recording.players, &cx).len() > 1;
        });
    }
    match way % 8 {
        0 => export::page(text, cx.locale).is_some(),
        1 => {
            let archive = Archive::of_text(text);
            archive.is_some_and(|archive| Archive::of_text(&archive.export()).is_some())
        }
        2..=4 => {
            let game = GameKind::ALL
                .into_iter()
                .find(|game| text.contains(game.name()));
            let Some(game) = game else {
                return false;
            };
            at_game!(game, G => {
                let record = MatchRecord::<G>::of_text(text);
                record.is_ok_and(|record| record_pages(&record, u32::from(*way >> 3), &cx).is_some())
            })
        }
        _ => match_pages(text, &cx)
            .is_some_and(|pages| pages.iter().map(|page| page.text().len()).sum::<usize>() > 0),
    }
}
