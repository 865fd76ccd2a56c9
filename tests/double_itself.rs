//! The double of Discord, held against a small bot with the real client: what the other tests rely on is checked here.

mod double;

#[path = "double_itself/bot.rs"]
mod bot;
#[path = "double_itself/deadlines.rs"]
mod deadlines;
#[path = "double_itself/gateway.rs"]
mod gateway;
#[path = "double_itself/limits.rs"]
mod limits;
#[path = "double_itself/raw.rs"]
mod raw;
#[path = "double_itself/refusals.rs"]
mod refusals;
#[path = "double_itself/rules.rs"]
mod rules;
#[path = "double_itself/talk.rs"]
mod talk;
#[path = "double_itself/wire.rs"]
mod wire;
