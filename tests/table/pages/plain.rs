//! A match of tractor that goes its way by itself, with players of these tests alone.

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{RuleSet, Seat, Viewer};
use tractor_bot::players::Player;
use tractor_bot::table::{Input, PersonId, Skill, TableView};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::follow::{self, FollowRules};
use tractor_bot::tractor::hand::{Hand, Layout};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::shape::Lead;
use tractor_bot::tractor::trump::Trump;
use tractor_bot::tractor::view::{PhaseView, View};

use super::stage::Stage;

/// A name that tries everything: markup, a mention, a line break, marks that turn the writing.
pub const HOSTILE: &str = "**Dee** <@1> @everyone\n\u{202E}`x`";

pub type Match = Stage<Tractor>;

/// Three people and a computer player, ready to begin.
pub fn seated(rules: &[(&str, &str)], seed: u64) -> Match {
    let chosen = Rules::default().with(rules);
    let mut stage = Stage::new(chosen, seed);
    stage.sit(1, "Ana");
    stage.sit(2, "Bo");
    stage.sit(3, HOSTILE);
    let (by, skill) = (PersonId(1), Skill::Heuristic);
    stage.submit(Input::AddComputer {
        by,
        seat: None,
        skill,
    });
    stage
}

/// A player of this test alone, so that better computer players change no snapshot: calls when it
/// can, buries its first cards, leads a pair or anything, follows at random.
pub struct Plain(Chance);

impl Player<Tractor> for Plain {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let layout = Layout::of(view.trump.unwrap_or(Trump::no_trump(view.level)));
        match &view.phase {
            PhaseView::Dealing { open, .. } => open.first().copied().map(Action::Call),
            PhaseView::CallWindow { open, passed } => {
                let quiet = view.seat().is_some_and(|seat| passed.contains(seat));
                let call = open.first().copied().map(Action::Call);
                call.or((!quiet).then_some(Action::PassCall))
            }
            PhaseView::Burying if view.seat() == view.burier() => {
                Some(Action::Bury(view.hand.iter().take(8).copied().collect()))
            }
            PhaseView::Playing { trick, to_play, .. } if view.seat() == Some(*to_play) => {
                let hand = Hand::of(layout, &view.hand).expect("two decks");
                let Some(lead) = trick.plays.first() else {
                    return Some(Action::Play(self.lead(&view.hand)));
                };
                let lead = Hand::of(layout, lead).expect("two decks");
                let lead = Lead::read(layout, lead).expect("a lead stands");
                let rules = FollowRules::default();
                let play = follow::random(layout, rules, &lead, hand, &mut self.0);
                Some(Action::Play(play.cards(layout).collect()))
            }
            _ => None,
        }
    }
}

impl Plain {
    fn lead(&mut self, hand: &[Card]) -> Vec<Card> {
        let pairs = hand.windows(2).filter(|two| two[0] == two[1]);
        let pairs: Vec<&[Card]> = pairs.collect();
        match self.0.below(pairs.len() as u32 + 2) as usize {
            n if n < pairs.len() => pairs[n].to_vec(),
            _ => vec![hand[self.0.below(hand.len() as u32) as usize]],
        }
    }
}

/// Players for all four seats, whoever sits there.
pub fn players() -> Vec<Box<dyn Player<Tractor>>> {
    let seed = Seed::from_number(5);
    let player = |n| Box::new(Plain(seed.derive("seat", n).chance())) as Box<dyn Player<_>>;
    (0..4).map(player).collect()
}

pub fn game(view: &TableView<Tractor>) -> &View {
    view.stage.game().expect("a match is played")
}

/// One step: somebody acts who wants to, else the clock.
pub fn step(stage: &mut Match, players: &mut [Box<dyn Player<Tractor>>]) {
    let public = stage.public();
    if matches!(game(&public).phase, PhaseView::Ready { .. }) {
        stage
            .act(Seat::new(0), Action::Deal)
            .expect("anybody may start the deal");
        return;
    }
    for seat in Seat::first(4) {
        let view = stage.table.view(Viewer::Seat(seat));
        let Some(action) = players[seat.index()].choose(game(&view)) else {
            continue;
        };
        if stage.act(seat, action).is_ok() {
            return;
        }
    }
    let cue = stage.table.cue().expect("somebody acts, or the clock does");
    stage.submit(Input::Elapse(cue));
}

/// Steps until the view is as wanted.
#[track_caller]
pub fn until(
    stage: &mut Match,
    players: &mut [Box<dyn Player<Tractor>>],
    wanted: impl Fn(&View) -> bool,
) {
    for _ in 0..20_000 {
        if wanted(game(&stage.public())) {
            return;
        }
        step(stage, players);
    }
    panic!("this never happens in the fixed game");
}
