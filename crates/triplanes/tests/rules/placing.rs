//! SETUP by hand: a wish comes to the nearest legal place, and every prompt to place something has one.

use crate::support::*;
use ::geometry::{Angle, Pose, Vec2};
use table::{Game, SetupRequest, Viewer, proves};
use triplanes::*;

fn place(id: VehicleId, x: f64, y: f64, tenths: i32) -> Order {
    Order::PlaceVehicle { vehicle: id, at: Vec2::new(x, y), facing: Angle::from_tenths(tenths) }
}

fn pose_of(order: &Order) -> Pose {
    match *order {
        Order::PlaceField { at, facing }
        | Order::PlaceTerrain { at, facing }
        | Order::PlaceVehicle { at, facing, .. } => Pose { centre: at, heading: facing },
        Order::PlaceObjective { at } | Order::Smoke { at, .. } => Pose { centre: at, heading: Angle::ZERO },
        _ => panic!("{order:?} places nothing"),
    }
}

/// The one thing that is placed now: its prompt, and what its seat is shown about it.
fn next(play: &Play) -> Option<(table::Prompt<Ask>, PlacingView)> {
    let prompt = *play.m.prompts().first()?;
    let view = play.m.state().view(Viewer::Seat(prompt.seat)).placing;
    let own = view.into_iter().find(|p| p.ask == prompt.ask)?;
    Some((prompt, own))
}

fn with_pose(ask: Ask, pose: Pose) -> Order {
    let (at, facing) = (pose.centre, pose.heading);
    match ask {
        Ask::PlaceField => Order::PlaceField { at, facing },
        Ask::PlaceObjective { .. } => Order::PlaceObjective { at },
        Ask::PlaceTerrain { .. } => Order::PlaceTerrain { at, facing },
        Ask::PlaceVehicle { vehicle } => Order::PlaceVehicle { vehicle, at, facing },
        Ask::Smoke { vehicle } => Order::Smoke { vehicle, at, remove: None },
        _ => panic!("{ask:?} places nothing"),
    }
}

/// Every scenario that is set up by hand.
const BY_HAND: [&str; 9] = [
    "a-lonely-invader",
    "down-from-the-alps",
    "alsace-again",
    "londons-burning",
    "piave",
    "hunters-hunted",
    "eagles-nest",
    "first-contact",
    "bring-proof",
];

#[test]
fn a_press_anywhere_comes_to_the_line() {
    proves!("INV-ALI-04", "TT-SCN-04");
    let play = Scene::scenario("a-lonely-invader", &[]).begin();
    let (prompt, shown) = next(&play).expect("an airplane to place");
    let Ask::PlaceVehicle { vehicle } = prompt.ask else { panic!("{prompt:?}") };
    assert_eq!(shown.line.map(|line| line.map(|p| p.y)), Some([200.0, 200.0]));
    for (x, y) in (0..=20).map(|n| (f64::from(n) * 60.0 - 150.0, f64::from(n * 37 % 21) * 50.0 - 30.0)) {
        for tenths in [0, 150, 375, 900, 1801, 3150] {
            let wish = place(vehicle, x, y, tenths);
            let near = play.m.state().nearest(EARTH, &wish).expect("a place");
            let pose = pose_of(&near);
            // Turning keeps the distance: the nearest corner of the base stands on the line.
            let base = ::geometry::Convex::rectangle(pose, 44.0, 68.0);
            let low = base.vertices().iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
            assert!((low - 200.0).abs() < 1.0, "{wish:?} came to {near:?}, {low} mm from the side");
            assert_eq!(pose.heading, Angle::from_tenths(tenths));
            // Beside the border the base is pushed in; elsewhere it stays under the finger.
            assert!((pose.centre.x - x).abs() < 0.01 || !(45.0..=855.0).contains(&x), "{wish:?}: {near:?}");
            assert!(play.m.state().check(EARTH, &near).is_ok());
        }
    }
}

