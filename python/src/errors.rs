//! Errors as Python's exceptions: the classes stand in `heatray/errors.py`, where people read them.

use ::lab::LabError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use table::face::OrderError;
use table::{LogError, Refusal, SetupError, UndoError};

/// An exception of this class with these words and fields.
fn raise(class: &str, why: &str, fields: &[(&str, Option<&str>)]) -> PyErr {
    let make = |py: Python<'_>| -> PyResult<PyErr> {
        let named = PyDict::new(py);
        for (name, field) in fields {
            named.set_item(name, field)?;
        }
        let class = py.import("heatray.errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call((why,), Some(&named))?))
    };
    Python::attach(|py| make(py).unwrap_or_else(|error| error))
}

pub fn setup_error(rule: Option<&str>, place: &str, why: &str) -> PyErr {
    raise("SetupError", why, &[("rule", rule), ("place", Some(place))])
}

pub fn setup(error: &SetupError) -> PyErr {
    setup_error(error.rule.map(|rule| rule.0), &error.place, &error.to_string())
}

pub fn refused(refusal: &Refusal) -> PyErr {
    raise("Refused", &refusal.why, &[("rule", Some(refusal.rule.0))])
}

pub fn order(error: &OrderError) -> PyErr {
    match error {
        OrderError::Refused(refusal) => refused(refusal),
        OrderError::Unreadable(_) => raise("BadOrder", &error.to_string(), &[]),
    }
}

pub fn log(error: &LogError) -> PyErr {
    raise("LogError", &error.to_string(), &[])
}

pub fn undo(error: &UndoError) -> PyErr {
    let rule = match error {
        UndoError::BuiltUpon(refusal) => Some(refusal.rule.0),
        UndoError::Settled => None,
    };
    raise("UndoError", &error.to_string(), &[("rule", rule)])
}

/// A seat or an option that is not there, or a decision that nobody owes.
pub fn nothing(why: &str) -> PyErr {
    raise("NothingOwed", why, &[])
}

pub fn unknown(why: &str) -> PyErr {
    raise("Unknown", why, &[])
}

pub fn lab(error: &LabError) -> PyErr {
    match error {
        LabError::Setup(error) => setup(error),
        other => raise("LabError", &other.to_string(), &[]),
    }
}
