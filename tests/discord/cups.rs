//! A cup on a server: signed up for by a tap, played in threads with the same cards, through the end of a process, and
//! told who won.

use serde_json::{Value, json};
use serenity::model::Permissions;
use tractor_bot::club::cup::Cup;
use tractor_bot::desk::Desk;
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, Hosted as _};
use tractor_bot::players::{Player as _, tractor::Greedy};
use tractor_bot::store::{MemoryStore, Scope};
use tractor_bot::table::{By, GuildId, Input, Limits, PersonId, StageView, Submission};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::PhaseView;

use crate::double::{Fault, Options, Person, Seen};
use crate::house::{House, kept_desk};

/// The tables where a match is played.
fn playing(house: &House) -> Vec<Handle<Tractor>> {
    let tables = house.bot.desk.host().list().into_iter();
    let tables = tables.filter_map(Tractor::of);
    tables.filter(Handle::is_playing).collect()
}

/// Waits until so many are played.
async fn tables(house: &House, count: usize) -> Vec<Handle<Tractor>> {
    let dealt = |table: &Handle<Tractor>| {
        let view = table.view(Viewer::Public);
        let game = view.stage.game();
        // A computer may have called what nobody overturns, and even led.
        let being_dealt = |phase: &PhaseView| {
            matches!(phase, PhaseView::Ready { .. } | PhaseView::Dealing { .. })
        };
        game.is_some_and(|game| !being_dealt(&game.phase))
    };
    let there = || playing(house).iter().filter(|table| dealt(table)).count() == count;
    house.until("the tables of the round", there).await;
    playing(house)
}

/// Plays for all people of a table until its round is over.
pub async fn play(table: &Handle<Tractor>) {
    let mut listener = table.listen();
    while table.is_playing() {
        let mut acted = false;
        for seat in table.view(Viewer::Public).seats {
            let Some(person) = seat.occupant.person() else {
                continue;
            };
            let StageView::Playing(game) = table.view_of(person).stage else {
                return;
            };
            let dealing = matches!(game.phase, PhaseView::Dealing { .. });
            let calls = matches!(game.phase, PhaseView::CallWindow { .. });
            let due = !dealing && (calls || table.awaits(table.viewer(person)));
            let action = match game.may_deal() {
                true => Some(Action::Deal),
                false => Greedy.choose(&game).filter(|_| due),
            };
            if let Some(action) = action {
                let by = By::Person(person);
                let input = Input::Act { by, action };
                acted |= table.submit(Submission::typed(input)).await.is_ok();
            }
        }
        let moved = async { acted || listener.next().await.is_some() };
        if !moved.await {
            return;
        }
    }
}

/// The cards that a person in this seat holds before they do anything with them: with the kitty, if they are to bury.
fn hand(table: &Handle<Tractor>, seat: u8) -> Vec<Card> {
    let view = table.view(Viewer::Public);
    let person = view.seats[usize::from(seat)].occupant.person();
    let own = table.view_of(person.expect("a person"));
    own.stage.game().expect("a round").hand.clone()
}

async fn desk(store: &MemoryStore) -> Desk {
    let limits = Limits {
        turn_limit_s: Some(86_400),
        computer_delay_ms: 0,
        ..Limits::default()
    };
    kept_desk(store, 9).await.with_limits(limits)
}

/// A house, and somebody who calls cups there.
async fn with_moderator() -> (House, Person) {
    let house = House::of(Options::default(), desk(&MemoryStore::new()).await).await;
    let owner = house.discord.person("Mona");
    house.promotes(&owner);
    (house, owner)
}

/// The options of `/cup`.
fn cup(action: &str, what: &str) -> Value {
    match what {
        "" => json!({ "action": action }),
        _ => json!({"action": action, "what": what}),
    }
}

/// The same with a cup that is called, and its post.
async fn called() -> (House, Person, Seen) {
    let (house, owner) = with_moderator().await;
    owner.asks(house.table, "cup", cup("new", "Friday")).await;
    let post = house.board("A cup of tractor").await;
    (house, owner, post)
}

/// All four sign up.
async fn sign_up(house: &House, post: &Seen) {
    for person in &house.people {
        let told = person.presses(post, "Sign up").message().await;
        told.assert_says("You are signed up");
    }
}

