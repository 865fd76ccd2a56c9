//! Names and cards in sentences, and how long a match takes.
//!
//! The figures of the length are measured: rounds of matches that computer players played with one another
//! (from 2 to A 24 on average, fourteen to thirty-eight; to 6 ten), and minutes of rounds with people
//! (seven to eight, fifty seconds of them for the deal). Where rules were not measured, nothing is said.

use super::*;
use crate::game::RuleSet as _;
use crate::table::Occupant;
pub use crate::text::faces::face;
use crate::text::faces::{self, alike, suit_sign};
pub use crate::text::faces::{card, cards, faced, signs};
use crate::tractor::action::{CallKind, Progress, TrumpSource};
use crate::tractor::rules::{CallOrder, NoTrumpCalls};

pub type TableContext<'a> = context::TableContext<'a, Tractor>;
pub type MatchContext<'a> = context::MatchContext<'a, Tractor>;

/// The cards that a call shows at this level: `a pair of ♥2`.
pub fn call(call: Call, level: Rank, cx: &RenderContext) -> String {
    let card = |suit: Suit| card(Card::from(crate::cards::Card::new(level, suit)), cx);
    match call {
        Call::Weak(suit) => say!(cx, "call-weak", card = card(suit)),
        Call::Strong(suit) => say!(cx, "call-strong", card = card(suit)),
        Call::BigJoker => say!(cx, "call-joker", card = self::card(Card::BIG_JOKER, cx)),
        Call::SmallJokers => say!(cx, "call-jokers", card = alike(Card::SMALL_JOKER, 2, cx)),
        Call::BigJokers => say!(cx, "call-jokers", card = alike(Card::BIG_JOKER, 2, cx)),
    }
}

/// A call with what it makes trump: `a pair of ♥2: hearts are trump`.
pub fn called(standing: Call, level: Rank, cx: &RenderContext) -> String {
    let shown = call(standing, level, cx);
    match standing.suit() {
        Some(trump) => {
            let trump = suit(EffectiveSuit::Side(trump), 2, cx);
            say!(cx, "call-makes-suit", call = shown, suit = trump)
        }
        None => say!(cx, "call-makes-none", call = shown),
    }
}

/// Trump: `♥ trump`.
pub fn trump(trump: Trump, cx: &RenderContext) -> String {
    match trump.suit {
        Some(suit) => say!(cx, "trump-suit", suit = suit_sign(suit, cx)),
        None => say!(cx, "trump-none"),
    }
}

/// Trump at the beginning of a line: `Trump is ♥`.
pub fn trump_line(trump: Trump, cx: &RenderContext) -> String {
    match trump.suit {
        Some(suit) => say!(cx, "trump-line-suit", suit = suit_sign(suit, cx)),
        None => say!(cx, "trump-line-none"),
    }
}

/// The rank of the first of these cards that is trump though its suit is not; `none` without one.
pub fn always_trump(cards: &[Card], trump: Trump) -> &'static str {
    let is_trump = |card: &&Card| trump.effective_suit(**card) == EffectiveSuit::Trumps;
    let mut cards = cards.iter().filter(is_trump);
    let found = cards.find(|card| card.suit().is_some_and(|suit| Some(suit) != trump.suit));
    let rank = found.and_then(|card| card.rank());
    rank.map_or("none", |rank| rank.name())
}

/// What is trump, from the highest to the lowest.
pub fn trump_order(trump: Trump, cx: &RenderContext) -> String {
    let (level, own) = (trump.rank.name(), |suit| suit_sign(suit, cx));
    let others = Suit::ALL.into_iter();
    let others = others.filter(|suit| Some(*suit) != trump.suit);
    let equal: Vec<String> = others.map(|suit| own(suit) + level).collect();
    let also = trump.permanent.ranks().iter().rev();
    let also = also.filter(|rank| **rank != trump.rank);
    let always = cx.listed(also.map(|rank| rank.name().to_owned()));
    let always = always.unwrap_or_else(|| "none".to_owned());
    let equal = equal.join(" ");
    let suit = trump.suit.map_or_else(|| "none".to_owned(), own);
    say!(cx, "trump-order", level, suit, equal, always)
}

