//! JSON that can not be read: where, as far as it is known.

use crate::failure::misplaced;
use crate::wire::{FailureBody, Say};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

/// In longer messages nobody looks for the field that is wrong: it takes a few readings.
const SEARCHED: usize = 2048;

/// Reads the body of a request.
pub fn body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FailureBody> {
    serde_json::from_slice(bytes).map_err(|error| misplaced(place_in::<T>(bytes), error.to_string()))
}

/// The field of a body that can not be read, found by a second reading: most bodies need none.
fn place_in<T: DeserializeOwned>(bytes: &[u8]) -> String {
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let read: Result<T, _> = serde_path_to_error::deserialize(&mut text);
    let Err(error) = read else { return "body".to_owned() };
    let mut place: Vec<String> = error
        .path()
        .iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(index.to_string()),
            Segment::Map { key } => Some(key.clone()),
            Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect();
    let named = field_of(&error.inner().to_string());
    place.extend(named.filter(|name| place.last() != Some(name)));
    if place.is_empty() { "body".to_owned() } else { place.join(".") }
}

/// Reads a message of a socket.
pub fn message(text: &str) -> Result<Say, FailureBody> {
    serde_json::from_str(text).map_err(|error| unheard(text, &error))
}

fn unheard(text: &str, error: &serde_json::Error) -> FailureBody {
    let any = format!("expected a message such as {{\"op\":\"ping\",\"at\":0}}: {error}");
    let Ok(fields) = serde_json::from_str::<Map<String, Value>>(text) else {
        return misplaced(format!("line {} column {}", error.line(), error.column()), any);
    };
    let Some(op) = fields.get("op").and_then(Value::as_str).filter(|op| is_known(op)) else {
        return misplaced("op", any);
    };
    let searched = if text.len() <= SEARCHED { wrong_field(&fields) } else { None };
    let place = searched.or_else(|| field_of(&error.to_string()));
    let why = format!("not a message {op:?}: {error}");
    // Where nobody has looked for it the op is all that is known.
    misplaced(place.unwrap_or_else(|| op.to_owned()), why)
}

/// Why these are no message.
fn why_not(fields: Map<String, Value>) -> Option<String> {
    serde_json::from_value::<Say>(Value::Object(fields)).err().map(|error| error.to_string())
}

fn is_known(op: &str) -> bool {
    let alone = Map::from_iter([("op".to_owned(), op.into())]);
    why_not(alone).is_none_or(|why| !why.starts_with("unknown variant"))
}

/// The field that is missing, or the one without which something else is wrong, or nothing.
fn wrong_field(fields: &Map<String, Value>) -> Option<String> {
    let why = why_not(fields.clone())?;
    let named = field_of(&why);
    if why.starts_with("missing field") {
        return named;
    }
    let without = |key: &str| {
        let others = fields.iter().filter(|(other, _)| *other != key);
        why_not(others.map(|(key, value)| (key.clone(), value.clone())).collect())
    };
    let key = fields.keys().find(|key| *key != "op" && without(key).as_ref() != Some(&why))?;
    // It may be within.
    Some(named.filter(|name| name != key).map_or_else(|| key.clone(), |name| format!("{key}.{name}")))
}

/// The field that the error names.
fn field_of(why: &str) -> Option<String> {
    let kinds = ["missing field `", "unknown field `", "duplicate field `"];
    let rest = kinds.iter().find_map(|kind| why.strip_prefix(kind))?;
    Some(rest.split_once('`')?.0.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{SEARCHED, message};

    #[test]
    fn the_field_that_is_wrong_is_looked_for_in_short_messages() {
        let rest = "{\"op\":\"chat\",\"text\":[]}";
        for (length, place) in [(SEARCHED, "text"), (SEARCHED + 1, "chat")] {
            let text = rest.replace("[]", &format!("[{}]", " ".repeat(length - rest.len())));
            assert_eq!(text.len(), length);
            assert_eq!(message(&text).expect_err("no text").place.as_deref(), Some(place), "{length} bytes");
        }
    }
}
