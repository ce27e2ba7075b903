//! SCENARIOS.

use crate::support::*;

const FIFTEEN: &str = "EV01,EV02,EV03,EV04,EV05,EV09,EV10,EV11,EV12,EV13,EV14,EV15,EV16,EV17,EV18";

/// Scenario I with its cards chosen, before the units are placed.
fn ironclads(seed: u64) -> Played {
    let request = request("mars-ironclads", &[("events", FIFTEEN)]);
    Played { m: Match::new(&Content::built_in(), &request, seed).expect("a match"), from: 0 }
}

/// Twenty units in London, Leeds, Wales and Dover; then chance goes this way.
fn deployed(dice: &[Chance]) -> Played {
    let mut played = ironclads(1);
    let units =
        [(SiegeGun, "london", 6), (FieldGun, "leeds", 8), (Infantry, "wales", 4), (Cavalry, "dover", 1)];
    for (kind, zone, n) in units {
        for _ in 0..n {
            played.order(Order::Deploy { kind, zone: z(zone) });
        }
    }
    let mut played = played.again(dice);
    played.order(Order::Deploy { kind: Cavalry, zone: z("dover") });
    played
}

#[test]
fn scenarios_change_the_core_set_up() {
    proves!("WW-SC0-01");
    let played = fresh("refugee-crisis", &[]);
    let now = played.now();
    assert_eq!(now.machines.iter().flatten().sum::<u8>(), 3);
    assert!(now.waves[0].zone.is_some() && !now.waves[0].cylinder && now.waves[1].cylinder);
    assert_eq!(now.zone_state.iter().filter(|s| **s == ZoneState::Destroyed).count(), 1);
    assert_eq!(now.event_deck.pile.count_ones(), 36);
    let ids: Vec<String> = State::scenarios(&Content::built_in()).into_iter().map(|s| s.id).collect();
    assert_eq!(ids, ["core", "mars-ironclads", "handling-machine-uprising", "refugee-crisis"]);
    let unknown = State::resolve(&Content::built_in(), &request("venus", &[])).unwrap_err();
    assert!(unknown.why.contains("core, mars-ironclads"), "{unknown}");
}

#[test]
fn ironclads_have_no_machines_and_a_chosen_pile() {
    proves!("WW-SC1-01", "WW-SC1-02");
    let played = ironclads(1);
    assert_eq!(played.now().machines.iter().flatten().sum::<u8>(), 0);
    assert_eq!(played.now().event_deck.pile.count_ones(), 15);
    for wrong in [
        "EV01,EV02,EV03,EV04,EV05,EV09,EV10,EV11,EV12,EV13,EV14,EV15,EV16,EV17".to_owned(),
        format!("{FIFTEEN},EV20"),
    ] {
        let error = State::resolve(&Content::built_in(), &request("mars-ironclads", &[("events", &wrong)]))
            .unwrap_err();
        assert_eq!((error.rule.expect("a rule").0, error.place.as_str()), ("WW-SC1-02", "options.events"));
    }
    // Chosen at the table: fifteen, no more.
    let mut played = fresh("mars-ironclads", &[]);
    for card in 0..15 {
        assert_eq!(played.ask(), Ask::TakeCard);
        played.order(Order::TakeCard { card: EventId(card) });
    }
    assert_eq!(played.refusal(Order::TakeCard { card: EventId(20) }), "WW-SC1-02");
    assert_eq!(played.now().event_deck.pile, (1 << 15) - 1);
    // A Cylinder in Scotland does not open on Green.
    let mut scene = Scene::of("mars-ironclads");
    scene.cylinder(1, "scotland", 4).events(&["EV12"]);
    scene.wave(5, "leeds", "g").workforce("leeds", 0);
    let played = scene.play(Order::Done, &[G, G, G]);
    assert!(played.now().waves[0].cylinder);
    // When the pile is used up no more events are drawn.
    let mut scene = Scene::of("mars-ironclads");
    let all = scene.now.event_deck.pile;
    scene.now.event_deck = Deck { pile: 0, discard: all };
    assert!(scene.play(Order::Done, &[]).told("WW-SC1-02", &What::NoEventsLeft));
}

