//! Calls thought over: the deal is finished and the round played in worlds that agree with the cards
//! that the player holds and those that calls have shown.
//!
//! Decides which calls are worth the work. A call cannot be taken back and waiting can: while cards are
//! dealt, only a call that the quick player would make is thought over.

use super::playout::{self, bury, outcome};
use super::{SearchEffort, TriedCandidate};
use crate::chance::Chance;
use crate::game::Seat;
use crate::players::tractor::heuristic::Bid;
use crate::players::tractor::policy::Policy;
use crate::tractor::action::{Call, Progress};
use crate::tractor::card::Card;
use crate::tractor::deck::{CARDS, DEALT, Deck};
use crate::tractor::round::{DealStart, Dealing};
use crate::tractor::seating::{PLAYERS, Team, Wind};
use crate::tractor::view::{PhaseView, View};

/// Choices that are rated so much lower than the best, in levels, are not tried.
const CLEAR: f32 = 0.4;
/// Calls are looked at so many times as hard as a play: a round has one trump.
pub(super) const CALL_EFFORT: u32 = 3;
/// How much less likely a world is for each call, or silence, that the quick player would not have kept
/// there: one in so many.
const STRANGE: u32 = 4;

/// What a player knows who may call: the beginning of worlds.
#[derive(Debug, Clone)]
pub struct Auction<'a> {
    bid: Bid<'a>,
    /// Cards out, 0–100.
    dealt: usize,
    hand: Vec<Card>,
    /// Cards that calls have shown, by seat.
    shown: [Vec<Card>; PLAYERS],
    calls: Vec<(Seat, Call)>,
}

