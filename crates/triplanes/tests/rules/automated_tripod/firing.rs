//! FIRING THE TRIPOD.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

/// A Locust at (450, 500) that faces south with standing cards only, vehicle 1, and an airplane that flies past it,
/// vehicle 0.
fn still(x: f64, y: f64, facing: i32) -> Scene {
    Scene::new()
        .automated()
        .set(|s| s.area = [1400.0, 3000.0])
        .put("nieuport_16", x, y, facing)
        .put("mk1_locust", 450.0, 500.0, 180)
        .cards(stand)
}

fn stand(own: &mut Automaton) {
    own.discard = own.current.iter().copied().filter(|n| ![11, 12, 13].contains(n)).collect();
    own.current = vec![11, 12, 13];
    own.discard.extend([4, 9, 10]);
    own.reserve = vec![14, 15];
    own.enlarged = true;
}

#[test]
fn it_fires_with_energy_a_ready_ray_and_a_target() {
    proves!("INV-AUT-53");
    // From (450, 200) the airplane comes to stand 97 mm farther north: 138 mm before the front side.
    let scene = still(450.0, 200.0, 0).energy(1).phase(0);
    let mut play = scene.begin();
    assert_eq!(play.energy(1), 0);
    assert!(play.cites("INV-AUT-53"));
    assert_eq!(play.tripod(1).action, Some(Action::HeatRay { from: Side::Front }));
    // The last counter is paid before the shots: no armor in this step.
    let ways: Vec<Through> = play
        .legal(EARTH)
        .iter()
        .filter_map(|o| if let Order::Fire { through, .. } = o { Some(*through) } else { None })
        .collect();
    assert_eq!(ways, [Through::Open]);
    play.rest_of_phase();
    assert!(
        play.happened(Viewer::Umpire).iter().any(|w| matches!(w, What::RayFired { from: Side::Front, .. }))
    );
    // Not fired upon: nothing is paid.
    let away = still(450.0, 330.0, 180).energy(4).phase(2).begin();
    assert!(!away.happened(Viewer::Umpire).iter().any(|w| matches!(w, What::RayFired { .. })));
    assert!(away.reasons().iter().any(|r| r.firing && r.thoughts[0].text.contains("no ruler reaches")));
    assert_eq!((away.energy(1), away.tripod(1).console.cooling), (5, 0));
}

#[test]
fn it_does_not_fire_when_it_may_not() {
    proves!("INV-AUT-53", "INV-AUT-45");
    let why = |scene: Scene| {
        let reasons = scene.phase(2).begin().reasons();
        reasons.into_iter().find(|r| r.firing).map(|r| r.thoughts[0].text.clone()).unwrap_or_default()
    };
    assert!(why(still(450.0, 200.0, 0).with(|v| v.tripod.cooling = 1)).contains("cooling"));
    assert!(why(still(450.0, 200.0, 0).energy(0)).contains("no energy"));
    // Fired in phase 1: L templates in phase 2 and no shot, S templates again in phase 3.
    let mut play = still(450.0, 200.0, 0)
        .set(|s| s.vehicles[0].plan = Some(Cards([1, 10, 2].map(Some))))
        .phase(0)
        .begin();
    play.rest_of_turn();
    let kinds: Vec<Option<TemplateKind>> =
        play.decisions().iter().map(|r| r.zones.first().map(|z| z.kind)).collect();
    assert_eq!(&kinds[..3], [Some(TemplateKind::S), Some(TemplateKind::L), Some(TemplateKind::S)]);
    let told: Vec<String> = play.decisions()[0].thoughts.iter().map(|t| t.text.clone()).collect();
    assert!(told.iter().any(|t| t == "Its heat-ray is ready: one S template is laid."), "{told:?}");
    let second = play.reasons().into_iter().filter(|r| r.firing).nth(1).expect("a second one");
    assert!(second.thoughts[0].text.contains("cooling"), "{second:?}");
}

#[test]
fn it_fires_at_the_best_target_by_any_projector() {
    proves!("INV-AUT-54");
    // B at the far end of the front ruler; A close to the front-right side, which looks to the west.
    let (x, y) = ahead((450.0, 500.0), 240, 31.2 + 20.0 + 34.0);
    let scene = still(450.0, 175.0, 0)
        .set(|s| s.vehicles[0].plan = Some(Cards([1, 2, 3].map(Some))))
        .put("nieuport_16", x - 97.0 * 0.5, y - 97.0 * 0.866, 30)
        .phase(0);
    let play = scene.begin();
    let shot = play.reasons().into_iter().find(|r| r.firing).expect("a shot");
    assert_eq!(shot.target, Some(v(2)), "{shot:?}");
    assert!(shot.thoughts[0].text.contains("the best of 2 targets"), "{shot:?}");
    assert_eq!(play.tripod(1).action, Some(Action::HeatRay { from: Side::FrontRight }));
}

#[test]
fn whoever_stood_still_and_did_not_fire_recharges() {
    proves!("INV-AUT-55");
    // It stands still to acquire the airplane, which turns away out of reach.
    let scene = still(450.0, 170.0, 0)
        .energy(5)
        .set(|s| {
            s.vehicles[0].plan = Some(Cards([12, 1, 2].map(Some)));
            s.vehicles[0].airplane.last = LastManeuver::Straight;
        })
        .phase(0);
    let play = scene.begin();
    let first = &play.decisions()[0];
    assert_eq!(first.choice(), "TA_standing_still", "{first:?}");
    assert_eq!(play.recharges(1).first(), Some(&(6, None)));
    // A turn on the spot recharges, too; a reverse does not.
    let turned = Scene::lonely(450.0, 500.0, 0).energy(7).phase(2).begin();
    assert_eq!(turned.recharges(1), [(8, None)]);
}

#[test]
fn it_never_destroys_objectives_nor_launches_smoke() {
    proves!("INV-AUT-68");
    let options = [("setup", "quick"), ("automated", "on"), ("black_smoke", "on"), ("objectives", "4")];
    for seed in 0..12 {
        let scene = Scene::scenario("simple-battle", &options);
        let m = table::Match::begin(&scene.content, scene.setup, seed).expect("a match");
        let mut play = Play { m };
        for _ in 0..12 {
            if play.view().outcome.is_none() {
                play.rest_of_turn();
            }
        }
        let bad = |w: &What| matches!(w, What::ObjectiveDestroyed { .. } | What::SmokeLaunched { .. });
        assert!(!play.happened(Viewer::Umpire).iter().any(bad));
    }
}
