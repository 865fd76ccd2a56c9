//! What pages show is understood when it is typed back: commands that they quote, moves that they offer,
//! and lists of cards, with spaces and without, in full width too, in every language.

use std::collections::{BTreeSet, HashSet};

use tractor_bot::command::{Name, Verb};
use tractor_bot::desk::{Command, Served, round_pages};
use tractor_bot::game::{GameKind, Viewer};
use tractor_bot::table::{By, Input, News, TableView, notice};
use tractor_bot::text::context::{RenderContext, Surface};
use tractor_bot::text::help;
use tractor_bot::text::locale::Locale;
use tractor_bot::text::looks::CardLook;
use tractor_bot::text::markup::plain;
use tractor_bot::text::page::{Control, Page};
use tractor_bot::text::table;
use tractor_bot::text::topic::Topic;
use tractor_bot::text::uno::cards as uno_cards;
use tractor_bot::text::voice::word_of;
use tractor_bot::uno;

use crate::play::play;
use crate::replay::skills;

/// So many positions of each game are looked at in each language.
const POSITIONS: usize = 50;

/// What is not understood, or otherwise than it is shown.
struct TypedBack<'a, G: Served> {
    view: &'a TableView<G>,
    lists: &'a mut HashSet<String>,
    problems: &'a mut BTreeSet<String>,
}

/// As a keyboard that is set to Chinese types it.
fn wide(words: &str) -> String {
    let wide = |sign: char| match sign {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(u32::from(sign) + 0xFEE0).expect("a sign in full width"),
        sign => sign,
    };
    words.chars().map(wide).collect()
}

/// The ways in which words are typed.
fn ways(words: &str) -> [String; 4] {
    let close = words.replace(' ', "");
    [words.to_owned(), wide(words), wide(&close), close]
}

impl<G: Served> TypedBack<'_, G> {
    fn meaning(&self, verb: Verb, words: &str) -> Option<G::Action> {
        G::parse(verb, words, self.view).ok()
    }

    fn check(&mut self, typed: &str, read: Option<G::Action>, meant: Option<&G::Action>) {
        if meant.is_none() || read.as_ref() != meant {
            let problem = format!("{typed:?} is read as {read:?}, not {meant:?}");
            self.problems.insert(problem);
        }
    }

    /// A line that a page quotes, without its prefix.
    fn command(&mut self, line: &str) {
        let Ok(Command {
            name: Name::Move(verb),
            words,
            ..
        }) = Command::parse(line)
        else {
            return;
        };
        let names_cards = matches!(verb, Verb::Play | Verb::Kitty | Verb::Call);
        if !names_cards || words.is_empty() {
            return;
        }
        let meant = self.meaning(verb, &words);
        let (word, _) = line.split_once(' ').unwrap_or((line, ""));
        for way in ways(&words) {
            let mut lines = vec![format!("{word} {way}"), format!("{} {way}", wide(word))];
            if !word.is_ascii() {
                lines.push(format!("{word}{way}"));
            }
            for typed in lines {
                let command = Command::parse(&typed).ok();
                let command = command.filter(|command| command.name == Name::Move(verb));
                let read = command.and_then(|command| self.meaning(verb, &command.words));
                self.check(&typed, read, meant.as_ref());
            }
        }
    }

    /// A list of cards as it is shown, and the cards as they are written. What it means does not depend on
    /// the position, so each is read once.
    fn list(&mut self, shown: &str, cards: &[String]) {
        if !self.lists.insert(shown.to_owned()) {
            return;
        }
        let meant = self.meaning(Verb::Play, &cards.join(" "));
        for typed in ways(shown) {
            let read = self.meaning(Verb::Play, &typed);
            self.check(&typed, read, meant.as_ref());
        }
    }

    fn line(&mut self, line: &str, cx: &RenderContext) {
        for quoted in line.split('`').skip(1).step_by(2) {
            if let Some(line) = quoted.strip_prefix(cx.prefix.as_str()) {
                self.command(line);
            }
        }
        for (shown, cards) in lists::<G>(&plain(line), cx) {
            self.list(&shown, &cards);
        }
    }

    fn page(&mut self, page: &Page, cx: &RenderContext) {
        page.lines.iter().for_each(|line| self.line(line, cx));
        for offered in page.moves() {
            let word = word_of::<G>(offered.verb);
            self.command(format!("{word} {}", offered.words).trim_end());
            self.line(offered.label, cx);
        }
        for control in page.controls.iter().flatten() {
            if let Control::Menu { choices, press, .. } = control {
                for choice in choices {
                    if let Some((verb, "*")) = press.line.as_move() {
                        let line = format!("{} {}", Name::Move(verb).word(), choice.value);
                        self.command(&line);
                    }
                    self.line(&choice.label, cx);
                }
            }
        }
    }
}

