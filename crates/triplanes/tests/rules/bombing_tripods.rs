//! BOMBING TRIPODS: DROPPING BOMBS.

use crate::support::*;
use ActionCard::{Blank, HeatRay};
use RulerPosition::RightAngle;
use geometry::{Angle, Vec2};
use table::{SeatId, Viewer, proves};
use triplanes::*;

const RAY: Action = Action::HeatRay { from: Side::Front };
const STRAIGHT: [&str; 3] = ["C_straight"; 3];
const STILL: [&str; 3] = ["TA_standing_still"; 3];

/// A Camel with one load, vehicle 0, that flies north from (450, 335), and a Locust, vehicle 1, far to the east: the
/// first movement step is about to open.
fn on_the_way(cards: &[&str]) -> Scene {
    Scene::new()
        .bombing()
        .put("sopwith_camel", 450.0, 335.0, 0)
        .loads(1)
        .planned(cards)
        .put("mk1_locust", 800.0, 700.0, 0)
        .planned(&STILL)
        .from_step(Step::Commit { phase: 0 })
}

/// Where the bombs of this airplane came down.
fn dot_of(play: &Play, bomber: u8) -> Option<(f64, f64, f64)> {
    play.happened(Viewer::Spectator).into_iter().find_map(|what| match what {
        What::BombsPlaced { bomber: b, pose, .. } if b == v(bomber) => {
            Some((pose.centre.x, pose.centre.y, pose.heading.as_degrees()))
        }
        _ => None,
    })
}

/// A firing step: a Camel, vehicle 0, out of everybody's way, has dropped so many loads. A Locust, vehicle 1, stands at
/// (450, 450) facing north; the dot of the bomb card is this far to its east.
fn falling(loads: u8, east: f64) -> Scene {
    Scene::new().bombing().put("sopwith_camel", 100.0, 100.0, 0).put("mk1_locust", 450.0, 450.0, 0).bombs(
        0,
        loads,
        (450.0 + east, 450.0),
    )
}

/// The same, with nothing to decide but what the bombs do.
fn strike(scene: Scene) -> Play {
    scene.firing().try_begin().unwrap_or_else(|e| panic!("{e}"))
}

/// Everybody who has a choice lets it be.
fn hold_all(play: &mut Play) {
    for seat in [EARTH, MARS] {
        while let Some(Ask::Fire { vehicle } | Ask::Ray { vehicle }) = play.asks(seat).first().copied() {
            play.hold(vehicle.0);
        }
    }
}

/// With how many counters the tripod has toppled, if it has.
fn fell(play: &Play) -> Option<u8> {
    play.happened(Viewer::Spectator).into_iter().find_map(|what| match what {
        What::Toppled { counters, .. } => Some(counters),
        _ => None,
    })
}

/// The Locust has chosen its front heat-ray, and the bombs fall straight ahead of it: their near edge is `gap` mm from
/// the projector. Nobody else is near.
fn under_the_ray(gap: f64, cards: &[&str]) -> Scene {
    let mut scene = falling(2, 0.0);
    scene.setup.vehicles[1].action = Some(RAY);
    scene.setup.invasion.bombs[0].pose.centre = Vec2::new(450.0, 450.0 + 31.2 + gap + 34.0);
    scene.stack(DeckId::X, cards)
}

fn burst(scene: Scene) -> Play {
    let mut play = scene.firing().begin();
    play.ray_at_bombs(1, 0, RightAngle);
    play
}

#[test]
fn usual_loads_go_by_the_engines() {
    proves!("INV-BOM-01");
    let forces = ("earthlings", "sopwith_camel,caproni_ca3");
    let scene = Scene::scenario("simple-battle", &[("bombing", "on"), forces]);
    let play = scene.begin();
    assert_eq!((play.airplane(0).loads, play.airplane(1).loads), (1, 2));
    assert_eq!(play.airplane_seen_by(MARS, 1).loads, 2, "loads carried are open");
    let forces = ("earthlings", "sopwith_camel+bombs:3,caproni_ca3");
    let play = Scene::scenario("simple-battle", &[("bombing", "on"), forces]).begin();
    assert_eq!((play.airplane(0).loads, play.airplane(1).loads), (3, 0), "0 loads is no bomber");
    assert_eq!(on_the_way(&STRAIGHT).set(|s| s.vehicles[0].loads = 21).refused_by(), "INV-BOM-01");
    assert_eq!(on_the_way(&STRAIGHT).set(|s| s.vehicles[1].loads = 1).refused_by(), "INV-BOM-01");
    assert_eq!(on_the_way(&STRAIGHT).set(|s| s.bombing = false).refused_by(), "INV-GEN-01");
}

#[test]
fn each_load_is_a_card() {
    proves!("INV-BOM-02", "INV-BOM-23");
    let play = strike(falling(2, 40.0).stack(DeckId::C, &["3 +2", "2 +1"]));
    assert_eq!(play.held(1), [("C 3 +2".to_owned(), false), ("C 2 +1".to_owned(), false)]);
    assert_eq!(play.points(1), 5);
    // They are the tripod player's own.
    assert!(play.seen_by(EARTH, 1).damage.iter().all(|d| d.card.is_none()));
    assert!(play.seen_by(MARS, 1).damage.iter().all(|d| d.card.is_some()));
}

#[test]
fn loads_are_spent_when_they_are_dropped() {
    proves!("INV-BOM-03");
    let scene = on_the_way(&STRAIGHT).set(|s| s.vehicles[0].loads = 2);
    let mut play = scene.begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    assert!(play.cites("INV-BOM-22"), "it misses, and is gone");
    play.lay(1, ActionCard::None).drop_bombs(0, 0).lay(1, ActionCard::None);
    assert_eq!(play.step(), Step::Drops { phase: 2 });
    assert_eq!(play.drop_refused(0, 2), "INV-BOM-03");
    assert_eq!(play.airplane(0).loads, 1);
    play.drop_bombs(0, 1);
    assert_eq!(play.airplane(0).loads, 0);
}

