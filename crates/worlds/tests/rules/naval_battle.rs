//! NAVAL BATTLE.

use crate::support::*;

/// Refugees of these points rolled Red in Hull and Dover; the initiative card is given.
fn set_up(card: &str, points: u8, production: u16) -> Played {
    let mut scene = Scene::core();
    scene.sea_card(card).next_event("EV36");
    scene.now.production = production;
    scene.harbour("hull").refugees("hull", 2 - points, points - 1);
    scene.play(Order::Done, &[R])
}

/// A Martian step by this card, from a board in the human step.
fn step(scene: &mut Scene, card: &str, dice: &[Chance]) -> Played {
    scene.sea_card(card);
    let dice: Vec<Chance> = [Any(1)].into_iter().chain(dice.iter().copied()).collect();
    scene.play(Order::Done, &dice)
}

#[test]
fn one_tripod_of_no_wave_intervenes() {
    proves!("WW-NAV-01");
    let played = set_up("S1", 1, 0);
    assert!(played.told("WW-NAV-01", &What::SeaBattleBegan { refugees: 1, tripods: 1 }));
    let naval = &played.now().naval;
    assert_eq!((naval.tripod_count, naval.tripods[0].damaged), (1, false));
    assert_eq!(played.now().waves[4].tripods, band("g"), "no medallion has changed");
}

#[test]
fn without_an_unused_tripod_there_is_no_naval_battle() {
    proves!("WW-NAV-01");
    let mut scene = Scene::of("handling-machine-uprising");
    scene.group("dover", "ggggggyyyyyyrrrrrrbbbbbbvvvvvv").workforce("dover", 0).next_event("EV36");
    scene.harbour("hull").refugees("hull", 0, 1);
    let played = scene.play(Order::Done, &[R]);
    assert_eq!((played.human_points("WW-NAV-01"), played.refugees("hull")), (2, [0, 0]));
}

#[test]
fn the_initiative_at_sea() {
    proves!("WW-NAV-02");
    let played = set_up("S1", 1, 0);
    assert!(played.told("WW-NAV-02", &What::SeaInitiative { card: 0, humans: true }));
    assert!(played.now().naval.martians_placed, "the Tripod is placed before the Refugees");
    let played = set_up("S2", 1, 0);
    assert!(played.told("WW-NAV-02", &What::SeaInitiative { card: 1, humans: false }));
    assert!(!played.now().naval.martians_placed);
}

#[test]
fn refugees_start_in_the_top_row() {
    proves!("WW-NAV-03");
    let mut scene = Scene::core();
    scene.sea_card("S2").harbour("newcastle").refugees("newcastle", 3, 0);
    let mut played = scene.play(Order::Done, &[R, R, R]);
    assert_eq!(played.refusal(Order::Place { hex: h("C2") }), "WW-NAV-03");
    for hex in ["A1", "A1", "E1"] {
        played.order(Order::Place { hex: h(hex) });
    }
    assert_eq!(played.now().naval.boat_count, 3);
}

#[test]
fn war_ships_are_bought_and_placed() {
    proves!("WW-NAV-04", "WW-NAV-05", "WW-NAV-06");
    use ShipKind::{Cruiser, Ironclad, TorpedoBoat};
    let mut played = set_up("S2", 1, 27);
    played.order(Order::Place { hex: h("A1") });
    assert_eq!(played.ask(), Ask::Ships);
    assert_eq!(played.refusal(Order::BuyShip { ship: Cruiser, hex: h("B1") }), "WW-NAV-05");
    played.order(Order::BuyShip { ship: Cruiser, hex: h("C4") });
    assert_eq!(played.refusal(Order::BuyShip { ship: Ironclad, hex: h("C5") }), "WW-NAV-04");
    assert_eq!(played.refusal(Order::BuyShip { ship: TorpedoBoat, hex: h("C4") }), "WW-NAV-05");
    for hex in ["C5", "C6", "B5"] {
        played.order(Order::BuyShip { ship: TorpedoBoat, hex: h(hex) });
    }
    assert_eq!(played.now().production, 2);
    let naval = &played.now().naval;
    assert!(naval.ships[..4].iter().all(|s| s.level == 1) && naval.boats[0].level == 1);
    assert_eq!(played.state().free_works(), 12);
    let costs: Vec<(u8, u8)> = Content::built_in().ships.iter().map(|s| (s.cost, s.dice)).collect();
    assert_eq!(costs, [(5, 1), (10, 2), (20, 3), (0, 2)]);
}

