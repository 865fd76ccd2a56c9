//! Verifies a shuffle at the command line: its seal, and who got which card.

use clap::Args;

use super::Report;
use crate::chance::Seed;
use crate::desk::Served;
use crate::game::{GameKind, MOST_SEATS, RuleError, RuleSet as _, Seat};
use crate::table::drawn_seats;
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Locale;
use crate::tractor::seating::Wind;

/// What a shuffle is checked with; `$verify` shows all of it after a round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Args)]
pub struct VerifyRequest {
    /// The secret that was revealed, 64 hexadecimal digits.
    pub secret: String,
    /// The seal that was shown before the deal, to be compared.
    #[arg(long)]
    pub seal: Option<String>,
    /// What a seat mixed in; once for each that did.
    #[arg(long, value_name = "SEAT=WORDS", value_parser = parse_rule)]
    pub mixed: Vec<(String, String)>,
    /// The same for North.
    #[arg(long, value_name = "WORDS")]
    pub north: Option<String>,
    /// The same for West.
    #[arg(long, value_name = "WORDS")]
    pub west: Option<String>,
    /// The same for South.
    #[arg(long, value_name = "WORDS")]
    pub south: Option<String>,
    /// The same for East.
    #[arg(long, value_name = "WORDS")]
    pub east: Option<String>,
    /// Who drew the first card; the first seat without it.
    #[arg(long, value_name = "SEAT", conflicts_with = "order")]
    pub first: Option<String>,
    /// All seats in the order in which cards were dealt, if that is not the order of the seats.
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    pub order: Vec<String>,
    /// A house rule of the match that was not the usual one.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = parse_rule)]
    pub rules: Vec<(String, String)>,
    /// Who sat on the seats before they were drawn, in the order of the seats: verifies that draw.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub seats: Vec<String>,
}

impl VerifyRequest {
    /// What seats mixed in, each by its name.
    fn mixed(&self) -> impl Iterator<Item = (&str, &str)> {
        let words = [&self.north, &self.west, &self.south, &self.east];
        let winds = Wind::ALL.map(Wind::word).into_iter().zip(words);
        let winds = winds.filter_map(|(seat, words)| Some((seat, words.as_deref()?)));
        let named = self.mixed.iter();
        named.map(|(seat, words)| (&**seat, &**words)).chain(winds)
    }
}

