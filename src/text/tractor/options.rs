//! The viewer's options: the groups of a hand to choose from, and the only legal play if there is
//! just one; and what they can choose before their turn in a trick: the match as it will be then, as far as that is known.
//! The game's own [`Due`] decides what is legal.

use super::*;
use crate::text::context::Draft;
use crate::tractor::hand::Layout;

/// What the viewer has to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnOptions {
    /// Cards that must be played anyway: all of a suit that runs out.
    pub fixed: Vec<Card>,
    /// The cards to choose from, by effective suit.
    pub groups: Vec<Group>,
    /// How many must be chosen; `None` for a lead.
    pub choose: Option<usize>,
}

/// Trump; by the standing call as long as it is not fixed.
pub fn trump(view: &View) -> Trump {
    let called = || view.standing_call().and_then(|(_, call)| call.suit());
    view.trump
        .unwrap_or_else(|| Trump::under(&view.rules, view.level, called()))
}

/// The layout of the round, by the standing call as long as trump is not fixed.
pub fn layout(view: &View) -> &'static Layout {
    Layout::under(trump(view), view.rules.tractor_length)
}

/// The viewer's turn in play: `Some(None)` to lead, `Some` of what is due to follow; `None` if it
/// is not their turn.
pub fn turn(view: &View) -> Option<Option<&Due>> {
    match &view.phase {
        PhaseView::Playing { to_play, due, .. } if view.seat() == Some(*to_play) => {
            Some(due.as_ref())
        }
        _ => None,
    }
}

/// Whether the viewer is asked to take the kitty over.
pub fn is_asked(view: &View) -> bool {
    matches!(&view.phase, PhaseView::Overcalls { asked, .. } if view.seat() == Some(*asked))
}

/// Whether the viewer has to bury the kitty.
pub fn buries(view: &View) -> bool {
    let burying = matches!(view.phase, PhaseView::Burying);
    burying && view.seat().is_some() && view.seat() == view.burier()
}

/// What the viewer has to choose; `None` if nothing.
pub fn options(view: &View) -> Option<TurnOptions> {
    let mut groups = order::grouped(&view.hand, trump(view));
    groups.retain(|group| !group.cards.is_empty());
    let (mut fixed, mut choose) = (Vec::new(), None);
    if buries(view) {
        choose = Some(8);
    } else if let Some(due) = turn(view)? {
        let (count, held) = (usize::from(due.count), held(view, due.suit));
        if held <= count {
            let led = groups.extract_if(.., |group| group.suit == due.suit);
            fixed = led.flat_map(|group| group.cards).collect();
        }
        groups.retain(|group| held <= count || group.suit == due.suit);
        choose = Some(count - fixed.len());
    }
    Some(TurnOptions {
        fixed,
        groups,
        choose,
    })
}

impl TurnOptions {
    /// The cards to choose from.
    pub fn open(&self) -> Vec<Card> {
        let groups = self.groups.iter();
        groups.flat_map(|group| group.cards.clone()).collect()
    }
}

/// Completes a play by so many of these cards in every way, of equal cards as many as possible first. Every whole play
/// is visited, and with `None` each step on the way there; `false` as soon as the visitor wants no more.
pub fn complete(
    open: &[Card],
    left: usize,
    play: &mut Vec<Card>,
    visit: &mut impl FnMut(Option<&[Card]>) -> bool,
) -> bool {
    if left == 0 {
        return visit(Some(play));
    }
    let goes_on = visit(None);
    let Some(alike) = open.chunk_by(|a, b| a == b).next() else {
        return true;
    };
    goes_on
        && (0..=alike.len().min(left)).rev().all(|taken| {
            play.extend(&alike[..taken]);
            let goes_on = complete(&open[alike.len()..], left - taken, play, visit);
            play.truncate(play.len() - taken);
            goes_on
        })
}

/// What was led, and the viewer's hand.
pub fn lead(view: &View) -> Option<(Lead, Hand)> {
    let PhaseView::Playing { trick, .. } = &view.phase else {
        return None;
    };
    let layout = layout(view);
    let lead = Hand::of(layout, trick.plays.first()?).ok()?;
    let held = Hand::of(layout, &view.hand).ok()?;
    Some((Lead::read(layout, lead)?, held))
}

/// The viewer's only legal play, if there is just one.
pub fn only_play(view: &View) -> Option<Vec<Card>> {
    if turn(view)?.is_none() {
        return (view.hand.len() == 1).then(|| view.hand.clone());
    }
    let (layout, (lead, held)) = (layout(view), lead(view)?);
    let only = follow::only(layout, FollowRules::from(&view.rules), &lead, held)?;
    Some(order::sorted(
        &only.cards(layout).collect::<Vec<_>>(),
        trump(view),
    ))
}

/// Cards of the suit that was led with these ranks, if the viewer is to follow and holds just one kind
/// of card of each there.
pub fn of_led_suit(ranks: &[Rank], view: &View) -> Option<Vec<Card>> {
    named_by_rank(ranks, turn(view)??.suit, trump(view), &view.hand)
}

fn named_by_rank(
    ranks: &[Rank],
    suit: EffectiveSuit,
    trump: Trump,
    held: &[Card],
) -> Option<Vec<Card>> {
    let of_rank = |rank: &Rank| {
        let fits =
            |card: &&Card| card.rank() == Some(*rank) && trump.effective_suit(**card) == suit;
        let mut held = held.iter().filter(fits);
        let first = held.next()?;
        held.all(|card| card == first).then_some(*first)
    };
    ranks.iter().map(of_rank).collect()
}

/// The cards of the draft that the viewer holds and may choose.
pub fn drafted(draft: &Draft, options: &TurnOptions) -> Vec<Card> {
    chosen(&cards::read(draft.words()).unwrap_or_default(), options)
}

