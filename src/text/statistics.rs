//! Statistics in words: what is asked for, one person's sums, and the best of a game.
//!
//! Decides how a question is read and how sums are told. What is counted, and what people are
//! compared by, is the store's.

use super::table::skill_name;
use super::*;
use crate::art::Picture;

use crate::club::Standing;
use crate::game::at_game;
use crate::store::{
    Counter, LeaderboardRow, Measure, Month, MonthPlayed, RatedPerson, Stats, Versus,
};
use std::collections::BTreeMap;

/// The default number of people on a leaderboard.
const USUAL: u32 = 10;
/// The most people a leaderboard lists.
const MOST: u32 = 25;
/// The least divisor of a ranked ratio: otherwise one lucky game leads.
const LEAST: u32 = 5;
const MOST_MONTHS: usize = 24;
/// The most opponents listed separately.
const MOST_OPPONENTS: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatisticsQuestion {
    pub person: Option<PersonId>,
    /// The words that are nothing else: perhaps the name of somebody who played.
    pub name: Option<String>,
    pub game: Option<GameKind>,
    pub by: Option<Measure>,
    /// The number of people.
    pub limit: Option<u32>,
    /// Whether over all servers.
    pub everywhere: bool,
    /// Whether by rating.
    pub rating: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnclearQuestion {
    /// Words that are no game, measure, number or person.
    Word(String),
    /// Words that are no measure of the game either.
    Measure(GameKind, String),
    /// The name of somebody who has not played the game.
    Nobody(GameKind, String),
}

impl StatisticsQuestion {
    /// Reads the words in any order: `@somebody` or a name, a game, a measure, a number, and
    /// `global`. A measure requires a game.
    pub fn parse(words: &str) -> StatisticsQuestion {
        let mut question = StatisticsQuestion::default();
        let mut others = Vec::new();
        for word in words.split_whitespace() {
            let lower = word.to_lowercase();
            if let Some(person) = mentioned(word) {
                question.person = Some(person);
            } else if let Some(game) = game(&lower) {
                question.game = Some(game);
            } else if let Ok(limit) = lower.parse::<u32>() {
                question.limit = Some(limit.clamp(1, MOST));
            } else if means(word, "word-everywhere") {
                question.everywhere = true;
            } else if means(word, "word-rating") {
                question.rating = true;
            } else {
                others.push(word);
            }
        }
        let by = |word| Measure::named(question.game?, measure(word));
        let (measures, name): (Vec<&str>, Vec<&str>) =
            others.into_iter().partition(|word| by(word).is_some());
        question.by = measures.last().and_then(|word| by(word));
        question.name = (!name.is_empty()).then(|| name.join(" "));
        question
    }

    /// What is unclear of a question whose name nobody has.
    pub fn unclear(&self) -> UnclearQuestion {
        let word = quotable(self.name.as_deref().unwrap_or_default());
        match self.game {
            Some(game) if self.by.is_some() => UnclearQuestion::Nobody(game, word),
            Some(game) => UnclearQuestion::Measure(game, word),
            None => UnclearQuestion::Word(word),
        }
    }

    pub fn limit(&self) -> u32 {
        self.limit.unwrap_or(USUAL)
    }
}

/// What older bots call a measure by one letter.
fn measure(word: &str) -> &str {
    match word {
        "w" | "W" => "wins",
        "p" | "P" => "points",
        "g" | "G" => "games",
        word => word,
    }
}

/// The least divisor with which people are ranked by this measure.
pub const fn least(by: Measure) -> u32 {
    if by.per.is_some() { LEAST } else { 1 }
}

/// The person of a mention such as `<@123>`.
pub fn mentioned(word: &str) -> Option<PersonId> {
    let id = word.strip_prefix("<@")?.strip_suffix('>')?;
    let id = id.strip_prefix('!').unwrap_or(id);
    let digits = !id.is_empty() && id.bytes().all(|digit| digit.is_ascii_digit());
    Some(PersonId(id.parse().ok().filter(|_| digits)?))
}

/// The game that a word in lower case stands for: its name, a word for the command of that name, or
/// one of [`Voice::ALSO`].
pub fn game(word: &str) -> Option<GameKind> {
    let called = |game: &GameKind| {
        let opening = Name::Open(*game).row().words;
        let also = at_game!(*game, G => G::ALSO);
        // Not every command that opens a table is called like the game.
        opening[0] == game.name() && opening.contains(&word) || also.contains(&word)
    };
    GameKind::of(word).or_else(|| GameKind::ALL.into_iter().find(called))
}

/// Why a question is refused, with a correct one.
pub fn unclear(unclear: &UnclearQuestion, command: Name, cx: &RenderContext) -> Page {
    let example = cx.command(command.example());
    let quoted = |word: &str| format!("`{word}`");
    Page::line(match unclear {
        UnclearQuestion::Word(word) => say!(cx, "stats-unknown", word = quoted(word), example),
        UnclearQuestion::Nobody(game, word) => {
            let (word, game) = (quoted(word), game_name(game.name(), cx));
            say!(cx, "stats-nobody", word, game)
        }
        UnclearQuestion::Measure(kind, word) => {
            let (word, game) = (quoted(word), game_name(kind.name(), cx));
            let (kind, list) = (kind.name(), names(*kind, cx));
            say!(cx, "stats-unknown-measure", word, game, list, kind)
        }
    })
}

/// The refusal of a leaderboard without a game.
pub fn which_game(cx: &RenderContext) -> Page {
    let games = GameKind::ALL.map(|game| format!("`{}`", game.name()));
    Page::line(say!(cx, "stats-which-game", list = cx.list(games)))
}

/// A person by name; if it is unknown, in Discord by a mention that pings nobody. Nobody is 0, but who was forgotten.
pub fn person(person: PersonId, name: &str, cx: &RenderContext) -> String {
    match cx.face {
        _ if person == PersonId(0) => say!(cx, "stats-forgotten"),
        _ if !name.is_empty() => cx.name(name),
        Surface::Discord => format!("<@{}>", person.0),
        Surface::Terminal => markup::name(&say!(cx, "console-you", n = person.0)),
        Surface::Browser => say!(cx, "stats-forgotten"),
    }
}

/// A person's place on the leaderboard of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaderboardPlace {
    pub game: GameKind,
    /// What people are compared by.
    pub by: Measure,
    /// The place, from 1.
    pub place: usize,
}

