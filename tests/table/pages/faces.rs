//! Pages with the faces of cards: what they look like, that they say what pages with signs say, and
//! that nothing of them is cut off.

use std::collections::HashMap;
use std::sync::Arc;

use tractor_bot::art::{Icon, SuitColors};
use tractor_bot::cards::Suit;
use tractor_bot::chance::Seed;
use tractor_bot::desk::{Served, round_pages};
use tractor_bot::game::Viewer;
use tractor_bot::table::{self, TableView};
use tractor_bot::text::cards;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::faces::{Emoji, Faces};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::PageKind;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::table as table_text;
use tractor_bot::text::tractor::lesson;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::{self, Uno};

use super::plain::{Match, players, seated, until};
use super::render::{books, context, keeps_to_limits};
use super::uno as uno_pages;

/// Emojis for all icons, with these names and ids.
fn faces(named: impl Fn(Icon, u64) -> (String, u64)) -> Arc<Faces> {
    let emojis = Icon::all().zip(1..).map(|(icon, n)| {
        let (name, id) = named(icon, n);
        let name = name.into();
        (icon, Emoji { name, id })
    });
    Arc::new(Faces::new(emojis))
}

/// The same context for somebody who sees faces.
pub fn with_faces(cx: &RenderContext) -> RenderContext {
    let name = |icon: Icon, n| (format!("t_{}_v", icon.stem()), n);
    RenderContext {
        faces: Some(faces(name)),
        ..cx.clone()
    }
}

/// The same with ids of twenty digits, the most that there can be, and names as long as they are.
pub fn with_long_faces(cx: &RenderContext) -> RenderContext {
    let name = |icon: Icon, n| (format!("t_{}_ffff", icon.stem()), u64::MAX - n);
    RenderContext {
        faces: Some(faces(name)),
        ..cx.clone()
    }
}

#[test]
fn the_pages_with_faces_read_well() {
    books("faces", Surface::Discord, |book, cx| {
        let cx = with_faces(cx);
        let mut stage = seated(&[("match_to", "3")], 7).started();
        let mut players = players();
        until(&mut stage, &mut players, |view| {
            matches!(view.phase, PhaseView::Burying)
        });
        let dealer = stage.awaited().expect("somebody buries").index() as u8;
        let page = stage.hand(dealer, &cx);
        book.page("the kitty, alone", &page);
        until(&mut stage, &mut players, |view| match &view.phase {
            PhaseView::Playing { trick, .. } => view.tricks.len() == 9 && trick.plays.len() == 2,
            _ => false,
        });
        let seat = stage.awaited().expect("somebody follows").index() as u8;
        let public = stage.page(&cx);
        book.page("trick 10, for all", &public);
        let mut four = cx.clone();
        for (title, suits) in [("two", SuitColors::Two), ("four", SuitColors::Four)] {
            four.looks.suits = suits;
            let page = stage.hand(seat, &four);
            book.page(&format!("trick 10, alone, in {title} colours"), &page);
        }
        let sheet = stage.sheet(PageKind::LastTrick, 0, &cx);
        book.page("the last trick", &sheet);
        book.page("the lesson", &lesson::page(0, &cx));
        let pages = round_pages(&round_of_tractor(), 1, &cx).expect("it is over");
        book.page("the replay, the first trick", &pages[1]);
        let mut stage = uno_pages::seated(&[("order", "seats")], 4).started();
        let mut chance = Seed::from_number(3).chance();
        (0..19).for_each(|_| uno_pages::step(&mut stage, &mut chance));
        book.page("UNO, for all", &stage.page(&cx));
        let seat = stage.awaited().expect("somebody is in turn");
        let page = stage.hand(seat.index() as u8, &cx);
        book.page("UNO, alone", &page);
    });
}

/// What each emoji stands for, as it is written by signs.
fn signs(cx: &RenderContext) -> HashMap<String, String> {
    let letter = |color: uno::Color| {
        let sign = ["🔴", "🟢", "🔵", "🟡"][color.index()];
        format!("{sign}{}", color.letter())
    };
    let (chinese, say) = (cx.locale.is_chinese(), |key| cx.sentences().say(key, &[]));
    let sign = |icon| match icon {
        Icon::Card(Card::SMALL_JOKER, _) if chinese => say("card-small-joker"),
        Icon::Card(Card::BIG_JOKER, _) if chinese => say("card-big-joker"),
        Icon::Card(card, _) => cards::shown(card),
        Icon::Uno(card) => {
            let color = card.color().map_or_else(String::new, letter);
            let face = card.to_string();
            let face = match card.color() {
                Some(_) => face[1..].replace('S', "⊘").replace('R', "⇄"),
                None => face.replace("WF", "★+4").replace('W', "★"),
            };
            format!("{color}{}", face.replace('D', "+2"))
        }
        Icon::Color(color) => letter(color),
        Icon::Back | Icon::UnoBack => "?".to_owned(),
    };
    let emoji = |icon| Some((cx.emoji(icon)?.to_string(), sign(icon)));
    Icon::all().filter_map(emoji).collect()
}

