//! VICTORY.

use crate::support::*;
use table::{Game, Stands, TeamId, Viewer, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const STRAIGHT: [&str; 3] = ["R_straight"; 3];

/// A tripod close to the northern border that walks out in its second phase.
fn walking_out() -> Scene {
    Scene::new().put("nieuport_16", 450.0, 550.0, 0).put("mk1_locust", 450.0, 850.0, 0)
}

/// In the action window of phase 1: airplane and tripod in each other's sight, each with this much damage.
/// After its heat-ray the tripod has no energy left, so that its armor does not work.
fn last_stand(airplane: u16, tripod: u16) -> Scene {
    let scene =
        Scene::new().put("nieuport_16", 450.0, 244.3, 0).planned(&["R_stall", "R_straight", "R_stall"]);
    let scene = scene.with(|v| v.hidden.note = airplane).put("mk1_locust", 450.0, 500.0, 180).planned(&STILL);
    let scene = scene.energy(1).with(|v| v.hidden.note = tripod).from_step(Step::Actions { phase: 0 });
    scene.stack(DeckId::B, &["2"]).stack(DeckId::X, &["2"])
}

fn exchange(airplane: u16, tripod: u16) -> Play {
    let mut play = last_stand(airplane, tripod).begin();
    play.act(1, Action::HeatRay { from: Side::Front }).fire(0, 1, Through::Open);
    play
}

#[test]
fn the_side_that_still_has_vehicles_wins_when_the_last_enemy_leaves() {
    proves!("TT-VIC-01");
    let mut play = walking_out().begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_standing_still", "TA_long_straight", "TA_standing_still"]).pass(1);
    play.until(Step::Actions { phase: 1 });
    assert_eq!(play.ended(), None);
    play.pass(1);
    // At the end of the movement step: nobody fires any more.
    assert_eq!((play.ended(), play.step()), (Some(wins(Team::Earthlings, "TT-VIC-01")), Step::Over));
    assert_eq!(play.view().outcome.map(|o| (o.winner, o.how)), Some((Some(TeamId(0)), "last side standing")));
    assert!(play.m.prompts().is_empty());
    assert_eq!(play.plan_refused(0, &STRAIGHT).rule.0, "TT-VIC-01");
    let last = play.happened(Viewer::Spectator).pop();
    assert_eq!(last, Some(What::Ended { winner: Some("Earthlings"), grade: None }));
}

#[test]
fn a_battle_goes_on_while_both_sides_have_vehicles() {
    proves!("TT-VIC-01");
    let mut play = walking_out().put("mk1_locust", 100.0, 600.0, 0).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]);
    play.plan(2, &STILL).pass(1).pass(2);
    assert_eq!((play.see(1).fate, play.ended()), (Fate::Exited { earthling_side: false }, None));
}

#[test]
fn the_side_that_still_has_vehicles_wins_when_the_last_enemy_is_eliminated() {
    proves!("TT-VIC-01");
    assert_eq!(exchange(7, 19).ended(), None);
    assert_eq!(exchange(8, 19).ended(), Some(wins(Team::Martians, "TT-VIC-01")));
    assert_eq!(exchange(7, 20).ended(), Some(wins(Team::Earthlings, "TT-VIC-01")));
}

#[test]
fn the_last_vehicles_of_both_sides_that_destroy_each_other_make_a_draw() {
    proves!("TT-VIC-02");
    let play = exchange(8, 20);
    assert_eq!(play.ended(), Some((None, "TT-VIC-02")));
    assert_eq!([play.see(0).fate, play.see(1).fate], [Fate::Eliminated; 2]);
    assert_eq!(play.happened(Viewer::Spectator).pop(), Some(What::Ended { winner: None, grade: None }));
}

#[test]
fn the_last_vehicles_of_both_sides_that_leave_together_make_a_draw() {
    proves!("TT-VIC-02");
    let mut play =
        Scene::new().put("nieuport_16", 200.0, 850.0, 0).put("mk1_locust", 450.0, 850.0, 0).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"]).pass(1);
    assert_eq!(play.ended(), Some((None, "TT-VIC-02")));
}

