//! Sampled worlds: the hidden cards dealt in a way that agrees with what the player has seen.
//!
//! Decides who might hold what by what everybody has seen: seats that ran out of a suit get none
//! of it, cards known to be held stay where they are, and a kitty is likely to be what dealers bury. And how well each
//! fits what the others have played: by the ratings of the quick player, as if everybody played like it, now and then
//! less well.

use super::playout::{self, Playout, worth};
use crate::chance::Chance;
use crate::game::Seat;
use crate::players::tractor::heuristic::{Odds, alike, power};
use crate::players::tractor::policy::Policy;
use crate::players::tractor::sight::{Memory, OpenTrick, Sight, captured, read, tricks};
use crate::tractor::action::Call;
use crate::tractor::card::{Rank, points};
use crate::tractor::deck::KITTY;
use crate::tractor::hand::Hand;
use crate::tractor::round::RoundPosition;
#[cfg(feature = "testing")]
use crate::tractor::rules::Rules;
use crate::tractor::seating::PLAYERS;
use crate::tractor::shape::Lead;
use crate::tractor::trick;
use crate::tractor::view::{PhaseView, TrickView, View};

/// The hidden cards of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenCards {
    /// All hands, by seat.
    pub hands: [Hand; PLAYERS],
    pub kitty: Hand,
}

/// How often a world is dealt that does not come out before what follows told is passed over.
const TRIES: u32 = 6;

/// The chance, of 256, with which a card that could be buried is (before it is known how many).
const BURIED_LOW: u32 = 200;
const BURIED_POINTS: u32 = 50;
const BURIED_ACE: u32 = 16;
const BURIED_TRUMP: u32 = 6;

/// Deals the hidden cards of a position.
pub fn deal(sight: &Sight<'_>, chance: &mut Chance) -> HiddenCards {
    for _ in 0..TRIES {
        if let Some(world) = attempt(sight, chance, true) {
            return world;
        }
    }
    attempt(sight, chance, false).unwrap_or(HiddenCards {
        hands: [Hand::EMPTY; PLAYERS],
        kitty: Hand::EMPTY,
    })
}

/// One deal; `strict` if what follows told has to be kept to.
fn attempt(sight: &Sight<'_>, chance: &mut Chance, strict: bool) -> Option<HiddenCards> {
    let mut world = HiddenCards {
        hands: [Hand::EMPTY; PLAYERS],
        kitty: sight.buried.unwrap_or(Hand::EMPTY),
    };
    world.hands[sight.seat.index()] = sight.hand;
    let mut hidden = sight.unseen;
    for seat in others(sight) {
        let known = sight.memory.known[seat.index()];
        if !hidden.holds(known) {
            return None;
        }
        hidden = hidden.minus(known);
        world.hands[seat.index()] = known;
    }
    if sight.buried.is_none() {
        world.kitty = bury(sight, hidden, chance, strict);
        hidden = hidden.minus(world.kitty);
    }
    let mut cards = [0_u64; 108];
    let count = order(sight, hidden, chance, strict, &mut cards);
    for &bit in &cards[..count] {
        let seat = place(sight, &world, bit, chance, strict);
        match seat {
            Some(seat) => world.give(seat, bit),
            None => world.make_room(sight, bit, strict)?,
        }
    }
    let full = |seat: Seat| world.hands[seat.index()].len() == u32::from(sight.sizes[seat.index()]);
    others(sight).all(full).then_some(world)
}

fn others(sight: &Sight<'_>) -> impl Iterator<Item = Seat> + use<> {
    let me = sight.seat;
    Seat::first(PLAYERS as u8).filter(move |seat| *seat != me)
}

/// Whether a seat may hold the card of a bit.
fn may_hold(sight: &Sight<'_>, seat: Seat, bit: u64, strict: bool) -> bool {
    !strict || sight.memory.without[seat.index()] & bit == 0
}

