//! Tractor: inputs as players say them, events as everybody hears them, views as each sees them.

use std::fmt::Write as _;

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, RuleSet, Seat, Turn, Viewer};
use tractor_bot::players::Player;
use tractor_bot::players::tractor::{Greedy, Lowest};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{
    Action, Call, Contribution, Cue, Progress, RoundEnd, RoundResult, TrumpSource,
};
use tractor_bot::tractor::card::{Card, Suit, notation};
use tractor_bot::tractor::event::{Event, Notice};
use tractor_bot::tractor::rejection::Rejection;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::seating::Team;
use tractor_bot::tractor::trump::Trump;
use tractor_bot::tractor::view::{PhaseView, TrickView, View};

const WINDS: [&str; 4] = ["North", "West", "South", "East"];

/// Tells a playthrough again from its inputs.
pub fn retell(written: &str) -> String {
    let mut story = Story::default();
    for line in written.lines().filter(|line| !line.starts_with("  ")) {
        story.line(line);
    }
    story.text
}

/// A playthrough being told.
#[derive(Default)]
struct Story {
    text: String,
    rules: Rules,
    seed: u64,
    game: Option<Tractor>,
}

impl Story {
    fn line(&mut self, line: &str) {
        if let Some(what) = line.strip_prefix(">> ") {
            return self.let_play(what);
        }
        self.say(line);
        if let Some(input) = line.strip_prefix("> ") {
            self.input(input);
        } else if let Some(viewer) = line.strip_prefix("? ") {
            self.show(viewer);
        } else if let Some(seed) = line.strip_prefix("seed ") {
            self.seed = seed.parse().expect("a number");
        } else if let Some(rule) = line.strip_prefix("rule ") {
            let (name, value) = rule.split_once(' ').expect("rule name value");
            self.rules.set(name, value).expect("a house rule");
        } else if line == "start" {
            let (game, events) = Tractor::start(&self.rules, 4, Seed::from_number(self.seed));
            self.game = Some(game);
            self.tell(&events);
        }
    }

    /// Writes down what happens, unless it says no more than the input above it.
    fn happens(&mut self, line: &str) {
        let said = self
            .text
            .lines()
            .next_back()
            .and_then(|last| last.strip_prefix("> "));
        if said != Some(line) {
            self.say(&format!("  {line}"));
        }
    }