#[test]
fn victory_is_checked_after_fire_damage() {
    proves!("TT-VIC-02");
    let burning = |note: u16| {
        let scene = Scene::new().put("nieuport_16", 450.0, 200.0, 0).stack(DeckId::A, &["2"]);
        let scene = scene.with(|v| (v.flames, v.hidden.note) = (3, note)).put("mk1_locust", 450.0, 800.0, 0);
        let mut play = scene.begin();
        play.plan(0, &["R_stall", "R_left_60", "R_stall"]).plan(1, &STILL);
        play
    };
    assert_eq!((burning(7).ended(), burning(7).step()), (None, Step::Actions { phase: 0 }));
    // Before any card was revealed.
    let play = burning(8);
    assert_eq!(play.ended(), Some(wins(Team::Martians, "TT-VIC-01")));
    assert!(!play.cites("TT-MOV-01"));
}

/// Bring Proof in the middle of a game.
fn bring_proof(picture: bool, airplane: (f64, f64, i32), tripod: (f64, f64, i32)) -> Scene {
    Scene::scenario("bring-proof", &[]).set(|s| {
        s.picture = picture;
        for (vehicle, (x, y, facing)) in s.vehicles.iter_mut().zip([airplane, tripod]) {
            vehicle.at = Some(geometry::Vec2::new(x, y));
            vehicle.facing = geometry::Angle::degrees(facing);
        }
        for (objective, x) in s.objectives.iter_mut().zip([350.0, 550.0]) {
            objective.at = Some(geometry::Vec2::new(x, 450.0));
        }
    })
}

#[test]
fn a_scenario_sets_its_own_goals() {
    proves!("TT-VIC-03");
    let flown = |picture: bool| {
        let mut play = bring_proof(picture, (450.0, 600.0, 0), (100.0, 850.0, 0)).begin();
        play.plan(0, &STRAIGHT)
            .plan(1, &["TA_long_straight", "TA_standing_still", "TA_standing_still"])
            .pass(1);
        play
    };
    // The tripod leaves across the Martian side. No goal is reached: the simple battle decides.
    assert_eq!(flown(false).ended(), Some(wins(Team::Earthlings, "TT-VIC-01")));
    // With the picture the airplane only needs to fly home.
    let play = flown(true);
    assert_eq!((play.see(1).fate, play.ended()), (Fate::Exited { earthling_side: false }, None));
}

#[test]
fn a_side_without_vehicles_and_without_its_goal_has_lost() {
    proves!("TT-VIC-03");
    for (picture, airplane) in [(false, (450.0, 50.0, 180)), (true, (50.0, 450.0, 270))] {
        let mut play = bring_proof(picture, airplane, (100.0, 800.0, 180)).begin();
        play.plan(0, &STRAIGHT).plan(1, &STILL).pass(1);
        assert_eq!(play.ended(), Some(wins(Team::Martians, "TT-VIC-03")));
    }
}

#[test]
fn a_match_that_nobody_has_won_at_its_turn_limit_is_a_draw() {
    proves!("TT-VIC-04");
    let far = || Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 700.0, 800.0, 180);
    let mut play = far().set(|s| s.turn_limit = 2).begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).rest_of_turn();
    assert_eq!((play.view().turn, play.ended()), (2, None));
    play.plan(0, &STRAIGHT).plan(1, &STILL).pass(1).pass(1);
    assert_eq!(play.ended(), None);
    play.pass(1);
    assert_eq!((play.view().turn, play.ended()), (2, Some((None, "TT-VIC-04"))));
    assert_eq!((play.step(), play.times("TT-VIC-04")), (Step::Over, 1));
    assert_eq!(far().set(|s| s.turn_limit = 0).refused_by(), "TT-SEQ-01");
}

#[test]
fn a_victory_in_the_last_turn_is_no_draw() {
    proves!("TT-VIC-04");
    let mut play = walking_out().set(|s| s.turn_limit = 1).begin();
    play.plan(0, &STRAIGHT)
        .plan(1, &["TA_standing_still", "TA_standing_still", "TA_long_straight"])
        .rest_of_turn();
    assert_eq!(play.ended(), Some(wins(Team::Earthlings, "TT-VIC-01")));
}

#[test]
fn the_table_sets_the_turn_limit() {
    proves!("TT-VIC-04");
    assert_eq!(Scene::scenario("simple-battle", &[]).setup.turn_limit, 100);
    assert_eq!(Scene::scenario("bring-proof", &[("turn_limit", "7")]).setup.turn_limit, 7);
}

