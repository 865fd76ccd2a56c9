//! Thousands of random matches under random house rules: nothing is ever lost, stuck or unequal.
//!
//! Every failure names the seed that leads to it: `SIMULATION=seed cargo test --test rules
//! tractor_simulation` plays that match alone, to its end, and `SIMULATION=0..10000` that many. Debug builds
//! play fewer.

use std::collections::BTreeMap;
use std::ops::Range;

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{Choices, Game, RuleSet, Seat, Turn, Viewer, digest_of};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::{GivesUp, Random};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Call, Cue, Progress, RoundEnd, RoundResult};
use tractor_bot::tractor::card::{Card, Rank};
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::rules::{Gates, KittyShown, LevelCap, PermanentLevels, Rules, Shutout};
use tractor_bot::tractor::seating::Team;
use tractor_bot::tractor::view::{PhaseView, View};

/// The matches that were asked for: one, or those from one seed up to another.
fn asked_for() -> Option<Range<u64>> {
    let asked = std::env::var("SIMULATION").ok()?;
    let (first, end) = asked.split_once("..").unwrap_or((&asked, ""));
    let first = first.parse().expect("SIMULATION=7 or SIMULATION=0..100");
    Some(first..end.parse().unwrap_or(first + 1))
}

/// The seeds of the matches to play: a number in a release build, a part of it otherwise.
fn seeds(number: u64) -> Range<u64> {
    let part = if cfg!(debug_assertions) { 40 } else { 1 };
    asked_for().unwrap_or(0..number / part)
}

/// House rules chosen at random, every value of every rule among them.
fn random_rules(chance: &mut Chance) -> Rules {
    let mut rules = Rules::default();
    for entry in rules.entries() {
        let values = entry.choices.offered();
        let value = values[chance.below(values.len() as u32) as usize];
        // The first level may not lie above the last one; then the rule stays as it is.
        let _ = rules.set(entry.name, value);
    }
    rules
}

/// What drives a match: an action, the clock, or what all agree on.
enum Input {
    Act(Seat, Action),
    Elapse(Cue),
    EndRound,
}

/// A match of four random players.
struct Match {
    seed: u64,
    rules: Rules,
    game: Tractor,
    players: Vec<GivesUp>,
    /// What is taken back, and how often so far.
    whims: Chance,
    taken_back: u32,
    /// How many plays the clock made.
    forced: u32,
    /// When people agree on something.
    agreements: Chance,
    agreed: u32,
}

impl Match {
    fn new(seed: u64) -> Match {
        let secret = Seed::from_number(seed);
        let rules = random_rules(&mut secret.derive("rules", 0).chance());
        let (game, events) = Tractor::start(&rules, 4, secret);
        assert!(
            matches!(events[..], [Event::RoundReady { round: 1, .. }]),
            "seed {seed}"
        );
        let player = |seat| match seat {
            // One who gives up rounds makes surrenders happen, and matches short.
            0 => Random::giving_up(secret, 60),
            _ => Random::giving_up(secret, 3_000),
        };
        Match {
            seed,
            rules,
            game,
            players: (0..4).map(player).collect(),
            whims: secret.derive("whims", 0).chance(),
            taken_back: 0,
            forced: 0,
            agreements: secret.derive("agreements", 0).chance(),
            agreed: 0,
        }
    }

    /// Before one round in four people agree on something, be it what the house rules do not allow.
    fn agree(&mut self) {
        if self.agreements.below(4) != 0 {
            return;
        }
        let among = |count: usize, chance: &mut Chance| chance.below(count as u32) as usize;
        let (accord, choices) =
            &Tractor::ACCORDS[among(Tractor::ACCORDS.len(), &mut self.agreements)];
        let Choices::Words(values) = choices else {
            panic!("{accord} is no word");
        };
        let value = values[among(values.len(), &mut self.agreements)];
        let before = self.game.view(Viewer::Public);
        match self.game.agree(accord, value) {
            Ok(events) => {
                assert!(
                    matches!(events[..], [Event::StandingSet { .. }]),
                    "seed {}",
                    self.seed
                );
                self.agreed += 1;
            }
            Err(_) => assert_eq!(self.game.view(Viewer::Public), before, "seed {}", self.seed),
        }
    }

