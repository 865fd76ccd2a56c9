//! The second half of a round: tricks are played until all hands are empty.

use std::hint::select_unpredictable;

use serde::{Deserialize, Serialize};

use super::{HAND, are_both_decks};
use crate::game::{Seat, is_default};
use crate::tractor::follow::{self, Breach, Due, FollowRules};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rules::Rules;
use crate::tractor::score::{self, ALL_POINTS};
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::shape::{Lead, Unit};
use crate::tractor::throw::{self, Other};
use crate::tractor::trick;

/// Tricks are played.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Playing {
    /// The layout of all hands, which knows what is trump.
    pub layout: &'static Layout,
    /// The dealer.
    pub dealer: Seat,
    /// All hands, by seat.
    pub hands: [Hand; PLAYERS],
    /// The buried kitty.
    pub kitty: Hand,
    /// The trick on the table.
    pub trick: Trick,
    /// Points captured in tricks, by seat.
    pub captured: [u16; PLAYERS],
    /// Points that failed throws brought the opponents; negative if their own cost them more.
    #[serde(default, skip_serializing_if = "is_default")]
    pub penalties: i16,
    /// Who won the last complete trick, and the largest unit of its lead: the tally needs both.
    #[serde(default, skip_serializing_if = "is_default")]
    last: Option<(Seat, u8)>,
}

/// Beyond what failed throws can cost in a round.
const MOST_PENALTIES: u16 = 10_000;

/// A trick (墩) on the table. Its state tells the plays; the rest follows from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trick {
    /// Who leads.
    pub leader: Seat,
    /// The lead; `None` before it.
    #[serde(skip)]
    pub lead: Option<Lead>,
    plays: [Hand; PLAYERS],
    #[serde(skip)]
    len: u8,
    #[serde(skip)]
    best: u8,
}

/// A complete trick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedTrick {
    /// Who led.
    pub leader: Seat,
    /// The plays in turn order, the lead first.
    pub plays: [Hand; PLAYERS],
    /// Who won it.
    pub winner: Seat,
    /// The points in it.
    pub points: u16,
    /// All cards of the failed throw that the lead comes from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tried: Option<Hand>,
}

/// A play that was judged legal, with everything that [`Playing::settle`] needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgedPlay {
    /// The cards that were tried.
    cards: Hand,
    /// What lies on the table: all of them, or one unit of a failed throw.
    laid: Hand,
    /// Who stops the throw, if the cards are one that fails: steps from the leader.
    stopped_by: Option<u8>,
}

/// Why cards cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The round is over.
    Over,
    /// No cards.
    NoCards,
    /// Cards that are not in the hand.
    NotHeld,
    /// A lead of several effective suits.
    MixedLead,
    /// A follow that does not give what is due.
    Follow(Breach),
}

/// The outcome of a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// Who played.
    pub seat: Seat,
    /// The cards that lie on the table.
    pub cards: Hand,
    /// The failed throw that these cards come from, if they do.
    pub failed: Option<FailedThrow>,
    /// Who won the trick that this play completed and leads next, and the points in it.
    pub trick: Option<(Seat, u16)>,
}

/// A throw that another hand could beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailedThrow {
    /// All cards that were tried.
    pub tried: Hand,
    /// The cards that went back to the hand.
    pub taken_back: Hand,
    /// The first player in turn order who can beat what is played.
    pub stopped_by: Seat,
    /// What it costs, to the other side.
    pub penalty: u16,
}

/// The opponents' points at the end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointTally {
    /// All points of the opponents, kitty and penalties included; never below 0.
    pub points: u16,
    /// How often the kitty's points are in it.
    pub kitty_factor: u16,
}

impl Trick {
    pub(super) const fn new(leader: Seat) -> Trick {
        Trick {
            leader,
            lead: None,
            plays: [Hand::EMPTY; PLAYERS],
            len: 0,
            best: 0,
        }
    }

    /// Puts plays on the table, of which the one at `best` is the highest.
    pub(super) fn resume(&mut self, lead: Lead, plays: &[Hand], best: usize) {
        self.lead = Some(lead);
        self.plays[..plays.len()].copy_from_slice(plays);
        self.len = plays.len() as u8;
        self.best = best as u8;
    }

    /// The plays in turn order, the lead first.
    pub fn plays(&self) -> &[Hand] {
        &self.plays[..usize::from(self.len)]
    }

    /// Who plays next.
    #[inline]
    pub const fn to_play(&self) -> Seat {
        seat_after(self.leader, self.len)
    }

