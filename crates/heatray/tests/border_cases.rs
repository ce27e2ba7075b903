//! Cases from the borders of the rulebook, played through the engine protocol as a client would: positions with the
//! next cards stacked, orders as JSON, nothing read but what the engine answers.

use games::Shelf;
use heatray::engine::Engine;
use serde_json::{Value, json};

/// A match behind the engine.
struct Table<'a> {
    engine: Engine<'a>,
}

impl<'a> Table<'a> {
    fn open(shelf: &'a Shelf, request: &Value) -> Self {
        let mut table = Self { engine: Engine::new(shelf) };
        let answer = table.ask(request);
        assert_eq!(answer["match"], 1, "{answer}");
        table
    }

    fn load(shelf: &'a Shelf, position: &Value) -> Self {
        Self::open(shelf, &json!({"op": "load", "position": position, "seed": 3}))
    }

    fn ask(&mut self, request: &Value) -> Value {
        let answer = self.engine.answer(request.to_string().as_bytes()).expect("an answer");
        serde_json::from_str(&answer).expect("JSON")
    }

    /// Gives an order that must be accepted.
    fn give(&mut self, seat: u8, order: &Value) -> &mut Self {
        let answer = self.ask(&json!({"op": "order", "match": 1, "seat": seat, "order": order}));
        assert!(answer["events"].is_array(), "{order}: {answer}");
        self
    }

    /// The rule that refuses an order.
    fn refused(&mut self, seat: u8, order: &Value) -> String {
        let answer = self.ask(&json!({"op": "order", "match": 1, "seat": seat, "order": order}));
        answer["refused"]["rule"].as_str().unwrap_or_else(|| panic!("{order}: {answer}")).to_owned()
    }

    /// Answers every prompt with its first legal order until the turn or the match is over.
    fn rest_of_turn(&mut self) -> &mut Self {
        let turn = self.position()["turn"].clone();
        loop {
            let prompts = self.ask(&json!({"op": "prompts", "match": 1}));
            if prompts["outcome"].is_object() || prompts["turn"] != turn {
                return self;
            }
            let seat = prompts["prompts"][0]["seat"].as_u64().expect("somebody decides");
            let legal = self.ask(&json!({"op": "legal", "match": 1, "seat": seat, "limit": 1}));
            self.give(seat as u8, &legal["orders"][0]);
        }
    }

    fn position(&mut self) -> Value {
        self.ask(&json!({"op": "position", "match": 1}))["position"].clone()
    }

    fn vehicle(&mut self, id: usize) -> Value {
        self.position()["vehicles"][id].clone()
    }

    /// How often the rule was cited so far, as the umpire sees it.
    fn cited(&mut self, rule: &str) -> usize {
        let events = self.ask(&json!({"op": "events", "match": 1}));
        events["events"].as_array().expect("events").iter().filter(|e| e["rule"] == rule).count()
    }

    fn outcome(&mut self) -> (String, String) {
        let over = self.ask(&json!({"op": "prompts", "match": 1}))["outcome"].clone();
        let text = |field: &str| over[field].as_str().unwrap_or_default().to_owned();
        (text("winner_name"), text("rule"))
    }
}

fn vehicle(model: &str, (x, y, facing): (f64, f64, i32), more: &Value) -> Value {
    let seat = u8::from(model.starts_with("mk"));
    let mut all = json!({"model": model, "seat": seat, "at": {"x": x, "y": y}, "facing": facing});
    for (key, value) in more.as_object().expect("fields") {
        all[key] = value.clone();
    }
    all
}

fn position(vehicles: &[Value], more: &Value) -> Value {
    let seats = json!([{"name": "E", "team": "earthlings"}, {"name": "M", "team": "martians"}]);
    let mut all = json!({"seats": seats, "vehicles": vehicles});
    for (key, value) in more.as_object().expect("fields") {
        all[key] = value.clone();
    }
    all
}

