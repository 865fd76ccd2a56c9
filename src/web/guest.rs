//! Who looks at a screen: in which words they are answered, and what their wishes do at the desk.

use super::messages::Wish;
use super::*;
use crate::command::{Anywhere, Name};
use crate::desk::browsers::fresh_number;
use crate::desk::{AskedFrom, Command, Served, Who, at_any_table};
use crate::game::{GameKind, Viewer, at_game};
use crate::host::{AnyTable, TableNews};
use crate::table::{PersonId, Position, StageView, TableId, TableKey};
use crate::text::markup::plain;
use crate::text::page::{Control, Style};
use crate::text::press::Press;
use crate::text::scene::given;
use crate::text::table::{game_name, notice_lines, plain_who};
use crate::text::trouble::Trouble;
use crate::text::words::quotable;

/// The most news of a frame; the newest stay.
const MOST_NEWS: usize = 30;
/// Keys of tables that are opened here: no channel's, no room's and none that a game has beside them.
const KEYS: u64 = 1 << 61;

/// What somebody may see and do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// At home whoever has the address of a table may look on, and everybody opens tables.
    AtHome,
    /// Who came by a link of their own: the tables where they sit.
    Member,
    /// Who came by a link for watching: what everybody may see of that table, as long as this server lets them.
    Watcher { table: TableId, guild: u64 },
    /// Who came by none, or by an address that leads nowhere.
    Stranger,
}

/// Who comes, and what they want to see.
pub struct Guest {
    pub site: Arc<Site>,
    pub visitor: Visitor,
    pub standing: Standing,
    /// The token of their session, if they have one.
    pub token: Option<String>,
    /// The [changes](crate::desk::settings::Settings::changes) up to which it was looked at whether they may be here.
    pub changes: Option<u64>,
    /// None for the first page.
    pub table: Option<TableKey>,
    /// The table of the window in which they came in: they see it as everybody in its channel does, and may sit down.
    pub window: Option<TableKey>,
    /// From where they come.
    pub client: IpAddr,
    /// The language of the browser.
    pub language: Option<Locale>,
}

impl Guest {
    pub fn desk(&self) -> &Desk {
        &self.site.desk
    }

    pub async fn context(&self) -> RenderContext {
        self.desk().front.context(&self.who(), &self.place()).await
    }

    pub fn who(&self) -> Who {
        let Visitor { person, name } = &self.visitor;
        let language = self.language.unwrap_or(self.site.options.locale);
        Who {
            locale: Some(language),
            ..Who::new(*person, name.clone().unwrap_or_else(|| somebody(language)))
        }
    }

    /// Where what they ask for is asked: at their table, or as in direct messages.
    pub fn place(&self) -> AskedFrom {
        let client = (!self.site.is_by_link()).then_some(self.client);
        let Some(key) = self.table else {
            let nowhere = AskedFrom::new(0, None);
            return AskedFrom { client, ..nowhere };
        };
        let (place, guild) = match (&self.standing, &self.site.options.neighbour) {
            (Standing::Watcher { guild, .. }, _) => (AskedFrom::new(key.0, None), Some(*guild)),
            (Standing::Member, Some(neighbour)) => {
                let place = self.desk().finder.seat_place(self.visitor.person, key);
                let guild = place.guild.or_else(|| neighbour.guild_of(place.channel));
                (place, guild)
            }
            _ => (AskedFrom::new(key.0, None), None),
        };
        AskedFrom {
            guild,
            table: Some(key),
            client,
            ..place
        }
    }

    /// Why they may not be here any more: they are shut out, or their session was ended.
    pub async fn ended(&mut self) -> Option<String> {
        let desk = self.desk();
        let changes = Some(desk.settings().changes());
        if changes == self.changes {
            return None;
        }
        if desk.people.shuts_out(self.visitor.person, None) {
            return Some(say!(self.context().await, "banned-person"));
        }
        if let Some(token) = &self.token {
            let known = desk.browsers().whose(token, desk.host().now()).await;
            let known = known.inspect_err(|error| {
                tracing::warn!(%error, "a session could not be read");
            });
            if !matches!(known, Ok(Some(_))) {
                return Some(say!(self.context().await, "web-signed-out"));
            }
        }
        self.changes = changes;
        None
    }

    /// Whether this table is theirs: they sit there, or it is that of their window.
    fn is_at(&self, key: TableKey) -> bool {
        self.window == Some(key) || self.desk().finder.is_of(self.visitor.person, key)
    }

    /// The button that opens a table in their window, if there may be one.
    pub fn opening(&self, cx: &RenderContext) -> Option<Control> {
        let table = self.window.filter(|key| self.table == Some(*key))?;
        let label = say!(cx, "button-join");
        Some(Control::button(label, table, "join", Style::Main))
    }

    /// Whether they may see this table, be it only what everybody may see of it.
    pub async fn may_see(&self, table: TableId) -> bool {
        let (desk, guild) = (self.desk(), self.place().guild);
        if desk.people.shuts_out(self.visitor.person, guild) {
            return false;
        }
        match self.standing {
            Standing::AtHome => true,
            Standing::Member => self.is_at(table.key),
            Standing::Watcher {
                table: watched,
                guild,
            } => watched == table && self.desk().front.lets_watch(guild).await,
            Standing::Stranger => false,
        }
    }

