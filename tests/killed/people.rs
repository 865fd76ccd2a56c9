//! People who know no rules: they press what their screens offer.

use std::time::Duration;

use serde_json::{Value, json};
use serenity::model::id::ChannelId;
use tokio::time::{sleep, timeout};
use tractor_bot::command::{Name, Verb};
use tractor_bot::game::{Game, GameKind, RuleSet as _, at_game};
use tractor_bot::text::press::{PageKind, Press, Tap};

use crate::double::{Answer, Asked, Person, Seen, flat};
use crate::ledger::Ledger;
use double::dice::Dice;

/// A button or menu that can be used.
#[derive(Clone)]
pub struct Control {
    pub id: String,
    pub press: Press,
    values: Vec<String>,
    least: u64,
    is_menu: bool,
}

impl Control {
    /// Whether using it changes the table.
    pub fn is_change(&self) -> bool {
        is_move(&self.press.tap)
    }
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
pub fn is_move(tap: &Tap) -> bool {
    match tap {
        Tap::Act { verb, .. } | Tap::Choose(verb) => {
            !matches!(verb, Verb::Surrender | Verb::Premove)
        }
        Tap::Start => true,
        _ => false,
    }
}

/// Whether this chooses a card for a move, or for one that is still to come: in no journal, and gone with the
/// process.
const fn is_choice(tap: &Tap) -> bool {
    matches!(
        tap,
        Tap::Select { .. }
            | Tap::Act {
                verb: Verb::Premove,
                ..
            }
    )
}

/// Opens a table of a game.
pub async fn open(host: &Person, channel: ChannelId, game: GameKind) {
    let open = Name::Open(game).row().words[0];
    host.asks(channel, open, json!({})).await;
}

/// Sits down at the table that waits in a channel.
pub async fn sit_down(person: &Person, channel: ChannelId) {
    let waits = |seen: &Seen| !seen.is_ephemeral && seen.control("Sit down").is_some();
    let lobby = person.awaits("a table to sit down at", move |seen| {
        seen.channel == channel && waits(seen)
    });
    person.presses(&lobby.await, "Sit down").answered().await;
}

/// Sets those rules that a game knows, and limits.
pub async fn set_rules(
    host: &Person,
    channel: ChannelId,
    game: GameKind,
    rules: [(&str, &str); 3],
) {
    let own = |name: &str| at_game!(game, G => <G as Game>::Rules::RULES.iter().any(|rule| rule.name == name));
    for (rule, value) in rules {
        if own(rule) || rule == "computer_delay" {
            let words = json!({"rule": rule, "value": value});
            host.asks(channel, "rules", words).await;
        }
    }
}

/// A person at a table.
pub struct Player {
    pub person: Person,
    pub channel: ChannelId,
    dice: Dice,
    /// How long they take over a decision, in milliseconds: at least, and less than that.
    pause: (u64, u64),
}

impl Player {
    /// Somebody who takes so long over each decision, in milliseconds: at least, and less than that.
    pub fn new(person: Person, channel: ChannelId, dice: Dice, pause: (u64, u64)) -> Self {
        Self {
            person,
            channel,
            dice,
            pause,
        }
    }

    /// The newest message of the bot here with controls: the own hand, or the table.
    fn newest(&self, own: bool) -> Option<Seen> {
        let world = self.person.double.world();
        let only = own.then_some(self.person.id);
        let mut messages = world.messages.values().rev().filter(|message| {
            message.channel == self.channel
                && message.author == world.bot
                && message.only == only
                && !message.deleted
                && !message.components.is_empty()
        });
        messages
            .next()
            .map(|message| world.seen(message, self.person.id))
    }

    /// Plays for ever.
    pub async fn play(&mut self, ledger: &Ledger) {
        loop {
            self.think().await;
            self.act(ledger).await;
        }
    }

    /// Lets the time go by that a decision takes.
    pub async fn think(&mut self) {
        let (least, end) = self.pause;
        let pause = least + self.dice.below(end - least);
        sleep(Duration::from_millis(pause)).await;
    }

