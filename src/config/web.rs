//! The settings of tables in a browser beside Discord.

use std::net::SocketAddr;

use super::setting::{ConfigError, ConfigSetting, parse_address};

/// How tables are served to browsers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebFace {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The address by which browsers reach it, without a slash at its end.
    pub url: String,
    /// The header in which a proxy says who asks it.
    pub client_header: Option<String>,
}

const WEB_LISTEN: ConfigSetting = ConfigSetting::new(
    "WEB_LISTEN",
    "it is an address of this machine and a port, as numbers",
    "127.0.0.1:8420",
);
const WEB_URL: ConfigSetting = ConfigSetting::new(
    "WEB_URL",
    "it is the address by which browsers reach WEB_LISTEN, without a path",
    "https://cards.example.org",
);
const WEB_CLIENT_HEADER: ConfigSetting = ConfigSetting::new(
    "WEB_CLIENT_HEADER",
    "it is the name of the header in which your proxy says who asks it",
    "X-Forwarded-For",
);

/// The three settings of tables in a browser: the first needs the second.
pub fn read(set: &impl Fn(&'static str) -> Option<String>) -> Result<Option<WebFace>, ConfigError> {
    let listen = WEB_LISTEN.read(set, parse_address)?;
    let url = WEB_URL.read(set, parse_site)?;
    let client_header = WEB_CLIENT_HEADER.read(set, parse_header)?;
    match (listen, url) {
        (Some(listen), Some(url)) => Ok(Some(WebFace {
            listen,
            url,
            client_header,
        })),
        (Some(_), None) => Err(WEB_URL.wrong(String::new())),
        (None, Some(_)) => Err(WEB_LISTEN.wrong(String::new())),
        (None, None) => Ok(None),
    }
}

/// The address of a whole site, without a slash at its end.
pub fn parse_site(text: &str) -> Option<String> {
    let site = text.trim_end_matches('/');
    let (scheme, host) = site.split_once("://")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    let fits = matches!(scheme, "https" | "http") && !host.is_empty() && host.chars().all(plain);
    fits.then(|| site.to_owned())
}

/// The name of a header.
pub fn parse_header(text: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.chars().all(plain).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_in_a_browser_need_an_address_inside_and_one_outside() {
        let web = |variables: &[(&'static str, &str)]| {
            read(&|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
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
}
