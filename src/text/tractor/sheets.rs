//! Further pages: scoreboard, last trick, verifying the shuffle, surrender.

use super::*;
use crate::chance::Commitment;
use crate::text::table::add_rounds;
use crate::tractor::rules::PastTricks;

pub fn page(sheet: PageKind, cx: &MatchContext) -> Page {
    match sheet {
        PageKind::LastTrick => past_trick(None, cx),
        PageKind::Trick(number) => past_trick(Some(number.into()), cx),
        PageKind::Seen => seen(cx.game, cx),
        PageKind::Verify => verify(cx),
        PageKind::Surrender => surrender(cx),
        PageKind::Score | PageKind::Hand | PageKind::More => score(cx),
    }
}

fn score(cx: &MatchContext) -> Page {
    let game = cx.game;
    let mut page = Page::titled(say!(cx, "score-title"));
    for team in Team::ALL {
        let (named, level) = (phrases::team(team, cx), game.levels[team.index()]);
        page.push(say!(cx, "score-team", team = named, level = level.name()));
        page.push(bar(level, &game.rules));
        page.extend(phrases::progress(team, game.progress[team.index()], cx));
    }
    page.push(say!(cx, "score-to", level = game.rules.match_to.name()));
    page.extend(game.rules.rounds.map(|rounds| {
        let played = game.history.len();
        say!(cx, "score-rounds", played, rounds)
    }));
    let running = matches!(game.phase, PhaseView::Playing { .. });
    if running {
        let (round, tricks, points) = (game.round, game.tricks.len(), game.points);
        let team = phrases::opponents(game).map(|team| phrases::people(team, cx));
        let (team, needed) = (team.unwrap_or_default(), game.rules.points_to_win.0);
        let hidden = game.hides_points().to_string();
        let now = say!(cx, "score-now", hidden, round, team, points, needed, tricks);
        page.part(now);
    }
    let (header, row) = (say!(cx, "score-header"), |result: &_| row(result, cx));
    add_rounds(&mut page, &header, &game.history, row, cx);
    match game.history.last() {
        _ if game.hides_points() => {}
        _ if running => {
            let list = captured(game.captured, cx);
            page.push(say!(cx, "score-captured", list));
        }
        Some(last) => {
            let list = captured(last.captured, cx);
            page.push(say!(cx, "score-captured-round", round = last.round, list));
        }
        None => {}
    }
    if game.history.len() + usize::from(running && !game.hides_points()) > 1 {
        let sums = Seat::first(4).map(|seat| {
            let of_round = |points: &[u16; 4]| u32::from(points[seat.index()]);
            let over = game.history.iter().map(|result| of_round(&result.captured));
            over.sum::<u32>() + if running { of_round(&game.captured) } else { 0 }
        });
        let list = captured(sums, cx);
        page.push(say!(cx, "score-captured-all", list));
    }
    page.extend(throws(cx));
    captions::add_levels(&mut page, game, cx);
    page
}

/// A level as a bar from the first to the last.
fn bar(level: Rank, rules: &Rules) -> String {
    let (first, last) = (rules.level_from(rules.start_level), rules.match_to);
    let is_level = |rank: &Rank| (first..=last).contains(rank) && rules.level_from(*rank) == *rank;
    let levels = Rank::all().filter(is_level);
    let bar: String = levels
        .map(|rank| if rank <= level { '▰' } else { '▱' })
        .collect();
    format!("{} {bar} {}", first.name(), last.name())
}

fn row(result: &RoundResult, cx: &TableContext) -> String {
    let outcome = match (result.end, result.winner == Team::of(result.dealer)) {
        (_, true) => say!(cx, "score-won-declarers", n = result.gained),
        (_, false) if result.gained == 0 => say!(cx, "score-won-opponents"),
        (_, false) => say!(cx, "score-won-opponents-more", n = result.gained),
    };
    let outcome = match result.end {
        RoundEnd::PlayedOut => outcome,
        RoundEnd::Surrendered(_) => format!("{outcome} ({})", say!(cx, "score-conceded")),
        RoundEnd::Agreed => format!("{outcome} ({})", say!(cx, "score-agreed")),
    };
    let (round, points, dealer) = (result.round, result.points, plain_who(result.dealer, cx));
    let (trump, result) = (phrases::trump_sign(result.trump, cx), outcome);
    say!(cx, "score-row", round, dealer, trump, points, result)
}

