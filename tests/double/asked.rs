//! An interaction from the side of the person who caused it: whether and how it was answered.

use super::Double;
use super::acting::Use;
use super::people::Seen;
use super::state::{ACKNOWLEDGE_WITHIN, Answer, Kind, World};
use serde_json::{Value, json};
use serenity::model::id::{InteractionId, MessageId, UserId};
use std::time::Duration;

/// A command, press, choice or form that was sent to the bot.
#[derive(Clone)]
pub struct Asked {
    pub double: Double,
    pub id: InteractionId,
    pub by: UserId,
}

impl Asked {
    fn told(&self, what: &str) -> String {
        let world = self.double.world();
        let interaction = &world.interactions[&self.id];
        format!("{what} to {} of {}", interaction.what, world.name(self.by))
    }

    /// Waits for the acknowledgement.
    #[track_caller]
    pub fn answered(&self) -> impl Future<Output = Answer> {
        let id = self.id;
        self.double.find(self.told("an answer"), move |world| {
            world.interactions[&id].answer.clone()
        })
    }

    /// Waits for the message that answers: new, or the one whose control was used after its change.
    #[track_caller]
    pub fn message(&self) -> impl Future<Output = Seen> + use<> {
        let (id, by) = (self.id, self.by);
        self.double
            .find(self.told("a message in answer"), move |world| {
                let message = settled(world, id)?;
                Some(world.seen(&world.messages[&message], by))
            })
    }

    /// Waits for a form, and sends it with these words.
    pub async fn writes(&self, words: &str) -> Asked {
        self.changes(|_| words.to_owned()).await
    }

    /// The same with what becomes of the text that stands in it.
    pub async fn changes(&self, change: impl FnOnce(&str) -> String) -> Asked {
        let Answer::Form { code, text } = self.answered().await else {
            panic!("{}", self.told("no form"));
        };
        let words = change(&text);
        let field = json!({"type": 4, "id": 2, "custom_id": "words", "value": words});
        let rows = json!([{"type": 1, "id": 1, "components": [field]}]);
        let (by, what) = (self.by, format!("a form: {words}"));
        let id = self.double.update(|world| {
            let asked = &world.interactions[&self.id];
            let (channel, source) = (asked.channel, asked.source);
            let data = json!({"custom_id": code, "components": rows});
            world.interact(Use {
                kind: Kind::Form,
                by,
                channel,
                source,
                what,
                data,
            })
        });
        let double = self.double.clone();
        Asked { double, id, by }
    }

    /// Waits for completions.
    #[track_caller]
    pub fn choices(&self) -> impl Future<Output = Vec<(String, Value)>> + use<> {
        let id = self.id;
        self.double.find(
            self.told("completions in answer"),
            move |world| match &world.interactions[&id].answer {
                Some(Answer::Choices(choices)) => Some(choices.clone()),
                Some(_) | None => None,
            },
        )
    }

    /// Waits until Discord gives up on it and shows that the interaction failed.
    #[track_caller]
    pub fn failed(&self) -> impl Future<Output = ()> {
        let id = self.id;
        self.double
            .find(self.told("a failure in answer"), move |world| {
                let interaction = &world.interactions[&id];
                let late = world.now() > interaction.created + ACKNOWLEDGE_WITHIN;
                (interaction.answer.is_none() && late).then_some(())
            })
    }

    /// How long the acknowledgement took, once it came.
    pub fn took(&self) -> Option<Duration> {
        let world = self.double.world();
        let interaction = &world.interactions[&self.id];
        interaction
            .answered
            .map(|answered| answered - interaction.created)
    }

    /// From now on the token is of no use.
    pub fn expires(&self) {
        self.double.update(|world| {
            if let Some(interaction) = world.interactions.get_mut(&self.id) {
                interaction.expires = Duration::ZERO;
            }
        });
    }
}

fn settled(world: &World, id: InteractionId) -> Option<MessageId> {
    let interaction = &world.interactions[&id];
    match interaction.answer.as_ref()? {
        Answer::Message(message) | Answer::Updated(message) => Some(*message),
        Answer::Deferred(message) => {
            Some(*message).filter(|message| !world.messages[message].is_loading())
        }
        // What is private follows; a message that others see may change for other reasons, and another
        // one that they see may be posted by the token.
        Answer::DeferredUpdate => {
            let original = interaction.original?;
            let source = &world.messages[&original];
            let shared = source.guild.is_some() || world.is_group(source.channel);
            let public = source.only.is_none() && shared;
            let mut followed = interaction.messages.iter();
            let followed = followed.find(|own| {
                let seen_by_one = world.messages[*own].only.is_some();
                **own != original && (seen_by_one || !public)
            });
            let changed = source.edited.is_some_and(|at| at >= interaction.created);
            let changed = (changed && !public).then_some(original);
            followed.copied().or(changed)
        }
        Answer::Choices(_) | Answer::Window(_) | Answer::Form { .. } => None,
    }
}
