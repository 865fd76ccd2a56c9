//! Playouts: rounds simulated to their end, from any card of the deal on, with the heuristic player on
//! all four seats, and what their end is worth.
//!
//! When everybody holds two cards at most, every play is looked at: little is hidden then, and much
//! hangs on the last tricks, as the kitty goes to who wins the last one.

use crate::game::Seat;
use crate::players::tractor::heuristic::{Bid, Odds};
use crate::players::tractor::policy::Policy;
use crate::players::tractor::sight::{DEALT, Memory, OpenTrick, Sight};
use crate::tractor::action::Call;
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::Hand;
use crate::tractor::round::{Burying, Dealing, Playing};
use crate::tractor::rules::Rules;
use crate::tractor::score::{Side, band};
use crate::tractor::seating::Team;
use crate::tractor::shape::Lead;

/// So many plays of an ending take as long as one of the quick player.
const ENDING_PLAYS: u32 = 8;

/// A round that is being simulated.
#[derive(Debug, Clone, Copy)]
pub struct Playout {
    /// The position, all hands included.
    pub playing: Playing,
    /// What everybody has seen up to it.
    pub memory: Memory,
    /// Who buried the kitty.
    pub burier: Seat,
}

impl Playout {
    /// The round after this kitty is buried, eight cards of the hand that buries.
    pub fn after_burying(burying: &Burying, kitty: Hand) -> Playout {
        Playout {
            playing: burying.bury(kitty).expect("eight cards"),
            memory: Memory::START,
            burier: burying.by,
        }
    }

    /// Makes a play; `None` if it is not legal.
    pub fn play(&mut self, cards: Hand, rules: &Rules) -> Option<()> {
        let seat = self.playing.to_play()?;
        let layout = self.playing.layout;
        let lead = self.playing.trick.lead;
        let ruling = self.playing.judge(cards, rules).ok()?;
        let played = self.playing.settle(ruling, rules);
        let lead = lead.or_else(|| Lead::read(layout, played.cards))?;
        self.memory
            .note(layout, FollowRules::from(rules), &lead, seat, played.cards);
        if let Some(failed) = played.failed {
            self.memory.note_taken_back(seat, failed.taken_back);
        }
        Some(())
    }

    /// Plays the round to its end, its last two tricks as well as can be: the opponents' points, and how
    /// many plays it took.
    pub fn finish(mut self, rules: &Rules, policy: &Policy<'_>) -> (u16, u32) {
        let mut plays = 0;
        while let Some(seat) = self.playing.to_play() {
            if self.playing.hand(seat).len() <= ENDING_CARDS {
                let mut more = 0;
                let points = ending(&self.playing, rules, (0, u16::MAX), &mut more);
                return (points, plays + more / ENDING_PLAYS);
            }
            let chosen = policy.play(&self.sight(seat, rules));
            if chosen.and_then(|cards| self.play(cards, rules)).is_none() {
                break;
            }
            plays += 1;
        }
        let points = self.playing.tally(rules).map(|tally| tally.points);
        (points.unwrap_or(self.playing.points()), plays)
    }

    /// What the player on turn knows in this position.
    pub fn sight<'a>(&self, seat: Seat, rules: &'a Rules) -> Sight<'a> {
        let playing = &self.playing;
        let (layout, hand, dealer) = (playing.layout, playing.hand(seat), playing.dealer);
        let trick = &playing.trick;
        let buried = (seat == self.burier).then_some(playing.kitty);
        let table = trick
            .lead
            .zip(trick.winning())
            .map(|(lead, winning)| OpenTrick {
                lead,
                standing: trick.highest(),
                winning,
                plays: trick.plays().len(),
                points: trick.points(layout),
            });
        Sight {
            layout,
            rules,
            memory: self.memory,
            seat,
            dealer,
            burier: self.burier,
            hand,
            buried,
            sizes: playing.hands.map(|hand| hand.len() as u8),
            table,
            unseen: self.memory.unseen(layout, hand, buried),
            points: playing.points(),
            odds: Odds::unknown(),
        }
    }
}

/// Sees what a seat would call, and says what it calls.
pub type Watch<'a> = dyn FnMut(&Dealing, Seat, Option<Call>) -> Option<Call> + 'a;

/// Deals on to the end; `None` if the cards would be dealt again. `by` decides for a seat. `silent` makes
/// no call before the next card. `watch` sees every decision and may change it.
pub fn finish<'a>(
    mut dealing: Dealing,
    by: &dyn Fn(Seat) -> Policy<'a>,
    rules: &Rules,
    mut silent: Option<Seat>,
    watch: &mut Watch<'_>,
) -> Option<Burying> {
    loop {
        // Whoever calls may be answered, until nobody calls any more.
        let mut again = true;
        while again {
            again = false;
            for seat in Seat::first(4) {
                let mut open = dealing.open_calls(seat, rules).peekable();
                if silent == Some(seat) || open.peek().is_none() {
                    continue;
                }
                let chosen = by(seat).call(&Bid::in_deal(&dealing, seat, rules), open);
                if let Some(call) = watch(&dealing, seat, chosen) {
                    dealing.call(seat, call, rules);
                    again = true;
                }
            }
        }
        if dealing.draw().is_none() {
            break;
        }
        silent = None;
    }
    Some(dealing.finish()?.close(rules)?.burying)
}