/// Nobody has noted where the post of the first cup is.
async fn forget_post(store: &MemoryStore, guild: GuildId) {
    let forget = |cup: Option<Cup>| (cup.map(|cup| Cup { post: None, ..cup }), ());
    let forgotten = store.change_stored(Scope::Guild(guild), &1, forget);
    assert_eq!(forgotten.await, Ok(()));
}

fn points(post: &Seen) -> u32 {
    let lines = post.text.lines().filter(|line| line.contains(" · "));
    let last = lines.filter_map(|line| line.rsplit(" · ").next()?.trim().parse::<u32>().ok());
    last.sum()
}

#[tokio::test(start_paused = true)]
async fn a_cup_is_played_through_a_restart_with_a_leaver_and_a_late_comer() {
    let store = MemoryStore::new();
    let house = House::of(Options::default(), desk(&store).await).await;
    let [ana, bo, chen, dee] = house.people.clone();
    // Moderators call cups; Ana asks one to.
    let refused = ana.asks(house.table, "cup", cup("new", "Friday 2"));
    refused.await.assert_says("Only moderators");
    let owner = house.discord.person("Mona");
    house.promotes(&owner);
    house.sets(&owner, "cups everybody").await;
    let called = ana.asks(house.table, "cup", cup("new", "Friday 2"));
    called.await.assert_says("**Friday** is called");
    let post = house.board("A cup of tractor in 2 rounds").await;
    for person in [&ana, &bo, &chen] {
        let told = person.presses(&post, "Sign up").message().await;
        told.assert_says("You are signed up");
    }
    let early = ana.asks(house.table, "cup", cup("start", ""));
    early.await.assert_says("at least 4 pairs");
    dee.presses(&post, "Sign up").message().await;
    // One thread is opened, and the answer that says so is lost.
    let threads = format!("POST /channels/{}/threads", house.table);
    house.discord.fail(&threads, Fault::DropAfter, 1);
    let signed = house.board("Signed up (4)").await;
    assert_eq!(signed.id, post.id, "there is one post");
    let begun = ana.asks(house.table, "cup", cup("start", ""));
    begun.await.assert_says("The cup begins");

    // Two tables with the same cards, in threads to which their people are called.
    let [one, other] =
        <[_; 2]>::try_from(tables(&house, 2).await).unwrap_or_else(|_| panic!("two tables"));
    assert_ne!(one.key().0, house.table.get());
    for seat in [0, 1] {
        let mut hands = [hand(&one, seat), hand(&other, seat)];
        hands.sort_by_key(Vec::len);
        let [dealt, other] = &hands;
        let both = dealt.iter().all(|card| other.contains(card));
        assert!(both && dealt.len() >= 25, "the same cards: {hands:?}");
    }
    assert!(house.people.iter().all(|person| !person.pings().is_empty()));
    house.board("Round 1 of 2").await;
    play(&one).await;

    // The process ends in the middle of the round, and as if it had not come to note where the post is. The next one
    // goes on, counts nothing twice and posts nothing twice.
    forget_post(&store, GuildId(house.discord.home().get())).await;
    let house = house.restarted(desk(&store).await).await;
    let [left] =
        <[_; 1]>::try_from(tables(&house, 1).await).unwrap_or_else(|_| panic!("one table"));
    assert_eq!(left.id(), other.id());
    // Dee leaves, and a computer plays on; Eve comes for the second round.
    let gone = dee.presses(&post, "Leave the cup").message().await;
    gone.assert_says("You are not in the cup any more");
    let person = PersonId(dee.id.get());
    let replaced = || left.view(Viewer::Public).seat_of(person).is_none();
    house.until("a computer to play on", replaced).await;
    let eve = house.discord.person("Eve");
    let told = eve.presses(&post, "Sign up").message().await;
    told.assert_says("You are signed up");
    play(&left).await;

    let second = tables(&house, 2).await;
    assert!(
        second
            .iter()
            .all(|table| ![one.id(), other.id()].contains(&table.id()))
    );
    let standing = house.board("Round 2 of 2").await;
    assert_eq!((standing.id, points(&standing)), (post.id, 200));
    let sits = |who: u64| {
        let view = |table: &Handle<Tractor>| table.view(Viewer::Public).seat_of(PersonId(who));
        second.iter().any(|table| view(table).is_some())
    };
    assert!(sits(eve.id.get()) && !sits(dee.id.get()));
    for table in &second {
        play(table).await;
    }
    let told = |seen: &Seen| seen.says("🏆 **Friday** is over") && !seen.attachments.is_empty();
    let won = ana.awaits("who won, with a picture", told).await;
    assert!(won.id != post.id && won.attachments[0]["filename"] == "cup.png");
    let over = house.board("It is over after 2 rounds").await;
    assert_eq!((over.id, points(&over)), (post.id, 400));
    assert!(over.buttons().is_empty());
    // What was played stays to be read.
    let result = |table: &Handle<Tractor>| table.view(Viewer::Public).stage;
    let over = |table| matches!(result(table), StageView::Over(_));
    assert!(second.iter().all(over));
    let list = ana.asks(house.table, "cup", cup("list", "")).await;
    list.assert_says("**Friday**, won by");
    house
        .until("the matches to be over", || playing(&house).is_empty())
        .await;
    {
        let world = house.discord.world();
        let channels = world.channels.values();
        let opened = channels.filter(|channel| channel.parent.is_some());
        assert_eq!(opened.count(), 4, "two in each round");
    }
    let told = ana.sees(house.table).into_iter();
    assert_eq!(
        told.filter(|seen| seen.says("is over. The winner")).count(),
        1
    );
}

