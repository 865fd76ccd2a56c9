//! The public facts of a round: its tricks, and cards that everybody knows a seat to hold.

use crate::game::Seat;
use crate::tractor::action::{Call, TrumpSource};
use crate::tractor::call::Calls;
use crate::tractor::card::Card;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::{Before, Burying, CallWindow, Played, Playing};
use crate::tractor::seating::PLAYERS;
use crate::tractor::trump::Trump;

/// The public facts of a round, from the moment when trump is fixed.
#[derive(Clone)]
pub(super) struct RoundRecord {
    pub(super) source: TrumpSource,
    pub(super) calls: Calls,
    /// Who has taken the kitty over, the last of them.
    pub(super) taken_over: Option<Seat>,
    /// Cards of the kitty that were turned over.
    pub(super) flipped: Vec<Card>,
    /// Cards that everybody knows a seat to hold.
    pub(super) known: [Hand; PLAYERS],
    /// The complete tricks, the first first.
    pub(super) tricks: Vec<PlayedTrick>,
    /// All cards of the failed throw that the present lead comes from.
    pub(super) tried: Option<Hand>,
    /// Throws tried and failed, by seat.
    pub(super) throws: [(u8, u8); PLAYERS],
    /// For taking back the last play, as long as that can be.
    pub(super) last: Option<LastPlay>,
}

/// The last play, for taking it back: public facts alone.
#[derive(Clone, Copy)]
pub(super) struct LastPlay {
    pub(super) before: Before,
    /// What everybody knew its player to hold before it.
    known: Hand,
}

/// A complete trick.
#[derive(Clone, Copy)]
pub(super) struct PlayedTrick {
    pub(super) leader: Seat,
    pub(super) plays: [Hand; PLAYERS],
    pub(super) winner: Seat,
    pub(super) points: u16,
    pub(super) tried: Option<Hand>,
}

impl RoundRecord {
    /// The public facts of the calling, in the layout of the trump that it fixed.
    pub(super) fn new(
        window: &CallWindow,
        burying: &Burying,
        source: TrumpSource,
        turned: u8,
    ) -> RoundRecord {
        let layout = burying.layout();
        let flipped = window.kitty()[..usize::from(turned)].to_vec();
        let mut known = shown(window.shown(), layout);
        let dealer = &mut known[burying.dealer().index()];
        for &card in &flipped {
            dealer.insert(layout, card);
        }
        RoundRecord {
            source,
            calls: *window.calls(),
            taken_over: None,
            flipped,
            known,
            tricks: Vec::new(),
            tried: None,
            throws: [(0, 0); PLAYERS],
            last: None,
        }
    }

    /// Clears what was known of the hand that buries: it may be in the kitty now.
    pub(super) fn bury(&mut self, by: Seat) {
        self.known[by.index()] = Hand::EMPTY;
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

    /// Notes that the next play can be taken back, or that it cannot.
    pub(super) fn note_before(&mut self, before: Option<Before>) {
        let known = |before: &Before| self.known[before.seat().index()];
        self.last = before.map(|before| LastPlay {
            known: known(&before),
            before,
        });
    }

    /// Forgets the last play, which is taken back: what that changed.
    pub(super) fn take_back(&mut self) -> Option<Before> {
        let LastPlay { before, known } = self.last.take()?;
        self.known[before.seat().index()] = known;
        if before.completed_trick() {
            let trick = self.tricks.pop();
            self.tried = trick.and_then(|trick| trick.tried);
        }
        Some(before)
    }

    /// Notes a play; `before` is the position in which it was made, `after` the one it led to.
    pub(super) fn play(&mut self, before: &Playing, played: &Played) {
        let at = played.seat.index();
        if before.trick().lead().is_none() {
            self.tried = played.failed.map(|failed| failed.tried);
            self.note_throw(before.layout(), played);
        }
        if let Some(failed) = played.failed {
            self.known[at] = more(self.known[at], failed.tried);
        }
        self.known[at] = less(self.known[at], played.cards);
        if let Some(won) = played.trick {
            let mut plays = [Hand::EMPTY; PLAYERS];
            let earlier = before.trick().plays();
            plays[..earlier.len()].copy_from_slice(earlier);
            plays[earlier.len()] = played.cards;
            self.tricks.push(PlayedTrick {
                leader: before.trick().leader(),
                plays,
                winner: won.winner,
                points: won.points,
                tried: self.tried.take(),
            });
        }
    }

    fn note_throw(&mut self, layout: &Layout, played: &Played) {
        let tally = &mut self.throws[played.seat.index()];
        let lead = super::super::shape::Lead::read(layout, played.cards);
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