/// The lists of cards in a line of text, each as it stands there and card by card.
fn lists<G: Served>(line: &str, cx: &RenderContext) -> Vec<(String, Vec<String>)> {
    match G::KIND {
        GameKind::Tractor => suited(line),
        GameKind::Uno if cx.looks.cards == CardLook::Letters => named(line, cx),
        // One card is played at a time.
        GameKind::Uno => {
            let signs = line.split(|c: char| c.is_whitespace() || "：:✓,.，。（）()".contains(c));
            let cards = signs.filter(|word| word.starts_with(['🔴', '🟢', '🔵', '🟡', '★']));
            let read = |word: &str| {
                let (colour, face) = match word.strip_prefix('★') {
                    Some("") => ("", "w"),
                    Some(more) => ("", more),
                    None => {
                        let mut letters = word.char_indices().skip(1);
                        let (at, letter) = letters.next()?;
                        letter.is_ascii_uppercase().then_some(())?;
                        word[at..].split_at(1)
                    }
                };
                let face = face.replace('⊘', "s").replace('⇄', "r");
                let card = format!("{}{face}", colour.to_lowercase());
                (!face.is_empty()).then(|| (word.to_owned(), vec![card]))
            };
            cards.filter_map(read).collect()
        }
        GameKind::TicTacToe => {
            let is_row = |word: &str| {
                word.chars()
                    .all(|c| c.is_ascii_digit() || "🔶🔴".contains(c))
            };
            let row = line.split_whitespace().all(is_row) && !line.trim().is_empty();
            let squares = line
                .split_whitespace()
                .filter(|word| row && word.is_ascii());
            squares
                .map(|word| (word.to_owned(), vec![word.to_owned()]))
                .collect()
        }
    }
}

/// The cards of UNO that are named in words, one by one.
fn named(line: &str, cx: &RenderContext) -> Vec<(String, Vec<String>)> {
    let items = line.split([
        ',', '.', ':', ';', '·', '✓', '，', '。', '：', '、', '(', ')', '（', '）',
    ]);
    let read = |item: &str| {
        let mut cards = uno::card::Card::all();
        let card = cards.find(|card| uno_cards::sign(*card, cx) == item)?;
        Some((item.to_owned(), vec![uno_cards::typed(card)]))
    };
    items.map(str::trim).filter_map(read).collect()
}

/// Runs of cards that begin with the sign of a suit or a joker; ranks follow their suit.
fn suited(line: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let (mut run, mut cards, mut suit) = (Vec::new(), Vec::new(), None);
    // A name of two words is read as one.
    let line = line.replace(" joker", "_joker");
    for word in line.split_whitespace().chain(["·"]) {
        let bare = word.trim_end_matches([
            ',', '.', ':', ';', '，', '。', '：', '；', '、', '”', '）', ')',
        ]);
        let read = in_word(bare, &mut suit);
        let ends = bare != word || read.is_none();
        if let Some(read) = read {
            run.push(bare);
            cards.extend(read);
        }
        if ends {
            if !cards.is_empty() {
                let shown = run.join(" ").replace('_', " ");
                found.push((shown, std::mem::take(&mut cards)));
            }
            run.clear();
            suit = None;
        }
    }
    found
}

/// What suits are called, and their letters.
const SUITS: [([&str; 4], char); 4] = [
    (["♠", "spades", "黑桃", "黑桃"], 'S'),
    (["♥", "hearts", "红桃", "紅心"], 'H'),
    (["♦", "diamonds", "方块", "方塊"], 'D'),
    (["♣", "clubs", "梅花", "梅花"], 'C'),
];

/// What jokers are called.
const JOKERS: [(&str, &str); 8] = [
    ("J+", "J+"),
    ("J-", "J-"),
    ("大王", "J+"),
    ("小王", "J-"),
    ("大鬼", "J+"),
    ("小鬼", "J-"),
    ("big_joker", "J+"),
    ("small_joker", "J-"),
];

