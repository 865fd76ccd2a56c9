//! Nothing leaks under any house rules: random matches, and at every state, for everybody who looks
//! on, other worlds that differ in what is hidden from them alone.
//!
//! A world is what [`Worlds::another_world`] deals: hands, piles and kitty anew, but for what the viewer
//! knows (the own hand, cards that calls and failed throws have shown, the kitty for whoever buried
//! it, cards drawn, hands shown). In both worlds the same is seen and heard, and the same actions of
//! the viewer are refused in the same words. Then both go on by the same step: worlds in which nobody
//! can make it (their voids, their cards) drop out, and of the others the viewer hears the same,
//! unless the step itself shows hidden cards by the rules.
//!
//! `LEAK_STATES=100000 LEAK_SEED=2 cargo test --release --test every_game leaks` looks at so many states of each
//! game, in other matches with each seed.

mod told;

use std::collections::VecDeque;

use double::number::number;
use tractor_bot::chance::{Chance, Seed};
use tractor_bot::desk::Served;
use tractor_bot::game::{Choices, Game, RuleSet as _, Seat, Turn, Viewer, digest_of};
use tractor_bot::players::{Player, StudyEffort};
use tractor_bot::table::{
    Header, Input, Limits, News, PersonId, Position, Skill, StageView, Submission, Table, TableView,
};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::scene::scene;
use tractor_bot::text::table;
use tractor_bot::tractor::Tractor;
use tractor_bot::uno::{self, Uno};

use crate::pages::pages_of;
use crate::play::viewers;
use told::Told;

/// States of each game without a wish.
const STATES: u64 = 300;
/// The states of a short match; a long one has sixteen times as many.
const FEW: u64 = 30;
/// Of the cards that are dealt one by one, every so many is a state.
const TO_DEAL: u32 = 12;
/// Between two states of which all pages are read.
const TO_READ: u64 = 97;
/// Between two states of which the scene is looked at.
const TO_LAY: u64 = 5;
/// Between two states at which every hint is asked for.
const TO_ADVISE: u64 = 211;
/// Actions that are tried at a state, of those that somebody made before.
const TRIED: usize = 4;

/// What somebody can tell of a game.
pub struct Eyes<G: Game> {
    /// All that is seen of a state.
    pub see: fn(&G, Viewer) -> String,
    /// What is heard of an event.
    pub hear: fn(&G::Event, Viewer) -> Option<String>,
}

impl<G: Game> Eyes<G> {
    /// Those of the bot.
    pub const HONEST: Self = Self {
        see: see::<G>,
        hear: hear::<G>,
    };
}

fn see<G: Game>(game: &G, viewer: Viewer) -> String {
    let mut seen = serde_json::to_string(&game.view(viewer)).expect("a view");
    seen += &format!(
        "{:?} {} {} {} {:?}",
        game.turn(),
        game.round(),
        game.turn_number(),
        game.is_stalled(),
        game.winners()
    );
    seen
}

fn hear<G: Game>(event: &G::Event, viewer: Viewer) -> Option<String> {
    let notice = G::notice(event, viewer)?;
    Some(serde_json::to_string(&notice).expect("a notice"))
}

/// What happens next.
enum Step<G: Game> {
    Act(Seat, G::Action),
    Elapse(G::Cue),
    Withdraw(Seat),
}

impl<G: Game> Step<G> {
    /// Carries it out; `None` if it is refused, or if this is not what the clock runs for: where the
    /// house has only plays made by itself, that depends on the hand.
    fn take(&self, game: &mut G) -> Option<Vec<G::Event>> {
        match self {
            Step::Act(seat, action) => game.act(*seat, action.clone()).ok(),
            Step::Elapse(cue) => (game.cue() == Some(*cue)).then(|| game.elapse(*cue)),
            Step::Withdraw(seat) => game.withdraw(*seat),
        }
    }

    fn is_of(&self, viewer: Viewer) -> bool {
        matches!(self, Step::Act(seat, _) if viewer == Viewer::Seat(*seat))
    }
}

