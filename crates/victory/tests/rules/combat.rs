//! 8.0 COMBAT and 8.1 BASIC AIR-TO-AIR COMBAT.

use crate::support::*;

fn fire(target: u8) -> Order {
    Order::Fire { target: UnitId(target), long: false }
}

fn long(target: u8) -> Order {
    Order::Fire { target: UnitId(target), long: true }
}

/// A SPAD XIII (yellow) at a target somewhere, both as the case has them.
fn duel(shooter: (i8, i8, Facing), target: (i8, i8, Facing)) -> Scene {
    Scene::new().allied("spad_xiii", shooter.0, shooter.1, shooter.2, 4).german(
        "albatros_d3",
        target.0,
        target.1,
        target.2,
        4,
    )
}

fn rolled(scene: Scene, order: Order) -> Colour {
    let mut board = scene.dice(&[MISS]).combat();
    board.give(order);
    hold_the_others(&mut board);
    board.shots()[0]
}

/// Everybody else who could fire holds his fire.
fn hold_the_others(board: &mut Board) {
    while matches!(board.ask(), Ask::Gun { .. }) && board.shots().is_empty() {
        board.give(Order::Hold);
    }
}

#[test]
fn forward_guns() {
    proves!("WV-ARC-01");
    let line = [(5, 13), (6, 14), (6, 15), (7, 16), (7, 17)];
    for at in hex(5, 12).disc(6).filter(|h| h.x > 0 && h.y > 0 && *h != hex(5, 12)) {
        let board = duel((5, 12, Ne), (at.x, at.y, W)).combat();
        let asked = board.ask() == (Ask::Gun { plane: 0, gun: 0 });
        assert_eq!(asked, line.contains(&(at.x, at.y)), "{at:?}");
    }
    // Nobody in between shields; a target in the own hex can not be fired at.
    let scene = duel((5, 12, E), (8, 12, W)).german("albatros_d3", 6, 12, W, 4);
    let board = scene.combat();
    assert!(board.can(fire(1)) && board.can(fire(2)));
    assert_eq!(board.refused(fire(0)), "WV-ARC-01");
    let scene = duel((5, 12, E), (6, 12, W)).german("albatros_d3", 7, 12, W, 4);
    let own = scene.edit(|now| now.planes[1].at = hex(5, 12)).combat();
    assert_eq!(own.refused(fire(1)), "WV-ARC-01");
}

#[test]
fn aiming_along_a_spine() {
    proves!("WV-ARC-02");
    let reach = |at: (i8, i8), option: bool, facing: Facing| {
        let scene = duel((5, 12, facing), (at.0, at.1, W)).german("albatros_d3", 19, 29, W, 4);
        let scene = if option { scene.with(Opt::SpineAim) } else { scene };
        scene.combat().ask() == (Ask::Gun { plane: 0, gun: 0 })
    };
    for at in [(6, 13), (8, 14)] {
        assert!(reach(at, true, Ne) && !reach(at, false, Ne), "{at:?}");
        assert!(!reach(at, true, E), "only planes that do not fly level: {at:?}");
    }
    for at in [(6, 12), (7, 12), (7, 13), (9, 14)] {
        assert!(!reach(at, true, Ne), "{at:?}");
    }
    assert!(reach((5, 14), true, Ne), "the other neighbouring spine");
}

#[test]
fn gunner_templates() {
    proves!("WV-ARC-03");
    let reach = |at: (i8, i8)| {
        let scene = Scene::new().allied("bristol_f2b", 10, 12, E, 4).german("albatros_d3", at.0, at.1, E, 4);
        scene.combat().ask() == (Ask::Gun { plane: 0, gun: 1 })
    };
    assert!(reach((7, 12)) && reach((8, 14)) && !reach((8, 10)) && !reach((5, 12)));
    // Mirrored with the heading.
    let scene = Scene::new().allied("bristol_f2b", 10, 12, W, 4).german("albatros_d3", 13, 12, W, 4);
    assert_eq!(scene.combat().ask(), Ask::Gun { plane: 0, gun: 1 });
}

#[test]
fn each_position_fires_once() {
    proves!("WV-ARC-04", "WV-MOD-03");
    let scene = Scene::new()
        .allied("bristol_f2b", 10, 12, E, 4)
        .skill(Skill::Ace)
        .german("albatros_d3", 12, 12, W, 4)
        .german("albatros_d3", 8, 12, E, 4);
    let mut board = scene.dice(&[MISS, MISS]).combat();
    board.give(fire(1));
    assert_eq!(board.ask(), Ask::Gun { plane: 0, gun: 1 });
    assert_eq!(board.refused(fire(1)), "WV-ARC-03");
    board.give(fire(2));
    hold_the_others(&mut board);
    let shot = |gun: u8| {
        board.told().iter().find_map(|(_, w)| match w {
            What::Shot { from: From::Gun { plane: 0, gun: g }, shifts, .. } if *g == gun => {
                Some(shifts.clone())
            }
            _ => None,
        })
    };
    let skill = |gun: u8| shot(gun).unwrap().iter().any(|s| s.why == Why::Skill && s.by == 1);
    assert!(skill(0) && !skill(1), "the ace helps the forward gun, not the observer");
    assert_eq!(board.shots().len(), 2);
    let again = Scene::new().allied("spad_xiii", 5, 12, E, 4).change(|p| p.guns[0].fired = true);
    let board = again.german("albatros_d3", 6, 12, E, 4).combat();
    assert_ne!(board.ask(), Ask::Gun { plane: 0, gun: 0 });
}

