//! The whole plays that a hand offers: what the rules allow as far as it is little enough to be
//! offered whole, the units of a lead, what the viewer was advised, and what words can be completed to.
//!
//! Decides which plays are worth a button each. Knows no labels and no pages; [`super::turn`] draws
//! the buttons.

use super::*;
use crate::tractor::shape::{UnitKind, Units};
use std::collections::HashSet;

/// The most plays offered as buttons where they differ in one card or one pair: four rows.
const MOST_PLAIN: usize = 20;
/// The most where they differ in more.
const MOST_MIXED: usize = 10;
/// The most units of a lead that are offered beside the hint.
const MOST_UNITS: usize = 4;
/// The most steps of the search for all legal plays.
const MOST_TRIED: usize = 4_000;

/// What the viewer was advised to play or bury, sorted as a hand; `None` if nothing of the kind.
pub fn advised(view: &View, cx: &RenderContext) -> Option<Vec<Card>> {
    match serde_json::from_str(cx.draft.advised.as_deref()?) {
        Ok(Action::Play(cards) | Action::Bury(cards)) => {
            Some(order::sorted(&cards, options::trump(view)))
        }
        Ok(_) | Err(_) => None,
    }
}

/// All legal plays of a follow, sorted as a hand, if they are few enough for a button each. A suit
/// that has to be played whole is part of each.
pub fn whole(view: &View, options: &TurnOptions) -> Option<Vec<Vec<Card>>> {
    let due = options::turn(view)??;
    let choose = options.choose?;
    let most = match choose {
        0 | 1 => MOST_PLAIN,
        2 if due.pairs == 1 => MOST_PLAIN,
        _ => MOST_MIXED,
    };
    let (layout, trump) = (options::layout(view), options::trump(view));
    let (mut tried, mut found) = (0, Vec::new());
    let mut fixed = options.fixed.clone();
    let whole = options::complete(&options.open(), choose, &mut fixed, &mut |play| {
        tried += 1;
        let Some(play) = play else {
            return tried <= MOST_TRIED;
        };
        if Hand::of(layout, play).is_ok_and(|play| due.check(layout, play).is_ok()) {
            found.push(order::sorted(play, trump));
        }
        found.len() <= most
    });
    whole.then_some(found)
}

/// The tractors and pairs that the viewer can lead, a few of them: tractors first, trumps last.
pub fn units(view: &View) -> Vec<Vec<Card>> {
    let (trump, layout) = (options::trump(view), options::layout(view));
    let groups = order::grouped(&view.hand, trump).into_iter();
    let units = groups.flat_map(|group| {
        let held = Hand::of(layout, &group.cards).unwrap_or(Hand::EMPTY);
        Units::of(layout, held).map(move |unit| (unit, group.suit))
    });
    let mut units: Vec<_> = units
        .filter(|(unit, _)| unit.kind != UnitKind::Single)
        .collect();
    let trumps = |suit| suit == EffectiveSuit::Trumps;
    units.sort_by_key(|(unit, suit)| (std::cmp::Reverse(unit.kind), trumps(*suit)));
    let sorted = units
        .iter()
        .map(|(unit, _)| order::sorted(&unit.cards.cards(layout).collect::<Vec<Card>>(), trump));
    sorted.take(MOST_UNITS).collect()
}

/// The most proposals; Discord shows no more.
const MOST: usize = 25;
/// The most combinations proposals cards that are tried.
const MOST_COMPLETED: usize = 20_000;
/// The size proposals a kitty.
const KITTY: usize = 8;

/// The cards named so far, and the beginning proposals a further one.
struct NamedCards {
    named: Vec<Card>,
    begun: String,
}

impl NamedCards {
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

