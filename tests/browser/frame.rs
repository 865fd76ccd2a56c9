//! A message as Discord shows it: on a phone or a desktop, dark or light.
//!
//! Decides the looks of what is in a message's JSON: content, embeds, containers, rows of buttons and menus. What
//! it says comes from elsewhere, and every sign of it is text.

use std::fmt::Write as _;

use serde_json::Value;
use tractor_bot::art::{Icon, Picture};
use tractor_bot::export::markup;
use tractor_bot::text::locale::Locale;

/// The moment at which the turn ends on the pages, in Unix seconds; it is shown as 40 seconds away.
pub const TURN_ENDS: u64 = 1_900_000_000;

/// Where a message is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// The name in files.
    pub name: &'static str,
    /// The width of a message in CSS pixels.
    pub width: u32,
    /// How many stand beside each other on a sheet.
    pub columns: u32,
    pub dark: bool,
}

/// A phone in the dark and a desktop in the light, a phone in the light and a desktop in the dark.
pub const SCREENS: [Screen; 4] = [
    screen("phone-dark", (390, 4), true),
    screen("desktop-light", (620, 3), false),
    screen("phone-light", (390, 4), false),
    screen("desktop-dark", (620, 3), true),
];

const fn screen(name: &'static str, (width, columns): (u32, u32), dark: bool) -> Screen {
    Screen {
        name,
        width,
        columns,
        dark,
    }
}

/// A message to be looked at.
#[derive(Debug, Clone)]
pub struct Shot {
    /// What it is, in words for people.
    pub name: String,
    /// The body of the message.
    pub message: Value,
    /// The picture beside it.
    pub picture: Option<Picture>,
    /// Whether one person alone sees it.
    pub private: bool,
}

const STYLE: &str = include_str!("frame.css");

/// Draws messages in one language.
pub struct Painter {
    locale: Locale,
    icons: Vec<Icon>,
    /// The names of the icons that were drawn.
    pub drawn: Vec<Icon>,
}

impl Painter {
    pub fn new(locale: Locale) -> Self {
        Self {
            locale,
            icons: Icon::all().collect(),
            drawn: Vec::new(),
        }
    }

    /// Messages beside each other, each with its name above it if it has one.
    pub fn sheet(&mut self, shots: &[Shot], screen: Screen) -> String {
        let columns = screen.columns.min(shots.len() as u32);
        let width = self.width(shots, screen);
        let tone = if screen.dark { "dark" } else { "light" };
        let kind = screen.name.split('-').next().unwrap_or_default();
        let bare = shots.iter().all(|shot| shot.name.is_empty());
        let bare = if bare { " bare" } else { "" };
        let language = self.locale.tag();
        let mut html = format!(
            "<!DOCTYPE html><html lang=\"{language}\" class=\"{tone} {kind}{bare}\"><meta charset=\"utf-8\">\
             <style>{STYLE}\nbody{{width:{width}px;column-count:{columns}}}</style><body>\n"
        );
        for shot in shots {
            html.push_str("<figure>");
            if !shot.name.is_empty() {
                html.push_str("<figcaption>");
                markup::escape(&shot.name, &mut html);
                html.push_str("</figcaption>");
            }
            self.message(shot, &mut html);
            html.push_str("</figure>\n");
        }
        html
    }

    pub fn width(&self, shots: &[Shot], screen: Screen) -> u32 {
        let columns = screen.columns.min(shots.len() as u32);
        columns * (screen.width + 10) + 10
    }

    fn message(&mut self, shot: &Shot, html: &mut String) {
        let private = if shot.private { " private" } else { "" };
        let _ = write!(
            html,
            "<div class=\"message{private}\"><div class=\"avatar\">♠</div><div class=\"body\">\
             <div class=\"author\">Tractor <span class=\"app\">APP</span></div>"
        );
        let message = &shot.message;
        let content = message["content"].as_str().unwrap_or_default();
        if !content.is_empty() {
            html.push_str("<div class=\"content\">");
            self.lines(content, html);
            html.push_str("</div>");
        }
        let none = Vec::new();
        let picture = shot
            .picture
            .as_ref()
            .map(|picture| format!("<div class=\"picture\">{}</div>", picture.svg()));
        for embed in message["embeds"].as_array().unwrap_or(&none) {
            let colour = embed["color"].as_u64().unwrap_or(0x4f_545c);
            let _ = write!(
                html,
                "<div class=\"embed\" style=\"border-color:#{colour:06x}\">"
            );
            if let Some(title) = embed["title"].as_str() {
                html.push_str("<div class=\"title\">");
                self.lines(title, html);
                html.push_str("</div>");
            }
            self.lines(embed["description"].as_str().unwrap_or_default(), html);
            html.push_str(picture.as_deref().unwrap_or_default());
            html.push_str("</div>");
        }
        for part in message["components"].as_array().unwrap_or(&none) {
            self.part(part, picture.as_deref(), html);
        }
        if shot.private {
            let chinese = self.locale.is_chinese();
            let words = if chinese {
                "只有您才能看到此消息"
            } else {
                "Only you can see this"
            };
            let _ = write!(html, "<div class=\"alone\">👁 {words}</div>");
        }
        html.push_str("</div></div>");
    }