#[test]
fn ironclads_deploy_twenty_units_anywhere() {
    proves!("WW-SC1-03", "WW-SC1-04", "WW-SC1-05");
    let mut played = ironclads(1);
    for _ in 0..6 {
        played.order(Order::Deploy { kind: SiegeGun, zone: z("oxford") });
    }
    assert_eq!(played.refusal(Order::Deploy { kind: SiegeGun, zone: z("london") }), "WW-CMP-12");
    assert_eq!(played.refusal(Order::Deploy { kind: Heliograph, zone: z("london") }), "WW-SC1-03");
    // Three Harbours among 10, 9 and 8 squares; then the Waves: a die and five Tripods each.
    let five = [Any(5), Any(4), Any(3), Any(2), Any(1)];
    let mut dice = vec![Any(10), Any(9), Any(8)];
    for die in [G, G, Y, R, G] {
        dice.push(die);
        dice.extend(five);
    }
    let played = deployed(&dice);
    assert_eq!(played.refusal(Order::Deploy { kind: Infantry, zone: z("dover") }), "WW-SC1-03");
    let now = played.now();
    assert_eq!(now.unit_zone.iter().flatten().count(), 20);
    assert_eq!(now.harbours.count_ones(), 3);
    assert!(now.harbours & !Content::built_in().harbours == 0);
    let zones: Vec<ZoneId> = now.waves.iter().filter_map(|w| w.zone).collect();
    assert_eq!(zones, ["scotland", "scotland", "wales", "bristol", "scotland"].map(z));
    assert_eq!(now.waves.iter().map(|w| w.tripods.count()).sum::<u8>(), 25);
    assert!(now.waves.iter().all(|w| !w.cylinder));
    for zone in ["scotland", "wales", "bristol"] {
        assert_eq!(played.zone_state(zone), ZoneState::Destroyed);
    }
    // 5 for Wales and 10 for Bristol, and no income.
    assert_eq!(now.production, 15);
}

#[test]
fn ironclads_pay_more_and_earn_nothing() {
    proves!("WW-SC1-06", "WW-SC1-07");
    let mut scene = Scene::of("mars-ironclads");
    scene.now.production = 3;
    scene.events(&["EV15"]);
    let played = scene.play(Order::Done, &[]);
    assert!(played.told("WW-SC1-06", &What::Income { points: 0, total: 3 }));
    let mut scene = Scene::of("mars-ironclads").production(25);
    scene.no_wave(5).wave(1, "leeds", "g").wave(2, "dover", "g");
    scene.unit(FieldGun, "leeds");
    let mut played = scene.play(Order::Done, &[R, R]);
    assert!(
        Scene::of("mars-ironclads")
            .production(25)
            .begin(&[])
            .accepts(Order::Buy { kind: Infantry, zone: z("leeds") })
    );
    played.order(Order::ChosenPlan { plan: Plan::Trap });
    assert_eq!(played.now().production, 5);
    assert!(!played.accepts(Order::RandomPlan));
    assert!(played.m.events().iter().any(|e| e.rule.0 == "WW-SC1-07"));
}

#[test]
fn ironclads_grow_and_meet_ships_in_pairs() {
    proves!("WW-SC1-08", "WW-SC1-09");
    let mut scene = Scene::of("mars-ironclads");
    for (wave, tripods) in [(1, "gyrbv"), (2, "gyr"), (3, "B")] {
        scene.wave(wave, "leeds", tripods);
    }
    scene.no_wave(5).workforce("leeds", 0).cylinder(4, "wales", 4).events(&["EV15"]);
    // Three Waves in a Destroyed zone stay on Green; Devastation dice have no effect; the weed die is Green.
    let played = scene.play(Order::Done, &[G, Y, G, Y, G, Y, G]);
    let counts: Vec<u8> = played.now().waves.iter().map(|w| w.tripods.count()).collect();
    assert_eq!(counts, [5, 4, 2, 0, 0]);
    assert_eq!(played.now().waves[2].tripods.damaged, band("B").damaged, "the new one is undamaged");
    let mut scene = Scene::of("mars-ironclads");
    for wave in 1..=5 {
        scene.wave(wave, "leeds", "gyrbv");
    }
    scene.harbour("hull").refugees("hull", 1, 0);
    let played = scene.play(Order::Done, &[R]);
    let naval = &played.now().naval;
    assert_eq!(naval.tripod_count, 2);
    assert_ne!(naval.tripods[0].colour, naval.tripods[1].colour);
    assert!(played.cites("WW-SC1-09"));
}

