//! By what two candidates differ most, as far as it can be said in a sentence.
//!
//! The size of the difference comes from the sampled worlds; what it is about is read off the cards.

use super::{Mean, SampledOutcome, Study};
use crate::players::tractor::heuristic::emptied;
use crate::tractor::action::Action;
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::trump::EffectiveSuit;

/// The fewest points that are worth a word.
const FEWEST: f64 = 3.0;
/// How many standard errors a difference has to be above 0.
const ERRORS: f64 = 2.0;

/// By what one candidate is ahead of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Whether the viewer is of the dealer's team: points are then what the opponents do not get.
    pub declares: bool,
    pub best: Action,
    pub other: Action,
    /// The points between them, for the own side.
    pub points: Mean,
    /// The difference as the search weighs levels and points.
    pub worth: Mean,
    /// In how many of 100 worlds the own side wins the round with each.
    pub wins: [u8; 2],
    pub why: Why,
}

/// What a difference is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The own side wins this trick more often: in so many of 100 worlds with each.
    Takes([u8; 2]),
    /// The trick goes the same way, with more points for the own side or fewer for the other.
    TrickPoints {
        /// Whether the own side mostly wins the trick.
        own: bool,
    },
    /// The other is a throw that fails in so many of 100 worlds.
    ThrowFails(u8),
    /// The own side wins the last trick more often: in so many of 100 worlds with each.
    LastTrick {
        /// The highest trump that is kept for it; none if it is not that.
        keeps: Vec<Card>,
        /// How often.
        often: [u8; 2],
    },
    KeepsPair(Vec<Card>),
    /// Higher cards stay in the hand, or out of the kitty.
    Keeps(Vec<Card>),
    DrawsTrumps,
    /// So many side suits are emptied that the other does not empty.
    Empties(u8),
    /// So many points less are buried.
    BuriesFewer(u16),
    /// So many points more are buried, out of reach of the other side.
    BuriesMore(u16),
    /// Later tricks, and nothing that can be named.
    Later,
}

fn percent(share: f64) -> u8 {
    (share * 100.0).round().clamp(0.0, 100.0) as u8
}

impl Finding {
    /// What tells these two candidates apart.
    pub(super) fn of(study: &Study<'_>, best: usize, other: usize) -> Finding {
        Finding {
            declares: study.position.sight.declares(),
            best: study.action(best),
            other: study.action(other),
            points: study.compare(best, other, |outcome| outcome.points),
            worth: study.compare(best, other, |outcome| outcome.worth),
            wins: study.shares([best, other], |outcome| outcome.wins),
            why: why(study, best, other),
        }
    }

    /// Whether the two do about equally well, or it cannot be told.
    pub fn is_close(&self) -> bool {
        let points = self.points.mean >= FEWEST && self.points.is_above(ERRORS);
        !(points && self.worth.is_above(ERRORS))
    }
}

impl Study<'_> {
    /// How many of 100 worlds this is so in with each of two.
    fn shares(&self, places: [usize; 2], what: fn(&SampledOutcome) -> f64) -> [u8; 2] {
        places.map(|place| percent(self.mean(place, what)))
    }

    /// By what the best differs from the most tempting other candidate: the heuristic player's
    /// choice, or else the one that came nearest.
    pub fn against_the_natural(&self) -> Option<Finding> {
        let compared = |place: &usize| !self.tried[*place].outcomes.is_empty();
        let natural = match self.best == Study::USUAL {
            true => (0..self.tried.len())
                .filter(compared)
                .find(|place| *place != self.best),
            false => Some(Study::USUAL),
        };
        Some(Finding::of(self, self.best, natural?))
    }

    /// By what the best differs from the viewer's own choice; `None` if that is it.
    pub fn against_the_own(&self) -> Option<Finding> {
        let own = self.own.filter(|own| *own != self.best)?;
        Some(Finding::of(self, self.best, own))
    }
}

fn why(study: &Study<'_>, best: usize, other: usize) -> Why {
    let part = |what: fn(&SampledOutcome) -> f64| study.compare(best, other, what).mean;
    let share = |what| study.shares([best, other], what);
    let trick = part(|outcome| outcome.trick);
    let kitty = part(|outcome| outcome.kitty);
    let penalty = part(|outcome| outcome.penalty);
    let rest = part(SampledOutcome::rest);
    let largest = [trick, kitty, penalty, rest]
        .into_iter()
        .fold(0.0, f64::max);
    let cards = CandidateCards {
        study,
        layout: study.position.sight.layout,
        hand: study.position.sight.hand,
        best: study.tried[best].cards,
        other: study.tried[other].cards,
    };
    if study.buries {
        return cards.of_kitty(largest == kitty, share(|outcome| outcome.last));
    }
    if largest == penalty {
        let fails = study.tried[other].outcomes.iter();
        let fails = fails.map(|outcome| f64::from(outcome.penalty < 0.0));
        return Why::ThrowFails(percent(Mean::of(fails).mean));
    }
    if largest == trick {
        let takes = share(|outcome| outcome.takes);
        return match takes[0] > takes[1] + 4 {
            true => Why::Takes(takes),
            false => Why::TrickPoints { own: takes[0] > 50 },
        };
    }
    let last = share(|outcome| outcome.last);
    if largest == kitty && last[0] > last[1] {
        return Why::LastTrick {
            keeps: cards.kept_trump(),
            often: last,
        };
    }
    cards.of_rest()
}

