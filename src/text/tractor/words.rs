//! Commands of tractor, notation of its cards, and the order of a hand.
//!
//! Decides which words mean which action, the notations of jokers and how a hand is sorted.
//! [`crate::text::cards`] reads and shows plain cards.

use super::*;
use crate::text::voice::no_seat;
use crate::tractor::call::is_known;

/// Notations of seats.
const SEATS: [(&[&str], Wind); 4] = [
    (&["north", "n", "北", "北家"], Wind::North),
    (&["west", "w", "西", "西家"], Wind::West),
    (&["south", "s", "南", "南家"], Wind::South),
    (&["east", "e", "东", "東", "东家", "東家"], Wind::East),
];

pub fn seat(words: &str) -> Result<Seat, ParseError> {
    let word = clean(words)?.trim().to_lowercase();
    let mut seats = SEATS.iter();
    let known = seats.find(|(names, _)| names.contains(&word.as_str()));
    let seat = known.map(|(_, wind)| wind.seat());
    seat.ok_or_else(|| no_seat::<Tractor>(&word))
}

pub fn action(verb: Verb, words: &str, view: &TableView<Tractor>) -> Result<Action, ParseError> {
    let game = view.stage.game();
    match verb {
        Verb::Deal => Ok(Action::Deal),
        Verb::Mix => replay::contribution(words).map(Action::Contribute),
        Verb::Call => call(words, game),
        // Even without cards: the rules first say whether any are due.
        Verb::Kitty => cards::read(words).map(Action::Bury),
        Verb::Play | Verb::Premove => {
            let later = game.filter(|_| verb == Verb::Premove);
            let foreseen = later.and_then(options::foreseen);
            let game = foreseen.as_ref().or(game);
            let led = || game.and_then(|view| options::of_led_suit(&cards::ranks(words)?, view));
            let cards = cards::read(words).or_else(|error| led().ok_or(error))?;
            let only = game
                .filter(|_| cards.is_empty())
                .and_then(options::only_play);
            Ok(Action::Play(only.unwrap_or(cards)))
        }
        Verb::Pass => Ok(Action::PassCall),
        Verb::Surrender => surrender(words, game),
        Verb::PlayOn => Ok(Action::PlayOn),
        Verb::TakeBack => Ok(Action::TakeBack),
        Verb::Draw | Verb::Uno | Verb::Catch => Err(ParseError::NoSuchMove { verb }),
    }
}

/// With the number of a round: only that round is conceded.
fn surrender(words: &str, game: Option<&View>) -> Result<Action, ParseError> {
    let asked = words.trim().parse::<u32>().ok();
    match asked.is_some() && asked != game.map(|game| game.round) {
        true => Err(ParseError::NotNow {
            verb: Verb::Surrender,
        }),
        false => Ok(Action::Surrender),
    }
}

/// Words for not calling.
const PASSES: [&str; 8] = ["pass", "no", "none", "wait", "不叫", "不亮", "过", "過"];
/// Words for no trump, with whichever jokers are held.
const NO_TRUMPS: [&str; 7] = [
    "nt", "notrump", "notrumps", "无主", "無主", "joker", "jokers",
];
/// Words for weak and strong calls; each before its own prefixes.
const STRENGTHS: [(&str, bool); 2] = [
    ("strong|double|pair|对亮|對亮|反主|一对|一對|反|对", true),
    ("weak|single|亮主|一张|亮", false),
];

