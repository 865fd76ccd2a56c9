//! Who did best in the deals of the days: of today, or of this month.

use super::{DAY, number_of};
use crate::desk::answer::{Done, Request, refuse};
use crate::desk::{Answer, Desk};
use crate::store::{DailyRanking, GuildId, Month};
use crate::table::UnixMillis;
use crate::text::daily::{self, DailySpan};
use crate::text::statistics::StatisticsQuestion;
use crate::text::words::means;

impl Desk {
    /// Who did best today or in this month.
    pub(in crate::desk) async fn daily_leaders(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { place, cx, .. } = asked;
        let (month, others): (Vec<&str>, Vec<&str>) = words
            .split_whitespace()
            .partition(|word| means(word, "word-month"));
        let question = StatisticsQuestion::parse(&others.join(" "));
        if question.name.is_some() || question.game.is_some() || question.person.is_some() {
            return refuse(say!(cx, "daily-leaders-usage"));
        }
        let today = self.today();
        let guild = place.guild.filter(|_| !question.everywhere).map(GuildId);
        let from = match month.is_empty() {
            true => today,
            false => first_of_month(today),
        };
        let ranking = DailyRanking {
            from,
            to: today,
            guild,
            limit: question.limit(),
        };
        let days = self.days(asked).await?;
        let leaders = asked.read(self.settings.store().daily_leaders(ranking).await)?;
        let span = match month.is_empty() {
            true => DailySpan::Day(number_of(&days, today)),
            false => DailySpan::Month(month_of(today)),
        };
        let mut page = daily::leaders_page(span, &leaders, guild.is_none(), cx);
        if month.is_empty() {
            page.push(self.daily_until(cx));
        }
        Ok(self.beside_a_match(Answer::shown(page).for_everybody(), place))
    }
}

fn month_of(day: u32) -> Month {
    Month::of(UnixMillis(u64::from(day) * DAY))
}

/// The first day of the month of this day.
fn first_of_month(day: u32) -> u32 {
    let month = month_of(day);
    let earlier = (0..day)
        .rev()
        .take_while(|earlier| month_of(*earlier) == month);
    earlier.last().unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_begins_with_its_first_day() {
        // 2024-10-04 and 2024-10-31.
        assert_eq!(first_of_month(20_000), 19_997);
        assert_eq!(first_of_month(20_027), 19_997);
        assert_eq!(first_of_month(20_028), 20_028);
    }
}
