//! A letter: the content of a message, whether it is posted, edited in or sent directly.
//!
//! A mention pings only people whom the letter names: text that people typed never pings.

use std::fmt;
use std::sync::Arc;

use crate::desk::Attachment;
use serde::Serialize;
use serde_json::{Value, json};
use serenity::model::id::{MessageId, UserId};

/// The content of a message.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Letter {
    /// Plain text above the embeds, at most 2,000 characters.
    pub content: String,
    /// The text in a frame, at most 6,000 characters.
    pub embed: Option<Embed>,
    /// With it, all that the message shows is laid out in one container: what stands in `content`, the text, the
    /// picture and the controls.
    pub layout: Option<Layout>,
    /// The controls: at most five rows, unless the message is laid out.
    pub rows: Rows,
    /// The people whom mentions in `content` ping.
    pub pings: Vec<UserId>,
    pub file: Option<Attachment>,
    /// A picture, shown in the first embed or below the text. Where it cannot be sent, the letter goes without it.
    pub image: Option<Image>,
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

impl Letter {
    pub fn text(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            ..Self::default()
        }
    }

    /// Writes the fields of the message, without the brace at the end. All are present, so that an
    /// edit leaves nothing of an older state. With `always`, so are the attachments.
    fn write(&self, json: &mut Vec<u8>, always: bool) {
        match &self.layout {
            Some(layout) => self.write_laid_out(layout, json),
            None => self.write_plain(json),
        }
        json.extend_from_slice(b",\"allowed_mentions\":{\"parse\":[],\"roles\":[],\"users\":");
        put(json, &self.pings);
        json.push(b'}');
        if always || self.file.is_some() || self.image.is_some() {
            json.extend_from_slice(b",\"attachments\":");
            put(json, &self.attached());
        }
    }

    fn write_plain(&self, json: &mut Vec<u8>) {
        json.extend_from_slice(b"{\"content\":");
        put(json, &self.content);
        json.extend_from_slice(b",\"embeds\":[");
        if let Some(Embed(embed)) = &self.embed {
            let (open, _) = embed.split_at(embed.len() - 1);
            json.extend_from_slice(open);
            if let Some(Image { name, .. }) = &self.image {
                json.extend_from_slice(b",\"image\":");
                put(json, &json!({"url": format!("attachment://{name}")}));
            }
            json.push(b'}');
        }
        json.extend_from_slice(b"],\"components\":");
        match self.rows.0.as_ref() {
            b"" => json.extend_from_slice(b"[]"),
            rows => json.extend_from_slice(rows),
        }
    }

    /// The fields of a message that is laid out: it has no others with texts.
    fn write_laid_out(&self, layout: &Layout, json: &mut Vec<u8>) {
        let lines = [self.content.as_str(), &layout.text];
        let lines = lines.into_iter().filter(|text| !text.is_empty());
        let mut text = lines.collect::<Vec<_>>().join("\n");
        if let Some((end, _)) = text.char_indices().nth(MOST_LAID_OUT) {
            text.truncate(end);
        }
        let mut parts = Vec::new();
        if !text.is_empty() {
            parts.push(json!({"type": TEXT, "content": text}));
        }
        if let Some(Image { name, alt, .. }) = &self.image {
            let media = json!({"url": format!("attachment://{name}")});
            let item = json!({"media": media, "description": alt});
            parts.push(json!({"type": GALLERY, "items": [item]}));
        }
        json.extend_from_slice(b"{\"components\":[{\"type\":17,\"accent_color\":");
        put(json, &layout.colour);
        json.extend_from_slice(b",\"components\":[");
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                json.push(b',');
            }
            put(json, part);
        }
        if let Some(rows) = self.rows.0.strip_prefix(b"[") {
            if !parts.is_empty() {
                json.push(b',');
            }
            json.extend_from_slice(rows);
        } else {
            json.push(b']');
        }
        json.extend_from_slice(b"}]");
    }

    /// Writes the flags of the message, if it has any: those of how it is `seen`, and that it is laid out. With
    /// `always`, also that it has none.
    fn write_flags(&self, seen: u64, always: bool, json: &mut Vec<u8>) {
        let flags = match self.layout {
            Some(_) => seen | LAID_OUT,
            None => seen,
        };
        if always || flags != 0 {
            json.extend_from_slice(b",\"flags\":");
            put(json, &flags);
        }
    }

    /// The same where nothing can be laid out.
    pub fn framed(mut self) -> Self {
        if let Some(Layout { colour, text }) = self.layout.take() {
            self.embed = Some(Embed::new(colour, "", &text));
        }
        self
    }

    /// The fields as one piece, with room for what follows.
    fn written(&self, always: bool) -> Vec<u8> {
        let embed = self.embed.as_ref().map_or(0, |embed| embed.0.len());
        let mut json = Vec::with_capacity(256 + self.content.len() + embed + self.rows.0.len());
        self.write(&mut json, always);
        json
    }

    /// What is said of the attached files, in the order of [`Self::files`].
    fn attached(&self) -> Vec<Value> {
        let file = self.file.iter().map(|file| json!({"filename": file.name}));
        let image = self.image.iter();
        let image =
            image.map(|image| json!({"filename": image.name, "description": image.alt.as_str()}));
        let mut all: Vec<Value> = file.chain(image).collect();
        for (number, attached) in all.iter_mut().enumerate() {
            attached["id"] = number.to_string().into();
        }
        all
    }

    fn files(&self) -> Vec<BodyFile> {
        let text = self.file.iter().map(|Attachment { name, text }| BodyFile {
            name: name.clone(),
            kind: JSON,
            bytes: text.as_bytes().into(),
        });
        let image = self.image.iter().map(|image| BodyFile {
            name: image.name.to_owned(),
            kind: PNG,
            bytes: Arc::clone(&image.png),
        });
        text.chain(image).collect()
    }

    /// The letter as a request body, and the same without its picture.
    pub fn packed(&self, write: impl Fn(&Self) -> Vec<u8>) -> Body {
        let body = |letter: &Self| Body {
            json: write(letter),
            files: letter.files(),
            plain: None,
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

    /// The body of a new message, as JSON. Discord posts two messages with the same `nonce` only once.
    pub fn post(&self, nonce: &str, answers: Option<MessageId>) -> Vec<u8> {
        let mut json = self.written(false);
        json.extend_from_slice(b",\"nonce\":");
        put(&mut json, nonce);
        json.extend_from_slice(b",\"enforce_nonce\":true");
        self.write_flags(0, false, &mut json);
        if let Some(message) = answers {
            let reference = json!({"message_id": message, "fail_if_not_exists": false});
            json.extend_from_slice(b",\"message_reference\":");
            put(&mut json, &reference);
        }
        json.push(b'}');
        json
    }

    /// The body that replaces the content of a message, as JSON. Files that are not sent with it go. A frame that a
    /// moderator has taken away is there again: the flag for that stays through edits that do not tell theirs.
    pub fn edit(&self) -> Vec<u8> {
        let mut json = self.written(true);
        self.write_flags(0, true, &mut json);
        json.push(b'}');
        json
    }

    /// The body of an answer to an interaction, or of a follow-up, as JSON.
    pub fn answer(&self, seen: Visibility) -> Vec<u8> {
        let mut json = self.written(false);
        let seen = match seen {
            Visibility::ByOne => EPHEMERAL,
            Visibility::ByAll => 0,
        };
        self.write_flags(seen, false, &mut json);
        json.push(b'}');
        json
    }
}

/// Appends a value as JSON.
pub fn put(json: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    serde_json::to_writer(json, value).expect("memory takes what has plain keys");
}

/// How a message is laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The colour of the edge.
    pub colour: u32,
    /// With the content it is cut off after [`MOST_LAID_OUT`] characters.
    pub text: Arc<str>,
}

