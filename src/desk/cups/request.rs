//! What is asked of a cup, in the words of a command.
//!
//! Decides which words at the end of a new cup's line say how it is to be; all before them is its name. What looks
//! like such words and is none of them is refused, so that nobody calls a cup `Friday 3 rounds`.

use crate::club::cup::{Cup, CupGame, LONGEST_DAYS, MOST_NAME, MOST_ROUNDS};
use crate::desk::{Being, Command};
use crate::game::GameKind;
use crate::table::PersonId;
use crate::text::cups::CupTrouble;
use crate::text::statistics;
use crate::text::words::{is_yes, means, quotable};

/// How many rounds a cup has that does not say.
const USUAL_ROUNDS: u32 = 4;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CupRequest {
    Tell,
    List,
    /// A cup like this, and after how many minutes it begins by itself.
    New(Box<Cup>, Option<u64>),
    /// To be signed up, perhaps with this partner.
    Join(Option<Partner>),
    /// To be the partner of who has asked.
    Accept(PersonId),
    /// To be nobody's partner who has asked.
    Decline,
    Leave,
    Start,
    End {
        /// Whether it is confirmed.
        sure: bool,
    },
}

/// With whom somebody wants to be signed up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Partner {
    /// The name is empty where it is not known.
    Known(PersonId, String),
    /// Written as text, without a mention.
    Called(String),
}

/// What words at the end of a line say of a cup besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CupOption {
    Rounds(u64),
    Minutes(u64),
    Drawn,
    Game(CupGame),
}

impl CupRequest {
    /// # Errors
    /// Why the words are not understood.
    pub(super) fn read(command: &Command) -> Result<Self, CupTrouble> {
        let words: Vec<&str> = command.words.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else {
            return Ok(Self::Tell);
        };
        let is = |word| means(first, word);
        Ok(match rest {
            [] if is("word-list") => Self::List,
            [] if is("word-leave") => Self::Leave,
            [] if is("word-decline") => Self::Decline,
            [] if is("word-begin") => Self::Start,
            [] if is("word-end") => Self::End { sure: false },
            [sure] if is("word-end") && is_yes(sure) => Self::End { sure: true },
            [by] if *first == "accept" => match statistics::mentioned(by) {
                Some(by) => Self::Accept(by),
                None => return Err(CupTrouble::Unclear),
            },
            [] if is("word-join") => Self::Join(None),
            [partner, ..] if is("word-join") => match command.people.as_slice() {
                [partner] if partner.being == Being::Person => {
                    Self::Join(Some(Partner::Known(partner.person, partner.name.clone())))
                }
                // Of who is mentioned in the text of a slash command no more is known.
                [] => Self::Join(Some(match statistics::mentioned(partner) {
                    Some(person) => Partner::Known(person, String::new()),
                    None => Partner::Called(rest.join(" ").trim_start_matches('@').to_owned()),
                })),
                _ => return Err(CupTrouble::Unclear),
            },
            rest if is("word-new") => return Self::new(&rest.join(" ")),
            _ => return Err(CupTrouble::Unclear),
        })
    }

    /// A name, and after it what else is said of the cup, in any order, each once.
    fn new(words: &str) -> Result<Self, CupTrouble> {
        let words = words.trim_matches(|c: char| "\"'“”«»「」".contains(c));
        let words: Vec<&str> = words.split_whitespace().collect();
        let (mut game, mut rounds, mut drawn, mut minutes) = (None, None, false, None);
        let mut name = &words[..];
        while let Some((option, length)) = last_option(name) {
            let first = match option {
                CupOption::Rounds(number) => note(&mut rounds, number),
                CupOption::Minutes(number) => note(&mut minutes, number),
                CupOption::Drawn => !std::mem::replace(&mut drawn, true),
                CupOption::Game(named) => note(&mut game, named),
            };
            // A cup may be called like its game.
            if !first || (matches!(option, CupOption::Game(_)) && name.len() == length) {
                break;
            }
            name = &name[..name.len() - length];
        }
        if let Some(word) = misplaced(name) {
            return Err(CupTrouble::Misplaced(quotable(&word)));
        }
        let name = name.join(" ");
        let rounds = rounds.unwrap_or(USUAL_ROUNDS.into());
        let rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
        let fits = (1..=MOST_ROUNDS).contains(&rounds)
            && (1..=MOST_NAME).contains(&name.chars().count())
            && minutes.is_none_or(|minutes| minutes <= LONGEST_DAYS * 24 * 60);
        if !fits {
            return Err(CupTrouble::Limits);
        }
        let game = game.unwrap_or_default();
        let cup = Cup {
            name,
            game,
            rounds,
            drawn,
            ..Cup::default()
        };
        Ok(Self::New(Box::new(cup), minutes))
    }
}