#[test]
fn ironclads_may_pay_for_events() {
    proves!("WW-SC1-10");
    let mut scene = Scene::of("mars-ironclads");
    scene.now.production = 12;
    // Cards that do nothing here, or are kept.
    scene.events(&["EV02", "EV13", "EV14", "EV16", "EV15", "EV18"]);
    scene.no_wave(5).wave(1, "scotland", "g");
    let mut played = scene.play(Order::Done, &[]);
    for left in [7, 2] {
        assert_eq!(played.ask(), Ask::PaidEvent);
        played.order(Order::PayEvent);
        assert!(played.told("WW-SC1-10", &What::Points { change: -5, total: left }));
    }
    assert_ne!(played.ask(), Ask::PaidEvent);
    assert_eq!(played.now().event_deck.pile.count_ones(), 3);
}

#[test]
fn ironclads_are_beaten_when_no_tripod_is_left() {
    proves!("WW-SC1-11");
    let mut scene = Scene::of("mars-ironclads");
    scene.no_wave(5).battle("leeds", "GC5").cylinder(2, "wales", 4).cylinder(3, "wales", 4);
    let gun = scene.set(FieldGun, "C6", 1);
    let played = scene.play(Order::Fire { gun, tripod: 0 }, &[G]);
    assert_eq!(played.ending(), Some(Ending::NoTripods));
}

#[test]
fn the_uprising_begins_with_ten_machines() {
    proves!("WW-SC2-01", "WW-SC2-02", "WW-SC2-03", "WW-SC2-04");
    let played = fresh("handling-machine-uprising", &[G, Y, Y, R, G, G]);
    let machines = |id: &str| played.now().machines[z(id).index()];
    assert_eq!(machines("scotland"), [1, 1, 2]);
    assert_eq!(machines("wales"), [1, 2, 0]);
    assert_eq!(machines("bristol"), [0, 0, 1]);
    assert_eq!((machines("norwich"), machines("leeds")), ([1, 0, 0], [1, 0, 0]));
    assert_eq!(played.now().machines.iter().flatten().sum::<u8>(), 10);
    assert!(played.now().waves.iter().all(|w| w.zone.is_none()));
    assert_eq!(played.now().production, 69);
    // Two dice for each machine; each of its colour is a Tripod.
    let dice: Vec<(Colour, Colour)> = played
        .m
        .events()
        .iter()
        .filter_map(|e| match e.seen_by(Viewer::Umpire) {
            Some(What::Die { roll: Roll::Machine { colour, .. }, colour: shown }) => {
                assert_eq!(e.rule.0, "WW-SC2-04", "the opening rolls have an entry of their own");
                Some((*colour, *shown))
            }
            _ => None,
        })
        .collect();
    assert_eq!(dice.len(), 20);
    let built: u8 =
        played.now().uprising.as_ref().expect("the Uprising").groups.iter().map(Band::count).sum();
    assert_eq!(usize::from(built), dice.iter().filter(|(machine, shown)| machine == shown).count());
}

fn uprising() -> Scene {
    let mut scene = Scene::of("handling-machine-uprising");
    scene.next_event("EV36");
    scene
}

#[test]
fn the_tripods_of_a_zone_fight_as_one_wave() {
    proves!("WW-SC2-05");
    let mut scene = uprising();
    scene.group("leeds", "gggr").card("B1");
    scene.unit(FieldGun, "leeds");
    scene.unit(Heliograph, "leeds");
    (scene.now.phase, scene.now.flow, scene.now.ask) = (Phase::Production, Flow::Buying, Ask::Production);
    let played = scene.play(Order::Done, &[R]);
    let land = &played.now().land;
    let hexes: Vec<String> = land.tripods[..4].iter().map(|t| t.hex.expect("a hex").to_string()).collect();
    assert_eq!(hexes, ["A1", "A1", "A1", "C1"]);
    assert!(played.cites("WW-SC2-05"));
    // All of a colour act alike: B2 moves green.
    let mut scene = uprising();
    scene.battle("leeds", "gA1 gA1 gA1 rC1").card("B2");
    scene.no_wave(1).group("leeds", "gggr");
    scene.now.land.band = z("leeds").0;
    scene.set(FieldGun, "E6", 1);
    let played = scene.play(Order::Done, &[]);
    let moved = played
        .events()
        .iter()
        .filter(|(_, w)| matches!(w, What::TripodMoved { to, .. } if *to == h("A2")))
        .count();
    assert_eq!(moved, 3);
}

