//! What the options of slash commands are completed to.
//!
//! Moves come from the game, or from the reader's own hand page, which offer only what is legal now, so
//! nothing here knows a game.

use serenity::all::{ResolvedOption, ResolvedValue};

use super::Bot;
use crate::command::{CompletionSource, Name, OptionKind};
use crate::desk::{AskedFrom, Who, at_any_table};
use crate::game::{GameKind, RuleEntry, RuleSet, Viewer};
use crate::store::Measure;
use crate::text::topic::{self, Topic};

/// A completion: the text shown and the value filled in.
pub type Offer = (String, String);

/// Where the completions of the option that is being typed come from, the value of the option before it, and what is
/// typed; `None` for options of an older version.
pub fn wanted<'a>(
    command: &str,
    given: &[ResolvedOption<'a>],
) -> Option<(CompletionSource, &'a str, &'a str)> {
    let typed = given.iter().enumerate().find_map(|(at, option)| {
        let ResolvedValue::Autocomplete { value, .. } = option.value else {
            return None;
        };
        Some((at, option.name, value))
    });
    let (at, name, typed) = typed?;
    let mut options = Name::of(command)?.row().options.iter();
    let OptionKind::Completed(source) = options.find(|known| known.name == name)?.kind else {
        return None;
    };
    let before = match given[..at].last().map(|before| &before.value) {
        Some(ResolvedValue::String(text)) => *text,
        _ => "",
    };
    Some((source, before, typed))
}

/// The completions of an option for somebody, after what is `typed`.
pub async fn offered(
    bot: &Bot,
    (who, place): (&Who, &AskedFrom),
    (source, before): (CompletionSource, &str),
    typed: &str,
) -> Vec<Offer> {
    let plain = |word: &str| (word.to_owned(), word.to_owned());
    let games = || GameKind::ALL.map(|game| plain(game.name())).into();
    let offers: Vec<Offer> = match source {
        CompletionSource::Cards(verb) => {
            return bot.desk.finder.completions(who, place, verb, typed).await;
        }
        CompletionSource::Words(words) => words.iter().copied().map(plain).collect(),
        CompletionSource::Help => {
            let topics = Topic::all().map(Topic::word);
            topics
                .chain(Name::all().map(Name::word))
                .chain(topic::words())
                .map(plain)
                .collect()
        }
        CompletionSource::Games => games(),
        CompletionSource::GamesOfNew if before == "new" => games(),
        CompletionSource::GamesOfNew => Vec::new(),
        CompletionSource::Measures => {
            let game = GameKind::ALL.into_iter().find(|game| game.name() == before);
            let measures = game.map_or(&[][..], Measure::of);
            let rating = game.map(|_| plain("rating"));
            let measures = measures.iter().map(|by| plain(by.name));
            measures.chain(rating).collect()
        }
        CompletionSource::Rules => {
            let rules = rules(bot, who, place);
            rules.iter().map(|rule| plain(rule.name)).collect()
        }
        CompletionSource::RuleValues => {
            let rules = rules(bot, who, place);
            let same = |rule: &&RuleEntry| rule.name.eq_ignore_ascii_case(before);
            let values = rules.iter().find(same);
            let values = values.map_or(&[][..], |rule| rule.choices.offered());
            values.iter().copied().map(plain).collect()
        }
        CompletionSource::Settings => {
            let settings = bot.desk.people.setting_names(who, place).await;
            settings.iter().map(|(name, _)| plain(name)).collect()
        }
        CompletionSource::SettingValues => {
            let settings = bot.desk.people.setting_names(who, place).await;
            let setting = settings.into_iter().find(|(name, _)| name == before);
            let values = setting.map_or_else(Vec::new, |(_, values)| values);
            values.into_iter().map(plain).collect()
        }
        CompletionSource::Seats | CompletionSource::Computers => {
            bot.desk.finder.lobby_offers(who, place, source).await
        }
    };
    let matches = |(label, value): &Offer| begins(label, typed) || begins(value, typed);
    offers.into_iter().filter(matches).collect()
}

fn rules(bot: &Bot, who: &Who, place: &AskedFrom) -> Vec<RuleEntry> {
    let Some(table) = bot.desk.finder.table_at(who.person, place) else {
        return Vec::new();
    };
    at_any_table!(table, handle => {
        let view = handle.view(Viewer::Public);
        let rules = view.rules.entries().into_iter().chain(view.rules.aliases());
        rules.chain(view.limits.entries()).collect()
    })
}

fn begins(word: &str, with: &str) -> bool {
    word.to_lowercase().starts_with(&with.to_lowercase())
}
