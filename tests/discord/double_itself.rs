//! The double of Discord, held against a small bot with the real client: what the other tests rely on is checked here.

mod bot;
mod deadlines;
mod gateway;
mod layouts;
mod limits;
pub mod raw;
mod refusals;
mod rules;
mod talk;
mod wire;
