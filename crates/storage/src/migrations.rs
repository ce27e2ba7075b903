//! The schema, step by step. A step that was ever released never changes: databases remember what it said.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Which of two texts a step means, where the databases differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Sqlite,
    Postgres,
}

pub(super) fn migrations(dialect: Dialect) -> Migrator {
    let mut steps: Vec<(i64, &'static str, &'static str)> = vec![
        (1, "matches", include_str!("../migrations/0001_matches.sql")),
        (2, "pulse", include_str!("../migrations/0002_pulse.sql")),
        (
            3,
            "steps",
            match dialect {
                Dialect::Sqlite => include_str!("../migrations/0003_steps_sqlite.sql"),
                Dialect::Postgres => include_str!("../migrations/0003_steps_postgres.sql"),
            },
        ),
    ];
    // A file belongs to one program.
    if dialect == Dialect::Postgres {
        steps.push((6, "nodes", include_str!("../migrations/0006_nodes_postgres.sql")));
    }
    steps.push((7, "contents", include_str!("../migrations/0007_contents.sql")));
    steps.push((8, "old matches", include_str!("../migrations/0008_old_matches.sql")));
    let steps = steps.into_iter().map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(steps.collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Place, Store, Sync};
    use super::{Dialect, Migrator, migrations};
    use sqlx::SqlitePool;
    use sqlx::sqlite::SqliteConnectOptions;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_file_of_the_first_release_keeps_every_step() {
        let folder = std::env::temp_dir().join(format!("heatray-old-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("old.db");
        let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
        let old = SqlitePool::connect_with(options).await.unwrap();
        let first = migrations(Dialect::Sqlite).iter().take(2).cloned().collect();
        Migrator::with_migrations(first).run(&old).await.unwrap();
        sqlx::query("INSERT INTO matches VALUES ('m', 'g', 's', 't', 'b', '{}', 1)")
            .execute(&old)
            .await
            .unwrap();
        for n in [2, 0, 1] {
            let sql = "INSERT INTO steps VALUES ('m', $1, 'order', 1, '{\"ä\":1}', $2, NULL, 7)";
            sqlx::query(sql).bind(n).bind(format!("c{n}")).execute(&old).await.unwrap();
        }
        old.close().await;

        let store = Store::open(&Place::File(file, Sync::Normal)).await.unwrap();
        let steps = store.steps("m").await.unwrap();
        let told: Vec<_> =
            steps.iter().map(|s| (s.n, s.payload.as_str(), s.client_id.as_deref(), s.at)).collect();
        let expected = [0, 1, 2].map(|n| (n, "{\"ä\":1}", ["c0", "c1", "c2"][n as usize], 7));
        assert_eq!(told, expected.map(|(n, payload, id, at)| (n, payload, Some(id), at)));
        assert!(steps.iter().all(|step| step.hash.is_none()), "nobody knows it");
        assert_eq!(store.pictured("m").await.unwrap(), None);
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
