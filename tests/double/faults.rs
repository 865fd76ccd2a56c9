//! What goes wrong on demand: answers that are errors, late, or never come, chosen by route.

use std::time::Duration;

/// What happens to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Answered with this status of 500 and above; nothing is done.
    Status(u16),
    /// Refused with this status below 500 and Discord's code; nothing is done.
    Refused(u16, u32),
    /// The connection breaks before the request is looked at.
    DropBefore,
    /// The request takes effect, but the connection breaks before its answer.
    DropAfter,
    /// The request takes effect, but no answer ever comes.
    Silence,
    /// Nothing is done, and no answer ever comes.
    Ignored,
    /// Answered so much later; it takes effect at the end of that time.
    Late(Duration),
    /// Answered 429 with this time to wait, for all of the bot's requests if `global`.
    TooMany { retry_after: Duration, global: bool },
}

struct Rule {
    /// A method, or `*`.
    method: String,
    /// Segments of the path, `*` for any one.
    path: Vec<String>,
    fault: Fault,
    times: usize,
}

#[derive(Default)]
pub struct Faults(Vec<Rule>);

impl Faults {
    /// The next `times` requests that match `METHOD /path/with/*` fail like this.
    pub fn add(&mut self, route: &str, fault: Fault, times: usize) {
        let (method, path) = route.split_once(' ').expect("a method and a path");
        let path = path
            .trim_start_matches('/')
            .split('/')
            .map(str::to_owned)
            .collect();
        self.0.push(Rule {
            method: method.to_owned(),
            path,
            fault,
            times,
        });
    }

    pub fn take(&mut self, method: &str, path: &[String]) -> Option<Fault> {
        let rule = self
            .0
            .iter_mut()
            .find(|rule| rule.times > 0 && rule.matches(method, path))?;
        rule.times -= 1;
        Some(rule.fault)
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Rule {
    fn matches(&self, method: &str, path: &[String]) -> bool {
        let one = |wanted: &String, given: &String| wanted == "*" || wanted == given;
        (self.method == "*" || self.method == method)
            && self.path.len() == path.len()
            && self
                .path
                .iter()
                .zip(path)
                .all(|(wanted, given)| one(wanted, given))
    }
}
