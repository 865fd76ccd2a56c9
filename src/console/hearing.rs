//! What is heard from the table is printed.

use super::Console;
use crate::desk::Served;
use crate::host::{TableNews, Update};
use crate::table::{Occupant, StageView};
use crate::text::table;

impl<G: Served> Console<G> {
    /// Prints what happened and asks computers that sit in a person's place.
    pub(super) async fn hear(&mut self, heard: TableNews<G>) {
        let told = match heard {
            TableNews::Update(update) => {
                self.heard = update.moment;
                if update.is_quiet() && !self.told {
                    return;
                }
                self.print_news(&update)
            }
            TableNews::Missed => {
                self.heard = self.handle.moment();
                self.screen.line(&say!(self.cx, "news-missed"));
                true
            }
        };
        self.look_who_sits();
        self.act_for_computers().await;
        self.show_what_is_due(told).await;
    }

    /// Prints what happened, computers in a person's place marked as such; `false` if there is nothing to
    /// say about it.
    fn print_news(&self, update: &Update<G>) -> bool {
        let viewer = self.viewer();
        let mut view = update.view(viewer);
        for pilot in &self.pilots {
            let place = view.seats.iter_mut().find(|place| place.seat == pilot.seat);
            if let Some(place) = place {
                place.occupant = Occupant::Computer(pilot.skill);
            }
        }
        let notices = update.notices(viewer);
        let said = notices
            .iter()
            .filter_map(|notice| table::notice_lines(notice, &self.cx.at(&view)));
        let mut lines: Vec<String> = said.flatten().collect();
        // The page below says again how a match ended.
        if matches!(view.stage, StageView::Over(_)) && !self.watch && self.speaker().1.is_some() {
            let cx = self.desk.at_table(self.cx.clone(), &self.handle);
            let page = table::public_page(&cx.at(&view));
            let below = |line: &String| page.lines.contains(line) || *line == page.title;
            lines.retain(|line| !below(line));
        }
        lines.iter().for_each(|line| self.screen.line(line));
        !lines.is_empty()
    }
}
