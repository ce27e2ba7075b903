//! HUMAN ACTION PHASE, Refugees.

use crate::support::*;

#[test]
fn everybody_moves_one_zone() {
    proves!("WW-ACT-01");
    let mut scene = Scene::core();
    let unit = scene.unit(Infantry, "london");
    let person = scene.unit(Curate, "london");
    scene.unit(Cavalry, "plymouth");
    scene.refugees("london", 1, 0);
    assert_eq!(scene.refusal(Order::Move { unit, to: z("norwich") }), "WW-ACT-01");
    let mut played = scene.play(Order::Move { unit, to: z("oxford") }, &[]);
    assert_eq!(played.refusal(Order::Move { unit, to: z("bristol") }), "WW-ACT-01");
    played.order(Order::Move { unit: person, to: z("dover") });
    played.order(Order::MoveRefugee { points: 1, from: z("london"), to: z("dover") });
    assert_eq!((played.refugees("london"), played.refugees("dover")), ([0, 0], [1, 0]));
    let again = Order::MoveRefugee { points: 1, from: z("dover"), to: z("london") };
    assert_eq!(played.refusal(again), "WW-ACT-01");
    assert!(played.accepts(Order::Done), "nobody has to move");
}

#[test]
fn units_may_go_anywhere() {
    proves!("WW-ACT-02");
    let mut scene = Scene::core();
    scene
        .workforce("scotland", 0)
        .wave(1, "scotland", "gy")
        .machine("scotland", Green)
        .cylinder(2, "scotland", 4);
    let guns = scene.units(3, SiegeGun, "newcastle");
    let mut played = scene.begin(&[]);
    for unit in guns {
        played.order(Order::Move { unit, to: z("scotland") });
    }
    assert_eq!(played.state().guns_at(z("scotland")).count_ones(), 3);
    let mut scene = Scene::core();
    scene.weed("hull");
    let unit = scene.unit(Cavalry, "leeds");
    scene.play(Order::Move { unit, to: z("hull") }, &[]);
}

#[test]
fn infantry_may_work_instead() {
    proves!("WW-ACT-03");
    let mut scene = Scene::core();
    scene.cylinder(1, "leeds", 4);
    let (foot, horse, gun) =
        (scene.unit(Infantry, "hull"), scene.unit(Cavalry, "leeds"), scene.unit(FieldGun, "leeds"));
    let played = scene.play(Order::Move { unit: foot, to: z("leeds") }, &[]);
    assert_eq!(played.refusal(Order::Dig { unit: foot, gun }), "WW-ACT-01");
    assert_eq!(scene.refusal(Order::AttackCylinder { unit: horse, wave: 0 }), "WW-ACT-03");
    assert_eq!(scene.refusal(Order::Mill { unit: gun }), "WW-ACT-03");
}

#[test]
fn infantry_attacks_a_cylinder() {
    proves!("WW-ACT-04", "WW-ACT-05");
    let mut scene = Scene::core();
    scene.cylinder(1, "wales", 4);
    let foot = scene.units(3, Infantry, "wales");
    let mut played = scene.begin(&[G, R, Y]);
    for unit in &foot {
        played.order(Order::AttackCylinder { unit: *unit, wave: 0 });
    }
    assert_eq!((played.now().waves[0].building, played.now().hvp), (3, 2));
    assert_eq!(played.state().in_play(Infantry), 2);
    assert_eq!(scene.refusal(Order::AttackCylinder { unit: foot[0], wave: 3 }), "WW-ACT-04");
    // The last one goes, and the counter with it.
    scene.cylinder(1, "wales", 1);
    let played = scene.play(Order::AttackCylinder { unit: foot[0], wave: 0 }, &[G]);
    assert!(played.told("WW-ACT-05", &What::CylinderGone { wave: 0 }));
    assert_eq!(played.now().waves[0], Wave::default());
    // A Cylinder that opens earlier yields only what is left.
    scene.machine("wales", Yellow).no_wave(5).next_event("EV36");
    let played = scene.play(Order::Done, &[Y]);
    assert_eq!(played.now().waves[0].tripods.count(), 1);
}

