//! A finished match as one page for a browser, which anybody can keep, send and open.
//!
//! Decides how the page is put together: its frame, its languages, and the steps from the first deal
//! to the last result. It loads nothing and sends nothing; its policy forbids both. Names are text on
//! it. Without a script it is a list. Where it is written to is for whoever asks.

pub mod markup;
mod sheet;
mod tractor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::desk::Served;
use crate::game::{GameKind, at_game};
use crate::table::{ExportError, ExportHead, Match, StageView};
use crate::text::context::RenderContext;
use crate::text::locale::Locale;
use crate::text::markup::{name as name_of, plain};
use crate::text::page::Page;
use crate::text::replay;
use crate::text::table::game_name;
use crate::tractor::Tractor;
use crate::tractor::open::OpenRound;
use sheet::HtmlSheet;

const STYLE: &str = include_str!("export/page.css");
const SCRIPT: &str = include_str!("export/page.js");

/// The page of a finished match from its file, in all languages, this one first.
///
/// # Errors
/// [`ExportError`] if it is none.
pub fn page(text: &str, first: Locale) -> Result<String, ExportError> {
    let mut sheet = HtmlSheet::new(first);
    let titles = match ExportHead::of(text)?.game {
        GameKind::Tractor => {
            let played = Match::<Tractor>::of_export(text)?;
            for (round, frames) in rounds(&played) {
                if let Some(open) = OpenRound::of(&frames) {
                    sheet.section(round, |sheet| {
                        tractor::round(&open, played.players(), sheet);
                    });
                }
            }
            titles(&played, &sheet.languages)
        }
        game => at_game!(game, G => told(&Match::<G>::of_export(text)?, &mut sheet)),
    };
    Ok(framed(&titles, &sheet))
}

/// The rounds of a match, laid open.
fn rounds<G: Served>(played: &Match<G>) -> impl Iterator<Item = (u32, Vec<G::View>)> {
    let frames = |round| Some((round, played.frames(round)?));
    played.rounds().filter_map(frames)
}

/// Adds the rounds of a game of which nothing is drawn: its pages, one a step. The answer is what the
/// match is called in each language.
fn told<G: Served>(played: &Match<G>, sheet: &mut HtmlSheet) -> Vec<String> {
    for (number, frames) in rounds(played) {
        sheet.section(number, |sheet| {
            let pages = |cx| replay::pages::<G>(&frames, played.players(), cx).into_iter();
            let mut pages: Vec<_> = sheet.languages.iter().map(pages).collect();
            for step in 0.. {
                let step_pages: Vec<Page> = pages.iter_mut().filter_map(Iterator::next).collect();
                if step_pages.len() < sheet.languages.len() {
                    break;
                }
                sheet.step(step, &step_pages, |_| {});
            }
        });
    }
    titles(played, &sheet.languages)
}

/// The name of the game and how the match ended, in each language; who played, if its end is not known.
fn titles<G: Served>(played: &Match<G>, languages: &[RenderContext]) -> Vec<String> {
    let last = played.frames(*played.rounds().end());
    let last = last.as_ref().and_then(|frames| frames.last());
    let view = played.table(StageView::Lobby);
    let names = played.players().iter();
    let names = names.filter_map(|player| player.name.as_deref());
    let names = names.map(name_of).collect::<Vec<_>>().join(", ");
    let title = |cx: &RenderContext| {
        let told = last.and_then(|last| G::match_outcome(last, &cx.at(&view)));
        let told = told.unwrap_or_else(|| names.clone());
        let game = game_name(G::KIND.name(), cx);
        say!(cx, "export-title", game, told = plain(&told))
    };
    languages.iter().map(title).collect()
}

/// A sentence in every language, of which one is shown.
fn said(languages: &[RenderContext], tag: &str, say: impl Fn(&RenderContext) -> String) -> String {
    let one = |cx: &RenderContext| {
        let (language, text) = (cx.locale.tag(), escaped(&say(cx)));
        format!("<{tag} lang=\"{language}\">{text}</{tag}>")
    };
    languages.iter().map(one).collect()
}

/// A text in which no sign means anything in HTML.
fn escaped(text: &str) -> String {
    let mut html = String::new();
    markup::escape(text, &mut html);
    html
}

/// The buttons that go from step to step, with the place between them.
fn bar(languages: &[RenderContext]) -> String {
    let button = |id: &str, sign: &str, say: &dyn Fn(&RenderContext) -> String| {
        let words = said(languages, "span", say);
        format!(
            "<button type=\"button\" id=\"{id}\">{words}<i aria-hidden=\"true\">{sign}</i></button>"
        )
    };
    [
        button("back", "|◀", &|cx| say!(cx, "export-round-before")),
        button("left", "◀", &|cx| say!(cx, "button-previous")),
        "<output id=\"place\"></output>".to_owned(),
        button("right", "▶", &|cx| say!(cx, "button-next")),
        button("on", "▶|", &|cx| say!(cx, "export-round-after")),
    ]
    .concat()
}

/// A button for each language, with the title that the page then has.
fn choices(languages: &[RenderContext], titles: &[String]) -> String {
    let button = |(cx, title): (&RenderContext, &String)| {
        let (tag, name, shown) = (cx.locale.tag(), cx.locale.name(), escaped(title));
        format!(
            "<button type=\"button\" data-language=\"{tag}\" data-title=\"{shown}\">{name}</button>"
        )
    };
    languages.iter().zip(titles).map(button).collect()
}

/// The whole page around the rounds.
fn framed(titles: &[String], sheet: &HtmlSheet) -> String {
    let (drawings, rounds, languages) = (sheet.drawings(), &sheet.html, &sheet.languages);
    let first = languages[0].locale.tag();
    let titled = languages.iter().zip(titles).map(|(cx, title)| {
        let (language, text) = (cx.locale.tag(), escaped(title));
        format!("<h1 lang=\"{language}\">{text}</h1>")
    });
    let heading: String = titled.collect();
    let choices = choices(languages, titles);
    let all = said(languages, "span", |cx| say!(cx, "export-all"));
    let keys = said(languages, "p", |cx| say!(cx, "export-keys"));
    let bar = bar(languages);
    let name = escaped(&titles[0]);
    let policy = format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; \
         style-src '{}'; script-src '{}'",
        fingerprint(STYLE),
        fingerprint(SCRIPT)
    );
    format!(
        r##"<!DOCTYPE html>
<html lang="{first}" data-language="{first}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>{name}</title>
<style>{STYLE}</style>
</head>
<body>
<svg width="0" height="0" class="drawings" aria-hidden="true">
{drawings}</svg>
<header>{heading}<div class="row">{choices}<button type="button" id="all" aria-pressed="false">{all}</button></div></header>
<main>
{rounds}</main>
<footer>{keys}</footer>
<nav>{bar}</nav>
<script>{SCRIPT}</script>
</body>
</html>
"##
    )
}

/// A text as a policy names it: `sha256-` and its SHA-256 in Base64.
fn fingerprint(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests;