impl<'a> Auction<'a> {
    /// What a player sees while trump is called; `None` for spectators and in other phases.
    pub fn of(view: &'a View) -> Option<Auction<'a>> {
        let dealt = match view.phase {
            PhaseView::Dealing { dealt, .. } => usize::from(dealt),
            PhaseView::CallWindow { .. } => DEALT,
            _ => return None,
        };
        Some(Auction {
            bid: Bid::of(view)?,
            dealt,
            hand: view.hand.clone(),
            shown: view.known.clone(),
            calls: view.calls.clone(),
        })
    }

    /// Who draws the card of a place in the pile.
    fn drawer(&self, place: usize) -> usize {
        let known = self.bid.fixed.or(self.bid.uncalled);
        let first = known.unwrap_or(Wind::North.seat());
        (first.index() + place) % PLAYERS
    }

    /// A deal that it could be.
    fn imagine(&self, chance: &mut Chance) -> Option<Dealing> {
        let mut places = [None; CARDS];
        let mut hidden = Deck::shuffled(chance).cards().to_vec();
        let mut put = |seat: usize, cards: &[Card]| -> Option<()> {
            let mine = (0..self.dealt).filter(|place| self.drawer(*place) == seat);
            for (place, card) in mine.zip(cards) {
                let at = hidden.iter().position(|hidden| hidden == card)?;
                hidden.remove(at);
                places[place] = Some(*card);
            }
            Some(())
        };
        for seat in Seat::first(PLAYERS as u8) {
            let own = seat == self.bid.seat;
            let known = if own {
                &self.hand
            } else {
                &self.shown[seat.index()]
            };
            put(seat.index(), known)?;
        }
        let cards = places.map(|known| known.or_else(|| hidden.pop()).unwrap_or(Card::BIG_JOKER));
        let start = DealStart {
            level: self.bid.level,
            dealer: self.bid.fixed,
            uncalled: self.bid.uncalled,
            progress: Progress::Climbing,
        };
        let mut dealing = Dealing::new(Deck::stacked(cards)?, start);
        for _ in 0..self.dealt {
            dealing.draw();
        }
        for (by, call) in &self.calls {
            dealing.call(*by, *call, self.bid.rules);
        }
        Some(dealing)
    }

    /// Of two deals, rather the one in which the others would have called, and kept silent, as they did.
    fn deal(&self, policy: &Policy<'_>, chance: &mut Chance) -> Option<Dealing> {
        let [first, second] = [self.imagine(chance)?, self.imagine(chance)?];
        let strange = |deal: &Dealing| STRANGE.pow(self.strange(deal, policy));
        let [one, other] = [strange(&first), strange(&second)];
        // The odds are one part in `one` to one part in `other`.
        match chance.below(one + other) < other {
            true => Some(first),
            false => Some(second),
        }
    }

    /// How many calls and silences of others the quick player would not have kept in this deal; 6 at most.
    fn strange(&self, dealing: &Dealing, policy: &Policy<'_>) -> u32 {
        let rules = self.bid.rules;
        let mut strange = 0;
        for (at, (by, call)) in self.calls.iter().enumerate() {
            let before = Bid {
                standing: at.checked_sub(1).map(|before| self.calls[before]),
                first: self.calls.first().map(|(by, _)| *by).filter(|_| at > 0),
                ..Bid::in_deal(dealing, *by, rules)
            };
            let other = *by != self.bid.seat;
            strange += u32::from(other && policy.call(&before, [*call].into_iter()).is_none());
        }
        for seat in Seat::first(PLAYERS as u8).filter(|seat| *seat != self.bid.seat) {
            let open = dealing.open_calls(seat, rules);
            let would = policy.call(&Bid::in_deal(dealing, seat, rules), open);
            strange += u32::from(would.is_some());
        }
        strange.min(6)
    }

    /// What one choice leads to in a deal, and how many plays it took to find out. A deal without a trump
    /// is worth nothing: the cards are dealt again.
    fn outcome(&self, choice: Option<Call>, dealing: &Dealing, policy: &Policy<'_>) -> (f64, u32) {
        let (rules, seat) = (self.bid.rules, self.bid.seat);
        let mut after = *dealing;
        if let Some(call) = choice {
            after.call(seat, call, rules);
        }
        let silent = choice.is_none().then_some(seat);
        let burying = playout::finish(after, &|_| *policy, rules, silent, &mut |_, _, call| call);
        burying.map_or((0.0, 1), |burying| {
            outcome(bury(&burying, policy, rules), policy, rules, Team::of(seat))
        })
    }
}

impl SearchEffort {
    /// The call to make now, if any of the open ones.
    pub fn call(
        &self,
        auction: &Auction<'_>,
        open: &[Call],
        policy: &Policy<'_>,
        chance: &mut Chance,
    ) -> Option<Call> {
        let quick = policy.call(&auction.bid, open.iter().copied());
        if auction.dealt < DEALT && quick.is_none() {
            return None;
        }
        let mut nominees = nominees(&auction.bid, quick, open, policy);
        nominees.truncate(self.candidates);
        let mut deal = || auction.deal(policy, chance);
        let effort = self.times(CALL_EFFORT);
        let best =
            effort.choose_among(nominees, &mut deal, &|choice, dealing: &Option<Dealing>| {
                Some(auction.outcome(choice, dealing.as_ref()?, policy))
            });
        best.unwrap_or(quick)
    }
}

/// The quick player's choice, and the others that are rated nearly as high.
pub(super) fn nominees(
    bid: &Bid<'_>,
    quick: Option<Call>,
    open: &[Call],
    policy: &Policy<'_>,
) -> Vec<TriedCandidate<Option<Call>>> {
    let rated = policy.rated_calls(bid, open);
    let rating = |choice| rated.iter().find(|(_, other)| *other == choice);
    let best = rating(quick).map_or(0.0, |(rating, _)| *rating);
    let others = rated
        .iter()
        .filter(|(rating, choice)| *choice != quick && *rating > best - CLEAR)
        .map(|(rating, choice)| TriedCandidate::new(*choice, f64::from(rating - best)));
    std::iter::once(TriedCandidate::new(quick, 0.0))
        .chain(others)
        .collect()
}

#[cfg(feature = "testing")]
impl<'a> Auction<'a> {
    /// What a seat sees of a deal in simulation.
    pub fn in_deal(
        dealing: &Dealing,
        seat: Seat,
        rules: &'a crate::tractor::rules::Rules,
    ) -> Auction<'a> {
        let level = dealing.opening.level;
        let mut shown = [const { Vec::new() }; PLAYERS];
        for (by, call) in dealing.calls.iter() {
            let shown: &mut Vec<Card> = &mut shown[by.index()];
            let (card, copies) = call.card(level);
            shown.retain(|other| *other != card);
            shown.extend(std::iter::repeat_n(card, usize::from(copies)));
        }
        let bid = Bid::in_deal(dealing, seat, rules);
        Auction {
            dealt: usize::from(dealing.dealt),
            hand: bid.hand.cards(bid.layout()).collect(),
            bid,
            shown,
            calls: dealing.calls.iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::tractor::card::Rank;
    use crate::tractor::rules::Rules;

    /// A deal with so many cards out, in which the first so many seats have called as the quick player
    /// likes.
    fn begun(seed: u64, dealt: usize, callers: u8) -> Dealing {
        let deck = Deck::shuffled(&mut Seed::from_number(seed).chance());
        let start = DealStart {
            level: Rank::from_index(seed as usize % 13).expect("thirteen ranks"),
            dealer: (!seed.is_multiple_of(4)).then(|| Seat::new((seed % 4) as u8)),
            uncalled: None,
            progress: Progress::Climbing,
        };
        let (rules, policy) = (Rules::default(), Policy::trained());
        let mut dealing = Dealing::new(deck, start);
        for _ in 0..dealt {
            dealing.draw();
            for seat in Seat::first(callers) {
                let open: Vec<Call> = dealing.open_calls(seat, &rules).collect();
                let bid = Bid::in_deal(&dealing, seat, &rules);
                if let Some(call) = policy.call(&bid, open.into_iter()) {
                    dealing.call(seat, call, &rules);
                }
            }
        }
        dealing
    }

    #[test]
    fn worlds_hold_the_own_cards_and_those_that_calls_have_shown() {
        let rules = Rules::default();
        for seed in 0..16 {
            let dealing = begun(seed, [30, 67, DEALT][seed as usize % 3], 4);
            let me = Seat::new((seed % 3) as u8);
            let auction = Auction::in_deal(&dealing, me, &rules);
            let mut chance = Seed::from_number(seed).chance();
            let mut others = Vec::new();
            for _ in 0..8 {
                let world = auction
                    .deal(&Policy::trained(), &mut chance)
                    .expect("a deal");
                assert_eq!(world.hands[me.index()], dealing.hands[me.index()]);
                assert_eq!(world.dealt, dealing.dealt);
                assert_eq!(world.calls.standing(), dealing.calls.standing());
                for (by, call) in dealing.calls.iter() {
                    let (card, copies) = call.card(dealing.opening.level);
                    let layout = auction.bid.layout();
                    assert!(
                        world.hands[by.index()].count(layout, card) >= copies,
                        "{seed}"
                    );
                }
                others.push(world.hands[3]);
            }
            others.dedup();
            assert!(others.len() > 6, "{seed}: what is hidden is not as it is");
        }
    }

    #[test]
    fn equal_seeds_make_equal_calls_and_only_open_ones() {
        let rules = Rules::default();
        let effort = SearchEffort {
            plays: 60,
            ..SearchEffort::default()
        };
        let mut calls = 0;
        for seed in 0..8 {
            let dealing = begun(seed, DEALT - 1, 0);
            let me = Seat::new((seed % 4) as u8);
            let auction = Auction::in_deal(&dealing, me, &rules);
            let open: Vec<Call> = dealing.open_calls(me, &rules).collect();
            let [first, second] = [1, 2].map(|threads| {
                let mut chance = Seed::from_number(seed).chance();
                let effort = SearchEffort { threads, ..effort };
                effort.call(&auction, &open, &Policy::trained(), &mut chance)
            });
            assert_eq!(first, second);
            assert!(first.is_none_or(|call| open.contains(&call)));
            calls += open.len();
        }
        assert!(calls > 4, "{calls}");
    }
}
