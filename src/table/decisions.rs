//! What somebody decided in a finished round, and what they could see when they did.
//!
//! Decides whose decisions they are and of which round. What they are worth is for the game's own
//! players.

use std::ops::ControlFlow;

use super::film::Filming;
use super::journal::Saved;
use super::people::PersonId;
use super::reading::ReplayError;
use super::replay::{Change, walk};
use super::{By, Input, Stage};
use crate::game::{Game, Viewer};

/// A decision of a player, with their view at that moment.
#[derive(Debug, Clone)]
pub struct Decision<G: Game> {
    /// What they saw.
    pub view: G::View,
    /// What they did.
    pub action: G::Action,
}

/// What a person did themselves in a round of a match, in order; neither what the clock nor what a
/// computer player did in their place. `None` if the journal has no such round that is over.
///
/// # Errors
/// [`ReplayError`] for a journal that is not whole or cannot be replayed.
pub fn decisions_of<G: Game>(
    saved: &Saved,
    (number, round): (u32, u32),
    person: PersonId,
) -> Result<Option<Vec<Decision<G>>>, ReplayError<G>> {
    let (mut made, mut over) = (Vec::new(), false);
    let mut filming = Filming::default();
    walk::<G>(saved, |before, change, after| {
        match change {
            Change::Input(Input::Act { by, action }) if before.number == number => {
                let own = matches!(by, By::Person(who) if *who == person);
                if let (true, Some(seat), Stage::Playing(game)) =
                    (own, before.seating.held_by(person), &before.stage)
                {
                    made.push(Decision {
                        view: game.view(Viewer::Seat(seat)),
                        action: action.clone(),
                    });
                }
            }
            // The round begins anew.
            Change::Input(Input::Again { .. }) => made.clear(),
            Change::Input(_) | Change::Tick(_) => {}
        }
        if let Some(filmed) = filming.follow(after) {
            over = (filmed.number, filmed.round) == (number, round);
            if over {
                return ControlFlow::Break(());
            }
            made.clear();
        }
        match after.number > number {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    Ok(over.then_some(made))
}
