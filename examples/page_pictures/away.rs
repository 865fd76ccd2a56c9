//! The pages of tables at which nobody is, or which the bot is about to leave for a moment.
//!
//! Decides which of them are looked at: paused between two rounds and in the middle of one, as the
//! table shows them and as somebody's own hand does, and boards that say that the bot comes back.

use tractor_bot::game::{Game, Seat, Viewer};
use tractor_bot::host::Paced;
use tractor_bot::players::Player;
use tractor_bot::table::{By, Input};
use tractor_bot::text::context::RenderContext;
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tictactoe::{Mark, Square, TicTacToe};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::Uno;

use super::frame::Shot;
use super::games::{Stage, shot, tractor_players, uno_players};

impl<G: Voice + Paced> Stage<G> {
    /// The next step where no person does anything: the clock acts for them until computers do.
    fn drift(&mut self, players: &mut [Box<dyn Player<G>>], deal: &G::Action) {
        for (seat, player) in Seat::first(players.len() as u8).zip(players) {
            let view = self.table.view(Viewer::Seat(seat));
            let game = view.stage.game().expect("a match is played");
            let Some(action) = player.choose(game) else {
                continue;
            };
            let place = view.place(seat).expect("a seat");
            let by = match place.occupant.person() {
                Some(_) => By::Clock(seat),
                None => By::Computer(seat),
            };
            if self.try_submit(Input::Act { by, action }) {
                return;
            }
        }
        let by = |by| Input::Act {
            by,
            action: deal.clone(),
        };
        let deals = |stage: &mut Self, seat| {
            stage.try_submit(by(By::Clock(seat))) || stage.try_submit(by(By::Computer(seat)))
        };
        if Seat::first(4).any(|seat| deals(self, seat)) {
            return;
        }
        let cue = self.table.cue().expect("somebody acts, or the clock does");
        self.submit(Input::Elapse(cue));
    }

    /// Drifts until it is so, and is paused then.
    fn pause(
        &mut self,
        players: &mut [Box<dyn Player<G>>],
        deal: &G::Action,
        wanted: impl Fn(&G::View) -> bool,
    ) {
        for _ in 0..20_000 {
            if wanted(&self.game()) {
                return self.submit(Input::Pause);
            }
            self.drift(players, deal);
        }
        panic!("this never happens in the fixed match");
    }

    /// The board as it is while the bot is away.
    fn resting(&self, name: &str, cx: &RenderContext) -> Shot {
        let view = self.table.view(Viewer::Public);
        let mut page = table_text::public_page(&view, &without_time(cx));
        page.lines.insert(0, cx.say_key("discord-resting", "?"));
        shot(name, &page, false)
    }
}

/// What nobody's clock runs for.
fn without_time(cx: &RenderContext) -> RenderContext {
    let mut cx = cx.clone();
    cx.deadline = None;
    cx
}

pub fn pages(cx: &RenderContext) -> Vec<Shot> {
    let mut shots = Vec::new();
    let still = without_time(cx);
    tractor(cx, &still, &mut shots);
    uno(cx, &still, &mut shots);
    let mut stage = Stage::<TicTacToe>::new(&[], 1, 2).start();
    for square in [4, 0] {
        let seat = Seat::new(stage.awaited());
        assert!(stage.act(seat, Mark(Square::new(square))), "a free square");
    }
    shots.push(stage.resting("tic-tac-toe: the bot is away", cx));
    shots
}

fn tractor(cx: &RenderContext, still: &RenderContext, shots: &mut Vec<Shot>) {
    let (mut players, deal) = (tractor_players(), Action::Deal);
    let rules = [("match_to", "4")];
    let mut stage = Stage::<Tractor>::new(&rules, 7, 4).start();
    shots.push(stage.resting("the bot is away before the deal", cx));
    let second = |view: &<Tractor as Game>::View| matches!(&view.phase, PhaseView::Playing { trick, .. } if trick.plays.len() == 2);
    stage.until(&mut players, &deal, second);
    shots.push(stage.resting("the bot is away in play", cx));
    stage.pause(&mut players, &deal, second);
    shots.push(stage.public("paused in play, somebody due", still));
    shots.push(stage.own("paused: in turn", stage.awaited(), still));
    shots.push(stage.own("paused: not in turn", (stage.awaited() + 1) % 4, still));
    let begun = || {
        let mut stage = Stage::<Tractor>::new(&rules, 7, 4).start();
        let buries = |view: &<Tractor as Game>::View| matches!(view.phase, PhaseView::Burying);
        stage.until(&mut tractor_players(), &deal, buries);
        stage
    };
    let mut stage = begun();
    stage.pause(&mut players, &deal, |view| {
        view.tricks.len() == 9 && second(view)
    });
    shots.push(stage.public("paused in play", still));
    shots.push(stage.own("paused: away, in turn", stage.awaited(), still));
    shots.push(stage.own("paused: away", (stage.awaited() + 1) % 4, still));
    let mut stage = begun();
    stage.pause(&mut players, &deal, |view| {
        matches!(view.phase, PhaseView::Ready { .. }) && !view.history.is_empty()
    });
    shots.push(stage.public("paused after a round", still));
    shots.push(stage.own("paused after a round: a hand", 0, still));
}

fn uno(cx: &RenderContext, still: &RenderContext, shots: &mut Vec<Shot>) {
    let (mut players, deal) = (uno_players(), tractor_bot::uno::Action::Deal);
    let begin = || Stage::<Uno>::new(&[("order", "seats")], 11, 4).start();
    let mut stage = begin();
    stage.until(&mut players, &deal, |view| view.playing().is_some());
    shots.push(stage.resting("UNO: the bot is away", cx));
    for _ in 0..24 {
        stage.drift(&mut players, &deal);
    }
    shots.push(stage.own("UNO: away, in turn", stage.awaited(), cx));
    shots.push(stage.own("UNO: away", (stage.awaited() + 1) % 4, cx));
    stage.submit(Input::Pause);
    shots.push(stage.public("UNO: paused in play", still));
    shots.push(stage.own("UNO: paused, in turn", stage.awaited(), still));
    shots.push(stage.own("UNO: paused", (stage.awaited() + 1) % 4, still));
    let mut stage = begin();
    stage.pause(&mut players, &deal, |view| {
        view.playing().is_none() && !view.history.is_empty()
    });
    shots.push(stage.public("UNO: paused after a round", still));
    shots.push(stage.own("UNO: paused after a round, a hand", 0, still));
}
