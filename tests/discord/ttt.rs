//! Tic-tac-toe between people and against the computer: challenges, rematches, several games at once.

use serde_json::json;
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, Hosted as _};
use tractor_bot::table::PersonId;
use tractor_bot::tictactoe::TicTacToe;

use crate::double::{Person, Seen, World};
use crate::house::{House, option};

/// The games that are open.
fn games(house: &House) -> Vec<Handle<TicTacToe>> {
    let tables = house.bot.desk.host().list().into_iter();
    tables.filter_map(TicTacToe::of).collect()
}

/// The game that this person plays.
fn game_of(house: &House, person: &Person) -> Option<Handle<TicTacToe>> {
    let id = PersonId(person.id.get());
    let sits = |game: &Handle<TicTacToe>| game.view(Viewer::Public).seat_of(id).is_some();
    let mut games = games(house).into_iter();
    games.find(|game| game.is_playing() && sits(game))
}

/// Taps a square of a board, and waits until the board shows it.
pub async fn tap(person: &Person, board: &Seen, square: &str) {
    person.presses(board, square).answered().await;
    let marked = |seen: &Seen| seen.id == board.id && !seen.buttons().contains(&square.to_owned());
    person.awaits("the mark on the board", marked).await;
}

/// A press on a board that only the one who pressed is told about.
async fn told_alone(person: &Person, board: &Seen, button: &str, text: &str) {
    let told = person.presses(board, button).message().await;
    told.assert_tells_alone(text);
}

/// The board of a challenge that Bo has accepted.
pub async fn accepted(house: &House) -> Seen {
    let [ana, bo, ..] = &house.people;
    let board = house.challenge().await;
    bo.presses(&board, "Accept").answered().await;
    ana.awaits_on(&board, "**Ana** to play").await
}

#[tokio::test(start_paused = true)]
async fn a_challenge_is_accepted_played_and_played_again() {
    let house = House::open(1).await;
    let [ana, bo, chen, dee] = &house.people;
    let board = house.challenge().await;
    assert_eq!((bo.pings().len(), chen.pings().len()), (1, 0));
    for button in ["Accept", "Decline"] {
        told_alone(chen, &board, button, "can answer this challenge").await;
        told_alone(ana, &board, button, "can answer this challenge").await;
    }
    told_alone(dee, &board, "Take back", "Ana").await;
    bo.presses(&board, "Accept").answered().await;
    ana.awaits_on(&board, "**Ana** to play").await;
    told_alone(chen, &board, "5", "watching").await;
    told_alone(bo, &board, "5", "Ana").await;
    for (person, square) in [(ana, "1"), (bo, "4"), (ana, "2"), (bo, "5"), (ana, "3")] {
        tap(person, &board, square).await;
    }
    let over = ana.awaits_on(&board, "**Ana** wins").await;
    for says in ["Series 1 : 0", "**Bo** begins"] {
        over.assert_says(says);
    }
    assert_eq!(over.buttons(), ["Rematch", "Close", "Profile"]);
    // Everybody sees their own, also who did not play.
    for person in [ana, chen] {
        told_alone(person, &over, "Profile", "Profile").await;
    }

    bo.presses(&over, "Rematch").answered().await;
    bo.awaits_on(&board, "**Bo** to play").await;
    told_alone(ana, &board, "1", "Bo").await;
    for (person, square) in [(bo, "5"), (ana, "1"), (bo, "3"), (ana, "2"), (bo, "7")] {
        tap(person, &board, square).await;
    }
    let over = ana.awaits_on(&board, "**Bo** wins").await;
    over.assert_says("Series 1 : 1");
    told_alone(bo, &over, "Close", "Ana").await;
    ana.presses(&over, "Close").answered().await;
    let closed = |seen: &Seen| seen.buttons().is_empty() && seen.says("**Bo** wins");
    bo.awaits("the result that stays", closed).await;
    // And what is asked about it is answered where it was.
    house.passes(5).await;
    let asked = bo.asks(house.table, "score", json!({})).await;
    asked.assert_says("Ana");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_talk_has_pushed_up_comes_down_with_the_next_mark() {
    let house = House::open(1).await;
    let [ana, _, chen, ..] = &house.people;
    let above = accepted(&house).await;
    for _ in 0..14 {
        chen.says(house.table, "hello");
    }
    // What was said before has been heard once this is answered.
    chen.asks(house.table, "list", json!({})).await;
    ana.presses(&above, "5").answered().await;
    let below = house.board("**Bo** to play").await;
    assert!(below.id > above.id, "it is below what was said");
}

#[tokio::test(start_paused = true)]
async fn the_largest_board_is_chosen_with_thumbs_and_marked_with_ones_own_pieces() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    for (person, pieces) in [(ana, "❌ ⭕"), (bo, "❌ 🐶")] {
        house.sets_own(person, "pieces", pieces).await;
    }
    ana.asks(house.table, "ttt", json!({})).await;
    let lobby = house.board("1 of 2").await;
    let rules = ana.presses(&lobby, "Rules").message().await;
    let rule = ana.selects(&rules, "Choose a house rule", &["size"]);
    rule.answered().await;
    let sizes = |seen: &Seen| seen.is_ephemeral && seen.control("Size of the board").is_some();
    let menu = ana.awaits("the sizes", sizes).await;
    let size = ana.selects(&menu, "Size of the board", &["5"]);
    size.answered().await;
    let lobby = ana.awaits_on(&lobby, "Board 5×5").await;
    bo.presses(&lobby, "Sit down").answered().await;
    bo.awaits_on(&lobby, "❌ **Ana** to play").await;
    tap(ana, &lobby, "2").await;
    tap(bo, &lobby, "1").await;
    // Both want the same, and the second gives way.
    let faces = house.board("to play").await.buttons();
    assert_eq!(faces[..3], ["⭕", "❌", "3"]);
}

