//! A table that somebody has from another face, on a slow phone.

use serde_json::json;

use super::{Outcome, Screen, Served};

impl Screen<'_> {
    /// A table that somebody has from another face, by a link of their own: their hand, whoever comes back
    /// to the page, and nothing for whoever opens the link once more elsewhere.
    pub(super) fn by_link(&mut self, served: &Served) -> Outcome<String> {
        const HAND: &str = "document.querySelectorAll('.hand .card').length > 20";
        let link = served.link()?;
        self.browser.size(360, 640, 1.0)?;
        self.browser.tell("Network.clearBrowserCache", json!({}))?;
        self.is_slow(4.0, 150, 204_800)?;
        self.browser.visit(&link)?;
        self.until(HAND)?;
        let took = self.browser.ask("Math.round(performance.now())")?;
        self.is_slow(1.0, 0, -1)?;
        if self.browser.ask("location.hash")? != "" {
            return Err("the link stays in the address".to_owned());
        }
        self.picture("linked")?;
        self.faultless()?;
        let (page, _) = link.split_once('#').ok_or("no secret")?;
        self.browser.visit(page)?;
        self.until(HAND)?;
        self.browser
            .tell("Network.clearBrowserCookies", json!({}))?;
        // Another address: otherwise only what is behind the `#` would change.
        self.browser.visit("about:blank")?;
        self.browser.visit(&link)?;
        self.until("document.body.textContent.includes('opened from Discord')")?;
        self.picture("linked-twice")?;
        match self.holds("document.querySelectorAll('.hand .card').length === 0")? {
            true => Ok(format!(
                "a slow phone has its cards {took} ms after its link"
            )),
            false => Err("a link was opened twice".to_owned()),
        }
    }

    /// Makes the processor so many times slower, answers later by so many milliseconds, and lets so many bytes a
    /// second through, -1 for all.
    fn is_slow(&mut self, times: f64, latency: u32, bytes: i32) -> Outcome<()> {
        let rate = json!({ "rate": times });
        self.browser.tell("Emulation.setCPUThrottlingRate", rate)?;
        let network = json!({
            "offline": false, "latency": latency, "downloadThroughput": bytes, "uploadThroughput": bytes,
        });
        self.browser
            .tell("Network.emulateNetworkConditions", network)
            .map(drop)
    }
}
