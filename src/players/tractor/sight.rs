//! A view, or a position of a playout, as its player on turn knows it, in terms of [`Hand`]s.
//!
//! Decides nothing but what is known: neither a view nor a playout shows it the hands of others. How likely they hold
//! what is said in [`Odds`]; what follows have revealed to all four seats, in [`Memory`].

use std::iter::from_fn;

use super::heuristic::Odds;
use crate::game::Seat;
use crate::tractor::action::{Action, Call};
use crate::tractor::card::Card;
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rules::Rules;
use crate::tractor::seating::{PLAYERS, Team, next, partner};
use crate::tractor::shape::Lead;
use crate::tractor::trump::EffectiveSuit;
use crate::tractor::view::{PhaseView, TrickView, View};

/// What a player has to do, or may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision<'a> {
    /// Nothing: it is for others, or between rounds.
    None,
    /// The partner offers to surrender, and waits for an answer.
    Answer,
    /// To make one of these calls, or none: cards are still dealt.
    Call(&'a [Call]),
    /// To make one of these calls, some of which take the kitty over, or to pass.
    CallOrPass(&'a [Call]),
    Bury,
    /// To lead or follow.
    Play,
}

impl<'a> Decision<'a> {
    /// That of whoever sees this.
    pub fn of(view: &'a View) -> Decision<'a> {
        let Some(seat) = view.seat() else {
            return Decision::None;
        };
        let offers = view.surrender;
        match &view.phase {
            PhaseView::Ready { .. } | PhaseView::Over { .. } => Decision::None,
            PhaseView::Dealing { open, .. } => Decision::Call(open),
            PhaseView::CallWindow { passed, .. } if passed.contains(seat) => Decision::None,
            PhaseView::CallWindow { open, .. } => Decision::CallOrPass(open),
            _ if offers.contains(partner(seat)) && !offers.contains(seat) => Decision::Answer,
            PhaseView::Playing { to_play, .. } if *to_play == seat => Decision::Play,
            PhaseView::Burying if view.burier() == Some(seat) => Decision::Bury,
            PhaseView::Overcalls { asked, open } if *asked == seat => Decision::CallOrPass(open),
            PhaseView::Playing { .. } | PhaseView::Burying | PhaseView::Overcalls { .. } => {
                Decision::None
            }
        }
    }
}

/// The trick that a player is to follow in.
#[derive(Debug, Clone, Copy)]
pub struct OpenTrick {
    pub lead: Lead,
    /// The play that is the highest so far.
    pub standing: Hand,
    pub winning: Seat,
    pub plays: usize,
    /// The points on the table.
    pub points: u16,
}

impl OpenTrick {
    /// `None` before it is led to.
    fn of(trick: &TrickView, layout: &Layout) -> Option<OpenTrick> {
        let winning = trick.winning?;
        let place = (winning.index() + PLAYERS - trick.leader.index()) % PLAYERS;
        Some(OpenTrick {
            lead: Lead::read(layout, read(layout, trick.plays.first()?))?,
            standing: read(layout, trick.plays.get(place)?),
            winning,
            plays: trick.plays.len(),
            points: counted(trick),
        })
    }
}

/// What the player on turn knows of a round whose trump is fixed.
#[derive(Debug)]
pub struct Sight<'a> {
    pub layout: &'static Layout,
    pub rules: &'a Rules,
    /// What everybody has seen.
    pub memory: Memory,
    /// Who is to play.
    pub seat: Seat,
    pub dealer: Seat,
    /// Who buried the kitty, or is to: the dealer, or who has taken it over.
    pub burier: Seat,
    pub hand: Hand,
    /// The kitty, if the player buried it; no cards while they are to bury it.
    pub buried: Option<Hand>,
    /// How many cards each seat holds now; of who is to bury the kitty, afterwards.
    pub sizes: [u8; PLAYERS],
    /// The trick to follow in; `None` if the player leads.
    pub table: Option<OpenTrick>,
    /// What the player cannot see: in the other hands, or buried by somebody else.
    pub unseen: Hand,
    /// Points of the opponents so far, penalties included.
    pub points: u16,
    /// The cache of probabilities.
    pub odds: Odds,
}

#[inline]
fn lowest(bits: u64) -> Option<u64> {
    (bits != 0).then(|| bits & bits.wrapping_neg())
}

/// The bits of a word one by one, the lowest first.
#[inline]
pub fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    from_fn(move || {
        let bit = lowest(word)?;
        word ^= bit;
        Some(bit)
    })
}

