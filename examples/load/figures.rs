//! What was measured, as lines for people, a row for a table in Markdown, or JSON.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use serde::Serialize;
use serenity::model::id::MessageId;

use crate::cpu::Share;
use crate::crowd::{Crowd, Table, Way};
use crate::double::{Answer, Audience, World};
use crate::meter::{Moment, Spread, Track};
use crate::screens::Screens;

/// How often all screens are compared with what was played.
const SAMPLES_EVERY: Duration = Duration::from_millis(100);
/// Discord takes no acknowledgement after this time.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_secs(3);

/// The figures of one run; durations in seconds.
#[derive(Serialize)]
pub struct Figures {
    pub tables: usize,
    pub people: usize,
    pub seconds: f64,
    /// Plays a second, of people and of all.
    pub plays_of_people: f64,
    pub plays: f64,
    /// How old the oldest play is that a board, or a private hand, does not show yet.
    pub boards: Spread,
    /// The same by what edits the board at that time: a token, or nothing but the counted route, be it
    /// that nobody at the table taps, or that nobody has pressed on that message yet.
    pub boards_by: BTreeMap<&'static str, Spread>,
    pub hands: Spread,
    /// The same for hands in direct messages, whose edits are counted and therefore few.
    pub direct_hands: Spread,
    /// What screens in browsers were told, if there were any.
    pub screens: Option<OfScreens>,
    pub acknowledgements: Spread,
    /// Interactions that were acknowledged too late, or not at all.
    pub late: usize,
    /// From a typed question to its answer, in the channel or in direct messages.
    pub typed: Spread,
    /// Typed questions without an answer by the end, and the age of the oldest.
    pub untold: usize,
    pub untold_oldest: f64,
    /// Requests answered 401, 403 or 429.
    pub invalid: usize,
    /// Those answered 429, by route.
    pub too_many: BTreeMap<String, usize>,
    /// Requests that count against the bot's fifty a second: in the mean, and in the busiest second.
    pub counted: f64,
    pub counted_most: usize,
    /// The counted ones a second, by route.
    pub counted_by_route: BTreeMap<String, f64>,
    /// Edits of boards a second, by a token and by the counted route.
    pub edits_by_token: f64,
    pub edits_counted: f64,
    /// Processor cores used and waited for, by part: `bot`, `discord` (the double) and `people`. Where
    /// the bot waits much, its figures are about the machine.
    pub cores: BTreeMap<String, Share>,
}

/// What screens in browsers were told.
#[derive(Serialize)]
pub struct OfScreens {
    pub sockets: usize,
    /// How old the oldest play is that a screen does not show yet.
    pub behind: Spread,
    /// From a play to the last of the screens at its table.
    pub to_the_last: Spread,
    /// Plays that a screen had not shown by the end.
    pub unseen: usize,
    /// Bytes of a message, in the mean: a play is one, and so is a card that is dealt.
    pub bytes_a_message: f64,
    /// Bytes of memory that a socket took when it was opened, with both of its ends.
    pub memory_a_socket: f64,
}

fn of_screens(crowd: &Crowd, screens: &Screens, (from, to): (Moment, Moment)) -> Option<OfScreens> {
    let opened = screens.opened();
    let all = || opened.iter().flat_map(|(_, of_table)| of_table);
    let (mut behind, mut to_the_last) = (Vec::new(), Vec::new());
    let (mut unseen, mut messages, mut bytes) = (0, 0, 0);
    for (table, of_table) in opened {
        let played = crowd.tables[*table].plays.lock();
        let tracks: Vec<_> = of_table.iter().map(|told| told.lock()).collect();
        for told in &tracks {
            behind.extend(told.track.behind(&played, instants((from, to))));
            for size in told.sizes(from, to) {
                messages += 1;
                bytes += size;
            }
        }
        for (at, position) in played.within(from, to) {
            let firsts = tracks.iter().map(|told| told.track.first_with(position));
            match firsts.collect::<Option<Vec<_>>>() {
                Some(firsts) => {
                    let last = firsts.into_iter().max().unwrap_or(at);
                    to_the_last.push(last.saturating_sub(at));
                }
                None => unseen += 1,
            }
        }
    }
    let sockets = all().count();
    (sockets > 0).then(|| OfScreens {
        sockets,
        behind: Spread::of(behind),
        to_the_last: Spread::of(to_the_last),
        unseen,
        bytes_a_message: bytes as f64 / f64::from(messages.max(1)),
        memory_a_socket: screens.memory as f64 / sockets as f64,
    })
}