    fn say(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn game(&mut self) -> &mut Tractor {
        self.game.as_mut().expect("the match has started")
    }

    fn input(&mut self, input: &str) {
        let words: Vec<&str> = input.split(' ').collect();
        match words[..] {
            [count, "cards"] | [count, "card"] => {
                let count: u32 = count.parse().expect("how many cards");
                let mut rest = Vec::new();
                for _ in 0..count {
                    let cue = self.game().cue().expect("cards are dealt");
                    assert!(matches!(cue, Cue::Deal { .. }), "{input}: {cue:?}");
                    let events = self.game().elapse(cue);
                    let is_card = |event: &Event| matches!(event, Event::Dealt { .. });
                    rest.extend(events.into_iter().filter(|event| !is_card(event)));
                }
                self.tell(&rest);
            }
            ["time", "is", "up"] => {
                let cue = self.game().cue().expect("a call window, or a forced play");
                let events = self.game().elapse(cue);
                self.tell(&events);
            }
            [who, ..] => {
                let action = action(&words[1..]).unwrap_or_else(|| panic!("no input: {input}"));
                match self.game().act(seat(who), action) {
                    Ok(events) => self.tell(&events),
                    Err(refusal) => self.say(&format!("  refused: {}", refused(&refusal))),
                }
            }
            [] => {}
        }
    }

    /// Lets computer players play on, and writes their inputs down: `greedy round`, `lowest trick`,
    /// `greedy match`.
    fn let_play(&mut self, what: &str) {
        let (skill, until) = what.split_once(' ').expect("who plays until when");
        loop {
            let before = self.game().view(Viewer::Public);
            if self.game().turn() == Turn::Over {
                break;
            }
            let input = self.next_input(skill);
            self.line(&input);
            let after = self.game().view(Viewer::Public);
            let over = match until {
                "trick" => after.tricks.len() != before.tricks.len(),
                "calls" => after.trump.is_some(),
                "kitty" => matches!(after.phase, PhaseView::Playing { .. }),
                "round" => after.round != before.round,
                "match" => false,
                _ => panic!("until when? {until}"),
            };
            if over {
                break;
            }
        }
    }

    fn next_input(&mut self, skill: &str) -> String {
        for at in Seat::first(4) {
            let view = self.game().view(Viewer::Seat(at));
            let action = match skill {
                "greedy" => Greedy.choose(&view),
                _ => Lowest.choose(&view),
            };
            if let Some(action) = action {
                return format!("> {} {}", WINDS[at.index()], spoken(&action));
            }
        }
        match self.game().cue() {
            // Nobody has anything to say to this card; the next one may be another matter.
            Some(Cue::Deal { dealt, .. }) => {
                let mut quiet = 1;
                let mut ahead = self.game().clone();
                while let Some(cue) = ahead.cue().filter(|cue| matches!(cue, Cue::Deal { .. })) {
                    ahead.elapse(cue);
                    let speaks = |at| {
                        let view = ahead.view(Viewer::Seat(at));
                        skill == "greedy" && Greedy.choose(&view).is_some()
                    };
                    if Seat::first(4).any(speaks) || quiet + dealt >= 100 {
                        break;
                    }
                    quiet += 1;
                }
                format!("> {quiet} cards")
            }
            Some(Cue::CloseCalls { .. } | Cue::Forced { .. }) => "> time is up".to_owned(),
            None => {
                let may_deal = |seat: &Seat| {
                    self.game
                        .as_ref()
                        .is_some_and(|game| game.view(Viewer::Seat(*seat)).may_deal())
                };
                let dealer = Seat::first(4).find(may_deal).expect("somebody may deal");
                format!("> {} deals", wind(dealer))
            }
        }
    }

    /// What everybody hears.
    fn tell(&mut self, events: &[Event]) {
        for event in events {
            let notice = Tractor::notice(event, Viewer::Public).expect("all is told");
            let lines = heard(&notice);
            for line in lines {
                self.happens(&line);
            }
        }
    }

    fn show(&mut self, viewer: &str) {
        let viewer = match viewer {
            "everybody" => Viewer::Public,
            wind => Viewer::Seat(seat(wind)),
        };
        let view = self.game().view(viewer);
        for line in seen(&view) {
            self.say(&format!("  | {line}"));
        }
    }
}

fn seat(wind: &str) -> Seat {
    let at = WINDS.iter().position(|other| *other == wind);
    Seat::new(at.unwrap_or_else(|| panic!("no wind: {wind}")) as u8)
}

fn wind(seat: Seat) -> &'static str {
    WINDS[seat.index()]
}

fn team(team: Team) -> &'static str {
    match team {
        Team::NorthSouth => "North + South",
        Team::WestEast => "West + East",
    }
}

fn action(words: &[&str]) -> Option<Action> {
    let cards = |words: &[&str]| -> Option<Vec<Card>> {
        words.iter().map(|card| card.parse().ok()).collect()
    };
    let suit = |letter: &str| letter.chars().next().and_then(Suit::from_letter);
    Some(match words {
        ["deals"] => Action::Deal,
        ["contributes", words @ ..] => Action::Contribute(Contribution::new(&words.join(" "))?),
        ["calls", letter, "weakly"] => Action::Call(Call::Weak(suit(letter)?)),
        ["calls", letter, "strongly"] => Action::Call(Call::Strong(suit(letter)?)),
        ["calls", "J+"] => Action::Call(Call::BigJoker),
        ["calls", "J-", "J-"] => Action::Call(Call::SmallJokers),
        ["calls", "J+", "J+"] => Action::Call(Call::BigJokers),
        ["passes"] => Action::PassCall,
        ["buries", rest @ ..] => Action::Bury(cards(rest)?),
        ["takes", "back"] => Action::TakeBack,
        ["plays", "on"] => Action::PlayOn,
        ["plays", rest @ ..] => Action::Play(cards(rest)?),
        ["surrenders"] => Action::Surrender,
        _ => return None,
    })
}

