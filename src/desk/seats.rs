//! Joining and leaving, computer players, rules, and the list of tables.

use super::answer::{Done, Request, refuse};
use super::fixed_deal;
use super::places::ShownPlaces;
use super::rooms::number;
use super::{Answer, AskedFrom, At, Served, Tables, Who, at_any_table};
use crate::chance::Seed;
use crate::command::Verb;
use crate::game::{GameKind, RuleError, RuleSet as _, Seat, Viewer, at_game};
use crate::host::{AnyTable, OpenError, Venue};
use crate::table::{
    DailyDeal, GuildId, Input, Invited, LimitChange, ProgramName, Refusal, Skill, StageView,
    TableKey, TableView, Wish,
};
use crate::text::context::{RenderContext, Surface};
use crate::text::page::Page;
use crate::text::trouble::{ListedStage, ListedTable, Trouble, tables_page};
use crate::text::words::{ParseError, is_no, means};
use crate::text::{rooms, table, trouble, words};

impl Tables {
    /// Opens a table of a game at a place that has none, whatever other tables the requester has; they
    /// sit down.
    pub async fn open_here<G: Served>(&self, who: &Who, place: &AskedFrom) -> Answer {
        let asked = self.front.request(who, place).await;
        match self.open::<G>(&asked).await.map(G::of) {
            Ok(Some(handle)) => {
                let at = self.front.at(&handle, &asked);
                at.answered(self.sit(&at, None).await)
            }
            Ok(None) => Answer::refused(say!(asked.cx, "desk-defect")),
            Err(refused) => *refused,
        }
    }

    /// Joins the channel's table; opens one of the default game if there is none.
    pub(super) async fn join(&self, asked: &Request<'_>, words: &str) -> Done {
        if number(words).is_some() {
            return self.join_room(asked, words).await;
        }
        let table = match self.table_to_join(asked.who, asked.place) {
            Some(table) => table,
            None => at_game!(GameKind::USUAL, G => self.open_by_words::<G>(asked, words).await?),
        };
        at_any_table!(&table, handle => {
            let at = self.front.at(handle, asked);
            Ok(at.about(self.sit_at(&at, words).await))
        })
    }

    /// The table that a person means to join: one that waits for them to come back, then the
    /// channel's own, then a room shown there. Games beside those are joined by their own buttons.
    fn table_to_join(&self, who: &Who, place: &AskedFrom) -> Option<AnyTable> {
        let tables = self.finder.tables_at(who.person, place);
        let away = |table: &&AnyTable| {
            at_any_table!(*table, handle => {
                handle.view(Viewer::Public).left_by(who.person).is_some()
            })
        };
        let direct = place.is_direct();
        let joins = |table: &&AnyTable| {
            !self.finder.is_apart(table) && (direct || self.front.places.is_room(table.key()))
        };
        let away = tables.iter().find(away).cloned();
        let own = || self.front.places.own_table(place);
        away.or_else(own)
            .or_else(|| tables.iter().find(joins).cloned())
    }

    /// Opens or joins a table of this game; the words may contain house rules such as
    /// `preset=party`.
    pub(super) async fn open_or_join<G: Served>(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let is_rule = |word: &&str| word.contains('=');
        let (rules, seat): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(is_rule);
        let seat = seat.join(" ");
        let table = self.finder.table_of_game::<G>(who, place).map(G::any);
        let table = match table.or_else(|| self.front.places.own_table(place)) {
            None => self.open_by_words::<G>(asked, &seat).await?,
            Some(table) => table,
        };
        let Some(handle) = &G::of(table.clone()) else {
            return refuse(Trouble::Busy(table.kind()).page(cx));
        };
        let at = self.front.at(handle, asked);
        let done = async {
            if rules.is_empty() {
                return self.sit_at(&at, &seat).await;
            }
            if !seat.is_empty() || !at.view().expects(who.person) {
                self.sit_at(&at, &seat).await?;
            }
            self.rules(&at, &rules.join(" ")).await?;
            Ok(Answer::done(at.hand_or_table()))
        };
        Ok(at.about(done.await))
    }