/// The instants at which screens are compared with what was played.
fn instants((from, to): (Moment, Moment)) -> impl DoubleEndedIterator<Item = Moment> {
    let count = (to - from).as_millis() / SAMPLES_EVERY.as_millis();
    let count = u32::try_from(count).expect("a short run");
    (0..count).map(move |number| from + SAMPLES_EVERY * number)
}

fn counts(route: &str) -> bool {
    !route.starts_with("/interactions/")
        && !route.starts_with("/webhooks/{webhook_id}/{webhook_token}")
}

/// Since when each public message can be edited by a token.
fn tokens(world: &World) -> HashMap<MessageId, Moment> {
    let mut since = HashMap::new();
    for asked in world.interactions.values() {
        let updates = matches!(
            asked.answer,
            Some(Answer::Updated(_) | Answer::DeferredUpdate)
        );
        let Some(at) = asked.answered.filter(|_| updates) else {
            continue;
        };
        for message in &asked.messages {
            if world.messages[message].only.is_none() {
                let at = at.max(world.messages[message].created);
                let known = since.entry(*message).or_insert(at);
                *known = at.min(*known);
            }
        }
    }
    since
}

/// What edits the board of a table at this time.
fn edits_by(table: &Table, tokens: &HashMap<MessageId, Moment>, now: Moment) -> &'static str {
    let place = table.boards.partition_point(|(at, _)| *at <= now);
    let board = place.checked_sub(1).map(|last| table.boards[last].1);
    let since = board.and_then(|board| tokens.get(&board));
    let taps = table.people.iter().any(|player| player.way == Way::Taps);
    match since {
        Some(since) if *since <= now => "token",
        Some(_) | None if taps => "not pressed yet",
        Some(_) | None => "nobody taps",
    }
}

/// Everything about this time; `now` is some seconds later.
pub fn gather(
    (crowd, screens): (&Crowd, &Screens),
    world: &World,
    (from, to): (Moment, Moment),
    cores: BTreeMap<String, Share>,
) -> Figures {
    let span = (to - from).as_secs_f64();
    let a_second = |count: usize| count as f64 / span;
    let within = |at: Moment| (from..to).contains(&at);
    let instants = || instants((from, to));
    let (mut boards, mut hands, mut direct_hands) = (Vec::new(), Vec::new(), Vec::new());
    let mut boards_by: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let (mut plays, mut by_people) = (0, 0);
    let tokens = tokens(world);
    for table in &crowd.tables {
        let played = table.plays.lock();
        let ages = |track: &Track| track.behind(&played, instants());
        let of_board = ages(&table.track);
        // There is no age for the instants before the board was there.
        for (now, age) in instants().rev().zip(of_board.iter().rev()) {
            let by = edits_by(table, &tokens, now);
            boards_by.entry(by).or_default().push(*age);
        }
        boards.extend(of_board);
        for player in &table.people {
            match player.way {
                Way::TypesDirectly => direct_hands.extend(ages(&player.track)),
                Way::Taps | Way::Types => hands.extend(ages(&player.track)),
            }
        }
        plays += played.within(from, to).count();
        by_people += table.by_people.lock().within(from, to).count();
    }
    let asked = world
        .interactions
        .values()
        .filter(|asked| within(asked.created));
    let took = asked.map(|asked| {
        (
            asked.answered.unwrap_or(world.now()) - asked.created,
            asked.answered.is_some(),
        )
    });
    let (took, answered): (Vec<_>, Vec<_>) = took.unzip();
    let late = took
        .iter()
        .zip(answered)
        .filter(|(took, answered)| !answered || **took > ACKNOWLEDGED_WITHIN);
    let late = late.count();
    let mut too_many: BTreeMap<String, usize> = BTreeMap::new();
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    let mut seconds: BTreeMap<u64, usize> = BTreeMap::new();
    let (mut invalid, mut by_token, mut by_route) = (0, 0, 0);
    for request in world.outgoing.iter().filter(|request| within(request.at)) {
        let name = format!("{} {}", request.method, request.route);
        invalid += usize::from(matches!(request.status, 401 | 403 | 429));
        if request.status == 429 {
            *too_many.entry(name.clone()).or_default() += 1;
        }
        if counts(&request.route) {
            *counted.entry(name.clone()).or_default() += 1;
            *seconds.entry((request.at - from).as_secs()).or_default() += 1;
        }
        let public = matches!(request.audience, Audience::Channel(_));
        by_route +=
            usize::from(public && name == "PATCH /channels/{channel_id}/messages/{message_id}");
        let edits = request.method == "PATCH" || request.route.starts_with("/interactions/");
        by_token += usize::from(public && edits && !counts(&request.route));
    }
    let typed = crowd.typed.iter().filter(|(at, _)| within(*at));
    let untold: Vec<_> = crowd.unanswered().filter(|at| within(*at)).collect();
    let oldest = untold
        .iter()
        .min()
        .map_or(Duration::ZERO, |at| world.now() - *at);
    Figures {
        tables: crowd.tables.len(),
        people: crowd.tables.iter().map(|table| table.people.len()).sum(),
        seconds: span,
        plays_of_people: a_second(by_people),
        plays: a_second(plays),
        boards: Spread::of(boards),
        boards_by: boards_by
            .into_iter()
            .map(|(by, ages)| (by, Spread::of(ages)))
            .collect(),
        hands: Spread::of(hands),
        direct_hands: Spread::of(direct_hands),
        screens: of_screens(crowd, screens, (from, to)),
        acknowledgements: Spread::of(took),
        late,
        typed: Spread::of(typed.map(|(_, took)| *took).collect()),
        untold: untold.len(),
        untold_oldest: oldest.as_secs_f64(),
        invalid,
        too_many,
        counted: a_second(counted.values().sum()),
        counted_most: seconds.values().copied().max().unwrap_or(0),
        counted_by_route: counted
            .into_iter()
            .map(|(route, count)| (route, a_second(count)))
            .collect(),
        edits_by_token: a_second(by_token),
        edits_counted: a_second(by_route),
        cores: cores
            .into_iter()
            .map(|(part, share)| (part, share.over(span)))
            .collect(),
    }
}

