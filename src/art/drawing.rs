//! Drawings: how icons and pictures become SVG and PNG.

use std::collections::HashMap;
use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

use super::icon::Icon;
use super::picture::Picture;
use super::{card, course, levels, raster, round, trick};

/// The names of all icons.
static NAMES: LazyLock<HashMap<Icon, String>> = LazyLock::new(|| {
    let named = |icon: Icon| {
        let digest = Sha256::digest(icon.svg().as_bytes());
        let version = hex::encode(&digest[..2]);
        (icon, format!("{}{}_{version}", Icon::PREFIX, icon.stem()))
    };
    Icon::all().map(named).collect()
});

impl Icon {
    /// The name: [`Self::PREFIX`], the stem and a version made of the drawing, e.g. `t_SK_3fa9`. At
    /// most 32 letters, digits and underscores.
    pub fn name(self) -> String {
        NAMES.get(&self).cloned().unwrap_or_default()
    }

    /// The drawing: 128 units square, without text and without anything outside of itself.
    pub fn svg(self) -> String {
        let drawn = match self {
            Icon::Card(shown, colors) => card::french(shown, colors),
            Icon::Back => card::tractor_back(),
            Icon::Uno(shown) => card::uno(shown),
            Icon::Color(color) => card::color(color),
            Icon::UnoBack => card::uno_back(),
        };
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{drawn}</svg>"#)
    }

    /// The drawing as a PNG of [`Self::SIZE`] pixels.
    pub fn png(self) -> Vec<u8> {
        raster::png(&self.svg(), Self::SIZE)
    }
}

impl Picture {
    /// The width of a picture in pixels.
    pub const WIDTH: u32 = 800;

    /// The drawing, without text and without anything outside of itself.
    pub fn svg(&self) -> String {
        match self {
            Picture::Levels(course) => levels::svg(course),
            Picture::Round(end) => round::svg(end),
            Picture::Trick(shown) => trick::svg(shown),
            Picture::Course(results) => course::svg(results),
        }
    }

    /// The drawing as a PNG of [`Self::WIDTH`] pixels.
    pub fn png(&self) -> Vec<u8> {
        raster::png(&self.svg(), Self::WIDTH)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_icon_has_a_name_of_its_own_that_discord_takes() {
        let names: Vec<String> = Icon::all().map(Icon::name).collect();
        let distinct: HashSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), 55 + 26 + 54 + 4 + 1);
        assert_eq!(names.len(), distinct.len());
        for name in names {
            let fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
            assert!(
                (2..=32).contains(&name.len()) && name.chars().all(fine),
                "{name}"
            );
        }
    }
}
