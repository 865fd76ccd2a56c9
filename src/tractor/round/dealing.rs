//! The first half of a round: cards are drawn, trump is called, the kitty is taken up.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};

use super::Burying;
use crate::game::{Seat, SeatSet, is_default};
use crate::tractor::action::{Call, Progress, TrumpSource};
use crate::tractor::call::Calls;
use crate::tractor::card::{Card, Rank};
use crate::tractor::deck::{DEALT, Deck, KITTY};
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rejection::{Rejection, Stay};
use crate::tractor::rules::{CallTakeBack, NoCall, Rules};
use crate::tractor::seating::{PLAYERS, Wind};
use crate::tractor::trump::Trump;

/// What is known of a round before its cards are dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealStart {
    /// The dominant rank.
    pub level: Rank,
    /// The dealer, whoever calls; `None` where a call makes one.
    pub dealer: Option<Seat>,
    /// Who deals if nobody calls, where a call makes the dealer; `None` in the first round.
    pub uncalled: Option<Seat>,
    /// What the dealer's team plays for: the round after the last level has no trump suit.
    pub progress: Progress,
}

/// What both phases of calling share, and can be asked in both: hands and calls.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DealtHands {
    /// What was known before the deal.
    pub opening: DealStart,
    /// That of a round without a trump suit: nobody knows one yet.
    pub layout: &'static Layout,
    /// The dealer as far as known: where a call makes one, nobody until then.
    pub dealer: Option<Seat>,
    /// The calls made so far.
    pub calls: Calls,
    /// The call that each seat has taken back.
    #[serde(default, skip_serializing_if = "is_default")]
    taken_back: [Option<Call>; PLAYERS],
    /// The cards drawn so far, by seat.
    pub hands: [Hand; PLAYERS],
}

/// Cards are being drawn (摸牌), one at a time in turn order.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Dealing {
    /// It follows from the secret of the deal.
    #[serde(skip)]
    deck: Deck,
    /// Who drew the first card.
    pub first: Seat,
    /// How many cards are out.
    pub dealt: u8,
    drawn: DealtHands,
}

/// All cards are drawn; calls are taken until the window is closed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CallWindow {
    /// The cards of the kitty, in the order in which they would be turned over.
    pub kitty: [Card; KITTY],
    /// The seats that have passed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passed: SeatSet,
    drawn: DealtHands,
}

/// What the end of calling leads to: trump is fixed and the dealer has the kitty in hand.
#[derive(Debug, Clone, Copy)]
pub struct Closed {
    /// The next phase.
    pub burying: Burying,
    /// How trump was found.
    pub source: TrumpSource,
    /// How many cards of the kitty were turned over for it.
    pub turned: u8,
}

impl Deref for Dealing {
    type Target = DealtHands;

    fn deref(&self) -> &DealtHands {
        &self.drawn
    }
}

impl DerefMut for Dealing {
    fn deref_mut(&mut self) -> &mut DealtHands {
        &mut self.drawn
    }
}

impl Deref for CallWindow {
    type Target = DealtHands;

    fn deref(&self) -> &DealtHands {
        &self.drawn
    }
}

impl DealtHands {
    /// The calls that `seat` could make now, the weakest first.
    pub fn open_calls(&self, seat: Seat, rules: &Rules) -> impl DoubleEndedIterator<Item = Call> {
        let possible = move |call: &Call| self.judge_call(seat, *call, rules).is_ok();
        Call::ALL.into_iter().filter(possible)
    }

    /// Whether `seat` may make this call now.
    ///
    /// # Errors
    /// [`Rejection`] with the reason.
    #[inline]
    pub fn judge_call(&self, seat: Seat, call: Call, rules: &Rules) -> Result<(), Rejection> {
        match self.opening.progress {
            Progress::Climbing => {
                let (layout, hand) = (self.layout, self.hands[seat.index()]);
                let copies = |card| hand.count(layout, card);
                let level = self.opening.level;
                self.calls.judge(seat, call, level, rules, copies)
            }
            Progress::NoTrumpRound => Err(Rejection::CallsClosed),
        }
    }

