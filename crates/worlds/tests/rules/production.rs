//! PRODUCTION PHASE.

use crate::support::*;

fn only_live(zones: &[(&str, u8)]) -> Scene {
    let mut scene = Scene::core();
    for zone in Content::built_in().zones.clone() {
        scene.workforce(&zone.id, 0);
    }
    for (zone, workforce) in zones {
        scene.workforce(zone, *workforce);
    }
    scene
}

/// The income of the next turn, as the log tells it.
fn next_income(mut scene: Scene) -> (u8, u16) {
    scene.next_event("EV36");
    let played = scene.play(Order::Done, &[]);
    let income = played.events().into_iter().find_map(|(rule, what)| match what {
        What::Income { points, total } if rule == "WW-PRO-01" => Some((points, total)),
        _ => None,
    });
    income.expect("an income")
}

#[test]
fn income_is_the_sum_of_gears() {
    proves!("WW-PRO-01");
    let mut scene = only_live(&[("leeds", 8), ("dover", 5), ("london", 6)]);
    // The Wave stands where nothing is left, and cannot touch them.
    scene.no_wave(5).cylinder(1, "wales", 4);
    assert_eq!(next_income(scene), (14, 14));
}

#[test]
fn points_are_kept_without_limit() {
    proves!("WW-PRO-02");
    for (before, after) in [(12, 72), (60, 120), (250, 310)] {
        let mut scene = Scene::core();
        scene.no_wave(5).cylinder(1, "wales", 4);
        scene.now.production = before;
        assert_eq!(next_income(scene), (60, after));
    }
    // EV12 adds 15 points, above 99 as well as below.
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "wales", 4).next_event("EV12");
    scene.now.production = 95;
    let played = scene.play(Order::Done, &[]);
    assert!(played.events().iter().any(|(_, w)| *w == What::Points { change: 15, total: 110 }));
}

#[test]
fn purchases_are_made_after_the_income_only() {
    proves!("WW-PRO-03");
    let leeds = z("leeds");
    let scene = Scene::core().production(24);
    assert_eq!(scene.refusal(Order::Buy { kind: SiegeGun, zone: leeds }), "WW-PRO-04");
    let mut played = scene.play(Order::Buy { kind: Infantry, zone: leeds }, &[]);
    played.order(Order::Buy { kind: Infantry, zone: leeds });
    assert_eq!(played.now().production, 4);
    assert_eq!(played.now().units_at[leeds.index()].count_ones(), 2);
    let mut scene = Scene::core();
    scene.now.production = 99;
    assert_eq!(scene.refusal(Order::Buy { kind: Infantry, zone: leeds }), "WW-PRO-03");
}

#[test]
fn the_price_list() {
    proves!("WW-PRO-04");
    let mut played = Scene::core().production(80).begin(&[]);
    let mut left = 80;
    for (kind, cost) in [(Infantry, 10), (Cavalry, 10), (FieldGun, 15), (SiegeGun, 25)] {
        played.order(Order::Buy { kind, zone: z("london") });
        left -= cost;
        assert_eq!(played.now().production, left);
    }
    played.order(Order::RandomHarbour);
    assert_eq!(played.now().production, 15);
    let free = zones_of(Content::built_in().harbours & !played.now().harbours).next().expect("a square");
    played.order(Order::Harbour { zone: free });
    assert_eq!(played.now().production, 0);
}

#[test]
fn units_need_a_factory() {
    proves!("WW-PRO-05");
    let scene = Scene::core().production(15);
    assert_eq!(scene.refusal(Order::Buy { kind: FieldGun, zone: z("oxford") }), "WW-PRO-05");
    scene.play(Order::Buy { kind: FieldGun, zone: z("birmingham") }, &[]);
}

#[test]
fn martians_do_not_prevent_placement() {
    proves!("WW-PRO-06");
    let mut scene = Scene::core().production(30);
    scene.no_wave(5).wave(1, "leeds", "g").machine("leeds", Red).cylinder(2, "leeds", 4);
    let mut played = scene.begin(&[R]);
    for _ in 0..2 {
        played.order(Order::Buy { kind: FieldGun, zone: z("leeds") });
    }
    // The points are spent: the phase is over by itself.
    assert!(played.told("WW-BAT-03", &What::BattleBegan { zone: z("leeds"), band: 0 }));
}

#[test]
fn nothing_is_placed_in_a_dead_zone() {
    proves!("WW-PRO-07");
    let mut scene = Scene::core().production(50);
    scene.workforce("bristol", 0).weed("southampton");
    assert_eq!(scene.refusal(Order::Buy { kind: Infantry, zone: z("bristol") }), "WW-PRO-07");
    assert_eq!(scene.refusal(Order::Buy { kind: Infantry, zone: z("southampton") }), "WW-PRO-07");
    assert_eq!(scene.refusal(Order::Harbour { zone: z("bristol") }), "WW-PRO-07");
}

#[test]
fn harbours_go_in_harbour_squares() {
    proves!("WW-PRO-08");
    let scene = Scene::core().production(40);
    assert_eq!(scene.refusal(Order::Harbour { zone: z("leeds") }), "WW-PRO-08");
    let played = scene.play(Order::Harbour { zone: z("hull") }, &[]);
    assert_eq!((played.now().production, played.now().harbours), (25, z("hull").bit()));
    assert_eq!(played.refusal(Order::Harbour { zone: z("hull") }), "WW-PRO-08");
    let squares = zones_of(Content::built_in().harbours).count();
    assert_eq!(squares, 10);
}

#[test]
fn a_random_harbour_goes_to_any_open_square() {
    proves!("WW-PRO-09");
    let mut scene = Scene::core().production(20);
    scene.now.harbours = Content::built_in().harbours & !z("dover").bit() & !z("plymouth").bit();
    scene.workforce("plymouth", 0);
    let played = scene.play(Order::RandomHarbour, &[]);
    assert!(played.told("WW-PRO-09", &What::HarbourPlaced { zone: z("dover"), cost: 5 }));
    assert_eq!(played.refusal(Order::RandomHarbour), "WW-PRO-09");
    assert_eq!(played.now().production, 15);
    // Each open square is as likely.
    let squares = zones_of(Content::built_in().harbours).count() as u32;
    let mut seen = 0;
    for n in 0..squares {
        seen |= Scene::core().production(10).play(Order::RandomHarbour, &[Nth(squares, n)]).now().harbours;
    }
    assert_eq!(seen, Content::built_in().harbours);
}

#[test]
fn a_phase_without_anything_to_buy_asks_nothing() {
    proves!("WW-PRO-03");
    let mut scene = only_live(&[("scotland", 4), ("london", 1), ("hull", 1)]);
    scene.next_event("EV36").no_wave(5).cylinder(1, "wales", 4);
    scene.now.production = 0;
    let unit = scene.unit(Infantry, "leeds");
    let mut played = scene.begin(&[]);
    played.order(Order::Move { unit, to: z("hull") });
    // Nobody else could act: the phase is over with the last move.
    assert_eq!(
        (played.now().turn, played.now().phase, played.ask()),
        (2, Phase::Production, Ask::Production)
    );
    assert!(played.accepts(Order::RandomHarbour), "seven points buy a Harbour");
    let squares = Content::built_in().harbours;
    scene.now.harbours = squares;
    let mut played = scene.begin(&[]);
    played.order(Order::Move { unit, to: z("hull") });
    assert_eq!((played.now().turn, played.ask()), (2, Ask::Action), "nothing is to be bought");
}
