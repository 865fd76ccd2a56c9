//! Whose turn it is, the trick on the table and the state of the round, in the lines that the hand
//! and the table share; and the trick as it lies around the table, for faces whose characters are all
//! equally wide.
//!
//! Decides their words and their order: the lead first, the others in seat order. Who may see a
//! card is decided by the view.

use super::*;
use crate::text::markup::{Span, escape, spans};
use crate::text::table::{is_viewer, seated};
use unicode_width::UnicodeWidthStr as _;

/// A page that begins with this line, bold, and with the countdown of the turn. It is no title:
/// there Discord shows neither countdowns nor all markup. With faces it is a heading, where Discord
/// shows them larger; a small one, so that it needs no more lines.
pub fn page(head: &str, cx: &RenderContext) -> Page {
    let head = match head.contains("<:") && cx.face == Surface::Discord {
        true => format!("### {head}"),
        false => format!("**{head}**"),
    };
    Page {
        lines: vec![cx.timed(head)],
        ..Page::default()
    }
}

/// Whose turn it is and what they do: `Chen (East) follows ♠K ♠K`.
pub fn head(cx: &MatchContext) -> Option<String> {
    let name = |seat| phrases::placed(plain_who(seat, cx), seat, cx);
    let face = cx.face.word();
    Some(match &cx.game.phase {
        PhaseView::Burying => {
            say!(cx, "turn-bury", who = name(cx.game.burier()?), face)
        }
        PhaseView::Overcalls { asked, .. } => {
            say!(cx, "turn-overcall", who = name(*asked))
        }
        PhaseView::Playing { trick, to_play, .. } => {
            let who = name(*to_play);
            match trick.plays.first() {
                None => say!(cx, "turn-lead", who, face),
                Some(lead) => {
                    let lead = shown(options::trump(cx.game), lead, cx);
                    say!(cx, "turn-follow", who, lead, face)
                }
            }
        }
        _ => return None,
    })
}

/// Cards of a play as they are shown: sorted as in a hand.
pub fn shown(trump: Trump, play: &[Card], cx: &RenderContext) -> String {
    phrases::cards(&order::sorted(play, trump), cx)
}

/// Trump, level, and unless they are hidden the points of the opponents: `♥ trump · level 7 · **Bo + Eve** 35 of 80`.
pub fn state(cx: &MatchContext) -> String {
    let game = cx.game;
    let trump = options::trump(game);
    let kitty = game.kitty_points;
    let kitty = kitty.map(|points| format!(" · {}", say!(cx, "state-kitty", points)));
    let state = match game.dealer.filter(|_| !game.hides_points()) {
        None => {
            let (trump, level) = (phrases::trump(trump, cx), game.level.name());
            say!(cx, "state-open", trump, level)
        }
        Some(dealer) => {
            let points = [game.points, game.rules.points_to_win.0];
            score(trump, Team::of(dealer).other(), points, cx)
        }
    };
    state + kitty.as_deref().unwrap_or("")
}

/// Trump, level, and the points of the opponents, of those that they need.
pub fn score(trump: Trump, team: Team, [points, needed]: [u16; 2], cx: &TableContext) -> String {
    let (level, opponents) = (trump.rank.name(), phrases::names(team.seats(), cx));
    let trump = phrases::trump(trump, cx);
    say!(cx, "state-score", trump, level, opponents, points, needed)
}

/// Who declares and who does not, with the levels of both; the dealer first.
pub fn teams(cx: &MatchContext) -> Option<String> {
    let dealer = cx.game.dealer?;
    let declarers = Team::of(dealer);
    let teams = [declarers, declarers.other()];
    let [level, other] = teams.map(|team| cx.game.levels[team.index()].name());
    let declarers = phrases::names([dealer, seating::partner(dealer)], cx);
    let opponents = phrases::names(teams[1].seats(), cx);
    Some(say!(cx, "state-teams", declarers, level, opponents, other))
}

/// The plays of a trick so far with their seats, the lead first.
pub fn plays(trick: &TrickView) -> impl Iterator<Item = (Seat, &Vec<Card>)> {
    seats_from(trick.leader).into_iter().zip(&trick.plays)
}