impl Figures {
    /// The head of a table of [`Self::row`]s.
    pub const HEAD: &str = "\
| tables | plays a second (by people) | boards behind: p50, p99, worst | hands behind | acknowledged after (later than 3 s) | typed answers: p50, p99 | invalid (429) | counted a second (most) | edits of boards a second: token, counted | cores: bot, double, people (bot waited for) |
|---|---|---|---|---|---|---|---|---|---|";

    /// What screens in browsers were told, in a line.
    pub fn of_screens(&self) -> Option<String> {
        let OfScreens {
            sockets,
            behind,
            to_the_last,
            unseen,
            bytes_a_message,
            memory_a_socket,
        } = self.screens.as_ref()?;
        let browsers = self.cores.get("browsers").copied().unwrap_or_default();
        Some(format!(
            "{sockets} screens: behind {:.2}, {:.2}, {:.2} s (p50, p99, worst); from a play to the last screen of its table \
             {:.0}, {:.0}, {:.0} ms, of {} plays ({unseen} not shown by the end); {bytes_a_message:.0} bytes a message; {:.0} KiB of \
             memory a socket, both ends; the screens used {:.2} cores",
            behind.p50,
            behind.p99,
            behind.worst,
            to_the_last.p50 * 1e3,
            to_the_last.p99 * 1e3,
            to_the_last.worst * 1e3,
            to_the_last.count,
            memory_a_socket / 1024.0,
            browsers.used,
        ))
    }

    /// A row in Markdown.
    pub fn row(&self) -> String {
        let spread = |spread: &Spread| {
            format!(
                "{:.2}, {:.2}, {:.2} s",
                spread.p50, spread.p99, spread.worst
            )
        };
        let ms = |spread: &Spread| {
            let Spread {
                p50, p99, worst, ..
            } = spread;
            format!("{:.0}, {:.0}, {:.0} ms", p50 * 1e3, p99 * 1e3, worst * 1e3)
        };
        let cores = |part: &str| self.cores.get(part).copied().unwrap_or_default();
        let untold = match self.untold {
            0 => String::new(),
            count => format!(" ({count} none after {:.0} s)", self.untold_oldest),
        };
        format!(
            "| {} | {:.0} ({:.0}) | {} | {} | {} ({}) | {:.2}, {:.2} s{untold} | {} ({}) | {:.1} ({}) | {:.1}, {:.1} | {:.2}, {:.2}, {:.2} ({:.2}) |",
            self.tables,
            self.plays,
            self.plays_of_people,
            spread(&self.boards),
            spread(&self.hands),
            ms(&self.acknowledgements),
            self.late,
            self.typed.p50,
            self.typed.p99,
            self.invalid,
            self.too_many.values().sum::<usize>(),
            self.counted,
            self.counted_most,
            self.edits_by_token,
            self.edits_counted,
            cores("bot").used,
            cores("discord").used,
            cores("people").used,
            cores("bot").waited,
        )
    }
}
