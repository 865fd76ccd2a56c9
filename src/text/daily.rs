//! The deal of the day, and duels: what is asked for, how somebody did among all, and what they can show to others.
//!
//! Decides how a field of results is drawn and what a line to share has. Nothing in it tells a card.

use super::*;
use crate::chance::Commitment;
use crate::store::{DailyGroup, DailyLeader, DailyScore, Month};
use crate::table::DailyDeal;

/// The most squares of a line of the field.
const WIDEST: u32 = 10;

/// What the words after the command ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DailyRequest {
    /// To play it, or to see how it went.
    Play,
    /// To play it once more, not counted.
    Practise,
    /// What days to come were sealed with, and what opens those before.
    Seals,
}

impl DailyRequest {
    /// Reads the words; `None` for any others.
    pub fn read(words: &str) -> Option<Self> {
        Some(match words {
            "" => DailyRequest::Play,
            word if means(word, "word-practice") => DailyRequest::Practise,
            word if means(word, "word-seals") => DailyRequest::Seals,
            _ => return None,
        })
    }
}

/// How somebody did in the deal of a day.
#[derive(Debug, Clone)]
pub struct DailyResult<'a> {
    /// The number of the day.
    pub number: u32,
    pub score: &'a DailyScore,
    /// Whether it was done on the day itself.
    pub counts: bool,
    /// The results of all that count, the lowest rank first.
    pub field: &'a [DailyGroup],
    /// For how many days they have played.
    pub streak: u32,
    /// The points with which the opponents win.
    pub needed: u16,
    /// The table where it was played.
    pub table: TableKey,
}

/// How many hundredths of the others a result of this rank is better than, half of its equals among
/// them; `None` while there are no others.
pub fn percentile(field: &[DailyGroup], rank: i64) -> Option<u32> {
    let all: u32 = field.iter().map(|group| group.people).sum();
    let others = all.checked_sub(1).filter(|others| *others > 0)?;
    let count = |below: fn(i64, i64) -> bool| -> u32 {
        let groups = field.iter().filter(|group| below(group.rank, rank));
        groups.map(|group| group.people).sum()
    };
    let (worse, equal) = (count(|a, b| a < b), count(|a, b| a == b));
    Some((200 * worse + 100 * equal.saturating_sub(1)) / (2 * others))
}

/// Levels with their sign: `+2`, `0`, `−1`.
fn signed(levels: i64) -> String {
    match levels {
        0 => "0".to_owned(),
        1.. => format!("+{levels}"),
        _ => format!("−{}", levels.unsigned_abs()),
    }
}

/// The parts of a round as squares.
fn squares(course: &str) -> String {
    let square = |part: char| match part {
        'w' => '🟩',
        'l' => '🟥',
        _ => '🟨',
    };
    course.chars().map(square).collect()
}

/// How the field did, a line for each number of levels, the viewer's own in another colour.
fn field_lines(field: &[DailyGroup], own: Option<i32>) -> Vec<String> {
    let rows = field.chunk_by(|a, b| a.levels == b.levels).rev();
    let people = |row: &[DailyGroup]| row.iter().map(|group| group.people).sum();
    let rows: Vec<(i32, u32)> = rows.map(|row| (row[0].levels, people(row))).collect();
    let most = rows.iter().map(|(_, people)| *people).max().unwrap_or(1);
    let line = |(levels, people): &(i32, u32)| {
        let square = if own == Some(*levels) { "🟦" } else { "⬜" };
        let width = (people * WIDEST.min(most)).div_ceil(most) as usize;
        let (levels, bar) = (signed((*levels).into()), square.repeat(width));
        format!("`{levels}` {bar} {people}")
    };
    rows.iter().map(line).collect()
}

/// How somebody did, in a sentence; `needed` are the points with which the opponents win.
fn score_line(score: &DailyScore, needed: u16, cx: &RenderContext) -> String {
    let levels = signed(score.levels.into());
    let (points, trump) = (score.points, score.trump.as_str());
    let held = score.declares.to_string();
    say!(cx, "daily-score", held, levels, points, needed, trump)
}

/// The words by which somebody goes on with this deal, and is shown how it went.
pub fn words(deal: DailyDeal) -> String {
    deal.duel().map_or_else(|| "daily".to_owned(), duel_line)
}

/// How somebody did today, in a few words.
pub fn state(score: &DailyScore, streak: u32, cx: &RenderContext) -> String {
    let levels = signed(score.levels.into());
    say!(cx, "daily-state-done", levels, streak)
}

