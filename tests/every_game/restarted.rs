//! A restart in the middle of a round takes nothing from it.

use tractor_bot::desk::Served;
use tractor_bot::host::Finishing;
use tractor_bot::store::Finish;
use tractor_bot::table::{
    Entry, Header, Record, Restored, Saved, Skill, Submission, Table, UnixMillis, restore,
};

use crate::play::{play, short_rules};
use crate::replay::skills;

/// Plays a match; whatever a round of it brings, it brings it also if the bot is started again from its last
/// snapshot just before the end.
pub fn check<G: Served>() {
    let seats = *G::seats(&G::Rules::default()).start();
    // One whose strength was measured in every game: a round with others is not rated.
    let played = play::<G>(short_rules::<G>(), &skills::<G>(Skill::Greedy, seats), 3);
    let header: Header<G> = serde_json::from_str(&played.saved.header.line).expect("a header");
    let (mut table, mut snapshot, mut finishes) = (Table::new(header), None, Vec::new());
    for (at, record) in played.saved.entries.iter().enumerate() {
        let entry: Entry<G> = serde_json::from_str(&record.line).expect("an entry");
        let submission = Submission::typed(entry.input);
        let ends = played.finishes.iter();
        if ends
            .clone()
            .any(|finish| finish.position == record.position)
        {
            let saved = Saved {
                snapshot: snapshot.clone(),
                entries: played.saved.entries[..at].to_vec(),
                ..played.saved.clone()
            };
            let restored = restore::<G>(&saved).expect("its own journal");
            finishes.extend(end(&restored, &submission, record.at));
        }
        table = table.propose(&submission).expect("it was accepted").table;
        let kept = table.snapshot(record.at);
        snapshot = kept.map_or(snapshot, |line| {
            Some(Record {
                line,
                ..record.clone()
            })
        });
    }
    assert_eq!(finishes, played.finishes);
    let rated = |finish: &Finish| finish.summary.contains(r#""rated":"#);
    assert!(finishes.iter().any(rated), "nothing was rated");
}

/// What this input finishes at a table that was brought back.
fn end<G: Served>(
    restored: &Restored<G>,
    submission: &Submission<G>,
    at: UnixMillis,
) -> Vec<Finish> {
    let table = &restored.table;
    let finishing = Finishing {
        table,
        proposal: &table.propose(submission).expect("it was accepted"),
        at,
        round_began: restored.round_began,
    };
    finishing.finishes()
}
