//! House rules of tractor: every tradition the players can choose between, by its standard name.
//!
//! Decides which values there are and which is the default. What a value means in play is decided
//! where it applies.

use crate::game::{Choices, RuleUnit, RuleValue, Seat, rules};
use crate::tractor::card::Rank;
use crate::tractor::seating::Wind;

rules! {
    /// The house rules of a match. The default is the standard game.
    pub struct Rules {
        /// Milliseconds between two dealt cards; 0 deals at once.
        "calling" deal_interval_ms ("deal_interval"): u32 = 500
            => Choices::within(0..=5, RuleUnit::Milliseconds, &["0", "0.2", "0.5", "1", "2"]),
        /// Seconds in which calls are still taken after the last card.
        "calling" call_window_s ("call_window"): u32 = 15
            => Choices::within(0..=120, RuleUnit::Seconds, &["5", "10", "15", "30", "60"]),
        /// Whether jokers may be called as no-trump.
        "calling" no_trump_calls: NoTrumpCalls {
            /// A pair of small jokers overrides any suit call, a pair of big jokers that too.
            On = "on",
            /// Only suits can be called.
            Off = "off",
            /// Those pairs, and one big joker alone, which overrides a single card and no pair.
            OneJoker = "one_joker",
        },
        /// Who becomes the dealer (庄家) of the first round.
        "calling" first_dealer: FirstDealer {
            /// Whoever calls first, even when overridden.
            FirstCall = "first_call",
            /// Whoever made the call that stands at the end.
            FinalCall = "final_call",
            /// North, whoever calls.
            North = "north",
            /// East, whoever calls.
            East = "east",
            /// South, whoever calls.
            South = "south",
            /// West, whoever calls.
            West = "west",
        },
        /// Who becomes the dealer of each round after the first. Its level is that of the side that won
        /// the round before, whoever deals.
        "calling" next_dealer: NextDealer {
            /// The partner of a dealer whose side won, otherwise the player after the dealer.
            Winners = "winners",
            /// Whoever calls first (抢庄), even when overridden; that player if nobody calls.
            FirstCall = "first_call",
            /// Whoever made the call that stands at the end; that player if nobody calls.
            FinalCall = "final_call",
        },
        /// What happens in a round in which nobody calls.
        "calling" no_call: NoCall {
            /// The kitty is turned over card by card and names the suit; the first round is dealt
            /// again.
            Flip = "flip",
            /// The first card of the kitty alone names the suit, a joker none; the first round is dealt
            /// again.
            FirstCard = "first_card",
            /// A no-trump round; the first round, still without a dealer, is dealt again.
            NoTrump = "no_trump",
            /// The round is dealt again.
            Redeal = "redeal",
        },
        /// How many times in a row a round is dealt again by itself; then the deal waits for a
        /// person. 0 is without end.
        "calling" redeal_limit: u8 = 3 => Choices::number(0..=20, &["3", "1", "5", "10", "0"]),
        /// What callers may do over their own standing call.
        "calling" own_call: OwnCall {
            /// Anything that overturns it if others call it.
            Overturn = "overturn",
            /// Show the second card of the same suit, and nothing else.
            Raise = "raise",
            /// Nothing: it stands until somebody else overturns it.
            Stand = "stand",
        },
        /// What overturns a call of as many cards.
        "calling" call_order: CallOrder {
            /// No suit does; jokers do.
            MoreCards = "more_cards",
            /// A pair of a higher suit does too: diamonds, clubs, hearts, spades.
            HigherSuit = "higher_suit",
            /// Nothing does: a pair of jokers is a pair like any other.
            JokersEqual = "jokers_equal",
        },
        /// Whether the last call may be taken back while calls are taken.
        "calling" call_take_back: CallTakeBack {
            /// A call stands.
            Off = "off",
            /// Its caller may, until somebody else calls; once a deal.
            On = "on",
        },
        /// Whether a call can still be overturned once the kitty is buried, by whoever then takes the
        /// kitty and buries anew (炒地皮). The dealer stays the same.
        "calling" kitty_overcalls: KittyOvercalls {
            /// The kitty ends the calling.
            Off = "off",
            /// The others are asked in turn order, until all of them pass.
            On = "on",
        },
        /// Who may start the deal of a round of which the dealer is known.
        "calling" who_deals: WhoDeals {
            /// Any of the four.
            Anybody = "anybody",
            /// The dealer alone.
            Dealer = "dealer",
        },
        /// Who sits where, and so who plays with whom.
        "calling" seating: Seating {
            /// Everybody keeps the seat that they chose.
            Chosen = "chosen",
            /// The seats are drawn when a match starts, those of computers too, and anew for each match.
            Drawn = "drawn",
        },
        /// Whose hands can stop a throw (甩牌).
        "playing" 1 throw_checked_against: ThrowCheckedAgainst {
            /// All three others, the partner included.
            All = "all",
            /// The two opponents alone.
            Opponents = "opponents",
        },
        /// What a failed throw costs beyond the lead that it becomes; points go to the other side.
        "playing" 1 throw_penalty: ThrowPenalty {
            /// Nothing.
            None = "none",
            /// Ten points a failed throw.
            TenPerThrow = "ten_per_throw",
            /// Ten points for each card taken back.
            TenPerCard = "ten_per_card",
        },
        /// What a tractor asks of those who follow.
        "playing" follow_tractor: FollowTractor {
            /// Tractors as far as held, then pairs, then singles.
            TractorsFirst = "tractors_first",
            /// Pairs as far as held; they need not be consecutive.
            PairsOnly = "pairs_only",
        },
        /// What a throw asks of those who follow.
        "playing" follow_throw: FollowThrow {
            /// Its units all together, relaxed unit by unit.
            Units = "units",
            /// As many pairs as its units have, as far as held.
            PairsOnly = "pairs_only",
        },
        /// How plays on a throw are compared.
        "playing" throw_winner: ThrowWinner {
            /// By the best unit of the largest size alone.
            TopUnit = "top_unit",
            /// Every unit has to beat its counterpart.
            AllUnits = "all_units",
            /// By the highest card of the play.
            HighestCard = "highest_card",
        },
        /// Whether leads ask for pairs and tractors at all.
        "playing" follow_pair: FollowPair {
            /// Pairs as far as held; what tractors and throws ask for is for their own rules.
            PairsFirst = "pairs_first",
            /// No lead asks for more than cards of its suit.
            SuitOnly = "suit_only",
        },
        /// Which pairs leads cannot draw out of the tractors of a hand.
        "playing" tractor_protection: TractorProtection {
            /// There is none: a pair asks for any pair, and a longer tractor is cut.
            Off = "off",
            /// Leads without a tractor do not ask for pairs that stand in one.
            FromPairs = "from_pairs",
            /// Nor does any lead ask for pairs of a tractor longer than all its units.
            FromShorter = "from_shorter",
        },
        /// How many consecutive pairs make a tractor; fewer are pairs, each for itself.
        "playing" tractor_length: u8 = 2 => Choices::number(2..=3, &["2", "3"]),
        /// Which ranks are trumps in every round (常主), below the level cards.
        "playing" permanent_trumps: PermanentTrumps {
            /// None.
            Off = "off",
            /// The twos.
            Twos = "twos",
            /// The fives, below them the threes, below them the twos.
            TwosThreesFives = "twos_threes_fives",
        },
        /// Whether it is told who stopped a throw.
        "playing" throw_stopper: ThrowStopper {
            /// Everybody is told.
            Shown = "shown",
            /// Nobody is; later plays may give it away.
            Hidden = "hidden",
        },
        /// Whether the last play may be taken back.
        "playing" take_back: TakeBack {
            /// A play stands.
            Off = "off",
            /// Who made it may, until somebody else plays; not a throw, and not the end of a round.
            On = "on",
        },
        /// Who makes the only legal play of a hand.
        "playing" forced_plays: ForcedPlays {
            /// Its player.
            Player = "player",
            /// The clock, after a pause; it never leads.
            Automatic = "automatic",
        },
        /// Which tricks of the round can be looked up while it is played. Whoever remembers them knows
        /// them, and computer players do.
        "playing" past_tricks: PastTricks {
            /// The last one.
            Last = "last",
            /// All of them.
            All = "all",
            /// The last one until the next one is led, then none.
            None = "none",
        },
        /// How often the kitty's points count when the opponents win the last trick (抠底).
        "scoring" kitty_multiplier: KittyMultiplier {
            /// Twice.
            Double = "double",
            /// Twice the number of cards of the largest unit of the last lead.
            BySize = "by_size",
            /// Two to the power of the number of cards of that unit.
            Power = "power",
            /// Twice after a last lead of single cards, four times if it had a pair (双扣).
            ByPair = "by_pair",
            /// Once.
            Once = "once",
        },
        /// How many levels one round can bring.
        "scoring" level_cap: LevelCap {
            /// At most three.
            Three = "three",
            /// One more for every forty points beyond.
            Uncapped = "uncapped",
        },
        /// What declarers win beside the levels for the points if the opponents win none (大光).
        "scoring" shutout: Shutout {
            /// One more level.
            ExtraLevel = "extra_level",
            /// Nothing.
            NoExtra = "no_extra",
        },
        /// Levels that cannot be jumped over but have to be won as declarers.
        "scoring" gates: Gates {
            /// The ace alone, being the last level.
            Ace = "ace",
            /// Five, ten, king and ace.
            FiveTenKingAce = "five_ten_king_ace",
            /// None, not even the last level: who climbs beyond it wins, also as opponents.
            None = "none",
        },
        /// What it takes to win the match at the last level.
        "scoring" after_ace: AfterAce {
            /// Winning the round at the last level as declarers.
            Win = "win",
            /// After that, winning one more round, played without trump suit, as declarers.
            NoTrumpRound = "no_trump_round",
        },
        /// Whether the ranks that are trumps in every round are levels.
        "scoring" permanent_levels: PermanentLevels {
            /// They are, like all others.
            Played = "played",
            /// The levels pass over them.
            PassedOver = "passed_over",
        },
        /// The level at which both teams start, unless another is named for one; none above the last.
        "scoring" start_level: Rank = Rank::TWO => Choices::Words(LEVELS),
        /// The last level: it is won like the ace is.
        "scoring" match_to: Rank = Rank::ACE => Choices::Words(LAST_LEVELS),
        /// The level at which West + East start; none for that of both. The first round, still without a
        /// dealer, is played at the level of North + South.
        "scoring" start_level_we: Option<Rank> = None => Choices::Words(OTHER_LEVELS),
        /// Until when the points of a round are hidden. Whoever counts the cards knows them.
        "scoring" points_shown: PointsShown {
            /// They are shown as they are won.
            Always = "always",
            /// Until the end of the round.
            End = "end",
            /// Until then, but not from the declarers.
            Declarers = "declarers",
        },
        /// Whether the points in the kitty are told to everybody when it is buried.
        "scoring" kitty_points: KittyPoints {
            /// The declarer alone knows them.
            Hidden = "hidden",
            /// They are told.
            Shown = "shown",
        },
        /// The rounds after which the match is over whatever the levels are: the higher level wins,
        /// and at equal levels whoever won the last round.
        "scoring" rounds: Option<u32> = None
            => Choices::number(1..=100, &["off", "1", "2", "4", "8"]),
        /// The points with which the opponents win a round.
        "scoring" points_to_win: Points = Points(80)
            => Choices::Words(&["80", "40", "60", "100", "120"]),
        /// The points that each further level takes, for both sides.
        "scoring" level_step: Points = Points(40)
            => Choices::Words(&["40", "20", "30", "50", "60"]),
        /// How many such steps beyond what they need bring the opponents no level yet.
        "scoring" dead_zone: u8 = 1 => Choices::number(0..=3, &["1", "0", "2", "3"]),
        /// What sends declarers at level J back to their first level (勾到底): the opponents win the
        /// last trick with it. What they win in this round counts from there.
        "scoring" jack: Jack {
            /// Nothing.
            Off = "off",
            /// One jack, of any suit.
            Single = "single",
            /// One jack or several, and nothing else.
            Any = "any",
        },
        /// Whether a round that is over shows its kitty.
        "scoring" kitty_shown: KittyShown {
            /// Its cards are shown to everybody.
            End = "end",
            /// Its points alone are shown, if they counted. Whoever works it out from what was played,
            /// from the revealed secret or from an export knows it all the same.
            Never = "never",
        },
    }
}

