//! A position to think about, and the worlds it could be in.

use super::past::{Past, Played};
use super::playout::Playout;
use super::world::{self, World};
use crate::chance::Chance;
use crate::game::Seat;
use crate::players::tractor::Sight;
use crate::players::tractor::heuristic::{Memory, Scene};
use crate::players::tractor::policy::Policy;
use crate::tractor::hand::Hand;
use crate::tractor::round::TrickPosition;
use crate::tractor::rules::Rules;
use crate::tractor::seating::PLAYERS;
use crate::tractor::trump::Trump;
use crate::tractor::view::{PhaseView, TrickView};

/// A position to think about.
#[derive(Debug)]
pub struct Moment<'a> {
    /// What the player knows.
    pub scene: Scene<'a>,
    /// What is common to all worlds that it could be in.
    pub ground: Ground<'a>,
    /// What the others have played.
    pub past: Past,
}

/// What is common to all worlds that a position could be in. Threads can share it.
#[derive(Debug)]
pub struct Ground<'a> {
    pub rules: &'a Rules,
    /// Whose worlds they are.
    pub seat: Seat,
    /// Whether that is of the dealer's team.
    pub declares: bool,
    trump: Trump,
    dealer: Seat,
    hand: Hand,
    memory: Memory,
    leader: Seat,
    plays: Vec<Hand>,
    /// Points captured in tricks by seat.
    pub captured: [u16; PLAYERS],
    /// Points that failed throws brought the opponents.
    pub penalties: i16,
}

impl<'a> Moment<'a> {
    /// A position in a trick: who led, or leads, the plays so far, points captured by seat, and those of
    /// failed throws.
    pub fn new(
        scene: Scene<'a>,
        leader: Seat,
        plays: Vec<Hand>,
        captured: [u16; PLAYERS],
        penalties: i16,
    ) -> Moment<'a> {
        let ground = Ground {
            rules: scene.rules,
            seat: scene.seat,
            declares: scene.declares(),
            trump: scene.layout.trump(),
            dealer: scene.dealer,
            hand: scene.hand,
            memory: *scene.memory,
            leader,
            plays,
            captured,
            penalties,
        };
        let past = Past::default();
        Moment {
            scene,
            ground,
            past,
        }
    }

    /// The same with the tricks of the round, the last of them as far as it is played.
    pub fn after(self, tricks: &[Played]) -> Moment<'a> {
        let past = Past::of(&self.scene, tricks);
        Moment { past, ..self }
    }

    /// A world that it could be in: of two, rather the one in which the others would have played as
    /// they did.
    pub fn deal(&self, policy: &Policy<'_>, chance: &mut Chance) -> World {
        let first = world::deal(&self.scene, chance);
        if self.past.is_empty() {
            return first;
        }
        let second = world::deal(&self.scene, chance);
        let fits = [&first, &second].map(|world| self.past.fit(world, &self.scene, policy));
        let odds = fits[0] / (fits[0] + fits[1]);
        match f64::from(chance.below(1 << 15)) < odds * 32_768.0 {
            true => first,
            false => second,
        }
    }

    /// The position of a player on turn, who plays or buries; `None` in other phases.
    pub fn of(sight: &Sight<'a>, memory: &'a Memory) -> Option<Moment<'a>> {
        let scene = Scene::of(sight, memory);
        let view = sight.view;
        match &view.phase {
            PhaseView::Burying => Some(Moment::before_burying(scene)),
            PhaseView::Playing { trick, .. } => {
                let plays = trick.plays.iter().map(|play| sight.read(play)).collect();
                let (captured, penalties) = (sight.captured(), view.penalties);
                let read = |trick: &TrickView| -> Played {
                    let plays = trick.plays.iter().map(|play| sight.read(play));
                    (trick.leader, plays.collect())
                };
                let tricks: Vec<Played> = view.tricks.iter().chain([trick]).map(read).collect();
                let moment = Moment::new(scene, trick.leader, plays, captured, penalties);
                Some(moment.after(&tricks))
            }
            _ => None,
        }
    }

    /// The position of a dealer who holds all 33 cards.
    pub fn before_burying(scene: Scene<'a>) -> Moment<'a> {
        let leader = scene.seat;
        Moment::new(scene.before_burying(), leader, Vec::new(), [0; PLAYERS], 0)
    }
}

impl Ground<'_> {
    /// A world as a position to be played on; `None` if there is no such position.
    pub fn imagine(&self, world: &World) -> Option<Playout> {
        let position = TrickPosition {
            trump: self.trump,
            dealer: self.dealer,
            hands: world.hands,
            kitty: world.kitty,
            leader: self.leader,
            plays: &self.plays,
            captured: self.captured,
            penalties: self.penalties,
        };
        Some(Playout {
            playing: position.set_up(self.rules).ok()?,
            memory: self.memory,
        })
    }

    /// The same after burying this kitty.
    pub fn imagine_buried(&self, world: &World, kitty: Hand) -> Option<Playout> {
        let mut world = *world;
        world.kitty = kitty;
        world.hands[self.seat.index()] = self.hand.minus(kitty);
        self.imagine(&world)
    }
}

#[cfg(feature = "testing")]
impl<'a> Moment<'a> {
    /// The position of the seat on turn in a simulated round; `None` if it is over.
    pub fn in_playout(
        playout: &'a Playout,
        tricks: &[Played],
        rules: &'a Rules,
    ) -> Option<Moment<'a>> {
        let playing = &playout.playing;
        let trick = playing.trick();
        let scene = playout.scene(playing.to_play()?, rules);
        let plays = trick.plays().to_vec();
        let (captured, penalties) = (*playing.captured(), playing.penalties());
        let moment = Moment::new(scene, trick.leader(), plays, captured, penalties);
        Some(moment.after(tricks))
    }
}
