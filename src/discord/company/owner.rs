//! Whose a request is: this process's, another's, or for the moment nobody's.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::processes::Company;
use crate::command::Name;
use crate::desk::Asked;
use crate::desk::directory::Elsewhere;
use crate::discord::heard::{Heard, What};
use crate::discord::{Bot, render};
use crate::host::Held;
use crate::table::GuildId;
use crate::text::press::Press;

/// How long it may take until it is known who has a shard that is not held here.
const KNOWN_WITHIN: Duration = Duration::from_millis(1_200);
/// The interval at which that is looked up.
const LOOKS_AGAIN: Duration = Duration::from_millis(100);

/// Who carries a request out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    /// This process.
    Here,
    /// The process of this life.
    There(String),
    /// Nobody at the moment: the table, or the server, is being taken over.
    Nobody,
}

/// What is asked, if it can mean a table.
fn asked(heard: &Heard) -> Option<Asked<'_>> {
    Some(match &heard.what {
        What::Press(press) => {
            let press = Press::of_code(render::unmarked(&press.code).0)?;
            Asked::Control(press.table)
        }
        What::Slash(slash) => Asked::Command(&slash.command),
        What::Typed(_, command) => Asked::Command(command),
        What::Bare(..) => Asked::Line,
        What::Unknown(..) => return None,
    })
}

/// Whether it can be carried out without a table.
const fn needs_none(asked: Option<Asked<'_>>) -> bool {
    match asked {
        Some(Asked::Command(command)) => matches!(command.name, Name::Anywhere(_)),
        Some(Asked::Line | Asked::Control(_)) => false,
        None => true,
    }
}

impl Company {
    /// Whose a request is. One that was `handed` over and needs no table belongs here.
    pub(super) async fn whose(&self, bot: &Bot, heard: &Heard, handed: bool) -> Whose {
        let Heard { who, place, .. } = heard;
        let asked = asked(heard);
        let meant = || bot.desk.meant_elsewhere(who, place, asked?);
        let needs_none = needs_none(asked);
        let is_here = |asked| bot.desk.means_here(who, place, asked);
        let here = !needs_none && asked.is_some_and(is_here);
        let mut found = meant();
        if found.is_none() && !here && !needs_none {
            // It may have been opened a moment ago.
            self.read_anew_soon(bot).await;
            found = meant();
        }
        let held = self.held.borrow().clone();
        if let Some(found) = found {
            return self.of_table(&held, found);
        }
        // A table that runs here is answered here, whatever becomes of its shard.
        if here || needs_none && handed {
            return Whose::Here;
        }
        // A table that was here may be on its way to another process, or from one.
        let opens = !needs_none && !matches!(asked, Some(Asked::Control(_)));
        self.of_home(bot, heard, opens).await
    }

    /// Who has the table of a request that was carried out here and found none: it may have been given away
    /// since. `None` if nobody has.
    pub(super) async fn missed(&self, bot: &Bot, heard: &Heard) -> Option<Whose> {
        self.read_anew(bot).await;
        let Heard { who, place, .. } = heard;
        let found = asked(heard).and_then(|asked| bot.desk.meant_elsewhere(who, place, asked));
        let held = self.held.borrow().clone();
        match found {
            Some(found) => Some(self.of_table(&held, found)),
            None => Some(self.whose(bot, heard, true).await).filter(|whose| *whose != Whose::Here),
        }
    }

    fn of_table(&self, held: &Held, found: Elsewhere) -> Whose {
        match self.lives(held, &found.life) {
            true => Whose::There(found.life),
            false => Whose::Nobody,
        }
    }

    /// Whose the server is where something was heard. `opens` for what needs a table, or makes one.
    ///
    /// While a shard is handed over, both processes hear what is said there: who has it now is read until
    /// it is known, so that only that one answers.
    async fn of_home(&self, bot: &Bot, heard: &Heard, opens: bool) -> Whose {
        let guild = GuildId(heard.place.guild.unwrap_or_default());
        let begun = Instant::now();
        loop {
            let held = self.held.borrow().clone();
            let shard = held.shard_of(guild);
            if held.holds(shard, Instant::now()) {
                return match held.restored.contains(&shard) || !opens {
                    true => Whose::Here,
                    false => Whose::Nobody,
                };
            }
            let holder = self.known.holder(held.total, shard);
            if let Some(life) = holder.filter(|life| self.lives(&held, life)) {
                return Whose::There(life.to_string());
            }
            if begun.elapsed() >= KNOWN_WITHIN {
                return match opens {
                    true => Whose::Nobody,
                    false => Whose::Here,
                };
            }
            self.read_anew_soon(bot).await;
            sleep(LOOKS_AGAIN).await;
        }
    }

    /// Whether another process was heard of lately.
    fn lives(&self, held: &Held, life: &str) -> bool {
        let own = self.peers.life();
        let seen = held.members.iter().any(|member| member.life == life);
        life != own && (seen || self.known.holds_anything(life))
    }
}
