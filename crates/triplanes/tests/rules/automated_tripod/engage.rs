//! ENEMIES NEARBY.

use super::{assert_share, centres, pursued};
use crate::support::*;
use ::geometry::Vec2;
use table::proves;
use triplanes::*;

#[test]
fn the_deck_grows_while_enemies_are_nearby() {
    proves!("INV-AUT-35", "INV-AUT-36");
    let near = pursued(290.0).phase(2);
    assert!(near.decision().cites("INV-AUT-35"));
    let seen = near.begin().view().automated.remove(0);
    assert_eq!(
        (seen.reserve.as_slice(), seen.enlarged),
        (&["TA_reverse".to_owned(), "TA_running".to_owned()][..], true)
    );
    // The airplane has gone: the cards leave the deck before one is drawn.
    let enlarged = |own: &mut Automaton| {
        own.enlarged = true;
        own.current.extend([4, 9, 10]);
        own.reserve = vec![14, 15];
    };
    let gone = pursued(310.0).cards(enlarged).phase(2);
    assert!(gone.decision().cites("INV-AUT-36"));
    assert_eq!(gone.begin().view().automated[0].reserve.len(), 5);
    // Where nothing can be aimed at they stay.
    let stay = Scene::new()
        .automated()
        .set(|s| s.area = [900.0, 3000.0])
        .put("nieuport_16", 450.0, 500.0 + centres(250.0), 0)
        .put("mk2_scarab", 450.0, 500.0, 180)
        .cards(enlarged)
        .phase(2);
    assert!(stay.decision().cites("INV-AUT-49"));
    assert!(stay.begin().view().automated[0].enlarged);
}

#[test]
fn a_ready_ray_looks_at_s_templates_and_a_cooling_one_at_l_templates() {
    proves!("INV-AUT-38", "INV-AUT-45");
    let two = |cooling: u8| {
        let scene = pursued(200.0).with(|v| v.tripod.cooling = cooling).put("nieuport_16", 200.0, 1900.0, 0);
        scene.phase(0).decision()
    };
    let kinds = |r: &Reasoning| r.zones.iter().map(|z| z.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&two(0)), [TemplateKind::S; 2]);
    assert_eq!(kinds(&two(1)), [TemplateKind::L; 2]);
    // The S zone begins 20 mm ahead of the front edge and is 65 mm long, 44 mm wide.
    let zone = &two(0).zones[0];
    let y = 500.0 + centres(200.0) + 34.0;
    let corners = [(428.0, y + 85.0), (472.0, y + 85.0), (472.0, y + 20.0), (428.0, y + 20.0)];
    for (corner, (x, y)) in zone.corners.iter().zip(corners) {
        assert!(corner.distance(Vec2::new(x, y)) < 0.01, "{corner:?}");
    }
}

/// A Locust at (450, 500) that faces south, and an airplane before it that flies toward it.
fn before(x: f64, y: f64, facing: i32) -> Scene {
    Scene::new().automated().set(|s| s.area = [900.0, 3000.0]).put("nieuport_16", x, y, facing).put(
        "mk1_locust",
        450.0,
        500.0,
        180,
    )
}

#[test]
fn a_target_is_acquired_by_any_ruler_that_touches_its_red_part() {
    proves!("INV-AUT-39", "INV-AUT-40");
    // Straight ahead and flying toward it: many cards acquire, and standing still does.
    let decision = before(450.0, 250.0, 0).phase(0).decision();
    let acquires = |r: &Reasoning, card: &str| {
        r.candidates.iter().find(|c| c.card == card).is_some_and(|c| !c.targets.is_empty())
    };
    assert!(
        acquires(&decision, "TA_standing_still") && acquires(&decision, "TA_short_straight"),
        "{decision:?}"
    );
    // The long straight would end on the red part: base at 411.6 - 31.2 mm, the zone reaches y 369.
    let close = before(450.0, 300.0, 0).phase(0).decision();
    assert!(!acquires(&close, "TA_long_straight"), "{close:?}");
    assert!(acquires(&close, "TA_standing_still"), "{close:?}");
}

