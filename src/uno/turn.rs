//! The effects of a move.
//!
//! Decides what a card does, who plays next, who draws what, and when a round ends. All moves here
//! were judged before, so that nothing can fail.

use super::action::{Move, Play};
use super::card::{Card, Color, Face};
use super::event::{DrawnFor, Event, OpenEvent};
use super::hand::Hand;
use super::rejection::Rejection;
use super::round::{Bluff, Log, RevealedHand, Round, Stage};
use super::rules::{AfterCall, Counted, Draw, End, Stack, TimeOut, UnoCall, Wild4};
use super::score::RoundEnd;
use crate::game::{Seat, SeatSet};

/// After so many times that everybody in turn passed without drawing, nobody means to go on.
const MOST_CIRCLES: usize = 10;

impl Round {
    /// Carries out what was judged.
    #[inline]
    fn settle(&mut self, seat: Seat, chosen: Move, log: &mut impl Log) {
        match chosen {
            Move::Play(play) => self.lay(seat, play, log),
            Move::Color(color) => self.name_color(seat, color, log),
            Move::Swap(with) => {
                let Stage::Swap(card) = self.stage else {
                    return;
                };
                self.swap(seat, with, log);
                self.pass_on(seat, card, log);
            }
            Move::Draw if self.owed > 0 => {
                self.begin();
                self.serve(seat, log);
            }
            Move::Draw => self.draw(seat, log),
            Move::Pass => self.pass(seat, log),
            Move::Call => self.call(seat, log),
            Move::Uno => {
                match self.exposed == Some(seat) {
                    true => {
                        self.exposed = None;
                        self.said_uno.insert(seat);
                    }
                    false => self.announced = true,
                }
                log.note(|| OpenEvent::SaidUno { seat });
            }
            Move::Catch(named) => {
                if let Some(accused) = self.caught(seat, named) {
                    self.catch(seat, accused, log);
                }
            }
        }
    }

    fn catch(&mut self, by: Seat, seat: Seat, log: &mut impl Log) {
        let penalty = self.rules.uno_penalty.cards();
        if self.exposed == Some(seat) {
            log.note(|| OpenEvent::Caught { seat, by });
            self.draw_cards(seat, penalty, DrawnFor::Caught, log);
            self.exposed = None;
            return;
        }
        let late = !self.said_uno.contains(seat);
        log.note(|| OpenEvent::CaughtFalsely { seat, by, late });
        if self.rules.false_catch.is_on() {
            self.draw_cards(by, penalty, DrawnFor::FalseCatch, log);
        }
    }

