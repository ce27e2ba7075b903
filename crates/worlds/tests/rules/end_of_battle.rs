//! END OF THE BATTLE.

use crate::support::*;

#[test]
fn a_battle_ends_in_three_ways() {
    proves!("WW-END-01");
    // Every Tripod in a blue hex: the Gun survives.
    let mut scene = Scene::core();
    scene.battle("leeds", "gA7 yC6").card("B2");
    scene.set(FieldGun, "E6", 1);
    let played = scene.play(Order::Done, &[]);
    assert!(played.told("WW-END-01", &What::BattleEnded { humans: 1, tripods: 2 }));
    assert_eq!(played.state().in_play(FieldGun), 1);
    // All Guns gone, one Infantry left: it goes on.
    let mut scene = Scene::core();
    scene.battle("leeds", "rC4 gA1").card("B7");
    scene.set(FieldGun, "C5", 0);
    scene.set(Infantry, "E7", 0);
    let played = scene.play(Order::Done, &[]);
    assert!(played.cites("WW-SPC-05"));
    assert!(
        !played
            .events()
            .iter()
            .take_while(|(_, w)| *w != What::RoundBegan { round: 3 })
            .any(|(r, _)| *r == "WW-END-01")
    );
}

#[test]
fn survivors_return_with_their_built_earthworks() {
    proves!("WW-END-02");
    for (level, left) in [(3, 3), (2, 2), (1, 1), (0, 0)] {
        let mut scene = Scene::core();
        scene.battle("leeds", "GC5");
        let gun = scene.set(FieldGun, "A6", 1);
        let shooter = scene.set(FieldGun, "C6", 1);
        scene.now.works[gun.index()] = 2;
        scene.now.land.level[gun.index()] = level;
        let played = scene.play(Order::Fire { gun: shooter, tripod: 0 }, &[G]);
        assert_eq!(
            played.now().works[gun.index()],
            left,
            "it had 1 free and 2 built levels, {level} are left"
        );
        assert_eq!(played.now().unit_zone[gun.index()], Some(z("leeds")));
    }
    // On the map the free level is one of twelve counters.
    let mut scene = Scene::core();
    scene.battle("leeds", "GC5");
    let shooter = scene.set(FieldGun, "C6", 1);
    let gun = scene.set(FieldGun, "A6", 3);
    let far = scene.unit(SiegeGun, "dover");
    scene.now.works[far.index()] = 10;
    let played = scene.play(Order::Fire { gun: shooter, tripod: 0 }, &[G]);
    assert_eq!((played.now().works[gun.index()], played.state().free_works()), (2, 0));
}

#[test]
fn tripods_return_to_their_medallion_damaged_as_they_are() {
    proves!("WW-END-03");
    let mut scene = Scene::core();
    scene.battle("leeds", "GA7 yC6").card("B2");
    scene.set(FieldGun, "E6", 1);
    let played = scene.play(Order::Done, &[]);
    let wave = &played.now().waves[0];
    assert_eq!((wave.zone, wave.tripods), (Some(z("leeds")), band("Gy")));
}

#[test]
fn a_wave_without_tripods_is_removed_and_its_number_free() {
    proves!("WW-END-04");
    let mut scene = Scene::core();
    scene.battle("leeds", "GC5");
    scene.now.hvp = 1;
    let gun = scene.set(FieldGun, "C6", 1);
    scene.next_event("EV36");
    let mut played = scene.play(Order::Fire { gun, tripod: 0 }, &[G]);
    assert!(played.told("WW-END-04", &What::WaveRemoved { wave: 0 }));
    assert_eq!(played.now().waves.iter().filter(|w| w.zone.is_some()).count(), 1);
    // The Cylinder for 2 points takes number 1 again.
    played.order(Order::Done);
    assert!(
        played.events().iter().any(|(_, w)| matches!(w, What::WaveLanded { wave: 0, cylinder: true, .. }))
    );
}