    /// Opens a table here, unless the words name a seat that it cannot have.
    async fn open_by_words<G: Served>(&self, asked: &Request<'_>, words: &str) -> Done<AnyTable> {
        if !words.is_empty()
            && let Err(error) = seat_called::<G>(words)
        {
            return refuse(trouble::misread::<G>(&error, &asked.cx));
        }
        self.open::<G>(asked).await
    }

    /// Opens the channel's table, or finds the one that somebody else opened at the same moment.
    pub(super) async fn open<G: Served>(&self, asked: &Request<'_>) -> Done<AnyTable> {
        let key = TableKey(asked.place.channel);
        let rules = self
            .front
            .settings
            .opening_rules::<G>(asked.place.guild)
            .await;
        self.open_for::<G>(asked, key, None, (rules, None, None))
            .await
    }

    /// Opens a table with this key, or finds the one that somebody else opened at the same moment; perhaps with an
    /// invited person for whom the free seat is reserved, or for a deal and with its secret. `shown` has its places
    /// unless it is the channel's own.
    pub(super) async fn open_for<G: Served>(
        &self,
        asked: &Request<'_>,
        key: TableKey,
        shown: Option<ShownPlaces>,
        (rules, invited, deal): (G::Rules, Option<Invited>, Option<(DailyDeal, Seed)>),
    ) -> Done<AnyTable> {
        let Request { who, place, cx } = asked;
        let secret = match deal {
            Some((_, secret)) => secret,
            None => asked.written((self.front.secrets)())?,
        };
        if let Some(table) = self.front.host.get(key) {
            return Ok(table);
        }
        if let Some(openings) = &self.openings {
            let checked = openings.check(who.person, place, self.front.host.now());
            checked.or_else(|trouble| refuse(trouble.page(cx)))?;
        }
        let limits = self
            .front
            .settings
            .guild(place.guild)
            .await
            .limits(self.front.limits);
        let limits = deal.map_or(limits, |_| fixed_deal::limits(limits));
        let guild = GuildId(place.guild.unwrap_or_default());
        let as_shown = |before: Option<ShownPlaces>| before.or_else(|| shown.clone());
        // Listeners ask for the places as soon as the table is open.
        if shown.is_some() {
            asked.saved(self.front.places.change(key, as_shown).await)?;
        }
        let venue = Venue { key, guild };
        let opened = (self.front.host).open_with::<G>(
            venue,
            (rules, limits),
            secret,
            who.person,
            |header| {
                header.invited = invited;
                header.daily = deal.map(|(deal, _)| deal);
            },
        );
        match opened.await {
            Ok(handle) => {
                if let Some(openings) = &self.openings {
                    openings.count(who.person, place, self.front.host.now());
                }
                Ok(G::any(handle))
            }
            Err(OpenError::AlreadyOpen) => match self.front.host.get(key) {
                Some(table) => Ok(table),
                None => refuse(say!(cx, "desk-gone")),
            },
            Err(error) => {
                self.front.places.forget(key).await;
                asked.written(Err(error))
            }
        }
    }

    /// Takes the seat that the words name, or the first free one.
    pub(super) async fn sit_at<G: Served>(&self, at: &At<'_, G>, words: &str) -> Done {
        let seat = match words {
            "" => None,
            words => Some(seat_called::<G>(words).or_else(|error| at.misread(&error))?),
        };
        self.sit(at, seat).await
    }

    /// Takes a seat, or comes back to one's own.
    pub(super) async fn sit<G: Served>(&self, at: &At<'_, G>, seat: Option<Seat>) -> Done {
        let before = at.view().seated();
        if let Some(waits) = self.take_seat(at, seat).await? {
            return Ok(waits);
        }
        if let Some(admission) = at.view().admission(at.who.person) {
            return Ok(Answer::asked(table::comes_in(admission, &at.cx)));
        }
        self.start_when_full(at, before).await;
        Ok(Answer::done(at.hand_or_table()))
    }

    /// Takes a seat; what is answered if they have none by that, as others are asked first.
    async fn take_seat<G: Served>(
        &self,
        at: &At<'_, G>,
        seat: Option<Seat>,
    ) -> Done<Option<Answer>> {
        self.people.keep_parted(at).await?;
        let (person, name) = (at.who.person, at.who.name.clone());
        at.submit(Input::Sit { person, name, seat }).await?;
        let waits = self.waits_for_seat(at);
        if waits.is_none() {
            at.settle_here().await;
        }
        Ok(waits)
    }

