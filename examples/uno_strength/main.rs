//! How much stronger one kind of computer player of UNO is than another.
//!
//! ```text
//! cargo run --release --example uno_strength -- heuristic greedy --pairs 4000
//! cargo run --release --example uno_strength -- search:60000 heuristic --pairs 500 --players 2
//! cargo run --release --example uno_strength -- beginner beginner --soak 1000000
//! ```
//!
//! Every deal is played twice, both kinds in turn round the table and then with the seats exchanged.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use tractor_bot::chance::Seed;
use tractor_bot::game::{Choices, Game, RuleSet, Seat, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::uno::{Beginner, Effort, Greedy, Heuristic, Idle, Random, Search};
use tractor_bot::uno::{Action, Event, OpenEvent, RoundResult, Rules, Uno};

/// Two kinds of players and how many deals they play.
#[derive(Debug, Parser)]
struct Options {
    /// random, idle, beginner, greedy, heuristic, search, or `search:MOVES`
    first: String,
    /// The other kind of player.
    second: String,
    /// How many deals, each of them played twice.
    #[arg(long, default_value_t = 2000)]
    pairs: u32,
    /// The seed of all deals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many play; an even number is fair.
    #[arg(long, default_value_t = 4)]
    players: u8,
    /// A house rule, such as `preset=party`; may be given several times.
    #[arg(long = "rule")]
    rules: Vec<String>,
    /// Plays under random house rules instead, until the first kind has decided so often.
    #[arg(long)]
    soak: Option<u64>,
}

/// Makes a player for a seed.
type Maker = Box<dyn Fn(Seed) -> Box<dyn Player<Uno>>>;

fn maker(name: &str) -> Result<Maker, String> {
    let (kind, effort) = name.split_once(':').unwrap_or((name, ""));
    Ok(match kind {
        "random" => Box::new(|seed| Box::new(Random::new(seed))),
        "idle" => Box::new(|_| Box::new(Idle)),
        "beginner" => Box::new(|seed| Box::new(Beginner::new(seed))),
        "greedy" => Box::new(|seed| Box::new(Greedy::new(seed))),
        "heuristic" => Box::new(|seed| Box::new(Heuristic::new(seed))),
        "search" => {
            let usual = Effort::USUAL;
            let moves = effort.parse().unwrap_or(usual.moves);
            let worlds = (usual.worlds * (moves / 100) / (usual.moves / 100)).max(16);
            Box::new(move |seed| Box::new(Search::with(seed, Effort { moves, worlds })))
        }
        _ => return Err(format!("{name} is no player of UNO")),
    })
}

/// How long the decisions of one kind of player took.
#[derive(Debug, Clone, Copy, Default)]
struct Pace {
    decisions: u64,
    total: Duration,
    longest: Duration,
}

/// Two kinds of players, and how long they took.
struct Duel {
    kinds: [Maker; 2],
    paces: [Pace; 2],
}

/// Players with their kinds, by seat.
type Seated = Vec<(usize, Box<dyn Player<Uno>>)>;

impl Duel {
    /// Plays a round to its end; `kind_of` says which kind plays a seat.
    fn round(
        &mut self,
        rules: &Rules,
        players: u8,
        seed: Seed,
        kind_of: impl Fn(usize) -> usize,
    ) -> RoundResult {
        let (mut game, _) = Uno::start(rules, players, seed);
        let mut seated: Seated = (0..usize::from(players))
            .map(|seat| {
                let kind = kind_of(seat);
                let stream = seed.derive("a player", (kind * 16 + seat) as u64);
                (kind, self.kinds[kind](stream))
            })
            .collect();
        loop {
            let events = match game.turn() {
                Turn::Clock => game.elapse(game.cue().expect("the clock deals")),
                Turn::Seats(turn) | Turn::Each(turn) => {
                    let turn = turn.iter().next().expect("somebody is in turn");
                    let (seat, action) = out_of_turn(&game, rules, turn, &mut seated)
                        .unwrap_or_else(|| (turn, self.in_turn(&game, turn, &mut seated)));
                    let done = game.act(seat, action.clone());
                    done.unwrap_or_else(|no| panic!("{no}: {action:?} {rules:?}"))
                }
                Turn::Over => unreachable!("a round ends before a match"),
            };
            for event in events {
                if let Event::Open(OpenEvent::RoundOver(result)) = event {
                    return *result;
                }
            }
        }
    }

    fn in_turn(&mut self, game: &Uno, turn: Seat, seated: &mut Seated) -> Action {
        let view = game.view(Viewer::Seat(turn));
        let (kind, player) = &mut seated[turn.index()];
        let start = Instant::now();
        let action = player.choose(&view).expect("a player in turn answers");
        let time = start.elapsed();
        let pace = &mut self.paces[*kind];
        pace.decisions += 1;
        pace.total += time;
        pace.longest = pace.longest.max(time);
        action
    }

    /// Plays a deal twice: rounds won by the first kind in percent, and its points above the other's.
    fn pair(&mut self, rules: &Rules, players: u8, seed: Seed) -> (f64, f64) {
        let (mut won, mut points) = (0.0, 0.0);
        for side in 0..2 {
            let kind = |seat: usize| (seat + side) % 2;
            let result = self.round(rules, players, seed, kind);
            won += if kind(result.places[0].index()) == 0 {
                50.0
            } else {
                0.0
            };
            for (seat, gain) in result.gained.iter().enumerate() {
                points += f64::from(*gain) * if kind(seat) == 0 { 0.5 } else { -0.5 };
            }
        }
        (won, points)
    }
}

/// What somebody does out of turn, each seat asked first as often as the others.
fn out_of_turn(
    game: &Uno,
    rules: &Rules,
    turn: Seat,
    seated: &mut Seated,
) -> Option<(Seat, Action)> {
    let public = game.view(Viewer::Public);
    let round = public.playing()?;
    if round.exposed.is_none() && !rules.jump_in.is_on() {
        return None;
    }
    let (players, first) = (seated.len(), round.step as usize);
    let seats = (0..players).map(|at| Seat::new(((at + first) % players) as u8));
    seats.filter(|seat| *seat != turn).find_map(|seat| {
        let view = game.view(Viewer::Seat(seat));
        Some((seat, seated[seat.index()].1.choose(&view)?))
    })
}

/// House rules chosen at random, every value of every rule among them.
fn random_rules(seed: Seed) -> Rules {
    let mut chance = seed.chance();
    let mut rules = Rules::default();
    for entry in rules.entries() {
        if let Choices::Words(values) = entry.choices {
            let value = values[chance.below(values.len() as u32) as usize];
            // A value that the others rule out leaves the rule as it is.
            let _ = rules.set(entry.name, value);
        }
    }
    rules
}

/// A mean with the half-width of its 95 % interval.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (
        mean,
        1.96 * (square / (count - 1.0).max(1.0) / count).sqrt(),
    )
}