    /// Makes a call that was judged possible.
    pub fn call(&mut self, seat: Seat, call: Call, rules: &Rules) {
        self.calls.push(seat, call);
        self.name_dealer(rules);
    }

    /// Whether `seat` may take back its call, which is the last.
    ///
    /// # Errors
    /// [`Rejection::Stays`] with the reason.
    pub fn judge_take_back(&self, seat: Seat, rules: &Rules) -> Result<(), Rejection> {
        let why = match (rules.call_take_back, self.calls.standing()) {
            (CallTakeBack::Off, _) => Stay::CallsStand,
            (CallTakeBack::On, Some((by, _))) if by == seat => {
                match self.taken_back[seat.index()] {
                    None => return Ok(()),
                    Some(_) => Stay::Again,
                }
            }
            (CallTakeBack::On, _) => Stay::NotTheirs,
        };
        Err(Rejection::Stays { why })
    }

    /// Takes back the call that stands, which was judged possible.
    pub fn take_back(&mut self, rules: &Rules) -> Option<Call> {
        let (seat, call) = self.calls.pop()?;
        self.taken_back[seat.index()] = Some(call);
        self.name_dealer(rules);
        Some(call)
    }

    /// The calls made so far with those that were taken back, in no order: what has been shown for them is known.
    pub fn shown(&self) -> impl Iterator<Item = (Seat, Call)> {
        let back = Seat::first(PLAYERS as u8).zip(&self.taken_back);
        let back = back.filter_map(|(seat, call)| call.map(|call| (seat, call)));
        self.calls.iter().chain(back)
    }

    /// Where nobody is the dealer before the deal, the calls make one.
    fn name_dealer(&mut self, rules: &Rules) {
        if self.opening.dealer.is_none() {
            let first_round = self.opening.uncalled.is_none();
            let call = match rules.last_caller_deals(first_round) {
                true => self.calls.standing(),
                false => self.calls.first(),
            };
            self.dealer = call.map(|(caller, _)| caller);
        }
    }

    /// Whether this is part of a deal that began so, whatever the hands are.
    fn fits(&self, opening: DealStart, rules: &Rules) -> bool {
        let mut named = DealtHands {
            dealer: opening.dealer,
            ..*self
        };
        named.name_dealer(rules);
        let layout = Layout::of(Trump::no_trump(opening.level));
        self.opening == opening
            && self.layout == layout
            && self.dealer == named.dealer
            && self.calls.fit(rules)
    }

    fn is_final(&self, rules: &Rules) -> bool {
        self.opening.progress == Progress::NoTrumpRound || self.calls.is_final(rules)
    }

    /// Trump and how it was found, and how many cards are turned over for that; `None` if the
    /// cards are to be dealt again.
    fn trump(&self, kitty: &[Card; KITTY], rules: &Rules) -> Option<(Trump, TrumpSource, u8)> {
        let level = self.opening.level;
        let trump = |suit| Trump::under(rules, level, suit);
        if self.opening.progress == Progress::NoTrumpRound {
            return Some((trump(None), TrumpSource::AfterAce, 0));
        }
        if let Some((caller, call)) = self.calls.standing() {
            return Some((trump(call.suit()), TrumpSource::Called(caller), 0));
        }
        match rules.no_call {
            NoCall::Flip => {
                let (card, turned) = flip(kitty, level)?;
                Some((trump(card.suit()), TrumpSource::Flipped(card), turned))
            }
            NoCall::FirstCard => {
                let card = kitty[0];
                Some((trump(card.suit()), TrumpSource::Flipped(card), 1))
            }
            NoCall::NoTrump => Some((trump(None), TrumpSource::Nobody, 0)),
            NoCall::Redeal => None,
        }
    }
}

