//! Statistics: one person's sums, and leaderboards.
//!
//! Decides whose and in which scope; the store computes them, and [`crate::text`] shows them.

use super::answer::{Done, Request, refuse};
use super::{Answer, AskedFrom, Club, Who};
use crate::command::{Anywhere, Name};
use crate::game::GameKind;
use crate::store::{GuildId, Measure, Ranking, Reach, Stats, StoreError};
use crate::table::PersonId;
use crate::text::profile;
use crate::text::statistics::{self, LeaderboardPlace, StatisticsQuestion, mentioned};

/// The rows of each game's leaderboard in the top ten.
const TOP: u32 = 10;
/// The last place on a leaderboard that is told to somebody.
const MOST_RANKED: u32 = 1_000;

/// On a server its own statistics, unless the question says otherwise.
fn reach(question: &StatisticsQuestion, place: &AskedFrom) -> Reach {
    match place.guild {
        Some(guild) if !question.everywhere => Reach::Guild(GuildId(guild)),
        Some(_) | None => Reach::Everywhere,
    }
}

impl Club {
    pub(super) async fn statistics(
        &self,
        name: Anywhere,
        asked: &Request<'_>,
        words: &str,
    ) -> Done {
        let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        if name == Anywhere::Leaderboard && Name::of(first) == Some(Name::Anywhere(Anywhere::Daily))
        {
            return self.daily_leaders(asked, rest).await;
        }
        let question = StatisticsQuestion::parse(words);
        let found = match name {
            _ if question.name.is_some() => self.stats_by_name(name, asked, question).await,
            // Whoever is mentioned is asked about, also by the words for a leaderboard.
            Anywhere::Leaderboard if question.person.is_none() => {
                let board = self.leaderboard(asked, question).await;
                board.map(|board| self.people.finder.beside_a_match(board, asked.place))
            }
            Anywhere::Top10 => {
                let boards = self.top10(asked, question).await;
                boards.map(|boards| self.people.finder.beside_a_match(boards, asked.place))
            }
            _ => self.stats(asked, question, asked.who).await,
        };
        asked.read(found)
    }

    /// Somebody's profile, unless it is for themselves alone; the requester's own without words.
    pub(super) async fn profile(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let person = match words.trim() {
            "" => who.person,
            words => match mentioned(words) {
                Some(person) => person,
                None => return refuse(profile::unclear(words, cx)),
            },
        };
        let name = if person == who.person { &who.name } else { "" };
        let shown = statistics::person(person, name, cx);
        let chosen = self.front.settings.person(person).await;
        if person != who.person && chosen.word("profile") == "private" {
            return refuse(profile::private(&shown, cx));
        }
        let store = self.front.store();
        let stats = asked.read(store.stats(person, Reach::Everywhere).await)?;
        let standings = asked.read(store.standings(person).await)?;
        let streak = asked.read(self.daily_streak(person).await)?;
        let page = profile::page(&shown, &stats, &standings, streak, cx);
        Ok(self
            .people
            .finder
            .beside_a_match(Answer::shown(page).for_everybody(), place))
    }

    /// A person's places on the leaderboards of the games that they played, each by its own measure.
    async fn ranks(
        &self,
        person: PersonId,
        stats: &Stats,
        reach: Reach,
    ) -> Result<Vec<LeaderboardPlace>, StoreError> {
        let mut ranks = Vec::new();
        let played = |game: &GameKind| stats.sums.keys().any(|(of, _)| of == game);
        for game in GameKind::ALL.into_iter().filter(played) {
            let by = Measure::of(game)[0];
            let ranking = Ranking {
                limit: MOST_RANKED,
                ..Ranking::top10(game, reach)
            };
            let board = self.front.store().leaderboard(ranking).await?;
            let place = board.iter().position(|row| row.person == person);
            ranks.extend(place.map(|place| LeaderboardPlace {
                game,
                by,
                place: place + 1,
            }));
        }
        Ok(ranks)
    }