/// The cards of these that the viewer holds and may choose.
pub fn chosen(wanted: &[Card], options: &TurnOptions) -> Vec<Card> {
    let mut open = options.open();
    let taken = wanted.iter().map(|card| order::take(&mut open, *card));
    taken.flatten().collect()
}

/// What is wrong with a play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    None,
    /// Too few or too many cards.
    Count,
    /// A lead of several suits.
    Mixed,
    /// What is due is not played.
    Breach(Breach),
}

/// What is wrong with these cards as the viewer's play.
pub fn flaw(view: &View, play: &[Card]) -> Flaw {
    let trump = trump(view);
    match turn(view) {
        Some(Some(due)) if play.len() != usize::from(due.count) => Flaw::Count,
        Some(Some(due)) => {
            let layout = Layout::of(trump);
            match Hand::of(layout, play).map(|play| due.check(layout, play)) {
                Ok(Ok(())) => Flaw::None,
                Ok(Err(breach)) => Flaw::Breach(breach),
                Err(_) => Flaw::Count,
            }
        }
        _ if play.is_empty() => Flaw::Count,
        _ => {
            let suit = |card: &Card| trump.effective_suit(*card);
            let one = play.iter().all(|card| suit(card) == suit(&play[0]));
            if one { Flaw::None } else { Flaw::Mixed }
        }
    }
}

/// How many cards of this suit the viewer holds.
pub fn held(view: &View, suit: EffectiveSuit) -> usize {
    let trump = trump(view);
    let of_suit = |card: &&Card| trump.effective_suit(**card) == suit;
    view.hand.iter().filter(of_suit).count()
}

/// Who plays next in the current trick.
pub fn to_play(view: &View) -> Option<Seat> {
    let PhaseView::Playing { to_play, .. } = &view.phase else {
        return None;
    };
    Some(*to_play)
}

/// The match as it will be on the viewer's turn in this trick: before the lead nothing is due. `None` on their
/// turn, and once they have played.
pub fn foreseen(view: &View) -> Option<View> {
    let PhaseView::Playing { trick, to_play, .. } = &view.phase else {
        return None;
    };
    let seat = view.seat().filter(|seat| seat != to_play)?;
    let due = lead(view)
        .map(|(lead, held)| Due::of(layout(view), FollowRules::from(&view.rules), &lead, held));
    has_yet_to_play(trick, seat).then(|| View {
        phase: PhaseView::Playing {
            trick: trick.clone(),
            to_play: seat,
            due,
        },
        ..view.clone()
    })
}

fn has_yet_to_play(trick: &TrickView, seat: Seat) -> bool {
    let place = (seat.index() + PLAYERS - trick.leader.index()) % PLAYERS;
    trick.plays.len() <= place
}

/// What the viewer still chooses for in this trick, on their turn or before it.
pub fn prospect(view: &TableView<Tractor>) -> Option<Prospect> {
    let game = view.stage.game()?;
    let PhaseView::Playing { trick, .. } = &game.phase else {
        return None;
    };
    has_yet_to_play(trick, game.seat()?).then(|| Prospect {
        hand: cards::packed(&game.hand),
        lead: trick.plays.first().map(|lead| cards::packed(lead)),
    })
}

/// Judges a play of the viewer in this trick as the rules will on their turn. Before the lead any cards that
/// they hold will do.
///
/// # Errors
/// Why they cannot play it then.
pub fn judge_premove(action: &Action, view: &TableView<Tractor>) -> Result<(), Rejection> {
    let (Action::Play(play), Some(game)) = (action, view.stage.game()) else {
        return Err(Rejection::NoCards);
    };
    let layout = layout(game);
    if play.is_empty() {
        return Err(Rejection::NoCards);
    }
    let Some((lead, held)) = lead(game) else {
        let held = Hand::of(layout, &game.hand).unwrap_or(Hand::EMPTY);
        held.pick(layout, play)?;
        return Ok(());
    };
    let given = held.pick(layout, play)?;
    let rules = FollowRules::from(&game.rules);
    let due = Due::of(layout, rules, &lead, held);
    let example = || {
        follow::lowest(layout, rules, &lead, held)
            .cards(layout)
            .collect()
    };
    match due.check(layout, given) {
        Ok(()) => Ok(()),
        Err(Breach::Count { due, given }) => Err(Rejection::WrongCount {
            due,
            given,
            example: example(),
        }),
        Err(breach) => Err(Rejection::MustFollow {
            breach,
            due,
            example: example(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::card::{Rank, Suit};

    #[test]
    fn ranks_alone_are_cards_of_the_suit_that_was_led_where_one_kind_is_held() {
        let trump = Trump::suited(Rank::TWO, Suit::Spades);
        let check = |suit: EffectiveSuit, ranks: &str, expected: Option<&str>| {
            let held: Vec<Card> = cards::read("10H 10H QH 10C 2H 2C AS").expect("cards");
            let ranks = cards::ranks(ranks).expect("ranks");
            let named = named_by_rank(&ranks, suit, trump, &held);
            let expected = expected.map(|words| cards::read(words).expect("cards"));
            assert_eq!(named, expected, "{ranks:?}");
        };
        let hearts = EffectiveSuit::Side(Suit::Hearts);
        check(hearts, "10", Some("10H"));
        check(hearts, "10 10", Some("10H 10H"));
        check(hearts, "QQ", Some("QH QH"));
        check(hearts, "十", Some("10H"));
        check(hearts, "A", None);
        check(hearts, "Q 9", None);
        check(EffectiveSuit::Trumps, "A", Some("AS"));
        check(EffectiveSuit::Trumps, "2", None);
    }
}