/// Cards in every hand when the first trick begins.
pub(super) const DEALT: u8 = 25;

impl<'a> Sight<'a> {
    /// What a player sees; `None` for spectators and before trump is fixed.
    pub fn of(view: &'a View) -> Option<Sight<'a>> {
        let layout = Layout::under(view.trump?, view.rules.tractor_length);
        let (seat, dealer) = (view.seat()?, view.dealer?);
        let memory = Memory::of(view, layout);
        let hand = Hand::of(layout, &view.hand).ok()?;
        let buries = matches!(view.phase, PhaseView::Burying);
        let buried = match buries {
            true => Some(Hand::EMPTY),
            false => view.buried.as_ref().map(|cards| read(layout, cards)),
        };
        let theirs = captured(view).into_iter().zip(Seat::first(PLAYERS as u8));
        let theirs = theirs.filter(|(_, seat)| Team::of(*seat) != Team::of(dealer));
        let points: u16 = theirs.map(|(points, _)| points).sum();
        Some(Sight {
            layout,
            rules: &view.rules,
            memory,
            seat,
            dealer,
            burier: view.burier().unwrap_or(dealer),
            hand,
            buried,
            sizes: if buries {
                [DEALT; PLAYERS]
            } else {
                view.hand_sizes
            },
            table: match &view.phase {
                PhaseView::Playing { trick, .. } => OpenTrick::of(trick, layout),
                _ => None,
            },
            unseen: memory.unseen(layout, hand, buried),
            points: points.saturating_add_signed(view.penalties),
            odds: Odds::unknown(),
        })
    }

    pub fn play(&self, cards: Hand) -> Action {
        Action::Play(cards.cards(self.layout).collect())
    }

    pub fn bury(&self, cards: Hand) -> Action {
        Action::Bury(cards.cards(self.layout).collect())
    }

    /// The bits of the trumps.
    #[inline]
    pub fn trumps(&self) -> u64 {
        self.layout.trumps()
    }

    #[inline]
    pub fn follow_rules(&self) -> FollowRules {
        FollowRules::from(self.rules)
    }

    /// Whether this player is of the dealer's team.
    #[inline]
    pub fn declares(&self) -> bool {
        Team::of(self.seat) == Team::of(self.dealer)
    }

    /// The opponent who plays next, and the one who plays before.
    #[inline]
    pub fn rivals(&self) -> [Seat; 2] {
        let right = next(self.seat);
        [right, partner(right)]
    }

    /// The suits that these bits are of, the lowest first, each as its own bits.
    #[inline]
    pub fn suits_of(&self, mut bits: u64) -> impl Iterator<Item = u64> + use<> {
        let layout = self.layout;
        from_fn(move || {
            let suit = layout.suit_of(lowest(bits)?);
            bits &= !suit;
            Some(suit)
        })
    }

    /// The bits of an effective suit.
    #[inline]
    pub fn suit(&self, suit: EffectiveSuit) -> u64 {
        self.layout.suit(suit)
    }
}

/// The tricks of a round, the last of them as far as it is played.
pub fn tricks(view: &View) -> impl Iterator<Item = &TrickView> {
    let table = match &view.phase {
        PhaseView::Playing { trick, .. } => Some(trick),
        _ => None,
    };
    view.tricks.iter().chain(table)
}

/// Cards of a view in the layout of the round.
pub(super) fn read(layout: &Layout, cards: &[Card]) -> Hand {
    let mut hand = Hand::EMPTY;
    for &card in cards {
        hand.insert(layout, card);
    }
    hand
}

/// Points captured in tricks by seat, counted from the cards: they may be hidden.
pub(super) fn captured(view: &View) -> [u16; PLAYERS] {
    let mut captured = [0; PLAYERS];
    for trick in &view.tricks {
        if let Some(winner) = trick.winning {
            captured[winner.index()] += counted(trick);
        }
    }
    captured
}

/// The points in a trick, counted from its cards.
fn counted(trick: &TrickView) -> u16 {
    trick.plays.iter().flatten().map(|card| card.points()).sum()
}

/// The public information of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// The cards that were played.
    pub gone: Hand,
    /// The bits of the suits of which each seat has shown to have no card left.
    pub without: [u64; PLAYERS],
    /// The bits of the suits in which each seat has shown to have no pair left.
    pub pairless: [u64; PLAYERS],
    /// Cards that each seat certainly holds.
    pub known: [Hand; PLAYERS],
}

