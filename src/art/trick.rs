//! The pictures of a trick, four plays around a table, and of a round's end: its last trick, the kitty
//! and the points.

use super::canvas::{INK, Marks};
use super::picture::{RoundPicture, TablePicture};
use super::*;
use crate::tractor::seating::PLAYERS;

/// The height of the table.
pub(super) const TABLE: f32 = 430.0;
/// The widest play of North and South, between the names of West and East.
const ROOM: f32 = 470.0;
/// The widest play of West and East: both fit beside each other, in a row of their own.
const ASIDE: f32 = 340.0;
/// The height of what is written above the kitty and the points.
const LABEL: f32 = 44.0;

pub(super) fn trick(shown: &TablePicture) -> String {
    let mut canvas = Canvas::default();
    table(&mut canvas, shown);
    canvas.svg(TABLE)
}

/// The table with the four plays, in the upper part of a picture.
fn table(canvas: &mut Canvas, shown: &TablePicture) {
    let trick = &shown.trick;
    canvas.felt([24.0, 22.0, WIDTH - 48.0, TABLE - 44.0]);
    for wind in Wind::ALL {
        let seat = wind.seat();
        let after = (seat.index() + PLAYERS - trick.leader.index()) % PLAYERS;
        // Where the seat is written, and where its cards lie.
        let (at, cards, room) = match wind {
            Wind::North => ([WIDTH / 2.0, 58.0], [WIDTH / 2.0, 126.0], ROOM),
            Wind::South => ([WIDTH / 2.0, 372.0], [WIDTH / 2.0, 304.0], ROOM),
            Wind::West => ([98.0, 142.0], [212.0, 215.0], ASIDE),
            Wind::East => ([WIDTH - 98.0, 142.0], [WIDTH - 212.0, 215.0], ASIDE),
        };
        let marks = Marks {
            leads: trick.leader == seat,
            wins: trick.winning == Some(seat),
            deals: shown.dealer == Some(seat),
        };
        canvas.seat(seat, at, marks, shown.winds);
        let play = trick.plays.get(after).map_or(&[][..], Vec::as_slice);
        canvas.cards(play, cards, 76.0, room, shown.colors);
    }
}

pub(super) fn round(round: &RoundPicture) -> String {
    let mut canvas = Canvas::default();
    let mut top = 20.0;
    if let Some(last) = &round.trick {
        table(&mut canvas, last);
        top = TABLE;
    }
    if !round.kitty.is_empty() {
        label(&mut canvas, ["KITTY", "底牌"], top, round.winds);
        top += LABEL;
        let middle = [WIDTH / 2.0, top + 42.0];
        canvas.cards(&round.kitty, middle, 76.0, WIDTH - 60.0, round.colors);
        top += 96.0;
    }
    label(&mut canvas, ["POINTS", "得分"], top, round.winds);
    top += LABEL;
    points(&mut canvas, round, top + 30.0);
    canvas.svg(top + 72.0)
}

/// What stands below it, in letters or characters.
fn label(canvas: &mut Canvas, [latin, chinese]: [&str; 2], top: f32, winds: Winds) {
    let (words, width) = match winds {
        Winds::Latin => (latin, 26.0 * latin.len() as f32),
        Winds::Chinese => (chinese, 84.0),
    };
    canvas.text(words, [36.0, top + 4.0, width, 32.0], 3.4, FAINT);
}

/// The points of the opponents as a bar, up to twice what they needed.
fn points(canvas: &mut Canvas, round: &RoundPicture, y: f32) {
    let opponents = round.declarers.other();
    let (points, needed) = round.points;
    canvas.names(opponents, [46.0, y], round.winds);
    let (left, room) = (158.0, 440.0);
    let most = (2 * needed.max(1)).max(points) as f32;
    let at = |points: i32| left + room * points.max(0) as f32 / most;
    canvas.block([left, y - 12.0, room, 24.0], 12.0, "#34373d");
    if points > 0 {
        let bar = [left, y - 12.0, (at(points) - left).max(24.0), 24.0];
        canvas.block(bar, 12.0, team_color(opponents));
    }
    canvas.line([at(needed), y - 20.0, at(needed), y + 20.0], 4.0, GOLD);
    let reached = match round.winner == opponents {
        true => INK,
        false => FAINT,
    };
    let beside = [left + room + 24.0, y - 17.0, 150.0, 34.0];
    canvas.text(&format!("{points}/{needed}"), beside, 4.4, reached);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::picture::SuitColors;
    use crate::art::picture::Winds;
    use crate::tractor::card::Card;
    use crate::tractor::view::TrickView;

    /// Where the cards of a drawing lie: left, top and width of each, in the order of the seats.
    fn places(svg: &str) -> Vec<[f32; 3]> {
        let cards = svg.split(r#"<g transform="translate("#).skip(1);
        let places = cards.map(|card| {
            let (numbers, _) = card.split_once(r#")">"#).expect("a scale");
            let mut numbers = numbers
                .split([' ', ')', '('])
                .filter_map(|n| n.parse().ok());
            let [left, top, scale]: [f32; 3] =
                std::array::from_fn(|_| numbers.next().expect("three"));
            [left, top, 128.0 * scale]
        });
        places.collect()
    }

    #[test]
    fn plays_of_any_length_lie_side_by_side_and_show_every_rank() {
        for count in 1..=25 {
            let cards = Card::all().take(count).collect::<Vec<_>>();
            let laid = TrickView {
                leader: Wind::North.seat(),
                plays: vec![cards.clone(); PLAYERS],
                winning: None,
                points: 0,
                failed_throw: None,
            };
            let svg = trick(&TablePicture {
                trick: laid,
                dealer: None,
                colors: SuitColors::Two,
                winds: Winds::Latin,
            });
            let places = places(&svg);
            assert_eq!(places.len(), 4 * count);
            let rows: Vec<[f32; 4]> = places
                .chunks(count)
                .map(|row| {
                    let [last, top, size] = row[count - 1];
                    for pair in row.windows(2) {
                        assert!(pair[1][0] - pair[0][0] > 0.35 * size, "{count}: {row:?}");
                    }
                    [row[0][0], last + size, top, top + size]
                })
                .collect();
            for (n, [left, right, top, bottom]) in rows.iter().enumerate() {
                assert!(*left > 24.0 && *right < WIDTH - 24.0, "{count}: {rows:?}");
                let apart = rows[n + 1..]
                    .iter()
                    .all(|[l, r, t, b]| right <= l || r <= left || bottom <= t || b <= top);
                assert!(apart, "{count}: {rows:?}");
            }
        }
    }
}
