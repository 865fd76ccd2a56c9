//! Tables that others have: who has not their address finds none, and nobody has more than their share.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tractor_bot::table::{Position, TableKey};
use tractor_bot::text::press::Press;

use crate::guest::{Guest, Place, ask_for, given_cookie};

/// What a page without a table says.
async fn told_only(guest: &mut Guest, says: &str) {
    let table = guest.told("table").await;
    assert_eq!(table["scene"], Value::Null, "{table}");
    assert!(table["page"].to_string().contains(says), "{table}");
}

#[tokio::test]
async fn a_table_is_found_by_nobody_who_has_not_its_address() {
    let place = Place::open().await;
    let ana = place.begin_session().await;
    let address = place.opens(&ana, json!({"game": "uno"})).await;
    let (key, seal) = address.split_once('.').expect("a key and a seal");
    assert_eq!(seal.len() * 4, 128, "{address}");
    let eve = place.begin_session().await;
    let one = u64::from_str_radix(key, 16).expect("a number");
    let join = Press {
        table: TableKey(one),
        at: Position(0),
        line: "join".into(),
    };
    let other = if seal.ends_with('0') { '1' } else { '0' };
    let altered = format!("{key}.{}{other}", &seal[..seal.len() - 1]);
    let next = format!("{:x}.{seal}", one + 1);
    for guess in ["1", "2", "1000", "0", "xyz", key, &altered, &next] {
        let mut guest = Guest::come(&place, &eve, Some(guess)).await;
        told_only(&mut guest, "No table has this address").await;
        for wish in [
            json!({"words": "join"}),
            json!({"words": "replay"}),
            json!({"press": {"code": join.code()}}),
        ] {
            guest.is_refused(wish).await;
        }
    }
    let mut home = Guest::come(&place, &eve, None).await;
    for wish in [
        json!({"words": "room 1000"}),
        json!({"words": "room join 1001"}),
        json!({"words": "join 1002"}),
    ] {
        let answer = home.is_refused(wish).await;
        assert!(answer.to_string().contains("by its link"), "{answer}");
    }
    // Whoever goes on is not told any more; whoever has the address comes in.
    let own = format!("http://{}", place.host());
    let mut guessed = 8;
    let refused = loop {
        match place.socket(Some(&own), &eve, "/socket?table=1").await {
            Ok(_) => guessed += 1,
            Err(status) => break status,
        }
    };
    assert_eq!((refused, guessed), (429, 20));
    for cookie in [&eve, &ana] {
        let mut guest = Guest::come(&place, cookie, Some(&address)).await;
        let table = guest.told("table").await;
        assert_eq!(table["scene"]["game"], "uno", "{table}");
    }
}

/// A place behind a proxy that says who asks.
async fn behind_a_proxy() -> Place {
    let header = "x-client".parse().expect("a header");
    Place::open_with(|options| options.client_header = Some(header)).await
}

/// A session of somebody for whom the proxy asks.
async fn session_of(place: &Place, client: &str) -> String {
    let own = format!("http://{}", place.host());
    let headers = [("Origin", own.as_str()), ("X-Client", client)];
    let (status, head) = ask_for(place, "POST", "/session", &headers).await;
    assert_eq!(status, 204, "{head}");
    given_cookie(&head)
}

#[tokio::test]
async fn a_client_opens_so_many_tables_in_an_hour_by_however_many_names() {
    let place = Place::open().await;
    let open = json!({"open": {"game": "ttt", "computers": true}});
    for _name in 0..3 {
        let cookie = place.begin_session().await;
        let mut home = Guest::come(&place, &cookie, None).await;
        for _table in 0..10 {
            home.does(open.clone()).await;
        }
    }
    let cookie = place.begin_session().await;
    let mut home = Guest::come(&place, &cookie, None).await;
    let answer = home.is_refused(open).await;
    assert!(answer.to_string().contains("from your network"), "{answer}");
}

/// Somebody sends the beginning of a request, and no more.
async fn unfinished(place: &Place, client: &str) -> TcpStream {
    let host = place.host();
    let request = format!(
        "POST /redeem HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nX-Client: {client}\r\n\
         Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"
    );
    let mut stream = TcpStream::connect(&host).await.expect("a server");
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

#[tokio::test(start_paused = true)]
async fn bodies_that_never_end_shut_nobody_else_out() {
    const MOST_OF_CLIENT: usize = 256;
    let place = behind_a_proxy().await;
    let mut waiting = Vec::new();
    // Some proxies say the port as well.
    for port in (1_024..).take(MOST_OF_CLIENT) {
        let client = format!("10.0.0.1:{port}");
        waiting.push(unfinished(&place, &client).await);
    }
    // One more is sent away, while others are answered behind the same proxy.
    let mut refused = unfinished(&place, "10.0.0.1").await;
    let mut answer = String::new();
    refused
        .read_to_string(&mut answer)
        .await
        .expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 429 "), "{answer}");
    let other = session_of(&place, "10.0.0.2").await;
    Guest::come(&place, &other, None).await.told("home").await;
    // Whoever waits is sent away, too.
    let mut first = waiting.swap_remove(0);
    let mut answer = String::new();
    first.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}

#[tokio::test]
async fn a_client_has_so_many_screens_by_however_many_names() {
    let place = Place::open().await;
    let own = format!("http://{}", place.host());
    let mut open = Vec::new();
    let refused = 'all: loop {
        let cookie = place.begin_session().await;
        for _ in 0..8 {
            match place.socket(Some(&own), &cookie, "/socket").await {
                Ok(socket) => open.push(socket),
                Err(status) => break 'all status,
            }
        }
    };
    assert_eq!(refused, 429);
    assert!((250..=256).contains(&open.len()), "{}", open.len());
}

/// A page begins a session before it opens its socket: who has none then has a browser that keeps none.
#[tokio::test]
async fn who_has_no_cookies_is_told_so() {
    let place = Place::open().await;
    let mut guest = Guest::come(&place, "", None).await;
    told_only(&mut guest, "keeps no cookies").await;
    guest.is_refused(json!({"open": {"game": "uno"}})).await;
}