/// One person's sums in every game, or in one, with their places on the leaderboards.
pub fn stats_page(
    who: &str,
    (stats, ranks): (&Stats, &[LeaderboardPlace]),
    standings: &BTreeMap<GameKind, Standing>,
    question: &StatisticsQuestion,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(say!(cx, "stats-title"));
    page.push(format!("{who} · {}", reach(question.everywhere, cx)));
    let games = GameKind::ALL
        .into_iter()
        .filter(|game| question.game.is_none_or(|only| only == *game));
    let mut any = false;
    for game in games.filter(|game| stats.sums.keys().any(|(of, _)| of == game)) {
        any = true;
        let name = game_name(game.name(), cx);
        let rank = ranks.iter().find(|rank| rank.game == game);
        page.part(match rank {
            Some(rank) => {
                let by = measure_name(rank.by, cx);
                let place = say!(cx, "stats-place", place = rank.place, by);
                format!("**{name}** · {place}")
            }
            None => format!("**{name}**"),
        });
        page.extend(standings.get(&game).map(|of| profile::rating_line(*of, cx)));
        let measures = Measure::of(game).iter().copied();
        page.push(told_sums(game, stats, measures, cx).unwrap_or_default());
        page.extend(opponents(game, stats, cx));
    }
    if !any {
        page.push(say!(cx, "stats-none"));
    }
    add_course(&mut page, stats, question.game, cx);
    page
}

