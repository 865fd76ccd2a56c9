//! A table that people play at until they are told to stop, whatever happens to the processes meanwhile.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::time::sleep;
use tractor_bot::chance::Seed;
use tractor_bot::command::Verb;
use tractor_bot::desk::Served;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::host::Paced;
use tractor_bot::table::{Skill, StageView, Table, TableView};
use tractor_bot::text::uno::cards;
use tractor_bot::tractor::{self, Tractor};
use tractor_bot::uno::{self, Color, Move, Uno};

use crate::ledger::Ledger;
use crate::people::{ANSWER, Deed, Player};
use crate::truth::Truth;

/// A game whose actions people can say and press.
pub trait Playable: Served + Paced {
    /// What somebody does.
    fn deed(action: &Self::Action, view: &Self::View) -> Deed;

    /// Whether it waits for anybody to deal.
    fn is_ready(view: &Self::View) -> bool;

    /// What somebody may do before the clock goes on, if nobody has done it.
    fn may(_: &Self::View) -> Option<Self::Action> {
        None
    }
}

impl Playable for Tractor {
    fn deed(action: &Self::Action, view: &Self::View) -> Deed {
        use tractor::action::Action;
        let words = |cards: &[tractor::card::Card]| {
            let words: Vec<_> = cards.iter().map(ToString::to_string).collect();
            words.join(" ")
        };
        let with_cards = |word, cards: &[tractor::card::Card], verb| Deed {
            bare: true,
            hinted: true,
            ..Deed::new(word, words(cards)).verb(verb)
        };
        match action {
            Action::Deal => Deed::new("deal", "").verb(Verb::Deal),
            Action::Call(call) => Deed::new("call", words(&call.cards(view.level))),
            Action::PassCall => Deed::new("pass", ""),
            Action::Bury(cards) => with_cards("kitty", cards, Verb::Kitty),
            Action::Play(cards) => with_cards("play", cards, Verb::Play),
            other => panic!("nobody does {other:?} here"),
        }
    }

    fn is_ready(view: &Self::View) -> bool {
        matches!(view.phase, tractor::view::PhaseView::Ready { .. })
    }

    fn may(view: &Self::View) -> Option<Self::Action> {
        match &view.phase {
            tractor::view::PhaseView::CallWindow { open, .. } if view.standing_call().is_none() => {
                open.first().copied().map(tractor::action::Action::Call)
            }
            _ => None,
        }
    }
}

impl Playable for Uno {
    fn deed(action: &Self::Action, _: &Self::View) -> Deed {
        let chosen = match action {
            uno::Action::Deal => return Deed::new("deal", "").verb(Verb::Deal),
            uno::Action::Move(chosen) => *chosen,
            other @ uno::Action::Contribute(_) => panic!("nobody does {other:?} here"),
        };
        let colour = |color: Color| color.letter().to_ascii_lowercase().to_string();
        let play = |words: String| Deed {
            bare: true,
            ..Deed::new("play", words).verb(Verb::Play)
        };
        match chosen {
            Move::Play(card) => {
                let mut words = vec![cards::typed(card.card)];
                words.extend(card.color.map(colour));
                words.extend(card.uno.then(|| "uno".to_owned()));
                play(words.join(" "))
            }
            Move::Color(color) => play(colour(color)),
            Move::Swap(seat) => play(format!("#{}", seat.index() + 1)),
            Move::Draw => Deed::new("draw", "").verb(Verb::Draw),
            Move::Pass => Deed::new("pass", "").verb(Verb::Pass),
            Move::Call => Deed::new("call", "").verb(Verb::Call),
            Move::Uno => Deed::new("uno", "").verb(Verb::Uno),
            Move::Catch(_) => Deed::new("catch", "").verb(Verb::Catch),
        }
    }

    fn is_ready(view: &Self::View) -> bool {
        matches!(view.phase, uno::PhaseView::Ready { .. })
    }
}

/// When something that was done was written down.
#[derive(Default)]
pub struct Progress {
    times: Mutex<Vec<Instant>>,
    wanted: Mutex<bool>,
    /// What is being tried, since when.
    doing: Mutex<Option<(Instant, String)>>,
}

impl Progress {
    /// How often it went on.
    pub fn count(&self) -> usize {
        self.times.lock().len()
    }

