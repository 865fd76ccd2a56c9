//! The double of Discord, held against a small bot with the real client: what the other tests rely on is checked here.

#[path = "double_itself/bot.rs"]
mod bot;
mod double;
#[path = "double_itself/talk.rs"]
mod talk;
