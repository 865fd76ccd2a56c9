//! Views: made from public facts and the viewer's own cards; nothing else is read.

use super::judge::listed;
use super::record::{RoundRecord, shown};
use super::{Phase, Tractor};
use crate::game::{Seat, Viewer};
use crate::tractor::card::Card;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::round::{DealtHands, PlayedTrick, Playing, Trick};
use crate::tractor::rules::{KittyPoints, KittyShown};
use crate::tractor::seating::PLAYERS;
use crate::tractor::trump::Trump;
use crate::tractor::view::{OpenCards, PhaseView, TrickView, View};

impl Tractor {
    pub(super) fn show(&self, viewer: Viewer) -> View {
        let seat = viewer.seat().filter(|seat| seat.index() < PLAYERS);
        let mut view = self.frame(viewer);
        view.can_take_back = seat.is_some_and(|seat| self.judge_take_back(seat).is_ok());
        if let Some(round) = self.phase.fixed() {
            show_record(&mut view, round.layout, round.record);
            show_hands(&mut view, seat, round.layout, round.hands);
            if let Some(playing) = round.playing {
                self.show_kitty(&mut view, seat, playing);
            }
        }
        match &self.phase {
            Phase::Ready | Phase::Over(_) => {}
            Phase::Dealing(dealing) => {
                show_drawn(&mut view, seat, dealing);
                let open = |seat| dealing.open_calls(seat, &self.rules).collect();
                view.phase = PhaseView::Dealing {
                    commitment: self.sealed.commitment(),
                    dealt: dealing.dealt,
                    open: seat.map(open).unwrap_or_default(),
                };
            }
            Phase::CallWindow(window) => {
                show_drawn(&mut view, seat, window);
                let open = |seat| window.open_calls(seat, &self.rules).collect();
                view.phase = PhaseView::CallWindow {
                    passed: window.passed,
                    open: seat.map(open).unwrap_or_default(),
                };
            }
            Phase::Burying(..) => view.phase = PhaseView::Burying,
            Phase::Overcalls(overcalls, record) => {
                let asked = overcalls.asked;
                let mut open = Vec::new();
                if seat == Some(asked) {
                    open.extend(overcalls.open_calls(&record.calls, &self.rules));
                }
                view.phase = PhaseView::Overcalls { asked, open };
            }
            Phase::Playing(playing, record) => {
                view.points = playing.points();
                view.penalties = playing.penalties;
                view.captured = playing.captured;
                let to_play = playing.trick.to_play();
                view.phase = PhaseView::Playing {
                    trick: open_trick(playing.layout, &playing.trick, record.tried),
                    to_play,
                    due: playing.due(&self.rules).filter(|_| seat == Some(to_play)),
                };
                view.open = (viewer == Viewer::All).then(|| self.lay_open(playing, record));
            }
        }
        if view.hides_points() {
            hide_points(&mut view);
        }
        view
    }

    /// What belongs to the match, with a round in which nothing has happened.
    fn frame(&self, viewer: Viewer) -> View {
        let phase = match self.phase {
            Phase::Over(winner) => PhaseView::Over { winner },
            _ => PhaseView::Ready {
                commitment: self.sealed.commitment(),
                contributions: self.contributions.clone(),
                redeals: self.attempt,
            },
        };
        let uncalled = self.uncalled();
        View {
            viewer,
            rules: self.rules,
            levels: self.standing.levels,
            progress: self.standing.progress,
            round: self.round,
            attempt: self.attempt,
            level: self.level(),
            dealer: self.dealer.filter(|_| uncalled.is_none()),
            uncalled,
            trump: None,
            source: None,
            taken_over: None,
            calls: Vec::new(),
            hand: Vec::new(),
            hand_sizes: [0; PLAYERS],
            known: [const { Vec::new() }; PLAYERS],
            flipped: Vec::new(),
            buried: None,
            kitty_points: None,
            points: 0,
            penalties: 0,
            captured: [0; PLAYERS],
            tricks: Vec::new(),
            surrender: self.offers,
            can_take_back: false,
            phase,
            history: self.history.clone(),
            parting: self
                .parting
                .as_ref()
                .map(|(trump, trick)| closed_trick(Layout::of(*trump), trick)),
            open: None,
        }
    }

