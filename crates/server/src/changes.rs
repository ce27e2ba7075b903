//! What is different between two texts of JSON that the same program wrote one after the other: views, of which an
//! order changes little. Knows no game: it compares members of objects and items of lists that stand in the same place.

use serde_json::value::RawValue;

/// A list of `[path, value]`: what to put where, so that the old value becomes the new one. A path is a list of keys and
/// numbers; what is not named stays. None where the whole is hardly longer.
pub fn between(old: &RawValue, new: &RawValue) -> Option<Box<RawValue>> {
    let (old, new) = (old.get(), new.get());
    let mut walk = Walk { old, new, path: Vec::new(), text: String::from("[") };
    if old != new {
        walk.compare(0, 0);
    }
    walk.text.push(']');
    if walk.text.len() > new.len() / 2 {
        return None;
    }
    RawValue::from_string(walk.text).ok()
}

#[derive(Clone, Copy)]
enum Token<'a> {
    /// With its quotation marks, as it is written.
    Key(&'a str),
    Index(usize),
}

/// Goes through both texts side by side, and looks at each byte once.
struct Walk<'a> {
    old: &'a str,
    new: &'a str,
    path: Vec<Token<'a>>,
    text: String,
}

impl Walk<'_> {
    /// Notes what is different between the values that begin at these places; where they end.
    fn compare(&mut self, was: usize, is: usize) -> (usize, usize) {
        let (a, b) = (self.old.as_bytes(), self.new.as_bytes());
        let close = match (a.get(was), b.get(is)) {
            (Some(b'{'), Some(b'{')) => b'}',
            (Some(b'['), Some(b'[')) => b']',
            _ => return self.replace(was, is),
        };
        let (mut i, mut j, before) = (was + 1, is + 1, self.text.len());
        for index in 0.. {
            match (a.get(i) == Some(&close), b.get(j) == Some(&close)) {
                (true, true) => return (i + 1, j + 1),
                (false, false) => {}
                // One of them has more.
                _ => break,
            }
            if index > 0 {
                (i, j) = (i + 1, j + 1);
            }
            let token = if close == b'}' {
                let (k, l) = (end(a, i), end(b, j));
                if self.old[i..k] != self.new[j..l] {
                    break;
                }
                let key = &self.new[j..l];
                (i, j) = (k + 1, l + 1);
                Token::Key(key)
            } else {
                Token::Index(index)
            };
            self.path.push(token);
            (i, j) = self.compare(i, j);
            self.path.pop();
        }
        // Told as a whole: what was noted of its parts goes.
        self.text.truncate(before);
        self.replace(was, is)
    }

    fn replace(&mut self, was: usize, is: usize) -> (usize, usize) {
        let ends = (end(self.old.as_bytes(), was), end(self.new.as_bytes(), is));
        let value = &self.new[is..ends.1];
        if self.old[was..ends.0] == *value {
            return ends;
        }
        self.text.push_str(if self.text.len() > 1 { ",[[" } else { "[[" });
        for (n, token) in self.path.iter().enumerate() {
            if n > 0 {
                self.text.push(',');
            }
            match token {
                Token::Key(key) => self.text.push_str(key),
                Token::Index(index) => self.text.push_str(&index.to_string()),
            }
        }
        self.text.push_str("],");
        self.text.push_str(value);
        self.text.push(']');
        ends
    }
}

/// Where the value ends that begins here.
fn end(bytes: &[u8], from: usize) -> usize {
    let (mut at, mut depth, mut quoted) = (from, 0_u32, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b',' | b':' | b'}' | b']' if depth == 0 => break,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn raw(value: &Value) -> Box<RawValue> {
        serde_json::value::to_raw_value(value).unwrap()
    }

    /// What a client does with changes.
    fn applied(old: &Value, changes: &RawValue) -> Value {
        let mut now = old.clone();
        let changes: Vec<(Vec<Value>, Value)> = serde_json::from_str(changes.get()).unwrap();
        for (path, value) in changes {
            let place = path.iter().fold(&mut now, |at, token| match token {
                Value::String(key) => &mut at[key.as_str()],
                index => &mut at[index.as_u64().unwrap() as usize],
            });
            *place = value;
        }
        now
    }

    fn written(old: &Value, new: &Value) -> Option<String> {
        between(&raw(old), &raw(new)).map(|changes| changes.get().to_owned())
    }

    #[test]
    fn only_what_changed_is_told_by_its_place() {
        let long =
            "a text that nobody touches, so that the whole is longer than what changed in it".repeat(2);
        let old = json!({ "a": [1, { "b": "x\"]}," }], "long": long, "none": null });
        let mut new = old.clone();
        assert_eq!(written(&old, &new).unwrap(), "[]");
        new["a"][1]["b"] = json!("y");
        new["none"] = json!([]);
        assert_eq!(written(&old, &new).unwrap(), r#"[[["a",1,"b"],"y"],[["none"],[]]]"#);
        new["a"] = json!([1]);
        assert_eq!(written(&old, &new).unwrap(), r#"[[["a"],[1]],[["none"],[]]]"#);
    }

    #[test]
    fn another_key_in_the_place_of_one_tells_the_whole_object() {
        let old = json!({ "craft": { "a": 1, "b": 2 }, "rest": "x".repeat(90) });
        let new = json!({ "craft": { "a": 1, "c": 2 }, "rest": "x".repeat(90) });
        assert_eq!(written(&old, &new).unwrap(), r#"[[["craft"],{"a":1,"c":2}]]"#);
    }

    #[test]
    fn where_most_is_different_the_whole_is_told() {
        let (old, new) = (json!({ "a": "x".repeat(50) }), json!({ "a": "y".repeat(50) }));
        assert_eq!(written(&old, &new), None);
        assert_eq!(written(&json!(1), &json!({ "a": [] })), None);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i16>().prop_map(Value::from),
            any::<f32>().prop_filter("JSON has no others", |x| x.is_finite()).prop_map(|x| json!(x)),
            "[a-c\"\\\\{}\\[\\],: é]{0,4}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-c\":]{0,2}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn changes_lead_from_the_old_to_the_new(old in any_json(), new in any_json()) {
            // So long that what changes beside it is always shorter than half of the whole.
            let pad = "x".repeat(20_000);
            let (old, new) = (json!([old, pad]), json!([new, pad]));
            let changes = between(&raw(&old), &raw(&new));
            prop_assert_eq!(changes.map(|changes| applied(&old, &changes)), Some(new));
        }
    }

    #[test]
    fn changes_of_half_the_length_are_told_and_longer_ones_are_not() {
        // What is different takes nine letters.
        for (pad, told) in [(12, Some("[[[0],1]]".to_owned())), (11, None)] {
            let pad = "x".repeat(pad);
            assert_eq!(written(&json!([0, pad]), &json!([1, pad])), told, "{} letters", pad.len() + 6);
        }
    }
}
