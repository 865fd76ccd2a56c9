//! Cups: called, signed up for, begun and ended by whom.
//!
//! Decides who may do what, and keeps a cup in one piece: every change is made to what was read last, or made
//! anew to what somebody else has written meanwhile. Who plays whom and for which points is for
//! [`crate::club::cup`], what is done for tables for [`tables`].

mod games;
mod tables;

use std::sync::atomic::Ordering;

use super::answer::Announcement;
use super::{Answer, AskedFrom, Being, Command, Desk, Who};
use crate::club::cup::{Cup, CupGame, CupRound, CupStage, Joined, Parted};
use crate::game::GameKind;
use crate::store::{CUP, CupChange, GuildId, Scope, StoreError};
use crate::table::{PersonId, UnixMillis};
use crate::text::context::{RenderContext, Surface};
use crate::text::cups::{self, CupDone, CupTrouble};
use crate::text::statistics;
use crate::text::trouble::Trouble;
use crate::text::words::means;

/// How many rounds a cup has that does not say.
const USUAL_ROUNDS: u32 = 4;

/// The most rounds of a cup.
const MOST_ROUNDS: u32 = 12;

/// The longest time from the call of a cup until it begins, in minutes.
const LONGEST_MIN: u64 = 7 * 24 * 60;

/// The most characters of the name of a cup.
const MOST_NAME: usize = 60;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CupRequest {
    Tell,
    List,
    New {
        name: String,
        game: CupGame,
        rounds: u32,
        drawn: bool,
        /// After how many minutes it begins by itself.
        minutes: Option<u64>,
    },
    /// To be signed up, perhaps with this partner.
    Join(Option<(PersonId, String)>),
    /// To be the partner of who has asked.
    Accept(PersonId),
    /// To be nobody's partner who has asked.
    Decline,
    Leave,
    Start,
    End,
}

/// A cup of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuildCup {
    pub guild: GuildId,
    /// Its number there.
    pub number: u32,
    pub cup: Cup,
}

impl CupRequest {
    fn read(command: &Command) -> Option<Self> {
        let words: Vec<&str> = command.words.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else {
            return Some(Self::Tell);
        };
        let is = |word| means(first, word);
        Some(match rest {
            [] if is("word-list") => Self::List,
            [] if is("word-leave") => Self::Leave,
            [] if is("word-decline") => Self::Decline,
            [] if is("word-begin") => Self::Start,
            [] if is("word-end") => Self::End,
            [] if is("word-join") => Self::Join(None),
            _ if is("word-join") => match command.people.as_slice() {
                [partner] => (partner.being == Being::Person)
                    .then(|| Self::Join(Some((partner.person, partner.name.clone()))))?,
                // Of who is mentioned in the text of a slash command no more is known.
                [] => Self::Join(Some((statistics::mentioned(rest.first()?)?, String::new()))),
                _ => return None,
            },
            rest if is("word-new") => Self::new(rest)?,
            _ => return None,
        })
    }

    /// A name, and after it what else is said of the cup, in any order.
    fn new(words: &[&str]) -> Option<Self> {
        let (mut game, mut rounds, mut drawn, mut minutes) = (None, None, false, None);
        let mut name = words;
        while let [before @ .., last] = name {
            let time = last.strip_suffix(['m', 'M']);
            let time = time.and_then(|time| time.parse().ok());
            match (last.parse().ok(), time) {
                (Some(number), _) if rounds.is_none() => rounds = Some(number),
                (_, Some(time)) if minutes.is_none() => minutes = Some(time),
                _ if !drawn && means(last, "word-drawn") => drawn = true,
                _ if game.is_none() => {
                    game = game_named(last);
                    // A cup may be called like its game.
                    if game.is_none() || before.is_empty() {
                        break;
                    }
                }
                _ => break,
            }
            name = before;
        }
        let name = name.join(" ");
        let rounds = rounds.unwrap_or(USUAL_ROUNDS);
        let fits = (1..=MOST_ROUNDS).contains(&rounds)
            && (1..=MOST_NAME).contains(&name.chars().count())
            && minutes.is_none_or(|minutes: u64| minutes <= LONGEST_MIN);
        fits.then_some(Self::New {
            name,
            game: game.unwrap_or_default(),
            rounds,
            drawn,
            minutes,
        })
    }
}

