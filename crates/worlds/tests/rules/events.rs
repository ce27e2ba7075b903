//! EVENT PHASE: every card of the deck.

use crate::support::*;

/// A quiet table on which this card is drawn; Wave 1 is a Cylinder in Scotland that has no machine.
fn quiet() -> Scene {
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(5, "scotland", 4);
    scene
}

/// Draws the card after the Cylinder's Assembly roll; dice follow.
fn draw(scene: &mut Scene, card: &str, dice: &[Chance]) -> Played {
    scene.next_event(card);
    let waves = scene.now.waves.iter().filter(|w| w.cylinder).count();
    let rolls = std::iter::repeat_n(G, waves);
    let all: Vec<Chance> = rolls.chain([Any(1)]).chain(dice.iter().copied()).collect();
    scene.play(Order::Done, &all)
}

fn points(played: &Played, card_rule: &str) -> i16 {
    let change = |(rule, w): (&'static str, What)| match w {
        What::Points { change, .. } if rule == card_rule => i16::from(change),
        _ => 0,
    };
    played.events().into_iter().map(change).sum()
}

#[test]
fn one_card_each_turn() {
    proves!("WW-EVT-01");
    let mut scene = quiet();
    scene.now.production = 20;
    let played = draw(&mut scene, "EV12", &[]);
    assert!(played.told("WW-EVT-07", &What::Points { change: 15, total: 35 }));
    assert!(played.now().event_deck.discard & ev("EV12").bit() != 0);
    assert_eq!(played.events().iter().filter(|(_, w)| matches!(w, What::EventDrawn { .. })).count(), 1);
}

#[test]
fn or_cards_give_a_choice() {
    proves!("WW-EVT-02");
    for card in ["EV20", "EV21"] {
        let played = draw(&mut quiet(), card, &[]);
        assert_eq!(played.ask(), Ask::Or);
        assert_eq!(played.refusal(Order::First), "WW-EVT-02");
        let mut second = draw(&mut quiet(), card, &[]);
        second.order(Order::Second);
        assert_eq!(second.human_points("WW-EVT-07"), 2);
        let mut declined = draw(&mut quiet(), card, &[]);
        declined.order(Order::Done);
        assert!(declined.told("WW-EVT-02", &What::EventDeclined { card: ev(card) }));
        assert_eq!(declined.human_points("WW-EVT-07"), 0);
        let mut scene = quiet();
        scene.weed("hull").weed("dover");
        let mut first = draw(&mut scene, card, &[]);
        assert!(first.accepts(Order::First));
        first.order(Order::First);
        first.order(Order::Zone { zone: z("dover") });
        assert!(first.told("WW-EVT-07", &What::WeedGone { zone: z("dover") }));
    }
}

#[test]
fn a_saved_card_waits_for_its_moment() {
    proves!("WW-EVT-03");
    for card in ["EV02", "EV13", "EV14", "EV16", "EV19", "EV23"] {
        let played = draw(&mut quiet(), card, &[]);
        assert!(played.told("WW-EVT-03", &What::EventSaved { card: ev(card) }));
        assert!(played.now().saved & ev(card).bit() != 0);
    }
    // Thunderstorm, when a Wave is about to roll.
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(1, "leeds", "gyrb").save("EV23");
    let mut played = scene.play(Order::Done, &[]);
    assert_eq!(played.ask(), Ask::Storm { band: 0 });
    played.order(Order::Play { card: ev("EV23") });
    assert_eq!((played.workforce("leeds"), played.now().saved), (8, 0));
    assert!(played.now().event_deck.discard & ev("EV23").bit() != 0);
    // For a D result too: Leeds at 8, Yellow.
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "gyrb").save("EV23").next_event("EV36");
    let mut played = scene.play(Order::Done, &[Y]);
    assert_eq!(played.ask(), Ask::Storm { band: 0 });
    played.order(Order::Play { card: ev("EV23") });
    assert!(played.dice(|r| matches!(r, Roll::Devastation { .. })).is_empty());
    // Not before its moment.
    let mut scene = Scene::core();
    scene.save("EV23");
    assert_eq!(scene.refusal(Order::Play { card: ev("EV23") }), "WW-EVT-03");
}