#[test]
fn actions_are_secret_while_a_bomber_carries_a_load() {
    proves!("INV-BOM-04");
    let mut play = on_the_way(&STRAIGHT).begin();
    assert_eq!(play.act_refused(1, RAY).rule.0, "INV-BOM-04", "no card lies face up");
    assert_eq!(play.asks(MARS), [Ask::Commit { vehicle: v(1) }]);
    play.lay(1, HeatRay);
    assert_eq!(play.tripod_seen_by(EARTH, 1).laid, LaidView::Hidden);
    assert_eq!(play.tripod_seen_by(EARTH, 1).action, None);
    // With the last load the secret is over.
    play.drop_bombs(0, 1).act(1, RAY);
    assert_eq!(play.step(), Step::Actions { phase: 1 });
    // An airplane without a load is no bomber.
    let play = on_the_way(&STRAIGHT).set(|s| s.vehicles[0].loads = 0);
    assert_eq!(play.from_step(Step::Actions { phase: 0 }).begin().asks(MARS), [Ask::Act { vehicle: v(1) }]);
}

#[test]
fn a_blank_card_looks_like_any_other() {
    proves!("INV-BOM-05");
    let seen = |card: ActionCard| {
        let mut play = on_the_way(&STRAIGHT).begin();
        play.lay(1, card);
        assert_eq!(play.asks(EARTH), [Ask::Drop { vehicle: v(0) }]);
        table::conformance::bytes_for(&play.m, Viewer::Seat(EARTH))
    };
    assert_eq!(seen(Blank), seen(HeatRay), "the bomber can not tell them apart");
    assert_ne!(seen(ActionCard::None), seen(Blank));
    let mut play = on_the_way(&STRAIGHT).begin();
    play.lay(1, Blank).drop_bombs(0, 0).act(1, Action::Blank);
    assert_eq!((play.energy(1), play.tripod(1).console.cooling), (9, 0));
}

#[test]
fn a_drop_is_decided_before_anything_is_shown() {
    proves!("INV-BOM-06");
    let scene = on_the_way(&STRAIGHT).set(|s| s.vehicles[0].loads = 2);
    let mut play = scene.begin();
    assert_eq!(play.drop_refused(0, 1), "INV-BOM-06", "action cards come first");
    play.lay(1, HeatRay);
    let drops = play.legal(EARTH);
    assert_eq!(drops, [0, 1, 2].map(|loads| Order::Drop { vehicle: v(0), loads }));
    play.drop_bombs(0, 1);
    assert_eq!(play.step(), Step::Reveal { phase: 0 });
    assert_eq!(play.drop_refused(0, 1), "INV-BOM-06", "a card is about to be shown");
    let told = play.caused_by("INV-BOM-06", Viewer::Spectator);
    assert_eq!(told, [What::BombsReleased { drops: vec![Drop { vehicle: v(0), loads: 1 }] }]);
}

#[test]
fn drops_of_several_bombers_are_shown_together() {
    proves!("INV-BOM-06", "INV-BOM-07");
    let seats = [("Ann", Team::Earthlings), ("Mars", Team::Martians), ("Bob", Team::Earthlings)];
    let scene = on_the_way(&STRAIGHT)
        .seats(&seats)
        .put("caproni_ca3", 200.0, 300.0, 0)
        .of(2)
        .loads(2)
        .planned(&["XD_straight"; 3]);
    let mut play = scene.begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    for seat in [MARS, SeatId(2)] {
        assert_eq!(play.airplane_seen_by(seat, 0).dropping, None, "sealed");
    }
    assert_eq!(play.drop_refused(0, 0), "INV-BOM-06", "and not taken back");
    play.drop_bombs(2, 2);
    let told = play.caused_by("INV-BOM-06", Viewer::Seat(MARS));
    let drops = [(0, 1), (2, 2)].map(|(id, loads)| Drop { vehicle: v(id), loads });
    assert_eq!(told, [What::BombsReleased { drops: drops.to_vec() }]);
    // One card for each bomber, worth what it drops.
    let placed: Vec<(u8, u8)> = play
        .happened(Viewer::Spectator)
        .iter()
        .filter_map(|w| match w {
            What::BombsPlaced { bomber, loads, .. } => Some((bomber.0, *loads)),
            _ => None,
        })
        .collect();
    assert_eq!(placed, [(0, 1), (2, 2)]);
}

#[test]
fn no_bombs_in_the_phase_of_an_immelmann() {
    proves!("INV-BOM-08");
    let mut play = on_the_way(&["C_straight", "C_immelmann", "C_straight"]).begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 0).lay(1, ActionCard::None);
    assert_eq!(play.drop_refused(0, 1), "INV-BOM-08");
    assert_eq!(play.legal(EARTH), [Order::Drop { vehicle: v(0), loads: 0 }]);
    let ask = |cards: &[&str]| {
        let mut play = on_the_way(cards).begin();
        play.lay(1, ActionCard::None).drop_bombs(0, 0).lay(1, ActionCard::None);
        table::conformance::bytes_for(&play.m, Viewer::Seat(MARS))
    };
    let (turn, other) = (["C_straight", "C_immelmann", "C_straight"], ["C_straight"; 3]);
    assert_eq!(ask(&turn), ask(&other), "the refusal is private");
    play.drop_bombs(0, 0).lay(1, ActionCard::None).drop_bombs(0, 1);
    assert!(play.cites("INV-BOM-13"), "with the straight that follows it may");
}

#[test]
fn cards_are_shown_after_the_drop_decisions() {
    proves!("INV-BOM-09");
    let seats = [("Earth", Team::Earthlings), ("Ann", Team::Martians), ("Bob", Team::Martians)];
    let scene = on_the_way(&STRAIGHT)
        .seats(&seats)
        .put("mk2_scarab", 100.0, 700.0, 180)
        .of(2)
        .planned(&["TB_standing_still"; 3]);
    let mut play = scene.begin();
    play.lay(1, HeatRay).lay(2, HeatRay).drop_bombs(0, 1);
    // Their player knows that bombs fall, and places his token before maneuvers are revealed.
    assert_eq!(play.airplane_seen_by(MARS, 0).dropping, Some(1));
    assert_eq!(play.seen_by(EARTH, 1).plan[0], SpaceView::Hidden);
    assert_eq!(play.view().reveal_order, [[v(1), v(2)]], "tripods of one side show together");
    play.act(2, RAY);
    assert_eq!(play.tripod_seen_by(EARTH, 2).action, None);
    play.act(1, RAY);
    assert_eq!(play.times("INV-BOM-09"), 1);
    assert_eq!((play.energy(1), play.energy(2)), (8, 9));
}

