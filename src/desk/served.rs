//! What a game must provide to be served at the desk, and what tractor and UNO do.
//!
//! Games of tic-tac-toe: each is a table of its own beside the channel's, so there can be several
//! at once.
//!
//! Decides what the words of the command ask for: anybody, one person, or a computer of some level.
//! The table and its host decide who may accept, and for how long.

use super::answer::{Being, Command, Done, Mentioned, Request, refuse};
use super::places::{OWN, ShownPlaces};
use super::{Answer, At, Tables, Who};
use crate::chance::Seed;
use crate::command::Verb;
use crate::game::{RuleError, RuleSet, Seat};
use crate::host::{Hosted, Paced as _, tictactoe_level};
use crate::table::{Input, Invited, Skill, StageView, TableKey};
use crate::text::context::{RenderContext, Surface};
use crate::text::statistics::mentioned;
use crate::text::table;
use crate::text::trouble::Trouble;
use crate::text::voice::Voice;
use crate::text::words::quotable;
use crate::tictactoe::{Rules, TicTacToe};
use crate::tractor::Tractor;
use crate::tractor::card::Card;
use crate::tractor::deck::Dealt;
use crate::tractor::seating::Wind;
use crate::uno::round::Circle;
use crate::uno::{Round, Uno};

/// Cards that lie together: where, and which.
pub type Heap = (String, Vec<String>);

/// A game that can be served: it is hosted, has words and pages, and can be opened.
pub trait Served: Hosted + Voice {
    /// The description of its terminal command in the program's `--help`.
    const IN_TERMINAL: &'static str;

    /// The cards that a shuffle deals, worked out anew for `tractor-bot verify`: what they lie in, and
    /// the cards in their order. `order` has the seats as they are dealt to, the first one first.
    /// `None` in a game without sealed deals.
    fn dealt(_shuffle: &Seed, _rules: &Self::Rules, _order: &[Seat]) -> Option<Vec<Heap>> {
        None
    }

    /// Whether a control for this verb is accepted one turn late instead of being stale, because it
    /// can do no harm.
    fn may_come_late(_verb: Verb) -> bool {
        false
    }

    /// Carries out the command that opens a table of the game, [`Name::Open`](crate::command::Name::Open).
    fn open(
        tables: &Tables,
        asked: &Request<'_>,
        command: &Command,
    ) -> impl Future<Output = Done> + Send;
}

impl Served for Tractor {
    const IN_TERMINAL: &'static str = "Tractor in this terminal, also where a token is set";

    fn dealt(shuffle: &Seed, _: &Self::Rules, order: &[Seat]) -> Option<Vec<Heap>> {
        let first = order.first().copied().unwrap_or(Wind::North.seat());
        let dealt = Dealt::of(shuffle, first);
        let named = |cards: &[Card]| cards.iter().map(Card::to_string).collect();
        let hands = Wind::ALL.iter().zip(&dealt.hands);
        let hands = hands.map(|(wind, hand)| (format!("{wind:?}"), named(hand)));
        let kitty = ("kitty".to_owned(), named(&dealt.kitty));
        Some(hands.chain([kitty]).collect())
    }

    /// Whether to concede is read while others play on; the control names its round.
    fn may_come_late(verb: Verb) -> bool {
        verb == Verb::Surrender
    }

    async fn open(tables: &Tables, asked: &Request<'_>, command: &Command) -> Done {
        tables.join(asked, &command.words).await
    }
}

impl Served for Uno {
    const IN_TERMINAL: &'static str = "UNO against the computer in this terminal";

    fn dealt(shuffle: &Seed, rules: &Self::Rules, order: &[Seat]) -> Option<Vec<Heap>> {
        let active = order.iter().copied().collect();
        let (hands, top) = Round::dealt(rules, &Circle::new(order), active, *shuffle);
        let hands = order.iter().map(|seat| {
            let cards = hands[seat.index()].cards();
            let name = format!("seat {}", seat.index() + 1);
            (name, cards.map(|card| card.to_string()).collect())
        });
        let top = ("top".to_owned(), vec![top.top.to_string()]);
        Some(hands.chain([top]).collect())
    }