/// Adds a picture of what was played and won month by month: of the game asked for, else of the one
/// that was played most.
fn add_course(page: &mut Page, stats: &Stats, game: Option<GameKind>, cx: &RenderContext) {
    let played = |months: &BTreeMap<Month, MonthPlayed>| -> i64 {
        months.values().map(|sum| sum.games).sum()
    };
    let games = stats.months.iter();
    let games = games.filter(|(of, _)| cx.pictures && game.is_none_or(|game| game == **of));
    let Some((game, months)) = games.max_by_key(|(_, months)| played(months)) else {
        return;
    };
    let Some((first, last)) = months.keys().next().zip(months.keys().last()) else {
        return;
    };
    let all = std::iter::successors(Some(*first), |month| Some(month.next()));
    let all: Vec<Month> = all.take_while(|month| month <= last).collect();
    let shown = &all[all.len().saturating_sub(MOST_MONTHS)..];
    let count = |value: i64| u32::try_from(value).unwrap_or_default();
    let spans = shown.iter().map(|month| {
        let sum = months.get(month).copied().unwrap_or_default();
        (count(sum.games), count(sum.wins))
    });
    let spans: Vec<(u32, u32)> = spans.collect();
    let game = game_name(game.name(), cx);
    let [first, last] = [&shown[0], last].map(Month::to_string);
    let games: u32 = spans.iter().map(|(games, _)| games).sum();
    let wins: u32 = spans.iter().map(|(_, wins)| wins).sum();
    let alt = say!(cx, "picture-course", game, first, last, games, wins);
    page.show(Picture::Course(spans), &alt);
}

/// Some of somebody's measures in a game with their values, in one line: `won **75 %**`.
pub(super) fn told_sums(
    game: GameKind,
    stats: &Stats,
    measures: impl Iterator<Item = Measure>,
    cx: &RenderContext,
) -> Option<String> {
    let told = |measure: Measure| {
        let value = number(measure, stats.measure(game, measure)?, cx);
        Some(format!("{} **{value}**", measure_name(measure, cx)))
    };
    markup::dotted(measures.filter_map(told))
}

/// The sums against each opponent, in games that count them: most frequent opponents first.
fn opponents(game: GameKind, stats: &Stats, cx: &RenderContext) -> Vec<String> {
    let against = stats.opponents(game).into_iter().map(|(versus, sums)| {
        let who = match versus {
            Versus::Anybody => person(PersonId(0), "", cx),
            Versus::Computer(level) => match Skill::from_name(level) {
                Some(skill) => skill_name(skill, cx),
                None => markup::name(level),
            },
            Versus::Person(other) => {
                let name = stats.names.get(other).map_or("", String::as_str);
                person(*other, name, cx)
            }
        };
        let sum = |counter| sums.get(&counter).copied().unwrap_or(0);
        let (games, wins, draws) = (sum(Counter::Games), sum(Counter::Wins), sum(Counter::Draws));
        let losses = games - wins - draws;
        say!(cx, "stats-against", who, wins, draws, losses)
    });
    against.take(MOST_OPPONENTS).collect()
}

pub fn leaderboard_page(
    game: GameKind,
    by: Measure,
    board: &[LeaderboardRow],
    everywhere: bool,
    cx: &RenderContext,
) -> Page {
    let mut page = board_page(game, &measure_name(by, cx), everywhere, cx);
    page.extend(board_lines(by, board, cx));
    let (list, kind) = (names(game, cx), game.name());
    page.part(say!(cx, "stats-other-measures", list, kind));
    page
}

fn board_page(game: GameKind, by: &str, everywhere: bool, cx: &RenderContext) -> Page {
    let mut page = Page::titled(format!("{} · {by}", game_name(game.name(), cx)));
    page.push(reach(everywhere, cx));
    page
}

/// The leaderboards of several games, each by its own measure.
pub fn top_page(
    boards: &[(GameKind, Measure, Vec<LeaderboardRow>)],
    everywhere: bool,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(say!(cx, "stats-top-title"));
    page.push(reach(everywhere, cx));
    for (game, by, board) in boards {
        let game = game_name(game.name(), cx);
        page.part(format!("**{game}** · {}", measure_name(*by, cx)));
        page.extend(board_lines(*by, board, cx));
    }
    page
}

/// The best of a game by rating.
pub fn ratings_page(
    game: GameKind,
    board: &[RatedPerson],
    everywhere: bool,
    cx: &RenderContext,
) -> Page {
    let mut page = board_page(game, &say!(cx, "measure-rating"), everywhere, cx);
    if board.is_empty() {
        page.push(say!(cx, "rating-board-none"));
    }
    for (place, row) in (1..).zip(board) {
        let standing = profile::standing(row.standing, cx);
        let who = person(row.person, &row.name, cx);
        page.push(format!("{place}. {who} {standing}"));
    }
    page.part(say!(cx, "rating-about"));
    page
}

