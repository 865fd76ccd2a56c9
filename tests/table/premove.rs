//! Cards that are chosen before one's turn: played when it comes, seen by nobody else.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use tractor_bot::chance::Seed;
use tractor_bot::desk::{Desk, Effect};
use tractor_bot::game::{RuleSet as _, Seat, Viewer};
use tractor_bot::host::{Handle, Paced as _};
use tractor_bot::table::{By, Input, Limits, PersonId, Position, Skill, Submission};
use tractor_bot::text::markup::plain;
use tractor_bot::text::page::Control;
use tractor_bot::text::press::Press;
use tractor_bot::text::voice::Voice as _;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::rules::{ForcedPlays, Rules, TakeBack};
use tractor_bot::tractor::view::{PhaseView, TrickView, View};

use crate::asking::{ANA, BO, ask, open, place, who};

pub const PEOPLE: [PersonId; 4] = [ANA, BO, PersonId(3), PersonId(4)];

/// The least and the most time that a tap takes.
const TAP: [Duration; 2] = [Duration::from_millis(1_000), Duration::from_millis(2_500)];

/// A round of four people, who may take back what they played.
pub struct Round {
    pub desk: Desk,
    pub table: Handle<Tractor>,
}

impl Round {
    /// The kitty is buried.
    pub async fn deal() -> Self {
        Self::deal_by(&[]).await
    }

    /// The same by other house rules.
    pub async fn deal_by(others: &[(&str, &str)]) -> Self {
        let rules = Rules {
            deal_interval_ms: 0,
            forced_plays: ForcedPlays::Player,
            take_back: TakeBack::On,
            ..Rules::default()
        };
        let rules = rules.with(others);
        let limits = Limits {
            turn_limit_s: None,
            ..Limits::default()
        };
        let (desk, table) = open::<Tractor>(rules, limits).await;
        for person in PEOPLE {
            ask(&desk, person, "join").await;
        }
        ask(&desk, ANA, "start").await;
        let round = Self { desk, table };
        round.begin().await;
        round
    }