    fn apply(&mut self, input: Input) -> Vec<Event> {
        match input {
            Input::Act(seat, action) => self.game.act(seat, action).unwrap_or_else(|refusal| {
                panic!("seed {}: a player was refused: {refusal:?}", self.seed)
            }),
            Input::Elapse(cue) => self.game.elapse(cue),
            Input::EndRound => {
                let ended = self.game.agree("round", "end");
                ended.unwrap_or_else(|error| panic!("seed {}: {error}", self.seed))
            }
        }
    }

    /// The next input: what a player wants, else the clock, else the start of a deal.
    fn next(&mut self) -> Input {
        let phase = self.game.view(Viewer::Public).phase;
        let is_open = matches!(
            phase,
            PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. }
        );
        if is_open && self.agreements.below(1_000) == 0 {
            return Input::EndRound;
        }
        // The clock may be faster than who has only one play.
        let forced = self
            .game
            .cue()
            .filter(|cue| matches!(cue, Cue::Forced { .. }));
        if let Some(cue) = forced.filter(|_| self.whims.below(2) == 0) {
            self.forced += 1;
            return Input::Elapse(cue);
        }
        for seat in Seat::first(4) {
            let view = self.game.view(Viewer::Seat(seat));
            if view.can_take_back && self.whims.below(12) == 0 {
                self.taken_back += 1;
                return Input::Act(seat, Action::TakeBack);
            }
            if let Some(action) = self.players[seat.index()].choose(&view) {
                return Input::Act(seat, action);
            }
        }
        if let Some(cue) = self.game.cue() {
            return Input::Elapse(cue);
        }
        let may_deal = |seat: &Seat| self.game.view(Viewer::Seat(*seat)).may_deal();
        let dealer = Seat::first(4).find(may_deal);
        let dealer = dealer.unwrap_or_else(|| panic!("seed {}: nobody may deal", self.seed));
        Input::Act(dealer, Action::Deal)
    }

    /// Plays on until the round is over; `observe` sees what happens after every input.
    fn play_round(&mut self, mut observe: impl FnMut(&Match, &[Event])) -> RoundResult {
        // Dealing takes 100 inputs and playing 100; answers, calls and redeals come on top.
        for _ in 0..5_000 {
            let input = self.next();
            let events = self.apply(input);
            observe(self, &events);
            let over = events.iter().find_map(|event| match event {
                Event::RoundOver(result) => Some((**result).clone()),
                _ => None,
            });
            if let Some(result) = over {
                return result;
            }
        }
        panic!("seed {}: the round does not end", self.seed);
    }
}

#[test]
fn random_matches_keep_every_card_and_point() {
    let mut ends = BTreeMap::new();
    let (mut taken_back, mut forced, mut agreed) = (0, 0, 0);
    for seed in seeds(800) {
        let mut played = Match::new(seed);
        let mut chance = Seed::from_number(seed).derive("looks", 0).chance();
        // A match of random players can take a hundred rounds: some rounds of each will do.
        let rounds = asked_for().map_or(6, |_| 10_000);
        for round in 0..rounds {
            assert!(round < 9_999, "seed {seed}: the match does not end");
            played.agree();
            let before = played.game.view(Viewer::Public);
            let result = played.play_round(|now, events| {
                assert!(!events.is_empty(), "seed {seed}: an input without an event");
                if chance.below(12) == 0 {
                    check_cards(now);
                }
            });
            check_result(&played, &before, &result);
            *ends.entry(format!("{:?}", result.end)).or_insert(0) += 1;
            if played.game.turn() == Turn::Over {
                *ends.entry("matches".to_owned()).or_insert(0) += 1;
                break;
            }
        }
        taken_back += played.taken_back;
        forced += played.forced;
        agreed += played.agreed;
    }
    println!("{ends:?}");
    let alone = asked_for().is_some();
    assert!(alone || taken_back > 0, "calls or plays are taken back");
    assert!(alone || forced > 0, "the clock plays");
    assert!(alone || agreed > 0, "people agree");
    let many = seeds(800).count() > 100;
    assert!(
        !many || ends.len() == 5,
        "all ways to end are seen: {ends:?}"
    );
}

