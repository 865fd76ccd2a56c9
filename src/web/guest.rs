//! Who looks at a screen: in which words they are answered, and what their wishes do at the desk.

use std::sync::Arc;

use super::address::written_key;
use super::messages::{GameOffer, Home, OwnTable, Wish};
use super::sessions::{Visitor, fresh_number};
use super::site::Site;
use crate::desk::{Answer, AskedFrom, Command, Desk, Served, Who, at_any_table};
use crate::game::{GameKind, Viewer, at_game};
use crate::host::{AnyTable, Handle, TableNews};
use crate::table::{Position, TableKey};
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Locale;
use crate::text::markup::plain;
use crate::text::page::Page;
use crate::text::press::{Press, Tap};
use crate::text::table::{game_name, notice_lines, plain_who};
use crate::text::trouble::Trouble;
use crate::text::words::quotable;

/// The most news of a frame; the newest stay.
const MOST_NEWS: usize = 30;
/// Keys of tables that are opened here: no channel's, no room's and none that a game has beside them.
const KEYS: u64 = 1 << 61;

/// Who comes, and what they want to see.
pub struct Guest {
    pub site: Arc<Site>,
    pub visitor: Visitor,
    /// None for the first page.
    pub table: Option<TableKey>,
    /// The language of the browser.
    pub language: Option<Locale>,
}

impl Guest {
    pub fn desk(&self) -> &Desk {
        &self.site.desk
    }

    pub async fn context(&self) -> RenderContext {
        self.desk().context(&self.who(), &self.place()).await
    }

    pub fn who(&self) -> Who {
        let Visitor { person, name } = &self.visitor;
        let language = self.language.unwrap_or(self.site.options.locale);
        let name = name.clone();
        Who {
            locale: Some(language),
            ..Who::new(*person, name.unwrap_or_else(|| somebody(language)))
        }
    }

    pub fn place(&self) -> AskedFrom {
        let channel = self.table.map_or(0, |key| key.0);
        AskedFrom::new(channel, None)
    }

    /// The first page.
    pub async fn home(&self) -> Home {
        let cx = self.context().await;
        let person = self.visitor.person;
        let name = |game: GameKind| game_name(game.name(), &cx);
        let games = GameKind::ALL.into_iter().map(|game| GameOffer {
            game: game.name(),
            name: name(game),
        });
        let own = |table: &AnyTable| {
            at_any_table!(table, handle => {
                let view = handle.view_of(person);
                view.seat_of(person)?;
                let taken = view.seats.iter().filter(|place| !place.occupant.is_empty());
                let people = taken.map(|place| plain(&plain_who(&view, place.seat, &cx)));
                Some(OwnTable {
                    key: written_key(handle.key()),
                    name: name(table.kind()),
                    people: cx.list(people),
                })
            })
        };
        Home {
            games: games.collect(),
            tables: self.desk().host().list().iter().filter_map(own).collect(),
        }
    }

    /// Does what is asked for.
    pub async fn carry_out(&mut self, wish: Wish) -> Answer {
        let (who, place) = (self.who(), self.place());
        let desk = self.desk();
        match wish {
            Wish::Press { code, values } => match Press::of_code(&code) {
                Some(press) => desk.press(&who, &place, &press, &values).await,
                None => Answer::missed(say!(self.context().await, "desk-gone")),
            },
            Wish::Words(text) => {
                let cx = self.context().await;
                let text = text.trim();
                let text = text.strip_prefix(cx.prefix.as_str()).unwrap_or(text);
                match Command::parse(text) {
                    Ok(command) => {
                        let command = desk.meant(&who, &place, text, command);
                        desk.run(&who, &place, command).await
                    }
                    Err(unknown) => desk.bare(&who, &place, text, unknown).await,
                }
            }
            Wish::Draft(cards) => {
                let tap = match cards.trim().is_empty() {
                    true => Tap::Clear,
                    false => Tap::Draft(cards),
                };
                let press = Press {
                    table: TableKey(place.channel),
                    at: Position(u64::MAX),
                    tap,
                };
                desk.press(&who, &place, &press, &[]).await
            }
            Wish::Open { game, computers } => self.open_table(&game, computers).await,
            Wish::Name(name) => {
                let called = self.site.sessions.call(who.person, &name).await;
                match called {
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
        }
    }

    /// Opens a new table, and begins at once if computers take the other seats.
    async fn open_table(&self, game: &str, computers: bool) -> Answer {
        let (desk, who, cx) = (self.desk(), self.who(), self.context().await);
        let Some(game) = GameKind::of(game) else {
            let word = quotable(game);
            return Answer::refused(Trouble::UnknownCommand(word).page(&cx));
        };
        let key = match fresh_number() {
            Ok(number) => TableKey(KEYS | (number & (KEYS - 1))),
            Err(error) => {
                tracing::error!(%error, "no table can be opened");
                return Answer::refused(say!(cx, "desk-defect"));
            }
        };
        let place = AskedFrom::new(key.0, None);
        let opened = at_game!(game, G => desk.open_here::<G>(&who, &place).await);
        let table = desk.host().get(key).filter(|_| computers);
        let Some(table) = table else {
            return opened;
        };
        let at = at_any_table!(&table, handle => handle.view(Viewer::Public).position);
        let press = Press {
            table: key,
            at,
            tap: Tap::Quick,
        };
        desk.press(&who, &place, &press, &[]).await
    }

    /// Keeps what the viewer may know of an update.
    pub async fn note<G: Served>(
        &self,
        handle: &Handle<G>,
        heard: Option<&TableNews<G>>,
        news: &mut Vec<String>,
    ) {
        let Some(TableNews::Update(update)) = heard else {
            return;
        };
        let view = handle.view_of(self.visitor.person);
        let cx = self.context().await;
        let notices = update.notices(view.viewer);
        let said = notices.iter();
        let said = said.filter_map(|notice| notice_lines(notice, &view, &cx));
        news.extend(said.flatten());
        news.drain(..news.len().saturating_sub(MOST_NEWS));
    }
}

/// What somebody is called who has not said.
fn somebody(language: Locale) -> String {
    let cx = RenderContext::new(language, Surface::Browser, "");
    say!(cx, "web-somebody")
}
