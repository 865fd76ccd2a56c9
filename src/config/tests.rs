//! What is read from the environment, and what is refused.

use super::*;

fn check(variables: &[(&'static str, &str)]) -> Result<Config, ConfigError> {
    Config::from_variables(|name| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    })
}

#[test]
fn an_empty_environment_gives_the_defaults() {
    let config = check(&[("DISCORD_TOKEN", " ")]).expect("defaults");
    assert_eq!(config.token, None);
    assert_eq!(config.prefix, "$");
    assert_eq!(config.database_url, DEFAULT_DATABASE_URL);
    assert_eq!(config.shards, None);
}

#[test]
fn a_window_in_discord_needs_a_secret_and_an_address() {
    let secret = ("DISCORD_CLIENT_SECRET", "hush");
    let web = [
        ("WEB_LISTEN", "127.0.0.1:8420"),
        ("WEB_URL", "https://cards.example.org"),
    ];
    let is_on = |variables: &[_]| check(variables).map(|config| config.activity().is_some());
    assert_eq!(is_on(&[secret]), Ok(false));
    assert_eq!(is_on(&web), Ok(false));
    assert_eq!(is_on(&[secret, web[0], web[1]]), Ok(true));
}

#[test]
fn colours_can_be_declined() {
    let colours = |variables| check(variables).map(|config| config.colours);
    assert_eq!(colours(&[]), Ok(true));
    assert_eq!(colours(&[("NO_COLOR", ""), ("TERM", "xterm")]), Ok(true));
    assert_eq!(colours(&[("NO_COLOR", "1")]), Ok(false));
    assert_eq!(colours(&[("TERM", "dumb")]), Ok(false));
}

#[test]
fn the_locale_says_whether_a_terminal_shows_more_than_ascii() {
    let utf8 = |variables| check(variables).map(|config| config.utf8);
    for (variables, expected) in [
        (&[][..], cfg!(windows)),
        (&[("LANG", "C")], cfg!(windows)),
        (&[("LANG", "en_US.UTF-8")], true),
        (&[("LANG", "zh_CN.utf8")], true),
        (
            &[("LANG", "en_US.UTF-8"), ("LC_CTYPE", "POSIX")],
            cfg!(windows),
        ),
        (&[("LC_CTYPE", "C.UTF-8"), ("LANG", "C")], true),
        (&[("LC_ALL", "C"), ("LC_CTYPE", "C.UTF-8")], cfg!(windows)),
    ] {
        assert_eq!(utf8(variables), Ok(expected), "{variables:?}");
    }
}

#[test]
fn shards_are_a_range_within_the_total() {
    let config = check(&[("SHARDS", "0..3/8")]).expect("a range");
    assert_eq!(
        config.shards,
        Some(ShardRange {
            first: 0,
            last: 3,
            total: 8,
        })
    );
    let shares = ["0..3/8", "4..7/8", "7..7/8", "0..0/200"].map(|shards| {
        let config = check(&[("SHARDS", shards)]).expect("a range");
        config.shards.expect("some").share(45)
    });
    assert_eq!(shares, [22, 22, 5, 1]);
    let wrong = ["8", "0..8/8", "3..1/8", "a..b/c", "0-3/8", "auto", "auto/8"];
    for wrong in wrong {
        let error = check(&[("SHARDS", wrong)]).expect_err(wrong);
        assert!(error.to_string().contains("SHARDS=0..3/8"), "{error}");
    }
}

/// Of each setting some values and what is read for them, then values for which nothing is read but an example told.
#[test]
fn settings_are_read_or_refused_with_an_example() {
    let read = |config: &Config, name: &str| match name {
        "KEEP_MATCHES" => format!("{:?}", config.keep_matches_days),
        "KEEP_TABLES" => format!("{:?}", config.keep_tables),
        // Nine tenths of what Discord takes are sent.
        "REQUESTS_A_SECOND" => config.most_a_second().to_string(),
        "STUDIES" => config.studies.0.to_string(),
        "TABLES_AN_HOUR" => {
            let most = config.tables_an_hour;
            format!("{:?}", most.map(|most| (most.of_server, most.of_person)))
        }
        "EMOJIS" => config.emojis.to_string(),
        "HEALTH_LISTEN" => format!("{:?}", config.health),
        _ => format!("{:?}", config.log_format),
    };
    for (name, right, wrong, example) in [
        (
            "KEEP_MATCHES",
            "=None|always=None|365=Some(365)",
            "0|-1|a year|99999999999",
            "365",
        ),
        (
            "KEEP_TABLES",
            "=Some(20000)|all=None|5=Some(5)",
            "0|-1|many",
            "20000",
        ),
        (
            "REQUESTS_A_SECOND",
            "=45|500=450",
            "0|9|-1|many|100001",
            "50",
        ),
        ("STUDIES", "=100|5=5", "0|1001|much", "50"),
        (
            "TABLES_AN_HOUR",
            "=Some((30, 10))|100/5=Some((100, 5))|off=None",
            "0/10|30/0|30|30/10/5|many|1001/1",
            "30/10",
        ),
        ("EMOJIS", "=true|on=true|off=false", "no", "off"),
        (
            "HEALTH_LISTEN",
            "=None|127.0.0.1:9464=Some(127.0.0.1:9464)|[::1]:9464=Some([::1]:9464)",
            "9464|:9464|localhost:9464|127.0.0.1|127.0.0.1:0|::1:x|1.2.3.4:99999",
            "127.0.0.1:9464",
        ),
        ("LOG_FORMAT", "=Text|text=Text|json=Json", "JSON", "json"),
    ] {
        for (value, expected) in right.split('|').filter_map(|case| case.split_once('=')) {
            let config = check(&[(name, value)]).expect("a right value");
            assert_eq!(read(&config, name), expected, "{name}={value}");
        }
        for value in wrong.split('|') {
            let error = check(&[(name, value)]).expect_err(value).to_string();
            assert!(error.contains(&format!("{name}={example}")), "{error}");
        }
    }
}

#[test]
fn programs_are_allowed_by_name_and_never_shown() {
    let programs = |value| check(&[("PLAYER_PROGRAMS", value)]).map(|config| config.programs);
    let names = programs("a=x --token 1; b=y").expect("programs");
    assert_eq!(names.names().count(), 2);
    assert_eq!(programs("").expect("none").names().count(), 0);
    let error = programs("a=b; x --token secret").expect_err("no name");
    assert!(error.to_string().contains("part 2"), "{error}");
    assert!(!error.to_string().contains("secret"), "{error}");
    let config = check(&[("PLAYER_PROGRAMS", "a=b --token secret")]).expect("a program");
    assert!(!format!("{config:?}").contains("secret"));
}

#[test]
fn wrong_values_are_refused_and_the_token_is_never_shown() {
    assert!(check(&[("PREFIX", "/play")]).is_err());
    assert!(check(&[("DEV_GUILD", "my server")]).is_err());
    for secret in ["DISCORD_TOKEN", "DISCORD_CLIENT_SECRET"] {
        let config = check(&[(secret, "abc.def.ghi")]).expect("a secret");
        assert!(!format!("{config:?}").contains("abc.def"), "{secret}");
    }
}

#[test]
fn tables_in_a_browser_need_an_address_inside_and_one_outside() {
    let web = |variables: &[_]| check(variables).map(|config| config.web);
    assert_eq!(web(&[]), Ok(None));
    let both = [
        ("WEB_LISTEN", "127.0.0.1:8420"),
        ("WEB_URL", "https://cards.example.org/"),
    ];
    let face = web(&both).expect("right").expect("a face");
    assert_eq!(face.url, "https://cards.example.org");
    for (lacks, one) in [("WEB_URL", &both[..1]), ("WEB_LISTEN", &both[1..])] {
        let error = web(one).expect_err("the other one is needed");
        assert_eq!((error.name, error.value.as_str()), (lacks, ""));
    }
    for wrong in [
        "cards.example.org",
        "ftp://a",
        "https://",
        "https://a/b",
        "https://a?b",
        "https://a b",
    ] {
        let error = web(&[both[0], ("WEB_URL", wrong)]).expect_err(wrong);
        assert_eq!(error.name, "WEB_URL", "{wrong}");
    }
}
