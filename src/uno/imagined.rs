//! Rounds as somebody at the table may imagine them: what a view shows, with hidden cards dealt at
//! will.
//!
//! Decides nothing about which cards are likely; that is for whoever imagines.

use super::card::{Card, Color, Kinds};
use super::hand::Hand;
use super::legal::{fitting, has_color};
use super::pile::Piles;
use super::round::{Bluff, Circle, MOST_PLAYERS, Round, Stage};
use super::rules::BluffTest;
use super::signs::Signs;
use super::view::{Decision, View};
use crate::chance::Seed;
use crate::game::Seat;

impl Round {
    /// The round of a view with these hands, by seat, and this draw pile, the next card last. `seed`
    /// shuffles the discards once the pile is drawn.
    ///
    /// `None` where no round is played, or where somebody else has drawn in this turn: the view does
    /// not tell which card that was.
    pub fn imagined(
        view: &View,
        hands: [Hand; MOST_PLAYERS],
        draw: Vec<Card>,
        seed: Seed,
    ) -> Option<Round> {
        let seen = view.playing()?;
        let stage = match seen.decision {
            Decision::Turn => Stage::Turn,
            Decision::AfterDrawing => Stage::Drawn(seen.drawn?),
            Decision::Color if seen.color.is_none() => Stage::StartColor,
            Decision::Color => Stage::Color,
            Decision::Swap => Stage::Swap(seen.top),
        };
        let seats = Seat::first(seen.hand_sizes.len() as u8);
        let plays = |seat: &Seat| seen.hand_sizes[seat.index()] > 0 && !view.left.contains(*seat);
        let mut piles = Piles::stacked(draw, Vec::new(), seen.top, seed);
        // Room for all cards, as after a deal.
        let cards = piles.draw.len()
            + hands
                .iter()
                .map(|hand| usize::from(hand.len()))
                .sum::<usize>();
        piles.discards.reserve(cards + seen.gone.len());
        piles.discards.extend_from_slice(&seen.gone);
        let by = seen
            .last_play
            .filter(|_| seen.callable)
            .map(|(seat, _)| seat);
        Some(Round {
            rules: view.rules,
            circle: Circle::new(&view.order),
            color: seen.color,
            direction: seen.direction,
            turn: seen.turn,
            stage,
            owed: seen.owed,
            bluff: by.map(|by| Bluff {
                by,
                guilty: is_guilty(view, &hands[by.index()]),
                hand: hands[by.index()],
            }),
            hands,
            piles,
            shown: None,
            active: seats.filter(plays).collect(),
            out: seen.out.clone(),
            exposed: seen.exposed,
            said_uno: seen.said_uno,
            announced: false,
            last_play: seen.last_play,
            idle: 0,
            passed: 0,
            counted: None,
            step: seen.step,
            end: None,
            signs: Signs::of_view(&seen.lacks, seen.color_before),
        })
    }
}

/// Whether the Wild Draw Four on top of a view was a bluff if it was laid from this hand.
///
/// ```
/// # use tractor_bot::{chance::Seed, game::{Game as _, Seat, Viewer}, uno::{*, imagined::is_guilty}};
/// let (mut game, _) = Uno::start(&Rules::default(), 2, Seed::from_number(3));
/// game.act(Seat::new(0), Action::Deal)?;
/// let view = game.view(Viewer::Public);
/// assert!(!is_guilty(&view, &Hand::EMPTY), "nothing was laid yet");
/// # Ok::<(), Rejection>(())
/// ```
pub fn is_guilty(view: &View, hand: &Hand) -> bool {
    let Some((color, below)) = before(view) else {
        return false;
    };
    match view.rules.bluff_test {
        BluffTest::Colour => has_color(hand, color),
        BluffTest::AnyPlayable => {
            let others = fitting(below, color) - Kinds::WILD_DRAW_FOUR;
            !(hand.kinds() & others).is_empty()
        }
    }
}

/// The colour and the card that the top card was laid on.
fn before(view: &View) -> Option<(Color, Card)> {
    let seen = view.playing()?;
    Some((seen.color_before?, *seen.gone.last()?))
}