    /// UNO is said in a hurry, often with a control of the turn before.
    fn may_come_late(verb: Verb) -> bool {
        verb == Verb::Uno
    }

    async fn open(tables: &Tables, asked: &Request<'_>, command: &Command) -> Done {
        if let Some(handle) = tables.finder.table_of_game::<Uno>(asked.who, asked.place) {
            let view = handle.view_of(asked.who.person);
            if matches!(view.stage, StageView::Playing(_)) && view.seat().is_some() {
                let at = tables.front.at(&handle, asked);
                return Ok(at.about(tables.moves.make_move(&at, Verb::Uno, &command.words).await));
            }
        }
        tables.open_or_join::<Uno>(asked, &command.words).await
    }
}

/// The most characters of a command that are read.
const MOST_WORDS: usize = 200;
/// The most open games of one person.
const MOST_GAMES: usize = 10;

/// What the words ask for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct TicTacToeRequest {
    opponent: Option<Mentioned>,
    level: Option<Skill>,
    rules: Rules,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum UnclearOpening {
    Word(String),
    /// An unknown house rule, or a wrong value of one.
    Rule(RuleError),
    Two,
    Yourself,
    /// A challenge of another bot; its name, not escaped.
    Bot(String),
}

/// The numbered level that a skill is here; `None` for numbers that there are not.
fn numbered(skill: Skill) -> Option<Skill> {
    match skill {
        Skill::Level(_) => Some(skill).filter(|level| TicTacToe::SKILLS.contains(level)),
        named => Some(Skill::Level(tictactoe_level(named).number())),
    }
}

impl TicTacToeRequest {
    /// Reads what is asked for; what is not has the rules with which a game begins here.
    fn read(who: &Who, command: &Command, rules: Rules) -> Result<Self, UnclearOpening> {
        let mut wish = Self {
            rules,
            ..Self::default()
        };
        let (mut opponents, mut levels) = (Vec::new(), Vec::new());
        let text: String = command.words.chars().take(MOST_WORDS).collect();
        for word in text.replace(" = ", "=").split_whitespace() {
            let level = || table::skill_of(word).and_then(numbered);
            if let Some((name, value)) = word.split_once(['=', ':', '：']) {
                wish.rules.set(name, value).map_err(UnclearOpening::Rule)?;
            } else if let Some(person) = mentioned(word) {
                let known = command.people.iter().find(|known| known.person == person);
                opponents.push(known.ok_or_else(|| UnclearOpening::Word(quotable(word)))?);
            } else if let Some(level) = level() {
                levels.push(level);
            } else {
                return Err(UnclearOpening::Word(quotable(word)));
            }
        }
        let is_myself = |other: &&Mentioned| other.being == Being::Myself;
        let (myself, others): (Vec<_>, Vec<_>) = opponents.into_iter().partition(is_myself);
        match (myself.len(), others.as_slice(), levels.as_slice()) {
            (0 | 1, [], [level]) => wish.level = Some(*level),
            (1, [], []) => wish.level = Some(TicTacToe::USUAL_SKILL),
            (0, [], []) => {}
            (0, [other], []) => wish.opponent = Some(opponent(who, other)?),
            _ => return Err(UnclearOpening::Two),
        }
        Ok(wish)
    }
}

/// The mentioned account, if it can be challenged.
fn opponent(who: &Who, other: &Mentioned) -> Result<Mentioned, UnclearOpening> {
    match other.being {
        Being::Person if other.person == who.person => Err(UnclearOpening::Yourself),
        Being::Person => Ok(other.clone()),
        Being::Myself | Being::Bot => Err(UnclearOpening::Bot(other.name.clone())),
    }
}

