//! What cups know of their games: the rules of a deal that several tables play, and how the pairs did.

use serde::Deserialize;

use crate::chance::Seed;
use crate::desk::Served;
use crate::desk::daily::rules_of;
use crate::game::Seat;
use crate::tractor::seating::Team;
use crate::tractor::{self, Tractor};
use crate::uno::rules::{Order, Score};
use crate::uno::view::PhaseView;
use crate::uno::{self, Uno};

/// A game with four seats in which those opposite can be held together against the same seats at other tables.
pub(super) trait Compared: Served {
    /// The rules of one round whose cards come from this secret.
    fn compared(secret: &Seed) -> Self::Rules;

    /// What deals the cards, if they are to be dealt: at once, before anybody can add to the shuffle.
    fn deal(view: &Self::View) -> Option<Self::Action>;

    /// How those in the first and third seat did, from what is kept of the round: the greater, the better for them.
    /// `None` if that cannot be read.
    fn score(summary: &str) -> Option<i64>;
}

#[derive(Deserialize)]
struct Kept<R> {
    result: R,
}

impl Compared for Tractor {
    fn compared(secret: &Seed) -> Self::Rules {
        rules_of(secret)
    }

    fn deal(view: &Self::View) -> Option<Self::Action> {
        view.may_deal().then_some(tractor::action::Action::Deal)
    }

    /// By levels, then by points.
    fn score(summary: &str) -> Option<i64> {
        #[derive(Deserialize)]
        struct Result {
            dealer: Seat,
            points: u32,
            winner: Team,
            gained: u8,
        }
        let Kept::<Result> { result } = serde_json::from_str(summary).ok()?;
        let first = Team::of(Seat::new(0));
        let sign = |for_first: bool| if for_first { 1 } else { -1 };
        let levels = i64::from(result.gained) * sign(result.winner == first);
        let points = i64::from(result.points) * sign(Team::of(result.dealer) != first);
        Some(levels * 10_000 + points)
    }
}

impl Compared for Uno {
    fn compared(_: &Seed) -> Self::Rules {
        uno::Rules {
            players: 4,
            order: Order::Seats,
            score: Score::Round,
            ..uno::Rules::default()
        }
    }

    fn deal(view: &Self::View) -> Option<Self::Action> {
        matches!(view.phase, PhaseView::Ready { .. }).then_some(uno::Action::Deal)
    }

    /// By what the winner collects, for their side.
    fn score(summary: &str) -> Option<i64> {
        #[derive(Deserialize)]
        struct Result {
            gained: Vec<i64>,
        }
        let Kept::<Result> { result } = serde_json::from_str(summary).ok()?;
        let signs = [1, -1].into_iter().cycle();
        Some(
            result
                .gained
                .iter()
                .zip(signs)
                .map(|(gained, sign)| gained * sign)
                .sum(),
        )
    }
}
