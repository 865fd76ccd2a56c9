//! Whole rounds between two contestants, each deal twice with the partnerships exchanged.

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::players::tractor::search::playout::{self, Playout, before_burying, finish};
use tractor_bot::players::tractor::search::{Auction, PastTrick, SearchEffort, SearchPosition};
use tractor_bot::tractor::action::Call;
use tractor_bot::tractor::hand::Hand;
use tractor_bot::tractor::round::{Burying, Dealing};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::score::{Side, band};
use tractor_bot::tractor::seating::Team;

use crate::mean::Mean;
use crate::rounds::deal;

/// A player: a policy, alone or with a search upon it.
pub struct Contestant {
    /// The quick player.
    pub policy: Policy<'static>,
    /// The search upon it.
    pub effort: Option<SearchEffort>,
}

impl Contestant {
    /// The call to make now; `quick` is the policy's.
    fn call(
        &self,
        dealing: &Dealing,
        seat: Seat,
        quick: Option<Call>,
        rules: &Rules,
        chance: &mut Chance,
    ) -> Option<Call> {
        let Some(effort) = &self.effort else {
            return quick;
        };
        let auction = Auction::in_deal(dealing, seat, rules);
        let open: Vec<Call> = dealing.open_calls(seat, rules).collect();
        effort.call(&auction, &open, &self.policy, chance)
    }

    fn bury(&self, burying: &Burying, rules: &Rules, chance: &mut Chance) -> Playout {
        let Some(effort) = &self.effort else {
            return playout::bury(burying, &self.policy, rules);
        };
        let scene = before_burying(burying, rules);
        let moment = SearchPosition::before_burying(scene);
        let kitty = effort.bury(&moment, &self.policy, chance);
        Playout::after_burying(burying, kitty.expect("a kitty"))
    }

    fn play(
        &self,
        playout: &Playout,
        seat: Seat,
        rules: &Rules,
        tricks: &[PastTrick],
        chance: &mut Chance,
    ) -> Hand {
        let Some(effort) = &self.effort else {
            return self
                .policy
                .play(&playout.scene(seat, rules))
                .expect("cards");
        };
        let moment = SearchPosition::in_playout(playout, tricks, rules).expect("a turn");
        effort.play(&moment, &self.policy, chance).expect("cards")
    }
}

/// Plays a round, the first contestant sitting as `first`: the levels that it wins, and the points that
/// the opponents have, taken off where they are not the first's. `None` if nobody ever called.
fn round(
    contestants: &[Contestant; 2],
    first: Team,
    seed: Seed,
    chance: &mut Chance,
) -> Option<Outcome> {
    let rules = Rules::default();
    let of = |seat: Seat| &contestants[usize::from(Team::of(seat) != first)];
    let burying = (0..20).find_map(|attempt| {
        let seed = match attempt {
            0 => seed,
            _ => seed.derive("again", attempt),
        };
        let mut call =
            |dealing: &Dealing, seat, chosen| of(seat).call(dealing, seat, chosen, &rules, chance);
        finish(deal(seed), &|seat| of(seat).policy, &rules, None, &mut call)
    })?;
    let dealer = burying.dealer();
    let mut playout = of(dealer).bury(&burying, &rules, chance);
    let mut tricks: Vec<PastTrick> = Vec::new();
    while let Some(seat) = playout.playing.to_play() {
        if playout.playing.trick().plays().is_empty() {
            tricks.push((seat, Vec::new()));
        }
        let cards = of(seat).play(&playout, seat, &rules, &tricks, chance);
        playout.play(cards, &rules).expect("legal");
        let (_, plays) = tricks.last_mut().expect("a trick");
        plays.push(cards);
    }
    let points = playout.playing.tally(&rules).expect("over").points;
    let (side, levels) = band(points, &rules);
    let declares = Team::of(dealer) == first;
    let sign = |wins: bool| if wins { 1.0 } else { -1.0 };
    Some(Outcome {
        levels: sign((side == Side::Declarers) == declares) * f64::from(levels),
        points: sign(!declares) * f64::from(points),
        plain: burying.layout().trump().suit.is_none(),
    })
}

struct Outcome {
    levels: f64,
    points: f64,
    /// Whether there was no trump suit.
    plain: bool,
}

/// Whole rounds of two contestants, each deal twice.
pub fn play(pairs: u64, seed: u64, contestants: &[Contestant; 2]) {
    let seeds = Seed::from_number(seed);
    let (mut levels, mut points, mut plain) = (Vec::new(), Vec::new(), 0);
    for number in 0..pairs {
        let mut chance = seeds.derive("searches", number).chance();
        let seed = seeds.derive("a deal", number);
        let rounds = Team::ALL.map(|first| round(contestants, first, seed, &mut chance));
        let mean =
            |value: fn(&Outcome) -> f64| rounds.iter().flatten().map(value).sum::<f64>() / 2.0;
        levels.push(mean(|round| round.levels));
        if rounds.iter().all(Option::is_some) {
            points.push(mean(|round| round.points));
        }
        plain += rounds.iter().flatten().filter(|round| round.plain).count();
    }
    println!(
        "{} levels a round, {} points, {plain} of {} without a trump suit",
        Mean::of(&levels),
        Mean::of(&points),
        2 * pairs
    );
}
