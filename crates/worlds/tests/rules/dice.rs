//! Dice and draws that a position stacks.

use crate::support::*;

/// A position with these dice to come, whatever the seed.
fn load(scene: &Scene, stack: Vec<Loaded>, seed: u64) -> Result<Match<State>, table::SetupError> {
    Match::begin(&Content::built_in(), Setup { stack, ..scene.setup() }, seed)
}

#[test]
fn a_stacked_die_falls_as_it_lies_whatever_the_seed() {
    proves!("WW-DIE-01");
    let mut scene = Scene::core();
    let infantry = scene.unit(Infantry, "wales");
    for (colour, seed) in [Green, Yellow, Red].into_iter().flat_map(|c| (0..5).map(move |s| (c, s))) {
        let mut m = load(&scene, vec![Loaded::Die(colour)], seed).expect("a match");
        m.order(HUMAN, &Order::Mill { unit: infantry }).expect("a legal order");
        let rolled = m.events().iter().find_map(|e| match e.seen_by(Viewer::Umpire) {
            Some(What::Die { colour, .. }) => Some(*colour),
            _ => None,
        });
        assert_eq!(rolled, Some(colour), "seed {seed}");
    }
}

#[test]
fn stacked_draws_wait_for_a_draw_of_their_sort() {
    proves!("WW-CMP-09", "WW-PRO-09", "WW-PLN-02");
    let scene = Scene::core().production(60);
    for zone in zones_of(Content::built_in().harbours) {
        // The plan is not asked for yet, so it keeps its place behind the Harbour.
        let stack = vec![Loaded::Zone(zone.0), Loaded::Plan(Plan::Trap)];
        let mut m = load(&scene, stack, 3).expect("a match");
        m.order(HUMAN, &Order::RandomHarbour).expect("a legal order");
        assert_eq!(m.state().now.harbours, zone.bit());
        assert_eq!(m.state().position().stack, [Loaded::Plan(Plan::Trap)]);
    }
    let mut scene = Scene::core();
    scene.wave(1, "wales", "gy");
    scene.unit(FieldGun, "wales");
    (scene.now.phase, scene.now.flow, scene.now.ask) = (Phase::Battle, Flow::Initiative, Ask::Plans);
    (scene.now.land.zone, scene.now.fought, scene.now.production) = (z("wales"), 1, 60);
    for plan in Plan::ALL {
        let mut m = load(&scene, vec![Loaded::Plan(plan), Loaded::LandCard(7)], 5).expect("a match");
        m.order(HUMAN, &Order::RandomPlan).expect("a legal order");
        assert_eq!(m.state().now.land.held[plan as usize], 1);
        m.order(HUMAN, &Order::Done).expect("a legal order");
        let drawn = m.events().iter().find_map(|e| match e.seen_by(Viewer::Umpire) {
            Some(What::Initiative { card, .. }) => *card,
            _ => None,
        });
        assert_eq!(drawn, Some(7));
    }
}

#[test]
fn nobody_sees_the_stack_and_other_dice_forget_it() {
    proves!("WW-DIE-01");
    let scene = Scene::core();
    let plain = load(&scene, Vec::new(), 4).expect("a match");
    let loaded = load(&scene, vec![Loaded::Die(Red); 3], 4).expect("a match");
    let view =
        |m: &Match<State>| serde_json::to_string(&m.state().view(Viewer::Seat(HUMAN))).expect("a view");
    assert_eq!(view(&plain), view(&loaded));
    assert_ne!(plain.hash(), loaded.hash(), "it is another match");
    let mut again = loaded.state().clone();
    again.reseed(9);
    assert!(again.position().stack.is_empty());
    let mut dice = table::Dice::new(1);
    assert!(loaded.state().imagine(HUMAN, &mut dice).position().stack.is_empty());
    assert_eq!(loaded.state().position().stack.len(), 3, "a position keeps it");
}

#[test]
fn a_stack_that_can_not_come_names_its_place() {
    proves!("WW-CMP-09");
    let bad = [
        (Loaded::Die(Violet), "stack[1]: expected a colour of the die"),
        (Loaded::LandCard(200), "stack[1]: there is no such Land Battle card"),
        (Loaded::SeaCard(200), "stack[1]: there is no such Sea Battle card"),
        (Loaded::Event(200), "stack[1]: there is no such Event card"),
        (Loaded::Zone(18), "stack[1]: expected a zone 0 to 17"),
    ];
    for (next, words) in bad {
        let error = load(&Scene::core(), vec![Loaded::Die(Green), next], 1).expect_err("a refusal");
        assert_eq!(error.to_string(), words);
    }
    let error = load(&Scene::core(), vec![Loaded::Die(Green); 501], 1).expect_err("a refusal");
    assert_eq!(error.place, "stack");
}
