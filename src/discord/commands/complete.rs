//! What Discord offers while an option of a slash command is typed.
//!
//! Cards come from the reader's own hand page, which offers only what may be used now, so that
//! nothing here knows a game.

use poise::BoxFuture;
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue};

use super::Chosen;
use crate::desk::{Command, Name, Place, Who, at_any_table};
use crate::discord::{Bot, replies};
use crate::game::{GameKind, RuleEntry, RuleSet, Viewer};
use crate::store::Measure;
use crate::text::markup::plain;
use crate::text::page::{Control, MenuOption, Page};
use crate::text::press::Tap;
use crate::text::topic::Topic;
use crate::text::words::Verb;

/// The most that Discord takes.
const MOST: usize = 25;
const MOST_CHARS: usize = 100;

/// Something offered: what is read and what is filled in.
type Offer = (String, String);

/// Offers how to go on from what was typed so far.
pub fn complete<'a>(ctx: Chosen<'a>, typed: &'a str) -> BoxFuture<'a, CreateAutocompleteResponse> {
    Box::pin(async move {
        let bot = ctx.framework.user_data;
        let focused = ctx
            .args
            .iter()
            .find(|option| matches!(option.value, ResolvedValue::Autocomplete { .. }));
        let option = focused.map_or("", |option| option.name);
        let (who, place) = replies::of_command(ctx.interaction);
        let offers = match Name::of(&ctx.command().name) {
            Some(Name::Move(verb)) => cards(bot, &who, &place, verb, typed).await,
            Some(name) => {
                words(
                    bot,
                    &who,
                    &place,
                    (name, option),
                    given(&ctx, option),
                    typed,
                )
                .await
            }
            None => Vec::new(),
        };
        let fits = |(label, value): &Offer| {
            let within = |text: &str| (1..=MOST_CHARS).contains(&text.chars().count());
            within(label) && within(value)
        };
        let offers = offers.into_iter().filter(fits).take(MOST);
        let choices = offers.map(|(label, value)| AutocompleteChoice::new(label, value));
        CreateAutocompleteResponse::new().set_choices(choices.collect())
    })
}

/// The value of the option before the one that is typed.
fn given<'a>(ctx: &Chosen<'a>, option: &str) -> &'a str {
    let before = ctx
        .args
        .iter()
        .take_while(|given| given.name != option)
        .last();
    match before.map(|given| &given.value) {
        Some(ResolvedValue::String(text)) => text,
        _ => "",
    }
}

/// Goes on with a word that is one of a few.
async fn words(
    bot: &Bot,
    who: &Who,
    place: &Place,
    (name, option): (Name, &str),
    before: &str,
    typed: &str,
) -> Vec<Offer> {
    let plain = |word: &str| (word.to_owned(), word.to_owned());
    let offers: Vec<Offer> = match (name, option) {
        (Name::Help, _) => {
            let commands = Name::all().map(|name| plain(name.word()));
            Topic::all()
                .map(|topic| plain(topic.word()))
                .chain(commands)
                .collect()
        }
        (Name::Reset, _) => vec![plain("off")],
        (Name::Room, "action") => ["new", "join", "leave"].map(plain).into(),
        (Name::Room, _) if before == "new" => GameKind::ALL.map(|game| plain(game.name())).into(),
        (Name::Stats | Name::Leaderboard | Name::Top10, "game") => {
            GameKind::ALL.map(|game| plain(game.name())).into()
        }
        (Name::Leaderboard, _) => {
            let game = GameKind::ALL.into_iter().find(|game| game.name() == before);
            let measures = game.map_or(&[][..], Measure::of);
            measures.iter().map(|by| plain(by.name)).collect()
        }
        (Name::Rules, "rule") => rules(bot, who, place)
            .iter()
            .map(|rule| plain(rule.name))
            .collect(),
        (Name::Rules, _) => {
            let rules = rules(bot, who, place);
            let rule = rules
                .iter()
                .find(|rule| rule.name.eq_ignore_ascii_case(before));
            rule.map_or(&[][..], |rule| rule.choices.offered())
                .iter()
                .map(|value| plain(value))
                .collect()
        }
        (Name::Settings, "setting") => {
            let names = bot.desk.setting_names(who, place).await;
            names.into_iter().map(|(name, _)| plain(&name)).collect()
        }
        (Name::Settings, _) => {
            let names = bot.desk.setting_names(who, place).await;
            let setting = names.into_iter().find(|(name, _)| name == before);
            let offers = setting.map_or_else(Vec::new, |(_, offers)| offers);
            offers.into_iter().map(plain).collect()
        }
        (Name::TicTacToe, _) => (0..=5).map(|level: u8| plain(&level.to_string())).collect(),
        (Name::Join | Name::Computer, _) => {
            let page = bot
                .desk
                .run(who, place, Command::new(Name::Table, ""))
                .await
                .page;
            from_menus(&page, option)
        }
        _ => Vec::new(),
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

/// Free seats, by name, and levels of computer players from the menus of the lobby.
fn from_menus(page: &Page, option: &str) -> Vec<Offer> {
    let menus = page
        .controls
        .iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Menu { choices, press, .. } => match (&press.tap, option) {
                (Tap::Sit(None), "seat") => {
                    let seat = |choice: &MenuOption| (plain(&choice.label), plain(&choice.label));
                    Some(choices.iter().map(seat).collect::<Vec<_>>())
                }
                (Tap::AddComputer(None), "level") => {
                    let level = |choice: &MenuOption| (plain(&choice.label), choice.value.clone());
                    Some(choices.iter().map(level).collect())
                }
                _ => None,
            },
            Control::Button { .. } => None,
        });
    menus.flatten().collect()
}

