//! Changed inputs: of every kind, and most of them nearly right.

use fuzz::mutate::{Grammar, mutate};
use serde_json::Value;
use std::collections::BTreeSet;
use table::Dice;

const LINES: &[u8] = b"{\"op\":\"new\",\"n\":[1,2,{\"a\":true}]}\n{\"op\":\"order\",\"x\":1.5}\n";
const TOML: &[u8] = b"of/a.toml\n[[row]]\nname = \"one\"\nspeed = 12\n";

fn many(grammar: Grammar, input: &[u8]) -> Vec<Vec<u8>> {
    (0..2000).map(|n| mutate(grammar, input, TOML, &mut Dice::derive(1, n))).collect()
}

#[test]
fn the_same_dice_make_the_same_input() {
    assert_eq!(many(Grammar::Lines, LINES), many(Grammar::Lines, LINES));
}

#[test]
fn most_inputs_are_still_read_and_some_are_not_even_text() {
    let made = many(Grammar::Lines, LINES);
    let read = |line: &[u8]| serde_json::from_slice::<Value>(line).is_ok();
    let good = made.iter().filter(|one| one.split(|b| *b == b'\n').any(read)).count();
    let odd = made.iter().filter(|one| std::str::from_utf8(one).is_err()).count();
    assert!(good > 1400, "{good} of 2000 have a line that can be read");
    assert!((20..400).contains(&odd), "{odd} of 2000 are no UTF-8");
    let different: BTreeSet<_> = made.iter().collect();
    assert!(different.len() > 1000, "{} of 2000 are different", different.len());
}

#[test]
fn every_kind_of_harm_is_done() {
    let made: Vec<String> =
        many(Grammar::Lines, LINES).iter().map(|one| String::from_utf8_lossy(one).into_owned()).collect();
    for part in [
        "18446744073709551615",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "[[[[[[[[[[[[[[[[",
        "\"op\":\"new\",\"op\":\"new\"",
        "\u{202e}",
        "unheard_of",
        "1e999",
    ] {
        assert!(made.iter().any(|one| one.contains(part)), "no {part}");
    }
    assert!(made.iter().any(|one| !one.contains("op")), "a field is missing nowhere");
}

#[test]
fn a_toml_text_keeps_its_head_and_most_of_its_lines() {
    let made = many(Grammar::Toml, TOML);
    let kept = made.iter().filter(|one| one.starts_with(b"of/a.toml\n")).count();
    assert!(kept > 1000, "{kept} of 2000");
    assert!(made.iter().any(|one| one.windows(9).any(|nine| nine == b"speed = 0")));
}

#[test]
fn every_place_of_a_value_is_reached() {
    let value: Value = serde_json::from_slice(b"{\"a\":[1,{\"b\":2}],\"c\":3}").unwrap();
    let places = ["/a", "/a/0", "/a/1", "/a/1/b", "/c"];
    let made = many(Grammar::Document, value.to_string().as_bytes());
    let read: Vec<Value> = made.iter().filter_map(|one| serde_json::from_slice(one).ok()).collect();
    for place in places {
        // Only this place is another one: put back, it is the same value again.
        let alone = read.iter().any(|one| {
            let mut back = one.clone();
            let changed = back
                .pointer_mut(place)
                .map(|at| std::mem::replace(at, value.pointer(place).unwrap().clone()));
            changed.is_some_and(|changed| Some(&changed) != value.pointer(place)) && back == value
        });
        assert!(alone, "{place} is never changed");
    }
}
