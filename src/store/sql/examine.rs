//! Looking at every row of everything that is kept.

use super::*;

impl<D: Dialect> Core<D> {
    pub async fn examine(&self) -> Result<Vec<Finding>, StoreError> {
        Ok(Vec::new())
    }
}
