//! The legality of moves in a round.
//!
//! Decides what may be laid, drawn, passed, called, said and caught; `turn` carries out what may. Changes nothing. The
//! set of cards that may be laid is worked out once for all kinds, as a handful of AND and OR.

use super::action::{Move, Play};
use super::card::{Card, Color, Kinds};
use super::hand::Hand;
use super::rejection::Rejection;
use super::round::{Round, Stage};
use super::rules::{
    AfterDraw, BluffTest, Draw, DrawTwoOnDrawFour, LastCard, Rules, Stack, UnoCall, Wild4,
};
use crate::game::Seat;

/// The kinds that may be laid on `top` with `color` in force: that colour, the same face, and the
/// wild cards.
///
/// ```
/// # use engine::uno::{card::*, *};
/// # let card = |text: &str| -> Card { text.parse().unwrap() };
/// # use engine::uno::legal::fitting;
/// let fits = |text| fitting(card("B5"), Color::Blue).contains(card(text));
/// assert!(["B1", "BS", "R5", "W", "WF"].into_iter().all(fits));
/// assert!(!fits("R6"));
/// ```
#[inline]
pub fn fitting(top: Card, color: Color) -> Kinds {
    let fitting = Kinds::of_color(color) | Kinds::WILDS;
    if top.is_wild() {
        fitting
    } else {
        fitting | Kinds::with_face_of(top)
    }
}

/// The kinds that may be laid instead of drawing the cards owed, and so pass them on to the next
/// player.
///
/// ```
/// # use engine::uno::{card::*, *};
/// # let card = |text: &str| -> Card { text.parse().unwrap() };
/// # use engine::uno::{legal::stacking, rules::Stack};
/// let after = |stack, top| stacking(&Rules { stack, ..Rules::OFFICIAL }, card(top), Color::Red);
/// assert!(after(Stack::None, "RD").is_empty());
/// assert_eq!(notation(after(Stack::SameKind, "RD").iter()), "RD GD BD YD");
/// assert_eq!(notation(after(Stack::Cross, "WF").iter()), "RD GD BD YD WF");
/// ```
pub fn stacking(rules: &Rules, top: Card, color: Color) -> Kinds {
    let both = Kinds::DRAW_TWOS | Kinds::WILD_DRAW_FOUR;
    let on_four = top == Card::WILD_DRAW_FOUR;
    match rules.stack {
        Stack::None => Kinds::NONE,
        Stack::SameKind => Kinds::with_face_of(top),
        Stack::Cross => both,
        Stack::Zeroxis if !on_four => both,
        Stack::Zeroxis => {
            let fours = if rules.draw_4_on_draw_4.is_on() {
                Kinds::WILD_DRAW_FOUR
            } else {
                Kinds::NONE
            };
            let twos = match rules.draw_2_on_draw_4 {
                DrawTwoOnDrawFour::No => Kinds::NONE,
                DrawTwoOnDrawFour::NamedColor => Kinds::DRAW_TWOS & Kinds::of_color(color),
                DrawTwoOnDrawFour::AnyColor => Kinds::DRAW_TWOS,
            };
            fours | twos
        }
    }
}

/// Whether a hand holds a card of the colour; the wild cards have none.
///
/// ```
/// # use engine::uno::{card::*, *};
/// # let card = |text: &str| -> Card { text.parse().unwrap() };
/// # use engine::uno::legal::has_color;
/// let hand: Hand = cards("R5 W").expect("cards").into_iter().collect();
/// assert!(has_color(&hand, Color::Red));
/// assert!(!has_color(&hand, Color::Blue), "a wild card has no colour");
/// ```
#[inline]
pub fn has_color(hand: &Hand, color: Color) -> bool {
    !(hand.kinds() & Kinds::of_color(color)).is_empty()
}

impl Round {
    /// The kinds that the player in turn holds and may lay, a bluff included.
    ///
    /// ```
    /// # use engine::{chance::Seed, game::Seat, uno::{card::*, round::Unlogged, setup::Setup, *}};
    /// # let hand = |text: &str| -> Hand { cards(text).unwrap().into_iter().collect() };
    /// # let setup = Setup {
    /// #     rules: Rules::OFFICIAL, hands: vec![hand("R1 BS WF W"), hand("B3 B4"), hand("G1 G2")],
    /// #     draw: cards("G9 G8 G7 G6 G5 G4 G3").unwrap(), discards: vec![], top: "B5".parse().unwrap(),
    /// #     color: Color::Blue, direction: Direction::Forward, turn: Seat::new(0), drawn: None, owed: 0,
    /// # };
    /// // B5 lies on top, and the player in turn holds R1 BS WF W.
    /// let round = Round::resume(setup, Seed::from_number(1)).expect("a position that makes sense");
    /// assert_eq!(notation(round.layable().iter()), "BS W WF");
    /// assert_eq!(notation(round.layable_honestly().iter()), "BS W", "with a blue card WF is a bluff");
    /// ```
    #[inline]
    pub fn layable(&self) -> Kinds {
        let (Some(color), Stage::Turn | Stage::Drawn(_)) = (self.color, self.stage) else {
            return Kinds::NONE;
        };
        let hand = &self.hands[self.turn.index()];
        let mut kinds = hand.kinds() & self.going(color);
        if self.rules.wild4 == Wild4::Enforced && self.is_bluff(kinds) {
            kinds = kinds - Kinds::WILD_DRAW_FOUR;
        }
        if self.rules.last_card == LastCard::NoWild && hand.len() == 1 {
            kinds = kinds - Kinds::WILDS;
        }
        kinds
    }

