//! Sentences from data: what happened, or why something is refused, is the message of its name, with its
//! fields as facts.
//!
//! Decides how a field is said by the type of its value, which serde names. Which sentence it is, the
//! Fluent files decide, by the facts: a field of few words (`true`, `none`, `next_round`) is chosen by.

use super::table::{person, skill_name};
use super::trouble::more_time;
use super::*;
use serde::ser::{self, Impossible, Serialize, Serializer};
use serde_json::Error;

/// A value as serde walks over it.
#[derive(Debug, Default)]
pub struct Told {
    /// The name of its type; of a list, that of its parts; empty if it has none of its own.
    pub kind: &'static str,
    /// The name of the variant; empty if it is none.
    pub name: &'static str,
    /// The value as JSON.
    pub value: Value,
    pub fields: Vec<(&'static str, Told)>,
}

impl Told {
    pub fn of(value: &(impl Serialize + ?Sized)) -> Told {
        let told = value.serialize(Walk);
        Told {
            value: serde_json::to_value(value).expect("what is told is JSON"),
            ..told.expect("what is told has parts with names")
        }
    }

    /// The value as its own type.
    pub fn read<T: serde::de::DeserializeOwned>(&self) -> T {
        serde_json::from_value(self.value.clone()).expect("it was written as this type")
    }

    /// Whether anything in it is of one of these types.
    pub fn has(&self, kinds: &[&str]) -> bool {
        kinds.contains(&self.kind) || self.fields.iter().any(|(_, field)| field.has(kinds))
    }
}

/// For whom something is told, and how the values of named types are said there.
pub trait Teller {
    fn cx(&self) -> &RenderContext;

    /// How a value is said whose type has a name; `None` if its fields are facts by themselves, or its word is one.
    /// More than one fact of it may be added.
    fn say(&self, _name: &'static str, _told: &Told, _facts: &mut Facts) -> Option<String> {
        None
    }
}

/// The facts of a sentence by their names.
pub type Facts = Vec<(String, Fact<'static>)>;

/// The sentence `PREFIX-NAME` of what is told, with its fields as facts and these beside or instead of them; empty
/// if there is nothing to be said.
pub fn sentence(
    prefix: &str,
    told: &impl Serialize,
    teller: &impl Teller,
    more: &[(&str, String)],
) -> String {
    let told = Told::of(told);
    let key = format!("{prefix}-{}", told.name.replace('_', "-"));
    let mut facts = Facts::new();
    for (name, field) in &told.fields {
        add(name, field, teller, &mut facts);
    }
    let facts = facts.iter().map(|(name, fact)| (&**name, fact.clone()));
    let more = more
        .iter()
        .map(|(name, fact)| (*name, fact.as_str().into()));
    let face = ("face", teller.cx().face.word().into());
    let facts: Vec<(&str, Fact<'_>)> = facts.chain([face]).chain(more).collect();
    teller.cx().said(&key, &facts)
}

/// Adds a field: by its type, or else as it is; of a field with fields of its own, those.
fn add(name: &'static str, told: &Told, teller: &impl Teller, facts: &mut Facts) {
    let cx = teller.cx();
    let fact: Fact<'static> = match (told.kind, &told.value) {
        (_, Value::Null) => "none".into(),
        (_, Value::Bool(yes)) => yes.to_string().into(),
        ("Skill", Value::String(skill)) => Skill::from_name(skill)
            .map_or_else(String::new, |skill| skill_name(skill, cx))
            .into(),
        ("GameKind", _) => game_name(told.read::<GameKind>().name(), cx).into(),
        ("", Value::Number(left)) if name == "left_s" => {
            let left = left.as_u64().unwrap_or_default();
            return facts.push(("left".to_owned(), more_time(left as u32, cx).into()));
        }
        ("", Value::Number(number)) => number.as_f64().unwrap_or_default().into(),
        // What somebody is called.
        ("", Value::String(text)) if name == "name" => cx.name(text).into(),
        ("", Value::String(text)) => text.clone().into(),
        _ => match teller.say(name, told, facts) {
            Some(said) => said.into(),
            None if !told.fields.is_empty() => {
                return told
                    .fields
                    .iter()
                    .for_each(|(name, field)| add(name, field, teller, facts));
            }
            None if !told.name.is_empty() => told.name.into(),
            None => match &told.value {
                Value::String(text) => text.clone().into(),
                value => value.to_string().into(),
            },
        },
    };
    facts.push((name.to_owned(), fact));
}

/// What a table tells of seats, people and what its game has.
impl<G: Voice> Teller for TableContext<'_, G> {
    fn cx(&self) -> &RenderContext {
        self
    }

    /// Of a seat `x`, who sits there is `x`, and what the seat is called `x_place`.
    fn say(&self, name: &'static str, told: &Told, facts: &mut Facts) -> Option<String> {
        match told.kind {
            "Seat" if told.value.is_number() => {
                let seat = told.read::<Seat>();
                facts.push((format!("{name}_place"), G::seat_name(seat, self).into()));
                Some(who(seat, self))
            }
            "PersonId" => Some(person(told.read::<PersonId>(), self)),
            _ => G::said(told, self),
        }
    }
}

/// What is told at no table.
impl Teller for RenderContext {
    fn cx(&self) -> &RenderContext {
        self
    }
}

/// At which stage a table is, as sentences choose by it.
pub fn stage<V>(stage: &StageView<V>) -> String {
    let word = match stage {
        StageView::Lobby => "lobby",
        StageView::Playing(_) => "playing",
        StageView::Over(_) => "over",
        StageView::Closed => "closed",
    };
    word.to_owned()
}

struct Walk;

/// The parts of a value that has some.
struct Parts {
    told: Told,
    is_list: bool,
}

impl Parts {
    fn new(kind: &'static str, name: &'static str, is_list: bool) -> Result<Self, Error> {
        let told = Told {
            kind,
            name,
            ..Told::default()
        };
        Ok(Self { told, is_list })
    }

