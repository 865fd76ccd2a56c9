//! What the viewer can choose before their turn in a trick: the match as it will be then, as far as that
//! is known. The game's own [`Due`] decides what is legal.

use super::options;
use crate::game::Seat;
use crate::table::TableView;
use crate::text::cards;
use crate::text::draft::Prospect;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::follow::{self, Breach, Due, FollowRules};
use crate::tractor::hand::Hand;
use crate::tractor::rejection::Rejection;
use crate::tractor::seating::PLAYERS;
use crate::tractor::view::{PhaseView, TrickView, View};

/// The match as it will be on the viewer's turn in this trick: before the lead nothing is due. `None` on their
/// turn, and once they have played.
pub fn foreseen(view: &View) -> Option<View> {
    let PhaseView::Playing { trick, to_play, .. } = &view.phase else {
        return None;
    };
    let seat = view.seat().filter(|seat| seat != to_play)?;
    let due = options::lead(view).map(|(lead, held)| {
        let rules = FollowRules::from(&view.rules);
        Due::of(options::layout(view), rules, &lead, held)
    });
    has_yet_to_play(trick, seat).then(|| View {
        phase: PhaseView::Playing {
            trick: trick.clone(),
            to_play: seat,
            due,
        },
        ..view.clone()
    })
}

fn has_yet_to_play(trick: &TrickView, seat: Seat) -> bool {
    let place = (seat.index() + PLAYERS - trick.leader.index()) % PLAYERS;
    trick.plays.len() <= place
}

/// What the viewer still chooses for in this trick, on their turn or before it.
pub fn prospect(view: &TableView<Tractor>) -> Option<Prospect> {
    let game = view.stage.game()?;
    let PhaseView::Playing { trick, .. } = &game.phase else {
        return None;
    };
    has_yet_to_play(trick, game.seat()?).then(|| Prospect {
        hand: cards::packed(&game.hand),
        lead: trick.plays.first().map(|lead| cards::packed(lead)),
    })
}

/// Judges a play of the viewer in this trick as the rules will on their turn. Before the lead any cards that
/// they hold will do.
///
/// # Errors
/// Why they cannot play it then.
pub fn judge(action: &Action, view: &TableView<Tractor>) -> Result<(), Rejection> {
    let (Action::Play(play), Some(game)) = (action, view.stage.game()) else {
        return Err(Rejection::NoCards);
    };
    let layout = options::layout(game);
    if play.is_empty() {
        return Err(Rejection::NoCards);
    }
    let Some((lead, held)) = options::lead(game) else {
        let held = Hand::of(layout, &game.hand).unwrap_or(Hand::EMPTY);
        held.pick(layout, play)?;
        return Ok(());
    };
    let given = held.pick(layout, play)?;
    let rules = FollowRules::from(&game.rules);
    let due = Due::of(layout, rules, &lead, held);
    let example = || {
        follow::lowest(layout, rules, &lead, held)
            .cards(layout)
            .collect()
    };
    match due.check(layout, given) {
        Ok(()) => Ok(()),
        Err(Breach::Count { due, given }) => Err(Rejection::WrongCount {
            due,
            given,
            example: example(),
        }),
        Err(breach) => Err(Rejection::MustFollow {
            breach,
            due,
            example: example(),
        }),
    }
}
