//! What time brings at a table: its alarms, the ticks of a deal, the end of the time for which a seat is
//! kept, and the pause once nobody is there.
//!
//! Decides what is done when an alarm is due, and what is played for somebody whose time is up. When
//! alarms are due is for `alarms`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio::time::Instant;
use tracing::error;

use super::Actor;
use crate::game::Seat;
use crate::host::alarms::Alarm;
use crate::host::games::Paced;
use crate::host::handle::{SubmitError, Update};
use crate::table::{By, Closer, Happening, Input, News, Submission};

/// The most actions with which the clock plays a turn to its end.
const MOST_STEPS: usize = 200;

impl<G: Paced> Actor<G> {
    /// What is due next, and when: the clock of turns, time banks, call windows, idle tables, kept seats, presence and
    /// computer players.
    pub(super) fn next_due(&self) -> Option<(Instant, Alarm<G::Cue>)> {
        let player = self.bench.next().map(|at| (at, Alarm::Ask));
        let player = player.filter(|_| self.serves);
        // However short a cue is, each computer player has its say before it.
        let is_due = player.is_some_and(|(at, _)| self.alarms.held(at) <= Instant::now());
        let waits = is_due && self.bench.precedes();
        let alarm = self.alarms.next().filter(|(_, alarm)| match alarm {
            // What nobody writes down is everybody's.
            Alarm::Warn { .. } => true,
            Alarm::Cue(cue) if G::is_tick(*cue) => !waits,
            // The end of a deal waits for the answer of a player who speaks out of turn.
            Alarm::Cue(_) => self.serves && !waits && !self.bench.is_heard_out(),
            _ => self.serves,
        });
        if !self.serves {
            return alarm;
        }
        let deserted = self.presence.is_deserted();
        let pause = deserted.then_some((self.quiet_since, Alarm::Pause));
        let kept = self.kept_seats.next(&self.table);
        let kept = kept.map(|(at, seat)| (at, Alarm::Release(seat)));
        let all = [pause, kept, alarm, player].into_iter().flatten();
        let all = all.map(|(at, alarm)| (self.alarms.held(at), alarm));
        // Of those of one time the first.
        all.min_by_key(|(at, _)| *at)
    }

    /// Does what is due first; `false` if nothing is.
    pub(super) async fn tick(&mut self) -> bool {
        let due = self.next_due().filter(|(at, _)| *at <= Instant::now());
        let Some((at, alarm)) = due else {
            return false;
        };
        match alarm {
            Alarm::Pause => self.pause().await,
            Alarm::Release(seat) => self.release(seat).await,
            Alarm::Ask => self.ask_next().await,
            alarm => {
                self.alarms.rang = Some(at);
                self.ring(alarm).await;
            }
        }
        self.refresh();
        true
    }

    /// Pauses the match, since nobody is there.
    async fn pause(&mut self) {
        match self.accept(Submission::typed(Input::Pause)).await {
            Ok(_) | Err(SubmitError::NotSaved(_) | SubmitError::Gone) => {}
            Err(SubmitError::Refused(_) | SubmitError::Defect) => self.presence.forget(),
        }
    }

    /// Keeps a seat no longer for the person who left it.
    async fn release(&mut self, seat: Seat) {
        let released = self.accept(Submission::typed(Input::Release { seat }));
        if released.await.is_err() {
            self.alarms.hold(Instant::now());
        }
    }

    /// A tick of the clock, which is not written down: after a restart it comes again.
    fn tick_on(&mut self) {
        let table = Arc::clone(&self.table);
        let ticked = catch_unwind(AssertUnwindSafe(|| table.tick()));
        match ticked {
            Ok(Some((after, events))) => {
                self.presence.note(&self.table, None, &after);
                drop(self.take_over(Arc::new(after), events, None));
            }
            Ok(None) => self.alarms.hold(Instant::now()),
            Err(_) => {
                self.shared.defects.lock().panics += 1;
                error!(table = %self.id, "the rules panicked; the tick had no effect");
                self.alarms.hold(Instant::now());
            }
        }
    }

    async fn ring(&mut self, alarm: Alarm<G::Cue>) {
        let here = self.table.moment();
        let input = match alarm {
            Alarm::Warn { seat, seconds } => {
                self.alarms.warned(seat);
                let warning = vec![News::Table(Happening::Warned { seat, seconds })];
                self.news.tell(&Update::new(&self.table, None, warning));
                return;
            }
            Alarm::Cue(cue) if G::is_tick(cue) => return self.tick_on(),
            Alarm::Cue(cue) => Input::Elapse(cue),
            Alarm::Idle => Input::Close { by: Closer::Idle },
            Alarm::Pause | Alarm::Release(_) | Alarm::Ask => return,
            Alarm::TimeUp(seat) => match self.lowest(seat) {
                Some(action) => Input::Act {
                    by: By::Clock(seat),
                    action,
                },
                None => {
                    self.helpless(seat);
                    return self.alarms.set_anew(alarm, Instant::now());
                }
            },
            Alarm::Nudge => match self.nudge() {
                Some((seat, action)) => Input::Act {
                    by: By::Clock(seat),
                    action,
                },
                None => return self.alarms.set_anew(alarm, Instant::now()),
            },
        };
        match self.accept(Submission::typed(input)).await {
            Ok(_) => {
                // A game that still waits for this cue would be due again at once.
                if let Alarm::Cue(cue) = alarm
                    && self.table.cue() == Some(cue)
                {
                    self.alarms.set_anew(alarm, Instant::now());
                }
                if let Alarm::TimeUp(seat) = alarm {
                    self.play_on(seat).await;
                }
            }
            Err(SubmitError::NotSaved(_) | SubmitError::Gone) => {}
            // The journal has gone on, in another process or by an entry that was thought lost.
            Err(SubmitError::Refused(_)) if self.table.moment() != here => {}
            Err(SubmitError::Refused(_) | SubmitError::Defect) => {
                if let Alarm::TimeUp(seat) = alarm {
                    self.helpless(seat);
                }
                self.alarms.set_anew(alarm, Instant::now());
            }
        }
    }

    /// Plays a turn to its end for somebody whose time is up.
    async fn play_on(&mut self, seat: Seat) {
        for _ in 0..MOST_STEPS {
            let view = self.table.game_view(seat);
            let action = match view.is_some_and(|view| G::goes_on(&view)) {
                true => self.lowest(seat),
                false => None,
            };
            let Some(action) = action else { return };
            let by = By::ClockOn(seat);
            let played = self.accept(Submission::typed(Input::Act { by, action }));
            if played.await.is_err() {
                // A computer plays there by now, or the turn limit that starts again handles it.
                return;
            }
        }
    }

    /// The action that gets the game going when it waits for nobody in particular, with the first
    /// taken seat that may take it.
    fn nudge(&self) -> Option<(Seat, G::Action)> {
        let taken = self.table.occupants().filter(|(_, who)| !who.is_empty());
        let mut nudges = taken.filter_map(|(seat, _)| {
            let view = self.table.game_view(seat)?;
            G::nudge(&view).map(|action| (seat, action))
        });
        nudges.next()
    }
}
