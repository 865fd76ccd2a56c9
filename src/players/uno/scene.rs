//! What the player in turn does, and what can be said for laying a card, from what it may know; and the odds of a bluff.
//!
//! Decides for the player at the table and for everybody in a playout alike; so it is asked some
//! million times a second, and neither allocates nor remembers.

use crate::chance::Chance;
use crate::game::Seat;
use crate::uno::card::{Card, Color, Face, Kinds};
use crate::uno::legal::fitting;
use crate::uno::round::{Round, Stage};
use crate::uno::rules::{AfterCall, BluffTest, LastCard, Rules, Score, Wild4};
use crate::uno::signs::Lacks;
use crate::uno::{Hand, Move, Play};

/// One time in so many a bluff is laid though nobody is about to win, and if somebody is.
const BLUFFS: u32 = 12;
const BLUFFS_IN_DANGER: u32 = 3;

/// What a sensible player does in its turn; `guilt` is how likely it takes a bluff to be.
#[inline]
pub(super) fn choice(
    round: &Round,
    chance: &mut Chance,
    guilt: impl Fn(&Suspicion<'_>) -> f64,
) -> Move {
    let scene = Scene::of(round);
    match round.stage {
        Stage::Color | Stage::StartColor => return Move::Color(scene.best_color(None)),
        Stage::Swap(_) => return Move::Swap(round.fewest_cards(round.turn)),
        Stage::Turn | Stage::Drawn(_) => {}
    }
    let suspicion = Suspicion::of(round);
    if suspicion.is_some_and(|suspicion| suspicion.call_pays(guilt(&suspicion))) {
        return Move::Call;
    }
    let mut kinds = round.layable();
    // Where nobody can call a bluff there is nothing to lose.
    if kinds.contains(Card::WILD_DRAW_FOUR) && round.rules.wild4 == Wild4::Challenge {
        let odds = match scene.in_danger() {
            true => BLUFFS_IN_DANGER,
            false => BLUFFS,
        };
        if chance.below(odds) != 0 {
            kinds = round.layable_honestly();
        }
    }
    match scene.best_of(kinds) {
        Some(card) => {
            let color = card.is_wild().then(|| scene.best_color(Some(card)));
            Move::Play(lay(round, round.turn, card, color))
        }
        None => give_way(round),
    }
}

/// Lays a card, naming this colour if it is wild, UNO said with it, and a hand chosen where one has to be.
pub(super) fn lay(round: &Round, seat: Seat, card: Card, color: Option<Color>) -> Play {
    let swaps = round.rules.seven_zero.is_on() && card.face() == Face::Number(7);
    Play {
        card,
        color: color.filter(|_| card.is_wild()),
        swap: (swaps && round.hand(seat).len() > 1).then(|| round.fewest_cards(seat)),
        uno: true,
    }
}

/// Draws, or passes where that is not allowed.
pub(super) fn give_way(round: &Round) -> Move {
    match round.may_draw() {
        Ok(()) => Move::Draw,
        Err(_) => Move::Pass,
    }
}

/// The round as the seat in turn may know it.
#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    rules: &'a Rules,
    hand: &'a Hand,
    /// Cards of each colour in the hand.
    colors: [u16; 4],
    /// Who plays next, and what that seat showed to lack.
    next: u16,
    next_lacks: &'a Lacks,
    /// How many cards hold: the one after the next, whoever would be next the other way, and the
    /// other with the fewest.
    beyond: u16,
    back: u16,
    fewest: u16,
    /// How many others play.
    others: u16,
}

