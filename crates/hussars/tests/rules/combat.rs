//! COMBAT: targets, dice, modifiers, effects, hit locations, arcs, machineguns (TH-CBT, TH-ARC, TH-MGS).

use crate::support::{Scene, all_needed, fire, needed, p};
use hussars::measure::Gauge;
use hussars::{Content, Mode, Moment, Phase, StandId, System, Weapon, What};
use table::proves;

fn needs(s: Scene, firer: StandId, weapon: Weapon, target: StandId, mode: Mode) -> u8 {
    let play = s.play(Phase::FirstFire);
    play.state().odds(firer, weapon, target, mode, false).needed()
}

#[test]
fn fire_reaches_twice_the_effective_range() {
    proves!("TH-CBT-01");
    for (gap, accepted) in [(24.0, true), (24.1, false)] {
        let mut s = Scene::new();
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 21.0 + gap, 180.0);
        s.human("regular_infantry", 26.0, 26.0, 180.0);
        let play = s.play(Phase::SmallArms);
        assert_eq!(play.state().gap(foot, t), (gap * 100.0_f64).round() as i32);
        if accepted {
            assert!(play.accepts(fire(foot, t)));
        } else {
            assert_eq!(play.refused(fire(foot, t)), "TH-CBT-01");
        }
    }
    for (gap, accepted) in [(48.0, true), (48.1, false)] {
        let mut s = Scene::new().option("gas_aim", "any");
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 21.0 + gap, 180.0);
        let play = s.play(Phase::FirstFire);
        assert_eq!(play.accepts(fire(t, foot)), accepted);
    }
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 10.0, 0.0);
    let heavy = s.human("veteran_heavy_artillery", 20.0, 107.25, 180.0);
    let play = s.play(Phase::Artillery);
    assert_eq!(play.state().gap(heavy, t), 9600);
    assert!(play.accepts(fire(heavy, t)));
}

#[test]
fn a_roll_of_the_number_or_more_hits() {
    proves!("TH-CBT-02", "TH-CBT-08");
    for (roll, hit) in [(4, 0), (5, 1), (6, 1)] {
        let mut s = Scene::new().dice(&[roll, 1, 1]);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let gun = s.human("veteran_field_artillery", 20.0, 40.0, 180.0);
        s.human("veteran_field_artillery", 40.0, 40.0, 180.0);
        let mut play = s.play(Phase::Artillery);
        let news = play.fire(gun, t);
        let shot = news.iter().find_map(|w| {
            if let What::Shot { hits, needed, .. } = w { Some((*hits, *needed)) } else { None }
        });
        assert_eq!(shot, Some((hit, 5)));
        let effects = news.iter().filter(|w| matches!(w, What::Effect { .. })).count();
        assert_eq!(effects, usize::from(hit));
    }
}

#[test]
fn modifiers_for_range_cover_movement_and_flyers() {
    proves!(
        "TH-CBT-03",
        "TH-CBT-04",
        "TH-CBT-05",
        "TH-CBT-06",
        "TH-CBT-07",
        "TH-OVR-02",
        "TH-OVR-03",
        "TH-OVR-04"
    );
    let ray = |gap: f64, wood: bool, mode: Mode| {
        let mut s = Scene::new();
        if wood {
            s = s.rect("woods", 15.0, 21.0 + gap - 0.25, 25.0, 30.0 + gap);
        }
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 21.0 + gap, 0.0);
        needs(s, t, Weapon::HeatRay, foot, mode)
    };
    assert_eq!(
        (ray(24.0, false, Mode::Phase), ray(24.1, false, Mode::Phase), ray(48.0, false, Mode::Phase)),
        (3, 4, 4)
    );
    assert_eq!(ray(10.0, true, Mode::Phase), 4);
    assert_eq!(ray(20.0, false, Mode::Watch(Moment::Before)), 3);
    assert_eq!(ray(20.0, false, Mode::Watch(Moment::During)), 4);
    assert_eq!(ray(20.0, false, Mode::Watch(Moment::Between)), 4);
    assert_eq!(ray(20.0, false, Mode::Watch(Moment::After)), 3);
    assert_eq!(ray(30.0, true, Mode::Watch(Moment::During)), 6);
    // A tripod in woods is in the open; a flyer is harder.
    let at = |kind: &str, firer: &str, gap: f64, weapon: Weapon| {
        let mut s = Scene::new().rect("woods", 15.0, 15.0, 25.0, 25.0);
        let half = if kind == "flyer" { 1.0 } else { 0.75 };
        let t = s.martian(kind, 20.0, 20.0, 0.0);
        let depth = if firer.contains("infantry") { 0.25 } else { 0.5 };
        let gun = s.human(firer, 20.0, 20.0 + half + gap + depth, 180.0);
        needs(s, gun, weapon, t, Mode::Phase)
    };
    assert_eq!(at("tripod", "regular_infantry", 10.0, Weapon::SmallArms), 6);
    assert_eq!(at("flyer", "veteran_field_artillery", 30.0, Weapon::FieldArtillery), 6);
    assert_eq!(at("flyer", "veteran_field_artillery", 40.0, Weapon::FieldArtillery), 7, "can not hit");
    assert_eq!(at("flyer", "regular_field_artillery", 30.0, Weapon::FieldArtillery), 7);
    assert_eq!(at("tripod", "regular_infantry", 20.0, Weapon::SmallArms), 7, "legal, and hopeless");
}