#[test]
fn infantry_digs() {
    proves!("WW-ACT-06");
    let mut scene = Scene::core();
    let foot = scene.units(2, Infantry, "leeds");
    let gun = scene.unit(FieldGun, "leeds");
    let far = scene.unit(FieldGun, "hull");
    assert_eq!(scene.refusal(Order::Dig { unit: foot[0], gun: far }), "WW-ACT-06");
    let mut played = scene.begin(&[G, R]);
    for unit in foot {
        played.order(Order::Dig { unit, gun });
    }
    assert_eq!(
        (played.now().works[gun.index()], played.state().in_play(Infantry), played.now().mvp),
        (2, 1, 0)
    );
    let foot = UnitId(0);
    assert_eq!(scene.play(Order::Dig { unit: foot, gun }, &[Y]).now().works[gun.index()], 1);
}

#[test]
fn a_moving_gun_leaves_its_earthworks() {
    proves!("WW-ACT-07");
    let mut scene = Scene::core();
    let gun = scene.unit(FieldGun, "leeds");
    scene.now.works[gun.index()] = 2;
    let played = scene.play(Order::Move { unit: gun, to: z("hull") }, &[]);
    assert_eq!((played.now().works[gun.index()], played.state().free_works()), (0, 12));
    assert!(played.told("WW-ACT-07", &What::EarthworksLeft { gun, levels: 2 }));
}

#[test]
fn infantry_builds_a_powder_mill() {
    proves!("WW-ACT-08");
    let mut scene = Scene::core();
    let foot = scene.units(3, Infantry, "oxford");
    let mut played = scene.begin(&[G, Y, R]);
    for unit in foot {
        played.order(Order::Mill { unit });
    }
    assert_eq!((played.now().mills[z("oxford").index()], played.state().in_play(Infantry)), (1, 2));
}

#[test]
fn powder_mills_go_off_under_a_wave() {
    proves!("WW-ACT-09");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(1, "birmingham", "gyrb").workforce("birmingham", 5).next_event("EV36");
    scene.now.mills[z("oxford").index()] = 2;
    // Birmingham at 5: Green is M; Green on its row leads to Oxford; then the mills: Green, Yellow.
    let mut played = scene.play(Order::Done, &[G, G, G, Y]);
    assert_eq!(played.ask(), Ask::Blast { band: 0, destroys: false });
    played.order(Order::Tripod { band: 0, colour: Green, damaged: false });
    assert_eq!(played.ask(), Ask::Blast { band: 0, destroys: true });
    played.order(Order::Tripod { band: 0, colour: Yellow, damaged: false });
    assert_eq!(played.now().waves[0].tripods, band("Grb"));
    assert_eq!((played.now().mills[z("oxford").index()], played.now().hvp), (0, 2));
    // Red: no effect, and the mill is gone.
    scene.now.mills[z("oxford").index()] = 1;
    let played = scene.play(Order::Done, &[G, G, R]);
    assert_eq!((played.now().waves[0].tripods, played.now().mills[z("oxford").index()]), (band("gyrb"), 0));
    // Once the Wave is gone no more dice are rolled, and all mills are gone.
    let mut scene = Scene::core();
    scene.wave(1, "birmingham", "G").workforce("birmingham", 5).next_event("EV36");
    scene.now.mills[z("oxford").index()] = 3;
    let played = scene.play(Order::Done, &[G, G, G]);
    assert_eq!(played.dice(|r| matches!(r, Roll::Explosion { .. })), [Green]);
    assert!(played.told("WW-ACT-09", &What::MillsGone { zone: z("oxford") }));
    assert_eq!(played.now().mills[z("oxford").index()], 0);
}

#[test]
fn counters_run_out_and_may_be_taken_back() {
    proves!("WW-ACT-10");
    let mut scene = Scene::core();
    let unit = scene.unit(Infantry, "leeds");
    let gun = scene.unit(FieldGun, "leeds");
    scene.now.works[gun.index()] = 12;
    assert_eq!(scene.refusal(Order::Dig { unit, gun }), "WW-ACT-10");
    let mut played = scene.play(Order::TakeWorks { gun }, &[]);
    assert_eq!(played.now().works[gun.index()], 11);
    played.order(Order::Dig { unit, gun });
    let mut scene = Scene::core();
    let unit = scene.unit(Infantry, "leeds");
    scene.now.mills[z("oxford").index()] = 6;
    assert_eq!(scene.refusal(Order::Mill { unit }), "WW-ACT-10");
    let played = scene.play(Order::TakeMill { zone: z("oxford") }, &[]);
    assert!(played.accepts(Order::Mill { unit }));
    assert_eq!(Scene::core().refusal(Order::TakeMill { zone: z("oxford") }), "WW-ACT-10");
}

