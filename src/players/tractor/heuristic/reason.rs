//! Reasons for a play, shown with a hint.
//!
//! A reason is found after the choice: it is what can be said of the play in this position.

use serde::Serialize;

use crate::players::tractor::sight::{OpenTrick, Sight};
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
                let play = sight.hand.pick(sight.layout, cards).ok()?;
                Some(Reason::of_play(&sight, play))
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
    pub fn of_play(sight: &Sight<'_>, play: Hand) -> Reason {
        match &sight.table {
            Some(table) => Reason::of_follow(sight, table, play),
            None => Reason::of_lead(sight, play),
        }
    }

    fn of_follow(sight: &Sight<'_>, table: &OpenTrick, play: Hand) -> Reason {
        let lead = &table.lead;
        let suit = sight.suit(lead.suit());
        let held = sight.hand.within(suit).len();
        if sight.hand.len() == lead.len() || held == lead.len() {
            return Reason::OnlyPlay;
        }
        let own = play.points(sight.layout);
        let rule = sight.rules.throw_winner;
        if trick::beats(sight.layout, rule, lead, play, table.standing) {
            let last = table.plays + 1 == PLAYERS;
            let [right, _] = sight.rivals();
            let surely = last || sight.beaten_by(right, lead, play) < 1.0 - SURE;
            let points = table.points + own;
            return if held == 0 && suit != sight.trumps() {
                Reason::Ruffs { points, surely }
            } else {
                Reason::Takes { points, surely }
            };
        }
        if table.winning == partner(sight.seat) {
            return match own {
                0 => Reason::PartnerHas,
                points => Reason::FeedsPartner { points },
            };
        }
        let mate = partner(sight.seat);
        if table.plays == 1 && sight.beaten_by(mate, lead, table.standing) > 0.5 {
            return Reason::PartnerToCome;
        }
        if emptied(sight.layout, sight.hand, play) > 0 && has_trumps_left(sight, play) {
            return Reason::EmptiesSuit;
        }
        if saves_pair(sight, play) {
            return Reason::SavesPair;
        }
        Reason::CostsLeast
    }

    fn of_lead(sight: &Sight<'_>, play: Hand) -> Reason {
        let Some(lead) = Lead::read(sight.layout, play) else {
            return Reason::LowLead;
        };
        if sight.hand == play {
            return Reason::LastTrick;
        }
        let trumps = lead.suit() == EffectiveSuit::Trumps;
        if trumps && sight.declares() {
            return Reason::DrawsTrumps;
        }
        if lead.is_throw() {
            return Reason::SafeThrow;
        }
        let [right, left] = sight.rivals();
        let stands = [right, left]
            .iter()
            .map(|seat| 1.0 - sight.beaten_by(*seat, &lead, play))
            .product::<f32>();
        if stands >= SURE {
            return Reason::SafeLead;
        }
        let mate = partner(sight.seat);
        let suit = sight.suit(lead.suit());
        if !trumps && sight.void(mate, suit) > 0.6 && sight.void(mate, sight.trumps()) < 0.5 {
            return Reason::PartnerRuffs;
        }
        if emptied(sight.layout, sight.hand, play) > 0 && has_trumps_left(sight, play) {
            return Reason::EmptiesSuit;
        }
        if lead.pairs() > 0 {
            return Reason::AsksPairs;
        }
        Reason::LowLead
    }
}

/// How many side suits these cards are the last of.
pub fn emptied(layout: &Layout, hand: Hand, play: Hand) -> u8 {
    let rest = hand.minus(play);
    let sides = Suit::ALL
        .into_iter()
        .map(|suit| layout.suit(EffectiveSuit::Side(suit)));
    let empty = |suit: &u64| hand.one() & suit != 0 && rest.one() & suit == 0;
    sides.filter(empty).count() as u8
}

fn has_trumps_left(sight: &Sight<'_>, play: Hand) -> bool {
    sight.hand.minus(play).one() & sight.trumps() != 0
}

/// Whether a card is played alone although there are lower ones of its suit, all of them in pairs.
fn saves_pair(sight: &Sight<'_>, play: Hand) -> bool {
    if !play.is_single() || sight.hand.two() & play.one() != 0 {
        return false;
    }
    let suit = sight.layout.suit_of(play.one());
    let lower = sight.hand.one() & suit & (play.one() - 1);
    lower != 0 && lower & !sight.hand.two() == 0
}
