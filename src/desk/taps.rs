//! Taps: what a button or a menu does.
//!
//! Decides which of them need a table, and what each is in the words of commands. A tap is carried out as
//! the command would be; it may come late, or from somebody whom it was not offered to.

use super::at::At;
use super::cups::CupRequest;
use super::{Answer, AskedFrom, Audience, Desk, Effect, Served, Who, at_any_table};
use crate::command::AtTable;
use crate::game::Seat;
use crate::host::Handle;
use crate::table::{Input, PersonId, Position, TableId, TableKey};
use crate::text::daily::DailyRequest;
use crate::text::help;
use crate::text::page::Page;
use crate::text::press::{DestructiveAction, PageKind, Press, Tap};
use crate::text::table;
use crate::text::topic::Topic;

impl Desk {
    /// Carries out a tap; `values` are those chosen in a menu.
    pub async fn press(
        &self,
        who: &Who,
        place: &AskedFrom,
        press: &Press,
        values: &[String],
    ) -> Answer {
        let mut cx = self.context(who, place).await;
        cx.taps = true;
        self.until_back(place, Some(press.table)).await;
        let own = matches!(
            press.tap,
            Tap::AskForget | Tap::Sure(DestructiveAction::Forget)
        );
        if let Some(answer) = self.shut_out(who, place, &cx).filter(|_| !own) {
            return answer;
        }
        if place.as_guest && matches!(press.tap, Tap::Tell | Tap::Room) {
            return Answer::refused(say!(cx, "desk-not-as-guest"));
        }
        if let Tap::Show(PageKind::Help(topic)) = press.tap {
            let chosen = values.first().and_then(|word| Topic::of(word));
            let topic = match chosen {
                Some(topic) => topic,
                None => self.fitting(who, place, press.table, topic).await,
            };
            return Answer::shown(help::page(topic, &cx));
        }
        if press.tap == Tap::Refrain {
            let line = say!(cx, "asked-nothing-done");
            return Answer::shown(Page::line(line)).for_them_alone();
        }
        if let Tap::Lesson(to) = press.tap {
            return self.go_to((who, place), to, values, cx).await;
        }
        if matches!(press.tap, Tap::Daily | Tap::DailyPractice) {
            let request = match press.tap {
                Tap::Daily => DailyRequest::Play,
                _ => DailyRequest::Practise,
            };
            return self.daily_of(who, place, request, cx).await;
        }
        if let Tap::Duel(number) = press.tap {
            let played = (Some(number), Vec::new());
            return self.duel_of(who, place, played, cx).await;
        }
        let cup_request = match press.tap {
            Tap::CupJoin => Some(CupRequest::Join(None)),
            Tap::CupAccept(by) => Some(CupRequest::Accept(by)),
            Tap::CupDecline => Some(CupRequest::Decline),
            Tap::CupLeave => Some(CupRequest::Leave),
            _ => None,
        };
        if let Some(request) = cup_request {
            return self.cup_of(who, place, request, &cx).await;
        }
        if press.tap == Tap::Activity {
            return Self::about_window(&cx);
        }
        if press.tap == Tap::Profile {
            return self.profile(who, place, "", &cx).await.for_them_alone();
        }
        if let Tap::Block(person) = press.tap {
            return self.set_blocked(who, (person, ""), true, &cx).await;
        }
        if let Tap::Seek(game) = press.tap {
            return self.seek(who, place, game.name(), &cx).await;
        }
        if let Tap::SeekNow(game) = press.tap {
            return self.seek_now(who, place, game, &cx).await;
        }
        if press.tap == Tap::Room {
            let number = press.table.0.to_string();
            return self.join_room(who, place, &number, cx).await;
        }
        if press.tap == Tap::Open {
            return self.join(who, place, "", cx).await;
        }
        if let Tap::Replay(leaf) = press.tap {
            let table = TableId {
                key: press.table,
                opening: leaf.opening,
            };
            return match self.may_look_back(who, place, table, leaf.number).await {
                true => self.replay_leaf(place, press.table, leaf, &cx).await,
                false => Answer::refused(say!(cx, "desk-gone")),
            };
        }
        if press.tap == Tap::Review {
            return self.review_at(who, place, press.table, &cx).await;
        }
        if let Tap::Decision(leaf) = press.tap {
            let table = TableId {
                key: press.table,
                opening: leaf.opening,
            };
            return match self.may_look_back(who, place, table, leaf.number).await {
                true => self.reviewed(who, press.table, leaf, &cx).await,
                false => Answer::refused(say!(cx, "desk-gone")),
            };
        }
        if let Some(answer) = self.tap_settings(who, place, &press.tap, values).await {
            return answer;
        }
        self.catch_up(who, place, Some(press.table)).await;
        let closed = || {
            let of_match = matches!(press.tap, Tap::Show(page) if page.is_of_match());
            let mut closed = self.host.lately_closed().into_iter();
            closed.find(|table| of_match && table.key() == press.table)
        };
        let Some(table) = self.host.get(press.table).or_else(closed) else {
            return Answer::refused(say!(cx, "desk-gone"));
        };
        // The same words as for a table that there is not: they tell nobody of one.
        let Some(who) = self.admitted(who, place, &table).await else {
            return Answer::refused(say!(cx, "desk-gone"));
        };
        let who = who.as_ref();
        at_any_table!(&table, handle => {
            let offered_at = offered_at(handle, press);
            let at = self.at(handle, (who, place), cx, offered_at);
            let (tapped, now) = ((press, values), self.host.now());
            // It is for a turn that the same tap has just ended.
            if offered_at.is_some() && !self.pressed.is_new(who.person, tapped, now) {
                return at.answered(Answer::done(self.hand(&at)));
            }
            let answer = self.tap(&at, &press.tap, values).await;
            if answer.outcome != Effect::Done {
                self.pressed.forget(who.person);
            }
            at.answered(answer)
        })
    }