const FAR: (f64, f64, i32) = (100.0, 100.0, 0);
const MIDDLE: (f64, f64, i32) = (450.0, 450.0, 0);
const STRAIGHTS: [u8; 3] = [1, 2, 3];
const STILL: [u8; 3] = [11, 12, 13];

fn plan(id: u8, cards: [u8; 3]) -> Value {
    json!({"plan": {"vehicle": id, "cards": cards}})
}

fn act(id: u8, action: &Value) -> Value {
    json!({"act": {"vehicle": id, "action": action}})
}

/// A Nieuport far away and a Locust in the middle with these marks, before planning.
fn locust(marks: &Value, more: &Value) -> Value {
    position(&[vehicle("nieuport_16", FAR, &json!({})), vehicle("mk1_locust", MIDDLE, marks)], more)
}

/// A Nieuport that looks at the Locust's rear (0) or front (180) from this gap, in the firing step.
fn duel(gap: f64, facing: i32, plane: &Value, tripod: &Value, stack: &Value) -> Value {
    let mut plane = vehicle("nieuport_16", (450.0, 450.0 - 31.2 - gap, 0), plane);
    let mut tripod = vehicle("mk1_locust", (450.0, 450.0, facing), tripod);
    (plane["plan"], tripod["plan"]) = (json!(STRAIGHTS), json!(STILL));
    position(&[plane, tripod], &json!({"step": {"firing": {"phase": 0}}, "stack": stack}))
}

fn fire() -> Value {
    json!({"fire": {"vehicle": 0, "target": 1, "through": "open"}})
}

#[test]
fn case_01_a_tripod_with_one_counter_plans_two_cards_one_of_them_stationary_or_running() {
    let shelf = Shelf::default();
    let mut table = Table::load(&shelf, &locust(&json!({"toppled": 1}), &json!({})));
    assert_eq!(table.refused(1, &plan(1, [0, 1, 2])), "TT-TMN-08");
    assert_eq!(table.refused(1, &plan(1, [1, 11, 0])), "TT-TOP-06");
    table.give(1, &plan(1, [0, 15, 1]));
}

#[test]
fn case_02_with_two_counters_the_one_card_is_running_or_stationary() {
    let shelf = Shelf::default();
    for (card, fits) in [(1, false), (5, false), (11, true), (14, true), (15, true)] {
        let mut table = Table::load(&shelf, &locust(&json!({"toppled": 2}), &json!({})));
        if fits {
            table.give(1, &plan(1, [0, 0, card]));
        } else {
            assert_eq!(table.refused(1, &plan(1, [0, 0, card])), "TT-TMN-08");
        }
    }
}

#[test]
fn case_03_the_printed_setting_does_not_punish_two_movement_cards() {
    let shelf = Shelf::default();
    let mut table = Table::load(&shelf, &locust(&json!({"toppled": 1}), &json!({"planning": "printed"})));
    table.give(0, &plan(0, STRAIGHTS)).give(1, &plan(1, [0, 1, 2])).rest_of_turn();
    assert_eq!((table.cited("TT-TIL-01"), table.vehicle(1)["toppled"].clone()), (0, Value::Null));
    // Three of them it does.
    let mut table = Table::load(&shelf, &locust(&json!({}), &json!({"planning": "printed"})));
    table.give(0, &plan(0, STRAIGHTS)).give(1, &plan(1, STRAIGHTS)).rest_of_turn();
    assert_eq!((table.cited("TT-TIL-01"), table.vehicle(1)["toppled"].clone()), (1, json!(2)));
}

#[test]
fn case_04_a_damaged_engine_asks_for_a_stationary_card_of_a_short_plan_too() {
    let shelf = Shelf::default();
    let marks = json!({"toppled": 1, "hidden": {"engine": 1}});
    let mut table = Table::load(&shelf, &locust(&marks, &json!({})));
    assert_eq!(table.refused(1, &plan(1, [0, 1, 15])), "TT-SPV-02");
    table.give(1, &plan(1, [0, 1, 14]));
}

