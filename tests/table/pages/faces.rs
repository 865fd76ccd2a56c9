//! Pages with the faces of cards: what they look like, that they say what pages with signs say, and
//! that nothing of them is cut off.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use serde_json::Value;
use tractor_bot::art::{Icon, SuitColors};
use tractor_bot::cards::Suit;
use tractor_bot::chance::Seed;
use tractor_bot::desk::Served;
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::table::{Input, PersonId, RecordedPlayer, Recording, StageView};
use tractor_bot::text::cards;
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::faces::{Emoji, Faces};
use tractor_bot::text::locale::Locale;
use tractor_bot::text::looks::{CardLook, Looks};
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::press::PageKind;
use tractor_bot::text::replay;
use tractor_bot::text::table as table_text;
use tractor_bot::text::tractor::lesson;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::replay::{CardList, Replay};
use tractor_bot::tractor::view::PhaseView;
use tractor_bot::uno::{self, Uno};

use super::looks::look_at_every_page;
use super::plain::{Match, game, players, seated, until};
use super::render::{Book, context, keeps_to_limits};
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

/// The pages of a round for all and for one person.
#[test]
fn the_pages_with_faces_read_well() {
    for locale in Locale::all() {
        let cx = with_faces(&context(locale, Surface::Discord));
        let mut book = Book::new(locale, "faces");
        round_of_tractor(&mut book, &cx);
        let four = RenderContext {
            looks: Looks {
                suits: SuitColors::Four,
                ..cx.looks
            },
            ..cx.clone()
        };
        let mut stage = seated(&[("deal_interval", "0")], 7);
        stage.submit(Input::Start { by: PersonId(1) });
        until(&mut stage, &mut players(), |view| !view.tricks.is_empty());
        book.page("four colours", &Tractor::hand_page(&stage.own(0), &four));
        book.page("the lesson", &lesson::page(0, &cx));
        round_of_uno(&mut book, &cx);
        book.check();
    }
}

fn round_of_tractor(book: &mut Book, cx: &RenderContext) {
    let mut stage = seated(&[("match_to", "3")], 7);
    let mut players = players();
    stage.submit(Input::Start { by: PersonId(1) });
    let mut show = |title: &str, stage: &Match, seat: Option<u8>| {
        let public = table_text::public_page(&stage.public(), cx);
        book.page(&format!("{title}, for all"), &public);
        if let Some(seat) = seat.or(stage.awaited().map(|seat| seat.index() as u8)) {
            let page = Tractor::hand_page(&stage.own(seat), cx);
            book.page(&format!("{title}, alone"), &page);
        }
    };
    until(&mut stage, &mut players, |view| !view.calls.is_empty());
    let may_call = |seat: &u8| {
        let view = stage.own(*seat);
        matches!(&game(&view).phase, PhaseView::Dealing { open, .. } if !open.is_empty())
    };
    let caller = (0..4).find(may_call);
    show("after a call", &stage, caller);
    until(&mut stage, &mut players, |view| {
        matches!(view.phase, PhaseView::Burying)
    });
    show("the kitty", &stage, None);
    for (tricks, plays) in [(0, 0), (0, 1), (0, 2), (0, 3), (9, 2), (11, 1)] {
        until(&mut stage, &mut players, |view| match &view.phase {
            PhaseView::Playing { trick, .. } => {
                view.tricks.len() == tricks && trick.plays.len() == plays
            }
            _ => false,
        });
        let title = format!("trick {}, {plays} played", tricks + 1);
        show(&title, &stage, None);
    }
    let sheet = table_text::sheet_page(PageKind::LastTrick, &stage.own(0), cx);
    until(&mut stage, &mut players, |view| view.history.len() == 1);
    show("the round is over", &stage, Some(0));
    book.page("the last trick", &sheet);
    let recording = recordings::<Tractor>("v1").swap_remove(0);
    let pages = replay::pages::<Tractor>(&recording.replay, &recording.players, cx);
    book.page("the replay, the deal", &pages[0]);
    book.page("the replay, the first trick", &pages[1]);
}

