//! What is promised about data, each promise with the one test that holds it.
//!
//! | promise | held by |
//! |---|---|
//! | nothing acknowledged is lost, and nothing refused appears: power cuts | `crash` |
//! | … the file is deleted, moved away or replaced | `moved` |
//! | … the database is full, read-only, no database; the server goes away | `faults` |
//! | … a commit fails half-way, its answer is lost | `src/store/sql/tests.rs` |
//! | … the program is killed while people play | `tests/killed` |
//! | entries have no gaps and no doubles, one open table a channel | `suite` |
//! | of processes that write at one position one does, and the others read on | `suite`, the host's side in `tests/table/several.rs` |
//! | a second process that serves the same is refused, words are passed on, sessions queue | `suite` |
//! | who stops waiting leaves nothing open | `abandoned` |
//! | every later version opens what 0.1.0 wrote, what was before is left alone, tools change nothing by looking | `first` |
//! | a restart shows every table as it was; damage concerns its own table, and is told | `damage` |
//! | a round that cannot be gone on with is dealt again, an unreadable journal is set aside | `tests/table/restart.rs` |
//! | a backup is whole, from either database into either; of a damaged file it is whole or none | `backups`, `spoiled` |
//! | who played on before a backup was put back does not know the cards to come | `tests/table/put_back.rs` |
//! | snapshots, packs, what is pruned and what is set aside | `years`, the packer in `tests/table/packing.rs` |
//! | what is finished counts once and adds up | `sums`, `totals`, `ratings`, `daily`, what was played in `tests/table/statistics.rs` |
//! | who is forgotten leaves no trace, names and servers are let go | `sums`, `years`, `ratings`, `daily`, `letting_go` |
//! | the page on privacy names every column | `privacy` |
//!
//! Over PostgreSQL: `cargo test --test store -- --ignored`, with a server that `TEST_POSTGRES_URL` names
//! (`.ci/postgres.sh` starts one).

mod abandoned;
mod backups;
mod crash;
mod daily;
mod damage;
mod faults;
mod files;
mod first;
mod home;
mod letting_go;
mod moved;
mod playing;
mod privacy;
mod ratings;
mod spoiled;
mod suite;
mod sums;
mod totals;
mod years;

/// Makes a test of each function for each home.
macro_rules! over_all_homes {
    ($($module:ident::$check:ident,)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $check() {
                super::$module::$check(&super::home::Home::sqlite()).await;
            })*
        }
        #[cfg(feature = "postgres")]
        mod postgres {
            $(#[tokio::test]
            #[ignore = "needs PostgreSQL"]
            async fn $check() {
                let home = super::home::Home::postgres(stringify!($check)).await;
                super::$module::$check(&home).await;
            })*
        }
    };
}

over_all_homes! {
    suite::a_journal_is_read_back_as_it_was_written,
    suite::numbers_are_used_once_and_in_order,
    suite::a_channel_has_one_open_table_at_a_time,
    suite::ended_tables_take_nothing_more,
    suite::of_two_processes_that_write_at_one_position_one_does,
    suite::what_one_process_ended_the_other_reads_to_its_end,
    suite::who_serves_the_same_is_refused_to_start,
    suite::sessions_wait_for_one_another,
    suite::words_reach_the_others,
    suite::appends_of_many_tables_at_once_are_judged_one_by_one,
    suite::every_number_and_text_survives,
    suite::what_cannot_be_kept_is_refused,
    suite::settings_are_kept_by_scope,
    daily::the_first_secret_stays,
    daily::a_day_is_begun_once_and_its_result_counts_once,
    daily::results_of_a_day_are_compared_and_those_of_many_added_up,
    daily::who_is_forgotten_leaves_the_others,
    years::a_table_goes_on_from_its_latest_snapshot,
    years::packed_journals_read_as_before,
    years::old_journals_are_pruned_and_their_history_stays,
    years::of_a_server_the_latest_journals_are_kept,
    years::a_person_is_forgotten_in_what_is_packed,
    years::what_is_set_aside_can_be_tried_again,
    sums::a_finished_round_counts_once,
    sums::history_is_listed_latest_first,
    sums::people_are_ranked_by_sums_and_ratios,
    sums::a_fixed_series_adds_up,
    sums::a_forgotten_person_leaves_no_trace,
    abandoned::whoever_stops_waiting_leaves_nothing_open,
    totals::a_wrong_total_is_found_and_added_up_with_the_next_round,
    totals::processes_that_count_for_the_same_people_wait_for_each_other,
    ratings::a_round_moves_each_number_once,
    ratings::what_is_worked_out_again_is_what_was_there,
    ratings::who_is_forgotten_leaves_the_numbers_of_others,
    ratings::against_the_same_people_rounds_of_a_day_weigh_less,
    letting_go::names_go_a_year_after_something_was_counted,
    letting_go::a_server_that_was_left_is_forgotten_once_and_sums_over_all_stay,
    letting_go::a_server_that_came_back_is_not_forgotten,
    letting_go::who_is_forgotten_has_reported_nobody,
    letting_go::who_is_forgotten_looks_for_no_game,
    letting_go::a_cup_is_changed_by_one_and_keeps_what_who_is_forgotten_reached,
    letting_go::who_is_forgotten_signs_no_change_of_settings,
}