    /// The statistics of somebody who is called so, however they are asked for.
    async fn stats_by_name(
        &self,
        name: Anywhere,
        asked: &Request<'_>,
        question: StatisticsQuestion,
    ) -> Result<Answer, StoreError> {
        let called = question.name.as_deref().unwrap_or_default();
        let called = called.strip_prefix('@').unwrap_or(called).to_lowercase();
        let mut begun = Vec::new();
        for game in GameKind::ALL {
            if question.game.is_some_and(|only| only != game) {
                continue;
            }
            let ranking = Ranking {
                limit: MOST_RANKED,
                ..Ranking::top10(game, reach(&question, asked.place))
            };
            for row in self.front.store().leaderboard(ranking).await? {
                let their = row.name.to_lowercase();
                if their == called {
                    let who = Who::new(row.person, row.name);
                    return self.stats(asked, question, &who).await;
                }
                let another = |who: &Who| who.person != row.person;
                if their.starts_with(&called) && begun.iter().all(another) {
                    begun.push(Who::new(row.person, row.name));
                }
            }
        }
        match &begun[..] {
            [who] => self.stats(asked, question, who).await,
            _ => {
                let name = Name::Anywhere(name);
                let page = statistics::unclear(&question.unclear(), name, &asked.cx);
                Ok(Answer::refused(page))
            }
        }
    }

    async fn stats(
        &self,
        asked: &Request<'_>,
        mut question: StatisticsQuestion,
        who: &Who,
    ) -> Result<Answer, StoreError> {
        let (reach, cx) = (reach(&question, asked.place), &asked.cx);
        question.everywhere = reach == Reach::Everywhere;
        let person = question.person.unwrap_or(who.person);
        let name = if person == who.person { &who.name } else { "" };
        let stats = self.front.store().stats(person, reach).await?;
        let shown = statistics::person(person, name, cx);
        let ranks = self.ranks(person, &stats, reach).await?;
        let standings = self.front.store().standings(person).await?.within(reach);
        let page = statistics::stats_page(&shown, (&stats, &ranks), &standings, &question, cx);
        Ok(Answer::shown(page))
    }

    async fn leaderboard(
        &self,
        Request { place, cx, .. }: &Request<'_>,
        question: StatisticsQuestion,
    ) -> Result<Answer, StoreError> {
        let Some(game) = question.game else {
            return Ok(Answer::refused(statistics::which_game(cx)));
        };
        let reach = reach(&question, place);
        let (store, everywhere) = (self.front.store(), reach == Reach::Everywhere);
        if question.rating {
            let board = store.best_rated(game, reach, question.limit()).await?;
            let page = statistics::ratings_page(game, &board, everywhere, cx);
            return Ok(Answer::shown(page).for_everybody());
        }
        let by = question.by.unwrap_or(Measure::of(game)[0]);
        let ranking = Ranking {
            game,
            by,
            reach,
            at_least: statistics::least(by),
            limit: question.limit(),
        };
        let board = store.leaderboard(ranking).await?;
        let page = statistics::leaderboard_page(game, by, &board, everywhere, cx);
        Ok(Answer::shown(page).for_everybody())
    }