pub fn result_page(result: &DailyResult<'_>, cx: &RenderContext) -> Page {
    let (number, score, needed) = (result.number, result.score, result.needed);
    let (field, streak) = (result.field, result.streak);
    let mut page = Page::titled(say!(cx, "daily-title", number));
    let trump = score.trump.as_str();
    page.push(score_line(score, needed, cx));
    let own = result.counts.then_some(score.levels);
    let people: u32 = field.iter().map(|group| group.people).sum();
    page.push(match percentile(field, score.rank()) {
        _ if !result.counts => say!(cx, "daily-late"),
        Some(percent) => say!(cx, "daily-percentile", percent, people),
        None => say!(cx, "daily-first"),
    });
    page.extend(field_lines(field, own));
    if result.counts {
        page.part(say!(cx, "daily-share-hint"));
        let (levels, points) = (signed(score.levels.into()), score.points);
        let course = squares(&score.course);
        let share = say!(
            cx,
            "daily-share",
            number,
            trump,
            levels,
            points,
            needed,
            course,
            streak
        );
        page.push(format!("`{share}`"));
    }
    page.part(say!(cx, "daily-next"));
    let (review, again) = (say!(cx, "button-review"), say!(cx, "button-daily-practice"));
    page.row(vec![
        Control::plain(review, result.table, "review"),
        Control::plain(again, result.table, "daily practice"),
    ]);
    page
}

/// When the next deal comes, in seconds since 1970, by the reader's own clock or by how long it is until then from `now`.
pub fn until_line(next: u64, now: u64, cx: &RenderContext) -> String {
    let minutes = next.saturating_sub(now).div_ceil(60);
    let when = match cx.face {
        Surface::Browser => markup::time(next, true),
        Surface::Discord | Surface::Terminal => markup::clock(next),
    };
    let (hours, minutes, face) = (minutes / 60, minutes % 60, cx.face.word());
    say!(cx, "daily-until", face, when, hours, minutes)
}

/// What comes after the deal of a day at its table: how it went among all, or once more.
pub fn after<G: Voice>(cx: &TableContext<G>) -> Vec<Control> {
    let deal = cx.view.daily.filter(|daily| daily.counts);
    let (label, line) = match deal {
        Some(deal) => (say!(cx, "button-daily"), words(deal)),
        None => (
            say!(cx, "button-daily-practice"),
            "daily practice".to_owned(),
        ),
    };
    vec![Control::button(label, cx.table, line, Style::Good)]
}

/// Takes away what nobody can do at the deal of a day: it is refused.
pub fn leave_out<G: Voice>(view: &TableView<G>, page: &mut Page) {
    if view.daily.is_none() {
        return;
    }
    page.retain(|press| match press.line.as_str() {
        "hint" => view.gives_advice(),
        "leave" | "reset" | "kick *" | "start deal" => false,
        _ => true,
    });
}

/// What plays the cards of the duel of this number, or shows how it went.
fn duel_line(number: u32) -> String {
    format!("duel {}", duel::code(number))
}

/// A day and the seal on it, or what opens it.
pub struct DailySeal {
    pub number: u32,
    pub commitment: Commitment,
    /// The opened secret, for a day that is over.
    pub secret: Option<String>,
}

pub fn seals_page(seals: &[DailySeal], cx: &RenderContext) -> Page {
    let mut page = Page::titled(say!(cx, "daily-seals-title"));
    page.push(say!(cx, "daily-seals"));
    for seal in seals {
        let number = seal.number;
        page.part(format!("**{}**", say!(cx, "daily-title", number)));
        page.push(format!("`{}`", seal.commitment));
        if let Some(secret) = &seal.secret {
            let secret = format!("`{secret}`");
            page.push(say!(cx, "daily-opened", secret));
        }
    }
    page
}

/// Of which days a leaderboard is.
#[derive(Debug, Clone, Copy)]
pub enum DailySpan {
    Day(u32),
    Month(Month),
}