#[test]
fn the_card_places_the_tripod_and_sinks_what_is_there() {
    proves!("WW-NAV-07");
    // You place first (S2); the set-up card is drawn from the other eleven. Whatever it says, the Tripod stands in row 4.
    let mut played = set_up("S2", 1, 99);
    played.order(Order::Place { hex: h("A1") });
    for hex in ["A4", "B4", "C4", "D4", "E4"] {
        played.order(Order::BuyShip { ship: ShipKind::TorpedoBoat, hex: h(hex) });
    }
    played.order(Order::Done);
    let naval = &played.now().naval;
    let sunk = naval.ships[..5].iter().filter(|s| s.hex.is_none()).count();
    assert!(played.cites("WW-NAV-07") && sunk >= 1);
    // S4 places red on D.
    let content = Content::built_in();
    let card = content.sea_cards.iter().find(|c| c.id == "S4").expect("a card");
    assert_eq!(content.sea_letters[usize::from(card.place[Red.index()])], h("D4"));
}

#[test]
fn a_card_drives_the_tripod_towards_refugees() {
    proves!("WW-NAV-08", "WW-NAV-09");
    let mut scene = Scene::core();
    scene.sea("gC6");
    scene.boat(2, "C1", 1);
    // S2: two steps towards the nearest Refugee, straight up the column.
    let played = step(&mut scene, "S2", &[]);
    assert_eq!(played.now().naval.tripods[0].hex, Some(h("C4")));
    assert!(played.cites("WW-NAV-08"));
    let mut scene = Scene::core();
    scene.sea("gC3");
    scene.boat(2, "C2", 1);
    scene.boat(1, "E7", 1);
    let played = step(&mut scene, "S1", &[]);
    assert_eq!(played.now().naval.tripods[0].hex, Some(h("C2")));
    assert_eq!((played.martian_points("WW-NAV-09"), played.now().naval.boats[0].hex), (2, None));
    // Without a Refugee on the board it does nothing.
    let mut scene = Scene::core();
    scene.sea("gC3");
    scene.boat(1, "E7", 1);
    scene.now.naval.boats[0].hex = None;
    scene.ship(ShipKind::Cruiser, "E6", 1);
    let played = step(&mut scene, "S1", &[]);
    assert_eq!(played.now().naval.tripods[0].hex, Some(h("C3")));
    // Several ways: the player chooses.
    let mut scene = Scene::core();
    scene.sea("gC5");
    scene.boat(1, "B1", 1);
    let played = step(&mut scene, "S1", &[]);
    assert_eq!(played.ask(), Ask::SeaStep { tripod: 0 });
    assert_eq!(played.orders(), [Order::Place { hex: h("B4") }, Order::Place { hex: h("C4") }]);
}

#[test]
fn a_card_drives_the_tripod_towards_ships() {
    proves!("WW-NAV-10");
    let mut scene = Scene::core();
    scene.sea("gC4");
    scene.boat(1, "A1", 1);
    let ship = scene.ship(ShipKind::Cruiser, "C6", 1);
    let played = step(&mut scene, "S4", &[]);
    assert_eq!(played.now().naval.tripods[0].hex, Some(h("C5")));
    scene.now.naval.tripods[0].hex = Some(h("C5"));
    let played = step(&mut scene, "S4", &[]);
    assert_eq!(played.now().naval.ships[usize::from(ship)].hex, None);
    assert_eq!(played.now().mvp, 0);
    // S8 without a ship: neither move nor fire.
    let mut scene = Scene::core();
    scene.sea("gC4");
    scene.boat(1, "C3", 0);
    let played = step(&mut scene, "S8", &[]);
    assert!(played.dice(|r| matches!(r, Roll::SeaFire { .. })).is_empty());
    assert_eq!(played.now().naval.tripods[0].hex, Some(h("C4")));
}

