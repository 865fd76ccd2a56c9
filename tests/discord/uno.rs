//! UNO through the real client: a match to its end, in every way there is to act.

mod confirm;
mod faces;
mod group;
mod newcomers;
mod story;
pub mod watch;

use serde_json::json;
use tractor_bot::chance::Seed;
use tractor_bot::desk::Desk;
use tractor_bot::game::{RuleSet as _, Seat, Turn, Viewer};
use tractor_bot::host::Handle;
use tractor_bot::table::{Limits, PersonId, StageView, TableView};
use tractor_bot::text::uno::cards;
use tractor_bot::uno::rules::Rules;
use tractor_bot::uno::view::UnoDecision;
use tractor_bot::uno::{Color, Move, PhaseView, Play, RoundView, Uno, View};

use crate::double::{Double, Options, Person, Seen, flat};
use crate::house::{self, Bot, House, option};
use story::{DIRECT, Deed, SLASH, Step, Story, TAPS, TYPED};
use watch::Watch;

/// A table of UNO and those who sit there, seat by seat in the order of the house.
struct Match {
    house: House,
    handle: Handle<Uno>,
}

impl Match {
    /// The first `people` of the house sit down and start under these rules.
    async fn start(house: House, people: usize, rules: &str) -> Self {
        let mut wanted = Rules::default();
        for (name, value) in rules.split(' ').filter_map(|rule| rule.split_once('=')) {
            wanted.set(name, value).expect("a rule");
        }
        for (person, seated) in house.people[..people].iter().zip(1..) {
            let words = if seated == 1 { rules } else { "" };
            person.says(house.table, &format!("$uno {words}"));
            let table = || {
                let key = tractor_bot::table::TableKey(house.table.get());
                let table = house.bot.desk.host().get(key);
                table.and_then(<Uno as tractor_bot::host::Hosted>::of)
            };
            let sits =
                || table().is_some_and(|handle| handle.view(Viewer::Public).seated() == seated);
            house.until("the next to sit", sits).await;
            let ruled =
                || table().is_some_and(|handle| handle.view(Viewer::Public).rules == wanted);
            house.until("the rules to be set", ruled).await;
        }
        let handle = house.handle::<Uno>();
        let game = Self { house, handle };
        game.typed(0, "start").await;
        game.typed(0, "deal").await;
        game
    }

    fn public(&self) -> TableView<Uno> {
        self.handle.view(Viewer::Public)
    }

    fn game(&self) -> View {
        self.public().stage.game().expect("a match").clone()
    }

    fn round(&self) -> RoundView {
        self.game().playing().expect("a round is played").clone()
    }

    fn person(&self, seat: u8) -> &Person {
        &self.house.people[usize::from(seat)]
    }

    fn own(&self, seat: u8) -> View {
        let person = PersonId(self.person(seat).id.get());
        let view = self.handle.view_of(person);
        view.stage.game().expect("a match").clone()
    }

    fn own_round(&self, seat: u8) -> RoundView {
        let own = self.own(seat);
        own.playing().expect("a round is played").clone()
    }

    fn turn(&self) -> u8 {
        self.round().turn.index() as u8
    }

    /// Types a command in the channel, and waits until it is done.
    async fn typed(&self, seat: u8, line: &str) {
        let position = self.public().position;
        self.person(seat)
            .says(self.house.table, &format!("${line}"));
        let moved = || self.public().position > position;
        self.house.until(line, moved).await;
    }

