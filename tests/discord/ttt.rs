//! Tic-tac-toe between people and against the computer: challenges, rematches, several games at once.

use serde_json::json;
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, Hosted as _};
use tractor_bot::table::{PersonId, StageView};
use tractor_bot::tictactoe::TicTacToe;

use crate::double::{Person, Seen};
use crate::house::{House, option};

/// The games that are open.
fn games(house: &House) -> Vec<Handle<TicTacToe>> {
    let tables = house.bot.desk.host().list().into_iter();
    tables.filter_map(TicTacToe::of).collect()
}

fn playing(house: &House) -> usize {
    let games = games(house).into_iter();
    games
        .filter(|game| matches!(game.view(Viewer::Public).stage, StageView::Playing(_)))
        .count()
}

/// The game of this person.
fn game_of(house: &House, person: &Person) -> Option<Handle<TicTacToe>> {
    let id = PersonId(person.id.get());
    let mut games = games(house).into_iter();
    games.find(|game| game.view(Viewer::Public).seat_of(id).is_some())
}

/// A message as it is now.
fn now(person: &Person, message: &Seen) -> Seen {
    person.looks_at(message).expect("the message is there")
}

/// Whether a message says this, whatever is bold in it.
fn reads(seen: &Seen, text: &str) -> bool {
    seen.text.replace("**", "").contains(text)
}

/// The newest public message of the bot that says this.
async fn board(house: &House, text: &str) -> Seen {
    let (what, text) = (format!("a board with {text:?}"), text.to_owned());
    let public = move |seen: &Seen| seen.is_from_bot && !seen.is_ephemeral && reads(seen, &text);
    house.people[0].awaits(&what, public).await
}

/// Waits until a message says this, which it may do already.
async fn says(person: &Person, message: &Seen, text: &str) -> Seen {
    let (id, what, text) = (message.id, format!("{text:?}"), text.to_owned());
    let wanted = move |seen: &Seen| seen.id == id && reads(seen, &text);
    person.awaits(&what, wanted).await
}

/// Taps a square of a board, and waits until the board shows it.
async fn tap(person: &Person, board: &Seen, square: &str) {
    let before = now(person, board);
    person.presses(&before, square).answered().await;
    let id = board.id;
    let marked = {
        let square = square.to_owned();
        move |seen: &Seen| seen.id == id && !seen.buttons().contains(&square)
    };
    person.awaits("the mark on the board", marked).await;
}

/// Ana challenges Bo: the message of the challenge.
async fn challenge(house: &House) -> Seen {
    let [ana, bo, ..] = &house.people;
    let asked = ana.slash(house.table, "ttt", option("opponent", bo.id.to_string()));
    assert!(asked.message().await.is_ephemeral);
    board(house, "Waiting for Bo").await
}

/// A press that only the one who pressed is told about.
async fn told_alone(person: &Person, board: &Seen, button: &str, text: &str) {
    let told = person.presses_late(board, button).message().await;
    assert!(told.is_ephemeral && reads(&told, text), "{}", told.text);
}

#[tokio::test(start_paused = true)]
async fn a_challenge_is_accepted_played_and_played_again() {
    let house = House::open(1).await;
    let [ana, bo, chen, dee] = &house.people;
    let board = challenge(&house).await;
    assert_eq!((bo.pings().len(), chen.pings().len()), (1, 0));
    for button in ["Accept", "Decline"] {
        told_alone(chen, &board, button, "can answer this challenge").await;
        told_alone(ana, &board, button, "can answer this challenge").await;
    }
    told_alone(dee, &board, "Take back", "Ana").await;
    bo.presses(&board, "Accept").answered().await;
    says(ana, &board, "Ana to play").await;
    told_alone(chen, &now(chen, &board), "5", "watching").await;
    told_alone(bo, &now(bo, &board), "5", "Ana").await;
    for (person, square) in [(ana, "1"), (bo, "4"), (ana, "2"), (bo, "5")] {
        tap(person, &board, square).await;
    }
    told_alone(ana, &now(ana, &board), "🔴", "taken").await;
    tap(ana, &board, "3").await;
    let over = says(ana, &board, "Ana wins").await;
    assert!(
        reads(&over, "Series 1 : 0") && reads(&over, "Bo begins"),
        "{}",
        over.text
    );
    assert_eq!(over.buttons(), ["Rematch", "Close", "Profile"]);
    // Everybody sees their own, also who did not play.
    for person in [ana, chen] {
        let own = person.presses(&over, "Profile").message().await;
        assert!(own.is_ephemeral && own.says("Profile"), "{}", own.text);
    }

    bo.presses(&over, "Rematch").answered().await;
    says(bo, &board, "Bo to play").await;
    told_alone(ana, &now(ana, &board), "1", "Bo").await;
    for (person, square) in [(bo, "5"), (ana, "1"), (bo, "3"), (ana, "2"), (bo, "7")] {
        tap(person, &board, square).await;
    }
    let over = says(ana, &board, "Bo wins").await;
    assert!(
        reads(&over, "Series 1 : 1") && reads(&over, "Ana begins"),
        "{}",
        over.text
    );
}

