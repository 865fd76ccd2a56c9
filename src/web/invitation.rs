//! How others come to a table at home: an address that they can reach, as text and as a QR code.

use std::net::SocketAddr;

use qrcode::{Color, QrCode};
use serde::Serialize;

use super::messages::{Line, line};
use crate::text::context::RenderContext;

#[derive(Debug, Default, Serialize)]
pub struct Invitation {
    /// The whole address; empty if no other machine reaches this one.
    address: String,
    /// The rows of its QR code, their modules as bits of a hexadecimal number, dark ones 1.
    code: Vec<String>,
    /// The modules of a row.
    size: usize,
    /// What to know of it, in a sentence.
    note: Line,
}

impl Invitation {
    /// The invitation to what has this path on a server that listens there, and which others reach at `outside`
    /// if that is somewhere else.
    pub fn to(path: &str, listen: SocketAddr, outside: Option<&str>, cx: &RenderContext) -> Self {
        let own = (!listen.ip().is_loopback()).then(|| format!("http://{listen}"));
        let Some(base) = outside.map(str::to_owned).or(own) else {
            let command = format!("tractor-bot web --listen 0.0.0.0:{}", listen.port());
            return Self {
                note: line(&say!(cx, "web-invite-alone", command)),
                ..Self::default()
            };
        };
        let address = format!("{base}{path}");
        let code = QrCode::new(&address).ok();
        let size = code.as_ref().map_or(0, QrCode::width);
        let modules = code.map(QrCode::into_colors).unwrap_or_default();
        Self {
            code: modules.chunks(size.max(1)).map(row).collect(),
            size,
            note: line(&say!(cx, "web-invite-house")),
            address,
        }
    }
}

/// A row of modules as digits of four each, the first on the left; what is missing at its end is light.
fn row(modules: &[Color]) -> String {
    let digit = |four: &[Color]| {
        let bits = (0..4).map(|at| four.get(at) == Some(&Color::Dark));
        let value = bits.fold(0, |value, bit| value * 2 + u32::from(bit));
        char::from_digit(value, 16).unwrap_or('0')
    };
    modules.chunks(4).map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::context::Surface;
    use crate::text::locale::Locale;

    /// The address in an invitation of a server that listens there.
    fn check(listen: &str, house: Option<&str>, address: &str) {
        let listen = listen.parse().expect("an address");
        let cx = RenderContext::new(Locale::ENGLISH, Surface::Browser, "");
        let invitation = Invitation::to("/t/1", listen, house, &cx);
        assert_eq!(invitation.address, address);
        assert_eq!(invitation.code.len(), invitation.size);
        let mut code = invitation.note.iter().filter(|(style, _)| *style == "code");
        assert_eq!(
            code.any(|(_, text)| text.ends_with("web --listen 0.0.0.0:8420")),
            address.is_empty()
        );
    }

    #[test]
    fn an_invitation_names_an_address_that_others_reach_or_how_there_is_one() {
        check("127.0.0.1:8420", None, "");
        check("[::1]:8420", None, "");
        check("192.168.1.5:8420", None, "http://192.168.1.5:8420/t/1");
        let house = Some("http://192.168.1.5:8420");
        check("0.0.0.0:8420", house, "http://192.168.1.5:8420/t/1");
    }
}