    /// The cards are dealt, until the kitty is buried.
    pub async fn begin(&self) {
        ask(&self.desk, ANA, "deal").await;
        for step in 0.. {
            if self.trick().is_some() {
                break;
            }
            let phase = self.game(Viewer::Public).phase;
            assert!(step < 1_000, "the round is never played: {phase:?}");
            for seat in Seat::first(4) {
                self.does_what_is_sensible(seat).await;
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    pub fn game(&self, viewer: Viewer) -> View {
        let view = self.table.view(viewer);
        view.stage.game().expect("a match is played").clone()
    }

    fn hand(&self, seat: Seat) -> Vec<Card> {
        self.game(Viewer::Seat(seat)).hand
    }

    fn trick(&self) -> Option<TrickView> {
        match self.game(Viewer::Public).phase {
            PhaseView::Playing { trick, .. } => Some(trick),
            _ => None,
        }
    }

    pub fn on_turn(&self) -> Seat {
        match self.game(Viewer::Public).phase {
            PhaseView::Playing { to_play, .. } => to_play,
            other => panic!("{other:?}"),
        }
    }

    pub async fn does_what_is_sensible(&self, seat: Seat) {
        let game = self.game(Viewer::Seat(seat));
        // The lowest player never calls.
        let skill = match game.phase {
            PhaseView::Playing { .. } => Skill::Lowest,
            _ => Skill::Heuristic,
        };
        let mut player = Tractor::computer(skill, Seed::from_number(0));
        if let Some(action) = player.choose(&game) {
            let by = By::Person(person(seat));
            let submission = Submission::typed(Input::Act { by, action });
            // Others may have called meanwhile.
            self.table.submit(submission).await.ok();
        }
    }

    /// Leads a card, in a trick to which nobody has played.
    async fn lead(&self, card: Card) {
        let leader = person(self.on_turn());
        let led = ask(&self.desk, leader, &format!("play {card}")).await;
        assert_eq!(led.outcome, Effect::Done, "{}", led.page.text());
    }

    /// Chooses the first card of the hand that the lead lets this seat play.
    async fn premoves(&self, seat: Seat) -> Card {
        for card in self.hand(seat) {
            let line = format!("premove {card}");
            let answer = ask(&self.desk, person(seat), &line).await;
            if answer.outcome == Effect::Shown {
                let text = plain(&answer.page.text());
                assert!(text.contains("played as soon as it is your turn"), "{text}");
                return card;
            }
            assert_eq!(answer.outcome, Effect::Refused);
        }
        panic!("something is legal");
    }

    /// The own hand of a seat, as Discord shows it with a button for every card.
    async fn page(&self, seat: Seat) -> String {
        let who = who(person(seat));
        let page = self.desk.front.hand_page(&self.table, &who, &place()).await;
        format!("{page:?}")
    }

    /// All that anybody but this seat can see or be told.
    async fn seen_by_others(&self, seat: Seat) -> Vec<String> {
        let mut seen = vec![format!("{:?}", self.table.moment())];
        let board = self.desk.front.public_page(&self.table, &place()).await;
        seen.push(format!("{board:?}"));
        let others = Seat::first(4).filter(|other| *other != seat);
        for viewer in others.map(Viewer::Seat).chain([Viewer::Public]) {
            let view = self.table.view(viewer);
            seen.push(serde_json::to_string(&view).expect("a view"));
            if let Viewer::Seat(other) = viewer {
                seen.push(self.page(other).await);
                let (who, place) = (who(person(other)), place());
                let cx = self.desk.front.drafted(&self.table, &who, &place).await;
                let game = view.stage.game().expect("a match");
                let scene = Tractor::scene(&cx.at(&view).with(game));
                seen.push(serde_json::to_string(&scene).expect("a scene"));
            }
        }
        seen
    }
}

const fn person(seat: Seat) -> PersonId {
    PEOPLE[seat.index()]
}

/// The seat that plays so many turns after this one.
fn after(seat: Seat, turns: usize) -> Seat {
    Seat::new(((seat.index() + turns) % 4) as u8)
}

/// Others wait for a card that was chosen before as long as for a tap: no shorter, and never equally long.
#[tokio::test(start_paused = true)]
async fn what_was_chosen_is_played_in_the_time_of_a_tap() {
    let round = Round::deal().await;
    let mut times = Vec::new();
    for _ in 0..6 {
        let leader = round.on_turn();
        round.lead(round.hand(leader)[0]).await;
        let chooser = after(leader, 2);
        let card = round.premoves(chooser).await;
        round.does_what_is_sensible(after(leader, 1)).await;
        let began = Instant::now();
        while round.hand(chooser).len() == round.hand(leader).len() + 1 {
            sleep(Duration::from_millis(1)).await;
        }
        let took = began.elapsed();
        assert!(TAP[0] <= took && took <= TAP[1] + TAP[0] / 100, "{took:?}");
        times.push(took);
        let trick = round.trick().expect("a trick");
        assert_eq!(trick.plays[2], [card]);
        round.does_what_is_sensible(after(leader, 3)).await;
    }
    times.dedup();
    assert!(times.len() > 1, "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn nobody_else_can_see_what_was_chosen() {
    let round = Round::deal().await;
    let leader = round.on_turn();
    round.lead(round.hand(leader)[0]).await;
    let chooser = after(leader, 3);
    let (before, own) = (
        round.seen_by_others(chooser).await,
        round.page(chooser).await,
    );
    let card = round.premoves(chooser).await;
    sleep(Duration::from_millis(900)).await;
    assert_eq!(round.seen_by_others(chooser).await, before);
    assert_ne!(round.page(chooser).await, own);
    round.does_what_is_sensible(after(leader, 1)).await;
    sleep(Duration::from_secs(30)).await;
    assert_eq!(
        round.trick().expect("a trick").plays.len(),
        2,
        "not before the turn"
    );
    assert!(round.hand(chooser).contains(&card));
    round.does_what_is_sensible(after(leader, 2)).await;
    let before = round.seen_by_others(chooser).await;
    sleep(Duration::from_millis(900)).await;
    assert_eq!(round.seen_by_others(chooser).await, before);
}

/// Whoever leads may take that back; what was chosen for it is not played on another lead.
#[tokio::test(start_paused = true)]
async fn what_fits_no_more_is_dropped_with_a_word() {
    let round = Round::deal().await;
    let leader = round.on_turn();
    let hand = round.hand(leader);
    round.lead(hand[0]).await;
    let chooser = after(leader, 2);
    round.premoves(chooser).await;
    ask(&round.desk, person(leader), "takeback").await;
    let dropped = "fits another lead: it is not played";
    assert!(round.page(chooser).await.contains(dropped));
    let other = hand.iter().find(|card| **card != hand[0]);
    round.lead(*other.expect("another card")).await;
    assert!(round.page(chooser).await.contains(dropped));
    round.does_what_is_sensible(after(leader, 1)).await;
    sleep(Duration::from_secs(30)).await;
    assert_eq!(round.on_turn(), chooser, "they play themselves");
    assert!(round.page(chooser).await.contains(dropped));
    round.does_what_is_sensible(chooser).await;
    assert!(!round.page(chooser).await.contains(dropped));
}

/// Before the lead any card may fit: whether it does, the lead decides.
#[tokio::test(start_paused = true)]
async fn what_was_chosen_before_the_lead_is_dropped_by_it() {
    let round = Round::deal().await;
    for _ in 0..8 {
        let leader = round.on_turn();
        let (chooser, own) = (after(leader, 1), round.game(Viewer::Seat(after(leader, 1))));
        let trump = own.trump.expect("trump is fixed");
        let suit = |card: Card| trump.effective_suit(card);
        let lead = round.hand(leader).into_iter().find_map(|lead| {
            let has = own.hand.iter().any(|card| suit(*card) == suit(lead));
            let mut others = own.hand.iter().filter(|card| suit(**card) != suit(lead));
            others.next().filter(|_| has).map(|other| (lead, *other))
        });
        let Some((lead, other)) = lead else {
            for turns in 0..4 {
                round.does_what_is_sensible(after(leader, turns)).await;
            }
            continue;
        };
        let chosen = ask(&round.desk, person(chooser), &format!("premove {other}")).await;
        assert_eq!(chosen.outcome, Effect::Shown);
        round.lead(lead).await;
        sleep(Duration::from_secs(30)).await;
        assert_eq!(round.on_turn(), chooser);
        assert!(round.page(chooser).await.contains("fits another lead"));
        return;
    }
    panic!("nobody ever had to follow");
}

#[tokio::test(start_paused = true)]
async fn what_is_taken_back_or_left_is_not_played() {
    let round = Round::deal().await;
    let leader = round.on_turn();
    round.lead(round.hand(leader)[0]).await;
    let (chooser, leaver) = (after(leader, 2), after(leader, 3));
    round.premoves(chooser).await;
    let answer = ask(&round.desk, person(chooser), "premove off").await;
    assert!(
        !answer.page.text().contains("as soon as"),
        "{}",
        answer.page.text()
    );
    round.premoves(leaver).await;
    let hand = round.hand(leaver).len();
    round.does_what_is_sensible(after(leader, 1)).await;
    sleep(Duration::from_secs(30)).await;
    assert_eq!(round.on_turn(), chooser);
    ask(&round.desk, person(leaver), "leave yes").await;
    round.does_what_is_sensible(chooser).await;
    sleep(Duration::from_secs(30)).await;
    // The computer on their seat has played, and leads if it took the trick.
    let trick = round.trick().expect("a trick");
    assert!(trick.plays.len() < 2, "{trick:?}");
    assert!(round.hand(leaver).len() + 2 >= hand);
}

#[tokio::test(start_paused = true)]
async fn who_has_played_to_a_trick_chooses_nothing_for_it() {
    let round = Round::deal().await;
    let leader = round.on_turn();
    round.lead(round.hand(leader)[0]).await;
    let card = round.hand(leader)[0];
    let late = ask(&round.desk, person(leader), &format!("premove {card}")).await;
    assert_eq!(late.outcome, Effect::Refused);
    // Whose turn it is plays at once.
    let (next, before) = (after(leader, 1), Instant::now());
    for card in round.hand(next) {
        ask(&round.desk, person(next), &format!("premove {card}")).await;
    }
    assert_eq!(round.on_turn(), after(leader, 2));
    assert_eq!(before.elapsed(), Duration::ZERO);
}

/// Marked cards that nobody confirmed lie ready on the turn, and nothing is played.
#[tokio::test(start_paused = true)]
async fn cards_that_are_only_marked_are_still_marked_on_the_turn() {
    let round = Round::deal().await;
    let leader = round.on_turn();
    round.lead(round.hand(leader)[0]).await;
    let chooser = after(leader, 2);
    let hand = || async {
        let who = who(person(chooser));
        round
            .desk
            .front
            .hand_page(&round.table, &who, &place())
            .await
    };
    let page = hand().await;
    let cards = page
        .controls
        .iter()
        .flatten()
        .find_map(|control| match control {
            Control::Button {
                press,
                enabled: true,
                ..
            } if press.line.after("select").is_some() => Some(press.clone()),
            _ => None,
        });
    // It is a mark, however late it comes.
    let mark = Press {
        at: Position(0),
        ..cards.expect("there is something to choose")
    };
    let marked = round
        .desk
        .press(&who(person(chooser)), &place(), &mark, &[])
        .await;
    assert_eq!(marked.outcome, Effect::Shown);
    let text = format!("{:?}", marked.page);
    assert!(text.contains("when it is my turn"), "{text}");
    round.does_what_is_sensible(after(leader, 1)).await;
    sleep(Duration::from_secs(30)).await;
    assert_eq!(round.on_turn(), chooser);
    let good = format!("{:?}", hand().await).matches("style: Good").count();
    assert!(good > 0, "the card is marked");
}
