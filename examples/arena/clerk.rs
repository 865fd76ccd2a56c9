//! Asking a player: its time, and what becomes of an answer that is none or not legal.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tractor_bot::game::{Game, Seat, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::Lowest;
use tractor_bot::players::uno::Quick;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::seating::partner;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::Uno;

/// The kinds of decisions that are timed apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A call, where one is open.
    Call,
    Kitty,
    Lead,
    Follow,
    /// Anything else: in UNO, every turn.
    Other,
}

impl Kind {
    pub const ALL: [(Kind, &'static str); 5] = [
        (Kind::Call, "call"),
        (Kind::Kitty, "kitty"),
        (Kind::Lead, "lead"),
        (Kind::Follow, "follow"),
        (Kind::Other, "other"),
    ];
}

/// A game whose decisions can be told apart.
pub trait Judged: Game {
    /// What the viewer has to decide, and whether an answer is due; `None` if there is nothing.
    fn decision(view: &Self::View) -> Option<(Kind, bool)>;

    fn lowest(view: &Self::View) -> Option<Self::Action>;
}

impl Judged for Tractor {
    fn decision(view: &Self::View) -> Option<(Kind, bool)> {
        let seat = view.seat()?;
        let offers = view.surrender;
        match &view.phase {
            PhaseView::Dealing { open, .. } | PhaseView::CallWindow { open, .. } => {
                (!open.is_empty()).then_some((Kind::Call, false))
            }
            PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. }
                if !offers.is_empty() =>
            {
                let asked = offers.contains(partner(seat)) && !offers.contains(seat);
                asked.then_some((Kind::Other, true))
            }
            PhaseView::Burying => (view.burier() == Some(seat)).then_some((Kind::Kitty, true)),
            PhaseView::Overcalls { asked, .. } => (*asked == seat).then_some((Kind::Call, true)),
            PhaseView::Playing { trick, to_play, .. } => {
                let kind = match trick.plays.is_empty() {
                    true => Kind::Lead,
                    false => Kind::Follow,
                };
                (*to_play == seat).then_some((kind, true))
            }
            PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
        }
    }

    fn lowest(view: &Self::View) -> Option<Self::Action> {
        Lowest.choose(view)
    }
}

impl Judged for Uno {
    fn decision(view: &Self::View) -> Option<(Kind, bool)> {
        let round = view.playing()?;
        (Some(round.turn) == view.seat()).then_some((Kind::Other, true))
    }

    fn lowest(view: &Self::View) -> Option<Self::Action> {
        Quick::idle().choose(view)
    }
}

/// What is noted of one kind of player.
#[derive(Debug, Clone, Default)]
pub struct Clerk {
    pub times: Vec<(Kind, Duration)>,
    /// Answers that the rules refused.
    pub illegal: u64,
    /// Answers that were due and did not come.
    pub missing: u64,
    /// Answers that came later than the limit.
    pub late: u64,
    pub panics: u64,
}

impl Clerk {
    /// Adds what another thread noted.
    pub fn add(&mut self, other: Clerk) {
        self.times.extend(other.times);
        self.illegal += other.illegal;
        self.missing += other.missing;
        self.late += other.late;
        self.panics += other.panics;
    }

    /// Asks a player and carries its answer out; the lowest action if it owed a legal one and gave none.
    /// `None` means that nothing was done.
    ///
    /// # Panics
    /// If the lowest action is refused: then the game is broken, not a player.
    pub fn ask<G: Judged>(
        &mut self,
        game: &mut G,
        seat: Seat,
        player: &mut dyn Player<G>,
        limit: Duration,
    ) -> Option<Vec<G::Event>> {
        let view = game.view(Viewer::Seat(seat));
        let decision = G::decision(&view);
        let start = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| player.choose(&view)));
        let time = start.elapsed();
        if let Some((kind, _)) = decision {
            self.times.push((kind, time));
            self.late += u64::from(time > limit);
        }
        let due = decision.is_some_and(|(_, due)| due);
        match answer {
            Ok(Some(action)) => match game.act(seat, action) {
                Ok(events) => return Some(events),
                Err(why) => {
                    self.illegal += 1;
                    player.refused(&why.to_string());
                }
            },
            Ok(None) => self.missing += u64::from(due),
            Err(_) => self.panics += 1,
        }
        let lowest = G::lowest(&view).filter(|_| due)?;
        Some(game.act(seat, lowest).expect("the lowest action is legal"))
    }
}