fn round_of_uno(book: &mut Book, cx: &RenderContext) {
    let mut stage = uno_pages::seated(&[("order", "seats")], 4);
    stage.submit(Input::Start { by: PersonId(1) });
    let mut chance = Seed::from_number(3).chance();
    for n in 0..40 {
        if n % 9 == 1 {
            let public = table_text::public_page(&stage.public(), cx);
            book.page(&format!("UNO, step {n}, for all"), &public);
            let seat = stage.awaited().expect("somebody is in turn");
            let own = stage.own(seat.index() as u8);
            book.page(&format!("UNO, step {n}, alone"), &Uno::hand_page(&own, cx));
        }
        uno_pages::step(&mut stage, &mut chance);
    }
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

#[test]
fn faces_say_what_signs_say() {
    for cx in Locale::all().map(|locale| context(locale, Surface::Discord)) {
        let with = with_faces(&cx);
        let signs = signs(&with);
        look_at_every_page(&[("deal_interval", "0")], 3, |stage| {
            let views = [0, 1, 2, 3].map(|seat| stage.own(seat));
            for view in views.iter().chain([&stage.public()]) {
                let page = |cx: &RenderContext| Tractor::hand_page(view, cx);
                same(&page(&with), &page(&cx), &signs);
                let page = |cx: &RenderContext| table_text::public_page(view, cx);
                same(&page(&with), &page(&cx), &signs);
                for sheet in [PageKind::Score, PageKind::LastTrick, PageKind::Verify] {
                    let page = |cx: &RenderContext| table_text::sheet_page(sheet, view, cx);
                    same(&page(&with), &page(&cx), &signs);
                }
            }
            let news = |cx: &RenderContext| Page {
                lines: stage.news(Viewer::Public, cx),
                ..Page::default()
            };
            same(&news(&with), &news(&cx), &signs);
        });
        // Marks are told differently with faces; the next test has them.
        let rules = [
            ("allow_highlight_playable_cards", "off"),
            ("order", "seats"),
        ];
        let mut stage = uno_pages::seated(&rules, 4);
        stage.submit(Input::Start { by: PersonId(1) });
        let mut chance = Seed::from_number(8).chance();
        for _ in 0..200 {
            if matches!(stage.public().stage, StageView::Over(_)) {
                break;
            }
            for view in [0, 1, 2, 3].map(|seat| stage.own(seat)) {
                let page = |cx: &RenderContext| Uno::hand_page(&view, cx);
                same(&page(&with), &page(&cx), &signs);
                let page = |cx: &RenderContext| table_text::public_page(&view, cx);
                same(&page(&with), &page(&cx), &signs);
            }
            uno_pages::step(&mut stage, &mut chance);
        }
        for (step, choice) in (0..8).flat_map(|step| (0..3).map(move |choice| (step, choice))) {
            let page = |cx: &RenderContext| lesson::choose(step, choice, cx);
            same(&page(&with), &page(&cx), &signs);
            let page = |cx: &RenderContext| lesson::page(step, cx);
            same(&page(&with), &page(&cx), &signs);
        }
    }
}

/// The kept rounds of a game, of one form.
fn recordings<G: Served>(folder: &str) -> Vec<Recording<G>> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/replays");
    let path = format!("{root}/{folder}/{}.json", G::KIND.name());
    let text = fs::read_to_string(path).expect("recordings");
    let kept: Vec<Value> = serde_json::from_str(&text).expect("a list");
    let recording =
        |kept: &Value| Recording::of_text(&kept["film"].to_string()).expect("a recording");
    kept.iter().map(recording).collect()
}

fn told_alike<G: Served>(cx: &RenderContext) {
    let with = with_faces(cx);
    let signs = signs(&with);
    let mut shown = 0;
    for recording in recordings::<G>("v1") {
        let pages =
            |cx: &RenderContext| replay::pages::<G>(&recording.replay, &recording.players, cx);
        for (faced, signed) in pages(&with).iter().zip(&pages(cx)) {
            same(faced, signed, &signs);
        }
        let faced: String = pages(&with).iter().map(Page::text).collect();
        shown += faced.matches("<:").count();
    }
    assert!(shown > 500, "{shown} faces are shown");
}

#[test]
fn kept_rounds_are_told_alike_with_faces() {
    for cx in Locale::all().map(|locale| context(locale, Surface::Discord)) {
        told_alike::<Tractor>(&cx);
        told_alike::<Uno>(&cx);
    }
}

