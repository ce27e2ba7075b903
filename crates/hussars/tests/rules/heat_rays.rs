//! HEAT RAYS (TH-HRY).

use crate::support::{Scene, all_needed, sweep};
use hussars::{Attack, Mode, Order, Phase, Weapon, What};
use table::{Game, proves};

#[test]
fn a_normal_attack_hits_on_three() {
    proves!("TH-HRY-01", "TH-MAR-02");
    for (roll, hit) in [(1, false), (2, false), (3, true), (4, true), (5, true), (6, true)] {
        let mut s = Scene::new().dice(&[roll, 5]);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 45.0, 180.0);
        s.human("regular_infantry", 90.0, 90.0, 0.0);
        let mut play = s.play(Phase::FirstFire);
        play.fire(t, foot);
        assert_eq!(!play.alive(foot), hit, "{roll}");
    }
}

#[test]
fn a_sweep_rolls_for_each_stand_it_touches() {
    proves!("TH-HRY-02");
    // Hits on 6 and 5 with effects 5 and 6; 4 and 1 miss.
    let mut s = Scene::new().dice(&[6, 5, 5, 6, 4, 1]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let row: Vec<_> =
        [15.0, 18.0, 21.0, 24.0].iter().map(|x| s.human("regular_infantry", *x, 30.0, 180.0)).collect();
    s.human("regular_infantry", 60.0, 60.0, 180.0);
    let mut play = s.play(Phase::FirstFire);
    let news = play.order(sweep(t, 20.0, 30.0, 90.0));
    assert_eq!(all_needed(&news), [5, 5, 5, 5]);
    assert_eq!(news.iter().filter(|w| matches!(w, What::Effect { .. })).count(), 2);
    assert_eq!(row.iter().map(|id| play.alive(*id)).collect::<Vec<_>>(), [false, false, true, true]);
}

#[test]
fn each_stand_under_a_sweep_has_its_own_modifiers() {
    proves!("TH-HRY-03");
    let mut s = Scene::new().rect("woods", 12.9, 46.5, 15.1, 48.5);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let near = s.human("regular_infantry", 20.0, 40.0, 0.0);
    let far = s.human("regular_infantry", 17.0, 47.0, 0.0);
    let hidden = s.human("regular_infantry", 14.0, 47.0, 0.0);
    let play = s.play(Phase::FirstFire);
    let needs = |target| play.state().odds(t, Weapon::HeatRay, target, Mode::Phase, true).needed();
    assert_eq!((needs(near), needs(far), needs(hidden)), (5, 6, 7));
}

#[test]
fn the_line_is_twelve_inches_within_reach() {
    proves!("TH-HRY-04");
    let scene = |y: f64| {
        let mut s = Scene::new();
        let t = s.martian("tripod", 16.0, 10.0, 0.0);
        s.human("regular_infantry", 16.0, y, 0.0);
        (s.play(Phase::FirstFire), t)
    };
    let (play, t) = scene(40.0);
    assert!(play.accepts(sweep(t, 16.0, 40.0, 90.0)));
    assert_eq!(play.refused(sweep(t, 16.0, 44.0, 90.0)), "TH-HRY-04", "it touches nobody");
    assert_eq!(play.refused(sweep(t, 22.6, 40.0, 90.0)), "TH-HRY-04", "its end lies beside the stand");
    assert!(play.accepts(sweep(t, 22.4, 40.0, 90.0)));
    // One end 48.5 in from the base.
    let (play, t) = scene(53.0);
    assert!(play.accepts(sweep(t, 16.0, 52.75, 0.0)), "its far end lies 48 in from the base");
    assert_eq!(play.refused(sweep(t, 16.0, 53.25, 0.0)), "TH-HRY-04");
    let line = play.state();
    let _ = line;
}

#[test]
fn a_sweep_burns_all_stands_that_it_touches() {
    proves!("TH-HRY-05", "TH-LOS-07", "TH-MOR-01");
    let mut s = Scene::new()
        .hill(&[(24.0, 24.0), (28.0, 24.0), (28.0, 28.0), (24.0, 28.0)], &[(26.0, 26.0)], 9)
        .dice(&[1, 1, 1, 1]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let seen = s.human("regular_infantry", 20.0, 32.0, 0.0);
    let a = s.human("regular_infantry", 18.0, 32.0, 0.0);
    let b = s.human("regular_infantry", 22.0, 32.0, 0.0);
    let dead = s.human("regular_infantry", 31.0, 32.0, 0.0);
    for id in [a, b, dead] {
        s.hide(id);
    }
    let mut play = s.play(Phase::FirstFire);
    assert!(!play.state().sees(t, dead), "behind the hill");
    assert!(play.state().sees(t, seen));
    let news = play.order(sweep(t, 24.5, 32.0, 90.0));
    assert_eq!(all_needed(&news).len(), 4, "the unspotted, and one behind the hill: {news:?}");
    // Martians, too: destroyed by 5 or 6, no morale to check with less; a flyer is hit on 6 only.
    for (effect, burnt) in [(4, false), (5, true)] {
        let mut s = Scene::new().dice(&[5, effect, 5, 1, 1]);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let own = s.martian("tripod", 24.0, 30.0, 0.0);
        let flyer = s.martian("flyer", 16.0, 30.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 30.0, 0.0);
        s.human("regular_infantry", 90.0, 90.0, 0.0);
        let mut play = s.play(Phase::FirstFire);
        let (state, prompt) = (play.state(), &play.m.prompts()[0]);
        let along =
            |order: &Order| matches!(order, Order::Attack { attack: Attack::Sweep { bearing: 900, .. }, .. });
        let offered = (0..state.options(prompt)).filter(|n| along(&state.option(prompt, *n)));
        assert_eq!(offered.count(), 0, "it is not offered");
        let news = play.order(sweep(t, 20.0, 30.0, 90.0));
        assert_eq!(all_needed(&news), [5, 6, 5], "{news:?}");
        assert_eq!((play.alive(own), play.alive(flyer), play.alive(foot)), (!burnt, true, true));
        assert!(
            !news.iter().any(
                |w| matches!(w, What::CheckOwed { stand } | What::Checked { stand, .. } if *stand == own)
            )
        );
    }
    let mut s = Scene::new().dice(&[5, 6, 1]);
    let (c, aboard) = s.cylinder(24.0, 30.0, 1, &["tripod"; 5]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    s.human("regular_infantry", 20.0, 30.0, 0.0);
    let mut play = s.play(Phase::FirstFire);
    play.order(sweep(t, 20.0, 30.0, 90.0));
    assert!(!play.alive(c) && aboard.iter().all(|m| !play.alive(*m)), "with all it carries");
}

#[test]
fn a_firer_on_its_own_line_burns_too() {
    proves!("TH-HRY-05");
    for (roll, alive) in [(4, true), (5, false)] {
        let mut s = Scene::new().dice(&[roll, 6, 1]);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        s.martian("tripod", 90.0, 20.0, 0.0);
        s.human("regular_infantry", 20.0, 25.0, 0.0);
        let mut play = s.play(Phase::FirstFire);
        let news = play.order(sweep(t, 20.0, 24.0, 0.0));
        assert_eq!(all_needed(&news).len(), 2, "both are rolled for");
        assert_eq!(play.alive(t), alive, "rolled {roll}");
    }
}

#[test]
fn a_sweep_and_a_canister_say_whom_they_touch_and_how_likely() {
    proves!("TH-HRY-03", "TH-HRY-05", "TH-GAS-11", "TH-SPO-11");
    let scene = |option: &str| {
        let mut s = Scene::new().option("hidden_stands", option).option("gas_aim", "any");
        let t = s.martian("tripod", 30.0, 20.0, 0.0);
        let own = s.martian("tripod", 35.0, 51.0, 0.0);
        let near = s.human("regular_infantry", 30.0, 51.0, 0.0);
        let far = s.human("regular_infantry", 26.0, 51.0, 0.0);
        let unseen = s.human("regular_infantry", 31.0, 51.6, 0.0);
        s.hide(unseen);
        (s.play(Phase::FirstFire), t, own, near, far, unseen)
    };
    let (play, t, own, near, far, unseen) = scene("true");
    let prompt = play.m.prompts()[0];
    let (state, seat) = (play.state(), prompt.seat);
    let order = sweep(t, 30.5, 51.0, 90.0);
    let shots = state.foresee(seat, &order).expect("a preview").shots;
    assert_eq!(shots.iter().map(|x| x.target).collect::<Vec<_>>(), [near, far, own], "own ones, too");
    assert!(shots.iter().all(|x| (x.to_hit, x.needed) == (5, 6) && x.reasons[0].rule == "TH-CBT-03"));
    let detail = state.row(&prompt, &order).detail;
    assert!(detail.contains(&format!("{} hits on 6 or more (long range)", state.name(near))), "{detail}");
    assert!(detail.contains(&state.name(own)) && !detail.contains(&state.name(unseen)), "{detail}");
    let order = crate::support::gas(t, 30.0, 51.0);
    let shots = state.foresee(seat, &order).expect("a preview").shots;
    assert_eq!(shots.iter().map(|x| (x.target, x.to_hit, x.needed)).collect::<Vec<_>>(), [(near, 3, 4)]);
    assert_eq!(shots[0].reasons.iter().map(|r| r.rule).collect::<Vec<_>>(), ["TH-CBT-03"]);
    let detail = state.row(&prompt, &order).detail;
    assert!(detail.contains(&format!("kills {};", state.name(near))), "{detail}");
    // In plain view everybody on the ground is known.
    let (play, t, .., unseen) = scene("false");
    let shots = play.state().foresee(seat, &crate::support::gas(t, 30.0, 51.0)).expect("a preview").shots;
    assert!(shots.iter().any(|x| x.target == unseen));
}

#[test]
fn the_first_attack_that_is_offered_promises_most() {
    proves!("TH-CBT-07", "TH-HRY-01");
    // The first stand has only a shot that can not hit; the second a good one and a bad one.
    let mut s = Scene::new();
    let far = s.human("regular_infantry", 30.0, 10.0, 0.0);
    let near = s.human("veteran_machinegun", 30.0, 38.0, 180.0);
    let t = s.martian("tripod", 30.0, 30.0, 0.0);
    let play = s.play(Phase::SmallArms);
    let (state, prompt) = (play.state(), play.m.prompts()[0]);
    let rows: Vec<Order> = (0..state.options(&prompt)).map(|n| state.option(&prompt, n)).collect();
    assert_eq!(rows, [Order::EndStep, crate::support::fire(near, t), crate::support::fire(far, t)]);
    assert!(state.row(&prompt, &rows[2]).detail.contains("can not hit"));
}
