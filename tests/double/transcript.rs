//! What happened, in words: everything that people could see, in order, and messages as text. Ids become names, and
//! times become the word they are shown with, so that two runs of the same play read the same.

use super::clock::Moment;
use super::state::{Audience, Message, SUPPRESS_EMBEDS, World};
use serde_json::Value;
use serenity::model::id::{ChannelId, UserId};
use std::fmt::Write as _;

/// What became of a message, or what a person did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Posted,
    Edited,
    Deleted,
    /// A command, a press, a choice in a menu.
    Used,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub at: Moment,
    pub audience: Audience,
    pub channel: Option<ChannelId>,
    pub by: UserId,
    pub deed: Deed,
    pub text: String,
}

impl World {
    /// Records what became of a message.
    pub fn note(&mut self, deed: Deed, message: &Message) {
        if self.options.records {
            let text = self.render(message);
            let audience = self.audience(message);
            self.entries.push(Entry {
                at: self.now(),
                audience,
                channel: Some(message.channel),
                by: message.author,
                deed,
                text,
            });
        }
    }

    /// Records what a person did.
    pub fn note_use(&mut self, channel: ChannelId, by: UserId, what: &str) {
        let audience = Audience::Only(by);
        self.entries.push(Entry {
            at: self.now(),
            audience,
            channel: Some(channel),
            by,
            deed: Deed::Used,
            text: what.to_owned(),
        });
    }