/// What was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// States.
    pub states: u64,
    /// Other worlds that were compared.
    pub worlds: u64,
    /// Those that differ at all.
    pub other: u64,
    /// Worlds that went on by a step.
    pub steps: u64,
    /// Steps that showed something by the rules, and that differed.
    pub shown: u64,
    /// Steps that were impossible in the other world.
    pub impossible: u64,
    /// Actions that both worlds refused.
    pub refused: u64,
    /// Scenes that were compared.
    pub scenes: u64,
    /// Pages that were compared.
    pub pages: u64,
    /// Hints that were compared.
    pub hints: u64,
}

/// What told two worlds apart.
pub type Leak = String;

/// Looks at random matches until there were so many states.
///
/// # Errors
/// The first leak.
pub fn search<G: Told>(states: u64, seed: u64, eyes: &Eyes<G>) -> Result<Counts, Leak> {
    let secret = Seed::from_number(seed);
    let mut counts = Counts::default();
    let mut number = 0;
    while counts.states < states {
        let mut explorer = Match::<G>::new(secret.derive("a match", number), eyes);
        let most = (states - counts.states).min(FEW << explorer.chance.below(5));
        explorer
            .play(&mut counts, most)
            .map_err(|leak| format!("seed {seed}, match {number}: {leak}"))?;
        number += 1;
    }
    Ok(counts)
}

/// A match under house rules at random.
struct Match<'a, G: Told> {
    eyes: &'a Eyes<G>,
    chance: Chance,
    rules: G::Rules,
    seats: u8,
    game: G,
    players: Vec<Box<dyn Player<G>>>,
    /// What was done lately, to be tried by others.
    done: VecDeque<G::Action>,
    /// What each viewer sees of the table around the game.
    frames: Vec<TableView<G>>,
}

impl<'a, G: Told> Match<'a, G> {
    fn new(secret: Seed, eyes: &'a Eyes<G>) -> Self {
        let mut chance = secret.derive("choices", 0).chance();
        let rules = random_rules::<G>(&mut chance);
        let range = G::seats(&rules);
        let seats = range.start() + chance.below(u32::from(range.end() - range.start()) + 1) as u8;
        let (game, _) = G::start(&rules, seats, secret);
        let skill = match chance.below(3) {
            0 => G::SKILLS[G::SKILLS.len().min(2) - 1],
            _ => Skill::Random,
        };
        let players = Seat::first(seats)
            .map(|seat| G::computer(skill, secret.derive("a player", seat.index() as u64)));
        Self {
            eyes,
            players: players.collect(),
            frames: frames::<G>(rules, seats, secret),
            chance,
            rules,
            seats,
            game,
            done: VecDeque::new(),
        }
    }

    fn play(&mut self, counts: &mut Counts, most: u64) -> Result<(), Leak> {
        let end = counts.states + most;
        while counts.states < end && self.game.turn() != Turn::Over {
            let step = self.next();
            let ticks = matches!(step, Step::Elapse(cue) if G::is_tick(cue));
            if ticks && self.chance.below(TO_DEAL) > 0 {
                step.take(&mut self.game)
                    .expect("the clock obeys the rules");
                continue;
            }
            counts.states += 1;
            for viewer in viewers(self.seats) {
                let rules = self.rules;
                let told = |what: Leak| format!("{viewer:?} under {rules:?}: {what}");
                self.look(viewer, &step, counts).map_err(told)?;
            }
            if let Step::Act(_, action) = &step {
                self.done.push_front(action.clone());
                self.done.truncate(40);
            }
            step.take(&mut self.game).expect("players obey the rules");
        }
        Ok(())
    }