    /// Starts a match if the last seat was just taken and the game needs nothing else; `before` is
    /// the number of seats taken before. Somebody else may have started it meanwhile.
    async fn start_when_full<G: Served>(&self, at: &At<'_, G>, before: usize) {
        let view = at.view();
        let full = view.seated() == view.seats.len() && before < view.seats.len();
        let waits = matches!(view.stage, StageView::Lobby | StageView::Over(_));
        if G::STARTS_WHEN_FULL && full && waits {
            let by = at.who.person;
            at.submit(Input::Start { by }).await.ok();
        }
    }

    /// Starts a match and deals its first round: who wants to mix words into the shuffle starts it by
    /// the command, which waits for the deal.
    pub(super) async fn start_and_deal<G: Served>(&self, at: &At<'_, G>) -> Done {
        let _exclusive = at.handle.exclusive().await;
        self.start_exclusively(at).await
    }

    async fn start_exclusively<G: Served>(&self, at: &At<'_, G>) -> Done {
        // Another tap was quicker: what this one is for has begun.
        if at.offered_at.is_some() && at.handle.is_playing() && at.is_seated() {
            return Ok(Answer::done(at.hand_or_table()));
        }
        let by = at.who.person;
        at.submit(Input::Start { by }).await?;
        // Where the game, or a house rule, leaves the deal to somebody else, the table waits for them.
        if let Ok(action) = G::parse(Verb::Deal, "", &at.view()) {
            at.act(action).await.ok();
        }
        Ok(Answer::done(match G::HAS_HANDS {
            true => at.hand_or_table(),
            false => at.table_page(),
        }))
    }

    /// Sits down if that is still to do, fills the seats with computer players, starts and deals.
    pub(super) async fn play_with_computers<G: Served>(&self, at: &At<'_, G>) -> Done {
        let by = at.who.person;
        let _exclusive = at.handle.exclusive().await;
        if at.view().seat_of(by).is_none()
            && let Some(waits) = self.take_seat(at, None).await?
        {
            return Ok(waits);
        }
        let view = at.view();
        let missing = match at.handle.is_playing() {
            true => 0,
            false => table::party::<G>(&view).saturating_sub(view.seated()),
        };
        let (seat, skill) = (None, G::USUAL_SKILL);
        for _ in 0..missing {
            at.submit(Input::AddComputer { by, seat, skill }).await?;
        }
        self.start_exclusively(at).await
    }

    /// Adds computer players on free seats: `all`, a number or one, and their skill. `off` removes
    /// them instead.
    pub(super) async fn add_computers<G: Served>(&self, at: &At<'_, G>, words: &str) -> Done {
        let by = at.who.person;
        let (mut count, mut seat, mut skill) = (1, None, G::USUAL_SKILL);
        let mut remove = false;
        for word in words.split_whitespace() {
            if is_no(word) {
                remove = true;
            } else if means(word, "word-fill") {
                count = usize::MAX;
            } else if let Some(named) = self.skill_of::<G>(word) {
                skill = named;
            } else if let Some(number) = word.parse().ok().filter(|n| (1..=9).contains(n)) {
                count = number;
            } else if let Ok(named) = seat_called::<G>(word) {
                seat = Some(named);
            } else {
                let programs = self.front.host.programs::<G>();
                return refuse(unknown_computer::<G>(word, &programs, &at.cx));
            }
        }
        if remove {
            return self.remove_computers(at, seat, count).await;
        }
        let (before, seats) = (at.view().seated(), at.view().seats.len());
        let free = seats - before;
        for _ in 0..count.min(free.max(1)) {
            at.submit(Input::AddComputer { by, seat, skill }).await?;
        }
        self.start_when_full(at, before).await;
        Ok(Answer::done(at.hand_or_table()))
    }

    /// The skill that a word means at tables of this game: one of the game's, or a program that is
    /// allowed.
    fn skill_of<G: Served>(&self, word: &str) -> Option<Skill> {
        let allowed = |skill: &Skill| match skill {
            Skill::Program(name) => self.front.host.programs::<G>().contains(name),
            skill => G::SKILLS.contains(skill),
        };
        let program = || ProgramName::of(word).map(Skill::Program);
        let named = table::skill_of(word).filter(allowed);
        named.or_else(|| program().filter(allowed))
    }

