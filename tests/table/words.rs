//! How much people have to read in a round: pages of the same moments never get longer.

/// The words of a page without its buttons and menus; a Chinese character counts as one.
fn words(page: &str) -> usize {
    let lines = page.lines().filter(|line| !line.starts_with(['[', '{']));
    let pieces = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || c == '<'));
    // What begins with `t:` is a countdown, which Discord shows as the time that is left.
    let read = pieces.map(|piece| match piece.strip_prefix("t:") {
        Some(countdown) => countdown.split_once('>').map_or("", |(_, behind)| behind),
        None => piece,
    });
    read.map(|piece| {
        let signs = piece.chars();
        let han = signs.filter(|sign| ('\u{4e00}'..='\u{9fff}').contains(sign));
        han.count() + usize::from(piece.contains(|sign: char| sign.is_ascii_alphanumeric()))
    })
    .sum()
}

fn check(locale: &str, file: &str, moment: &str, most: usize) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/pages");
    let path = format!("{root}/{locale}/{file}.txt");
    let text = std::fs::read_to_string(&path).expect("kept pages");
    let title = format!("== {moment}\n");
    let (_, page) = text.split_once(&title).expect("a moment of the round");
    let (page, _) = page.split_once("\n== ").unwrap_or((page, ""));
    let words = words(page);
    assert!(
        words <= most,
        "{locale}, {moment}: {words} words, not {most}"
    );
}

#[test]
fn a_round_is_told_in_so_many_words() {
    for (file, moment, english, chinese) in [
        ("tractor", "the first lead, for all", 48, 60),
        ("tractor", "the first lead, South alone", 49, 55),
        ("tractor", "1 played, for all", 38, 50),
        ("tractor", "1 played, East alone", 44, 51),
        ("tractor", "3 played, for all", 43, 55),
        ("tractor", "3 played, West alone", 48, 54),
        ("tractor", "trick 10, for all", 49, 61),
        ("tractor", "trick 10, North alone", 40, 47),
        ("tractor", "the round is over, for all", 68, 91),
        ("tractor-news", "Public", 685, 838),
        ("tractor-news", "Seat(Seat(0))", 779, 963),
        ("uno", "step 10, for all", 28, 29),
        ("uno", "step 10, seat 3 alone", 22, 25),
        ("uno", "step 28, for all", 34, 35),
        ("uno", "step 28, seat 1 alone", 29, 32),
    ] {
        check("en-US", file, moment, english);
        check("zh-CN", file, moment, chinese);
    }
}
