//! Whether a request is one that Discord would take. First Discord's own OpenAPI description, then the rules that it
//! leaves unsaid. What Discord would refuse is refused; what it would silently drop passes, and both are violations.

pub mod components;
mod emojis;
mod unknown;

use super::rest::Refusal;
use super::server::Call;
use super::state::{LAID_OUT, World};
use super::wire::{mentioned, texts};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

const DESCRIPTION: &str = include_str!("../../fixtures/discord/openapi.json");
const MOST_CONTENT: usize = 2_000;
const MOST_EMBEDDED: usize = 6_000;

/// What stands behind a route whose body has files.
const WITH_FILES: &str = " with files";

struct Body {
    schema: Value,
    validator: OnceLock<Validator>,
}

/// The request bodies by method and route.
pub struct Schemas {
    document: Value,
    bodies: HashMap<String, Body>,
    /// What was found in order before, which need not be looked at again: every bot registers the same commands.
    sound: Mutex<HashSet<u64>>,
}

impl Schemas {
    pub fn shared() -> Arc<Self> {
        static SHARED: OnceLock<Arc<Schemas>> = OnceLock::new();
        SHARED.get_or_init(|| Arc::new(Self::read())).clone()
    }

    fn read() -> Self {
        let document: Value = serde_json::from_str(DESCRIPTION).expect("the description is JSON");
        let mut bodies = HashMap::new();
        for (route, methods) in document["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                let method = method.to_uppercase();
                let content = &operation["requestBody"]["content"];
                for (kind, what) in [
                    ("application/json", format!("{method} {route}")),
                    (
                        "multipart/form-data",
                        format!("{method} {route}{WITH_FILES}"),
                    ),
                ] {
                    let schema = content[kind]["schema"].clone();
                    let validator = OnceLock::new();
                    bodies.insert(what, Body { schema, validator });
                }
            }
        }
        let sound = Mutex::default();
        Self {
            document,
            bodies,
            sound,
        }
    }

    fn validator<'a>(&self, body: &'a Body) -> &'a Validator {
        body.validator.get_or_init(|| {
            let mut schema = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "components": self.document["components"],
            });
            for (key, value) in body.schema.as_object().expect("a schema is an object") {
                schema[key] = value.clone();
            }
            jsonschema::validator_for(&schema).expect("the description holds valid schemas")
        })
    }
}

impl World {
    /// Holds a request against everything known of its route.
    pub fn check_request(&mut self, call: &Call, route: &str) -> Result<(), Refusal> {
        let what = format!("{} {route}", call.method);
        let schemas = self.schemas.clone();
        let given = call.body.clone();
        let described = match call.files.is_empty() {
            true => what.clone(),
            false => format!("{what}{WITH_FILES}"),
        };
        let body = schemas.bodies.get(&described);
        let Some(body) = body.filter(|body| body.schema.is_object()) else {
            if !given.is_null() && given != json!({}) {
                self.violation(format!("{what}: a body where none belongs"));
            }
            return Ok(());
        };
        let mut hash = DefaultHasher::new();
        (&described, given.to_string()).hash(&mut hash);
        let hash = hash.finish();
        let sound = || schemas.sound.lock().unwrap_or_else(PoisonError::into_inner);
        if sound().contains(&hash) {
            return self.check_rules(call, &what, &given);
        }
        if let Err(error) = schemas.validator(body).validate(&given) {
            let path = error.instance_path().to_string();
            let told = format!("{what}: at `{path}` {}", shorten(&error.to_string()));
            self.violation(told);
            return Err(Refusal::invalid_body(&path, &shorten(&error.to_string())));
        }
        let unknown = schemas.unknown_keys(&body.schema, &given);
        if unknown.is_empty() {
            sound().insert(hash);
        }
        for key in unknown {
            self.violation(format!("{what}: unknown key `{key}`"));
        }
        self.check_rules(call, &what, &given)
    }

    fn check_rules(&mut self, call: &Call, what: &str, given: &Value) -> Result<(), Refusal> {
        let (mut faults, mut omissions) = (Vec::new(), Vec::new());
        let (path, message, is_new) = match (call.method.as_str(), given["type"].as_u64()) {
            (_, Some(kind @ (4 | 7))) if what.ends_with("/callback") => {
                ("data", &given["data"], kind == 4)
            }
            ("POST" | "PATCH", _) if what.contains("/messages") || what.contains("/webhooks/") => {
                ("", given, call.method == "POST")
            }
            _ => ("", &Value::Null, false),
        };
        if message.is_object() {
            check_message(message, is_new, !call.files.is_empty(), &mut faults);
            check_files(message, call, &mut faults);
            check_mentions(message, is_new, &mut omissions);
            omissions.extend(emojis::unknown_in_text(message, &self.emojis));
        }
        let shown = emojis::unknown_in_controls(path, message, &self.emojis);
        for fault in faults.iter().chain(&omissions) {
            self.violation(format!("{what}: {fault}"));
        }
        match faults.first() {
            Some(fault) if fault == EMPTY => {
                Err(Refusal::new(400, 50_006, "Cannot send an empty message"))
            }
            Some(fault) => Err(Refusal::invalid_body(path, fault)),
            None => match shown {
                Some((fault, refusal)) => {
                    self.violation(format!("{what}: {fault}"));
                    Err(refusal)
                }
                None => Ok(()),
            },
        }
    }
}