/// The plays of the trick so far and its points: `North ♠K ♠K ◂ winning (partner)`, `West ♠4 ♠4`, `20 points`.
fn parts(trick: &TrickView, cx: &MatchContext) -> Vec<String> {
    let (own, trump) = (cx.view.seat(), options::trump(cx.game));
    let plays = plays(trick).map(|(seat, play)| {
        let name = match is_viewer(cx.view, seat) {
            true => say!(cx, "you"),
            false => phrases::called_at(seat, cx),
        };
        let mark = match own {
            _ if trick.winning != Some(seat) => String::new(),
            Some(own) if seating::partner(own) == seat => {
                format!(" ◂ {}", say!(cx, "trick-winning-partner"))
            }
            _ => format!(" ◂ {}", say!(cx, "trick-winning")),
        };
        let back = taken_back(trick, seat, trump, cx);
        format!("{name} {}{back}{mark}", shown(trump, play, cx))
    });
    let points = (trick.points > 0).then(|| say!(cx, "trick-points", points = trick.points));
    plays.chain(points).collect()
}

/// Who won the trick before, with its points, as long as it can be looked up.
pub fn last(cx: &MatchContext) -> Option<String> {
    let last = cx.game.past_tricks().last()?;
    let who = who(last.winning.unwrap_or(last.leader), cx);
    let hidden = cx.game.hides_points().to_string();
    Some(say!(cx, "trick-last", hidden, who, points = last.points))
}

/// Who takes a trick, and the points in it unless they are `hidden`.
pub fn won(trick: &TrickView, hidden: bool, cx: &TableContext) -> String {
    let who = who(trick.winning.unwrap_or(trick.leader), cx);
    let (hidden, points) = (hidden.to_string(), trick.points);
    say!(cx, "last-won", hidden, who, points)
}

/// Why this trick is won by whom it is won so far; nothing before there is something to compare.
pub fn why(trick: &TrickView, trump: Trump, cx: &RenderContext) -> String {
    let won = plays(trick).find(|(seat, _)| trick.winning == Some(*seat));
    let (Some(lead), Some((winner, best))) = (trick.plays.first(), won) else {
        return String::new();
    };
    if trick.plays.len() < 2 {
        return String::new();
    }
    let suit_of = |play: &Vec<Card>| play.first().map(|card| trump.effective_suit(*card));
    let [led, taken] = [lead, best].map(suit_of);
    let how = match (winner == trick.leader, led == taken) {
        (true, _) => "lead",
        (false, true) => "higher",
        (false, false) => "trump",
    };
    let suit = led.map_or_else(String::new, |suit| phrases::suit(suit, 2, cx));
    let kind = match lead.as_slice() {
        [_] => "single",
        [one, other] if one == other => "pair",
        _ => "more",
    };
    let told = say!(cx, "trick-why", how, suit, kind);
    let height = |card: &Card| (trump.effective_suit(*card), trump.step(*card));
    let equal = |play: &&Vec<Card>| match (play.as_slice(), best.as_slice()) {
        ([other], [card]) => height(other) == height(card),
        _ => false,
    };
    match trick.plays.iter().filter(equal).count() {
        0 | 1 => told,
        _ => say!(cx, "trick-why-equal", told),
    }
}

/// The plays of a trick, one line a seat; `next` is shown as thinking, before those who play after
/// them.
pub fn lines(
    trump: Trump,
    trick: &TrickView,
    next: Option<Seat>,
    cx: &TableContext,
) -> Vec<String> {
    let mut lines = Vec::new();
    for (n, seat) in seats_from(trick.leader).into_iter().enumerate() {
        let lead = if n == 0 { "▸ " } else { "" };
        let name = seated(seat, cx);
        lines.push(match trick.plays.get(n) {
            Some(play) => {
                let highest = trick.winning == Some(seat) && trick.plays.len() > 1;
                let mark = match highest {
                    true => format!(" ◂ {}", say!(cx, "trick-highest")),
                    false => String::new(),
                };
                let back = taken_back(trick, seat, trump, cx);
                format!("{lead}{name} {}{back}{mark}", shown(trump, play, cx))
            }
            None if next.is_none() => break,
            None if next == Some(seat) => format!("{lead}{name} …"),
            None => format!("{lead}{name}"),
        });
    }
    lines
}

/// What the leader took back after a failed throw, in brackets.
pub(super) fn taken_back(
    trick: &TrickView,
    seat: Seat,
    trump: Trump,
    cx: &RenderContext,
) -> String {
    let tried = trick.failed_throw.as_ref().zip(trick.plays.first());
    match tried.filter(|_| seat == trick.leader) {
        Some((tried, played)) => {
            let rest = without(tried, played);
            let (count, back) = (rest.len(), shown(trump, &rest, cx));
            format!(" ({})", say!(cx, "trick-back", cards = back, count))
        }
        None => String::new(),
    }
}

