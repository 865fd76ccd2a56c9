//! The page on what is kept about people names every column of the database.

use std::collections::BTreeSet;

use sqlx::{Connection as _, SqliteConnection};

use crate::home::Home;

const PAGE: &str = include_str!("../../src/store/privacy.md");

/// The columns on the page.
fn told() -> BTreeSet<String> {
    let (_, page) = PAGE.split_once("## Every column").expect("its part");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows = rows.filter_map(|row| row.split_once('`'));
    rows.map(|(column, _)| column.to_owned())
        .filter(|column| column.contains('.'))
        .collect()
}

const OF_SQLITE: &str = "SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c \
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE '_sqlx_%'";

#[tokio::test]
async fn every_column_of_sqlite_is_told() {
    let home = Home::sqlite();
    home.process().await;
    let connection = SqliteConnection::connect(&home.url()).await;
    let columns = sqlx::query_scalar::<_, String>(OF_SQLITE);
    let columns = columns.fetch_all(&mut connection.unwrap()).await.unwrap();
    assert_eq!(BTreeSet::from_iter(columns), told());
}

#[cfg(feature = "postgres")]
const OF_POSTGRESQL: &str = "SELECT c.table_name || '.' || c.column_name FROM information_schema.columns c \
    JOIN information_schema.tables t USING (table_schema, table_name) \
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' \
    AND table_name NOT LIKE '\\_sqlx\\_%'";

#[cfg(feature = "postgres")]
#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn every_column_of_postgresql_is_told() {
    use sqlx::ConnectOptions as _;
    let home = Home::postgres("privacy").await;
    home.process().await;
    let options = tractor_bot::store::postgres::options(&home.url()).unwrap();
    let mut connection = options.connect().await.unwrap();
    let columns = sqlx::query_scalar::<_, String>(OF_POSTGRESQL);
    let columns = columns.fetch_all(&mut connection).await.unwrap();
    assert_eq!(BTreeSet::from_iter(columns), told());
}