#[test]
fn groups_act_with_one_die_and_newcomers_wait() {
    proves!("WW-SC2-06");
    let mut scene = uprising();
    scene.group("leeds", "gyr").group("hull", "b");
    (scene.now.phase, scene.now.flow, scene.now.ask) = (Phase::Production, Flow::Buying, Ask::Production);
    let played = scene.play(Order::Done, &[Y, R]);
    assert_eq!(played.dice(|r| matches!(r, Roll::Devastation { .. })).len(), 2);
    assert_eq!(played.workforce("leeds"), 2);
    // M takes all along. Leeds (before Hull) at 5 moves to Hull, which is Destroyed and acts with its own Tripod only.
    let mut scene = uprising();
    scene.group("leeds", "gyr").group("hull", "b").workforce("leeds", 5).workforce("hull", 4);
    // Leeds: Green M, Red to Hull. Hull: Red D, Green Heat Ray by one Tripod.
    let played = scene.play(Order::Done, &[G, R, R, G]);
    assert!(
        played.told("WW-MAC-03", &What::WaveMoved { band: z("leeds").0, from: z("leeds"), to: z("hull") })
    );
    assert!(played.told("WW-DEV-03", &What::Workforce { zone: z("hull"), lost: 1, left: 3 }));
    assert_eq!(played.dice(|r| matches!(r, Roll::MartianAction { .. })).len(), 2);
    let groups = &played.now().uprising.as_ref().expect("the Uprising").groups;
    assert_eq!(groups[z("hull").index()].count(), 4);
}

#[test]
fn infantry_destroys_machines_and_that_wins() {
    proves!("WW-SC2-07", "WW-SC2-09");
    let mut scene = uprising();
    scene.machine("norwich", Green).group("leeds", "gyrbvg");
    let foot = scene.units(2, Infantry, "norwich");
    let attack = |unit| Order::AttackMachine { unit, colour: Green };
    let mut played = scene.begin(&[R, G]);
    played.order(attack(foot[0])).order(attack(foot[1]));
    assert_eq!(played.now().machines[z("norwich").index()], [0; 3]);
    assert_eq!((played.state().in_play(Infantry), played.now().hvp, played.ending()), (1, 2, None));
    assert_eq!(played.now().landings, 0, "no Cylinder lands in this scenario");
    scene.now.machines[z("scotland").index()] = [0; 3];
    assert_eq!(scene.play(attack(foot[0]), &[G]).ending(), Some(Ending::NoMachines));
    // No Tripod on the map is no victory.
    let mut scene = uprising();
    scene.machine("wales", Red);
    assert_eq!(scene.play(Order::Done, &[Y, Y]).ending(), None);
    let mut core = Scene::core();
    core.machine("leeds", Red);
    let unit = core.unit(Infantry, "leeds");
    assert_eq!(core.refusal(Order::AttackMachine { unit, colour: Red }), "WW-SC2-07");
}

#[test]
fn machines_build_tripods() {
    proves!("WW-SC2-08");
    let mut scene = uprising();
    scene.now.machines = [[0; 3]; ZONES];
    scene.machine("leeds", Green).machine("bristol", Red);
    let played = scene.play(Order::Done, &[G, Any(5), G]);
    let groups = &played.now().uprising.as_ref().expect("the Uprising").groups;
    assert_eq!((groups[z("leeds").index()].count(), groups[z("bristol").index()].count()), (1, 0));
    // With all thirty in play none is placed.
    let mut scene = uprising();
    scene.group("dover", "ggggggyyyyyyrrrrrrbbbbbbvvvvvv").workforce("dover", 0);
    let played = scene.play(Order::Done, &[Y, Y, G, G]);
    assert!(
        !played.cites("WW-SC2-08")
            || !played.events().iter().any(|(_, w)| matches!(w, What::TripodBuilt { .. }))
    );
}