/// A name and a value, as house rules are given.
///
/// # Errors
/// An example, where there is no `=`.
pub fn parse_rule(words: &str) -> Result<(String, String), String> {
    let (name, value) = words
        .split_once('=')
        .ok_or_else(|| format!("{words:?} is not NAME=VALUE: for example no_call=redeal"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum VerifyError {
    #[error(
        "the secret is 64 hexadecimal digits, as `$verify` shows it after a round: for example \
         tractor-bot verify {0} --north lucky", "00".repeat(32)
    )]
    Secret,
    /// Not a seat, or one that is named twice or not at all.
    #[error("{word:?} is no seat here, or named twice: for example --first {example}")]
    Seat {
        /// What was named.
        word: String,
        example: &'static str,
    },
    #[error("{wrong}; right is for example --rule {right}")]
    Rule { wrong: RuleError, right: String },
    #[error("nothing is shuffled in {0}")]
    Nothing(&'static str),
}

/// Computes the deal again; it is sound unless the seal does not match the secret.
///
/// # Errors
/// [`VerifyError`] for an invalid secret, seat or house rule, and in a game without a shuffle.
pub fn verify<G: Served>(request: &VerifyRequest) -> Result<Report, VerifyError> {
    let secret = Seed::from_hex(&request.secret).ok_or(VerifyError::Secret)?;
    let mut rules = G::Rules::default();
    for (name, value) in &request.rules {
        let set = rules.set(name, value);
        set.map_err(|wrong| no_rule::<G>(wrong))?;
    }
    let order = match request.seats.len() {
        0 => order::<G>(request, &rules)?,
        seats => Seat::first(seats.min(usize::from(MOST_SEATS)) as u8).collect(),
    };
    let mut words = vec![""; order.len()];
    for (name, given) in request.mixed() {
        let seat = seat::<G>(name)?;
        let place = words.get_mut(seat.index());
        *place.ok_or_else(|| no_seat::<G>(name))? = given.trim();
    }
    let mixed = secret.mixed(words);
    let heaps = match request.seats.is_empty() {
        true => G::dealt(&mixed, &rules, &order),
        false => Some(seats::<G>(&secret, &request.seats)),
    };
    let heaps = heaps.ok_or(VerifyError::Nothing(GameKind::name(G::KIND)))?;
    let seal = secret.commitment().to_string();
    let mut lines = vec![
        format!("secret   {}", secret.reveal()),
        format!("seal     {seal}"),
        format!("mixed    {}", mixed.reveal()),
    ];
    let heaps = heaps.iter();
    lines.extend(heaps.map(|(name, cards)| format!("{name:<9}{}", cards.join(" "))));
    let shown = request.seal.as_deref().map(str::trim);
    let sound = shown.is_none_or(|shown| shown.eq_ignore_ascii_case(&seal));
    lines.push(match (shown, sound) {
        (None, _) => "Compare the seal with the one that was shown before the deal.".to_owned(),
        (Some(_), true) => "The seal holds: this secret was fixed before the deal.".to_owned(),
        (Some(_), false) => "The seal does NOT belong to this secret.".to_owned(),
    });
    Ok(Report { lines, sound })
}

/// The seats that were drawn, each with who sits there.
fn seats<G: Served>(secret: &Seed, names: &[String]) -> Vec<(String, Vec<String>)> {
    let cx = RenderContext::new(Locale::ENGLISH, Surface::Terminal, "$");
    let before = drawn_seats(secret, names.len().min(usize::from(MOST_SEATS)) as u8);
    let seats = (0..).map(Seat::new).zip(before);
    let seats = seats.map(|(seat, from)| {
        let name = names[from.index()].clone();
        (G::seat_name(seat, &cx), vec![name])
    });
    seats.collect()
}

/// The seats as they were dealt to. As many play as are listed, or as few as can.
fn order<G: Served>(request: &VerifyRequest, rules: &G::Rules) -> Result<Vec<Seat>, VerifyError> {
    let seats = G::seats(rules);
    let named = request.order.iter().map(|word| seat::<G>(word));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let count = match named.len() {
        0 => *seats.start(),
        listed => (listed as u8).clamp(*seats.start(), *seats.end()),
    };
    let mut all: Vec<Seat> = Seat::first(count).collect();
    let mut sorted = named.clone();
    sorted.sort();
    if !named.is_empty() && sorted != all {
        return Err(no_seat::<G>(&request.order.join(",")));
    }
    if let Some(first) = &request.first {
        let at = seat::<G>(first)?.index();
        match at < all.len() {
            true => all.rotate_left(at),
            false => return Err(no_seat::<G>(first)),
        }
    }
    Ok(if named.is_empty() { all } else { named })
}

fn seat<G: Served>(word: &str) -> Result<Seat, VerifyError> {
    G::parse_seat(word).map_err(|_| no_seat::<G>(word))
}

fn no_rule<G: Served>(wrong: RuleError) -> VerifyError {
    let right = match &wrong {
        RuleError::BadValue { name, choices, .. } => {
            let values = choices.offered();
            let value = values.get(1).or(values.first()).unwrap_or(&"");
            format!("{name}={value}")
        }
        RuleError::Clash {
            other, while_it_is, ..
        } => format!("{other}={while_it_is}"),
        RuleError::UnknownName { .. } => {
            let usual = G::Rules::default().entries().into_iter().next();
            usual.map_or_else(String::new, |rule| format!("{}={}", rule.name, rule.value))
        }
    };
    VerifyError::Rule { wrong, right }
}

fn no_seat<G: Served>(word: &str) -> VerifyError {
    VerifyError::Seat {
        word: word.to_owned(),
        example: G::SEAT_EXAMPLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tictactoe::TicTacToe;
    use crate::tractor::Tractor;
    use crate::uno::Uno;

    fn request() -> VerifyRequest {
        VerifyRequest {
            secret: Seed::from_number(7).reveal(),
            ..VerifyRequest::default()
        }
    }

    #[test]
    fn a_seal_holds_or_does_not() {
        let check = |seal: Option<String>, holds| {
            let report = verify::<Tractor>(&VerifyRequest { seal, ..request() }).expect("a secret");
            assert_eq!(report.sound, holds, "{report:?}");
        };
        let seal = Seed::from_number(7).commitment().to_string();
        check(None, true);
        check(Some(seal.to_uppercase()), true);
        check(Some(seal), true);
        check(Some(Seed::from_number(8).commitment().to_string()), false);
        check(Some("abc".to_owned()), false);
    }

    #[test]
    fn what_is_no_secret_or_seat_is_told_with_an_example() {
        let check = |request: &VerifyRequest, told: &str| {
            let error = verify::<Tractor>(request).expect_err("not understood");
            assert!(error.to_string().contains(told), "{error}");
        };
        let secret = "abc".to_owned();
        check(
            &VerifyRequest {
                secret,
                ..request()
            },
            "tractor-bot verify 0000",
        );
        let first = Some("up".to_owned());
        check(&VerifyRequest { first, ..request() }, "\"up\" is no seat");
        let order = ["north", "north", "east", "west"].map(str::to_owned).into();
        check(&VerifyRequest { order, ..request() }, "--first south");
        let mixed = vec![("under".to_owned(), "words".to_owned())];
        check(&VerifyRequest { mixed, ..request() }, "\"under\"");
        let rules = vec![("gravity".to_owned(), "on".to_owned())];
        check(
            &VerifyRequest { rules, ..request() },
            "\"gravity\"; right is for example --rule ",
        );
        let rules = vec![("match_to".to_owned(), "one".to_owned())];
        check(
            &VerifyRequest { rules, ..request() },
            "right is for example --rule match_to=",
        );
        let nothing = verify::<TicTacToe>(&request());
        assert_eq!(nothing, Err(VerifyError::Nothing("ttt")));
    }

    #[test]
    fn hands_of_any_game_are_worked_out_by_its_rules() {
        let order = ["2", "1", "3"].map(str::to_owned).into();
        let rules = vec![("hand".to_owned(), "5".to_owned())];
        let request = VerifyRequest {
            order,
            rules,
            ..request()
        };
        let report = verify::<Uno>(&request).expect("a deal");
        let begin = |line: &String| line.split("  ").next().unwrap_or_default().to_owned();
        let heaps: Vec<String> = report.lines[3..7].iter().map(begin).collect();
        assert_eq!(heaps, ["seat 2", "seat 1", "seat 3", "top"]);
        assert_eq!(report.lines[3].split_whitespace().count(), 7);
    }
}
