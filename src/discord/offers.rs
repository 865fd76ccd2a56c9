//! What the options of slash commands are completed to.
//!
//! Moves come from the game, or from the reader's own hand page, which offer only what is legal now, so
//! nothing here knows a game.

use super::Bot;
use super::heard::{Offer, Wanted};
use crate::command::{AtTable, Name, Source};
use crate::desk::{Command, Place, Who, at_any_table};
use crate::game::{GameKind, RuleEntry, RuleSet, Viewer};
use crate::store::Measure;
use crate::text::glossary;
use crate::text::markup::plain;
use crate::text::page::{Control, MenuOption, Page};
use crate::text::press::Tap;
use crate::text::topic::Topic;

/// The completions of an option, as they are known in this process.
pub async fn offered(bot: &Bot, wanted: &Wanted) -> Vec<Offer> {
    let Wanted {
        who,
        place,
        before,
        typed,
        ..
    } = wanted;
    let Some(source) = wanted.source() else {
        return Vec::new();
    };
    let plain = |word: &str| (word.to_owned(), word.to_owned());
    let games = || GameKind::ALL.map(|game| plain(game.name())).into();
    let offers: Vec<Offer> = match source {
        Source::Cards(verb) => return bot.desk.completions(who, place, verb, typed).await,
        Source::Words(words) => words.iter().copied().map(plain).collect(),
        Source::Help => {
            let topics = Topic::all().map(Topic::word);
            topics
                .chain(Name::all().map(Name::word))
                .chain(glossary::words())
                .map(plain)
                .collect()
        }
        Source::Games => games(),
        Source::GamesOfNew if before == "new" => games(),
        Source::GamesOfNew => Vec::new(),
        Source::Measures => {
            let game = GameKind::ALL.into_iter().find(|game| game.name() == before);
            let measures = game.map_or(&[][..], Measure::of);
            measures.iter().map(|by| plain(by.name)).collect()
        }
        Source::Rules => {
            let rules = rules(bot, who, place);
            rules.iter().map(|rule| plain(rule.name)).collect()
        }
        Source::RuleValues => {
            let rules = rules(bot, who, place);
            let same = |rule: &&RuleEntry| rule.name.eq_ignore_ascii_case(before);
            let values = rules.iter().find(same);
            let values = values.map_or(&[][..], |rule| rule.choices.offered());
            values.iter().copied().map(plain).collect()
        }
        Source::Settings => {
            let settings = bot.desk.setting_names(who, place).await;
            settings.iter().map(|(name, _)| plain(name)).collect()
        }
        Source::SettingValues => {
            let settings = bot.desk.setting_names(who, place).await;
            let setting = settings.into_iter().find(|(name, _)| name == before);
            let values = setting.map_or_else(Vec::new, |(_, values)| values);
            values.into_iter().map(plain).collect()
        }
        Source::Seats | Source::Computers => {
            let table = Command::new(Name::AtTable(AtTable::Table), "");
            from_menus(&bot.desk.run(who, place, table).await.page, source)
        }
    };
    let matches = |(label, value): &Offer| begins(label, typed) || begins(value, typed);
    offers.into_iter().filter(matches).collect()
}

fn rules(bot: &Bot, who: &Who, place: &Place) -> Vec<RuleEntry> {
    let Some(table) = bot.desk.table_at(who.person, place) else {
        return Vec::new();
    };
    at_any_table!(table, handle => {
        let view = handle.view(Viewer::Public);
        let rules = view.rules.entries().into_iter().chain(view.rules.aliases());
        rules.chain(view.limits.entries()).collect()
    })
}

/// Free seats, by name, and computer skills, from the menus of the lobby.
fn from_menus(page: &Page, source: Source) -> Vec<Offer> {
    let menus = page
        .controls
        .iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Menu { choices, press, .. } => match (&press.tap, source) {
                (Tap::Sit(None), Source::Seats) => {
                    let seat = |choice: &MenuOption| (plain(&choice.label), plain(&choice.label));
                    Some(choices.iter().map(seat).collect::<Vec<_>>())
                }
                (Tap::AddComputer(None), Source::Computers) => {
                    let level = |choice: &MenuOption| {
                        let parts = [&choice.label, &choice.note].into_iter();
                        let parts = parts
                            .filter(|part| !part.is_empty())
                            .map(|part| plain(part));
                        let label = parts.collect::<Vec<_>>().join(" – ");
                        (label, choice.value.clone())
                    };
                    Some(choices.iter().map(level).collect())
                }
                _ => None,
            },
            Control::Button { .. } => None,
        });
    menus.flatten().collect()
}

fn begins(word: &str, with: &str) -> bool {
    word.to_lowercase().starts_with(&with.to_lowercase())
}