#[test]
fn machine_events_are_redrawn() {
    proves!("WW-SC2-10");
    let mut scene = uprising();
    scene.events(&["EV07", "EV08", "EV12"]);
    // The Assembly die, then EV07, EV08 and EV12 in this order.
    let played = scene.play(Order::Done, &[Y, Nth(3, 0), Nth(2, 0), Any(1)]);
    assert!(played.told("WW-SC2-10", &What::EventRedrawn { card: ev("EV07") }));
    assert!(played.told("WW-SC2-10", &What::EventRedrawn { card: ev("EV08") }));
    assert!(played.told("WW-EVT-01", &What::EventDrawn { card: ev("EV12") }));
    let discard = played.now().event_deck.discard;
    assert!(["EV07", "EV08", "EV12"].iter().all(|id| discard & ev(id).bit() != 0));
}

#[test]
fn a_single_tripod_can_be_attracted() {
    proves!("WW-SC2-11");
    let mut scene = uprising();
    scene.group("leeds", "gyr").workforce("leeds", 0);
    let unit = scene.unit(Cavalry, "hull");
    let order = Order::AttractTripod { unit, from: z("leeds"), colour: Yellow, damaged: false };
    let played = scene.play(order, &[G]);
    assert!(
        played.told("WW-SC2-11", &What::WaveMoved { band: z("leeds").0, from: z("leeds"), to: z("hull") })
    );
    assert_eq!(played.dice(|r| matches!(r, Roll::MartianAction { zone, .. } if zone == z("leeds"))).len(), 1);
    assert_eq!(played.dice(|r| matches!(r, Roll::MartianAction { zone, .. } if zone == z("hull"))).len(), 0);
    let groups = &played.now().uprising.as_ref().expect("the Uprising").groups;
    assert!(groups[z("hull").index()].of(Yellow) >= 1);
}

#[test]
fn a_single_tripod_follows_one_cavalry_at_a_time() {
    proves!("WW-SC2-11");
    let scene = |tripods: &str| {
        let mut scene = uprising();
        scene.group("leeds", tripods).workforce("leeds", 0);
        let cavalry = [scene.unit(Cavalry, "hull"), scene.unit(Cavalry, "liverpool")];
        (scene, cavalry)
    };
    let draws = |unit: UnitId, colour: Colour, damaged: bool| {
        let from = z("leeds");
        Order::AttractTripod { unit, from, colour, damaged }
    };
    // Two Tripods and one of them yellow: who has drawn it on leaves the other one to the second Cavalry.
    let (table, [first, second]) = scene("gy");
    let mut played = table.play(draws(first, Yellow, false), &[G, G]);
    assert_eq!(played.refusal(draws(second, Yellow, false)), "WW-SC2-11");
    assert_eq!(played.refusal(draws(second, Red, false)), "WW-ACT-11", "there is none");
    played.order(draws(second, Green, false));
    let went = |to: &str| What::WaveMoved { band: z("leeds").0, from: z("leeds"), to: z(to) };
    assert!(played.told("WW-SC2-11", &went("hull")) && played.told("WW-SC2-11", &went("liverpool")));
    // Two that look alike are two; a third of the two is none. A damaged one is another.
    let (mut table, [first, second]) = scene("yyY");
    let third = table.unit(Cavalry, "hull");
    let mut played = table.play(draws(first, Yellow, false), &[G, G]);
    played.order(draws(second, Yellow, false));
    assert_eq!(played.refusal(draws(third, Yellow, false)), "WW-SC2-11");
    assert!(played.accepts(draws(third, Yellow, true)));
    // Who has failed has drawn nobody on, and a second Cavalry may try.
    for die in [Y, R] {
        let (table, [first, second]) = scene("gy");
        let mut played = table.play(draws(first, Yellow, false), &[die, G]);
        played.order(draws(second, Yellow, false));
        assert!(played.told("WW-SC2-11", &went("liverpool")), "{die:?}");
    }
}

