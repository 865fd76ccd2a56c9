//! What people do: they come, sit down, change rules, play, vote, talk nonsense, fall asleep, leave and
//! return, each in their own way.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::command::{AtTable, Name, Verb};
use tractor_bot::desk::{Served, at_any_table};
use tractor_bot::game::{Choices, GameKind, RuleEntry, RuleSet as _, Turn};
use tractor_bot::host::Handle;
use tractor_bot::table::{Skill, StageView, TableView};
use tractor_bot::text::press::{Line, Press};

use super::deeds::{Trace, controls};
use super::life::Life;
use super::world::{HOUR, Habit, MINUTE, Person, SECOND};
use double::dice::Dice;

/// What spammers write, a line each; few of it means anything.
const NONSENSE: &str = include_str!("nonsense.txt");

/// Lives through the rest of the day.
pub async fn live(life: Arc<Life>, person: Arc<tokio::sync::Mutex<Person>>) {
    let mut me = person.lock_owned().await;
    loop {
        let now = life.day();
        match me.visit(now) {
            Err(None) => return,
            Err(Some(from)) => {
                life.sleep_until(from).await;
                continue;
            }
            Ok(()) => {}
        }
        if me.next_at > now {
            let next = me.next_at;
            life.sleep_until(next).await;
            continue;
        }
        // What the last process did not answer is asked for once more, or not.
        if let Some(redo) = me.redo.take()
            && me.dice.happens(600)
        {
            life.types_as(&me, redo.nonce, &redo.line, Trace::Unknown)
                .await;
        }
        Box::pin(step(&life, &mut me)).await;
        let pause = me.pause();
        // Nobody is in step with anybody else.
        me.next_at = life.day() + pause;
        let (now, ends) = (life.day(), me.visits.clone());
        let over = ends
            .iter()
            .any(|(from, until)| *from <= now && *until < now + 20 * SECOND && now < *until);
        if over {
            depart(&life, &mut me).await;
        }
    }
}

impl Person {
    /// How long until they look again.
    fn pause(&mut self) -> u64 {
        let dice = &mut self.dice;
        match self.habit {
            Habit::Quick | Habit::Voter => dice.between(SECOND, 5 * SECOND),
            Habit::Spammer => dice.between(300, 6 * SECOND),
            Habit::Slow => dice.between(6 * SECOND, 110 * SECOND),
            Habit::Sleeper | Habit::Leaver => dice.between(2 * SECOND, 9 * SECOND),
        }
    }
}

/// The end of a visit: most say so.
async fn depart(life: &Life, me: &mut Person) {
    match me.dice.below(100) {
        0..45 => drop(life.types(me, "leave yes", Trace::One).await),
        45..65 => drop(life.types(me, "end yes", Trace::One).await),
        _ => {}
    }
    let now = life.day();
    me.go(now);
}

/// Looks, and does something or nothing.
async fn step(life: &Life, me: &mut Person) {
    let now = life.day();
    match me.habit {
        Habit::Sleeper if me.dice.happens(15) => {
            me.next_at = now + me.dice.between(10 * MINUTE, 4 * HOUR);
            let until = me.next_at + me.dice.between(2 * MINUTE, 20 * MINUTE);
            if until < life.world.plan.empty_from {
                me.visits.push((me.next_at, until));
                me.visits.sort_unstable();
            }
            return me.go(now);
        }
        Habit::Leaver if me.dice.happens(15) => {
            life.types(me, "leave yes", Trace::One).await;
            me.next_at = life.day() + me.dice.between(2 * MINUTE, 15 * MINUTE);
            let next = me.next_at;
            return life.sleep_until(next).await;
        }
        Habit::Spammer if me.dice.happens(400) => {
            let lines: Vec<&str> = NONSENSE.lines().collect();
            let line = *me.dice.pick(&lines).expect("there is some");
            let long = "好🂡 ".repeat(200);
            let line = if me.dice.happens(30) { &long } else { line };
            life.types(me, line, Trace::Unknown).await;
            return;
        }
        _ => {}
    }
    let key = life.world.parties[me.party].lock().key;
    let table = key.and_then(|key| life.desk.host().get(key));
    match table {
        None => open(life, me).await,
        Some(table) => at_any_table!(&table, handle => Box::pin(at_table(life, me, handle)).await),
    }
}