#[test]
fn a_phase_with_bombs_goes_in_this_order() {
    proves!("INV-BOM-10", "INV-BOM-29");
    let scene = on_the_way(&STRAIGHT).set(|s| s.vehicles[1].at = Some(Vec2::new(450.0, 580.0)));
    let mut play = scene.stack(DeckId::X, &["0", "0"]).stack(DeckId::C, &["0", "2 +1"]).begin();
    play.lay(1, HeatRay).drop_bombs(0, 1).act(1, Action::HeatRay { from: Side::FrontLeft });
    // Nobody fires at anything; the bombs come down squarely.
    hold_all(&mut play);
    play.inflict(0, 1, "2 +1");
    let wanted = [
        "INV-BOM-04", // cards lie
        "INV-BOM-06", // a drop is declared
        "INV-BOM-09", // cards are shown
        "TT-MOV-01",  // maneuvers are revealed
        "TT-MOV-03",  // and carried out
        "INV-BOM-13", // the bomb card is placed
        "TT-TFR-09",  // shots
        "INV-BOM-24", // the strike
        "INV-BOM-29", // the card is gone
    ];
    let mut rest = wanted.iter().peekable();
    for rule in play.rules_in_order() {
        rest.next_if(|wanted| **wanted == rule);
    }
    assert_eq!(rest.next(), None, "{:?}", play.log(Viewer::Umpire));
    assert_eq!(play.view().bombs.len(), 0);
}

#[test]
fn a_bomb_card_lies_where_one_more_card_would_lead() {
    proves!("INV-BOM-11", "INV-BOM-13");
    let mut play = on_the_way(&STRAIGHT).begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    let (_, y, _) = play.at(0);
    assert!((y - 450.5).abs() < 1e-9, "34 + 47.5 + 34 on from 335: {y}");
    assert_eq!(dot_of(&play, 0), Some((450.0, y + 115.5, 0.0)));
    let content = Content::built_in();
    assert_eq!(content.bomb_size.map(|mm| mm as u32), [44, 68]);
    // After a turn the straight goes on along the new heading.
    let mut play = on_the_way(&["C_left_60", "C_straight", "C_straight"]).begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    let (x, y, facing) = play.at(0);
    let ahead = Vec2::new(x, y) + Angle::degrees(-60).fwd() * 115.5;
    let (dot_x, dot_y, heading) = dot_of(&play, 0).expect("a bomb card");
    assert!((dot_x - ahead.x).abs() < 1e-9 && (dot_y - ahead.y).abs() < 1e-9);
    assert_eq!((facing, heading), (300.0, 300.0));
    // A Caproni's straight is short.
    let scene = on_the_way(&STRAIGHT).set(|s| s.vehicles[0].model = "caproni_ca3".to_owned());
    let mut play = scene.begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    let (_, y, _) = play.at(0);
    assert_eq!(dot_of(&play, 0), Some((450.0, y + 90.5, 0.0)));
}

#[test]
fn after_a_stall_bombs_fall_short() {
    proves!("INV-BOM-12");
    let mut play = on_the_way(&["C_stall", "C_straight", "C_straight"]).begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    let (_, y, _) = play.at(0);
    assert_eq!(dot_of(&play, 0), Some((450.0, y + 74.5, 0.0)));
    assert!(play.cites("INV-BOM-12"));
    // A stall that the cannon has put in counts.
    let scene = on_the_way(&["C_stall", "C_straight", "C_straight"]).set(|s| {
        s.vehicles[0].airplane.cannon = true;
        s.vehicles[0].airplane.inserted = 1;
    });
    let mut play = scene.begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    assert!(play.cites("INV-BOM-12"));
}

#[test]
fn nothing_is_in_the_way_of_a_bomb_card() {
    proves!("INV-BOM-14");
    let scene = on_the_way(&STRAIGHT).set(|s| s.vehicles[1].at = Some(Vec2::new(450.0, 566.0)));
    let mut play = scene.begin();
    let before = play.at(1);
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    assert_eq!(dot_of(&play, 0), Some((450.0, 566.0, 0.0)));
    assert_eq!(play.at(1), before);
    // Part of it may lie outside of the table.
    let low = on_the_way(&STRAIGHT).set(|s| s.vehicles[0].at = Some(Vec2::new(450.0, 660.0)));
    let mut play = low.begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    let (_, y, _) = dot_of(&play, 0).expect("placed");
    assert!(y + 34.0 > 900.0);
}

#[test]
fn a_bomber_that_is_gone_drops_nothing() {
    proves!("INV-BOM-15");
    let out = on_the_way(&STRAIGHT)
        .set(|s| s.vehicles[0].at = Some(Vec2::new(450.0, 830.0)))
        .put("nieuport_16", 100.0, 100.0, 0)
        .planned(&["R_straight"; 3]);
    let mut play = out.begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    assert_eq!(play.see(0).fate, Fate::Exited { earthling_side: false });
    assert_eq!(dot_of(&play, 0), None);
    assert!(play.cites("INV-BOM-15"));
    assert_eq!(play.see(1).damage.len(), 0);
    // Black smoke in the movement step: shot down before the bombs are placed.
    let choked = on_the_way(&STRAIGHT)
        .clouds(&[(450.0, 450.0)])
        .set(|s| s.vehicles[1].at = Some(Vec2::new(450.0, 566.0)))
        .put("nieuport_16", 100.0, 100.0, 0)
        .planned(&["R_straight"; 3])
        .stack(DeckId::Z, &["5"])
        .set(|s| s.vehicles[0].damage = held(&["X 5", "X 6"]));
    let mut play = choked.begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    assert_eq!(play.see(0).fate, Fate::Eliminated);
    assert_eq!((dot_of(&play, 0), play.see(1).damage.len()), (None, 0));
}