impl UnclearOpening {
    fn say(&self, cx: &RenderContext) -> String {
        let computer = cx.command("ttt 3");
        match self {
            UnclearOpening::Word(word) => {
                let rules = cx.command("ttt 3 size=4 in_row=3");
                let friend = cx.command(&format!("ttt @{}", say!(cx, "ttt-friend")));
                let word = format!("`{word}`");
                say!(cx, "ttt-unknown", word, computer, friend, rules)
            }
            UnclearOpening::Rule(error) => table::rule_error(error, cx),
            UnclearOpening::Two => say!(cx, "ttt-two", computer),
            UnclearOpening::Yourself => say!(cx, "ttt-yourself", computer),
            UnclearOpening::Bot(name) => {
                say!(cx, "ttt-bot", who = cx.name(name), computer)
            }
        }
    }
}

impl Served for TicTacToe {
    const IN_TERMINAL: &'static str = "Tic-tac-toe against the computer in this terminal";

    /// Opens a game: for anybody, for an invited person, or against a computer.
    async fn open(tables: &Tables, asked: &Request<'_>, command: &Command) -> Done {
        let Request { who, place, cx } = asked;
        let usual = tables
            .front
            .settings
            .opening_rules::<TicTacToe>(place.guild)
            .await;
        let wish = TicTacToeRequest::read(who, command, usual);
        let wish = wish.or_else(|unclear| refuse(unclear.say(cx)))?;
        if wish.opponent.is_some() && place.is_direct() {
            return refuse(say!(cx, "ttt-nobody-here"));
        }
        // Elsewhere a place has only one table.
        let beside = cx.face == Surface::Discord;
        let key = match beside {
            true => tables.key_beside(who),
            false => TableKey(place.channel),
        };
        tables.keep_few(asked, key)?;
        let shown = beside.then(|| ShownPlaces::here(place));
        let invited = wish.opponent.as_ref().map(|other| Invited {
            person: other.person,
            name: other.name.clone(),
        });
        let begun = (wish.rules, invited, None);
        let table = tables
            .open_for::<TicTacToe>(asked, key, shown, begun)
            .await?;
        let Some(handle) = &TicTacToe::of(table.clone()) else {
            return refuse(Trouble::Busy(table.kind()).page(cx));
        };
        let at = tables.front.at(handle, asked);
        match beside || at.view().seat().is_none() {
            true => Ok(at.about(tables.begin(&at, &wish).await)),
            false => tables.begin_anew(&at, &wish, &usual).await,
        }
    }
}

impl Tables {
    /// Seats the challenger, and the computer if it is asked for.
    async fn begin(&self, at: &At<'_, TicTacToe>, wish: &TicTacToeRequest) -> Done {
        let by = at.who.person;
        if at.view().seat_of(by).is_none() {
            self.sit(at, None).await?;
        }
        if let Some(skill) = wish.level {
            let seat = None;
            at.submit(Input::AddComputer { by, seat, skill }).await?;
            at.submit(Input::Start { by }).await?;
        }
        let told = match &wish.opponent {
            Some(other) => {
                let who = at.cx.name(&other.name);
                say!(at.cx, "ttt-asked", who)
            }
            None if wish.level.is_some() => say!(at.cx, "ttt-begun"),
            None => say!(at.cx, "ttt-opened"),
        };
        Ok(Answer::done(told))
    }

