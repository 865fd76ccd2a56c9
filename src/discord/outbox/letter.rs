//! A letter: the content of a message, whether it is posted, edited in or sent directly, and what Discord reads of it.
//!
//! A mention pings only people whom the letter names: text that people typed never pings. An edit states every
//! field, so that nothing of an older state is left, and neither is what a moderator took away.

use std::fmt;
use std::sync::Arc;

use crate::desk::Attachment;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serenity::builder::{CreateActionRow, CreateAllowedMentions, CreateEmbed};
use serenity::model::id::{MessageId, UserId};

/// The rows of controls of a message. Copies share them.
pub type Rows = Arc<[CreateActionRow]>;

/// The content of a message.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Letter {
    /// Plain text above the embed, at most 2,000 characters.
    pub content: String,
    /// The text in a frame.
    pub frame: Option<Frame>,
    /// Whether all that the message shows is laid out in one container: what stands in `content`, the frame's text, the
    /// picture and the controls.
    pub laid_out: bool,
    /// The controls: at most five rows, unless the message is laid out.
    pub rows: Rows,
    /// The people whom mentions in `content` ping.
    pub pings: Vec<UserId>,
    pub file: Option<Attachment>,
    /// A picture, shown in the embed or below the text. Where it cannot be sent, the letter goes without it.
    pub image: Option<Image>,
    /// Whether buttons and menus have words alone.
    pub without_emojis: bool,
}

/// The text of a message in a frame. Copies share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The colour of the edge.
    pub colour: u32,
    /// There is none if it is empty, or the message is laid out.
    pub title: String,
    /// At most 6,000 characters with the title; where it is laid out it is cut off after [`MOST_LAID_OUT`] with the
    /// content.
    pub text: Arc<str>,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// The name of its file.
    pub name: &'static str,
    /// What is seen on it, for those who cannot see it; at most 1,024 characters.
    pub alt: String,
    pub png: Arc<[u8]>,
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, alt, png } = self;
        write!(f, "{name} ({} bytes): {alt}", png.len())
    }
}

/// Who sees an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Only the person who asked.
    ByOne,
    /// Everybody in the channel.
    ByAll,
}

/// Which message shows a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Posting {
    /// The existing one.
    Same,
    /// A new one; the old one is deleted.
    Below,
    /// A new one; the old one stays, without its controls.
    Anew,
}

/// What a letter is sent as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// A new message, perhaps as a reply. Discord posts two with the same nonce only once.
    New {
        nonce: String,
        answers: Option<MessageId>,
    },
    Edit,
    /// A new message by the token of an interaction.
    Answer(Visibility),
    /// The first answer to an interaction.
    Reply(Visibility),
    /// The first answer, which edits the message whose control was used.
    Update,
}

/// The most characters of a message that is laid out.
pub const MOST_LAID_OUT: usize = 4_000;
/// The most characters that are written into a form.
const MOST_WORDS: u16 = 400;
/// The same of a text of several lines: fewer than a line of commands may have.
const MOST_TEXT: u16 = 900;
/// The flag of messages that are laid out.
const LAID_OUT: u64 = 1 << 15;
/// The flag of messages that only one person can see.
const EPHEMERAL: u64 = 1 << 6;

/// The fields of a message. An edit has all but those of a new one; one that is laid out has no others with texts, and
/// loses those that it had.
#[derive(Serialize)]
struct Message<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    embeds: Option<Option<Vec<CreateEmbed>>>,
    components: Components<'a>,
    allowed_mentions: CreateAllowedMentions,
    #[serde(skip_serializing_if = "Option::is_none")]
    attachments: Option<Vec<Attached<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<u64>,
    #[serde(flatten)]
    new: Option<New<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Components<'a> {
    Rows(&'a [CreateActionRow]),
    LaidOut([Container<'a>; 1]),
}

/// A frame around the parts of a message that is laid out.
#[derive(Serialize)]
struct Container<'a> {
    #[serde(rename = "type")]
    kind: u8,
    accent_color: u32,
    components: Vec<Part<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Part<'a> {
    Other(Value),
    Row(&'a CreateActionRow),
}

#[derive(Serialize)]
struct Attached<'a> {
    /// Its place among the files.
    id: String,
    filename: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
}

#[derive(Serialize)]
struct New<'a> {
    nonce: &'a str,
    enforce_nonce: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    message_reference: Option<Value>,
}

/// The first answer to an interaction.
#[derive(Serialize)]
struct Opening<T> {
    #[serde(rename = "type")]
    kind: u8,
    data: T,
}