#[test]
fn a_heat_ray_may_be_aimed_at_bombs() {
    proves!("INV-BOM-16");
    // An airplane at long range, and the corner of a bomb card in the first half of the ruler.
    let scene = under_the_ray(60.0, &["0", "0"])
        .set(|s| s.vehicles[0].at = Some(Vec2::new(440.0, 450.0 + 31.2 + 170.0 + 34.0)))
        .set(|s| s.invasion.bombs[0].pose.centre.x = 485.0);
    let play = scene.clone().firing().begin();
    let shots = play.view_of(MARS).shots;
    let plane = shots.iter().find(|s| matches!(s.order, Order::Ray { ruler: RightAngle, .. }));
    assert_eq!(plane.map(|s| s.range), Some(Range::Long));
    let bombs = shots.iter().find(|s| matches!(s.order, Order::RayBombs { ruler: RightAngle, .. }));
    assert!(bombs.is_some_and(|s| s.range == Range::Short && (s.distance - 60.0).abs() < 0.01));
    assert_eq!(play.refused_by(MARS, &Order::Hold { vehicle: v(1) }), "TT-TFR-09", "somebody has to be hit");
    for at_bombs in [true, false] {
        let mut play = scene.clone().firing().begin();
        if at_bombs {
            play.ray_at_bombs(1, 0, RightAngle);
        } else {
            play.ray(1, 0, RightAngle);
        }
        assert_eq!(play.cites("INV-BOM-16"), at_bombs);
        assert_eq!(play.see(0).damage.is_empty(), at_bombs);
    }
}

#[test]
fn nobody_has_to_fire_at_bombs() {
    proves!("INV-BOM-16");
    let mut play = under_the_ray(60.0, &[]).firing().begin();
    assert!(play.legal(MARS).contains(&Order::Hold { vehicle: v(1) }));
    play.hold(1);
    assert!(play.cites("TT-TFR-09") && !play.cites("INV-BOM-16"), "into the air");
    // A base in between hides them; other bomb cards do not; one on the own base can be hit.
    let hidden = under_the_ray(100.0, &[]).put("mk2_scarab", 450.0, 450.0 + 31.2 + 45.0, 0);
    assert!(hidden.firing().try_begin().expect("a position").cites("TT-TFR-09"));
    // So does black smoke, as for any shot; a cloud beside the line hides nothing.
    let behind = |x: f64| under_the_ray(100.0, &[]).clouds(&[(x, 450.0 + 31.2 + 45.0)]).firing();
    assert!(behind(450.0).try_begin().expect("a position").cites("TT-TFR-09"));
    assert!(behind(600.0).begin().legal(MARS).contains(&Order::RayBombs {
        vehicle: v(1),
        bombs: v(0),
        ruler: RightAngle
    }));
    let own = falling(2, 0.0).set(|s| s.vehicles[1].action = Some(RAY));
    let play = own.bombs(0, 1, (450.0, 520.0)).firing().begin();
    let order = Order::RayBombs { vehicle: v(1), bombs: v(0), ruler: RightAngle };
    assert!(play.legal(MARS).contains(&order));
    // Nothing is falling from there.
    assert_eq!(
        play.refused_by(MARS, &Order::RayBombs { vehicle: v(1), bombs: v(1), ruler: RightAngle }),
        "INV-BOM-16"
    );
}

#[test]
fn cards_for_a_shot_at_bombs_return() {
    proves!("INV-BOM-17");
    let play = burst(under_the_ray(60.0, &["0", "5"]));
    assert_eq!(play.times("INV-BOM-17"), 2);
    assert!(play.cites("INV-BOM-18"));
    assert_eq!(play.left_in(DeckId::X), 40, "both have returned");
    assert_eq!(play.see(0).damage.len(), 0, "the bomber keeps none");
    let play = burst(under_the_ray(120.0, &["0", "5"]));
    assert_eq!(play.times("INV-BOM-17"), 1, "one card at long range");
    // Luck does not turn them away: they are not the pilot's.
    let lucky = under_the_ray(60.0, &["4"]).ace(0, &[(Skill::LuckyPilot, 0)]);
    assert!(burst(lucky).cites("INV-BOM-18"));
}

#[test]
fn four_points_or_an_explosion_destroy_bombs() {
    proves!("INV-BOM-18");
    for (card, destroyed) in [("3", false), ("4", true), ("explosion", true), ("2", false)] {
        let play = burst(under_the_ray(60.0, &[card]));
        let told = play.happened(Viewer::Spectator);
        let burst = told.iter().any(|w| matches!(w, What::BombsDestroyed { .. }));
        assert_eq!(burst, destroyed, "{card}");
    }
    // Two shots do not add up.
    let scene = under_the_ray(60.0, &["3", "2"])
        .put("mk1_locust", 450.0, 450.0 + 31.2 + 60.0 + 68.0 + 60.0 + 31.2, 180)
        .with(|v| v.action = Some(RAY));
    let mut play = scene.firing().begin();
    play.ray_at_bombs(1, 0, RightAngle).ray_at_bombs(2, 0, RightAngle);
    assert_eq!(play.times("INV-BOM-17"), 2);
    assert!(!play.cites("INV-BOM-18") && play.cites("INV-BOM-22"));
}

#[test]
fn destroyed_bombs_harm_no_tripod() {
    proves!("INV-BOM-19");
    let two = falling(2, 0.0)
        .set(|s| s.vehicles[1].action = Some(RAY))
        .put("mk2_scarab", 450.0, 513.0, 0)
        .set(|s| s.invasion.bombs[0].pose.centre.y = 482.0)
        .stack(DeckId::X, &["4"]);
    let play = burst(two);
    assert!(play.cites("INV-BOM-18"));
    assert_eq!((play.see(1).damage.len(), play.see(2).damage.len()), (0, 0));
    assert_eq!(play.left_in(DeckId::C), 17);
}

