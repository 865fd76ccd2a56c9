//! A day whose processes are of two versions: what outlives a process is written down between two of them, and the
//! program of tests of the other version lets the next one live.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use double::folder::Folder;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::digest::Sum;
use crate::ledger::Ledger;
use crate::life::End;
use crate::store::Faults;
use crate::world::{Figures, Party, Person, Plan, World};

/// The setting that names the file of a process that the other program lets live.
const PROCESS: &str = "DAY_PROCESS";

/// A world between two processes.
#[derive(Serialize, Deserialize)]
struct KeptWorld {
    plan: Plan,
    url: String,
    ledger: Ledger,
    faults: Faults,
    figures: Figures,
    said: Sum,
    deeds: BTreeMap<String, [u64; 4]>,
    parties: Vec<Party>,
    people: Vec<Person>,
}

impl KeptWorld {
    fn of(world: &World) -> Self {
        let Data::File { url, .. } = &world.data else {
            unreachable!("data in memory are for one program alone");
        };
        let people = world.people.iter().map(|person| {
            let person = person.try_lock().expect("nobody is at it between two");
            person.clone()
        });
        Self {
            plan: world.plan,
            url: url.clone(),
            ledger: world.ledger.lock().clone(),
            faults: *world.faults.lock(),
            figures: *world.figures.lock(),
            said: world.sum(),
            deeds: world.deeds.lock().clone(),
            parties: world.parties.iter().map(|it| it.lock().clone()).collect(),
            people: people.collect(),
        }
    }

    fn world(self) -> World {
        let people = self.people.into_iter();
        World {
            plan: self.plan,
            data: Data::file(self.url),
            ledger: Mutex::new(self.ledger),
            faults: Mutex::new(self.faults),
            figures: Mutex::new(self.figures),
            said: Mutex::new(self.said),
            deeds: Mutex::new(self.deeds),
            parties: self.parties.into_iter().map(Mutex::new).collect(),
            people: people
                .map(|person| Arc::new(tokio::sync::Mutex::new(person)))
                .collect(),
        }
    }
}

/// A process that is to live, and how its life ended.
#[derive(Serialize, Deserialize)]
struct KeptProcess {
    number: u64,
    at: u64,
    end: End,
    ended: Option<Result<u64, String>>,
    world: KeptWorld,
}

impl KeptProcess {
    fn read(file: &Path) -> Self {
        let text = std::fs::read(file).expect("it was written");
        serde_json::from_slice(&text).expect("it was written by another version of this")
    }

    fn write(&self, file: &Path) {
        let text = serde_json::to_vec(self).expect("it can be written down");
        std::fs::write(file, text).expect("there is room for it");
    }
}

/// Lets a process of another version live, by its program of tests; gives the world after it, and when it ended.
pub fn live_in(
    program: &Path,
    world: &World,
    (number, at): (u64, u64),
    end: End,
) -> Result<(World, u64), String> {
    let folder = Folder::new();
    let file = folder.file("process.json");
    let world = KeptWorld::of(world);
    KeptProcess {
        number,
        at,
        end,
        ended: None,
        world,
    }
    .write(&file);
    let mut command = Command::new(program);
    command.args(["--ignored", "--exact", "kept::a_process_of_a_day"]);
    let done = command.env(PROCESS, &file).output();
    let done = done.map_err(|error| format!("{}: {error}", program.display()))?;
    let after = KeptProcess::read(&file);
    let Some(ended) = after.ended else {
        let said = String::from_utf8_lossy(&done.stdout);
        return Err(format!("the other program says: {said}"));
    };
    Ok((after.world.world(), ended?))
}

#[test]
#[ignore = "a part of a day whose processes are of two versions"]
fn a_process_of_a_day() {
    let file = std::env::var_os(PROCESS).expect("the program of the other version starts it");
    let file = Path::new(&file);
    let KeptProcess {
        number,
        at,
        end,
        world,
        ..
    } = KeptProcess::read(file);
    let world = Arc::new(world.world());
    let ended = Some(crate::process(&world, (number, at), end));
    let world = KeptWorld::of(&world);
    KeptProcess {
        number,
        at,
        end,
        ended,
        world,
    }
    .write(file);
}