/// The four seats together see every card exactly where it is.
#[track_caller]
fn check_cards(now: &Match) {
    let public = now.game.view(Viewer::Public);
    assert!(public.hand.is_empty() && public.buried.is_none());
    let views: Vec<View> = Seat::first(4)
        .map(|seat| now.game.view(Viewer::Seat(seat)))
        .collect();
    let mut cards: Vec<Card> = Vec::new();
    for (view, size) in views.iter().zip(public.hand_sizes) {
        assert_eq!(view.hand.len(), usize::from(size), "seed {}", now.seed);
        assert_eq!(view.hand_sizes, public.hand_sizes);
        cards.extend(&view.hand);
        cards.extend(view.buried.iter().flatten());
        // What all know to be held is held.
        for (known, other) in public.known.iter().zip(&views) {
            let mut held = other.hand.clone();
            for card in known {
                let at = held.iter().position(|other| other == card);
                held.remove(at.unwrap_or_else(|| panic!("seed {}: {card} is not held", now.seed)));
            }
        }
    }
    assert!(public.tricks.len() <= 25);
    let table = match &public.phase {
        PhaseView::Playing { trick, .. } => Some(trick),
        _ => None,
    };
    let tricks = public.tricks.iter().chain(table);
    cards.extend(
        tricks
            .clone()
            .flat_map(|trick| trick.plays.iter().flatten()),
    );
    let expected = match public.phase {
        PhaseView::Ready { .. } | PhaseView::Over { .. } => 0,
        PhaseView::Dealing { dealt, .. } => usize::from(dealt),
        PhaseView::CallWindow { .. } => 100,
        PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. } => 108,
    };
    assert_eq!(cards.len(), expected, "seed {}", now.seed);
    if expected == 108 {
        cards.sort_unstable();
        let both: Vec<Card> = Card::all().flat_map(|card| [card; 2]).collect();
        assert_eq!(cards, both, "seed {}", now.seed);
    }
    if let PhaseView::Playing { .. } = public.phase {
        let taken: u16 = public.captured.iter().sum();
        assert_eq!(
            taken,
            public.tricks.iter().map(|trick| trick.points).sum::<u16>()
        );
    }
}

/// The result follows from the points by the table of the rules, written once more here.
#[track_caller]
fn check_result(after: &Match, before: &View, result: &RoundResult) {
    let (seed, rules) = (after.seed, &after.rules);
    let holds = |what: &str, is: bool| assert!(is, "seed {seed}, {what}: {result:?}");
    let declarers = Team::of(result.dealer);
    let opponents = declarers.other();
    let by_team = |team: Team| {
        let [a, b] = team.seats();
        result.captured[a.index()] + result.captured[b.index()]
    };
    let shown: u16 = result.kitty.iter().map(|card| card.points()).sum();
    let kitty = match rules.kitty_shown {
        KittyShown::End => shown,
        KittyShown::Never => {
            holds("the kitty is hidden", result.kitty.is_empty());
            let counts = result.kitty_factor > 0;
            holds("its points", result.kitty_points.is_some() == counts);
            // Who counts the cards knows it all the same.
            let left = 200 - result.captured.iter().sum::<u16>();
            result.kitty_points.unwrap_or(left)
        }
    };
    if result.end == RoundEnd::PlayedOut {
        let all = by_team(declarers) + by_team(opponents) + kitty;
        holds("all points", all == 200);
        let won = i32::from(by_team(opponents) + result.kitty_factor * kitty);
        let points = (won + i32::from(result.penalties)).max(0);
        holds("points", i32::from(result.points) == points);
        let last = Team::of(result.last_trick.expect("a last trick"));
        holds("kitty", (result.kitty_factor > 0) == (last == opponents));
    }
    let won = result.winner == declarers;
    holds("winner", won == (result.points < rules.points_to_win.0));
    let next = (result.dealer.index() + if won { 2 } else { 1 }) % 4;
    holds("next dealer", result.next_dealer.index() == next);
    // Step by step from the points that decide the round.
    let (needed, step) = (rules.points_to_win.0, rules.level_step.0);
    let mut most = 0;
    if result.points < needed {
        let mut bound = needed;
        while bound > result.points {
            bound = bound.saturating_sub(step);
            most += 1;
        }
        most += u16::from(result.points == 0 && rules.shutout == Shutout::ExtraLevel);
    } else {
        let mut bound = needed + step * u16::from(rules.dead_zone);
        while result.points >= bound {
            bound += step;
            most += 1;
        }
    }
    if rules.level_cap == LevelCap::Three {
        most = most.min(3);
    }
    holds("most levels", u16::from(result.gained) <= most);
    let passed_over = match rules.permanent_levels {
        PermanentLevels::Played => &[],
        PermanentLevels::PassedOver => rules.permanent_trumps.ranks(),
    };
    let steps_to = |level: Rank| {
        holds("a level to be played", !passed_over.contains(&level));
        let below = Rank::all().filter(|rank| *rank < level && !passed_over.contains(rank));
        below.count()
    };
    let from = |team: Team| match result.fell && team == declarers {
        true => rules.start_levels()[team.index()],
        false => before.levels[team.index()],
    };
    let gained = |team: Team| steps_to(result.levels[team.index()]) - steps_to(from(team));
    let levels = [result.winner, result.winner.other()].map(gained);
    holds("levels", levels == [usize::from(result.gained), 0]);
    let last = rules.match_to;
    holds(
        "last level",
        result.levels.iter().all(|level| *level <= last),
    );
    // The first round begins without a dealer, and where calls make one the level is that of the winners.
    let known = before.dealer.or(before.uncalled);
    let level_of = known.map_or(Team::NorthSouth, Team::of);
    let dealt = before.dealer.is_none_or(|dealer| dealer == result.dealer);
    holds("dealer", dealt);
    let level = before.levels[level_of.index()];
    holds("level", result.trump.rank == level);
    let secret = Seed::from_hex(&result.deal.secret).expect("a secret");
    let commitment = result.deal.commitment;
    holds("commitment", secret.commitment() == commitment);
    let at_last = from(declarers) == last;
    let ready = rules.after_ace.word() == "win"
        || before.progress[declarers.index()] == Progress::NoTrumpRound;
    let rounds = after.game.view(Viewer::Public).history.len() as u32;
    // Without gates, whoever has levels left at the last one wins too.
    let beyond = rules.gates == Gates::None
        && rules.after_ace.word() == "win"
        && steps_to(from(result.winner)) + usize::from(most) > steps_to(last);
    let match_won =
        won && at_last && ready || beyond || rules.rounds.is_some_and(|last| rounds >= last);
    let over = after.game.turn() == Turn::Over;
    holds("end of the match", over == match_won);
}