#[test]
fn fragments_hit_the_bomber() {
    proves!("INV-BOM-20");
    for (card, cards) in [("4 smoke_trail", 2), ("5", 0), ("3 smoke_trail", 0), ("explosion", 2)] {
        let play = burst(under_the_ray(60.0, &[card]).stack(DeckId::Z, &["1", "2"]));
        assert_eq!(play.see(0).damage.len(), cards, "{card}");
        assert_eq!(play.airplane(0).console.smoke, 0, "the icon of the shot does nothing else");
    }
    let play = burst(under_the_ray(60.0, &["4 wounded"]).basic().stack(DeckId::Z, &["1", "2"]));
    assert_eq!(
        play.held(0),
        [("Z 1".to_owned(), false), ("Z 2".to_owned(), false)],
        "in the Basic Rules, too"
    );
    assert!(play.seen_by(MARS, 0).damage.iter().all(|d| d.card.is_none()));
    // Once for a bomb card, even if two shots destroy it.
    let scene = under_the_ray(60.0, &["4 fire", "4 wounded"])
        .put("mk1_locust", 450.0, 450.0 + 31.2 + 60.0 + 68.0 + 60.0 + 31.2, 180)
        .with(|v| v.action = Some(RAY));
    let mut play = scene.stack(DeckId::Z, &["1", "2"]).firing().begin();
    play.ray_at_bombs(1, 0, RightAngle).ray_at_bombs(2, 0, RightAngle);
    assert_eq!(play.see(0).damage.len(), 2);
}

#[test]
fn what_is_not_destroyed_strikes() {
    proves!("INV-BOM-21");
    let scene = under_the_ray(60.0, &["5"])
        .put("sopwith_camel", 100.0, 300.0, 0)
        .bombs(2, 1, (450.0 + 40.0, 450.0))
        .stack(DeckId::C, &["2 +1"]);
    let play = burst(scene);
    assert_eq!(play.times("INV-BOM-23"), 2, "one hit, one card");
    assert_eq!(play.points(1), 2);
    // Friend or foe, standing or not; objectives and airplanes stay as they are.
    let friend = falling(1, 40.0)
        .crews()
        .set(|s| s.vehicles[1].seat = EARTH)
        .put("mk2_scarab", 800.0, 800.0, 0)
        .put("nieuport_16", 490.0, 450.0, 0)
        .objective(490.0, 450.0)
        .stack(DeckId::C, &["2 +1"]);
    let play = strike(friend);
    assert_eq!((play.points(1), play.see(3).damage.len()), (2, 0));
    assert!(!play.view().objectives[0].destroyed);
    let down = falling(1, 40.0).set(|s| s.vehicles[1].tripod.toppled = 3).stack(DeckId::C, &["2 +1"]);
    assert_eq!(strike(down).points(1), 2);
}

#[test]
fn a_miss_is_a_miss() {
    proves!("INV-BOM-22");
    // Across its corners the base is 36 mm to each side, the card 22 mm.
    let reach = 31.2 / Angle::degrees(30).sin_cos().1 + 22.0;
    let play = strike(falling(2, reach + 1.0));
    assert!(play.cites("INV-BOM-22"));
    assert_eq!(play.see(1).damage.len(), 0);
    assert!(strike(falling(2, reach + 0.001)).cites("INV-BOM-22"), "contact is no cover");
    assert_eq!(strike(falling(2, reach - 1.0)).see(1).damage.len(), 2);
}

#[test]
fn a_dot_hit_lets_the_bomber_choose() {
    proves!("INV-BOM-24");
    let scene = falling(1, 0.0).stack(DeckId::C, &["0", "6 wounded +3"]);
    let mut play = strike(scene.clone());
    assert_eq!(play.asks(EARTH), [Ask::Inflict { vehicle: v(0), target: v(1) }]);
    let hand = play.view_of(EARTH).dot_hit.expect("a hand");
    assert_eq!((hand.left, hand.cards), (1, vec![Some("0".to_owned()), Some("6 wounded +3".to_owned())]));
    assert_eq!(play.view_of(MARS).dot_hit.expect("seen").cards, [None, None], "faces are his own");
    play.inflict(0, 1, "6 wounded +3");
    assert_eq!(play.points(1), 6);
    assert_eq!(play.see(1).damage.len(), 1);
    assert_eq!(play.left_in(DeckId::C), 16, "the other has returned");
    // Both players know it.
    for seat in [EARTH, MARS] {
        assert_eq!(play.seen_by(seat, 1).damage[0].card.as_deref(), Some("6 wounded +3"));
    }
    let spectator = table::Game::view(play.m.state(), Viewer::Spectator);
    assert_eq!(spectator.vehicles[1].damage[0].card, None, "nobody else does");
    // On the outline counts; two loads draw four and inflict two, any two.
    let rim = strike(falling(1, 0.0).set(|s| s.invasion.bombs[0].pose.centre.y = 450.0 + 31.2));
    assert!(rim.view().dot_hit.is_some());
    let mut play = strike(falling(2, 0.0).stack(DeckId::C, &["5 +3", "4 +2", "0", "0"]));
    assert_eq!(play.view().dot_hit.map(|h| (h.left, h.cards.len())), Some((2, 4)));
    assert_eq!(
        play.refused_by(EARTH, &Order::Inflict { vehicle: v(0), target: v(1), card: 4 }),
        "INV-BOM-24"
    );
    play.inflict(0, 1, "5 +3").inflict(0, 1, "4 +2");
    assert_eq!((play.points(1), play.see(1).damage.len()), (9, 2));
}

#[test]
fn an_empty_deck_is_filled_first() {
    proves!("INV-BOM-24");
    let content = content_with_deck(DeckId::C, &[(4, 2)]);
    let scene = falling(2, 0.0).content(content).damage(&["C 2"; 3]);
    let mut play = strike(scene);
    assert!(play.cites("TT-DCK-01"));
    assert_eq!(play.view().dot_hit.map(|h| h.cards.len()), Some(4));
    play.inflict(0, 1, "2").inflict(0, 1, "2");
    assert_eq!(play.points(1), 6 + 4);
}