impl FirstDealer {
    /// The rule that makes this seat the dealer.
    pub const fn named(wind: Wind) -> Self {
        match wind {
            Wind::North => FirstDealer::North,
            Wind::East => FirstDealer::East,
            Wind::South => FirstDealer::South,
            Wind::West => FirstDealer::West,
        }
    }

    /// The dealer of the first round, where no call makes one.
    pub fn seat(self) -> Option<Seat> {
        let mut winds = Wind::ALL.into_iter();
        winds
            .find(|wind| Self::named(*wind) == self)
            .map(Wind::seat)
    }
}

impl PermanentTrumps {
    /// The ranks that are trumps in every round, the lowest first.
    pub const fn ranks(self) -> &'static [Rank] {
        match self {
            PermanentTrumps::Off => &[],
            PermanentTrumps::Twos => &[Rank::TWO],
            PermanentTrumps::TwosThreesFives => &[Rank::TWO, Rank::THREE, Rank::FIVE],
        }
    }
}

/// Levels as written in commands, the usual first level first.
pub(super) const LEVELS: &[&str] = &[
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];
/// The same with the usual last level first.
const LAST_LEVELS: &[&str] = &[
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];

/// The same for the other team, the level of both first.
const OTHER_LEVELS: &[&str] = &[
    "same", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];