    /// The cards with those named first, in the order in which they were named; `None` if one proposals
    /// them is missing or none begins as typed.
    fn arranged(&self, cards: &[Card]) -> Option<Vec<Card>> {
        let mut rest = cards.to_vec();
        for card in &self.named {
            order::take(&mut rest, *card)?;
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

/// What the words can be completed to, as cards in the order of typing: first what was advised, if it was.
pub fn proposals(verb: Verb, words: &str, game: &View, cx: &RenderContext) -> Vec<Vec<Card>> {
    let (Some(typed), Some(options)) = (NamedCards::read(words), options::options(game)) else {
        return Vec::new();
    };
    let found = match (verb, options::buries(game)) {
        (Verb::Kitty, true) => kitties(&typed, game),
        (Verb::Play, false) => plays(&typed, &options, game),
        _ => Vec::new(),
    };
    let advised = advised(game, cx).filter(|_| !found.is_empty());
    let mut known = HashSet::new();
    let offered = advised.into_iter().chain(found).filter_map(|mut cards| {
        let arranged = typed.arranged(&cards)?;
        cards.sort_unstable();
        known.insert(cards).then_some(arranged)
    });
    offered.take(MOST).collect()
}

/// Whole kitties: the named cards and each card that they can go on with, filled up from the end of the hand.
fn kitties(typed: &NamedCards, game: &View) -> Vec<Vec<Card>> {
    let sorted = order::sorted(&game.hand, options::trump(game));
    let begins = |card: &&Card| card.to_string().to_lowercase().starts_with(&typed.begun);
    let mut starts = vec![typed.named.clone()];
    if !typed.begun.is_empty() {
        let further = sorted.iter().filter(begins);
        starts = further
            .map(|card| [typed.named.as_slice(), &[*card]].concat())
            .collect();
    }
    let whole = starts.into_iter().filter_map(|start| {
        let (mut left, mut kitty) = (sorted.clone(), Vec::new());
        for card in start.iter().chain(sorted.iter().rev()) {
            if kitty.len() < KITTY {
                kitty.extend(order::take(&mut left, *card));
            }
        }
        (kitty.len() == KITTY && kitty.starts_with(&start)).then_some(kitty)
    });
    whole.collect()
}

/// Legal plays that contain the named cards.
fn plays(typed: &NamedCards, options: &TurnOptions, game: &View) -> Vec<Vec<Card>> {
    let mut found = Vec::new();
    match options.choose {
        Some(choose) => follows(typed, options, choose, game, &mut found),
        None => leads(typed, options, &mut found),
    }
    found.retain(|play| options::flaw(game, play) == Flaw::None);
    found
}

/// Leads proposals one suit: pairs, singles and whole tractors, or the named cards with one more.
fn leads(typed: &NamedCards, options: &TurnOptions, found: &mut Vec<Vec<Card>>) {
    if !typed.named.is_empty() {
        found.push(typed.named.clone());
    }
    for group in &options.groups {
        let left = trick::without(&group.cards, &typed.named);
        for copies in [2, 1] {
            for chunk in left.chunk_by(|a, b| a == b).filter(|c| c.len() >= copies) {
                found.push([typed.named.as_slice(), &chunk[..copies]].concat());
            }
        }
    }
}

/// Follows: what has to be played anyway, and every choice proposals the rest that is legal.
fn follows(
    typed: &NamedCards,
    options: &TurnOptions,
    choose: usize,
    game: &View,
    found: &mut Vec<Vec<Card>>,
) {
    let mut open = options.open();
    let mut play = options.fixed.clone();
    // The named cards come first, so that few combinations are tried in vain.
    let mut fixed = options.fixed.clone();
    for card in &typed.named {
        if order::take(&mut fixed, *card).is_none() {
            play.extend(order::take(&mut open, *card));
        }
    }
    let Some(rest) = (options.fixed.len() + choose).checked_sub(play.len()) else {
        return;
    };
    order::sort(&mut open, options::trump(game));
    open.reverse();
    let mut tried = 0;
    options::complete(&open, rest, &mut play, &mut |play| {
        let Some(play) = play else {
            return true;
        };
        tried += 1;
        if options::flaw(game, play) == Flaw::None && typed.arranged(play).is_some() {
            found.push(play.to_vec());
        }
        found.len() < MOST + 2 && tried < MOST_COMPLETED
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::game::{Game, Seat, Viewer};
    use crate::text::cases;
    use crate::tractor::Tractor;
    use crate::tractor::card::{Rank, Suit};
    use crate::tractor::follow::{Due, FollowRules};
    use crate::tractor::hand::Layout;
    use crate::tractor::rules::Rules;
    use crate::tractor::shape::Lead;
    use crate::tractor::trump::Trump;
    use crate::tractor::view::{PhaseView, TrickView};

    fn read(words: &str) -> Vec<Card> {
        cards::read(words).expect("cards")
    }

    /// West's view, who follows this lead of North, or leads if there is none; level 2, trump ♠.
    fn view(lead: &str, hand: &str) -> View {
        let trump = Trump::suited(Rank::TWO, Suit::Spades);
        let layout = Layout::of(trump);
        let (north, west) = (Seat::new(0), Seat::new(1));
        let hand = read(hand);
        let plays: Vec<Vec<Card>> = std::iter::once(read(lead))
            .filter(|lead| !lead.is_empty())
            .collect();
        let due = plays.first().map(|lead| {
            let lead = Hand::of(layout, lead).expect("cards");
            let lead = Lead::read(layout, lead).expect("a lead");
            let held = Hand::of(layout, &hand).expect("cards");
            Due::of(layout, FollowRules::default(), &lead, held)
        });
        let (game, _) = Tractor::start(&Rules::default(), 4, Seed::from_number(1));
        let leader = if due.is_some() { north } else { west };
        let trick = TrickView {
            leader,
            winning: due.map(|_| north),
            points: 0,
            failed_throw: None,
            plays,
        };
        View {
            hand,
            trump: Some(trump),
            dealer: Some(north),
            phase: PhaseView::Playing {
                trick,
                to_play: west,
                due,
            },
            ..game.view(Viewer::Seat(west))
        }
    }

    /// All plays of a follow, as they are offered; none if they are too many.
    #[test]
    fn few_legal_plays_are_offered_whole() {
        for (position, expected) in cases("plays") {
            let (lead, hand) = position.split_once(": ").expect("a lead and a hand");
            let view = view(lead, hand);
            let options = options::options(&view).expect("it is West's turn");
            let found = whole(&view, &options).unwrap_or_default();
            let found: Vec<_> = found.iter().map(|play| cards::list(play)).collect();
            assert_eq!(found.join(" | "), expected, "{position}");
        }
    }

    #[test]
    fn many_legal_plays_are_not() {
        let clubs = "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C";
        // Twenty cards are four rows of buttons, and no more.
        let diamonds = "AD KD QD JD 10D 9D 8D 7D";
        let twenty = format!("{clubs} {diamonds}");
        let options = |hand: &str| {
            let view = view("KH", hand);
            let options = options::options(&view).expect("it is West's turn");
            whole(&view, &options).map(|plays| plays.len())
        };
        assert_eq!(options(&twenty), Some(20));
        assert_eq!(options(&format!("{twenty} 6D")), None);
    }

    #[test]
    fn units_of_a_lead_are_tractors_then_pairs_and_trumps_last() {
        let mut view = view("", "4S 4S AH AH 9H 9H 8H 8H 7C 7C KC");
        let named = |view: &View| {
            let units = units(view);
            units
                .iter()
                .map(|unit| cards::list(unit))
                .collect::<Vec<_>>()
        };
        assert_eq!(named(&view), ["♥9 ♥9 ♥8 ♥8", "♥A ♥A", "♣7 ♣7", "♠4 ♠4"]);
        view.rules.tractor_length = 3;
        assert_eq!(named(&view), ["♥A ♥A", "♥9 ♥9", "♥8 ♥8", "♣7 ♣7"]);
    }
}