#[test]
fn several_tripods_draw_for_themselves() {
    proves!("INV-BOM-25");
    let scene = falling(2, 0.0)
        .put("mk2_scarab", 450.0, 513.0, 0)
        .set(|s| s.invasion.bombs[0].pose.centre.y = 470.0)
        .stack(DeckId::C, &["2 +1", "3 +2", "4 +2", "5 +3", "0", "0"]);
    let mut play = strike(scene);
    assert_eq!(play.view().dot_hit.map(|h| (h.target, h.cards.len())), Some((v(1), 4)));
    play.inflict(0, 1, "5 +3").inflict(0, 1, "4 +2");
    assert_eq!((play.see(1).damage.len(), play.see(2).damage.len()), (2, 2));
    assert_eq!((play.points(1), play.points(2)), (9, 0));
}

#[test]
fn special_damage_by_bombs_topples() {
    proves!("INV-BOM-26");
    let play = strike(falling(2, 40.0).stack(DeckId::C, &["4 engine +2", "2 +1"]));
    assert_eq!(play.points(1), 6);
    assert_eq!(play.see(1).hidden.map(|h| h.engine), Some(1));
    assert!(play.cites("INV-BOM-26"));
    assert_eq!(fell(&play), Some(2));
    assert_eq!(play.see(1).plan, [SpaceView::Empty, SpaceView::Empty, SpaceView::Empty]);
    // Not by a card that was discarded, nor by one without an icon.
    let mut play = strike(falling(1, 0.0).stack(DeckId::C, &["4 engine +2", "2 +1"]));
    play.inflict(0, 1, "2 +1");
    assert_eq!(fell(&play), None);
    assert_eq!(fell(&strike(falling(1, 40.0).stack(DeckId::C, &["5 +3"]))), None);
    // An explosion counts; in the Basic Rules the icon topples all the same, and does nothing else.
    assert_eq!(fell(&strike(falling(1, 40.0).stack(DeckId::C, &["explosion"]))), Some(2));
    let play = strike(falling(1, 40.0).basic().stack(DeckId::C, &["4 engine +2"]));
    assert_eq!((fell(&play), play.see(1).hidden.map(|h| h.engine)), (Some(2), Some(0)));
    // More counters stay more.
    let down = falling(1, 40.0).set(|s| s.vehicles[1].tripod.toppled = 5);
    assert_eq!(fell(&strike(down.stack(DeckId::C, &["4 engine +2"]))), Some(5));
}

#[test]
fn armor_does_not_stop_bombs() {
    proves!("INV-BOM-27");
    let walls = ("tripods.toml", "armor = false", "armor = true");
    let scene = falling(1, 40.0).content(content_with(&[walls])).set(|s| s.vehicles[1].energy = Some(6));
    let play = strike(scene.clone().stack(DeckId::C, &["4 +2"]));
    assert_eq!((play.points(1), play.energy(1)), (4, 6));
    assert!(!play.see(1).damage[0].doubled);
    let play = strike(scene.stack(DeckId::C, &["explosion"]));
    assert_eq!(play.points(1), 11, "half of 22");
    // The crater helps against shots alone.
    let crater = falling(1, 40.0).terrain(TerrainKind::Crater, 450.0, 450.0).stack(DeckId::C, &["4 +2"]);
    assert_eq!(strike(crater).points(1), 4);
}

#[test]
fn bombs_of_a_downed_bomber_strike() {
    proves!("INV-BOM-28");
    // The Camel is in the Scarab's ray and falls; its bombs lie on the Locust with their dot.
    let scene = falling(1, 0.0)
        .set(|s| s.vehicles[0].at = Some(Vec2::new(700.0, 700.0)))
        .put("mk2_scarab", 700.0, 500.0, 0)
        .with(|v| v.action = Some(RAY))
        .stack(DeckId::Y, &["5"])
        .stack(DeckId::C, &["5 +3", "0"])
        .put("nieuport_16", 100.0, 100.0, 0);
    let scene = scene.set(|s| s.vehicles[0].damage = held(&["X 6", "X 6"]));
    let mut play = strike(scene);
    if matches!(play.step(), Step::Firing { .. }) {
        play.ray(2, 0, RightAngle);
    }
    play.inflict(0, 1, "5 +3");
    assert_eq!(play.see(0).fate, Fate::Eliminated);
    assert_eq!(play.points(1), 5);
    // And a bomber may fire its guns in the phase in which it drops.
    let scene = on_the_way(&STRAIGHT).set(|s| s.vehicles[1].at = Some(Vec2::new(450.0, 620.0)));
    let mut play = scene.begin();
    play.lay(1, ActionCard::None).drop_bombs(0, 1);
    assert_eq!(play.view().bombs.len(), 1);
    play.fire(0, 1, Through::Open);
    assert!(play.cites("TT-AFR-05") || play.cites("TT-AFR-04"));
}

#[test]
fn bombs_do_not_last() {
    proves!("INV-BOM-29");
    for east in [0.0, 40.0, 300.0] {
        let mut play = strike(falling(1, east).stack(DeckId::C, &["0", "2 +1"]));
        if play.view().dot_hit.is_some() {
            assert_eq!(play.view().bombs.len(), 1);
            play.inflict(0, 1, "0");
        }
        assert_eq!(play.view().bombs.len(), 0);
        assert!(play.cites("INV-BOM-29"));
    }
}

#[test]
fn a_bomb_card_of_a_position_lies_somewhere() {
    proves!("INV-BOM-07");
    let nowhere = |x: f64, y: f64| falling(1, 0.0).set(|s| s.invasion.bombs[0].pose.centre = Vec2::new(x, y));
    for (x, y) in [(f64::NAN, 450.0), (450.0, f64::NAN), (f64::INFINITY, f64::INFINITY)] {
        assert_eq!(nowhere(x, y).firing().refused_by(), "INV-BOM-07", "({x}, {y})");
    }
    assert_eq!(falling(0, 0.0).firing().refused_by(), "INV-BOM-07", "no load");
}

