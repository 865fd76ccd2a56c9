//! What who leaves a table is told.

use super::*;

#[tokio::test]
async fn who_leaves_a_table_alone_is_not_told_that_it_goes_on() {
    let desk = desk();
    for (line, expected) in [
        ("tractor", Effect::Done),
        ("computer 3", Effect::Done),
        ("start", Effect::Done),
        ("leave", Effect::Shown),
    ] {
        check(&desk, anew(1), guild(), line, expected).await;
    }
    let left = check(&desk, anew(1), guild(), "leave yes", Effect::Done).await;
    assert_eq!(left.page.text(), "You have left the table.");
}
