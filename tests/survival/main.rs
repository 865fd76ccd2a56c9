//! What an operator may do to the bot, or suffer: updates, damage, a second process of the same
//! name, and going back. Each test begins with a store as it was left, and ends with the tables.

mod damage;
#[cfg(feature = "discord")]
#[path = "../double/mod.rs"]
mod double;
mod later;
mod place;
mod playing;
#[cfg(feature = "discord")]
#[path = "../process/mod.rs"]
mod process;
mod schema;
mod shown;
#[cfg(feature = "discord")]
mod twins;
mod update;
