//! Ratings in words, and a person's profile: ratings, the sums behind them, and honours.

use super::statistics::told_sums;
use super::*;
use crate::art::Picture;

use crate::club::{Honour, Standing};
use crate::command::Anywhere;
use crate::store::{Counter, Measure, Reach, Standings, Stats};

/// The most days of a picture, the latest.
const MOST_DAYS: usize = 365;

/// The measures that are told in a profile; `$stats` has all.
const MEASURES: [&str; 10] = [
    "rounds", "games", "pw", "declarer", "opponent", "throws", "failed", "matches", "won", "draws",
];

/// The fewest rounds after which somebody is told of as partner or opponent.
const LEAST_COMPANY: i64 = 5;

/// Where somebody stands in each game that they played, and what they have earned.
/// `streak` is for how many days they have played the deal of the day.
pub fn page(
    who: &str,
    stats: &Stats,
    standings: &Standings,
    streak: u32,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(say!(cx, "profile-title"));
    page.push(who.to_owned());
    let now = standings.within(Reach::Everywhere);
    let mut any = false;
    for game in GameKind::ALL {
        if !stats.sums.keys().any(|(of, _)| *of == game) && !now.contains_key(&game) {
            continue;
        }
        any = true;
        page.part(format!("**{}**", game_name(game.name(), cx)));
        if let Some(standing) = now.get(&game) {
            let best = standings.course.get(&game);
            let best = best.and_then(|days| days.values().max());
            let best = best.map_or(standing.rating, |best| *best.max(&standing.rating));
            let best = say!(cx, "profile-best", number = points((best + 500) / 1_000));
            page.push(format!("{} · {best}", rating_line(*standing, cx)));
        }
        let measures = MEASURES
            .iter()
            .filter_map(|name| Measure::named(game, name));
        page.extend(told_sums(game, stats, measures, cx));
        page.extend(company(game, stats, cx));
        page.extend(honours(game, stats, cx));
    }
    if streak > 0 {
        page.part(say!(cx, "profile-streak", n = streak));
    } else if !any {
        page.push(say!(cx, "stats-none"));
    }
    add_course(&mut page, standings, cx);
    page
}

/// With whom somebody plays most, and against whom they win least.
fn company(game: GameKind, stats: &Stats, cx: &RenderContext) -> Vec<String> {
    let of = |counters| {
        let all = stats.company(game, counters).into_iter();
        all.filter(|(_, [rounds, _])| *rounds >= LEAST_COMPANY)
    };
    let with = of([Counter::WithRounds, Counter::WithWins]).max_by_key(|(_, sums)| *sums);
    let against = of([Counter::AgainstRounds, Counter::AgainstWins]);
    // Fewest of a thousand won; of equals, whom they met more often.
    let rank = |[rounds, wins]: [i64; 2]| (1_000 * wins / rounds, std::cmp::Reverse(rounds));
    let hardest = against.min_by_key(|(_, sums)| rank(*sums));
    let found = [("partner", with), ("hardest", hardest)].into_iter();
    let told = found.filter_map(|(role, found)| {
        let (person, [rounds, wins]) = found?;
        let name = stats.names.get(&person).map_or("", String::as_str);
        let who = statistics::person(person, name, cx);
        let share = (100 * wins + rounds / 2) / rounds;
        Some(say!(cx, "profile-company", role, who, rounds, share))
    });
    told.collect()
}

/// What somebody earned in a game, the most frequent first.
fn honours(game: GameKind, stats: &Stats, cx: &RenderContext) -> Option<String> {
    let own = stats.honours.iter();
    let mut own: Vec<_> = own.filter(|(honour, _)| honour.game() == game).collect();
    own.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
    let told = own.into_iter().map(|(of, times)| match times {
        1 => honour(*of, cx),
        times => format!("{} ×{times}", honour(*of, cx)),
    });
    markup::dotted(told).map(|list| say!(cx, "honours-earned", list))
}

/// Adds a picture of the rating over time, in the game that was played on most days.
fn add_course(page: &mut Page, standings: &Standings, cx: &RenderContext) {
    let most = standings.course.iter().max_by_key(|(_, days)| days.len());
    let Some((game, days)) = most.filter(|(_, days)| cx.pictures && days.len() > 1) else {
        return;
    };
    let days: Vec<(u32, i64)> = days.iter().map(|(day, rating)| (*day, *rating)).collect();
    let shown = &days[days.len().saturating_sub(MOST_DAYS)..];
    let whole = |rating: i64| (rating + 500) / 1_000;
    let (first, last) = (shown[0], shown[shown.len() - 1]);
    let since = |(day, rating): &(u32, i64)| (day - first.0, whole(*rating) as i32);
    let picture = Picture::Ratings(shown.iter().map(since).collect());
    let (game, days) = (game_name(game.name(), cx), shown.len());
    let [from, to] = [first, last].map(|(_, rating)| points(whole(rating)));
    page.show(picture, &say!(cx, "picture-ratings", game, days, from, to));
}

