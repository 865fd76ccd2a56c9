//! Databases that fill up, files that are damaged, servers that go away.

use tractor_bot::store::*;
use tractor_bot::table::TableId;

use crate::home::*;

/// Appends until it fails; the number of entries that were acknowledged, and the error.
async fn fill(store: &Db, table_id: TableId) -> (u64, StoreError) {
    for number in 1.. {
        if let Err(error) = store.append(table_id, entry(table_id, number)).await {
            return (number - 1, error);
        }
    }
    unreachable!("something was to fail")
}

fn fault(error: &StoreError) -> Option<Fault> {
    match error {
        StoreError::Failed { fault, .. } => Some(*fault),
        _ => None,
    }
}

/// Continues where acknowledgements ended, as a table does once there is room again.
async fn goes_on(store: &Db, table_id: TableId, acknowledged: u64) {
    assert_eq!(length(store, table_id).await, acknowledged);
    let next = entry(table_id, acknowledged + 1);
    store.append(table_id, next).await.unwrap();
    assert_eq!(length(store, table_id).await, acknowledged + 1);
}

#[tokio::test]
async fn a_full_database_refuses_and_loses_nothing() {
    let folder = Folder::new();
    let options = sqlite::options(&folder.url(FILE)).unwrap();
    let small = options.clone().pragma("max_page_count", "60");
    let store = sqlite::connect(small, Access::Serve).await.unwrap();
    let table_id = opened(&store, table(5)).await;
    let (acknowledged, error) = fill(&store, table_id).await;
    assert_eq!(fault(&error), Some(Fault::DiskFull), "{error}");
    assert!(acknowledged > 10);
    assert_eq!(length(&store, table_id).await, acknowledged);

    drop(store);
    let large = sqlite::connect(options, Access::Serve).await.unwrap();
    let open = large.open_tables(None).await.unwrap().tables;
    goes_on(&large, open[0].table, acknowledged).await;
}

#[tokio::test]
async fn a_read_only_database_says_so_and_can_be_read() {
    let folder = Folder::new();
    let store = Home::Sqlite(folder);
    let process = store.process().await;
    let table_id = opened(&process, table(5)).await;
    let options = sqlite::options(&store.url()).unwrap();
    let frozen = options.pragma("query_only", "1");
    let frozen = sqlite::connect(frozen, Access::Serve).await.unwrap();
    let refused = frozen.append(table_id, entry(table_id, 1)).await;
    assert_eq!(fault(&refused.unwrap_err()), Some(Fault::ReadOnly));
    assert_eq!(length(&frozen, table_id).await, 0);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = Folder::new();
    std::fs::write(folder.file(FILE), "not a database at all, ".repeat(500)).unwrap();
    let Err(error) = connect(&folder.url(FILE)).await else {
        panic!("it was opened");
    };
    assert_eq!(fault(&error), Some(Fault::Malformed), "{error}");
    for url in [
        "",
        "mysql://x",
        "sqlite::memory:",
        #[cfg(feature = "postgres")]
        "postgres://[",
        "tractor.db",
    ] {
        assert!(
            matches!(connect(url).await, Err(StoreError::BadUrl { .. })),
            "{url}"
        );
    }
}

/// Changes something behind the store's back that is seen without running the journal, and expects the first wrong
/// position (counted from the opening) of the first table; the second one must stay readable.
async fn damage(sql: &str, expected: u64) {
    let home = Home::sqlite();
    let store = home.process().await;
    let table_id = opened(&store, table(5)).await;
    let other = opened(&store, table(6)).await;
    append(&store, table_id, 1..=5).await;
    append(&store, other, 1..=5).await;
    assert!(by_hand(&home.url(), sql).await > 0, "{sql}");
    let position = entry(table_id, expected).record.position;
    let found = match store.journal(table_id).await {
        Err(StoreError::Damaged { position, .. }) => Some(position),
        _ => None,
    };
    assert_eq!(found, Some(position), "{sql}");
    assert_eq!(length(&store, other).await, 5);
    let aside = set_aside(&store, table_id, ("damaged", false)).await;
    assert_eq!(aside, Ok(()), "a damaged journal can be set aside");
}

#[tokio::test]
async fn damage_is_found_where_it_is() {
    let third = "WHERE table_id = 1 AND position % 1000 = 3";
    damage(&format!("DELETE FROM entries {third}"), 3).await;
    damage("UPDATE tables SET header = '{}' WHERE id = 1", 0).await;
    damage("UPDATE tables SET guild = 9 WHERE id = 1", 0).await;
    damage(
        "UPDATE entries SET body = x'ff' WHERE table_id = 1 AND position % 1000 = 2",
        2,
    )
    .await;
}

#[cfg(feature = "postgres")]
mod postgres {
    use sqlx::ConnectOptions as _;

    use super::*;

    #[tokio::test]
    #[ignore = "needs PostgreSQL"]
    async fn a_lost_server_refuses_and_is_found_again() {
        let home = Home::postgres("a_lost_server").await;
        let store = home.process().await;
        let table_id = opened(&store, table(5)).await;
        let url = std::env::var("TEST_POSTGRES_URL").unwrap();
        let options = tractor_bot::store::postgres::options(&url).unwrap();
        let mut admin = options.connect().await.unwrap();
        let mut acknowledged = 0;
        for round in 0..20 {
            let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                       WHERE application_name LIKE '%a_lost_server'";
            let kill = sqlx::query(sql).execute(&mut admin);
            let append = store.append(table_id, entry(table_id, acknowledged + 1));
            // Before, during and after, as it comes.
            let (killed, appended) = tokio::join!(kill, append);
            killed.unwrap();
            match appended {
                Ok(()) => acknowledged += 1,
                Err(error) => assert_eq!(fault(&error), Some(Fault::Disconnected), "{error}"),
            }
            if round % 2 == 0 {
                goes_on(&store, table_id, acknowledged).await;
                acknowledged += 1;
            }
        }
        assert_eq!(length(&store, table_id).await, acknowledged);
    }
}
