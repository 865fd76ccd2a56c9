//! Renders pages as letters, within Discord's limits for messages.
//!
//! Decides embeds, buttons and menus. A control's id is its [`Press`] code, so it works after a
//! restart. Adds no text of its own.

use std::borrow::Cow;

use super::outbox::components::{
    Always, Button, ButtonEmoji, Component, LinkButton, Menu, MenuChoice, Row, Rows,
};
use super::outbox::letter::{Frame, Letter, MOST_LAID_OUT};
use crate::desk::Answer;
use crate::text::faces::Emoji;
use crate::text::markup::{is_plain, plain};
use crate::text::page::{Control, MenuOption, Page, PageLink, Style, Tint};
use crate::text::press::Press;

/// The colour of a page's edge,
const COLOUR: u32 = 0x2F_7D_5B;
/// where it is its reader's turn,
const TURN: u32 = 0xE0_A0_30;
/// and where they bury.
const KITTY: u32 = 0x7A_5C_C8;
const MOST_TITLE: usize = 256;
const MOST_TEXT: usize = 4_096;
const MOST_CONTENT: usize = 2_000;
const MOST_OPTIONS: usize = 25;
const MOST_LABEL: usize = 80;
const MOST_OPTION: usize = 100;
const MOST_PLACEHOLDER: usize = 150;

/// The page as a letter: laid out if it needs that, else plain text for a line or two, an embed for more.
pub fn letter(page: &Page) -> Letter {
    within(page, false)
}

/// The page as it is shown in a message that is laid out, which it stays, or is not.
pub fn within(page: &Page, laid_out: bool) -> Letter {
    match laid_out || page.layout.is_some() {
        true => laid_out_with(page, None),
        false => marked(page, None),
    }
}

/// The public page of a table, for a server or for direct messages.
pub fn board(page: &Page, laid_out: bool, direct: bool) -> Letter {
    let mark = direct.then_some(SHARED);
    match laid_out {
        true => laid_out_with(page, mark),
        false => marked(page, mark),
    }
}

fn laid_out_with(page: &Page, mark: Option<char>) -> Letter {
    let title = (!page.title.is_empty()).then(|| format!("**{}**", page.title));
    let lines: Vec<String> = title
        .into_iter()
        .chain(page.lines.iter().cloned())
        .collect();
    let colour = match page.layout {
        Some(Tint::Turn) => TURN,
        Some(Tint::Kitty) => KITTY,
        Some(Tint::Calm) | None => COLOUR,
    };
    Letter {
        frame: Some(Frame {
            colour,
            title: String::new(),
            text: clip_lines(&lines, MOST_LAID_OUT).into(),
        }),
        laid_out: true,
        rows: rows(page, mark, Page::MOST_PARTS),
        ..Letter::default()
    }
}

fn marked(page: &Page, mark: Option<char>) -> Letter {
    let mut letter = Letter {
        rows: rows(page, mark, Page::MOST_ROWS),
        ..Letter::default()
    };
    if page.title.is_empty() && page.lines.len() <= 2 {
        let text = page.lines.join("\n");
        if !is_longer(&text, MOST_CONTENT) {
            letter.content = text;
            return letter;
        }
    }
    let title = clip(Cow::Borrowed(&page.title), MOST_TITLE);
    letter.frame = Some(Frame {
        colour: COLOUR,
        title: title.into_owned(),
        text: clip_lines(&page.lines, MOST_TEXT).into(),
    });
    letter
}

/// The prefix of the codes of a table's controls in direct messages, which tells them from controls
/// on a private page.
const SHARED: char = '~';

/// The code of a control without the prefix, and whether it had one.
pub fn unmarked(code: &str) -> (&str, bool) {
    match code.strip_prefix(SHARED) {
        Some(code) => (code, true),
        None => (code, false),
    }
}

/// An answer as a letter, with its file.
pub fn answer(answer: &Answer) -> Letter {
    let file = answer.attachment.clone();
    Letter {
        file,
        ..letter(&answer.page)
    }
}

/// As many whole lines as fit into so many characters.
fn clip_lines(lines: &[String], most: usize) -> String {
    let room = lines.iter().map(|line| line.len() + 1).sum();
    let mut text = String::with_capacity(room);
    let mut length = 0;
    for line in lines {
        length += line.chars().count() + 1;
        if length > most - 2 {
            text.push('…');
            break;
        }
        text.push_str(line);
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}

/// Whether a text has more characters than this.
fn is_longer(text: &str, most: usize) -> bool {
    // A text has no more characters than bytes.
    text.len() > most && text.chars().count() > most
}

fn clip(text: Cow<'_, str>, most: usize) -> Cow<'_, str> {
    match is_longer(&text, most) {
        true => text.chars().take(most - 1).chain(['…']).collect(),
        false => text,
    }
}

/// A text without markup, no longer than this.
fn words(text: &str, most: usize) -> Cow<'_, str> {
    let text = match is_plain(text) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(plain(text)),
    };
    clip(text, most)
}

