//! Sheets of pages: drawn, kept under `fixtures/pictures`, and compared with what is kept.
//!
//! Decides which sheets there are, and which of them are kept: all on a phone in the dark, and those of
//! the first language on a desktop in the light. Beside them stands where on its sheet each page is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use double::folder::Folder;
use serde_json::Value;
use tractor_bot::text::locale::Locale;

use super::browser::Browser;
use super::frame::{Painter, SCREENS, Screen, Shot};
use super::photograph::{Area, Photograph, difference};
use super::tables::Served;
use super::{away, cups, felts, games};

type Outcome<T> = Result<T, String>;

/// Whether the sheets of this language on this screen are kept.
fn is_kept(locale: Locale, screen: &Screen) -> bool {
    match screen.name {
        "phone-dark" => true,
        "desktop-light" => locale == Locale::ENGLISH,
        _ => false,
    }
}

/// Where they are kept.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/pictures");
/// The file that says where each page is.
const PLACES: &str = "places.txt";

/// A drawn sheet, with its pages by name.
struct Sheet {
    name: String,
    photograph: Photograph,
    areas: Vec<(String, Area)>,
}

impl Sheet {
    /// Writes it into a folder.
    fn save(&self, folder: &Path) -> Outcome<()> {
        let file = folder.join(format!("{}.png", self.name));
        let saved =
            fs::create_dir_all(folder).and_then(|()| fs::write(&file, self.photograph.to_png()));
        saved.map_err(|error| format!("{}: {error}", file.display()))
    }
}

/// The pages in one language, sheet by sheet.
async fn pages(locale: Locale) -> Vec<(&'static str, Vec<Shot>)> {
    let cx = games::context(locale);
    let [tables, hands] = games::tractor(&cx);
    let others = games::others(&cx);
    let mut laid_out = cx.clone();
    laid_out.lays_out = true;
    let [_, mut cards] = games::tractor(&laid_out);
    let own = games::others(&laid_out).into_iter();
    cards.extend(own.filter(|shot| shot.private));
    let around = games::around(&cx).await;
    vec![
        ("table", tables),
        ("hand", hands),
        ("cards", cards),
        ("others", others),
        ("help", around),
        ("away", away::pages(&cx)),
        ("kitties", games::kitties_and_premoves(&laid_out)),
        ("cups", cups::pages(&cx)),
    ]
}

/// The photographer: a browser, and a folder for what it opens.
struct Studio {
    browser: Browser,
    folder: Folder,
}

impl Studio {
    fn open() -> Outcome<Self> {
        let (browser, folder) = (Browser::start()?, Folder::new());
        Ok(Self { browser, folder })
    }

    fn photograph(
        &mut self,
        name: &str,
        shots: &[Shot],
        screen: Screen,
        locale: Locale,
        scale: f64,
    ) -> Outcome<Sheet> {
        let mut painter = Painter::new(locale);
        let html = painter.sheet(shots, screen);
        let write =
            |path: PathBuf, text: &str| fs::write(path, text).map_err(|error| error.to_string());
        for icon in &painter.drawn {
            write(
                self.folder.file(&format!("{}.svg", icon.stem())),
                &icon.svg(),
            )?;
        }
        let file = self.folder.file("sheet.html");
        write(file.clone(), &html)?;
        let width = painter.width(shots, screen);
        self.browser.size(width, 800, scale)?;
        self.browser.open(&file)?;
        let boxes = "[...document.querySelectorAll('.message')].map((one) => {\
                     const box = one.getBoundingClientRect();\
                     return [box.x, box.y + scrollY, box.width, box.height].map(Math.round)})";
        let boxes = self.browser.ask(boxes)?;
        let area = |area: &Value| Area::of(|at| Some(area[at].as_u64()? as usize));
        let areas = boxes.as_array().into_iter().flatten().filter_map(area);
        let areas = shots
            .iter()
            .map(|shot| shot.name.clone())
            .zip(areas)
            .collect();
        let height = self.browser.ask("document.body.scrollHeight")?;
        let png = self
            .browser
            .photograph(width, height.as_u64().unwrap_or(800) as u32)?;
        let photograph = Photograph::of_png(&png)?;
        let name = name.to_owned();
        Ok(Sheet {
            name,
            photograph,
            areas,
        })
    }
}

