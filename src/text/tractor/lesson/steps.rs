//! The steps of the lesson: for each one a position, the plays that are offered, and the good one.
//!
//! Nothing here says who wins or what is legal: each is a match that was set up, in which the reader sits in the South.
//! The steps themselves are in `steps.json`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::chance::Seed;
use crate::game::{Game as _, Seat, Viewer};
use crate::text::cards;
use crate::text::tractor::options;
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Call, Progress};
use crate::tractor::call::is_known;
use crate::tractor::card::{Card, Rank};
use crate::tractor::deck::Deck;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::matches::RoundSoFar;
use crate::tractor::rejection::Rejection;
use crate::tractor::round::{Burying, DealStart, Dealing, RoundPosition};
use crate::tractor::rules::Rules;
use crate::tractor::score::MatchScore;
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
        let card = read(self.trump).pop().expect("a step names its trump");
        Trump {
            // Nothing is trump yet where it is called.
            suit: card
                .suit()
                .filter(|_| !matches!(self.task, LessonTask::Call { .. })),
            ..Trump::no_trump(card.rank().expect("a level is no joker"))
        }
    }

    fn hand(&self, text: &str) -> Hand {
        let hand = Hand::of(Layout::of(self.trump()), &read(text));
        hand.expect("the steps write at most two copies of a card")
    }

    /// Whether these are the cards of the good choice, in any order.
    pub fn is_good(&self, cards: &[Card]) -> bool {
        sorted(cards) == sorted(&read(self.good))
    }

    /// The match before the reader's choice.
    pub fn before(&self) -> Tractor {
        let rules = Rules::default();
        let mut hands = [Hand::EMPTY; PLAYERS];
        let round = match &self.task {
            LessonTask::Trick { leader, others, .. } => {
                let [north, west, east] = others;
                let position = RoundPosition {
                    trump: self.trump(),
                    dealer: DEALER.seat(),
                    hands: [north, west, self.hand, east].map(|hand| self.hand(hand)),
                    kitty: Hand::EMPTY,
                    leader: leader.seat(),
                    plays: &[],
                    captured: [0; PLAYERS],
                    penalties: 0,
                };
                let playing = position.set_up(&rules);
                RoundSoFar::Playing(playing.expect("the hands of a step are even"))
            }
            LessonTask::Kitty => {
                let reader = READER.seat();
                hands[reader.index()] = self.hand(self.hand);
                RoundSoFar::Burying(Burying::new(Layout::of(self.trump()), reader, hands))
            }
            LessonTask::Call { then } => RoundSoFar::Dealing(self.dealing(*then)),
            LessonTask::Level => return self.between([self.trump().rank; 2], READER),
        };
        let mut game = Tractor::set_up(&rules, self.trump().rank, round);
        if let LessonTask::Trick { before, .. } = &self.task {
            play(&mut game, before);
        }
        game
    }

    /// A match between two rounds.
    fn between(&self, levels: [Rank; 2], dealer: Wind) -> Tractor {
        let progress = [Progress::Climbing; 2];
        let (standing, dealer) = (MatchScore { levels, progress }, Some(dealer.seat()));
        Tractor::resumed(&Rules::default(), standing, dealer, Seed::from_number(0))
    }

    /// A deal in which the reader, and who shows cards after them, have drawn theirs.
    fn dealing(&self, (by, shown): (Wind, &str)) -> Dealing {
        let mut rest: Vec<Card> = Card::all().chain(Card::all()).collect();
        let mut held = [self.hand, shown].map(|cards| read(cards).into_iter());
        for card in held.iter().flat_map(|cards| cards.as_slice()) {
            let at = rest.iter().position(|other| other == card);
            at.map(|at| rest.swap_remove(at));
        }
        let draws = PLAYERS * held[0].len();
        let pile = std::array::from_fn(|at| {
            let own = match Wind::of(Seat::new((at % PLAYERS) as u8)) {
                READER => held[0].next(),
                seat if seat == by => held[1].next(),
                _ => None,
            };
            own.or_else(|| rest.pop()).expect("two decks of cards")
        });
        let opening = DealStart {
            level: self.trump().rank,
            dealer: None,
            uncalled: None,
            progress: Progress::Climbing,
        };
        let deck = Deck::stacked(pile).expect("two copies of each card");
        let mut dealing = Dealing::new(deck, opening);
        for _ in 0..draws {
            dealing.draw();
        }
        dealing
    }

    /// What these cards call; `None` if it is nothing.
    fn call_of(&self, cards: &[Card]) -> Option<Call> {
        let level = self.trump().rank;
        let no_trump = Rules::STANDARD.no_trump_calls;
        let mut calls = (Call::ALL.into_iter()).filter(|call| is_known(*call, no_trump));
        calls.find(|call| sorted(&call.cards(level)) == sorted(cards))
    }

    /// What the reader does with these cards; `None` if they call nothing, or stand for a level.
    pub fn action(&self, cards: &[Card]) -> Option<Action> {
        match self.task {
            LessonTask::Trick { .. } => Some(Action::Play(cards.to_vec())),
            LessonTask::Kitty => Some(Action::Bury(cards.to_vec())),
            LessonTask::Call { .. } => self.call_of(cards).map(Action::Call),
            LessonTask::Level => None,
        }
    }

    /// The match after the reader's choice.
    ///
    /// # Errors
    /// What the rules say against it, or nothing if they do not know it.
    pub fn after(&self, cards: &[Card]) -> Result<Tractor, Option<Rejection>> {
        let mut game = self.before();
        let is_level = matches!(self.task, LessonTask::Level);
        match self.action(cards) {
            Some(action) => drop(game.act(READER.seat(), action).map_err(Some)?),
            None if is_level && self.choices.iter().any(|choice| read(choice) == cards) => {}
            None => return Err(None),
        }
        Ok(game)
    }

    /// The match once the good choice was made, and the others have done what comes after it.
    pub fn done(&self) -> Tractor {
        let good = read(self.good);
        let mut game = self.after(&good).expect("the good choice is legal");
        match &self.task {
            LessonTask::Trick { after, .. } => play(&mut game, after),
            LessonTask::Call { then: (by, cards) } => {
                let call = self.call_of(&read(cards)).expect("cards that call");
                let called = game.act(by.seat(), Action::Call(call));
                called.expect("the calls of a step are legal");
            }
            LessonTask::Kitty => {}
            // The declarers go up, and the partner of who declared is next.
            LessonTask::Level => {
                let level = good[0].rank().expect("a level is no joker");
                return self.between([level, self.trump().rank], Wind::North);
            }
        }
        game
    }
}