    /// The seat whose play is the highest so far; `None` before the lead.
    pub const fn winning(&self) -> Option<Seat> {
        if self.len == 0 {
            return None;
        }
        Some(seat_after(self.leader, self.best))
    }

    /// The play that is the highest so far; no cards before the lead.
    pub const fn highest(&self) -> Hand {
        self.plays[self.best as usize]
    }

    /// The points in the trick so far.
    pub fn points(&self, layout: &Layout) -> u16 {
        trick::points(layout, self.plays())
    }
}

impl JudgedPlay {
    /// All cards that were tried lie on the table.
    #[inline]
    const fn whole(cards: Hand) -> JudgedPlay {
        JudgedPlay {
            cards,
            laid: cards,
            stopped_by: None,
        }
    }
}

impl PlayedTrick {
    /// Whether its seats and cards are some, where it is read.
    pub(in crate::tractor) fn fits(&self, layout: &Layout) -> bool {
        let mut cards = self.plays.iter().chain(&self.tried);
        self.leader.index() < PLAYERS
            && self.winner.index() < PLAYERS
            && self.points <= ALL_POINTS
            && cards.all(|cards| Hand::both_decks(layout).holds(*cards))
    }
}

/// The seat that is `steps` after this one in turn order.
#[inline]
const fn seat_after(seat: Seat, steps: u8) -> Seat {
    Seat::new((seat.index() as u8 + steps) % PLAYERS as u8)
}

impl Playing {
    /// The first trick, led by the dealer. The hands are of one size, and the kitty is the rest of
    /// the two decks.
    pub(super) const fn new(
        layout: &'static Layout,
        dealer: Seat,
        hands: [Hand; PLAYERS],
        kitty: Hand,
    ) -> Playing {
        Playing {
            layout,
            dealer,
            hands,
            kitty,
            trick: Trick::new(dealer),
            captured: [0; PLAYERS],
            penalties: 0,
            last: None,
        }
    }

    /// Goes on in the middle of a round.
    pub(super) fn resume(&mut self, trick: Trick, captured: [u16; PLAYERS], penalties: i16) {
        self.trick = trick;
        self.captured = captured;
        self.penalties = penalties;
    }

    /// The hand of a seat.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Who plays next; `None` when all cards are played.
    #[inline]
    pub const fn to_play(&self) -> Option<Seat> {
        let seat = self.trick.to_play();
        if self.hands[seat.index()].is_empty() {
            return None;
        }
        Some(seat)
    }

    /// Who won the last complete trick.
    pub fn last_winner(&self) -> Option<Seat> {
        self.last.map(|(winner, _)| winner)
    }

    /// The obligations of the player on turn; `None` if they lead, or the round is over.
    pub fn due(&self, rules: &Rules) -> Option<Due> {
        let lead = self.trick.lead.as_ref()?;
        let hand = self.hands[self.to_play()?.index()];
        Some(Due::of(self.layout, FollowRules::from(rules), lead, hand))
    }

    /// Whether the player on turn may play these cards, and with which result.
    ///
    /// # Errors
    /// [`Refused`] with the reason.
    ///
    /// # Example
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// # use engine::tractor::{follow::Breach, round::*, rules::Rules, seating::Wind};
    /// # let position = RoundPosition {
    /// #     trump: layout.trump(), dealer: Wind::North.seat(), hands: ["KD QS", "AD 3S", "3D 3H", "4D 4H"].map(hand),
    /// #     kitty: Hand::EMPTY, leader: Wind::North.seat(), plays: &[], captured: [0; 4], penalties: 0,
    /// # };
    /// let rules = Rules::default();
    /// let mut playing = position.set_up(&rules).expect("a position that can be played");
    /// assert_eq!(playing.judge(hand("KD QS"), &rules), Err(Refused::MixedLead));
    /// assert_eq!(playing.judge(hand("AD"), &rules), Err(Refused::NotHeld));
    /// let ruling = playing.judge(hand("KD"), &rules).expect("a lead");
    /// playing.settle(ruling, &rules);
    /// let refused = Refused::Follow(Breach::Suit { due: 1, given: 0 });
    /// assert_eq!(playing.judge(hand("3S"), &rules), Err(refused));
    /// ```
    #[inline]
    pub fn judge(&self, cards: Hand, rules: &Rules) -> Result<JudgedPlay, Refused> {
        let seat = self.to_play().ok_or(Refused::Over)?;
        let hand = self.hands[seat.index()];
        if cards.is_empty() {
            return Err(Refused::NoCards);
        }
        if !hand.holds(cards) {
            return Err(Refused::NotHeld);
        }
        match &self.trick.lead {
            None => self.judge_lead(seat, cards, rules),
            Some(lead) => {
                let rules = FollowRules::from(rules);
                follow::judge(self.layout, rules, lead, hand, cards).map_err(Refused::Follow)?;
                Ok(JudgedPlay::whole(cards))
            }
        }
    }

