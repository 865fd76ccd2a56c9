//! House rules of UNO: every tradition the players can choose between, by its standard name.
//!
//! Decides which values there are. Which of them make up a known variant is decided in `preset`;
//! what a value means in play is decided where it applies. The first word of each rule is the
//! official one, and so is the default.

use crate::game::{Choices, rules};

rules! {
    /// A rule that is followed or not.
    pub enum Toggle {
        /// It is not.
        Off = "off",
        /// It is.
        On = "on",
    }
}
rules! {
    /// The house rules of a match. The default is `Rules::OFFICIAL`.
    pub struct Rules {
        /// How many may sit down.
        "cards" players: u8 = 10 => Choices::number(2..=10, &["10", "8", "6", "4", "2"]),
        /// In which order the players sit.
        "cards" order: Order {
            /// The seed decides before the first round.
            Random = "random",
            /// As they took their seats.
            Seats = "seats",
        },
        /// How many decks of 108 are shuffled together.
        "cards" decks: Decks {
            /// One.
            One = "1",
            /// Two.
            Two = "2",
            /// Three.
            Three = "3",
            /// Four.
            Four = "4",
            /// Five.
            Five = "5",
            /// Six.
            Six = "6",
            /// Seven.
            Seven = "7",
            /// Eight.
            Eight = "8",
            /// One, and two above four players.
            TwoAboveFour = "two_above_four",
        },
        /// Cards dealt to each.
        "cards" hand: u8 = 7 => Choices::number(1..=10, &["7", "5", "10"]),
        /// Which cards may be turned over to start with; others go back into the draw pile.
        "cards" start_card: StartCard {
            /// All but Wild Draw Four.
            Official = "official",
            /// No Wild either.
            NoWild = "no_wild",
            /// Numbers alone.
            NumbersOnly = "numbers_only",
        },
        /// What may be laid on a Draw Two or Wild Draw Four to hand on the sum.
        "laying" stack: Stack {
            /// Nothing: it is drawn at once.
            None = "none",
            /// Draw Two on Draw Two, Wild Draw Four on Wild Draw Four.
            SameKind = "same_kind",
            /// Both on a Draw Two; on a Wild Draw Four what the two `draw_…_on_draw_4` rules allow.
            Zeroxis = "zeroxis",
            /// Both on both, in any colour.
            Cross = "cross",
        },
        /// Whether a Wild Draw Four may be laid on another under `stack=zeroxis`.
        "laying" draw_4_on_draw_4: Toggle,
        /// Whether a Draw Two may be laid on a Wild Draw Four under `stack=zeroxis`.
        "laying" draw_2_on_draw_4: DrawTwoOnDrawFour {
            /// It may not.
            No = "false",
            /// In the colour that was named.
            NamedColor = "true",
            /// In any colour.
            AnyColor = "true_any_color",
        },
        /// When a Wild Draw Four may be laid.
        "bluffing" wild4: Wild4 {
            /// Always, but the next player may call the bluff.
            Challenge = "challenge",
            /// Only when it is no bluff.
            Enforced = "enforced",
            /// Always.
            Free = "free",
        },
        /// What makes a Wild Draw Four a bluff.
        "bluffing" bluff_test: BluffTest {
            /// Holding a card of the current colour.
            Colour = "colour",
            /// Having anything else to lay.
            AnyPlayable = "any_playable",
        },
        /// Who plays after a bluff was called rightly.
        "bluffing" after_call: AfterCall {
            /// The caller takes a normal turn.
            Caller = "caller",
            /// The next player: calling was the caller's turn.
            Next = "next",
        },
        /// How many cards are drawn instead of laying one.
        "drawing" draw: Draw {
            /// One.
            One = "one",
            /// One at a time, as often as one likes.
            Many = "many",
            /// One at a time, until a card is laid; passing is for when nothing is left to draw.
            ManyNoPass = "many_no_pass",
            /// All at once until one can be laid.
            UntilPlayable = "until_playable",
        },
        /// Whether a card that can be laid (without a bluff) has to be.
        "laying" must_play: Toggle,
        /// What may be laid after drawing.
        "drawing" after_draw: AfterDraw {
            /// The card just drawn.
            DrawnOnly = "drawn_only",
            /// Any card.
            Any = "any",
        },
        /// Whether one may pass without having drawn.
        "drawing" pass_without_draw: Toggle,
        /// Whether the turn passes by itself when nothing else is left to do.
        "drawing" auto_pass: Toggle = Toggle::On,
        /// What saying UNO is about.
        "saying" uno_call: UnoCall {
            /// Who forgets it and is caught draws.
            Catch = "catch",
            /// It is said by itself.
            Automatic = "automatic",
            /// Nobody says it.
            Off = "off",
        },
        /// How many cards a forgotten UNO costs.
        "saying" uno_penalty: UnoPenalty {
            /// Two.
            Two = "2",
            /// Four.
            Four = "4",
        },
        /// Whether catching somebody who did say UNO costs the same.
        "saying" false_catch: Toggle = Toggle::On,
        /// What the last card may be.
        "laying" last_card: LastCard {
            /// Any card.
            Any = "any",
            /// No wild card.
            NoWild = "no_wild",
        },
        /// Whether the cards that the last card brings are still drawn.
        "ending" final_draw_counts: Toggle = Toggle::On,
        /// When a round ends.
        "ending" -1 end: End {
            /// When one player has no cards.
            FirstOut = "first_out",
            /// When one player is left with cards.
            Places = "places",
        },
        /// Which hands count where places are played for.
        "ending" counted: Counted {
            /// Those that the others hold when the first player is out.
            FirstOut = "first_out",
            /// Those that are left at the end of the round.
            RoundEnd = "round_end",
        },
        /// What is counted, and how many rounds that takes.
        "ending" score: Score {
            /// The winner collects what the others hold, round after round up to `match_to`.
            Match = "match",
            /// The same, but one round.
            Round = "round",
            /// Everybody notes what they hold, up to `match_to`; the lowest sum wins.
            Lowest = "lowest",
            /// Nothing: one round.
            None = "none",
        },
        /// The score that ends a match, in points.
        "ending" match_to: u16 = 500 => Choices::number(50..=5_000, &["500", "250", "1000"]),
        /// Whether a 7 exchanges hands with a player of one's choice and a 0 hands all of them on.
        "laying" seven_zero: Toggle,
        /// Whether a card equal to the top one may be laid out of turn.
        "laying" jump_in: Toggle,
        /// Seconds for a turn; 0 is no limit.
        turn_limit: u16 = 0 => Choices::number(0..=600, &["0", "30", "60", "90", "180"]),
        /// What is played for somebody whose time is up.
        "others" time_out: TimeOut {
            /// The cards to be drawn, or one card and then a pass.
            Draw = "draw",
            /// A card that can be laid; if there is none, as above.
            Play = "play",
        },
        /// Seconds before a round is dealt by itself.
        "cards" deal_wait: u16 = 10 => Choices::number(0..=120, &["0", "5", "10", "30"]),
        /// What becomes of the cards of a player who leaves.
        "others" leaver: Leaver {
            /// Somebody else plays them on, a computer player if need be.
            Computer = "computer",
            /// They go under the draw pile, and the others play on.
            UnderPile = "under_pile",
        },
        /// Whether the cards that can be laid are marked.
        "others" allow_highlight_playable_cards: Toggle = Toggle::On,
    }
}

impl Decks {
    /// How many decks that is for so many players.
    pub const fn count(self, players: u8) -> u8 {
        match self {
            Decks::TwoAboveFour => 1 + (players > 4) as u8,
            _ => self as u8 + 1,
        }
    }
}

impl UnoPenalty {
    /// How many cards that is.
    pub const fn cards(self) -> u16 {
        match self {
            UnoPenalty::Two => 2,
            UnoPenalty::Four => 4,
        }
    }
}

impl Toggle {
    /// Whether the rule is followed.
    pub const fn is_on(self) -> bool {
        matches!(self, Toggle::On)
    }
}