#[tokio::test(start_paused = true)]
async fn a_challenge_that_nobody_answers_expires() {
    let house = House::open(1).await;
    let [ana, bo, ..] = &house.people;
    let board = house.challenge().await;
    house.passes(61).await;
    let end = ana.awaits_on(&board, "**Bo** does not answer").await;
    assert!(end.buttons().is_empty());
    assert_eq!(bo.pings().len(), 1);
    let late = bo.presses_late(&board, "Accept").message().await;
    late.assert_tells_alone("is not here");
}

#[tokio::test(start_paused = true)]
async fn three_games_go_on_beside_a_table_of_tractor() {
    let house = House::open(1).await;
    let [ana, bo, chen, dee] = &house.people;
    dee.says(house.table, "$join");
    let tractor = house.board("1 of 4").await;
    ana.says(house.table, "$ttt first=challenger");
    let first = house.board("1 of 2").await;
    bo.presses(&first, "Sit down").answered().await;
    chen.says(house.table, "$ttt 0");
    // The bot is the computer.
    let bot = option("opponent", house.discord.bot().to_string());
    dee.asks(house.table, "ttt", bot).await;
    for person in [ana, chen, dee] {
        // Moves go to one's own game, and so does the end.
        let begun = || game_of(&house, person).is_some();
        house.until("the game", begun).await;
        let game = game_of(&house, person).expect("it was awaited");
        person.says(house.table, "$play 5");
        let marked = move || {
            let view = game.view(Viewer::Public);
            let board = view.stage.game().map(|game| &game.board);
            board.is_some_and(|b| b.mark(b.squares().nth(4).expect("nine squares")).is_some())
        };
        house.until("the middle to be marked", marked).await;
    }
    assert_eq!(house.public().seated(), 1, "tractor is as it was");
    let theirs = |seen: &Seen| !seen.is_ephemeral && seen.says("Chen") && seen.says("Computer");
    let board = chen.awaits("the board", theirs).await;
    chen.says(house.table, "$end yes");
    let ended = || games(&house).len() == 2;
    house.until("the end of one game", ended).await;
    let erased = move |world: &World| world.messages[&board.id].deleted;
    house.discord.until("the board to be erased", erased).await;
    assert!(game_of(&house, ana).is_some() && game_of(&house, dee).is_some());
    assert!(ana.looks_at(&tractor).is_some() && ana.looks_at(&first).is_some());
}
