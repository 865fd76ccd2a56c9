//! A house with a server for browsers, and a guest who speaks as the page does.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long a guest waits for what a test says has to come.
const PATIENCE: Duration = Duration::from_secs(50);

/// A server.
pub struct Place {
    address: SocketAddr,
}

impl Place {
    /// A server that somebody else runs.
    pub const fn at(address: SocketAddr) -> Self {
        Self { address }
    }

    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Opens a socket, or says with what status that was refused.
    pub async fn socket(
        &self,
        origin: Option<&str>,
        cookie: &str,
        path: &str,
    ) -> Result<WebSocketStream<TcpStream>, u16> {
        let mut request = format!("ws://{}{path}", self.host())
            .into_client_request()
            .expect("an address");
        let headers = request.headers_mut();
        if let Some(origin) = origin {
            headers.insert("Origin", origin.parse().expect("a header"));
        }
        headers.insert("Cookie", cookie.parse().expect("a header"));
        let stream = TcpStream::connect(self.address).await.expect("a server");
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(refused)) => Err(refused.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// The cookie that an answer gives, as a browser gives it back.
pub fn given_cookie(head: &str) -> String {
    let set = head.split("set-cookie: ").nth(1).expect("a cookie");
    set.split(';').next().expect("its value").to_owned()
}

/// The status of an answer, and its head.
pub async fn ask_for(
    place: &Place,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> (u16, String) {
    send_to(place, (method, path), headers, "").await
}

/// The same with a body.
pub async fn send_to(
    place: &Place,
    asked: (&str, &str),
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String) {
    let (status, head, _) = answer_to(place, asked, headers, body).await;
    (status, head)
}

/// The same with the body of the answer.
pub async fn answer_to(
    place: &Place,
    (method, path): (&str, &str),
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String, String) {
    let mut stream = TcpStream::connect(place.address).await.expect("a server");
    let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Host") {
        request += &format!("Host: {}\r\n", place.host());
    }
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        request += &format!(
            "Content-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        );
    }
    request += "\r\n";
    request += body;
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = status.expect("a status");
    (status, head.to_owned(), body.to_owned())
}

/// Somebody at a screen.
pub struct Guest {
    pub socket: WebSocketStream<TcpStream>,
    /// What was told and not yet looked at.
    heard: Vec<Value>,
    /// The table as it was shown last.
    table: Value,
    number: u64,
}

impl Guest {
    pub async fn come(place: &Place, cookie: &str, table: Option<&str>) -> Self {
        let path = table.map_or("/socket".to_owned(), |key| format!("/socket?table={key}"));
        Self::look(place, cookie, &path).await
    }

    /// Somebody who opens this socket.
    pub async fn look(place: &Place, cookie: &str, path: &str) -> Self {
        let own = format!("http://{}", place.host());
        let socket = place.socket(Some(&own), cookie, path).await;
        Self {
            socket: socket.expect("they come in"),
            heard: Vec::new(),
            table: Value::Null,
            number: 0,
        }
    }

    async fn hear(&mut self) -> Value {
        let told = timeout(PATIENCE, async {
            loop {
                let message = self.socket.next().await.expect("more is told");
                if let Message::Text(text) = message.expect("it is told in good order") {
                    break serde_json::from_str::<Value>(&text).expect("JSON");
                }
            }
        });
        let told = told.await;
        let told = told.unwrap_or_else(|_| panic!("nothing is told any more: {:#}", self.table));
        if let Some(table) = told.get("table") {
            self.table = table.clone();
        }
        told
    }

    /// The next that is told of this kind.
    pub async fn told(&mut self, kind: &str) -> Value {
        if let Some(at) = self.heard.iter().position(|told| told.get(kind).is_some()) {
            return self.heard.remove(at)[kind].take();
        }
        loop {
            let mut told = self.hear().await;
            if told.get(kind).is_some() {
                return told[kind].take();
            }
            self.heard.push(told);
        }
    }

    /// Asks for something; the answer.
    pub async fn ask(&mut self, wish: Value) -> Value {
        self.number += 1;
        let mut request = json!({"id": self.number});
        let wish = wish.as_object().expect("a wish").clone();
        request.as_object_mut().expect("a request").extend(wish);
        self.send_text(&request.to_string()).await;
        let answer = self.told("answer").await;
        assert_eq!(answer["id"], self.number);
        answer
    }

    /// Asks for something that is not refused; the answer.
    pub async fn does(&mut self, wish: Value) -> Value {
        let answer = self.ask(wish.clone()).await;
        assert_ne!(answer["outcome"], "refused", "{wish} {answer}");
        answer
    }

    /// Asks for something that is refused; the answer.
    pub async fn is_refused(&mut self, wish: Value) -> Value {
        let answer = self.ask(wish.clone()).await;
        assert_eq!(answer["outcome"], "refused", "{wish} {answer}");
        answer
    }

    /// Waits until the table shows something.
    pub async fn seen<T>(&mut self, looks: impl Fn(&Value) -> Option<T>) -> T {
        loop {
            if let Some(seen) = looks(&self.table) {
                return seen;
            }
            self.hear().await;
        }
    }

    pub async fn send_text(&mut self, text: &str) {
        let text = Message::Text(text.to_owned().into());
        self.socket.send(text).await.expect("it is sent");
    }

    /// Waits until the server has closed the socket.
    pub async fn is_ended(&mut self) -> bool {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return true,
                Some(Ok(_)) => {}
            }
        }
    }
}
