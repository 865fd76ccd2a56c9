//! Parsing of what is typed at a table of UNO.

use super::cards::TypedCards;
use super::*;
use crate::game::RuleSet as _;
use crate::table::PersonId;
use crate::text::voice::no_seat;
use crate::text::words::means;
use crate::uno::Rules;

/// The seat that the words name: `3`, `seat 3`, `#3`, `3号`.
pub fn seat(words: &str) -> Result<Seat, ParseError> {
    let word = clean(words)?.to_lowercase();
    let digits = word
        .trim()
        .trim_start_matches("seat")
        .trim_start_matches('#');
    let digits = digits.trim_end_matches(['号', '位']).trim();
    let number = digits.parse::<u8>().ok().filter(|n| (1..=10).contains(n));
    let seat = number.map(|number| Seat::new(number - 1));
    seat.ok_or_else(|| no_seat::<Uno>(&word))
}

/// The player that the words name: by seat, mention or name, which may be shortened.
fn player(words: &str, view: &TableView<Uno>) -> Result<Seat, ParseError> {
    if let Ok(seat) = seat(words) {
        return Ok(seat);
    }
    let word = clean(words)?.trim().to_lowercase();
    let unknown = ParseError::UnknownPlayer(quotable(words));
    let id = word.strip_prefix("<@").and_then(|id| id.strip_suffix('>'));
    if let Some(id) = id.and_then(|id| id.trim_start_matches('!').parse().ok()) {
        return view.seat_of(PersonId(id)).ok_or(unknown);
    }
    let word = word.trim_start_matches('@');
    let named = |fits: &dyn Fn(&str) -> bool| {
        let mut seats = view.seats.iter().filter(|place| {
            let name = place.name.as_deref().unwrap_or_default().to_lowercase();
            !name.is_empty() && fits(&name)
        });
        let first = seats.next()?;
        seats.next().is_none().then_some(first.seat)
    };
    let begun = || named(&|name| !word.is_empty() && name.starts_with(word));
    named(&|name| name == word).or_else(begun).ok_or(unknown)
}

pub fn action(verb: Verb, words: &str, view: &TableView<Uno>) -> Result<Action, ParseError> {
    let round = view.stage.game().and_then(|game| game.playing());
    Ok(match verb {
        Verb::Deal => Action::Deal,
        Verb::Mix => Action::Contribute(replay::contribution(words)?),
        // The letter `p` alone is short for both commands.
        Verb::Play if words.trim().is_empty() => match round.map(|round| round.may.pass) {
            Some(true) => Move::Pass.into(),
            Some(false) | None => return Err(ParseError::NoUno),
        },
        Verb::Play => match (bare(words), numbered_move(words, &view.rules)) {
            (Some(chosen), _) => chosen.into(),
            (None, Some(chosen)) => chosen?.into(),
            (None, None) => play(words, Some(view))?.into(),
        },
        Verb::Draw => Move::Draw.into(),
        Verb::Pass => Move::Pass.into(),
        Verb::Call => Move::Call.into(),
        Verb::Uno => Move::Uno.into(),
        Verb::Catch if words.trim().is_empty() => Move::Catch(None).into(),
        Verb::Catch => Move::Catch(Some(player(words, view)?)).into(),
        Verb::Kitty | Verb::Surrender | Verb::PlayOn | Verb::TakeBack | Verb::Premove => {
            return Err(ParseError::NoSuchMove { verb });
        }
    })
}

/// One-letter forms and words of moves without a card.
fn bare(words: &str) -> Option<Move> {
    let moves = [
        ("word-uno-draw", Move::Draw),
        ("word-uno-pass", Move::Pass),
        ("word-uno-call", Move::Call),
        ("word-uno-uno", Move::Uno),
        ("word-uno-catch", Move::Catch(None)),
    ];
    let found = moves.into_iter().find(|(key, _)| means(words, key));
    found.map(|(_, found)| found)
}

/// Whether numbers are moves, as First2Shed is played with them: 1 draws, 2 passes, 3 names a colour.
pub fn has_numbered_moves(rules: &Rules) -> bool {
    rules.preset() == Some("first2shed")
}

/// The move with this number, where moves have some.
fn numbered_move(words: &str, rules: &Rules) -> Option<Result<Move, ParseError>> {
    let words = clean(words).ok().filter(|_| has_numbered_moves(rules))?;
    match words.trim() {
        "1" => Some(Ok(Move::Draw)),
        "2" => Some(Ok(Move::Pass)),
        other => {
            let color = other.strip_prefix('3')?;
            Some(match cards::read(color) {
                Ok(TypedCards::Color(color)) => Ok(Move::Color(color)),
                Ok(_) | Err(_) => Err(ParseError::NoColor),
            })
        }
    }
}

/// A card, or the colour or player that an already played card waits for.
fn play(words: &str, view: Option<&TableView<Uno>>) -> Result<Move, ParseError> {
    let round = view.and_then(|view| view.stage.game()?.playing());
    let swaps = round.is_some_and(|round| round.decision == UnoDecision::Swap && round.may.swap);
    if let Some(view) = view.filter(|_| swaps)
        && let Ok(with) = player(words, view)
    {
        return Ok(Move::Swap(with));
    }
    Ok(match cards::read(words)? {
        TypedCards::Color(color) => Move::Color(color),
        TypedCards::Seat(seat) => Move::Swap(seat),
        TypedCards::Card {
            face,
            color,
            with,
            uno,
        } => {
            let card = Card::new(color, face).or_else(|| only_one(face, round));
            let card = card.ok_or_else(|| ParseError::UnknownUno(quotable(words)))?;
            Move::Play(Play {
                card,
                color: color.filter(|_| card.is_wild()),
                swap: with,
                uno,
            })
        }
    })
}

/// The only playable card with this face.
fn only_one(face: Face, round: Option<&RoundView>) -> Option<Card> {
    let mut fitting = round?.playable.iter().filter(|card| card.face() == face);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(*first)
}

/// A play in typed notation: the code of its button.
pub fn typed_play(card: Card, color: Option<Color>, uno: bool) -> String {
    let mut words = cards::typed(card);
    if let Some(color) = color {
        words.push(' ');
        words.push(color.letter().to_ascii_lowercase());
    }
    if uno {
        words.push_str(" uno");
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cases;

    #[test]
    fn letters_and_words_do_for_what_is_no_card() {
        for (words, expected) in cases("moves/usual") {
            let read = bare(&words).map_or_else(|| play(&words, None), Ok);
            assert_eq!(
                read.map_or_else(|_| String::new(), told),
                expected,
                "{words:?}"
            );
        }
    }

    fn told(read: Move) -> String {
        let told = serde_json::to_string(&read).expect("plain data");
        told.trim_matches('"').to_owned()
    }

    #[test]
    fn numbers_are_moves_of_first2shed_alone() {
        for (words, expected) in cases("moves/numbers") {
            let read = numbered_move(&words, &Rules::FIRST2SHED);
            let read = read.map(|read| read.map_or_else(|error| format!("{error:?}"), told));
            assert_eq!(read.unwrap_or_default(), expected, "{words:?}");
            assert_eq!(numbered_move(&words, &Rules::OFFICIAL), None, "{words:?}");
        }
    }

    #[test]
    fn seats_are_named_by_number() {
        for (words, index) in [("3", 2), ("seat 3", 2), ("#10", 9), ("3号", 2), ("３", 2)] {
            assert_eq!(seat(words), Ok(Seat::new(index)), "{words:?}");
        }
        for words in ["0", "11", "north", "", "-1", "99999999999"] {
            assert!(seat(words).is_err(), "{words:?}");
        }
    }
}
