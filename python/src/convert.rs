//! JSON values as Python's own, and back.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// How deep a value may be: no order of any game is, and the stack is finite.
const DEEPEST: usize = 100;

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
        let whole =
            value.extract::<i64>().map(Number::from).or_else(|_| value.extract::<u64>().map(Number::from));
        return Ok(Value::Number(whole?));
    }
    if value.is_instance_of::<PyFloat>() {
        let number: f64 = value.extract()?;
        let number = Number::from_f64(number);
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