    /// Compares everything of the state for a viewer, and what they hear of the next step.
    fn look(&mut self, viewer: Viewer, step: &Step<G>, counts: &mut Counts) -> Result<(), Leak> {
        let other = self.game.another_world(viewer, &mut self.chance);
        counts.worlds += 1;
        counts.other += u64::from(digest_of(&self.game) != digest_of(&other));
        same(
            "sees",
            (self.eyes.see)(&self.game, viewer),
            (self.eyes.see)(&other, viewer),
        )?;
        self.try_actions(viewer, &other, counts)?;
        if counts.states.is_multiple_of(TO_LAY) {
            let cx = RenderContext::new(Locale::CHINESE, Surface::Browser, "$");
            let [one, two] = [&self.game, &other].map(|game| {
                let laid = scene(&cx.at(&self.view(game, viewer)));
                serde_json::to_string(&laid).expect("a scene is written")
            });
            counts.scenes += 1;
            same("sees on the table", one, two)?;
        }
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
        if counts.states.is_multiple_of(TO_READ) {
            for locale in Locale::all() {
                for face in [Surface::Discord, Surface::Terminal, Surface::Browser] {
                    let cx = RenderContext::new(locale, face, "$");
                    let [one, two] =
                        [&self.game, &other].map(|game| pages_of(&self.view(game, viewer), &cx));
                    counts.pages += one.len() as u64;
                    same("reads", format!("{one:#?}"), format!("{two:#?}"))?;
                }
            }
        }
        if counts.states.is_multiple_of(TO_ADVISE) {
            for skill in G::SKILLS {
                let [one, two] =
                    [&self.game, &other].map(|game| self.hint(game, viewer, *skill, &cx));
                counts.hints += 1;
                same("is advised", one, two)?;
            }
            let [one, two] = [&self.game, &other]
                .map(|game| G::studied_hint(StudyEffort(1), &cx.at(&self.view(game, viewer))));
            same("is advised", format!("{one:?}"), format!("{two:?}"))?;
        }
        self.go_on(viewer, step, other, counts)
    }

    fn hint(&self, game: &G, viewer: Viewer, skill: Skill, cx: &RenderContext) -> String {
        // A search of this kind would think for its time; any player gives the same for the same view.
        let skill = if G::is_slow(skill) {
            Skill::Heuristic
        } else {
            skill
        };
        let advised = G::computer(skill, Seed::from_number(0)).choose(&game.view(viewer));
        let advised = advised.map(|action| G::hint(&action, &cx.at(&self.view(game, viewer))));
        format!("{skill}: {advised:?}")
    }