/// Locust 1 stands with change facing, Locust 2 walks at it, Locust 3 follows into the place of Locust 2.
fn crowd(first: (f64, f64, i32), plans: &[[u8; 3]]) -> Value {
    let mut vehicles = vec![vehicle("nieuport_16", FAR, &json!({"plan": STRAIGHTS}))];
    let places = [first, (450.0, 400.0, 0), (450.0, 400.0 - 88.4, 0)];
    for (place, plan) in places.into_iter().zip(plans) {
        vehicles.push(vehicle("mk1_locust", place, &json!({"plan": plan})));
    }
    position(&vehicles, &json!({"step": {"actions": {"phase": 0}}}))
}

fn turns(table: &mut Table<'_>, others: &[u8]) {
    table.give(1, &act(1, &json!({"change_facing": {"to": "front_right"}})));
    for id in others {
        table.give(1, &act(*id, &json!("pass")));
    }
}

fn facing(table: &mut Table<'_>, id: usize) -> f64 {
    table.vehicle(id)["facing"].as_f64().unwrap_or(0.0)
}

#[test]
fn case_05_a_bumped_tripod_does_not_turn() {
    let shelf = Shelf::default();
    let mut table = Table::load(&shelf, &crowd((450.0, 500.0, 0), &[STILL, [1, 11, 12]]));
    turns(&mut table, &[2]);
    assert_eq!((table.cited("TT-OVL-03"), table.cited("TT-CHF-05"), table.cited("TT-CHF-01")), (1, 1, 0));
    assert_eq!((facing(&mut table, 1), table.vehicle(2)["at"]["y"].clone()), (0.0, json!(400.0)));
}

#[test]
fn case_06_a_whole_chain_goes_back_and_the_bumped_tripod_keeps_its_facing() {
    let shelf = Shelf::default();
    let plans = [STILL, [1, 11, 12], [1, 11, 12]];
    let mut table = Table::load(&shelf, &crowd((450.0, 500.0, 0), &plans));
    turns(&mut table, &[2, 3]);
    assert_eq!((table.cited("TT-OVL-03"), facing(&mut table, 1)), (2, 0.0));
    assert_eq!(table.vehicle(3)["at"]["y"].as_f64().map(f64::round), Some(312.0));
}

#[test]
fn case_07_an_airplane_overhead_is_no_bump() {
    let shelf = Shelf::default();
    let plane = vehicle("nieuport_16", (450.0, 420.0, 0), &json!({"plan": [10, 1, 2]}));
    let tripod = vehicle("mk1_locust", MIDDLE, &json!({"plan": STILL}));
    let step = json!({"step": {"actions": {"phase": 0}}});
    let mut table = Table::load(&shelf, &position(&[plane, tripod], &step));
    turns(&mut table, &[]);
    assert_eq!((facing(&mut table, 1), table.cited("TT-CHF-05")), (60.0, 0));
}

#[test]
fn case_08_a_forbidden_heat_ray_costs_two_and_a_forbidden_recharge_one() {
    let shelf = Shelf::default();
    let printed = |cards: [u8; 3], action: &Value| {
        let tripod = vehicle("mk1_locust", MIDDLE, &json!({"plan": cards, "energy": 4}));
        let plane = vehicle("nieuport_16", FAR, &json!({"plan": STRAIGHTS}));
        let more = json!({"step": {"actions": {"phase": 0}}, "planning": "printed"});
        let mut table = Table::load(&shelf, &position(&[plane, tripod], &more));
        table.give(1, &act(1, action));
        let tripod = table.vehicle(1);
        (table.cited("TT-ACT-06"), tripod["energy"].clone(), tripod["cooling"].clone())
    };
    let ray = json!({"heat_ray": {"from": "front"}});
    let recharge = json!({"recharge": {"objective": null}});
    // The reverse has a stop icon; a long straight goes with a ray, not with a recharge.
    assert_eq!(printed([14, 11, 12], &ray), (1, json!(2), Value::Null));
    assert_eq!(printed([1, 11, 12], &recharge), (1, json!(3), Value::Null));
    assert_eq!(printed([1, 11, 12], &ray).0, 0);
}

