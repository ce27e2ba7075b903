//! 8.2 AIR-TO-GROUND COMBAT.

use crate::support::*;

fn gun(x: i8) -> Scene {
    Scene::new().allied("sopwith_camel", 2, 5, E, 6).ground("aa_mg", G, x, 0)
}

#[test]
fn ground_targets() {
    proves!("WV-GND-01");
    let scene = |hits: u8| {
        let scene = Scene::new().allied("spad_xiii", 10, 1, Se, 4).ground("infantry", G, 11, 0);
        let mut board = scene.edit(move |now| now.ground[0].hits = hits).dice(&[H1, MISS]).combat();
        board.give(Order::Fire { target: UnitId::ground(0), long: false });
        board.unit(0).standing
    };
    assert_eq!((scene(1), scene(2)), (Standing::Standing, Standing::Destroyed));
    // Artillery has no strip and never fires.
    let scene = Scene::new().allied("spad_xiii", 10, 1, Se, 4).ground("artillery", G, 11, 0);
    let mut board = scene.dice(&[MISS]).edit(|now| now.ground[0].seen = 1).combat();
    board.give(Order::Fire { target: UnitId::ground(0), long: false });
    assert_eq!(board.shots().len(), 1);
}

#[test]
fn ground_fire() {
    proves!("WV-GND-02", "WV-MOD-04");
    // In the combat phase at what it has seen: green two hexes away, white at seven, nothing at nine.
    let shot = |x: i8| {
        let scene = Scene::new().allied("sopwith_camel", x, 1, E, 4).ground("aa_mg", G, 4, 0);
        let board = scene.edit(|now| now.ground[0].seen = 1).dice(&[MISS]).combat();
        board.shots().first().copied()
    };
    assert_eq!((shot(5), shot(10), shot(13)), (Some(Colour::Green), Some(Colour::White), None));
    // Once a round.
    let scene = Scene::new().allied("sopwith_camel", 5, 1, E, 4).ground("aa_mg", G, 4, 0);
    let fired = scene.edit(|now| (now.ground[0].seen, now.ground[0].fired) = (1, true)).combat();
    assert!(fired.shots().is_empty());
    // Evasion counts, skill and aspect do not.
    let scene =
        Scene::new().allied("sopwith_camel", 5, 1, E, 4).change(|p| p.jinked = true).ground("aa_mg", G, 4, 0);
    let jinked = scene.edit(|now| now.ground[0].seen = 1).dice(&[MISS]).combat();
    assert_eq!(jinked.shots(), [Colour::Grey]);
}

#[test]
fn an_owner_interrupts_with_his_guns() {
    proves!("WV-GND-02", "WV-GND-03");
    let mut board = gun(8).by_hand().edit(|now| now.ground[0].seen = 1).dice(&[MISS]).moving();
    board.fly(&[ON]);
    assert_eq!(board.ask(), Ask::Window { plane: 0, hexes: 1 });
    assert_eq!(board.m.prompts().len(), 1, "only the owner is asked");
    assert_eq!(board.refused(Order::Freeze), "WV-TFZ-01", "time freezing is not in use");
    board.by(G, Order::Pass);
    board.fly(&[ON]).by(G, Order::GroundFire { unit: UnitId::ground(0) });
    assert_eq!(board.shots().len(), 1);
    assert_eq!(board.ask(), Ask::Fly { plane: 0 }, "the plane goes on");
    board.fly(&[ON]);
    assert_eq!(board.ask(), Ask::Fly { plane: 0 }, "it has fired in this round");
    // What it has not seen it may not fire at.
    let mut blind = gun(8).ground("aa_mg", G, 9, 0).by_hand().edit(|now| now.ground[1].seen = 1).moving();
    blind.fly(&[ON]);
    assert_eq!(blind.refused(Order::GroundFire { unit: UnitId::ground(0) }), "WV-GND-03");
    let far =
        Scene::new().allied("sopwith_camel", 2, 25, E, 5).ground("aa_mg", G, 8, 0).ground("aa_mg", G, 4, 0);
    let mut far = far.by_hand().edit(|now| now.ground[0].seen = 1).moving();
    far.fly(&[ON]);
    assert_eq!(far.ask(), Ask::Fly { plane: 0 }, "out of reach nobody is asked");
}

