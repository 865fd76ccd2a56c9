//! Codes of buttons and menus, and the values that are chosen in them: any client can send any.

use tractor_bot::command::Verb;
use tractor_bot::discord::render::unmarked;
use tractor_bot::game::{GameKind, at_game};
use tractor_bot::table::{Input, PersonId};
use tractor_bot::text::draft::Draft;
use tractor_bot::text::page::Page;
use tractor_bot::text::press::{Press, Tap};
use tractor_bot::text::{replay, table};

use super::words::At;
use super::{harmless, reader};
use crate::inputs::{Kit, list};
use crate::kept;
use crate::scenes::Staged;

/// The most values of a menu, as of Discord.
const MOST_VALUES: usize = 25;

pub fn kit() -> Kit {
    let mut corpus = kept::codes();
    let further = "7.rs.Kk\n1 7.rs.W 7.rs.v 7.rs.u 7.rs.e 7.rs.ie 7.rs.ir 7.rs.il 7.rs.if 7.rs.ik1 7.rs.b 7.rs.q \
        7.rs.yrs.1.1.0 7.rs.R 7.rs.np 7.rs.ns 7.rs.n?\nturn_limit 7.rs.X 7.rs.npcards\nfaces \
        7.rs.nsprefix\n! 7.rs.TO 7.rs.TR 7.rs.T0 7.rs.T3.1 7.rs.k\nhand 7.rs.rhand\n5 7.rs.wcalling \
        7.rs.p0\n8S\n8S#1\nJ+ 7.rs.H8S8S 7.rs.z 7.rs.h 7.rs.t 7.rs.o?rules\ntractor 7.rs.s\n2 7.rs.x\n1 \
        7.rs.c\n3 7.rs.dp\n8S ~7.rs.j";
    corpus.extend(list(further));
    corpus.push(b"7.rs.Lrounds=off match_to=6".to_vec());
    let mut words = kept::words();
    let acts = Verb::ALL
        .iter()
        .map(|verb| format!("7.rs.a{}", verb.letter()));
    words.extend(acts.map(String::into_bytes));
    words.extend(list("7.rs. . \n ~ zzzzzzzzzzzzz 3w5e11264sgsf #1"));
    Kit {
        head: 4,
        corpus,
        words,
        longest: 2_048,
    }
}

pub fn run(input: &[u8]) -> bool {
    let [game, scene, who, read, text @ ..] = input else {
        return false;
    };
    let text = String::from_utf8_lossy(text);
    let mut lines = text.split('\n');
    let (code, _) = unmarked(lines.next().unwrap_or_default());
    let Some(press) = Press::of_code(code) else {
        return false;
    };
    assert_eq!(press.code(), code, "a press has one code");
    let values: Vec<&str> = lines.take(MOST_VALUES).collect();
    let game = GameKind::ALL[usize::from(*game) % GameKind::ALL.len()];
    at_game!(game, G => tap(&At::<G> {
        scene: G::scene(*scene),
        who: *who,
        cx: reader(*read),
    }, &press, &values))
}

/// What the tap does at a table, as far as that is known without its host.
fn tap<G: Staged>(at: &At<G>, press: &Press, values: &[&str]) -> bool {
    let view = at.scene.view(at.who);
    let by = PersonId(1);
    let first = values.first().copied().unwrap_or_default();
    match &press.tap {
        Tap::Act { verb, words } => at.moves(*verb, words),
        Tap::Choose(verb) => at.moves(*verb, first),
        Tap::Draft(words) => {
            let action = G::parse(G::bare_verb(view), words, view);
            let picks = action.map(|action| G::picks(&action, view));
            picks.is_ok_and(|picks| {
                drafted(
                    at,
                    Draft {
                        picks,
                        ..Draft::default()
                    },
                )
            })
        }
        Tap::Pick(menu) => {
            let mut draft = Draft::default();
            draft.picks.insert(
                menu % 8,
                values.iter().map(|value| (*value).to_owned()).collect(),
            );
            drafted(at, draft)
        }
        Tap::SetRule(name) => at.submits(Input::SetRule {
            by,
            name: name.clone(),
            value: first.to_owned(),
        }),
        Tap::SetRules(settings) => at.rules(settings),
        Tap::Rules(group) => at.rules(group),
        Tap::ChooseRule => at.rules(first),
        Tap::Sit(seat) => {
            let seat = seat.or_else(|| {
                first
                    .parse()
                    .ok()
                    .and_then(|index: u8| index.try_into().ok())
            });
            let (person, name) = (PersonId(90), first.to_owned());
            at.submits(Input::Sit { person, name, seat })
        }
        Tap::RemoveComputer(Some(seat)) => at.submits(Input::RemoveComputer { by, seat: *seat }),
        Tap::AddComputer(level) => {
            let skill = table::skill_of(level.as_deref().unwrap_or(first));
            skill.is_some_and(|skill| {
                at.submits(Input::AddComputer {
                    by,
                    seat: None,
                    skill,
                })
            })
        }
        Tap::Sure(deed) => {
            harmless(&table::question(*deed, view, &at.cx).text());
            true
        }
        Tap::Show(sheet) => {
            harmless(&table::sheet_page(*sheet, view, &at.cx).text());
            true
        }
        Tap::Replay(leaf) => {
            let pages = vec![Page::line("one"), Page::line("two")];
            replay::leaf(&pages, press.table, (*leaf, Tap::Replay), &at.cx).is_some()
        }
        _ => true,
    }
}

/// The hand with these picks, and the move that they make.
fn drafted<G: Staged>(at: &At<G>, draft: Draft) -> bool {
    let view = at.scene.view(at.who);
    let words = draft.words();
    let mut cx = at.cx.clone();
    cx.draft = draft;
    if view.stage.game().is_some() {
        harmless(&G::hand_page(view, &cx).text());
    }
    at.moves(G::bare_verb(view), &words)
}
