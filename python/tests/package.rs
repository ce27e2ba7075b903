//! The parts of the package agree. Because of this test the tests' build makes the library that Python loads, with what is
//! compiled anyway: `cargo xtask python` looks for it there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The words that follow these in a text.
fn named<'a>(text: &'a str, before: &str) -> BTreeSet<&'a str> {
    let word = |rest: &'a str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    text.split(before).skip(1).map(word).filter(|word| !word.is_empty()).collect()
}

#[test]
fn the_stubs_name_what_rust_gives_to_python() {
    let stubs = read("heatray/_heatray.pyi");
    let known = named(&stubs, "def ");
    for file in ["src/play.rs", "src/batch.rs", "src/lab.rs"] {
        let text = read(file);
        let methods = &text[text.find("#[pymethods]").expect("a class of Python's")..];
        // Functions of a block of methods stand four spaces in; free functions do not.
        for method in named(methods, "\n    fn ").into_iter().filter(|name| *name != "new") {
            assert!(known.contains(method), "{file}: {method} is not in _heatray.pyi");
        }
    }
}

#[test]
fn every_exception_that_is_raised_is_one_of_python_s() {
    let (rust, python) = (read("src/errors.rs"), read("heatray/errors.py"));
    let raised = named(&rust, "raise(\"");
    assert!(raised.len() >= 7, "{raised:?}");
    for class in raised {
        assert!(python.contains(&format!("class {class}(HeatrayError)")), "{class}");
    }
}

#[test]
fn the_oldest_python_is_the_same_everywhere() {
    assert!(read("Cargo.toml").contains("\"abi3-py310\""));
    assert!(read("pyproject.toml").contains("requires-python = \">=3.10\""));
}
