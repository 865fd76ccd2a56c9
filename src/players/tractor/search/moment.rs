//! A position to think about, the worlds it could be in, and how well each fits what the others have
//! played: by the ratings of the quick player, as if everybody played like it, now and then less well.

use super::playout::{self, Playout};
use super::world;
use super::world::HiddenCards;
use crate::chance::Chance;
use crate::game::Seat;
use crate::players::tractor::Sight;
use crate::players::tractor::heuristic::{Memory, Odds, RoundScene, alike, power};
use crate::players::tractor::policy::Policy;
use crate::players::tractor::sight::OpenTrick;
use crate::tractor::action::Call;
use crate::tractor::follow::FollowRules;
use crate::tractor::hand::Hand;
use crate::tractor::round::RoundPosition;
use crate::tractor::rules::Rules;
use crate::tractor::seating::PLAYERS;
use crate::tractor::shape::Lead;
use crate::tractor::trick;
use crate::tractor::trump::Trump;
use crate::tractor::view::{PhaseView, TrickView};

/// A position to think about.
#[derive(Debug)]
pub struct SearchPosition<'a> {
    /// What the player knows.
    pub scene: RoundScene<'a>,
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
    burier: Seat,
    hand: Hand,
    memory: Memory,
    leader: Seat,
    plays: Vec<Hand>,
    /// Points captured in tricks by seat.
    pub captured: [u16; PLAYERS],
    /// Points that failed throws brought the opponents.
    pub penalties: i16,
}

impl<'a> SearchPosition<'a> {
    /// A position in a trick: who led, or leads, the plays so far, points captured by seat, and those of
    /// failed throws.
    pub fn new(
        scene: RoundScene<'a>,
        leader: Seat,
        plays: Vec<Hand>,
        captured: [u16; PLAYERS],
        penalties: i16,
    ) -> SearchPosition<'a> {
        let ground = Ground {
            rules: scene.rules,
            seat: scene.seat,
            declares: scene.declares(),
            trump: scene.layout.trump(),
            dealer: scene.dealer,
            burier: scene.burier,
            hand: scene.hand,
            memory: *scene.memory,
            leader,
            plays,
            captured,
            penalties,
        };
        let past = Past::default();
        SearchPosition {
            scene,
            ground,
            past,
        }
    }

    /// The same with the tricks of the round, the last of them as far as it is played.
    pub fn after(self, tricks: &[PastTrick]) -> SearchPosition<'a> {
        let past = Past::of(&self.scene, tricks);
        SearchPosition { past, ..self }
    }

    /// A world that it could be in: of two, rather the one in which the others would have played as
    /// they did.
    pub fn deal(&self, policy: &Policy<'_>, chance: &mut Chance) -> HiddenCards {
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

    /// The position of a player on turn, who plays, buries or may take the kitty over; `None` in other
    /// phases.
    pub fn of(sight: &Sight<'a>, memory: &'a Memory) -> Option<SearchPosition<'a>> {
        let scene = RoundScene::of(sight, memory);
        let view = sight.view;
        match &view.phase {
            PhaseView::Burying => Some(SearchPosition::before_burying(scene)),
            PhaseView::Playing { trick, .. } => {
                let plays = trick.plays.iter().map(|play| sight.read(play)).collect();
                let (captured, penalties) = (sight.captured(), view.penalties);
                let read = |trick: &TrickView| -> PastTrick {
                    let plays = trick.plays.iter().map(|play| sight.read(play));
                    (trick.leader, plays.collect())
                };
                let tricks: Vec<PastTrick> = view.tricks.iter().chain([trick]).map(read).collect();
                let moment = SearchPosition::new(scene, trick.leader, plays, captured, penalties);
                Some(moment.after(&tricks))
            }
            PhaseView::Overcalls { .. } => Some(SearchPosition::before_play(scene)),
            _ => None,
        }
    }

    /// The position of who buries and holds all 33 cards.
    pub fn before_burying(scene: RoundScene<'a>) -> SearchPosition<'a> {
        SearchPosition::before_play(scene.before_burying())
    }

    /// A position in which everybody has 25 cards.
    fn before_play(scene: RoundScene<'a>) -> SearchPosition<'a> {
        let leader = scene.dealer;
        SearchPosition::new(scene, leader, Vec::new(), [0; PLAYERS], 0)
    }
}

impl Ground<'_> {
    /// A world as a position to be played on; `None` if there is no such position.
    pub fn imagine(&self, world: &HiddenCards) -> Option<Playout> {
        let position = RoundPosition {
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
            burier: self.burier,
        })
    }

    /// The same after burying this kitty.
    pub fn imagine_buried(&self, world: &HiddenCards, kitty: Hand) -> Option<Playout> {
        let mut world = *world;
        world.kitty = kitty;
        world.hands[self.seat.index()] = self.hand.minus(kitty);
        self.imagine(&world)
    }

    /// The same after taking the kitty over with this call.
    pub fn imagine_taken_over(
        &self,
        world: &HiddenCards,
        call: Call,
        policy: &Policy<'_>,
    ) -> Option<Playout> {
        let playing = self.imagine(world)?.playing;
        let burying = playing.taken_over(self.seat, call, self.rules);
        Some(playout::bury(&burying, policy, self.rules))
    }
}

