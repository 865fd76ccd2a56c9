//! Tables with a fixed deal: that of a day, of a duel, of a round of a cup.
//!
//! Decides by which rules such a round is played, how its table is seated and dealt, and how the pairs of one table are held
//! against those at others. Which deal it is, and what it counts for, is for [`super::daily`] and [`super::cups`].

use serde::Deserialize;

use super::Served;
use crate::chance::Seed;
use crate::game::{Seat, Viewer};
use crate::host::Handle;
use crate::table::{By, Input, Limits, PersonId, Skill, StageView};
use crate::tractor::card::Rank;
use crate::tractor::rules::{FirstDealer, Rules};
use crate::tractor::seating::{Team, Wind};
use crate::tractor::{self, Tractor};
use crate::uno::rules::{Order, Score};
use crate::uno::view::PhaseView;
use crate::uno::{self, Uno};

/// How many levels such a deal can have, from two on: from none of them does a round lead past the last level.
pub(super) const LEVELS: u32 = 9;

/// Minutes after which a round is given up that nobody goes on with.
const GIVEN_UP_MIN: u32 = 1_440;

/// The house rules of a day, and of a round of a cup: the standard game with its level and dealer, for one round; the cards come at
/// once.
pub(super) fn rules_of(seed: &Seed) -> Rules {
    let mut chance = seed.derive("level and dealer", 0).chance();
    let level = Rank::from_index(chance.below(LEVELS) as usize).unwrap_or(Rank::TWO);
    let dealer = Wind::ALL[chance.below(Wind::ALL.len() as u32) as usize];
    Rules {
        start_level: level,
        first_dealer: FirstDealer::named(dealer),
        rounds: Some(1),
        deal_interval_ms: 0,
        call_window_s: 120,
        ..Rules::default()
    }
}

/// Nobody is hurried.
pub(super) fn limits(given: Limits) -> Limits {
    Limits {
        turn_limit_s: None,
        turn_warning_s: None,
        bank_min: None,
        idle_limit_min: Some(GIVEN_UP_MIN),
        open_end_min: None,
        ..given
    }
}

/// Seats these people, of whom the first is its host, with computers for who is missing, and deals. What is done already is
/// left as it is.
///
/// # Errors
/// The first that handing something in brings.
pub(super) async fn begin<G: Compared, E, Done>(
    handle: &Handle<G>,
    people: &[(PersonId, &str, Seat)],
    (skill, is_closed): (Skill, bool),
    submit: impl Fn(Input<G>) -> Done,
) -> Result<(), E>
where
    Done: Future<Output = Result<(), E>>,
{
    let Some((by, ..)) = people.first().copied() else {
        return Ok(());
    };
    let view = || handle.view(Viewer::Public);
    if matches!(view().stage, StageView::Lobby) {
        for (person, name, seat) in people.iter().copied() {
            if view().seat_of(person).is_none() {
                let (name, seat) = (name.to_owned(), Some(seat));
                submit(Input::Sit { person, name, seat }).await?;
            }
        }
        let seats = view().seats.into_iter();
        for free in seats.filter(|place| place.occupant.is_empty()) {
            let seat = Some(free.seat);
            submit(Input::AddComputer { by, seat, skill }).await?;
        }
        if is_closed {
            let (name, value) = ("entry".to_owned(), "closed".to_owned());
            submit(Input::SetRule { by, name, value }).await?;
        }
        submit(Input::Start { by }).await?;
    }
    let deal = handle.view_of(by).stage.game().and_then(G::deal);
    if let Some(action) = deal.filter(|_| handle.is_playing()) {
        let by = By::Person(by);
        submit(Input::Act { by, action }).await?;
    }
    Ok(())
}

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
        let signed = result.gained.iter().zip(signs);
        Some(signed.map(|(gained, sign)| gained * sign).sum())
    }
}
