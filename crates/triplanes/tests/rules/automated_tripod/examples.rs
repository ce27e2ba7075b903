//! EXAMPLE: S AUTOMATED TRIPOD TEMPLATE, L AUTOMATED TRIPOD TEMPLATE.

use crate::support::*;
use table::{Viewer, proves};
use triplanes::*;

/// An airplane that will go to its right, and a Locust whose left turn alone brings a ruler onto the red part.
fn s_example() -> Scene {
    // The Locust looks north at (450, 500); the airplane crosses before it from the west to the north-west.
    Scene::new()
        .automated()
        .set(|s| s.area = [1400.0, 1400.0])
        .put("nieuport_16", 250.0, 560.0, 0)
        .with(|v| v.plan = Some(Cards([4, 1, 2].map(Some))))
        .put("mk1_locust", 450.0, 500.0, 0)
        .cards(|own| {
            own.discard = own.current.iter().copied().filter(|n| ![1, 5, 6, 7, 11].contains(n)).collect();
            own.discard.extend([4, 9, 10]);
            own.current = vec![1, 5, 6, 7, 11];
            own.reserve = vec![14, 15];
            own.enlarged = true;
        })
        .phase(0)
}

#[test]
fn the_left_turn_alone_brings_the_ruler_onto_the_red_part() {
    proves!("INV-AUT-70");
    let scene = s_example();
    let decision = scene.decision();
    let able: Vec<&str> =
        decision.candidates.iter().filter(|c| !c.targets.is_empty()).map(|c| c.card.as_str()).collect();
    assert_eq!(able, ["TA_curve_left_60"], "{decision:?}");
    assert_eq!(decision.zones.iter().map(|z| z.kind).collect::<Vec<_>>(), [TemplateKind::S]);
    for seed in 0..20 {
        assert_eq!(scene.decision_with(seed).choice(), "TA_curve_left_60");
    }
    // Both move in the same step; then the front heat-ray hits the airplane, which has nothing to fire at.
    let play = scene.begin();
    let moved = play.happened(Viewer::Spectator).iter().filter(|w| matches!(w, What::Moved { .. })).count();
    assert!(moved >= 2);
    let fired = |w: &What| matches!(w, What::RayFired { from: Side::Front, target, .. } if *target == v(0));
    assert!(play.happened(Viewer::Spectator).iter().any(fired), "{:#?}", play.log(Viewer::Umpire));
    assert!(!play.happened(Viewer::Spectator).iter().any(|w| matches!(w, What::GunsFired { .. })));
    let paid = &play.caused_by("INV-AUT-53", Viewer::Spectator)[0];
    assert!(matches!(
        paid,
        What::ActionShown { action: Action::HeatRay { from: Side::Front }, energy: 7, .. }
    ));
}

/// One counter lies in the heat-ray box, and the airplane flies a straight past the tripod's left hand.
fn l_example() -> Scene {
    let (x, y) = ahead((700.0, 700.0), 240, 225.0);
    let (x, y) = ahead((x, y), 150, 184.0);
    Scene::new()
        .automated()
        .set(|s| s.area = [1400.0, 1400.0])
        .put("nieuport_16", x, y, 330)
        .with(|v| v.plan = Some(Cards([1, 2, 3].map(Some))))
        .put("mk1_locust", 700.0, 700.0, 0)
        .with(|v| v.tripod.cooling = 1)
        .phase(0)
}

#[test]
fn no_card_aims_so_it_turns_on_the_spot_while_it_cools() {
    proves!("INV-AUT-71");
    let scene = l_example();
    let decision = scene.decision();
    assert!(decision.cites("INV-AUT-45") && decision.cites("INV-AUT-48"), "{decision:?}");
    assert_eq!(decision.choice(), "TA_standing_still rear-left", "{decision:?}");
    let play = scene.begin();
    let (first, ..) = (&play.reasons()[1], ());
    assert!(first.firing && first.thoughts[0].text.contains("cooling"), "{first:?}");
}

#[test]
fn the_ray_is_ready_again_in_the_next_step() {
    proves!("INV-AUT-72");
    let play = l_example().begin();
    assert!(play.cites("TT-COO-01"));
    let second = &play.decisions()[1];
    assert!(
        second.zones.iter().all(|z| z.kind == TemplateKind::S) && second.cites("INV-AUT-38"),
        "{second:?}"
    );
}