#[tokio::test(start_paused = true)]
async fn a_game_that_talk_has_pushed_up_comes_down_with_the_next_mark() {
    let house = House::open(1).await;
    let [ana, bo, chen, ..] = &house.people;
    let above = challenge(&house).await;
    bo.presses(&above, "Accept").answered().await;
    says(ana, &above, "Ana to play").await;
    for _ in 0..14 {
        chen.says(house.table, "hello");
    }
    // What was said before has been heard once this is answered.
    let asked = chen.slash(house.table, "list", json!({}));
    asked.message().await;
    ana.presses(&now(ana, &above), "5").answered().await;
    let below = board(&house, "Bo to play").await;
    assert!(below.id > above.id, "it is below what was said");
}

#[tokio::test(start_paused = true)]
async fn a_challenge_is_declined_or_taken_back() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    let board = challenge(&house).await;
    bo.presses(&board, "Decline").answered().await;
    let end = says(ana, &board, "Bo declines").await;
    assert!(end.buttons().is_empty());
    let offers = |seen: &Seen| seen.says("you are challenged");
    assert!(offers(&board) && !offers(&end), "{}", end.text);
    house.until("the end", || games(&house).is_empty()).await;
    told_alone(bo, &board, "Accept", "is not here").await;

    let mark = house.discord.mark();
    ana.says(house.table, &format!("$ttt {} size=4", bo.mention()));
    let second = |seen: &Seen| !seen.is_ephemeral && reads(seen, "Waiting for Bo");
    let board = bo.awaits_since(mark, "another challenge", second).await;
    assert!(reads(&board, "Board 4×4"), "{}", board.text);
    ana.presses(&board, "Take back").answered().await;
    says(bo, &board, "was taken back").await;
}

#[tokio::test(start_paused = true)]
async fn the_largest_board_is_chosen_and_played_with_thumbs() {
    let house = House::open(1).await;
    let [ana, bo, chen, _] = &house.people;
    ana.asks(house.table, "ttt", json!({})).await;
    let lobby = board(&house, "1 of 2").await;
    let rules = ana.presses(&lobby, "Rules").message().await;
    ana.selects(&rules, "Choose a house rule", &["size"])
        .answered()
        .await;
    let size = |seen: &Seen| seen.is_ephemeral && seen.control("Size of the board").is_some();
    let menu = ana.awaits("the sizes", size).await;
    ana.selects(&menu, "Size of the board", &["5"])
        .answered()
        .await;
    let lobby = says(ana, &lobby, "Board 5×5").await;
    // A second game of hers would leave the first one waiting.
    let told = ana.asks(house.table, "ttt", json!({})).await;
    assert!(reads(&told, "still waits"), "{}", told.text);
    bo.presses(&lobby, "Sit down").answered().await;
    says(bo, &lobby, "Ana to play").await;
    for square in ["1", "2", "7", "3"] {
        let person = if matches!(square, "1" | "7") { ana } else { bo };
        tap(person, &lobby, square).await;
    }
    ana.presses(&now(ana, &lobby), "13").answered().await;
    let over = says(bo, &lobby, "Ana wins").await;
    assert_eq!(over.buttons(), ["Rematch", "Close", "Profile"]);
    told_alone(chen, &over, "Rematch", "").await;
    told_alone(bo, &over, "Close", "Ana").await;
    ana.presses(&over, "Close").answered().await;
    let closed = |seen: &Seen| seen.buttons().is_empty() && reads(seen, "Ana wins");
    bo.awaits("the result that stays", closed).await;
    // And what is asked about it is answered where it was.
    house.passes(5).await;
    let asked = bo.asks(house.table, "score", json!({})).await;
    assert!(reads(&asked, "Ana"), "{}", asked.text);
}

