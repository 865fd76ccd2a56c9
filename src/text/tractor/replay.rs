//! A finished round of tractor, trick by trick, with all hands open.

use super::phrases::{self, Table};
use super::{order, results, table};
use crate::game::{Game, Seat, Viewer};
use crate::table::MatchRecord;
use crate::text::cards;
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::replay::hand_line;
use crate::text::table::who;
use crate::text::voice::Voice as _;
use crate::tractor::Tractor;
use crate::tractor::action::{RoundEnd, RoundResult};
use crate::tractor::card::Card;
use crate::tractor::view::{PhaseView, TrickView, View};

/// All hands by seat.
type Hands = [Vec<Card>; 4];

/// The deal, each trick, and the result of a round.
pub fn pages(record: &MatchRecord<Tractor>, round: u32, cx: &RenderContext) -> Vec<Page> {
    let mut pages = Vec::new();
    let mut hands = Hands::default();
    let played = record.play(|before, after| {
        if before.round() != round {
            return;
        }
        let (was, is) = (before.view(Viewer::Public), after.view(Viewer::Public));
        let view = record.view(after, Viewer::Public);
        match (&was.phase, &is.phase) {
            (PhaseView::Burying, PhaseView::Playing { .. }) => {
                pages.push(deal_page(&view, &is, &all_hands(before), after, cx));
            }
            (PhaseView::Playing { trick, to_play, .. }, _) => {
                if trick.plays.is_empty() {
                    hands = all_hands(before);
                }
                let ended = is.history.len() > was.history.len();
                let trick = match (ended, is.tricks.len() > was.tricks.len()) {
                    (true, _) => last_trick(trick, *to_play, before, is.history.last()),
                    (false, true) => is.tricks.last().cloned(),
                    (false, false) => None,
                };
                let number = was.tricks.len() + 1;
                pages.extend(
                    trick.map(|trick| trick_page(&view, &was, &hands, (number, trick), cx)),
                );
            }
            _ => {}
        }
        if let (Some(result), true) = (is.history.last(), is.history.len() > was.history.len()) {
            pages.push(results::round_page(result, &view, &is, cx));
        }
    });
    if let Err(error) = played {
        tracing::warn!(%error, "a record cannot be played again");
    }
    pages
}

fn all_hands(game: &Tractor) -> Hands {
    std::array::from_fn(|seat| game.view(Viewer::Seat(Seat::new(seat as u8))).hand)
}

/// The hands before the kitty was buried; the dealer's includes it.
fn deal_page(
    view: &Table,
    game: &View,
    hands: &Hands,
    after: &Tractor,
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(say!(cx, "replay-deal", round = game.round));
    page.lines
        .extend(game.trump.map(|trump| phrases::trump_line(trump, cx)));
    if let Some(dealer) = game.dealer {
        let (name, seat) = (who(view, dealer, cx), Tractor::seat_name(dealer, cx));
        page.push(say!(cx, "dealer-line", who = name, seat = seat));
    }
    page.push("");
    page.lines.extend(hand_lines(view, game, hands, cx));
    let buried = game
        .dealer
        .and_then(|dealer| after.view(Viewer::Seat(dealer)).buried);
    if let Some(buried) = buried {
        page.push("");
        page.push(say!(
            cx,
            "hand-buried",
            cards = cards::list(&sorted(&buried, game))
        ));
    }
    page
}

fn trick_page(
    view: &Table,
    game: &View,
    hands: &Hands,
    (number, trick): (usize, TrickView),
    cx: &RenderContext,
) -> Page {
    let mut page = Page::titled(say!(cx, "replay-trick", round = game.round, n = number));
    page.lines.extend(hand_lines(view, game, hands, cx));
    page.push("");
    page.lines
        .extend(table::trick_lines(view, &trick, None, cx));
    let winner = who(view, trick.winning.unwrap_or(trick.leader), cx);
    page.push(say!(cx, "last-won", who = winner, points = trick.points));
    page
}

fn hand_lines(view: &Table, game: &View, hands: &Hands, cx: &RenderContext) -> Vec<String> {
    let line = |seat: Seat| {
        let cards = cards::list(&sorted(&hands[seat.index()], game));
        hand_line::<Tractor>(&who(view, seat, cx), seat, &cards, cx)
    };
    Seat::first(4).map(line).collect()
}

fn sorted(cards: &[Card], game: &View) -> Vec<Card> {
    let mut sorted = cards.to_vec();
    if let Some(trump) = game.trump {
        order::sort(&mut sorted, trump);
    }
    sorted
}

/// The trick that ended the round: its last play is all that the player still held. `None` if the
/// round was conceded.
fn last_trick(
    trick: &TrickView,
    to_play: Seat,
    before: &Tractor,
    result: Option<&RoundResult>,
) -> Option<TrickView> {
    let result = result.filter(|result| result.end == RoundEnd::PlayedOut)?;
    let mut whole = trick.clone();
    whole.plays.push(before.view(Viewer::Seat(to_play)).hand);
    whole.winning = result.last_trick;
    whole.points = whole.plays.iter().flatten().map(|card| card.points()).sum();
    Some(whole)
}