fn spoken(action: &Action) -> String {
    match action {
        Action::Contribute(words) => format!("contributes {}", words.as_str()),
        Action::Deal => "deals".to_owned(),
        Action::Call(call) => format!("calls {}", called(*call)),
        Action::PassCall => "passes".to_owned(),
        Action::Bury(cards) => format!("buries {}", notation(cards)),
        Action::Play(cards) => format!("plays {}", notation(cards)),
        Action::Surrender => "surrenders".to_owned(),
        Action::PlayOn => "plays on".to_owned(),
        Action::TakeBack => "takes back".to_owned(),
    }
}

fn called(call: Call) -> String {
    match call {
        Call::Weak(suit) => format!("{} weakly", suit.letter()),
        Call::Strong(suit) => format!("{} strongly", suit.letter()),
        Call::BigJoker => "J+".to_owned(),
        Call::SmallJokers => "J- J-".to_owned(),
        Call::BigJokers => "J+ J+".to_owned(),
    }
}

fn refused(refusal: &Rejection) -> String {
    let example = match refusal {
        Rejection::WrongCount { example, .. }
        | Rejection::MixedLead { example }
        | Rejection::MustFollow { example, .. } => format!("; for example {}", notation(example)),
        _ => String::new(),
    };
    format!("{refusal}{example}")
}

/// What is said of an event, in lines.
fn heard(notice: &Notice) -> Vec<String> {
    let line = match notice {
        Notice::Open(event) => return told(event),
        Notice::CardDealt { seat, dealt } => format!("{} draws card {dealt}", wind(*seat)),
        Notice::KittyTaken { dealer } => format!("{} takes up the kitty", wind(*dealer)),
        Notice::KittyBuried { dealer } => format!("{} buries eight cards", wind(*dealer)),
    };
    vec![line]
}