#[test]
fn who_is_fired_at_may_answer() {
    proves!("WV-GND-03");
    let scene = Scene::new().allied("sopwith_camel", 10, 1, Se, 4).ground("aa_mg", G, 11, 0);
    let mut board = scene.by_hand().dice(&[MISS, MISS]).combat();
    board.give(Order::Fire { target: UnitId::ground(0), long: false });
    assert_eq!(board.ask(), Ask::Ground { unit: UnitId::ground(0) });
    assert_eq!(board.unit(0).seen, 0, "without having seen it");
    board.give(Order::Fire { target: UnitId(0), long: false });
    assert_eq!(board.shots(), [Colour::Yellow, Colour::Yellow]);
    // Whoever holds his fire is not answered.
    let scene = Scene::new().allied("sopwith_camel", 10, 1, Se, 4).ground("aa_mg", G, 11, 0);
    let mut quiet = scene.by_hand().combat();
    quiet.give(Order::Hold);
    assert!(!matches!(quiet.ask(), Ask::Ground { .. }));
}

#[test]
fn units_without_a_player() {
    proves!("WV-SCN-21");
    // Distances 7, 5, 3, 2 and 4: it fires once, at 3.
    let far = |x: i8, level: i8| hex(x, level).distance(hex(10, 0));
    let scene = Scene::new().allied("sopwith_camel", 3, 1, E, 7).ground("aa_mg", G, 10, 0);
    let mut board = scene.edit(|now| now.ground[0].seen = 1).dice(&[MISS]).moving();
    board.fly(&[ON, ON, ON]);
    assert_eq!((far(6, 1), board.shots().len()), (4, 0));
    board.fly(&[ON]);
    assert_eq!((far(7, 1), board.shots()), (3, vec![Colour::Grey]));
    board.fly(&[ON, ON, ON, END]);
    assert_eq!(board.shots().len(), 1);
    // Distances 8, 7 and 6: when all have moved, at 6.
    let scene = Scene::new().allied("sopwith_camel", 1, 2, E, 3).ground("aa_mg", G, 10, 0);
    let mut late = scene.edit(|now| now.ground[0].seen = 1).dice(&[MISS]).moving();
    late.fly(&[ON, ON, ON]);
    assert!(late.shots().is_empty());
    late.fly(&[END]);
    late.play_out_round();
    assert_eq!(late.shots(), [Colour::White]);
}

#[test]
fn it_fires_at_whom_it_has_seen_before_whom_it_answers() {
    proves!("WV-SCN-21", "WV-GND-03");
    let target = |seen: u32| {
        let scene = Scene::new().allied("sopwith_camel", 10, 1, Se, 4).allied("sopwith_camel", 14, 1, E, 4);
        let scene = scene.ground("aa_mg", G, 11, 0).edit(move |now| now.ground[0].seen = seen);
        let mut board = scene.dice(&[MISS, MISS]).combat();
        board.give(Order::Fire { target: UnitId::ground(0), long: false });
        board.play_out_round();
        let answer = |w: &What| match w {
            What::Shot { from: From::Ground { .. }, target, .. } => Some(*target),
            _ => None,
        };
        board.told().iter().find_map(|(_, w)| answer(w))
    };
    assert_eq!(target(0), Some(UnitId(0)), "it has seen nobody, and answers");
    assert_eq!(target(2), Some(UnitId(1)), "farther away, and in sight");
    assert_eq!(target(3), Some(UnitId(0)), "of two in sight the nearer");
}

