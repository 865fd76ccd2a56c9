//! Autocompletion of the options of slash commands.
//!
//! Reads what is typed and keeps to what Discord accepts; what is offered, `offers` knows.

use poise::BoxFuture;
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue};

use std::convert::Infallible;

use crate::discord::heard::{Offer, Wanted};
use crate::discord::{Bot, asker, hearing};

/// A slash command, sent or being typed.
pub type Chosen<'a> = poise::ApplicationContext<'a, Bot, Infallible>;

/// The most completions that Discord accepts.
const MOST: usize = 25;
const MOST_CHARS: usize = 100;

pub fn complete<'a>(ctx: Chosen<'a>, typed: &'a str) -> BoxFuture<'a, CreateAutocompleteResponse> {
    Box::pin(async move {
        let bot = ctx.framework.user_data;
        let focused = ctx
            .args
            .iter()
            .find(|option| matches!(option.value, ResolvedValue::Autocomplete { .. }));
        let option = focused.map_or("", |option| option.name);
        let asked = asker::of_command(ctx.interaction);
        bot.is_used_by(asked.0.person, None);
        let wanted = Wanted {
            who: asked.0,
            place: asked.1,
            command: ctx.command().name.to_string(),
            option: option.to_owned(),
            before: given(&ctx, option).to_owned(),
            typed: typed.to_owned(),
        };
        let offers = hearing::offers(bot, wanted).await;
        let fits = |(label, value): &Offer| {
            let within = |text: &str| (1..=MOST_CHARS).contains(&text.chars().count());
            within(label) && within(value)
        };
        let offers = offers.into_iter().filter(fits).take(MOST);
        let choices = offers.map(|(label, value)| AutocompleteChoice::new(label, value));
        CreateAutocompleteResponse::new().set_choices(choices.collect())
    })
}

/// The value of the option before the one being typed.
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
