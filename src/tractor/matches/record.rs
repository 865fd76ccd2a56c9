//! The public facts of a round: its tricks, and cards that everybody knows a seat to hold.

use serde::{Deserialize, Serialize};

use crate::game::{Seat, is_default};
use crate::tractor::action::{Call, TrumpSource};
use crate::tractor::call::Calls;
use crate::tractor::card::Card;
use crate::tractor::deck::KITTY;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::{Burying, CallWindow, Played, PlayedTrick, Playing};
use crate::tractor::rules::Rules;
use crate::tractor::seating::PLAYERS;
use crate::tractor::shape::{Lead, MOST_CARDS};
use crate::tractor::trump::Trump;

/// The public facts of a round, from the moment when trump is fixed.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct RoundRecord {
    pub(super) source: TrumpSource,
    pub(super) calls: Calls,
    /// Who has taken the kitty over, the last of them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) taken_over: Option<Seat>,
    /// Cards of the kitty that were turned over.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) flipped: Vec<Card>,
    /// Cards that everybody knows a seat to hold.
    pub(super) known: [Hand; PLAYERS],
    /// The complete tricks, the first first.
    pub(super) tricks: Vec<PlayedTrick>,
    /// All cards of the failed throw that the present lead comes from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) tried: Option<Hand>,
    /// Throws tried and failed, by seat.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) throws: [(u8, u8); PLAYERS],
    /// As long as the last play can be taken back: what everybody knew its player to hold before it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) last: Option<Hand>,
}

impl RoundRecord {
    /// That nothing has happened.
    pub(super) const fn empty() -> RoundRecord {
        RoundRecord {
            source: TrumpSource::Nobody,
            calls: Calls::NONE,
            taken_over: None,
            flipped: Vec::new(),
            known: [Hand::EMPTY; PLAYERS],
            tricks: Vec::new(),
            tried: None,
            throws: [(0, 0); PLAYERS],
            last: None,
        }
    }

    /// The public facts of the calling, in the layout of the trump that it fixed.
    pub(super) fn new(
        window: &CallWindow,
        burying: &Burying,
        source: TrumpSource,
        turned: u8,
    ) -> RoundRecord {
        let layout = burying.layout;
        let flipped = window.kitty[..usize::from(turned)].to_vec();
        let mut known = shown(window.shown(), layout);
        let dealer = &mut known[burying.dealer.index()];
        for &card in &flipped {
            dealer.insert(layout, card);
        }
        RoundRecord {
            source,
            calls: window.calls,
            flipped,
            known,
            ..RoundRecord::empty()
        }
    }

    /// Notes that a call has taken the kitty over, which makes the layout another.
    pub(super) fn take_over(&mut self, call: (Seat, Call), from: &Layout, to: &Layout) {
        let (seat, call) = call;
        self.calls.push(seat, call);
        self.source = TrumpSource::Called(seat);
        self.taken_over = Some(seat);
        let shown = shown([(seat, call)].into_iter(), to);
        for (known, shown) in self.known.iter_mut().zip(shown) {
            *known = more(known.remapped(from, to), shown);
        }
    }

    /// Whether these facts can be those of a round with these hands, where they are read.
    pub(super) fn fits(&self, layout: &Layout, hands: &[Hand; PLAYERS], rules: &Rules) -> bool {
        let caller = match self.source {
            TrumpSource::Called(seat) => Some(seat),
            TrumpSource::Flipped(_) | TrumpSource::Nobody | TrumpSource::AfterAce => None,
        };
        let mut seats = caller.into_iter().chain(self.taken_over);
        let mut loose = self.tried.iter().chain(&self.last);
        let counted = |throws: &(u8, u8)| u32::from(throws.0.max(throws.1)) <= MOST_CARDS;
        seats.all(|seat| seat.index() < PLAYERS)
            && self.calls.fit(rules)
            && self.flipped.len() <= KITTY
            && hands
                .iter()
                .zip(self.known)
                .all(|(hand, known)| hand.holds(known))
            && self.tricks.iter().all(|trick| trick.fits(layout))
            && loose.all(|cards| Hand::both_decks(layout).holds(*cards))
            && self.throws.iter().all(counted)
    }

    /// Takes the last play back, which is this seat's; its cards.
    pub(super) fn take_back(
        &mut self,
        playing: &mut Playing,
        seat: Seat,
        rules: &Rules,
    ) -> Option<Hand> {
        let before = playing.before(&self.tricks, rules)?;
        let cards = before.hand(seat).minus(playing.hand(seat));
        self.known[seat.index()] = self.last.take()?;
        if playing.trick.plays().is_empty() {
            let trick = self.tricks.pop();
            self.tried = trick.and_then(|trick| trick.tried);
        }
        *playing = before;
        Some(cards)
    }

    /// Notes a play; `before` is the position in which it was made.
    pub(super) fn play(&mut self, before: &Playing, played: &Played) {
        let at = played.seat.index();
        if before.trick.lead.is_none() {
            self.tried = played.failed.map(|failed| failed.tried);
            self.note_throw(before.layout, played);
        }
        if let Some(failed) = played.failed {
            self.known[at] = more(self.known[at], failed.tried);
        }
        self.known[at] = less(self.known[at], played.cards);
        if let Some((winner, points)) = played.trick {
            let mut plays = [Hand::EMPTY; PLAYERS];
            let earlier = before.trick.plays();
            plays[..earlier.len()].copy_from_slice(earlier);
            plays[earlier.len()] = played.cards;
            self.tricks.push(PlayedTrick {
                leader: before.trick.leader,
                plays,
                winner,
                points,
                tried: self.tried.take(),
            });
        }
    }

    fn note_throw(&mut self, layout: &Layout, played: &Played) {
        let tally = &mut self.throws[played.seat.index()];
        let lead = Lead::read(layout, played.cards);
        if played.failed.is_some() {
            tally.0 += 1;
            tally.1 += 1;
        } else if lead.is_some_and(|lead| lead.is_throw()) {
            tally.0 += 1;
        }
    }
}

/// The cards that calls have shown, by seat.
pub(super) fn shown(calls: impl Iterator<Item = (Seat, Call)>, layout: &Layout) -> [Hand; PLAYERS] {
    let Trump { rank, .. } = layout.trump();
    let mut known = [Hand::EMPTY; PLAYERS];
    for (seat, call) in calls {
        let mut cards = Hand::EMPTY;
        for card in call.cards(rank) {
            cards.insert(layout, card);
        }
        known[seat.index()] = more(known[seat.index()], cards);
    }
    known
}

/// The larger number of copies of each card.
fn more(a: Hand, b: Hand) -> Hand {
    Hand::from_words(a.one() | b.one(), a.two() | b.two())
}

/// `a` without `b`, as far as `b` is in it.
fn less(a: Hand, b: Hand) -> Hand {
    a.minus(Hand::from_words(a.one() & b.one(), a.two() & b.two()))
}