/// A round of tractor with all four hands full, whose first trick is a lead of so many cards.
fn full_round(lead: usize) -> Replay {
    let mut recording = recordings::<Tractor>("v1").swap_remove(0).replay;
    let deck: Vec<Card> = Card::all().flat_map(|card| [card, card]).collect();
    let hands: Vec<Vec<Card>> = deck.chunks(25).map(<[Card]>::to_vec).collect();
    let kitty = hands[4].clone();
    recording.dealer = Some(Seat::new(0));
    recording.buried = CardList(kitty.clone());
    let own = |seat: usize| match seat {
        0 => [hands[0].as_slice(), &kitty].concat(),
        seat => hands[seat].clone(),
    };
    recording.hands = (0..4).map(|seat| CardList(own(seat))).collect();
    recording.tricks.truncate(1);
    recording.tricks[0].leader = Seat::new(0);
    recording.tricks[0].plays = hands[..4]
        .iter()
        .map(|hand| CardList(hand[..lead].to_vec()))
        .collect();
    recording
}

/// The pages of a full round, none of which is cut off.
fn whole_pages(lead: usize, name: &str, cx: &RenderContext) -> Vec<Page> {
    let player = |_| RecordedPlayer {
        name: Some(name.to_owned()),
        computer: None,
        person: None,
    };
    let players: Vec<RecordedPlayer> = (0..4).map(player).collect();
    let pages = replay::pages::<Tractor>(&full_round(lead), &players, cx);
    pages.iter().for_each(keeps_to_limits);
    pages
}

#[test]
fn four_full_hands_are_shown_whole_as_faces_or_else_as_signs() {
    let count = |page: &Page| page.text().matches("<:").count();
    for cx in Locale::all().map(|locale| context(locale, Surface::Discord)) {
        let usual = |icon: Icon, n| {
            (
                format!("t_{}_ffff", icon.stem()),
                1_400_000_000_000_000_000 + n,
            )
        };
        let with = RenderContext {
            faces: Some(faces(usual)),
            ..cx.clone()
        };
        let pages = whole_pages(1, "Ana Lee", &with);
        assert_eq!(count(&pages[0]), 108 + 8, "the deal and the kitty");
        assert_eq!(count(&pages[1]), 100 + 4, "hands and plays");
        // What is too long with faces is all signs.
        for pages in [
            whole_pages(20, "Ana Lee", &with),
            whole_pages(12, &"*_".repeat(12), &with_long_faces(&cx)),
        ] {
            assert_eq!(count(&pages[1]), 0, "{}", pages[1].text());
            let spades = pages[1].text().matches('♠').count();
            assert!(spades > 20, "{}", pages[1].text());
        }
    }
}

#[test]
fn a_hand_of_uno_with_25_cards_is_shown_whole() {
    let mut stage = uno_pages::seated(&[("order", "seats")], 4);
    stage.submit(Input::Start { by: PersonId(1) });
    let mut chance = Seed::from_number(3).chance();
    uno_pages::step(&mut stage, &mut chance);
    let seat = stage.awaited().expect("somebody is in turn");
    for locale in Locale::all() {
        let cx = context(locale, Surface::Discord);
        let letters = RenderContext {
            looks: Looks {
                cards: CardLook::Letters,
                ..cx.looks
            },
            ..cx.clone()
        };
        let all: Vec<uno::Card> = uno::Card::all().collect();
        for hand in [
            &all[..25],
            &all[all.len() - 25..],
            &[uno::Card::WILD_DRAW_FOUR; 25],
        ] {
            let mut view = stage.own(seat.index() as u8);
            if let StageView::Playing(game) = &mut view.stage
                && let uno::PhaseView::Playing(round) = &mut game.phase
            {
                round.hand = hand.to_vec();
                // Any card of a colour, and those with the same sign: the most that there can be.
                let (top, color) = (round.top, round.color);
                let fits = |card: &&uno::Card| {
                    card.is_wild() || card.color() == color || card.face() == top.face()
                };
                round.playable = hand.iter().filter(fits).copied().collect();
                round.playable.dedup();
            }
            for cx in [&cx, &letters, &with_long_faces(&cx)] {
                let page = Uno::hand_page(&view, cx);
                keeps_to_limits(&page);
                assert!(page.fits());
                let faces = page.text().matches("<:t_uno").count();
                assert!(cx.faces.is_none() || faces > 25, "{}", page.text());
            }
        }
    }
}

