//! What a round leaves behind: a review for whoever asks, and pictures beside pages: attached, described, taken away again, and left out where they cannot be.

use serde_json::{Value, json};
use serenity::model::Permissions;
use tractor_bot::players::StudyEffort;
use tractor_bot::store::MemoryStore;
use tractor_bot::tractor::action::Action;

use crate::double::{Fault, Options, Person, Seen, flat};
use crate::hidden::Watch;
use crate::house::{House, kept_desk};
use crate::kitty::until_the_kitty;
use crate::round::{Way, act, play, surrender};

/// The name of the one picture of a message, which it shows in an embed or laid out, and which is described.
fn picture(seen: &Seen) -> Option<&str> {
    let embedded = seen
        .embeds
        .iter()
        .map(|embed| embed["image"]["url"].clone());
    let parts = flat(&seen.components).into_iter();
    let laid_out = parts.map(|part| part["items"][0]["media"]["url"].clone());
    let shown: Vec<Value> = embedded
        .chain(laid_out)
        .filter(|url| !url.is_null())
        .collect();
    let [file] = seen.attachments.as_slice() else {
        assert!(seen.attachments.is_empty(), "{:?}", seen.attachments);
        assert!(shown.is_empty(), "{shown:?}");
        return None;
    };
    assert_eq!(shown, [file["url"].clone()]);
    assert!(!alt(seen).contains(['*', '`', '<']), "{}", alt(seen));
    file["filename"].as_str()
}

fn alt(seen: &Seen) -> &str {
    let alt = seen.attachments.first();
    alt.and_then(|file| file["description"].as_str())
        .unwrap_or_default()
}

/// Waits until a message has this picture.
async fn has(person: &Person, seen: &Seen, name: &str) -> Seen {
    let (id, name) = (seen.id, name.to_owned());
    let what = format!("{name} beside {}", seen.text);
    let wanted =
        move |seen: &Seen| seen.id == id && seen.attachments.iter().any(|f| f["filename"] == name);
    person.awaits(&what, wanted).await
}

/// A round that ends at once: the declarers surrender.
async fn short_round(house: &House) {
    house.sit_down_by_typing().await;
    until_the_kitty(house).await;
    surrender(house).await;
}

/// The score, asked for by typing.
async fn score(house: &House) -> Seen {
    let ana = &house.people[0];
    house.types(ana, "$score", "Match to A").await
}

/// The files that were sent.
fn files(house: &House) -> Vec<(String, Vec<u8>)> {
    let outgoing = house.discord.outgoing().into_iter();
    outgoing.flat_map(|sent| sent.request.files).collect()
}