#[test]
fn ammunition() {
    proves!("WV-AMM-01", "WV-AMM-02", "WV-AMM-04", "WV-AMM-05");
    let left = |plane: &str, left: [u8; 2], burst: Order| {
        let scene = Scene::new().allied(plane, 5, 12, E, 4).change(move |p| p.guns[0].left = left);
        let mut board = scene.german("albatros_d3", 6, 12, E, 4).dice(&[MISS]).combat();
        board.give(burst);
        (board.plane(0).guns[0].left, board.plane(0).guns[0].dry)
    };
    assert_eq!(left("spad_vii", [6, 4], fire(1)), ([5, 4], false));
    assert_eq!(left("spad_vii", [1, 4], fire(1)), ([0, 4], false), "a belt goes on");
    assert_eq!(left("spad_vii", [0, 1], fire(1)), ([0, 0], false));
    assert_eq!(left("spad_vii", [6, 4], long(1)), ([4, 4], false));
    assert_eq!(left("spad_vii", [1, 4], long(1)), ([0, 3], false), "the second point from the next number");
    let out = Scene::new().allied("spad_vii", 5, 12, E, 4).change(|p| p.guns[0].left = [0, 0]);
    assert_ne!(out.german("albatros_d3", 6, 12, E, 4).combat().ask(), Ask::Gun { plane: 0, gun: 0 });
    let belt = Scene::new().allied("spad_vii", 5, 12, E, 4).change(|p| p.guns[0].left = [0, 4]);
    assert_eq!(belt.german("albatros_d3", 6, 12, E, 4).combat().ask(), Ask::Gun { plane: 0, gun: 0 });
    let last = Scene::new().allied("spad_vii", 5, 12, E, 4).change(|p| p.guns[0].left = [0, 1]);
    assert_eq!(last.german("albatros_d3", 6, 12, E, 4).combat().refused(long(1)), "WV-AMM-05");
    // One number, one magazine.
    let aviatik = kind("aviatik_c1");
    let gunner = aviatik.weapons.iter().find(|w| w.template.is_some()).expect("a gunner");
    assert_eq!(gunner.ammo, [5, 0]);
}

#[test]
fn reloading() {
    proves!("WV-AMM-03");
    let scene = |left: [u8; 2], dry: bool| {
        let scene = Scene::new().allied("nieuport_11", 5, 12, E, 4);
        scene.change(move |p| (p.guns[0].left, p.guns[0].dry) = (left, dry)).german(
            "albatros_d3",
            6,
            12,
            E,
            4,
        )
    };
    let first = kind("nieuport_11").weapons[0].ammo;
    let mut empty = scene([1, first[1]], false).dice(&[MISS]).combat();
    empty.give(fire(1));
    assert!(empty.plane(0).guns[0].dry, "the second drum is not loaded yet");
    let dry = scene([0, first[1]], true).combat();
    assert_ne!(dry.ask(), Ask::Gun { plane: 0, gun: 0 });
    // A round of level flight without firing loads it; a turn does not.
    let level = scene([0, first[1]], true).ending();
    assert!(!level.plane(0).guns[0].dry);
    let turned = scene([0, first[1]], true).edit(|now| now.planes[0].level = false).ending();
    assert!(turned.plane(0).guns[0].dry);
    let fired = scene([0, first[1]], true).edit(|now| now.planes[0].guns[0].fired = true).ending();
    assert!(fired.plane(0).guns[0].dry);
    // A drum needs two points left for a long burst.
    assert_eq!(scene([1, first[1]], false).combat().refused(long(1)), "WV-AMM-05");
    assert!(scene([2, first[1]], false).combat().can(long(1)));
    assert_eq!(scene([0, 1], false).combat().refused(long(1)), "WV-AMM-05");
    assert!(scene([0, 2], false).combat().can(long(1)), "two are left on the last one");
}

#[test]
fn all_fire_takes_effect_together() {
    proves!("WV-MOD-01");
    let scene = duel((5, 12, E), (6, 12, W)).dice(&[GONE, d20(7), GONE, d20(7)]);
    let mut board = scene.combat();
    board.give(fire(1));
    assert_eq!(board.plane(1).pilot, Health::Healthy, "first everybody says what he does");
    board.give(fire(0));
    assert!(board.plane(0).shot_down() && board.plane(1).shot_down());
}

