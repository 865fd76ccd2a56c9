//! What can be completed to a play or a kitty: whole legal ones, the sensible ones first.

use super::options::{self, Flaw, Options};
use super::order;
use crate::command::Verb;
use crate::players::Player;
use crate::players::tractor::{Heuristic, Lowest};
use crate::text::cards;
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::view::View;

/// The most proposals; Discord shows no more.
const MOST: usize = 25;
/// The most combinations of cards that are tried.
const MOST_TRIED: usize = 20_000;
/// The size of a kitty.
const KITTY: usize = 8;

/// The cards named so far, and the beginning of a further one.
struct Typed {
    named: Vec<Card>,
    begun: String,
}

impl Typed {
    /// `None` if something else than cards is named.
    fn read(words: &str) -> Option<Self> {
        let mut whole: Vec<&str> = words.split_whitespace().collect();
        let ended = words.ends_with(char::is_whitespace);
        let last = (!ended).then(|| whole.pop()).flatten().unwrap_or_default();
        let mut named = cards::read(&whole.join(" ")).ok()?;
        let mut begun = last.to_lowercase();
        // Cards may be written without a space between.
        let several = cards::read(last).ok();
        if let Some(several) = several.filter(|cards: &Vec<Card>| cards.len() > 1) {
            named.extend(several);
            begun.clear();
        }
        Some(Self { named, begun })
    }

    /// The cards with those named first, in the order in which they were named; `None` if one of
    /// them is missing or none begins as typed.
    fn arranged(&self, cards: &[Card]) -> Option<Vec<Card>> {
        let mut rest = cards.to_vec();
        for card in &self.named {
            let at = rest.iter().position(|other| other == card)?;
            rest.remove(at);
        }
        let begins = |card: &Card| card.to_string().to_lowercase().starts_with(&self.begun);
        if let Some(at) = rest.iter().position(begins) {
            let card = rest.remove(at);
            rest.insert(0, card);
        } else if !self.begun.is_empty() {
            return None;
        }
        Some(self.named.iter().copied().chain(rest).collect())
    }
}

/// What the words can be completed to, as cards in the order of typing.
pub fn of(verb: Verb, words: &str, game: &View) -> Vec<Vec<Card>> {
    let (Some(typed), Some(options)) = (Typed::read(words), options::options(game)) else {
        return Vec::new();
    };
    let found = match (verb, options::buries(game)) {
        (Verb::Kitty, true) => kitties(&typed, game),
        (Verb::Play, false) => plays(&typed, &options, game),
        _ => Vec::new(),
    };
    let mut offered: Vec<Vec<Card>> = Vec::new();
    let mut known: Vec<Vec<Card>> = Vec::new();
    for cards in found {
        let mut sorted = cards.clone();
        sorted.sort_unstable();
        if let Some(cards) = typed.arranged(&cards)
            && !known.contains(&sorted)
        {
            known.push(sorted);
            offered.push(cards);
        }
    }
    offered.truncate(MOST);
    offered
}

/// What computer players would do: the good one, then the one that plays for people who are away.
fn sensible(game: &View) -> impl Iterator<Item = Vec<Card>> {
    let actions = [Heuristic::default().choose(game), Lowest.choose(game)];
    let cards = actions.into_iter().flatten().map(|action| match action {
        Action::Play(cards) | Action::Bury(cards) => cards,
        _ => Vec::new(),
    });
    cards.filter(|cards| !cards.is_empty())
}

/// Whole kitties: the named cards, filled up with what would be buried anyway.
fn kitties(typed: &Typed, game: &View) -> Vec<Vec<Card>> {
    let mut found = Vec::new();
    let begins = |card: &Card| card.to_string().to_lowercase().starts_with(&typed.begun);
    for buried in sensible(game) {
        let mut starts = vec![typed.named.clone()];
        if !typed.begun.is_empty() {
            let further = game.hand.iter().filter(|card| begins(card));
            starts = further
                .map(|card| [typed.named.as_slice(), &[*card]].concat())
                .collect();
        }
        for start in starts {
            let mut left = game.hand.clone();
            let mut kitty = Vec::new();
            for card in start.iter().chain(&buried) {
                let at = left.iter().position(|other| other == card);
                if let (Some(at), true) = (at, kitty.len() < KITTY) {
                    kitty.push(left.remove(at));
                }
            }
            if kitty.len() == KITTY && kitty.starts_with(&start) {
                found.push(kitty);
            }
        }
    }
    found
}

/// Legal plays that contain the named cards.
fn plays(typed: &Typed, options: &Options, game: &View) -> Vec<Vec<Card>> {
    let mut found: Vec<Vec<Card>> = sensible(game).collect();
    match options.choose {
        Some(choose) => follows(typed, options, choose, game, &mut found),
        None => leads(typed, options, &mut found),
    }
    found.retain(|play| options::flaw(game, play) == Flaw::None);
    found
}

/// Leads of one suit: pairs, singles and whole tractors, or the named cards with one more.
fn leads(typed: &Typed, options: &Options, found: &mut Vec<Vec<Card>>) {
    if !typed.named.is_empty() {
        found.push(typed.named.clone());
    }
    for group in &options.groups {
        let mut left = group.cards.clone();
        for card in &typed.named {
            left.iter()
                .position(|other| other == card)
                .map(|at| left.remove(at));
        }
        for copies in [2, 1] {
            for chunk in left.chunk_by(|a, b| a == b).filter(|c| c.len() >= copies) {
                found.push([typed.named.as_slice(), &chunk[..copies]].concat());
            }
        }
    }
}

/// Follows: what has to be played anyway, and every choice of the rest that is legal.
fn follows(
    typed: &Typed,
    options: &Options,
    choose: usize,
    game: &View,
    found: &mut Vec<Vec<Card>>,
) {
    let mut open: Vec<Card> = Vec::new();
    for group in &options.groups {
        open.extend(&group.cards);
    }
    let mut play = options.fixed.clone();
    // The named cards come first, so that few combinations are tried in vain.
    let mut fixed = options.fixed.clone();
    for card in &typed.named {
        if let Some(at) = fixed.iter().position(|other| other == card) {
            fixed.remove(at);
        } else if let Some(at) = open.iter().position(|other| other == card) {
            play.push(open.remove(at));
        }
    }
    let Some(rest) = (options.fixed.len() + choose).checked_sub(play.len()) else {
        return;
    };
    order::sort(&mut open, options::trump(game));
    open.reverse();
    let mut tried = 0;
    choices(&open, rest, &mut play, &mut |play| {
        tried += 1;
        if options::flaw(game, play) == Flaw::None && typed.arranged(play).is_some() {
            found.push(play.to_vec());
        }
        found.len() < MOST + 2 && tried < MOST_TRIED
    });
}

/// Every choice of `count` of these cards, equal cards side by side, added to the play; `false` once
/// no more are wanted.
fn choices(
    open: &[Card],
    count: usize,
    play: &mut Vec<Card>,
    wanted: &mut impl FnMut(&[Card]) -> bool,
) -> bool {
    if count == 0 {
        return wanted(play);
    }
    let mut at = 0;
    while at + count <= open.len() {
        play.push(open[at]);
        let goes_on = choices(&open[at + 1..], count - 1, play, wanted);
        play.pop();
        if !goes_on {
            return false;
        }
        // An equal card in its place would be the same choice.
        at += open[at..]
            .iter()
            .take_while(|card| **card == open[at])
            .count();
    }
    true
}