    /// Removes computer players: the one on this seat, otherwise the last `count`.
    pub(super) async fn remove_computers<G: Served>(
        &self,
        at: &At<'_, G>,
        seat: Option<Seat>,
        count: usize,
    ) -> Done {
        let by = at.who.person;
        let view = at.view();
        let computers = view.seats.iter().rev();
        let computers = computers.filter(|place| place.occupant.computer().is_some());
        let wanted: Vec<Seat> = match seat {
            Some(seat) => vec![seat],
            None => computers.map(|place| place.seat).take(count).collect(),
        };
        if wanted.is_empty() {
            return refuse(say!(at.cx, "desk-no-computer"));
        }
        for seat in wanted {
            at.submit(Input::RemoveComputer { by, seat }).await?;
        }
        Ok(Answer::done(at.hand_or_table()))
    }

    /// Shows the house rules, explains one, or changes one or several.
    pub(super) async fn rules<G: Served>(&self, at: &At<'_, G>, words: &str) -> Done {
        // Every command waits for this: its state would make that of all of them larger.
        if let Some(done) = Box::pin(self.own_rules(at, words)).await {
            return done;
        }
        let words = table::without_group(words, &at.view());
        let example = || table::rules_example(&at.view());
        let several = words::parse_settings(words, example);
        if let Some(settings) = several.or_else(|error| at.misread(&error))? {
            let settings = settings.iter().map(|setting| named(setting, &at.view()));
            return self.set_all(at, &settings.collect::<Vec<_>>()).await;
        }
        let one = words::parse_setting(words, example);
        if let Some(setting) = one.or_else(|error| at.misread(&error))? {
            let (name, value) = named(&setting, &at.view());
            self.set(at, name.clone(), value).await?;
            let done = || Answer::done(table::rules_after(&name, &at.cx.at(&at.view())));
            return Ok(self.limits_wait(at, &[&name]).unwrap_or_else(done));
        }
        if words.is_empty() {
            return Ok(Answer::shown(table::rules_page(&at.cx.at(&at.view()))));
        }
        match table::rules_about(words, &at.cx.at(&at.view())) {
            Some(page) => Ok(Answer::shown(page)),
            None => {
                let name = words::quotable(words);
                at.refuse(&Refusal::Rule(RuleError::UnknownName { name }))
            }
        }
    }

    /// Changes several house rules and limits, all of them or none.
    pub(super) async fn set_all<G: Served>(
        &self,
        at: &At<'_, G>,
        settings: &[(String, String)],
    ) -> Done {
        let before = at.view();
        let (mut rules, mut limits) = (before.rules, before.limits);
        let mut now = rules.entries();
        now.extend(limits.entries());
        let stays = |(name, value): &(String, String)| {
            let mut now = now.iter();
            now.any(|rule| rule.name == name && rule.value == *value)
        };
        let settings: Vec<_> = settings.iter().filter(|one| !stays(one)).collect();
        let agreed = |name: &str| G::ACCORDS.iter().any(|(accord, _)| *accord == name);
        for (name, value) in settings.iter().filter(|(name, _)| !agreed(name)) {
            // A name that is no limit is a rule of the game, or nothing.
            let limit = limits.set(name, value);
            let set = limit.or_else(|error| match error {
                RuleError::UnknownName { .. } => rules.set(name, value),
                error => Err(error),
            });
            set.or_else(|error| at.refuse(&Refusal::Rule(error)))?;
        }
        for (done, (name, value)) in settings.iter().enumerate() {
            let set = self.set(at, name.clone(), value.clone()).await;
            if set.is_err() && done > 0 {
                self.set_back(at, &before).await;
            }
            set?;
        }
        let names: Vec<&str> = settings.iter().map(|(name, _)| name.as_str()).collect();
        let done = || Answer::done(table::rules_page(&at.cx.at(&at.view())));
        Ok(self.limits_wait(at, &names).unwrap_or_else(done))
    }

