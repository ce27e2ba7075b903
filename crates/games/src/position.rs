//! Positions as TOML and JSON, and where in their text a place is.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use table::face::{GAME, game_of};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Something wrong in a text: the line, counted from 1, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub line: usize,
    pub why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Toml,
    Json,
}

pub fn from_toml(text: &str) -> Result<Value, String> {
    let table: toml::Table = toml::from_str(text).map_err(|e: toml::de::Error| {
        let line = line_at(text, e.span().map_or(0, |s| s.start));
        format!("line {line}: {}", e.message())
    })?;
    serde_json::to_value(table).map_err(|e| e.to_string())
}

/// The game that a text names as its own.
pub fn named(text: &str, format: Format) -> Option<String> {
    let value = match format {
        Format::Toml => from_toml(text).ok(),
        Format::Json => serde_json::from_str(text).ok(),
    };
    value.as_ref().and_then(game_of).map(str::to_owned)
}

/// The position in TOML. There is no null in TOML: a field that is null is left out, and so is the end of a
/// list; a list with a null before its end has no TOML form.
pub fn to_toml(position: &Value) -> Option<String> {
    toml::to_string(&without_nulls(position)?).ok()
}

fn without_nulls(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Null => return None,
        Value::Array(list) => {
            let end = list.iter().rposition(|v| !v.is_null()).map_or(0, |last| last + 1);
            Value::Array(list[..end].iter().map(without_nulls).collect::<Option<_>>()?)
        }
        Value::Object(map) => {
            let filled = map.iter().filter(|(_, v)| !v.is_null());
            Value::Object(filled.map(|(k, v)| Some((k.clone(), without_nulls(v)?))).collect::<Option<_>>()?)
        }
        plain => plain.clone(),
    })
}

/// Reads a text as the set-up of one game, only for the place of what is wrong. TOML is written out as JSON for it: one
/// reader for each set-up is enough to compile. The name of the game is not part of what the game reads.
pub fn read_as<S: DeserializeOwned>(text: &str, format: Format) -> Result<Value, Wrong> {
    let at = |e: &serde_json::Error| Wrong { line: e.line().max(1), why: table::log::bare(e) };
    match format {
        Format::Toml => {
            let (value, script) = Transcript::of(text)?;
            serde_json::from_str::<S>(&script.json)
                .map_err(|e| Wrong { line: script.lines[e.line().max(1) - 1], ..at(&e) })?;
            Ok(value)
        }
        Format::Json => {
            let value: Value = serde_json::from_str(text).map_err(|e| at(&e))?;
            serde_json::from_str::<S>(&without_game(text)).map_err(|e| at(&e))?;
            Ok(value)
        }
    }
}

/// A JSON text in which the name of the game is blank, so that everything else stays on its line.
fn without_game(text: &str) -> Cow<'_, str> {
    let named = serde_json::from_str::<BTreeMap<String, &RawValue>>(text).ok();
    let Some(name) = named.and_then(|fields| fields.get(GAME).copied()) else { return Cow::Borrowed(text) };
    let from = name.get().as_ptr().addr() - text.as_ptr().addr();
    let to = from + name.get().len();
    let Some(key) = text[..from].rfind('"').and_then(|end| text[..end].rfind('"')) else {
        return Cow::Borrowed(text);
    };
    // A comma goes with it: the one behind it, or before the last field the one in front.
    let behind = text[to..].find(|c: char| !c.is_whitespace()).map(|n| to + n);
    let (key, to) = match behind.filter(|at| text[*at..].starts_with(',')) {
        Some(comma) => (key, comma + 1),
        None => (text[..key].trim_end().strip_suffix(',').map_or(key, str::len), to),
    };
    let blank = text[key..to].chars().map(|c| if c == '\n' { c } else { ' ' });
    Cow::Owned(text[..key].chars().chain(blank).chain(text[to..].chars()).collect())
}

/// A TOML text as JSON, a line for each value, and the line of the TOML that each of them comes from.
struct Transcript<'t> {
    toml: &'t str,
    json: String,
    lines: Vec<usize>,
}

