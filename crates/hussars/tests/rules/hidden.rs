//! Hidden stands: what the other side knows, and orders in the dark (TH-SPO-10, TH-SPO-11).

use crate::support::{Scene, go, p, pick};
use hussars::measure::Gauge;
use hussars::{Ask, Flow, Moment, Order, Phase, Side, StandId, What};
use table::{Game, SeatId, Viewer, proves};

const MARTIAN: Viewer = Viewer::Seat(SeatId(0));
const HUMAN: Viewer = Viewer::Seat(SeatId(1));

fn hidden() -> Scene {
    Scene::new().option("hidden_stands", "true")
}

fn shown(play: &crate::support::Played, viewer: Viewer) -> Vec<StandId> {
    play.state().view(viewer).stands.iter().filter(|s| s.open.is_some()).map(|s| s.id).collect()
}

#[test]
fn unspotted_stands_are_kept_from_the_other_side() {
    proves!("TH-SPO-10");
    let mut s = hidden().dice(&[1, 6, 6]);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let gun = s.human("regular_field_artillery", 20.0, 56.0, 180.0);
    let foot = s.human("regular_infantry", 40.0, 56.0, 180.0);
    for id in [gun, foot] {
        s.hide(id);
    }
    let mut play = s.play(Phase::Artillery);
    assert_eq!(shown(&play, MARTIAN), [t]);
    assert_eq!(shown(&play, HUMAN), [t, gun, foot]);
    assert_eq!(shown(&play, Viewer::Spectator), [t]);
    let place =
        |viewer, id: StandId| format!("{:?}", play.state().view(viewer).stands[id.index()].whereabouts);
    assert_eq!((place(MARTIAN, gun), place(MARTIAN, t)), ("Unknown".to_owned(), "Board".to_owned()));
    assert_eq!((place(HUMAN, gun), place(Viewer::Umpire, gun)), ("Board".to_owned(), "Board".to_owned()));
    assert_eq!(play.state().view(MARTIAN).stands.len(), 5, "the roster is open, with those still to come");
    play.fire(gun, t);
    assert_eq!(shown(&play, MARTIAN), [t, gun], "who fires appears");
    // The infantry's dice and move are told to its own side only... until it moves in view.
    let seen = |play: &crate::support::Played, viewer| {
        play.m
            .events()
            .iter()
            .filter_map(|e| e.seen_by(viewer))
            .filter(|w| matches!(w, What::Picked { .. }))
            .count()
    };
    play.end();
    play.pass();
    play.order(pick(foot));
    assert_eq!((seen(&play, MARTIAN), seen(&play, HUMAN)), (0, 1));
}

#[test]
fn a_stand_that_drops_out_of_sight_leaves_a_marker() {
    proves!("TH-SPO-10", "TH-SPO-08");
    let mut s =
        hidden().tall("forest", &[(10.0, 40.0), (60.0, 40.0), (60.0, 45.0), (10.0, 45.0)], 9).dice(&[6, 6]);
    s.martian("tripod", 20.0, 20.0, 0.0);
    let gun = s.human("regular_field_artillery", 20.0, 57.0, 180.0);
    let mut play = s.start(Phase::HumanMovement);
    play.pass();
    let marker = |play: &crate::support::Played| {
        play.state().view(MARTIAN).stands[gun.index()].last_seen.map(|x| x.at)
    };
    assert_eq!(marker(&play), Some(p(20.0, 57.0)));
    assert!(play.state().view(HUMAN).stands[gun.index()].last_seen.is_none(), "its own side is not told");
    play.order(pick(gun));
    play.order(go(&[(20.0, 62.0)], 180.0));
    assert_eq!(marker(&play), Some(p(20.0, 57.0)), "its later move is not sent");
}

#[test]
fn orders_are_judged_by_what_their_side_knows() {
    proves!("TH-SPO-11", "TH-GEO-05");
    let scene = |there: bool| {
        let mut s = hidden().rect("woods", 15.0, 28.0, 25.0, 36.0);
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human(
            "regular_infantry",
            if there { 20.0 } else { 80.0 },
            if there { 33.0 } else { 80.0 },
            180.0,
        );
        s.human("regular_infantry", 100.0, 100.0, 0.0);
        s.hide(foot);
        (s.play(Phase::MartianMovement), t, foot)
    };
    let offers = |there: bool| {
        let (mut play, t, _) = scene(there);
        play.order(pick(t));
        let prompt = play.m.prompts()[0];
        let n = play.state().options(&prompt);
        (0..n).map(|i| play.state().option(&prompt, i)).collect::<Vec<Order>>()
    };
    assert_eq!(offers(true), offers(false), "the offers do not betray it");
    let (mut play, t, foot) = scene(true);
    play.walk(t, 20.0, 40.0);
    let news = play.pass();
    assert!(news.contains(&What::Contact { stand: t, enemy: foot }), "accepted, and stopped 1 in short");
    assert!(play.stand(foot).spotted && play.state().gap(t, foot) == 100);
    // Halted on a friend by an unknown enemy, it is set back to its last free place.
    let mut s = hidden().rect("forest", 15.0, 26.8, 25.0, 36.0).dice(&[6, 6]);
    let foot = s.human("regular_infantry", 20.0, 20.0, 0.0);
    let friend = s.human("regular_infantry", 20.0, 25.4, 0.0);
    let t = s.martian("tripod", 20.0, 27.6, 0.0);
    s.hide(t);
    let mut play = s.begin(Phase::HumanMovement, Flow::Moving);
    play.order(pick(foot));
    if play.accepts(go(&[(20.0, 30.0)], 0.0)) {
        play.order(go(&[(20.0, 30.0)], 0.0));
        play.pass();
        assert!(
            play.state().base(foot).apart(&play.state().base(friend)) == 0
                || !play.state().base(foot).overlaps(&play.state().base(friend))
        );
        assert!(!play.state().base(foot).overlaps(&play.state().base(friend)));
    }
}

