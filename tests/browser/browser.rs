//! Chromium without a window, spoken to through its pipe.
//!
//! Decides how it is started (without a profile, without its own traffic) and how one page is opened,
//! asked, pressed and photographed. Knows nothing of what is on the page.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use double::folder::Folder;
use serde_json::{Value, json};

/// What the browser is called on different systems.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

const OPTIONS: [&str; 14] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
    // A frame of another site stays in the page's own process, where it can be asked as well.
    "--disable-site-isolation-trials",
];

type Outcome<T> = Result<T, String>;

/// A browser with one open page.
pub struct Browser {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    _profile: Folder,
    session: String,
    number: u64,
    /// What was reported and not yet taken: see [`Browser::reports`].
    reports: Vec<Value>,
}

impl Browser {
    /// Starts a browser with an empty profile and an empty page.
    pub fn start() -> Outcome<Self> {
        let named = std::env::var("CHROMIUM").ok();
        let program = named.or_else(|| found().map(str::to_owned));
        let program = program.ok_or("no Chromium is installed; CHROMIUM may name one")?;
        let profile = Folder::new();
        // The browser reads commands from its third file and answers in its fourth.
        let mut child = Command::new("sh")
            .args([
                "-c",
                "exec \"$0\" \"$@\" 3<&0 4>&1 >/dev/null 2>&1",
                &program,
            ])
            .args(OPTIONS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program} does not start: {error}"))?;
        let commands = child.stdin.take().ok_or("no way to the browser")?;
        let answers = child.stdout.take().ok_or("no way from the browser")?;
        let mut browser = Self {
            child,
            commands,
            answers: BufReader::new(answers),
            _profile: profile,
            session: String::new(),
            number: 0,
            reports: Vec::new(),
        };
        let target = browser.tell("Target.createTarget", json!({"url": "about:blank"}))?;
        let target = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.tell("Target.attachToTarget", target)?;
        browser.session = attached["sessionId"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.tell(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(browser)
    }

    /// Gives a command and waits for its result; what is reported meanwhile is kept.
    pub fn tell(&mut self, method: &str, params: Value) -> Outcome<Value> {
        self.number += 1;
        let mut message = json!({"id": self.number, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = self.session.as_str().into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let sent = self
            .commands
            .write_all(&bytes)
            .and_then(|()| self.commands.flush());
        sent.map_err(|error| format!("{method}: {error}"))?;
        loop {
            let mut message = self.hear()?;
            if message["id"] == self.number {
                return match message.get("error") {
                    Some(error) => Err(format!("{method}: {error}")),
                    None => Ok(message["result"].take()),
                };
            }
            self.reports.push(message);
        }
    }

    fn hear(&mut self) -> Outcome<Value> {
        let mut bytes = Vec::new();
        let read = self.answers.read_until(0, &mut bytes);
        if read.map_err(|error| error.to_string())? == 0 {
            return Err("the browser has ended".to_owned());
        }
        bytes.pop();
        serde_json::from_slice(&bytes).map_err(|error| error.to_string())
    }

    /// Takes what was reported with one of these methods since the last time.
    pub fn reports(&mut self, methods: &[&str]) -> Vec<Value> {
        let (wanted, rest) = std::mem::take(&mut self.reports)
            .into_iter()
            .partition(|report| methods.iter().any(|method| report["method"] == *method));
        self.reports = rest;
        wanted
    }

    /// Makes the page this large, in CSS pixels, on a screen with so many pixels for each.
    pub fn size(&mut self, width: u32, height: u32, scale: f64) -> Outcome<()> {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false,
        });
        self.tell("Emulation.setDeviceMetricsOverride", size)
            .map(drop)
    }

    /// Opens a file and waits until it is there, with its fonts and pictures.
    pub fn open(&mut self, file: &Path) -> Outcome<()> {
        let file = file
            .canonicalize()
            .map_err(|error| format!("{}: {error}", file.display()))?;
        self.visit(&format!("file://{}", file.display()))
    }

    /// Opens an address and waits until it is there, with its fonts and pictures.
    pub fn visit(&mut self, url: &str) -> Outcome<()> {
        let opened = self.tell("Page.navigate", json!({"url": url}))?;
        if let Some(error) = opened["errorText"].as_str() {
            return Err(format!("{url}: {error}"));
        }
        while self.reports(&["Page.loadEventFired"]).is_empty() {
            let report = self.hear()?;
            self.reports.push(report);
        }
        self.ask("document.fonts.ready.then(() => true)").map(drop)
    }

    /// What a piece of script on the page says.
    pub fn ask(&mut self, script: &str) -> Outcome<Value> {
        let asked = json!({"expression": script, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.tell("Runtime.evaluate", asked)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(format!("{script}: {details}")),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Lets the page go on for a moment.
    pub fn pause(&mut self) -> Outcome<()> {
        self.ask("new Promise((done) => setTimeout(done, 40))")
            .map(drop)
    }

    /// Waits until this holds on the page; whether it came to that. While the page goes to another address nothing can be
    /// asked.
    pub fn until(&mut self, condition: &str) -> bool {
        for _ in 0..2_000 {
            if self.ask(condition).is_ok_and(|holds| holds == true) {
                return true;
            }
            let _ = self.pause();
        }
        false
    }

    /// Nothing was asked of anybody else, and the console is empty.
    pub fn quiet(&mut self, is_own: impl Fn(&str) -> bool) -> Outcome<()> {
        let sent = self.reports(&["Network.requestWillBeSent"]);
        let urls = sent.iter();
        let urls = urls.filter_map(|report| report["params"]["request"]["url"].as_str());
        let other: Vec<&str> = urls.filter(|url| !is_own(url)).collect();
        if sent.is_empty() || !other.is_empty() {
            return Err(format!("the page asks for {other:?}"));
        }
        let wrong = self.reports(&[
            "Runtime.exceptionThrown",
            "Log.entryAdded",
            "Runtime.consoleAPICalled",
        ]);
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(format!("something went wrong: {wrong:?}")),
        }
    }

    /// Presses a key, as a keyboard does.
    pub fn press(&mut self, key: &str) -> Outcome<()> {
        // Tab and Enter do what a browser has them do only by their numbers.
        let (text, number) = match key {
            "Enter" => ("\r", 13),
            "Tab" => ("", 9),
            key if key.chars().count() == 1 => (key, 0),
            _ => ("", 0),
        };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let event =
                json!({"type": kind, "key": key, "text": text, "windowsVirtualKeyCode": number});
            self.tell("Input.dispatchKeyEvent", event)?;
        }
        Ok(())
    }

    /// Taps with a finger.
    pub fn tap(&mut self, (x, y): (u32, u32)) -> Outcome<()> {
        for (kind, points) in [
            ("touchStart", json!([{"x": x, "y": y}])),
            ("touchEnd", json!([])),
        ] {
            let event = json!({"type": kind, "touchPoints": points});
            self.tell("Input.dispatchTouchEvent", event)?;
        }
        Ok(())
    }

    /// Draws a finger across the page.
    pub fn swipe(&mut self, from: (u32, u32), to: (u32, u32)) -> Outcome<()> {
        for (kind, points) in [
            ("touchStart", vec![from]),
            ("touchMove", vec![to]),
            ("touchEnd", Vec::new()),
        ] {
            let points: Vec<Value> = points
                .iter()
                .map(|(x, y)| json!({"x": x, "y": y}))
                .collect();
            let event = json!({"type": kind, "touchPoints": points});
            self.tell("Input.dispatchTouchEvent", event)?;
        }
        Ok(())
    }

    /// A photograph of the page from its top, as PNG.
    pub fn photograph(&mut self, width: u32, height: u32) -> Outcome<Vec<u8>> {
        self.taken(
            width,
            height,
            json!({"format": "png", "captureBeyondViewport": true}),
        )
    }

    /// A picture for a film: small, and as the page is at this moment.
    pub fn frame(&mut self, width: u32, height: u32) -> Outcome<Vec<u8>> {
        let how = json!({"format": "webp", "quality": 60, "optimizeForSpeed": true});
        self.taken(width, height, how)
    }

    fn taken(&mut self, width: u32, height: u32, mut how: Value) -> Outcome<Vec<u8>> {
        how["clip"] = json!({"x": 0, "y": 0, "width": width, "height": height, "scale": 1});
        let taken = self.tell("Page.captureScreenshot", how)?;
        let data = taken["data"].as_str().unwrap_or_default();
        BASE64_STANDARD
            .decode(data)
            .map_err(|error| error.to_string())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It was asked to end; should it not, it is ended.
        self.session.clear();
        let _ = self.tell("Browser.close", json!({}));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where a page says that something lies, if it does.
pub fn point(at: &Value) -> Option<(u32, u32)> {
    Some((at[0].as_u64()? as u32, at[1].as_u64()? as u32))
}

/// The first of the usual names under which a browser is installed.
fn found() -> Option<&'static str> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES
        .into_iter()
        .find(|name| folders.iter().any(|folder| folder.join(name).is_file()))
}
