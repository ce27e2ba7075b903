//! EXAMPLES.

/// Tripod actions and heat-rays.
mod tripods {
    use crate::support::*;
    use table::{Viewer, proves};
    use triplanes::*;

    const FLY: [&str; 3] = ["R_straight"; 3];
    const STAND: [&str; 3] = ["TA_standing_still"; 3];

    #[test]
    fn change_facing_to_the_right() {
        proves!("TT-CHF-04");
        // The Martian player has selected a standing still maneuver ...
        let scene = Scene::new().put("nieuport_16", 450.0, 200.0, 0).put("mk1_locust", 450.0, 500.0, 0);
        let mut play = scene.begin();
        play.plan(0, &FLY).plan(1, &STAND);
        // ... and a change facing action card; the token goes to the right side of the base.
        let action = Action::ChangeFacing { to: Side::FrontRight };
        play.act(1, action);
        // At the end of the movement step that side is the front.
        assert_eq!(play.step(), Step::Firing { phase: 0 });
        assert_eq!(play.tripod_seen_by(EARTH, 1).action, Some(action));
        assert_at(&play, 1, 450.0, 500.0, 60.0);
    }

    #[test]
    fn choosing_the_right_projector() {
        proves!("TT-HRA-06");
        let scene = Scene::new().put("nieuport_16", 450.0, 200.0, 0).put("mk1_locust", 450.0, 500.0, 0);
        let mut play = scene.begin();
        play.plan(0, &FLY).plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
        // The MK. I may fire with one of its three projectors.
        let sides = play.legal(MARS).into_iter().filter_map(|order| match order {
            Order::Act { action: Action::HeatRay { from }, .. } => Some(from),
            _ => None,
        });
        assert_eq!(sides.collect::<Vec<_>>(), [Side::Front, Side::FrontRight, Side::FrontLeft]);
        // It discards one counter and puts the token on the front-right side.
        assert_eq!((play.energy(1), play.tripod(1).energy_rating), (9, 9));
        let action = Action::HeatRay { from: Side::FrontRight };
        play.act(1, action);
        assert_eq!(play.energy(1), 8);
        let shown = What::ActionShown { vehicle: v(1), action, energy: 8 };
        assert!(play.happened(Viewer::Seat(EARTH)).contains(&shown));
    }

    #[test]
    fn planning_with_one_recovery_counter() {
        proves!("TT-TOP-07");
        // A tripod starts the turn with one recovery counter in its toppled box.
        let scene = Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 450.0, 500.0, 0);
        let mut play = scene.with(|v| v.tripod.toppled = 1).begin();
        // Its player plans 3 - 1 = 2 cards, for the second and third phases of the turn.
        let s = "TA_standing_still";
        for cards in [[s, s, s], [s, s, ""], [s, "", s], ["", "", s], ["", s, ""]] {
            assert_eq!(play.plan_refused(1, &cards).rule.0, "TT-TOP-06", "{cards:?}");
        }
        play.plan(1, &["", s, "TA_long_straight"]).plan(0, &FLY);
        assert_eq!((play.step(), play.tripod(1).console.toppled), (Step::Actions { phase: 1 }, 0));
        play.rest_of_turn();
        assert_at(&play, 1, 450.0, 588.4, 0.0);
    }

    #[test]
    fn firing_the_right_side_projector() {
        proves!("TT-TFR-10");
        // At a right angle the airplane's base begins 70 mm up the medium ruler of 150 mm.
        let foot = ahead((450.0, 450.0), 60, 31.2);
        let airplane = |before| {
            let (x, y) = ahead(foot, 60, 70.0 + 34.0 - before);
            Scene::new().put("nieuport_16", x, y, 60).put("mk1_locust", 450.0, 450.0, 0)
        };
        // The other position, tilted by the clipped corner, would be a miss.
        let laid = airplane(0.0).ray_from(Side::FrontRight).firing().begin();
        assert_eq!(laid.ways_to_hit(1), [(0, RulerPosition::RightAngle)]);
        assert_eq!(laid.ray_refused(1, 0, RulerPosition::TiltedRight).rule.0, "TT-TFR-05");
        // The airplane has no target in its arc and can not fire.
        assert_eq!(laid.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-02");
        assert!(!laid.asks(EARTH).contains(&Ask::Fire { vehicle: v(0) }));
        // Played from the action card on, the tripod hits at short range.
        let mut play = airplane(97.0).stack(DeckId::X, &["2"]).begin();
        play.plan(0, &FLY).plan(1, &STAND).act(1, Action::HeatRay { from: Side::FrontRight });
        assert_eq!(play.step(), Step::Actions { phase: 1 });
        let rays: Vec<_> = play
            .happened(Viewer::Umpire)
            .into_iter()
            .filter_map(|what| match what {
                What::RayFired { from, target, deck, range, ruler, .. } => {
                    Some((from, target, deck, range, ruler))
                }
                _ => None,
            })
            .collect();
        let right = (Side::FrontRight, v(0), DeckId::X, Range::Short, RulerPosition::RightAngle);
        assert_eq!(rays, [right]);
        assert_eq!(play.points(0), 2);
    }
}