#[test]
fn among_the_cards_that_acquire_the_best_target_one_is_drawn() {
    proves!("INV-AUT-41", "INV-AUT-42");
    let scene = before(450.0, 250.0, 0).phase(0).cards(|own| {
        own.discard = own.current.iter().copied().filter(|n| ![1, 2, 6, 11].contains(n)).collect();
        own.discard.extend([4, 9, 10]);
        own.current = vec![1, 2, 6, 11];
        own.reserve = vec![14, 15];
        own.enlarged = true;
    });
    let first = scene.decision();
    let able: Vec<(String, u8)> = first
        .candidates
        .iter()
        .filter(|c| !c.targets.is_empty())
        .map(|c| (c.card.clone(), c.copies))
        .collect();
    assert!(able.len() >= 2, "{first:?}");
    let all: u8 = able.iter().map(|(_, copies)| copies).sum();
    let chances = scene.decisions(400);
    assert_eq!(chances.values().sum::<u64>(), 400);
    for (card, copies) in &able {
        assert_share(chances.get(card), 400, f64::from(*copies) / f64::from(all));
    }
    assert_eq!(chances.len(), able.len());
}

#[test]
fn the_best_target_is_near_then_under_the_strongest_ray_then_most_damaged() {
    proves!("INV-AUT-42");
    // Both before its front, one at short and one at long range.
    let two = |near: &[&str], far: &[&str], dy: f64| {
        let scene = Scene::new()
            .automated()
            .set(|s| s.area = [900.0, 3000.0])
            .put("nieuport_16", 430.0, 180.0 + dy, 0)
            .damage(far)
            .put("nieuport_16", 470.0, 250.0, 0)
            .damage(near)
            .put("mk1_locust", 450.0, 500.0, 180)
            .cards(|own| {
                own.discard = own.current.iter().copied().filter(|n| *n != 11).collect();
                own.current = vec![11];
                own.discard.extend([4, 9, 10]);
                own.reserve = vec![14, 15];
                own.enlarged = true;
            });
        scene.phase(0)
    };
    let decision = two(&[], &["A 1", "A 0"], 0.0).decision();
    assert_eq!(decision.target, Some(v(1)), "{decision:?}");
    // At equal range the one with more cards; zeros count.
    let decision = two(&["A 1"], &["A 0", "A 0"], 70.0).decision();
    assert_eq!(decision.target, Some(v(0)), "{decision:?}");
    assert!(decision.cites("INV-AUT-42"));
    // All equal: by lot.
    let equal = two(&[], &[], 70.0);
    let first = (0..200).filter(|seed| equal.decision_with(*seed).target == Some(v(0))).count();
    assert!((60..140).contains(&first), "{first}");
    // A card that was noted down when its deck ran out still counts.
    let noted = two(&[], &[], 70.0).set(|s| {
        s.automated.as_mut().expect("automated").drawn = vec![0, 3, 0];
    });
    assert_eq!(noted.decision().target, Some(v(1)));
}

#[test]
fn no_card_acquires_so_it_turns_to_aim() {
    proves!("INV-AUT-43", "INV-AUT-44");
    // The red part lies behind its right shoulder: 120 degrees to the right of the front.
    let turned = |model: &str| {
        let (x, y) = ahead((450.0, 1000.0), 300, 235.0);
        let (x, y) = ahead((x, y), 30, 86.5);
        Scene::new()
            .automated()
            .set(|s| s.area = [900.0, 3000.0])
            .put("nieuport_16", x, y, 210)
            .put(model, 450.0, 1000.0, 180)
            .cards(|own| {
                own.discard = own.current.iter().copied().filter(|n| *n != 11).collect();
                own.current = vec![11];
                own.discard.extend([4, 9, 10]);
                own.reserve = vec![14, 15];
                own.enlarged = true;
            })
            .phase(0)
            .decision()
    };
    let locust = turned("mk1_locust");
    assert!(locust.cites("INV-AUT-43"), "{locust:?}");
    assert!(locust.choice().starts_with("TA_standing_still rear-right"), "{locust:?}");
    let scarab = turned("mk2_scarab");
    assert!(scarab.cites("INV-AUT-49"), "{scarab:?}");
}

