//! JSON values as Python's own, and back.

use crate::errors;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number as JsonNumber, Value};
use std::fmt;

/// How deep a value may be: no order of any game is, and the stack is finite.
const DEEPEST: usize = 100;

/// The number of a seat or of an option. One that none of them can have keeps its words: it is refused where somebody knows what
/// there is.
#[derive(Debug)]
pub struct Number(pub Result<u64, String>);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(number) => number.fmt(f),
            Err(words) => words.fmt(f),
        }
    }
}

impl FromPyObject<'_, '_> for Number {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match given.extract() {
            Ok(number) => Ok(Self(Ok(number))),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(Self(Err(given.str()?.to_cow()?.into_owned())))
            }
            Err(error) => Err(error),
        }
    }
}

/// A whole number, 0 or more. Python adds the argument's name to what is raised.
#[derive(Clone, Copy, Debug)]
pub struct Whole<T = usize>(pub T);

impl<T: TryFrom<u64>> FromPyObject<'_, '_> for Whole<T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let found = Number::extract(given)?.0;
        let fits = found.and_then(|number| T::try_from(number).map_err(|_| number.to_string()));
        fits.map(Self).map_err(|found| {
            let most = u64::MAX >> (64 - 8 * size_of::<T>());
            errors::unknown(&format!("expected a whole number from 0 to {most}, found {found}"))
        })
    }
}

pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (None, Some(whole)) => whole.into_pyobject(py)?.into_any(),
            (None, None) => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| to_python(py, item)).collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(fields) => {
            let object = PyDict::new(py);
            for (name, field) in fields {
                object.set_item(name, to_python(py, field)?)?;
            }
            object.into_any()
        }
    })
}

/// A value of Python's that JSON knows.
pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(value, DEEPEST)
}

fn read(value: &Bound<'_, PyAny>, deep: usize) -> PyResult<Value> {
    let Some(deep) = deep.checked_sub(1) else {
        return Err(PyTypeError::new_err(format!("expected a value of at most {DEEPEST} levels")));
    };
    if value.is_none() {
        return Ok(Value::Null);
    }
    // Before the numbers: in Python truth is one.
    if value.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(value.extract()?));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.to_cow()?.into_owned()));
    }
    if value.is_instance_of::<PyInt>() {
        let whole = value
            .extract::<i64>()
            .map(JsonNumber::from)
            .or_else(|_| value.extract::<u64>().map(JsonNumber::from));
        return Ok(Value::Number(whole?));
    }
    if value.is_instance_of::<PyFloat>() {
        let number: f64 = value.extract()?;
        let number = JsonNumber::from_f64(number);
        return number
            .map(Value::Number)
            .ok_or_else(|| PyTypeError::new_err("expected a number, found one that is infinite or none"));
    }
    if let Ok(fields) = value.cast::<PyDict>() {
        let mut object = Map::new();
        for (name, field) in fields.iter() {
            object.insert(name.extract()?, read(&field, deep)?);
        }
        return Ok(Value::Object(object));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| read(&item?, deep));
        return Ok(Value::Array(items.collect::<PyResult<_>>()?));
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("expected what JSON can say, found a {kind}")))
}