/// A call: a suit, two suits, one or two cards of the level, jokers, words.
pub(super) fn call(words: &str, game: Option<&View>) -> Result<Action, ParseError> {
    let text = clean(words)?.to_lowercase();
    let unknown = || ParseError::UnknownCall(quotable(words));
    let bare: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .collect();
    if PASSES.contains(&bare.as_str()) {
        return Ok(Action::PassCall);
    }
    if NO_TRUMPS.contains(&bare.as_str()) {
        return Ok(Action::Call(no_trump(game)));
    }
    let (mut rest, mut strength) = with_strength(text, game);
    let words =
        |(words, strong): (&'static str, bool)| words.split('|').map(move |word| (word, strong));
    for (word, strong) in STRENGTHS.into_iter().flat_map(words) {
        if rest.contains(word) {
            rest = rest.replace(word, " ");
            strength = strength.or(Some(strong));
        }
    }
    let call = match cards::suits(&rest) {
        Some(suits) => of_suits(&suits, strength),
        None => of_cards(&cards::read(&rest).map_err(|_| unknown())?, strength, game),
    };
    call.map(Action::Call).ok_or_else(unknown)
}

/// The words without the last one, if it is `0` (weak) or what an older bot took for strong, and what
/// that says.
fn with_strength(text: String, game: Option<&View>) -> (String, Option<bool>) {
    let Some((suit, word)) = text.trim_end().rsplit_once(char::is_whitespace) else {
        return (text, None);
    };
    let strength = match word {
        "0" => Some(false),
        // There a seven is shown.
        "7" if game.is_some_and(|view| view.level.name() == "7") => None,
        "1" | "7" | "x" | "yes" | "true" => Some(true),
        _ => None,
    };
    match suit.trim().is_empty() || strength.is_none() {
        true => (text, None),
        false => (suit.to_owned(), strength),
    }
}

/// The weakest no-trump call that is higher than the standing one and whose jokers the viewer holds;
/// without any, the strongest.
fn no_trump(game: Option<&View>) -> Call {
    let is_open = |view: &View, call: &Call| {
        let (card, copies) = call.card(view.level);
        let held = view.hand.iter().filter(|other| **other == card).count();
        let standing = view.standing_call().map(|(_, standing)| standing.kind());
        let higher = standing.is_none_or(|standing| standing < call.kind());
        held >= usize::from(copies) && higher && is_known(*call, view.rules.no_trump_calls)
    };
    let weaker = |view: &View| {
        let mut weaker = [Call::BigJoker, Call::SmallJokers].into_iter();
        weaker.find(|call| is_open(view, call))
    };
    game.and_then(weaker).unwrap_or(Call::BigJokers)
}

fn of_suits(suits: &[Suit], strength: Option<bool>) -> Option<Call> {
    let (first, others) = suits.split_first()?;
    if others.iter().any(|suit| suit != first) {
        return None;
    }
    match (others.len(), strength) {
        (0, Some(true)) | (1, None | Some(true)) => Some(Call::Strong(*first)),
        (0, _) => Some(Call::Weak(*first)),
        _ => None,
    }
}

fn of_cards(shown: &[Card], strength: Option<bool>, game: Option<&View>) -> Option<Call> {
    let (first, others) = shown.split_first()?;
    if others.len() > 1 || others.iter().any(|card| card != first) {
        return None;
    }
    match *first {
        Card::SMALL_JOKER => Some(Call::SmallJokers),
        Card::BIG_JOKER => {
            let one = game.is_some_and(|view| is_known(Call::BigJoker, view.rules.no_trump_calls));
            let single = others.is_empty() && strength != Some(true);
            Some(if one && single {
                Call::BigJoker
            } else {
                Call::BigJokers
            })
        }
        card => {
            let of_level = game.is_none_or(|view| card.rank() == Some(view.level));
            let suits = vec![card.suit()?; shown.len()];
            of_level.then(|| of_suits(&suits, strength)).flatten()
        }
    }
}

/// A call in typed notation: the code of its button.
pub fn typed_call(call: Call) -> String {
    match call {
        Call::Weak(suit) => suit.letter().to_string(),
        Call::Strong(suit) => format!("{0}{0}", suit.letter()),
        Call::BigJoker => "J+".to_owned(),
        Call::SmallJokers => "J-J-".to_owned(),
        Call::BigJokers => "J+J+".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Contribution, Seed};
    use crate::game::{Game, RuleSet as _, Viewer};
    use crate::text::cases;
    use crate::tractor::Tractor;
    use crate::tractor::rules::Rules;

    fn check(words: &str, expected: &str) {
        let read = match call(words, None) {
            Ok(Action::Call(call)) => typed_call(call),
            Ok(action) => format!("{action:?}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(read, expected, "{words:?}");
    }

    #[test]
    fn calls_are_read_in_every_usual_writing() {
        for (words, expected) in cases("calls") {
            check(&words, &expected);
        }
    }

    #[test]
    fn one_big_joker_is_a_call_where_the_house_takes_it() {
        let north = Viewer::Seat(Wind::North.seat());
        let check = |value: &str, words: &str, expected: &str| {
            let rules = Rules::STANDARD.with(&[("no_trump_calls", value)]);
            let (game, _) = Tractor::start(&rules, 4, Seed::from_number(1));
            let mut view = game.view(north);
            view.hand = vec![Card::BIG_JOKER];
            let Ok(Action::Call(read)) = call(words, Some(&view)) else {
                panic!("{words:?} is no call");
            };
            assert_eq!(typed_call(read), expected, "{value} {words:?}");
        };
        for words in ["J+", "大王", "single J+", "nt"] {
            check("one_joker", words, "J+");
            check("on", words, "J+J+");
        }
        for words in ["J+J+", "大王大王", "pair J+"] {
            check("one_joker", words, "J+J+");
        }
        check("one_joker", "J-", "J-J-");
    }

    #[test]
    fn seats_are_named_by_wind_letter_or_character() {
        for (words, wind) in [
            ("north", Wind::North),
            ("N", Wind::North),
            (" 西 ", Wind::West),
            ("South", Wind::South),
            ("東", Wind::East),
            ("Ｅ", Wind::East),
        ] {
            assert_eq!(seat(words), Ok(wind.seat()), "{words:?}");
        }
        assert!(seat("up").is_err());
    }

    #[test]
    fn words_are_mixed_in() {
        let mix = replay::contribution;
        assert_eq!(mix("  "), Err(ParseError::NoContribution));
        let mixed = Contribution::new("lucky words");
        assert_eq!(mix(" lucky   words\u{202E}").ok(), mixed);
        let most = Contribution::MOST_BYTES;
        assert_eq!(
            mix(&"a".repeat(65)),
            Err(ParseError::LongContribution { most })
        );
    }

    proptest::proptest! {
        #[test]
        fn no_call_or_seat_panics(words in "\\PC*") {
            let _ = call(&words, None);
            let _ = seat(&words);
            let _ = replay::contribution(&words);
        }
    }
}