#[test]
fn a_needed_seven_never_hits_unless_sixes_do() {
    proves!("TH-CBT-07");
    for (option, hit) in [("false", 0), ("true", 1)] {
        let mut s = Scene::new().dice(&[6, 1]).option("natural_six_hits", option);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 41.0, 180.0);
        s.hide(foot);
        let mut play = s.play(Phase::SmallArms);
        let news = play.fire(foot, t);
        assert!(
            matches!(news.iter().find(|w| matches!(w, What::Shot { .. })), Some(What::Shot { hits, needed: 7, .. }) if *hits == hit)
        );
        assert!(play.stand(foot).spotted, "it has given itself away");
    }
}

#[test]
fn effects_by_weapon_row_by_row() {
    proves!("TH-CBT-09", "TH-CBT-10", "TH-CBT-11", "TH-MGS-03");
    let content = Content::built_in();
    let rows = [
        (Weapon::HeavyArtillery, [1, 1, 2, 2, 3, 3], 48),
        (Weapon::FieldArtillery, [1, 1, 1, 2, 2, 2], 36),
        (Weapon::SmallArms, [0, 0, 0, 0, 1, 1], 12),
        (Weapon::Machinegun, [0, 0, 0, 0, 1, 1], 16),
    ];
    for (weapon, hits, range) in rows {
        assert_eq!((content.arm(weapon).effect_hits, content.arm(weapon).range), (hits, range), "{weapon:?}");
    }
    for (kind, roll, hits) in [
        ("regular_heavy_artillery", 6, 3),
        ("regular_heavy_artillery", 3, 2),
        ("regular_field_artillery", 3, 1),
        ("regular_field_artillery", 4, 2),
        ("regular_horse_artillery", 4, 2),
    ] {
        // Legs, heat-ray, gas projector: three locations that kill nothing.
        let mut s = Scene::new().dice(&[6, roll, 1, 2, 3]);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let gun = s.human(kind, 20.0, 40.0, 180.0);
        let mut play = s.play(Phase::Artillery);
        let news = play.fire(gun, t);
        assert_eq!(news.iter().filter(|w| matches!(w, What::Located { .. })).count(), hits, "{kind} {roll}");
        assert_eq!(play.stand(t).marks.iter().sum::<u8>(), hits as u8);
    }
    for (roll, marks) in [(4, 0), (5, 1)] {
        let mut s = Scene::new().dice(&[6, roll, 1]);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 30.0, 180.0);
        let mut play = s.play(Phase::SmallArms);
        play.fire(foot, t);
        assert_eq!(play.stand(t).marks.iter().sum::<u8>(), marks);
    }
}