#[test]
fn the_gunners_of_the_bomber_fire_by_themselves() {
    proves!("WV-SCN-21", "WV-SPT-01");
    let scene = |seen: bool| {
        let scene = Scene::of("bombing-run").edit(move |now| {
            now.planes[1].at = hex(12, 16);
            now.planes[0].seen = if seen { UnitId(1).bit() } else { 0 };
        });
        let mut board = scene.dice(&[MISS]).combat();
        if matches!(board.ask(), Ask::Gun { plane: 1, .. }) {
            board.give(Order::Hold);
        }
        board
            .told()
            .into_iter()
            .filter(|(_, w)| matches!(w, What::Shot { from: From::Gun { plane: 0, .. }, long: false, .. }))
            .count()
    };
    assert_eq!((scene(true), scene(false)), (1, 0), "one burst of the rear gunner, at what he has in sight");
}

#[test]
fn flak_markers() {
    proves!("WV-FLK-01");
    let scene = Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 4).ground("flak", G, 20, 0).by_hand();
    let mut board = scene.round();
    assert_eq!(board.ask(), Ask::Flak { unit: UnitId::ground(0) });
    // (20, 0) is a centre itself.
    for (mega, ok) in
        [((20, 0), false), ((24, 0), false), ((28, 0), true), ((40, 0), true), ((20, 24), false)]
    {
        let order = Order::Flak { mega: Mega(hex(mega.0, mega.1)) };
        assert_eq!(board.can(order), ok, "{mega:?}");
        if !ok {
            assert_eq!(board.refused(order), "WV-FLK-01");
        }
    }
    assert_eq!(board.refused(Order::Flak { mega: Mega(hex(21, 3)) }), "WV-MAP-08");
    board.give(Order::Flak { mega: Mega(hex(12, 8)) });
    assert_eq!(board.now().markers.iter().flatten().count(), 1);
    board.play_out_round();
    assert_eq!(board.now().markers.iter().flatten().count(), 0, "they come off at the end of the round");
}

#[test]
fn a_second_marker_in_a_megahex_is_heavy_flak() {
    proves!("WV-FLK-01");
    let scene = Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 4);
    let mut board = scene.ground("flak", G, 20, 0).ground("flak", G, 21, 0).by_hand().round();
    let mega = Mega(hex(12, 8));
    board.give(Order::Flak { mega }).give(Order::Flak { mega });
    let heavy: Vec<bool> = board
        .told()
        .iter()
        .filter_map(|(_, w)| if let What::FlakPlaced { heavy, .. } = w { Some(*heavy) } else { None })
        .collect();
    assert_eq!(heavy, [false, true]);
}

#[test]
fn flak_attacks() {
    proves!("WV-FLK-02", "WV-FLK-03");
    let scene = |markers: usize, dice: &[Loaded]| {
        let scene = Scene::new().allied("spad_vii", 2, 12, E, 5).edit(move |now| {
            for n in 0..markers {
                now.markers[n] = Some(Marker { mega: Mega(hex(6, 12)), side: G });
            }
        });
        scene.dice(dice).moving()
    };
    // Attacked after the hex that enters the MegaHex, once a round.
    let mut board = scene(1, &[FAIL]);
    board.fly(&[ON]);
    assert!(board.tests(Test::Flak).is_empty());
    board.fly(&[ON]);
    assert_eq!((board.plane(0).at, board.tests(Test::Flak)), (hex(4, 12), vec![Colour::Pink]));
    board.fly(&[ON, ON, ON]);
    assert_eq!(board.tests(Test::Flak).len(), 1);
    for (markers, die) in [(2, Colour::Grey), (3, Colour::Grey)] {
        let mut heavy = scene(markers, &[FAIL]);
        heavy.fly(&[ON, ON]);
        assert_eq!(heavy.tests(Test::Flak), [die], "{markers} markers");
    }
    // A hex that two MegaHexes share lies in both: each attacks once.
    let shared = |dice: &[Loaded]| {
        let scene = Scene::new().allied("spad_vii", 8, 12, E, 5).edit(|now| {
            for (marker, x) in now.markers.iter_mut().zip([6, 10]) {
                *marker = Some(Marker { mega: Mega(hex(x, 12)), side: G });
            }
        });
        scene.dice(dice).moving()
    };
    assert_eq!(Megas::of(hex(8, 12)).iter().count(), 2);
    for dice in [[FAIL, FAIL, FAIL, FAIL], [CRIT, MISS, PASS, MISS]] {
        assert_eq!(shared(&dice).tests(Test::Flak), [Colour::Pink; 2], "{dice:?}");
    }
    // A near miss is green, a direct hit purple, and it counts as enemy fire.
    let mut near = scene(1, &[PASS, H1, d20(12)]);
    near.fly(&[ON, ON]);
    assert_eq!((near.shots(), near.plane(0).structure, near.plane(0).hit), (vec![Colour::Green], 1, true));
    let mut direct = scene(1, &[CRIT, MISS]);
    direct.fly(&[ON, ON]);
    assert_eq!((direct.shots(), direct.plane(0).hit), (vec![Colour::Purple], false));
    // Who starts there is attacked as soon as his turn comes.
    let scene = Scene::new().allied("spad_vii", 6, 12, E, 5);
    let scene = scene.edit(|now| now.markers[0] = Some(Marker { mega: Mega(hex(6, 12)), side: G }));
    assert_eq!(scene.dice(&[FAIL]).moving().tests(Test::Flak).len(), 1);
}

