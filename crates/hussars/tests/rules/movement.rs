//! MOVEMENT (TH-MOV).

use crate::support::{Scene, go, march, p, pick};
use hussars::{Order, Phase, What};
use table::proves;

#[test]
fn each_stand_moves_once_as_far_as_it_likes() {
    proves!("TH-MOV-01", "TH-MOV-04");
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 20.0, 90.0);
    s.martian("tripod", 20.0, 40.0, 90.0);
    s.human("regular_infantry", 110.0, 110.0, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    play.walk(t, 25.0, 20.0);
    assert_eq!(play.stand(t).at, p(25.0, 20.0));
    assert_eq!(play.refused(pick(t)), "TH-MOV-01");
}

#[test]
fn human_stands_roll_their_dice() {
    proves!("TH-MOV-02", "TH-MOV-03");
    for (kind, dice, sum) in [
        ("regular_infantry", vec![3, 5], 800),
        ("regular_heavy_artillery", vec![4], 400),
        ("regular_field_artillery", vec![2, 2], 400),
        ("regular_horse_artillery", vec![6, 2], 800),
        ("regular_machinegun", vec![1, 1], 200),
        ("regular_cavalry", vec![1, 2, 3, 4], 1000),
    ] {
        let mut s = Scene::new().dice(&dice);
        let id = s.human(kind, 20.0, 20.0, 0.0);
        s.martian("tripod", 110.0, 110.0, 0.0);
        let mut play = s.play(Phase::HumanMovement);
        let news = play.order(pick(id));
        let rolled: Vec<u8> = dice.iter().map(|d| *d as u8).collect();
        assert!(
            news.contains(&What::Picked { stand: id, dice: rolled, allowance: sum, strategic: false }),
            "{news:?}"
        );
        let inches = f64::from(sum) / 100.0;
        assert!(play.accepts(go(&[(20.0, 20.0 + inches)], 0.0)), "{kind}");
        assert_eq!(play.refused(go(&[(20.0, 20.02 + inches)], 0.0)), "TH-GEO-11");
    }
}

#[test]
fn who_rolled_and_stayed_has_not_moved_but_rolls_no_more() {
    proves!("TH-MOV-03", "TH-STR-03");
    let mut s = Scene::new().dice(&[1, 1, 5, 5]);
    let ids = s.unit(
        hussars::Side::Human,
        &[("regular_infantry", 20.0, 20.0, 0.0), ("regular_infantry", 22.0, 20.0, 0.0)],
        "",
    );
    s.martian("tripod", 110.0, 110.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(ids[0]));
    assert_eq!(play.refused(march(ids[0])), "TH-STR-03");
    play.order(Order::Stay { facing: 0 });
    assert_eq!(play.refused(pick(ids[0])), "TH-MOV-01");
    assert!(!play.stand(ids[0]).moving && play.state().may_take_marker(ids[0]));
    let news = play.order(pick(ids[1]));
    assert!(
        matches!(&news[0], What::Picked { allowance: 1000, .. }),
        "each stand rolls for itself: {news:?}"
    );
}

#[test]
fn a_stand_turns_freely_along_its_way() {
    proves!("TH-MOV-05");
    let mut s = Scene::new().dice(&[6, 6]);
    let foot = s.human("regular_infantry", 20.0, 20.0, 0.0);
    s.martian("tripod", 110.0, 110.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(foot));
    play.order(go(&[(20.0, 24.0), (24.0, 24.0), (24.0, 20.0)], 315.0));
    assert_eq!(
        (play.stand(foot).at, play.stand(foot).facing),
        (p(24.0, 20.0), 3150),
        "12 in and no more for three turns"
    );
}

#[test]
fn a_stand_that_is_stopped_at_a_bend_has_turned_there() {
    proves!("TH-MOV-05", "TH-GEO-14");
    let order = |friend: f64| {
        let mut s = Scene::new().dice(&[6, 6]);
        let foot = s.human("regular_infantry", 24.0, 25.0, 0.0);
        s.human("regular_infantry", friend, 30.0, 0.0);
        // 1.15 in away as long as the stand faces north, 0.90 in when it has turned to the west.
        s.martian("tripod", 24.0, 32.15, 0.0);
        let mut play = s.play(Phase::HumanMovement);
        play.order(pick(foot));
        (play, foot, go(&[(24.0, 30.0), (18.0, 30.0)], 270.0))
    };
    // Turned it has room beside a friend whom it would overlap facing north.
    let (mut play, foot, way) = order(24.9);
    play.order(way);
    assert_eq!((play.stand(foot).at, play.stand(foot).facing), (p(24.0, 30.0), 2700));
    let (play, _, way) = order(24.7);
    assert!(!play.accepts(way), "but not nearer to him");
}

#[test]
fn class_follows_type() {
    proves!("TH-MOV-08");
    for (kind, reaches) in [("regular_machinegun", 4.0), ("regular_infantry", 8.0)] {
        let mut s = Scene::new().rect("woods", 0.0, 0.0, 60.0, 60.0).dice(&[4, 4]);
        let id = s.human(kind, 20.0, 20.0, 0.0);
        s.martian("tripod", 110.0, 110.0, 0.0);
        let mut play = s.play(Phase::HumanMovement);
        play.order(pick(id));
        assert!(play.accepts(go(&[(20.0, 20.0 + reaches)], 0.0)), "{kind}");
        assert!(!play.accepts(go(&[(20.0, 20.02 + reaches)], 0.0)), "{kind}");
    }
}

#[test]
fn with_nothing_left_not_even_a_hair_is_walked() {
    proves!("TH-GEO-11", "TH-MAR-04", "TH-IRN-02");
    let mut s = Scene::new().rect("lake", 60.0, 60.0, 119.0, 119.0);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    s.set(t, |x| x.marks[hussars::System::Motive.index()] = 2);
    let ship = s.human("ironclad", 90.0, 90.0, 0.0);
    let mut play = s.play(Phase::MartianMovement);
    play.order(pick(t));
    assert_eq!(play.state().machine_allowance(t), 0);
    for far in [0.001, 0.004, 0.005, 1.0] {
        assert_eq!(play.refused(go(&[(20.0, 20.0 + far)], 0.0)), "TH-GEO-11", "{far}");
    }
    assert!(play.accepts(hussars::Order::Stay { facing: 900 }), "it turns where it stands");
    play.order(hussars::Order::Stay { facing: 900 });
    play.until(2, Phase::HumanMovement);
    play.order(pick(ship));
    assert_eq!(play.refused(go(&[(90.0, 90.004)], 0.0)), "TH-IRN-02");
    assert!(play.accepts(go(&[(90.0, 90.01)], 0.0)));
}