/// All sheets of which this is so.
async fn sheets(wanted: fn(Locale, &Screen) -> bool, scale: f64) -> Outcome<Vec<Sheet>> {
    let mut studio = Studio::open()?;
    let mut sheets = Vec::new();
    for locale in Locale::all() {
        for (subject, shots) in pages(locale).await {
            for screen in SCREENS.iter().filter(|screen| wanted(locale, screen)) {
                let name = format!("{subject}.{}.{}", locale.tag(), screen.name);
                sheets.push(studio.photograph(&name, &shots, *screen, locale, scale)?);
            }
        }
    }
    let page = Served::start(None)?;
    for locale in Locale::all() {
        let moments = felts::moments(locale);
        for screen in SCREENS.iter().filter(|screen| wanted(locale, screen)) {
            let (width, height, columns) = match screen.name.starts_with("phone") {
                true => (360, 640, 4),
                false => (1280, 800, 2),
            };
            let looks = (width, height, screen.dark);
            let drawn = felts::draw(&mut studio.browser, &page, &moments, looks)?;
            let (names, shots): (Vec<String>, Vec<Photograph>) = drawn.into_iter().unzip();
            let (photograph, areas) = Photograph::beside(&shots, columns);
            sheets.push(Sheet {
                name: format!("browser.{}.{}", locale.tag(), screen.name),
                photograph,
                areas: names.into_iter().zip(areas).collect(),
            });
        }
    }
    Ok(sheets)
}

pub async fn draw(out: &Path, scale: f64) -> Outcome<String> {
    let sheets = sheets(|_, _| true, scale).await?;
    for sheet in &sheets {
        sheet.save(out)?;
    }
    Ok(format!("{} sheets are in {}", sheets.len(), out.display()))
}

/// Writes the sheets that are kept, the file that says where each page is, and the README's picture.
pub async fn keep() -> Outcome<String> {
    let folder = Path::new(FOLDER);
    let mut places = String::new();
    let sheets = sheets(is_kept, 1.0).await?;
    for sheet in &sheets {
        sheet.save(folder)?;
        for (page, area) in &sheet.areas {
            let _ = writeln!(places, "{}\t{page}\t{area}", sheet.name);
        }
    }
    fs::write(folder.join(PLACES), places).map_err(|error| error.to_string())?;
    let cx = games::context(Locale::ENGLISH);
    let [tables, hands] = games::tractor(&cx);
    let named = |shots: Vec<Shot>, name| shots.into_iter().find(|shot: &Shot| shot.name == name);
    let both = [named(tables, "in play"), named(hands, "following")];
    let unnamed = |shot: Shot| Shot {
        name: String::new(),
        ..shot
    };
    let both: Vec<Shot> = both.into_iter().flatten().map(unnamed).collect();
    let drawn = Studio::open()?.photograph("play", &both, SCREENS[0], Locale::ENGLISH, 1.5)?;
    drawn.save(folder)?;
    Ok(format!("{} sheets are kept in {FOLDER}", sheets.len()))
}

/// Where the pages of a sheet were, by sheet and page.
fn places() -> Outcome<BTreeMap<(String, String), Area>> {
    let text = fs::read_to_string(Path::new(FOLDER).join(PLACES));
    let text = text.map_err(|error| format!("{PLACES}: {error}"))?;
    let place = |line: &str| {
        let mut parts = line.split('\t');
        let (sheet, page) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let mut numbers = parts.next()?.split(' ').map(str::parse);
        let area = Area::of(|_| numbers.next()?.ok())?;
        Some(((sheet, page), area))
    };
    text.lines()
        .map(|line| place(line).ok_or_else(|| format!("{PLACES}: {line}")))
        .collect()
}

/// Compares every page with what is kept of it. What is different goes into a folder, if there is one.
pub async fn check(out: Option<&Path>) -> Outcome<String> {
    let mut places = places()?;
    let mut problems = Vec::new();
    let sheets = sheets(is_kept, 1.0).await?;
    for sheet in &sheets {
        let kept = fs::read(Path::new(FOLDER).join(format!("{}.png", sheet.name)));
        let kept = kept.map_err(|error| format!("{}: {error}", sheet.name))?;
        let kept = Photograph::of_png(&kept)?;
        let before = problems.len();
        for (page, now) in &sheet.areas {
            let name = format!("{}, {page}", sheet.name);
            match places.remove(&(sheet.name.clone(), page.clone())) {
                None => problems.push(format!("{name}: it is new")),
                Some(then) => {
                    let other = difference(&kept, then, &sheet.photograph, *now);
                    problems.extend(other.map(|other| format!("{name}: {other}")));
                }
            }
        }
        if let Some(out) = out.filter(|_| problems.len() > before) {
            sheet.save(out)?;
        }
    }
    problems.extend(
        places
            .keys()
            .map(|(sheet, page)| format!("{sheet}, {page}: it is gone")),
    );
    match problems.is_empty() {
        true => Ok(format!("{} sheets look as they did", sheets.len())),
        false => Err(format!(
            "{}\nIf that is wanted: cargo run --example page_pictures -- keep, and look at them",
            problems.join("\n")
        )),
    }
}
