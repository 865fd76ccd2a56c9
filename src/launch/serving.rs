//! What needs Discord's library: serving it, and the tools for the bot's emojis and its health.
//!
//! A program that was built without the feature `discord` says so.

use crate::config::Config;
#[cfg(not(feature = "discord"))]
use crate::text::locale::Locale;

use super::arguments::EmojisAction;
use super::outcome::LaunchFailure;

#[cfg(feature = "discord")]
pub(crate) async fn serve(config: &Config) -> Result<(), LaunchFailure> {
    let beside = match (&config.web, &config.token) {
        (Some(face), Some(token)) => {
            Some(super::web::beside_discord(face, config.locale, token).await?)
        }
        _ => None,
    };
    Ok(crate::discord::serve(config, beside).await?)
}

#[cfg(not(feature = "discord"))]
pub(crate) async fn serve(_: &Config) -> Result<(), LaunchFailure> {
    Err(
        "DISCORD_TOKEN is set, but this program was built without the feature `discord`: build it \
         with that, or unset the token to play in this terminal"
            .into(),
    )
}

#[cfg(feature = "discord")]
pub(crate) async fn about_emojis(
    config: &Config,
    action: EmojisAction,
) -> Result<(), LaunchFailure> {
    use crate::console;
    use crate::discord::emojis::tool;
    let (request, sure) = match action {
        EmojisAction::Show => (tool::EmojiRequest::Show, false),
        EmojisAction::Renew => (tool::EmojiRequest::Renew, false),
        EmojisAction::Remove { yes } => (tool::EmojiRequest::Remove, yes),
    };
    let confirm = |count| {
        sure || {
            eprintln!("Delete {count} emojis of the bot? [y/N]");
            let mut answer = String::new();
            let read = std::io::stdin().read_line(&mut answer);
            read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
        }
    };
    Ok(tool::answer(config, request, console::say, confirm).await?)
}

#[cfg(not(feature = "discord"))]
pub(crate) async fn about_emojis(_: &Config, action: EmojisAction) -> Result<(), LaunchFailure> {
    Err(format!("{action:?}: this program was built without the feature `discord`").into())
}

#[cfg(feature = "discord")]
pub(crate) use super::setup::{look as look_at_discord, set_up};

#[cfg(not(feature = "discord"))]
pub(crate) async fn set_up(_: Option<Locale>, _: &Config) -> Result<(), LaunchFailure> {
    Err("this program was built without the feature `discord`".into())
}

#[cfg(not(feature = "discord"))]
pub(crate) async fn look_at_discord(_: Option<Locale>, _: &Config) -> Result<(), LaunchFailure> {
    Err("this program was built without the feature `discord`".into())
}

/// Asks the bot that runs on this machine how it is.
#[cfg(feature = "discord")]
pub(crate) fn ask_health(config: &Config, ready: bool) -> Result<(), LaunchFailure> {
    use crate::health::{ALIVE, READY, ask};
    let Some(address) = config.health else {
        let example = "HEALTH_LISTEN=127.0.0.1:9464";
        return Err(format!("HEALTH_LISTEN is not set: for example {example}").into());
    };
    let path = if ready { READY } else { ALIVE };
    let asked = ask(address, path);
    let said = asked.map_err(|error| format!("no bot answers at {address}: {error}"))?;
    crate::console::say(said.text.trim_end());
    match said.good {
        true => Ok(()),
        false => Err("the bot is not well".into()),
    }
}

#[cfg(not(feature = "discord"))]
pub(crate) fn ask_health(_: &Config, _: bool) -> Result<(), LaunchFailure> {
    Err("this program was built without the feature `discord`".into())
}
