//! No door is forgotten: whatever the server says that it takes is among the inputs to begin with.

use fuzz::targets::SHELF;
use fuzz::{Target, targets};
use serde_json::Value;

fn described() -> Value {
    serde_json::from_str(server::api::DOCUMENT).expect("the description of the routes")
}

fn seeds(target: &Target) -> Vec<String> {
    (target.seeds)().into_iter().map(|input| String::from_utf8_lossy(&input).into_owned()).collect()
}

/// Whether a path is one of this route: `/a/{id}` is `/a/$0`.
fn fits(route: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let (mut route, mut path) = (route.split('/'), path.split('/'));
    loop {
        match (route.next(), path.next()) {
            (None, None) => return true,
            (Some(step), Some(word)) if step == word || step.starts_with('{') => {}
            _ => return false,
        }
    }
}

#[test]
fn every_route_has_an_input_to_begin_with() {
    let (document, seeds) = (described(), seeds(&targets::bodies::TARGET));
    let heads: Vec<Vec<&str>> =
        seeds.iter().map(|seed| seed.lines().next().unwrap_or_default().split(' ').collect()).collect();
    let mut routes = 0;
    for (route, methods) in document["paths"].as_object().expect("routes") {
        for method in methods.as_object().expect("methods").keys() {
            let there = heads
                .iter()
                .any(|head| head.len() > 1 && head[0].eq_ignore_ascii_case(method) && fits(route, head[1]));
            assert!(there, "no input begins with {method} {route}");
            routes += 1;
        }
    }
    assert!(routes > 30, "{routes} routes");
}

#[test]
fn every_word_on_the_socket_has_an_input_to_begin_with() {
    let (document, seeds) = (described(), seeds(&targets::frames::TARGET));
    let words = document["components"]["schemas"]["Say"]["oneOf"].as_array().expect("words");
    assert!(words.len() > 10, "{} words", words.len());
    for word in words {
        let op = word["properties"]["op"]["enum"][0].as_str().expect("a word");
        assert!(seeds.iter().any(|seed| seed.contains(&format!("\"op\":\"{op}\""))), "no input says {op}");
    }
}

#[test]
fn every_op_of_a_seat_has_an_input_to_begin_with() {
    let seeds = seeds(&targets::seats::TARGET);
    for op in server::engine::ops().chain(["sit"]) {
        assert!(seeds.iter().any(|seed| seed.contains(&format!("\"op\":\"{op}\""))), "no input says {op}");
    }
}

/// A target may be kept from saying anything by a world that is not as its inputs expect.
#[test]
fn inputs_to_begin_with_are_taken() {
    let answers = |target: &Target, input: &str| -> Vec<String> {
        fuzz::hunt::attempt(target, input.as_bytes()).unwrap_or_else(|why| panic!("{input}: {why}"))
    };
    let open = format!("${}", SHELF.games().count());
    let asked = answers(&targets::bodies::TARGET, &format!("GET /api/matches/{open}/invitation {open}.i\n"));
    assert_eq!(asked, ["invitation 200"]);
    let asked = answers(&targets::bodies::TARGET, "GET /api/matches/$1/log $1.0\n");
    assert_eq!(asked, ["log 200"]);
    let heard = answers(
        &targets::frames::TARGET,
        "$0\n{\"op\":\"hello\",\"key\":\"$0.1\"}\n{\"op\":\"ping\",\"at\":2}\n",
    );
    assert!(heard.contains(&"welcome".to_owned()), "{heard:?}");
    assert_eq!(heard.iter().filter(|word| *word == "pong").count(), 2, "{heard:?}");
    let heard = answers(
        &targets::seats::TARGET,
        &format!(
            "{open}\n{{\"id\":0,\"op\":\"sit\",\"invitation\":\"{open}.i\",\"key\":\"a-key-of-the-programs-ow\"}}\n{{\"op\":\"view\"}}\n"
        ),
    );
    assert!(heard[0].contains("scenario") && heard.contains(&"fine id view".to_owned()), "{heard:?}");
}
