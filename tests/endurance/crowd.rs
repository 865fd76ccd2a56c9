//! People who know no rules: they use what their screens offer.

use serde_json::{Value, json};
use serenity::model::id::ChannelId;
use tractor_bot::command::{AtTable, Name, Verb};
use tractor_bot::game::{Game, GameKind, RuleSet as _, at_game};
use tractor_bot::text::press::{Line, Press};

use double::dice::Dice;
use double::{Asked, Person, Seen, flat};

/// A button or menu that can be used.
#[derive(Clone)]
pub struct Control {
    pub id: String,
    pub press: Press,
    values: Vec<String>,
    least: u64,
    is_menu: bool,
}

/// The controls of a message that mean something to the bot, used or not.
pub fn controls(components: &[Value]) -> Vec<Control> {
    let control = |control: &Value| {
        let id = control["custom_id"].as_str()?.to_owned();
        let options = control["options"].as_array().into_iter().flatten();
        let value = |option: &Value| option["value"].as_str().map(str::to_owned);
        Some(Control {
            press: Press::of_code(&id)?,
            values: options.filter_map(value).collect(),
            least: control["min_values"].as_u64().unwrap_or(1),
            is_menu: control["type"] != 2,
            id,
        })
        .filter(|_| control["disabled"] != true)
    };
    flat(components).iter().filter_map(control).collect()
}

/// Whether this is a move in the game, or begins one.
pub fn is_move(line: &Line) -> bool {
    match line.as_move() {
        Some((verb, _)) => !matches!(verb, Verb::Surrender | Verb::Premove),
        None => *line == "start deal",
    }
}

/// Whether this chooses a card for a move, or for one that is still to come: in no journal, and gone with the
/// process.
fn is_choice(line: &Line) -> bool {
    matches!(
        line.name(),
        Some(Name::AtTable(AtTable::Select) | Name::Move(Verb::Premove))
    )
}

/// What somebody does who sees their own hand and the table, if anything is offered: a move most of the time, or what
/// leads to one.
pub fn choose(own: Option<Seen>, table: Option<Seen>, dice: &mut Dice) -> Option<(Seen, Control)> {
    let offered = |seen: &Option<Seen>, wanted: &dyn Fn(&Line) -> bool| {
        let seen = seen.iter();
        let all = seen.flat_map(|seen| {
            let controls = controls(&seen.components).into_iter();
            controls.map(move |control| (seen.clone(), control))
        });
        let wanted = all.filter(|(_, control)| wanted(&control.press.line));
        wanted.collect::<Vec<_>>()
    };
    let hints = offered(&own, &|line| *line == "hint");
    let hands = offered(&table, &|line| *line == "hand");
    let mut moves = offered(&own, &is_move);
    moves.extend(offered(&table, &is_move));
    // Those are offered always, and seldom make sense.
    let idle = [Verb::Uno, Verb::Catch];
    if dice.below(20) > 0 {
        moves.retain(|(_, control)| {
            let made = control.press.line.as_move();
            !made.is_some_and(|(verb, _)| idle.contains(&verb))
        });
    }
    let cards = offered(&own, &is_choice);
    let of = match dice.below(100) {
        0..10 => &hands,
        10..30 => &hints,
        30..40 if !cards.is_empty() => &cards,
        _ if moves.is_empty() && hints.is_empty() => &hands,
        _ if moves.is_empty() => &hints,
        _ => &moves,
    };
    dice.pick(of).cloned()
}

/// Uses a control; `None` if its message is gone.
pub fn uses(person: &Person, seen: &Seen, control: &Control, dice: &mut Dice) -> Option<Asked> {
    if !control.is_menu {
        return Some(person.presses_late(seen, &control.id));
    }
    let most = control.values.len() as u64;
    let start = dice.below(most.max(1));
    let values = control.values.iter().cycle().skip(start as usize);
    let values = values.take(control.least.max(1) as usize);
    let values: Vec<_> = values.map(String::as_str).collect();
    person.looks_at(seen)?;
    Some(person.selects(seen, &control.id, &values))
}

/// A table, and who sits there.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub game: GameKind,
    pub people: usize,
    pub computers: usize,
}

/// Most people at a table.
const MOST_PEOPLE: u8 = 4;

impl Wanted {
    /// A table of people alone.
    pub fn of(game: GameKind) -> Self {
        let seats = at_game!(game, G => *G::seats(&<G as Game>::Rules::default()).end());
        Self {
            game,
            people: seats.min(MOST_PEOPLE).into(),
            computers: 0,
        }
    }

    /// The same with so many people, and computers on the other seats.
    pub fn mixed(game: GameKind, people: usize) -> Self {
        let all = Self::of(game);
        Self {
            people,
            computers: all.people.saturating_sub(people),
            ..all
        }
    }
}

/// Opens a table in a channel, and has these people sit down at it; sets those rules that the game knows, and limits.
pub async fn sit_down(
    people: &[Person],
    channel: ChannelId,
    wanted: Wanted,
    rules: &[(&str, &str)],
) {
    let Some((host, others)) = people.split_first() else {
        return;
    };
    let open = Name::Open(wanted.game).row().words[0];
    host.asks(channel, open, json!({})).await;
    for person in others {
        let waits = |seen: &Seen| !seen.is_ephemeral && seen.control("Sit down").is_some();
        let lobby = person.awaits("a table to sit down at", move |seen| {
            seen.channel == channel && waits(seen)
        });
        person.presses(&lobby.await, "Sit down").answered().await;
    }
    if wanted.computers > 0 {
        let words = json!({"level": "greedy", "seat": "all"});
        host.asks(channel, "computer", words).await;
    }
    let own = |name: &str| at_game!(wanted.game, G => <G as Game>::Rules::RULES.iter().any(|rule| rule.name == name));
    for (rule, value) in rules {
        if own(rule) || *rule == "computer_delay" {
            let words = json!({"rule": rule, "value": value});
            host.asks(channel, "rules", words).await;
        }
    }
}