#[test]
fn counters_may_be_taken_off_at_any_time() {
    proves!("WW-ACT-10");
    // With counters left in the box, too, and before the purchases as well as in the Human Action Phase.
    for production in [false, true] {
        let mut scene = if production { Scene::core().production(60) } else { Scene::core() };
        let gun = scene.unit(FieldGun, "leeds");
        scene.now.works[gun.index()] = 2;
        scene.now.mills[z("oxford").index()] = 1;
        let mut played = scene.begin(&[]);
        let ask = played.ask();
        played.order(Order::TakeWorks { gun }).order(Order::TakeMill { zone: z("oxford") });
        assert_eq!((played.ask(), played.state().free_works(), played.state().free_mills()), (ask, 11, 6));
        assert_eq!(played.refusal(Order::TakeMill { zone: z("oxford") }), "WW-ACT-10");
    }
    // An Event's mill finds the box empty: one is taken off for it.
    let mut scene = Scene::core();
    scene.no_wave(5).cylinder(1, "wales", 4).next_event("EV10");
    scene.unit(Infantry, "hull");
    scene.now.mills[z("oxford").index()] = 6;
    let mut played = scene.play(Order::Done, &[]);
    assert_eq!(played.ask(), Ask::Or);
    played.order(Order::First);
    assert_eq!(played.ask(), Ask::Event);
    assert_eq!(played.orders(), [Order::Done, Order::TakeMill { zone: z("oxford") }]);
    played.order(Order::TakeMill { zone: z("oxford") });
    played.order(Order::Zone { zone: z("hull") });
    let mills = &played.now().mills;
    assert_eq!((mills[z("oxford").index()], mills[z("hull").index()]), (5, 1));
    // Not in a battle: there the counters are on the board.
    let mut scene = Scene::core();
    scene.battle("leeds", "gC4");
    let gun = scene.set(FieldGun, "C6", 2);
    assert_eq!(scene.refusal(Order::TakeWorks { gun }), "WW-ACT-10");
}

#[test]
fn a_phase_in_which_nobody_can_act_asks_nothing() {
    proves!("WW-ACT-01");
    let mut scene = Scene::core();
    scene.next_event("EV36").no_wave(5).cylinder(1, "wales", 4);
    let unit = scene.unit(Infantry, "leeds");
    scene.unit(Gun95t, "london");
    let mut played = scene.begin(&[]);
    assert_eq!(played.ask(), Ask::Action);
    played.order(Order::Move { unit, to: z("hull") });
    assert_eq!((played.now().turn, played.ask()), (2, Ask::Production), "the last action ends the phase");
}

#[test]
fn cavalry_attracts_a_wave() {
    proves!("WW-ACT-11");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(2, "london", "g").next_event("EV36");
    let unit = scene.unit(Cavalry, "oxford");
    let order = Order::Attract { unit, wave: 1 };
    assert_eq!(scene.refusal(order), "WW-ACT-11");
    scene.attract = true;
    // Nobody else could act: the phase is over with it.
    let played = scene.play(order, &[G]);
    assert!(played.told("WW-ACT-11", &What::WaveMoved { band: 1, from: z("london"), to: z("oxford") }));
    assert!(played.dice(|r| matches!(r, Roll::MartianAction { .. })).is_empty());
    assert_eq!(scene.play(order, &[R]).state().in_play(Cavalry), 0);
    let played = scene.play(order, &[Y]);
    assert_eq!((played.state().in_play(Cavalry), played.now().waves[1].attracted), (1, None));
}

#[test]
fn a_wave_follows_one_cavalry_at_a_time() {
    proves!("WW-ACT-11");
    let mut scene = Scene::core();
    scene.no_wave(5).wave(2, "london", "g").next_event("EV36");
    scene.attract = true;
    let [first, second] = [scene.unit(Cavalry, "oxford"), scene.unit(Cavalry, "cambridge")];
    let also = Order::Attract { unit: second, wave: 1 };
    for (die, asked_again) in [(G, false), (Y, true), (R, true)] {
        let mut played = scene.play(Order::Attract { unit: first, wave: 1 }, &[die, G]);
        assert_eq!(played.accepts(also), asked_again, "{die:?}");
        if asked_again {
            played.order(also);
            let moved = What::WaveMoved { band: 1, from: z("london"), to: z("cambridge") };
            assert!(played.told("WW-ACT-11", &moved), "{die:?}");
        } else {
            assert_eq!(played.refusal(also), "WW-ACT-11");
            assert!(played.accepts(Order::Move { unit: second, to: z("london") }), "it has its action still");
        }
    }
}

