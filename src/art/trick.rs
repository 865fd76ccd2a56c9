//! The picture of a trick: four plays around a table, and the hands below it if they are open.

use super::canvas::{Canvas, Marks, WIDTH};
use super::picture::Trick;
use crate::game::Seat;
use crate::tractor::seating::Wind;

/// The height of the table.
pub(super) const TABLE: f32 = 430.0;
/// The height of one open hand.
const HAND: f32 = 74.0;

/// The whole picture.
pub(super) fn svg(trick: &Trick) -> String {
    let mut canvas = Canvas::default();
    table(&mut canvas, trick);
    let Some(hands) = &trick.hands else {
        return canvas.svg(TABLE);
    };
    for (n, (wind, hand)) in Wind::ALL.into_iter().zip(hands).enumerate() {
        let y = TABLE + HAND * (n as f32 + 0.5);
        let marks = Marks {
            deals: false,
            ..marks(trick, wind.seat())
        };
        canvas.seat(wind.seat(), [70.0, y], marks, trick.winds);
        // A hand begins at the left.
        let room = WIDTH - 150.0;
        let whole = (58.0 * 0.9 * hand.len().saturating_sub(1) as f32 + 58.0).min(room);
        canvas.cards(hand, [122.0 + whole / 2.0, y], 58.0, room, trick.colors);
    }
    canvas.svg(TABLE + 4.0 * HAND + 16.0)
}

/// The table with the four plays, in the upper part of a picture.
pub(super) fn table(canvas: &mut Canvas, trick: &Trick) {
    canvas.felt([24.0, 22.0, WIDTH - 48.0, TABLE - 44.0]);
    for wind in Wind::ALL {
        let seat = wind.seat();
        let play = &trick.plays[seat.index()];
        // Where the seat is written, and where its cards lie.
        let (at, cards, room) = match wind {
            Wind::North => ([WIDTH / 2.0, 62.0], [WIDTH / 2.0, 132.0], 400.0),
            Wind::South => ([WIDTH / 2.0, 368.0], [WIDTH / 2.0, 298.0], 400.0),
            Wind::West => ([98.0, 175.0], [190.0, 238.0], 290.0),
            Wind::East => ([WIDTH - 98.0, 175.0], [WIDTH - 190.0, 238.0], 290.0),
        };
        canvas.seat(seat, at, marks(trick, seat), trick.winds);
        canvas.cards(play, cards, 76.0, room, trick.colors);
    }
}

fn marks(trick: &Trick, seat: Seat) -> Marks {
    Marks {
        leads: trick.leader == seat,
        wins: trick.winner == Some(seat),
        deals: trick.dealer == Some(seat),
    }
}