#[cfg(feature = "testing")]
impl<'a> SearchPosition<'a> {
    /// The position of the seat on turn in a simulated round; `None` if it is over.
    pub fn in_playout(
        playout: &'a Playout,
        tricks: &[PastTrick],
        rules: &'a Rules,
    ) -> Option<SearchPosition<'a>> {
        let playing = &playout.playing;
        let trick = playing.trick();
        let scene = playout.scene(playing.to_play()?, rules);
        let plays = trick.plays().to_vec();
        let (captured, penalties) = (*playing.captured(), playing.penalties());
        let moment = SearchPosition::new(scene, trick.leader(), plays, captured, penalties);
        Some(moment.after(tricks))
    }
}

/// How many of the latest plays of others are looked at.
const LATEST: usize = 16;
/// A play that is rated so much lower, in levels, is e times less likely.
const SLACK: f32 = 0.12;
/// The least probability of a play: people do anything.
const LEAST: f64 = 0.02;

/// A play of somebody else, with what they knew besides their cards.
#[derive(Debug, Clone)]
struct SeenPlay {
    seat: Seat,
    cards: Hand,
    memory: Memory,
    sizes: [u8; PLAYERS],
    table: Option<OpenTrick>,
    points: u16,
    /// What the seat has played since, this play included.
    since: Hand,
}

/// The latest plays of the others.
#[derive(Debug, Clone, Default)]
pub struct Past {
    plays: Vec<SeenPlay>,
}

/// A trick so far: who led, and the plays in order.
pub type PastTrick = (Seat, Vec<Hand>);

impl Past {
    /// The plays of these tricks that are not of the player of this scene.
    pub fn of(scene: &RoundScene<'_>, tricks: &[PastTrick]) -> Past {
        let (layout, rules) = (scene.layout, scene.rules);
        let (dealer, me) = (scene.dealer, scene.seat);
        let follow = FollowRules::from(rules);
        let mut memory = Memory::START;
        let mut sizes = [25; PLAYERS];
        let mut points = 0;
        let mut plays: Vec<SeenPlay> = Vec::new();
        for (leader, cards) in tricks {
            let Some(lead) = cards.first().and_then(|led| Lead::read(layout, *led)) else {
                continue;
            };
            let mut table: Option<OpenTrick> = None;
            for (at, play) in cards.iter().enumerate() {
                let seat = Seat::new(((leader.index() + at) % PLAYERS) as u8);
                if seat != me {
                    plays.push(SeenPlay {
                        seat,
                        cards: *play,
                        memory,
                        sizes,
                        table,
                        points,
                        since: Hand::EMPTY,
                    });
                }
                memory.note(layout, follow, &lead, seat, *play);
                sizes[seat.index()] -= play.len() as u8;
                let standing = table.map_or(*play, |table| table.standing);
                let beats =
                    at > 0 && trick::beats(layout, rules.throw_winner, &lead, *play, standing);
                let before = table;
                table = Some(OpenTrick {
                    lead,
                    standing: if beats { *play } else { standing },
                    winning: match before {
                        Some(table) if !beats => table.winning,
                        _ => seat,
                    },
                    plays: at + 1,
                    points: before.map_or(0, |table| table.points) + play.points(layout),
                });
            }
            if let Some(table) = table.filter(|table| table.plays == PLAYERS) {
                let theirs = (table.winning.index() + dealer.index()) % 2 == 1;
                points += if theirs { table.points } else { 0 };
            }
        }
        plays.drain(..plays.len().saturating_sub(LATEST));
        let mut since = [Hand::EMPTY; PLAYERS];
        for seen in plays.iter_mut().rev() {
            let all = &mut since[seen.seat.index()];
            *all = all.plus(seen.cards);
            seen.since = *all;
        }
        Past { plays }
    }

    /// Whether nobody else has played.
    pub fn is_empty(&self) -> bool {
        self.plays.is_empty()
    }

    /// How likely these plays are if the cards lie so, 0–1.
    pub fn fit(&self, world: &HiddenCards, scene: &RoundScene<'_>, policy: &Policy<'_>) -> f64 {
        let (layout, rules) = (scene.layout, scene.rules);
        let fits = self.plays.iter().map(|seen| {
            let hand = world.hands[seen.seat.index()].plus(seen.since);
            let buried = (seen.seat == scene.burier).then_some(world.kitty);
            let scene = RoundScene {
                layout,
                rules,
                memory: &seen.memory,
                seat: seen.seat,
                dealer: scene.dealer,
                burier: scene.burier,
                hand,
                buried,
                sizes: seen.sizes,
                table: seen.table,
                unseen: RoundScene::unseen(layout, &seen.memory, hand, buried),
                points: seen.points,
                odds: Odds::unknown(),
            };
            likelihood(&scene, seen.cards, policy)
        });
        fits.product()
    }
}

/// How likely a play is, 0–1.
fn likelihood(scene: &RoundScene<'_>, cards: Hand, policy: &Policy<'_>) -> f64 {
    let candidates = policy.candidates(scene);
    let ratings = candidates.iter().map(|rated| rated.score);
    let best = ratings.fold(f32::MIN, f32::max);
    let (mut all, mut this) = (0.0, 0.0);
    for rated in candidates.iter() {
        let share = falling((best - rated.score) / SLACK);
        all += share;
        if alike(scene, rated.cards, cards) {
            this += share;
        }
    }
    f64::from(this / all).max(LEAST)
}

/// About e to the power of −x, by multiplications alone: the same on every machine.
fn falling(x: f32) -> f32 {
    power((1.0 - x / 64.0).max(0.0), 64)
}