#[test]
fn what_can_be_played_has_a_tick_beside_its_face() {
    let mut stage = uno_pages::seated(&[("order", "seats")], 4);
    stage.submit(Input::Start { by: PersonId(1) });
    let mut chance = Seed::from_number(3).chance();
    let cx = with_faces(&context(Locale::ENGLISH, Surface::Discord));
    for _ in 0..60 {
        let Some(seat) = stage.awaited() else { break };
        let view = stage.own(seat.index() as u8);
        let round = view.stage.game().and_then(|game| game.playing());
        if let Some(round) = round {
            let text = Uno::hand_page(&view, &cx).text();
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

/// Who is read to has no signs of suits and no icons, and what they hear can be typed.
#[test]
fn letters_are_words_that_can_be_typed() {
    let mut cx = with_faces(&context(Locale::ENGLISH, Surface::Discord));
    cx.looks.cards = CardLook::Letters;
    look_at_every_page(&[("deal_interval", "0")], 3, |stage| {
        for seat in 0..4 {
            let view = stage.own(seat);
            let PhaseView::Playing { .. } = game(&view).phase else {
                continue;
            };
            let page = Tractor::hand_page(&view, &cx);
            let all = super::render::text(&page);
            let signs = ['♠', '♥', '♣', '♦'];
            assert!(!all.contains(signs) && !all.contains("<:"), "{all}");
            let groups = ["Trumps ", "spades ", "hearts ", "clubs ", "diamonds "];
            let lines = page.lines.iter().filter_map(|line| {
                let group = groups.iter().find(|group| line.starts_with(**group))?;
                let holds = !line.ends_with('–') && !line.contains('·');
                holds.then(|| match *group {
                    "Trumps " => line["Trumps ".len()..].to_owned(),
                    _ => line.clone(),
                })
            });
            let mut read: Vec<Card> = lines
                .flat_map(|line| cards::read::<Card>(&line).expect("cards"))
                .collect();
            let mut held = game(&view).hand.clone();
            read.sort_unstable();
            held.sort_unstable();
            assert_eq!(read, held, "{all}");
        }
    });
}

#[test]
fn a_page_without_all_its_faces_has_signs_where_they_are_missing() {
    let mut stage = seated(&[("deal_interval", "0")], 7);
    stage.submit(Input::Start { by: PersonId(1) });
    until(&mut stage, &mut players(), |view| !view.tricks.is_empty());
    let cx = context(Locale::ENGLISH, Surface::Discord);
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
    let text = Tractor::hand_page(&view, &some).text();
    let plain = Tractor::hand_page(&view, &cx).text();
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
    let mut stage = seated(&[("deal_interval", "0")], 7);
    stage.submit(Input::Start { by: PersonId(1) });
    until(
        &mut stage,
        &mut players(),
        |view| matches!(&view.phase, PhaseView::Playing { trick, .. } if trick.plays.len() == 2),
    );
    let seat = stage.awaited().expect("somebody follows").index() as u8;
    let page = |cx: &RenderContext| Tractor::hand_page(&stage.own(seat), cx);
    assert!(page(&with).text().contains("<:t_"));
    assert!(!page(&with).text().contains("###"));
    assert_eq!(page(&with).controls, page(&plain).controls);
    let mut stage = uno_pages::seated(&[("order", "seats")], 4);
    stage.submit(Input::Start { by: PersonId(1) });
    uno_pages::step(&mut stage, &mut Seed::from_number(3).chance());
    let seat = stage.awaited().expect("somebody is in turn").index() as u8;
    let page = |cx: &RenderContext| Uno::hand_page(&stage.own(seat), cx);
    for number in 1..=7 {
        let numbered = format!("{number}:<:t_uno_");
        assert!(
            page(&with).text().contains(&numbered),
            "{}",
            page(&with).text()
        );
    }
    assert_eq!(page(&with).controls, page(&plain).controls);
}