/// Goes on with cards: whole plays that have a button, and one card more of those in the menus.
async fn cards(bot: &Bot, who: &Who, place: &Place, verb: Verb, typed: &str) -> Vec<Offer> {
    let answer = bot.desk.run(who, place, Command::new(Name::Hand, "")).await;
    offers(&answer.page, verb, typed)
}

fn offers(page: &Page, verb: Verb, typed: &str) -> Vec<Offer> {
    let mut begun: Vec<&str> = typed.split_whitespace().collect();
    let partial = match typed.ends_with(char::is_whitespace) {
        true => "",
        false => begun.pop().unwrap_or_default(),
    };
    let mut offers = whole(page, verb, typed.trim());
    let hand = hand(page);
    for (at, (label, card)) in hand.iter().enumerate() {
        let same = |other: &str| other.eq_ignore_ascii_case(card);
        if hand[..at].iter().any(|(_, other)| same(other)) || !begins(card, partial) {
            continue;
        }
        let held = hand.iter().filter(|(_, other)| same(other)).count();
        let left = held.saturating_sub(begun.iter().filter(|word| same(word)).count());
        for copies in 1..=left.min(2) {
            let words = begun
                .iter()
                .copied()
                .chain(std::iter::repeat_n(card.as_str(), copies));
            let value = words.collect::<Vec<_>>().join(" ");
            let read = begun
                .iter()
                .copied()
                .chain(std::iter::repeat_n(label.as_str(), copies));
            offers.push((read.collect::<Vec<_>>().join(" "), value));
        }
    }
    offers
}

fn begins(word: &str, with: &str) -> bool {
    word.to_lowercase().starts_with(&with.to_lowercase())
}

/// The plays that a button or a choice in a menu of the page makes in one go.
fn whole(page: &Page, verb: Verb, typed: &str) -> Vec<Offer> {
    let buttons = page
        .controls
        .iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Button {
                label,
                press,
                enabled: true,
                ..
            } => match &press.tap {
                Tap::Act { verb: own, words } if *own == verb && begins(words, typed) => {
                    Some((plain(label), words.clone()))
                }
                _ => None,
            },
            Control::Button { .. } | Control::Menu { .. } => None,
        });
    let chosen = |control: &Control| match control {
        Control::Menu { choices, press, .. } if press.tap == Tap::Choose(verb) => choices.clone(),
        Control::Menu { .. } | Control::Button { .. } => Vec::new(),
    };
    let choices = page.controls.iter().flatten().flat_map(chosen);
    let choices = choices
        .filter(|choice| begins(&choice.value, typed) || begins(&choice.label, typed))
        .map(|choice| (plain(&choice.label), choice.value));
    let buttons = buttons.filter(|(_, words)| !words.is_empty());
    buttons.chain(choices).collect()
}

/// The cards of the page's menus, both copies of equal ones. What follows a `#` in a value only
/// tells them apart.
fn hand(page: &Page) -> Vec<Offer> {
    let card = |choice: &MenuOption| {
        let card = choice.value.split('#').next().unwrap_or_default();
        (plain(&choice.label), card.to_owned())
    };
    let menus = page
        .controls
        .iter()
        .flatten()
        .filter_map(|control| match control {
            Control::Menu { choices, press, .. } if matches!(press.tap, Tap::Pick(_)) => {
                Some(choices.iter().map(card))
            }
            Control::Menu { .. } | Control::Button { .. } => None,
        });
    menus.flatten().collect()
}
