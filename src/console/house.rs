//! How a terminal table is set up, and what it lives in: a host, and a store that keeps it for the next time.
//!
//! Decides who sits where, when nothing is kept (repeatable and watched tables), when another program's
//! table is waited for, and when an earlier table goes on.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use super::screen::{Ending, print};
use super::{Console, Paint, Pilot};
use crate::chance::Seed;
use crate::desk::Served;
use crate::game::{RuleSet as _, Seat, Viewer};
use crate::host::{
    Archivist, Handle, Host, LeaseManager, LeasesLost, MemoryJournal, OpenError, Paced, SubmitError,
};
use crate::players::Diligence;
use crate::players::program::Programs;
use crate::store;
use crate::store::{Journal, Keeper, MemoryStore, ShardRange, Store, StoreError};
use crate::table::{Input, PersonId, SeatView, Skill, Submission, TableKey};
use crate::text::context::{Face, RenderContext};
use crate::text::locale::Locale;
use crate::text::table;
use crate::text::table::computer_name;

/// How often a table is asked for that another program has.
const PATIENCE: Duration = Duration::from_millis(300);

/// The channel of the terminal; the games' tables are counted from it.
const CHANNEL: u64 = 1;
pub(super) struct House {
    pub(super) host: Host,
    pub(super) store: Arc<dyn Store>,
    caring: Option<JoinHandle<Result<(), LeasesLost>>>,
    archiving: Option<JoinHandle<()>>,
}

impl House {
    /// Opens the store of the options, or one in memory if nothing is to be kept. While another
    /// program has the table, it is waited for; `None` if this one is asked to end meanwhile.
    ///
    /// # Errors
    /// [`ConsoleError::Store`] if the store cannot be opened.
    pub(super) async fn open(
        options: &Options,
        ending: &mut Ending,
    ) -> Result<Option<Self>, ConsoleError> {
        let kept = options.seed.is_none() && !options.watch;
        if !kept {
            return Ok(Some(Self::in_memory(options)));
        }
        let store = store::connect(&options.database_url).await?;
        let keeper = Arc::new(Keeper::new(Arc::clone(&store)));
        let host = Host::new(Arc::clone(&keeper) as Arc<dyn Journal>);
        host.allow_programs(options.programs.clone());
        // Each terminal has its own name, so the second one cannot take the first one's lease.
        let name = format!("terminal {}", std::process::id());
        let leases = LeaseManager::new(host.clone(), keeper, name, ShardRange::ALL);
        let mut waits = false;
        loop {
            match leases.renew().await {
                Ok(_) => break,
                // Another terminal, or the bot, writes to the file.
                Err(StoreError::Overlap { holder, .. } | StoreError::Namesake { holder, .. }) => {
                    if !std::mem::replace(&mut waits, true) {
                        say_that_it_waits(&holder, options);
                    }
                }
                Err(error) => return Err(error.into()),
            }
            tokio::select! {
                () = tokio::time::sleep(PATIENCE) => {}
                () = ending.asked() => {
                    store.close().await?;
                    return Ok(None);
                }
            }
        }
        let caring = tokio::spawn(leases.run());
        let archivist = Archivist::new(host.clone(), Arc::clone(&store), options.keep_matches_days);
        Ok(Some(Self {
            host,
            store,
            caring: Some(caring),
            archiving: Some(tokio::spawn(archivist.run())),
        }))
    }

    fn in_memory(options: &Options) -> Self {
        let host = Host::new(Arc::new(MemoryJournal::default()));
        host.allow_programs(options.programs.clone());
        Self {
            host,
            store: Arc::new(MemoryStore::new()),
            caring: None,
            archiving: None,
        }
    }

    /// The stored table of this game, if it is still open.
    pub(super) fn earlier<G: Served>(&self) -> Option<Handle<G>> {
        self.host.get(table_key::<G>()).and_then(G::of)
    }

    /// Stops the tables; they stay open in the store.
    pub(super) async fn close(self) {
        self.host.shutdown().await;
        if let Some(caring) = self.caring {
            // It ends with the host; a panic in it has already been reported.
            let _ = caring.await;
        }
        if let Some(archiving) = self.archiving {
            let _ = archiving.await;
        }
        if let Err(error) = self.store.close().await {
            tracing::warn!(%error, "the store was not closed in good order");
        }
    }
}

/// The key of a game's table in the terminal: one for each game.
pub fn table_key<G: Served>() -> TableKey {
    TableKey(CHANNEL + u64::from(G::KIND.number()))
}

/// One line that says whose end is waited for.
fn say_that_it_waits(holder: &str, options: &Options) {
    let cx = RenderContext::new(options.locale, Face::Terminal, options.prefix.clone());
    let holder = crate::text::markup::escape(holder);
    let line = Paint::Plain.line(&say!(cx, "console-waits", holder));
    print(&format!("{line}\n"));
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sitter {
    /// Whoever types.
    You,
    Computer(Skill),
}

impl Sitter {
    /// Refuses programs that nobody named, or that cannot play this game.
    ///
    /// # Errors
    /// What to do instead, in a sentence.
    pub fn check_programs<G: Paced>(seats: &[Sitter], programs: &Programs) -> Result<(), String> {
        for seat in seats {
            let Sitter::Computer(Skill::Program(name)) = seat else {
                continue;
            };
            if G::PROGRAM.is_none() {
                let game = G::KIND.name();
                return Err(format!("programs play tractor alone, not {game}"));
            }
            if programs.get(*name).is_none() {
                return Err(format!(
                    "there is no program {name}: name it in PLAYER_PROGRAMS, or as --player exec:COMMAND"
                ));
            }
        }
        Ok(())
    }
}

/// How cards look in a terminal that has colours and is wide enough; elsewhere they are text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cards {
    /// Each on a ground of its own, the trick around the table.
    #[default]
    Faces,
    /// As text: `♠K`.
    Text,
}