impl<'t> Transcript<'t> {
    fn of(toml: &'t str) -> Result<(Value, Self), Wrong> {
        let wrong = |e: toml::de::Error| Wrong {
            line: line_at(toml, e.span().map_or(0, |s| s.start)),
            why: e.message().to_owned(),
        };
        let table: toml::Table = toml::from_str(toml).map_err(wrong)?;
        let places = DeTable::parse(toml).map_err(wrong)?;
        let value = serde_json::to_value(table).map_err(|e| Wrong { line: 1, why: e.to_string() })?;
        let mut script = Self { toml, json: String::new(), lines: Vec::new() };
        if let Value::Object(fields) = &value {
            let mut fields = fields.clone();
            fields.remove(GAME);
            script.table(&fields, Some(places.get_ref()), 1);
        }
        script.lines.push(1);
        Ok((value, script))
    }

    fn line(&mut self, text: &str, line: usize) {
        self.json.push_str(text);
        self.json.push('\n');
        self.lines.push(line);
    }

    fn table(&mut self, fields: &Map<String, Value>, places: Option<&DeTable<'_>>, line: usize) {
        self.line("{", line);
        for (i, (key, value)) in fields.iter().enumerate() {
            if i > 0 {
                self.json.push(',');
            }
            self.json.push_str(&Value::from(key.as_str()).to_string());
            self.json.push(':');
            self.value(value, places.and_then(|places| places.get(key.as_str())), line);
        }
        self.line("}", line);
    }

    fn value(&mut self, value: &Value, place: Option<&Spanned<DeValue<'_>>>, above: usize) {
        let line = place.map_or(above, |place| line_at(self.toml, place.span().start));
        let place = place.map(Spanned::get_ref);
        match value {
            Value::Object(fields) => self.table(fields, place.and_then(DeValue::as_table), line),
            Value::Array(items) => {
                let places = place.and_then(DeValue::as_array);
                self.line("[", line);
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        self.json.push(',');
                    }
                    self.value(item, places.and_then(|places| places.get(i)), line);
                }
                self.line("]", line);
            }
            plain => self.line(&plain.to_string(), line),
        }
    }
}

/// The line of a place such as `vehicles[0].at`, or of as much of it as is there.
pub fn line_of(text: &str, format: Format, place: &str) -> usize {
    let steps = steps(place);
    let byte = match format {
        Format::Toml => toml_offset(text, &steps),
        Format::Json => json_offset(text, &steps),
    };
    line_at(text, byte)
}