    /// Why there is nothing to be seen.
    pub async fn nothing(&self) -> Page {
        let cx = self.context().await;
        let (desk, key) = (self.desk(), self.table.unwrap_or(TableKey(0)));
        match self.standing {
            Standing::AtHome => Trouble::NoTable.page(&cx),
            Standing::Member if desk.host().get(key).is_some() => say!(cx, "web-no-seat").into(),
            Standing::Member => {
                let opening = self.opening(&cx).into_iter().collect();
                Page::line(say!(cx, "web-no-table")).with(opening)
            }
            Standing::Watcher { .. } => say!(cx, "web-not-watched").into(),
            Standing::Stranger if self.token.is_some() => say!(cx, "web-unknown").into(),
            Standing::Stranger if !self.site.is_by_link() => say!(cx, "web-no-cookies").into(),
            Standing::Stranger => [say!(cx, "web-by-link"), say!(cx, "web-by-link-again")]
                .join("\n")
                .into(),
        }
    }

    /// The first page.
    pub async fn home(&self) -> Value {
        let cx = self.context().await;
        let person = self.visitor.person;
        let name = |game: GameKind| game_name(game.name(), &cx);
        let opens = self.standing == Standing::AtHome;
        let games = GameKind::ALL.into_iter().filter(|_| opens);
        let games = games.map(|game| json!({"game": game.name(), "name": name(game)}));
        let own = |table: &AnyTable| {
            at_any_table!(table, handle => {
                let view = handle.view_of(person);
                let own = view.seat_of(person)?;
                // What is over is looked for among what was played.
                let goes_on = matches!(view.stage, StageView::Lobby | StageView::Playing(_));
                let others = view.seats.iter().filter(|place| place.seat != own && !place.occupant.is_empty());
                let people = others.map(|place| plain(&plain_who(place.seat, &cx.at(&view))));
                goes_on.then(|| json!({
                    "key": self.site.options.seals.address(handle.key()),
                    "name": name(table.kind()),
                    "people": cx.list(people),
                    "since": handle.last_deed().0 / 1_000,
                }))
            })
        };
        let mut daily = None;
        if opens {
            daily = self.desk().club.daily_state(person, &cx).await;
        }
        let tables = self.desk().host().list();
        let home = json!({
            "games": games.collect::<Vec<_>>(),
            "daily": daily,
            "tables": tables.iter().filter_map(own).collect::<Vec<_>>(),
            "note": (!opens).then(|| line(&say!(cx, "web-by-link"))),
        });
        json!({"home": given(home, &["daily", "note"])})
    }

    /// Does what is asked for, as far as they may.
    pub async fn carry_out(&mut self, wish: Wish) -> Answer {
        let stays = match self.standing {
            Standing::AtHome => true,
            Standing::Member => self.table.is_none_or(|key| self.is_at(key)),
            Standing::Watcher { .. } | Standing::Stranger => false,
        };
        if !stays {
            return Answer::refused(match self.standing {
                Standing::Watcher { .. } => say!(self.context().await, "web-only-watching").into(),
                _ => self.nothing().await,
            });
        }
        let mut answer = match wish {
            Wish::Press { code, values } => self.press(&code, &values).await,
            Wish::Words(text) => self.say(&text).await,
            Wish::Draft(cards) => self.put_together(cards).await,
            Wish::Open { .. } | Wish::Name(_) if self.standing != Standing::AtHome => {
                self.in_discord().await
            }
            Wish::Open { game, computers } => self.open_table(&game, computers).await,
            Wish::Name(name) => self.call(&name).await,
            Wish::Here(()) => Answer::done(Page::default()),
        };
        if let Some(neighbour) = &self.site.options.neighbour {
            neighbour.is_used_by(self.visitor.person);
            neighbour.post(std::mem::take(&mut answer.said));
        }
        answer
    }

    /// What is not done here is said to be done there.
    async fn in_discord(&self) -> Answer {
        Answer::refused(say!(self.context().await, "web-in-discord"))
    }

    async fn press(&self, code: &str, values: &[String]) -> Answer {
        let Some(press) = Press::of_code(code) else {
            return Answer::refused(say!(self.context().await, "desk-gone"));
        };
        let desk = self.desk();
        if is_elsewhere(&press) && self.standing != Standing::AtHome {
            return match press.line == "join" && self.window == Some(press.table) {
                true => desk.join_in_window(&self.who(), &self.place()).await,
                false => self.in_discord().await,
            };
        }
        // What belongs to another table counts as in direct messages: by who has a seat there.
        let place = match self.standing == Standing::AtHome || self.table == Some(press.table) {
            true => self.place(),
            false => AskedFrom::new(0, None),
        };
        desk.press(&self.who(), &place, &press, values).await
    }

