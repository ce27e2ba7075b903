//! Orders and positions that are not quite what somebody meant: a written value with one thing in it changed.

use crate::dice::Dice;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};

/// The same value with one number, switch, gap or list in it changed, if it can still be read as one.
pub(super) fn shaken<T: Serialize + DeserializeOwned>(value: &T, dice: &mut Dice) -> Option<T> {
    let mut written = serde_json::to_value(value).ok()?;
    let places = count(&written);
    if places == 0 {
        return None;
    }
    let mut left = dice.pick(places);
    change(&mut written, &mut left, dice);
    serde_json::from_value(written).ok()
}

/// Whether something in a value can be changed where it stands; names are left alone, most of them would mean nothing.
fn is_place(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Number(_) => true,
        Value::Array(list) => !list.is_empty(),
        Value::Null | Value::String(_) | Value::Object(_) => false,
    }
}

fn count(value: &Value) -> usize {
    let inside = match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    };
    inside + usize::from(is_place(value))
}

/// Walks to the place of this number and changes it; says whether it was there.
fn change(value: &mut Value, left: &mut usize, dice: &mut Dice) -> bool {
    if is_place(value) {
        if *left == 0 {
            change_here(value, dice);
            return true;
        }
        *left -= 1;
    }
    match value {
        Value::Array(list) => list.iter_mut().any(|inner| change(inner, left, dice)),
        Value::Object(map) => map.values_mut().any(|inner| change(inner, left, dice)),
        _ => false,
    }
}

fn change_here(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Bool(switch) => *switch = !*switch,
        Value::Number(number) => *number = other_number(number, dice),
        Value::Array(list) => match dice.below(3) {
            0 => drop(list.pop()),
            1 => drop(list.remove(0)),
            _ => list.extend(list.last().cloned()),
        },
        Value::Null | Value::String(_) | Value::Object(_) => {}
    }
}

/// One more or less, twice as much, much more, or nothing: borders lie at all of these.
fn other_number(number: &Number, dice: &mut Dice) -> Number {
    let kind = dice.below(6);
    if let Some(whole) = number.as_i64() {
        return Number::from(match kind {
            0 | 1 => whole.saturating_add(1),
            2 | 3 => whole.saturating_sub(1),
            4 => whole.saturating_mul(2),
            _ => 0,
        });
    }
    let real = number.as_f64().unwrap_or_default();
    let real = match kind {
        0 => real + 1.0,
        1 => real - 1.0,
        2 => real + 300.0,
        3 => real - 300.0,
        4 => real * 2.0,
        _ => 0.0,
    };
    Number::from_f64(real).unwrap_or_else(|| number.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_thing_is_changed_and_everything_is_changed_at_last() {
        let value = json!({ "name": "a", "list": [1, 2.5], "on": true, "none": null, "empty": [] });
        let mut dice = Dice::new(7);
        let (mut lists, mut switches, mut wholes, mut reals) = (0, 0, 0, 0);
        for _ in 0..200 {
            let other = shaken(&value, &mut dice).expect("any value is one");
            assert_eq!(
                (&other["name"], &other["none"], &other["empty"]),
                (&json!("a"), &json!(null), &json!([]))
            );
            let longer = other["list"].as_array().map(Vec::len) != Some(2);
            let changed = [longer, other["on"] != value["on"]];
            lists += usize::from(changed[0]);
            switches += usize::from(changed[1]);
            let [whole, real] = [0, 1].map(|i| !longer && other["list"][i] != value["list"][i]);
            wholes += usize::from(whole);
            reals += usize::from(real);
            assert!(changed.iter().chain([&whole, &real]).filter(|c| **c).count() <= 1, "{other}");
        }
        assert!(lists > 20 && switches > 20 && wholes > 20 && reals > 20);
    }

    #[test]
    fn a_number_goes_one_or_far_up_and_down_is_doubled_or_nothing() {
        let others = |number: Value| {
            let Value::Number(number) = number else { panic!("a number") };
            let mut found: Vec<f64> =
                (0..200).filter_map(|n| other_number(&number, &mut Dice::new(n)).as_f64()).collect();
            found.sort_by(f64::total_cmp);
            found.dedup();
            found.into_iter().map(Some).collect::<Vec<_>>()
        };
        assert_eq!(others(json!(10.5)), [-289.5, 0.0, 9.5, 11.5, 21.0, 310.5].map(Some));
        assert_eq!(others(json!(10)), [0.0, 9.0, 11.0, 20.0].map(Some));
    }

    #[test]
    fn what_can_not_be_read_any_more_is_none() {
        assert_eq!(shaken(&"word".to_owned(), &mut Dice::new(1)), None, "there is nothing to change");
        let none = (0..40).filter(|n| shaken(&0_u8, &mut Dice::new(*n)).is_none()).count();
        assert!((5..30).contains(&none), "one less than nothing can not be read, {none} times");
    }
}