#[tokio::test(start_paused = true)]
async fn what_is_over_has_its_picture_and_what_goes_on_has_none() {
    let desk = kept_desk(&MemoryStore::new(), 1).await;
    let house = House::of(Options::default(), desk).await;
    house.sit_down_by_typing().await;
    assert_eq!(picture(&score(&house).await), None);
    play(&house, [Way::Slash; 4], &mut Watch::new(), 5).await;
    surrender(&house).await;
    let [ana, bo, ..] = &house.people;
    let result = house.board("Next declarer").await;
    let result = has(ana, &result, "round.png").await;
    assert_eq!(picture(&result), Some("round.png"));
    let told = "The end of round 1: the last trick, the kitty, ";
    assert!(
        alt(&result).starts_with(told) && alt(&result).ends_with(" of 80 points"),
        "{}",
        alt(&result)
    );

    // Typed, by a slash command and by a press: the same picture, which is drawn once.
    let score = score(&house).await;
    let score = has(ana, &score, "levels.png").await;
    assert!(alt(&score).starts_with("The levels round by round; after one round: "));
    let asked = bo.asks(house.table, "score", json!({})).await;
    assert_eq!(picture(&asked), Some("levels.png"));
    let pressed = ana.presses(&result, "Score").message().await;
    assert_eq!(picture(&pressed), Some("levels.png"));

    let mine = bo.asks(house.table, "stats", json!({})).await;
    let mine = has(bo, &mine, "course.png").await;
    let told = alt(&mine);
    assert!(
        told.starts_with("Tractor month by month, ") && told.contains(": 1 played, "),
        "{told}"
    );

    // A page without a picture takes that of the page before away.
    let replay = bo.asks(house.table, "replay", json!({})).await;
    assert_eq!(picture(&replay), None);
    let trick = bo.presses(&replay, "Next").message().await;
    let trick = has(bo, &trick, "trick.png").await;
    let told = "Trick 1 of round 1, which ";
    assert!(alt(&trick).starts_with(told), "{}", alt(&trick));
    let deal = bo.presses(&trick, "Previous").message().await;
    assert_eq!(picture(&deal), None);
    let again = bo.presses(&deal, "Next").message().await;
    assert_eq!(picture(&again), Some("trick.png"), "it is drawn already");

    act(&house, ana, Way::Slash, &Action::Deal).await;
    let next = house.board("[ My hand ]").await;
    assert_ne!(next.id, result.id);
    assert_eq!(picture(&next), None);
    let earlier = ana.looks_at(&result).expect("the result stays");
    assert_eq!(picture(&earlier), Some("round.png"));
    for (name, bytes) in files(&house) {
        assert!(
            bytes.starts_with(b"\x89PNG") && bytes.len() <= 60_000,
            "{name}: {}",
            bytes.len()
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_can_do_without_pictures() {
    let house = House::open(1).await;
    let moderator = &house.people[0];
    house.promotes(moderator);
    let set = house.sets(moderator, "pictures off").await;
    set.assert_says("Pictures");
    short_round(&house).await;
    assert_eq!(picture(&house.board("declare").await), None);
    assert_eq!(picture(&score(&house).await), None);
    assert!(files(&house).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_picture_that_is_not_taken_takes_no_page_with_it() {
    let house = House::open(1).await;
    short_round(&house).await;
    let ana = &house.people[0];
    let first = score(&house).await;
    has(ana, &first, "levels.png").await;
    // From here on the picture is there at once, and goes with the page.
    let post = "POST /channels/*/messages";
    house.discord.fail(post, Fault::Status(500), 1);
    let typed = score(&house).await;
    assert_eq!(picture(&typed), None);
    let callback = "POST /interactions/*/*/callback";
    house.discord.fail(callback, Fault::Status(500), 1);
    let asked = ana.asks(house.table, "score", json!({})).await;
    assert!(asked.says("Match to A") && picture(&asked).is_none());

    // Where files are not allowed, they are not tried again and again.
    house
        .discord
        .deny_bot(house.table, Permissions::ATTACH_FILES);
    for _ in 0..3 {
        let typed = score(&house).await;
        assert_eq!(picture(&typed), None);
    }
    // Two messages may be on their way at once.
    let refused = house.discord.invalid_requests();
    assert!((1..=2).contains(&refused), "{refused}");
}

#[tokio::test(start_paused = true)]
async fn where_uploads_are_limited_pages_come_without_pictures() {
    let house = House::open(1).await;
    house.discord.take_files(false);
    short_round(&house).await;
    for _ in 0..4 {
        let typed = score(&house).await;
        house.passes(5).await;
        assert_eq!(
            picture(&house.people[0].looks_at(&typed).expect("it is there")),
            None
        );
    }
    // Two messages may be on their way at once.
    let tried = files(&house).len();
    assert!((1..=2).contains(&tried), "{tried}");
}

#[tokio::test(start_paused = true)]
async fn a_round_is_reviewed_for_whoever_played_it_and_asks() {
    let desk = kept_desk(&MemoryStore::new(), 1).await;
    let house = House::of(Options::default(), desk.with_diligence(StudyEffort(2))).await;
    house.sit_down_by_typing().await;
    play(&house, [Way::Slash; 4], &mut Watch::new(), 5).await;
    surrender(&house).await;
    let [ana, bo, ..] = &house.people;
    let board = house.board_of(ana, "Review my play").await;
    let review = ana.presses(&board, "Review my play").message().await;
    review.assert_tells_alone("Your play in round 1");
    let other = bo.asks(house.table, "review", json!({})).await;
    other.assert_tells_alone("Your play in round 1");
}
