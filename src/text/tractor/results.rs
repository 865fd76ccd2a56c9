//! The result of a round: who won, the kitty, the new levels; and a finished round, trick by trick, with
//! all hands open.

use super::*;
use crate::text::faces::fitting;
use crate::text::markup;
use crate::text::replay::hand_line;

use crate::tractor::score::MatchScore;

/// The result of a round as a page without controls.
pub fn round_page(result: &RoundResult, cx: &MatchContext) -> Page {
    let ended = Ended::in_view(result, cx.game);
    outcome_page(&ended, parting(result, cx.game), cx)
}

/// A result, and what was played for.
pub struct Ended<'a> {
    pub result: &'a RoundResult,
    pub rules: &'a Rules,
    /// Whether the match was over with it.
    pub match_over: bool,
}

impl<'a> Ended<'a> {
    pub fn of(round: &'a OpenRound) -> Self {
        Self {
            result: &round.result,
            rules: &round.rules,
            match_over: round.match_over,
        }
    }

    fn in_view(result: &'a RoundResult, game: &'a View) -> Self {
        Self {
            result,
            rules: &game.rules,
            match_over: matches!(game.phase, PhaseView::Over { .. }),
        }
    }
}

/// The same beside the cards of its last trick, its kitty and the ladder of levels, which lie above it.
pub fn laid_page(result: &RoundResult, cx: &MatchContext) -> Page {
    let ended = Ended::in_view(result, cx.game);
    let mut page = heading(&ended, cx);
    let opponents = Team::of(result.dealer).other();
    let needed = cx.game.rules.points_to_win.0;
    if result.end == RoundEnd::PlayedOut {
        let team = phrases::people(opponents, cx);
        let reached = (result.winner == opponents).to_string();
        page.push(say!(cx, "result-needed", reached, team, needed));
    }
    let (team, gained) = (phrases::people(result.winner, cx), result.gained);
    let level = result.levels[result.winner.index()].name();
    page.push(say!(cx, "result-climbs", team, gained, level));
    if result.kitty.is_empty() {
        page.extend(kitty_line(result, cx));
    }
    page.extend(fell_line(result, cx));
    for team in Team::ALL {
        page.extend(phrases::progress(team, result.progress[team.index()], cx));
    }
    if !ended.match_over {
        page.push(next_line(&ended, cx));
    }
    page
}

/// The last trick of this round, if it is shown.
pub fn parting<'a>(result: &RoundResult, game: &'a View) -> Option<&'a TrickView> {
    let newest = game.history.last().map(|last| last.round);
    let parting = game.parting.as_ref();
    parting.filter(|_| newest == Some(result.round))
}

/// The same, with the last trick of the round if it is shown.
pub fn outcome_page(ended: &Ended, parting: Option<&TrickView>, cx: &TableContext) -> Page {
    let result = ended.result;
    let mut page = heading(ended, cx);
    if let Some(seat) = result.last_trick {
        let who = who(seat, cx);
        page.push(match parting.map(|trick| plays(trick, result.trump, cx)) {
            Some(plays) => say!(cx, "result-last-trick", who, plays),
            None => say!(cx, "result-last-trick-only", who),
        });
    }
    page.extend(kitty_line(result, cx));
    page.extend(fell_line(result, cx));
    page.extend(level_lines(result, cx));
    if !ended.match_over {
        page.push(next_line(ended, cx));
    }
    page
}

/// That the declarers go back to their first level, if they do.
fn fell_line(result: &RoundResult, cx: &TableContext) -> Option<String> {
    let team = || phrases::people(Team::of(result.dealer), cx);
    result.fell.then(|| say!(cx, "result-fell", team = team()))
}

/// Who won with how many points, and how it came to that otherwise than by play.
fn heading(ended: &Ended, cx: &TableContext) -> Page {
    let result = ended.result;
    let mut page = Page::titled(outcome_title(result, ended.rules, cx));
    match result.end {
        RoundEnd::PlayedOut => {}
        RoundEnd::Surrendered(team) => {
            let team = phrases::people(team, cx);
            page.push(say!(cx, "result-surrender", team));
        }
        RoundEnd::Agreed => page.push(say!(cx, "result-agreed")),
    }
    if result.penalties != 0 {
        page.push(say!(cx, "result-penalties", points = result.penalties));
    }
    page
}