/// Trump in its shortest form: `♥`.
pub fn trump_sign(trump: Trump, cx: &RenderContext) -> String {
    match trump.suit {
        Some(suit) => suit_sign(suit, cx),
        None => say!(cx, "trump-none"),
    }
}

/// How trump was determined.
pub fn source(source: TrumpSource, cx: &MatchContext) -> String {
    match source {
        TrumpSource::Called(seat) => {
            let standing = cx.game.standing_call();
            let standing = standing.map(|(_, standing)| call(standing, cx.game.level, cx));
            let (who, call) = (who(seat, cx), standing.unwrap_or_default());
            say!(cx, "source-called", who, call)
        }
        TrumpSource::Flipped(card) => say!(cx, "source-flipped", card = self::card(card, cx)),
        TrumpSource::Nobody => say!(cx, "source-nobody"),
        TrumpSource::AfterAce => say!(cx, "source-after-ace"),
    }
}

/// What could overturn the standing call.
pub fn overturn(standing: Call, level: Rank, rules: &Rules, cx: &RenderContext) -> String {
    let jokers = rules.no_trump_calls != NoTrumpCalls::Off;
    let one_joker = rules.no_trump_calls == NoTrumpCalls::OneJoker;
    let level = level.name();
    let suits = rules.call_order == CallOrder::HigherSuit;
    let higher_suits = suits && standing.suit() != Some(Suit::Spades);
    let higher_jokers = jokers && rules.call_order != CallOrder::JokersEqual;
    match standing.kind() {
        CallKind::Weak if one_joker && higher_jokers => say!(cx, "overturn-weak-joker", level),
        CallKind::Weak | CallKind::BigJoker if jokers => say!(cx, "overturn-weak", level),
        CallKind::Weak | CallKind::BigJoker => say!(cx, "overturn-weak-pairs", level),
        CallKind::Strong if higher_suits => {
            let with = if jokers { "yes" } else { "no" };
            say!(cx, "overturn-suits", jokers = with)
        }
        CallKind::Strong if higher_jokers => say!(cx, "overturn-strong"),
        CallKind::SmallJokers if higher_jokers => say!(cx, "overturn-small-jokers"),
        CallKind::Strong | CallKind::SmallJokers | CallKind::BigJokers => {
            say!(cx, "overturn-none")
        }
    }
}

/// So many cards of an effective suit in words: `spades`, `trumps`, `1 club`.
pub fn suit(suit: EffectiveSuit, count: usize, cx: &RenderContext) -> String {
    match suit {
        EffectiveSuit::Side(suit) => faces::suit(suit, count, cx),
        EffectiveSuit::Trumps => say!(cx, "suit-trumps", count),
    }
}

/// A team: `North + South`; in a browser, who plays together.
pub fn team(team: Team, cx: &TableContext) -> String {
    match cx.face {
        Surface::Browser => people(team, cx),
        Surface::Discord | Surface::Terminal => winds(team, cx),
    }
}

/// A team by its seats.
pub fn winds(team: Team, cx: &RenderContext) -> String {
    match team {
        Team::NorthSouth => say!(cx, "team-north-south"),
        Team::WestEast => say!(cx, "team-west-east"),
    }
}

/// The players on these seats: `**Ana + Chen**`.
pub fn names(seats: [Seat; 2], cx: &TableContext) -> String {
    let [a, b] = seats.map(|seat| plain_who(seat, cx));
    format!("**{a} + {b}**")
}

/// The players of a team, the names not bold: `Bo + Eve`.
pub fn people(team: Team, cx: &TableContext) -> String {
    let seats = Seat::first(4).filter(|seat| Team::of(*seat) == team);
    let names: Vec<String> = seats.map(|seat| plain_who(seat, cx)).collect();
    names.join(" + ")
}

