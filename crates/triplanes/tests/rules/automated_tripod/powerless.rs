//! POWERLESS TRIPOD ACTIONS.

use super::{assert_share, pursued};
use crate::support::*;
use table::proves;

#[test]
fn without_energy_it_stands_still_and_recharges() {
    proves!("INV-AUT-50");
    let on = Scene::lonely(450.0, 500.0, 180).energy(0).objective(450.0, 500.0).phase(2);
    assert!(on.decision().cites("INV-AUT-50"));
    let play = on.begin();
    assert_eq!((play.energy(1), play.view().objectives[0].red_weed), (3, true));
    let off = Scene::lonely(450.0, 500.0, 180).energy(0).objective(450.0, 100.0).phase(2);
    assert!(off.decision().cites("INV-AUT-50"));
    assert_eq!(off.begin().energy(1), 1);
}

#[test]
fn it_steps_onto_an_objective_within_reach() {
    proves!("INV-AUT-51");
    // 92 mm ahead: the short straight ends 74.4 mm ahead, the long one 88.4 mm; curves and sideslips do, too. Leave
    // one of each.
    let scene = Scene::lonely(450.0, 500.0, 180).energy(0).objective(450.0, 395.0).phase(0).cards(|own| {
        own.discard = own.current.iter().copied().filter(|n| ![1, 11].contains(n)).collect();
        own.current = vec![1, 11];
        own.discard.extend(own.reserve.iter().filter(|n| ![4, 14, 15].contains(*n)));
        own.reserve = vec![4, 14, 15];
    });
    let chances = scene.decisions(300);
    assert_eq!(chances.len(), 2, "{chances:?}");
    assert_share(chances.get("TA_long_straight"), 300, 0.5);
    assert_share(chances.get("TA_short_straight"), 300, 0.5);
    assert!(scene.decision().cites("INV-AUT-51"));
}

#[test]
fn with_enemies_nearby_it_tosses_for_it() {
    proves!("INV-AUT-52");
    let scene = pursued(200.0).energy(0).objective(450.0, 380.0).phase(2).cards(|own| {
        own.discard = own.current.iter().copied().filter(|n| ![1, 11].contains(n)).collect();
        own.current = vec![1, 11];
        own.discard.extend(own.reserve.iter().filter(|n| ![14, 15].contains(*n)));
        own.reserve = vec![14, 15];
    });
    let chances = scene.decisions(300);
    assert_share(chances.get("TA_long_straight"), 300, 0.5);
    assert_share(chances.get("TA_standing_still"), 300, 0.5);
    assert!(scene.decision().cites("INV-AUT-52"));
}
