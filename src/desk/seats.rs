//! Sitting down and getting up, computer players, rules, and the list of tables.

use super::{Answer, At, Desk, Place, Served, Who, at_any_table};
use crate::game::{Seat, Viewer};
use crate::host::{AnyTable, Handle, OpenError, Venue};
use crate::table::{GuildId, Input, Refusal, Skill, StageView, TableKey};
use crate::text::page::Page;
use crate::text::speech::Speech;
use crate::text::table;
use crate::text::trouble::{Listed, ListedStage, Trouble, tables_page};
use crate::text::words::{self, Verb};
use crate::tictactoe::TicTacToe;
use crate::tractor::Tractor;
use crate::uno::Uno;

impl Desk {
    /// Sits down at the channel's table; opens one for tractor if there is none.
    pub(super) async fn join(
        &self,
        who: &Who,
        place: &Place,
        words: &str,
        speech: Speech,
    ) -> Answer {
        let table = match self.table_at(who.person, place) {
            Some(table) => table,
            None => match self.open::<Tractor>(who, place, &speech).await {
                Ok(table) => table,
                Err(answer) => return answer,
            },
        };
        at_any_table!(&table, handle => self.sit_by_words(handle, who, words, speech).await)
    }

    /// Opens or joins a table for UNO; at one in play, says UNO.
    pub(super) async fn uno(
        &self,
        who: &Who,
        place: &Place,
        words: &str,
        speech: Speech,
    ) -> Answer {
        let table = match self.table_at(who.person, place) {
            None => match self.open::<Uno>(who, place, &speech).await {
                Ok(table) => table,
                Err(answer) => return answer,
            },
            Some(table) => table,
        };
        let AnyTable::Uno(handle) = &table else {
            return Answer::trouble(&Trouble::Busy(table.kind()), &speech);
        };
        let view = handle.view_of(who.person);
        if matches!(view.stage, StageView::Playing(_)) && view.seat().is_some() {
            let at = self.at(handle, who, speech, None);
            return self.make_move(&at, Verb::Uno, words).await;
        }
        self.sit_by_words(handle, who, words, speech).await
    }

    /// Opens or joins a table for tic-tac-toe; a level asks for the computer as opponent.
    pub(super) async fn tictactoe(
        &self,
        who: &Who,
        place: &Place,
        words: &str,
        speech: Speech,
    ) -> Answer {
        let table = match self.table_at(who.person, place) {
            None => match self.open::<TicTacToe>(who, place, &speech).await {
                Ok(table) => table,
                Err(answer) => return answer,
            },
            Some(table) => table,
        };
        let AnyTable::TicTacToe(handle) = &table else {
            return Answer::trouble(&Trouble::Busy(table.kind()), &speech);
        };
        let at = self.at(handle, who, speech, None);
        if at.view().seat_of(who.person).is_none() {
            let answer = self.sit(&at, None).await;
            if answer.is_refusal() {
                return answer;
            }
        }
        match Skill::from_name(words) {
            None => Answer::done(self.hand_or_table(&at)),
            Some(skill) => {
                let by = who.person;
                match at
                    .submit(Input::AddComputer {
                        by,
                        seat: None,
                        skill,
                    })
                    .await
                {
                    Ok(()) => self.submit(&at, Input::Start { by }).await,
                    Err(answer) => answer,
                }
            }
        }
    }

    /// Opens a table here, or finds the one that somebody else opened in the same moment.
    async fn open<G: Served>(
        &self,
        who: &Who,
        place: &Place,
        speech: &Speech,
    ) -> Result<AnyTable, Answer> {
        let key = TableKey(place.channel);
        let secret = (self.secrets)().map_err(|error| {
            tracing::error!(%error, "no table can be opened");
            Answer::trouble(&Trouble::NotSaved, speech)
        })?;
        let limits = self.settings.guild(place.guild).await.limits(self.limits);
        let guild = GuildId(place.guild.unwrap_or_default());
        let venue = Venue { key, guild };
        let opened = self
            .host
            .open::<G>(venue, G::Rules::default(), limits, secret, who.person);
        match opened.await {
            Ok(handle) => Ok(G::any(handle)),
            Err(OpenError::AlreadyOpen) => {
                let gone = || Answer::refused(say!(speech, "desk-gone"));
                self.host.get(key).ok_or_else(gone)
            }
            Err(error) => {
                tracing::error!(%error, "a table could not be opened");
                Err(Answer::trouble(&Trouble::NotSaved, speech))
            }
        }
    }