#[test]
fn a_wave_on_an_event_card_is_a_group() {
    proves!("WW-SC2-12");
    let mut scene = uprising();
    scene.group("hull", "gy").group("leeds", "gyr").workforce("leeds", 0).workforce("hull", 0);
    scene.next_event("EV29");
    // Both stay and burn; no weed; the machine in Scotland builds nothing.
    let played = scene.play(Order::Done, &[Y, Y, Y, Y, G, G, Y, Any(1)]);
    let zones: Vec<ZoneId> = played
        .events()
        .into_iter()
        .filter_map(|(_, w)| match w {
            What::Die { roll: Roll::MartianMove { zone, .. }, .. } => Some(zone),
            _ => None,
        })
        .collect();
    assert_eq!(zones, [z("leeds")]);
    let mut scene = uprising();
    scene.next_event("EV26");
    let played = scene.play(Order::Done, &[]);
    assert!(played.now().waves.iter().all(|w| w.zone.is_none()));
    assert!(played.now().event_deck.discard & ev("EV26").bit() != 0);
    // A zone with Tripods is not restored.
    let mut scene = uprising();
    scene.group("leeds", "g").workforce("leeds", 0).next_event("EV25");
    let played = scene.play(Order::Done, &[Y, Y, G, Y, Any(1)]);
    assert!(played.ask() == Ask::Or && !played.accepts(Order::First));
}

#[test]
fn whoever_loses_his_home_flees() {
    proves!("WW-SC3-01");
    let devastated = |workforce: u8, tripods: &str, die: Chance| {
        let mut scene = Scene::of("refugee-crisis").production(0);
        scene.no_wave(5).wave(1, "leeds", tripods).workforce("leeds", workforce);
        let played = scene.play(Order::Done, &[die]);
        (played.workforce("leeds"), played.refugees("leeds"))
    };
    assert_eq!(devastated(8, "g", G), (7, [2, 0]));
    assert_eq!(devastated(8, "g", Y), (6, [0, 1]));
    assert_eq!(devastated(1, "g", Y), (0, [1, 0]));
    assert_eq!(devastated(8, "g", R), (8, [0, 1]));
    // The last Tripods find no Workforce: what they drive out is not counted twice.
    assert_eq!(devastated(1, "gyr", G), (0, [4, 0]));
}

#[test]
fn an_event_that_takes_workforce_drives_people_out_too() {
    proves!("WW-SC3-01");
    // EV28 costs London Workforce, EV29 the zone that the first Wave looks to.
    let sum = |played: &Played, entry: &str| -> u8 {
        let points = |(rule, what): &(&str, What)| match what {
            What::Workforce { lost, .. } if *rule == entry => *lost,
            What::Refugees { points, count, .. } if *rule == entry => points * count,
            _ => 0,
        };
        played
            .events()
            .iter()
            .filter(|(_, w)| !matches!(w, What::Refugees { .. }) || entry == "WW-SC3-01")
            .map(points)
            .sum()
    };
    for card in ["EV28", "EV29"] {
        let mut losses = 0;
        for seed in 0..30 {
            for scenario in ["refugee-crisis", "core"] {
                let mut scene = Scene::of(scenario);
                scene.no_wave(5).wave(1, "dover", "g").weed("dover").next_event(card);
                let m = Match::begin(&Content::built_in(), scene.setup(), seed).expect("a match");
                let mut played = Played { m, from: 0 };
                played.order(Order::Done);
                let (lost, fled) = (sum(&played, "WW-EVT-07"), sum(&played, "WW-SC3-01"));
                if scenario == "core" {
                    assert_eq!(fled, 0);
                } else if !played.cites("WW-DEV-03") && !played.cites("WW-DEV-04") {
                    assert_eq!(fled, lost, "{card}, seed {seed}");
                    losses += lost;
                }
            }
        }
        assert!(losses > 0, "{card} cost nothing");
    }
}

#[test]
fn the_first_random_harbour_of_a_turn_is_free() {
    proves!("WW-SC3-02");
    let mut played = Scene::of("refugee-crisis").production(10).begin(&[]);
    played.order(Order::RandomHarbour);
    assert!(played.cites("WW-SC3-02") && !played.cites("WW-PRO-09"), "the free one by its own entry");
    played.order(Order::RandomHarbour);
    assert!(played.cites("WW-PRO-09"));
    assert_eq!(played.now().production, 5);
    let mut scene = Scene::of("refugee-crisis").production(0);
    scene.now.free_harbour_used = true;
    scene.no_wave(5).cylinder(1, "wales", 4).next_event("EV36");
    assert_eq!(scene.refusal(Order::RandomHarbour), "WW-PRO-04");
    let mut played = scene.begin(&[]);
    played.order(Order::Done).order(Order::Done);
    assert!(!played.now().free_harbour_used, "next turn the first is free again");
}