    /// Uses something of what is offered, if anything is, and waits for what comes of it.
    pub async fn act(&mut self, ledger: &Ledger) {
        if let Some((seen, control)) = self.choose() {
            self.uses(&seen, &control, ledger).await;
        }
    }

    fn choose(&mut self) -> Option<(Seen, Control)> {
        let screens = [self.newest(true), self.newest(false)];
        let [own, table] = screens.map(|seen| {
            let seen = seen?;
            let controls = controls(&seen.components);
            Some((seen, controls))
        });
        let offered = |of: &Option<(Seen, Vec<Control>)>, wanted: &dyn Fn(&Tap) -> bool| {
            let of = of.iter().flat_map(|(seen, controls)| {
                let wanted = controls.iter().filter(|control| wanted(&control.press.tap));
                wanted.map(move |control| (seen.clone(), control.clone()))
            });
            of.collect::<Vec<_>>()
        };
        let hints = offered(&own, &|tap| *tap == Tap::Hint);
        let hands = offered(&table, &|tap| *tap == Tap::Show(PageKind::Hand));
        let mut moves = offered(&own, &is_move);
        moves.extend(offered(&table, &is_move));
        // Those are offered always, and seldom make sense.
        let idle = [Verb::Uno, Verb::Catch];
        if self.dice.below(20) > 0 {
            moves.retain(|(_, control)| {
                !matches!(&control.press.tap, Tap::Act { verb, .. } if idle.contains(verb))
            });
        }
        let cards = offered(&own, &is_choice);
        let of = match self.dice.below(100) {
            0..10 => &hands,
            10..30 => &hints,
            30..40 if !cards.is_empty() => &cards,
            _ if moves.is_empty() => &hints,
            _ => &moves,
        };
        self.dice.pick(of).cloned()
    }

    /// After a restart: what was on the screen before it still works, and the hand can be asked for.
    pub async fn use_what_is_there(&mut self, ledger: &Ledger) {
        let mut marked = false;
        if let Some((seen, control)) = self.choose() {
            marked = control.press.tap == Tap::Hint || is_choice(&control.press.tap);
            self.uses(&seen, &control, ledger).await;
        }
        let hand = self.person.slash(self.channel, "hand", json!({}));
        let hand = hand.message().await;
        // What was chosen or marked stays marked on the hand, and is in no journal.
        if !marked {
            ledger.looked(self, hand);
        }
    }

    /// Waits until the table offers something like this.
    pub async fn awaits(&self, wanted: impl Fn(&Tap) -> bool) {
        let offers = |seen: &Seen| {
            let controls = controls(&seen.components);
            !seen.is_ephemeral && controls.iter().any(|control| wanted(&control.press.tap))
        };
        self.person.awaits("what to do", offers).await;
    }

    /// Uses the first control of the table that is like this.
    pub async fn uses_first(
        &mut self,
        wanted: &dyn Fn(&Tap) -> bool,
        ledger: &Ledger,
    ) -> Option<Answer> {
        let table = self.newest(false)?;
        let mut controls = controls(&table.components).into_iter();
        let control = controls.find(|control| wanted(&control.press.tap))?;
        let asked = self.uses(&table, &control, ledger).await?;
        Some(asked.answered().await)
    }

    /// Uses a control and waits for what comes of it.
    async fn uses(&mut self, seen: &Seen, control: &Control, ledger: &Ledger) -> Option<Asked> {
        let asked = match control.is_menu {
            false => self.person.presses_late(seen, &control.id),
            true => {
                let most = control.values.len() as u64;
                let start = self.dice.below(most.max(1));
                let values = control.values.iter().cycle().skip(start as usize);
                let values: Vec<_> = values
                    .take(control.least.max(1) as usize)
                    .map(String::as_str)
                    .collect();
                self.person.looks_at(seen)?;
                self.person.selects(seen, &control.id, &values)
            }
        };
        ledger.used(&asked, seen, control);
        let patience = Duration::from_secs(4);
        timeout(patience, asked.answered()).await.ok();
        Some(asked)
    }
}
