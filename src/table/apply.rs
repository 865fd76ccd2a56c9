//! The effect of each input on a table, and what follows from every input.
//!
//! Decides who may do what, and when. Works on a copy of the table, which is dropped when an input
//! is refused, so that a refusal half-way changes nothing.

use super::asking::{LimitChange, Wish};
use super::past::Move;
use super::{
    Away, By, Happening, Input, Motion, News, Occupant, PersonId, Position, Refusal, Series, Table,
    TableStage, TurnMark,
};
use crate::game::{Game, RuleEntry, RuleError, RuleSet, Seat, SeatSet, Turn};

impl<G: Game> Table<G> {
    /// Applies an input to this table, which is a copy: after an error it has to be dropped.
    pub(super) fn apply(&mut self, input: &Input<G>) -> Result<(), Refusal<G>> {
        self.check_daily(input)?;
        self.carry_out(input)?;
        if let Some(person) = input.person().filter(|_| self.paused && input.attends()) {
            self.paused = false;
            self.tell(Happening::Resumed { person });
        }
        Ok(())
    }

    fn carry_out(&mut self, input: &Input<G>) -> Result<(), Refusal<G>> {
        match input {
            Input::Sit { person, name, seat } => self.sit(*person, name, *seat),
            Input::Leave { person } => self.leave(*person),
            Input::Kick { by, person } => self.kick(*by, *person),
            Input::AddComputer { by, seat, skill } => {
                self.check_member(*by)?;
                self.check_open()?;
                self.check_settled()?;
                let seat = self.seating.add_computer(*seat, *skill)?;
                self.series = Series::default();
                self.tell(Happening::ComputerAdded {
                    seat,
                    skill: *skill,
                });
                Ok(())
            }
            Input::RemoveComputer { by, seat } => {
                self.check_member(*by)?;
                self.check_open()?;
                let occupant = self.seating.occupant(*seat);
                let computer = occupant
                    .ok_or(Refusal::NoSuchSeat { seat: *seat })?
                    .computer();
                computer.ok_or(Refusal::NoComputer { seat: *seat })?;
                self.seating.clear(*seat);
                self.series = Series::default();
                self.tell(Happening::ComputerRemoved { seat: *seat });
                Ok(())
            }
            Input::SetRule { by, name, value } => self.set_rule(*by, name, value),
            Input::Start { by } => self.start(*by),
            Input::Act { by, action } => self.act(*by, action),
            Input::Advised { person } => {
                self.playing().ok_or(Refusal::NotPlaying)?;
                let held = self.seating.held_by(*person).map(drop);
                held.ok_or(Refusal::NotSeated)
            }
            Input::Elapse(cue) => {
                let runs = !self.paused;
                let game = self.playing_mut();
                let game = game.filter(|game| runs && game.cue() == Some(*cue));
                let game = game.ok_or(Refusal::Stale)?;
                let told = game.elapse(*cue);
                self.tell_game(told);
                let tick = G::is_tick(*cue).then_some(Move::Ticks(1));
                self.note(|| (tick.unwrap_or(Move::Elapse(*cue)), None));
                Ok(())
            }
            Input::Vote {
                person,
                motion: Motion::Petition(at),
                support,
            } => self.answer(*person, *at, *support),
            Input::Vote {
                person,
                motion: Motion::Reset,
                support,
            } => self.vote(*person, *support),
            Input::Release { seat } => self.release(*seat),
            Input::Close { by } => {
                self.check_closer(*by)?;
                self.close(Some(*by));
                Ok(())
            }
            Input::Pause => self.pause(),
            Input::Halt { by } => {
                self.seating.sits_at(*by).ok_or(Refusal::NotSeated)?;
                self.pause()
            }
            Input::Rest { person } => self.rest(*person),
            Input::Reseed { salt } => {
                if self.is_salted(salt) {
                    return Err(Refusal::Stale);
                }
                self.salts.push(*salt);
                let seed = self.match_seed(self.number);
                if let TableStage::Playing(game) | TableStage::Over(game) = &mut self.stage {
                    game.reseed(seed);
                    self.note(|| (Move::Reseed { seed }, None));
                }
                Ok(())
            }
            // Nobody can ask for it: it goes back to a state that this table no longer is.
            Input::Again { .. } => Err(Refusal::Reserved),
        }
    }

