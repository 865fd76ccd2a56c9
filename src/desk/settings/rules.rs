//! The house rules with which new tables of a server begin.
//!
//! Decides who may keep them, and what a new table takes of them. They are kept with the settings of the
//! server, a line for each game; [`crate::game::kept_rules`] writes it.

use super::change::no_server;
use crate::desk::answer::{Done, refuse};
use crate::desk::{Answer, AskedFrom, At, Desk, Served, Who};
use crate::game::{GameKind, at_game, kept_rules, rules_of_kept};
use crate::store::{GuildId, Scope};
use crate::text::context::RenderContext;
use crate::text::settings::{self, RULES, STANDARD};
use crate::text::trouble::Trouble;

impl Desk {
    /// The rules with which a table of this game begins that is opened here.
    pub(in crate::desk) async fn opening_rules<G: Served>(&self, place: &AskedFrom) -> G::Rules {
        let guild = self.settings.guild(place.guild).await;
        let mut kept = guild.rules(RULES);
        let kept = kept.remove(G::KIND.name());
        kept.map(|kept| rules_of_kept(&kept)).unwrap_or_default()
    }

    /// Lets new tables of the server begin with these rules. Standard ones are not kept.
    pub(in crate::desk) async fn set_server_rules<G: Served>(
        &self,
        at: &At<'_, G>,
        rules: &G::Rules,
    ) -> Done {
        let cx = &at.cx;
        let Some(guild) = at.place.guild else {
            return no_server("rules save server", cx);
        };
        if !at.who.moderator {
            return refuse(Trouble::NotModerator.page(cx));
        }
        let game = G::KIND.name();
        let mut before = self.settings.guild(Some(guild)).await.rules(RULES);
        let before = before.remove(game);
        let kept = kept_rules(rules);
        let kept = Some(kept).filter(|kept| *kept != kept_rules(&G::Rules::default()));
        let from = before.unwrap_or_else(|| STANDARD.to_owned());
        let (scope, setting) = (Scope::Guild(GuildId(guild)), format!("{RULES}{game}"));
        self.set_and_log(at, scope, setting, (from, kept)).await?;
        Ok(Answer::shown(settings::rules_line::<G>(rules, cx)))
    }

    /// With which rules new tables of the server begin, where they are not standard; for those who may
    /// change that, how it is done.
    pub(super) async fn server_rules(
        &self,
        who: &Who,
        place: &AskedFrom,
        cx: &RenderContext,
    ) -> Vec<String> {
        let mut rules = self.settings.guild(place.guild).await.rules(RULES);
        let kept = GameKind::ALL.into_iter().filter_map(|game| {
            let kept = rules.remove(game.name())?;
            Some(at_game!(game, G => settings::rules_line::<G>(&rules_of_kept(&kept), cx)))
        });
        let mut lines: Vec<String> = kept.collect();
        if who.moderator {
            let (save, forget) = ("rules save server", "rules forget server");
            let (save, forget) = (cx.command(save), cx.command(forget));
            lines.push(say!(cx, "server-rules-hint", save, forget));
        }
        lines
    }
}