/// Turns the kitty over card by card: the first natural card of the dominant rank decides, failing
/// that the highest natural card, the earlier one on a tie. Returns how many cards it took too.
fn flip(kitty: &[Card; KITTY], level: Rank) -> Option<(Card, u8)> {
    let dominant = kitty.iter().position(|card| card.rank() == Some(level));
    if let Some(at) = dominant {
        return Some((kitty[at], at as u8 + 1));
    }
    let natural = kitty.iter().rev().filter(|card| !card.is_joker());
    let highest = natural.max_by_key(|card| card.rank());
    highest.map(|card| (*card, KITTY as u8))
}

impl Dealing {
    /// A round of which no card is dealt yet. The dealer draws first, or who deals if nobody calls; in the
    /// first round, without either, North.
    ///
    /// ```
    /// use engine::chance::Seed;
    /// use engine::tractor::{action::Progress, card::Rank, deck::Deck, seating::Wind};
    /// use engine::tractor::round::{DealStart, Dealing};
    ///
    /// let start = DealStart { level: Rank::TWO, dealer: None, uncalled: None, progress: Progress::Climbing };
    /// let mut dealing = Dealing::new(Deck::shuffled(&mut Seed::from_number(7).chance()), start);
    /// assert_eq!(dealing.first, Wind::North.seat());
    /// assert!(dealing.finish().is_none(), "no card is dealt yet");
    /// while dealing.draw().is_some() {}
    /// assert!(dealing.finish().is_some());
    /// ```
    pub fn new(deck: Deck, opening: DealStart) -> Dealing {
        Dealing {
            deck,
            first: (opening.dealer.or(opening.uncalled)).unwrap_or(Wind::North.seat()),
            dealt: 0,
            drawn: DealtHands {
                opening,
                layout: Layout::of(Trump::no_trump(opening.level)),
                dealer: opening.dealer,
                calls: Calls::NONE,
                taken_back: [None; PLAYERS],
                hands: [Hand::EMPTY; PLAYERS],
            },
        }
    }

    /// Deals the next card; `None` if all hundred are out.
    #[inline]
    pub fn draw(&mut self) -> Option<(Seat, Card)> {
        let (seat, card) = self.deck.dealt(usize::from(self.dealt), self.first)?;
        self.drawn.hands[seat.index()].insert(self.drawn.layout, card);
        self.dealt += 1;
        Some((seat, card))
    }

    /// The order of the cards: what is hidden from everybody while they are dealt.
    #[cfg(feature = "testing")]
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The call window, once all cards are out.
    pub fn finish(&self) -> Option<CallWindow> {
        (usize::from(self.dealt) == DEALT).then(|| CallWindow {
            kitty: self.deck.kitty(),
            passed: SeatSet::EMPTY,
            drawn: self.drawn,
        })
    }
}

impl CallWindow {
    /// Whether `seat` may make this call now.
    ///
    /// # Errors
    /// [`Rejection`] with the reason: [`Rejection::CallsClosed`] also for a seat that has passed,
    /// unless somebody else has called since.
    pub fn judge_call(&self, seat: Seat, call: Call, rules: &Rules) -> Result<(), Rejection> {
        self.judge_pass(seat)?;
        self.drawn.judge_call(seat, call, rules)
    }

    /// The calls that `seat` could make now, the weakest first.
    pub fn open_calls(&self, seat: Seat, rules: &Rules) -> impl DoubleEndedIterator<Item = Call> {
        let waits = !self.passed.contains(seat);
        (self.drawn.open_calls(seat, rules)).filter(move |_| waits)
    }

    /// Makes a call that was judged possible. It cancels all passes, so that everybody can answer
    /// it.
    pub fn call(&mut self, seat: Seat, call: Call, rules: &Rules) {
        self.drawn.call(seat, call, rules);
        self.passed = SeatSet::EMPTY;
    }

    /// How many calls were taken back.
    pub fn taken_back(&self) -> u8 {
        self.drawn.taken_back.iter().flatten().count() as u8
    }

    /// Takes back the call that stands, which was judged possible. It cancels all passes.
    pub fn take_back(&mut self, rules: &Rules) -> Option<Call> {
        self.passed = SeatSet::EMPTY;
        self.drawn.take_back(rules)
    }

