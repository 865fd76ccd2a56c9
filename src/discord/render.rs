//! Renders pages as letters, within Discord's limits for messages.
//!
//! Decides embeds, buttons and menus. A control's id is its [`Press`] code, so it works after a
//! restart. Adds no text of its own.

use std::collections::HashSet;

use serenity::all::{ButtonStyle, EmojiId, ReactionType};
use serenity::builder::{
    CreateActionRow, CreateButton, CreateEmbed, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::delivery::letter::Letter;
use crate::desk::Answer;
use crate::text::faces::Emoji;
use crate::text::markup::plain;
use crate::text::page::{Control, MenuOption, Page, Style};
use crate::text::press::Press;

/// The colour of an embed's edge.
const COLOUR: u32 = 0x2F_7D_5B;
const MOST_TITLE: usize = 256;
const MOST_TEXT: usize = 4_096;
const MOST_CONTENT: usize = 2_000;
const MOST_ROWS: usize = 5;
const MOST_BUTTONS: usize = 5;
const MOST_OPTIONS: usize = 25;
const MOST_LABEL: usize = 80;
const MOST_OPTION: usize = 100;
const MOST_PLACEHOLDER: usize = 150;

/// The page as a letter: plain text for a line or two, an embed for more.
pub fn letter(page: &Page) -> Letter {
    let mut letter = Letter {
        rows: rows(&page.controls, None),
        ..Letter::default()
    };
    let text = page.lines.join("\n");
    let is_answer = page.title.is_empty() && page.lines.len() <= 2;
    if is_answer && text.chars().count() <= MOST_CONTENT {
        letter.content = text;
        return letter;
    }
    let mut embed = CreateEmbed::new().colour(COLOUR);
    if !page.title.is_empty() {
        embed = embed.title(clip(&page.title, MOST_TITLE));
    }
    letter.embeds = vec![embed.description(clip_lines(&page.lines))];
    letter
}

/// The prefix of the codes of a table's controls in direct messages, which tells them from controls
/// on a private page.
const SHARED: char = '~';

/// The public page of a table as a direct message.
pub fn shared(page: &Page) -> Letter {
    Letter {
        rows: rows(&page.controls, Some(SHARED)),
        ..letter(page)
    }
}

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

/// As many whole lines as fit into an embed.
fn clip_lines(lines: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for line in lines {
        length += line.chars().count() + 1;
        if length > MOST_TEXT - 2 {
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
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// The controls as rows. Discord refuses a message with two equal codes, so only the first of them
/// is kept.
fn rows(controls: &[Vec<Control>], mark: Option<char>) -> Vec<CreateActionRow> {
    let code = |press: &Press| {
        let code = press.code();
        let mark = mark.filter(|_| code.len() < Press::MOST_CODE);
        mark.into_iter().chain(code.chars()).collect::<String>()
    };
    let mut codes = HashSet::new();
    let rows = controls.iter().filter_map(|row| match row.as_slice() {
        [
            Control::Menu {
                placeholder,
                choices,
                at_least,
                at_most,
                press,
            },
        ] => {
            let code = code(press);
            codes
                .insert(code.clone())
                .then(|| menu(code, placeholder, choices, *at_least, *at_most))
        }
        row => {
            let buttons = row.iter().filter_map(|control| match control {
                Control::Button {
                    label,
                    icon,
                    press,
                    style,
                    enabled,
                } => {
                    let code = code(press);
                    let button = |code| button(code, label, icon.as_ref(), *style, *enabled);
                    codes.insert(code.clone()).then(|| button(code))
                }
                Control::Menu { .. } => None,
            });
            let buttons: Vec<_> = buttons.take(MOST_BUTTONS).collect();
            (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons))
        }
    });
    rows.take(MOST_ROWS).collect()
}

fn button(
    code: String,
    label: &str,
    icon: Option<&Emoji>,
    style: Style,
    enabled: bool,
) -> CreateButton {
    let style = match style {
        Style::Main => ButtonStyle::Primary,
        Style::Plain => ButtonStyle::Secondary,
        Style::Good => ButtonStyle::Success,
        Style::Grave => ButtonStyle::Danger,
    };
    let label = clip(&plain(label), MOST_LABEL);
    let mut button = CreateButton::new(code).style(style).disabled(!enabled);
    if !label.is_empty() {
        button = button.label(label);
    }
    match icon {
        Some(icon) => button.emoji(emoji(icon)),
        None => button,
    }
}

fn emoji(icon: &Emoji) -> ReactionType {
    ReactionType::Custom {
        animated: false,
        id: EmojiId::new(icon.id),
        name: Some(icon.name.to_string()),
    }
}

fn menu(
    code: String,
    placeholder: &str,
    choices: &[MenuOption],
    at_least: u8,
    at_most: u8,
) -> CreateActionRow {
    let mut values = HashSet::new();
    let choices = choices
        .iter()
        .filter(|choice| values.insert(choice.value.as_str()));
    let options: Vec<_> = choices.take(MOST_OPTIONS).map(option).collect();
    let count = u8::try_from(options.len()).unwrap_or(u8::MAX);
    let at_most = at_most.clamp(1, count.max(1));
    let menu = CreateSelectMenu::new(code, CreateSelectMenuKind::String { options })
        .placeholder(clip(&plain(placeholder), MOST_PLACEHOLDER))
        .min_values(at_least.min(at_most))
        .max_values(at_most);
    CreateActionRow::SelectMenu(menu)
}

fn option(choice: &MenuOption) -> CreateSelectMenuOption {
    let label = clip(&plain(&choice.label), MOST_OPTION);
    let option = CreateSelectMenuOption::new(label, clip(&choice.value, MOST_OPTION))
        .default_selection(choice.chosen);
    let option = match &choice.icon {
        Some(icon) => option.emoji(emoji(icon)),
        None => option,
    };
    match choice.note.as_str() {
        "" => option,
        note => option.description(clip(&plain(note), MOST_OPTION)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::text::press::Tap;

    fn press(tap: Tap) -> Press {
        Press {
            tap,
            ..Press::of_code("0.0.j").expect("a press")
        }
    }

    fn sent(page: &Page) -> Value {
        letter(page).edit()
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
            press: press(Tap::Join),
            style: Style::Main,
            enabled: true,
        }]);
        let id = |letter: &Letter| {
            let sent = letter.edit();
            let id = sent["components"][0]["components"][0]["custom_id"].as_str();
            id.expect("a button").to_owned()
        };
        let (own, shared) = (id(&letter(&page)), id(&shared(&page)));
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
                press: press(Tap::Sit(Some(crate::game::Seat::new(seat)))),
                style: Style::Plain,
                enabled: true,
            };
            page.row((0..8).map(button).collect());
            page.row(vec![Control::Menu {
                placeholder: "p".repeat(300),
                choices: (0..40).map(choice).collect(),
                at_least: 9,
                at_most: 40,
                press: press(Tap::Pick(number)),
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
            press: press(Tap::Join),
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
