//! The TypeScript twins in `web/src/wire` are current: `cargo xtask types` writes them, this test compares.

use server::wire;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use ts_rs::{Config, TS};

fn all<T: TS + 'static>(cfg: &Config) {
    T::export_all(cfg).expect("a type without a TypeScript twin");
}

fn export(to: &Path) {
    let cfg = |dir: &str| {
        Config::new()
            .with_large_int("number")
            .with_import_extension(None::<String>)
            .with_out_dir(to.join(dir))
    };
    let server = cfg("");
    all::<wire::GameInfo>(&server);
    all::<lessons::Lesson>(&server);
    all::<wire::NewMatch>(&server);
    all::<wire::Made>(&server);
    all::<wire::ClaimWish>(&server);
    all::<wire::Claimed>(&server);
    all::<wire::Offer>(&server);
    all::<wire::Failure>(&server);
    all::<wire::Say>(&server);
    all::<wire::Tell>(&server);
    all::<wire::Moment>(&server);
    all::<wire::History>(&server);
    all::<wire::Reviewed>(&server);
    all::<wire::Summary>(&server);
    all::<wire::RuleEntry>(&server);
    all::<wire::BookCard>(&server);
    all::<wire::GameBook>(&server);
    all::<wire::OrderWish>(&server);
    all::<wire::LegalOrders>(&server);
    all::<wire::ChatWish>(&server);
    all::<wire::WishWish>(&server);
    all::<wire::VowWish>(&server);
    all::<wire::SaltWish>(&server);
    all::<wire::Credentials>(&server);
    all::<wire::Me>(&server);
    all::<wire::KeepMatch>(&server);
    all::<wire::ServerInfo>(&server);
    games::export_types(cfg).expect("a type without a TypeScript twin");
}

fn files(under: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![under.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(under).unwrap().display().to_string();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

/// The description of the routes, as the sources have it.
#[test]
fn the_document_of_the_routes_is_current() {
    let home = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let mut fresh = server::api::described().to_pretty_json().expect("a document");
    fresh.push('\n');
    if std::env::var_os("HEATRAY_BLESS").is_some() {
        fs::write(&home, &fresh).expect("a place to write to");
    }
    let found = fs::read_to_string(&home).unwrap_or_default();
    assert!(found == fresh, "crates/server/openapi.json is not current: run `cargo xtask types`");
}

#[test]
fn the_types_of_the_client_are_current() {
    let home = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire");
    if std::env::var_os("HEATRAY_BLESS").is_some() {
        let _ = fs::remove_dir_all(&home);
        export(&home);
    }
    let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wire");
    let _ = fs::remove_dir_all(&fresh);
    export(&fresh);
    let (wanted, found) = (files(&fresh), files(&home));
    let names = |m: &BTreeMap<String, String>| m.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&wanted), "run `cargo xtask types`");
    for (name, text) in wanted {
        assert!(found[&name] == text, "web/src/wire/{name} is not current: run `cargo xtask types`");
    }
}