/// Makes these plays, each for whoever is on turn.
fn play(game: &mut Tractor, plays: &[&str]) {
    for cards in plays {
        let turn = options::to_play(&game.view(Viewer::Public)).expect("a trick is played");
        let played = game.act(turn, Action::Play(read(cards)));
        played.expect("the plays of a step are legal");
    }
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cases;

    fn step(name: &str) -> &'static Step {
        let step = STEPS.iter().find(|step| step.name == name);
        step.expect("a step of this name")
    }

    /// Who takes its trick, with how many points.
    #[test]
    fn every_trick_ends_as_the_lesson_tells() {
        for (name, expected) in cases("lesson/tricks") {
            let view = step(&name).done().view(Viewer::Public);
            let trick = view.tricks.last().expect("a whole trick");
            let winner = Wind::of(trick.winning.expect("somebody wins"));
            assert_eq!(format!("{winner:?} {}", trick.points), expected, "{name}");
        }
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
            assert!(step.after(&read(step.good)).is_ok(), "{}", step.name);
            for cards in &step.choices {
                let held = step.hand(step.hand).holds(step.hand(cards));
                assert!(held, "{}: {cards}", step.name);
            }
        }
    }

    /// What the rules say against a choice of a step; nothing against calls and levels, which are no moves.
    #[test]
    fn wrong_choices_are_refused_by_the_rules_of_the_game() {
        for (choice, expected) in cases("lesson/choices") {
            let (name, cards) = choice.split_once(' ').expect("a step and cards");
            let told = match step(name).after(&read(cards)) {
                Ok(_) => "legal".to_owned(),
                Err(None) => "no move".to_owned(),
                Err(Some(Rejection::MustFollow { breach, .. })) => format!("{breach:?}"),
                Err(Some(rejection)) => {
                    let told = format!("{rejection:?}");
                    told.split(' ').next().unwrap_or_default().to_owned()
                }
            };
            assert_eq!(told, expected, "{choice}");
        }
    }
}
