//! Reasons for a play, shown with a hint.
//!
//! A reason is found after the choice: it is what can be said of the play in this position.

use serde::Serialize;

use super::{Memory, RoundScene};
use crate::players::tractor::Sight;
use crate::players::tractor::sight::OpenTrick;
use crate::tractor::action::Action;
use crate::tractor::card::Suit;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::seating::{PLAYERS, partner};
use crate::tractor::shape::Lead;
use crate::tractor::trick;
use crate::tractor::trump::{EffectiveSuit, Trump};
use crate::tractor::view::View;

/// The probability from which something is called sure.
const SURE: f32 = 0.88;

/// Why an action is sensible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Nothing else is allowed.
    OnlyPlay,
    /// The last trick: all that is left.
    LastTrick,
    /// A lead that most likely nobody beats.
    SafeLead,
    /// A throw of which no unit can be beaten.
    SafeThrow,
    /// Trumps are led so that the others have fewer left to ruff with.
    DrawsTrumps,
    /// The partner probably has none of this suit and can ruff.
    PartnerRuffs,
    /// The last of a suit: its next lead can be ruffed.
    EmptiesSuit,
    /// Pairs ask for pairs, which not everybody has.
    AsksPairs,
    /// A low card that risks little.
    LowLead,
    /// Takes the trick, with these points so far.
    Takes {
        /// Points of the trick, the play's own included.
        points: u16,
        /// Whether most likely nobody takes it back.
        surely: bool,
    },
    /// The same with trumps on another suit.
    Ruffs {
        /// Points of the trick, the play's own included.
        points: u16,
        /// Whether most likely nobody takes it back.
        surely: bool,
    },
    /// Gives points to the partner, who has the trick.
    FeedsPartner {
        points: u16,
    },
    /// The partner has the trick: what is worth more is kept.
    PartnerHas,
    /// The partner, still to come, can probably take the trick.
    PartnerToCome,
    SavesPair,
    /// The trick is lost or not worth it: this costs least.
    CostsLeast,
    /// Buries the whole of so many suits, and so many points.
    Buries {
        /// Side suits that are empty afterwards.
        suits: u8,
        /// Points of the kitty.
        points: u16,
    },
    /// So many trumps are held with this call.
    ManyTrumps {
        trumps: u8,
    },
}

impl Reason {
    /// Why the action is sensible for the viewer; `None` where there is nothing to say.
    pub fn of(view: &View, action: &Action) -> Option<Reason> {
        match action {
            Action::Play(cards) => {
                let sight = Sight::of(view)?;
                let memory = Memory::of(&sight);
                let play = sight.hand.pick(sight.layout, cards).ok()?;
                Some(Reason::of_play(&RoundScene::of(&sight, &memory), play))
            }
            Action::Bury(cards) => {
                let sight = Sight::of(view)?;
                let kitty = sight.hand.pick(sight.layout, cards).ok()?;
                Some(Reason::Buries {
                    suits: emptied(sight.layout, sight.hand, kitty),
                    points: kitty.points(sight.layout),
                })
            }
            Action::Call(call) => {
                let trump = Trump::under(&view.rules, view.level, call.suit());
                let layout = Layout::of(trump);
                let hand = Hand::of(layout, &view.hand).ok()?;
                let trumps = hand.within(layout.trumps()).len() as u8;
                Some(Reason::ManyTrumps { trumps })
            }
            Action::Contribute(_)
            | Action::Deal
            | Action::PassCall
            | Action::Surrender
            | Action::PlayOn
            | Action::TakeBack => None,
        }
    }

    /// Why a play is sensible.
    pub fn of_play(scene: &RoundScene<'_>, play: Hand) -> Reason {
        match &scene.table {
            Some(table) => Reason::of_follow(scene, table, play),
            None => Reason::of_lead(scene, play),
        }
    }

    fn of_follow(scene: &RoundScene<'_>, table: &OpenTrick, play: Hand) -> Reason {
        let lead = &table.lead;
        let suit = scene.suit(lead.suit());
        let held = scene.hand.within(suit).len();
        if scene.hand.len() == lead.len() || held == lead.len() {
            return Reason::OnlyPlay;
        }
        let own = play.points(scene.layout);
        let rule = scene.rules.throw_winner;
        if trick::beats(scene.layout, rule, lead, play, table.standing) {
            let last = table.plays + 1 == PLAYERS;
            let [right, _] = scene.rivals();
            let surely = last || scene.beaten_by(right, lead, play) < 1.0 - SURE;
            let points = table.points + own;
            return if held == 0 && suit != scene.trumps() {
                Reason::Ruffs { points, surely }
            } else {
                Reason::Takes { points, surely }
            };
        }
        if table.winning == partner(scene.seat) {
            return match own {
                0 => Reason::PartnerHas,
                points => Reason::FeedsPartner { points },
            };
        }
        let mate = partner(scene.seat);
        if table.plays == 1 && scene.beaten_by(mate, lead, table.standing) > 0.5 {
            return Reason::PartnerToCome;
        }
        if emptied(scene.layout, scene.hand, play) > 0 && has_trumps_left(scene, play) {
            return Reason::EmptiesSuit;
        }
        if saves_pair(scene, play) {
            return Reason::SavesPair;
        }
        Reason::CostsLeast
    }

    fn of_lead(scene: &RoundScene<'_>, play: Hand) -> Reason {
        let Some(lead) = Lead::read(scene.layout, play) else {
            return Reason::LowLead;
        };
        if scene.hand == play {
            return Reason::LastTrick;
        }
        let trumps = lead.suit() == EffectiveSuit::Trumps;
        if trumps && scene.declares() {
            return Reason::DrawsTrumps;
        }
        if lead.is_throw() {
            return Reason::SafeThrow;
        }
        let [right, left] = scene.rivals();
        let stands = [right, left]
            .iter()
            .map(|seat| 1.0 - scene.beaten_by(*seat, &lead, play))
            .product::<f32>();
        if stands >= SURE {
            return Reason::SafeLead;
        }
        let mate = partner(scene.seat);
        let suit = scene.suit(lead.suit());
        if !trumps && scene.void(mate, suit) > 0.6 && scene.void(mate, scene.trumps()) < 0.5 {
            return Reason::PartnerRuffs;
        }
        if emptied(scene.layout, scene.hand, play) > 0 && has_trumps_left(scene, play) {
            return Reason::EmptiesSuit;
        }
        if lead.pairs() > 0 {
            return Reason::AsksPairs;
        }
        Reason::LowLead
    }
}

/// How many side suits these cards are the last of.
fn emptied(layout: &Layout, hand: Hand, play: Hand) -> u8 {
    let rest = hand.minus(play);
    let sides = Suit::ALL
        .into_iter()
        .map(|suit| layout.suit(EffectiveSuit::Side(suit)));
    let empty = |suit: &u64| hand.one() & suit != 0 && rest.one() & suit == 0;
    sides.filter(empty).count() as u8
}

fn has_trumps_left(scene: &RoundScene<'_>, play: Hand) -> bool {
    scene.hand.minus(play).one() & scene.trumps() != 0
}

/// Whether a card is played alone although there are lower ones of its suit, all of them in pairs.
fn saves_pair(scene: &RoundScene<'_>, play: Hand) -> bool {
    if !play.is_single() || scene.hand.two() & play.one() != 0 {
        return false;
    }
    let suit = scene.layout.suit_of(play.one());
    let lower = scene.hand.one() & suit & (play.one() - 1);
    lower != 0 && lower & !scene.hand.two() == 0
}
