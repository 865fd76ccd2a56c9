//! The steps that bring the tables of a database to their present form.

use sqlx::error::BoxDynError;
use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationSource, MigrationType, Migrator};

use super::StoreError;

/// The number of the first step. Those below it are of versions before 0.1.0, whose data are not read.
const FIRST: i64 = 8;

/// The steps for one kind of database: the number, the description and the statements of each. The macro of sqlx would find
/// the files by itself, but builds all of sqlx and SQLite once more for the compiler.
#[derive(Debug, Clone, Copy)]
pub struct Steps(&'static [(i64, &'static str, &'static str)]);

pub const SQLITE: Steps = Steps(&[(8, "start", include_str!("migrations/sqlite/0008_start.sql"))]);
#[cfg(feature = "postgres")]
pub const POSTGRES: Steps = Steps(&[(
    8,
    "start",
    include_str!("migrations/postgres/0008_start.sql"),
)]);

impl Steps {
    /// The number of the latest step that this program knows.
    pub fn latest(self) -> i64 {
        self.0.iter().map(|step| step.0).max().unwrap_or(0)
    }

    /// Why a database in which these steps were made is not used as it is: another program's, one of a version before
    /// 0.1.0, or of an earlier one.
    pub fn refuse(self, made: &[i64], place: String) -> Option<StoreError> {
        let ours = self.latest();
        match made.last() {
            None => Some(StoreError::Foreign(place)),
            Some(_) if made.iter().any(|number| *number < FIRST) => Some(StoreError::TooOld(place)),
            Some(_) if self.0.iter().all(|step| made.contains(&step.0)) => None,
            Some(&theirs) => Some(StoreError::Earlier { theirs, ours }),
        }
    }

    /// Makes those steps that a database lacks. Later ones than this program knows are left alone.
    ///
    /// # Errors
    /// If a step fails, or was made from another text.
    pub async fn make<'a, A>(self, database: A) -> Result<(), MigrateError>
    where
        A: sqlx::Acquire<'a>,
        <A::Connection as std::ops::Deref>::Target: Migrate,
    {
        let mut migrator = Migrator::new(self).await?;
        migrator.set_ignore_missing(true);
        migrator.run(database).await
    }
}

impl MigrationSource<'static> for Steps {
    fn resolve(
        self,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let simple = MigrationType::Simple;
        let step = |(number, description, sql): &(i64, &'static str, &'static str)| {
            Migration::new(*number, (*description).into(), simple, (*sql).into(), false)
        };
        let steps = self.0.iter().map(step).collect();
        Box::pin(std::future::ready(Ok(steps)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_step() {
        let folders = [
            ("sqlite", SQLITE),
            #[cfg(feature = "postgres")]
            ("postgres", POSTGRES),
        ];
        for (folder, steps) in folders {
            let place = format!(
                "{}/src/store/migrations/{folder}",
                env!("CARGO_MANIFEST_DIR")
            );
            let files = std::fs::read_dir(place).unwrap();
            let name = |file: std::fs::DirEntry| file.file_name().into_string().unwrap();
            let mut files: Vec<_> = files.map(|file| name(file.unwrap())).collect();
            files.sort();
            let named = steps.0.iter().map(|(number, description, _)| {
                format!("{number:04}_{}.sql", description.replace(' ', "_"))
            });
            assert_eq!(named.collect::<Vec<_>>(), files, "{folder}");
            let numbers: Vec<i64> = steps.0.iter().map(|step| step.0).collect();
            assert_eq!(steps.refuse(&numbers, String::new()), None, "{folder}");
        }
    }
}