#[test]
fn the_tripod_fires_and_detects() {
    proves!("WW-NAV-11", "WW-NAV-12");
    // S3: detect, then fire. A Cruiser without a level next door, a Refugee at range 2.
    // It fires at any of them: the player says at which.
    for (die, left) in [(G, None), (Y, Some(h("C5")))] {
        let mut scene = Scene::core();
        scene.sea("gC4");
        scene.boat(1, "C2", 0);
        scene.boat(1, "C1", 1);
        let ship = scene.ship(ShipKind::Cruiser, "C5", 0);
        let mut played = step(&mut scene, "S3", &[G, die]);
        assert_eq!(played.ask(), Ask::SeaTarget { tripod: 0, fire: true });
        let [near, far] =
            [(true, ship), (false, 0)].map(|(ship, counter)| Order::SeaTarget { ship, counter });
        assert_eq!(played.orders(), [far, near]);
        played.order(near);
        assert_eq!(played.now().naval.ships[usize::from(ship)].hex, left);
        let target = SeaMark::Ship { kind: ShipKind::Cruiser, hex: h("C5") };
        let roll = Roll::SeaFire { tripod: 0, target, range: 1 };
        let colour = if left.is_none() { Green } else { Yellow };
        let die = What::Die { roll, colour };
        assert!(played.told("WW-NAV-11", &die));
        assert!(played.state().tell(&die).contains("to hit the Cruiser in C5 at range 1 (green needed)"));
    }
    let mut scene = Scene::core();
    scene.sea("gC4");
    scene.boat(2, "C2", 0);
    scene.boat(1, "E7", 1);
    let played = step(&mut scene, "S3", &[Y]);
    assert_eq!(played.martian_points("WW-NAV-11"), 2);
    // S10: detect at range 2.
    let mut scene = Scene::core();
    scene.sea("gC4");
    scene.boat(1, "C2", 1);
    let played = step(&mut scene, "S10", &[Y]);
    assert_eq!(played.now().naval.boats[0].level, 0);
    let target = SeaMark::Refugee { points: 1, hex: h("C2") };
    let die = What::Die { roll: Roll::SeaDetect { tripod: 0, target, range: 2 }, colour: Yellow };
    assert!(played.told("WW-NAV-12", &die));
    assert!(played.state().tell(&die).contains("to detect the Refugee 1 in C2 at range 2 (yellow needed)"));
    let played = step(&mut scene, "S10", &[G]);
    assert_eq!(played.now().naval.boats[0].level, 1);
    // Equally near: the player settles it.
    scene.ship(ShipKind::Cruiser, "C6", 1);
    let played = step(&mut scene, "S10", &[]);
    assert_eq!(played.ask(), Ask::SeaTarget { tripod: 0, fire: false });
}

#[test]
fn war_ships_move_or_fire() {
    proves!("WW-NAV-13");
    let mut scene = Scene::core();
    scene.sea("gC4");
    scene.boat(1, "A1", 1);
    let ship = scene.ship(ShipKind::Cruiser, "C6", 1);
    let played = scene.play(Order::Sail { ship, hex: h("C5") }, &[]);
    assert_eq!(played.refusal(Order::ShipFire { ship, tripod: 0 }), "WW-NAV-13");
    assert_eq!(scene.refusal(Order::Sail { ship, hex: h("C4") }), "WW-NAV-13");
    let played = scene.play(Order::ShipFire { ship, tripod: 0 }, &[Y, Y]);
    // The Tripod is gone: the Refugee has escaped too, and the battle is over.
    assert_eq!(played.human_points("WW-FIR-05"), 2);
    assert_eq!(played.human_points("WW-NAV-15"), 1);
    let played = scene.play(Order::ShipFire { ship, tripod: 0 }, &[Y, G]);
    assert!(played.now().naval.tripods[0].damaged);
    assert_eq!(played.now().naval.ships[0].level, 0);
}

#[test]
fn refugees_row_one_hex_and_black_hexes_are_the_way_out() {
    proves!("WW-NAV-14", "WW-NAV-15");
    let mut scene = Scene::core();
    scene.sea("gE4");
    let refugee = scene.boat(1, "A1", 1);
    let second = scene.boat(2, "A6", 1);
    let played = scene.begin(&[]);
    assert!(
        played.accepts(Order::Row { refugee, hex: h("A2") })
            && played.accepts(Order::Row { refugee, hex: h("B1") })
    );
    assert_eq!(played.refusal(Order::Row { refugee, hex: h("C1") }), "WW-NAV-14");
    let mut played = scene.play(Order::Row { refugee, hex: h("A2") }, &[]);
    assert_eq!(played.refusal(Order::Row { refugee, hex: h("A3") }), "WW-NAV-14");
    played.order(Order::Row { refugee: second, hex: h("A7") });
    assert_eq!((played.now().naval.boats[1].hex, played.human_points("WW-NAV-15")), (None, 2));
    let mut scene = Scene::core();
    scene.sea("GC4");
    scene.boat(1, "C3", 1);
    scene.boat(1, "C3", 1);
    let ship = scene.ship(ShipKind::TorpedoBoat, "C5", 1);
    let played = scene.play(Order::ShipFire { ship, tripod: 0 }, &[G]);
    assert_eq!((played.human_points("WW-NAV-15"), played.human_points("WW-FIR-05")), (2, 2));
}

