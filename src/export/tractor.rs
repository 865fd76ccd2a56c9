//! A round of tractor as it is drawn: four hands, and the tricks around the table.
//!
//! Decides which card leaves which hand in which trick. Who won and what it was worth stands in the
//! replay, the words beside it come from [`Captions`].

use super::HtmlSheet;
use crate::game::Seat;
use crate::table::Player;
use crate::text::page::Page;
use crate::text::tractor::captions::{Captions, sorted};
use crate::tractor::card::Card;
use crate::tractor::open::OpenRound;
use crate::tractor::seating::PLAYERS;
use crate::tractor::trump::Trump;
use crate::tractor::view::TrickView;

/// Adds a round: a step for the deal, one for each trick, one for the result, and below them the
/// hands, which all steps share.
pub(super) fn round(open: &OpenRound, players: &[Player], sheet: &mut HtmlSheet) {
    let captions = sheet.languages.iter();
    let captions = captions.map(|cx| Captions::of(open, players, cx));
    let captions: Vec<Captions> = captions.collect();
    let trump = open.result.trump;
    let pages = |of: &dyn Fn(&Captions) -> Page| captions.iter().map(of).collect::<Vec<Page>>();

    sheet.step(0, &pages(&|captions| captions.deal.clone()), |_| {});
    for (at, trick) in open.tricks.iter().enumerate() {
        let words = pages(&|captions| captions.tricks[at].clone());
        sheet.step(at + 1, &words, |sheet| {
            table(trick, trump, &captions, sheet);
        });
    }
    let result = pages(&|captions| captions.result.clone());
    sheet.step(open.tricks.len() + 1, &result, |_| {});
    if !open.hands.is_empty() {
        hands(open, trump, &captions, sheet);
    }
}

/// A trick around the table.
fn table(trick: &TrickView, trump: Trump, captions: &[Captions], sheet: &mut HtmlSheet) {
    sheet.html.push_str("<div class=\"table\">");
    for (turn, play) in trick.plays.iter().take(PLAYERS).enumerate() {
        let seat = (trick.leader.index() + turn) % PLAYERS;
        let lead = if turn == 0 { " lead" } else { "" };
        let has_won = trick.winning.map(Seat::index) == Some(seat);
        let won = if has_won { " won" } else { "" };
        let name = |at: usize| captions[at].seats[seat].clone();
        let cards = sorted(play, trump).into_iter().map(|card| (card, None));
        sheet.cards(&format!("play s{seat}{lead}{won}"), name, cards);
    }
    sheet.html.push_str("</div>");
}

/// The hands, each card with the number of the trick in which it is played: 0 for the kitty, none
/// for what was left over.
fn hands(open: &OpenRound, trump: Trump, captions: &[Captions], sheet: &mut HtmlSheet) {
    sheet.html.push_str("<div class=\"hands\">");
    for (seat, hand) in open.hands.iter().take(PLAYERS).enumerate() {
        let mut left = leaving(open, seat);
        let name = |at: usize| captions[at].seats[seat].clone();
        let cards = sorted(hand, trump).into_iter().map(|card| {
            let at = left.iter().position(|(_, leaving)| *leaving == card);
            (card, at.map(|at| left.remove(at).0))
        });
        sheet.cards(&format!("hand s{seat}"), name, cards);
    }
    sheet.html.push_str("</div>");
}

/// What leaves a hand, with the number of the trick; 0 is the kitty.
fn leaving(open: &OpenRound, seat: usize) -> Vec<(usize, Card)> {
    let buries = open.result.dealer.index() == seat;
    let buried = open.kitty.iter().filter(|_| buries).map(|card| (0, *card));
    let played = (1..).zip(&open.tricks).flat_map(|(n, trick)| {
        let turn = (seat + PLAYERS - trick.leader.index() % PLAYERS) % PLAYERS;
        let play = trick.plays.get(turn).map_or(&[][..], |play| play);
        play.iter().map(move |card| (n, *card))
    });
    buried.chain(played).collect()
}