/// The text of a message in a frame, as JSON that was written once. Copies share it.
#[derive(Clone, PartialEq, Eq)]
pub struct Embed(Arc<[u8]>);

impl Embed {
    /// An embed; without a title if that is empty.
    pub fn new(colour: u32, title: &str, description: &str) -> Self {
        #[derive(Serialize)]
        struct Fields<'a> {
            #[serde(rename = "type")]
            kind: &'static str,
            color: u32,
            #[serde(skip_serializing_if = "str::is_empty")]
            title: &'a str,
            description: &'a str,
        }
        let mut json = Vec::with_capacity(128 + title.len() + description.len());
        let fields = Fields {
            kind: "rich",
            color: colour,
            title,
            description,
        };
        put(&mut json, &fields);
        Self(json.into())
    }
}

impl fmt::Debug for Embed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}

/// Rows of controls, as JSON that was written once. Copies share it.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Rows(Arc<[u8]>);

impl Rows {
    pub fn new(rows: &impl Serialize) -> Self {
        let mut json = Vec::with_capacity(4_096);
        put(&mut json, rows);
        Self(json.into())
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}

const JSON: &str = "application/json";
const PNG: &str = "image/png";

/// A file of a request body.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyFile {
    pub name: String,
    /// The MIME type.
    pub kind: &'static str,
    pub bytes: Arc<[u8]>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Body {
    /// The fields as JSON; empty for requests without a body.
    pub json: Vec<u8>,
    /// Attached files; with any, the body is a multipart form.
    pub files: Vec<BodyFile>,
    /// The same without its picture, if it has one.
    pub plain: Option<Box<Body>>,
}

/// Makes the body of a request, just before an attempt, so that it is the newest.
pub type Newest<'a> = &'a (dyn Fn() -> Body + Sync);

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

/// The most characters of a message that is laid out.
pub const MOST_LAID_OUT: usize = 4_000;
const TEXT: u8 = 10;
const GALLERY: u8 = 12;

/// The flag of messages that are laid out.
const LAID_OUT: u64 = 1 << 15;
/// The flag of messages that only one person can see.
const EPHEMERAL: u64 = 1 << 6;

/// Who sees an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Only the person who asked.
    ByOne,
    /// Everybody in the channel.
    ByAll,
}

/// The first answer to an interaction, due within three seconds.
#[derive(Debug, Clone, PartialEq)]
pub enum Callback {
    Message(Letter, Visibility),
    /// A deferred message: "thinking…".
    Later(Visibility),
    /// Edits the message whose control was used.
    Update(Letter),
    /// Edits that message later; shows nothing for now.
    UpdateLater,
    /// Opens a table in Discord's own window.
    Launch,
}

impl Callback {
    pub const fn shows(&self) -> bool {
        matches!(self, Callback::Message(..) | Callback::Update(_))
    }

    /// The body of the callback.
    pub fn body(&self) -> Body {
        let promise = |promise: Value| Body::from(promise);
        let with =
            |kind: &[u8], data: &[u8]| [b"{\"type\":", kind, b",\"data\":", data, b"}"].concat();
        match self {
            Callback::Message(letter, seen) => {
                letter.packed(|letter| with(b"4", &letter.answer(*seen)))
            }
            Callback::Later(Visibility::ByOne) => {
                promise(json!({"type": 5, "data": {"flags": EPHEMERAL}}))
            }
            Callback::Later(Visibility::ByAll) => promise(json!({"type": 5})),
            Callback::UpdateLater => promise(json!({"type": 6})),
            Callback::Launch => promise(json!({"type": 12})),
            Callback::Update(letter) => letter.packed(|letter| with(b"7", &letter.edit())),
        }
    }
}
