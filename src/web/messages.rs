//! What goes over the socket of a screen; and how others come to a table at home: an address that they can reach, as text
//! and as a QR code.
#![doc = ""]
#![doc = include_str!("protocol.md")]

use super::*;
use crate::art::SuitColors;
use crate::desk::browsing::Seals;
use crate::text::locale::Fact;
use crate::text::looks::CardLook;
use crate::text::markup::{self, Span};
use crate::text::page::Control;
use crate::text::scene::{VERSION, button_of, given};
use qrcode::{Color, QrCode};
use std::collections::BTreeMap;

/// Sentences by their names on the page.
pub type Words = BTreeMap<&'static str, String>;

/// What a screen asks for, with a number by which it knows the answer.
#[derive(Debug, Deserialize)]
pub struct Request {
    #[serde(default)]
    pub id: u64,
    #[serde(flatten)]
    pub wish: Wish,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// What a control does.
    Press {
        code: String,
        #[serde(default)]
        values: Vec<String>,
    },
    /// What a typed line says.
    Words(String),
    /// What is put together of the hand, as cards are typed; empty for nothing.
    Draft(String),
    /// A new table of a game.
    Open {
        game: String,
        /// Computers take the other seats, and it begins.
        #[serde(default)]
        computers: bool,
    },
    /// What somebody wants to be called.
    Name(String),
    /// Nothing: the screen asks whether it is still heard.
    Here(()),
}