fn next_line(ended: &Ended, cx: &TableContext) -> String {
    let next = ended.result.next_dealer;
    let who = phrases::placed(who(next, cx), next, cx);
    say!(cx, "result-next", by = ended.rules.next_dealer.word(), who)
}

/// What became of the points in the kitty, without its cards.
pub fn kitty_caption(result: &RoundResult, cx: &TableContext) -> String {
    let points: u16 = result.kitty.iter().map(|card| card.points()).sum();
    let (factor, opponents) = (result.kitty_factor, Team::of(result.dealer).other());
    let team = phrases::people(opponents, cx);
    say!(cx, "result-kitty-laid", points, factor, team)
}

/// Where the shuffle of a round is checked: below everything else, in small letters.
pub fn seal_line(round: u32, secret: &str, cx: &RenderContext) -> Option<String> {
    let secret = short(secret);
    let line = || markup::small(&say!(cx, "result-seal", round, secret));
    // In a browser it stands where it is checked.
    (cx.face != Surface::Browser).then(line)
}

/// A trick in one line, the lead first: `North ♠K · West ♠4 · South ♠9 · East ♠A`.
fn plays(trick: &TrickView, trump: Trump, cx: &TableContext) -> String {
    let plays = trick::plays(trick).map(|(seat, play)| {
        let seat = phrases::called_at(seat, cx);
        format!("{seat} {}", trick::shown(trump, play, cx))
    });
    markup::dotted(plays).unwrap_or_default()
}

/// The result of the round before in one line, while the next one is not dealt.
pub fn last(cx: &MatchContext) -> Option<String> {
    let last = cx.game.history.last();
    let last = last.filter(|_| matches!(cx.game.phase, PhaseView::Ready { .. }));
    last.map(|result| outcome_title(result, &cx.view.rules, cx))
}

/// The result in one line, for a player from their side, for everybody else by the winners' names: `Bo + Eve win the round,
/// 120 of 80.`
pub fn outcome_title(result: &RoundResult, rules: &Rules, cx: &TableContext) -> String {
    let (points, needed) = (result.points, rules.points_to_win.0);
    let own = cx.view.seat().map(Team::of);
    let opponents = Team::of(result.dealer).other();
    let taken = (result.winner == opponents).to_string();
    let score = say!(cx, "result-score", taken, points, needed);
    let score = if own.unwrap_or(result.winner) == opponents {
        score
    } else {
        let team = phrases::people(opponents, cx);
        say!(cx, "result-score-theirs", team, score)
    };
    match own {
        Some(own) if own == result.winner => say!(cx, "result-you-won", score),
        Some(_) => say!(cx, "result-you-lost", score),
        None => {
            let team = phrases::people(result.winner, cx);
            say!(cx, "result-won", team, score)
        }
    }
}

/// Who won the match; for a player, from their side.
pub fn match_title(winner: Team, cx: &TableContext) -> String {
    match cx.view.seat().map(Team::of) {
        Some(own) if own == winner => say!(cx, "match-you-won"),
        Some(_) => say!(cx, "match-you-lost"),
        None => say!(cx, "match-title", team = phrases::people(winner, cx)),
    }
}

/// How the match ended with this round: `Ana + Chen beat Bo + Dee, level A to 9`.
pub fn match_outcome(last: &View, cx: &TableContext) -> Option<String> {
    let outcome = last.history.last()?;
    let score = MatchScore {
        levels: outcome.levels,
        progress: outcome.progress,
    };
    // The last of a limited number of rounds may be won by the team that is behind.
    let winner = score.ahead().unwrap_or(outcome.winner);
    let teams = [winner, winner.other()];
    let [team, others] = teams.map(|team| phrases::people(team, cx));
    let [level, other] = teams.map(|team| outcome.levels[team.index()].name());
    Some(say!(cx, "match-outcome", team, others, level, other))
}

