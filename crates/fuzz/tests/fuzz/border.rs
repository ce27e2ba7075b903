//! The border of continuous choices (invariant 6): an order that is not listed is accepted up to the border that the rules
//! draw, and refused with its rule a thousandth behind it.

use fuzz::targets::SHELF;
use ledger::Ledger;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use table::face::{AnyMatch, OrderError};
use table::{Dice, SeatId, SetupRequest};

/// How far it is looked for a border: farther than any table is wide, in the units of any game.
const FAR: f64 = 1e7;

/// A point of an order: where it stands in the order, and its coordinates.
#[derive(Clone, Debug)]
struct Spot {
    place: String,
    at: [f64; 2],
    /// Coordinates are whole numbers.
    whole: bool,
}

impl Spot {
    fn all(order: &Value, place: &str, found: &mut Vec<Self>) {
        match order {
            Value::Object(fields) => {
                if let (Some(x), Some(y)) = (fields.get("x"), fields.get("y"))
                    && let (Some(at_x), Some(at_y)) = (x.as_f64(), y.as_f64())
                {
                    let whole = x.is_i64() && y.is_i64();
                    found.push(Self { place: place.to_owned(), at: [at_x, at_y], whole });
                }
                fields.iter().for_each(|(name, inner)| Self::all(inner, &format!("{place}/{name}"), found));
            }
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(n, inner)| Self::all(inner, &format!("{place}/{n}"), found));
            }
            _ => {}
        }
    }

    /// The order with this point moved so far in a direction.
    fn moved(&self, order: &Value, direction: [f64; 2], by: f64) -> Value {
        let mut order = order.clone();
        let [x, y] = [0, 1].map(|n| self.at[n] + direction[n] * by);
        if let Some(point) = order.pointer_mut(&self.place) {
            *point = if self.whole {
                json!({ "x": x.round() as i64, "y": y.round() as i64 })
            } else {
                json!({ "x": x, "y": y })
            };
        }
        order
    }

    /// A thousandth of a unit where units are whole thousandths or millimetres.
    fn step(&self) -> f64 {
        if self.whole { 1.0 } else { 0.001 }
    }
}

#[derive(Debug, Default)]
struct Seen {
    borders: usize,
    /// Orders at a border that no prompt lists.
    unlisted: usize,
    rules: BTreeSet<String>,
}