    /// Makes a move in this seat's own way, and waits until the table has taken it.
    async fn make(&self, step: &Step) {
        let position = self.public().position;
        let person = self.person(step.seat);
        let words = words(step.chosen);
        match step.seat {
            TYPED => {
                let line = match step.chosen {
                    Move::Play(_) | Move::Color(_) => format!("$play {words}"),
                    _ => format!("${words}"),
                };
                person.says(self.house.table, &line);
            }
            SLASH => {
                let (command, options) = match step.chosen {
                    Move::Play(_) | Move::Color(_) => ("play", option("cards", words)),
                    _ => (words.as_str(), json!({})),
                };
                let asked = person.slash(self.house.table, command, options);
                asked.message().await;
            }
            DIRECT => {
                let letter = match step.chosen {
                    Move::Draw => "d",
                    Move::Pass => "p",
                    Move::Call => "c",
                    Move::Uno => "u",
                    _ => words.as_str(),
                };
                person.tells_bot(letter);
            }
            _ => self.tap(step).await,
        }
        let what = format!("{} to {:?}", person.name, step.chosen);
        let moved = || self.public().position > position;
        self.house.until(&what, moved).await;
    }

    /// Taps on the public message to catch somebody, else on the own cards.
    async fn tap(&self, step: &Step) {
        let person = self.person(step.seat);
        // A Wild that is tapped asks for its colour; without one it is typed.
        if let Move::Play(play) = step.chosen
            && play.card.is_wild()
            && play.color.is_none()
        {
            let line = format!("$play {}", words(step.chosen));
            person.says(self.house.table, &line);
            return;
        }
        let ending = match step.chosen {
            Move::Play(_) | Move::Color(_) => format!(".aD{}", words(step.chosen)),
            Move::Call => ".aB".to_owned(),
            Move::Pass => ".aE".to_owned(),
            Move::Draw => ".aF".to_owned(),
            Move::Uno => ".aG".to_owned(),
            Move::Catch(_) => ".aH".to_owned(),
            Move::Swap(seat) => format!(".aD#{}", seat.index() + 1),
        };
        let public = matches!(step.chosen, Move::Catch(_) | Move::Color(_));
        if !public {
            self.open_hand(person).await;
        }
        if let Move::Play(play @ Play { color: Some(_), .. }) = step.chosen {
            let color = None;
            let wild = words(Move::Play(Play { color, ..play }));
            self.tap_on(step, &format!(".H{wild}"), true).await;
        }
        self.tap_on(step, &ending, !public).await;
    }

    /// Taps on the control with a code that ends so, on the own cards or on the public message.
    async fn tap_on(&self, step: &Step, ending: &str, own: bool) {
        let person = self.person(step.seat);
        let (since, wanted) = (self.public().turn_started.0, ending.to_owned());
        let offered = move |seen: &Seen| {
            seen.is_from_bot && seen.is_ephemeral == own && control(seen, &wanted, since).is_some()
        };
        let what = format!("a way to {:?}", step.chosen);
        let seen = person.awaits(&what, offered).await;
        match control(&seen, ending, since).expect("it was just there") {
            Offer::Button(id) => person.presses_late(&seen, &id).answered().await,
            Offer::Menu(id, value) => person.selects(&seen, &id, &[&value]).answered().await,
        };
    }

    async fn open_hand(&self, person: &Person) -> Seen {
        match person.ephemerals().pop() {
            Some(hand) => hand,
            None => {
                let board = self.house.board("My cards").await;
                person.presses(&board, "My cards").message().await
            }
        }
    }

    /// Waits until the public message says this.
    async fn board(&self, says: &str) -> Seen {
        self.house.board(says).await
    }

    fn is_over(&self) -> bool {
        matches!(self.public().stage, StageView::Over(_))
    }
}

/// A bot whose tables have this secret and these limits, and four people.
async fn open(secret: Seed, limits: Limits) -> House {
    let discord = Double::with(Options::default()).await;
    let desk: Desk = house::desk(0).with_limits(limits);
    let desk = desk.with_secrets(std::sync::Arc::new(move || Ok(secret)));
    let table = discord.channel("table");
    let people = ["Ana", "Bo", "Chen", "Dee"].map(|name| discord.person(name));
    let bot = Bot::start(&discord, desk).await;
    House::new(discord, bot, table, people)
}

