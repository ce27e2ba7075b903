//! The table as files.

use crate::cli::{folder, heatray, text, write};
use serde_json::Value;
use std::fs;

/// Rules that nobody plays by: what is written does not depend on them.
fn rules() -> std::path::PathBuf {
    let rules = folder("site-rules");
    for game in games::GAMES {
        write(&rules, &format!("{}.wasm", game.id), "\0asm");
    }
    rules
}

#[test]
fn a_site_without_rules_says_what_to_run() {
    let to = folder("site-none");
    let output = heatray(&["export-site", to.to_str().unwrap(), "--rules", to.to_str().unwrap()]);
    let why = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && why.contains("cargo xtask site"), "{why}");
    assert_eq!(fs::read_dir(&to).unwrap().count(), 0, "nothing was written");
}

#[test]
fn a_site_is_written_once_more_over_itself_and_over_nothing_else() {
    let (to, rules) = (folder("site-twice"), rules());
    let write_site = || heatray(&["export-site", to.to_str().unwrap(), "--rules", rules.to_str().unwrap()]);
    let first = write_site();
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert!(text(&first).contains(" files, "));
    let site: Value = serde_json::from_str(&fs::read_to_string(to.join("site.json")).unwrap()).unwrap();
    for game in games::GAMES {
        let entry = &site["games"][game.id];
        assert!(to.join(entry["rules"].as_str().unwrap()).is_file(), "{entry}");
        assert_eq!(entry["content"], Value::Null, "its own components are in the module");
    }
    write(&rules, &format!("{}.wasm", games::GAMES[0].id), "\0asm other");
    assert!(write_site().status.success());
    assert_eq!(fs::read_dir(to.join("rules")).unwrap().count(), games::GAMES.len(), "old rules are gone");

    let other = folder("site-other");
    write(&other, "letters.txt", "mine");
    let refused = heatray(&["export-site", other.to_str().unwrap(), "--rules", rules.to_str().unwrap()]);
    assert!(!refused.status.success());
    assert_eq!(fs::read_dir(&other).unwrap().count(), 1);
}

#[test]
fn a_site_has_the_components_that_it_is_written_with() {
    let (to, rules) = (folder("site-content"), rules());
    let known = triplanes::content::BUILT_IN.iter().find(|(name, _)| *name == "airplanes.toml");
    let (name, content) = known.expect("airplanes");
    let content = content.replacen("resistance = 10", "resistance = 11", 1);
    let own = folder("site-own");
    write(&own, name, &content);
    let folders = [&own, &to, &rules].map(|folder| folder.to_str().unwrap().to_owned());
    let output = heatray(&["--content", &folders[0], "export-site", &folders[1], "--rules", &folders[2]]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let site: Value = serde_json::from_str(&fs::read_to_string(to.join("site.json")).unwrap()).unwrap();
    let files = fs::read_to_string(to.join(site["games"]["triplanes"]["content"].as_str().unwrap())).unwrap();
    let files: Vec<(String, String)> = serde_json::from_str(&files).unwrap();
    assert!(files.contains(&((*name).to_owned(), content)));
}
