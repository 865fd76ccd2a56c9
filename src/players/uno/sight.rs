//! A view of UNO as the computer players use it.

use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::uno::card::{Card, Color, Face};
use crate::uno::rules::{Rules, TimeOut};
use crate::uno::view::RoundView;
use crate::uno::{Action, Hand, Move, Play, View};

/// What a player sees of the round, and the chance for this decision.
pub(super) struct Sight<'a> {
    pub(super) view: &'a View,
    pub(super) seat: Seat,
    pub(super) rules: &'a Rules,
    pub(super) round: &'a RoundView,
    pub(super) hand: Hand,
    /// The seed of this decision.
    pub(super) seed: Seed,
}

impl<'a> Sight<'a> {
    /// `None` for spectators, and where no round is played.
    pub(super) fn of(view: &'a View, purpose: &str, seed: Seed) -> Option<Self> {
        let (seat, round) = (view.seat()?, view.playing()?);
        // Another chance for every decision, and for every seat that looks on.
        let moment = u64::from(view.round) << 36 | u64::from(round.step) << 4 | seat.index() as u64;
        Some(Self {
            view,
            seat,
            rules: &view.rules,
            round,
            hand: round.hand.iter().copied().collect(),
            seed: seed.derive(purpose, moment),
        })
    }

    pub(super) fn chance(&self) -> Chance {
        self.seed.chance()
    }

    pub(super) fn in_turn(&self) -> bool {
        self.round.turn == self.seat
    }

    pub(super) fn size(&self, seat: Seat) -> u16 {
        self.round.hand_sizes[seat.index()]
    }

    /// Everybody else who holds cards.
    pub(super) fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = Seat::first(self.round.hand_sizes.len() as u8);
        seats.filter(|seat| *seat != self.seat && self.size(*seat) > 0)
    }

    /// The cards that may be laid and are no bluff.
    pub(super) fn honest(&self) -> impl Iterator<Item = Card> + '_ {
        let is_bluff = |card: &Card| self.round.would_bluff && *card == Card::WILD_DRAW_FOUR;
        let playable = self.round.playable.iter().copied();
        playable.filter(move |card| !is_bluff(card))
    }

    /// What may be done instead of laying a card.
    pub(super) fn instead(&self) -> impl Iterator<Item = Move> + use<> {
        let may = self.round.may;
        let (draw, pass, call) = (Move::Draw, Move::Pass, Move::Call);
        let all = [(may.draw, draw), (may.pass, pass), (may.call, call)];
        let allowed = all.into_iter().filter(|(may, _)| *may);
        allowed.map(|(_, chosen)| chosen)
    }

    pub(super) fn catch(&self) -> Option<Action> {
        let exposed = self.round.exposed.filter(|seat| *seat != self.seat)?;
        let may = self.round.may.catch;
        may.then(|| Move::Catch(Some(exposed)).into())
    }

    pub(super) fn jump_in(&self) -> Option<Action> {
        let card = *self.round.playable.first()?;
        Some(self.play(card, Color::Red).into())
    }

    /// Lays a card, naming the colour, the swap and UNO with it where needed.
    pub(super) fn play(&self, card: Card, color: Color) -> Play {
        let swaps = self.rules.seven_zero.is_on() && card.face() == Face::Number(7);
        Play {
            card,
            color: card.is_wild().then_some(color),
            swap: (swaps && self.hand.len() > 1).then(|| self.fewest_cards()),
            uno: true,
        }
    }

    /// Whom to exchange hands with, if one has to.
    pub(super) fn fewest_cards(&self) -> Seat {
        self.others()
            .min_by_key(|seat| self.size(*seat))
            .unwrap_or(self.round.next)
    }

    /// Draws or passes, as is allowed; lays what it can where neither is.
    pub(super) fn give_way(&self, color: Color) -> Option<Move> {
        let round = self.round;
        Some(match (round.may.draw, round.may.pass) {
            (true, _) => Move::Draw,
            (false, true) => Move::Pass,
            (false, false) => Move::Play(self.play(*round.playable.first()?, color)),
        })
    }

    /// Whether the house plays a card for somebody whose time is up.
    pub(super) fn lays_for_absent(&self) -> bool {
        self.rules.time_out == TimeOut::Play
    }
}