    /// A container, a text, a picture or a row of controls.
    fn part(&mut self, part: &Value, picture: Option<&str>, html: &mut String) {
        let none = Vec::new();
        let inner = part["components"].as_array().unwrap_or(&none);
        match part["type"].as_u64() {
            Some(17) => {
                let colour = part["accent_color"].as_u64().unwrap_or_default();
                let _ = write!(
                    html,
                    "<div class=\"container\" style=\"border-left-color:#{colour:06x}\">"
                );
                for part in inner {
                    self.part(part, picture, html);
                }
                html.push_str("</div>");
            }
            Some(10) => self.lines(part["content"].as_str().unwrap_or_default(), html),
            Some(12) => html.push_str(picture.unwrap_or_default()),
            _ => {
                html.push_str("<div class=\"row\">");
                for control in inner {
                    match control["type"].as_u64() {
                        Some(2) => self.button(control, html),
                        _ => self.menu(control, html),
                    }
                }
                html.push_str("</div>");
            }
        }
    }

    fn lines(&mut self, text: &str, html: &mut String) {
        for line in text.lines() {
            let mut drawn = Vec::new();
            let locale = self.locale;
            let icons = &self.icons;
            markup::paragraph(
                line,
                &mut |tag| self::tag(tag, locale, icons, &mut drawn),
                html,
            );
            self.drawn.extend(drawn);
        }
    }

    /// The emoji of a button or an option.
    fn emoji(&mut self, emoji: &Value, html: &mut String) {
        let name = emoji["name"].as_str().unwrap_or_default();
        match emoji["id"].as_str() {
            Some(id) => {
                let tag = format!(":{name}:{id}");
                let shown = self::tag(&tag, self.locale, &self.icons, &mut self.drawn);
                html.push_str(&shown.unwrap_or_default());
            }
            None => markup::escape(name, html),
        }
    }

    fn button(&mut self, button: &Value, html: &mut String) {
        let style = button["style"].as_u64().unwrap_or(2);
        let off = if button["disabled"] == true {
            " off"
        } else {
            ""
        };
        let _ = write!(html, "<span class=\"button b{style}{off}\">");
        self.emoji(&button["emoji"], html);
        markup::escape(button["label"].as_str().unwrap_or_default(), html);
        html.push_str("</span>");
    }

    /// A menu as it is before it is opened: what is chosen, else what it asks for.
    fn menu(&mut self, menu: &Value, html: &mut String) {
        html.push_str("<span class=\"menu\">");
        let none = Vec::new();
        let options = menu["options"].as_array().unwrap_or(&none).iter();
        let chosen: Vec<&Value> = options.filter(|option| option["default"] == true).collect();
        for option in &chosen {
            html.push_str("<span class=\"chosen\">");
            self.emoji(&option["emoji"], html);
            markup::escape(option["label"].as_str().unwrap_or_default(), html);
            html.push_str("</span>");
        }
        if chosen.is_empty() {
            html.push_str("<span class=\"asked\">");
            markup::escape(menu["placeholder"].as_str().unwrap_or_default(), html);
            html.push_str("</span>");
        }
        html.push_str("<span class=\"arrow\">⌄</span></span>");
    }
}

/// What stands between angle brackets: an emoji of ours, a time, a channel, or a command.
fn tag(tag: &str, locale: Locale, icons: &[Icon], drawn: &mut Vec<Icon>) -> Option<String> {
    if let Some(command) = tag.strip_prefix('/') {
        let (name, _) = command.rsplit_once(':')?;
        let mut shown = String::new();
        markup::escape(name, &mut shown);
        return Some(format!("<span class=\"mention\">/{shown}</span>"));
    }
    if let Some(channel) = tag.strip_prefix('#') {
        return Some(format!("<span class=\"mention\">#{channel}</span>"));
    }
    if let Some(time) = tag.strip_prefix("t:") {
        let (unix, _) = time.split_once(':')?;
        let left = unix.parse::<u64>().ok()? + 40 - TURN_ENDS;
        let shown = match locale.is_chinese() {
            true => format!("{left}秒后"),
            false => format!("in {left} seconds"),
        };
        return Some(format!("<span class=\"time\">{shown}</span>"));
    }
    let (_, id) = tag.strip_prefix(':')?.split_once(':')?;
    let at = id.parse::<usize>().ok()?.checked_sub(1)?;
    let icon = icons.get(at)?;
    drawn.push(*icon);
    Some(format!(
        "<img class=\"emoji\" src=\"{}.svg\" alt=\"\">",
        icon.stem()
    ))
}