/// The team that collects points in this round; before there is a declarer, nobody does.
pub fn opponents(game: &View) -> Option<Team> {
    game.dealer.map(|dealer| Team::of(dealer).other())
}

/// The declarer, with their seat's wind.
pub fn dealer(seat: Seat, cx: &TableContext) -> String {
    say!(cx, "dealer-line", who = placed(who(seat, cx), seat, cx))
}

/// Somebody with their seat's wind; where seats lie around a table there are no winds.
pub fn placed(who: String, seat: Seat, cx: &RenderContext) -> String {
    let seat = match cx.face {
        Surface::Browser => "none".to_owned(),
        Surface::Discord | Surface::Terminal => Tractor::seat_name(seat, cx),
    };
    say!(cx, "who-at", who, seat)
}

/// What a seat is called beside its cards: its wind, or who sits there.
pub fn called_at(seat: Seat, cx: &TableContext) -> String {
    match cx.face {
        Surface::Browser => plain_who(seat, cx),
        Surface::Discord | Surface::Terminal => Tractor::seat_name(seat, cx),
    }
}

/// Who has mixed words into the next shuffle, if anybody has.
pub fn mixed(words: &Contributions, cx: &TableContext) -> Option<String> {
    let given = words.given();
    let names = cx.listed(given.map(|(seat, _)| who(Seat::new(seat as u8), cx)));
    names.map(|names| say!(cx, "ready-mixed", names))
}

/// What a hand with `held` cards of the led suit has to play.
pub fn due(due: &Due, held: usize, cx: &RenderContext) -> String {
    let count = usize::from(due.count);
    let word = suit(due.suit, count.min(held), cx);
    if held == 0 {
        return say!(cx, "due-any", count);
    }
    if held < count {
        return say!(cx, "due-short", suit = word, held, rest = count - held);
    }
    if due.pairs == 0 {
        return say!(cx, "due-suit", suit = word, count);
    }
    let lengths = due.tractors.lengths().filter(|pairs| *pairs > 1);
    let mut parts: Vec<String> = Vec::new();
    let mut pairs = u32::from(due.pairs);
    for length in lengths {
        pairs = pairs.saturating_sub(length);
        parts.push(say!(cx, "due-tractor", pairs = length));
    }
    if pairs > 0 {
        parts.push(say!(cx, "due-pairs", pairs));
    }
    let more = count.saturating_sub(2 * usize::from(due.pairs));
    if more > 0 {
        parts.push(say!(cx, "due-more", count = more));
    }
    let plus = |a: String, b: String| say!(cx, "due-plus", a, b);
    let parts = parts.into_iter().reduce(plus).unwrap_or_default();
    say!(cx, "due-parts", parts, suit = suit(due.suit, count, cx))
}

/// What a team still has to achieve besides its level, if anything.
pub fn progress(team_: Team, progress: Progress, cx: &TableContext) -> Option<String> {
    match progress {
        Progress::Climbing => None,
        Progress::NoTrumpRound => Some(say!(cx, "result-no-trump-round", team = team(team_, cx))),
    }
}

/// Cards of a suit: their faces, or their ranks after one sign: `♠ A 10 4`; trumps, with their name
/// before them, one by one: `Trumps J+ ♠7 ♥A`.
pub fn group(suit: EffectiveSuit, held: &[Card], cx: &RenderContext) -> String {
    let name = match suit {
        EffectiveSuit::Trumps => say!(cx, "hand-trumps"),
        EffectiveSuit::Side(suit) => suit_sign(suit, cx),
    };
    if held.is_empty() {
        return format!("{name} –");
    }
    if suit == EffectiveSuit::Trumps {
        return format!("{name} {}", cards(held, cx));
    }
    if let Some(faces) = faces::faces(held, cx) {
        return format!("{name} {faces}");
    }
    let ranks = held.iter().filter_map(|card| card.rank());
    let ranks: Vec<&str> = ranks.map(|rank| rank.name()).collect();
    format!("{name} {}", ranks.join(" "))
}