#[test]
fn nobody_measures_ahead() {
    proves!("INV-BOM-30");
    // In the drop window nothing tells where the bombs would come down: no view, no legal order, no refusal.
    let scene = |x: f64| {
        let scene = on_the_way(&STRAIGHT).set(|s| s.vehicles[1].at = Some(Vec2::new(x, 566.0)));
        let mut play = scene.begin();
        play.lay(1, ActionCard::None);
        play
    };
    let (hit, miss) = (scene(450.0), scene(800.0));
    assert_eq!(hit.legal(EARTH), miss.legal(EARTH));
    let order = Order::Drop { vehicle: v(0), loads: 1 };
    let judged =
        |play: &Play, order: &Order| table::Game::check(play.m.state(), EARTH, order).map_err(|r| r.rule);
    assert_eq!(judged(&hit, &order), judged(&miss, &order));
    // A preview tells what is left on board, and no pose.
    let seen = |play: &Play| table::Game::preview(play.m.state(), EARTH, &order).expect("a preview");
    assert_eq!(seen(&hit), seen(&miss));
    assert_eq!((seen(&hit).loads, seen(&hit).legs.len(), seen(&hit).pose), (Some(0), 0, None));
    let told = |play: &Play| {
        let prompt = *play.m.prompts().iter().find(|p| p.seat == EARTH).expect("a decision");
        table::Game::row(play.m.state(), &prompt, &order)
    };
    assert_eq!(told(&hit), told(&miss));
    for play in [&hit, &miss] {
        let view = play.view_of(EARTH);
        assert!(view.bombs.is_empty() && view.shots.is_empty());
        assert!(!view.may_measure && !view.may_aim, "no tape, no arc");
        // Asking for a shot ahead of the firing step is refused.
        assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-SEQ-02");
        assert_eq!(
            play.refused_by(MARS, &Order::RayBombs { vehicle: v(1), bombs: v(0), ruler: RightAngle }),
            "TT-SEQ-02"
        );
    }
    // While loads are on board a plan is foreseen without its lines of fire.
    for (loads, fires) in [(1, false), (0, true)] {
        let scene = Scene::new().bombing().put("sopwith_camel", 450.0, 200.0, 0).loads(loads);
        let play = scene.put("mk1_locust", 450.0, 450.0, 0).begin();
        let order = play.plan_order(0, &STRAIGHT);
        let seen = table::Game::preview(play.m.state(), EARTH, &order).expect("a preview");
        assert_eq!(seen.legs.len(), 3);
        assert_eq!(seen.legs.iter().any(|leg| !leg.shots.is_empty()), fires);
    }
    // The place is published when the card is placed.
    let mut play = scene(450.0);
    play.drop_bombs(0, 1);
    assert!(dot_of(&play, 0).is_some());
}

/// The booklet's example: turn 3, phase 2. A Caproni with two loads and a Camel with one approach a Locust and a
/// Scarab: vehicles 0 to 3. All of them are placed so that what the example tells comes about.
fn example() -> Scene {
    Scene::new()
        .bombing()
        .set(|s| s.turn = 3)
        .put("caproni_ca3", 360.0, 249.0, 0)
        .loads(2)
        .planned(&["XD_straight"; 3])
        .put("sopwith_camel", 170.0, 490.0, 90)
        .loads(1)
        .planned(&STRAIGHT)
        .put("mk1_locust", 360.0, 375.0, 0)
        .planned(&STILL)
        .put("mk2_scarab", 360.0, 448.0, 0)
        .planned(&["TB_standing_still"; 3])
        .from_step(Step::Commit { phase: 1 })
        .stack(DeckId::X, &["2"])
        .stack(DeckId::Y, &["4 smoke_trail"])
        .stack(DeckId::Z, &["1", "0"])
        .stack(DeckId::C, &["2 +1", "3 +2", "5 +3", "0", "4 +2", "0"])
}