#[test]
fn a_heat_ray_frightens_or_destroys() {
    proves!("TH-CBT-12", "TH-CBT-13", "TH-HRY-01", "TH-MOR-08");
    for effect in 1..=6 {
        let mut s = Scene::new().dice(&[3, effect, 4]);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("elite_infantry", 20.0, 30.0, 180.0);
        s.human("elite_infantry", 90.0, 90.0, 180.0);
        let mut play = s.play(Phase::FirstFire);
        play.fire(t, foot);
        assert_eq!(play.alive(foot), effect <= 4, "elite stands pass, but burn: {effect}");
    }
    for (kind, roll, lives) in [
        ("militia_infantry", 5, false),
        ("militia_infantry", 6, true),
        ("veteran_infantry", 3, false),
        ("veteran_infantry", 4, true),
    ] {
        let mut s = Scene::new().dice(&[3, 2, roll]);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human(kind, 20.0, 30.0, 180.0);
        s.human("elite_infantry", 90.0, 90.0, 180.0);
        let mut play = s.play(Phase::FirstFire);
        play.fire(t, foot);
        assert_eq!(play.alive(foot), lives, "{kind} {roll}");
    }
}

/// One hit on a machine with these marks and this location roll: the system that is marked.
fn located(kind: &str, marks: [u8; 5], roll: u16) -> Option<System> {
    let mut s = Scene::new().dice(&[6, 1, roll, 1, 1]);
    let t = s.martian(kind, 20.0, 20.0, 0.0);
    let gun = s.human("elite_field_artillery", 20.0, 40.0, 180.0);
    s.set(t, |x| x.marks = marks);
    let mut play = s.play(Phase::Artillery);
    let news = play.fire(gun, t);
    news.iter().find_map(|w| if let What::Located { system, .. } = w { Some(*system) } else { None })
}

