//! Whatever stands on a line: one answer, and never a fault of the program.

use games::Shelf;
use heatray::engine::Engine;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::default);

const OPS: [&str; 18] = [
    "games", "new", "load", "prompts", "legal", "preview", "briefing", "order", "view", "events", "hash",
    "log", "position", "undo", "bot", "rules", "close", "castle",
];
const FIELDS: [&str; 17] = [
    "id", "match", "seat", "order", "round", "game", "scenario", "variant", "options", "seed", "position",
    "log", "limit", "from", "bot", "play", "rule",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z_]{0,8}",
        prop::sample::select(vec![
            "triplanes",
            "simple-battle",
            "bring-proof",
            "random",
            "umpire",
            "spectator",
            "TT-GEN-01",
            "plan",
            "hold",
            "fire",
            "ray",
            "act",
            "vehicle",
            "cards",
            "target",
            "through",
            "open",
            "ruler",
            "action",
            "turn = 1",
            "vehicles",
            "seats",
            "quick",
            "",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..4_u64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((word(), inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// Orders that are nearly right.
fn order() -> impl Strategy<Value = Value> {
    let small = 0..5_u8;
    let card = prop::option::of(0..60_u8);
    prop_oneof![
        (small.clone(), prop::collection::vec(card, 0..4))
            .prop_map(|(v, cards)| json!({"plan": {"vehicle": v, "cards": cards}})),
        small.clone().prop_map(|v| json!({"hold": {"vehicle": v}})),
        (small.clone(), small.clone(), prop::sample::select(vec!["open", "armor"]))
            .prop_map(|(v, t, through)| json!({"fire": {"vehicle": v, "target": t, "through": through}})),
        (small.clone(), small.clone(), any::<u8>()).prop_map(
            |(v, t, gun)| json!({"fire": {"vehicle": v, "target": t, "gun": gun, "through": "open"}})
        ),
        (
            small.clone(),
            small.clone(),
            prop::sample::select(vec!["right_angle", "tilted_left", "tilted_right"])
        )
            .prop_map(|(v, t, ruler)| json!({"ray": {"vehicle": v, "target": t, "ruler": ruler}})),
        (small.clone(), small.clone())
            .prop_map(|(v, o)| json!({"act": {"vehicle": v, "action": {"recharge": {"objective": o}}}})),
        (small.clone(), small.clone()).prop_map(
            |(v, o)| json!({"act": {"vehicle": v, "action": {"destroy_objective": {"objective": o}}}})
        ),
        (small.clone(), prop::sample::select(vec!["front", "rear", "rear_left", "front_right"]))
            .prop_map(|(v, side)| json!({"act": {"vehicle": v, "action": {"heat_ray": {"from": side}}}})),
        (small.clone(), any::<u8>()).prop_map(|(v, c)| json!({"fly_straight": {"vehicle": v, "card": c}})),
        (small, any::<f64>(), any::<f64>(), -400.0..400.0_f64).prop_map(|(v, x, y, facing)| {
            json!({"place_vehicle": {"vehicle": v, "at": {"x": x, "y": y}, "facing": facing.round()}})
        }),
        (any::<f64>(), any::<f64>()).prop_map(|(x, y)| json!({"place_objective": {"at": {"x": x, "y": y}}})),
    ]
}

fn request() -> impl Strategy<Value = Value> {
    let field = (prop::sample::select(FIELDS.to_vec()), value());
    let loose =
        (prop::sample::select(OPS.to_vec()), prop::collection::vec(field, 0..5)).prop_map(|(op, fields)| {
            let mut map: Map<String, Value> = fields.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
            map.insert("op".to_owned(), json!(op));
            Value::Object(map)
        });
    let near = (prop::sample::select(OPS.to_vec()), 1..3_u8, 0..3_u8)
        .prop_map(|(op, number, seat)| json!({"op": op, "match": number, "seat": seat}));
    let orders = (1..3_u8, 0..2_u8, order()).prop_map(
        |(number, seat, order)| json!({"op": "order", "match": number, "seat": seat, "order": order}),
    );
    let play = (1..3_u8, 0..2_u8, any::<u64>()).prop_map(|(number, seat, seed)| {
        json!({"op": "bot", "match": number, "seat": seat, "bot": "random", "seed": seed, "play": true})
    });
    prop_oneof![1 => loose, 1 => near, 2 => orders, 2 => play]
}

fn check(engine: &mut Engine<'_>, line: &[u8]) {
    let Some(answer) = engine.answer(line) else {
        assert!(line.trim_ascii().is_empty());
        return;
    };
    assert!(!answer.contains('\n'));
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert!(answer.get("id").is_some(), "{answer}");
    assert_ne!(answer["error"]["code"], "internal", "{}", String::from_utf8_lossy(line));
}

/// An engine with a battle, and with a match whose pieces are still to be placed.
fn engine() -> Engine<'static> {
    let mut engine = Engine::new(&SHELF);
    for (scenario, planning) in [("simple-battle", "printed"), ("bring-proof", "strict")] {
        let options = json!({"planning": planning});
        let new = json!({"op": "new", "game": "triplanes", "scenario": scenario, "options": options});
        check(&mut engine, new.to_string().as_bytes());
    }
    engine
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn bytes(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 1..8)) {
        let mut input = lines.join(&b'\n');
        input.push(b'\n');
        let mut output = Vec::new();
        Engine::new(&SHELF).run(input.as_slice(), &mut output).unwrap();
        let lines = input.split(|b| *b == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
        prop_assert_eq!(output.iter().filter(|b| **b == b'\n').count(), lines);
    }

    #[test]
    fn values(lines in prop::collection::vec(value(), 1..6)) {
        let mut engine = engine();
        for line in lines {
            check(&mut engine, line.to_string().as_bytes());
        }
    }

    #[test]
    fn requests(lines in prop::collection::vec(request(), 1..40)) {
        let mut engine = engine();
        for line in lines {
            check(&mut engine, line.to_string().as_bytes());
        }
    }

    /// A real position with one field changed to something odd.
    #[test]
    fn positions(orders in 0..12_usize, field in 0..400_usize, odd in value()) {
        let mut engine = engine();
        for _ in 0..orders {
            for seat in [0, 1] {
                let play = json!({"op": "bot", "match": 1, "seat": seat, "bot": "random", "play": true});
                check(&mut engine, play.to_string().as_bytes());
            }
        }
        let saved = engine.answer(b"{\"op\":\"position\",\"match\":1}").unwrap();
        let mut position = serde_json::from_str::<Value>(&saved).unwrap()["position"].take();
        let mut left = field % count(&position).max(1);
        change(&mut position, &mut left, &odd);
        let load = json!({"op": "load", "position": position, "game": "triplanes"});
        check(&mut engine, load.to_string().as_bytes());
        for seat in [0, 1, 0, 1, 0, 1] {
            let play = json!({"op": "bot", "match": 3, "seat": seat, "bot": "random", "play": true});
            check(&mut engine, play.to_string().as_bytes());
        }
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 1,
    }
}

fn change(value: &mut Value, left: &mut usize, odd: &Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|inner| change(inner, left, odd)),
        Value::Object(map) => map.values_mut().for_each(|inner| change(inner, left, odd)),
        leaf if *left == 0 => {
            *leaf = odd.clone();
            *left = usize::MAX;
        }
        _ => *left = left.saturating_sub(1),
    }
}