#[test]
fn refused_actions_and_stale_cues_change_nothing() {
    for seed in seeds(100) {
        let mut played = Match::new(seed);
        let mut chance = Seed::from_number(seed).derive("nonsense", 0).chance();
        let (mut refused, mut last_cue) = (0, None);
        for _ in 0..260 {
            if played.game.turn() == Turn::Over {
                break;
            }
            let before = digest_of(&played.game);
            let seat = Seat::new(chance.below(5) as u8);
            let action = nonsense(&played, &mut chance);
            if played.game.clone().act(seat, action.clone()).is_err() {
                let refusal = played.game.act(seat, action);
                assert!(refusal.is_err(), "seed {seed}: judged differently twice");
                assert_eq!(digest_of(&played.game), before, "seed {seed}: {refusal:?}");
                refused += 1;
            }
            if let Some(cue) = last_cue.filter(|cue| played.game.cue() != Some(*cue)) {
                assert_eq!(played.game.elapse(cue), [], "seed {seed}: a stale cue");
                assert_eq!(digest_of(&played.game), before, "seed {seed}");
            }
            last_cue = played.game.cue().or(last_cue);
            let input = played.next();
            played.apply(input);
        }
        assert!(refused > 50, "seed {seed}: nonsense is refused");
    }
}

/// An action that makes sense some of the time.
fn nonsense(played: &Match, chance: &mut Chance) -> Action {
    let mut cards = Vec::new();
    let view = played
        .game
        .view(Viewer::Seat(Seat::new(chance.below(4) as u8)));
    for _ in 0..chance.below(9) {
        let any = Card::from_index(chance.below(54) as usize).expect("a card");
        let own = view.hand.get(chance.below(34) as usize);
        cards.push(*own.unwrap_or(&any));
    }
    match chance.below(7) {
        0 => Action::Deal,
        6 => Action::TakeBack,
        1 => Action::Call(Call::ALL[chance.below(Call::ALL.len() as u32) as usize]),
        2 => Action::PassCall,
        3 => Action::Bury(cards),
        4 => Action::PlayOn,
        _ => Action::Play(cards),
    }
}
