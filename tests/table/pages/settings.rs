//! The pages of settings, and what each setting changes on the pages of a match of UNO.

use std::sync::Arc;

use tractor_bot::chance::Seed;
use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Who};
use tractor_bot::game::Viewer;
use tractor_bot::host::{Handle, Host, Hosted, MemoryJournal};
use tractor_bot::store::MemoryStore;
use tractor_bot::table::{PersonId, Ping, StageView, TableKey};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::Press;
use tractor_bot::uno::Uno;

use super::faces::with_faces;
use super::render::{Book, context, text};

/// A desk and a channel of a server where Ana (1) and Bo (2) are.
struct Office {
    desk: Desk,
    place: AskedFrom,
}

impl Office {
    fn new(locale: Locale) -> Self {
        let host = Host::new(Arc::new(MemoryJournal::default()));
        let settings = Settings::new(MemoryStore::new().own(), locale, "$");
        let desk = Desk::new(host, Surface::Discord, settings);
        let secret = Seed::from_number(5);
        Self {
            desk: desk.with_secrets(Arc::new(move || Ok(secret))),
            place: AskedFrom::new(7, Some(9)),
        }
    }

    fn who(person: u64) -> Who {
        Who {
            moderator: person == 1,
            ..Who::new(
                PersonId(person),
                ["Ana", "Bo"][person as usize - 1].to_owned(),
            )
        }
    }

    async fn says(&self, person: u64, line: &str) -> Answer {
        let command = Command::parse(line).expect("a command");
        self.desk
            .run(&Self::who(person), &self.place, command)
            .await
    }

    async fn taps(&self, person: u64, line: &str, chosen: &str) -> Answer {
        let press = Press {
            line: line.to_owned().into(),
            ..Press::of_code("0.0.join").expect("a press")
        };
        let values = [chosen.to_owned()];
        self.desk
            .press(&Self::who(person), &self.place, &press, &values)
            .await
    }

    fn handle<G: Hosted>(&self) -> Handle<G> {
        let table = self.desk.host().get(TableKey(7));
        table.and_then(G::of).expect("the table is open")
    }

    async fn hand(&self, person: u64) -> Page {
        let handle = self.handle::<Uno>();
        self.desk
            .front
            .hand_page(&handle, &Self::who(person), &self.place)
            .await
    }

    async fn public(&self) -> Page {
        let handle = self.handle::<Uno>();
        self.desk.front.public_page(&handle, &self.place).await
    }

    /// Ana and Bo play UNO, and the first card lies.
    async fn deal(&self, rules: &[&str]) {
        self.says(1, "uno").await;
        self.says(2, "uno").await;
        for rule in rules {
            let set = self.says(1, &format!("rules {rule}")).await;
            assert!(!set.is_refusal(), "{:?}", set.page);
        }
        self.says(1, "start").await;
        self.says(1, "deal").await;
        let view = self.handle::<Uno>().view(Viewer::Public);
        assert!(matches!(view.stage, StageView::Playing(_)));
    }
}

/// After these lines of Ana (1) and Bo (2), what Bo's hand and the table show, and `!` what they do not; where there are faces
/// of cards, or signs alone.
async fn check(case: &str) {
    let parts: Vec<&str> = case.split('|').map(str::trim).collect();
    let [looks, lines, hand, public] = parts[..] else {
        panic!("{case}");
    };
    let office = Office::new(Locale::ENGLISH);
    if looks == "faces" {
        let cx = with_faces(&context(Locale::ENGLISH, Surface::Discord));
        office.desk.faces().publish(cx.faces.as_deref().cloned());
    }
    office.deal(&["order=seats"]).await;
    for (person, line) in lines.split("; ").filter_map(|line| line.split_once(' ')) {
        let person = person.parse().expect("a person");
        let answer = office.says(person, line).await;
        assert!(!answer.is_refusal(), "{line}: {:?}", answer.page);
    }
    for (page, expected) in [
        (office.hand(2).await, hand),
        (office.public().await, public),
    ] {
        let text = text(&page);
        for part in expected.split(", ") {
            let never = part.strip_prefix('!');
            let shown = text.contains(never.unwrap_or(part));
            assert_eq!(shown, never.is_none(), "{part:?}, {case} in\n{text}");
        }
    }
    // Nobody else's hand has changed by what Bo chose.
    let other = text(&office.hand(1).await);
    let others = lines.contains("server") || looks == "faces";
    assert!(others || other.contains("🔴R7"), "{other}");
}

#[tokio::test]
async fn each_setting_has_effect_where_it_applies() {
    let cases = include_str!("../../../fixtures/looks.cases").lines();
    for case in cases.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        check(case).await;
    }
}