#[test]
fn the_preset_is_legal_and_faces_the_enemy() {
    proves!("TT-SET-08", "INV-ALI-04", "INV-ALI-05");
    for scenario in BY_HAND {
        let mut play = Scene::scenario(scenario, &[("setup", "played")]).begin();
        let mut placed = 0;
        while play.step() == Step::Placing {
            let (prompt, shown) = next(&play).unwrap_or_else(|| panic!("{scenario}: nothing is shown"));
            assert!(!shown.region.is_empty() && !shown.text.is_empty(), "{scenario}: {shown:?}");
            if let Ask::PlaceVehicle { vehicle } = prompt.ask {
                let ahead = if play.see(vehicle.0).team == Team::Earthlings { 0 } else { 180 };
                assert_eq!(shown.preset.heading, Angle::degrees(ahead), "{scenario}: {shown:?}");
            }
            play.give(prompt.seat, &with_pose(prompt.ask, shown.preset));
            placed += 1;
        }
        assert!(placed > 0, "{scenario} is set up by hand");
    }
}

#[test]
fn only_who_places_is_shown_where() {
    proves!("TT-SET-01");
    let play = Scene::scenario("piave", &[("setup", "played")]).begin();
    let shown = |viewer| play.m.state().view(viewer).placing.len();
    assert_eq!((shown(Viewer::Seat(EARTH)), shown(Viewer::Seat(MARS)), shown(Viewer::Spectator)), (1, 0, 0));
}

#[test]
fn wishes_all_over_the_table_find_places_until_everything_stands() {
    proves!("TT-SCN-04", "TT-SCN-05", "TT-PIA-02", "TT-EAG-02", "TT-EAG-04", "INV-LON-03", "INV-LON-04");
    let wishes = [
        (0.1, 0.1, 0),
        (0.9, 0.2, 450),
        (0.5, 0.5, 900),
        (0.3, 0.8, 1234),
        (1.5, -0.3, 2700),
        (0.52, 0.48, 5),
    ];
    for scenario in BY_HAND {
        for first in 0..wishes.len() {
            let mut play = Scene::scenario(scenario, &[("setup", "played")]).begin();
            let [width, height] = play.view().area;
            let mut turn = first;
            while play.step() == Step::Placing {
                let (prompt, _) = next(&play).expect("a prompt");
                let (x, y, tenths) = wishes[turn % wishes.len()];
                let pose =
                    Pose { centre: Vec2::new(x * width, y * height), heading: Angle::from_tenths(tenths) };
                let wish = with_pose(prompt.ask, pose);
                let near = play.m.state().nearest(prompt.seat, &wish);
                let near = near.unwrap_or_else(|e| panic!("{scenario}: nothing near {wish:?}: {e}"));
                play.give(prompt.seat, &near);
                turn += 1;
            }
        }
    }
}

#[test]
fn a_wish_beside_a_tripod_comes_to_rest_against_it() {
    proves!("TT-SET-08");
    let forces = [("setup", "played"), ("martians", "mk1_locust,mk2_scarab")];
    let mut play = Scene::scenario("simple-battle", &forces).begin();
    let (prompt, _) = next(&play).expect("a tripod to place");
    let Ask::PlaceVehicle { vehicle } = prompt.ask else { panic!("{prompt:?}") };
    play.give(MARS, &place(vehicle, 450.0, 768.8, 1800));
    let (prompt, _) = next(&play).expect("another");
    let Ask::PlaceVehicle { vehicle } = prompt.ask else { panic!("{prompt:?}") };
    let wish = place(vehicle, 440.0, 760.0, 1800);
    let near = pose_of(&play.m.state().nearest(MARS, &wish).expect("a place"));
    // Corner to corner, on the side on which the wish is.
    let width = 2.0 * 31.2 / (3.0_f64.sqrt() / 2.0);
    assert!((450.0 - near.centre.x - width).abs() < 0.5, "{near:?}");
    assert!((near.centre.y - 768.8).abs() < 1e-6);
}

