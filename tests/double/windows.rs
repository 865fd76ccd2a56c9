//! Windows of the application (Discord's *Activities*): who is in them, and how a page there learns who somebody is.

use super::rest::{Answered, Refusal, Reply, id};
use super::server::Call;
use super::state::{Place, World};
use super::{Double, Person};
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, UserId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The secret of the application.
pub const CLIENT_SECRET: &str = "double-client-secret";
/// The flag of an application for which Activities are switched on.
const EMBEDDED: u64 = 1 << 17;
const ENTRY_POINT: u64 = 4;

#[derive(Default)]
pub struct Windows {
    open: BTreeMap<String, Window>,
    /// What was given to a page that was let know who somebody is, and not used yet.
    codes: HashMap<String, UserId>,
    /// What such a code was exchanged for.
    bearers: HashMap<String, UserId>,
}

struct Window {
    channel: ChannelId,
    users: BTreeSet<UserId>,
}

impl Double {
    /// A window in a channel with these people in it; its name.
    pub fn window(&self, channel: ChannelId, people: &[&Person]) -> String {
        self.update(|world| {
            let name = world.add_window(channel);
            let window = world.windows.open.get_mut(&name).expect("it was opened");
            window.users.extend(people.iter().map(|person| person.id));
            name
        })
    }

    /// Somebody comes into a window.
    pub fn enters(&self, person: &Person, window: &str) {
        self.update(|world| {
            if let Some(window) = world.windows.open.get_mut(window) {
                window.users.insert(person.id);
            }
        });
    }

    /// Whether somebody is in a window.
    pub fn is_in(&self, person: &Person, window: &str) -> bool {
        let world = self.world();
        let window = world.windows.open.get(window);
        window.is_some_and(|window| window.users.contains(&person.id))
    }
}

impl Person {
    /// Lets a page know who they are; the code that it is given.
    pub fn consents(&self) -> String {
        self.double.update(|world| {
            let code = format!("code+{}", world.snowflake());
            world.windows.codes.insert(code.clone(), self.id);
            code
        })
    }
}

impl World {
    fn has_windows(&self) -> bool {
        let flags = self.options.application["flags"].as_u64();
        flags.is_some_and(|flags| flags & EMBEDDED != 0)
    }

    fn add_window(&mut self, channel: ChannelId) -> String {
        let name = format!("i-{}-gc-{channel}", self.snowflake());
        let users = BTreeSet::new();
        self.windows
            .open
            .insert(name.clone(), Window { channel, users });
        name
    }

    /// Somebody opens a window, or comes into the one that their channel has.
    pub fn open_window(&mut self, channel: ChannelId, by: UserId) -> Result<String, Refusal> {
        if !self.has_windows() {
            return Err(Refusal::new(
                400,
                50_234,
                "Application does not have Activities enabled",
            ));
        }
        let mut open = self.windows.open.iter();
        let there = open.find(|(_, window)| window.channel == channel);
        let there = there.map(|(name, _)| name.clone());
        let name = there.unwrap_or_else(|| self.add_window(channel));
        let window = self
            .windows
            .open
            .get_mut(&name)
            .expect("it was found or added");
        window.users.insert(by);
        Ok(name)
    }

    /// Where there are windows, the command that opens them stays in every list.
    pub fn check_entry_point(&self, wanted: &[Value]) -> Result<(), Refusal> {
        let named = wanted.iter().any(|command| command["type"] == ENTRY_POINT);
        match (named, self.has_windows()) {
            (false, true) => Err(Refusal::new(
                400,
                50_240,
                "You cannot remove this app's Entry Point command in a bulk update operation.",
            )),
            (true, false) => Err(Refusal::invalid_body(
                "type",
                "Entry Point commands are for apps with Activities",
            )),
            _ => Ok(()),
        }
    }

    /// Who is in a window.
    pub fn window(&self, name: &str) -> Answered {
        let unknown = || Refusal::new(404, 0, "404: Not Found");
        let window = self.windows.open.get(name).ok_or_else(unknown)?;
        let channel = window.channel;
        let mut location =
            json!({"id": format!("gc-{channel}"), "kind": "pc", "channel_id": channel});
        if let Some(Place::Guild(guild)) = self.channels.get(&channel).map(|own| &own.place) {
            location["kind"] = json!("gc");
            location["guild_id"] = json!(guild);
        }
        Ok(Reply::json(json!({
            "application_id": self.application, "instance_id": name, "launch_id": "1", "location": location,
            "users": window.users,
        })))
    }

    /// Requests that are not the bot's but somebody's own, or ask for leave to make those.
    pub fn answer_person(&mut self, call: &Call) -> Option<Answered> {
        let path: Vec<&str> = call.path.iter().map(String::as_str).collect();
        match (call.method.as_str(), path.as_slice()) {
            ("POST", ["oauth2", "token"]) => Some(self.exchange(&call.body)),
            ("GET", ["users", "@me"]) => {
                let bearer = call.authorization.strip_prefix("Bearer ")?;
                let user = self.windows.bearers.get(bearer).copied();
                let told = user.map(|user| {
                    let mut told = self.user_json(user);
                    told["locale"] = json!("en-US");
                    Reply::json(told)
                });
                Some(told.ok_or_else(Refusal::unauthorized))
            }
            _ => None,
        }
    }

    fn exchange(&mut self, given: &Value) -> Answered {
        let refused = |status, error: &str| {
            let message = json!({ "error": error }).to_string();
            Err(Refusal::new(status, 0, &message))
        };
        let application = given["client_id"].as_str().unwrap_or_default();
        if id(application)? != self.application.get() || given["client_secret"] != CLIENT_SECRET {
            return refused(401, "invalid_client");
        }
        let code = given["code"].as_str().unwrap_or_default();
        let user = self.windows.codes.remove(code);
        let Some(user) = user.filter(|_| given["grant_type"] == "authorization_code") else {
            return refused(400, "invalid_grant");
        };
        let bearer = format!("bearer-{}", self.snowflake());
        self.windows.bearers.insert(bearer.clone(), user);
        Ok(Reply::json(json!({
            "access_token": bearer, "token_type": "Bearer", "expires_in": 604_800, "refresh_token": "unused",
            "scope": "identify",
        })))
    }
}