/// Notes what is said for the first time; whether it was.
fn note<T>(noted: &mut Option<T>, said: T) -> bool {
    let first = noted.is_none();
    noted.get_or_insert(said);
    first
}

/// What the last words say of a cup, and how many words that are: `5`, `3 rounds`, `10m`, `2 h`, `drawn`, `uno`.
fn last_option(words: &[&str]) -> Option<(CupOption, usize)> {
    let last = *words.last()?;
    if means(last, "word-drawn") {
        return Some((CupOption::Drawn, 1));
    }
    let unit = last.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &last[..last.len() - unit.len()];
    if let Ok(number) = number.parse() {
        let option = match unit {
            "" => Some(CupOption::Rounds(number)),
            unit => amount(number, unit),
        };
        return Some((option?, 1));
    }
    let before = words.len().checked_sub(2).map(|at| words[at]);
    let counted = before.and_then(|number| amount(number.parse().ok()?, last));
    let game = || game_named(last).map(|game| (CupOption::Game(game), 1));
    counted.map(|option| (option, 2)).or_else(game)
}

fn amount(number: u64, unit: &str) -> Option<CupOption> {
    if means(unit, "word-rounds") {
        return Some(CupOption::Rounds(number));
    }
    let minutes = means(unit, "word-minutes").then_some(1);
    let minutes = minutes.or(means(unit, "word-hours").then_some(60));
    Some(CupOption::Minutes(number.saturating_mul(minutes?)))
}

/// Words within a name that say how many of what, and so belong behind it.
fn misplaced(name: &[&str]) -> Option<String> {
    (1..=name.len()).find_map(|end| {
        let (option, length) = last_option(&name[..end])?;
        let words = &name[end - length..end];
        let has_unit = words.join("").parse::<u64>().is_err();
        let counts = matches!(option, CupOption::Rounds(_) | CupOption::Minutes(_));
        (counts && has_unit).then(|| words.join(" "))
    })
}

/// The game that this word names, if cups are played of it.
fn game_named(word: &str) -> Option<CupGame> {
    let named = statistics::game(&word.to_lowercase())?;
    let games = [
        (GameKind::Tractor, CupGame::Tractor),
        (GameKind::Uno, CupGame::Uno),
    ];
    let mut games = games.into_iter();
    games.find_map(|(game, of)| (game == named).then_some(of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Anywhere, Name};
    use crate::text::cases;

    fn read(words: &str) -> Result<CupRequest, CupTrouble> {
        CupRequest::read(&Command::new(Name::Anywhere(Anywhere::Cup), words))
    }

    #[test]
    fn a_cup_is_called_by_its_name_and_what_else_is_said_of_it() {
        for (words, expected) in cases("cups") {
            let told = match read(&words) {
                Ok(CupRequest::New(cup, minutes)) => {
                    let drawn = if cup.drawn { " drawn" } else { "" };
                    let minutes = minutes.map_or_else(String::new, |m| format!(" {m} min"));
                    format!(
                        "{:?}: {}, {}{drawn}{minutes}",
                        cup.game, cup.name, cup.rounds
                    )
                }
                other => format!("{other:?}"),
            };
            assert_eq!(told, expected, "{words}");
        }
    }

    #[test]
    fn a_partner_is_named_by_a_mention_or_as_text() {
        let called = |name: &str| Ok(CupRequest::Join(Some(Partner::Called(name.to_owned()))));
        assert_eq!(read("join @Chen"), called("Chen"));
        assert_eq!(read("join Chen Wei"), called("Chen Wei"));
        let known = Partner::Known(PersonId(7), String::new());
        assert_eq!(read("join <@7>"), Ok(CupRequest::Join(Some(known))));
    }
}