#[test]
fn what_is_not_placed_now_is_not_moved_anywhere() {
    proves!("TT-SET-01");
    let play = Scene::scenario("piave", &[("setup", "played")]).begin();
    let state = play.m.state();
    let airplane = place(v(0), 450.0, 100.0, 0);
    let refusal = state.nearest(EARTH, &airplane).expect_err("objectives come first");
    assert_eq!(refusal.rule.0, "TT-SET-01");
    let objective = Order::PlaceObjective { at: Vec2::new(100.0, 100.0) };
    assert_eq!(state.nearest(MARS, &objective).expect_err("not their turn").rule.0, "TT-SET-01");
    let nowhere = Order::PlaceObjective { at: Vec2::new(f64::NAN, 1e300) };
    assert!(state.nearest(EARTH, &nowhere).is_err());
    let far = Order::PlaceObjective { at: Vec2::new(1e300, -1e300) };
    assert!(state.nearest(EARTH, &far).is_err());
}

#[test]
fn a_played_set_up_without_room_is_refused_with_words() {
    proves!("TT-SET-08");
    let many = ["mk1_locust"; 40].join(",");
    for way in ["played", "quick"] {
        let options = [("setup", way), ("martians", many.as_str())];
        let request = SetupRequest::of("simple-battle", &options);
        let made = table::Match::<State>::new(&Content::built_in(), &request, 1);
        let error = made.expect_err("forty tripods do not fit on one side");
        assert_eq!(
            (error.rule.map(|r| r.0), error.place.as_str()),
            (Some("TT-SET-08"), "vehicles"),
            "{error}"
        );
        assert!(error.why.len() > 20, "{error}");
    }
}

#[test]
fn a_tripod_leaves_room_for_those_that_follow() {
    proves!("TT-SET-08");
    // Twelve bases of 72 mm fill a side of 900 mm almost wholly: one that stands badly would leave no room.
    let twelve = ["mk1_locust"; 12].join(",");
    let mut play = Scene::scenario("simple-battle", &[("setup", "played"), ("martians", &twelve)]).begin();
    let (prompt, _) = next(&play).expect("a tripod to place");
    let Ask::PlaceVehicle { vehicle } = prompt.ask else { panic!("{prompt:?}") };
    // 64 mm of a side are lost to the west of it; with it twelve bases need 12 * 72.05 = 864.6 mm.
    let wasteful = place(vehicle, 100.0, 768.8, 1800);
    assert_eq!(play.refused_by(MARS, &wasteful), "TT-SET-08");
    while play.step() == Step::Placing {
        let (prompt, _) = next(&play).expect("a prompt");
        let state = play.m.state();
        let order = state.option(&prompt, state.options(&prompt) / 2);
        play.give(prompt.seat, &order);
    }
}

#[test]
fn samples_are_legal_and_spread_over_the_region() {
    proves!("TT-SCN-05", "TT-PIA-02", "INV-LON-04");
    for scenario in BY_HAND {
        let play = Scene::scenario(scenario, &[("setup", "played")]).begin();
        let state = play.m.state();
        let (prompt, _) = next(&play).expect("something to place");
        let count = state.options(&prompt);
        let samples: Vec<Order> = (0..count).map(|n| state.option(&prompt, n)).collect();
        for order in &samples {
            assert!(state.check(prompt.seat, order).is_ok(), "{scenario}: {order:?}");
        }
        let mut places: Vec<String> = samples.iter().map(|o| format!("{:?}", pose_of(o))).collect();
        places.sort();
        places.dedup();
        assert!(places.len() * 4 > count * 3, "{scenario}: only {} of {count} places differ", places.len());
    }
}

#[test]
fn a_very_large_table_is_no_reason_to_wait() {
    proves!("TT-PIA-02");
    // A count of judged places would grow with the area; here it is the same as on the small table.
    let play = Scene::scenario("piave", &[("setup", "played")]).set(|s| s.area = [5_000.0, 5_000.0]).begin();
    let (prompt, _) = next(&play).expect("an objective to place");
    let small = Scene::scenario("piave", &[("setup", "played")]).begin();
    let asked = next(&small).expect("an objective to place").0;
    let state = play.m.state();
    assert_eq!(state.options(&prompt), small.m.state().options(&asked));
    assert!(state.check(prompt.seat, &state.option(&prompt, 7)).is_ok());
}