    fn pause(&mut self) -> Result<(), Refusal<G>> {
        self.playing().ok_or(Refusal::NotPlaying)?;
        if self.paused {
            return Err(Refusal::Stale);
        }
        self.paused = true;
        self.tell(Happening::Paused);
        Ok(())
    }

    /// Lets a computer play for somebody until they do something.
    fn rest(&mut self, person: PersonId) -> Result<(), Refusal<G>> {
        let seat = self.seating.sits_at(person).ok_or(Refusal::NotSeated)?;
        self.playing().ok_or(Refusal::NotPlaying)?;
        self.stand_in(seat, person, Away::Absent);
        Ok(())
    }

    /// A computer plays for the person on this seat until they are back.
    pub(super) fn stand_in(&mut self, seat: Seat, person: PersonId, away: Away) {
        let skill = self.limits.substitute;
        self.seating.substitute(seat, skill, away);
        self.tell(Happening::Substituted {
            seat,
            person,
            skill,
            away,
        });
    }

    /// Takes over what [`Table::tick`] leads to; `false` if no such cue is awaited.
    pub fn pass_tick(&mut self) -> bool {
        let ticks = self.tick_on();
        self.events.clear();
        ticks
    }

    /// The next of the clock's cues that are not written down; `false` if none is awaited.
    pub(super) fn tick_on(&mut self) -> bool {
        let before = self.mark();
        let told = self.playing_mut().and_then(|game| {
            let cue = game.cue().filter(|cue| G::is_tick(*cue))?;
            Some(game.elapse(cue))
        });
        let Some(told) = told else {
            return false;
        };
        self.tell_game(told);
        self.note(|| (Move::Ticks(1), None));
        self.ticks = self.ticks.saturating_add(1);
        self.settle(&before);
        true
    }

    /// Deals the present round again, with other chance; where that cannot be, the match is off. The
    /// table is one between two rounds, and `position` is that of the entry by which it happens.
    pub(super) fn deal_again(&mut self, position: Position) {
        self.position = position;
        self.ticks = 0;
        self.paused = false;
        self.votes.clear();
        let dealt = self.playing_mut().and_then(|game| {
            let told = game.deal_again(position.0)?;
            Some((game.round(), told))
        });
        let round = dealt.as_ref().map(|(round, _)| *round);
        self.tell(Happening::DealtAgain { round });
        match dealt {
            Some((_, told)) => {
                let number = position.0;
                self.note(|| (Move::DealAgain { number }, None));
                self.tell_game(told);
            }
            None => {
                if self.is_playing() {
                    self.go_to_lobby();
                    self.seat_newcomers();
                }
                self.stage_started = position;
            }
        }
        self.round_started = position;
        self.turn_started = position;
        self.log_round();
    }

    /// Ends the match without a result.
    fn go_to_lobby(&mut self) {
        self.end_round();
        self.stage = TableStage::Lobby;
        self.barred.clear();
        self.seating.settle();
        self.seating.resize(*G::seats(&self.rules).end());
    }

    /// Refuses what would make the deal of a day another one than it is for everybody else: there are one
    /// person, the computers that were seated with them, one match, and no other rules.
    fn check_daily(&self, input: &Input<G>) -> Result<(), Refusal<G>> {
        let Some(daily) = self.daily else {
            return Ok(());
        };
        let lobby = matches!(self.stage, TableStage::Lobby);
        let allowed = match input {
            Input::Sit { person, .. } => *person == self.host,
            Input::AddComputer { .. } | Input::Start { .. } => lobby,
            // Everybody has the same cards, and is on their own.
            Input::Advised { .. } => !daily.counts,
            Input::Act { .. }
            | Input::Halt { .. }
            | Input::Elapse(_)
            | Input::Close { .. }
            | Input::Pause
            | Input::Release { .. }
            | Input::Reseed { .. }
            | Input::Again { .. } => true,
            Input::Leave { .. }
            | Input::Kick { .. }
            | Input::RemoveComputer { .. }
            | Input::SetRule { .. }
            | Input::Vote { .. }
            | Input::Rest { .. } => false,
        };
        allowed.then_some(()).ok_or(Refusal::Daily)
    }

