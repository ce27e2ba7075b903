//! The whole procedure, on positions that nobody chose.

use crate::support::*;
use ::geometry::{Angle, Vec2, overlaps};
use table::{Dice, Match, Viewer, proves};
use triplanes::*;

const POSITIONS: u64 = 10_000;

/// Any pose in the area, any energy, any split of the cards, any damage, up to three airplanes and six objectives,
/// another tripod close by or none, any phase.
fn position(dice: &mut Dice) -> Scene {
    let place =
        |dice: &mut Dice| Vec2::new(1.0 + f64::from(dice.below(898)), 1.0 + f64::from(dice.below(898)));
    let model = ["mk1_locust", "mk2_scarab", "mk3_squid", "mk4_cuttlefish"][dice.pick(4)];
    let at = place(dice);
    let phase = dice.pick(3) as u8;
    let mut scene = Scene::new().automated().put(model, at.x, at.y, dice.pick(360) as i32);
    let rating = 7;
    scene = scene.energy(dice.pick(rating) as u8).with(|v| {
        v.tripod.cooling = dice.pick(2) as u8;
        v.tripod.toppled = u8::from(dice.pick(12) == 0);
        v.wounds = u8::from(dice.pick(6) == 0);
        v.tripod.reverse = dice.pick(6) == 0;
        v.hidden.engine = dice.pick(4).saturating_sub(1) as u8;
        v.hidden.gyroscope = dice.pick(5) == 0;
        v.hidden.reverse_destroyed = dice.pick(5) == 0;
    });
    scene = scene.cards(|own| {
        let all: Vec<u8> = own.current.drain(..).chain(own.reserve.drain(..)).collect();
        for number in all {
            [&mut own.current, &mut own.reserve, &mut own.discard][dice.pick(3)].push(number);
        }
        own.enlarged = dice.pick(2) == 0;
        own.moves = dice.pick(usize::from(phase) + 1) as u8;
        own.stationary = phase - own.moves;
        own.previous = (dice.pick(2) == 0).then(|| 1 + dice.pick(15) as u8);
    });
    if dice.pick(3) == 0 {
        let to = at + Angle::degrees(dice.pick(360) as i32).fwd() * (75.0 + f64::from(dice.below(40)));
        if (0.0..=900.0).contains(&to.x) && (0.0..=900.0).contains(&to.y) {
            scene = scene.put("mk1_locust", to.x, to.y, dice.pick(360) as i32).with(|v| v.tripod.toppled = 2);
        }
    }
    for _ in 0..dice.pick(4) {
        let near = at + Angle::degrees(dice.pick(360) as i32).fwd() * f64::from(dice.below(500));
        let near = if (0.0..=900.0).contains(&near.x) && (0.0..=900.0).contains(&near.y) { near } else { at };
        scene = scene.put("nieuport_16", near.x, near.y, dice.pick(360) as i32);
        if dice.pick(3) == 0 {
            scene =
                scene.with(|v| v.airplane.flight = Some(Flight { target: VehicleId(0), count: 1, when: 2 }));
        }
    }
    // A side without airplanes has lost: one that is out of the way keeps the match alive.
    scene = scene.put("nieuport_16", 2900.0, 450.0, 90).set(|s| s.area = [4000.0, 900.0]);
    for _ in 0..dice.pick(7) {
        scene = scene.objective(40.0 + f64::from(dice.below(820)), 40.0 + f64::from(dice.below(820)));
    }
    scene.phase(phase)
}

#[test]
fn it_ends_with_one_legal_card_in_any_position() {
    proves!("INV-AUT-80");
    let (mut seen, mut moved) = (0, 0);
    for number in 0..POSITIONS {
        let scene = position(&mut Dice::derive(80, number));
        let begin = |seed| Match::begin(&scene.content, scene.setup.clone(), seed);
        let Ok(m) = begin(number) else { continue };
        seen += 1;
        let play = Play { m };
        let mut decisions = play.decisions();
        let decision = decisions.remove(0);
        assert_eq!(decision.vehicle, v(0));
        let toppled = scene.setup.vehicles[0].tripod.toppled > 0;
        assert_eq!(decision.card.is_none(), toppled, "{number}: {decision:?}");
        if number % 50 == 0 {
            let again = Play { m: begin(number).expect("a match") };
            assert_eq!(play.log(Viewer::Umpire), again.log(Viewer::Umpire), "{number}");
        }
        let (Some(card), Some(end)) = (decision.card.as_deref(), decision.end) else { continue };
        let still = card.ends_with("standing_still") || card.ends_with("reverse");
        moved += u64::from(!still);
        let own = &scene.setup.automated.as_ref().expect("automated").tripods[0];
        assert!(own.moves < 2 || still || card.ends_with("running"), "{number}: a third move, {decision:?}");
        if still {
            continue;
        }
        let inside = |p: Vec2| (0.0..=4000.0).contains(&p.x) && (0.0..=900.0).contains(&p.y);
        assert!(inside(end.centre) || end.centre.y < 0.0, "{number}: out by another side, {decision:?}");
        if let Some(other) = scene.setup.vehicles.get(1).filter(|o| o.model.starts_with("mk")) {
            let base = |pose| ::geometry::Convex::hexagon(pose, 31.2);
            let pose = ::geometry::Pose { centre: other.at.expect("a place"), heading: other.facing };
            assert!(
                !inside(end.centre) || !overlaps(&base(end), &base(pose)),
                "{number}: onto a tripod, {decision:?}"
            );
        }
    }
    assert!(seen > POSITIONS / 2 && moved > POSITIONS / 6, "{seen} positions, {moved} moves");
}