fn told(event: &Event) -> Vec<String> {
    let line = match event {
        Event::RoundReady { round, commitment } => {
            format!(
                "round {round} is ready, commitment {:.16}…",
                commitment.to_string()
            )
        }
        Event::Contributed { seat, contribution } => {
            format!("{} mixes in {:?}", wind(*seat), contribution.as_str())
        }
        Event::DealStarted { round, first } => {
            format!("round {round} is dealt, {} draws first", wind(*first))
        }
        Event::Dealt { .. } | Event::TookKitty { .. } | Event::Buried { .. } => {
            panic!("these are not told to everybody")
        }
        Event::Called { seat, call, dealer } => {
            let dealer = dealer.map_or("nobody", wind);
            format!("{} calls {}; dealer {dealer}", wind(*seat), called(*call))
        }
        Event::CallTakenBack { seat, call, dealer } => {
            let dealer = dealer.map_or("nobody", wind);
            format!(
                "{} takes back {}; dealer {dealer}",
                wind(*seat),
                called(*call)
            )
        }
        Event::PlayTakenBack { seat, cards } => {
            format!("{} takes back {}", wind(*seat), notation(cards))
        }
        Event::CallWindowOpened => "all cards are out, the call window is open".to_owned(),
        Event::CallPassed { seat } => format!("{} passes", wind(*seat)),
        Event::KittyFlipped { cards } => format!("the kitty is turned over: {}", notation(cards)),
        Event::Redealt {
            attempt,
            secret,
            commitment,
            ..
        } => format!(
            "nobody called: dealt again (attempt {attempt}), secret {secret:.16}…, commitment {:.16}…",
            commitment.to_string(),
        ),
        Event::TrumpFixed {
            trump,
            source,
            dealer,
        } => {
            let suit = trump
                .suit
                .map_or("none".to_owned(), |suit| suit.letter().to_string());
            let source = found(source);
            format!(
                "trump {suit}, rank {}, {source}; {} deals",
                trump.rank,
                wind(*dealer)
            )
        }
        Event::TakenOver { seat, trump } => {
            let suit = trump.suit.map_or('-', |suit| suit.letter());
            format!("{} takes the kitty over: trump {suit}", wind(*seat))
        }
        Event::Played { seat, cards, lead } => {
            let verb = if *lead { "leads" } else { "plays" };
            format!("{} {verb} {}", wind(*seat), notation(cards))
        }
        Event::ThrowFailed {
            seat,
            tried,
            played,
            taken_back,
            stopped_by,
            penalty,
        } => format!(
            "{}'s throw {} fails: {} can beat {}, {} go back, {penalty} points cost",
            wind(*seat),
            notation(tried),
            stopped_by.map_or("somebody", wind),
            notation(played),
            notation(taken_back),
        ),
        Event::TrickWon { seat, points } => match points {
            Some(points) => format!("{} wins the trick, {points} points", wind(*seat)),
            None => format!("{} wins the trick", wind(*seat)),
        },
        Event::SurrenderOffered { seat } => format!("{} offers to surrender", wind(*seat)),
        Event::SurrenderOff { seat } => format!("{} plays on", wind(*seat)),
        Event::StandingSet { levels, dealer } => {
            let dealer = dealer.map_or("nobody", wind);
            format!(
                "{} and {} are the levels, {dealer} deals",
                levels[0], levels[1]
            )
        }
        Event::RoundOver(result) => return scored(result),
        Event::MatchOver { winner } => format!("{} win the match", team(*winner)),
    };
    vec![line]
}

fn found(source: &TrumpSource) -> String {
    match source {
        TrumpSource::Called(caller) => format!("called by {}", wind(*caller)),
        TrumpSource::Flipped(card) => format!("by {card} of the kitty"),
        TrumpSource::Nobody => "called by nobody".to_owned(),
        TrumpSource::AfterAce => "after the last level".to_owned(),
    }
}

fn scored(result: &RoundResult) -> Vec<String> {
    let end = match result.end {
        RoundEnd::PlayedOut => "is played out".to_owned(),
        RoundEnd::Surrendered(by) => format!("is given up by {}", team(by)),
        RoundEnd::Agreed => "is ended by agreement".to_owned(),
    };
    let captured: Vec<String> = WINDS
        .iter()
        .zip(result.captured)
        .map(|(wind, points)| format!("{wind} {points}"))
        .collect();
    let [north_south, west_east] = result.levels;
    let mut lines = vec![
        format!(
            "round {} {end}: {} points for the opponents",
            result.round, result.points
        ),
        format!(
            "captured: {}; penalties {}; kitty {} ×{}",
            captured.join(", "),
            result.penalties,
            notation(&result.kitty),
            result.kitty_factor,
        ),
        format!(
            "{} win it and gain {}; levels North + South {north_south}, West + East {west_east}; {} deals next",
            team(result.winner),
            result.gained,
            wind(result.next_dealer),
        ),
        format!("secret {:.16}…", result.deal.secret),
    ];
    for (of, progress) in Team::ALL.into_iter().zip(result.progress) {
        if progress == Progress::NoTrumpRound {
            lines.push(format!("{} have reached the round without trump", team(of)));
        }
    }
    lines
}

