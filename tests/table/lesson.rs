//! The lesson as somebody types their way through it.

use crate::console::Terminal;

/// What a page of the lesson names as the choice to make, as it is typed: the longest of the choices
/// listed whose cards stand in the sentence above; where it only asks, the first.
fn named(page: &str) -> Option<String> {
    let mut choices = Vec::new();
    for line in page.lines() {
        let (number, rest) = line.trim().split_once("  ").unwrap_or_default();
        if number.parse::<u8>().is_ok() {
            let (command, cards) = rest.split_once("  ").unwrap_or((number, rest));
            choices.push((command.trim().to_owned(), cards.trim().to_owned()));
        }
    }
    let (_, sentence) = page.split_once('\n')?;
    let sentence = sentence.lines().next()?;
    let first = choices.first().cloned();
    let named = choices
        .into_iter()
        .filter(|(_, cards)| sentence.contains(cards.as_str()));
    named
        .max_by_key(|(_, cards)| cards.len())
        .or(first)
        .map(|(command, _)| command)
}

/// A stranger types what the lesson names, until it ends; answers with everything that was said.
fn learn(locale: &str) -> String {
    let mut terminal = Terminal::open(&["--locale", locale, "--seed", "5"]);
    terminal.answer();
    terminal.types("practice");
    let (mut page, mut prompt) = terminal.answer();
    for _ in 0..12 {
        assert!(prompt.is_some(), "{}", terminal.said);
        let choice = named(&page).unwrap_or_else(|| panic!("nothing is named on\n{page}"));
        terminal.types(&choice);
        let (mut result, _) = terminal.answer();
        // A question was answered wrongly.
        let asks = page.contains("which level do you play next?") || page.contains("下一局打几？");
        if let Some(choice) = named(&result).filter(|_| asks) {
            terminal.types(&choice);
            result = terminal.answer().0;
        }
        assert!(
            named(&result).is_none(),
            "{choice} was not right:\n{result}"
        );
        // Enter goes on.
        terminal.types("");
        (page, prompt) = terminal.answer();
    }
    // At the end, the table is the one that was there: it waits for the deal.
    terminal.types("table");
    let (table, prompt) = terminal.answer();
    let deals = table.contains("$deal") || table.contains("$发牌");
    assert!(prompt.is_some() && deals, "{page}\n---\n{table}");
    terminal.leave()
}

#[test]
fn a_stranger_who_types_what_the_lesson_names_ends_it_in_both_languages() {
    let english = learn("en-US");
    assert!(english.contains("Practice 12 of 12"), "{english}");
    assert!(english.contains("You know the game"), "{english}");
    let chinese = learn("zh-CN");
    assert!(chinese.contains("练习 12/12"), "{chinese}");
    assert!(chinese.contains("你会打了"), "{chinese}");
}

/// What somebody may type in the middle of the lesson that is not meant for it.
const BESIDE: &str = "hint; score; j; join; J; table; t; hand; h; help; help points; help kitty; last; list; \
    stats; leaderboard; top10; rules; rules match_to=6; rules turn_limit=60; settings; settings cards=letters; \
    settings language=en; computer; computer off 3; draw; uno; catch; pass; surrender; playon; takeback; \
    review; replay; export; verify; tellme; here; kick 2; room list; chat hello; intro; start; deal; mix abc; \
    reset; reset off; ttt; unostats; $hint; $score; $help throws; hand reverse; $configs; history; $rules; \
    提示; 比分; 手牌; 帮助 拖拉机; 规则; 设置; 排行榜; 前十";

#[test]
fn the_lesson_waits_whatever_is_typed_beside_it() {
    let mut terminal = Terminal::open(&["--seed", "5"]);
    terminal.answer();
    let beside: Vec<&str> = BESIDE.split(';').map(str::trim).collect();
    assert!(beside.len() >= 60, "{}", beside.len());
    for step in [1, 10, 12] {
        terminal.types(&format!("practice {step}"));
        let page = terminal.answer().0;
        assert!(page.contains(&format!("Practice {step} of 12")), "{page}");
        for line in &beside {
            terminal.types(line);
            let (said, prompt) = terminal.answer();
            let waits = format!("The lesson waits: Enter goes on with step {step}.");
            // Where it can be read as cards it is a wrong answer.
            let asks = said.contains(&format!("Practice {step} of 12"));
            assert!(
                prompt.is_some() && (asks || said.contains(&waits)),
                "{line}: {said}"
            );
        }
        terminal.types("");
        let page = terminal.answer().0;
        assert!(page.contains(&format!("Practice {step} of 12")), "{page}");
    }
    terminal.leave();
}