fn face(icon: Option<&Emoji>) -> Option<ButtonEmoji> {
    icon.map(|icon| ButtonEmoji {
        animated: false,
        id: icon.id,
        name: icon.name.to_string(),
    })
}

/// The options of a menu, each value once.
fn choices(all: &[MenuOption]) -> Vec<MenuChoice> {
    let is_first = |(at, choice): &(usize, &MenuOption)| {
        let earlier = &all[..*at];
        !earlier.iter().any(|other| other.value == choice.value)
    };
    let first = all.iter().enumerate().filter(is_first).take(MOST_OPTIONS);
    first
        .map(|(_, choice)| MenuChoice {
            label: words(&choice.label, MOST_OPTION).into_owned(),
            value: clip(Cow::Borrowed(&choice.value), MOST_OPTION).into_owned(),
            description: words(&choice.note, MOST_OPTION).into_owned(),
            emoji: face(choice.icon.as_ref()),
            default: choice.chosen,
        })
        .collect()
}

/// The codes of a page's controls. Discord refuses a message with two equal ones, so only the first
/// control of each code is kept.
struct Codes {
    mark: Option<char>,
    used: Vec<String>,
}

impl Codes {
    /// The code of a control; `None` if an earlier one has it.
    fn new_code(&mut self, press: &Press) -> Option<String> {
        let mut code = press.code();
        if let Some(mark) = self.mark.filter(|_| code.len() < Press::MOST_CODE) {
            code.insert(0, mark);
        }
        if self.used.contains(&code) {
            return None;
        }
        self.used.push(code.clone());
        Some(code)
    }
}

/// The rows, at most so many, and in the last one that has room the link.
fn rows(page: &Page, mark: Option<char>, most: usize) -> Rows {
    let controls = &page.controls;
    if controls.is_empty() && page.link.is_none() {
        return Rows::default();
    }
    let used = Vec::with_capacity(Page::MOST_ROWS * Page::MOST_BUTTONS);
    let mut codes = Codes { mark, used };
    let mut rows = Vec::with_capacity(controls.len());
    let mut parts = 0;
    for row in controls {
        let components = match row.as_slice() {
            [menu @ Control::Menu { .. }] => component(menu, &mut codes).into_iter().collect(),
            row => {
                let is_button = |control: &&Control| matches!(control, Control::Button { .. });
                let buttons = row.iter().filter(is_button);
                let buttons = buttons.filter_map(|button| component(button, &mut codes));
                buttons.take(Page::MOST_BUTTONS).collect::<Vec<_>>()
            }
        };
        parts += 1 + components.len();
        if rows.len() == most || parts > Page::MOST_PARTS {
            break;
        }
        if !components.is_empty() {
            let kind = Always;
            rows.push(Row { kind, components });
        }
    }
    if let Some(link) = page.link.as_ref().filter(|_| parts < Page::MOST_PARTS - 1) {
        add_link(link, most, &mut rows);
    }
    rows.into()
}

/// Adds a link where there is room for it.
fn add_link(link: &PageLink, most: usize, rows: &mut Vec<Row>) {
    let button = Component::Link(LinkButton {
        kind: Always,
        style: Always,
        label: words(&link.label, MOST_LABEL).into_owned(),
        url: link.url.clone(),
    });
    let is_open = |row: &Row| {
        let buttons = !matches!(row.components.first(), Some(Component::Menu(_)));
        buttons && row.components.len() < Page::MOST_BUTTONS
    };
    let full = rows.len() == most;
    match rows.last_mut() {
        Some(row) if is_open(row) => row.components.push(button),
        Some(_) if full => {}
        Some(_) | None => rows.push(Row {
            kind: Always,
            components: vec![button],
        }),
    }
}