#[test]
fn saved_cards_one_by_one() {
    proves!("WW-EVT-03", "WW-EVT-07");
    // EV13: a Siege Gun for 12.
    let mut scene = Scene::core().production(12);
    scene.save("EV13");
    let played = scene.play(Order::Discount { card: ev("EV13"), zone: z("leeds") }, &[]);
    assert_eq!((played.now().production, played.state().in_play(SiegeGun), played.now().saved), (0, 1, 0));
    assert_eq!(scene.refusal(Order::Discount { card: ev("EV13"), zone: z("oxford") }), "WW-PRO-05");
    // EV14: four counters go two zones.
    let mut scene = Scene::core();
    scene.save("EV14").refugees("london", 1, 0);
    let foot = scene.units(4, Infantry, "london");
    let far = z("bristol");
    assert_eq!(scene.refusal(Order::Move { unit: foot[0], to: far }), "WW-ACT-01");
    let mut played = scene.play(Order::Play { card: ev("EV14") }, &[]);
    for unit in &foot[..3] {
        played.order(Order::Move { unit: *unit, to: far });
    }
    played.order(Order::MoveRefugee { points: 1, from: z("london"), to: far });
    assert_eq!(played.refusal(Order::Move { unit: foot[3], to: far }), "WW-ACT-01", "four have travelled");
    // EV19: two plans before the initiative.
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(1, "leeds", "g").save("EV19");
    scene.unit(FieldGun, "leeds");
    let mut played = scene.play(Order::Done, &[R]);
    assert_eq!(played.ask(), Ask::Plans);
    played.order(Order::Play { card: ev("EV19") });
    assert_eq!(played.now().land.held.iter().sum::<u8>(), 2);
    // EV02 and EV16: ships for a Naval Battle.
    let mut scene = Scene::core();
    scene.sea_card("S2").harbour("hull").refugees("hull", 1, 0).save("EV02").save("EV16");
    let mut played = scene.play(Order::Done, &[R]);
    played.order(Order::Place { hex: h("A1") });
    played.order(Order::Play { card: ev("EV16") });
    for hex in ["A2", "B2"] {
        played.order(Order::FreeShip { ship: ShipKind::TorpedoBoat, hex: h(hex) });
    }
    played.order(Order::Play { card: ev("EV02") });
    assert!(!played.accepts(Order::Done), "she is to be placed");
    played.order(Order::FreeShip { ship: ShipKind::ThunderChild, hex: h("C2") });
    assert_eq!(played.now().naval.ship_count, 3);
    // She rams an adjacent Tripod.
    let mut scene = Scene::core();
    scene.sea("gC4").next_event("EV36");
    scene.boat(1, "A1", 1);
    let ship = scene.ship(ShipKind::ThunderChild, "C5", 1);
    let other = scene.ship(ShipKind::Cruiser, "C3", 1);
    assert_eq!(scene.refusal(Order::Ram { ship: other, tripod: 0 }), "WW-EVT-04");
    let played = scene.play(Order::Ram { ship, tripod: 0 }, &[]);
    assert_eq!((played.human_points("WW-FIR-05"), played.human_points("WW-NAV-15")), (2, 1));
}

#[test]
fn cards_with_counters_place_them_once() {
    proves!("WW-EVT-04");
    for (card, kind, good, bad) in [
        ("EV01", Curate, "oxford", "hull"),
        ("EV03", Heliograph, "leeds", "oxford"),
        ("EV04", Gun95t, "london", "oxford"),
        ("EV05", Narrator, "oxford", "hull"),
    ] {
        let mut scene = quiet();
        scene.workforce("hull", 0);
        scene.next_event(card);
        let mut played = scene.play(Order::Done, &[]);
        assert_eq!(played.ask(), Ask::Event, "{card}");
        assert_eq!(played.refusal(Order::Zone { zone: z(bad) }), "WW-EVT-07", "{card}");
        played.order(Order::Zone { zone: z(good) });
        assert!(played.state().has_unit(z(good), kind), "{card}");
        // With its counter in play the card does nothing.
        let mut scene = quiet();
        scene.unit(kind, good);
        let played = draw(&mut scene, card, &[]);
        assert!(played.told("WW-EVT-07", &What::NoEffect { card: ev(card) }), "{card}");
    }
    let mut scene = Scene::core();
    let gun = scene.unit(Gun95t, "london");
    assert_eq!(scene.refusal(Order::Move { unit: gun, to: z("oxford") }), "WW-EVT-04");
    // The Narrator scores next to a Wave, at the end of every Event Phase.
    for (zone, gained) in [("leeds", 1), ("hull", 1), ("dover", 0)] {
        let mut scene = Scene::core();
        scene.no_wave(5).wave(1, "leeds", "g").workforce("leeds", 0).next_event("EV36");
        scene.unit(Narrator, zone);
        // A Destroyed zone: Yellow is D, and the Wave stays.
        assert_eq!(scene.play(Order::Done, &[Y]).human_points("WW-EVT-04"), gained, "{zone}");
    }
    // The Heliograph re-rolls one Gun die a round.
    let mut scene = Scene::core();
    scene.battle("leeds", "gC5");
    let gun = scene.set(FieldGun, "C6", 1);
    scene.set(Heliograph, "A7", 0);
    let mut played = scene.play(Order::Fire { gun, tripod: 0 }, &[R, G]);
    assert_eq!(played.ask(), Ask::Reroll);
    assert_eq!(played.refusal(Order::LineOfSight), "WW-PLN-06");
    played.order(Order::Heliograph);
    assert!(
        played.told("WW-EVT-04", &What::Rerolled { colour: Green }) && played.now().land.tripods[0].damaged
    );
}

