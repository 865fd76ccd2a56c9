//! One setting: its name, what it may be, and the refusal of what it may not.

use std::net::SocketAddr;

/// A setting that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}={value:?} cannot be used: {expected}, for example {name}={example}")]
pub struct ConfigError {
    /// The variable.
    pub name: &'static str,
    pub value: String,
    pub expected: &'static str,
    pub example: &'static str,
}

/// A setting that is not a plain text.
#[derive(Clone, Copy)]
pub struct ConfigSetting {
    pub name: &'static str,
    pub expected: &'static str,
    pub example: &'static str,
}

impl ConfigSetting {
    pub const fn new(name: &'static str, expected: &'static str, example: &'static str) -> Self {
        Self {
            name,
            expected,
            example,
        }
    }

    /// Its value, if it is `set`.
    pub fn read<T>(
        self,
        set: &impl Fn(&'static str) -> Option<String>,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ConfigError> {
        let Some(value) = set(self.name) else {
            return Ok(None);
        };
        let parsed = parse(&value);
        parsed.ok_or_else(|| self.wrong(value)).map(Some)
    }

    /// That this value cannot be used.
    pub fn wrong(self, value: String) -> ConfigError {
        ConfigError {
            name: self.name,
            value,
            expected: self.expected,
            example: self.example,
        }
    }
}

/// An address of this machine with a port.
pub fn parse_address(text: &str) -> Option<SocketAddr> {
    let address: SocketAddr = text.parse().ok()?;
    (address.port() > 0).then_some(address)
}