#[test]
fn a_naval_battle_ends_when_one_side_is_gone() {
    proves!("WW-NAV-16");
    let mut scene = Scene::core();
    scene.sea("gC3").next_event("EV36");
    scene.boat(1, "C2", 1);
    let played = step(&mut scene, "S1", &[]);
    assert!(played.told("WW-NAV-16", &What::SeaBattleEnded));
    // A lone Cruiser may fight on, or end it; then it is gone.
    let mut scene = Scene::core();
    scene.sea("gC3").next_event("EV36");
    let refugee = scene.boat(1, "A6", 1);
    scene.ship(ShipKind::Cruiser, "E6", 1);
    assert_eq!(scene.refusal(Order::EndBattle), "WW-NAV-16");
    let mut played = scene.play(Order::Row { refugee, hex: h("A7") }, &[]);
    assert_eq!(played.ask(), Ask::Sea);
    assert!(played.accepts(Order::Done));
    played.order(Order::EndBattle);
    assert_eq!(played.now().naval, Naval::default());
}

#[test]
fn the_naval_board() {
    proves!("WW-NAV-17");
    let content = Content::built_in();
    assert_eq!(content.hex_places.len(), 35);
    assert_eq!(content.sea_letters, ["A4", "B4", "C4", "D4", "E4"].map(h));
    let black: Vec<String> = hexes_of(content.black_hexes).map(|x| x.to_string()).collect();
    assert_eq!(black, ["A7", "C7", "E7"]);
    let top: Vec<String> = hexes_of(content.top_hexes).map(|x| x.to_string()).collect();
    assert_eq!(top, ["A1", "B1", "C1", "D1", "E1"]);
}

#[test]
fn a_naval_battle_can_not_be_drawn_out() {
    proves!("WW-NAV-18");
    let mut scene = Scene::core();
    scene.sea("gE7").next_event("EV36");
    scene.boat(2, "A1", 1);
    scene.ship(ShipKind::Cruiser, "C3", 1);
    scene.now.naval.round = 20;
    let played = scene.play(Order::Done, &[]);
    assert_eq!(played.martian_points("WW-NAV-18"), 2);
    assert_eq!((played.human_points("WW-NAV-15"), &played.now().naval), (0, &Naval::default()));
}

#[test]
fn alike_refugees_in_one_hex_are_no_choice() {
    proves!("WW-NAV-12");
    let mut scene = Scene::core();
    scene.sea("gC4");
    for _ in 0..3 {
        scene.boat(1, "C2", 1);
    }
    let played = step(&mut scene, "S10", &[Y]);
    let levels: Vec<u8> = played.now().naval.boats[..3].iter().map(|b| b.level).collect();
    assert_eq!(levels, [0, 1, 1], "one of them, whichever");
    scene.boat(2, "C2", 1);
    let played = step(&mut scene, "S10", &[]);
    assert_eq!(played.ask(), Ask::SeaTarget { tripod: 0, fire: false });
    let named = |counter| Order::SeaTarget { ship: false, counter };
    assert_eq!(played.orders(), [named(0), named(3)], "one of each sort");
    assert_eq!(played.refusal(named(1)), "WW-NAV-11");
}

#[test]
fn a_tripod_at_sea_that_finds_nobody_says_so() {
    proves!("WW-NAV-11", "WW-NAV-12");
    // S3: detect, then fire; the only counter is far away.
    let mut scene = Scene::core();
    scene.sea("gE7");
    scene.boat(1, "A1", 1);
    let played = step(&mut scene, "S3", &[]);
    for (rule, fire) in [("WW-NAV-12", false), ("WW-NAV-11", true)] {
        assert!(played.told(rule, &What::SeaNoTarget { tripod: 0, fire }));
    }
}
