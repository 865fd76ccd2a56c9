//! Tractor's words and pages.

mod buttons;
pub mod captions;
mod hand;
mod hints;
pub mod lesson;
mod notices;
mod options;
mod order;
mod phrases;
mod plays;
mod results;
mod scene;
mod sheets;
mod table;
mod trick;
mod turn;
mod words;

use super::context::{Premove, Prospect};
use super::page::Tint;
use super::replay::short;
use super::scene::{button_of, given, laid, put_beside};
use super::table::{Lasts, Length, is_away, of_match, plain_who};
use super::*;
use crate::chance::Contributions;
use crate::command::AtTable;
use crate::players::StudyEffort;
use crate::table::Decision;
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Call, RoundEnd, RoundResult};
use crate::tractor::card::{Card, Rank, Suit};
use crate::tractor::deck::DEALT;
use crate::tractor::event::Notice;
use crate::tractor::follow::{self, Breach, Due, FollowRules};
use crate::tractor::hand::Hand;
use crate::tractor::open::OpenRound;
use crate::tractor::rejection::Rejection;
use crate::tractor::rules::Rules;
use crate::tractor::seating::{self, PLAYERS, Team, Wind};
use crate::tractor::shape::Lead;
use crate::tractor::trump::{EffectiveSuit, Trump};
use crate::tractor::view::{PhaseView, TrickView, View};
use options::{Flaw, TurnOptions};
use order::Group;
use phrases::{MatchContext, TableContext};
use turn::TurnDraft;

/// A few cards as the reader sees them.
pub fn sample(cx: &RenderContext) -> String {
    phrases::cards(&[Card::new(Rank::TEN, Suit::Hearts), Card::BIG_JOKER], cx)
}