/// Opens a table; others wait for whoever does.
async fn open(life: &Life, me: &mut Person) {
    if !me.first && me.dice.happens(900) {
        return;
    }
    let (game, room) = {
        let party = life.world.parties[me.party].lock();
        (party.game, party.room)
    };
    let line = match (room, game) {
        (true, game) => format!("room new {}", game.name()),
        // It is opened for one player of any strength, or for one person.
        (false, GameKind::TicTacToe) => match me.dice.below(4) {
            0 => format!("ttt {}", me.dice.below(5)),
            1 => format!("ttt <@{}>", me.id.0 + 1),
            _ => "ttt".to_owned(),
        },
        (false, game) => Name::Open(game).row().words[0].to_owned(),
    };
    let answer = life.types(me, &line, Trace::Unknown).await;
    if let Some(key) = answer.table {
        life.world.parties[me.party].lock().key = Some(key);
    }
}

async fn at_table<G: Served>(life: &Life, me: &mut Person, handle: &Handle<G>) {
    let view = handle.view_of(me.id);
    let own = view.seat_of(me.id);
    match &view.stage {
        StageView::Closed => life.world.parties[me.party].lock().key = None,
        StageView::Lobby | StageView::Over(_) if own.is_some() => {
            lobby(life, me, handle, &view).await;
        }
        StageView::Playing(_)
            if own.is_some_and(|seat| {
                view.place(seat)
                    .is_some_and(|place| place.occupant.away().is_none())
            }) =>
        {
            play(life, me, handle, &view).await;
        }
        _ => Box::pin(come_in(life, me, handle)).await,
    }
}

/// Sits down, or comes back.
async fn come_in<G: Served>(life: &Life, me: &mut Person, handle: &Handle<G>) {
    let key = handle.key();
    let room = life.world.parties[me.party].lock().room;
    let answer = if room {
        let line = format!("room join {}", key.0);
        life.types(me, &line, Trace::Steps).await
    } else {
        let press = Press {
            table: key,
            at: handle.moment().position,
            line: "join".into(),
        };
        life.taps(me, &press, &[]).await
    };
    // There is no seat: they look on, and lose interest.
    if answer.is_refusal() && me.dice.happens(300) {
        me.next_at = life.day() + 2 * MINUTE;
        let next = me.next_at;
        life.sleep_until(next).await;
    }
}

/// Before and after a match.
async fn lobby<G: Served>(life: &Life, me: &mut Person, handle: &Handle<G>, view: &TableView<G>) {
    let least = usize::from(*G::seats(&view.rules).start());
    match me.dice.below(100) {
        0..20 if view.host == me.id => {
            let mut entries = view.rules.entries();
            let of_game = entries.len();
            entries.extend(view.limits.entries());
            let at = match me.dice.happens(700) {
                true => me.dice.below(of_game as u64),
                false => me.dice.below(entries.len() as u64),
            };
            if let Some(value) = value_of(&entries[at as usize], &mut me.dice) {
                let line = format!("rules {}={value}", entries[at as usize].name);
                life.types(me, &line, Trace::Unknown).await;
            }
        }
        20..55 if view.seated() < least => {
            let skill = skill_of::<G>(&mut me.dice);
            life.types(me, &format!("computer {skill}"), Trace::Steps)
                .await;
        }
        55..60 => drop(life.types(me, "computer off", Trace::Unknown).await),
        60..64 => drop(life.types(me, "chat good luck", Trace::Unknown).await),
        _ if view.seated() >= least => {
            let press = Press {
                table: handle.key(),
                at: view.position,
                line: "start deal".into(),
            };
            life.taps(me, &press, &[]).await;
        }
        _ => {}
    }
}

/// A value of a rule: one that is offered, mostly.
fn value_of(entry: &RuleEntry, dice: &mut Dice) -> Option<String> {
    let value = match (dice.pick(entry.choices.offered()), entry.choices) {
        (Some(offered), _) => (*offered).to_owned(),
        (None, Choices::Number { least, most, .. }) => {
            dice.between(least.into(), u64::from(most) + 1).to_string()
        }
        (None, Choices::Words(_)) => return None,
    };
    // Some things nobody wants to wait for, or to pay for.
    let seldom = match (entry.name, &*value) {
        ("substitute", "search") => return None,
        ("turn_limit" | "idle_limit", "off") => 100,
        _ => 1_000,
    };
    dice.happens(seldom).then_some(value)
}

