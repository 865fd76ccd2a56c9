//! A letter: the content of a message, whether it is posted, edited in or sent directly.
//!
//! A mention pings only people whom the letter names: text that people typed never pings.

use std::fmt;
use std::sync::Arc;

use crate::desk::Attachment;
use serde_json::{Map, Value, json};
use serenity::builder::{CreateActionRow, CreateAllowedMentions, CreateEmbed};
use serenity::model::id::{MessageId, UserId};

/// The content of a message.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Letter {
    /// Plain text above the embeds, at most 2,000 characters.
    pub content: String,
    /// At most ten, 6,000 characters in all.
    pub embeds: Vec<CreateEmbed>,
    /// At most five rows.
    pub rows: Vec<CreateActionRow>,
    /// The people whom mentions in `content` ping.
    pub pings: Vec<UserId>,
    /// An attached file.
    pub file: Option<Attachment>,
    /// A picture, shown in the first embed. Where it cannot be sent, the letter goes without it.
    pub image: Option<Image>,
}

/// A picture in a message.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// The name of its file.
    pub name: &'static str,
    /// What is seen on it, for those who cannot see it; at most 1,024 characters.
    pub alt: String,
    /// The picture as a PNG.
    pub png: Arc<[u8]>,
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, alt, png } = self;
        write!(f, "{name} ({} bytes): {alt}", png.len())
    }
}

impl Letter {
    /// A letter of plain text.
    pub fn text(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            ..Self::default()
        }
    }

    /// The fields of the message. All are present, so that an edit leaves nothing of an older
    /// state.
    fn fields(&self) -> Map<String, Value> {
        let mentions = CreateAllowedMentions::new().users(self.pings.iter().copied());
        let fields = json!({
            "content": self.content,
            "embeds": self.embeds,
            "components": self.rows,
            "allowed_mentions": mentions,
        });
        let Value::Object(mut fields) = fields else {
            unreachable!("an object literal")
        };
        if let Some(Image { name, .. }) = &self.image
            && let Some(embed) = fields["embeds"].get_mut(0)
        {
            embed["image"] = json!({"url": format!("attachment://{name}")});
        }
        if self.file.is_some() || self.image.is_some() {
            fields.insert("attachments".into(), self.attached().into());
        }
        fields
    }

    /// What is said of the attached files, in the order of [`Self::files`].
    fn attached(&self) -> Vec<Value> {
        let file = self.file.iter().map(|file| json!({"filename": file.name}));
        let image = self.image.iter();
        let image =
            image.map(|image| json!({"filename": image.name, "description": image.alt.as_str()}));
        let mut all: Vec<Value> = file.chain(image).collect();
        for (number, attached) in all.iter_mut().enumerate() {
            attached["id"] = number.into();
        }
        all
    }

    fn files(&self) -> Vec<File> {
        let text = self.file.iter().map(|Attachment { name, text }| File {
            name: name.clone(),
            kind: JSON,
            bytes: text.as_bytes().into(),
        });
        let image = self.image.iter().map(|image| File {
            name: image.name.to_owned(),
            kind: PNG,
            bytes: Arc::clone(&image.png),
        });
        text.chain(image).collect()
    }

    /// The letter as a request body, and the same without its picture.
    pub fn packed(&self, write: impl Fn(&Self) -> Value) -> Body {
        let body = |letter: &Self| Body {
            files: letter.files(),
            ..Body::from(write(letter))
        };
        let plain = self.image.is_some().then(|| {
            let plain = Self {
                image: None,
                ..self.clone()
            };
            Box::new(body(&plain))
        });
        Body {
            plain,
            ..body(self)
        }
    }

    /// The body of a new message. Discord posts two messages with the same `nonce` only once.
    pub fn post(&self, nonce: &str, answers: Option<MessageId>) -> Value {
        let mut fields = self.fields();
        fields.insert("nonce".into(), nonce.into());
        fields.insert("enforce_nonce".into(), true.into());
        if let Some(message) = answers {
            let reference = json!({"message_id": message, "fail_if_not_exists": false});
            fields.insert("message_reference".into(), reference);
        }
        Value::Object(fields)
    }

    /// The body that replaces the content of a message. Files that are not sent with it go.
    pub fn edit(&self) -> Value {
        let mut fields = self.fields();
        fields
            .entry("attachments")
            .or_insert_with(|| Vec::<Value>::new().into());
        Value::Object(fields)
    }

    /// The body of an answer to an interaction, or of a follow-up.
    pub fn answer(&self, seen: Seen) -> Value {
        let mut fields = self.fields();
        if seen == Seen::ByOne {
            fields.insert("flags".into(), EPHEMERAL.into());
        }
        Value::Object(fields)
    }
}

const JSON: &str = "application/json";
const PNG: &str = "image/png";

/// A file of a request body.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// The name.
    pub name: String,
    /// The MIME type.
    pub kind: &'static str,
    /// The content.
    pub bytes: Arc<[u8]>,
}

/// A request body.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Body {
    /// The fields as JSON; empty for requests without a body.
    pub json: Vec<u8>,
    /// Attached files; with any, the body is a multipart form.
    pub files: Vec<File>,
    /// The same without its picture, if it has one.
    pub plain: Option<Box<Body>>,
}

impl From<Value> for Body {
    fn from(fields: Value) -> Self {
        let json = match fields.is_null() {
            true => Vec::new(),
            false => fields.to_string().into_bytes(),
        };
        Self {
            json,
            ..Self::default()
        }
    }
}

/// The flag of messages that only one person can see.
const EPHEMERAL: u64 = 1 << 6;

/// Who sees an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Only the person who asked.
    ByOne,
    /// Everybody in the channel.
    ByAll,
}

/// The first answer to an interaction, due within three seconds.
#[derive(Debug, Clone, PartialEq)]
pub enum Callback {
    /// With a message.
    Message(Letter, Seen),
    /// A deferred message: "thinking…".
    Later(Seen),
    /// Edits the message whose control was used.
    Update(Letter),
    /// Edits that message later; shows nothing for now.
    UpdateLater,
}

impl Callback {
    /// Whether it shows a letter.
    pub const fn shows(&self) -> bool {
        matches!(self, Callback::Message(..) | Callback::Update(_))
    }

    /// The body of the callback.
    pub fn body(&self) -> Body {
        let promise = |promise: Value| Body::from(promise);
        match self {
            Callback::Message(letter, seen) => {
                letter.packed(|letter| json!({"type": 4, "data": letter.answer(*seen)}))
            }
            Callback::Later(Seen::ByOne) => {
                promise(json!({"type": 5, "data": {"flags": EPHEMERAL}}))
            }
            Callback::Later(Seen::ByAll) => promise(json!({"type": 5})),
            Callback::UpdateLater => promise(json!({"type": 6})),
            Callback::Update(letter) => {
                letter.packed(|letter| json!({"type": 7, "data": letter.edit()}))
            }
        }
    }
}