fn board_lines(by: Measure, board: &[LeaderboardRow], cx: &RenderContext) -> Vec<String> {
    if board.is_empty() {
        return vec![match by.per {
            Some(_) => say!(cx, "stats-board-none-ratio", n = LEAST),
            None => say!(cx, "stats-board-none"),
        }];
    }
    let line = |(place, standing): (usize, &LeaderboardRow)| {
        let value = by.value(standing.part, standing.whole).unwrap_or(0.0);
        let of = standing.whole.map(|whole| format!(" ({whole})"));
        let (of, value) = (of.unwrap_or_default(), number(by, value, cx));
        let who = person(standing.person, &standing.name, cx);
        format!("{place}. {who} {value}{of}")
    };
    (1..).zip(board).map(line).collect()
}

pub(super) fn reach(everywhere: bool, cx: &RenderContext) -> String {
    say!(cx, "stats-reach", everywhere = everywhere.to_string())
}

fn names(game: GameKind, cx: &RenderContext) -> String {
    let names = Measure::of(game).iter();
    let names = names.map(|measure| (measure_name(*measure, cx), measure.name));
    cx.list(
        names
            .chain([(say!(cx, "measure-rating"), "rating")])
            .map(|(name, word)| match name == word {
                true => format!("`{word}`"),
                false => format!("{name} `{word}`"),
            }),
    )
}

fn measure_name(measure: Measure, cx: &RenderContext) -> String {
    cx.say_key(&format!("measure-{}", measure.name), measure.name)
}

/// A value as shown: sums whole, ratios with one decimal.
fn number(measure: Measure, value: f64, cx: &RenderContext) -> String {
    match (measure.part, measure.per, measure.percent) {
        (_, _, true) => format!("{value:.1} %"),
        (_, Some(_), false) => format!("{value:.1}"),
        (Counter::Seconds, None, _) => {
            let minutes = (value / 60.0).round() as i64;
            let (hours, minutes) = (minutes / 60, minutes % 60);
            say!(cx, "stats-time", hours, minutes)
        }
        (_, None, false) => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &str, expected: &StatisticsQuestion) {
        assert_eq!(&StatisticsQuestion::parse(words), expected, "{words:?}");
    }

    #[test]
    fn questions_are_read_in_any_order() {
        let nothing = StatisticsQuestion::default();
        check("", &nothing);
        let of_person = StatisticsQuestion {
            person: Some(PersonId(123)),
            ..nothing.clone()
        };
        check("<@123>", &of_person);
        let everywhere = StatisticsQuestion {
            everywhere: true,
            ..of_person
        };
        check("<@!123> global", &everywhere);
        let uno = |limit| StatisticsQuestion {
            game: Some(GameKind::Uno),
            by: Measure::named(GameKind::Uno, "pw"),
            limit: Some(limit),
            ..StatisticsQuestion::default()
        };
        check("uno pw 10", &uno(10));
        check("10 PW Uno", &uno(10));
        check("uno pw 0", &uno(1));
        check("uno pw 99999", &uno(MOST));
        let named = StatisticsQuestion {
            name: Some("Big Bo".to_owned()),
            ..uno(3)
        };
        check("uno pw Big Bo 3", &named);
        let tractor = StatisticsQuestion {
            game: Some(GameKind::Tractor),
            ..nothing
        };
        check("升级", &tractor);
    }

    #[test]
    fn a_game_is_found_by_every_word_for_it() {
        for (words, meant) in [
            ("tractor 升级 拖拉机", GameKind::Tractor),
            ("uno u", GameKind::Uno),
            ("ttt tictactoe tic-tac-toe 井字棋", GameKind::TicTacToe),
        ] {
            for word in words.split(' ') {
                assert_eq!(game(word), Some(meant), "{word}");
            }
        }
        assert_eq!(game(Name::Open(GameKind::USUAL).word()), None);
    }

    #[test]
    fn what_is_no_question_is_named() {
        let word = |word: &str| UnclearQuestion::Word(word.to_owned());
        let measure = UnclearQuestion::Measure(GameKind::TicTacToe, "ppg".to_owned());
        for (words, unclear) in [
            ("pw", word("pw")),
            ("<@1x>", word("<@1x>")),
            ("<@+1>", word("<@+1>")),
            (&"x".repeat(6_000), word("xxxxxxxxxxxx…")),
            ("ttt ppg", measure),
        ] {
            assert_eq!(StatisticsQuestion::parse(words).unclear(), unclear);
        }
    }
}