    /// The table as a viewer sees it with this game.
    fn view(&self, game: &G, viewer: Viewer) -> TableView<G> {
        let at = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Public | Viewer::All => usize::from(self.seats),
        };
        let mut view = self.frames[at].clone();
        view.stage = StageView::Playing(game.view(viewer));
        view
    }

    /// What the viewer may not do, they may not do in both worlds, and are told the same. What others
    /// may not do is said aloud in the same words, as far as it is said aloud.
    fn try_actions(&mut self, viewer: Viewer, other: &G, counts: &mut Counts) -> Result<(), Leak> {
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
        for _ in 0..TRIED.min(self.done.len()) {
            let action = self.done[self.chance.below(self.done.len() as u32) as usize].clone();
            let seat = Seat::new(self.chance.below(self.seats.into()) as u8);
            let own = viewer == Viewer::Seat(seat);
            let tried = |game: &G| game.clone().act(seat, action.clone()).err();
            match [tried(&self.game), tried(other)] {
                [Some(one), Some(two)] => {
                    counts.refused += 1;
                    let said = |game: &G, no: &G::Rejection| match own {
                        true => G::rejection(no, &cx.at(&self.view(game, viewer))),
                        false if G::names_cards(no) => String::new(),
                        false => G::rejection(no, &cx.at(&self.view(game, Viewer::Public))),
                    };
                    let what = format!("is told of {action:?} of {seat:?}");
                    same(&what, said(&self.game, &one), said(other, &two))?;
                }
                [None, None] => {}
                [one, two] if own => {
                    return Err(format!(
                        "may do {action:?} in one world alone: {one:?}, {two:?}"
                    ));
                }
                // Others see what is done, and hold other cards in another world.
                _ => {}
            }
        }
        Ok(())
    }

    /// Both worlds go on by the same step.
    fn go_on(
        &self,
        viewer: Viewer,
        step: &Step<G>,
        mut there: G,
        counts: &mut Counts,
    ) -> Result<(), Leak> {
        let mut here = self.game.clone();
        let own = step.take(&mut here).expect("players obey the rules");
        let Some(others) = step.take(&mut there) else {
            counts.impossible += 1;
            return match step.is_of(viewer) {
                true => Err("may do something in one world alone".to_owned()),
                false => Ok(()),
            };
        };
        counts.steps += 1;
        let heard = |events: &[G::Event]| {
            events
                .iter()
                .map(|event| (self.eyes.hear)(event, viewer))
                .collect::<Vec<_>>()
        };
        let notices = |events: &[G::Event]| {
            events
                .iter()
                .filter_map(|event| G::notice(event, viewer))
                .collect::<Vec<_>>()
        };
        let (one, two) = (notices(&own), notices(&others));
        let differ = heard(&own) != heard(&others)
            || (self.eyes.see)(&here, viewer) != (self.eyes.see)(&there, viewer);
        if differ && G::shows(&self.rules, &one, &two) {
            counts.shown += 1;
            return Ok(());
        }
        same(
            "hears",
            format!("{:?}", heard(&own)),
            format!("{:?}", heard(&others)),
        )?;
        same(
            "sees then",
            (self.eyes.see)(&here, viewer),
            (self.eyes.see)(&there, viewer),
        )?;
        if counts.states.is_multiple_of(TO_READ) {
            let cx = RenderContext::new(Locale::CHINESE, Surface::Discord, "$");
            let lines = |game: &G, notices: &[G::Notice]| {
                let view = self.view(game, viewer);
                let news = notices.iter().map(|notice| News::Game(notice.clone()));
                news.map(|notice| table::notice_lines::<G>(&notice, &cx.at(&view)))
                    .collect::<Vec<_>>()
            };
            same(
                "is told",
                format!("{:?}", lines(&here, &one)),
                format!("{:?}", lines(&there, &two)),
            )?;
        }
        Ok(())
    }

    /// The next step: of whoever wants to do something, of the clock, or somebody leaves.
    fn next(&mut self) -> Step<G> {
        if self.chance.below(400) == 0 {
            let seat = Seat::new(self.chance.below(self.seats.into()) as u8);
            if self.game.clone().withdraw(seat).is_some() {
                return Step::Withdraw(seat);
            }
        }
        let cue = self.game.cue();
        let late = self.chance.below(8) == 0;
        let first = self.chance.below(self.seats.into()) as u8;
        let seats = (0..self.seats).map(|at| Seat::new((first + at) % self.seats));
        let awaited = self.game.turn().awaited();
        let (mut seats, others): (Vec<Seat>, Vec<Seat>) =
            seats.partition(|seat| awaited.contains(*seat));
        seats.extend(others);
        for seat in seats.into_iter().filter(|_| !late || cue.is_none()) {
            let view = self.game.view(Viewer::Seat(seat));
            if let Some(action) = self.players[seat.index()].choose(&view) {
                return Step::Act(seat, action);
            }
        }
        match cue {
            Some(cue) => Step::Elapse(cue),
            None => {
                let act = |seat: Seat| {
                    Some(Step::Act(
                        seat,
                        G::nudge(&self.game.view(Viewer::Seat(seat)))?,
                    ))
                };
                let mut acts = Seat::first(self.seats).filter_map(act);
                acts.next().expect("somebody can act, or a clock runs")
            }
        }
    }
}