#[test]
fn the_hit_table_row_by_row_with_overflow() {
    proves!("TH-CBT-14", "TH-CBT-15", "TH-CBT-16");
    use System::{GasProjector as Gas, HeatRay as Ray, Legs, Motive, Pilot};
    // Marks in the order legs, motive, heat-ray, gas projector, pilot.
    let rows: &[(u16, [u8; 5], System)] = &[
        (1, [0, 0, 0, 0, 0], Legs),
        (1, [1, 0, 0, 0, 0], Ray),
        (1, [1, 0, 1, 0, 0], Gas),
        (1, [1, 0, 1, 1, 0], Pilot),
        (2, [0, 0, 0, 0, 0], Ray),
        (2, [0, 0, 1, 0, 0], Gas),
        (2, [0, 0, 1, 1, 0], Motive),
        (3, [0, 0, 0, 0, 0], Gas),
        (3, [0, 0, 0, 1, 0], Ray),
        (3, [0, 0, 1, 1, 0], Motive),
        (4, [0, 0, 0, 0, 0], Motive),
        (4, [0, 2, 0, 0, 0], Motive),
        (5, [0, 1, 0, 0, 0], Motive),
        (6, [0, 0, 0, 0, 0], Pilot),
    ];
    for (roll, marks, system) in rows {
        assert_eq!(located("tripod", *marks, *roll), Some(*system), "roll {roll} with {marks:?}");
    }
    // A flyer has no legs: row 1 begins at column B.
    assert_eq!(located("flyer", [0; 5], 1), Some(Ray));
    assert_eq!(located("flyer", [0, 0, 1, 0, 0], 1), Some(Gas));
    let table = &Content::built_in().hit_table;
    assert_eq!(table[3], [Motive, Ray, Pilot]);
    assert_eq!(table[4], [Motive, Gas, Pilot]);
    // Two hits: heat-ray and one motive box.
    let mut s = Scene::new().dice(&[6, 4, 2, 4]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let gun = s.human("regular_field_artillery", 20.0, 40.0, 180.0);
    let mut play = s.play(Phase::Artillery);
    play.fire(gun, t);
    assert_eq!(play.stand(t).marks, [0, 1, 1, 0, 0]);
    assert_eq!(play.state().machine_allowance(t), 1200);
}

#[test]
fn artillery_and_flyers_fire_into_a_wedge() {
    proves!("TH-ARC-01", "TH-ARC-03", "TH-MGS-01");
    for (x, inside) in [(29.0, true), (30.0, false)] {
        let mut s = Scene::new();
        let gun = s.human("regular_field_artillery", 20.0, 20.0, 0.0);
        let t = s.martian("tripod", x, 40.0, 0.0);
        s.human("regular_heavy_artillery", 29.5, 20.0, 0.0);
        let play = s.play(Phase::Artillery);
        assert_eq!(play.state().in_arc(gun, t), inside);
        assert_eq!(play.accepts(fire(gun, t)), inside);
        if !inside {
            assert_eq!(play.refused(fire(gun, t)), "TH-ARC-01");
        }
    }
    let mut s = Scene::new();
    let fast = s.human("regular_machinegun", 20.0, 20.0, 0.0);
    let t = s.martian("tripod", 30.0, 30.0, 0.0);
    s.human("regular_infantry", 30.0, 22.0, 0.0);
    let play = s.play(Phase::SmallArms);
    assert_eq!(play.refused(fire(fast, t)), "TH-MGS-01");
    // A flyer's shot, gas point and sweep alike.
    let mut s = Scene::new();
    let flyer = s.martian("flyer", 20.0, 20.0, 0.0);
    let behind = s.human("regular_infantry", 20.0, 10.0, 0.0);
    let ahead = s.human("regular_infantry", 20.0, 40.0, 0.0);
    let play = s.play(Phase::FirstFire);
    assert!(play.accepts(fire(flyer, ahead)));
    assert_eq!(play.refused(fire(flyer, behind)), "TH-ARC-01");
    assert_eq!(play.refused(crate::support::gas(flyer, 20.0, 10.0)), "TH-ARC-01");
    assert_eq!(play.refused(crate::support::sweep(flyer, 20.0, 10.0, 90.0)), "TH-ARC-01");
    assert!(play.accepts(crate::support::sweep(flyer, 20.0, 40.0, 90.0)));
    // The cylinder's centre within 1.005 in of the wedge.
    let disc = hussars::measure::Form::Disc { radius: 1000 };
    assert!(disc.at(p(20.0, 19.0), 0).in_arc(p(20.0, 20.0), 0));
    assert!(!disc.at(p(20.0, 18.9), 0).in_arc(p(20.0, 20.0), 0));
}

#[test]
fn all_others_fire_all_round() {
    proves!("TH-ARC-02");
    let mut s = Scene::new();
    let t = s.martian("tripod", 50.0, 50.0, 90.0);
    let (c, _) = s.cylinder(50.0, 60.0, 1, &[]);
    let west = s.human("regular_infantry", 40.0, 50.0, 0.0);
    let horse = s.human("regular_cavalry", 40.0, 55.0, 0.0);
    let play = s.play(Phase::FirstFire);
    for firer in [t, c] {
        assert!(play.accepts(fire(firer, west)));
    }
    for human in [west, horse] {
        assert!(play.state().in_arc(human, t));
    }
    let mut s = Scene::new().rect("lake", 0.0, 0.0, 119.0, 119.0);
    let ship = s.human("ironclad", 20.0, 20.0, 0.0);
    let south = s.martian("tripod", 20.0, 5.0, 0.0);
    assert!(s.play(Phase::Artillery).accepts(crate::support::gun(ship, 0, south)));
}

#[test]
fn a_machinegun_rolls_four_dice() {
    proves!("TH-MGS-02", "TH-MGS-03", "TH-CBT-08");
    let mut s = Scene::new().dice(&[6, 6, 3, 1, 4, 6, 1]);
    let fast = s.human("regular_machinegun", 20.0, 20.0, 0.0);
    let t = s.martian("tripod", 20.0, 37.125, 0.0);
    let mut play = s.play(Phase::SmallArms);
    assert_eq!(play.state().gap(fast, t), 1600);
    let news = play.fire(fast, t);
    assert!(
        matches!(&news.iter().find(|w| matches!(w, What::Shot { .. })), Some(What::Shot { rolls, hits: 2, needed: 6, .. }) if rolls == &[6, 6, 3, 1])
    );
    assert_eq!(news.iter().filter(|w| matches!(w, What::Effect { .. })).count(), 2);
    assert_eq!(play.stand(t).marks.iter().sum::<u8>(), 1, "effects 4 and 6 are one hit");
    assert_eq!(all_needed(&news), [6]);
    assert_eq!(needed(&news), 6);
}