fn component(control: &Control, codes: &mut Codes) -> Option<Component> {
    Some(match control {
        Control::Button {
            label,
            icon,
            press,
            style,
            enabled,
        } => Component::Button(Button {
            kind: Always,
            custom_id: codes.new_code(press)?,
            style: match style {
                Style::Main => 1,
                Style::Plain => 2,
                Style::Good => 3,
                Style::Grave => 4,
            },
            label: words(label, MOST_LABEL).into_owned(),
            emoji: face(icon.as_ref()),
            disabled: !enabled,
        }),
        Control::Menu {
            placeholder,
            choices: all,
            at_least,
            at_most,
            press,
        } => {
            let options = choices(all);
            let count = u8::try_from(options.len()).unwrap_or(u8::MAX);
            let at_most = (*at_most).clamp(1, count.max(1));
            Component::Menu(Menu {
                kind: Always,
                custom_id: codes.new_code(press)?,
                placeholder: words(placeholder, MOST_PLACEHOLDER).into_owned(),
                min_values: (*at_least).min(at_most),
                max_values: at_most,
                options,
            })
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::outbox::letter::Form;
    use super::*;
    use crate::text::press::Line;

    fn press(line: impl Into<Line>) -> Press {
        Press {
            line: line.into(),
            ..Press::of_code("0.0.join").expect("a press")
        }
    }

    fn json(letter: &Letter) -> Value {
        serde_json::from_slice(&letter.json(&Form::Edit)).expect("JSON")
    }

    fn sent(page: &Page) -> Value {
        json(&letter(page))
    }

    fn choice(number: usize) -> MenuOption {
        let value = number.to_string();
        MenuOption {
            icon: None,
            label: value.clone(),
            value,
            note: String::new(),
            chosen: number == 1,
        }
    }

    #[test]
    fn a_table_in_direct_messages_is_told_from_what_is_ones_own() {
        let mut page = Page::titled("Table");
        page.row(vec![Control::Button {
            icon: None,
            label: "Sit down".to_owned(),
            press: press("join"),
            style: Style::Main,
            enabled: true,
        }]);
        let id = |letter: &Letter| {
            let sent = json(letter);
            let id = sent["components"][0]["components"][0]["custom_id"].as_str();
            id.expect("a button").to_owned()
        };
        let (own, shared) = (id(&letter(&page)), id(&board(&page, false, true)));
        assert_eq!(unmarked(&own), (own.as_str(), false));
        assert_eq!(unmarked(&shared), (own.as_str(), true));
        assert!(Press::of_code(&own).is_some() && Press::of_code(&shared).is_none());
    }

    #[test]
    fn an_answer_is_plain_text_and_a_page_an_embed() {
        let answer = sent(&Page::line("It is Bo's turn."));
        assert_eq!(answer["content"], "It is Bo's turn.");
        assert_eq!(answer["embeds"], serde_json::json!([]));
        let mut page = Page::titled("Tractor");
        page.push("**Ana**");
        let page = sent(&page);
        assert_eq!(page["embeds"][0]["title"], "Tractor");
        assert_eq!(page["embeds"][0]["description"], "**Ana**");
    }

    #[test]
    fn nothing_exceeds_what_a_message_takes() {
        let mut page = Page::titled("t".repeat(500));
        page.lines = vec!["é".repeat(99); 100];
        for number in 0..8 {
            let button = |seat| Control::Button {
                icon: None,
                label: "l".repeat(200),
                press: press(format!("join #{seat}")),
                style: Style::Plain,
                enabled: true,
            };
            page.controls.push((0..8).map(button).collect());
            page.row(vec![Control::Menu {
                placeholder: "p".repeat(300),
                choices: (0..40).map(choice).collect(),
                at_least: 9,
                at_most: 40,
                press: press(format!("pick {number}")),
            }]);
        }
        let sent = sent(&page);
        let characters = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
        let embed = &sent["embeds"][0];
        assert!(characters(&embed["title"]) <= 256);
        assert!((3_900..=4_096).contains(&characters(&embed["description"])));
        let rows = sent["components"].as_array().expect("rows");
        assert!(rows.len() <= 5);
        assert_eq!(rows[0]["components"].as_array().map(Vec::len), Some(5));
        let menu = &rows[1]["components"][0];
        assert_eq!(menu["options"].as_array().map(Vec::len), Some(25));
        assert_eq!(
            (menu["max_values"].as_u64(), menu["min_values"].as_u64()),
            (Some(25), Some(9))
        );
    }

    #[test]
    fn a_code_is_there_once() {
        let mut page = Page::line("twice");
        let button = Control::Button {
            icon: None,
            label: "Join".into(),
            press: press("join"),
            style: Style::Main,
            enabled: true,
        };
        page.row(vec![button.clone(), button.clone()]);
        page.row(vec![button]);
        let sent = sent(&page);
        assert_eq!(sent["components"].as_array().map(Vec::len), Some(1));
        assert_eq!(
            sent["components"][0]["components"].as_array().map(Vec::len),
            Some(1)
        );
    }
}
