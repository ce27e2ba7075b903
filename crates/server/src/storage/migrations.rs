//! The schema, step by step. A step that was ever released never changes: databases remember what it said.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The same for every kind of database.
const STEPS: &[(&str, &str)] = &[
    ("matches", include_str!("../../migrations/0001_matches.sql")),
    ("pulse", include_str!("../../migrations/0002_pulse.sql")),
];

pub(super) fn migrations() -> Migrator {
    let steps = STEPS.iter().zip(1..).map(|((name, sql), version)| {
        Migration::new(version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(steps.collect())
}