/// How a terminal table is set up.
#[derive(Debug, Clone)]
pub struct Options {
    /// Who sits where, in turn order.
    pub seats: Vec<Sitter>,
    /// Makes every deal repeatable.
    pub seed: Option<u64>,
    /// House rules and limits, by name and value.
    pub rules: Vec<(String, String)>,
    /// Only computers play, and the match ends by itself.
    pub watch: bool,
    /// How cards look in a terminal that has colours.
    pub cards: Cards,
    pub colours: bool,
    pub locale: Locale,
    /// What typed commands begin with; it may be left out.
    pub prefix: String,
    /// The programs that may sit on seats, by name.
    pub programs: Programs,
    /// Nobody asked for other seats than the usual ones, so that an earlier table may go on.
    pub usual_seats: bool,
    /// Where the table is kept.
    pub database_url: String,
    /// For how many days the moves of closed tables are kept; `None` for ever.
    pub keep_matches_days: Option<u32>,
    /// How much work goes into hints and reviews.
    pub diligence: Diligence,
}

/// Why the terminal table could not be opened or went wrong.
#[derive(Debug, thiserror::Error)]
pub enum ConsoleError {
    #[error("the table could not be opened: {0}")]
    Open(#[from] OpenError),
    #[error(transparent)]
    Entropy(#[from] crate::host::NoEntropy),
    /// A seat, rule or limit given as option is refused.
    #[error("{0}")]
    Option(String),
    #[error("DATABASE_URL: {0}")]
    Store(#[from] crate::store::StoreError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl<G: Served> Console<G> {
    /// Seats everybody, sets the rules, and starts.
    pub(super) async fn sit_down(
        &mut self,
        options: &Options,
        seed: Seed,
    ) -> Result<(), ConsoleError> {
        let host = PersonId(1);
        for (index, sitter) in options.seats.iter().enumerate() {
            let seat = Seat::new(index as u8);
            // The first seat is always a person's, since a table needs one: when watching, a
            // computer player acts for them.
            let piloted = matches!(sitter, Sitter::Computer(_)) && index == 0;
            match sitter {
                Sitter::Computer(skill) if !piloted => {
                    self.set_up(Input::AddComputer {
                        by: host,
                        seat: Some(seat),
                        skill: *skill,
                    })
                    .await?;
                }
                sitter => {
                    let person = PersonId(index as u64 + 1);
                    let name = match sitter {
                        Sitter::You => self.name_of(person),
                        Sitter::Computer(_) => computer_name::<G>(seat, &self.cx),
                    };
                    self.set_up(Input::Sit {
                        person,
                        name,
                        seat: Some(seat),
                    })
                    .await?;
                    if let Sitter::Computer(skill) = sitter {
                        let seed = seed.derive("terminal", 0);
                        let player = self.desk.host().computer(*skill, seed);
                        self.pilots.push(Pilot {
                            person,
                            seat,
                            player,
                        });
                    } else {
                        self.people.push((person, seat));
                    }
                }
            }
        }
        for (name, value) in &options.rules {
            let along = self.view().rules.limits_with(name, value);
            for (name, value) in
                std::iter::once((name.as_str(), value.as_str())).chain(along.iter().copied())
            {
                let (by, name, value) = (host, name.to_owned(), value.to_owned());
                self.set_up(Input::SetRule { by, name, value }).await?;
            }
        }
        self.set_up(Input::Start { by: host }).await
    }

    /// Finds the people who type here at a table that goes on.
    pub(super) fn sit_down_again(&mut self) {
        self.screen.line(&say!(
            self.cx,
            "console-resumed",
            end = self.cx.command("end")
        ));
        self.look_who_sits();
    }

    /// Notes which seats people who type have: all who are no computers.
    pub(super) fn look_who_sits(&mut self) {
        let places = self.view().seats;
        let person = |place: &SeatView| place.occupant.holder().map(|person| (person, place.seat));
        let piloted = |person| self.pilots.iter().any(|pilot| pilot.person == person);
        let people = places.iter().filter_map(person);
        self.people = people.filter(|(person, _)| !piloted(*person)).collect();
    }

    /// What somebody who types is called at the table.
    pub(super) fn name_of(&self, person: PersonId) -> String {
        say!(self.cx, "console-you", n = person.0)
    }

    async fn set_up(&self, input: Input<G>) -> Result<(), ConsoleError> {
        let Err(error) = self.handle.submit(Submission::typed(input)).await else {
            return Ok(());
        };
        let said = match error {
            SubmitError::Refused(refusal) => {
                table::refusal(&refusal, &self.handle.view(Viewer::Public), &self.cx)
            }
            error => error.to_string(),
        };
        Err(ConsoleError::Option(Paint::Plain.line(&said)))
    }
}