/// A page with faces, told by signs: a heading is what was bold, and a side of a hand is card by
/// card.
fn told(page: &Page, signs: &HashMap<String, String>) -> String {
    let mut text = page.text().replace("><:", "> <:");
    for (emoji, sign) in signs {
        text = text.replace(emoji, sign);
    }
    let lines = text.lines();
    let lines: Vec<&str> = lines.map(|line| line.trim_start_matches("### ")).collect();
    lines.join("\n").replace("**", "")
}

/// A page with signs, its sides of hands card by card.
fn spread(page: &Page) -> String {
    let lines = page.text();
    let lines = lines.lines().map(|line| {
        let Some((sign, ranks)) = line.split_once(' ') else {
            return line.to_owned();
        };
        let suits = Suit::ALL.map(|suit| suit.symbol().to_string());
        let colors = ["🔴R", "🟢G", "🔵B", "🟡Y"];
        let suit = suits.iter().any(|suit| suit == sign);
        let side = suit || colors.contains(&sign);
        let cards = ranks.chars().all(|c| " 0123456789JQKA⊘⇄+".contains(c));
        match side && cards {
            true => {
                let cards = ranks.split(' ').map(|rank| format!("{sign}{rank}"));
                // Suits stand before their faces as well.
                let sign = Some((*sign).to_owned()).filter(|_| suit);
                sign.into_iter().chain(cards).collect::<Vec<_>>().join(" ")
            }
            false => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n").replace("**", "")
}

/// The same without blanks beside jokers: Chinese sets them beside a face, and none beside a word.
fn joined(text: &str) -> String {
    let jokers = ["大王", "小王", "大鬼", "小鬼"].into_iter();
    jokers.fold(text.to_owned(), |text, joker| {
        let text = text.replace(&format!(" {joker}"), joker);
        text.replace(&format!("{joker} "), joker)
    })
}

/// The pages say the same, and their controls do.
#[track_caller]
fn same(faced: &Page, signed: &Page, signs: &HashMap<String, String>) {
    keeps_to_limits(faced);
    assert_eq!(joined(&told(faced, signs)), joined(&spread(signed)));
    assert_eq!(faced.controls.len(), signed.controls.len());
    let both = faced.controls.iter().zip(&signed.controls);
    for (a, b) in both.flat_map(|(a, b)| a.iter().zip(b)) {
        match (a, b) {
            (
                Control::Button {
                    label, icon, press, ..
                },
                Control::Button {
                    label: signed,
                    press: other,
                    ..
                },
            ) => {
                assert_eq!(press, other);
                said_alike(label, icon.as_ref(), signed, signs);
            }
            (
                Control::Menu {
                    placeholder,
                    choices,
                    ..
                },
                Control::Menu {
                    placeholder: other,
                    choices: others,
                    ..
                },
            ) => {
                assert_eq!(placeholder, other);
                for (choice, other) in choices.iter().zip(others) {
                    assert_eq!((&choice.label, &choice.value), (&other.label, &other.value));
                    let icon = choice.icon.as_ref().map(|icon| &signs[&icon.to_string()]);
                    let shown = icon.is_none_or(|icon| other.label.contains(icon.as_str()));
                    assert!(shown, "{icon:?} on {}", other.label);
                }
            }
            _ => panic!("{a:?} instead of {b:?}"),
        }
    }
}

/// An icon and a label say what the label with signs says.
#[track_caller]
fn said_alike(label: &str, icon: Option<&Emoji>, signed: &str, signs: &HashMap<String, String>) {
    let Some(icon) = icon else {
        assert_eq!(label, signed);
        return;
    };
    let sign = &signs[&icon.to_string()];
    let whole = label == signed && signed.contains(sign.as_str());
    let pair = label.replace("×2", &format!("{sign} {sign}"));
    let single = format!("{label} {sign}");
    let hinted = label.replace("💡", &format!("💡 {sign}"));
    let before = format!("{sign} {label}");
    let ways = [pair.as_str(), single.trim(), &hinted, before.trim()];
    assert!(
        whole || ways.iter().any(|way| joined(way) == joined(signed)),
        "{sign} [{label}] for {signed}"
    );
}

/// Pages with faces beside those with signs.
pub struct Alike<'a> {
    cx: &'a RenderContext,
    with: RenderContext,
    signs: HashMap<String, String>,
}

impl<'a> Alike<'a> {
    pub fn of(cx: &'a RenderContext) -> Self {
        let with = with_faces(cx);
        let signs = signs(&with);
        Self { cx, with, signs }
    }

    fn check(&self, page: impl Fn(&RenderContext) -> Page) {
        same(&page(&self.with), &page(self.cx), &self.signs);
    }

    pub fn tractor(&self, stage: &Match) {
        let views = [0, 1, 2, 3].map(|seat| stage.own(seat));
        for view in views.iter().chain([&stage.public()]) {
            self.check(|cx| Tractor::hand_page(&cx.at(view)));
            self.check(|cx| table_text::public_page(&cx.at(view)));
            for sheet in [PageKind::Score, PageKind::LastTrick, PageKind::Verify] {
                self.check(|cx| table_text::sheet_page(sheet, &cx.at(view)));
            }
        }
        self.check(|cx| Page {
            lines: stage.news(Viewer::Public, cx),
            ..Page::default()
        });
    }

    pub fn uno(&self, view: &TableView<Uno>) {
        self.check(|cx| Uno::hand_page(&cx.at(view)));
        self.check(|cx| table_text::public_page(&cx.at(view)));
    }
}

#[test]
fn the_lesson_and_kept_rounds_are_told_alike_with_faces() {
    for cx in Locale::all().map(|locale| context(locale, Surface::Discord)) {
        let alike = Alike::of(&cx);
        for (step, choice) in (0..8).flat_map(|step| (0..3).map(move |choice| (step, choice))) {
            alike.check(|cx| lesson::choose(step, &format!("#{}", choice + 1), cx));
            alike.check(|cx| lesson::page(step, cx));
        }
        told_alike(&alike, &round_of_tractor());
        told_alike(&alike, &round_of_uno());
    }
}

fn told_alike<G: Served>(alike: &Alike<'_>, played: &table::Match<G>) {
    let mut shown = 0;
    for round in played.rounds() {
        let pages = |cx: &RenderContext| round_pages(played, round, cx).expect("it is over");
        let faced = pages(&alike.with);
        for (faced, signed) in faced.iter().zip(&pages(alike.cx)) {
            same(faced, signed, &alike.signs);
            shown += faced.text().matches("<:").count();
        }
        let long = pages(&with_long_faces(alike.cx));
        long.iter().for_each(keeps_to_limits);
    }
    assert!(shown > 500, "{shown} faces are shown");
}

/// A round of tractor that was played to its end.
fn round_of_tractor() -> table::Match<Tractor> {
    let mut stage = seated(&[("match_to", "3")], 7).started();
    let mut players = players();
    until(&mut stage, &mut players, |view| !view.history.is_empty());
    stage.played()
}

/// The same of UNO.
fn round_of_uno() -> table::Match<Uno> {
    let mut stage = uno_pages::seated(&[("order", "seats")], 4).started();
    let mut chance = Seed::from_number(3).chance();
    while stage
        .public()
        .stage
        .game()
        .is_some_and(|game| game.history.is_empty())
    {
        uno_pages::step(&mut stage, &mut chance);
    }
    stage.played()
}

#[test]
fn what_can_be_played_has_a_tick_beside_its_face() {
    let mut stage = uno_pages::seated(&[("order", "seats")], 4).started();
    let mut chance = Seed::from_number(3).chance();
    let cx = with_faces(&context(Locale::ENGLISH, Surface::Terminal));
    for _ in 0..60 {
        let Some(seat) = stage.awaited() else { break };
        let view = stage.own(seat.index() as u8);
        let round = view.stage.game().and_then(|game| game.playing());
        if let Some(round) = round {
            let text = Uno::hand_page(&cx.at(&view)).text();
            let playable = round
                .hand
                .iter()
                .filter(|card| round.playable.contains(card));
            let told = usize::from(text.contains("with a ✓"));
            assert_eq!(text.matches('✓').count(), playable.count() + told, "{text}");
            assert!(!text.contains("bold"), "{text}");
        }
        uno_pages::step(&mut stage, &mut chance);
    }
}

#[test]
fn a_page_without_all_its_faces_has_signs_where_they_are_missing() {
    let mut stage = seated(&[("deal_interval", "0")], 7).started();
    until(&mut stage, &mut players(), |view| !view.tricks.is_empty());
    let cx = context(Locale::ENGLISH, Surface::Terminal);
    let whole = with_faces(&cx).faces.expect("faces");
    let spades = Icon::all().filter(|icon| match icon {
        Icon::Card(card, _) => card.suit() == Some(Suit::Spades),
        _ => false,
    });
    let spades = spades.map(|icon| (icon, whole.emoji(icon).expect("it is there").clone()));
    let some = RenderContext {
        faces: Some(Arc::new(Faces::new(spades))),
        ..cx.clone()
    };
    let view = stage.own(0);
    let text = Tractor::hand_page(&some.at(&view)).text();
    let plain = Tractor::hand_page(&cx.at(&view)).text();
    assert_ne!(text, plain);
    for line in text.lines().filter(|line| line.contains("<:")) {
        assert!(!line.starts_with(['♥', '♣', '♦']), "{line}");
    }
}

/// A terminal shows faces within lines alone: its headings, numbers and labels stay.
#[test]
fn a_terminal_shows_faces_in_lines_alone() {
    let plain = context(Locale::ENGLISH, Surface::Terminal);
    let with = with_faces(&plain);
    let mut stage = seated(&[("deal_interval", "0")], 7).started();
    until(
        &mut stage,
        &mut players(),
        |view| matches!(&view.phase, PhaseView::Playing { trick, .. } if trick.plays.len() == 2),
    );
    let seat = stage.awaited().expect("somebody follows").index() as u8;
    let page = |cx: &RenderContext| stage.hand(seat, cx);
    assert!(page(&with).text().contains("<:t_"));
    assert!(!page(&with).text().contains("###"));
    assert_eq!(page(&with).controls, page(&plain).controls);
}