    #[inline]
    fn judge_lead(&self, seat: Seat, cards: Hand, rules: &Rules) -> Result<JudgedPlay, Refused> {
        let lead = Lead::read(self.layout, cards).ok_or(Refused::MixedLead)?;
        if lead.is_throw()
            && let Some((unit, other)) = self.check_throw(seat, &lead, rules)
        {
            return Ok(JudgedPlay {
                cards,
                laid: unit.cards,
                stopped_by: Some(other as u8 + 1),
            });
        }
        Ok(JudgedPlay::whole(cards))
    }

    fn check_throw(&self, seat: Seat, lead: &Lead, rules: &Rules) -> Option<(Unit, Other)> {
        let others = [1, 2, 3].map(|steps| self.hands[seat_after(seat, steps).index()]);
        throw::check(self.layout, rules.throw_checked_against, lead, &others)
    }

    /// Carries out a play. The ruling has to come from [`Playing::judge`] in this same position.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// # use engine::tractor::{round::*, rules::Rules, seating::Wind};
    /// # let position = RoundPosition {
    /// #     trump: layout.trump(), dealer: Wind::North.seat(), hands: ["KD QD", "AD 3S", "3D 3H", "4D 4H"].map(hand),
    /// #     kitty: Hand::EMPTY, leader: Wind::North.seat(), plays: &[], captured: [0; 4], penalties: 0,
    /// # };
    /// # let rules = Rules::default();
    /// # let mut playing = position.set_up(&rules).expect("a position that can be played");
    /// // North throws KD QD, and West holds AD.
    /// let ruling = playing.judge(hand("KD QD"), &rules).expect("a throw may be tried");
    /// let played = playing.settle(ruling, &rules);
    /// assert_eq!(played.cards, hand("QD"));
    /// let failed = played.failed.expect("the throw failed");
    /// assert_eq!((failed.taken_back, failed.stopped_by), (hand("KD"), Wind::West.seat()));
    /// ```
    #[inline]
    pub fn settle(&mut self, ruling: JudgedPlay, rules: &Rules) -> Played {
        let seat = self.trick.to_play();
        let cards = ruling.laid;
        let failed = ruling
            .stopped_by
            .map(|steps| self.charge(ruling.cards, cards, steps, rules));
        let trick = &mut self.trick;
        match &trick.lead {
            // Judging has read it already; to read it again is quicker than to carry it from there.
            None => trick.lead = Lead::read(self.layout, cards),
            Some(lead) => {
                let standing = trick.plays[usize::from(trick.best)];
                let higher = trick::beats(self.layout, rules.throw_winner, lead, cards, standing);
                trick.best = select_unpredictable(higher, trick.len, trick.best);
            }
        }
        trick.plays[usize::from(trick.len)] = cards;
        trick.len += 1;
        let hand = &mut self.hands[seat.index()];
        *hand = hand.minus(cards);
        let trick = (usize::from(self.trick.len) == PLAYERS).then(|| self.take_trick());
        Played {
            seat,
            cards,
            failed,
            trick,
        }
    }

    /// Charges whoever is on turn for a throw of which only `led` lies on the table, as the seat so many
    /// steps on stops it.
    #[cold]
    fn charge(&mut self, tried: Hand, led: Hand, steps: u8, rules: &Rules) -> FailedThrow {
        let seat = self.trick.to_play();
        let taken_back = tried.minus(led);
        let penalty = score::penalty(rules.throw_penalty, taken_back.len() as u8);
        // The cost goes to the other side, and only the opponents' points count.
        let sign = if self.declares(seat) { 1 } else { -1 };
        self.penalties += sign * penalty as i16;
        FailedThrow {
            tried,
            taken_back,
            stopped_by: seat_after(seat, steps),
            penalty,
        }
    }

    /// Whether this is a throw: what becomes of it tells something about the other hands.
    pub fn is_throw(&self, ruling: &JudgedPlay) -> bool {
        let lead = Lead::read(self.layout, ruling.cards);
        self.trick.lead.is_none() && lead.is_some_and(|lead| lead.is_throw())
    }

    /// The hands before the first trick, if these are the tricks that are over.
    pub fn dealt(&self, tricks: &[PlayedTrick]) -> [Hand; PLAYERS] {
        let mut hands = self.hands;
        let tricks = tricks.iter().map(|trick| (trick.leader, &trick.plays));
        for (leader, plays) in tricks.chain([(self.trick.leader, &self.trick.plays)]) {
            for (steps, play) in (0..).zip(plays) {
                let hand = &mut hands[seat_after(leader, steps).index()];
                *hand = hand.plus(*play);
            }
        }
        hands
    }

