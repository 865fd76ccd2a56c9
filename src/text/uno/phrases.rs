//! Words and phrases that several pages of UNO share.

use crate::command::Verb;
use crate::game::Seat;
use crate::text::context;
use crate::text::context::RenderContext;
use crate::text::table::{self, who};
use crate::uno::rules::Stack;
use crate::uno::view::UnoDecision;
use crate::uno::{Direction, RoundView, Uno, View};

pub type TableContext<'a> = context::TableContext<'a, Uno>;
pub type MatchContext<'a> = context::MatchContext<'a, Uno>;

/// The player as shown in lists: not bold, with a robot if a computer plays there.
pub fn plain_who(seat: Seat, cx: &TableContext) -> String {
    let name = table::plain_who(seat, cx);
    let place = cx.view.place(seat);
    match place.is_some_and(|place| place.occupant.computer().is_some()) {
        true => format!("{name} 🤖"),
        false => name,
    }
}

/// The line with the number of its play, if the looks say so: `#12 · …`. Plays are counted from 1
/// in each round.
pub fn numbered(number: u32, line: String, cx: &RenderContext) -> String {
    match cx.looks.play_numbers {
        true => format!("#{number} · {line}"),
        false => line,
    }
}

/// Whose turn it is and what they have to decide.
pub fn turn_line(round: &RoundView, cx: &MatchContext) -> String {
    let (who, owed) = (who(round.turn, cx), round.owed);
    let stacks = cx.game.rules.stack != Stack::None;
    let line = match round.decision {
        UnoDecision::Color => say!(cx, "uno-turn-color", who),
        UnoDecision::Swap => say!(cx, "uno-turn-swap", who),
        UnoDecision::Turn if owed > 0 => match (round.callable, stacks) {
            (true, false) => say!(cx, "uno-turn-owes-call", who, owed),
            (true, true) => say!(cx, "uno-turn-owes-both", who, owed),
            (false, _) => say!(cx, "uno-turn-owes", who, owed),
        },
        UnoDecision::Turn => say!(cx, "uno-turn", who),
        UnoDecision::AfterDrawing => say!(cx, "uno-turn-drawn", who),
    };
    match cx.when() {
        Some(when) => format!("{line} · {when}"),
        None => line,
    }
}

/// The players in turn order, the current one first.
pub fn coming(game: &View, round: &RoundView) -> impl Iterator<Item = Seat> {
    let mut order = game.order.clone();
    if round.direction == Direction::Backward {
        order.reverse();
    }
    let turn = order.iter().position(|seat| *seat == round.turn);
    order.rotate_left(turn.unwrap_or(0));
    let left = game.left;
    order.into_iter().filter(move |seat| !left.contains(*seat))
}

/// What the button of a move says that is no play.
pub fn move_label(verb: Verb, round: &RoundView, cx: &RenderContext) -> String {
    match verb {
        Verb::Draw if round.owed > 0 => say!(cx, "uno-button-draw-owed", owed = round.owed),
        Verb::Draw => say!(cx, "uno-button-draw"),
        Verb::Pass => say!(cx, "uno-button-pass"),
        Verb::Call => say!(cx, "uno-button-call"),
        Verb::Uno => say!(cx, "uno-button-uno"),
        _ => say!(cx, "uno-button-catch"),
    }
}