/// The cards of one word; none where it names the suit of those that follow.
fn in_word(word: &str, suit: &mut Option<char>) -> Option<Vec<String>> {
    let mut rest = word;
    let mut cards = Vec::new();
    if let Some((_, letter)) = SUITS.iter().find(|(names, _)| names.contains(&word)) {
        *suit = Some(*letter);
        return Some(cards);
    }
    while let Some(first) = rest.chars().next() {
        let sign = &rest[..first.len_utf8()];
        if let Some((_, letter)) = SUITS.iter().find(|(names, _)| names[0] == sign) {
            *suit = Some(*letter);
            rest = &rest[sign.len()..];
            continue;
        }
        let joker = JOKERS.iter().find_map(|(name, joker)| {
            let after = rest.strip_prefix(name)?;
            Some((joker, after))
        });
        if let Some((joker, after)) = joker {
            cards.push((*joker).to_owned());
            rest = after;
            continue;
        }
        let rank = if rest.starts_with("10") {
            "10"
        } else {
            rest.get(..1)?
        };
        let known = rank == "10" || "23456789JQKA".contains(rank);
        let named = rest[rank.len()..].chars().next();
        let named = named.filter(|letter| "SHDC".contains(*letter));
        cards.push(format!("{rank}{}", named.or(*suit).filter(|_| known)?));
        rest = &rest[rank.len() + named.map_or(0, char::len_utf8)..];
    }
    (!word.is_empty()).then_some(cards)
}

fn positions() -> usize {
    let asked = std::env::var("TYPED_BACK").ok();
    asked.map_or(POSITIONS, |asked| asked.parse().expect("a number"))
}

/// Looks at so many positions of a game in every language.
pub fn check<G: Served>() {
    let seats = *G::seats(&G::Rules::default()).start();
    let (mut problems, mut lists) = (BTreeSet::new(), HashSet::new());
    let contexts: Vec<RenderContext> = Locale::all()
        .flat_map(|locale| {
            let faces = [
                (Surface::Discord, CardLook::Symbols),
                (Surface::Discord, CardLook::Letters),
                (Surface::Terminal, CardLook::Symbols),
            ];
            faces.into_iter().map(move |(face, cards)| {
                let mut cx = RenderContext::new(locale, face, "$");
                cx.looks.cards = cards;
                cx
            })
        })
        .collect();
    let (mut left, mut seed, mut shown) = (positions(), 0, false);
    while left > 0 {
        seed += 1;
        let skill = G::SKILLS[seed as usize % 2];
        let played = play::<G>(G::Rules::default(), &skills::<G>(skill, seats), seed);
        played.follow(|before, input, proposal| {
            let Input::Act { by, action } = input else {
                return;
            };
            if left == 0 {
                return;
            }
            left -= 1;
            let public = before.view(Viewer::Public);
            let seat = match by {
                By::Person(person) => public.seat_of(*person).expect("a seat"),
                By::Computer(seat) | By::Clock(seat) | By::ClockOn(seat) => *seat,
            };
            let (view, after) = (
                before.view(Viewer::Seat(seat)),
                proposal.table.view(Viewer::Seat(seat)),
            );
            for cx in &contexts {
                let mut back = TypedBack {
                    view: &view,
                    lists: &mut lists,
                    problems: &mut problems,
                };
                back.page(&G::hand_page(&cx.at(&view)), cx);
                back.page(&table::public_page(&cx.at(&public)), cx);
                back.line(&G::hint(action, &cx.at(&view)), cx);
                let told = proposal.events.iter();
                let told = told.filter_map(|event| notice::<G>(event, Viewer::Seat(seat)));
                for notice in told.filter(|notice| matches!(notice, News::Game(_))) {
                    let lines =
                        table::notice_lines::<G>(&notice, &cx.at(&after)).unwrap_or_default();
                    lines.iter().for_each(|line| back.line(line, cx));
                }
                let topics = Topic::all().filter(|topic| match topic {
                    Topic::Game(game) => *game == G::KIND,
                    _ => G::KIND == GameKind::USUAL,
                });
                for topic in topics.filter(|_| !shown) {
                    back.page(&help::page(topic, cx), cx);
                }
            }
            shown = true;
        });
        let end = played.played.play(|_, _| {}).expect("its own moves");
        let mut view = played.played.view(&end, Viewer::Public);
        view.stage = tractor_bot::table::StageView::Playing(end.view(Viewer::Public));
        for cx in &contexts {
            let mut back = TypedBack::<G> {
                view: &view,
                lists: &mut lists,
                problems: &mut problems,
            };
            for page in round_pages(&played.played, 1, cx).unwrap_or_default() {
                back.page(&page, cx);
            }
        }
        let told: Vec<&str> = problems.iter().map(String::as_str).take(60).collect();
        assert!(told.is_empty(), "seed {seed}:\n{}", told.join("\n"));
    }
    assert!(lists.len() > 5, "hardly any list of cards was found");
}
