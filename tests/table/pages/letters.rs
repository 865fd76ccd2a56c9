//! Letters write their own JSON. It is what serenity's builders would write, for every page.

use serde_json::Value;
use tractor_bot::discord::render;
use tractor_bot::game::Seat;
use tractor_bot::text::faces::Emoji;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::page::{Control, MenuOption, Page, Style};
use tractor_bot::text::press::{PageKind, Press, Tap};
use tractor_bot::text::table as table_text;
use tractor_bot::text::voice::Voice;
use tractor_bot::tractor::Tractor;

use super::builders;
use super::looks::{in_all_looks, look_at_every_page};

#[track_caller]
fn check(page: &Page) {
    let json = render::letter(page).edit();
    let written: Value = serde_json::from_slice(&json).expect("a letter is JSON");
    assert_eq!(written, builders::edit(page));
}

#[test]
fn every_page_of_a_match_is_written_as_the_builders_write_it() {
    look_at_every_page(&[], 11, |stage| {
        for cx in Locale::all().flat_map(in_all_looks) {
            let public = stage.public();
            check(&table_text::public_page(&public, &cx));
            check(&table_text::sheet_page(PageKind::Rules, &public, &cx));
            check(&table_text::sheet_page(PageKind::More, &stage.own(0), &cx));
            for seat in 0..4 {
                check(&Tractor::hand_page(&stage.own(seat), &cx));
            }
        }
    });
}

fn press(tap: Tap) -> Press {
    Press {
        tap,
        ..Press::of_code("zz.10.j").expect("a press")
    }
}

fn button(label: &str, tap: Tap, style: Style) -> Control {
    Control::Button {
        label: label.to_owned(),
        icon: None,
        press: press(tap),
        style,
        enabled: style != Style::Grave,
    }
}

/// What no real page has: too much of everything, equal codes, and text that JSON has to escape.
#[test]
fn pages_that_exceed_everything_are_written_alike() {
    let icon = Emoji {
        name: "t_SK_3fa9".into(),
        id: 17,
    };
    let option = |number: usize| MenuOption {
        icon: number.is_multiple_of(2).then(|| icon.clone()),
        label: format!("**{number}** \\* \"quoted\" \u{2060}\\"),
        value: format!("{}", number % 30).repeat(number),
        note: "\n`n`\t".repeat(number % 5 * 9),
        chosen: number.is_multiple_of(3),
    };
    let menu = |menu: u8, count, at_least, at_most| Control::Menu {
        placeholder: "é`p`".repeat(usize::from(menu) * 40),
        choices: (0..count).map(option).collect(),
        at_least,
        at_most,
        press: press(Tap::Pick(menu)),
    };
    let sit = |seat| Tap::Sit(Some(Seat::new(seat)));
    let styles = [Style::Main, Style::Plain, Style::Good, Style::Grave];
    let many = (0..8).map(|seat| {
        button(
            &"l".repeat(30 * usize::from(seat)),
            sit(seat),
            styles[usize::from(seat) % 4],
        )
    });
    let many: Vec<_> = many.collect();
    let faced = Control::Button {
        label: String::new(),
        icon: Some(icon.clone()),
        press: press(Tap::Sort),
        style: Style::Plain,
        enabled: true,
    };
    let mut page = Page::titled("\"t\" \\ ".repeat(100));
    page.controls = vec![
        many.clone(),
        vec![menu(1, 40, 9, 40)],
        vec![menu(1, 3, 0, 0)],
        vec![menu(2, 0, 0, 3), faced.clone()],
        many,
        vec![faced],
        vec![menu(3, 5, 3, 9)],
        vec![menu(4, 0, 0, 0)],
        vec![button("<:t_SK_3fa9:17> K", Tap::Hint, Style::Good)],
    ];
    for count in [0, 1, 2, 3, 60] {
        page.lines = vec!["\u{1F600}\u{7}\"é\u{2028}".repeat(25); count];
        check(&page);
        check(&Page {
            title: String::new(),
            ..page.clone()
        });
    }
    check(&Page::default());
}