impl<'a> Scene<'a> {
    /// The scene of the seat in turn.
    #[inline]
    fn of(round: &'a Round) -> Self {
        let (seat, direction, active) = (round.turn, round.direction, round.active);
        let next = round.circle.next(seat, direction, active);
        let beyond = round.circle.next(next, direction, active);
        let back = round.circle.next(seat, direction.turned(), active);
        let size = |seat| round.hand(seat).len();
        let hand = round.hand(seat);
        let (mut fewest, mut others) = (u16::MAX, 0);
        for other in active.iter().filter(|other| *other != seat) {
            fewest = fewest.min(size(other));
            others += 1;
        }
        Self {
            rules: &round.rules,
            hand,
            colors: Color::ALL.map(|color| hand.of_color(color)),
            next: size(next),
            next_lacks: round.signs.of(next),
            beyond: size(beyond),
            back: size(back),
            fewest,
            others,
        }
    }

    /// Whether somebody who plays soon is about to win.
    fn in_danger(&self) -> bool {
        self.next <= 2
    }

    /// The colour to go on in once `laid` is gone.
    fn best_color(&self, laid: Option<Card>) -> Color {
        let worth = |color: Color| {
            let laid = laid.filter(|card| card.color() == Some(color));
            let left = self.colors[color.index()] - u16::from(laid.is_some());
            12 * i32::from(left) + i32::from(left > 0) * 10 + self.blocking(color)
        };
        let best = Color::ALL.into_iter().max_by_key(|color| worth(*color));
        best.unwrap_or(Color::Red)
    }

    /// What it is worth that the next player showed to lack this colour, if they did.
    fn blocking(&self, color: Color) -> i32 {
        match self.next {
            next if self.next_lacks.most_of(color, next) > 0 => 0,
            0..=1 => 40,
            2 => 20,
            3 => 8,
            _ => 4,
        }
    }

    /// The card among these most worth laying.
    fn best_of(&self, kinds: Kinds) -> Option<Card> {
        let mut best: Option<(i32, Card)> = None;
        for card in kinds.iter() {
            let worth = self.worth(card);
            if best.is_none_or(|(most, _)| worth >= most) {
                best = Some((worth, card));
            }
        }
        best.map(|(_, card)| card)
    }

    /// How much there is to be said for laying a card.
    fn worth(&self, card: Card) -> i32 {
        let last = self.hand.len() == 2;
        let may_not_stay = last && self.rules.last_card == LastCard::NoWild;
        let color = card.color().unwrap_or_else(|| self.best_color(Some(card)));
        let left = i32::from(self.colors[color.index()]) - i32::from(!card.is_wild());
        let counts = matches!(self.rules.score, Score::Match | Score::Lowest);
        let shed = match counts && self.fewest <= 3 {
            true => card.points() as i32 / 4,
            false => 0,
        };
        // Between two, an action card brings another turn.
        let again = if self.others == 1 { 16 } else { 0 };
        let own = match card.face() {
            Face::Number(0) if self.rules.seven_zero.is_on() => self.gain_of_zero(),
            Face::Number(7) if self.rules.seven_zero.is_on() => self.gain_of_seven(),
            Face::Number(_) => 22,
            // Action cards are kept for the end of the round, when they stop somebody.
            Face::Skip => 16 + again + self.passing_over(40),
            Face::Reverse if again > 0 => 16 + again + self.passing_over(40),
            Face::Reverse => 15 + self.turning(),
            Face::DrawTwo => 17 + again + self.passing_over(50),
            // Wild cards always fit: they are kept for when nothing else does, to the very last.
            Face::Wild | Face::WildDrawFour if may_not_stay => 80,
            Face::WildDrawFour if self.in_danger() && !last => 60,
            Face::Wild => -20,
            Face::WildDrawFour => -25,
        };
        own + 3 * left + shed + self.blocking(color)
    }

    /// What it is worth that the next player has no turn, at most `full`.
    fn passing_over(&self, full: i32) -> i32 {
        match (self.next, self.beyond) {
            (0..=2, beyond) if self.others == 1 || beyond > 2 => full,
            (0..=2, _) => full / 2,
            (_, 0..=1) if self.others > 1 => -20,
            _ => 0,
        }
    }

    /// What it is worth that it goes on the other way.
    fn turning(&self) -> i32 {
        match (self.next, self.back) {
            (0..=2, 3..) => 20,
            (3.., 0..=2) => -15,
            _ => 0,
        }
    }