/// Why nobody is found by these words.
pub fn unclear(words: &str, cx: &RenderContext) -> Page {
    let word = format!("`{}`", quotable(words));
    let example = cx.command(Name::Anywhere(Anywhere::Profile).example());
    Page::line(say!(cx, "stats-unknown", word, example))
}

/// That somebody shows their profile to nobody else.
pub fn private(who: &str, cx: &RenderContext) -> Page {
    Page::line(say!(cx, "profile-private", who))
}

/// A number of points as people read it: `1 540`.
pub fn points(points: i64) -> String {
    match points {
        1_000.. => format!("{}\u{a0}{:03}", points / 1_000, points % 1_000),
        points => points.to_string(),
    }
}

/// A number with how uncertain it is: `1 540 ± 80`.
pub fn standing(standing: Standing, cx: &RenderContext) -> String {
    let (rating, spread) = standing.points();
    number(format!("{} ± {}", points(rating), spread), standing, cx)
}

/// A number as it is told: that it is provisional as long as it is.
fn number(number: String, standing: Standing, cx: &RenderContext) -> String {
    match standing.is_provisional() {
        true => say!(cx, "rating-provisional", number),
        false => number,
    }
}

/// The line of somebody's statistics: `rating **1 540 ± 80**`.
pub fn rating_line(of: Standing, cx: &RenderContext) -> String {
    say!(cx, "rating-line", number = standing(of, cx))
}

/// How the last round moved the ratings of those who played it, in one line; nothing if it did not
/// count.
pub fn change_line<G: Voice>(cx: &TableContext<G>) -> Option<String> {
    let changes = &cx.laurels.ratings;
    let told = changes.iter().map(|change| {
        let (before, _) = change.before.points();
        let (after, _) = change.after.points();
        let step = match after - before {
            0 => "±0".to_owned(),
            step @ ..0 => format!("−{}", -step),
            step => format!("+{step}"),
        };
        let who = who(change.seat, cx);
        let number = number(points(after), change.after, cx);
        say!(cx, "rating-change", who, number, step)
    });
    markup::dotted(told).map(|list| say!(cx, "rating-changes", list))
}

/// What was earned in the last round, in one line; nothing if nothing was.
pub fn honours_line<G: Voice>(cx: &TableContext<G>) -> Option<String> {
    let told = cx.view.seats.iter().filter_map(|place| {
        let own = cx.laurels.honours.iter();
        let own = own.filter(|earned| earned.seat == place.seat);
        let list = cx.listed(own.map(|earned| honour(earned.honour, cx)))?;
        Some(say!(cx, "honours-of", who = who(place.seat, cx), list))
    });
    markup::dotted(told).map(|list| say!(cx, "honours-earned", list))
}

/// The name of an honour.
pub fn honour(honour: Honour, cx: &RenderContext) -> String {
    cx.say_key(&format!("honour-{}", honour.name()), honour.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Versus;
    use crate::text::context::Surface;
    use crate::text::locale::Locale;

    #[test]
    fn the_usual_partner_and_the_hardest_opponent_are_told() {
        let (bo, cai, dee) = (PersonId(2), PersonId(3), PersonId(4));
        let mut stats = Stats::default();
        let mut add = |who, counters: [Counter; 2], sums: [i64; 2]| {
            let of = stats.sums.entry((GameKind::Tractor, Versus::Person(who)));
            of.or_default().extend(counters.into_iter().zip(sums));
        };
        let with = [Counter::WithRounds, Counter::WithWins];
        let against = [Counter::AgainstRounds, Counter::AgainstWins];
        add(bo, with, [34, 21]);
        add(cai, with, [30, 29]);
        add(bo, against, [4, 0]);
        add(cai, against, [20, 8]);
        add(dee, against, [30, 12]);
        add(PersonId(0), against, [90, 0]);
        for (who, name) in [(bo, "Bo"), (dee, "Dee")] {
            stats.names.insert(who, name.to_owned());
        }
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
        assert_eq!(
            company(GameKind::Tractor, &stats, &cx),
            [
                "Most often with **Bo**: 34 rounds, 62 % won",
                "Hardest to beat: **Dee**, 40 % of 30 rounds won"
            ]
        );
        assert!(company(GameKind::Uno, &stats, &cx).is_empty());
    }
}