/// The line, counted from 1, that a byte of a text stands on.
pub fn line_at(text: impl AsRef<[u8]>, byte: usize) -> usize {
    1 + text.as_ref().iter().take(byte).filter(|b| **b == b'\n').count()
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

fn steps(place: &str) -> Vec<Step> {
    let words = place.split(['.', '[', ']']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_or_else(|_| Step::Key(word.to_owned()), Step::Index)).collect()
}

fn toml_offset(text: &str, steps: &[Step]) -> usize {
    let Ok(root) = DeTable::parse(text) else { return 0 };
    let mut offset = 0;
    let mut table = Some(root.get_ref());
    let mut value: Option<&DeValue<'_>> = None;
    for step in steps {
        let next = match step {
            Step::Key(key) => table.and_then(|t| t.get(key.as_str())),
            Step::Index(index) => value.and_then(DeValue::as_array).and_then(|list| list.get(*index)),
        };
        let Some(next) = next else { break };
        offset = next.span().start;
        value = Some(next.get_ref());
        table = next.get_ref().as_table();
    }
    offset
}

fn json_offset(text: &str, steps: &[Step]) -> usize {
    let mut rest = text;
    for step in steps {
        let next: Option<&RawValue> = match step {
            Step::Key(key) => serde_json::from_str::<BTreeMap<String, &RawValue>>(rest)
                .ok()
                .and_then(|map| map.get(key).copied()),
            Step::Index(index) => {
                serde_json::from_str::<Vec<&RawValue>>(rest).ok().and_then(|list| list.get(*index).copied())
            }
        };
        let Some(next) = next else { break };
        rest = next.get();
    }
    // `rest` is a part of `text`: a raw value borrows from what it was read from.
    rest.as_ptr().addr() - text.as_ptr().addr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn places_are_found_in_toml() {
        let text =
            "turn = 1\n\n[[vehicles]]\nmodel = \"a\"\n\n[[vehicles]]\nmodel = \"b\"\nat = { x = 1.0 }\n";
        assert_eq!(line_of(text, Format::Toml, "turn"), 1);
        assert_eq!(line_of(text, Format::Toml, "vehicles[1].at"), 8);
        assert_eq!(line_of(text, Format::Toml, "vehicles[0].at"), 3, "as near as there is");
        assert_eq!(line_of(text, Format::Toml, "nothing"), 1);
    }

    #[test]
    fn places_are_found_in_json() {
        let text = "{\n \"turn\": 1,\n \"vehicles\": [\n  {\"model\": \"a\"},\n  {\"at\":\n   [1, 2]}\n ]\n}";
        assert_eq!(line_of(text, Format::Json, "turn"), 2);
        assert_eq!(line_of(text, Format::Json, "vehicles[1].at"), 6);
        assert_eq!(line_of(text, Format::Json, "vehicles[0].at"), 4);
        assert_eq!(line_of(text, Format::Json, "nothing"), 1);
    }

    #[test]
    fn a_set_up_in_toml_is_wrong_on_its_own_line() {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code)]
        struct Piece {
            model: String,
            at: Option<[f64; 2]>,
        }
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code)]
        struct Setup {
            turn: u32,
            pieces: Vec<Piece>,
        }
        let wrong = |text: &str| {
            let wrong = read_as::<Setup>(text, Format::Toml).unwrap_err();
            (wrong.line, wrong.why)
        };
        let has = |(line, why): (usize, String), at: usize, word: &str| {
            assert!(line == at && why.contains(word) && !why.contains("column"), "{line}: {why}");
        };
        let head = "turn = 1\n\n[[pieces]]\nmodel = \"a\"\n\n[[pieces]]\n";
        assert!(read_as::<Setup>(&format!("{head}model = \"b\"\nat = [1, 2.5]\n"), Format::Toml).is_ok());
        has(wrong(&format!("{head}model = 3\n")), 7, "expected a string");
        has(wrong(&format!("{head}model = \"b\"\nat = [\n 1,\n \"x\",\n]\n")), 10, "expected f64");
        has(wrong(&format!("{head}model = \"b\"\nheight = 3\n")), 8, "height");
        has(wrong(&format!("{head}at = [1, 2]\n")), 6, "model");
        has(wrong(&format!("{head}model = \n")), 7, "");
        has(wrong("turn = -1\npieces = []\n"), 1, "-1");
        has(wrong("game = \"chess\"\nturn = -1\npieces = []\n"), 2, "-1");
    }

    #[test]
    fn the_name_of_the_game_is_not_for_the_reader_of_its_set_up() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code)]
        struct Setup {
            turn: u32,
        }
        for text in [
            "{\"game\":\"chess\",\"turn\":1}",
            "{ \"turn\" : 1 ,\n \"game\" : \"chess\" }",
            "{\n\"game\"\n:\n\"chess\"\n,\n\"turn\": 1 }",
        ] {
            let read = read_as::<Setup>(text, Format::Json).expect(text);
            assert_eq!(read, json!({ "game": "chess", "turn": 1 }));
        }
        let wrong = read_as::<Setup>("{\n\"game\": \"chess\",\n\"turn\": -1}", Format::Json).unwrap_err();
        assert_eq!(wrong.line, 3);
        let other = read_as::<Setup>("{\"games\": \"chess\", \"turn\": 1}", Format::Json).unwrap_err();
        assert!(other.why.contains("games"), "{}", other.why);
    }

    #[test]
    fn nulls_are_left_out_of_toml() {
        let position = json!({ "turn": 1, "step": null, "plan": [3, 4, null] });
        let text = to_toml(&position).unwrap();
        assert_eq!(from_toml(&text).unwrap(), json!({ "turn": 1, "plan": [3, 4] }));
        assert_eq!(to_toml(&json!({ "plan": [3, null, 4] })), None);
    }

    #[test]
    fn broken_toml_names_its_line() {
        assert!(from_toml("a = 1\nb = \n").unwrap_err().starts_with("line 2: "));
    }
}