    /// The longest time in which nothing happened, of those that ended after an instant.
    pub fn longest_since(&self, instant: Instant) -> Duration {
        let times = self.times.lock();
        let gaps = times.windows(2).filter(|pair| pair[1] > instant);
        gaps.map(|pair| pair[1] - pair[0]).max().unwrap_or_default()
    }

    fn does(&self, what: String) {
        let mut doing = self.doing.lock();
        if doing.as_ref().is_none_or(|(_, known)| *known != what) {
            *doing = Some((Instant::now(), what));
        }
    }

    /// What is being tried, and for how long.
    pub fn doing(&self) -> String {
        match &*self.doing.lock() {
            Some((since, what)) => format!("{what}, for {:.1?}", since.elapsed()),
            None => "nothing yet".to_owned(),
        }
    }

    /// They shall stop.
    pub fn stop(&self) {
        *self.wanted.lock() = true;
    }
}

/// A table with its people.
pub struct Game<G: Playable> {
    pub truth: Truth<G>,
    pub players: Vec<Player>,
    pub ledger: Arc<Ledger>,
    pub progress: Arc<Progress>,
    /// Whether they begin another match when one is over.
    pub again: bool,
}

impl<G: Playable> Game<G> {
    pub async fn view(&mut self) -> TableView<G> {
        let table = self.truth.table().await.expect("the table is open");
        table.view(Viewer::Public)
    }

    /// Plays until they are told to stop, or the match is over.
    pub async fn play(mut self) -> Self {
        loop {
            let table = self.truth.table().await.expect("the table is open");
            let view = table.view(Viewer::Public);
            let due = due(table, &view, &self.players);
            let is_over = matches!(view.stage, StageView::Over(_)) && !self.again;
            if is_over || *self.progress.wanted.lock() {
                return self;
            }
            let what = match &due {
                Some((at, deed)) => {
                    format!("{} at {}", self.players[*at].tells(deed), view.position.0)
                }
                None => format!("{:?} at {}", view.turn, view.position.0),
            };
            self.progress.does(what);
            let Some((at, deed)) = due else {
                sleep(Duration::from_millis(30)).await;
                continue;
            };
            let place = (self.truth.key(), view.turn_started);
            self.players[at].does(&deed, place, &self.ledger).await;
            self.moves_on(&view).await;
        }
    }

    /// Waits until something is written down, for as long as somebody waits before trying again.
    async fn moves_on(&self, view: &TableView<G>) {
        let begun = Instant::now();
        while begun.elapsed() < ANSWER {
            if self.truth.position().await > view.position {
                self.progress.times.lock().push(Instant::now());
                return;
            }
            sleep(Duration::from_millis(15)).await;
        }
    }
}

/// Whose turn it is, and what they do.
fn due<G: Playable>(
    table: &Table<G>,
    view: &TableView<G>,
    players: &[Player],
) -> Option<(usize, Deed)> {
    let StageView::Playing(game) = &view.stage else {
        return Some((0, Deed::new("start", "")));
    };
    if G::is_ready(game) {
        return Some((0, Deed::new("deal", "").verb(Verb::Deal)));
    }
    let mut awaited = view.turn.awaited().iter();
    let Some(seat): Option<Seat> = awaited.next() else {
        return may(table, players);
    };
    let holder = view.place(seat)?.occupant.holder();
    let at = players
        .iter()
        .position(|player| Some(player.id()) == holder)
        .expect("one of ours sits there");
    let own = table.view(table.viewer(players[at].id()));
    let own = own.stage.game().expect("a match is played").clone();
    let mut mind = G::computer(Skill::Greedy, Seed::from_number(seat.index() as u64));
    let action = mind.choose(&own).expect("whose turn it is can act");
    Some((at, G::deed(&action, &own)))
}

/// Who may do something before the clock goes on: all cards that the clock deals are out then.
fn may<G: Playable>(table: &Table<G>, players: &[Player]) -> Option<(usize, Deed)> {
    let ticks = std::iter::successors(Some(table.clone()), |table| Some(table.tick()?.0));
    let dealt = ticks.last()?;
    players.iter().enumerate().find_map(|(at, player)| {
        let own = dealt.view(dealt.viewer(player.id()));
        let own = own.stage.game()?;
        Some((at, G::deed(&G::may(own)?, own)))
    })
}