impl Letter {
    pub fn text(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            ..Self::default()
        }
    }

    /// What is sent, as JSON.
    pub fn json(&self, form: &Form) -> Vec<u8> {
        let message = self.message(form);
        if !self.without_emojis {
            return written(message, form);
        }
        let mut message = json!(message);
        leave_out_emojis(&mut message);
        written(message, form)
    }

    fn message<'a>(&'a self, form: &'a Form) -> Message<'a> {
        let edits = matches!(form, Form::Edit | Form::Update);
        let seen = match form {
            Form::Answer(Visibility::ByOne) | Form::Reply(Visibility::ByOne) => EPHEMERAL,
            _ => 0,
        };
        let flags = seen | if self.laid_out { LAID_OUT } else { 0 };
        let attached = self.attached();
        let new = match form {
            Form::New { nonce, answers } => Some(New {
                nonce,
                enforce_nonce: true,
                message_reference: answers
                    .map(|line| json!({"message_id": line, "fail_if_not_exists": false})),
            }),
            _ => None,
        };
        let plain = !self.laid_out;
        Message {
            content: (plain || edits).then(|| plain.then_some(self.content.as_str())),
            embeds: (plain || edits).then(|| plain.then(|| self.embed().into_iter().collect())),
            components: match plain {
                true => Components::Rows(&self.rows),
                false => Components::LaidOut([self.container()]),
            },
            allowed_mentions: CreateAllowedMentions::new().users(&self.pings),
            attachments: (edits || !attached.is_empty()).then_some(attached),
            flags: (edits || flags != 0).then_some(flags),
            new,
        }
    }

    fn embed(&self) -> Option<CreateEmbed> {
        let frame = self.frame.as_ref()?;
        let mut embed = CreateEmbed::new().color(frame.colour);
        embed = embed.description(&*frame.text);
        if !frame.title.is_empty() {
            embed = embed.title(&frame.title);
        }
        match &self.image {
            Some(image) => Some(embed.attachment(image.name)),
            None => Some(embed),
        }
    }

    fn container(&self) -> Container<'_> {
        let frame = self.frame.as_ref();
        let text = frame.map_or("", |frame| &frame.text);
        let lines = [self.content.as_str(), text];
        let lines = lines.into_iter().filter(|text| !text.is_empty());
        let mut content = lines.collect::<Vec<_>>().join("\n");
        if let Some((end, _)) = content.char_indices().nth(MOST_LAID_OUT) {
            content.truncate(end);
        }
        let text = (!content.is_empty()).then(|| json!({"type": 10, "content": content}));
        let gallery = self.image.as_ref().map(|Image { name, alt, .. }| {
            let media = json!({"url": format!("attachment://{name}")});
            json!({"type": 12, "items": [{"media": media, "description": alt}]})
        });
        let others = text.into_iter().chain(gallery).map(Part::Other);
        Container {
            kind: 17,
            accent_color: frame.map_or(0, |frame| frame.colour),
            components: others.chain(self.rows.iter().map(Part::Row)).collect(),
        }
    }

    /// What is said of the attached files, in the order of [`Self::files`].
    fn attached(&self) -> Vec<Attached<'_>> {
        let file = self.file.iter().map(|file| (file.name.as_str(), None));
        let image = self.image.iter();
        let image = image.map(|image| (image.name, Some(image.alt.as_str())));
        let all = file.chain(image).enumerate();
        all.map(|(at, (filename, description))| Attached {
            id: at.to_string(),
            filename,
            description,
        })
        .collect()
    }

    fn files(&self) -> Vec<BodyFile> {
        let text = self.file.iter().map(|Attachment { name, text }| BodyFile {
            name: name.clone(),
            kind: "application/json",
            bytes: text.as_bytes().into(),
        });
        let image = self.image.iter().map(|image| BodyFile {
            name: image.name.to_owned(),
            kind: "image/png",
            bytes: Arc::clone(&image.png),
        });
        text.chain(image).collect()
    }
}

/// A message in this form.
fn written(data: impl Serialize, form: &Form) -> Vec<u8> {
    let written = match form {
        Form::Reply(_) => serde_json::to_vec(&Opening { kind: 4, data }),
        Form::Update => serde_json::to_vec(&Opening { kind: 7, data }),
        Form::New { .. } | Form::Edit | Form::Answer(_) => serde_json::to_vec(&data),
    };
    written.expect("memory takes what has plain keys")
}