#[tokio::test(start_paused = true)]
async fn who_is_asked_to_be_a_partner_says_yes_or_no() {
    let (house, ..) = called().await;
    let [ana, bo, chen, dee] = house.people.clone();
    let with = |person: &Person| cup("join", &format!("<@{}>", person.id));
    let gone = async |person: &Person, asks: &Seen| {
        let gone = || {
            person
                .looks_at(asks)
                .expect("it is there")
                .buttons()
                .is_empty()
        };
        house.until("its buttons to go", gone).await;
    };
    let asked = |seen: &Seen| seen.pings && seen.says("**Friday** with you");
    for (asker, asked) in [(&ana, &bo), (&chen, &dee)] {
        for _ in 0..2 {
            let told = asker.asks(house.table, "cup", with(asked)).await;
            told.assert_tells_alone("your partner is asked");
        }
    }
    let asks = bo.awaits("to be asked", asked).await;
    house.board("Signed up (2)").await;
    house.board("waiting for").await;
    let other = dee.presses(&asks, "Play together").message().await;
    other.assert_tells_alone("Nobody asks you");
    let yes = bo.presses(&asks, "Play together").message().await;
    yes.assert_tells_alone("You are signed up together");
    gone(&bo, &asks).await;
    let asks = dee.awaits("to be asked", asked).await;
    let no = dee.presses(&asks, "Decline").message().await;
    no.assert_tells_alone("Nobody waits for you");
    let post = house.board("& a computer").await;
    post.assert_says("Signed up (2)");
    gone(&dee, &asks).await;
    // Asked once more, she has buttons again and is not called a second time.
    chen.asks(house.table, "cup", with(&dee)).await;
    let again = |seen: &Seen| seen.id != asks.id && seen.says("**Friday** with you") && !seen.pings;
    let again = dee.awaits("the question", again).await;
    chen.asks(house.table, "cup", cup("leave", "")).await;
    gone(&dee, &again).await;
    // Who wants nothing to do with somebody is not asked by them.
    let block = json!({"person": chen.id.to_string()});
    dee.asks(house.table, "block", block).await;
    let refused = chen.asks(house.table, "cup", with(&dee)).await;
    refused.assert_tells_alone("That cannot be");
    assert_eq!([&bo, &dee].map(|asked| asked.pings().len()), [1, 1]);
}

#[tokio::test(start_paused = true)]
async fn a_cup_is_not_called_where_its_tables_would_have_no_place() {
    let (house, owner) = with_moderator().await;
    let new = cup("new", "Friday");
    let threads = Permissions::CREATE_PRIVATE_THREADS;
    house.discord.deny_bot(house.table, threads);
    let refused = owner.asks(house.table, "cup", new.clone()).await;
    refused.assert_says("Create Private Threads");
    owner.says(house.table, "$cup new Friday");
    let told = |seen: &Seen| seen.is_direct && seen.says("Create Private Threads");
    owner.awaits("the same", told).await;
    house.discord.deny_bot(house.table, Permissions::empty());
    // An announcement channel, a voice channel, a thread.
    for kind in [5, 2, 11] {
        house.discord.set_kind(house.table, kind);
        let refused = owner.asks(house.table, "cup", new.clone()).await;
        refused.assert_says("plain text channel");
    }
    house.discord.set_kind(house.table, 0);
    let called = owner.asks(house.table, "cup", new).await;
    called.assert_says("**Friday** is called: people sign up below its post");
}

