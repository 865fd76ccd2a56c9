//! What was measured, as JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use crate::meter::{Moment, Spread, Track};
use crate::people::{Crowd, Way};
use crate::screens::Screens;
use double::{Audience, World};

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
    /// Typed questions without an answer by the end.
    pub untold: usize,
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

/// Everything about this time; `now` is some seconds later.
pub fn gather(
    (crowd, screens): (&Crowd, &Screens),
    world: &World,
    (from, to): (Moment, Moment),
) -> Figures {
    let span = (to - from).as_secs_f64();
    let a_second = |count: usize| count as f64 / span;
    let within = |at: Moment| (from..to).contains(&at);
    let instants = || instants((from, to));
    let (mut boards, mut hands, mut direct_hands) = (Vec::new(), Vec::new(), Vec::new());
    let (mut plays, mut by_people) = (0, 0);
    for table in &crowd.tables {
        let played = table.plays.lock();
        let ages = |track: &Track| track.behind(&played, instants());
        boards.extend(ages(&table.track));
        for player in &table.people {
            match player.way {
                Way::TypesDirectly => direct_hands.extend(ages(&player.track)),
                Way::Plays | Way::Types => hands.extend(ages(&player.track)),
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
    let untold = crowd.unanswered().filter(|at| within(*at)).count();
    Figures {
        tables: crowd.tables.len(),
        people: crowd.tables.iter().map(|table| table.people.len()).sum(),
        seconds: span,
        plays_of_people: a_second(by_people),
        plays: a_second(plays),
        boards: Spread::of(boards),
        hands: Spread::of(hands),
        direct_hands: Spread::of(direct_hands),
        screens: of_screens(crowd, screens, (from, to)),
        acknowledgements: Spread::of(took),
        late,
        typed: Spread::of(typed.map(|(_, took)| *took).collect()),
        untold,
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
    }
}
