//! COMPONENT OVERVIEW, COUNTERS, CUSTOM DICE.

use crate::support::*;

#[test]
fn one_seat_gives_orders_and_the_martians_follow_their_charts() {
    proves!("WW-CMP-01");
    let played = fresh("core", &[]);
    assert_eq!(played.state().seats().len(), 1);
    let stranger = table::SeatId(1);
    assert_eq!(played.state().check(stranger, &Order::Done).unwrap_err().rule.0, "WW-CMP-01");
    // The Martian phases run to their end: after the human actions the next question is the next turn's.
    let scene = Scene::core();
    let mut scene = scene;
    scene.next_event("EV36");
    let played = scene.play(Order::Done, &[]);
    assert_eq!((played.ask(), played.now().turn), (Ask::Production, 2));
}

#[test]
fn the_map_has_eighteen_zones_and_roads_go_both_ways() {
    proves!("WW-CMP-02");
    let content = Content::built_in();
    assert_eq!(content.zones.len(), 18);
    let names = |id: &str| {
        let mut list: Vec<&str> = zones_of(content.zones[z(id).index()].adjacent)
            .map(|n| content.zones[n.index()].id.as_str())
            .collect();
        list.sort_unstable();
        list
    };
    assert_eq!(names("london"), ["cambridge", "colchester", "dover", "oxford", "southampton"]);
    assert_eq!(names("scotland"), ["carlisle", "newcastle"]);
    for zone in ZoneId::all() {
        for next in zones_of(content.zones[zone.index()].adjacent) {
            assert!(content.zones[next.index()].adjacent & zone.bit() != 0);
        }
    }
}

#[test]
fn a_wave_is_a_counter_and_its_tripods_lie_in_its_medallion() {
    proves!("WW-CMP-03", "WW-CMP-05");
    let mut scene = Scene::core();
    scene.wave(3, "leeds", "gbV");
    let view = scene.begin(&[]).state().view(Viewer::Spectator);
    let wave = view.waves.iter().find(|w| w.wave == 2).expect("Wave 3");
    assert_eq!(wave.zone, z("leeds"));
    let tripods: Vec<(Colour, bool)> = wave.tripods.iter().map(|t| (t.colour, t.damaged)).collect();
    assert_eq!(tripods, [(Green, false), (Blue, false), (Violet, true)]);
    assert!(view.zones.iter().all(|zone| zone.tripods.is_empty()), "no Tripod has a zone of its own");
    assert_eq!(view.zones[z("leeds").index()].waves, [2]);
    // A Damaged Tripod counts for Devastation like any other.
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(1, "leeds", "gybR");
    assert_eq!(scene.play(Order::Done, &[G]).workforce("leeds"), 8 - 4);
}

#[test]
fn a_wave_never_holds_two_tripods_of_one_colour() {
    proves!("WW-CMP-04");
    for seed in 0..30 {
        let m = Match::<State>::new(&Content::built_in(), &request("core", &[]), seed).expect("a match");
        let tripods = m.state().now.waves[0].tripods;
        assert_eq!(tripods.count(), 4);
        assert!(Colour::ALL.iter().all(|c| tripods.of(*c) <= 1));
    }
    // A fifth takes the one missing colour, a sixth is impossible: Reinforcement of card B14.
    let mut scene = Scene::core();
    scene.battle("leeds", "gA2 yC2 rB2 bE2").card("B14").set(FieldGun, "C6", 1);
    let played = scene.play(Order::Done, &[Any(1)]);
    assert!(played.told("WW-SPC-08", &What::Reinforced { colour: Violet, hex: h("C1") }));
    let mut scene = Scene::core();
    scene.battle("leeds", "gA2 yC2 rB2 bE2 vD2").card("B14").set(FieldGun, "C6", 1);
    assert!(scene.play(Order::Done, &[Any(1)]).told("WW-SPC-08", &What::NoReinforcement));
    let mut scene = Scene::core();
    scene.wave(1, "leeds", "gg");
    let error = Match::<State>::begin(&Content::built_in(), scene.setup(), 1).unwrap_err();
    assert!(error.why.contains("WW-CMP-04"), "{error}");
}

