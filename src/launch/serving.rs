//! What needs Discord's library: serving it, and the tools for the bot's emojis and its health.

use crate::config::Config;
use crate::console;
use crate::discord::emojis::tool;
use crate::health::{ALIVE, READY, ask};

use super::arguments::EmojisAction;
use super::outcome::{LaunchFailure, succeeds};

pub(crate) async fn serve(config: &Config) -> Result<(), LaunchFailure> {
    let beside = match (&config.web, &config.token) {
        #[cfg(feature = "web")]
        (Some(face), Some(token)) => {
            Some(super::web::beside_discord(face, config.locale, token).await?)
        }
        #[cfg(not(feature = "web"))]
        (Some(_), Some(_)) => return super::outcome::lacks("web"),
        _ => None,
    };
    Ok(crate::discord::serve(config, beside).await?)
}

pub(crate) async fn about_emojis(
    config: &Config,
    action: EmojisAction,
) -> Result<(), LaunchFailure> {
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

/// Asks the bot that runs on this machine how it is.
pub(crate) async fn ask_health(config: &Config, ready: bool) -> Result<(), LaunchFailure> {
    let Some(address) = config.health else {
        let example = "HEALTH_LISTEN=127.0.0.1:9464";
        return Err(format!("HEALTH_LISTEN is not set: for example {example}").into());
    };
    let path = if ready { READY } else { ALIVE };
    let asked = ask(address, path).await;
    let (good, said) = asked.map_err(|error| {
        let mut why: &dyn std::error::Error = &error;
        while let Some(cause) = why.source() {
            why = cause;
        }
        format!("no bot answers at {address}: {why}")
    })?;
    console::say(said.trim_end());
    succeeds(good, "the bot is not well")
}