#[test]
fn the_example_of_the_booklet() {
    proves!("INV-BOM-31", "INV-BOM-32", "INV-BOM-33", "INV-BOM-34");
    let mut play = example().begin();
    // On the second action phase of the third turn, after action cards are placed, both decide to drop everything.
    assert_eq!(play.view().turn, 3);
    play.lay(2, HeatRay).lay(3, HeatRay);
    play.drop_bombs(0, 2).drop_bombs(1, 1);
    assert_eq!((play.airplane(0).loads, play.airplane(1).loads), (0, 0));
    // Action cards are revealed: both will fire with their frontal projectors.
    play.act(2, RAY).act(3, RAY);
    let paid = [(2, 8), (3, 9)];
    let shown = play.caused_by("INV-BOM-09", Viewer::Spectator);
    let [What::CardsShown { shown }] = &shown[..] else { panic!("{shown:?}") };
    assert_eq!(shown.iter().map(|s| (s.vehicle.0, s.energy)).collect::<Vec<_>>(), paid);
    let rules = play.rules_in_order();
    let place = |rule| rules.iter().position(|r| *r == rule).unwrap_or_else(|| panic!("{rule}: {rules:?}"));
    assert!(place("INV-BOM-09") < place("TT-MOV-01"), "paid before maneuvers were shown");
    // Movements are executed, and the two bomb cards are placed.
    let placed: Vec<(u8, u8)> = play.view().bombs.iter().map(|b| (b.bomber.0, b.loads)).collect();
    assert_eq!(placed, [(0, 2), (1, 1)]);
    let bombs = play.view().bombs;
    let base = |id: u8| geometry::Convex::from_vertices(&play.see(id).base).expect("a base");
    let card = |n: usize| geometry::Convex::from_vertices(&bombs[n].corners).expect("a card");
    let dot = |n: usize, id: u8| base(id).contains(bombs[n].pose.centre, 0.0);
    let covers = |n: usize, id: u8| geometry::overlaps(&card(n), &base(id));
    assert!(covers(1, 3) && !dot(1, 3), "the Camel's covers part of the Scarab without its dot");
    assert!(covers(0, 3) && dot(0, 3), "the Caproni's dot lies on the Scarab");
    assert!(covers(0, 2) && !dot(0, 2), "and part of it on the Locust");

    // The Scarab fires at the Camel's bombs, the Locust at the Caproni's.
    for seat in [EARTH, MARS] {
        while let Some(Ask::Fire { vehicle }) = play.asks(seat).first().copied() {
            play.hold(vehicle.0);
        }
    }
    let way = |play: &Play, id: u8, bombs: u8| {
        let fits = |o: &Order| matches!(o, Order::RayBombs { vehicle, bombs: b, .. } if (*vehicle, *b) == (v(id), v(bombs)));
        play.legal(MARS).into_iter().find(fits).expect("a way to hit these bombs")
    };
    let (locust, scarab) = (way(&play, 2, 0), way(&play, 3, 1));
    play.give(MARS, &locust).give(MARS, &scarab);
    let told = play.happened(Viewer::Spectator);
    assert!(told.contains(&What::BombsDestroyed { bombs: v(1), fragments: true }), "{told:?}");
    assert!(
        !told.iter().any(|w| matches!(w, What::BombsDestroyed { bombs: VehicleId(0), .. })),
        "2 points: they fall on"
    );

    // The Locust takes two C cards; of four for the Scarab the bombing player assigns two.
    assert_eq!(play.see(2).damage.iter().map(|d| d.deck).collect::<Vec<_>>(), [DeckId::C, DeckId::C]);
    assert_eq!(play.points(2), 5);
    let hand = play.view_of(EARTH).dot_hit.expect("four cards");
    assert_eq!((hand.bomber, hand.target, hand.left, hand.cards.len()), (v(0), v(3), 2, 4));
    play.inflict(0, 3, "5 +3").inflict(0, 3, "4 +2");
    assert_eq!((play.points(3), play.see(3).damage.len()), (9, 2));
    assert_eq!(play.left_in(DeckId::C), 17 - 4, "two have returned");
    // The fragments of its bombs reach the Camel.
    assert_eq!(play.see(1).damage.iter().map(|d| d.deck).collect::<Vec<_>>(), [DeckId::Z, DeckId::Z]);
    assert_eq!(play.view().bombs.len(), 0);
}

#[test]
fn a_caproni_fires_both_guns_and_drops_its_bombs_in_one_phase() {
    proves!("INV-BOM-35");
    let mut play = Scene::new()
        .bombing()
        .put("caproni_ca3", 450.0, 359.5, 0)
        .loads(2)
        .planned(&["XD_straight"; 3])
        .put("mk1_locust", 450.0, 620.0, 0)
        .planned(&STILL)
        .put("mk2_scarab", 450.0, 290.0, 180)
        .planned(&["TB_standing_still"; 3])
        .from_step(Step::Commit { phase: 0 })
        .begin();
    let large = play.see(0);
    let width = large.base[0].distance(large.base[1]);
    assert!((width - 88.0).abs() < 1e-9, "{width}");
    assert_eq!((large.maneuver_deck.as_str(), large.resistance, play.airplane(0).loads), ("XD", 25, 2));
    play.lay(1, ActionCard::None).lay(2, ActionCard::None).drop_bombs(0, 2);
    assert_eq!(play.view().bombs.iter().map(|b| b.loads).collect::<Vec<_>>(), [2]);
    let gun = |gun: u8, target: u8| {
        let (vehicle, target, through) = (v(0), v(target), Through::Open);
        Order::Fire { vehicle, target, gun, through, sniper: false, perfect_aim: false }
    };
    play.give(EARTH, &gun(0, 1));
    assert_eq!(play.refused_by(EARTH, &gun(0, 1)), "TT-AFR-03", "one shot for each gun");
    play.give(EARTH, &gun(1, 2));
    let decks: Vec<DeckId> = play
        .happened(Viewer::Spectator)
        .iter()
        .filter_map(|w| match w {
            What::GunsFired { deck, .. } => Some(*deck),
            _ => None,
        })
        .collect();
    assert_eq!(decks, [DeckId::B, DeckId::B]);
    assert!(play.cites("INV-BOM-29"), "the bombs came down in the same step");
}

#[test]
fn the_chosen_cards_are_known_to_two_players_only() {
    proves!("INV-BOM-24");
    let seats = [("Ann", Team::Earthlings), ("Mars", Team::Martians), ("Bob", Team::Earthlings)];
    let inflicted = |face: &str| {
        let scene = falling(1, 0.0)
            .seats(&seats)
            .put("nieuport_16", 800.0, 100.0, 0)
            .of(2)
            .stack(DeckId::C, &["5 +3", "4 +2"]);
        let mut play = strike(scene);
        play.inflict(0, 1, face);
        play
    };
    let (five, four) = (inflicted("5 +3"), inflicted("4 +2"));
    let bytes = |play: &Play, viewer| table::conformance::bytes_for(&play.m, viewer);
    for viewer in [Viewer::Spectator, Viewer::Seat(SeatId(2))] {
        assert_eq!(bytes(&five, viewer), bytes(&four, viewer), "{viewer} can tell the cards apart");
    }
    for viewer in [Viewer::Seat(EARTH), Viewer::Seat(MARS)] {
        assert_ne!(bytes(&five, viewer), bytes(&four, viewer), "{viewer} knows the card");
    }
}

#[test]
fn the_cards_of_an_edge_hit_are_the_tripod_players_own() {
    proves!("INV-BOM-23");
    let hit = |face: &str| strike(falling(1, 40.0).stack(DeckId::C, &[face]));
    let (five, four) = (hit("5 +3"), hit("4 +2"));
    let bytes = |play: &Play, viewer| table::conformance::bytes_for(&play.m, viewer);
    for viewer in [Viewer::Spectator, Viewer::Seat(EARTH)] {
        assert_eq!(bytes(&five, viewer), bytes(&four, viewer), "{viewer} can tell the cards apart");
    }
    assert_ne!(bytes(&five, Viewer::Seat(MARS)), bytes(&four, Viewer::Seat(MARS)));
}
