//! Routes about the application, users and servers, and the doors of the gateway.

use super::{Answered, Refusal, Reply, body_id, guild_id};
use crate::server::Call;
use crate::state::World;
use serde_json::{Value, json};
use serenity::model::id::UserId;

impl World {
    pub fn other_routes(&mut self, call: &Call, path: &[&str]) -> Answered {
        match (call.method.as_str(), path) {
            ("GET", ["gateway"]) => Ok(Reply::json(json!({"url": self.gateway_url}))),
            ("GET", ["gateway", "bot"]) => Ok(Reply::json(self.gateway_bot())),
            ("GET", ["users", "@me"]) => Ok(Reply::json(self.own_user())),
            ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
                Ok(Reply::json(self.application_json()))
            }
            ("GET", ["users", "@me", "guilds"]) => Ok(Reply::json(self.own_guilds())),
            ("POST", ["users", "@me", "channels"]) => self.open_direct(call),
            ("GET", ["applications", _, "activity-instances", name]) => self.window(name),
            (_, ["applications", _, "emojis", rest @ ..]) => self.emoji_routes(call, rest),
            (_, ["guilds", guild, rest @ ..]) => self.guild_routes(call, guild, rest),
            _ => self.no_route(call),
        }
    }

    fn guild_routes(&mut self, call: &Call, guild: &str, rest: &[&str]) -> Answered {
        let id_of_guild = guild_id(guild)?;
        let guild = self
            .guilds
            .get(&id_of_guild)
            .ok_or_else(|| Refusal::new(404, 10_004, "Unknown Guild"))?;
        if !guild.members.contains_key(&self.bot) {
            return Err(Refusal::missing_access());
        }
        match (call.method.as_str(), rest) {
            ("GET", ["threads", "active"]) => Ok(Reply::json(self.threads_json(id_of_guild))),
            _ => self.no_route(call),
        }
    }

    fn gateway_bot(&self) -> Value {
        let used = u64::try_from(self.identified.len()).expect("few identifications");
        let start = json!({
            "total": 1000, "remaining": self.options.session_starts.saturating_sub(used), "reset_after": 86_400_000,
            "max_concurrency": self.options.max_concurrency,
        });
        json!({"url": self.gateway_url, "shards": self.options.shards, "session_start_limit": start})
    }

    fn own_user(&self) -> Value {
        let mut user = self.user_json(self.bot);
        user["verified"] = json!(true);
        user["email"] = Value::Null;
        user["locale"] = json!("en-US");
        user
    }

    fn application_json(&self) -> Value {
        let granted = self.options.granted;
        let flag = |intent, flag: u64| if granted.contains(intent) { flag } else { 0 };
        use serenity::model::gateway::GatewayIntents as Intents;
        // The limited flags: an application in fewer than 100 guilds switches them on in the portal.
        let flags = flag(Intents::GUILD_PRESENCES, 1 << 13)
            | flag(Intents::GUILD_MEMBERS, 1 << 15)
            | flag(Intents::MESSAGE_CONTENT, 1 << 19);
        let owner = self
            .users
            .values()
            .find(|user| !user.bot)
            .map(|user| self.user_json(user.id));
        let mut application = json!({
            "id": self.application, "name": self.options.name, "icon": null, "description": "", "rpc_origins": [],
            "bot_public": true, "bot_require_code_grant": false, "owner": owner, "verify_key": "00", "team": null,
            "summary": "", "flags": flags, "approximate_guild_count": self.guilds.len(), "redirect_uris": [],
            "approximate_user_install_count": 0, "interactions_endpoint_url": null, "tags": [],
            "integration_types_config": {"0": {"oauth2_install_params": null}}, "type": null, "hook": true,
            "bot": self.user_json(self.bot), "role_connections_verification_url": null,
        });
        for (field, value) in self.options.application.as_object().into_iter().flatten() {
            application[field] = value.clone();
        }
        application
    }

    fn own_guilds(&self) -> Value {
        let own = self
            .guilds
            .values()
            .filter(|guild| guild.members.contains_key(&self.bot));
        let short = own.map(|guild| {
            json!({
                "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": false, "features": [],
                "permissions": self.guild_permissions(self.bot, guild.id),
            })
        });
        short.collect()
    }

    fn open_direct(&mut self, call: &Call) -> Answered {
        let person = body_id(&call.body["recipient_id"]).map(UserId::new);
        let person = person.filter(|person| self.users.get(person).is_some_and(|user| !user.bot));
        let Some(person) = person else {
            return Err(Refusal::new(400, 50_033, "Invalid Recipient(s)"));
        };
        let channel = self.direct_channel(person);
        Ok(Reply::json(self.channel_json(&self.channels[&channel])))
    }
}