    /// Everything, in order, as text.
    pub fn transcript(&self) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            let _ = writeln!(text, "{}", self.entry(entry));
        }
        for interaction in self
            .interactions
            .values()
            .filter(|interaction| interaction.answer.is_none())
        {
            let _ = writeln!(
                text,
                "(not answered: {} by {})",
                interaction.what,
                self.name(interaction.user)
            );
        }
        text
    }

    /// What one person saw, in order, as text.
    pub fn transcript_of(&self, person: UserId) -> String {
        let seen = self
            .entries
            .iter()
            .filter(|entry| self.people_of(entry.audience).contains(&person));
        seen.map(|entry| self.entry(entry) + "\n").collect()
    }

    fn entry(&self, entry: &Entry) -> String {
        let place = entry.channel.map_or(String::new(), |channel| {
            format!("{} · ", self.place(channel))
        });
        let whom = match entry.audience {
            Audience::Only(person) if entry.deed != Deed::Used => {
                format!(" (only {} sees it)", self.name(person))
            }
            Audience::Only(_) | Audience::Channel(_) | Audience::Everybody | Audience::Nobody => {
                String::new()
            }
        };
        let verb = match entry.deed {
            Deed::Posted => ":",
            Deed::Edited => " edits:",
            Deed::Deleted => " deletes:",
            Deed::Used => " uses",
        };
        let body =
            if entry.text.contains('\n') || (entry.deed != Deed::Used && entry.by == self.bot) {
                format!("\n{}", indent(&entry.text))
            } else {
                format!(" {}", entry.text)
            };
        format!("{place}{}{verb}{whom}{body}", self.name(entry.by))
    }

    fn place(&self, channel: ChannelId) -> String {
        let channel = &self.channels[&channel];
        match channel.place {
            super::Place::Guild(_) => format!("#{}", channel.name),
            super::Place::Group => format!("the chat {}", channel.name),
            super::Place::Direct(person) => format!("direct with {}", self.name(person)),
        }
    }

    /// A message as text: content, embeds, files, and its controls row by row.
    pub fn render(&self, message: &Message) -> String {
        let mut lines = Vec::new();
        if message.is_loading() {
            lines.push("(thinking …)".to_owned());
        }
        if !message.content.is_empty() {
            lines.push(self.words(&message.content));
        }
        let embeds = message.embeds.iter();
        let embeds = embeds.filter(|_| message.flags & SUPPRESS_EMBEDS == 0);
        lines.extend(embeds.map(|embed| self.render_embed(embed)));
        for file in &message.attachments {
            lines.push(format!(
                "(file: {})",
                file["filename"].as_str().unwrap_or_default()
            ));
        }
        for row in &message.components {
            lines.extend(self.render_part(row));
        }
        lines.join("\n")
    }

    fn render_embed(&self, embed: &Value) -> String {
        let text = |value: &Value| value.as_str().map(|text| self.words(text));
        let mut lines = Vec::new();
        lines.extend(text(&embed["author"]["name"]));
        lines.extend(text(&embed["title"]).map(|title| format!("**{title}**")));
        lines.extend(text(&embed["description"]));
        for field in embed["fields"].as_array().into_iter().flatten() {
            let (name, value) = (
                text(&field["name"]).unwrap_or_default(),
                text(&field["value"]).unwrap_or_default(),
            );
            lines.push(if value.contains('\n') {
                format!("{name}:\n{value}")
            } else {
                format!("{name}: {value}")
            });
        }
        lines.extend(
            embed["image"]["url"]
                .as_str()
                .map(|url| format!("(image: {url})")),
        );
        lines.extend(text(&embed["footer"]["text"]).map(|footer| format!("({footer})")));
        let lines: Vec<_> = lines
            .iter()
            .flat_map(|line| line.split('\n'))
            .map(|line| format!("| {line}"))
            .collect();
        lines.join("\n")
    }

    /// A row of controls, a text, a gallery, or a container with these line by line.
    fn render_part(&self, part: &Value) -> Vec<String> {
        if part["type"] == 17 {
            let inner = part["components"].as_array().into_iter().flatten();
            let inner: Vec<_> = inner.flat_map(|part| self.render_part(part)).collect();
            let lines = inner.iter().flat_map(|line| line.split('\n'));
            return lines.map(|line| format!("| {line}")).collect();
        }
        let items = part["items"].as_array().into_iter().flatten();
        let items = items.filter_map(|item| item["media"]["url"].as_str());
        let images = items.map(|url| format!("(image: {url})"));
        let row = Some(self.render_row(part)).filter(|row| !row.is_empty());
        row.into_iter().chain(images).collect()
    }

    fn render_row(&self, row: &Value) -> String {
        let Some(inner) = row["components"].as_array() else {
            return row["content"]
                .as_str()
                .map_or(String::new(), |text| self.words(text));
        };
        let parts: Vec<_> = inner
            .iter()
            .map(|component| self.render_component(component))
            .collect();
        parts.join(" ")
    }

    fn render_component(&self, component: &Value) -> String {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let faced = |of: &Value| {
            let (emoji, label) = (text(&of["emoji"]["name"]), text(&of["label"]));
            [emoji, label]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(" ")
        };
        match component["type"].as_u64() {
            Some(2) if component["disabled"] == true => format!("( {} )", faced(component)),
            Some(2) => format!("[ {} ]", faced(component)),
            Some(3) => {
                let options = component["options"].as_array().into_iter().flatten();
                let options = options.map(|option| {
                    let mark = if option["default"] == true { "✓" } else { "" };
                    format!("{mark}{}", faced(option))
                });
                let least = component["min_values"].as_u64().unwrap_or(1);
                let most = component["max_values"].as_u64().unwrap_or(1);
                let count = if (least, most) == (1, 1) {
                    String::new()
                } else {
                    format!(" {least}–{most}")
                };
                let off = if component["disabled"] == true {
                    " (off)"
                } else {
                    ""
                };
                let options = options.collect::<Vec<_>>().join(" | ");
                format!(
                    "[ {} ▾{count}{off}: {options} ]",
                    text(&component["placeholder"])
                )
            }
            Some(5..=8) => format!("[ {} ▾ ]", text(&component["placeholder"])),
            Some(_) | None => self.render_row(component),
        }
    }

    /// Text as people see it: names for mentions, no figures in times.
    pub fn words(&self, text: &str) -> String {
        let mut shown = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            shown.push_str(&rest[..at]);
            rest = &rest[at..];
            let mark = rest
                .find('>')
                .and_then(|end| Some((end, self.mark(&rest[1..end])?)));
            match mark {
                Some((end, name)) => {
                    shown.push_str(&name);
                    rest = &rest[end + 1..];
                }
                None => {
                    shown.push('<');
                    rest = &rest[1..];
                }
            }
        }
        shown + rest
    }

    fn mark(&self, mark: &str) -> Option<String> {
        if let Some(id) = mark
            .strip_prefix("@")
            .and_then(|id| id.trim_start_matches('!').parse().ok())
        {
            return (id > 0).then(|| format!("@{}", self.name(UserId::new(id))));
        }
        if let Some(id) = mark
            .strip_prefix('#')
            .and_then(|id| id.parse().ok())
            .filter(|id| *id > 0)
        {
            return self
                .channels
                .get(&ChannelId::new(id))
                .map(|channel| format!("#{}", channel.name));
        }
        if let Some(time) = mark.strip_prefix("t:") {
            return Some(format!(
                "<time {}>",
                time.split_once(':').map_or("f", |(_, style)| style)
            ));
        }
        if let Some((name, _)) = mark
            .strip_prefix(':')
            .and_then(|emoji| emoji.split_once(':'))
        {
            return Some(format!(":{name}:"));
        }
        let command = mark.strip_prefix('/')?.split_once(':')?.0;
        Some(format!("/{command}"))
    }
}

fn indent(text: &str) -> String {
    text.split('\n')
        .map(|line| format!("    {line}").trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}
