//! Files of cases, which rules are told in: a section a rule, `== its_name`, and a case a line, in parts between `|`.

use serde_json::Value;

/// The cases of a section: what is no comment, line by line.
pub(crate) fn of_section<'a>(file: &'a str, rule: &str) -> Vec<Vec<&'a str>> {
    let named = |section: &&str| section.lines().next() == Some(rule);
    let section = file.split("\n== ").find(named).expect("a section");
    let lines = section.lines().skip(1);
    let cases = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    cases
        .map(|line| line.split('|').map(str::trim).collect())
        .collect()
}

/// The settings in words like `match_to=6 rounds=3`.
pub(crate) fn settings(words: &str) -> Vec<(&str, &str)> {
    let words = words.split_whitespace();
    words.filter_map(|word| word.split_once('=')).collect()
}

/// The same state with this JSON at a place like `/board/marks/8`, which may be a new one.
pub(crate) fn changed(state: &Value, place: &str, json: &str) -> Value {
    let mut changed = state.clone();
    let (parent, name) = place.rsplit_once('/').expect("a place");
    let parent = changed.pointer_mut(parent).expect("a part of the state");
    let json = serde_json::from_str(json).expect("JSON");
    match name.parse::<usize>() {
        Ok(at) => parent[at] = json,
        Err(_) => parent[name] = json,
    }
    changed
}

/// Checks the cases of a section one by one.
pub(crate) fn each(check: impl Fn(&[&str])) -> impl Fn(&[Vec<&str>]) {
    move |cases| cases.iter().for_each(|case| check(case))
}

/// A test for each section of a file, in their order.
macro_rules! sections {
    ($file:expr, $check:expr; $($rule:ident)*) => {
        $(
            #[test]
            fn $rule() {
                $check(&$crate::game::cases::of_section($file, stringify!($rule)));
            }
        )*

        #[test]
        fn every_section_is_checked() {
            let titles = $file.lines().filter_map(|line| line.strip_prefix("== "));
            assert!(titles.eq([$(stringify!($rule)),*]));
        }
    };
}
pub(crate) use sections;