#[test]
fn base_die_and_modifiers() {
    proves!("WV-MOD-02", "WV-MOD-11");
    let scene =
        Scene::new().allied("spad_xiii", 8, 12, E, 4).skill(Skill::Ace).german("albatros_d3", 10, 12, E, 4);
    assert_eq!(rolled(scene, fire(1)), Colour::Red, "ace +1, distance 2 -1, rear +1");
    let scene = Scene::new().allied("spad_xiii", 5, 12, E, 4).skill(Skill::Recruit).german(
        "albatros_d3",
        10,
        12,
        Ne,
        4,
    );
    assert_eq!(rolled(scene, fire(1)), Colour::White, "recruit -1, distance 5 -4, side -2");
}

#[test]
fn range() {
    proves!("WV-MOD-04");
    // From the rear: +1 on yellow, one colour a hex beyond the first.
    let at = |n: i8| rolled(duel((10 - n, 12, E), (10, 12, E)), fire(1));
    assert_eq!(
        [1, 2, 3, 4, 5].map(at),
        [Colour::Red, Colour::Yellow, Colour::Green, Colour::Grey, Colour::Pink]
    );
}

#[test]
fn aspect() {
    proves!("WV-MOD-05");
    let colour = |target: Facing| rolled(duel((9, 12, E), (10, 12, target)), fire(1));
    assert_eq!(colour(W), Colour::Green, "head-to-head -1");
    assert_eq!(colour(E), Colour::Red, "rear +1");
    assert_eq!([Ne, Nw, Sw, Se].map(colour), [Colour::Grey; 4], "side -2");
}

#[test]
fn evasion() {
    proves!("WV-MOD-06", "WV-MOD-07");
    let with = |edit: fn(&mut Plane)| rolled(duel((9, 12, E), (10, 12, E)).change(edit), fire(1));
    assert_eq!(with(|p| p.jinked = true), Colour::Yellow);
    assert_eq!(with(|p| p.leafed = true), Colour::Green);
    assert_eq!(with(|p| p.barrel = true), Colour::Green);
}

#[test]
fn tailing_bonus() {
    proves!("WV-MOD-08");
    let scene = duel((9, 12, E), (10, 12, E)).edit(|now| now.planes[0].tails = 2);
    assert_eq!(rolled(scene, fire(1)), Colour::Blue);
    // Only the forward gun.
    let scene = Scene::new().allied("bristol_f2b", 10, 12, E, 4).german("albatros_d3", 9, 12, E, 4);
    let mut board = scene.edit(|now| now.planes[0].tails = 2).dice(&[MISS]).combat();
    board.give(fire(1));
    let tailing = |(_, w): &(&str, What)| matches!(w, What::Shot { shifts, .. } if shifts.iter().any(|s| s.why == Why::Tailing));
    assert!(!board.told().iter().any(tailing));
}

#[test]
fn long_burst_bonus() {
    proves!("WV-MOD-09");
    let scene = Scene::new().allied("spad_vii", 9, 12, E, 4).german("albatros_d3", 10, 12, W, 4);
    assert_eq!(rolled(scene, long(1)), Colour::Green);
}

#[test]
fn target_size() {
    proves!("WV-MOD-10", "WV-BAL-01");
    let scene = |option: bool| {
        let scene = Scene::new().german("fokker_dr1", 9, 12, E, 4).allied("spad_vii", 10, 12, E, 4);
        if option { scene.with(Opt::TargetSize) } else { scene }
    };
    assert_eq!((rolled(scene(false), fire(1)), rolled(scene(true), fire(1))), (Colour::Red, Colour::Yellow));
    // A balloon's size counts in any case.
    let balloon =
        Scene::new().allied("spad_xiii", 7, 10, E, 4).skill(Skill::Ace).ground("balloon", G, 10, 10);
    assert_eq!(rolled(balloon, Order::Fire { target: UnitId::ground(0), long: false }), Colour::Blue);
    let infantry =
        Scene::new().allied("spad_xiii", 10, 1, Se, 4).ground("infantry", G, 11, 0).with(Opt::TargetSize);
    assert_eq!(rolled(infantry, Order::Fire { target: UnitId::ground(0), long: false }), Colour::Yellow);
}

#[test]
fn jams() {
    proves!("WV-JAM-01", "WV-JAM-02");
    let jammed = |dice: Loaded, level: bool, skill: Skill| {
        let scene = Scene::new().allied("spad_xiii", 9, 12, E, 4).skill(skill).change(move |p| {
            (p.guns[0].jammed, p.level) = (true, level);
        });
        let mut board = scene.german("albatros_d3", 10, 12, E, 4).dice(&[dice]).combat();
        assert_eq!(board.refused(fire(1)), "WV-JAM-01");
        board.give(Order::Clear);
        (board.tests(Test::Clear)[0], board.plane(0).guns[0].jammed)
    };
    assert_eq!(jammed(PASS, true, Skill::Ace), (Colour::Green, false));
    assert_eq!(jammed(PASS, false, Skill::Ace), (Colour::Green, true), "he had turned");
    assert_eq!(jammed(CRIT, false, Skill::Expert), (Colour::Grey, false));
    assert_eq!(jammed(FAIL, true, Skill::Recruit), (Colour::Pink, true));
    let sound = duel((9, 12, E), (10, 12, E)).combat();
    assert_eq!(sound.refused(Order::Clear), "WV-JAM-02");
}