#[test]
fn every_way_in_which_a_match_ends_is_told_with_its_rule() {
    proves!("TT-VIC-01", "TT-VIC-04");
    let goals = |play: &Play| -> Vec<(Option<String>, &'static str, String)> {
        play.m.state().goals(Viewer::Seat(EARTH)).into_iter().map(|g| (g.team, g.rule.0, g.text)).collect()
    };
    let battle = goals(&walking_out().set(|s| s.turn_limit = 12).begin());
    assert_eq!(battle[0].1, "TT-VIC-01");
    assert_eq!(battle[1], (None, "TT-VIC-04", "after turn 12 the match is a draw".to_owned()));
    let alone = goals(&Scene::scenario("a-lonely-invader", &[("setup", "quick")]).begin());
    let through = "a tripod leaves the table over the Earthlings' edge".to_owned();
    assert!(alone.contains(&(Some("Martians".to_owned()), "INV-ALI-07", through)), "{alone:?}");
    let clean = "every Martian tripod is destroyed, and no reinforcement was called (strategic victory)";
    assert_eq!(alone[0], (Some("Earthlings".to_owned()), "INV-ALI-06", clean.to_owned()));
}

#[test]
fn a_player_is_told_whether_leaving_the_table_ends_the_match() {
    proves!("TT-VIC-01", "TT-VIC-03");
    let leaving = |play: &Play, seat, id| {
        play.seen_by(seat, id).leaving.map(|leaving| (leaving.earthling_side, leaving.elsewhere))
    };
    let lost = (Some(Team::Martians), Some(Team::Martians));
    let play = walking_out().begin();
    assert_eq!(leaving(&play, EARTH, 0), Some(lost));
    assert_eq!(leaving(&play, MARS, 0), None, "it is told to its player");
    let play = walking_out().put("nieuport_16", 200.0, 200.0, 0).begin();
    assert_eq!(leaving(&play, EARTH, 0), Some((None, None)), "another one flies on");
    // The reinforcement comes for an airplane that was shot down, and for no other one.
    let play = Scene::scenario("a-lonely-invader", &[("setup", "quick")]).begin();
    let flown =
        play.view_of(EARTH).vehicles.into_iter().find(|v| v.seat == EARTH && v.pose.is_some()).unwrap();
    assert_eq!(leaving(&play, EARTH, flown.id.0), Some(lost));
}

#[test]
fn a_goal_says_how_far_it_is_and_a_briefing_what_is_special() {
    proves!("TT-PRF-03", "TT-VIC-04");
    let proof = Scene::scenario("bring-proof", &[("setup", "quick"), ("turn_limit", "2")]);
    let goals =
        |picture: bool| proof.clone().set(|s| s.picture = picture).begin().m.state().goals(Viewer::Spectator);
    assert_eq!((goals(false)[0].state.as_str(), goals(false)[0].stands), ("no picture yet", Stands::Open));
    assert_eq!(goals(true)[0].stands, Stands::Urgent);
    assert_eq!(goals(true)[0].state, "picture taken; leave by the Earthlings' edge");
    let last = goals(false).pop().unwrap();
    assert_eq!((last.state.as_str(), last.stands), ("turn 1 of 2", Stands::Urgent));
    // The limit that every match has is told when it is near.
    let usual =
        |turn: u16| walking_out().set(|s| s.turn = turn).begin().m.state().goals(Viewer::Spectator).pop();
    assert_eq!(usual(2).unwrap().state, "");
    assert_eq!(usual(93).unwrap().state, "turn 93 of 100");
    for info in State::scenarios(&Content::built_in()) {
        let scene = Scene::scenario(&info.id, &[("setup", "quick")]);
        let briefing = State::briefing(&Content::built_in(), &scene.setup);
        assert_eq!(briefing.about, info.about);
        assert!(
            briefing.sides.iter().all(|side| !side.aim.is_empty() && !side.loses.is_empty()),
            "{}",
            info.id
        );
        let automated = briefing.special.iter().any(|line| line.contains("own procedure"));
        assert_eq!(
            automated,
            ["a-lonely-invader", "down-from-the-alps"].contains(&info.id.as_str()),
            "{}",
            info.id
        );
    }
}
