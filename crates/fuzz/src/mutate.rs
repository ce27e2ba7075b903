//! Inputs that are nearly right: kept ones, changed by chance where it hurts. JSON is changed as JSON and TOML line by line,
//! so that most of what comes out gets past the reader; now and then plain bytes are broken, so that some of it does not.

use serde_json::{Map, Value};
use table::Dice;

/// How inputs of a target are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    /// A JSON value a line; a line may be something else.
    Lines,
    /// One line of its own, then one JSON value over as many lines as it takes.
    Headed,
    /// One JSON value or one TOML text.
    Document,
    /// TOML, after a line of its own.
    Toml,
}

/// Numbers at which something ends.
const NUMBERS: [&str; 32] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "8",
    "12",
    "99",
    "100",
    "127",
    "128",
    "255",
    "256",
    "-129",
    "1000",
    "32768",
    "65535",
    "65536",
    "1000000",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775808",
    "18446744073709551615",
    "0.5",
    "-0.0",
    "1e308",
    "5e-324",
];
/// Texts that somebody will send one day.
const TEXTS: [&str; 14] = [
    "",
    " ",
    "0",
    "none",
    "null",
    "../../etc/passwd",
    "a\u{0}b",
    "\u{202e}abc",
    "\u{1f600}",
    "\u{fdfa}\u{fdfa}",
    "N\u{e4}me",
    "-",
    "%s%n",
    "x=y;z",
];
const DEEP: [usize; 3] = [20, 120, 3000];
const LONG: [usize; 3] = [61, 5000, 70_000];

/// A changed copy of `input`; parts of `other` may come into it.
pub fn mutate(grammar: Grammar, input: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=dice.pick(3) {
        bytes = once(grammar, &bytes, other, dice);
    }
    bytes
}

fn once(grammar: Grammar, input: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let text = std::str::from_utf8(input).ok().filter(|text| !text.is_empty());
    let Some(text) = text.filter(|_| dice.below(12) > 0) else { return bytes(input, other, dice) };
    let other = std::str::from_utf8(other).unwrap_or_default();
    match grammar {
        Grammar::Lines => lines(text, other, dice, json),
        Grammar::Headed => headed(text, other, dice, json),
        Grammar::Toml => headed(text, other, dice, |text, other, dice| Some(toml(text, other, dice))),
        Grammar::Document => json(text, other, dice).unwrap_or_else(|| toml(text, other, dice)),
    }
    .into_bytes()
}

// ---- bytes

fn bytes(input: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut out = input.to_vec();
    let at = dice.pick(out.len() + 1);
    match dice.below(6) {
        0 => out.truncate(at),
        1 => out.insert(at, dice.below(256) as u8),
        2 if at < out.len() => out[at] = dice.below(256) as u8,
        // No UTF-8: half a letter, one that is too long, a surrogate.
        3 => drop(
            out.splice(at..at, [&[0xc3_u8][..], &[0xf8, 0x88], &[0xed, 0xa0, 0x80]][dice.pick(3)].to_vec()),
        ),
        4 => {
            let from = dice.pick(other.len() + 1);
            out.truncate(at);
            out.extend_from_slice(&other[from..]);
        }
        _ => {
            let end = (at + dice.pick(40)).min(out.len());
            out.drain(at..end);
        }
    }
    out
}

// ---- lines

type Change = fn(&str, &str, &mut Dice) -> Option<String>;

fn lines(text: &str, other: &str, dice: &mut Dice, change: Change) -> String {
    let mut all: Vec<String> = text.lines().map(str::to_owned).collect();
    let others: Vec<&str> = other.lines().collect();
    let at = dice.pick(all.len().max(1));
    match dice.below(10) {
        0 if all.len() > 1 => drop(all.remove(at)),
        1 if at < all.len() => all.insert(at, all[at].clone()),
        2 => {
            let with = dice.pick(all.len().max(1));
            if at < all.len() && with < all.len() {
                all.swap(at, with);
            }
        }
        3 if !others.is_empty() => {
            let from = dice.pick(others.len());
            let some = others[from..].iter().take(1 + dice.pick(4)).map(|line| (*line).to_owned());
            all.splice(at.min(all.len())..at.min(all.len()), some);
        }
        4 => all.truncate(at + 1),
        _ => {
            let from = if others.is_empty() { "" } else { others[dice.pick(others.len())] };
            if let Some(line) = all.get_mut(at) {
                *line = change(line, from, dice).unwrap_or_else(|| toml(line, from, dice));
            }
        }
    }
    all.join("\n") + "\n"
}

