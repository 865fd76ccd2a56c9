//! A request that was found to be this process's own, until it is answered: its table may be given away
//! meanwhile.
//!
//! Knows neither how it is carried out nor how it reaches another process.

use super::owner::Whose;
use super::processes::Company;
use crate::desk::{Answer, Place, Who};
use crate::discord::Bot;
use crate::discord::heard::Heard;

/// A request that was found to be this process's own.
#[derive(Clone, Copy)]
pub struct Routed<'a> {
    company: &'a Company,
    heard: &'a Heard,
}

impl<'a> Routed<'a> {
    pub const fn new(company: &'a Company, heard: &'a Heard) -> Self {
        Self { company, heard }
    }
}

/// Whose it is that was asked for, if it was `routed` here and is not found here any more.
pub async fn gone_to(bot: &Bot, routed: Option<Routed<'_>>, answer: &Answer) -> Option<Whose> {
    let Routed { company, heard } = routed.filter(|_| answer.missed)?;
    company.missed(bot, heard).await
}

/// The answer to somebody whose table is being taken over, where another one cannot be given any more.
pub async fn waits(bot: &Bot, who: &Who, place: &Place) -> Answer {
    let cx = bot.desk.context(who, place).await;
    Answer::refused(say!(cx, "desk-brought-back"))
}