fn bomber(edit: impl FnOnce(&mut Plane) + 'static) -> Scene {
    // Flew level from (5, 16) to (8, 16): the line to (15, 0) crosses at (7, 16).
    let scene = Scene::new().german("gotha", 8, 16, E, 3).change(|p| p.start = hex(5, 16)).change(edit);
    scene.ground("artillery", A, 15, 0)
}

const TARGET: Order = Order::Bombs { target: UnitId(8) };

#[test]
fn the_bomb_run() {
    proves!("WV-BMB-01");
    let board = bomber(|_| {}).combat();
    assert_eq!(board.ask(), Ask::Bombs { plane: 0 });
    assert!(board.can(TARGET));
    let asked = |scene: Scene| scene.combat().ask() == (Ask::Bombs { plane: 0 });
    assert!(!asked(bomber(|p| (p.start, p.at) = (hex(8, 16), hex(11, 16)))), "past the line");
    assert!(asked(bomber(|p| (p.start, p.at) = (hex(7, 16), hex(10, 16)))), "it begins in the hex");
    assert!(!asked(bomber(|p| p.level = false)), "not level all round");
    assert!(!asked(bomber(|p| p.start = hex(5, 15))));
    assert!(!asked(bomber(|p| p.loaded = false)));
    let left = Scene::new().mats("AC").german("gotha", 22, 16, W, 3).change(|p| p.start = hex(25, 16));
    assert!(asked(left.ground("artillery", A, 15, 0)), "heading left it is (23, 16)");
    let scout =
        Scene::new().german("fokker_d7", 8, 16, E, 3).change(|p| (p.start, p.loaded) = (hex(5, 16), true));
    assert!(!asked(scout.ground("artillery", A, 15, 0)), "only bombers");
}

#[test]
fn the_bomb_aimer_does_not_fire() {
    proves!("WV-BMB-02");
    let scene = bomber(|_| {}).allied("spad_vii", 10, 16, W, 4).allied("spad_vii", 6, 16, E, 4);
    let mut board = scene.dice(&[FAIL]).combat();
    board.give(TARGET);
    assert_eq!(board.ask(), Ask::Gun { plane: 0, gun: 1 }, "the nose gunner aims, the rear gunner may fire");
    let dead = bomber(|p| p.gunners[0] = Health::Dead).combat();
    assert_ne!(dead.ask(), Ask::Bombs { plane: 0 });
    let scene = bomber(|_| {}).allied("spad_vii", 10, 16, W, 4);
    let mut held = scene.combat();
    held.give(Order::Hold);
    assert_eq!(held.ask(), Ask::Gun { plane: 0, gun: 0 });
}