#[test]
fn case_09_the_base_at_half_a_ruler_is_at_short_range() {
    let shelf = Shelf::default();
    for (gap, cards) in [(100.0, 2), (100.1, 1)] {
        let stack = json!({"B": ["1", "1"]});
        let mut table = Table::load(&shelf, &duel(gap, 0, &json!({}), &json!({}), &stack));
        table.give(0, &fire());
        assert_eq!(table.vehicle(1)["damage"].as_array().map(Vec::len), Some(cards), "{gap}");
    }
}

#[test]
fn case_10_an_explosion_takes_half_the_rating_through_armor_and_half_the_resistance_in_the_open() {
    let shelf = Shelf::default();
    let stack = json!({"B": ["explosion", "0"]});
    let mut armor = Table::load(&shelf, &duel(90.0, 180, &json!({}), &json!({"energy": 6}), &stack));
    armor.give(0, &json!({"fire": {"vehicle": 0, "target": 1, "through": "armor"}}));
    // The rating is 9: five counters go, and the card returns to its deck.
    assert_eq!(
        (armor.vehicle(1)["energy"].clone(), armor.vehicle(1)["damage"].clone()),
        (json!(1), Value::Null)
    );
    let mut open = Table::load(&shelf, &duel(90.0, 0, &json!({}), &json!({"energy": 6}), &stack));
    open.give(0, &fire());
    assert_eq!(open.vehicle(1)["energy"], 6);
    let view = open.ask(&json!({"op": "view", "match": 1}))["view"]["vehicles"][1].clone();
    let half = view["resistance"].as_u64().map(|r| r.div_ceil(2));
    assert_eq!(view["points"].as_u64(), half);
}

#[test]
fn case_11_jam_counters_count_for_the_phase_in_which_they_lie_there() {
    let shelf = Shelf::default();
    let near = |marks: &Value| duel(90.0, 0, marks, &json!({}), &json!({"B": ["1", "1"]}));
    // One more airplane keeps the step open.
    let with_friend = |mut all: Value| {
        let friend = vehicle("nieuport_16", (430.0, 300.0, 0), &json!({"plan": STRAIGHTS}));
        all["vehicles"].as_array_mut().expect("vehicles").push(friend);
        all
    };
    let mut table = Table::load(&shelf, &with_friend(near(&json!({"jammed": 1}))));
    assert_eq!(table.refused(0, &fire()), "TT-SPA-01");
    let mut table = Table::load(&shelf, &with_friend(near(&json!({"jammed": 0, "jammed_now": true}))));
    assert_eq!(table.refused(0, &fire()), "TT-SPA-01");
    Table::load(&shelf, &with_friend(near(&json!({"jammed": 3, "jammed_now": false})))).give(0, &fire());
}

#[test]
fn case_12_a_cannon_that_is_loaded_is_silent_and_so_are_the_guns() {
    let shelf = Shelf::default();
    let mut all = duel(90.0, 0, &json!({"cannon": true, "loading": 1}), &json!({}), &json!({}));
    let friend = vehicle("nieuport_16", (430.0, 300.0, 0), &json!({"plan": STRAIGHTS}));
    all["vehicles"].as_array_mut().expect("vehicles").push(friend);
    let mut table = Table::load(&shelf, &all);
    assert_eq!(table.refused(0, &fire()), "TT-CAN-12");
    let cannon = json!({"cannon": {"vehicle": 0, "target": 1, "through": "open"}});
    assert_eq!(table.refused(0, &cannon), "TT-CAN-11");
}