/// The word for a computer player.
fn skill_of<G: Served>(dice: &mut Dice) -> String {
    let costly = |skill: &Skill| matches!(skill, Skill::Search | Skill::Level(5..));
    loop {
        let skill = *dice.pick(G::SKILLS).expect("there is one");
        // One that thinks for long is in few games, and in none while nothing is optimised.
        if !costly(&skill) || (!cfg!(debug_assertions) && dice.happens(100)) {
            return match skill {
                Skill::Level(level) => level.to_string(),
                named => named.to_string(),
            };
        }
    }
}

/// In a match.
async fn play<G: Served>(life: &Life, me: &mut Person, handle: &Handle<G>, view: &TableView<G>) {
    let Some(game) = view.stage.game() else {
        return;
    };
    let seat = view.seat();
    let due = seat.is_some_and(|seat| view.awaits(seat));
    let anybody = matches!(view.turn, Turn::Seats(seats) if seats.is_empty());
    match me.dice.below(1_000) {
        0..25 => return look(life, me, handle).await,
        25..40 if me.habit == Habit::Voter => {
            let lines = [
                "reset yes",
                "reset off",
                "surrender yes",
                "playon",
                "takeback",
                "chat hi",
            ];
            let line = *me.dice.pick(&lines).expect("there are some");
            life.types(me, line, Trace::Unknown).await;
            return;
        }
        40..50 if me.first => {
            if let Some(other) = view
                .seats
                .iter()
                .filter_map(|place| place.occupant.person())
                .find(|other| *other != me.id)
            {
                life.types(me, &format!("kick <@{}> yes", other.0), Trace::One)
                    .await;
            }
            return;
        }
        _ => {}
    }
    if !due && !anybody && me.dice.happens(850) {
        return;
    }
    match me.dice.below(100) {
        0..12 => by_tap(life, me, handle).await,
        12..14 => drop(life.types(me, "play 5H", Trace::One).await),
        _ => {
            let seed = Seed::from_number(me.dice.draw());
            let skills = [
                Skill::Random,
                Skill::Greedy,
                Skill::Lowest,
                Skill::Heuristic,
            ];
            let skill = *me.dice.pick(&skills).expect("there are some");
            let action = G::computer(skill, seed).choose(game);
            let action = action.or_else(|| G::nudge(game).filter(|_| anybody || due));
            if let Some(action) = action {
                life.acts(me, handle, action).await;
            }
        }
    }
}

/// Reads a page: the own hand, or the table.
async fn look<G: Served>(life: &Life, me: &mut Person, handle: &Handle<G>) {
    let nonce = me.nonce();
    let who = me.who(nonce);
    match me.dice.happens(700) {
        true => {
            if let Some(hand) = life.desk.own_hand(&who, &me.place, handle.key()).await {
                life.world.answers(nonce, &hand);
            }
        }
        false => {
            let page = life.desk.front.public_page(handle, &me.place).await;
            life.world.says(&page.text());
        }
    }
}

/// Uses a control of the own hand, or of the table.
async fn by_tap<G: Served>(life: &Life, me: &mut Person, handle: &Handle<G>) {
    let who = me.who(0);
    let hand = life.desk.own_hand(&who, &me.place, handle.key()).await;
    let page = match hand {
        Some(hand) if G::HAS_HANDS => hand.page,
        _ => life.desk.front.public_page(handle, &me.place).await,
    };
    let harmless = |line: &Line| match line.command() {
        Some((Name::Move(verb), _)) => verb != Verb::Surrender,
        Some((Name::AtTable(AtTable::Start), words)) => words == "deal",
        Some((Name::AtTable(name), _)) => {
            use AtTable::{Clear, Draft, More, Rules, Select, Sort};
            name.is_of_match() || matches!(name, Select | Draft | Clear | Sort | More | Rules)
        }
        _ => false,
    };
    let controls = controls(&page, harmless);
    if let Some((press, values)) = me.dice.pick(&controls).cloned() {
        life.taps(me, &press, &values).await;
    } else if me.dice.happens(100) {
        life.types(me, "hint", Trace::Unknown).await;
    }
}
