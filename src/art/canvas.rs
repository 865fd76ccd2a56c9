//! A canvas: the ground of a picture, and what several pictures show.
//!
//! Decides colours, and how a seat, a team and a row of cards are drawn. Teams
//! and marks differ by form, not by colour alone.

use super::*;

/// What is written on the ground.
pub(super) const INK: &str = "#f2f3f5";
/// What is less important.
pub(super) const FAINT: &str = "#8e929b";
/// Lines behind everything.
pub(super) const LINE: &str = "#43464d";
/// Goals, winners.
pub(super) const GOLD: &str = "#ffd166";
const GROUND: &str = "#26282d";
const FELT: &str = "#1f4a3a";

/// The width of every picture in units.
pub(super) const WIDTH: f32 = 800.0;

#[derive(Default)]
pub(super) struct Canvas {
    drawn: String,
}

impl Canvas {
    /// The whole drawing, so high.
    pub(super) fn svg(self, height: f32) -> String {
        let drawn = self.drawn;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"><rect width="{WIDTH}" height="{height}" rx="18" fill="{GROUND}"/>{drawn}</svg>"#
        )
    }

    pub(super) fn put(&mut self, piece: &str) {
        self.drawn.push_str(piece);
    }

    /// Signs in a box.
    pub(super) fn text(&mut self, words: &str, place: [f32; 4], weight: f32, color: &str) {
        self.put(&glyph::text(words, place, weight, color));
    }

    pub(super) fn line(&mut self, [x, y, to_x, to_y]: [f32; 4], width: f32, color: &str) {
        self.put(&format!(
            r#"<path d="M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}" stroke="{color}" stroke-width="{width}" stroke-linecap="round"/>"#
        ));
    }

    /// A line through these points; `pen` is its width, and what else there is to it.
    pub(super) fn way(&mut self, points: &[[f32; 2]], color: &str, pen: &str) {
        let points: Vec<String> = points
            .iter()
            .map(|[x, y]| format!("{x:.1},{y:.1}"))
            .collect();
        let points = points.join(" ");
        self.put(&format!(
            r#"<polyline points="{points}" fill="none" stroke="{color}" stroke-width="{pen}"/>"#
        ));
    }

    /// A box with round corners.
    pub(super) fn block(&mut self, [x, y, width, height]: [f32; 4], round: f32, color: &str) {
        self.put(&format!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{round}" fill="{color}"/>"#
        ));
    }

    /// The cloth that a trick lies on.
    pub(super) fn felt(&mut self, place: [f32; 4]) {
        self.block(place, 90.0, FELT);
    }

    pub(super) fn team(&mut self, team: Team, [x, y]: [f32; 2], size: f32) {
        let color = team_color(team);
        self.put(&match team {
            Team::NorthSouth => {
                format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{size}" fill="{color}"/>"#)
            }
            Team::WestEast => {
                let (x, y, w) = (x - size * 0.88, y - size * 0.88, size * 1.76);
                format!(
                    r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{w:.1}" fill="{color}"/>"#
                )
            }
        });
    }

    /// The two winds of a team beside its mark, from this point to the right.
    pub(super) fn names(&mut self, team: Team, [x, y]: [f32; 2], winds: Winds) {
        self.team(team, [x, y], 14.0);
        for (n, seat) in team.seats().into_iter().enumerate() {
            let left = x + 24.0 + 38.0 * n as f32;
            self.text(sign(seat, winds), [left, y - 16.0, 32.0, 32.0], 3.4, INK);
        }
    }

    /// A seat: its wind in the form of its team; a ring around who wins, a triangle before who leads,
    /// a star beside the dealer.
    pub(super) fn seat(&mut self, seat: Seat, [x, y]: [f32; 2], marks: Marks, winds: Winds) {
        if marks.wins {
            self.put(&format!(
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="38" fill="none" stroke="{GOLD}" stroke-width="6"/>"#
            ));
        }
        self.team(Team::of(seat), [x, y], 30.0);
        let weight = match winds {
            Winds::Latin => 5.0,
            Winds::Chinese => 3.2,
        };
        let place = [x - 19.0, y - 19.0, 38.0, 38.0];
        self.text(sign(seat, winds), place, weight, "#15161a");
        if marks.leads {
            let (left, right, above, below) = (x - 62.0, x - 43.0, y - 14.0, y + 14.0);
            self.put(&format!(
                r#"<path d="M{left:.1} {above:.1}V{below:.1}L{right:.1} {y:.1}Z" fill="{INK}"/>"#
            ));
        }
        if marks.deals {
            let star = glyph::star([x + 54.0, y], 15.0);
            self.put(&format!(r#"<polygon points="{star}" fill="{INK}"/>"#));
        }
    }

    /// Cards in a row around this point, so wide each; they overlap where the room is not enough,
    /// and are smaller where ranks would be covered otherwise.
    pub(super) fn cards(
        &mut self,
        cards: &[Card],
        [x, y]: [f32; 2],
        size: f32,
        room: f32,
        colors: SuitColors,
    ) {
        let steps = cards.len().saturating_sub(1).max(1) as f32;
        let size = size.min(room / (1.0 + card::INDEX * steps));
        let step = (size * 0.9).min((room - size) / steps);
        let whole = step * cards.len().saturating_sub(1) as f32 + size;
        for (n, card) in cards.iter().enumerate() {
            let (left, top) = (x - whole / 2.0 + step * n as f32, y - size / 2.0);
            let (scale, covered) = (size / 128.0, n + 1 < cards.len() && step < size * 0.75);
            let card = match covered {
                true => card::index(*card, colors),
                false => card::french(*card, colors),
            };
            self.put(&format!(
                r#"<g transform="translate({left:.1} {top:.1}) scale({scale:.4})">{card}</g>"#
            ));
        }
    }
}

/// What is marked at a seat.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    pub(super) leads: bool,
    pub(super) wins: bool,
    pub(super) deals: bool,
}

pub(super) const fn team_color(team: Team) -> &'static str {
    match team {
        Team::NorthSouth => "#5bc0ff",
        Team::WestEast => "#ffa552",
    }
}

fn sign(seat: Seat, winds: Winds) -> &'static str {
    let signs = match Wind::of(seat) {
        Wind::North => ["N", "北"],
        Wind::West => ["W", "西"],
        Wind::South => ["S", "南"],
        Wind::East => ["E", "东"],
    };
    match winds {
        Winds::Latin => signs[0],
        Winds::Chinese => signs[1],
    }
}