#[test]
fn the_bombing_roll() {
    proves!("WV-BMB-03");
    let drop = |die: Loaded| {
        let mut board = bomber(|_| {}).dice(&[die]).combat();
        board.give(TARGET);
        board
    };
    let missed = drop(FAIL);
    assert_eq!((missed.tests(Test::Bombing), missed.unit(0).hits), (vec![Colour::Pink], 0));
    assert!(!missed.plane(0).loaded, "one drop uses up the load");
    assert_eq!(drop(PASS).unit(0).hits, 1);
    assert_eq!(drop(CRIT).unit(0).standing, Standing::Destroyed);
    let die = |level: i8| {
        let column = 15 - (level + 1) / 2;
        let scene = Scene::new().german("gotha", column, level, E, 3);
        let scene = scene.change(move |p| p.start = hex(column, level)).ground("artillery", A, 15, 0);
        let mut board = scene.dice(&[FAIL]).combat();
        board.give(TARGET);
        board.tests(Test::Bombing)[0]
    };
    assert_eq!((die(4), die(25)), (Colour::Yellow, Colour::White));
}

#[test]
fn loaded_bombers_are_slower() {
    proves!("WV-BMB-04");
    let tops = |loaded: bool, option: bool| {
        let scene = Scene::new().german("gotha", 10, 8, W, 2).change(move |p| p.loaded = loaded);
        let scene = if option { scene.with(Opt::BombLoad) } else { scene };
        scene.moving().throttles().into_iter().max()
    };
    assert_eq!(tops(true, true), Some(2));
    assert!(tops(false, true) > Some(2) && tops(true, false) > Some(2));
}

#[test]
fn strafing() {
    proves!("WV-STF-01", "WV-STF-02");
    let strafe = |die: Loaded| {
        let scene = Scene::new().german("albatros_d5", 10, 1, Se, 4).ground("aa_mg", A, 11, 0);
        let mut board = scene.dice(&[die, MISS]).combat();
        board.give(Order::Fire { target: UnitId::ground(0), long: false });
        (board.shots()[0], board.unit(0).standing)
    };
    assert_eq!(strafe(H2), (Colour::Yellow, Standing::Destroyed));
    assert_eq!(strafe(H1).1, Standing::Standing);
    assert_eq!(strafe(GONE).1, Standing::Destroyed);
}

#[test]
fn balloons() {
    proves!("WV-BAL-01", "WV-BAL-02");
    let scene = |die: Loaded, level: i8| {
        let scene = Scene::new().mats("AC").allied("spad_xiii", 2, 13, E, 7).ground("balloon", G, 16, level);
        scene.dice(&[die]).spotting()
    };
    let mut board = scene(PASS, 10);
    while matches!(board.ask(), Ask::Look { .. }) {
        board.give(Order::LookAway);
    }
    assert_eq!(board.tests(Test::Spotting), [Colour::Yellow], "its spotters roll yellow");
    assert!(board.unit(0).alarmed);
    board.play_out_round();
    assert_eq!(board.unit(0).at.y, 9, "a level at the beginning of each new round");
    let scene = Scene::new().allied("spad_xiii", 2, 13, E, 7).ground("balloon", G, 16, 1);
    let down = scene.edit(|now| now.ground[0].alarmed = true).round();
    assert_eq!(down.unit(0).standing, Standing::Safe);
    let scene = Scene::new().allied("spad_xiii", 2, 13, E, 7).ground("balloon", G, 16, 10);
    assert_eq!(scene.round().unit(0).at.y, 10, "one that has seen nobody stays");
    // Two hits, and no guns.
    let scene = Scene::new().allied("spad_xiii", 15, 10, E, 7).ground("balloon", G, 16, 10);
    let mut board = scene.dice(&[H2]).combat();
    board.give(Order::Fire { target: UnitId::ground(0), long: false });
    assert_eq!((board.unit(0).standing, board.shots().len()), (Standing::Destroyed, 1));
}
