//! The steps of the lesson: for each one a position, the plays that are offered, and the good one.
//!
//! Nothing here says who wins or what is legal: the rules judge every play, also those of the other
//! three. The reader sits in the South. The steps themselves are in `steps.json`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::text::cards;
use crate::text::tractor::order;
use crate::tractor::action::Call;
use crate::tractor::call::is_known;
use crate::tractor::card::Card;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::{Burying, NotEight, Played, Playing, Refused, RoundPosition};
use crate::tractor::rules::Rules;
use crate::tractor::seating::{PLAYERS, Wind};
use crate::tractor::trump::Trump;

pub const READER: Wind = Wind::South;
/// Who is the declarer where the reader collects points.
pub const DEALER: Wind = Wind::West;

/// One guided play.
#[derive(Debug, Deserialize)]
pub struct Step {
    /// The part of its sentences' keys that is its own.
    pub name: &'static str,
    /// What is trump: a card of the level and the trump suit.
    pub trump: &'static str,
    /// The reader's cards, those to be chosen among them.
    pub hand: &'static str,
    pub task: LessonTask,
    /// The plays or kitties that are offered, each legal or not.
    #[serde(borrow)]
    pub choices: Vec<&'static str>,
    /// The one that the step teaches.
    pub good: &'static str,
}

/// What the reader chooses cards for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LessonTask {
    /// A play in a trick that the others complete.
    Trick {
        leader: Wind,
        /// The cards of North, West and East.
        #[serde(borrow)]
        others: [&'static str; 3],
        /// What is played before the reader, the lead first.
        before: Vec<&'static str>,
        /// What is played after the good play.
        after: Vec<&'static str>,
        /// What is turned over after the trick.
        kitty: &'static str,
    },
    /// Eight cards to bury, as the declarer.
    Kitty,
    /// Cards of the level to show during the deal, and what somebody else shows then.
    Call {
        #[serde(borrow)]
        then: (Wind, &'static str),
    },
    /// The level after a round, by one of its cards.
    Level,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnfitCards {
    /// The rules of a trick refuse the play.
    Play(Refused),
    NotHeld,
    /// Not eight cards to bury.
    Kitty,
    /// They call nothing.
    Call,
}

/// The steps, in the order in which they are taken.
pub static STEPS: LazyLock<Vec<Step>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("steps.json")).expect("the steps are written as such")
});

/// Cards as the steps write them.
pub fn read(text: &str) -> Vec<Card> {
    cards::read(text).expect("the steps are written in standard notation")
}

impl Step {
    /// The key of a part of its sentences.
    pub fn key(&self, part: &str) -> String {
        format!("lesson-tractor-{}-{part}", self.name)
    }

    pub fn trump(&self) -> Trump {
        let card = read(self.trump).pop();
        let card = card.expect("a step names its trump");
        Trump {
            // Nothing is trump yet where it is called.
            suit: card
                .suit()
                .filter(|_| !matches!(self.task, LessonTask::Call { .. })),
            ..Trump::no_trump(card.rank().expect("a level is no joker"))
        }
    }

