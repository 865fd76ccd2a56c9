//! A server over a house of which nothing is kept, as at home: who comes begins a session.

use serde_json::{Value, json};
use tractor_bot::desk::browsing::Seals;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Desk, TablesAnHour};
use tractor_bot::host::{EndRequest, House, HousePlan};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::web::{WebOptions, WebServer};

use crate::guest::{Guest, Place, ask_for, given_cookie};

impl Place {
    pub async fn open() -> Self {
        Self::open_with(|_| {}).await
    }

    /// One of which something is otherwise.
    pub async fn open_with(change: impl FnOnce(&mut WebOptions)) -> Self {
        let plan = HousePlan {
            database_url: House::IN_MEMORY.to_owned(),
            programs: Default::default(),
            keep_matches_days: None,
        };
        let opened = House::open(plan, |_| {}, &mut EndRequest::listen()).await;
        let house = opened.expect("a store in memory").expect("nobody else");
        let settings = Settings::new(house.store.clone(), Locale::ENGLISH, "$".to_owned());
        let most = TablesAnHour {
            of_server: 30,
            of_person: 10,
        };
        let desk = Desk::new(house.host.clone(), Surface::Browser, settings);
        let desk = desk.with_openings(Some(most));
        let mut options = WebOptions {
            listen: "127.0.0.1:0".parse().expect("an address"),
            url: None,
            hosts: Vec::new(),
            client_header: None,
            house: None,
            locale: Locale::ENGLISH,
            seals: Seals::new("secret"),
            neighbour: None,
            frame: None,
        };
        change(&mut options);
        let server = WebServer::bind(desk, options).await.expect("a free port");
        let address = server.address().expect("an address");
        tokio::spawn(async move {
            server.run().await;
            // It is kept as long as the server runs.
            drop(house);
        });
        Self::at(address)
    }

    /// A new session of somebody with this name; its cookie.
    pub async fn begin_session_of(&self, name: &str) -> String {
        let cookie = self.begin_session().await;
        let mut home = Guest::come(self, &cookie, None).await;
        home.ask(json!({ "name": name })).await;
        cookie
    }

    /// The address of a table that whoever has this cookie opens.
    pub async fn opens(&self, cookie: &str, table: Value) -> String {
        let mut home = Guest::come(self, cookie, None).await;
        let answer = home.does(json!({ "open": table })).await;
        answer["table"].as_str().expect("a table").to_owned()
    }

    /// Somebody with this cookie at a table that they open.
    pub async fn comes_to(&self, cookie: &str, table: Value) -> Guest {
        let key = self.opens(cookie, table).await;
        Guest::come(self, cookie, Some(&key)).await
    }

    /// A new session; its cookie as a browser gives it back.
    pub async fn begin_session(&self) -> String {
        let own = format!("http://{}", self.host());
        let (status, head) = ask_for(self, "POST", "/session", &[("Origin", &own)]).await;
        assert_eq!(status, 204, "{head}");
        given_cookie(&head)
    }
}