    /// Does what a typed line says.
    async fn say(&self, text: &str) -> Answer {
        let (who, place, cx) = (self.who(), self.place(), self.context().await);
        let desk = self.desk();
        let text = text.trim();
        let text = text.strip_prefix(cx.prefix.as_str()).unwrap_or(text);
        match Command::parse(text) {
            Ok(command) => {
                let command = desk.finder.meant(&who, &place, text, command);
                if self.standing != Standing::AtHome && !is_done_here(command.name) {
                    return self.in_discord().await;
                }
                desk.run(&who, &place, command).await
            }
            Err(unknown) => desk.bare(&who, &place, text, unknown).await,
        }
    }

    async fn put_together(&self, cards: String) -> Answer {
        let line = format!("draft {}", cards.trim());
        let press = Press {
            table: self.table.unwrap_or(TableKey(0)),
            at: Position(u64::MAX),
            line: line.trim_end().to_owned().into(),
        };
        let desk = self.desk();
        desk.press(&self.who(), &self.place(), &press, &[]).await
    }

    async fn call(&mut self, name: &str) -> Answer {
        match self.desk().browsers().call(self.visitor.person, name).await {
            Ok(Some(name)) => {
                self.visitor.name = Some(name);
                Answer::done(Page::default())
            }
            Ok(None) => Answer::refused(say!(self.context().await, "web-no-name")),
            Err(error) => {
                tracing::warn!(%error, "a name could not be written down");
                Answer::refused(Trouble::NotSaved.page(&self.context().await))
            }
        }
    }

    /// Opens a new table, and begins at once if computers take the other seats.
    async fn open_table(&self, game: &str, computers: bool) -> Answer {
        let (desk, who, cx) = (self.desk(), self.who(), self.context().await);
        let Some(game) = GameKind::of(game) else {
            return Answer::refused(Trouble::UnknownCommand(quotable(game)).page(&cx));
        };
        let key = match fresh_number() {
            Ok(number) => TableKey(KEYS | (number & (KEYS - 1))),
            Err(error) => {
                tracing::error!(%error, "no table can be opened");
                return Answer::refused(say!(cx, "desk-defect"));
            }
        };
        let place = AskedFrom {
            client: Some(self.client),
            ..AskedFrom::new(key.0, None)
        };
        let opened = at_game!(game, G => desk.tables.open_here::<G>(&who, &place).await);
        let table = desk.host().get(key).filter(|_| computers);
        let Some(table) = table else {
            return opened;
        };
        let press = Press {
            table: key,
            at: at_any_table!(&table, handle => handle.view(Viewer::Public).position),
            line: "start computers".into(),
        };
        desk.press(&who, &place, &press, &[]).await
    }

    /// Keeps what the viewer may know of an update.
    pub async fn note<G: Served>(&self, heard: Option<&TableNews<G>>, news: &mut Vec<String>) {
        let Some(heard) = heard else { return };
        news.extend(told(heard, self.visitor.person, &self.context().await));
        news.drain(..news.len().saturating_sub(MOST_NEWS));
    }
}

/// What this person is told of what was heard.
fn told<G: Served>(heard: &TableNews<G>, person: PersonId, cx: &RenderContext) -> Vec<String> {
    let TableNews::Update(update) = heard else {
        return vec![say!(cx, "news-missed")];
    };
    let view = update.view(update.viewer(person));
    let notices = update.notices(view.viewer);
    let told = notices.iter();
    let told = told.filter_map(|notice| notice_lines(notice, &cx.at(&view)));
    told.flatten().collect()
}

/// Whether a command is carried out for who came from elsewhere: what opens tables, or is for a channel, is not.
const fn is_done_here(name: Name) -> bool {
    use Anywhere::*;
    match name {
        Name::AtTable(_) | Name::Move(_) => true,
        Name::Anywhere(Help | Intro | Settings | Back | Block | Report | Chat | Stats) => true,
        Name::Anywhere(Leaderboard | Top10 | Profile | Replay | Export | Review) => true,
        Name::Anywhere(Practice | Daily | Duel | List | TellMe | Room) | Name::Open(_) => false,
        Name::Anywhere(Seek | Cup | Activity) => false,
    }
}

/// Whether what a control does is not done for who came from elsewhere.
fn is_elsewhere(press: &Press) -> bool {
    match press.line.command() {
        // Of a table in their window they become a player by its own way in.
        Some((Name::Open(_), words)) => words.is_empty() && press.at == Position(0),
        Some((Name::Anywhere(Anywhere::Practice), words)) => words == "round",
        Some((Name::Anywhere(Anywhere::Daily | Anywhere::Duel | Anywhere::Back), _)) => false,
        Some((name, _)) => !is_done_here(name),
        None => true,
    }
}

/// What somebody is called who has not said.
fn somebody(language: Locale) -> String {
    let cx = RenderContext::new(language, Surface::Browser, "");
    say!(cx, "web-somebody")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uno::Uno;

    #[test]
    fn who_was_too_slow_to_hear_all_is_told_that_lines_are_missing() {
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Browser, "");
        let told = told(&TableNews::<Uno>::Missed, PersonId(1), &cx);
        assert!(
            told.iter().any(|line| line.contains("missing here")),
            "{told:?}"
        );
    }
}
