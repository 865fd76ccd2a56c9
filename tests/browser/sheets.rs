//! Sheets of pages for people to look at, and the pictures of the README.

use std::fs;
use std::path::Path;

use double::folder::Folder;
use tokio::runtime::Runtime;
use tractor_bot::text::locale::Locale;

use super::browser::Browser;
use super::frame::{Painter, SCREENS, Screen, Shot};
use super::tables::Served;
use super::{cups, felts, film, games};

type Outcome<T> = Result<T, String>;

/// Where the pictures of the README are.
const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/pictures");

/// The pages in one language, sheet by sheet.
fn pages(locale: Locale) -> Vec<(&'static str, Vec<Shot>)> {
    let cx = games::context(locale);
    let [tables, hands] = games::tractor(&cx);
    let others = games::others(&cx);
    let runtime = Runtime::new().expect("a runtime");
    let around = runtime.block_on(games::around(&cx));
    vec![
        ("table", tables),
        ("hand", hands),
        ("others", others),
        ("help", around),
        ("cups", cups::pages(&cx)),
    ]
}

/// The photographer: a browser, and folders for what it opens and for what it makes.
struct Studio<'a> {
    browser: Browser,
    folder: Folder,
    out: &'a Path,
    scale: f64,
}

impl<'a> Studio<'a> {
    fn open(out: &'a Path, scale: f64) -> Outcome<Self> {
        fs::create_dir_all(out).map_err(|error| error.to_string())?;
        Ok(Self {
            browser: Browser::start()?,
            folder: Folder::new(),
            out,
            scale,
        })
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Outcome<()> {
        fs::write(self.folder.file(name), bytes).map_err(|error| error.to_string())
    }

    /// Photographs a page of this width, from its top to its end.
    fn photograph(&mut self, name: &str, html: &str, width: u32) -> Outcome<()> {
        self.write("sheet.html", html)?;
        self.browser.size(width, 800, self.scale)?;
        self.browser.open(&self.folder.file("sheet.html"))?;
        let height = self.browser.ask("document.body.scrollHeight")?;
        let height = height.as_u64().unwrap_or(800) as u32;
        let taken = self.browser.photograph(width, height)?;
        let file = self.out.join(format!("{name}.png"));
        fs::write(&file, taken).map_err(|error| format!("{}: {error}", file.display()))
    }

    /// Messages in Discord, side by side.
    fn messages(&mut self, name: &str, shots: &[Shot], look: (Screen, Locale)) -> Outcome<()> {
        let (screen, locale) = look;
        let mut painter = Painter::new(locale);
        let html = painter.sheet(shots, screen);
        for icon in &painter.drawn {
            self.write(&format!("{}.svg", icon.stem()), icon.svg())?;
        }
        self.photograph(name, &html, painter.width(shots, screen))
    }

    /// The table in a browser at moments of a match, side by side.
    fn felts(&mut self, page: &Served, (screen, locale): (Screen, Locale)) -> Outcome<()> {
        let (width, height, columns) = match screen.name.starts_with("phone") {
            true => (360, 640, 4),
            false => (1280, 800, 2),
        };
        let (moments, looks) = (felts::moments(locale), (width, height, screen.dark));
        let mut html = "<!DOCTYPE html><style>body { margin: 0; background: gray; display: flex; flex-wrap: wrap; \
             gap: 8px }</style>"
            .to_owned();
        for (at, taken) in felts::draw(&mut self.browser, page, &moments, looks)?
            .iter()
            .enumerate()
        {
            self.write(&format!("{at}.png"), taken)?;
            html += &format!("<img src=\"{at}.png\" width=\"{width}\" height=\"{height}\">");
        }
        let name = format!("browser.{}.{}", locale.tag(), screen.name);
        self.photograph(&name, &html, columns * (width + 8))
    }
}

/// Draws all sheets into a folder.
pub fn draw(out: &Path, scale: f64) -> Outcome<String> {
    let mut studio = Studio::open(out, scale)?;
    for locale in Locale::all() {
        for (subject, shots) in pages(locale) {
            for screen in SCREENS {
                let name = format!("{subject}.{}.{}", locale.tag(), screen.name);
                studio.messages(&name, &shots, (screen, locale))?;
            }
        }
    }
    let page = Served::start(None)?;
    for look in Locale::all().flat_map(|locale| SCREENS.map(|screen| (screen, locale))) {
        studio.felts(&page, look)?;
    }
    Ok(format!("the sheets are in {}", out.display()))
}

/// Draws the pictures of the README anew.
pub fn readme() -> Outcome<String> {
    let mut studio = Studio::open(Path::new(README), 1.5)?;
    let cx = games::context(Locale::ENGLISH);
    let [tables, hands] = games::tractor(&cx);
    let named = |shots: Vec<Shot>, name| shots.into_iter().find(|shot: &Shot| shot.name == name);
    let both = [named(tables, "in play"), named(hands, "following")];
    let unnamed = |shot: Shot| Shot {
        name: String::new(),
        ..shot
    };
    let both: Vec<Shot> = both.into_iter().flatten().map(unnamed).collect();
    studio.messages("play", &both, (SCREENS[0], Locale::ENGLISH))?;
    studio.scale = 1.0;
    let page = Served::start(None)?;
    for locale in Locale::all() {
        studio.felts(&page, (SCREENS[0], locale))?;
    }
    let round = film::draw(&mut Browser::start()?, &page)?;
    let file = studio.out.join("round.webp");
    fs::write(&file, round).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(format!("the pictures are in {README}"))
}
