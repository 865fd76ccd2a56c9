//! What needs Discord's library: serving it, and the tools for the bot's emojis and its health.

use crate::config::Config;
use crate::console;
use crate::discord::emojis::{self, EmojiRequest};
use crate::health::{ALIVE, READY, ask};

use super::{LaunchFailure, succeeds};

pub(crate) async fn serve(config: &Config) -> Result<(), LaunchFailure> {
    let beside = match (&config.web, &config.token) {
        #[cfg(feature = "web")]
        (Some(face), Some(token)) => {
            Some(super::web::beside_discord(face, config.locale, token).await?)
        }
        #[cfg(not(feature = "web"))]
        (Some(_), Some(_)) => return super::lacks("web"),
        _ => None,
    };
    Ok(crate::discord::serve(config, beside).await?)
}

pub(crate) async fn about_emojis(
    config: &Config,
    request: EmojiRequest,
) -> Result<(), LaunchFailure> {
    let confirm = |count| {
        eprintln!("Delete {count} emojis of the bot? [y/N]");
        let mut answer = String::new();
        let read = std::io::stdin().read_line(&mut answer);
        read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
    };
    let answered = emojis::answer(config, request, console::say, confirm).await;
    answered.map_err(|trouble| -> LaunchFailure { trouble })
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
