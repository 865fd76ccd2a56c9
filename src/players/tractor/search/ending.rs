//! The end of a round when everybody holds two cards at most: what comes out if both sides see all
//! hands and play their best.
//!
//! Decides by looking at every play. Two tricks before the end little is hidden, and much hangs on them:
//! the kitty goes to who wins the last one.

use crate::game::Seat;
use crate::tractor::hand::Hand;
use crate::tractor::round::Playing;
use crate::tractor::rules::Rules;
use crate::tractor::seating::Team;

/// The most cards in a hand whose plays are all looked at.
pub const CARDS: u32 = 2;

/// The opponents' points, at the end of the round, that both sides' best plays lead to, and how many
/// plays it took to find that out. Nobody holds more than [`CARDS`] cards.
pub fn points(playing: &Playing, rules: &Rules) -> (u16, u32) {
    let mut ending = Ending { rules, plays: 0 };
    let points = ending.points(playing, 0, u16::MAX);
    (points, ending.plays)
}

struct Ending<'a> {
    rules: &'a Rules,
    plays: u32,
}

impl Ending<'_> {
    /// The opponents' points if that is within these bounds; otherwise no less, or no more, than the
    /// bound on that side.
    fn points(&mut self, playing: &Playing, mut low: u16, mut high: u16) -> u16 {
        let Some(seat) = playing.to_play() else {
            let tally = playing.tally(self.rules).map(|tally| tally.points);
            return tally.unwrap_or(playing.points());
        };
        let declares = Team::of(seat) == Team::of(playing.dealer());
        let mut best = if declares { u16::MAX } else { 0 };
        for cards in options(playing, seat) {
            let Ok(ruling) = playing.judge(cards, self.rules) else {
                continue;
            };
            let mut after = *playing;
            after.settle(ruling, self.rules);
            self.plays += 1;
            let points = self.points(&after, low, high);
            if declares {
                best = best.min(points);
                high = high.min(best);
            } else {
                best = best.max(points);
                low = low.max(best);
            }
            if low >= high {
                break;
            }
        }
        best
    }
}

/// Each card of a hand of two cards at most, and both of them.
fn options(playing: &Playing, seat: Seat) -> impl Iterator<Item = Hand> + use<> {
    let hand = playing.hand(seat);
    let due = playing.trick().plays().first().map(|lead| lead.len());
    let (first, last) = (hand.nth_copy(0), hand.nth_copy(hand.len() - 1));
    let another = (last != first && hand.len() > 1).then_some(last);
    let both = (hand.len() > 1).then_some(hand);
    let fits = move |cards: &Hand| due.is_none_or(|due| due == cards.len());
    [Some(first), another, both]
        .into_iter()
        .flatten()
        .filter(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::card::{Card, Suit};
    use crate::tractor::hand::Layout;
    use crate::tractor::round::TrickPosition;
    use crate::tractor::trump::Trump;

    /// North deals and leads with clubs and nines as trumps; `kitty` is buried.
    #[track_caller]
    fn check(hands: [&str; 4], kitty: &str, expected: u16) {
        let layout = Layout::of(Trump::suited("9".parse().expect("a rank"), Suit::Clubs));
        let read = |text: &str| {
            let cards = text.split(' ').map(|card| card.parse().expect("a card"));
            Hand::of(layout, &cards.collect::<Vec<Card>>()).expect("two decks")
        };
        let position = TrickPosition {
            trump: layout.trump(),
            dealer: Seat::new(0),
            hands: hands.map(read),
            kitty: read(kitty),
            leader: Seat::new(0),
            plays: &[],
            captured: [0; 4],
            penalties: 0,
        };
        let rules = Rules::default();
        let playing = position.set_up(&rules).expect("a position");
        assert_eq!(points(&playing, &rules).0, expected);
    }

    #[test]
    fn the_highest_trump_is_kept_for_the_kitty() {
        // West's king takes the diamonds, and North's trump the last trick. The other way round West's
        // king would have won the kitty, too.
        check(["AC 3D", "KD 4H", "5H 6H", "4D 7H"], "TS TS", 10);
        check(["AC 3D", "4D 4H", "6H 6H", "4D 7H"], "TS TS", 0);
    }

    #[test]
    fn a_pair_wins_the_kitty_four_times_and_a_card_twice() {
        check(["AC AC", "KC 4H", "6H 7H", "TC 7H"], "TS TS", 0);
        // North does not lead the pair, which West would beat.
        check(["3D 3D", "4D 4D", "5H 6H", "7H 8H"], "TS TS", 5 + 2 * 20);
        // South can only give what it has: West leads the pair.
        check(["3H 3D", "4H 4H", "6S 7S", "8S 8D"], "TS TS", 2 * 20);
    }

    #[test]
    fn nobody_throws_what_another_hand_beats() {
        check(["KD QD", "AD 3S", "3D 3H", "4D 4H"], "TS TS", 10 + 2 * 20);
    }
}
