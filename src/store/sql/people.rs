//! Settings.

use super::*;

impl Core {
    pub async fn settings(&self, scope: Scope) -> Result<BTreeMap<String, String>, StoreError> {
        let doing = "read settings";
        let (kind, id) = scope.parts();
        let mut tx = self.begin(Purpose::Read, doing).await?;
        let sql = "SELECT name, value FROM settings WHERE scope = $1 AND id = $2";
        let rows = tx
            .run(sql, vec![kind.into(), id.into()])
            .await
            .doing(doing)?;
        let setting =
            |row: &Row| Some((row.text(0).ok()?.to_owned(), row.text(1).ok()?.to_owned()));
        Ok(sound(&rows, doing, setting))
    }

    pub async fn set_setting(
        &self,
        scope: Scope,
        name: String,
        value: Option<String>,
    ) -> Result<(), StoreError> {
        let doing = "write a setting";
        check_text("setting", &name)?;
        let (kind, id) = scope.parts();
        let mut values = vec![kind.into(), id.into(), name.into()];
        let sql = match value {
            None => "DELETE FROM settings WHERE scope = $1 AND id = $2 AND name = $3",
            Some(value) => {
                check_text("setting", &value)?;
                values.push(value.into());
                "INSERT INTO settings (scope, id, name, value) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (scope, id, name) DO UPDATE SET value = excluded.value"
            }
        };
        let mut tx = self.begin(Purpose::Write, doing).await?;
        tx.run(sql, values).await.doing(doing)?;
        tx.commit().await.doing(doing)
    }
}