fn captured(points: impl IntoIterator<Item = impl std::fmt::Display>, cx: &TableContext) -> String {
    cx.list(Seat::first(4).zip(points).map(|(seat, points)| {
        let who = plain_who(seat, cx);
        format!("{who} {points}")
    }))
}

/// The throws of the match, if there were any.
fn throws(cx: &MatchContext) -> Option<String> {
    let count = |seat: Seat| {
        let rounds = cx.game.history.iter();
        let of_round = rounds.map(|result| result.throws[seat.index()]);
        of_round.fold((0_u32, 0_u32), |(tried, stopped), (t, s)| {
            (tried + u32::from(t), stopped + u32::from(s))
        })
    };
    let throwers = Seat::first(4).map(|seat| (seat, count(seat)));
    let throwers = throwers.filter(|(_, (tried, _))| *tried > 0);
    let list = throwers.map(|(seat, (tried, stopped))| {
        say!(cx, "score-throw", who = plain_who(seat, cx), tried, stopped)
    });
    cx.listed(list).map(|list| say!(cx, "score-throws", list))
}

/// The trick of this number in the round, or the last one, as far as it can be looked up.
fn past_trick(number: Option<usize>, cx: &MatchContext) -> Page {
    let game = cx.game;
    let (past, played) = (game.past_tricks(), game.tricks.len());
    let number = number.unwrap_or(played);
    let first = played - past.len() + 1;
    let shown = number.checked_sub(first).and_then(|at| past.get(at));
    let parting = game.parting.as_ref().filter(|_| played == 0);
    let (title, shown) = match (shown, parting) {
        (Some(trick), _) => (say!(cx, "last-title", n = number), trick),
        (None, Some(trick)) => (say!(cx, "last-title-round"), trick),
        (None, None) => return Page::line(why_not(game, number, cx)),
    };
    let mut page = Page::titled(title);
    let before = parting.and(game.history.last()).map(|result| result.trump);
    let trump = before.unwrap_or_else(|| options::trump(game));
    page.lines = trick::lines(trump, shown, None, cx);
    page.push(trick::won(shown, game.hides_points(), cx));
    page.push(trick::why(shown, trump, cx));
    let others = [number.saturating_sub(1), number + 1]
        .into_iter()
        .filter(|other| (first..=played).contains(other));
    let button =
        |other: usize| cx.plain(say!(cx, "button-trick", n = other), format!("last {other}"));
    page.with(others.map(button).collect())
}

/// Why no trick of this number is shown.
fn why_not(game: &View, number: usize, cx: &RenderContext) -> String {
    let played = game.tricks.len();
    match game.rules.past_tricks {
        _ if played == 0 => say!(cx, "last-none"),
        _ if !(1..=played).contains(&number) => say!(cx, "last-no-such", n = played),
        PastTricks::None => say!(cx, "last-hidden"),
        PastTricks::Last | PastTricks::All => say!(cx, "last-only"),
    }
}

/// The cards that have been played in this round, by suit, where earlier tricks may be looked up.
fn seen(game: &View, cx: &RenderContext) -> Page {
    if game.rules.past_tricks != PastTricks::All {
        return Page::line(say!(cx, "seen-forbidden"));
    }
    let on_table = match &game.phase {
        PhaseView::Playing { trick, .. } => Some(trick),
        _ => None,
    };
    let tricks = game.tricks.iter().chain(on_table);
    let cards: Vec<Card> = tricks.flat_map(|trick| trick.plays.concat()).collect();
    if cards.is_empty() {
        return Page::line(say!(cx, "last-none"));
    }
    let mut page = Page::titled(say!(cx, "seen-title", n = cards.len()));
    let groups = order::grouped(&cards, options::trump(game)).into_iter();
    page.extend(groups.map(|group| phrases::group(group.suit, &group.cards, cx)));
    page
}