pub fn leaders_page(
    span: DailySpan,
    leaders: &[DailyLeader],
    everywhere: bool,
    cx: &RenderContext,
) -> Page {
    let of_month = |(place, leader): (usize, &DailyLeader)| {
        let who = statistics::person(leader.person, &leader.name, cx);
        let (won, days) = (leader.won, leader.days);
        say!(cx, "daily-leader-month", place, who, won, days)
    };
    let (title, lines, below) = match span {
        DailySpan::Day(number) => {
            let (title, below) = (
                say!(cx, "daily-title", number),
                say!(cx, "daily-also-month"),
            );
            (title, leader_lines(leaders, cx), below)
        }
        DailySpan::Month(month) => {
            let title = say!(cx, "daily-month-title", month = month.to_string());
            let lines = (1..).zip(leaders).map(of_month);
            (title, lines.collect(), say!(cx, "daily-by-levels"))
        }
    };
    let mut page = Page::titled(title);
    page.push(statistics::reach(everywhere, cx));
    if leaders.is_empty() {
        page.push(say!(cx, "daily-nobody"));
    }
    page.extend(lines);
    page.part(below);
    page
}

/// Those who played one deal, each with what they won in it.
fn leader_lines(leaders: &[DailyLeader], cx: &RenderContext) -> Vec<String> {
    let line = |(place, leader): (usize, &DailyLeader)| {
        let who = statistics::person(leader.person, &leader.name, cx);
        let (levels, points) = (signed(leader.levels), leader.points);
        say!(cx, "daily-leader", place, who, levels, points)
    };
    (1..).zip(leaders).map(line).collect()
}

/// How somebody did, and all who have played the same cards.
#[derive(Debug, Clone)]
pub struct DuelResult<'a> {
    pub number: u32,
    pub score: &'a DailyScore,
    /// Everybody with a result, the best first.
    pub all: &'a [DailyLeader],
    /// The points with which the opponents win.
    pub needed: u16,
    /// The table where it was played.
    pub table: TableKey,
}

pub fn duel_page(result: &DuelResult<'_>, cx: &RenderContext) -> Page {
    let code = duel::code(result.number);
    let mut page = Page::titled(say!(cx, "duel-title", code = code.as_str()));
    page.push(score_line(result.score, result.needed, cx));
    page.push("");
    page.extend(leader_lines(result.all, cx));
    page.part(say!(cx, "duel-next", code));
    let review = say!(cx, "button-review");
    page.row(vec![Control::plain(review, result.table, "review")]);
    page
}

/// Tells those whom somebody asks to play the same cards, with a button for it.
pub fn invitation(
    number: u32,
    who: &str,
    asked: Vec<PersonId>,
    table: TableKey,
    cx: &RenderContext,
) -> Page {
    let line = duel_line(number);
    let command = cx.command(&line);
    let mut page = Page::line(say!(cx, "duel-invitation", who, command));
    page.ping = asked;
    let label = say!(cx, "button-duel");
    page.with(vec![Control::button(label, table, line, Style::Good)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(groups: &[(i64, u32)]) -> Vec<DailyGroup> {
        let group = |(rank, people): &(i64, u32)| DailyGroup {
            rank: *rank,
            levels: (*rank / 10_000) as i32,
            people: *people,
        };
        groups.iter().map(group).collect()
    }

    #[test]
    fn a_result_is_better_than_those_below_and_half_of_its_equals() {
        let check = |groups: &[(i64, u32)], rank, expected| {
            assert_eq!(percentile(&field(groups), rank), expected, "{groups:?}");
        };
        check(&[(5, 1)], 5, None);
        check(&[(4, 1), (5, 1)], 5, Some(100));
        check(&[(4, 1), (5, 1)], 4, Some(0));
        check(&[(4, 1), (5, 2)], 5, Some(75));
        check(&[(5, 9)], 5, Some(50));
        check(&[(1, 50), (2, 1), (3, 50)], 2, Some(50));
    }

    #[test]
    fn the_field_is_drawn_by_levels_with_the_own_ones_marked() {
        let drawn = field_lines(
            &field(&[(-9_960, 2), (9_900, 1), (20_000, 1), (20_020, 3)]),
            Some(2),
        );
        assert_eq!(drawn, ["`+2` 🟦🟦🟦🟦 4", "`0` ⬜⬜⬜ 3"]);
        let crowd = field_lines(&field(&[(0, 1), (10_000, 1_000)]), None);
        assert_eq!(crowd[0], format!("`+1` {} 1000", "⬜".repeat(10)));
        assert_eq!(crowd[1], "`0` ⬜ 1");
        assert_eq!(squares("wle"), "🟩🟥🟨");
        assert_eq!([signed(2), signed(0), signed(-3)], ["+2", "0", "−3"]);
    }
}