impl Memory {
    /// Before the first lead.
    pub const START: Memory = Memory {
        gone: Hand::EMPTY,
        without: [0; PLAYERS],
        pairless: [0; PLAYERS],
        known: [Hand::EMPTY; PLAYERS],
    };

    /// What was seen of a round so far.
    pub fn of(view: &View, layout: &Layout) -> Memory {
        let mut memory = Memory::START;
        let rules = FollowRules::from(&view.rules);
        for trick in tricks(view) {
            let plays = trick.plays.iter().map(|cards| read(layout, cards));
            let Some(lead) = plays.clone().next().and_then(|led| Lead::read(layout, led)) else {
                continue;
            };
            let seats = (trick.leader.index()..).map(|seat| Seat::new((seat % PLAYERS) as u8));
            for (seat, cards) in seats.zip(plays) {
                memory.note(layout, rules, &lead, seat, cards);
            }
        }
        memory.known = view.known.each_ref().map(|cards| read(layout, cards));
        memory
    }

    /// Notes a play, the lead itself included.
    pub fn note(
        &mut self,
        layout: &Layout,
        rules: FollowRules,
        lead: &Lead,
        seat: Seat,
        cards: Hand,
    ) {
        let at = seat.index();
        self.gone = self.gone.plus(cards);
        let known = self.known[at];
        let shown = Hand::from_words(known.one() & cards.one(), known.two() & cards.two());
        self.known[at] = known.minus(shown);
        let suit = layout.suit(lead.suit());
        let followed = cards.within(suit);
        if followed.len() < lead.len() {
            self.without[at] |= suit;
        } else if rules.draw_every_pair() && followed.pairs() < lead.pairs() {
            self.pairless[at] |= suit;
        }
    }

    /// Cards that went back to a hand because a throw failed.
    pub fn note_taken_back(&mut self, seat: Seat, cards: Hand) {
        let known = &mut self.known[seat.index()];
        *known = Hand::from_words(known.one() | cards.one(), known.two() | cards.two());
    }

    /// What a player cannot see who holds `hand` and, if it was this one, buried `buried`.
    #[inline]
    pub fn unseen(&self, layout: &Layout, hand: Hand, buried: Option<Hand>) -> Hand {
        let out = Hand::both_decks(layout).minus(self.gone).minus(hand);
        out.minus(buried.unwrap_or(Hand::EMPTY))
    }

    /// The subset of these unseen cards that a seat may hold, as far as its follows have revealed.
    #[inline]
    pub const fn possible(&self, seat: Seat, unseen: Hand) -> Hand {
        let at = seat.index();
        let with = !self.without[at];
        let pairs = with & !self.pairless[at];
        Hand::from_words(unseen.one() & with, unseen.two() & pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::card::Rank;
    use crate::tractor::card::Suit;
    use crate::tractor::rules::FollowPair;
    use crate::tractor::rules::TractorProtection;
    use crate::tractor::testing::read;
    use crate::tractor::trump::Trump;

    #[test]
    fn who_gives_no_pair_has_none_where_pairs_are_drawn() {
        let layout = Layout::of(Trump::suited(Rank::TWO, Suit::Clubs));
        let lead = Lead::read(layout, read(layout, "AD AD")).expect("a lead");
        let check = |rules: FollowRules, expected: bool| {
            let mut memory = Memory::START;
            let seat = Seat::new(1);
            memory.note(layout, rules, &lead, seat, read(layout, "3D 5D"));
            assert_eq!(
                memory.pairless[seat.index()] == layout.suit(lead.suit()),
                expected
            );
            assert_eq!(memory.without[seat.index()], 0);
        };
        check(FollowRules::default(), true);
        let suit_only = FollowRules {
            pair: FollowPair::SuitOnly,
            ..FollowRules::default()
        };
        check(suit_only, false);
        let protected = FollowRules {
            protection: TractorProtection::FromPairs,
            ..FollowRules::default()
        };
        check(protected, false);
    }
}
