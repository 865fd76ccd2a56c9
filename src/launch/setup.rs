//! `tractor-bot setup`: from a token to a bot that can be invited, and the same look at any time later.
//!
//! Decides what is asked for, and what is written into `.env`. What is looked at, `checkup` decides.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use super::{LaunchFailure, succeeds};
use crate::config::{Config, Secret};
use crate::console::{self, Paint};
use crate::discord::checkup::{self, Checkup};
use crate::discord::startup::StartError;
use crate::store;
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Locale;

/// Where the token is kept.
const FILE: &str = ".env";
const VARIABLE: &str = "DISCORD_TOKEN";
const APPLICATIONS: &str = "https://discord.com/developers/applications";

/// The bot's token, step by step.
struct Dialogue<'a> {
    config: &'a Config,
    cx: RenderContext,
}

impl<'a> Dialogue<'a> {
    fn new(locale: Option<Locale>, config: &'a Config) -> Self {
        let locale = locale.unwrap_or(config.locale);
        let cx = RenderContext::new(locale, Surface::Terminal, config.prefix.clone());
        Self { config, cx }
    }

    fn tell(&self, line: &str) {
        let paint = Paint::of_output(self.config.colours);
        console::print(&paint.line(&format!("{line}\n")));
    }

    /// The token that is typed without being shown, or comes in a line where nobody types.
    ///
    /// # Errors
    /// If the input ends without one.
    fn token(&self) -> Result<Secret, LaunchFailure> {
        self.tell(&say!(self.cx, "setup-token"));
        console::say(APPLICATIONS);
        let typed = match io::stdin().is_terminal() {
            true => rpassword::prompt_password("> ")?,
            false => line()?,
        };
        match typed.trim() {
            "" => Err(say!(self.cx, "setup-no-token").into()),
            token => Ok(Secret::new(token)),
        }
    }

    /// Asks until Discord knows the token.
    async fn known(&self) -> Result<(Secret, Checkup), LaunchFailure> {
        loop {
            let token = self.token()?;
            match checkup::look(self.config, token.expose(), &self.cx).await {
                Ok(checkup) => return Ok((token, checkup)),
                Err(StartError::Token) => self.tell(&say!(self.cx, "setup-wrong-token")),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn report(&self, checkup: &Checkup) -> bool {
        let cx = &self.cx;
        let name = crate::text::markup::escape(&checkup.name);
        self.tell(&say!(cx, "setup-known", name, servers = checkup.servers));
        for finding in &checkup.findings {
            let sign = if finding.is_wrong { "✗" } else { "•" };
            self.tell(&format!("{sign} {}", finding.line));
        }
        let disk = console::network_disk_line(store::network_disk(&self.config.database_url), cx);
        if let Some(line) = &disk {
            self.tell(&format!("✗ {line}"));
        }
        let wrong = checkup.findings.iter().any(|finding| finding.is_wrong);
        let sound = !wrong && disk.is_none();
        if sound {
            self.tell(&say!(cx, "setup-sound"));
        }
        sound
    }

    /// Keeps the token, if that is wanted.
    fn keep(&self, token: &Secret) -> Result<(), LaunchFailure> {
        let cx = &self.cx;
        self.tell(&say!(cx, "setup-keep"));
        console::print(&Paint::Plain.line("> "));
        if !matches!(line()?.trim(), "" | "y" | "Y" | "yes") {
            self.tell(&say!(cx, "setup-not-kept", variable = VARIABLE));
            return Ok(());
        }
        write_token(Path::new(FILE), token)
            .map_err(|error| format!("{FILE} cannot be written: {error}"))?;
        self.tell(&say!(cx, "setup-kept"));
        Ok(())
    }

    fn invite(&self, checkup: &Checkup) -> Result<(), LaunchFailure> {
        self.tell(&say!(self.cx, "setup-invite"));
        console::say(&checkup.invite);
        // A terminal is dark: what a reader takes for white is drawn.
        let code = QrCode::new(&checkup.invite)?
            .render::<Dense1x2>()
            .dark_color(Dense1x2::Light)
            .light_color(Dense1x2::Dark)
            .build();
        console::say(&code);
        if let Some(install) = &checkup.install {
            self.tell(&say!(self.cx, "setup-install"));
            console::say(install);
        }
        self.tell(&say!(self.cx, "setup-next"));
        Ok(())
    }
}

fn line() -> io::Result<String> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line)
}

/// Puts the token into a file of settings, which nobody else can read; its other lines stay.
fn write_token(path: &Path, token: &Secret) -> io::Result<()> {
    let before = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let is_own = |line: &&str| {
        let name = line.split('=').next().unwrap_or_default();
        name.trim().trim_start_matches("export ").trim() == VARIABLE
    };
    let others = before.lines().filter(|line| !is_own(line));
    let own = format!("{VARIABLE}={}", token.expose());
    let lines: Vec<&str> = others.chain([own.as_str()]).collect();
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    // Only its owner can read what is made there.
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all((lines.join("\n") + "\n").as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Asks for the token unless it is set, looks at what belongs to it, and says what is left to do.
pub(crate) async fn set_up(locale: Option<Locale>, config: &Config) -> Result<(), LaunchFailure> {
    let dialogue = Dialogue::new(locale, config);
    let checkup = match &config.token {
        Some(token) => {
            dialogue.tell(&say!(dialogue.cx, "setup-token-set", variable = VARIABLE));
            let checkup = checkup::look(config, token.expose(), &dialogue.cx).await?;
            dialogue.report(&checkup);
            checkup
        }
        None => {
            let (token, checkup) = dialogue.known().await?;
            dialogue.report(&checkup);
            dialogue.keep(&token)?;
            checkup
        }
    };
    dialogue.invite(&checkup)
}

/// Looks at what belongs to the token that is set, and says what is wrong.
pub(crate) async fn look(locale: Option<Locale>, config: &Config) -> Result<(), LaunchFailure> {
    let dialogue = Dialogue::new(locale, config);
    let Some(token) = &config.token else {
        return Err(say!(dialogue.cx, "setup-no-token").into());
    };
    let checkup = checkup::look(config, token.expose(), &dialogue.cx).await?;
    succeeds(
        dialogue.report(&checkup),
        "not everything is set up rightly",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a file that was `before`, with this token.
    fn written(before: Option<&str>) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        if let Some(before) = before {
            std::fs::write(&path, before).expect("it can be written");
        }
        write_token(&path, &Secret::new("MTE.x.y")).expect("it is written");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let data = std::fs::metadata(&path).expect("it is there");
            assert_eq!(data.permissions().mode() & 0o777, 0o600);
        }
        std::fs::read_to_string(&path).expect("it can be read")
    }

    #[test]
    fn the_token_takes_the_place_of_another_and_other_settings_stay() {
        assert_eq!(written(None), "DISCORD_TOKEN=MTE.x.y\n");
        let before =
            "# mine\nPREFIX=!\nDISCORD_TOKEN=old\nexport DISCORD_TOKEN = older\nLOCALE=zh-CN";
        let after = "# mine\nPREFIX=!\nLOCALE=zh-CN\nDISCORD_TOKEN=MTE.x.y\n";
        assert_eq!(written(Some(before)), after);
        // What only looks like it is another setting.
        let other = "DISCORD_TOKENS=a\n# DISCORD_TOKEN=b\n";
        assert_eq!(
            written(Some(other)),
            "DISCORD_TOKENS=a\n# DISCORD_TOKEN=b\nDISCORD_TOKEN=MTE.x.y\n"
        );
    }
}
