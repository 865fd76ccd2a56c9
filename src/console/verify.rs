//! Verifies a shuffle at the command line: its seal, and who got which card.

use crate::chance::Seed;
use crate::tractor::card::notation;
use crate::tractor::check::deal;
use crate::tractor::seating::Wind;

/// The shuffle to be verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The secret that was revealed after the round, 64 hexadecimal digits.
    pub secret: String,
    /// The seal shown before the deal, if it is to be compared.
    pub seal: Option<String>,
    /// The contributions of North, West, South and East; empty for none.
    pub words: [String; 4],
    /// The seat that drew the first card.
    pub first: String,
}

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The deal, line by line.
    pub lines: Vec<String>,
    /// Whether the seal matches the secret; true without a seal.
    pub holds: bool,
}

/// Why a shuffle cannot be verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// Not a secret.
    #[error(
        "the secret is 64 hexadecimal digits, as `$verify` shows it after a round: for example \
         tractor-bot verify {0} --north lucky", "00".repeat(32)
    )]
    Secret,
    /// Not a seat.
    #[error("{0:?} is no seat: north, west, south or east, for example --first north")]
    Seat(String),
}

/// Computes the deal again.
///
/// # Errors
/// [`VerifyError`] for an invalid secret or seat.
pub fn verify(request: &Request) -> Result<Report, VerifyError> {
    let secret = Seed::from_hex(&request.secret).ok_or(VerifyError::Secret)?;
    let seat = |wind: &Wind| format!("{wind:?}").eq_ignore_ascii_case(request.first.trim());
    let first = Wind::ALL.into_iter().find(seat);
    let first = first.ok_or_else(|| VerifyError::Seat(request.first.clone()))?;
    let words = request.words.each_ref().map(|words| words.trim());
    let dealt = deal(&secret, words, first);
    let seal = dealt.commitment.to_string();
    let mut lines = vec![
        format!("secret   {}", secret.reveal()),
        format!("seal     {seal}"),
        format!("mixed    {}", secret.mixed(words).reveal()),
    ];
    for (wind, hand) in Wind::ALL.iter().zip(&dealt.hands) {
        lines.push(format!("{:<9}{}", format!("{wind:?}"), notation(hand)));
    }
    lines.push(format!("kitty    {}", notation(&dealt.kitty)));
    let shown = request.seal.as_deref().map(str::trim);
    let holds = shown.is_none_or(|shown| shown.eq_ignore_ascii_case(&seal));
    lines.push(match (shown, holds) {
        (None, _) => "Compare the seal with the one that was shown before the deal.".to_owned(),
        (Some(_), true) => "The seal holds: this secret was fixed before the deal.".to_owned(),
        (Some(_), false) => "The seal does NOT belong to this secret.".to_owned(),
    });
    Ok(Report { lines, holds })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        Request {
            secret: Seed::from_number(7).reveal(),
            seal: None,
            words: [const { String::new() }; 4],
            first: "north".to_owned(),
        }
    }

    #[test]
    fn a_seal_holds_or_does_not() {
        let check = |seal: Option<String>, holds| {
            let report = verify(&Request { seal, ..request() }).expect("a secret");
            assert_eq!(report.holds, holds, "{report:?}");
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
        let secret = "abc".to_owned();
        let error = verify(&Request {
            secret,
            ..request()
        })
        .expect_err("too short");
        assert!(
            error.to_string().contains("tractor-bot verify 0000"),
            "{error}"
        );
        let first = "up".to_owned();
        let error = verify(&Request { first, ..request() }).expect_err("no seat");
        assert_eq!(error, VerifyError::Seat("up".to_owned()));
    }
}