/// A line: pieces of text with their style, `""`, `"bold"`, `"code"`, `"small"` or `"time"`, whose
/// text is a number of seconds since 1970.
pub type Line = Vec<(&'static str, String)>;

/// Who the viewer is, if they have said, and the words of the page; `outside` is what links for others begin with if not
/// with the address of the page, and `linked` that people come from elsewhere, with the names that they have there.
pub fn hello(cx: &RenderContext, name: Option<&str>, outside: Option<&str>, linked: bool) -> Value {
    let others = Locale::all().filter(|locale| *locale != cx.locale);
    let others = others.map(|locale| (locale.tag(), locale.name()));
    json!({"hello": {
        "version": VERSION,
        "language": cx.locale.tag(),
        "other_languages": others.collect::<Vec<_>>(),
        "name": name,
        "outside": outside,
        "linked": linked,
        "words": words(cx),
    }})
}

/// A table as it is now, with its page and what waits for a yes while the viewer plays.
pub fn table(
    scene: Value,
    [page, asks]: [&Page; 2],
    looks: Value,
    invitation: Option<Value>,
    news: &[String],
) -> Value {
    let asks = Some(asks).filter(|asks| !(asks.lines.is_empty() && asks.controls.is_empty()));
    let told = json!({
        "scene": scene,
        "page": shown(page),
        "asks": asks.map(shown),
        "looks": looks,
        "invitation": invitation,
        "news": news.iter().map(|said| line(said)).collect::<Vec<_>>(),
    });
    given(told, &["asks", "invitation"])
}

/// The table of so many frames; `now` is seconds since 1970.
pub fn frame(mut table: Value, number: u64, now: u64) -> Value {
    table["number"] = number.into();
    table["now"] = now.into();
    json!({"table": table})
}

/// How a reader wants to see cards, who is advised where they look or is not.
pub fn looks(cx: &RenderContext, is_advised: bool) -> Value {
    json!({
        "four_colors": cx.looks.suits == SuitColors::Four,
        "letters": cx.looks.cards == CardLook::Letters,
        "suggestions": is_advised.then_some(cx.looks.suggestions),
    })
}

/// What came of a request.
pub fn reply(id: u64, answer: &Answer, seals: &Seals) -> Value {
    let exhibit = answer.page.exhibit.as_deref();
    let told = json!({
        "id": id,
        "outcome": answer.outcome,
        "page": shown(&answer.page),
        "hand": answer.drawn_at.is_some(),
        "table": answer.table.map(|key| seals.address(key)),
        "exhibit": exhibit.and_then(|json| serde_json::from_str::<Value>(json).ok()),
        "file": answer.attachment,
    });
    json!({"answer": given(told, &["exhibit", "file"])})
}

/// A page with its markup taken apart: nothing in it is to be read as HTML.
fn shown(page: &Page) -> Value {
    let controls = page.controls.iter();
    let controls = controls.map(|row| row.iter().map(control).collect());
    let lines = page.lines.iter().flat_map(|line| line.split('\n'));
    json!({
        "title": markup::plain(&page.title),
        "lines": lines.map(line).collect::<Vec<_>>(),
        "controls": controls.collect::<Vec<Value>>(),
    })
}

/// A control as the page shows it.
fn control(control: &Control) -> Value {
    match control {
        Control::Button { style, .. } => {
            let mut button = button_of(control);
            button["style"] = json!(style);
            json!({"button": button})
        }
        Control::Menu {
            placeholder,
            choices,
            press,
        } => {
            let options = choices.iter().map(|one| {
                let [label, note] = [&one.label, &one.note].map(|text| markup::plain(text));
                json!({"label": label, "value": one.value, "note": note, "chosen": one.chosen})
            });
            json!({"menu": {
                "label": placeholder,
                "press": press.code(),
                "at_least": 1,
                "at_most": 1,
                "options": options.collect::<Vec<_>>(),
            }})
        }
    }
}

/// A line with its markup taken apart.
pub fn line(text: &str) -> Line {
    let small = markup::is_small(text);
    let pieces = markup::spans(text).into_iter().map(|span| match span {
        Span::Bold(text) => ("bold", text),
        Span::Code(text) => ("code", text),
        Span::Time(seconds) => ("time", seconds.to_string()),
        Span::Plain(text) | Span::Icon(text) if small => ("small", text),
        Span::Plain(text) | Span::Icon(text) => ("", text),
    });
    pieces.collect()
}

/// What the page says by itself, and its name there: the sentence `web-…`, with `…` for what is put in.
pub const WORDS: &str = "\
    title home name name_ask name_set computers others lesson invite invited offline watching hand table last kitty \
    points dealer away details bell command keys close send choose replay played advised run halt check check_seal \
    check_shown check_hand unseen menu you partner cards card_one we they trump no_call trump_help points_help \
    levels_help joker_big joker_small news taken go_on now speed slow normal quick command_line too_soon unanswered \
    full about daily profile settings continue sit_as sit your_turn turn_of invite_title copy copy_by_hand free \
    tap_to_sit tap_to_fill host talk say say_it block mute unmute nothing_said uno_with pile forwards backwards \
    looks this_device thinks level points_lie points_ours points_theirs cancel more why rules help alone \
    unplayable";

/// The colours and faces of UNO in words: `uno-…`.
const UNO_WORDS: &str =
    "red green blue yellow word_skip word_reverse word_wild word_wild_draw_four";

/// What it says in a window of Discord before anybody came in: `activity-…`.
pub const ACTIVITY_WORDS: &str = "waits silent declined code window absent unreachable again";

/// These sentences, whose keys begin alike.
pub fn sentences(kind: &str, words: &'static str, cx: &RenderContext) -> Words {
    let facts = ["n", "name", "what", "who"].map(|fact| (fact, Fact::from("…")));
    let word = |name| {
        let key = format!("{kind}-{}", str::replace(name, "_", "-"));
        (name, cx.sentences().say(&key, &facts))
    };
    words.split_whitespace().map(word).collect()
}

fn words(cx: &RenderContext) -> Words {
    let (mut words, count) = (sentences("web", WORDS, cx), 1_usize);
    words.extend(sentences("uno", UNO_WORDS, cx));
    words.extend([
        ("again", say!(cx, "activity-again")),
        ("suggestions", say!(cx, "setting-suggestions")),
        ("small_joker", say!(cx, "card-small-joker-words", count)),
        ("big_joker", say!(cx, "card-big-joker-words", count)),
    ]);
    words
}

/// The invitation to what has this path on a server that listens there, and which others reach at `outside` if that is
/// somewhere else: the address, empty if no other machine reaches this one, its QR code, the modules of each row as bits
/// of a hexadecimal number, dark ones 1, and what to know of it.
pub fn invitation(
    path: &str,
    listen: SocketAddr,
    outside: Option<&str>,
    cx: &RenderContext,
) -> Value {
    let own = (!listen.ip().is_loopback()).then(|| format!("http://{listen}"));
    let Some(base) = outside.map(str::to_owned).or(own) else {
        let command = format!("tractor-bot web --listen 0.0.0.0:{}", listen.port());
        let note = line(&say!(cx, "web-invite-alone", command));
        return json!({"address": "", "code": [], "size": 0, "note": note});
    };
    let address = format!("{base}{path}");
    let code = QrCode::new(&address).ok();
    let size = code.as_ref().map_or(0, QrCode::width);
    let modules = code.map(QrCode::into_colors).unwrap_or_default();
    let rows: Vec<String> = modules.chunks(size.max(1)).map(row).collect();
    let note = line(&say!(cx, "web-invite-house"));
    json!({"address": address, "code": rows, "size": size, "note": note})
}

/// A row of modules as digits of four each, the first on the left; what is missing at its end is light.
fn row(modules: &[Color]) -> String {
    let digit = |four: &[Color]| {
        let bits = (0..4).map(|at| four.get(at) == Some(&Color::Dark));
        char::from_digit(bits.fold(0, |value, bit| value * 2 + u32::from(bit)), 16).unwrap_or('0')
    };
    modules.chunks(4).map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::context::Surface;
    use crate::text::locale::Locale;

    /// The address in an invitation of a server that listens there.
    fn check(listen: &str, house: Option<&str>, address: &str) {
        let listen = listen.parse().expect("an address");
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Browser, "");
        let invitation = invitation("/t/1", listen, house, &cx);
        assert_eq!(invitation["address"], address);
        let rows = invitation["code"].as_array().map(Vec::len);
        assert_eq!(json!(rows), invitation["size"]);
        let note = invitation["note"].to_string();
        let command = "web --listen 0.0.0.0:8420\"]";
        assert_eq!(note.contains(command), address.is_empty(), "{note}");
    }

    #[test]
    fn an_invitation_names_an_address_that_others_reach_or_how_there_is_one() {
        check("127.0.0.1:8420", None, "");
        check("[::1]:8420", None, "");
        check("192.168.1.5:8420", None, "http://192.168.1.5:8420/t/1");
        let house = Some("http://192.168.1.5:8420");
        check("0.0.0.0:8420", house, "http://192.168.1.5:8420/t/1");
    }
}