    /// The same round played once more, but for so many of its last plays.
    fn again(&self, tricks: &[PlayedTrick], but: usize, rules: &Rules) -> Option<Playing> {
        let mut playing = Playing::new(self.layout, self.dealer, self.dealt(tricks), self.kitty);
        let plays = tricks.iter().flat_map(|trick| trick.plays);
        let plays = plays
            .chain(self.trick.plays)
            .filter(|play| !play.is_empty());
        for play in plays.clone().take(plays.count().checked_sub(but)?) {
            let ruling = playing.judge(play, rules).ok()?;
            playing.settle(ruling, rules);
        }
        playing.penalties = self.penalties;
        Some(playing)
    }

    /// The round before the last play, if these are the tricks that are over; `None` before the first one.
    pub fn before(&self, tricks: &[PlayedTrick], rules: &Rules) -> Option<Playing> {
        self.again(tricks, 1, rules)
    }

    /// The same as it was read, complete; `None` where these tricks do not lead to it.
    pub(in crate::tractor) fn read(self, tricks: &[PlayedTrick], rules: &Rules) -> Option<Playing> {
        let played = tricks.iter().flat_map(|trick| trick.plays);
        let cards = played
            .chain(self.trick.plays)
            .chain(self.hands)
            .chain([self.kitty]);
        let cheap = self.penalties.unsigned_abs() < MOST_PENALTIES;
        let even = || {
            self.dealt(tricks)
                .iter()
                .all(|hand| hand.len() as usize == HAND)
        };
        if !cheap || !are_both_decks(self.layout, rules, cards) || !even() {
            return None;
        }
        let again = self.again(tricks, 0, rules)?;
        let Trick { leader, plays, .. } = self.trick;
        let trick = Trick {
            leader,
            plays,
            ..again.trick
        };
        (again == Playing { trick, ..self }).then_some(again)
    }

    /// Gives the complete trick to its winner, who leads the next one.
    #[inline]
    fn take_trick(&mut self) -> (Seat, u16) {
        let winner = seat_after(self.trick.leader, self.trick.best);
        let points = trick::points(self.layout, &self.trick.plays);
        self.captured[winner.index()] += points;
        let largest = match &self.trick.lead {
            Some(lead) => lead.shape().largest().cards(),
            None => 1,
        };
        self.last = Some((winner, largest as u8));
        self.trick = Trick::new(winner);
        (winner, points)
    }

    /// Whether the seat is of the dealer's team.
    fn declares(&self, seat: Seat) -> bool {
        Team::of(seat) == Team::of(self.dealer)
    }

    /// Points that a team captured in tricks.
    fn captured_by(&self, team: Team) -> u16 {
        let [a, b] = team.seats();
        self.captured[a.index()] + self.captured[b.index()]
    }

    fn opponents(&self) -> Team {
        Team::of(self.dealer).other()
    }

    /// The opponents' points so far, penalties included; never below 0.
    pub fn points(&self) -> u16 {
        self.with_penalties(self.captured_by(self.opponents()))
    }

    fn with_penalties(&self, points: u16) -> u16 {
        points.saturating_add_signed(self.penalties)
    }

    /// The opponents' points once all cards are played; `None` before.
    pub fn tally(&self, rules: &Rules) -> Option<PointTally> {
        let (winner, largest_unit) = self.last.filter(|_| self.to_play().is_none())?;
        let kitty_factor = if self.declares(winner) {
            0
        } else {
            score::kitty_factor(rules.kitty_multiplier, largest_unit)
        };
        let kitty = kitty_factor * self.kitty.points(self.layout);
        let points = self.captured_by(self.opponents()) + kitty;
        Some(PointTally {
            points: self.with_penalties(points),
            kitty_factor,
        })
    }

    /// The opponents' points if `team` gives up now. The opponents stop at what they have; the
    /// declarers give away every point that they have not won, the doubled kitty included.
    pub fn tally_surrender(&self, team: Team) -> PointTally {
        if team == self.opponents() {
            return PointTally {
                points: self.points(),
                kitty_factor: 0,
            };
        }
        let kitty_factor = 2;
        let kitty = self.kitty.points(self.layout);
        let won = self.captured_by(team);
        let points = ALL_POINTS - won + (kitty_factor - 1) * kitty;
        PointTally {
            points: self.with_penalties(points),
            kitty_factor,
        }
    }
}
