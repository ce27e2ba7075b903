//! The Python package's inside: matches, batches of them and the lab, over the object-safe face. It knows no game.
//!
//! What is written here is what Python can not do quickly or can not see; the rest is in `python/heatray`.

mod batch;
mod convert;
mod encode;
mod errors;
mod lab;
mod play;

use ::games::Shelf;
use errors::setup_error;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use table::SetupRequest;
use table::face::AnyGame;

fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(Shelf::default)
}

/// The game of this name, or an error that lists the names.
fn game(id: &str) -> PyResult<&'static dyn AnyGame> {
    shelf().get(id).ok_or_else(|| {
        let why = format!("no game {id:?}; expected one of {}", shelf().ids());
        setup_error(None, "game", &why)
    })
}

fn request(
    scenario: &str,
    variant: Option<String>,
    options: Option<BTreeMap<String, String>>,
) -> SetupRequest {
    SetupRequest { scenario: scenario.to_owned(), variant, options: options.unwrap_or_default() }
}

#[pymodule]
mod _heatray {
    use super::convert::{Whole, from_python, to_python};
    use super::encode::{add, bytes};
    use super::{game, shelf};
    use pyo3::prelude::*;
    use pyo3::types::PyByteArray;
    use serde_json::json;
    use table::face::AnyGame;

    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::lab::{Journal, Plan};
    #[pymodule_export]
    use super::play::Match;

    /// Every game with its scenarios, as `heatray games --json` prints them.
    #[pyfunction]
    fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let row = |g: &dyn AnyGame| {
            json!({
                "game": g.id(),
                "title": g.title(),
                "kind": g.kind(),
                "rules": g.rules(),
                "content": g.content(),
                "scenarios": g.scenarios(),
            })
        };
        to_python(py, &shelf().games().map(row).collect())
    }

    /// What is printed on a game's components.
    #[pyfunction]
    fn components<'py>(py: Python<'py>, game_id: &str) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &game(game_id)?.components())
    }

    /// The bots that can be named, the weakest first.
    #[pyfunction]
    fn bots() -> Vec<&'static str> {
        ::bots::KNOWN.to_vec()
    }

    /// A value as so many numbers: what `Match.observe` does with a view.
    #[pyfunction]
    fn encode<'py>(value: &Bound<'py, PyAny>, features: Whole) -> PyResult<Bound<'py, PyByteArray>> {
        let text = from_python(value)?.to_string();
        bytes(value.py(), 1, features.0, |_, row| add(&text, "view", row))
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
