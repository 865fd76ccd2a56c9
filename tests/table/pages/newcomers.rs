//! What is shown of those who come while a match of UNO is played.

use tractor_bot::chance::Seed;
use tractor_bot::table::{Input, PersonId, Refusal};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::page::Page;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::table as table_text;

use super::render::{books, keeps_to_limits};
use super::uno::{Match, seated, step};

fn public(stage: &Match, cx: &RenderContext) -> Page {
    let page = stage.page(cx);
    keeps_to_limits(&page);
    page
}

/// Somebody wants to sit down, and is refused.
fn refused(stage: &mut Match, person: u64, cx: &RenderContext) -> String {
    let (person, name, seat) = (PersonId(person), "Eli".to_owned(), None);
    let input = Input::Sit { person, name, seat };
    let refusal = stage.try_submit(input).expect_err("a refusal");
    table_text::refusal(&refusal, &cx.at(&stage.public()))
}

fn set_entry(stage: &mut Match, value: &str) {
    let (by, name, value) = (PersonId(1), "entry".to_owned(), value.to_owned());
    stage.submit(Input::SetRule { by, name, value });
}

/// A match of three with the first round dealt.
fn dealt(rules: &[(&str, &str)]) -> (Match, tractor_bot::chance::Chance) {
    let rules = [&[("order", "seats")], rules].concat();
    let mut stage = seated(&rules, 3).started();
    let mut chance = Seed::from_number(3).chance();
    (0..3).for_each(|_| step(&mut stage, &mut chance));
    (stage, chance)
}

#[test]
fn everybody_is_told_who_comes_in_and_when() {
    books("uno-newcomers", Surface::Discord, |book, cx| {
        let (mut stage, mut chance) = dealt(&[("match_to", "1000")]);
        let watching =
            |stage: &Match| table_text::refusal(&Refusal::NotSeated, &cx.at(&stage.public()));
        book.lines("who only watches", watching(&stage));
        stage.sit(4, "**Dee**");
        book.lines("the news", stage.told(cx));
        book.lines("who sits down twice", refused(&mut stage, 4, cx));
        stage.sit(5, "Eli");
        book.page("two come in with the next round", &public(&stage, cx));
        let person = PersonId(5);
        stage.submit(Input::Leave { person });
        book.lines("they do not", stage.told(cx));
        set_entry(&mut stage, "closed");
        book.lines(
            "the table is closed to new people",
            refused(&mut stage, 5, cx),
        );
        book.page("no button then", &public(&stage, cx));
        book.page("the limits", &{
            let limits = table_text::rules_about("entry", &cx.at(&stage.own(0)));
            limits.expect("a limit")
        });
        let round = stage.table.round_started();
        while stage.table.round_started() == round {
            step(&mut stage, &mut chance);
        }
        book.lines("the next round comes", stage.told(cx));
        book.page("before the deal", &public(&stage, cx));
        let score = stage.sheet(PageKind::Score, 3, cx);
        book.page("the score", &score);
        (0..3).for_each(|_| step(&mut stage, &mut chance));
        book.page("the next round", &public(&stage, cx));
        // A match that ends with its round.
        let (mut stage, mut chance) = dealt(&[("score", "none")]);
        book.lines("who watches a match of one round", watching(&stage));
        stage.sit(4, "Dee");
        book.lines("in a match of one round", stage.told(cx));
        book.lines("told twice", refused(&mut stage, 4, cx));
        book.page("the match of one round", &public(&stage, cx));
        while stage.table.is_playing() {
            step(&mut stage, &mut chance);
        }
        book.lines("it ends", stage.told(cx));
    });
}