/// Eight cards that somebody else may have buried.
fn bury(sight: &Sight<'_>, hidden: Hand, chance: &mut Chance, strict: bool) -> Hand {
    let mut kitty = Hand::EMPTY;
    // What nobody can hold has to be there.
    let mut rest = hidden;
    if strict {
        let nobody = others(sight).fold(u64::MAX, |all, seat| {
            all & sight.memory.without[seat.index()]
        });
        kitty = hidden.within(nobody);
        rest = hidden.minus(kitty);
    }
    let emptied = sight.memory.without[sight.burier.index()];
    for _ in 0..1_000 {
        if kitty.len() as usize >= KITTY || rest.is_empty() {
            break;
        }
        let card = rest.nth_copy(chance.below(rest.len()));
        let likely = likely_buried(sight, card) << u32::from(emptied & card.one() != 0);
        if chance.below(256) < likely {
            kitty = kitty.plus(card);
            rest = rest.minus(card);
        }
    }
    while kitty.len() as usize > KITTY {
        kitty = kitty.minus(kitty.nth_copy(chance.below(kitty.len())));
    }
    kitty
}

fn likely_buried(sight: &Sight<'_>, card: Hand) -> u32 {
    if card.one() & sight.trumps() != 0 {
        return BURIED_TRUMP;
    }
    let rank = card.cards(sight.layout).next().and_then(|card| card.rank());
    match rank {
        Some(Rank::ACE) => BURIED_ACE,
        Some(rank) if points(rank) > 0 => BURIED_POINTS,
        _ => BURIED_LOW,
    }
}

/// The hidden cards one by one in a random order, those that fewest seats may hold first.
fn order(
    sight: &Sight<'_>,
    hidden: Hand,
    chance: &mut Chance,
    strict: bool,
    cards: &mut [u64; 108],
) -> usize {
    let mut count = 0;
    let mut by_seats = [Hand::EMPTY; PLAYERS];
    let mut left = hidden.one();
    while left != 0 {
        let suit = sight.layout.suit_of(left & left.wrapping_neg());
        left &= !suit;
        let seats = others(sight).filter(|seat| may_hold(sight, *seat, suit, strict));
        let group = &mut by_seats[seats.count()];
        *group = group.plus(hidden.within(suit));
    }
    for group in by_seats {
        let start = count;
        for n in 0..group.len() {
            cards[count] = group.nth_copy(n).one();
            count += 1;
        }
        chance.shuffle(&mut cards[start..count]);
    }
    count
}

/// A seat for a card, each as likely as it has places left; `None` if none has.
fn place(
    sight: &Sight<'_>,
    world: &HiddenCards,
    bit: u64,
    chance: &mut Chance,
    strict: bool,
) -> Option<Seat> {
    let mut room = [0_u32; PLAYERS];
    let mut total = 0;
    for seat in others(sight) {
        let hand = world.hands[seat.index()];
        let free = u32::from(sight.sizes[seat.index()]).saturating_sub(hand.len());
        // A seat that had to give a pair and did not has none.
        let pairs = hand.one() & bit != 0 && sight.memory.pairless[seat.index()] & bit != 0;
        if free > 0 && may_hold(sight, seat, bit, strict) && !(strict && pairs) {
            room[seat.index()] = free;
            total += free;
        }
    }
    if total == 0 {
        return None;
    }
    let mut at = chance.below(total);
    for seat in others(sight) {
        let free = room[seat.index()];
        if at < free {
            return Some(seat);
        }
        at -= free;
    }
    None
}

impl HiddenCards {
    fn give(&mut self, seat: Seat, bit: u64) {
        let hand = &mut self.hands[seat.index()];
        *hand = hand.plus(Hand::from_words(bit, 0));
    }

    /// Makes room for a card by moving another one on to a seat that has a place left.
    fn make_room(&mut self, sight: &Sight<'_>, bit: u64, strict: bool) -> Option<()> {
        let size = |seat: Seat| u32::from(sight.sizes[seat.index()]);
        for full in others(sight).filter(|seat| may_hold(sight, *seat, bit, strict)) {
            for free in others(sight).filter(|seat| *seat != full) {
                if self.hands[free.index()].len() >= size(free) {
                    continue;
                }
                let known = sight.memory.known[full.index()];
                let movable = self.hands[full.index()].minus(known).one();
                let fits = if strict {
                    !sight.memory.without[free.index()]
                } else {
                    u64::MAX
                };
                let other = movable & fits & !bit;
                if other != 0 {
                    let other = Hand::from_words(other & other.wrapping_neg(), 0);
                    let hand = &mut self.hands[full.index()];
                    *hand = hand.minus(other);
                    self.give(free, other.one());
                    self.give(full, bit);
                    return Some(());
                }
            }
        }
        None
    }
}