/// Ten minutes of a cup that begins where the answer to the thread of a table is this; how often it was tried.
async fn refused_threads(status: u16, code: u32, says: &str) -> usize {
    let (house, owner, post) = called().await;
    sign_up(&house, &post).await;
    let fault = Fault::Refused(status, code);
    house.discord.fail("POST /channels/*/threads", fault, 9_999);
    owner.asks(house.table, "cup", cup("start", "")).await;
    house.board(says).await;
    for _ in 0..60 {
        house.passes(10).await;
    }
    let tried = || {
        let all = house.discord.outgoing().into_iter();
        let all = all.filter(|sent| sent.request.path.ends_with("/threads"));
        all.filter(|sent| sent.request.method == "POST").count()
    };
    let so_far = tried();
    // The permissions change: it is tried at once.
    house.discord.deny_bot(house.table, Permissions::empty());
    house.until("another attempt", || tried() > so_far).await;
    house.discord.end_faults();
    house.discord.deny_bot(house.table, Permissions::empty());
    tables(&house, 2).await;
    so_far
}

#[tokio::test(start_paused = true)]
async fn a_cup_whose_tables_have_no_place_asks_ten_times_in_ten_minutes_and_at_once_when_that_changes()
 {
    for (status, code, says) in [
        (403, 50_013, "Create Private Threads"),
        (400, 50_024, "cannot have private threads"),
    ] {
        let tried = refused_threads(status, code, says).await;
        assert!((4..=12).contains(&tried), "{code}: {tried}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_post_of_a_cup_that_is_too_old_goes_on_in_a_new_one() {
    let (house, _, post) = called().await;
    let edits = format!("PATCH /channels/{}/messages/{}", house.table, post.id);
    let too_old = Fault::Refused(429, 30_046);
    house.discord.fail(&edits, too_old, 9_999);
    // Not by a press: with its token the post could still be edited.
    let ana = &house.people[0];
    ana.asks(house.table, "cup", cup("join", "")).await;
    let next = house.board("Signed up (1)").await;
    assert_ne!(next.id, post.id);
    let gone = || ana.looks_at(&post).is_none();
    house.until("the old one to go", gone).await;
    let path = format!("/messages/{}", post.id);
    let all = house.discord.outgoing().into_iter();
    let tried = all.filter(|sent| sent.request.path.ends_with(&path) && sent.request.status == 429);
    assert_eq!(tried.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_cup_says_how_it_was_understood_and_takes_its_tables_along_when_it_ends() {
    let (house, owner) = with_moderator().await;
    let [ana, _, chen, _] = house.people.clone();
    let unclear = owner.asks(house.table, "cup", cup("new", "Friday 3 rounds please"));
    unclear.await.assert_says("`3 rounds`");
    let called = owner.asks(house.table, "cup", cup("new", "Friday 3 rounds 10m"));
    called.await.assert_says("in 3 rounds");
    let post = house.board("A cup of tractor in 3 rounds").await;
    sign_up(&house, &post).await;
    // A name written as text is that of somebody who has signed up.
    ana.says(house.table, "$cup join @Nobody");
    let told = |words: &'static str| move |seen: &Seen| seen.is_direct && seen.says(words);
    ana.awaits("who is not known", told("called **Nobody**"))
        .await;
    ana.says(house.table, "$cup join @Chen");
    ana.awaits("to be told", told("your partner is asked"))
        .await;
    let asks = |seen: &Seen| seen.pings && seen.says("**Friday** with you");
    let asks = chen.awaits("to be asked", asks).await;
    assert_eq!(asks.text.matches("Chen").count(), 1, "{}", asks.text);
    let begun = owner.asks(house.table, "cup", cup("start", ""));
    begun.await.assert_says("The cup begins");
    tables(&house, 2).await;
    let asked = owner.asks(house.table, "cup", cup("end", "")).await;
    asked.assert_tells_alone("**Friday** ends for good");
    assert_eq!(playing(&house).len(), 2);
    let ended = owner.asks(house.table, "cup", cup("end", "yes")).await;
    ended.assert_says("The cup is over");
    let closed = || playing(&house).is_empty();
    house.until("the tables to be closed", closed).await;
}