/// The last phase of a turn in which the first airplane flies off across the north.
fn flies_off(shelf: &Shelf, scenario: &str) -> Value {
    let options = json!({"setup": "quick"});
    let request =
        json!({"op": "new", "game": "triplanes", "scenario": scenario, "options": options, "seed": 5});
    let mut all = Table::open(shelf, &request).position();
    all["step"] = json!({"actions": {"phase": 2}});
    let plane = &mut all["vehicles"][0];
    (plane["at"], plane["facing"], plane["plan"]) =
        (json!({"x": 800.0, "y": 890.0}), json!(0), json!(STRAIGHTS));
    let tripod =
        all["vehicles"].as_array_mut().expect("vehicles").iter_mut().find(|v| v["model"] == "mk1_locust");
    let tripod = tripod.expect("a tripod");
    (tripod["at"], tripod["facing"]) = (json!({"x": 200.0, "y": 600.0}), json!(180));
    if scenario == "spark-of-hope" {
        tripod["plan"] = json!(STILL);
    }
    all
}

#[test]
fn case_13_nobody_replaces_a_lonely_airplane_that_flew_off() {
    let shelf = Shelf::default();
    let mut table = Table::load(&shelf, &flies_off(&shelf, "a-lonely-invader"));
    table.rest_of_turn();
    assert_eq!(table.outcome(), ("Martians".to_owned(), "TT-VIC-03".to_owned()));
}

#[test]
fn case_14_the_second_nieuport_comes_for_one_that_flew_off() {
    let shelf = Shelf::default();
    let mut table = Table::load(&shelf, &flies_off(&shelf, "spark-of-hope"));
    table.rest_of_turn();
    assert_eq!(table.outcome(), (String::new(), String::new()));
    let planes: Vec<Value> =
        (0..3).map(|id| table.vehicle(id)).filter(|v| v["model"] == "nieuport_16").collect();
    assert!(planes.iter().any(|v| v["fate"]["exited"].is_object()));
    assert!(planes.iter().any(|v| v["fate"].is_null() && v["rockets"] == 2), "the second is on the table");
}

#[test]
fn case_15_bombs_fall_after_the_straight_that_follows_an_immelmann_not_after_it() {
    let shelf = Shelf::default();
    let drop = |cards: [u8; 3], phase: u8| {
        let plane = vehicle("nieuport_16", (450.0, 200.0, 0), &json!({"plan": cards, "loads": 1}));
        let tripod = vehicle("mk1_locust", (450.0, 700.0, 0), &json!({"plan": STILL}));
        let more = json!({"step": {"commit": {"phase": phase}}, "bombing": true});
        let mut table = Table::load(&shelf, &position(&[plane, tripod], &more));
        table.give(1, &json!({"commit": {"vehicle": 1, "card": "none"}}));
        let order =
            json!({"op": "order", "match": 1, "seat": 0, "order": {"drop": {"vehicle": 0, "loads": 1}}});
        table.ask(&order)["refused"]["rule"].clone()
    };
    assert_eq!(drop([1, 12, 2], 1), "INV-BOM-08");
    assert_eq!(drop([1, 12, 2], 2), Value::Null);
    assert_eq!(drop([1, 12, 2], 0), Value::Null, "the straight before it");
}

#[test]
fn case_16_a_tripod_keeps_off_terrain_that_was_added_to_the_hunt() {
    let shelf = Shelf::default();
    let options = json!({"terrain": "pond"});
    let request = json!({"op": "new", "game": "triplanes", "scenario": "hunters-hunted", "options": options, "seed": 5});
    let mut table = Table::open(&shelf, &request);
    for (x, y) in [(300.0, 450.0), (600.0, 450.0), (450.0, 300.0), (450.0, 600.0)] {
        table.give(0, &json!({"place_objective": {"at": {"x": x, "y": y}}}));
    }
    table.give(0, &json!({"place_terrain": {"at": {"x": 200.0, "y": 768.8}, "facing": 0}}));
    let tripod = |x: f64| json!({"place_vehicle": {"vehicle": 3, "at": {"x": x, "y": 768.8}, "facing": 180}});
    assert_eq!(table.refused(1, &tripod(200.0)), "TT-TER-01");
    table.give(1, &tripod(400.0));
}