    async fn sit_by_words<G: Served>(
        &self,
        handle: &Handle<G>,
        who: &Who,
        words: &str,
        speech: Speech,
    ) -> Answer {
        let at = self.at(handle, who, speech, None);
        if words.is_empty() {
            return self.sit(&at, None).await;
        }
        match G::parse_seat(words) {
            Ok(seat) => self.sit(&at, Some(seat)).await,
            Err(error) => Answer::refused(error.say(&at.speech)),
        }
    }

    /// Sits down, or comes back to the own seat.
    pub(super) async fn sit<G: Served>(&self, at: &At<'_, G>, seat: Option<Seat>) -> Answer {
        let person = at.who.person;
        let name = at.who.name.clone();
        self.submit(at, Input::Sit { person, name, seat }).await
    }

    /// Gets up.
    pub(super) async fn leave<G: Served>(&self, at: &At<'_, G>) -> Answer {
        match at
            .submit(Input::Leave {
                person: at.who.person,
            })
            .await
        {
            Ok(()) => Answer::done(Page::line(say!(at.speech, "desk-left"))),
            Err(answer) => answer,
        }
    }

    /// Puts computer players on free seats: `all`, a number or one, and how well they play.
    pub(super) async fn add_computers<G: Served>(&self, at: &At<'_, G>, words: &str) -> Answer {
        let by = at.who.person;
        let (mut count, mut seat, mut skill) = (1, None, Skill::Heuristic);
        for word in words.split_whitespace() {
            if matches!(word.to_lowercase().as_str(), "all" | "fill" | "全部") {
                count = usize::MAX;
            } else if let Some(named) = Skill::from_name(word).filter(|s| G::SKILLS.contains(s)) {
                skill = named;
            } else if let Some(number) = word.parse().ok().filter(|n| (1..=9).contains(n)) {
                count = number;
            } else {
                match G::parse_seat(word) {
                    Ok(named) => seat = Some(named),
                    Err(error) => return Answer::refused(error.say(&at.speech)),
                }
            }
        }
        let free = at
            .view()
            .seats
            .iter()
            .filter(|place| place.occupant.is_empty())
            .count();
        for _ in 0..count.min(free.max(1)) {
            if let Err(answer) = at.submit(Input::AddComputer { by, seat, skill }).await {
                return answer;
            }
        }
        Answer::done(self.hand_or_table(at))
    }

    /// Shows the house rules, explains one, or changes one.
    pub(super) async fn rules<G: Served>(&self, at: &At<'_, G>, words: &str) -> Answer {
        match words::parse_setting(words) {
            Err(error) => Answer::refused(error.say(&at.speech)),
            Ok(Some((name, value))) => {
                let by = at.who.person;
                match at.submit(Input::SetRule { by, name, value }).await {
                    Ok(()) => Answer::done(table::rules_page(&at.view(), &at.speech)),
                    Err(answer) => answer,
                }
            }
            Ok(None) if words.is_empty() => {
                Answer::shown(table::rules_page(&at.view(), &at.speech))
            }
            Ok(None) => match table::rule_page(words, &at.view(), &at.speech) {
                Some(page) => Answer::shown(page),
                None => {
                    let name = words::quotable(words);
                    let refusal = Refusal::Rule(crate::game::RuleError::UnknownName { name });
                    Answer::refused(G::refusal(&refusal, &at.view(), &at.speech))
                }
            },
        }
    }

    /// Changes the house rule or limit with this name, or explains it if no value was chosen.
    pub(super) async fn set_rule<G: Served>(
        &self,
        at: &At<'_, G>,
        name: &str,
        value: Option<&str>,
    ) -> Answer {
        match value {
            Some(value) => self.rules(at, &format!("{name}={value}")).await,
            None => self.rules(at, name).await,
        }
    }

    /// The open tables around here.
    pub(super) fn list(&self, place: &Place, speech: &Speech) -> Page {
        let tables = self.host.list();
        let near = |table: &&AnyTable| place.channels.contains(&table.key().0);
        let listed = tables.iter().filter(near).map(|table| {
            at_any_table!(table, handle => {
                let view = handle.view(Viewer::Public);
                Listed {
                    place: format!("<#{}>", table.key().0),
                    game: table.kind(),
                    seated: view.seated(),
                    seats: view.seats.len(),
                    stage: match view.stage {
                        StageView::Lobby => ListedStage::Lobby,
                        StageView::Playing(_) => ListedStage::Playing,
                        StageView::Over(_) | StageView::Closed => ListedStage::Over,
                    },
                }
            })
        });
        tables_page(&listed.collect::<Vec<_>>(), speech)
    }
}