fn kitty_line(result: &RoundResult, cx: &TableContext) -> Option<String> {
    if result.kitty.is_empty() {
        let (points, factor) = (result.kitty_points?, result.kitty_factor);
        let team = phrases::people(Team::of(result.dealer).other(), cx);
        return Some(say!(cx, "result-kitty-points", points, factor, team));
    }
    let shown = trick::shown(result.trump, &result.kitty, cx);
    let points: u16 = result.kitty.iter().map(|card| card.points()).sum();
    Some(match result.kitty_factor {
        _ if points == 0 => say!(cx, "result-kitty-none", cards = shown),
        0 => say!(cx, "result-kitty-stay", cards = shown, points),
        factor => {
            let (cards, opponents) = (shown, Team::of(result.dealer).other());
            let team = phrases::people(opponents, cx);
            say!(cx, "result-kitty-taken", cards, points, factor, team)
        }
    })
}

/// Both levels after the round, the winner's first.
fn level_lines(result: &RoundResult, cx: &TableContext) -> Vec<String> {
    let mut lines = Vec::new();
    for side in [result.winner, result.winner.other()] {
        let level = result.levels[side.index()].name();
        let gained = result.gained * u8::from(side == result.winner);
        let team = phrases::people(side, cx);
        lines.push(say!(cx, "result-level", team, level, gained));
        lines.extend(phrases::progress(side, result.progress[side.index()], cx));
    }
    lines
}

/// The deal, each trick, and the result of a round.
pub fn replay_pages(round: &OpenRound, players: &[Player], cx: &RenderContext) -> Vec<Page> {
    let view = TableView::of_players(players, Rules::default(), StageView::Lobby);
    let mut pages = Vec::new();
    if !round.hands.is_empty() {
        pages.push(fitting(cx, |cx| deal_page(round, &cx.at(&view))));
    }
    let trump = round.result.trump;
    for (n, (played, hands)) in (1..).zip(round.tricks.iter().zip(&round.holdings())) {
        let page = |cx: &RenderContext| {
            let mut page = Page::titled(say!(cx, "replay-trick", round = round.round, n));
            page.extend(hand_lines(hands, trump, &cx.at(&view)));
            page.push("");
            page.extend(trick::lines(trump, played, None, &cx.at(&view)));
            page.push(trick::won(played, false, &cx.at(&view)));
            let (of, declared) = ((round.round, n), (trump, Some(round.result.dealer)));
            captions::add_trick(&mut page, of, played, declared, cx);
            page
        };
        pages.push(fitting(cx, page));
    }
    let page = |cx: &RenderContext| {
        let mut page = outcome_page(&Ended::of(round), round.tricks.last(), &cx.at(&view));
        page.extend(seal_line(round.round, &round.result.deal.secret, cx));
        page
    };
    pages.push(fitting(cx, page));
    pages
}

/// The hands before the kitty was buried; that of who buried it includes it.
fn deal_page(round: &OpenRound, cx: &TableContext) -> Page {
    let mut page = dealt(round, cx);
    page.push("");
    page.extend(hand_lines(&round.hands, round.result.trump, cx));
    if let Some(buried) = buried(round, cx) {
        page.part(buried);
    }
    page
}

/// What was trump in a round, and who declared.
pub fn dealt(round: &OpenRound, cx: &TableContext) -> Page {
    let mut page = Page::titled(say!(cx, "replay-deal", round = round.round));
    page.push(phrases::trump_line(round.result.trump, cx));
    page.push(phrases::dealer(round.result.dealer, cx));
    let taken_over = round.taken_over;
    page.extend(taken_over.map(|seat| say!(cx, "replay-taken-over", who = who(seat, cx))));
    page
}

/// What was buried in a round, if that is known.
pub fn buried(round: &OpenRound, cx: &TableContext) -> Option<String> {
    let cards = || trick::shown(round.result.trump, &round.kitty, cx);
    (!round.kitty.is_empty()).then(|| say!(cx, "hand-buried", cards = cards()))
}

fn hand_lines(hands: &[Vec<Card>], trump: Trump, cx: &TableContext) -> Vec<String> {
    let line = |(seat, hand): (Seat, &Vec<Card>)| {
        let cards = phrases::cards(&order::sorted(hand, trump), cx);
        hand_line::<Tractor>(&who(seat, cx), seat, &cards, cx)
    };
    Seat::first(4).zip(hands).map(line).collect()
}