const EMPTY: &str = "an empty message";

fn check_message(message: &Value, is_new: bool, has_files: bool, faults: &mut Vec<String>) {
    let content = message["content"].as_str().unwrap_or_default();
    let length = content.chars().count();
    if length > MOST_CONTENT {
        faults.push(format!(
            "content of {length} characters, where {MOST_CONTENT} are the most"
        ));
    }
    let has = |field: &str| {
        message[field]
            .as_array()
            .is_some_and(|list| !list.is_empty())
    };
    let shows = ["embeds", "components", "sticker_ids", "attachments"]
        .into_iter()
        .any(has);
    if is_new && content.trim().is_empty() && !shows && !has_files && message["poll"].is_null() {
        faults.push(EMPTY.to_owned());
    }
    let embeds = message["embeds"].as_array().into_iter().flatten();
    let total: usize = embeds.map(embedded).sum();
    if total > MOST_EMBEDDED {
        faults.push(format!(
            "embeds of {total} characters, where {MOST_EMBEDDED} are the most"
        ));
    }
    if message["flags"].as_u64().unwrap_or_default() & LAID_OUT != 0 {
        components::check_fields(message, faults);
        components::check_laid_out(&message["components"], faults);
    } else if is_new {
        components::check_plain(&message["components"], faults);
    }
    components::check(&message["components"], faults);
}

/// Every file is in a field of its own and named in the message, and a picture of an embed is one of
/// them.
fn check_files(message: &Value, call: &Call, faults: &mut Vec<String>) {
    let told = || message["attachments"].as_array().into_iter().flatten();
    for (number, (field, kind)) in call.parts.iter().enumerate() {
        let (name, _) = &call.files[number];
        if *field != format!("files[{number}]") {
            faults.push(format!("a file in the field {field:?}"));
        }
        if name.ends_with(".png") != (kind == "image/png") {
            faults.push(format!("{name} is sent as {kind}"));
        }
        let own = |told: &&Value| told["id"] == *number.to_string() && told["filename"] == **name;
        if message["attachments"].is_array() && !told().any(|told| own(&told)) {
            faults.push(format!("{name} is not among the attachments"));
        }
    }
    let embeds = message["embeds"].as_array().into_iter().flatten();
    let mut shown: Vec<&Value> = embeds.map(|embed| &embed["image"]["url"]).collect();
    let parts = message["components"].as_array().into_iter().flatten();
    parts.for_each(|part| components::collect_media(part, &mut shown));
    for url in shown {
        let Some(wanted) = url
            .as_str()
            .and_then(|url| url.strip_prefix("attachment://"))
        else {
            continue;
        };
        if !call.files.iter().any(|(name, _)| name == wanted) {
            faults.push(format!("the message shows {wanted}, which is not attached"));
        }
    }
}

/// The characters of an embed that count.
fn embedded(embed: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let fields = embed["fields"].as_array().into_iter().flatten();
    let fields: usize = fields
        .map(|field| length(&field["name"]) + length(&field["value"]))
        .sum();
    length(&embed["title"])
        + length(&embed["description"])
        + length(&embed["footer"]["text"])
        + length(&embed["author"]["name"])
        + fields
}

/// Discord notifies everybody named unless it is told not to: so it is to be told, with every message.
fn check_mentions(message: &Value, is_new: bool, omissions: &mut Vec<String>) {
    let allowed = &message["allowed_mentions"];
    let content = message["content"].as_str().unwrap_or_default();
    let parts = message["components"].as_array();
    let laid_out = texts(parts.map_or(&[][..], Vec::as_slice)).join("\n");
    let content = &format!("{content}\n{laid_out}");
    let names_somebody =
        content.contains("<@") || content.contains("@everyone") || content.contains("@here");
    if allowed.is_null() {
        if is_new || names_somebody {
            omissions.push("`allowed_mentions` is missing".to_owned());
        }
        return;
    }
    let is_filled = |field: &str| {
        allowed[field]
            .as_array()
            .is_some_and(|list| !list.is_empty())
    };
    if is_filled("parse") || is_filled("roles") {
        omissions.push("`allowed_mentions` lets whole groups be mentioned".to_owned());
    }
    let named = mentioned(content);
    let mut users = allowed["users"].as_array().into_iter().flatten();
    if users.any(|user| !named.iter().any(|named| *user == named.to_string())) {
        omissions.push("`allowed_mentions` names somebody whom the text does not".to_owned());
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 300 {
        return text.to_owned();
    }
    let head: String = text.chars().take(140).collect();
    let tail: String = text.chars().skip(text.chars().count() - 140).collect();
    format!("{head} … {tail}")
}