    /// Judges a move and carries it out, if it is allowed.
    ///
    /// # Errors
    /// The rejection; the round is then unchanged.
    ///
    /// # Example
    /// ```
    /// # use engine::{chance::Seed, game::Seat, uno::{card::*, round::Unlogged, setup::Setup, *}};
    /// # let hand = |text: &str| -> Hand { cards(text).unwrap().into_iter().collect() };
    /// # let setup = Setup {
    /// #     rules: Rules::OFFICIAL, hands: vec![hand("R1 BS WF W"), hand("B3 B4"), hand("G1 G2")],
    /// #     draw: cards("G9 G8 G7 G6 G5 G4 G3").unwrap(), discards: vec![], top: "B5".parse().unwrap(),
    /// #     color: Color::Blue, direction: Direction::Forward, turn: Seat::new(0), drawn: None, owed: 0,
    /// # };
    /// let mut round = Round::resume(setup, Seed::from_number(1)).expect("a position that makes sense");
    /// let skip = Play::of("BS".parse()?);
    /// round.play(Seat::new(0), Move::Play(skip), &mut Unlogged)?;
    /// assert_eq!(round.turn, Seat::new(2), "the second of three players is passed over");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn play(&mut self, seat: Seat, chosen: Move, log: &mut impl Log) -> Result<(), Rejection> {
        self.judge(seat, chosen)?;
        self.settle(seat, chosen, log);
        Ok(())
    }

    #[inline]
    fn lay(&mut self, seat: Seat, play: Play, log: &mut impl Log) {
        let card = play.card;
        let jumped_in = seat != self.turn;
        self.exposed = None;
        if jumped_in {
            self.turn = seat;
            self.announced = false;
        }
        let callable = card == Card::WILD_DRAW_FOUR && self.rules.wild4 == Wild4::Challenge;
        let guilty = callable && self.is_bluff(self.layable());
        self.hands[seat.index()].remove(card);
        // Not in one assignment: none is in force nearly always, and a hand is long.
        self.bluff = None;
        if callable {
            self.bluff = Some(Bluff {
                by: seat,
                guilty,
                hand: self.hands[seat.index()],
            });
        }
        self.piles.lay(card);
        self.signs.laid(seat, card, self.color);
        self.idle = 0;
        self.passed = 0;
        self.last_play = Some((seat, card));
        log.note(|| OpenEvent::Played {
            seat,
            card,
            jumped_in,
        });
        self.watch_uno(seat, play.uno, log);
        if card.color().is_some() {
            self.color = card.color();
        } else if let Some(color) = play.color {
            self.color = Some(color);
            self.signs.named(seat, color);
            log.note(|| OpenEvent::ColorNamed { seat, color });
        }
        if self.hands[seat.index()].is_empty() {
            self.went_out(seat, card, log);
            if self.end.is_some() {
                return;
            }
        }
        if card.is_wild() && play.color.is_none() {
            self.decide(seat, Stage::Color);
        } else if self.rules.seven_zero.is_on() && self.moves_hands(seat, play, log) {
            self.decide(seat, Stage::Swap(card));
        } else {
            self.pass_on(seat, card, log);
        }
    }

    /// Records whether UNO was said before, is said with this play, or is forgotten.
    #[inline]
    fn watch_uno(&mut self, seat: Seat, said: bool, log: &mut impl Log) {
        let announced = std::mem::take(&mut self.announced);
        self.said_uno.remove(seat);
        if self.hands[seat.index()].len() != 1 {
            return;
        }
        match self.rules.uno_call {
            UnoCall::Off => {}
            UnoCall::Catch if !announced && !said => self.exposed = Some(seat),
            UnoCall::Catch | UnoCall::Automatic => {
                self.said_uno.insert(seat);
                if !announced {
                    log.note(|| OpenEvent::SaidUno { seat });
                }
            }
        }
    }

    /// Under `seven_zero`: moves hands about. `true` if it first has to be chosen with whom.
    fn moves_hands(&mut self, seat: Seat, play: Play, log: &mut impl Log) -> bool {
        if !self.active.contains(seat) || self.active.len() < 2 {
            return false;
        }
        match (play.card.face(), play.swap) {
            (Face::Number(0), _) => self.hand_on(log),
            (Face::Number(7), Some(with)) => self.swap(seat, with, log),
            (Face::Number(7), None) if self.active.len() > 2 => return true,
            (Face::Number(7), None) => {
                let with = self.after(seat);
                self.swap(seat, with, log);
            }
            _ => {}
        }
        false
    }

    fn swap(&mut self, seat: Seat, with: Seat, log: &mut impl Log) {
        self.hands.swap(seat.index(), with.index());
        self.signs.swapped(seat, with);
        self.forget_uno();
        log.note(|| OpenEvent::Swapped { seat, with });
    }

    fn hand_on(&mut self, log: &mut impl Log) {
        let mut moved = self.hands;
        for seat in self.active.iter() {
            moved[self.after(seat).index()] = self.hands[seat.index()];
        }
        self.hands = moved;
        let (circle, direction, active) = (self.circle, self.direction, self.active);
        let next = |seat| circle.next(seat, direction, active);
        self.signs.handed_on(active.iter(), next);
        self.forget_uno();
        let direction = self.direction;
        log.note(|| OpenEvent::HandedOn { direction });
    }

    /// Clears what was said and forgotten about UNO: hands have changed owners.
    fn forget_uno(&mut self) {
        self.said_uno = SeatSet::EMPTY;
        self.exposed = None;
        // What a caller was shown is no longer where it was.
        self.shown = None;
    }

    fn name_color(&mut self, seat: Seat, color: Color, log: &mut impl Log) {
        self.color = Some(color);
        self.signs.named(seat, color);
        log.note(|| OpenEvent::ColorNamed { seat, color });
        if self.stage == Stage::StartColor {
            self.decide(seat, Stage::Turn);
        } else {
            self.pass_on(seat, self.piles.top, log);
        }
    }

    /// Gives the card just laid its effect on the others, and the turn to the next.
    #[inline]
    fn pass_on(&mut self, seat: Seat, card: Card, log: &mut impl Log) {
        match card.face() {
            Face::Number(_) | Face::Wild => self.give_turn(seat),
            Face::Skip => {
                let skipped = self.after(seat);
                log.note(|| OpenEvent::Skipped { seat: skipped });
                self.give_turn(skipped);
            }
            Face::Reverse => {
                self.direction = self.direction.turned();
                let direction = self.direction;
                let again = self.active.len() == 2 && self.active.contains(seat);
                log.note(|| OpenEvent::Reversed { direction, again });
                if again {
                    self.decide(seat, Stage::Turn);
                } else {
                    self.give_turn(seat);
                }
            }
            Face::DrawTwo => self.demand(seat, 2, log),
            Face::WildDrawFour => self.demand(seat, 4, log),
        }
    }

    /// Makes the next player owe cards; if there is nothing to decide about, they are drawn at once.
    fn demand(&mut self, seat: Seat, cards: u16, log: &mut impl Log) {
        self.owed += cards;
        let victim = self.after(seat);
        self.decide(victim, Stage::Turn);
        if self.rules.stack == Stack::None && self.bluff.is_none() {
            self.serve(victim, log);
        }
    }

    /// Gives the turn to the one after `seat`.
    #[inline]
    fn give_turn(&mut self, seat: Seat) {
        let next = self.after(seat);
        self.decide(next, Stage::Turn);
    }

    #[inline]
    fn decide(&mut self, seat: Seat, stage: Stage) {
        self.turn = seat;
        self.stage = stage;
        self.step += 1;
    }

    /// Begins a turn: from now on nobody can be caught for the turn before.
    #[inline]
    fn begin(&mut self) {
        self.exposed = None;
        self.announced = false;
    }

    /// Draws the cards owed and loses the turn. Where nothing can be done about them this happens
    /// within the turn of whoever laid the card, so that no turn begins here.
    fn serve(&mut self, seat: Seat, log: &mut impl Log) {
        let owed = std::mem::take(&mut self.owed);
        self.bluff = None;
        self.draw_cards(seat, owed, DrawnFor::DrawCards, log);
        self.give_turn(seat);
    }

    #[inline]
    fn draw(&mut self, seat: Seat, log: &mut impl Log) {
        self.begin();
        self.signs.declined(seat, self.color);
        let last = if self.rules.draw == Draw::UntilPlayable {
            self.draw_until(seat, DrawnFor::Choice, log, |round, _, card| {
                round.stage = Stage::Drawn(card);
                round.layable().contains(card)
            })
        } else {
            self.draw_cards(seat, 1, DrawnFor::Choice, log)
        };
        let Some(card) = last else {
            self.pass(seat, log);
            return;
        };
        self.idle = 0;
        self.passed = 0;
        self.decide(seat, Stage::Drawn(card));
        let stuck = self.rules.auto_pass.is_on() && self.layable().is_empty();
        if stuck && self.may_draw().is_err() && self.may_pass().is_ok() {
            self.pass(seat, log);
        }
    }

    #[inline]
    fn pass(&mut self, seat: Seat, log: &mut impl Log) {
        self.begin();
        self.signs.declined(seat, self.color);
        log.note(|| OpenEvent::Passed { seat });
        let drew = matches!(self.stage, Stage::Drawn(_));
        self.passed = if drew { 0 } else { self.passed + 1 };
        if self.piles.drawable() == 0 {
            self.idle += 1;
        }
        let circle = self.active.len();
        let stuck = usize::from(self.idle) >= circle && self.piles.drawable() == 0;
        if stuck || usize::from(self.passed) >= MOST_CIRCLES * circle {
            self.end = Some(RoundEnd::Blocked);
            return;
        }
        self.give_turn(seat);
    }

    fn call(&mut self, caller: Seat, log: &mut impl Log) {
        let Some(bluff) = self.bluff.take() else {
            return;
        };
        self.begin();
        let owed = std::mem::take(&mut self.owed);
        self.shown = Some(RevealedHand { to: caller, bluff });
        log.note(|| Event::Called {
            caller,
            accused: bluff.by,
            guilty: bluff.guilty,
            hand: bluff.hand,
        });
        if bluff.guilty {
            self.draw_cards(bluff.by, owed, DrawnFor::Bluff, log);
            match self.rules.after_call {
                AfterCall::Caller => self.decide(caller, Stage::Turn),
                AfterCall::Next => self.give_turn(caller),
            }
        } else {
            self.draw_cards(caller, owed + 2, DrawnFor::WrongCall, log);
            self.give_turn(caller);
        }
    }

    /// Somebody laid their last card: the round may be over.
    #[cold]
    fn went_out(&mut self, seat: Seat, card: Card, log: &mut impl Log) {
        self.out.push(seat);
        let place = self.out.len() as u8;
        log.note(|| OpenEvent::Out { seat, place });
        let plays_on = self.rules.end == End::Places && self.active.len() > 2;
        if plays_on {
            if self.rules.counted == Counted::FirstOut {
                // Once noted it stays as it is.
                self.counted = Some(self.counted());
            }
            self.active.remove(seat);
            return;
        }
        match card.face() {
            Face::DrawTwo => self.owed += 2,
            Face::WildDrawFour => self.owed += 4,
            Face::Number(_) | Face::Skip | Face::Reverse | Face::Wild => {}
        }
        self.bluff = None;
        if self.owed > 0 {
            self.give_turn(seat);
            if self.rules.final_draw_counts.is_on() {
                let owed = std::mem::take(&mut self.owed);
                self.draw_cards(self.turn, owed, DrawnFor::DrawCards, log);
            }
        } else {
            self.pass_on(seat, card, log);
        }
        self.end = Some(RoundEnd::Out);
    }

    /// Takes a player out of the round: their cards go under the draw pile, what they owe is
    /// forgotten, and what they had to decide is decided in the plainest way.
    pub fn withdraw(&mut self, seat: Seat, log: &mut impl Log) {
        if self.end.is_some() {
            return;
        }
        let next = self.after(seat);
        if self.active.remove(seat) {
            self.said_uno.remove(seat);
            self.exposed = self.exposed.filter(|exposed| *exposed != seat);
            // Whoever laid the Wild Draw Four is gone: its cards are still owed, nobody is to blame.
            self.bluff = self.bluff.filter(|bluff| bluff.by != seat);
            let concerned = |shown: &RevealedHand| shown.to == seat || shown.bluff.by == seat;
            self.shown = self.shown.filter(|shown| !concerned(shown));
            let hand = std::mem::replace(&mut self.hands[seat.index()], Hand::EMPTY);
            self.piles.put_under(hand.cards());
            log.note(|| OpenEvent::Left { seat });
        }
        if self.active.len() < 2 {
            self.end = Some(RoundEnd::Abandoned);
        } else if seat == self.turn {
            self.leave_turn(seat, next, log);
        }
    }

    fn leave_turn(&mut self, seat: Seat, next: Seat, log: &mut impl Log) {
        self.owed = 0;
        self.bluff = None;
        self.announced = false;
        match self.stage {
            Stage::StartColor => self.decide(next, Stage::StartColor),
            Stage::Color => {
                let color = self.color.unwrap_or(Color::Red);
                log.note(|| OpenEvent::ColorNamed { seat, color });
                self.color = Some(color);
                self.pass_on(seat, self.piles.top, log);
            }
            Stage::Turn | Stage::Drawn(_) | Stage::Swap(_) => self.decide(next, Stage::Turn),
        }
    }

    /// The move that is made for the player in turn when their time is up: there always is one.
    pub fn plainest_move(&self) -> Move {
        let seat = self.turn;
        match self.stage {
            Stage::Color | Stage::StartColor => return Move::Color(self.commonest_color(seat)),
            Stage::Swap(_) => return Move::Swap(self.fewest_cards(seat)),
            Stage::Turn | Stage::Drawn(_) => {}
        }
        let honest = self.layable_honestly().nth(0);
        let lay = |card| Move::Play(Play::of(card));
        match honest {
            Some(card) if self.rules.time_out == TimeOut::Play => lay(card),
            // Where one may not pass, drawing on would only end with the pile.
            Some(card) if self.rules.draw == Draw::ManyNoPass => lay(card),
            _ if self.may_pass().is_ok() => Move::Pass,
            _ if self.may_draw().is_ok() => Move::Draw,
            Some(card) => lay(card),
            None => Move::Draw,
        }
    }

    /// Who of the others holds the fewest cards, the first of equals.
    pub fn fewest_cards(&self, seat: Seat) -> Seat {
        let others = self.active.iter().filter(|other| *other != seat);
        let fewest = others.min_by_key(|other| self.hand(*other).len());
        fewest.unwrap_or(seat)
    }

    /// The colour that a seat holds most of; the first of equals.
    pub fn commonest_color(&self, seat: Seat) -> Color {
        let hand = self.hand(seat);
        let most = Color::ALL.into_iter().rev();
        most.max_by_key(|color| hand.of_color(*color))
            .unwrap_or(Color::Red)
    }
}