#[test]
fn people_move_and_are_consumed_like_infantry() {
    proves!("WW-EVT-05");
    let mut scene = Scene::core();
    scene.battle("leeds", "gD6 yA1").card("B2");
    scene.set(FieldGun, "A6", 1);
    let curate = scene.set(Curate, "D7", 0);
    let played = scene.play(Order::Done, &[]);
    assert!(played.told("WW-MAR-06", &What::UnitCaptured { unit: curate }));
    assert_eq!(played.martian_points("WW-MAR-06"), 1);
    let mut scene = Scene::core();
    scene.cylinder(1, "leeds", 4);
    let curate = scene.unit(Curate, "leeds");
    assert_eq!(scene.refusal(Order::AttackCylinder { unit: curate, wave: 0 }), "WW-ACT-03");
    assert_eq!(scene.refusal(Order::Mill { unit: curate }), "WW-ACT-03");
    scene.play(Order::Move { unit: curate, to: z("hull") }, &[]);
}

#[test]
fn handling_machine_cards() {
    proves!("WW-EVT-06");
    for (card, colour) in [("EV06", Green), ("EV07", Yellow), ("EV08", Red)] {
        let mut scene = quiet();
        scene.machine("bristol", Red);
        let played = draw(&mut scene, card, &[R]);
        assert!(played.told("WW-EVT-06", &What::MachinePlaced { zone: z("bristol"), colour }));
    }
    let mut scene = Scene::core();
    scene
        .no_wave(5)
        .cylinder(1, "bristol", 4)
        .machine("bristol", Red)
        .machine("bristol", Green)
        .next_event("EV36");
    assert!(!scene.play(Order::Done, &[G]).now().waves[0].cylinder);
    assert!(!scene.play(Order::Done, &[R]).now().waves[0].cylinder);
    assert!(scene.play(Order::Done, &[Y]).now().waves[0].cylinder);
}

#[test]
fn a_machine_that_is_not_in_the_box_is_not_placed() {
    proves!("WW-EVT-06");
    let mut scene = quiet();
    let zones = ["bristol", "hull", "leeds", "wales", "plymouth", "norwich", "london", "dover"];
    let mut placed = 0;
    while scene.begin(&[]).state().free_machines(Green) > 0 {
        scene.machine(zones[placed % zones.len()], Green);
        placed += 1;
        assert!(placed < 20, "there is an end to them");
    }
    let machines =
        |played: &Played| played.now().machines.iter().map(|m| usize::from(m[Green.index()])).sum();
    let played = draw(&mut scene, "EV06", &[R]);
    let after: usize = machines(&played);
    assert_eq!((after, played.cites("WW-EVT-06")), (placed, false));
}

#[test]
fn what_can_not_be_carried_out_is_skipped() {
    proves!("WW-EVT-07");
    for card in ["EV15", "EV18", "EV22", "EV29", "EV31", "EV32", "EV35", "EV36"] {
        let played = draw(&mut quiet(), card, &[]);
        assert!(played.told("WW-EVT-07", &What::NoEffect { card: ev(card) }), "{card}");
        assert!(played.now().event_deck.discard & ev(card).bit() != 0);
    }
    // The Feeding: the only Infantry must go.
    let mut scene = quiet();
    scene.unit(Infantry, "hull");
    let played = draw(&mut scene, "EV34", &[]);
    assert_eq!((played.state().in_play(Infantry), played.martian_points("WW-EVT-07")), (0, 0));
    assert_eq!(draw(&mut quiet(), "EV34", &[]).martian_points("WW-EVT-07"), 2);
}