/// Leaves the emojis out of all controls of a part. A button that has nothing else shows the name of its own:
/// `t_SK_3fa9` is worth `SK`.
fn leave_out_emojis(part: &mut Value) {
    for inner in ["components", "options"] {
        let parts = part.get_mut(inner).and_then(Value::as_array_mut);
        parts.into_iter().flatten().for_each(leave_out_emojis);
    }
    let emoji = part.as_object_mut().and_then(|part| part.remove("emoji"));
    if let Some(name) = emoji.as_ref().and_then(|emoji| emoji["name"].as_str())
        && part.get("label").is_none()
    {
        let stem = name.split_once('_').map_or(name, |(_, stem)| stem);
        let stem = stem.rsplit_once('_').map_or(stem, |(stem, _)| stem);
        part["label"] = json!(stem);
    }
}

/// What a request says, before it is written.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Draft {
    #[default]
    Nothing,
    Fields(Value),
    Letter(Box<Letter>, Form),
}

/// Makes what a request says, just before an attempt, so that it is the newest.
pub type Newest<'a> = &'a (dyn Fn() -> Draft + Sync);

impl Draft {
    pub fn of(letter: Letter, form: Form) -> Self {
        Self::Letter(Box::new(letter), form)
    }

    pub fn body(&self) -> Body {
        let (json, files) = match self {
            Draft::Nothing => (Vec::new(), Vec::new()),
            Draft::Fields(fields) => (fields.to_string().into_bytes(), Vec::new()),
            Draft::Letter(letter, form) => (letter.json(form), letter.files()),
        };
        Body { json, files }
    }
}

/// A request body.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Body {
    /// The fields as JSON; empty for requests without a body.
    pub json: Vec<u8>,
    /// Attached files; with any, the body is a multipart form.
    pub files: Vec<BodyFile>,
}

/// A file of a request body.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyFile {
    pub name: String,
    /// The MIME type.
    pub kind: &'static str,
    pub bytes: Arc<[u8]>,
}

/// The first answer to an interaction, due within three seconds.
#[derive(Debug, Clone, PartialEq)]
pub enum Callback {
    Message(Letter, Visibility),
    /// A deferred message that one person sees: "thinking…".
    Later,
    /// Edits the message whose control was used.
    Update(Letter),
    /// Edits that message later; shows nothing for now.
    UpdateLater,
    /// Opens a table in Discord's own window.
    Launch,
    /// Asks for words in a form, whose answer has the same code. With a `text` to change there are several lines.
    Form {
        code: String,
        title: String,
        text: Option<String>,
    },
}

impl Callback {
    pub const fn shows(&self) -> bool {
        matches!(self, Callback::Message(..) | Callback::Update(_))
    }

    pub fn draft(&self) -> Draft {
        match self {
            Callback::Message(letter, seen) => Draft::of(letter.clone(), Form::Reply(*seen)),
            Callback::Update(letter) => Draft::of(letter.clone(), Form::Update),
            Callback::Later => Draft::Fields(json!({"type": 5, "data": {"flags": EPHEMERAL}})),
            Callback::UpdateLater => Draft::Fields(json!({"type": 6})),
            Callback::Launch => Draft::Fields(json!({"type": 12})),
            Callback::Form { code, title, text } => {
                let (style, most) = match text {
                    None => (1, MOST_WORDS),
                    Some(_) => (2, MOST_TEXT),
                };
                let mut field = json!({"type": 4, "custom_id": "words", "style": style, "label": title, "max_length": most});
                if let Some(text) = text {
                    field["value"] = json!(text);
                }
                let rows = json!([{"type": 1, "components": [field]}]);
                let data = json!({"custom_id": code, "title": title, "components": rows});
                Draft::Fields(json!({"type": 9, "data": data}))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::{
        CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, EmojiId,
    };

    use super::*;

    #[test]
    fn a_message_is_shown_without_emojis_in_the_end() {
        let emoji = EmojiId::new(17);
        let emoji = serenity::all::ReactionType::Custom {
            animated: false,
            id: emoji,
            name: Some("t_SK_3fa9".to_owned()),
        };
        let button = |code: &str| CreateButton::new(code).emoji(emoji.clone());
        let options = vec![CreateSelectMenuOption::new("K", "1").emoji(emoji.clone())];
        let menu = CreateSelectMenu::new("m", CreateSelectMenuKind::String { options });
        let letter = Letter {
            rows: Arc::new([
                CreateActionRow::Buttons(vec![button("a").label("Play"), button("b")]),
                CreateActionRow::SelectMenu(menu),
            ]),
            without_emojis: true,
            ..Letter::default()
        };
        let sent: Value = serde_json::from_slice(&letter.json(&Form::Edit)).expect("JSON");
        let row = &sent["components"][0]["components"];
        assert!(!sent.to_string().contains("emoji"), "{sent}");
        assert_eq!([&row[0]["label"], &row[1]["label"]], ["Play", "SK"]);
    }
}
