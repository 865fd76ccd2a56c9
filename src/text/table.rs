//! Pages that all games share: lobby, seats, house rules, news and refusals.

mod lobby;
mod news;
mod pages;
mod people;
mod rules;

use super::page::MenuOption;
use super::press::Press;
use super::*;
use crate::table::{Admission, Away, Occupant, TableNotice};

pub use lobby::*;
pub use news::*;
pub use pages::*;
pub use people::*;
pub use rules::*;