/// A position to think about, and what is common to all worlds that it could be in.
#[derive(Debug)]
pub struct SearchPosition<'a> {
    /// What the player knows.
    pub sight: Sight<'a>,
    /// Who led the trick on the table, or leads.
    pub leader: Seat,
    /// What was played to it.
    pub plays: Vec<Hand>,
    /// Points captured in tricks by seat.
    pub captured: [u16; PLAYERS],
    /// Points that failed throws brought the opponents.
    pub penalties: i16,
    /// What the others have played.
    pub past: Past<'a>,
}

impl<'a> SearchPosition<'a> {
    /// The position of a player on turn, who plays, buries or may take the kitty over.
    pub fn of(view: &'a View) -> Option<SearchPosition<'a>> {
        let sight = Sight::of(view)?;
        let read = |trick: &TrickView| -> PastTrick {
            let plays = trick.plays.iter().map(|play| read(sight.layout, play));
            (trick.leader, plays.collect())
        };
        let tricks: Vec<PastTrick> = tricks(view).map(read).collect();
        let (leader, plays) = match &view.phase {
            PhaseView::Playing { .. } => tricks.last()?.clone(),
            _ => (sight.dealer, Vec::new()),
        };
        Some(SearchPosition {
            past: Past::of(&sight, &tricks),
            sight,
            leader,
            plays,
            captured: captured(view),
            penalties: view.penalties,
        })
    }

    /// A world that it could be in: of two, rather the one in which the others would have played as
    /// they did.
    pub fn deal(&self, policy: &Policy<'_>, chance: &mut Chance) -> HiddenCards {
        let first = deal(&self.sight, chance);
        if self.past.plays.is_empty() {
            return first;
        }
        let second = deal(&self.sight, chance);
        let fits = [&first, &second].map(|world| self.past.fit(world, policy));
        let odds = fits[0] / (fits[0] + fits[1]);
        match f64::from(chance.below(1 << 15)) < odds * 32_768.0 {
            true => first,
            false => second,
        }
    }

    /// A world as a position to be played on; `None` if there is no such position.
    pub fn imagine(&self, world: &HiddenCards) -> Option<Playout> {
        let position = RoundPosition {
            trump: self.sight.layout.trump(),
            dealer: self.sight.dealer,
            hands: world.hands,
            kitty: world.kitty,
            leader: self.leader,
            plays: &self.plays,
            captured: self.captured,
            penalties: self.penalties,
        };
        Some(Playout {
            playing: position.set_up(self.sight.rules)?,
            memory: self.sight.memory,
            burier: self.sight.burier,
        })
    }

    /// What such a round is worth to the player at its end, and how many plays that took to find out.
    pub(super) fn outcome(&self, playout: Playout, policy: &Policy<'_>) -> (f64, u32) {
        let (points, plays) = playout.finish(self.sight.rules, policy);
        let worth = worth(points, self.sight.rules, self.sight.declares());
        (worth, plays + 2)
    }

    /// The same after burying this kitty.
    pub fn imagine_buried(&self, world: &HiddenCards, kitty: Hand) -> Option<Playout> {
        let mut world = *world;
        world.kitty = kitty;
        world.hands[self.sight.seat.index()] = self.sight.hand.minus(kitty);
        self.imagine(&world)
    }

    /// The same after taking the kitty over with this call.
    pub fn imagine_taken_over(
        &self,
        world: &HiddenCards,
        call: Call,
        policy: &Policy<'_>,
    ) -> Option<Playout> {
        let (playing, rules) = (self.imagine(world)?.playing, self.sight.rules);
        let burying = playing.taken_over(self.sight.seat, call, rules);
        Some(playout::bury(&burying, policy, rules))
    }
}

#[cfg(feature = "testing")]
impl<'a> SearchPosition<'a> {
    /// The position of the seat on turn in a simulated round, whose past is left out; `None` if it is over.
    pub fn in_playout(playout: &Playout, rules: &'a Rules) -> Option<SearchPosition<'a>> {
        let playing = &playout.playing;
        let trick = &playing.trick;
        Some(SearchPosition {
            sight: playout.sight(playing.to_play()?, rules),
            leader: trick.leader,
            plays: trick.plays().to_vec(),
            captured: playing.captured,
            penalties: playing.penalties,
            past: Past::default(),
        })
    }
}

/// How many of the latest plays of others are looked at.
const LATEST: usize = 16;
/// A play that is rated so much lower, in levels, is e times less likely.
const SLACK: f32 = 0.12;
/// The least probability of a play: people do anything.
const LEAST: f64 = 0.02;

/// A play of somebody else.
#[derive(Debug)]
struct SeenPlay<'a> {
    /// What they knew, whatever their cards were.
    sight: Sight<'a>,
    cards: Hand,
    /// What the seat has played since, this play included.
    since: Hand,
}

/// The latest plays of the others.
#[derive(Debug, Default)]
pub struct Past<'a> {
    plays: Vec<SeenPlay<'a>>,
}