    /// What is told to somebody of whose limits, or of what they want to agree on, one waits for the others.
    fn limits_wait<G: Served>(&self, at: &At<'_, G>, names: &[&str]) -> Option<Answer> {
        let named = |change: &LimitChange| names.contains(&change.limit.as_str());
        let own = |wish: &Wish| match wish {
            Wish::Limits(all) | Wish::Accord(all) => all.iter().any(named),
            Wish::Kick { .. } | Wish::Sit { .. } => false,
        };
        self.waits(at, own)
    }

    /// Gives rules and limits the values that they had.
    async fn set_back<G: Served>(&self, at: &At<'_, G>, before: &TableView<G>) {
        let by = at.who.person;
        let now = at.view();
        let entries = |view: &TableView<G>| {
            let rules = view.rules.entries().into_iter();
            rules.chain(view.limits.entries()).collect::<Vec<_>>()
        };
        let changed = entries(before).into_iter().zip(entries(&now));
        for (old, _) in changed.filter(|(old, new)| old.value != new.value) {
            let (name, value) = (old.name.to_owned(), old.value);
            // What cannot be set back, such as the name of a preset that was changed, follows from
            // the rules themselves.
            at.submit(Input::SetRule { by, name, value }).await.ok();
        }
    }

    /// Changes a house rule or limit, and the limits that depend on it.
    pub(super) async fn set<G: Served>(
        &self,
        at: &At<'_, G>,
        name: String,
        value: String,
    ) -> Done<()> {
        let by = at.who.person;
        let limits = at.view().rules.limits_with(&name, &value);
        at.submit(Input::SetRule { by, name, value }).await?;
        for (name, value) in limits {
            let (name, value) = ((*name).to_owned(), (*value).to_owned());
            at.submit(Input::SetRule { by, name, value }).await?;
        }
        Ok(())
    }

    /// The open tables of these channels, and the rooms where the requester sits.
    pub(super) fn list(&self, asked: &Request) -> Page {
        let Request { who, place, cx } = asked;
        let tables = self.front.host.list();
        let listed = tables.iter().filter(|table| !self.finder.is_apart(table));
        let listed = listed.filter_map(|table| {
            let shown = self.front.places.of(table.key());
            let mut near = shown.places.iter().map(|showing| showing.channel);
            let near = near.find(|channel| place.channels.contains(channel));
            at_any_table!(table, handle => {
                let view = handle.view(Viewer::Public);
                let room = shown.room && (near.is_some() || view.seat_of(who.person).is_some());
                let place = match (room, near) {
                    (true, _) => rooms::called(table.key(), cx),
                    (false, Some(_)) if cx.face != Surface::Discord => say!(cx, "list-here"),
                    (false, Some(channel)) => format!("<#{channel}>"),
                    (false, None) => return None,
                };
                let of_table = self.front.at_table(cx.clone(), handle);
                Some(ListedTable {
                    place,
                    game: table.kind(),
                    seated: view.seated(),
                    seats: view.seats.len(),
                    stage: ListedStage::of(&view.stage),
                    people: table::seat_lines(&of_table.at(&view)).join(" · "),
                })
            })
        });
        let listed: Vec<_> = listed.collect();
        tables_page(&listed, cx)
    }
}

/// The seat of these words, or of its number as controls write it: `#2`.
pub(super) fn seat_called<G: Served>(words: &str) -> Result<Seat, ParseError> {
    let number = words.strip_prefix('#');
    let number = number.and_then(|number| number.parse::<u8>().ok());
    match number.filter(|number| (1..=16).contains(number)) {
        Some(number) => Ok(Seat::new(number - 1)),
        None => G::parse_seat(words),
    }
}

/// The refusal of a word that names neither a computer skill nor a seat.
fn unknown_computer<G: Served>(word: &str, programs: &[ProgramName], cx: &RenderContext) -> String {
    let levels = G::SKILLS.iter().map(|skill| table::skill_name(*skill, cx));
    let levels = levels.chain(programs.iter().map(ProgramName::to_string));
    let levels = levels.map(|level| format!("`{level}`"));
    let word = format!("`{}`", words::quotable(word));
    say!(cx, "desk-unknown-computer", word, levels = cx.list(levels))
}

/// A setting by its own name and value, in whatever language it was written.
fn named<G: Served>((name, value): &(String, String), view: &TableView<G>) -> (String, String) {
    let name = table::rule_called(name, view);
    let value = table::value_called(&name, value, view);
    (name, value)
}
