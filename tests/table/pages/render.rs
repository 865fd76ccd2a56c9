//! Pages as plain text that people can read and judge, and the limits that every page keeps to.

use std::collections::HashSet;
use std::fmt::Write as _;

use tractor_bot::table::TableKey;
use tractor_bot::text::context::{Deadline, RenderContext, Surface};
use tractor_bot::text::faces::Emoji;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::Press;

/// How the pages are asked for here: with a deadline forty seconds away.
pub fn context(locale: Locale, face: Surface) -> RenderContext {
    let mut cx = RenderContext::new(locale, face, "$");
    cx.table = TableKey(1_234_567_890_123_456_789);
    cx.deadline = Some(Deadline {
        unix: 1_900_000_000,
        left: 40,
    });
    cx
}

/// The page as text.
pub fn text(page: &Page) -> String {
    keeps_to_limits(page);
    let mut text = page.text();
    for row in &page.controls {
        text.push('\n');
        let controls: Vec<String> = row.iter().map(control).collect();
        text.push_str(&controls.join(" "));
    }
    if !page.ping.is_empty() {
        let people: Vec<String> = page
            .ping
            .iter()
            .map(|person| person.0.to_string())
            .collect();
        write!(text, "\n(ping: {})", people.join(", ")).expect("strings grow");
    }
    text
}

fn control(control: &Control) -> String {
    // An icon stands before its label; either may be missing.
    let faced = |icon: &Option<Emoji>, label: &str| match (icon, label) {
        (None, label) => label.to_owned(),
        (Some(icon), "") => icon.to_string(),
        (Some(icon), label) => format!("{icon} {label}"),
    };
    match control {
        Control::Button {
            label,
            icon,
            enabled: true,
            ..
        } => format!("[ {} ]", faced(icon, label)),
        Control::Button { label, icon, .. } => format!("[ ({}) ]", faced(icon, label)),
        Control::Menu {
            placeholder,
            choices,
            ..
        } => {
            let choices = choices.iter().map(|choice| {
                let mark = if choice.chosen { "✓" } else { "" };
                let note = match choice.note.as_str() {
                    "" => String::new(),
                    note => format!(" ({note})"),
                };
                format!("{mark}{}{note}", faced(&choice.icon, &choice.label))
            });
            let choices: Vec<String> = choices.collect();
            format!("{{ {placeholder} · 1–1: {} }}", choices.join(" | "))
        }
    }
}

/// What Discord can carry: rows, buttons, menus, lengths, and codes that differ.
pub fn keeps_to_limits(page: &Page) {
    assert!(page.title.chars().count() <= 256, "{page:#?}");
    let bold = page.title.replace("\\*", "").contains("**");
    assert!(!bold, "a title is bold already: {page:#?}");
    assert!(page.fits(), "{page:#?}");
    let text = page.text().replace("\\`", "");
    let mut code = text.split('`').skip(1).step_by(2);
    assert!(
        code.all(|code| !code.contains("<:")),
        "code shows no emojis: {page:#?}"
    );
    let parts: usize = page.controls.iter().map(|row| 1 + row.len()).sum();
    match page.layout {
        Some(_) => assert!(parts <= Page::MOST_PARTS, "{parts} parts: {page:#?}"),
        None => assert!(page.controls.len() <= 5, "{page:#?}"),
    }
    let mut codes = HashSet::new();
    for row in &page.controls {
        let menus = row
            .iter()
            .filter(|control| matches!(control, Control::Menu { .. }));
        let menus = menus.count();
        assert!(
            menus == 0 || row.len() == 1,
            "a menu has its row alone: {page:#?}"
        );
        assert!(!row.is_empty() && row.len() <= 5, "{page:#?}");
        for control in row {
            let press = match control {
                Control::Button {
                    label, icon, press, ..
                } => {
                    let length = label.chars().count();
                    let least = usize::from(icon.is_none());
                    assert!((least..=80).contains(&length), "{page:#?}");
                    assert!(!label.contains("<:"), "labels show no emojis: {page:#?}");
                    press
                }
                Control::Menu {
                    placeholder,
                    choices,
                    press,
                } => {
                    assert!(placeholder.chars().count() <= 150, "{page:#?}");
                    assert!(!placeholder.contains("<:"), "{page:#?}");
                    assert!((1..=25).contains(&choices.len()), "{page:#?}");
                    let values: HashSet<_> = choices.iter().map(|choice| &choice.value).collect();
                    assert_eq!(values.len(), choices.len(), "{page:#?}");
                    for choice in choices {
                        let lengths = [&choice.label, &choice.value, &choice.note];
                        assert!(lengths.iter().all(|text| text.chars().count() <= 100));
                        assert!(lengths.iter().all(|text| !text.contains("<:")), "{page:#?}");
                        assert!(!choice.label.is_empty() && !choice.value.is_empty());
                    }
                    press
                }
            };
            let code = press.code();
            assert!(code.len() <= Press::MOST_CODE, "{code}");
            assert_eq!(Press::of_code(&code).as_ref(), Some(press), "{code}");
            assert!(codes.insert(code), "two controls mean the same: {page:#?}");
        }
    }
}

/// Makes a book in every language. Those in English and in simplified Chinese are kept; that in traditional Chinese, whose
/// sentences are held by `every_game`, only has to keep to the limits.
#[track_caller]
pub fn books(name: &'static str, face: Surface, mut write: impl FnMut(&mut Book, &RenderContext)) {
    for locale in Locale::all() {
        let mut book = Book::new(locale, name);
        write(&mut book, &context(locale, face));
        book.check();
    }
}

/// Sections of one file of snapshots.
pub struct Book {
    locale: Locale,
    name: &'static str,
    sections: Vec<String>,
}

impl Book {
    pub fn new(locale: Locale, name: &'static str) -> Self {
        let sections = Vec::new();
        Self {
            locale,
            name,
            sections,
        }
    }

    pub fn page(&mut self, title: &str, page: &Page) {
        self.lines(title, text(page));
    }

    pub fn lines(&mut self, title: &str, lines: impl AsRef<str>) {
        self.sections
            .push(format!("== {title}\n{}\n", lines.as_ref()));
    }

    /// Compares with the file, or writes it with `UPDATE_FIXTURES=1`.
    #[track_caller]
    pub fn check(self) {
        if ![Locale::ENGLISH, Locale::CHINESE].contains(&self.locale) {
            return;
        }
        let root = env!("CARGO_MANIFEST_DIR");
        let folder = format!("{root}/fixtures/pages/{}", self.locale.tag());
        let path = format!("{folder}/{}.txt", self.name);
        let is = self.sections.join("\n");
        if std::env::var_os("UPDATE_FIXTURES").is_some() {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(&path, is).expect("the fixture can be written");
            return;
        }
        let should = std::fs::read_to_string(&path).unwrap_or_default();
        for (at, (is, should)) in is.lines().zip(should.lines()).enumerate() {
            assert_eq!(is, should, "{path}:{}", at + 1);
        }
        assert_eq!(is.lines().count(), should.lines().count(), "{path}");
    }
}