/// A move as it is typed.
fn words(chosen: Move) -> String {
    let colour = |color: Color| color.letter().to_ascii_lowercase().to_string();
    match chosen {
        Move::Play(play) => {
            let mut words = vec![cards::typed(play.card)];
            words.extend(play.color.map(colour));
            words.extend(play.uno.then(|| "uno".to_owned()));
            words.join(" ")
        }
        Move::Color(color) => colour(color),
        Move::Swap(seat) => format!("#{}", seat.index() + 1),
        Move::Draw => "draw".to_owned(),
        Move::Pass => "pass".to_owned(),
        Move::Call => "call".to_owned(),
        Move::Uno => "uno".to_owned(),
        Move::Catch(_) => "catch".to_owned(),
    }
}

/// What on a message makes a move.
enum Offer {
    Button(String),
    Menu(String, String),
}

/// The control with a code that ends so, offered since this position.
fn control(seen: &Seen, ending: &str, since: u64) -> Option<Offer> {
    flat(&seen.components).iter().find_map(|control| {
        let id = control["custom_id"].as_str()?;
        let at = id.split('.').nth(1)?;
        if u64::from_str_radix(at, 36).ok()? < since || control["disabled"] == true {
            return None;
        }
        if control["type"] == 2 {
            return id.ends_with(ending).then(|| Offer::Button(id.to_owned()));
        }
        let words = ending.strip_prefix(".aD")?;
        let options = control["options"].as_array()?;
        let offered = options.iter().any(|option| option["value"] == words);
        offered.then(|| Offer::Menu(id.to_owned(), words.to_owned()))
    })
}

/// What is to be seen after a deed, besides that the table took it.
async fn check_deed(game: &Match, deed: Deed, before: &RoundView) {
    let now = game.game();
    let Some(round) = now.playing() else {
        panic!("{deed:?} ended the round");
    };
    let size = |seat: usize| round.hand_sizes[seat] as i32 - before.hand_sizes[seat] as i32;
    let accused = before.last_play.map(|(seat, _)| seat.index());
    match deed {
        Deed::CallsBluff => {
            let accused = accused.expect("somebody laid it");
            assert_eq!((size(accused), size(2)), (4, 0), "the bluffer draws four");
            assert_eq!(round.turn, Seat::new(DIRECT), "the caller takes a turn");
            assert_eq!((round.owed, round.decision), (0, UnoDecision::Turn));
            game.board("who bluffed").await;
            shown_to(game, DIRECT, "A bluff.").await;
        }
        Deed::CallsHonest => {
            let accused = accused.expect("somebody laid it");
            assert_eq!((size(accused), size(3)), (0, 6), "the caller draws six");
            assert_ne!(round.turn, Seat::new(TAPS), "and loses the turn");
            game.board("who did not bluff").await;
            shown_to(game, TAPS, "No bluff.").await;
        }
        Deed::Catches => {
            let accused = accused.expect("somebody forgot it");
            assert_eq!((size(accused), round.turn), (2, before.turn));
            game.board("who forgot to call UNO").await;
        }
        Deed::CatchesFalsely => {
            assert_eq!((size(0), round.turn), (2, before.turn));
            game.board(", who called UNO").await;
        }
        Deed::SaysUnoAlong | Deed::SaysUnoAfter | Deed::TapsUno => {
            game.board("one card, called UNO").await;
        }
        Deed::SaysUnoBefore => assert_eq!(round.turn, before.turn),
        Deed::NamesColor => {
            game.board(" → ").await;
        }
        Deed::KeepsDrawn => {
            game.board("draws a card and passes").await;
        }
        Deed::LaysDrawn => {}
    }
}