#[test]
fn a_march_in_the_dark_is_cut_short() {
    proves!("TH-STR-06", "TH-SPO-11");
    let mut s = hidden().tall("forest", &[(10.0, 34.0), (30.0, 34.0), (30.0, 36.0), (10.0, 36.0)], 9);
    let foot = s.human("regular_infantry", 20.0, 20.0, 0.0);
    let t = s.martian("tripod", 20.0, 38.0, 0.0);
    s.human("regular_infantry", 110.0, 110.0, 0.0);
    s.hide(t);
    let mut play = s.play(Phase::HumanMovement);
    play.order(crate::support::march(foot));
    assert!(play.accepts(go(&[(20.0, 32.0)], 0.0)));
    play.order(go(&[(20.0, 32.0)], 0.0));
    let news = play.pass();
    assert!(news.iter().any(|w| matches!(w, What::CutShort { .. })), "{news:?}");
    assert!(play.state().gap(foot, t) > 1000);
    // One that starts too near stays, its move used up.
    let mut s = hidden().tall("forest", &[(10.0, 24.0), (30.0, 24.0), (30.0, 26.0), (10.0, 26.0)], 9);
    let foot = s.human("regular_infantry", 20.0, 20.0, 0.0);
    let t = s.martian("tripod", 20.0, 28.0, 0.0);
    s.human("regular_infantry", 110.0, 110.0, 0.0);
    s.hide(t);
    let mut play = s.play(Phase::HumanMovement);
    play.order(crate::support::march(foot));
    play.order(go(&[(20.0, 10.0)], 180.0));
    play.pass();
    assert_eq!((play.stand(foot).at, play.stand(foot).done), (p(20.0, 20.0), true));
}

#[test]
fn dice_out_of_sight_move_no_dice_in_sight() {
    proves!("TH-SPO-11");
    // The same shot after a hidden stand rolled its movement dice, or did not.
    let shot = |moves: bool| {
        let mut s = hidden().tall("forest", &[(50.0, 50.0), (90.0, 50.0), (90.0, 60.0), (50.0, 60.0)], 9);
        s.martian("tripod", 20.0, 20.0, 0.0);
        let seen = s.human("regular_cavalry", 20.0, 56.0, 180.0);
        let deep = s.human("regular_infantry", 70.0, 70.0, 180.0);
        s.hide(deep);
        let mut play = s.play(Phase::HumanMovement);
        if moves {
            play.order(pick(deep));
            play.order(Order::Stay { facing: 0 });
        }
        play.order(pick(seen));
        play.state().now.active.map(|a| a.allowance)
    };
    assert_eq!(shot(true), shot(false));
    let _ = Side::Human;
}

#[test]
fn whether_a_hidden_gun_watches_is_not_told() {
    proves!("TH-SPO-10", "TH-OVR-09");
    // The gun looks at the tripod, looks away, or has no marker: the Martians can not tell, whatever they do.
    let worlds: Vec<Vec<String>> = [(270.0, 7), (90.0, 7), (270.0, 0)]
        .into_iter()
        .map(|(facing, marker)| {
            let mut s = hidden();
            let t = s.martian("tripod", 5.0, 25.0, 90.0);
            let gun = s.human("regular_field_artillery", 40.0, 25.0, facing);
            s.human("regular_infantry", 100.0, 100.0, 0.0);
            s.set(gun, |x| x.marker = marker);
            s.hide(gun);
            let mut play = s.start(Phase::MartianMovement);
            let mut told = Vec::new();
            let mut look = |play: &crate::support::Played| {
                told.push(table::conformance::bytes_for(&play.m, MARTIAN));
                told.push(format!("{:?}", play.m.waiting()));
            };
            look(&play);
            play.must_watch(Side::Human, Moment::Before);
            play.order(Order::Pass);
            play.order(pick(t));
            play.order(go(&[(9.0, 25.0)], 90.0));
            look(&play);
            play.must_watch(Side::Human, Moment::During);
            play.order(Order::Hold);
            look(&play);
            play.until(2, Phase::Artillery);
            look(&play);
            told
        })
        .collect();
    assert!(worlds[0] == worlds[1], "where it looks");
    assert!(worlds[0] == worlds[2], "whether it has a marker");
    // In plain view nobody is asked for nothing.
    let mut s = Scene::new();
    s.martian("tripod", 5.0, 25.0, 90.0);
    let gun = s.human("regular_field_artillery", 40.0, 25.0, 90.0);
    s.set(gun, |x| x.marker = 7);
    let play = s.start(Phase::MartianMovement);
    assert_eq!(play.asked(), Some((Side::Martian, Ask::Move)));
}
