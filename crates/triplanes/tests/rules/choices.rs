//! What a player is told before he decides: the words of an order, and what it would do.

use crate::support::*;
use geometry::{Angle, Vec2};
use std::collections::BTreeSet;
use table::{Dice, Game, Match, Row, SeatId, proves};
use triplanes::*;

const FLY: [&str; 3] = ["R_straight"; 3];
const STAND: [&str; 3] = ["TA_standing_still"; 3];

fn preview(play: &Play, seat: SeatId, order: &Order) -> Preview {
    play.m.state().preview(seat, order).unwrap_or_else(|| panic!("{order:?} has no preview"))
}

fn row(play: &Play, seat: SeatId, order: &Order) -> Row {
    let state = play.m.state();
    let found = play.m.prompts().iter().filter(|p| p.seat == seat).find_map(|prompt| {
        let mut options = (0..state.options(prompt)).map(|n| state.option(prompt, n));
        options.find(|o| o == order).map(|o| state.row(prompt, &o))
    });
    found.unwrap_or_else(|| panic!("{order:?} is not offered"))
}

/// Airplane 0 comes from the north: after its first card its guns are on tripod 1.
fn duel() -> Scene {
    Scene::new().put("nieuport_16", 450.0, 654.0, 180).put("mk1_locust", 450.0, 450.0, 0)
}