/// The hand is on the screen of who called, and on nobody else's.
async fn shown_to(game: &Match, caller: u8, words: &str) {
    let told = words.to_owned();
    let held = move |seen: &Seen| seen.is_from_bot && seen.says(&told) && seen.says("held ");
    game.person(caller).awaits("the hand", held).await;
    for seat in (0..4).filter(|seat| *seat != caller) {
        let person = game.person(seat);
        let mut all = person.direct_messages();
        all.extend(person.sees(game.house.table));
        let leak = all.iter().find(|seen| seen.says(words));
        assert_eq!(leak, None, "{} sees the hand", person.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_uno_in_every_way_there_is_to_act() {
    let secret = Seed::from_number(story::NUMBER);
    let house = open(secret, Limits::default()).await;
    let rules = "order=seats deal_wait=120 match_to=200";
    let game = Match::start(house, 4, rules).await;
    let (mut story, mut watch) = (Story::default(), Watch::new());
    let mut rounds = 1;
    for _ in 0..4_000 {
        watch.look(&game.house);
        if game.is_over() {
            break;
        }
        if matches!(game.game().phase, PhaseView::Ready { .. }) {
            game.board(&format!("wins round {rounds}")).await;
            rounds += 1;
            game.typed(0, "deal").await;
            game.board("On top").await;
            continue;
        }
        let step = story.next(|seat| game.own(seat));
        let (own, before) = (game.own(step.seat), game.round());
        game.make(&step).await;
        story.took(&step, &own);
        if let Some(deed) = step.deed {
            check_deed(&game, deed, &before).await;
        }
    }
    assert!(story.is_whole(), "{:?} in {rounds} rounds", story.seen);
    let PhaseView::Over { places } = game.game().phase else {
        panic!("the match is over");
    };
    let scores = game.game().scores;
    assert!(scores[places[0].index()] >= 200 && rounds > 1);
    let winner = &game.person(places[0].index() as u8).name;
    let board = game.board(&format!("{winner} wins the match!")).await;
    for (seat, score) in scores.iter().enumerate() {
        let name = &game.person(seat as u8).name;
        assert!(board.says(&format!("**{name}** {score}")), "{}", board.text);
    }
    watch.look(&game.house);
    assert!(watch.cards_seen() > 300, "saw {}", watch.cards_seen());
}

/// Draws while it may, then lays the card of a menu.
#[tokio::test(flavor = "multi_thread")]
async fn a_hand_of_more_than_twenty_five_cards_is_chosen_from_by_menu() {
    let house = House::open(3).await;
    let rules = "order=seats start_card=numbers_only draw=many after_draw=any hand=10";
    let game = Match::start(house, 2, rules).await;
    let seat = game.turn();
    while game.own_round(seat).hand.len() < 33 {
        game.typed(seat, "d").await;
    }
    let person = game.person(seat);
    let round = game.own_round(seat);
    let wild = round.playable.iter().find(|card| card.is_wild());
    let card = *wild.expect("a wild card among 33");
    let hand = game.open_hand(person).await;
    hand.assert_says("Your cards: 33");
    let mut offered: Vec<String> = Vec::new();
    for menu in flat(&hand.components).iter().filter(|c| c["type"] == 3) {
        offered.extend(hand.options(menu["custom_id"].as_str().unwrap_or_default()));
    }
    let ways = round.playable.iter();
    let ways: usize = ways.map(|card| if card.is_wild() { 4 } else { 1 }).sum();
    assert_eq!(offered.len(), ways, "every play is offered: {offered:?}");
    let play = Play::of(card).naming(Color::Green);
    // What is tapped is found in the menu by the same words as a button.
    let (ending, since) = (format!(".aD{}", words(Move::Play(play))), 0);
    let Some(Offer::Menu(id, value)) = control(&hand, &ending, since) else {
        panic!("{play:?} is in no menu of\n{}", hand.text);
    };
    let position = game.public().position;
    let complete = person.types(game.house.table, "play", "cards", "w", json!({}));
    assert!(complete.choices().await.iter().any(|(_, v)| *v == value));
    person.selects(&hand, &id, &[&value]).answered().await;
    let moved = || game.public().position > position;
    game.house.until("the play", moved).await;
    game.board("→ 🟢G").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_shown_after_saying_uno_is_kept_up_to_date() {
    let house = House::open(7).await;
    let rules = "order=seats start_card=numbers_only auto_pass=off hand=2";
    let game = Match::start(house, 2, rules).await;
    let seat = game.turn();
    let person = game.person(seat);
    let said = person.slash(game.house.table, "uno", json!({}));
    let hand = said.message().await;
    assert!(hand.is_ephemeral && hand.says("Your cards: 2"), "{hand:?}");
    game.typed(seat, "draw").await;
    let follows = |seen: &Seen| seen.is_ephemeral && seen.says("Your cards: 3");
    assert_eq!(person.awaits("the card drawn", follows).await.id, hand.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_drawn_on_the_public_message_is_shown_to_who_drew_it() {
    let house = House::open(7).await;
    let rules = "order=seats start_card=numbers_only auto_pass=off";
    let game = Match::start(house, 2, rules).await;
    let seat = game.turn();
    let (person, since) = (game.person(seat), game.public().turn_started.0);
    let draws = move |seen: &Seen| !seen.is_ephemeral && control(seen, ".aF", since).is_some();
    let board = person.awaits("a way to draw", draws).await;
    let Some(Offer::Button(id)) = control(&board, ".aF", since) else {
        panic!("drawing is a button");
    };
    let hand = person.presses_late(&board, &id).message().await;
    let held = hand.is_ephemeral && hand.says("Your cards: 8") && hand.says("You drew ");
    assert!(held, "{}", hand.text);
    // The hand is open now: what follows is shown there, not in one more message.
    game.typed(seat, "pass").await;
    let follows = |seen: &Seen| seen.is_ephemeral && seen.says("to play");
    assert_eq!(person.awaits("the next turn", follows).await.id, hand.id);
    // UNO is understood on a message of the turn before, and refused for what it is.
    let late = person.presses_late(&board, "UNO").message().await;
    late.assert_says("second-to-last card");
}

/// Goes on with the plainest moves until the match is over or somebody has to choose something.
async fn play_on(game: &Match, until: impl Fn(&Match) -> bool) {
    for _ in 0..3_000 {
        if until(game) || game.is_over() {
            return;
        }
        let seat = game.turn();
        let own = game.own_round(seat);
        let chosen = match own.decision {
            UnoDecision::Color => Move::Color(Color::Blue),
            _ if own.owed > 0 => Move::Draw,
            _ => match own.playable.first() {
                Some(card) => {
                    let play = Play::of(*card).saying_uno();
                    let color = card.is_wild().then_some(Color::Red);
                    Move::Play(Play { color, ..play })
                }
                None if own.may.draw => Move::Draw,
                None => Move::Pass,
            },
        };
        let line = match chosen {
            Move::Play(_) | Move::Color(_) => format!("play {}", words(chosen)),
            chosen => words(chosen),
        };
        game.typed(seat, &line).await;
    }
    panic!("no end");
}

#[tokio::test(flavor = "multi_thread")]
async fn places_are_played_out_and_a_spectator_sees_the_public_table_alone() {
    let house = House::open(5).await;
    let zoe = house.discord.person("Zoe");
    let rules = "order=seats start_card=numbers_only end=places score=none hand=3";
    let game = Match::start(house, 3, rules).await;
    let board = game.board("My cards").await;
    let answer = zoe.presses(&board, "My cards").message().await;
    answer.assert_tells_alone("watching");
    assert!(!answer.says("Your cards"));
    let score = zoe.presses(&board, "Score").message().await;
    score.assert_says("Score");
    play_on(&game, |game| !game.round().out.is_empty()).await;
    let first = game.round().out[0].index() as u8;
    let name = &game.person(first).name;
    let seen = format!("**{name}** · out, place 1");
    zoe.awaits("who is out", move |board| board.says(&seen))
        .await;
    play_on(&game, |_| false).await;
    let PhaseView::Over { places } = game.game().phase else {
        panic!("the match is over");
    };
    assert_eq!((places.len(), places[0].index() as u8), (3, first));
    let names = places
        .iter()
        .map(|seat| &game.person(seat.index() as u8).name);
    let board = game.board(&format!("{name} wins the match!")).await;
    for (name, place) in names.zip(1..) {
        assert!(
            board.says(&format!("{place}. **{name}**")),
            "{}",
            board.text
        );
    }
    let own = |seen: &Seen| seen.is_ephemeral && seen.says("Your cards");
    assert!(!zoe.sees(game.house.table).iter().any(own));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cards_of_who_leaves_go_under_the_pile_or_to_a_computer() {
    for (rule, stays) in [("under_pile", false), ("computer", true)] {
        let house = House::open(6).await;
        let rules = format!("order=seats start_card=numbers_only leaver={rule}");
        let mut game = Match::start(house, 3, &rules).await;
        let (pile, leaver) = (game.round().draw_pile, (game.turn() + 1) % 3);
        game.typed(leaver, "leave yes").await;
        let (round, name) = (game.round(), game.person(leaver).name.clone());
        match stays {
            false => {
                assert_eq!(round.draw_pile, pile + 7, "seven cards more to draw from");
                game.board(&format!("**{name}** leaves")).await;
                let back = game.person(leaver);
                back.says(game.house.table, "$join");
                let refused = |seen: &Seen| seen.is_direct && seen.is_from_bot;
                back.awaits("why not", refused).await;
            }
            true => {
                assert_eq!(round.draw_pile, pile);
                game.board(&format!("**{name}** 🤖 · 7 cards")).await;
                game.typed(leaver, "join").await;
                game.board(&format!("**{name}** · 7 cards")).await;
            }
        }
        game.house.discord.assert_clean();
        game.house.bot.stop().await.expect("a clean stop");
        game.house = House::open(1).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_of_uno_is_left_and_joined_by_tapping() {
    let house = House::open(2).await;
    let [ana, bo, ..] = &house.people;
    ana.asks(house.table, "uno", option("words", "preset=party"))
        .await;
    let board = house.board("House rules: Preset **party**").await;
    bo.presses(&board, "Sit down").answered().await;
    let board = house.board("UNO · 2 of 10 seats taken").await;
    ana.presses(&board, "Leave").answered().await;
    let board = house.board("UNO · 1 of 10 seats taken").await;
    board.assert_says("Host: **Bo**");
    ana.presses(&board, "Sit down").answered().await;
    let board = house.board("UNO · 2 of 10 seats taken").await;
    bo.selects(&board, "Add a computer player", &["heuristic"])
        .answered()
        .await;
    let board = house.board("UNO · 3 of 10 seats taken").await;
    board.assert_says("🤖");
    bo.presses(&board, "Start").answered().await;
    house.board("On top").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_while_a_colour_is_being_chosen_too() {
    let limits = Limits {
        turn_limit_s: Some(1),
        turn_warning_s: None,
        absent_turns: None,
        ..Limits::default()
    };
    let house = open(seed_of_a_wild_start(), limits).await;
    let game = Match::start(house, 2, "order=seats").await;
    assert_eq!(game.round().decision, UnoDecision::Color);
    let board = game.board("to choose a colour").await;
    assert_eq!(board.buttons()[..1], ["🔴R red"]);
    let chosen = || game.round().decision != UnoDecision::Color;
    game.house.until("the clock to choose", chosen).await;
    assert!(game.round().color.is_some());
    assert!(matches!(game.public().turn, Turn::Seats(_)));
    game.board("On top: ★ → ").await;
}

/// A secret whose first round begins with a Wild.
fn seed_of_a_wild_start() -> Seed {
    use tractor_bot::game::Game as _;
    use tractor_bot::uno::{Action, Card};
    let rules = story::rules();
    let wild = |number: &u8| {
        let secret = Seed::new([*number; 32]);
        let (mut game, _) = Uno::start(&rules, 2, secret.derive("match", 1));
        game.act(Seat::new(0), Action::Deal)
            .expect("anybody may deal");
        game.round().expect("a round").top() == Card::WILD
    };
    let number = (0..=u8::MAX).find(wild).expect("one in twenty-seven");
    Seed::new([number; 32])
}