pub(super) fn without(cards: &[Card], others: &[Card]) -> Vec<Card> {
    let mut rest = cards.to_vec();
    for card in others {
        order::take(&mut rest, *card);
    }
    rest
}

/// The columns of the table.
const COLUMNS: usize = 58;
/// The columns of a card.
const CARD: usize = 4;

/// The trick so far for the hand: around the table where characters stay in place, as a list in other
/// terminals, else in one line; before the lead the trick before it.
pub fn on_table(cx: &MatchContext) -> Vec<String> {
    let PhaseView::Playing { trick: on, .. } = &cx.game.phase else {
        return Vec::new();
    };
    if on.plays.is_empty() {
        return last(cx).into_iter().collect();
    }
    drawn(options::trump(cx.game), on, cx).unwrap_or_else(|| {
        let parts = parts(on, cx);
        match cx.face {
            Surface::Terminal => parts,
            Surface::Discord | Surface::Browser => vec![parts.join(" · ")],
        }
    })
}

/// The trick drawn around the table; `None` where they would not stay in place, or a play is too wide.
fn drawn(trump: Trump, on: &TrickView, cx: &TableContext) -> Option<Vec<String>> {
    let flat = cx.face != Surface::Terminal || cx.faces.is_none();
    // What is taken back of a failed throw needs words.
    if flat || on.failed_throw.is_some() {
        return None;
    }
    let own = cx.view.seat().unwrap_or(seating::Wind::South.seat());
    let [bottom, right, top, left] = seats_from(own).map(|seat| SeatSpot::of(seat, trump, on, cx));
    let side = left.width().max(right.width());
    let widest = top.width().max(bottom.width());
    if 2 * side + 1 > COLUMNS || widest > COLUMNS {
        return None;
    }
    let points = (on.points > 0).then(|| say!(cx, "trick-points", points = on.points));
    let points = points.filter(|points| 2 * side + width(points) + 2 <= COLUMNS);
    Some(vec![
        middle(&top.name),
        middle(&top.cards),
        apart(
            &left.name,
            points.as_deref().unwrap_or_default(),
            &right.name,
        ),
        apart(&left.cards, "", &right.cards),
        middle(&bottom.cards),
        middle(&bottom.name),
    ])
}

/// The four seats in turn order, this one first.
fn seats_from(own: Seat) -> [Seat; 4] {
    let right = seating::next(own);
    let top = seating::next(right);
    [own, right, top, seating::next(top)]
}

/// A seat with what lies before it.
struct SeatSpot {
    name: String,
    cards: String,
}

impl SeatSpot {
    fn of(seat: Seat, trump: Trump, on: &TrickView, cx: &TableContext) -> Self {
        let who = plain_who(seat, cx);
        let wind = Tractor::seat_name(seat, cx);
        let lead = if on.leader == seat { "▸ " } else { "" };
        let winning = if on.winning == Some(seat) { " ◂" } else { "" };
        let play = plays(on).find(|(at, _)| *at == seat);
        Self {
            name: format!("{lead}{wind} {who}{winning}"),
            cards: play.map_or_else(|| escape("·"), |(_, play)| shown(trump, play, cx)),
        }
    }

    fn width(&self) -> usize {
        width(&self.name).max(width(&self.cards))
    }
}

/// The columns that a line of markup takes.
fn width(line: &str) -> usize {
    let widths = spans(line).into_iter().map(|span| match span {
        Span::Icon(_) => CARD,
        other => other.text().width(),
    });
    widths.sum()
}

fn middle(line: &str) -> String {
    let before = COLUMNS.saturating_sub(width(line)) / 2;
    format!("{}{line}", " ".repeat(before))
}

/// The first at the left, the second in the middle, the third at the right.
fn apart(left: &str, center: &str, right: &str) -> String {
    let (a, b, c) = (width(left), width(center), width(right));
    let before = ((COLUMNS.saturating_sub(b)) / 2).saturating_sub(a);
    format!(
        "{left}{}{center}{}{right}",
        " ".repeat(before),
        " ".repeat(COLUMNS.saturating_sub(a + before + b + c))
    )
}