#[test]
fn people_count_as_infantry_for_the_feeding() {
    proves!("WW-EVT-05");
    for person in [Curate, Heliograph, Narrator] {
        let mut scene = quiet();
        scene.unit(person, "hull");
        let played = draw(&mut scene, "EV34", &[]);
        assert_eq!((played.state().in_play(person), played.martian_points("WW-EVT-07")), (0, 0));
    }
    let mut scene = quiet();
    let (person, foot) = (scene.unit(Curate, "hull"), scene.unit(Infantry, "leeds"));
    scene.unit(FieldGun, "leeds");
    let played = draw(&mut scene, "EV34", &[]);
    assert_eq!(played.orders(), [Order::Unit { unit: foot }, Order::Unit { unit: person }]);
}

#[test]
fn an_or_card_without_a_possible_half_asks_nothing() {
    proves!("WW-EVT-02");
    // EV10: no Infantry to build a mill, no Gun to dig for.
    let played = draw(&mut quiet(), "EV10", &[]);
    assert!(played.told("WW-EVT-07", &What::NoEffect { card: ev("EV10") }));
    assert_ne!(played.ask(), Ask::Or);
}

#[test]
fn cards_for_the_humans() {
    proves!("WW-EVT-07");
    // EV09: a Field Gun, or two levels.
    let mut played = draw(&mut quiet(), "EV09", &[]);
    assert!(!played.accepts(Order::Second), "no Gun to dig for");
    played.order(Order::First);
    played.order(Order::Zone { zone: z("leeds") });
    assert_eq!(played.state().in_play(FieldGun), 1);
    let mut scene = quiet();
    let gun = scene.unit(FieldGun, "hull");
    let mut played = draw(&mut scene, "EV09", &[]);
    played.order(Order::Second).order(Order::Unit { unit: gun }).order(Order::Unit { unit: gun });
    assert_eq!(played.now().works[gun.index()], 2);
    assert_ne!(played.ask(), Ask::Event);
    // EV10: a Powder Mill where Infantry stands.
    let mut scene = quiet();
    scene.unit(Infantry, "hull");
    let mut played = draw(&mut scene, "EV10", &[]);
    assert!(!played.accepts(Order::Second));
    played.order(Order::First);
    assert_eq!(played.now().mills[z("hull").index()], 1, "the only zone: nothing to choose");
    // EV15: three Refugees move.
    let mut scene = quiet();
    scene.refugees("leeds", 0, 4);
    let mut played = draw(&mut scene, "EV15", &[]);
    for _ in 0..3 {
        played.order(Order::MoveRefugee { points: 2, from: z("leeds"), to: z("hull") });
    }
    assert_eq!((played.refugees("leeds"), played.refugees("hull")), ([0, 1], [0, 3]));
    assert_ne!(played.ask(), Ask::Event);
    // EV17: a Harbour.
    let mut played = draw(&mut quiet(), "EV17", &[]);
    played.order(Order::Zone { zone: z("dover") });
    assert!(played.now().harbours & z("dover").bit() != 0);
    // EV18: a Tripod next to a Gun is hit.
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "Gy").workforce("leeds", 0).next_event("EV18");
    scene.unit(FieldGun, "hull");
    let mut played = scene.play(Order::Done, &[Y]);
    played.order(Order::Tripod { band: 0, colour: Green, damaged: true });
    assert_eq!(played.now().waves[0].tripods, band("y"));
    // EV22: one in each of two Waves.
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "gy").wave(2, "hull", "r").workforce("leeds", 0).workforce("hull", 0);
    scene.next_event("EV22");
    let mut played = scene.play(Order::Done, &[G, Y, G, Y]);
    played.order(Order::Tripod { band: 0, colour: Green, damaged: false });
    assert!(!played.accepts(Order::Tripod { band: 0, colour: Yellow, damaged: false }));
    played.order(Order::Tripod { band: 1, colour: Red, damaged: false });
    assert_eq!((played.now().waves[0].tripods, played.now().waves[1].tripods), (band("Gy"), band("R")));
    // EV24: a piece less, or a point.
    let mut scene = quiet();
    scene.now.flying_machine = 2;
    let mut played = draw(&mut scene, "EV24", &[]);
    played.order(Order::First);
    assert_eq!(played.now().flying_machine, 1);
    let mut played = draw(&mut quiet(), "EV24", &[]);
    assert_eq!(played.refusal(Order::First), "WW-EVT-02");
    played.order(Order::Second);
    assert_eq!(played.human_points("WW-EVT-07"), 1);
    // EV25: a zone lives again, or 5 points.
    let mut scene = quiet();
    scene.workforce("hull", 0).workforce("scotland", 0).weed("dover");
    scene.next_event("EV25");
    let mut played = scene.play(Order::Done, &[G, G]);
    played.order(Order::First);
    assert_eq!((played.zone_state("hull"), played.workforce("hull")), (ZoneState::Live, 1));
    let mut played = draw(&mut quiet(), "EV25", &[]);
    assert!(!played.accepts(Order::First));
    played.order(Order::Second);
    assert_eq!(points(&played, "WW-EVT-07"), 5);
}

