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
        assert_eq!(play.seen_by(EARTH, 1).action, Some(action));
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
        assert_eq!((play.energy(1), play.see(1).energy_rating), (9, Some(9)));
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
        let mut play = scene.with(|v| v.toppled = 1).begin();
        // Its player plans 3 - 1 = 2 cards, for the second and third phases of the turn.
        let s = "TA_standing_still";
        for cards in [[s, s, s], [s, s, ""], [s, "", s], ["", "", s], ["", s, ""]] {
            assert_eq!(play.plan_refused(1, &cards).rule.0, "TT-TOP-06", "{cards:?}");
        }
        play.plan(1, &["", s, "TA_long_straight"]).plan(0, &FLY);
        assert_eq!((play.step(), play.see(1).toppled), (Step::Actions { phase: 1 }, 0));
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
        assert!(laid.asks(EARTH).is_empty());
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
