//! What somebody does to the server who means no good, and that nobody else is disturbed by it.

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::guest::{Guest, Place, ask_for};

/// Somebody at a table of their own.
async fn seated(place: &Place) -> Guest {
    let cookie = place.begin_session().await;
    let game = json!({"game": "ttt", "computers": true});
    place.comes_to(&cookie, game).await
}

async fn is_undisturbed(guest: &mut Guest) {
    let answer = guest.ask(json!({"words": "rules"})).await;
    assert_eq!(answer["outcome"], "shown", "{answer}");
}

/// Sends bytes as they are, a frame or part of one.
async fn send(guest: &mut Guest, bytes: &[u8]) {
    let stream = guest.socket.get_mut();
    stream.write_all(bytes).await.expect("they are sent");
}

/// `SOCKETS=10000` opens so many. Only Linux has a second address of loopback by itself.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_address_that_opens_many_sockets_is_turned_away_and_nobody_else() {
    use tokio::net::TcpSocket;
    const CROWD: [u8; 4] = [127, 0, 0, 2];
    /// If `SOCKETS` does not say.
    const SOCKETS: usize = 400;
    const MOST_OF_ADDRESS: usize = 256;
    let place = Place::open().await;
    let mut guest = seated(&place).await;
    let sockets = std::env::var("SOCKETS").ok();
    let sockets = sockets.map_or(SOCKETS, |count| count.parse().expect("a number"));
    let (mut inside, mut refused) = (Vec::new(), 0);
    for _ in 0..sockets {
        let own = TcpSocket::new_v4().expect("a socket");
        own.bind((CROWD, 0).into()).expect("an address of loopback");
        let to = place.host().parse().expect("an address");
        let mut socket = own.connect(to).await.expect("a server");
        // The first ones say nothing, and stay.
        if inside.len() < MOST_OF_ADDRESS {
            inside.push(socket);
            continue;
        }
        let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", place.host());
        // It may be gone already.
        let _ = socket.write_all(request.as_bytes()).await;
        let mut answer = [0; 1];
        refused += usize::from(!matches!(socket.read(&mut answer).await, Ok(1..)));
    }
    // On a very slow machine the first ones have been sent away for saying nothing.
    assert!(refused > 0, "{sockets} sockets came in");
    is_undisturbed(&mut guest).await;
    let (status, _) = ask_for(&place, "GET", "/", &[]).await;
    assert_eq!(status, 200);
    seated(&place).await;
}

#[tokio::test]
async fn frames_that_are_too_long_or_never_whole_end_or_stop_their_screen_alone() {
    let place = Place::open().await;
    let mut guest = seated(&place).await;
    let cookie = place.begin_session().await;
    // A text of 2 to the power of 40 bytes is announced, and one that grows in pieces.
    let giant = [&[0x81, 0xff][..], &(1_u64 << 40).to_be_bytes(), &[0; 4]].concat();
    let piece = |first: u8| [&[first, 0xfe, 0x08, 0x00, 0, 0, 0, 0][..], &[b' '; 2_048]].concat();
    let grown = [piece(0x01), piece(0x00), piece(0x00)].concat();
    for bytes in [giant, grown] {
        let mut attacker = Guest::come(&place, &cookie, None).await;
        send(&mut attacker, &bytes).await;
        assert!(attacker.is_ended().await);
    }
    // One byte of a frame, and no more: whoever waits for the rest is that screen.
    let mut slow = Guest::come(&place, &cookie, None).await;
    send(&mut slow, &[0x81]).await;
    is_undisturbed(&mut guest).await;
    let mut other = Guest::come(&place, &cookie, None).await;
    other.told("home").await;
}

#[tokio::test]
async fn a_secret_that_is_not_quite_right_is_nobodys() {
    let place = Place::open().await;
    let own = format!("http://{}", place.host());
    let (ana, bo) = (place.begin_session().await, place.begin_session().await);
    let part = |cookie: &str, at: usize| {
        let parts: Vec<&str> = cookie.splitn(2, '.').collect();
        parts[at].to_owned()
    };
    let (who, secret) = (part(&ana, 0), part(&ana, 1));
    let last = if secret.ends_with('0') { '1' } else { '0' };
    let changed = format!("{}{last}", &secret[..secret.len() - 1]);
    for forged in [
        format!("{who}.{changed}"),
        format!("{who}.{}", &secret[1..]),
        format!("{who}.{}", part(&bo, 1)),
        format!("{}.{secret}", part(&bo, 0)),
        format!("{who}."),
        who.clone(),
    ] {
        let refused = place.socket(Some(&own), &forged, "/socket").await;
        assert_eq!(refused.err(), Some(401), "{forged}");
    }
    Guest::come(&place, &ana, None).await.told("home").await;
}