    fn check_open(&self) -> Result<(), Refusal<G>> {
        self.is_open().then_some(()).ok_or(Refusal::NotInLobby)
    }

    pub(super) fn check_host(&self, person: PersonId) -> Result<(), Refusal<G>> {
        let host = self.host;
        (person == host)
            .then_some(())
            .ok_or(Refusal::NotHost { host })
    }

    /// Whether somebody belongs to the table: sits at it, or is the host who has not sat down yet.
    pub(super) fn check_member(&self, person: PersonId) -> Result<(), Refusal<G>> {
        let member = self.seating.sits_at(person).is_some() || person == self.host;
        member.then_some(()).ok_or(Refusal::NotSeated)
    }

    /// Refuses while the answer to a challenge is awaited: until then a challenge stays as it was
    /// made.
    pub(super) fn check_settled(&self) -> Result<(), Refusal<G>> {
        match &self.invited {
            None => Ok(()),
            Some(invited) => Err(Refusal::Kept {
                invited: invited.clone(),
            }),
        }
    }

    /// Whether the free seat of a challenge is for this person.
    pub(super) fn check_kept(&self, person: PersonId) -> Result<(), Refusal<G>> {
        let own = self.invited.as_ref().map(|invited| invited.person) == Some(person);
        // The challenger sits down first.
        let opens = person == self.host && self.seating.sits_at(person).is_none();
        match own || opens {
            true => Ok(()),
            false => self.check_settled(),
        }
    }

    fn set_rule(&mut self, by: PersonId, name: &str, value: &str) -> Result<(), Refusal<G>> {
        let wanted = name.trim().to_ascii_lowercase().replace('-', "_");
        if let Some(accord) = G::ACCORDS.iter().find(|(accord, _)| *accord == wanted) {
            return self.ask_for_accord(by, *accord, value);
        }
        self.check_host(by)?;
        self.check_settled()?;
        let mut limits = self.limits;
        match limits.set(name, value) {
            Ok(()) => {
                if limits != self.limits && self.limit_waits(by, &wanted, &limits) {
                    let entry = limits.entry(&wanted);
                    let value = entry.map_or_else(|| value.to_owned(), |entry| entry.value);
                    let limit = wanted;
                    return self.ask(by, Wish::Limits(vec![LimitChange { limit, value }]));
                }
                self.limits = limits;
                self.tell_rule(limits.entry(&wanted));
            }
            Err(RuleError::UnknownName { .. }) => {
                let mut rules = self.rules;
                rules.set(name, value).map_err(Refusal::Rule)?;
                let anew = self.may_begin_anew();
                if !anew {
                    self.check_open()?;
                    self.resize(*G::seats(&rules).end())?;
                }
                self.rules = rules;
                if anew {
                    let seated = self.check_enough()?;
                    self.begin(seated);
                }
                self.tell_rule(self.rules.entry(&wanted));
            }
            Err(error) => return Err(Refusal::Rule(error)),
        }
        Ok(())
    }

    fn resize(&mut self, most: u8) -> Result<(), Refusal<G>> {
        let seated = self.seating.taken();
        if seated > most {
            return Err(Refusal::TooMany { seated, most });
        }
        let moved = self.seating.resize(most);
        moved.into_iter().for_each(|news| self.tell(news));
        Ok(())
    }