#[test]
fn field_guns_and_siege_guns_are_guns() {
    proves!("WW-CMP-06");
    let mut scene = Scene::core();
    for kind in [Infantry, Cavalry, FieldGun, SiegeGun] {
        scene.unit(kind, "leeds");
    }
    let played = scene.begin(&[]);
    assert_eq!(played.now().units_at[z("leeds").index()].count_ones(), 4);
    assert_eq!(played.state().guns_at(z("leeds")).count_ones(), 2);
}

#[test]
fn gears_follow_colour_and_workforce() {
    proves!("WW-CMP-07");
    let rows: [(&str, &[(u8, u8)]); 3] = [
        ("leeds", &[(8, 4), (7, 4), (6, 4), (5, 4), (4, 2), (3, 2), (2, 2), (1, 2), (0, 0)]),
        ("oxford", &[(6, 2), (5, 2), (4, 2), (3, 2), (2, 1), (1, 1), (0, 0)]),
        ("london", &[(12, 12), (11, 12), (10, 12), (9, 12), (8, 8), (7, 8), (6, 8), (5, 8), (4, 4), (1, 4)]),
    ];
    for (zone, values) in rows {
        for (workforce, gears) in values {
            let mut scene = Scene::core();
            scene.workforce(zone, *workforce);
            assert_eq!(scene.begin(&[]).state().gears(z(zone)), *gears, "{zone} at {workforce}");
        }
    }
}

#[test]
fn a_dead_zone_yields_nothing() {
    proves!("WW-CMP-08");
    let mut scene = Scene::core().production(0);
    scene.no_wave(5).wave(1, "carlisle", "gy");
    let played = scene.play(Order::Done, &[Y]);
    assert_eq!((played.zone_state("carlisle"), played.workforce("carlisle")), (ZoneState::Destroyed, 0));
    assert_eq!(played.state().gears(z("carlisle")), 0);
    let mut scene = Scene::core();
    scene.weed("carlisle");
    assert_eq!(scene.begin(&[]).state().gears(z("carlisle")), 0);
}

#[test]
fn an_empty_pile_is_made_of_its_discards_and_saved_cards_stay_out() {
    proves!("WW-CMP-09");
    let mut scene = Scene::core();
    scene.battle("leeds", "gA1").set(FieldGun, "C6", 1);
    scene.now.land_deck = Deck { pile: 0, discard: (1 << 20) - 1 };
    let mut played = scene.begin(&[]);
    played.order(Order::Done);
    let deck = played.now().land_deck;
    assert_eq!((played.ask(), deck.pile.count_ones(), deck.discard.count_ones()), (Ask::Card, 19, 0));
    let mut scene = Scene::core();
    scene.save("EV13").save("EV19");
    scene.now.event_deck = Deck { pile: 0, discard: scene.now.event_deck.pile };
    let played = scene.play(Order::Done, &[]);
    let deck = played.now().event_deck;
    let out = u32::from(played.now().drawn.card.is_some());
    let saved = played.now().saved.count_ones();
    assert_eq!(deck.pile.count_ones(), 33);
    assert_eq!(deck.pile.count_ones() + deck.discard.count_ones() + out + saved, 36);
}

