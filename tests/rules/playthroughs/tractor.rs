//! Tractor: inputs as players say them, what everybody hears, and what each sees, field by field.

use serde_json::Value;
use tractor_bot::chance::Seed;
use tractor_bot::game::{Game, RuleSet, Seat, Viewer};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::{Action, Call, Contribution, Cue};
use tractor_bot::tractor::card::{Card, Suit, notation};
use tractor_bot::tractor::event::Event;
use tractor_bot::tractor::rejection::Rejection;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::view::View;

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

    /// What everybody hears.
    fn tell(&mut self, events: &[Event]) {
        for event in events {
            let notice = Tractor::notice(event, Viewer::Public).expect("all is told");
            let notice = serde_json::to_string(&notice).expect("plain fields");
            self.say(&format!("  {notice}"));
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

fn refused(refusal: &Rejection) -> String {
    let example = match refusal {
        Rejection::WrongCount { example, .. }
        | Rejection::MixedLead { example }
        | Rejection::MustFollow { example, .. } => format!("; for example {}", notation(example)),
        _ => String::new(),
    };
    format!("{refusal}{example}")
}

/// What a viewer sees, a line for each field that says something.
fn seen(view: &View) -> Vec<String> {
    let Value::Object(mut fields) = serde_json::to_value(view).expect("a view") else {
        panic!("a view has fields");
    };
    fields.remove("rules");
    let says = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    let told = fields.iter().filter(|(_, value)| says(value));
    told.map(|(name, value)| format!("{name}: {value}"))
        .collect()
}