fn same(what: &str, one: String, two: String) -> Result<(), Leak> {
    if one == two {
        return Ok(());
    }
    let at = one
        .bytes()
        .zip(two.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let near = |text: &str| {
        let from = at.saturating_sub(80);
        text.chars().skip(from).take(240).collect::<String>()
    };
    Err(format!(
        "{what} another thing\n{}\n{}",
        near(&one),
        near(&two)
    ))
}

/// House rules of which every other one has a value at random.
fn random_rules<G: Game>(chance: &mut Chance) -> G::Rules {
    let mut rules = G::Rules::default();
    for entry in rules.entries() {
        if chance.below(2) == 0 {
            continue;
        }
        let offered = match entry.choices {
            Choices::Words(words) => words,
            Choices::Number { suggested, .. } => suggested,
        };
        if !offered.is_empty() {
            let value = offered[chance.below(offered.len() as u32) as usize];
            // A value that does not go with the others leaves the rule as it is.
            let _ = rules.set(entry.name, value);
        }
    }
    rules
}

/// The table around a match, as each seat and the public see it.
fn frames<G: Served>(rules: G::Rules, seats: u8, secret: Seed) -> Vec<TableView<G>> {
    let header = Header::<G>::new(
        rules,
        Limits::default(),
        secret,
        PersonId(1),
        Position(1_000),
    );
    let mut table = Table::new(header);
    for seat in Seat::first(seats) {
        let person = PersonId(seat.index() as u64 + 1);
        let name = format!("P{}", person.0);
        let sit = Input::Sit {
            person,
            name,
            seat: Some(seat),
        };
        table = table
            .propose(&Submission::typed(sit))
            .expect("a free seat")
            .table;
    }
    viewers(seats).map(|viewer| table.view(viewer)).collect()
}

/// How many states were wished for.
fn wished() -> u64 {
    number("LEAK_STATES").unwrap_or(STATES)
}

/// Looks at as many states as are wished for.
pub fn check<G: Told>(seed: u64) {
    // Seeds of games are far fewer than these.
    let seed = seed + 1_000 * number("LEAK_SEED").unwrap_or(0);
    let counts = search::<G>(wished(), seed, &Eyes::HONEST).unwrap_or_else(|leak| panic!("{leak}"));
    println!("{}: {counts:?}", G::KIND.name());
    assert!(
        counts.states >= wished() && counts.worlds >= 3 * counts.states,
        "{counts:?}"
    );
    assert_eq!(
        counts.other * 3 > counts.worlds,
        G::HAS_HANDS,
        "other worlds where something is hidden: {counts:?}"
    );
    assert!(
        counts.steps > 0 && counts.refused > 0 && counts.scenes > 0,
        "{counts:?}"
    );
    assert!(counts.pages > 0 && counts.hints > 0, "{counts:?}");
    // Most steps show nothing that was hidden.
    assert!(counts.shown * 2 < counts.steps, "{counts:?}");
}

/// A bot that leaks is found out within a few states.
fn check_leak<G: Told>(eyes: &Eyes<G>) {
    let found = search::<G>(400, 2, eyes);
    assert!(found.is_err(), "it is not found: {found:?}");
}

/// Whether the first card of another's hand is the lower one of the first two: one bit.
fn bit<G: Game>(game: &G, cards: impl Fn(&G::View) -> usize) -> u8 {
    let hidden = Seat::first(2).map(|seat| cards(&game.view(Viewer::Seat(seat))));
    (hidden.sum::<usize>() % 2) as u8
}

#[test]
fn one_bit_of_a_hidden_hand_is_found() {
    check_leak(&Eyes::<Tractor> {
        see: |game, viewer| {
            let trumps = |view: &tractor_bot::tractor::view::View| {
                view.hand
                    .iter()
                    .filter(|card| card.plain().is_none())
                    .count()
            };
            format!("{}{}", see(game, viewer), bit(game, trumps))
        },
        hear: hear::<Tractor>,
    });
    check_leak(&Eyes::<Uno> {
        see: |game, viewer| {
            let wilds = |view: &uno::View| {
                let hand = view.playing().map_or(&[][..], |round| &round.hand);
                hand.iter().filter(|card| card.is_wild()).count()
            };
            format!("{}{}", see(game, viewer), bit(game, wilds))
        },
        hear: hear::<Uno>,
    });
}