/// A GAME TURN.
mod a_game_turn {
    use crate::support::*;
    use table::{Viewer, proves};
    use triplanes::*;

    #[test]
    fn one_full_turn() {
        proves!("TT-SEQ-06");
        let scene = Scene::new().put("nieuport_16", 450.0, 200.0, 0).put("mk1_locust", 450.0, 500.0, 0);
        let mut play = scene.stack(DeckId::B, &["3"]).begin();
        play.plan(0, &["R_straight", "R_stall", "R_left_60"]);
        play.plan(1, &["TA_long_straight", "TA_reverse", "TA_long_straight"]);

        // First action phase: the heat-ray finds no target, and one energy point is lost anyway.
        play.act(1, Action::HeatRay { from: Side::Front });
        assert_at(&play, 1, 450.0, 588.4, 0.0);
        assert_at(&play, 0, 450.0, 297.0, 0.0);
        assert_eq!(play.step(), Step::Actions { phase: 1 });
        assert_eq!((play.times("TT-TFR-09"), play.energy(1), play.see(1).damage.len()), (1, 8, 0));

        // Second action phase: the reverse has a stop icon, so no action is allowed.
        assert_eq!(play.act_refused(1, Action::Recharge { objective: None }).rule.0, "TT-TMN-06");
        assert_eq!(play.legal(MARS), [Order::Act { vehicle: v(1), action: Action::Pass }]);
        play.pass(1);
        // The Nieuport stalls and hits the tripod at long range, on its unprotected side.
        assert_at(&play, 1, 450.0, 588.4, 0.0);
        assert_at(&play, 0, 450.0, 371.5, 0.0);
        play.fire(0, 1, Through::Open);
        let shot = play.happened(Viewer::Spectator).into_iter().find_map(|w| match w {
            What::GunsFired { range, side, through, .. } => Some((range, side, through)),
            _ => None,
        });
        assert_eq!(shot, Some((Range::Long, Side::Rear, Through::Open)));
        assert_eq!((play.see(1).damage.len(), play.points(1)), (1, 3));

        // Third action phase: the movement is executed backward, from the rear of the base.
        play.pass(1);
        assert_at(&play, 1, 450.0, 562.4, 0.0);
        assert_eq!(play.times("TT-MOV-04"), 1);
        // The Nieuport turns left, and the tripod is out of its firing arc: the turn is over.
        assert_eq!((play.view().turn, play.step()), (2, Step::Planning));
        assert!((play.at(0).2 - 300.0).abs() < 1e-9);
        assert_eq!((play.energy(1), play.see(1).damage.len()), (8, 1));

        // The next maneuver is executed normally, moving forward.
        play.plan(0, &["R_straight"; 3]);
        play.plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]).pass(1);
        assert_at(&play, 1, 450.0, 650.8, 0.0);
    }
}

/// Explosions.
mod explosions {
    use crate::support::*;
    use table::proves;
    use triplanes::*;

    #[test]
    fn an_exploding_nieuport() {
        proves!("TT-EXP-02");
        // A Nieuport 16 (resistance 10) has suffered 4 points of damage.
        let scene = Scene::new().put("nieuport_16", 450.0, 400.0, 0).damage(&["X 4"]);
        let scene = scene.put("mk1_locust", 450.0, 280.0, 0).stack(DeckId::X, &["explosion"]);
        let mut play = scene.begin();
        assert_eq!((play.see(0).resistance, play.points(0)), (10, 4));
        // It draws a damage card with an explosion, which inflicts 10 / 2 = 5 points.
        play.plan(0, &["R_straight", "R_straight", "R_stall"]).plan(1, &["TA_standing_still"; 3]);
        play.act(1, Action::HeatRay { from: Side::Front });
        assert_eq!(play.held(0).last(), Some(&("X explosion".to_owned(), false)));
        // The total is now 4 + 5 = 9, and the Nieuport flies on.
        assert_eq!((play.points(0), play.see(0).fate), (9, Fate::InPlay));
    }
}

/// 37 MM CANNONS and BLACK SMOKE.
mod special_weapons {
    use crate::support::*;
    use geometry::Vec2;
    use table::proves;
    use triplanes::*;