impl RuleValue for Option<Rank> {
    fn read(text: &str, _: Choices) -> Option<Self> {
        match text {
            "same" => Some(None),
            level => level.parse().ok().map(Some),
        }
    }

    fn write(self, _: Choices) -> String {
        self.map_or_else(|| "same".to_owned(), |level| level.to_string())
    }
}

impl RuleValue for Rank {
    fn read(text: &str, _: Choices) -> Option<Self> {
        text.parse().ok()
    }

    fn write(self, _: Choices) -> String {
        self.to_string()
    }
}

/// Points of cards in a rule, as one of the numbers that it can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Points(pub u16);

impl RuleValue for Points {
    fn read(text: &str, choices: Choices) -> Option<Self> {
        let known = choices.offered().contains(&text);
        known.then(|| text.parse().ok().map(Points)).flatten()
    }

    fn write(self, _: Choices) -> String {
        self.0.to_string()
    }
}

impl Rules {
    /// Whether the last caller deals, not the first, where a call makes the dealer of the first round, or
    /// of a later one.
    pub fn last_caller_deals(&self, first_round: bool) -> bool {
        match first_round {
            true => self.first_dealer == FirstDealer::FinalCall,
            false => self.next_dealer == NextDealer::FinalCall,
        }
    }

    /// The levels at which North + South and West + East start.
    pub fn start_levels(&self) -> [Rank; 2] {
        let first = self.start_level;
        [first, self.start_level_we.unwrap_or(first)].map(|level| self.level_from(level))
    }