#[test]
fn cards_for_the_martians() {
    proves!("WW-EVT-07");
    // EV26 lands a Cylinder, EV27 lets all roll.
    let played = draw(&mut quiet(), "EV26", &[Y]);
    assert!(played.told("WW-CYL-02", &What::WaveLanded { wave: 0, zone: z("wales"), cylinder: true }));
    let mut scene = quiet();
    scene.machine("scotland", Red);
    let played = draw(&mut scene, "EV27", &[R]);
    assert!(played.told("WW-ASM-02", &What::Opened { wave: 4, zone: z("scotland") }));
    // EV28: London.
    let played = draw(&mut quiet(), "EV28", &[]);
    assert_eq!((played.workforce("london"), played.refugees("london")), (11, [1, 1]));
    let mut scene = quiet();
    scene.workforce("london", 1);
    assert_eq!(draw(&mut scene, "EV28", &[]).ending(), Some(Ending::London));
    // EV29: the zone that the lowest Wave would move to. Leeds is Destroyed, the Wave stays (Yellow, Yellow), no weed.
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "g").workforce("leeds", 0).next_event("EV29");
    let played = scene.play(Order::Done, &[Y, Y, G, Any(1), G]);
    assert!(played.told("WW-EVT-07", &What::Workforce { zone: z("leicester"), lost: 2, left: 4 }));
    assert_eq!(played.now().waves[0].zone, Some(z("leeds")));
    // EV30: pay, or a piece.
    let mut scene = quiet();
    scene.now.production = 15;
    let mut played = draw(&mut scene, "EV30", &[]);
    played.order(Order::Pay);
    assert_eq!((points(&played, "WW-EVT-07"), played.now().flying_machine), (-15, 0));
    let mut played = draw(&mut scene, "EV30", &[]);
    played.order(Order::Done);
    assert_eq!(played.now().flying_machine, 1);
    assert_eq!(draw(&mut quiet(), "EV30", &[]).now().flying_machine, 1, "who can not pay is not asked");
    // EV31: Red Weed in a Destroyed zone.
    let mut scene = quiet();
    scene.workforce("hull", 0).next_event("EV31");
    let played = scene.play(Order::Done, &[G]);
    assert_eq!(played.zone_state("hull"), ZoneState::RedWeed);
    // EV32: the three zones next to Waves with the highest Workforce; ties are the player's.
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "birmingham", "g").workforce("birmingham", 0).next_event("EV32");
    scene.workforce("oxford", 5).workforce("wales", 5).workforce("leicester", 6).workforce("bristol", 5);
    // Liverpool 8 and Leicester 6 are certain; Wales, Oxford and Bristol tie for the third place.
    let mut played = scene.play(Order::Done, &[Y, Y, G]);
    assert_eq!(played.ask(), Ask::Event);
    let tied = ["wales", "oxford", "bristol"].map(|id| Order::Zone { zone: z(id) });
    assert_eq!(played.orders(), tied);
    played.order(Order::Zone { zone: z("oxford") });
    let fled = ["liverpool", "leicester", "oxford", "wales", "bristol"].map(|id| played.refugees(id)[0]);
    assert_eq!(fled, [1, 1, 1, 0, 0]);
    // EV33: 5 points, or all.
    let mut scene = quiet();
    scene.now.production = 3;
    assert!(draw(&mut scene, "EV33", &[]).told("WW-EVT-07", &What::Points { change: -5, total: 0 }));
    // EV35: a repair in the lowest Wave that needs one.
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "leeds", "g").wave(2, "hull", "RB").workforce("leeds", 0).workforce("hull", 0);
    scene.next_event("EV35");
    let mut played = scene.play(Order::Done, &[Y, Y, Y, Y]);
    played.order(Order::Tripod { band: 1, colour: Red, damaged: true });
    assert_eq!(played.now().waves[1].tripods, band("rB"));
}
