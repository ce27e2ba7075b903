//! Whole units moved by one order (note TH-N02): the order unpacks into single moves.

use crate::support::{Scene, p, pick};
use hussars::measure::P;
use hussars::{Ask, Order, Phase, Side, StandId, UnitId, What};
use table::{Game, proves};

fn battalion(s: &mut Scene) -> Vec<StandId> {
    let stands: Vec<(&str, f64, f64, f64)> =
        (0..4).map(|k| ("regular_infantry", 20.0 + 1.5 * f64::from(k), 10.0, 0.0)).collect();
    s.unit(Side::Human, &stands, "")
}

fn north(unit: UnitId, inches: i32) -> Order {
    Order::March { unit, shift: P::new(0, inches * 1000), strategic: false }
}

#[test]
fn a_battalion_moves_by_one_order_with_dice_for_each_stand() {
    proves!("TH-MOV-01", "TH-MOV-03", "TH-COH-01");
    let mut s = Scene::new().dice(&[3, 3, 6, 6, 4, 4, 5, 1]);
    let foot = battalion(&mut s);
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    let news = play.order(north(unit, 6));
    let picked: Vec<StandId> = news
        .iter()
        .filter_map(|w| match w {
            What::Picked { stand, dice, .. } => {
                assert_eq!(dice.len(), 2, "two dice of its own");
                Some(*stand)
            }
            _ => None,
        })
        .collect();
    assert_eq!(picked, foot, "each of them once");
    for (k, id) in foot.iter().enumerate() {
        assert_eq!(play.stand(*id).at, p(20.0 + 1.5 * k as f64, 16.0), "all by the same shift");
        assert!(play.stand(*id).done && play.state().in_cohesion(*id));
    }
    assert!(matches!(play.asked(), Some((Side::Human, Ask::Move))));
    assert_eq!(play.refused(north(unit, 6)), "TH-MOV-01", "they have had their moves");
}

#[test]
fn who_rolls_too_little_goes_as_far_as_it_can_and_stays_with_the_others() {
    proves!("TH-COH-01", "TH-GEO-11");
    // 8 in, 5 in, 2 in, 12 in: the order is for 6.
    let mut s = Scene::new().dice(&[4, 4, 3, 2, 1, 1, 6, 6]);
    let foot = battalion(&mut s);
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    play.order(north(unit, 6));
    let y: Vec<i32> = foot.iter().map(|id| play.stand(*id).at.y).collect();
    assert_eq!(y[0], 16_000);
    assert!((14_000..=15_010).contains(&y[1]) && y[2] <= 12_010 && y[2] > 10_000, "{y:?}");
    assert!(play.state().in_cohesion(foot[0]) && play.state().in_cohesion(foot[1]));
    // The last one could go all the way, and stops where it is still with the second.
    assert!(play.state().in_cohesion(foot[3]) && y[3] > y[2] && y[3] < 16_000, "{y:?}");
}

#[test]
fn a_march_is_offered_before_single_stands_and_in_words() {
    proves!("TH-MOV-01");
    let mut s = Scene::new();
    let foot = battalion(&mut s);
    let lone = s.human("regular_infantry", 60.0, 60.0, 0.0);
    let play = s.play(Phase::HumanMovement);
    let prompt = play.m.prompts()[0];
    let all: Vec<Order> =
        (0..play.state().options(&prompt)).map(|n| play.state().option(&prompt, n)).collect();
    let first = all.iter().position(|o| matches!(o, Order::March { .. })).expect("a march is offered");
    let single = all.iter().position(|o| matches!(o, Order::Pick { .. })).expect("single stands are");
    assert!(first < single);
    let units: Vec<UnitId> = all
        .iter()
        .filter_map(|o| match o {
            Order::March { unit, .. } => Some(*unit),
            _ => None,
        })
        .collect();
    assert!(units.contains(&play.state().unit(foot[0])) && !units.contains(&play.state().unit(lone)));
    for order in &all {
        assert!(play.accepts(order.clone()), "{order:?} is offered");
    }
    let row = play.state().row(&prompt, &all[first]);
    assert_eq!(row.group, "March");
    assert!(row.label.contains("moves") && row.detail.contains("4 stands"), "{row:?}");
    let far = Order::March { unit: UnitId(200), shift: P::new(0, 1), strategic: false };
    assert_eq!(play.refused(far), "TH-COH-01");
    assert_eq!(play.refused(north(play.state().unit(foot[0]), 0)), "TH-GEO-10");
    assert_eq!(play.refused(north(play.state().unit(lone), 6)), "TH-MOV-01");
}

#[test]
fn a_strategic_march_keeps_the_lines() {
    proves!("TH-STR-02", "TH-STR-06");
    let mut s = Scene::new();
    let foot = battalion(&mut s);
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    let order = Order::March { unit, shift: P::new(0, 12_000), strategic: true };
    play.order(order.clone());
    for (k, id) in foot.iter().enumerate() {
        assert_eq!(play.stand(*id).at, p(20.0 + 1.5 * k as f64, 22.0));
        assert!(play.stand(*id).strategic);
    }
    // Within 10 in of an enemy nobody begins.
    let mut s = Scene::new();
    let foot = battalion(&mut s);
    s.martian("tripod", 22.0, 18.0, 0.0);
    let play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    assert_eq!(play.refused(Order::March { unit, shift: P::new(0, 12_000), strategic: true }), "TH-STR-06");
}

#[test]
fn a_march_waits_for_overwatch_and_ends_with_a_loss() {
    proves!("TH-OVR-03", "TH-OVR-09");
    // The first stand is shot on its way: the rest are asked about again.
    let mut s = Scene::new().dice(&[6, 6, 6, 5]);
    let foot = battalion(&mut s);
    let t = s.martian("tripod", 22.0, 30.0, 180.0);
    s.set(t, |x| x.marker = 7);
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    play.order(north(unit, 6));
    let Some((Side::Martian, Ask::Watch { .. })) = play.asked() else { panic!("overwatch is asked") };
    assert!(play.state().now.march.is_some());
    let prompt = play.m.prompts()[0];
    let shot = (0..play.state().options(&prompt))
        .map(|n| play.state().option(&prompt, n))
        .find(|o| matches!(o, Order::React { attack: hussars::Attack::Fire { .. }, .. }))
        .expect("a shot");
    play.order(shot);
    assert!(!play.alive(foot[0]));
    assert!(matches!(play.asked(), Some((Side::Human, Ask::Move))), "{:?}", play.asked());
    assert!(play.state().now.march.is_none() && !play.stand(foot[1]).done);
    assert!(play.accepts(pick(foot[1])));
}