    fn gain_of_seven(&self) -> i32 {
        20 + 12 * (i32::from(self.hand.len()) - 1 - i32::from(self.fewest))
    }

    /// A zero brings the hand of whoever sits before, who would play next the other way.
    fn gain_of_zero(&self) -> i32 {
        20 + 8 * (i32::from(self.hand.len()) - 1 - i32::from(self.back))
    }
}

/// How often somebody who could lay something else lays a Wild Draw Four, and how often if whoever
/// has to draw then is about to win.
const GUILTY: f64 = 0.05;
const GUILTY_IN_NEED: f64 = 0.3;
/// How often somebody who may lay it honestly does.
const HONEST: f64 = 0.6;

/// A Wild Draw Four on top that may be called.
#[derive(Debug, Clone, Copy)]
pub(super) struct Suspicion<'a> {
    pub(super) rules: &'a Rules,
    /// Who laid it, how many cards are left there, and what that seat showed to lack.
    pub(super) by: Seat,
    pub(super) held: u16,
    pub(super) lacks: &'a Lacks,
    /// The colour that it was laid on.
    pub(super) color: Color,
    /// How many cards the victim holds, and how many are owed.
    pub(super) own: u16,
    pub(super) owed: u16,
    /// How many others play.
    pub(super) others: u16,
}

impl<'a> Suspicion<'a> {
    /// That of the player in turn, if there is one.
    pub(super) fn of(round: &'a Round) -> Option<Self> {
        let bluff = round.bluff.as_ref()?;
        let others = round.active.iter().filter(|seat| *seat != round.turn);
        Some(Self {
            rules: &round.rules,
            by: bluff.by,
            held: bluff.hand.len(),
            lacks: round.signs.of(bluff.by),
            color: round.signs.before()?,
            own: round.hand(round.turn).len(),
            owed: round.owed,
            others: others.count() as u16,
        })
    }

    /// The probability of a bluff that was laid on this card; `unseen` are the cards that may be in the hand, by kind.
    pub(super) fn guilt(&self, below: Card, unseen: &[u8; Card::KINDS]) -> f64 {
        let all: u32 = unseen.iter().map(|count| u32::from(*count)).sum();
        let telling = match self.rules.bluff_test {
            BluffTest::Colour => Kinds::of_color(self.color),
            BluffTest::AnyPlayable => fitting(below, self.color) - Kinds::WILD_DRAW_FOUR,
        };
        let telling = telling.iter().map(|card| u32::from(unseen[card.index()]));
        self.guilt_of(f64::from(telling.sum::<u32>()) / f64::from(all.max(1)))
    }

    /// The same where such a share of all cards would tell.
    pub(super) fn guilt_of(&self, share: f64) -> f64 {
        let slots = self.lacks.most_of(self.color, self.held);
        let has = 1.0 - (1.0 - share).powi(i32::from(slots));
        let bluffs = if self.own <= 2 {
            GUILTY_IN_NEED
        } else {
            GUILTY
        };
        let (guilty, innocent) = (has * bluffs, (1.0 - has) * HONEST);
        guilty / (guilty + innocent).max(f64::MIN_POSITIVE)
    }

    /// Whether calling is better than drawing, at this probability of a bluff. All is counted in
    /// cards: those owed, two more for a wrong call, those that the bluffer draws (which help the
    /// caller as one of all others, and more if the bluffer is about to win), and a turn.
    pub(super) fn call_pays(&self, guilt: f64) -> bool {
        let owed = f64::from(self.owed);
        let turn = match self.rules.after_call {
            AfterCall::Caller => 1.5,
            AfterCall::Next => 0.0,
        };
        let harm = match self.held {
            0..=1 => 0.8,
            2 => 0.6,
            _ => 1.0 / f64::from(self.others.max(1)),
        };
        guilt * (owed + turn + harm * owed) > (1.0 - guilt) * 2.0
    }
}