/// Mostly what stands under the first line; now and then that line.
fn headed(text: &str, other: &str, dice: &mut Dice, change: Change) -> String {
    let (head, body) = text.split_once('\n').unwrap_or((text, ""));
    let (other_head, other_body) = other.split_once('\n').unwrap_or((other, ""));
    if dice.below(8) == 0 {
        let head = if dice.below(2) == 0 { other_head.to_owned() } else { toml(head, other_head, dice) };
        return format!("{}\n{body}", head.trim_end_matches('\n'));
    }
    let body = change(body, other_body, dice).unwrap_or_else(|| toml(body, other_body, dice));
    format!("{head}\n{body}")
}

// ---- JSON

/// A JSON text with one place changed; none if it is no JSON.
fn json(text: &str, other: &str, dice: &mut Dice) -> Option<String> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    let other = serde_json::from_str(other).unwrap_or(Value::Null);
    if dice.below(10) == 0 {
        return Some(rewritten(text, dice));
    }
    let place = dice.pick(count(&value));
    let donor = nth(&other, dice.pick(count(&other))).clone();
    let own = nth(&value, dice.pick(count(&value))).clone();
    let target = nth_mut(&mut value, place);
    change(target, donor, own, dice);
    Some(value.to_string())
}

/// What a tree of values can not show: a field twice, a number beyond all, no end, a comment.
fn rewritten(text: &str, dice: &mut Dice) -> String {
    let places: Vec<usize> = text.match_indices(['{', '[']).map(|(at, _)| at + 1).collect();
    if places.is_empty() {
        return format!("{text}{text}");
    }
    let at = places[dice.pick(places.len())];
    let (before, after) = text.split_at(at);
    match dice.below(5) {
        0 => {
            let end = after.find([',', '}']).unwrap_or(0);
            format!("{before}{},{after}", &after[..end])
        }
        1 => format!("{before}1e999,{after}"),
        2 => before.to_owned(),
        3 => format!("{before}/*x*/{after}"),
        _ => {
            let deep = DEEP[dice.pick(DEEP.len())];
            format!("{before}{}{}{after}", "[".repeat(deep), "]".repeat(deep))
        }
    }
}

fn change(value: &mut Value, donor: Value, own: Value, dice: &mut Dice) {
    let made = match dice.below(14) {
        0 => Value::Null,
        1 => Value::Bool(dice.below(2) == 0),
        2 | 3 => number(dice),
        4 => Value::from(TEXTS[dice.pick(TEXTS.len())]),
        5 => Value::from("x".repeat(LONG[dice.pick(LONG.len())])),
        6 => nested(dice),
        7 => donor,
        8 => own,
        9 => Value::Array(vec![value.take(); 1 + dice.pick(3)]),
        _ => match value.take() {
            Value::Object(fields) => Value::Object(meddled(fields, donor, dice)),
            Value::Array(items) => Value::Array(rearranged(items, donor, dice)),
            Value::Number(was) => near(&was, dice),
            Value::String(was) => Value::from(toml(&was, "", dice)),
            Value::Bool(was) => Value::Bool(!was),
            Value::Null => number(dice),
        },
    };
    *value = made;
}

fn number(dice: &mut Dice) -> Value {
    serde_json::from_str(NUMBERS[dice.pick(NUMBERS.len())]).unwrap_or(Value::Null)
}

/// A little more or less, the other sign, a fraction of it.
fn near(was: &serde_json::Number, dice: &mut Dice) -> Value {
    let by = 1 + i64::from(dice.below(9));
    if let Some(whole) = was.as_i64() {
        return Value::from(match dice.below(4) {
            0 => whole.saturating_sub(by),
            1 => whole.saturating_add(by),
            2 => whole.saturating_neg(),
            _ => whole.saturating_mul(by),
        });
    }
    let part = was.as_f64().unwrap_or_default();
    Value::from(match dice.below(4) {
        0 => part + by as f64 / 1000.0,
        1 => part - by as f64 / 1000.0,
        2 => -part,
        _ => part * 1e6,
    })
}

