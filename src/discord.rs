//! The Discord face: the only module that knows serenity and poise.

pub mod delivery;
