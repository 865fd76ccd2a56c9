//! The lesson at the desk: its pages, and the table of one's own after it.
//!
//! Decides where the free round is played: in a room with three computer players, or at the
//! terminal's own table. What the lesson says and how it judges is in [`crate::text::tractor::lesson`].

use std::sync::atomic::AtomicU64;

use super::{Answer, At, Desk, Place, Who};
use crate::host::Hosted as _;
use crate::table::{By, Input};
use crate::text::context::{Face, RenderContext};
use crate::text::press::Lesson;
use crate::text::tractor::lesson::{self, Typed};
use crate::tractor::Tractor;
use crate::tractor::action::Action;

/// House rules and limits of the table after the lesson: the cards come at once, and nobody hurries.
const UNHURRIED: [(&str, &str); 3] = [
    ("deal_interval", "0"),
    ("call_window", "30"),
    ("turn_limit", "600"),
];

impl Desk {
    /// Carries out what was typed after the command.
    pub(super) async fn practise(
        &self,
        who: &Who,
        place: &Place,
        words: &str,
        cx: RenderContext,
    ) -> Answer {
        match lesson::read(words) {
            Typed::Go(to) => self.go_to(who, place, to, cx).await,
            Typed::Cards(step, words) => Answer::shown(lesson::choose_typed(step, &words, &cx)),
            Typed::Stop => Answer::shown(lesson::stopped(&cx)),
        }
    }

    /// Shows a place in the lesson, or opens the table after it.
    pub(super) async fn go_to(
        &self,
        who: &Who,
        place: &Place,
        to: Lesson,
        cx: RenderContext,
    ) -> Answer {
        match to {
            Lesson::Step(step) => Answer::shown(lesson::page(step, &cx)),
            Lesson::Choice { step, choice } => Answer::shown(lesson::choose(step, choice, &cx)),
            Lesson::Round if self.face == Face::Terminal => {
                Answer::shown(lesson::at_this_table(&cx))
            }
            Lesson::Round => self.free_round(who, place, cx).await,
        }
    }

    /// Opens a room with three computer players and deals; the answer is the hand.
    async fn free_round(&self, who: &Who, place: &Place, cx: RenderContext) -> Answer {
        let opened = self.new_room_of::<Tractor>(who, place, &cx).await;
        let handle = match opened.map(Tractor::of) {
            Ok(Some(handle)) => handle,
            Ok(None) => return Answer::refused(say!(cx, "desk-defect")),
            Err(answer) => return answer,
        };
        let at = At {
            // The steps before were those of opening the room.
            steps: AtomicU64::new(8),
            ..self.at(&handle, (who, place), cx, None)
        };
        let answer = match self.fill_and_deal(&at).await {
            Err(answer) => answer,
            Ok(()) => Answer::shown(self.hand(&at)).for_them_alone(),
        };
        at.answered(answer)
    }

    async fn fill_and_deal(&self, at: &At<'_, Tractor>) -> Result<(), Answer> {
        let by = at.who.person;
        for (name, value) in UNHURRIED {
            let (name, value) = (name.to_owned(), value.to_owned());
            at.submit(Input::SetRule { by, name, value }).await?;
        }
        let filled = self.add_computers(at, "all").await;
        if filled.is_refusal() {
            return Err(filled);
        }
        at.submit(Input::Start { by }).await?;
        let (by, action) = (By::Person(by), Action::Deal);
        at.submit(Input::Act { by, action }).await
    }
}