impl Desk {
    pub(super) async fn cup(
        &self,
        who: &Who,
        place: &AskedFrom,
        command: &Command,
        cx: &RenderContext,
    ) -> Answer {
        match CupRequest::read(command) {
            Some(request) => self.cup_of(who, place, request, cx).await,
            None => refused(CupTrouble::Unclear, cx),
        }
    }

    pub(super) async fn cup_of(
        &self,
        who: &Who,
        place: &AskedFrom,
        request: CupRequest,
        cx: &RenderContext,
    ) -> Answer {
        let Some(guild) = place.guild.filter(|_| self.face == Surface::Discord) else {
            return refused(CupTrouble::NoServer, cx);
        };
        let done = self.cup_on(who, (GuildId(guild), place.channel), request, cx);
        match done.await {
            Ok(answer) => answer,
            Err(error) => {
                tracing::error!(%error, "a cup could not be read or written");
                Answer::refused(Trouble::NotSaved.page(cx))
            }
        }
    }

    async fn cup_on(
        &self,
        who: &Who,
        (guild, channel): (GuildId, u64),
        request: CupRequest,
        cx: &RenderContext,
    ) -> Result<Answer, StoreError> {
        let mut cups = self.cups_of(guild).await?;
        let last = cups.last().map(|last| (last.number, last.cup.stage));
        let live = last.filter(|(_, stage)| *stage != CupStage::Over);
        let number = match (&request, live) {
            (CupRequest::List, _) => {
                cups.reverse();
                let cups: Vec<Cup> = cups.into_iter().map(|one| one.cup).collect();
                return Ok(match cups.is_empty() {
                    true => refused(CupTrouble::None, cx),
                    false => Answer::shown(cups::list_page(&cups, cx)),
                });
            }
            (CupRequest::Tell, _) => {
                return Ok(match cups.last() {
                    Some(last) => Answer::shown(cups::page(&last.cup, false, cx)),
                    None => refused(CupTrouble::None, cx),
                });
            }
            (CupRequest::New { .. }, Some(_)) => return Ok(refused(CupTrouble::Unfinished, cx)),
            (
                CupRequest::New {
                    name,
                    game,
                    rounds,
                    drawn,
                    minutes,
                },
                None,
            ) => {
                let now = self.host.now().0;
                let cup = Cup {
                    game: *game,
                    drawn: *drawn,
                    begins: minutes.map(|minutes| UnixMillis(now + minutes * 60_000)),
                    ..Cup::called(name.clone(), channel, who.person, *rounds)
                };
                let number = last.map_or(1, |(number, _)| number + 1);
                return self.new_cup(who, (guild, number), cup, cx).await;
            }
            (_, None) => return Ok(refused(CupTrouble::None, cx)),
            (_, Some((number, _))) => number,
        };
        let seed = self.cup_seed(guild, number).await?;
        let mut also = vec![who.person];
        if let CupRequest::Join(Some((partner, _))) = &request {
            also.push(*partner);
        }
        let changed = self.change_cup((guild, number), &also, |cup, parted| {
            let runs = who.moderator || cup.by == who.person;
            match &request {
                CupRequest::Join(partner) => {
                    let partner = partner.as_ref();
                    let partner = partner.map(|(person, name)| (*person, name.as_str()));
                    if cup.drawn && partner.is_some() {
                        return Err(CupTrouble::Drawn);
                    }
                    match cup.join((who.person, &who.name), partner, parted) {
                        Some(Joined::Asked { calls }) => Ok(CupDone::Asked { calls }),
                        Some(Joined::Paired) => Ok(CupDone::Paired),
                        Some(Joined::In) => Ok(CupDone::Joined),
                        None => Err(CupTrouble::In),
                    }
                }
                CupRequest::Accept(by) => match cup.accept((who.person, &who.name), *by, parted) {
                    true => Ok(CupDone::Paired),
                    false => Err(CupTrouble::NotAsked),
                },
                CupRequest::Decline => match cup.decline(who.person) {
                    true => Ok(CupDone::Declined),
                    false => Err(CupTrouble::NotAsked),
                },
                CupRequest::Leave => match cup.leave(who.person) {
                    true => Ok(CupDone::Left),
                    false => Err(CupTrouble::NotIn),
                },
                _ if !runs => Err(CupTrouble::MayNot),
                CupRequest::Start if cup.stage != CupStage::SignUp => Err(CupTrouble::Begun),
                CupRequest::Start => match cup.begin(&seed, parted) {
                    true => Ok(CupDone::Started),
                    false => Err(CupTrouble::Few),
                },
                _ => {
                    // A round that is not over counts for nobody.
                    if cup.played.last().is_some_and(|round| !round.is_over()) {
                        cup.played.pop();
                    }
                    cup.stage = CupStage::Over;
                    Ok(CupDone::Ended)
                }
            }
        });
        Ok(match changed.await? {
            None => refused(CupTrouble::None, cx),
            Some((_, Err(trouble))) => refused(trouble, cx),
            Some((cup, Ok(done))) => {
                self.cups.fetch_add(1, Ordering::Relaxed);
                let said = match (done, &request) {
                    (CupDone::Asked { calls: true }, CupRequest::Join(Some((partner, _)))) => {
                        let place = AskedFrom::new(cup.channel, Some(guild.0));
                        let public = self.public_context(&place).await;
                        let page = cups::ask_page(&cup, (who.person, &who.name), *partner, &public);
                        let channel = cup.channel;
                        vec![Announcement { channel, page }]
                    }
                    _ => Vec::new(),
                };
                Answer {
                    said,
                    ..Answer::shown(done.page(cx)).for_them_alone()
                }
            }
        })
    }