#[tokio::test]
async fn cards_that_fit_are_marked_only_where_the_rules_say_so() {
    for (rule, marked) in [("on", true), ("off", false)] {
        let office = Office::new(Locale::ENGLISH);
        let rule = format!("allow_highlight_playable_cards={rule}");
        office.deal(&["order=seats", &rule]).await;
        // What cannot be pressed stands in brackets.
        let text = text(&office.hand(1).await);
        assert_eq!(text.contains("[ ("), marked, "{text}");
    }
}

#[tokio::test]
async fn a_servers_limits_hold_for_the_tables_opened_there() {
    let office = Office::new(Locale::ENGLISH);
    for line in ["turn_limit 45", "ping off", "substitute greedy"] {
        let answer = office.says(1, &format!("settings server {line}")).await;
        assert!(!answer.is_refusal(), "{:?}", answer.page);
    }
    office.says(1, "settings server turn_warning off").await;
    office.says(1, "settings server turn_warning default").await;
    office.deal(&[]).await;
    let limits = office.handle::<Uno>().view(Viewer::Public).limits;
    assert_eq!(limits.turn_limit_s, Some(45));
    assert_eq!(limits.turn_warning_s, Some(20));
    assert_eq!(limits.ping, Ping::Off);
    assert!(office.public().await.ping.is_empty());
}

#[tokio::test]
async fn only_moderators_change_the_servers_settings() {
    let office = Office::new(Locale::ENGLISH);
    let line = "settings server prefix *";
    for answer in [
        office.says(2, "settings server prefix !").await,
        office.taps(2, line, "!").await,
    ] {
        assert!(answer.is_refusal(), "{:?}", answer.page);
    }
    let page = office.taps(2, "settings server", "").await.page;
    let menus = page.controls.iter().flatten();
    assert_eq!(
        menus.filter(|c| matches!(c, Control::Menu { .. })).count(),
        0
    );
    assert!(!office.taps(1, line, "!").await.is_refusal());
    assert_eq!(
        office.desk.settings().guild(Some(9)).await.word("prefix"),
        "!"
    );
    // A tap can name anything; only what is known counts.
    for (name, value) in [("nothing", "on"), ("prefix", "/")] {
        let line = format!("settings server {name} *");
        assert!(
            office.taps(1, &line, value).await.is_refusal(),
            "{name} {value}"
        );
    }
}

#[tokio::test]
async fn the_pages_of_settings_read_well() {
    for locale in Locale::all() {
        let office = Office::new(locale);
        let mut book = Book::new(locale, "settings");
        book.page("own", &office.says(2, "settings").await.page);
        for line in [
            "style heart",
            "letters off",
            "show_play_number on",
            "style",
            "style auto",
        ] {
            let page = office.says(2, &format!("settings {line}")).await.page;
            book.page(&format!("$settings {line}"), &page);
        }
        let line = "settings style *";
        book.page("emoji chosen", &office.taps(2, line, "emoji").await.page);
        let line = "settings language *";
        book.page("Chinese chosen", &office.taps(2, line, "zh-CN").await.page);
        office.says(2, "settings language auto").await;
        for (who, title) in [(1, "the server's, for a moderator"), (2, "for others")] {
            let page = office.taps(who, "settings server", "").await.page;
            book.page(title, &page);
        }
        for name in ["prefix", "channels", "turn_limit", "ping"] {
            let page = office.taps(1, "settings server *", name).await.page;
            book.page(&format!("the server's {name}"), &page);
        }
        for line in [
            "server channels here",
            "server turn_limit off",
            "server turn_limit default",
            "server turn_limit soon",
            "server prefix",
            "server prefix /",
            "server sound on",
            "letters maybe",
            "sound on",
        ] {
            let page = office.says(1, &format!("settings {line}")).await.page;
            book.page(&format!("$settings {line}"), &page);
        }
        book.check();
    }
}

#[tokio::test]
async fn moderators_see_who_changed_what_of_the_server() {
    let office = Office::new(Locale::ENGLISH);
    let log = async || {
        let answer = office.says(1, "settings log").await;
        assert!(!answer.is_refusal(), "{:?}", answer.page);
        answer.page.lines
    };
    assert_eq!(log().await, ["Nothing was changed yet."]);
    for line in ["prefix !", "turn_limit 60", "prefix !", "prefix default"] {
        office.says(1, &format!("settings server {line}")).await;
    }
    let shown = log().await;
    let says = [
        "Commands begin with: `!` → standard",
        "60",
        "Commands begin with: `$` → `!`",
    ];
    assert_eq!(shown.len(), says.len(), "what is as before is no change");
    for (line, says) in shown.iter().zip(says) {
        assert!(line.contains("<@1>") && line.contains(says), "{line}");
    }
    for number in 1..=60 {
        let line = format!("settings server channels {number}");
        office.says(1, &line).await;
    }
    let shown = log().await;
    assert_eq!(shown.len(), 50);
    assert!(shown[0].ends_with("<#59> → <#60>"), "{}", shown[0]);
    assert!(office.says(2, "settings log").await.is_refusal());
}