    fn layout(&self) -> &'static Layout {
        Layout::of(self.trump())
    }

    /// A set of cards; `None` for more than two copies of one.
    fn set(&self, cards: &[Card]) -> Option<Hand> {
        Hand::of(self.layout(), cards).ok()
    }

    fn written(&self, text: &str) -> Hand {
        self.set(&read(text))
            .expect("the steps write at most two copies of a card")
    }

    /// Whether these are the cards of the good choice, in any order.
    pub fn is_good(&self, cards: &[Card]) -> bool {
        self.set(cards) == Some(self.written(self.good))
    }

    /// The trick before the reader's play, and what was played in it; `None` for a kitty.
    pub fn trick(&self) -> Option<(Playing, Vec<Played>)> {
        let LessonTask::Trick {
            leader,
            others: [north, west, east],
            before,
            ..
        } = &self.task
        else {
            return None;
        };
        let position = RoundPosition {
            trump: self.trump(),
            dealer: DEALER.seat(),
            hands: [north, west, self.hand, east].map(|hand| self.written(hand)),
            kitty: Hand::EMPTY,
            leader: leader.seat(),
            plays: &[],
            captured: [0; PLAYERS],
            penalties: 0,
        };
        let mut playing = position
            .set_up(&Rules::default())
            .expect("the hands of a step are even");
        let played = before
            .iter()
            .map(|cards| self.play(&mut playing, &read(cards)));
        let played = played.collect::<Result<Vec<_>, _>>();
        Some((playing, played.expect("the plays of a step are legal")))
    }

    /// What these cards call; `None` if it is nothing.
    pub fn call_of(&self, cards: &[Card]) -> Option<Call> {
        let level = self.trump().rank;
        let no_trump = Rules::STANDARD.no_trump_calls;
        let mut calls = (Call::ALL.into_iter()).filter(|call| is_known(*call, no_trump));
        calls.find(|call| self.set(&call.cards(level)) == self.set(cards))
    }

    /// Makes a play for whoever is on turn.
    fn play(&self, playing: &mut Playing, cards: &[Card]) -> Result<Played, UnfitCards> {
        let rules = Rules::default();
        let cards = self.set(cards).ok_or(UnfitCards::NotHeld)?;
        let ruling = playing.judge(cards, &rules).map_err(UnfitCards::Play)?;
        Ok(playing.settle(ruling, &rules))
    }

    /// What comes of the reader's choice: the reader's play, or none for a kitty.
    ///
    /// # Errors
    /// [`UnfitCards`] with what the rules say against it.
    pub fn choose(&self, cards: &[Card]) -> Result<Option<Played>, UnfitCards> {
        if let Some((mut playing, _)) = self.trick() {
            return self.play(&mut playing, cards).map(Some);
        }
        if !matches!(self.task, LessonTask::Kitty) {
            return self.pick(cards).map(|()| None);
        }
        let mut hands = [Hand::EMPTY; PLAYERS];
        hands[READER.seat().index()] = self.written(self.hand);
        let burying = Burying::new(self.layout(), READER.seat(), hands);
        let kitty = self.set(cards).ok_or(UnfitCards::NotHeld)?;
        if !hands[READER.seat().index()].holds(kitty) {
            return Err(UnfitCards::NotHeld);
        }
        let buried = burying.bury(kitty);
        buried.map(|_| None).map_err(|NotEight| UnfitCards::Kitty)
    }

    /// Whether these cards, which are legal, are the highest of the trick so far.
    pub fn wins(&self, cards: &[Card]) -> bool {
        let Some((mut playing, _)) = self.trick() else {
            return false;
        };
        let Ok(played) = self.play(&mut playing, cards) else {
            return false;
        };
        let won = played.trick.map(|(winner, _)| winner);
        won.or(playing.trick().winning()) == Some(READER.seat())
    }

    /// A card of the hand, or cards that call.
    fn pick(&self, cards: &[Card]) -> Result<(), UnfitCards> {
        let LessonTask::Call { .. } = self.task else {
            let among = self.choices.iter().any(|choice| read(choice) == cards);
            return among.then_some(()).ok_or(UnfitCards::NotHeld);
        };
        let cards_held = self.written(self.hand);
        let set = self.set(cards).ok_or(UnfitCards::NotHeld)?;
        match (cards_held.holds(set), self.call_of(cards)) {
            (false, _) => Err(UnfitCards::NotHeld),
            (true, Some(_)) => Ok(()),
            (true, None) => Err(UnfitCards::Call),
        }
    }

    /// The whole trick with the good play, in turn order; none for a kitty.
    pub fn played(&self) -> Vec<Played> {
        let (Some((mut playing, mut played)), LessonTask::Trick { after, .. }) =
            (self.trick(), &self.task)
        else {
            return Vec::new();
        };
        for cards in std::iter::once(&self.good).chain(after) {
            let play = self.play(&mut playing, &read(cards));
            played.push(play.expect("the plays of a step are legal"));
        }
        played
    }

    /// The cards that lie on the table, high to low.
    pub fn cards_of(&self, hand: Hand) -> Vec<Card> {
        let mut cards: Vec<Card> = hand.cards(self.layout()).collect();
        order::sort(&mut cards, self.trump());
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::follow::Breach;

    fn step(name: &str) -> &'static Step {
        let step = STEPS.iter().find(|step| step.name == name);
        step.expect("a step of this name")
    }

    /// Who takes the trick of a step, with how many points.
    fn check_trick(name: &str, winner: Wind, points: u16) {
        let played = step(name).played();
        assert_eq!(played.len(), PLAYERS, "{name}");
        let won = played[3].trick.expect("a whole trick");
        assert_eq!(won, (winner.seat(), points), "{name}");
    }

    #[test]
    fn every_trick_ends_as_the_lesson_tells() {
        check_trick("follow", Wind::South, 20);
        check_trick("partner", Wind::North, 10);
        check_trick("pair", Wind::South, 30);
        check_trick("tractor", Wind::South, 45);
        check_trick("ruff", Wind::South, 20);
        check_trick("order", Wind::South, 10);
        check_trick("capture", Wind::West, 10);
        check_trick("stopped", Wind::East, 15);
        check_trick("throw", Wind::South, 35);
    }

    #[test]
    fn the_good_choice_is_legal_and_offered_and_everything_offered_is_held() {
        for step in STEPS.iter() {
            assert!(step.choices.contains(&step.good), "{}", step.name);
            assert!((2..=5).contains(&step.choices.len()), "{}", step.name);
            let good = step
                .choices
                .iter()
                .filter(|cards| step.is_good(&read(cards)));
            assert_eq!(good.count(), 1, "{}", step.name);
            assert!(step.choose(&read(step.good)).is_ok(), "{}", step.name);
            for cards in &step.choices {
                let held = step.written(step.hand).holds(step.written(cards));
                assert!(held, "{}: {cards}", step.name);
            }
        }
    }

    /// What the rules say against a choice of a step; `None` if it is legal.
    fn check_choice(name: &str, cards: &str, unfit: Option<UnfitCards>) {
        assert_eq!(
            step(name).choose(&read(cards)).err(),
            unfit,
            "{name} {cards}"
        );
    }

    #[test]
    fn wrong_choices_are_refused_by_the_rules_of_the_game() {
        let breach = |breach| Some(UnfitCards::Play(Refused::Follow(breach)));
        let suit = breach(Breach::Suit { due: 1, given: 0 });
        check_choice("follow", "9H", suit);
        check_choice("follow", "3S", None);
        check_choice("follow", "KS", Some(UnfitCards::Play(Refused::NotHeld)));
        check_choice("partner", "KC", suit);
        check_choice("partner", "6D", None);
        check_choice("pair", "KC JC", breach(Breach::Pairs { due: 1, given: 0 }));
        check_choice("pair", "5C 5C", None);
        check_choice(
            "tractor",
            "QD AC",
            Some(UnfitCards::Play(Refused::MixedLead)),
        );
        check_choice(
            "stopped",
            "AS 6C",
            Some(UnfitCards::Play(Refused::MixedLead)),
        );
        check_choice("ruff", "8D", None);
        check_choice("kitty", "3C 4C", Some(UnfitCards::Kitty));
        check_choice("kitty", "5C 4C", Some(UnfitCards::NotHeld));
        check_choice("kitty", "KD 10D 7D 3D 9C 6C 4C 3C", None);
    }
}