    /// Whether a rule of the game can still be set though the match has begun: nobody has done anything
    /// in it, and nobody but the host would have to agree that it begins anew.
    fn may_begin_anew(&self) -> bool {
        self.is_playing()
            && self.turn_started == self.stage_started
            && self.ticks == 0
            && self.occupants().all(|(_, who)| match who {
                Occupant::Person(person) => person == self.host,
                Occupant::Computer(_) => true,
                // Somebody has left the match.
                Occupant::Empty | Occupant::Substitute { .. } => false,
            })
    }

    fn start(&mut self, by: PersonId) -> Result<(), Refusal<G>> {
        self.check_member(by)?;
        self.check_open()?;
        self.check_settled()?;
        let seated = self.check_enough()?;
        let moved = self.seating.begin();
        moved.into_iter().for_each(|news| self.tell(news));
        self.number += 1;
        self.draw_seats();
        let told = self.begin(seated);
        self.tell(Happening::Started {
            number: self.number,
        });
        self.tell_game(told);
        Ok(())
    }

    /// How many seats are taken, if as many can play by the rules.
    fn check_enough(&self) -> Result<u8, Refusal<G>> {
        let (least, most) = G::seats(&self.rules).into_inner();
        match self.seating.taken() {
            seated if seated < least => Err(Refusal::TooFew { seated, least }),
            seated if seated > most => Err(Refusal::TooMany { seated, most }),
            seated => Ok(seated),
        }
    }

    /// The match of this number as it is before anybody does anything.
    fn begin(&mut self, seated: u8) -> Vec<G::Event> {
        let seed = self.match_seed(self.number);
        let (game, told) = G::start(&self.match_rules(), seated, seed);
        self.stage = TableStage::Playing(game);
        self.note_beginning();
        told
    }

    fn act(&mut self, by: By, action: &G::Action) -> Result<(), Refusal<G>> {
        let seat = match by {
            By::Person(person) => self.seating.held_by(person).ok_or(Refusal::NotSeated)?,
            By::Computer(seat) | By::Clock(seat) | By::ClockOn(seat) => seat,
        };
        let occupant = self.seating.occupant(seat);
        let occupant = occupant.ok_or(Refusal::NoSuchSeat { seat })?;
        let turn = self.playing().ok_or(Refusal::NotPlaying)?.turn();
        let may = match by {
            By::Person(_) => true,
            _ if self.paused => false,
            By::Computer(_) => occupant.computer().is_some(),
            By::Clock(_) | By::ClockOn(_) => self.clock_may_act(seat, occupant),
        };
        if !may {
            return Err(Refusal::NotAwaited { seat });
        }
        let game = self.playing_mut().ok_or(Refusal::NotPlaying)?;
        let told = game.act(seat, action.clone()).map_err(Refusal::Game)?;
        self.note(|| {
            let action = action.clone();
            (Move::Act { seat, action }, by.person())
        });
        match by {
            By::Person(person) => {
                if occupant.away().is_some() {
                    self.seating.bring_back(seat);
                    self.tell(Happening::Returned { person, seat });
                }
                self.seating.attend(seat);
            }
            By::Computer(_) | By::ClockOn(_) => {}
            By::Clock(_) if turn == Turn::Seats(SeatSet::EMPTY) => {}
            By::Clock(_) => self.tell(Happening::TimeUp { seat }),
        }
        self.tell_game(told);
        if matches!(by, By::Clock(_)) && turn.awaited().len() == 1 {
            self.miss(seat, occupant);
        }
        Ok(())
    }

    /// Whether the clock may act for a seat: for a person whose turn it is, or for anybody if the
    /// game awaits no particular seat. Never while the game awaits a cue.
    fn clock_may_act(&self, seat: Seat, occupant: Occupant) -> bool {
        let unattended = self.seating.people().next().is_none();
        let timed = self.limits.longest_turn_s().is_some() || unattended;
        let awaited = match self.turn() {
            Turn::Seats(seats) if seats.is_empty() => !occupant.is_empty(),
            turn => turn.awaited().contains(seat) && occupant.person().is_some(),
        };
        timed && awaited && self.cue().is_none()
    }