#[test]
fn a_straight_ruler_is_preferred_to_a_tilted_one() {
    proves!("INV-AUT-44");
    // Straight ahead: standing as it is aims with the straight ruler, turned by 60 degrees only a tilted one might.
    let scene = before(450.0, 180.0, 0).with(|v| v.wounds = 1).phase(0).cards(|own| {
        // No card at hand: only turning on the spot is left.
        own.discard = own.current.drain(..).collect();
        own.discard.extend([4, 9, 10]);
        own.reserve = vec![14, 15];
        own.enlarged = true;
    });
    for seed in 0..20 {
        let decision = scene.decision_with(seed);
        assert_eq!(
            (decision.choice().as_str(), decision.target),
            ("TA_standing_still", Some(v(0))),
            "{decision:?}"
        );
        assert!(decision.cites("INV-AUT-43"));
    }
}

#[test]
fn cooling_it_recharges_where_a_ruler_already_touches_a_red_part() {
    proves!("INV-AUT-46");
    let scene = |energy: u8| before(450.0, 160.0, 0).energy(energy).with(|v| v.tripod.cooling = 1).phase(2);
    let decision = scene(6).decision();
    assert!(decision.cites("INV-AUT-46"), "{decision:?}");
    assert_eq!(decision.choice(), "TA_standing_still");
    assert_eq!(scene(6).begin().recharges(1), [(7, None)]);
    assert!(!scene(7).decision().cites("INV-AUT-46"));
}

#[test]
fn cooling_it_maneuvers_to_aim_by_lot() {
    proves!("INV-AUT-47");
    let scene = before(450.0, 160.0, 0).with(|v| v.tripod.cooling = 1).phase(0);
    let first = scene.decision();
    assert!(first.cites("INV-AUT-47"), "{first:?}");
    let able: Vec<(String, u8)> = first
        .candidates
        .iter()
        .filter(|c| !c.targets.is_empty())
        .map(|c| (c.card.clone(), c.copies))
        .collect();
    let all: u8 = able.iter().map(|(_, n)| n).sum();
    let chances = scene.decisions(400);
    assert!(!chances.contains_key("TA_standing_still"));
    for (card, copies) in &able {
        assert_share(chances.get(card), 400, f64::from(*copies) / f64::from(all));
    }
}

#[test]
fn cooling_it_turns_to_aim_where_no_card_does() {
    proves!("INV-AUT-48");
    // The L zone lies 60 degrees to the left of its front, which looks south: to the south-east.
    let (x, y) = ahead((450.0, 1000.0), 120, 190.0);
    let (x, y) = ahead((x, y), 30, 184.0);
    let scene = Scene::new()
        .automated()
        .set(|s| s.area = [900.0, 3000.0])
        .put("nieuport_16", x, y, 210)
        .put("mk1_locust", 450.0, 1000.0, 180)
        .energy(7)
        .with(|v| v.tripod.cooling = 1)
        .cards(|own| {
            own.discard = own.current.iter().copied().filter(|n| *n != 11).collect();
            own.current = vec![11];
            own.discard.extend([4, 9, 10]);
            own.reserve = vec![14, 15];
            own.enlarged = true;
        })
        .phase(2);
    let decision = scene.decision();
    assert!(decision.cites("INV-AUT-48"), "{decision:?}");
    assert_eq!(decision.choice(), "TA_standing_still front-left");
    let play = scene.begin();
    assert_eq!(play.recharges(1), [(8, None)]);
    assert!(!play.cites("TT-TFR-06") && !play.cites("TT-TFR-07"));
}