    /// The first level from this rank on, itself included; ranks that the levels pass over are none.
    pub fn level_from(&self, rank: Rank) -> Rank {
        let passed_over = match self.permanent_levels {
            PermanentLevels::Played => &[],
            PermanentLevels::PassedOver => self.permanent_trumps.ranks(),
        };
        let mut from = Rank::all().filter(|level| *level >= rank && !passed_over.contains(level));
        from.next().unwrap_or(rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::RuleSet as _;

    #[test]
    fn the_last_level_is_not_below_the_first() {
        let mut rules = Rules::default();
        rules.set("start_level", "10").expect("a level");
        assert!(rules.set("match_to", "9").is_err());
        assert_eq!(rules.match_to, Rank::ACE);
        assert!(rules.set("start_level_we", "5").is_ok());
        rules
            .set("match_to", "10")
            .expect("the level of North + South");
        assert!(rules.set("start_level_we", "J").is_err());
        rules.set("start_level_we", "same").expect("that of both");
        assert_eq!(rules.start_level_we, None);
        let json = r#"{"start_level": "10", "match_to": "9"}"#;
        let refused = serde_json::from_str::<Rules>(json).expect_err("too low");
        assert!(
            refused
                .to_string()
                .starts_with(r#"rule start_level cannot be "10""#)
        );
    }

    #[test]
    fn the_last_level_is_none_that_is_passed_over() {
        let mut rules = Rules::default();
        rules.set("match_to", "5").expect("a level");
        rules.set("permanent_levels", "passed_over").expect("fits");
        rules.set("permanent_trumps", "twos").expect("fits");
        let refused = rules.set("permanent_trumps", "twos_threes_fives");
        assert!(refused.is_err(), "five would be the last level");
        rules.set("match_to", "2").expect_err("passed over");
        rules.set("match_to", "3").expect("where both begin");
    }

    #[test]
    fn an_interval_has_at_most_three_decimals() {
        let check = |value: &str, expected: Option<u32>| {
            let mut rules = Rules::default();
            let set = rules.set("deal_interval", value);
            assert_eq!(
                set.ok().map(|()| rules.deal_interval_ms),
                expected,
                "{value}"
            );
        };
        check("0.125s", Some(125));
        check(" 5 S ", Some(5_000));
        check("5.001", None);
        check("-1", None);
        check("0.1234", None);
        check(".", None);
    }
}
