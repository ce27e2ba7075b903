//! FLYER MOVEMENT (TH-FLY).

use crate::support::{Played, Scene, go, p, pick};
use hussars::measure::Place;
use hussars::{Order, Phase, StandId, What};
use table::proves;

fn flyer(marks: [u8; 5]) -> (Played, StandId, StandId) {
    let mut s = Scene::new();
    let f = s.martian("flyer", 30.0, 30.0, 90.0);
    let foot = s.human("regular_infantry", 36.0, 31.6, 0.0);
    s.set(f, |x| x.marks = marks);
    let mut play = s.play(Phase::MartianMovement);
    play.order(pick(f));
    (play, f, foot)
}

#[test]
fn a_flyer_may_stay() {
    proves!("TH-FLY-01");
    let (mut play, f, _) = flyer([0; 5]);
    assert!(play.accepts(go(&[(78.0, 30.0)], 90.0)) && !play.accepts(go(&[(78.1, 30.0)], 90.0)));
    play.order(Order::Stay { facing: 900 });
    play.until(2, Phase::MartianMovement);
    assert!(play.state().may_take_marker(f));
}

#[test]
fn turns_of_forty_five_degrees_after_six_inches() {
    proves!("TH-FLY-02", "TH-FLY-01");
    let (play, _, _) = flyer([0; 5]);
    let ahead = |from: (f64, f64), bearing: f64, length: f64| {
        let at = p(from.0, from.1).ahead(crate::support::deg(bearing), length * 1000.0);
        (f64::from(at.x) / 1000.0, f64::from(at.y) / 1000.0)
    };
    let one = (36.0, 30.0);
    let two = ahead(one, 45.0, 6.0);
    let three = ahead(two, 0.0, 10.0);
    assert!(play.accepts(go(&[one, two, three], 0.0)));
    assert!(play.accepts(go(&[(33.0, 30.0), one, two], 45.0)), "3 and 3 in on the same heading are 6");
    let short = ahead(one, 45.0, 5.0);
    assert_eq!(play.refused(go(&[one, short, ahead(short, 0.0, 10.0)], 0.0)), "TH-FLY-02", "6, then 5 in");
    assert_eq!(
        play.refused(go(&[(35.0, 30.0), ahead((35.0, 30.0), 60.0, 6.0)], 60.0)),
        "TH-FLY-02",
        "5 in, then a turn"
    );
    assert_eq!(play.refused(go(&[one, ahead(one, 40.0, 6.0)], 40.0)), "TH-FLY-02", "50 degrees");
    assert_eq!(play.refused(go(&[(42.0, 30.0), (42.0, 36.0)], 0.0)), "TH-FLY-02", "12 in, then 90 degrees");
    assert_eq!(play.refused(go(&[(30.0, 36.0)], 0.0)), "TH-FLY-02", "it flies along its facing");
    assert!(play.accepts(go(&[one], 45.0)) && !play.accepts(go(&[(35.0, 30.0)], 45.0)), "the last turn, too");
}

#[test]
fn a_pivot_costs_twelve_inches() {
    proves!("TH-FLY-03");
    let (play, _, _) = flyer([0; 5]);
    assert!(play.accepts(go(&[(50.0, 30.0), (50.0, 30.0), (34.0, 30.0)], 270.0)), "20 + 12 + 16");
    assert!(!play.accepts(go(&[(50.0, 30.0), (50.0, 30.0), (33.9, 30.0)], 270.0)));
    let (mut play, f, _) = flyer([0, 1, 0, 0, 0]);
    let twice = [(30.0, 30.0), (30.0, 30.0)];
    assert!(
        play.accepts(go(&twice, 180.0)) && !play.accepts(go(&[twice[0], twice[0], twice[0]], 180.0)),
        "at most twice with 24 in"
    );
    play.order(Order::Stay { facing: 2700 });
    assert_eq!((play.stand(f).facing, play.stand(f).moving), (2700, false), "it has turned, not moved");
}

#[test]
fn flyers_and_close_combat_have_nothing_to_do_with_each_other() {
    proves!("TH-FLY-04", "TH-CLC-13");
    let (mut play, f, _) = flyer([0; 5]);
    let news = play.order(go(&[(50.0, 30.0)], 90.0));
    assert!(!news.iter().any(|w| matches!(w, What::Contact { .. })), "0.35 in past the infantry");
    assert_eq!(play.stand(f).at, p(50.0, 30.0));
    let mut s = Scene::new().dice(&[6, 6]);
    s.martian("flyer", 30.0, 30.0, 90.0);
    let foot = s.human("regular_infantry", 30.0, 25.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(foot, 30.0, 30.0);
    assert_eq!((play.stand(foot).at, play.stand(foot).stopped), (p(30.0, 30.0), false), "under the flyer");
}