    /// The same without a Wild Draw Four that would be a bluff.
    #[inline]
    pub fn layable_honestly(&self) -> Kinds {
        let kinds = self.layable();
        if kinds.contains(Card::WILD_DRAW_FOUR) && self.is_bluff(kinds) {
            kinds - Kinds::WILD_DRAW_FOUR
        } else {
            kinds
        }
    }

    /// The kinds that may be laid now, whoever holds them.
    #[inline]
    fn going(&self, color: Color) -> Kinds {
        if self.owed > 0 {
            return stacking(&self.rules, self.piles.top, color);
        }
        let fitting = fitting(self.piles.top, color);
        match (self.stage, self.rules.after_draw) {
            (Stage::Drawn(card), AfterDraw::DrawnOnly) => fitting & Kinds::only(card),
            _ => fitting,
        }
    }

    /// Whether a Wild Draw Four of the player in turn is a bluff, `kinds` being what they may lay.
    #[inline]
    pub(super) fn is_bluff(&self, kinds: Kinds) -> bool {
        let Some(color) = self.color else {
            return false;
        };
        match self.rules.bluff_test {
            BluffTest::Colour => has_color(&self.hands[self.turn.index()], color),
            BluffTest::AnyPlayable => !(kinds - Kinds::WILD_DRAW_FOUR).is_empty(),
        }
    }

    /// The kind that `seat` may jump in with, if any: the very card on top, while nothing is owed
    /// or to be chosen.
    pub fn jump_in(&self, seat: Seat) -> Option<Card> {
        let open = matches!(self.stage, Stage::Turn | Stage::Drawn(_)) && self.owed == 0;
        let may = self.rules.jump_in.is_on() && open && self.end.is_none();
        let other = seat != self.turn && self.active.contains(seat);
        let top = self.piles.top;
        let held = !top.is_wild() && self.hand(seat).kinds().contains(top);
        (may && other && held).then_some(top)
    }

    /// Whether the player in turn may draw (cards owed included), and why not.
    ///
    /// # Errors
    /// The rejection of [`Move::Draw`].
    pub fn may_draw(&self) -> Result<(), Rejection> {
        if self.owed > 0 {
            return Ok(());
        }
        match (self.stage, self.rules.draw) {
            (Stage::Drawn(_), Draw::One | Draw::UntilPlayable) => {
                return Err(Rejection::DrawnAlready);
            }
            (Stage::Drawn(_), _) if self.piles.drawable() == 0 => {
                return Err(Rejection::NothingToDraw);
            }
            _ => {}
        }
        self.no_duty_to_lay()
    }

    /// Whether the player in turn may pass, and why not.
    ///
    /// # Errors
    /// The rejection of [`Move::Pass`].
    pub fn may_pass(&self) -> Result<(), Rejection> {
        if self.owed > 0 {
            return Err(Rejection::DrawFirst);
        }
        let drawn = matches!(self.stage, Stage::Drawn(_));
        if self.rules.draw == Draw::ManyNoPass && self.piles.drawable() > 0 {
            return Err(if drawn {
                Rejection::DrawOn
            } else {
                Rejection::DrawFirst
            });
        }
        if !drawn && !self.rules.pass_without_draw.is_on() {
            return Err(Rejection::DrawFirst);
        }
        self.no_duty_to_lay()
    }

    fn no_duty_to_lay(&self) -> Result<(), Rejection> {
        if self.rules.must_play.is_on() && !self.layable_honestly().is_empty() {
            return Err(Rejection::MustPlay);
        }
        Ok(())
    }

    /// Judges a move without changing anything.
    ///
    /// # Errors
    /// The rejection, with what is needed to explain it.
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
    /// let round = Round::resume(setup, Seed::from_number(1)).expect("a position that makes sense");
    /// let (one, two) = (Seat::new(0), Seat::new(1));
    /// assert!(round.judge(one, Move::Draw).is_ok(), "laying a card is never compulsory");
    /// assert_eq!(round.judge(one, Move::Pass), Err(Rejection::DrawFirst));
    /// assert_eq!(round.judge(two, Move::Draw), Err(Rejection::NotYourTurn { turn: one }));
    /// ```
    #[inline]
    pub fn judge(&self, seat: Seat, chosen: Move) -> Result<(), Rejection> {
        if self.end.is_some() {
            return Err(Rejection::NotDealt);
        }
        match chosen {
            Move::Uno => self.judge_uno(seat),
            Move::Catch(accused) => self.judge_catch(seat, accused),
            Move::Play(play) => self.judge_play(seat, play),
            _ if seat != self.turn => Err(self.not_in_turn(seat)),
            Move::Color(_) => match self.stage {
                Stage::Color | Stage::StartColor => Ok(()),
                _ => Err(Rejection::NoColorToName),
            },
            Move::Swap(with) => match self.stage {
                Stage::Swap(_) => self.judge_swap(seat, with),
                _ => Err(Rejection::NoHandToSwap),
            },
            Move::Draw => self.nothing_to_choose().and_then(|()| self.may_draw()),
            Move::Pass => self.nothing_to_choose().and_then(|()| self.may_pass()),
            Move::Call => {
                self.nothing_to_choose()?;
                self.bluff.map(drop).ok_or(Rejection::NothingToCall)
            }
        }
    }

