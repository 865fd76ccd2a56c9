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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::answer::Effect;
    use crate::desk::at_any_table;
    use crate::desk::tests::{anew, desk, guild, place, run};
    use crate::game::Viewer;
    use crate::host::AnyTable;
    use crate::table::TableKey;

    /// Somebody who may change the settings of server 9.
    fn moderator() -> Who {
        Who {
            moderator: true,
            ..anew(9)
        }
    }

    /// Another channel of server 9.
    fn beside(channel: u64) -> AskedFrom {
        place(channel, Some(9))
    }

    async fn check(
        desk: &Desk,
        who: Who,
        place: AskedFrom,
        line: &str,
        expected: Effect,
    ) -> String {
        let answer = run(desk, &who, &place, line).await;
        let told = answer.page.text();
        assert_eq!(answer.outcome, expected, "{line}: {told}");
        told
    }

    fn rules_of(table: &AnyTable) -> String {
        at_any_table!(table, handle => kept_rules(&handle.view(Viewer::Public).rules))
    }

    /// The rules of the table that somebody opens in a channel by this command.
    async fn opened(desk: &Desk, place: &AskedFrom, line: &str) -> String {
        let host = anew(place.channel);
        check(desk, host, place.clone(), line, Effect::Done).await;
        let table = desk.host().get(TableKey(place.channel));
        rules_of(&table.expect("a table"))
    }

    #[tokio::test]
    async fn new_tables_of_the_server_begin_with_the_rules_that_are_kept_for_it() {
        let desk = desk();
        for (who, line, expected) in [
            (moderator(), "join", Effect::Done),
            (moderator(), "rules jack=single match_to=10", Effect::Done),
            (anew(1), "rules save server", Effect::Refused),
            (moderator(), "rules save server", Effect::Shown),
        ] {
            check(&desk, who, guild(), line, expected).await;
        }
        let kept = "match_to=10 jack=single";
        assert_eq!(opened(&desk, &beside(501), "join").await, kept);
        assert_eq!(opened(&desk, &beside(502), "uno").await, "-");
        assert_eq!(opened(&desk, &place(600, Some(8)), "join").await, "-");
        assert_eq!(opened(&desk, &place(700, None), "join").await, "-");
        let here = || desk.host().get(TableKey(501)).expect("a table");
        for (line, rules) in [
            ("rules preset=standard", "-"),
            ("rules server", kept),
            ("rules jack=any", "match_to=10 jack=any"),
            ("rules preset=server", kept),
        ] {
            check(&desk, anew(501), beside(501), line, Effect::Done).await;
            assert_eq!(rules_of(&here()), rules, "{line}");
        }
        let refused = Effect::Refused;
        check(&desk, anew(1), guild(), "rules forget server", refused).await;
        let forget = "rules forget server";
        check(&desk, moderator(), guild(), forget, Effect::Shown).await;
        assert_eq!(opened(&desk, &beside(503), "join").await, "-");
        check(&desk, anew(501), beside(501), "rules server", Effect::Done).await;
        assert_eq!(rules_of(&here()), "-");
    }

    #[tokio::test]
    async fn a_preset_and_an_own_set_can_be_kept_for_the_server() {
        let desk = desk();
        check(&desk, moderator(), guild(), "join", Effect::Done).await;
        check(&desk, moderator(), guild(), "rules rounds=4", Effect::Done).await;
        let save = "rules save Our  evening";
        check(&desk, moderator(), guild(), save, Effect::Shown).await;
        for (channel, line, expected, kept) in [
            (501, "rules save server short", Effect::Shown, "match_to=6"),
            (
                502,
                "rules save server our evening",
                Effect::Shown,
                "rounds=4",
            ),
            (503, "rules save server nobody", Effect::Refused, "rounds=4"),
            (504, "rules save guild standard", Effect::Shown, "-"),
        ] {
            check(&desk, moderator(), guild(), line, expected).await;
            assert_eq!(
                opened(&desk, &beside(channel), "join").await,
                kept,
                "{line}"
            );
        }
        let alone = || Who {
            moderator: true,
            ..anew(700)
        };
        let direct = || place(700, None);
        check(&desk, alone(), direct(), "join", Effect::Done).await;
        let save = "rules save server";
        check(&desk, alone(), direct(), save, Effect::Refused).await;
    }

    #[tokio::test]
    async fn the_lobby_says_whose_rules_they_are_and_the_log_who_kept_them() {
        let desk = desk();
        check(&desk, moderator(), guild(), "join", Effect::Done).await;
        check(
            &desk,
            moderator(),
            guild(),
            "rules match_to=10",
            Effect::Done,
        )
        .await;
        let lobby = async || {
            let table = desk.host().get(TableKey(guild().channel)).expect("a table");
            at_any_table!(&table, handle => desk.public_page(handle, &guild()).await.text())
        };
        let servers = "House rules of this server: Last level **10**";
        assert!(!lobby().await.contains(servers), "{}", lobby().await);
        let save = "rules save server";
        let told = check(&desk, moderator(), guild(), save, Effect::Shown).await;
        assert!(told.contains("Last level **10**"), "{told}");
        assert!(lobby().await.contains(servers), "{}", lobby().await);
        check(&desk, moderator(), guild(), "rules jack=any", Effect::Done).await;
        assert!(!lobby().await.contains("this server"), "{}", lobby().await);
        let page = "settings server";
        let told = check(&desk, anew(1), guild(), page, Effect::Shown).await;
        assert!(
            told.contains("Last level **10**") && !told.contains("forget"),
            "{told}"
        );
        let forget = "rules forget server";
        check(&desk, moderator(), guild(), forget, Effect::Shown).await;
        let log = check(&desk, moderator(), guild(), "settings log", Effect::Shown).await;
        for change in [
            "standard → Last level **10**",
            "Last level **10** → standard",
        ] {
            assert!(log.contains(change), "{log}");
        }
    }

    #[tokio::test]
    async fn rooms_begin_with_them_but_not_the_round_after_the_lesson() {
        let desk = desk();
        let kept =
            |game: &str, rules: &str| vec![(format!("{RULES}{game}"), Some(rules.to_owned()))];
        let scope = Scope::Guild(GuildId(9));
        assert!(
            desk.settings
                .set(scope, kept("tractor", "match_to=10"))
                .await
        );
        assert!(desk.settings.set(scope, kept("ttt", "size=4")).await);
        check(&desk, anew(1), guild(), "room new", Effect::Shown).await;
        let room = desk.host().list().pop().expect("a room");
        assert_eq!(rules_of(&room), "match_to=10");
        let page = at_any_table!(&room, handle => desk.public_page(handle, &guild()).await.text());
        assert!(page.contains("House rules: Last level **10**"), "{page}");
        check(&desk, anew(2), guild(), "practice round", Effect::Shown).await;
        let tables = desk.host().list();
        let after = tables.iter().find(|table| table.key() != room.key());
        assert!(!rules_of(after.expect("a room")).contains("match_to"));
        let first = "ttt 0 first=opponent";
        check(&desk, anew(3), guild(), first, Effect::Done).await;
        let tables = desk.host().list();
        let game = tables
            .iter()
            .find(|table| table.kind() == GameKind::TicTacToe);
        assert_eq!(rules_of(game.expect("a game")), "size=4 first=opponent");
    }
}
