//! The rows of one table as they are, for an operator who wants to keep or repair them.

use serde_json::{Map, Value as Json, json};

use super::backup::{COPIED, Copied};
use super::*;

impl<D: Dialect> Core<D> {
    pub async fn rows(&self, row: i64) -> Result<Vec<String>, StoreError> {
        let doing = "read the rows of a table";
        let mut tx = self.begin(Purpose::Read, doing).await?;
        let mut lines = Vec::new();
        for copied in COPIED {
            let key = match copied.name {
                "tables" => "id",
                _ if copied.columns.contains(&"table_id") => "table_id",
                _ => continue,
            };
            let columns = copied.columns.join(", ");
            let sql = format!("SELECT {columns} FROM {} WHERE {key} = $1", copied.name);
            let rows = tx.run(&sql, vec![row.into()]).await.doing(doing)?;
            lines.extend(rows.iter().map(|row| line(copied, row)));
        }
        match lines.is_empty() {
            true => Err(StoreError::NoRow { row }),
            false => Ok(lines),
        }
    }
}

/// A row as a line of JSON: the name of its table, then its columns by name.
fn line(copied: &Copied, row: &Row) -> String {
    let columns = copied.columns.iter().zip(&row.0);
    let columns = columns.map(|(name, value)| ((*name).to_owned(), json_of(value.as_ref())));
    let columns: Map<String, Json> = columns.collect();
    json!({ "table": copied.name, "row": columns }).to_string()
}

fn json_of(value: Option<&Value>) -> Json {
    match value {
        None => Json::Null,
        Some(Value::Int(number)) => json!(number),
        Some(Value::Text(text)) => json!(text),
        Some(Value::Bytes(bytes)) => json!({ "hex": hex::encode(bytes) }),
        Some(Value::Wrong(what)) => json!({ "wrong": what }),
    }
}
