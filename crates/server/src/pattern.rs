//! Orders with holes: which legal orders fit, and what stands at one place of them.

use serde_json::Value;

/// Whether `order` has everything that `pattern` says: objects field by field, arrays element by element, `null`
/// matches anything.
pub fn fits(pattern: &Value, order: &Value) -> bool {
    match (pattern, order) {
        (Value::Null, _) => true,
        (Value::Object(pattern), Value::Object(order)) => {
            pattern.iter().all(|(key, part)| order.get(key).is_some_and(|value| fits(part, value)))
        }
        (Value::Array(pattern), Value::Array(order)) => {
            pattern.len() <= order.len() && pattern.iter().zip(order).all(|(part, value)| fits(part, value))
        }
        // 1 and 1.0 are the same place on the table.
        (Value::Number(one), Value::Number(two)) => one == two || one.as_f64() == two.as_f64(),
        _ => pattern == order,
    }
}

/// Collects what was asked for, without keeping what was not.
#[derive(Debug)]
pub struct Sieve<'a> {
    within: Option<&'a Value>,
    spread: Option<&'a str>,
    limit: usize,
    total: usize,
    values: Vec<Value>,
    /// The text of each value seen so far, where values and not orders are wanted.
    seen: std::collections::HashSet<String>,
}

impl<'a> Sieve<'a> {
    pub fn new(within: Option<&'a Value>, spread: Option<&'a str>, limit: usize) -> Self {
        Self { within, spread, limit, total: 0, values: Vec::new(), seen: std::collections::HashSet::new() }
    }

    /// Whether it is among what will be given.
    pub fn take(&mut self, order: Value) -> bool {
        if self.within.is_some_and(|pattern| !fits(pattern, &order)) {
            return false;
        }
        let value = match self.spread {
            None => order,
            Some(pointer) => {
                let Some(value) = order.pointer(pointer) else { return false };
                if !self.seen.insert(value.to_string()) {
                    return false;
                }
                value.clone()
            }
        };
        self.total += 1;
        let wanted = self.values.len() < self.limit;
        if wanted {
            self.values.push(value);
        }
        wanted
    }

    /// How many fit, and the first of them.
    pub fn finish(self) -> (usize, Vec<Value>) {
        (self.total, self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn objects_match_by_their_fields_and_null_matches_anything() {
        let order = json!({ "plan": { "vehicle": 1, "cards": [4, 0, 7] } });
        for (pattern, fit) in [
            (json!(null), true),
            (json!({}), true),
            (json!({ "plan": null }), true),
            (json!({ "plan": { "vehicle": 1 } }), true),
            (json!({ "plan": { "vehicle": 2 } }), false),
            (json!({ "plan": { "cards": [4] } }), true),
            (json!({ "plan": { "cards": [4, null, 7] } }), true),
            (json!({ "plan": { "cards": [4, null, 8] } }), false),
            (json!({ "plan": { "cards": [4, 0, 7, null] } }), false),
            (json!({ "plan": { "cards": 4 } }), false),
            (json!({ "fire": null }), false),
            (json!([]), false),
            (json!("plan"), false),
        ] {
            assert_eq!(fits(&pattern, &order), fit, "{pattern}");
        }
    }

    #[test]
    fn a_number_is_the_same_however_it_is_written() {
        assert!(fits(&json!(1), &json!(1.0)));
        assert!(!fits(&json!(1), &json!(1.5)));
        assert!(!fits(&json!(1), &json!("1")));
    }

    #[test]
    fn spread_gives_each_value_once() {
        let pattern = json!({ "plan": { "vehicle": 0 } });
        let mut sieve = Sieve::new(Some(&pattern), Some("/plan/cards/0"), 2);
        for (vehicle, card) in [(0, 1), (0, 1), (1, 9), (0, 2), (0, 3)] {
            sieve.take(json!({ "plan": { "vehicle": vehicle, "cards": [card] } }));
        }
        sieve.take(json!({ "hold": { "vehicle": 0 } }));
        assert_eq!(sieve.finish(), (3, vec![json!(1), json!(2)]));
    }

    #[test]
    fn without_a_pattern_all_orders_count_and_the_first_are_given() {
        let mut sieve = Sieve::new(None, None, 1);
        sieve.take(json!("a"));
        sieve.take(json!("a"));
        assert_eq!(sieve.finish(), (2, vec![json!("a")]));
    }
}
