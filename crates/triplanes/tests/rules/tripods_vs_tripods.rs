//! TRIPODS VS. TRIPODS RULES.

use crate::support::*;
use ActionCard::{Blank, ChangeFacing, HeatRay, Recharge};
use RulerPosition::RightAngle;
use table::{Viewer, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const RAY: Action = Action::HeatRay { from: Side::Front };

/// A captured Locust, vehicle 0, and a Scarab, vehicle 1, out of each other's reach, with these cards planned; the
/// first movement step is about to open.
fn face_to_face() -> Scene {
    Scene::new()
        .crews()
        .put("mk1_locust", 300.0, 200.0, 0)
        .of(0)
        .planned(&STILL)
        .put("mk2_scarab", 300.0, 700.0, 180)
        .planned(&["TB_standing_still"; 3])
        .from_step(Step::Commit { phase: 0 })
}

/// A firing step: vehicle 0, an Earthling tripod at (450, 450) that faces north, has chosen its front heat-ray.
/// Vehicle 1, a Martian Locust, stands straight ahead, its nearest side `gap` mm from the projector: facing 0 it shows
/// its open rear, facing 180 its armored front.
fn aimed_at(model: &str, gap: f64, facing: i32) -> Scene {
    Scene::new().crews().put(model, 450.0, 450.0, 0).of(0).ray_from(Side::Front).put(
        "mk1_locust",
        450.0,
        450.0 + 31.2 + gap + 31.2,
        facing,
    )
}

/// Fires it, with the ruler at a right angle where there is a choice.
fn fire(scene: Scene) -> Play {
    let mut play = scene.firing().try_begin().unwrap_or_else(|e| panic!("{e}"));
    if matches!(play.step(), Step::Firing { .. }) {
        play.ray(0, 1, RightAngle);
    }
    play
}

fn long(facing: i32) -> Scene {
    aimed_at("mk1_locust", 150.0, facing)
}

fn short(facing: i32) -> Scene {
    aimed_at("mk1_locust", 60.0, facing)
}

#[test]
fn cards_are_laid_face_down_while_both_sides_have_a_tripod() {
    proves!("INV-TVT-01");
    let mut play = face_to_face().set(|s| s.step = None).begin();
    play.plan(0, &STILL).plan(1, &["TB_standing_still"; 3]);
    assert_eq!(play.step(), Step::Commit { phase: 0 });
    assert_eq!(play.act_refused(0, RAY).rule.0, "INV-TVT-02");

    // The Locust falls to the Scarab's ray; its airplane fights on, and the Scarab's next card lies face up.
    let scene = Scene::new()
        .crews()
        .put("mk2_scarab", 450.0, 450.0, 0)
        .ray_from(Side::Front)
        .put("mk1_locust", 450.0, 662.4, 0)
        .of(0)
        .damage(&["A 5 +2", "A 5 circuits +2 /smoke_trail", "A 4 +2", "A 3 +1", "A 4 wounded +2"])
        .put("nieuport_16", 800.0, 100.0, 0)
        .stack(DeckId::B, &["3 +1"]);
    let mut play = fire(scene);
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    play.act(0, Action::Recharge { objective: None });
    assert_eq!(play.lay_refused(0, Blank), "TT-SET-06");
}

#[test]
fn a_tripod_on_the_ground_still_counts() {
    proves!("INV-TVT-01");
    let scene = face_to_face().set(|s| {
        s.vehicles[0].tripod.toppled = 3;
        s.vehicles[0].plan = None;
        s.step = None;
    });
    let mut play = scene.begin();
    play.plan(1, &["TB_standing_still"; 3]);
    assert_eq!(play.step(), Step::Commit { phase: 0 });
    assert_eq!(play.asks(EARTH), [], "one on the ground commits no card");
    play.lay(1, ActionCard::None);
    assert_eq!(play.step(), Step::Commit { phase: 1 });
}

#[test]
fn a_card_that_lies_is_seen_but_not_its_face() {
    proves!("INV-TVT-02");
    let mut play = face_to_face().from_step(Step::Commit { phase: 1 }).begin();
    play.lay(0, HeatRay);
    // Cards are laid at the same time: until all have committed nobody sees that one lies there.
    assert_eq!(play.tripod_seen_by(MARS, 0).laid, LaidView::Empty);
    assert_eq!(play.tripod_seen_by(EARTH, 0).laid, LaidView::Card(HeatRay));
    play.lay(1, Blank);
    // The Scarab shows first; the Locust's card still lies face down.
    assert_eq!(play.step(), Step::Reveal { phase: 1 });
    assert_eq!(play.tripod_seen_by(MARS, 0).laid, LaidView::Hidden);
    play.act(1, Action::Blank);
    assert_eq!(play.tripod_seen_by(MARS, 0).laid, LaidView::Hidden);
    play.act(0, RAY);
    assert_eq!(
        play.caused_by("INV-TVT-02", Viewer::Spectator),
        [What::CardsLaid { vehicles: vec![v(0), v(1)] }]
    );
}

#[test]
fn no_card_is_seen_as_no_card() {
    proves!("INV-TVT-02", "INV-TVT-06");
    let mut play = face_to_face().begin();
    play.lay(0, ActionCard::None).lay(1, Recharge);
    assert_eq!(play.tripod_seen_by(MARS, 0).laid, LaidView::Empty);
    assert_eq!(play.view().reveal_order, [[v(1)]], "a tripod without a card is passed over");
}

#[test]
fn a_blank_card_does_nothing() {
    proves!("INV-TVT-03", "INV-TVT-11");
    let scene = face_to_face().set(|s| {
        s.vehicles[0].energy = Some(3);
        // A reverse has a stop icon: no action goes with it, a bluff does.
        s.vehicles[0].plan = Some(Cards([14, 11, 12].map(Some)));
    });
    let mut play = scene.begin();
    assert_eq!(play.lay_refused(0, HeatRay), "TT-TMN-06");
    play.lay(0, Blank).lay(1, ActionCard::None).act(0, Action::Blank);
    assert_eq!(play.energy(0), 3);
    assert!(play.log(Viewer::Spectator).iter().any(|line| line.contains("shows the blank card")));
    for rule in ["TT-CHF-01", "TT-RCH-01", "TT-TFR-09", "INV-TVT-11", "TT-ACT-06"] {
        assert!(!play.cites(rule), "{rule}");
    }
    assert_eq!(play.step(), Step::Commit { phase: 1 });
    assert_eq!(play.tripod(0).action, None, "it is taken back at the end of the phase");
    play.lay(0, Blank);
}

#[test]
fn team_mates_see_each_others_cards() {
    proves!("INV-TVT-04");
    let seats = [("Ann", Team::Earthlings), ("Bob", Team::Earthlings), ("Mars", Team::Martians)];
    let mut play = Scene::new()
        .crews()
        .seats(&seats)
        .put("mk1_locust", 300.0, 200.0, 0)
        .of(0)
        .planned(&STILL)
        .put("mk1_locust", 600.0, 200.0, 0)
        .of(1)
        .planned(&STILL)
        .put("mk2_scarab", 300.0, 700.0, 180)
        .of(2)
        .planned(&["TB_standing_still"; 3])
        .from_step(Step::Commit { phase: 0 })
        .begin();
    play.lay(0, HeatRay);
    assert_eq!(play.tripod_seen_by(table::SeatId(1), 0).laid, LaidView::Card(HeatRay));
    assert_eq!(play.tripod_seen_by(table::SeatId(2), 0).laid, LaidView::Empty);
    assert_eq!(play.caused_by("INV-TVT-04", Viewer::Seat(table::SeatId(1))).len(), 1);
    assert_eq!(play.caused_by("INV-TVT-04", Viewer::Seat(table::SeatId(2))), []);
}

#[test]
fn initiative_by_model_and_pilot() {
    proves!("INV-TVT-05", "INV-GEN-03");
    for (model, human, martian) in
        [("mk2_scarab", 7, 6), ("mk4_cuttlefish", 5, 4), ("mk1_locust", 3, 2), ("mk3_squid", 1, 0)]
    {
        let play =
            Scene::new().crews().put(model, 300.0, 200.0, 0).of(0).put(model, 600.0, 700.0, 180).begin();
        let (one, other) = (play.tripod(0), play.tripod(1));
        assert_eq!((one.pilot, one.initiative), (Pilot::Human, human), "{model}");
        assert_eq!((other.pilot, other.initiative), (Pilot::Martian, martian), "{model}");
        // A side may field either.
        let other_way = Scene::new()
            .crews()
            .put(model, 300.0, 200.0, 0)
            .of(0)
            .with(|v| v.pilot = Some(Pilot::Martian))
            .put(model, 600.0, 700.0, 180)
            .with(|v| v.pilot = Some(Pilot::Human))
            .begin();
        assert_eq!(other_way.tripod(0).initiative, martian);
        assert_eq!(other_way.tripod(1).initiative, human);
    }
}

/// A Martian Squid (0), a captured Locust (3) and a Martian Scarab (6): vehicles 0, 1 and 2.
fn three_tripods() -> Scene {
    Scene::new()
        .crews()
        .put("mk3_squid", 200.0, 700.0, 180)
        .planned(&["TC_standing_still"; 3])
        .put("mk1_locust", 450.0, 200.0, 0)
        .of(0)
        .planned(&STILL)
        .put("mk2_scarab", 700.0, 700.0, 180)
        .planned(&["TB_standing_still"; 3])
        .from_step(Step::Commit { phase: 0 })
}

#[test]
fn the_highest_initiative_shows_first() {
    proves!("INV-TVT-06", "INV-TVT-09");
    let mut play = three_tripods().begin();
    play.lay(0, HeatRay).lay(1, ChangeFacing).lay(2, HeatRay);
    assert_eq!(play.view().reveal_order, [[v(2)], [v(1)], [v(0)]]);
    assert_eq!(play.refused_by(MARS, &Order::Act { vehicle: v(0), action: RAY }), "INV-TVT-06");
    play.act(2, RAY);
    assert_eq!(play.tripod_seen_by(EARTH, 2).action, Some(RAY), "placed and shown");
    play.act(1, Action::ChangeFacing { to: Side::FrontRight });
    // The Squid's player knows both tokens, and may still choose his side; not another card.
    assert_eq!(play.tripod_seen_by(MARS, 1).action, Some(Action::ChangeFacing { to: Side::FrontRight }));
    let recharge = Action::Recharge { objective: None };
    assert_eq!(play.act_refused(0, recharge).rule.0, "INV-TVT-06");
    let sides: Vec<Action> = play
        .legal(MARS)
        .into_iter()
        .filter_map(|o| if let Order::Act { action, .. } = o { Some(action) } else { None })
        .collect();
    assert_eq!(sides.len(), 5, "every projector of the Squid: {sides:?}");
    play.act(0, Action::HeatRay { from: Side::RearLeft });
    let shown = play.caused_by("INV-TVT-09", Viewer::Spectator);
    assert_eq!(shown.len(), 3, "one at a time");
}

#[test]
fn equal_tripods_of_one_team_show_together() {
    proves!("INV-TVT-07");
    let seats = [("Earth", Team::Earthlings), ("Ann", Team::Martians), ("Bob", Team::Martians)];
    let mut play = Scene::new()
        .crews()
        .seats(&seats)
        .put("mk3_squid", 450.0, 200.0, 0)
        .of(0)
        .planned(&["TC_standing_still"; 3])
        .put("mk1_locust", 300.0, 700.0, 180)
        .of(1)
        .planned(&STILL)
        .put("mk1_locust", 600.0, 700.0, 180)
        .of(2)
        .planned(&STILL)
        .from_step(Step::Commit { phase: 0 })
        .begin();
    play.lay(0, Blank).lay(1, HeatRay).lay(2, HeatRay);
    assert_eq!(play.view().reveal_order, [vec![v(1), v(2)], vec![v(0)]]);
    play.act(1, RAY);
    assert_eq!(play.tripod_seen_by(EARTH, 1).action, None, "fixed, and not yet shown");
    assert_eq!(play.tripod_seen_by(EARTH, 1).laid, LaidView::Hidden);
    assert_eq!(play.tripod_seen_by(table::SeatId(2), 1).action, Some(RAY), "a team-mate knows");
    play.act(2, Action::HeatRay { from: Side::FrontLeft });
    let shown = play.caused_by("INV-TVT-09", Viewer::Seat(EARTH));
    let [What::CardsShown { shown }] = &shown[..] else { panic!("one event: {shown:?}") };
    assert_eq!(shown.iter().map(|s| s.vehicle).collect::<Vec<_>>(), [v(1), v(2)]);
}

#[test]
fn chance_decides_between_equal_tripods_of_different_teams() {
    proves!("INV-TVT-08");
    let scene = Scene::new()
        .crews()
        .put("mk2_scarab", 450.0, 200.0, 0)
        .of(0)
        .with(|v| v.pilot = Some(Pilot::Martian))
        .planned(&["TB_standing_still"; 3])
        .put("mk2_scarab", 300.0, 700.0, 180)
        .planned(&["TB_standing_still"; 3])
        .put("mk2_scarab", 600.0, 700.0, 180)
        .planned(&["TB_standing_still"; 3])
        .from_step(Step::Commit { phase: 0 });
    let order = |seed: u64| {
        let m = table::Match::begin(&scene.content, scene.setup.clone(), seed).expect("a match");
        let mut play = Play { m };
        play.lay(0, Blank).lay(1, Blank).lay(2, Blank);
        assert!(play.cites("INV-TVT-08"));
        play.view().reveal_order
    };
    let (first, second) = (vec![vec![v(0)], vec![v(1), v(2)]], vec![vec![v(1), v(2)], vec![v(0)]]);
    let orders: Vec<_> = (0..40).map(order).collect();
    assert!(orders.iter().all(|o| *o == first || *o == second), "one team is one block");
    let ones = orders.iter().filter(|o| **o == first).count();
    assert!((8..=32).contains(&ones), "{ones} of 40");
    assert_eq!(order(7), order(7));
}

#[test]
fn a_token_is_placed_when_the_card_is_shown() {
    proves!("INV-TVT-09");
    let mut play = face_to_face()
        .set(|s| s.vehicles[0].model = "mk2_scarab".to_owned())
        .set(|s| s.vehicles[1].model = "mk1_locust".to_owned())
        .begin();
    play.lay(0, ChangeFacing).lay(1, HeatRay);
    let turn = Action::ChangeFacing { to: Side::FrontRight };
    play.act(0, turn);
    assert_eq!(play.tripod_seen_by(MARS, 0).action, Some(turn));
    assert_eq!(play.asks(MARS), [Ask::Act { vehicle: v(1) }]);
    play.act(1, Action::HeatRay { from: Side::FrontLeft });
    assert!(play.cites("TT-CHF-01"));
}

#[test]
fn objectives_are_named_when_the_card_is_shown() {
    proves!("INV-TVT-09");
    let mut play = face_to_face().objective(300.0, 200.0).set(|s| s.vehicles[0].energy = Some(2)).begin();
    play.lay(0, Recharge).lay(1, ActionCard::None);
    let (from, plain) = (Action::Recharge { objective: Some(0) }, Action::Recharge { objective: None });
    let legal = play.legal(EARTH);
    for action in [from, plain] {
        assert!(legal.contains(&Order::Act { vehicle: v(0), action }), "{action:?}");
    }
    play.act(0, from);
    assert_eq!(play.energy(0), 2 + 4, "recharge level of the Locust");
}

#[test]
fn energy_is_paid_when_the_card_is_shown() {
    proves!("INV-TVT-10");
    let mut play = face_to_face().set(|s| s.vehicles[0].energy = Some(1)).begin();
    play.lay(0, HeatRay).lay(1, Blank);
    assert_eq!(play.tripod_seen_by(MARS, 0).energy, 1);
    play.act(1, Action::Blank);
    assert_eq!(play.tripod_seen_by(MARS, 0).energy, 1);
    play.act(0, RAY);
    assert_eq!(play.energy(0), 0);

    let mut play = face_to_face().set(|s| s.vehicles[0].energy = Some(0)).begin();
    play.lay(0, HeatRay).lay(1, ActionCard::None).act(0, RAY);
    assert!(!play.cites("TT-TFR-09"), "without energy there is no ray");
    assert!(play.log(Viewer::Spectator).iter().any(|l| l.contains("without energy: no effect")));
}

#[test]
fn an_illegal_action_costs_another_counter_when_the_maneuver_is_revealed() {
    proves!("INV-TVT-11");
    let scene = face_to_face().set(|s| {
        s.vehicles[0].energy = Some(4);
        s.vehicles[0].plan = Some(Cards([14, 11, 12].map(Some)));
    });
    assert_eq!(scene.clone().begin().lay_refused(0, HeatRay), "TT-TMN-06", "refused in private");
    let mut play = scene.clone().printed().begin();
    play.lay(0, HeatRay).lay(1, ActionCard::None);
    assert_eq!(play.energy(0), 4);
    play.act(0, RAY);
    assert_eq!(play.energy(0), 2, "one is the price, one the penalty");
    let forbidden = play.caused_by("INV-TVT-11", Viewer::Spectator);
    assert_eq!(forbidden, [What::ActionForbidden { vehicle: v(0), action: RAY, energy: 2 }]);
    assert!(!play.cites("TT-TFR-09"), "the shot is cancelled");
    let mut play = scene.printed().begin();
    play.lay(0, Blank).lay(1, ActionCard::None).act(0, Action::Blank);
    assert_eq!(play.energy(0), 4);
    // Only standing still goes with these.
    let walking = face_to_face().set(|s| s.vehicles[0].plan = Some(Cards([1, 11, 12].map(Some))));
    for card in [ChangeFacing, Recharge, ActionCard::DestroyObjective] {
        assert_eq!(walking.clone().begin().lay_refused(0, card), "TT-ACT-04", "{card:?}");
    }
}

/// A Scarab and a Squid, each in the other's open rear, both worn down: vehicles 0 and 1.
fn duel_to_the_death() -> Scene {
    let worn = ["A 5 +2", "A 5 circuits +2 /smoke_trail", "A 4 +2", "A 4 wounded +2"];
    let scene = Scene::new()
        .crews()
        .put("mk2_scarab", 450.0, 300.0, 0)
        .of(0)
        .ray_from(Side::Front)
        .energy(0)
        .damage(&worn)
        .put("mk3_squid", 450.0, 512.4, 180)
        .ray_from(Side::Front)
        .energy(0);
    scene.damage(&["C 6 wounded +3", "C 6 toppled +3 /engine", "C 5 +3", "C 4 +2", "C 4 engine +2"])
}

#[test]
fn shown_actions_take_effect_together() {
    proves!("INV-TVT-12", "INV-TVT-25");
    let scene = duel_to_the_death().stack(DeckId::A, &["3 +1"]).stack(DeckId::B, &["3 +1"]);
    let play = scene.firing().try_begin().expect("a position");
    assert_eq!((play.see(0).fate, play.see(1).fate), (Fate::Eliminated, Fate::Eliminated));
    assert_eq!(play.ended(), Some((None, "TT-VIC-02")));
}

#[test]
fn a_tripod_that_falls_to_an_airplane_still_fires() {
    proves!("INV-TVT-25");
    let mut play = long(0)
        .with(|v| v.energy = Some(0))
        .with(|v| v.action = Some(Action::HeatRay { from: Side::Front }))
        .damage(&["A 5 +2", "A 5 circuits +2 /smoke_trail", "A 4 +2", "A 4 wounded +2", "A 3 +1"])
        .put("nieuport_16", 450.0, 800.0, 180)
        .of(0)
        .set(|s| s.vehicles[0].action = None)
        .set(|s| s.vehicles[1].facing = geometry::Angle::degrees(180))
        .set(|s| s.vehicles[0].energy = Some(0))
        .stack(DeckId::A, &["3 +1"])
        .stack(DeckId::B, &["3 +1"])
        .firing()
        .begin();
    play.fire(2, 1, Through::Open);
    assert_eq!(play.see(1).fate, Fate::Eliminated);
    assert_eq!(play.held(0), [("A 3 +1".to_owned(), false)], "its ray has struck");
}

#[test]
fn a_heat_ray_fires_at_a_tripod_as_at_an_airplane() {
    proves!("INV-TVT-13");
    let play = fire(short(0).stack(DeckId::A, &["2 +1"]));
    let fired = play.caused_by("INV-TVT-20", Viewer::Spectator);
    let What::RayFired { target, range, distance, across, .. } = &fired[0] else { panic!("{fired:?}") };
    assert_eq!((*target, *range), (v(1), Range::Short));
    assert!((distance - 60.0).abs() < 0.01, "{distance}");
    assert_eq!(*across, Some(Across { side: Side::Rear, through: Through::Open }));
    assert_eq!(play.tripod(0).console.cooling, 1);
    assert_eq!(play.lay_refused(0, HeatRay), "TT-COO-02");
    let play = fire(long(0));
    let fired = play.caused_by("INV-TVT-20", Viewer::Spectator);
    assert!(matches!(fired[0], What::RayFired { range: Range::Long, .. }));
    // Out of reach, behind another base, or of the own side.
    let play = fire(aimed_at("mk1_locust", 201.0, 0));
    assert!(play.cites("TT-TFR-09"), "it hits nobody");
    let hidden = long(0).put("mk1_locust", 450.0, 560.0, 0);
    let play = hidden.firing().try_begin().expect("a position");
    let fired = play.happened(Viewer::Spectator);
    let targets = fired.iter().filter_map(|w| match w {
        What::RayFired { target, .. } => Some(*target),
        _ => None,
    });
    assert!(targets.into_iter().all(|t| t == v(2)), "the one in front is hit");
    let friends = long(0).with(|v| v.seat = EARTH).put("mk1_locust", 100.0, 100.0, 0);
    let play = friends.firing().begin();
    assert_eq!(play.ray_refused(0, 1, RightAngle).rule.0, "TT-TFR-05");
}

#[test]
fn the_target_draws_from_an_airplane_deck() {
    proves!("INV-TVT-14");
    for (model, (deck, start), (other, whole)) in
        [("mk1_locust", (DeckId::A, 43), (DeckId::X, 40)), ("mk2_scarab", (DeckId::B, 44), (DeckId::Y, 40))]
    {
        let play = fire(aimed_at(model, 150.0, 0));
        assert_eq!(play.left_in(deck), start - 1, "{model}");
        assert_eq!(play.left_in(other), whole, "{model}");
        assert_eq!(play.see(1).damage.len(), 1);
    }
}

#[test]
fn one_card_at_long_range_and_a_second_for_a_zero_at_short_range() {
    proves!("INV-TVT-15");
    let play = fire(short(0).stack(DeckId::A, &["0", "3 +1"]));
    assert_eq!(play.held(1), [("A 0".to_owned(), false), ("A 3 +1".to_owned(), false)]);
    assert_eq!(play.points(1), 6);
    // The first is shown, the second is not.
    let seen: Vec<_> = play.seen_by(EARTH, 1).damage.into_iter().map(|d| d.card).collect();
    assert_eq!(seen, [Some("0".to_owned()), None]);
    assert_eq!(fire(short(0).stack(DeckId::A, &["2 +1", "3 +1"])).held(1).len(), 1);
    let play = fire(long(0).stack(DeckId::A, &["0", "3 +1"]));
    assert_eq!(play.held(1).len(), 1);
    assert_eq!(play.seen_by(EARTH, 1).damage[0].card, None);
}

#[test]
fn inside_a_crater_another_card_may_be_drawn() {
    proves!("INV-TVT-15");
    let at = 450.0 + 31.2 + 60.0 + 31.2;
    let scene = short(0).terrain(TerrainKind::Crater, 450.0, at).stack(DeckId::A, &["0", "3 +1", "1"]);
    let mut play = fire(scene);
    assert!(play.draws(), "the 0 was drawn again, and the 3 may be");
    play.give(MARS, &Order::DrawAgain { vehicle: v(1), again: true });
    play.give(MARS, &Order::Apply { vehicle: v(1), second: true });
    assert_eq!(play.points(1), 2, "twice 1");
}

#[test]
fn a_shot_is_open_if_the_ruler_can_touch_an_open_side() {
    proves!("INV-TVT-16");
    for (facing, through) in
        [(0, Through::Open), (180, Through::Armor), (60, Through::Open), (120, Through::Armor)]
    {
        let play = long(facing).firing().try_begin().expect("a position");
        let across = play.happened(Viewer::Spectator).into_iter().find_map(|w| match w {
            What::RayFired { across, .. } => across,
            _ => None,
        });
        assert_eq!(across.map(|a| a.through), Some(through), "facing {facing}");
    }
    // The front-left side and the open rear-left side share a corner: whichever the ruler touches.
    let turned = short(90);
    let play = turned.firing().begin();
    let ways: Vec<_> = play.view().shots.iter().map(|s| (s.order.clone(), s.across)).collect();
    assert!(ways.len() > 1, "{ways:?}");
    assert!(ways.iter().any(|(_, a)| a.is_some_and(|a| a.through == Through::Open)), "{ways:?}");
    // The shooter picks the position, and it decides: one tilted past the corner crosses armor.
    let first = play.view().shots[0].across.expect("a tripod");
    assert_eq!(first.through, Through::Open, "an open side comes first");
}

#[test]
fn across_armor_the_number_drains_energy() {
    proves!("INV-TVT-17");
    let play = fire(long(180).energy(5).stack(DeckId::A, &["3 +1"]));
    assert_eq!((play.energy(1), play.points(1)), (2, 0));
    assert_eq!(play.see(1).damage.len(), 0, "the card has returned");
    assert_eq!(play.left_in(DeckId::A), 43);
    let play = fire(long(180).energy(2).stack(DeckId::A, &["5 +2"]));
    assert_eq!((play.energy(1), play.points(1)), (0, 0), "the rest is lost");
    let play = fire(short(180).energy(5).stack(DeckId::A, &["0", "3 +1"]));
    assert_eq!(play.energy(1), 2, "the 0 is drawn again");
    assert!(play.cites("INV-TVT-17"));
}

#[test]
fn across_armor_icons_do_nothing() {
    proves!("INV-TVT-18");
    let play = fire(long(180).energy(4).stack(DeckId::A, &["2 wounded +1"]));
    assert_eq!((play.energy(1), play.see(1).wounds), (2, 0));
    assert!(play.cites("INV-TVT-18"));
    let play = fire(long(180).energy(4).stack(DeckId::A, &["0 jammed_guns"]));
    assert_eq!((play.energy(1), play.times("TT-SPA-01")), (4, 0));
}

#[test]
fn across_armor_an_explosion_empties_the_reserve() {
    proves!("INV-TVT-19");
    let scene = aimed_at("mk1_locust", 150.0, 180).with(|v| v.tripod.battery = 1).energy(7);
    let play = fire(scene.stack(DeckId::A, &["explosion"]));
    assert_eq!((play.energy(1), play.points(1)), (0, 0));
    assert_eq!(play.tripod(1).energy_rating, 8);
    assert!(play.cites("INV-TVT-19"));
}

#[test]
fn in_the_open_the_number_counts_twice() {
    proves!("INV-TVT-20");
    let scene = aimed_at("mk1_locust", 150.0, 0)
        .with(|v| v.model = "mk2_scarab".to_owned())
        .damage(&["B 3 +1", "B 2 +1"])
        .stack(DeckId::A, &["3 +1"]);
    let play = fire(scene);
    assert_eq!(play.see(1).resistance, 20);
    assert_eq!(play.points(1), 5 + 6);
    let marks: Vec<bool> = play.see(1).damage.iter().map(|d| d.doubled).collect();
    assert_eq!(marks, [false, false, true], "turned as a reminder");
    // On the ground every side is open.
    let play = fire(long(180).with(|v| v.tripod.toppled = 3).stack(DeckId::A, &["3 +1"]));
    assert_eq!((play.points(1), play.energy(1)), (6, 9));
    // Written down, it stays doubled.
    let content = content_with_deck(DeckId::A, &[(4, 2)]);
    let few = long(0).content(content).damage(&["A 2"; 2]).set(|s| s.vehicles[1].damage[0].doubled = true);
    let play = fire(few.put("mk1_locust", 100.0, 100.0, 0).damage(&["A 2"; 2]));
    assert!(play.cites("TT-DCK-01"));
    assert_eq!(play.points(1), 4 + 2 + 4);
}

#[test]
fn without_energy_armor_does_not_stop_a_ray() {
    proves!("INV-TVT-21");
    let play = fire(long(180).energy(0).stack(DeckId::A, &["2 +1"]));
    assert_eq!(play.points(1), 4);
    assert!(play.cites("INV-TVT-21"));
}

#[test]
fn in_the_open_special_damage_counts() {
    proves!("INV-TVT-22");
    let play = fire(long(0).energy(6).stack(DeckId::A, &["3 circuits +1 /smoke_trail"]));
    assert_eq!((play.points(1), play.energy(1)), (6, 3), "the printed number drains the circuits");
    let play = fire(long(0).energy(6).basic().stack(DeckId::A, &["3 circuits +1 /smoke_trail"]));
    assert_eq!((play.points(1), play.energy(1)), (6, 6), "not in the Basic Rules");
    let play = fire(long(0).stack(DeckId::A, &["2 toppled +1 /rudder_left"]));
    assert_eq!(play.tripod(1).console.toppled, 1, "it fell, and the next phase has begun");
}

#[test]
fn a_jam_does_nothing_to_a_ray() {
    proves!("INV-TVT-23");
    let jam = (
        "damage.toml",
        "points = 0, zero = true, special = \"jammed_guns\"",
        "points = 1, zero = false, special = \"jammed_guns\"",
    );
    let play = fire(long(0).content(content_with(&[jam])).stack(DeckId::A, &["1 jammed_guns"]));
    assert_eq!((play.points(1), play.times("TT-SPA-01")), (2, 0));
}

#[test]
fn an_explosion_costs_half_the_resistance_once() {
    proves!("INV-TVT-24");
    let odd = ("tripods.toml", "resistance = 22", "resistance = 21");
    let scene = long(0).content(content_with(&[odd])).damage(&["A 3 +1"]);
    let play = fire(scene.stack(DeckId::A, &["explosion"]));
    assert_eq!(play.points(1), 3 + 11);
}

#[test]
fn armor_is_read_when_the_firing_step_begins() {
    proves!("INV-TVT-26");
    // Two captured Locusts at the armored front, one at the open rear; 2 energy.
    let scene = Scene::new()
        .crews()
        .put("mk1_locust", 450.0, 450.0, 180)
        .energy(2)
        .put("mk1_locust", 415.0, 237.6, 0)
        .of(0)
        .ray_from(Side::Front)
        .put("mk1_locust", 490.0, 237.6, 0)
        .of(0)
        .ray_from(Side::Front)
        .put("mk1_locust", 450.0, 662.4, 180)
        .of(0)
        .ray_from(Side::Front)
        .stack(DeckId::A, &["3 +1", "4 +2", "2 +1"]);
    let play = scene.firing().try_begin().expect("a position");
    assert_eq!(play.times("INV-TVT-17"), 4, "two shots and two cards: {:?}", play.log(Viewer::Umpire));
    assert_eq!((play.energy(0), play.points(0)), (0, 4));
    // A fall in this step opens the armor from the next one on.
    let falls = Scene::new()
        .crews()
        .put("mk1_locust", 450.0, 450.0, 180)
        .energy(9)
        .put("mk1_locust", 450.0, 662.4, 180)
        .of(0)
        .ray_from(Side::Front)
        .put("mk1_locust", 450.0, 237.6, 0)
        .of(0)
        .ray_from(Side::Front)
        .stack(DeckId::A, &["2 toppled +1 /rudder_left", "4 +2"]);
    let play = falls.firing().try_begin().expect("a position");
    assert_eq!((play.points(0), play.energy(0)), (4, 5));
    assert_eq!(play.tripod(0).console.toppled, 1);
}
