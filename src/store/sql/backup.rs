//! Copies of everything, row by row.

use std::path::PathBuf;

use super::*;

impl<D: Dialect> Core<D> {
    pub async fn backup(&self, _file: PathBuf) -> Result<(), StoreError> {
        Err(StoreError::NoBackup)
    }

    pub async fn restore_from(&self, _file: PathBuf) -> Result<u64, StoreError> {
        Err(StoreError::NoBackup)
    }
}