    /// The hands and the kitty of a round in play: what is held, and what was played.
    fn lay_open(&self, playing: &Playing, record: &RoundRecord) -> Box<OpenCards> {
        let layout = playing.layout;
        let kitty = match self.rules.kitty_shown {
            KittyShown::End => playing.kitty,
            KittyShown::Never => Hand::EMPTY,
        };
        let mut hands = playing.dealt(&record.tricks);
        let buried_by = record.taken_over.unwrap_or(playing.dealer);
        hands[buried_by.index()] = hands[buried_by.index()].plus(kitty);
        Box::new(OpenCards {
            hands: hands.map(|hand| listed(layout, hand)),
            kitty: listed(layout, kitty),
        })
    }

    /// What may be known of the kitty as it lies: its points by house rule, and its cards for who buried
    /// it.
    fn show_kitty(&self, view: &mut View, seat: Option<Seat>, playing: &Playing) {
        let (layout, kitty) = (playing.layout, playing.kitty);
        view.kitty_points = match self.rules.kitty_points {
            KittyPoints::Hidden => None,
            KittyPoints::Shown => Some(kitty.points(layout)),
        };
        let is_theirs = seat.is_some() && seat == view.burier();
        view.buried = is_theirs.then(|| listed(layout, kitty));
    }
}

/// Takes all points of the present round out of a view.
fn hide_points(view: &mut View) {
    (view.points, view.penalties, view.captured) = (0, 0, [0; PLAYERS]);
    for trick in &mut view.tricks {
        trick.points = 0;
    }
    if let PhaseView::Playing { trick, .. } = &mut view.phase {
        trick.points = 0;
    }
}

/// Hands are drawn without a trump suit, but shown as they would be if the calling ended now.
fn show_drawn(view: &mut View, seat: Option<Seat>, drawn: &DealtHands) {
    let suit = drawn.calls.standing().and_then(|(_, call)| call.suit());
    let from = drawn.layout;
    let layout = Layout::of(Trump::under(&view.rules, from.trump().rank, suit));
    let hands = drawn.hands.map(|hand| hand.remapped(from, layout));
    show_hands(view, seat, layout, &hands);
    view.known = shown(drawn.shown(), layout).map(|cards| listed(layout, cards));
    view.calls = drawn.calls.iter().collect();
    view.dealer = drawn.dealer;
}

fn show_hands(view: &mut View, seat: Option<Seat>, layout: &Layout, hands: &[Hand; PLAYERS]) {
    if let Some(seat) = seat {
        view.hand = listed(layout, hands[seat.index()]);
    }
    view.hand_sizes = hands.map(|hand| hand.len() as u8);
}

fn show_record(view: &mut View, layout: &Layout, record: &RoundRecord) {
    view.trump = Some(layout.trump());
    view.source = Some(record.source);
    view.taken_over = record.taken_over;
    view.calls = record.calls.iter().collect();
    view.known = record.known.map(|cards| listed(layout, cards));
    view.flipped = record.flipped.clone();
    let tricks = record.tricks.iter();
    view.tricks = tricks.map(|trick| closed_trick(layout, trick)).collect();
}

fn listed_each(layout: &Layout, plays: &[Hand]) -> Vec<Vec<Card>> {
    plays.iter().map(|play| listed(layout, *play)).collect()
}

fn closed_trick(layout: &Layout, trick: &PlayedTrick) -> TrickView {
    TrickView {
        leader: trick.leader,
        plays: listed_each(layout, &trick.plays),
        winning: Some(trick.winner),
        points: trick.points,
        failed_throw: trick.tried.map(|tried| listed(layout, tried)),
    }
}

fn open_trick(layout: &Layout, trick: &Trick, tried: Option<Hand>) -> TrickView {
    TrickView {
        leader: trick.leader,
        plays: listed_each(layout, trick.plays()),
        winning: trick.winning(),
        points: trick.points(layout),
        failed_throw: tried.map(|tried| listed(layout, tried)),
    }
}
