//! What an operator may do to the bot, or suffer: updates, damage, a second process of the same
//! name, and going back. Each test begins with a store as it was left, and ends with the tables.

mod damage;
mod later;
mod place;
mod playing;
mod schema;
mod shown;
#[cfg(feature = "discord")]
mod twins;
mod untouched;
mod update;
