//! Secrets from the operating system: the only source of chance.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::chance::Seed;

/// The operating system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random bytes")]
pub struct NoEntropy;

/// An unguessable secret.
///
/// # Errors
/// [`NoEntropy`] if the operating system has none; no table can be opened then.
pub fn fresh_seed() -> Result<Seed, NoEntropy> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(|_| NoEntropy)?;
    Ok(Seed::new(bytes))
}