    fn not_in_turn(&self, seat: Seat) -> Rejection {
        // A player who laid a last wild card has no cards but still names its colour.
        if self.active.contains(seat) {
            Rejection::NotYourTurn { turn: self.turn }
        } else {
            Rejection::NotPlaying { seat }
        }
    }

    /// Whether the player in turn has no colour or hand left to choose.
    fn nothing_to_choose(&self) -> Result<(), Rejection> {
        match self.stage {
            Stage::Turn | Stage::Drawn(_) => Ok(()),
            Stage::Color | Stage::StartColor => Err(Rejection::NameColorFirst),
            Stage::Swap(_) => Err(Rejection::ChooseHandFirst),
        }
    }

    #[inline]
    fn judge_play(&self, seat: Seat, play: Play) -> Result<(), Rejection> {
        // Before the hand is looked at: the refusal is said aloud, and must not tell what is held.
        if let Some(with) = play.swap {
            self.judge_swap(seat, with)?;
        }
        let jumped_in = seat != self.turn;
        if jumped_in && self.jump_in(seat) != Some(play.card) {
            return Err(self.not_in_turn(seat));
        }
        self.nothing_to_choose()?;
        if !jumped_in && !self.layable().contains(play.card) {
            return Err(self.why_not(play.card));
        }
        Ok(())
    }

    /// Why the player in turn may not lay this card.
    #[cold]
    fn why_not(&self, card: Card) -> Rejection {
        let hand = self.hand(self.turn);
        let top = self.piles.top;
        let fits = self
            .color
            .is_some_and(|color| fitting(top, color).contains(card));
        if !hand.kinds().contains(card) {
            return Rejection::NotHeld { card };
        }
        if self.owed > 0 {
            let stacks = self.color.map(|color| stacking(&self.rules, top, color));
            if !stacks.is_some_and(|kinds| kinds.contains(card)) {
                return Rejection::OwesCards {
                    card,
                    owed: self.owed,
                };
            }
        } else if !fits {
            let color = self.color;
            return Rejection::DoesNotFit { card, top, color };
        } else if let (Stage::Drawn(drawn), AfterDraw::DrawnOnly) =
            (self.stage, self.rules.after_draw)
            && drawn != card
        {
            return Rejection::OnlyDrawnCard { drawn };
        }
        if hand.len() == 1 && self.rules.last_card == LastCard::NoWild {
            return Rejection::NotAsLastCard { card };
        }
        Rejection::WouldBeBluff
    }

    fn judge_swap(&self, seat: Seat, with: Seat) -> Result<(), Rejection> {
        if with == seat || !self.active.contains(with) {
            return Err(Rejection::CannotSwapWith { seat: with });
        }
        Ok(())
    }

    /// After the last but one card, or before laying it.
    fn judge_uno(&self, seat: Seat) -> Result<(), Rejection> {
        let may_lay = matches!(self.stage, Stage::Turn | Stage::Drawn(_)) && !self.announced;
        let announces = seat == self.turn && may_lay && self.hand(seat).len() == 2;
        let is_said = self.rules.uno_call == UnoCall::Catch;
        let may = is_said && (self.exposed == Some(seat) || announces);
        may.then_some(()).ok_or(Rejection::NoUno)
    }

    fn judge_catch(&self, seat: Seat, accused: Option<Seat>) -> Result<(), Rejection> {
        if !self.active.contains(seat) {
            return Err(Rejection::NotPlaying { seat });
        }
        if self.rules.uno_call != UnoCall::Catch {
            return Err(Rejection::NobodyToCatch);
        }
        if accused == Some(seat) {
            return Err(Rejection::CatchesSelf);
        }
        let caught = self.caught(seat, accused);
        caught.map(drop).ok_or(Rejection::NobodyToCatch)
    }

    /// Whom somebody catches who names this seat, or none.
    pub(super) fn caught(&self, seat: Seat, named: Option<Seat>) -> Option<Seat> {
        let has_one = |other: &Seat| *other != seat && self.hand(*other).len() == 1;
        let mut others = self.active.iter().filter(has_one);
        match named {
            Some(named) => others.find(|other| *other == named),
            // It is about whoever forgot, else about the only one who might have.
            None => {
                let exposed = self.exposed.filter(|exposed| *exposed != seat);
                exposed.or_else(|| others.next())
            }
        }
    }
}
