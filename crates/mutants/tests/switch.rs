//! A whole small crate: one condition that a test holds, and one that none does.

use mutants::find::find;
use mutants::rewrite::{CHOSEN, TRACE, rewrite, root};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

const CRATE: &str = "
pub fn held(a: u8) -> P { P(a < 3) }
pub fn loose(a: u8) -> P { P(a < 3) }
pub struct P(pub bool);

#[cfg(test)]
mod tests {
    #[test]
    fn the_border_is_three() {
        assert!(super::held(2).0 && !super::held(3).0);
        let _ = super::loose(9);
    }
}
";

#[test]
fn a_held_condition_is_caught_and_a_loose_one_is_missed() {
    let folder = std::env::temp_dir().join(format!("heatray-mutants-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let places = find(CRATE, &[]).expect("Rust").places;
    let shown: BTreeMap<usize, String> = (0..4)
        .map(|number| {
            let place = &places[number / 2];
            (number, format!("{}: {}", place.function, place.changes[number % 2].shown))
        })
        .collect();
    let new = rewrite(CRATE, &places, &|place, change| Some(place * 2 + change));
    let (source, program) = (folder.join("lib.rs"), folder.join("tests"));
    fs::write(&source, root(&new.text, 4)).expect("a source");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc)
        .args(["--edition", "2024", "--test", "--crate-name", "small", "-o"])
        .args([&program, &source])
        .output()
        .expect("rustc");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    let passes = |name: &str, value: &str| {
        Command::new(&program).env(name, value).output().expect("the tests").status.success()
    };
    let trace = folder.join("trace");
    assert!(passes(TRACE, trace.to_str().expect("UTF-8")), "without a mutant the test passes");
    let mut past: Vec<_> = fs::read_to_string(&trace).expect("a trace").lines().map(str::to_owned).collect();
    past.sort();
    assert_eq!(past, ["0", "1", "2", "3"], "the test comes past all of them");
    let caught: Vec<_> =
        shown.iter().filter(|(number, _)| !passes(CHOSEN, &number.to_string())).map(|(_, s)| s).collect();
    assert_eq!(caught, ["held: a < 3 → a <= 3", "held: a < 3 → a >= 3"]);
    fs::remove_dir_all(&folder).expect("it can be removed");
}
