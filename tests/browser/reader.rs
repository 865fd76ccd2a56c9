//! A match as a page for a browser, gone through as a reader does.
//!
//! Decides what has to hold on the page of any finished match: every step is reached by keyboard and
//! by thumb, shows what it should and nothing of later ones, and nothing leaves the page or goes wrong.

use std::path::Path;

use serde_json::Value;

use super::browser::Browser;

type Outcome<T> = Result<T, String>;

/// What is read of the page: which step is shown, and the cards of its round that are seen.
const SEEN: &str = include_str!("reader.js");

/// Goes through the whole page. The answer is how many steps there are.
pub fn go_through(browser: &mut Browser, file: &Path) -> Outcome<u64> {
    browser.size(390, 844, 1.0)?;
    let touch = serde_json::json!({"enabled": true});
    browser.tell("Emulation.setTouchEmulationEnabled", touch)?;
    browser.reports(&["Network.requestWillBeSent"]);
    browser.open(file)?;
    let steps = browser.ask("document.querySelectorAll('article').length")?;
    let steps = steps
        .as_u64()
        .filter(|steps| *steps > 1)
        .ok_or("the page has no steps")?;
    for at in 0..steps {
        step(browser, at, &format!("step {at}, forwards"))?;
        browser.press(if at % 2 == 0 { "ArrowRight" } else { " " })?;
    }
    step(browser, steps - 1, "beyond the last step")?;
    for at in (0..steps).rev() {
        step(browser, at, &format!("step {at}, backwards"))?;
        browser.press("ArrowLeft")?;
    }
    browser.press("End")?;
    step(browser, steps - 1, "End")?;
    browser.press("Home")?;
    step(browser, 0, "Home")?;
    rounds(browser)?;
    thumbs(browser)?;
    opened(browser, steps)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    browser.quiet(|url| {
        url.starts_with("file://") && url.ends_with(&*name) || url.starts_with("data:")
    })?;
    Ok(steps)
}

/// One step is shown, this one, as it should be.
fn step(browser: &mut Browser, at: u64, when: &str) -> Outcome<()> {
    let seen = browser.ask(SEEN)?;
    for (what, value) in [
        ("at", at),
        ("shown", 1),
        ("rounds", 1),
        ("wrong", 0),
        ("languages", 1),
        ("small", 0),
    ] {
        if seen[what] != value {
            return Err(format!("{when}: {what} is not {value} in {seen}"));
        }
    }
    let says = seen["words"].as_u64().is_some_and(|words| words > 10);
    match says && seen["wide"] == false {
        true => Ok(()),
        false => Err(format!("{when}: it says nothing, or is too wide: {seen}")),
    }
}

fn at(browser: &mut Browser) -> Outcome<u64> {
    let seen = browser.ask(SEEN)?;
    seen["at"]
        .as_u64()
        .ok_or_else(|| format!("nothing is shown: {seen}"))
}

/// N and P go from round to round.
fn rounds(browser: &mut Browser) -> Outcome<()> {
    let firsts = "[...document.querySelectorAll('section')].map((round) => \
                  [...document.querySelectorAll('article')].indexOf(round.querySelector('article')))";
    let firsts = browser.ask(firsts)?;
    let firsts: Vec<u64> = firsts
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .collect();
    for first in firsts.iter().skip(1) {
        browser.press("n")?;
        step(browser, *first, "n")?;
    }
    browser.press("ArrowRight")?;
    for first in firsts.iter().rev() {
        browser.press("p")?;
        step(browser, *first, "p")?;
    }
    Ok(())
}

/// Fingers and buttons do the same, and the language can be changed.
fn thumbs(browser: &mut Browser) -> Outcome<()> {
    browser.swipe((300, 400), (100, 410))?;
    step(browser, 1, "a swipe to the left")?;
    browser.swipe((100, 400), (300, 390))?;
    step(browser, 0, "a swipe to the right")?;
    browser.swipe((200, 500), (210, 300))?;
    step(browser, 0, "a swipe upwards")?;
    browser.ask("document.getElementById('right').click()")?;
    step(browser, 1, "the button")?;
    let said = "document.querySelector('article.here').innerText + document.title";
    let languages = browser.ask("document.querySelectorAll('[data-title]').length")?;
    let mut told = Vec::new();
    for language in 0..languages.as_u64().unwrap_or(0) {
        browser.ask(&format!(
            "document.querySelectorAll('[data-title]')[{language}].click()"
        ))?;
        step(browser, 1, "another language")?;
        told.push(browser.ask(said)?.to_string());
    }
    told.dedup();
    match told.len() >= 2 {
        true => Ok(()),
        false => Err(format!("the languages say the same: {told:?}")),
    }
}

/// O opens everything and closes it again.
fn opened(browser: &mut Browser, steps: u64) -> Outcome<()> {
    let before = at(browser)?;
    browser.press("o")?;
    let seen = browser.ask(SEEN)?;
    if seen["shown"] != steps || seen["wide"] == true {
        return Err(format!("not all {steps} steps are open: {seen}"));
    }
    browser.press("o")?;
    step(browser, before, "closed again")
}