    /// Counts a turn that the clock played for somebody whom the game could not go on without.
    fn miss(&mut self, seat: Seat, occupant: Occupant) {
        let missed = u32::from(self.seating.miss(seat));
        let enough = self.limits.absent_turns.is_some_and(|most| missed >= most);
        if let (true, Some(person)) = (enough, occupant.person()) {
            self.stand_in(seat, person, Away::Absent);
        }
    }

    fn vote(&mut self, person: PersonId, support: bool) -> Result<(), Refusal<G>> {
        self.seating.sits_at(person).ok_or(Refusal::NotSeated)?;
        if self.playing().is_none() {
            return Err(Refusal::NotPlaying);
        }
        if self.votes.contains(&person) == support {
            return Err(Refusal::VoteStands { support });
        }
        match support {
            true => self.votes.push(person),
            false => self.votes.retain(|other| *other != person),
        }
        let votes = self.votes.len() as u8;
        let needed = self.votes_needed() as u8;
        self.tell(Happening::Voted {
            person,
            motion: Motion::Reset,
            support,
            votes,
            needed,
        });
        Ok(())
    }

    /// What follows from any input: a match that is over, votes that end or are carried, the next
    /// host, and where stage, round and turn began.
    pub(super) fn settle(&mut self, before: &TurnMark) {
        let (now, over) = (self.mark(), self.turn() == Turn::Over);
        let begins = !over && (now.number, now.round) != (before.number, before.round);
        if !self.is_in_round() {
            self.end_round();
        }
        self.settle_petitions(begins);
        if let TableStage::Playing(game) = &self.stage
            && game.turn() == Turn::Over
        {
            self.series.count(game.winners());
            self.stage = TableStage::Over(game.clone());
            self.barred.clear();
            self.seating.end();
            self.tell(Happening::MatchOver {
                number: self.number,
            });
            self.seating.resize(*G::seats(&self.rules).end());
        }
        let now = self.mark();
        if (now.stage, now.number, now.round) != (before.stage, before.number, before.round) {
            self.votes.clear();
        }
        let seating = &self.seating;
        self.votes
            .retain(|person| seating.sits_at(*person).is_some());
        let votes = self.votes.len();
        if votes > 0 && votes >= self.votes_needed() {
            self.votes.clear();
            self.go_to_lobby();
            self.tell(Happening::Reset);
        }
        self.paused &= self.is_playing();
        let next_host = self.seating.people().next();
        if let (None, Some(host), false) =
            (self.seating.sits_at(self.host), next_host, self.is_closed())
        {
            self.host = host;
            self.tell(Happening::HostChanged { host });
        }
        // Those who played come before those who come in.
        self.seat_newcomers();
        self.settle_petitions(false);
        let now = self.mark();
        if (now.stage, now.number) != (before.stage, before.number) {
            self.stage_started = self.position;
        }
        if (now.stage, now.number, now.round) != (before.stage, before.number, before.round) {
            self.round_started = self.position;
        }
        if now != *before {
            self.turn_started = self.position;
        }
        self.log_round();
        if self.is_in_round() {
            self.seating.note_hands();
        }
    }

    /// Whether cards of a round are held, which not everybody may see.
    fn is_in_round(&self) -> bool {
        let plays = G::HAS_HANDS && self.is_playing() && self.turn() != Turn::Over;
        plays && !self.is_between_rounds()
    }

    /// Tells what a rule or limit is now.
    pub(super) fn tell_rule(&mut self, entry: Option<RuleEntry>) {
        if let Some(RuleEntry { name, value, .. }) = entry {
            self.tell(Happening::RuleSet { name, value });
        }
    }

    /// Notes what happens at the table.
    pub(super) fn tell(&mut self, news: Happening) {
        self.events.push(News::Table(news));
    }

    /// Notes what happens in the game.
    pub(super) fn tell_game(&mut self, told: Vec<G::Event>) {
        self.events.extend(told.into_iter().map(News::Game));
    }
}