    /// The page of the help that a button asks for: that of a game is the one that fits what the
    /// presser is doing there.
    async fn fitting(&self, who: &Who, place: &AskedFrom, table: TableKey, topic: Topic) -> Topic {
        let table = matches!(topic, Topic::Game(_)).then(|| self.host.get(table));
        let Some(table) = table.flatten() else {
            return topic;
        };
        match self.admitted(who, place, &table).await {
            Some(_) => {
                at_any_table!(&table, handle => table::help_topic(&handle.view_of(who.person)))
            }
            None => topic,
        }
    }

    /// Somebody's own hand at a table as it is now; `None` if they have none there.
    pub async fn own_hand(&self, who: &Who, place: &AskedFrom, table: TableKey) -> Option<Answer> {
        let table = self.host.get(table)?;
        let cx = self.context(who, place).await;
        at_any_table!(&table, handle => {
            let at = self.at(handle, (who, place), cx, None);
            let hand = at.is_seated().then(|| Answer::shown(self.hand(&at)).for_them_alone());
            hand.map(|hand| at.answered(hand))
        })
    }

    async fn tap<G: Served>(&self, at: &At<'_, G>, tap: &Tap, values: &[String]) -> Answer {
        let chosen = values.first().map(String::as_str);
        match tap {
            Tap::Join => self.sit(at, None).await,
            Tap::Sit(seat) => {
                let chosen = chosen.and_then(|value| value.parse().ok());
                self.sit(at, seat.or(chosen.map(Seat::new))).await
            }
            Tap::Leave => self.leave(at, false).await,
            Tap::AddComputer(skill) => {
                let words = skill.as_deref().or(chosen).unwrap_or_default();
                match words.strip_prefix('-').map(str::parse) {
                    Some(Ok(seat)) => {
                        let seat = Some(Seat::new(seat));
                        self.remove_computers(at, seat, 1).await
                    }
                    Some(Err(_)) | None => self.add_computers(at, words).await,
                }
            }
            Tap::RemoveComputer(seat) => {
                let chosen = chosen.and_then(|value| value.parse().ok());
                let seat = seat.or(chosen.map(Seat::new));
                self.remove_computers(at, seat, 1).await
            }
            Tap::Start => self.start_and_deal(at).await,
            Tap::Quick => self.play_with_computers(at).await,
            Tap::ChooseRule => self.set_rule(at, chosen.unwrap_or_default(), None).await,
            Tap::SetRule(name) => self.set_rule(at, name, chosen).await,
            Tap::SetRules(settings) => self.rules(at, settings).await,
            Tap::Rules(group) => self.rules(at, group).await,
            Tap::Show(sheet) => {
                let answer = match sheet {
                    PageKind::Hand => self.at_a_table(at, AtTable::Hand, "").await,
                    sheet => self.show(at, *sheet),
                };
                Answer {
                    audience: Audience::Private,
                    ..answer
                }
            }
            Tap::Act { verb, words } => self.make_move(at, *verb, words).await,
            Tap::Choose(verb) => self.make_move(at, *verb, &values.join(" ")).await,
            Tap::Pick(menu) => self.pick(at, *menu, values),
            Tap::Draft(words) => self.put_together(at, words),
            Tap::Select { card, more } => self.select(at, card, *more),
            Tap::Clear => self.clear(at),
            Tap::Hint => self.at_a_table(at, AtTable::Hint, "").await,
            Tap::Sort => self.sort(at),
            Tap::Rush => {
                at.handle.rush(at.who.person);
                Answer::done(Page::default())
            }
            Tap::Halt => self.hand_in(at, Input::Halt { by: at.who.person }).await,
            Tap::Rest => {
                let person = at.who.person;
                self.hand_in(at, Input::Rest { person }).await
            }
            Tap::Kick => match chosen.and_then(|value| value.parse().ok()) {
                Some(person) => self.kick(at, PersonId(person), false).await,
                None => Answer::refused(say!(at.cx, "desk-defect")),
            },
            Tap::Tell => self.tell_me(at.who, at.place, "", &at.cx).await,
            Tap::VoteReset => self.vote_reset(at, "").await,
            Tap::UnvoteReset => self.vote_reset(at, "off").await,
            Tap::Agree(to) => self.answer_petition(at, Some(*to), true).await,
            Tap::Disagree(to) => self.answer_petition(at, Some(*to), false).await,
            Tap::End => self.end(at, false).await,
            Tap::Browser => self.open_in_browser(at).await,
            Tap::Sure(deed) => self.do_it(at, *deed).await,
            Tap::Talk => self.let_talk(at, true).await,
            Tap::Hush => self.let_talk(at, false).await,
            Tap::Decline => self.decline(at).await,
            // They need no table and were carried out before one was looked for.
            Tap::Refrain
            | Tap::Settings(_)
            | Tap::ChooseSetting
            | Tap::AskForget
            | Tap::SetSetting(..)
            | Tap::Open
            | Tap::Replay(_)
            | Tap::Decision(_)
            | Tap::Review
            | Tap::Daily
            | Tap::DailyPractice
            | Tap::Duel(_)
            | Tap::Profile
            | Tap::Activity
            | Tap::Block(_)
            | Tap::Seek(_)
            | Tap::SeekNow(_)
            | Tap::Room
            | Tap::CupJoin
            | Tap::CupAccept(_)
            | Tap::CupDecline
            | Tap::CupLeave
            | Tap::Lesson(_) => Answer::refused(say!(at.cx, "desk-defect")),
        }
    }
}

/// Where in the journal a control was offered; `None` for those that may come late.
fn offered_at<G: Served>(_: &Handle<G>, press: &Press) -> Option<Position> {
    let late = matches!(press.tap, Tap::Act { verb, .. } if G::may_come_late(verb));
    (!late).then_some(press.at)
}