    const STRAIGHT: [&str; 3] = ["R_straight"; 3];
    const CHASE: [&str; 3] = ["TA_long_straight", "TA_long_straight", "TA_running"];

    fn with_cannon() -> Scene {
        Scene::duel("nieuport_16", 180.0, 0).set(|s| s.vehicles[0].airplane.cannon = true)
    }

    #[test]
    fn a_cannon_shot_in_the_first_phase() {
        proves!("TT-CAN-06");
        let mut play = with_cannon().begin();
        play.plan(0, &["R_straight", "R_sideslip_left", "R_right_60"]).plan(1, &CHASE).pass(1);
        // You shoot your cannon at the end of the first maneuver.
        play.cannon(0, 1, Through::Open).rest_of_turn();
        // A stall is your second card; what you planned for the second phase is your third card ...
        assert_eq!(play.turned_up(0), ["R_straight", "R_stall", "R_sideslip_left"]);
        assert_at(&play, 0, 450.0 - 16.5, 200.0 + 97.0 + 74.5 + 100.5, 0.0);
        // ... and the card you planned for the third phase is the first of your next turn.
        play.plan(0, &["", "R_straight", "R_straight"]).plan(1, &CHASE).rest_of_phase();
        assert_eq!(play.turned_up(0)[3..], ["R_right_60"]);
    }

    #[test]
    fn reloading_interrupts_unjamming() {
        proves!("TT-CAN-13");
        let scene = with_cannon().set(|s| s.turn = 3).put("nieuport_16", 510.0, 200.0, 0);
        let mut play = scene.stack(DeckId::B, &["0 jammed_guns"]).begin();
        play.plan_chase().until(Step::Firing { phase: 0 }).hold(0).hold(2);
        // On the second phase of the third turn the machine guns jam.
        play.pass(1).fire(0, 1, Through::Open).hold(2);
        assert_eq!(play.airplane(0).jammed, 3);
        // On the third phase one counter is removed.
        play.pass(1);
        assert_eq!(
            (play.view().turn, play.step(), play.airplane(0).jammed),
            (3, Step::Firing { phase: 2 }, 2)
        );
        play.hold(0).hold(2);
        // On the first phase of the fourth turn a second one, and the cannon is fired.
        play.plan_chase().pass(1);
        assert_eq!((play.view().turn, play.airplane(0).jammed), (4, 1));
        play.cannon(0, 1, Through::Open).hold(2);
        // On the second and third phases the cannon is reloaded.
        for phase in [1, 2] {
            play.pass(1);
            assert_eq!((play.step(), play.airplane(0).jammed), (Step::Firing { phase }, 1));
            play.hold(2);
        }
        // On the first phase of the fifth turn the last jammed counter goes.
        play.plan(0, &["", "R_straight", "R_straight"]).plan(1, &CHASE).plan(2, &STRAIGHT).pass(1);
        assert_eq!((play.view().turn, play.airplane(0).jammed), (5, 0));
        assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-SPA-01");
        // The guns fire again from the second phase on.
        play.hold(0).hold(2).pass(1).fire(0, 1, Through::Open);
    }

    #[test]
    fn launching_black_smoke() {
        proves!("TT-SMK-13");
        // Figures as in the ledger: an apothem of 30 mm; the tripod is at (450, 450).
        let content = content_with(&[("geometry.toml", "flat_to_flat_mm = 62.4", "flat_to_flat_mm = 60.0")]);
        let scene = Scene::new().content(content).set(|s| s.black_smoke = true).stack(DeckId::Z, &["2"]);
        // An airplane flies 340 mm south of the place where the cloud will be.
        let scene = scene.put("nieuport_16", 605.9, 20.0, 0).put("mk1_locust", 450.0, 450.0, 0);
        let mut play = scene.begin();
        play.plan(0, &STRAIGHT).plan(1, &["TA_standing_still"; 3]);
        // He spends one energy counter and places the token next to the rear right launcher.
        let action = Action::BlackSmoke { from: Side::RearRight };
        play.act(1, action);
        assert_eq!((play.energy(1), play.tripod_seen_by(EARTH, 1).action), (8, Some(action)));
        // In the firing phase the ruler is placed, and the cloud at its end.
        let end = (450.0 + 155.88, 450.0 - 90.0);
        assert_eq!(play.smoke_refused(1, (end.0 + 12.1, end.1), None), "TT-SMK-03");
        play.smoke(1, end, None);
        let cloud = play.view().clouds[0];
        assert!(cloud.distance(Vec2::new(605.88, 360.0)) < play.view().cloud_radius);
        assert_eq!(play.clouds().len(), 1);
        // It waits for an airplane to fly into it.
        play.rest_of_turn();
        assert_eq!((play.clouds().len(), play.points(0)), (0, 2));
    }
}