/// What who buries knows and holds: all 33 cards.
pub fn before_burying<'a>(burying: &Burying, rules: &'a Rules) -> Sight<'a> {
    let (layout, burier) = (burying.layout, burying.by);
    let hand = burying.hands[burier.index()];
    Sight {
        layout,
        rules,
        memory: Memory::START,
        seat: burier,
        dealer: burying.dealer,
        burier,
        hand,
        buried: Some(Hand::EMPTY),
        sizes: [DEALT; 4],
        table: None,
        unseen: Memory::START.unseen(layout, hand, None),
        points: 0,
        odds: Odds::unknown(),
    }
}

/// Buries the kitty that the policy rates highest.
pub fn bury(burying: &Burying, policy: &Policy<'_>, rules: &Rules) -> Playout {
    Playout::after_burying(burying, policy.bury(&before_burying(burying, rules)))
}

/// Plays the round to its end: what it is worth to a team, in levels, and how many plays it took.
pub fn outcome(playout: Playout, policy: &Policy<'_>, rules: &Rules, team: Team) -> (f64, u32) {
    let declares = Team::of(playout.playing.dealer) == team;
    let (points, plays) = playout.finish(rules, policy);
    (worth(points, rules, declares), plays)
}

/// What a level and forty points of the opponents are worth. Points alone would be steadier, levels
/// alone are what counts in the end.
const LEVEL: f64 = 0.7;
/// See [`LEVEL`].
const FORTY_POINTS: f64 = 0.7;

/// What a round is worth to the declarers or the opponents when these are the opponents' points:
/// levels, and a little for every point, so that what is not decided yet counts too.
pub fn worth(points: u16, rules: &Rules, declares: bool) -> f64 {
    let (side, levels) = band(points, rules);
    let levels = match side {
        Side::Declarers => f64::from(levels),
        Side::Opponents => -f64::from(levels),
    };
    let worth = LEVEL * levels
        + FORTY_POINTS * (f64::from(rules.points_to_win.0) - f64::from(points)) / 40.0;
    if declares { worth } else { -worth }
}

/// The most cards in a hand whose plays are all looked at.
const ENDING_CARDS: u32 = 2;

/// The opponents' points, at the end of the round, that both sides' best plays lead to, if that is within these bounds;
/// otherwise no less, or no more, than the bound on that side. Nobody holds more than [`ENDING_CARDS`] cards. How many plays
/// it took to find out is counted.
fn ending(playing: &Playing, rules: &Rules, bounds: (u16, u16), plays: &mut u32) -> u16 {
    let Some(seat) = playing.to_play() else {
        let tally = playing.tally(rules).map(|tally| tally.points);
        return tally.unwrap_or(playing.points());
    };
    let declares = Team::of(seat) == Team::of(playing.dealer);
    let (mut low, mut high) = bounds;
    let mut best = if declares { u16::MAX } else { 0 };
    for cards in options(playing, seat) {
        let Ok(ruling) = playing.judge(cards, rules) else {
            continue;
        };
        let mut after = *playing;
        after.settle(ruling, rules);
        *plays += 1;
        let points = ending(&after, rules, (low, high), plays);
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

/// Each card of a hand of two cards at most, and both of them.
fn options(playing: &Playing, seat: Seat) -> impl Iterator<Item = Hand> + use<> {
    let hand = playing.hand(seat);
    let due = playing.trick.plays().first().map(|lead| lead.len());
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
    use crate::tractor::card::Card;
    use crate::tractor::card::Suit;
    use crate::tractor::hand::Layout;
    use crate::tractor::round::RoundPosition;
    use crate::tractor::trump::Trump;

    /// North deals and leads with clubs and nines as trumps; `kitty` is buried.
    #[track_caller]
    fn check(hands: [&str; 4], kitty: &str, expected: u16) {
        let layout = Layout::of(Trump::suited("9".parse().expect("a rank"), Suit::Clubs));
        let read = |text: &str| {
            let cards = text.split(' ').map(|card| card.parse().expect("a card"));
            Hand::of(layout, &cards.collect::<Vec<Card>>()).expect("two decks")
        };
        let position = RoundPosition {
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
        assert_eq!(ending(&playing, &rules, (0, u16::MAX), &mut 0), expected);
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
