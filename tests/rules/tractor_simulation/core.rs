//! Random rounds of the lean core of tractor, without a match around them.

use crate::tractor_oracle::oracle::Oracle;
use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::{random_kitty, random_lead};
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::{Card, Rank};
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::follow;
use tractor_bot::tractor::hand::Hand;
use tractor_bot::tractor::round::{Closed, DealStart, Dealing, Playing};
use tractor_bot::tractor::rules::Rules;

use super::{asked_for, random_rules, seeds};

/// Rounds on the lean core alone, with calls, kitties, throws and all rules: millions of plays. What may be
/// played and who wins a trick is decided by brute force, too.
#[test]
fn random_rounds_of_the_core_keep_every_card_and_point() {
    let (mut plays, mut throws, mut failed) = (0_u64, 0_u64, 0_u64);
    for seed in seeds(20_000) {
        let secret = Seed::from_number(seed);
        let mut chance = secret.chance();
        let rules = random_rules(&mut chance);
        let level = Rank::from_index(chance.below(13) as usize).expect("a rank");
        let dealer = chance.below(5);
        let opening = DealStart {
            level,
            dealer: (dealer < 4).then(|| Seat::new(dealer as u8)),
            uncalled: None,
            progress: Progress::Climbing,
        };
        let Some(mut playing) = deal(opening, &rules, &mut chance) else {
            continue;
        };
        let layout = playing.layout();
        let mut slow = Oracle::new(layout.trump(), usize::from(rules.tractor_length));
        let cards_of = |hand: Hand| -> Vec<Card> { hand.cards(layout).collect() };
        let mut points = playing.kitty().points(layout);
        let mut tricks = 0;
        while let Some(seat) = playing.to_play() {
            let hand = playing.hand(seat);
            let lead = playing.trick().lead();
            let cards = match lead {
                None => random_lead(layout, hand, &mut chance),
                Some(lead) => follow::random(layout, (&rules).into(), lead, hand, &mut chance),
            };
            if let Some(lead) = lead {
                let (led, held) = (cards_of(lead.cards()), cards_of(hand));
                // One card of what is played, and another in its place.
                let (out, rest) = (cards.nth_copy(chance.below(cards.len())), hand.minus(cards));
                let other = match rest.is_empty() {
                    true => cards,
                    false => {
                        let instead = rest.nth_copy(chance.below(rest.len()));
                        cards.minus(out).plus(instead)
                    }
                };
                for play in [cards, other] {
                    let legal = slow.legal((&rules).into(), &led, &held, &cards_of(play));
                    let judged = playing.judge(play, &rules).is_ok();
                    assert_eq!(
                        judged, legal,
                        "seed {seed} {rules:?}: {led:?} {held:?} {play:?}"
                    );
                }
            }
            throws += u64::from(lead.is_none());
            let (leader, mut plays_of_trick) = {
                let trick = playing.trick();
                (trick.leader(), trick.plays().to_vec())
            };
            let ruling = playing.judge(cards, &rules).expect("a legal play");
            let played = playing.settle(ruling, &rules);
            plays += 1;
            failed += u64::from(played.failed.is_some());
            if let Some(won) = played.trick {
                plays_of_trick.push(played.cards);
                let all: Vec<Vec<Card>> = plays_of_trick.iter().copied().map(cards_of).collect();
                let winner = (leader.index() + slow.winner(rules.throw_winner, &all)) % 4;
                assert_eq!(won.winner.index(), winner, "seed {seed} {rules:?}: {all:?}");
                points += won.points;
                tricks += 1;
            }
        }
        assert!(
            playing.tally(&rules).is_some() && tricks <= 25,
            "seed {seed}"
        );
        let held: u32 = playing.hands().iter().map(|hand| hand.len()).sum();
        let out = held + playing.kitty().len();
        assert!(playing.trick().plays().is_empty(), "seed {seed}");
        assert_eq!((points, out), (200, 8), "seed {seed}");
    }
    println!("{plays} plays, {throws} leads, {failed} failed throws");
    assert!(failed > 0 || asked_for().is_some());
}

/// Deals, calls at random and buries; `None` if the cards are to be dealt again.
fn deal(opening: DealStart, rules: &Rules, chance: &mut Chance) -> Option<Playing> {
    let mut dealing = Dealing::new(Deck::shuffled(chance), opening);
    while let Some((seat, _)) = dealing.draw() {
        let call = dealing.open_calls(seat, rules).next_back();
        if let Some(call) = call.filter(|_| chance.below(4) == 0) {
            dealing.call(seat, call, rules);
        }
    }
    match dealing.finish().expect("all cards are out").close(rules) {
        Closed::Redeal => None,
        Closed::Fixed { burying, .. } => {
            let hand = burying.hands()[burying.dealer().index()];
            Some(
                burying
                    .bury(random_kitty(hand, chance))
                    .expect("eight of the hand"),
            )
        }
    }
}