    async fn new_cup(
        &self,
        who: &Who,
        (guild, number): (GuildId, u32),
        after: Cup,
        cx: &RenderContext,
    ) -> Result<Answer, StoreError> {
        if !who.moderator && !self.settings.guild(Some(guild.0)).await.open_cups {
            return Ok(refused(CupTrouble::MayNot, cx));
        }
        let before = None;
        let kept = self.settings.store().put_cup(CupChange {
            guild,
            number,
            before,
            after,
        });
        Ok(match kept.await? {
            true => {
                self.cups.fetch_add(1, Ordering::Relaxed);
                Answer::shown(CupDone::Called.page(cx)).for_them_alone()
            }
            false => refused(CupTrouble::Unfinished, cx),
        })
    }

    /// The cups of a server, the latest last.
    async fn cups_of(&self, guild: GuildId) -> Result<Vec<GuildCup>, StoreError> {
        let kept = self.settings.store().settings(Scope::Guild(guild)).await?;
        let cups = kept.iter().filter_map(|(name, value)| {
            let (number, cup) = CupChange::read(name, value)?;
            Some(GuildCup { guild, number, cup })
        });
        Ok(cups.collect())
    }

    /// Changes a cup as it is now, knowing who of its people, and of these `also`, are not to meet; `None` if there is
    /// no such cup. It is not written if nothing has changed.
    async fn change_cup<T>(
        &self,
        (guild, number): (GuildId, u32),
        also: &[PersonId],
        mut change: impl FnMut(&mut Cup, &Parted) -> T,
    ) -> Result<Option<(Cup, T)>, StoreError> {
        let store = self.settings.store();
        let name = CupChange::named(number);
        loop {
            let Some(kept) = store.setting(Scope::Guild(guild), &name).await? else {
                return Ok(None);
            };
            let Some((_, before)) = CupChange::read(&name, &kept) else {
                return Ok(None);
            };
            let mut after = before.clone();
            let players = before.pairs.iter().flat_map(|pair| &pair.players);
            let people = players.map(|player| player.person);
            let people: Vec<PersonId> = people.chain(also.iter().copied()).collect();
            let done = change(&mut after, &self.parted_among(&people).await);
            if after == before {
                return Ok(Some((after, done)));
            }
            let change = CupChange {
                guild,
                number,
                before: Some(kept),
                after: after.clone(),
            };
            if store.put_cup(change).await? {
                return Ok(Some((after, done)));
            }
        }
    }