    /// Whether `seat` can pass.
    ///
    /// # Errors
    /// [`Rejection::CallsClosed`] if it has passed already.
    pub fn judge_pass(&self, seat: Seat) -> Result<(), Rejection> {
        if self.passed.contains(seat) {
            return Err(Rejection::CallsClosed);
        }
        Ok(())
    }

    /// Notes that a seat will not call unless somebody else does.
    pub fn pass(&mut self, seat: Seat) {
        self.passed.insert(seat);
    }

    /// Whether nothing can change any more: all have passed, or nobody could call.
    pub fn is_settled(&self, rules: &Rules) -> bool {
        self.passed.len() == PLAYERS || self.drawn.is_final(rules)
    }

    /// Ends the calling; `None` if nobody called, and the cards are dealt again.
    ///
    /// ```
    /// # use engine::chance::Seed;
    /// # use engine::tractor::{action::Progress, card::Rank, deck::Deck, rules::Rules, seating::Wind};
    /// # use engine::tractor::round::{DealStart, Dealing};
    /// # let deal = |dealer| {
    /// #     let start = DealStart { level: Rank::TWO, dealer, uncalled: None, progress: Progress::Climbing };
    /// #     let mut dealing = Dealing::new(Deck::shuffled(&mut Seed::from_number(7).chance()), start);
    /// #     while dealing.draw().is_some() {}
    /// #     dealing.finish().expect("all cards are out")
    /// # };
    /// // Nobody called. In the first round there is no dealer, and the cards are dealt again.
    /// assert!(deal(None).close(&Rules::default()).is_none());
    /// // Later the kitty names the suit, and the dealer has it in hand.
    /// let closed = deal(Some(Wind::West.seat())).close(&Rules::default()).expect("the dealer is known");
    /// assert_eq!(closed.burying.hands[1].len(), 33);
    /// ```
    pub fn close(&self, rules: &Rules) -> Option<Closed> {
        // Without a caller the first round has no dealer.
        let dealer = self.drawn.dealer.or(self.drawn.opening.uncalled)?;
        let (trump, source, turned) = self.drawn.trump(&self.kitty, rules)?;
        let layout = Layout::under(trump, rules.tractor_length);
        let from = self.drawn.layout;
        let mut hands = self.drawn.hands.map(|hand| hand.remapped(from, layout));
        for &card in &self.kitty {
            hands[dealer.index()].insert(layout, card);
        }
        Some(Closed {
            burying: Burying::new(layout, dealer, hands),
            source,
            turned,
        })
    }
}

impl Dealing {
    /// The same as it was read, with the deck that is dealt; `None` where that does not fit.
    pub(in crate::tractor) fn read(
        self,
        deck: Deck,
        opening: DealStart,
        rules: &Rules,
    ) -> Option<Dealing> {
        let read = Dealing { deck, ..self };
        let fits = read.drawn.fits(opening, rules) && read == read.with_deck(deck);
        fits.then_some(read)
    }

    /// The same point of a deal of another deck, with the same calls.
    pub(in crate::tractor) fn with_deck(&self, deck: Deck) -> Dealing {
        let mut other = Dealing::new(deck, self.opening);
        for _ in 0..self.dealt {
            other.draw();
        }
        other.drawn = DealtHands {
            hands: other.drawn.hands,
            ..self.drawn
        };
        other
    }
}

impl CallWindow {
    /// Whether it is that after the deal of this deck.
    pub(in crate::tractor) fn fits(&self, deck: Deck, opening: DealStart, rules: &Rules) -> bool {
        let seated = self.passed.iter().all(|seat| seat.index() < PLAYERS);
        seated && self.drawn.fits(opening, rules) && *self == self.with_deck(deck)
    }

    /// The same window after the deal of another deck.
    pub(in crate::tractor) fn with_deck(&self, deck: Deck) -> CallWindow {
        let dealt = Dealing {
            deck,
            first: Wind::North.seat(),
            dealt: DEALT as u8,
            drawn: self.drawn,
        };
        CallWindow {
            kitty: deck.kitty(),
            passed: self.passed,
            drawn: dealt.with_deck(deck).drawn,
        }
    }
}
