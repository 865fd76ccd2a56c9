//! A restart in the middle of a round takes nothing from it.

use tractor_bot::desk::Served;
use tractor_bot::host::Finishing;
use tractor_bot::store::Finish;
use tractor_bot::table::{Record, Restored, Saved, Skill, Submission, UnixMillis, restore};

use crate::play::{play, short_rules};
use crate::replay::skills;

/// Plays a match; whatever a round of it brings, it brings it also if the bot is started again from its last
/// snapshot just before the end.
pub fn check<G: Served>() {
    let seats = *G::seats(&G::Rules::default()).start();
    // One whose strength was measured in every game: a round with others is not rated.
    let played = play::<G>(short_rules::<G>(), &skills::<G>(Skill::Greedy, seats), 3);
    let (mut records, mut snapshot, mut finishes) = (0.., None, Vec::new());
    played.follow(|_, input, proposal| {
        let at = records.next().expect("numbers");
        let record = &played.saved.entries[at];
        let mut ends = played.finishes.iter().map(|finish| finish.position);
        if ends.any(|end| end == record.position) {
            let saved = Saved {
                snapshot: snapshot.clone(),
                entries: played.saved.entries[..at].to_vec(),
                ..played.saved.clone()
            };
            let restored = restore::<G>(&saved).expect("its own journal");
            let submission = Submission::typed(input.clone());
            finishes.extend(end(&restored, &submission, record.at));
        }
        let kept = proposal.table.snapshot(record.at).map(|line| Record {
            line,
            ..record.clone()
        });
        snapshot = kept.or(snapshot.take());
    });
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
