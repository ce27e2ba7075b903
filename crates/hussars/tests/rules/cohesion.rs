//! COHESION (TH-COH).

use crate::support::{Scene, go, p, pick};
use hussars::{Phase, Side};
use table::proves;

fn line(kind: &str, gaps: &[f64]) -> (Scene, Vec<hussars::StandId>) {
    let mut s = Scene::new().dice(&[6, 6, 6, 6]);
    let mut x = 20.0;
    let mut stands = vec![(kind, x, 20.0, 0.0)];
    for gap in gaps {
        x += 1.0 + gap;
        stands.push((kind, x, 20.0, 0.0));
    }
    let ids = s.unit(Side::Human, &stands, "");
    s.martian("tripod", 110.0, 110.0, 0.0);
    (s, ids)
}

#[test]
fn near_one_comrade_is_in_cohesion() {
    proves!("TH-COH-01", "TH-COH-02", "TH-COH-07");
    let (s, ids) = line("regular_infantry", &[2.0, 2.1]);
    let play = s.play(Phase::HumanMovement);
    let state = play.state();
    assert_eq!([0, 1, 2].map(|i| state.in_cohesion(ids[i])), [true, true, false]);
    assert_eq!((state.morale_needed(ids[0]), state.morale_needed(ids[2])), (5, 6));
    for (kind, gap, inside) in [
        ("veteran_infantry", 3.0, true),
        ("regular_infantry", 3.0, false),
        ("elite_infantry", 4.0, true),
        ("militia_infantry", 2.0, true),
    ] {
        let (s, ids) = line(kind, &[gap]);
        assert_eq!(s.play(Phase::HumanMovement).state().in_cohesion(ids[0]), inside, "{kind}");
    }
    let (s, ids) = line("regular_infantry", &[]);
    assert!(s.play(Phase::HumanMovement).state().in_cohesion(ids[0]), "alone");
    // Elite stands pass out of cohesion as well; green ones can not.
    for (kind, needed) in [("elite_infantry", 0), ("militia_infantry", 7)] {
        let (s, ids) = line(kind, &[9.0]);
        assert_eq!(s.play(Phase::HumanMovement).state().morale_needed(ids[0]), needed);
    }
}

#[test]
fn machines_and_scouts_ignore_it() {
    proves!("TH-COH-04");
    let mut s = Scene::new().dice(&[6, 6, 6, 6]);
    let ids = s.unit(
        Side::Human,
        &[("regular_cavalry", 20.0, 20.0, 0.0), ("regular_cavalry", 51.0, 20.0, 0.0)],
        "scouts = [0]\n",
    );
    let tripods = s.unit(Side::Martian, &[("tripod", 20.0, 100.0, 0.0), ("tripod", 100.0, 100.0, 0.0)], "");
    let mut play = s.play(Phase::HumanMovement);
    assert!(
        play.state().in_cohesion(ids[0])
            && !play.state().in_cohesion(ids[1])
            && play.state().in_cohesion(tripods[0])
    );
    assert_eq!(play.state().morale_needed(ids[0]), 5);
    play.order(pick(ids[0]));
    assert!(play.accepts(go(&[(5.0, 20.0)], 0.0)), "away from its squadron");
}

#[test]
fn who_is_astray_goes_back_if_it_goes() {
    proves!("TH-COH-05", "TH-COH-06");
    let (s, ids) = line("regular_infantry", &[1.0, 9.0]);
    let mut play = s.play(Phase::HumanMovement);
    let from = play.stand(ids[2]).at;
    assert_eq!(play.state().gap(ids[1], ids[2]), 900);
    play.order(pick(ids[2]));
    let x = f64::from(from.x) / 1000.0;
    assert!(play.accepts(go(&[(x - 3.0, 20.0)], 0.0)), "6 in off");
    assert_eq!(play.refused(go(&[(x, 20.0 + 0.01), (x, 20.0)], 0.0)), "TH-COH-05", "9 in off");
    assert_eq!(play.refused(go(&[(x + 2.0, 20.0)], 0.0)), "TH-COH-05");
    assert!(play.accepts(go(&[(x - 7.0, 20.0)], 0.0)), "in cohesion again");
    assert!(play.accepts(go(&[(x + 0.5, 20.0), (x - 1.0, 20.0)], 0.0)), "only the end of the way counts");
    let (x, y) = (x + 0.2, 20.0);
    assert_eq!(play.refused(go(&[(x, y)], 90.0)), "TH-COH-05", "a turn does not make up for a way off");
    assert_eq!(play.refused(go(&[(x, y)], 45.0)), "TH-COH-05");
    // In cohesion it may leave on purpose; later it is bound.
    let (s, ids) = line("regular_infantry", &[1.0]);
    let mut play = s.play(Phase::HumanMovement);
    play.walk(ids[1], 30.0, 20.0);
    assert_eq!(play.stand(ids[1]).at, p(30.0, 20.0));
    play.until(3, Phase::HumanMovement);
    play.order(pick(ids[1]));
    assert_eq!(play.refused(go(&[(31.0, 20.0)], 0.0)), "TH-COH-05");
}
