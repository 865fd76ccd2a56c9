//! What needs Discord's library: serving it, and the tool for the bot's emojis.
//!
//! A program that was built without the feature `discord` says so.

use tractor_bot::config::Config;

use super::arguments::EmojisAction;
use super::outcome::Failure;

#[cfg(feature = "discord")]
pub(crate) async fn serve(config: &Config) -> Result<(), Failure> {
    Ok(tractor_bot::discord::serve(config).await?)
}

#[cfg(not(feature = "discord"))]
pub(crate) async fn serve(_: &Config) -> Result<(), Failure> {
    Err(
        "DISCORD_TOKEN is set, but this program was built without the feature `discord`: build it \
         with that, or unset the token to play in this terminal"
            .into(),
    )
}

#[cfg(feature = "discord")]
pub(crate) async fn about_emojis(config: &Config, action: EmojisAction) -> Result<(), Failure> {
    use tractor_bot::console;
    use tractor_bot::discord::emojis::tool;
    let (request, sure) = match action {
        EmojisAction::Show => (tool::Request::Show, false),
        EmojisAction::Renew => (tool::Request::Renew, false),
        EmojisAction::Remove { yes } => (tool::Request::Remove, yes),
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
pub(crate) async fn about_emojis(_: &Config, action: EmojisAction) -> Result<(), Failure> {
    Err(format!("{action:?}: this program was built without the feature `discord`").into())
}