#[test]
fn a_zone_holds_as_many_refugees_as_it_has_gears() {
    proves!("WW-REF-01");
    let lost = |scene: &mut Scene| {
        scene.next_event("EV36").no_wave(5).cylinder(1, "scotland", 4);
        scene.play(Order::Done, &[]).martian_points("WW-REF-02")
    };
    let mut scene = Scene::core();
    scene.refugees("dover", 0, 2);
    assert_eq!(lost(&mut scene), 0);
    let mut scene = Scene::core();
    scene.refugees("dover", 0, 3);
    assert_eq!(lost(&mut scene), 2);
    let mut scene = Scene::core();
    scene.refugees("wales", 1, 1).workforce("wales", 0);
    assert_eq!(lost(&mut scene), 3);
    // The Curate makes room for two more.
    let mut scene = Scene::core();
    scene.refugees("dover", 0, 3);
    scene.unit(Curate, "dover");
    assert_eq!(lost(&mut scene), 0);
}

#[test]
fn excess_refugees_are_destroyed() {
    proves!("WW-REF-02");
    let mut scene = Scene::core();
    scene.refugees("oxford", 1, 3).next_event("EV36").no_wave(5).cylinder(1, "scotland", 4);
    let mut played = scene.play(Order::Done, &[]);
    assert_eq!(played.ask(), Ask::Excess { zone: z("oxford") });
    assert_eq!(played.refusal(Order::Done), "WW-REF-02");
    played.order(Order::GiveUp { points: 1 });
    // Now only Refugee 2 are left, and one more goes by itself.
    assert_eq!(played.refugees("oxford"), [0, 2]);
    assert_eq!(played.martian_points("WW-REF-02"), 3);
    // Who is not there can not be given up.
    let mut scene = Scene::core();
    scene.refugees("oxford", 5, 0).next_event("EV36").no_wave(5).cylinder(1, "scotland", 4);
    let mut all = scene.play(Order::Done, &[]);
    while let Ask::Excess { .. } = all.ask() {
        assert_eq!(all.refusal(Order::GiveUp { points: 2 }), "WW-REF-02");
        all.order(Order::GiveUp { points: 1 });
    }
    let left = all.refugees("oxford");
    assert!(left[0] < 5 && left[1] == 0, "{left:?}");
}

#[test]
fn the_battle_board_is_shown_while_there_is_a_battle() {
    let view = |scene: &Scene| scene.begin(&[]).state().view(Viewer::Spectator);
    assert!(view(&Scene::core()).land.is_none() && view(&Scene::core()).naval.is_none());
    let mut scene = Scene::core();
    scene.battle("london", "gC4");
    let gun = scene.set(FieldGun, "C2", 1);
    let ambush = scene.set(FieldGun, "D2", 1);
    scene.now.land.surprise = ambush.bit();
    let infantry = scene.unit(Infantry, "london");
    let land = view(&scene).land.expect("a battle");
    let units: Vec<_> = land.units.iter().map(|u| (u.unit, u.surprise)).collect();
    assert_eq!(units, [(gun, false), (ambush, true)]);
    assert!(land.unplaced.contains(&infantry) && !land.unplaced.contains(&gun), "{:?}", land.unplaced);
}

#[test]
fn the_sea_is_shown_while_refugees_are_on_it() {
    let mut scene = Scene::core();
    scene.sea("gC4");
    let boat = scene.boat(2, "C1", 1);
    let ship = scene.ship(ShipKind::Ironclad, "D1", 1);
    scene.now.naval.card = 3;
    let shown = |scene: &Scene| scene.begin(&[]).state().view(Viewer::Spectator).naval.expect("the sea");
    let sea = shown(&scene);
    assert_eq!(
        (sea.refugees[0].refugee, sea.refugees[0].points, sea.ships.len()),
        (boat, 2, 1 + usize::from(ship))
    );
    assert_eq!(sea.card.as_deref(), Some(&*Content::built_in().sea_cards[3].id));
}