    /// Begins the next game at the only table that there is, against a computer of the level asked for
    /// and with the rules asked for; what is not asked for stays as it is.
    async fn begin_anew(
        &self,
        at: &At<'_, TicTacToe>,
        wish: &TicTacToeRequest,
        usual: &Rules,
    ) -> Done {
        let (by, before) = (at.who.person, at.view());
        if let StageView::Playing(game) = &before.stage {
            let due = TicTacToe::due(&at.cx.at(&before).with(game));
            return refuse(say!(at.cx, "start-playing", due));
        }
        let computers = before.seats.iter();
        let computers = computers.filter(|place| place.occupant.computer().is_some());
        let level = wish.level.into_iter();
        for (skill, place) in level.zip(computers) {
            let seat = place.seat;
            at.submit(Input::RemoveComputer { by, seat }).await?;
            let seat = Some(seat);
            at.submit(Input::AddComputer { by, seat, skill }).await?;
        }
        let asked = wish.rules.entries().into_iter().zip(usual.entries());
        for (rule, _) in asked.filter(|(rule, usual)| rule.value != usual.value) {
            self.set(at, rule.name.to_owned(), rule.value).await?;
        }
        at.hand_in(Input::Start { by }).await
    }

    /// A key for a table beside the channel's own (`is_beside`), made from the request's id, or else of chance:
    /// nobody guesses it, as they would the time.
    pub(super) fn key_beside(&self, who: &Who) -> TableKey {
        let now = self.front.host.now().0;
        let by_chance = || {
            let mut chance = (self.front.secrets)().ok()?.derive("beside", now).chance();
            Some((0..4).fold(0, |number, _| {
                number << 16 | u64::from(chance.below(1 << 16))
            }))
        };
        let number = who.nonce.or_else(by_chance).unwrap_or(now);
        TableKey(number & (OWN - 1) | OWN)
    }

    /// Refuses a further game to who has one that nobody has joined, or too many.
    fn keep_few(&self, asked: &Request, key: TableKey) -> Done<()> {
        let mut games = 0;
        for table in self.front.host.list() {
            let Some(handle) = TicTacToe::of(table) else {
                continue;
            };
            let view = handle.view_of(asked.who.person);
            if handle.key() == key || view.seat().is_none() {
                continue;
            }
            match view.stage {
                StageView::Lobby => return refuse(say!(asked.cx, "ttt-waits")),
                StageView::Playing(_) => games += 1,
                StageView::Over(_) | StageView::Closed => {}
            }
        }
        match games >= MOST_GAMES {
            true => refuse(say!(asked.cx, "ttt-too-many", most = MOST_GAMES)),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Name;
    use crate::game::GameKind;
    use crate::table::PersonId;
    use crate::text::cases;

    /// Ana (1) gives these words; Bo is 2, this bot 3, another bot 4.
    fn read(words: &str) -> Result<TicTacToeRequest, UnclearOpening> {
        let ana = Who::new(PersonId(1), "Ana");
        let beings = [Being::Person, Being::Person, Being::Myself, Being::Bot];
        let people = (1..).zip(beings).map(|(id, being)| Mentioned {
            person: PersonId(id),
            name: format!("P{id}"),
            being,
        });
        let command = Command::new(Name::Open(GameKind::TicTacToe), words);
        let command = command.mentioning(people.collect());
        TicTacToeRequest::read(&ana, &command, Rules::default())
    }

    /// The opponent, the level and the house rules; or what is not understood.
    #[test]
    fn an_opponent_a_level_and_house_rules_can_be_asked_for() {
        for (words, expected) in cases("tictactoe") {
            let told = match read(&words) {
                Ok(wish) => {
                    let opponent = wish.opponent.map(|other| format!("<@{}>", other.person.0));
                    let level = wish.level.map(|level| format!("{level:?}"));
                    let entries = wish.rules.entries().into_iter();
                    let changed = entries.filter(|rule| rule.value != rule.default);
                    let changed = changed.map(|rule| format!("{}={}", rule.name, rule.value));
                    let told = opponent.into_iter().chain(level).chain(changed);
                    told.collect::<Vec<_>>().join(" ")
                }
                Err(UnclearOpening::Rule(_)) => "a rule".to_owned(),
                Err(unclear) => format!("{unclear:?}"),
            };
            assert_eq!(told, expected, "{words}");
        }
    }
}