impl Voice for Tractor {
    const SEAT_EXAMPLE: &'static str = "south";
    const PLAY_EXAMPLE: &'static str = "play 8S 8S";
    const ALSO: &'static [&'static str] = &["升级", "拖拉机", "升級", "拖拉機"];
    const SUBSTITUTES: &'static [Skill] = &[
        Skill::Lowest,
        Skill::Random,
        Skill::Greedy,
        Skill::Heuristic,
        Skill::Search,
    ];
    const DEALS_BUTTONS: bool = true;
    const SECRET_WORDS: &'static [Verb] = &[Verb::Kitty];
    const VERB_WORDS: &'static [(Verb, &'static str)] = &[(Verb::Pass, "不亮")];
    fn seat_name(seat: Seat, cx: &RenderContext) -> String {
        cx.said(&format!("seat-{}", Wind::of(seat).word()), &[])
    }

    fn proposals(verb: Verb, words: &str, cx: &TableContext) -> Option<Vec<(String, String)>> {
        let game = cx.view.stage.game();
        let plays = matches!(verb, Verb::Play | Verb::Kitty);
        let found = plays::proposals(verb, words, game.filter(|_| plays)?, cx).into_iter();
        let offers = found.map(|cards| (cards::list(&cards), cards::typed(&cards)));
        Some(offers.collect())
    }

    fn parse_seat(words: &str) -> Result<Seat, ParseError> {
        words::seat(words)
    }

    fn parse(verb: Verb, words: &str, view: &TableView<Tractor>) -> Result<Action, ParseError> {
        words::action(verb, words, view)
    }

    fn lobby_lines(cx: &TableContext) -> Vec<String> {
        let (rules, usual) = (&cx.view.rules, Rules::default());
        let levels = (rules.start_level, rules.match_to);
        let (from, to) = (rules.start_levels()[0].name(), levels.1.name());
        // Levels that are not standard are listed with the changed house rules.
        let standard = levels == (usual.start_level, usual.match_to) && rules.rounds.is_none();
        let levels = standard.then(|| say!(cx, "lobby-match", from, to));
        // Where seats lie around a table, it is seen who plays with whom.
        let teams = (cx.face != Surface::Browser).then(|| say!(cx, "lobby-teams"));
        teams.into_iter().chain(levels).collect()
    }

    fn lasts(view: &TableView<Tractor>) -> Option<Lasts> {
        phrases::lasts(view)
    }

    fn lengths(cx: &TableContext) -> Vec<Length> {
        phrases::lengths(cx)
    }

    fn table_page(cx: &MatchContext) -> Page {
        table::page(cx)
    }

    fn scene(cx: &MatchContext) -> Value {
        scene::of(cx)
    }

    fn is_between(game: &View) -> bool {
        matches!(game.phase, PhaseView::Ready { .. } | PhaseView::Over { .. })
    }

    fn lies_in_scene(line: &Line) -> bool {
        matches!(
            line.name(),
            Some(
                Name::AtTable(AtTable::Draft | AtTable::Clear)
                    | Name::Move(Verb::Play | Verb::Kitty | Verb::Premove)
            )
        )
    }

    fn hand_page(cx: &TableContext) -> Page {
        of_match(cx, hand::page)
    }

    fn accord(game: &View, name: &str) -> String {
        match name {
            "level" => game.levels[Team::NorthSouth.index()].name().to_owned(),
            "level_we" => game.levels[Team::WestEast.index()].name().to_owned(),
            "dealer" => (game.dealer)
                .map_or("–", |dealer| Wind::of(dealer).word())
                .to_owned(),
            _ => game.round.to_string(),
        }
    }

    fn more(cx: &TableContext) -> Vec<Control> {
        let Some(PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. }) =
            cx.view.stage.game().map(|game| &game.phase)
        else {
            return Vec::new();
        };
        vec![cx.plain(say!(cx, "button-surrender"), "surrender ?")]
    }

    fn game_sheet(sheet: PageKind, cx: &TableContext) -> Page {
        of_match(cx, |cx| sheets::page(sheet, cx))
    }

    fn game_notice(notice: &Notice, cx: &TableContext) -> Vec<String> {
        notices::lines(notice, cx)
    }

    fn replay(frames: &[View], players: &[Player], cx: &RenderContext) -> Vec<Page> {
        let Some(round) = OpenRound::of(frames) else {
            return Vec::new();
        };
        let mut pages = results::replay_pages(&round, players, cx);
        // Without hands the deal has no page.
        let steps = scene::steps(&round, players, cx).into_iter();
        for (page, step) in pages
            .iter_mut()
            .zip(steps.skip(round.hands.is_empty().into()))
        {
            put_beside(page, &step, cx);
        }
        pages
    }

    fn match_outcome(last: &View, cx: &TableContext) -> Option<String> {
        results::match_outcome(last, cx)
    }

    fn rejection(rejection: &Rejection, cx: &TableContext) -> String {
        notices::sentence(rejection, cx)
    }

    fn said(told: &Told, cx: &TableContext) -> Option<String> {
        notices::said(told, cx)
    }

    fn due(cx: &MatchContext) -> String {
        table::due(cx)
    }

    fn prompt(cx: &MatchContext) -> String {
        hand::prompt(cx)
    }

    /// The cards that the viewer chooses, without those that have to be played anyway.
    fn drafted(action: &Action, view: &TableView<Tractor>) -> String {
        let (Action::Play(wanted) | Action::Bury(wanted), Some(game)) = (action, view.stage.game())
        else {
            return String::new();
        };
        let options = options::options(options::foreseen(game).as_ref().unwrap_or(game));
        let chosen = options.map(|options| options::chosen(wanted, &options));
        cards::typed(&chosen.unwrap_or_default())
    }

    fn selected(card: &str, more: i8, cx: &TableContext) -> Option<Action> {
        buttons::selected(card, more, cx)
    }

    fn prospect(view: &TableView<Tractor>) -> Option<Prospect> {
        options::prospect(view)
    }

    fn judge_premove(action: &Action, view: &TableView<Tractor>) -> Result<(), Rejection> {
        options::judge_premove(action, view)
    }

    fn may_pass(view: &TableView<Tractor>) -> bool {
        match view.stage.game().map(|game| &game.phase) {
            Some(PhaseView::CallWindow { passed, .. }) => {
                view.seat().is_some_and(|seat| !passed.contains(seat))
            }
            _ => view.stage.game().is_some_and(options::is_asked),
        }
    }

    fn bare_verb(view: &TableView<Tractor>) -> Verb {
        match view.stage.game().map(|game| &game.phase) {
            Some(
                PhaseView::Dealing { .. }
                | PhaseView::CallWindow { .. }
                | PhaseView::Overcalls { .. },
            ) => Verb::Call,
            Some(PhaseView::Burying) => Verb::Kitty,
            Some(PhaseView::Ready { .. } | PhaseView::Playing { .. } | PhaseView::Over { .. })
            | None => Verb::Play,
        }
    }

    fn help_topic(game: &View) -> Topic {
        match game.phase {
            PhaseView::Ready { .. } => Topic::Playing,
            PhaseView::Dealing { .. } | PhaseView::CallWindow { .. } => Topic::Calling,
            PhaseView::Burying | PhaseView::Overcalls { .. } => Topic::Kitty,
            PhaseView::Playing { .. } => Topic::Following,
            PhaseView::Over { .. } => Topic::Scoring,
        }
    }

    fn hint(action: &Action, cx: &TableContext) -> String {
        hints::sentence(action, cx)
    }

    const STUDIES: bool = true;

    fn studied_hint(diligence: StudyEffort, cx: &TableContext) -> Option<(Action, String)> {
        hints::studied(diligence, &cx.with(cx.view.stage.game()?))
    }

    fn review(
        round: u32,
        made: (Vec<Decision<Self>>, &[Player]),
        diligence: StudyEffort,
        cx: &RenderContext,
    ) -> Option<Vec<Page>> {
        Some(hints::review(round, made, diligence, cx))
    }
}