/// The page for verifying the last round's shuffle, with the seal of the next one.
fn verify(cx: &MatchContext) -> Page {
    let last = cx.game.history.last();
    let again = last.filter(|result| result.attempt > 0);
    let again = again.map(|result| say!(cx, "verify-attempt", n = result.attempt + 1));
    let command = last.map(|result| {
        let command = format!("`{}`", verify_command(result, cx.game));
        say!(cx, "verify-command", command)
    });
    let dealt = last.map(|result| replay::DealtRound {
        round: result.round,
        attempt: result.attempt,
        deal: &result.deal,
        first: Some(first_drawn(result, cx.game)),
    });
    let coming = matches!(cx.game.phase, PhaseView::Ready { .. });
    let coming = (coming_seal(cx), coming);
    replay::verify_page(dealt.as_ref(), again.into_iter().chain(command), coming, cx)
}

/// The seal of the shuffle that is next or goes on, and whose words are mixed into it.
fn coming_seal(cx: &MatchContext) -> Vec<String> {
    let seal = |commitment: &Commitment| {
        let (round, seal) = (cx.game.round, commitment.to_string());
        say!(cx, "verify-next", round, seal)
    };
    match &cx.game.phase {
        PhaseView::Ready {
            commitment,
            contributions,
            ..
        } => {
            let mix = phrases::mixed(contributions, cx);
            let mix = mix.unwrap_or_else(|| say!(cx, "ready-mix"));
            vec![seal(commitment), mix]
        }
        PhaseView::Dealing { commitment, .. } => vec![seal(commitment)],
        _ => Vec::new(),
    }
}

/// Who drew the first card of this round.
fn first_drawn(result: &RoundResult, game: &View) -> Seat {
    let mut before = game.history.iter().rev();
    let before = before.find(|other| other.round < result.round);
    before.map_or(Seat::new(0), |before| before.next_dealer)
}

/// The command line that verifies this round's shuffle.
fn verify_command(result: &RoundResult, game: &View) -> String {
    let first = Wind::of(first_drawn(result, game));
    let lower = |wind: Wind| format!("{wind:?}").to_lowercase();
    let mut command = format!(
        "tractor-bot verify {} --seal {} --first {}",
        result.deal.secret,
        result.deal.commitment,
        lower(first)
    );
    for (seat, words) in result.deal.contributions.given() {
        // Contributions with shell syntax are left for the reader to insert.
        let plain = |c: char| c.is_alphanumeric() || " .,-_".contains(c);
        let words = match words.chars().all(plain) {
            true => words,
            false => "…",
        };
        let wind = Wind::of(Seat::new(seat as u8));
        command.push_str(&format!(" --{} \"{words}\"", lower(wind)));
    }
    command
}

/// Asks whether to concede, with the consequences.
fn surrender(cx: &MatchContext) -> Page {
    let game = cx.game;
    let mut page = Page::titled(say!(cx, "surrender-title"));
    let Some(seat) = cx.view.seat() else {
        return Page::line(say!(cx, "refuse-not-seated", join = cx.command("join")));
    };
    match game.phase {
        PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. } => {}
        PhaseView::Ready { .. } => return Page::line(say!(cx, "reject-ready")),
        PhaseView::Dealing { .. } | PhaseView::CallWindow { .. } => {
            return Page::line(say!(cx, "reject-dealing", call = "H"));
        }
        PhaseView::Over { .. } => return Page::line(say!(cx, "reject-over")),
    }
    page.push(match game.dealer.map(Team::of) == Some(Team::of(seat)) {
        true => say!(cx, "surrender-declarers"),
        false if game.hides_points() => say!(cx, "surrender-opponents-hidden"),
        false => say!(cx, "surrender-opponents", points = game.points),
    });
    let partner = seating::partner(seat);
    let place = cx.view.place(partner);
    if place.is_some_and(|place| place.occupant.person().is_some()) {
        page.push(say!(cx, "surrender-partner", who = who(partner, cx)));
    }
    // A later round is not conceded by a tap on the question about this one.
    let yes = (Verb::Surrender, game.round.to_string());
    let yes = cx.act(say!(cx, "button-surrender"), yes, Style::Grave);
    let offered = game.surrender.contains(seat) || game.surrender.contains(partner);
    let no = match offered {
        true => cx.act(say!(cx, "button-play-on"), (Verb::PlayOn, ""), Style::Plain),
        false => cx.named("back"),
    };
    page.with(vec![yes, no])
}