#[test]
fn ranges_and_neighbours_of_the_board() {
    proves!("WW-CMP-10");
    let content = Content::built_in();
    let range = |a: &str, b: &str| content.range[h(a).index()][h(b).index()];
    for (a, b, expected) in
        [("A1", "B1", 1), ("A1", "C1", 2), ("A1", "C2", 2), ("C2", "C5", 3), ("A1", "E1", 4), ("C5", "C6", 1)]
    {
        assert_eq!((range(a, b), range(b, a)), (expected, expected), "{a} {b}");
    }
    // Down-right of A3 is B3, of B3 is C4: card B5 moves green so.
    for (from, to) in [("A3", "B3"), ("B3", "C4")] {
        let mut scene = Scene::core();
        scene.battle("leeds", &format!("g{from}")).card("B5").set(FieldGun, "E6", 1);
        let played = scene.play(Order::Done, &[]);
        assert!(
            played.told("WW-MAR-03", &What::TripodMoved { tripod: 0, from: h(from), to: h(to) }),
            "{from}"
        );
    }
    let guns: Vec<String> = hexes_of(content.gun_hexes).map(|x| x.to_string()).collect();
    assert_eq!(guns, ["A5", "A6", "B4", "B5", "B6", "C5", "C6", "D4", "D5", "D6", "E5", "E6"]);
    let blue: Vec<String> = hexes_of(content.blue_hexes).map(|x| x.to_string()).collect();
    assert_eq!(blue, ["A7", "B7", "C7", "D7", "E7"]);
}

#[test]
fn refugee_counters_carry_their_points() {
    proves!("WW-CMP-11");
    let mut scene = Scene::core();
    scene.wave(1, "leeds", "g").no_wave(5).refugees("leeds", 1, 2).next_event("EV36");
    // Leeds at 8: Yellow is D, and the Refugees are captured first.
    let played = scene.play(Order::Done, &[Y]);
    assert_eq!(played.martian_points("WW-ZON-02"), 5);
}

#[test]
fn the_counter_mix_limits_units() {
    proves!("WW-CMP-12");
    let mut scene = Scene::core().production(99);
    scene.units(6, SiegeGun, "leeds");
    let order = Order::Buy { kind: SiegeGun, zone: z("london") };
    assert_eq!(scene.refusal(order), "WW-CMP-12");
    let lost = UnitId(Content::built_in().mask(SiegeGun).trailing_zeros() as u8);
    scene.now.unit_zone[lost.index()] = None;
    scene.now.units_at[z("leeds").index()] &= !lost.bit();
    assert_eq!(scene.play(order, &[]).now().production, 74);
    // Volunteers: 7 Infantry are in play, so only 1 of 2 is placed.
    let mut scene = Scene::core();
    scene.units(7, Infantry, "dover");
    scene.next_event("EV11");
    let mut played = scene.play(Order::Done, &[]);
    assert_eq!(played.ask(), Ask::Event);
    played.order(Order::Zone { zone: z("leeds") });
    assert_ne!(played.ask(), Ask::Event);
    assert_eq!(played.state().in_play(Infantry), 8);
}

#[test]
fn a_die_has_three_green_two_yellow_and_one_red_face() {
    proves!("WW-DIE-01");
    let content = Content::built_in();
    let mut dice = table::Dice::new(1894);
    let mut seen = [0_u32; 5];
    for _ in 0..6000 {
        seen[content.die[dice.below(6) as usize].index()] += 1;
    }
    assert!(
        (2850..=3150).contains(&seen[0])
            && (1850..=2150).contains(&seen[1])
            && (850..=1150).contains(&seen[2])
    );
    // The game's own dice: placements of many set-ups.
    let mut zones = [0; 3];
    for seed in 0..600 {
        let m = Match::<State>::new(&content, &request("core", &[]), seed).expect("a match");
        let zone = m.state().now.waves[0].zone.expect("Wave 1");
        zones[content.placement.iter().position(|p| *p == zone).expect("a landing zone")] += 1;
    }
    assert!(zones[0] > 240 && (130..270).contains(&zones[1]) && (50..150).contains(&zones[2]), "{zones:?}");
}

#[test]
fn only_the_very_colour_succeeds() {
    proves!("WW-DIE-02");
    for (die, hit) in [(Y, true), (R, false), (G, false)] {
        let mut scene = Scene::core();
        scene.battle("leeds", "gC4");
        let gun = scene.set(FieldGun, "C6", 1);
        let played = scene.play(Order::Fire { gun, tripod: 0 }, &[die]);
        assert_eq!(played.now().land.tripods[0].damaged, hit);
    }
}
