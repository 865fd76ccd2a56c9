//! What messages are made of, as Discord reads it: rows of buttons and menus, and the parts of messages that are laid
//! out.

use std::sync::Arc;

use serde::{Serialize, Serializer};

/// A number that is always the same, such as that of a kind of component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Always<const N: u8>;

impl<const N: u8> Serialize for Always<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(N)
    }
}

/// The rows of controls of a message. Copies share them.
pub type Rows = Arc<[Row]>;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    #[serde(rename = "type")]
    pub kind: Always<1>,
    pub components: Vec<Component>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Component {
    Button(Button),
    Link(LinkButton),
    Menu(Menu),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Button {
    #[serde(rename = "type")]
    pub kind: Always<2>,
    pub custom_id: String,
    pub style: u8,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emoji: Option<ButtonEmoji>,
    pub disabled: bool,
}

/// A button that is an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LinkButton {
    #[serde(rename = "type")]
    pub kind: Always<2>,
    pub style: Always<5>,
    pub label: String,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Menu {
    #[serde(rename = "type")]
    pub kind: Always<3>,
    pub custom_id: String,
    pub placeholder: String,
    pub min_values: u8,
    pub max_values: u8,
    pub options: Vec<MenuChoice>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MenuChoice {
    pub label: String,
    pub value: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emoji: Option<ButtonEmoji>,
    pub default: bool,
}

/// An emoji of the bot. Ids are written as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ButtonEmoji {
    pub animated: bool,
    #[serde(serialize_with = "as_text")]
    pub id: u64,
    pub name: String,
}

fn as_text<S: Serializer>(id: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(id)
}

impl Component {
    /// The code of a control.
    pub fn code(&self) -> Option<&str> {
        match self {
            Component::Button(button) => Some(&button.custom_id),
            Component::Menu(menu) => Some(&menu.custom_id),
            Component::Link(_) => None,
        }
    }

    /// Leaves out the emojis. A button that has nothing else shows the name of its own: `t_SK_3fa9` is worth `SK`.
    pub fn leave_out_emojis(&mut self) {
        match self {
            Component::Button(button) => {
                let emoji = button.emoji.take();
                if let Some(emoji) = emoji.filter(|_| button.label.is_empty()) {
                    let name = emoji.name.as_str();
                    let stem = name.split_once('_').map_or(name, |(_, stem)| stem);
                    let stem = stem.rsplit_once('_').map_or(stem, |(stem, _)| stem);
                    button.label = stem.to_owned();
                }
            }
            Component::Menu(menu) => {
                menu.options
                    .iter_mut()
                    .for_each(|choice| choice.emoji = None);
            }
            Component::Link(_) => {}
        }
    }
}

/// A frame around the parts of a message that is laid out.
#[derive(Debug, Serialize)]
pub struct Container<'a> {
    #[serde(rename = "type")]
    pub kind: Always<17>,
    pub accent_color: u32,
    pub components: Vec<Part<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Part<'a> {
    Text {
        #[serde(rename = "type")]
        kind: Always<10>,
        content: String,
    },
    Gallery {
        #[serde(rename = "type")]
        kind: Always<12>,
        items: [Item<'a>; 1],
    },
    Row(&'a Row),
}

#[derive(Debug, Serialize)]
pub struct Item<'a> {
    pub media: Media,
    pub description: &'a str,
}

#[derive(Debug, Serialize)]
pub struct Media {
    pub url: String,
}

impl Media {
    /// A file that is attached to the message.
    pub fn attached(name: &str) -> Self {
        Self {
            url: format!("attachment://{name}"),
        }
    }
}