#[test]
fn a_plan_is_flown_in_thought_as_it_is_flown_later() {
    proves!("TT-MOV-03", "TT-AFR-02");
    let play = duel().begin();
    let order = play.plan_order(0, &["R_straight", "R_right_60", "R_stall"]);
    let seen = preview(&play, EARTH, &order);
    assert_eq!(seen.legs.iter().map(|l| l.space).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(seen.certain && seen.risks.is_empty(), "{seen:?}");
    // The first card brings the tripod before its guns, if it stands still.
    let shot = seen.legs[0].shots.iter().find(|s| s.target == v(1)).expect("a shot");
    assert_eq!((shot.range, shot.draws.len()), (Range::Short, 2));
    assert!(shot.points > 0.0 && shot.blanks < 100);
    let told = row(&play, EARTH, &order);
    assert_eq!(told.group, play.see(0).name);
    assert!(told.label.starts_with("Straight "), "{told:?}");
    assert!(told.detail.contains("short range"), "{told:?}");
    // Far from everybody else it flies on to its last card.
    let scene = Scene::new().put("nieuport_16", 450.0, 654.0, 180).put("mk1_locust", 850.0, 850.0, 0);
    let mut play = scene.begin();
    let seen = preview(&play, EARTH, &order);
    play.plan(0, &["R_straight", "R_right_60", "R_stall"]).plan(1, &STAND);
    for (phase, leg) in seen.legs.iter().enumerate() {
        play.pass(1);
        assert_eq!(play.see(0).pose, Some(leg.to), "phase {phase}");
        assert_eq!(play.m.state().kept(EARTH, &seen), Ok(()));
        // Who would have flown another way is found out, as long as the turn lasts.
        let other = Preview {
            legs: seen.legs.iter().map(|l| LegView { to: l.from, ..l.clone() }).collect(),
            ..seen.clone()
        };
        assert_eq!(play.m.state().kept(EARTH, &other).is_err(), phase < 2, "phase {phase}");
    }
}

#[test]
fn a_plan_in_the_making_is_foreseen_card_by_card() {
    proves!("TT-PLN-01", "TT-PLN-06");
    let play = duel().begin();
    let whole = play.plan_order(0, &FLY);
    let Order::Plan { vehicle, cards } = whole else { panic!("a plan") };
    let state = play.m.state();
    for laid in 1..3 {
        let mut some = cards;
        some.0[laid..].fill(None);
        let order = Order::Plan { vehicle, cards: some };
        assert!(state.check(EARTH, &order).is_err(), "it is no plan yet");
        let seen = state.draft(EARTH, &order).expect("the beginning of a plan");
        assert_eq!((seen.legs.len(), seen.certain), (laid, false));
        assert_eq!(state.draft(MARS, &order), None, "it is another seat's");
    }
    // An Immelmann can not come first: no plan begins so.
    let immelmann = play.plan_refused(0, &["R_immelmann", "R_straight", "R_straight"]).rule.0;
    assert!(immelmann.starts_with("TT-AMN"), "{immelmann}");
    let Order::Plan { cards, .. } = play.plan_order(0, &["R_immelmann", "R_straight", "R_straight"]) else {
        panic!("a plan")
    };
    let mut first = cards;
    first.0[1..].fill(None);
    assert_eq!(state.draft(EARTH, &Order::Plan { vehicle, cards: first }), None);
    // Numbers that nobody has are no plan either, and nothing panics.
    for id in [1, 9, 255] {
        assert_eq!(state.draft(EARTH, &Order::Plan { vehicle: v(id), cards }), None);
    }
}

#[test]
fn a_way_over_the_edge_says_so() {
    proves!("TT-EXT-01", "TT-EXT-03");
    for (y, heading, leaves) in
        [(96.9, 180, Some(Leaving::EarthlingSide)), (97.1, 180, None), (803.1, 0, Some(Leaving::Elsewhere))]
    {
        let scene = Scene::new().put("nieuport_16", 300.0, y, heading).put("mk1_locust", 700.0, 450.0, 0);
        let play = scene.begin();
        let order = play.plan_order(0, &["R_straight", "R_stall", "R_straight"]);
        let seen = preview(&play, EARTH, &order);
        assert_eq!(seen.legs[0].leaves, leaves, "{y}");
        let told = row(&play, EARTH, &order).detail;
        assert_eq!(told.contains("leaves the table in phase 1"), leaves.is_some(), "{told}");
        if leaves.is_some() {
            assert_eq!(seen.legs.len(), 1, "nothing is flown behind it");
            assert!(!seen.risks.is_empty());
        }
    }
}

#[test]
fn an_action_says_its_price_and_whom_the_ray_would_reach() {
    proves!("TT-HRA-01", "TT-HRA-03", "TT-CHF-01", "TT-RCH-01");
    let scene = Scene::new().put("nieuport_16", 450.0, 700.0, 180).put("mk1_locust", 450.0, 450.0, 0);
    let window = |energy: u8| {
        let mut play = scene.clone().energy(energy).begin();
        play.plan(0, &["R_stall", "R_straight", "R_straight"]).plan(1, &STAND);
        play
    };
    let play = window(2);
    let ray = |from| Order::Act { vehicle: v(1), action: Action::HeatRay { from } };
    let ahead = preview(&play, MARS, &ray(Side::FrontRight));
    assert_eq!(ahead.energy, Some(1));
    let told = row(&play, MARS, &ray(Side::FrontRight));
    assert!(told.label.starts_with("Heat-ray, "), "{told:?}");
    assert!(told.detail.contains("energy 1 then"), "{told:?}");
    let turn = Order::Act { vehicle: v(1), action: Action::ChangeFacing { to: Side::FrontRight } };
    let seen = preview(&play, MARS, &turn);
    assert_eq!(seen.pose.map(|p| p.heading), Some(Angle::degrees(60)));
    assert!(seen.certain, "no other tripod can come in its way");
    let mut after = window(2);
    after.give(MARS, &turn);
    assert_eq!(after.see(1).pose, seen.pose);
    assert_eq!(after.m.state().kept(MARS, &seen), Ok(()));
    let recharge = Order::Act { vehicle: v(1), action: Action::Recharge { objective: None } };
    assert_eq!(preview(&play, MARS, &recharge).energy, Some(3));
    // Without energy the card may be played, and it says what comes of it.
    let empty = preview(&window(0), MARS, &ray(Side::FrontRight));
    assert_eq!((empty.energy, empty.shots.len()), (Some(0), 0));
    assert_eq!(empty.risks, ["Without energy it has no effect."]);
}

#[test]
fn a_shot_says_range_side_cards_and_odds() {
    proves!("TT-AFR-04", "TT-AFR-05", "TT-AIM-01", "TT-TFR-06");
    let mut play = Scene::duel("nieuport_16", 190.0, 0).firing().begin();
    let order = play.fire_order(0, 1, Through::Open);
    let far = preview(&play, EARTH, &order).shots[0].clone();
    assert_eq!((far.range, far.draws.len(), far.aimed), (Range::Long, 1, false));
    let told = row(&play, EARTH, &order);
    assert_eq!(told.label, format!("Fire at {}", play.see(1).name));
    assert!(told.detail.starts_with("long range, "), "{told:?}");
    assert!(told.detail.contains("draws B: ") && told.detail.contains("rear side"), "{told:?}");
    play.give(EARTH, &order).until(Step::Firing { phase: 1 });
    let near = preview(&play, EARTH, &order).shots[0].clone();
    assert_eq!((near.range, near.draws.len(), near.aimed), (Range::Short, 2, true));
    assert!(near.points > far.points && near.blanks < far.blanks, "{near:?} {far:?}");
    // The figures are those of the printed deck.
    let content = Content::built_in();
    let cards = &content.damage[DeckId::B.index()].cards;
    let count: f64 = cards.iter().map(|c| f64::from(c.count)).sum();
    let mean: f64 = cards.iter().map(|c| f64::from(c.count) * f64::from(c.points)).sum::<f64>() / count;
    assert!((far.points - mean).abs() < 0.051, "{} {mean}", far.points);
    let hold = row(&play, EARTH, &Order::Hold { vehicle: v(0) });
    assert_eq!(hold.label, "Hold fire");
}

#[test]
fn a_piece_in_the_hand_is_shown_where_it_would_come_to_lie() {
    proves!("TT-SCN-04");
    let play = Scene::scenario("simple-battle", &[("setup", "played")]).begin();
    let seat = play.m.prompts()[0].seat;
    let Ask::PlaceVehicle { vehicle } = play.m.prompts()[0].ask else { panic!("a piece to place") };
    let state = play.m.state();
    let wish = Order::PlaceVehicle { vehicle, at: Vec2::new(-500.0, 40.0), facing: Angle::ZERO };
    assert!(state.check(seat, &wish).is_err());
    let seen = state.draft(seat, &wish).expect("a place near it");
    assert!(seen.snapped && !seen.certain);
    let pose = seen.pose.expect("a place");
    let order = Order::PlaceVehicle { vehicle, at: pose.centre, facing: pose.heading };
    let legal = state.preview(seat, &order).expect("a legal place");
    assert!(!legal.snapped && legal.certain);
    let mut after = play.m.clone();
    after.order(seat, &order).expect("a legal order");
    assert_eq!(after.state().kept(seat, &legal), Ok(()));
    assert!(state.kept(seat, &legal).is_err(), "before the order it lies nowhere");
}

/// Whoever reads a list aloud can tell every answer from every other.
#[test]
fn no_two_orders_of_a_decision_are_called_alike() {
    proves!("TT-SEQ-02");
    let mut seen = 0;
    for (scenario, options) in [("simple-battle", "quick"), ("hunters-hunted", "quick"), ("piave", "quick")] {
        let options = [("setup".to_owned(), options.to_owned())].into();
        let request = table::SetupRequest { scenario: scenario.to_owned(), variant: None, options };
        let mut m = Match::<State>::new(&Content::built_in(), &request, 3).expect("a match");
        let mut dice = Dice::new(7);
        for _ in 0..60 {
            let Some(index) = m.prompts().iter().position(|p| p.duty.waits()) else { break };
            let prompt = m.prompts()[index];
            let options = m.state().options(&prompt);
            let mut said = BTreeSet::new();
            for n in 0..options.min(120) {
                let order = m.state().option(&prompt, n);
                let told = m.state().row(&prompt, &order);
                assert!(!told.group.is_empty(), "{order:?} stands under no heading");
                let fresh = said.insert((told.group.clone(), told.label.clone(), told.detail.clone()));
                assert!(fresh, "{scenario}: {order:?} is called as another: {told:?}");
                seen += 1;
            }
            let n = dice.pick(options);
            m.choose(index, n);
        }
    }
    assert!(seen > 1000, "{seen} rows");
}
