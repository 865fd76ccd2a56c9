//! The computer players of a table: they are asked, and their answers handed in like any input.
//!
//! Decides what becomes of an answer, and of one that is late, missing or refused: the lowest action is
//! played. Who is to be asked when is for `computers`.

use tokio::time::Instant;
use tracing::{error, warn};

use super::Actor;
use crate::game::Seat;
use crate::host::computers::{Answered, Defects, STEADY_LIMIT, THINK_LIMIT, Thinking, ask};
use crate::host::games::Paced;
use crate::host::handle::{SubmitError, Update};
use crate::host::measured;
use crate::host::off_thread::begin_off_thread;
use crate::table::{By, Input, Skill, Submission};

impl<G: Paced> Actor<G> {
    /// Asks the player who is due; an answer still missing from an earlier one is counted as late.
    pub(super) async fn ask_next(&mut self) {
        if let Some(thinking) = self.bench.thinking.take() {
            self.shared.defects.lock().late += 1;
            warn!(table = %self.id, seat = thinking.seat.index(), "a computer player is late");
            return match thinking.must {
                true => self.fall_back(thinking.seat).await,
                false => self.bench.note_asked(thinking.seat),
            };
        }
        let Some((_, seat)) = self.bench.due else {
            return;
        };
        self.bench.heard.1.insert(seat);
        let occupant = self.table.occupants().find(|(other, _)| *other == seat);
        let skill = occupant.and_then(|(_, occupant)| occupant.computer());
        let (Some(skill), Some(view)) = (skill, self.table.game_view(seat)) else {
            return self.bench.note_asked(seat);
        };
        let seed = self.table.player_seed(seat);
        let make = || self.shared.computer::<G>(skill, seed);
        let player = self.bench.take(seat, skill, make);
        let must = self.bench.must_answer(&self.table, seat);
        // A program can take its time over anything that it is asked.
        let is_program = matches!(skill, Skill::Program(_));
        if is_program || (G::is_slow(skill) && must) {
            self.bench.thinking = Some(Thinking {
                seat,
                turn: self.table.turn_started(),
                since: Instant::now(),
                limit: match skill {
                    // Its answer must not depend on how busy the machine is.
                    Skill::Steady => STEADY_LIMIT,
                    _ => THINK_LIMIT,
                },
                must,
                asked_at: self.table.moment(),
                task: begin_off_thread(move || ask(player, &view)),
            });
            return;
        }
        let action = self.put_back(seat, ask(player, &view));
        self.said(seat, action).await;
    }

    /// Handles the answer of a slow player.
    pub(super) async fn thought(&mut self, answered: Answered<G>) {
        let Some(thinking) = self.bench.thinking.take() else {
            return;
        };
        measured::thought::<G>(thinking.since.elapsed());
        let action = self.put_back(thinking.seat, answered);
        if thinking.must || thinking.asked_at == self.table.moment() {
            self.said(thinking.seat, action).await;
        } else if let Some(action) = action {
            // The table has gone on meanwhile: what is refused now need not have been wrong, and it is
            // asked again.
            let _ = self.play_for(thinking.seat, action).await;
        }
        self.refresh();
    }

    /// Puts a player back on the bench and gives its answer.
    fn put_back(&mut self, seat: Seat, answered: Answered<G>) -> Option<G::Action> {
        match answered {
            Some((player, action)) => {
                self.bench.players.insert(seat, player);
                action
            }
            None => {
                self.shared.defects.lock().panics += 1;
                error!(table = %self.id, seat = seat.index(), "a computer player panicked");
                None
            }
        }
    }

    /// Submits a player's answer; if it owed a legal one and gave none, the lowest action.
    async fn said(&mut self, seat: Seat, action: Option<G::Action>) {
        let must = self.bench.must_answer(&self.table, seat);
        let here = self.table.moment();
        let fault: fn(&mut Defects) -> &mut u64 = match action {
            None if must => |defects| &mut defects.silent,
            None => return self.bench.note_asked(seat),
            Some(action) => match self.play_for(seat, action).await {
                // The journal has gone on, in another process or by an entry that was thought lost: it is asked again.
                Err(SubmitError::Refused(_)) if self.table.moment() != here => return,
                Err(SubmitError::Refused(why)) => {
                    self.bench.tell_refused(seat, &why.to_string());
                    |defects| &mut defects.illegal
                }
                Err(SubmitError::Defect) => |defects| &mut defects.illegal,
                // If the journal failed, the player is asked again later.
                Ok(_) | Err(SubmitError::NotSaved(_) | SubmitError::Gone) => return,
            },
        };
        *fault(&mut self.shared.defects.lock()) += 1;
        warn!(table = %self.id, seat = seat.index(), "a computer player has no legal answer");
        if must {
            self.fall_back(seat).await;
        } else {
            self.bench.note_asked(seat);
        }
    }

    /// Submits the lowest action for a player that failed.
    async fn fall_back(&mut self, seat: Seat) {
        self.bench.note_asked(seat);
        let here = self.table.moment();
        let played = match self.lowest(seat) {
            Some(action) => self.play_for(seat, action).await,
            None => Err(SubmitError::Defect),
        };
        match played {
            Err(SubmitError::Refused(_)) if self.table.moment() != here => {}
            Err(SubmitError::Refused(_) | SubmitError::Defect) => self.helpless(seat),
            Ok(_) | Err(SubmitError::NotSaved(_) | SubmitError::Gone) => {}
        }
    }

    async fn play_for(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<Update<G>, SubmitError<G>> {
        let by = By::Computer(seat);
        let played = Submission::typed(Input::Act { by, action });
        self.accept(played).await
    }

    /// The lowest legal action of this seat.
    pub(super) fn lowest(&self, seat: Seat) -> Option<G::Action> {
        let view = self.table.game_view(seat)?;
        let player = (
            Skill::Lowest,
            G::computer(Skill::Lowest, self.table.player_seed(seat)),
        );
        ask::<G>(player, &view).and_then(|(_, action)| action)
    }

    pub(super) fn helpless(&self, seat: Seat) {
        self.shared.defects.lock().helpless += 1;
        error!(table = %self.id, seat = seat.index(), "nothing legal is known for a seat");
    }
}