fn main() -> ExitCode {
    match measure(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn measure(options: &Options) -> Result<(), String> {
    let mut rules = Rules::default();
    for rule in &options.rules {
        let (name, value) = rule.split_once('=').ok_or(format!("{rule}: NAME=VALUE"))?;
        rules.set(name, value).map_err(|error| error.to_string())?;
    }
    let Options { first, second, .. } = options;
    let mut duel = Duel {
        kinds: [maker(first)?, maker(second)?],
        paces: [Pace::default(); 2],
    };
    let seed = Seed::from_number(options.seed);
    if let Some(decisions) = options.soak {
        let mut rounds = 0;
        while duel.paces[0].decisions < decisions {
            rounds += 1;
            let seed = seed.derive("a round under random house rules", rounds);
            let players = 2 + (rounds % 9) as u8;
            duel.round(&random_rules(seed), players, seed, |seat| seat % 2);
        }
        println!("{rounds} rounds under random house rules, nothing refused");
    } else {
        let deals = 0..u64::from(options.pairs);
        let pairs =
            deals.map(|deal| duel.pair(&rules, options.players, seed.derive("a deal", deal)));
        let (won, points): (Vec<f64>, Vec<f64>) = pairs.unzip();
        let ((won, around), (points, range)) = (mean(&won), mean(&points));
        println!(
            "{first} against {second}, {} deals played twice",
            options.pairs
        );
        println!("rounds won {won:.2} % ± {around:.2}, points a round {points:+.1} ± {range:.1}");
    }
    for (name, pace) in [first, second].iter().zip(duel.paces) {
        let (decisions, longest) = (pace.decisions, pace.longest.as_secs_f64() * 1e3);
        let each = pace.total.as_secs_f64() * 1e3 / decisions.max(1) as f64;
        println!("{name}: {decisions} decisions, {each:.3} ms each, {longest:.1} ms at most");
    }
    Ok(())
}