/// What one person adds to a round while it is played, in milliseconds.
const PERSON_MS: u32 = 100_000;
/// Plays of one seat in a round.
const PLAYS: u32 = 14;

/// About how long a match takes with these rules, if that was measured; free seats count as people.
pub fn lasts(view: &TableView<Tractor>) -> Option<Lasts> {
    let rules = &view.rules;
    let computer_ms = PLAYS * view.limits.computer_delay_ms;
    let seats = view.seats.iter().map(|place| match place.occupant {
        Occupant::Empty | Occupant::Person(_) => PERSON_MS,
        Occupant::Computer(_) | Occupant::Substitute { .. } => computer_ms,
    });
    let round_ms = seats.sum::<u32>() + DEALT as u32 * rules.deal_interval_ms;
    let rounds = rounds(rules)?;
    let seconds = rounds * (round_ms / 1_000 + rules.call_window_s.min(USUAL_WINDOW_S));
    Some(Lasts { rounds, seconds })
}

/// A longer window for calls is seldom waited for to its end.
const USUAL_WINDOW_S: u32 = 15;

/// The last levels whose matches were measured, with their rounds on average.
const MEASURED: [(&str, u32); 2] = [("6", 10), ("A", 24)];

/// The rounds of a match on average; `None` with rules under which nobody counted.
fn rounds(rules: &Rules) -> Option<u32> {
    if rules.rounds == Some(1) {
        return Some(1);
    }
    // What only changes the pace, or what is shown when, changes no result.
    let counted = Rules {
        match_to: Rules::STANDARD.match_to,
        rounds: Rules::STANDARD.rounds,
        deal_interval_ms: Rules::STANDARD.deal_interval_ms,
        call_window_s: Rules::STANDARD.call_window_s,
        who_deals: Rules::STANDARD.who_deals,
        forced_plays: Rules::STANDARD.forced_plays,
        points_shown: Rules::STANDARD.points_shown,
        kitty_shown: Rules::STANDARD.kitty_shown,
        seating: Rules::STANDARD.seating,
        past_tricks: Rules::STANDARD.past_tricks,
        ..*rules
    };
    let measured = MEASURED.iter().find(|(to, _)| *to == rules.match_to.name());
    let (_, average) = measured.filter(|_| counted == Rules::STANDARD)?;
    Some(rules.rounds.map_or(*average, |most| most.min(*average)))
}

/// The lengths that are offered: as far as the first level allows them.
pub fn lengths(cx: &TableContext) -> Vec<Length> {
    let offers = [
        (say!(cx, "length-one-round"), "rounds=1"),
        (say!(cx, "length-to", level = "6"), "rounds=off match_to=6"),
        (say!(cx, "length-to", level = "A"), "rounds=off match_to=A"),
    ];
    let offers = offers.into_iter().filter_map(|(label, settings)| {
        let mut rules = cx.view.rules;
        for setting in settings.split(' ') {
            let (name, value) = setting.split_once('=')?;
            rules.set(name, value).ok()?;
        }
        Some(Length {
            label,
            settings: settings.to_owned(),
            chosen: rules == cx.view.rules,
        })
    });
    offers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cases;

    #[test]
    fn rounds_are_told_only_where_they_were_counted() {
        for (words, expected) in cases("rounds") {
            let settings = words.split_whitespace();
            let settings: Vec<_> = settings.filter_map(|one| one.split_once('=')).collect();
            let rules = Rules::STANDARD.with(&settings);
            let told = rounds(&rules).map_or_else(String::new, |rounds| rounds.to_string());
            assert_eq!(told, expected, "{words}");
        }
    }
}