fn nested(dice: &mut Dice) -> Value {
    // Deeper ones are no tree that can be dropped in peace: `rewritten` makes them as text.
    let mut value = Value::from(1);
    for _ in 0..DEEP[dice.pick(2)] {
        value = if dice.below(2) == 0 {
            Value::Array(vec![value])
        } else {
            Value::Object(Map::from_iter([("a".to_owned(), value)]))
        };
    }
    value
}

fn meddled(mut fields: Map<String, Value>, donor: Value, dice: &mut Dice) -> Map<String, Value> {
    let names: Vec<String> = fields.keys().cloned().collect();
    let Some(name) = (!names.is_empty()).then(|| names[dice.pick(names.len())].clone()) else {
        fields.insert("x".to_owned(), donor);
        return fields;
    };
    match dice.below(4) {
        0 => drop(fields.remove(&name)),
        1 => {
            let value = fields.remove(&name).unwrap_or_default();
            fields.insert(name + "_", value);
        }
        2 => drop(fields.insert("unheard_of".to_owned(), donor)),
        _ => drop(fields.insert(name, donor)),
    }
    fields
}

fn rearranged(mut items: Vec<Value>, donor: Value, dice: &mut Dice) -> Vec<Value> {
    match dice.below(5) {
        0 => drop(items.pop()),
        1 => dice.shuffle(&mut items),
        2 => {
            let last = items.last().cloned().unwrap_or(donor);
            items.extend(vec![last; [1, 30, 300][dice.pick(3)]]);
        }
        3 => items.push(donor),
        _ => items.clear(),
    }
    items
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

fn nth(value: &Value, mut left: usize) -> &Value {
    let inner: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => return value,
    };
    if left == 0 {
        return value;
    }
    left -= 1;
    for one in inner {
        let size = count(one);
        if left < size {
            return nth(one, left);
        }
        left -= size;
    }
    value
}

fn nth_mut(value: &mut Value, left: usize) -> &mut Value {
    let mut path = Vec::new();
    steps(value, left, &mut path);
    let mut place = value;
    for step in path {
        place = match place {
            Value::Array(items) => &mut items[step],
            Value::Object(fields) => fields.values_mut().nth(step).unwrap_or_else(|| unreachable!("counted")),
            plain => return plain,
        };
    }
    place
}

fn steps(value: &Value, mut left: usize, path: &mut Vec<usize>) {
    let inner: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => return,
    };
    if left == 0 {
        return;
    }
    left -= 1;
    for (at, one) in inner.into_iter().enumerate() {
        let size = count(one);
        if left < size {
            path.push(at);
            return steps(one, left, path);
        }
        left -= size;
    }
}

// ---- TOML, and any other text

fn toml(text: &str, other: &str, dice: &mut Dice) -> String {
    match dice.below(6) {
        0 | 1 => lines(text, other, dice, |line, other, dice| Some(words(line, other, dice))),
        _ => words(text, other, dice),
    }
}

/// The words and numbers of a text, and what stands between them.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut found = Vec::new();
    let mut from = None;
    for (at, c) in text.char_indices() {
        match (part(c), from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                found.push((start, at));
                from = None;
            }
            _ => {}
        }
    }
    found.extend(from.map(|start| (start, text.len())));
    found
}

/// Another word or number in the place of one.
fn words(text: &str, other: &str, dice: &mut Dice) -> String {
    let places = tokens(text);
    let Some(&(from, to)) = places.get(dice.pick(places.len().max(1))) else { return format!("{text}x = 1") };
    let was = &text[from..to];
    let is_number = was.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let theirs = tokens(other);
    let new = match dice.below(8) {
        0 => String::new(),
        1 if !theirs.is_empty() => {
            let (from, to) = theirs[dice.pick(theirs.len())];
            other[from..to].to_owned()
        }
        2 => {
            let (from, to) = places[dice.pick(places.len())];
            text[from..to].to_owned()
        }
        3 => TEXTS[dice.pick(TEXTS.len())].to_owned(),
        4 => was.repeat(2),
        5 if !is_number => "w".repeat(LONG[dice.pick(2)]),
        6 => format!("[{was}]"),
        _ => NUMBERS[dice.pick(NUMBERS.len())].to_owned(),
    };
    format!("{}{new}{}", &text[..from], &text[to..])
}
