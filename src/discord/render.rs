//! Renders pages as letters, within Discord's limits for messages.
//!
//! Decides embeds, buttons and menus. A control's id is its [`Press`] code, so it works after a
//! restart. Adds no text of its own.

use std::collections::HashSet;

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EmojiId, ReactionType,
};

use super::outbox::letter::{Frame, Letter, MOST_LAID_OUT, Rows};
use crate::desk::Answer;
use crate::text::faces::Emoji;
use crate::text::markup::plain;
use crate::text::page::{Control, MenuOption, Page, Style, Tint};
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
    marked(page, laid_out || page.layout.is_some(), None)
}

/// The public page of a table, for a server or for direct messages.
pub fn board(page: &Page, laid_out: bool, direct: bool) -> Letter {
    marked(page, laid_out, direct.then_some(SHARED))
}

fn marked(page: &Page, laid_out: bool, mark: Option<char>) -> Letter {
    let most = if laid_out {
        Page::MOST_PARTS
    } else {
        Page::MOST_ROWS
    };
    let mut letter = Letter {
        laid_out,
        rows: rows(page, mark, most),
        ..Letter::default()
    };
    let mut lines: Vec<&str> = page.lines.iter().map(String::as_str).collect();
    if !laid_out && page.title.is_empty() && lines.len() <= 2 {
        letter.content = lines.join("\n");
        if letter.content.chars().count() <= MOST_CONTENT {
            return letter;
        }
        letter.content.clear();
    }
    let title = format!("**{}**", page.title);
    if laid_out && !page.title.is_empty() {
        lines.insert(0, &title);
    }
    letter.frame = Some(Frame {
        colour: match page.layout.filter(|_| laid_out) {
            Some(Tint::Turn) => TURN,
            Some(Tint::Kitty) => KITTY,
            Some(Tint::Calm) | None => COLOUR,
        },
        title: match laid_out {
            true => String::new(),
            false => clip(&page.title, MOST_TITLE),
        },
        text: clip_lines(&lines, if laid_out { MOST_LAID_OUT } else { MOST_TEXT }).into(),
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

/// An answer as it is shown, with its file.
pub fn answer(answer: &Answer, laid_out: bool) -> Letter {
    let file = answer.attachment.clone();
    Letter {
        file,
        ..within(&answer.page, laid_out)
    }
}

/// As many whole lines as fit into so many characters.
fn clip_lines(lines: &[&str], most: usize) -> String {
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

fn clip(text: &str, most: usize) -> String {
    match text.chars().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// A text without markup, no longer than this.
fn words(text: &str, most: usize) -> String {
    clip(&plain(text), most)
}

fn face(icon: &Emoji) -> ReactionType {
    ReactionType::Custom {
        animated: false,
        id: EmojiId::new(icon.id),
        name: Some(icon.name.to_string()),
    }
}

/// The options of a menu, each value once.
fn choices(all: &[MenuOption]) -> Vec<CreateSelectMenuOption> {
    let mut values = HashSet::new();
    let first = all.iter().filter(|choice| values.insert(&choice.value));
    let option = |choice: &MenuOption| {
        let (label, value) = (&choice.label, &choice.value);
        let mut option =
            CreateSelectMenuOption::new(words(label, MOST_OPTION), clip(value, MOST_OPTION));
        let note = words(&choice.note, MOST_OPTION);
        if !note.is_empty() {
            option = option.description(note);
        }
        if let Some(icon) = &choice.icon {
            option = option.emoji(face(icon));
        }
        option.default_selection(choice.chosen)
    };
    first.take(MOST_OPTIONS).map(option).collect()
}

/// Makes the code of a control; `None` if an earlier one has it, as Discord refuses a message with two equal ones.
type Codes<'a> = &'a mut dyn FnMut(&Press) -> Option<String>;

/// The rows, at most so many, and in the last one that has room the link.
fn rows(page: &Page, mark: Option<char>, most: usize) -> Rows {
    let mut used = HashSet::new();
    let codes: Codes<'_> = &mut |press: &Press| {
        let mut code = press.code();
        if let Some(mark) = mark.filter(|_| code.len() < Press::MOST_CODE) {
            code.insert(0, mark);
        }
        used.insert(code.clone()).then_some(code)
    };
    let mut rows = Vec::with_capacity(page.controls.len());
    let mut parts = 0;
    for row in &page.controls {
        let menu = match row.as_slice() {
            [control] => menu(control, codes),
            _ => None,
        };
        let (row, count) = match menu {
            Some(menu) => (CreateActionRow::SelectMenu(menu), 1),
            None => {
                let buttons = row.iter().filter_map(|control| button(control, codes));
                let buttons: Vec<_> = buttons.take(Page::MOST_BUTTONS).collect();
                let count = buttons.len();
                (CreateActionRow::Buttons(buttons), count)
            }
        };
        parts += 1 + count;
        if rows.len() == most || parts > Page::MOST_PARTS {
            break;
        }
        if count > 0 {
            rows.push(row);
        }
    }
    if let Some(link) = page.link.as_ref().filter(|_| parts < Page::MOST_PARTS - 1) {
        let button = CreateButton::new_link(&link.url).label(words(&link.label, MOST_LABEL));
        let full = rows.len() == most;
        match rows.last_mut() {
            Some(CreateActionRow::Buttons(row)) if row.len() < Page::MOST_BUTTONS => {
                row.push(button);
            }
            Some(_) if full => {}
            Some(_) | None => rows.push(CreateActionRow::Buttons(vec![button])),
        }
    }
    rows.into()
}

fn button(control: &Control, codes: Codes<'_>) -> Option<CreateButton> {
    let Control::Button {
        label,
        icon,
        press,
        style,
        enabled,
    } = control
    else {
        return None;
    };
    let mut button = CreateButton::new(codes(press)?).style(match style {
        Style::Main => ButtonStyle::Primary,
        Style::Plain => ButtonStyle::Secondary,
        Style::Good => ButtonStyle::Success,
        Style::Grave => ButtonStyle::Danger,
    });
    let label = words(label, MOST_LABEL);
    if !label.is_empty() {
        button = button.label(label);
    }
    if let Some(icon) = icon {
        button = button.emoji(face(icon));
    }
    Some(button.disabled(!enabled))
}

fn menu(control: &Control, codes: Codes<'_>) -> Option<CreateSelectMenu> {
    let Control::Menu {
        placeholder,
        choices: all,
        press,
    } = control
    else {
        return None;
    };
    let options = choices(all);
    let menu = CreateSelectMenu::new(codes(press)?, CreateSelectMenuKind::String { options });
    let menu = menu.placeholder(words(placeholder, MOST_PLACEHOLDER));
    Some(menu.min_values(1).max_values(1))
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
            (Some(1), Some(1))
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