    async fn top10(
        &self,
        Request { place, cx, .. }: &Request<'_>,
        question: StatisticsQuestion,
    ) -> Result<Answer, StoreError> {
        let reach = reach(&question, place);
        let mut boards = Vec::new();
        for game in GameKind::ALL {
            if question.game.is_some_and(|only| only != game) {
                continue;
            }
            let by = question.by.unwrap_or(Measure::of(game)[0]);
            let ranking = Ranking {
                by,
                at_least: statistics::least(by),
                limit: TOP,
                ..Ranking::top10(game, reach)
            };
            boards.push((game, by, self.front.store().leaderboard(ranking).await?));
        }
        let everywhere = reach == Reach::Everywhere;
        let page = statistics::top_page(&boards, everywhere, cx);
        Ok(Answer::shown(page).for_everybody())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::desk::settings::Settings;
    use crate::desk::{Command, Desk, Effect};
    use crate::host::{Host, MemoryJournal};
    use crate::store::*;
    use crate::table::{Position, Record, TableId, TableKey, UnixMillis};
    use crate::text::cases;
    use crate::text::context::Surface;
    use crate::text::locale::Locale;
    use crate::text::markup::plain;

    const ANA: PersonId = PersonId(123);
    const BO: PersonId = PersonId(456);

    /// A desk over a store where Ana and Bo have played UNO in two guilds; Ana has played tic-tac-toe in guild 7: against Bo,
    /// and against a computer of level 3.
    async fn desk() -> Desk {
        let store: Arc<Db> = MemoryStore::new().own();
        let uno = |games, wins, points| {
            let counts = [(Counter::Games, games), (Counter::Wins, wins)];
            let points = (Counter::Points, points);
            [&counts[..], &[points]].concat()
        };
        let ttt = |wins, draws| {
            let counts = [(Counter::Games, 1), (Counter::Wins, wins)];
            [&counts[..], &[(Counter::Draws, draws)]].concat()
        };
        let computer = || Versus::Computer("level3".to_owned());
        for (number, (guild, person, name, versus, counts)) in (1..).zip([
            (7, ANA, "Ana", Versus::Anybody, uno(6, 3, 90)),
            (8, ANA, "Ana", Versus::Anybody, uno(1, 1, 500)),
            (7, BO, "*Bo*", Versus::Anybody, uno(5, 5, 45)),
            (7, ANA, "Ana", computer(), ttt(0, 1)),
            (7, ANA, "Ana", Versus::Person(BO), ttt(1, 0)),
            (7, ANA, "Ana", Versus::Person(BO), ttt(0, 0)),
            (7, ANA, "Ana", Versus::Person(BO), ttt(1, 0)),
        ]) {
            let (key, opening) = (TableKey(number), Position(number));
            let game = match counts[2].0 {
                Counter::Points => GameKind::Uno,
                _ => GameKind::TicTacToe,
            };
            let table = TableId { key, opening };
            let new = NewTable {
                table,
                guild: GuildId(guild),
                game,
                header: Record {
                    position: opening,
                    at: UnixMillis(1),
                    line: "{}".to_owned(),
                },
            };
            store.open_table(new).await.expect("free");
            let finish = Finish {
                match_number: 1,
                round: None,
                position: opening,
                at: UnixMillis(2),
                summary: String::new(),
                tallies: vec![PersonTally {
                    person,
                    name: name.to_owned(),
                    versus,
                    counts,
                }],
                daily: None,
            };
            store.record(table, finish).await.expect("open");
        }
        let host = Host::new(Arc::new(MemoryJournal::default()));
        let settings = Settings::new(store, Locale::ENGLISH, "$");
        Desk::new(host, Surface::Discord, settings)
    }

    /// Ana types the line in guild 7; the answer must contain these words.
    async fn check(line: &str, outcome: Effect, expected: &str) {
        let who = Who::new(ANA, "Ana");
        let place = AskedFrom::new(1, Some(7));
        let command = Command::parse(line).expect("a command");
        let answer = desk().await.run(&who, &place, command).await;
        assert_eq!(answer.outcome, outcome, "{line}");
        let text = plain(&answer.page.text());
        for words in expected.split("; ") {
            assert!(text.contains(words), "{line}: {words:?} is not in\n{text}");
        }
    }

    #[tokio::test]
    async fn what_is_asked_for_is_told() {
        for (line, expected) in cases("statistics") {
            let (outcome, expected) = match expected.strip_prefix("refused; ") {
                Some(expected) => (Effect::Refused, expected),
                None => (Effect::Shown, expected.as_str()),
            };
            check(&line, outcome, expected).await;
        }
    }

    #[tokio::test]
    async fn profiles_are_seen_by_all_until_they_are_private() {
        check("profile", Effect::Shown, "Ana; UNO; games 7").await;
        check("profile <@456>", Effect::Shown, "UNO; win rate 100.0 %").await;
        check("profile Bo!", Effect::Refused, "$profile").await;
        let desk = desk().await;
        let place = AskedFrom::new(1, Some(7));
        let ask = async |person, line| {
            let command = Command::parse(line).expect("a command");
            let answer = desk.run(&Who::new(person, "Bo"), &place, command).await;
            answer.outcome
        };
        ask(BO, "settings profile private").await;
        assert_eq!(ask(ANA, "profile <@456>").await, Effect::Refused);
        assert_eq!(ask(BO, "profile").await, Effect::Shown);
        ask(BO, "settings profile open").await;
        assert_eq!(ask(ANA, "profile <@456>").await, Effect::Shown);
    }
}