/// Looks for the border in one direction and at both sides of it.
fn border(
    play: &dyn AnyMatch,
    seat: SeatId,
    order: &Value,
    spot: &Spot,
    direction: [f64; 2],
    seen: &mut Seen,
) {
    let judge = |by: f64| play.check(seat, &spot.moved(order, direction, by));
    let (mut inside, mut outside) = (0.0, spot.step());
    while judge(outside).is_ok() {
        (inside, outside) = (outside, outside * 2.0);
        if outside > FAR {
            return;
        }
    }
    while outside - inside > spot.step() * 1.01 {
        let middle = f64::midpoint(inside, outside);
        let middle = if spot.whole { middle.round() } else { middle };
        if judge(middle).is_ok() {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    let (good, bad) = (spot.moved(order, direction, inside), spot.moved(order, direction, outside));
    let refusal = match judge(outside) {
        Err(OrderError::Refused(refusal)) => refusal,
        // Beyond all tables: that is no place at all.
        Err(OrderError::Unreadable(_)) => return,
        Ok(()) => panic!("{bad} is judged in two ways"),
    };
    let rule = refusal.rule.to_string();
    assert!(
        Ledger::embedded().get(&rule).is_some() || rule.starts_with("AM-"),
        "{bad} is refused by {rule}, which is no rule"
    );
    assert!(!refusal.why.is_empty());
    seen.rules.insert(rule);
    seen.borders += 1;
    seen.unlisted += usize::from(!play.legal(seat, usize::MAX).0.contains(&good));

    let before = play.hash();
    let mut copy = play.still();
    assert!(copy.order(seat, &bad).is_err(), "{bad} is refused by the check and taken when given");
    assert_eq!(copy.hash(), before, "a refusal changes something");
    let (near, moved) = play
        .nearest(seat, &good)
        .unwrap_or_else(|e| panic!("{good} is accepted, and nothing lies near it: {e}"));
    assert!(moved.is_none(), "{good} is accepted, and {near} is said to lie nearer: {moved:?}");
    if let Ok((near, why)) = play.nearest(seat, &bad) {
        assert!(why.is_some() && play.check(seat, &near).is_ok(), "{near} is said to lie near {bad}");
    }
    copy.order(seat, &good)
        .unwrap_or_else(|e| panic!("{good} is accepted by the check and refused when given: {e}"));
    if let Some((prompt, _)) = copy.owed() {
        assert!(copy.options(prompt) > 0, "after {good} nobody can go on");
    }
}

const DIRECTIONS: [[f64; 2]; 4] = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];

/// Plays a scenario and looks at the borders of some offers on the way.
fn walk(game: &str, scenario: &str, option: Option<(&str, &str)>, looks: usize, seen: &mut Seen) {
    let options = option.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let request =
        SetupRequest { scenario: scenario.to_owned(), variant: None, options: options.into_iter().collect() };
    let mut play = SHELF.game(game).expect("a game").new_match(&request, 9).expect("a match");
    let mut dice = Dice::new(4);
    let mut left = looks;
    for _ in 0..400 {
        let Some((prompt, seat)) = play.owed().filter(|_| left > 0) else { break };
        let mut spots = Vec::new();
        let order = play.drawn(prompt, &mut dice.clone()).expect("an order").0;
        Spot::all(&order, "", &mut spots);
        if let Some(spot) = spots.last() {
            left -= 1;
            for direction in DIRECTIONS {
                border(play.as_ref(), seat, &order, spot, direction, seen);
            }
        }
        play.draw(prompt, &mut dice);
    }
}

#[test]
fn places_of_tripods_and_triplanes_end_where_the_rules_say() {
    let mut seen = Seen::default();
    for scenario in ["bring-proof", "piave", "eagles-nest", "a-lonely-invader", "londons-burning"] {
        walk("triplanes", scenario, Some(("setup", "played")), 6, &mut seen);
    }
    assert!(seen.borders > 60 && seen.unlisted * 10 > seen.borders * 9, "{seen:?}");
    assert!(seen.rules.len() >= 4, "{:?}", seen.rules);
}

#[test]
fn places_and_ways_of_tripods_and_hussars_end_where_the_rules_say() {
    let mut seen = Seen::default();
    for scenario in ["horsell", "weybridge", "london"] {
        walk("hussars", scenario, None, 8, &mut seen);
    }
    assert!(seen.borders > 40 && seen.unlisted * 2 > seen.borders, "{seen:?}");
    assert!(seen.rules.len() >= 3, "{:?}", seen.rules);
}

#[test]
fn a_post_of_the_ambush_ends_after_eighty_paces() {
    let play = SHELF.game("ambush").expect("a game");
    let scenario = play.scenarios()[0].id.clone();
    let mut play = play.new_match(&SetupRequest { scenario, ..SetupRequest::default() }, 1).expect("a match");
    let (prompt, seat) = play.owed().expect("somebody hides");
    let offered: Vec<Value> = (0..play.options(prompt)).map(|n| play.option(prompt, n)).collect();
    let post = |at: u32| {
        let mut order = offered[0].clone();
        order["at"] = json!(at);
        order
    };
    let judge = |at| play.check(seat, &post(at));
    let rule = |at| match judge(at) {
        Err(OrderError::Refused(refusal)) => refusal.rule.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(!offered.contains(&post(201)), "201 is offered: {offered:?}");
    assert!([200, 201, 799, 800].into_iter().all(|at| judge(at).is_ok()));
    assert_eq!([rule(199), rule(801)], ["AM-01", "AM-01"]);
    play.order(seat, &post(799)).expect("a post");
}
