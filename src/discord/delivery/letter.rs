//! A letter: the content of a message, whether it is posted, edited in or sent directly.
//!
//! A mention pings only people whom the letter names: text that people typed never pings.

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
        if let Some(Attachment { name, text }) = &self.file {
            fields.insert("attachments".into(), json!([{"id": 0, "filename": name}]));
            fields.insert(FILE.into(), json!({"name": name, "text": text}));
        }
        fields
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

    /// The body that replaces the content of a message.
    pub fn edit(&self) -> Value {
        Value::Object(self.fields())
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

/// The placeholder of a file in a body that is not packed yet.
const FILE: &str = "\0file";

/// A request body.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Body {
    /// The fields as JSON; empty for requests without a body.
    pub json: Vec<u8>,
    /// An attached file; the body is then a multipart form.
    pub file: Option<Attachment>,
}

/// A body with its file taken out of the fields.
pub fn packed(mut body: Value) -> Body {
    if body.is_null() {
        return Body::default();
    }
    let message = match body.get("data") {
        Some(_) => body.get_mut("data"),
        None => Some(&mut body),
    };
    let file = message
        .and_then(Value::as_object_mut)
        .and_then(|fields| fields.remove(FILE));
    let part = |field: &str| Some(file.as_ref()?.get(field)?.as_str()?.to_owned());
    let file = part("name").zip(part("text"));
    Body {
        json: body.to_string().into_bytes(),
        file: file.map(|(name, text)| Attachment { name, text }),
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
    /// The body of the callback.
    pub fn body(&self) -> Value {
        match self {
            Callback::Message(letter, seen) => json!({"type": 4, "data": letter.answer(*seen)}),
            Callback::Later(Seen::ByOne) => json!({"type": 5, "data": {"flags": EPHEMERAL}}),
            Callback::Later(Seen::ByAll) => json!({"type": 5}),
            Callback::UpdateLater => json!({"type": 6}),
            Callback::Update(letter) => json!({"type": 7, "data": letter.edit()}),
        }
    }
}
