//! Fresh secrets from the operating system: the only place where chance enters.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::chance::Seed;

/// The operating system gives no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random bytes")]
pub struct NoEntropy;

/// A secret that nobody can guess.
///
/// # Errors
/// [`NoEntropy`] if the operating system has none to give; no table can be opened then.
pub fn fresh_seed() -> Result<Seed, NoEntropy> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(|_| NoEntropy)?;
    Ok(Seed::new(bytes))
}