    fn whole(mut self) -> Told {
        if self.is_list {
            self.told.kind = self.told.fields.first().map_or("", |(_, part)| part.kind);
            self.told.fields.clear();
        }
        self.told
    }
}

macro_rules! plain {
    ($($method:ident($($kind:ty)?)),+) => {
        $(fn $method(self $(, _: $kind)?) -> Result<Told, Error> {
            Ok(Told::default())
        })+
    };
}

macro_rules! begin {
    ($($method:ident($($name:ident: $kind:ty),+) $parts:expr),+) => {
        $(fn $method(self, $($name: $kind),+) -> Result<Parts, Error> {
            $parts
        })+
    };
}

impl Serializer for Walk {
    type Ok = Told;
    type Error = Error;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Parts;
    type SerializeTupleVariant = Parts;
    type SerializeMap = Impossible<Told, Error>;
    type SerializeStruct = Parts;
    type SerializeStructVariant = Parts;

    plain!(
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_f32(f32),
        serialize_f64(f64),
        serialize_char(char),
        serialize_str(&str),
        serialize_bytes(&[u8]),
        serialize_none(),
        serialize_unit(),
        serialize_unit_struct(&'static str)
    );

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Told, Error> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        kind: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<Told, Error> {
        Ok(Parts::new(kind, name, false)?.told)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        kind: &'static str,
        value: &T,
    ) -> Result<Told, Error> {
        let told = value.serialize(self)?;
        Ok(Told { kind, ..told })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        kind: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<Told, Error> {
        let inner = Told::of(value);
        let mut told = Parts::new(kind, name, false)?.told;
        told.fields = match inner.fields.is_empty() {
            true => vec![("it", inner)],
            false => inner.fields,
        };
        Ok(told)
    }

    begin!(
        serialize_seq(_len: Option<usize>) Parts::new("", "", true),
        serialize_tuple(_len: usize) Parts::new("", "", true),
        serialize_tuple_struct(kind: &'static str, _len: usize) Parts::new(kind, "", true),
        serialize_tuple_variant(kind: &'static str, _at: u32, name: &'static str, _len: usize)
            Parts::new(kind, name, true),
        serialize_struct(kind: &'static str, _len: usize) Parts::new(kind, "", false),
        serialize_struct_variant(kind: &'static str, _at: u32, name: &'static str, _len: usize)
            Parts::new(kind, name, false)
    );

    fn serialize_map(self, _: Option<usize>) -> Result<Impossible<Told, Error>, Error> {
        Err(ser::Error::custom("has parts without names"))
    }
}

macro_rules! parts {
    ($($of:ident::$add:ident($($name:ident)?) $called:expr),+) => {
        $(impl ser::$of for Parts {
            type Ok = Told;
            type Error = Error;

            fn $add<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                part: &T,
            ) -> Result<(), Error> {
                self.told.fields.push(($called, Told::of(part)));
                Ok(())
            }

            // What is at its default is a fact all the same.
            $(fn skip_field(&mut self, $name: &'static str) -> Result<(), Error> {
                self.told.fields.push(($name, Told::default()));
                Ok(())
            })?

            fn end(self) -> Result<Told, Error> {
                Ok(self.whole())
            }
        })+
    };
}
parts!(
    SerializeSeq::serialize_element() "",
    SerializeTuple::serialize_element() "",
    SerializeTupleStruct::serialize_field() "",
    SerializeTupleVariant::serialize_field() "",
    SerializeStruct::serialize_field(key) key,
    SerializeStructVariant::serialize_field(key) key
);