#[tokio::test(start_paused = true)]
async fn nobody_challenges_themselves_and_the_bot_is_the_computer() {
    let house = House::open(1).await;
    let ana = &house.people[0];
    let own = option("opponent", ana.id.to_string());
    let told = ana.asks(house.table, "ttt", own).await;
    assert!(
        told.is_ephemeral && reads(&told, "/ttt level:3"),
        "{}",
        told.text
    );
    assert!(games(&house).is_empty());
    let bot = option("opponent", house.discord.bot().to_string());
    ana.asks(house.table, "ttt", bot).await;
    let board = board(&house, "Ana to play").await;
    assert!(reads(&board, "Computer"), "{}", board.text);
}

#[tokio::test(start_paused = true)]
async fn a_challenge_that_nobody_answers_expires() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    let board = challenge(&house).await;
    house.passes(61).await;
    let end = says(ana, &board, "Bo does not answer").await;
    assert!(end.buttons().is_empty());
    assert_eq!(bo.pings().len(), 1);
    told_alone(bo, &board, "Accept", "is not here").await;
}

#[tokio::test(start_paused = true)]
async fn a_game_that_nobody_goes_on_with_expires() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    ana.asks(house.table, "ttt", json!({})).await;
    let board = board(&house, "1 of 2").await;
    for rule in ["turn_limit=off", "idle_limit=1"] {
        ana.asks(house.table, "rules", json!({"rule": rule})).await;
    }
    bo.presses(&now(bo, &board), "Sit down").answered().await;
    says(bo, &board, "Ana to play").await;
    tap(ana, &board, "5").await;
    let old = now(bo, &board);
    house.passes(61).await;
    let end = says(bo, &board, "has expired").await;
    assert!(
        end.buttons().is_empty() && end.control("🔶").is_some(),
        "{}",
        end.text
    );
    told_alone(bo, &old, "1", "expired").await;
}

#[tokio::test(start_paused = true)]
async fn three_games_go_on_beside_a_table_of_tractor() {
    let house = House::open(1).await;
    let [ana, bo, chen, dee] = &house.people;
    dee.says(house.table, "$join");
    let tractor = board(&house, "1 of 4").await;
    ana.says(house.table, "$ttt first=challenger");
    let first = board(&house, "1 of 2").await;
    bo.presses(&first, "Sit down").answered().await;
    house.until("the first game", || playing(&house) == 1).await;
    chen.says(house.table, "$ttt 0");
    house
        .until("the second game", || playing(&house) == 2)
        .await;
    dee.asks(house.table, "ttt", option("level", "5")).await;
    house.until("the third game", || playing(&house) == 3).await;
    assert_eq!(
        house.public().seated(),
        1,
        "the table of tractor is as it was"
    );

    // Moves go to one's own game, and so does the end.
    for person in [ana, chen, dee] {
        let game = game_of(&house, person).expect("a game");
        person.says(house.table, "$play 5");
        let marked = move || {
            let view = game.view(Viewer::Public);
            let board = view.stage.game().map(|game| &game.board);
            board.is_some_and(|b| b.mark(b.squares().nth(4).expect("nine squares")).is_some())
        };
        house.until("the middle to be marked", marked).await;
    }
    let theirs = |seen: &Seen| !seen.is_ephemeral && reads(seen, "Chen") && reads(seen, "Computer");
    let board = chen.awaits("the board", theirs).await;
    chen.says(house.table, "$end yes");
    house
        .until("the end of one game", || games(&house).len() == 2)
        .await;
    let erased = move |world: &crate::double::World| world.messages[&board.id].deleted;
    house.discord.until("the board to be erased", erased).await;
    assert!(game_of(&house, ana).is_some() && game_of(&house, dee).is_some());
    assert!(ana.looks_at(&tractor).is_some() && ana.looks_at(&first).is_some());
    assert!(house.is_open());
}

#[tokio::test(start_paused = true)]
async fn everybody_marks_with_their_own_pieces() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    let choose = |value: &str| json!({"setting": "pieces", "value": value});
    ana.asks(house.table, "settings", choose("❌ ⭕")).await;
    bo.asks(house.table, "settings", choose("❌ 🐶")).await;
    let refused = bo.asks(house.table, "settings", choose("@everyone")).await;
    assert!(reads(&refused, "For example"), "{}", refused.text);
    let board = challenge(&house).await;
    bo.presses(&board, "Accept").answered().await;
    says(ana, &board, "❌ Ana to play").await;
    tap(ana, &board, "5").await;
    tap(bo, &board, "1").await;
    let board = now(ana, &board);
    let faces: Vec<String> = board.buttons().into_iter().take(5).collect();
    assert_eq!(
        faces,
        ["⭕", "2", "3", "4", "❌"],
        "both want the same: the second gives way"
    );
}
