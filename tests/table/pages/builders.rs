//! A page by serenity's own builders: what letters, which write their JSON themselves, are compared
//! with.

use std::collections::HashSet;

use serde_json::{Value, json};
use serenity::all::{ButtonStyle, EmojiId, ReactionType};
use serenity::builder::{
    CreateActionRow, CreateAllowedMentions, CreateButton, CreateEmbed, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption,
};
use tractor_bot::text::faces::Emoji;
use tractor_bot::text::markup::plain;
use tractor_bot::text::page::{Control, MenuOption, Page, Style};
use tractor_bot::text::press::Press;

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

/// The body of an edit that shows the page.
pub fn edit(page: &Page) -> Value {
    let (content, embeds) = shown(page);
    json!({
        "content": content,
        "embeds": embeds,
        "components": rows(&page.controls, None),
        "allowed_mentions": CreateAllowedMentions::new(),
        "attachments": [],
    })
}

fn shown(page: &Page) -> (String, Vec<CreateEmbed>) {
    let text = page.lines.join("\n");
    let is_answer = page.title.is_empty() && page.lines.len() <= 2;
    if is_answer && text.chars().count() <= MOST_CONTENT {
        return (text, Vec::new());
    }
    let mut embed = CreateEmbed::new().colour(COLOUR);
    if !page.title.is_empty() {
        embed = embed.title(clip(&page.title, MOST_TITLE));
    }
    (
        String::new(),
        vec![embed.description(clip_lines(&page.lines))],
    )
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