    /// The cups that are not over, or whose end was not told.
    pub async fn live_cups(&self) -> Vec<GuildCup> {
        let kept = self.settings.store().settings_named(CUP).await;
        let kept = kept.unwrap_or_else(|error| {
            tracing::warn!(%error, "cups could not be read");
            Vec::new()
        });
        let cups = kept.into_iter().filter_map(|kept| {
            let (number, cup) = CupChange::read(&kept.name, &kept.value)?;
            match kept.scope {
                Scope::Guild(guild) => Some(GuildCup { guild, number, cup }),
                Scope::Person(_) | Scope::Channel(_) => None,
            }
        });
        let live = |one: &GuildCup| one.cup.stage != CupStage::Over || !one.cup.told;
        cups.filter(live).collect()
    }

    /// How often people have changed cups here.
    pub fn cup_changes(&self) -> u64 {
        self.cups.load(Ordering::Relaxed)
    }

    /// Notes where the post of a cup is.
    pub async fn note_cup_post(&self, guild: GuildId, number: u32, post: u64) {
        let noted = self.change_cup((guild, number), &[], |cup, _| cup.post = Some(post));
        if let Err(error) = noted.await {
            tracing::warn!(%error, "where the post of a cup is could not be noted");
        }
    }

    /// Whether who won is to be told now: once.
    pub async fn takes_cup_end(&self, guild: GuildId, number: u32) -> bool {
        let taken = self.change_cup((guild, number), &[], |cup, _| {
            let first = cup.stage == CupStage::Over && !cup.told;
            cup.told |= first;
            first
        });
        matches!(taken.await, Ok(Some((_, true))))
    }

    /// Notes where a table of the present round is; `false` if it has a place already.
    pub async fn place_cup_table(&self, one: &GuildCup, at: usize, place: u64) -> bool {
        let round = one.cup.played.len();
        let placed = self.change_cup((one.guild, one.number), &[], |cup, _| {
            let same = cup.played.len() == round;
            let of_round = |round: &mut CupRound| {
                let free = round.tables.get_mut(at);
                let free = free.filter(|table| table.place.is_none());
                free.map(|table| table.place = Some(place)).is_some()
            };
            same && cup.played.last_mut().is_some_and(of_round)
        });
        matches!(placed.await, Ok(Some((_, true))))
    }
}

/// The game that this word names, if cups are played of it.
fn game_named(word: &str) -> Option<CupGame> {
    let named = statistics::game(&word.to_lowercase())?;
    let games = [
        (GameKind::Tractor, CupGame::Tractor),
        (GameKind::Uno, CupGame::Uno),
    ];
    let mut games = games.into_iter();
    games.find_map(|(game, of)| (game == named).then_some(of))
}

fn refused(trouble: CupTrouble, cx: &RenderContext) -> Answer {
    Answer::refused(trouble.page(cx))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Anywhere, Name};

    #[test]
    fn the_name_of_a_cup_comes_first_and_the_rest_in_any_order() {
        let check_of = |game, words: &str, expected: Option<(&str, u32, bool, Option<u64>)>| {
            let command = Command::new(Name::Anywhere(Anywhere::Cup), words);
            let expected = expected.map(|(name, rounds, drawn, minutes)| CupRequest::New {
                name: name.to_owned(),
                game,
                rounds,
                drawn,
                minutes,
            });
            assert_eq!(CupRequest::read(&command), expected, "{words}");
        };
        let check = |words: &str, expected| check_of(CupGame::Tractor, words, expected);
        check("new Friday", Some(("Friday", 4, false, None)));
        check("new Friday night 5", Some(("Friday night", 5, false, None)));
        check(
            "new Friday 30m drawn 3",
            Some(("Friday", 3, true, Some(30))),
        );
        check("new Cup 7 2", Some(("Cup 7", 2, false, None)));
        check("新建 周五 抽签", Some(("周五", 4, true, None)));
        let uno = |words: &str, expected| check_of(CupGame::Uno, words, expected);
        uno("new Friday uno 3", Some(("Friday", 3, false, None)));
        uno(
            "new UNO night drawn UNO",
            Some(("UNO night", 4, true, None)),
        );
        check("new ttt", Some(("ttt", 4, false, None)));
        uno("new uno", Some(("uno", 4, false, None)));
        for wrong in ["new", "new 5", "new Friday 13", "new Friday 99999m", "what"] {
            check(wrong, None);
        }
    }
}