/// A trick so far: who led, and the plays in order.
type PastTrick = (Seat, Vec<Hand>);

impl<'a> Past<'a> {
    /// The plays of these tricks that are not of the player of this sight.
    fn of(sight: &Sight<'a>, tricks: &[PastTrick]) -> Past<'a> {
        let (layout, rules) = (sight.layout, sight.rules);
        let follow = sight.follow_rules();
        let mut memory = Memory::START;
        let mut sizes = [25; PLAYERS];
        let mut points = 0;
        let mut plays: Vec<SeenPlay<'a>> = Vec::new();
        for (leader, cards) in tricks {
            let Some(lead) = cards.first().and_then(|led| Lead::read(layout, *led)) else {
                continue;
            };
            let mut table: Option<OpenTrick> = None;
            for (at, play) in cards.iter().enumerate() {
                let seat = Seat::new(((leader.index() + at) % PLAYERS) as u8);
                if seat != sight.seat {
                    plays.push(SeenPlay {
                        sight: Sight {
                            memory,
                            seat,
                            sizes,
                            table,
                            points,
                            odds: Odds::unknown(),
                            ..*sight
                        },
                        cards: *play,
                        since: Hand::EMPTY,
                    });
                }
                memory.note(layout, follow, &lead, seat, *play);
                sizes[seat.index()] -= play.len() as u8;
                let standing = table.map_or(*play, |table| table.standing);
                let beats =
                    at > 0 && trick::beats(layout, rules.throw_winner, &lead, *play, standing);
                let before = table;
                table = Some(OpenTrick {
                    lead,
                    standing: if beats { *play } else { standing },
                    winning: match before {
                        Some(table) if !beats => table.winning,
                        _ => seat,
                    },
                    plays: at + 1,
                    points: before.map_or(0, |table| table.points) + play.points(layout),
                });
            }
            if let Some(table) = table.filter(|table| table.plays == PLAYERS) {
                let theirs = (table.winning.index() + sight.dealer.index()) % 2 == 1;
                points += if theirs { table.points } else { 0 };
            }
        }
        plays.drain(..plays.len().saturating_sub(LATEST));
        let mut since = [Hand::EMPTY; PLAYERS];
        for seen in plays.iter_mut().rev() {
            let all = &mut since[seen.sight.seat.index()];
            *all = all.plus(seen.cards);
            seen.since = *all;
        }
        Past { plays }
    }

    /// How likely these plays are if the cards lie so, 0–1.
    fn fit(&self, world: &HiddenCards, policy: &Policy<'_>) -> f64 {
        let fits = self.plays.iter().map(|seen| {
            let sight = &seen.sight;
            let hand = world.hands[sight.seat.index()].plus(seen.since);
            let buried = (sight.seat == sight.burier).then_some(world.kitty);
            let sight = Sight {
                hand,
                buried,
                unseen: sight.memory.unseen(sight.layout, hand, buried),
                odds: Odds::unknown(),
                ..*sight
            };
            likelihood(&sight, seen.cards, policy)
        });
        fits.product()
    }
}

/// How likely a play is, 0–1.
fn likelihood(sight: &Sight<'_>, cards: Hand, policy: &Policy<'_>) -> f64 {
    let candidates = policy.candidates(sight);
    let ratings = candidates.iter().map(|rated| rated.score);
    let best = ratings.fold(f32::MIN, f32::max);
    let (mut all, mut this) = (0.0, 0.0);
    for rated in candidates.iter() {
        let share = falling((best - rated.score) / SLACK);
        all += share;
        if alike(sight, rated.cards, cards) {
            this += share;
        }
    }
    f64::from(this / all).max(LEAST)
}

/// About e to the power of −x, by multiplications alone: the same on every machine.
fn falling(x: f32) -> f32 {
    power((1.0 - x / 64.0).max(0.0), 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::players::tractor::heuristic::Odds;
    use crate::players::tractor::sight::Memory;
    use crate::players::tractor::{random_kitty, random_lead};
    use crate::tractor::card::Suit;
    use crate::tractor::deck::Deck;
    use crate::tractor::follow::{self, FollowRules};
    use crate::tractor::hand::Layout;
    use crate::tractor::rules::Rules;
    use crate::tractor::shape::Lead;
    use crate::tractor::trump::Trump;

    /// Plays some tricks at random and deals worlds for a seat: they hold what was seen.
    #[track_caller]
    fn check(seed: u64, tricks: usize, me: Seat) {
        let layout = Layout::of(Trump::suited(Rank::TEN, Suit::ALL[seed as usize % 4]));
        let mut chance = Seed::from_number(seed).chance();
        let deck = Deck::shuffled(&mut chance);
        let dealer = Seat::new((seed % 3) as u8);
        let mut hands = deck.hands(layout, Seat::new(0));
        let taken = Hand::of(layout, &deck.kitty()).expect("two decks");
        let all = hands[dealer.index()].plus(taken);
        let kitty = random_kitty(all, &mut chance);
        hands[dealer.index()] = all.minus(kitty);
        let mut memory = Memory::START;
        for _ in 0..tricks {
            let led = random_lead(layout, hands[0], &mut chance);
            let lead = Lead::read(layout, led).expect("cards of one suit");
            let follow = FollowRules::default();
            for (at, hand) in hands.iter_mut().enumerate() {
                let play = match at {
                    0 => led,
                    _ => follow::random(layout, follow, &lead, *hand, &mut chance),
                };
                *hand = hand.minus(play);
                memory.note(layout, follow, &lead, Seat::new(at as u8), play);
            }
        }
        let hand = hands[me.index()];
        let buried = (me == dealer).then_some(kitty);
        let sight = Sight {
            layout,
            rules: &Rules::default(),
            memory,
            seat: me,
            dealer,
            burier: dealer,
            hand,
            buried,
            sizes: hands.map(|hand| hand.len() as u8),
            table: None,
            unseen: memory.unseen(layout, hand, buried),
            points: 0,
            odds: Odds::unknown(),
        };
        for _ in 0..20 {
            let world = deal(&sight, &mut chance);
            let held = world.hands.into_iter().fold(world.kitty, Hand::plus);
            assert_eq!(held.plus(memory.gone), Hand::both_decks(layout), "{seed}");
            assert_eq!(world.hands[me.index()], hand);
            assert_eq!(world.kitty.len() as usize, KITTY);
            for seat in Seat::first(4) {
                let others = world.hands[seat.index()];
                assert_eq!(others.len(), hands[seat.index()].len(), "{seed}");
                assert_eq!(
                    others.one() & memory.without[seat.index()],
                    0,
                    "{seed}: {seat:?}"
                );
            }
        }
    }

    #[test]
    fn worlds_hold_what_everybody_has_seen() {
        for seed in 0..60 {
            check(seed, seed as usize % 9, Seat::new((seed % 4) as u8));
        }
    }
}