/// What a viewer sees, in lines.
fn seen(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    let trump = view.trump.map_or("?".to_owned(), |trump| {
        trump
            .suit
            .map_or("none".to_owned(), |suit| suit.letter().to_string())
    });
    let [north_south, west_east] = view.levels;
    lines.push(format!(
        "round {}, rank {}, trump {trump}, dealer {}, levels {north_south} : {west_east}",
        view.round,
        view.level,
        view.dealer.map_or("nobody", wind),
    ));
    if !view.calls.is_empty() {
        let calls = view.calls.iter();
        let calls = calls.map(|(seat, call)| format!("{} {}", wind(*seat), called(*call)));
        lines.push(format!("calls: {}", calls.collect::<Vec<_>>().join(", ")));
    }
    lines.extend(phase(view));
    for (wind, known) in WINDS.iter().zip(&view.known) {
        if !known.is_empty() {
            lines.push(format!("{wind} is known to hold {}", notation(known)));
        }
    }
    if let Some(buried) = &view.buried {
        lines.push(format!("buried: {}", notation(buried)));
    }
    if view.seat().is_some() {
        lines.push(format!("hand: {}", by_suit(view)));
    }
    lines
}

/// The cards of a hand with a bar between effective suits.
fn by_suit(view: &View) -> String {
    let called = view.standing_call().and_then(|(_, call)| call.suit());
    let trump = view
        .trump
        .unwrap_or(Trump::under(&view.rules, view.level, called));
    let mut text = String::new();
    let mut before: Option<Card> = None;
    for &card in &view.hand {
        let same =
            before.is_none_or(|before| trump.effective_suit(before) == trump.effective_suit(card));
        let gap = match (before, same) {
            (None, _) => "",
            (Some(_), true) => " ",
            (Some(_), false) => " | ",
        };
        write!(text, "{gap}{card}").expect("strings grow");
        before = Some(card);
    }
    text
}

fn phase(view: &View) -> Vec<String> {
    let open = |calls: &[Call]| match calls {
        [] => "no call open".to_owned(),
        calls => {
            let calls: Vec<String> = calls.iter().map(|call| called(*call)).collect();
            format!("open calls: {}", calls.join(", "))
        }
    };
    match &view.phase {
        PhaseView::Ready { .. } => vec!["before the deal".to_owned()],
        PhaseView::Dealing {
            dealt, open: calls, ..
        } => {
            vec![format!("{dealt} cards are dealt; {}", open(calls))]
        }
        PhaseView::CallWindow {
            passed,
            open: calls,
        } => {
            vec![format!(
                "the call window; {} passed; {}",
                passed.len(),
                open(calls)
            )]
        }
        PhaseView::Burying => vec![match view.taken_over {
            None => "the dealer buries".to_owned(),
            Some(seat) => format!("{} buries", wind(seat)),
        }],
        PhaseView::Overcalls { asked, open: calls } => {
            let asked = wind(*asked);
            vec![format!("{asked} may take the kitty over; {}", open(calls))]
        }
        PhaseView::Playing {
            trick,
            to_play,
            due,
        } => {
            let mut lines = vec![
                format!("points {} after {} tricks", view.points, view.tricks.len()),
                format!("{}; {} to play", table(trick), wind(*to_play)),
            ];
            if let Some(due) = due {
                let tractors: Vec<u32> = due.tractors.lengths().collect();
                lines.push(format!(
                    "due: {} cards, {} of {}, {} pairs, tractors {tractors:?}",
                    due.count,
                    due.in_suit,
                    due.suit.letter(),
                    due.pairs,
                ));
            }
            lines
        }
        PhaseView::Over { winner } => vec![format!("{} have won", team(*winner))],
    }
}

fn table(trick: &TrickView) -> String {
    let seats = (0..4).map(|steps| WINDS[(trick.leader.index() + steps) % 4]);
    let plays = seats
        .zip(&trick.plays)
        .map(|(wind, cards)| format!("{wind} {}", notation(cards)));
    let plays: Vec<String> = plays.collect();
    if plays.is_empty() {
        return format!("{} leads", wind(trick.leader));
    }
    let tried = trick.failed_throw.as_ref();
    let tried = tried.map_or(String::new(), |cards| {
        format!(" (tried {})", notation(cards))
    });
    format!("table: {}{tried}", plays.join(", "))
}