/// The cards of two candidates.
struct CandidateCards<'a> {
    study: &'a Study<'a>,
    layout: &'static Layout,
    hand: Hand,
    best: Hand,
    other: Hand,
}

impl CandidateCards<'_> {
    /// The highest card of these.
    fn top(&self, cards: Hand) -> Hand {
        match cards.one() {
            0 => Hand::EMPTY,
            bits => Hand::from_words(1 << (63 - bits.leading_zeros()), 0),
        }
    }

    /// The highest trump that only the other gives away, if the better one gives none as high.
    fn kept_trump(&self) -> Vec<Card> {
        let trumps = self.layout.trumps();
        let spent = self.top(self.other.within(trumps));
        let own = self.top(self.best.within(trumps));
        match spent.one() > own.one() {
            true => self.study.cards(spent),
            false => Vec::new(),
        }
    }

    /// A pair of the hand of which the other gives one card away, and the better one none or both.
    fn kept_pair(&self) -> Vec<Card> {
        let breaks = |play: Hand| self.hand.two() & play.one() & !play.two();
        let broken = breaks(self.other) & !breaks(self.best);
        let top = self.top(Hand::from_words(broken, 0)).one();
        self.study.cards(Hand::from_words(top, top))
    }

    /// The highest card of a side suit that only the other gives away, if it is a winner by rank.
    fn kept_high(&self) -> Vec<Card> {
        let sides = Suit::ALL.map(|suit| self.layout.suit(EffectiveSuit::Side(suit)));
        let kept = sides.into_iter().find_map(|suit| {
            let [spent, own, held] =
                [self.other, self.best, self.hand].map(|cards| self.top(cards.within(suit)));
            (spent.one() > own.one() && spent == held).then_some(spent)
        });
        let kept = kept.map_or(Vec::new(), |kept| self.study.cards(kept));
        let high = |card: &Card| card.rank() >= Some(Rank::QUEEN);
        kept.into_iter().filter(high).collect()
    }

    /// How many side suits more the better one empties, if it does not empty fewer.
    fn emptied_more(&self) -> Option<u8> {
        let [best, other] =
            [self.best, self.other].map(|cards| emptied(self.layout, self.hand, cards));
        best.checked_sub(other)
    }

    /// What is said of a difference in later tricks.
    fn of_rest(&self) -> Why {
        let trumps = self.layout.trumps();
        let leads = self.study.position.sight.table.is_none();
        let led = |cards: Hand| leads && cards.one() & !trumps == 0;
        let pair = self.kept_pair();
        if !pair.is_empty() {
            return Why::KeepsPair(pair);
        }
        if led(self.best) && !led(self.other) {
            return Why::DrawsTrumps;
        }
        let trump = self.kept_trump();
        if !trump.is_empty() && self.best.within(trumps) != self.best {
            return Why::Keeps(trump);
        }
        let high = self.kept_high();
        if !high.is_empty() {
            return Why::Keeps(high);
        }
        if !trump.is_empty() {
            return Why::Keeps(trump);
        }
        let trumps_left = self.hand.minus(self.best).one() & trumps != 0;
        match self.emptied_more() {
            Some(more @ 1..) if trumps_left => Why::Empties(more),
            _ => Why::Later,
        }
    }

    /// What is said of two kitties.
    fn of_kitty(&self, kitty: bool, last: [u8; 2]) -> Why {
        let points = [self.best, self.other].map(|cards| cards.points(self.layout));
        if kitty {
            if points[0] < points[1] {
                return Why::BuriesFewer(points[1] - points[0]);
            }
            if last[0] > last[1] {
                let keeps = self.kept_trump();
                return Why::LastTrick { keeps, often: last };
            }
        }
        if let Some(more @ 1..) = self.emptied_more() {
            return Why::Empties(more);
        }
        for kept in [self.kept_trump(), self.kept_pair(), self.kept_high()] {
            if !kept.is_empty() {
                return Why::Keeps(kept);
            }
        }
        match points[0].checked_sub(points[1]) {
            Some(more @ 1..) => Why::BuriesMore(more),
            _ => Why::Later,
        }
    }
}
